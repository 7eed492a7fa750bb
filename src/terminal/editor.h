/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Lines that a person types: with editing and history by libedit on a terminal, plain otherwise. */

#ifndef TERMINAL_EDITOR_H
#define TERMINAL_EDITOR_H

#include "base/text.h"

#include <stdio.h>

enum { LINE_MAX_BYTES = 512 };

struct editor;

/* Lines from this file. While it waits for one, `idle` is called now and then. */
struct editor *editor_open(FILE *input, void (*idle)(void *context), void *context);
void editor_close(struct editor *editor);

enum line_result { LINE_READ, LINE_TOO_LONG, LINE_END };

/* Reads a line without its end, trimmed; it is valid until the next call. LINE_END also if the
 * program is to stop (stop.h). */
enum line_result editor_read(struct editor *editor, struct span *line);

#endif
