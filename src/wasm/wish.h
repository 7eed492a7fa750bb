/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What is wished for: a new table, or only a game with a setup and cards. It is put together call
 * by call (games.c), then used; what was wrong with a call is told when it is used. */

#ifndef WASM_WISH_H
#define WASM_WISH_H

#include "table/seating.h"

struct wish {
    struct table_plan plan;
    struct seating seating; /* its texts are those below */
    struct text who[SEATS_MAX], names[SEATS_MAX];
    struct text record;              /* of a game that is continued, or empty */
    struct text set;                 /* the cards of that game as one text; empty: the program's */
    struct text own[CARD_FILES_MAX]; /* card files of its own, in the order of the game's, */
    bool has_own[CARD_FILES_MAX];    /* where there are any */
    bool has_seats, wants_hints, says_hints, starts;
    bool has_seed; /* the same deal again */
    uint8_t seed[SEED_SIZE];
    struct problem problem;
};
extern struct wish wish;

/* Forgets it. */
void wish_clear(void);

/* The rules that it means; NULL with a problem noted in it. */
struct ruleset *wish_rules(void);

#endif
