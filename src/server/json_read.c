/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reading JSON with an eye on memory. */

#include "json_read.h"

#include <pthread.h>
#include <stdlib.h>

static _Thread_local bool failed; /* an allocation of jansson in this thread */

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    failed = failed || memory == NULL;
    return memory;
}

static void watch_allocations(void)
{
    json_set_alloc_funcs(allocate, free);
}

json_t *json_read(struct span text, bool *no_memory)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    json_error_t error;
    pthread_once(&once, watch_allocations);
    failed = false;
    json_t *value = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, &error);
    *no_memory = failed;
    if (!failed)
        return value;
    json_decref(value);
    return NULL;
}
