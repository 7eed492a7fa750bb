/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The library: states and actions as text and as JSON. */

#include "library.h"

#include "base/json.h"
#include "contract/fields.h"
#include "contract/notation.h"
#include "contract/ruleset.h"
#include "record/position.h"

#include <stdlib.h>

/* ---- actions --------------------------------------------------------------------------------- */

int64_t orrery_action_text(const struct orrery_rules *rules, int32_t action, char *out, size_t size)
{
    struct move move;
    struct text text = {0};
    if (rules == NULL || !action_move(&rules->actions, action, &move))
        return ORRERY_WRONG_ARGUMENT;
    move_write(rules->rules, move, &text);
    return text_hand_out(&text, out, size);
}

int orrery_action_read(const struct orrery_rules *rules, const char *text, size_t length,
                       struct orrery_problem *problem)
{
    struct problem noted = {0};
    struct span span;
    struct move move;
    if (rules == NULL)
        return ORRERY_WRONG_ARGUMENT;
    int action = ACTION_NONE;
    if (text_given(text, length, &span, &noted) &&
        move_from_text(rules->rules, span, &move, &noted) &&
        (action = action_of(&rules->actions, move)) < 0)
        problem_set(&noted, "no move has such a number", NULL, NULL, NULL);
    problem_hand_out(&noted, problem);
    return action >= 0 ? action : ORRERY_WRONG_TEXT;
}

int64_t orrery_action_told(const struct orrery_rules *rules, const void *state, int32_t action,
                           enum orrery_language language, char *out, size_t size)
{
    int result = look_at_seal(rules, state);
    struct move move;
    struct text text = {0};
    if (result != ORRERY_FINE)
        return result;
    if (!is_language(language) || !action_move(&rules->actions, action, &move))
        return ORRERY_WRONG_ARGUMENT;
    /* Only these are sure to have a name: others may speak of cards that are not there. */
    if (play_find(rules->rules, inside_const(state), move) < 0)
        return ORRERY_NOT_LEGAL;
    struct teller teller = {.language = (enum language)language};
    int actor = rules->rules->game->node(rules->rules, inside_const(state)).actor;
    tell_move(rules->rules, inside_const(state), &teller, actor, move, &text);
    return text_hand_out(&text, out, size);
}

/* ---- the moment ------------------------------------------------------------------------------ */

/* What JSON is written about, and to whom. */
struct view {
    const struct orrery_rules *of;
    const struct ruleset *rules;
    const void *state;
    struct teller teller;
    struct json *json;
};

static void put_seat(struct json *json, const char *key, int seat)
{
    if (seat >= 0)
        json_put_number(json, key, seat);
    else if (seat == DEALER)
        json_put_string(json, key, "dealer");
    else
        json_put_null(json, key);
}

static void put_move(const struct view *view, struct move move)
{
    struct text text = {0};
    int action = action_of(&view->of->actions, move);
    if (action >= 0)
        json_put_number(view->json, "action", action);
    else
        json_put_null(view->json, "action");
    move_write(view->rules, move, &text);
    json_put_string(view->json, "move", text_string(&text));
    text_free(&text);
}

static void put_words(const struct view *view, struct move move, int actor)
{
    struct text text = {0};
    tell_move(view->rules, view->state, &view->teller, actor, move, &text);
    json_put_string(view->json, "text", text_string(&text));
    text_clear(&text);
    explain_move(view->rules, view->state, move, view->teller.language, &text);
    if (text.length > 0)
        json_put_string(view->json, "about", text_string(&text));
    text_free(&text);
}

static void put_legal(const struct view *view, int actor)
{
    struct chance chance = {0};
    if (actor == DEALER)
        chance_list(view->rules, view->state, &chance);
    else
        chance.count = view->rules->game->legal(view->rules, view->state, chance.moves);
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

static void put_totals(const struct view *view, const char *key, const struct score *score)
{
    json_open(view->json, key, '[');
    for (int i = 0; i < view->rules->setup.players; i++)
        json_put_number(view->json, NULL, score->total[i]);
    json_close(view->json, ']');
}

static void put_score(const struct view *view)
{
    const struct game *game = view->rules->game;
    struct score score = {0}, projected = {0};
    int players = view->rules->setup.players;
    game->score(view->rules, view->state, &score);
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
        game->projected(view->rules, view->state, &projected);
    put_totals(view, "points_if_it_ended_now", game->projected != NULL ? &projected : &score);
}

static void put_moment(const struct view *view)
{
    struct node node = view->rules->game->node(view->rules, view->state);
    struct text question = {0};
    tell_question(view->rules, view->state, &view->teller, &question);
    json_open(view->json, NULL, '{');
    put_seat(view->json, "actor", node.actor);
    put_seat(view->json, "turn", node.turn);
    json_put_number(view->json, "round", node.round);
    json_put_boolean(view->json, "over", node.actor == NOBODY);
    json_put_string(view->json, "question", text_string(&question));
    put_legal(view, node.actor);
    put_score(view);
    json_close(view->json, '}');
    text_free(&question);
}

static void put_blocked(const struct view *view)
{
    struct blocked *blocked = memory_new(BLOCKED_MAX, sizeof *blocked);
    const struct wording *reasons = view->rules->game->words->reasons;
    int actor = view->rules->game->node(view->rules, view->state).actor;
    int count = view->rules->game->blocked(view->rules, view->state, blocked);
    struct text text = {0};
    json_open(view->json, NULL, '[');
    for (int i = 0; i < count; i++) {
        json_open(view->json, NULL, '{');
        put_move(view, blocked[i].move);
        put_words(view, blocked[i].move, actor);
        json_put_string(view->json, "reason", reasons[blocked[i].why.kind].name);
        json_put_string(view->json, "rule", reasons[blocked[i].why.kind].rule);
        text_clear(&text);
        tell_message(view->rules, &view->teller, reasons, blocked[i].why, &text);
        json_put_string(view->json, "why", text_string(&text));
        json_close(view->json, '}');
    }
    json_close(view->json, ']');
    text_free(&text);
    free(blocked);
}

/* Writes JSON about a state. */
static int64_t view_json(const struct orrery_rules *rules, const void *state,
                         enum orrery_language language, void (*put)(const struct view *view),
                         char *out, size_t size)
{
    int result = look_at_seal(rules, state);
    struct text text = {0};
    struct json json = {.out = &text};
    if (result != ORRERY_FINE || !is_language(language))
        return result != ORRERY_FINE ? result : ORRERY_WRONG_ARGUMENT;
    const struct view view = {
        rules, rules->rules, inside_const(state), {.language = (enum language)language}, &json};
    put(&view);
    return text_hand_out(&text, out, size);
}

int64_t orrery_moment_json(const struct orrery_rules *rules, const void *state,
                           enum orrery_language language, char *out, size_t size)
{
    return view_json(rules, state, language, put_moment, out, size);
}

int64_t orrery_blocked_json(const struct orrery_rules *rules, const void *state,
                            enum orrery_language language, char *out, size_t size)
{
    return view_json(rules, state, language, put_blocked, out, size);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void put_events(const struct ruleset *rules, const struct events *events,
                       enum language language, struct json *json)
{
    const struct wording *table = rules->game->words->events;
    struct text text = {0};
    json_open(json, NULL, '[');
    for (int i = 0; i < events->count; i++) {
        struct message event = events->list[i];
        json_open(json, NULL, '{');
        json_put_string(json, "event", table[event.kind].name);
        put_seat(json, "seat", event.seat);
        text_clear(&text);
        message_write(rules, table, event, &text);
        json_put_string(json, "notation", text_string(&text));
        text_clear(&text);
        tell_message(rules, &(struct teller){.language = language}, table, event, &text);
        json_put_string(json, "text", text_string(&text));
        json_put_string(json, "rule", table[event.kind].rule);
        json_close(json, '}');
    }
    json_close(json, ']');
    text_free(&text);
}

int64_t orrery_apply_told(const struct orrery_rules *rules, void *state, int32_t action,
                          enum orrery_language language, char *out, size_t size)
{
    int result = look_at_seal(rules, state);
    struct move move;
    if (result != ORRERY_FINE || !is_language(language))
        return result != ORRERY_FINE ? result : ORRERY_WRONG_ARGUMENT;
    struct events *events = memory_new(1, sizeof *events);
    struct text text = {0};
    struct json json = {.out = &text};
    bool fine = action_move(&rules->actions, action, &move) &&
                play_move(rules->rules, inside(state), move, events);
    if (fine)
        put_events(rules->rules, events, (enum language)language, &json);
    free(events);
    return fine ? text_hand_out(&text, out, size) : ORRERY_NOT_LEGAL;
}

/* ---- states ---------------------------------------------------------------------------------- */

int64_t orrery_table_text(const struct orrery_rules *rules, const void *state,
                          enum orrery_language language, char *out, size_t size)
{
    int result = look_at_seal(rules, state);
    struct text text = {0};
    if (result != ORRERY_FINE || !is_language(language))
        return result != ORRERY_FINE ? result : ORRERY_WRONG_ARGUMENT;
    rules->rules->game->draw(rules->rules, inside_const(state), (enum language)language, &text);
    return text_hand_out(&text, out, size);
}

int64_t orrery_state_json(const struct orrery_rules *rules, const void *state, char *out,
                          size_t size)
{
    int result = look_at_seal(rules, state);
    struct text text = {0};
    struct json json = {.out = &text};
    if (result != ORRERY_FINE)
        return result;
    state_json(rules->rules, inside_const(state), &json, NULL);
    return text_hand_out(&text, out, size);
}

/* Hands a state that was read to the caller. */
static void state_hand_out(const struct orrery_rules *rules, const union any_state *read,
                           void *state)
{
    memcpy(inside(state), read, rules->rules->game->state_size);
    seal(rules, state);
}

int orrery_state_from_json(const struct orrery_rules *rules, const char *text, size_t length,
                           void *state, struct orrery_problem *problem)
{
    struct problem noted = {0};
    struct span span;
    union any_state read = {0};
    if (rules == NULL || !is_at_word(state))
        return ORRERY_WRONG_ARGUMENT;
    const struct ruleset *of = rules->rules;
    bool fine = text_given(text, length, &span, &noted) && state_from_json(of, span, &read, &noted);
    const char *wrong = fine ? of->game->check(of, &read) : NULL;
    if (wrong != NULL)
        fine = problem_set(&noted, _("this position is impossible: {0}"), wrong, NULL, NULL);
    problem_hand_out(&noted, problem);
    if (!fine)
        return ORRERY_WRONG_TEXT;
    state_hand_out(rules, &read, state);
    return ORRERY_FINE;
}

int64_t orrery_position_text(const struct orrery_rules *rules, const void *state, char *out,
                             size_t size)
{
    int result = look_at_seal(rules, state);
    struct text text = {0};
    if (result != ORRERY_FINE)
        return result;
    position_write(rules->rules, inside_const(state), &text);
    return text_hand_out(&text, out, size);
}

static struct ruleset *read_position(struct span text, struct span cards, union any_state *state,
                                     struct problem *problem)
{
    struct scan scan;
    if (!scan_open(&scan, NULL, text, problem))
        return NULL;
    struct ruleset *rules = heading_open(&scan, "position", cards);
    if (rules == NULL)
        return NULL;
    if (state_block_read(rules, &scan, state) &&
        (scan_at_end(&scan) || scan_expected(&scan, scan.text, _("the end of the text"))))
        return rules;
    ruleset_close(rules);
    return NULL;
}

struct orrery_rules *orrery_position_open(const char *text, size_t length, const char *cards,
                                          size_t cards_length, void *state,
                                          struct orrery_problem *problem)
{
    struct problem noted = {0};
    struct span span, document;
    union any_state read = {0};
    struct ruleset *rules = NULL;
    if (!is_at_word(state))
        problem_set(&noted, "there is no room for a state", NULL, NULL, NULL);
    else if (text_given(text, length, &span, &noted) &&
             text_given(cards, cards_length, &document, &noted))
        rules = read_position(span, document, &read, &noted);
    problem_hand_out(&noted, problem);
    struct orrery_rules *opened = rules_of(rules);
    if (opened != NULL)
        state_hand_out(opened, &read, state);
    return opened;
}
