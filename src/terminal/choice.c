/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Moves by the things they refer to. */

#include "choice.h"

#include <assert.h>

static bool refers(const struct choice *choice, struct move move, struct mark thing)
{
    const struct wording *row = &choice->rules->game->words->moves[move.kind];
    const uint8_t values[] = {move.a, move.b, move.c};
    for (int i = 0; i < 3; i++)
        if (row->slots[i] == thing.kind && values[i] == thing.value)
            return thing.kind != THING_NONE;
    return false;
}

static bool refers_to_all(const struct choice *choice, struct move move)
{
    for (int i = 0; i < choice->pressed_count; i++)
        if (!refers(choice, move, choice->pressed[i]))
            return false;
    return true;
}

static void offer(struct choice *choice)
{
    assert(choice->count >= 0 && choice->count <= MOVES_MAX);
    choice->offered_count = 0;
    for (int i = 0; i < choice->count; i++)
        if (refers_to_all(choice, choice->moves[i]))
            choice->offered[choice->offered_count++] = (uint8_t)i;
    if (choice->cursor >= choice->offered_count)
        choice->cursor = choice->offered_count > 0 ? choice->offered_count - 1 : 0;
}

void choice_open(struct choice *choice, const struct ruleset *rules, const void *state)
{
    choice->rules = rules;
    choice->count = rules->game->legal(rules, state, choice->moves);
    assert(choice->count >= 0);
    choice->blocked_count = rules->game->blocked(rules, state, choice->blocked);
    choice->pressed_count = choice->cursor = 0;
    offer(choice);
}

bool choice_move(const struct choice *choice, struct move *move)
{
    if (choice->offered_count == 0)
        return false;
    assert(choice->cursor < choice->offered_count);
    *move = choice->moves[choice->offered[choice->cursor]];
    return true;
}

const struct blocked *choice_blocked(const struct choice *choice, struct mark thing)
{
    for (int i = 0; i < choice->blocked_count; i++)
        if (refers(choice, choice->blocked[i].move, thing))
            return &choice->blocked[i];
    return NULL;
}

enum thing_status choice_status(const struct choice *choice, struct mark thing)
{
    struct move move;
    for (int i = 0; i < choice->pressed_count; i++)
        if (choice->pressed[i].kind == thing.kind && choice->pressed[i].value == thing.value)
            return THING_CHOSEN;
    if (choice_move(choice, &move) && refers(choice, move, thing))
        return THING_CHOSEN;
    for (int i = 0; i < choice->offered_count; i++)
        if (refers(choice, choice->moves[choice->offered[i]], thing))
            return THING_LEGAL;
    return choice_blocked(choice, thing) != NULL ? THING_BLOCKED : THING_IDLE;
}

bool choice_press(struct choice *choice, struct mark thing)
{
    int found = 0;
    for (int i = 0; i < choice->offered_count; i++)
        found += refers(choice, choice->moves[choice->offered[i]], thing);
    if (found == 0 || choice->pressed_count == PRESSED_MAX)
        return false;
    choice->pressed[choice->pressed_count++] = thing;
    choice->cursor = 0;
    offer(choice);
    return true;
}

void choice_release(struct choice *choice)
{
    assert(choice->pressed_count >= 0 && choice->pressed_count <= PRESSED_MAX);
    choice->pressed_count -= choice->pressed_count > 0;
    offer(choice);
}

void choice_step(struct choice *choice, int step)
{
    int cursor = choice->cursor + step;
    int last = choice->offered_count > 0 ? choice->offered_count - 1 : 0;
    choice->cursor = cursor < 0 ? 0 : cursor > last ? last : cursor;
}
