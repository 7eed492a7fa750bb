/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a server does about low memory. */

#include "memory_guard.h"

#include "log.h"

#include "base/container_of.h"

#include <assert.h>
#include <malloc.h>

enum {
    RESERVE = 16 << 20,      /* what requests under way still need to come to their end */
    RESERVE_LEAST = 2 << 20, /* if there is no more to be had */
    LOOK_MS = 250,
    FILL_MS = 1000,
    LEAST_MS = 1000, /* so that the log does not fill when memory is now low, now not */
};

/* What is freed goes back to the system, where it serves all threads. */
static void shed(const struct memory_guard *guard)
{
    tables_unload(guard->tables);
    http_cut_slow(guard->http);
    malloc_trim(0);
}

/* How much must be free after so long. At first twice the reserve, or memory would be low again at
 * once; then less and less, because much may be free inside the heap where nobody sees it, and a
 * server that waits forever serves nobody. */
static size_t needed_after(int64_t lasted)
{
    size_t needed = 2 * RESERVE;
    for (int64_t step = 2 * LEAST_MS; lasted >= step && needed > RESERVE_LEAST; step *= 2)
        needed /= 2;
    return needed;
}

/* A reserve that is not whole is filled up later. */
static void recover(struct memory_guard *guard, int64_t lasted)
{
    guard->since = 0;
    log_line(LOG_WARNING, "memory recovered", log_number("ms", lasted),
             log_number("reserve", (int64_t)memory_reserve()));
    loop_set_alarm(guard->loop, &guard->alarm, FILL_MS);
}

static void look(struct alarm *alarm)
{
    struct memory_guard *guard = container_of(alarm, struct memory_guard, alarm);
    int64_t lasted = loop_now() - guard->since;
    if (guard->since == 0) {
        if (!memory_fill_reserve())
            loop_set_alarm(guard->loop, &guard->alarm, FILL_MS);
        return;
    }
    shed(guard);
    if (lasted >= LEAST_MS && memory_recover(needed_after(lasted)))
        recover(guard, lasted);
    else
        loop_set_alarm(guard->loop, &guard->alarm, LOOK_MS);
}

/* In the loop. */
static void become_low(struct post *post)
{
    struct memory_guard *guard = container_of(post, struct memory_guard, post);
    if (guard->loop == NULL) /* closed meanwhile */
        return;
    assert(guard->since == 0);
    guard->since = loop_now();
    guard->times++;
    log_line(LOG_ERROR, "memory low", log_number("rooms", tables_count(guard->tables)),
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

bool memory_guard_open(struct memory_guard *guard, struct loop *loop, struct tables *tables,
                       struct http *http, struct problem *problem)
{
    *guard = (struct memory_guard){
        .loop = loop, .tables = tables, .http = http, .post.run = become_low, .alarm.ring = look};
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
