/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Requests and answers over TCP: what comes through, what comes back, now and later. */

#include "served.h"

enum { LATE_MAX = 8 };

/* What the handler remembers; only used in the loop. */
static struct served served;
static struct http_request *late[LATE_MAX];
static int late_count, gone_count;

static void note_gone(void *context)
{
    int *place = context;
    gone_count++;
    late[*place] = NULL;
}

static void keep(struct http_request *request, bool wants_to_know)
{
    static int places[LATE_MAX] = {0, 1, 2, 3, 4, 5, 6, 7};
    late[late_count] = request;
    if (wants_to_know)
        http_on_gone(request, note_gone, &places[late_count]);
    late_count++;
}

static void tell(struct http_request *request, struct text *text)
{
    const char *query = http_query(request, "q"), *cookie = http_cookie(request, "token");
    const char *header = http_header(request, "x-test");
    text_addf(text, "%s %s q=%s token=%s x=%s peer=%s body=", http_method(request),
              http_path(request), query != NULL ? query : "-", cookie != NULL ? cookie : "-",
              header != NULL ? header : "-", http_peer(request));
    text_add_span(text, http_body(request));
}

static void answer_late(void *place)
{
    struct http_answer answer = {.status = 200, .type = "text/plain", .body = span_of("at last")};
    http_answer(late[*(int *)place], &answer);
}

static void handle(void *context, struct http_request *request)
{
    (void)context;
    const char *path = http_path(request);
    if (strcmp(path, "/release") == 0)
        for (int i = 0; i < late_count; i++)
            answer_late(&i);
    struct text text = {0};
    struct http_answer answer = {.status = 200, .type = "text/plain"};
    if (strcmp(path, "/late") == 0 || strcmp(path, "/void") == 0) {
        keep(request, strcmp(path, "/late") == 0);
        return;
    }
    if (strcmp(path, "/size") == 0)
        text_addf(&text, "%zu", http_body(request).length);
    else
        tell(request, &text);
    answer.body = text_span(&text);
    if (strcmp(path, "/kept") == 0) {
        answer.etag = "v1";
        answer.body = span_of("kept");
        answer.constant = true;
    }
    if (strcmp(path, "/moved") == 0) {
        answer.status = 303;
        answer.location = "/elsewhere";
        answer.cookies[0] = "token=abc; HttpOnly";
    }
    http_answer(request, &answer);
    text_free(&text);
}

static int begin(void **state)
{
    struct http_settings settings = {0};
    (void)state;
    late_count = gone_count = 0;
    serve(&served, &settings, handle, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    end_served(&served);
    return 0;
}

/* ---- in the loop ----------------------------------------------------------------------------- */

struct numbers {
    int late, gone;
};

static void read_numbers(void *context)
{
    *(struct numbers *)context = (struct numbers){late_count, gone_count};
}

static void await_numbers(int late_wanted, int gone_wanted)
{
    int64_t limit = loop_now() + PATIENCE_MS;
    struct numbers numbers = {0};
    do {
        assert_true(loop_now() < limit);
        in_loop(&served, read_numbers, &numbers);
    } while (numbers.late != late_wanted || numbers.gone != gone_wanted);
}

/* ---- plain requests -------------------------------------------------------------------------- */

static void assert_safe(const struct heard *heard)
{
    assert_string_equal(header_of(heard, "X-Content-Type-Options"), "nosniff");
    assert_string_equal(header_of(heard, "X-Frame-Options"), "DENY");
    assert_string_equal(header_of(heard, "Referrer-Policy"), "no-referrer");
    assert_string_equal(header_of(heard, "Cross-Origin-Opener-Policy"), "same-origin");
    assert_string_equal(header_of(heard, "Cross-Origin-Resource-Policy"), "same-origin");
    assert_non_null(strstr(header_of(heard, "Permissions-Policy"), "camera=()"));
    const char *policy = header_of(heard, "Content-Security-Policy");
    assert_non_null(strstr(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "));
    assert_non_null(strstr(policy, "connect-src 'self'; "));
    assert_non_null(strstr(policy, "frame-ancestors 'none'"));
    assert_null(strstr(policy, "'unsafe-"));
}

TEST_WITH(test_plain, begin, end)
{
    struct heard *heard = ask_text(&served,
                                   "GET /a/b?q=1 HTTP/1.1\r\nHost: x\r\nX-Test: yes\r\n"
                                   "Cookie: a=b; token=secret\r\n\r\n");
    assert_int_equal(heard->status, 200);
    assert_string_equal(heard->body, "GET /a/b q=1 token=secret x=yes peer=127.0.0.1 body=");
    assert_string_equal(header_of(heard, "Content-Type"), "text/plain");
    assert_string_equal(header_of(heard, "Cache-Control"), "no-store");
    assert_safe(heard);
}

TEST_WITH(test_answer_headers, begin, end)
{
    struct heard *heard = ask_text(&served, "GET /moved HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_int_equal(heard->status, 303);
    assert_string_equal(header_of(heard, "Location"), "/elsewhere");
    assert_string_equal(header_of(heard, "Set-Cookie"), "token=abc; HttpOnly");
}

TEST_WITH(test_head, begin, end)
{
    int file = try_connect(&served);
    struct heard heard;
    say(file, "HEAD /kept HTTP/1.1\r\nHost: x\r\n\r\n");
    hear_answer(file, &heard, false);
    assert_int_equal(heard.status, 200);
    assert_string_equal(header_of(&heard, "Content-Length"), "4");
    assert_safe(&heard);
    say(file, "GET /kept HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    hear_answer(file, &heard, true); /* and not the body of the first one */
    assert_string_equal(heard.body, "kept");
    hear_end(file);
}

TEST_WITH(test_etag, begin, end)
{
    struct heard *heard = ask_text(&served, "GET /kept HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_string_equal(header_of(heard, "ETag"), "\"v1\"");
    assert_string_equal(header_of(heard, "Cache-Control"), "private, no-cache");
    static const char *const known[] = {"\"v1\"", "W/\"v1\"", "\"v0\", \"v1\"", "*"};
    for (int i = 0; i < 4; i++) {
        char request[200];
        snprintf(request, sizeof request,
                 "GET /kept HTTP/1.1\r\nHost: x\r\nIf-None-Match: %s\r\n\r\n", known[i]);
        heard = ask_text(&served, request);
        assert_int_equal(heard->status, 304);
        assert_string_equal(header_of(heard, "ETag"), "\"v1\"");
        assert_int_equal(heard->length, 0);
        assert_safe(heard);
    }
    heard = ask_text(&served, "GET /kept HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"v11\"\r\n\r\n");
    assert_int_equal(heard->status, 200);
    heard = ask_text(&served,
                     "POST /kept HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"v1\"\r\n"
                     "Content-Length: 0\r\n\r\n");
    assert_int_equal(heard->status, 200);
}

TEST_WITH(test_methods, begin, end)
{
    static const char *const good[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
    static const char *const bad[] = {"OPTIONS", "TRACE", "CONNECT", "get", "BREW"};
    char request[200], start[16];
    for (int i = 0; i < 5; i++) {
        snprintf(request, sizeof request,
                 "%s /m HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi", good[i]);
        snprintf(start, sizeof start, "%s /m", good[i]);
        struct heard *heard = ask_text(&served, request);
        assert_int_equal(heard->status, 200);
        assert_memory_equal(heard->body, start, strlen(start));
        assert_string_equal(strstr(heard->body, "body="), "body=hi");
    }
    for (int i = 0; i < 5; i++) {
        snprintf(request, sizeof request, "%s /m HTTP/1.1\r\nHost: x\r\n\r\n", bad[i]);
        struct heard *heard = ask_text(&served, request);
        assert_int_equal(heard->status, 405);
        assert_string_equal(header_of(heard, "Allow"), "GET, HEAD, POST, PUT, PATCH, DELETE");
        assert_safe(heard);
    }
}

TEST_WITH(test_texts, begin, end)
{
    static const struct {
        const char *target, *told; /* NULL: refused */
    } rows[] = {
        {"/a%20b", "GET /a b q=- "},
        {"/Gl%C3%BCck?q=%e2%82%ac+1", "GET /Glück q=€ 1 "},
        {"/Gl\xc3\xbc"
         "ck",
         NULL}, /* only with percent signs */
        {"/a#b", NULL},
        {"/a?q", "GET /a q= "},
        {"/a?q=x%26y&r=2", "GET /a q=x&y "},
        {"/a%2fb", "GET /a/b q=- "},
        {"/a%00b", NULL},
        {"/a%0ab", NULL},
        {"/a%7fb", NULL},
        {"/a%c2%85b", NULL},
        {"/a%ff", NULL},
        {"/a%c3", NULL},
        {"/a%zz", NULL},
        {"/a%4", NULL},
        {"/a%", NULL},
        {"/a?q=%00", NULL},
        {"/a?q=%ff", NULL},
        {"/a?%0d=1", NULL},
        {"/\xff", NULL},
        {"*", NULL},
        {"http://x/a", NULL},
        {"a", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char request[200];
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", rows[i].target);
        struct heard *heard = ask_text(&served, request);
        assert_int_equal(heard->status, rows[i].told != NULL ? 200 : 400);
        assert_safe(heard);
        if (rows[i].told != NULL)
            assert_memory_equal(heard->body, rows[i].told, strlen(rows[i].told));
    }
}

/* ---- several on one connection --------------------------------------------------------------- */

TEST_WITH(test_pipeline, begin, end)
{
    int file = try_connect(&served);
    struct heard heard;
    say(file,
        "POST /one HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
        "GET /two HTTP/1.1\r\nHost: x\r\n\r\n"
        "POST /three HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\ndef"
        "GET /four HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    static const char *const paths[] = {"POST /one", "GET /two", "POST /three", "GET /four"};
    static const char *const bodies[] = {"body=abc", "body=", "body=def", "body="};
    for (int i = 0; i < 4; i++) {
        hear_answer(file, &heard, true);
        assert_int_equal(heard.status, 200);
        assert_memory_equal(heard.body, paths[i], strlen(paths[i]));
        assert_string_equal(strstr(heard.body, "body="), bodies[i]);
    }
    hear_end(file);
}

TEST_WITH(test_old_version, begin, end)
{
    int file = try_connect(&served);
    struct heard heard;
    say(file, "GET /old HTTP/1.0\r\n\r\n");
    hear_answer(file, &heard, true);
    assert_int_equal(heard.status, 200);
    hear_end(file);
}

/* ---- later ----------------------------------------------------------------------------------- */

TEST_WITH(test_late, begin, end)
{
    int files[3], places[3] = {0, 1, 2};
    struct heard heard;
    for (int i = 0; i < 3; i++) {
        files[i] = try_connect(&served);
        say(files[i], "GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
        await_numbers(i + 1, 0);
    }
    assert_string_equal(ask_text(&served, "GET /size HTTP/1.1\r\nHost: x\r\n\r\n")->body, "0");
    for (int i = 2; i >= 0; i--) {
        in_loop(&served, answer_late, &places[i]);
        hear_answer(files[i], &heard, true);
        assert_string_equal(heard.body, "at last");
    }
    say(files[0], "GET /size HTTP/1.1\r\nHost: x\r\n\r\n"); /* the connection continues */
    hear_answer(files[0], &heard, true);
    assert_string_equal(heard.body, "0");
    for (int i = 0; i < 3; i++)
        close(files[i]);
    await_numbers(3, 0);
}

/* The second request waits until the first is answered, but is not forgotten. */
TEST_WITH(test_late_pipeline, begin, end)
{
    int file = try_connect(&served), place = 0;
    struct heard heard;
    say(file, "GET /late HTTP/1.1\r\nHost: x\r\n\r\nGET /size HTTP/1.1\r\nHost: x\r\n\r\n");
    await_numbers(1, 0);
    in_loop(&served, answer_late, &place);
    hear_answer(file, &heard, true);
    assert_string_equal(heard.body, "at last");
    hear_answer(file, &heard, true);
    assert_string_equal(heard.body, "0");
    close(file);
}

/* The handler of one request answers others. */
TEST_WITH(test_answer_others, begin, end)
{
    int files[3];
    struct heard heard;
    for (int i = 0; i < 3; i++) {
        files[i] = try_connect(&served);
        say(files[i], i < 2 ? "GET /late HTTP/1.1\r\nHost: x\r\n\r\n"
                            : "GET /void HTTP/1.1\r\nHost: x\r\n\r\n");
        await_numbers(i + 1, 0);
    }
    assert_int_equal(ask_text(&served, "GET /release HTTP/1.1\r\nHost: x\r\n\r\n")->status, 200);
    for (int i = 0; i < 3; i++) {
        hear_answer(files[i], &heard, true);
        assert_string_equal(heard.body, "at last");
        close(files[i]);
    }
    await_connections(&served, 0);
    await_numbers(3, 0);
}

TEST_WITH(test_gone, begin, end)
{
    int gone = try_connect(&served), stays = try_connect(&served), place = 1;
    struct heard heard;
    say(gone, "GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
    await_numbers(1, 0);
    say(stays, "GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
    await_numbers(2, 0);
    close(gone);
    await_numbers(2, 1);
    await_connections(&served, 1);
    in_loop(&served, answer_late, &place);
    hear_answer(stays, &heard, true);
    assert_string_equal(heard.body, "at last");
    close(stays);
    await_connections(&served, 0);
    await_numbers(2, 1);
}

TEST_WITH(test_gone_by_reset, begin, end)
{
    int file = try_connect(&served);
    struct linger hard = {.l_onoff = 1, .l_linger = 0};
    say(file, "GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
    await_numbers(1, 0);
    setsockopt(file, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    close(file);
    await_numbers(1, 1);
    await_connections(&served, 0);
}

/* Nobody wanted to know that the client goes. */
TEST_WITH(test_answer_into_the_void, begin, end)
{
    int file = try_connect(&served), place = 0;
    say(file, "GET /void HTTP/1.1\r\nHost: x\r\n\r\n");
    await_numbers(1, 0);
    close(file);
    usleep(20000);
    in_loop(&served, answer_late, &place);
    await_connections(&served, 0);
}

/* Those that wait when the server closes are gone; the others are not told. */
TEST_WITH(test_close_while_waiting, begin, end)
{
    int first = try_connect(&served), second = try_connect(&served);
    say(first, "GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
    say(second, "GET /void HTTP/1.1\r\nHost: x\r\n\r\nGET /void HTTP/1.1\r\nHost: x\r\n\r\n");
    await_numbers(2, 0);
    end_served(&served);
    assert_int_equal(gone_count, 1);
    hear_end(first);
    hear_end(second);
    begin(NULL);
}

static void stop_http(void *http)
{
    http_stop(http);
}

TEST_WITH(test_stop, begin, end)
{
    int file = try_connect(&served);
    struct heard heard;
    await_connections(&served, 1);
    in_loop(&served, stop_http, served.http);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)http_port(served.http)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int refused = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(refused, (struct sockaddr *)&address, sizeof address), -1);
    close(refused);
    say(file, "GET /size HTTP/1.1\r\nHost: x\r\n\r\n"); /* who is there is served */
    hear_answer(file, &heard, true);
    assert_int_equal(heard.status, 200);
    close(file);
}

/* The address for everything, of IPv6, takes IPv4 too and tells it as such. */
TEST(test_both_versions)
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_ANY_INIT};
    int file = socket(AF_INET6, SOCK_STREAM, 0);
    bool has_v6 = file >= 0 && bind(file, (struct sockaddr *)&address, sizeof address) == 0;
    close(file);
    if (!has_v6)
        skip();
    struct http_settings settings = {.address = "::"};
    serve(&served, &settings, handle, NULL);
    struct heard *heard = ask_text(&served, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_non_null(strstr(heard->body, "peer=127.0.0.1 "));
    end_served(&served);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
