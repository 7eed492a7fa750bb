/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Inside the store: rows on their way from one database to another. */

#ifndef STORE_COPYING_H
#define STORE_COPYING_H

#include "kinds.h"

/* Requests gather and are run together. Their texts are kept in `memory`, and a value has the place
 * there as its number until then. Zeroed but for `to` is empty. */
struct copying {
    struct store *to;
    struct requests batch;
    struct text memory;
    enum store_result result; /* the first that was not done */
};

/* Adds a request; the values are copied. */
void copying_add(struct copying *copying, enum store_statement statement,
                 const struct value *values, int count);
enum store_result copying_run(struct copying *copying); /* what has gathered */
void copying_free(struct copying *copying);

/* Notes why a copy could not be made, in the words of the store that has any; false. */
bool copying_failed(const struct store *from, const struct store *to, struct problem *problem);

/* For each row that is seen: one more request with its values. */
struct copied_table {
    struct copying *copying;
    enum store_statement into;
};
void copied_row_seen(void *context, const struct value *values, int count);

#endif
