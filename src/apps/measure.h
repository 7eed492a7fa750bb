/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How fast a game is through the contract, on one core. Each figure is the median of several
 * samples in processor time, taken in turn so that a noisy neighbour disturbs all alike; the
 * slowest and the fastest sample show how far to trust it. */

#ifndef APPS_MEASURE_H
#define APPS_MEASURE_H

#include "players/judge.h"

enum { MEASURES = 16, MEASURE_SAMPLES_MAX = 101 };

/* One figure. */
struct figure {
    const char *name;  /* for JSON: "games" */
    const char *about; /* a phrase */
    double per_second; /* the median, */
    double low, high;  /* the slowest and the fastest sample */
};

/* What is measured, and how long. */
struct measure_settings {
    uint32_t wanted; /* measures as bits, by their place in the list of all */
    int64_t sample_ns;
    int samples;               /* of each, at most MEASURE_SAMPLES_MAX */
    uint64_t seed;             /* of the games that are measured on */
    const struct judge *judge; /* of what is judged and searched best; NULL: that of the game */
};

/* Which measures a list of names such as "decisions,leaves" means, as bits; 0 with a problem noted
 * if there is no such measure. */
uint32_t measures_named(const char *names, struct problem *problem);
uint32_t measures_all(void);

/* Called after each sample, for a progress bar. */
typedef void measure_progress(void *context, uint64_t samples_done);

/* Takes the figures that are wanted of a ruleset and returns how many there are. What cannot be
 * done with the game, as a search where nobody has a choice, is done 0 times a second. */
int measure_game(const struct ruleset *rules, const struct measure_settings *settings,
                 struct figure figures[MEASURES], measure_progress *progress, void *context);

#endif
