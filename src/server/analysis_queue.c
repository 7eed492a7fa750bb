/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses of this server. The loop knows who asks and which of its threads does what;
 * one thread, the store thread, does all that is asked of the queue; the others analyse. Every
 * second, and whenever something has happened, the store thread makes a round: it renews leases,
 * takes jobs for threads that are free, and looks whether what someone follows has ended.
 *
 * The queue is in the store, so that a job survives its server and any server may do it. A lease is
 * a date until which one worker has the job; every change of a job names the worker, so one that
 * has lost its lease without knowing it cannot overwrite what another has found. A job is named by
 * what it is about: whoever asks for the same gets the same, and it is done once.
 *
 * A store that refuses to be written to is asked once in a round whether that is over, and nothing
 * else is begun: who could not say that a job is its own would do it again and again, for nobody.
 * What is under way continues, and is told when it can be. */

#include "analysis_queue.h"

#include "log.h"

#include "base/container_of.h"
#include "base/list.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    LOOK_MS = 1000,
    OF_USER_MAX = 4,        /* analyses of one user that wait */
    OF_ADDRESS_MAX = 12,    /* of all guests at one address */
    SPARE = 100,            /* places beyond the most for owners that wait for nothing */
    TRIES_MAX = 3,          /* a job that was taken as often and never finished has failed */
    FAILED_MS = 600 * 1000, /* then it can be asked for again */
    STOP_LOOK_MS = 20,
    THREAD_NICENESS = 5, /* people and computer players at tables go first */
};
#define FOR_EVER (INT64_MAX / 2)

/* A thread that analyses, and what it is at. */
struct analysis_slot {
    struct analysis_queue *queue;
    char worker[STORE_WORKER_SIZE];
    int rank;       /* the highest that it takes */
    int64_t number; /* of its job; 0: it is free */
    struct analysis_job job;
    int64_t since, renewed; /* by loop_now */
    bool late;              /* it has taken too long */
    bool lost;              /* another one is at it */
    bool unheard;           /* it is done, but the store does not answer */
    bool last_try;          /* the queue ends: what the store does not hear now is lost */
    struct analysis_control control;
    struct work work;    /* analyses, then tells the store */
    struct store *store; /* its thread's own, as all below while it analyses */
    struct text result;
    struct problem problem;
    enum analysis_outcome outcome;
    enum store_result told;
};

/* What the store thread does for a slot in one round. */
struct lease_update {
    bool renews, takes; /* what is wanted */
    bool lost, found;   /* what has come of it */
    bool known;         /* a kind of job that this program knows */
    int64_t number;
    int tries;
    struct analysis_job job;
};

/* Something that is followed, as the store thread finds it. */
struct followed_job {
    char key[STORE_JOB_KEY_SIZE];
    struct analysis_status status;
    struct text result;
};

struct queue_round {
    struct work work;
    bool runs, again; /* again: something has happened meanwhile */
    bool answered;    /* by the store */
    int64_t waiting;  /* -1: not counted */
    struct lease_update updates[ANALYSIS_THREADS_MAX];
    struct followed_job *followed;
    int count, capacity;
};

struct analysis_queue {
    struct loop *loop;
    struct store *store; /* the store thread's own */
    struct workers *store_thread, *threads;
    struct alarm alarm;
    struct queue_round round;
    struct analysis_follower *followers;
    int64_t lease_ms;
    struct analysis_effort effort;
    uint8_t address_key[crypto_shorthash_KEYBYTES]; /* so that no address is in the store */
    bool alone, stopping;
    bool served;           /* someone does what is asked for */
    bool failing;          /* the store cannot be written to; the store thread's own, as the next */
    int64_t failing_since; /* by loop_now */
    struct analysis_queue_counts counts;
    int slot_count;
    struct analysis_slot slots[ANALYSIS_THREADS_MAX];
};

static void wake(struct analysis_queue *queue)
{
    if (queue->stopping)
        return;
    if (queue->round.runs)
        queue->round.again = true;
    else
        loop_set_alarm(queue->loop, &queue->alarm, 0);
}

static int64_t kept_until(const struct analysis_job *job)
{
    int64_t keep_ms = analysis_kind_info(job->kind)->keep_ms;
    return keep_ms > 0 ? loop_time() + keep_ms : FOR_EVER;
}

/* How a job stands, for people. The result is copied. */
static struct analysis_status status_of(const struct store_job *stored, struct text *result)
{
    static const enum analysis_state states[] = {[JOB_WAITING] = ANALYSIS_WAITING,
                                                 [JOB_DONE] = ANALYSIS_DONE,
                                                 [JOB_FAILED] = ANALYSIS_FAILED};
    enum analysis_state state = states[stored->state];
    text_clear(result);
    text_add(result, stored->result);
    return (struct analysis_status){
        .state = state == ANALYSIS_WAITING && stored->taken ? ANALYSIS_WORKING : state,
        .ahead = stored->ahead,
        .result = text_string(result)};
}

/* ---- owners ---------------------------------------------------------------------------------- */

int64_t analysis_queue_owner(const struct analysis_queue *queue, const struct store_user *user,
                             const uint8_t address[ADDRESS_KEY_SIZE])
{
    uint8_t hash[crypto_shorthash_BYTES];
    int64_t number;
    if (user->password[0] != '\0')
        return user->id;
    if (user->bot_owner != 0)
        return user->bot_owner; /* whose turn it is then */
    _Static_assert(sizeof number == sizeof hash, "a hash is a number");
    crypto_shorthash(hash, address, ADDRESS_KEY_SIZE, queue->address_key);
    memcpy(&number, hash, sizeof number);
    return number < 0 ? number : -1 - number; /* never a user */
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void see_asked(void *context, const struct store_job *stored)
{
    struct analysis_query *query = context;
    query->found = status_of(stored, &query->result);
}

static enum analysis_state why_full(const struct store_queue *queue)
{
    if (queue->waiting_of_user >= queue->most_of_user)
        return ANALYSIS_TOO_MANY_OF_USER;
    return queue->waiting_of_owner >= queue->most_of_owner ? ANALYSIS_TOO_MANY_OF_ADDRESS
                                                           : ANALYSIS_TOO_MANY;
}

static void put_asked(struct analysis_query *query, int64_t now)
{
    const struct analysis_kind_info *about = analysis_kind_info(query->job.kind);
    struct store_queue queue = {.most = about->most,
                                .most_of_user = OF_USER_MAX,
                                .most_of_owner = query->owner < 0 ? OF_ADDRESS_MAX : OF_USER_MAX,
                                .spare = SPARE};
    analysis_job_write(&query->job, &query->body);
    struct store_job stored = {.key = query->job.key,
                               .kind = about->name,
                               .table = query->job.table_id,
                               .user = query->user,
                               .owner = query->owner,
                               .rank = about->rank,
                               .body = text_string(&query->body)};
    enum store_result result = store_put_job(query->queue->store, &stored, now,
                                             kept_until(&query->job), &queue, see_asked, query);
    if (result != STORE_DONE) /* it may have been seen there, but it is not */
        query->found = (struct analysis_status){
            .state = result == STORE_FULL ? why_full(&queue) : ANALYSIS_UNANSWERED, .result = ""};
}

static void ask_run(struct work *work)
{
    struct analysis_query *query = container_of(work, struct analysis_query, work);
    int64_t now = loop_time();
    enum store_result result =
        store_job(query->queue->store, query->job.key, now, see_asked, query);
    if (result == STORE_MISSING && (query->only_looks || !query->queue->served))
        query->found.state = ANALYSIS_NONE;
    else if (result == STORE_MISSING)
        put_asked(query, now);
}

/* Where nobody takes from the queue, what waits there is as good as not asked for. */
static void promise_nothing(struct analysis_query *query)
{
    enum analysis_state *state = &query->found.state;
    if (*state == ANALYSIS_WAITING || *state == ANALYSIS_WORKING)
        *state = ANALYSIS_NONE;
    if (*state == ANALYSIS_NONE && !query->only_looks)
        *state = ANALYSIS_UNSERVED;
}

/* How much is done of a job that is done here, in thousandths; -1: not here. */
static int done_here(const struct analysis_queue *queue, const char *key)
{
    for (int i = 0; i < queue->slot_count; i++)
        if (queue->slots[i].number > 0 && strcmp(queue->slots[i].job.key, key) == 0)
            return queue->slots[i].control.done;
    return -1;
}

static void ask_done(struct work *work)
{
    struct analysis_query *query = container_of(work, struct analysis_query, work);
    struct text result = query->result, body = query->body;
    assert(query->told != NULL);
    if (!query->queue->served)
        promise_nothing(query);
    query->found.done =
        query->found.state == ANALYSIS_WORKING ? done_here(query->queue, query->job.key) : -1;
    if (query->found.state == ANALYSIS_WAITING)
        wake(query->queue);
    query->told(query, &query->found); /* the query may be gone now */
    text_free(&result);
    text_free(&body);
}

void analysis_queue_ask(struct analysis_queue *queue, struct analysis_query *query)
{
    assert(query->only_looks || query->owner != 0);
    query->queue = queue;
    query->found = (struct analysis_status){.state = ANALYSIS_UNANSWERED, .result = ""};
    query->result = query->body = (struct text){0};
    query->work.run = ask_run;
    query->work.done = ask_done;
    workers_add(queue->store_thread, &query->work, false);
}

/* ---- following ------------------------------------------------------------------------------- */

void analysis_queue_follow(struct analysis_queue *queue, struct analysis_follower *follower)
{
    assert(follower->ended != NULL && follower->key[0] != '\0');
    follower->queue = queue;
    list_add(queue->followers, follower);
}

void analysis_queue_unfollow(struct analysis_follower *follower)
{
    if (follower->queue == NULL)
        return;
    list_remove(follower->queue->followers, follower);
    follower->queue = NULL;
}

/* Tells all that follow a job that it has ended. */
static void tell_followers(struct analysis_queue *queue, const char *key,
                           const struct analysis_status *status)
{
    for (struct analysis_follower *follower = queue->followers, *next; follower != NULL;
         follower = next) {
        next = follower->next;
        if (strcmp(follower->key, key) != 0)
            continue;
        analysis_queue_unfollow(follower);
        follower->ended(follower, status);
    }
}

/* ---- a store that fails: at the store thread ------------------------------------------------- */

/* A server's writer tells it in the log (writer.c); where there is none, it is told here. */
static void note_failing(struct analysis_queue *queue)
{
    if (queue->failing)
        return;
    queue->failing = true;
    queue->failing_since = loop_now();
    if (queue->alone)
        log_line(LOG_ERROR, "store failed", log_text("error", store_error(queue->store)));
}

/* Can the store be written to, as far as is known? */
static bool store_is_fine(struct analysis_queue *queue)
{
    if (!queue->failing)
        return true;
    if (store_probe(queue->store) != STORE_DONE)
        return false;
    queue->failing = false;
    if (queue->alone)
        log_line(LOG_NOTICE, "store answers again",
                 log_number("ms", loop_now() - queue->failing_since));
    return true;
}

/* ---- running --------------------------------------------------------------------------------- */

static void run_job(struct work *work)
{
    struct analysis_slot *slot = container_of(work, struct analysis_slot, work);
    setpriority(PRIO_PROCESS, (id_t)gettid(), THREAD_NICENESS); /* this thread alone */
    slot->outcome = analysis_job_run(&slot->job, &slot->queue->effort, slot->store, &slot->control,
                                     &slot->result, &slot->problem);
}

/* What becomes of it in the queue. */
static void tell_work(struct work *work)
{
    struct analysis_slot *slot = container_of(work, struct analysis_slot, work);
    struct store *store = slot->queue->store;
    int64_t now = loop_time();
    if (slot->outcome == ANALYSIS_FOUND)
        slot->told = store_finish_job(store, slot->number, slot->worker, JOB_DONE,
                                      text_string(&slot->result), kept_until(&slot->job));
    else if (slot->outcome == ANALYSIS_IMPOSSIBLE)
        slot->told = store_finish_job(store, slot->number, slot->worker, JOB_FAILED,
                                      slot->problem.sentence, now + FAILED_MS);
    else /* others may do better, and at once if this server only stops */
        slot->told = store_return_job(store, slot->number, slot->worker,
                                      slot->outcome == ANALYSIS_STOPPED ? now : now + LOOK_MS,
                                      slot->outcome == ANALYSIS_STOPPED);
    if (slot->told == STORE_FAILED)
        note_failing(slot->queue);
}

static void log_ended(const struct analysis_slot *slot)
{
    static const char *const words[] = {[ANALYSIS_FOUND] = "found",
                                        [ANALYSIS_IMPOSSIBLE] = "impossible",
                                        [ANALYSIS_STOPPED] = "stopped",
                                        [ANALYSIS_UNREAD] = "unread"};
    bool usual = slot->outcome == ANALYSIS_FOUND || slot->outcome == ANALYSIS_STOPPED;
    log_line(usual ? LOG_INFO : LOG_WARNING, "study ended",
             log_text("kind", analysis_kind_info(slot->job.kind)->name),
             log_text("table", slot->job.table_id), log_text("outcome", words[slot->outcome]),
             log_number("ms", loop_now() - slot->since));
}

static void told(struct work *work)
{
    struct analysis_slot *slot = container_of(work, struct analysis_slot, work);
    struct analysis_queue *queue = slot->queue;
    assert(slot->number > 0 && queue->counts.working > 0);
    bool ended = slot->outcome == ANALYSIS_FOUND || slot->outcome == ANALYSIS_IMPOSSIBLE;
    slot->unheard = slot->told == STORE_FAILED && !slot->last_try;
    if (slot->unheard)
        return; /* the next round tries again, or the end of the queue */
    log_ended(slot);
    queue->counts.working--;
    slot->number = 0;
    if (ended && slot->told == STORE_DONE) {
        bool found = slot->outcome == ANALYSIS_FOUND;
        struct analysis_status status = {.state = found ? ANALYSIS_DONE : ANALYSIS_FAILED,
                                         .result = found ? text_string(&slot->result)
                                                         : slot->problem.sentence};
        queue->counts.finished += found;
        queue->counts.failed += !found;
        /* Rounds count what waits, and the next one comes later. The store thread does one thing
         * after another: a round that has counted before this one was done has been heard of. */
        queue->counts.waiting -= queue->counts.waiting > 0;
        tell_followers(queue, slot->job.key, &status);
    }
    text_free(&slot->result);
    wake(queue);
}

static void tell_store(struct analysis_slot *slot)
{
    assert(slot->number > 0);
    slot->unheard = false;
    slot->told = STORE_FAILED;
    slot->work.run = tell_work;
    slot->work.done = told;
    workers_add(slot->queue->store_thread, &slot->work, true);
}

static void job_ended(struct work *work)
{
    struct analysis_slot *slot = container_of(work, struct analysis_slot, work);
    if (slot->outcome == ANALYSIS_STOPPED && slot->late) {
        slot->outcome = ANALYSIS_IMPOSSIBLE;
        slot->problem = (struct problem){0};
        problem_set(&slot->problem, _("this takes too long"), NULL, NULL, NULL);
    }
    if (slot->outcome == ANALYSIS_FOUND && slot->result.length >= STORE_TEXT_SIZE) {
        slot->outcome = ANALYSIS_IMPOSSIBLE;
        problem_set(&slot->problem, _("the result is too long"), NULL, NULL, NULL);
    }
    tell_store(slot);
}

static void begin_job(struct analysis_slot *slot, const struct lease_update *update)
{
    struct analysis_queue *queue = slot->queue;
    assert(slot->number == 0 && update->number > 0);
    bool given_back = queue->stopping || !update->known;
    slot->number = update->number;
    slot->job = update->job;
    slot->since = slot->renewed = loop_now();
    slot->late = slot->lost = false;
    slot->control.stop = false;
    slot->control.done = 0;
    slot->problem = (struct problem){0};
    slot->outcome = given_back && !queue->stopping ? ANALYSIS_UNREAD : ANALYSIS_STOPPED;
    queue->counts.working++;
    queue->counts.taken++;
    queue->counts.taken_over += update->tries > 1;
    if (update->tries > 1)
        log_line(LOG_NOTICE, "study taken over", log_text("table", slot->job.table_id),
                 log_number("tries", update->tries));
    if (given_back) {
        tell_store(slot);
        return;
    }
    slot->work.run = run_job;
    slot->work.done = job_ended;
    workers_add(queue->threads, &slot->work, false);
}

/* ---- the round: at the store thread ---------------------------------------------------------- */

static void see_taken(void *context, const struct store_job *stored)
{
    struct lease_update *update = context;
    update->found = true;
    update->number = stored->number;
    update->tries = stored->tries;
    update->known = analysis_job_read(stored, &update->job);
}

static enum store_result take(struct analysis_queue *queue, const struct analysis_slot *slot,
                              struct lease_update *update)
{
    int64_t now = loop_time();
    struct store_taking taking = {.worker = slot->worker,
                                  .now = now,
                                  .lease = now + queue->lease_ms,
                                  .rank = slot->rank,
                                  .tries = TRIES_MAX,
                                  .keep_failed = now + FAILED_MS};
    enum store_result result = store_take_job(queue->store, &taking, see_taken, update);
    update->found = update->found && result == STORE_DONE; /* seen, but not kept: not taken */
    queue->round.waiting = taking.waiting;
    return result;
}

static enum store_result renew(struct analysis_queue *queue, const struct analysis_slot *slot,
                               struct lease_update *update)
{
    enum store_result result =
        store_renew_job(queue->store, update->number, slot->worker, loop_time() + queue->lease_ms);
    update->lost = result == STORE_MISSING;
    return result;
}

/* Leases are renewed before anything is taken: after a time without the store, one that has ended
 * is that of someone here who is still at it. */
static bool update_leases(struct analysis_queue *queue)
{
    struct lease_update *updates = queue->round.updates;
    bool failed = false;
    for (int i = 0; i < queue->slot_count && !failed; i++)
        if (updates[i].renews)
            failed = renew(queue, &queue->slots[i], &updates[i]) == STORE_FAILED;
    for (int i = 0; i < queue->slot_count && !failed; i++)
        if (updates[i].takes)
            failed = take(queue, &queue->slots[i], &updates[i]) == STORE_FAILED;
    if (failed)
        note_failing(queue);
    return !failed;
}

static void see_found(void *context, const struct store_job *stored)
{
    struct followed_job *followed = context;
    followed->status = status_of(stored, &followed->result);
}

/* Leases are dates that all servers read, so they are told by the clock that all have. Where no
 * registry keeps it, the store is asked. */
static void take_time(struct analysis_queue *queue)
{
    int64_t at = loop_now();
    loop_set_time(store_time(queue->store, loop_wall_time()), at, false);
}

static void round_work(struct work *work)
{
    struct queue_round *round = container_of(work, struct queue_round, work);
    struct analysis_queue *queue = container_of(round, struct analysis_queue, round);
    if (queue->alone)
        take_time(queue);
    bool failed = !store_is_fine(queue) || !update_leases(queue);
    for (int i = 0; i < round->count && !failed; i++) {
        struct followed_job *followed = &round->followed[i];
        enum store_result result =
            store_job(queue->store, followed->key, loop_time(), see_found, followed);
        if (result == STORE_MISSING) /* it was dropped */
            followed->status = (struct analysis_status){.state = ANALYSIS_FAILED, .result = ""};
        failed = result == STORE_FAILED;
    }
    round->answered = !failed;
}

/* ---- the round: in the loop ------------------------------------------------------------------ */

static void take_followed(struct analysis_queue *queue)
{
    struct queue_round *round = &queue->round;
    for (int i = 0; i < round->count; i++) {
        struct followed_job *followed = &round->followed[i];
        if (followed->status.state == ANALYSIS_DONE || followed->status.state == ANALYSIS_FAILED)
            tell_followers(queue, followed->key, &followed->status);
        text_free(&followed->result);
    }
    round->count = 0;
}

static void take_lease_update(struct analysis_slot *slot, const struct lease_update *update)
{
    struct analysis_queue *queue = slot->queue;
    if (update->found)
        begin_job(slot, update);
    else if (update->lost && slot->number == update->number) {
        slot->lost = true;
        slot->control.stop = true;
        queue->counts.lost++;
    } else if (update->renews && queue->round.answered)
        slot->renewed = loop_now();
}

static void round_done(struct work *work)
{
    struct queue_round *round = container_of(work, struct queue_round, work);
    struct analysis_queue *queue = container_of(round, struct analysis_queue, round);
    bool took = false;
    assert(round->runs);
    round->runs = false;
    if (round->waiting >= 0)
        queue->counts.waiting = round->waiting;
    for (int i = 0; i < queue->slot_count; i++) {
        took = took || round->updates[i].found;
        take_lease_update(&queue->slots[i], &round->updates[i]);
    }
    take_followed(queue);
    if (!queue->stopping)
        loop_set_alarm(queue->loop, &queue->alarm, round->again || took ? 0 : LOOK_MS);
}

static void prepare_lease_update(const struct analysis_queue *queue, struct analysis_slot *slot,
                                 struct lease_update *update)
{
    int64_t now = loop_now();
    *update = (struct lease_update){.takes = slot->number == 0 && !memory_is_low(),
                                    .number = slot->number};
    if (slot->number == 0)
        return;
    update->renews = !slot->lost && now - slot->renewed >= queue->lease_ms / 3;
    if (now - slot->since > analysis_kind_info(slot->job.kind)->longest_ms) {
        slot->late = true;
        slot->control.stop = true;
    }
    if (slot->unheard)
        tell_store(slot);
}

static void add_followed(struct queue_round *round, const char *key)
{
    for (int i = 0; i < round->count; i++)
        if (strcmp(round->followed[i].key, key) == 0)
            return;
    if (round->count == round->capacity) {
        round->capacity = 2 * round->capacity + 8;
        round->followed =
            memory_grow(round->followed, (size_t)round->capacity, sizeof *round->followed);
    }
    struct followed_job *followed = &round->followed[round->count++];
    *followed = (struct followed_job){.status.state = ANALYSIS_WAITING};
    span_copy(span_of(key), followed->key, sizeof followed->key);
}

static void make_round(struct alarm *alarm)
{
    struct analysis_queue *queue = container_of(alarm, struct analysis_queue, alarm);
    struct queue_round *round = &queue->round;
    assert(!round->runs && round->count == 0);
    round->runs = true;
    round->again = false;
    round->answered = false;
    round->waiting = -1;
    for (int i = 0; i < queue->slot_count; i++)
        prepare_lease_update(queue, &queue->slots[i], &round->updates[i]);
    for (struct analysis_follower *each = queue->followers; each != NULL; each = each->next)
        add_followed(round, each->key);
    workers_add(queue->store_thread, &round->work, false);
}

void analysis_queue_wake(struct analysis_queue *queue)
{
    wake(queue);
}

void analysis_queue_counts(const struct analysis_queue *queue, struct analysis_queue_counts *counts)
{
    *counts = queue->counts;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* No two workers of all servers have the same name. */
static bool open_slots(struct analysis_queue *queue, const struct analysis_queue_settings *settings,
                       struct problem *problem)
{
    uint8_t random[16];
    char name[2 * sizeof random + 1];
    assert(settings->threads >= 0 && settings->threads <= ANALYSIS_THREADS_MAX);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(name, sizeof name, random, sizeof random);
    for (int i = 0; i < settings->threads; i++) {
        struct analysis_slot *slot = &queue->slots[queue->slot_count++];
        slot->queue = queue;
        slot->rank =
            i == 0 && settings->threads > 1 ? analysis_kind_info(ANALYSIS_HINT)->rank : INT32_MAX;
        snprintf(slot->worker, sizeof slot->worker, "%s-%d", name, i + 1);
        if ((slot->store = store_open(settings->store, problem)) == NULL)
            return false;
    }
    return true;
}

struct analysis_queue *analysis_queue_open(struct loop *loop,
                                           const struct analysis_queue_settings *settings,
                                           struct problem *problem)
{
    struct analysis_queue *queue = memory_new(1, sizeof *queue);
    queue->loop = loop;
    crypto_shorthash_keygen(queue->address_key);
    queue->lease_ms = settings->lease_ms > 0 ? settings->lease_ms : ANALYSIS_LEASE_MS;
    queue->effort = settings->effort;
    queue->alone = settings->alone;
    queue->served = settings->threads > 0 || settings->elsewhere;
    if (queue->effort.hint_nodes == 0)
        queue->effort.hint_nodes = HINT_NODES;
    if (queue->effort.analysis_nodes == 0)
        queue->effort.analysis_nodes = ANALYSIS_NODES;
    queue->alarm.ring = make_round;
    queue->round.work.run = round_work;
    queue->round.work.done = round_done;
    if ((queue->store = store_open(settings->store, problem)) != NULL &&
        open_slots(queue, settings, problem) &&
        (queue->store_thread = workers_open(loop, 1, problem)) != NULL &&
        (queue->threads = workers_open(loop, settings->threads, problem)) != NULL) {
        loop_set_alarm(loop, &queue->alarm, 0);
        return queue;
    }
    analysis_queue_close(queue);
    return NULL;
}

bool analysis_queue_is_served(const struct analysis_queue *queue)
{
    return queue->served;
}

void analysis_queue_stop(struct analysis_queue *queue)
{
    queue->stopping = true;
    loop_stop_alarm(queue->loop, &queue->alarm);
    for (int i = 0; i < queue->slot_count; i++)
        queue->slots[i].control.stop = true;
}

/* What the store has not heard is told once more; true if there was something. A try that was under
 * way when the queue began to stop may have failed before the store was back: it is not the last.
 */
static bool tell_for_the_last_time(struct analysis_queue *queue)
{
    bool any = false;
    for (int i = 0; i < queue->slot_count; i++) {
        struct analysis_slot *slot = &queue->slots[i];
        if (!slot->unheard)
            continue;
        any = slot->last_try = true;
        tell_store(slot);
    }
    return any;
}

/* What is under way stops soon, and its way back to the queue leads over the store thread. */
static void finish_all(struct analysis_queue *queue)
{
    workers_end(queue->threads);
    while (tell_for_the_last_time(queue) || workers_pending(queue->threads) > 0 ||
           workers_pending(queue->store_thread) > 0)
        loop_round(queue->loop, STOP_LOOK_MS);
}

void analysis_queue_close(struct analysis_queue *queue)
{
    if (queue == NULL)
        return;
    analysis_queue_stop(queue);
    if (queue->store_thread != NULL)
        finish_all(queue);
    workers_close(queue->threads);
    workers_close(queue->store_thread);
    assert(queue->counts.working == 0); /* all went back to the queue, or are done */
    while (queue->followers != NULL)
        analysis_queue_unfollow(queue->followers);
    for (int i = 0; i < queue->slot_count; i++)
        store_close(queue->slots[i].store);
    store_close(queue->store);
    free(queue->round.followed);
    free(queue);
}
