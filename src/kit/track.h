/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A track of numbered spaces with counters that stack.
 *
 * Spaces are numbered from 1; a counter on space 0 is off the track. Counters on one space lie in a
 * stack, height 1 at the bottom. Which end is better, where a move stops and what happens at the
 * ends is the game's: it says where a counter goes and whether on top or underneath. Heights on a
 * space are always 1, 2, 3 … without gaps, so equal tracks are equal bytes. */

#ifndef KIT_TRACK_H
#define KIT_TRACK_H

#include <stdbool.h>
#include <stdint.h>

enum { TRACK_COUNTERS = 8, TRACK_SPACES_MAX = 127 };

struct track {
    uint8_t space[TRACK_COUNTERS];
    uint8_t height[TRACK_COUNTERS]; /* 0 off the track */
};

/* Takes the counter from where it is (those above it come down by one) and puts it on top of the
 * stack on that space, or under all of it. Space 0 takes it off the track. The space may be its
 * own. */
void track_put_on_top(struct track *track, int counter, int space);
void track_put_under(struct track *track, int counter, int space);

/* The counters on the track in order: lower space first, and higher in the stack first among those
 * on one space. Returns how many there are. */
int track_order(const struct track *track, uint8_t order[TRACK_COUNTERS]);

/* How many counters on the track are before this one, which is on it: its place in that order. */
int track_rank(const struct track *track, int counter);

/* NULL if spaces (at most `spaces`) and heights are well formed, else an English sentence. */
const char *track_check(const struct track *track, int spaces);

#endif
