/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a player adds to the dealer's draws, where two people play without anyone between them
 * (docs/fairness.md): 32 random bytes, and from which chance move on they hold. Knows no dealer. */

#ifndef RECORD_SHARES_H
#define RECORD_SHARES_H

#include <stdint.h>

enum { SHARE_SIZE = 32 };

struct draw_share {
    uint32_t from; /* the first chance move, from 0, that is drawn with it; up to the next share */
    uint8_t bytes[SHARE_SIZE];
};

/* Zeroed: none. */
struct shares {
    struct draw_share *list; /* `from` grows */
    uint32_t count;
};

/* Adds one, for a later chance move than the others. */
void shares_add(struct shares *shares, uint32_t from, const uint8_t bytes[SHARE_SIZE]);

/* What holds for a chance move; NULL if it is drawn by the dealer alone. */
const uint8_t *shares_at(const struct shares *shares, uint32_t number);

void shares_free(struct shares *shares);

#endif
