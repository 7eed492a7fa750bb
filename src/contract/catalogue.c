/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See catalogue.h. */

#include "catalogue.h"

#include "notation.h"
#include "ruleset.h"

/* One word for a kind of thing, without a ruleset. */
static const char *kind_word(const struct game *game, int kind)
{
    return thing_word(&(struct ruleset){.game = game}, kind);
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

void catalogue_write(const struct game *game, enum language language, struct text *out)
{
    const struct words *words = game->words;
    write_moves(game, language, out);
    write_table(game, words->events, _("events"), language, out);
    write_table(game, words->reasons, _("reasons why something is not possible"), language, out);
    write_table(game, words->questions, _("questions"), language, out);
    write_table(game, words->sources, _("sources of points"), language, out);
    write_fields(game, language, out);
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

static void put_options(const struct game *game, enum language language, struct json *json)
{
    json_open(json, "options", '[');
    for (const struct option *option = game->words->options; option->name != NULL; option++) {
        json_open(json, NULL, '{');
        json_put_string(json, "name", option->name);
        json_put_string(json, "text", phrase(language, option->text));
        json_put_string(json, "standard", option->choices[option->standard]);
        json_open(json, "choices", '{');
        for (int i = 0; option->choices[i] != NULL; i++)
            json_put_string(json, option->choices[i], phrase(language, option->texts[i]));
        json_close(json, '}');
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
    json_put_number(json, "features", game->feature_count);
    put_options(game, language, json);
    put_moves(game, language, json);
    put_things(game, language, json);
    put_table(game, words->events, language, "events", json);
    put_table(game, words->reasons, language, "reasons", json);
    put_table(game, words->questions, language, "questions", json);
    put_table(game, words->sources, language, "sources", json);
    put_fields(game, json);
    json_close(json, '}');
}
