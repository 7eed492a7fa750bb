/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card sets as JSON. */

#include "card_view.h"

#include "contract/notation.h"
#include "contract/variants.h"

#include <assert.h>
#include <stdio.h>

/* ---- components ------------------------------------------------------------------------------ */

/* The sources of single values, by the keys of the card file. */
static void put_sources(const struct component *component, struct json *json)
{
    struct text key = {0};
    json_open(json, "sources", '{');
    for (int i = 0; i < component->source_count; i++) {
        const struct value_source *source = &component->sources[i];
        text_clear(&key);
        value_source_write(source, &key);
        json_open(json, text_string(&key), '{');
        json_put_string(json, "status", provenance_words[source->status]);
        if (source->by[0] != '\0')
            json_put_string(json, "by", source->by);
        json_close(json, '}');
    }
    json_close(json, '}');
    text_free(&key);
}

/* A card set that is told. */
struct told_set {
    const struct ruleset *rules;
    struct variants variants;
};

/* What is the same in all languages. */
static void put_facts(const struct told_set *set, int index, const struct component *component,
                      struct json *json)
{
    json_put_string(json, "kind", component->kind);
    json_put_string(json, "id", component->id);
    if (component->token != NULL)
        json_put_string(json, "token", component->token);
    json_put_string(json, "source", provenance_words[component->provenance]);
    put_sources(component, json);
    json_put_string(json, "file", component->file);
    json_put_boolean(json, "in_play", component->in_play);
    variants_put(&set->variants, set->rules->game, index, json);
}

void card_view_components(const struct ruleset *rules, enum language language, struct json *json)
{
    struct told_set set = {.rules = rules};
    struct component component = {0};
    variants_find(&set.variants, rules);
    json_open(json, NULL, '{');
    json_open(json, "components", '[');
    for (int i = 0; rules->game->component(rules, i, language, &component); i++) {
        json_open(json, NULL, '{');
        put_facts(&set, i, &component, json);
        json_put_string(json, "name", component.name);
        json_put_string(json, "text", text_string(&component.text));
        json_close(json, '}');
        text_clear(&component.text);
    }
    text_free(&component.text);
    variants_free(&set.variants);
    json_close(json, ']');
    json_close(json, '}');
}

/* Whoever compares cards has a printed copy in a language of the cards, whatever they read here. */
static bool is_told_in(const struct json *json, int language)
{
    return json_wants(json, language) || (cards_are_named_in((enum language)language) &&
                                          phrases_are_here((enum language)language));
}

static void put_texts(const struct component told[LANGUAGE_COUNT], struct json *json)
{
    json_open(json, "name", '{');
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (is_told_in(json, i))
            json_put_string(json, language_name((enum language)i), told[i].name);
    json_close(json, '}');
    json_open(json, "text", '{');
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (is_told_in(json, i))
            json_put_string(json, language_name((enum language)i), text_string(&told[i].text));
    json_close(json, '}');
}

/* One component in the languages of the cards and of the reader; false past the last one. */
static bool put_component(const struct told_set *set, int index, struct json *json)
{
    const struct ruleset *rules = set->rules;
    struct component told[LANGUAGE_COUNT] = {{0}};
    bool is_there = true;
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        is_there = rules->game->component(rules, index, (enum language)i, &told[i]);
    if (is_there) {
        json_open(json, NULL, '{');
        put_facts(set, index, &told[0], json);
        put_texts(told, json);
        json_close(json, '}');
    }
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        text_free(&told[i].text);
    return is_there;
}

void card_view_set(const struct ruleset *rules, struct json *json)
{
    struct told_set set = {.rules = rules};
    struct text layout = {0};
    struct json inner = {.out = &layout, .languages = json->languages};
    char fingerprint[20];
    snprintf(fingerprint, sizeof fingerprint, "%016llx", (unsigned long long)rules->fingerprint);
    json_put_string(json, "fingerprint", fingerprint);
    variants_find(&set.variants, rules);
    json_open(json, "components", '[');
    for (int i = 0; put_component(&set, i, json); i++) {
    }
    json_close(json, ']');
    variants_free(&set.variants);
    rules->game->layout(rules, &inner);
    json_put_raw(json, "layout", text_string(&layout));
    text_free(&layout);
}

/* ---- problems -------------------------------------------------------------------------------- */

static void put_expected(const struct problem *problem, struct json *json)
{
    struct text copy = {0};
    struct span word;
    json_open(json, "expected", '[');
    for (size_t at = 0; problem_next_listed(problem, &at, &word);) {
        text_clear(&copy);
        text_add_span(&copy, word);
        json_put_string(json, NULL, text_string(&copy));
    }
    json_close(json, ']');
    text_free(&copy);
}

void card_view_problem(const struct problem *problem, enum language language, struct json *json)
{
    struct text sentence = {0};
    assert(problem_is_set(problem));
    problem_write_sentence(problem, language, &sentence);
    json_open(json, "problem", '{');
    if (problem->file[0] != '\0')
        json_put_string(json, "file", problem->file);
    if (problem->line > 0)
        json_put_number(json, "line", problem->line);
    if (problem->column > 0)
        json_put_number(json, "column", problem->column);
    if (problem->found > 0)
        json_put_string(json, "found", problem->details[problem->found - 1]);
    json_put_string(json, "text", text_string(&sentence));
    if (problem->listed > 0)
        put_expected(problem, json);
    json_close(json, '}');
    text_free(&sentence);
}

/* ---- the workshop ---------------------------------------------------------------------------- */

static void put_file(const struct ruleset *rules, const struct card_text *file, int number,
                     struct json *json)
{
    const struct card_format *format = rules->game->card_format;
    struct text copy = {0};
    text_add_span(&copy, file->text);
    json_open(json, NULL, '{');
    json_put_string(json, "file", file->file);
    json_put_string(json, "text", text_string(&copy));
    format->put_kinds(format, number, json);
    json_close(json, '}');
    text_free(&copy);
}

void card_view_workshop(const struct ruleset *rules, const struct card_texts *texts,
                        const struct card_limits *limits, struct json *json)
{
    const struct card_format *format = rules->game->card_format;
    json_open(json, NULL, '{');
    json_open(json, "files", '[');
    for (int i = 0; i < texts->count; i++)
        put_file(rules, &texts->files[i], i, json);
    json_close(json, ']');
    format->put_face(format, json);
    format->put_effects(format, rules, json);
    json_open(json, "limits", '{');
    json_put_number(json, "bytes", limits->bytes);
    json_put_number(json, "sets", limits->sets);
    json_close(json, '}');
    json_put_boolean(json, "own_sets", limits->own_sets);
    json_put_string(json, "own_cards", limits->own_cards);
    json_close(json, '}');
}
