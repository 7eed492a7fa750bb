/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Checked memory with a reserve. */

#include "memory.h"

#include "lock.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static struct {
    struct lock lock;
    void *at;    /* under the lock, as all below; NULL: in use, or there is none */
    size_t size; /* of what is there now, at most what is wanted */
    size_t wanted;
    void (*low)(void *context);
    void *context;
} reserve = {.lock = LOCK_INITIAL};

static atomic_bool is_low; /* changed under the lock */

/* ---- the reserve ----------------------------------------------------------------------------- */

/* Straight from the system, so that what is released serves every thread. NULL if there is none. */
static void *map(size_t size)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at != MAP_FAILED ? at : NULL;
}

/* Under the lock. */
static void release(void)
{
    if (reserve.at != NULL)
        munmap(reserve.at, reserve.size);
    reserve.at = NULL;
}

bool memory_is_low(void)
{
    return atomic_load_explicit(&is_low, memory_order_relaxed);
}

bool memory_use_reserve(void)
{
    lock_take(&reserve.lock);
    bool had = reserve.at != NULL;
    void (*low)(void *context) = had ? reserve.low : NULL;
    void *context = reserve.context;
    release();
    if (had)
        is_low = true;
    /* Someone else may have released it a moment ago: what is left of it is for all. */
    bool worth_trying = is_low;
    lock_leave(&reserve.lock);
    if (low != NULL)
        low(context);
    return worth_trying;
}

/* Under the lock: takes a new reserve if this many bytes are free. The old one goes last. */
static bool renew(size_t needed)
{
    char *at = map(needed);
    size_t size = needed < reserve.wanted ? needed : reserve.wanted;
    if (at == NULL)
        return false;
    if (needed > size)
        munmap(at + size, needed - size);
    release();
    reserve.at = at;
    reserve.size = size;
    return true;
}

bool memory_recover(size_t needed)
{
    assert(needed > 0);
    lock_take(&reserve.lock);
    if (is_low)
        is_low = !renew(needed);
    bool recovered = !is_low;
    lock_leave(&reserve.lock);
    return recovered;
}

bool memory_fill_reserve(void)
{
    lock_take(&reserve.lock);
    bool whole = is_low || reserve.size == reserve.wanted || renew(reserve.wanted);
    lock_leave(&reserve.lock);
    return whole;
}

size_t memory_reserve(void)
{
    lock_take(&reserve.lock);
    size_t size = reserve.at != NULL ? reserve.size : 0;
    lock_leave(&reserve.lock);
    return size;
}

bool memory_keep_reserve(size_t bytes, void (*low)(void *context), void *context)
{
    lock_take(&reserve.lock);
    release();
    reserve.at = bytes > 0 ? map(bytes) : NULL;
    reserve.size = reserve.wanted = bytes;
    reserve.low = low;
    reserve.context = context;
    is_low = false;
    bool kept = bytes == 0 || reserve.at != NULL;
    lock_leave(&reserve.lock);
    return kept;
}

/* ---- allocations ----------------------------------------------------------------------------- */

static _Atomic(void (*)(void)) last_words;

void memory_last_words(void (*say)(void))
{
    last_words = say;
}

_Noreturn void memory_give_up(void)
{
    void (*say)(void) = last_words;
    if (say != NULL)
        say();
    abort();
}

void *memory_try_new(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}

void *memory_new(size_t count, size_t size)
{
    void *memory = memory_try_new(count, size);
    if (memory == NULL && memory_use_reserve())
        memory = memory_try_new(count, size);
    if (memory == NULL)
        memory_give_up();
    return memory;
}

static void *try_new_at_line(size_t size)
{
    assert(size > 0 && size <= PTRDIFF_MAX);
    size_t lines = (size - 1) / CACHE_LINE + 1;
    void *memory = aligned_alloc(CACHE_LINE, lines * CACHE_LINE);
    return memory != NULL ? memset(memory, 0, size) : NULL;
}

void *memory_new_at_line(size_t size)
{
    void *memory = try_new_at_line(size);
    if (memory == NULL && memory_use_reserve())
        memory = try_new_at_line(size);
    if (memory == NULL)
        memory_give_up();
    return memory;
}

void *memory_try_grow(void *memory, size_t count, size_t size)
{
    assert(count > 0 && size > 0);
    return count <= PTRDIFF_MAX / size ? realloc(memory, count * size) : NULL;
}

void *memory_grow(void *memory, size_t count, size_t size)
{
    void *grown = memory_try_grow(memory, count, size);
    if (grown == NULL && memory_use_reserve())
        grown = memory_try_grow(memory, count, size);
    if (grown == NULL)
        memory_give_up();
    return grown;
}
