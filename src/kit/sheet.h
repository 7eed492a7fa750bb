/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The sheet on which a table is drawn in plain text. A line is collected, then written; what does
 * not fit continues below, at the column `hang`. */

#ifndef KIT_SHEET_H
#define KIT_SHEET_H

#include "cards.h"

enum { SHEET_WIDTH = 100, SHEET_WIDTHS = 4 };

struct sheet {
    const struct ruleset *rules;
    struct score score; /* as it stands */
    enum language language;
    struct text *out;
    struct text line;
    size_t hang;
    size_t widths[SHEET_WIDTHS]; /* of columns, as the game measured them */
};

/* A sheet for the table, which has this state. */
struct sheet sheet_open(const struct ruleset *rules, const void *state, enum language language,
                        struct text *out);
void sheet_close(struct sheet *sheet);

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

/* Adds a phrase with up to two numbers in its slots {0} and {1}. */
void sheet_add_phrase(struct sheet *sheet, const char *english, int first, int second);

/* Adds the headings of columns; the list ends with a row without a text. */
struct sheet_heading {
    const char *text; /* a phrase */
    size_t at;
};
void sheet_add_headings(struct sheet *sheet, const struct sheet_heading *headings);

#endif
