/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A list of shares that grows at its end. */

#include "shares.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void shares_add(struct shares *shares, uint32_t from, const uint8_t bytes[SHARE_SIZE])
{
    uint32_t count = shares->count;
    assert(count == 0 || from > shares->list[count - 1].from);
    /* Room doubles whenever the count is a power of two. */
    if ((count & (count - 1)) == 0)
        shares->list =
            memory_grow(shares->list, count == 0 ? 1 : 2 * (size_t)count, sizeof *shares->list);
    shares->list[count].from = from;
    memcpy(shares->list[count].bytes, bytes, SHARE_SIZE);
    shares->count++;
}

const uint8_t *shares_at(const struct shares *shares, uint32_t number)
{
    uint32_t after = shares->count;
    while (after > 0 && shares->list[after - 1].from > number)
        after--;
    return after > 0 ? shares->list[after - 1].bytes : NULL;
}

void shares_free(struct shares *shares)
{
    free(shares->list);
    *shares = (struct shares){0};
}
