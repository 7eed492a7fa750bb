/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What someone at a table is: guests have a name, accounts a password as well; bots belong to an
 * account and have neither a password nor all of its rights (docs/bots.md). */

#ifndef TABLE_PERSON_KIND_H
#define TABLE_PERSON_KIND_H

enum person_kind {
    PERSON_UNKNOWN, /* of seats alone: older rows do not say it */
    PERSON_GUEST,
    PERSON_ACCOUNT,
    PERSON_BOT,
    PERSON_KINDS
};
extern const char *const person_kind_words[PERSON_KINDS]; /* as rows have them; "" for the first */

#endif
