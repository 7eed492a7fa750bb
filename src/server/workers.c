/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Worker threads, and the two queues that they take from. */

#include "workers.h"

#include "base/container_of.h"
#include "base/text.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { LOOK_MS = 20 };

struct workers {
    struct loop *loop;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct fair_queue urgent, usual; /* under the lock, as the two next */
    bool was_urgent;                 /* what was taken last */
    bool closing;
    int pending; /* the loop's own, as all below */
    bool ended;
    int count, niceness;
    pthread_t threads[];
};

static void report(struct post *post)
{
    struct work *work = container_of(post, struct work, post);
    assert(work->workers->pending > 0);
    work->workers->pending--;
    work->done(work);
}

static void post_report(struct work *work)
{
    work->post.run = report;
    loop_post(work->workers->loop, &work->post);
}

/* Under the lock; NULL if nothing waits. */
static struct work *take(struct workers *workers)
{
    bool urgent = workers->urgent.count > 0 && (!workers->was_urgent || workers->usual.count == 0);
    struct fair_item *item = fair_queue_take(urgent ? &workers->urgent : &workers->usual);
    workers->was_urgent = urgent;
    return item != NULL ? container_of(item, struct work, item) : NULL;
}

static struct work *next_work(struct workers *workers)
{
    struct work *work = NULL;
    pthread_mutex_lock(&workers->lock);
    while (!workers->closing && (work = take(workers)) == NULL)
        pthread_cond_wait(&workers->more, &workers->lock);
    pthread_mutex_unlock(&workers->lock);
    return work;
}

static void *run_thread(void *context)
{
    struct workers *workers = context;
    struct work *work;
    if (workers->niceness > 0)
        /* On Linux: of this thread alone. */
        setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + workers->niceness);
    while ((work = next_work(workers)) != NULL) {
        work->run(work);
        post_report(work);
    }
    return NULL;
}

void workers_end(struct workers *workers)
{
    if (workers == NULL || workers->ended)
        return;
    workers->ended = true;
    pthread_mutex_lock(&workers->lock);
    workers->closing = true;
    pthread_cond_broadcast(&workers->more);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->threads[i], NULL);
    for (struct work *work; (work = take(workers)) != NULL;)
        post_report(work);
}

int workers_pending(const struct workers *workers)
{
    return workers != NULL ? workers->pending : 0;
}

void workers_close(struct workers *workers)
{
    if (workers == NULL)
        return;
    workers_end(workers);
    while (workers->pending > 0)
        loop_round(workers->loop, LOOK_MS);
    assert(workers->urgent.count == 0 && workers->usual.count == 0);
    pthread_cond_destroy(&workers->more);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}

struct workers *workers_open_nice(struct loop *loop, int threads, int niceness,
                                  struct problem *problem)
{
    assert(threads >= 0 && niceness >= 0);
    struct workers *workers =
        memory_new(1, sizeof *workers + (size_t)threads * sizeof workers->threads[0]);
    workers->loop = loop;
    workers->niceness = niceness;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->more, NULL);
    for (; workers->count < threads; workers->count++) {
        int wrong = pthread_create(&workers->threads[workers->count], NULL, run_thread, workers);
        if (wrong == 0)
            continue;
        problem_set(problem, _("cannot create a thread: {0}"), strerror(wrong), NULL, NULL);
        workers_close(workers);
        return NULL;
    }
    return workers;
}

struct workers *workers_open(struct loop *loop, int threads, struct problem *problem)
{
    return workers_open_nice(loop, threads, 0, problem);
}

void workers_add(struct workers *workers, struct work *work, bool urgent)
{
    assert(work->run != NULL && work->done != NULL);
    work->workers = workers;
    workers->pending++;
    if (workers->ended) {
        post_report(work);
        return;
    }
    work->item.person = work->person;
    work->item.house = work->house;
    pthread_mutex_lock(&workers->lock);
    fair_queue_add(urgent ? &workers->urgent : &workers->usual, &work->item);
    pthread_cond_signal(&workers->more);
    pthread_mutex_unlock(&workers->lock);
}

int workers_waiting(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    int waiting = workers->urgent.count + workers->usual.count;
    pthread_mutex_unlock(&workers->lock);
    return waiting;
}
