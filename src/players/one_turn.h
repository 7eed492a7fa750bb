/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* One turn ahead: each move is tried a few times, followed by random or likely moves to the end of
 * the turn, and the one whose best try ended best is chosen. The caller defines "best". Knows no
 * game. */

#ifndef PLAYERS_ONE_TURN_H
#define PLAYERS_ONE_TURN_H

#include "judge.h"

#include "contract/play.h"

struct one_turn {
    /* The worth of a state between turns for a seat. */
    int64_t (*worth)(const void *data, const struct ruleset *rules, const void *state, int seat);
    const void *data;
    const struct judge *guide; /* whose likely moves end the turn; NULL: random ones do */
    int samples;               /* tries of each move */
    int blunders; /* percent of moves that are just plausible to the guide, or random */
};

/* The move that the seat to decide should make. */
struct move one_turn_choose(const struct one_turn *one_turn, const struct ruleset *rules,
                            const void *state, struct random *random);

#endif
