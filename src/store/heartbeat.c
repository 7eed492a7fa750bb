/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* When servers were alive. */

#include "kinds.h"

#include <assert.h>

#define TIME_MOST (INT64_C(1) << 53) /* so that sums of times are numbers too */

static void outage_seen(void *context, const struct value *values, int count)
{
    struct wait *wait = context;
    struct reader reader = {values, count, false};
    struct store_outage outage;
    outage.from = read_number(&reader, -TIME_MOST, TIME_MOST);
    outage.to = read_number(&reader, -TIME_MOST, TIME_MOST);
    wait->damaged = wait->damaged || reader.damaged;
    if (!reader.damaged)
        wait->seen.outage(wait->context, &outage);
}

static void wall_seen(void *context, const struct value *values, int count)
{
    struct store_heartbeat *sign = context;
    struct reader reader = {values, count, false};
    sign->wall = read_time(&reader);
}

static void sign_seen(void *context, const struct value *values, int count)
{
    struct store_heartbeat *sign = context;
    struct reader reader = {values, count, false};
    sign->last = read_number(&reader, -TIME_MOST, TIME_MOST);
    sign->lead = read_number(&reader, -TIME_MOST, TIME_MOST);
    sign->found = !reader.damaged;
}

/* The first trip: nobody else can leave a sign until this one is there. */
static enum store_result look(struct store *store, struct store_heartbeat *sign)
{
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = LOCK_HEARTBEAT},
        {.statement = TELL_TIME, .seen = wall_seen, .context = sign},
        {.statement = GET_HEARTBEAT, .seen = sign_seen, .context = sign},
    };
    return store_run(store, requests, 4);
}

/* Nobody could use a token meanwhile, or a clock was set and no time has passed at all: days in
 * which people can come are what it lasts. Short outages are not worth changing all of them. */
static enum store_result prolong_tokens(struct store *store, int64_t from, int64_t to)
{
    assert(from < to);
    return store_run_one(store,
                         (struct request){.statement = PROLONG_TOKENS,
                                          .values = {value_number(to - from), value_number(from)}});
}

enum store_result store_heartbeat(struct store *store, store_heartbeat_time *tell, int64_t since,
                                  store_seen_outage *seen, void *context)
{
    struct wait wait = {.seen.outage = seen, .context = context};
    struct store_heartbeat sign = {0};
    enum store_result result = look(store, &sign);
    if (result != STORE_DONE)
        return result;
    tell(context, &sign);
    assert(!sign.found || sign.now >= sign.last);
    assert(sign.began <= sign.now);
    struct request requests[] = {
        {.statement = DROP_FALSE_OUTAGES, .values = {value_number(sign.now)}},
        {.statement = BEAT, .values = {value_number(sign.now), value_number(sign.now_lead)}},
        {.statement = LIST_OUTAGES,
         .values = {value_number(since)},
         .seen = outage_seen,
         .context = &wait},
        {.statement = COMMIT},
    };
    struct request note = {.statement = NOTE_OUTAGE,
                           .values = {value_number(sign.began), value_number(sign.now)}};
    if (sign.began < sign.now)
        result = store_run_one(store, note);
    if (result == STORE_DONE && sign.now - sign.began >= ABSENCE_MS)
        result = prolong_tokens(store, sign.began, sign.now);
    if (result == STORE_DONE)
        result = store_run(store, requests, 4);
    return result == STORE_DONE && wait.damaged ? STORE_DAMAGED : result;
}

enum store_result store_outages(struct store *store, int64_t since, store_seen_outage *seen,
                                void *context)
{
    struct wait wait = {.seen.outage = seen, .context = context};
    return store_run_waiting(store,
                             (struct request){.statement = LIST_OUTAGES,
                                              .values = {value_number(since)},
                                              .seen = outage_seen},
                             &wait);
}

int64_t store_time(struct store *store, int64_t wall)
{
    struct store_heartbeat sign = {0};
    struct request requests[] = {
        {.statement = TELL_TIME, .seen = wall_seen, .context = &sign},
        {.statement = GET_HEARTBEAT, .seen = sign_seen, .context = &sign},
    };
    if (store_run(store, requests, 2) != STORE_DONE)
        return wall;
    int64_t now = (sign.wall != 0 ? sign.wall : wall) + sign.lead;
    return sign.found && now < sign.last ? sign.last : now;
}
