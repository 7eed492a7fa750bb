/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Ratings by the method of minorization: each strength is set to what it should be if the others
 * were right, again and again. One imagined draw for each pair keeps those who never lose finite.
 */

#include "rating.h"

#include <math.h>

enum { STEPS = 5000 };

static const double ELO = 173.7177927613; /* 400 / ln 10 */

/* Half of the 95 % interval: from how much the results say about this strength alone. */
static double error_of(const struct arena_result *result, const double *strength, int i)
{
    double information = 0;
    for (int k = 0; k < result->count; k++) {
        double chance = strength[i] / (strength[i] + strength[k]);
        if (k != i)
            information += (result->met[i][k] + 1) * chance * (1 - chance);
    }
    return information > 0 ? 1.96 * ELO / sqrt(information) : 0;
}

static void improve(const struct arena_result *result, double *strength)
{
    for (int i = 0; i < result->count; i++) {
        double won = 0, expected = 0;
        for (int k = 0; k < result->count; k++) {
            if (k == i || result->met[i][k] == 0)
                continue;
            won += result->ahead[i][k] + 0.5;
            expected += (result->met[i][k] + 1) / (strength[i] + strength[k]);
        }
        if (expected > 0)
            strength[i] = won / expected;
    }
}

void rate(struct arena_result *result)
{
    double strength[ARENA_PLAYERS_MAX], least = INFINITY;
    for (int i = 0; i < result->count; i++)
        strength[i] = 1;
    for (int step = 0; step < STEPS; step++)
        improve(result, strength);
    for (int i = 0; i < result->count; i++)
        least = strength[i] < least ? strength[i] : least;
    for (int i = 0; i < result->count; i++) {
        result->players[i].rating = ELO * log(strength[i] / least);
        result->players[i].rating_error = error_of(result, strength, i);
    }
}
