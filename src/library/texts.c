/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The library: states and actions as text and as JSON. */

#include "library.h"

#include "base/json.h"
#include "contract/drawing.h"
#include "contract/fields.h"
#include "contract/moment.h"
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
    if (!has_memory())
        return ORRERY_NO_MEMORY;
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
    if (!has_memory())
        return ORRERY_NO_MEMORY;
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
    if (!has_memory())
        return ORRERY_NO_MEMORY;
    struct teller teller = {.language = (enum language)language};
    int actor = rules->rules->game->node(rules->rules, inside_const(state)).actor;
    tell_move(rules->rules, inside_const(state), &teller, actor, move, &text);
    return text_hand_out(&text, out, size);
}

/* ---- the moment ------------------------------------------------------------------------------ */

/* Writes JSON about a state. */
static int64_t
view_json(const struct orrery_rules *rules, const void *state, enum orrery_language language,
          void (*put)(const struct told_moment *moment, struct json *json, const char *key),
          char *out, size_t size)
{
    int result = look_at_seal(rules, state);
    struct text text = {0};
    struct json json = {.out = &text};
    if (result != ORRERY_FINE || !is_language(language))
        return result != ORRERY_FINE ? result : ORRERY_WRONG_ARGUMENT;
    if (!has_memory())
        return ORRERY_NO_MEMORY;
    const struct told_moment moment = {rules->rules, &rules->actions, inside_const(state),
                                       (enum language)language};
    put(&moment, &json, NULL);
    return text_hand_out(&text, out, size);
}

int64_t orrery_moment_json(const struct orrery_rules *rules, const void *state,
                           enum orrery_language language, char *out, size_t size)
{
    return view_json(rules, state, language, moment_json, out, size);
}

int64_t orrery_blocked_json(const struct orrery_rules *rules, const void *state,
                            enum orrery_language language, char *out, size_t size)
{
    return view_json(rules, state, language, blocked_json, out, size);
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
        moment_put_seat(json, "seat", event.seat);
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
    if (!has_memory())
        return ORRERY_NO_MEMORY;
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
    if (!has_memory())
        return ORRERY_NO_MEMORY;
    draw_table(rules->rules, inside_const(state),
               &(struct drawing){.language = (enum language)language, .width = DRAWING_WIDTH},
               &text);
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
    if (!has_memory())
        return ORRERY_NO_MEMORY;
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
    if (!has_memory())
        return ORRERY_NO_MEMORY;
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
    if (!has_memory())
        return ORRERY_NO_MEMORY;
    position_write(rules->rules, inside_const(state), &text);
    return text_hand_out(&text, out, size);
}

static struct ruleset *read_position(struct span text, struct span cards, union any_state *state,
                                     struct problem *problem)
{
    struct scan scan;
    if (!scan_open(&scan, NULL, text, problem))
        return NULL;
    struct ruleset *rules = rules_of_text(&scan, "position", cards);
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
    else if (has_memory_or(&noted) && text_given(text, length, &span, &noted) &&
             text_given(cards, cards_length, &document, &noted))
        rules = read_position(span, document, &read, &noted);
    problem_hand_out(&noted, problem);
    struct orrery_rules *opened = rules_of(rules);
    if (opened != NULL)
        state_hand_out(opened, &read, state);
    return opened;
}
