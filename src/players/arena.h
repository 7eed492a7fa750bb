/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Contests between computer players that tell strength from luck: every deal (one stream of chance)
 * is played once for each rotation of the seats, so that all players meet the same chance and every
 * seat. Deterministic for players with a node budget, however many threads play. Prints nothing. */

#ifndef PLAYERS_ARENA_H
#define PLAYERS_ARENA_H

#include "selfplay.h"

enum { ARENA_PLAYERS_MAX = 16 };

struct arena {
    const struct ruleset *rules;
    const struct span *players; /* descriptions; equal ones are one player */
    int player_count; /* fewer than the seats are taken in turn; with more, all choices meet */
    uint64_t games;   /* at least so many; full rotations are played */
    uint64_t seed;
    int threads;
    void (*progress)(void *context,
                     uint64_t games_done); /* called by one thread at a time; or NULL */
    void *context;
};

/* What one player has done. Shares are from 0 to 1. */
struct arena_player {
    char description[PLAYER_DESCRIPTION_MAX + 1];
    uint64_t seats;        /* taken in all games together */
    double win, win_error; /* share of wins, shared ones in parts; half of the 95 % interval */
    double fair;           /* what equals would win */
    double score, margin;  /* mean points; mean distance to the best of the others */
    double rating;         /* Elo points above the weakest */
    double rating_error;   /* half of the 95 % interval, roughly */
    double ms;             /* for each decision between several moves */
    uint64_t decisions;    /* of that kind */
};

struct arena_result {
    uint64_t games, deals;
    struct spread rounds;
    int count; /* of different players */
    struct arena_player players[ARENA_PLAYERS_MAX];
    /* How often the first finished before the second, level counting half, of how many meetings. */
    double ahead[ARENA_PLAYERS_MAX][ARENA_PLAYERS_MAX];
    double met[ARENA_PLAYERS_MAX][ARENA_PLAYERS_MAX];
    uint64_t errors;
    char error[160];
};

/* False with a problem noted if a description is wrong; nothing is played then. */
bool arena_run(const struct arena *task, struct arena_result *result, struct problem *problem);

#endif
