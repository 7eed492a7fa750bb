/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Square roots in whole numbers: the same on every machine and with every compiler. */

#ifndef PLAYERS_ROOT_H
#define PLAYERS_ROOT_H

#include <stdint.h>

/* The largest number whose square is not above `square`. The processor's root is a first guess;
 * what it rounds is put right in whole numbers, so that every machine finds the same. */
static inline uint32_t square_root(uint64_t square)
{
    uint64_t root = (uint64_t)__builtin_sqrt((double)square);
    root = root < UINT32_MAX ? root : UINT32_MAX;
    while (root * root > square)
        root--;
    while (root < UINT32_MAX && (root + 1) * (root + 1) <= square)
        root++;
    return (uint32_t)root;
}

#endif
