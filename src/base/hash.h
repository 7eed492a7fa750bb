/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A 64-bit hash over bytes: the identity of a state and the fingerprint of a card set. Equal on
 * every machine. Good against accidents, not against an attacker. */

#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Hash of `size` bytes, continuing from `start`: 0 for a new one, an earlier hash for a chain. */
uint64_t hash_bytes(uint64_t start, const void *bytes, size_t size);

#endif
