/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Which computer players a server allows, and how much of the shared resources each may use.
 * Nothing here creates a player: the workers do that, after these checks (computers.c). */

#ifndef TABLE_PLAYER_LIMITS_H
#define TABLE_PLAYER_LIMITS_H

#include "players/player.h"

/* May clients put this computer player on a seat? It must be one that there is, and within the
 * limits. Costs microseconds. */
bool player_is_allowed(struct span description, struct problem *problem);

/* For a seat that is already taken, by whatever program wrote its row: the player that thinks for
 * it here. What asks for more than is allowed gets what is allowed; what is not a player at all is
 * replaced by player_without_tree. */
struct player_spec player_of_seat(struct span description);

/* A player that needs next to no memory and knows every game: the game must continue. */
struct player_spec player_without_tree(void);

#endif
