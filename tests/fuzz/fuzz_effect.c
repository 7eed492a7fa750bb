/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to the reader of effects, with the largest grammar there is. What is read must be
 * well formed, must be written as a text that reads as the same rows, and can be told in every
 * language; what is not read has a problem with its place. */

#include "games/beyond_the_sun/cards.h"

#include <stdlib.h>
#include <string.h>

/* Checks always, also where assert is switched off. */
#define REQUIRE(condition) ((condition) ? (void)0 : abort())

/* Reads the first line that is not empty; -1 with a problem noted, or 0 if there is none. */
static int read_line(struct span input, struct effect *rows, struct problem *problem)
{
    struct scan scan;
    if (!scan_open(&scan, "fuzz.cards", input, problem))
        return -1;
    if (!scan_line(&scan))
        return problem_is_set(problem) ? -1 : 0;
    int count = effect_read(&bts_grammar, &scan, rows);
    REQUIRE(count != 0 && count <= EFFECT_ROWS_MAX);
    return count;
}

/* Rows in brackets end with the brackets around them. */
static void require_nested(const struct effect *rows, int count)
{
    for (int i = 0; i < count; i += 1 + rows[i].body) {
        REQUIRE(rows[i].op < OP_COUNT);
        REQUIRE(i + 1 + rows[i].body <= count);
        require_nested(&rows[i + 1], rows[i].body);
    }
}

static void require_same(const struct effect *rows, int count, struct span written)
{
    struct problem problem = {0};
    struct effect again[EFFECT_ROWS_MAX];
    REQUIRE(read_line(written, again, &problem) == count);
    REQUIRE(memcmp(rows, again, (size_t)count * sizeof rows[0]) == 0);
}

static void require_told(const struct effect *rows, int count)
{
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        struct text text = {0};
        effect_tell(&bts_grammar, rows, count, (enum language)i, &text);
        REQUIRE(text.length > 0 && span_is_utf8(text_span(&text)));
        REQUIRE(strpbrk(text_string(&text), "{}|") == NULL);
        text_free(&text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct problem problem = {0};
    struct effect rows[EFFECT_ROWS_MAX];
    struct text written = {0};
    int count = read_line((struct span){(const char *)data, size}, rows, &problem);
    REQUIRE((count < 0) == problem_is_set(&problem));
    if (count > 0) {
        require_nested(rows, count);
        effect_write(&bts_grammar, rows, count, &written);
        /* An effect may be longer when it is written with all its blanks than a line can be. */
        if (written.length <= SCAN_LINE_MAX)
            require_same(rows, count, text_span(&written));
        require_told(rows, count);
    } else if (count < 0) {
        problem_write(&problem, LANGUAGE_DE, &written);
        REQUIRE(problem.line > 0 && written.length > strlen("fuzz.cards:1: "));
    }
    text_free(&written);
    return 0;
}
