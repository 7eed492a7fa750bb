/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The race: the state and the cards. Shared by the files of this game and by nobody else. */

#ifndef GAMES_RACE_RACE_H
#define GAMES_RACE_RACE_H

#include "contract/game.h"
#include "kit/card_format.h"

enum { RACE_GOAL = 20, RACE_WALK = 2, RACE_FACES_MAX = 8 };

/* Rows of the tables in words.c. */
enum { MOVE_WALK, MOVE_RIDE, MOVE_ROLL };
enum { EVENT_ROLLED, EVENT_MOVES, EVENT_WINS };
enum { REASON_TIRED };
enum { ASK_OVER, ASK_TURN, ASK_ROLL };

struct race_state {
    uint8_t at[SEATS_MAX]; /* how far each seat is, RACE_GOAL at most */
    uint8_t tired;         /* the seats that rode in their last turn, as bits */
    uint8_t turn;          /* the seat whose turn it is, or who has won */
    uint8_t riding;        /* 1 while the die is to be rolled for it */
    uint8_t round;         /* from 1 */
};
_Static_assert(sizeof(struct race_state) == 8, "every byte is in the table of fields");

struct race_cards {
    int face_count;
    struct race_face {
        struct card_face face;
        uint8_t spaces;
    } faces[RACE_FACES_MAX];
    struct card_sources sources;
};

extern const struct words race_words;

extern const struct table_format race_card_format;
void *race_read_cards(const struct card_text *files, int count, struct problem *problem);
bool race_component(const struct ruleset *rules, int index, enum language language,
                    struct component *component);
void race_draw(const struct ruleset *rules, const void *state, int section,
               const struct drawing *drawing, struct text *out);
void race_layout(const struct ruleset *rules, struct json *json);

#endif
