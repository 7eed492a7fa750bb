/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What games say about the components of a game: many games between equal players, and for each
 * component how often it came into play, who took it, and how they fared. Knows components only
 * through the contract (struct component_use). The result is the same however many threads play, if
 * the players have a node budget. Prints nothing. */

#ifndef PLAYERS_BALANCE_H
#define PLAYERS_BALANCE_H

#include "selfplay.h"

struct balance {
    const struct ruleset *rules;
    struct span player; /* a description; all seats are played by such a one */
    uint64_t games;
    uint64_t seed;
    int threads; /* 1 … THREADS_MAX (threads.h) games at a time */
    /* Called by one thread at a time; or NULL. */
    void (*progress)(void *context, uint64_t games_done);
    void *context;
};

/* How some seats fared: those that took a component, say. Whole numbers, so that sums are the same
 * in any order. */
struct fared {
    uint64_t seats;
    uint64_t won;                                   /* times SELFPLAY_WIN */
    uint64_t won_squared, won_seats, seats_squared; /* sums of products, game by game */
    int64_t ahead; /* points above the mean of the others, times their number */
};

struct balance_component {
    const char *kind, *id; /* as long as the ruleset lives */
    uint8_t level;
    enum provenance provenance;
    uint64_t shown;       /* games in which it was in play */
    bool announced;       /* did an event show it? Otherwise it is in play from the start */
    uint64_t taken;       /* times */
    uint64_t used;        /* times */
    uint64_t games_taken; /* games in which anyone took it */
    struct fared takers;  /* each seat once a game */
};

/* How many components of a kind are taken in a game, each once by a seat. */
enum { BALANCE_MOST = 10 };
struct balance_kind {
    const char *kind;                 /* as long as the ruleset lives */
    struct spread all;                /* by all seats together */
    struct spread best;               /* by the seat that took most of them */
    uint64_t games[BALANCE_MOST + 1]; /* by how many that seat took; the last: or more */
};

struct balance_result {
    int players;
    uint64_t games; /* that came to a good end; all below is about these */
    struct spread rounds;
    struct spread score;                  /* of all seats */
    struct spread best;                   /* of the winners */
    struct fared order[SEATS_MAX];        /* by place in the order of the first round */
    int64_t parts[SOURCES_MAX];           /* points of all seats by source, */
    int64_t parts_of_best[SOURCES_MAX];   /* and of the winners, times SELFPLAY_WIN */
    struct balance_component *components; /* in the order of the game */
    int count;
    struct balance_kind *kinds; /* in the order of the game */
    int kind_count;
    uint64_t errors; /* games that went wrong */
    char error[160]; /* the first of them: a phrase */
};

/* Plays the games. False with a problem noted if the description is wrong; nothing is played then.
 * balance_free releases what the result holds. */
bool balance_run(const struct balance *task, struct balance_result *result,
                 struct problem *problem);
void balance_free(struct balance_result *result);

/* What is read from it. Shares are from 0 to 1. */
struct figures {
    double win, low, high; /* share of wins, and its 95 % interval */
    double ahead;          /* mean points above the mean of the others */
};
struct figures fared_figures(const struct balance_result *result, const struct fared *fared);

/* How the seats fared that took another component of the same kind and level. */
struct fared balance_peers(const struct balance_result *result, int component);

/* Seats that took it, for each game in which it was in play. */
double balance_rate(const struct balance_component *component);

/* What stands out from its peers: its interval is wholly more than a margin away from their share
 * of wins, or it is hardly taken though they are. Printed values are as they are: only
 * reconstructed components are judged, and only if there are cases enough. */
enum verdict { BALANCED, TOO_STRONG, TOO_WEAK, SHUNNED };
struct finding {
    enum verdict verdict;
    double reference; /* share of wins, or rate for SHUNNED, of its peers */
    int step;         /* points that could be taken or given */
};
struct finding balance_judge(const struct balance_result *result, int component);

#endif
