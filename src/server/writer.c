/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Group commit: everything waiting goes into one transaction. And what happens while the store
 * cannot be written: nothing is tried but one probe, less and less often.
 *
 * Why: a commit waits for the disk, and takes as long for five hundred changes as for one. While
 * one is under way, all others gather and go together with the next; the more there is to do, the
 * more of them share a commit, so a busy server does not become a slow one.
 *
 * A failing store fails for everyone, and each attempt may take seconds. If all writers found that
 * out for themselves, they would wait one after another, and the loop would fill up with changes
 * that no one can see. So the first failure fails everything waiting, later requests are refused at
 * once, and only this thread checks whether it is over.
 *
 *     fine ──a write fails, or a probe──> failing ──a probe gets through──> fine
 */

#include "writer.h"

#include "log.h"

#include "base/container_of.h"
#include "base/text.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WRITES_AT_ONCE = 512,
    LOOK_MS = 20,
    FIRST_PROBE_MS = 50, /* after the first failure; twice as long after each one that fails */
    LAST_PROBE_MS = 10000,
    CHECK_MS = 1000,     /* between two probes because of a doubt */
    CALM_MS = 60 * 1000, /* a store that was fine for so long begins with short waits again */
};

struct writer {
    struct loop *loop;
    struct store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct queued_write *first, *last; /* under the lock, as all below */
    bool closing;
    bool check_wanted; /* someone else could not use the store */
    uint64_t transactions, writes;
    struct writer_trouble trouble;
    int64_t probe_at,
        probe_ms; /* the next probe, by loop_now, and the wait before the one after it */
    int64_t fine_since;
    int pending; /* the loop's own, as the next */
    bool ended;
    struct queued_write *batch[WRITES_AT_ONCE]; /* the thread's own */
    struct store_write all[WRITES_AT_ONCE];
};

static void report(struct post *post)
{
    struct queued_write *queued = container_of(post, struct queued_write, post);
    assert(queued->writer->pending > 0);
    queued->writer->pending--;
    queued->done(queued);
}

static void post_report(struct queued_write *queued)
{
    queued->post.run = report;
    loop_post(queued->writer->loop, &queued->post);
}

/* ---- trouble --------------------------------------------------------------------------------- */

/* What health checks may tell everyone: the words of a database server can name hosts and users.
 */
static const char *public_reason(const struct writer *writer)
{
    return store_is_shared(writer->store) ? "the database does not answer, or refuses to write"
                                          : store_error(writer->store);
}

/* Under the lock: what waits fails at once. */
static void refuse_waiting(struct writer *writer)
{
    assert(writer->trouble.failing);
    while (writer->first != NULL) {
        struct queued_write *queued = writer->first;
        writer->first = queued->next;
        queued->write.result = STORE_FAILED;
        writer->trouble.refused++;
        writer->trouble.refused_ever++;
        post_report(queued);
    }
    writer->last = NULL;
}

/* A store that fails again soon after it has recovered is not tried more often for that. */
static void note_failure(struct writer *writer, int lost)
{
    int64_t now = loop_now();
    pthread_mutex_lock(&writer->lock);
    bool begins = !writer->trouble.failing;
    if (begins && now - writer->fine_since > CALM_MS)
        writer->probe_ms = FIRST_PROBE_MS;
    if (begins) {
        writer->trouble.failing = true;
        writer->trouble.since = now;
        writer->trouble.times++;
        writer->trouble.refused = 0;
        span_copy(span_of(public_reason(writer)), writer->trouble.reason,
                  sizeof writer->trouble.reason);
    }
    writer->trouble.refused += (uint64_t)lost;
    writer->trouble.refused_ever += (uint64_t)lost;
    writer->probe_at = now + writer->probe_ms;
    writer->probe_ms = 2 * writer->probe_ms < LAST_PROBE_MS ? 2 * writer->probe_ms : LAST_PROBE_MS;
    refuse_waiting(writer);
    assert(writer->first == NULL && writer->probe_ms > 0);
    pthread_mutex_unlock(&writer->lock);
    if (begins)
        log_line(LOG_ERROR, "store failed", log_text("error", store_error(writer->store)),
                 log_number("writes", lost));
}

static void note_recovery(struct writer *writer)
{
    int64_t now = loop_now();
    pthread_mutex_lock(&writer->lock);
    struct writer_trouble over = writer->trouble;
    assert(over.failing);
    writer->trouble.failing = false;
    writer->fine_since = now;
    pthread_mutex_unlock(&writer->lock);
    log_line(LOG_NOTICE, "store answers again", log_number("ms", now - over.since),
             log_number("refused", (int64_t)over.refused));
}

/* Can something be written now? */
static void probe(struct writer *writer)
{
    bool fine = store_probe(writer->store) == STORE_DONE;
    pthread_mutex_lock(&writer->lock);
    bool failing = writer->trouble.failing;
    writer->check_wanted = false;
    if (fine && !failing)
        writer->probe_at = loop_now() + CHECK_MS;
    pthread_mutex_unlock(&writer->lock);
    if (!fine)
        note_failure(writer, 0);
    else if (failing)
        note_recovery(writer);
}

/* ---- the thread ------------------------------------------------------------------------------ */

enum task { TASK_END, TASK_WRITE, TASK_PROBE };

/* Under the lock: waits for more to do, or for the time of the next probe. */
static void wait_for_more(struct writer *writer)
{
    if (!writer->trouble.failing && !writer->check_wanted) {
        pthread_cond_wait(&writer->more, &writer->lock);
        return;
    }
    struct timespec until = {.tv_sec = writer->probe_at / 1000,
                             .tv_nsec = writer->probe_at % 1000 * 1000000};
    pthread_cond_timedwait(&writer->more, &writer->lock, &until);
}

static enum task find_task(const struct writer *writer)
{
    bool probes = writer->trouble.failing || writer->check_wanted;
    return writer->first != NULL ? TASK_WRITE : probes ? TASK_PROBE : TASK_END;
}

/* Under the lock: takes all that waits. */
static int take_batch(struct writer *writer)
{
    int count = 0;
    while (writer->first != NULL && count < WRITES_AT_ONCE) {
        writer->batch[count++] = writer->first;
        writer->first = writer->first->next;
    }
    if (writer->first == NULL)
        writer->last = NULL;
    assert(count > 0 && !writer->trouble.failing);
    writer->transactions++;
    writer->writes += (uint64_t)count;
    return count;
}

/* Waits for something to do; what is asked for comes first, also when the writer closes. */
static enum task next_task(struct writer *writer, int *count)
{
    pthread_mutex_lock(&writer->lock);
    for (;;) {
        enum task task = find_task(writer);
        bool due = task == TASK_WRITE || (task == TASK_PROBE && loop_now() >= writer->probe_at);
        if (!due && !writer->closing) {
            wait_for_more(writer);
            continue;
        }
        if (task == TASK_WRITE)
            *count = take_batch(writer);
        else if (writer->closing)
            task = TASK_END;
        pthread_mutex_unlock(&writer->lock);
        return task;
    }
}

static void write_batch(struct writer *writer, int count)
{
    assert(count > 0 && count <= WRITES_AT_ONCE);
    for (int i = 0; i < count; i++)
        writer->all[i] = writer->batch[i]->write;
    bool done = store_write(writer->store, writer->all, count);
    if (!done)
        note_failure(writer, count);
    for (int i = 0; i < count; i++) {
        struct queued_write *queued = writer->batch[i];
        queued->write.result = done ? writer->all[i].result : STORE_FAILED;
        post_report(queued);
    }
}

static void *run(void *context)
{
    struct writer *writer = context;
    int count = 0;
    for (;;) {
        switch (next_task(writer, &count)) {
        case TASK_WRITE:
            write_batch(writer, count);
            break;
        case TASK_PROBE:
            probe(writer);
            break;
        case TASK_END:
            return NULL;
        }
    }
}

/* ---- opening, ending ------------------------------------------------------------------------- */

/* Waits are measured by a clock that never steps. */
static void init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
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
    writer->probe_ms = FIRST_PROBE_MS;
    pthread_mutex_init(&writer->lock, NULL);
    init_condition(&writer->more);
    int wrong = pthread_create(&writer->thread, NULL, run, writer);
    if (wrong == 0)
        return writer;
    problem_set(problem, _("cannot create a thread: {0}"), strerror(wrong), NULL, NULL);
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
    assert(writer->first == NULL && writer->last == NULL);
    pthread_cond_destroy(&writer->more);
    pthread_mutex_destroy(&writer->lock);
    store_close(writer->store);
    free(writer);
}

void writer_add(struct writer *writer, struct queued_write *queued)
{
    assert(queued->done != NULL);
    queued->next = NULL;
    queued->writer = writer;
    writer->pending++;
    if (writer->ended) {
        queued->write.result = STORE_FAILED;
        post_report(queued);
        return;
    }
    pthread_mutex_lock(&writer->lock);
    if (writer->last != NULL)
        writer->last->next = queued;
    else
        writer->first = queued;
    writer->last = queued;
    if (writer->trouble.failing)
        refuse_waiting(writer);
    else
        pthread_cond_signal(&writer->more);
    pthread_mutex_unlock(&writer->lock);
}

void writer_check_store(struct writer *writer)
{
    if (writer == NULL)
        return;
    pthread_mutex_lock(&writer->lock);
    if (!writer->trouble.failing && !writer->check_wanted) {
        writer->check_wanted = true;
        pthread_cond_signal(&writer->more);
    }
    pthread_mutex_unlock(&writer->lock);
}

bool writer_is_failing(struct writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    bool failing = writer->trouble.failing;
    pthread_mutex_unlock(&writer->lock);
    return failing;
}

struct writer_trouble writer_trouble(struct writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    struct writer_trouble trouble = writer->trouble;
    pthread_mutex_unlock(&writer->lock);
    return trouble;
}

void writer_note_refused(struct writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    writer->trouble.refused++;
    writer->trouble.refused_ever++;
    pthread_mutex_unlock(&writer->lock);
}

void writer_counts(struct writer *writer, uint64_t *transactions, uint64_t *writes)
{
    pthread_mutex_lock(&writer->lock);
    *transactions = writer->transactions;
    *writes = writer->writes;
    pthread_mutex_unlock(&writer->lock);
}
