/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Noughts and crosses: features.c once more, with names (kit/features.h). */

#define FEATURES_NAMED
#include "features.c"
