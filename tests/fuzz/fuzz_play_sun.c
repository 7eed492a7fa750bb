/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what a position promises that is accepted. It can be played on to the end. */

#define PLAYED "beyond-the-sun"
#include "play_on_main.h"
