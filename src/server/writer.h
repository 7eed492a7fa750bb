/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The thread that writes to the store. While one transaction goes to disk the next requests gather;
 * then they are written together (group commit). The loop hears of each when it is safe.
 *
 * A failing store, for example with a full disk, is left alone: until it answers again every
 * request fails at once, and only this thread tries to write something, first soon and then less
 * and less often, up to every ten seconds. The log notes the beginning and the end. */

#ifndef SERVER_WRITER_H
#define SERVER_WRITER_H

#include "loop.h"

#include "store/store.h"

struct writer;

/* One write that waits, and what is called in the loop afterwards with its result filled in.
 * Embedded in the owner's own struct, which must not go away before `done`. */
struct queued_write {
    struct store_write write;
    void (*done)(struct queued_write *queued);
    struct post post; /* the writer's own */
    struct queued_write *next;
    struct writer *writer;
};

/* Opens its own store at the address. NULL with a problem noted. */
struct writer *writer_open(struct loop *loop, const char *address, struct problem *problem);

/* Writes what was asked for, then ends. What is added from now on fails; `done` comes for all. */
void writer_end(struct writer *writer); /* NULL is fine, as below */

/* Ends, runs the loop until everything is done, and releases the rest. */
void writer_close(struct writer *writer);
int writer_pending(const struct writer *writer); /* not done yet; in the loop */

void writer_add(struct writer *writer, struct queued_write *queued); /* in the loop */

/* The store as it is now. */
struct writer_trouble {
    bool failing;
    int64_t since;    /* by loop_now */
    char reason[200]; /* nothing secret in it */
    uint64_t times;   /* that it began */
    uint64_t refused; /* requests since it began the last time */
    uint64_t refused_ever;
};
bool writer_is_failing(struct writer *writer);
struct writer_trouble writer_trouble(struct writer *writer);

/* Someone else could not use the store: the thread finds out whether it fails. From any thread;
 * NULL is fine. */
void writer_check_store(struct writer *writer);

/* Someone was refused because the store fails, without a request. */
void writer_note_refused(struct writer *writer);

/* For /metrics: transactions, and writes in them. */
void writer_counts(struct writer *writer, uint64_t *transactions, uint64_t *writes);

#endif
