/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Finds out who is asking what, and hands it to its route.
 *
 * The order of the checks matters: cheap ones come first, and nothing is read or looked up for a
 * client that will be refused anyway. Route, origin (a page of another site may change nothing),
 * the limit of the address, the body, whose token it is, the limit of that person, whether the
 * store can be written. Then the route's own function, in one of the files api_*.c.
 *
 * A call (struct api_call) outlives the request of a client that goes away: a requested change is
 * still made, but no one is answered. So `request` may be NULL after any wait. Every path through
 * a route ends with exactly one api_send, api_answer* or
 * api_fail*, which release the call. */

#include "api_call.h"
#include "json_read.h"
#include "log.h"
#include "page.h"
#include "websocket.h"

#include "players/player.h"

#include "base/container_of.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

const char secure_token_cookie[] = "__Host-orrery", plain_token_cookie[] = "orrery";

/* ---- answers --------------------------------------------------------------------------------- */

static void end_call(struct api_call *call)
{
    json_decref(call->body);
    text_free(&call->text);
    free(call);
}

/* What fails because the server stops or the store fails is told once, not for each request. */
static bool is_fault(const struct api_call *call, int status)
{
    bool unavailable = status == 503 && tables_store_trouble(call->api->tables).failing;
    return status >= 500 && !call->api->stopping && !unavailable;
}

/* Paths that lead nowhere, queries and bodies are what clients make up; they are not told. */
static void log_call(const struct api_call *call, int status)
{
    const char *path = call->route != NULL ? call->route->path : "";
    bool has_table = strncmp(path, "/api/tables/*", 13) == 0 && status < 400;
    enum log_level level = is_fault(call, status) ? LOG_ERROR : LOG_INFO;
    log_line(level, "request", log_text("method", path[0] != '\0' ? call->route->method : ""),
             log_text("route", path), log_number("status", status),
             log_number("ms", loop_now() - call->began), log_number("user", call->user.id),
             log_text("peer", call->peer), log_text("table", has_table ? call->table_id : ""));
}

void api_send(struct api_call *call, const struct http_answer *answer)
{
    assert(answer->status >= 100 && answer->status <= 599);
    log_call(call, answer->status);
    if (call->request != NULL)
        http_answer(call->request, answer);
    end_call(call);
}

void api_answer(struct api_call *call, int status, const char *type)
{
    struct http_answer answer = {.status = status,
                                 .type = type,
                                 .body = text_span(&call->text),
                                 .retry_after = call->retry_after};
    api_send(call, &answer);
}

void api_answer_json(struct api_call *call, int status)
{
    api_answer(call, status, "application/json");
}

static void send_kept(struct api_call *call, const struct kept_answer *kept)
{
    struct http_answer answer = {.status = 200,
                                 .type = "application/json",
                                 .body = text_span(&kept->body),
                                 .etag = kept->etag};
    api_send(call, &answer);
}

bool api_answer_kept(struct api_call *call, struct span name)
{
    const struct kept_answer *kept = answer_cache_find(call->api->answers, name);
    if (kept != NULL)
        send_kept(call, kept);
    return kept != NULL;
}

void api_keep_answer(struct api_call *call, struct span name)
{
    send_kept(call, answer_cache_keep(call->api->answers, name, &call->text));
}

void api_fail(struct api_call *call, int status, enum error_code code, const char *sentence)
{
    struct problem problem = {0};
    problem_set(&problem, sentence, NULL, NULL, NULL);
    api_fail_problem(call, status, code, &problem);
}

void api_fail_problem(struct api_call *call, int status, enum error_code code,
                      const struct problem *problem)
{
    struct problem told = *problem;
    problem_forget_place(&told);
    api_fail_at(call, status, code, &told);
}

void api_fail_at(struct api_call *call, int status, enum error_code code,
                 const struct problem *problem)
{
    struct json json = {.out = &call->text};
    struct text why = {0};
    assert(problem_is_set(problem) && code > ERROR_NONE && code < ERROR_CODES);
    text_clear(&call->text);
    problem_write(problem, call->language, &why);
    json_open(&json, NULL, '{');
    json_put_string(&json, "error", error_words[code]);
    json_put_string(&json, "text", text_string(&why));
    json_close(&json, '}');
    text_free(&why);
    api_answer_json(call, status);
}

void api_fail_no_memory(struct api_call *call)
{
    struct problem problem = {0};
    problem_no_memory(&problem);
    api_fail_problem(call, 503, ERROR_UNAVAILABLE, &problem);
}

bool api_fail_member(struct api_call *call, const char *key)
{
    struct problem problem = {0};
    problem_set(&problem, _("\"{0}\" is missing, too long or of the wrong kind"), key, NULL, NULL);
    api_fail_problem(call, 400, ERROR_MISSING, &problem);
    return false;
}

bool api_read_text(struct api_call *call, const char *key, bool needed, char *out, size_t size)
{
    assert(size > 0);
    json_t *member = json_object_get(call->body, key);
    const char *value = json_string_value(member);
    out[0] = '\0';
    if (member == NULL && !needed)
        return true;
    if (value == NULL || strlen(value) >= size)
        return api_fail_member(call, key);
    span_copy(span_of(value), out, size);
    return true;
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* Has the body no other members than its route knows? If it has, that is answered. */
static bool body_is_known(struct api_call *call)
{
    static const char *const none[] = {NULL};
    const char *const *known = call->route->members;
    struct problem problem = {0};
    if (members_check(call->body, known != NULL ? known : none, &problem))
        return true;
    api_fail_problem(call, 400, ERROR_UNKNOWN_MEMBER, &problem);
    return false;
}

static void body_run(struct work *work)
{
    struct api_call *call = container_of(work, struct api_call, work);
    call->body = json_read_object(text_span(&call->text), &call->no_memory);
    call->was_read = true;
}

static void body_done(struct work *work)
{
    struct api_call *call = container_of(work, struct api_call, work);
    assert(call->was_read || call->body == NULL);
    text_free(&call->text);
    if (call->body != NULL) {
        if (body_is_known(call))
            call->body_read(call);
    } else if (call->no_memory)
        api_fail_no_memory(call);
    else if (call->was_read)
        api_fail(call, 400, ERROR_BAD_MESSAGE, _("the body is not a JSON object"));
    else
        api_fail(call, 503, ERROR_UNAVAILABLE, _("the store is not responding"));
}

void api_read_large(struct api_call *call, void (*then)(struct api_call *call))
{
    assert(call->route->is_raw && call->body == NULL);
    call->body_read = then;
    text_add_span(&call->text, http_body(call->request)); /* which may go meanwhile */
    api_add_work(call, &call->work, body_run, body_done, true);
}

void api_add_work(const struct api_call *call, struct work *work, void (*run)(struct work *work),
                  void (*done)(struct work *work), bool urgent)
{
    struct tables *tables = call->api->tables;
    *work = (struct work){.run = run,
                          .done = done,
                          .person = call->user.id,
                          .house = tables_house(tables, call->user.id)};
    workers_add(tables_workers(tables), work, urgent);
}

/* ---- tables ---------------------------------------------------------------------------------- */

void api_look_up(struct api_call *call,
                 void (*seen)(struct table_lookup *lookup, struct table *table,
                              const struct problem *problem))
{
    assert(call->table_id[0] != '\0'); /* its route has a place for one */
    call->lookup.ready = seen;
    call->lookup.fresh = true;
    tables_look_up(call->api->tables, call->table_id, &call->lookup);
}

struct api_call *api_call_of_lookup(struct table_lookup *lookup)
{
    return container_of(lookup, struct api_call, lookup);
}

bool api_has_table(struct api_call *call, const struct table *table, const struct problem *problem)
{
    if (table == NULL && tables_may_try_again(problem))
        api_fail_problem(call, 503, ERROR_UNAVAILABLE, problem);
    else if (table == NULL)
        api_fail_problem(call, 404, ERROR_NOT_FOUND, problem);
    return table != NULL;
}

/* ---- health ---------------------------------------------------------------------------------- */

static void handle_health(struct api_call *call)
{
    struct writer_trouble trouble = tables_store_trouble(call->api->tables);
    const char *status = call->api->stopping ? "stopping"
                         : trouble.failing   ? "failing"
                         : memory_is_low()   ? "low-memory"
                                             : "ok";
    struct json json = {.out = &call->text};
    json_open(&json, NULL, '{');
    json_put_string(&json, "status", status);
    json_put_string(&json, "version", call->api->version);
    json_put_string(&json, "commit", call->api->commit);
    if (strcmp(status, "failing") == 0) {
        json_put_string(&json, "reason", trouble.reason);
        json_put_number(&json, "ms", loop_now() - trouble.since);
    }
    json_close(&json, '}');
    api_answer_json(call, strcmp(status, "ok") == 0 ? 200 : 503);
}

/* What the page tells everyone about the server. */
static void handle_about(struct api_call *call)
{
    struct json json = {.out = &call->text};
    json_open(&json, NULL, '{');
    json_put_string(&json, "version", call->api->version);
    json_put_boolean(&json, "members_only", call->api->members_only);
    json_put_string(&json, "notice", call->api->notice);
    json_put_string(&json, "legal", call->api->legal);
    json_put_string(&json, "privacy", call->api->privacy);
    json_put_boolean(&json, "analyses", analysis_queue_is_served(call->api->analysis_queue));
    json_close(&json, '}');
    api_answer_json(call, 200);
}

static void put_metric(struct text *out, const char *name, const char *type, const char *help,
                       uint64_t value)
{
    text_addf(out, "# HELP orrery_%s %s\n# TYPE orrery_%s %s\norrery_%s %llu\n", name, help, name,
              type, name, (unsigned long long)value);
}

/* Compared by hashes, so that the time it takes tells nothing. */
static bool shows_metrics_token(const struct api_call *call)
{
    const char *wanted = call->api->metrics_token;
    const char *shown = http_header(call->request, "Authorization");
    uint8_t hashes[2][crypto_generichash_BYTES];
    if (wanted == NULL || shown == NULL || strncmp(shown, "Bearer ", 7) != 0)
        return false;
    crypto_generichash(hashes[0], sizeof hashes[0], (const uint8_t *)wanted, strlen(wanted), NULL,
                       0);
    crypto_generichash(hashes[1], sizeof hashes[1], (const uint8_t *)shown + 7, strlen(shown + 7),
                       NULL, 0);
    return sodium_memcmp(hashes[0], hashes[1], sizeof hashes[0]) == 0;
}

static void tell_metrics(struct api_call *call)
{
    const struct websocket_counts *sockets = http_socket_counts(call->api->http);
    struct tables_counts tables;
    struct text *out = &call->text;
    struct analysis_queue_counts analysis_queue;
    struct writer_trouble trouble = tables_store_trouble(call->api->tables);
    tables_counts(call->api->tables, &tables);
    analysis_queue_counts(call->api->analysis_queue, &analysis_queue);
    text_addf(out,
              "# HELP orrery_build_info which program this is\n# TYPE orrery_build_info gauge\n"
              "orrery_build_info{version=\"%s\",commit=\"%s\"} 1\n",
              call->api->version, call->api->commit);
    put_metric(out, "sockets", "gauge", "open WebSockets", (uint64_t)sockets->open);
    put_metric(out, "connections", "gauge", "open connections",
               (uint64_t)http_connections(call->api->http));
    put_metric(out, "rooms", "gauge", "tables in memory", (uint64_t)tables.loaded);
    put_metric(out, "thinking", "gauge", "decisions waiting for a worker",
               (uint64_t)tables.computers_waiting);
    put_metric(out, "players_made_total", "counter",
               "computer players made, for a turn or a decision each", player_count_made());
    put_metric(out, "memory_low", "gauge", "1 while the reserve of memory is in use",
               memory_is_low());
    put_metric(out, "memory_low_total", "counter", "times that memory became low",
               call->api->memory->times);
    put_metric(out, "changes_total", "counter", "rows written", tables.changes);
    put_metric(out, "conflicts_total", "counter", "rows that came too late", tables.conflicts);
    put_metric(out, "failures_total", "counter", "times the store did not answer", tables.failures);
    put_metric(out, "store_failing", "gauge", "1 while the store cannot be written to",
               trouble.failing);
    put_metric(out, "store_failings_total", "counter", "times that this began", trouble.times);
    put_metric(out, "store_refused_total", "counter", "changes refused because of it",
               trouble.refused_ever);
    put_metric(out, "loads_total", "counter", "tables read from the store", tables.loads);
    put_metric(out, "transactions_total", "counter", "transactions of the store",
               tables.transactions);
    put_metric(out, "jobs_waiting", "gauge", "hints and analyses that are not done",
               (uint64_t)analysis_queue.waiting);
    put_metric(out, "jobs_working", "gauge", "of them, those that this server is at",
               (uint64_t)analysis_queue.working);
    put_metric(out, "jobs_taken_total", "counter", "hints and analyses begun here",
               analysis_queue.taken);
    put_metric(out, "jobs_taken_over_total", "counter", "of them, those that were begun before",
               analysis_queue.taken_over);
    put_metric(out, "jobs_finished_total", "counter", "hints and analyses done here",
               analysis_queue.finished);
    put_metric(out, "jobs_failed_total", "counter", "hints and analyses that were not possible",
               analysis_queue.failed);
    put_metric(out, "jobs_lost_total", "counter", "leases that ended before the work did",
               analysis_queue.lost);
    put_metric(out, "messages_in_total", "counter", "messages of clients", sockets->messages_in);
    put_metric(out, "messages_out_total", "counter", "messages to clients", sockets->messages_out);
    put_metric(out, "cut_slow_total", "counter", "slow readers cut off", sockets->cut_slow);
    put_metric(out, "cut_rate_total", "counter", "clients cut off for too many messages",
               sockets->cut_rate);
    api_answer(call, 200, "text/plain; version=0.0.4");
}

/* They tell how many people are there and how much work there is: not for everyone. */
static void handle_metrics(struct api_call *call)
{
    if (http_is_local(call->request) || shows_metrics_token(call))
        tell_metrics(call);
    else
        api_fail(call, 403, ERROR_NOT_ALLOWED, _("only the host can see the metrics"));
}

static void handle_page(struct api_call *call)
{
    struct page_table table = {0};
    struct http_answer answer;
    const struct page_file *file = page_find(http_path(call->request));
    page_answer(page_place_file(call->api->place, file),
                http_header(call->request, "Accept-Encoding"), &table, &answer);
    api_send(call, &answer);
    page_buffer_free(&table);
}

/* For all files and addresses of the page (page.h). */
static const struct route page_route = {"GET", "/", VISITORS, handle_page, RATE_PAGE, false, NULL};

/* Is a token shown that counts for nobody? A cookie that has gone makes a browser a visitor, who
 * may watch; a program that shows its token wants to be someone, and is told. */
static bool shows_void_token(const struct api_call *call)
{
    return call->user.id == 0 && http_header(call->request, "Authorization") != NULL;
}

static void handle_socket(struct api_call *call)
{
    struct http_request *request = call->request;
    assert(request != NULL); /* nobody is asked for a change here */
    if (shows_void_token(call)) {
        api_fail(call, 401, ERROR_NOT_ALLOWED, _("please sign in first"));
        return;
    }
    const char *wanted = http_query(request, "protocol");
    if (wanted != NULL && strcmp(wanted, CLIENT_PROTOCOL) != 0) {
        struct problem problem = {0};
        problem_set(&problem, _("this server speaks protocol {0}"), CLIENT_PROTOCOL, NULL, NULL);
        api_fail_problem(call, 400, ERROR_BAD_MESSAGE, &problem);
        return;
    }
    struct store_user user = call->user;
    struct clients *clients = call->api->clients;
    uint8_t token[STORE_HASH_SIZE];
    memcpy(token, call->people_query.hash, sizeof token);
    end_call(call);
    client_welcome(clients, request, user.id != 0 ? &user : NULL, token);
}

static const struct route own_routes[] = {
    {"GET", "/health", VISITORS, handle_health, RATE_PAGE, false, NULL},
    {"GET", "/metrics", VISITORS, handle_metrics, RATE_PAGE, false, NULL},
    {"GET", "/api/about", VISITORS, handle_about, RATE_PAGE, false, NULL},
    {"GET", "/ws", ANYBODY, handle_socket, RATE_USUAL, false, NULL},
    {0},
};

/* ---- routes ---------------------------------------------------------------------------------- */

/* Does the path fit? The part that the first "*" stands for goes to `part`. */
static bool path_fits(const char *pattern, const char *path, char part[STORE_ID_SIZE])
{
    part[0] = '\0';
    while (*pattern != '\0') {
        if (*pattern == '*') {
            size_t length = strcspn(path, "/");
            if (length == 0 || length >= STORE_ID_SIZE)
                return false;
            if (part[0] == '\0') {
                memcpy(part, path, length);
                part[length] = '\0';
            }
            path += length;
            pattern++;
        } else if (*pattern++ != *path++)
            return false;
    }
    return *path == '\0';
}

/* The route of a request; `known` tells whether the path exists with another method. */
static const struct route *find_route(const char *method, const char *path,
                                      char part[STORE_ID_SIZE], bool *known)
{
    const struct route *const lists[] = {own_routes,  people_routes,   bot_routes,
                                         list_routes, table_routes,    make_routes,
                                         game_routes, analysis_routes, workshop_routes};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const struct route *route = lists[i]; route->path != NULL; route++) {
            if (!path_fits(route->path, path, part))
                continue;
            *known = true;
            if (strcmp(route->method, method) == 0 ||
                (strcmp(method, "HEAD") == 0 && strcmp(route->method, "GET") == 0))
                return route;
        }
    if (page_find(path) == NULL)
        return NULL;
    *known = true;
    return strcmp(method, page_route.method) == 0 ? &page_route : NULL;
}

/* ---- who asks -------------------------------------------------------------------------------- */

bool request_is_secure(const struct http_request *request)
{
    return request != NULL && http_is_secure(request);
}

/* The token from "Authorization: Bearer …" or from a cookie: first, and behind TLS alone, from the
 * one that no other host can have set, lest someone be made to play as someone else. NULL if
 * nothing like one is there. */
static const char *token_of(const struct http_request *request)
{
    const char *bearer = http_header(request, "Authorization");
    const char *token = bearer != NULL && strncmp(bearer, "Bearer ", 7) == 0 ? bearer + 7 : NULL;
    if (token == NULL)
        token = http_cookie(request, secure_token_cookie);
    if (token == NULL && !request_is_secure(request))
        token = http_cookie(request, plain_token_cookie);
    return token != NULL && strlen(token) < TOKEN_SIZE ? token : NULL;
}

static bool is_change(const struct route *route)
{
    return strcmp(route->method, "GET") != 0;
}

static void api_fail_often(struct api_call *call, int retry)
{
    log_security(LOG_WARNING, "request refused", call->user.id, call->peer, "too-many");
    call->retry_after = retry;
    api_fail(call, 429, ERROR_TOO_MANY, _("too much at once"));
}

/* Takes from a limit; if there is nothing left, the call is answered. */
static bool is_within(struct api_call *call, enum rate_scope scope)
{
    uint8_t user[ADDRESS_KEY_SIZE];
    enum rate_kind kind = call->route->rate;
    bool by_user = scope == RATE_PERSON || scope == RATE_BOT;
    int retry = 0;
    if (kind == RATE_USUAL)
        kind = is_change(call->route) ? RATE_CHANGE : RATE_READ;
    rate_key_of_user(call->user.id, user);
    if (rate_limit_take(call->api->limits, kind, scope, by_user ? user : call->address, loop_now(),
                        &retry))
        return true;
    api_fail_often(call, retry);
    return false;
}

/* While nothing can be written, what asks the store apart from tables does not even try: it would
 * only make others wait. Changes of tables are refused, and counted, where they are written. */
static bool waits_for_store(const struct api_call *call)
{
    enum rate_kind kind = call->route->rate;
    return is_change(call->route) && tables_store_trouble(call->api->tables).failing &&
           (kind == RATE_GUEST || kind == RATE_SIGN_IN || kind == RATE_ACCOUNT ||
            kind == RATE_CHAT || kind == RATE_ANALYSIS);
}

/* Accounts, and what plays for them. */
static bool is_member(const struct api_call *call)
{
    return call->user.id != 0 && api_call_person(call) != PERSON_GUEST;
}

/* A change is made also for a client that has gone meanwhile, an answer is not; nor is a body read
 * that has gone with it. */
static void go_on(struct api_call *call)
{
    if (call->request == NULL && (!is_change(call->route) || call->route->is_raw))
        end_call(call);
    else if (call->route->access >= GUESTS && call->user.id == 0)
        api_fail(call, 401, ERROR_NOT_ALLOWED, _("please sign in first"));
    else if (call->api->members_only && call->route->access != VISITORS && !is_member(call))
        api_fail(call, 403, ERROR_NOT_ALLOWED,
                 _("this server is for members only; the host makes the accounts"));
    else if (call->route->access > GUESTS && api_call_person(call) == PERSON_BOT)
        api_fail(call, 403, ERROR_NOT_ALLOWED, _("bots cannot do that"));
    else if (call->route->access == ACCOUNTS && api_call_person(call) != PERSON_ACCOUNT)
        api_fail(call, 403, ERROR_NOT_ALLOWED, _("only accounts can do that; create one first"));
    else if (waits_for_store(call))
        api_fail(call, 503, ERROR_UNAVAILABLE, _("the store is not responding"));
    else
        call->route->handle(call);
}

/* The language that the address asks for counts most, then that of the person, then that of the
 * browser. Is one asked for? */
static bool asks_for_language(const struct api_call *call, enum language *language)
{
    const char *wanted = call->request != NULL ? http_query(call->request, "lang") : NULL;
    return wanted != NULL && language_from_name(wanted, language);
}

static void identified(struct people_query *people_query)
{
    struct api_call *call = container_of(people_query, struct api_call, people_query);
    if (people_query->result == PEOPLE_FINE) {
        call->user = people_query->user;
        tables_note_person(call->api->tables, call->user.id, api_call_person(call), call->address);
        if (!asks_for_language(call, &call->language))
            language_from_name(call->user.language, &call->language);
    }
    if (people_query->result == PEOPLE_FAILED)
        api_fail(call, 503, ERROR_UNAVAILABLE, _("the store is not responding"));
    else if (is_within(call,
                       call->user.id != 0 ? rate_scope_of(api_call_person(call)) : RATE_NOBODY))
        go_on(call);
}

/* False, and answered, if it is not a JSON object with members that the route knows. */
bool api_read_body(struct api_call *call)
{
    struct span body = http_body(call->request);
    bool no_memory;
    assert(call->body == NULL && body.length <= HTTP_BODY_MAX);
    if (body.length == 0)
        return true;
    call->body = json_read_object(body, &no_memory);
    if (call->body != NULL)
        return body_is_known(call);
    if (no_memory)
        api_fail_no_memory(call);
    else
        api_fail(call, 400, ERROR_BAD_MESSAGE, _("the body is not a JSON object"));
    return false;
}

/* That of a raw route is read by the route. */
static bool needs_body(const struct api_call *call)
{
    return is_change(call->route) && !call->route->is_raw;
}

static void gone(void *context)
{
    struct api_call *call = context;
    call->request = NULL;
}

static void set_language(struct api_call *call)
{
    const char *header = http_header(call->request, "Accept-Language");
    call->language = ENGLISH;
    if (header != NULL)
        language_from_header(header, &call->language);
    asks_for_language(call, &call->language);
}

static struct api_call *begin_call(struct api *api, struct http_request *request)
{
    struct api_call *call = memory_new(1, sizeof *call);
    call->api = api;
    call->request = request;
    call->began = loop_now();
    call->result = STORE_FAILED; /* until the store is asked */
    set_language(call);
    span_copy(span_of(http_peer(request)), call->peer, sizeof call->peer);
    address_key(http_client(request), call->address);
    http_on_gone(request, gone, call);
    return call;
}

/* Paths that lead nowhere cost as much as reading does. */
static void refuse_path(struct api_call *call, bool known)
{
    int retry = 0;
    if (rate_limit_take(call->api->limits, RATE_READ, RATE_NOBODY, call->address, loop_now(),
                        &retry))
        api_fail(call, known ? 405 : 404, ERROR_NOT_FOUND, _("there is nothing at this address"));
    else
        api_fail_often(call, retry);
}

/* Whose token it is, the people know; until then it counts for the address. */
static void identify(struct api_call *call, const char *token)
{
    call->people_query = (struct people_query){.kind = ASK_WHO, .done = identified};
    span_copy(span_of(token), call->people_query.token, sizeof call->people_query.token);
    people_ask(call->api->people, &call->people_query);
}

void api_handle(void *context, struct http_request *request)
{
    struct api_call *call = begin_call(context, request);
    bool known = false;
    call->route = find_route(http_method(request), http_path(request), call->table_id, &known);
    if (call->route == NULL) {
        refuse_path(call, known);
        return;
    }
    if (is_change(call->route) && !http_is_own_origin(request)) {
        log_security(LOG_WARNING, "request refused", 0, call->peer, "another-site");
        api_fail(call, 403, ERROR_NOT_ALLOWED, _("requests from other websites are not allowed"));
        return;
    }
    /* What is for everyone is not asked of the people's thread. */
    const char *token = call->route->rate != RATE_PAGE ? token_of(request) : NULL;
    bool is_counted = http_body(request).length > HTTP_BODY_MAX; /* by api_admit */
    if (!is_counted && !is_within(call, token != NULL ? RATE_ADDRESS : RATE_NOBODY))
        return;
    if (token == NULL && call->route->access >= GUESTS)
        go_on(call); /* which refuses it, before anything is read */
    else if (needs_body(call) && !api_read_body(call))
        return;
    else if (token != NULL)
        identify(call, token);
    else
        go_on(call);
}

unsigned api_admit(void *context, const struct http_request *request, size_t length)
{
    struct api *api = context;
    char part[STORE_ID_SIZE];
    bool known = false;
    uint8_t address[ADDRESS_KEY_SIZE];
    if (length <= HTTP_BODY_MAX)
        return 0;
    const struct route *route = find_route(http_method(request), http_path(request), part, &known);
    if (route == NULL || !route->is_raw)
        return 413;
    if (token_of(request) == NULL)
        return 401;
    /* Whose token it is, if anyone's, is not known yet: it counts as in api_handle. */
    address_key(http_client(request), address);
    return rate_limit_take(api->limits, route->rate, RATE_ADDRESS, address, loop_now(), NULL) ? 0
                                                                                              : 429;
}
