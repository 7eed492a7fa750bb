/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Contests between computer players that tell strength from luck: every deal (one stream of chance)
 * is played once for each rotation of the seats, so that all players meet the same chance and every
 * seat. Deterministic for players with a node budget, however many threads play. Prints nothing. */

#ifndef PLAYERS_ARENA_H
#define PLAYERS_ARENA_H

#include "selfplay.h"

enum { ARENA_PLAYERS_MAX = 16 };

/* Bytes; all players of a contest together take no more. */
#define ARENA_MEMORY_MAX (INT64_C(64) << 30)

/* Players that are in no list of ours, such as programs of others. */
struct arena_guests {
    bool (*invites)(struct span description); /* is it one of them? */
    struct player *(*open)(const struct ruleset *rules, struct span description, int64_t ms,
                           struct problem *problem);
    int64_t ms; /* for each decision; 0: the standard */
};

/* A finished game, for those who watch. All of it is gone after the call. */
struct arena_game {
    uint64_t number; /* from 1; game n of a seed is the same game, whichever others are played */
    const struct span *players; /* descriptions, by seat */
    const struct move *moves;
    const uint32_t *visits; /* as in a visit_log; NULL: none were kept */
    uint32_t move_count;
};

struct arena {
    const struct ruleset *rules;
    const struct span *players; /* descriptions; equal ones are one player */
    int player_count; /* fewer than the seats are taken in turn; with more, all choices meet */
    bool ladder;      /* only those that follow each other in the list meet, if there are more */
    uint64_t games;   /* at least this many; every deal is played by all in all seats */
    const struct arena_guests *guests; /* NULL: there are none */
    uint64_t seed;
    uint64_t skip;           /* begins after this many games, rounded down to whole deals */
    bool visits;             /* keep those of the searches, for `observe` */
    const atomic_bool *stop; /* once it is set, no other game begins; NULL: none */
    int threads;             /* 1 … THREADS_MAX (threads.h) games at a time */
    /* Called by one thread at a time; or NULL. */
    void (*progress)(void *context, uint64_t games_done, uint64_t games);
    /* Called after each game that came to an end, by several threads at once; or NULL. */
    void (*observe)(void *context, const struct arena_game *game);
    void *context;
};

/* What one player has done. Shares are from 0 to 1. */
struct arena_player {
    char description[PLAYER_DESCRIPTION_MAX + 1];
    uint64_t seats;           /* taken in all games together */
    double win;               /* share of its games won, those shared with others in parts */
    double win_low, win_high; /* its 95 % interval */
    double fair;              /* what equals would win */
    double score, margin;     /* mean points; mean distance to the best of the others */
    double rating;            /* Elo points above the weakest */
    double rating_error;      /* half of the 95 % interval of its distance to the others */
    double ms;                /* processor time for each decision between several moves */
    uint64_t decisions;       /* of that kind */
    uint64_t forfeits;        /* games lost because the player failed */
    char failure[160];        /* the first time: a phrase */
};

struct arena_result {
    uint64_t games; /* that came to a good end, with all others of their deal */
    uint64_t deals;
    struct spread rounds;
    int seats;
    int count; /* of different players */
    bool ladder;
    struct arena_player players[ARENA_PLAYERS_MAX];
    /* How often the first finished before the second, level counting half, of how many meetings. */
    double ahead[ARENA_PLAYERS_MAX][ARENA_PLAYERS_MAX];
    double met[ARENA_PLAYERS_MAX][ARENA_PLAYERS_MAX];
    uint64_t errors; /* games that went wrong */
    char error[160]; /* the first of them: a phrase */
};

/* How many games are played with one deal: all line-ups in all rotations. */
uint64_t arena_games_of_deal(const struct arena *task);

/* False with a problem noted if the players are none that can meet; nothing is played then. */
bool arena_run(const struct arena *task, struct arena_result *result, struct problem *problem);

#endif
