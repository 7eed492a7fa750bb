/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the words of the card files, shared by those who read and tell them. Each list ends
 * with NULL; the value of a word is its place; "" stands where there is none. */

#ifndef GAMES_PULSAR_2849_CARD_WORDS_H
#define GAMES_PULSAR_2849_CARD_WORDS_H

extern const char *const pulsar_noun_words[]; /* by enum pulsar_noun */
extern const char *const pulsar_noun_texts[]; /* phrases: what is counted, in the plural */

#endif
