/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A taste: points of some sources are worth more to a player than they count. Training seats such
 * players so that not all games are of one style; in the arena they show how well a style does.
 * Knows sources only by the game's table of words. */

#ifndef PLAYERS_TASTE_H
#define PLAYERS_TASTE_H

#include "judge.h"

struct taste {
    const struct judge *judge; /* what else it plays for */
    uint32_t sources;          /* rows of words.sources, as bits */
    int32_t percent;           /* of a win that a point of them is worth; 0: no taste */
};

/* What a state is worth to a seat with that taste, as one_turn.h wants it; `taste` is a struct
 * taste. */
int64_t taste_worth(const void *taste, const struct ruleset *rules, const void *state, int seat);

/* How many sources of points a game has. */
int taste_source_count(const struct game *game);

/* Reads names of sources, such as `systems+outposts`; false with a problem noted. */
bool taste_read(const struct game *game, struct span names, uint32_t *sources,
                struct problem *problem);

#endif
