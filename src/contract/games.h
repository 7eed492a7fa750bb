/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of games. A new game is one line in games.c. */

#ifndef CONTRACT_GAMES_H
#define CONTRACT_GAMES_H

#include "game.h"

extern const struct game *const games[]; /* NULL at the end */

/* The game of that name, or NULL. */
const struct game *game_find(struct span name);

#endif
