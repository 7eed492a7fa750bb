/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a network expects of a position. This is the hot path of the stronger players: one pass over
 * the features that are not zero, for each of them one row of weights. */

#include "network.h"

#include "evaluate.h"

#include <assert.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

/* ---- what goes in -----------------------------------------------------------------------------
 */

int network_input_count(const struct game *game)
{
    return game->feature_count + SEATS_MAX;
}

static int16_t bounded(int64_t number)
{
    return (int16_t)(number > NETWORK_INPUT_MAX    ? NETWORK_INPUT_MAX
                     : number < -NETWORK_INPUT_MAX ? -NETWORK_INPUT_MAX
                                                   : number);
}

void network_inputs(const struct ruleset *rules, const void *state, int seat, int16_t *inputs)
{
    enum { UNIT = JUDGE_POINT / 2 };
    int players = rules->setup.players;
    int64_t sum = 0;
    int32_t values[SEATS_MAX];
    int16_t *worths = inputs + rules->game->feature_count;
    struct score score;
    rules->game->score(rules, state, &score);
    rules->game->features(rules, state, &score, seat, inputs);
    evaluate_seats(rules, state, &score, values);
    for (int i = 0; i < players; i++)
        sum += values[i];
    for (int i = 0; i < SEATS_MAX; i++)
        worths[i] =
            i < players ? bounded((values[(seat + i) % players] - sum / players) / UNIT) : 0;
}

/* ---- the layers ------------------------------------------------------------------------------ */

/* Two inputs side by side, of which at least one is not zero. */
struct pair {
    int32_t number;
    int16_t inputs[2];
};

/* Finds the pairs; there are zeros behind the inputs up to a multiple of NETWORK_INPUT_STEP. Most
 * inputs are zero, so steps without any other are passed over at once. */
static int find_pairs(const int16_t *inputs, int input_count, struct pair *pairs)
{
    int count = 0;
    for (int i = 0; i < input_count; i += NETWORK_INPUT_STEP) {
        uint64_t parts[NETWORK_INPUT_STEP / 4];
        memcpy(parts, inputs + i, sizeof parts);
        if ((parts[0] | parts[1]) == 0)
            continue;
        for (int k = i; k < i + NETWORK_INPUT_STEP; k += 2) {
            pairs[count] = (struct pair){k / 2, {inputs[k], inputs[k + 1]}};
            count += (inputs[k] | inputs[k + 1]) != 0;
        }
    }
    return count;
}

typedef void pair_adder(const struct network *network, const struct pair *pairs, int count,
                        int first, int32_t *units);

/* Adds what the pairs say to the units of one step, from the first on. */
static void add_pairs(const struct network *network, const struct pair *pairs, int count, int first,
                      int32_t *units)
{
    for (int i = 0; i < count; i++) {
        const int16_t *row = network_weight(network, 2 * pairs[i].number, first);
        for (int k = 0; k < NETWORK_HIDDEN_STEP; k++)
            units[first + k] +=
                row[2 * k] * pairs[i].inputs[0] + row[2 * k + 1] * pairs[i].inputs[1];
    }
}

#ifdef __x86_64__

/* The same on processors with wide registers, where the units stay all the time. */
__attribute__((target("avx2"))) static void add_pairs_wide(const struct network *network,
                                                           const struct pair *pairs, int count,
                                                           int first, int32_t *units)
{
    enum { WIDE = NETWORK_HIDDEN_STEP / 8 };
    __m256i sums[WIDE];
    for (int k = 0; k < WIDE; k++)
        sums[k] = _mm256_loadu_si256((const __m256i *)(units + first) + k);
    for (int i = 0; i < count; i++) {
        const void *row = network_weight(network, 2 * pairs[i].number, first);
        int32_t both;
        memcpy(&both, pairs[i].inputs, sizeof both);
        __m256i inputs = _mm256_set1_epi32(both);
        for (int k = 0; k < WIDE; k++) {
            __m256i weights = _mm256_loadu_si256((const __m256i *)row + k);
            sums[k] = _mm256_add_epi32(sums[k], _mm256_madd_epi16(weights, inputs));
        }
    }
    for (int k = 0; k < WIDE; k++)
        _mm256_storeu_si256((__m256i *)(units + first) + k, sums[k]);
}

static pair_adder *best_adder(void)
{
    return __builtin_cpu_supports("avx2") ? add_pairs_wide : add_pairs;
}

#else

static pair_adder *best_adder(void)
{
    return add_pairs;
}

#endif

/* Are these the units that the plain way gives? */
__attribute__((unused)) static bool agrees(const struct network *network, const struct pair *pairs,
                                           int count, int first, const int32_t *units)
{
    int32_t plain[NETWORK_HIDDEN_MAX];
    memcpy(plain, network->biases, sizeof plain);
    add_pairs(network, pairs, count, first, plain);
    return memcmp(plain + first, units + first, NETWORK_HIDDEN_STEP * sizeof *plain) == 0;
}

static void hidden_layer(const struct network *network, const int16_t *inputs, int32_t *units)
{
    struct pair pairs[NETWORK_INPUTS_ROOM / 2];
    int count = find_pairs(inputs, network->inputs, pairs);
    pair_adder *add = best_adder();
    memcpy(units, network->biases, (size_t)network->hidden * sizeof *units);
    for (int first = 0; first < network->hidden; first += NETWORK_HIDDEN_STEP) {
        add(network, pairs, count, first, units);
        assert(agrees(network, pairs, count, first, units));
    }
    for (int i = 0; i < network->hidden; i++)
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
    int16_t inputs[NETWORK_INPUTS_ROOM];
    int32_t units[NETWORK_HIDDEN_MAX];
    int64_t outputs[SEATS_MAX];
    uint32_t win[SEATS_MAX];
    int players = rules->setup.players;
    assert(network->inputs == network_input_count(rules->game));
    network_inputs(rules, state, seat, inputs);
    memset(inputs + network->inputs, 0, NETWORK_INPUT_STEP * sizeof *inputs);
    hidden_layer(network, inputs, units);
    for (int i = 0; i < players; i++)
        outputs[i] = output(network, units, i);
    shares(outputs, players, win);
    for (int i = 0; i < players; i++) {
        int other = (seat + i) % players;
        estimate->win[other] = win[i];
        estimate->points[other] = points_of(output(network, units, SEATS_MAX + i));
    }
}

void network_make(struct network *network, int inputs, int hidden)
{
    *network = (struct network){.inputs = inputs, .hidden = hidden};
    network->weights =
        memory_new((size_t)((inputs + 1) / 2) * (size_t)hidden * 2, sizeof *network->weights);
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
