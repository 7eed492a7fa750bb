/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Cells from marked text. */

#include "grid.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void grid_clear(struct grid *grid, int width)
{
    assert(width > 0);
    grid->width = width;
    grid->lines = 0;
}

void grid_free(struct grid *grid)
{
    free(grid->cells);
    *grid = (struct grid){0};
}

const struct grid_cell *grid_at(const struct grid *grid, int line, int column)
{
    bool inside = line >= 0 && line < grid->lines && column >= 0 && column < grid->width;
    return inside ? &grid->cells[line * grid->width + column] : NULL;
}

/* A new line of blanks; false if there are too many. */
static bool add_line(struct grid *grid)
{
    if (grid->lines == GRID_LINES_MAX)
        return false;
    grid->lines++;
    grid->cells =
        memory_grow(grid->cells, (size_t)(grid->lines * grid->width), sizeof grid->cells[0]);
    struct grid_cell *line = &grid->cells[(grid->lines - 1) * grid->width];
    for (int i = 0; i < grid->width; i++)
        line[i] = (struct grid_cell){.text = " "};
    return true;
}

/* How many columns the character takes; what takes none is shown as one question mark. */
static int columns_of(struct span character, const char **shown)
{
    wchar_t wide = 0;
    mbstate_t state = {0};
    size_t length = mbrtowc(&wide, character.at, character.length, &state);
    int columns = length == character.length ? wcwidth(wide) : -1;
    if (columns > 0 && character.length < CELL_BYTES)
        return columns;
    assert(character.length > 0);
    *shown = "?";
    return 1;
}

static void fill(struct grid_cell *cell, const struct drawing_reader *reader, struct span character,
                 const char *shown)
{
    int depth = reader->depth < MARKS_MAX ? reader->depth : MARKS_MAX;
    assert(depth >= 0);
    *cell = (struct grid_cell){.hue = (uint8_t)drawing_hue(reader)};
    span_copy(shown != NULL ? span_of(shown) : character, cell->text, sizeof cell->text);
    for (int i = depth - 1; i >= 0 && cell->thing_count < CELL_THINGS; i--)
        if (reader->marks[i].kind != THING_NONE)
            cell->things[cell->thing_count++] = reader->marks[i];
}

void grid_add(struct grid *grid, struct span text)
{
    struct drawing_reader reader = {.rest = text};
    struct span character;
    int column = 0;
    bool open = false, indent = true;
    while (drawing_next(&reader, &character)) {
        const char *shown = NULL;
        if (character.at[0] == '\n') {
            if (!open && !add_line(grid))
                return;
            open = false;
            continue;
        }
        if (!open && !add_line(grid))
            return;
        column = open ? column : 0;
        indent = (open ? indent : true) && character.at[0] == ' ';
        open = true;
        int columns = columns_of(character, &shown);
        if (column + columns <= grid->width && !indent)
            fill(&grid->cells[(grid->lines - 1) * grid->width + column], &reader, character, shown);
        for (int i = 1; i < columns && column + i < grid->width; i++)
            grid->cells[(grid->lines - 1) * grid->width + column + i].text[0] = '\0';
        column += columns;
    }
}
