/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* JSON from outside, within limits and with an eye on memory.
 *
 * jansson does not notice when the buffer of a string cannot grow, loses a character and may end
 * the program over what is left (an assert in its scanner). So its memory comes from the reserve
 * when there is no other: the limits bound what it can use up. */

#include "json_read.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdlib.h>

static _Thread_local bool failed; /* an allocation of jansson in this thread */

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL && memory_use_reserve())
        memory = malloc(size);
    failed = failed || memory == NULL;
    return memory;
}

static void watch_allocations(void)
{
    json_set_alloc_funcs(allocate, free);
}

/* Counts brackets and separators outside of strings; whether they fit together jansson tells. */
static bool is_modest(struct span text)
{
    int depth = 0, parts = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.at[i];
        if (in_string && byte == '\\')
            i++;
        else if (byte == '"')
            in_string = !in_string;
        else if (!in_string && (byte == '{' || byte == '['))
            depth++;
        else if (!in_string && (byte == '}' || byte == ']'))
            depth--;
        else if (!in_string && byte == ',')
            parts++;
        if (depth > JSON_DEPTH_MAX || parts > JSON_PARTS_MAX)
            return false;
    }
    return true;
}

json_t *json_read_object(struct span text, bool *no_memory)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    json_error_t error;
    *no_memory = false;
    if (!is_modest(text))
        return NULL;
    pthread_once(&once, watch_allocations);
    failed = false;
    json_t *value = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, &error);
    *no_memory = failed;
    if (!failed && json_is_object(value))
        return value;
    json_decref(value);
    return NULL;
}
