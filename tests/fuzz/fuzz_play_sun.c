/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what an accepted position promises. It can be played to the end. */

#define PLAYED "beyond-the-sun"
#include "play_on_main.h"
