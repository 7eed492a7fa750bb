/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See catalogue.h. */

#include "catalogue.h"

#include "notation.h"
#include "play.h"
#include "ruleset.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One word for a kind of thing, without a ruleset. */
static const char *kind_word(const struct game *game, int kind)
{
    return thing_word(&(struct ruleset){.game = game}, kind);
}

/* ---- features -------------------------------------------------------------------------------- */

/* The names of a game's features, as a table with all seats notes them. */
struct feature_list {
    struct ruleset *rules;
    int count;
    struct feature_name names[FEATURES_MAX];
};

/* NULL: they have no names. */
static struct feature_list *feature_list_open(const struct game *game)
{
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    union any_state state;
    struct score score;
    int16_t numbers[FEATURES_MAX];
    setup.players = game->players_max;
    struct ruleset *rules =
        game->feature_names != NULL ? ruleset_open(game, &setup, NULL, &problem) : NULL;
    if (rules == NULL)
        return NULL;
    struct feature_list *list = memory_new(1, sizeof *list);
    list->rules = rules;
    list->count = game->feature_count;
    play_start(rules, &state);
    game->score(rules, &state, &score);
    game->feature_names(rules, &state, &score, 0, numbers, list->names);
    return list;
}

static void feature_list_close(struct feature_list *list)
{
    if (list == NULL)
        return;
    ruleset_close(list->rules);
    free(list);
}

/* Have these two the same label in the same block? */
static bool is_same(const struct feature_list *list, int a, int b)
{
    const struct feature_name *one = &list->names[a], *other = &list->names[b];
    return one->number == other->number && strcmp(one->label, other->label) == 0 &&
           strcmp(one->block, other->block) == 0;
}

static const char *meaning_of(const struct feature_list *list, int number)
{
    const char *colon = strchr(list->names[number].label, ':');
    assert(colon != NULL && colon[1] == ' ');
    return colon + 2;
}

/* What tells it from the others with its label: the notation of a thing, a source, or a number. */
static void write_which(const struct feature_list *list, int number, int which, struct text *out)
{
    const struct feature_name *name = &list->names[number];
    const char *token = NULL;
    if (name->by == FEATURE_BY_SOURCE)
        token = list->rules->game->words->sources[which].name;
    else if (name->by != THING_NONE)
        token = thing_token(list->rules, name->by, name->first + which);
    if (token != NULL)
        text_addf(out, ".%s", token);
    else
        text_addf(out, ".%d", which);
}

/* "seat0.ore", or "seat0.strength.sol" where several have the label. */
static void write_feature(const struct feature_list *list, int number, struct text *out)
{
    const struct feature_name *name = &list->names[number];
    int before = 0, all = 0;
    assert(number >= 0 && number < list->count);
    for (int i = 0; i < list->count; i++) {
        all += is_same(list, i, number);
        before += i < number && is_same(list, i, number);
    }
    text_add(out, name->block);
    if (name->number >= 0)
        text_addf(out, "%d", name->number);
    text_addf(out, ".%.*s", (int)strcspn(name->label, ":"), name->label);
    if (all > 1)
        write_which(list, number, before, out);
}

/* ---- for people ------------------------------------------------------------------------------ */

enum { COLUMN_TEXT = 44 };

static void write_kinds(const struct game *game, const uint8_t *slots, int count, struct text *out)
{
    for (int i = 0; i < count && slots[i] != THING_NONE; i++)
        text_addf(out, " <%s>", kind_word(game, slots[i]));
}

/* A row: its name, the kinds of its arguments, its text with the slots as they are, the rule. */
static void write_row(const struct game *game, const struct wording *row, enum language language,
                      struct text *out)
{
    text_addf(out, "%s", row->name);
    write_kinds(game, row->slots, 3, out);
    text_pad_to(out, COLUMN_TEXT);
    text_addf(out, " %s", phrase(language, row->text));
    if (row->rule[0] != '\0')
        text_addf(out, "  (%s)", row->rule);
    text_add_char(out, '\n');
}

static void write_table(const struct game *game, const struct wording *table, const char *title,
                        enum language language, struct text *out)
{
    text_addf(out, "\n%s\n", phrase(language, title));
    for (; table->name != NULL; table++) {
        text_add(out, "  ");
        write_row(game, table, language, out);
    }
}

/* Each kind with the number of its first action. */
static void write_moves(const struct game *game, enum language language, struct text *out)
{
    struct actions actions;
    actions_open(&actions, game);
    text_addf(out, "\n%s\n", phrase(language, _("moves, with the number of the first of a kind")));
    for (int i = 0; i < actions.kind_count; i++) {
        const struct action_kind *kind = &actions.kinds[i];
        text_addf(out, "%7d  ", kind->first);
        write_row(game, &game->words->moves[i], language, out);
        if (game->words->moves[i].slots[0] == THING_NONE)
            continue;
        text_add(out, "         ");
        for (int k = 0; k < 3 && game->words->moves[i].slots[k] != THING_NONE; k++)
            text_addf(out, "%s%d", k > 0 ? " * " : "", kind->values[k]);
        text_add_char(out, '\n');
    }
}

static void write_fields(const struct game *game, enum language language, struct text *out)
{
    text_addf(out, "\n%s\n", phrase(language, _("fields of a position")));
    for (const struct field *field = game->words->fields; field->name != NULL; field++) {
        if (field->form == FIELD_SPARE)
            continue;
        text_addf(out, "  %s", field->name);
        write_kinds(game, (const uint8_t[]){field->index[0].by, field->index[1].by}, 2, out);
        text_pad_to(out, COLUMN_TEXT);
        text_addf(out, " %s\n", field->about);
    }
}

/* Numbers for learners: those with one label in a row together. */
static void write_features(const struct game *game, enum language language, struct text *out)
{
    struct feature_list *list = feature_list_open(game);
    if (list == NULL)
        return;
    text_addf(out, "\n%s\n", phrase(language, _("features, with their places in the list")));
    for (int from = 0, to; from < game->feature_count; from = to) {
        for (to = from + 1; to < game->feature_count && is_same(list, from, to);)
            to++;
        text_addf(out, "%7d  ", from);
        write_feature(list, from, out);
        if (to > from + 1) {
            struct text last = {0};
            write_feature(list, to - 1, &last);
            text_addf(out, " … %s", strrchr(text_string(&last), '.') + 1);
            text_free(&last);
        }
        text_pad_to(out, COLUMN_TEXT);
        text_addf(out, " %s\n", meaning_of(list, from));
    }
    feature_list_close(list);
}

void catalogue_write(const struct game *game, enum language language, struct text *out)
{
    const struct words *words = game->words;
    write_moves(game, language, out);
    write_table(game, words->events, _("events"), language, out);
    write_table(game, words->reasons, _("reasons why something is not possible"), language, out);
    write_table(game, words->questions, _("questions"), language, out);
    write_table(game, words->sources, _("sources of points"), language, out);
    write_fields(game, language, out);
    write_features(game, language, out);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void put_slots(const struct game *game, const uint8_t *slots, int count, const char *key,
                      struct json *json)
{
    json_open(json, key, '[');
    for (int i = 0; i < count && slots[i] != THING_NONE; i++)
        json_put_string(json, NULL, kind_word(game, slots[i]));
    json_close(json, ']');
}

static void put_row(const struct game *game, const struct wording *row, enum language language,
                    struct json *json)
{
    json_put_string(json, "name", row->name);
    json_put_string(json, "rule", row->rule);
    put_slots(game, row->slots, 3, "arguments", json);
    json_put_string(json, "text", phrase(language, row->text));
}

static void put_table(const struct game *game, const struct wording *table, enum language language,
                      const char *key, struct json *json)
{
    json_open(json, key, '[');
    for (; table->name != NULL; table++) {
        json_open(json, NULL, '{');
        put_row(game, table, language, json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_moves(const struct game *game, enum language language, struct json *json)
{
    struct actions actions;
    actions_open(&actions, game);
    json_put_number(json, "actions", actions.count);
    json_open(json, "moves", '[');
    for (int i = 0; i < actions.kind_count; i++) {
        const struct action_kind *kind = &actions.kinds[i];
        json_open(json, NULL, '{');
        put_row(game, &game->words->moves[i], language, json);
        json_put_number(json, "first", kind->first);
        json_open(json, "values", '[');
        for (int k = 0; k < 3 && game->words->moves[i].slots[k] != THING_NONE; k++)
            json_put_number(json, NULL, kind->values[k]);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_things(const struct game *game, enum language language, struct json *json)
{
    json_open(json, "things", '[');
    for (const struct thing *thing = game->words->things; thing->word != NULL; thing++) {
        json_open(json, NULL, '{');
        json_put_string(json, "name", thing->word);
        json_put_string(json, "text", phrase(language, thing->name));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_fields(const struct game *game, struct json *json)
{
    json_open(json, "fields", '[');
    for (const struct field *field = game->words->fields; field->name != NULL; field++) {
        if (field->form == FIELD_SPARE)
            continue;
        const uint8_t by[2] = {field->index[0].by, field->index[1].by};
        json_open(json, NULL, '{');
        json_put_string(json, "name", field->name);
        json_put_string(json, "about", field->about);
        put_slots(game, by, 2, "by", json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_features(const struct game *game, struct json *json)
{
    struct feature_list *list = feature_list_open(game);
    json_put_number(json, "features", game->feature_count);
    json_open(json, "feature_names", '[');
    for (int i = 0; list != NULL && i < game->feature_count; i++) {
        struct text name = {0};
        write_feature(list, i, &name);
        json_open(json, NULL, '{');
        json_put_string(json, "name", text_string(&name));
        json_put_string(json, "about", meaning_of(list, i));
        json_close(json, '}');
        text_free(&name);
    }
    json_close(json, ']');
    feature_list_close(list);
}

void catalogue_options(const struct game *game, enum language language, struct json *json)
{
    json_open(json, "options", '[');
    for (const struct option *option = game->words->options; option->name != NULL; option++) {
        assert(option->standard < choice_count(option));
        json_open(json, NULL, '{');
        json_put_string(json, "name", option->name);
        json_put_string(json, "text", phrase(language, option->text));
        json_put_string(json, "standard", option->choices[option->standard]);
        json_open(json, "choices", '[');
        for (int i = 0; option->choices[i] != NULL; i++) {
            json_open(json, NULL, '{');
            json_put_string(json, "name", option->choices[i]);
            json_put_string(json, "text", phrase(language, option->texts[i]));
            json_close(json, '}');
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

void catalogue_json(const struct game *game, enum language language, struct json *json)
{
    const struct words *words = game->words;
    json_open(json, NULL, '{');
    json_put_string(json, "name", game->name);
    json_put_string(json, "title", phrase(language, game->title));
    json_put_number(json, "rules_version", game->rules_version);
    json_put_number(json, "players_min", game->players_min);
    json_put_number(json, "players_max", game->players_max);
    json_put_number(json, "moves_bound", game->moves_bound);
    put_features(game, json);
    catalogue_options(game, language, json);
    put_moves(game, language, json);
    put_things(game, language, json);
    put_table(game, words->events, language, "events", json);
    put_table(game, words->reasons, language, "reasons", json);
    put_table(game, words->questions, language, "questions", json);
    put_table(game, words->sources, language, "sources", json);
    put_fields(game, json);
    json_close(json, '}');
}
