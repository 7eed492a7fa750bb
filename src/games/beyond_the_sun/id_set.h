/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: sets of cards of one kind as bits. Ids count from 1 and 0 is none, so card 1 is
 * the lowest bit: 64 technologies fit 64 bits, 32 events or systems fit 32. */

#ifndef GAMES_BEYOND_THE_SUN_ID_SET_H
#define GAMES_BEYOND_THE_SUN_ID_SET_H

#include "base/bits.h"

/* The set of one card; of one or none. */
static inline uint64_t id_bit(int id)
{
    return bit((unsigned)(id - 1));
}

static inline uint64_t id_bit_if_any(int id)
{
    return (uint64_t)(id != 0) << ((unsigned)(id - 1) & 63);
}

/* None is in no set. */
static inline bool id_in(uint64_t set, int id)
{
    return (set & id_bit_if_any(id)) != 0;
}

/* Takes the lowest one out: `while (set) use(id_pop(&set));` visits all in order. */
static inline int id_pop(uint64_t *set)
{
    return 1 + (int)bits_pop(set);
}

#endif
