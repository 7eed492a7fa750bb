/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The scripted player. */

#include "scripted.h"

#include "contract/play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct script {
    int count;
    int next;
    struct move moves[];
};

static void script_begin(void *self, uint64_t seed)
{
    struct script *script = self;
    (void)seed;
    script->next = 0;
}

static struct move script_choose(void *self, const struct ruleset *rules, const void *state)
{
    struct script *script = self;
    if (script->next < script->count) {
        struct move move = script->moves[script->next++];
        assert(play_find(rules, state, move) >= 0);
        return move;
    }
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves);
    assert(count > 0);
    (void)count;
    return moves[0];
}

static const struct player_kind scripted_player = {
    .name = "scripted",
    .about = _("the moves that a test gives it"),
    .begin = script_begin,
    .choose = script_choose,
    .close = free,
};

struct player *player_open_scripted(const struct move *moves, int count)
{
    assert(count >= 0);
    size_t size = (size_t)count * sizeof *moves;
    struct script *script = memory_new(1, sizeof *script + size);
    script->count = count;
    if (count > 0)
        memcpy(script->moves, moves, size);
    return player_wrap(&scripted_player, script, 0);
}

int player_scripted_left(const struct player *player)
{
    assert(strcmp(player_name(player), scripted_player.name) == 0);
    const struct script *script = player_self(player);
    return script->count - script->next;
}
