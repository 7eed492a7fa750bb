/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads a text line by line and a line word by word, keeping the place for error messages. All our
 * text formats (cards, records, positions, scenarios) are read with it, so they share their lexical
 * rules: UTF-8, one thing a line, words between blanks, "…" for a word with blanks in it, and
 * everything from a # that begins a word to the end of the line is a comment. */

#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include "problem.h"

struct scan {
    const char *file;  /* for messages */
    struct span rest;  /* what has not been read yet */
    int line;          /* number of the current line, from 1 */
    struct span text;  /* the current line, without comment and blanks at its ends */
    const char *start; /* where the current line begins, for columns */
    const char *at;    /* where in it the next word is looked for */
    struct problem *problem;
};

enum { SCAN_LINE_MAX = 4000 }; /* bytes in one line; a pile of 64 cards with long ids fits */

/* Starts a scan. False (with a problem) if the text is not UTF-8. */
bool scan_open(struct scan *scan, const char *file, struct span text, struct problem *problem);

/* Goes to the next line that is not empty. False at the end or with a problem noted. */
bool scan_line(struct scan *scan);

/* Did the last scan_line find no more line? */
static inline bool scan_at_end(const struct scan *scan)
{
    return scan->text.length == 0;
}

/* The next word of the line, empty if there is none; `"…"` comes with its quotes. */
struct span scan_word(struct scan *scan);
struct span scan_peek(const struct scan *scan); /* the same without moving on */
/* Does a scanner find just this word where it is written? Not a text in quotes, which is one, too.
 */
bool scan_is_plain_word(struct span text);
struct span scan_rest(struct scan *scan); /* all that is left of the line */

/* Reads the word as a number. */
bool scan_number(struct scan *scan, int64_t min, int64_t max, const char *expected, int64_t *out);

/* Reads a word; it must be there. */
bool scan_need(struct scan *scan, const char *expected, struct span *out);

/* Goes to the next line, whose first word must be this one. */
bool scan_key(struct scan *scan, const char *key);

/* Nothing more may stand on the line. */
bool scan_done(struct scan *scan);

/* Notes "found {0}, expected {1}" at the word (an empty word is the end of the line or the text).
 * `expected` is a phrase or a literal token. Returns false. */
bool scan_expected(struct scan *scan, struct span found, const char *expected);

/* The same where `list` says what would be possible, word by word: "a, b, c". */
bool scan_expected_one_of(struct scan *scan, struct span found, const char *list);

/* Notes another problem at the word, or on the line if it is empty. Returns false. */
bool scan_problem(struct scan *scan, struct span word, const char *sentence, const char *first,
                  const char *second);

/* What a word in quotes stands for. False with a problem noted if it is not well formed. */
bool scan_unquote(struct scan *scan, struct span word, struct text *out);

/* The next word, which is in quotes, as a string; what does not fit into it is cut off. */
bool scan_quoted(struct scan *scan, char *out, size_t size);

#endif
