/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the words of the card files, shared by those who read and tell them. Each list
 * ends with NULL; the value of a word is its place; "" stands where there is none. */

#ifndef GAMES_BEYOND_THE_SUN_CARD_WORDS_H
#define GAMES_BEYOND_THE_SUN_CARD_WORDS_H

extern const char *const bts_level_words[];   /* I … IIII, values 1 … 4 */
extern const char *const bts_noun_words[];    /* by enum bts_noun */
extern const char *const bts_noun_texts[];    /* phrases: "each …" */
extern const char *const bts_measure_words[]; /* by enum bts_measure */
extern const char *const bts_most_texts[];    /* phrases: "the most …" */
extern const char *const bts_guild_ids[];     /* values 1 … 4 */

#endif
