/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The numbered rules of docs/rules, put into the program by the build (tools/embed_rules.py), for
 * people who ask what a rule says. The rules themselves are in the games; this is only text. */

#ifndef TERMINAL_RULE_TEXTS_H
#define TERMINAL_RULE_TEXTS_H

#include "base/phrase.h"

struct rule_text {
    const char *id; /* "BTS-JUMP-02" */
    const char *text[LANGUAGE_COUNT];
};
extern const struct rule_text rule_texts[]; /* in the order of their ids; ends without one */

/* The rule with that id, in any case; NULL if there is none. */
const struct rule_text *rule_text_find(struct span id);

/* Writes the rules of a game that have the words in their id or text, one in a line, at most `most`
 * of them; returns how many there are in all. `like` is the id of any rule of that game. */
int rule_text_search(const char *like, struct span words, enum language language, int most,
                     struct text *out);

#endif
