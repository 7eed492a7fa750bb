/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Flat Monte Carlo: plays random games to their end after each legal move in turn and takes the
 * move after which they ended best. No tree, no memory; knows no game. */

#include "clock.h"
#include "mcts.h"

#include "contract/play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SETTING_NODES, SETTING_MS, NODES_STANDARD = 1000, NODES_MOST = 100000000 };

struct flat {
    int64_t nodes, ms;
    uint64_t seed;
    struct player_limit bound;
};

static void *open_flat(const struct ruleset *rules, const int64_t *values)
{
    (void)rules;
    struct flat *self = memory_new(1, sizeof *self);
    self->nodes = values[SETTING_NODES];
    self->ms = values[SETTING_MS];
    if (self->nodes == 0)
        self->nodes = self->ms > 0 ? NODES_MOST : NODES_STANDARD;
    return self;
}

static void begin_flat(void *self, uint64_t seed)
{
    ((struct flat *)self)->seed = seed;
}

static int play_move_out(const struct ruleset *rules, const void *state, struct move move, int seat,
                         struct random *random)
{
    union any_state trial;
    struct score score;
    memcpy(&trial, state, rules->game->state_size);
    rules->game->apply(rules, &trial, move, NULL);
    play_out(rules, &trial, random);
    rules->game->score(rules, &trial, &score);
    return mcts_value(&score, rules->setup.players, seat);
}

static void bound_flat(void *self, struct player_limit limit)
{
    ((struct flat *)self)->bound = limit;
}

/* Is the time gone, its own or all that anyone allows? */
static bool is_over(const struct flat *self, int64_t start)
{
    return player_limit_reached(&self->bound) || (self->ms > 0 && clock_ms() - start >= self->ms);
}

static struct move choose_flat(void *context, const struct ruleset *rules, const void *state)
{
    const struct flat *self = context;
    struct random random = random_stream(self->seed, state_hash(rules, state));
    struct move moves[MOVES_MAX];
    int64_t sums[MOVES_MAX] = {0}, tries[MOVES_MAX] = {0};
    int count = rules->game->legal(rules, state, moves), best = 0;
    int seat = rules->game->node(rules, state).actor;
    int64_t start = self->ms > 0 ? clock_ms() : 0;
    assert(count > 0 && seat >= 0);
    for (int64_t done = 0; done < self->nodes && count > 1; done++) {
        if (done % 8 == 7 && is_over(self, start))
            break;
        int i = (int)(done % count);
        sums[i] += play_move_out(rules, state, moves[i], seat, &random);
        tries[i]++;
    }
    for (int i = 1; i < count; i++) /* means compared without dividing */
        if (tries[i] > 0 && sums[i] * tries[best] > sums[best] * tries[i])
            best = i;
    return moves[best];
}

extern const struct player_kind flat_player;
const struct player_kind flat_player = {
    .name = "flat",
    .about = _("plays random games after each move and takes the best; knows nothing about the "
               "game"),
    .settings = {{"nodes", _("random games for each decision; 0: only ms counts"), 0, NODES_MOST,
                  0},
                 {"ms", _("milliseconds for each decision; 0: only nodes counts"), 0, 3600000, 0},
                 {"seed", _("a different number chooses differently among equal moves"), 0,
                  INT64_MAX, 0}},
    .open = open_flat,
    .begin = begin_flat,
    .bound = bound_flat,
    .choose = choose_flat,
    .close = free,
};
