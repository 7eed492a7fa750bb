/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Where the games of selfplay and arena go: each to a file of its own in a folder, or all of them
 * into one archive (record/archive.h), in the order of their numbers however they come in. */

#ifndef APPS_GAME_RECORDS_H
#define APPS_GAME_RECORDS_H

#include "base/problem.h"
#include "contract/game.h"

#include <pthread.h>
#include <stdio.h>

/* A game that was played. */
struct played_game {
    uint64_t number;            /* from 1 */
    const struct span *players; /* descriptions, by seat */
    const struct move *moves;
    const uint32_t *visits; /* for each move how many follow, then they; NULL: none are known */
    uint32_t move_count;
};

struct waiting_game;

struct game_records {
    const struct ruleset *rules;
    const char *path; /* NULL: the games go nowhere */
    /* An archive: */
    FILE *file; /* NULL: a folder */
    char *part; /* its name until it is complete */
    pthread_mutex_t lock;
    uint64_t next;                /* the game that is to be written next */
    struct waiting_game *waiting; /* those that came before their turn, by number */
    struct problem problem;       /* the first one */
};

/* `path` is a folder, or the name of a file that ends in .gz; NULL: nothing is written. `first` is
 * the number of the first game. False with a problem noted if nothing can be written there. */
bool game_records_open(struct game_records *records, const char *path, const struct ruleset *rules,
                       uint64_t first, struct problem *problem);

/* Writes a game, or keeps it until its turn comes. Threads may do so at the same time. */
void game_records_add(struct game_records *records, const struct played_game *game);

/* Writes what still waits, for games before it that never came, and ends. False with the first
 * problem of all noted. */
bool game_records_close(struct game_records *records, struct problem *problem);

#endif
