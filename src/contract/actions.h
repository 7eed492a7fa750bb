/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Actions: the moves of a game as whole numbers from 0 on, the same for every setup and card set.
 * Learners and other programs want moves as numbers, and what is legal as a mask over them.
 *
 * The numbers come from the tables of words. Kinds of moves follow each other in the order of their
 * table; within a kind the last argument counts fastest:
 *
 *     first + (a * values of b + b) * values of c + c
 *
 * An argument has as many values as its kind of thing can have (struct thing_count; SEATS_MAX for
 * seats, MOVE_NUMBERS for plain numbers), one if there is none. Most numbers are never legal: what
 * matters is that a number always means the same. `fingerprint` changes if it does not. */

#ifndef CONTRACT_ACTIONS_H
#define CONTRACT_ACTIONS_H

#include "game.h"

enum {
    ACTION_KINDS_MAX = 64, /* of moves */
    ACTIONS_MAX = 65536,   /* of a game */
    ACTION_NONE = -1,
};

struct action_kind {
    int first;     /* number of the first action of that kind */
    int values[3]; /* how many values a, b and c have, at least 1 */
};

struct actions {
    int count; /* of all actions */
    int kind_count;
    uint64_t fingerprint; /* of the numbering */
    struct action_kind kinds[ACTION_KINDS_MAX];
};

/* Numbers the moves of a game. */
void actions_open(struct actions *actions, const struct game *game);

/* How many values a kind of thing has at most, in any card set; 1 for THING_NONE. */
int thing_values(const struct ruleset *rules, int kind);

/* The number of a move; ACTION_NONE if it is not one that a game could offer. */
static inline int action_of(const struct actions *actions, struct move move)
{
    if (move.kind >= actions->kind_count)
        return ACTION_NONE;
    const struct action_kind *kind = &actions->kinds[move.kind];
    if (move.a >= kind->values[0] || move.b >= kind->values[1] || move.c >= kind->values[2])
        return ACTION_NONE;
    return kind->first + (move.a * kind->values[1] + move.b) * kind->values[2] + move.c;
}

/* The move with that number. False if there is none. */
bool action_move(const struct actions *actions, int action, struct move *move);

#endif
