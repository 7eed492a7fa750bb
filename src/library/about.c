/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The library: what there is, as JSON: games, rules with their components, computer players. */

#include "library.h"

#include "base/json.h"
#include "contract/catalogue.h"
#include "contract/games.h"
#include "contract/notation.h"
#include "contract/ruleset.h"
#include "contract/variants.h"
#include "players/levels.h"
#include "players/player.h"

#include <assert.h>
#include <string.h>

static const struct game *find(const char *name)
{
    return name != NULL ? game_find(span_of(name)) : NULL;
}

/* ORRERY_FINE, or what is wrong with a question about a game. */
static int check_question(const char *game, enum orrery_language language)
{
    if (find(game) == NULL)
        return ORRERY_WRONG_TEXT;
    if (!is_language(language))
        return ORRERY_WRONG_ARGUMENT;
    return has_memory() ? ORRERY_FINE : ORRERY_NO_MEMORY;
}

const char *orrery_language_name(int index)
{
    _Static_assert((int)LANGUAGE_COUNT <= (int)ORRERY_LANGUAGES_MAX,
                   "each language has a number in orrery.h");
    assert(strcmp(language_name(ENGLISH), "en") == 0);
    return index >= 0 && index < LANGUAGE_COUNT ? language_name((enum language)index) : NULL;
}

int64_t orrery_game_json(const char *game, enum orrery_language language, char *out, size_t size)
{
    struct text text = {0};
    struct json json = {.out = &text};
    int result = check_question(game, language);
    if (result != ORRERY_FINE)
        return result;
    catalogue_json(find(game), (enum language)language, &json);
    return text_hand_out(&text, out, size);
}

static void put_components(const struct ruleset *rules, enum language language, struct json *json)
{
    struct component component = {0};
    struct variants variants;
    variants_find(&variants, rules);
    json_open(json, "components", '[');
    for (int i = 0; rules->game->component(rules, i, language, &component); i++) {
        json_open(json, NULL, '{');
        json_put_string(json, "kind", component.kind);
        json_put_string(json, "id", component.id);
        if (component.token != NULL)
            json_put_string(json, "token", component.token);
        json_put_string(json, "name", component.name);
        json_put_string(json, "text", text_string(&component.text));
        json_put_string(json, "source", provenance_words[component.provenance]);
        json_put_boolean(json, "in_play", component.in_play);
        variants_put(&variants, rules->game, i, json);
        json_close(json, '}');
        text_clear(&component.text);
    }
    json_close(json, ']');
    text_free(&component.text);
    variants_free(&variants);
}

static void put_setup(const struct ruleset *rules, struct json *json)
{
    json_put_string(json, "game", rules->game->name);
    json_put_number(json, "players", rules->setup.players);
    json_put_number(json, "rules_version", rules->setup.rules);
    json_open(json, "options", '{');
    for (int i = 0; i < option_count(rules->game); i++) {
        const struct option *option = &rules->game->words->options[i];
        json_put_string(json, option->name, option->choices[rules->setup.options[i]]);
    }
    json_close(json, '}');
}

int64_t orrery_rules_json(const struct orrery_rules *rules, enum orrery_language language,
                          char *out, size_t size)
{
    struct text text = {0};
    struct json json = {.out = &text};
    if (rules == NULL || !is_language(language))
        return ORRERY_WRONG_ARGUMENT;
    if (!has_memory())
        return ORRERY_NO_MEMORY;
    json_open(&json, NULL, '{');
    put_setup(rules->rules, &json);
    put_components(rules->rules, (enum language)language, &json);
    json_close(&json, '}');
    return text_hand_out(&text, out, size);
}

static void put_kind(const struct player_kind *kind, enum language language, struct json *json)
{
    json_open(json, NULL, '{');
    json_put_string(json, "name", kind->name);
    json_put_string(json, "about", phrase(language, kind->about));
    json_open(json, "settings", '[');
    for (int i = 0; i < PLAYER_SETTINGS_MAX && kind->settings[i].name != NULL; i++) {
        const struct player_setting *setting = &kind->settings[i];
        json_open(json, NULL, '{');
        json_put_string(json, "name", setting->name);
        json_put_string(json, "about", phrase(language, setting->about));
        json_put_number(json, "min", setting->min);
        json_put_number(json, "max", setting->max);
        json_put_number(json, "standard", setting->standard);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_put_boolean(json, "network", kind->open_with != NULL);
    json_close(json, '}');
}

int64_t orrery_players_json(const char *game, enum orrery_language language, char *out, size_t size)
{
    struct text text = {0};
    struct json json = {.out = &text};
    int result = check_question(game, language);
    if (result != ORRERY_FINE)
        return result;
    json_open(&json, NULL, '{');
    json_open(&json, "players", '[');
    for (int i = 0; player_kinds[i] != NULL; i++)
        put_kind(player_kinds[i], (enum language)language, &json);
    json_close(&json, ']');
    json_open(&json, "levels", '[');
    for (const struct level *row = player_levels(find(game)); row->name != NULL; row++) {
        json_open(&json, NULL, '{');
        json_put_string(&json, "name", phrase((enum language)language, row->name));
        json_put_string(&json, "about", phrase((enum language)language, row->about));
        json_put_string(&json, "player", row->player);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return text_hand_out(&text, out, size);
}
