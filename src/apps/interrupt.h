/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Ctrl-C for commands that take long: the first one asks them to end with what there is, the second
 * one ends the program. */

#ifndef APPS_INTERRUPT_H
#define APPS_INTERRUPT_H

#include "base/problem.h"

#include <stdatomic.h>

/* Watches from now on; the flag is set once somebody presses it. */
const atomic_bool *interrupt_watch(void);

/* True if nobody did; else notes that what was printed is a part. */
bool interrupt_note(struct problem *problem);

#endif
