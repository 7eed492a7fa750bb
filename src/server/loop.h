/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The main loop: one thread that waits for sockets, for the time, and for results of other threads.
 * Everything described as "in the loop" runs in that thread and needs no lock. Anything slow (the
 * disk, a computer player, a password) is done by other threads, which post the result here. Knows
 * neither HTTP nor tables. */

#ifndef SERVER_LOOP_H
#define SERVER_LOOP_H

#include "base/problem.h"

struct loop;

/* NULL with a problem noted. */
struct loop *loop_open(struct problem *problem);
void loop_close(struct loop *loop); /* NULL is fine; nothing is called any more */

/* Runs until loop_stop. */
void loop_run(struct loop *loop);

/* One round: waits at most so many milliseconds for something to happen, and does all that is due.
 * For tests; a program calls loop_run. */
void loop_round(struct loop *loop, int longest);
void loop_stop(struct loop *loop); /* from the loop or from a signal handler */

/* Milliseconds since some moment, by a clock that never steps: for every duration. */
int64_t loop_now(void);

/* Milliseconds since 1970, for dates, in any thread. Until it is set it is the wall clock of this
 * machine. From then on it is the time of the store (steady_clock.h), which the servers of a store
 * share: it continues with loop_now, whatever becomes of the wall clock, and never back. */
int64_t loop_time(void);
int64_t loop_wall_time(void); /* the wall clock, which may step */

/* It was that time when loop_now was `at`. Where that is less than what was told, the time stands
 * still until it is reached; a server that starts forgets what was told before. */
void loop_set_time(int64_t time, int64_t at, bool starts);

/* ---- sockets --------------------------------------------------------------------------------- */

/* WATCH_GONE: the other side will send nothing more. What it has sent before is not read. */
enum { WATCH_READ = 1, WATCH_WRITE = 2, WATCH_GONE = 4 };

/* Someone who wants to know when a file can be read or written. Embedded in the owner's own
 * struct; stays where it is while it is watched. `ready` may unwatch or close anything. A broken
 * file is always told, as whatever is waited for. */
struct watch {
    void (*ready)(struct watch *watch, unsigned events);
    int file;
    unsigned events; /* those waited for */
};

bool loop_watch(struct loop *loop, struct watch *watch, int file, unsigned events);
void loop_change(struct loop *loop, struct watch *watch, unsigned events);
void loop_unwatch(struct loop *loop, struct watch *watch); /* does not close the file */

/* ---- time ------------------------------------------------------------------------------------ */

/* A clock that rings once; embedded as above. Setting it again moves it. */
struct alarm {
    void (*ring)(struct alarm *alarm);
    int64_t at; /* by loop_now; 0 while it is not set */
    int index;  /* the loop's own */
};

/* With 0 milliseconds it rings before the loop waits again, but not from inside this call: for what
 * must not be done in the middle of something else. */
void loop_set_alarm(struct loop *loop, struct alarm *alarm, int64_t milliseconds);
void loop_stop_alarm(struct loop *loop, struct alarm *alarm);

/* ---- other threads --------------------------------------------------------------------------- */

/* Something to be called in the loop; embedded as above, the poster's until it is called. */
struct post {
    void (*run)(struct post *post);
    struct post *next; /* the loop's own */
};

void loop_post(struct loop *loop, struct post *post); /* from any thread */

#endif
