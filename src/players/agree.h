/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Several searches that have thought about the same decision, each by itself, agree on a move.
 * Where threads cannot share memory, as workers of a browser, this is how they share the work. All
 * in whole numbers: the same opinions in the same order give the same move everywhere. Knows no
 * game and no search. */

#ifndef PLAYERS_AGREE_H
#define PLAYERS_AGREE_H

#include "player.h"

enum { OPINIONS_MAX = 16 }; /* of one decision */

/* The place in the legal list of the move that they agree on: `count` moves, at least one, and
 * `opinions[i]` what the i-th search thinks of each. Of the moves that were looked at thoroughly by
 * all together, the one that is worth most in the mean; the first of equal ones. */
int opinions_agree(const struct opinion opinions[][MOVES_MAX], int searches, int count);

/* The opinions of one search as a text of numbers, and back. False if it is not one about that many
 * moves. */
void opinions_write(const struct opinion *opinions, int count, struct text *out);
bool opinions_read(struct span text, struct opinion *opinions, int count);

#endif
