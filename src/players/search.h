/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A tree search that judges positions instead of playing games to their end.
 *
 * One iteration walks down the tree, each seat by its upper bound and the dealer by the true odds,
 * adds a node, plays on by likely or random moves until a fixed number of turns has ended since the
 * root, and asks the judge. Within one turn the best end that was seen counts, with more turns the
 * mean of all. Of many moves only as many are tried as the visits allow. Within one turn the best
 * moves then get a second look: everyone plays on for some rounds, by likely moves or one turn
 * ahead, with time enough by the best of several tries of each turn, and what the judge says there
 * counts the more the more looks there are; in stages the worse half of these moves is left out.
 * With a limit in time the tree is kept between two decisions of a turn. All numbers are whole:
 * with a budget in nodes every machine finds the same move. */

#ifndef PLAYERS_SEARCH_H
#define PLAYERS_SEARCH_H

#include "judge.h"
#include "player.h"

struct search_settings {
    int64_t nodes, ms; /* budgets of a decision; 0: not limited by it */
    int64_t turn_ms;   /* of all decisions of a turn: each takes a third of what is left, at most */
    int64_t explore;   /* percent */
    int64_t tree;      /* nodes in memory */
    int64_t turns;     /* after this many turns positions are judged; at least 1 */
    int64_t rounds;    /* of a second look, at most, if `turns` is 1; 0: there is none */
    int64_t tries;     /* of each turn in it, of which the best end counts; 0: as suits the time */
    int threads;
    bool always_look; /* the second look also if one move is clearly the best: for its error */
};

/* Those of the player `expert` if its description sets none. */
struct search_settings search_standard(const struct game *game);

/* What a search found out about a legal move. */
struct search_move {
    struct move move;
    uint32_t visits;          /* 0: nothing is known of it */
    uint32_t looks;           /* how often it was played on in the second look */
    struct estimate expected; /* the mean */
    /* The standard error of each seat's chance to win, by what the search has seen: from the second
     * look, or, where the mean of all visits counts, at most this. */
    uint32_t error[SEATS_MAX]; /* SEARCH_ERROR_UNKNOWN: nothing tells */
};

#define SEARCH_ERROR_UNKNOWN UINT32_MAX

struct search;

/* NULL if there is not enough memory. The judge must outlive the search. */
struct search *search_open(const struct search_settings *settings, const struct judge *judge);
void search_begin(struct search *search, uint64_t seed);
/* It continues in the middle of a turn: so much of turn_ms is gone. */
void search_resume(struct search *search, const struct ruleset *rules, const void *state,
                   int64_t spent_ms);
/* Searches end early when the limit is reached. */
void search_bound(struct search *search, struct player_limit limit);
/* Searches from a node of a seat (or of the dealer: then only search_moves makes sense). */
void search_run(struct search *search, const struct ruleset *rules, const void *state);
/* The moves of that state in the order of the legal list; returns how many. */
int search_moves(const struct search *search, struct search_move moves[MOVES_MAX]);
/* Would the seat that decides rather make one move of that state than another? Where the best end
 * of a turn counts, the one that was looked at longer, then the one with the better end; else the
 * one more visited. */
bool search_prefers(const struct search *search, const struct search_move *move,
                    const struct search_move *other);

/* A move of that state, and what the seat would do after it until its action is done; chance ends
 * it, too. Returns how many moves, at most `max`. */
int search_line(struct search *search, struct move first, struct move *line, int max);

/* The move it would make. */
struct move search_best(const struct search *search);
void search_close(struct search *search); /* NULL is fine */

#endif
