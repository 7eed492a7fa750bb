/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Signals that end a game at a terminal: Ctrl-C, a lost connection, the end of the system. They are
 * only noted, so that the game can be saved first. */

#ifndef TERMINAL_STOP_H
#define TERMINAL_STOP_H

#include <stdbool.h>

void stop_watch(void); /* notes signals from now on */
bool stop_wanted(void);

/* Waits until something can be read there, at most this long; negative: any time. True if so; false
 * also if the program is to stop. */
bool stop_or_readable(int file, int milliseconds);

#endif
