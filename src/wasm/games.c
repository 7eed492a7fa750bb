/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Games, components and the workshop; and how a wish is put together. */

#include "wasm.h"
#include "wish.h"

#include "contract/games.h"
#include "contract/ruleset.h"
#include "table/card_view.h"
#include "table/game_view.h"
#include "table/set_trial.h"

#include <assert.h>
#include <string.h>

EXPORT("games") int orrery_games(void);
EXPORT("wish") int orrery_wish(const char *game);
EXPORT("wish_players") void orrery_wish_players(int players);
EXPORT("wish_option") void orrery_wish_option(const char *name, const char *choice);
EXPORT("wish_title") void orrery_wish_title(const char *title);
EXPORT("wish_hints") void orrery_wish_hints(int wanted);
EXPORT("wish_seat") void orrery_wish_seat(int seat, const char *who, const char *name);
EXPORT("wish_start") void orrery_wish_start(void);
EXPORT("wish_record") void orrery_wish_record(const char *record);
EXPORT("wish_set") void orrery_wish_set(const char *document);
EXPORT("wish_cards") void orrery_wish_cards(const char *file, const char *text);
EXPORT("wish_cards_title") void orrery_wish_cards_title(const char *title);
EXPORT("cards") int orrery_cards(void);
EXPORT("layout") int orrery_layout(void);
EXPORT("workshop") int orrery_workshop(void);
EXPORT("effect") int orrery_effect(const char *text);
EXPORT("check") int orrery_check(void);
EXPORT("try") int orrery_try(int games);

enum { OWN_CARDS_BYTES = 256 * 1024 }; /* of a whole set, as on a server */

int orrery_games(void)
{
    struct json json = answer_begin();
    game_view_list(language, &json);
    return 1;
}

/* ---- wishes ---------------------------------------------------------------------------------- */

struct wish wish;

void wish_clear(void)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        text_free(&wish.who[i]);
        text_free(&wish.names[i]);
    }
    for (int i = 0; i < CARD_FILES_MAX; i++)
        text_free(&wish.own[i]);
    text_free(&wish.record);
    text_free(&wish.set);
    wish = (struct wish){0};
}

/* Begins with a game; "" for one that a record will name. */
int orrery_wish(const char *name)
{
    const struct game *game = game_find(span_of(name));
    wish_clear();
    if (game == NULL && name[0] != '\0')
        return refuse_sentence("not-found", _("this game is not known here"));
    wish.plan.game = game;
    wish.plan.owner = PERSON;
    if (game != NULL)
        wish.plan.setup = setup_standard(game);
    return 1;
}

void orrery_wish_players(int players)
{
    wish.plan.setup.players =
        (uint8_t)(players < 0 || players > SEATS_MAX ? SEATS_MAX + 1 : players);
}

void orrery_wish_option(const char *name, const char *choice)
{
    if (wish.plan.game != NULL)
        setup_option(wish.plan.game, &wish.plan.setup, span_of(name), span_of(choice),
                     &wish.problem);
}

static void copy_title(const char *title, char out[STORE_NAME_SIZE])
{
    struct span span = span_of(title);
    if (span.length >= STORE_NAME_SIZE || span_has_control(span) || span_has_hidden(span))
        problem_set(&wish.problem, _("\"{0}\" is missing, too long or of the wrong kind"), "title",
                    NULL, NULL);
    else
        span_copy(span, out, STORE_NAME_SIZE);
}

void orrery_wish_title(const char *title)
{
    copy_title(title, wish.plan.title);
}

void orrery_wish_cards_title(const char *title)
{
    copy_title(title, wish.plan.cards_title);
}

void orrery_wish_hints(int wanted)
{
    wish.says_hints = true;
    wish.wants_hints = wanted != 0;
}

/* Who sits there: "me", "open" or a computer player; `name`: of someone at this screen, or "". */
void orrery_wish_seat(int seat, const char *who, const char *name)
{
    if (seat < 1 || seat > SEATS_MAX) {
        problem_set(&wish.problem, _("\"{0}\" is missing, too long or of the wrong kind"), "seats",
                    NULL, NULL);
        return;
    }
    struct text *kept = &wish.who[seat - 1], *called = &wish.names[seat - 1];
    text_clear(kept);
    text_clear(called);
    text_add(kept, who);
    text_add(called, name);
    wish.seating.who[seat - 1] = text_string(kept);
    wish.seating.name[seat - 1] = called->length > 0 ? text_string(called) : NULL;
    wish.has_seats = true;
}

void orrery_wish_start(void)
{
    wish.starts = true;
}

void orrery_wish_record(const char *record)
{
    text_clear(&wish.record);
    text_add(&wish.record, record);
}

/* The cards that the recorded game was played with. */
void orrery_wish_set(const char *document)
{
    text_clear(&wish.set);
    text_add(&wish.set, document);
}

/* A card file of one's own, in place of the program's. */
void orrery_wish_cards(const char *file, const char *text)
{
    const struct game *game = wish.plan.game;
    int i = 0;
    while (game != NULL && game->card_files[i] != NULL && strcmp(game->card_files[i], file) != 0)
        i++;
    if (game == NULL || game->card_files[i] == NULL) {
        problem_set(&wish.problem, _("{0} has no card file \"{1}\""),
                    game != NULL ? game->name : "", file, NULL);
        return;
    }
    assert(i < CARD_FILES_MAX);
    text_clear(&wish.own[i]);
    text_add(&wish.own[i], text);
    wish.has_own[i] = true;
}

/* The whole set: the program's with the files of one's own in their place. */
static bool wished_texts(struct card_texts *texts)
{
    size_t size = 0;
    *texts = (struct card_texts){0};
    if (!card_texts_find(texts, wish.plan.game, NULL, &wish.problem))
        return false;
    for (int i = 0; i < texts->count; i++) {
        if (wish.has_own[i])
            texts->files[i].text = text_span(&wish.own[i]);
        size += texts->files[i].text.length;
    }
    return size <= OWN_CARDS_BYTES ||
           problem_set(&wish.problem, _("this card set is too large: at most 256 KiB are allowed"),
                       NULL, NULL, NULL);
}

struct ruleset *wish_rules(void)
{
    struct card_texts texts;
    if (problem_is_set(&wish.problem) || !wished_texts(&texts))
        return NULL;
    return ruleset_open_texts(wish.plan.game, &wish.plan.setup, texts.files, texts.count,
                              &wish.problem);
}

/* ---- components ------------------------------------------------------------------------------ */

int orrery_cards(void)
{
    struct json json = answer_begin();
    struct ruleset *rules = wish_rules();
    if (rules == NULL)
        return refuse(&wish.problem);
    card_view_components(rules, language, &json);
    ruleset_close(rules);
    return 1;
}

int orrery_layout(void)
{
    struct json json = answer_begin();
    struct ruleset *rules = wish_rules();
    if (rules == NULL)
        return refuse(&wish.problem);
    rules->game->layout(rules, &json);
    ruleset_close(rules);
    return 1;
}

/* ---- the workshop ---------------------------------------------------------------------------- */

int orrery_workshop(void)
{
    static const struct card_limits limits = {
        .bytes = OWN_CARDS_BYTES, .sets = 1000, .own_sets = true, .own_cards = "all"};
    struct json json = answer_begin();
    struct card_texts texts;
    struct ruleset *rules = wish_rules();
    if (rules == NULL)
        return refuse(&wish.problem);
    ruleset_texts(rules, &texts);
    card_view_workshop(rules, &texts, &limits, &json);
    ruleset_close(rules);
    return 1;
}

/* The answer that a text of someone's cards has a problem, which is no refusal. */
static int tell_problem(const struct problem *problem)
{
    struct json json = answer_begin();
    json_open(&json, NULL, '{');
    json_put_boolean(&json, "ok", false);
    card_view_problem(problem, language, &json);
    json_close(&json, '}');
    return 1;
}

int orrery_effect(const char *text)
{
    struct json json = answer_begin();
    struct problem problem = {0};
    struct ruleset *rules = wish_rules();
    if (rules == NULL)
        return refuse(&wish.problem);
    const struct card_format *format = rules->game->card_format;
    json_open(&json, NULL, '{');
    json_put_boolean(&json, "ok", true);
    bool fine = format->read_effect(format, rules, span_of(text), &json, &problem);
    json_close(&json, '}');
    ruleset_close(rules);
    return fine ? 1 : tell_problem(&problem);
}

/* A set that is wrong has a place in a file; anything else is refused. */
static int refuse_set(void)
{
    return wish.problem.file[0] != '\0' ? tell_problem(&wish.problem) : refuse(&wish.problem);
}

int orrery_check(void)
{
    struct json json = answer_begin();
    struct ruleset *rules = wish_rules();
    if (rules == NULL)
        return refuse_set();
    json_open(&json, NULL, '{');
    json_put_boolean(&json, "ok", true);
    card_view_set(rules, &json);
    json_close(&json, '}');
    ruleset_close(rules);
    return 1;
}

int orrery_try(int wanted)
{
    struct set_trial trial;
    struct text why = {0};
    struct ruleset *rules = wish_rules();
    if (rules == NULL)
        return refuse_set();
    set_trial_begin(&trial, rules,
                    wanted < 1                 ? 1
                    : wanted > TRIAL_GAMES_MAX ? TRIAL_GAMES_MAX
                                               : wanted);
    while (set_trial_continue(&trial)) {
    }
    struct json json = answer_begin();
    json_open(&json, NULL, '{');
    json_put_boolean(&json, "ok", !problem_is_set(&trial.problem));
    json_put_number(&json, "games", trial.played);
    if (problem_is_set(&trial.problem)) {
        problem_write_sentence(&trial.problem, language, &why);
        json_put_string(&json, "text", text_string(&why));
    }
    json_close(&json, '}');
    text_free(&why);
    set_trial_end(&trial);
    return 1;
}
