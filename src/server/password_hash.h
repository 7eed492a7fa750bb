/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How passwords are kept and compared: Argon2id by libsodium. Each call takes 64 MiB and a good
 * part of a second, so they belong to a thread of their own, which does one after the other. Knows
 * neither people nor the store. */

#ifndef SERVER_PASSWORD_HASH_H
#define SERVER_PASSWORD_HASH_H

#include <stdbool.h>
#include <stddef.h>

enum password_match { PASSWORD_RIGHT, PASSWORD_WRONG, PASSWORD_NO_MEMORY };

/* Writes the hash to `out`, which has room for `size` bytes with the closing zero: 128 at least.
 * False if there is no memory for it. */
bool password_hash(const char *password, char *out, size_t size);

/* Is this the password? Without memory for it nobody knows: that is not wrong. `hash` is "" where
 * there is none. */
enum password_match password_compare(const char *hash, const char *password);

/* Takes as long as a comparison, and no password is right: for names that nobody has. Only one
 * thread may call it. */
enum password_match password_compare_nobody(const char *password);

#endif
