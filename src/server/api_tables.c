/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes about single tables: views, records, chat. */

#include "call.h"
#include "view.h"

#include "session/session_save.h"

#include "base/container_of.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 100, CHAT_MAX = 500 };

/* ---- one table ------------------------------------------------------------------------------- */

static void show_table(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = call_of_visit(visit);
    struct json json = {.out = &call->text};
    struct viewer viewer = {.language = call->language,
                            .wants_state = true,
                            .wants_moves = true,
                            .wants_blocked = true};
    if (!call_has_room(call, room, problem))
        return;
    viewer.seats = room_seats_of(room, call->user.id);
    viewer.owner = call->user.id != 0 && room->plan.owner == call->user.id;
    viewer.asked = same_deal_asks(&room->plan.same_deal, call->user.id);
    view_room(room, &viewer, hall_online(call->api->hall, room),
              hall_clock_time(call->api->hall, room), NULL, &json, NULL);
    call_answer_json(call, 200);
}

/* Reads a number that is not above `count`. */
static bool read_count(const char *text, uint32_t *count)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value > *count)
        return false;
    *count = (uint32_t)value;
    return true;
}

static void show_record(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = call_of_visit(visit);
    if (!call_has_room(call, room, problem))
        return;
    if (room->session == NULL) {
        call_fail(call, 409, ERROR_REFUSED, _("the game has not begun"));
        return;
    }
    if (!room->plan.hints && room->phase != ROOM_OVER) { /* elsewhere there may be hints for it */
        call_fail(call, 409, ERROR_REFUSED,
                  _("there are no hints at this table: its record is there when the game is over"));
        return;
    }
    uint32_t count = session_move_count(room->session);
    const char *wanted = call->request != NULL ? http_query(call->request, "moves") : NULL;
    if (wanted != NULL && !read_count(wanted, &count)) {
        call_fail(call, 400, ERROR_REFUSED, _("the game does not have so many moves"));
        return;
    }
    session_write_beginning(room->session, count, &call->text);
    call_answer(call, 200, "text/plain; charset=utf-8");
}

static void handle_table(struct call *call)
{
    call_visit(call, show_table);
}

static void handle_record(struct call *call)
{
    call_visit(call, show_record);
}

/* ---- chat ------------------------------------------------------------------------------------ */

static struct call *employer(struct job *job)
{
    return container_of(job, struct call, job);
}

static void store_answered(struct job *job)
{
    struct call *call = employer(job);
    if (call->result == STORE_DONE)
        call_answer_json(call, 200);
    else
        call_fail(call, 503, ERROR_UNAVAILABLE, _("the store does not answer"));
}

static void put_line(void *context, const struct store_line *line)
{
    struct json *json = context;
    json_open(json, NULL, '{');
    json_put_number(json, "number", line->number);
    json_put_number(json, "time", line->time);
    json_put_string(json, "name", line->name);
    json_put_string(json, "text", line->text);
    json_close(json, '}');
}

static void lines_work(struct job *job)
{
    struct call *call = employer(job);
    struct json json = {.out = &call->text};
    json_open(&json, NULL, '{');
    json_open(&json, "lines", '[');
    call->result =
        store_lines(hall_clerk_store(call->api->hall), call->table, 0, LINES_MAX, put_line, &json);
    json_close(&json, ']');
    json_close(&json, '}');
}

static void show_lines(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = call_of_visit(visit);
    if (!call_has_room(call, room, problem))
        return;
    call->job.work = lines_work;
    call->job.done = store_answered;
    workers_add(hall_clerk(call->api->hall), &call->job, false);
}

static void handle_lines(struct call *call)
{
    call_visit(call, show_lines);
}

/* The line as it is kept and as everybody hears it. */
static struct store_line line_of(const struct call *call)
{
    return (struct store_line){.number = call->line,
                               .time = call->line_time,
                               .user = call->user.id,
                               .name = call->user.name,
                               .text = json_string_value(json_object_get(call->body, "text"))};
}

static void say_work(struct job *job)
{
    struct call *call = employer(job);
    struct store_line line = line_of(call);
    struct json json = {.out = &call->text};
    call->result = store_say(hall_clerk_store(call->api->hall), call->table, &line);
    put_line(&json, &line);
    call->visit.next = NULL;
    call->line = line.number;
}

static void say_done(struct job *job)
{
    struct call *call = employer(job);
    struct store_line line = line_of(call);
    if (call->result == STORE_DONE)
        clients_tell_line(call->api->clients, call->table, &line);
    store_answered(job);
}

/* What is said, without characters that nobody sees or that turn the lines of others around, takes
 * the place of the text in the body. False, and answered, if that is not possible. */
static bool clean_line(struct call *call)
{
    const char *said = json_string_value(json_object_get(call->body, "text"));
    struct text clean = {0};
    if (said != NULL && !span_has_control(span_of(said)))
        text_add_visible(&clean, span_of(said));
    bool fits =
        span_trim(text_span(&clean)).length > 0 && text_width(text_span(&clean)) <= CHAT_MAX;
    bool kept =
        fits && json_object_set_new(call->body, "text", json_string(text_string(&clean))) == 0;
    text_free(&clean);
    if (!fits)
        call_fail(call, 400, ERROR_MISSING, _("a line has 1 to 500 characters"));
    else if (!kept)
        call_fail_no_memory(call);
    return kept;
}

static void say(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = call_of_visit(visit);
    if (!call_has_room(call, room, problem))
        return;
    if (!room->plan.chat) {
        call_fail(call, 403, ERROR_NOT_ALLOWED, _("there is no chat at this table"));
        return;
    }
    if (!clean_line(call))
        return;
    struct problem full = {0};
    const char *text = json_string_value(json_object_get(call->body, "text"));
    if (!hall_spend(call->api->hall, call->user.id, call_is_of_guest(call),
                    strlen(text) + QUOTA_ROW_BYTES, &full)) {
        call_fail_problem(call, 429, ERROR_TOO_MANY, &full);
        return;
    }
    call->line_time = loop_time();
    call->job.work = say_work;
    call->job.done = say_done;
    workers_add(hall_clerk(call->api->hall), &call->job, false);
}

static void handle_say(struct call *call)
{
    call_visit(call, say);
}

const struct route table_routes[] = {
    {"GET", "/api/tables/*", ANYBODY, handle_table, RATE_USUAL, false},
    {"GET", "/api/tables/*/record", ANYBODY, handle_record, RATE_USUAL, false},
    {"GET", "/api/tables/*/chat", ANYBODY, handle_lines, RATE_USUAL, false},
    {"POST", "/api/tables/*/chat", GUESTS, handle_say, RATE_CHAT, false},
    {0},
};
