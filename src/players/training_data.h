/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Games to learn from: players that look one turn ahead with a judge, or search with it, play them
 * in all setups of a game. Some have a taste for points of one source, and most games are led
 * astray first, by mistakes; from then on every position between two turns becomes a sample for
 * each seat. Against an opponent only one seat learns: how to beat it. Game n of a seed is the same
 * game whichever thread or process plays it. */

#ifndef PLAYERS_TRAINING_DATA_H
#define PLAYERS_TRAINING_DATA_H

#include "learner.h"

struct training_data {
    const struct game *game;
    const struct ruleset *rules; /* whose cards are played with; NULL: those in the program */
    const struct judge *judge;
    const struct judge *opponent; /* by which all seats but one play; NULL: all play by the judge */
    uint64_t seed, first;         /* number of the first game */
    uint64_t games;
    int step;    /* this process plays every such game: first, first + step, … */
    int samples; /* tries of each move */
    int nodes;   /* positions that a search judges for a decision; 0: no one searches */
    int trust; /* percent: what the judge says of the next position, in place of how the game ended
                */
    int threads;
    void (*progress)(void *context, uint64_t games_done); /* by one thread at a time; or NULL */
    void *context;
};

/* Plays them and adds the samples in the order of the games. */
void training_data_play(const struct training_data *data, struct samples *out);

/* The share of wins of one judge against another between the seats of a ruleset, with paired
 * chance: half of the games with changed seats. */
double training_data_contest(const struct ruleset *rules, const struct judge *judge,
                             const struct judge *other, uint64_t games, uint64_t seed, int samples,
                             int threads);

#endif
