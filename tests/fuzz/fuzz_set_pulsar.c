/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: card sets that people could bring. What is accepted can be played. */

#define PLAYED  "pulsar-2849"
#define GRAMMAR pulsar_grammar
#include "set_main.h"
