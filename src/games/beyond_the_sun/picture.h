/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what the files that draw the table share. */

#ifndef GAMES_BEYOND_THE_SUN_PICTURE_H
#define GAMES_BEYOND_THE_SUN_PICTURE_H

#include "bts.h"

#include "kit/sheet.h"

/* Of the columns with technologies; of the ships of a seat at a place. */
enum { NAME_WIDTH, TYPE_WIDTH };
enum { SHIPS_WIDTH = 9 };

/* ---- signs.c --------------------------------------------------------------------------------- */

const char *disc_sign(const struct sheet *sheet, int kind); /* a letter */
void bts_add_program(struct sheet *sheet, struct program program);
void add_pawns(struct sheet *sheet, int space);            /* "[2]" */
void add_ships(struct sheet *sheet, const uint8_t *ships); /* "1124" */

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
