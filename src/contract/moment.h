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

/* A seat, "dealer", or null for nobody. Programs that use the library count seats from 0, pages and
 * people from 1. */
void moment_put_seat(struct json *json, const char *key, int seat);
void moment_put_seat_from_1(struct json *json, const char *key, int seat);

#endif
