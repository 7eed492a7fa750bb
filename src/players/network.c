/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a network expects of a position. This is the hot path of the stronger players: one pass over
 * the features that are not zero, for each of them one row of weights. */

#include "network.h"

#include "evaluate.h"

#include "base/bits.h"

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

/* ---- the layers --------------------------------------------------------------------------------
 * Each of the three passes is there twice: as anybody can read it, and for processors with wide
 * registers. Both give the same numbers, which builds with asserts check every time. */

/* Two inputs side by side, of which at least one is not zero, and their weights. */
struct pair {
    const int16_t *weights; /* of both to each hidden unit */
    int16_t inputs[2];
};

struct passes {
    /* Finds the pairs; there are zeros behind the inputs up to a multiple of NETWORK_INPUT_STEP. */
    int (*find_pairs)(const struct network *network, const int16_t *inputs, struct pair *pairs);

    /* What so many hidden units say to the pairs, from the first on: NETWORK_HIDDEN_STEP or twice
     * as many. */
    void (*ask_units)(const struct network *network, const struct pair *pairs, int count, int first,
                      int units_count, int32_t *units);

    /* Behind the point: NETWORK_UNIT_BITS + NETWORK_OUT_BITS. */
    int64_t (*output)(const struct network *network, const int32_t *units, int number);
};

static struct pair pair_at(const struct network *network, const int16_t *inputs, int input)
{
    struct pair pair = {.weights = network_weight(network, input, 0)};
    memcpy(pair.inputs, inputs + input, sizeof pair.inputs);
    return pair;
}

/* Most inputs are zero, so steps without any other are passed over at once. */
static int find_pairs(const struct network *network, const int16_t *inputs, struct pair *pairs)
{
    int count = 0;
    for (int i = 0; i < network->inputs; i += NETWORK_INPUT_STEP) {
        uint64_t parts[NETWORK_INPUT_STEP / 4];
        memcpy(parts, inputs + i, sizeof parts);
        if ((parts[0] | parts[1] | parts[2] | parts[3]) == 0)
            continue;
        for (int k = i; k < i + NETWORK_INPUT_STEP; k += 2)
            if ((inputs[k] | inputs[k + 1]) != 0)
                pairs[count++] = pair_at(network, inputs, k);
    }
    return count;
}

static void ask_units(const struct network *network, const struct pair *pairs, int count, int first,
                      int units_count, int32_t *units)
{
    for (int k = first; k < first + units_count; k++)
        units[k] = network->biases[k];
    for (int i = 0; i < count; i++)
        for (int k = first; k < first + units_count; k++)
            units[k] += pairs[i].weights[2 * k] * pairs[i].inputs[0] +
                        pairs[i].weights[2 * k + 1] * pairs[i].inputs[1];
    for (int k = first; k < first + units_count; k++)
        units[k] = units[k] > 0 ? units[k] >> (NETWORK_WEIGHT_BITS - NETWORK_UNIT_BITS) : 0;
}

static int64_t output(const struct network *network, const int32_t *units, int number)
{
    int64_t sum = network->out_biases[number];
    for (int i = 0; i < network->hidden; i++)
        sum += (int64_t)network->out[number][i] * units[i];
    return sum;
}

static const struct passes plain = {find_pairs, ask_units, output};

#ifdef __x86_64__

#define WIDE __attribute__((target("avx2")))
enum { LANES = 8 }; /* 32-bit numbers in a wide register */

WIDE static int find_pairs_wide(const struct network *network, const int16_t *inputs,
                                struct pair *pairs)
{
    int count = 0;
    for (int i = 0; i < network->inputs; i += NETWORK_INPUT_STEP) {
        __m256i step = _mm256_loadu_si256((const __m256i *)(inputs + i));
        __m256i zeros = _mm256_cmpeq_epi32(step, _mm256_setzero_si256());
        unsigned others = ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(zeros)) & 0xff;
        for (uint64_t rest = others; rest != 0;)
            pairs[count++] = pair_at(network, inputs, i + 2 * (int)bits_pop(&rest));
    }
    return count;
}

/* The units stay in registers all the time, so their number must be known here. */
WIDE static inline __attribute__((always_inline)) void
ask_registers(const struct network *network, const struct pair *pairs, int count, int first,
              const int registers, int32_t *units)
{
    __m256i sums[2 * NETWORK_HIDDEN_STEP / LANES];
    for (int k = 0; k < registers; k++)
        sums[k] = _mm256_loadu_si256((const __m256i *)(network->biases + first) + k);
    for (int i = 0; i < count; i++) {
        const void *row = pairs[i].weights + 2 * first;
        int32_t both;
        memcpy(&both, pairs[i].inputs, sizeof both);
        __m256i inputs = _mm256_set1_epi32(both);
        for (int k = 0; k < registers; k++) {
            __m256i weights = _mm256_loadu_si256((const __m256i *)row + k);
            sums[k] = _mm256_add_epi32(sums[k], _mm256_madd_epi16(weights, inputs));
        }
    }
    for (int k = 0; k < registers; k++) {
        __m256i above = _mm256_max_epi32(sums[k], _mm256_setzero_si256());
        _mm256_storeu_si256((__m256i *)(units + first) + k,
                            _mm256_srli_epi32(above, NETWORK_WEIGHT_BITS - NETWORK_UNIT_BITS));
    }
}

WIDE static void ask_units_wide(const struct network *network, const struct pair *pairs, int count,
                                int first, int units_count, int32_t *units)
{
    if (units_count == NETWORK_HIDDEN_STEP)
        ask_registers(network, pairs, count, first, NETWORK_HIDDEN_STEP / LANES, units);
    else
        ask_registers(network, pairs, count, first, 2 * NETWORK_HIDDEN_STEP / LANES, units);
}

/* Products have 64 bits: those of the even lanes, then those of the odd ones. */
WIDE static int64_t output_wide(const struct network *network, const int32_t *units, int number)
{
    __m256i sums = _mm256_setzero_si256();
    int64_t parts[4];
    for (int i = 0; i < network->hidden; i += LANES) {
        __m256i said = _mm256_loadu_si256((const __m256i *)(units + i));
        __m256i weights = _mm256_loadu_si256((const __m256i *)(network->out[number] + i));
        sums = _mm256_add_epi64(sums, _mm256_mul_epi32(said, weights));
        sums = _mm256_add_epi64(
            sums, _mm256_mul_epi32(_mm256_srli_epi64(said, 32), _mm256_srli_epi64(weights, 32)));
    }
    _mm256_storeu_si256((__m256i *)parts, sums);
    return network->out_biases[number] + parts[0] + parts[1] + parts[2] + parts[3];
}

static const struct passes *best_passes(void)
{
    static const struct passes wide = {find_pairs_wide, ask_units_wide, output_wide};
    return __builtin_cpu_supports("avx2") ? &wide : &plain;
}

#else

static const struct passes *best_passes(void)
{
    return &plain;
}

#endif

/* Are these the units that the plain way gives? */
__attribute__((unused)) static bool units_agree(const struct network *network,
                                                const int16_t *inputs, const int32_t *units)
{
    struct pair pairs[NETWORK_INPUTS_ROOM / 2];
    int32_t expected[NETWORK_HIDDEN_MAX];
    int count = plain.find_pairs(network, inputs, pairs);
    plain.ask_units(network, pairs, count, 0, network->hidden, expected);
    return memcmp(expected, units, (size_t)network->hidden * sizeof *units) == 0;
}

static void hidden_layer(const struct network *network, const int16_t *inputs, int32_t *units)
{
    const struct passes *passes = best_passes();
    struct pair pairs[NETWORK_INPUTS_ROOM / 2];
    int count = passes->find_pairs(network, inputs, pairs);
    for (int first = 0, more; first < network->hidden; first += more) {
        more = network->hidden - first > NETWORK_HIDDEN_STEP ? 2 * NETWORK_HIDDEN_STEP
                                                             : NETWORK_HIDDEN_STEP;
        passes->ask_units(network, pairs, count, first, more, units);
    }
    assert(units_agree(network, inputs, units));
}

static int64_t best_output(const struct network *network, const int32_t *units, int number)
{
    int64_t sum = best_passes()->output(network, units, number);
    assert(sum == plain.output(network, units, number));
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
        outputs[i] = best_output(network, units, i);
    shares(outputs, players, win);
    for (int i = 0; i < players; i++) {
        int other = (seat + i) % players;
        estimate->win[other] = win[i];
        estimate->points[other] = points_of(best_output(network, units, SEATS_MAX + i));
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
