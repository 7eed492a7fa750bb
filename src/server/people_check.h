/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Which names people may have, and where they may be written to. Each function says what is wrong.
 * */

#ifndef SERVER_PEOPLE_CHECK_H
#define SERVER_PEOPLE_CHECK_H

#include "base/problem.h"

bool check_name(const char *name, struct problem *problem); /* NFC already */

/* Names of the host's staff, or ones that look like them, are reserved; the name of guests who gave
 * none cannot be an account's. */
bool check_reserved(const char *name, bool account, struct problem *problem);
bool name_is_for_guests(const char *name);

bool check_password(const char *password, const char *name, struct problem *problem);
bool check_language(const char *language, struct problem *problem);
bool check_webhook(const char *address, struct problem *problem); /* "": none */

/* local@host.name: a local part of letters, digits and few signs with single dots between them, and
 * the name of a host; no quotes, comments, numbers or other alphabets. "": none. */
bool check_mail(const char *address, struct problem *problem);

#endif
