/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Keeps the store's log short from a thread of its own, so that no move has to wait for it. */

#ifndef SERVER_CHECKPOINTS_H
#define SERVER_CHECKPOINTS_H

#include "loop.h"

struct checkpoints;

/* NULL with a problem noted. */
struct checkpoints *checkpoints_open(struct loop *loop, const char *store, struct problem *problem);
void checkpoints_close(struct checkpoints *checkpoints); /* NULL is fine */

#endif
