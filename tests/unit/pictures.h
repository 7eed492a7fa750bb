/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What front ends get, in tests of games: the picture in text, effects in few words, and JSON. */

#ifndef TESTS_UNIT_PICTURES_H
#define TESTS_UNIT_PICTURES_H

#include "helpers.h"

#include "kit/brief.h"
#include "kit/sheet.h"

#include <jansson.h>

enum { COLUMNS_MAX = 100 }; /* of a picture */

static inline bool is_shown(const struct text *picture, const char *wanted)
{
    return strstr(text_string(picture), wanted) != NULL;
}

static inline void assert_shown(const struct text *picture, const char *wanted)
{
    if (!is_shown(picture, wanted))
        fail_msg("\"%s\" is not in the picture:\n%s", wanted, text_string(picture));
}

/* No line is too wide, empty or ends with a space. */
static inline void assert_fits(const struct text *picture)
{
    const char *line = text_string(picture);
    assert_true(span_is_utf8(text_span(picture)));
    for (; *line != '\0'; line += strcspn(line, "\n") + 1) {
        struct span span = {line, strcspn(line, "\n")};
        if (text_width(span) > COLUMNS_MAX)
            fail_msg("a wide line: %.*s", (int)span.length, span.at);
        assert_true(span.length > 0 && span.at[span.length - 1] != ' ');
    }
}

static inline void assert_brief_in(struct brief_book book, struct program program,
                                   const char *expected)
{
    struct text brief = {0};
    brief_program(&book, program, ENGLISH, &brief);
    assert_text(&brief, expected);
    text_free(&brief);
}

/* Reads the JSON that was written, and releases the text. */
static inline json_t *read_back(struct text *text)
{
    json_error_t error;
    json_t *value = json_loads(text_string(text), JSON_REJECT_DUPLICATES, &error);
    if (value == NULL)
        fail_msg("line %d: %s", error.line, error.text);
    text_free(text);
    return value;
}

#endif
