/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What many tests need: cmocka, the exact message of a problem, a text with one thing changed, and
 * an open ruleset. */

#ifndef TESTS_UNIT_HELPERS_H
#define TESTS_UNIT_HELPERS_H

#include "../registered_tests.h"
#include "../short_run.h"

#include "base/problem.h"
#include "contract/games.h"
#include "contract/ruleset.h"

#include <string.h>

/* The problem must be told with this message; NULL: there is none. */
static inline void assert_told(const struct problem *problem, const char *message)
{
    struct text written = {0};
    if (problem_is_set(problem))
        problem_write(problem, ENGLISH, &written);
    assert_string_equal(text_string(&written), message != NULL ? message : "");
    text_free(&written);
}

/* The text must be this one; it is empty afterwards, so that a test can use it again. */
static inline void assert_text(struct text *text, const char *expected)
{
    assert_string_equal(text_string(text), expected);
    text_clear(text);
}

/* Adds `whole` with the first `old` replaced; it must be there. */
static inline void add_replaced(struct text *out, const char *whole, const char *old,
                                const char *new)
{
    const char *found = strstr(whole, old);
    assert_non_null(found);
    text_add_span(out, (struct span){whole, (size_t)(found - whole)});
    text_add(out, new);
    text_add(out, found + strlen(old));
}

/* The game with its standard setup and the cards of the program. */
static inline struct ruleset *open_standard_rules(const struct game *game)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_non_null(rules);
    return rules;
}

/* Noughts with the cards of the program; who begins is drawn, or it is seat 1. */
static inline struct ruleset *open_noughts(const char *start)
{
    const struct game *game = game_find(span_of("noughts"));
    assert_non_null(game);
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    assert_true(setup_option(game, &setup, span_of("start"), span_of(start), &problem));
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_non_null(rules);
    return rules;
}

/* The game does not take so many players; `sentence` says how many it takes. */
static inline void assert_players_refused(const struct game *game, int players,
                                          const char *sentence)
{
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    setup.players = (uint8_t)players;
    assert_null(ruleset_open(game, &setup, NULL, &problem));
    assert_told(&problem, sentence);
}

#endif
