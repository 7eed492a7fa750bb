/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of evaluations: like the list of games, one line for each game that has one. */

#include "evaluate.h"

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
        if (evaluations[i]->game == game)
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

/* By points alone where nothing else is known. */
static int32_t value(const struct evaluation *known, const struct ruleset *rules, const void *state,
                     const struct score *score, int seat)
{
    return known != NULL ? known->value(rules, state, score, seat) : 100 * score->total[seat];
}

int32_t evaluate(const struct ruleset *rules, const void *state, int seat)
{
    struct score score;
    rules->game->score(rules, state, &score);
    return value(find(rules->game), rules, state, &score, seat);
}

void evaluate_seats(const struct ruleset *rules, const void *state, const struct score *score,
                    int32_t values[SEATS_MAX])
{
    const struct evaluation *known = find(rules->game);
    for (int seat = 0; seat < rules->setup.players; seat++)
        values[seat] = value(known, rules, state, score, seat);
}
