/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The history: seeking equals replaying, snapshots are really used, truncating restores the bytes.
 * The game here is a long one that counts how often a move is made. */

#include "helpers.h"

#include "session/history.h"

#include "base/hash.h"
#include "contract/games.h"
#include "contract/ruleset.h"

#include <string.h>

/* ---- a game that counts ---------------------------------------------------------------------- */

enum { LENGTH = 203, CHOICES = 5 };

/* An odd size, so that snapshots do not fall on round addresses. */
struct tally {
    unsigned char trace[8]; /* hash of all moves */
    uint8_t made;
    uint8_t spare[2];
};
_Static_assert(sizeof(struct tally) == 11, "no padding");

static int applied; /* how often the game was asked to make a move */

static struct node node(const struct ruleset *rules, const void *state)
{
    (void)rules;
    const struct tally *s = state;
    int actor = s->made == LENGTH ? NOBODY : s->made % 3 == 2 ? DEALER : s->made % 3;
    return (struct node){.actor = actor, .turn = actor};
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    if (node(rules, state).actor == NOBODY)
        return 0;
    for (uint8_t i = 0; i < CHOICES; i++)
        moves[i] = (struct move){.kind = 1, .a = i};
    return CHOICES;
}

static void start(const struct ruleset *rules, void *state)
{
    (void)rules;
    ((struct tally *)state)->trace[0] = 1;
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    (void)rules;
    struct tally *s = state;
    uint64_t trace = 0;
    memcpy(&trace, s->trace, sizeof trace);
    trace = hash_bytes(trace, &move, sizeof move);
    memcpy(s->trace, &trace, sizeof trace);
    s->made++;
    applied++;
    event_add(events, (struct message){.kind = move.a, .seat = NOBODY});
}

static const struct game tally = {.name = "tally",
                                  .state_size = sizeof(struct tally),
                                  .node = node,
                                  .legal = legal,
                                  .start = start,
                                  .apply = apply};
static const struct ruleset rules = {.game = &tally, .setup = {.players = 2}};

static struct move choice(int a)
{
    return (struct move){.kind = 1, .a = (uint8_t)a};
}

/* A whole game; states[n] is the state after n moves. */
static void play(struct history *history, struct tally *states, uint64_t seed)
{
    struct random random = {seed};
    history_open(history, &rules);
    memcpy(&states[0], history_state(history), sizeof states[0]);
    for (int i = 0; i < LENGTH; i++) {
        history_append(history, choice((int)random_below(&random, CHOICES)), NULL);
        memcpy(&states[i + 1], history_state(history), sizeof states[0]);
    }
}

/* ---- tests ----------------------------------------------------------------------------------- */

TEST(test_entries)
{
    struct history history;
    struct events events = {0};
    history_open(&history, &rules);
    assert_int_equal(history.count, 0);
    history_append(&history, choice(3), &events);
    history_append(&history, choice(1), NULL);
    history_append(&history, choice(4), &events);
    assert_int_equal(history.count, 3);
    assert_int_equal(history_at(&history, 0).move.a, 3);
    assert_int_equal(history_at(&history, 0).actor, 0);
    assert_int_equal(history_at(&history, 1).actor, 1);
    assert_int_equal(history_at(&history, 2).actor, DEALER);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.list[1].kind, 4);
    history_close(&history);
}

TEST(test_seek_equals_replay)
{
    static struct tally states[LENGTH + 1];
    struct history history;
    play(&history, states, 1);
    struct tally replayed = {0}, found;
    start(&rules, &replayed);
    for (uint32_t n = 0; n <= LENGTH; n++) {
        history_seek(&history, n, &found);
        assert_memory_equal(&found, &replayed, sizeof found);
        assert_memory_equal(&found, &states[n], sizeof found);
        if (n < LENGTH)
            apply(&rules, &replayed, history_at(&history, n).move, NULL);
    }
    history_close(&history);
}

TEST(test_seek_uses_snapshots)
{
    static struct tally states[LENGTH + 1];
    struct history history;
    play(&history, states, 2);
    for (uint32_t n = 0; n <= LENGTH; n++) {
        struct tally found;
        applied = 0;
        history_seek(&history, n, &found);
        assert_int_equal(applied, n == LENGTH ? 0 : n % SNAPSHOT_EVERY);
        assert_in_range(applied, 0, 31);
    }
    history_close(&history);
}

TEST(test_truncate_restores_bytes)
{
    static struct tally states[LENGTH + 1];
    struct history history;
    play(&history, states, 3);
    for (uint32_t n = LENGTH; n-- > 0;) {
        applied = 0;
        history_truncate(&history, n);
        assert_in_range(applied, 0, 31);
        assert_int_equal(history.count, n);
        assert_memory_equal(history_state(&history), &states[n], sizeof states[n]);
    }
    history_close(&history);
}

/* Another course after truncating must not meet snapshots of the first one. */
TEST(test_other_course_after_truncate)
{
    static struct tally states[LENGTH + 1];
    struct random random = {4};
    struct history history;
    play(&history, states, 4);
    for (int round = 0; round < 60; round++) {
        uint32_t n = random_below(&random, history.count + 1);
        history_truncate(&history, n);
        while (history.count < LENGTH && random_below(&random, 100) > 0) {
            history_append(&history, choice((int)random_below(&random, CHOICES)), NULL);
            memcpy(&states[history.count], history_state(&history), sizeof states[0]);
        }
        for (n = 0; n <= history.count; n++) {
            struct tally found;
            history_seek(&history, n, &found);
            assert_memory_equal(&found, &states[n], sizeof found);
        }
    }
    history_close(&history);
}

TEST(test_game_of_the_list)
{
    const struct game *game = game_find(span_of("noughts"));
    struct ruleset *found = open_standard_rules(game);
    struct history history;
    union any_state states[11];
    struct move moves[MOVES_MAX];
    history_open(&history, found);
    for (;;) {
        memcpy(&states[history.count], history_state(&history), game->state_size);
        if (game->legal(found, history_state(&history), moves) == 0)
            break;
        history_append(&history, moves[0], NULL);
    }
    assert_int_equal(history_at(&history, 0).actor, DEALER);
    for (uint32_t n = history.count + 1; n-- > 0;) {
        history_truncate(&history, n);
        assert_memory_equal(history_state(&history), &states[n], game->state_size);
    }
    history_close(&history);
    ruleset_close(found);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
