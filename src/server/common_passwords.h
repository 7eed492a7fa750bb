/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Passwords that are guessed first: words that everybody takes, with digits and signs around them
 * or in the place of letters; rows of keys; repetitions; dates; the own name. By rules and a short
 * list of words of our own, not by a list of passwords. */

#ifndef SERVER_COMMON_PASSWORDS_H
#define SERVER_COMMON_PASSWORDS_H

#include <stdbool.h>

bool password_is_common(const char *password, const char *name);

#endif
