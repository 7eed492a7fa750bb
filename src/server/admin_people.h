/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a host does to the people of a store: a new password, another name, removal. Whoever is
 * meant is named by an account's name, or by "#" and a number (`orrery admin users`). The caller
 * has the lock of a store that only one server may use. Each is false with a problem noted. */

#ifndef SERVER_ADMIN_PEOPLE_H
#define SERVER_ADMIN_PEOPLE_H

#include "base/problem.h"

struct store;

/* Makes an account, by the rules for names and passwords; the name may be one that is reserved. */
bool admin_add(struct store *store, const char *name, const char *password, const char *language,
               int64_t now, struct problem *problem);

/* A new password for an account, by the rules for passwords; all its devices are signed out. */
bool admin_set_password(struct store *store, const char *who, const char *password,
                        struct problem *problem);

/* Another name for an account. As for new accounts, it may be reserved. */
bool admin_rename(struct store *store, const char *who, const char *name, struct problem *problem);

/* Removes an account with its bots, or a guest or bot, permanently. What they did at tables stays,
 * under the name that they had there. */
bool admin_remove_user(struct store *store, const char *who, struct problem *problem);

#endif
