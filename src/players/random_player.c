/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The random player: any legal move, each equally likely. The bottom of every ladder and the tester
 * of every game. It has its own generator, so it never disturbs the dealer. */

#include "player.h"

#include "base/random.h"

#include <assert.h>
#include <stdlib.h>

struct random_self {
    struct random random;
};

static void *random_open(const struct ruleset *rules, const int64_t *values)
{
    (void)rules;
    (void)values; /* the seed comes with `begin` */
    return memory_new(1, sizeof(struct random_self));
}

static void random_begin(void *self, uint64_t seed)
{
    struct random_self *player = self;
    player->random = random_stream(seed, 0);
}

static struct move random_choose(void *self, const struct ruleset *rules, const void *state)
{
    struct random_self *player = self;
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves);
    assert(count > 0);
    return moves[random_below(&player->random, (uint32_t)count)];
}

extern const struct player_kind random_player;
const struct player_kind random_player = {
    .name = "random",
    .about = _("any legal move, each as likely as the others"),
    .settings = {{"seed", _("a different number gives different moves"), 0, INT64_MAX, 0}},
    .open = random_open,
    .begin = random_begin,
    .choose = random_choose,
    .close = free,
};
