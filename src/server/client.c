/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Clients: one message after another, each answered once; news of watched tables in between.
 *
 * - A message becomes a command (struct client_command) that looks its table up, does one thing
 *   there and is answered when that is on disk. Several may be under way; they can finish in
 *   any order, so an answer carries the id of its message.
 * - The commands are one list of rows (client_commands.c): a name, a function, what has to be
 *   there. A change is a row of the table, so nearly all of them share one function, which only
 *   writes the body of that row.
 * - Watchers hear of a change through the registry, not from the command that made it: its
 *   author, the others and those at another server are informed in the same way.
 * - Most watchers of a table see the same bytes. The last frame is kept for a moment and sent to
 *   all of them (struct sent_view).
 * - A client whose socket is gone stays until its commands have ended. */

#include "client_parts.h"

#include "json_read.h"
#include "log.h"
#include "person_kind.h"

#include "table/player_limits.h"
#include "table/request.h"

#include "base/container_of.h"
#include "base/list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WATCHES_MAX = 16, SAME_VIEW_MS = 20 };

const char *const error_words[ERROR_CODES] = {
    "none",        "bad-message", "unknown-command", "missing-argument",
    "not-found",   "not-allowed", "refused",         "stale",
    "unavailable", "too-many",    "unknown-member",
};

/* ---- sending --------------------------------------------------------------------------------- */

void client_send(struct client *client, struct text *text)
{
    if (client->socket != NULL)
        websocket_send_text(client->socket, text_span(text));
    text_free(text);
}

struct json command_answer(struct text *text, json_int_t id, bool fine)
{
    struct json json = {.out = text};
    json_open(&json, NULL, '{');
    json_put_number(&json, "answer", id);
    json_put_boolean(&json, "ok", fine);
    return json;
}

/* Sends a refusal with its text, which is used up. */
static void send_refusal(struct client *client, json_int_t id, enum error_code code,
                         struct text *why)
{
    struct text text = {0};
    struct json json = command_answer(&text, id, false);
    json_put_string(&json, "error", error_words[code]);
    json_put_string(&json, "text", text_string(why));
    json_close(&json, '}');
    client_send(client, &text);
    text_free(why);
}

static void send_error(struct client *client, json_int_t id, enum error_code code,
                       const char *sentence)
{
    struct text why = {0};
    text_add(&why, phrase(client->language, sentence));
    send_refusal(client, id, code, &why);
}

/* ---- requests -------------------------------------------------------------------------------- */

static void release_client(struct client *client)
{
    assert(client->commands >= 0);
    if (client->socket == NULL && client->commands == 0)
        free(client);
}

void command_end(struct client_command *command)
{
    struct client *client = command->client;
    assert(client->commands > 0);
    json_decref(command->message);
    text_free(&command->body);
    free(command);
    client->commands--;
    release_client(client);
}

void command_fail(struct client_command *command, enum error_code code, const char *sentence)
{
    send_error(command->client, command->id, code, sentence);
    command_end(command);
}

void command_fail_problem(struct client_command *command, enum error_code code,
                          const struct problem *problem)
{
    struct text why = {0};
    struct problem told = *problem;
    problem_forget_place(&told);
    problem_write(&told, command->client->language, &why);
    send_refusal(command->client, command->id, code, &why);
    command_end(command);
}

const char *command_text(const struct client_command *command, const char *key)
{
    return json_string_value(json_object_get(command->message, key));
}

int64_t command_number(const struct client_command *command, const char *key, int64_t otherwise)
{
    json_t *value = json_object_get(command->message, key);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

bool command_flag(const struct client_command *command, const char *key)
{
    return json_is_true(json_object_get(command->message, key));
}

void command_write_moves(const struct client_command *command, struct text *out)
{
    json_t *list = json_object_get(command->message, "moves"), *one;
    size_t i;
    assert(list != NULL || command_text(command, "move") != NULL); /* check_arguments was there */
    if (list == NULL)
        text_add(out, command_text(command, "move"));
    json_array_foreach(list, i, one)
    {
        text_add(out, i > 0 ? " ; " : "");
        text_add(out, json_string_value(one));
    }
}

/* ---- changes --------------------------------------------------------------------------------- */

void command_fail_change(struct client_command *command, enum change_result result,
                         const struct problem *problem)
{
    if (result == CHANGE_STALE)
        command_fail(command, ERROR_STALE, _("the table has changed in the meantime"));
    else if (result == CHANGE_FAILED)
        command_fail(command, ERROR_UNAVAILABLE,
                     _("this cannot be saved right now; please try again"));
    else /* the place is in a line that the client has not written */
        command_fail_problem(command, result == CHANGE_FULL ? ERROR_TOO_MANY : ERROR_REFUSED,
                             problem);
}

/* The rules of the game have more to say. */
static void refuse_move(struct client_command *command, const struct table *table,
                        const struct problem *problem)
{
    struct text why = {0};
    struct problem told = *problem;
    problem_forget_place(&told);
    session_tell_refusal(table->session, &told, command->client->language, &why);
    send_refusal(command->client, command->id, ERROR_REFUSED, &why);
    command_end(command);
}

static void change_done(struct table_change *change, enum change_result result, struct table *table,
                        const struct problem *problem)
{
    struct client_command *command = container_of(change, struct client_command, change);
    if (result == CHANGE_DONE || result == CHANGE_AGAIN) {
        struct text text = {0};
        struct json json = command_answer(&text, command->id, true);
        json_put_number(&json, "version", table->rows);
        json_put_boolean(&json, "again", result == CHANGE_AGAIN);
        json_close(&json, '}');
        client_send(command->client, &text);
        command_end(command);
    } else if (result == CHANGE_REFUSED && command->kind->row == ROW_MOVE &&
               table->session != NULL) {
        refuse_move(command, table, problem);
    } else {
        command_fail_change(command, result, problem);
    }
}

/* Writes the body of the row from the arguments of the message. */
static bool write_body(struct client_command *command, const struct table *table)
{
    const struct command_kind *kind = command->kind;
    const struct client *client = command->client;
    const char *agreed = command_text(command, "agree");
    struct text moves = {0};
    assert(kind->row >= 0 && command->body.length == 0);
    struct table_request request = {.kind = (enum row_kind)kind->row,
                                    .seat = kind->has_seat ? (int)command_number(command, "seat", 0)
                                                           : 0,
                                    .on = command_flag(command, "on"),
                                    .agrees = agreed != NULL && strcmp(agreed, same_deal_word) == 0,
                                    .user = client->user,
                                    .name = client->name,
                                    .person = client->person};
    if (kind->row == ROW_MOVE) {
        command_write_moves(command, &moves);
        request.text = text_string(&moves);
    } else if (kind->argument != NULL)
        request.text = command_text(command, kind->argument);
    bool fine = table_request_write(&request, table, &command->body);
    text_free(&moves);
    return fine;
}

void do_change(struct client_command *command, struct table *table)
{
    struct client *client = command->client;
    struct problem problem = {0};
    const char *player = command_text(command, "player"), *key = command_text(command, "key");
    if (client->user == 0) {
        command_fail(command, ERROR_NOT_ALLOWED, _("you are only watching"));
        return;
    }
    if (player != NULL && !player_is_allowed(span_of(player), &problem)) {
        command_fail_problem(command, ERROR_REFUSED, &problem);
        return;
    }
    if (!write_body(command, table)) {
        command_fail(command, ERROR_BAD_MESSAGE, _("a text has control characters"));
        return;
    }
    assert(command->kind->row >= 0 && command->kind->row < ROW_KINDS);
    command->change.done = change_done;
    command->change.person = client->person;
    command->change.expected = command_number(command, "expected", -1);
    if (key != NULL)
        span_copy(span_of(key), command->change.key, sizeof command->change.key);
    struct table_row row = {.kind = (enum row_kind)command->kind->row,
                            .user = client->user,
                            .time = loop_time(),
                            .body = text_span(&command->body)};
    tables_apply(client->all->tables, table, &row, &command->change);
}

/* ---- watching -------------------------------------------------------------------------------- */

static struct watched_table *find_watched(struct client *client, const char *table_id)
{
    struct watched_table *watched = client->watched;
    while (watched != NULL && strcmp(watched->table_id, table_id) != 0)
        watched = watched->next;
    return watched;
}

/* What the client sees of the table now, and from which move on it is told. */
static void look_at(struct watched_table *watched, const struct table *table)
{
    const struct client *client = watched->client;
    assert(strcmp(watched->table_id, table->id) == 0);
    uint32_t moves = table->session != NULL ? session_move_count(table->session) : 0;
    watched->viewer.seats = table_seats_of(table, client->user);
    watched->viewer.owner = client->user != 0 && table->plan.owner == client->user;
    watched->viewer.asked = same_deal_asks(&table->plan.same_deal, client->user);
    watched->viewer.language = client->language;
    if (watched->told > moves)
        watched->told = moves > 0 ? moves - 1 : 0; /* something was taken back */
    if (moves > VIEW_LOG_MAX && watched->told < moves - VIEW_LOG_MAX)
        watched->told = moves - VIEW_LOG_MAX; /* who wants the others asks for them */
}

static void put_table(struct watched_table *watched, struct table *table, struct json *json)
{
    struct client *client = watched->client;
    struct tables *tables = client->all->tables;
    view_table(table, &watched->viewer, tables_online(tables, table),
               tables_clock_time(tables, table), &client->all->views, json, "view");
    view_log(table, client->language, watched->told, &client->all->views, json, "log");
    watched->told = table->session != NULL ? session_move_count(table->session) : 0;
}

/* Was the last news made just now for someone who sees the same? Then it need not be made again:
 * many may watch one table. */
static bool is_same_news(const struct sent_view *sent, const struct watched_table *watched,
                         const struct table *table)
{
    return sent->frame != NULL && loop_now() - sent->made < SAME_VIEW_MS &&
           sent->rows == table->rows && sent->told == watched->told &&
           sent->online == tables_online(watched->client->all->tables, table) &&
           strcmp(sent->table_id, table->id) == 0 && viewer_equal(&sent->viewer, &watched->viewer);
}

static void make_news(struct sent_view *sent, struct watched_table *watched, struct table *table)
{
    struct text text = {0};
    struct json json = {.out = &text};
    if (sent->frame != NULL)
        websocket_frame_drop(sent->frame);
    *sent = (struct sent_view){.rows = table->rows,
                               .told = watched->told,
                               .online = tables_online(watched->client->all->tables, table),
                               .viewer = watched->viewer,
                               .made = loop_now()};
    memcpy(sent->table_id, table->id, sizeof sent->table_id);
    json_open(&json, NULL, '{');
    json_put_string(&json, "event", "table");
    put_table(watched, table, &json);
    json_close(&json, '}');
    sent->frame = websocket_frame_make(text_span(&text));
    text_free(&text);
}

static void table_changed(struct table_watcher *watcher, struct table *table)
{
    struct watched_table *watched = (struct watched_table *)watcher;
    struct sent_view *sent = &watched->client->all->sent;
    look_at(watched, table);
    if (!is_same_news(sent, watched, table))
        make_news(sent, watched, table);
    watched->told = table->session != NULL ? session_move_count(table->session) : 0;
    if (watched->client->socket != NULL)
        websocket_send(watched->client->socket, sent->frame);
}

/* A short message, for it may come often: which seats have somebody there. */
static void presence_changed(struct table_watcher *watcher, struct table *table, unsigned online)
{
    struct watched_table *watched = (struct watched_table *)watcher;
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_put_string(&json, "event", "presence");
    json_put_string(&json, "table", table->id);
    json_open(&json, "online", '[');
    for (int i = 0; i < table->plan.setup.players; i++)
        if (online >> i & 1)
            json_put_number(&json, NULL, i + 1);
    json_close(&json, ']');
    json_close(&json, '}');
    client_send(watched->client, &text);
}

static void stop_watching(struct watched_table *watched)
{
    struct client *client = watched->client;
    list_remove(client->watched, watched);
    client->watched_count--;
    tables_unwatch(&watched->watcher);
    free(watched);
}

static void table_lost(struct table_watcher *watcher)
{
    stop_watching((struct watched_table *)watcher);
}

static void arrival_noted(struct people_query *people_query)
{
    free(people_query);
}

/* Who comes to a table of theirs has read what was sent about it. */
static void note_arrival(const struct client *client, const struct table *table)
{
    if (table_seats_of(table, client->user) == 0)
        return;
    struct people_query *people_query = memory_new(1, sizeof *people_query);
    people_query->kind = ASK_THERE;
    people_query->done = arrival_noted;
    people_query->user.id = client->user;
    memcpy(people_query->table_id, table->id, sizeof people_query->table_id);
    people_ask(client->all->people, people_query);
}

void do_watch(struct client_command *command, struct table *table)
{
    struct client *client = command->client;
    struct watched_table *watched = find_watched(client, command->table_id);
    if (client->socket == NULL) { /* gone meanwhile */
        command_end(command);
        return;
    }
    if (watched == NULL && client->watched_count == WATCHES_MAX) {
        command_fail(command, ERROR_TOO_MANY, _("you are watching too many tables"));
        return;
    }
    if (watched == NULL) {
        watched = memory_new(1, sizeof *watched);
        watched->client = client;
        memcpy(watched->table_id, command->table_id, sizeof watched->table_id);
        watched->watcher.changed = table_changed;
        watched->watcher.presence = presence_changed;
        watched->watcher.lost = table_lost;
        watched->watcher.user = client->user;
        list_add(client->watched, watched);
        client->watched_count++;
        note_arrival(client, table);
    }
    watched->viewer.wants_state = !json_is_false(json_object_get(command->message, "state"));
    watched->viewer.wants_moves = !json_is_false(json_object_get(command->message, "legal"));
    watched->viewer.wants_blocked = command_flag(command, "blocked");
    watched->viewer.wants_plans = command_flag(command, "plans");
    if (client->user == 0 && command_text(command, "language") != NULL)
        language_from_name(command_text(command, "language"), &client->language);
    int64_t known = command_number(command, "log", 0);
    watched->told = known > 0 && known < UINT32_MAX ? (uint32_t)known : 0;
    tables_watch(client->all->tables, table, &watched->watcher);
    struct text text = {0};
    struct json json = command_answer(&text, command->id, true);
    look_at(watched, table);
    put_table(watched, table, &json);
    json_close(&json, '}');
    client_send(client, &text);
    command_end(command);
}

void do_unwatch(struct client_command *command, struct table *table)
{
    struct watched_table *watched = find_watched(command->client, command->table_id);
    struct text text = {0};
    (void)table;
    if (watched != NULL)
        stop_watching(watched);
    struct json json = command_answer(&text, command->id, true);
    json_close(&json, '}');
    client_send(command->client, &text);
    command_end(command);
}

/* A client asks whether anyone is there. It refers to no table. */
void do_ping(struct client_command *command, struct table *table)
{
    struct text text = {0};
    struct json json = command_answer(&text, command->id, true);
    (void)table;
    json_close(&json, '}');
    client_send(command->client, &text);
    command_end(command);
}

/* ---- messages -------------------------------------------------------------------------------- */

static void message(void *owner, struct span text)
{
    struct client *client = owner;
    bool no_memory, within = command_is_within_rate(client);
    json_t *value = json_read_object(text, &no_memory);
    if (value != NULL)
        command_begin(client, value, within);
    else if (no_memory) /* who is answered nothing tries again */
        websocket_end(client->socket, CLOSE_TRY_LATER, "not enough memory");
    else if (!within) /* nobody waits for an answer to that */
        websocket_end(client->socket, CLOSE_POLICY, "too many messages");
    else
        send_error(client, 0, ERROR_BAD_MESSAGE, _("this is not a valid message"));
}

/* ---- coming and going ------------------------------------------------------------------------ */

static void opened(void *owner, struct websocket *socket)
{
    struct client *client = owner;
    struct text text = {0};
    struct json json = {.out = &text};
    assert(client->socket == NULL && client->commands == 0);
    client->socket = socket;
    assert((client->user == 0) == (client->person == PERSON_UNKNOWN));
    if (client->person == PERSON_BOT)
        websocket_set_rate(socket, client->all->bot_messages);
    log_line(LOG_INFO, "socket opened", log_number("user", client->user));
    json_open(&json, NULL, '{');
    json_put_string(&json, "event", "welcome");
    json_put_raw(&json, "protocol", CLIENT_PROTOCOL);
    json_put_string(&json, "name", client->name);
    json_put_string(&json, "language", language_name(client->language));
    json_put_number(&json, "frames", websocket_rate(socket));
    json_close(&json, '}');
    client_send(client, &text);
    if (client->signed_out) /* meanwhile */
        websocket_end(socket, CLOSE_SIGNED_OUT, "signed out");
}

static void closed(void *owner)
{
    struct client *client = owner;
    const struct websocket *socket = client->socket;
    log_line(socket != NULL && websocket_was_cut(socket) ? LOG_WARNING : LOG_INFO, "socket closed",
             log_number("user", client->user),
             log_text("reason", socket != NULL ? websocket_reason(socket) : "never opened"));
    client->socket = NULL;
    while (client->watched != NULL)
        stop_watching(client->watched);
    assert(client->watched_count == 0 && client->all->count > 0);
    client_unsubscribe_all(client);
    list_remove(client->all->first, client);
    client->all->count--;
    release_client(client);
}

void client_welcome(struct clients *clients, struct http_request *request,
                    const struct store_user *user, const uint8_t token[STORE_HASH_SIZE])
{
    static const struct websocket_kind kind = {opened, message, closed};
    struct client *client = memory_new(1, sizeof *client);
    client->all = clients;
    client->language = ENGLISH;
    address_key(http_client(request), client->address);
    if (user != NULL) {
        client->user = user->id;
        client->owner = analysis_queue_owner(clients->analysis_queue, user, client->address);
        memcpy(client->token, token, sizeof client->token);
        span_copy(span_of(user->name), client->name, sizeof client->name);
        client->person = person_kind_of(user);
        language_from_name(user->language, &client->language);
    }
    list_add(clients->first, client);
    clients->count++;
    if (!http_upgrade(request, &kind, client))
        closed(client);
}

void clients_sign_out(struct clients *clients, int64_t user, const uint8_t token[STORE_HASH_SIZE],
                      bool others)
{
    for (struct client *client = clients->first; client != NULL; client = client->next) {
        bool same = memcmp(client->token, token, sizeof client->token) == 0;
        if (client->user != user || user == 0 || same == others)
            continue;
        client->signed_out = true;
        if (client->socket != NULL)
            websocket_end(client->socket, CLOSE_SIGNED_OUT, "signed out");
    }
}

/* One socket whose token may be void. */
struct token_recheck {
    struct people_query people_query;
    struct clients *clients;
};

static void token_rechecked(struct people_query *people_query)
{
    struct token_recheck *recheck = container_of(people_query, struct token_recheck, people_query);
    if (people_query->result == PEOPLE_UNKNOWN)
        clients_sign_out(recheck->clients, people_query->user.id, people_query->hash, false);
    free(recheck);
}

void clients_recheck_tokens(struct clients *clients, struct people *people, int64_t user)
{
    for (const struct client *client = clients->first; client != NULL; client = client->next) {
        if (client->user == 0 || (client->user != user && user != 0))
            continue;
        struct token_recheck *recheck = memory_new(1, sizeof *recheck);
        recheck->clients = clients;
        recheck->people_query = (struct people_query){
            .kind = ASK_STILL, .done = token_rechecked, .user.id = client->user};
        memcpy(recheck->people_query.hash, client->token, sizeof client->token);
        people_ask(people, &recheck->people_query);
    }
}

void clients_dismiss(struct clients *clients, bool restart)
{
    int status = restart ? 1012 : 1001;
    const char *reason =
        restart ? "the server restarts; come back at once" : "the server stops; come back soon";
    for (struct client *client = clients->first; client != NULL; client = client->next)
        if (client->socket != NULL)
            websocket_end(client->socket, status, reason);
}

void clients_tell_line(struct clients *clients, const char *table_id, const struct store_line *line)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_put_string(&json, "event", "chat");
    json_put_string(&json, "table", table_id);
    json_put_number(&json, "number", line->number);
    json_put_number(&json, "time", line->time);
    json_put_string(&json, "name", line->name);
    if (line->bot)
        json_put_boolean(&json, "bot", true);
    json_put_string(&json, "text", line->text);
    json_close(&json, '}');
    for (struct client *client = clients->first; client != NULL; client = client->next)
        if (client->socket != NULL && find_watched(client, table_id) != NULL)
            websocket_send_text(client->socket, text_span(&text));
    text_free(&text);
}

int clients_count(const struct clients *clients)
{
    return clients->count;
}

struct clients *clients_open(struct loop *loop, struct tables *tables,
                             struct analysis_queue *analysis_queue, struct people *people,
                             struct rate_limits *limits, int bot_messages)
{
    struct clients *clients = memory_new(1, sizeof *clients);
    clients->loop = loop;
    clients->tables = tables;
    clients->analysis_queue = analysis_queue;
    clients->people = people;
    clients->limits = limits;
    clients->bot_messages = bot_messages;
    return clients;
}

void clients_close(struct clients *clients)
{
    if (clients == NULL)
        return;
    assert(clients->first == NULL && clients->count == 0);
    if (clients->sent.frame != NULL)
        websocket_frame_drop(clients->sent.frame);
    view_cache_free(&clients->views);
    free(clients);
}
