/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A hint: what the strongest search thinks of the moves of the seat that decides, the best first.
 * For people; it knows no game. analysis_json.h writes it for front ends. */

#ifndef PLAYERS_HINT_H
#define PLAYERS_HINT_H

#include "search.h"

/* How much work is done for one position. With nodes alone the result is the same on every
 * machine. */
struct budget {
    int64_t nodes, ms;         /* 0: not limited by it; one of them is above 0 */
    int threads;               /* at least 1 */
    const atomic_bool *stop;   /* once it is set, the search ends soon; NULL: none */
    const struct judge *judge; /* whom the search asks; NULL: the best judge of the game */
};

/* Whom a search for these rules asks. */
const struct judge *budget_judge(const struct budget *budget, const struct game *game);

enum {
    HINT_NODES = 100000,   /* what is sensible for a hint */
    ANALYSIS_NODES = 2000, /* and for each position of an analysis */
    HINT_LINES = 5,        /* moves that are told with what follows */
    HINT_LINE_MAX = 24,    /* moves of such a line */
    /* Limits for budgets that come from outside. */
    BUDGET_NODES_MAX = 10000000,
    BUDGET_MS_MAX = 600000,
    BUDGET_THREADS_MAX = 16,
};

/* A move and what the seat would do after it until its action is done. */
struct hint_line {
    int count; /* at least 1 */
    struct move moves[HINT_LINE_MAX];
};

struct hint {
    int actor;                           /* the seat that decides */
    int count;                           /* its legal moves */
    struct search_move moves[MOVES_MAX]; /* the best first; those of which nothing is known last */
    struct hint_line lines[HINT_LINES];  /* of the first moves */
};

/* Has it been cut off? */
bool budget_stopped(const struct budget *budget);

/* Finds the best moves. False with a problem noted if nobody has to decide there (the game is over,
 * or it is the dealer's move), if it was stopped, or if there is not enough memory
 * (problem_no_memory). */
bool hint_find(const struct ruleset *rules, const void *state, const struct budget *budget,
               struct hint *hint, struct problem *problem);

#endif
