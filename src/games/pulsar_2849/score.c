/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the score as it stands on the score track, by source, and the places. */

#include "pulsar.h"

#include "kit/scoring.h"

/* Before the play order is drawn the seats are equal. */
static int places_behind(const struct table *t, int seat)
{
    for (int i = 0; i < ORDER_SPACES; i++)
        if (t->s->order[i] == seat + 1)
            return ORDER_SPACES - i;
    return 0;
}

/* Equal points go to who is further ahead on initiative. */
void pulsar_score(const struct ruleset *rules, const void *state, struct score *score)
{
    struct table t = pulsar_view(rules, state);
    int ties[SEATS_MAX][TIES_MAX] = {{0}};
    *score = (struct score){0};
    for (int seat = 0; seat < players_of(&t); seat++) {
        ties[seat][0] = places_behind(&t, seat);
        for (int i = 0; i < SOURCES; i++)
            score->parts[seat][i] = seat_of(&t, seat)->points[i];
    }
    score_add_up(score, players_of(&t));
    score_places(score, players_of(&t), ties);
}
