/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Many games between computer players, and statistics about them. A pure computation: it prints
 * nothing and depends only on its task. A game that fails is counted, and the run continues: this
 * is also how rules are tested in bulk. */

#ifndef PLAYERS_SELFPLAY_H
#define PLAYERS_SELFPLAY_H

#include "player.h"

/* How the searches of a game came to its moves: for each of them how many numbers follow, then how
 * often each legal move was visited. Zeroed is empty; visit_log_free releases it. */
struct visit_log {
    uint32_t *list;
    size_t used, room;
};

/* Notes the next move; `player` chose it among several, or is NULL. */
void visit_log_add(struct visit_log *log, const struct player *player);
void visit_log_free(struct visit_log *log);

/* A finished game, for those who watch. All of it is gone after the call. */
struct selfplay_game {
    uint64_t number; /* from 1 */
    const struct move *moves;
    const uint32_t *visits; /* as in a visit_log; NULL: none were kept */
    uint32_t move_count;
    const void *state; /* the last one */
    uint32_t decisions[SEATS_MAX];
    int rounds;
    struct score score; /* zero if there is an error */
    const char *error;  /* a phrase that says what went wrong, or NULL */
};

struct selfplay {
    const struct ruleset *rules;
    const struct span *players; /* descriptions, one for each seat; too few are taken in turn */
    int player_count;
    uint64_t games;
    uint64_t skip; /* begins after this number of games: game 500 alone is skip 499, games 1 */
    uint64_t seed; /* game n of a seed is the same game, whichever others are played */
    bool visits;   /* keep those of the searches, for `observe` */
    const atomic_bool *stop; /* once it is set, no other game begins; NULL: none */
    void (*progress)(void *context, uint64_t games_done);             /* after each; or NULL */
    void (*observe)(void *context, const struct selfplay_game *game); /* or NULL */
    void *context;
};

/* Numbers seen, in short. */
struct spread {
    uint64_t count;
    int64_t min, max, sum;
    uint64_t squares; /* sum of */
};

void spread_add(struct spread *spread, int64_t value);               /* up to 32 bits, with sign */
void spread_join(struct spread *spread, const struct spread *other); /* as if seen by one */
double spread_mean(const struct spread *spread);                     /* 0 if there are none */
double spread_deviation(const struct spread *spread); /* standard deviation, to a thousandth */

enum { SELFPLAY_WIN = 12 }; /* a win in whole numbers; two who share it get 6 each */

struct selfplay_result {
    uint64_t games;                /* that came to a good end; all below is about these */
    uint64_t moves;                /* chance moves included */
    uint64_t decisions[SEATS_MAX]; /* by seat */
    struct spread decisions_each;  /* of all seats together in a game */
    struct spread rounds;
    struct spread score[SEATS_MAX];
    uint64_t wins[SEATS_MAX]; /* times SELFPLAY_WIN */

    uint64_t errors;     /* games that went wrong */
    uint64_t error_game; /* the number of the first of them */
    char error[160];     /* and what went wrong: a phrase */
};

/* Plays the games. False with a problem noted if a description is wrong; nothing is played then. */
bool selfplay_run(const struct selfplay *task, struct selfplay_result *result,
                  struct problem *problem);

#endif
