/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What Pulsar 2849 says about what is to come, compared with what then came: the production of each
 * round, and the points if the game ended now with the end of random games. */

#include "pulsar_games.h"

#include <string.h>

/* ---- production ------------------------------------------------------------------------------ */

struct gains {
    int points[SEATS_MAX], cubes[SEATS_MAX];
};

static struct gains foretold(const struct ruleset *rules, const struct pulsar_state *state)
{
    struct pulsar_income incomes[SEATS_MAX][PRODUCTION_NEXT_ROUND];
    struct gains gains = {0};
    pulsar_next_production(rules, state, incomes);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        for (int step = 0; step < PRODUCTION_NEXT_ROUND; step++) {
            gains.points[seat] += incomes[seat][step].points;
            gains.cubes[seat] += incomes[seat][step].cubes;
        }
    return gains;
}

/* Was the last move nothing but the end of a turn? */
static bool turn_was_ended(const struct sitting *table)
{
    struct move moves[MOVES_MAX];
    int count = the_game()->legal(table->rules, &table->before, moves);
    for (int i = 0; i < count; i++) {
        struct pulsar_state after = table->before;
        if (moves[i].kind != MOVE_END)
            continue;
        the_game()->apply(table->rules, &after, moves[i], NULL);
        return memcmp(&after, &table->state, sizeof after) == 0;
    }
    return false;
}

/* The end of a turn that ended the round: production has begun, and is over or waits for a
 * purchase, after which the rest of it comes. */
static void watch_production(struct sitting *table, uint32_t made)
{
    if (made == 0 || table->node.actor < 0 || table->before.round == ROUNDS ||
        !has_event(table, LOG_STEP) || !turn_was_ended(table))
        return;
    bool waits = the_game()->node(table->rules, &table->state).ask.kind == TASK_BUY;
    struct gains whole = foretold(table->rules, &table->before);
    struct gains rest = waits ? foretold(table->rules, &table->state) : (struct gains){0};
    for (int seat = 0; seat < table->rules->setup.players; seat++) {
        const struct pulsar_seat *before = &table->before.seats[seat];
        const struct pulsar_seat *after = &table->state.seats[seat];
        assert_int_equal(whole.points[seat],
                         pulsar_points_of(after) - pulsar_points_of(before) + rest.points[seat]);
        assert_int_equal(whole.cubes[seat], after->cubes - before->cubes + rest.cubes[seat]);
    }
    table->seen++;
}

TEST(test_production_is_foretold) /* PUL-PROD-01 */
{
    assert_true(play_all(watch_production) > ALL_GAMES);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The choice in the final scoring after which its seat is foretold the most. */
static struct move best_move(const struct ruleset *rules, const struct pulsar_state *state,
                             int seat)
{
    struct move moves[MOVES_MAX];
    int count = the_game()->legal(rules, state, moves), best = 0, most = -1;
    for (int i = 0; i < count; i++) {
        struct pulsar_state after = *state;
        struct score score;
        the_game()->apply(rules, &after, moves[i], NULL);
        the_game()->projected(rules, &after, &score);
        if (score.total[seat] > most) {
            most = score.total[seat];
            best = i;
        }
    }
    return moves[best];
}

static void end_well(const struct ruleset *rules, struct pulsar_state *state)
{
    for (int actor; (actor = the_game()->node(rules, state).actor) != NOBODY;)
        the_game()->apply(rules, state, best_move(rules, state, actor), NULL);
}

static void assert_same_score(const struct score *a, const struct score *b, int players)
{
    for (int seat = 0; seat < players; seat++) {
        assert_int_equal(a->total[seat], b->total[seat]);
        assert_int_equal(a->place[seat], b->place[seat]);
        for (int i = 0; i < SOURCES; i++)
            assert_int_equal(a->parts[seat][i], b->parts[seat][i]);
    }
}

/* When the final scoring has begun, or is over, it ends as foretold. */
static void watch_final(struct sitting *table, uint32_t made)
{
    struct score foretold, end;
    const struct pulsar_state *s = &table->state;
    if (made == 0 || (s->agenda.depth > 0 && s->agenda.frames[0].task != TASK_FINAL))
        return;
    the_game()->projected(table->rules, s, &foretold);
    struct pulsar_state last = *s;
    end_well(table->rules, &last);
    the_game()->score(table->rules, &last, &end);
    assert_same_score(&foretold, &end, table->rules->setup.players);
    table->seen++;
}

TEST(test_end_is_foretold) /* PUL-FINAL-01 */
{
    assert_true(play_all(watch_final) >= ALL_GAMES);
}

/* Before the first round nothing is scored at the end; afterwards the end adds points, and the
 * state is as it was. */
static void watch_projected(struct sitting *table, uint32_t made)
{
    struct score now, end;
    struct pulsar_state before = table->state;
    if (made % 16 != 0)
        return;
    the_game()->score(table->rules, &table->state, &now);
    the_game()->projected(table->rules, &table->state, &end);
    assert_memory_equal(&before, &table->state, sizeof before);
    for (int seat = 0; seat < table->rules->setup.players; seat++) {
        assert_true(end.total[seat] >= now.total[seat]);
        if (table->state.round == 0)
            assert_int_equal(end.total[seat], now.total[seat]);
        table->seen += end.total[seat] > now.total[seat];
    }
}

TEST(test_points_of_the_end)
{
    assert_true(play_all(watch_projected) > ALL_GAMES);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
