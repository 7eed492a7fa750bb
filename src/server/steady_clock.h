/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The time of the store: one clock for all its servers, by which rows, players' clocks, leases and
 * all other dates in it are measured (loop_time).
 *
 * A wall clock steps: someone sets it, NTP corrects it, a machine sleeps or starts in 1970; and
 * those of two machines differ. Players must not gain or lose time by that. So the time of the
 * store is the wall clock as long as that is well-behaved, and it
 *
 * - advances with the monotonic clock (loop_now) while a server runs,
 * - never goes back, from server to server and from start to start: each sign of life in the store
 *   is no earlier than the one before, and a server that starts begins there,
 * - jumps forward only if the wall clock is ahead by more than signs of life may be late. The gap
 *   is an outage, and given back to running clocks, like any time without a server,
 * - approaches the wall clock by a hundredth of the elapsed time where they differ by less, or
 * where the wall clock was set back. That is all a player can notice.
 *
 * The wall clock is that of the machine for a store in a file, which has one server; and that of
 * the database, the same for all, if there may be several. So it does not matter whether the
 * clocks of the servers agree. */

#ifndef SERVER_STEADY_CLOCK_H
#define SERVER_STEADY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* What a server knows when it leaves a sign of life; milliseconds, times since 1970. */
struct clock_sources {
    int64_t wall;
    int64_t wall_before; /* at its last sign; 0: not known */
    bool doubtful;       /* the wall clock was long on its way */
    bool starts;         /* it has left no sign before */
    int64_t mine;        /* its own time of the store, unless it starts */
    int64_t passed;      /* since its last sign, by the clock that never steps */
    bool lived;          /* it has left all of them in time: no outage can have been */
    bool found;          /* there is a sign of some server: */
    int64_t last;        /* when that was; */
    int64_t lead;        /* how far this was before the wall clock */
    int64_t longest;     /* signs that are not further apart are not an outage */
};

struct clock_reading {
    int64_t now;   /* the time of the store, never before the last sign */
    int64_t lead;  /* how far it is before the wall clock */
    int64_t began; /* an outage lasted from then until now; `now`: there was none */
};

struct clock_reading steady_clock_read(const struct clock_sources *sources);

#endif
