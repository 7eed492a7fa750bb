/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See move_traits.h. */

#include "move_traits.h"

#include "contract/ruleset.h"

#include <assert.h>

enum { VALUES_MAX = 256 }; /* an argument is a byte */

/* How many values of a thing are known: those of the built-in cards with all players. */
static int values_of(const struct ruleset *rules, int kind)
{
    int count = 0;
    if (kind == THING_NONE)
        return 0;
    if (kind == THING_NUMBER)
        return TRAIT_NUMBERS_MAX;
    if (kind == THING_SEAT)
        return SEATS_MAX;
    const struct thing *thing = &rules->game->words->things[kind - THING_GAME];
    while (count < VALUES_MAX && thing->token(rules, count) != NULL)
        count++;
    return count;
}

static void number_kind(struct move_traits *traits, const struct ruleset *rules, int kind)
{
    const struct wording *row = &rules->game->words->moves[kind];
    for (int i = 0; i < TRAITS_OF_MOVE; i++) {
        int thing = i == 0 ? THING_NONE : row->slots[i - 1];
        int values = i == 0 ? 1 : values_of(rules, thing);
        if (traits->count + values > TRAITS_MAX)
            values = 0;
        traits->kinds[kind].first[i] = (uint16_t)traits->count;
        traits->kinds[kind].values[i] = (uint16_t)values;
        traits->kinds[kind].things[i] = (uint8_t)thing;
        traits->count += values;
    }
    assert(traits->count <= TRAITS_MAX);
}

void move_traits_open(struct move_traits *traits, const struct game *game)
{
    struct ruleset *rules = ruleset_open_largest(game);
    *traits = (struct move_traits){0};
    for (int kind = 0; kind < TRAIT_KINDS_MAX && game->words->moves[kind].name != NULL; kind++)
        number_kind(traits, rules, kind);
    ruleset_close(rules);
}

static int value_seen(int value, int thing, int seat, int players)
{
    if (thing == THING_SEAT)
        return value < players ? (value - seat + players) % players : value;
    if (thing == THING_NUMBER)
        return value < TRAIT_NUMBERS_MAX ? value : TRAIT_NUMBERS_MAX - 1;
    return value;
}

void move_traits_of(const struct move_traits *traits, struct move move, int seat, int players,
                    uint16_t out[TRAITS_OF_MOVE])
{
    const int args[TRAITS_OF_MOVE] = {0, move.a, move.b, move.c};
    assert(seat >= 0 && seat < players);
    for (int i = 0; i < TRAITS_OF_MOVE; i++) {
        out[i] = TRAIT_NONE;
        if (move.kind >= TRAIT_KINDS_MAX)
            continue;
        int value = value_seen(args[i], traits->kinds[move.kind].things[i], seat, players);
        if (value < traits->kinds[move.kind].values[i])
            out[i] = (uint16_t)(traits->kinds[move.kind].first[i] + value);
    }
}
