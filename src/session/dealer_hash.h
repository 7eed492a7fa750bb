/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the dealer needs of a cryptographic library: one hash and random bytes. libsodium has them;
 * in a browser whoever runs the module does (src/wasm). Both give the same hashes. */

#ifndef SESSION_DEALER_HASH_H
#define SESSION_DEALER_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { DEALER_HASH_SIZE = 32, DEALER_KEY_SIZE = 32 };

/* BLAKE2b with 32 bytes of output; the key has DEALER_KEY_SIZE bytes, or is NULL. */
void dealer_hash(uint8_t out[DEALER_HASH_SIZE], const uint8_t *input, size_t size,
                 const uint8_t *key);

/* Bytes that nobody can foretell. Ends the program if the system has none. */
void dealer_random(uint8_t *out, size_t size);

#endif
