/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Win rates with their intervals. Ratings by minorization: each strength is set to what it should
 * be if the others were right, again and again. One added draw for each pair that met keeps the
 * ratings of players who never lose finite. */

#include "rating.h"

#include <assert.h>
#include <math.h>

enum { STEPS_MAX = 20000, IMAGINED = 2 /* wins, and as many losses */ };

static const double ELO = 173.7177927613;     /* 400 / ln 10 */
static const double CERTAIN = 1.959963984540; /* standard errors around 95 % of a normal curve */
static const double STILL = 1e-12;            /* a strength that changes by less has arrived */

/* ---- shares ---------------------------------------------------------------------------------- */

void share_add(struct share *share, double won, double games)
{
    share->won += won;
    share->games += games;
    share->won_squared += won * won;
    share->won_games += won * games;
    share->games_squared += games * games;
}

double share_mean(const struct share *share)
{
    return share->games > 0 ? share->won / share->games : 0;
}

struct interval share_interval(const struct share *share)
{
    double games = share->games + 2 * IMAGINED;
    double mean = (share->won + IMAGINED) / games;
    /* Each deal by its distance from what the mean would have won of it, squared. */
    double squares = share->won_squared - 2 * mean * share->won_games +
                     mean * mean * share->games_squared +
                     IMAGINED * (mean * mean + (1 - mean) * (1 - mean));
    double half = CERTAIN * sqrt(squares) / games;
    return (struct interval){fmax(0, mean - half), fmin(1, mean + half)};
}

/* ---- ratings --------------------------------------------------------------------------------- */

/* Half of the 95 % interval of the distance to the others, as if their ratings were known. The
 * meetings at one table are not independent: the places of n equals vary (n + 1) / 3 times as much
 * as if each pair had met alone. */
static double error_of(const struct arena_result *result, const double *strength, int i)
{
    double information = 0;
    for (int k = 0; k < result->count; k++) {
        double chance = strength[i] / (strength[i] + strength[k]);
        if (k != i && result->met[i][k] > 0)
            information += (result->met[i][k] + 1) * chance * (1 - chance);
    }
    double excess = (result->seats + 1) / 3.0;
    return information > 0 ? CERTAIN * ELO * sqrt(excess / information) : 0;
}

static double points_of(double share)
{
    return ELO * log(share / (1 - share));
}

struct step rating_step(const struct arena_result *result, int stronger, int weaker)
{
    double games = result->met[stronger][weaker], won = result->ahead[stronger][weaker];
    double imagined = games + 2 * IMAGINED, mean = (won + IMAGINED) / imagined;
    double half = CERTAIN * sqrt(mean * (1 - mean) / imagined);
    double least = 0.5 / imagined; /* who never lost is not infinitely better */
    struct step step = {.games = games, .share = games > 0 ? won / games : 0};
    step.share_interval = (struct interval){fmax(0, mean - half), fmin(1, mean + half)};
    step.points = points_of((won + 0.5) / (games + 1));
    step.points_interval = (struct interval){points_of(fmax(least, step.share_interval.low)),
                                             points_of(fmin(1 - least, step.share_interval.high))};
    assert(step.points_interval.low <= step.points_interval.high);
    return step;
}

/* One round of improvements; returns the largest change, as a part of the strength. */
static double improve(const struct arena_result *result, double *strength)
{
    double change = 0;
    for (int i = 0; i < result->count; i++) {
        double won = 0, expected = 0;
        for (int k = 0; k < result->count; k++) {
            if (k == i || result->met[i][k] == 0)
                continue;
            won += result->ahead[i][k] + 0.5;
            expected += (result->met[i][k] + 1) / (strength[i] + strength[k]);
        }
        if (expected == 0)
            continue;
        double better = won / expected;
        change = fmax(change, fabs(better / strength[i] - 1));
        strength[i] = better;
    }
    return change;
}

void rate(struct arena_result *result)
{
    double strength[ARENA_PLAYERS_MAX], least = INFINITY;
    assert(result->count > 0 && result->count <= ARENA_PLAYERS_MAX);
    for (int i = 0; i < result->count; i++)
        strength[i] = 1;
    for (int step = 0; step < STEPS_MAX && improve(result, strength) > STILL; step++)
        continue;
    for (int i = 0; i < result->count; i++)
        least = fmin(least, strength[i]);
    assert(least > 0); /* an imagined draw keeps everyone finite */
    for (int i = 0; i < result->count; i++) {
        result->players[i].rating = ELO * log(strength[i] / least);
        result->players[i].rating_error = error_of(result, strength, i);
    }
}
