/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What reports about many games share. */

#ifndef TERMINAL_REPORT_PARTS_H
#define TERMINAL_REPORT_PARTS_H

#include "contract/game.h"

/* Of a table: its title is a phrase and stands at the right. */
struct report_column {
    const char *title;
    size_t width;
};

/* Adds a text at the right end of a column of that width; printf counts bytes, not characters. */
void report_right(struct text *out, const char *string, size_t width);

/* The titles up to one that is NULL, and the end of the line. */
void report_titles(struct text *out, const struct report_column *columns, enum language language);

/* Opens the object that a report is as JSON, with what was played. */
void report_open(struct json *json, const struct ruleset *rules, uint64_t seed, uint64_t games);

#endif
