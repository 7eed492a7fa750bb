/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Games of Pulsar 2849 for the tests of what front ends get: a table of any setup that is played at
 * random, one move after the other. */

#ifndef TESTS_UNIT_PULSAR_FRONT_H
#define TESTS_UNIT_PULSAR_FRONT_H

#include "games/pulsar_2849/pulsar.h"

#include "helpers.h"

#include "contract/play.h"

struct sitting {
    struct ruleset *rules;
    struct pulsar_state state;
    struct random random;
};

static inline void open_table(struct sitting *table, int players, int kind, int cluster, int start)
{
    const struct game *game = game_find(span_of("pulsar-2849"));
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)players;
    setup.options[OPTION_GAME] = (uint8_t)kind;
    setup.options[OPTION_CLUSTER] = (uint8_t)cluster;
    setup.options[OPTION_START] = (uint8_t)start;
    table->rules = ruleset_open(game, &setup, NULL, &problem);
    assert_told(&problem, NULL);
    table->random = random_stream((uint64_t)(players + 10 * kind + 40 * cluster), 7);
    play_start(table->rules, &table->state);
}

static inline void open_standard(struct sitting *table, int players)
{
    open_table(table, players, GAME_STANDARD, SIDE_PLAIN, START_ROLLED);
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

/* Random moves up to the first decision of a seat from the given round on. */
static inline void play_to_round(struct sitting *table, int round)
{
    while ((table->state.round < round || actor_of(table) < 0) && step(table))
        continue;
}

static inline const struct pulsar_map *map_in(const struct sitting *table)
{
    const struct pulsar_cards *cards = table->rules->cards;
    return &cards->maps[table->rules->setup.options[OPTION_CLUSTER]];
}

#endif
