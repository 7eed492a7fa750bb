/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Worker threads with one queue. */

#include "workers.h"

#include "base/owner.h"
#include "base/text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_MS = 20 };

struct workers {
    struct loop *loop;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct job *first, *last; /* under the lock */
    int waiting;
    bool closing;
    int pending; /* the loop's own, as all below */
    bool ended;
    int count;
    pthread_t threads[];
};

static void report(struct post *post)
{
    struct job *job = owner_of(post, struct job, post);
    job->workers->pending--;
    job->done(job);
}

static void post_report(struct job *job)
{
    job->post.call = report;
    loop_post(job->workers->loop, &job->post);
}

static struct job *next_job(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    while (workers->first == NULL && !workers->closing)
        pthread_cond_wait(&workers->more, &workers->lock);
    struct job *job = workers->closing ? NULL : workers->first;
    if (job != NULL) {
        workers->first = job->next;
        if (workers->first == NULL)
            workers->last = NULL;
        workers->waiting--;
    }
    pthread_mutex_unlock(&workers->lock);
    return job;
}

static void *run(void *context)
{
    struct workers *workers = context;
    struct job *job;
    while ((job = next_job(workers)) != NULL) {
        job->work(job);
        post_report(job);
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
    for (struct job *job = workers->first, *next; job != NULL; job = next) {
        next = job->next;
        post_report(job);
    }
    workers->first = workers->last = NULL;
    workers->waiting = 0;
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
    pthread_cond_destroy(&workers->more);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}

struct workers *workers_open(struct loop *loop, int threads, struct problem *problem)
{
    struct workers *workers =
        memory_new(1, sizeof *workers + (size_t)threads * sizeof workers->threads[0]);
    workers->loop = loop;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->more, NULL);
    for (; workers->count < threads; workers->count++) {
        int wrong = pthread_create(&workers->threads[workers->count], NULL, run, workers);
        if (wrong == 0)
            continue;
        problem_set(problem, _("the system gives no more threads: {0}"), strerror(wrong), NULL,
                    NULL);
        workers_close(workers);
        return NULL;
    }
    return workers;
}

void workers_add(struct workers *workers, struct job *job, bool urgent)
{
    job->workers = workers;
    workers->pending++;
    if (workers->ended) {
        post_report(job);
        return;
    }
    pthread_mutex_lock(&workers->lock);
    job->next = urgent ? workers->first : NULL;
    if (urgent)
        workers->first = job;
    else if (workers->last != NULL)
        workers->last->next = job;
    else
        workers->first = job;
    if (!urgent || workers->last == NULL)
        workers->last = job;
    workers->waiting++;
    pthread_cond_signal(&workers->more);
    pthread_mutex_unlock(&workers->lock);
}

int workers_waiting(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    int waiting = workers->waiting;
    pthread_mutex_unlock(&workers->lock);
    return waiting;
}
