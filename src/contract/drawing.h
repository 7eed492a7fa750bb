/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Drawings of the table: whole ones, and the marks in them.
 *
 * A mark says of a piece of text which thing of the game it shows, or which colour it has. So a
 * front end can light what a move refers to, and find the thing that was pressed, without knowing
 * the game. Marks are control characters, which no card and no name can have in it (card files and
 * seats refuse them):
 *     \1 head \2 text \3        the head is "@kkvv", kind and value of a thing in hexadecimal
 *                               digits, or "#h", the letter of a hue
 * They may be nested, and reach over the end of a line. */

#ifndef CONTRACT_DRAWING_H
#define CONTRACT_DRAWING_H

#include "game.h"

enum { MARKS_MAX = 8 }; /* inside each other */

/* Colours by what they are for; each front end has its own shades. Where a colour says something,
 * the text beside it says it too. */
enum hue {
    HUE_NONE,
    HUE_SEAT,                           /* and the three after it: of seats 1 to 4 */
    HUE_HEADING = HUE_SEAT + SEATS_MAX, /* of a section or column */
    HUE_FAINT,                          /* of little interest: connecting lines, what is closed */
    HUE_RED,
    HUE_GREEN,
    HUE_YELLOW,
    HUE_BLUE,
    HUE_MAGENTA,
    HUE_ORANGE,
    HUE_COUNT,
};

/* The shapes of the seats, for drawings in Unicode. */
extern const char *const seat_shapes[SEATS_MAX];

/* All sections of the table. */
void draw_table(const struct ruleset *rules, const void *state, const struct drawing *drawing,
                struct text *out);

/* The section of that name, in English or in the language, in any case; -1 if there is none. */
int section_find(const struct ruleset *rules, enum language language, struct span name);

int section_count(const struct ruleset *rules);

/* Writing marks. */
void mark_thing(struct text *out, int kind, int value);
void mark_hue(struct text *out, enum hue hue);
void mark_end(struct text *out);

/* Reading marked text, character by character. Any bytes are safe to read. */
struct mark {
    uint8_t kind;  /* of the thing; THING_NONE: this is a hue */
    uint8_t value; /* of the thing, or the hue */
};
struct drawing_reader {
    struct span rest;
    int depth;
    struct mark marks[MARKS_MAX]; /* what the character lies in, the innermost last */
};
/* The next character: one in UTF-8, or "\n". False at the end. */
bool drawing_next(struct drawing_reader *reader, struct span *character);
enum hue drawing_hue(const struct drawing_reader *reader); /* of the character just read */

/* How many bytes of a line go into this many columns: all, or up to the best blank to continue
 * below after: behind a bar, behind a part of a list, anywhere. */
size_t drawing_fit(struct span line, size_t room);

/* Columns of the text without its marks; the text without them. */
size_t drawing_width(struct span text);
void drawing_plain(struct span text, struct text *out);

#endif
