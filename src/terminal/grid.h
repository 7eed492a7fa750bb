/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Marked text (contract/drawing.h) as cells of a screen: what is shown where, in which colour, and
 * which things it belongs to. Knows no terminal. */

#ifndef TERMINAL_GRID_H
#define TERMINAL_GRID_H

#include "contract/drawing.h"

enum { CELL_BYTES = 8, CELL_THINGS = 3, GRID_LINES_MAX = 4000 };

struct grid_cell {
    char text[CELL_BYTES]; /* one character in UTF-8; never a control character */
    uint8_t hue;           /* enum hue */
    uint8_t thing_count;
    struct mark things[CELL_THINGS]; /* the innermost first */
};

struct grid {
    int width, lines;
    struct grid_cell *cells;
};

/* Adds the text's lines below those that are there; what is wider than the grid is cut off. */
void grid_add(struct grid *grid, struct span text);
void grid_clear(struct grid *grid, int width);
void grid_free(struct grid *grid);

/* The cell there; NULL outside. */
const struct grid_cell *grid_at(const struct grid *grid, int line, int column);

#endif
