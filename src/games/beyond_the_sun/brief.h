/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: effects in few words, for pictures. */

#ifndef GAMES_BEYOND_THE_SUN_BRIEF_H
#define GAMES_BEYOND_THE_SUN_BRIEF_H

#include "cards.h"

/* Writes the program as "5 ore: research III"; nothing for an empty one. */
void brief_write(const struct bts_cards *cards, struct program program, enum language language,
                 struct text *out);

/* The operation as one word, for front ends that draw effects: "research". */
const char *brief_op(enum op op);

/* A type of technology in three letters. */
const char *brief_type(int type, enum language language);

/* Writes what an achievement asks for, such as "4 systems". */
void brief_condition(const struct bts_achievement *achievement, enum language language,
                     struct text *out);

#endif
