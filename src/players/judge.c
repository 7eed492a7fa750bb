/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Ends of games, positions judged by rule of thumb, and what a seat aims for. */

#include "judge.h"

#include "evaluate.h"
#include "root.h"

#include "contract/play.h"

#include <assert.h>

enum {
    HALF_AT = 12 * JUDGE_POINT, /* so far ahead is half of the way from even to a sure win */
    WIN_PARTS = 7,              /* of what a seat strives for */
    LEAD_PARTS = 1,
};

void estimate_add(struct estimate_sum *sum, const struct estimate *estimate, uint32_t weight)
{
    sum->weight += weight;
    for (int i = 0; i < SEATS_MAX; i++) {
        sum->win[i] += (int64_t)estimate->win[i] * weight;
        sum->points[i] += (int64_t)estimate->points[i] * weight;
    }
}

struct estimate estimate_mean(const struct estimate_sum *sum)
{
    struct estimate mean = {0};
    for (int i = 0; i < SEATS_MAX && sum->weight > 0; i++) {
        mean.win[i] = (uint32_t)(sum->win[i] / sum->weight);
        mean.points[i] = (int32_t)(sum->points[i] / sum->weight);
    }
    return mean;
}

/* From far behind (0) over level (half of it) to far ahead (JUDGE_ONE), in whole numbers. */
static uint32_t squash(int64_t ahead)
{
    int64_t distance = ahead < 0 ? -ahead : ahead;
    int64_t half = JUDGE_ONE / 2;
    return (uint32_t)(half + half * ahead / (HALF_AT + distance));
}

/* How far the seat is ahead of the best of the others. */
static int64_t lead(const struct estimate *estimate, int players, int seat)
{
    int64_t best = INT32_MIN;
    assert(seat >= 0 && seat < players);
    for (int i = 0; i < players; i++)
        if (i != seat && estimate->points[i] > best)
            best = estimate->points[i];
    return players > 1 ? estimate->points[seat] - best : 0;
}

void judge_end(const struct ruleset *rules, const void *state, struct estimate *estimate)
{
    int players = rules->setup.players;
    uint32_t winners = 0;
    struct score score;
    rules->game->score(rules, state, &score);
    for (int i = 0; i < players; i++)
        winners += score.place[i] == 1;
    assert(winners > 0);
    for (int i = 0; i < players; i++) {
        estimate->win[i] = score.place[i] == 1 ? JUDGE_ONE / winners : 0;
        estimate->points[i] = score.total[i] * JUDGE_POINT;
    }
}

static void by_thumb(const struct judge *judge, const struct ruleset *rules, const void *state,
                     struct estimate *estimate)
{
    int players = rules->setup.players;
    uint64_t all = 0;
    (void)judge;
    if (rules->game->node(rules, state).actor == NOBODY) {
        judge_end(rules, state, estimate);
        return;
    }
    struct score score;
    rules->game->score(rules, state, &score);
    evaluate_seats(rules, state, &score, estimate->points);
    for (int i = 0; i < players; i++)
        all += estimate->win[i] = squash(lead(estimate, players, i));
    assert(all > 0);
    for (int i = 0; i < players; i++)
        estimate->win[i] = (uint32_t)(((uint64_t)estimate->win[i] << JUDGE_BITS) / all);
}

const struct judge judge_by_thumb = {.estimate = by_thumb};

uint32_t judge_value(const struct estimate *estimate, int players, int seat)
{
    return (WIN_PARTS * estimate->win[seat] + LEAD_PARTS * squash(lead(estimate, players, seat))) /
           (WIN_PARTS + LEAD_PARTS);
}

int64_t judge_worth(const void *judge, const struct ruleset *rules, const void *state, int seat)
{
    const struct judge *asked = judge;
    struct estimate estimate;
    asked->estimate(asked, rules, state, &estimate);
    return judge_value(&estimate, rules->setup.players, seat);
}

/* The squares, so that the likeliest stays what it is. */
static void sharpen(uint32_t *likely, int count)
{
    uint64_t most = 1;
    for (int i = 0; i < count; i++)
        most = likely[i] > most ? likely[i] : most;
    for (int i = 0; i < count; i++)
        likely[i] = (uint32_t)((uint64_t)likely[i] * likely[i] / most);
}

/* The square roots: none becomes impossible. */
static void flatten(uint32_t *likely, int count)
{
    for (int i = 0; i < count; i++)
        likely[i] = 1 + square_root((uint64_t)likely[i] << JUDGE_BITS);
}

struct move judge_draw(const struct judge *judge, const struct ruleset *rules, const void *state,
                       enum draw draw, struct random *random)
{
    struct move moves[MOVES_MAX];
    uint32_t likely[MOVES_MAX], sum = 0;
    int count = rules->game->legal(rules, state, moves), i = 0;
    assert(count > 0 && judge->prefer != NULL);
    if (count == 1)
        return moves[0];
    judge->prefer(judge, rules, state, moves, count, likely);
    if (draw == DRAW_SHARPLY)
        sharpen(likely, count);
    else if (draw == DRAW_FREELY)
        flatten(likely, count);
    for (int k = 0; k < count; k++)
        sum += likely[k];
    assert(sum > 0);
    uint32_t ticket = random_below(random, sum);
    for (; ticket >= likely[i]; i++)
        ticket -= likely[i];
    assert(i < count);
    return moves[i];
}

bool judge_play(const struct judge *judge, const struct ruleset *rules, void *state,
                struct random *random)
{
    if (judge->prefer == NULL || rules->game->node(rules, state).actor < 0)
        return play_random(rules, state, random);
    rules->game->apply(rules, state, judge_draw(judge, rules, state, DRAW_LIKELY, random), NULL);
    return true;
}
