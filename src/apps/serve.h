/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A server for whoever sits at this computer (serve_command.c), for `orrery play --browser`. */

#ifndef APPS_SERVE_H
#define APPS_SERVE_H

#include "base/phrase.h"
#include "base/problem.h"

/* Serves the games of this user at an address of this computer, opens the browser there and
 * returns when it was told to end, or some minutes after the last page was closed. If such a server
 * runs already, only the browser is opened. False with a problem noted. */
bool serve_privately(const char *path, enum language language, struct problem *problem);

#endif
