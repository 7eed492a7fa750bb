/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: its kinds of things, in the order of the table in words.c. */

#ifndef GAMES_BEYOND_THE_SUN_THINGS_H
#define GAMES_BEYOND_THE_SUN_THINGS_H

#include "contract/game.h"

enum {
    BTS_TECH = THING_GAME,
    BTS_EVENT,
    BTS_SYSTEM,
    BTS_ACHIEVEMENT,
    BTS_GUILD,
    BTS_FACTION,
    BTS_SLOT,
    BTS_PLACE,
    BTS_SPACE,
    BTS_TYPE,
    BTS_DISC,
    BTS_PURPOSE,
    BTS_COLUMN,
    BTS_PRODUCTION,
    BTS_PAYMENT,
    BTS_POWER,
    BTS_INNOVATION,
    BTS_OPTION,
    BTS_OWNER,
    BTS_LEVEL,
    BTS_SHIP, /* levels from 1, 0 is none */
    BTS_HULL, /* levels from 0, as an index */
    BTS_CELL,
    BTS_FACEDOWN,
    BTS_TECH_AT, /* cards from 0, as in sets */
    BTS_EVENT_AT,
    BTS_SYSTEM_AT,
    BTS_TECH_2, /* and as in piles */
    BTS_TECH_3,
    BTS_TECH_4,
    BTS_SYSTEM_A,
    BTS_SYSTEM_B,
    BTS_WORK,
};

extern const struct wording bts_reasons[];  /* reasons.c */
extern const struct field bts_fields[];     /* fields.c */
extern const struct section bts_sections[]; /* draw.c */

#endif
