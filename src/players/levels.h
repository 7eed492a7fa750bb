/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Levels of strength for people: computer players with a name instead of settings, weakest first.
 * docs/players.md describes how they were measured. */

#ifndef PLAYERS_LEVELS_H
#define PLAYERS_LEVELS_H

#include "contract/game.h"

struct level {
    const char *name;   /* a phrase: "Pilot" */
    const char *about;  /* a phrase: what to expect, in one line */
    const char *player; /* its description; of those that search, the last takes up to 10 s for a
                           turn on two cores, the one before it 3 s; others less than one */
};

/* Who plays for a person whose time is up: the others must not choose, since they gain by a weak
 * one, and it is no help worth being late for. */
const struct level *level_for_absent(const struct game *game);

/* The level that has this description, or NULL. */
const struct level *level_of_player(const struct game *game, struct span player);

/* The description of the player that is meant: that of the level if `player` is the name of one, in
 * any language and however it is capitalized, else `player` itself. */
struct span level_player(const struct game *game, struct span player);

/* The name of the level, of whatever game, that is nearly written like this, in any language; NULL
 * if none is. */
const char *level_nearest(struct span name);

/* The levels of a game; the list ends with a row without a name. */
const struct level *player_levels(const struct game *game);

#endif
