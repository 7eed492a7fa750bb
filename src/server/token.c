/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tokens and their hashes, by libsodium. */

#include "token.h"

#include <sodium.h>

enum { TOKEN_BYTES = (TOKEN_SIZE - 1) / 2 };

void token_make(char out[TOKEN_SIZE])
{
    uint8_t bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(out, TOKEN_SIZE, bytes, sizeof bytes);
}

bool token_hash(const char *token, uint8_t hash[STORE_HASH_SIZE])
{
    uint8_t bytes[TOKEN_BYTES];
    if (!span_hex(span_of(token), bytes, sizeof bytes))
        return false;
    crypto_generichash(hash, STORE_HASH_SIZE, bytes, sizeof bytes, NULL, 0);
    return true;
}
