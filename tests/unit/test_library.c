/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* liborrery through its public header alone: it says what the engine says, refuses what is wrong,
 * and does the same in any number of threads. ORRERY_TEST_GAMES multiplies the games. */

#include "../registered_tests.h"
#include "../short_run.h"

#include "orrery.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

enum { TEXT = 1 << 20, GAMES_EACH = 3 };

/* A state of any game, where the library wants it. */
union room {
    uint64_t align;
    unsigned char bytes[ORRERY_STATE_MAX];
};

static char text[TEXT], other_text[TEXT];

static struct orrery_rules *open_rules(const char *game, int players, const char *options)
{
    struct orrery_problem problem;
    struct orrery_rules *rules = orrery_rules_open(game, players, options, NULL, 0, &problem);
    assert_string_equal(problem.sentence, "");
    assert_non_null(rules);
    return rules;
}

static struct orrery_sizes sizes_of(const struct orrery_rules *rules)
{
    struct orrery_sizes sizes;
    assert_int_equal(orrery_rules_sizes(rules, &sizes), ORRERY_FINE);
    return sizes;
}

static bool is_same(const struct orrery_rules *rules, const union room *a, const union room *b)
{
    return memcmp(a, b, (size_t)sizes_of(rules).state) == 0;
}

/* What others have compiled into their programs. */
TEST(test_sizes_of_structs)
{
    assert_int_equal(sizeof(struct orrery_problem), 520);
    assert_int_equal(sizeof(struct orrery_sizes), 32);
    assert_int_equal(sizeof(struct orrery_node), 12);
    assert_int_equal(sizeof(struct orrery_score), 140);
    assert_int_equal(sizeof(struct orrery_batch_out), 8 * sizeof(void *));
    assert_int_equal(ORRERY_NOT_NOW, -7);
    assert_int_equal(ORRERY_KEEP_ENDED, 2);
    assert_int_equal(ORRERY_STATE_MAX, 2112);
}

TEST(test_games)
{
    int count = 0;
    for (; orrery_game_name(count) != NULL; count++) {
        const char *game = orrery_game_name(count);
        for (int language = 0; orrery_language_name(language) != NULL; language++) {
            assert_in_range(orrery_game_json(game, (enum orrery_language)language, text, TEXT), 100,
                            TEXT - 1);
            assert_non_null(strstr(text, "\"moves\":["));
            assert_in_range(orrery_players_json(game, (enum orrery_language)language, text, TEXT),
                            100, TEXT - 1);
        }
    }
    assert_true(count >= 3);
    assert_null(orrery_game_name(-1));
    assert_null(orrery_game_name(INT32_MAX));
    assert_int_equal(orrery_game_json("chess", ORRERY_ENGLISH, text, TEXT), ORRERY_WRONG_TEXT);
    assert_int_equal(
        orrery_game_json("noughts", (enum orrery_language)ORRERY_LANGUAGES_MAX, text, TEXT),
        ORRERY_WRONG_ARGUMENT);
    assert_true(strlen(orrery_version()) > 0);
}

static void assert_no_rules(const char *game, int players, const char *options, const char *cards,
                            const char *sentence)
{
    struct orrery_problem problem;
    assert_null(
        orrery_rules_open(game, players, options, cards, cards ? strlen(cards) : 0, &problem));
    assert_string_equal(problem.sentence, sentence);
    assert_null(orrery_rules_open(game, players, options, cards, cards ? strlen(cards) : 0, NULL));
}

TEST(test_rules_that_cannot_be)
{
    assert_no_rules("nougts", 2, NULL, NULL,
                    "there is no game \"nougts\"; did you mean \"noughts\"?");
    assert_no_rules("chess", 2, NULL, NULL, "there is no game \"chess\"");
    assert_no_rules(NULL, 2, NULL, NULL, "there is no game \"\"");
    assert_no_rules("noughts", 3, NULL, NULL, "noughts takes 2 players");
    assert_no_rules("noughts", -1, NULL, NULL, "noughts takes 2 players");
    assert_no_rules("noughts", 258, NULL, NULL, "noughts takes 2 players");
    assert_no_rules("noughts", 2, "goal=win", NULL,
                    "the option goal has these choices: line, avoid");
    assert_no_rules("noughts", 2, "start", NULL,
                    "found \"start\", expected an option as NAME=CHOICE");
    assert_no_rules("noughts", 2, NULL, "orrery cards 2\n",
                    "found \"orrery cards 2\", expected orrery cards 1");
    orrery_rules_close(NULL);
}

/* Cards as a text: the same cards are the same rules, changed ones are others. */
TEST(test_cards)
{
    struct orrery_problem problem;
    struct orrery_rules *rules = open_rules("noughts", 2, "goal=avoid start=first");
    int64_t length = orrery_rules_cards(rules, text, TEXT);
    assert_in_range(length, 100, TEXT - 1);
    struct orrery_rules *same =
        orrery_rules_open("noughts", 2, "goal=avoid start=first", text, (size_t)length, &problem);
    assert_non_null(same);
    assert_true(sizes_of(same).cards == sizes_of(rules).cards);
    char *name = strstr(text, "cells    a1 b1 c1");
    assert_non_null(name);
    memcpy(name, "cells    a1 b2 c1", 17);
    struct orrery_rules *changed =
        orrery_rules_open("noughts", 2, "goal=avoid start=first", text, (size_t)length, &problem);
    assert_non_null(changed);
    assert_true(sizes_of(changed).cards != sizes_of(rules).cards);
    assert_true(sizes_of(changed).numbering == sizes_of(rules).numbering);
    union room state;
    struct orrery_node node;
    orrery_start(rules, &state);
    assert_int_equal(orrery_node(same, &state, &node), ORRERY_FINE);
    assert_int_equal(node.actor, 0);
    assert_int_equal(orrery_node(changed, &state, &node), ORRERY_WRONG_STATE);
    assert_in_range(orrery_rules_json(rules, ORRERY_GERMAN, text, TEXT), 100, TEXT - 1);
    assert_non_null(strstr(text, "\"goal\":\"avoid\""));
    assert_null(strstr(text, "\"variant\""));
    orrery_rules_close(changed);
    orrery_rules_close(same);
    orrery_rules_close(rules);
}

/* ---- whole games ----------------------------------------------------------------------------- */

/* The mask and the odds say what the list says. */
static void check_lists(const struct orrery_rules *rules, const union room *state,
                        const struct orrery_node *node, const int32_t *legal, int count)
{
    static uint8_t mask[1 << 16];
    uint32_t odds[ORRERY_MOVES_MAX];
    int set = 0;
    struct orrery_sizes sizes = sizes_of(rules);
    assert_int_equal(orrery_mask(rules, state, mask, sizeof mask), count);
    for (int i = 0; i < sizes.actions; i++)
        set += mask[i];
    assert_int_equal(set, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(mask[legal[i]], 1);
    int outcomes = orrery_odds(rules, state, odds, ORRERY_MOVES_MAX);
    assert_int_equal(outcomes, node->actor == ORRERY_DEALER ? count : ORRERY_NOT_NOW);
    for (int i = 0; i < outcomes; i++)
        assert_true(odds[i] >= 1);
    assert_int_equal(orrery_mask(rules, state, mask, (size_t)sizes.actions - 1), ORRERY_NO_ROOM);
    if (count > 0)
        assert_int_equal(orrery_legal(rules, state, (int32_t *)odds, count - 1), ORRERY_NO_ROOM);
}

/* Texts of a state lead back to it. */
static void check_texts(const struct orrery_rules *rules, const union room *state)
{
    union room back;
    struct orrery_problem problem;
    int64_t length = orrery_state_json(rules, state, text, TEXT);
    assert_int_equal(orrery_state_from_json(rules, text, (size_t)length, &back, &problem),
                     ORRERY_FINE);
    assert_true(is_same(rules, state, &back));
    length = orrery_position_text(rules, state, text, TEXT);
    memset(&back, 0, sizeof back);
    struct orrery_rules *read =
        orrery_position_open(text, (size_t)length, NULL, 0, &back, &problem);
    assert_non_null(read);
    assert_true(is_same(rules, state, &back));
    orrery_rules_close(read);
    assert_int_equal(orrery_state_check(rules, state, &problem), ORRERY_FINE);
    assert_true(orrery_table_text(rules, state, ORRERY_GERMAN, text, TEXT) > 0);
    assert_true(orrery_moment_json(rules, state, ORRERY_ENGLISH, text, TEXT) > 0);
    assert_true(orrery_blocked_json(rules, state, ORRERY_ENGLISH, text, TEXT) >= 2);
}

static void check_action_texts(const struct orrery_rules *rules, const union room *state,
                               const int32_t *legal, int count)
{
    for (int i = 0; i < count; i++) {
        int64_t length = orrery_action_text(rules, legal[i], text, TEXT);
        assert_true(length > 0);
        assert_int_equal(orrery_action_read(rules, text, (size_t)length, NULL), legal[i]);
        assert_true(orrery_action_told(rules, state, legal[i], ORRERY_GERMAN, text, TEXT) > 0);
    }
}

/* Plays a random game action by action, and the same by the other functions. */
static void play_game(const struct orrery_rules *rules, uint64_t seed)
{
    union room state, copy;
    struct orrery_node node;
    struct orrery_score score;
    int32_t legal[ORRERY_MOVES_MAX];
    int16_t features[2048];
    struct orrery_record *record = orrery_record_new(rules);
    uint64_t random = seed;
    int steps = 0;
    assert_int_equal(orrery_start(rules, &state), ORRERY_FINE);
    for (;; steps++) {
        assert_int_equal(orrery_node(rules, &state, &node), ORRERY_FINE);
        int count = orrery_legal(rules, &state, legal, ORRERY_MOVES_MAX);
        assert_int_equal(count == 0, node.actor == ORRERY_NOBODY);
        check_lists(rules, &state, &node, legal, count);
        if (steps % 40 == 0) {
            check_texts(rules, &state);
            check_action_texts(rules, &state, legal, count);
            assert_int_equal(orrery_features(rules, &state, 1, features, 2048),
                             sizes_of(rules).features);
        }
        copy = state;
        int action = orrery_random_action(rules, &state, &random);
        if (action < 0)
            break;
        assert_int_equal(orrery_record_add(record, action), ORRERY_FINE);
        if (steps % 2 == 0)
            assert_int_equal(orrery_apply(rules, &copy, action), ORRERY_FINE);
        else
            assert_true(orrery_apply_told(rules, &copy, action, ORRERY_ENGLISH, text, TEXT) >= 2);
        assert_true(is_same(rules, &state, &copy));
    }
    assert_int_equal(orrery_score(rules, &state, &score), ORRERY_FINE);
    assert_int_equal(score.place[0] == 1 || score.place[1] == 1 || score.place[2] == 1 ||
                         score.place[3] == 1,
                     true);
    orrery_start(rules, &copy);
    random = seed;
    assert_int_equal(orrery_play_out(rules, &copy, &random), steps);
    assert_true(is_same(rules, &state, &copy));
    assert_int_equal(orrery_record_count(record), steps);
    assert_int_equal(orrery_record_state(record, steps, &copy), ORRERY_FINE);
    assert_true(is_same(rules, &state, &copy));
    orrery_record_close(record);
}

TEST(test_random_games)
{
    for (int i = 0; orrery_game_name(i) != NULL; i++) {
        for (int players = 2; players <= 4; players++) {
            struct orrery_rules *rules =
                orrery_rules_open(orrery_game_name(i), players, NULL, NULL, 0, NULL);
            for (int game = 0; rules != NULL && game < GAMES_EACH * games_factor(); game++)
                play_game(rules, (uint64_t)(100 * players + game));
            orrery_rules_close(rules);
        }
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

TEST(test_wrong_arguments)
{
    struct orrery_rules *rules = open_rules("noughts", 2, "start=first");
    union room state, empty = {0};
    struct orrery_node node;
    struct orrery_score score;
    int32_t legal[ORRERY_MOVES_MAX];
    int16_t features[64];
    uint64_t random = 1;
    orrery_start(rules, &state);
    assert_int_equal(orrery_start(NULL, &state), ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_start(rules, NULL), ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_start(rules, state.bytes + 4), ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_node(rules, &empty, &node), ORRERY_WRONG_STATE);
    assert_int_equal(orrery_node(rules, &state, NULL), ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_legal(rules, &empty, legal, ORRERY_MOVES_MAX), ORRERY_WRONG_STATE);
    assert_int_equal(orrery_apply(rules, &state, -1), ORRERY_NOT_LEGAL);
    assert_int_equal(orrery_apply(rules, &state, INT32_MAX), ORRERY_NOT_LEGAL);
    assert_int_equal(orrery_apply(rules, &state, 0), ORRERY_NOT_LEGAL); /* first 1 */
    assert_int_equal(orrery_apply_told(rules, &state, 0, ORRERY_ENGLISH, text, TEXT),
                     ORRERY_NOT_LEGAL);
    assert_int_equal(orrery_score(rules, &empty, &score), ORRERY_WRONG_STATE);
    assert_int_equal(orrery_features(rules, &state, 2, features, 64), ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_features(rules, &state, 0, features, 3), ORRERY_NO_ROOM);
    assert_int_equal(orrery_random_action(rules, &empty, &random), ORRERY_WRONG_STATE);
    assert_int_equal(orrery_play_out(rules, &state, NULL), ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_action_text(rules, -5, text, TEXT), ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_action_read(rules, "mark d4", 7, NULL), ORRERY_WRONG_TEXT);
    assert_int_equal(orrery_action_read(rules, NULL, 7, NULL), ORRERY_WRONG_TEXT);
    assert_null(orrery_record_new(NULL));
    assert_null(orrery_position_open("orrery", 6, NULL, 0, &state, NULL));
    orrery_rules_close(rules);
}

/* Bytes from elsewhere, with the right beginning. */
TEST(test_bytes_from_elsewhere)
{
    struct orrery_problem problem;
    for (int i = 0; orrery_game_name(i) != NULL; i++) {
        struct orrery_rules *rules = open_rules(orrery_game_name(i), 2, NULL);
        union room state, changed;
        uint64_t random = 8;
        orrery_start(rules, &state);
        for (int k = 0; k < 9; k++)
            orrery_random_action(rules, &state, &random);
        assert_int_equal(orrery_state_check(rules, &state, &problem), ORRERY_FINE);
        changed = state;
        memset(changed.bytes + 8, 0xff, (size_t)sizes_of(rules).state - 8);
        assert_int_equal(orrery_state_check(rules, &changed, &problem), ORRERY_WRONG_STATE);
        assert_true(strlen(problem.sentence) > 0);
        changed = state;
        changed.bytes[0] ^= 1;
        assert_int_equal(orrery_state_check(rules, &changed, &problem), ORRERY_WRONG_STATE);
        orrery_rules_close(rules);
    }
}

/* A text that does not fit is cut, and its length told. */
/* What the score would be if the game ended now: at the end, what it is; before, never without the
 * places. */
TEST(test_projected_score)
{
    union room state;
    struct orrery_score now, ahead;
    uint64_t random = 5;
    for (int i = 0; orrery_game_name(i) != NULL; i++) {
        struct orrery_rules *rules = orrery_rules_open(orrery_game_name(i), 2, NULL, NULL, 0, NULL);
        assert_int_equal(orrery_projected(rules, NULL, &ahead), ORRERY_WRONG_ARGUMENT);
        assert_int_equal(orrery_start(rules, &state), ORRERY_FINE);
        assert_int_equal(orrery_projected(rules, &state, NULL), ORRERY_WRONG_ARGUMENT);
        do {
            assert_int_equal(orrery_score(rules, &state, &now), ORRERY_FINE);
            assert_int_equal(orrery_projected(rules, &state, &ahead), ORRERY_FINE);
            assert_in_range(ahead.place[0], 1, 2);
        } while (orrery_random_action(rules, &state, &random) >= 0);
        assert_memory_equal(&now, &ahead, sizeof now);
        orrery_rules_close(rules);
    }
}

TEST(test_short_room)
{
    struct orrery_rules *rules = open_rules("noughts", 2, NULL);
    char small[5];
    int action = orrery_action_read(rules, "mark b2", 7, NULL);
    assert_int_equal(orrery_action_text(rules, action, small, sizeof small), 7);
    assert_string_equal(small, "mark");
    assert_int_equal(orrery_action_text(rules, action, NULL, 0), 7);
    orrery_rules_close(rules);
}

/* ---- records --------------------------------------------------------------------------------- */

TEST(test_records)
{
    struct orrery_problem problem;
    struct orrery_rules *rules = open_rules("noughts", 2, "start=first");
    struct orrery_record *record = orrery_record_new(rules), *read;
    union room state, again;
    int32_t actor;
    assert_int_equal(orrery_record_seat(record, 0, "Ada", NULL), ORRERY_FINE);
    assert_int_equal(orrery_record_seat(record, 1, "Machine", "mcts:nodes=50"), ORRERY_FINE);
    assert_int_equal(orrery_record_seat(record, 2, "Nobody", NULL), ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_record_seat(record, 1, "", NULL), ORRERY_WRONG_TEXT);
    assert_int_equal(orrery_record_seat(record, 1, "A", "two words"), ORRERY_WRONG_TEXT);
    int b2 = orrery_action_read(rules, "mark b2", 7, NULL);
    assert_int_equal(orrery_record_add(record, b2), ORRERY_FINE);
    assert_int_equal(orrery_record_add(record, b2), ORRERY_NOT_LEGAL);
    int64_t length = orrery_record_text(record, text, TEXT);
    read = orrery_record_open(text, (size_t)length, NULL, 0, &problem);
    assert_string_equal(problem.sentence, "");
    assert_int_equal(orrery_record_count(read), 1);
    assert_int_equal(orrery_record_action(read, 0, &actor), b2);
    assert_int_equal(actor, 0);
    assert_int_equal(orrery_record_action(read, 1, &actor), ORRERY_WRONG_ARGUMENT);
    uint32_t visits[ORRERY_MOVES_MAX];
    assert_int_equal(orrery_record_visits(read, 0, visits, ORRERY_MOVES_MAX), 0);
    assert_int_equal(orrery_record_visits(read, 1, visits, ORRERY_MOVES_MAX),
                     ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_record_visits(read, 0, NULL, 1), ORRERY_WRONG_ARGUMENT);
    assert_int_equal(orrery_record_state(read, 1, &state), ORRERY_FINE);
    assert_int_equal(orrery_record_state(read, 0, &again), ORRERY_FINE);
    assert_false(is_same(rules, &state, &again));
    assert_int_equal(orrery_record_state(read, 2, &state), ORRERY_WRONG_ARGUMENT);
    orrery_record_text(read, other_text, TEXT);
    assert_string_equal(text, other_text);
    struct orrery_rules *own = orrery_record_rules(read);
    orrery_record_close(read);
    assert_int_equal(sizes_of(own).players, 2);
    orrery_rules_close(own);
    char *move = strstr(text, "mark b2");
    memcpy(move, "mark z9", 7);
    assert_null(orrery_record_open(text, (size_t)length, NULL, 0, &problem));
    assert_true(problem.line > 1);
    orrery_record_close(record);
    orrery_rules_close(rules);
}

/* ---- players --------------------------------------------------------------------------------- */

TEST(test_players)
{
    struct orrery_problem problem;
    struct orrery_rules *rules = open_rules("beyond-the-sun", 2, NULL);
    union room state;
    struct orrery_node node;
    uint64_t random = 3;
    assert_null(orrery_player_open(rules, "nobody", 1, &problem));
    assert_true(strlen(problem.sentence) > 0);
    assert_null(orrery_player_open(rules, "expert:network=/nowhere", 1, &problem));
    assert_null(orrery_player_open(rules, NULL, 1, NULL));
    struct orrery_player *commander = orrery_player_open(rules, "commander", 1, &problem);
    struct orrery_player *random_one = orrery_player_open(rules, "random:seed=4", 1, &problem);
    assert_non_null(commander);
    orrery_start(rules, &state);
    assert_int_equal(orrery_player_choose(commander, &state, 0), ORRERY_NOT_NOW); /* the dealer */
    for (int i = 0; i < 120; i++) {
        orrery_node(rules, &state, &node);
        int action = node.actor == 0   ? orrery_player_choose(commander, &state, 0)
                     : node.actor == 1 ? orrery_player_choose(random_one, &state, 1)
                                       : orrery_random_action(rules, &state, &random);
        assert_true(action >= 0);
        if (node.actor >= 0)
            assert_int_equal(orrery_apply(rules, &state, action), ORRERY_FINE);
    }
    assert_int_equal(orrery_player_begin(commander, 5), ORRERY_FINE);
    assert_int_equal(orrery_player_stop(commander), ORRERY_FINE);
    orrery_rules_close(rules); /* players keep what they need */
    assert_true(orrery_player_choose(commander, &state, 0) != ORRERY_WRONG_ARGUMENT);
    orrery_player_close(commander);
    orrery_player_close(random_one);
    orrery_player_close(NULL);
}

/* ---- batches --------------------------------------------------------------------------------- */

enum { BATCH = 70, STEPS = 180 }; /* more than one block of games for each thread */

/* Arrays for a batch, as a caller has them. */
struct arrays {
    int8_t actors[BATCH];
    uint8_t ended[BATCH], places[BATCH][ORRERY_SEATS_MAX];
    int16_t points[BATCH][ORRERY_SEATS_MAX], counts[BATCH];
    int32_t legal[BATCH][ORRERY_MOVES_MAX];
    uint8_t *masks;
    int16_t *features;
};

static struct orrery_batch_out out_of(struct arrays *arrays)
{
    return (struct orrery_batch_out){arrays->actors,    arrays->ended,   arrays->points[0],
                                     arrays->places[0], arrays->counts,  arrays->legal[0],
                                     arrays->masks,     arrays->features};
}

static void check_row(const struct orrery_rules *rules, const struct orrery_batch *batch, int row,
                      const struct arrays *arrays)
{
    static int16_t features[2048];
    union room state;
    struct orrery_node node;
    struct orrery_sizes sizes = sizes_of(rules);
    assert_int_equal(orrery_batch_get(batch, row, &state), ORRERY_FINE);
    assert_int_equal(orrery_node(rules, &state, &node), ORRERY_FINE);
    assert_int_equal(node.actor, arrays->actors[row]);
    int32_t legal[ORRERY_MOVES_MAX];
    int count = orrery_legal(rules, &state, legal, ORRERY_MOVES_MAX);
    assert_int_equal(count, arrays->counts[row]);
    assert_memory_equal(legal, arrays->legal[row], (size_t)count * sizeof legal[0]);
    for (int i = 0; i < count; i++)
        assert_int_equal(arrays->masks[row * sizes.actions + arrays->legal[row][i]], 1);
    orrery_features(rules, &state, node.actor > 0 ? node.actor : 0, features, 2048);
    assert_memory_equal(features, arrays->features + row * sizes.features,
                        (size_t)sizes.features * sizeof features[0]);
}

/* Plays a batch with random actions; returns a number that tells all that happened. */
static uint64_t play_batch(const struct orrery_rules *rules, int threads, int flags)
{
    struct orrery_sizes sizes = sizes_of(rules);
    static struct arrays arrays;
    uint64_t sum = 0;
    int games = 0;
    arrays.masks = calloc((size_t)(BATCH * sizes.actions), 1);
    arrays.features = calloc((size_t)(BATCH * sizes.features), sizeof(int16_t));
    struct orrery_batch_out out = out_of(&arrays);
    struct orrery_batch *batch = orrery_batch_open(rules, BATCH, threads, 77, flags, NULL);
    assert_non_null(batch);
    assert_int_equal(orrery_batch_step(batch, NULL, &out, NULL), ORRERY_FINE);
    for (int step = 0; step < STEPS; step++) {
        int32_t actions[BATCH];
        for (int i = 0; i < BATCH; i++)
            actions[i] =
                arrays.counts[i] > 0
                    ? arrays.legal[i][(sum + (uint64_t)(step + i)) % (uint64_t)arrays.counts[i]]
                    : -1;
        assert_int_equal(orrery_batch_step(batch, actions, &out, NULL), ORRERY_FINE);
        check_row(rules, batch, step % BATCH, &arrays);
        for (int i = 0; i < BATCH; i++) {
            games += arrays.ended[i];
            assert_int_equal(arrays.ended[i], arrays.places[i][0] > 0);
            sum = sum * 31 + (uint64_t)(arrays.actors[i] + 3 + arrays.points[i][1]);
        }
    }
    assert_true(games >= ((flags & ORRERY_KEEP_ENDED) != 0 ? 0 : 1));
    assert_true(games <= ((flags & ORRERY_KEEP_ENDED) != 0 ? BATCH : BATCH * STEPS));
    orrery_batch_close(batch);
    free(arrays.masks);
    free(arrays.features);
    return sum;
}

TEST(test_batches_in_any_number_of_threads)
{
    struct orrery_rules *noughts = open_rules("noughts", 2, NULL);
    struct orrery_rules *pulsar = open_rules("pulsar-2849", 3, NULL);
    for (int flags = 0; flags < 4; flags++)
        assert_true(play_batch(noughts, 1, flags) == play_batch(noughts, 4, flags));
    assert_true(play_batch(pulsar, 1, 0) == play_batch(pulsar, 2, 0));
    orrery_rules_close(noughts);
    orrery_rules_close(pulsar);
}

TEST(test_batch_refuses)
{
    struct orrery_rules *rules = open_rules("noughts", 2, "start=first");
    struct orrery_problem problem;
    union room before, after;
    int32_t wrong = 0;
    assert_null(orrery_batch_open(rules, 0, 1, 0, 0, &problem));
    assert_string_equal(problem.sentence, "a batch has 1 to 65536 games");
    assert_null(orrery_batch_open(rules, 1, 65, 0, 0, &problem));
    assert_null(orrery_batch_open(rules, 1, 1, 0, 8, &problem));
    assert_null(orrery_batch_open(NULL, 1, 1, 0, 0, &problem));
    struct orrery_batch *batch = orrery_batch_open(rules, 3, 2, 0, 0, &problem);
    int a1 = orrery_action_read(rules, "mark a1", 7, NULL);
    orrery_batch_get(batch, 0, &before);
    assert_int_equal(orrery_batch_step(batch, (const int32_t[]){a1, a1, 0}, NULL, &wrong),
                     ORRERY_NOT_LEGAL);
    assert_int_equal(wrong, 2);
    orrery_batch_get(batch, 0, &after);
    assert_true(is_same(rules, &before, &after));
    assert_int_equal(orrery_batch_step(batch, (const int32_t[]){a1, -1, a1}, NULL, &wrong),
                     ORRERY_FINE);
    orrery_batch_get(batch, 1, &after);
    assert_true(is_same(rules, &before, &after));
    orrery_batch_get(batch, 2, &after);
    assert_false(is_same(rules, &before, &after));
    assert_int_equal(orrery_batch_set(batch, 1, &after), ORRERY_FINE);
    assert_int_equal(orrery_batch_set(batch, 2, NULL), ORRERY_FINE);
    orrery_batch_get(batch, 2, &after);
    assert_true(is_same(rules, &before, &after));
    memset(&after, 0, sizeof after);
    assert_int_equal(orrery_batch_set(batch, 1, &after), ORRERY_WRONG_STATE);
    assert_int_equal(orrery_batch_get(batch, 3, &after), ORRERY_WRONG_ARGUMENT);
    orrery_batch_close(batch);
    orrery_batch_close(NULL);
    orrery_rules_close(rules);
}

/* ---- threads --------------------------------------------------------------------------------- */

static void *play_alone(void *context)
{
    const struct orrery_rules *rules = context;
    union room state;
    uint64_t random = 9;
    for (int i = 0; i < 3; i++) {
        struct orrery_rules *own = orrery_rules_open("pulsar-2849", 2, NULL, NULL, 0, NULL);
        orrery_start(rules, &state);
        orrery_play_out(own, &state, &random);
        orrery_rules_close(own);
    }
    return (void *)(uintptr_t)random;
}

/* Rules are shared and opened by many threads at once. */
TEST(test_threads)
{
    struct orrery_rules *rules = open_rules("pulsar-2849", 2, NULL);
    pthread_t threads[4];
    void *first = NULL, *result = NULL;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play_alone, rules), 0);
    pthread_join(threads[0], &first);
    for (int i = 1; i < 4; i++) {
        pthread_join(threads[i], &result);
        assert_ptr_equal(result, first);
    }
    orrery_rules_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
