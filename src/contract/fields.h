/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The state by name, for every game alike: `marks 1 = a1 b2`. Positions, scenarios and JSON are
 * made of this. A value that is not written is zero. */

#ifndef CONTRACT_FIELDS_H
#define CONTRACT_FIELDS_H

#include "game.h"

#include "base/scan.h"

/* One value of a state: a field with its indices. */
struct cell {
    const struct field *field;
    uint8_t index[2];
    uint16_t offset; /* in the state */
};

/* Visits all values in order of the table: `for (p = cell_first(r); p.field; p = cell_next(r,
 * p))`. Spare bytes and indices that name nothing in this setup are left out. */
struct cell cell_first(const struct ruleset *rules);
struct cell cell_next(const struct ruleset *rules, struct cell cell);

/* "marks 1", and back. */
void cell_write(const struct ruleset *rules, struct cell cell, struct text *out);
bool cell_read(const struct ruleset *rules, struct scan *scan, struct cell *out);

/* "a1 b2": a number, the notation of a thing, members of a set, or the groups of a pile from the
 * top with " / " between them; "-" for an empty set or pile. Reading takes the rest of the line. */
void value_write(const struct ruleset *rules, const void *state, struct cell cell,
                 struct text *out);
bool value_read(const struct ruleset *rules, void *state, struct cell cell, struct scan *scan);

/* Is it zero, so that it need not be written? */
bool value_is_zero(const void *state, struct cell cell);

/* The raw number of a FIELD_VALUE or the bits of a FIELD_SET. */
int64_t value_get(const void *state, struct cell cell);
void value_set(void *state, struct cell cell, int64_t value);

/* Everything under a name, "marks 1" or "marks" for all seats: numbers are added up, members of
 * sets and piles are counted. False if no value has this name, or it is neither of these. */
bool fields_total(const struct ruleset *rules, const void *state, struct span name, int64_t *total);

/* All values that are not zero, one a line. */
void state_write(const struct ruleset *rules, const void *state, struct text *out);

/* A hash of what state_write tells: of the values alone, however a program keeps its states. Fields
 * that are added later do not change it as long as they are zero. */
uint64_t state_digest(const struct ruleset *rules, const void *state);

/* The state as a JSON object: numbers, notation strings, lists for sets, lists of lists for piles,
 * objects by index. All values, zero or not. */
void state_json(const struct ruleset *rules, const void *state, struct json *json, const char *key);

#endif
