/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The thread that writes to the store. While one transaction goes to the disk the next requests
 * gather; then they are written together (group commit). The loop hears of each when it is safe. */

#ifndef SERVER_WRITER_H
#define SERVER_WRITER_H

#include "loop.h"

#include "store/store.h"

struct writer;

/* One request: the write, and what is called in the loop afterwards with its result filled in.
 * Embedded in the owner's own struct, which must not go away before `done`. */
struct writing {
    struct store_write write;
    void (*done)(struct writing *writing);
    struct post post; /* the writer's own */
    struct writing *next;
    struct writer *writer;
};

/* Opens its own store at the address. NULL with a problem noted. */
struct writer *writer_open(struct loop *loop, const char *address, struct problem *problem);

/* Writes what was asked for, then ends. What is added from now on fails; `done` comes for all. */
void writer_end(struct writer *writer); /* NULL is fine, as below */

/* Ends, runs the loop until everything is done, and releases the rest. */
void writer_close(struct writer *writer);
int writer_pending(const struct writer *writer); /* not done yet; in the loop */

void writer_add(struct writer *writer, struct writing *writing); /* in the loop */

/* For /metrics: transactions, and writes in them. */
void writer_counts(struct writer *writer, uint64_t *transactions, uint64_t *writes);

#endif
