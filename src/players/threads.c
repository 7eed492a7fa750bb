/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The same work in several threads. */

#include "threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct part {
    void (*work)(void *context, int number);
    void *context;
    int number;
    pthread_t thread;
    bool begun;
};

static void *run(void *context)
{
    const struct part *part = context;
    part->work(part->context, part->number);
    return NULL;
}

void in_threads(int count, void (*work)(void *context, int number), void *context)
{
    struct part parts[THREADS_MAX];
    assert(count >= 1 && count <= THREADS_MAX);
    for (int i = 1; i < count; i++) {
        parts[i] = (struct part){.work = work, .context = context, .number = i};
        parts[i].begun = pthread_create(&parts[i].thread, NULL, run, &parts[i]) == 0;
    }
    work(context, 0);
    for (int i = 1; i < count; i++)
        if (parts[i].begun)
            pthread_join(parts[i].thread, NULL);
        else
            run(&parts[i]);
}
