/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Noughts and crosses: a state as small numbers for a learner. */

#include "noughts.h"

#include "kit/features.h"

void FEATURES_FUNCTION(noughts)(const struct ruleset *rules, const void *state, FEATURES_ARGUMENTS)
{
    const struct noughts_state *s = state;
    struct features features = FEATURES_START;
    assert(seat == 0 || seat == 1);
    for (int i = 0; i < 2; i++) {
        name_block(&features, "seat", i);
        named_by(&features, THING_CELL, 0);
        put_set(&features, "mark: in each cell, 0 or 1", s->marks[i == 0 ? seat : 1 - seat], CELLS);
    }
    name_block(&features, "seat", 0);
    put_small(&features, "decides: 0 or 1", rules->game->node(rules, state).actor == seat);
    assert(features.next == out + NOUGHTS_FEATURES);
}
