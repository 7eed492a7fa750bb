/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How fast a game is through the contract, on one core. Each figure is the median of several
 * samples, taken in turn so that a noisy neighbour disturbs all alike, in processor time. */

#ifndef APPS_MEASURE_H
#define APPS_MEASURE_H

#include "contract/game.h"

enum { MEASURES = 13 };

/* One figure. */
struct figure {
    const char *name;  /* for JSON: "games" */
    const char *about; /* a phrase */
    double per_second;
};

/* Called after each sample, for a progress bar. */
typedef void measure_progress(void *context, uint64_t samples_done);

enum { MEASURE_SAMPLES = 5 };

/* Takes all figures of a ruleset. */
void measure_game(const struct ruleset *rules, struct figure figures[MEASURES],
                  measure_progress *progress, void *context);

#endif
