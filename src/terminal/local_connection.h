/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A session of this program as a connection: people at one keyboard, computer players beside them.
 */

#ifndef TERMINAL_LOCAL_CONNECTION_H
#define TERMINAL_LOCAL_CONNECTION_H

#include "connection.h"

#include "session/session.h"

/* The session is borrowed and must outlive the connection. If `path` is not NULL the game is kept
 * there all along, so that nothing is lost whatever happens to the terminal. NULL with a problem
 * noted if there is no such computer player, or the file cannot be written. */
struct game_connection *local_connection_open(struct session *session, enum language language,
                                              const char *path, struct problem *problem);

#endif
