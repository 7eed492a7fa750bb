/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How many changes an address may ask for. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/allowance.h"

#include <string.h>

static struct allowance allowance;

static int reset(void **state)
{
    (void)state;
    memset(&allowance, 0, sizeof allowance);
    allowance.each = 6;
    return 0;
}

static int taken(const char *address, int64_t now)
{
    int count = 0;
    while (count < 100 && allowance_take(&allowance, address, now))
        count++;
    return count;
}

static void test_so_many_at_once(void **state)
{
    (void)state;
    assert_int_equal(taken("192.0.2.1", 1000), 6);
    assert_int_equal(taken("192.0.2.1", 1001), 0);
}

static void test_addresses_do_not_share(void **state)
{
    (void)state;
    assert_int_equal(taken("192.0.2.1", 1000), 6);
    assert_int_equal(taken("2001:db8::1", 1000), 6);
}

static void test_fills_up_again(void **state)
{
    (void)state;
    assert_int_equal(taken("192.0.2.1", 1000), 6);
    assert_int_equal(taken("192.0.2.1", 1000 + 9999), 0);
    assert_int_equal(taken("192.0.2.1", 1000 + 10000), 1);
    assert_int_equal(taken("192.0.2.1", 1000 + 40000), 3);
    assert_int_equal(taken("192.0.2.1", 1000000), 6); /* never more than that */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_so_many_at_once, reset),
        cmocka_unit_test_setup(test_addresses_do_not_share, reset),
        cmocka_unit_test_setup(test_fills_up_again, reset),
    };
    return cmocka_run_group_tests_name("allowance", tests, NULL, NULL);
}
