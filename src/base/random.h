/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A fast seedable generator for self-play, search and tests: the same numbers from the same seed on
 * every machine. Not for secrets: the dealer of a real table has its own keyed generator
 * (src/session/dealer.h). */

#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <assert.h>
#include <stdint.h>

/* SplitMix64: a counter pushed through a mixing function. Any seed is a good seed. */
struct random {
    uint64_t counter;
};

static inline uint64_t random_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t random_next(struct random *random)
{
    random->counter += UINT64_C(0x9e3779b97f4a7c15);
    return random_mix(random->counter);
}

/* A stream of its own for each number under one seed: game 7 of seed 1 is the same whoever plays it
 * and in whatever order. */
static inline struct random random_stream(uint64_t seed, uint64_t number)
{
    return (struct random){random_mix(seed + UINT64_C(0x632be59bd9b4e019)) ^
                           random_mix(number * UINT64_C(0x9e3779b97f4a7c15) + 1)};
}

/* Uniform in 0 … limit - 1, exactly (rejection of the incomplete last block). */
static inline uint32_t random_below(struct random *random, uint32_t limit)
{
    assert(limit > 0);
    uint64_t product = (random_next(random) >> 32) * limit;
    if ((uint32_t)product < limit) {
        uint32_t threshold = (0u - limit) % limit;
        while ((uint32_t)product < threshold)
            product = (random_next(random) >> 32) * limit;
    }
    return (uint32_t)(product >> 32);
}

#endif
