/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Writes small values of a layout as JSON. */

#include "layout.h"

#include "base/bits.h"
#include "contract/notation.h"

void layout_texts(struct json *json, const char *key, const char *english, const char *german)
{
    json_open(json, key, '{');
    json_put_string(json, language_name(ENGLISH), english);
    json_put_string(json, language_name(GERMAN), german);
    json_close(json, '}');
}

void layout_written(struct json *json, const char *key, const void *item,
                    void (*write)(const void *item, enum language language, struct text *out))
{
    struct text text = {0};
    json_open(json, key, '{');
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        text_clear(&text);
        write(item, (enum language)language, &text);
        json_put_string(json, language_name((enum language)language), text_string(&text));
    }
    json_close(json, '}');
    text_free(&text);
}

void layout_name(struct json *json, const struct card_face *face)
{
    layout_texts(json, "name", face->name[ENGLISH], face->name[GERMAN]);
}

void layout_point(struct json *json, int x, int y)
{
    json_put_number(json, "x", x);
    json_put_number(json, "y", y);
}

void layout_numbers(struct json *json, const char *key, const uint8_t *numbers, int count)
{
    json_open(json, key, '[');
    for (int i = 0; i < count; i++)
        json_put_number(json, NULL, numbers[i]);
    json_close(json, ']');
}

void layout_set(const struct ruleset *rules, struct json *json, const char *key, int kind,
                uint64_t set)
{
    json_open(json, key, '[');
    while (set != 0)
        json_put_string(json, NULL, thing_token(rules, kind, (int)bits_pop(&set)));
    json_close(json, ']');
}

/* ---- programs -------------------------------------------------------------------------------- */

struct entry {
    const struct brief_book *book;
    struct program program;
};

static void write_brief(const void *item, enum language language, struct text *out)
{
    const struct entry *entry = item;
    brief_program(entry->book, entry->program, language, out);
}

static void write_sentence(const void *item, enum language language, struct text *out)
{
    const struct entry *entry = item;
    struct effect_grammar grammar = *entry->book->grammar->effects;
    grammar.context = entry->book->cards;
    effect_tell(&grammar, &entry->book->rows[entry->program.start], entry->program.count, language,
                out);
}

static void put_row(const struct brief_grammar *grammar, struct json *json,
                    const struct effect *row)
{
    json_open(json, NULL, '{');
    json_put_string(json, "op", grammar->effects->operations[row->op].word);
    json_put_number(json, "a", row->a);
    json_put_number(json, "b", row->b);
    json_put_number(json, "body", row->body);
    json_put_boolean(json, "cost", effect_is_cost(grammar->effects, row));
    json_close(json, '}');
}

void layout_program(const struct brief_book *book, struct json *json, const char *key,
                    struct program program)
{
    if (program.count == 0) {
        json_put_null(json, key);
        return;
    }
    json_open(json, key, '{');
    layout_written(json, "brief", &(struct entry){book, program}, write_brief);
    layout_written(json, "text", &(struct entry){book, program}, write_sentence);
    json_open(json, "rows", '[');
    for (int i = program.start; i < program.start + program.count; i++)
        put_row(book->grammar, json, &book->rows[i]);
    json_close(json, ']');
    json_close(json, '}');
}
