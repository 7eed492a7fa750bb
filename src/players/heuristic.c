/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Two plain players that look to the end of their own turn: they try each move a few times with
 * random moves behind it and take the one after which they saw the best end, for the moves behind
 * it are mostly theirs to choose as well. `greedy` counts points, `heuristic` judges by rule of
 * thumb (evaluate.h). Among equals they draw: the first of the list again and again would be no
 * play. They know no game. */

#include "evaluate.h"
#include "player.h"

#include "contract/play.h"

#include <stdlib.h>
#include <string.h>

enum { SETTING_SAMPLES, SETTING_CARELESS, STEPS_MAX = 100 };

struct heuristic {
    int32_t (*worth)(const struct ruleset *rules, const void *state, int seat);
    int samples, careless;
    uint64_t seed;
};

static int32_t points(const struct ruleset *rules, const void *state, int seat)
{
    struct score score;
    rules->game->score(rules, state, &score);
    return score.total[seat];
}

static void *open_heuristic(const struct ruleset *rules, const int64_t *values)
{
    (void)rules;
    struct heuristic *self = memory_new(1, sizeof *self);
    self->worth = evaluate;
    self->samples = (int)values[SETTING_SAMPLES];
    self->careless = (int)values[SETTING_CARELESS];
    return self;
}

static void *open_greedy(const struct ruleset *rules, const int64_t *values)
{
    struct heuristic *self = open_heuristic(rules, values);
    self->worth = points;
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

/* The best end of the turn that was seen after the move. */
static int32_t try_move(const struct heuristic *self, const struct ruleset *rules,
                        const void *state, struct move move, struct random *random)
{
    struct node node = rules->game->node(rules, state);
    int32_t best = INT32_MIN;
    for (int i = 0; i < self->samples; i++) {
        union any_state trial;
        memcpy(&trial, state, rules->game->state_size);
        rules->game->apply(rules, &trial, move, NULL);
        finish_turn(rules, &trial, node.turn, random);
        int32_t worth = self->worth(rules, &trial, node.actor);
        best = worth > best ? worth : best;
    }
    return best;
}

static struct move choose_heuristic(void *context, const struct ruleset *rules, const void *state)
{
    const struct heuristic *self = context;
    struct random random = random_stream(self->seed, state_hash(rules, state));
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves), best = 0;
    int32_t most = INT32_MIN;
    uint32_t equals = 0; /* moves as good as the best so far */
    if (self->careless > 0 && random_below(&random, 100) < (uint32_t)self->careless)
        return moves[random_below(&random, (uint32_t)count)];
    for (int i = 0; i < count && count > 1; i++) {
        int32_t worth = try_move(self, rules, state, moves[i], &random);
        if (worth < most)
            continue;
        equals = worth > most ? 1 : equals + 1;
        most = worth;
        if (random_below(&random, equals) == 0)
            best = i;
    }
    return moves[best];
}

#define SETTINGS                                                                                   \
    {                                                                                              \
        {"samples", _("how often each move is tried"), 1, 1000, 8},                                \
            {"careless", _("percent of its moves that it makes at random"), 0, 100, 0},            \
        {                                                                                          \
            "seed", _("another number, another choice among equals"), 0, INT64_MAX, 0              \
        }                                                                                          \
    }

extern const struct player_kind greedy_player, heuristic_player;

const struct player_kind greedy_player = {
    .name = "greedy",
    .about = _("takes the points that it can get in this turn"),
    .settings = SETTINGS,
    .open = open_greedy,
    .begin = begin_heuristic,
    .choose = choose_heuristic,
    .close = free,
};

const struct player_kind heuristic_player = {
    .name = "heuristic",
    .about = _("tries each move to the end of its turn and takes what looks best"),
    .settings = SETTINGS,
    .open = open_heuristic,
    .begin = begin_heuristic,
    .choose = choose_heuristic,
    .close = free,
};
