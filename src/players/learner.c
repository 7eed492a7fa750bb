/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The training steps. Loops run over hidden units, so that compilers turn them into vector code
 * without having to reorder sums: with registers of any width the same bits come out. */

#include "learner.h"

#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_UNIT  50.0f /* outputs for points are in such units, so that errors are near 1 */
#define POINTS_SHARE 0.5f  /* of an error in points relative to one in winning */
#define CHOICE_SHARE 0.5f  /* of an error in moves */
#define SCALE_MOST   2.0f  /* rare inputs are not blown up more than this */
#define DECAY        1e-4f /* of weights, at each step, times the rate */
#define MEAN_KEEP    0.9f
#define SQUARE_KEEP  0.999f

/* ---- samples --------------------------------------------------------------------------------- */

/* Room for one row more, or many, in a list that grows by doubling. */
static size_t room_for(size_t count, size_t room, size_t more)
{
    return count + more <= room ? room : 2 * room > count + more ? 2 * room : count + more + 64;
}

static void make_room(struct samples *samples, size_t more)
{
    size_t room = room_for(samples->count, samples->room, more);
    if (room == samples->room)
        return;
    samples->values = memory_grow(samples->values, room, (size_t)samples->inputs);
    samples->targets = memory_grow(samples->targets, room, sizeof *samples->targets);
    samples->choices = memory_grow(samples->choices, room, sizeof *samples->choices);
    samples->room = room;
}

static void make_option_room(struct samples *samples, size_t more)
{
    size_t room = room_for(samples->option_count, samples->option_room, more);
    if (room == samples->option_room)
        return;
    samples->options = memory_grow(samples->options, room, sizeof *samples->options);
    samples->option_room = room;
}

static int8_t *inputs_of(const struct samples *samples, size_t number)
{
    return samples->values + number * (size_t)samples->inputs;
}

static int8_t *add_any(struct samples *samples, struct learning_target target,
                       struct learning_choice choice)
{
    assert(samples->inputs > 0 && (target.players > 0) != (choice.count > 0));
    make_room(samples, 1);
    int8_t *inputs = inputs_of(samples, samples->count);
    memset(inputs, 0, (size_t)samples->inputs);
    samples->targets[samples->count] = target;
    samples->choices[samples->count++] = choice;
    return inputs;
}

int8_t *samples_add(struct samples *samples, const struct learning_target *target)
{
    assert(target->players > 0 && target->players <= SEATS_MAX);
    return add_any(samples, *target, (struct learning_choice){0});
}

int8_t *samples_add_choice(struct samples *samples, const struct learning_option *options,
                           int count, int chosen)
{
    struct learning_choice choice = {samples->option_count, (uint8_t)count, (uint8_t)chosen};
    assert(count > 0 && count <= MOVES_MAX && chosen >= 0 && chosen < count);
    make_option_room(samples, (size_t)count);
    memcpy(samples->options + samples->option_count, options, (size_t)count * sizeof *options);
    samples->option_count += (size_t)count;
    return add_any(samples, (struct learning_target){0}, choice);
}

void samples_move(struct samples *to, struct samples *from)
{
    assert(to->count == 0 || to->inputs == from->inputs);
    to->inputs = from->inputs;
    make_room(to, from->count);
    if (from->count > 0) {
        memcpy(inputs_of(to, to->count), from->values, from->count * (size_t)from->inputs);
        memcpy(to->targets + to->count, from->targets, from->count * sizeof *from->targets);
        memcpy(to->choices + to->count, from->choices, from->count * sizeof *from->choices);
    }
    make_option_room(to, from->option_count);
    if (from->option_count > 0)
        memcpy(to->options + to->option_count, from->options,
               from->option_count * sizeof *from->options);
    for (size_t i = 0; i < from->count; i++)
        to->choices[to->count + i].first += to->option_count;
    to->option_count += from->option_count;
    to->count += from->count;
    samples_free(from);
}

void samples_free(struct samples *samples)
{
    free(samples->values);
    free(samples->targets);
    free(samples->choices);
    free(samples->options);
    *samples = (struct samples){.inputs = samples->inputs};
}

/* ---- the parameters -------------------------------------------------------------------------- */

/* Where they stand in the one row of numbers. */
static size_t biases_at(const struct learner *learner)
{
    return (size_t)learner->inputs * (size_t)learner->hidden;
}

static size_t out_at(const struct learner *learner, int output)
{
    return biases_at(learner) + (size_t)learner->hidden * (size_t)(1 + output);
}

static size_t out_biases_at(const struct learner *learner)
{
    return out_at(learner, NETWORK_OUTPUTS);
}

static size_t traits_at(const struct learner *learner, int trait)
{
    return out_biases_at(learner) + NETWORK_OUTPUTS + (size_t)learner->hidden * (size_t)trait;
}

static size_t trait_biases_at(const struct learner *learner)
{
    return traits_at(learner, learner->traits);
}

static float uniform(struct random *random, float width)
{
    return ((float)(random_next(random) >> 40) / (float)(1 << 24) - 0.5f) * 2.0f * width;
}

void learner_open(struct learner *learner, int inputs, int hidden, int traits, uint64_t seed)
{
    struct random random = random_stream(seed, 0);
    assert(inputs > 0 && hidden > 0 && hidden <= NETWORK_HIDDEN_MAX && traits >= 0);
    *learner = (struct learner){.inputs = inputs, .hidden = hidden, .traits = traits};
    learner->count = trait_biases_at(learner) + (size_t)traits;
    learner->scales = memory_new((size_t)inputs, sizeof(float));
    learner->values = memory_new(learner->count, sizeof(float));
    learner->means = memory_new(learner->count, sizeof(float));
    learner->squares = memory_new(learner->count, sizeof(float));
    for (int i = 0; i < inputs; i++)
        learner->scales[i] = 1.0f;
    for (size_t i = 0; i < biases_at(learner); i++)
        learner->values[i] = uniform(&random, 2.0f / sqrtf((float)inputs));
    for (size_t i = out_at(learner, 0); i < out_biases_at(learner); i++)
        learner->values[i] = uniform(&random, 1.0f / sqrtf((float)hidden));
}

void learner_free(struct learner *learner)
{
    free(learner->scales);
    free(learner->values);
    free(learner->means);
    free(learner->squares);
    *learner = (struct learner){0};
}

void learner_scale(struct learner *learner, const struct samples *samples)
{
    double *squares = memory_new((size_t)learner->inputs, sizeof *squares);
    for (size_t i = 0; i < samples->count; i++)
        for (int k = 0; k < learner->inputs; k++)
            squares[k] += inputs_of(samples, i)[k] * inputs_of(samples, i)[k];
    for (int k = 0; k < learner->inputs; k++) {
        double size = sqrt(squares[k] / (double)(samples->count > 0 ? samples->count : 1));
        learner->scales[k] = size * SCALE_MOST > 1.0 ? (float)(1.0 / size) : SCALE_MOST;
    }
    free(squares);
}

/* Inputs are features, then one for each seat: new features come between them. */
static void take_hidden(struct learner *learner, const struct network *network)
{
    const int hidden = learner->hidden, added = learner->inputs - network->inputs;
    const int features = network->inputs - SEATS_MAX;
    for (int i = 0; i < learner->inputs; i++) {
        int from = i < features ? i : i < features + added ? -1 : i - added;
        float unit = learner->scales[i] * (float)(1 << NETWORK_WEIGHT_BITS);
        for (int k = 0; k < network->hidden; k++)
            learner->values[i * hidden + k] =
                from < 0 ? 0.0f : (float)*network_weight(network, from, k) / unit;
    }
    for (int k = 0; k < network->hidden; k++)
        learner->values[biases_at(learner) + (size_t)k] =
            (float)network->biases[k] / (float)(1 << NETWORK_WEIGHT_BITS);
}

void learner_take(struct learner *learner, const struct network *network)
{
    const float one = (float)(1 << NETWORK_OUT_BITS);
    const float bias_one = (float)(1 << (NETWORK_UNIT_BITS + NETWORK_OUT_BITS));
    assert(network->inputs <= learner->inputs && network->hidden <= learner->hidden);
    assert(learner->steps == 0);
    take_hidden(learner, network);
    for (int i = 0; i < NETWORK_OUTPUTS; i++) {
        float unit = i < SEATS_MAX ? 1.0f : POINTS_UNIT;
        float *row = learner->values + out_at(learner, i);
        for (int k = 0; k < learner->hidden; k++)
            row[k] = k < network->hidden ? (float)network->out[i][k] / (one * unit) : 0.0f;
        learner->values[out_biases_at(learner) + (size_t)i] =
            (float)network->out_biases[i] / (bias_one * unit);
    }
    assert(network->trait_weights == NULL || network->traits.count == learner->traits);
    for (int i = 0; network->trait_weights != NULL && i < learner->traits; i++) {
        float *row = learner->values + traits_at(learner, i);
        for (int k = 0; k < network->hidden; k++)
            row[k] = (float)network->trait_weights[i * network->hidden + k] / one;
        learner->values[trait_biases_at(learner) + (size_t)i] =
            (float)network->trait_biases[i] / bias_one;
    }
}

/* ---- one sample ------------------------------------------------------------------------------ */

/* to += from * factor */
static inline void add_scaled(float *restrict to, const float *restrict from, float factor,
                              int count)
{
    for (int i = 0; i < count; i++)
        to[i] += from[i] * factor;
}

static inline float product(const float *a, const float *b, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* What the hidden units say. */
static inline __attribute__((always_inline)) void forward(const struct learner *learner,
                                                          const int8_t *inputs, float *units)
{
    const int hidden = learner->hidden;
    const float *values = learner->values;
    memcpy(units, values + biases_at(learner), (size_t)hidden * sizeof *units);
    for (int i = 0; i < learner->inputs; i++)
        if (inputs[i] != 0)
            add_scaled(units, values + (size_t)i * (size_t)hidden, inputs[i] * learner->scales[i],
                       hidden);
    for (int i = 0; i < hidden; i++)
        units[i] = units[i] > 0 ? units[i] : 0;
}

/* Back through the hidden layer. */
static inline __attribute__((always_inline)) void backward(const struct learner *learner,
                                                           const int8_t *inputs, const float *units,
                                                           float *deltas, float *gradient)
{
    const int hidden = learner->hidden;
    for (int i = 0; i < hidden; i++)
        deltas[i] = units[i] > 0 ? deltas[i] : 0;
    add_scaled(gradient + biases_at(learner), deltas, 1.0f, hidden);
    for (int i = 0; i < learner->inputs; i++)
        if (inputs[i] != 0)
            add_scaled(gradient + (size_t)i * (size_t)hidden, deltas,
                       inputs[i] * learner->scales[i], hidden);
}

/* One row of weights behind the hidden layer, with its bias: what it says, and what follows from
 * an error of it. */
static inline float row_says(const struct learner *learner, size_t row, size_t bias,
                             const float *units)
{
    return learner->values[bias] + product(learner->values + row, units, learner->hidden);
}

static inline void row_learns(const struct learner *learner, size_t row, size_t bias,
                              const float *units, float wrong, float *deltas, float *gradient)
{
    add_scaled(gradient + row, units, wrong, learner->hidden);
    add_scaled(deltas, learner->values + row, wrong, learner->hidden);
    gradient[bias] += wrong;
}

/* ---- what came of a position ----------------------------------------------------------------- */

/* Turns outputs into errors: how far each is from the target. */
static void errors(const struct learning_target *target, float *outputs, struct loss *loss)
{
    float most = outputs[0], sum = 0, shares[SEATS_MAX];
    for (int i = 1; i < target->players; i++)
        most = outputs[i] > most ? outputs[i] : most;
    for (int i = 0; i < target->players; i++)
        sum += shares[i] = expf(outputs[i] - most);
    for (int i = 0; i < SEATS_MAX; i++) {
        if (i >= target->players) {
            outputs[i] = outputs[SEATS_MAX + i] = 0;
            continue;
        }
        float share = shares[i] / sum, wanted = target->win[i];
        float points = outputs[SEATS_MAX + i] - target->points[i] / POINTS_UNIT;
        if (wanted > 0)
            loss->win -= (double)wanted * log2(fmax((double)share, 1e-9));
        if (i == 0)
            loss->points += (double)(points * points * POINTS_UNIT * POINTS_UNIT);
        outputs[i] = share - wanted;
        outputs[SEATS_MAX + i] = POINTS_SHARE * points;
    }
    loss->count++;
}

static inline __attribute__((always_inline)) void learn_target(const struct learner *learner,
                                                               const struct learning_target *target,
                                                               const float *units, float *deltas,
                                                               float *gradient, struct loss *loss)
{
    float outputs[NETWORK_OUTPUTS];
    const size_t biases = out_biases_at(learner);
    for (int i = 0; i < NETWORK_OUTPUTS; i++)
        outputs[i] = row_says(learner, out_at(learner, i), biases + (size_t)i, units);
    errors(target, outputs, loss);
    for (int i = 0; gradient != NULL && i < NETWORK_OUTPUTS; i++)
        if (outputs[i] != 0)
            row_learns(learner, out_at(learner, i), biases + (size_t)i, units, outputs[i], deltas,
                       gradient);
}

/* ---- which move was made --------------------------------------------------------------------- */

/* Turns what speaks for each option into errors. */
static void choice_errors(const struct learning_choice *choice, float *outputs, struct loss *loss)
{
    float most = outputs[0], sum = 0;
    for (int i = 1; i < choice->count; i++)
        most = outputs[i] > most ? outputs[i] : most;
    for (int i = 0; i < choice->count; i++)
        sum += outputs[i] = expf(outputs[i] - most);
    for (int i = 0; i < choice->count; i++)
        outputs[i] /= sum;
    loss->choices -= log2(fmax((double)outputs[choice->chosen], 1e-9));
    loss->choice_count++;
    outputs[choice->chosen] -= 1.0f;
}

static inline __attribute__((always_inline)) void learn_choice(const struct learner *learner,
                                                               const struct samples *samples,
                                                               const struct learning_choice *choice,
                                                               const float *units, float *deltas,
                                                               float *gradient, struct loss *loss)
{
    const struct learning_option *options = samples->options + choice->first;
    const size_t biases = trait_biases_at(learner);
    float outputs[MOVES_MAX] = {0};
    for (int i = 0; i < choice->count; i++)
        for (int k = 0; k < TRAITS_OF_MOVE; k++) {
            uint16_t trait = options[i].traits[k];
            if (trait < learner->traits)
                outputs[i] += row_says(learner, traits_at(learner, trait), biases + trait, units);
        }
    choice_errors(choice, outputs, loss);
    for (int i = 0; gradient != NULL && i < choice->count; i++)
        for (int k = 0; k < TRAITS_OF_MOVE; k++) {
            uint16_t trait = options[i].traits[k];
            if (trait < learner->traits)
                row_learns(learner, traits_at(learner, trait), biases + trait, units,
                           CHOICE_SHARE * outputs[i], deltas, gradient);
        }
}

/* ---- many samples ---------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) void
add_gradients(const struct learner *learner, const struct samples *samples, const uint32_t *numbers,
              size_t count, float *gradient, struct loss *loss)
{
    float units[NETWORK_HIDDEN_MAX], deltas[NETWORK_HIDDEN_MAX];
    for (size_t i = 0; i < count; i++) {
        assert(numbers[i] < samples->count);
        const int8_t *inputs = inputs_of(samples, numbers[i]);
        const struct learning_choice *choice = &samples->choices[numbers[i]];
        memset(deltas, 0, sizeof deltas);
        forward(learner, inputs, units);
        if (choice->count > 0)
            learn_choice(learner, samples, choice, units, deltas, gradient, loss);
        else
            learn_target(learner, &samples->targets[numbers[i]], units, deltas, gradient, loss);
        if (gradient != NULL)
            backward(learner, inputs, units, deltas, gradient);
    }
}

static void add_gradients_plain(const struct learner *learner, const struct samples *samples,
                                const uint32_t *numbers, size_t count, float *gradient,
                                struct loss *loss)
{
    add_gradients(learner, samples, numbers, count, gradient, loss);
}

#ifdef __x86_64__

/* Without fused multiply and add, which would round differently. */
__attribute__((target("avx2"))) static void
add_gradients_wide(const struct learner *learner, const struct samples *samples,
                   const uint32_t *numbers, size_t count, float *gradient, struct loss *loss)
{
    add_gradients(learner, samples, numbers, count, gradient, loss);
}

static bool has_wide_registers(void)
{
    return __builtin_cpu_supports("avx2");
}

#else

#define add_gradients_wide add_gradients_plain

static bool has_wide_registers(void)
{
    return false;
}

#endif

void learner_gradient(const struct learner *learner, const struct samples *samples,
                      const uint32_t *numbers, size_t count, float *gradient, struct loss *loss)
{
    assert(samples->inputs == learner->inputs);
    (has_wide_registers() ? add_gradients_wide : add_gradients_plain)(learner, samples, numbers,
                                                                      count, gradient, loss);
}

/* ---- steps ----------------------------------------------------------------------------------- */

void learner_step(struct learner *learner, const float *gradient, size_t count, float rate)
{
    assert(count > 0 && rate > 0);
    learner->steps++;
    float mean_part = 1.0f - powf(MEAN_KEEP, (float)learner->steps);
    float square_part = 1.0f - powf(SQUARE_KEEP, (float)learner->steps);
    for (size_t i = 0; i < learner->count; i++) {
        float slope = gradient[i] / (float)count;
        float *mean = &learner->means[i], *square = &learner->squares[i];
        *mean = MEAN_KEEP * *mean + (1.0f - MEAN_KEEP) * slope;
        *square = SQUARE_KEEP * *square + (1.0f - SQUARE_KEEP) * slope * slope;
        learner->values[i] -= rate * (*mean / mean_part / (sqrtf(*square / square_part) + 1e-8f) +
                                      DECAY * learner->values[i]);
    }
}

/* ---- in whole numbers ------------------------------------------------------------------------ */

static int64_t whole(float value, int bits, int64_t limit)
{
    double number = (double)value * (double)(INT64_C(1) << bits);
    number = number > (double)limit    ? (double)limit
             : number < (double)-limit ? (double)-limit
                                       : number;
    return llround(number);
}

static void write_moves(const struct learner *learner, const struct game *game,
                        struct network *network)
{
    const int bits = NETWORK_UNIT_BITS + NETWORK_OUT_BITS;
    network_make_moves(network, game);
    assert(network->traits.count == learner->traits);
    for (int i = 0; i < learner->traits; i++) {
        for (int k = 0; k < learner->hidden; k++)
            network->trait_weights[i * learner->hidden + k] =
                (int16_t)whole(learner->values[traits_at(learner, i) + (size_t)k], NETWORK_OUT_BITS,
                               NETWORK_TRAIT_MAX);
        network->trait_biases[i] =
            (int32_t)whole(learner->values[trait_biases_at(learner) + (size_t)i], bits, INT32_MAX);
    }
}

void learner_network(const struct learner *learner, const struct game *game,
                     struct network *network)
{
    const int hidden = learner->hidden;
    network_make(network, learner->inputs, hidden);
    for (int i = 0; i < learner->inputs; i++)
        for (int k = 0; k < hidden; k++) {
            size_t at = (size_t)i * (size_t)hidden + (size_t)k;
            *network_weight(network, i, k) = (int16_t)whole(
                learner->values[at] * learner->scales[i], NETWORK_WEIGHT_BITS, NETWORK_WEIGHT_MAX);
        }
    for (int k = 0; k < hidden; k++)
        network->biases[k] = (int32_t)whole(learner->values[biases_at(learner) + (size_t)k],
                                            NETWORK_WEIGHT_BITS, NETWORK_BIAS_MAX);
    for (int i = 0; i < NETWORK_OUTPUTS; i++) {
        float unit = i < SEATS_MAX ? 1.0f : POINTS_UNIT;
        for (int k = 0; k < hidden; k++)
            network->out[i][k] =
                (int32_t)whole(learner->values[out_at(learner, i) + (size_t)k] * unit,
                               NETWORK_OUT_BITS, NETWORK_OUT_MAX);
        network->out_biases[i] = whole(learner->values[out_biases_at(learner) + (size_t)i] * unit,
                                       NETWORK_UNIT_BITS + NETWORK_OUT_BITS, INT32_MAX);
    }
    if (learner->traits > 0)
        write_moves(learner, game, network);
}
