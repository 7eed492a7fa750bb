/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files of the full-screen client share: what is shown, where, and what is chosen. */

#ifndef TERMINAL_SCREEN_PARTS_H
#define TERMINAL_SCREEN_PARTS_H

#include "choice.h"
#include "connection.h"
#include "grid.h"
#include "output.h"

enum {
    SECTIONS_MAX = 16,
    SCREEN_COLUMNS = 60, /* at least, */
    SCREEN_ROWS = 16,
    WIDE_COLUMNS = 130, /* from here on everything is shown side by side */
    WIDE_ROWS = 36,
    MOVES_ROWS = 6,   /* of the list of moves on a small screen */
    MESSAGE_ROWS = 3, /* at most */
};

/* A rectangle of the screen; nothing of it is shown if it has no height. */
struct area {
    int top, left, height, width;
};

struct screen_layout {
    int rows, columns; /* without the lines that a message has more than one */
    bool wide;
    struct area tabs, table, lead, question, moves, log, message, keys;
};

/* Where everything goes on a screen of that size. `moves` is how many are offered, `lead` the lines
 * of the leading sections, `message` those of the message; zoomed: the table gets all the room. */
struct screen_layout screen_lay_out(int rows, int columns, int moves, int lead, int message,
                                    bool zoomed);

struct screen {
    struct game_connection *connection;
    struct screen_layout layout;
    struct choice choice;
    struct grid table, lead, reading;
    int starts[SECTIONS_MAX];   /* the line of the table on which each section begins */
    int tab_ends[SECTIONS_MAX]; /* the column behind its name */
    int section;                /* the one chosen last, */
    bool to_section;            /* and it is to be shown now */
    bool follows;               /* what the move at the cursor is about is to be shown */
    int top;                    /* first line of the table that is shown, */
    int reading_top;            /* of what is read instead, */
    int moves_top;              /* and of the moves */
    struct text read;    /* what is read in place of the table, such as help; empty: nothing */
    struct text message; /* until the next key */
    bool zoomed, colour;
    bool looks_back; /* at the state after `back` moves */
    uint32_t back;
    uint32_t seen;     /* moves when the choice was opened */
    bool seen_confirm; /* and whether it was a confirmation */
    bool quit_warned, over;
    union any_state past;
};

/* ---- screen_draw.c --------------------------------------------------------------------------- */

/* Draws everything anew. */
void screen_draw(struct screen *screen);
void screen_colours(struct screen *screen); /* once, after ncurses has started */

/* The state that is shown: that of now, or of the past. */
const void *screen_state(const struct screen *screen);

/* Is there something to decide at this terminal now? */
bool screen_decides(const struct screen *screen);

/* ---- screen_keys.c --------------------------------------------------------------------------- */

/* Does what a key is for; true if there is such a key. */
bool screen_key(struct screen *screen, int key);

/* A press on the screen. */
void screen_press(struct screen *screen, int row, int column);

/* After news or a move: the choice at the state as it is now. */
void screen_renew(struct screen *screen);

void screen_say(struct screen *screen, const char *sentence, const char *detail);

#endif
