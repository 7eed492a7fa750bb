/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Checked moves, odds, random playouts. */

#include "play.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

void play_start(const struct ruleset *rules, void *state)
{
    memset(state, 0, rules->game->state_size);
    rules->game->start(rules, state);
}

int play_find(const struct ruleset *rules, const void *state, struct move move)
{
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves);
    for (int i = 0; i < count; i++)
        if (move_equal(moves[i], move))
            return i;
    return -1;
}

bool play_move(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    if (play_find(rules, state, move) < 0)
        return false;
    rules->game->apply(rules, state, move, events);
    return true;
}

bool play_reveals(const struct ruleset *rules, const void *state, struct move move,
                  struct node *after)
{
    union any_state copy;
    struct node before = rules->game->node(rules, state);
    memcpy(&copy, state, rules->game->state_size);
    rules->game->apply(rules, &copy, move, NULL);
    *after = rules->game->node(rules, &copy);
    return after->actor == DEALER && before.turn != NOBODY && after->turn == before.turn &&
           after->round == before.round;
}

bool play_begins_action(const struct ruleset *rules, struct node node)
{
    const bool *begins = rules->game->words->begins_action;
    return begins != NULL && begins[node.ask.kind];
}

void chance_list(const struct ruleset *rules, const void *state, struct chance *chance)
{
    const struct game *game = rules->game;
    chance->count = game->legal(rules, state, chance->moves);
    assert(chance->count > 0 && chance->count <= MOVES_MAX);
    chance->total = (uint32_t)chance->count;
    if (game->weights == NULL) {
        for (int i = 0; i < chance->count; i++)
            chance->weights[i] = 1;
        return;
    }
    game->weights(rules, state, chance->moves, chance->count, chance->weights);
    chance->total = 0;
    for (int i = 0; i < chance->count; i++)
        chance->total += chance->weights[i];
}

struct move chance_draw(const struct chance *chance, uint32_t ticket)
{
    assert(ticket < chance->total);
    int i = 0;
    while (ticket >= chance->weights[i])
        ticket -= chance->weights[i++];
    return chance->moves[i];
}

struct move chance_random(const struct ruleset *rules, const void *state, struct random *random)
{
    struct chance chance;
    chance_list(rules, state, &chance);
    assert(chance.count > 0);
    return chance_draw(&chance, random_below(random, chance.total));
}

/* For games without a `pick` of their own. */
static bool pick_from_list(const struct ruleset *rules, const void *state, struct random *random,
                           struct move *move)
{
    const struct game *game = rules->game;
    struct move moves[MOVES_MAX];
    bool weighted = game->weights != NULL && game->node(rules, state).actor == DEALER;
    if (weighted) {
        *move = chance_random(rules, state, random);
        return true;
    }
    int count = game->legal(rules, state, moves);
    if (count > 0)
        *move = moves[random_below(random, (uint32_t)count)];
    return count > 0;
}

bool play_pick(const struct ruleset *rules, const void *state, struct random *random,
               struct move *move)
{
    const struct game *game = rules->game;
    return (game->pick != NULL ? game->pick : pick_from_list)(rules, state, random, move);
}

bool play_random(const struct ruleset *rules, void *state, struct random *random)
{
    struct move move;
    if (!play_pick(rules, state, random, &move))
        return false;
    rules->game->apply(rules, state, move, NULL);
    return true;
}

uint32_t play_out(const struct ruleset *rules, void *state, struct random *random)
{
    uint32_t made = 0;
    if (rules->game->play_out != NULL)
        return rules->game->play_out(rules, state, random);
    while (play_random(rules, state, random))
        made++;
    return made;
}

uint64_t state_hash(const struct ruleset *rules, const void *state)
{
    return hash_bytes(0, state, rules->game->state_size);
}
