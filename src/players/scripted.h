/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A player for tests that makes the moves it is given. It is created by hand and not in the list of
 * players, so no description can ask for it. */

#ifndef PLAYERS_SCRIPTED_H
#define PLAYERS_SCRIPTED_H

#include "player.h"

/* A player that makes these moves in this order, and the first legal move at every node after them.
 * It keeps a copy. A move that is not legal when its time comes is a mistake in the test and ends
 * the program. player_begin goes back to the first move. */
struct player *player_open_scripted(const struct move *moves, int count);

/* How many moves of the script are still to come. `player` must be a scripted one. */
int player_scripted_left(const struct player *player);

#endif
