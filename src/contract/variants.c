/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See variants.h. */

#include "variants.h"

#include "ruleset.h"

#include <assert.h>
#include <stdlib.h>

/* A game may have a component that no setup uses: the search for one ends somewhere. */
enum { DISTANCE_MAX = 2 };

static int count_components(const struct ruleset *rules)
{
    struct component component = {0};
    int count = 0;
    for (; rules->game->component(rules, count, ENGLISH, &component); count++)
        text_clear(&component.text);
    text_free(&component.text);
    return count;
}

/* Notes the setup for components that no nearer one has in play. Returns how many. */
static int try_setup(struct variants *variants, const struct ruleset *cards,
                     const struct setup *setup)
{
    struct problem ignored = {0};
    struct component component = {0};
    struct ruleset *rules = ruleset_open_setup(cards, setup, &ignored);
    int found = 0;
    if (rules == NULL) /* its options contradict each other */
        return 0;
    for (int i = 0; i < variants->count; i++) {
        bool is_there = rules->game->component(rules, i, ENGLISH, &component);
        assert(is_there); /* the list is the same in every setup */
        text_clear(&component.text);
        if (!is_there || !component.in_play || variants->list[i].is_found)
            continue;
        variants->list[i] = (struct variant){true, *setup};
        found++;
    }
    text_free(&component.text);
    ruleset_close(rules);
    return found;
}

void variants_find(struct variants *variants, const struct ruleset *rules)
{
    variants->count = count_components(rules);
    variants->list = memory_new((size_t)variants->count, sizeof variants->list[0]);
    int missing = variants->count;
    for (int distance = 0; distance <= DISTANCE_MAX && missing > 0; distance++) {
        struct setup setup = setup_first(rules->game);
        do {
            if (setup_distance(rules->game, &setup) == distance)
                missing -= try_setup(variants, rules, &setup);
        } while (missing > 0 && setup_next(rules->game, &setup));
    }
    assert(missing >= 0);
}

void variants_free(struct variants *variants)
{
    free(variants->list);
    *variants = (struct variants){0};
}

static void put_options(const struct game *game, const struct setup *setup,
                        const struct setup *standard, struct json *json)
{
    json_open(json, "options", '{');
    for (int i = 0; i < option_count(game); i++) {
        const struct option *option = &game->words->options[i];
        if (setup->options[i] != standard->options[i])
            json_put_string(json, option->name, option->choices[setup->options[i]]);
    }
    json_close(json, '}');
}

void variants_put(const struct variants *variants, const struct game *game, int index,
                  struct json *json)
{
    assert(index >= 0 && index < variants->count);
    const struct variant *variant = &variants->list[index];
    const struct setup standard = setup_standard(game);
    int distance = variant->is_found ? setup_distance(game, &variant->setup) : 0;
    bool is_players = variant->setup.players != standard.players;
    if (distance == 0)
        return;
    json_open(json, "variant", '{');
    if (is_players)
        json_put_number(json, "players", variant->setup.players);
    if (distance > is_players)
        put_options(game, &variant->setup, &standard, json);
    json_close(json, '}');
}
