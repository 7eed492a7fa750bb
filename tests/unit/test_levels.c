/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The levels for people: there are some for every game, each is stronger than the one before, and
 * none thinks long. */

#include "../contract/setups.h"
#include "helpers.h"

#include "contract/games.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "players/levels.h"
#include "players/player.h"
#include "players/selfplay.h"

#include <string.h>

static void for_each_game(void (*test)(const struct ruleset *rules, const struct level *levels))
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_standard_rules(games[i]);
        test(rules, player_levels(games[i]));
        ruleset_close(rules);
    }
}

static void are_told(const struct ruleset *rules, const struct level *levels)
{
    int count = 0;
    (void)rules;
    for (; levels[count].name != NULL; count++) {
        assert_true(strlen(levels[count].about) > 0);
        for (int k = 0; k < count; k++)
            assert_string_not_equal(levels[k].name, levels[count].name);
    }
    assert_in_range(count, 3, 9);
}

TEST(test_every_game_has_levels)
{
    for_each_game(are_told);
}

/* Games for each order of the seats. With sanitizers they take many times as long, and the other
 * builds play the same ones; then it is enough that they can be played. */
#ifdef SANITIZED
enum { GAMES = 1, GAMES_OF_SEARCHES = 1, SHARE_LEAST = 0 };
#else
enum { GAMES = 20, GAMES_OF_SEARCHES = 6, SHARE_LEAST = 55 };
#endif

/* What the one wins of so many games between both in each order, in hundredths. */
static int win_share(const struct ruleset *rules, const char *one, const char *other,
                     uint64_t count)
{
    uint64_t wins = 0;
    for (int seat = 0; seat < 2; seat++) {
        const struct span players[2] = {span_of(seat == 0 ? one : other),
                                        span_of(seat == 0 ? other : one)};
        struct selfplay task = {
            .rules = rules, .players = players, .player_count = 2, .games = count, .seed = 8};
        struct selfplay_result result;
        struct problem problem = {0};
        assert_true(selfplay_run(&task, &result, &problem));
        assert_int_equal(result.errors, 0);
        wins += result.wins[seat];
    }
    return (int)(100 * wins / SELFPLAY_WIN / (2 * count));
}

/* The one that thinks longest does so too long for a test: it is enough that something like it can
 * be played. With sanitizers the same holds for all that search. */
static bool searches(const struct level *level)
{
    return strncmp(level->player, "expert", 6) == 0;
}

static bool is_measured(const struct level *level)
{
    return !searches(level) || (SHARE_LEAST > 0 && strstr(level->player, "turn=") == NULL);
}

static const char *quick(const struct level *level)
{
    return is_measured(level) ? level->player : "expert:nodes=100";
}

static void rise(const struct ruleset *rules, const struct level *levels)
{
    const char *weaker = "random";
    assert_int_equal(rules->setup.players, 2);
    for (int i = 0; levels[i].name != NULL; i++) {
        int least = is_measured(&levels[i]) ? SHARE_LEAST : 0;
        uint64_t count = least == 0 ? 1 : searches(&levels[i]) ? GAMES_OF_SEARCHES : GAMES;
        int share = win_share(rules, quick(&levels[i]), weaker, count);
        if (share < least)
            fail_msg("%s: %s wins %d %% of the games against %s", rules->game->name,
                     levels[i].player, share, weaker);
        weaker = quick(&levels[i]);
    }
}

TEST(test_each_is_stronger_than_the_one_before)
{
    for_each_game(rise);
}

/* By its settings: a player that searches has a limit for a turn or few nodes, one that does not
 * takes milliseconds. How long they really take is for `orrery bench`. */
static void are_quick(const struct ruleset *rules, const struct level *levels)
{
    enum { TURN_MS = 10000, NODES = 5000 };
    (void)rules;
    for (int i = 0; levels[i].name != NULL; i++) {
        struct player_spec spec;
        struct problem problem = {0};
        assert_true(player_read(span_of(levels[i].player), &spec, &problem));
        const int64_t *turn = player_value(&spec, "turn"), *nodes = player_value(&spec, "nodes");
        if (nodes == NULL)
            continue;
        bool has_turn = turn != NULL && *turn > 0 && *turn <= TURN_MS;
        assert_true(has_turn || (*nodes > 0 && *nodes <= NODES));
    }
}

TEST(test_none_thinks_long)
{
    for_each_game(are_quick);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
