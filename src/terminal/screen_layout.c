/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Where everything goes on the full screen. Arithmetic only. */

#include "screen_parts.h"

#include <assert.h>

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* Title, tabs, table, question, moves, message and keys below each other. */
static void lay_out_small(struct screen_layout *layout, int moves, bool zoomed)
{
    int columns = layout->columns;
    assert(moves >= 0);
    int list = zoomed ? 1 : most(1, least(moves, MOVES_ROWS));
    int question = zoomed ? 1 : 2;
    layout->table = (struct area){2, 0, layout->rows - 4 - list - question, columns};
    int below = layout->table.top + layout->table.height;
    layout->question = (struct area){below, 0, question, columns};
    layout->moves = (struct area){below + question, 0, list, columns};
}

/* The table at the left; at the right the leading sections, the question, moves and the log. */
static void lay_out_wide(struct screen_layout *layout, int moves, int lead)
{
    int right = most(DRAWING_WIDTH_MIN, layout->columns * 9 / 20);
    int left = layout->columns - right - 1;
    int height = layout->rows - 4, at = left + 1;
    assert(left >= DRAWING_WIDTH_MIN && height > 0 && lead >= 0);
    layout->table = (struct area){2, 0, height, left};
    layout->lead = (struct area){2, at, least(lead, height / 2), right};
    int top = 2 + layout->lead.height + (layout->lead.height > 0);
    layout->question = (struct area){top, at, 2, right};
    top += 2;
    int list = most(1, least(moves, 2 + height - top - 4));
    layout->moves = (struct area){top, at, list, right};
    top += list + 1;
    layout->log = (struct area){top, at, most(0, 2 + height - top), right};
}

struct screen_layout screen_lay_out(int rows, int columns, int moves, int lead, int message,
                                    bool zoomed)
{
    struct screen_layout layout = {.rows = rows - message + 1, .columns = columns};
    assert(rows >= SCREEN_ROWS && columns >= SCREEN_COLUMNS);
    assert(message >= 1 && message <= MESSAGE_ROWS);
    layout.wide = columns >= WIDE_COLUMNS && rows >= WIDE_ROWS;
    layout.tabs = (struct area){1, 0, 1, columns};
    layout.message = (struct area){layout.rows - 2, 0, message, columns};
    layout.keys = (struct area){rows - 1, 0, 1, columns};
    if (layout.wide)
        lay_out_wide(&layout, moves, lead);
    else
        lay_out_small(&layout, moves, zoomed);
    assert(layout.table.height > 0 && layout.table.width > 0);
    return layout;
}
