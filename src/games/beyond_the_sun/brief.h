/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: effects in few words, for pictures. */

#ifndef GAMES_BEYOND_THE_SUN_BRIEF_H
#define GAMES_BEYOND_THE_SUN_BRIEF_H

#include "cards.h"

#include "kit/brief.h"

/* For the programs of these cards. */
struct brief_book bts_brief_book(const struct bts_cards *cards);

/* A type of technology in three letters. */
const char *bts_brief_type(int type, enum language language);

/* Writes what an achievement asks for, such as "4 systems". */
void bts_brief_condition(const struct bts_achievement *achievement, enum language language,
                         struct text *out);

#endif
