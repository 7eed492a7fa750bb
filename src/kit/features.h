/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Writes a state as small numbers for a learner, one after another.
 *
 * Every number has a label, "ore: what the seat has of it", in the call that writes it. Names can
 * therefore not disagree with what is written, and they cost nothing: the file of a game that
 * writes its features is compiled twice. As it is, labels are not looked at. The second time, in a
 * file feature_names.c of two lines,
 *
 *     #define FEATURES_NAMED
 *     #include "features.c"
 *
 * the same calls also note their labels, and FEATURES_FUNCTION makes another function of it, which
 * catalogue.c asks with a game of all seats. Several numbers with one label in a block are counted
 * from 0, or by the things that named_by tells. */

#ifndef KIT_FEATURES_H
#define KIT_FEATURES_H

#include "contract/game.h"

#include <assert.h>
#include <string.h>

enum { FEATURE_LIMIT = 99 }; /* no number is larger */

struct features {
    const struct score *score; /* for the points of each seat */
    int16_t *next;             /* where the next number goes */
#ifdef FEATURES_NAMED
    struct feature_name *name; /* where its name goes, */
    struct feature_name like;  /* which begins as this */
#endif
};

#ifdef FEATURES_NAMED

/* The function of a game, with its arguments after the state, and how it begins. */
#define FEATURES_FUNCTION(game) game##_feature_names
#define FEATURES_ARGUMENTS                                                                         \
    const struct score *score, int seat, int16_t *out, struct feature_name *names
#define FEATURES_START                                                                             \
    {                                                                                              \
        .score = score, .next = out, .name = names                                                 \
    }

static inline void name_next(struct features *features, const char *label, int count)
{
    assert(features->like.block != NULL && count >= 0);
    assert(strstr(label, ": ") != NULL); /* a name and a meaning */
    for (int i = 0; i < count; i++) {
        *features->name = features->like;
        features->name++->label = label;
    }
    features->like.by = THING_NONE;
}

/* From here on everything belongs to the seat so many places behind the one that looks; or, with a
 * negative number, to all of the table. */
static inline void name_block(struct features *features, const char *block, int number)
{
    assert(number < SEATS_MAX);
    features->like = (struct feature_name){.block = block, .number = (int8_t)number};
}

/* The next label is counted by these things, from this one on. */
static inline void named_by(struct features *features, int kind, int first)
{
    assert(kind > THING_NONE && kind <= FEATURE_BY_SOURCE && first >= 0);
    features->like.by = (uint8_t)kind;
    features->like.first = (uint8_t)first;
}

#else

#define FEATURES_FUNCTION(game) game##_features
#define FEATURES_ARGUMENTS      const struct score *score, int seat, int16_t *out
#define FEATURES_START                                                                             \
    {                                                                                              \
        .score = score, .next = out                                                                \
    }

static inline void name_next(struct features *features, const char *label, int count)
{
    (void)features;
    (void)label;
    (void)count;
}

static inline void name_block(struct features *features, const char *block, int number)
{
    (void)features;
    (void)block;
    (void)number;
}

static inline void named_by(struct features *features, int kind, int first)
{
    (void)features;
    (void)kind;
    (void)first;
}

#endif

static inline void put(struct features *features, const char *label, int value)
{
    int bounded = value < FEATURE_LIMIT ? value : FEATURE_LIMIT;
    name_next(features, label, 1);
    *features->next++ = (int16_t)(bounded > -FEATURE_LIMIT ? bounded : -FEATURE_LIMIT);
}

/* One that is within the limit whatever happens: a die, a count of things that are few. */
static inline void put_small(struct features *features, const char *label, int value)
{
    assert(value >= -FEATURE_LIMIT && value <= FEATURE_LIMIT);
    name_next(features, label, 1);
    *features->next++ = (int16_t)value;
}

static inline void put_bytes(struct features *features, const char *label, const uint8_t *values,
                             int count)
{
    name_next(features, label, count);
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
static inline void put_set(struct features *features, const char *label, uint64_t set, int count)
{
    int16_t *to = features->next;
    int i = 0;
    assert(count <= 64);
    name_next(features, label, count);
    for (; i + 4 <= count; i += 4)
        memcpy(to + i, fours[set >> i & 15], sizeof fours[0]);
    for (; i < count; i++)
        to[i] = (int16_t)(set >> i & 1);
    features->next += count;
}

/* Numbers of two bits, from the set of those with the lower bit and of those with the higher one;
 * there are a multiple of four. */
static inline void put_two_bits(struct features *features, const char *label, uint64_t low,
                                uint64_t high, int count)
{
    name_next(features, label, count);
    assert(count % 4 == 0 && count <= 64);
    for (int i = 0; i < count; i += 4)
        for (int k = 0; k < 4; k++)
            *features->next++ = (int16_t)(fours[low >> i & 15][k] + 2 * fours[high >> i & 15][k]);
}

/* For what is not there, or is filled in afterwards. */
static inline void put_zeros(struct features *features, const char *label, int count)
{
    name_next(features, label, count);
    memset(features->next, 0, (size_t)count * sizeof *features->next);
    features->next += count;
}

/* The points of a seat by source, in all, and its place. */
static inline void put_points(struct features *features, int seat, int sources)
{
    int16_t parts[SOURCES_MAX]; /* a copy that nothing written here can change: many go at once */
    int16_t *to = features->next;
    named_by(features, FEATURE_BY_SOURCE, 0);
    name_next(features, "points: from each source", sources);
    memcpy(parts, features->score->parts[seat], (size_t)sources * sizeof *parts);
    for (int source = 0; source < sources; source++) {
        int16_t part = parts[source] < FEATURE_LIMIT ? parts[source] : FEATURE_LIMIT;
        to[source] = part > -FEATURE_LIMIT ? part : -FEATURE_LIMIT;
    }
    features->next += sources;
    put(features, "total: points in all", features->score->total[seat]);
    put(features, "place: by points, 1 is best", features->score->place[seat]);
}

#endif
