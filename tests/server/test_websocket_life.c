/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* WebSockets over time and side by side: rates, silence, slow readers, ends at any moment, and very
 * many of them. */

#include "sockets.h"

/* A time that passes in the test, one that a slow machine does not miss, and one that never ends.
 */
enum { SOON_MS = 300, LATER_MS = 1500, NEVER_MS = 3600000, MANY = 2000 };

static void begin_with(size_t waiting, int ping_ms, int close_ms, int stall_ms, int connections)
{
    struct websocket_limits limits = websocket_limits;
    limits.waiting = waiting;
    limits.ping_ms = ping_ms;
    limits.close_ms = close_ms;
    limits.stall_ms = stall_ms;
    serve_sockets(&limits, connections);
}

static void begin(size_t waiting, int ping_ms, int close_ms, int stall_ms)
{
    begin_with(waiting, ping_ms, close_ms, stall_ms, 100);
}

/* Silence and a slow machine end nothing. */
static int begin_calm(void **state)
{
    (void)state;
    begin(SOCKET_WAITING_MAX, NEVER_MS, NEVER_MS, NEVER_MS);
    return 0;
}

/* Who is silent is asked soon. */
static int begin_asking(void **state)
{
    (void)state;
    begin(SOCKET_WAITING_MAX, SOON_MS, NEVER_MS, NEVER_MS);
    return 0;
}

/* The same, but there is time to answer. */
static int begin_polite(void **state)
{
    (void)state;
    begin(SOCKET_WAITING_MAX, LATER_MS, NEVER_MS, NEVER_MS);
    return 0;
}

/* Very much may wait, but a goodbye does not. */
static int begin_patient(void **state)
{
    (void)state;
    begin(1 << 26, NEVER_MS, SOON_MS, NEVER_MS);
    return 0;
}

/* Very much may wait, but not for long. */
static int begin_stalling(void **state)
{
    (void)state;
    begin(1 << 26, NEVER_MS, NEVER_MS, SOON_MS);
    return 0;
}

static int end(void **state)
{
    (void)state;
    end_sockets();
    return 0;
}

static struct websocket_counts counts(void)
{
    return ask_served(&served).counts;
}

static void await_open(int wanted)
{
    int64_t limit = loop_now() + PATIENCE_MS;
    while (counts().open != wanted) {
        assert_true(loop_now() < limit);
        usleep(2000);
    }
}

/* ---- rate ------------------------------------------------------------------------------------ */

TEST_WITH(test_rate, begin_calm, end)
{
    int fast = open_socket(), calm = open_socket();
    for (int i = 0; i < SOCKET_RATE; i++) {
        send_text(fast, "x");
        hear_text(fast, "x");
    }
    send_text(fast, "one too many");
    hear_goodbye(fast, 1008, "too many messages");
    send_text(calm, "x");
    hear_text(calm, "x");
    assert_int_equal(counts().cut_rate, 1);
    close(calm);
}

/* Pings and pieces count too, or they would be a way around it. */
TEST_WITH(test_flood_of_pings, begin_calm, end)
{
    struct text frame = {0};
    int file = open_socket(), pongs = 0, kind;
    for (int i = 0; i < 10000; i++)
        add_frame(&frame, FIN | PING, span_of("x"));
    try_say(file, frame.at, frame.length);
    while ((kind = hear_frame(file, &frame)) == (FIN | PONG))
        pongs++;
    assert_int_equal(kind, FIN | CLOSE);
    assert_true(pongs <= SOCKET_RATE);
    hear_end(file);
    assert_int_equal(counts().cut_rate, 1);
    text_free(&frame);
}

/* ---- silence --------------------------------------------------------------------------------- */

TEST_WITH(test_silence, begin_asking, end)
{
    struct text text = {0};
    int64_t start = loop_now();
    int file = open_socket();
    assert_int_equal(hear_frame(file, &text), FIN | PING);
    assert_true(loop_now() - start >= SOON_MS - 20);
    assert_int_equal(hear_frame(file, &text), -1);
    assert_true(loop_now() - start >= 2 * SOON_MS - 40);
    assert_int_equal(counts().cut_silent, 1);
    await_connections(&served, 0);
    text_free(&text);
    close(file);
}

/* Whoever answers stays; and whoever talks is not asked. */
TEST_WITH(test_pongs, begin_polite, end)
{
    struct text text = {0};
    int file = open_socket();
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hear_frame(file, &text), FIN | PING);
        send_frame(file, FIN | PONG, text_span(&text));
    }
    int64_t start = loop_now();
    for (int64_t said = start; said < start + 2 * LATER_MS; said = loop_now()) {
        usleep(LATER_MS * 1000 / 10);
        send_text(file, "talk");
        int kind = hear_frame(file, &text);
        for (; kind == (FIN | PING); kind = hear_frame(file, &text)) {
            assert_true(loop_now() - said >= LATER_MS - 20); /* this machine was that slow */
            send_frame(file, FIN | PONG, text_span(&text));
        }
        assert_int_equal(kind, FIN | TEXT);
    }
    assert_int_equal(counts().cut_silent, 0);
    text_free(&text);
    close(file);
}

/* A frame that never ends is silence. */
TEST_WITH(test_drip, begin_asking, end)
{
    int file = open_socket();
    assert_true(try_say(file, "\x81\xfe\x10\x00mask", 8));
    int64_t start = loop_now();
    while (loop_now() < start + PATIENCE_MS && try_say(file, "x", 1))
        usleep(SOON_MS * 1000 / 10);
    assert_in_range(loop_now() - start, 2 * SOON_MS - 40, PATIENCE_MS - 1);
    assert_int_equal(counts().cut_silent, 1);
    close(file);
}

/* ---- slow readers ---------------------------------------------------------------------------- */

static int open_narrow(int width)
{
    struct heard heard;
    int file = try_connect(&served);
    setsockopt(file, SOL_SOCKET, SO_RCVBUF, &width, sizeof width);
    say(file, HANDSHAKE "\r\n");
    hear_answer(file, &heard, false);
    assert_int_equal(heard.status, 101);
    return file;
}

static void send_large_to_all(void *length)
{
    char *large = malloc(*(size_t *)length);
    if (large == NULL)
        abort();
    memset(large, 'y', *(size_t *)length);
    send_to_all((struct span){large, *(size_t *)length});
    free(large);
}

/* One never reads; the other gets everything, in order and at its own pace. */
TEST_WITH(test_slow_reader, begin_calm, end)
{
    struct text text = {0};
    size_t length = 100000;
    int slow = open_narrow(4096), fast = open_socket(), sent = 0;
    while (counts().cut_slow == 0) {
        assert_true(sent < 1000);
        in_loop(&served, send_large_to_all, &length);
        sent++;
        assert_int_equal(hear_frame(fast, &text), FIN | TEXT);
        assert_int_equal(text.length, length);
    }
    await_open(1);
    send_text(fast, "fine");
    hear_text(fast, "fine");
    assert_int_equal(counts().cut_slow, 1);
    text_free(&text);
    close(slow);
    close(fast);
}

/* What fits is not cut, however late it is read. */
TEST_WITH(test_patient_reader, begin_calm, end)
{
    struct text text = {0};
    size_t length = SOCKET_WAITING_MAX - 100;
    int file = open_narrow(65536);
    in_loop(&served, send_large_to_all, &length);
    usleep(50000);
    assert_int_equal(hear_frame(file, &text), FIN | TEXT);
    assert_int_equal(text.length, length);
    assert_int_equal(counts().cut_slow, 0);
    text_free(&text);
    close(file);
}

/* Whoever takes nothing is cut off after a while, however little waits here; and the system has not
 * kept much of it. */
TEST_WITH(test_stalled_reader, begin_stalling, end)
{
    enum { KEPT_MAX = 1 << 19 };
    static char bytes[65536];
    size_t length = 4 << 20, kept = 0;
    struct text text = {0};
    int stalled = open_narrow(4096), other = open_socket(), wide = 1 << 18;
    in_loop(&served, send_large_to_all, &length);
    assert_int_equal(hear_frame(other, &text), FIN | TEXT);
    await_open(1);
    assert_int_equal(counts().cut_slow, 1);
    setsockopt(stalled, SOL_SOCKET, SO_RCVBUF, &wide, sizeof wide);
    for (ssize_t got; (got = recv(stalled, bytes, sizeof bytes, 0)) > 0;)
        kept += (size_t)got;
    assert_in_range(kept, 1, KEPT_MAX);
    send_text(other, "fine");
    hear_text(other, "fine");
    text_free(&text);
    close(stalled);
    close(other);
}

/* A goodbye that does not get out is given up. */
TEST_WITH(test_goodbye_stuck, begin_patient, end)
{
    size_t length = 12 << 20;
    struct text text = {0};
    int stuck = open_narrow(4096), other = open_socket();
    in_loop(&served, send_large_to_all, &length);
    assert_int_equal(hear_frame(other, &text), FIN | TEXT);
    int64_t start = loop_now();
    send_text(other, "end others");
    await_open(1);
    assert_true(loop_now() - start >= SOON_MS - 100);
    assert_int_equal(counts().cut_slow, 0);
    text_free(&text);
    close(stuck);
    close(other);
}

/* ---- ends at any moment ---------------------------------------------------------------------- */

TEST_WITH(test_end_from_message, begin_calm, end)
{
    struct text frames = {0};
    int file = open_socket();
    add_frame(&frames, FIN | TEXT, span_of("end me"));
    add_frame(&frames, FIN | TEXT, span_of("not heard any more"));
    add_frame(&frames, FIN | PING, span_of("this neither"));
    assert_true(try_say(file, frames.at, frames.length));
    hear_text(file, "bye");
    hear_goodbye(file, 4000, "as you wish");
    await_connections(&served, 0);
    assert_int_equal(counts().messages_in, 1);
    text_free(&frames);
}

/* Many have something to say in the same round of the loop in which one ends them all. */
TEST_WITH(test_end_each_other, begin_calm, end)
{
    enum { COUNT = 50 };
    for (int round = 0; round < 10; round++) {
        int files[COUNT];
        for (int i = 0; i < COUNT; i++)
            files[i] = open_socket();
        for (int i = 0; i < COUNT; i++)
            send_text(files[i], i % 7 == 3 ? "end all" : i % 7 == 5 ? "end others" : "all x");
        for (int i = 0; i < COUNT; i++) {
            struct text text = {0};
            int kind;
            while ((kind = hear_frame(files[i], &text)) == (FIN | TEXT))
                assert_string_equal(text_string(&text), "x");
            assert_int_equal(kind, FIN | CLOSE);
            text_free(&text);
            hear_end(files[i]);
        }
        await_connections(&served, 0);
    }
}

/* Clients that vanish in every possible way. */
TEST_WITH(test_vanish, begin_calm, end)
{
    struct linger hard = {.l_onoff = 1, .l_linger = 0};
    for (int i = 0; i < 20; i++) {
        int file = open_socket();
        if (i % 4 == 1)
            send_text(file, "big 500000");
        if (i % 4 == 2)
            assert_true(try_say(file, "\x81\xfe\x10", 3));
        if (i % 2 == 1)
            setsockopt(file, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
        close(file);
    }
    await_connections(&served, 0);
    await_open(0);
}

/* Handshakes whose clients are gone before the socket is there. */
TEST_WITH(test_vanish_in_handshake, begin_calm, end)
{
    struct linger hard = {.l_onoff = 1, .l_linger = 0};
    for (int i = 0; i < 20; i++) {
        int file = try_connect(&served);
        say(file, HANDSHAKE "\r\n");
        if (i % 2 == 1)
            setsockopt(file, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
        close(file);
    }
    await_connections(&served, 0);
    await_open(0);
}

/* The server closes with sockets in every state; end_sockets checks that all owners are told. */
TEST_WITH(test_close_with_sockets, begin_calm, end)
{
    size_t length = 450000;
    int idle = open_socket(), half = open_socket(), stuck = open_narrow(4096),
        ended = open_socket();
    assert_true(try_say(half, "\x81\xfe\x10", 3));
    send_text(ended, "end me");
    await_open(3);
    in_loop(&served, send_large_to_all, &length);
    in_loop(&served, send_large_to_all, &length);
    end_sockets();
    member_count = 0;
    close(idle);
    close(half);
    close(stuck);
    close(ended);
    begin_calm(NULL);
}

/* ---- many ------------------------------------------------------------------------------------ */

TEST(test_many)
{
    static int files[MANY];
    begin_with(SOCKET_WAITING_MAX, NEVER_MS, NEVER_MS, NEVER_MS, 3 * MANY);
    for (int i = 0; i < MANY; i++)
        files[i] = open_socket();
    await_connections(&served, MANY);
    assert_int_equal(counts().open, MANY);
    for (int i = 0; i < MANY; i += 100) {
        send_text(files[i], "all hello");
        for (int j = 0; j < MANY; j++)
            hear_text(files[j], "hello");
    }
    for (int i = 0; i < MANY; i++)
        send_frame(files[i], FIN | CLOSE, span_of("\x03\xe8"));
    for (int i = 0; i < MANY; i++)
        hear_goodbye(files[i], 1000, NULL);
    await_connections(&served, 0);
    struct websocket_counts all = counts();
    assert_int_equal(all.open, 0);
    assert_int_equal(all.messages_in, MANY / 100);
    assert_int_equal(all.messages_out, MANY / 100 * MANY);
    end_sockets();
    member_count = 0;
}

int main(void)
{
    return run_registered(NULL, NULL);
}
