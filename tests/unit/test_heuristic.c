/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The heuristic player: repeatable, better than chance in every game, and by far in a game that has
 * a rule of thumb; what is recommended is there. */

#include "helpers.h"

#include "contract/games.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "players/evaluate.h"
#include "players/selfplay.h"

#include <string.h>

/* Wins of the heuristic player as seat 1 against random ones, in hundredths. */
static int win_share(const struct ruleset *rules, uint64_t games_played)
{
    const struct span players[2] = {span_of("heuristic:samples=2"), span_of("random")};
    struct selfplay task = {
        .rules = rules, .players = players, .player_count = 2, .games = games_played, .seed = 3};
    struct selfplay_result result;
    struct problem problem = {0};
    assert_true(selfplay_run(&task, &result, &problem));
    assert_int_equal(result.errors, 0);
    assert_int_equal(result.games, games_played);
    return (int)(100 * result.wins[0] / SELFPLAY_WIN / games_played);
}

TEST(test_it_beats_chance)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_standard_rules(games[i]);
        bool known = strcmp(recommended_player(games[i]), "heuristic") == 0;
        assert_in_range(win_share(rules, 40), known ? 95 : 55, 100);
        ruleset_close(rules);
    }
}

/* The same state gives the same move, whatever was asked before. */
TEST(test_it_is_repeatable)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_standard_rules(games[i]);
        struct problem problem = {0};
        struct random random = random_stream(5, 0);
        union any_state state;
        struct player *one = player_open(rules, span_of("heuristic"), 1, &problem);
        struct player *two = player_open(rules, span_of("heuristic"), 1, &problem);
        play_start(rules, &state);
        for (int step = 0; step < 60 && games[i]->node(rules, &state).actor != NOBODY; step++) {
            if (games[i]->node(rules, &state).actor == DEALER) {
                games[i]->apply(rules, &state, chance_random(rules, &state, &random), NULL);
                continue;
            }
            struct move move = player_choose(one, rules, &state);
            assert_true(play_find(rules, &state, move) >= 0);
            assert_true(move_equal(move, player_choose(one, rules, &state)));
            assert_true(move_equal(move, player_choose(two, rules, &state)));
            games[i]->apply(rules, &state, move, NULL);
        }
        player_close(one);
        player_close(two);
        ruleset_close(rules);
    }
}

TEST(test_what_is_recommended_exists)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_standard_rules(games[i]);
        struct problem problem = {0};
        struct player *player =
            player_open(rules, span_of(recommended_player(games[i])), 1, &problem);
        assert_non_null(player);
        player_close(player);
        ruleset_close(rules);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
