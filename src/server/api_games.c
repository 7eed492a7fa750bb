/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes about games: the list, texts, components, layouts. */

#include "api_call.h"
#include "card_view.h"

#include "contract/card_document.h"
#include "contract/games.h"
#include "contract/ruleset.h"
#include "players/evaluate.h"
#include "players/levels.h"
#include "players/player.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_options(const struct game *game, enum language language, struct json *json)
{
    json_open(json, "options", '[');
    for (const struct option *option = game->words->options; option->name != NULL; option++) {
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

/* In all languages, so that whoever changes the language need not ask again. */
static void put_phrase(const char *key, const char *english, struct json *json)
{
    json_open(json, key, '{');
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        json_put_string(json, language_name((enum language)i), phrase((enum language)i, english));
    json_close(json, '}');
}

static void put_levels(const struct game *game, struct json *json)
{
    const struct level *levels = player_levels(game);
    json_open(json, "levels", '[');
    for (int i = 0; levels[i].name != NULL; i++) {
        json_open(json, NULL, '{');
        json_put_number(json, "level", i + 1);
        put_phrase("name", levels[i].name, json);
        put_phrase("about", levels[i].about, json);
        json_put_string(json, "player", levels[i].player);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void handle_games(struct api_call *call)
{
    struct json json = {.out = &call->text};
    const struct span name = span_of(language_name(call->language));
    if (api_answer_kept(call, name))
        return;
    json_open(&json, NULL, '{');
    json_open(&json, "games", '[');
    for (int i = 0; games[i] != NULL; i++) {
        json_open(&json, NULL, '{');
        json_put_string(&json, "name", games[i]->name);
        json_put_string(&json, "title", phrase(call->language, games[i]->title));
        json_put_number(&json, "players_min", games[i]->players_min);
        json_put_number(&json, "players_max", games[i]->players_max);
        json_put_string(&json, "recommended", recommended_player(games[i]));
        put_options(games[i], call->language, &json);
        put_levels(games[i], &json);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_open(&json, "players", '[');
    for (int i = 0; player_kinds[i] != NULL; i++) {
        json_open(&json, NULL, '{');
        json_put_string(&json, "name", player_kinds[i]->name);
        json_put_string(&json, "text", phrase(call->language, player_kinds[i]->about));
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    api_keep_answer(call, name);
}

/* ---- components and layouts ------------------------------------------------------------------ */

/* What is told of a ruleset, and is the same for everyone who asks in that language. */
struct game_telling {
    const char *what;
    void (*write)(const struct ruleset *rules, enum language language, struct json *json);
};

/* The name of an answer that is kept: all that it depends on. `cards` is the fingerprint of the
 * card set, the table whose own it is, or "stock" for the one that new tables get. */
static void name_answer(const struct game_telling *telling, const struct game *game,
                        const struct setup *setup, const char *cards, enum language language,
                        struct text *out)
{
    assert(setup->players <= SEATS_MAX && cards[0] != '\0');
    text_addf(out, "%s %s %s %s %d", telling->what, language_name(language), game->name, cards,
              setup->players);
    for (int i = 0; i < option_count(game); i++)
        text_addf(out, " %d", setup->options[i]);
}

/* The game and setup that the address asks for: /api/games/NAME/…?players=3&OPTION=CHOICE. NULL if
 * it is answered with what is wrong. */
static const struct game *asked_setup(struct api_call *call, struct setup *setup)
{
    const struct game *game = game_find(span_of(call->table_id));
    struct problem problem = {0};
    if (game == NULL) {
        api_fail(call, 404, ERROR_NOT_FOUND, _("this game is not known here"));
        return NULL;
    }
    *setup = setup_standard(game);
    const char *players = http_query(call->request, "players");
    int64_t number = 0; /* which no game takes */
    if (players != NULL) {
        span_number(span_of(players), 1, SEATS_MAX, &number);
        setup->players = (uint8_t)number;
    }
    for (const struct option *option = game->words->options; option->name != NULL; option++) {
        const char *choice = http_query(call->request, option->name);
        if (choice != NULL)
            setup_option(game, setup, span_of(option->name), span_of(choice), &problem);
    }
    if (!problem_is_set(&problem))
        return game;
    api_fail_problem(call, 400, ERROR_REFUSED, &problem);
    return NULL;
}

/* It has no texts: the same in all languages. */
static void write_layout(const struct ruleset *rules, enum language language, struct json *json)
{
    (void)language;
    rules->game->layout(rules, json);
}

static const struct game_telling cards = {"cards", card_view_components},
                                 layout = {"layout", write_layout};

/* Of a game, as new tables have it. */
static void tell_game(struct api_call *call, const struct game_telling *telling)
{
    struct setup setup;
    struct problem problem = {0};
    struct text name = {0};
    struct json json = {.out = &call->text};
    const struct game *game = asked_setup(call, &setup);
    if (game == NULL)
        return;
    name_answer(telling, game, &setup, "stock", call->language, &name);
    if (!api_answer_kept(call, text_span(&name))) {
        struct ruleset *rules =
            card_sets_rules(tables_card_sets(call->api->tables), game, &setup, &problem);
        if (rules != NULL) {
            telling->write(rules, call->language, &json);
            api_keep_answer(call, text_span(&name));
        } else
            api_fail_problem(call, 400, ERROR_REFUSED, &problem);
        ruleset_close(rules);
    }
    text_free(&name);
}

static void handle_cards(struct api_call *call)
{
    tell_game(call, &cards);
}

static void handle_layout(struct api_call *call)
{
    tell_game(call, &layout);
}

/* Of a table, which may have other cards. */
static void tell_table(struct api_call *call, const struct table *table,
                       const struct game_telling *telling)
{
    const struct ruleset *rules = table->rules;
    struct text name = {0};
    struct json json = {.out = &call->text};
    char whose[STORE_ID_SIZE + 8];
    assert(rules != NULL && table->id[0] != '\0');
    if (table->plan.cards_title[0] != '\0') /* whose fingerprint may be forged */
        snprintf(whose, sizeof whose, "own %s", table->id);
    else
        snprintf(whose, sizeof whose, "%016llx", (unsigned long long)rules->fingerprint);
    name_answer(telling, rules->game, &rules->setup, whose, call->language, &name);
    if (!api_answer_kept(call, text_span(&name))) {
        telling->write(rules, call->language, &json);
        api_keep_answer(call, text_span(&name));
    }
    text_free(&name);
}

static void show_cards(struct table_lookup *lookup, struct table *table,
                       const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    if (api_has_table(call, table, problem))
        tell_table(call, table, &cards);
}

static void show_layout(struct table_lookup *lookup, struct table *table,
                        const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    if (api_has_table(call, table, problem))
        tell_table(call, table, &layout);
}

static void handle_cards_of_table(struct api_call *call)
{
    api_look_up(call, show_cards);
}

static void handle_layout_of_table(struct api_call *call)
{
    api_look_up(call, show_layout);
}

/* The whole set of a table as one text, for those who want to keep or correct it. */
static void show_set(struct table_lookup *lookup, struct table *table,
                     const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    struct card_texts texts;
    if (!api_has_table(call, table, problem))
        return;
    ruleset_texts(table->rules, &texts);
    card_document_write(table->plan.game, &texts, &call->text);
    api_answer(call, 200, "text/plain; charset=utf-8");
}

static void handle_set_of_table(struct api_call *call)
{
    api_look_up(call, show_set);
}

const struct route game_routes[] = {
    {"GET", "/api/games", ANYBODY, handle_games, RATE_USUAL, false},
    {"GET", "/api/games/*/cards", ANYBODY, handle_cards, RATE_USUAL, false},
    {"GET", "/api/games/*/layout", ANYBODY, handle_layout, RATE_USUAL, false},
    {"GET", "/api/tables/*/cards", ANYBODY, handle_cards_of_table, RATE_USUAL, false},
    {"GET", "/api/tables/*/layout", ANYBODY, handle_layout_of_table, RATE_USUAL, false},
    {"GET", "/api/tables/*/set", ANYBODY, handle_set_of_table, RATE_USUAL, false},
    {0},
};
