/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what a position promises that is accepted. It can be played on to the end. */

#define PLAYED "pulsar-2849"
#include "play_on_main.h"
