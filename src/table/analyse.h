/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses at a table, as JSON (docs/analysis.md). They take long: whoever asks does it
 * outside of the loop that serves people. Knows no queue, no socket and no clock. */

#ifndef TABLE_ANALYSE_H
#define TABLE_ANALYSE_H

#include "table.h"

#include "players/hint.h"

#include <stdatomic.h>

/* How thorough it is: positions that are looked at (players/hint.h has the standard). */
struct analysis_effort {
    int64_t hint_nodes;     /* for a hint */
    int64_t analysis_nodes; /* for each moment of an analysis */
};

/* Between the thread that does it and those who look on. */
struct analysis_control {
    atomic_bool stop;                               /* set from outside: it ends soon */
    atomic_int done;                                /* how much of it is done, in thousandths */
    void (*told)(struct analysis_control *control); /* called when `done` has changed, or NULL */
};

/* Why a seat of that user can have no hint now; NULL if it can. */
const char *table_why_no_hint(const struct table *table, int64_t user, int seat);

/* The best moves of who decides now; the analysis of the game so far. The game has begun. False
 * with a problem noted if it cannot be done, or if it was stopped. */
bool table_find_hint(const struct table *table, const struct analysis_effort *effort,
                     struct analysis_control *control, struct text *result,
                     struct problem *problem);
bool table_analyse(const struct table *table, const struct analysis_effort *effort,
                   struct analysis_control *control, struct text *result, struct problem *problem);

#endif
