/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Regular checkpoints of the store. */

#include "checkpoints.h"

#include "workers.h"

#include "store/store.h"

#include "base/container_of.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>

enum { CHECKPOINT_MS = 500 };

struct checkpoints {
    struct loop *loop;
    struct store *store; /* the thread's own */
    struct workers *thread;
    struct alarm alarm;
    struct work work;
};

static void work(struct work *work)
{
    store_checkpoint(container_of(work, struct checkpoints, work)->store);
}

static void done(struct work *work)
{
    struct checkpoints *checkpoints = container_of(work, struct checkpoints, work);
    loop_set_alarm(checkpoints->loop, &checkpoints->alarm, CHECKPOINT_MS);
}

static void begin(struct alarm *alarm)
{
    struct checkpoints *checkpoints = container_of(alarm, struct checkpoints, alarm);
    assert(checkpoints->store != NULL && checkpoints->thread != NULL);
    workers_add(checkpoints->thread, &checkpoints->work, false);
}

struct checkpoints *checkpoints_open(struct loop *loop, const char *store, struct problem *problem)
{
    struct checkpoints *checkpoints = memory_new(1, sizeof *checkpoints);
    *checkpoints = (struct checkpoints){
        .loop = loop, .alarm.ring = begin, .work.run = work, .work.done = done};
    checkpoints->store = store_open(store, problem);
    if (checkpoints->store != NULL)
        checkpoints->thread = workers_open(loop, 1, problem);
    if (checkpoints->thread == NULL) {
        checkpoints_close(checkpoints);
        return NULL;
    }
    loop_set_alarm(loop, &checkpoints->alarm, CHECKPOINT_MS);
    return checkpoints;
}

void checkpoints_close(struct checkpoints *checkpoints)
{
    if (checkpoints == NULL)
        return;
    workers_close(checkpoints->thread);
    loop_stop_alarm(checkpoints->loop, &checkpoints->alarm);
    store_close(checkpoints->store);
    free(checkpoints);
}
