/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A position: any state as readable text, both ways, exactly. docs/position.md describes it.
 *
 *     orrery position 1
 *     (heading)
 *     state
 *     marks 1 = a1 b2
 *     end
 */

#ifndef RECORD_POSITION_H
#define RECORD_POSITION_H

#include "base/scan.h"
#include "contract/game.h"

void position_write(const struct ruleset *rules, const void *state, struct text *out);

/* Reads a position into `state` (room for STATE_SIZE_MAX bytes) and returns its ruleset, which the
 * caller closes. NULL with a problem noted if the text is wrong or the state cannot be. */
struct ruleset *position_read(const char *file, struct span text, const char *folder, void *state,
                              struct problem *problem);

/* The lines from "state" to "end", also used in scenarios. The scan stands on "state"; afterwards
 * on the line behind "end". */
void state_block_write(const struct ruleset *rules, const void *state, struct text *out);
bool state_block_read(const struct ruleset *rules, struct scan *scan, void *state);

/* The same for readers that ask later whether the state is valid. */
bool state_lines_read(const struct ruleset *rules, struct scan *scan, void *state);

/* Is the state valid? Notes a problem at the current line if not. */
bool state_check(const struct ruleset *rules, const void *state, struct scan *scan);

/* The state from JSON as state_json (contract/fields.h) writes it: every value must be there and
 * nothing else. */
bool state_from_json(const struct ruleset *rules, struct span text, void *state,
                     struct problem *problem);

#endif
