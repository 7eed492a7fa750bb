/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Members that nobody reads are refused, with the name that was probably meant. */

#include "../registered_tests.h"

#include "server/json_read.h"
#include "server/members.h"

#include <string.h>

static const char *const known[] = {"title",      "hints", "options",  "clock", "clock.kind",
                                    "clock.time", "seats", "seats.me", NULL};

/* What is said about the object; "" if nothing is wrong with it. */
static void assert_said(const char *text, const char *expected)
{
    struct problem problem = {0};
    struct text said = {0};
    bool no_memory;
    json_t *object = json_read_object(span_of(text), &no_memory);
    assert_non_null(object);
    bool fine = members_check(object, known, &problem);
    assert_int_equal(fine, !problem_is_set(&problem));
    if (!fine)
        problem_write(&problem, ENGLISH, &said);
    assert_string_equal(text_string(&said), expected);
    text_free(&said);
    json_decref(object);
}

TEST(test_known_members)
{
    struct problem problem = {0};
    assert_said("{}", "");
    assert_said("{\"title\":1,\"hints\":null}", ""); /* what they hold is for others to judge */
    assert_said("{\"clock\":{\"kind\":\"live\",\"time\":5}}", "");
    assert_said("{\"clock\":17,\"seats\":\"x\"}", "");
    assert_said("{\"seats\":[\"me\",{\"me\":\"Berta\"},[],3]}", "");
    assert_said("{\"options\":{\"anything\":{\"deep\":1}}}", "");
    assert_true(members_check(NULL, known, &problem)); /* no body at all */
}

TEST(test_unknown_members)
{
    assert_said("{\"hint\":true}", "unknown member \"hint\"; did you mean \"hints\"?");
    assert_said("{\"Title\":\"x\"}", "unknown member \"Title\"; did you mean \"title\"?");
    assert_said("{\"colour\":1}", "unknown member \"colour\"");
    assert_said("{\"\":1}", "unknown member \"\"");
    assert_said("{\"clock.kind\":1}", "unknown member \"clock.kind\"");
    assert_said("{\"kind\":1}", "unknown member \"kind\"");
    assert_said("{\"clock\":{\"kinds\":1}}", "unknown member \"kinds\"; did you mean \"kind\"?");
    assert_said("{\"clock\":{\"title\":1}}", "unknown member \"title\"");
    assert_said("{\"clock\":[{\"kind\":1},{\"x\":1}]}", "unknown member \"x\"");
    assert_said("{\"seats\":[\"me\",{\"you\":\"Berta\"}]}", "unknown member \"you\"");
    assert_said("{\"a\\u0001b\":1}", "unknown member \"a?b\"");
}

/* However long the name is, the sentence is not. */
TEST(test_long_names)
{
    struct problem problem = {0};
    struct text text = {0}, said = {0};
    bool no_memory;
    text_add(&text, "{\"");
    for (int i = 0; i < 8000; i++)
        text_add(&text, "x");
    text_add(&text, "\":1}");
    json_t *object = json_read_object(text_span(&text), &no_memory);
    assert_false(members_check(object, known, &problem));
    problem_write(&problem, LANGUAGE_DE, &said);
    assert_in_range(said.length, 1, 300);
    json_decref(object);
    text_free(&text);
    text_free(&said);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
