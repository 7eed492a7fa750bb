/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of evaluations: like the list of games, one line for each game that has one. */

#include "evaluate.h"

#include <string.h>

extern const struct evaluation evaluate_beyond_the_sun;

const struct evaluation *const evaluations[] = {
    &evaluate_beyond_the_sun,
    NULL,
};

int32_t evaluate(const struct ruleset *rules, const void *state, int seat)
{
    struct score score;
    for (int i = 0; evaluations[i] != NULL; i++)
        if (strcmp(evaluations[i]->game, rules->game->name) == 0)
            return evaluations[i]->value(rules, state, seat);
    rules->game->score(rules, state, &score);
    return 100 * score.total[seat];
}
