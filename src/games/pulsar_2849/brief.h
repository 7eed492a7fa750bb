/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: effects and goals in few words, for pictures. */

#ifndef GAMES_PULSAR_2849_BRIEF_H
#define GAMES_PULSAR_2849_BRIEF_H

#include "cards.h"

#include "kit/brief.h"

/* For the programs of these cards. */
struct brief_book pulsar_brief_book(const struct pulsar_cards *cards);

/* When a type of technology acts, in one word; what a goal asks for. */
const char *pulsar_brief_type(int type, enum language language);
void pulsar_brief_goal(const struct pulsar_goal *goal, enum language language, struct text *out);

#endif
