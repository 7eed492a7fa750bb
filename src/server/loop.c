/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The loop: epoll, alarms, and posts of other threads by an eventfd.
 *
 * One thread handles all messages and answers, because then no table, client or list needs a lock,
 * and no one sees what happens in one call halfway. The price is that nothing here may wait:
 * anything that does is for workers, the store thread or the writer, and comes back as a post. A
 * slow round is logged, because it is a mistake somewhere. */

#include "loop.h"

#include "log.h"

#include "base/container_of.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 256, LONGEST_WAIT = 60000, SLOW_MS = 100 };

struct loop {
    int poll;
    struct watch bell; /* rung by posts */
    pthread_mutex_t lock;
    struct post *first, *last; /* under the lock */
    struct alarm **alarms;     /* a heap, the earliest first */
    int alarm_count, alarm_capacity;
    struct epoll_event events[EVENTS_AT_ONCE];
    int count; /* of those being handled; a watch that is taken away is struck out */
    volatile bool stopping;
};

/* ---- time ------------------------------------------------------------------------------------ */

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t loop_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t loop_wall_time(void)
{
    return read_clock(CLOCK_REALTIME);
}

/* The time of the store is loop_now and this many milliseconds; what was told last. 0: not set. */
static _Atomic int64_t time_offset, time_told;

int64_t loop_time(void)
{
    int64_t offset = atomic_load(&time_offset), told = atomic_load(&time_told);
    if (offset == 0)
        return loop_wall_time();
    int64_t time = loop_now() + offset;
    while (time > told && !atomic_compare_exchange_weak(&time_told, &told, time)) {
    }
    return time > told ? time : told;
}

void loop_set_time(int64_t time, int64_t at, bool starts)
{
    assert(at <= loop_now());
    if (starts)
        atomic_store(&time_told, 0);
    atomic_store(&time_offset, time != at ? time - at : 1);
}

/* The alarms are a heap: no alarm is earlier than the one at half its place. */

static void put_alarm(struct loop *loop, struct alarm *alarm, int index)
{
    assert(index >= 0 && index < loop->alarm_count);
    loop->alarms[index] = alarm;
    alarm->index = index;
}

/* Puts the alarm at a free place, or further up if it is earlier than those above. */
static void move_up(struct loop *loop, struct alarm *alarm, int index)
{
    while (index > 0) {
        struct alarm *above = loop->alarms[(index - 1) / 2];
        if (above->at <= alarm->at)
            break;
        put_alarm(loop, above, index);
        index = (index - 1) / 2;
    }
    put_alarm(loop, alarm, index);
}

/* Puts it at a free place, or further down if it is later than those below. */
static void move_down(struct loop *loop, struct alarm *alarm, int index)
{
    for (;;) {
        int below = 2 * index + 1;
        if (below + 1 < loop->alarm_count && loop->alarms[below + 1]->at < loop->alarms[below]->at)
            below++;
        if (below >= loop->alarm_count || loop->alarms[below]->at >= alarm->at)
            break;
        put_alarm(loop, loop->alarms[below], index);
        index = below;
    }
    put_alarm(loop, alarm, index);
}

void loop_stop_alarm(struct loop *loop, struct alarm *alarm)
{
    if (alarm->at == 0)
        return;
    assert(loop->alarms[alarm->index] == alarm);
    alarm->at = 0;
    struct alarm *last = loop->alarms[--loop->alarm_count];
    if (last == alarm)
        return;
    int index = alarm->index;
    if (index > 0 && last->at < loop->alarms[(index - 1) / 2]->at)
        move_up(loop, last, index);
    else
        move_down(loop, last, index);
}

void loop_set_alarm(struct loop *loop, struct alarm *alarm, int64_t milliseconds)
{
    assert(alarm->ring != NULL);
    loop_stop_alarm(loop, alarm);
    alarm->at = loop_now() + (milliseconds > 0 ? milliseconds : 0);
    if (loop->alarm_count == loop->alarm_capacity) {
        loop->alarm_capacity = loop->alarm_capacity > 0 ? 2 * loop->alarm_capacity : 64;
        loop->alarms =
            memory_grow(loop->alarms, (size_t)loop->alarm_capacity, sizeof loop->alarms[0]);
    }
    loop->alarm_count++;
    move_up(loop, alarm, loop->alarm_count - 1);
}

static void ring_alarms(struct loop *loop)
{
    int64_t now = loop_now();
    while (loop->alarm_count > 0 && loop->alarms[0]->at <= now) {
        struct alarm *alarm = loop->alarms[0];
        loop_stop_alarm(loop, alarm);
        alarm->ring(alarm);
    }
}

/* ---- sockets --------------------------------------------------------------------------------- */

static bool control(struct loop *loop, int operation, struct watch *watch)
{
    struct epoll_event event = {.data.ptr = watch};
    if (watch->events & WATCH_READ)
        event.events |= EPOLLIN | EPOLLRDHUP;
    if (watch->events & WATCH_WRITE)
        event.events |= EPOLLOUT;
    if (watch->events & WATCH_GONE)
        event.events |= EPOLLRDHUP;
    return epoll_ctl(loop->poll, operation, watch->file, &event) == 0;
}

bool loop_watch(struct loop *loop, struct watch *watch, int file, unsigned events)
{
    assert(file >= 0 && watch->ready != NULL && events != 0);
    watch->file = file;
    watch->events = events;
    return control(loop, EPOLL_CTL_ADD, watch);
}

void loop_change(struct loop *loop, struct watch *watch, unsigned events)
{
    if (watch->events == events)
        return;
    watch->events = events;
    control(loop, EPOLL_CTL_MOD, watch);
}

void loop_unwatch(struct loop *loop, struct watch *watch)
{
    control(loop, EPOLL_CTL_DEL, watch);
    for (int i = 0; i < loop->count; i++)
        if (loop->events[i].data.ptr == watch)
            loop->events[i].data.ptr = NULL;
}

/* ---- posts ----------------------------------------------------------------------------------- */

static void ring_bell(struct loop *loop)
{
    uint64_t one = 1;
    ssize_t written = write(loop->bell.file, &one, sizeof one);
    (void)written; /* if the counter is full the bell rings anyway */
}

void loop_post(struct loop *loop, struct post *post)
{
    assert(post->run != NULL);
    post->next = NULL;
    pthread_mutex_lock(&loop->lock);
    bool was_empty = loop->first == NULL;
    if (was_empty)
        loop->first = post;
    else
        loop->last->next = post;
    loop->last = post;
    pthread_mutex_unlock(&loop->lock);
    if (was_empty)
        ring_bell(loop);
}

static void take_posts(struct watch *bell, unsigned events)
{
    struct loop *loop = container_of(bell, struct loop, bell);
    uint64_t rings;
    (void)events;
    while (read(bell->file, &rings, sizeof rings) < 0 && errno == EINTR) {
    }
    pthread_mutex_lock(&loop->lock);
    struct post *post = loop->first;
    loop->first = loop->last = NULL;
    pthread_mutex_unlock(&loop->lock);
    while (post != NULL) {
        struct post *next = post->next; /* the call may release the post */
        post->run(post);
        post = next;
    }
}

/* ---- the loop -------------------------------------------------------------------------------- */

struct loop *loop_open(struct problem *problem)
{
    struct loop *loop = memory_new(1, sizeof *loop);
    pthread_mutex_init(&loop->lock, NULL);
    loop->poll = epoll_create1(EPOLL_CLOEXEC);
    loop->bell.ready = take_posts;
    int bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (loop->poll >= 0 && bell >= 0 && loop_watch(loop, &loop->bell, bell, WATCH_READ))
        return loop;
    problem_set(problem, _("cannot open any more files: {0}"), strerror(errno), NULL, NULL);
    if (bell >= 0)
        close(bell);
    if (loop->poll >= 0)
        close(loop->poll);
    free(loop);
    return NULL;
}

void loop_close(struct loop *loop)
{
    if (loop == NULL)
        return;
    close(loop->bell.file);
    close(loop->poll);
    pthread_mutex_destroy(&loop->lock);
    free(loop->alarms);
    free(loop);
}

static int wait_time(const struct loop *loop, int longest)
{
    if (loop->alarm_count == 0)
        return longest;
    int64_t left = loop->alarms[0]->at - loop_now();
    return left < 0 ? 0 : left > longest ? longest : (int)left;
}

/* Those that happened, of those waited for. */
static unsigned events_of(const struct watch *watch, uint32_t happened)
{
    if (happened & (EPOLLHUP | EPOLLERR))
        return watch->events;
    unsigned events = 0;
    if (happened & (EPOLLIN | EPOLLRDHUP))
        events |= WATCH_READ;
    if (happened & EPOLLOUT)
        events |= WATCH_WRITE;
    if (happened & EPOLLRDHUP)
        events |= WATCH_GONE;
    return events & watch->events;
}

void loop_round(struct loop *loop, int longest)
{
    assert(loop->count == 0); /* nobody goes round inside a round */
    int count = epoll_wait(loop->poll, loop->events, EVENTS_AT_ONCE, wait_time(loop, longest));
    int64_t began = loop_now();
    loop->count = count > 0 ? count : 0;
    for (int i = 0; i < loop->count; i++) {
        struct watch *watch = loop->events[i].data.ptr;
        if (watch != NULL)
            watch->ready(watch, events_of(watch, loop->events[i].events));
    }
    loop->count = 0;
    ring_alarms(loop);
    int64_t took = loop_now() - began;
    if (took > SLOW_MS) /* everyone had to wait */
        log_line(LOG_WARNING, "slow round", log_number("ms", took), log_number("events", count));
}

void loop_run(struct loop *loop)
{
    while (!loop->stopping)
        loop_round(loop, LONGEST_WAIT);
}

void loop_stop(struct loop *loop)
{
    loop->stopping = true;
    ring_bell(loop);
}
