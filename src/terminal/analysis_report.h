/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses in words, and the course of a game as a picture. It prints what
 * players/analysis.h found and knows no game. */

#ifndef TERMINAL_ANALYSIS_REPORT_H
#define TERMINAL_ANALYSIS_REPORT_H

#include "contract/notation.h"
#include "players/analysis.h"

/* The question, and the best `max` moves with win chance and points of the seat that decides. */
void hint_table(const struct ruleset *rules, const void *state, const struct hint *hint, int max,
                const struct teller *teller, struct text *out);

/* The win chances round by round, sums for each seat, the costliest decisions, the luckiest
 * chance moves (at most `max` of each). */
void analysis_table(const struct analysis_task *task, const struct analysis *analysis, int max,
                    const struct teller *teller, struct text *out);

/* The win chances over the game as SVG, with marks at what stands out (numbered as in the table).
 * Light or dark as the viewer likes it. */
void analysis_plot(const struct analysis_task *task, const struct analysis *analysis, int max,
                   const struct teller *teller, struct text *out);

#endif
