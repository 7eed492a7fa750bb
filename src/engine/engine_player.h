/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Players that are programs of others: `exec:COMMAND` starts the command and asks it for moves by
 * the engine protocol. The program is a stranger. What it says is bounded, it has a time limit, and
 * if it ends, says nothing in time or anything that is not a legal move, it has lost that game
 * (player_failure); for the next one it is started again. */

#ifndef ENGINE_ENGINE_PLAYER_H
#define ENGINE_ENGINE_PLAYER_H

#include "players/player.h"

enum {
    ENGINE_MS_STANDARD = 5000,   /* for each decision */
    ENGINE_GRACE_MS = 1000,      /* that an answer may be late */
    ENGINE_START_MS = 30000,     /* until it says that it is ready */
    ENGINE_OUTPUT_MAX = 1 << 20, /* bytes for one decision */
};

/* Does the description mean a program? */
bool engine_is_program(struct span description);

/* Starts the program; NULL with a problem noted if it does not say that it is ready. `ms`: for each
 * decision; 0: the standard. */
struct player *engine_player_open(const struct ruleset *rules, struct span description, int64_t ms,
                                  struct problem *problem);

#endif
