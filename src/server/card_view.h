/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card sets as JSON, for those who look at cards and for those who edit them. */

#ifndef SERVER_CARD_VIEW_H
#define SERVER_CARD_VIEW_H

#include "own_cards.h"

#include "base/json.h"

/* The components of a ruleset in one language, as an object. */
void card_view_components(const struct ruleset *rules, enum language language, struct json *json);

/* Members about a card set that is fine: its fingerprint, its components in all languages, its
 * layout. */
void card_view_set(const struct ruleset *rules, struct json *json);

/* The member "problem": what is wrong with a text, and where. */
void card_view_problem(const struct problem *problem, enum language language, struct json *json);

/* Everything that someone needs to edit the cards of a game: the texts of the host's set, how card
 * files are written, and what is allowed here. `rules` is any with that set. */
void card_view_workshop(const struct ruleset *rules, const struct card_texts *texts,
                        enum own_cards_policy policy, int64_t sets, struct json *json);

#endif
