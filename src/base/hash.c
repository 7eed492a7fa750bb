/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The 64-bit hash. Words are assembled byte by byte, so the byte order in memory does not matter;
 * compilers turn that into one load. */

#include "hash.h"

#include "random.h"

static uint64_t word_at(const unsigned char *at, size_t size)
{
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++)
        word |= (uint64_t)at[i] << (8 * i);
    return word;
}

uint64_t hash_bytes(uint64_t start, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t hash = start ^ random_mix(size + UINT64_C(0x9e3779b97f4a7c15));
    for (; size >= 8; at += 8, size -= 8)
        hash = random_mix(hash ^ word_at(at, 8)) + UINT64_C(0x632be59bd9b4e019);
    if (size > 0)
        hash = random_mix(hash ^ word_at(at, size)) + UINT64_C(0x632be59bd9b4e019);
    return random_mix(hash);
}
