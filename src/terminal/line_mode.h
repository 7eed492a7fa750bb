/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A game played line by line: shows the table, numbers the legal moves, takes a number, a move in
 * its notation, or a word such as `undo` or `why`. Works on any terminal and through a pipe. */

#ifndef TERMINAL_LINE_MODE_H
#define TERMINAL_LINE_MODE_H

#include "session/session.h"

#include <stdio.h>

/* Plays until the game is over, the player quits, or the input ends. Seats with a description of a
 * computer player are played by it. If `path` is not NULL the game is kept there all along, so that
 * nothing is lost whatever happens to the terminal. False with a problem noted if there is no such
 * player or the file cannot be written. */
bool line_mode_play(struct session *session, enum language language, FILE *input, const char *path,
                    struct problem *problem);

#endif
