/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The loop: epoll, alarms, and posts of other threads by an eventfd. */

#include "loop.h"

#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 256, LONGEST_WAIT = 60000 };

struct loop {
    int poll;
    struct watch bell; /* rung by posts */
    pthread_mutex_t lock;
    struct post *first, *last; /* under the lock */
    struct alarm *alarms;      /* the earliest first */
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

int64_t loop_time(void)
{
    return read_clock(CLOCK_REALTIME);
}

void loop_stop_alarm(struct loop *loop, struct alarm *alarm)
{
    if (alarm->at == 0)
        return;
    if (alarm->before != NULL)
        alarm->before->next = alarm->next;
    else
        loop->alarms = alarm->next;
    if (alarm->next != NULL)
        alarm->next->before = alarm->before;
    alarm->at = 0;
    alarm->next = alarm->before = NULL;
}

void loop_set_alarm(struct loop *loop, struct alarm *alarm, int64_t milliseconds)
{
    loop_stop_alarm(loop, alarm);
    alarm->at = loop_now() + (milliseconds > 0 ? milliseconds : 1);
    struct alarm *before = NULL, *next = loop->alarms;
    while (next != NULL && next->at <= alarm->at) {
        before = next;
        next = next->next;
    }
    alarm->before = before;
    alarm->next = next;
    if (next != NULL)
        next->before = alarm;
    if (before != NULL)
        before->next = alarm;
    else
        loop->alarms = alarm;
}

static void ring_alarms(struct loop *loop)
{
    int64_t now = loop_now();
    while (loop->alarms != NULL && loop->alarms->at <= now) {
        struct alarm *alarm = loop->alarms;
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
    return epoll_ctl(loop->poll, operation, watch->file, &event) == 0;
}

bool loop_watch(struct loop *loop, struct watch *watch, int file, unsigned events)
{
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
    struct loop *loop = (struct loop *)((char *)bell - offsetof(struct loop, bell));
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
        post->call(post);
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
    problem_set(problem, _("the system gives no more files: {0}"), strerror(errno), NULL, NULL);
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
    free(loop);
}

static int wait_time(const struct loop *loop)
{
    if (loop->alarms == NULL)
        return LONGEST_WAIT;
    int64_t left = loop->alarms->at - loop_now();
    return left < 0 ? 0 : left > LONGEST_WAIT ? LONGEST_WAIT : (int)left;
}

static unsigned events_of(uint32_t happened)
{
    unsigned events = 0;
    if (happened & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR))
        events |= WATCH_READ;
    if (happened & EPOLLOUT)
        events |= WATCH_WRITE;
    return events;
}

void loop_run(struct loop *loop)
{
    while (!loop->stopping) {
        int count = epoll_wait(loop->poll, loop->events, EVENTS_AT_ONCE, wait_time(loop));
        loop->count = count > 0 ? count : 0;
        for (int i = 0; i < loop->count; i++) {
            struct watch *watch = loop->events[i].data.ptr;
            if (watch != NULL)
                watch->ready(watch, events_of(loop->events[i].events));
        }
        loop->count = 0;
        ring_alarms(loop);
    }
}

void loop_stop(struct loop *loop)
{
    loop->stopping = true;
    ring_bell(loop);
}
