/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card sets that people bring: the files in which theirs differs from the host's, as JSON. A set is
 * hostile input. Its size is checked before it is read; what it says, the reader of the game's
 * cards checks, in a worker. */

#ifndef SERVER_OWN_CARDS_H
#define SERVER_OWN_CARDS_H

#include "card_sets.h"

#include <jansson.h>

/* Who may make tables with cards of their own. */
enum own_cards_policy { OWN_CARDS_ALL, OWN_CARDS_ACCOUNTS, OWN_CARDS_NOBODY };
extern const char *const own_cards_words[]; /* by policy; NULL ends them */

enum { OWN_CARDS_BYTES = 256 * 1024 }; /* of a whole set, three times the largest of ours */

/* The texts of the whole set: the host's, with those of `files` ({"name": "text"}) in their place.
 * They are valid as long as both and `texts`, which holds nothing of its own. False with a problem
 * noted. From any thread. */
bool own_cards_texts(const struct card_sets *card_sets, const struct game *game,
                     const json_t *files, struct card_texts *texts, struct problem *problem);

#endif
