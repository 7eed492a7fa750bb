/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses as JSON. */

#include "analysis_json.h"

#include "contract/moment.h"
#include "contract/notation.h"
#include "contract/play.h"

#include <string.h>

enum { HUNDREDTHS = 10000, COSTLIEST_MAX = 20, LUCKIEST_MAX = 20 };

/* ---- numbers --------------------------------------------------------------------------------- */

/* A part of JUDGE_ONE in hundredths of a percent, rounded. */
static int64_t hundredths(int64_t part)
{
    int64_t half = part < 0 ? -JUDGE_ONE / 2 : JUDGE_ONE / 2;
    return (part * HUNDREDTHS + half) / JUDGE_ONE;
}

static void put_wins(struct json *json, const char *key, const struct estimate *estimate,
                     int players)
{
    json_open(json, key, '[');
    for (int i = 0; i < players; i++)
        json_put_number(json, NULL, hundredths(estimate->win[i]));
    json_close(json, ']');
}

static void put_points(struct json *json, const char *key, const int32_t *points, int players)
{
    json_open(json, key, '[');
    for (int i = 0; i < players; i++)
        json_put_number(json, NULL, points[i]);
    json_close(json, ']');
}

static void put_estimate(struct json *json, const struct estimate *estimate, int players)
{
    put_wins(json, "win", estimate, players);
    put_points(json, "points", estimate->points, players);
}

/* Standard errors of win chances, by seat; null where nothing tells. */
static void put_errors(struct json *json, const struct search_move *move, int players)
{
    json_open(json, "win_error", '[');
    for (int i = 0; i < players; i++)
        if (move->error[i] == SEARCH_ERROR_UNKNOWN)
            json_put_null(json, NULL);
        else
            json_put_number(json, NULL, hundredths(move->error[i]));
    json_close(json, ']');
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Who is told of what. */
struct analysis_telling {
    const struct ruleset *rules;
    const void *state; /* in which the move is made */
    const char *const *names;
    int actor;
};

/* Members of an open object: a move as the protocol describes it, but its texts in every language.
 */
static void put_move(struct json *json, const struct analysis_telling *telling, struct move move)
{
    const struct ruleset *rules = telling->rules;
    struct text text = {0};
    move_write(rules, move, &text);
    json_put_string(json, "move", text_string(&text));
    json_open(json, "text", '{');
    for (enum language i = ENGLISH; i < LANGUAGE_COUNT; i++) {
        if (!json_wants(json, (int)i))
            continue;
        struct teller teller = {.language = i, .names = telling->names};
        text_clear(&text);
        tell_move(rules, telling->state, &teller, telling->actor, move, &text);
        json_put_string(json, language_name(i), text_string(&text));
    }
    json_close(json, '}');
    json_open(json, "more", '{');
    for (enum language i = ENGLISH; i < LANGUAGE_COUNT; i++) {
        if (!json_wants(json, (int)i))
            continue;
        text_clear(&text);
        explain_move(rules, telling->state, move, i, &text);
        json_put_string(json, language_name(i), text_string(&text));
    }
    json_close(json, '}');
    move_json(rules, move, json);
    text_free(&text);
}

static void put_named_move(struct json *json, const char *key,
                           const struct analysis_telling *telling, struct move move)
{
    json_open(json, key, '{');
    put_move(json, telling, move);
    json_close(json, '}');
}

/* The state in which a move of the line is made. */
static void state_before(const struct ruleset *rules, const void *start,
                         const struct hint_line *line, struct move move, union any_state *state)
{
    memcpy(state, start, rules->game->state_size);
    for (int i = 0; i < line->count && !move_equal(line->moves[i], move); i++)
        rules->game->apply(rules, state, line->moves[i], NULL);
}

/* The moves of a line that are worth telling; returns how many. */
static int abridged(const struct analysis_telling *telling, const struct hint_line *line,
                    struct move *told)
{
    const struct game *game = telling->rules->game;
    memcpy(told, line->moves, sizeof line->moves);
    if (game->abridge == NULL)
        return line->count;
    return game->abridge(telling->rules, telling->state, line->moves, line->count, told);
}

/* One move of a line. What it means is added in brackets, but for the first, which is explained by
 * itself. */
static void tell_step(const struct analysis_telling *telling, const struct hint_line *line,
                      struct move move, enum language language, struct text *out)
{
    const struct teller teller = {.language = language, .names = telling->names};
    struct text more = {0};
    union any_state state;
    state_before(telling->rules, telling->state, line, move, &state);
    tell_move(telling->rules, &state, &teller, telling->actor, move, out);
    if (!move_equal(move, line->moves[0]))
        explain_move(telling->rules, &state, move, language, &more);
    if (more.length > 0)
        text_addf(out, " (%s)", text_string(&more));
    text_free(&more);
}

/* The whole action that begins with a move, step by step, where that says more than the move:
 * "fly to Pulsar 22", "pay with a silver 3". */
static void put_whole(struct json *json, const struct analysis_telling *telling,
                      const struct hint_line *line)
{
    struct text text = {0};
    struct move told[HINT_LINE_MAX];
    if (line->count < 2)
        return;
    int count = abridged(telling, line, told);
    json_open(json, "whole", '{');
    for (enum language i = ENGLISH; i < LANGUAGE_COUNT; i++) {
        if (!json_wants(json, (int)i))
            continue;
        json_open(json, language_name(i), '[');
        for (int k = 0; k < count; k++) {
            text_clear(&text);
            tell_step(telling, line, told[k], i, &text);
            json_put_string(json, NULL, text_string(&text));
        }
        json_close(json, ']');
    }
    json_close(json, '}');
    text_free(&text);
}

/* ---- a hint ---------------------------------------------------------------------------------- */

void hint_json(const struct ruleset *rules, const void *state, const struct hint *hint,
               const char *const *names, int max, struct json *json, const char *key)
{
    struct analysis_telling telling = {rules, state, names, hint->actor};
    json_open(json, key, '{');
    moment_put_seat_from_1(json, "seat", hint->actor);
    json_put_number(json, "choices", hint->count);
    json_open(json, "moves", '[');
    for (int i = 0; i < hint->count && i < max && hint->moves[i].visits > 0; i++) {
        json_open(json, NULL, '{');
        put_move(json, &telling, hint->moves[i].move);
        if (i < HINT_LINES)
            put_whole(json, &telling, &hint->lines[i]);
        put_estimate(json, &hint->moves[i].expected, rules->setup.players);
        put_errors(json, &hint->moves[i], rules->setup.players);
        json_put_number(json, "visits", hint->moves[i].visits);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* ---- an analysis ----------------------------------------------------------------------------- */

static void put_seat(struct json *json, const struct analysis_seat *seat)
{
    json_open(json, NULL, '{');
    json_put_number(json, "luck", hundredths(seat->luck));
    json_put_number(json, "luck_error", hundredths(seat->luck_error));
    json_put_number(json, "luck_points", seat->luck_points);
    json_put_number(json, "cost", hundredths(seat->cost));
    json_put_number(json, "cost_points", seat->cost_points);
    json_put_number(json, "decisions", seat->decisions);
    json_put_number(json, "mistakes", seat->mistakes);
    json_close(json, '}');
}

static void put_luck(struct json *json, const struct moment *moment, int players)
{
    json_open(json, "luck", '[');
    for (int i = 0; i < players; i++)
        json_put_number(json, NULL, hundredths(moment->luck[i]));
    json_close(json, ']');
    json_open(json, "luck_error", '[');
    for (int i = 0; i < players; i++)
        json_put_number(json, NULL, hundredths(moment->luck_error[i]));
    json_close(json, ']');
    put_points(json, "luck_points", moment->luck_points, players);
}

static void put_place(struct json *json, const struct moment *moment, uint32_t number)
{
    json_put_number(json, "moves", number);
    json_put_number(json, "round", moment->node.round);
    moment_put_seat_from_1(json, "turn", moment->node.turn);
    moment_put_seat_from_1(json, "actor", moment->node.actor);
}

static void put_moment(struct json *json, const struct moment *moment, uint32_t number, int players)
{
    json_open(json, NULL, '{');
    put_place(json, moment, number);
    json_put_number(json, "choices", moment->choices);
    put_estimate(json, &moment->now, players);
    if (moment->node.actor == DEALER)
        put_luck(json, moment, players);
    else if (moment->choices > 1)
        json_put_number(json, "cost", hundredths(moment->cost));
    json_close(json, '}');
}

static void put_mistake(struct json *json, const struct analysis_telling *telling,
                        const struct moment *moment, uint32_t number)
{
    json_open(json, NULL, '{');
    put_place(json, moment, number);
    json_put_number(json, "cost", hundredths(moment->cost));
    json_put_number(json, "cost_points", moment->cost_points);
    put_named_move(json, "played", telling, moment->played);
    put_named_move(json, "better", telling, moment->best);
    put_wins(json, "win", &moment->made, telling->rules->setup.players);
    put_wins(json, "better_win", &moment->expected, telling->rules->setup.players);
    json_close(json, '}');
}

static void put_fortune(struct json *json, const struct analysis_telling *telling,
                        const struct moment *moment, uint32_t number)
{
    json_open(json, NULL, '{');
    put_place(json, moment, number);
    put_named_move(json, "played", telling, moment->played);
    put_luck(json, moment, telling->rules->setup.players);
    json_close(json, '}');
}

/* A list of moments that stand out. */
static void put_list(const struct analysis_task *task, const struct analysis *analysis,
                     const char *const *names, const uint32_t *numbers, int count,
                     void (*put)(struct json *, const struct analysis_telling *,
                                 const struct moment *, uint32_t),
                     struct json *json, const char *key)
{
    json_open(json, key, '[');
    for (int i = 0; i < count; i++) {
        union any_state state;
        const struct moment *moment = &analysis->moments[numbers[i]];
        struct analysis_telling telling = {task->rules, &state, names, moment->node.actor};
        analysis_state(task, numbers[i], &state);
        put(json, &telling, moment, numbers[i]);
    }
    json_close(json, ']');
}

void analysis_json(const struct analysis_task *task, const struct analysis *analysis,
                   const char *const *names, struct json *json, const char *key)
{
    int players = task->rules->setup.players;
    uint32_t costliest[COSTLIEST_MAX], luckiest[LUCKIEST_MAX];
    int costly = analysis_costliest(analysis, MISTAKE, costliest, COSTLIEST_MAX);
    int lucky = analysis_luckiest(analysis, FORTUNE, luckiest, LUCKIEST_MAX);
    json_open(json, key, '{');
    json_put_string(json, "game", task->rules->game->name);
    json_put_number(json, "players", players);
    json_put_number(json, "nodes", task->budget.nodes);
    json_put_boolean(json, "over", analysis->over);
    json_open(json, "seats", '[');
    for (int i = 0; i < players; i++)
        put_seat(json, &analysis->seats[i]);
    json_close(json, ']');
    put_list(task, analysis, names, costliest, costly, put_mistake, json, "costliest");
    put_list(task, analysis, names, luckiest, lucky, put_fortune, json, "luckiest");
    json_open(json, "moments", '[');
    for (uint32_t i = 0; i <= analysis->moves; i++)
        put_moment(json, &analysis->moments[i], i, players);
    json_close(json, ']');
    json_close(json, '}');
}
