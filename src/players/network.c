/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a network expects of a position. This is the hot path of the stronger players: one pass over
 * the features that are not zero, for each of them one row of weights. */

#include "network.h"

#include <assert.h>
#include <string.h>

/* ---- the layers ------------------------------------------------------------------------------ */

/* sums += weights * input, for all hidden units. */
static void add_row(int32_t *restrict sums, const int16_t *restrict weights, int input, int hidden)
{
    for (int i = 0; i < hidden; i++)
        sums[i] += weights[i] * input;
}

static void hidden_layer(const struct network *network, const int16_t *features, int32_t *units)
{
    const int hidden = network->hidden;
    memcpy(units, network->biases, (size_t)hidden * sizeof *units);
    for (int i = 0; i < network->inputs; i++)
        if (features[i] != 0)
            add_row(units, network->weights + (size_t)i * (size_t)hidden, features[i], hidden);
    for (int i = 0; i < hidden; i++)
        units[i] = units[i] > 0 ? units[i] >> (NETWORK_WEIGHT_BITS - NETWORK_UNIT_BITS) : 0;
}

/* Behind the point: NETWORK_UNIT_BITS + NETWORK_OUT_BITS. */
static int64_t output(const struct network *network, const int32_t *units, int number)
{
    int64_t sum = network->out_biases[number];
    for (int i = 0; i < network->hidden; i++)
        sum += (int64_t)network->out[number][i] * units[i];
    return sum;
}

/* ---- chances --------------------------------------------------------------------------------- */

/* 2 to the power of a number that is not above 0, both with 16 bits behind the point. */
static uint32_t power_of_two(int64_t exponent)
{
    int64_t whole = -(exponent >> 16), part = exponent & 0xffff;
    /* 1 + 0.6565 x + 0.3435 x²: exact at both ends, 0.3 % off at the most between them. */
    int64_t power = 65536 + ((part * (43024 + ((22512 * part) >> 16))) >> 16);
    return whole >= 31 ? 0 : (uint32_t)(power >> whole);
}

/* Shares of JUDGE_ONE from how much each output speaks for its seat. */
static void shares(const int64_t *outputs, int players, uint32_t *out)
{
    enum { LOG2_E = 94548 }; /* times 65536 */
    int64_t most = outputs[0];
    uint64_t sum = 0;
    uint32_t powers[SEATS_MAX];
    for (int i = 1; i < players; i++)
        most = outputs[i] > most ? outputs[i] : most;
    for (int i = 0; i < players; i++) {
        int64_t below = (outputs[i] - most) >> (NETWORK_UNIT_BITS + NETWORK_OUT_BITS - 16);
        below = below < -(INT64_C(64) << 16) ? -(INT64_C(64) << 16) : below;
        sum += powers[i] = power_of_two((below * LOG2_E) >> 16);
    }
    for (int i = 0; i < players; i++)
        out[i] = (uint32_t)(((uint64_t)powers[i] << JUDGE_BITS) / sum);
}

static int32_t points_of(int64_t output)
{
    int64_t points = (output * JUDGE_POINT) >> (NETWORK_UNIT_BITS + NETWORK_OUT_BITS);
    return (int32_t)(points < INT32_MIN / 4   ? INT32_MIN / 4
                     : points > INT32_MAX / 4 ? INT32_MAX / 4
                                              : points);
}

void network_estimate(const struct network *network, const struct ruleset *rules, const void *state,
                      int seat, struct estimate *estimate)
{
    int16_t features[FEATURES_MAX];
    int32_t units[NETWORK_HIDDEN_MAX];
    int64_t outputs[SEATS_MAX];
    uint32_t win[SEATS_MAX];
    int players = rules->setup.players;
    assert(network->inputs == rules->game->feature_count);
    rules->game->features(rules, state, seat, features);
    hidden_layer(network, features, units);
    for (int i = 0; i < players; i++)
        outputs[i] = output(network, units, i);
    shares(outputs, players, win);
    for (int i = 0; i < players; i++) {
        int other = (seat + i) % players;
        estimate->win[other] = win[i];
        estimate->points[other] = points_of(output(network, units, SEATS_MAX + i));
    }
}

/* ---- as a judge ------------------------------------------------------------------------------ */

/* Seen from the seat whose turn it is; between turns from the first one. */
static void judge(const struct judge *judge, const struct ruleset *rules, const void *state,
                  struct estimate *estimate)
{
    struct node node = rules->game->node(rules, state);
    if (node.actor == NOBODY)
        judge_end(rules, state, estimate);
    else
        network_estimate(judge->data, rules, state, node.turn < 0 ? 0 : node.turn, estimate);
}

struct judge network_judge(const struct network *network)
{
    return (struct judge){judge, network};
}
