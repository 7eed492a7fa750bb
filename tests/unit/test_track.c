/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tracks: every way in which counters stack, and a long random comparison with a track whose stacks
 * are written down as plain lists. */

#include "../registered_tests.h"

#include "kit/track.h"

#include "base/random.h"

#include <string.h>

enum { RED, GREEN, YELLOW, BLUE };
enum { LEFT_END = 1, START = 8, RIGHT_END = 15 };

/* A track with these counters on one space, the first at the bottom. A negative one ends them. */
static struct track stack_on(int space, int first, int second, int third)
{
    struct track track = {0};
    const int counters[3] = {first, second, third};
    for (int i = 0; i < 3 && counters[i] >= 0; i++)
        track_put_on_top(&track, counters[i], space);
    return track;
}

/* The stack on that space must hold exactly these, the first at the bottom. */
static void assert_stack(const struct track *track, int space, int count, const int *counters)
{
    assert_null(track_check(track, RIGHT_END));
    int there = 0;
    for (int i = 0; i < TRACK_COUNTERS; i++)
        there += track->space[i] == space;
    assert_int_equal(there, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(track->space[counters[i]], space);
        assert_int_equal(track->height[counters[i]], i + 1);
    }
}

#define ASSERT_STACK(track, space, ...)                                                            \
    assert_stack(track, space, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__})

TEST(test_first_counter_lies_at_the_bottom)
{
    struct track track = stack_on(START, RED, -1, -1);
    ASSERT_STACK(&track, START, RED);
    assert_int_equal(track.height[GREEN], 0);
}

TEST(test_leaving_from_the_bottom_keeps_the_order_above)
{
    struct track track = stack_on(START, RED, GREEN, YELLOW);
    track_put_on_top(&track, RED, 10);
    ASSERT_STACK(&track, START, GREEN, YELLOW);
    ASSERT_STACK(&track, 10, RED);
}

TEST(test_leaving_from_the_middle_and_the_top)
{
    struct track track = stack_on(START, RED, GREEN, YELLOW);
    track_put_on_top(&track, GREEN, 6);
    ASSERT_STACK(&track, START, RED, YELLOW);
    track_put_on_top(&track, YELLOW, 5);
    ASSERT_STACK(&track, START, RED);
}

TEST(test_arriving_goes_on_top_and_ranks_first)
{
    struct track track = stack_on(6, GREEN, -1, -1);
    track_put_on_top(&track, RED, START);
    track_put_on_top(&track, RED, 6);
    ASSERT_STACK(&track, 6, GREEN, RED);
    uint8_t order[TRACK_COUNTERS];
    assert_int_equal(track_order(&track, order), 2);
    assert_int_equal(order[0], RED);
    assert_int_equal(order[1], GREEN);
}

TEST(test_forced_to_the_right_end_goes_under_all)
{
    struct track track = stack_on(RIGHT_END, GREEN, YELLOW, -1);
    track_put_on_top(&track, RED, 14);
    track_put_under(&track, RED, RIGHT_END);
    ASSERT_STACK(&track, RIGHT_END, RED, GREEN, YELLOW);
}

TEST(test_forced_while_already_there_goes_under_all)
{
    struct track track = stack_on(RIGHT_END, GREEN, RED, -1);
    track_put_under(&track, RED, RIGHT_END);
    ASSERT_STACK(&track, RIGHT_END, RED, GREEN);
    track_put_under(&track, RED, RIGHT_END); /* it is there already */
    ASSERT_STACK(&track, RIGHT_END, RED, GREEN);
}

TEST(test_under_an_empty_space_is_the_bottom)
{
    struct track track = {0};
    track_put_under(&track, BLUE, RIGHT_END);
    ASSERT_STACK(&track, RIGHT_END, BLUE);
}

TEST(test_stopping_at_the_left_end_goes_on_top)
{
    struct track track = stack_on(LEFT_END, GREEN, YELLOW, -1);
    track_put_on_top(&track, RED, 2);
    track_put_on_top(&track, RED, LEFT_END);
    ASSERT_STACK(&track, LEFT_END, GREEN, YELLOW, RED);
}

TEST(test_moving_on_the_left_end_climbs_to_the_top)
{
    struct track track = stack_on(LEFT_END, RED, GREEN, YELLOW);
    track_put_on_top(&track, RED, LEFT_END);
    ASSERT_STACK(&track, LEFT_END, GREEN, YELLOW, RED);
    track_put_on_top(&track, YELLOW, LEFT_END); /* from the middle */
    ASSERT_STACK(&track, LEFT_END, GREEN, RED, YELLOW);
    track_put_on_top(&track, YELLOW, LEFT_END); /* it is on top already */
    ASSERT_STACK(&track, LEFT_END, GREEN, RED, YELLOW);
}

TEST(test_space_zero_is_off_the_track)
{
    struct track track = stack_on(START, RED, GREEN, YELLOW);
    track_put_on_top(&track, RED, 0);
    track_put_under(&track, YELLOW, 0);
    ASSERT_STACK(&track, START, GREEN);
    uint8_t order[TRACK_COUNTERS];
    assert_int_equal(track_order(&track, order), 1);
    track_put_on_top(&track, GREEN, 0);
    const struct track empty = {0};
    assert_memory_equal(&track, &empty, sizeof track);
    track_put_under(&track, GREEN, 0);
    assert_memory_equal(&track, &empty, sizeof track);
}

TEST(test_order_over_several_spaces)
{
    struct track track = stack_on(START, RED, GREEN, -1);
    track_put_on_top(&track, BLUE, TRACK_SPACES_MAX);
    track_put_on_top(&track, YELLOW, 3);
    uint8_t order[TRACK_COUNTERS];
    assert_int_equal(track_order(&track, order), 4);
    const uint8_t expected[4] = {YELLOW, GREEN, RED, BLUE};
    assert_memory_equal(order, expected, sizeof expected);
    for (int rank = 0; rank < 4; rank++)
        assert_int_equal(track_rank(&track, expected[rank]), rank);
}

TEST(test_check_finds_wrong_bytes)
{
    struct track beyond = stack_on(RIGHT_END + 1, RED, -1, -1);
    assert_non_null(track_check(&beyond, RIGHT_END));
    assert_null(track_check(&beyond, RIGHT_END + 1));
    const struct track floating = {.space = {3}, .height = {2}};
    assert_non_null(track_check(&floating, RIGHT_END));
    const struct track doubled = {.space = {3, 3}, .height = {1, 1}};
    assert_non_null(track_check(&doubled, RIGHT_END));
    const struct track gap = {.space = {3, 3}, .height = {1, 3}};
    assert_non_null(track_check(&gap, RIGHT_END));
    const struct track no_height = {.space = {3}};
    assert_non_null(track_check(&no_height, RIGHT_END));
    const struct track no_space = {.height = {1}};
    assert_non_null(track_check(&no_space, RIGHT_END));
    const struct track fine = {.space = {3, 3, 0, 4}, .height = {2, 1, 0, 1}};
    assert_null(track_check(&fine, RIGHT_END));
}

/* The same track as a list of counters for each space, bottom first. Space 0 is not kept. */
struct model {
    int count[RIGHT_END + 1];
    int stacks[RIGHT_END + 1][TRACK_COUNTERS];
};

static void model_remove(struct model *model, int counter)
{
    for (int space = 1; space <= RIGHT_END; space++) {
        int kept = 0;
        for (int i = 0; i < model->count[space]; i++)
            if (model->stacks[space][i] != counter)
                model->stacks[space][kept++] = model->stacks[space][i];
        model->count[space] = kept;
    }
}

static void model_insert(struct model *model, int counter, int space, int at)
{
    int *stack = model->stacks[space];
    memmove(&stack[at + 1], &stack[at], (size_t)(model->count[space] - at) * sizeof stack[0]);
    stack[at] = counter;
    model->count[space]++;
}

static void compare(const struct model *model, const struct track *track)
{
    assert_null(track_check(track, RIGHT_END));
    uint8_t order[TRACK_COUNTERS];
    int total = track_order(track, order);
    int at = 0;
    for (int space = 1; space <= RIGHT_END; space++) {
        assert_stack(track, space, model->count[space], model->stacks[space]);
        for (int i = model->count[space] - 1; i >= 0; i--)
            assert_int_equal(order[at++], model->stacks[space][i]);
    }
    assert_int_equal(total, at);
}

static void random_operation(struct random *random, struct model *model, struct track *track)
{
    int counter = (int)random_below(random, TRACK_COUNTERS);
    /* Few spaces, so that high stacks are common. */
    int space = (int)random_below(random, random_below(random, 2) ? 4 : RIGHT_END + 1);
    bool under = random_below(random, 3) == 0;
    model_remove(model, counter);
    if (space != 0)
        model_insert(model, counter, space, under ? 0 : model->count[space]);
    if (under)
        track_put_under(track, counter, space);
    else
        track_put_on_top(track, counter, space);
}

TEST(test_random_operations_agree_with_a_model)
{
    for (uint64_t game = 0; game < 100; game++) {
        struct random random = random_stream(2849, game);
        struct track track = {0};
        struct model model = {0};
        for (int step = 0; step < 100; step++) {
            random_operation(&random, &model, &track);
            compare(&model, &track);
        }
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
