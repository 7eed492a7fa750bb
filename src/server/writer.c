/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Group commit: everything that waits goes into one transaction. */

#include "writer.h"

#include "log.h"

#include "base/owner.h"
#include "base/text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WRITES_AT_ONCE = 512, LOOK_MS = 20 };

struct writer {
    struct loop *loop;
    struct store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct writing *first, *last; /* under the lock, as all below */
    bool closing;
    uint64_t transactions, writes;
    int pending; /* the loop's own, as the next */
    bool ended;
    struct writing *batch[WRITES_AT_ONCE]; /* the thread's own */
    struct store_write all[WRITES_AT_ONCE];
};

/* Waits for requests and takes all of them; none if the writer closes and nothing waits. */
static int take_batch(struct writer *writer)
{
    int count = 0;
    pthread_mutex_lock(&writer->lock);
    while (writer->first == NULL && !writer->closing)
        pthread_cond_wait(&writer->more, &writer->lock);
    while (writer->first != NULL && count < WRITES_AT_ONCE) {
        writer->batch[count++] = writer->first;
        writer->first = writer->first->next;
    }
    if (writer->first == NULL)
        writer->last = NULL;
    writer->transactions += count > 0;
    writer->writes += (uint64_t)count;
    pthread_mutex_unlock(&writer->lock);
    return count;
}

static void report(struct post *post)
{
    struct writing *writing = owner_of(post, struct writing, post);
    writing->writer->pending--;
    writing->done(writing);
}

static void post_report(struct writing *writing)
{
    writing->post.call = report;
    loop_post(writing->writer->loop, &writing->post);
}

static void *run(void *context)
{
    struct writer *writer = context;
    int count;
    while ((count = take_batch(writer)) > 0) {
        for (int i = 0; i < count; i++)
            writer->all[i] = writer->batch[i]->write;
        int64_t began = loop_now();
        bool done = store_write(writer->store, writer->all, count);
        if (!done)
            log_line(LOG_ERROR, "store failed", log_text("error", store_error(writer->store)),
                     log_number("writes", count), log_number("ms", loop_now() - began));
        for (int i = 0; i < count; i++) {
            struct writing *writing = writer->batch[i];
            writing->write.result = done ? writer->all[i].result : STORE_FAILED;
            post_report(writing);
        }
    }
    return NULL;
}

struct writer *writer_open(struct loop *loop, const char *address, struct problem *problem)
{
    struct writer *writer = memory_new(1, sizeof *writer);
    writer->loop = loop;
    writer->store = store_open(address, problem);
    if (writer->store == NULL) {
        free(writer);
        return NULL;
    }
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->more, NULL);
    int wrong = pthread_create(&writer->thread, NULL, run, writer);
    if (wrong == 0)
        return writer;
    problem_set(problem, _("the system gives no more threads: {0}"), strerror(wrong), NULL, NULL);
    store_close(writer->store);
    free(writer);
    return NULL;
}

void writer_end(struct writer *writer)
{
    if (writer == NULL || writer->ended)
        return;
    writer->ended = true;
    pthread_mutex_lock(&writer->lock);
    writer->closing = true;
    pthread_cond_signal(&writer->more);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
}

int writer_pending(const struct writer *writer)
{
    return writer != NULL ? writer->pending : 0;
}

void writer_close(struct writer *writer)
{
    if (writer == NULL)
        return;
    writer_end(writer);
    while (writer->pending > 0)
        loop_round(writer->loop, LOOK_MS);
    pthread_cond_destroy(&writer->more);
    pthread_mutex_destroy(&writer->lock);
    store_close(writer->store);
    free(writer);
}

void writer_add(struct writer *writer, struct writing *writing)
{
    writing->next = NULL;
    writing->writer = writer;
    writer->pending++;
    if (writer->ended) {
        writing->write.result = STORE_FAILED;
        post_report(writing);
        return;
    }
    pthread_mutex_lock(&writer->lock);
    if (writer->last != NULL)
        writer->last->next = writing;
    else
        writer->first = writing;
    writer->last = writing;
    pthread_cond_signal(&writer->more);
    pthread_mutex_unlock(&writer->lock);
}

void writer_counts(struct writer *writer, uint64_t *transactions, uint64_t *writes)
{
    pthread_mutex_lock(&writer->lock);
    *transactions = writer->transactions;
    *writes = writer->writes;
    pthread_mutex_unlock(&writer->lock);
}
