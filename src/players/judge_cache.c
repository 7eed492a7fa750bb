/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The cache of a judge. A turn can be made in many orders and ends in few positions; and who plays
 * on from the same one again has the same choice again. So three positions in four have been judged
 * before, and almost every second choice. A position is known by 64 bits of its state. Each has one
 * slot, and the latest in a slot stays. */

#include "judge_cache.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOT_BITS = 15,
    SLOTS = 1 << SLOT_BITS,
    LIKELY_ROOM = 8 * SLOTS, /* most choices are between fewer moves */
    LANES = 4,
};

struct seen_position {
    uint64_t key; /* 0: none */
    struct estimate estimate;
};

struct seen_choice {
    uint64_t key;
    uint64_t at; /* its first number of all that were ever written */
};

/* Mixes in one word for each lane. Words go through the lanes side by side: one after another they
 * would take as long as the judge. The order of bytes in a word makes no difference to what is
 * found. */
static inline void mix(uint64_t lanes[LANES], const unsigned char *bytes)
{
    uint64_t words[LANES];
    memcpy(words, bytes, sizeof words);
    for (int i = 0; i < LANES; i++) {
        lanes[i] = (lanes[i] ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        lanes[i] ^= lanes[i] >> 29;
    }
}

static uint64_t key_of(const struct judge_cache *cache, const struct ruleset *rules,
                       const void *state)
{
    enum { STEP = LANES * sizeof(uint64_t) };
    const unsigned char *at = state;
    uint64_t lanes[LANES] = {cache->salt, cache->salt + 1, cache->salt + 2, cache->salt + 3};
    unsigned char last[STEP] = {0};
    size_t rest = rules->game->state_size;
    for (; rest >= STEP; rest -= STEP, at += STEP)
        mix(lanes, at);
    memcpy(last, at, rest);
    mix(lanes, last);
    uint64_t key = 0;
    for (int i = 0; i < LANES; i++)
        key = random_mix(key ^ lanes[i]);
    return key | 1; /* not that of an empty slot */
}

static size_t slot_of(uint64_t key)
{
    return (size_t)(key >> (64 - SLOT_BITS));
}

static void estimate(const struct judge *judge, const struct ruleset *rules, const void *state,
                     struct estimate *out)
{
    struct judge_cache *cache = judge->cache;
    uint64_t key = key_of(cache, rules, state);
    struct seen_position *slot = &cache->positions[slot_of(key)];
    if (slot->key != key) {
        slot->estimate = (struct estimate){0}; /* seats that are not there stay zero */
        cache->asked.estimate(&cache->asked, rules, state, &slot->estimate);
        slot->key = key;
    }
    *out = slot->estimate;
}

/* The number with this place among all that were ever written. */
static uint32_t *likely_at(const struct judge_cache *cache, uint64_t at)
{
    return &cache->likely[at % LIKELY_ROOM];
}

static void prefer(const struct judge *judge, const struct ruleset *rules, const void *state,
                   const struct move *moves, int count, uint32_t *likely)
{
    struct judge_cache *cache = judge->cache;
    /* even if two positions had one key, no more is read than was written for as many moves */
    uint64_t key = key_of(cache, rules, state) ^ (uint64_t)count << 1;
    struct seen_choice *slot = &cache->choices[slot_of(key)];
    assert(count > 0 && count <= MOVES_MAX);
    if (slot->key == key && cache->written - slot->at <= LIKELY_ROOM) {
        for (int i = 0; i < count; i++)
            likely[i] = *likely_at(cache, slot->at + (uint64_t)i);
        return;
    }
    cache->asked.prefer(&cache->asked, rules, state, moves, count, likely);
    *slot = (struct seen_choice){key, cache->written};
    for (int i = 0; i < count; i++)
        *likely_at(cache, cache->written++) = likely[i];
}

int64_t judge_cache_memory(void)
{
    return (int64_t)SLOTS * (int64_t)(sizeof(struct seen_position) + sizeof(struct seen_choice)) +
           (int64_t)LIKELY_ROOM * (int64_t)sizeof(uint32_t);
}

bool judge_cache_open(struct judge_cache *cache, const struct judge *asked)
{
    *cache = (struct judge_cache){.asked = *asked};
    cache->positions = memory_try_new(SLOTS, sizeof *cache->positions);
    cache->choices = memory_try_new(SLOTS, sizeof *cache->choices);
    cache->likely = memory_try_new(LIKELY_ROOM, sizeof *cache->likely);
    return cache->positions != NULL && cache->choices != NULL && cache->likely != NULL;
}

void judge_cache_close(struct judge_cache *cache)
{
    free(cache->positions);
    free(cache->choices);
    free(cache->likely);
}

/* Cards and setup make the rules, and with the size of its state a game is known well enough. */
void judge_cache_take_rules(struct judge_cache *cache, const struct ruleset *rules)
{
    uint64_t cards = rules->fingerprint ^ random_mix(rules->game->state_size);
    cache->salt = hash_bytes(cards, &rules->setup, sizeof rules->setup);
}

struct judge judge_from_cache(struct judge_cache *cache)
{
    return (struct judge){.estimate = estimate,
                          .prefer = cache->asked.prefer != NULL ? prefer : NULL,
                          .cache = cache};
}
