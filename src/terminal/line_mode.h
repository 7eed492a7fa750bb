/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A game played line by line: tells the news, numbers the legal moves, takes a number, a move in
 * its notation, or a word such as `undo` or `show map`. Works on any terminal, as wide as it is,
 * and through a pipe. */

#ifndef TERMINAL_LINE_MODE_H
#define TERMINAL_LINE_MODE_H

#include "connection.h"

#include <stdio.h>

/* Plays until the game is over, the player quits, the input ends, or the program is to stop
 * (stop.h). False with a problem noted if the connection is lost for good. */
bool line_mode_play(struct game_connection *connection, FILE *input, struct problem *problem);

#endif
