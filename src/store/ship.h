/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A copy of a store that follows it: a store like any other, at any address, in which everything is
 * as it was in the first one at one moment of the last round. A round looks at what has changed
 * since the one before, and writes that in one transaction: so the copy is never half of something,
 * whoever is killed. Tables that were removed are removed there too; a table that has fewer rows
 * than its copy is refused, as is a copy that someone has served meanwhile. */

#ifndef STORE_SHIP_H
#define STORE_SHIP_H

#include "store.h"

struct ship;

/* Opens the copy, or makes it with everything in it. Nobody else can serve it while it is open.
 * NULL with a problem noted. `from` must stay open. */
struct ship *ship_open(struct store *from, const char *address, struct problem *problem);
void ship_close(struct ship *ship); /* NULL is fine */

/* What a round did. */
struct ship_round {
    int64_t changed, removed; /* things; a table is one, whatever was added to it */
    bool may_try_again;       /* it failed because a database did not answer or a disk is full */
};

/* One round. False with a problem noted; the copy is as it was then. */
bool ship_follow(struct ship *ship, struct ship_round *round, struct problem *problem);

#endif
