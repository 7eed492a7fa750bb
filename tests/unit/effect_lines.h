/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Effects in tests: read as the rest of a line of a card file, and what is said of wrong ones. */

#ifndef TESTS_UNIT_EFFECT_LINES_H
#define TESTS_UNIT_EFFECT_LINES_H

#include "helpers.h"

#include "kit/effect.h"

/* Reads an effect as the rest of a line after a key; the number of rows or -1. */
static inline int read_effect(const struct effect_grammar *grammar, const char *text,
                              struct effect *rows, struct problem *problem)
{
    static struct text line; /* the scan points into it */
    struct scan scan;
    text_clear(&line);
    text_addf(&line, "key %s\n", text);
    assert_true(scan_open(&scan, "x.cards", text_span(&line), problem));
    assert_true(scan_line(&scan));
    scan_word(&scan);
    int count = effect_read(grammar, &scan, rows);
    assert_int_equal(count < 0, problem_is_set(problem));
    return count;
}

static inline int read_good_effect(const struct effect_grammar *grammar, const char *text,
                                   struct effect *rows)
{
    struct problem problem = {0};
    int count = read_effect(grammar, text, rows, &problem);
    assert_told(&problem, NULL);
    return count;
}

/* An effect that cannot be read, and the message after the name of the file. */
struct wrong_effect {
    const char *text, *message;
};

static inline void assert_effect_refused(const struct effect_grammar *grammar,
                                         const struct wrong_effect *wrong)
{
    struct effect rows[EFFECT_ROWS_MAX];
    struct problem problem = {0};
    struct text told = {0};
    assert_int_equal(read_effect(grammar, wrong->text, rows, &problem), -1);
    text_addf(&told, "x.cards:%s", wrong->message);
    assert_told(&problem, text_string(&told));
    text_free(&told);
}

/* A number that is bounded, between the words of its effect. */
struct bounded_number {
    const char *before;
    int most;
    const char *after;
};

/* The largest number can be read, the next one cannot. */
static inline void assert_bounded(const struct effect_grammar *grammar,
                                  const struct bounded_number *number)
{
    struct effect rows[EFFECT_ROWS_MAX];
    struct text effect = {0}, message = {0};
    text_addf(&effect, "%s%d%s", number->before, number->most, number->after);
    assert_true(read_good_effect(grammar, text_string(&effect), rows) > 0);
    text_clear(&effect);
    text_addf(&effect, "%s%d%s", number->before, number->most + 1, number->after);
    text_addf(&message, "1:%d: found \"%d\", expected 1…%d",
              (int)strlen("key ") + 1 + (int)strlen(number->before), number->most + 1,
              number->most);
    assert_effect_refused(grammar,
                          &(struct wrong_effect){text_string(&effect), text_string(&message)});
    text_free(&message);
    text_free(&effect);
}

#endif
