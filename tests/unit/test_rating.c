/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Shares of wins with their intervals, checked against formulas from books, and ratings of results
 * that were made up so that the strengths are known. */

#include "../registered_tests.h"

#include "players/rating.h"

#include <math.h>

static void assert_near(double found, double expected, double most)
{
    if (fabs(found - expected) > most)
        fail_msg("%.6f is not near %.6f", found, expected);
}

/* ---- shares ---------------------------------------------------------------------------------- */

/* The formula as Agresti and Coull give it, for games that are all independent. */
static struct interval plus_four(double won, double games)
{
    double share = (won + 2) / (games + 4);
    double half = 1.959964 * sqrt(share * (1 - share) / (games + 4));
    return (struct interval){fmax(0, share - half), fmin(1, share + half)};
}

TEST(single_games_have_the_known_interval)
{
    static const int cases[][2] = {{8, 10}, {0, 10}, {10, 10}, {500, 1000}, {997, 1000}, {1, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct share share = {0};
        for (int game = 0; game < cases[i][1]; game++)
            share_add(&share, game < cases[i][0], 1);
        struct interval found = share_interval(&share);
        struct interval known = plus_four(cases[i][0], cases[i][1]);
        assert_near(share_mean(&share), (double)cases[i][0] / cases[i][1], 1e-12);
        assert_near(found.low, known.low, 1e-6);
        assert_near(found.high, known.high, 1e-6);
    }
    /* 8 of 10 by hand: 10/14 ± 1.96 · √(10/14 · 4/14 / 14). */
    struct interval by_hand = plus_four(8, 10);
    assert_near(by_hand.low, 0.4776, 1e-4);
    assert_near(by_hand.high, 0.9509, 1e-4);
}

/* 100 deals of two games: half of all games are won, but not in the same way. */
static struct interval of_pairs(double first, double second)
{
    struct share share = {0};
    for (int deal = 0; deal < 50; deal++) {
        share_add(&share, first, 2);
        share_add(&share, second, 2);
    }
    assert_near(share_mean(&share), 0.5, 1e-12);
    return share_interval(&share);
}

TEST(paired_games_count_as_one_sample)
{
    struct interval same = of_pairs(2, 0);  /* both games of a deal end alike: luck decided */
    struct interval split = of_pairs(1, 1); /* one each: the seat decided, nothing is open */
    struct interval single = plus_four(100, 200);
    /* A hundred samples instead of two hundred: √2 times as wide. */
    assert_near((same.high - same.low) / (single.high - single.low), sqrt(2), 0.01);
    assert_true(split.high - split.low < 0.2 * (single.high - single.low));
    assert_true(split.low < 0.5 && split.high > 0.5);
}

TEST(nothing_played_says_nothing)
{
    struct share share = {0};
    assert_near(share_mean(&share), 0, 0);
    assert_true(share_interval(&share).low < 0.02 && share_interval(&share).high > 0.98);
}

/* ---- ratings --------------------------------------------------------------------------------- */

/* Lets two players meet so often with this result. */
static void let_meet(struct arena_result *result, int first, int second, double won, double games)
{
    result->met[first][second] = result->met[second][first] = games;
    result->ahead[first][second] = won;
    result->ahead[second][first] = games - won;
}

/* With one imagined draw the likeliest odds of two players are (won + ½) : (lost + ½). */
TEST(two_players_have_the_odds_of_their_results)
{
    static const double won[] = {50, 75, 91, 99, 100};
    for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
        struct arena_result result = {.count = 2, .seats = 2};
        let_meet(&result, 0, 1, won[i], 100);
        rate(&result);
        double expected = 400 * log10((won[i] + 0.5) / (100.5 - won[i]));
        assert_near(result.players[0].rating, expected, 0.01);
        assert_near(result.players[1].rating, 0, 1e-9);
        assert_near(result.players[0].rating_error, result.players[1].rating_error, 1e-6);
    }
}

/* Half of the interval at even strength: 1.96 · 400/ln 10 / √(101 · ¼). */
TEST(the_error_is_that_of_the_information)
{
    struct arena_result result = {.count = 2, .seats = 2};
    let_meet(&result, 0, 1, 50, 100);
    rate(&result);
    assert_near(result.players[0].rating_error, 67.76, 0.01);
    result.seats = 4; /* those at one table say less than this many duels */
    rate(&result);
    assert_near(result.players[0].rating_error, 67.76 * sqrt(5.0 / 3), 0.02);
}

/* A table made from ratings gives the ratings back. */
TEST(a_made_up_table_is_found_again)
{
    enum { COUNT = 5, GAMES = 1000000 };
    static const double ratings[COUNT] = {310, 0, 455, 120, 780};
    struct arena_result result = {.count = COUNT, .seats = 2};
    for (int i = 0; i < COUNT; i++)
        for (int k = i + 1; k < COUNT; k++) {
            double chance = 1 / (1 + pow(10, (ratings[k] - ratings[i]) / 400));
            let_meet(&result, i, k, chance * GAMES, GAMES);
        }
    rate(&result);
    for (int i = 0; i < COUNT; i++)
        assert_near(result.players[i].rating, ratings[i], 0.1);
}

/* Of two players alone it is the rating, and a share of 240 games has the known interval. */
TEST(a_step_of_a_ladder_is_that_of_its_games)
{
    struct arena_result result = {.count = 3, .seats = 2};
    let_meet(&result, 0, 1, 60, 240);
    let_meet(&result, 1, 2, 0, 10);
    struct step step = rating_step(&result, 1, 0);
    assert_near(step.share, 0.75, 1e-9);
    assert_near(step.points, 400 * log10(180.5 / 60.5), 1e-6);
    assert_near(step.share_interval.low, 0.6912, 0.0005);
    assert_near(step.share_interval.high, 0.8006, 0.0005);
    assert_near(step.points_interval.low, 400 * log10(0.6912 / 0.3088), 0.5);
    step = rating_step(&result, 2, 1); /* who never lost */
    assert_near(step.share, 1, 1e-9);
    assert_true(step.points_interval.low > 0 && step.points_interval.high < 1000);
}

/* Who has met nobody is even with the weakest, and nothing is known of the error. */
TEST(a_player_alone_has_a_rating_all_the_same)
{
    struct arena_result result = {.count = 1, .seats = 2};
    rate(&result);
    assert_near(result.players[0].rating, 0, 0);
    assert_near(result.players[0].rating_error, 0, 0);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
