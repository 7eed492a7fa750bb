/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* When servers lived. */

#include "kinds.h"

/* Somebody waits for outages. */
struct outage_wait {
    store_seen_outage *seen;
    void *context;
    bool damaged;
};

static void outage_seen(void *context, const struct value *values, int count)
{
    struct outage_wait *wait = context;
    struct reader reader = {values, count, false};
    struct store_outage outage;
    outage.from = read_time(&reader);
    outage.to = read_time(&reader);
    wait->damaged = wait->damaged || reader.damaged;
    if (!reader.damaged)
        wait->seen(wait->context, &outage);
}

enum store_result store_beat(struct store *store, int64_t now, int64_t longest, int64_t since,
                             store_seen_outage *seen, void *context)
{
    struct outage_wait wait = {seen, context, false};
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = LOCK_PULSE},
        {.statement = NOTE_OUTAGE, .values = {value_number(now), value_number(longest)}},
        {.statement = BEAT, .values = {value_number(now)}},
        {.statement = LIST_OUTAGES,
         .values = {value_number(since)},
         .seen = outage_seen,
         .context = &wait},
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 6);
    return result == STORE_DONE && wait.damaged ? STORE_DAMAGED : result;
}
