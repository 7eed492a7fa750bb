/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Inside the store in PostgreSQL: the connection, and how one is made. */

#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include "kinds.h"

#include "libraries/libpq.h"

struct postgres {
    char *address;
    char name[NODE_SIZE + 7]; /* "orrery …", as the database sees this store */
    PGconn *connection;       /* in pipeline mode, everything prepared; NULL: away */
    char reason[200];         /* why it could not be made */
    int64_t next_try;         /* when to connect again, by the monotonic clock */
    bool in_transaction;      /* the last run began one and did not end it */
    bool lost;                /* the last run failed because the connection was lost */
    bool listening;
};

/* Never NULL; PQstatus tells whether it is one. */
PGconn *postgres_connect(const char *address, const char *name);

/* What every session of ours wants. False if it cannot be had. */
bool postgres_settings(PGconn *connection);

/* Makes the schema if there is none, and checks its version. False with a problem noted. */
bool postgres_make_schema(PGconn *connection, struct problem *problem);

#endif
