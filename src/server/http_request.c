/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Requests and their answers. A request is checked when its headers have arrived, before any of its
 * body is accepted; the handler sees only complete requests within limits. */

#include "http_parts.h"

#include "lingering_close.h"

#include "base/container_of.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nothing but our own files may run in a page, nobody may frame it, and other sites learn nothing
 * from it. */
static const char *const every_answer[][2] = {
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
     "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
     "form-action 'self'; frame-ancestors 'none'"},
    {"Permissions-Policy",
     "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
     "magnetometer=(), microphone=(), midi=(), payment=(), usb=()"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};
enum { EVERY_ANSWER = sizeof every_answer / sizeof every_answer[0] };

static const char methods[] = "GET, HEAD, POST, PUT, PATCH, DELETE";

/* ---- answers --------------------------------------------------------------------------------- */

static void go_on(struct connection *connection)
{
    MHD_resume_connection(connection->handle);
    http_wake(connection->http);
}

void request_finish(struct http_request *request, unsigned status, struct MHD_Response *response)
{
    struct connection *connection = request->connection;
    assert(request->stage < REQUEST_ANSWERED && request->response == NULL);
    bool waits = request->stage == REQUEST_WAITS;
    if (waits && request->gone != NULL)
        loop_unwatch(connection->http->loop, &request->watch);
    request->status = status;
    request->response = response;
    request->stage = response != NULL ? REQUEST_ANSWERED : REQUEST_GONE;
    if (waits)
        go_on(connection);
}

/* `etag` is in the list of what the client has, which may also say "*" or W/ before an entry. */
static bool is_known(const struct http_request *request, const struct http_answer *answer)
{
    const char *known = http_header(request, "If-None-Match");
    if (known == NULL || answer->etag == NULL || answer->status != MHD_HTTP_OK ||
        strcmp(request->method, "GET") != 0)
        return false;
    struct text quoted = {0};
    text_addf(&quoted, "\"%s\"", answer->etag);
    bool found = strstr(known, quoted.at) != NULL || strcmp(known, "*") == 0;
    text_free(&quoted);
    return found;
}

/* A response while it is put together. */
struct draft {
    struct MHD_Response *response;
    bool complete; /* nothing is missing for want of memory */
};

/* Adds a header; a value that is NULL is none. */
static void add_header(struct draft *draft, const char *name, const char *value)
{
    if (value != NULL && draft->complete)
        draft->complete = MHD_add_response_header(draft->response, name, value) == MHD_YES;
}

static struct draft begin_draft(struct span body, bool constant)
{
    enum MHD_ResponseMemoryMode mode = constant ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_COPY;
    void *at = (void *)(uintptr_t)body.at;
    struct MHD_Response *response = MHD_create_response_from_buffer(body.length, at, mode);
    if (response == NULL && memory_use_reserve())
        response = MHD_create_response_from_buffer(body.length, at, mode);
    return (struct draft){response, response != NULL};
}

/* How the answer may be kept, by whom, and how long. */
static void add_caching(struct draft *draft, const struct http_answer *answer)
{
    const char *cache = answer->cache;
    if (answer->varies)
        add_header(draft, "Vary", "Accept-Encoding");
    if (cache == NULL || answer->etag == NULL)
        cache = answer->etag != NULL ? "private, no-cache" : "no-store";
    add_header(draft, "Cache-Control", cache);
    if (answer->etag == NULL)
        return;
    struct text quoted = {0};
    text_addf(&quoted, "\"%s\"", answer->etag);
    add_header(draft, "ETag", quoted.at);
    text_free(&quoted);
}

static void add_retry_after(struct draft *draft, int seconds)
{
    char text[16];
    if (seconds <= 0)
        return;
    snprintf(text, sizeof text, "%d", seconds);
    add_header(draft, "Retry-After", text);
}

/* An answer with something missing is none: the client sees a connection that was closed. */
static void answer_with(struct http_request *request, const struct http_answer *answer,
                        const char *name, const char *value)
{
    bool known = is_known(request, answer);
    struct span body = known ? (struct span){NULL, 0} : answer->body;
    struct draft draft = begin_draft(body, answer->constant);
    for (int i = 0; i < EVERY_ANSWER; i++)
        add_header(&draft, every_answer[i][0], every_answer[i][1]);
    add_caching(&draft, answer);
    add_header(&draft, "Content-Type", known ? NULL : answer->type);
    add_header(&draft, "Content-Encoding", known ? NULL : answer->encoding);
    for (int i = 0; i < HTTP_COOKIES_MAX && answer->cookies[i] != NULL; i++)
        add_header(&draft, "Set-Cookie", answer->cookies[i]);
    add_retry_after(&draft, answer->retry_after);
    add_header(&draft, "Location", answer->location);
    if (name != NULL)
        add_header(&draft, name, value);
    if (!draft.complete && draft.response != NULL) {
        MHD_destroy_response(draft.response);
        draft.response = NULL;
    }
    request_finish(request, known ? MHD_HTTP_NOT_MODIFIED : (unsigned)answer->status,
                   draft.response);
}

void http_answer(struct http_request *request, const struct http_answer *answer)
{
    answer_with(request, answer, NULL, NULL);
}

static const char *sentence_of(unsigned status)
{
    switch (status) {
    case MHD_HTTP_FORBIDDEN:
        return "This is not for other sites.\n";
    case MHD_HTTP_METHOD_NOT_ALLOWED:
        return "This method is not known here.\n";
    case MHD_HTTP_CONTENT_TOO_LARGE:
        return "This is too large.\n";
    case MHD_HTTP_UPGRADE_REQUIRED:
        return "This is for WebSockets of version 13.\n";
    case MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE:
        return "The headers are too large.\n";
    case MHD_HTTP_UNAUTHORIZED:
        return "Please sign in first.\n";
    case MHD_HTTP_LENGTH_REQUIRED:
        return "A body needs its Content-Length.\n";
    case MHD_HTTP_TOO_MANY_REQUESTS:
        return "Too many requests. Please wait a moment.\n";
    case MHD_HTTP_HTTP_VERSION_NOT_SUPPORTED:
        return "This is for HTTP 1.1.\n";
    case MHD_HTTP_SERVICE_UNAVAILABLE:
        return "There is too much to do at the moment.\n";
    default:
        return "This is no valid request.\n";
    }
}

void request_refuse(struct http_request *request, unsigned status, const char *name,
                    const char *value)
{
    struct http_answer answer = {
        .status = (int)status,
        .type = "text/plain; charset=utf-8",
        .body = span_of(sentence_of(status)),
        .constant = true,
    };
    answer_with(request, &answer, name, value);
}

/* ---- what is refused at once ----------------------------------------------------------------- */

/* The name in our own list; NULL if it is not in it. */
static const char *find_method(const char *method)
{
    static const char *const all[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
    if (strcmp(method, "HEAD") == 0)
        return all[0];
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(method, all[i]) == 0)
            return all[i];
    return NULL;
}

/* Who looks after the server must see it when it is worst. */
static bool is_about_health(const char *path)
{
    return strcmp(path, "/health") == 0 || strcmp(path, "/metrics") == 0;
}

/* Has the client's address as many large bodies under way as it may have? */
static bool has_many_large(const struct http_request *request)
{
    const struct http *http = request->connection->http;
    uint8_t key[ADDRESS_KEY_SIZE], other[ADDRESS_KEY_SIZE];
    int count = 0;
    if (address_is_loopback(&request->client.any) && !http->counts_loopback)
        return false;
    address_key(&request->client.any, key);
    for (const struct http_request *at = http->large; at != NULL; at = at->next_large) {
        address_key(&at->client.any, other);
        count += memcmp(key, other, sizeof key) == 0;
    }
    return count >= HTTP_LARGE_OF_PEER;
}

static void enter_large(struct http_request *request)
{
    struct http *http = request->connection->http;
    assert(request->is_large && request->next_large == NULL && request->before_large == NULL);
    request->next_large = http->large;
    if (http->large != NULL)
        http->large->before_large = request;
    http->large = request;
}

static void leave_large(struct http_request *request)
{
    struct http *http = request->connection->http;
    if (request->before_large != NULL)
        request->before_large->next_large = request->next_large;
    else if (http->large == request)
        http->large = request->next_large;
    if (request->next_large != NULL)
        request->next_large->before_large = request->before_large;
}

/* Bodies are small, but where someone else says otherwise. */
static unsigned admit(struct http_request *request, size_t length)
{
    const struct http *http = request->connection->http;
    request->is_large = length > HTTP_BODY_MAX;
    if (length > (http->admit != NULL ? HTTP_LARGE_BODY_MAX : HTTP_BODY_MAX))
        return MHD_HTTP_CONTENT_TOO_LARGE;
    if (request->is_large && has_many_large(request))
        return MHD_HTTP_TOO_MANY_REQUESTS;
    unsigned wrong = http->admit != NULL ? http->admit(http->context, request, length) : 0;
    if (wrong == 0 && request->is_large)
        enter_large(request);
    return wrong;
}

/* The connection of a proxy counts for whom it names while the request is under way, so that nobody
 * takes all of them through it; false if that one has as many as one may have. */
static bool count_for_client(const struct http_request *request)
{
    struct connection *connection = request->connection;
    const struct http *http = connection->http;
    if (!http_is_proxy(http, &connection->address.any))
        return true;
    if (!peers_would_move(connection->peer, &request->client.any))
        return false;
    struct peer *peer = peers_enter(http->peers, &request->client.any);
    peers_leave(connection->peer);
    connection->peer = peer;
    return true;
}

/* It may continue with a request of someone else. */
static void count_for_proxy(struct connection *connection)
{
    struct http *http = connection->http;
    if (connection->peer == NULL || !http_is_proxy(http, &connection->address.any))
        return;
    struct peer *peer = peers_enter(http->peers, &connection->address.any);
    peers_leave(connection->peer);
    connection->peer = peer;
}

/* A status, or 0 if the request may continue. */
static unsigned check(struct http_request *request, const char *method, const char *version)
{
    const struct connection *connection = request->connection;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection->handle, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    size_t length;
    if (connection->garbled || request->path[0] != '/')
        return MHD_HTTP_BAD_REQUEST;
    if (info->header_size > HTTP_HEADERS_MAX)
        return MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    unsigned wrong = head_check(connection, method, version, &length);
    if (wrong != 0)
        return wrong;
    if (request->method == NULL)
        return MHD_HTTP_METHOD_NOT_ALLOWED;
    if (!count_for_client(request))
        return MHD_HTTP_TOO_MANY_REQUESTS;
    wrong = admit(request, length);
    return wrong == 0 && memory_is_low() && !is_about_health(request->path)
               ? MHD_HTTP_SERVICE_UNAVAILABLE
               : wrong;
}

/* The client may still be sending what nobody reads; it shall see the answer nevertheless. Its file
 * counts twice meanwhile. */
static void let_linger(const struct connection *connection)
{
    int file = fcntl(connection->file, F_DUPFD_CLOEXEC, 0);
    if (file >= 0)
        lingering_closes_add(connection->http->lingering_closes, file, peers_leave,
                             peers_enter_again(connection->peer));
}

/* libmicrohttpd takes no answer in the middle of a body. Nothing else of this request has been
 * written, so ours can go straight into the file. */
static void refuse_in_body(const struct connection *connection, const char *status,
                           const char *sentence)
{
    struct text answer = {0};
    text_addf(&answer, "HTTP/1.1 %s\r\nConnection: close\r\nCache-Control: no-store\r\n", status);
    for (int i = 0; i < EVERY_ANSWER; i++)
        text_addf(&answer, "%s: %s\r\n", every_answer[i][0], every_answer[i][1]);
    text_addf(&answer, "Content-Type: text/plain; charset=utf-8\r\nContent-Length: %zu\r\n\r\n%s",
              strlen(sentence), sentence);
    ssize_t sent = send(connection->file, answer.at, answer.length, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent; /* if it cannot be told, then not */
    text_free(&answer);
    let_linger(connection);
}

/* ---- a request comes ------------------------------------------------------------------------- */

/* The rest of a path below the place where the world finds the server; the whole of it if it is not
 * below: a proxy may have taken the place away. */
static const char *below(const char *place, const char *path)
{
    size_t length = strlen(place);
    assert(length == 0 || place[0] == '/');
    if (length == 0 || strncmp(path, place, length) != 0)
        return path;
    return path[length] == '/' ? path + length : path[length] == '\0' ? "/" : path;
}

static struct http_request *begin(struct connection *connection, const char *method,
                                  const char *path, const char *version)
{
    struct http_request *request = memory_new(1, sizeof *request);
    request->connection = connection;
    request->method = find_method(method);
    request->path = below(connection->http->place, path);
    request->may_upgrade = strcmp(method, "GET") == 0 && strcmp(version, "HTTP/1.1") == 0;
    assert(connection->request == NULL);
    connection->request = request;
    request_find_client(request);
    unsigned wrong = check(request, method, version);
    if (wrong != 0) {
        bool is_method = wrong == MHD_HTTP_METHOD_NOT_ALLOWED;
        bool is_later =
            wrong == MHD_HTTP_SERVICE_UNAVAILABLE || wrong == MHD_HTTP_TOO_MANY_REQUESTS;
        request_refuse(request, wrong,
                       is_method  ? "Allow"
                       : is_later ? "Retry-After"
                                  : NULL,
                       is_later ? "2" : methods);
        let_linger(connection);
    }
    return request;
}

/* So long as was announced, but there may be no room for all of them at the moment. */
static enum MHD_Result take_body(struct http_request *request, const char *data, size_t *size)
{
    struct connection *connection = request->connection;
    size_t most = request->is_large ? HTTP_LARGE_BODIES_MAX : HTTP_BODIES_MAX;
    size_t *bodies = &connection->http->bodies[request->is_large];
    if (*size > HTTP_LARGE_BODY_MAX - request->body.length || *bodies + *size > most ||
        memory_is_low() || !text_try_add_span(&request->body, (struct span){data, *size})) {
        refuse_in_body(connection, "503 Service Unavailable",
                       sentence_of(MHD_HTTP_SERVICE_UNAVAILABLE));
        return MHD_NO;
    }
    *bodies += *size;
    *size = 0;
    return MHD_YES;
}

static void see_gone(struct watch *watch, unsigned events)
{
    (void)events;
    request_drop(container_of(watch, struct http_request, watch));
}

/* Calls the handler. If it does not answer at once, the request is set aside. */
static void ask(struct http_request *request)
{
    struct connection *connection = request->connection;
    struct http *http = connection->http;
    assert(request->stage == REQUEST_COMES && request->response == NULL);
    loop_stop_alarm(http->loop, &connection->deadline);
    request->stage = REQUEST_ASKED;
    http->handler(http->context, request);
    if (request->stage != REQUEST_ASKED)
        return;
    request->stage = REQUEST_WAITS;
    MHD_suspend_connection(connection->handle);
    if (request->gone != NULL)
        loop_watch(http->loop, &request->watch, connection->file, WATCH_GONE);
}

static enum MHD_Result hand_over(struct http_request *request)
{
    struct connection *connection = request->connection;
    struct MHD_Response *response = request->response;
    assert(request->stage == REQUEST_ANSWERED && response != NULL);
    request->response = NULL;
    loop_set_alarm(connection->http->loop, &connection->deadline, HTTP_SEND_MS);
    enum MHD_Result result = MHD_queue_response(connection->handle, request->status, response);
    MHD_destroy_response(response);
    return result;
}

/* Called with the headers, with each piece of the body, and at the end; and once more when a
 * request that was set aside continues. */
enum MHD_Result request_come(void *http, struct MHD_Connection *handle, const char *url,
                             const char *method, const char *version, const char *data,
                             size_t *size, void **context)
{
    (void)http;
    bool is_new = *context == NULL;
    if (is_new)
        *context = begin(connection_of(handle), method, url, version);
    struct http_request *request = *context;
    if (request->stage == REQUEST_COMES && *size > 0)
        return take_body(request, data, size);
    if (request->stage == REQUEST_COMES && !is_new)
        ask(request);
    if (request->stage == REQUEST_ANSWERED && request->response != NULL)
        return hand_over(request);
    return request->stage == REQUEST_GONE ? MHD_NO : MHD_YES;
}

/* ---- a request is over ----------------------------------------------------------------------- */

void request_drop(struct http_request *request)
{
    struct connection *connection = request->connection;
    assert(request->stage == REQUEST_WAITS);
    request->stage = REQUEST_GONE;
    if (request->gone != NULL) {
        loop_unwatch(connection->http->loop, &request->watch);
        request->gone(request->gone_context);
    }
    go_on(connection);
}

/* The connection may continue with another request. libmicrohttpd may hold its lock here, so
 * nothing is resumed. */
void request_over(void *context, struct MHD_Connection *handle, void **over,
                  enum MHD_RequestTerminationCode how)
{
    struct http *http = context;
    struct connection *connection = connection_of(handle);
    struct http_request *request = *over;
    (void)how;
    loop_set_alarm(http->loop, &connection->deadline, http->wait_ms);
    count_for_proxy(connection);
    connection->request = NULL;
    *over = NULL;
    if (request == NULL)
        return;
    assert(http->bodies[request->is_large] >= request->body.length);
    http->bodies[request->is_large] -= request->body.length;
    leave_large(request);
    text_free(&request->body);
    if (request->response != NULL)
        MHD_destroy_response(request->response);
    if (request->kind != NULL) /* it should have become a WebSocket */
        request->kind->closed(request->owner);
    free(request);
}

void http_on_gone(struct http_request *request, void (*gone)(void *context), void *context)
{
    bool is_watched = request->gone != NULL;
    request->gone = gone;
    request->gone_context = context;
    request->watch.ready = see_gone;
    struct connection *connection = request->connection;
    if (request->stage == REQUEST_WAITS && !is_watched)
        loop_watch(connection->http->loop, &request->watch, connection->file, WATCH_GONE);
}

/* ---- questions ------------------------------------------------------------------------------- */

static const char *look_up(const struct http_request *request, enum MHD_ValueKind kind,
                           const char *name)
{
    const char *value = NULL;
    if (MHD_lookup_connection_value_n(request->connection->handle, kind, name, strlen(name), &value,
                                      NULL) == MHD_NO)
        return NULL;
    return value != NULL ? value : "";
}

const char *http_method(const struct http_request *request)
{
    return request->method;
}

const char *http_path(const struct http_request *request)
{
    return request->path;
}

const char *http_query(const struct http_request *request, const char *name)
{
    return look_up(request, MHD_GET_ARGUMENT_KIND, name);
}

const char *http_header(const struct http_request *request, const char *name)
{
    return look_up(request, MHD_HEADER_KIND, name);
}

const char *http_cookie(const struct http_request *request, const char *name)
{
    return look_up(request, MHD_COOKIE_KIND, name);
}

struct span http_body(const struct http_request *request)
{
    return text_span(&request->body);
}
