/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A template (kit/tasks.h): the functions of the contract for a game that is nothing but its tasks
 * from the first one, `setup`, to the end. The game's game.c includes it once and puts them into
 * its struct game. It needs struct my_state, my_view_of and my_table_of. Where the game stands
 * (`node`) is the game's own: turns and rounds are not known here. */

#include "task_loop.h"

#include <string.h>

static void start(const struct ruleset *rules, void *state)
{
    TASK_TABLE t = TASK_JOIN(TASK_GAME, _table_of)(rules, state, NULL);
    push_setup(&t, (struct TASK_JOIN(TASK_GAME, _setup_args)){.seat = 0});
    advance_tasks(&t);
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    TASK_VIEW v = TASK_JOIN(TASK_GAME, _view_of)(rules, state);
    return legal_of_tasks(&v, moves);
}

static void weights(const struct ruleset *rules, const void *state, const struct move *moves,
                    int count, uint16_t *weights)
{
    TASK_VIEW v = TASK_JOIN(TASK_GAME, _view_of)(rules, state);
    odds_of_tasks(&v, moves, count, weights);
}

static bool pick(const struct ruleset *rules, const void *state, struct random *random,
                 struct move *move)
{
    TASK_VIEW v = TASK_JOIN(TASK_GAME, _view_of)(rules, state);
    return pick_of_tasks(&v, random, move);
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    TASK_TABLE t = TASK_JOIN(TASK_GAME, _table_of)(rules, state, events);
    apply_to_tasks(&t, move);
}

static uint32_t play_out(const struct ruleset *rules, void *state, struct random *random)
{
    TASK_TABLE t = TASK_JOIN(TASK_GAME, _table_of)(rules, state, NULL);
    return play_out_tasks(&t, random);
}

/* These, in the struct game. */
#define TASK_GAME_FUNCTIONS                                                                        \
    .start = start, .legal = legal, .weights = weights, .pick = pick, .apply = apply,              \
    .play_out = play_out

/* Must somebody decide, or is it over? A step is tried on a copy: one that has been made already
 * leaves it as it is. For the game's check of positions:
 *     bool my_at_rest(const struct my_view *v); */
bool TASK_JOIN(TASK_GAME, _at_rest)(const TASK_VIEW *v)
{
    struct TASK_JOIN(TASK_GAME, _state) copy = *v->s;
    TASK_TABLE trial = TASK_JOIN(TASK_GAME, _table_of)(v->rules, &copy, NULL);
    return tasks_are_at_rest(&trial) && memcmp(&copy, v->s, sizeof copy) == 0;
}
