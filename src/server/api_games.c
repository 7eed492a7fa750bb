/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes about games: the list, texts, components, layouts. */

#include "api_call.h"
#include "table/card_view.h"

#include "contract/card_document.h"
#include "contract/games.h"
#include "contract/ruleset.h"
#include "table/game_view.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes what a reader of that language is told. */
static struct json writer_for(struct api_call *call)
{
    return (struct json){.out = &call->text, .languages = UINT32_C(1) << call->language};
}

static void handle_games(struct api_call *call)
{
    struct json json = writer_for(call);
    const struct span name = span_of(language_name(call->language));
    if (api_answer_kept(call, name))
        return;
    game_view_list(call->language, &json);
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

/* Its texts are in English and in that language (struct json). */
static void write_layout(const struct ruleset *rules, enum language language, struct json *json)
{
    (void)language;
    rules->game->layout(rules, json);
}

static const struct game_telling cards = {"cards", card_view_components},
                                 layout = {"layout", write_layout};

/* Of a game, as new tables have it. */
static void tell_setup(struct api_call *call, const struct game *game, const struct setup *setup,
                       const struct game_telling *telling)
{
    struct problem problem = {0};
    struct text name = {0};
    struct json json = writer_for(call);
    name_answer(telling, game, setup, "stock", call->language, &name);
    if (!api_answer_kept(call, text_span(&name))) {
        struct ruleset *rules =
            card_sets_rules(tables_card_sets(call->api->tables), game, setup, &problem);
        if (rules != NULL) {
            telling->write(rules, call->language, &json);
            api_keep_answer(call, text_span(&name));
        } else
            api_fail_problem(call, 400, ERROR_REFUSED, &problem);
        ruleset_close(rules);
    }
    text_free(&name);
}

static void tell_game(struct api_call *call, const struct game_telling *telling)
{
    struct setup setup;
    const struct game *game = asked_setup(call, &setup);
    if (game != NULL)
        tell_setup(call, game, &setup, telling);
}

static void handle_cards(struct api_call *call)
{
    tell_game(call, &cards);
}

static void handle_layout(struct api_call *call)
{
    tell_game(call, &layout);
}

/* ---- for reference --------------------------------------------------------------------------- */

/* What the pages that explain games need, under names that say all they depend on: the page keeps
 * these answers for times without a network, and `make site` writes them as files. */

/* Takes the language from a name such as "/reference/games.de.json". False, and answered, if it is
 * none that there is. */
static bool take_language_of_name(struct api_call *call)
{
    const char *name = strrchr(http_path(call->request), '/');
    const char *after = strchr(name, '.');
    assert(after != NULL); /* as in the routes */
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        const char *language = language_name((enum language)i);
        size_t length = strlen(language);
        if (strncmp(after + 1, language, length) == 0 && strcmp(after + 1 + length, ".json") == 0) {
            call->language = (enum language)i;
            return true;
        }
    }
    api_fail(call, 404, ERROR_NOT_FOUND, _("there is nothing at this address"));
    return false;
}

static void handle_reference_games(struct api_call *call)
{
    if (take_language_of_name(call))
        handle_games(call);
}

/* With the usual options and the most players: every component that may be on the table. */
static void tell_reference(struct api_call *call, const struct game_telling *telling)
{
    if (!take_language_of_name(call))
        return;
    const struct game *game = game_find(span_of(call->table_id));
    if (game == NULL) {
        api_fail(call, 404, ERROR_NOT_FOUND, _("this game is not known here"));
        return;
    }
    struct setup setup = setup_standard(game);
    setup.players = game->players_max;
    tell_setup(call, game, &setup, telling);
}

static void handle_reference_cards(struct api_call *call)
{
    tell_reference(call, &cards);
}

static void handle_reference_layout(struct api_call *call)
{
    tell_reference(call, &layout);
}

static void put_name(struct json *json, struct text *name)
{
    json_put_string(json, NULL, text_string(name));
    text_clear(name);
}

static void put_names_of_game(const struct game *game, struct json *json, struct text *name)
{
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        text_addf(name, "%s/cards.%s.json", game->name, language_name((enum language)i));
        put_name(json, name);
        text_addf(name, "%s/layout.%s.json", game->name, language_name((enum language)i));
        put_name(json, name);
    }
}

/* The names of all of them. */
static void handle_reference(struct api_call *call)
{
    struct json json = {.out = &call->text};
    const struct span kept = span_of("reference");
    struct text name = {0};
    if (api_answer_kept(call, kept))
        return;
    json_open(&json, NULL, '[');
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        text_addf(&name, "games.%s.json", language_name((enum language)i));
        put_name(&json, &name);
    }
    for (int i = 0; games[i] != NULL; i++)
        put_names_of_game(games[i], &json, &name);
    json_close(&json, ']');
    text_free(&name);
    api_keep_answer(call, kept);
}

/* ---- of tables ------------------------------------------------------------------------------- */

/* Of a table, which may have other cards. */
static void tell_table(struct api_call *call, const struct table *table,
                       const struct game_telling *telling)
{
    const struct ruleset *rules = table->rules;
    struct text name = {0};
    struct json json = writer_for(call);
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
    {"GET", "/api/games", VISITORS, handle_games, RATE_USUAL, false, NULL},
    {"GET", "/api/games/*/cards", VISITORS, handle_cards, RATE_USUAL, false, NULL},
    {"GET", "/api/games/*/layout", VISITORS, handle_layout, RATE_USUAL, false, NULL},
    {"GET", "/reference/index.json", VISITORS, handle_reference, RATE_PAGE, false, NULL},
    {"GET", "/reference/games.*", VISITORS, handle_reference_games, RATE_PAGE, false, NULL},
    {"GET", "/reference/*/cards.*", VISITORS, handle_reference_cards, RATE_PAGE, false, NULL},
    {"GET", "/reference/*/layout.*", VISITORS, handle_reference_layout, RATE_PAGE, false, NULL},
    {"GET", "/api/tables/*/cards", ANYBODY, handle_cards_of_table, RATE_USUAL, false, NULL},
    {"GET", "/api/tables/*/layout", ANYBODY, handle_layout_of_table, RATE_USUAL, false, NULL},
    {"GET", "/api/tables/*/set", ANYBODY, handle_set_of_table, RATE_USUAL, false, NULL},
    {0},
};
