/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes about tables: lists, new ones, records, chat. */

#include "call.h"
#include "thinking.h"
#include "view.h"

#include "contract/games.h"
#include "contract/ruleset.h"
#include "session/keeping.h"

#include <string.h>

enum { LIST_MAX = 100, CHAT_MAX = 500, DAY = 86400000 };

/* ---- one table ------------------------------------------------------------------------------- */

static struct call *visitor(struct visit *visit)
{
    return (struct call *)((char *)visit - offsetof(struct call, visit));
}

static bool room_is_there(struct call *call, const struct room *room, const struct problem *problem)
{
    if (room == NULL)
        call_fail_problem(call, 404, ERROR_NOT_FOUND, problem);
    return room != NULL;
}

static void show_table(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = visitor(visit);
    struct json json = {.out = &call->text};
    struct viewer viewer = {.language = call->language,
                            .wants_state = true,
                            .wants_moves = true,
                            .wants_blocked = true};
    if (!room_is_there(call, room, problem))
        return;
    viewer.seats = room_seats_of(room, call->user.id);
    viewer.owner = call->user.id != 0 && room->plan.owner == call->user.id;
    view_room(room, &viewer, hall_online(call->api->hall, room), loop_time(), &json, NULL);
    call_answer_json(call, 200);
}

static void show_record(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = visitor(visit);
    if (!room_is_there(call, room, problem))
        return;
    if (room->session == NULL) {
        call_fail(call, 409, ERROR_REFUSED, _("the game has not begun"));
        return;
    }
    session_write_record(room->session, &call->text);
    call_answer(call, 200, "text/plain; charset=utf-8");
}

static void visit_table(struct call *call, void (*seen)(struct visit *visit, struct room *room,
                                                        const struct problem *problem))
{
    call->visit.call = seen;
    hall_visit(call->api->hall, call->table, &call->visit);
}

static void handle_table(struct call *call)
{
    visit_table(call, show_table);
}

static void handle_record(struct call *call)
{
    visit_table(call, show_record);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static struct call *employer(struct job *job)
{
    return (struct call *)((char *)job - offsetof(struct call, job));
}

static void put_listed(void *context, const struct store_table *table)
{
    static const char *const phases[ROOM_PHASES] = {"open", "running", "over"};
    struct json *json = context;
    struct problem problem = {0};
    struct room *room = room_open(table, &problem);
    if (room == NULL)
        return; /* made by other rules: not for this list */
    json_open(json, NULL, '{');
    json_put_string(json, "table", table->id);
    json_put_string(json, "phase", phases[table->phase < ROOM_PHASES ? table->phase : ROOM_OVER]);
    json_put_number(json, "changed", table->changed);
    json_put_string(json, "title", room->plan.title);
    json_put_string(json, "game", room->plan.game->name);
    json_put_number(json, "players", room->plan.setup.players);
    json_close(json, '}');
    room_close(room);
}

static void list_work(struct job *job)
{
    struct call *call = employer(job);
    struct store *store = hall_clerk_store(call->api->hall);
    struct json json = {.out = &call->text};
    const bool own = strcmp(call->route->path, "/api/my/tables") == 0;
    json_open(&json, NULL, '{');
    json_open(&json, "tables", '[');
    if (own)
        call->result = store_tables_of(store, call->user.id, LIST_MAX, put_listed, &json);
    else {
        call->result = store_listed(store, ROOM_OPEN, LIST_MAX, put_listed, &json);
        if (call->result == STORE_DONE)
            call->result = store_listed(store, ROOM_RUNNING, LIST_MAX, put_listed, &json);
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

static void list_done(struct job *job)
{
    struct call *call = employer(job);
    if (call->result == STORE_DONE)
        call_answer_json(call, 200);
    else
        call_fail(call, 503, ERROR_UNAVAILABLE, _("the store does not answer"));
}

static void handle_list(struct call *call)
{
    call->job.work = list_work;
    call->job.done = list_done;
    workers_add(hall_clerk(call->api->hall), &call->job, false);
}

/* ---- new tables ------------------------------------------------------------------------------ */

static bool read_options(struct call *call, struct room_plan *plan)
{
    const char *name;
    json_t *value;
    struct problem problem = {0};
    json_t *options = json_object_get(call->body, "options");
    if (options != NULL && !json_is_object(options))
        return call_fail_member(call, "options");
    json_object_foreach(options, name, value)
    {
        const char *choice = json_string_value(value);
        if (choice == NULL)
            return call_fail_member(call, "options");
        if (!setup_option(plan->game, &plan->setup, span_of(name), span_of(choice), &problem)) {
            call_fail_problem(call, 400, ERROR_REFUSED, &problem);
            return false;
        }
    }
    return true;
}

static int64_t number_of(json_t *object, const char *key, int64_t least, int64_t most,
                         int64_t otherwise)
{
    json_t *value = json_object_get(object, key);
    int64_t number = json_is_integer(value) ? json_integer_value(value) : otherwise;
    return number < least ? least : number > most ? most : number;
}

/* Is the member a whole number, or not there? */
static bool is_number(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return value == NULL || json_is_integer(value);
}

static bool read_clock(struct call *call, struct room_plan *plan)
{
    json_t *clock = json_object_get(call->body, "clock");
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    if (clock == NULL)
        return true;
    if (kind == NULL || !is_number(clock, "time") || !is_number(clock, "increment"))
        return call_fail_member(call, "clock");
    if (strcmp(kind, "live") == 0) {
        plan->clock = CLOCK_LIVE;
        plan->time = number_of(clock, "time", 10000, DAY, 1800000);
        plan->increment = number_of(clock, "increment", 0, DAY, 10000);
    } else if (strcmp(kind, "days") == 0) {
        plan->clock = CLOCK_DAYS;
        plan->time = number_of(clock, "time", 60000, INT64_C(60) * DAY, INT64_C(3) * DAY);
    } else if (strcmp(kind, "none") != 0)
        return call_fail_member(call, "clock");
    return true;
}

/* "seats" is a list of texts, one for each seat at the most. */
static bool seats_fit(struct call *call, const struct room_plan *plan)
{
    json_t *seats = json_object_get(call->body, "seats");
    bool fit =
        seats == NULL || (json_is_array(seats) && json_array_size(seats) <= plan->setup.players);
    for (size_t i = 0; fit && i < json_array_size(seats); i++)
        fit = json_is_string(json_array_get(seats, i));
    return fit || call_fail_member(call, "seats");
}

static bool read_plan(struct call *call, struct room_plan *plan)
{
    char game[40];
    if (!call_text(call, "game", true, game, sizeof game) ||
        !call_text(call, "title", false, plan->title, sizeof plan->title))
        return false;
    plan->game = game_find(span_of(game));
    if (plan->game == NULL) {
        call_fail(call, 400, ERROR_REFUSED, _("there is no such game"));
        return false;
    }
    if (!is_number(call->body, "players"))
        return call_fail_member(call, "players");
    plan->setup = setup_standard(plan->game);
    plan->setup.players =
        (uint8_t)number_of(call->body, "players", 0, SEATS_MAX + 1, plan->setup.players);
    plan->listed = json_is_true(json_object_get(call->body, "listed"));
    plan->chat = !json_is_false(json_object_get(call->body, "chat"));
    plan->hints = !json_is_false(json_object_get(call->body, "hints"));
    plan->owner = call->user.id;
    if (span_has_control(span_of(plan->title))) {
        call_fail(call, 400, ERROR_BAD_MESSAGE, _("a text has control characters"));
        return false;
    }
    return read_clock(call, plan) && read_options(call, plan);
}

static void table_made(struct making *making, enum change_result result, const char *table,
                       const struct problem *problem)
{
    struct call *call = (struct call *)((char *)making - offsetof(struct call, making));
    struct json json = {.out = &call->text};
    if (result == CHANGE_REFUSED) {
        call_fail_problem(call, 400, ERROR_REFUSED, problem);
        return;
    }
    if (result != CHANGE_DONE) {
        call_fail(call, 503, ERROR_UNAVAILABLE, _("the store does not answer"));
        return;
    }
    json_open(&json, NULL, '{');
    json_put_string(&json, "table", table);
    json_close(&json, '}');
    call_answer_json(call, 201);
}

/* The rows that fill the seats as "seats" says: "me", "open", or a computer player. */
static int fill_seats(struct call *call, const struct room_plan *plan, struct text *bodies,
                      struct room_row *rows)
{
    json_t *seats = json_object_get(call->body, "seats");
    int count = 0, filled = 0;
    for (int i = 0; i < plan->setup.players && i < SEATS_MAX; i++) {
        const char *who = json_string_value(json_array_get(seats, (size_t)i));
        if (who == NULL || strcmp(who, "open") == 0)
            continue;
        bool me = strcmp(who, "me") == 0;
        text_addf(&bodies[count], "%d ", i + 1);
        if (me) {
            text_addf(&bodies[count], "%lld ", (long long)call->user.id);
            text_add_quoted(&bodies[count], span_of(call->user.name));
        } else
            text_add(&bodies[count], who);
        rows[count] = (struct room_row){.kind = me ? ROW_SIT : ROW_COMPUTER,
                                        .user = call->user.id,
                                        .time = loop_time(),
                                        .body = text_span(&bodies[count])};
        count++;
        filled++;
    }
    if (filled == plan->setup.players && json_is_true(json_object_get(call->body, "start")))
        rows[count++] = (struct room_row){
            .kind = ROW_START, .user = call->user.id, .time = loop_time(), .body = span_of("")};
    return count;
}

/* Computer players that the body names must be allowed. */
static bool players_are_allowed(struct call *call, const struct room_plan *plan)
{
    struct problem problem = {0};
    struct ruleset *rules = ruleset_open(plan->game, &plan->setup, NULL, &problem);
    bool fine = rules != NULL;
    json_t *seats = json_object_get(call->body, "seats");
    for (size_t i = 0; fine && i < json_array_size(seats); i++) {
        const char *who = json_string_value(json_array_get(seats, i));
        if (who != NULL && strcmp(who, "me") != 0 && strcmp(who, "open") != 0)
            fine = player_is_allowed(rules, span_of(who), &problem);
    }
    ruleset_close(rules);
    if (!fine)
        call_fail_problem(call, 400, ERROR_REFUSED, &problem);
    return fine;
}

static void make_table(struct call *call, const struct room_plan *plan,
                       const uint8_t seed[SEED_SIZE])
{
    struct text bodies[SEATS_MAX + 1] = {{0}};
    struct room_row rows[SEATS_MAX + 1];
    if (!seats_fit(call, plan) || !players_are_allowed(call, plan))
        return;
    int count = fill_seats(call, plan, bodies, rows);
    call->making.done = table_made;
    hall_make(call->api->hall, plan, seed, rows, count, &call->making);
    for (int i = 0; i < SEATS_MAX + 1; i++)
        text_free(&bodies[i]);
}

static void handle_make(struct call *call)
{
    struct room_plan plan = {0};
    uint8_t seed[SEED_SIZE];
    dealer_new_seed(seed);
    if (read_plan(call, &plan))
        make_table(call, &plan, seed);
}

/* The same people with the same options once more; with the same chance if that is wanted. */
static void again(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = visitor(visit);
    uint8_t seed[SEED_SIZE];
    if (!room_is_there(call, room, problem))
        return;
    if (room->phase != ROOM_OVER || room_seats_of(room, call->user.id) == 0) {
        call_fail(call, 409, ERROR_REFUSED,
                  _("who played may ask for another game when one is over"));
        return;
    }
    struct room_plan plan = room->plan;
    plan.owner = call->user.id;
    memcpy(plan.rematch, room->id, sizeof plan.rematch);
    if (json_is_true(json_object_get(call->body, "same_chance")))
        memcpy(seed, room->seed, sizeof seed);
    else
        dealer_new_seed(seed);
    make_table(call, &plan, seed);
}

static void handle_rematch(struct call *call)
{
    visit_table(call, again);
}

/* ---- chat ------------------------------------------------------------------------------------ */

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
        store_lines(hall_clerk_store(call->api->hall), call->table, 0, LIST_MAX, put_line, &json);
    json_close(&json, ']');
    json_close(&json, '}');
}

static void show_lines(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = visitor(visit);
    if (!room_is_there(call, room, problem))
        return;
    call->job.work = lines_work;
    call->job.done = list_done;
    workers_add(hall_clerk(call->api->hall), &call->job, false);
}

static void handle_lines(struct call *call)
{
    visit_table(call, show_lines);
}

static void say_work(struct job *job)
{
    struct call *call = employer(job);
    struct store_line line = {.time = loop_time(),
                              .user = call->user.id,
                              .name = call->user.name,
                              .text = json_string_value(json_object_get(call->body, "text"))};
    struct json json = {.out = &call->text};
    call->result = store_say(hall_clerk_store(call->api->hall), call->table, &line);
    put_line(&json, &line);
    call->visit.next = NULL;
    call->line = line.number;
}

static void say_done(struct job *job)
{
    struct call *call = employer(job);
    struct store_line line = {.number = call->line,
                              .time = loop_time(),
                              .user = call->user.id,
                              .name = call->user.name,
                              .text = json_string_value(json_object_get(call->body, "text"))};
    if (call->result == STORE_DONE)
        clients_tell_line(call->api->clients, call->table, &line);
    list_done(job);
}

static void say(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct call *call = visitor(visit);
    const char *text = json_string_value(json_object_get(call->body, "text"));
    if (!room_is_there(call, room, problem))
        return;
    if (!room->plan.chat) {
        call_fail(call, 403, ERROR_NOT_ALLOWED, _("there is no chat at this table"));
        return;
    }
    if (text == NULL || text[0] == '\0' || text_width(span_of(text)) > CHAT_MAX ||
        span_has_control(span_of(text))) {
        call_fail(call, 400, ERROR_MISSING, _("a line has 1 to 500 characters"));
        return;
    }
    call->job.work = say_work;
    call->job.done = say_done;
    workers_add(hall_clerk(call->api->hall), &call->job, false);
}

static void handle_say(struct call *call)
{
    visit_table(call, say);
}

const struct route table_routes[] = {
    {"GET", "/api/tables", ANYBODY, handle_list},
    {"POST", "/api/tables", GUESTS, handle_make},
    {"GET", "/api/my/tables", GUESTS, handle_list},
    {"GET", "/api/tables/*", ANYBODY, handle_table},
    {"GET", "/api/tables/*/record", ANYBODY, handle_record},
    {"POST", "/api/tables/*/rematch", GUESTS, handle_rematch},
    {"GET", "/api/tables/*/chat", ANYBODY, handle_lines},
    {"POST", "/api/tables/*/chat", GUESTS, handle_say},
    {0},
};
