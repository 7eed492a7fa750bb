/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The mails that the server sends, with their headers. They contain nothing chosen by anyone but
 * the host and the recipient: no names, no titles. */

#ifndef SERVER_MAIL_H
#define SERVER_MAIL_H

#include "store/store.h"

enum { MAIL_STOP_SIZE = 100 };

/* The word in the link that stops mails to the user's address: the number of the user, a dash, and
 * a code that only the server can make. False if there is no address. */
bool mail_stop_word(const struct store_user *user, char out[MAIL_STOP_SIZE]);

/* `url` is where people find the server, without a slash at its end. */
void mail_write_turn(const struct store_user *user, const char *url, const char *table_id,
                     struct text *out);
void mail_write_confirm(const struct store_user *user, const char *url, const char *token,
                        struct text *out);

#endif
