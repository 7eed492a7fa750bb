/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of evaluations: like the list of games, one line for each game that has one. */

#include "evaluate.h"

#include <string.h>

extern const struct evaluation evaluate_beyond_the_sun;
extern const struct evaluation evaluate_pulsar_2849;

const struct evaluation *const evaluations[] = {
    &evaluate_beyond_the_sun,
    &evaluate_pulsar_2849,
    NULL,
};

/* The evaluation of a game, or NULL. */
static const struct evaluation *find(const struct game *game)
{
    for (int i = 0; evaluations[i] != NULL; i++)
        if (strcmp(evaluations[i]->game, game->name) == 0)
            return evaluations[i];
    return NULL;
}

bool has_evaluation(const struct game *game)
{
    return find(game) != NULL;
}

const char *recommended_player(const struct game *game)
{
    return has_evaluation(game) ? "heuristic" : "mcts";
}

int32_t evaluate(const struct ruleset *rules, const void *state, int seat)
{
    const struct evaluation *known = find(rules->game);
    struct score score;
    if (known != NULL)
        return known->value(rules, state, seat);
    rules->game->score(rules, state, &score);
    return 100 * score.total[seat];
}
