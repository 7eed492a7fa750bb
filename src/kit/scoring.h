/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* From points by source to totals and places. */

#ifndef KIT_SCORING_H
#define KIT_SCORING_H

#include "contract/game.h"

enum { TIES_MAX = 4 };

/* Adds up the parts of each seat. */
void score_add_up(struct score *score, int players);

/* Places by the totals. Where they are equal, what the seats have in `ties` decides, one number
 * after the other, the larger the better; those that a game does not need are zero. Seats that are
 * equal in everything share a place. */
void score_places(struct score *score, int players, int ties[][TIES_MAX]);

#endif
