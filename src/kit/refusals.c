/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Collects blocked moves. */

#include "refusals.h"

#include "contract/play.h"

bool refusals_open(struct refusals *r, const struct ruleset *rules, const void *state)
{
    r->seat = rules->game->node(rules, state).actor;
    if (r->seat < 0)
        return false;
    r->legal_count = rules->game->legal(rules, state, r->legal);
    return true;
}

void block(struct refusals *r, struct move move, struct message why)
{
    for (int i = 0; i < r->legal_count; i++)
        if (move_equal(r->legal[i], move))
            return;
    for (int i = 0; i < r->count; i++)
        if (move_equal(r->list[i].move, move))
            return;
    if (r->count < BLOCKED_MAX)
        r->list[r->count++] = (struct blocked){move, why};
}
