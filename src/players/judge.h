/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How good a position is for each seat, for players that search: what a search asks at its leaves. */

#ifndef PLAYERS_JUDGE_H
#define PLAYERS_JUDGE_H

#include "contract/game.h"

enum {
    JUDGE_BITS = 16,
    JUDGE_ONE = 1 << JUDGE_BITS, /* a sure win; 0 a sure loss */
};

struct judge {
    /* Fills the value of each seat. The game may be over. */
    void (*values)(const struct judge *judge, const struct ruleset *rules, const void *state,
                   uint32_t values[SEATS_MAX]);
    const void *data;
};

/* By rule of thumb (evaluate.h): how far a seat is ahead of the best of the others. */
extern const struct judge judge_by_thumb;

/* The value of an end of the game: the share of the rivals left behind, as in mcts, and a little for the
 * distance in points. */
void judge_end(const struct ruleset *rules, const struct score *score, uint32_t values[SEATS_MAX]);

#endif
