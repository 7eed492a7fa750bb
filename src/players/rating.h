/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How sure results are, in numbers: the interval of a share of wins, and ratings from who finished
 * before whom: the strengths under which the results are likeliest (Bradley and Terry), on the
 * scale of Elo, where 400 points are odds of ten to one. Knows results only, no games. */

#ifndef PLAYERS_RATING_H
#define PLAYERS_RATING_H

#include "arena.h"

/* What a player won, deal by deal. The games of a deal share their chance, so they are not
 * independent samples; different deals are. Start with zeroes. */
struct share {
    double won, games;                            /* sums */
    double won_squared, won_games, games_squared; /* sums of products, deal by deal */
};

struct interval {
    double low, high;
};

/* Adds one deal: so much was won of this many games. */
void share_add(struct share *share, double won, double games);
double share_mean(const struct share *share); /* 0 if there are none */

/* Where the true share is with 95 % certainty: the interval of Agresti and Coull (two wins and two
 * losses are imagined, so that it is honest about few games and about none lost), with the variance
 * between deals. For deals of one game each it is exactly theirs. */
struct interval share_interval(const struct share *share);

/* How much stronger one player is than another by their own meetings alone, as if these were
 * independent: the share in which it finished first, and the distance in Elo points. */
struct step {
    double games, share, points;
    struct interval share_interval, points_interval;
};
struct step rating_step(const struct arena_result *result, int stronger, int weaker);

/* Fills rating and rating_error of the players from `ahead` and `met`; the weakest has 0. */
void rate(struct arena_result *result);

#endif
