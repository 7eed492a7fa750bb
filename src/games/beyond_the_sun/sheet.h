/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the sheet that the table is drawn on in plain text. A line is collected, then
 * written; what does not fit goes on below, at the column `hang`. */

#ifndef GAMES_BEYOND_THE_SUN_SHEET_H
#define GAMES_BEYOND_THE_SUN_SHEET_H

#include "bts.h"

enum { SHEET_WIDTH = 100, SHIPS_WIDTH = 9 };

struct sheet {
    struct bts g;
    enum language language;
    struct score score;
    struct text *out;
    struct text line;
    size_t hang;
    size_t name_width; /* of the technologies in the picture */
    size_t type_width;
};

const char *sheet_word(const struct sheet *sheet, const char *english); /* in the language */
const char *sheet_name(const struct sheet *sheet, const struct card_face *face);
const char *sheet_disc(const struct sheet *sheet, int kind); /* a letter */
void sheet_to(struct sheet *sheet, size_t at);               /* that column, at least one on */
void sheet_end(struct sheet *sheet);                         /* writes the line; no empty one */
void sheet_end_list(struct sheet *sheet);                    /* without "; " at its end */
void sheet_add(struct sheet *sheet, const char *text);
void sheet_add_number(struct sheet *sheet, int number);
void sheet_add_phrase(struct sheet *sheet, const char *english, int first, int second);
void sheet_add_program(struct sheet *sheet, struct program program);
void sheet_add_card(struct sheet *sheet, const struct card_face *face); /* id and name */
void sheet_add_seats(struct sheet *sheet, unsigned seats);              /* "1.3." */
void sheet_add_pawns(struct sheet *sheet, int space);                   /* "[2]" */
void sheet_add_ships(struct sheet *sheet, const uint8_t *ships);        /* "1124" */

/* ---- draw_boards.c --------------------------------------------------------------------------- */

void measure_technologies(struct sheet *sheet); /* before all else */
void draw_technologies(struct sheet *sheet);
void draw_tableau(struct sheet *sheet);
void draw_basics(struct sheet *sheet);
void draw_galaxy(struct sheet *sheet);

/* Draws a technology from its id on; the beginning of the line is there. */
void draw_tech(struct sheet *sheet, int tech, bool all_types, unsigned seats);
void draw_system(struct sheet *sheet, const struct bts_system *system); /* off the board */

#endif
