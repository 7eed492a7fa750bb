/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A listening socket that outlives the program: given by whoever started it (systemd's protocol:
 * LISTEN_FDS, LISTEN_PID, descriptor 3), or by the same process before it started itself again. */

#ifndef APPS_LISTENER_H
#define APPS_LISTENER_H

#include "base/problem.h"

enum { LISTENER_ADDRESS_SIZE = 64 };

/* The socket that was given, with its address as text; 0 if there is none, -1 with a problem noted
 * if it cannot be used. */
int listener_given(char address[LISTENER_ADDRESS_SIZE], struct problem *problem);

/* Starts the program again in the same process, with the same words and this socket: the file may
 * be a newer one. Returns only if that is not possible, with a problem noted. */
void listener_start_again(int listener, char **words, struct problem *problem);

#endif
