/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what an accepted position promises. It can be played to the end. */

#define PLAYED "pulsar-2849"
#include "play_on_main.h"
