/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The queue of jobs. Every change to a taken job compares the worker's name: a worker that has lost
 * its lease to another can no longer do harm. */

#include "kinds.h"

#include <assert.h>
#include <string.h>

static const char all_jobs[] = "="; /* in news */

/* ---- reading --------------------------------------------------------------------------------- */

/* Someone waits for jobs. */
struct job_wait {
    store_seen_job *seen;
    void *context;
    int64_t now;
    bool found, damaged;
};

static void job_seen(void *context, const struct value *values, int count)
{
    struct job_wait *wait = context;
    struct reader reader = {values, count, false};
    struct store_job job;
    job.number = read_number(&reader, 1, INT64_MAX);
    job.key = read_text(&reader, STORE_JOB_KEY_SIZE);
    job.kind = read_text(&reader, STORE_KIND_SIZE);
    job.table = read_text(&reader, STORE_ID_SIZE);
    job.user = read_time(&reader);
    job.rank = (int)read_number(&reader, INT32_MIN, INT32_MAX);
    job.body = read_text(&reader, STORE_TEXT_SIZE);
    job.made = read_time(&reader);
    job.state = (enum store_job_state)read_number(&reader, JOB_WAITING, JOB_FAILED);
    job.tries = (int)read_number(&reader, 0, INT32_MAX);
    const char *worker = read_text(&reader, STORE_WORKER_SIZE);
    job.taken = read_time(&reader) > wait->now && worker[0] != '\0';
    job.result = read_text(&reader, STORE_TEXT_SIZE);
    job.ahead = read_number(&reader, 0, INT64_MAX);
    wait->damaged = wait->damaged || reader.damaged;
    wait->found = wait->found || !reader.damaged;
    if (!reader.damaged)
        wait->seen(wait->context, &job);
}

/* How it went with someone who waits for one job. */
static enum store_result result_for(const struct job_wait *wait, enum store_result result)
{
    if (result != STORE_DONE)
        return result;
    return wait->damaged ? STORE_DAMAGED : wait->found ? STORE_DONE : STORE_MISSING;
}

enum store_result store_job(struct store *store, const char *key, int64_t now, store_seen_job *seen,
                            void *context)
{
    struct job_wait wait = {.seen = seen, .context = context, .now = now};
    if (!text_fits(key, STORE_JOB_KEY_SIZE, false))
        return STORE_MISSING;
    enum store_result result =
        store_run_one(store, (struct request){.statement = GET_JOB,
                                              .values = {value_text(key), value_number(now)},
                                              .seen = job_seen,
                                              .context = &wait});
    return result_for(&wait, result);
}

enum store_result store_all_jobs(struct store *store, int64_t now, store_seen_job *seen,
                                 void *context)
{
    struct job_wait wait = {.seen = seen, .context = context, .now = now};
    enum store_result result = store_run_one(store, (struct request){.statement = LIST_JOBS,
                                                                     .values = {value_number(now)},
                                                                     .seen = job_seen,
                                                                     .context = &wait});
    return result == STORE_DONE && wait.damaged ? STORE_DAMAGED : result;
}

static void counts_seen(void *context, const struct value *values, int count)
{
    struct store_queue *queue = context;
    struct reader reader = {values, count, false};
    queue->waiting = read_number(&reader, 0, INT64_MAX);
    queue->waiting_of_user = read_number(&reader, 0, INT64_MAX);
    queue->waiting_of_owner = read_number(&reader, 0, INT64_MAX);
}

/* ---- putting --------------------------------------------------------------------------------- */

static bool job_fits(const struct store_job *job)
{
    return text_fits(job->key, STORE_JOB_KEY_SIZE, false) &&
           text_fits(job->kind, STORE_KIND_SIZE, false) &&
           text_fits(job->body, STORE_TEXT_SIZE, true);
}

static struct request put_request(const struct store_job *job, int64_t now, int64_t keep_until,
                                  const struct store_queue *queue)
{
    return (struct request){
        .statement = PUT_JOB,
        .values = {value_text(job->key), value_text(job->kind), value_text(job->table),
                   value_number(job->user), value_number(job->rank), value_text(job->body),
                   value_number(now), value_number(keep_until), value_number(queue->most),
                   value_number(queue->most_of_user), value_number(job->owner),
                   value_number(queue->most_of_owner), value_number(queue->spare)}};
}

enum store_result store_put_job(struct store *store, const struct store_job *job, int64_t now,
                                int64_t keep_until, struct store_queue *queue, store_seen_job *seen,
                                void *context)
{
    struct job_wait wait = {.seen = seen, .context = context, .now = now};
    char payload[NEWS_SIZE];
    assert(keep_until > now);
    if (!job_fits(job))
        return STORE_REFUSED;
    if (!id_fits(job->table))
        return STORE_MISSING;
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = DROP_EXPIRED_JOB, .values = {value_text(job->key), value_number(now)}},
        put_request(job, now, keep_until, queue),
        {.statement = COUNT_JOBS,
         .values = {value_number(job->user), value_number(job->owner)},
         .seen = counts_seen,
         .context = queue},
        {.statement = GET_JOB,
         .values = {value_text(job->key), value_number(now)},
         .seen = job_seen,
         .context = &wait},
        news_request(store, all_jobs, payload),
        {.statement = COMMIT},
    };
    enum store_result result =
        store_run(store, requests, (int)(sizeof requests / sizeof requests[0]));
    if (result == STORE_DONE && !wait.found && !wait.damaged)
        return STORE_FULL;
    return result_for(&wait, result);
}

/* ---- taking ---------------------------------------------------------------------------------- */

/* Looks first, because mostly there is nothing to do: then nothing is written. */
static enum store_result look_for_jobs(struct store *store, struct store_taking *taking)
{
    struct store_queue queue = {0};
    int64_t free_jobs = 0;
    struct request requests[] = {
        {.statement = COUNT_JOBS,
         .values = {value_number(0), value_number(0)},
         .seen = counts_seen,
         .context = &queue},
        {.statement = COUNT_FREE_JOBS,
         .values = {value_number(taking->now), value_number(taking->rank)},
         .seen = count_seen,
         .context = &free_jobs},
    };
    enum store_result result = store_run(store, requests, 2);
    taking->waiting = queue.waiting;
    return result == STORE_DONE && free_jobs == 0 ? STORE_MISSING : result;
}

enum store_result store_take_job(struct store *store, struct store_taking *taking,
                                 store_seen_job *seen, void *context)
{
    struct job_wait wait = {.seen = seen, .context = context, .now = taking->now};
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = GIVE_UP_JOBS,
         .values = {value_number(taking->now), value_number(taking->tries),
                    value_number(taking->keep_failed)}},
        {.statement = TAKE_JOB,
         .values = {value_number(taking->now), value_text(taking->worker),
                    value_number(taking->lease), value_number(taking->rank)},
         .seen = job_seen,
         .context = &wait},
        {.statement = COMMIT},
    };
    assert(taking->lease > taking->now && taking->tries > 0);
    if (!text_fits(taking->worker, STORE_WORKER_SIZE, false))
        return STORE_REFUSED;
    enum store_result result = look_for_jobs(store, taking);
    if (result == STORE_DONE)
        result = store_run(store, requests, 4);
    return result_for(&wait, result);
}

enum store_result store_renew_job(struct store *store, int64_t number, const char *worker,
                                  int64_t lease)
{
    assert(number > 0 && worker[0] != '\0'); /* nobody's jobs are those without a worker */
    return store_change(store, (struct request){.statement = RENEW_JOB,
                                                .values = {value_number(number), value_text(worker),
                                                           value_number(lease)}});
}

/* Changes a job, and all servers know. */
static enum store_result change_and_tell(struct store *store, struct request change)
{
    char payload[NEWS_SIZE];
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        change,
        news_request(store, all_jobs, payload),
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 4);
    return result == STORE_DONE && requests[1].changed == 0 ? STORE_MISSING : result;
}

enum store_result store_finish_job(struct store *store, int64_t number, const char *worker,
                                   enum store_job_state state, const char *result,
                                   int64_t keep_until)
{
    assert(number > 0 && worker[0] != '\0');
    assert(state == JOB_DONE || state == JOB_FAILED);
    if (!text_fits(result, STORE_TEXT_SIZE, true))
        return STORE_REFUSED;
    return change_and_tell(
        store,
        (struct request){.statement = FINISH_JOB,
                         .values = {value_number(number), value_text(worker), value_number(state),
                                    value_text(result), value_number(keep_until)}});
}

enum store_result store_return_job(struct store *store, int64_t number, const char *worker,
                                   int64_t due, bool unused)
{
    assert(number > 0 && worker[0] != '\0');
    return change_and_tell(store,
                           (struct request){.statement = RETURN_JOB,
                                            .values = {value_number(number), value_text(worker),
                                                       value_number(due), value_number(unused)}});
}
