/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What every game owes to everyone else, tested on every game in the list with every setup: random
 * games in which each promise of the contract is checked at each step. A new game gets all of this
 * for its line in the list. ORRERY_TEST_GAMES multiplies the number of games. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "setups.h"

#include "contract/drawing.h"
#include "contract/fields.h"
#include "contract/notation.h"
#include "contract/play.h"
#include "record/position.h"
#include "record/record.h"

/* With sanitizers every step takes many times as long, and the other builds walk the same games:
 * one of each setup, and in the short run only of the plain setups. */
#ifdef SANITIZED
enum { STEPS_EACH = 1, ALL_SETUPS = false, TEXTS_EVERY = 13 };
#else
enum { STEPS_EACH = 600, ALL_SETUPS = true, TEXTS_EVERY = 5 };
#endif
enum { ILLEGAL_TRIES = 20, PICKS_EACH = 8, SETUPS_MAX = 512, PLAYED_OUT_EVERY = 50 };

/* How far moves that are drawn many times are from coming equally often: chi-square, summed up over
 * all lists of moves. */
struct evenness {
    double deviation;
    double freedom; /* what to expect of it */
};

/* A random game under way, and where it is, for messages. */
struct walk {
    const struct ruleset *rules;
    uint64_t number;
    int phase; /* games before this one, of all setups */
    int step;
    int round;
    struct random random;
    union any_state state;
    struct record record;
    struct evenness *evenness;
};

/* Fails with the place: setup, game, step and position. */
static void fail_at(const struct walk *walk, const char *what, const char *detail)
{
    struct text place = {0};
    setup_write(walk->rules->game, &walk->rules->setup, &place);
    text_addf(&place, ", game %llu, step %d\n", (unsigned long long)walk->number, walk->step);
    position_write(walk->rules, &walk->state, &place);
    fail_msg("%s%s%s: %s", what, detail ? ": " : "", detail ? detail : "", text_string(&place));
}

static void check(const struct walk *walk, bool fine, const char *what)
{
    if (!fine)
        fail_at(walk, what, NULL);
}

/* ---- at every step --------------------------------------------------------------------------- */

static bool same_state(const struct walk *walk, const union any_state *other)
{
    return memcmp(&walk->state, other, walk->rules->game->state_size) == 0;
}

static int row_count(const struct wording *table)
{
    int count = 0;
    while (table[count].name != NULL)
        count++;
    return count;
}

static void check_node(struct walk *walk, struct node node, int count)
{
    const struct ruleset *rules = walk->rules;
    int players = rules->setup.players;
    check(walk, node.actor >= NOBODY && node.actor < players, "the actor is nobody known");
    check(walk, node.turn >= NOBODY && node.turn < players && node.turn != DEALER, "whose turn");
    check(walk, (node.actor == NOBODY) == (count == 0), "over if and only if nothing is legal");
    check(walk, node.ask.kind < row_count(rules->game->words->questions), "an unknown question");
    if (node.actor != NOBODY) {
        check(walk, node.round >= walk->round, "the round went back");
        walk->round = node.round;
    }
}

/* Legal moves: in bounds, none twice, the same list when asked again, all with a notation. */
static void check_legal(const struct walk *walk, const struct move *moves, int count)
{
    const struct ruleset *rules = walk->rules;
    struct move again[MOVES_MAX];
    int kinds = row_count(rules->game->words->moves);
    check(walk, count <= MOVES_MAX, "too many moves");
    check(walk, rules->game->legal(rules, &walk->state, again) == count, "another list");
    for (int i = 0; i < count; i++) {
        check(walk, move_equal(moves[i], again[i]), "the list has another order");
        check(walk, moves[i].kind < kinds, "an unknown kind of move");
        for (int k = 0; k < i; k++)
            check(walk, !move_equal(moves[i], moves[k]), "a move stands in the list twice");
    }
}

/* In the short run each step speaks another language; the next game begins with another one. */
static bool is_spoken(const struct walk *walk, int language)
{
    return games_factor() > 1 ||
           ((uint64_t)walk->step + walk->number) % LANGUAGE_COUNT == (uint64_t)language;
}

static void check_words(const struct walk *walk, struct text *text)
{
    check(walk, text->length > 0, "a text is empty");
    check(walk, strpbrk(text_string(text), "{}") == NULL, "a slot was not filled");
    text_clear(text);
}

/* What a move means is said in words, or not at all. */
static void check_explanation(const struct walk *walk, struct move move, enum language language)
{
    struct text text = {0};
    explain_move(walk->rules, &walk->state, move, language, &text);
    if (text.length > 0)
        check_words(walk, &text);
    text_free(&text);
}

static void check_notation(const struct walk *walk, const struct move *moves, int count)
{
    struct text text = {0};
    int actor = walk->rules->game->node(walk->rules, &walk->state).actor;
    for (int i = 0; i < count; i++) {
        struct problem problem = {0};
        struct move back;
        move_write(walk->rules, moves[i], &text);
        if (!move_from_text(walk->rules, text_span(&text), &back, &problem) ||
            !move_equal(back, moves[i]))
            fail_at(walk, "a move cannot be read back", text_string(&text));
        text_clear(&text);
        for (int language = 0; language < LANGUAGE_COUNT; language++) {
            if (!is_spoken(walk, language))
                continue;
            struct teller teller = {.language = (enum language)language};
            tell_move(walk->rules, &walk->state, &teller, actor, moves[i], &text);
            check_words(walk, &text);
            check_explanation(walk, moves[i], (enum language)language);
        }
    }
    text_free(&text);
}

/* A move that is not in the list is refused, and nothing changes. */
static void check_illegal(struct walk *walk, const struct move *moves, int count)
{
    union any_state before = walk->state;
    struct events events = {.count = 0};
    for (int i = 0; i < ILLEGAL_TRIES; i++) {
        struct move move =
            count > 0 ? moves[random_below(&walk->random, (uint32_t)count)] : (struct move){0};
        uint8_t *parts[4] = {&move.kind, &move.a, &move.b, &move.c};
        *parts[random_below(&walk->random, 4)] = (uint8_t)random_below(&walk->random, 256);
        bool listed = false;
        for (int k = 0; k < count; k++)
            listed = listed || move_equal(moves[k], move);
        if (listed)
            continue;
        check(walk, !play_move(walk->rules, &walk->state, move, &events), "an illegal move");
        check(walk, events.count == 0 && same_state(walk, &before), "a refused move left traces");
    }
}

static int place_in(const struct move *moves, int count, struct move move)
{
    int place = count - 1;
    while (place >= 0 && !move_equal(moves[place], move))
        place--;
    return place;
}

/* What is picked at random is legal, and in the long run each legal move comes equally often. */
static void check_seat_picks(const struct walk *walk, const struct move *moves, int count)
{
    struct random random = random_stream(walk->number, (uint64_t)walk->step);
    int drawn[MOVES_MAX] = {0};
    for (int i = 0; i < PICKS_EACH * count; i++) {
        struct move picked;
        check(walk, play_pick(walk->rules, &walk->state, &random, &picked), "nothing is picked");
        int place = place_in(moves, count, picked);
        check(walk, place >= 0, "a picked move is not legal");
        drawn[place]++;
    }
    for (int i = 0; i < count; i++)
        walk->evenness->deviation += (drawn[i] - PICKS_EACH) * (drawn[i] - PICKS_EACH);
    walk->evenness->freedom += PICKS_EACH * (count - 1);
}

/* The dealer's are drawn from the list, by its weights and with a single number. */
static void check_pick(const struct walk *walk, struct node node, const struct move *moves,
                       int count)
{
    const struct ruleset *rules = walk->rules;
    struct random random = random_stream(walk->number, (uint64_t)walk->step), again = random;
    struct move picked;
    if (node.actor >= 0) {
        check_seat_picks(walk, moves, count);
        return;
    }
    bool is_picked = play_pick(rules, &walk->state, &random, &picked);
    check(walk, is_picked == (count > 0), "a pick after the end, or none before it");
    check(walk, count == 0 || move_equal(picked, chance_random(rules, &walk->state, &again)),
          "chance is drawn in another way");
    check(walk, random.counter == again.counter, "chance takes another number");
}

/* Playing a game out is picking and applying in turn, with the same numbers. */
static void check_play_out(const struct walk *walk)
{
    const struct ruleset *rules = walk->rules;
    union any_state at_once = walk->state, by_steps = walk->state;
    struct random random = random_stream(walk->number, (uint64_t)walk->step), again = random;
    uint32_t made = play_out(rules, &at_once, &random), steps = 0;
    while (play_random(rules, &by_steps, &again))
        steps++;
    check(walk, made == steps, "a game played out has another number of moves");
    check(walk, memcmp(&at_once, &by_steps, rules->game->state_size) == 0,
          "a game played out ends differently");
    check(walk, random.counter == again.counter, "a game played out takes other numbers");
}

static void check_blocked(const struct walk *walk, const struct move *moves, int count)
{
    const struct ruleset *rules = walk->rules;
    struct blocked blocked[BLOCKED_MAX];
    struct text text = {0};
    int found = rules->game->blocked(rules, &walk->state, blocked);
    int actor = rules->game->node(rules, &walk->state).actor;
    check(walk, found <= BLOCKED_MAX, "too many blocked options");
    check(walk, actor >= 0 || found == 0, "something is blocked, but no seat decides");
    for (int i = 0; i < found; i++) {
        check(walk, blocked[i].why.kind < row_count(rules->game->words->reasons), "a reason");
        for (int k = 0; k < count; k++)
            check(walk, !move_equal(blocked[i].move, moves[k]), "legal and blocked");
        for (int k = 0; k < i; k++)
            check(walk, !move_equal(blocked[i].move, blocked[k].move), "blocked twice");
        for (int language = 0; language < LANGUAGE_COUNT; language++) {
            if (!is_spoken(walk, language))
                continue;
            struct teller teller = {.language = (enum language)language};
            tell_message(rules, &teller, rules->game->words->reasons, blocked[i].why, &text);
            check_explanation(walk, blocked[i].move, (enum language)language);
            check_words(walk, &text);
        }
    }
    text_free(&text);
}

/* Positions and JSON give back the same bytes. */
static void check_texts(const struct walk *walk)
{
    const struct ruleset *rules = walk->rules;
    struct problem problem = {0};
    struct text text = {0};
    struct json json = {.out = &text};
    union any_state back;
    struct scan scan;
    state_block_write(rules, &walk->state, &text);
    bool read = scan_open(&scan, "text", text_span(&text), &problem) && scan_line(&scan) &&
                state_block_read(rules, &scan, &back);
    check(walk, read && same_state(walk, &back), "the state as text");
    text_clear(&text);
    state_json(rules, &walk->state, &json, NULL);
    read = state_from_json(rules, text_span(&text), &back, &problem);
    check(walk, read && same_state(walk, &back), "the state as JSON");
    check(walk, state_hash(rules, &back) == state_hash(rules, &walk->state), "the hash");
    text_free(&text);
}

static void check_score(const struct walk *walk)
{
    const struct ruleset *rules = walk->rules;
    struct score score;
    bool somebody_is_first = false;
    rules->game->score(rules, &walk->state, &score);
    for (int seat = 0; seat < rules->setup.players; seat++) {
        int sum = 0;
        for (int i = 0; i < SOURCES_MAX; i++)
            sum += score.parts[seat][i];
        check(walk, sum == score.total[seat], "the parts of the score do not add up");
        check(walk, score.place[seat] >= 1 && score.place[seat] <= rules->setup.players, "places");
        somebody_is_first = somebody_is_first || score.place[seat] == 1;
    }
    check(walk, somebody_is_first, "nobody has the first place");
}

/* Features: all that are promised are written, and nothing behind them. */
/* The function that names features writes the same numbers, and leaves none without a name. */
static void check_feature_names(const struct walk *walk, const struct score *score, int seat,
                                const int16_t *features)
{
    const struct game *game = walk->rules->game;
    static struct feature_name names[FEATURES_MAX];
    int16_t numbers[FEATURES_MAX];
    if (game->feature_names == NULL)
        return;
    memset(names, 0, sizeof names);
    game->feature_names(walk->rules, &walk->state, score, seat, numbers, names);
    check(walk, memcmp(numbers, features, game->feature_count * sizeof *numbers) == 0,
          "features that differ when they are named");
    for (int i = 0; i < game->feature_count; i++)
        check(walk, names[i].block != NULL && names[i].label != NULL, "a feature without a name");
}

static void check_features(const struct walk *walk)
{
    const struct game *game = walk->rules->game;
    int16_t once[FEATURES_MAX + 1], again[FEATURES_MAX + 1];
    struct score score;
    game->score(walk->rules, &walk->state, &score);
    for (int seat = 0; seat < walk->rules->setup.players; seat++) {
        memset(once, 0x5a, sizeof once);
        memset(again, 0xa5, sizeof again);
        game->features(walk->rules, &walk->state, &score, seat, once);
        game->features(walk->rules, &walk->state, &score, seat, again);
        size_t size = game->feature_count * sizeof once[0];
        check(walk, memcmp(once, again, size) == 0, "features that were not written");
        check(walk, once[game->feature_count] == 0x5a5a, "features behind the last");
        if (seat == 0)
            check_feature_names(walk, &score, seat, once);
    }
}

/* No line is wider than wanted. */
static void check_lines(const struct walk *walk, const struct text *text, int width)
{
    for (const char *line = text_string(text); *line != '\0';) {
        size_t length = strcspn(line, "\n");
        check(walk, (int)text_width((struct span){line, length}) <= width, "a wide picture");
        line += length + (line[length] == '\n');
    }
}

/* Marks change nothing but the colours, are all closed, and name things that there are. */
static void check_marks(const struct walk *walk, struct drawing drawing, const struct text *plain)
{
    struct text marked = {0}, bare = {0};
    struct drawing_reader reader;
    struct span character;
    drawing.marked = true;
    draw_table(walk->rules, &walk->state, &drawing, &marked);
    drawing_plain(text_span(&marked), &bare);
    check(walk, span_equal(text_span(&bare), text_span(plain)), "marks that can be seen");
    reader = (struct drawing_reader){.rest = text_span(&marked)};
    while (drawing_next(&reader, &character)) {
        check(walk, reader.depth <= MARKS_MAX, "marks inside too many");
        for (int i = 0; i < reader.depth; i++)
            check(walk,
                  reader.marks[i].kind <= THING_SEAT ||
                      thing_token(walk->rules, reader.marks[i].kind, reader.marks[i].value) != NULL,
                  "a mark for a thing that there is not");
    }
    check(walk, reader.depth == 0, "a mark that is not closed");
    text_free(&marked);
    text_free(&bare);
}

static void check_picture(const struct walk *walk)
{
    static const uint16_t widths[] = {DRAWING_WIDTH, 80, DRAWING_WIDTH_MIN, DRAWING_WIDTH_MAX};
    static unsigned pictures; /* each has another width than the one before */
    struct text text = {0};
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        if (!is_spoken(walk, language))
            continue;
        unsigned i = (pictures + (unsigned)language) % (sizeof widths / sizeof widths[0]);
        struct drawing drawing = {.language = (enum language)language,
                                  .width = widths[i],
                                  .height = i == 1 ? 20 : 0,
                                  .unicode = i % 2 == 1};
        draw_table(walk->rules, &walk->state, &drawing, &text);
        check(walk, text.length > 0, "the picture is empty");
        check_lines(walk, &text, widths[i]);
        if (i == 1)
            check_marks(walk, drawing, &text);
        text_clear(&text);
        for (int reader = 0; reader <= walk->rules->setup.players; reader++) {
            struct teller teller = {.language = (enum language)language, .reader = reader};
            tell_question(walk->rules, &walk->state, &teller, &text);
            check_words(walk, &text);
        }
    }
    pictures++;
    text_free(&text);
}

static void check_events(const struct walk *walk, const struct events *events)
{
    const struct words *words = walk->rules->game->words;
    struct text text = {0};
    check(walk, events->count < EVENTS_MAX, "events were lost");
    for (int i = 0; i < events->count; i++) {
        struct problem problem = {0};
        struct message back = {0};
        struct scan scan;
        check(walk, events->list[i].kind < row_count(words->events), "an unknown event");
        message_write(walk->rules, words->events, events->list[i], &text);
        bool read = scan_open(&scan, "event", text_span(&text), &problem) && scan_line(&scan) &&
                    message_read(walk->rules, words->events, &scan, &back) && scan_done(&scan);
        check(walk, read && back.kind == events->list[i].kind, "an event cannot be read back");
        text_clear(&text);
        for (int language = 0; language < LANGUAGE_COUNT; language++) {
            if (!is_spoken(walk, language))
                continue;
            struct teller teller = {.language = (enum language)language};
            tell_message(walk->rules, &teller, words->events, events->list[i], &text);
            check_words(walk, &text);
        }
    }
    text_free(&text);
}

/* The fast and the checked way, with and without events, lead to the same state. */
static void make_move(struct walk *walk, struct move move)
{
    const struct ruleset *rules = walk->rules;
    union any_state fast = walk->state, silent = walk->state;
    struct events events = {.count = 0}, ignored = {.count = 0};
    record_add(&walk->record, rules->game->node(rules, &walk->state).actor, move);
    rules->game->apply(rules, &fast, move, &ignored);
    rules->game->apply(rules, &silent, move, NULL);
    check(walk, play_move(rules, &walk->state, move, &events), "a legal move was refused");
    check(walk, same_state(walk, &fast), "the fast and the checked way differ");
    check(walk, same_state(walk, &silent), "events changed the state");
    check_events(walk, &events);
}

/* ---- whole games ----------------------------------------------------------------------------- */

static struct move pick(struct walk *walk, struct node node, const struct move *moves, int count)
{
    if (node.actor != DEALER)
        return moves[random_below(&walk->random, (uint32_t)count)];
    struct chance chance;
    chance_list(walk->rules, &walk->state, &chance);
    check(walk, chance.count == count && chance.total >= (uint32_t)count, "odds");
    for (int i = 0; i < count; i++)
        check(walk, chance.weights[i] > 0, "a chance move that cannot happen is listed");
    return chance_draw(&chance, random_below(&walk->random, chance.total));
}

/* Texts take most of the time. In the short run they are checked at few steps, at others in each
 * game; in the long run, and in small states, at all of them. */
static bool is_thorough(const struct walk *walk)
{
    return games_factor() > 1 || walk->rules->game->state_size < 100 ||
           (walk->step + walk->phase) % TEXTS_EVERY == 0;
}

static bool take_step(struct walk *walk)
{
    const struct ruleset *rules = walk->rules;
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, &walk->state, moves);
    struct node node = rules->game->node(rules, &walk->state);
    const char *wrong = rules->game->check(rules, &walk->state);
    if (wrong != NULL)
        fail_at(walk, "an invariant does not hold", wrong);
    check_node(walk, node, count);
    check_legal(walk, moves, count);
    check_illegal(walk, moves, count);
    check_pick(walk, node, moves, count);
    check_score(walk);
    if (walk->step % PLAYED_OUT_EVERY == 0)
        check_play_out(walk);
    if (is_thorough(walk)) {
        check_notation(walk, moves, count);
        check_blocked(walk, moves, count);
        check_texts(walk);
        check_features(walk);
        check_picture(walk);
    }
    if (count == 0)
        return false;
    check(walk, (uint32_t)walk->step < rules->game->moves_bound, "the game does not end");
    make_move(walk, pick(walk, node, moves, count));
    walk->step++;
    return true;
}

/* The game written as a record and read again leads to the same end. */
static void check_record(struct walk *walk)
{
    const struct ruleset *rules = walk->rules;
    struct problem problem = {0};
    struct text text = {0}, again = {0};
    struct record back;
    struct score score;
    union any_state end;
    rules->game->score(rules, &walk->state, &score);
    memcpy(walk->record.score, score.total, sizeof walk->record.score);
    walk->record.fields = state_digest(rules, &walk->state);
    walk->record.has_fields = true;
    for (int i = 0; i < SEATS_MAX; i++)
        strcpy(walk->record.seats[i].name, "Nobody");
    walk->record.rules = (struct ruleset *)(uintptr_t)rules;
    record_write(&walk->record, &text);
    bool fine = record_read(&back, "record", text_span(&text), NULL, &problem) &&
                record_replay(&back, &end, NULL, NULL, &problem);
    check(walk, fine && same_state(walk, &end), "the record does not lead to the same end");
    record_write(&back, &again);
    check(walk, span_equal(text_span(&text), text_span(&again)), "the record reads differently");
    record_free(&back);
    text_free(&text);
    text_free(&again);
}

/* Returns how many steps the game had. */
static int walk_one_game(const struct ruleset *rules, uint64_t number, struct evenness *evenness)
{
    static int walks;
    struct walk *walk = memory_new_at_line(sizeof *walk);
    walk->rules = rules;
    walk->number = number;
    walk->phase = walks++;
    walk->evenness = evenness;
    walk->random = random_stream(7, number);
    play_start(rules, &walk->state);
    while (take_step(walk))
        continue;
    check_record(walk);
    int steps = walk->step;
    free(walk->record.moves);
    free(walk);
    return steps;
}

/* Chi-square has twice the variance of its freedom; five times the deviation is never seen. */
static void check_evenness(const struct evenness *sum)
{
    double freedom = sum->freedom / PICKS_EACH;
    double excess = sum->deviation / PICKS_EACH - freedom;
    if (excess > 0 && excess * excess > 25 * 2 * freedom)
        fail_msg("picked moves are not equally likely: chi-square %.0f of %.0f", freedom + excess,
                 freedom);
}

/* Whole games until there were enough steps, so that long and short games take the same time. */
static void test_random_games(void **context)
{
    const struct ruleset *rules = *context;
    struct evenness evenness = {0};
    int64_t steps = (int64_t)STEPS_EACH * games_factor();
    for (uint64_t i = 0; steps > 0; i++)
        steps -= walk_one_game(rules, i, &evenness);
    check_evenness(&evenness);
}

/* ---- the list of tests ----------------------------------------------------------------------- */

static bool is_wanted(const struct game *game, const struct setup *setup)
{
    return ALL_SETUPS || games_factor() > 1 || setup_is_plain(game, setup);
}

/* Only that game, if one is named. */
static bool is_meant(const struct game *game, int argc, char **argv)
{
    return argc < 2 || strcmp(game->name, argv[1]) == 0;
}

static struct CMUnitTest tests[SETUPS_MAX];
static struct ruleset *rulesets[SETUPS_MAX];

int main(int argc, char **argv)
{
    size_t count = 0;
    for (int i = 0; games[i] != NULL; i++) {
        struct setup setup = setup_first(games[i]);
        if (!is_meant(games[i], argc, argv))
            continue;
        do {
            struct problem problem = {0};
            struct text name = {0};
            if (!is_wanted(games[i], &setup) || count == SETUPS_MAX)
                continue;
            struct ruleset *rules = ruleset_open(games[i], &setup, NULL, &problem);
            if (rules == NULL)
                continue;
            setup_write(games[i], &setup, &name);
            rulesets[count] = rules;
            tests[count++] = (struct CMUnitTest){.name = strdup(text_string(&name)),
                                                 .test_func = test_random_games,
                                                 .initial_state = rules};
            text_free(&name);
        } while (setup_next(games[i], &setup));
    }
    /* The number of tests is not known before, so the macro that counts an array cannot be used. */
    int failed = _cmocka_run_group_tests("contract", tests, count, NULL, NULL);
    for (size_t i = 0; i < count; i++) {
        free((void *)(uintptr_t)tests[i].name);
        ruleset_close(rulesets[i]);
    }
    return failed;
}
