/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Samples to learn from: each decision of a record with what describes it, what was legal, what was
 * done, and how the game ended. docs/research.md describes both forms. Knows nothing of files. */

#ifndef RECORD_SAMPLES_H
#define RECORD_SAMPLES_H

#include "record.h"

enum sample_form {
    SAMPLES_JSON,  /* one object a line */
    SAMPLES_NUMPY, /* rows of one array, as numpy keeps them in a file */
};

/* Plays the record and adds a sample for each of its moves to `out`; `number` says in them which
 * record it was. False with a problem noted if a move is not legal or the end is another. */
bool samples_write(const struct record *record, int number, enum sample_form form, struct text *out,
                   struct problem *problem);

enum { SAMPLES_HEAD_SIZE = 512, SAMPLES_VERSION = 1 }; /* more whenever samples change */

/* What stands before so many rows for numpy: SAMPLES_HEAD_SIZE bytes. */
void samples_write_head(const struct game *game, int64_t count, struct text *out);

#endif
