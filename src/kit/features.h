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

static inline int16_t within_limit(int value)
{
    int bounded = value < FEATURE_LIMIT ? value : FEATURE_LIMIT;
    return (int16_t)(bounded > -FEATURE_LIMIT ? bounded : -FEATURE_LIMIT);
}

static inline void put(struct features *features, int value)
{
    *features->next++ = within_limit(value);
}

static inline void put_bytes(struct features *features, const uint8_t *values, int count)
{
    for (int i = 0; i < count; i++)
        features->next[i] = values[i] < FEATURE_LIMIT ? values[i] : FEATURE_LIMIT;
    features->next += count;
}

/* The members of a set as zeros and ones. */
static inline void put_set(struct features *features, uint64_t set, int count)
{
    static const int16_t fours[16][4] = {
        {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0},
        {0, 1, 1, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1},
        {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1},
    };
    int16_t *to = features->next;
    int i = 0;
    assert(count <= 64);
    for (; i + 4 <= count; i += 4)
        memcpy(to + i, fours[set >> i & 15], sizeof fours[0]);
    for (; i < count; i++)
        to[i] = (int16_t)(set >> i & 1);
    features->next += count;
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
    for (int source = 0; source < sources; source++)
        features->next[source] = within_limit(features->score->parts[seat][source]);
    features->next += sources;
    put(features, features->score->total[seat]);
    put(features, features->score->place[seat]);
}

#endif
