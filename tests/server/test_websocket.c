/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The handshake of WebSockets, and every form of frame that a client may and may not send. */

#include "sockets.h"

static int begin(void **state)
{
    struct websocket_limits limits = websocket_limits;
    (void)state;
    limits.rate = 1000;
    serve_sockets(&limits, 100);
    return 0;
}

static int end(void **state)
{
    (void)state;
    end_sockets();
    return 0;
}

/* ---- handshake ------------------------------------------------------------------------------- */

/* The example of RFC 6455. */
TEST_WITH(test_accept, begin, end)
{
    struct heard *heard = ask_text(&served, HANDSHAKE "\r\n");
    assert_int_equal(heard->status, 101);
    assert_string_equal(header_of(heard, "Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_string_equal(header_of(heard, "Upgrade"), "websocket");
    assert_non_null(header_of(heard, "Connection"));
    assert_null(header_of(heard, "Sec-WebSocket-Protocol"));
    assert_null(header_of(heard, "Sec-WebSocket-Extensions"));
    heard = ask_text(&served, HANDSHAKE
                     "Sec-WebSocket-Protocol: chat\r\n"
                     "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n");
    assert_int_equal(heard->status, 101);
    assert_null(header_of(heard, "Sec-WebSocket-Protocol"));
    assert_null(header_of(heard, "Sec-WebSocket-Extensions"));
}

#define REST    "Connection: Upgrade\r\nUpgrade: websocket\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define KEY     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

TEST_WITH(test_wrong_handshakes, begin, end)
{
    static const struct {
        const char *line, *headers;
        int status;
    } rows[] = {
        {"GET /socket HTTP/1.1", REST VERSION KEY, 101},
        {"GET /socket HTTP/1.1", "connection: UPGRADE\r\nupgrade: WebSocket\r\n" VERSION KEY, 101},
        {"GET /socket HTTP/1.1", "", 426},
        {"GET /socket HTTP/1.1", "Connection: Upgrade\r\n" VERSION KEY, 426},
        {"GET /socket HTTP/1.1", "Upgrade: websocket\r\n" VERSION KEY, 426},
        {"GET /socket HTTP/1.1", "Connection: close\r\nUpgrade: websocket\r\n" VERSION KEY, 426},
        {"GET /socket HTTP/1.1", "Connection: Upgrade\r\nUpgrade: h2c\r\n" VERSION KEY, 426},
        {"GET /socket HTTP/1.1", REST KEY, 426},
        {"GET /socket HTTP/1.1", REST "Sec-WebSocket-Version: 8\r\n" KEY, 426},
        {"GET /socket HTTP/1.1", REST VERSION, 400},
        {"GET /socket HTTP/1.1", REST VERSION "Sec-WebSocket-Key: short\r\n", 400},
        {"GET /socket HTTP/1.1", REST VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=!\r\n",
         400},
        {"GET /socket HTTP/1.1", REST VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZTEy\r\n",
         400},
        {"POST /socket HTTP/1.1", REST VERSION KEY "Content-Length: 0\r\n", 426},
        {"HEAD /socket HTTP/1.1", REST VERSION KEY, 426},
        {"GET /socket HTTP/1.0", REST VERSION KEY, 426},
        {"GET /other HTTP/1.1", REST VERSION KEY, 404},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char request[400];
        snprintf(request, sizeof request, "%s\r\nHost: x\r\n%s\r\n", rows[i].line, rows[i].headers);
        struct heard *heard = ask_text(&served, request);
        assert_int_equal(heard->status, rows[i].status);
        if (rows[i].status != 101)
            assert_non_null(header_of(heard, "Content-Security-Policy"));
    }
    await_connections(&served, 0);
}

TEST_WITH(test_origin, begin, end)
{
    static const struct {
        const char *host, *origin;
        int status;
    } rows[] = {
        {"example.org", "https://example.org", 101},
        {"example.org", "http://example.org", 101},
        {"Example.org", "https://example.ORG", 101},
        {"example.org:8080", "http://example.org:8080", 101},
        {"example.org:443", "https://example.org", 101},
        {"example.org", "http://example.org:80", 101},
        {"[::1]:8080", "http://[::1]:8080", 101},
        {"example.org", "https://example.org:8443", 403},
        {"example.org:8080", "http://example.org", 403},
        {"example.org", "https://evil.example", 403},
        {"example.org", "https://example.org.evil.example", 403},
        {"example.org", "https://sub.example.org", 403},
        {"example.org", "https://example.org/", 403},
        {"example.org", "ftp://example.org", 403},
        {"example.org", "example.org", 403},
        {"example.org", "null", 403},
        {"example.org", "", 403},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char request[400];
        snprintf(request, sizeof request,
                 "GET /socket HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\n" REST VERSION KEY "\r\n",
                 rows[i].host, rows[i].origin);
        assert_int_equal(ask_text(&served, request)->status, rows[i].status);
    }
}

/* ---- messages -------------------------------------------------------------------------------- */

TEST_WITH(test_messages, begin, end)
{
    static const size_t lengths[] = {0, 1, 125, 126, 127, 4000, 4096, 8191, SOCKET_MESSAGE_MAX};
    char text[SOCKET_MESSAGE_MAX + 1];
    int file = open_socket();
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        memset(text, 'a' + (int)i, sizeof text);
        text[lengths[i]] = '\0';
        send_text(file, text);
        hear_text(file, text);
    }
    send_text(file, "Glück für 1 €, \xf0\x9f\x8e\xb2");
    hear_text(file, "Glück für 1 €, \xf0\x9f\x8e\xb2");
    close(file);
}

TEST_WITH(test_long_answers, begin, end)
{
    static const size_t lengths[] = {65535, 65536, 300000};
    struct text text = {0};
    int file = open_socket();
    for (int i = 0; i < 3; i++) {
        char order[32];
        snprintf(order, sizeof order, "big %zu", lengths[i]);
        send_text(file, order);
        assert_int_equal(hear_frame(file, &text), FIN | TEXT);
        assert_int_equal(text.length, lengths[i]);
    }
    text_free(&text);
    close(file);
}

/* Frames that come in the same packet as the handshake, the last one not complete. */
TEST_WITH(test_early_frames, begin, end)
{
    struct text all = {0};
    struct heard heard;
    text_add(&all, HANDSHAKE "\r\n");
    add_frame(&all, FIN | TEXT, span_of("first"));
    add_frame(&all, FIN | PING, span_of("p"));
    add_frame(&all, FIN | TEXT, span_of("second"));
    int file = try_connect(&served);
    assert_true(try_say(file, all.at, all.length - 3));
    hear_answer(file, &heard, false);
    assert_int_equal(heard.status, 101);
    hear_text(file, "first");
    struct text text = {0};
    assert_int_equal(hear_frame(file, &text), FIN | PONG);
    assert_true(try_say(file, all.at + all.length - 3, 3));
    hear_text(file, "second");
    text_free(&text);
    text_free(&all);
    close(file);
}

TEST_WITH(test_byte_by_byte, begin, end)
{
    struct text frames = {0};
    int file = open_socket();
    add_frame(&frames, TEXT, span_of("in"));
    add_frame(&frames, FIN | PING, span_of("?"));
    add_frame(&frames, FIN | MORE, span_of(" pieces"));
    for (size_t i = 0; i < frames.length; i++) {
        assert_true(try_say(file, frames.at + i, 1));
        usleep(500);
    }
    struct text text = {0};
    assert_int_equal(hear_frame(file, &text), FIN | PONG);
    assert_string_equal(text_string(&text), "?");
    hear_text(file, "in pieces");
    text_free(&text);
    text_free(&frames);
    close(file);
}

/* A character may be cut in two; an empty piece is fine. */
TEST_WITH(test_pieces, begin, end)
{
    int file = open_socket();
    send_frame(file, TEXT, span_of("Gl\xc3"));
    send_frame(file, MORE, span_of(""));
    send_frame(file, MORE, span_of("\xbc"));
    send_frame(file, FIN | PONG, span_of("nobody asked"));
    send_frame(file, FIN | MORE, span_of("ck"));
    hear_text(file, "Glück");
    send_frame(file, TEXT, span_of(""));
    send_frame(file, FIN | MORE, span_of(""));
    hear_text(file, "");
    close(file);
}

TEST_WITH(test_ping, begin, end)
{
    struct text text = {0};
    int file = open_socket();
    char longest[126] = {0};
    memset(longest, 'p', 125);
    send_frame(file, FIN | PING, span_of(""));
    assert_int_equal(hear_frame(file, &text), FIN | PONG);
    assert_int_equal(text.length, 0);
    send_frame(file, FIN | PING, span_of(longest));
    assert_int_equal(hear_frame(file, &text), FIN | PONG);
    assert_string_equal(text_string(&text), longest);
    send_frame(file, FIN | PONG, span_of("x"));
    send_text(file, "still here");
    hear_text(file, "still here");
    text_free(&text);
    close(file);
}

/* ---- what is refused ------------------------------------------------------------------------- */

/* Raw bytes that end the connection with a status. */
static void assert_ends(const void *bytes, size_t length, int status)
{
    int file = open_socket();
    assert_true(try_say(file, bytes, length));
    hear_goodbye(file, status, NULL);
}

#define MASK                "\0\0\0\0"
#define ENDS(bytes, status) assert_ends(bytes, sizeof bytes - 1, status)

TEST_WITH(test_wrong_frames, begin, end)
{
    ENDS("\x82\x81" MASK "x", 1003); /* binary */
    ENDS("\x02\x81" MASK "x", 1003); /* its first piece */
    ENDS("\x81\x01x", 1002);         /* not masked */
    ENDS("\xc1\x81" MASK "x", 1002); /* reserved bits */
    ENDS("\xa1\x81" MASK "x", 1002);
    ENDS("\x91\x81" MASK "x", 1002);
    ENDS("\x83\x81" MASK "x", 1002); /* unknown kinds */
    ENDS("\x8b\x81" MASK "x", 1002);
    ENDS("\x80\x81" MASK "x", 1002);                  /* piece of nothing */
    ENDS("\x01\x81" MASK "x\x81\x81" MASK "y", 1002); /* two at once */
    ENDS("\x09\x81" MASK "x", 1002);                  /* ping in pieces */
    ENDS("\x89\xfe\x00\x7e" MASK, 1002);              /* ping too long */
    ENDS("\x81\xfe\x00\x05" MASK "short", 1002);      /* long form, short text */
    ENDS("\x81\xff\0\0\0\0\0\0\x01\0" MASK, 1002);
    ENDS("\x81\xff\x80\0\0\0\0\0\0\0" MASK, 1002); /* negative */
    ENDS("\x88\x81" MASK "x", 1002);               /* half a status */
    ENDS("\x88\x82" MASK "\x03\xe7", 1002);        /* 999 */
    ENDS("\x88\x82" MASK "\x03\xed", 1002);        /* 1005 */
    assert_int_equal(ask_served(&served).counts.cut_wrong, 18);
}

TEST_WITH(test_wrong_texts, begin, end)
{
    ENDS("\x81\x81" MASK "\xff", 1007);
    ENDS("\x81\x82" MASK "\xc3(", 1007);
    ENDS("\x81\x81" MASK "\xc3", 1007);                  /* cut off */
    ENDS("\x81\x82" MASK "\xc0\x80", 1007);              /* too long a form */
    ENDS("\x81\x83" MASK "\xed\xa0\x80", 1007);          /* half of a pair */
    ENDS("\x01\x81" MASK "\xc3\x80\x81" MASK "(", 1007); /* over two pieces */
    ENDS("\x88\x83" MASK "\x03\xe8\xff", 1007);          /* in a goodbye */
}

TEST_WITH(test_too_long, begin, end)
{
    char half[SOCKET_MESSAGE_MAX / 2 + 1] = {0};
    memset(half, 'x', sizeof half - 1);
    ENDS("\x81\xfe\x20\x01" MASK "…", 1009); /* 8193, said before it comes */
    ENDS("\x81\xff\0\0\0\0\x40\0\0\0" MASK "…", 1009);
    ENDS("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff" MASK "…", 1009);
    int file = open_socket();
    send_frame(file, TEXT, span_of(half));
    send_frame(file, MORE, span_of(half));
    send_frame(file, FIN | MORE, span_of("x"));
    hear_goodbye(file, 1009, NULL);
    assert_int_equal(ask_served(&served).counts.cut_size, 4);
}

/* A client that sends much too much sees why it is cut off, not only that it is. */
TEST_WITH(test_sent_anyway, begin, end)
{
    enum { LENGTH = 1 << 21 };
    char *much = malloc(LENGTH);
    assert_non_null(much);
    memset(much, 'x', LENGTH);
    int file = open_socket();
    assert_true(try_say(file, "\x81\xff\0\0\0\0\0\x20\0\0" MASK, 14));
    assert_true(try_say(file, much, LENGTH));
    hear_goodbye(file, 1009, NULL);
    free(much);
}

TEST_WITH(test_too_many_pieces, begin, end)
{
    int file = open_socket();
    send_frame(file, TEXT, span_of("x"));
    for (int i = 0; i < SOCKET_FRAMES_MAX; i++)
        send_frame(file, MORE, span_of("x"));
    hear_goodbye(file, 1008, "too many pieces");
}

/* ---- goodbye --------------------------------------------------------------------------------- */

TEST_WITH(test_goodbye, begin, end)
{
    ENDS("\x88\x82" MASK "\x03\xe8", 1000);
    ENDS("\x88\x85" MASK
         "\x03\xe9"
         "bye",
         1001);
    ENDS("\x88\x82" MASK "\x0f\xa0", 4000);
    ENDS("\x88\x80" MASK, 0);
    ENDS("\x88\x82" MASK "\x03\xf1", 1009);                  /* its own words, not ours */
    ENDS("\x01\x81" MASK "x\x88\x82" MASK "\x03\xe8", 1000); /* in the middle of a message */
    struct websocket_counts counts = ask_served(&served).counts;
    assert_int_equal(counts.cut_wrong + counts.cut_size, 0);
    await_connections(&served, 0);
}

TEST_WITH(test_nothing_after_goodbye, begin, end)
{
    struct text frames = {0};
    int file = open_socket();
    add_frame(&frames, FIN | TEXT, span_of("one"));
    add_frame(&frames, FIN | CLOSE, span_of("\x03\xe8"));
    add_frame(&frames, FIN | TEXT, span_of("two"));
    add_frame(&frames, FIN | PING, span_of("three"));
    assert_true(try_say(file, frames.at, frames.length));
    hear_text(file, "one");
    hear_goodbye(file, 1000, NULL);
    text_free(&frames);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
