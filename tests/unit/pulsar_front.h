/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Games of Pulsar 2849 for the tests of what front ends get: a table of any setup that is played at
 * random, one move after the other. */

#ifndef TESTS_UNIT_PULSAR_FRONT_H
#define TESTS_UNIT_PULSAR_FRONT_H

#include "games/pulsar_2849/pulsar.h"

#define SITTING_STATE struct pulsar_state
#include "pictures.h"
#include "sitting.h"

static inline void open_table(struct sitting *table, int players, int kind, int cluster, int start)
{
    const struct game *game = game_find(span_of("pulsar-2849"));
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)players;
    setup.options[OPTION_GAME] = (uint8_t)kind;
    setup.options[OPTION_CLUSTER] = (uint8_t)cluster;
    setup.options[OPTION_START] = (uint8_t)start;
    open_sitting(table, &setup, game->name, (uint64_t)(players + 10 * kind + 40 * cluster));
}

static inline void open_standard(struct sitting *table, int players)
{
    open_table(table, players, GAME_STANDARD, SIDE_PLAIN, START_ROLLED);
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
