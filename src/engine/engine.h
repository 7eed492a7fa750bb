/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The engine protocol, docs/engine_protocol.md: a program asks for moves line by line. This side
 * answers, with our own computer players; engine_player.h is the side that asks. */

#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/problem.h"

#include <stdio.h>

enum {
    ENGINE_PROTOCOL = 1,       /* its version */
    ENGINE_LINE_MAX = 1 << 16, /* bytes of a line; a longer one is refused */
    ENGINE_TEXT_MAX = 1 << 20, /* bytes of a position */
    ENGINE_MOVES_MAX = 100000, /* that `moves` makes in all */
    ENGINE_DESCRIPTION_MAX = 200,
};

/* Answers lines until `quit` or the end of the input. `player` is the description of the one who
 * answers, or the name of a level; NULL: a good one of each game. */
void engine_serve(FILE *in, FILE *out, const char *player);

/* Reads a line of at most ENGINE_LINE_MAX bytes, without its end. False at the end of the input. A
 * longer line is read to its end, and nothing of it is kept: `too_long`. */
bool engine_read_line(FILE *in, struct text *line, bool *too_long);

#endif
