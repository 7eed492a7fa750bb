/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How many tiles Pulsar 2849 has in print: what tests of the card set in the program count on. */

#ifndef TESTS_UNIT_PULSAR_PRINTED_H
#define TESTS_UNIT_PULSAR_PRINTED_H

#include "games/pulsar_2849/cards.h"

enum {
    SYSTEMS = 17,
    TILE_KINDS = 12,
    TILES = 12,
    TRANSMITTERS = 24,
    GOAL_TILES = 6,
    GOALS = 2 * GOAL_TILES,
};

#endif
