/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Threads for slow work, so that the loop never waits: moves of computer players, password hashes.
 * Heavy users wait longer, no one else does (fair_queue.h). */

#ifndef SERVER_WORKERS_H
#define SERVER_WORKERS_H

#include "fair_queue.h"
#include "loop.h"

struct workers;

/* Something to be done: `run` runs in some worker thread, then `done` in the loop. Embedded in the
 * owner's own struct, which must not go away before `done`. When the workers end, `done` comes also
 * where `run` has not begun: what it would have found out is to be there as a failure before. */
struct work {
    void (*run)(struct work *work);
    void (*done)(struct work *work);
    int64_t person;   /* whom it is done for; 0: for everyone */
    int64_t house;    /* with whom that person takes turns; 0: with nobody */
    struct post post; /* the workers' own, as all below */
    struct fair_item item;
    struct workers *workers;
};

struct workers *workers_open(struct loop *loop, int threads, struct problem *problem);

/* With a niceness, as for nice(1): others go first when there is not enough for all. Where the
 * system does not allow that, the threads run like all others. */
struct workers *workers_open_nice(struct loop *loop, int threads, int niceness,
                                  struct problem *problem);

/* Nothing is begun any more: waits for those under way. For all others, and those that are added
 * from now on, `done` comes soon. */
void workers_end(struct workers *workers); /* NULL is fine, as below */

/* Ends, runs the loop until all work is done, and releases them. */
void workers_close(struct workers *workers);
int workers_pending(const struct workers *workers); /* what is not done; in the loop */

/* In the loop. Urgent ones are done first, but never two of them one after another while others
 * wait. */
void workers_add(struct workers *workers, struct work *work, bool urgent);
int workers_waiting(struct workers *workers); /* what has not begun */

#endif
