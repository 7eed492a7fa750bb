/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the eleven sources of points, in the order of the table of words. */

#ifndef GAMES_BEYOND_THE_SUN_SOURCES_H
#define GAMES_BEYOND_THE_SUN_SOURCES_H

enum {
    SOURCE_LEVEL_I,
    SOURCE_LEVEL_II,
    SOURCE_LEVEL_III,
    SOURCE_LEVEL_IIII,
    SOURCE_AUTOMATION,
    SOURCE_SYSTEMS,
    SOURCE_OUTPOSTS,
    SOURCE_SOL,
    SOURCE_DEEP,
    SOURCE_EVENTS,
    SOURCE_ACHIEVEMENTS,
    SOURCES,
};

#endif
