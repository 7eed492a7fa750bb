/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What lists say about tables (table/summary.h). Only a table in memory knows that, and a list has
 * hundreds of tables; so a table's summary is cached until it has another row. */

#ifndef SERVER_SUMMARIES_H
#define SERVER_SUMMARIES_H

#include "table/summary.h"

struct summaries;

struct summaries *summaries_open(void);
void summaries_close(struct summaries *summaries); /* NULL is fine */

/* What was kept of a table with this many rows, or NULL. Valid until something is kept. */
const struct summary *summaries_find(const struct summaries *summaries, const char *table_id,
                                     uint32_t rows);
const struct summary *summaries_keep(struct summaries *summaries, const struct table *table);

#endif
