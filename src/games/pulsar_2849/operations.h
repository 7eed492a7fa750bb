/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the operations that effects are made of, one row for each. A row says
 * - the name of the operation, small and large, and the word that the page knows its icon by;
 * - where it is allowed (enum pulsar_context);
 * - what it needs, whether it can change anything, what it is worth, and what it does, as in struct
 *   pulsar_operation below (operations.c).
 * How it is written in card files and told to people is in effect_texts.c, as <name>_texts. Forms
 * are tried in the order of these rows. A row that lacks any of this does not compile; nor does a
 * function or text without a row. */

#ifndef GAMES_PULSAR_2849_OPERATIONS_H
#define GAMES_PULSAR_2849_OPERATIONS_H

#include "kit/effect.h"

struct pulsar_view;
struct pulsar_table;

/* What a program belongs to, and where therefore not everything is allowed. */
enum pulsar_context {
    ON_IMMEDIATE = 1 << 0, /* a technology, by its type: 1 << type */
    ON_PERMANENT = 1 << 1,
    ON_PRODUCTION = 1 << 2,
    ON_FINAL = 1 << 3,
    ON_SYSTEM = 1 << 4,      /* the bonus of a system */
    ON_TILE = 1 << 5,        /* an exploration tile */
    ON_ONLINE = 1 << 6,      /* a transmitter that goes online */
    ON_EVERY_ROUND = 1 << 7, /* a transmitter that is online */
    ON_PROJECT = 1 << 8,
    IN_TABLE = 1 << 9,  /* the steps of "points by …" */
    IN_EVENT = 1 << 10, /* what "when …" brings: a plain gain, so that it can come at any moment */
    ON_ACTION = ON_IMMEDIATE | ON_ONLINE | ON_PROJECT, /* for an action of one's own turn */
    ON_BONUS = ON_SYSTEM | ON_TILE,
    ON_PHASE = ON_PRODUCTION | ON_EVERY_ROUND,
    ON_GAIN = ON_ACTION | ON_BONUS,
    ON_COUNT = ON_ACTION | ON_PHASE | ON_FINAL,
};

/* Comments say what a and b of a row of a program are. In production and at the end there is
 * nothing that would need a choice on the board, and a drawn tile draws no further one. */
#define PULSAR_OPERATIONS(OPERATION)                                                               \
    OPERATION(none, NONE, "none", 0, never_ready, changes_always, NULL, run_later)                 \
    /* --- gains: a of them --- */                                                                 \
    OPERATION(points, POINTS, "points", ON_GAIN | ON_PHASE | ON_FINAL | IN_EVENT, always_ready,    \
              changes_always, points_printed, run_points)                                          \
    OPERATION(cubes, CUBES, "cubes", ON_GAIN | ON_PHASE | IN_EVENT, always_ready, changes_always,  \
              NULL, run_cubes)                                                                     \
    OPERATION(plus_minus, PLUS_MINUS, "plus-minus", ON_GAIN | ON_PHASE | IN_EVENT, always_ready,   \
              changes_always, NULL, run_plus_minus)                                                \
    OPERATION(plus_two, PLUS_TWO, "plus-two", ON_GAIN | ON_PHASE | IN_EVENT, always_ready,         \
              changes_always, NULL, run_plus_two)                                                  \
    /* one of the sizes a, as bits */                                                              \
    OPERATION(gyrodyne, GYRODYNE, "gyrodyne", ON_GAIN, always_ready, changes_with_size, NULL,      \
              run_gyrodyne)                                                                        \
    /* two of different sizes */                                                                   \
    OPERATION(gyrodynes, GYRODYNES, "gyrodynes", ON_GAIN, always_ready, changes_with_stock, NULL,  \
              run_gyrodynes)                                                                       \
    OPERATION(explore, EXPLORE, "explore", ON_ACTION, always_ready, changes_always, NULL,          \
              run_explore)                                                                         \
    /* in the last step of the final scoring; a tile's are there before anything waits */          \
    OPERATION(stations, STATIONS, "stations", ON_TILE | ON_FINAL, never_ready, changes_always,     \
              NULL, run_stations)                                                                  \
    /* --- in the star cluster --- */                                                              \
    OPERATION(isolated, ISOLATED, "isolated", ON_ACTION, always_ready, changes_always, NULL,       \
              run_isolated)                                                                        \
    /* to a: enum pulsar_destination */                                                            \
    OPERATION(teleport, TELEPORT, "teleport", ON_ACTION, always_ready, changes_always, NULL,       \
              run_teleport)                                                                        \
    /* b points for each gate of colour a, on a later flight */                                    \
    OPERATION(run, RUN, "run", ON_PROJECT, always_ready, changes_always, NULL, run_later)          \
    /* up to a gyrodynes */                                                                        \
    OPERATION(spin, SPIN, "spin", ON_ACTION, always_ready, changes_always, NULL, run_spin)         \
    /* --- dice --- */                                                                             \
    /* a red die a is offered */                                                                   \
    OPERATION(red, RED, "red", ON_SYSTEM, always_ready, changes_with_bonus, NULL, run_red)         \
    /* the die that paid becomes a; red die b */                                                   \
    OPERATION(double, DOUBLE, "double", ON_IMMEDIATE | ON_PROJECT, ready_to_double,                \
              changes_always, NULL, run_double)                                                    \
    /* a cubes; red die b */                                                                       \
    OPERATION(buy_red, BUY_RED, "buy-red", ON_IMMEDIATE, ready_to_buy_red, changes_always, NULL,   \
              run_buy_red)                                                                         \
    /* a: enum pulsar_scope */                                                                     \
    OPERATION(tolerance, TOLERANCE, "tolerance", ON_PERMANENT, never_ready, changes_always, NULL,  \
              run_later)                                                                           \
    /* copying a die costs a cubes */                                                              \
    OPERATION(copy, COPY, "copy", ON_PERMANENT, never_ready, changes_always, NULL, run_later)      \
    /* --- points for what one has, a: enum pulsar_noun --- */                                     \
    /* b for each of them */                                                                       \
    OPERATION(per, PER, "per", ON_COUNT, always_ready, changes_always, points_per, run_points)     \
    /* 1 for every b of them */                                                                    \
    OPERATION(share, SHARE, "share", ON_COUNT, always_ready, changes_always, points_share,         \
              run_points)                                                                          \
    /* by their number: the body has a step for 1, 2, 3 … */                                     \
    OPERATION(table, TABLE, "table", ON_COUNT, always_ready, changes_always, points_table,         \
              run_points)                                                                          \
    /* a of them give b points */                                                                  \
    OPERATION(step, STEP, "step", IN_TABLE, never_ready, changes_always, NULL, run_later)          \
    /* --- points otherwise --- */                                                                 \
    /* a cubes for b points */                                                                     \
    OPERATION(buy, BUY, "buy", ON_EVERY_ROUND | ON_FINAL, never_ready, changes_always, NULL,       \
              run_later)                                                                           \
    /* on a (enum pulsar_event_kind) the one row of the body */                                    \
    OPERATION(when, WHEN, "when", ON_PERMANENT, never_ready, changes_always, NULL, run_later)      \
    /* --- at the end --- */                                                                       \
    OPERATION(goal, GOAL, "goal", ON_FINAL, never_ready, changes_always, NULL, run_later)          \
    /* points for initiative times a */                                                            \
    OPERATION(initiative, INITIATIVE, "initiative", ON_FINAL, never_ready, changes_always, NULL,   \
              run_later)                                                                           \
    OPERATION(every_cube, EVERY_CUBE, "every-cube", ON_FINAL, never_ready, changes_always, NULL,   \
              run_later)                                                                           \
    /* a points for a pulsar without a spinning gyrodyne */                                        \
    OPERATION(idle, IDLE, "idle", ON_FINAL, never_ready, changes_always, NULL, run_later)

/* enum pulsar_op { OP_NONE, OP_POINTS, …, OP_COUNT }; */
#define OPERATION(name, NAME, word, allowed_in, ready, changes, points, run) OP_##NAME,
enum pulsar_op { PULSAR_OPERATIONS(OPERATION) OP_COUNT };
#undef OPERATION

struct pulsar_operation {
    uint16_t allowed_in; /* enum pulsar_context, as bits */
    /* May a program that waits for an answer have this row still before it? It needs what it
     * changes; rows that act at another time and those that nothing waits before never are. */
    bool (*is_ready)(const struct pulsar_view *v, int seat, const struct effect *row);
    /* Would it change anything now? Where it would not, it is not offered as a bonus. */
    bool (*changes)(const struct pulsar_view *v, const struct effect *row);
    /* The points that it is worth now, or NULL if it is about something else. */
    int (*points)(const struct pulsar_view *v, int seat, const struct effect *row);
    /* Does it; points are those of a source (enum pulsar_source). What must be asked is put on the
     * agenda. */
    void (*run)(struct pulsar_table *t, int seat, const struct effect *row, int source);
};

extern const struct pulsar_operation pulsar_operations[OP_COUNT];

#endif
