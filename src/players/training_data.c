/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Games to learn from. See training_data.h. */

#include "training_data.h"

#include "one_turn.h"
#include "search.h"
#include "taste.h"
#include "threads.h"

#include "contract/ruleset.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETUP_TRIES = 50,
    SEARCH_TREE = 20000, /* nodes in memory, for a few hundred positions */
};

/* Percent of moves at random while a game is led astray, so that there are positions to learn from
 * that careful players would not reach. */
static const uint8_t blunder_percents[] = {2, 5, 15, 40};

/* ---- one game -------------------------------------------------------------------------------- */

static struct ruleset *open_setup(const struct training_data *data, const struct setup *setup)
{
    struct problem problem = {0};
    return data->rules != NULL ? ruleset_open_setup(data->rules, setup, &problem)
                               : ruleset_open(data->game, setup, NULL, &problem);
}

/* Two players in half of the games, every option at its standard in half of them. */
static struct ruleset *draw_setup(const struct training_data *data, struct random *random)
{
    const struct game *game = data->game;
    struct ruleset *rules = NULL;
    for (int i = 0; rules == NULL && i <= SETUP_TRIES; i++) {
        struct setup setup = setup_standard(game);
        uint32_t more = (uint32_t)(game->players_max - game->players_min);
        if (i < SETUP_TRIES && more > 0 && random_below(random, 2) == 1)
            setup.players = (uint8_t)(setup.players + 1 + random_below(random, more));
        bool varied = i < SETUP_TRIES && random_below(random, 2) == 1;
        for (int k = 0; varied && k < option_count(game); k++)
            setup.options[k] =
                (uint8_t)random_below(random, (uint32_t)choice_count(&game->words->options[k]));
        rules = open_setup(data, &setup);
    }
    return rules;
}

/* The states of a game between two turns. */
struct course {
    size_t count, room;
    unsigned char *states; /* one after the other, each as large as the game's */
};

static void keep(struct course *course, const struct ruleset *rules, const void *state)
{
    size_t size = rules->game->state_size;
    if (course->count == course->room) {
        course->room = 2 * course->room + 64;
        course->states = memory_grow(course->states, course->room, size);
    }
    memcpy(course->states + course->count++ * size, state, size);
}

/* What can be done at a node, by a seat or by chance. */
struct options {
    int count;
    struct move moves[MOVES_MAX];
};

static void list_options(const struct ruleset *rules, const void *state, struct options *options)
{
    struct chance chance;
    if (rules->game->node(rules, state).actor != DEALER) {
        options->count = rules->game->legal(rules, state, options->moves);
        return;
    }
    chance_list(rules, state, &chance);
    options->count = chance.count;
    memcpy(options->moves, chance.moves, (size_t)chance.count * sizeof *chance.moves);
}

static uint8_t place_of(const struct options *options, struct move move)
{
    int place = 0;
    _Static_assert(MOVES_MAX <= UINT8_MAX + 1, "a place has a byte");
    while (!move_equal(options->moves[place], move))
        place++;
    assert(place < options->count);
    return (uint8_t)place;
}

/* Decisions of a game become samples of which move was made. */
struct decisions {
    const struct move_traits *traits;
    struct samples *out;
};

static void add_inputs(const struct ruleset *rules, const void *state, int seat, int8_t *kept,
                       int count)
{
    int16_t inputs[NETWORK_INPUTS_ROOM];
    network_inputs(rules, state, seat, count, inputs);
    for (int i = 0; i < count; i++)
        kept[i] = (int8_t)inputs[i];
}

/* Every third one: those of one turn are much alike. */
static void keep_decision(const struct decisions *decisions, const struct ruleset *rules,
                          const void *state, int seat, const struct options *made_of, int made,
                          struct random *random)
{
    enum { PART = 3 };
    struct learning_option options[MOVES_MAX];
    if (made_of->count < 2 || random_below(random, PART) > 0)
        return;
    for (int i = 0; i < made_of->count; i++)
        move_traits_of(decisions->traits, made_of->moves[i], seat, rules->setup.players,
                       options[i].traits);
    add_inputs(rules, state, seat,
               samples_add_choice(decisions->out, options, made_of->count, made),
               decisions->out->inputs);
}

/* The players of a game. Until some turn they make mistakes; what counts is how a game ends that is
 * played well from there, else nothing would be worth a plan. */
struct cast {
    struct taste tastes[SEATS_MAX];
    struct one_turn seats[SEATS_MAX];
    const struct judge *own, *other; /* other: who is to be beaten, or a past network, or NULL */
    unsigned others;                 /* its seats, as bits */
    struct search *searches[2];      /* with the own judge and with the other; NULL: none */
    int careful_from;                /* the number of a turn */
    bool only_own;                   /* what the other does is not learned from */
};

enum { CAST_CHANCE = 4 }; /* one in so many */

/* Every fourth seat has a taste, every fourth game is played carefully from the start. */
static void draw_styles(const struct training_data *data, const struct ruleset *rules,
                        struct random *random, struct cast *cast)
{
    enum { PERCENT_MAX = 4, ASTRAY_ROUNDS = 12 };
    int sources = taste_source_count(rules->game);
    for (int i = 0; i < SEATS_MAX; i++) {
        struct taste *taste = &cast->tastes[i];
        taste->judge = cast->own;
        if (sources > 0 && random_below(random, CAST_CHANCE) == 0) {
            taste->sources = UINT32_C(1) << random_below(random, (uint32_t)sources);
            taste->percent = 1 + (int32_t)random_below(random, PERCENT_MAX);
        }
        cast->seats[i] =
            (struct one_turn){taste_worth, taste, cast->own, data->samples,
                              blunder_percents[random_below(random, sizeof blunder_percents)]};
    }
    if (random_below(random, CAST_CHANCE) > 0)
        cast->careful_from =
            (int)random_below(random, (uint32_t)(ASTRAY_ROUNDS * rules->setup.players));
}

/* Gives all seats but one to the opponent, or, in every fourth game, one seat to a past network.
 * None of them has a taste, which would be no way to beat it. */
static void seat_other(const struct training_data *data, int players, struct random *random,
                       struct judge *other, struct cast *cast)
{
    int seat = (int)random_below(random, (uint32_t)players);
    assert(players > 1 && players <= SEATS_MAX);
    if (data->opponent != NULL) {
        *other = *data->opponent;
        cast->others = ((1U << players) - 1) & ~(1U << seat);
        cast->only_own = true;
    } else if (data->past_count > 0 && random_below(random, CAST_CHANCE) == 0) {
        *other = data->past[random_below(random, (uint32_t)data->past_count)];
        cast->others = 1U << seat;
    }
    cast->other = cast->others != 0 ? other : NULL;
    for (int i = 0; i < players; i++) {
        if (data->opponent != NULL || (cast->others >> i & 1) != 0)
            cast->tastes[i].percent = 0;
        if ((cast->others >> i & 1) != 0)
            cast->tastes[i].judge = cast->seats[i].guide = other;
    }
}

static bool is_other(const struct cast *cast, int seat)
{
    assert(seat >= 0 && seat < SEATS_MAX);
    return (cast->others >> seat & 1) != 0;
}

/* Is there something to learn from a position after a turn of this seat, or of chance? */
static bool teaches(const struct cast *cast, int seat)
{
    return !cast->only_own || (seat >= 0 && !is_other(cast, seat));
}

static struct search *open_search(const struct training_data *data, const struct judge *judge,
                                  struct random *random)
{
    struct search_settings settings = search_standard(data->game);
    settings.nodes = data->nodes;
    settings.tree = SEARCH_TREE;
    struct search *search = search_open(&settings, judge);
    if (search == NULL)
        memory_give_up();
    search_begin(search, random_next(random));
    return search;
}

/* NULL for a seat with a taste: a search asks its judge, who has none, so it looks one turn ahead.
 */
static struct search *search_of(const struct cast *cast, int seat)
{
    return cast->tastes[seat].percent > 0 ? NULL : cast->searches[is_other(cast, seat)];
}

static struct move choose(const struct cast *cast, const struct ruleset *rules, const void *state,
                          const struct options *options, int seat, bool is_careful,
                          struct random *random)
{
    struct search *search = is_careful ? search_of(cast, seat) : NULL;
    if (search == NULL)
        return one_turn_choose(&cast->seats[seat], rules, state, random);
    if (options->count == 1)
        return options->moves[0];
    search_run(search, rules, state);
    return search_best(search);
}

static void be_careful(struct cast *cast)
{
    for (int i = 0; i < SEATS_MAX; i++)
        cast->seats[i].blunders = 0;
}

static void add_place(struct past_game *played, uint8_t place)
{
    enum { ROOM = 256 };
    if (played->count % ROOM == 0)
        played->places = memory_grow(played->places, played->count + ROOM, 1);
    played->places[played->count++] = place;
}

/* Plays to the end; `state` is the last one. Notes the moves. */
static void play_game(const struct ruleset *rules, struct cast *cast, void *state,
                      struct random *random, struct past_game *played)
{
    const struct game *game = rules->game;
    struct node node;
    int turns = 0;
    play_start(rules, state);
    while ((node = game->node(rules, state)).actor != NOBODY) {
        struct options options;
        bool is_careful = turns >= cast->careful_from;
        if (is_careful)
            be_careful(cast);
        list_options(rules, state, &options);
        struct move move = node.actor == DEALER ? chance_random(rules, state, random)
                                                : choose(cast, rules, state, &options, node.actor,
                                                         is_careful, random);
        add_place(played, place_of(&options, move));
        game->apply(rules, state, move, NULL);
        turns += game->node(rules, state).turn != node.turn;
    }
}

/* Goes through a game again and keeps the states between turns and some decisions from where the
 * cast is careful; `state` is the last one. */
static void follow_game(const struct ruleset *rules, const struct cast *cast,
                        const struct past_game *played, void *state, struct random *random,
                        struct course *course, const struct decisions *decisions)
{
    const struct game *game = rules->game;
    int turns = 0;
    play_start(rules, state);
    for (uint32_t i = 0; i < played->count; i++) {
        struct node node = game->node(rules, state);
        struct options options;
        bool is_careful = turns >= cast->careful_from;
        list_options(rules, state, &options);
        assert(played->places[i] < options.count);
        if (is_careful && node.actor >= 0 && cast->tastes[node.actor].percent == 0 &&
            !is_other(cast, node.actor))
            keep_decision(decisions, rules, state, node.actor, &options, played->places[i], random);
        game->apply(rules, state, options.moves[played->places[i]], NULL);
        struct node next = game->node(rules, state);
        if (next.turn == node.turn)
            continue;
        if (is_careful && next.actor != NOBODY && teaches(cast, node.turn))
            keep(course, rules, state);
        turns++;
    }
    assert(game->node(rules, state).actor == NOBODY);
}

/* ---- samples --------------------------------------------------------------------------------- */

/* What is to be expected, by seat. */
struct outlook {
    float win[SEATS_MAX], points[SEATS_MAX];
};

/* The same in turn order, beginning with a seat. */
static struct learning_target target_of(const struct outlook *outlook, int players, int seat)
{
    struct learning_target target = {.players = (uint8_t)players};
    for (int i = 0; i < players; i++) {
        target.win[i] = outlook->win[(seat + i) % players];
        target.points[i] = outlook->points[(seat + i) % players];
    }
    return target;
}

static struct outlook outlook_of(const struct estimate *estimate, int players)
{
    struct outlook outlook = {0};
    for (int i = 0; i < players; i++) {
        outlook.win[i] = (float)estimate->win[i] / JUDGE_ONE;
        outlook.points[i] = (float)estimate->points[i] / JUDGE_POINT;
    }
    return outlook;
}

/* Moves an outlook by a share towards what the judge says. */
static void move_towards(struct outlook *outlook, const struct outlook *judged, float share)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        outlook->win[i] += share * (judged->win[i] - outlook->win[i]);
        outlook->points[i] += share * (judged->points[i] - outlook->points[i]);
    }
}

/* Backwards from the end: what comes of a position is what comes of the next one, in part as the
 * judge sees that (temporal differences). */
static void add_samples(const struct training_data *data, const struct ruleset *rules,
                        const struct course *course, const void *end, struct samples *out)
{
    int players = rules->setup.players;
    struct estimate estimate;
    judge_end(rules, end, &estimate);
    struct outlook outlook = outlook_of(&estimate, players);
    for (size_t i = course->count; i > 0; i--) {
        const void *state = course->states + (i - 1) * rules->game->state_size;
        for (int seat = 0; seat < players; seat++) {
            struct learning_target target = target_of(&outlook, players, seat);
            add_inputs(rules, state, seat, samples_add(out, &target), out->inputs);
        }
        if (data->trust == 0)
            continue;
        data->judge->estimate(data->judge, rules, state, &estimate);
        struct outlook judged = outlook_of(&estimate, players);
        move_towards(&outlook, &judged, (float)data->trust / 100);
    }
}

/* ---- a game of a number ---------------------------------------------------------------------- */

/* Setup and players of a game, with all that they need. */
struct occasion {
    struct ruleset *rules;
    struct judge_notes notes, other_notes;
    struct judge judge, other;
    struct cast cast;
    struct random random; /* for what is decided by chance from here on */
};

static void open_occasion(const struct training_data *data, uint64_t number,
                          struct occasion *occasion)
{
    struct random *random = &occasion->random;
    struct cast *cast = &occasion->cast;
    *random = random_stream(data->seed, number);
    occasion->rules = draw_setup(data, random);
    assert(occasion->rules != NULL); /* the standard setup, at the latest */
    occasion->judge = *data->judge;
    *cast = (struct cast){.own = &occasion->judge};
    draw_styles(data, occasion->rules, random, cast);
    seat_other(data, occasion->rules->setup.players, random, &occasion->other, cast);
    judge_notes_begin(&occasion->notes);
    judge_notes_begin(&occasion->other_notes);
    occasion->judge.notes = &occasion->notes;
    if (cast->other != NULL)
        occasion->other.notes = &occasion->other_notes;
}

static void close_occasion(struct occasion *occasion)
{
    search_close(occasion->cast.searches[0]);
    search_close(occasion->cast.searches[1]);
    ruleset_close(occasion->rules);
}

static void play_number(const struct training_data *data, struct past_game *played)
{
    struct occasion occasion;
    struct cast *cast = &occasion.cast;
    union any_state state;
    open_occasion(data, played->number, &occasion);
    if (data->nodes > 0)
        cast->searches[0] = open_search(data, cast->own, &occasion.random);
    if (data->nodes > 0 && cast->other != NULL)
        cast->searches[1] = open_search(data, cast->other, &occasion.random);
    play_game(occasion.rules, cast, &state, &occasion.random, played);
    close_occasion(&occasion);
}

static void study_game(const struct training_data *data, const struct move_traits *traits,
                       const struct past_game *played, struct samples *out)
{
    struct occasion occasion;
    struct course course = {0};
    struct decisions decisions = {traits, out};
    struct random which = random_stream(~data->seed, played->number); /* decisions are kept */
    union any_state state;
    struct training_data own = *data;
    open_occasion(data, played->number, &occasion);
    own.judge = &occasion.judge;
    follow_game(occasion.rules, &occasion.cast, played, &state, &which, &course, &decisions);
    add_samples(&own, occasion.rules, &course, &state, out);
    free(course.states);
    close_occasion(&occasion);
}

bool training_data_knows(const struct training_data *data, const struct past_game *game)
{
    struct occasion occasion;
    union any_state state;
    uint32_t done = 0;
    open_occasion(data, game->number, &occasion);
    const struct ruleset *rules = occasion.rules;
    play_start(rules, &state);
    for (; done < game->count && rules->game->node(rules, &state).actor != NOBODY; done++) {
        struct options options;
        list_options(rules, &state, &options);
        if (game->places[done] >= options.count)
            break;
        rules->game->apply(rules, &state, options.moves[game->places[done]], NULL);
    }
    bool is_known = done == game->count && rules->game->node(rules, &state).actor == NOBODY;
    close_occasion(&occasion);
    return is_known;
}

/* ---- many games ------------------------------------------------------------------------------ */

void past_games_add(struct past_games *games, struct past_game game)
{
    if (games->count == games->room) {
        games->room = 2 * games->room + 64;
        games->list = memory_grow(games->list, games->room, sizeof *games->list);
    }
    games->list[games->count++] = game;
}

void past_games_drop(struct past_games *games, size_t count)
{
    assert(count <= games->count);
    for (size_t i = 0; i < count; i++)
        free(games->list[i].places);
    games->count -= count;
    memmove(games->list, games->list + count, games->count * sizeof *games->list);
}

void past_games_free(struct past_games *games)
{
    for (size_t i = 0; i < games->count; i++)
        free(games->list[i].places);
    free(games->list);
    *games = (struct past_games){0};
}

/* Games that threads share: each takes the next one. */
struct games_shared {
    const struct training_data *data;
    struct move_traits traits;
    struct past_game *games;
    struct samples *each; /* of each game; NULL: they are played */
    uint64_t count, next, done;
    pthread_mutex_t mutex;
};

static void work(void *context, int thread)
{
    (void)thread;
    struct games_shared *shared = context;
    const struct training_data *data = shared->data;
    pthread_mutex_lock(&shared->mutex);
    while (shared->next < shared->count) {
        uint64_t at = shared->next++;
        pthread_mutex_unlock(&shared->mutex);
        if (shared->each == NULL)
            play_number(data, &shared->games[at]);
        else
            study_game(data, &shared->traits, &shared->games[at], &shared->each[at]);
        pthread_mutex_lock(&shared->mutex);
        shared->done++;
        if (data->progress != NULL)
            data->progress(data->context, shared->done);
    }
    pthread_mutex_unlock(&shared->mutex);
}

static void share_games(struct games_shared *shared)
{
    const struct training_data *data = shared->data;
    assert(data->threads > 0 && data->trust <= 100);
    pthread_mutex_init(&shared->mutex, NULL);
    in_threads(data->threads, work, shared);
    pthread_mutex_destroy(&shared->mutex);
}

void training_data_play(const struct training_data *data, struct past_games *games)
{
    uint64_t step = (uint64_t)data->step;
    assert(data->step > 0);
    struct games_shared shared = {.data = data, .count = (data->games + step - 1) / step};
    shared.games = memory_new(shared.count, sizeof *shared.games);
    for (uint64_t i = 0; i < shared.count; i++)
        shared.games[i].number = data->first + i * step;
    share_games(&shared);
    for (uint64_t i = 0; i < shared.count; i++)
        past_games_add(games, shared.games[i]);
    free(shared.games);
}

void training_data_study(const struct training_data *data, const struct past_games *games,
                         struct samples *out)
{
    struct games_shared shared = {.data = data, .games = games->list, .count = games->count};
    move_traits_open(&shared.traits, data->game);
    shared.each = memory_new(shared.count, sizeof *shared.each);
    for (uint64_t i = 0; i < shared.count; i++)
        shared.each[i].inputs = network_input_count(data->game);
    share_games(&shared);
    for (uint64_t i = 0; i < shared.count; i++)
        samples_move(out, &shared.each[i]);
    free(shared.each);
}

/* ---- contests -------------------------------------------------------------------------------- */

struct judge_contest {
    const struct ruleset *rules;
    const struct judge *judges[2];
    uint64_t games, seed, next;
    uint64_t wins; /* of JUDGE_ONE each */
    int samples;
    pthread_mutex_t mutex;
};

/* What the first judge wins of a game, of JUDGE_ONE. */
static uint64_t compete(const struct judge_contest *contest, uint64_t number)
{
    const struct ruleset *rules = contest->rules;
    int players = rules->setup.players;
    struct random random = random_stream(contest->seed, number / 2);
    struct judge_notes notes[SEATS_MAX];
    struct judge judges[SEATS_MAX];
    struct cast cast = {0};
    struct past_game played = {.number = number};
    union any_state state;
    struct estimate end;
    uint64_t wins = 0;
    for (int i = 0; i < players; i++) {
        judges[i] = *contest->judges[(i + (int)(number % 2)) % 2];
        judges[i].notes = &notes[i];
        judge_notes_begin(&notes[i]);
        cast.seats[i] = (struct one_turn){judge_worth, &judges[i], &judges[i], contest->samples, 0};
    }
    play_game(rules, &cast, &state, &random, &played);
    free(played.places);
    judge_end(rules, &state, &end);
    for (int i = 0; i < players; i++)
        if ((i + (int)(number % 2)) % 2 == 0)
            wins += end.win[i];
    return wins;
}

static void contend(void *context, int thread)
{
    (void)thread;
    struct judge_contest *contest = context;
    pthread_mutex_lock(&contest->mutex);
    while (contest->next < contest->games) {
        uint64_t number = contest->next++;
        pthread_mutex_unlock(&contest->mutex);
        uint64_t wins = compete(contest, number);
        pthread_mutex_lock(&contest->mutex);
        contest->wins += wins;
    }
    pthread_mutex_unlock(&contest->mutex);
}

double training_data_contest(const struct ruleset *rules, const struct judge *judge,
                             const struct judge *other, uint64_t games, uint64_t seed, int samples,
                             int threads)
{
    assert(threads > 0);
    struct judge_contest contest = {
        .rules = rules, .judges = {judge, other}, .games = games, .seed = seed, .samples = samples};
    pthread_mutex_init(&contest.mutex, NULL);
    in_threads(threads, contend, &contest);
    pthread_mutex_destroy(&contest.mutex);
    return games == 0 ? 0 : (double)contest.wins / (double)(games * JUDGE_ONE);
}
