/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The tree search behind the player `mcts`, for those who want to see what it found (hints, tests).
 * It knows no game: only who decides, the legal moves, the odds, and the places at the end. */

#ifndef PLAYERS_MCTS_H
#define PLAYERS_MCTS_H

#include "player.h"

struct mcts;

struct mcts_settings {
    int64_t nodes;   /* iterations for one decision; 0: no limit, or 3000 if ms is 0 too */
    int64_t ms;      /* milliseconds for one decision; 0: no limit */
    int64_t explore; /* hundredths: how much it looks at moves that seem weaker */
    int64_t tree;    /* nodes of the tree in memory; when they are used up it grows no more */
};

/* The value of a game for a seat, in twelfths so that it is whole for 2 to 4 seats: the share of
 * its rivals that it leaves behind, those level with it counting half. Winning alone is MCTS_WIN,
 * being last alone is 0. */
enum { MCTS_WIN = 12 };
int mcts_value(const struct score *score, int players, int seat);

/* What the search found about one move of the state it started from. */
struct mcts_move {
    struct move move;
    uint32_t visits;
    uint32_t sum; /* of the values for the seat that makes the move; 0 for a chance move */
};

struct mcts *mcts_open(const struct mcts_settings *settings); /* NULL: no memory */
void mcts_begin(struct mcts *mcts, uint64_t seed);
void mcts_bound(struct mcts *mcts, struct player_limit limit); /* ends searches early */
void mcts_close(struct mcts *mcts);

/* Searches from this state, at a node of a seat or of the dealer. What it finds depends on the
 * state, the settings and the seed alone (and on the clock, if there is a limit in time). */
void mcts_search(struct mcts *mcts, const struct ruleset *rules, const void *state);

/* The moves of that state in the order of the legal list, with what was found; returns how many. */
int mcts_moves(const struct mcts *mcts, struct mcts_move moves[MOVES_MAX]);

/* The move it would make: the one most visited; among equals the better, then the earlier one. */
struct move mcts_best(const struct mcts *mcts);

#endif
