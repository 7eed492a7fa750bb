/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Flat Monte Carlo: takes what wins, plays better than chance, repeats itself for the same nodes.
 */

#include "helpers.h"

#include "contract/notation.h"
#include "contract/play.h"
#include "players/arena.h"

static struct player *open_player(const struct ruleset *rules, const char *description)
{
    struct problem problem = {0};
    struct player *player = player_open(rules, span_of(description), 1, &problem);
    assert_non_null(player);
    return player;
}

static struct move move_named(const struct ruleset *rules, const char *notation)
{
    struct move move;
    struct problem problem = {0};
    assert_true(move_from_text(rules, span_of(notation), &move, &problem));
    return move;
}

TEST(it_wins_at_once_and_blocks)
{
    static const char *const games_and_answers[][5] = {
        {"mark a1", "mark b2", "mark b1", "mark c3", "mark c1"},
        {"mark a1", "mark b2", "mark c3", "mark b1", "mark b3"},
    };
    struct ruleset *rules = open_noughts("first");
    struct player *player = open_player(rules, "flat:nodes=3000");
    for (int i = 0; i < 2; i++) {
        union any_state state;
        play_start(rules, &state);
        for (int k = 0; k < 4; k++)
            assert_true(play_move(rules, &state, move_named(rules, games_and_answers[i][k]), NULL));
        assert_true(move_equal(player_choose(player, rules, &state),
                               move_named(rules, games_and_answers[i][4])));
    }
    player_close(player);
    ruleset_close(rules);
}

TEST(it_beats_chance)
{
    struct ruleset *rules = open_noughts("drawn");
    const struct span players[] = {span_of("flat:nodes=200"), span_of("random")};
    struct arena task = {.rules = rules,
                         .players = players,
                         .player_count = 2,
                         .games = 60,
                         .seed = 3,
                         .threads = 1};
    struct arena_result result;
    struct problem problem = {0};
    assert_true(arena_run(&task, &result, &problem));
    assert_true(result.players[0].win > 0.8);
    ruleset_close(rules);
}

TEST(the_same_state_gives_the_same_move)
{
    struct ruleset *rules = open_noughts("first");
    struct player *one = open_player(rules, "flat:nodes=90"),
                  *other = open_player(rules, "flat:nodes=90");
    union any_state state;
    play_start(rules, &state);
    while (rules->game->node(rules, &state).actor != NOBODY) {
        struct move move = player_choose(one, rules, &state);
        assert_true(move_equal(move, player_choose(one, rules, &state)));
        assert_true(move_equal(move, player_choose(other, rules, &state)));
        rules->game->apply(rules, &state, move, NULL);
    }
    player_close(one);
    player_close(other);
    ruleset_close(rules);
}

/* Fewer nodes than moves: those that were not tried are not taken. */
TEST(few_nodes_are_enough_for_a_legal_move)
{
    struct ruleset *rules = open_noughts("first");
    struct player *player = open_player(rules, "flat:nodes=1");
    union any_state state;
    play_start(rules, &state);
    assert_int_equal(play_find(rules, &state, player_choose(player, rules, &state)), 0);
    player_close(player);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
