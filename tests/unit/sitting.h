/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A template: a table of one game that is played at random, one move after the other. Included once
 * by a test, after
 *     #define SITTING_STATE struct my_state */

#ifndef TESTS_UNIT_SITTING_H
#define TESTS_UNIT_SITTING_H

#include "helpers.h"

#include "contract/play.h"

struct sitting {
    struct ruleset *rules;
    SITTING_STATE state;
    struct random random;
};

/* Opens a game by its name; the options are those of the setup. */
static inline void open_sitting(struct sitting *table, const struct setup *setup, const char *name,
                                uint64_t seed)
{
    struct problem problem = {0};
    table->rules = ruleset_open(game_find(span_of(name)), setup, NULL, &problem);
    assert_told(&problem, NULL);
    table->random = random_stream(seed, 7);
    play_start(table->rules, &table->state);
}

static inline void close_table(struct sitting *table)
{
    ruleset_close(table->rules);
}

static inline int actor_of(const struct sitting *table)
{
    return table->rules->game->node(table->rules, &table->state).actor;
}

/* Makes one random move; false when the game is over. */
static inline bool step(struct sitting *table)
{
    struct move moves[MOVES_MAX];
    const struct game *game = table->rules->game;
    int actor = actor_of(table);
    if (actor == NOBODY)
        return false;
    int count = game->legal(table->rules, &table->state, moves);
    struct move move = actor == DEALER ? chance_random(table->rules, &table->state, &table->random)
                                       : moves[random_below(&table->random, (uint32_t)count)];
    game->apply(table->rules, &table->state, move, NULL);
    return true;
}

#endif
