/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* All that the tables of a game say, for people and programs that want to know what there is: kinds
 * of moves with their numbers, events, reasons, fields and so on. */

#ifndef CONTRACT_CATALOGUE_H
#define CONTRACT_CATALOGUE_H

#include "actions.h"

/* A JSON object with everything. */
void catalogue_json(const struct game *game, enum language language, struct json *json);

/* Its options with their choices, under the key "options". */
void catalogue_options(const struct game *game, enum language language, struct json *json);

/* All of it as lists for people, below the line that tells the title. */
void catalogue_write(const struct game *game, enum language language, struct text *out);

#endif
