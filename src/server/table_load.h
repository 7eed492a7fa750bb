/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A table read from the store in one go, as it was after so many rows: for threads that have
 * nothing to do with the registry. */

#ifndef SERVER_TABLE_LOAD_H
#define SERVER_TABLE_LOAD_H

#include "table.h"

/* NULL with a problem noted if there is no such table, or it has not so many rows. */
enum store_result table_load(struct store *store, const char *table_id, uint32_t rows,
                             struct table **out, struct problem *problem);

#endif
