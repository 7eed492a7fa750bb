/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads and discards. */

#include "lingering_close.h"

#include "base/container_of.h"
#include "base/list.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct lingering_close {
    struct watch watch;
    struct alarm alarm;
    struct lingering_closes *lingering_closes;
    struct lingering_close *next, *before;
    size_t left; /* bytes that may still come */
    void (*release)(void *context);
    void *context;
};

struct lingering_closes {
    struct loop *loop;
    struct lingering_close *first;
    int count;
};

static void end(struct lingering_close *lingering)
{
    struct lingering_closes *lingering_closes = lingering->lingering_closes;
    assert(lingering_closes->count > 0);
    loop_unwatch(lingering_closes->loop, &lingering->watch);
    loop_stop_alarm(lingering_closes->loop, &lingering->alarm);
    close(lingering->watch.file);
    list_remove(lingering_closes->first, lingering);
    lingering_closes->count--;
    if (lingering->release != NULL)
        lingering->release(lingering->context);
    free(lingering);
}

static void ready(struct watch *watch, unsigned events)
{
    struct lingering_close *lingering = container_of(watch, struct lingering_close, watch);
    char forgotten[16384];
    (void)events;
    ssize_t length = recv(watch->file, forgotten, sizeof forgotten, 0);
    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length <= 0 || (size_t)length >= lingering->left)
        end(lingering);
    else
        lingering->left -= (size_t)length;
}

static void ring(struct alarm *alarm)
{
    end(container_of(alarm, struct lingering_close, alarm));
}

struct lingering_closes *lingering_closes_open(struct loop *loop)
{
    struct lingering_closes *lingering_closes = memory_new(1, sizeof *lingering_closes);
    lingering_closes->loop = loop;
    return lingering_closes;
}

void lingering_closes_close(struct lingering_closes *lingering_closes)
{
    if (lingering_closes == NULL)
        return;
    while (lingering_closes->first != NULL)
        end(lingering_closes->first);
    assert(lingering_closes->count == 0);
    free(lingering_closes);
}

void lingering_closes_add(struct lingering_closes *lingering_closes, int file,
                          void (*release)(void *context), void *context)
{
    assert(file >= 0);
    struct lingering_close *lingering = memory_new(1, sizeof *lingering);
    lingering->lingering_closes = lingering_closes;
    lingering->watch.ready = ready;
    lingering->alarm.ring = ring;
    lingering->left = LINGER_BYTES_MAX;
    lingering->release = release;
    lingering->context = context;
    list_add(lingering_closes->first, lingering);
    lingering_closes->count++;
    loop_set_alarm(lingering_closes->loop, &lingering->alarm, LINGER_MS);
    bool watched = loop_watch(lingering_closes->loop, &lingering->watch, file, WATCH_READ);
    if (!watched || lingering_closes->count > LINGERING_MAX)
        end(lingering);
}
