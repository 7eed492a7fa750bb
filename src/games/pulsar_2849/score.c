/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the current score on the score track, by source, and the places. */

#include "pulsar.h"

#include "kit/scoring.h"

/* Equal points go to who is further ahead in play order, which initiative has set. Before it is
 * drawn the seats are equal. */
void pulsar_score(const struct ruleset *rules, const void *state, struct score *score)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    int ties[SEATS_MAX][TIES_MAX] = {{0}};
    *score = (struct score){0};
    for (int seat = 0; seat < players_of(&v); seat++) {
        int space = pulsar_first_space(&v, seat);
        ties[seat][0] = space > 0 ? ORDER_SPACES + 1 - space : 0;
        for (int i = 0; i < SOURCES; i++)
            score->parts[seat][i] = seat_of(&v, seat)->points[i];
    }
    score_add_up(score, players_of(&v));
    for (int seat = 0; seat < players_of(&v); seat++)
        assert(score->total[seat] == pulsar_points_of(seat_of(&v, seat)));
    score_places(score, players_of(&v), ties);
}
