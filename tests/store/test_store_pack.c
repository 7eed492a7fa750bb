/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Packed rows: readers see what was written, wherever they begin, and damage is found. */

#include "fixture.h"

#include "base/random.h"
#include "store/pack.h"

enum { ROWS = 700 };

/* Everything of a row, so that nothing can be lost. */
static void tell_row(void *context, const struct store_row *row)
{
    text_addf(context, "%u %lld %lld [%s] %s {%s} ", row->number, (long long)row->time,
              (long long)row->user, row->key, row->kind, row->body);
    for (int i = 0; i < STORE_HASH_SIZE; i++)
        text_addf(context, "%02x", row->hash[i]);
    text_add(context, "\n");
}

static struct text told_after(struct store *store, uint32_t after)
{
    struct text out = {0};
    assert_int_equal(store_rows(store, "a", after, tell_row, &out), STORE_DONE);
    return out;
}

static void assert_same(struct store *store, uint32_t after, const struct text *expected)
{
    struct text seen = told_after(store, after);
    assert_string_equal(text_string(&seen), text_string(expected));
    text_free(&seen);
}

/* Rows of computers with a person's here and there; bodies that could confuse a reader. */
static void write_rows(struct store *store, uint32_t from, uint32_t to, uint64_t seed)
{
    static const char *const bodies[] = {
        "4 slot 2",    "", "1 a:b:12:c", "2 reveal\n* tile X3\n* x", "3 \xc3\xa4\xe2\x82\xac 5:",
        " 7 0 move:3:"};
    static const char *const kinds[] = {"move", "move", "move", "move", "outage", "undo"};
    struct random random = random_stream(seed, 1);
    for (uint32_t i = from; i < to; i++) {
        char key[16] = "";
        struct store_row row = {.time = 1000000 + 100 * i - random_below(&random, 500),
                                .user = random_below(&random, 9) == 0 ? 7 : 0,
                                .key = key,
                                .kind = kinds[random_below(&random, 6)],
                                .body = bodies[random_below(&random, 6)]};
        if (random_below(&random, 40) == 0)
            snprintf(key, sizeof key, "key%u", i);
        assert_int_equal(write_one(store,
                                   (struct store_write){
                                       .table = "a", .expected = i, .rows = &row, .row_count = 1}),
                         STORE_DONE);
    }
}

STORE_TEST(test_readers_see_the_same)
{
    struct store *store = *state;
    struct text before[ROWS + 1], later;
    make_table(store, "a");
    write_rows(store, 0, ROWS, 1);
    for (uint32_t i = 0; i <= ROWS; i += 1 + i / 50 * 13)
        before[i] = told_after(store, i);
    assert_int_equal(store_pack(store, "a", false), STORE_DONE);
    for (uint32_t i = 0; i <= ROWS; i += 1 + i / 50 * 13)
        assert_same(store, i, &before[i]);
    assert_int_equal(store_pack(store, "a", true), STORE_DONE);
    for (uint32_t i = 0; i <= ROWS; i += 1 + i / 50 * 13) {
        assert_same(store, i, &before[i]);
        text_free(&before[i]);
    }
    write_rows(store, ROWS, ROWS + 50, 2);
    later = told_after(store, 0);
    assert_int_equal(store_pack(store, "a", true), STORE_DONE);
    assert_int_equal(store_pack(store, "a", true), STORE_DONE);
    assert_same(store, 0, &later);
    text_free(&later);
    assert_int_equal(count_rows(store, "a"), ROWS + 50);
}

static void keep_number(void *context, const struct store_row *row)
{
    *(uint32_t *)context = row->number;
}

STORE_TEST(test_keys_are_found)
{
    struct store *store = *state;
    uint32_t number = 0;
    make_table(store, "a");
    for (uint32_t i = 0; i < 60; i++)
        assert_int_equal(append(store, "a", i, i == 30 ? "mine" : "", "1 mark a1"), STORE_DONE);
    assert_int_equal(store_pack(store, "a", true), STORE_DONE);
    assert_int_equal(store_row_with_key(store, "a", "mine", keep_number, &number), STORE_DONE);
    assert_int_equal(number, 31);
    assert_int_equal(append(store, "a", 60, "mine", "again"), STORE_DOUBLED);
    assert_int_equal(append(store, "a", 60, "", "more"), STORE_DONE);
    assert_int_equal(count_rows(store, "a"), 61);
}

/* The snapshot of a table that continues is as good as before. */
STORE_TEST(test_snapshots_are_kept)
{
    struct store *store = *state;
    make_table(store, "a");
    for (uint32_t i = 0; i < 500; i++)
        assert_int_equal(append(store, "a", i, "", "1 a longer body than usual"), STORE_DONE);
    struct store_row row = row_with("", "last");
    assert_int_equal(write_one(store, (struct store_write){.table = "a",
                                                           .expected = 500,
                                                           .rows = &row,
                                                           .row_count = 1,
                                                           .snapshot = "kept",
                                                           .snapshot_size = 4}),
                     STORE_DONE);
    for (uint32_t i = 501; i < 900; i++)
        assert_int_equal(append(store, "a", i, "", "1 a longer body than usual"), STORE_DONE);
    assert_int_equal(store_pack(store, "a", false), STORE_DONE);
    assert_snapshot(store, 501, span_of("kept"));
    assert_int_equal(count_rows(store, "a"), 900);
}

/* Whatever is changed behind the store's back, nothing of the pack is told. */
STORE_TEST(test_damage_is_found)
{
    static const char *const damages[] = {
        "UPDATE rows SET body = replace(body, 'slot 3', 'slot 4')",
        "UPDATE rows SET body = substr(body, 1, length(body) - 1)",
        "UPDATE rows SET body = body || '1:0:'",
        "UPDATE rows SET body = '12'",
        "UPDATE rows SET body = ''",
        "UPDATE rows SET body = '1 0 move:99999999:x'",
        "UPDATE rows SET body = '99999999999999999999 0 move:1:x'",
        "UPDATE rows SET kind = 'move'",
        "UPDATE rows SET number = number - 1",
        "DELETE FROM rows",
    };
    struct store *store = *state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        uint32_t seen = 0;
        char body[16];
        make_table(store, "a");
        for (uint32_t row = 0; row < 20; row++) {
            snprintf(body, sizeof body, "1 slot %u", row);
            assert_int_equal(append(store, "a", row, "", body), STORE_DONE);
        }
        assert_int_equal(store_pack(store, "a", true), STORE_DONE);
        assert_int_equal(count_rows(store, "a"), 20);
        raw(damages[i]);
        assert_int_equal(store_rows(store, "a", 0, count_row, &seen), STORE_DAMAGED);
        assert_int_equal(seen, 0);
        assert_int_equal(store_rows(store, "a", 7, count_row, &seen), STORE_DAMAGED);
        assert_int_equal(store_remove(store, "a"), STORE_DONE);
    }
}

/* What is damaged already is left alone. */
STORE_TEST(test_damaged_rows_are_not_packed)
{
    struct store *store = *state;
    uint32_t seen = 0;
    make_table(store, "a");
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(append(store, "a", i, "", "body"), STORE_DONE);
    raw("UPDATE rows SET body = 'other' WHERE number = 11");
    assert_int_equal(store_pack(store, "a", true), STORE_DAMAGED);
    assert_int_equal(store_rows(store, "a", 0, count_row, &seen), STORE_DAMAGED);
    assert_int_equal(seen, 10);
}

/* Rows that were packed, or are too long ago, are not read again: damage there is not seen. */
STORE_TEST(test_only_the_last_rows_are_read)
{
    struct store *store = *state;
    make_table(store, "a");
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(append(store, "a", i, i < 3 ? &"abc"[i] : "", "body"), STORE_DONE);
    assert_int_equal(store_pack(store, "a", true), STORE_DONE);
    for (uint32_t i = 20; i < 40; i++)
        assert_int_equal(append(store, "a", i, "", "body"), STORE_DONE);
    raw("UPDATE rows SET body = 'other' WHERE number = 1");
    assert_int_equal(store_pack(store, "a", true), STORE_DONE);
    raw("UPDATE rows SET body = 'body' WHERE number = 1");
    assert_int_equal(count_rows(store, "a"), 40);
}

STORE_TEST(test_copies)
{
    struct store *store = *state;
    struct problem problem = {0};
    const char *file = new_file();
    make_table(store, "a");
    write_rows(store, 0, 100, 3);
    assert_int_equal(store_pack(store, "a", true), STORE_DONE);
    struct text before = told_after(store, 0);
    assert_true(store_copy(store, file, &problem));
    struct store *copy = open_at(file);
    assert_same(copy, 0, &before);
    store_close(copy);
    text_free(&before);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
