/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The library: computer players. */

#include "library.h"

#include "players/clock.h"
#include "players/levels.h"
#include "players/player.h"

#include <assert.h>
#include <stdlib.h>

struct orrery_player {
    struct orrery_rules *rules;
    struct player *player;
    atomic_bool stop;
};

struct orrery_player *orrery_player_open(const struct orrery_rules *rules, const char *description,
                                         uint64_t seed, struct orrery_problem *problem)
{
    struct problem noted = {0};
    struct player *player = NULL;
    if (rules == NULL || description == NULL || strlen(description) > PLAYER_DESCRIPTION_MAX ||
        !span_is_utf8(span_of(description)))
        problem_set(&noted, "this is not the description of a player", NULL, NULL, NULL);
    else if (has_memory_or(&noted))
        player = player_open(rules->rules, level_player(rules->rules->game, span_of(description)),
                             seed, &noted);
    problem_hand_out(&noted, problem);
    if (player == NULL)
        return NULL;
    struct orrery_player *opened = memory_new(1, sizeof *opened);
    opened->rules = rules_keep(rules);
    opened->player = player;
    atomic_init(&opened->stop, false);
    return opened;
}

void orrery_player_close(struct orrery_player *player)
{
    if (player == NULL)
        return;
    player_close(player->player);
    orrery_rules_close(player->rules);
    free(player);
}

int orrery_player_begin(struct orrery_player *player, uint64_t seed)
{
    if (player == NULL)
        return ORRERY_WRONG_ARGUMENT;
    player_begin(player->player, seed);
    return ORRERY_FINE;
}

int orrery_player_choose(struct orrery_player *player, const void *state, int64_t milliseconds)
{
    union any_state copy = {0};
    int result = player != NULL ? look_at_seal(player->rules, state) : ORRERY_WRONG_ARGUMENT;
    if (result != ORRERY_FINE)
        return result;
    const struct ruleset *rules = player->rules->rules;
    memcpy(&copy, inside_const(state), rules->game->state_size); /* at a cache line */
    if (rules->game->node(rules, &copy).actor < 0)
        return ORRERY_NOT_NOW;
    bool is_bounded = milliseconds > 0 && milliseconds < INT64_MAX / 2;
    atomic_store(&player->stop, false);
    player_bound(player->player,
                 (struct player_limit){&player->stop, is_bounded ? clock_ms() + milliseconds : 0});
    struct move move = player_choose(player->player, rules, &copy);
    int action = action_of(&player->rules->actions, move);
    assert(action >= 0); /* whatever is legal has a number */
    return action;
}

int orrery_player_stop(struct orrery_player *player)
{
    if (player == NULL)
        return ORRERY_WRONG_ARGUMENT;
    atomic_store(&player->stop, true);
    return ORRERY_FINE;
}
