/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Ratings from who finished before whom: the strengths under which the results are likeliest
 * (Bradley and Terry), on the scale of Elo, where 400 points are odds of ten to one. */

#ifndef PLAYERS_RATING_H
#define PLAYERS_RATING_H

#include "arena.h"

/* Fills rating and rating_error of the players from `ahead` and `met`; the weakest has 0. */
void rate(struct arena_result *result);

#endif
