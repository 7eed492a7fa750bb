/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A table of a server as a connection (docs/protocol.md). This program knows the games, so it needs
 * the state, the names and the log from the server, and sends moves; everything that the server
 * says is checked before it is used. A connection that breaks is opened again by itself. */

#ifndef TERMINAL_REMOTE_CONNECTION_H
#define TERMINAL_REMOTE_CONNECTION_H

#include "connection.h"

/* How somebody joins a table. */
struct joining {
    const char *address; /* "https://host/table/ID" */
    const char *name;    /* of a new guest */
    const char *token; /* of an account or guest; NULL: that of the last visit, or a new guest's */
    int seat;          /* from 1; 0: the first that is open */
    bool watch;        /* do not sit down */
    enum language language;
};

/* NULL with a problem noted. */
struct game_connection *remote_connection_open(const struct joining *joining,
                                               struct problem *problem);

#endif
