/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What clients must not do over HTTP: send too much, too slowly, too often, or ambiguously. And
 * what the host must not ask for. */

#include "served.h"

#include "server/peers.h"

#include <poll.h>
#include <sys/resource.h>

enum { SHORT_MS = 1000 };

static struct served served;

static void handle(void *context, struct http_request *request)
{
    (void)context;
    struct text text = {0};
    struct http_answer answer = {.status = 200, .type = "text/plain"};
    text_addf(&text, "%zu", http_body(request).length);
    if (strcmp(http_path(request), "/large") == 0)
        for (int i = 0; i < 1 << 20; i++)
            text_add(&text, "0123456789abcdef");
    answer.body = text_span(&text);
    http_answer(request, &answer);
    text_free(&text);
}

static int serve_with(struct http_settings settings)
{
    serve(&served, &settings, handle, NULL);
    return 0;
}

static int begin(void **state)
{
    (void)state;
    return serve_with((struct http_settings){0});
}

static int begin_short(void **state)
{
    (void)state;
    return serve_with((struct http_settings){.wait_ms = SHORT_MS});
}

static int begin_few(void **state)
{
    (void)state;
    return serve_with((struct http_settings){
        .connections = 5, .connections_of_peer = 3, .counts_loopback = true});
}

/* As a host has it: clients on the machine itself are not counted. */
static int begin_free(void **state)
{
    (void)state;
    return serve_with((struct http_settings){.connections = 5, .connections_of_peer = 3});
}

static int begin_behind_proxy(void **state)
{
    (void)state;
    return serve_with(
        (struct http_settings){.connections = 9, .connections_of_peer = 3, .proxies = 1});
}

static int begin_stalling(void **state)
{
    (void)state;
    return serve_with((struct http_settings){.stall_ms = SHORT_MS / 2});
}

/* One path takes large bodies. */
static unsigned admit(void *context, const struct http_request *request, size_t length)
{
    (void)context;
    if (length <= HTTP_BODY_MAX || strcmp(http_path(request), "/admitted") == 0)
        return 0;
    return strcmp(http_path(request), "/often") == 0 ? 429 : 413;
}

static int begin_admitting(void **state)
{
    (void)state;
    return serve_with((struct http_settings){.admit = admit});
}

static int begin_counting(void **state)
{
    (void)state;
    return serve_with((struct http_settings){.admit = admit, .counts_loopback = true});
}

static int end(void **state)
{
    (void)state;
    end_served(&served);
    return 0;
}

/* Answers of libmicrohttpd itself have no headers of ours; those that we give have. */
static void assert_refused(const struct heard *heard, int status)
{
    assert_int_equal(heard->status, status);
    assert_string_equal(header_of(heard, "X-Content-Type-Options"), "nosniff");
    assert_string_equal(header_of(heard, "Cache-Control"), "no-store");
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static char *zeros(size_t length)
{
    char *body = malloc(length + 1);
    assert_non_null(body);
    memset(body, '0', length);
    body[length] = '\0';
    return body;
}

static void say_length(int file, const char *path, size_t length)
{
    char head[200];
    snprintf(head, sizeof head, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %zu\r\n\r\n", path,
             length);
    say(file, head);
}

TEST_WITH(test_largest_body, begin, end)
{
    int file = try_connect(&served);
    struct heard heard;
    char *body = zeros(HTTP_BODY_MAX);
    say_length(file, "/", HTTP_BODY_MAX);
    say(file, body);
    hear_answer(file, &heard, true);
    assert_string_equal(heard.body, "16384");
    free(body);
    close(file);
}

/* The answer comes before anything of the body. */
TEST_WITH(test_announced_body, begin, end)
{
    assert_refused(ask_text(&served, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 16385\r\n\r\n"),
                   413);
    assert_refused(ask_text(&served,
                            "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                            "Content-Length: 9223372036854775807\r\n\r\n"),
                   413);
    struct heard *heard = ask_text(
        &served, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n");
    assert_int_equal(heard->status, 413);
}

/* A client that sends it nevertheless still hears the answer. */
TEST_WITH(test_body_sent_anyway, begin, end)
{
    enum { LENGTH = 4 << 20 };
    char *body = zeros(LENGTH);
    int file = try_connect(&served);
    struct heard heard;
    say_length(file, "/", LENGTH);
    assert_true(try_say(file, body, LENGTH));
    hear_answer(file, &heard, true);
    assert_refused(&heard, 413);
    hear_end(file);
    free(body);
}

/* Some bodies may be large, and those that may not are refused as the handler says. */
TEST_WITH(test_admitted_body, begin_admitting, end)
{
    char *body = zeros(HTTP_LARGE_BODY_MAX);
    static const struct {
        const char *path;
        size_t length;
        int status;
    } rows[] = {{"/admitted", HTTP_LARGE_BODY_MAX, 200},
                {"/admitted", HTTP_LARGE_BODY_MAX + 1, 413},
                {"/other", HTTP_BODY_MAX, 200},
                {"/other", HTTP_BODY_MAX + 1, 413},
                {"/often", HTTP_BODY_MAX + 1, 429}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int file = try_connect(&served);
        struct heard heard;
        say_length(file, rows[i].path, rows[i].length);
        if (rows[i].status == 200)
            assert_true(try_say(file, body, rows[i].length));
        hear_answer(file, &heard, true);
        assert_int_equal(heard.status, rows[i].status);
        close(file);
    }
    free(body);
}

/* However many send almost all of a large body: one too many is refused, and others have theirs
 * read. */
TEST_WITH(test_many_large_bodies, begin_admitting, end)
{
    enum { FILES = HTTP_LARGE_BODIES_MAX / HTTP_LARGE_BODY_MAX + 1 };
    char *body = zeros(HTTP_LARGE_BODY_MAX);
    struct pollfd files[FILES];
    struct heard heard;
    for (int i = 0; i < FILES; i++) {
        files[i] = (struct pollfd){.fd = try_connect(&served), .events = POLLIN};
        say_length(files[i].fd, "/admitted", HTTP_LARGE_BODY_MAX);
        try_say(files[i].fd, body, HTTP_LARGE_BODY_MAX - 1);
    }
    assert_true(poll(files, FILES, PATIENCE_MS) > 0);
    int refused = 0;
    while (files[refused].revents == 0)
        refused++;
    hear_answer(files[refused].fd, &heard, true);
    assert_refused(&heard, 503);
    assert_string_equal(
        ask_text(&served, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")->body, "3");
    for (int i = 0; i < FILES; i++)
        close(files[i].fd);
    free(body);
}

/* A large body is announced, and the server waits for it. */
static int begin_large(void)
{
    static const char goes_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    char head[200], heard[sizeof goes_on] = "";
    int file = try_connect(&served);
    snprintf(head, sizeof head,
             "POST /admitted HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
             "Content-Length: %d\r\n\r\n",
             HTTP_LARGE_BODY_MAX);
    say(file, head);
    assert_int_equal(recv(file, heard, sizeof goes_on - 1, MSG_WAITALL), sizeof goes_on - 1);
    assert_string_equal(heard, goes_on);
    return file;
}

/* Who sends some slowly has no more of them read, until one of them is there; small ones are. */
TEST_WITH(test_large_bodies_of_one, begin_counting, end)
{
    char *body = zeros(HTTP_LARGE_BODY_MAX);
    int files[HTTP_LARGE_OF_PEER];
    struct heard heard;
    for (int i = 0; i < HTTP_LARGE_OF_PEER; i++)
        files[i] = begin_large();
    int late = try_connect(&served);
    say_length(late, "/admitted", HTTP_LARGE_BODY_MAX);
    hear_answer(late, &heard, true);
    assert_refused(&heard, 429);
    close(late);
    assert_string_equal(
        ask_text(&served, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")->body, "3");
    assert_true(try_say(files[0], body, HTTP_LARGE_BODY_MAX));
    hear_answer(files[0], &heard, true);
    assert_int_equal(heard.status, 200);
    close(files[0]);
    files[0] = begin_large();
    for (int i = 0; i < HTTP_LARGE_OF_PEER; i++)
        close(files[i]);
    free(body);
}

/* A body says how long it is before anything of it is read. */
TEST_WITH(test_pieces, begin, end)
{
    struct heard *heard = ask_text(
        &served,
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n");
    assert_refused(heard, 411);
    assert_string_equal(heard->body, "A body needs its Content-Length.\n");
    await_connections(&served, 0);
}

/* ---- headers --------------------------------------------------------------------------------- */

static struct heard *ask_with_header(size_t length)
{
    struct text request = {0};
    text_add(&request, "GET / HTTP/1.1\r\nHost: x\r\nX-Long: ");
    for (size_t i = 0; i < length; i++)
        text_add_char(&request, 'x');
    text_add(&request, "\r\n\r\n");
    struct heard *heard = ask_text(&served, request.at);
    text_free(&request);
    return heard;
}

TEST_WITH(test_long_headers, begin, end)
{
    assert_int_equal(ask_with_header(15000)->status, 200);
    assert_refused(ask_with_header(17000), 431);
    assert_refused(ask_with_header(25000), 431);
    int status = ask_with_header(100000)->status;
    assert_true(status == 431 || status == 0);
    await_connections(&served, 0);
}

TEST_WITH(test_many_headers, begin, end)
{
    struct text request = {0};
    text_add(&request, "GET / HTTP/1.1\r\nHost: x\r\n");
    for (int i = 0; i < 20000; i++)
        text_add(&request, "a:b\r\n");
    text_add(&request, "\r\n");
    int status = ask_text(&served, request.at)->status;
    assert_true(status == 431 || status == 0);
    text_free(&request);
}

/* A proxy must not see other requests than we do. */
TEST_WITH(test_framing, begin, end)
{
    static const struct {
        const char *headers;
        int status;
    } rows[] = {
        {"Host: x\r\nContent-Length: 0\r\n", 200},
        {"Host: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400},
        {"Host: x\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n", 400},
        {"Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400},
        {"Host: x\r\nTransfer-Encoding: identity\r\n", 411},
        {"Host: x\r\nTransfer-Encoding: gzip, chunked\r\n", 411},
        {"Host: x\r\nHost: y\r\n", 400},
        {"Host: x\r\nContent-Length: -1\r\n", 400},
        {"Host: x\r\nContent-Length: 1x\r\n", 400},
        {"Host: x\r\nContent-Length: +0\r\n", 400},
        {"Host: x\r\nContent-Length : 0\r\n", 400},
        {"Host: x\r\nX-A: b\rContent-Length: 0\r\n", 400},
        {"Host: x\nContent-Length: 0\r\n", 400},
        {"Host: x\r\nX-A: b\r\n c\r\n", 400},
        {"Host: x y\r\nContent-Length: 0\r\n", 400},
        {"", 400},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char request[300];
        snprintf(request, sizeof request, "POST / HTTP/1.1\r\n%s\r\n", rows[i].headers);
        assert_int_equal(ask_text(&served, request)->status, rows[i].status);
    }
}

TEST_WITH(test_nonsense, begin_short, end)
{
    static const char *const rows[] = {
        "\r\n\r\n\r\n",
        "nonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        "GET / a b HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "\x16\x03\x01\x02\x01\x01\xfc", /* TLS */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int file = try_connect(&served);
        struct heard heard;
        say(file, rows[i]);
        shutdown(file, SHUT_WR);
        hear_answer(file, &heard, true);
        assert_true(heard.status == 0 || heard.status >= 400);
        close(file);
    }
    await_connections(&served, 0);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Sends a byte now and then; returns how long the server listens. */
static int64_t drip(int file, const char *text)
{
    int64_t start = loop_now();
    char byte;
    for (size_t i = 0; i < strlen(text) && loop_now() < start + PATIENCE_MS; i++) {
        if (!try_say(file, text + i, 1) || recv(file, &byte, 1, MSG_DONTWAIT) == 0)
            break;
        usleep(SHORT_MS * 1000 / 20);
    }
    int64_t time = loop_now() - start;
    close(file);
    return time;
}

TEST_WITH(test_slow_senders, begin_short, end)
{
    char *body = zeros(1000);
    assert_in_range(drip(try_connect(&served),
                         "GET / HTTP/1.1 and much that follows it slowly"
                         "                                              "),
                    SHORT_MS - 50, PATIENCE_MS / 2);
    int file = try_connect(&served);
    say(file, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    assert_in_range(drip(file, body), SHORT_MS - 50, PATIENCE_MS / 2);
    file = try_connect(&served);
    say(file, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
    assert_in_range(drip(file, body), SHORT_MS - 50, PATIENCE_MS / 2);
    await_connections(&served, 0);
    free(body);
}

TEST_WITH(test_silent, begin_short, end)
{
    int64_t start = loop_now();
    int silent = try_connect(&served), used = try_connect(&served);
    struct heard heard;
    say(used, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    hear_answer(used, &heard, true);
    assert_int_equal(heard.status, 200);
    hear_end(silent);
    hear_end(used);
    assert_in_range(loop_now() - start, SHORT_MS - 50, PATIENCE_MS / 2);
}

/* A client that never reads a long answer holds nothing but its own connection. */
TEST_WITH(test_slow_reader, begin, end)
{
    int slow = try_connect(&served);
    say(slow, "GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    for (int i = 0; i < 20; i++)
        assert_int_equal(ask_text(&served, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")->status, 200);
    close(slow);
    await_connections(&served, 0);
}

/* What the system keeps for a reader who does not read is bounded, and so is the time. */
TEST_WITH(test_stalled_reader, begin_stalling, end)
{
    enum { KEPT_MAX = 1 << 19 };
    int narrow = 4096, file = try_connect(&served);
    static char bytes[65536];
    size_t kept = 0;
    setsockopt(file, SOL_SOCKET, SO_RCVBUF, &narrow, sizeof narrow);
    say(file, "GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    await_connections(&served, 1);
    await_connections(&served, 0);
    for (ssize_t got; (got = recv(file, bytes, sizeof bytes, 0)) > 0;)
        kept += (size_t)got;
    assert_in_range(kept, 1, KEPT_MAX);
    close(file);
}

/* ---- how many -------------------------------------------------------------------------------- */

static bool is_served(int file)
{
    struct heard heard;
    static const char request[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    if (!try_say(file, request, strlen(request)))
        return false;
    hear_answer(file, &heard, true);
    return heard.status == 200;
}

TEST_WITH(test_connections_of_peer, begin_few, end)
{
    int files[3];
    for (int i = 0; i < 3; i++) {
        files[i] = try_connect(&served);
        assert_true(is_served(files[i]));
    }
    for (int i = 0; i < 3; i++) {
        int refused = try_connect(&served);
        assert_false(is_served(refused));
        close(refused);
    }
    assert_true(is_served(files[2]));
    close(files[0]);
    await_connections(&served, 2);
    files[0] = try_connect(&served);
    assert_true(is_served(files[0]));
    for (int i = 0; i < 3; i++)
        close(files[i]);
}

TEST_WITH(test_loopback_is_free, begin_free, end)
{
    int files[5];
    for (int i = 0; i < 5; i++) {
        files[i] = try_connect(&served);
        assert_true(is_served(files[i]));
    }
    int refused = try_connect(&served);
    assert_false(is_served(refused)); /* all together have a limit, too */
    close(refused);
    for (int i = 0; i < 5; i++)
        close(files[i]);
}

/* A request through the proxy whose body does not come; the status of the answer until then. */
static int begin_slowly(int file, const char *from)
{
    struct heard heard;
    char head[200];
    snprintf(head, sizeof head,
             "POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nContent-Length: 2\r\n"
             "Expect: 100-continue\r\n\r\n",
             from);
    say(file, head);
    hear_answer(file, &heard, true);
    return heard.status;
}

/* The proxy may have any number of connections, but nobody takes all of them through it. */
TEST_WITH(test_requests_through_proxy, begin_behind_proxy, end)
{
    struct heard heard;
    int files[3];
    for (int i = 0; i < 3; i++) {
        files[i] = try_connect(&served);
        assert_int_equal(begin_slowly(files[i], "192.0.2.1"), 100);
    }
    int refused = try_connect(&served), other = try_connect(&served);
    assert_int_equal(begin_slowly(refused, "192.0.2.7, 192.0.2.1"), 429);
    assert_int_equal(begin_slowly(other, "192.0.2.2"), 100);
    say(files[0], "ab");
    hear_answer(files[0], &heard, true);
    assert_int_equal(heard.status, 200);
    close(refused);
    await_connections(&served, 4);
    refused = try_connect(&served); /* the first one has ended, though its connection has not */
    assert_int_equal(begin_slowly(refused, "192.0.2.1"), 100);
    assert_int_equal(begin_slowly(files[0], "192.0.2.1"), 429);
    for (int i = 0; i < 3; i++)
        close(files[i]);
    close(refused);
    close(other);
    await_connections(&served, 0);
}

static struct sockaddr_storage address_of(const char *text)
{
    struct sockaddr_storage storage = {0};
    struct sockaddr_in *v4 = (struct sockaddr_in *)&storage;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&storage;
    if (inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
        storage.ss_family = AF_INET;
    } else {
        assert_int_equal(inet_pton(AF_INET6, text, &v6->sin6_addr), 1);
        storage.ss_family = AF_INET6;
    }
    return storage;
}

TEST(test_peers)
{
    static const char *const names[] = {"10.0.0.1", "::ffff:10.0.0.1", "2001:db8::1",
                                        "2001:db8::2:1", "2001:db8:0:1::1"};
    static const char *const told[] = {"10.0.0.1", "10.0.0.1", "2001:db8::1", "2001:db8::2:1",
                                       "2001:db8:0:1::1"};
    struct sockaddr_storage at[5];
    struct peers *peers = peers_open(4, 2);
    for (int i = 0; i < 5; i++) {
        char text[ADDRESS_TEXT_SIZE];
        at[i] = address_of(names[i]);
        address_write((struct sockaddr *)&at[i], text);
        assert_string_equal(text, told[i]);
    }
    struct peer *first = peers_enter(peers, (struct sockaddr *)&at[0]);
    assert_true(peers_would_enter(peers, (struct sockaddr *)&at[1], false));
    struct peer *second = peers_enter(peers, (struct sockaddr *)&at[1]);
    assert_ptr_equal(first, second); /* the same address */
    assert_true(peers_would_enter(peers, (struct sockaddr *)&at[0], true));
    assert_true(peers_would_move(first, (struct sockaddr *)&at[1]));
    assert_false(peers_would_enter(peers, (struct sockaddr *)&at[0], false));
    struct peer *third = peers_enter(peers, (struct sockaddr *)&at[2]);
    assert_ptr_equal(third, peers_enter(peers, (struct sockaddr *)&at[3])); /* the same network */
    assert_false(peers_would_move(first, (struct sockaddr *)&at[2])); /* there are two already */
    assert_true(peers_would_move(first, (struct sockaddr *)&at[4]));
    assert_false(peers_would_enter(peers, (struct sockaddr *)&at[4], true));
    assert_int_equal(peers_count(peers), 4);
    assert_false(peers_would_enter(peers, (struct sockaddr *)&at[4], false)); /* four in all */
    peers_leave(third);
    assert_true(peers_would_enter(peers, (struct sockaddr *)&at[4], false));
    peers_leave(third);
    peers_leave(first);
    peers_leave(second);
    peers_close(peers);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void assert_not_opened(const struct http_settings *settings, const char *message)
{
    struct problem problem = {0};
    assert_null(http_open(served.loop, settings, handle, NULL, &problem));
    assert_told(&problem, message);
}

TEST_WITH(test_opening, begin, end)
{
    char message[200];
    struct rlimit limit;
    int port = http_port(served.http);
    assert_true(port > 0);
    snprintf(message, sizeof message, "port %d of 127.0.0.1 is already in use by another program",
             port);
    assert_not_opened(
        &(struct http_settings){.address = "127.0.0.1", .port = port, .connections = 10}, message);
    assert_not_opened(&(struct http_settings){.address = "localhost", .connections = 10},
                      "\"localhost\" is not an address; use one such as 127.0.0.1 or ::1");
    assert_not_opened(&(struct http_settings){.address = "192.0.2.1", .connections = 10},
                      "this computer does not have the address 192.0.2.1");
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    if (limit.rlim_max < 2000000000) {
        snprintf(message, sizeof message,
                 "2000000000 connections are too many: the system allows %llu open files "
                 "(ulimit -n)",
                 (unsigned long long)limit.rlim_max);
        assert_not_opened(
            &(struct http_settings){.address = "127.0.0.1", .connections = 2000000000}, message);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
