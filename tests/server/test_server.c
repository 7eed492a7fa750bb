/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The server as a whole, on either database: what is under way when it stops, or when the clients
 * have gone. Only sanitizers notice use after release. */

#include "tables_fixture.h"

#include "server/server.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>

enum { HEARD_MS = 300 };

static char running[STORE_ID_SIZE]; /* a table where something happens */

/* ---- short ways ------------------------------------------------------------------------------ */

/* A store with a table. The signals wait until a server reads them. */
static int open_place(void **state)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    if (open_stage(state) != 0)
        return -1;
    span_copy(span_of(make_noughts(*state)), running, sizeof running);
    return close_stage(state);
}

static struct server_settings usual(void)
{
    return (struct server_settings){.store = place.address,
                                    .address = "127.0.0.1",
                                    .workers = 1,
                                    .analysis_threads = 1,
                                    .connections = 20,
                                    .log = LOG_QUIET};
}

static struct server *open_server(void)
{
    struct problem problem = {0};
    struct server_settings settings = usual();
    struct server *server = server_open(&settings, &problem);
    assert_told(&problem, "");
    return server;
}

static void *run(void *server)
{
    server_run(server);
    return NULL;
}

static pthread_t start(struct server *server)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run, server), 0);
    return thread;
}

/* The first signal is a request, the second one an order. */
static void end_at_once(pthread_t thread)
{
    kill(getpid(), SIGTERM);
    kill(getpid(), SIGINT);
    pthread_join(thread, NULL);
}

static void wait_ms(int milliseconds)
{
    poll(NULL, 0, milliseconds);
}

/* Sends a request with a token that nobody has. */
static int ask(const struct server *server, const char *path)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                  .sin_port = htons((uint16_t)server_port(server))};
    struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    struct text request = {0};
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(file, (struct sockaddr *)&address, sizeof address), 0);
    text_addf(&request, "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %064d\r\n\r\n", path,
              0);
    assert_int_equal(send(file, request.at, request.length, 0), request.length);
    text_free(&request);
    return file;
}

/* How the answer begins. */
static void assert_answer(int file, const char *beginning)
{
    char answer[1024] = "";
    size_t length = strlen(beginning);
    assert_true(recv(file, answer, sizeof answer - 1, 0) >= (ssize_t)length);
    answer[length] = '\0';
    assert_string_equal(answer, beginning);
    close(file);
}

/* The database lets everyone wait for two seconds who wants to know who someone is, or what
 * happens at a table. Returns the connection that does it. */
static PGconn *hold_database(void)
{
    PGconn *connection = PQconnectdb(place.address);
    assert_int_equal(PQsendQuery(connection,
                                 "BEGIN; LOCK TABLE tokens, rows; SELECT pg_sleep(2);"
                                 "COMMIT"),
                     1);
    wait_ms(HEARD_MS);
    return connection;
}

enum { PATHS = 5 };

/* Asks what needs the database, in different ways. */
static void ask_everything(const struct server *server, int files[PATHS])
{
    char table_id[64], record[64];
    const char *const paths[PATHS] = {"/metrics", "/api/me", "/api/games/noughts/cards", table_id,
                                      record};
    snprintf(table_id, sizeof table_id, "/api/tables/%s", running);
    snprintf(record, sizeof record, "/api/tables/%s/record", running);
    for (int i = 0; i < PATHS; i++) {
        files[i] = ask(server, paths[i]);
        wait_ms(HEARD_MS / PATHS);
    }
}

static void hang_up(const int files[PATHS])
{
    for (int i = 0; i < PATHS; i++)
        close(files[i]);
}

/* A server whose clients wait for the store; PostgreSQL answers nobody until the holder is gone. */
struct busy {
    struct server *server;
    pthread_t thread;
    PGconn *holder;
    int files[PATHS];
};

static struct busy make_busy(void)
{
    struct busy busy = {.server = open_server()};
    busy.thread = start(busy.server);
    busy.holder = place.postgres ? hold_database() : NULL;
    ask_everything(busy.server, busy.files);
    return busy;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The thread that hears of other servers may still hear something when the loop has ended. */
TEST_WITH(test_news_at_the_end, open_place, NULL)
{
    static const char *const news[] = {"=", "!1", "a"};
    struct server *server = open_server();
    pthread_t thread = start(server);
    assert_answer(ask(server, "/health"), "HTTP/1.1 200 ");
    end_at_once(thread);
    for (int i = 0; place.postgres && i < 3; i++) {
        char sql[80];
        snprintf(sql, sizeof sql, "SELECT pg_notify('orrery', '%s other')", news[i]);
        raw(sql);
    }
    wait_ms(HEARD_MS);
    server_close(server);
}

TEST_WITH(test_requests_at_the_end, open_place, NULL)
{
    struct busy busy = make_busy();
    end_at_once(busy.thread);
    server_close(busy.server);
    hang_up(busy.files);
    PQfinish(busy.holder);
}

/* A signal that came before anyone could be served is for whoever comes next. */
TEST_WITH(test_signal_at_a_start_that_fails, open_place, NULL)
{
    const char *const cards = "/nowhere";
    struct problem problem = {0};
    struct server_settings settings = usual();
    settings.cards = &cards;
    settings.card_count = 1;
    kill(getpid(), SIGTERM);
    assert_null(server_open(&settings, &problem));
    assert_told(&problem, "/nowhere cannot be opened: No such file or directory.");
    struct server *server = open_server();
    server_run(server);
    server_close(server);
}

/* ---- clients that have gone ------------------------------------------------------------------ */

TEST_WITH(test_clients_that_have_gone, open_place, NULL)
{
    struct busy busy = make_busy();
    hang_up(busy.files);
    assert_answer(ask(busy.server, "/api/me"), "HTTP/1.1 200 ");
    wait_ms(HEARD_MS);
    assert_answer(ask(busy.server, "/health"), "HTTP/1.1 200 ");
    end_at_once(busy.thread);
    server_close(busy.server);
    PQfinish(busy.holder);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
