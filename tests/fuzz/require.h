/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the fuzzers of our text formats share: what they require of every problem, and a ruleset. */

#ifndef TESTS_FUZZ_REQUIRE_H
#define TESTS_FUZZ_REQUIRE_H

#include "base/problem.h"
#include "base/scan.h"
#include "contract/games.h"
#include "contract/ruleset.h"

#include <stdlib.h>
#include <string.h>

/* Checks always, also where assert is switched off. */
#define REQUIRE(condition) ((condition) ? (void)0 : abort())

/* A problem is noted, stands inside the text, and can be told in every language without upsetting a
 * terminal. */
static inline void require_told(const struct problem *problem, struct span input)
{
    int lines = 1;
    for (size_t i = 0; i < input.length; i++)
        lines += input.at[i] == '\n';
    REQUIRE(problem_is_set(problem));
    REQUIRE(problem->line >= 0 && problem->line <= lines);
    REQUIRE(problem->column >= 0 && problem->column <= SCAN_LINE_MAX + 1);
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        struct text message = {0};
        problem_write(problem, (enum language)i, &message);
        REQUIRE(message.length > 0);
        REQUIRE(span_is_utf8(text_span(&message)) && !span_has_control(text_span(&message)));
        text_free(&message);
    }
}

static inline void require_same(const struct text *a, const struct text *b)
{
    REQUIRE(span_equal(text_span(a), text_span(b)));
}

/* Noughts with its standard setup; open as long as the fuzzer runs. */
static inline const struct ruleset *noughts_rules(void)
{
    static struct ruleset *rules;
    if (rules == NULL) {
        struct problem problem = {0};
        const struct game *game = game_find(span_of("noughts"));
        struct setup setup = setup_standard(game);
        rules = ruleset_open(game, &setup, NULL, &problem);
        REQUIRE(rules != NULL);
    }
    return rules;
}

#endif
