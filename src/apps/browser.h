/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The browser of whoever sits at this computer, and the folder for their games. Knows no server. */

#ifndef APPS_BROWSER_H
#define APPS_BROWSER_H

#include "base/problem.h"

/* Opens the address in a browser, which goes on without us. False if there is none: in CI, without
 * a desktop (unless the environment names a BROWSER), or if nothing can be started. */
bool browser_open(const char *address);

/* The path of a file of that name in the folder for data of this user, which is made if it is not
 * there. False with a problem noted. */
bool own_file(const char *name, struct text *path, struct problem *problem);

#endif
