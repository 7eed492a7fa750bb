/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Passwords as they are kept: the right one is right, everything else is wrong. */

#include "../unit/helpers.h"

#include "server/password_hash.h"

#include <sodium.h>

enum { HASH_SIZE = 160 };

TEST(test_right_and_wrong)
{
    char hash[HASH_SIZE];
    assert_true(password_hash("seven small stars", hash, sizeof hash));
    assert_int_equal(strncmp(hash, "$argon2id$", 10), 0);
    assert_int_equal(password_compare(hash, "seven small stars"), PASSWORD_RIGHT);
    assert_int_equal(password_compare(hash, "seven small star"), PASSWORD_WRONG);
    assert_int_equal(password_compare(hash, ""), PASSWORD_WRONG);
}

/* Each hash has its own salt: nobody sees who has the same password. */
TEST(test_same_password_twice)
{
    char first[HASH_SIZE], second[HASH_SIZE];
    assert_true(password_hash("seven small stars", first, sizeof first));
    assert_true(password_hash("seven small stars", second, sizeof second));
    assert_string_not_equal(first, second);
}

/* Guests have no hash, and what is none opens nothing. */
TEST(test_no_password_fits)
{
    assert_int_equal(password_compare("", ""), PASSWORD_WRONG);
    assert_int_equal(password_compare("", "seven small stars"), PASSWORD_WRONG);
    assert_int_equal(password_compare("no hash", "no hash"), PASSWORD_WRONG);
    assert_int_equal(password_compare_nobody("nobody"), PASSWORD_WRONG);
    assert_int_equal(password_compare_nobody("seven small stars"), PASSWORD_WRONG);
}

int main(void)
{
    assert_int_not_equal(sodium_init(), -1);
    return run_registered(NULL, NULL);
}
