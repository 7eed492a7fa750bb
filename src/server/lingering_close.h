/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Sockets after a goodbye. If a socket is closed while the other side's data has not been read, the
 * system discards what was sent to it, the goodbye included. So whatever still arrives is read and
 * discarded, for a short time, until the other side has closed as well. */

#ifndef SERVER_LINGERING_CLOSE_H
#define SERVER_LINGERING_CLOSE_H

#include "loop.h"

#include <stddef.h>

enum {
    LINGERING_MAX = 1024,       /* at the same time; more are closed at once */
    LINGER_MS = 3000,           /* so long … */
    LINGER_BYTES_MAX = 1 << 24, /* … and so much at most */
};

struct lingering_closes;

struct lingering_closes *lingering_closes_open(struct loop *loop);
void lingering_closes_close(
    struct lingering_closes *lingering_closes); /* closes all files at once; NULL is fine */

/* Takes over the file, a nonblocking socket to which everything is written. `release`, if not NULL,
 * is called when it is closed, at the earliest in this call. */
void lingering_closes_add(struct lingering_closes *lingering_closes, int file,
                          void (*release)(void *context), void *context);

#endif
