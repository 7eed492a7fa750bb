/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tasks: what a game still has to do, and how it gets from one decision to the next.
 *
 * A game has one list of its tasks, in its own tasks.h. A task is a row, and its arguments are a
 * list of their own:
 *     #define SUPPLY_ARGS(BYTE, ROW)                                                              \
 *         BYTE(level, SHIP_LEVEL) BYTE(ships_left, UP_TO(4)) BYTE(in_deep_space, FLAG)
 *     #define MY_TASKS(TASK)                                                                      \
 *         TASK(supply, SUPPLY, 0, ON(RUN))                                                        \
 *         TASK(run, RUN, 1, ON(TURN) | ON(RUN))
 * A row gives the name of the task in lower and upper case, the largest step of its frames, and the
 * tasks it may be on top of. An argument is a BYTE with its name and limit, or a ROW: the number of
 * a row of the cards' programs, in two bytes. A limit is UP_TO(n), FLAG, ANY, or one of the game's
 * own, LIMIT_… in an enum that begins with LIMIT_GAME. A game may have further columns after these.
 *
 * Five headers make everything else from the list. Each is included once for a game, after
 *     #define TASK_GAME my            the prefix of the game: struct my_view, struct my_table
 *     #define TASK_LIST MY_TASKS
 * - kit/task_types.h, in tasks.h: the enum of tasks, named arguments, push functions, handlers
 * - kit/task_loop.h, in game.c: the loop that runs tasks, and what the contract asks of it
 * - kit/task_game.h, in game.c instead: the same as functions of the contract, for large games
 * - kit/task_check.h, in check_agenda.c: are the frames of a position a valid agenda?
 * - kit/task_refusals.h, in reasons.h: what is blocked while a task asks, from one more column
 * They are templates: handlers take the game's own view and table, so nothing is cast. A row that
 * lacks its arguments or its handlers does not compile or does not link.
 *
 * This header is what they and the handlers share. */

#ifndef KIT_TASKS_H
#define KIT_TASKS_H

#include "agenda.h"

#include "base/bits.h"
#include "contract/game.h"

/* ---- arguments ------------------------------------------------------------------------------- */

enum {
    TASK_BYTES = sizeof((struct frame *)0)->args, /* arguments of a frame at most */
    LIMIT_FLAG = 1,
    LIMIT_ANY = UINT8_MAX,
    LIMIT_GAME, /* the first of the game's own limits */
};
#define LIMIT_UP_TO(most) (most)

/* The number of a row of the cards' programs inside a frame: low byte first, as all of them are
 * bytes without gaps. */
struct task_row {
    uint8_t low, high;
};

static inline int row_number(struct task_row row)
{
    return row.low | row.high << 8;
}

static inline struct task_row task_row(int number)
{
    assert(number >= 0 && number <= UINT16_MAX);
    return (struct task_row){(uint8_t)number, (uint8_t)(number >> 8)};
}

/* prefix_name, for the templates. */
#define TASK_JOIN(prefix, name)  TASK_JOIN_(prefix, name)
#define TASK_JOIN_(prefix, name) prefix##name

/* ---- for the handlers of a task -------------------------------------------------------------- */

/* The frame on top, and taking it off when its task is done. */
#define task_top(t)  agenda_top(&(t)->s->agenda)
#define task_done(t) agenda_pop(&(t)->s->agenda)

static inline struct move move_of(int kind, int a, int b, int c)
{
    return (struct move){(uint8_t)kind, (uint8_t)a, (uint8_t)b, (uint8_t)c};
}

/* Adds a move to a list of options and returns the new number. No list has more than MOVES_MAX; the
 * cards could be written so that one would, and then the rest is left out. */
static inline int offer(struct move *moves, int count, int kind, int a, int b, int c)
{
    assert(count >= 0 && count < MOVES_MAX);
    if (count >= MOVES_MAX)
        return count;
    moves[count] = move_of(kind, a, b, c);
    return count + 1;
}

/* Adds a move for each member of a set; `first` is what its member 0 stands for. */
static inline int offer_set(struct move *moves, int count, int kind, int first, uint64_t set)
{
    while (set != 0)
        count = offer(moves, count, kind, first + (int)bits_pop(&set), 0, 0);
    return count;
}

/* Takes one of the moves out of a list at random; the others change their order. Whoever draws
 * until a move is legal has each of the legal ones equally often. There must be one among them. */
static inline struct move draw_out(struct move *moves, int *count, struct random *random)
{
    assert(*count > 0);
    uint32_t at = random_below(random, (uint32_t)*count);
    struct move drawn = moves[at];
    moves[at] = moves[--*count];
    return drawn;
}

/* Notes an event. */
#define tell(t, what, whose, x, y, z)                                                              \
    event_add((t)->events, (struct message){(uint8_t)(what), (int8_t)(whose), (int16_t)(x),        \
                                            (int16_t)(y), (int16_t)(z)})

#endif
