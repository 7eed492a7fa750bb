/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the tests of the store need: an empty database for each of them, in the kind that the
 * program is called with (`test_store sqlite`, `test_store postgres`), raw SQL behind the store's
 * back, and short ways to write and read. */

#ifndef TESTS_STORE_FIXTURE_H
#define TESTS_STORE_FIXTURE_H

#include "../registered_tests.h"

#include "store/store.h"

#include <dirent.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Where the tests take place. */
static struct {
    bool postgres;
    char folder[64];
    char address[256]; /* of the store */
    pid_t server;      /* tests/store/postgres.sh */
    FILE *to, *from;   /* its input and output */
    int files;
} place;

/* ---- the server of the tests ------------------------------------------------------------------
 */

static inline void read_answer(char *line, size_t size)
{
    if (fgets(line, (int)size, place.from) == NULL) {
        fputs("tests/store/postgres.sh gives no answer\n", stderr);
        exit(1);
    }
    line[strcspn(line, "\n")] = '\0';
}

/* stop, crash or start. */
static inline void tell_server(const char *command)
{
    char line[64];
    fprintf(place.to, "%s\n", command);
    fflush(place.to);
    read_answer(line, sizeof line);
    assert_string_equal(line, "done");
}

static inline void start_server(void)
{
    int in[2], out[2];
    char script[512];
    snprintf(script, sizeof script, "%s/tests/store/postgres.sh", getenv("ORRERY_SOURCE"));
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
        abort();
    place.server = fork();
    if (place.server == 0) {
        setsid(); /* it cleans up even if everything else here is killed */
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execl(script, script, NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    place.to = fdopen(in[1], "w");
    place.from = fdopen(out[0], "r");
    read_answer(place.address, sizeof place.address);
}

static inline void remove_folder(void)
{
    DIR *entries = opendir(place.folder);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        unlinkat(dirfd(entries), entry->d_name, 0);
    closedir(entries);
    rmdir(place.folder);
}

static inline int begin(void **state)
{
    (void)state;
    snprintf(place.folder, sizeof place.folder, "/tmp/orrery_test_store.XXXXXX");
    if (mkdtemp(place.folder) == NULL)
        return -1;
    if (place.postgres)
        start_server();
    return 0;
}

static inline int end(void **state)
{
    (void)state;
    if (place.postgres) {
        fclose(place.to);
        fclose(place.from);
        waitpid(place.server, NULL, 0);
    }
    remove_folder();
    return 0;
}

/* What the program was called with. False with a word about it if that is not a kind. */
static inline bool choose_kind(int count, char **arguments)
{
    signal(SIGPIPE, SIG_IGN);
    place.postgres = count > 1 && strcmp(arguments[1], "postgres") == 0;
    if (getenv("ORRERY_SOURCE") != NULL &&
        (place.postgres || (count > 1 && strcmp(arguments[1], "sqlite") == 0)))
        return true;
    fprintf(stderr, "usage: ORRERY_SOURCE=… %s sqlite|postgres\n", arguments[0]);
    return false;
}

/* Runs the tests of the program on the kind of store that it was called with. One of the name
 * `test_measure` tells how quick something is: it runs alone, if the word `measure` follows. */
static inline int run_on_store(int count, char **arguments)
{
    if (!choose_kind(count, arguments))
        return 2;
    if (count > 2 && strcmp(arguments[2], "measure") == 0)
        cmocka_set_test_filter("test_measure");
    else
        cmocka_set_skip_filter("test_measure");
    return run_registered(begin, end);
}

/* ---- raw SQL ----------------------------------------------------------------------------------
 */

static inline void raw_sqlite(const char *file, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (code != SQLITE_OK)
        print_error("%s: %s\n", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
    assert_int_equal(code, SQLITE_OK);
}

static inline void raw_postgres(const char *sql)
{
    PGconn *connection = PQconnectdb(place.address);
    PGresult *result = PQexec(connection, sql);
    bool done =
        PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    if (!done)
        print_error("%s: %s\n", sql, PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
    assert_true(done);
}

static inline void raw(const char *sql)
{
    if (place.postgres)
        raw_postgres(sql);
    else
        raw_sqlite(place.address, sql);
}

/* ---- stores -----------------------------------------------------------------------------------
 */

/* A file name that no test has used. */
static inline const char *new_file(void)
{
    static char file[128];
    snprintf(file, sizeof file, "%s/%d.db", place.folder, ++place.files);
    return file;
}

static inline struct store *open_at(const char *address)
{
    struct problem problem = {0};
    struct store *store = store_open(address, &problem);
    if (store == NULL) {
        struct text message = {0};
        problem_write(&problem, ENGLISH, &message);
        print_error("%s\n", text_string(&message));
        text_free(&message);
    }
    assert_non_null(store);
    return store;
}

static inline struct store *open_again(void)
{
    return open_at(place.address);
}

/* Empties the database, which is quicker than making it again. */
static const char empty_postgres[] =
    "SET client_min_messages = error; DO $$ BEGIN IF to_regclass('orrery_store') IS NOT NULL THEN "
    "IF (SELECT version FROM orrery_store) = 6 THEN DELETE FROM tables; DELETE FROM users; "
    "DELETE FROM letters; DELETE FROM writers; DELETE FROM documents; DELETE FROM pulse; "
    "DELETE FROM outages; RETURN; END IF; END IF; "
    "DROP SCHEMA public CASCADE; CREATE SCHEMA public; END $$";

/* An empty store for one test. */
static inline int open_empty(void **state)
{
    if (place.postgres)
        raw_postgres(empty_postgres);
    else
        snprintf(place.address, sizeof place.address, "%s", new_file());
    *state = open_again();
    return 0;
}

static inline int close_it(void **state)
{
    store_close(*state);
    return 0;
}

#define STORE_TEST(test) TEST_WITH(test, open_empty, close_it)

static inline void assert_told(const struct problem *problem, const char *message)
{
    struct text written = {0};
    if (problem_is_set(problem))
        problem_write(problem, ENGLISH, &written);
    assert_string_equal(text_string(&written), message);
    text_free(&written);
}

/* ---- writing ----------------------------------------------------------------------------------
 */

static inline struct store_table table_named(const char *id)
{
    struct store_table table = {.head = "game noughts\n", .made = 1000, .phase = 1, .listed = true};
    span_copy(span_of(id), table.id, sizeof table.id);
    for (uint8_t i = 0; i < sizeof table.seed; i++)
        table.seed[i] = i;
    return table;
}

static inline struct store_row row_with(const char *key, const char *body)
{
    return (struct store_row){.time = 2000, .user = 7, .key = key, .kind = "move", .body = body};
}

static inline enum store_result write_one(struct store *store, struct store_write write)
{
    bool answered = store_write(store, &write, 1);
    assert_int_equal(answered, write.result != STORE_FAILED);
    return write.result;
}

static inline enum store_result make_table(struct store *store, const char *id)
{
    struct store_table table = table_named(id);
    return write_one(store, (struct store_write){.make = &table});
}

/* Appends one row to a table that has `expected`. */
static inline enum store_result append(struct store *store, const char *id, uint32_t expected,
                                       const char *key, const char *body)
{
    struct store_row row = row_with(key, body);
    return write_one(store, (struct store_write){
                                .table = id, .expected = expected, .rows = &row, .row_count = 1});
}

/* ---- reading ----------------------------------------------------------------------------------
 */

/* Rows as a text: "1 move body; 2 …". */
static inline void add_row(void *context, const struct store_row *row)
{
    text_addf(context, "%s%u %s %s %s", ((struct text *)context)->length > 0 ? "; " : "",
              row->number, row->key, row->kind, row->body);
}

static inline enum store_result rows_as_text(struct store *store, const char *id, uint32_t after,
                                             struct text *out)
{
    text_clear(out);
    return store_rows(store, id, after, add_row, out);
}

static inline void assert_rows(struct store *store, const char *id, const char *expected)
{
    struct text rows = {0};
    assert_int_equal(rows_as_text(store, id, 0, &rows), STORE_DONE);
    assert_string_equal(text_string(&rows), expected);
    text_free(&rows);
}

static inline void count_row(void *context, const struct store_row *row)
{
    (void)row;
    ++*(uint32_t *)context;
}

/* The number of rows of a table whose hashes are fine. */
static inline uint32_t count_rows(struct store *store, const char *id)
{
    uint32_t count = 0;
    assert_int_equal(store_rows(store, id, 0, count_row, &count), STORE_DONE);
    return count;
}

/* Ids of tables as a text. */
static inline void add_id(void *context, const struct store_table *table)
{
    text_addf(context, "%s%s", ((struct text *)context)->length > 0 ? " " : "", table->id);
}

static inline void ignore_table(void *context, const struct store_table *table)
{
    (void)context, (void)table;
}

static inline void ignore_snapshot(void *context, uint32_t rows, const void *body, size_t size)
{
    (void)context, (void)rows, (void)body, (void)size;
}

/* The snapshot of table a. */
struct snapshot {
    uint32_t rows;
    struct text body;
    int count;
};

static inline void keep_snapshot(void *context, uint32_t rows, const void *body, size_t size)
{
    struct snapshot *snapshot = context;
    snapshot->rows = rows;
    snapshot->count++;
    text_clear(&snapshot->body);
    text_add_span(&snapshot->body, (struct span){body, size});
}

static inline void assert_snapshot(struct store *store, uint32_t rows, struct span body)
{
    struct snapshot snapshot = {0};
    assert_int_equal(store_table(store, "a", ignore_table, keep_snapshot, &snapshot), STORE_DONE);
    assert_int_equal(snapshot.count, body.at != NULL);
    assert_int_equal(snapshot.rows, rows);
    assert_true(span_equal(text_span(&snapshot.body), body));
    text_free(&snapshot.body);
}

static inline void assert_tables_of(struct store *store, int64_t user, const char *expected)
{
    struct text ids = {0};
    assert_int_equal(store_tables_of(store, user, 2, add_id, &ids), STORE_DONE);
    assert_string_equal(text_string(&ids), expected);
    text_free(&ids);
}

/* ---- signs of life ----------------------------------------------------------------------------
 */

/* A server that only knows its own clock. */
struct beat {
    int64_t now, longest;
    store_seen_outage *seen;
    void *context;
    struct store_heartbeat found;
};

static inline void tell_beat(void *context, struct store_heartbeat *sign)
{
    struct beat *beat = context;
    beat->found = *sign;
    sign->now = sign->found && sign->last > beat->now ? sign->last : beat->now;
    sign->now_lead = 7;
    sign->began = sign->found && sign->now - sign->last > beat->longest ? sign->last : sign->now;
}

static inline void see_beat(void *context, const struct store_outage *outage)
{
    struct beat *beat = context;
    if (beat->seen != NULL)
        beat->seen(beat->context, outage);
}

static inline enum store_result beat(struct store *store, int64_t now, int64_t longest,
                                     int64_t since, store_seen_outage *seen, void *context)
{
    struct beat beat = {.now = now, .longest = longest, .seen = seen, .context = context};
    return store_heartbeat(store, tell_beat, since, see_beat, &beat);
}

#endif
