/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The JSON writer: commas, keys, and every kind of value. A real parser reads what it writes. */

#include "helpers.h"

#include "base/json.h"

#include <jansson.h>
#include <math.h>

static void assert_json(struct text *text, const char *expected)
{
    json_t *parsed = json_loadb(text->at, text->length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(parsed);
    json_decref(parsed);
    assert_text(text, expected);
    text_free(text);
}

TEST(test_empty)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_close(&json, '}');
    assert_json(&text, "{}");
}

TEST(test_every_value)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_put_number(&json, "least", INT64_MIN);
    json_put_number(&json, "most", INT64_MAX);
    json_put_decimal(&json, "share", 0.125, 2);
    json_put_decimal(&json, "whole", -3, 1);
    json_put_string(&json, "name", "Zoë \"Z\"\n");
    json_put_boolean(&json, "yes", true);
    json_put_boolean(&json, "no", false);
    json_put_null(&json, "none");
    json_close(&json, '}');
    assert_json(&text,
                "{\"least\":-9223372036854775808,\"most\":9223372036854775807,"
                "\"share\":0.12,\"whole\":-3.0,\"name\":\"Zoë \\\"Z\\\"\\n\","
                "\"yes\":true,\"no\":false,\"none\":null}");
}

TEST(test_nested)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '[');
    json_put_number(&json, NULL, 1);
    json_open(&json, NULL, '[');
    json_close(&json, ']');
    json_open(&json, NULL, '{');
    json_open(&json, "a b", '[');
    json_put_string(&json, NULL, "");
    json_put_null(&json, NULL);
    json_close(&json, ']');
    json_put_number(&json, "c", 2);
    json_close(&json, '}');
    json_put_boolean(&json, NULL, true);
    json_close(&json, ']');
    assert_json(&text, "[1,[],{\"a b\":[\"\",null],\"c\":2},true]");
}

/* JSON has no word for these. */
TEST(test_numbers_that_are_none)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '[');
    json_put_decimal(&json, NULL, (double)NAN, 3);
    json_put_decimal(&json, NULL, (double)INFINITY, 3);
    json_close(&json, ']');
    assert_json(&text, "[null,null]");
}

/* Every control byte is escaped, so that any UTF-8 text may be written. */
TEST(test_every_byte_of_a_string)
{
    char all[128] = {0};
    for (int i = 1; i < 128; i++)
        all[i - 1] = (char)i;
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '[');
    json_put_string(&json, NULL, all);
    json_close(&json, ']');
    json_t *parsed = json_loadb(text.at, text.length, 0, NULL);
    assert_non_null(parsed);
    assert_string_equal(json_string_value(json_array_get(parsed, 0)), all);
    json_decref(parsed);
    text_free(&text);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
