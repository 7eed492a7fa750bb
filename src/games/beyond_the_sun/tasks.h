/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: its tasks, in the way of kit/tasks.h. A row of the list says what a task is
 * called, the largest step of its frames, which tasks it may lie on, and what it has blocked
 * (kit/task_refusals.h); above it stand its arguments. What a task does stands in the file that it
 * belongs to (ARCHITECTURE.md), as bts_task_<name>.
 *
 * The numbers of the tasks are in states that people have kept: a new one goes to the end. */

#ifndef GAMES_BEYOND_THE_SUN_TASKS_H
#define GAMES_BEYOND_THE_SUN_TASKS_H

#include "table.h"

#include "kit/tasks.h"

/* What an argument may be where it is not at most a number. */
enum bts_limit {
    LIMIT_PLACE = LIMIT_GAME,
    LIMIT_SLOT,
    LIMIT_HIGH_SLOT,  /* of levels II to IIII */
    LIMIT_EVENT_SLOT, /* one that has an event at first */
    LIMIT_SHIP_LEVEL,
    LIMIT_TYPE_SET, /* not empty */
    LIMIT_SYSTEM,
    LIMIT_TECH,      /* or none */
    LIMIT_LEVEL_SET, /* levels of technologies as bits 1 … 4, not empty */
    LIMIT_SEAT_SET,
};

/* ---- steps of the tasks that have several ---------------------------------------------------- */

/* While what a step asks lies above it, the task is one step further. */
enum bts_setup_step {
    SETUP_TECHS,
    SETUP_SYSTEMS,
    SETUP_ACHIEVEMENTS,
    SETUP_TABLEAU,
    SETUP_FIRST,
    SETUP_FACTIONS,
    SETUP_END,
};
enum bts_turn_step {
    TURN_ACTION,
    TURN_PRODUCTION,
    TURN_INNOVATION,
    TURN_WINDOW,
    TURN_ACHIEVEMENT,
    TURN_TABLEAU,
    TURN_END,
};

/* ---- arguments ------------------------------------------------------------------------------- */

/* The set-up; what is dealt goes to the slot, place or row of achievements. */
#define SETUP_ARGS(BYTE, ROW)
#define DEAL_FIRST_ARGS(BYTE, ROW)
#define DEAL_TECH_ARGS(BYTE, ROW)        BYTE(slot, UP_TO(3))
#define DEAL_SYSTEM_ARGS(BYTE, ROW)      BYTE(place, UP_TO(ROGUE))
#define DEAL_ACHIEVEMENT_ARGS(BYTE, ROW) BYTE(row, UP_TO(3))
#define DEAL_FACTION_ARGS(BYTE, ROW)
#define PICK_FACTION_ARGS(BYTE, ROW)

/* The course of the game. */
#define TURN_ARGS(BYTE, ROW)
#define ACTION_ARGS(BYTE, ROW)
#define END_ACTION_ARGS(BYTE, ROW)
#define PRODUCTION_ARGS(BYTE, ROW)
#define ACHIEVEMENT_ARGS(BYTE, ROW)

/* Effects: the rows still to be run; the row of a choice, an optional part, a repetition. Flags are
 * those of bts_run_rows. */
#define RUN_ARGS(BYTE, ROW) ROW(start) ROW(end) BYTE(flags, UP_TO(15))
#define CHOOSE_ARGS(BYTE, ROW)                                                                     \
    ROW(row) BYTE(choices_left, UP_TO(8)) BYTE(taken, ANY) BYTE(flags, UP_TO(15))
#define MAY_ARGS(BYTE, ROW)                                                                        \
    ROW(row) BYTE(spare_1, UP_TO(0)) BYTE(spare_2, UP_TO(0)) BYTE(flags, UP_TO(15))
#define PER_ARGS(BYTE, ROW) ROW(row)

/* Costs: population to return, one of which may be paid as ore; ore for an opponent. */
#define PAY_ARGS(BYTE, ROW)   BYTE(population, UP_TO(9))
#define RIVAL_ARGS(BYTE, ROW) BYTE(ore, UP_TO(9))

/* Ships. `has_built`: then control is settled at the end. */
#define SUPPLY_ARGS(BYTE, ROW)                                                                     \
    BYTE(level, SHIP_LEVEL)                                                                        \
    BYTE(ships_left, UP_TO(4)) BYTE(in_deep_space, FLAG) BYTE(has_built, FLAG)
#define BUILD_ARGS(BYTE, ROW)  BYTE(level, SHIP_LEVEL) BYTE(in_deep_space, FLAG)
#define BETTER_ARGS(BYTE, ROW) BYTE(level, SHIP_LEVEL) BYTE(place, PLACE)
#define RETIRE_ARGS(BYTE, ROW)
#define DISC_ARGS(BYTE, ROW)                                                                       \
    BYTE(purpose, UP_TO(2)) BYTE(where, UP_TO(SYSTEMS_MAX)) BYTE(kinds, UP_TO(3))
#define SHIFT_ARGS(BYTE, ROW) BYTE(cubes_left, UP_TO(9))
#define TRADE_ARGS(BYTE, ROW) BYTE(in_production, FLAG)
/* `times` times in all, by this many levels each time; or single levels, split over ships as one
 * likes. */
#define UPGRADE_ARGS(BYTE, ROW)                                                                    \
    BYTE(times_left, UP_TO(9)) BYTE(levels, UP_TO(3)) BYTE(is_split, FLAG) BYTE(times, UP_TO(9))
/* `aim`: what must follow, enum bts_aim. */
#define JUMP_ARGS(BYTE, ROW) BYTE(points_left, UP_TO(7)) BYTE(aim, UP_TO(3)) BYTE(in_action, FLAG)
#define WARP_ARGS(BYTE, ROW) BYTE(ships_left, UP_TO(9))
#define CONTROL_ARGS(BYTE, ROW)
#define GAIN_ARGS(BYTE, ROW)
#define OUTPOST_ARGS(BYTE, ROW)

/* Research. Flags are RESEARCH_…; `is_blind`: from the deck in spite of the tableau. */
#define SLOT_ARGS(BYTE, ROW)   BYTE(levels, LEVEL_SET) BYTE(flags, UP_TO(15)) BYTE(in_action, FLAG)
#define EVENT_ARGS(BYTE, ROW)  BYTE(slot, EVENT_SLOT)
#define TYPE_ARGS(BYTE, ROW)   BYTE(slot, HIGH_SLOT) BYTE(is_blind, FLAG)
#define REVEAL_ARGS(BYTE, ROW) BYTE(slot, HIGH_SLOT) BYTE(types, TYPE_SET) BYTE(wanted, UP_TO(2))
#define CARD_ARGS(BYTE, ROW)   BYTE(slot, HIGH_SLOT) BYTE(types, TYPE_SET) BYTE(from_tableau, FLAG)
#define LEARN_ARGS(BYTE, ROW)  BYTE(slot, SLOT) BYTE(flags, UP_TO(15))
#define TABLEAU_FILL_ARGS(BYTE, ROW)                                                               \
    BYTE(level, UP_TO(4)) BYTE(column, UP_TO(TYPES)) BYTE(takes_any, FLAG)
#define PRIVATE_ARGS(BYTE, ROW) BYTE(level, UP_TO(4)) BYTE(cards_left, UP_TO(3))

/* Systems. */
#define COLONIZE_ARGS(BYTE, ROW) BYTE(in_stealth, FLAG)
#define SETTLE_ARGS(BYTE, ROW)                                                                     \
    BYTE(place, PLACE) BYTE(in_stealth, FLAG) BYTE(levels_settled, UP_TO(80))
#define TAKE_SYSTEM_ARGS(BYTE, ROW) BYTE(system, SYSTEM) BYTE(discs_left, UP_TO(2))
#define DRAW_SYSTEM_ARGS(BYTE, ROW)                                                                \
    BYTE(purpose, UP_TO(3)) BYTE(deck, UP_TO(1)) BYTE(cards_left, UP_TO(4)) BYTE(place, PLACE)
#define ANNEX_ARGS(BYTE, ROW)
#define HANG_ARGS(BYTE, ROW) BYTE(system, SYSTEM)

/* Repeated and copied; effects on several factions; powers. */
#define AGAIN_ARGS(BYTE, ROW)                                                                      \
    BYTE(times_left, UP_TO(2)) BYTE(source, TECH) BYTE(repeated_1, TECH) BYTE(repeated_2, TECH)
#define COPY_ARGS(BYTE, ROW)     BYTE(whose, UP_TO(1))
#define FACTIONS_ARGS(BYTE, ROW) ROW(row) BYTE(seats_left, SEAT_SET)
#define BANK_ARGS(BYTE, ROW)     BYTE(ships_left, UP_TO(9))
#define KEEP_ARGS(BYTE, ROW)
#define FORTIFY_ARGS(BYTE, ROW)
#define SEND_ARGS(BYTE, ROW)
#define WINDOW_ARGS(BYTE, ROW)

/* ---- the list -------------------------------------------------------------------------------- */

/* Tasks in whose midst powers may be used, and one-time innovations come. */
#define WITH_POWERS (ON(ACTION) | ON(PRODUCTION) | ON(TRADE) | ON(WINDOW))

/* Set-up and turn lie at the bottom. */
#define BTS_TASKS(TASK)                                                                            \
    TASK(setup, SETUP, SETUP_END, 0, nothing)                                                      \
    TASK(deal_first, DEAL_FIRST, 0, ON(SETUP), nothing) /* who begins */                           \
    TASK(deal_tech, DEAL_TECH, 0, ON(SETUP), nothing)   /* level I */                              \
    TASK(deal_system, DEAL_SYSTEM, 0, ON(SETUP), nothing)                                          \
    TASK(deal_achievement, DEAL_ACHIEVEMENT, 0, ON(SETUP) | ON(DEAL_ACHIEVEMENT), nothing)         \
    TASK(deal_faction, DEAL_FACTION, 0, ON(SETUP) | ON(DEAL_FACTION), nothing) /* at random */     \
    TASK(pick_faction, PICK_FACTION, 0, ON(SETUP) | ON(PICK_FACTION), factions)                    \
    TASK(turn, TURN, TURN_END, 0, nothing)                                                         \
    TASK(action, ACTION, 0, ON(END_ACTION), action) /* which space */                              \
    TASK(end_action, END_ACTION, 0, ON(TURN), nothing)                                             \
    TASK(production, PRODUCTION, 0, ON(TURN), production)    /* food, ore, trade */                \
    TASK(achievement, ACHIEVEMENT, 0, ON(TURN), achievement) /* which is claimed */                \
    TASK(run, RUN, 1,                                                                              \
         ON(TURN) | ON(END_ACTION) | ON(RUN) | ON(CHOOSE) | ON(PER) | ON(FACTIONS) | ON(AGAIN) |   \
             ON(TYPE) | ON(CONTROL) | WITH_POWERS,                                                 \
         nothing)                                                                                  \
    TASK(choose, CHOOSE, 0, ON(RUN), options)                                                      \
    TASK(may, MAY, 0, ON(RUN), skipping)      /* take or pass */                                   \
    TASK(per, PER, CUBES, ON(RUN), nothing)   /* step: times left */                               \
    TASK(pay, PAY, 0, ON(RUN), nothing)       /* ore for population (POWER_ORE_FOR_POPULATION) */  \
    TASK(rival, RIVAL, 0, ON(RUN), rivals)    /* who is paid */                                    \
    TASK(supply, SUPPLY, 0, ON(RUN), nothing) /* it is short: population instead, or none */       \
    TASK(build, BUILD, 0, ON(SUPPLY), building)   /* where */                                      \
    TASK(better, BETTER, 0, ON(SUPPLY), nothing)  /* INNOVATION_BETTER_SHIP for the one built? */  \
    TASK(retire, RETIRE, 0, WITH_POWERS, nothing) /* ship to population */                         \
    TASK(disc, DISC, 0, ON(RUN) | ON(CONTROL) | ON(TAKE_SYSTEM), discs) /* which kind of disc */   \
    TASK(shift, SHIFT, 0, ON(RUN), nothing)                             /* to which column */      \
    TASK(trade, TRADE, 0, ON(TURN) | ON(RUN), trade)                                               \
    TASK(upgrade, UPGRADE, 0, ON(RUN), upgrades) /* which ship rises */                            \
    TASK(jump, JUMP, 0, ON(RUN), jumps)                                                            \
    TASK(warp, WARP, 0, ON(RUN), warps)                                    /* moves anywhere */    \
    TASK(control, CONTROL, 0, ON(RUN) | ON(SETTLE) | WITH_POWERS, nothing) /* of all locations */  \
    TASK(gain, GAIN, 0, ON(CONTROL), nothing)                              /* which bonus next */  \
    TASK(slot, SLOT, 0, ON(RUN), slots)        /* which is researched */                           \
    TASK(event, EVENT, 0, ON(TYPE), nothing)   /* revealed */                                      \
    TASK(type, TYPE, 0, ON(LEARN), types)      /* of the technology */                             \
    TASK(reveal, REVEAL, 0, ON(CARD), nothing) /* cards from the deck */                           \
    TASK(card, CARD, 0, ON(LEARN), cards)      /* which of those */                                \
    TASK(learn, LEARN, 0, ON(RUN), nothing)    /* immediate bonus */                               \
    TASK(tableau_fill, TABLEAU_FILL, 0,                                                            \
         ON(SETUP) | ON(TURN) | ON(RUN) | ON(SLOT) | ON(LEARN) | ON(TABLEAU_FILL),                 \
         nothing)                                       /* a row of it */                          \
    TASK(private, PRIVATE, 0, ON(RUN), nothing)         /* which of those drawn */                 \
    TASK(colonize, COLONIZE, 0, ON(RUN), colonizing)    /* which system */                         \
    TASK(settle, SETTLE, 0, ON(RUN), settling)          /* which ships */                          \
    TASK(take_system, TAKE_SYSTEM, 0, ON(RUN), nothing) /* discs, then bonus */                    \
    TASK(draw_system, DRAW_SYSTEM, 0, ON(RUN) | ON(TAKE_SYSTEM) | ON(ANNEX), nothing)              \
    TASK(annex, ANNEX, 0, ON(RUN), nothing)        /* which of those drawn */                      \
    TASK(again, AGAIN, 0, ON(RUN), repeats)        /* whose immediate bonus is repeated */         \
    TASK(copy, COPY, 0, ON(RUN), copies)           /* which action */                              \
    TASK(factions, FACTIONS, 0, ON(RUN), nothing)  /* a body for several factions in turn */       \
    TASK(bank, BANK, 0, ON(RUN), nothing)          /* which ship goes onto the card */             \
    TASK(keep, KEEP, 0, ON(RUN), nothing)          /* which stays in Sol */                        \
    TASK(fortify, FORTIFY, 0, ON(RUN), fortifying) /* which shipyard */                            \
    TASK(hang, HANG, 0, ON(RUN), hanging)          /* which slot the added system hangs on */      \
    TASK(send, SEND, 0, WITH_POWERS, sending) /* which ship goes where (POWER_HEADQUARTERS) */     \
    TASK(window, WINDOW, 0, ON(TURN) | ON(RUN), powers) /* powers used at any time, or continue */ \
    TASK(outpost, OUTPOST, 0, ON(CONTROL), nothing)     /* which comes next, with too few discs */

#define TASK_GAME bts
#define TASK_LIST BTS_TASKS
#include "kit/task_types.h"

/* Puts a task on top of the agenda: push_task(t, build, seat, .level = 2). */
#define push_task(t, name, ...) push_##name(t, (struct bts_##name##_args){.seat = __VA_ARGS__})

#endif
