/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Clients: one message after the other, each answered once; news of watched tables in between. */

#include "client_parts.h"

#include "json_read.h"
#include "log.h"
#include "player_limits.h"

#include "players/levels.h"

#include "base/container_of.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WATCHES_MAX = 16, REQUESTS_MAX = 32, SAME_NEWS_MS = 20 };

const char *const error_words[ERROR_CODES] = {
    "none",        "bad-message", "unknown-command", "missing-argument", "not-found",
    "not-allowed", "refused",     "stale",           "unavailable",      "too-many",
};

/* ---- sending --------------------------------------------------------------------------------- */

void client_send(struct client *client, struct text *text)
{
    if (client->socket != NULL)
        socket_send_text(client->socket, text_span(text));
    text_free(text);
}

struct json request_answer(struct text *text, json_int_t id, bool fine)
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
    struct json json = request_answer(&text, id, false);
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
    if (client->socket == NULL && client->requests == 0)
        free(client);
}

void request_end(struct request *request)
{
    struct client *client = request->client;
    json_decref(request->message);
    text_free(&request->body);
    free(request);
    client->requests--;
    release_client(client);
}

void request_fail(struct request *request, enum error_code code, const char *sentence)
{
    send_error(request->client, request->id, code, sentence);
    request_end(request);
}

void request_fail_problem(struct request *request, enum error_code code,
                          const struct problem *problem)
{
    struct text why = {0};
    struct problem told = *problem;
    problem_forget_place(&told);
    problem_write(&told, request->client->language, &why);
    send_refusal(request->client, request->id, code, &why);
    request_end(request);
}

const char *request_text(const struct request *request, const char *key)
{
    return json_string_value(json_object_get(request->message, key));
}

int64_t request_number(const struct request *request, const char *key, int64_t otherwise)
{
    json_t *value = json_object_get(request->message, key);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

bool request_flag(const struct request *request, const char *key)
{
    return json_is_true(json_object_get(request->message, key));
}

/* ---- changes --------------------------------------------------------------------------------- */

static void change_done(struct change *change, enum change_result result, struct room *room,
                        const struct problem *problem)
{
    struct request *request = container_of(change, struct request, change);
    struct client *client = request->client;
    struct text text = {0};
    struct json json;
    switch (result) {
    case CHANGE_DONE:
    case CHANGE_AGAIN:
        json = request_answer(&text, request->id, true);
        json_put_number(&json, "version", room->rows);
        json_put_boolean(&json, "again", result == CHANGE_AGAIN);
        json_close(&json, '}');
        client_send(client, &text);
        request_end(request);
        return;
    case CHANGE_STALE:
        request_fail(request, ERROR_STALE, _("the table has changed meanwhile"));
        return;
    case CHANGE_FAILED:
        request_fail(request, ERROR_UNAVAILABLE,
                     _("this cannot be kept at the moment; please try again"));
        return;
    case CHANGE_FULL:
        request_fail_problem(request, ERROR_TOO_MANY, problem);
        return;
    default:
        break;
    }
    struct text why = {0};
    struct problem told = *problem;
    problem_forget_place(&told); /* it is about a line that the client has not written */
    if (request->command->row == ROW_MOVE && room->session != NULL)
        session_tell_refusal(room->session, &told, client->language, &why);
    else
        problem_write(&told, client->language, &why);
    send_refusal(client, request->id, ERROR_REFUSED, &why);
    request_end(request);
}

/* Takes a seat; whoever agrees to what is asked there (same_deal.h) says so in the row. */
static void write_sit(struct request *request)
{
    const char *agreed = request_text(request, "agree");
    text_addf(&request->body, " %lld ", (long long)request->client->user);
    text_add_quoted(&request->body, span_of(request->client->name));
    text_addf(&request->body, " %s", person_kind_words[request->client->person]);
    if (agreed != NULL && strcmp(agreed, same_deal_word) == 0)
        text_addf(&request->body, " %s", same_deal_word);
}

/* A computer player for a seat. Who plays for somebody else is not for the others to choose; and
 * where there are no hints, nobody hands over for one turn alone. */
static void write_hand_over(struct request *request, const struct room *room)
{
    int64_t seat = request_number(request, "seat", 0), user = request->client->user;
    bool own = seat <= room->plan.setup.players && room->seats[seat - 1].user == user;
    text_addf(&request->body, " %s",
              own ? request_text(request, "player") : level_for_absent(room->plan.game)->player);
    if (own && !room->plan.hints && room_has_others(room, user))
        text_addf(&request->body, " %s", room_stays_word);
}

/* Writes the body of the row from the arguments of the message. */
static bool write_body(struct request *request, const struct room *room)
{
    const struct command *command = request->command;
    if (command->has_seat)
        text_addf(&request->body, "%d", (int)request_number(request, "seat", 0));
    if (command->row == ROW_SIT)
        write_sit(request);
    if (command->is_switch)
        text_add(&request->body, request_flag(request, "on") ? " on" : " off");
    if (command->argument == NULL)
        return true;
    struct span argument = span_of(request_text(request, command->argument));
    if (span_has_control(argument))
        return false;
    if (command->row == ROW_HAND_OVER) {
        write_hand_over(request, room);
        return true;
    }
    text_add(&request->body, " ");
    text_add_span(&request->body, argument);
    return true;
}

static void call_change(struct request *request, struct room *room)
{
    struct client *client = request->client;
    struct problem problem = {0};
    const char *player = request_text(request, "player"), *key = request_text(request, "key");
    if (client->user == 0) {
        request_fail(request, ERROR_NOT_ALLOWED, _("you only watch"));
        return;
    }
    if (player != NULL && !player_is_allowed(span_of(player), &problem)) {
        request_fail_problem(request, ERROR_REFUSED, &problem);
        return;
    }
    if (!write_body(request, room)) {
        request_fail(request, ERROR_BAD_MESSAGE, _("a text has control characters"));
        return;
    }
    request->change.done = change_done;
    request->change.guest = client->person == PERSON_GUEST;
    request->change.expected = request_number(request, "expected", -1);
    if (key != NULL)
        span_copy(span_of(key), request->change.key, sizeof request->change.key);
    struct room_row row = {.kind = (enum row_kind)request->command->row,
                           .user = client->user,
                           .time = loop_time(),
                           .body = text_span(&request->body)};
    hall_apply(client->all->hall, room, &row, &request->change);
}

/* ---- watching -------------------------------------------------------------------------------- */

static struct looking *find_looking(struct client *client, const char *table)
{
    struct looking *looking = client->looking;
    while (looking != NULL && strcmp(looking->table, table) != 0)
        looking = looking->next;
    return looking;
}

/* What the client sees of the room now, and from which move on it is told. */
static void look_at(struct looking *looking, const struct room *room)
{
    const struct client *client = looking->client;
    uint32_t moves = room->session != NULL ? session_move_count(room->session) : 0;
    looking->viewer.seats = room_seats_of(room, client->user);
    looking->viewer.owner = client->user != 0 && room->plan.owner == client->user;
    looking->viewer.asked = same_deal_asks(&room->plan.same_deal, client->user);
    looking->viewer.language = client->language;
    if (looking->told > moves)
        looking->told = moves > 0 ? moves - 1 : 0; /* something was taken back */
    if (moves > VIEW_LOG_MAX && looking->told < moves - VIEW_LOG_MAX)
        looking->told = moves - VIEW_LOG_MAX; /* who wants the others asks for them */
}

static void put_table(struct looking *looking, struct room *room, struct json *json)
{
    struct client *client = looking->client;
    struct hall *hall = client->all->hall;
    view_room(room, &looking->viewer, hall_online(hall, room), hall_clock_time(hall, room),
              &client->all->views, json, "view");
    view_log(room, client->language, looking->told, &client->all->views, json, "log");
    looking->told = room->session != NULL ? session_move_count(room->session) : 0;
}

/* Was the last news made just now for somebody who sees the same? Then it need not be made again:
 * many may watch one table. */
static bool is_same_news(const struct news *news, const struct looking *looking,
                         const struct room *room)
{
    return news->parcel != NULL && loop_now() - news->made < SAME_NEWS_MS &&
           news->rows == room->rows && news->told == looking->told &&
           strcmp(news->table, room->id) == 0 && viewer_equal(&news->viewer, &looking->viewer);
}

static void make_news(struct news *news, struct looking *looking, struct room *room)
{
    struct text text = {0};
    struct json json = {.out = &text};
    if (news->parcel != NULL)
        parcel_drop(news->parcel);
    *news = (struct news){
        .rows = room->rows, .told = looking->told, .viewer = looking->viewer, .made = loop_now()};
    memcpy(news->table, room->id, sizeof news->table);
    json_open(&json, NULL, '{');
    json_put_string(&json, "event", "table");
    put_table(looking, room, &json);
    json_close(&json, '}');
    news->parcel = parcel_make(text_span(&text));
    text_free(&text);
}

static void table_changed(struct watcher *watcher, struct room *room)
{
    struct looking *looking = (struct looking *)watcher;
    struct news *news = &looking->client->all->news;
    look_at(looking, room);
    if (!is_same_news(news, looking, room))
        make_news(news, looking, room);
    looking->told = room->session != NULL ? session_move_count(room->session) : 0;
    if (looking->client->socket != NULL)
        socket_send(looking->client->socket, news->parcel);
}

static void stop_looking(struct looking *looking)
{
    struct client *client = looking->client;
    struct looking **at = &client->looking;
    while (*at != looking)
        at = &(*at)->next;
    *at = looking->next;
    client->looking_count--;
    hall_unwatch(&looking->watcher);
    free(looking);
}

static void table_lost(struct watcher *watcher)
{
    stop_looking((struct looking *)watcher);
}

static void visit_noted(struct inquiry *inquiry)
{
    free(inquiry);
}

/* Who comes to a table of theirs has read what was sent about it. */
static void note_visit(const struct client *client, const struct room *room)
{
    if (room_seats_of(room, client->user) == 0)
        return;
    struct inquiry *inquiry = memory_new(1, sizeof *inquiry);
    inquiry->kind = ASK_THERE;
    inquiry->done = visit_noted;
    inquiry->user.id = client->user;
    memcpy(inquiry->table, room->id, sizeof inquiry->table);
    people_ask(client->all->people, inquiry);
}

static void call_watch(struct request *request, struct room *room)
{
    struct client *client = request->client;
    struct looking *looking = find_looking(client, request->table);
    if (client->socket == NULL) { /* gone meanwhile */
        request_end(request);
        return;
    }
    if (looking == NULL && client->looking_count == WATCHES_MAX) {
        request_fail(request, ERROR_TOO_MANY, _("you watch too many tables"));
        return;
    }
    if (looking == NULL) {
        looking = memory_new(1, sizeof *looking);
        looking->client = client;
        memcpy(looking->table, request->table, sizeof looking->table);
        looking->watcher.changed = table_changed;
        looking->watcher.lost = table_lost;
        looking->watcher.user = client->user;
        looking->next = client->looking;
        client->looking = looking;
        client->looking_count++;
        note_visit(client, room);
    }
    looking->viewer.wants_state = !json_is_false(json_object_get(request->message, "state"));
    looking->viewer.wants_moves = !json_is_false(json_object_get(request->message, "legal"));
    looking->viewer.wants_blocked = request_flag(request, "blocked");
    if (client->user == 0 && request_text(request, "language") != NULL)
        language_from_name(request_text(request, "language"), &client->language);
    int64_t known = request_number(request, "log", 0);
    looking->told = known > 0 && known < UINT32_MAX ? (uint32_t)known : 0;
    hall_watch(client->all->hall, room, &looking->watcher);
    struct text text = {0};
    struct json json = request_answer(&text, request->id, true);
    look_at(looking, room);
    put_table(looking, room, &json);
    json_close(&json, '}');
    client_send(client, &text);
    request_end(request);
}

static void call_unwatch(struct request *request, struct room *room)
{
    struct looking *looking = find_looking(request->client, request->table);
    struct text text = {0};
    (void)room;
    if (looking != NULL)
        stop_looking(looking);
    struct json json = request_answer(&text, request->id, true);
    json_close(&json, '}');
    client_send(request->client, &text);
    request_end(request);
}

/* A client asks whether anybody is there. It speaks of no table. */
static void call_ping(struct request *request, struct room *room)
{
    struct text text = {0};
    struct json json = request_answer(&text, request->id, true);
    (void)room;
    json_close(&json, '}');
    client_send(request->client, &text);
    request_end(request);
}

/* ---- messages -------------------------------------------------------------------------------- */

static const struct command commands[] = {
    {"ping", call_ping, -1, false, NULL, false},
    {"watch", call_watch, -1, false, NULL, false},
    {"unwatch", call_unwatch, -1, false, NULL, false},
    {"moment", call_moment, -1, false, NULL, false},
    {"scores", call_scores, -1, false, NULL, false},
    {"log", call_log, -1, false, NULL, false},
    {"hint", call_hint, -1, true, NULL, false},
    {"analysis", call_analysis, -1, false, NULL, false},
    {"preview", call_preview, -1, true, "move", false},
    {"sit", call_change, ROW_SIT, true, NULL, false},
    {"stand", call_change, ROW_STAND, true, NULL, false},
    {"computer", call_change, ROW_COMPUTER, true, "player", false},
    {"start", call_change, ROW_START, false, NULL, false},
    {"move", call_change, ROW_MOVE, true, "move", false},
    {"undo", call_change, ROW_UNDO, true, NULL, false},
    {"redo", call_change, ROW_REDO, true, NULL, false},
    {"confirm", call_change, ROW_CONFIRM, true, NULL, false},
    {"confirms", call_change, ROW_CONFIRMS, true, NULL, true},
    {"hand-over", call_change, ROW_HAND_OVER, true, "player", false},
    {"take-back", call_change, ROW_TAKE_BACK, true, NULL, false},
    {"pause", call_change, ROW_PAUSE, true, NULL, true},
    {0},
};

static void room_ready(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct request *request = container_of(visit, struct request, visit);
    if (room == NULL)
        request_fail_problem(
            request, hall_may_try_again(problem) ? ERROR_UNAVAILABLE : ERROR_NOT_FOUND, problem);
    else
        request->command->call(request, room);
}

static const struct command *find_command(const char *name)
{
    const struct command *command = commands;
    while (command->name != NULL && strcmp(command->name, name) != 0)
        command++;
    return command->name != NULL ? command : NULL;
}

/* What is wrong with the arguments, or ERROR_NONE. */
static enum error_code check_arguments(const struct request *request)
{
    const char *table = request_text(request, "table");
    if (table == NULL || strlen(table) >= STORE_ID_SIZE)
        return ERROR_MISSING;
    int64_t seat = request_number(request, "seat", 0);
    if (request->command->has_seat && (seat < 1 || seat > SEATS_MAX))
        return ERROR_MISSING;
    if (request->command->argument != NULL &&
        request_text(request, request->command->argument) == NULL)
        return ERROR_MISSING;
    if (request->command->is_switch && !json_is_boolean(json_object_get(request->message, "on")))
        return ERROR_MISSING;
    json_t *expected = json_object_get(request->message, "expected");
    if (expected != NULL && (!json_is_integer(expected) || json_integer_value(expected) < 0))
        return ERROR_MISSING;
    json_t *key = json_object_get(request->message, "key");
    if (key != NULL && (!json_is_string(key) || json_string_length(key) >= STORE_KEY_SIZE))
        return ERROR_MISSING;
    return ERROR_NONE;
}

static bool takes(const struct client *client, enum rate_kind kind, enum rate_scope scope)
{
    uint8_t user[ADDRESS_KEY_SIZE];
    rate_key_of_user(client->user, user);
    return rate_limit_take(client->all->limits, kind, scope,
                           scope == RATE_PERSON ? user : client->address, loop_now(), NULL);
}

/* Each socket has a limit of its own (socket.h); this one is for all of a person together, so that
 * many sockets do not do much more than one. */
static bool is_within(const struct request *request)
{
    const struct client *client = request->client;
    bool is_study = request->command->call == call_hint || request->command->call == call_analysis;
    bool is_list = request->command->call == call_log; /* of all moves, as long as ten others */
    if (client->user == 0)
        return takes(client, RATE_MESSAGE, RATE_NOBODY) &&
               (!is_list || takes(client, RATE_LIST, RATE_NOBODY));
    return takes(client, RATE_MESSAGE, RATE_PERSON) && takes(client, RATE_MESSAGE, RATE_ADDRESS) &&
           (!is_list || takes(client, RATE_LIST, RATE_PERSON)) &&
           (!is_study || takes(client, RATE_STUDY, RATE_PERSON));
}

static void begin_request(struct client *client, json_t *message)
{
    struct request *request = memory_new(1, sizeof *request);
    const char *name;
    request->client = client;
    request->message = message;
    client->requests++;
    request->id = request_number(request, "id", 0);
    name = request_text(request, "do");
    request->command = name != NULL ? find_command(name) : NULL;
    if (request->command == NULL) {
        request_fail(request, ERROR_UNKNOWN_COMMAND, _("there is no such command"));
        return;
    }
    if (request->command->call == call_ping) {
        call_ping(request, NULL);
        return;
    }
    enum error_code wrong = check_arguments(request);
    if (wrong != ERROR_NONE) {
        request_fail(request, wrong, _("something is missing in this message"));
        return;
    }
    if (memory_is_low()) {
        struct problem problem = {0};
        problem_no_memory(&problem);
        request_fail_problem(request, ERROR_UNAVAILABLE, &problem);
        return;
    }
    if (client->requests > REQUESTS_MAX || !is_within(request)) {
        request_fail(request, ERROR_TOO_MANY, _("too much at once"));
        return;
    }
    span_copy(span_of(request_text(request, "table")), request->table, sizeof request->table);
    if (client->user != 0)
        hall_note_person(client->all->hall, client->user, client->person == PERSON_GUEST,
                         client->address);
    request->visit.call = room_ready;
    request->visit.fresh = request->command->row < 0; /* a change is compared with the store */
    hall_visit(client->all->hall, request->table, &request->visit);
}

static void message(void *owner, struct span text)
{
    struct client *client = owner;
    bool no_memory;
    json_t *value = json_read_object(text, &no_memory);
    if (value != NULL)
        begin_request(client, value);
    else if (no_memory) /* who is answered nothing tries again */
        socket_end(client->socket, CLOSE_TRY_LATER, "not enough memory");
    else
        send_error(client, 0, ERROR_BAD_MESSAGE, _("this is no message"));
}

/* ---- coming and going ------------------------------------------------------------------------ */

static void opened(void *owner, struct socket *socket)
{
    struct client *client = owner;
    struct text text = {0};
    struct json json = {.out = &text};
    client->socket = socket;
    log_line(LOG_INFO, "socket opened", log_number("user", client->user));
    json_open(&json, NULL, '{');
    json_put_string(&json, "event", "welcome");
    json_put_number(&json, "protocol", 1);
    json_put_string(&json, "name", client->name);
    json_put_string(&json, "language", language_name(client->language));
    json_close(&json, '}');
    client_send(client, &text);
    if (client->signed_out) /* meanwhile */
        socket_end(socket, CLOSE_SIGNED_OUT, "signed out");
}

static void closed(void *owner)
{
    struct client *client = owner;
    const struct socket *socket = client->socket;
    log_line(socket != NULL && socket_was_cut(socket) ? LOG_WARNING : LOG_INFO, "socket closed",
             log_number("user", client->user),
             log_text("reason", socket != NULL ? socket_reason(socket) : "never opened"));
    client->socket = NULL;
    while (client->looking != NULL)
        stop_looking(client->looking);
    client_expect_nothing(client);
    if (client->before != NULL)
        client->before->next = client->next;
    else
        client->all->first = client->next;
    if (client->next != NULL)
        client->next->before = client->before;
    client->all->count--;
    release_client(client);
}

void client_welcome(struct clients *clients, struct http_request *request,
                    const struct store_user *user, const uint8_t token[STORE_HASH_SIZE])
{
    static const struct socket_kind kind = {opened, message, closed};
    struct client *client = memory_new(1, sizeof *client);
    client->all = clients;
    client->language = ENGLISH;
    address_key(http_client(request), client->address);
    if (user != NULL) {
        client->user = user->id;
        client->owner = studies_owner(clients->studies, user, client->address);
        memcpy(client->token, token, sizeof client->token);
        span_copy(span_of(user->name), client->name, sizeof client->name);
        client->person = user->password[0] != '\0' ? PERSON_ACCOUNT : PERSON_GUEST;
        language_from_name(user->language, &client->language);
    }
    client->next = clients->first;
    if (client->next != NULL)
        client->next->before = client;
    clients->first = client;
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
            socket_end(client->socket, CLOSE_SIGNED_OUT, "signed out");
    }
}

/* One socket whose token may be void. */
struct doubt {
    struct inquiry inquiry;
    struct clients *clients;
};

static void doubt_settled(struct inquiry *inquiry)
{
    struct doubt *doubt = container_of(inquiry, struct doubt, inquiry);
    if (inquiry->result == PEOPLE_UNKNOWN)
        clients_sign_out(doubt->clients, inquiry->user.id, inquiry->hash, false);
    free(doubt);
}

void clients_doubt(struct clients *clients, struct people *people, int64_t user)
{
    for (const struct client *client = clients->first; client != NULL; client = client->next) {
        if (client->user == 0 || (client->user != user && user != 0))
            continue;
        struct doubt *doubt = memory_new(1, sizeof *doubt);
        doubt->clients = clients;
        doubt->inquiry =
            (struct inquiry){.kind = ASK_STILL, .done = doubt_settled, .user.id = client->user};
        memcpy(doubt->inquiry.hash, client->token, sizeof client->token);
        people_ask(people, &doubt->inquiry);
    }
}

void clients_dismiss(struct clients *clients, bool restart)
{
    int status = restart ? 1012 : 1001;
    const char *reason =
        restart ? "the server restarts; come back at once" : "the server stops; come back soon";
    for (struct client *client = clients->first; client != NULL; client = client->next)
        if (client->socket != NULL)
            socket_end(client->socket, status, reason);
}

void clients_tell_line(struct clients *clients, const char *table, const struct store_line *line)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_put_string(&json, "event", "chat");
    json_put_string(&json, "table", table);
    json_put_number(&json, "number", line->number);
    json_put_number(&json, "time", line->time);
    json_put_string(&json, "name", line->name);
    json_put_string(&json, "text", line->text);
    json_close(&json, '}');
    for (struct client *client = clients->first; client != NULL; client = client->next)
        if (client->socket != NULL && find_looking(client, table) != NULL)
            socket_send_text(client->socket, text_span(&text));
    text_free(&text);
}

int clients_count(const struct clients *clients)
{
    return clients->count;
}

struct clients *clients_open(struct loop *loop, struct hall *hall, struct studies *studies,
                             struct people *people, struct rate_limits *limits)
{
    struct clients *clients = memory_new(1, sizeof *clients);
    clients->loop = loop;
    clients->hall = hall;
    clients->studies = studies;
    clients->people = people;
    clients->limits = limits;
    return clients;
}

void clients_close(struct clients *clients)
{
    if (clients == NULL)
        return;
    if (clients->news.parcel != NULL)
        parcel_drop(clients->news.parcel);
    view_cache_free(&clients->views);
    free(clients);
}
