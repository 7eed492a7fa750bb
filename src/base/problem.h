/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What went wrong with input from outside (a file, an argument, a message), as one clear sentence
 * with its location. It is translated into the reader's language only when it is shown. */

#ifndef BASE_PROBLEM_H
#define BASE_PROBLEM_H

#include "phrase.h"

/* Zeroed is "no problem". Only the first problem is kept: later ones are mostly its children. */
struct problem {
    const char *sentence; /* an English phrase with slots {0} {1} {2}; NULL: no problem */
    char details[3][160]; /* what goes into the slots */
    char file[160];       /* "" if there is no file */
    int line;             /* from 1; 0 if there is none */
    int column;           /* from 1, in characters; 0 if there is none */
    /* For programs that read problems: which detail, from 1, is the word found there, and which
     * lists what would be possible, as "a, b, c" (with … at the end if there is more); 0: none. */
    int found, listed;
};

/* Notes a problem. `sentence` is marked with _(); details may be NULL. Always returns false, so
 * that a parser can say `return problem_set(…)`. */
bool problem_set(struct problem *problem, const char *sentence, const char *first,
                 const char *second, const char *third);

/* The same with spans as details. */
bool problem_set_spans(struct problem *problem, const char *sentence, struct span first,
                       struct span second);

/* Something could not be done because there is not enough memory: it may be tried again later. */
bool problem_no_memory(struct problem *problem);
bool problem_is_no_memory(const struct problem *problem);

/* Adds the place if the problem has none yet. */
void problem_place(struct problem *problem, const char *file, int line, int column);

/* The words that the problem lists as possible, one at each call; false after the last. `at` is 0
 * before the first. */
bool problem_next_listed(const struct problem *problem, size_t *at, struct span *word);

/* Leaves the sentence alone: for people who see no file. */
void problem_forget_place(struct problem *problem);

static inline bool problem_is_set(const struct problem *problem)
{
    return problem->sentence != NULL;
}

/* Writes the sentence; and "file:line:column: sentence". */
void problem_write_sentence(const struct problem *problem, enum language language,
                            struct text *out);
void problem_write(const struct problem *problem, enum language language, struct text *out);

#endif
