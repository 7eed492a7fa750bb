/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The dealer's hash and randomness by whoever runs the module: a browser has both. */

#include "session/dealer_hash.h"

#include <assert.h>

#define IMPORT(name) __attribute__((import_module("orrery"), import_name(name)))

/* BLAKE2b with 32 bytes of output; a key of no bytes is none. */
IMPORT("blake2b")
void host_blake2b(uint8_t *out, const uint8_t *input, size_t size, const uint8_t *key,
                  size_t key_size);
IMPORT("random") void host_random(uint8_t *out, size_t size);

void dealer_hash(uint8_t out[DEALER_HASH_SIZE], const uint8_t *input, size_t size,
                 const uint8_t *key)
{
    assert(out != NULL && (input != NULL || size == 0));
    host_blake2b(out, input, size, key, key != NULL ? DEALER_KEY_SIZE : 0);
}

void dealer_random(uint8_t *out, size_t size)
{
    assert(out != NULL);
    host_random(out, size);
}
