/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Totals and places. */

#include "scoring.h"

void score_add_up(struct score *score, int players)
{
    for (int seat = 0; seat < players; seat++) {
        int total = 0;
        for (int source = 0; source < SOURCES_MAX; source++)
            total += score->parts[seat][source];
        score->total[seat] = (int16_t)total;
    }
}

static bool is_better(const struct score *score, int ties[][TIES_MAX], int a, int b)
{
    if (score->total[a] != score->total[b])
        return score->total[a] > score->total[b];
    for (int i = 0; i < TIES_MAX; i++)
        if (ties[a][i] != ties[b][i])
            return ties[a][i] > ties[b][i];
    return false;
}

void score_places(struct score *score, int players, int ties[][TIES_MAX])
{
    for (int seat = 0; seat < players; seat++) {
        int better = 0;
        for (int other = 0; other < players; other++)
            better += is_better(score, ties, other, seat);
        score->place[seat] = (uint8_t)(1 + better);
    }
}
