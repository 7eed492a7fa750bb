/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tokens: 256 random bits as hexadecimal digits. The store knows their hashes alone. */

#ifndef SERVER_TOKEN_H
#define SERVER_TOKEN_H

#include "store/store.h"

enum { TOKEN_SIZE = 65 }; /* with the closing zero */

/* A new one; secrets of other kinds look the same. */
void token_make(char out[TOKEN_SIZE]);

/* False if that cannot be a token. */
bool token_hash(const char *token, uint8_t hash[STORE_HASH_SIZE]);

#endif
