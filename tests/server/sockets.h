/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* WebSockets for tests: a server whose sockets remember what happens to them, and raw clients that
 * send frames of any form. A message to the server is an order: "echo …", "all …", "end …" and so
 * on; what is not an order is sent back. */

#ifndef TESTS_SERVER_SOCKETS_H
#define TESTS_SERVER_SOCKETS_H

#include "served.h"

enum { MEMBERS_MAX = 4096 };

/* ---- the server's side ----------------------------------------------------------------------- */

struct member {
    struct websocket *socket; /* NULL once it is closed */
    int opened, closed;
};

static struct served served;
static struct member members[MEMBERS_MAX]; /* by the order in which they came; in the loop only */
static int member_count;

static inline void member_opened(void *owner, struct websocket *socket)
{
    struct member *member = owner;
    member->socket = socket;
    member->opened++;
}

static inline void member_closed(void *owner)
{
    struct member *member = owner;
    member->socket = NULL;
    member->closed++;
}

static inline void send_to_all(struct span text)
{
    struct websocket_frame *frame = websocket_frame_make(text);
    for (int i = 0; i < member_count; i++)
        if (members[i].socket != NULL)
            websocket_send(members[i].socket, frame);
    websocket_frame_drop(frame);
}

static inline void end_all_others(const struct member *but)
{
    for (int i = 0; i < member_count; i++)
        if (members[i].socket != NULL && &members[i] != but)
            websocket_end(members[i].socket, 1001, "others");
}

static inline void send_large(struct websocket *socket, size_t length)
{
    char *large = malloc(length);
    if (large == NULL)
        abort();
    memset(large, 'x', length);
    websocket_send_text(socket, (struct span){large, length});
    free(large);
}

static inline void member_message(void *owner, struct span text)
{
    struct member *member = owner;
    char word[16] = "";
    span_copy(text, word, sizeof word);
    struct span rest = {text.at + 4, text.length > 4 ? text.length - 4 : 0};
    if (strncmp(word, "all ", 4) == 0) {
        send_to_all(rest);
    } else if (strcmp(word, "end me") == 0) {
        websocket_send_text(member->socket, span_of("bye"));
        websocket_end(member->socket, 4000, "as you wish");
        websocket_end(member->socket, 4001, "not twice");
        websocket_send_text(member->socket, span_of("too late"));
    } else if (strcmp(word, "end others") == 0) {
        end_all_others(member);
    } else if (strcmp(word, "end all") == 0) {
        end_all_others(NULL);
    } else if (strncmp(word, "big ", 4) == 0) {
        send_large(member->socket, (size_t)strtoull(word + 4, NULL, 10));
    } else {
        websocket_send_text(member->socket, text);
    }
}

static inline void welcome(void *context, struct http_request *request)
{
    static const struct websocket_kind kind = {member_opened, member_message, member_closed};
    (void)context;
    struct member *member = &members[member_count];
    if (strcmp(http_path(request), "/socket") != 0) {
        http_answer(request, &(struct http_answer){.status = 404, .type = "text/plain"});
    } else if (http_upgrade(request, &kind, member)) {
        member_count++;
    }
}

static inline void serve_sockets(const struct websocket_limits *limits, int connections)
{
    struct http_settings settings = {.connections = connections, .sockets = limits};
    memset(members, 0, sizeof members);
    member_count = 0;
    serve(&served, &settings, welcome, NULL);
}

/* Everyone who was opened is closed, once. */
static inline void end_sockets(void)
{
    end_served(&served);
    for (int i = 0; i < member_count; i++) {
        assert_int_equal(members[i].closed, 1);
        assert_null(members[i].socket);
    }
}

/* ---- the client's side ----------------------------------------------------------------------- */

#define HANDSHAKE                                                                                  \
    "GET /socket HTTP/1.1\r\nHost: example.org\r\nConnection: keep-alive, Upgrade\r\n"             \
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"                                          \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

static inline int open_socket(void)
{
    struct heard heard;
    int file = try_connect(&served);
    say(file, HANDSHAKE "\r\n");
    hear_answer(file, &heard, false);
    assert_int_equal(heard.status, 101);
    return file;
}

enum { FIN = 0x80, MORE = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };

/* Adds a frame as a client sends it; `first` is its first byte. */
static inline void add_frame(struct text *out, int first, struct span payload)
{
    static const uint8_t mask[4] = {0x12, 0xf4, 0x56, 0x78};
    text_add_char(out, (char)first);
    if (payload.length < 126) {
        text_add_char(out, (char)(0x80 | payload.length));
    } else {
        text_add_char(out, (char)(0x80 | 126));
        text_add_char(out, (char)(payload.length >> 8));
        text_add_char(out, (char)payload.length);
    }
    text_add_span(out, (struct span){(const char *)mask, 4});
    for (size_t i = 0; i < payload.length; i++)
        text_add_char(out, (char)(payload.at[i] ^ mask[i % 4]));
}

static inline void send_frame(int file, int first, struct span payload)
{
    struct text frame = {0};
    add_frame(&frame, first, payload);
    assert_true(try_say(file, frame.at, frame.length));
    text_free(&frame);
}

static inline void send_text(int file, const char *text)
{
    send_frame(file, FIN | TEXT, span_of(text));
}

/* The first byte of the next frame, or -1 at the end; its payload into `out`. */
static inline int hear_frame(int file, struct text *out)
{
    uint8_t head[2], more[8];
    text_clear(out);
    if (!hear(file, head, 2))
        return -1;
    assert_false(head[1] & 0x80); /* a server does not mask */
    size_t length = head[1], bytes = length < 126 ? 0 : length == 126 ? 2 : 8;
    if (bytes > 0) {
        assert_true(hear(file, more, bytes));
        length = 0;
        for (size_t i = 0; i < bytes; i++)
            length = length << 8 | more[i];
    }
    char *payload = malloc(length + 1);
    assert_non_null(payload);
    bool whole = hear(file, payload, length);
    text_add_span(out, (struct span){payload, whole ? length : 0});
    free(payload);
    return whole ? head[0] : -1;
}

static inline void hear_text(int file, const char *expected)
{
    struct text text = {0};
    assert_int_equal(hear_frame(file, &text), FIN | TEXT);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* A goodbye with this status (0: without one), and then the end. */
static inline void hear_goodbye(int file, int status, const char *reason)
{
    struct text text = {0};
    assert_int_equal(hear_frame(file, &text), FIN | CLOSE);
    if (status == 0) {
        assert_int_equal(text.length, 0);
    } else {
        assert_true(text.length >= 2);
        assert_int_equal((uint8_t)text.at[0] << 8 | (uint8_t)text.at[1], status);
        if (reason != NULL)
            assert_string_equal(text.at + 2, reason);
    }
    text_free(&text);
    hear_end(file);
}

#endif
