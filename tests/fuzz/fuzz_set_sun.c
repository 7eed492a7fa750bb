/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: card sets that people could bring. What is accepted can be played. */

#define PLAYED  "beyond-the-sun"
#define GRAMMAR bts_grammar
#include "set_main.h"
