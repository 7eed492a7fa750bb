/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a network expects of a position. This is the hot path of the stronger players: one pass over
 * the non-zero features, with one row of weights for each. */

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
 * Each of the three passes is there twice: as anyone can read it, and for processors with wide
 * registers. Both give the same numbers, which builds with asserts check every time. */

/* All of two inputs side by side of which at least one is not zero. */
struct pairs {
    int count;
    int32_t weights[NETWORK_INPUTS_ROOM / 2]; /* where those of the pair begin */
    int32_t inputs[NETWORK_INPUTS_ROOM / 2];  /* both, as they lie side by side */
};

struct passes {
    /* Finds the pairs; there are zeros behind the inputs up to a multiple of NETWORK_INPUT_STEP. */
    void (*find_pairs)(const struct network *network, const int16_t *inputs, struct pairs *pairs);

    /* What this many hidden units say to the pairs, from the first on: NETWORK_HIDDEN_STEP or twice
     * as many. */
    void (*ask_units)(const struct network *network, const struct pairs *pairs, int first,
                      int units_count, int32_t *units);

    /* Behind the point: NETWORK_UNIT_BITS + NETWORK_OUT_BITS. */
    int64_t (*output)(const struct network *network, const int32_t *units, int number);
};

/* Most inputs are zero, so steps without any other are passed over at once. */
static void find_pairs(const struct network *network, const int16_t *inputs, struct pairs *pairs)
{
    pairs->count = 0;
    for (int i = 0; i < network->inputs; i += NETWORK_INPUT_STEP) {
        uint64_t parts[NETWORK_INPUT_STEP / 4];
        memcpy(parts, inputs + i, sizeof parts);
        if ((parts[0] | parts[1]) == 0)
            continue;
        for (int k = i; k < i + NETWORK_INPUT_STEP; k += 2) {
            if ((inputs[k] | inputs[k + 1]) == 0)
                continue;
            pairs->weights[pairs->count] = k * network->hidden;
            memcpy(&pairs->inputs[pairs->count++], inputs + k, sizeof *pairs->inputs);
        }
    }
}

static void ask_units(const struct network *network, const struct pairs *pairs, int first,
                      int units_count, int32_t *units)
{
    for (int k = first; k < first + units_count; k++)
        units[k] = network->biases[k];
    for (int i = 0; i < pairs->count; i++) {
        const int16_t *weights = network->weights + pairs->weights[i];
        int16_t inputs[2];
        memcpy(inputs, &pairs->inputs[i], sizeof inputs);
        for (int k = first; k < first + units_count; k++)
            units[k] += weights[2 * k] * inputs[0] + weights[2 * k + 1] * inputs[1];
    }
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

/* Without a jump: each step of four pairs is written with those to the front that are not zero, and
 * the next one goes over the rest. */
WIDE static void find_pairs_wide(const struct network *network, const int16_t *inputs,
                                 struct pairs *pairs)
{
    enum { A = 0x03020100, B = 0x07060504, C = 0x0b0a0908, D = 0x0f0e0d0c }; /* bytes of a pair */
    static const int32_t fronts[16][4] = {
        {0}, {A},    {B},    {A, B},    {C},    {A, C},    {B, C},    {A, B, C},
        {D}, {A, D}, {B, D}, {A, B, D}, {C, D}, {A, C, D}, {B, C, D}, {A, B, C, D},
    };
    const int row = 2 * network->hidden;
    __m128i weights = _mm_setr_epi32(0, row, 2 * row, 3 * row);
    int count = 0;
    for (int i = 0; i < network->inputs; i += NETWORK_INPUT_STEP) {
        __m128i step = _mm_loadu_si128((const __m128i *)(inputs + i));
        __m128i zeros = _mm_cmpeq_epi32(step, _mm_setzero_si128());
        unsigned others = ~(unsigned)_mm_movemask_ps(_mm_castsi128_ps(zeros)) & 15;
        __m128i front = _mm_loadu_si128((const __m128i *)fronts[others]);
        _mm_storeu_si128((__m128i *)(pairs->inputs + count), _mm_shuffle_epi8(step, front));
        _mm_storeu_si128((__m128i *)(pairs->weights + count), _mm_shuffle_epi8(weights, front));
        count += bits_count(others);
        weights = _mm_add_epi32(weights, _mm_set1_epi32(4 * row));
    }
    pairs->count = count;
}

/* The units stay in registers all the time, so their number must be known here. */
WIDE static inline __attribute__((always_inline)) void ask_registers(const struct network *network,
                                                                     const struct pairs *pairs,
                                                                     int first, const int registers,
                                                                     int32_t *units)
{
    __m256i sums[2 * NETWORK_HIDDEN_STEP / LANES];
    for (int k = 0; k < registers; k++)
        sums[k] = _mm256_loadu_si256((const __m256i *)(network->biases + first) + k);
    for (int i = 0; i < pairs->count; i++) {
        const void *row = network->weights + pairs->weights[i] + 2 * first;
        __m256i inputs = _mm256_set1_epi32(pairs->inputs[i]);
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

WIDE static void ask_units_wide(const struct network *network, const struct pairs *pairs, int first,
                                int units_count, int32_t *units)
{
    if (units_count == NETWORK_HIDDEN_STEP)
        ask_registers(network, pairs, first, NETWORK_HIDDEN_STEP / LANES, units);
    else
        ask_registers(network, pairs, first, 2 * NETWORK_HIDDEN_STEP / LANES, units);
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
    struct pairs pairs;
    int32_t expected[NETWORK_HIDDEN_MAX];
    plain.find_pairs(network, inputs, &pairs);
    plain.ask_units(network, &pairs, 0, network->hidden, expected);
    return memcmp(expected, units, (size_t)network->hidden * sizeof *units) == 0;
}

static void hidden_layer(const struct network *network, const int16_t *inputs, int32_t *units)
{
    const struct passes *passes = best_passes();
    struct pairs pairs;
    passes->find_pairs(network, inputs, &pairs);
    for (int first = 0, more; first < network->hidden; first += more) {
        more = network->hidden - first > NETWORK_HIDDEN_STEP ? 2 * NETWORK_HIDDEN_STEP
                                                             : NETWORK_HIDDEN_STEP;
        passes->ask_units(network, &pairs, first, more, units);
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
    /* 1 + 0.6565 x + 0.3435 x²: exact at both ends, 0.3 % off at most between them. */
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
