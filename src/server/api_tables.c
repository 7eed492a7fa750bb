/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes about single tables: views, records, chat. */

#include "api_call.h"
#include "table/view.h"

#include "session/session_save.h"

#include "base/container_of.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 100, CHAT_MAX = 500 };

/* ---- one table ------------------------------------------------------------------------------- */

static void show_table(struct table_lookup *lookup, struct table *table,
                       const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    struct json json = {.out = &call->text};
    struct viewer viewer = {.language = call->language,
                            .wants_state = true,
                            .wants_moves = true,
                            .wants_blocked = true};
    if (!api_has_table(call, table, problem))
        return;
    viewer.seats = table_seats_of(table, call->user.id);
    viewer.owner = call->user.id != 0 && table->plan.owner == call->user.id;
    viewer.asked = same_deal_asks(&table->plan.same_deal, call->user.id);
    view_table(table, &viewer, tables_online(call->api->tables, table),
               tables_clock_time(call->api->tables, table), NULL, &json, NULL);
    api_answer_json(call, 200);
}

/* Reads a number that is not above `count`. */
static bool read_count(const char *text, uint32_t *count)
{
    int64_t number;
    if (!span_number(span_of(text), 0, *count, &number))
        return false;
    *count = (uint32_t)number;
    return true;
}

/* Do people of more than one browser play there? */
static bool has_several_users(const struct table *table)
{
    bool several = false;
    assert(table->rules->setup.players <= SEATS_MAX);
    for (int i = 0; i < table->rules->setup.players; i++)
        several =
            several || (table->seats[i].user != 0 && table_has_others(table, table->seats[i].user));
    return several;
}

static void show_record(struct table_lookup *lookup, struct table *table,
                        const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    if (!api_has_table(call, table, problem))
        return;
    if (table->session == NULL) {
        api_fail(call, 409, ERROR_REFUSED, _("the game has not begun"));
        return;
    }
    if (!table->plan.hints && table->phase != TABLE_OVER &&
        has_several_users(table)) { /* elsewhere there may be hints for it */
        api_fail(call, 409, ERROR_REFUSED,
                 _("this table has no hints: its record is available when the game is over"));
        return;
    }
    uint32_t count = session_move_count(table->session);
    const char *wanted = call->request != NULL ? http_query(call->request, "moves") : NULL;
    if (wanted != NULL && !read_count(wanted, &count)) {
        api_fail(call, 400, ERROR_REFUSED, _("the game does not have that many moves"));
        return;
    }
    session_write_beginning(table->session, count, &call->text);
    api_answer(call, 200, "text/plain; charset=utf-8");
}

static void handle_table(struct api_call *call)
{
    api_look_up(call, show_table);
}

static void handle_record(struct api_call *call)
{
    api_look_up(call, show_record);
}

/* ---- chat ------------------------------------------------------------------------------------ */

static struct api_call *api_call_of_work(struct work *work)
{
    return container_of(work, struct api_call, work);
}

static void store_answered(struct work *work)
{
    struct api_call *call = api_call_of_work(work);
    if (call->result == STORE_DONE)
        api_answer_json(call, 200);
    else
        api_fail(call, 503, ERROR_UNAVAILABLE, _("the store is not responding"));
}

static void put_line(void *context, const struct store_line *line)
{
    struct json *json = context;
    json_open(json, NULL, '{');
    json_put_number(json, "number", line->number);
    json_put_number(json, "time", line->time);
    json_put_string(json, "name", line->name);
    if (line->bot)
        json_put_boolean(json, "bot", true);
    json_put_string(json, "text", line->text);
    json_close(json, '}');
}

static void lines_run(struct work *work)
{
    struct api_call *call = api_call_of_work(work);
    struct json json = {.out = &call->text};
    json_open(&json, NULL, '{');
    json_open(&json, "lines", '[');
    call->result =
        store_lines(tables_store(call->api->tables), call->table_id, 0, LINES_MAX, put_line, &json);
    json_close(&json, ']');
    json_close(&json, '}');
}

static void show_lines(struct table_lookup *lookup, struct table *table,
                       const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    if (!api_has_table(call, table, problem))
        return;
    call->work.run = lines_run;
    call->work.done = store_answered;
    workers_add(tables_store_thread(call->api->tables), &call->work, false);
}

static void handle_lines(struct api_call *call)
{
    api_look_up(call, show_lines);
}

/* The line as it is kept and as everyone hears it. */
static struct store_line line_of(const struct api_call *call)
{
    return (struct store_line){.number = call->line,
                               .time = call->line_time,
                               .user = call->user.id,
                               .name = call->user.name,
                               .bot = api_call_person(call) == PERSON_BOT,
                               .text = json_string_value(json_object_get(call->body, "text"))};
}

static void say_run(struct work *work)
{
    struct api_call *call = api_call_of_work(work);
    struct store_line line = line_of(call);
    struct json json = {.out = &call->text};
    assert(line.text != NULL && line.user != 0);
    call->result = store_say(tables_store(call->api->tables), call->table_id, &line);
    put_line(&json, &line);
    call->lookup.next = NULL;
    call->line = line.number;
}

static void say_done(struct work *work)
{
    struct api_call *call = api_call_of_work(work);
    struct store_line line = line_of(call);
    if (call->result == STORE_DONE)
        clients_tell_line(call->api->clients, call->table_id, &line);
    store_answered(work);
}

/* What is said, without characters that nobody sees or that turn the lines of others around, takes
 * the place of the text in the body. False, and answered, if that is not possible. */
static bool clean_line(struct api_call *call)
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
        api_fail(call, 400, ERROR_MISSING, _("a message has 1 to 500 characters"));
    else if (!kept)
        api_fail_no_memory(call);
    return kept;
}

static void say(struct table_lookup *lookup, struct table *table, const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    if (!api_has_table(call, table, problem))
        return;
    if (!table->plan.chat) {
        api_fail(call, 403, ERROR_NOT_ALLOWED, _("there is no chat at this table"));
        return;
    }
    if (!clean_line(call))
        return;
    struct problem full = {0};
    const char *text = json_string_value(json_object_get(call->body, "text"));
    assert(text != NULL && text[0] != '\0');
    if (!tables_spend_quota(call->api->tables, call->user.id, api_call_person(call),
                            strlen(text) + QUOTA_ROW_BYTES, &full)) {
        api_fail_problem(call, 429, ERROR_TOO_MANY, &full);
        return;
    }
    call->line_time = loop_time();
    call->work.run = say_run;
    call->work.done = say_done;
    workers_add(tables_store_thread(call->api->tables), &call->work, false);
}

static void handle_say(struct api_call *call)
{
    api_look_up(call, say);
}

const struct route table_routes[] = {
    {"GET", "/api/tables/*", ANYBODY, handle_table, RATE_USUAL, false, NULL},
    {"GET", "/api/tables/*/record", ANYBODY, handle_record, RATE_USUAL, false, NULL},
    {"GET", "/api/tables/*/chat", ANYBODY, handle_lines, RATE_USUAL, false, NULL},
    {"POST", "/api/tables/*/chat", GUESTS, handle_say, RATE_CHAT, false, MEMBERS("text")},
    {0},
};
