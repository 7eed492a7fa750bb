/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card sets as JSON, for those who look at cards and for those who edit them. */

#ifndef TABLE_CARD_VIEW_H
#define TABLE_CARD_VIEW_H

#include "contract/ruleset.h"

#include "base/json.h"

/* The components of a ruleset in one language, as an object. */
void card_view_components(const struct ruleset *rules, enum language language, struct json *json);

/* Members about a card set that is fine: its fingerprint, its components in the languages of
 * the cards and of the reader, its layout. */
void card_view_set(const struct ruleset *rules, struct json *json);

/* The member "problem": what is wrong with a text, and where. */
void card_view_problem(const struct problem *problem, enum language language, struct json *json);

/* What is allowed with sets of one's own where cards are edited. */
struct card_limits {
    int64_t bytes;         /* of a whole set */
    int64_t sets;          /* that one may bring in a day */
    bool own_sets;         /* may anyone play with one? */
    const char *own_cards; /* who may, as a word of the protocol */
};

/* Everything that someone needs to edit the cards of a game: the texts of the host's set, how card
 * files are written, and what is allowed here. `rules` is any with that set. */
void card_view_workshop(const struct ruleset *rules, const struct card_texts *texts,
                        const struct card_limits *limits, struct json *json);

#endif
