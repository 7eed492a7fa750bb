/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Effects in few words, for pictures where a sentence has no room: "5 ore: research III". Made from
 * the same rows as the sentences of effect_tell, by the short text of each operation: a phrase with
 * {a} {b} {body} and slots of the game's own. */

#ifndef KIT_BRIEF_H
#define KIT_BRIEF_H

#include "effect.h"

struct brief_grammar {
    const struct effect_grammar *effects;
    /* The text of a row that is not told as its brief says, else NULL. The function may be NULL. */
    const char *(*special)(const struct effect *row);
    /* Fills a slot of the game's own. NULL if there are none. */
    void (*fill)(const void *cards, const struct effect *row, struct span slot,
                 enum language language, struct text *out);
};

/* Where the programs of a game are: its grammar, its card set and all its rows. */
struct brief_book {
    const struct brief_grammar *grammar;
    const void *cards;
    const struct effect *rows;
};

/* Writes the program; nothing for an empty one. */
void brief_program(const struct brief_book *book, struct program program, enum language language,
                   struct text *out);

#endif
