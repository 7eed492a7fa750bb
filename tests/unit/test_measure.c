/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The benchmark comes to its end with every game, also with one in which nobody has a choice. */

#include "helpers.h"

#include "apps/measure.h"
#include "contract/games.h"
#include "contract/ruleset.h"

enum { SAMPLE_NS = 1000 };

static const struct game *noughts(void)
{
    return game_find(span_of("noughts"));
}

/* Noughts in which everybody must take the first cell that is free. */
static int only_one(const struct ruleset *rules, const void *state, struct move moves[MOVES_MAX])
{
    return noughts()->legal(rules, state, moves) > 0;
}

static void measure(const struct game *game, struct figure figures[MEASURES])
{
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    assert_true(setup_option(game, &setup, span_of("start"), span_of("first"), &problem));
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_non_null(rules);
    measure_game(rules, SAMPLE_NS, figures, NULL, NULL);
    ruleset_close(rules);
}

static bool is_search(const struct figure *figure)
{
    return strcmp(figure->name, "search") == 0 || strcmp(figure->name, "leaves") == 0;
}

static void test_a_game(void **state)
{
    (void)state;
    struct figure figures[MEASURES];
    measure(noughts(), figures);
    for (int i = 0; i < MEASURES; i++)
        assert_true(figures[i].per_second > 0);
}

static void test_a_game_without_choices(void **state)
{
    (void)state;
    struct figure figures[MEASURES];
    struct game narrow = *noughts();
    narrow.legal = only_one;
    measure(&narrow, figures);
    for (int i = 0; i < MEASURES; i++)
        assert_true(is_search(&figures[i]) ? figures[i].per_second == 0
                                           : figures[i].per_second > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game),
        cmocka_unit_test(test_a_game_without_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
