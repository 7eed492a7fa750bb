/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables that repeat a deal. When a game is over its seed is published, so anyone who has seen it
 * knows every card and die of a second game with that seed. Such a table says so in its head, is
 * never listed, and seats only people who played the earlier game, or who agree to play against
 * people who know what comes (docs/fairness.md). */

#ifndef TABLE_SAME_DEAL_H
#define TABLE_SAME_DEAL_H

#include "contract/game.h"
#include "store/rows.h"

#include "base/scan.h"

struct table;
struct table_plan;

/* Whose chance comes again. Zeroed: nobody's. */
struct same_deal {
    char table_id[STORE_ID_SIZE]; /* the first table with this seed, or "" */
    int64_t people[SEATS_MAX];    /* who sat at the table before this one; 0: nobody */
};

/* The word for it: in heads, in rows of people who agree, and in what clients send. */
extern const char same_deal_word[];

/* Why it is not listed, and why someone has to agree. */
extern const char *const same_deal_unlisted, *const same_deal_question;

static inline bool same_deal_is_set(const struct same_deal *deal)
{
    return deal->table_id[0] != '\0';
}

/* The plan of another game with the chance of this table, which is over: never listed. */
void same_deal_plan(const struct table *table, struct table_plan *plan);

/* A line of the head, if there is something to say; the same line behind its first word. */
void same_deal_write(const struct same_deal *deal, struct text *out);
bool same_deal_read(struct scan *scan, struct same_deal *deal);

/* Has the person to agree before sitting down? */
bool same_deal_asks(const struct same_deal *deal, int64_t user);

#endif
