/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The sheet on which a table is drawn as text. A line is collected, then written; what does not fit
 * continues below, at the column `hang`. Columns of tables are those of a sheet of SHEET_WIDTH;
 * sheet_at moves them together on a narrower one. Marks (contract/drawing.h) are left out unless
 * the drawing is wanted with them. */

#ifndef KIT_SHEET_H
#define KIT_SHEET_H

#include "cards.h"

#include "contract/drawing.h"

enum { SHEET_WIDTH = DRAWING_WIDTH, SHEET_WIDTHS = 4 };

struct sheet {
    const struct ruleset *rules;
    struct score score; /* as it stands */
    const struct drawing *drawing;
    enum language language;
    struct text *out;
    struct text line;
    size_t hang;
    size_t widths[SHEET_WIDTHS]; /* of columns, as the game measured them */
};

/* A sheet for the table, which has this state. The drawing is borrowed. */
struct sheet sheet_open(const struct ruleset *rules, const void *state,
                        const struct drawing *drawing, struct text *out);
void sheet_close(struct sheet *sheet);

bool sheet_is_narrow(const struct sheet *sheet); /* are columns moved together? */
size_t sheet_at(const struct sheet *sheet, size_t at);

void sheet_to(struct sheet *sheet, size_t at); /* continues at that column, at least one further */
void sheet_end(struct sheet *sheet);           /* writes the line; no empty one */
void sheet_end_list(struct sheet *sheet);      /* without "; " at its end */

const char *sheet_word(const struct sheet *sheet, const char *english); /* in the language */
const char *sheet_name(const struct sheet *sheet, const struct card_face *face);

void sheet_add(struct sheet *sheet, const char *text);
void sheet_add_word(struct sheet *sheet, const char *english); /* in the language */
void sheet_add_number(struct sheet *sheet, int number);
void sheet_add_card(struct sheet *sheet, const struct card_face *face); /* id and name */
void sheet_add_seats(struct sheet *sheet, unsigned seats);              /* "1.3." */

/* Marks what is added until sheet_off: which thing it is, or its colour. */
void sheet_thing(struct sheet *sheet, int kind, int value);
void sheet_hue(struct sheet *sheet, enum hue hue);
void sheet_off(struct sheet *sheet);

void sheet_add_hued(struct sheet *sheet, enum hue hue, const char *text);
void sheet_add_title(struct sheet *sheet, const char *english); /* of a section, in the language */
void sheet_add_seat(struct sheet *sheet, int seat);             /* "1" in its colour */
void sheet_add_piece(struct sheet *sheet,
                     int seat); /* the same with its shape, where there are any */

/* Adds a phrase with up to two numbers in its slots {0} and {1}. */
void sheet_add_phrase(struct sheet *sheet, const char *english, int first, int second);

/* Adds the headings of columns; the list ends with a row without a text. */
struct sheet_heading {
    const char *text; /* a phrase */
    size_t at;
};
void sheet_add_headings(struct sheet *sheet, const struct sheet_heading *headings);

#endif
