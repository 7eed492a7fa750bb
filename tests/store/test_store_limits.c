/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How much one person may have, and what is removed when no one needs it. */

#include "fixture.h"

enum { OPEN, RUNNING, OVER };

static int64_t new_user(struct store *store, const char *name, const char *password, int64_t made)
{
    struct store_user user = {0};
    span_copy(span_of(name), user.name, sizeof user.name);
    span_copy(span_of(password), user.password, sizeof user.password);
    assert_int_equal(store_make_user(store, &user, made), STORE_DONE);
    return user.id;
}

/* ---- quotas ---------------------------------------------------------------------------------- */

/* A new table of the owner, made and changed at that time. */
static struct store_table table_of(const char *id, int64_t owner, int64_t made, int phase,
                                   enum store_company company)
{
    struct store_table table = table_named(id);
    table.owner = owner;
    table.made = made;
    table.phase = (uint8_t)phase;
    table.company = (uint8_t)company;
    return table;
}

static struct store_quota quota_of(int64_t user, int64_t tables, int64_t computers, int64_t made)
{
    return (struct store_quota){
        .user = user,
        .usage = {.tables_after = 500, .computers_after = 800, .made_after = 600},
        .tables = tables,
        .computers = computers,
        .made = made};
}

static enum store_result make_within(struct store *store, struct store_table table,
                                     struct store_quota quota)
{
    return write_one(store, (struct store_write){.make = &table, .quota = &quota});
}

static void assert_ids(struct store *store, const char *expected)
{
    struct text seen = {0};
    assert_int_equal(store_all_tables(store, add_id, &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), expected);
    text_free(&seen);
}

STORE_TEST(test_tables_are_counted)
{
    struct store *store = *state;
    struct store_table_count count;
    const struct store_table ready[] = {table_of("a", 7, 1000, OPEN, COMPANY_PEOPLE),
                                        table_of("b", 7, 1000, RUNNING, COMPANY_COMPUTERS),
                                        table_of("c", 7, 1000, OVER, COMPANY_PEOPLE),
                                        table_of("d", 7, 400, OPEN, COMPANY_PEOPLE),
                                        table_of("e", 7, 700, RUNNING, COMPANY_COMPUTERS),
                                        table_of("f", 8, 1000, OPEN, COMPANY_PEOPLE)};
    for (size_t i = 0; i < sizeof ready / sizeof *ready; i++)
        assert_int_equal(write_one(store, (struct store_write){.make = &ready[i]}), STORE_DONE);
    struct store_table more = table_of("x", 7, 1000, OPEN, COMPANY_COMPUTERS);
    struct store_quota quota = quota_of(7, 3, 0, 0);
    assert_int_equal(write_one(store, (struct store_write){.make = &more, .quota = &quota}),
                     STORE_FULL);
    assert_int_equal(quota.usage.tables, 3);    /* a, b, e: c is over and d is old */
    assert_int_equal(quota.usage.computers, 1); /* b */
    assert_int_equal(quota.usage.made, 4);      /* a, b, c, e */
    assert_int_equal(make_within(store, more, quota_of(7, 0, 1, 0)), STORE_FULL);
    assert_int_equal(make_within(store, more, quota_of(7, 0, 0, 4)), STORE_FULL);
    assert_ids(store, "a b c d e f");
    assert_int_equal(store_count_tables(store, &count), STORE_DONE);
    assert_int_equal(count.all, 5);
    assert_int_equal(count.of_guests, 0); /* 7 and 8 are nobody */
    assert_int_equal(make_within(store, more, quota_of(7, 4, 2, 5)), STORE_DONE);
    assert_int_equal(
        make_within(store, table_of("y", 8, 1000, OPEN, COMPANY_PEOPLE), quota_of(8, 2, 1, 2)),
        STORE_DONE);
    assert_ids(store, "a b c d e f x y");
}

/* Many at once are one group; as many as may be are made, whatever else is refused. */
STORE_TEST(test_tables_of_one_group)
{
    struct store *store = *state;
    enum { COUNT = 12 };
    static char ids[COUNT][4];
    struct store_table tables[COUNT];
    struct store_quota quotas[COUNT];
    struct store_write writes[COUNT];
    int done = 0, full = 0;
    for (int i = 0; i < COUNT; i++) {
        bool computers = i < 6;
        snprintf(ids[i], sizeof ids[i], "t%02d", i);
        tables[i] = table_of(ids[i], 7, 1000, OPEN, computers ? COMPANY_COMPUTERS : COMPANY_PEOPLE);
        quotas[i] = quota_of(7, 5, computers ? 2 : 0, 0);
        writes[i] = (struct store_write){.make = &tables[i], .quota = &quotas[i]};
    }
    assert_true(store_write(store, writes, COUNT));
    for (int i = 0; i < COUNT; i++) {
        done += writes[i].result == STORE_DONE;
        full += writes[i].result == STORE_FULL;
    }
    assert_int_equal(done, 5); /* two of computers, three of people */
    assert_int_equal(full, 7);
    assert_ids(store, "t00 t01 t06 t07 t08");
    assert_int_equal(quotas[11].usage.tables, 5);
}

/* Tables become tables of computers by their rows, too. */
STORE_TEST(test_rows_that_make_computers)
{
    struct store *store = *state;
    struct store_table a = table_of("a", 7, 900, OPEN, COMPANY_PEOPLE),
                       b = table_of("b", 7, 900, OPEN, COMPANY_PEOPLE);
    struct store_row rows[] = {row_with("", "one"), row_with("", "two")};
    struct store_quota quotas[] = {quota_of(7, 0, 1, 0), quota_of(7, 0, 1, 0)};
    assert_int_equal(write_one(store, (struct store_write){.make = &a}), STORE_DONE);
    assert_int_equal(write_one(store, (struct store_write){.make = &b}), STORE_DONE);
    rows[0].time = rows[1].time = 1000;
    struct store_write writes[] = {{.table = "a",
                                    .rows = &rows[0],
                                    .row_count = 1,
                                    .company = COMPANY_COMPUTERS,
                                    .quota = &quotas[0]},
                                   {.table = "b",
                                    .rows = &rows[1],
                                    .row_count = 1,
                                    .company = COMPANY_COMPUTERS,
                                    .quota = &quotas[1]}};
    assert_true(store_write(store, writes, 2));
    assert_int_equal(writes[0].result, STORE_DONE);
    assert_int_equal(writes[1].result, STORE_FULL);
    assert_int_equal(count_rows(store, "a"), 1);
    assert_int_equal(count_rows(store, "b"), 0);
    quotas[1] = quota_of(7, 0, 1, 0);
    assert_true(store_write(store, &writes[1], 1));
    assert_int_equal(writes[1].result, STORE_FULL);
    quotas[1] = quota_of(7, 0, 2, 0);
    assert_true(store_write(store, &writes[1], 1));
    assert_int_equal(writes[1].result, STORE_DONE);
}

/* A row makes a table of computers, and then there is room for exactly one more. */
STORE_TEST(test_a_row_and_a_table_in_one_group)
{
    struct store *store = *state;
    struct store_table a = table_of("a", 7, 900, OPEN, COMPANY_PEOPLE),
                       b = table_of("b", 7, 1000, OPEN, COMPANY_COMPUTERS);
    struct store_row row = row_with("", "one");
    struct store_quota quotas[] = {quota_of(7, 0, 2, 0), quota_of(7, 0, 2, 0)};
    assert_int_equal(write_one(store, (struct store_write){.make = &a}), STORE_DONE);
    row.time = 1000;
    struct store_write writes[] = {{.table = "a",
                                    .rows = &row,
                                    .row_count = 1,
                                    .company = COMPANY_COMPUTERS,
                                    .quota = &quotas[0]},
                                   {.make = &b, .quota = &quotas[1]}};
    assert_true(store_write(store, writes, 2));
    assert_int_equal(writes[0].result, STORE_DONE);
    assert_int_equal(writes[1].result, STORE_DONE);
    assert_int_equal(quotas[1].usage.computers, 1);
}

/* ---- cleaning -------------------------------------------------------------------------------- */

static void put_table(struct store *store, const char *id, int64_t owner, int64_t member,
                      int64_t changed, int phase)
{
    struct store_table table = table_of(id, owner, changed, phase, COMPANY_PEOPLE);
    int64_t joins[] = {owner, member};
    assert_int_equal(write_one(store, (struct store_write){.make = &table,
                                                           .joins = joins,
                                                           .join_count = member != 0 ? 2 : 1}),
                     STORE_DONE);
}

static int clean(struct store *store, struct store_cleaning *cleaning)
{
    int steps = 0;
    for (; !cleaning->done; steps++) {
        assert_int_equal(store_clean(store, cleaning), STORE_DONE);
        assert_true(cleaning->removed_count <= STORE_CLEANED_MAX);
        assert_true(steps < 100);
    }
    return steps;
}

static bool is_user(struct store *store, int64_t id)
{
    struct store_user user;
    return store_user(store, id, &user) == STORE_DONE;
}

STORE_TEST(test_only_what_guests_left_is_removed)
{
    struct store *store = *state;
    struct store_user becomes;
    int64_t old = new_user(store, "old", "", 10), away = new_user(store, "away", "", 10),
            idle = new_user(store, "idle", "", 900), account = new_user(store, "account", "x", 10),
            lost = new_user(store, "lost", "", 10), grown = new_user(store, "grown", "", 10);
    put_table(store, "a-over", old, 0, 100, OVER);
    put_table(store, "b-open", old, away, 100, OPEN);
    put_table(store, "c-runs", away, 0, 100, RUNNING); /* someone may still be to move */
    put_table(store, "d-ran", old, 0, 20, RUNNING);
    put_table(store, "e-account", old, account, 100, OVER);
    put_table(store, "f-made", account, old, 20, OPEN);
    put_table(store, "g-new", old, 0, 600, OVER);
    put_table(store, "h-grown", grown, 0, 100, OVER);
    put_table(store, "i-open", old, 0, 700, OPEN); /* never started */
    put_table(store, "j-sits", old, account, 700, OPEN);
    put_table(store, "k-open", old, 0, 900, OPEN);
    struct store_line line = {.time = 1, .user = old, .name = "old", .text = "hello"};
    assert_int_equal(store_say(store, "a-over", &line), STORE_DONE);
    assert_int_equal(append(store, "a-over", 0, "", "row"), STORE_DONE);
    raw("UPDATE tables SET changed = 100 WHERE id = 'a-over'");
    uint8_t hash[STORE_HASH_SIZE] = {1};
    assert_int_equal(store_put_token(store, hash, lost, INT64_MAX / 2), STORE_DONE);
    assert_int_equal(store_user(store, grown, &becomes), STORE_DONE);
    span_copy(span_of("y"), becomes.password, sizeof becomes.password);
    assert_int_equal(store_make_account(store, &becomes), STORE_DONE);

    struct store_table_count count;
    assert_int_equal(store_count_tables(store, &count), STORE_DONE);
    assert_int_equal(count.all, 7);       /* b, c, d, f, i, j, k */
    assert_int_equal(count.of_guests, 6); /* an account has made f */
    struct store_cleaning cleaning = {.rests_before = 500, .runs_before = 50, .opens_before = 800};
    clean(store, &cleaning);
    assert_ids(store, "c-runs e-account f-made g-new h-grown j-sits k-open");
    assert_int_equal(cleaning.tables, 4);
    assert_int_equal(cleaning.guests, 1); /* lost; old and away still have tables */
    assert_true(is_user(store, old) && is_user(store, away) && is_user(store, idle));
    assert_true(is_user(store, account) && is_user(store, grown));
    assert_false(is_user(store, lost));
    int64_t user;
    assert_int_equal(store_token(store, hash, 1, &user), STORE_MISSING);
}

/* A host can have old tables of accounts removed, too; people stay. */
STORE_TEST(test_old_tables_of_accounts)
{
    struct store *store = *state;
    int64_t account = new_user(store, "account", "x", 10),
            other = new_user(store, "other", "y", 10);
    put_table(store, "a-over", account, other, 100, OVER);
    put_table(store, "b-new", account, other, 600, OVER);
    put_table(store, "c-runs", account, other, 100, RUNNING);
    put_table(store, "d-ran", account, other, 20, RUNNING);
    put_table(store, "e-open", account, 0, 600, OPEN); /* never started, as a guest's would be */
    put_table(store, "f-open", account, 0, 100, OPEN);
    struct store_cleaning kept = {.rests_before = 500, .runs_before = 50, .opens_before = 800};
    clean(store, &kept);
    assert_int_equal(kept.tables, 0);
    struct store_cleaning cleaning = {
        .rests_before = 500, .runs_before = 50, .opens_before = 800, .of_accounts = true};
    clean(store, &cleaning);
    assert_ids(store, "b-new c-runs e-open");
    assert_int_equal(cleaning.tables, 3);
    assert_int_equal(cleaning.guests, 0);
    assert_true(is_user(store, account) && is_user(store, other));
}

/* Steps are small, and continue where the last one ended. */
STORE_TEST(test_cleaning_in_steps)
{
    struct store *store = *state;
    int64_t guest = new_user(store, "guest", "", 10);
    char id[8];
    for (int i = 0; i < 70; i++) {
        snprintf(id, sizeof id, "t%03d", i);
        put_table(store, id, guest, 0, i % 7 == 0 ? 900 : 100, OVER);
    }
    struct store_cleaning cleaning = {.rests_before = 500, .runs_before = 50};
    assert_int_equal(store_clean(store, &cleaning), STORE_DONE);
    assert_int_equal(cleaning.removed_count, STORE_CLEANED_MAX);
    assert_string_equal(cleaning.removed[0], "t001");
    assert_true(clean(store, &cleaning) >= 4);
    assert_int_equal(cleaning.tables, 60);
    assert_ids(store, "t000 t007 t014 t021 t028 t035 t042 t049 t056 t063");
}

/* A step that has taken too long ends after what it has just removed. */
STORE_TEST(test_cleaning_in_short_steps)
{
    struct store *store = *state;
    char id[8];
    for (int i = 0; i < 6; i++) {
        int64_t guest = new_user(store, "guest", "", 10);
        snprintf(id, sizeof id, "t%d", i);
        put_table(store, id, guest, 0, i == 2 ? 900 : 100, OVER);
    }
    struct store_cleaning cleaning = {.rests_before = 500, .runs_before = 50, .step_ms = -1};
    for (int i = 1; i <= 5; i++) {
        assert_int_equal(store_clean(store, &cleaning), STORE_DONE);
        assert_int_equal(cleaning.removed_count, 1);
        assert_int_equal(cleaning.tables, i);
    }
    assert_ids(store, "t2");
    while (!cleaning.tables_done)
        assert_int_equal(store_clean(store, &cleaning), STORE_DONE);
    for (int i = 1; i <= 5; i++) {
        assert_int_equal(store_clean(store, &cleaning), STORE_DONE);
        assert_int_equal(cleaning.guests, i);
    }
    clean(store, &cleaning);
    assert_int_equal(cleaning.guests, 5);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
