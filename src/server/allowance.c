/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Allowances of addresses, in a table of fixed size. */

#include "allowance.h"

#include "base/hash.h"

#include <string.h>

enum { MINUTE = 60000 };

bool allowance_take(struct allowance *allowance, const char *address, int64_t now)
{
    uint64_t slot = hash_bytes(0, address, strlen(address)) % ALLOWANCE_SLOTS;
    int64_t *at = &allowance->slots[slot].at;
    int64_t left = allowance->slots[slot].left;
    int64_t passed = *at == 0 ? MINUTE : now - *at;
    int64_t back = passed >= MINUTE ? allowance->each : passed * allowance->each / MINUTE;
    if (back > 0) {
        left = left + back < allowance->each ? left + back : allowance->each;
        *at = now;
    }
    allowance->slots[slot].left = (int32_t)(left > 0 ? left - 1 : 0);
    return left > 0;
}
