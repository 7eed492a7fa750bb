/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a person at a table asks for, as the body of a row: the same words whoever carries the
 * request, a socket or a browser by itself. */

#ifndef TABLE_REQUEST_H
#define TABLE_REQUEST_H

#include "table.h"

struct table_request {
    enum row_kind kind;
    int seat;         /* from 1; 0 where the kind has none */
    bool on;          /* of a switch */
    bool agrees;      /* to a deal that others may know (same_deal.h) */
    const char *text; /* moves, one or several as one action; a computer player; or NULL */
    /* who asks */
    int64_t user;
    const char *name;
    enum person_kind person;
};

/* May people ask for it by themselves? */
bool table_request_is_known(enum row_kind kind);

/* Writes the body. False if a text has control characters. */
bool table_request_write(const struct table_request *request, const struct table *table,
                         struct text *out);

#endif
