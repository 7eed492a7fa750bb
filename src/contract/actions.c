/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See actions.h. */

#include "actions.h"

#include "notation.h"
#include "ruleset.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

enum { VALUES_MAX = 256 }; /* an argument is a byte */

/* What the game says about kinds of which card sets have more or fewer; 0: nothing. */
static int stated_count(const struct game *game, int kind)
{
    const struct thing_count *row = game->words->thing_counts;
    while (row != NULL && row->kind != THING_NONE && row->kind != kind)
        row++;
    return row != NULL && row->kind == kind ? row->most : 0;
}

int thing_values(const struct ruleset *rules, int kind)
{
    if (kind == THING_NONE)
        return 1;
    if (kind == THING_NUMBER)
        return MOVE_NUMBERS;
    if (kind == THING_SEAT)
        return SEATS_MAX;
    int count = stated_count(rules->game, kind);
    if (count > 0)
        return count;
    while (count < VALUES_MAX && thing_token(rules, kind, count) != NULL)
        count++;
    return count;
}

static void number_kind(struct actions *actions, const struct ruleset *rules, int number)
{
    const struct wording *row = &rules->game->words->moves[number];
    struct action_kind *kind = &actions->kinds[number];
    int product = 1;
    for (int i = 0; i < 3; i++) {
        kind->values[i] = thing_values(rules, row->slots[i]);
        product *= kind->values[i];
    }
    kind->first = actions->count;
    actions->count += product;
    actions->fingerprint = hash_bytes(actions->fingerprint, row->name, strlen(row->name));
    for (int i = 0; i < 3; i++) {
        const uint8_t bytes[2] = {(uint8_t)(kind->values[i] & 0xff),
                                  (uint8_t)(kind->values[i] >> 8)};
        actions->fingerprint = hash_bytes(actions->fingerprint, bytes, sizeof bytes);
    }
}

void actions_open(struct actions *actions, const struct game *game)
{
    struct ruleset *rules = ruleset_open_largest(game);
    *actions = (struct actions){0};
    while (game->words->moves[actions->kind_count].name != NULL) {
        assert(actions->kind_count < ACTION_KINDS_MAX);
        number_kind(actions, rules, actions->kind_count++);
    }
    assert(actions->count <= ACTIONS_MAX);
    ruleset_close(rules);
}

/* The kind whose numbers this one is among. */
static int kind_of(const struct actions *actions, int action)
{
    int low = 0, high = actions->kind_count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (actions->kinds[middle].first <= action)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

bool action_move(const struct actions *actions, int action, struct move *move)
{
    if (action < 0 || action >= actions->count)
        return false;
    int number = kind_of(actions, action);
    const struct action_kind *kind = &actions->kinds[number];
    int rest = action - kind->first;
    move->kind = (uint8_t)number;
    move->c = (uint8_t)(rest % kind->values[2]);
    rest /= kind->values[2];
    move->b = (uint8_t)(rest % kind->values[1]);
    move->a = (uint8_t)(rest / kind->values[1]);
    return true;
}
