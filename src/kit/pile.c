/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Piles as ordered lists of sets. Knows no game and draws nothing itself: the dealer chooses from
 * pile_top. */

#include "pile.h"

#include "base/bits.h"

#include <assert.h>
#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { PILE_MAX = 64 };

/* Which of eight things are in any other group than this one, as bits; 0 is no group. Group numbers
 * leave the highest bit of their bytes free: a byte that is not the group carries into it. The
 * product collects the eight bits. */
static uint64_t others_of_eight(const uint8_t groups[8], unsigned group)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t eight;
    memcpy(&eight, groups, sizeof eight);
    eight = le64toh(eight) ^ group * ones;
    uint64_t others = (eight + 0x7f * ones) >> 7 & ones;
    return others * UINT64_C(0x0102040810204080) >> 56;
}

uint64_t pile_top(const uint8_t *groups, int size)
{
    assert(size >= 0 && size <= PILE_MAX);
    uint64_t top = 0;
    int i = 0;
    for (; i + 8 <= size; i += 8)
        top |= (others_of_eight(groups + i, 1) ^ 0xff) << i;
    for (; i < size; i++)
        top |= (uint64_t)(groups[i] == 1) << i;
    return top;
}

uint64_t pile_things(const uint8_t *groups, int size)
{
    assert(size >= 0 && size <= PILE_MAX);
    uint64_t things = 0;
    int i = 0;
    for (; i + 8 <= size; i += 8)
        things |= others_of_eight(groups + i, 0) << i;
    for (; i < size; i++)
        things |= (uint64_t)(groups[i] != 0) << i;
    return things;
}

int pile_count(const uint8_t *groups, int size)
{
    assert(size >= 0 && size <= PILE_MAX);
    uint8_t count = 0; /* as wide as a group, so that many are looked at together */
    for (int i = 0; i < size; i++)
        count = (uint8_t)(count + (groups[i] != 0));
    return count;
}

void pile_take(uint8_t *groups, int size, int thing)
{
    assert(size <= PILE_MAX && thing >= 0 && thing < size);
    uint8_t group = groups[thing];
    assert(group != 0);
    groups[thing] = 0;
    if (memchr(groups, group, (size_t)size) != NULL)
        return;
    for (int i = 0; i < size; i++)
        groups[i] = (uint8_t)(groups[i] - (groups[i] > group));
}

/* Gives these things, none of which may be in the pile, that group. */
static void put(uint8_t *groups, int size, uint64_t things, int group)
{
    assert((things & ~bits_below((unsigned)size)) == 0);
    assert((things & pile_things(groups, size)) == 0);
    for (int i = 0; i < size; i++)
        groups[i] = bits_have(things, (unsigned)i) ? (uint8_t)group : groups[i];
}

void pile_put_under(uint8_t *groups, int size, uint64_t things)
{
    int lowest = 0;
    for (int i = 0; i < size; i++)
        lowest = groups[i] > lowest ? groups[i] : lowest;
    put(groups, size, things, lowest + 1);
}

void pile_shuffle_in(uint8_t *groups, int size, uint64_t things)
{
    put(groups, size, things, 1);
    for (int i = 0; i < size; i++)
        groups[i] = groups[i] != 0;
}

const char *pile_check(const uint8_t *groups, int size)
{
    assert(size >= 0 && size <= PILE_MAX);
    uint64_t used = 0; /* bit g - 1 for group g */
    for (int i = 0; i < size; i++) {
        if (groups[i] > size)
            return "a pile has a group number higher than it has things";
        if (groups[i] != 0)
            used |= bit(groups[i] - 1u);
    }
    /* Without gaps the bits are 0…01…1, and adding one carries through all of them. */
    return (used & (used + 1)) == 0 ? NULL : "the groups of a pile are not numbered 1, 2, 3 …";
}
