/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Square roots in whole numbers: the same on every machine and with every compiler. */

#ifndef PLAYERS_ROOT_H
#define PLAYERS_ROOT_H

#include <stdint.h>

/* The largest number whose square is not above `square`; digit by digit, as on paper. */
static inline uint32_t square_root(uint64_t square)
{
    uint64_t rest = square, root = 0;
    uint64_t digit = square == 0 ? 0 : UINT64_C(1) << ((63 - __builtin_clzll(square)) & ~1);
    for (; digit != 0; digit >>= 2) {
        uint64_t step = root + digit;
        uint64_t fits = 0 - (uint64_t)(rest >= step); /* all bits or none: no jump to guess */
        rest -= step & fits;
        root = (root >> 1) + (digit & fits);
    }
    return (uint32_t)root;
}

#endif
