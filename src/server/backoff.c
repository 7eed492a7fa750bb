/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Growing delays in a table of fixed size: sets of a few slots, one set for each key. */

#include "backoff.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { DOUBLINGS_MAX = 40 };

static_assert(sizeof((struct backoff *)0)->secret == crypto_shorthash_KEYBYTES, "the key fits");

void backoff_start(struct backoff *backoff)
{
    randombytes_buf(backoff->secret, sizeof backoff->secret);
}

struct backoff_key backoff_key(const struct backoff *backoff, const char *kind, const char *text)
{
    uint8_t kind_hash[crypto_shorthash_BYTES], hash[crypto_shorthash_BYTES];
    uint8_t key[crypto_shorthash_KEYBYTES];
    struct backoff_key out;
    static_assert(sizeof out.hash == crypto_shorthash_BYTES, "a hash is a number");
    crypto_shorthash(kind_hash, (const uint8_t *)kind, strlen(kind), backoff->secret);
    memcpy(key, backoff->secret, sizeof key);
    for (size_t i = 0; i < sizeof kind_hash; i++)
        key[i] ^= kind_hash[i];
    crypto_shorthash(hash, (const uint8_t *)text, strlen(text), key);
    memcpy(&out.hash, hash, sizeof out.hash);
    out.hash |= out.hash == 0;
    return out;
}

/* The way of the key in its set, or -1. */
static int find(const struct backoff *backoff, struct backoff_key key)
{
    assert(key.hash != 0);
    for (int way = 0; way < BACKOFF_WAYS; way++)
        if (backoff->slots[key.hash % BACKOFF_SETS][way].hash == key.hash)
            return way;
    return -1;
}

int64_t backoff_wait(const struct backoff *backoff, struct backoff_key key, int64_t now)
{
    size_t set = key.hash % BACKOFF_SETS;
    int way = find(backoff, key);
    if (way < 0 || backoff->slots[set][way].forgiven <= now)
        return 0;
    int64_t next = backoff->slots[set][way].next;
    return next > now ? next - now : 0;
}

/* A way for a new key: one that is nobody's or forgiven, else that with the fewest tries. */
static int make_table(const struct backoff *backoff, size_t set, int64_t now)
{
    int best = 0;
    for (int way = 0; way < BACKOFF_WAYS; way++) {
        if (backoff->slots[set][way].hash == 0 || backoff->slots[set][way].forgiven <= now)
            return way;
        if (backoff->slots[set][way].tries < backoff->slots[set][best].tries)
            best = way;
    }
    return best;
}

static int64_t delay_after(const struct backoff_rule *rule, int tries)
{
    int doublings = tries - rule->free - 1;
    assert(tries > 0 && rule->first_ms > 0 && rule->first_ms <= rule->most_ms);
    if (tries <= rule->free)
        return 0;
    if (doublings > DOUBLINGS_MAX || rule->first_ms << doublings > rule->most_ms)
        return rule->most_ms;
    return rule->first_ms << doublings;
}

void backoff_count(struct backoff *backoff, struct backoff_key key, const struct backoff_rule *rule,
                   int64_t now)
{
    size_t set = key.hash % BACKOFF_SETS;
    int way = find(backoff, key);
    assert(rule->forgiven_ms >= rule->most_ms && rule->first_ms < INT64_C(1) << 20);
    if (way < 0 || backoff->slots[set][way].forgiven <= now) {
        way = way < 0 ? make_table(backoff, set, now) : way;
        backoff->slots[set][way].hash = key.hash;
        backoff->slots[set][way].tries = 0;
    }
    int32_t *tries = &backoff->slots[set][way].tries;
    *tries += *tries < INT32_MAX ? 1 : 0;
    backoff->slots[set][way].next = now + delay_after(rule, *tries);
    backoff->slots[set][way].forgiven = now + rule->forgiven_ms;
}

void backoff_forgive(struct backoff *backoff, struct backoff_key key)
{
    int way = find(backoff, key);
    if (way >= 0)
        memset(&backoff->slots[key.hash % BACKOFF_SETS][way], 0, sizeof backoff->slots[0][0]);
}

void backoff_take_back(struct backoff *backoff, struct backoff_key key)
{
    size_t set = key.hash % BACKOFF_SETS;
    int way = find(backoff, key);
    if (way < 0)
        return;
    if (backoff->slots[set][way].tries > 0)
        backoff->slots[set][way].tries--;
    backoff->slots[set][way].next = 0;
}
