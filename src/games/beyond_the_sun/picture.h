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

const char *bts_disc_sign(const struct sheet *sheet, int kind); /* a letter */
void bts_add_program(const struct bts_view *v, struct sheet *sheet, struct program program);
void bts_add_pawns(const struct bts_view *v, struct sheet *sheet, int space); /* "[2]" */
void bts_add_ships(struct sheet *sheet, const uint8_t *ships);                /* "1124" */

/* ---- draw_boards.c --------------------------------------------------------------------------- */

void bts_measure_technologies(const struct bts_view *v, struct sheet *sheet); /* before all else */
void bts_draw_technologies(const struct bts_view *v, struct sheet *sheet);
void bts_draw_tableau(const struct bts_view *v, struct sheet *sheet);
void bts_draw_basics(const struct bts_view *v, struct sheet *sheet);
void bts_draw_galaxy(const struct bts_view *v, struct sheet *sheet);

/* Draws a technology from its id on; the beginning of the line is there. */
void bts_draw_tech(const struct bts_view *v, struct sheet *sheet, int tech, bool all_types,
                   unsigned seats);
void bts_draw_system(const struct bts_view *v, struct sheet *sheet,
                     const struct bts_system *system); /* off the board */

#endif
