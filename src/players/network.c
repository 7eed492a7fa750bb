/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a network expects of a position. This is the hot path of the stronger players: one pass over
 * the features that changed since the position before, for each of them one row of weights. */

#include "network.h"

#include "evaluate.h"

#include "base/bits.h"

#include <assert.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
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

/* The one that many places after a seat in turn order. Players that search ask very often: no
 * division. */
static int seat_after(int seat, int places, int players)
{
    assert(seat >= 0 && seat < players && places >= 0 && places < players);
    return seat + places < players ? seat + places : seat + places - players;
}

void network_inputs(const struct ruleset *rules, const void *state, int seat, int count,
                    int16_t *inputs)
{
    enum { UNIT = JUDGE_POINT / 2 };
    assert(count > SEATS_MAX && count <= network_input_count(rules->game));
    int players = rules->setup.players;
    int64_t sum = 0;
    int32_t values[SEATS_MAX];
    int16_t *worths = inputs + count - SEATS_MAX; /* over features that are not known to it */
    struct score score;
    rules->game->score(rules, state, &score);
    rules->game->features(rules, state, &score, seat, inputs);
    evaluate_seats(rules, state, &score, values);
    for (int i = 0; i < players; i++)
        sum += values[i];
    int64_t mean = sum / players;
    for (int i = 0; i < SEATS_MAX; i++)
        worths[i] = i < players ? bounded((values[seat_after(seat, i, players)] - mean) / UNIT) : 0;
}

/* ---- the layers --------------------------------------------------------------------------------
 * The hidden layer continues from the position before: only inputs that changed cost anything; at
 * first all are zero. Each of the passes is there as anyone can read it, and for processors (and
 * browsers) with wide registers. All give the same numbers, which builds with asserts check every
 * time. */

/* Inputs are taken in pairs, two side by side. */
struct changes {
    int count;
    uint16_t pairs[NETWORK_INPUTS_ROOM / 2]; /* of which at least one changed */
    int16_t by[NETWORK_INPUTS_ROOM];         /* how much more each input is now */
};

struct passes {
    /* Finds what changed and notes the inputs; there are zeros behind them up to a multiple of
     * NETWORK_INPUT_STEP. */
    void (*note_inputs)(const struct network *network, const int16_t *inputs,
                        struct network_notes *notes, struct changes *changes);

    /* Tells this many hidden units, from the first on, and asks what they say now:
     * NETWORK_HIDDEN_STEP or twice as many. */
    void (*tell_units)(const struct network *network, const struct changes *changes, int first,
                       int units_count, int32_t *sums, int32_t *units);

    /* Behind the point: NETWORK_UNIT_BITS + NETWORK_OUT_BITS. */
    int64_t (*output)(const struct network *network, const int32_t *units, int number);

    /* The same for a trait of moves; here no unit says more than NETWORK_UNIT_MAX. */
    int64_t (*trait)(const struct network *network, const int16_t *units, int number);
};

static void note_inputs(const struct network *network, const int16_t *inputs,
                        struct network_notes *notes, struct changes *changes)
{
    changes->count = 0;
    for (int i = 0; i < network->inputs; i += 2) {
        for (int k = i; k < i + 2; k++)
            changes->by[k] = (int16_t)(inputs[k] - notes->inputs[k]);
        if (changes->by[i] != 0 || changes->by[i + 1] != 0)
            changes->pairs[changes->count++] = (uint16_t)(i / 2);
    }
    memcpy(notes->inputs, inputs, (size_t)network->inputs * sizeof *inputs);
}

static void tell_units(const struct network *network, const struct changes *changes, int first,
                       int units_count, int32_t *sums, int32_t *units)
{
    for (int i = 0; i < changes->count; i++) {
        int pair = changes->pairs[i];
        const int16_t *weights = network->weights + 2 * pair * network->hidden;
        const int16_t *by = changes->by + 2 * pair;
        for (int k = first; k < first + units_count; k++)
            sums[k] += weights[2 * k] * by[0] + weights[2 * k + 1] * by[1];
    }
    for (int k = first; k < first + units_count; k++)
        units[k] = sums[k] > 0 ? sums[k] >> (NETWORK_WEIGHT_BITS - NETWORK_UNIT_BITS) : 0;
}

static int64_t output(const struct network *network, const int32_t *units, int number)
{
    int64_t sum = network->out_biases[number];
    for (int i = 0; i < network->hidden; i++)
        sum += (int64_t)network->out[number][i] * units[i];
    return sum;
}

static int64_t trait(const struct network *network, const int16_t *units, int number)
{
    const int16_t *weights = network->trait_weights + (size_t)number * (size_t)network->hidden;
    int64_t sum = network->trait_biases[number];
    for (int i = 0; i < network->hidden; i++)
        sum += weights[i] * units[i];
    return sum;
}

static const struct passes plain = {note_inputs, tell_units, output, trait};

#ifdef __x86_64__

#define WIDE __attribute__((target("avx2")))
enum {
    LANES = 8, /* 32-bit numbers in a wide register: pairs of inputs, or units */
    REGISTERS_MAX = 2 * NETWORK_HIDDEN_STEP / LANES,
};

/* 1 in each of four numbers side by side. */
static const uint64_t four_ones = 0x0001000100010001;

/* Writes the numbers of those of four pairs that changed; `firsts` has the first one four times.
 * What is written behind them does not count. */
static inline uint16_t *write_changed(unsigned changed, uint64_t firsts, uint16_t *pairs)
{
    static const uint16_t fronts[16][4] = {
        {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
        {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3},
    };
    uint64_t four;
    memcpy(&four, fronts[changed], sizeof four);
    four += firsts; /* no number is so large that it runs into the next */
    memcpy(pairs, &four, sizeof four);
    return pairs + bits_count(changed);
}

/* Writes the numbers of the pairs in a register that changed, by how much each input did. */
WIDE static inline uint16_t *write_pairs(__m256i by, uint64_t firsts, uint16_t *pairs)
{
    __m256i same = _mm256_cmpeq_epi32(by, _mm256_setzero_si256());
    unsigned changed = 255 ^ (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same));
    pairs = write_changed(changed & 15, firsts, pairs);
    return write_changed(changed >> 4, firsts + 4 * four_ones, pairs);
}

WIDE static void note_inputs_wide(const struct network *network, const int16_t *inputs,
                                  struct network_notes *notes, struct changes *changes)
{
    uint16_t *pairs = changes->pairs;
    uint64_t firsts = 0;
    _Static_assert(NETWORK_INPUT_STEP == 4 * LANES, "a step is two registers");
    for (int i = 0; i < network->inputs; i += NETWORK_INPUT_STEP, firsts += 2 * LANES * four_ones) {
        const __m256i *now = (const __m256i *)(inputs + i);
        __m256i *before = (__m256i *)(notes->inputs + i), *by = (__m256i *)(changes->by + i);
        __m256i now_0 = _mm256_loadu_si256(now), now_1 = _mm256_loadu_si256(now + 1);
        __m256i by_0 = _mm256_sub_epi16(now_0, _mm256_loadu_si256(before));
        __m256i by_1 = _mm256_sub_epi16(now_1, _mm256_loadu_si256(before + 1));
        __m256i both = _mm256_or_si256(by_0, by_1);
        if (_mm256_testz_si256(both, both))
            continue; /* as most inputs in a search, and always those of absent seats */
        _mm256_storeu_si256(before, now_0);
        _mm256_storeu_si256(before + 1, now_1);
        _mm256_storeu_si256(by, by_0);
        _mm256_storeu_si256(by + 1, by_1);
        pairs = write_pairs(by_0, firsts, pairs);
        pairs = write_pairs(by_1, firsts + LANES * four_ones, pairs);
    }
    changes->count = (int)(pairs - changes->pairs);
}

/* The sums stay in registers all the time, so their number must be known here. */
WIDE static inline __attribute__((always_inline)) void
tell_registers(const struct network *network, const struct changes *changes, const int registers,
               int first, int32_t *sums, int32_t *units)
{
    const size_t row_size = 2 * (size_t)network->hidden;
    const int16_t *weights = network->weights + 2 * first;
    __m256i held[REGISTERS_MAX];
#pragma GCC unroll REGISTERS_MAX
    for (int k = 0; k < registers; k++)
        held[k] = _mm256_loadu_si256((const __m256i *)(sums + first) + k);
    for (int i = 0; i < changes->count; i++) {
        size_t pair = changes->pairs[i];
        const __m256i *row = (const __m256i *)(weights + pair * row_size);
        int32_t both;
        memcpy(&both, changes->by + 2 * pair, sizeof both);
#pragma GCC unroll REGISTERS_MAX
        for (int k = 0; k < registers; k++)
            held[k] = _mm256_add_epi32(
                held[k], _mm256_madd_epi16(_mm256_load_si256(row + k), _mm256_set1_epi32(both)));
    }
#pragma GCC unroll REGISTERS_MAX
    for (int k = 0; k < registers; k++) {
        __m256i above = _mm256_max_epi32(held[k], _mm256_setzero_si256());
        _mm256_storeu_si256((__m256i *)(sums + first) + k, held[k]);
        _mm256_storeu_si256((__m256i *)(units + first) + k,
                            _mm256_srli_epi32(above, NETWORK_WEIGHT_BITS - NETWORK_UNIT_BITS));
    }
}

WIDE static void tell_units_wide(const struct network *network, const struct changes *changes,
                                 int first, int units_count, int32_t *sums, int32_t *units)
{
    if (units_count == NETWORK_HIDDEN_STEP)
        tell_registers(network, changes, REGISTERS_MAX / 2, first, sums, units);
    else
        tell_registers(network, changes, REGISTERS_MAX, first, sums, units);
}

/* Products have 64 bits: those of the even lanes, then those of the odd ones. */
WIDE static int64_t output_wide(const struct network *network, const int32_t *units, int number)
{
    __m256i sums = _mm256_setzero_si256();
    int64_t parts[4];
    for (int i = 0; i < network->hidden; i += NETWORK_HIDDEN_STEP)
#pragma GCC unroll REGISTERS_MAX
        for (int k = i; k < i + NETWORK_HIDDEN_STEP; k += LANES) {
            __m256i said = _mm256_loadu_si256((const __m256i *)(units + k));
            __m256i weights = _mm256_loadu_si256((const __m256i *)(network->out[number] + k));
            __m256i odd_said = _mm256_srli_epi64(said, 32);
            __m256i odd_weights = _mm256_srli_epi64(weights, 32);
            sums = _mm256_add_epi64(sums, _mm256_mul_epi32(said, weights));
            sums = _mm256_add_epi64(sums, _mm256_mul_epi32(odd_said, odd_weights));
        }
    _mm256_storeu_si256((__m256i *)parts, sums);
    return network->out_biases[number] + parts[0] + parts[1] + parts[2] + parts[3];
}

/* Two products at once have 32 bits: weights are bounded so that they fit; sums have 64. */
WIDE static int64_t trait_wide(const struct network *network, const int16_t *units, int number)
{
    const int16_t *weights = network->trait_weights + (size_t)number * (size_t)network->hidden;
    __m256i sums = _mm256_setzero_si256();
    int64_t parts[4];
    for (int i = 0; i < network->hidden; i += 2 * LANES) {
        __m256i pairs = _mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(units + i)),
                                          _mm256_loadu_si256((const __m256i *)(weights + i)));
        sums = _mm256_add_epi64(sums, _mm256_cvtepi32_epi64(_mm256_castsi256_si128(pairs)));
        sums = _mm256_add_epi64(sums, _mm256_cvtepi32_epi64(_mm256_extracti128_si256(pairs, 1)));
    }
    _mm256_storeu_si256((__m256i *)parts, sums);
    return network->trait_biases[number] + parts[0] + parts[1] + parts[2] + parts[3];
}

static const struct passes *best_passes(void)
{
    static const struct passes wide = {note_inputs_wide, tell_units_wide, output_wide, trait_wide};
    return __builtin_cpu_supports("avx2") ? &wide : &plain;
}

#elif defined(__wasm_simd128__)

enum { LANES = 4, REGISTERS = NETWORK_HIDDEN_STEP / LANES };

/* Four pairs at a time: those that did not change cost a comparison. */
static void note_inputs_wide(const struct network *network, const int16_t *inputs,
                             struct network_notes *notes, struct changes *changes)
{
    uint16_t *pairs = changes->pairs;
    for (int i = 0; i < network->inputs; i += 2 * LANES) {
        v128_t now = wasm_v128_load(inputs + i);
        v128_t by = wasm_i16x8_sub(now, wasm_v128_load(notes->inputs + i));
        if (!wasm_v128_any_true(by))
            continue;
        wasm_v128_store(notes->inputs + i, now);
        wasm_v128_store(changes->by + i, by);
        for (unsigned changed = wasm_i32x4_bitmask(wasm_i32x4_ne(by, wasm_i32x4_const_splat(0)));
             changed != 0; changed &= changed - 1)
            *pairs++ = (uint16_t)(i / 2 + __builtin_ctz(changed));
    }
    changes->count = (int)(pairs - changes->pairs);
    assert(changes->count <= NETWORK_INPUTS_ROOM / 2);
}

/* The sums of one step stay in registers all the time. */
static inline __attribute__((always_inline)) void tell_step(const struct network *network,
                                                            const struct changes *changes,
                                                            int first, int32_t *sums,
                                                            int32_t *units)
{
    assert(first >= 0 && first + NETWORK_HIDDEN_STEP <= network->hidden);
    const size_t row_size = 2 * (size_t)network->hidden;
    const int16_t *weights = network->weights + 2 * first;
    v128_t held[REGISTERS];
#pragma clang loop unroll(full)
    for (int k = 0; k < REGISTERS; k++)
        held[k] = wasm_v128_load(sums + first + LANES * k);
    for (int i = 0; i < changes->count; i++) {
        size_t pair = changes->pairs[i];
        const int16_t *row = weights + pair * row_size;
        v128_t both = wasm_v128_load32_splat(changes->by + 2 * pair);
#pragma clang loop unroll(full)
        for (int k = 0; k < REGISTERS; k++)
            held[k] = wasm_i32x4_add(
                held[k], wasm_i32x4_dot_i16x8(wasm_v128_load(row + 2 * LANES * k), both));
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < REGISTERS; k++) {
        v128_t above = wasm_i32x4_max(held[k], wasm_i32x4_const_splat(0));
        wasm_v128_store(sums + first + LANES * k, held[k]);
        wasm_v128_store(units + first + LANES * k,
                        wasm_u32x4_shr(above, NETWORK_WEIGHT_BITS - NETWORK_UNIT_BITS));
    }
}

static void tell_units_wide(const struct network *network, const struct changes *changes, int first,
                            int units_count, int32_t *sums, int32_t *units)
{
    assert(units_count % NETWORK_HIDDEN_STEP == 0);
    for (int i = first; i < first + units_count; i += NETWORK_HIDDEN_STEP)
        tell_step(network, changes, i, sums, units);
}

/* Products have 64 bits. */
static int64_t output_wide(const struct network *network, const int32_t *units, int number)
{
    v128_t sums = wasm_i64x2_const_splat(0);
    for (int i = 0; i < network->hidden; i += LANES) {
        v128_t said = wasm_v128_load(units + i);
        v128_t weights = wasm_v128_load(network->out[number] + i);
        sums = wasm_i64x2_add(sums, wasm_i64x2_extmul_low_i32x4(said, weights));
        sums = wasm_i64x2_add(sums, wasm_i64x2_extmul_high_i32x4(said, weights));
    }
    return network->out_biases[number] + wasm_i64x2_extract_lane(sums, 0) +
           wasm_i64x2_extract_lane(sums, 1);
}

/* Two products at once have 32 bits, as above. */
static int64_t trait_wide(const struct network *network, const int16_t *units, int number)
{
    const int16_t *weights = network->trait_weights + (size_t)number * (size_t)network->hidden;
    v128_t sums = wasm_i64x2_const_splat(0);
    for (int i = 0; i < network->hidden; i += 2 * LANES) {
        v128_t pairs = wasm_i32x4_dot_i16x8(wasm_v128_load(units + i), wasm_v128_load(weights + i));
        sums = wasm_i64x2_add(sums, wasm_i64x2_extend_low_i32x4(pairs));
        sums = wasm_i64x2_add(sums, wasm_i64x2_extend_high_i32x4(pairs));
    }
    return network->trait_biases[number] + wasm_i64x2_extract_lane(sums, 0) +
           wasm_i64x2_extract_lane(sums, 1);
}

static const struct passes *best_passes(void)
{
    static const struct passes wide = {note_inputs_wide, tell_units_wide, output_wide, trait_wide};
    return &wide;
}

#else

static const struct passes *best_passes(void)
{
    return &plain;
}

#endif

/* Nothing was told yet. */
static void begin_notes(struct network_notes *notes, const struct network *network)
{
    size_t used = (size_t)network->inputs + NETWORK_INPUT_STEP;
    notes->network = network;
    memset(notes->inputs, 0, used * sizeof *notes->inputs);
    memcpy(notes->sums, network->biases, (size_t)network->hidden * sizeof *notes->sums);
}

/* Are these the units that the plain way gives from the beginning? */
__attribute__((unused)) static bool units_agree(const struct network *network,
                                                const int16_t *inputs, const int32_t *units)
{
    struct network_notes notes;
    struct changes changes;
    int32_t expected[NETWORK_HIDDEN_MAX];
    begin_notes(&notes, network);
    plain.note_inputs(network, inputs, &notes, &changes);
    plain.tell_units(network, &changes, 0, network->hidden, notes.sums, expected);
    return memcmp(expected, units, (size_t)network->hidden * sizeof *units) == 0;
}

static void hidden_layer(const struct network *network, const int16_t *inputs,
                         struct network_notes *notes, int32_t *units)
{
    const struct passes *passes = best_passes();
    struct changes changes;
    passes->note_inputs(network, inputs, notes, &changes);
    assert(changes.count <= (network->inputs + 1) / 2);
    for (int first = 0, more; first < network->hidden; first += more) {
        more = network->hidden - first > NETWORK_HIDDEN_STEP ? 2 * NETWORK_HIDDEN_STEP
                                                             : NETWORK_HIDDEN_STEP;
        passes->tell_units(network, &changes, first, more, notes->sums, units);
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

/* Shares of JUDGE_ONE from how much each output speaks for its seat or move. */
static void shares(const int64_t *outputs, int count, uint32_t *out)
{
    enum { LOG2_E = 94548 }; /* times 65536 */
    int64_t most = outputs[0];
    uint64_t sum = 0;
    for (int i = 1; i < count; i++)
        most = outputs[i] > most ? outputs[i] : most;
    for (int i = 0; i < count; i++) {
        int64_t below = (outputs[i] - most) >> (NETWORK_UNIT_BITS + NETWORK_OUT_BITS - 16);
        below = below < -(INT64_C(64) << 16) ? -(INT64_C(64) << 16) : below;
        sum += out[i] = power_of_two((below * LOG2_E) >> 16);
    }
    for (int i = 0; i < count; i++)
        out[i] = (uint32_t)(((uint64_t)out[i] << JUDGE_BITS) / sum);
}

static int32_t points_of(int64_t output)
{
    int64_t points = (output * JUDGE_POINT) >> (NETWORK_UNIT_BITS + NETWORK_OUT_BITS);
    return (int32_t)(points < INT32_MIN / 4   ? INT32_MIN / 4
                     : points > INT32_MAX / 4 ? INT32_MAX / 4
                                              : points);
}

/* What the hidden units say of a state. */
static void look_at(const struct network *network, const struct ruleset *rules, const void *state,
                    int seat, struct network_notes *notes, int32_t *units)
{
    int16_t inputs[NETWORK_INPUTS_ROOM];
    network_inputs(rules, state, seat, network->inputs, inputs);
    memset(inputs + network->inputs, 0, NETWORK_INPUT_STEP * sizeof *inputs);
    if (notes->network != network)
        begin_notes(notes, network);
    hidden_layer(network, inputs, notes, units);
}

void network_estimate(const struct network *network, const struct ruleset *rules, const void *state,
                      int seat, struct network_notes *notes, struct estimate *estimate)
{
    int32_t units[NETWORK_HIDDEN_MAX];
    int64_t outputs[SEATS_MAX];
    uint32_t win[SEATS_MAX];
    int players = rules->setup.players;
    look_at(network, rules, state, seat, notes, units);
    for (int i = 0; i < players; i++)
        outputs[i] = best_output(network, units, i);
    shares(outputs, players, win);
    for (int i = 0; i < players; i++) {
        int other = seat_after(seat, i, players);
        estimate->win[other] = win[i];
        estimate->points[other] = points_of(best_output(network, units, SEATS_MAX + i));
    }
}

static int64_t best_trait(const struct network *network, const int16_t *units, int number)
{
    int64_t sum = best_passes()->trait(network, units, number);
    assert(number < network->traits.count && sum == plain.trait(network, units, number));
    return sum;
}

void network_prefer(const struct network *network, const struct ruleset *rules, const void *state,
                    int seat, struct network_notes *notes, const struct move *moves, int count,
                    uint32_t *likely)
{
    int32_t units[NETWORK_HIDDEN_MAX];
    int16_t bounded_units[NETWORK_HIDDEN_MAX];
    int64_t outputs[MOVES_MAX];
    assert(network->trait_weights != NULL && count > 0 && count <= MOVES_MAX);
    look_at(network, rules, state, seat, notes, units);
    for (int i = 0; i < network->hidden; i++)
        bounded_units[i] = (int16_t)(units[i] < NETWORK_UNIT_MAX ? units[i] : NETWORK_UNIT_MAX);
    for (int i = 0; i < count; i++) {
        uint16_t traits[TRAITS_OF_MOVE];
        move_traits_of(&network->traits, moves[i], seat, rules->setup.players, traits);
        outputs[i] = 0;
        for (int k = 0; k < TRAITS_OF_MOVE; k++)
            if (traits[k] != TRAIT_NONE)
                outputs[i] += best_trait(network, bounded_units, traits[k]);
    }
    shares(outputs, count, likely);
}

void network_make_moves(struct network *network, const struct game *game)
{
    assert(network->hidden > 0 && network->trait_weights == NULL);
    move_traits_open(&network->traits, game);
    size_t count = (size_t)network->traits.count;
    network->trait_weights =
        memory_new(count * (size_t)network->hidden, sizeof *network->trait_weights);
    network->trait_biases = memory_new(count, sizeof *network->trait_biases);
}

void network_make(struct network *network, int inputs, int hidden)
{
    *network = (struct network){.inputs = inputs, .hidden = hidden};
    size_t count = (size_t)((inputs + 1) / 2) * (size_t)hidden * 2;
    /* No register of weights is to lie in two cache lines. */
    network->weights = memory_new_at_line(count * sizeof *network->weights);
}

/* ---- as a judge ------------------------------------------------------------------------------ */

static void judge(const struct judge *judge, const struct ruleset *rules, const void *state,
                  struct estimate *estimate)
{
    int players = rules->setup.players;
    struct estimate_sum sum = {0};
    struct network_notes own; /* where nobody keeps any */
    if (rules->game->node(rules, state).actor == NOBODY) {
        judge_end(rules, state, estimate);
        return;
    }
    for (int seat = 0; seat < players; seat++) {
        struct network_notes *notes = judge->notes != NULL ? &judge->notes->views[seat] : &own;
        struct estimate seen = {0};
        own.network = NULL;
        network_estimate(judge->data, rules, state, seat, notes, &seen);
        estimate_add(&sum, &seen, 1);
    }
    assert(sum.weight == players);
    *estimate = estimate_mean(&sum);
}

/* Seen from the seat that decides. */
static void prefer(const struct judge *judge, const struct ruleset *rules, const void *state,
                   const struct move *moves, int count, uint32_t *likely)
{
    struct network_notes own;
    struct network_notes *notes = judge->notes != NULL ? &judge->notes->moves : &own;
    int actor = rules->game->node(rules, state).actor;
    own.network = NULL;
    assert(actor >= 0);
    network_prefer(judge->data, rules, state, actor, notes, moves, count, likely);
}

struct judge network_judge(const struct network *network)
{
    return (struct judge){.estimate = judge,
                          .prefer = network->trait_weights != NULL ? prefer : NULL,
                          .data = network};
}
