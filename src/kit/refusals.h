/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of what a player might want to do and cannot, while a game fills it. Never a legal move,
 * none twice: the first reason given for a move is the one reported. */

#ifndef KIT_REFUSALS_H
#define KIT_REFUSALS_H

#include "tasks.h"

/* Begin with (struct refusals){.list = …}. */
struct refusals {
    int seat; /* who decides */
    struct blocked *list;
    int count;
    struct move legal[MOVES_MAX];
    int legal_count;
};

/* Looks who decides and what is legal; false if no seat decides. */
bool refusals_open(struct refusals *r, const struct ruleset *rules, const void *state);

/* Adds a move with its reason, unless it is legal or already there or the list is full. */
void block(struct refusals *r, struct move move, struct message why);

/* A reason about a seat or NOBODY. */
#define reason_of(reason, whose, x, y)                                                             \
    ((struct message){(uint8_t)(reason), (int8_t)(whose), (int16_t)(x), (int16_t)(y), 0})

#endif
