/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables and their rows: what is written is read, what stands in the way is told, and tables can be
 * listed. `test_store KIND measure` measures appends instead. */

#include "fixture.h"

/* ---- hashes -----------------------------------------------------------------------------------
 */

static void assert_hex(const uint8_t *bytes, size_t size, const char *expected)
{
    struct text hex = {0};
    text_add_hex(&hex, bytes, size);
    assert_string_equal(text_string(&hex), expected);
    text_free(&hex);
}

/* The Python of docs/store.md gives the same. */
TEST(test_known_hashes)
{
    uint8_t first[STORE_HASH_SIZE], second[STORE_HASH_SIZE];
    struct store_table table = table_named("t1");
    table.made = 1700000000000;
    store_table_hash(&table, first);
    assert_hex(first, sizeof first,
               "7eb8be10453821a43f2d7cb87d0f1eadb286fcbc819cf810963b74fa8f938333");
    struct store_row row = row_with("k", "mark b2 ä");
    row.number = 1;
    row.time = 1700000000001;
    store_hash(first, "t1", &row, second);
    assert_hex(second, sizeof second,
               "2be3e1c9267e5e7bd0726ee0f14b66dda04e07d682b7a7b4e81e96e76af9e67a");
}

/* ---- writing and reading ----------------------------------------------------------------------
 */

static void keep_table(void *context, const struct store_table *table)
{
    struct text *out = context;
    text_addf(out, "%s|%s|%u|%d|%d|%d|%d", table->id, table->head, table->rows, (int)table->made,
              (int)table->changed, table->phase, table->listed);
}

static void assert_table(struct store *store, const char *id, const char *expected)
{
    struct text about = {0};
    assert_int_equal(store_table(store, id, keep_table, NULL, &about), STORE_DONE);
    assert_string_equal(text_string(&about), expected);
    text_free(&about);
}

STORE_TEST(test_a_table_with_rows)
{
    struct store_table table = table_named("a");
    struct store_row rows[] = {row_with("", "start"), row_with("k1", "mark b2\nü")};
    rows[1].time = 3000;
    assert_int_equal(
        write_one(*state,
                  (struct store_write){.make = &table, .rows = rows, .row_count = 2, .phase = 2}),
        STORE_DONE);
    assert_int_equal(rows[0].number, 1);
    assert_int_equal(rows[1].number, 2);
    uint8_t hash[STORE_HASH_SIZE];
    store_table_hash(&table, hash);
    for (int i = 0; i < 2; i++) {
        store_hash(hash, "a", &rows[i], hash);
        assert_memory_equal(hash, rows[i].hash, sizeof hash);
    }
    assert_table(*state, "a", "a|game noughts\n|2|1000|3000|2|1");
    assert_rows(*state, "a", "1  move start; 2 k1 move mark b2\nü");
}

STORE_TEST(test_a_table_without_rows)
{
    assert_int_equal(make_table(*state, "a"), STORE_DONE);
    assert_table(*state, "a", "a|game noughts\n|0|1000|1000|1|1");
    assert_rows(*state, "a", "");
    assert_int_equal(make_table(*state, "a"), STORE_TAKEN);
    assert_int_equal(store_table(*state, "b", ignore_table, NULL, NULL), STORE_MISSING);
    assert_int_equal(store_table(*state, "", ignore_table, NULL, NULL), STORE_MISSING);
    assert_int_equal(store_rows(*state, "b", 0, count_row, NULL), STORE_MISSING);
}

static void keep_row(void *context, const struct store_row *row)
{
    *(struct store_row *)context = *row;
}

STORE_TEST(test_what_a_row_holds)
{
    make_table(*state, "a");
    struct store_row row = {
        .time = INT64_MAX, .user = INT64_MIN, .key = "k", .kind = "x", .body = ""};
    struct store_row seen = {0};
    struct store_write write = {.table = "a", .rows = &row, .row_count = 1};
    assert_int_equal(write_one(*state, write), STORE_DONE);
    assert_int_equal(store_rows(*state, "a", 0, keep_row, &seen), STORE_DONE);
    assert_true(seen.time == INT64_MAX && seen.user == INT64_MIN && seen.number == 1);
    assert_memory_equal(seen.hash, row.hash, sizeof row.hash);
}

STORE_TEST(test_appends_and_conflicts)
{
    struct text rows = {0};
    make_table(*state, "a");
    assert_int_equal(append(*state, "a", 0, "", "one"), STORE_DONE);
    assert_int_equal(append(*state, "a", 1, "", "two"), STORE_DONE);
    assert_int_equal(append(*state, "a", 1, "", "other"), STORE_CONFLICT);
    assert_int_equal(append(*state, "a", 3, "", "other"), STORE_CONFLICT);
    assert_int_equal(append(*state, "b", 0, "", "other"), STORE_MISSING);
    assert_int_equal(append(*state, "a", 2, "", "three"), STORE_DONE);
    assert_rows(*state, "a", "1  move one; 2  move two; 3  move three");
    assert_int_equal(rows_as_text(*state, "a", 2, &rows), STORE_DONE);
    assert_string_equal(text_string(&rows), "3  move three");
    assert_int_equal(rows_as_text(*state, "a", 3, &rows), STORE_DONE);
    assert_string_equal(text_string(&rows), "");
    assert_int_equal(rows_as_text(*state, "a", 4, &rows), STORE_CONFLICT);
    text_free(&rows);
}

STORE_TEST(test_doubled_keys)
{
    make_table(*state, "a");
    make_table(*state, "b");
    assert_int_equal(append(*state, "a", 0, "k", "one"), STORE_DONE);
    assert_int_equal(append(*state, "a", 1, "k", "one"), STORE_DOUBLED);
    assert_int_equal(append(*state, "a", 0, "k", "one"), STORE_DOUBLED); /* sent again */
    assert_int_equal(append(*state, "a", 1, "K", "two"), STORE_DONE);
    assert_int_equal(append(*state, "b", 0, "k", "other table"), STORE_DONE);
    assert_int_equal(append(*state, "a", 2, "", "no key"), STORE_DONE);
    assert_int_equal(append(*state, "a", 3, "", "no key"), STORE_DONE);
    struct store_row twice[] = {row_with("t", "1"), row_with("t", "2")};
    assert_int_equal(
        write_one(*state,
                  (struct store_write){.table = "a", .expected = 4, .rows = twice, .row_count = 2}),
        STORE_DOUBLED);
    assert_int_equal(count_rows(*state, "a"), 4);
}

STORE_TEST(test_row_with_key)
{
    struct text found = {0};
    make_table(*state, "a");
    append(*state, "a", 0, "k1", "one");
    append(*state, "a", 1, "k2", "two");
    assert_int_equal(store_row_with_key(*state, "a", "k2", add_row, &found), STORE_DONE);
    assert_int_equal(store_row_with_key(*state, "a", "k1", add_row, &found), STORE_DONE);
    assert_string_equal(text_string(&found), "2 k2 move two; 1 k1 move one");
    assert_int_equal(store_row_with_key(*state, "a", "k3", add_row, &found), STORE_MISSING);
    assert_int_equal(store_row_with_key(*state, "a", "", add_row, &found), STORE_MISSING);
    assert_int_equal(store_row_with_key(*state, "b", "k1", add_row, &found), STORE_MISSING);
    text_free(&found);
}

/* ---- many writes at once ----------------------------------------------------------------------
 */

STORE_TEST(test_many_writes_with_mixed_results)
{
    struct store_table c = table_named("c"), again = table_named("a");
    make_table(*state, "a");
    make_table(*state, "b");
    append(*state, "a", 0, "old", "before");
    struct store_row rows[9];
    for (int i = 0; i < 9; i++)
        rows[i] = row_with("", "row");
    rows[1].key = "old";
    rows[7].key = rows[8].key = "same";
    struct store_notification notification = {.user = 1, .kind = "mail", .body = "lost", .due = 5};
    struct store_write writes[] = {
        {.table = "b", .expected = 0, .rows = &rows[0], .row_count = 1},
        {.table = "a", .expected = 1, .rows = &rows[1], .row_count = 1}, /* key */
        {.table = "a", .expected = 1, .rows = &rows[2], .row_count = 1},
        {.table = "a",
         .expected = 1,
         .rows = &rows[3],
         .row_count = 1,
         .notifications = &notification,
         .notification_count = 1}, /* comes too late */
        {.table = "a", .expected = 2, .rows = &rows[4], .row_count = 1},
        {.table = "nowhere", .rows = &rows[5], .row_count = 1},
        {.make = &c, .rows = &rows[6], .row_count = 1},
        {.make = &again},
        {.table = "c", .expected = 1, .rows = &rows[7], .row_count = 1},
        {.table = "c", .expected = 2, .rows = &rows[8], .row_count = 1}, /* key of the one before */
        {.table = "c", .expected = 2, .phase = 9},
    };
    static const enum store_result results[] = {
        STORE_DONE, STORE_DOUBLED, STORE_DONE, STORE_CONFLICT, STORE_DONE, STORE_MISSING,
        STORE_DONE, STORE_TAKEN,   STORE_DONE, STORE_DOUBLED,  STORE_DONE,
    };
    assert_true(store_write(*state, writes, 11));
    for (int i = 0; i < 11; i++)
        assert_int_equal(writes[i].result, results[i]);
    assert_rows(*state, "a", "1 old move before; 2  move row; 3  move row");
    assert_rows(*state, "b", "1  move row");
    assert_rows(*state, "c", "1  move row; 2 same move row");
    assert_table(*state, "c", "c|game noughts\n|2|1000|2000|9|1");
}

STORE_TEST(test_no_writes)
{
    assert_true(store_write(*state, NULL, 0));
}

enum { MANY = 300 };

STORE_TEST(test_a_large_group)
{
    static struct store_table tables[MANY];
    static struct store_row rows[MANY][2];
    static struct store_write writes[MANY];
    for (int i = 0; i < MANY; i++) {
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "table%d", i * 7919 % MANY);
        tables[i] = table_named(id);
        rows[i][0] = row_with("a", "1");
        rows[i][1] = row_with("b", "2");
        writes[i] = (struct store_write){.make = &tables[i], .rows = rows[i], .row_count = 2};
    }
    assert_true(store_write(*state, writes, MANY));
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(writes[i].result, STORE_DONE);
        if (i % 50 == 0)
            assert_rows(*state, tables[i].id, "1 a move 1; 2 b move 2");
    }
}

/* ---- limits -----------------------------------------------------------------------------------
 */

STORE_TEST(test_refused)
{
    static char huge[STORE_TEXT_SIZE + 1];
    memset(huge, 'x', sizeof huge - 1);
    struct store_table wrong = table_named("a b"), good = table_named("good");
    struct store_row bad[] = {row_with("", "\xff"),
                              row_with("", huge),
                              row_with("0123456789012345678901234567890123456789", "key"),
                              {.key = "", .kind = "", .body = "kind"},
                              {.key = "", .kind = "0123456789012345", .body = "kind"}};
    struct store_row fine = row_with("", "fine");
    struct store_notification notification = {.kind = "mail", .body = "\x80"};
    make_table(*state, "a");
    struct store_write writes[] = {
        {.table = "a", .rows = &bad[0], .row_count = 1},
        {.table = "a", .rows = &bad[1], .row_count = 1},
        {.table = "a", .rows = &bad[2], .row_count = 1},
        {.table = "a", .rows = &bad[3], .row_count = 1},
        {.table = "a", .rows = &bad[4], .row_count = 1},
        {.table = "a", .rows = &fine, .row_count = STORE_ROWS_MAX + 1},
        {.table = "a", .phase = 256},
        {.table = "a", .notifications = &notification, .notification_count = 1},
        {.table = "a", .snapshot = huge, .snapshot_size = STORE_SNAPSHOT_MAX + 1},
        {.table = "012345678901234567890123", .rows = &fine, .row_count = 1},
        {.table = "", .rows = &fine, .row_count = 1},
        {.rows = &fine, .row_count = 1},
        {.phase = 1},
        {.make = &wrong},
        {.make = &good, .table = "a"},
        {.make = &good, .expected = 1},
        {.table = "a", .rows = &fine, .row_count = 1},
    };
    enum { COUNT = sizeof writes / sizeof writes[0] };
    assert_true(store_write(*state, writes, COUNT));
    for (int i = 0; i < COUNT - 1; i++)
        assert_int_equal(writes[i].result, STORE_REFUSED);
    assert_int_equal(writes[COUNT - 1].result, STORE_DONE);
    assert_rows(*state, "a", "1  move fine");
    huge[STORE_TEXT_SIZE - 1] = '\0';
    assert_int_equal(append(*state, "a", 1, "", huge), STORE_DONE);
    assert_int_equal(count_rows(*state, "a"), 2);
}

STORE_TEST(test_the_most_rows)
{
    static struct store_row rows[STORE_ROWS_MAX];
    for (int i = 0; i < STORE_ROWS_MAX; i++)
        rows[i] = row_with("", "x");
    make_table(*state, "a");
    struct store_write write = {.table = "a", .rows = rows, .row_count = STORE_ROWS_MAX};
    assert_int_equal(write_one(*state, write), STORE_DONE);
    write.expected = STORE_ROWS_MAX;
    assert_int_equal(write_one(*state, write), STORE_DONE);
    assert_int_equal(count_rows(*state, "a"), 2 * STORE_ROWS_MAX);
}

/* Texts that would be something else if they were ever put into a statement. */
STORE_TEST(test_hostile_texts)
{
    make_table(*state, "';DROP");
    assert_int_equal(append(*state, "';DROP", 0, "');--", "'); DELETE FROM rows; -- $1 ?1 \\x00"),
                     STORE_DONE);
    assert_rows(*state, "';DROP", "1 ');-- move '); DELETE FROM rows; -- $1 ?1 \\x00");
}

/* ---- snapshots and phases ---------------------------------------------------------------------
 */

STORE_TEST(test_snapshots)
{
    struct store_table table = table_named("a");
    struct store_row row = row_with("", "one");
    assert_int_equal(
        write_one(*state,
                  (struct store_write){.make = &table, .snapshot = "\0zero", .snapshot_size = 5}),
        STORE_DONE);
    assert_snapshot(*state, 0, (struct span){"\0zero", 5});
    struct store_write next = {
        .table = "a", .rows = &row, .row_count = 1, .snapshot = "one", .snapshot_size = 3};
    assert_int_equal(write_one(*state, next), STORE_DONE);
    assert_snapshot(*state, 1, span_of("one"));
    append(*state, "a", 1, "", "two");
    assert_snapshot(*state, 1, span_of("one"));
    assert_int_equal(write_one(*state, next), STORE_CONFLICT);
    struct store_write alone = {
        .table = "a", .expected = 2, .snapshot = "", .snapshot_size = 0, .phase = 3};
    assert_int_equal(write_one(*state, alone), STORE_DONE);
    assert_snapshot(*state, 2, span_of(""));
    assert_table(*state, "a", "a|game noughts\n|2|1000|2000|3|1");
}

STORE_TEST(test_a_large_snapshot)
{
    char *large = calloc(1, STORE_SNAPSHOT_MAX);
    assert_non_null(large);
    make_table(*state, "a");
    assert_snapshot(*state, 0, (struct span){0});
    struct store_write write = {
        .table = "a", .snapshot = large, .snapshot_size = STORE_SNAPSHOT_MAX};
    assert_int_equal(write_one(*state, write), STORE_DONE);
    assert_snapshot(*state, 0, (struct span){large, STORE_SNAPSHOT_MAX});
    free(large);
}

/* ---- lists ------------------------------------------------------------------------------------
 */

static void make_listed(struct store *store, const char *id, int64_t made, uint8_t phase,
                        bool listed)
{
    struct store_table table = table_named(id);
    table.made = made;
    table.phase = phase;
    table.listed = listed;
    assert_int_equal(write_one(store, (struct store_write){.make = &table}), STORE_DONE);
}

static void assert_listed(struct store *store, int phase, int limit, const char *expected)
{
    struct text ids = {0};
    assert_int_equal(store_listed(store, phase, limit, add_id, &ids), STORE_DONE);
    assert_string_equal(text_string(&ids), expected);
    text_free(&ids);
}

STORE_TEST(test_lists)
{
    struct text ids = {0};
    make_listed(*state, "old", 10, 1, true);
    make_listed(*state, "Zeta", 30, 1, true);
    make_listed(*state, "new", 30, 1, true);
    make_listed(*state, "hidden", 40, 1, false);
    make_listed(*state, "over", 50, 3, true);
    assert_listed(*state, 1, 10, "Zeta new old");
    assert_listed(*state, 1, 2, "Zeta new");
    assert_listed(*state, 3, 10, "over");
    assert_listed(*state, 0, 10, "");
    append(*state, "old", 0, "", "at 2000");
    assert_listed(*state, 1, 10, "old Zeta new");
    write_one(*state, (struct store_write){.table = "Zeta", .phase = 3});
    assert_listed(*state, 3, 10, "over Zeta");
    assert_int_equal(store_all_tables(*state, add_id, &ids), STORE_DONE);
    assert_string_equal(text_string(&ids), "Zeta hidden new old over");
    text_free(&ids);
}

static int64_t make_guest(struct store *store, const char *name)
{
    struct store_user user = {0};
    span_copy(span_of(name), user.name, sizeof user.name);
    assert_int_equal(store_make_user(store, &user, 1), STORE_DONE);
    return user.id;
}

STORE_TEST(test_members)
{
    int64_t ann = make_guest(*state, "Ann"), bob = make_guest(*state, "Bob");
    make_listed(*state, "a", 10, 1, true);
    make_listed(*state, "b", 20, 2, false);
    make_listed(*state, "c", 5, 2, false);
    assert_int_equal(store_join(*state, "a", ann), STORE_DONE);
    assert_int_equal(store_join(*state, "b", ann), STORE_DONE);
    assert_int_equal(store_join(*state, "c", ann), STORE_DONE);
    assert_int_equal(store_join(*state, "a", ann), STORE_DONE); /* twice is fine */
    assert_int_equal(store_join(*state, "a", bob), STORE_DONE);
    assert_int_equal(store_join(*state, "nowhere", ann), STORE_MISSING);
    assert_int_equal(store_join(*state, "a", 12345), STORE_MISSING);
    assert_tables_of(*state, ann, "b a");
    assert_int_equal(store_leave(*state, "b", ann), STORE_DONE);
    assert_int_equal(store_leave(*state, "b", ann), STORE_MISSING);
    assert_tables_of(*state, ann, "a c");
    assert_tables_of(*state, bob, "a");
    assert_tables_of(*state, 12345, "");
}

/* Members come and go with the rows that say so, or not at all. */
STORE_TEST(test_members_with_rows)
{
    struct store_user user = {.name = "Ann"}, other = {.name = "Bob"};
    store_make_user(*state, &user, 1);
    store_make_user(*state, &other, 1);
    const int64_t both[] = {user.id, other.id, user.id}, nobody = 12345;
    struct store_table table = table_named("a");
    struct store_row row = row_with("k", "sit");
    struct store_write joined = {.make = &table, .joins = both, .join_count = 3};
    struct store_write left = {
        .table = "a", .rows = &row, .row_count = 1, .leaves = &user.id, .leave_count = 1};
    assert_int_equal(write_one(*state, joined), STORE_DONE);
    assert_tables_of(*state, user.id, "a");
    assert_tables_of(*state, other.id, "a");
    left.expected = 1;
    assert_int_equal(write_one(*state, left), STORE_CONFLICT);
    assert_tables_of(*state, user.id, "a");
    left.expected = 0;
    assert_int_equal(write_one(*state, left), STORE_DONE);
    assert_tables_of(*state, user.id, "");
    assert_tables_of(*state, other.id, "a");

    row = row_with("", "sit");
    struct store_write unknown = {.table = "a",
                                  .expected = 1,
                                  .rows = &row,
                                  .row_count = 1,
                                  .joins = &nobody,
                                  .join_count = 1};
    assert_int_equal(write_one(*state, unknown), STORE_MISSING);
    assert_rows(*state, "a", "1 k move sit");
    unknown.table = NULL;
    unknown.row_count = 0;
    assert_int_equal(write_one(*state, unknown), STORE_REFUSED);
}

STORE_TEST(test_remove)
{
    int64_t ann = make_guest(*state, "Ann");
    struct store_line line = {.name = "Ann", .text = "hello"};
    make_table(*state, "a");
    append(*state, "a", 0, "k", "one");
    store_join(*state, "a", ann);
    assert_int_equal(store_say(*state, "a", &line), STORE_DONE);
    write_one(*state, (struct store_write){
                          .table = "a", .expected = 1, .snapshot = "s", .snapshot_size = 1});
    assert_int_equal(store_remove(*state, "a"), STORE_DONE);
    assert_int_equal(store_remove(*state, "a"), STORE_MISSING);
    assert_int_equal(store_table(*state, "a", ignore_table, NULL, NULL), STORE_MISSING);
    assert_tables_of(*state, ann, "");
    assert_int_equal(make_table(*state, "a"), STORE_DONE); /* and nothing of it is left */
    assert_snapshot(*state, 0, (struct span){0});
    assert_int_equal(append(*state, "a", 0, "k", "new"), STORE_DONE);
    assert_rows(*state, "a", "1 k move new");
}

/* ---- callbacks --------------------------------------------------------------------------------
 */

static void use_the_store(void *context, const struct store_row *row)
{
    (void)row;
    uint32_t count = 0;
    assert_int_equal(store_rows(context, "a", 0, count_row, &count), STORE_FAILED);
    assert_string_equal(store_error(context), "a callback of the store uses the same store");
}

STORE_TEST(test_callbacks_must_not_use_the_store)
{
    make_table(*state, "a");
    append(*state, "a", 0, "", "one");
    assert_int_equal(store_rows(*state, "a", 0, use_the_store, *state), STORE_DONE);
    assert_int_equal(count_rows(*state, "a"), 1);
}

/* ---- measuring --------------------------------------------------------------------------------
 */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Appends of one row each to `group` tables at once, for some seconds. */
static void measure_group(struct store *store, int group)
{
    static struct store_row rows[1000];
    static struct store_write writes[1000];
    static char ids[1000][STORE_ID_SIZE];
    char key[STORE_KEY_SIZE];
    int done = 0;
    for (int i = 0; i < group; i++) {
        snprintf(ids[i], sizeof ids[i], "m%d.%d", group, i);
        make_table(store, ids[i]);
    }
    double start = seconds();
    for (uint32_t expected = 0; seconds() < start + 3; expected++, done += group) {
        snprintf(key, sizeof key, "key-of-a-client-%u", expected);
        for (int i = 0; i < group; i++) {
            rows[i] = row_with(key, "seat 2 research iii3 slot 4 with 2 cubes");
            writes[i] = (struct store_write){
                .table = ids[i], .expected = expected, .rows = &rows[i], .row_count = 1};
        }
        assert_true(store_write(store, writes, group));
        assert_int_equal(writes[group - 1].result, STORE_DONE);
    }
    printf("# %s: groups of %d: %.0f appends/s\n", place.postgres ? "PostgreSQL" : "SQLite", group,
           done / (seconds() - start));
}

STORE_TEST(test_measure)
{
    static const int groups[] = {1, 10, 100, 1000};
    for (int i = 0; i < 4; i++)
        measure_group(*state, groups[i]);
    double start = seconds();
    uint32_t rows = count_rows(*state, "m1.0");
    printf("# reading: %.0f rows/s\n", rows / (seconds() - start));
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
