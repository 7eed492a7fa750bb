/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Computer players at the tables of a registry: when one has to decide, a worker thinks, and its
 * move is made like anyone's. Workers serve table owners in turn (fair_queue.h), so someone with
 * many tables does not keep others waiting. */

#ifndef SERVER_BOTS_H
#define SERVER_BOTS_H

#include "tables.h"

#include "contract/play.h"

/* The computer player that thinks for one table now; there is never more than one. Zeroed is none.
 */
struct bot {
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
    struct table_lookup lookup;
    struct table_change change;
    struct text body;
    bool runs;
};

/* Begins to think if a computer player is awaited and nobody thinks yet. */
void bot_play(struct tables *tables, struct table *table, struct bot *bot);

/* Are so many waiting for a worker that the next one has to ask again later? */
bool bots_are_too_many(const struct tables *tables);

/* Forgets it, when the workers have ended. */
void bot_drop(struct bot *bot);

static inline bool bot_is_thinking(const struct bot *bot)
{
    return bot->runs;
}

#endif
