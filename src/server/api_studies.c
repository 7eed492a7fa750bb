/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes of hints and analyses. */

#include "call.h"

#include "base/container_of.h"

/* ---- answers --------------------------------------------------------------------------------- */

static void told(struct question *question, const struct standing *standing)
{
    struct call *call = container_of(question, struct call, question);
    struct json json = {.out = &call->text};
    enum error_code code = ERROR_UNAVAILABLE;
    const char *refusal = study_refusal(standing, &code);
    bool waits = standing->state == STUDY_WAITING || standing->state == STUDY_WORKING;
    if (refusal != NULL) {
        call_fail(call, code == ERROR_TOO_MANY ? 429 : 503, code, refusal);
        return;
    }
    view_study(&question->study, &call->about, standing, call->language, true, &json, NULL);
    call_answer_json(call, waits && !question->only_looks ? 202 : 200);
}

static void ask(struct call *call, const struct room *room, int seat, const struct study *study)
{
    call->about = study_about_table(room, seat);
    call->question.told = told;
    call->question.study = *study;
    call->question.user = call->user.id;
    call->question.owner = studies_owner(call->api->studies, &call->user, call->address);
    studies_ask(call->api->studies, &call->question);
}

/* ---- hints ----------------------------------------------------------------------------------- */

static void ask_hint(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = call_of_visit(visit);
    struct problem refusal = {0};
    struct study study;
    json_t *number = json_object_get(call->body, "seat");
    json_int_t seat = json_is_integer(number) ? json_integer_value(number) : 0;
    if (!call_has_room(call, room, problem))
        return;
    if (seat < 1 || seat > SEATS_MAX)
        call_fail_member(call, "seat");
    else if (!study_hint(room, call->user.id, (int)seat - 1, &study, &refusal))
        call_fail_problem(call, 409, ERROR_REFUSED, &refusal);
    else
        ask(call, room, (int)seat - 1, &study);
}

static void handle_hint(struct call *call)
{
    call_visit(call, ask_hint);
}

/* ---- analyses -------------------------------------------------------------------------------- */

static void ask_analysis(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = call_of_visit(visit);
    struct problem refusal = {0};
    struct study study;
    if (!call_has_room(call, room, problem))
        return;
    if (study_analysis(room, &study, &refusal))
        ask(call, room, NOBODY, &study);
    else
        call_fail_problem(call, 409, ERROR_REFUSED, &refusal);
}

static void handle_ask_analysis(struct call *call)
{
    call_visit(call, ask_analysis);
}

static void handle_analysis(struct call *call)
{
    call->question.only_looks = true;
    call_visit(call, ask_analysis);
}

const struct route study_routes[] = {
    {"POST", "/api/tables/*/hint", GUESTS, handle_hint, RATE_STUDY, false},
    {"GET", "/api/tables/*/analysis", ANYBODY, handle_analysis, RATE_USUAL, false},
    {"POST", "/api/tables/*/analysis", GUESTS, handle_ask_analysis, RATE_STUDY, false},
    {0},
};
