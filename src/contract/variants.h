/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* In which setup a component is in play, for those who show components that the usual setup leaves
 * in the box: the other side of a board, other mats. */

#ifndef CONTRACT_VARIANTS_H
#define CONTRACT_VARIANTS_H

#include "game.h"

/* Of each component of a card set the setup nearest to the standard one that has it in play. */
struct variants {
    int count;
    struct variant {
        bool is_found; /* false: none of the setups that were tried */
        struct setup setup;
    } * list;
};

/* Tries the standard setup, then those that differ from it in one choice and in two. The setup of
 * the ruleset does not matter. */
void variants_find(struct variants *variants, const struct ruleset *rules);
void variants_free(struct variants *variants);

/* The member "variant" for a component that the standard setup does not use: what is chosen
 * otherwise where it is in play. */
void variants_put(const struct variants *variants, const struct game *game, int index,
                  struct json *json);

#endif
