/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: why something cannot be done. The rows of the table in reasons.c, and the list that
 * blocked.c (the course of the game and the turn), blocked_pay.c (dice) and blocked_choices.c
 * (flights, effects, scoring) fill. */

#ifndef GAMES_PULSAR_2849_REASONS_H
#define GAMES_PULSAR_2849_REASONS_H

#include "pulsar.h"

enum pulsar_reason {
    /* set-up */
    REASON_ENTRY_TAKEN,
    REASON_SIDE_OTHER,
    /* taking dice */
    REASON_TAKE_MUST,
    REASON_DICE_FIRST,
    REASON_DIE_GONE,
    REASON_TAKE_MOVES,
    REASON_TAKE_STAYS,
    REASON_NO_ROOM,
    REASON_DIE_NO_ROOM,
    /* a die that an action needs */
    REASON_NO_DICE,
    REASON_VALUE,
    REASON_VALUE_TOKEN,
    REASON_VALUE_TOLERANCE,
    REASON_VALUE_COMBINE,
    REASON_VALUES,
    REASON_COPY_CUBES,
    REASON_COPY_USED,
    REASON_COPY_RESERVED,
    REASON_TOLERANCE_USED,
    REASON_SILVER,
    REASON_SILVER_RED,
    /* the turn */
    REASON_RED_UNSPENT,
    REASON_FLY_ZERO,
    REASON_FLY_ERRAND,
    REASON_DOUBLER_USED,
    REASON_DOUBLER_RESERVED,
    REASON_SOLD_OUT,
    REASON_SPINNING,
    REASON_NOT_PLACED,
    REASON_NO_GYRODYNE,
    REASON_PULSAR_OTHER,
    REASON_PULSAR_FULL,
    REASON_UNCLAIMED,
    REASON_NO_RING,
    REASON_NOT_IN_HAND,
    REASON_BUILD_TURN,
    REASON_TRANSMITTER_TAKEN,
    REASON_TRANSMITTER_OTHER,
    REASON_COST_COVERED,
    REASON_PROJECT_DONE,
    REASON_PROJECT_BELOW,
    REASON_PROJECT_BELOW_TWO,
    REASON_PROJECT_UNDER,
    REASON_PROJECT_TOP,
    REASON_PATENT_ROW,
    REASON_PATENT_OWN,
    REASON_PATENT_FULL,
    REASON_PATENT_FRESH,
    REASON_PATENT_LOCK,
    REASON_PATENT_RED,
    REASON_PATENT_CUBES,
    REASON_BUY_LATER,
    REASON_DEAL_LATER,
    REASON_GOAL_LATER,
    /* payments */
    REASON_NO_SILVER,
    REASON_PAY_VALUE,
    REASON_PAY_VALUES,
    REASON_PAY_TOKEN,
    REASON_PAY_PLUS_TWO,
    REASON_PAY_OFF,
    REASON_PAY_COMBINE,
    REASON_PAY_ZERO,
    REASON_BELOW_ZERO,
    REASON_NO_TOKEN,
    REASON_SCOPE,
    REASON_ERRAND_GATE,
    REASON_ERRAND_CLAIM,
    REASON_PAY_COPY_CUBES,
    REASON_BONUS_USED,
    REASON_BONUS_RESERVED,
    /* flights */
    REASON_RUN_USED,
    REASON_RUN_UNDONE,
    REASON_RUN_COLOUR,
    REASON_STEP_EXACT,
    REASON_STEP_ENTRY,
    REASON_STEP_USED,
    REASON_STEP_LENGTH,
    REASON_STEP_GATE,
    REASON_STEP_CLAIM,
    REASON_STEP_FAR,
    REASON_STEP_ISOLATED,
    REASON_BONUS_PICK,
    /* transmitters and effects */
    REASON_END_NONE,
    REASON_END_JOINED,
    REASON_LINK_OTHER,
    REASON_SIZE_ONE,
    REASON_SIZE_TWO,
    REASON_SIZE_SAME,
    REASON_CLAIMED,
    REASON_NOT_ISOLATED,
    REASON_TELEPORT_MUST,
    REASON_TELEPORT_ENTRY,
    REASON_TELEPORT_ISOLATED,
    REASON_TELEPORT_SYSTEM,
    REASON_TELEPORT_PULSAR,
    /* production and final scoring */
    REASON_BOUGHT,
    REASON_BUY_CUBES,
    REASON_BUY_OFFLINE,
    REASON_SPLIT_PICK,
    REASON_SPLIT_OTHER,
    REASON_WILD_ACHIEVED,
    REASON_GOAL_UNMET,
    REASON_GOAL_SPLIT,
    REASON_GOAL_BONUSES,
    REASON_GOAL_CUBES,
    REASON_GOAL_FIRST,
    REASON_GOAL_SECOND,
    REASONS,
};

#include "kit/task_refusals.h"

/* A reason with all three of its values. */
#define reason_with(reason, whose, x, y, z)                                                        \
    ((struct message){(uint8_t)(reason), (int8_t)(whose), (int16_t)(x), (int16_t)(y), (int16_t)(z)})

/* Who has claimed the pulsar at that location, or NOBODY. */
int pulsar_claimer_of(const struct pulsar_view *v, int location);

/* Why the seat has no die for an action. */
struct message pulsar_price_reason(const struct pulsar_refusals *r, enum pulsar_action action,
                                   int a, int b);

#endif
