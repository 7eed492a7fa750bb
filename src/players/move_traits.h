/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The traits of moves: that a move is of some kind, and what each of its arguments is. All traits
 * that moves of a game can have are numbered from its tables of words, so moves that were never
 * seen share what is known of others. Seats count from the one that looks. Knows no game. */

#ifndef PLAYERS_MOVE_TRAITS_H
#define PLAYERS_MOVE_TRAITS_H

#include "contract/game.h"

enum {
    TRAITS_OF_MOVE = 4,     /* its kind, a, b, c */
    TRAIT_KINDS_MAX = 64,   /* of moves; others have no traits */
    TRAIT_NUMBERS_MAX = 32, /* plain numbers from here on are all the same trait */
    TRAITS_MAX = 4096,
    TRAIT_NONE = UINT16_MAX,
};

struct move_traits {
    int count; /* of all traits */
    struct {
        uint16_t first[TRAITS_OF_MOVE];  /* number of the trait for the lowest value */
        uint16_t values[TRAITS_OF_MOVE]; /* how many are known */
        uint8_t things[TRAITS_OF_MOVE];  /* what they are */
    } kinds[TRAIT_KINDS_MAX];
};

/* Numbers them; the same for every setup and card set. */
void move_traits_open(struct move_traits *traits, const struct game *game);

/* Those of a move as `seat` sees it, in a game of `players`; TRAIT_NONE where there is none. */
void move_traits_of(const struct move_traits *traits, struct move move, int seat, int players,
                    uint16_t out[TRAITS_OF_MOVE]);

#endif
