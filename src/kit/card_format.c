/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Describes card files and effects from the tables that read them. Knows no game, and lists nothing
 * of its own. */

#include "card_format.h"

#include "base/container_of.h"
#include "base/json.h"
#include "contract/notation.h"

#include <assert.h>
#include <string.h>

static const struct table_format *format_of(const struct card_format *base)
{
    return container_of(base, const struct table_format, base);
}

/* ---- kinds and keys -------------------------------------------------------------------------- */

/* The kit's own ways to read a value, and what they take. */
static const struct known_reader {
    table_read_value *read;
    enum table_value value;
} known_readers[] = {
    {table_number, VALUE_NUMBER}, {table_numbers, VALUE_NUMBERS}, {table_word, VALUE_WORD},
    {table_flag, VALUE_FLAG},     {table_set, VALUE_SET},
};

static enum table_value value_of(const struct table_format *format, const struct table_key *key)
{
    if (key->value != VALUE_OF_READER)
        return key->value;
    if (key->read == format->read_program)
        return VALUE_EFFECT;
    const struct known_reader *known = known_readers;
    while (known->read != key->read) {
        known++;
        assert(known < known_readers + sizeof known_readers / sizeof known_readers[0]);
    }
    return known->value;
}

static void put_words(struct json *json, const char *const *words)
{
    json_open(json, "words", '[');
    for (int i = 0; words[i] != NULL; i++)
        json_put_string(json, NULL, words[i]);
    json_close(json, ']');
}

static void put_counts(struct json *json, const struct table_key *key)
{
    if (key->count > 0)
        json_put_number(json, "count", key->count);
    else if (key->most > 0)
        json_put_number(json, "most", key->most);
}

static void put_value(struct json *json, const struct table_key *key, enum table_value value)
{
    static const char *const types[] = {
        [VALUE_NUMBER] = "number", [VALUE_NUMBERS] = "numbers", [VALUE_WORD] = "word",
        [VALUE_WORDS] = "words",   [VALUE_SET] = "words",       [VALUE_FLAG] = "flag",
        [VALUE_EFFECT] = "effect", [VALUE_TEXT] = "text",
    };
    bool is_list = value == VALUE_NUMBERS || value == VALUE_WORDS || value == VALUE_SET;
    assert(value > VALUE_OF_READER && value <= VALUE_TEXT);
    assert((value == VALUE_TEXT) == (key->hint != NULL));
    json_open(json, "value", '{');
    json_put_string(json, "type", types[value]);
    if (value == VALUE_NUMBER || value == VALUE_NUMBERS) {
        json_put_number(json, "min", key->min);
        json_put_number(json, "max", key->max);
    }
    if (key->words != NULL)
        put_words(json, key->words);
    if (key->ids_of != NULL)
        json_put_string(json, "ids_of", key->ids_of);
    if (is_list)
        put_counts(json, key);
    if (value == VALUE_WORDS)
        json_put_boolean(json, "repeats", true);
    if (key->hint != NULL)
        json_put_phrase(json, "hint", key->hint);
    json_close(json, '}');
}

static void put_key(struct json *json, const struct table_format *format,
                    const struct table_key *key)
{
    static const char *const presences[] = {
        [OPTIONAL] = "optional", [REQUIRED] = "required", [REPEATED] = "repeated"};
    json_open(json, NULL, '{');
    json_put_string(json, "key", key->name);
    json_put_string(json, "presence", presences[key->presence]);
    put_value(json, key, value_of(format, key));
    json_close(json, '}');
}

void table_format_put_kinds(const struct card_format *base, int file, struct json *json)
{
    const struct table_format *format = format_of(base);
    assert(file >= 0 && file < format->file_count);
    json_open(json, "kinds", '[');
    for (const struct table_kind *kind = format->files[file].kinds; kind->name != NULL; kind++) {
        json_open(json, NULL, '{');
        json_put_string(json, "kind", kind->name);
        json_open(json, "keys", '[');
        for (const struct table_key *key = kind->keys; key->name != NULL; key++)
            put_key(json, format, key);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Names are texts; what the source of a card may be, the reader knows. */
static void put_face_key(struct json *json, const char *key, bool is_required)
{
    bool is_source = strcmp(key, card_source_key) == 0;
    json_open(json, NULL, '{');
    json_put_string(json, "key", key);
    json_put_string(json, "presence", is_required ? "required" : "optional");
    json_open(json, "value", '{');
    json_put_string(json, "type", is_source ? "word" : "text");
    if (is_source)
        put_words(json, provenance_words);
    json_close(json, '}');
    json_close(json, '}');
}

static bool is_face_key(const char *name)
{
    for (const struct card_key *key = card_face_keys; key->name != NULL; key++)
        if (strcmp(key->name, name) == 0)
            return true;
    return false;
}

/* The keys that every card has, then those of names in further languages. */
void table_format_put_face(const struct card_format *base, struct json *json)
{
    (void)base;
    json_open(json, "face", '[');
    for (const struct card_key *key = card_face_keys; key->name != NULL; key++)
        put_face_key(json, key->name, key->required);
    for (int i = ENGLISH + 1; i < LANGUAGE_COUNT; i++)
        if (!is_face_key(languages[i].card_key))
            put_face_key(json, languages[i].card_key, false);
    json_close(json, ']');
}

/* ---- forms of effects ------------------------------------------------------------------------ */

static const char *argument_text(const struct effect_words *words, const void *cards, int value,
                                 enum language language)
{
    return words->name != NULL    ? words->name(cards, value, language)
           : words->texts != NULL ? phrase(language, words->texts[value])
                                  : words->words[value];
}

/* The words that an argument may be, by value, and how they are told; "" is never written. */
static void put_argument_words(struct json *json, const struct effect_words *words,
                               const void *cards)
{
    put_words(json, words->words);
    json_open(json, "texts", '[');
    for (int i = 0; words->words[i] != NULL; i++) {
        bool is_written = words->words[i][0] != '\0';
        json_open(json, NULL, '{');
        for (int k = 0; k < LANGUAGE_COUNT; k++)
            if (json_wants(json, k))
                json_put_string(json, language_name((enum language)k),
                                is_written ? argument_text(words, cards, i, (enum language)k) : "");
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_argument(struct json *json, const char *key, const char *slot,
                         const struct effect_form *form, const struct effect_words *words, int most,
                         const void *cards)
{
    if (strstr(form->pattern, slot) == NULL) {
        json_put_null(json, key);
        return;
    }
    json_open(json, key, '{');
    if (words->words != NULL)
        put_argument_words(json, words, cards);
    else
        json_put_number(json, "most", effect_largest(most));
    json_close(json, '}');
}

static void put_form(struct json *json, const struct effect_form *form, const void *cards)
{
    static const char *const shapes[] = {
        [EFFECT_STEP] = "step",
        [EFFECT_COST] = "cost",
        [EFFECT_BODY] = "body",
        [EFFECT_CHOICES] = "choices",
    };
    json_open(json, NULL, '{');
    json_put_string(json, "pattern", form->pattern);
    json_put_string(json, "shape", shapes[form->shape]);
    put_argument(json, "a", "{a}", form, &form->a, form->most_a, cards);
    put_argument(json, "b", "{b}", form, &form->b, form->most_b, cards);
    json_put_phrase(json, "text", form->text);
    json_close(json, '}');
}

void table_format_put_effects(const struct card_format *base, const struct ruleset *rules,
                              struct json *json)
{
    const struct effect_grammar *grammar = format_of(base)->grammar;
    json_open(json, "effects", '{');
    json_open(json, "operations", '[');
    for (int i = 0; grammar != NULL && i < grammar->operation_count; i++) {
        const struct effect_form *form = grammar->operations[i].texts->forms;
        if (form == NULL || form->pattern == NULL)
            continue;
        json_open(json, NULL, '{');
        json_put_string(json, "word", grammar->operations[i].word);
        json_open(json, "forms", '[');
        for (; form->pattern != NULL; form++)
            put_form(json, form, rules->cards);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* ---- effects --------------------------------------------------------------------------------- */

static void put_steps(struct json *json, const char *key, const struct effect_grammar *grammar,
                      const struct effect *rows, int count);

static void put_step(struct json *json, const struct effect_grammar *grammar,
                     const struct effect *row)
{
    const struct effect_form *form = effect_form_of(grammar, row);
    json_open(json, NULL, '{');
    json_put_string(json, "pattern", form->pattern);
    if (strstr(form->pattern, "{a}") != NULL)
        json_put_number(json, "a", row->a);
    if (strstr(form->pattern, "{b}") != NULL)
        json_put_number(json, "b", row->b);
    if (form->shape == EFFECT_BODY)
        put_steps(json, "body", grammar, row + 1, row->body);
    if (form->shape == EFFECT_CHOICES) {
        json_open(json, "choices", '[');
        for (const struct effect *at = row + 1; at <= row + row->body; at += 1 + at->body)
            put_steps(json, NULL, grammar, at + 1, at->body);
        json_close(json, ']');
    }
    json_close(json, '}');
}

/* Programs in brackets are bounded in depth by the reader. */
static void put_steps(struct json *json, const char *key, const struct effect_grammar *grammar,
                      const struct effect *rows, int count)
{
    json_open(json, key, '[');
    for (int i = 0; i < count; i += 1 + rows[i].body)
        put_step(json, grammar, &rows[i]);
    json_close(json, ']');
}

static void put_effect(struct json *json, const struct effect_grammar *grammar,
                       const struct effect *rows, int count)
{
    struct text text = {0};
    effect_write(grammar, rows, count, &text);
    json_put_string(json, "text", text_string(&text));
    json_open(json, "tell", '{');
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        if (!json_wants(json, i))
            continue;
        text_clear(&text);
        effect_tell(grammar, rows, count, (enum language)i, &text);
        json_put_string(json, language_name((enum language)i), text_string(&text));
    }
    json_close(json, '}');
    put_steps(json, "steps", grammar, rows, count);
    text_free(&text);
}

bool table_format_read_effect(const struct card_format *base, const struct ruleset *rules,
                              struct span text, struct json *json, struct problem *problem)
{
    const struct table_format *format = format_of(base);
    struct effect rows[EFFECT_ROWS_MAX];
    struct scan scan;
    if (format->grammar == NULL)
        return problem_set(problem, _("the cards of this game have no effects"), NULL, NULL, NULL);
    if (!scan_open(&scan, "", text, problem))
        return false;
    if (!scan_line(&scan) && problem_is_set(problem))
        return false;
    struct effect_grammar grammar = *format->grammar;
    grammar.context = rules->cards;
    int count = effect_read(&grammar, &scan, rows);
    if (count < 0)
        return false;
    if (scan_line(&scan))
        return scan_expected(&scan, scan.text, _("one line only"));
    if (problem_is_set(problem))
        return false;
    put_effect(json, &grammar, rows, count);
    return true;
}
