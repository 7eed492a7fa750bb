/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The time of the store, from all clocks that a server can see. */

#include "steady_clock.h"

#include <assert.h>

enum {
    GLIDE = 100,           /* the time is drawn to the wall clock by one part of this many */
    GLIDE_MOST_MS = 10000, /* of not more time than that at once */
    NEAR_MS = 50,          /* clocks of one machine do not differ by more unless one was set */
};

static int64_t most_of(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

static int64_t least_of(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

/* What time it is for the server that left the last sign, if it lives: the wall clock and the lead,
 * to the millisecond. Else, the time of that sign. */
static int64_t time_of_others(const struct clock_sources *s)
{
    int64_t theirs = s->wall + s->lead;
    return theirs >= s->last && theirs - s->last <= s->longest ? theirs : s->last;
}

/* Has nobody set the wall clock since the last sign of this server? */
static bool wall_is_steady(const struct clock_sources *s)
{
    int64_t step = s->wall - s->wall_before - s->passed;
    return s->wall_before != 0 && step >= -NEAR_MS && step <= NEAR_MS;
}

/* Where a server is by its own clock, or by that of one who is ahead. Two servers at one table must
 * not differ, or one player would win with each turn what the other loses. */
static int64_t time_here(const struct clock_sources *s)
{
    if (!s->found)
        return s->mine;
    int64_t theirs = s->doubtful ? s->last : time_of_others(s);
    if (s->last > s->mine || (wall_is_steady(s) && theirs > s->mine + NEAR_MS))
        return theirs;
    return s->mine;
}

/* A server that starts has no time of its own. If no other lives, the lead is forgotten: while
 * there is no time to charge, the wall clock may catch up. */
static int64_t time_at_start(const struct clock_sources *s)
{
    if (!s->found)
        return s->wall;
    int64_t theirs = time_of_others(s);
    return theirs > s->last ? theirs : most_of(s->wall, s->last);
}

/* From here to the wall clock. */
static int64_t time_while_running(const struct clock_sources *s, int64_t here)
{
    int64_t ahead = s->wall - here;
    int64_t glide = least_of(s->passed, GLIDE_MOST_MS) / GLIDE;
    if (s->doubtful)
        return here;
    if (ahead > s->longest)
        return s->wall;
    if (ahead >= 0)
        return here + least_of(ahead, glide);
    int64_t back = here - least_of(-ahead, glide);
    return s->found ? most_of(back, s->last) : back;
}

struct clock_reading steady_clock_read(const struct clock_sources *s)
{
    assert(s->passed >= 0 && s->longest >= 0);
    assert(!s->starts || !s->lived);
    int64_t here = s->starts ? s->last : time_here(s);
    int64_t now = s->starts ? time_at_start(s) : time_while_running(s, here);
    /* Who lived all the time knows how much was jumped over; nobody else knows when it began. */
    int64_t began = s->found && !s->lived ? s->last : s->lived ? here : now;
    if (now - began <= s->longest)
        began = now;
    assert(!s->found || now >= s->last);
    assert(began <= now);
    return (struct clock_reading){
        .now = now, .lead = s->doubtful && s->found ? s->lead : now - s->wall, .began = began};
}
