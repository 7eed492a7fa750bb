/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The evaluation of a position: what a search asks at its leaves, and people when they want to know
 * how they stand. All in whole numbers, so every machine gets the same result. */

#ifndef PLAYERS_JUDGE_H
#define PLAYERS_JUDGE_H

#include "contract/game.h"

enum {
    JUDGE_BITS = 16,
    JUDGE_ONE = 1 << JUDGE_BITS, /* certain */
    JUDGE_POINT = 100,           /* points are counted in hundredths */
};

struct estimate {
    uint32_t win[SEATS_MAX];   /* chance to win, of JUDGE_ONE; a shared win counts in parts */
    int32_t points[SEATS_MAX]; /* at the end of the game */
};

/* A mean of estimates, in whole numbers. Zeroed is empty. */
struct estimate_sum {
    int64_t weight, win[SEATS_MAX], points[SEATS_MAX];
};

void estimate_add(struct estimate_sum *sum, const struct estimate *estimate, uint32_t weight);
struct estimate estimate_mean(const struct estimate_sum *sum); /* of none: zero */

struct judge_notes; /* network.h */
struct judge_cache; /* judge_cache.h */

struct judge {
    /* Fills in the seats that play. The game may be over. */
    void (*estimate)(const struct judge *judge, const struct ruleset *rules, const void *state,
                     struct estimate *estimate);
    /* How likely the seat that decides would make each of its legal moves if it were good, of
     * JUDGE_ONE. NULL: nothing is known of that. */
    void (*prefer)(const struct judge *judge, const struct ruleset *rules, const void *state,
                   const struct move *moves, int count, uint32_t *likely);
    const void *data;
    /* For a caller that evaluates many similar positions in one thread: what the network may keep
     * from one to the next. The results are the same but come sooner. NULL: nothing is kept. */
    struct judge_notes *notes;
    struct judge_cache *cache; /* what this judge has said before; NULL: it does not remember */
};

/* By rule of thumb (evaluate.h): how far a seat is ahead of the best of the others. */
extern const struct judge judge_by_thumb;

/* The best judge that there is for a game: its network (network.h), else the rule of thumb. */
const struct judge *judge_of(const struct game *game);

/* The end of a game. */
void judge_end(const struct ruleset *rules, const void *state, struct estimate *estimate);

/* What a seat that wants to win strives for, of JUDGE_ONE: the chance to win, and a little for the
 * distance in points, so that it plays on when the game seems decided. */
uint32_t judge_value(const struct estimate *estimate, int players, int seat);

/* How moves are drawn: by how likely the judge finds each; by the square of that, as players do who
 * hardly ever make a move that seems weaker; or by its square root, as those do who know what moves
 * are like but not which of them is better. */
enum draw { DRAW_LIKELY, DRAW_SHARPLY, DRAW_FREELY };

/* Draws a legal move of the seat that decides. */
struct move judge_draw(const struct judge *judge, const struct ruleset *rules, const void *state,
                       enum draw draw, struct random *random);

/* Makes a move that the judge finds likely, or a random one if it knows nothing of moves; chance by
 * its odds. False if the game is over. */
bool judge_play(const struct judge *judge, const struct ruleset *rules, void *state,
                struct random *random);

/* judge_value of a state, as one_turn.h wants it; `judge` is a struct judge. */
int64_t judge_worth(const void *judge, const struct ruleset *rules, const void *state, int seat);

#endif
