/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Checks the dealer of a finished game: every chance move of the record is computed once more from
 * the seed that it names. docs/fairness.md says what that proves. */

#ifndef SESSION_PROOF_H
#define SESSION_PROOF_H

#include "dealer.h"

#include "record/record.h"

/* Are all moves legal, and the chance moves those of the committed seed? False with a problem
 * noted. `checked` grows by the number of chance moves that were compared. */
bool proof_check(const struct record *record, uint32_t *checked, struct problem *problem);

/* A hash of the first `count` moves, by which two who were there know that they mean the same. */
enum { HISTORY_HASH_SIZE = COMMITMENT_SIZE };
void proof_hash(const struct ruleset *rules, const struct record_move *moves, int count,
                uint8_t hash[HISTORY_HASH_SIZE]);

/* The place of a chance move among all moves; both are counted from 0. -1: there are not so many.
 */
int proof_place(const struct record *record, uint32_t number);

/* Has every run of chance moves between two moves of players a share of its own? */
bool proof_is_shared(const struct record *record);

#endif
