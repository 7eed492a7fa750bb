/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Learning by self-play, in generations: games with what is known so far (at first the rule of
 * thumb), then learning from how these and those of the last few generations ended. After each
 * generation everything can be saved and resumed as if there had been no break. Prints nothing. */

#ifndef PLAYERS_TRAIN_H
#define PLAYERS_TRAIN_H

#include "process_group.h"
#include "training_data.h"

enum {
    TRAIN_GENERATIONS_MAX = 1000,
    TRAIN_NODES_MAX = 100000,
    TRAIN_WINDOW_MAX = 100,
    TRAIN_PASTS_MAX = 8,
};

struct train_settings {
    const struct game *game;
    const struct ruleset *rules; /* whose cards are played with; NULL: those in the program */
    int64_t games;               /* in each generation */
    int64_t window;      /* generations whose games are learned from, with the present one */
    int64_t generations; /* in all */
    int64_t passes;      /* over the samples of a generation */
    int64_t hidden, samples, threads, seed;
    int64_t nodes; /* positions that a search judges for a decision; 0: no one searches */
    int64_t trust; /* percent: what is known already, besides how games end; not in the first
                      generation */
    int64_t rate;  /* of the first steps, in millionths; falls to a tenth */
    const struct network *from;    /* what is known at the beginning; NULL: the rule of thumb */
    const struct network *against; /* who is to be beaten, and plays all other seats; NULL: no one
                                      in particular */
    const struct network *pasts[TRAIN_PASTS_MAX]; /* that have a seat now and then; else NULL */
};

/* What a generation brought. */
struct generation {
    double win;      /* surprise about who won in games that it did not learn from, in bits */
    double points;   /* error in points there (root of the mean square) */
    double choices;  /* surprise about the moves that were made there, in bits */
    double strength; /* share of wins, both one turn ahead, against who is to be beaten or the rule
                        of thumb */
    uint64_t samples;
};

struct training {
    struct train_settings settings;
    struct process_group group;
    struct learner learner;
    struct past_games window; /* that this process has played */
    int done;                 /* generations */
    struct generation history[TRAIN_GENERATIONS_MAX];
    void (*progress)(void *context, const char *label, uint64_t done, uint64_t all); /* or NULL */
    void *context;
};

void train_begin(struct training *training, const struct train_settings *settings,
                 struct process_group group);

/* One more generation. */
void train_generation(struct training *training);

void train_end(struct training *training);

/* All of it as text, and back. The settings must be the same, but for the number of generations.
 * All processes write together, and the first one then has what all of them know. */
void train_write(const struct training *training, struct text *out);
bool train_read(struct training *training, const char *file, struct span text,
                struct problem *problem);

/* Can the games of the window have been played with these settings? */
bool train_knows_its_games(const struct training *training);

#endif
