/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Checks the dealer of a finished game: every chance move of the record is computed once more from
 * the seed that it names. docs/fairness.md says what that proves. */

#ifndef SESSION_PROOF_H
#define SESSION_PROOF_H

#include "record/record.h"

/* Are all moves legal, and the chance moves those of the committed seed? False with a problem
 * noted. `checked` grows by the number of chance moves that were compared. */
bool proof_check(const struct record *record, uint32_t *checked, struct problem *problem);

#endif
