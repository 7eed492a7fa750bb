/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See moment.h. */

#include "moment.h"

#include "notation.h"
#include "play.h"

#include <stdlib.h>

/* What is written about, to whom, and where. */
struct moment_view {
    const struct told_moment *moment;
    struct teller teller;
    struct json *json;
};

/* `first` is the number of the first seat. */
static void put_seat(struct json *json, const char *key, int seat, int first)
{
    assert(seat < SEATS_MAX);
    if (seat >= 0)
        json_put_number(json, key, seat + first);
    else if (seat == DEALER)
        json_put_string(json, key, "dealer");
    else
        json_put_null(json, key);
}

void moment_put_seat(struct json *json, const char *key, int seat)
{
    put_seat(json, key, seat, 0);
}

void moment_put_seat_from_1(struct json *json, const char *key, int seat)
{
    put_seat(json, key, seat, 1);
}

static void put_move(const struct moment_view *view, struct move move)
{
    struct text text = {0};
    int action = action_of(view->moment->actions, move);
    if (action >= 0)
        json_put_number(view->json, "action", action);
    else
        json_put_null(view->json, "action");
    move_write(view->moment->rules, move, &text);
    json_put_string(view->json, "move", text_string(&text));
    text_free(&text);
}

static void put_words(const struct moment_view *view, struct move move, int actor)
{
    struct text text = {0};
    tell_move(view->moment->rules, view->moment->state, &view->teller, actor, move, &text);
    json_put_string(view->json, "text", text_string(&text));
    text_clear(&text);
    explain_move(view->moment->rules, view->moment->state, move, view->teller.language, &text);
    if (text.length > 0)
        json_put_string(view->json, "about", text_string(&text));
    text_free(&text);
}

static void put_legal(const struct moment_view *view, int actor)
{
    struct chance chance = {0};
    if (actor == DEALER)
        chance_list(view->moment->rules, view->moment->state, &chance);
    else
        chance.count = view->moment->rules->game->legal(view->moment->rules, view->moment->state,
                                                        chance.moves);
    json_open(view->json, "legal", '[');
    for (int i = 0; i < chance.count; i++) {
        json_open(view->json, NULL, '{');
        put_move(view, chance.moves[i]);
        put_words(view, chance.moves[i], actor);
        if (actor == DEALER)
            json_put_number(view->json, "odds", chance.weights[i]);
        json_close(view->json, '}');
    }
    json_close(view->json, ']');
    if (actor == DEALER)
        json_put_number(view->json, "odds_total", chance.total);
}

static void put_totals(const struct moment_view *view, const char *key, const struct score *score)
{
    json_open(view->json, key, '[');
    for (int i = 0; i < view->moment->rules->setup.players; i++)
        json_put_number(view->json, NULL, score->total[i]);
    json_close(view->json, ']');
}

static void put_score(const struct moment_view *view)
{
    const struct game *game = view->moment->rules->game;
    struct score score = {0}, projected = {0};
    int players = view->moment->rules->setup.players;
    game->score(view->moment->rules, view->moment->state, &score);
    put_totals(view, "points", &score);
    json_open(view->json, "places", '[');
    for (int i = 0; i < players; i++)
        json_put_number(view->json, NULL, score.place[i]);
    json_close(view->json, ']');
    json_open(view->json, "points_by_source", '{');
    for (int row = 0; game->words->sources[row].name != NULL; row++) {
        json_open(view->json, game->words->sources[row].name, '[');
        for (int i = 0; i < players; i++)
            json_put_number(view->json, NULL, score.parts[i][row]);
        json_close(view->json, ']');
    }
    json_close(view->json, '}');
    if (game->projected != NULL)
        game->projected(view->moment->rules, view->moment->state, &projected);
    put_totals(view, "points_if_it_ended_now", game->projected != NULL ? &projected : &score);
}

static void put_moment(const struct moment_view *view, const char *key)
{
    struct node node = view->moment->rules->game->node(view->moment->rules, view->moment->state);
    struct text question = {0};
    tell_question(view->moment->rules, view->moment->state, &view->teller, &question);
    json_open(view->json, key, '{');
    moment_put_seat(view->json, "actor", node.actor);
    moment_put_seat(view->json, "turn", node.turn);
    json_put_number(view->json, "round", node.round);
    json_put_boolean(view->json, "over", node.actor == NOBODY);
    json_put_string(view->json, "question", text_string(&question));
    put_legal(view, node.actor);
    put_score(view);
    json_close(view->json, '}');
    text_free(&question);
}

static void put_blocked(const struct moment_view *view, const char *key)
{
    struct blocked *blocked = memory_new(BLOCKED_MAX, sizeof *blocked);
    const struct wording *reasons = view->moment->rules->game->words->reasons;
    int actor = view->moment->rules->game->node(view->moment->rules, view->moment->state).actor;
    int count =
        view->moment->rules->game->blocked(view->moment->rules, view->moment->state, blocked);
    struct text text = {0};
    json_open(view->json, key, '[');
    for (int i = 0; i < count; i++) {
        json_open(view->json, NULL, '{');
        put_move(view, blocked[i].move);
        put_words(view, blocked[i].move, actor);
        json_put_string(view->json, "reason", reasons[blocked[i].why.kind].name);
        json_put_string(view->json, "rule", reasons[blocked[i].why.kind].rule);
        text_clear(&text);
        tell_message(view->moment->rules, &view->teller, reasons, blocked[i].why, &text);
        json_put_string(view->json, "why", text_string(&text));
        json_close(view->json, '}');
    }
    json_close(view->json, ']');
    text_free(&text);
    free(blocked);
}

void moment_json(const struct told_moment *moment, struct json *json, const char *key)
{
    const struct moment_view view = {moment, {.language = moment->language}, json};
    put_moment(&view, key);
}

void blocked_json(const struct told_moment *moment, struct json *json, const char *key)
{
    const struct moment_view view = {moment, {.language = moment->language}, json};
    put_blocked(&view, key);
}
