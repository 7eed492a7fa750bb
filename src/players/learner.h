/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A network while it learns: the same shape as in network.h, in floating point, with the memory of
 * the descent (Adam). Learns from samples: what goes into the network at a position, and what came
 * of it. Knows no game and plays none. The same samples in the same order give the same bits with
 * the same build. */

#ifndef PLAYERS_LEARNER_H
#define PLAYERS_LEARNER_H

#include "network.h"

/* What is to be expected of a position, in turn order beginning with the seat that looks. */
struct learning_target {
    uint8_t players;
    float win[SEATS_MAX]; /* shares of a win */
    float points[SEATS_MAX];
};

struct samples {
    int inputs;
    size_t count, room;
    int8_t *values; /* [count][inputs] */
    struct learning_target *targets;
};

/* Adds a sample and returns its inputs for filling. */
int8_t *samples_add(struct samples *samples, const struct learning_target *target);
void samples_move(struct samples *to, struct samples *from); /* to the end; `from` is empty then */
void samples_free(struct samples *samples);

struct learner {
    int inputs, hidden;
    size_t count;           /* of parameters: weights, biases, out, biases of out */
    float *scales;          /* [inputs]: makes all inputs about equally large */
    float *values;          /* [count] */
    float *means, *squares; /* [count]: of gradients, as Adam remembers them */
    uint64_t steps;
};

void learner_open(struct learner *learner, int inputs, int hidden, uint64_t seed);
void learner_free(struct learner *learner);

/* Sets the scales; before the first step. */
void learner_scale(struct learner *learner, const struct samples *samples);

/* Sums over samples. */
struct loss {
    uint64_t count;
    double win;    /* how surprised it was by who won, in bits */
    double points; /* squared error of the points of the seat that looks */
};

/* Adds the gradients of these samples to `gradient` (NULL: only the loss is wanted). */
void learner_gradient(const struct learner *learner, const struct samples *samples,
                      const uint32_t *numbers, size_t count, float *gradient, struct loss *loss);

/* One step against the gradient of this many samples. */
void learner_step(struct learner *learner, const float *gradient, size_t count, float rate);

/* What has been learned, in whole numbers; release it with network_free. */
void learner_network(const struct learner *learner, struct network *network);

#endif
