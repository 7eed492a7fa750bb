/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of games. A new game is one line in games.c. */

#ifndef CONTRACT_GAMES_H
#define CONTRACT_GAMES_H

#include "game.h"

extern const struct game *const games[]; /* NULL at the end */

/* The game of that name, or NULL. */
const struct game *game_find(struct span name);

/* The only game whose name begins like this, in any case; NULL if none or several do. */
const struct game *game_beginning(struct span name);

/* The name of a game that is nearly written like this; NULL if none is. */
const char *game_nearest(struct span name);

#endif
