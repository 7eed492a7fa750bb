/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The games that there are, as JSON: options, levels, computer players. docs/protocol.md describes
 * it. */

#ifndef TABLE_GAME_VIEW_H
#define TABLE_GAME_VIEW_H

#include "base/json.h"
#include "base/phrase.h"

/* All of them, as an object. */
void game_view_list(enum language language, struct json *json);

#endif
