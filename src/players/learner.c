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
#define SCALE_MOST   2.0f  /* rare inputs are not blown up more than this */
#define DECAY        1e-4f /* of weights, at each step, times the rate */
#define MEAN_KEEP    0.9f
#define SQUARE_KEEP  0.999f

/* ---- samples --------------------------------------------------------------------------------- */

static void make_room(struct samples *samples, size_t more)
{
    if (samples->count + more <= samples->room)
        return;
    size_t room =
        2 * samples->room > samples->count + more ? 2 * samples->room : samples->count + more + 64;
    samples->values = memory_grow(samples->values, room, (size_t)samples->inputs);
    samples->targets = memory_grow(samples->targets, room, sizeof *samples->targets);
    samples->room = room;
}

static int8_t *inputs_of(const struct samples *samples, size_t number)
{
    return samples->values + number * (size_t)samples->inputs;
}

int8_t *samples_add(struct samples *samples, const struct learning_target *target)
{
    assert(samples->inputs > 0 && target->players > 0 && target->players <= SEATS_MAX);
    make_room(samples, 1);
    int8_t *inputs = inputs_of(samples, samples->count);
    memset(inputs, 0, (size_t)samples->inputs);
    samples->targets[samples->count++] = *target;
    return inputs;
}

void samples_move(struct samples *to, struct samples *from)
{
    assert(to->count == 0 || to->inputs == from->inputs);
    to->inputs = from->inputs;
    make_room(to, from->count);
    if (from->count > 0) {
        memcpy(inputs_of(to, to->count), from->values, from->count * (size_t)from->inputs);
        memcpy(to->targets + to->count, from->targets, from->count * sizeof *from->targets);
    }
    to->count += from->count;
    samples_free(from);
}

void samples_free(struct samples *samples)
{
    free(samples->values);
    free(samples->targets);
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

static float uniform(struct random *random, float width)
{
    return ((float)(random_next(random) >> 40) / (float)(1 << 24) - 0.5f) * 2.0f * width;
}

void learner_open(struct learner *learner, int inputs, int hidden, uint64_t seed)
{
    struct random random = random_stream(seed, 0);
    assert(inputs > 0 && hidden > 0 && hidden <= NETWORK_HIDDEN_MAX);
    *learner = (struct learner){.inputs = inputs, .hidden = hidden};
    learner->count = out_biases_at(learner) + NETWORK_OUTPUTS;
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

/* ---- one sample ------------------------------------------------------------------------------ */

/* to += from * factor */
static inline void add_scaled(float *restrict to, const float *restrict from, float factor, int count)
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

static inline __attribute__((always_inline)) void forward(const struct learner *learner, const int8_t *inputs, float *units,
                    float *outputs)
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
    for (int i = 0; i < NETWORK_OUTPUTS; i++)
        outputs[i] = values[out_biases_at(learner) + (size_t)i] +
                     product(values + out_at(learner, i), units, hidden);
}

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

static inline __attribute__((always_inline)) void backward(const struct learner *learner, const int8_t *inputs, const float *units,
                     const float *wrong, float *gradient)
{
    const int hidden = learner->hidden;
    float deltas[NETWORK_HIDDEN_MAX] = {0};
    for (int i = 0; i < NETWORK_OUTPUTS; i++) {
        if (wrong[i] == 0)
            continue;
        add_scaled(gradient + out_at(learner, i), units, wrong[i], hidden);
        add_scaled(deltas, learner->values + out_at(learner, i), wrong[i], hidden);
        gradient[out_biases_at(learner) + (size_t)i] += wrong[i];
    }
    for (int i = 0; i < hidden; i++)
        deltas[i] = units[i] > 0 ? deltas[i] : 0;
    add_scaled(gradient + biases_at(learner), deltas, 1.0f, hidden);
    for (int i = 0; i < learner->inputs; i++)
        if (inputs[i] != 0)
            add_scaled(gradient + (size_t)i * (size_t)hidden, deltas,
                       inputs[i] * learner->scales[i], hidden);
}

static inline __attribute__((always_inline)) void
add_gradients(const struct learner *learner, const struct samples *samples, const uint32_t *numbers,
              size_t count, float *gradient, struct loss *loss)
{
    float units[NETWORK_HIDDEN_MAX], outputs[NETWORK_OUTPUTS];
    for (size_t i = 0; i < count; i++) {
        assert(numbers[i] < samples->count);
        const int8_t *inputs = inputs_of(samples, numbers[i]);
        forward(learner, inputs, units, outputs);
        errors(&samples->targets[numbers[i]], outputs, loss);
        if (gradient != NULL)
            backward(learner, inputs, units, outputs, gradient);
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
    (has_wide_registers() ? add_gradients_wide
                          : add_gradients_plain)(learner, samples, numbers, count, gradient, loss);
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

void learner_network(const struct learner *learner, struct network *network)
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
}
