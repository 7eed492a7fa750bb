/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Positions judged by rule of thumb, and ends of games. */

#include "judge.h"

#include "evaluate.h"
#include "mcts.h"

enum {
    POINT = 100,          /* of an evaluation */
    HALF_AT = 12 * POINT, /* so far ahead is half of the way from even to a sure win */
};

/* From far behind (0) over level (half of it) to far ahead (JUDGE_ONE), in whole numbers. */
static uint32_t squash(int64_t ahead, int64_t half_at)
{
    int64_t distance = ahead < 0 ? -ahead : ahead;
    int64_t half = JUDGE_ONE / 2;
    return (uint32_t)(half + half * ahead / (half_at + distance));
}

/* The most that anybody else has. */
static int64_t best_other(const int64_t *amounts, int players, int seat)
{
    int64_t best = INT32_MIN;
    for (int i = 0; i < players; i++)
        if (i != seat && amounts[i] > best)
            best = amounts[i];
    return players > 1 ? best : 0;
}

void judge_end(const struct ruleset *rules, const struct score *score, uint32_t values[SEATS_MAX])
{
    int players = rules->setup.players;
    int64_t totals[SEATS_MAX];
    for (int i = 0; i < players; i++)
        totals[i] = (int64_t)score->total[i] * POINT;
    for (int i = 0; i < players; i++) {
        uint32_t place = (uint32_t)mcts_value(score, players, i) * (JUDGE_ONE / MCTS_WIN);
        uint32_t lead = squash(totals[i] - best_other(totals, players, i), HALF_AT);
        values[i] = (place * 9 + lead) / 10;
    }
}

static void by_thumb(const struct judge *judge, const struct ruleset *rules, const void *state,
                     uint32_t values[SEATS_MAX])
{
    int players = rules->setup.players;
    int64_t worth[SEATS_MAX];
    (void)judge;
    if (rules->game->node(rules, state).actor == NOBODY) {
        struct score score;
        rules->game->score(rules, state, &score);
        judge_end(rules, &score, values);
        return;
    }
    for (int i = 0; i < players; i++)
        worth[i] = evaluate(rules, state, i);
    for (int i = 0; i < players; i++)
        values[i] = squash(worth[i] - best_other(worth, players, i), HALF_AT);
}

const struct judge judge_by_thumb = {by_thumb, NULL};
