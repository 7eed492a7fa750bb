/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Searches that thought apart agree: by what was looked at, by what it is worth; their opinions as
 * texts; and two that share a budget find what one with the whole of it finds. */

#include "../contract/setups.h"
#include "helpers.h"

#include "contract/play.h"
#include "players/agree.h"
#include "players/judge.h"

#define COUNT_OF(list) ((int)(sizeof(list) / sizeof *(list)))

static int agree(struct opinion (*opinions)[MOVES_MAX], int searches, int count)
{
    return opinions_agree((const struct opinion(*)[MOVES_MAX])opinions, searches, count);
}

TEST(the_mean_of_all_looks_decides)
{
    static struct opinion opinions[2][MOVES_MAX] = {
        {{50, 40, 30000}, {50, 40, 31000}, {9, 0, 60000}},
        {{50, 40, 33000}, {50, 40, 30000}, {9, 0, 60000}},
    };
    assert_int_equal(agree(opinions, 1, 3), 1);
    assert_int_equal(agree(opinions, 2, 3), 0);
}

/* One search has hardly looked at a move, the other not at all: however lucky, it does not win. */
TEST(a_few_lucky_looks_are_not_enough)
{
    static struct opinion opinions[2][MOVES_MAX] = {
        {{50, 40, 30000}, {50, 10, 65000}},
        {{50, 40, 30000}, {50, 0, 65000}},
    };
    assert_int_equal(agree(opinions, 2, 2), 0);
    opinions[0][1].looks = 40; /* as often as half of what the best has */
    assert_int_equal(agree(opinions, 2, 2), 1);
}

TEST(without_looks_all_that_was_visited_counts)
{
    static struct opinion opinions[2][MOVES_MAX] = {
        {{5, 0, 10}, {0, 0, 65000}, {5, 0, 40}, {5, 0, 40}},
        {{5, 0, 60}, {0, 0, 65000}, {5, 0, 40}, {5, 0, 40}},
    };
    assert_int_equal(agree(opinions, 2, 4), 2); /* the first of equal ones */
    static struct opinion nothing[1][MOVES_MAX];
    assert_int_equal(agree(nothing, 1, 4), 0);
}

TEST(opinions_as_texts)
{
    static const struct opinion said[] = {{1, 0, OPINION_WORTH_MAX}, {UINT32_MAX, 7, 0}, {0, 0, 3}};
    struct opinion heard[MOVES_MAX];
    struct text text = {0};
    opinions_write(said, COUNT_OF(said), &text);
    assert_true(opinions_read(text_span(&text), heard, COUNT_OF(said)));
    assert_memory_equal(heard, said, sizeof said);
    assert_false(opinions_read(text_span(&text), heard, COUNT_OF(said) - 1));
    assert_false(opinions_read(text_span(&text), heard, COUNT_OF(said) + 1));
    static const char *const wrong[] = {"",           "1 2",     "1 2 x",    "1 2 -3",
                                        "1  2 3",     "1 2 3 4", "1 2 3\n1", "1 2 99999999999",
                                        "1 2 1048577"};
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(opinions_read(span_of(wrong[i]), heard, 1));
    text_free(&text);
}

/* ---- in games -------------------------------------------------------------------------------- */

enum { SHARES = 2, POSITIONS = 2, PERCENT = JUDGE_ONE / 100 };

static int choose(const struct ruleset *rules, const char *player, uint64_t seed, const void *state,
                  struct opinion opinions[MOVES_MAX])
{
    struct problem problem = {0};
    struct player *one = player_open(rules, span_of(player), seed, &problem);
    assert_non_null(one);
    struct move move = player_choose(one, rules, state);
    assert_true(player_opinions(one, opinions) > 1);
    player_close(one);
    return play_find(rules, state, move);
}

/* What the shares agree on, one after the other. */
static int choose_in_shares(const struct ruleset *rules, uint64_t seed, const void *state,
                            int count)
{
    static struct opinion opinions[SHARES][MOVES_MAX];
    for (int i = 0; i < SHARES; i++)
        choose(rules, "expert:nodes=500", seed + (uint64_t)i, state, opinions[i]);
    return agree(opinions, SHARES, count);
}

/* A move that a thorough search finds much worse than its best would be a bad agreement. */
TEST(two_that_share_a_budget_choose_as_well_as_one)
{
    static const char *const names[] = {"beyond-the-sun", "pulsar-2849"};
    int64_t lost_apart = 0, lost_alone = 0;
    int positions = POSITIONS * games_factor();
    for (int g = 0; g < COUNT_OF(names); g++) {
        struct ruleset *rules = open_standard_rules(game_find(span_of(names[g])));
        struct random random = random_stream(5, (uint64_t)g);
        union any_state state;
        play_start(rules, &state);
        for (int found = 0; found < positions;) {
            struct move moves[MOVES_MAX], move;
            struct opinion thorough[MOVES_MAX], own[MOVES_MAX];
            int count = rules->game->legal(rules, &state, moves);
            if (rules->game->node(rules, &state).actor >= 0 && count > 3) {
                int best = choose(rules, "expert:nodes=4000", 9, &state, thorough);
                int alone = choose(rules, "expert:nodes=1000", 1, &state, own);
                int apart = choose_in_shares(rules, 1, &state, count);
                assert_int_equal(apart, choose_in_shares(rules, 1, &state, count));
                lost_alone += (int64_t)thorough[best].worth - thorough[alone].worth;
                lost_apart += (int64_t)thorough[best].worth - thorough[apart].worth;
                found++;
            }
            for (int i = 0; i < 7; i++)
                if (play_pick(rules, &state, &random, &move))
                    rules->game->apply(rules, &state, move, NULL);
                else
                    play_start(rules, &state);
        }
        ruleset_close(rules);
    }
    int64_t all = (int64_t)positions * COUNT_OF(names);
    print_message("# of 65536, lost in the mean of %d positions: together %d, alone %d\n", (int)all,
                  (int)(lost_apart / all), (int)(lost_alone / all));
    assert_true(lost_apart <= lost_alone + all * PERCENT);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
