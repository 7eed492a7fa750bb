/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Writes a state as small numbers for a learner, one after another. */

#ifndef KIT_FEATURES_H
#define KIT_FEATURES_H

#include "contract/game.h"

#include <assert.h>
#include <string.h>

enum { FEATURE_LIMIT = 99 }; /* no number is larger */

struct features {
    const struct score *score; /* for the points of each seat */
    int16_t *next;             /* where the next number goes */
};

static inline void put(struct features *features, int value)
{
    int bounded = value < FEATURE_LIMIT ? value : FEATURE_LIMIT;
    *features->next++ = (int16_t)(bounded > -FEATURE_LIMIT ? bounded : -FEATURE_LIMIT);
}

/* One that is within the limit whatever happens: a die, a count of things that are few. */
static inline void put_small(struct features *features, int value)
{
    assert(value >= -FEATURE_LIMIT && value <= FEATURE_LIMIT);
    *features->next++ = (int16_t)value;
}

static inline void put_bytes(struct features *features, const uint8_t *values, int count)
{
    for (int i = 0; i < count; i++)
        features->next[i] = values[i] < FEATURE_LIMIT ? values[i] : FEATURE_LIMIT;
    features->next += count;
}

/* Sets of four as zeros and ones. */
static const int16_t fours[16][4] = {
    {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0},
    {0, 1, 1, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1},
    {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1},
};

/* The members of a set as zeros and ones. */
static inline void put_set(struct features *features, uint64_t set, int count)
{
    int16_t *to = features->next;
    int i = 0;
    assert(count <= 64);
    for (; i + 4 <= count; i += 4)
        memcpy(to + i, fours[set >> i & 15], sizeof fours[0]);
    for (; i < count; i++)
        to[i] = (int16_t)(set >> i & 1);
    features->next += count;
}

/* Numbers of two bits, from the set of those with the lower bit and of those with the higher one;
 * there are a multiple of four. */
static inline void put_two_bits(struct features *features, uint64_t low, uint64_t high, int count)
{
    assert(count % 4 == 0 && count <= 64);
    for (int i = 0; i < count; i += 4)
        for (int k = 0; k < 4; k++)
            *features->next++ = (int16_t)(fours[low >> i & 15][k] + 2 * fours[high >> i & 15][k]);
}

/* For what is not there. */
static inline void put_zeros(struct features *features, int count)
{
    memset(features->next, 0, (size_t)count * sizeof *features->next);
    features->next += count;
}

/* The points of a seat by source, in all, and its place. */
static inline void put_points(struct features *features, int seat, int sources)
{
    int16_t parts[SOURCES_MAX]; /* a copy that nothing written here can change: many go at once */
    int16_t *to = features->next;
    memcpy(parts, features->score->parts[seat], (size_t)sources * sizeof *parts);
    for (int source = 0; source < sources; source++) {
        int16_t part = parts[source] < FEATURE_LIMIT ? parts[source] : FEATURE_LIMIT;
        to[source] = part > -FEATURE_LIMIT ? part : -FEATURE_LIMIT;
    }
    features->next += sources;
    put(features, features->score->total[seat]);
    put(features, features->score->place[seat]);
}

#endif
