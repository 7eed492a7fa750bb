/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* One tree of a search that judges; every thread of a search has its own. Only search.c uses it. */

#ifndef PLAYERS_SEARCH_TREE_H
#define PLAYERS_SEARCH_TREE_H

#include "judge_cache.h"
#include "network.h"
#include "search.h"

#include "contract/play.h"

/* What all trees of a search have in common. */
struct search_task {
    struct search_settings settings;
    const struct judge *judge;
    const struct ruleset *rules;
    int actor; /* of the root */
    int tries; /* of each turn that is played on in a second look */
};

/* Within one turn all choices are those of one seat: the best end that was seen counts. Behind it
 * others answer, and play-outs are as good as their mean. */
bool search_takes_best(const struct search_settings *settings);

/* Is there a limit in time? Then a tree is kept between two decisions of a turn. */
bool search_is_timed(const struct search_settings *settings);

/* What a seat makes of an estimate, of JUDGE_ONE. */
uint32_t search_worth(const struct search_task *task, const struct estimate *expected, int seat);

/* A node and the move that leads to it; its children stand side by side. */
struct tree_node {
    uint32_t children, visits;
    struct estimate expected;
    union {
        uint32_t weight; /* below the dealer: the odds of this outcome */
        uint32_t worth;  /* below a seat: of what is expected, to that seat */
    };
    struct move move;
    int8_t actor;
    uint8_t count, tried;
    uint8_t order; /* its place in the list of moves */
};

struct tree {
    const struct search_task *task;
    struct judge judge; /* that of the task, with the notes and, if it knows moves, the cache */
    struct judge_notes notes;
    struct judge_cache cache;
    struct random random;
    struct random luck; /* for chance in a second look: the same for moves that are compared */
    union any_state state, root_state;
    uint32_t size, used, root;
    bool planted; /* the last search's tree is still there */
    struct tree_node *pool;
    struct estimate_sum *sums; /* of all that was seen below each node; NULL if the best counts */
};

/* How many bytes a tree with these settings takes. */
int64_t tree_memory(const struct search_settings *settings);

bool tree_open(struct tree *tree, const struct search_task *task); /* false: no memory */
void tree_close(struct tree *tree); /* fine if it was not opened, or not wholly */

/* Takes the state as the root of a new tree, or keeps that part of the old one. */
void tree_plant(struct tree *tree, const void *state, uint64_t seed);

/* Judges one position more. */
void tree_iterate(struct tree *tree);

/* A move of the root, and what the same seat does after it as the tree thinks best, one turn ahead
 * where it knows too little: up to chance, another seat or a new action. Returns how many moves, at
 * most `max`. */
int tree_line(struct tree *tree, struct move first, struct move *line, int max);

/* Makes a move of the root (by its place in the list), ends the turn as the tree thinks best, lets
 * everyone play on for that many turns, by likely moves or one turn ahead, each turn tried as often
 * as the task says, and returns what is expected then. With the same seed chance brings the same,
 * so far as the same happens. */
struct estimate tree_play_on(struct tree *tree, int order, int turns, uint64_t seed);

#endif
