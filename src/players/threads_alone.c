/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The same work in one thread, where there are no others. */

#include "threads.h"

#include <assert.h>

void in_threads(int count, void (*work)(void *context, int number), void *context)
{
    assert(count >= 1 && count <= THREADS_MAX);
    for (int i = 0; i < count; i++)
        work(context, i);
}
