/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Noughts and crosses: the state and the cards. Shared by the files of this game and by nobody
 * else. */

#ifndef GAMES_NOUGHTS_NOUGHTS_H
#define GAMES_NOUGHTS_NOUGHTS_H

#include "contract/game.h"
#include "kit/agenda.h"
#include "kit/cards.h"

enum { CELLS = 9, LINES_MAX = 16, FULL_BOARD = (1 << CELLS) - 1 };

/* The work on the agenda. */
enum { WORK_NONE, WORK_DRAW, WORK_MARK };

/* Rows of the tables in words.c. */
enum { MOVE_FIRST, MOVE_MARK };
enum { EVENT_BEGINS, EVENT_MARKED, EVENT_LINE, EVENT_WINS, EVENT_DRAW };
enum { REASON_TAKEN };
enum { ASK_OVER, ASK_DRAW, ASK_MARK };
enum { OPTION_GOAL, OPTION_START };
enum { GOAL_LINE, GOAL_AVOID };
enum { START_DRAWN, START_FIRST };

struct noughts_state {
    uint16_t marks[2]; /* cells of each seat, as bits */
    uint8_t winner;    /* seat + 1, or 0 */
    uint8_t begins;    /* seat + 1, or 0 before it is drawn */
    uint8_t spare[2];
    AGENDA(2) agenda;
};
_Static_assert(sizeof(struct noughts_state) == 32, "every byte is in the table of fields");

struct noughts_cards {
    int line_count;
    struct noughts_line {
        struct card_face face;
        uint16_t cells;
    } lines[LINES_MAX];
    /* Looked up by a set of cells, for speed: */
    uint8_t has_line[FULL_BOARD + 1]; /* is there a whole line in it? */
    struct noughts_vacant {
        int count;
        struct move moves[CELLS];
    } vacant[FULL_BOARD + 1]; /* the marks that can be made besides it */
};

extern const struct words noughts_words;
extern const char *const noughts_cells[CELLS + 1]; /* "a1" … "c3" */

void *noughts_read_cards(const struct card_text *files, int count, struct problem *problem);
bool noughts_component(const struct ruleset *rules, int index, enum language language,
                       struct component *component);
void noughts_draw(const struct ruleset *rules, const void *state, enum language language,
                  struct text *out);
void noughts_layout(const struct ruleset *rules, struct json *json);

#endif
