/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Columns of tables, and how the JSON of a report begins. */

#include "report_parts.h"

#include "contract/ruleset.h"

#include <assert.h>

void report_right(struct text *out, const char *string, size_t width)
{
    for (size_t used = text_width(span_of(string)); used < width; used++)
        text_add_char(out, ' ');
    text_add(out, string);
}

void report_titles(struct text *out, const struct report_column *columns, enum language language)
{
    for (; columns->title != NULL; columns++)
        report_right(out, phrase(language, columns->title), columns->width);
    text_add_char(out, '\n');
}

void report_open(struct json *json, const struct ruleset *rules, uint64_t seed, uint64_t games)
{
    assert(rules->setup.players > 0);
    json_open(json, NULL, '{');
    json_put_string(json, "game", rules->game->name);
    json_put_number(json, "players", rules->setup.players);
    json_put_number(json, "seed", (int64_t)seed);
    json_put_number(json, "games", (int64_t)games);
}
