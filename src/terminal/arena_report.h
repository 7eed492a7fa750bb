/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Prints the outcome of a contest: a table, JSON, a picture. */

#ifndef TERMINAL_ARENA_REPORT_H
#define TERMINAL_ARENA_REPORT_H

#include "players/arena.h"

void arena_table(const struct arena_result *result, enum language language, struct text *out);
void arena_json(const struct arena *task, const struct arena_result *result, struct text *out);

/* Ratings with their intervals, as SVG. */
void arena_plot(const struct arena *task, const struct arena_result *result, enum language language,
                struct text *out);

#endif
