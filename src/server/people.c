/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Queries on their way through their steps: the loop decides whether they continue, who may try,
 * and whose password is next. */

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
    struct workers *hashing;     /* one thread: each hash takes 64 MiB */
    struct people_query *hashed; /* the one that is there now; the loop's own, as all below */
    struct people_query *waiting[HASHES_WAITING]; /* in the order of their turns */
    int waiting_count;
    uint64_t turn; /* of the last one that was begun */
    struct backoff backoff;
};

static struct people_query *query_of(struct work *work)
{
    return container_of(work, struct people_query, work);
}

static void work(struct work *work)
{
    struct people_query *query = query_of(work);
    assert(query->step < STEPS && steps[query->kind][query->step] != NULL);
    query->result = steps[query->kind][query->step](query->people->records, query);
}

/* ---- what the log tells ---------------------------------------------------------------------- */

/* What has happened, by kind; what did not; NULL: nothing that anyone has to know. */
static const struct {
    const char *done, *refused;
} events[PEOPLE_QUERY_KINDS] = {
    [ASK_GUEST] = {NULL, "guest refused"},
    [ASK_LOGIN] = {"sign-in", "sign-in refused"},
    [ASK_ACCOUNT] = {"account created", "account refused"},
    [ASK_PASSWORD] = {"password changed", "password refused"},
    [ASK_LOGOUT] = {"sign-out", NULL},
    [ASK_CONFIRM] = {"mail confirmed", "mail link refused"},
    [ASK_STOP] = {"mail stopped", "mail link refused"},
    [ASK_BOT] = {"bot created", "bot refused"},
    [ASK_BOT_TOKEN] = {"bot token renewed", "bot refused"},
    [ASK_BOT_REVOKE] = {"bot token revoked", "bot refused"},
    [ASK_BOT_REMOVE] = {"bot removed", "bot refused"},
};

static const char *const reasons[] = {
    [PEOPLE_FINE] = "",         [PEOPLE_UNKNOWN] = "unknown", [PEOPLE_TAKEN] = "taken",
    [PEOPLE_WRONG] = "invalid", [PEOPLE_LATER] = "delayed",   [PEOPLE_BUSY] = "busy",
    [PEOPLE_FULL] = "quota",    [PEOPLE_FAILED] = "store",
};

static void tell(const struct people_query *query)
{
    bool fine = query->result == PEOPLE_FINE;
    const char *what = fine ? events[query->kind].done : events[query->kind].refused;
    if (query->kind == ASK_CHANGE && query->has_mail)
        what = fine ? "mail address changed" : "mail address refused";
    else if (query->kind == ASK_CHANGE && query->has_webhook)
        what = fine ? "webhook changed" : "webhook refused";
    else if (query->kind == ASK_CHANGE && query->has_name && !fine)
        what = "name refused";
    enum log_level level = fine ? LOG_NOTICE : LOG_WARNING;
    if (what != NULL && query->bot.id != 0)
        log_security_bot(level, what, query->user.id, query->bot.id, query->peer,
                         reasons[query->result]);
    else if (what != NULL)
        log_security(level, what, query->user.id, query->peer, reasons[query->result]);
}

static void finish(struct people_query *query)
{
    sodium_memzero(query->password, sizeof query->password);
    sodium_memzero(query->new_password, sizeof query->new_password);
    tell(query);
    query->done(query);
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
static void find_tries(struct people *people, const struct people_query *query, struct tries *tries)
{
    char text[sizeof query->mail], user[24], network[2 * ADDRESS_KEY_SIZE + 1];
    static_assert(sizeof text >= STORE_NAME_SIZE, "a name fits too");
    snprintf(user, sizeof user, "%" PRId64, query->user.id);
    sodium_bin2hex(network, sizeof network, query->network, sizeof query->network);
    *tries = (struct tries){0};
    if (query->kind == ASK_PASSWORD)
        add_try(tries, people, "session", user, &device_rule, false);
    else if (query->kind == ASK_LOGIN && query->known_device)
        add_try(tries, people, "device", query->device, &device_rule, false);
    else if (query->kind == ASK_LOGIN) {
        fold(query->name, text, sizeof text);
        add_try(tries, people, "account", text, &account_rule, false);
        add_try(tries, people, "peer", network, &peer_rule, true);
    } else if (query->kind == ASK_CHANGE && query->sends_mail) {
        fold(query->mail, text, sizeof text);
        add_try(tries, people, "mail", text, &mail_rule, false);
        add_try(tries, people, "mailer", user, &mailer_rule, false);
        add_try(tries, people, "mailing peer", network, &mailer_rule, false);
    }
}

/* Counts the try before anyone knows how it ends, so that many at once are many. */
static bool may_try(struct people *people, struct people_query *query)
{
    struct tries tries;
    int64_t now = loop_now();
    find_tries(people, query, &tries);
    query->wait = 0;
    for (int i = 0; i < tries.count; i++) {
        int64_t wait = backoff_wait(&people->backoff, tries.list[i].key, now);
        query->wait = wait > query->wait ? wait : query->wait;
    }
    for (int i = 0; i < tries.count && query->wait == 0; i++)
        backoff_count(&people->backoff, tries.list[i].key, tries.list[i].rule, now);
    return query->wait == 0;
}

/* The password was right. */
static void forgive(struct people *people, const struct people_query *query)
{
    struct tries tries;
    find_tries(people, query, &tries);
    for (int i = 0; i < tries.count; i++)
        if (tries.list[i].shared)
            backoff_take_back(&people->backoff, tries.list[i].key);
        else
            backoff_forgive(&people->backoff, tries.list[i].key);
}

/* Nobody has looked at the password, or no mail is on its way: that was not an attempt. */
static void take_back(struct people *people, const struct people_query *query)
{
    struct tries tries;
    assert(query->result == PEOPLE_BUSY || query->result == PEOPLE_FAILED);
    find_tries(people, query, &tries);
    for (int i = 0; i < tries.count; i++)
        backoff_take_back(&people->backoff, tries.list[i].key);
}

/* ---- the queue of passwords ------------------------------------------------------------------ */

static void begin_step(struct people *people, struct people_query *query, int step_number)
{
    assert(step_number >= 0 && step_number < STEPS);
    assert(step_number != STEP_HASH || people->hashed == query); /* one at a time */
    query->step = step_number;
    query->result = PEOPLE_FAILED; /* until it is asked */
    workers_add(step_number == STEP_HASH ? people->hashing : people->thread, &query->work,
                query->kind == ASK_WHO);
}

/* The next one, if the thread is free. */
static void hash_next(struct people *people)
{
    if (people->hashed != NULL || people->waiting_count == 0)
        return;
    struct people_query *query = people->waiting[0];
    assert(query->turn >= people->turn);
    people->waiting_count--;
    memmove(people->waiting, people->waiting + 1,
            (size_t)people->waiting_count * sizeof people->waiting[0]);
    people->hashed = query;
    people->turn = query->turn;
    begin_step(people, query, STEP_HASH);
}

/* Addresses take turns: the second password of one waits for the first of every other. */
static uint64_t turn_of(const struct people *people, const struct people_query *query)
{
    uint64_t turn = people->turn;
    for (int i = 0; i < people->waiting_count; i++)
        if (memcmp(people->waiting[i]->network, query->network, ADDRESS_KEY_SIZE) == 0)
            turn = people->waiting[i]->turn + 1;
    return turn;
}

static void put_off(struct people_query *query)
{
    query->result = PEOPLE_BUSY;
    query->wait = BUSY_MS;
    take_back(query->people, query);
    finish(query);
}

/* Where the queue is full, the last one of who has most in it goes. */
static void wait_for_hash(struct people *people, struct people_query *query)
{
    struct people_query *last = NULL;
    int place = people->waiting_count;
    query->turn = turn_of(people, query);
    if (people->waiting_count == HASHES_WAITING) {
        last = people->waiting[HASHES_WAITING - 1];
        if (last->turn <= query->turn) {
            put_off(query);
            return;
        }
        people->waiting_count--;
        place--;
    }
    for (; place > 0 && people->waiting[place - 1]->turn > query->turn; place--)
        people->waiting[place] = people->waiting[place - 1];
    people->waiting[place] = query;
    people->waiting_count++;
    assert(people->waiting_count <= HASHES_WAITING);
    hash_next(people);
    if (last != NULL)
        put_off(last);
}

/* ---- from step to step ----------------------------------------------------------------------- */

/* The store has told what it knows. An address that waits for its link already is not refused. */
static void go_on_from_find(struct people *people, struct people_query *query)
{
    step *const *own = steps[query->kind];
    if (!may_try(people, query)) {
        bool goes_on = query->sends_mail && !query->new_mail;
        query->sends_mail = false;
        if (!goes_on) {
            query->result = PEOPLE_LATER;
            finish(query);
            return;
        }
    }
    if (own[STEP_HASH] != NULL)
        wait_for_hash(people, query);
    else if (own[STEP_KEEP] != NULL)
        begin_step(people, query, STEP_KEEP);
    else
        finish(query);
}

/* Is a try counted that nobody has made up for yet? */
static bool has_open_try(const struct people_query *query)
{
    return query->step == STEP_HASH ||
           (query->step == STEP_KEEP && steps[query->kind][STEP_HASH] == NULL);
}

static void done(struct work *work)
{
    struct people_query *query = query_of(work);
    struct people *people = query->people;
    if (query->step == STEP_HASH) {
        assert(people->hashed == query);
        people->hashed = NULL;
        hash_next(people);
    }
    if (query->result == PEOPLE_FAILED && has_open_try(query))
        take_back(people, query);
    if (query->result != PEOPLE_FINE || query->step == STEP_KEEP)
        finish(query);
    else if (query->step == STEP_FIND)
        go_on_from_find(people, query);
    else {
        forgive(people, query);
        begin_step(people, query, STEP_KEEP);
    }
}

void people_ask(struct people *people, struct people_query *query)
{
    assert(query->kind < PEOPLE_QUERY_KINDS && query->done != NULL);
    query->people = people;
    query->problem = (struct problem){0};
    query->work.run = work;
    query->work.done = done;
    query->known_device = query->sends_mail = false;
    begin_step(people, query, STEP_FIND);
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

/* The threads have ended before the loop runs once more: what continues from one to the other fails
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
