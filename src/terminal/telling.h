/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A game in plain lines of text for a terminal: the table, the question, the moves, the log. It
 * prints what the contract gives and contains no rule. */

#ifndef TERMINAL_TELLING_H
#define TERMINAL_TELLING_H

#include "contract/drawing.h"
#include "contract/notation.h"

/* The game's own drawing of the table, between empty lines. */
void show_table(const struct ruleset *rules, const void *state, const struct drawing *drawing,
                struct text *out);

/* What is asked, and of whom, in one sentence. */
void show_question(const struct ruleset *rules, const void *state, const struct teller *teller,
                   struct text *out);

/* A legal or blocked move in words, with what it means there. */
void tell_offer(const struct ruleset *rules, const void *state, const struct teller *teller,
                struct move move, struct text *out);

/* The legal moves, numbered from 1, with notation and words. */
void show_moves(const struct ruleset *rules, const void *state, const struct teller *teller,
                struct text *out);

/* What cannot be done now: everything with the same reason together, numbered from 1 on. With a
 * number above 0 only that one, and what its rule says. Returns how many reasons there are. */
int show_blocked(const struct ruleset *rules, const void *state, const struct teller *teller,
                 int number, struct text *out);

/* One blocked move with its reason and rule. */
void show_reason(const struct ruleset *rules, const struct teller *teller,
                 const struct blocked *blocked, struct text *out);

/* The score by source, and the places. */
void show_score(const struct ruleset *rules, const void *state, const struct teller *teller,
                struct text *out);

/* Log lines. */
void tell_events(const struct ruleset *rules, const struct teller *teller,
                 const struct message *events, size_t count, struct text *out);

#endif
