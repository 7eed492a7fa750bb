/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Can these frames be on an agenda? A position may come from anywhere, so every argument of every
 * frame is held against what its work can have. */

#ifndef KIT_FRAME_CHECK_H
#define KIT_FRAME_CHECK_H

#include "agenda.h"

#include <stdbool.h>

struct table;

/* What the frames of a work hold at the most: the step, and the five arguments. From LIMIT_GAME on
 * it is no largest number but one of the game's own limits. */
enum { FRAME_LIMIT_GAME = 200 };
#define LIMIT_GAME FRAME_LIMIT_GAME
struct frame_limits {
    uint8_t step, args[5];
};

struct frame_rules {
    const struct frame_limits *limits; /* by work */
    int works;                         /* how many there are; 0 is none */
    int frames;                        /* on the agenda at the most, */
    int room;                          /* and how many must be free at a decision */
    /* May an argument with one of the game's limits be this? May be NULL. */
    bool (*fits)(const struct table *t, int limit, int value);
    /* Looks at a frame whose numbers fit; says what is wrong with it, or NULL. May be NULL. */
    const char *(*check)(const struct table *t, const struct frame *frame);
};

/* NULL, or a plain English sentence about what is wrong. */
const char *frames_check(const struct frame_rules *rules, const struct table *t,
                         const struct frame *frames, int depth, int players);

#endif
