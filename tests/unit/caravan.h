/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Caravan, a game for three that the tests of the session play. It is made to show every rule of
 * undo and confirm: decisions in the set-up, turns of several decisions, chance inside, at the end
 * of and between turns, and choices out of turn. */

#ifndef TESTS_UNIT_CARAVAN_H
#define TESTS_UNIT_CARAVAN_H

#include "base/hash.h"
#include "contract/game.h"

enum { SEATS = 3, STEPS_MAX = 3 };

enum {
    OPEN, /* dealer: seat a is first */
    CAMP, /* set-up, outside all turns: each seat in order */
    STEP, /* turn: up to three of them */
    ROLL, /* turn: asks for a DIE */
    DIE,  /* dealer, inside the turn; a six ends it */
    GIFT, /* turn: the next seat takes twice, out of turn */
    TAKE, /* out of turn; a = 1 at the second one ends the giver's turn */
    REST, /* turn: ends it */
    WIND, /* dealer: between rounds */
};

enum phase { AT_OPEN, AT_CAMP, AT_TURN, AT_DIE, AT_TAKE, AT_WIND, AT_END };

struct caravan {
    uint64_t trace; /* hash of all moves: no two courses have the same state */
    uint8_t phase, seat, camps, steps, takes, turns;
    uint8_t spare[2];
};

static struct node node(const struct ruleset *rules, const void *state)
{
    (void)rules;
    const struct caravan *s = state;
    int8_t seat = (int8_t)s->seat;
    switch ((enum phase)s->phase) {
    case AT_CAMP:
        return (struct node){.actor = seat, .turn = NOBODY};
    case AT_TURN:
        return (struct node){.actor = seat, .turn = seat};
    case AT_DIE:
        return (struct node){.actor = DEALER, .turn = seat};
    case AT_TAKE:
        return (struct node){.actor = (seat + 1) % SEATS, .turn = seat};
    case AT_END:
        return (struct node){.actor = NOBODY, .turn = NOBODY};
    case AT_OPEN:
    case AT_WIND:
        break;
    }
    return (struct node){.actor = DEALER, .turn = NOBODY};
}

static int add_moves(struct move *moves, int count, int kind, int from, int to)
{
    for (int a = from; a <= to; a++)
        moves[count++] = (struct move){.kind = (uint8_t)kind, .a = (uint8_t)a};
    return count;
}

static int legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    (void)rules;
    const struct caravan *s = state;
    int count = 0;
    switch ((enum phase)s->phase) {
    case AT_OPEN:
        return add_moves(moves, 0, OPEN, 0, SEATS - 1);
    case AT_CAMP:
        return add_moves(moves, 0, CAMP, 0, 3);
    case AT_DIE:
        return add_moves(moves, 0, DIE, 1, 6);
    case AT_TAKE:
        return add_moves(moves, 0, TAKE, 0, 1);
    case AT_WIND:
        return add_moves(moves, 0, WIND, 0, 1);
    case AT_TURN:
        if (s->steps < STEPS_MAX)
            count = add_moves(moves, count, STEP, 0, 2);
        count = add_moves(moves, count, ROLL, 0, 0);
        count = add_moves(moves, count, GIFT, 0, 0);
        return add_moves(moves, count, REST, 0, 0);
    case AT_END:
        break;
    }
    return 0;
}

/* The wind blows from the east twice as often as from the west. */
static void weights(const struct ruleset *rules, const void *state, const struct move *moves,
                    int count, uint16_t *out)
{
    (void)rules, (void)state;
    for (int i = 0; i < count; i++)
        out[i] = moves[i].kind == WIND && moves[i].a == 1 ? 2 : 1;
}

/* The first option says how many rounds a game has. */
static void pass_on(const struct ruleset *rules, struct caravan *s)
{
    s->steps = 0;
    s->seat = (uint8_t)((s->seat + 1) % SEATS);
    s->turns++;
    bool round_over = s->turns % SEATS == 0;
    bool game_over = round_over && s->turns / SEATS == rules->setup.options[0];
    s->phase = game_over ? AT_END : round_over ? AT_WIND : AT_TURN;
}

static void apply(const struct ruleset *rules, void *state, struct move move, struct events *events)
{
    struct caravan *s = state;
    int8_t actor = (int8_t)node(rules, state).actor;
    s->trace = hash_bytes(s->trace, &move, sizeof move);
    event_add(events, (struct message){.kind = move.kind, .seat = actor, .a = move.a});
    switch (move.kind) {
    case OPEN:
        s->seat = move.a;
        s->phase = AT_CAMP;
        break;
    case CAMP:
        s->seat = (uint8_t)((s->seat + 1) % SEATS);
        s->phase = ++s->camps == SEATS ? AT_TURN : AT_CAMP;
        break;
    case STEP:
        s->steps++;
        break;
    case ROLL:
        s->phase = AT_DIE;
        break;
    case GIFT:
        s->phase = AT_TAKE;
        s->takes = 2;
        break;
    case TAKE:
        s->phase = --s->takes == 0 ? AT_TURN : AT_TAKE;
        break;
    default:
        s->phase = AT_TURN;
    }
    bool takers_end = move.kind == TAKE && s->takes == 0 && move.a == 1;
    if (move.kind == REST || takers_end || (move.kind == DIE && move.a == 6))
        pass_on(rules, s);
}

static void start(const struct ruleset *rules, void *state)
{
    (void)rules;
    ((struct caravan *)state)->phase = AT_OPEN;
}

static int blocked(const struct ruleset *rules, const void *state, struct blocked *out)
{
    (void)rules;
    const struct caravan *s = state;
    if (s->phase != AT_TURN || s->steps < STEPS_MAX)
        return 0;
    for (uint8_t a = 0; a < 3; a++)
        out[a] = (struct blocked){{STEP, a, 0, 0}, {0, (int8_t)s->seat, STEPS_MAX, 0, 0}};
    return 3;
}

static const struct wording reasons[] = {
    {"tired", "", {THING_NUMBER}, "{seat} has made {a} steps already."}, {0}};
static const struct words words = {.reasons = reasons};
static const struct game caravan = {
    .name = "caravan",
    .state_size = sizeof(struct caravan),
    .words = &words,
    .start = start,
    .node = node,
    .legal = legal,
    .weights = weights,
    .apply = apply,
    .blocked = blocked,
};
static const struct ruleset two_rounds = {.game = &caravan,
                                          .setup = {.players = SEATS, .options = {2}}};

#endif
