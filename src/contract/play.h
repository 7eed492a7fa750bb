/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Small things that everyone does with a game: a checked move, the odds of a chance move, the
 * identity of a state. They need only the contract. */

#ifndef CONTRACT_PLAY_H
#define CONTRACT_PLAY_H

#include "game.h"

#include <string.h>

static inline bool move_equal(struct move a, struct move b)
{
    return memcmp(&a, &b, sizeof a) == 0; /* four bytes, compared at once */
}

/* A state of any game, large enough for all of them. It begins at a cache line: copies from one to
 * another take a quarter less time then. On the heap, what has one in it comes from
 * memory_new_at_line. */
union any_state {
    _Alignas(CACHE_LINE) unsigned char bytes[STATE_SIZE_MAX];
    uint64_t align;
};

/* Zeroes the state and starts the game. */
void play_start(const struct ruleset *rules, void *state);

/* Where the move stands in the list of legal moves, or -1. */
int play_find(const struct ruleset *rules, const void *state, struct move move);

/* Makes the move if it is legal. If not, returns false and leaves state and events as they were. */
bool play_move(const struct ruleset *rules, void *state, struct move move, struct events *events);

/* Would this legal move make the dealer turn something up before the turn is over? Then it cannot
 * be undone. `after` becomes the node of the dealer. */
bool play_reveals(const struct ruleset *rules, const void *state, struct move move,
                  struct node *after);

/* Does a new action begin at that node? Then whatever was decided before is done. */
bool play_begins_action(const struct ruleset *rules, struct node node);

/* The possible outcomes at a node of the dealer with their odds. */
struct chance {
    int count;
    uint32_t total; /* sum of the weights */
    struct move moves[MOVES_MAX];
    uint16_t weights[MOVES_MAX];
};
void chance_list(const struct ruleset *rules, const void *state, struct chance *chance);

/* The outcome that the ticket draws; tickets 0 … total - 1 are equally likely. */
struct move chance_draw(const struct chance *chance, uint32_t ticket);

/* Draws an outcome with the fast generator. */
struct move chance_random(const struct ruleset *rules, const void *state, struct random *random);

/* Draws a random move, or one of chance by its odds; false if the game is over. */
bool play_pick(const struct ruleset *rules, const void *state, struct random *random,
               struct move *move);

/* Makes such a move; false if the game is over. */
bool play_random(const struct ruleset *rules, void *state, struct random *random);

/* Makes random moves, chance included, to the end of the game; returns their number. */
uint32_t play_out(const struct ruleset *rules, void *state, struct random *random);

/* The identity of a state. */
uint64_t state_hash(const struct ruleset *rules, const void *state);

#endif
