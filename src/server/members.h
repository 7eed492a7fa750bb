/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The members that an object from outside may have. Each route and each command declares them once,
 * where it is listed. Anything else is refused, with the name that was probably meant: a member
 * that is silently ignored ("hint" for "hints") is a wish that nobody hears. Knows no route. */

#ifndef SERVER_MEMBERS_H
#define SERVER_MEMBERS_H

#include "base/problem.h"

#include <jansson.h>

/* Names, with NULL at the end. "clock.kind" is a member of the object "clock", or of each object of
 * the list "clock"; if no name begins with "clock.", whoever reads "clock" looks into it. */
#define MEMBERS(...)                                                                               \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

enum { MEMBERS_MAX = 32 }; /* in one list */

/* Has the object no other members than those? NULL has none. False with a problem noted. */
bool members_check(const json_t *object, const char *const *known, struct problem *problem);

#endif
