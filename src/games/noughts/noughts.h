/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Noughts and crosses: the state and the cards. Only for the files of this game. */

#ifndef GAMES_NOUGHTS_NOUGHTS_H
#define GAMES_NOUGHTS_NOUGHTS_H

#include "contract/game.h"
#include "kit/tasks.h"
#include "kit/card_format.h"

enum { CELLS = 9, LINES_MAX = 16, FULL_BOARD = (1 << CELLS) - 1 };

/* Rows of the tables in words.c. */
enum { THING_CELL = THING_GAME, THING_LINE, THING_OWNER, THING_WORK };
enum { MOVE_FIRST, MOVE_MARK };
enum { EVENT_BEGINS, EVENT_MARKED, EVENT_LINE, EVENT_WINS, EVENT_DRAW };
enum { REASON_TAKEN };
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
    struct card_sources sources;
};

/* ---- views, tables, tasks -------------------------------------------------------------------- */

/* A state with its rules, for questions: nothing can be changed through it. */
struct noughts_view {
    const struct ruleset *rules;
    const struct noughts_cards *cards;
    const struct noughts_state *s;
};

/* The same for changes; it is asked through its view. */
struct noughts_table {
    struct noughts_view view;
    struct noughts_state *s;
    struct events *events; /* where they go; NULL: nowhere */
};

/* What can be on the agenda, in the way of kit/tasks.h: the dealer draws who begins, then a seat
 * marks a cell. Neither has arguments or steps, and both lie at the bottom. */
#define DRAW_ARGS(BYTE, ROW)
#define MARK_ARGS(BYTE, ROW)
#define NOUGHTS_TASKS(TASK)                                                                        \
    TASK(draw, DRAW, 0, 0)                                                                         \
    TASK(mark, MARK, 0, 0)

#define TASK_GAME noughts
#define TASK_LIST NOUGHTS_TASKS
#include "kit/task_types.h"

/* Puts a task on top of the agenda: push_task(t, mark, seat). */
#define push_task(t, name, ...) push_##name(t, (struct noughts_##name##_args){.seat = __VA_ARGS__})

/* ---- what the files share -------------------------------------------------------------------- */

extern const struct words noughts_words;
extern const char *const noughts_cells[CELLS + 1]; /* "a1" … "c3" */

void noughts_features(const struct ruleset *rules, const void *state, const struct score *score,
                      int seat, int16_t *features);
void noughts_feature_names(const struct ruleset *rules, const void *state,
                           const struct score *score, int seat, int16_t *features,
                           struct feature_name *names);
enum { NOUGHTS_FEATURES = 2 * CELLS + 1 };

extern const struct table_format noughts_card_format;
void *noughts_read_cards(const struct card_text *files, int count, struct problem *problem);
bool noughts_component(const struct ruleset *rules, int index, enum language language,
                       struct component *component);
void noughts_draw(const struct ruleset *rules, const void *state, int section,
                  const struct drawing *drawing, struct text *out);
void noughts_layout(const struct ruleset *rules, struct json *json);

#endif
