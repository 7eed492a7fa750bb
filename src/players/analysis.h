/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The analysis of a game: how everyone stood at each moment, what each decision cost, and what
 * chance gave to whom. It knows no game, no record and no table: it gets the moves.
 * docs/analysis.md explains the numbers; analysis_json.h writes them for front ends.
 *
 * A *moment* is the state after this many moves. The search appraises each with the same budget.
 *   cost   of a decision: the win chance after the best move found, less that after the move made
 *   luck   of a chance move: the win chance after it, less the mean over all that could have come
 * What seems to be a mistake is looked at once more, exactly as a hint for that position would be
 * found: a move that such a hint recommends is never called a mistake, and both name the same
 * chances. With a budget in nodes the result is the same on every machine, whatever the threads. */

#ifndef PLAYERS_ANALYSIS_H
#define PLAYERS_ANALYSIS_H

#include "hint.h"

/* One moment, and the move that was made there. Chances are parts of JUDGE_ONE, points are counted
 * in JUDGE_POINTs, as in judge.h. */
struct moment {
    struct node node;    /* who decides, whose turn, which round */
    int choices;         /* legal moves of a seat or outcomes of chance; 0 at the end */
    struct estimate now; /* how the seats stand */
    struct move played;  /* what happened there; nothing at the last moment */

    /* If a seat decided between several moves: */
    struct move best;         /* the best move found: `played` if there was none better */
    struct estimate expected; /* after `best` */
    struct estimate made;     /* after `played` */
    int32_t cost;             /* win chance of the seat, never below 0 */
    int32_t cost_points;      /* expected points of the seat; may be below 0 */

    /* If chance decided: */
    int32_t luck[SEATS_MAX];       /* win chance of each seat */
    int32_t luck_error[SEATS_MAX]; /* its standard error */
    int32_t luck_points[SEATS_MAX];
};

/* Sums for one seat. */
struct analysis_seat {
    int decisions; /* between several moves */
    int mistakes;  /* of them, those that cost MISTAKE or more */
    int32_t cost, cost_points;
    int32_t luck, luck_points;
    int32_t luck_error; /* the standard error of luck */
};

/* What stands out. Less is within what the search can err. */
enum {
    MISTAKE = JUDGE_ONE / 20, /* a cost; docs/analysis.md says why */
    FORTUNE = JUDGE_ONE / 50, /* the luck of a seat, good or bad */
};

struct analysis {
    uint32_t moves;         /* this many were made */
    struct moment *moments; /* moves + 1 */
    struct analysis_seat seats[SEATS_MAX];
    bool over; /* the game ended with the last move */
};

struct analysis_task {
    const struct ruleset *rules;
    const struct move *moves; /* from the start of the game on, chance moves included */
    uint32_t count;
    struct budget budget; /* for each position; the threads share the moments among them */
    int64_t hint_nodes; /* for what seems to be a mistake: as many as a hint has; 0: no such look */
    /* Told now and then, in the thread that called, how much of the work is done; false stops the
     * analysis. May be NULL. */
    bool (*progress)(void *context, uint32_t done, uint32_t total);
    void *context;
};

/* Analyses a game that need not be over. False with a problem noted if a move is not legal, if
 * `progress` or the budget stopped it, or if there is not enough memory (problem_no_memory); then
 * nothing is held. */
bool analysis_run(const struct analysis_task *task, struct analysis *analysis,
                  struct problem *problem);
void analysis_free(struct analysis *analysis);

/* The state of a moment: the game played again up to there. */
void analysis_state(const struct analysis_task *task, uint32_t moment, void *state);

/* The moments with a cost of at least `least`, the costliest first (earlier before later): their
 * numbers. Returns how many were written, at most `max`. */
int analysis_costliest(const struct analysis *analysis, int32_t least, uint32_t *moments, int max);

/* The same for chance moves by the largest luck or bad luck of any seat. */
int analysis_luckiest(const struct analysis *analysis, int32_t least, uint32_t *moments, int max);

#endif
