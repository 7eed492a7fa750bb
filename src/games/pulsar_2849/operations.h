/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the list of the operations of effects. A new operation is one row here, the
 * functions that the row names (operations.c), its texts (effects.c, by its name), and an icon of
 * the page. Everything else by operation is made from the list. */

#ifndef GAMES_PULSAR_2849_OPERATIONS_H
#define GAMES_PULSAR_2849_OPERATIONS_H

#include "kit/effect.h"

struct pulsar_view;
struct pulsar_table;

/* Where a program is printed, and what is inside another step; it decides which operations it may
 * have. */
enum pulsar_where {
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
    ON_ACTION = ON_IMMEDIATE | ON_ONLINE | ON_PROJECT, /* for an action of the own turn */
    ON_BONUS = ON_SYSTEM | ON_TILE,
    ON_PHASE = ON_PRODUCTION | ON_EVERY_ROUND,
    ON_GAIN = ON_ACTION | ON_BONUS,
    ON_COUNT = ON_ACTION | ON_PHASE | ON_FINAL,
};

/* Name, small and large; the word that front ends know it by; where it is allowed; and as in struct
 * pulsar_operation below: ready, changes, points, run. In production and at the end there is
 * nothing that would need a choice on the board, and a drawn tile draws no further one. Forms are
 * tried in this order. */
#define PULSAR_OPERATIONS(OPERATION)                                                               \
    OPERATION(none, NONE, "none", 0, never_ready, changes_always, NULL, run_later)                 \
    /* Gains: a of them. Gyrodynes: one of the sizes a, as bits; or two of different sizes. */     \
    OPERATION(points, POINTS, "points", ON_GAIN | ON_PHASE | ON_FINAL | IN_EVENT, always_ready,    \
              changes_always, points_printed, run_points)                                          \
    OPERATION(cubes, CUBES, "cubes", ON_GAIN | ON_PHASE | IN_EVENT, always_ready, changes_always,  \
              NULL, run_cubes)                                                                     \
    OPERATION(plus_minus, PLUS_MINUS, "plus-minus", ON_GAIN | ON_PHASE | IN_EVENT, always_ready,   \
              changes_always, NULL, run_plus_minus)                                                \
    OPERATION(plus_two, PLUS_TWO, "plus-two", ON_GAIN | ON_PHASE | IN_EVENT, always_ready,         \
              changes_always, NULL, run_plus_two)                                                  \
    OPERATION(gyrodyne, GYRODYNE, "gyrodyne", ON_GAIN, always_ready, changes_with_size, NULL,      \
              run_gyrodyne)                                                                        \
    OPERATION(gyrodynes, GYRODYNES, "gyrodynes", ON_GAIN, always_ready, changes_with_stock, NULL,  \
              run_gyrodynes)                                                                       \
    OPERATION(explore, EXPLORE, "explore", ON_ACTION, always_ready, changes_always, NULL,          \
              run_explore)                                                                         \
    OPERATION(stations, STATIONS, "stations", ON_TILE | ON_FINAL, never_ready, changes_always,     \
              NULL, run_stations)                                                                  \
    /* In the star cluster. Teleport: to a, enum pulsar_destination. Run: b points for each gate   \
     * of colour a. Spin: up to a gyrodynes. */                                                    \
    OPERATION(isolated, ISOLATED, "isolated", ON_ACTION, always_ready, changes_always, NULL,       \
              run_isolated)                                                                        \
    OPERATION(teleport, TELEPORT, "teleport", ON_ACTION, always_ready, changes_always, NULL,       \
              run_teleport)                                                                        \
    OPERATION(run, RUN, "run", ON_PROJECT, always_ready, changes_always, NULL, run_later)          \
    OPERATION(spin, SPIN, "spin", ON_ACTION, always_ready, changes_always, NULL, run_spin)         \
    /* Dice. A red die a is offered; the die that paid becomes a, with a red die b; a cubes for a  \
     * red die b; a: enum pulsar_scope; a copied die costs a cubes. */                             \
    OPERATION(red, RED, "red", ON_SYSTEM, always_ready, changes_with_bonus, NULL, run_red)         \
    OPERATION(double, DOUBLE, "double", ON_IMMEDIATE | ON_PROJECT, ready_to_double,                \
              changes_always, NULL, run_double)                                                    \
    OPERATION(buy_red, BUY_RED, "buy-red", ON_IMMEDIATE, ready_to_buy_red, changes_always, NULL,   \
              run_buy_red)                                                                         \
    OPERATION(tolerance, TOLERANCE, "tolerance", ON_PERMANENT, never_ready, changes_always, NULL,  \
              run_later)                                                                           \
    OPERATION(copy, COPY, "copy", ON_PERMANENT, never_ready, changes_always, NULL, run_later)      \
    /* Points for what one has, a: enum pulsar_noun. b for each of them; 1 for every b; by a body  \
     * of steps for 1, 2, 3 …, each b points for a of them. Buy: b points for a cubes. When: on  \
     * enum pulsar_event_kind a, the one row of the body. */                                       \
    OPERATION(per, PER, "per", ON_COUNT, always_ready, changes_always, points_per, run_points)     \
    OPERATION(share, SHARE, "share", ON_COUNT, always_ready, changes_always, points_share,         \
              run_points)                                                                          \
    OPERATION(table, TABLE, "table", ON_COUNT, always_ready, changes_always, points_table,         \
              run_points)                                                                          \
    OPERATION(step, STEP, "step", IN_TABLE, never_ready, changes_always, NULL, run_later)          \
    OPERATION(buy, BUY, "buy", ON_EVERY_ROUND | ON_FINAL, never_ready, changes_always, NULL,       \
              run_later)                                                                           \
    OPERATION(when, WHEN, "when", ON_PERMANENT, never_ready, changes_always, NULL, run_later)      \
    /* At the end. Points for initiative times a; a for a pulsar without a spinning gyrodyne. */   \
    OPERATION(goal, GOAL, "goal", ON_FINAL, never_ready, changes_always, NULL, run_later)          \
    OPERATION(initiative, INITIATIVE, "initiative", ON_FINAL, never_ready, changes_always, NULL,   \
              run_later)                                                                           \
    OPERATION(every_cube, EVERY_CUBE, "every-cube", ON_FINAL, never_ready, changes_always, NULL,   \
              run_later)                                                                           \
    OPERATION(idle, IDLE, "idle", ON_FINAL, never_ready, changes_always, NULL, run_later)

/* enum pulsar_op { OP_NONE, OP_POINTS, …, OP_COUNT }; */
#define OPERATION(name, NAME, word, allowed_in, ready, changes, points, run) OP_##NAME,
enum pulsar_op { PULSAR_OPERATIONS(OPERATION) OP_COUNT };
#undef OPERATION

struct pulsar_operation {
    uint16_t allowed_in; /* enum pulsar_where, as bits */
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
