/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Totals, places, and what breaks ties. */

#include "kit/scoring.h"

#include "helpers.h"

static void assert_places(const struct score *score, int first, int second, int third)
{
    assert_int_equal(score->place[0], first);
    assert_int_equal(score->place[1], second);
    assert_int_equal(score->place[2], third);
    assert_int_equal(score->place[3], 0);
}

TEST(test_totals)
{
    struct score score = {.parts = {{5, -2}, {3}, {[SOURCES_MAX - 1] = 9}}};
    int ties[SEATS_MAX][TIES_MAX] = {0};
    score_add_up(&score, 3);
    assert_int_equal(score.total[0], 3);
    assert_int_equal(score.total[1], 3);
    assert_int_equal(score.total[2], 9);
    score_places(&score, 3, ties);
    assert_places(&score, 2, 2, 1);
}

TEST(test_ties)
{
    struct score score = {.total = {7, 7, 7}};
    int ties[SEATS_MAX][TIES_MAX] = {{1, -3}, {1, -2}, {0, 5}};
    score_places(&score, 3, ties);
    assert_places(&score, 2, 1, 3);
    ties[0][1] = -2;
    ties[1][TIES_MAX - 1] = -1;
    score_places(&score, 3, ties);
    assert_places(&score, 1, 2, 3);
    score.total[2] = 8; /* points come first */
    score_places(&score, 3, ties);
    assert_places(&score, 2, 3, 1);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
