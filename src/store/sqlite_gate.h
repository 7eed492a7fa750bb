/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The queue of those threads of this process that want to write to one SQLite file.
 *
 * SQLite lets one connection write at a time. A second one asks again and again, with pauses of up
 * to 100 ms, and whoever asks in the right moment comes next: a move could wait for half a second
 * behind a few new guests. Here they wait in a line, and the next one is woken at once. */

#ifndef STORE_SQLITE_GATE_H
#define STORE_SQLITE_GATE_H

struct gate;

/* The gate of the file at that path, shared by all connections of the process. */
struct gate *gate_open(const char *file);
void gate_close(struct gate *gate); /* NULL is fine */

/* Waits for all who came before. Whoever has entered leaves again, from any thread. */
void gate_enter(struct gate *gate);
void gate_leave(struct gate *gate);
int gate_waiting(struct gate *gate); /* how many stand in line */

#endif
