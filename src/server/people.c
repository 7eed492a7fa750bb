/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Questions on their way through their steps: the loop decides whether they go on, who may try, and
 * whose password is next. */

#include "people_parts.h"

#include "backoff.h"
#include "log.h"

#include "base/container_of.h"
#include "base/text.h"
#include "store/names.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLOSE_LOOK_MS = 20,
    BUSY_MS = 5000, /* to come back after, if too many passwords wait */
};

#define MINUTES(count) (INT64_C(60000) * (count))

/* Wrong passwords for one account, whoever tries; of one address, whatever it tries; of a browser
 * that has come in before, or is in. */
static const struct backoff_rule account_rule = {5, 1000, MINUTES(15), MINUTES(60)};
static const struct backoff_rule peer_rule = {10, 1000, MINUTES(5), MINUTES(30)};
static const struct backoff_rule device_rule = {5, 1000, MINUTES(15), MINUTES(60)};

/* Links to confirm an address: to one address, of one account, of who asks from one address. */
static const struct backoff_rule mail_rule = {2, MINUTES(10), MINUTES(1440), MINUTES(1440)};
static const struct backoff_rule mailer_rule = {5, MINUTES(1), MINUTES(1440), MINUTES(1440)};

struct people {
    struct loop *loop;
    struct records *records; /* the thread's own */
    struct workers *thread;
    struct workers *hashing; /* one thread: each hash takes 64 MiB */
    struct inquiry *hashed;  /* the one that is there now; the loop's own, as all below */
    struct inquiry *waiting[HASHES_WAITING]; /* in the order of their turns */
    int waiting_count;
    uint64_t turn; /* of the last one that was begun */
    struct backoff backoff;
};

static struct inquiry *inquiry_of(struct job *job)
{
    return container_of(job, struct inquiry, job);
}

static void work(struct job *job)
{
    struct inquiry *inquiry = inquiry_of(job);
    assert(inquiry->step < STEPS && steps[inquiry->kind][inquiry->step] != NULL);
    inquiry->result = steps[inquiry->kind][inquiry->step](inquiry->people->records, inquiry);
}

/* ---- what the log tells ---------------------------------------------------------------------- */

/* What has happened, by kind; what did not; NULL: nothing that anybody has to know. */
static const struct {
    const char *done, *refused;
} events[INQUIRY_KINDS] = {
    [ASK_GUEST] = {NULL, "guest refused"},
    [ASK_LOGIN] = {"sign-in", "sign-in refused"},
    [ASK_ACCOUNT] = {"account created", "account refused"},
    [ASK_PASSWORD] = {"password changed", "password refused"},
    [ASK_LOGOUT] = {"sign-out", NULL},
    [ASK_CONFIRM] = {"mail confirmed", "mail link refused"},
    [ASK_STOP] = {"mail stopped", "mail link refused"},
};

static const char *const reasons[] = {
    [PEOPLE_FINE] = "",         [PEOPLE_UNKNOWN] = "unknown", [PEOPLE_TAKEN] = "taken",
    [PEOPLE_WRONG] = "invalid", [PEOPLE_LATER] = "delayed",   [PEOPLE_BUSY] = "busy",
    [PEOPLE_FAILED] = "store",
};

static void tell(const struct inquiry *inquiry)
{
    bool fine = inquiry->result == PEOPLE_FINE;
    const char *what = fine ? events[inquiry->kind].done : events[inquiry->kind].refused;
    if (inquiry->kind == ASK_CHANGE && inquiry->has_mail)
        what = fine ? "mail address changed" : "mail address refused";
    else if (inquiry->kind == ASK_CHANGE && inquiry->has_webhook)
        what = fine ? "webhook changed" : "webhook refused";
    else if (inquiry->kind == ASK_CHANGE && inquiry->has_name && !fine)
        what = "name refused";
    if (what != NULL)
        log_security(fine ? LOG_NOTICE : LOG_WARNING, what, inquiry->user.id, inquiry->peer,
                     reasons[inquiry->result]);
}

static void finish(struct inquiry *inquiry)
{
    sodium_memzero(inquiry->password, sizeof inquiry->password);
    sodium_memzero(inquiry->new_password, sizeof inquiry->new_password);
    tell(inquiry);
    inquiry->done(inquiry);
}

/* ---- who may try ----------------------------------------------------------------------------- */

/* The keys under which something is counted, with their rules. */
struct tries {
    struct {
        struct backoff_key key;
        const struct backoff_rule *rule;
        bool shared; /* with others: one success does not make up for the failures of all */
    } list[3];
    int count;
};

static void add_try(struct tries *tries, struct people *people, const char *kind, const char *text,
                    const struct backoff_rule *rule, bool shared)
{
    assert(tries->count < 3);
    tries->list[tries->count].key = backoff_key(&people->backoff, kind, text);
    tries->list[tries->count].rule = rule;
    tries->list[tries->count++].shared = shared;
}

/* One text for all forms of a name or an address that may mean the same. */
static void fold(const char *text, char *out, size_t size)
{
    if (!name_normalize(text, out, size))
        span_copy(span_of(text), out, size);
    for (char *at = out; *at != '\0'; at++)
        *at = (char)((unsigned char)*at < 0x80 ? tolower((unsigned char)*at) : *at);
}

/* What the inquiry is counted under. Whether there is such an account makes no difference. */
static void find_tries(struct people *people, const struct inquiry *inquiry, struct tries *tries)
{
    char text[sizeof inquiry->mail], user[24], network[2 * ADDRESS_KEY_SIZE + 1];
    static_assert(sizeof text >= STORE_NAME_SIZE, "a name fits too");
    snprintf(user, sizeof user, "%" PRId64, inquiry->user.id);
    sodium_bin2hex(network, sizeof network, inquiry->network, sizeof inquiry->network);
    *tries = (struct tries){0};
    if (inquiry->kind == ASK_PASSWORD)
        add_try(tries, people, "session", user, &device_rule, false);
    else if (inquiry->kind == ASK_LOGIN && inquiry->known_device)
        add_try(tries, people, "device", inquiry->device, &device_rule, false);
    else if (inquiry->kind == ASK_LOGIN) {
        fold(inquiry->name, text, sizeof text);
        add_try(tries, people, "account", text, &account_rule, false);
        add_try(tries, people, "peer", network, &peer_rule, true);
    } else if (inquiry->kind == ASK_CHANGE && inquiry->sends_mail) {
        fold(inquiry->mail, text, sizeof text);
        add_try(tries, people, "mail", text, &mail_rule, false);
        add_try(tries, people, "mailer", user, &mailer_rule, false);
        add_try(tries, people, "mailing peer", network, &mailer_rule, false);
    }
}

/* Counts the try before anybody knows how it ends, so that many at once are many. */
static bool may_try(struct people *people, struct inquiry *inquiry)
{
    struct tries tries;
    int64_t now = loop_now();
    find_tries(people, inquiry, &tries);
    inquiry->wait = 0;
    for (int i = 0; i < tries.count; i++) {
        int64_t wait = backoff_wait(&people->backoff, tries.list[i].key, now);
        inquiry->wait = wait > inquiry->wait ? wait : inquiry->wait;
    }
    for (int i = 0; i < tries.count && inquiry->wait == 0; i++)
        backoff_count(&people->backoff, tries.list[i].key, tries.list[i].rule, now);
    return inquiry->wait == 0;
}

/* The password was right. */
static void forgive(struct people *people, const struct inquiry *inquiry)
{
    struct tries tries;
    find_tries(people, inquiry, &tries);
    for (int i = 0; i < tries.count; i++)
        if (tries.list[i].shared)
            backoff_take_back(&people->backoff, tries.list[i].key);
        else
            backoff_forgive(&people->backoff, tries.list[i].key);
}

/* Nobody has looked at the password, or no mail is on its way: that was no try. */
static void take_back(struct people *people, const struct inquiry *inquiry)
{
    struct tries tries;
    assert(inquiry->result == PEOPLE_BUSY || inquiry->result == PEOPLE_FAILED);
    find_tries(people, inquiry, &tries);
    for (int i = 0; i < tries.count; i++)
        backoff_take_back(&people->backoff, tries.list[i].key);
}

/* ---- the queue of passwords ------------------------------------------------------------------ */

static void begin_step(struct people *people, struct inquiry *inquiry, int step_number)
{
    inquiry->step = step_number;
    inquiry->result = PEOPLE_FAILED; /* until it is asked */
    workers_add(step_number == STEP_HASH ? people->hashing : people->thread, &inquiry->job,
                inquiry->kind == ASK_WHO);
}

/* The next one, if the thread is free. */
static void hash_next(struct people *people)
{
    if (people->hashed != NULL || people->waiting_count == 0)
        return;
    struct inquiry *inquiry = people->waiting[0];
    people->waiting_count--;
    memmove(people->waiting, people->waiting + 1,
            (size_t)people->waiting_count * sizeof people->waiting[0]);
    people->hashed = inquiry;
    people->turn = inquiry->turn;
    begin_step(people, inquiry, STEP_HASH);
}

/* Addresses take turns: the second password of one waits for the first of every other. */
static uint64_t turn_of(const struct people *people, const struct inquiry *inquiry)
{
    uint64_t turn = people->turn;
    for (int i = 0; i < people->waiting_count; i++)
        if (memcmp(people->waiting[i]->network, inquiry->network, ADDRESS_KEY_SIZE) == 0)
            turn = people->waiting[i]->turn + 1;
    return turn;
}

static void put_off(struct inquiry *inquiry)
{
    inquiry->result = PEOPLE_BUSY;
    inquiry->wait = BUSY_MS;
    take_back(inquiry->people, inquiry);
    finish(inquiry);
}

/* Where the queue is full, the last one of who has most in it goes. */
static void wait_for_hash(struct people *people, struct inquiry *inquiry)
{
    struct inquiry *last = NULL;
    int place = people->waiting_count;
    inquiry->turn = turn_of(people, inquiry);
    if (people->waiting_count == HASHES_WAITING) {
        last = people->waiting[HASHES_WAITING - 1];
        if (last->turn <= inquiry->turn) {
            put_off(inquiry);
            return;
        }
        people->waiting_count--;
        place--;
    }
    for (; place > 0 && people->waiting[place - 1]->turn > inquiry->turn; place--)
        people->waiting[place] = people->waiting[place - 1];
    people->waiting[place] = inquiry;
    people->waiting_count++;
    assert(people->waiting_count <= HASHES_WAITING);
    hash_next(people);
    if (last != NULL)
        put_off(last);
}

/* ---- from step to step ----------------------------------------------------------------------- */

/* The store has told what it knows. An address that waits for its link already is not refused. */
static void go_on_from_find(struct people *people, struct inquiry *inquiry)
{
    step *const *own = steps[inquiry->kind];
    if (!may_try(people, inquiry)) {
        bool goes_on = inquiry->sends_mail && !inquiry->new_mail;
        inquiry->sends_mail = false;
        if (!goes_on) {
            inquiry->result = PEOPLE_LATER;
            finish(inquiry);
            return;
        }
    }
    if (own[STEP_HASH] != NULL)
        wait_for_hash(people, inquiry);
    else if (own[STEP_KEEP] != NULL)
        begin_step(people, inquiry, STEP_KEEP);
    else
        finish(inquiry);
}

/* Is a try counted that nobody has made up for yet? */
static bool has_open_try(const struct inquiry *inquiry)
{
    return inquiry->step == STEP_HASH ||
           (inquiry->step == STEP_KEEP && steps[inquiry->kind][STEP_HASH] == NULL);
}

static void done(struct job *job)
{
    struct inquiry *inquiry = inquiry_of(job);
    struct people *people = inquiry->people;
    if (inquiry->step == STEP_HASH) {
        assert(people->hashed == inquiry);
        people->hashed = NULL;
        hash_next(people);
    }
    if (inquiry->result == PEOPLE_FAILED && has_open_try(inquiry))
        take_back(people, inquiry);
    if (inquiry->result != PEOPLE_FINE || inquiry->step == STEP_KEEP)
        finish(inquiry);
    else if (inquiry->step == STEP_FIND)
        go_on_from_find(people, inquiry);
    else {
        forgive(people, inquiry);
        begin_step(people, inquiry, STEP_KEEP);
    }
}

void people_ask(struct people *people, struct inquiry *inquiry)
{
    assert(inquiry->kind < INQUIRY_KINDS && inquiry->done != NULL);
    inquiry->people = people;
    inquiry->problem = (struct problem){0};
    inquiry->job.work = work;
    inquiry->job.done = done;
    inquiry->known_device = inquiry->sends_mail = false;
    begin_step(people, inquiry, STEP_FIND);
}

struct people *people_open(struct loop *loop, const char *store, struct problem *problem)
{
    struct people *people = memory_new(1, sizeof *people);
    people->loop = loop;
    backoff_start(&people->backoff);
    people->records = records_open(store, problem);
    if (people->records != NULL)
        people->thread = workers_open(loop, 1, problem);
    if (people->thread != NULL)
        people->hashing = workers_open(loop, 1, problem);
    if (people->hashing != NULL)
        return people;
    people_close(people);
    return NULL;
}

/* The threads have ended before the loop runs once more: what goes on from one to the other fails
 * there at once. */
void people_close(struct people *people)
{
    if (people == NULL)
        return;
    workers_end(people->thread);
    workers_end(people->hashing);
    while (workers_pending(people->thread) + workers_pending(people->hashing) > 0)
        loop_round(people->loop, CLOSE_LOOK_MS);
    workers_close(people->thread);
    workers_close(people->hashing);
    assert(people->waiting_count == 0 && people->hashed == NULL);
    records_close(people->records);
    free(people);
}
