/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The studies of this server. The loop knows who asks and which of its threads does what; one
 * thread, the desk, does all that is asked of the queue; the others study. Every second, and
 * whenever something has happened, the desk makes a round: it renews leases, takes studies for
 * threads that are free, and looks whether what somebody follows has ended. */

#include "studies.h"

#include "log.h"

#include "base/container_of.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    LOOK_MS = 1000,
    OF_USER_MAX = 4,        /* studies of one user that wait */
    OF_ADDRESS_MAX = 12,    /* of all guests at one address */
    SPARE = 100,            /* places beyond the most for owners that wait for nothing */
    TRIES_MAX = 3,          /* a study that was taken as often and never finished has failed */
    FAILED_MS = 600 * 1000, /* then it can be asked for again */
    STOP_LOOK_MS = 20,
    THREAD_NICENESS = 5, /* people and computer players at tables go first */
};
#define FOR_EVER (INT64_MAX / 2)

/* A thread that studies, and what it is at. */
struct slot {
    struct studies *studies;
    char worker[STORE_WORKER_SIZE];
    int rank;       /* the highest that it takes */
    int64_t number; /* of its job; 0: it is free */
    struct study study;
    int64_t since, renewed; /* by loop_now */
    bool late;              /* it has taken too long */
    bool lost;              /* another one is at it */
    bool unheard;           /* it is done, but the store does not answer */
    atomic_bool stop;
    struct job job;      /* studies, then tells the store */
    struct store *store; /* its thread's own, as all below while it studies */
    struct text result;
    struct problem problem;
    enum study_outcome outcome;
    enum store_result told;
};

/* What the desk does for a slot in one round. */
struct errand {
    bool renews, takes; /* what is wanted */
    bool lost, found;   /* what has come of it */
    bool known;         /* a kind of study that this program knows */
    int64_t number;
    int tries;
    struct study study;
};

/* Something that is followed, as the desk finds it. */
struct finding {
    char key[STORE_JOB_KEY_SIZE];
    struct standing standing;
    struct text result;
};

struct round {
    struct job job;
    bool runs, again; /* again: something has happened meanwhile */
    bool answered;    /* by the store */
    int64_t waiting;  /* -1: not counted */
    struct errand errands[STUDIES_THREADS_MAX];
    struct finding *findings;
    int count, capacity;
};

struct studies {
    struct loop *loop;
    struct store *store; /* the desk's own */
    struct workers *desk, *threads;
    struct alarm alarm;
    struct round round;
    struct follower *followers;
    int64_t lease_ms;
    struct study_effort effort;
    uint8_t address_key[crypto_shorthash_KEYBYTES]; /* so that no address is in the store */
    bool alone, resting;
    struct studies_counts counts;
    int slot_count;
    struct slot slots[STUDIES_THREADS_MAX];
};

static void wake(struct studies *studies)
{
    if (studies->resting)
        return;
    if (studies->round.runs)
        studies->round.again = true;
    else
        loop_set_alarm(studies->loop, &studies->alarm, 0);
}

static int64_t kept_until(const struct study *study)
{
    int64_t keep_ms = study_about(study->kind)->keep_ms;
    return keep_ms > 0 ? loop_time() + keep_ms : FOR_EVER;
}

/* How a job stands, for people. The result is copied. */
static struct standing standing_of(const struct store_job *job, struct text *result)
{
    static const enum study_state states[] = {
        [JOB_WAITING] = STUDY_WAITING, [JOB_DONE] = STUDY_DONE, [JOB_FAILED] = STUDY_FAILED};
    enum study_state state = states[job->state];
    text_clear(result);
    text_add(result, job->result);
    return (struct standing){.state = state == STUDY_WAITING && job->taken ? STUDY_WORKING : state,
                             .ahead = job->ahead,
                             .result = text_string(result)};
}

/* ---- owners ---------------------------------------------------------------------------------- */

int64_t studies_owner(const struct studies *studies, const struct store_user *user,
                      const uint8_t address[ADDRESS_KEY_SIZE])
{
    uint8_t hash[crypto_shorthash_BYTES];
    int64_t number;
    if (user->password[0] != '\0')
        return user->id;
    _Static_assert(sizeof number == sizeof hash, "a hash is a number");
    crypto_shorthash(hash, address, ADDRESS_KEY_SIZE, studies->address_key);
    memcpy(&number, hash, sizeof number);
    return number < 0 ? number : -1 - number; /* never a user */
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void see_asked(void *context, const struct store_job *job)
{
    struct question *question = context;
    question->found = standing_of(job, &question->result);
}

static enum study_state why_full(const struct store_queue *queue)
{
    if (queue->waiting_of_user >= queue->most_of_user)
        return STUDY_TOO_MANY_OF_USER;
    return queue->waiting_of_owner >= queue->most_of_owner ? STUDY_TOO_MANY_OF_ADDRESS
                                                           : STUDY_TOO_MANY;
}

static void put_asked(struct question *question, int64_t now)
{
    const struct study_about *about = study_about(question->study.kind);
    struct store_queue queue = {.most = about->most,
                                .most_of_user = OF_USER_MAX,
                                .most_of_owner = question->owner < 0 ? OF_ADDRESS_MAX : OF_USER_MAX,
                                .spare = SPARE};
    study_write(&question->study, &question->body);
    struct store_job job = {.key = question->study.key,
                            .kind = about->name,
                            .table = question->study.table,
                            .user = question->user,
                            .owner = question->owner,
                            .rank = about->rank,
                            .body = text_string(&question->body)};
    enum store_result result =
        store_put_job(question->studies->store, &job, now, kept_until(&question->study), &queue,
                      see_asked, question);
    if (result == STORE_FULL)
        question->found.state = why_full(&queue);
}

static void ask_work(struct job *job)
{
    struct question *question = container_of(job, struct question, job);
    int64_t now = loop_time();
    enum store_result result =
        store_job(question->studies->store, question->study.key, now, see_asked, question);
    if (result == STORE_MISSING && question->only_looks)
        question->found.state = STUDY_NONE;
    else if (result == STORE_MISSING)
        put_asked(question, now);
}

static void ask_done(struct job *job)
{
    struct question *question = container_of(job, struct question, job);
    struct text result = question->result, body = question->body;
    if (question->found.state == STUDY_WAITING)
        wake(question->studies);
    question->told(question, &question->found); /* the question may be gone now */
    text_free(&result);
    text_free(&body);
}

void studies_ask(struct studies *studies, struct question *question)
{
    assert(question->only_looks || question->owner != 0);
    question->studies = studies;
    question->found = (struct standing){.state = STUDY_UNANSWERED, .result = ""};
    question->result = question->body = (struct text){0};
    question->job.work = ask_work;
    question->job.done = ask_done;
    workers_add(studies->desk, &question->job, false);
}

/* ---- following ------------------------------------------------------------------------------- */

void studies_follow(struct studies *studies, struct follower *follower)
{
    follower->studies = studies;
    follower->before = NULL;
    follower->next = studies->followers;
    if (follower->next != NULL)
        follower->next->before = follower;
    studies->followers = follower;
}

void studies_unfollow(struct follower *follower)
{
    if (follower->studies == NULL)
        return;
    if (follower->before != NULL)
        follower->before->next = follower->next;
    else
        follower->studies->followers = follower->next;
    if (follower->next != NULL)
        follower->next->before = follower->before;
    follower->studies = NULL;
    follower->next = follower->before = NULL;
}

/* Tells all that follow a study that it has ended. */
static void tell_followers(struct studies *studies, const char *key,
                           const struct standing *standing)
{
    for (struct follower *follower = studies->followers, *next; follower != NULL; follower = next) {
        next = follower->next;
        if (strcmp(follower->key, key) != 0)
            continue;
        studies_unfollow(follower);
        follower->ended(follower, standing);
    }
}

/* ---- studying -------------------------------------------------------------------------------- */

static void study_work(struct job *job)
{
    struct slot *slot = container_of(job, struct slot, job);
    setpriority(PRIO_PROCESS, (id_t)gettid(), THREAD_NICENESS); /* this thread alone */
    slot->outcome = study_do(&slot->study, &slot->studies->effort, slot->store, &slot->stop,
                             &slot->result, &slot->problem);
}

/* What becomes of it in the queue. */
static void tell_work(struct job *job)
{
    struct slot *slot = container_of(job, struct slot, job);
    struct store *store = slot->studies->store;
    int64_t now = loop_time();
    if (slot->outcome == STUDY_FOUND)
        slot->told = store_finish_job(store, slot->number, slot->worker, JOB_DONE,
                                      text_string(&slot->result), kept_until(&slot->study));
    else if (slot->outcome == STUDY_IMPOSSIBLE)
        slot->told = store_finish_job(store, slot->number, slot->worker, JOB_FAILED,
                                      slot->problem.sentence, now + FAILED_MS);
    else /* others may do better, and at once if this server only stops */
        slot->told = store_return_job(store, slot->number, slot->worker,
                                      slot->outcome == STUDY_STOPPED ? now : now + LOOK_MS,
                                      slot->outcome == STUDY_STOPPED);
}

static void log_ended(const struct slot *slot)
{
    static const char *const words[] = {[STUDY_FOUND] = "found",
                                        [STUDY_IMPOSSIBLE] = "impossible",
                                        [STUDY_STOPPED] = "stopped",
                                        [STUDY_UNREAD] = "unread"};
    bool usual = slot->outcome == STUDY_FOUND || slot->outcome == STUDY_STOPPED;
    log_line(usual ? LOG_INFO : LOG_WARNING, "study ended",
             log_text("kind", study_about(slot->study.kind)->name),
             log_text("table", slot->study.table), log_text("outcome", words[slot->outcome]),
             log_number("ms", loop_now() - slot->since));
}

static void told(struct job *job)
{
    struct slot *slot = container_of(job, struct slot, job);
    struct studies *studies = slot->studies;
    bool ended = slot->outcome == STUDY_FOUND || slot->outcome == STUDY_IMPOSSIBLE;
    slot->unheard = slot->told == STORE_FAILED && !studies->resting;
    if (slot->unheard)
        return; /* the next round tries again */
    log_ended(slot);
    studies->counts.working--;
    slot->number = 0;
    if (ended && slot->told == STORE_DONE) {
        bool found = slot->outcome == STUDY_FOUND;
        struct standing standing = {.state = found ? STUDY_DONE : STUDY_FAILED,
                                    .result = found ? text_string(&slot->result)
                                                    : slot->problem.sentence};
        studies->counts.finished += found;
        studies->counts.failed += !found;
        tell_followers(studies, slot->study.key, &standing);
    }
    text_free(&slot->result);
    wake(studies);
}

static void tell_store(struct slot *slot)
{
    slot->unheard = false;
    slot->told = STORE_FAILED;
    slot->job.work = tell_work;
    slot->job.done = told;
    workers_add(slot->studies->desk, &slot->job, true);
}

static void studied(struct job *job)
{
    struct slot *slot = container_of(job, struct slot, job);
    if (slot->outcome == STUDY_STOPPED && slot->late) {
        slot->outcome = STUDY_IMPOSSIBLE;
        slot->problem = (struct problem){0};
        problem_set(&slot->problem, _("this takes too long"), NULL, NULL, NULL);
    }
    if (slot->outcome == STUDY_FOUND && slot->result.length >= STORE_TEXT_SIZE) {
        slot->outcome = STUDY_IMPOSSIBLE;
        problem_set(&slot->problem, _("there is too much to tell"), NULL, NULL, NULL);
    }
    tell_store(slot);
}

static void begin_study(struct slot *slot, const struct errand *errand)
{
    struct studies *studies = slot->studies;
    bool given_back = studies->resting || !errand->known;
    slot->number = errand->number;
    slot->study = errand->study;
    slot->since = slot->renewed = loop_now();
    slot->late = slot->lost = false;
    slot->stop = false;
    slot->problem = (struct problem){0};
    slot->outcome = given_back && !studies->resting ? STUDY_UNREAD : STUDY_STOPPED;
    studies->counts.working++;
    studies->counts.taken++;
    studies->counts.taken_over += errand->tries > 1;
    if (errand->tries > 1)
        log_line(LOG_NOTICE, "study taken over", log_text("table", slot->study.table),
                 log_number("tries", errand->tries));
    if (given_back) {
        tell_store(slot);
        return;
    }
    slot->job.work = study_work;
    slot->job.done = studied;
    workers_add(studies->threads, &slot->job, false);
}

/* ---- the round: at the desk ------------------------------------------------------------------ */

static void see_taken(void *context, const struct store_job *job)
{
    struct errand *errand = context;
    errand->found = true;
    errand->number = job->number;
    errand->tries = job->tries;
    errand->known = study_read(job, &errand->study);
}

static enum store_result take(struct studies *studies, const struct slot *slot,
                              struct errand *errand)
{
    int64_t now = loop_time();
    struct store_taking taking = {.worker = slot->worker,
                                  .now = now,
                                  .lease = now + studies->lease_ms,
                                  .rank = slot->rank,
                                  .tries = TRIES_MAX,
                                  .keep_failed = now + FAILED_MS};
    enum store_result result = store_take_job(studies->store, &taking, see_taken, errand);
    studies->round.waiting = taking.waiting;
    return result;
}

static enum store_result run_errand(struct studies *studies, const struct slot *slot,
                                    struct errand *errand)
{
    if (errand->takes)
        return take(studies, slot, errand);
    if (!errand->renews)
        return STORE_DONE;
    enum store_result result = store_renew_job(studies->store, errand->number, slot->worker,
                                               loop_time() + studies->lease_ms);
    errand->lost = result == STORE_MISSING;
    return result;
}

static void see_found(void *context, const struct store_job *job)
{
    struct finding *finding = context;
    finding->standing = standing_of(job, &finding->result);
}

/* Leases are dates that all servers read, so they are told by the clock that all have. Where no
 * hall keeps it, the store is asked. */
static void take_time(struct studies *studies)
{
    int64_t at = loop_now();
    loop_set_time(store_time(studies->store, loop_wall_time()), at, false);
}

static void round_work(struct job *job)
{
    struct round *round = container_of(job, struct round, job);
    struct studies *studies = container_of(round, struct studies, round);
    bool failed = false;
    if (studies->alone)
        take_time(studies);
    for (int i = 0; i < studies->slot_count && !failed; i++)
        failed = run_errand(studies, &studies->slots[i], &round->errands[i]) == STORE_FAILED;
    for (int i = 0; i < round->count && !failed; i++) {
        struct finding *finding = &round->findings[i];
        enum store_result result =
            store_job(studies->store, finding->key, loop_time(), see_found, finding);
        if (result == STORE_MISSING) /* it was dropped */
            finding->standing = (struct standing){.state = STUDY_FAILED, .result = ""};
        failed = result == STORE_FAILED;
    }
    round->answered = !failed;
}

/* ---- the round: in the loop ------------------------------------------------------------------ */

static void take_findings(struct studies *studies)
{
    struct round *round = &studies->round;
    for (int i = 0; i < round->count; i++) {
        struct finding *finding = &round->findings[i];
        if (finding->standing.state == STUDY_DONE || finding->standing.state == STUDY_FAILED)
            tell_followers(studies, finding->key, &finding->standing);
        text_free(&finding->result);
    }
    round->count = 0;
}

static void take_errand(struct slot *slot, const struct errand *errand)
{
    struct studies *studies = slot->studies;
    if (errand->found)
        begin_study(slot, errand);
    else if (errand->lost && slot->number == errand->number) {
        slot->lost = true;
        slot->stop = true;
        studies->counts.lost++;
    } else if (errand->renews && studies->round.answered)
        slot->renewed = loop_now();
}

static void round_done(struct job *job)
{
    struct round *round = container_of(job, struct round, job);
    struct studies *studies = container_of(round, struct studies, round);
    bool took = false;
    round->runs = false;
    if (round->waiting >= 0)
        studies->counts.waiting = round->waiting;
    for (int i = 0; i < studies->slot_count; i++) {
        took = took || round->errands[i].found;
        take_errand(&studies->slots[i], &round->errands[i]);
    }
    take_findings(studies);
    if (!studies->resting)
        loop_set_alarm(studies->loop, &studies->alarm, round->again || took ? 0 : LOOK_MS);
}

static void prepare_errand(const struct studies *studies, struct slot *slot, struct errand *errand)
{
    int64_t now = loop_now();
    *errand =
        (struct errand){.takes = slot->number == 0 && !memory_is_low(), .number = slot->number};
    if (slot->number == 0)
        return;
    errand->renews = !slot->lost && now - slot->renewed >= studies->lease_ms / 3;
    if (now - slot->since > study_about(slot->study.kind)->longest_ms) {
        slot->late = true;
        slot->stop = true;
    }
    if (slot->unheard)
        tell_store(slot);
}

static void add_finding(struct round *round, const char *key)
{
    for (int i = 0; i < round->count; i++)
        if (strcmp(round->findings[i].key, key) == 0)
            return;
    if (round->count == round->capacity) {
        round->capacity = 2 * round->capacity + 8;
        round->findings =
            memory_grow(round->findings, (size_t)round->capacity, sizeof *round->findings);
    }
    struct finding *finding = &round->findings[round->count++];
    *finding = (struct finding){.standing.state = STUDY_WAITING};
    span_copy(span_of(key), finding->key, sizeof finding->key);
}

static void make_round(struct alarm *alarm)
{
    struct studies *studies = container_of(alarm, struct studies, alarm);
    struct round *round = &studies->round;
    round->runs = true;
    round->again = false;
    round->answered = false;
    round->waiting = -1;
    for (int i = 0; i < studies->slot_count; i++)
        prepare_errand(studies, &studies->slots[i], &round->errands[i]);
    for (struct follower *each = studies->followers; each != NULL; each = each->next)
        add_finding(round, each->key);
    workers_add(studies->desk, &round->job, false);
}

void studies_news(struct studies *studies)
{
    wake(studies);
}

void studies_counts(const struct studies *studies, struct studies_counts *counts)
{
    *counts = studies->counts;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* No two workers of all servers have the same name. */
static bool open_slots(struct studies *studies, const struct studies_settings *settings,
                       struct problem *problem)
{
    uint8_t random[16];
    char name[2 * sizeof random + 1];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(name, sizeof name, random, sizeof random);
    for (int i = 0; i < settings->threads; i++) {
        struct slot *slot = &studies->slots[studies->slot_count++];
        slot->studies = studies;
        slot->rank = i == 0 && settings->threads > 1 ? study_about(STUDY_HINT)->rank : INT32_MAX;
        snprintf(slot->worker, sizeof slot->worker, "%s-%d", name, i + 1);
        if ((slot->store = store_open(settings->store, problem)) == NULL)
            return false;
    }
    return true;
}

struct studies *studies_open(struct loop *loop, const struct studies_settings *settings,
                             struct problem *problem)
{
    struct studies *studies = memory_new(1, sizeof *studies);
    studies->loop = loop;
    crypto_shorthash_keygen(studies->address_key);
    studies->lease_ms = settings->lease_ms > 0 ? settings->lease_ms : STUDIES_LEASE_MS;
    studies->effort = settings->effort;
    studies->alone = settings->alone;
    if (studies->effort.hint_nodes == 0)
        studies->effort.hint_nodes = HINT_NODES;
    if (studies->effort.analysis_nodes == 0)
        studies->effort.analysis_nodes = ANALYSIS_NODES;
    studies->alarm.ring = make_round;
    studies->round.job.work = round_work;
    studies->round.job.done = round_done;
    if ((studies->store = store_open(settings->store, problem)) != NULL &&
        open_slots(studies, settings, problem) &&
        (studies->desk = workers_open(loop, 1, problem)) != NULL &&
        (studies->threads = workers_open(loop, settings->threads, problem)) != NULL) {
        loop_set_alarm(loop, &studies->alarm, 0);
        return studies;
    }
    studies_close(studies);
    return NULL;
}

void studies_rest(struct studies *studies)
{
    studies->resting = true;
    loop_stop_alarm(studies->loop, &studies->alarm);
    for (int i = 0; i < studies->slot_count; i++)
        studies->slots[i].stop = true;
}

/* What is under way stops soon, and its way back to the queue leads over the desk. */
static void finish_all(struct studies *studies)
{
    for (int i = 0; i < studies->slot_count; i++)
        if (studies->slots[i].unheard)
            tell_store(&studies->slots[i]); /* for the last time */
    workers_end(studies->threads);
    while (workers_pending(studies->threads) > 0 || workers_pending(studies->desk) > 0)
        loop_round(studies->loop, STOP_LOOK_MS);
}

void studies_close(struct studies *studies)
{
    if (studies == NULL)
        return;
    studies_rest(studies);
    if (studies->desk != NULL)
        finish_all(studies);
    workers_close(studies->threads);
    workers_close(studies->desk);
    while (studies->followers != NULL)
        studies_unfollow(studies->followers);
    for (int i = 0; i < studies->slot_count; i++)
        store_close(studies->slots[i].store);
    store_close(studies->store);
    free(studies->round.findings);
    free(studies);
}
