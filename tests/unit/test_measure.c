/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The benchmark finishes with every game, even one in which no one has a choice. */

#include "helpers.h"

#include "apps/measure.h"
#include "base/bits.h"
#include "contract/games.h"
#include "contract/ruleset.h"

enum { SAMPLE_NS = 1000 };

static const struct game *noughts(void)
{
    return game_find(span_of("noughts"));
}

/* Noughts in which everyone must take the first cell that is free. */
static int only_one(const struct ruleset *rules, const void *state, struct move moves[MOVES_MAX])
{
    return noughts()->legal(rules, state, moves) > 0;
}

static int measure(const struct game *game, uint32_t wanted, struct figure figures[MEASURES])
{
    const struct measure_settings settings = {wanted, SAMPLE_NS, 3, 1, NULL};
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    assert_true(setup_option(game, &setup, span_of("start"), span_of("first"), &problem));
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_non_null(rules);
    int count = measure_game(rules, &settings, figures, NULL, NULL);
    ruleset_close(rules);
    return count;
}

static bool is_search(const struct figure *figure)
{
    return strcmp(figure->name, "search") == 0 || strstr(figure->name, "leaves") != NULL;
}

TEST(test_a_game)
{
    struct figure figures[MEASURES];
    assert_int_equal(measure(noughts(), measures_all(), figures), MEASURES);
    for (int i = 0; i < MEASURES; i++) {
        /* With "start first" there is no chance in it. */
        bool is_chance = strcmp(figures[i].name, "chance_moves") == 0;
        assert_true(is_chance ? figures[i].per_second == 0 : figures[i].per_second > 0);
        assert_true(figures[i].low <= figures[i].per_second);
        assert_true(figures[i].per_second <= figures[i].high);
    }
}

TEST(test_a_game_without_choices)
{
    struct problem problem = {0};
    struct figure figures[MEASURES];
    struct game narrow = *noughts();
    narrow.legal = only_one;
    assert_int_equal(measure(&narrow, measures_named("search,leaves,scores", &problem), figures),
                     3);
    assert_false(problem_is_set(&problem));
    for (int i = 0; i < 3; i++)
        assert_true(is_search(&figures[i]) ? figures[i].per_second == 0
                                           : figures[i].per_second > 0);
}

TEST(test_names)
{
    struct problem problem = {0};
    assert_int_equal(measures_named("decisions", &problem), 1);
    assert_int_equal(bits_count(measures_named("games,clones,games", &problem)), 2);
    assert_false(problem_is_set(&problem));
    static const char *const wrong[] = {"", "games,", ",games", "game", "games;clones"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        problem = (struct problem){0};
        assert_int_equal(measures_named(wrong[i], &problem), 0);
        assert_true(problem_is_set(&problem));
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
