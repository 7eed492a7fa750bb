/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What goes wrong: changed databases, several writers at once, processes that die, disks that are
 * full, and servers that go away in the middle of a commit. */

#include "fixture.h"

#include "proxy.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* How often chance is tried: less with sanitizers, where everything takes many times as long. */
#ifdef SANITIZED
enum { DAMAGES = 50, WINS = 70, MEETINGS = 10 };
#else
enum { DAMAGES = 150, WINS = 200, MEETINGS = 40 };
#endif

/* ---- damage -----------------------------------------------------------------------------------
 */

/* Table a has three rows and a snapshot after the second, table b one row. */
static void fill_two_tables(struct store *store)
{
    struct store_row rows[] = {row_with("k1", "one"), row_with("k2", "two")};
    make_table(store, "a");
    make_table(store, "b");
    assert_int_equal(write_one(store, (struct store_write){.table = "a",
                                                           .rows = rows,
                                                           .row_count = 2,
                                                           .snapshot = "snapshot",
                                                           .snapshot_size = 8}),
                     STORE_DONE);
    append(store, "a", 2, "k3", "three");
    append(store, "b", 0, "k1", "one");
}

/* What reading all of a table finds. */
static enum store_result read_through(struct store *store, const char *id)
{
    uint32_t count = 0;
    enum store_result table = store_table(store, id, ignore_table, ignore_snapshot, NULL);
    enum store_result rows = store_rows(store, id, 0, count_row, &count);
    return table != STORE_DONE ? table : rows;
}

/* A change behind the store's back, in the words of each database if they differ. */
struct damage {
    const char *sql;
    const char *postgres;
};

#define ZEROS    "x'0000000000000000000000000000000000000000000000000000000000000000'"
#define PG_ZEROS "'\\x0000000000000000000000000000000000000000000000000000000000000000'"

static const struct damage damages[] = {
    {"UPDATE rows SET body = 'twO' WHERE table_id = 'a' AND number = 2", NULL},
    {"UPDATE rows SET key = 'k' WHERE table_id = 'a' AND number = 2", NULL},
    {"UPDATE rows SET kind = 'mov' WHERE table_id = 'a' AND number = 2", NULL},
    {"UPDATE rows SET kind = '0123456789abcdef' WHERE table_id = 'a'", NULL},
    {"UPDATE rows SET time = time + 1 WHERE table_id = 'a' AND number = 1", NULL},
    {"UPDATE rows SET user_id = 8 WHERE table_id = 'a' AND number = 3", NULL},
    {"UPDATE rows SET number = number + 10 WHERE table_id = 'a' AND number = 3", NULL},
    {"UPDATE rows SET number = -1 WHERE table_id = 'a' AND number = 1", NULL},
    {"UPDATE rows SET number = number + 4294967296 WHERE table_id = 'a' AND number = 3", NULL},
    {"DELETE FROM rows WHERE table_id = 'a' AND number = 1", NULL},
    {"DELETE FROM rows WHERE table_id = 'a' AND number = 2", NULL},
    {"DELETE FROM rows WHERE table_id = 'a' AND number = 3", NULL},
    {"DELETE FROM rows WHERE table_id = 'a'", NULL},
    {"INSERT INTO rows VALUES ('a', 4, 1, 1, '', 'move', 'x', " ZEROS ")",
     "INSERT INTO rows VALUES ('a', 4, 1, 1, '', 'move', 'x', " PG_ZEROS ")"},
    {"UPDATE rows SET hash = " ZEROS " WHERE table_id = 'a' AND number = 2",
     "UPDATE rows SET hash = " PG_ZEROS " WHERE table_id = 'a' AND number = 2"},
    {"UPDATE rows SET hash = x'00' WHERE table_id = 'a' AND number = 3",
     "UPDATE rows SET hash = '\\x00' WHERE table_id = 'a' AND number = 3"},
    {"UPDATE rows SET body = CAST(x'ff' AS TEXT) WHERE table_id = 'a' AND number = 3",
     "UPDATE rows SET body = '' WHERE table_id = 'a' AND number = 3"},
    {"UPDATE rows SET body = 'thr' || char(0) || 'ee' WHERE table_id = 'a' AND number = 3",
     "UPDATE rows SET body = repeat('x', 2000000) WHERE table_id = 'a' AND number = 3"},
    {"UPDATE tables SET row_count = 2 WHERE id = 'a'", NULL},
    {"UPDATE tables SET row_count = 4 WHERE id = 'a'", NULL},
    {"UPDATE tables SET row_count = -1 WHERE id = 'a'", NULL},
    {"UPDATE tables SET row_count = 1000000000000 WHERE id = 'a'", NULL},
    {"UPDATE tables SET hash = head_hash WHERE id = 'a'", NULL},
    {"UPDATE tables SET head_hash = hash WHERE id = 'a'", NULL},
    {"UPDATE tables SET head = 'game chess' WHERE id = 'a'", NULL},
    {"UPDATE tables SET made = 0 WHERE id = 'a'", NULL},
    {"UPDATE tables SET seed = head_hash WHERE id = 'a'", NULL},
    {"UPDATE tables SET seed = x'' WHERE id = 'a'", "UPDATE tables SET seed = '' WHERE id = 'a'"},
    {"UPDATE tables SET phase = 256 WHERE id = 'a'", NULL},
    {"UPDATE tables SET listed = 2 WHERE id = 'a'", NULL},
    {"UPDATE snapshots SET body = hash", NULL},
    {"UPDATE snapshots SET row_count = 1", NULL},
    {"UPDATE snapshots SET row_count = 4", NULL},
    {"UPDATE snapshots SET row_count = -1", NULL},
    {"UPDATE snapshots SET hash = body", NULL},
};

STORE_TEST(test_damage_is_found)
{
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        const struct damage *damage = &damages[i];
        struct text ids = {0};
        close_it(state);
        open_empty(state);
        fill_two_tables(*state);
        assert_int_equal(read_through(*state, "a"), STORE_DONE);
        raw(place.postgres && damage->postgres != NULL ? damage->postgres : damage->sql);
        if (read_through(*state, "a") != STORE_DAMAGED)
            print_error("not found: %s\n", damage->sql);
        assert_int_equal(read_through(*state, "a"), STORE_DAMAGED);
        assert_int_equal(read_through(*state, "b"), STORE_DONE);
        store_all_tables(*state, add_id, &ids);
        assert_non_null(strchr(text_string(&ids), 'b')); /* the others are still to be seen */
        text_free(&ids);
    }
}

STORE_TEST(test_damage_elsewhere)
{
    struct store_user user = {.name = "Ann"}, seen;
    struct store_line line = {.name = "Ann", .text = "hello"};
    struct store_notification notification = {.kind = "mail", .body = "b"};
    make_table(*state, "a");
    store_make_user(*state, &user, 1);
    store_say(*state, "a", &line);
    write_one(*state,
              (struct store_write){.notifications = &notification, .notification_count = 1});
    raw("UPDATE users SET language = 'klingon, and more of it'");
    assert_int_equal(store_user(*state, user.id, &seen), STORE_DAMAGED);
    raw("UPDATE lines SET name = "
        "'0123456789012345678901234567890123456789012345678901234567890123456789'");
    assert_int_equal(store_lines(*state, "a", 0, 9, NULL, NULL), STORE_DAMAGED);
    raw("UPDATE letters SET kind = '01234567890123456789'");
    assert_int_equal(store_take_notifications(*state, 9, 10, 9, NULL, NULL), STORE_DAMAGED);
}

STORE_TEST(test_damaged_row_with_key)
{
    struct store_row rows[] = {row_with("k1", "one"), row_with("k2", "two")};
    make_table(*state, "a");
    write_one(*state, (struct store_write){.table = "a", .rows = rows, .row_count = 2});
    raw("UPDATE rows SET body = 'x' WHERE number = 2");
    assert_int_equal(store_row_with_key(*state, "a", "k2", NULL, NULL), STORE_DAMAGED);
    raw("UPDATE rows SET body = 'x' WHERE number = 1");
    assert_int_equal(store_row_with_key(*state, "a", "k1", NULL, NULL), STORE_DAMAGED);
}

/* A table that cannot be written to does not stop others that are written in the same moment. */
STORE_TEST(test_a_damaged_table_among_others)
{
    struct store_row first = row_with("", "x"), second = row_with("", "y");
    fill_two_tables(*state);
    raw(place.postgres ? "INSERT INTO rows VALUES ('a', 4, 1, 1, '', 'move', 'x', '')"
                       : "INSERT INTO rows VALUES ('a', 4, 1, 1, '', 'move', 'x', x'')");
    struct store_write writes[] = {
        {.table = "a", .expected = 3, .rows = &first, .row_count = 1},
        {.table = "b", .expected = 1, .rows = &second, .row_count = 1},
    };
    assert_true(store_write(*state, writes, 2));
    assert_int_equal(writes[0].result, STORE_DAMAGED);
    assert_int_equal(writes[1].result, STORE_DONE);
    assert_int_equal(count_rows(*state, "b"), 2);
}

/* ---- a file with wrong bytes ------------------------------------------------------------------
 */

static void copy_file(const char *from, const char *to, int flips)
{
    static char bytes[1 << 20];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in != NULL && out != NULL);
    size_t size = fread(bytes, 1, sizeof bytes, in);
    for (int i = 0; i < flips; i++)
        bytes[100 + (size_t)rand() % (size - 100)] ^= (char)(1 << rand() % 8);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    fclose(out);
}

/* Whatever the bytes are, the store gives an answer, and never rows that were not written. */
STORE_TEST(test_wrong_bytes)
{
    if (place.postgres)
        return;
    struct problem problem = {0};
    char backup[128], broken[128];
    snprintf(backup, sizeof backup, "%s", new_file());
    snprintf(broken, sizeof broken, "%s", new_file());
    fill_two_tables(*state);
    assert_true(store_backup(*state, backup, &problem));
    srand(1);
    for (int i = 0; i < DAMAGES; i++) {
        struct text rows = {0};
        copy_file(backup, broken, 1 + i % 40);
        struct store *store = store_open(broken, &problem);
        if (store != NULL && rows_as_text(store, "a", 0, &rows) == STORE_DONE)
            assert_string_equal(text_string(&rows),
                                "1 k1 move one; 2 k2 move two; 3 k3 move three");
        if (store != NULL) {
            read_through(store, "b");
            store_all_tables(store, ignore_table, NULL);
            append(store, "b", 1, "", "more");
        }
        store_close(store);
        text_free(&rows);
    }
}

/* ---- several writers --------------------------------------------------------------------------
 */

enum { GROUP = 3 };

/* A thread that appends to three tables in its own order until it has won often enough. */
struct writer {
    pthread_t thread;
    pthread_barrier_t *start; /* all begin at once */
    const char *tables[GROUP];
    const char *name;
    int wins, failures;
};

static void *write_much(void *context)
{
    struct writer *writer = context;
    struct problem problem = {0};
    struct store *store = store_open(place.address, &problem);
    uint32_t rows[GROUP] = {0};
    pthread_barrier_wait(writer->start);
    while (store != NULL && writer->wins < WINS && writer->failures == 0) {
        struct store_row row[GROUP];
        struct store_write writes[GROUP];
        for (int i = 0; i < GROUP; i++) {
            row[i] = row_with("", writer->name);
            writes[i] = (struct store_write){
                .table = writer->tables[i], .expected = rows[i], .rows = &row[i], .row_count = 1};
        }
        writer->failures += !store_write(store, writes, GROUP);
        for (int i = 0; i < GROUP; i++) {
            writer->wins += writes[i].result == STORE_DONE;
            rows[i]++; /* either ours is there now, or someone else's */
            writer->failures +=
                writes[i].result != STORE_DONE && writes[i].result != STORE_CONFLICT;
        }
    }
    writer->failures += store == NULL;
    store_close(store);
    return NULL;
}

static void count_winner(void *context, const struct store_row *row)
{
    ((int *)context)[strcmp(row->body, "second") == 0]++;
}

STORE_TEST(test_two_writers)
{
    pthread_barrier_t start;
    struct writer writers[] = {{.start = &start, .tables = {"a", "b", "c"}, .name = "first"},
                               {.start = &start, .tables = {"c", "b", "a"}, .name = "second"}};
    int won[2] = {0};
    pthread_barrier_init(&start, NULL, 2);
    make_table(*state, "a");
    make_table(*state, "b");
    make_table(*state, "c");
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&writers[i].thread, NULL, write_much, &writers[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(writers[i].thread, NULL);
    pthread_barrier_destroy(&start);
    for (int i = 0; i < GROUP; i++)
        assert_int_equal(store_rows(*state, writers[0].tables[i], 0, count_winner, won),
                         STORE_DONE);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(writers[i].failures, 0);
        assert_int_equal(writers[i].wins, won[i]); /* each number has one winner, who knows it */
    }
}

static void many_open_a_new_store(void **state)
{
    enum { OPENERS = 6 };
    pid_t children[OPENERS];
    close_it(state);
    *state = NULL;
    if (place.postgres)
        raw("SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    else
        snprintf(place.address, sizeof place.address, "%s", new_file());
    for (int i = 0; i < OPENERS; i++)
        if ((children[i] = fork()) == 0) {
            struct problem problem = {0};
            struct store *store = store_open(place.address, &problem);
            _exit(store != NULL && make_table(store, (char[]){(char)('a' + i), 0}) == STORE_DONE
                      ? 0
                      : 1);
        }
    for (int i = 0; i < OPENERS; i++) {
        int status = -1;
        waitpid(children[i], &status, 0);
        assert_int_equal(status, 0);
    }
    struct text ids = {0};
    *state = open_again();
    store_all_tables(*state, add_id, &ids);
    assert_string_equal(text_string(&ids), "a b c d e f");
    text_free(&ids);
}

/* The moments at which they meet differ each time. */
STORE_TEST(test_many_open_a_new_store)
{
    for (int i = 0; i < (place.postgres ? 3 : MEETINGS); i++)
        many_open_a_new_store(state);
}

STORE_TEST(test_backup_while_others_write)
{
    pthread_barrier_t start;
    struct writer writer = {.start = &start, .tables = {"a", "b", "c"}, .name = "first"};
    struct problem problem = {0};
    pthread_barrier_init(&start, NULL, 1);
    make_table(*state, "a");
    make_table(*state, "b");
    make_table(*state, "c");
    assert_int_equal(pthread_create(&writer.thread, NULL, write_much, &writer), 0);
    for (int i = 0; i < 5; i++) {
        char file[128];
        snprintf(file, sizeof file, "%s", new_file());
        assert_true(store_backup(*state, file, &problem));
        struct store *copy = open_at(file);
        uint32_t rows = count_rows(copy, "a");
        assert_int_equal(count_rows(copy, "b"), rows); /* of one moment */
        assert_int_equal(count_rows(copy, "c"), rows);
        store_close(copy);
    }
    pthread_join(writer.thread, NULL);
    pthread_barrier_destroy(&start);
    assert_int_equal(writer.failures, 0);
}

/* ---- processes that die -----------------------------------------------------------------------
 */

/* Appends forever, one row to each of two tables, and tells each number that is done. */
static void append_and_tell(int pipe)
{
    struct problem problem = {0};
    struct store *store = store_open(place.address, &problem);
    uint32_t rows = 0;
    if (store == NULL || store_rows(store, "a", 0, count_row, &rows) != STORE_DONE)
        _exit(1);
    for (;;) {
        char key[STORE_KEY_SIZE];
        snprintf(key, sizeof key, "key %u", rows + 1);
        struct store_row row[] = {row_with(key, "x"), row_with(key, "y")};
        struct store_write writes[] = {
            {.table = "a", .expected = rows, .rows = &row[0], .row_count = 1},
            {.table = "b", .expected = rows, .rows = &row[1], .row_count = 1},
        };
        if (!store_write(store, writes, 2))
            _exit(2);
        /* The database may have finished what a dead process had begun. */
        rows++;
        if (writes[0].result == STORE_DONE && write(pipe, &rows, sizeof rows) != sizeof rows)
            _exit(3);
    }
}

static uint32_t last_told(int pipe)
{
    uint32_t number = 0, last = 0;
    while (read(pipe, &number, sizeof number) == (ssize_t)sizeof number)
        last = number;
    return last;
}

STORE_TEST(test_killed_writers)
{
    enum { KILLS = 20 };
    uint32_t told = 0, before = 0;
    make_table(*state, "a");
    make_table(*state, "b");
    srand((unsigned)getpid());
    for (int i = 0; i < KILLS; i++) {
        int ends[2], status = 0;
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0)
            append_and_tell(ends[1]);
        close(ends[1]);
        struct pollfd news = {.fd = ends[0], .events = POLLIN};
        if (i % 2 == 0) /* the others may die at any moment, also before their first row */
            poll(&news, 1, 10000);
        poll(NULL, 0, 5 + rand() % 60);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        uint32_t last = last_told(ends[0]);
        close(ends[0]);
        told = last > told ? last : told;
        uint32_t rows = count_rows(*state, "a"); /* all hashes are right, no number is missing */
        assert_in_range(rows, told, UINT32_MAX);
        assert_in_range(rows, before, told + KILLS);
        before = rows;
    }
    poll(NULL, 0, place.postgres ? 200 : 0); /* the last one may still be at work over there */
    assert_int_equal(count_rows(*state, "a"), count_rows(*state, "b"));
    assert_true(told > 0);
}

/* ---- a full disk ------------------------------------------------------------------------------
 */

STORE_TEST(test_full_disk)
{
    static char body[20000];
    struct rlimit before, small = {0};
    uint32_t rows = 0;
    if (place.postgres)
        return;
    memset(body, 'x', sizeof body - 1);
    make_table(*state, "a");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){.rlim_cur = 300000, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    while (rows < 100 && append(*state, "a", rows, "", body) == STORE_DONE)
        rows++;
    enum store_result result = append(*state, "a", rows, "", body);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_in_range(rows, 1, 99);
    assert_int_equal(result, STORE_FAILED);
    assert_true(store_error(*state)[0] != '\0');
    assert_int_equal(count_rows(*state, "a"), rows);
    assert_int_equal(append(*state, "a", rows, "", body), STORE_DONE);
}

/* ---- a database that goes away ----------------------------------------------------------------
 */

/* Until the store has found the database again. */
static void wait_for_database(struct store *store)
{
    for (int i = 0; i < 100; i++) {
        if (store_all_tables(store, ignore_table, NULL) == STORE_DONE)
            return;
        poll(NULL, 0, 50);
    }
    fail_msg("%s", store_error(store));
}

STORE_TEST(test_restart)
{
    if (!place.postgres)
        return;
    struct store_user user = {.name = "Ann"};
    make_table(*state, "a");
    append(*state, "a", 0, "", "one");
    tell_server("stop");
    assert_int_equal(append(*state, "a", 1, "", "two"), STORE_FAILED);
    assert_int_equal(store_table(*state, "a", ignore_table, NULL, NULL), STORE_FAILED);
    assert_int_equal(store_make_user(*state, &user, 1), STORE_FAILED);
    assert_true(store_error(*state)[0] != '\0');
    tell_server("start");
    wait_for_database(*state);
    assert_int_equal(append(*state, "a", 1, "", "two"), STORE_DONE);
    tell_server("crash");
    tell_server("start");
    assert_int_equal(append(*state, "a", 2, "", "three"), STORE_DONE); /* as if nothing had been */
    assert_rows(*state, "a", "1  move one; 2  move two; 3  move three");
}

/* A thread that writes while the database crashes, and tries again what has failed. */
struct stubborn {
    pthread_t thread;
    struct store *store;
    atomic_bool stop;
    uint32_t done;
    int wrong;
};

static void *write_stubbornly(void *context)
{
    struct stubborn *writer = context;
    struct store *store = writer->store;
    while (!atomic_load(&writer->stop)) {
        char key[STORE_KEY_SIZE];
        snprintf(key, sizeof key, "key %u", writer->done + 1);
        struct store_row row = row_with(key, "x");
        struct store_write write = {
            .table = "a", .expected = writer->done, .rows = &row, .row_count = 1};
        bool answered = store_write(store, &write, 1);
        if (answered && (write.result == STORE_DONE || write.result == STORE_DOUBLED))
            writer->done++;
        else if (answered)
            writer->wrong++;
        else
            poll(NULL, 0, 20);
    }
    store_close(store);
    return NULL;
}

STORE_TEST(test_crashes_while_writing)
{
    struct stubborn writer = {0};
    if (!place.postgres)
        return;
    make_table(*state, "a");
    writer.store = open_again(); /* before anything crashes */
    assert_int_equal(pthread_create(&writer.thread, NULL, write_stubbornly, &writer), 0);
    for (int i = 0; i < 3; i++) {
        poll(NULL, 0, 100 + 37 * i);
        tell_server(i == 1 ? "stop" : "crash");
        poll(NULL, 0, i == 2 ? 300 : 0);
        tell_server("start");
        poll(NULL, 0, 300);
    }
    wait_for_database(*state);
    poll(NULL, 0, 500);
    atomic_store(&writer.stop, true);
    pthread_join(writer.thread, NULL);
    assert_int_equal(writer.wrong, 0);
    assert_true(writer.done > 0);
    assert_int_equal(count_rows(*state, "a"), writer.done);
}

/* ---- a commit without an answer ---------------------------------------------------------------
 */

/* The store behind a proxy that can cut a connection, with a table. */
static struct store *open_behind(struct proxy *proxy)
{
    proxy_start(proxy, place.address);
    struct store *store = open_at(proxy->address);
    assert_int_equal(make_table(store, "a"), STORE_DONE);
    return store;
}

STORE_TEST(test_lost_answer)
{
    if (!place.postgres)
        return;
    struct proxy proxy;
    struct store *store = open_behind(&proxy);
    proxy_cut(&proxy, CUT_ANSWER);
    assert_int_equal(append(store, "a", 0, "", "one"), STORE_DONE); /* found out by asking again */
    assert_rows(*state, "a", "1  move one");
    assert_int_equal(append(store, "a", 1, "", "two"), STORE_DONE);
    struct store_notification notification = {.kind = "mail", .body = "b"};
    proxy_cut(&proxy, CUT_ANSWER); /* a write that leaves no row */
    assert_int_equal(write_one(store, (struct store_write){.notifications = &notification,
                                                           .notification_count = 1}),
                     STORE_DONE);
    store_close(store);
    proxy_stop(&proxy);
}

STORE_TEST(test_lost_request)
{
    if (!place.postgres)
        return;
    struct proxy proxy;
    struct store *store = open_behind(&proxy);
    time_t start = time(NULL);
    proxy_cut(&proxy, CUT_REQUEST); /* the other side still holds its locks */
    assert_int_equal(append(store, "a", 0, "", "one"), STORE_FAILED);
    assert_rows(*state, "a", "");
    assert_in_range(time(NULL) - start, 0, 7); /* and has been told to let go */
    assert_int_equal(append(store, "a", 0, "", "other"), STORE_DONE);
    assert_rows(*state, "a", "1  move other");
    proxy_cut(&proxy, CUT_FIRST);
    assert_int_equal(append(store, "a", 1, "", "two"), STORE_FAILED);
    assert_int_equal(append(*state, "a", 1, "", "two"), STORE_DONE);
    assert_int_equal(count_rows(store, "a"), 2);
    proxy_cut(&proxy, CUT_BETWEEN); /* a new connection must not finish an old transaction */
    assert_int_equal(append(store, "a", 2, "", "three"), STORE_FAILED);
    assert_int_equal(count_rows(store, "a"), 2);
    store_close(store);
    proxy_stop(&proxy);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
