/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* "It is your turn", sent outside: signed webhooks, and mails through a command of the host. A
 * thread of its own takes letters from the store, tries, and tries again later with longer and
 * longer waits. Many are on their way at the same time, so that a slow receiver keeps nobody
 * waiting, and few of one user, so that many slow ones do not either. Webhooks are for accounts;
 * mails go to accounts whose address is confirmed; an account gets one letter about a
 * table, and the next one when it has been there. Several servers share the work: a letter is taken
 * by one at a time. */

#ifndef SERVER_LETTERS_H
#define SERVER_LETTERS_H

#include "store/store.h"

struct letters;

/* `mail` is a command that gets a mail with its headers on standard input and the address as its
 * argument; NULL: no mails. `url` is where people find the server, for the links in them. */
struct letters *letters_open(const char *store, const char *mail, const char *url,
                             struct problem *problem);
void letters_close(struct letters *letters); /* NULL is fine */

#endif
