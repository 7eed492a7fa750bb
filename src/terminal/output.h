/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How lines are shown: as wide as the terminal, in colour where it has some. What is not a terminal
 * gets plain lines. */

#ifndef TERMINAL_OUTPUT_H
#define TERMINAL_OUTPUT_H

#include "contract/drawing.h"

struct output {
    uint16_t width, height; /* of the terminal; height 0: there is none */
    bool colour, unicode;
};

/* Asks the terminal behind the standard output, which may have changed its size. Colours are left
 * out if NO_COLOR is set (no-color.org) or the terminal has none. */
struct output output_look(void);

/* For drawing in it. */
struct drawing output_drawing(const struct output *output, enum language language);

/* Adds the text, each of its lines wrapped to the width; what continues below stands at the column
 * `hang`. */
void output_wrap(const struct output *output, struct span text, size_t hang, struct text *out);

/* Adds the text without control characters and without what nobody sees: for names and lines that
 * come from others, who must not be able to talk to the terminal. */
void output_add_shown(struct text *out, struct span text);

/* Prints a text that may have marks in it, in colour or without, and empties it. Other control
 * characters are never passed to the terminal. */
void output_print(const struct output *output, struct text *text);

#endif
