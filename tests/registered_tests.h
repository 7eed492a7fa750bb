/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* cmocka, and tests that register themselves where they are written:
 *
 *     TEST(test_empty_text_has_no_length)
 *     {
 *         …
 *     }
 *
 * so that no test can be written and forgotten in a list. They run in the order of their file, in
 * one group. Knows nothing of the project. */

#ifndef TESTS_REGISTERED_TESTS_H
#define TESTS_REGISTERED_TESTS_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

/* Linked together with others (together.c) its main has a name of its own. */
#ifdef TEST_PROGRAM
#define main TEST_PROGRAM
#ifdef TESTS_HAVE_ARGUMENTS
int main(int argc, char **argv);
#else
int main(void);
#endif
#endif

enum {
    REGISTERED_MAX = 100,
    REGISTRATION_FIRST = 200, /* of the priorities; those up to 100 are not for programs */
};

static struct CMUnitTest registered_tests[REGISTERED_MAX];
static size_t registered_count;

static inline void register_test(struct CMUnitTest test)
{
    if (registered_count == REGISTERED_MAX) {
        fprintf(stderr, "there is no room for %s\n", test.name);
        abort();
    }
    registered_tests[registered_count++] = test;
}

/* Compilers may emit functions in any order; the line as the priority keeps that of the file. */
#define REGISTERED_TEST(test, state, setup, teardown)                                              \
    static void test(void **);                                                                     \
    __attribute__((constructor(REGISTRATION_FIRST + __LINE__))) static void register_##test(void)  \
    {                                                                                              \
        register_test((struct CMUnitTest)cmocka_unit_test_setup_teardown(test, setup, teardown));  \
    }                                                                                              \
    static void test(__attribute__((unused)) void **state)

/* Begins the definition of a test. */
#define TEST(test) REGISTERED_TEST(test, unused, NULL, NULL)

/* One that has something made before it and removed after it (NULL: nothing); it finds that in
 * `state`. */
#define TEST_WITH(test, setup, teardown) REGISTERED_TEST(test, state, setup, teardown)

/* One that finds in `state` what was made for all tests of the program. */
#define TEST_OF_GROUP(test) TEST_WITH(test, NULL, NULL)

/* Runs all tests of the program, between `begin` and `end` (NULL: nothing is needed). Returns the
 * exit code: a program without a test is no good one. */
static inline int run_registered(CMFixtureFunction begin, CMFixtureFunction end)
{
    if (registered_count == 0) {
        fprintf(stderr, "there are no tests\n");
        return 1;
    }
    /* What the macro calls that counts an array. */
    return _cmocka_run_group_tests("tests", registered_tests, registered_count, begin, end);
}

#endif
