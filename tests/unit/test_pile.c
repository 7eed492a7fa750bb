/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Piles: what may be on top, what lies underneath, and a long random comparison with a pile that is
 * written down as a plain list of sets. */

#include "../registered_tests.h"

#include "kit/pile.h"

#include "base/bits.h"
#include "base/random.h"

#include <string.h>

TEST(test_empty_pile)
{
    uint8_t pile[5] = {0};
    assert_int_equal(pile_top(pile, 5), 0);
    assert_int_equal(pile_things(pile, 5), 0);
    assert_null(pile_check(pile, 5));
    assert_int_equal(pile_top(pile, 0), 0);
    assert_null(pile_check(pile, 0));
}

TEST(test_new_pile_is_one_group)
{
    uint8_t pile[5] = {0};
    pile_shuffle_in(pile, 5, bits_below(5));
    assert_int_equal(pile_top(pile, 5), 0x1f);
    pile_take(pile, 5, 2);
    assert_int_equal(pile_top(pile, 5), 0x1b);
    assert_int_equal(pile_things(pile, 5), 0x1b);
}

TEST(test_put_under_is_not_on_top)
{
    uint8_t pile[6] = {1, 1, 0, 0, 0, 0};
    pile_put_under(pile, 6, bit(2) | bit(3));
    pile_put_under(pile, 6, bit(4));
    const uint8_t expected[6] = {1, 1, 2, 2, 3, 0};
    assert_memory_equal(pile, expected, sizeof pile);
    assert_int_equal(pile_top(pile, 6), bit(0) | bit(1));
    assert_int_equal(pile_things(pile, 6), bits_below(5));
}

TEST(test_groups_come_in_the_order_they_were_put)
{
    uint8_t pile[6] = {1, 0, 0, 0, 0, 0};
    pile_put_under(pile, 6, bit(5) | bit(3));
    pile_put_under(pile, 6, bit(1));
    pile_take(pile, 6, 0);
    assert_int_equal(pile_top(pile, 6), bit(3) | bit(5));
    pile_take(pile, 6, 5);
    assert_int_equal(pile_top(pile, 6), bit(3));
    pile_take(pile, 6, 3);
    assert_int_equal(pile_top(pile, 6), bit(1));
    pile_take(pile, 6, 1);
    assert_int_equal(pile_things(pile, 6), 0);
}

TEST(test_taking_the_last_of_a_group_renumbers)
{
    uint8_t pile[6] = {1, 2, 2, 3, 4, 0};
    pile_take(pile, 6, 0); /* the whole top group */
    const uint8_t after_top[6] = {0, 1, 1, 2, 3, 0};
    assert_memory_equal(pile, after_top, sizeof pile);
    pile_take(pile, 6, 3); /* a whole group in the middle */
    const uint8_t after_middle[6] = {0, 1, 1, 0, 2, 0};
    assert_memory_equal(pile, after_middle, sizeof pile);
    pile_take(pile, 6, 1); /* one of two */
    const uint8_t after_one[6] = {0, 0, 1, 0, 2, 0};
    assert_memory_equal(pile, after_one, sizeof pile);
}

TEST(test_put_under_an_empty_pile_is_the_top)
{
    uint8_t pile[4] = {0};
    pile_put_under(pile, 4, bit(3) | bit(0));
    assert_int_equal(pile_top(pile, 4), bit(3) | bit(0));
}

TEST(test_empty_sets_change_nothing)
{
    uint8_t pile[4] = {1, 2, 0, 1};
    const uint8_t before[4] = {1, 2, 0, 1};
    pile_put_under(pile, 4, 0);
    assert_memory_equal(pile, before, sizeof pile);
}

TEST(test_shuffling_in_forgets_the_groups)
{
    uint8_t pile[5] = {1, 2, 3, 0, 0};
    pile_shuffle_in(pile, 5, bit(4));
    const uint8_t expected[5] = {1, 1, 1, 0, 1};
    assert_memory_equal(pile, expected, sizeof pile);
    pile_shuffle_in(pile, 5, 0);
    assert_memory_equal(pile, expected, sizeof pile);
}

TEST(test_the_largest_pile)
{
    uint8_t pile[64] = {0};
    for (unsigned i = 0; i < 64; i++)
        pile_put_under(pile, 64, bit(63 - i));
    assert_null(pile_check(pile, 64));
    assert_int_equal(pile[0], 64);
    for (int i = 63; i >= 0; i--) {
        assert_true(pile_top(pile, 64) == bit((unsigned)i));
        pile_take(pile, 64, i);
    }
    assert_true(pile_things(pile, 64) == 0);
}

TEST(test_check_finds_wrong_bytes)
{
    const uint8_t gap[4] = {1, 3, 0, 3};
    const uint8_t no_top[4] = {0, 2, 0, 0};
    const uint8_t too_high[4] = {1, 2, 3, 5};
    const uint8_t far_too_high[4] = {1, 255, 0, 0};
    const uint8_t fine[4] = {4, 2, 3, 1};
    assert_non_null(pile_check(gap, 4));
    assert_non_null(pile_check(no_top, 4));
    assert_non_null(pile_check(too_high, 4));
    assert_non_null(pile_check(far_too_high, 4));
    assert_null(pile_check(fine, 4));
}

/* The same pile as a list of sets, first on top; none is empty. */
struct model {
    int count;
    uint64_t sets[64];
};

static uint64_t model_things(const struct model *model)
{
    uint64_t things = 0;
    for (int i = 0; i < model->count; i++)
        things |= model->sets[i];
    return things;
}

static void model_take(struct model *model, unsigned thing)
{
    int at = 0;
    while (!bits_have(model->sets[at], thing))
        at++;
    model->sets[at] &= ~bit(thing);
    if (model->sets[at] != 0)
        return;
    model->count--;
    memmove(&model->sets[at], &model->sets[at + 1],
            (size_t)(model->count - at) * sizeof model->sets[0]);
}

static void compare(const struct model *model, const uint8_t *pile, int size)
{
    assert_null(pile_check(pile, size));
    assert_true(pile_things(pile, size) == model_things(model));
    assert_int_equal(pile_count(pile, size), bits_count(model_things(model)));
    assert_true(pile_top(pile, size) == (model->count > 0 ? model->sets[0] : 0));
    for (int g = 0; g < model->count; g++)
        for (uint64_t set = model->sets[g]; set != 0;)
            assert_int_equal(pile[bits_pop(&set)], g + 1);
}

static unsigned random_member(struct random *random, uint64_t set)
{
    for (uint32_t skip = random_below(random, (uint32_t)bits_count(set)); skip > 0; skip--)
        bits_pop(&set);
    return bits_first(set);
}

static void random_operation(struct random *random, struct model *model, uint8_t *pile, int size)
{
    uint64_t inside = model_things(model);
    uint64_t some =
        ~inside & bits_below((unsigned)size) & random_next(random) & random_next(random);
    uint32_t what = random_below(random, 20);
    if (what == 0) {
        pile_shuffle_in(pile, size, some);
        inside |= some;
        *model = (struct model){inside != 0, {inside}};
    } else if (what < 6) {
        pile_put_under(pile, size, some);
        if (some != 0)
            model->sets[model->count++] = some;
    } else if (inside != 0) {
        /* Mostly from the top, as in a game; sometimes from anywhere. */
        unsigned thing = random_member(random, what < 9 ? inside : model->sets[0]);
        pile_take(pile, size, (int)thing);
        model_take(model, thing);
    }
}

TEST(test_random_operations_agree_with_a_model)
{
    for (uint64_t game = 0; game < 200; game++) {
        struct random random = random_stream(2849, game);
        int size = 1 + (int)random_below(&random, 64);
        uint8_t pile[64] = {0};
        struct model model = {0};
        for (int step = 0; step < 200; step++) {
            random_operation(&random, &model, pile, size);
            compare(&model, pile, size);
        }
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
