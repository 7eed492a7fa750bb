/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A network while it learns: the same shape as in network.h, in floating point, with the memory of
 * the descent (Adam). Learns from samples: what goes into the network at a position, and what came
 * of it or which move was made there. Knows no game and plays none. The same samples in the same
 * order give the same bits with the same build. */

#ifndef PLAYERS_LEARNER_H
#define PLAYERS_LEARNER_H

#include "network.h"

/* What is to be expected of a position, in turn order beginning with the seat that looks. */
struct learning_target {
    uint8_t players;
    float win[SEATS_MAX]; /* shares of a win */
    float points[SEATS_MAX];
};

/* A possible move by its traits. */
struct learning_option {
    uint16_t traits[TRAITS_OF_MOVE];
};

/* A decision: which of the possible moves was made. */
struct learning_choice {
    size_t first; /* of `count` options side by side in the samples */
    uint8_t count, chosen;
};

/* A sample has a target or a choice. */
struct samples {
    int inputs;
    size_t count, room;
    int8_t *values;                  /* [count][inputs] */
    struct learning_target *targets; /* [count]; without players: there is a choice */
    struct learning_choice *choices; /* [count]; without options: there is a target */
    size_t option_count, option_room;
    struct learning_option *options;
};

/* Adds a sample and returns its inputs for filling. */
int8_t *samples_add(struct samples *samples, const struct learning_target *target);
int8_t *samples_add_choice(struct samples *samples, const struct learning_option *options,
                           int count, int chosen);
void samples_move(struct samples *to, struct samples *from); /* to the end; `from` is empty then */
void samples_free(struct samples *samples);

struct learner {
    int inputs, hidden, traits; /* traits: of moves; 0: it learns nothing about moves */
    size_t count;               /* of parameters: weights, biases, out, biases of out, traits with
                                   their biases */
    float *scales;              /* [inputs]: makes all inputs about equally large */
    float *values;              /* [count] */
    float *means, *squares;     /* [count]: of gradients, as Adam remembers them */
    uint64_t steps;
};

void learner_open(struct learner *learner, int inputs, int hidden, int traits, uint64_t seed);
void learner_free(struct learner *learner);

/* Sets the scales; before the first step. */
void learner_scale(struct learner *learner, const struct samples *samples);

/* Begins with what a network knows instead of chance; after the scales, before the first step. It
 * may have fewer inputs and hidden units or know nothing of moves: what is new says nothing at
 * first. */
void learner_take(struct learner *learner, const struct network *network);

/* Sums over samples. */
struct loss {
    uint64_t count;
    double win;    /* how surprised it was by who won, in bits */
    double points; /* squared error of the points of the seat that looks */
    uint64_t choice_count;
    double choices; /* how surprised it was by the moves made, in bits */
};

/* Adds the gradients of these samples to `gradient` (NULL: only the loss is wanted). */
void learner_gradient(const struct learner *learner, const struct samples *samples,
                      const uint32_t *numbers, size_t count, float *gradient, struct loss *loss);

/* One step against the gradient of this many samples. */
void learner_step(struct learner *learner, const float *gradient, size_t count, float rate);

/* What has been learned of the game, in whole numbers; release it with network_free. */
void learner_network(const struct learner *learner, const struct game *game,
                     struct network *network);

#endif
