/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: its kinds of things, in the order of the table in words.c. */

#ifndef GAMES_PULSAR_2849_THINGS_H
#define GAMES_PULSAR_2849_THINGS_H

#include "contract/game.h"

enum {
    PUL_TECH = THING_GAME,
    PUL_BOARD,
    PUL_GOAL,
    PUL_HEADQUARTERS, /* boards A to D */
    PUL_SIDE,
    PUL_PROJECT,
    PUL_TRANSMITTER,
    PUL_SYSTEM,
    PUL_TILE,
    PUL_LOCATION,
    PUL_SIZE,
    PUL_MODIFIER,
    PUL_DIE,
    PUL_CHANGE,
    PUL_OFF,
    PUL_COLOUR,
    PUL_TRACK,
    PUL_COUNTER, /* the leading or the other one */
    PUL_END,
    PUL_OWNER,
    PUL_MEDIAN,
    PUL_PLANET,
    PUL_ACTION,
    PUL_SOURCE,
    PUL_STEP,
    PUL_FINAL_STEP,
    PUL_RING,
    PUL_BONUS,
    PUL_SCOPE,
    PUL_TASK,
    /* what fields count by or sets hold */
    PUL_TECH_AT,
    PUL_PROJECT_AT,
    PUL_TRANSMITTER_AT,
    PUL_SYSTEM_AT,
    PUL_PULSAR_AT,
    PUL_TILE_AT,
    PUL_COUNTER_AT,
    PUL_VALUE_AT,
};

extern const struct wording pulsar_reasons[];  /* reasons.c */
extern const struct field pulsar_fields[];     /* fields.c */
extern const struct section pulsar_sections[]; /* draw.c */

#endif
