/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A whole table server inside a fuzzer, on a store of its own, and a client that talks to it over
 * TCP in the same thread: it sends something and lets the loop work until the answer is there. */

#ifndef TESTS_FUZZ_HOSTED_H
#define TESTS_FUZZ_HOSTED_H

#include "require.h"

#include "server/api.h"
#include "server/websocket.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HOSTED_PATIENCE_MS = 8000 };

/* ---- the server ------------------------------------------------------------------------------ */

struct hosted {
    struct loop *loop;
    struct tables *tables;
    struct api api;
    char folder[64], store[80];
    char token[TOKEN_SIZE]; /* of the guest Ada */
    int file;               /* the client's connection for requests, or -1 */
};

static struct hosted hosted;

static inline void hosted_clean(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    char path[100];
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s%s", hosted.store, ends[i]);
        unlink(path);
    }
    rmdir(hosted.folder);
}

static inline struct tables *hosted_tables(void)
{
    struct problem problem = {0};
    struct tables_settings settings = {.store = hosted.store, .workers = 1, .most_loaded = 1};
    struct tables *tables = tables_open(hosted.loop, &settings, &problem);
    REQUIRE(tables != NULL);
    return tables;
}

static inline int hosted_connect(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                  .sin_port = htons((uint16_t)http_port(hosted.api.http))};
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    REQUIRE(file >= 0);
    REQUIRE(connect(file, (struct sockaddr *)&address, sizeof address) == 0);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return file;
}

/* ---- the client ------------------------------------------------------------------------------ */

static inline void hosted_send(int file, struct span bytes)
{
    while (bytes.length > 0) {
        ssize_t sent = send(file, bytes.at, bytes.length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            bytes = (struct span){bytes.at + sent, bytes.length - (size_t)sent};
        else
            loop_round(hosted.loop, 1);
    }
}

/* Lets the server work until something comes, which is added to `in`; false if it is the end. */
static inline bool hosted_receive(int file, struct text *in)
{
    char bytes[16384];
    int64_t late = loop_now() + HOSTED_PATIENCE_MS;
    for (;;) {
        ssize_t length = recv(file, bytes, sizeof bytes, MSG_DONTWAIT);
        if (length >= 0) {
            text_add_span(in, (struct span){bytes, (size_t)length});
            return length > 0;
        }
        REQUIRE(loop_now() < late); /* every question has its answer */
        loop_round(hosted.loop, 1);
    }
}

static inline void hosted_cut(struct text *in, size_t length)
{
    struct text rest = {0};
    text_add_span(&rest, (struct span){in->at + length, in->length - length});
    text_free(in);
    *in = rest;
}

/* ---- requests -------------------------------------------------------------------------------- */

/* One request; returns the status, and the body as JSON, which is NULL if it is none. */
static inline int hosted_ask(const char *method, const char *path, struct span body, json_t **json)
{
    struct text out = {0}, in = {0};
    char *end = NULL, *length = NULL;
    if (hosted.file < 0)
        hosted.file = hosted_connect();
    text_addf(&out, "%s %s HTTP/1.1\r\nHost: x\r\nContent-Length: %zu\r\n", method, path,
              body.length);
    if (hosted.token[0] != '\0')
        text_addf(&out, "Authorization: Bearer %s\r\n", hosted.token);
    text_add(&out, "\r\n");
    text_add_span(&out, body);
    hosted_send(hosted.file, text_span(&out));
    while (end == NULL)
        REQUIRE(hosted_receive(hosted.file, &in) || in.length > 0),
            end = strstr(text_string(&in), "\r\n\r\n");
    int status = atoi(in.at + strlen("HTTP/1.1 "));
    length = strcasestr(in.at, "\r\nContent-Length: ");
    REQUIRE(length != NULL && length < end);
    size_t head = (size_t)(end + 4 - in.at), size = strtoul(length + 18, NULL, 10);
    bool closes = strstr(in.at, "Connection: close") != NULL;
    while (in.length < head + size)
        REQUIRE(hosted_receive(hosted.file, &in));
    REQUIRE(in.length == head + size);
    if (json != NULL)
        *json = json_loadb(in.at + head, size, JSON_REJECT_DUPLICATES, NULL);
    if (closes) {
        close(hosted.file);
        hosted.file = -1;
    }
    text_free(&out);
    text_free(&in);
    return status;
}

/* ---- messages -------------------------------------------------------------------------------- */

struct hosted_socket {
    int file;
    struct text in;
};

static inline void hosted_upgrade(struct hosted_socket *socket)
{
    struct text out = {0};
    socket->file = hosted_connect();
    text_addf(&out,
              "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
              "Authorization: Bearer %s\r\n\r\n",
              hosted.token);
    hosted_send(socket->file, text_span(&out));
    text_free(&out);
    char *end = NULL;
    while (end == NULL)
        REQUIRE(hosted_receive(socket->file, &socket->in)), end = strstr(socket->in.at, "\r\n\r\n");
    REQUIRE(strncmp(socket->in.at, "HTTP/1.1 101", 12) == 0);
    hosted_cut(&socket->in, (size_t)(end + 4 - socket->in.at));
}

/* Sends a text as a frame; its mask is zero. */
static inline void hosted_say(const struct hosted_socket *socket, struct span text)
{
    struct text out = {0};
    REQUIRE(text.length <= SOCKET_MESSAGE_MAX);
    text_add_char(&out, (char)0x81);
    if (text.length < 126) {
        text_add_char(&out, (char)(0x80 | text.length));
    } else {
        text_add_char(&out, (char)(0x80 | 126));
        text_add_char(&out, (char)(text.length >> 8));
        text_add_char(&out, (char)(text.length & 255));
    }
    text_add_span(&out, (struct span){"\0\0\0\0", 4});
    text_add_span(&out, text);
    hosted_send(socket->file, text_span(&out));
    text_free(&out);
}

/* The size of the frame that has come, 0 if it is not all there; `head` is that of its head. */
static inline size_t hosted_frame_size(const struct text *in, size_t *head)
{
    const uint8_t *at = (const uint8_t *)in->at;
    size_t length = 0;
    if (in->length < 2)
        return 0;
    *head = at[1] < 126 ? 2 : at[1] == 126 ? 4 : 10;
    if (in->length < *head)
        return 0;
    if (at[1] < 126)
        length = at[1];
    for (size_t i = 2; i < *head; i++)
        length = length << 8 | at[i];
    return in->length < *head + length ? 0 : *head + length;
}

/* The next message of the server: an answer or an event. */
static inline json_t *hosted_hear(struct hosted_socket *socket)
{
    size_t head = 0, size;
    while ((size = hosted_frame_size(&socket->in, &head)) == 0)
        REQUIRE(hosted_receive(socket->file, &socket->in));
    REQUIRE((uint8_t)socket->in.at[0] == 0x81); /* a whole text, no goodbye */
    json_t *message = json_loadb(socket->in.at + head, size - head, JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(json_is_object(message));
    hosted_cut(&socket->in, size);
    return message;
}

/* ---- both ------------------------------------------------------------------------------------ */

static inline void require_error(json_t *answer)
{
    const char *error = json_string_value(json_object_get(answer, "error"));
    const char *text = json_string_value(json_object_get(answer, "text"));
    int code = 1;
    REQUIRE(error != NULL && text != NULL && text[0] != '\0');
    while (code < ERROR_CODES && strcmp(error_words[code], error) != 0)
        code++;
    REQUIRE(code < ERROR_CODES);
    REQUIRE(span_is_utf8(span_of(text)) && !span_has_control(span_of(text)));
}

/* Asks by POST for something that must be there. */
static inline json_t *hosted_get(const char *path, const char *body, int status)
{
    json_t *answer = NULL;
    REQUIRE(hosted_ask("POST", path, span_of(body), &answer) == status);
    REQUIRE(json_is_object(answer));
    return answer;
}

/* No limits, as far as a fuzzer can tell, which is always in a hurry: it made 50,000 imports in
 * half a minute, which a million requests did not allow. */
enum { REQUESTS = 50000000, MESSAGES = 1000000 };

/* Opens the server, once. */
static inline void host(void)
{
    struct problem problem = {0};
    struct websocket_limits limits = websocket_limits;
    if (hosted.loop != NULL)
        return;
    limits.rate = limits.rate_ms + 1; /* no limit: a fuzzer is always in a hurry */
    const char *shared = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(hosted.folder, sizeof hosted.folder, "%s/orrery-fuzz-XXXXXX", shared);
    REQUIRE(mkdtemp(hosted.folder) != NULL);
    snprintf(hosted.store, sizeof hosted.store, "%s/tables.db", hosted.folder);
    atexit(hosted_clean);
    struct http_settings settings = {
        .address = "127.0.0.1", .connections = 100, .admit = api_admit, .sockets = &limits};
    hosted.file = -1;
    hosted.loop = loop_open(&problem);
    hosted.tables = hosted_tables();
    hosted.api = (struct api){.loop = hosted.loop,
                              .tables = hosted.tables,
                              .limits = rate_limits_open(REQUESTS, MESSAGES, MESSAGES),
                              .answers = answer_cache_open()};
    hosted.api.people = people_open(hosted.loop, hosted.store, &problem);
    struct analysis_queue_settings analysis_queue = {
        .store = hosted.store, .threads = 1, .effort = {.hint_nodes = 50, .analysis_nodes = 5}};
    hosted.api.analysis_queue = analysis_queue_open(hosted.loop, &analysis_queue, &problem);
    REQUIRE(hosted.api.analysis_queue != NULL);
    hosted.api.clients = clients_open(hosted.loop, hosted.tables, hosted.api.analysis_queue,
                                      hosted.api.people, hosted.api.limits, MESSAGES);
    hosted.api.http = http_open(hosted.loop, &settings, api_handle, &hosted.api, &problem);
    REQUIRE(hosted.api.people != NULL && hosted.api.http != NULL);
    json_t *me = hosted_get("/api/guest", "{\"name\":\"Ada\",\"token\":true}", 200);
    span_copy(span_of(json_string_value(json_object_get(me, "token"))), hosted.token,
              sizeof hosted.token);
    json_decref(me);
}

#endif
