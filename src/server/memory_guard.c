/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a server does about low memory. */

#include "memory_guard.h"

#include "log.h"

#include "base/owner.h"

#include <assert.h>
#include <malloc.h>

enum {
    RESERVE = 16 << 20, /* what requests under way still need to come to their end */
    LOOK_MS = 250,
    LEAST_MS = 1000, /* so that the log does not fill when memory is now low, now not */
};

/* What is freed goes back to the system, where it serves all threads. */
static void shed(const struct memory_guard *guard)
{
    hall_put_away(guard->hall);
    http_cut_slow(guard->http);
    malloc_trim(0);
}

static void look(struct alarm *alarm)
{
    struct memory_guard *guard = owner_of(alarm, struct memory_guard, alarm);
    int64_t lasted = loop_now() - guard->since;
    assert(guard->since > 0);
    shed(guard);
    if (lasted < LEAST_MS || !memory_recover()) {
        loop_set_alarm(guard->loop, &guard->alarm, LOOK_MS);
        return;
    }
    guard->since = 0;
    log_line(LOG_WARNING, "memory recovered", log_number("ms", lasted));
}

/* In the loop. */
static void become_low(struct post *post)
{
    struct memory_guard *guard = owner_of(post, struct memory_guard, post);
    if (guard->loop == NULL) /* closed meanwhile */
        return;
    assert(guard->since == 0);
    guard->since = loop_now();
    guard->times++;
    log_line(LOG_ERROR, "memory low", log_number("rooms", hall_room_count(guard->hall)),
             log_number("connections", http_connections(guard->http)));
    loop_set_alarm(guard->loop, &guard->alarm, 0);
}

/* In any thread, which may be in the middle of anything. Memory becomes low once until the loop has
 * recovered it, so the post is free. */
static void notice(void *context)
{
    struct memory_guard *guard = context;
    loop_post(guard->loop, &guard->post);
}

bool memory_guard_open(struct memory_guard *guard, struct loop *loop, struct hall *hall,
                       struct http *http, struct problem *problem)
{
    *guard = (struct memory_guard){
        .loop = loop, .hall = hall, .http = http, .post.call = become_low, .alarm.ring = look};
    return memory_keep_reserve(RESERVE, notice, guard) || problem_no_memory(problem);
}

void memory_guard_close(struct memory_guard *guard)
{
    if (guard->loop == NULL)
        return;
    memory_keep_reserve(0, NULL, NULL);
    loop_stop_alarm(guard->loop, &guard->alarm);
    guard->loop = NULL;
}
