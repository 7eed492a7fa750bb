/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The setup of a game from JSON: {"players": 3, "options": {"goal": "avoid"}}. */

#ifndef SERVER_SETUP_READ_H
#define SERVER_SETUP_READ_H

#include "contract/ruleset.h"

#include <jansson.h>

/* Both members may be missing: then all is as usual. False with the member that is of the wrong
 * kind in `wrong`, or with a problem noted and `wrong` NULL. Whether the game takes that many
 * players is not checked here. From any thread. */
bool setup_read(const json_t *body, const struct game *game, struct setup *setup,
                const char **wrong, struct problem *problem);

#endif
