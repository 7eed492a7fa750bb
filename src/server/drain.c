/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads and forgets. */

#include "drain.h"

#include "base/container_of.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct drain {
    struct watch watch;
    struct alarm alarm;
    struct drains *drains;
    struct drain *next, *before;
    size_t left; /* bytes that may still come */
    void (*release)(void *context);
    void *context;
};

struct drains {
    struct loop *loop;
    struct drain *first;
    int count;
};

static void end(struct drain *drain)
{
    struct drains *drains = drain->drains;
    loop_unwatch(drains->loop, &drain->watch);
    loop_stop_alarm(drains->loop, &drain->alarm);
    close(drain->watch.file);
    if (drain->before != NULL)
        drain->before->next = drain->next;
    else
        drains->first = drain->next;
    if (drain->next != NULL)
        drain->next->before = drain->before;
    drains->count--;
    if (drain->release != NULL)
        drain->release(drain->context);
    free(drain);
}

static void ready(struct watch *watch, unsigned events)
{
    struct drain *drain = container_of(watch, struct drain, watch);
    char forgotten[16384];
    (void)events;
    ssize_t length = recv(watch->file, forgotten, sizeof forgotten, 0);
    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length <= 0 || (size_t)length >= drain->left)
        end(drain);
    else
        drain->left -= (size_t)length;
}

static void ring(struct alarm *alarm)
{
    end(container_of(alarm, struct drain, alarm));
}

struct drains *drains_open(struct loop *loop)
{
    struct drains *drains = memory_new(1, sizeof *drains);
    drains->loop = loop;
    return drains;
}

void drains_close(struct drains *drains)
{
    if (drains == NULL)
        return;
    while (drains->first != NULL)
        end(drains->first);
    free(drains);
}

void drains_add(struct drains *drains, int file, void (*release)(void *context), void *context)
{
    struct drain *drain = memory_new(1, sizeof *drain);
    drain->drains = drains;
    drain->watch.ready = ready;
    drain->alarm.ring = ring;
    drain->left = DRAIN_BYTES_MAX;
    drain->release = release;
    drain->context = context;
    drain->next = drains->first;
    if (drains->first != NULL)
        drains->first->before = drain;
    drains->first = drain;
    drains->count++;
    loop_set_alarm(drains->loop, &drain->alarm, DRAIN_MS);
    bool watched = loop_watch(drains->loop, &drain->watch, file, WATCH_READ);
    if (!watched || drains->count > DRAINS_MAX)
        end(drain);
}
