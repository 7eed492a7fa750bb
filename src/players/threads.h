/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The same work in several threads: searches, contests, games to learn from. */

#ifndef PLAYERS_THREADS_H
#define PLAYERS_THREADS_H

enum { THREADS_MAX = 64 };

/* Calls work(context, number) for each number below `count`, 0 in the thread of the caller, the
 * others in threads of their own; returns when all are done. What finds no thread is done by the
 * caller. */
void in_threads(int count, void (*work)(void *context, int number), void *context);

#endif
