/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Token buckets. A bucket is one moment: when it will be full again. Taking a token moves it on; it
 * may not be further ahead than an empty bucket needs to fill up. */

#include "rate_limit.h"

#include "websocket.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- the limits ------------------------------------------------------------------------------ */

struct rate {
    int burst;      /* tokens in a full bucket */
    int per_minute; /* tokens that come back */
};

/* A page is some twenty files; a school class is thirty people who come at the same time. A bot
 * plays faster than people do, and has less to say and to ask. */
static const struct rate rates[RATE_KINDS][RATE_SCOPES] = {
    /*                nobody         person        bot          address */
    [RATE_PAGE] = {{1500, 3000}, {1500, 3000}, {1500, 3000}, {6000, 12000}},
    [RATE_READ] = {{300, 600}, {300, 600}, {300, 600}, {3000, 6000}},
    [RATE_LIST] = {{60, 120}, {60, 120}, {30, 60}, {600, 1200}},
    [RATE_CHANGE] = {{300, 300}, {60, 60}, {60, 60}, {3000, 3000}},
    [RATE_GUEST] = {{40, 20}, {10, 5}, {1, 1}, {40, 20}},
    [RATE_SIGN_IN] = {{20, 20}, {10, 10}, {1, 1}, {60, 60}},
    [RATE_ACCOUNT] = {{20, 20}, {10, 10}, {1, 1}, {60, 1}},
    [RATE_TABLE] = {{60, 60}, {20, 20}, {20, 20}, {200, 200}},
    [RATE_IMPORT] = {{20, 20}, {10, 10}, {5, 5}, {50, 50}},
    [RATE_CHECK] = {{60, 60}, {120, 120}, {10, 10}, {600, 600}},
    [RATE_TRY] = {{5, 5}, {10, 5}, {2, 1}, {40, 20}},
    [RATE_CHAT] = {{60, 60}, {30, 60}, {5, 6}, {300, 600}},
    [RATE_ANALYSIS] = {{60, 60}, {30, 60}, {5, 2}, {300, 600}},
    [RATE_MESSAGE] = {{1500, 3000}, {400, 800}, {400, 1200}, {4000, 8000}},
};

/* ---- the table ------------------------------------------------------------------------------- */

enum { SETS = 4096, WAYS = 16, MINUTE = 60000 };

/* `full` is by loop_now, in microseconds: some rates are more than one token in a millisecond. */
struct bucket {
    uint64_t name; /* the keyed hash of kind, scope and key; 0: free */
    int64_t full;
};

struct rate_limits {
    uint8_t secret[crypto_shorthash_KEYBYTES];
    int requests, messages, bot_messages;
    struct bucket buckets[SETS][WAYS];
};

struct rate_limits *rate_limits_open(int requests, int messages, int bot_messages)
{
    assert(requests > 0 && messages > 0 && bot_messages > 0);
    struct rate_limits *limits = memory_new(1, sizeof *limits);
    crypto_shorthash_keygen(limits->secret);
    limits->requests = requests;
    limits->messages = messages;
    limits->bot_messages = bot_messages;
    return limits;
}

void rate_limits_close(struct rate_limits *limits)
{
    free(limits);
}

static uint64_t name_of(const struct rate_limits *limits, enum rate_kind kind,
                        enum rate_scope scope, const uint8_t key[ADDRESS_KEY_SIZE])
{
    uint8_t text[2 + ADDRESS_KEY_SIZE] = {(uint8_t)kind, (uint8_t)scope};
    uint64_t name;
    memcpy(text + 2, key, ADDRESS_KEY_SIZE);
    _Static_assert(crypto_shorthash_BYTES == sizeof name, "a hash is a name");
    crypto_shorthash((unsigned char *)&name, text, sizeof text, limits->secret);
    return name != 0 ? name : 1;
}

/* The bucket of that name; else one that is full and so can be forgotten; else the one that is full
 * soonest, whose debt the newcomer takes over. */
static struct bucket *find(struct rate_limits *limits, uint64_t name, int64_t now)
{
    struct bucket *set = limits->buckets[name % SETS], *least = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].name == name)
            return &set[i];
        if (set[i].full < least->full)
            least = &set[i];
    }
    if (least->full < now)
        least->full = now;
    least->name = name;
    return least;
}

/* The numbers of the table, as the host wants them; at least one token. */
static int64_t scaled(const struct rate_limits *limits, enum rate_kind kind, enum rate_scope scope,
                      int64_t number)
{
    int64_t wanted = kind != RATE_MESSAGE ? number * limits->requests / RATE_STANDARD
                     : scope == RATE_BOT  ? number * limits->bot_messages / BOT_SOCKET_RATE
                                          : number * limits->messages / SOCKET_RATE;
    return wanted > 0 ? wanted : 1;
}

int rate_limit_burst(const struct rate_limits *limits, enum rate_kind kind, enum rate_scope scope)
{
    return (int)scaled(limits, kind, scope, rates[kind][scope].burst);
}

/* Microseconds for one token; never 0, which would be no limit at all. */
static int64_t interval_of(const struct rate_limits *limits, enum rate_kind kind,
                           enum rate_scope scope)
{
    int64_t interval =
        INT64_C(1000) * MINUTE / scaled(limits, kind, scope, rates[kind][scope].per_minute);
    return interval > 0 ? interval : 1;
}

bool rate_limit_take(struct rate_limits *limits, enum rate_kind kind, enum rate_scope scope,
                     const uint8_t key[ADDRESS_KEY_SIZE], int64_t now, int *retry)
{
    assert(kind > RATE_USUAL && kind < RATE_KINDS && scope < RATE_SCOPES);
    int64_t time = now * 1000;
    int64_t interval = interval_of(limits, kind, scope);
    int64_t window = interval * rate_limit_burst(limits, kind, scope);
    struct bucket *bucket = find(limits, name_of(limits, kind, scope, key), time);
    int64_t full = (bucket->full > time ? bucket->full : time) + interval;
    bool fine = full - time <= window;
    assert(interval > 0 && window >= interval && full > time);
    if (fine)
        bucket->full = full;
    else if (retry != NULL)
        *retry = (int)((full - time - window) / 1000000) + 1;
    return fine;
}

void rate_key_of_user(int64_t user, uint8_t key[ADDRESS_KEY_SIZE])
{
    _Static_assert(sizeof user == ADDRESS_KEY_SIZE, "a user is a key");
    memcpy(key, &user, sizeof user);
}

enum rate_scope rate_scope_of(enum person_kind person)
{
    return person == PERSON_BOT ? RATE_BOT : RATE_PERSON;
}
