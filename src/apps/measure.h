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

enum { MEASURE_SAMPLES = 5, MEASURE_SAMPLE_NS = 60 * 1000 * 1000 };

/* Takes all figures of a ruleset, with samples of about so long. What cannot be done with the game,
 * as a search where nobody has a choice, is done 0 times a second. */
void measure_game(const struct ruleset *rules, int64_t sample_ns, struct figure figures[MEASURES],
                  measure_progress *progress, void *context);

#endif
