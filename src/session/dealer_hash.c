/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The dealer's hash by libsodium. */

#include "dealer_hash.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

void dealer_hash(uint8_t out[DEALER_HASH_SIZE], const uint8_t *input, size_t size,
                 const uint8_t *key)
{
    assert(out != NULL && (input != NULL || size == 0));
    crypto_generichash(out, DEALER_HASH_SIZE, input, size, key, key != NULL ? DEALER_KEY_SIZE : 0);
}

void dealer_random(uint8_t *out, size_t size)
{
    if (sodium_init() < 0) {
        fputs("orrery: the system gives no random numbers\n", stderr);
        abort();
    }
    assert(out != NULL);
    randombytes_buf(out, size);
}
