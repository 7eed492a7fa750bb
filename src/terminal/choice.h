/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A decision on a drawn table: which moves there are, which things they refer to, and how pressing
 * things narrows them down to one. Knows no game, no terminal and no rule. */

#ifndef TERMINAL_CHOICE_H
#define TERMINAL_CHOICE_H

#include "contract/drawing.h"

enum { PRESSED_MAX = 4 };

struct choice {
    const struct ruleset *rules;
    int count; /* of legal moves, as the game lists them */
    struct move moves[MOVES_MAX];
    int blocked_count;
    struct blocked blocked[BLOCKED_MAX];
    int pressed_count;
    struct mark pressed[PRESSED_MAX]; /* things: only moves that refer to all of them are offered */
    int offered_count;
    uint8_t offered[MOVES_MAX]; /* those moves, by their place in `moves` */
    int cursor;                 /* one of the offered moves */
};

/* The decision at a state; nothing is pressed. */
void choice_open(struct choice *choice, const struct ruleset *rules, const void *state);

/* What a thing is to the one who decides. */
enum thing_status {
    THING_IDLE,
    THING_BLOCKED, /* a move that is not possible refers to it */
    THING_LEGAL,   /* a move that is offered does */
    THING_CHOSEN,  /* it is pressed, or the move at the cursor refers to it */
};
enum thing_status choice_status(const struct choice *choice, struct mark thing);

/* Presses a thing: true if moves are offered that refer to it; others are not any more. */
bool choice_press(struct choice *choice, struct mark thing);

void choice_release(struct choice *choice);        /* what was pressed last; the cursor stays */
void choice_step(struct choice *choice, int step); /* the cursor, within the offered moves */

/* The move at the cursor; false if there is none. */
bool choice_move(const struct choice *choice, struct move *move);

/* The first blocked move that refers to the thing, or NULL. */
const struct blocked *choice_blocked(const struct choice *choice, struct mark thing);

#endif
