/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: why something cannot be done. The rows of the table in reasons.c, and the list
 * that blocked.c (turn and actions) and blocked_choices.c (choices inside effects) fill. */

#ifndef GAMES_BEYOND_THE_SUN_REASONS_H
#define GAMES_BEYOND_THE_SUN_REASONS_H

#include "bts.h"

#include "kit/refusals.h"

enum bts_reason {
    /* set-up */
    REASON_FACTION_TAKEN,
    REASON_FACTION_TWO,
    /* the course of a turn */
    REASON_TURN,
    REASON_MUST_ACT,
    REASON_ACTED,
    REASON_ACTION_FIRST,
    REASON_MUST_PRODUCE,
    REASON_PRODUCED,
    REASON_TRADE_LATER,
    REASON_TRADE_FIRST,
    /* action spaces */
    REASON_NO_SPACE,
    REASON_COVERED,
    REASON_UNKNOWN,
    REASON_PRIVATE,
    REASON_SAME_SPACE,
    REASON_OCCUPIED,
    /* what an action or option lacks */
    REASON_ORE,
    REASON_ORE_POPULATION,
    REASON_OPTION_ORE,
    REASON_USES_POPULATION,
    REASON_RETURNS_POPULATION,
    REASON_ADDS_POPULATION,
    REASON_NO_SLOT,
    REASON_COLONY_POWER,
    REASON_NO_COLONY,
    REASON_COLONY_REACH,
    REASON_NO_COPY,
    REASON_NO_RIVAL,
    REASON_IMPOSSIBLE,
    REASON_NULL,
    REASON_COMPULSORY,
    REASON_OPTION_TAKEN,
    REASON_OPTION_RESEARCH,
    /* slots, types, cards */
    REASON_SLOT_LEVEL,
    REASON_SLOT_HAVE,
    REASON_PREREQUISITE,
    REASON_PREREQUISITES,
    REASON_PREREQUISITE_COUNT,
    REASON_UNDISCOVERED,
    REASON_DECK_EMPTY,
    REASON_RIVAL_LACKS,
    REASON_TYPE,
    REASON_TYPE_UNRESEARCHED,
    REASON_CARD_TYPE,
    REASON_CARD_LEVEL,
    REASON_TABLEAU_TYPE,
    REASON_BLIND,
    /* copied and repeated */
    REASON_COPY_SAME,
    REASON_COPY_KIND,
    REASON_COPY_PRIVATE,
    REASON_COPY_CHAIN,
    REASON_AGAIN_NOTHING,
    REASON_AGAIN_UNKNOWN,
    REASON_AGAIN_TAKEN,
    REASON_AGAIN_LEVEL,
    REASON_RIVAL_USELESS,
    /* the Exploration board */
    REASON_BUILD_YARD,
    REASON_BUILD_PLACE,
    REASON_UPGRADE_TOP,
    REASON_UPGRADE_AGAIN,
    REASON_UPGRADE_RIVAL,
    REASON_UPGRADE_MUST,
    REASON_NOT_ADJACENT,
    REASON_JUMP_RIVAL,
    REASON_STEP_COLONY,
    REASON_WARPED,
    REASON_SEND_PLACE,
    REASON_NO_SYSTEM,
    REASON_EMPTY_SLOT,
    REASON_NOT_CONTROLLED,
    REASON_POWER_SHORT,
    REASON_STEALTH_OUTPOST,
    REASON_SETTLE_MORE,
    REASON_SETTLE_ELSEWHERE,
    REASON_SETTLE_RIVAL,
    REASON_STAR_OUTPOST,
    REASON_STAR_COLONY,
    REASON_STAR_AUTOMATION,
    REASON_NOT_YARD,
    REASON_NOT_SYSTEM_SLOT,
    /* trade */
    REASON_BUY_ORE,
    REASON_BUY_SUPPLY,
    REASON_SELL,
    REASON_RETIRE_ORE,
    REASON_RETIRE_RIVAL,
    REASON_NO_SHIPS,
    /* achievements */
    REASON_MUST_CLAIM,
    REASON_CLAIM_TURN,
    REASON_CLAIM_LATER,
    REASON_CLAIMED,
    REASON_CLAIM_FULL,
    REASON_CLAIM_CLOSED,
    REASON_NEEDS_IIII,
    REASON_NEEDS_SYSTEMS,
    REASON_NEEDS_FLEET,
    REASON_NEEDS_LOCATIONS,
    REASON_NEEDS_AUTOMATION,
    REASON_NEEDS_RICHES,
    REASON_NEEDS_III,
    REASON_NEEDS_ICONS,
    REASON_NEEDS_TYPES,
    REASON_NEEDS_SYMBOLS,
    /* powers */
    REASON_POWER_UNKNOWN,
    REASON_POWER_SYSTEM,
    REASON_POWER_USED,
    REASON_POWER_SUPPLY,
    REASON_POWER_SHIPS,
    REASON_POWER_REST,
    REASON_POWER_COLONY,
    REASON_REPLACE_STAR,
    REASONS,
};

/* The list being filled, and what it is read off. */
struct bts_refusals {
    const struct bts_view *v;
    const struct frame *frame; /* the task that asks */
    int seat;                  /* who decides */
    struct refusals list;
};

/* Adds a move with its reason, unless it is legal or already there. */
static inline void refuse(struct bts_refusals *r, struct move move, struct message why)
{
    block(&r->list, move, why);
}

/* Why rows cannot be chosen with this shortfall; `option`: inside an effect, not an action space.
 */
struct message bts_shortfall_reason(const struct bts_view *v, int seat,
                                    struct bts_shortfall shortfall, struct program rows,
                                    bool option);

/* What is blocked at choices inside effects. */
void bts_block_choice(struct bts_refusals *r);

#endif
