/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Whether a judge is right: one that says the truth is called right, one that is too sure is not.
 */

#include "helpers.h"

#include "players/calibration.h"

#include <math.h>

/* Random noughts where a line loses or wins, judged by someone who says always the same of the
 * first seat. */
struct fixed {
    uint32_t first; /* of JUDGE_ONE */
};

static void say(const struct judge *judge, const struct ruleset *rules, const void *state,
                struct estimate *estimate)
{
    const struct fixed *fixed = judge->data;
    (void)rules;
    (void)state;
    *estimate = (struct estimate){.win = {fixed->first, JUDGE_ONE - fixed->first}};
}

static struct calibration_result result_of(uint32_t first, uint64_t count)
{
    struct fixed fixed = {first};
    const struct judge judge = {.estimate = say, .data = &fixed};
    struct ruleset *rules = open_noughts("first");
    struct calibration task = {
        .rules = rules, .judge = &judge, .player = span_of("random"), .games = count, .seed = 3};
    struct calibration_result result;
    struct problem problem = {0};
    assert_true(calibration_run(&task, &result, &problem));
    assert_int_equal(result.games, count);
    assert_int_equal(result.errors, 0);
    ruleset_close(rules);
    return result;
}

static uint64_t positions_of(const struct calibration_result *result)
{
    uint64_t sum = 0;
    for (int i = 0; i < CALIBRATION_BINS; i++)
        sum += result->bins[i].positions;
    return sum;
}

/* Of random noughts the first wins 58.5 %, the second 28.8 %, and 12.7 % are drawn: 64.9 % with
 * halves. Its chance does not change with the position here, so what was said of both is true. */
TEST(what_is_true_is_called_right)
{
    struct calibration_result result = result_of(JUDGE_ONE * 649 / 1000, 2000);
    const struct calibration_bin *first = &result.bins[6], *second = &result.bins[3];
    assert_int_equal(positions_of(&result), result.positions);
    assert_int_equal(first->positions + second->positions, result.positions);
    assert_true(fabs(first->said - 0.649) < 0.001 && fabs(second->said - 0.351) < 0.001);
    assert_true(first->interval.low < first->won && first->won < first->interval.high);
    assert_true(fabs(first->won - first->said) < 0.04 && fabs(second->won - second->said) < 0.04);
    assert_true(fabs(result.sharpness - 1) < 0.15);
}

/* Long games are those that were not won early, so their positions count more often; that is why
 * the limits above are wide. What is far off is seen all the same. */
TEST(who_is_too_sure_is_found_out)
{
    struct calibration_result sure = result_of(JUDGE_ONE * 95 / 100, 500);
    assert_true(sure.bins[9].won < 0.75);
    assert_true(sure.sharpness < 0.5);
    struct calibration_result unsure = result_of(JUDGE_ONE * 52 / 100, 500);
    assert_true(unsure.sharpness > 2);
    assert_true(sure.surprise > unsure.surprise);
}

TEST(a_wrong_player_is_refused)
{
    struct ruleset *rules = open_noughts("first");
    struct calibration task = {
        .rules = rules, .judge = &judge_by_thumb, .player = span_of("nobody"), .games = 1};
    struct calibration_result result;
    struct problem problem = {0};
    assert_false(calibration_run(&task, &result, &problem));
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
