/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* In which setup a component is in play. */

#include "helpers.h"
#include "toy.h"

#include "contract/variants.h"

enum { ALWAYS, MOON, THIRD_SEAT, MOON_OF_THIRD, FORBIDDEN_MOON, NEVER, TOY_COMPONENTS };

static bool has_moon(const struct setup *setup)
{
    return setup->options[0] == TOY_WITH_MOONS;
}

static bool toy_component(const struct ruleset *rules, int index, enum language language,
                          struct component *component)
{
    const struct setup *setup = &rules->setup;
    const bool in_play[TOY_COMPONENTS] = {
        [ALWAYS] = true,
        [MOON] = has_moon(setup),
        [THIRD_SEAT] = setup->players > 2,
        [MOON_OF_THIRD] = has_moon(setup) && setup->players > 2,
        [FORBIDDEN_MOON] = setup->options[0] == TOY_FORBIDDEN,
    };
    (void)language;
    if (index >= TOY_COMPONENTS)
        return false;
    component->in_play = in_play[index];
    text_add(&component->text, "A component.");
    return true;
}

static struct ruleset *open_toy(const struct game *game, struct setup setup)
{
    struct problem problem = {0};
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_told(&problem, NULL);
    return rules;
}

static void assert_variant(const struct variants *variants, int index, const char *expected)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    variants_put(variants, &toy, index, &json);
    json_close(&json, '}');
    assert_text(&text, expected);
    text_free(&text);
}

/* It is the nearest one to the standard setup, whatever the setup at hand; one that the game
 * refuses is none. */
TEST(test_variants_of_components)
{
    struct game game = toy;
    game.component = toy_component;
    const struct setup setups[] = {setup_standard(&game), {4, {TOY_WITH_MOONS}, 0}};
    for (int i = 0; i < 2; i++) {
        struct variants variants;
        struct ruleset *rules = open_toy(&game, setups[i]);
        variants_find(&variants, rules);
        assert_int_equal(variants.count, TOY_COMPONENTS);
        assert_variant(&variants, ALWAYS, "{}");
        assert_variant(&variants, MOON, "{\"variant\":{\"options\":{\"moons\":\"with\"}}}");
        assert_variant(&variants, THIRD_SEAT, "{\"variant\":{\"players\":3}}");
        assert_variant(&variants, MOON_OF_THIRD,
                       "{\"variant\":{\"players\":3,\"options\":{\"moons\":\"with\"}}}");
        assert_variant(&variants, FORBIDDEN_MOON, "{}");
        assert_variant(&variants, NEVER, "{}");
        assert_true(variants.list[ALWAYS].is_found && !variants.list[NEVER].is_found);
        variants_free(&variants);
        ruleset_close(rules);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
