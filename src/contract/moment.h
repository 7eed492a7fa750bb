/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A moment of a game for other programs, as JSON: who decides, what is asked, all that is legal
 * with its numbers and odds, the score; and what is blocked, with reasons. */

#ifndef CONTRACT_MOMENT_H
#define CONTRACT_MOMENT_H

#include "actions.h"

struct told_moment {
    const struct ruleset *rules;
    const struct actions *actions; /* of the game */
    const void *state;
    enum language language;
};

/* An object: actor, turn, round, over, question, legal, points, places and so on. */
void moment_json(const struct told_moment *moment, struct json *json, const char *key);

/* A list of what the actor might want to do and cannot. */
void blocked_json(const struct told_moment *moment, struct json *json, const char *key);

/* A seat from 0 on, "dealer", or null for nobody. */
void moment_put_seat(struct json *json, const char *key, int seat);

#endif
