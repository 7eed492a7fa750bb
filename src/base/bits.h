/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Small sets as the bits of a 64-bit number. */

#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static inline uint64_t bit(unsigned member)
{
    assert(member < 64);
    return UINT64_C(1) << member;
}

static inline bool bits_have(uint64_t set, unsigned member)
{
    return (set & bit(member)) != 0;
}

static inline int bits_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The lowest member. The set must not be empty. */
static inline unsigned bits_first(uint64_t set)
{
    assert(set != 0);
    return (unsigned)__builtin_ctzll(set);
}

/* Takes the lowest member out: `while (set) use(bits_pop(&set));` visits all in order. */
static inline unsigned bits_pop(uint64_t *set)
{
    unsigned member = bits_first(*set);
    *set &= *set - 1;
    return member;
}

/* Adds members; were they all new? For finding things that are in two places. */
static inline bool bits_add(uint64_t *set, uint64_t members)
{
    bool apart = (*set & members) == 0;
    *set |= members;
    return apart;
}

/* The first `count` members, 0 … count - 1. */
static inline uint64_t bits_below(unsigned count)
{
    assert(count <= 64);
    return count == 64 ? ~UINT64_C(0) : bit(count) - 1;
}

#endif
