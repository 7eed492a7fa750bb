/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The players that look to the end of their own turn (one_turn.h) and differ in what they look for:
 * `greedy` counts points, `heuristic` judges by rule of thumb (evaluate.h), `learned` by what it
 * has learned from many games (judge.h). */

#include "one_turn.h"
#include "evaluate.h"
#include "network.h"
#include "player.h"
#include "taste.h"

#include <assert.h>
#include <stdlib.h>

enum { SETTING_SAMPLES, SETTING_BLUNDERS, SETTING_SEED, SETTING_BIAS };

struct turn_player {
    struct one_turn one_turn;
    uint64_t seed;
    struct judge judge; /* of `learned`, with notes of its own */
    struct judge_notes notes;
    struct taste taste; /* of `learned`, once it has one */
};

static int64_t points(const void *data, const struct ruleset *rules, const void *state, int seat)
{
    struct score score;
    (void)data;
    rules->game->score(rules, state, &score);
    return score.total[seat];
}

static int64_t by_thumb(const void *data, const struct ruleset *rules, const void *state, int seat)
{
    (void)data;
    return evaluate(rules, state, seat);
}

static struct turn_player *open_player(const int64_t *values)
{
    struct turn_player *self = memory_new(1, sizeof *self);
    self->one_turn.samples = (int)values[SETTING_SAMPLES];
    self->one_turn.blunders = (int)values[SETTING_BLUNDERS];
    return self;
}

static void *open_greedy(const struct ruleset *rules, const int64_t *values)
{
    struct turn_player *self = open_player(values);
    (void)rules;
    self->one_turn.worth = points;
    return self;
}

static void *open_heuristic(const struct ruleset *rules, const int64_t *values)
{
    struct turn_player *self = open_player(values);
    (void)rules;
    self->one_turn.worth = by_thumb;
    return self;
}

static void *open_learned_with(const struct ruleset *rules, const int64_t *values,
                               const struct judge *judge)
{
    struct turn_player *self = open_player(values);
    (void)rules;
    self->judge = *judge;
    self->judge.notes = &self->notes;
    self->one_turn.worth = judge_worth;
    self->one_turn.data = self->one_turn.guide = &self->judge;
    self->taste = (struct taste){.judge = &self->judge, .percent = (int32_t)values[SETTING_BIAS]};
    return self;
}

static void *open_learned(const struct ruleset *rules, const int64_t *values)
{
    return open_learned_with(rules, values, judge_of(rules->game));
}

static void like(void *context, uint32_t sources)
{
    struct turn_player *self = context;
    assert(self->taste.judge != NULL);
    self->taste.sources = sources;
    self->one_turn.worth = taste_worth;
    self->one_turn.data = &self->taste;
}

static void begin(void *self, uint64_t seed)
{
    ((struct turn_player *)self)->seed = seed;
}

static struct move choose(void *context, const struct ruleset *rules, const void *state)
{
    const struct turn_player *self = context;
    struct random random = random_stream(self->seed, state_hash(rules, state));
    return one_turn_choose(&self->one_turn, rules, state, &random);
}

#define SETTINGS                                                                                   \
    [SETTING_SAMPLES] = {"samples", _("how often each move is tried"), 1, 1000, 8},                \
    [SETTING_BLUNDERS] = {"careless", _("percent of its moves that it makes without thinking"), 0, \
                          100, 0},                                                                 \
    [SETTING_SEED] = {"seed", _("a different number chooses differently among equal moves"), 0,    \
                      INT64_MAX, 0}

extern const struct player_kind greedy_player, heuristic_player, learned_player;

const struct player_kind greedy_player = {
    .name = "greedy",
    .about = _("takes the points it can get this turn"),
    .settings = {SETTINGS},
    .open = open_greedy,
    .begin = begin,
    .choose = choose,
    .close = free,
};

const struct player_kind heuristic_player = {
    .name = "heuristic",
    .about = _("tries each move to the end of its turn and takes what looks best"),
    .settings = {SETTINGS},
    .open = open_heuristic,
    .begin = begin,
    .choose = choose,
    .close = free,
};

const struct player_kind learned_player = {
    .name = "learned",
    .about = _("tries each move to the end of its turn and picks by experience"),
    .settings =
        {SETTINGS, [SETTING_BIAS] =
                       {"bias",
                        _("how much more a point to its taste is worth, in percent of a win"), 0,
                        100, 2}},
    .open = open_learned,
    .open_with = open_learned_with,
    .like = like,
    .begin = begin,
    .choose = choose,
    .close = free,
};
