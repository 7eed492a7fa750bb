/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Writes small values of a layout as JSON. */

#include "layout.h"

#include "base/bits.h"
#include "contract/notation.h"

#include <assert.h>

void layout_written(struct json *json, const char *key, const void *item,
                    void (*write)(const void *item, enum language language, struct text *out))
{
    struct text text = {0};
    json_open(json, key, '{');
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        if (!json_wants(json, language))
            continue;
        text_clear(&text);
        write(item, (enum language)language, &text);
        json_put_string(json, language_name((enum language)language), text_string(&text));
    }
    json_close(json, '}');
    text_free(&text);
}

struct told {
    int value;
    const char *(*tell)(int value, enum language language);
};

static void write_told(const void *item, enum language language, struct text *out)
{
    const struct told *told = item;
    text_add(out, told->tell(told->value, language));
}

void layout_told(struct json *json, const char *key, int value,
                 const char *(*tell)(int value, enum language language))
{
    layout_written(json, key, &(struct told){value, tell}, write_told);
}

struct named_thing {
    const struct ruleset *rules;
    int kind, value;
};

static void write_thing(const void *item, enum language language, struct text *out)
{
    const struct named_thing *thing = item;
    assert(thing->kind >= THING_GAME);
    text_add(out, thing->rules->game->words->things[thing->kind - THING_GAME].title(
                      thing->rules, thing->value, language));
}

void layout_thing(struct json *json, const char *key, const struct ruleset *rules, int kind,
                  int value)
{
    layout_written(json, key, &(struct named_thing){rules, kind, value}, write_thing);
}

static void write_name(const void *item, enum language language, struct text *out)
{
    text_add(out, card_face_name(item, language));
}

void layout_name(struct json *json, const struct card_face *face)
{
    layout_written(json, "name", face, write_name);
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
