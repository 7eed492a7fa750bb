/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Can a card set be played? Random games with all setups of the game tell: the reader of the cards
 * looks at each card, but a set may be written so that a game gets stuck or never ends. Every game
 * is bounded by what the game promises (moves_bound, EVENTS_MAX), all of them by number and time,
 * and they are played in slices, so that a worker is free for others in between. */

#ifndef TABLE_SET_TRIAL_H
#define TABLE_SET_TRIAL_H

#include "contract/ruleset.h"

enum {
    TRIAL_GAMES_USUAL = 100,
    TRIAL_GAMES_MAX = 1000,
    TRIAL_SLICE_MS = 100,
    TRIAL_MS_MAX = 10000, /* of playing; what is not played by then is not played */
};

struct set_trial {
    struct ruleset *rules; /* with the set; the trial's own */
    int wanted, played;    /* games */
    int64_t used_ms;
    struct problem problem; /* what went wrong */
};

/* Begins with the ruleset, which belongs to the trial from now on. */
void set_trial_begin(struct set_trial *trial, struct ruleset *rules, int games);

/* Plays one slice; false when nothing is left to do. In any thread, one at a time. */
bool set_trial_continue(struct set_trial *trial);

void set_trial_end(struct set_trial *trial); /* fine if it was not begun */

#endif
