/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a position is worth to a seat, by rule of thumb. A file evaluate_<game>.c knows one game and
 * may read its state; evaluate_all.c lists them. Games without one are judged by their points
 * alone. */

#ifndef PLAYERS_EVALUATE_H
#define PLAYERS_EVALUATE_H

#include "contract/game.h"

struct evaluation {
    const struct game *game;
    int32_t (*value)(const struct ruleset *rules, const void *state, const struct score *score,
                     int seat);
};

extern const struct evaluation *const evaluations[]; /* NULL at the end */

/* Is there a rule of thumb for the game? */
bool has_evaluation(const struct game *game);

/* The computer player to offer where nobody has chosen one: `heuristic` where there is a rule of
 * thumb, else `mcts`. */
const char *recommended_player(const struct game *game);

/* The worth of the state for the seat: higher is better, a point is worth 100. */
int32_t evaluate(const struct ruleset *rules, const void *state, int seat);

/* The same for all seats; `score` is that of the state. */
void evaluate_seats(const struct ruleset *rules, const void *state, const struct score *score,
                    int32_t values[SEATS_MAX]);

#endif
