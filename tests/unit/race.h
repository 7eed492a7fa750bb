/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A tiny game for the tests of the players: a race of two rounds for 2 to 4 seats. Each seat in
 * turn walks a sure distance or rides, and then the dealer rolls 0 or 3 with odds that are not
 * even. Who is further is better placed. Some variants break the contract on purpose. */

#ifndef TESTS_UNIT_RACE_H
#define TESTS_UNIT_RACE_H

#include "contract/play.h"

enum { RACE_WALK, RACE_RIDE, RACE_ROLL };

/* The first option of the setup. */
enum {
    RACE_FAST,    /* walk 2, or roll 3 in five of six cases: riding is better */
    RACE_RISKY,   /* walk 1, or roll 3 in one of six cases: walking is better */
    RACE_SURE,    /* only walk, as far as the number of the seat */
    RACE_LEVEL,   /* only walk, all as far */
    RACE_STUCK,   /* no legal move in the second round */
    RACE_ENDLESS, /* never over */
    RACE_BROKEN,  /* as RACE_FAST, but a state where seat 0 is beyond 5 fails the check */
};

enum { RACE_ROUNDS = 2, RACE_BOUND = RACE_ROUNDS * SEATS_MAX * 2 };

struct race_state {
    uint8_t at[SEATS_MAX];
    uint8_t seat;
    uint8_t riding;
    uint8_t round; /* from 0 */
};

static void race_start(const struct ruleset *rules, void *state)
{
    (void)rules;
    (void)state; /* zeroed is the start */
}

static struct node race_node(const struct ruleset *rules, const void *state)
{
    (void)rules;
    const struct race_state *s = state;
    if (s->round == RACE_ROUNDS)
        return (struct node){.actor = NOBODY, .turn = NOBODY};
    int actor = s->riding ? DEALER : s->seat;
    return (struct node){.actor = actor, .turn = (int8_t)s->seat, .round = s->round + 1};
}

static int race_legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    const struct race_state *s = state;
    unsigned variant = rules->setup.options[0];
    if (s->round == RACE_ROUNDS || (variant == RACE_STUCK && s->round == 1))
        return 0;
    if (s->riding) {
        moves[0] = (struct move){.kind = RACE_ROLL, .a = 0};
        moves[1] = (struct move){.kind = RACE_ROLL, .a = 3};
        return 2;
    }
    moves[0] = (struct move){.kind = RACE_WALK};
    moves[1] = (struct move){.kind = RACE_RIDE};
    return variant == RACE_SURE || variant == RACE_LEVEL ? 1 : 2;
}

static void race_weights(const struct ruleset *rules, const void *state, const struct move *moves,
                         int count, uint16_t *weights)
{
    (void)state;
    bool risky = rules->setup.options[0] == RACE_RISKY;
    for (int i = 0; i < count; i++)
        weights[i] = (moves[i].a == 3) == risky ? 1 : 5;
}

static unsigned race_walk(unsigned variant, unsigned seat)
{
    if (variant == RACE_SURE)
        return seat;
    return variant == RACE_RISKY ? 1 : 2;
}

static void race_apply(const struct ruleset *rules, void *state, struct move move,
                       struct events *events)
{
    struct race_state *s = state;
    unsigned variant = rules->setup.options[0];
    (void)events;
    s->riding = move.kind == RACE_RIDE;
    if (s->riding)
        return;
    unsigned steps = move.kind == RACE_ROLL ? move.a : race_walk(variant, s->seat);
    s->at[s->seat] = (uint8_t)(s->at[s->seat] + steps);
    s->seat = (uint8_t)((s->seat + 1) % rules->setup.players);
    if (s->seat == 0 && variant != RACE_ENDLESS)
        s->round++;
}

static void race_score(const struct ruleset *rules, const void *state, struct score *score)
{
    const struct race_state *s = state;
    *score = (struct score){0};
    for (int seat = 0; seat < rules->setup.players; seat++) {
        score->total[seat] = s->at[seat];
        score->place[seat] = 1;
        for (int i = 0; i < rules->setup.players; i++)
            score->place[seat] = (uint8_t)(score->place[seat] + (s->at[i] > s->at[seat]));
    }
}

static const char *race_check(const struct ruleset *rules, const void *state)
{
    const struct race_state *s = state;
    bool broken = rules->setup.options[0] == RACE_BROKEN && s->at[0] > 5;
    return broken ? "seat 0 went too far" : NULL;
}

static const struct game race = {
    .name = "race",
    .title = "Race",
    .players_min = 2,
    .players_max = SEATS_MAX,
    .state_size = sizeof(struct race_state),
    .moves_bound = RACE_BOUND,
    .start = race_start,
    .node = race_node,
    .legal = race_legal,
    .weights = race_weights,
    .apply = race_apply,
    .score = race_score,
    .check = race_check,
};

static inline struct ruleset race_rules(uint8_t players, uint8_t variant)
{
    return (struct ruleset){.game = &race, .setup = {.players = players, .options = {variant}}};
}

#endif
