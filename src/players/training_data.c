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
                          const void *state, int seat, struct move made, struct random *random)
{
    enum { PART = 3 };
    struct move moves[MOVES_MAX];
    struct learning_option options[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves), chosen = 0;
    if (count < 2 || random_below(random, PART) > 0)
        return;
    for (int i = 0; i < count; i++) {
        move_traits_of(decisions->traits, moves[i], seat, rules->setup.players, options[i].traits);
        if (move_equal(moves[i], made))
            chosen = i;
    }
    add_inputs(rules, state, seat, samples_add_choice(decisions->out, options, count, chosen),
               decisions->out->inputs);
}

/* The players of a game. Until some turn they make mistakes; what counts is how a game ends that is
 * played well from there, else nothing would be worth a plan. */
struct cast {
    struct taste tastes[SEATS_MAX];
    struct one_turn seats[SEATS_MAX];
    struct search *search, *opponent_search; /* NULL: no one searches */
    int careful_from;                        /* the number of a turn */
    int learner;                             /* the only seat that is learned from, or EVERYONE */
};

enum { EVERYONE = -1 };

/* Every fourth seat has a taste, every fourth game is played carefully from the start. */
static void draw_cast(const struct training_data *data, const struct ruleset *rules,
                      const struct judge *judge, struct random *random, struct cast *cast)
{
    enum { CHANCE = 4, PERCENT_MAX = 4, ASTRAY_ROUNDS = 12 };
    int sources = taste_source_count(rules->game);
    *cast = (struct cast){.learner = EVERYONE};
    for (int i = 0; i < SEATS_MAX; i++) {
        struct taste *taste = &cast->tastes[i];
        taste->judge = judge;
        if (sources > 0 && random_below(random, CHANCE) == 0) {
            taste->sources = UINT32_C(1) << random_below(random, (uint32_t)sources);
            taste->percent = 1 + (int32_t)random_below(random, PERCENT_MAX);
        }
        cast->seats[i] =
            (struct one_turn){taste_worth, taste, judge, data->samples,
                              blunder_percents[random_below(random, sizeof blunder_percents)]};
    }
    if (random_below(random, CHANCE) > 0)
        cast->careful_from =
            (int)random_below(random, (uint32_t)(ASTRAY_ROUNDS * rules->setup.players));
}

/* Gives all seats but one to the opponent; none has a taste, which would be no way to beat it. */
static void seat_opponent(const struct judge *opponent, int players, struct random *random,
                          struct cast *cast)
{
    assert(players > 1 && players <= SEATS_MAX);
    cast->learner = (int)random_below(random, (uint32_t)players);
    for (int i = 0; i < players; i++) {
        cast->tastes[i].percent = 0;
        if (i != cast->learner)
            cast->tastes[i].judge = cast->seats[i].guide = opponent;
    }
}

static bool is_learned_from(const struct cast *cast, int seat)
{
    return cast->learner == EVERYONE || cast->learner == seat;
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
    if (cast->tastes[seat].percent > 0)
        return NULL;
    return is_learned_from(cast, seat) ? cast->search : cast->opponent_search;
}

static struct move choose(const struct cast *cast, const struct ruleset *rules, const void *state,
                          int seat, bool is_careful, struct random *random)
{
    struct move moves[MOVES_MAX];
    struct search *search = is_careful ? search_of(cast, seat) : NULL;
    if (search == NULL)
        return one_turn_choose(&cast->seats[seat], rules, state, random);
    if (rules->game->legal(rules, state, moves) == 1)
        return moves[0];
    search_run(search, rules, state);
    return search_best(search);
}

static void be_careful(struct cast *cast)
{
    for (int i = 0; i < SEATS_MAX; i++)
        cast->seats[i].blunders = 0;
}

/* Plays to the end; `state` is the last one. Keeps the states between turns and some decisions
 * from where the cast is careful. */
static void play_game(const struct ruleset *rules, struct cast *cast, void *state,
                      struct random *random, struct course *course, struct decisions *decisions)
{
    const struct game *game = rules->game;
    struct node node;
    int turns = 0;
    play_start(rules, state);
    while ((node = game->node(rules, state)).actor != NOBODY) {
        bool is_careful = turns >= cast->careful_from;
        if (is_careful)
            be_careful(cast);
        struct move move = node.actor == DEALER
                               ? chance_random(rules, state, random)
                               : choose(cast, rules, state, node.actor, is_careful, random);
        if (decisions != NULL && node.actor >= 0 && is_careful &&
            cast->tastes[node.actor].percent == 0 && is_learned_from(cast, node.actor))
            keep_decision(decisions, rules, state, node.actor, move, random);
        game->apply(rules, state, move, NULL);
        struct node next = game->node(rules, state);
        if (next.turn == node.turn)
            continue;
        if (course != NULL && is_careful && next.actor != NOBODY &&
            is_learned_from(cast, node.turn))
            keep(course, rules, state);
        turns++;
    }
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

/* A position is a sample for every seat; for a single learner only as a judge would see it after
 * its turn, because who it is that learns is no input. */
static bool is_sample_for(const struct cast *cast, const struct ruleset *rules, const void *state,
                          int seat)
{
    return cast->learner == EVERYONE || seat == network_viewer(rules->game->node(rules, state));
}

/* Backwards from the end: what comes of a position is what comes of the next one, in part as the
 * judge sees that (temporal differences). */
static void add_samples(const struct training_data *data, const struct ruleset *rules,
                        const struct cast *cast, const struct course *course, const void *end,
                        struct samples *out)
{
    int players = rules->setup.players;
    struct estimate estimate;
    judge_end(rules, end, &estimate);
    struct outlook outlook = outlook_of(&estimate, players);
    for (size_t i = course->count; i > 0; i--) {
        const void *state = course->states + (i - 1) * rules->game->state_size;
        for (int seat = 0; seat < players; seat++) {
            if (!is_sample_for(cast, rules, state, seat))
                continue;
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

static void learn_game(const struct training_data *data, const struct move_traits *traits,
                       uint64_t number, struct samples *out)
{
    struct random random = random_stream(data->seed, number);
    struct ruleset *rules = draw_setup(data, &random);
    struct judge_notes notes, opponent_notes;
    struct judge judge = *data->judge, opponent;
    struct cast cast;
    struct course course = {0};
    union any_state state;
    assert(rules != NULL); /* the standard setup, at the latest */
    judge_notes_begin(&notes);
    judge.notes = &notes;
    draw_cast(data, rules, &judge, &random, &cast);
    if (data->opponent != NULL) {
        opponent = *data->opponent;
        judge_notes_begin(&opponent_notes);
        opponent.notes = &opponent_notes;
        seat_opponent(&opponent, rules->setup.players, &random, &cast);
    }
    if (data->nodes > 0)
        cast.search = open_search(data, &judge, &random);
    if (data->nodes > 0 && data->opponent != NULL)
        cast.opponent_search = open_search(data, &opponent, &random);
    struct decisions decisions = {traits, out};
    play_game(rules, &cast, &state, &random, &course, &decisions);
    add_samples(data, rules, &cast, &course, &state, out);
    search_close(cast.search);
    search_close(cast.opponent_search);
    free(course.states);
    ruleset_close(rules);
}

/* ---- many games ------------------------------------------------------------------------------ */

struct games_shared {
    const struct training_data *data;
    struct move_traits traits;
    struct samples *each; /* of each game of this process */
    uint64_t count, next, done;
    pthread_mutex_t mutex;
};

static void learn(void *context, int thread)
{
    (void)thread;
    struct games_shared *shared = context;
    const struct training_data *data = shared->data;
    pthread_mutex_lock(&shared->mutex);
    while (shared->next < shared->count) {
        uint64_t at = shared->next++;
        pthread_mutex_unlock(&shared->mutex);
        shared->each[at].inputs = network_input_count(data->game);
        learn_game(data, &shared->traits, data->first + at * (uint64_t)data->step,
                   &shared->each[at]);
        pthread_mutex_lock(&shared->mutex);
        shared->done++;
        if (data->progress != NULL)
            data->progress(data->context, shared->done);
    }
    pthread_mutex_unlock(&shared->mutex);
}

void training_data_play(const struct training_data *data, struct samples *out)
{
    uint64_t step = (uint64_t)data->step;
    assert(data->step > 0 && data->threads > 0 && data->trust <= 100);
    struct games_shared shared = {.data = data, .count = (data->games + step - 1) / step};
    move_traits_open(&shared.traits, data->game);
    pthread_mutex_init(&shared.mutex, NULL);
    shared.each = memory_new(shared.count, sizeof *shared.each);
    in_threads(data->threads, learn, &shared);
    for (uint64_t i = 0; i < shared.count; i++)
        samples_move(out, &shared.each[i]);
    free(shared.each);
    pthread_mutex_destroy(&shared.mutex);
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
    struct cast cast = {.learner = EVERYONE};
    union any_state state;
    struct estimate end;
    uint64_t wins = 0;
    for (int i = 0; i < players; i++) {
        judges[i] = *contest->judges[(i + (int)(number % 2)) % 2];
        judges[i].notes = &notes[i];
        judge_notes_begin(&notes[i]);
        cast.seats[i] = (struct one_turn){judge_worth, &judges[i], &judges[i], contest->samples, 0};
    }
    play_game(rules, &cast, &state, &random, NULL, NULL);
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
