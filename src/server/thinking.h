/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Computer players at the rooms of a hall: when one is awaited, a worker thinks, and its move is
 * made like anybody's. Workers serve the owners of tables in turn (fair_queue.h), so one who has
 * many tables keeps nobody else waiting. */

#ifndef SERVER_THINKING_H
#define SERVER_THINKING_H

#include "hall.h"

#include "contract/play.h"

/* The thought of one room; there is never more than one. Zeroed is none. */
struct thought {
    struct job job;
    struct hall *hall;
    char table[STORE_ID_SIZE];
    uint32_t rows; /* of the room when it began */
    int seat;
    struct ruleset *rules; /* its own: the room may be replaced meanwhile */
    char player[SEAT_NAME_SIZE];
    union any_state state;
    struct move move;
    struct node turn; /* where it thinks */
    int64_t spent_ms; /* on decisions of this turn */
    struct visit visit;
    struct change change;
    struct text body;
    bool runs;
};

/* Begins to think if a computer player is awaited and nobody thinks yet. */
void think(struct hall *hall, struct room *room, struct thought *thought);

/* Do so many wait for a worker that the next one has to be asked for again later? */
bool thoughts_are_too_many(const struct hall *hall);

/* Forgets it, when the workers have ended. */
void thought_drop(struct thought *thought);

static inline bool thought_runs(const struct thought *thought)
{
    return thought->runs;
}

#endif
