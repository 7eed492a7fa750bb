/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Piles without an order that anyone knows.
 *
 * Nobody may know the order of a shuffled pile, so there is none: a pile is an ordered list of
 * *groups*, each a set. At first there is one group, everything in it. What is put underneath "in
 * random order" is one more group below. The next card is any of the topmost group, equally likely.
 *
 * In the state a pile of n things (at most 64) is n bytes, one for each thing: 0 if it is not in
 * the pile, else the number of its group, 1 on top. Group numbers are always 1, 2, 3 … without
 * gaps, so equal piles are equal bytes. The table of fields shows a pile as FIELD_PILE. */

#ifndef KIT_PILE_H
#define KIT_PILE_H

#include <stdint.h>

/* The things that may be on top, as bits; 0 if the pile is empty. */
uint64_t pile_top(const uint8_t *groups, int size);

/* All things in the pile, as bits. */
uint64_t pile_things(const uint8_t *groups, int size);
int pile_count(const uint8_t *groups, int size); /* how many they are */

/* Takes a thing out; it must be in the pile (normally one of pile_top). */
void pile_take(uint8_t *groups, int size, int thing);

/* Puts these things under the pile in random order. None may be in it. An empty set changes
 * nothing. */
void pile_put_under(uint8_t *groups, int size, uint64_t things);

/* Puts these things in and shuffles the whole pile: one group. None may be in it. */
void pile_shuffle_in(uint8_t *groups, int size, uint64_t things);

/* NULL if the group numbers are well formed, else an English sentence. For invariant checks. */
const char *pile_check(const uint8_t *groups, int size);

#endif
