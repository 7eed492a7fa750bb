/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A game on the full screen of a terminal, by keyboard and mouse. What moves refer to is lit on the
 * table; pressing it chooses among them. Small screens show one part of the table and the moves,
 * large ones everything side by side. */

#ifndef TERMINAL_SCREEN_H
#define TERMINAL_SCREEN_H

#include "connection.h"

/* Plays until the player quits or the program is to stop (stop.h). False with a problem noted if
 * this is not a terminal that can do it, if the program was built without ncurses, or if the
 * connection is lost for good. */
bool screen_play(struct game_connection *connection, struct problem *problem);

#endif
