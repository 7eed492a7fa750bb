/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A lock between threads. Where the program is one thread (in a browser), it is nothing. */

#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#ifndef ORRERY_ONE_THREAD
#include <pthread.h>
#endif

#include <assert.h>
#include <stddef.h>

struct lock {
#ifdef ORRERY_ONE_THREAD
    char unused;
#else
    pthread_mutex_t mutex;
#endif
};

#ifdef ORRERY_ONE_THREAD

#define LOCK_INITIAL                                                                               \
    {                                                                                              \
        0                                                                                          \
    }

static inline void lock_open(struct lock *lock)
{
    lock->unused = 0;
}

static inline void lock_close(struct lock *lock)
{
    (void)lock;
}

static inline void lock_take(struct lock *lock)
{
    (void)lock;
}

static inline void lock_leave(struct lock *lock)
{
    (void)lock;
}

#else

#define LOCK_INITIAL                                                                               \
    {                                                                                              \
        PTHREAD_MUTEX_INITIALIZER                                                                  \
    }

static inline void lock_open(struct lock *lock)
{
    int failed = pthread_mutex_init(&lock->mutex, NULL);
    assert(failed == 0);
    (void)failed;
}

static inline void lock_close(struct lock *lock)
{
    pthread_mutex_destroy(&lock->mutex);
}

static inline void lock_take(struct lock *lock)
{
    int failed = pthread_mutex_lock(&lock->mutex);
    assert(failed == 0);
    (void)failed;
}

static inline void lock_leave(struct lock *lock)
{
    int failed = pthread_mutex_unlock(&lock->mutex);
    assert(failed == 0);
    (void)failed;
}

#endif

#endif
