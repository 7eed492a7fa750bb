/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Games to learn from: players that look one turn ahead with a judge, or search with it, play them
 * in all setups of a game. Some have a taste for points of one source, now and then a past network
 * has a seat, and most games are led astray first, by mistakes; from then on every position between
 * two turns becomes a sample for each seat. Against an opponent only one seat learns: how to beat
 * it. Game n of a seed is the same game whichever thread or process plays it, and as its number
 * tells who plays with what setup, its moves are enough to study it again later, with what is known
 * by then. */

#ifndef PLAYERS_TRAINING_DATA_H
#define PLAYERS_TRAINING_DATA_H

#include "learner.h"

struct training_data {
    const struct game *game;
    const struct ruleset *rules; /* whose cards are played with; NULL: those in the program */
    const struct judge *judge;
    const struct judge *opponent; /* by which all seats but one play; NULL: all play by the judge */
    const struct judge *past;     /* that have a seat now and then; not with an opponent */
    int past_count;
    uint64_t seed, first; /* number of the first game */
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

/* A game that was played: for each move its place in the list of those that were possible. */
struct past_game {
    uint64_t number;
    uint32_t count;
    uint8_t *places; /* the game is over after the last of them */
};

/* Zeroed is empty. */
struct past_games {
    struct past_game *list;
    size_t count, room;
};

/* Takes over the places, which come from memory_new. */
void past_games_add(struct past_games *games, struct past_game game);
void past_games_drop(struct past_games *games, size_t count); /* the first ones */
void past_games_free(struct past_games *games);

/* Plays them, in the order of their numbers. */
void training_data_play(const struct training_data *data, struct past_games *games);

/* Adds what there is to learn from games, in their order, with what the judge says now. Only seed,
 * cards and opponents must be those with which they were played. */
void training_data_study(const struct training_data *data, const struct past_games *games,
                         struct samples *out);

/* Can this game have been played with that data? One that was read from a file need not. */
bool training_data_knows(const struct training_data *data, const struct past_game *game);

/* The share of wins of one judge against another between the seats of a ruleset, with paired
 * chance: half of the games with changed seats. */
double training_data_contest(const struct ruleset *rules, const struct judge *judge,
                             const struct judge *other, uint64_t games, uint64_t seed, int samples,
                             int threads);

#endif
