/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Passwords that are guessed first: common words, with digits and signs around them or in place of
 * letters; rows of keys; repetitions; dates; the user's own name. Based on rules and a short list
 * of words of our own, not on a list of passwords. */

#ifndef SERVER_COMMON_PASSWORDS_H
#define SERVER_COMMON_PASSWORDS_H

#include <stdbool.h>

bool password_is_common(const char *password, const char *name);

#endif
