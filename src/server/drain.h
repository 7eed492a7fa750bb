/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Files that were told goodbye. If a file is closed while something that the other side sent has
 * not been read, the system throws away what was sent to it, the goodbye too. So what still comes
 * is read and forgotten, for a short time, until the other side has closed as well. */

#ifndef SERVER_DRAIN_H
#define SERVER_DRAIN_H

#include "loop.h"

#include <stddef.h>

enum {
    DRAINS_MAX = 1024,         /* at the same time; more are closed at once */
    DRAIN_MS = 3000,           /* so long … */
    DRAIN_BYTES_MAX = 1 << 24, /* … and so much at most */
};

struct drains;

struct drains *drains_open(struct loop *loop);
void drains_close(struct drains *drains); /* closes all files at once; NULL is fine */

/* Takes over the file, a nonblocking socket to which everything is written. `release`, if not NULL,
 * is called when it is closed, at the earliest in this call. */
void drains_add(struct drains *drains, int file, void (*release)(void *context), void *context);

#endif
