/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what the files that draw the table share. */

#ifndef GAMES_PULSAR_2849_PICTURE_H
#define GAMES_PULSAR_2849_PICTURE_H

#include "pulsar.h"

#include "kit/sheet.h"

/* The seat that decides, else the one that has the turn, else NOBODY. */
int pulsar_looking_seat(const struct pulsar_view *v, const struct sheet *sheet);

void pulsar_add_program(const struct pulsar_view *v, struct sheet *sheet, struct program program);

/* ---- draw_map.c ------------------------------------------------------------------------------ */

void pulsar_draw_cluster(const struct pulsar_view *v, struct sheet *sheet); /* the map */
void pulsar_draw_flight(const struct pulsar_view *v,
                        struct sheet *sheet); /* the path so far, or what the ship can reach */
void pulsar_draw_systems(const struct pulsar_view *v, struct sheet *sheet);

/* ---- draw_boards.c --------------------------------------------------------------------------- */

void pulsar_draw_dice_board(const struct pulsar_view *v, struct sheet *sheet);
void pulsar_draw_technologies(const struct pulsar_view *v, struct sheet *sheet);
void pulsar_draw_goals(const struct pulsar_view *v, struct sheet *sheet);
void pulsar_draw_end(const struct pulsar_view *v,
                     struct sheet *sheet); /* what scores at the end besides goals */
void pulsar_draw_stocks(const struct pulsar_view *v,
                        struct sheet *sheet); /* gyrodynes, awards, tokens, exploration tiles */

/* ---- draw_seats.c ---------------------------------------------------------------------------- */

void pulsar_draw_offer(const struct pulsar_view *v, struct sheet *sheet); /* of transmitters */
void pulsar_draw_players(const struct pulsar_view *v, struct sheet *sheet);
void pulsar_draw_headquarters(const struct pulsar_view *v,
                              struct sheet *sheet); /* projects, arrays, patents, pulsars */

#endif
