/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: features.c once more, with names (kit/features.h). */

#define FEATURES_NAMED
#include "features.c"
