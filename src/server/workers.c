/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Worker threads with one queue. */

#include "workers.h"

#include "base/owner.h"
#include "base/text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct workers {
    struct loop *loop;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct job *first, *last; /* under the lock */
    int waiting;
    bool closing;
    int count;
    pthread_t threads[];
};

static void report(struct post *post)
{
    struct job *job = owner_of(post, struct job, post);
    job->done(job);
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
        job->post.call = report;
        loop_post(workers->loop, &job->post);
    }
    return NULL;
}

void workers_close(struct workers *workers)
{
    if (workers == NULL)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->closing = true;
    pthread_cond_broadcast(&workers->more);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->threads[i], NULL);
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
    pthread_mutex_lock(&workers->lock);
    job->workers = workers;
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
