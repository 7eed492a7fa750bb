/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Which computer players a server allows, and with which settings they think. */

#include "../registered_tests.h"

#include "table/player_limits.h"

#include "contract/games.h"
#include "players/levels.h"

static bool allowed(const char *description)
{
    struct problem problem = {0};
    bool is = player_is_allowed(span_of(description), &problem);
    assert_int_equal(is, !problem_is_set(&problem));
    return is;
}

TEST(what_is_modest_is_allowed)
{
    static const char *const modest[] = {
        "random",
        "random:seed=9223372036854775807",
        "mcts:nodes=20000,tree=1000000",
        "expert:tree=1000000,threads=2,ms=3000,turn=10000",
        "search:tree=1000000,threads=2,turns=1000,rounds=100,explore=10000,nodes=20000",
        "learned:samples=64,careless=100",
    };
    for (size_t i = 0; i < sizeof modest / sizeof *modest; i++)
        assert_true(allowed(modest[i]));
    for (int i = 0; games[i] != NULL; i++)
        for (const struct level *level = player_levels(games[i]); level->name != NULL; level++)
            assert_true(allowed(level->player));
}

TEST(what_is_not_is_refused)
{
    static const char *const immodest[] = {
        "",
        "chess",
        "mcts:nodes=20001",
        "mcts:tree=1000001",
        "mcts:ms=3001",
        "expert:turn=10001",
        "expert:threads=3",
        "greedy:samples=65",
        "expert:tree=20000000,threads=16",
        "expert:tree=00000000000020000000",
        "expert:threads=+2",
        "expert: threads=2",
        "expert\t",
        "mcts:nodes=5,nodes=5",
        "mcts:\xc2\xa0nodes=5",
    };
    for (size_t i = 0; i < sizeof immodest / sizeof *immodest; i++)
        assert_false(allowed(immodest[i]));
}

/* Nothing is made, however often it is asked. */
TEST(nothing_is_made_for_it)
{
    uint64_t before = player_count_made();
    player_make_none_here();
    for (int i = 0; i < 1000; i++) {
        allowed("expert:ms=250,turn=2700,threads=2");
        allowed("expert:tree=20000000,threads=16");
        player_of_seat(span_of("mcts:tree=20000000"));
    }
    assert_int_equal(player_count_made(), before);
}

/* Rows of another program may say anything. */
TEST(a_seat_has_a_player_that_fits)
{
    struct player_spec spec = player_of_seat(span_of("expert:tree=5000000,threads=4,ms=3600000"));
    assert_string_equal(spec.kind->name, "expert");
    assert_int_equal(*player_value(&spec, "tree"), 1000000);
    assert_int_equal(*player_value(&spec, "threads"), 2);
    assert_int_equal(*player_value(&spec, "ms"), 3000);
    assert_int_equal(*player_value(&spec, "explore"), 15);
    assert_null(player_value(&spec, "samples"));
    spec = player_of_seat(span_of("mcts:nodes=50,seed=7"));
    assert_int_equal(*player_value(&spec, "nodes"), 50);
    assert_int_equal(*player_value(&spec, "seed"), 7);
    static const char *const strange[] = {"", "chess", "mcts:depth=3", "mcts:nodes=x",
                                          "expert:tree=20000001"};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        spec = player_of_seat(span_of(strange[i]));
        assert_string_equal(spec.kind->name, "heuristic");
        assert_int_equal(player_memory(&spec), 0);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
