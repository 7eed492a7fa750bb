/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Is what the judge says true? Of the positions that it calls won with 70 %, 70 % should be won.
 * Many games are played; between two turns the judge says how likely the seat that comes next wins,
 * and the end of the game says whether it did. Prints nothing. */

#ifndef PLAYERS_CALIBRATION_H
#define PLAYERS_CALIBRATION_H

#include "judge.h"
#include "rating.h"

enum { CALIBRATION_BINS = 10 };

struct calibration {
    const struct ruleset *rules;
    const struct judge *judge;
    struct span player; /* who plays, on all seats */
    uint64_t games, seed;
    const atomic_bool *stop; /* once it is set, no other game begins; NULL: none */
    void (*progress)(void *context, uint64_t games_done); /* after each; or NULL */
    void *context;
};

/* The positions with a chance from i to i + 1 tenths. Shares are from 0 to 1. */
struct calibration_bin {
    uint64_t positions;
    double said;              /* in the mean */
    double won;               /* those shared with others in parts */
    struct interval interval; /* 95 % of what was won; the positions of a game are one sample */
};

struct calibration_result {
    uint64_t games, positions;
    struct calibration_bin bins[CALIBRATION_BINS];
    double surprise; /* mean of what was said of who won: -ln of the chance */
    /* By what the logarithms of the odds would have to be multiplied so that the surprise is least:
     * below 1 the judge is too sure, above 1 not sure enough. */
    double sharpness;
    uint64_t errors; /* games that went wrong */
};

/* False with a problem noted if the player is wrong; nothing is played then. */
bool calibration_run(const struct calibration *task, struct calibration_result *result,
                     struct problem *problem);

#endif
