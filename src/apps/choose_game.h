/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Which game is to be played, for those who did not say it. */

#ifndef APPS_CHOOSE_GAME_H
#define APPS_CHOOSE_GAME_H

#include "base/phrase.h"
#include "base/problem.h"

#include <stdio.h>

/* Shows the games and reads a number or a name, until it is one. Returns the game's name; NULL with
 * a problem noted if the input ends. */
const char *choose_game(FILE *input, enum language language, struct problem *problem);

#endif
