/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* "It is your turn", sent outside: signed webhooks, and mails through a command of the host. A
 * dedicated thread takes notifications from the store, tries, and tries again with growing delays.
 * Many are sent at the same time, so a slow receiver does not hold up the others, and few per user,
 * so many slow ones do not either. Webhooks are for accounts; mails go to accounts with a confirmed
 * address; an account gets one notification about a table, and the next one after it has been
 * there. Several servers share the work: a notification is taken by one at a time. */

#ifndef SERVER_NOTIFICATIONS_H
#define SERVER_NOTIFICATIONS_H

#include "store/store.h"

struct notifications;

/* `mail` is a command that gets a mail with its headers on standard input and the address as its
 * argument; NULL: no mails. `url` is where people find the server, for the links in them. */
struct notifications *notifications_open(const char *store, const char *mail, const char *url,
                                         struct problem *problem);
void notifications_close(struct notifications *notifications); /* NULL is fine */

#endif
