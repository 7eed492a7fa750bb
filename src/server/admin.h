/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a host wants to know about a store: lists, one table, a record, and whether everything is as
 * it was written; and bots, as the host gives them to accounts. All but these and cleaning only
 * reads, so servers may use the store meanwhile. Knows no command line. */

#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

#include "table/table.h"

/* Opens a store that is there already; NULL with a problem noted. */
struct store *admin_open(const char *address, struct problem *problem);

/* ---- one table ------------------------------------------------------------------------------- */

/* A table read with all its rows, each checked by the chain of hashes and by the rules. */
struct admin_table {
    struct store_table about; /* its head is gone */
    struct table *table;      /* after the last good row; NULL if the head is of no use */
    uint32_t rows;            /* that the chain vouches for */
    struct problem damage;    /* what is wrong with the table, if anything */
};

/* False with a problem noted if there is no such table, or the store does not answer. */
bool admin_read(struct store *store, const char *id, struct admin_table *checked,
                struct problem *problem);
void admin_forget(struct admin_table *checked);

/* Its plan, seats, clocks, who is awaited, and whether it is intact. */
void admin_show(const struct admin_table *checked, int64_t now, enum language language,
                struct text *out);

/* The record of its game so far; false with a problem noted. */
bool admin_record(const struct admin_table *checked, struct text *out, struct problem *problem);

/* ---- all of them ----------------------------------------------------------------------------- */

/* One line for each table of that phase (-1: of all). False with a problem noted if some could not
 * be read; the others are there. */
bool admin_list(struct store *store, int phase, enum language language, struct text *out,
                struct problem *problem);

/* One line for each user, without anything secret. */
bool admin_users(struct store *store, enum language language, struct text *out,
                 struct problem *problem);

/* ---- bots ------------------------------------------------------------------------------------ */

/* Makes a bot of the account with that name, however many it has, or gives a bot a new token: the
 * one before is void. The token is written to `out`. */
bool admin_make_bot(struct store *store, const char *owner, const char *name, struct text *out,
                    struct problem *problem);
bool admin_renew_bot(struct store *store, const char *number, struct text *out,
                     struct problem *problem);

/* The token of the bot with that number is void afterwards. */
bool admin_revoke_bot(struct store *store, const char *number, struct problem *problem);

/* ---- the rest -------------------------------------------------------------------------------- */

/* One line for each job of the queue that waits or has failed. */
bool admin_jobs(struct store *store, int64_t now, enum language language, struct text *out,
                struct problem *problem);

/* Removes what guests have left behind and nobody has touched for this many days (store_clean), and
 * such tables of accounts if they are asked for. Tells how much it was. */
bool admin_clean(struct store *store, int64_t now, int days, bool of_accounts,
                 enum language language, struct text *out, struct problem *problem);

/* Reads every table. `seen` is called after each one. */
struct admin_check {
    void (*seen)(struct admin_check *check, const struct admin_table *checked);
    uint64_t tables; /* that there are */
    uint64_t done, rows, damaged;
};
bool admin_check(struct store *store, struct admin_check *check, struct problem *problem);

#endif
