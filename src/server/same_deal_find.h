/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables with the same deal as an earlier one, in stores of older programs. */

#ifndef SERVER_SAME_DEAL_FIND_H
#define SERVER_SAME_DEAL_FIND_H

#include "store/store.h"
#include "table/table.h"

/* Tables that were made before heads said so: looks whether the table that this one follows has the
 * same seed. False if the store does not answer. */
bool same_deal_find(struct store *store, const struct store_table *stored, struct table_plan *plan);

#endif
