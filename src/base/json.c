/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The JSON writer. */

#include "json.h"

#include "phrase.h"

#include <assert.h>
#include <math.h>

static void begin_value(struct json *json, const char *key)
{
    if (json->needs_comma)
        text_add_char(json->out, ',');
    if (key != NULL) {
        text_add_quoted(json->out, span_of(key));
        text_add_char(json->out, ':');
    }
    json->needs_comma = true;
}

void json_open(struct json *json, const char *key, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    begin_value(json, key);
    text_add_char(json->out, bracket);
    json->needs_comma = false;
}

void json_close(struct json *json, char bracket)
{
    assert(bracket == '}' || bracket == ']');
    text_add_char(json->out, bracket);
    json->needs_comma = true;
}

void json_put_number(struct json *json, const char *key, int64_t number)
{
    begin_value(json, key);
    text_add_number(json->out, number);
}

void json_put_decimal(struct json *json, const char *key, double number, int places)
{
    begin_value(json, key);
    if (isfinite(number))
        text_addf(json->out, "%.*f", places, number);
    else
        text_add(json->out, "null");
}

void json_put_string(struct json *json, const char *key, const char *string)
{
    begin_value(json, key);
    text_add_quoted(json->out, span_of(string));
}

void json_put_boolean(struct json *json, const char *key, bool value)
{
    begin_value(json, key);
    text_add(json->out, value ? "true" : "false");
}

void json_put_null(struct json *json, const char *key)
{
    begin_value(json, key);
    text_add(json->out, "null");
}

void json_put_raw(struct json *json, const char *key, const char *value)
{
    begin_value(json, key);
    text_add(json->out, value);
}

void json_put_phrase(struct json *json, const char *key, const char *english)
{
    json_open(json, key, '{');
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (json_wants(json, i))
            json_put_string(json, language_name((enum language)i),
                            phrase((enum language)i, english));
    json_close(json, '}');
}
