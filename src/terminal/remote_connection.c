/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A table of a server, followed and played at. */

#include "remote_connection.h"

#include "remote_parts.h"

#include "base/container_of.h"
#include "players/clock.h"
#include "record/position.h"
#include "stop.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    ANSWER_MS = 15000, /* for the answer to a command */
    SLICE_MS = 250,
    RETRY_MS = 1000, /* before a lost connection is tried again; doubled each time */
    RETRY_MS_MAX = 10000,
};

static struct remote_connection *remote_of(struct game_connection *connection)
{
    return container_of(connection, struct remote_connection, base);
}

/* ---- sending --------------------------------------------------------------------------------- */

/* A command about the table, which takes over `more`: its text, to be freed. NULL: no memory. */
static char *make_command(struct remote_connection *remote, const char *what, json_t *more)
{
    json_t *message = more != NULL ? more : json_object();
    remote->number++;
    json_object_set_new(message, "do", json_string(what));
    json_object_set_new(message, "id", json_integer(remote->number));
    json_object_set_new(message, "table", json_string(remote->table));
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    return text;
}

/* ---- receiving ------------------------------------------------------------------------------- */

/* Takes a message; the answer to command `awaited` is handed over and must be released. */
static json_t *take_message(struct remote_connection *remote, const struct text *text,
                            json_int_t awaited)
{
    json_t *message = json_loadb(text_string(text), text->length, JSON_REJECT_DUPLICATES, NULL);
    json_t *view = json_object_get(message, "view");
    struct problem problem = {0};
    if (json_is_object(view) && !remote_take_view(remote, view, &problem)) {
        problem_write(&problem, remote->base.teller.language, &remote->base.lost);
        remote->broken = true;
    }
    if (json_is_object(view))
        remote_take_log(remote, json_object_get(message, "log"));
    if (awaited != 0 && json_integer_value(json_object_get(message, "answer")) == awaited)
        return message;
    json_decref(message);
    return NULL;
}

/* Sends a command and waits for its answer; NULL if it does not come. */
static json_t *ask(struct remote_connection *remote, const char *command)
{
    struct text text = {0};
    json_t *answer = NULL;
    enum web_received received = WEB_NOTHING;
    json_int_t number = remote->number;
    bool sent = command != NULL && web_send(remote->web, span_of(command));
    for (int waited = 0; sent && answer == NULL && waited < ANSWER_MS && !stop_wanted();) {
        received = web_receive(remote->web, SLICE_MS, &text);
        if (received == WEB_LOST)
            break;
        if (received == WEB_MESSAGE)
            answer = take_message(remote, &text, number);
        else
            waited += SLICE_MS;
    }
    text_free(&text);
    return answer;
}

/* The same for a command that is made for it. */
static json_t *ask_once(struct remote_connection *remote, const char *what, json_t *more)
{
    char *command = make_command(remote, what, more);
    json_t *answer = ask(remote, command);
    free(command);
    return answer;
}

/* ---- connecting ------------------------------------------------------------------------------ */

/* Watches the table: the answer has its view and log. */
static bool watch(struct remote_connection *remote, struct problem *problem)
{
    json_t *more =
        json_pack("{s:b,s:b,s:I,s:s}", "state", 1, "legal", 0, "log", (json_int_t)remote->final,
                  "language", language_name(remote->base.teller.language));
    json_t *answer = ask_once(remote, "watch", more);
    bool fine = json_is_true(json_object_get(answer, "ok")) && !remote->broken;
    json_decref(answer);
    return fine || problem_set(problem, _("The server does not show the table."), NULL, NULL, NULL);
}

static bool connect_again(struct remote_connection *remote, struct problem *problem)
{
    bool fine = web_connect(remote->web, problem) && watch(remote, problem);
    if (fine)
        remote->retry_ms = 0;
    return fine;
}

/* Sends a command of a seat and says whether it was done. If the connection is lost it is sent
 * again over a new one: the server does what has the same key only once. */
static bool command(struct remote_connection *remote, const char *what, json_t *more,
                    struct text *refusal)
{
    char key[40];
    struct problem problem = {0};
    snprintf(key, sizeof key, "%016llx-%lld", (unsigned long long)remote->keys,
             (long long)remote->number + 1);
    json_object_set_new(more, "key", json_string(key));
    json_object_set_new(more, "expected", json_integer(remote->version));
    char *text = make_command(remote, what, more);
    json_int_t number = remote->number;
    json_t *answer = ask(remote, text);
    if (answer == NULL && !stop_wanted() && connect_again(remote, &problem)) {
        remote->number = number;
        answer = ask(remote, text);
        remote->number = number + 1; /* that of watching again */
    }
    const char *why = json_string_value(json_object_get(answer, "text"));
    bool fine = json_is_true(json_object_get(answer, "ok"));
    if (!fine && why != NULL)
        output_add_shown(refusal, span_of(why));
    else if (!fine)
        text_add(refusal, phrase(remote->base.teller.language,
                                 _("The server does not answer; please try again.")));
    json_decref(answer);
    free(text);
    return fine;
}

/* Takes a seat at a table that has not begun, and begins it if all are taken and it is ours. */
static bool sit_down(struct remote_connection *remote, struct problem *problem)
{
    struct text refusal = {0};
    bool fine = true;
    if (remote->phase == PHASE_OPEN && remote->wants_seat && !remote->base.seated) {
        int seat = remote->wanted_seat > 0 ? remote->wanted_seat : remote->open_seat;
        fine = seat > 0 && command(remote, "sit", json_pack("{s:i}", "seat", seat), &refusal);
        if (seat == 0)
            text_add(&refusal, phrase(remote->base.teller.language,
                                      _("All seats are taken; --watch only watches.")));
    }
    if (!fine)
        problem_set(problem, _("{0}"), text_string(&refusal), NULL, NULL);
    text_free(&refusal);
    return fine;
}

/* The owner of a table begins when everyone sits. */
static void start_if_full(struct remote_connection *remote)
{
    struct text refusal = {0};
    if (remote->phase == PHASE_OPEN && remote->owner && remote->open_seat == 0)
        command(remote, "start", json_object(), &refusal);
    text_free(&refusal);
}

/* ---- what can be done ------------------------------------------------------------------------ */

static bool seat_command(struct game_connection *connection, const char *what, struct text *refusal)
{
    return command(remote_of(connection), what, json_pack("{s:i}", "seat", connection->awaited + 1),
                   refusal);
}

/* The view with the news comes right behind the answer. */
static bool await_view(struct remote_connection *remote, json_int_t before)
{
    struct text text = {0};
    for (int waited = 0; remote->version == before && waited < ANSWER_MS && !stop_wanted();
         waited += SLICE_MS) {
        enum web_received received = web_receive(remote->web, SLICE_MS, &text);
        if (received == WEB_LOST)
            break;
        if (received == WEB_MESSAGE)
            take_message(remote, &text, 0);
    }
    text_free(&text);
    return true;
}

static bool remote_move(struct game_connection *connection, struct move move, struct text *refusal)
{
    struct remote_connection *remote = remote_of(connection);
    struct text notation = {0};
    assert(connection->awaited >= 0 && connection->mine);
    json_int_t before = remote->version;
    move_write(connection->rules, move, &notation);
    bool fine = command(
        remote, "move",
        json_pack("{s:i,s:s}", "seat", connection->awaited + 1, "move", text_string(&notation)),
        refusal);
    text_free(&notation);
    return fine && await_view(remote, before);
}

static bool remote_confirm(struct game_connection *connection, struct text *refusal)
{
    json_int_t before = remote_of(connection)->version;
    return seat_command(connection, "confirm", refusal) &&
           await_view(remote_of(connection), before);
}

static bool remote_undo(struct game_connection *connection, struct text *refusal)
{
    json_int_t before = remote_of(connection)->version;
    return seat_command(connection, "undo", refusal) && await_view(remote_of(connection), before);
}

static bool remote_redo(struct game_connection *connection, struct text *refusal)
{
    json_int_t before = remote_of(connection)->version;
    return seat_command(connection, "redo", refusal) && await_view(remote_of(connection), before);
}

/* A lost connection: tries again from time to time, and says so once. */
static enum waited reconnect(struct remote_connection *remote)
{
    struct problem problem = {0};
    assert(remote->retry_ms <= RETRY_MS_MAX);
    int64_t now = clock_ms();
    if (remote->retry_ms == 0)
        connection_log(&remote->base, span_of(phrase(remote->base.teller.language,
                                                     _("The connection is lost; trying again."))));
    if (remote->retry_ms == 0 || now >= remote->retry_at) {
        if (remote->retry_ms > 0 && connect_again(remote, &problem)) {
            remote->retry_ms = 0;
            return WAITED_NEWS;
        }
        remote->retry_ms = remote->retry_ms == 0                 ? RETRY_MS
                           : remote->retry_ms < RETRY_MS_MAX / 2 ? 2 * remote->retry_ms
                                                                 : RETRY_MS_MAX;
        remote->retry_at = now + remote->retry_ms;
        return WAITED_NEWS;
    }
    return WAITED_NOTHING;
}

/* One look, waiting at most that long. */
static enum waited look(struct remote_connection *remote, int milliseconds)
{
    struct text text = {0};
    enum web_received received = web_receive(remote->web, milliseconds, &text);
    json_int_t before = remote->version;
    if (received == WEB_MESSAGE)
        take_message(remote, &text, 0);
    text_free(&text);
    if (remote->broken)
        return WAITED_LOST;
    if (received == WEB_LOST) {
        enum waited waited = reconnect(remote);
        if (waited == WAITED_NOTHING && milliseconds > 0)
            stop_or_readable(-1, milliseconds);
        return waited;
    }
    start_if_full(remote);
    return remote->version != before ? WAITED_NEWS : WAITED_NOTHING;
}

static enum waited remote_wait(struct game_connection *connection, int milliseconds)
{
    struct remote_connection *remote = remote_of(connection);
    enum waited waited = look(remote, milliseconds < 0 ? SLICE_MS : milliseconds);
    while (milliseconds < 0 && waited == WAITED_NOTHING && !stop_wanted())
        waited = look(remote, SLICE_MS);
    return waited;
}

static bool remote_look_back(struct game_connection *connection, uint32_t count, void *state)
{
    struct remote_connection *remote = remote_of(connection);
    struct problem problem = {0};
    json_t *answer = ask_once(remote, "moment", json_pack("{s:I}", "moves", (json_int_t)count));
    bool fine = remote_read_state(remote, remote_find_state(answer), state, &problem);
    json_decref(answer);
    return fine;
}

static bool remote_record(struct game_connection *connection, struct text *out,
                          struct problem *problem)
{
    struct remote_connection *remote = remote_of(connection);
    char path[TABLE_ID_SIZE + 32];
    long status = 0;
    snprintf(path, sizeof path, "/api/tables/%s/record", remote->table);
    return web_request(remote->web, path, NULL, out, &status, problem) &&
           (status == 200 ||
            problem_set(problem, _("The server does not give out the record."), NULL, NULL, NULL));
}

static void remote_close(struct game_connection *connection)
{
    struct remote_connection *remote = remote_of(connection);
    web_close(remote->web);
    ruleset_close(remote->rules);
    free(remote);
}

static const struct connection_kind remote_kind = {
    .move = remote_move,
    .confirm = remote_confirm,
    .undo = remote_undo,
    .redo = remote_redo,
    .wait = remote_wait,
    .look_back = remote_look_back,
    .record = remote_record,
    .close = remote_close,
};

struct game_connection *remote_connection_open(const struct joining *joining,
                                               struct problem *problem)
{
    struct remote_connection *remote = memory_new_at_line(sizeof *remote);
    remote->base = (struct game_connection){
        .kind = &remote_kind,
        .state = &remote->state,
        .awaited = DEALER,
        .kept_elsewhere = true,
        .teller = {.language = joining->language, .names = remote->name_list}};
    remote->wants_seat = !joining->watch;
    remote->wanted_seat = joining->seat;
    bool fine = remote_find_table(remote, joining, problem) &&
                remote_sign_in(remote, joining, problem) && remote_open_rules(remote, problem) &&
                connect_again(remote, problem) && sit_down(remote, problem);
    if (fine)
        return &remote->base;
    connection_close(&remote->base);
    return NULL;
}
