/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Computer players at the tables of a registry: when one has to decide, a worker thinks, and its
 * move is made like anyone's. Workers serve table owners in turn (fair_queue.h), so someone with
 * many tables does not keep others waiting. */

#ifndef SERVER_COMPUTERS_H
#define SERVER_COMPUTERS_H

#include "tables.h"

#include "contract/play.h"

/* The computer player that thinks for one table now; there is never more than one. Zeroed is none.
 */
struct computer {
    struct work work;
    struct tables *tables;
    char table_id[STORE_ID_SIZE];
    uint32_t rows; /* of the table when it began */
    int seat;
    struct ruleset *rules; /* its own: the table may be replaced meanwhile */
    char player[SEAT_NAME_SIZE];
    union any_state state;
    struct move move;
    struct node turn; /* where it thinks */
    int64_t spent_ms; /* on decisions of this turn */
    /* What thinks is kept until its turn is over, with its tree, if there is room for it. */
    struct player *kept;        /* NULL: the next decision opens one */
    struct ruleset *kept_rules; /* which it was opened with */
    int64_t kept_bytes;         /* of those that all tables may keep; 0: it may not be kept */
    struct table_lookup lookup;
    struct table_change change;
    struct text body;
    bool runs;
};

/* Begins to think if a computer player is awaited and nobody thinks yet. */
void computer_play(struct tables *tables, struct table *table, struct computer *computer);

/* Are so many waiting for a worker that the next one has to ask again later? */
bool computers_are_too_many(const struct tables *tables);

/* Releases what it keeps from one decision to the next, if it does not think now. */
void computer_release(struct computer *computer);

/* Forgets it, when the workers have ended. */
void computer_drop(struct computer *computer);

static inline bool computer_is_thinking(const struct computer *computer)
{
    return computer->runs;
}

#endif
