/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the list of its tasks (kit/tasks.h says what is made of it). The order of the rows
 * gives the numbers that positions and hashes are made with, so a new one comes last. What a task
 * does is in the file that its comment names. */

#ifndef GAMES_PULSAR_2849_TASKS_H
#define GAMES_PULSAR_2849_TASKS_H

#include "table.h"

/* ---- steps of the tasks that have several ---------------------------------------------------- */

/* The set-up: while what a step asks lies above it, the task is one step further. */
enum pulsar_setup_step {
    SETUP_BOARDS,
    SETUP_GOALS,
    SETUP_OFFER,
    SETUP_ORDER,
    SETUP_HEADQUARTERS,
    SETUP_SHIPS,
    SETUP_SIDES,
    SETUP_END,
};

enum pulsar_round_step { ROUND_ROLL, ROUND_DICE, ROUND_TURNS, ROUND_END };

/* A flight that arrives: everything is turned up first. */
enum pulsar_arrive_step { ARRIVE_REVEALS, ARRIVE_VISITS };

/* In the order of the tables of words. */
enum pulsar_production_step {
    PRODUCTION_ORDER,
    PRODUCTION_ENGINEERING,
    PRODUCTION_PENALTIES,
    PRODUCTION_TRANSMITTERS,
    PRODUCTION_GYRODYNES,
    PRODUCTION_TECHNOLOGIES,
    PRODUCTION_NEXT_ROUND,
};
enum pulsar_final_step {
    FINAL_PATENTS,
    FINAL_GOALS,
    FINAL_PULSARS,
    FINAL_GYRODYNES,
    FINAL_CUBES,
    FINAL_INITIATIVE,
    FINAL_STATIONS,
    FINAL_END,
};

/* The goals of a seat, one step further while a step asks. */
enum pulsar_goals_step { GOALS_SPLIT, GOALS_WILD, GOALS_BONUSES, GOALS_END };

/* ---- arguments ------------------------------------------------------------------------------- */

/* setup.c. The set-up continues by itself; its tasks are the dealer's but for the last two. */
#define SETUP_ARGS(BYTE, ROW)
#define DEAL_BOARD_ARGS(BYTE, ROW) BYTE(category, UP_TO(CATEGORIES - 1))
#define DEAL_GOAL_ARGS(BYTE, ROW)  BYTE(number, UP_TO(GOALS_IN_PLAY - 1))
#define DEAL_HEADQUARTERS_ARGS(BYTE, ROW)
#define DEAL_ORDER_ARGS(BYTE, ROW) BYTE(space, UP_TO(SEATS_MAX - 2))
#define DEAL_OFFER_ARGS(BYTE, ROW) BYTE(laid, UP_TO(ON_OFFER - 1)) /* so far */
#define ENTRY_ARGS(BYTE, ROW)
#define SIDE_ARGS(BYTE, ROW)

/* turn.c. `done` counts the dice taken, then the turns. */
#define ROUND_ARGS(BYTE, ROW) BYTE(done, UP_TO(DICE_OF_SEAT *SEATS_MAX))
#define ROLL_ARGS(BYTE, ROW)  BYTE(dice_left, UP_TO(SILVER_MAX))
#define TAKE_ARGS(BYTE, ROW)

/* pay.c. `about` and `die` are what enum pulsar_action says; a patent is about an index. */
#define ACT_ARGS(BYTE, ROW)
#define PAY_ARGS(BYTE, ROW) BYTE(action, UP_TO(ACTIONS - 1)) BYTE(about, ANY) BYTE(die, ANY)

/* flight.c. Flights, and what they bring. */
#define GATE_RUN_ARGS(BYTE, ROW)
#define FLIGHT_ARGS(BYTE, ROW) BYTE(segments_left, UP_TO(FLIGHT_MAX))
#define ARRIVE_ARGS(BYTE, ROW) BYTE(visited, UP_TO(FLIGHT_MAX)) /* places on the path */
#define REVEAL_ARGS(BYTE, ROW) BYTE(location, UP_TO(NODES))     /* of the system */
#define BONUS_ARGS(BYTE, ROW)  BYTE(location, UP_TO(NODES))     /* of the system */
#define TILE_ARGS(BYTE, ROW)   BYTE(draws_left, UP_TO(99))

/* transmit.c. `die` is the cost that a transmitter was taken with. */
#define LINK_ARGS(BYTE, ROW)   BYTE(transmitter, UP_TO(TRANSMITTERS_MAX)) BYTE(die, UP_TO(DIE_SIDES))
#define ONLINE_ARGS(BYTE, ROW) BYTE(transmitter, UP_TO(TRANSMITTERS_MAX))

/* run_effects.c. The rows of a program that are still to be run, and the choices inside effects. */
#define RUN_ARGS(BYTE, ROW) ROW(next) ROW(end) BYTE(source, UP_TO(SOURCES - 1))
#define SIZE_ARGS(BYTE, ROW)                                                                       \
    BYTE(sizes, UP_TO((1 << SIZES) - 1)) /* that may be taken, as bits */                          \
    BYTE(takes_left, UP_TO(2))                                                                     \
    BYTE(taken, UP_TO((1 << SIZES) - 1)) /* as bits */
#define ISOLATED_ARGS(BYTE, ROW)
#define TELEPORT_ARGS(BYTE, ROW) BYTE(destination, UP_TO(TO_ANY))
#define SPIN_ARGS(BYTE, ROW)     BYTE(most, UP_TO(99))

/* production.c. The seat at `place` of the play order is next. Purchases that are left: the
 * transmitters as bits, eight in each byte and the last eight in the step. */
#define PRODUCTION_ARGS(BYTE, ROW) BYTE(place, UP_TO(SEATS_MAX - 1))
#define BUY_ARGS(BYTE, ROW)                                                                        \
    BYTE(left_1, ANY) BYTE(left_2, ANY) BYTE(left_3, ANY) BYTE(left_4, ANY) BYTE(left_5, ANY)

/* final_scoring.c. Goals that were chosen are bits; of bonuses bought each goal has two bits. */
#define FINAL_ARGS(BYTE, ROW) BYTE(place, UP_TO(SEATS_MAX - 1))
#define DEAL_ARGS(BYTE, ROW)  BYTE(tech, UP_TO(TECHS_IN_PLAY - 1)) /* index */
#define GOALS_ARGS(BYTE, ROW) BYTE(chosen, UP_TO((1 << GOALS_IN_PLAY) - 1))
#define SPLIT_ARGS(BYTE, ROW) BYTE(chosen, UP_TO((1 << GOALS_IN_PLAY) - 1))
#define WILD_ARGS(BYTE, ROW)
#define GOAL_BONUS_ARGS(BYTE, ROW) BYTE(bought, UP_TO((1 << 2 * GOALS_IN_PLAY) - 1))

/* ---- the list -------------------------------------------------------------------------------- */

/* What a program may lie on; what effects of actions that ask something may lie on. */
#define UNDER_PROGRAMS (ON(ACT) | ON(ONLINE) | ON(TILE) | ON(ARRIVE))
#define UNDER_EFFECTS  (ON(ACT) | ON(RUN) | ON(ONLINE))

/* Name, small and large; largest step; the tasks that it may lie on; what it has blocked
 * (kit/task_refusals.h). Those of the course of the game lie at the bottom. */
#define PULSAR_TASKS(TASK)                                                                         \
    TASK(setup, SETUP, SETUP_END, 0, nothing)                                                      \
    TASK(deal_board, DEAL_BOARD, 0, ON(SETUP) | ON(DEAL_BOARD), nothing)                           \
    TASK(deal_goal, DEAL_GOAL, 0, ON(SETUP) | ON(DEAL_GOAL), nothing)                              \
    TASK(deal_headquarters, DEAL_HEADQUARTERS, 0, ON(SETUP) | ON(DEAL_HEADQUARTERS), nothing)      \
    TASK(deal_order, DEAL_ORDER, 0, ON(SETUP) | ON(DEAL_ORDER), nothing)                           \
    TASK(deal_offer, DEAL_OFFER, 0, ON(SETUP) | ON(ROUND), nothing)                                \
    TASK(entry, ENTRY, 0, ON(SETUP) | ON(ENTRY), entries)                                          \
    TASK(side, SIDE, 0, ON(SETUP) | ON(SIDE), sides)                                               \
    TASK(round, ROUND, ROUND_END, 0, nothing)                                                      \
    TASK(roll, ROLL, 0, ON(ROUND), nothing)                                                        \
    TASK(take, TAKE, 0, ON(ROUND), taking)                                                         \
    TASK(act, ACT, 0, ON(ROUND), turn)                                                             \
    TASK(pay, PAY, 0, ON(ACT), payments)                                                           \
    TASK(gate_run, GATE_RUN, 0, ON(FLIGHT), runs)                                                  \
    TASK(flight, FLIGHT, 0, ON(ARRIVE), steps)                                                     \
    TASK(arrive, ARRIVE, ARRIVE_VISITS, UNDER_EFFECTS, nothing)                                    \
    TASK(reveal, REVEAL, 0, ON(ARRIVE), nothing)                                                   \
    TASK(bonus, BONUS, 0, ON(ARRIVE), bonus)                                                       \
    TASK(tile, TILE, 0, UNDER_PROGRAMS | ON(RUN) | ON(BONUS), nothing)                             \
    TASK(link, LINK, 0, ON(ACT), links)                                                            \
    TASK(online, ONLINE, 0, ON(ACT), nothing)                                                      \
    TASK(run, RUN, 0, UNDER_PROGRAMS, nothing)                                                     \
    TASK(size, SIZE, 0, UNDER_PROGRAMS | ON(RUN), sizes)                                           \
    TASK(isolated, ISOLATED, 0, UNDER_EFFECTS, isolated)                                           \
    TASK(teleport, TELEPORT, 0, UNDER_EFFECTS, teleport)                                           \
    TASK(spin, SPIN, 0, UNDER_EFFECTS, spinning)                                                   \
    TASK(production, PRODUCTION, PRODUCTION_NEXT_ROUND, 0, nothing)                                \
    TASK(buy, BUY, UINT8_MAX, ON(PRODUCTION), purchases)                                           \
    TASK(final, FINAL, FINAL_END, 0, nothing)                                                      \
    TASK(deal, DEAL, 0, ON(FINAL) | ON(DEAL), nothing)                                             \
    TASK(goals, GOALS, GOALS_END, ON(FINAL), nothing)                                              \
    TASK(split, SPLIT, 0, ON(GOALS), split)                                                        \
    TASK(wild, WILD, 0, ON(GOALS), wild)                                                           \
    TASK(goal_bonus, GOAL_BONUS, 0, ON(GOALS), goal_bonuses)

#define TASK_GAME pulsar
#define TASK_LIST PULSAR_TASKS
#include "kit/task_types.h"

/* Puts a task on the agenda for a seat, with its arguments by name:
 *     push_task(t, link, seat, .transmitter = 3, .die = 5); */
#define push_task(t, name, ...) push_##name(t, (struct pulsar_##name##_args){.seat = __VA_ARGS__})

#endif
