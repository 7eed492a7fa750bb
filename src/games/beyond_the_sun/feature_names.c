/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: features.c once more, with names (kit/features.h). */

#define FEATURES_NAMED
#include "features.c"
