/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How a server survives a shortage of memory (base/memory.h). It keeps a reserve; once that is in
 * use, new connections, requests, messages and moves of computer players are refused on arrival,
 * and this file releases unused things until the reserve is available again. One line in the log
 * when it begins, one when it ends. */

#ifndef SERVER_MEMORY_GUARD_H
#define SERVER_MEMORY_GUARD_H

#include "http.h"
#include "tables.h"

struct memory_guard {
    struct loop *loop;
    struct tables *tables;
    struct http *http;
    struct post post; /* from the thread that found no memory */
    struct alarm alarm;
    int64_t since;  /* by loop_now; 0: memory is not low */
    uint64_t times; /* that it was low, for /metrics */
};

/* Keeps the reserve from now on. The guard stays where it is. False with a problem noted if there
 * is not even that much memory. */
bool memory_guard_open(struct memory_guard *guard, struct loop *loop, struct tables *tables,
                       struct http *http, struct problem *problem);

/* Gives the reserve back. Fine if it was not opened. The loop runs no more than to its end. */
void memory_guard_close(struct memory_guard *guard);

#endif
