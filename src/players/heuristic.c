/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A plain player that looks to the end of its own turn: it tries each move a few times with random
 * moves behind it and takes the one whose turns ended best by rule of thumb (evaluate.h). Knows no
 * game. */

#include "evaluate.h"
#include "player.h"

#include "contract/play.h"

#include <stdlib.h>
#include <string.h>

enum { SETTING_SAMPLES, SETTING_CARELESS, STEPS_MAX = 100 };

struct heuristic {
    int samples, careless;
    uint64_t seed;
};

static void *open_heuristic(const struct ruleset *rules, const int64_t *values)
{
    (void)rules;
    struct heuristic *self = memory_new(1, sizeof *self);
    self->samples = (int)values[SETTING_SAMPLES];
    self->careless = (int)values[SETTING_CARELESS];
    return self;
}

static void begin_heuristic(void *self, uint64_t seed)
{
    ((struct heuristic *)self)->seed = seed;
}

/* Random moves until the turn passes on. */
static void finish_turn(const struct ruleset *rules, union any_state *state, int turn,
                        struct random *random)
{
    const struct game *game = rules->game;
    struct move moves[MOVES_MAX];
    for (int i = 0; i < STEPS_MAX; i++) {
        struct node node = game->node(rules, state);
        if (node.actor == NOBODY || node.turn != turn)
            return;
        int count = game->legal(rules, state, moves);
        struct move move = node.actor == DEALER ? chance_random(rules, state, random)
                                                : moves[random_below(random, (uint32_t)count)];
        game->apply(rules, state, move, NULL);
    }
}

static int64_t try_move(const struct heuristic *self, const struct ruleset *rules,
                        const void *state, struct move move, struct random *random)
{
    struct node node = rules->game->node(rules, state);
    int64_t sum = 0;
    for (int i = 0; i < self->samples; i++) {
        union any_state trial;
        memcpy(&trial, state, rules->game->state_size);
        rules->game->apply(rules, &trial, move, NULL);
        finish_turn(rules, &trial, node.turn, random);
        sum += evaluate(rules, &trial, node.actor);
    }
    return sum;
}

static struct move choose_heuristic(void *context, const struct ruleset *rules, const void *state)
{
    const struct heuristic *self = context;
    struct random random = random_stream(self->seed, state_hash(rules, state));
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves), best = 0;
    int64_t best_value = INT64_MIN;
    if (self->careless > 0 && random_below(&random, 100) < (uint32_t)self->careless)
        return moves[random_below(&random, (uint32_t)count)];
    for (int i = 0; i < count && count > 1; i++) {
        int64_t value = try_move(self, rules, state, moves[i], &random);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return moves[best];
}

extern const struct player_kind heuristic_player;
const struct player_kind heuristic_player = {
    .name = "heuristic",
    .about = _("tries each move to the end of its turn and takes what looks best"),
    .settings = {{"samples", _("how often each move is tried"), 1, 1000, 4},
                 {"careless", _("percent of its moves that it makes at random"), 0, 100, 0},
                 {"seed", _("another number, another choice among equals"), 0, INT64_MAX, 0}},
    .open = open_heuristic,
    .begin = begin_heuristic,
    .choose = choose_heuristic,
    .close = free,
};
