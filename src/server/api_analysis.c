/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes of hints and analyses. */

#include "api_call.h"

#include "base/container_of.h"

/* ---- answers --------------------------------------------------------------------------------- */

static void told(struct analysis_query *analysis_query, const struct analysis_status *status)
{
    struct api_call *call = container_of(analysis_query, struct api_call, analysis_query);
    struct json json = {.out = &call->text};
    enum error_code code = ERROR_UNAVAILABLE;
    const char *refusal = analysis_refusal(status, &code);
    bool waits = status->state == ANALYSIS_WAITING || status->state == ANALYSIS_WORKING;
    if (refusal != NULL) {
        api_fail(call,
                 code == ERROR_TOO_MANY  ? 429
                 : code == ERROR_REFUSED ? 409
                                         : 503,
                 code, refusal);
        return;
    }
    view_analysis(&analysis_query->job, &call->about, status, call->language, true, &json, NULL);
    api_answer_json(call, waits && !analysis_query->only_looks ? 202 : 200);
}

static void ask(struct api_call *call, const struct table *table, int seat,
                const struct analysis_job *job)
{
    call->about = analysis_subject(table, seat);
    call->analysis_query.told = told;
    call->analysis_query.job = *job;
    call->analysis_query.user = call->user.id;
    call->analysis_query.owner =
        analysis_queue_owner(call->api->analysis_queue, &call->user, call->address);
    analysis_queue_ask(call->api->analysis_queue, &call->analysis_query);
}

/* ---- hints ----------------------------------------------------------------------------------- */

static void ask_hint(struct table_lookup *lookup, struct table *table,
                     const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    struct problem refusal = {0};
    struct analysis_job job;
    json_t *number = json_object_get(call->body, "seat");
    json_int_t seat = json_is_integer(number) ? json_integer_value(number) : 0;
    if (!api_has_table(call, table, problem))
        return;
    if (seat < 1 || seat > SEATS_MAX)
        api_fail_member(call, "seat");
    else if (!analysis_job_for_hint(table, call->user.id, (int)seat - 1, &job, &refusal))
        api_fail_problem(call, 409, ERROR_REFUSED, &refusal);
    else if (table_hint_is_news(table, (int)seat - 1)) /* it would change the table */
        api_fail(call, 409, ERROR_REFUSED,
                 _("others play at this table and are told of hints: ask by WebSocket"));
    else
        ask(call, table, (int)seat - 1, &job);
}

static void handle_hint(struct api_call *call)
{
    api_look_up(call, ask_hint);
}

/* ---- analyses -------------------------------------------------------------------------------- */

static void ask_analysis(struct table_lookup *lookup, struct table *table,
                         const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    struct problem refusal = {0};
    struct analysis_job job;
    if (!api_has_table(call, table, problem))
        return;
    if (analysis_job_for_game(table, &job, &refusal))
        ask(call, table, NOBODY, &job);
    else
        api_fail_problem(call, 409, ERROR_REFUSED, &refusal);
}

static void handle_ask_analysis(struct api_call *call)
{
    api_look_up(call, ask_analysis);
}

static void handle_analysis(struct api_call *call)
{
    call->analysis_query.only_looks = true;
    api_look_up(call, ask_analysis);
}

const struct route analysis_routes[] = {
    {"POST", "/api/tables/*/hint", GUESTS, handle_hint, RATE_ANALYSIS, false, MEMBERS("seat")},
    {"GET", "/api/tables/*/analysis", ANYBODY, handle_analysis, RATE_USUAL, false, NULL},
    {"POST", "/api/tables/*/analysis", GUESTS, handle_ask_analysis, RATE_ANALYSIS, false, NULL},
    {0},
};
