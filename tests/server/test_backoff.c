/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Growing delays. */

#include "../unit/helpers.h"

#include "server/backoff.h"

#include <stdio.h>
#include <stdlib.h>

static const struct backoff_rule rule = {
    .free = 3, .first_ms = 1000, .most_ms = 60000, .forgiven_ms = 100000};

static struct backoff *new_backoff(void)
{
    struct backoff *backoff = memory_new(1, sizeof *backoff);
    backoff_start(backoff);
    return backoff;
}

TEST(test_grows)
{
    static const int64_t waits[] = {0, 0, 0, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000};
    struct backoff *backoff = new_backoff();
    struct backoff_key key = backoff_key(backoff, "account", "ada");
    int64_t now = 5000;
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        assert_int_equal(backoff_wait(backoff, key, now), 0);
        backoff_count(backoff, key, &rule, now);
        assert_int_equal(backoff_wait(backoff, key, now), waits[i]);
        now += waits[i];
    }
    for (int i = 0; i < 100; i++)
        backoff_count(backoff, key, &rule, now);
    assert_int_equal(backoff_wait(backoff, key, now), rule.most_ms);
    assert_int_equal(backoff_wait(backoff, backoff_key(backoff, "account", "bob"), now), 0);
    assert_int_equal(backoff_wait(backoff, backoff_key(backoff, "peer", "ada"), now), 0);
    free(backoff);
}

TEST(test_forgives)
{
    struct backoff *backoff = new_backoff();
    struct backoff_key key = backoff_key(backoff, "account", "ada");
    for (int i = 0; i < 5; i++)
        backoff_count(backoff, key, &rule, 1000);
    assert_int_equal(backoff_wait(backoff, key, 1000), 2000);
    backoff_take_back(backoff, key);
    assert_int_equal(backoff_wait(backoff, key, 1000), 0);
    backoff_count(backoff, key, &rule, 1000);
    assert_int_equal(backoff_wait(backoff, key, 1000), 2000);
    backoff_forgive(backoff, key);
    assert_int_equal(backoff_wait(backoff, key, 1000), 0);
    for (int i = 0; i < 20; i++)
        backoff_count(backoff, key, &rule, 1000);
    assert_int_equal(backoff_wait(backoff, key, 1000 + rule.forgiven_ms), 0);
    backoff_count(backoff, key, &rule, 1000 + rule.forgiven_ms); /* the first again */
    assert_int_equal(backoff_wait(backoff, key, 1000 + rule.forgiven_ms), 0);
    free(backoff);
}

/* Who tries many keys cannot push out one that has tried often. */
TEST(test_bounded)
{
    struct backoff *backoff = new_backoff();
    struct backoff_key key = backoff_key(backoff, "account", "ada");
    char name[40];
    for (int i = 0; i < 20; i++)
        backoff_count(backoff, key, &rule, 1000);
    for (int i = 0; i < 8 * BACKOFF_SETS * BACKOFF_WAYS; i++) {
        snprintf(name, sizeof name, "name %d", i);
        backoff_count(backoff, backoff_key(backoff, "account", name), &rule, 1000);
    }
    assert_int_equal(backoff_wait(backoff, key, 1000), rule.most_ms);
    free(backoff);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
