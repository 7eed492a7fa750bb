/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the tests that try every setup share. */

#ifndef TESTS_CONTRACT_SETUPS_H
#define TESTS_CONTRACT_SETUPS_H

#include "../short_run.h"

#include "contract/games.h"
#include "contract/ruleset.h"

/* Writes "noughts 2 goal=line start=drawn". */
static inline void setup_write(const struct game *game, const struct setup *setup, struct text *out)
{
    text_addf(out, "%s %d", game->name, setup->players);
    for (int i = 0; i < option_count(game); i++) {
        const struct option *option = &game->words->options[i];
        text_addf(out, " %s=%s", option->name, option->choices[setup->options[i]]);
    }
}

/* Is at most one option not at its standard? Those setups are enough where all would be too many.
 */
static inline bool setup_is_plain(const struct game *game, const struct setup *setup)
{
    int changed = 0;
    for (int i = 0; i < option_count(game); i++)
        changed += setup->options[i] != game->words->options[i].standard;
    return changed <= 1;
}

#endif
