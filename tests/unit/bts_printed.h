/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How many cards Beyond the Sun has in print: what tests of the card set in the program count on.
 */

#ifndef TESTS_UNIT_BTS_PRINTED_H
#define TESTS_UNIT_BTS_PRINTED_H

#include "games/beyond_the_sun/cards.h"

enum {
    TECHS = 46,
    EVENTS = 20,
    SYSTEMS = 24,
    ACHIEVEMENTS = 10,
    SPACES = SPACE_TECH + 2 * TECHS,
};

#endif
