/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The registry when things go wrong: the store does not answer, tables and snapshots are damaged,
 * the program has other cards than a table. And snapshots, which make opening a table quick:
 * `test_registry_faults KIND measure` tells how quick. */

#include "tables_fixture.h"

#include "contract/card_document.h"

/* ---- a store that does not answer ------------------------------------------------------------ */

/* As a client does: a store that failed is looked at by the server itself first. */
static struct guest change_when_possible(struct stage *stage, const char *table_id,
                                         struct table_row row, int64_t expected)
{
    struct guest guest = change(stage, stage->tables, table_id, row, "k", expected);
    for (int tries = 0; guest.result == CHANGE_FAILED && tries < 1000; tries++) {
        wait_for(stage, 20);
        guest = change(stage, stage->tables, table_id, row, "k", expected);
    }
    return guest;
}

/* What could not be written has not happened, and nobody has seen it. */
TABLES_TEST(test_a_change_that_is_not_written)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    struct tables_counts counts;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    move(stage, stage->tables, table_id, stage->ada, "1 mark a1");
    watch(stage, stage->tables, table_id, &onlooker);
    onlooker.store = NULL;
    break_store();
    struct table_row row = row_of(ROW_MOVE, stage->bob, "2 mark b2");
    struct guest guest = change(stage, stage->tables, table_id, row, "k", 6);
    assert_int_equal(guest.result, CHANGE_FAILED);
    assert_null(guest.table); /* it cannot be read either */
    guest = look_up_with(stage, stage->tables, table_id, NULL, "", -1);
    assert_null(guest.table);
    assert_told(&guest.problem, "the store is not responding");
    assert_true(tables_may_try_again(&guest.problem));
    assert_int_equal(onlooker.told, 0);
    tables_counts(stage->tables, &counts);
    assert_true(counts.failures > 0);
    mend_store();
    wait_until(stage, &onlooker.changed); /* the registry reads it again by itself */
    assert_int_equal(onlooker.version, 6);
    assert_as_kept(stage, stage->tables, table_id);
    guest = change_when_possible(stage, table_id, row, 6); /* the client tries again */
    assert_int_equal(guest.result, CHANGE_DONE);
    assert_int_equal(guest.version, 7);
    tables_unwatch(&onlooker.watcher);
}

/* The row cannot be written, but the table can be read. */
TABLES_TEST(test_a_change_that_is_refused_by_the_store)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    const char *table_id = make_noughts(stage);
    raw(place.postgres
            ? "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS "
              "'BEGIN RAISE EXCEPTION ''no''; END'; "
              "CREATE TRIGGER no BEFORE INSERT ON rows FOR EACH ROW EXECUTE FUNCTION no()"
            : "CREATE TRIGGER no BEFORE INSERT ON rows BEGIN SELECT RAISE(ABORT, 'no'); END");
    watch(stage, stage->tables, table_id, &onlooker);
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    struct guest guest = change(stage, stage->tables, table_id, row, "k", 5);
    assert_int_equal(guest.result, CHANGE_FAILED);
    assert_int_equal(guest.version, 5);
    assert_int_equal(onlooker.version, 5);
    assert_int_equal(onlooker.uncommitted, 0);
    assert_as_kept(stage, stage->tables, table_id);
    raw(place.postgres ? "SET client_min_messages = error; DROP FUNCTION no CASCADE"
                       : "DROP TRIGGER no");
    guest = change_when_possible(stage, table_id, row, 5);
    assert_int_equal(guest.result, CHANGE_DONE);
    tables_unwatch(&onlooker.watcher);
}

/* Computer players wait for the store, and continue without a visitor. */
TABLES_TEST(test_computers_go_on_after_a_failure)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_for_computers(stage, "pulsar-2849", "random"));
    watch(stage, stage->tables, table_id, &onlooker);
    onlooker.store = NULL;
    wait_until(stage, &onlooker.changed);
    break_store();
    wait_for(stage, 1500);
    mend_store();
    for (int tries = 0;; tries++) {
        wait_for(stage, 100);
        struct table *table = kept_table(stage, table_id);
        bool over = table->phase == TABLE_OVER;
        table_close(table);
        if (over)
            break;
        assert_true(tries < 600);
    }
    assert_as_kept(stage, stage->tables, table_id);
    tables_unwatch(&onlooker.watcher);
}

TABLES_TEST(test_a_table_that_is_not_made)
{
    struct stage *stage = *state;
    struct made made;
    struct table_plan plan = noughts(stage);
    struct table_row row = row_of(ROW_COMPUTER, stage->ada, "1 random");
    break_store();
    make(stage, &plan, &row, 1, &made);
    assert_int_equal(made.result, CHANGE_FAILED);
    mend_store();
    for (int tries = 0; made.result != CHANGE_DONE && tries < 100; tries++) {
        wait_for(stage, 50); /* a store does not try to connect all the time */
        make(stage, &plan, &row, 1, &made);
    }
    assert_int_equal(made.result, CHANGE_DONE);
    assert_tables_of(stage->store, stage->ada, made.table_id);
}

/* ---- damage ---------------------------------------------------------------------------------- */

TABLES_TEST(test_damaged_tables)
{
    struct stage *stage = *state;
    const char *table_id = make_noughts(stage);
    raw("UPDATE rows SET body = '1 on' WHERE number = 3");
    restart(stage);
    struct guest guest = look_up_with(stage, stage->tables, table_id, NULL, "", -1);
    assert_null(guest.table);
    assert_told(&guest.problem, "the rows of this table were changed");
    assert_false(tables_may_try_again(&guest.problem));
    raw("UPDATE rows SET body = '1 off' WHERE number = 3");
    assert_as_kept(stage, stage->tables, table_id);
}

/* A row that no rules allow, though its hash is fine: someone wrote it who knows no rules. */
TABLES_TEST(test_rows_that_cannot_be)
{
    struct stage *stage = *state;
    const char *table_id = make_noughts(stage);
    struct store_row row = {.time = 1, .key = "", .kind = "move", .body = "1 mark a1"};
    struct store_write write = {.table = table_id, .expected = 5, .rows = &row, .row_count = 1};
    assert_int_equal(write_one(stage->store, write), STORE_DONE);
    restart(stage);
    struct guest guest = look_up_with(stage, stage->tables, table_id, NULL, "", -1);
    assert_null(guest.table);
    assert_told(&guest.problem, "this is not your seat");
}

/* ---- snapshots ------------------------------------------------------------------------------- */

static void see_snapshot(void *context, uint32_t rows, const void *body, size_t size)
{
    (void)body;
    (void)size;
    *(uint32_t *)context = rows;
}

static uint32_t snapshot_of(struct stage *stage, const char *table_id)
{
    uint32_t rows = 0;
    assert_int_equal(store_table(stage->store, table_id, ignore_table, see_snapshot, &rows),
                     STORE_DONE);
    return rows;
}

/* Ada takes a move back and makes it again until the table has this many rows. */
static void fill_table(struct stage *stage, const char *table_id, uint32_t rows)
{
    char key[16];
    change(stage, stage->tables, table_id, row_of(ROW_CONFIRMS, stage->ada, "1 on"), "", -1);
    for (;;) {
        const struct table *table = look(stage, stage->tables, table_id);
        if (table->rows >= rows)
            return;
        struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark b2");
        if (session_can_undo(table->session, 0))
            row = row_of(ROW_UNDO, stage->ada, "1");
        else if (session_can_redo(table->session, 0))
            row = row_of(ROW_REDO, stage->ada, "1");
        snprintf(key, sizeof key, "row%u", table->rows + 1);
        assert_int_equal(change(stage, stage->tables, table_id, row, key, -1).result, CHANGE_DONE);
    }
}

TABLES_TEST(test_snapshots)
{
    struct stage *stage = *state;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    fill_table(stage, table_id, 255);
    assert_int_equal(snapshot_of(stage, table_id), 0);
    fill_table(stage, table_id, 300);
    assert_int_equal(snapshot_of(stage, table_id), 256);
    restart(stage);
    assert_as_kept(stage, stage->tables, table_id);
    /* Keys from before the snapshot are known, too. */
    struct table_row row = row_of(ROW_UNDO, stage->ada, "1");
    assert_int_equal(change(stage, stage->tables, table_id, row, "row250", -1).result,
                     CHANGE_AGAIN);
    assert_int_equal(change(stage, stage->tables, table_id, row, "row100", 99).result,
                     CHANGE_AGAIN);
    fill_table(stage, table_id, 512); /* a move is taken back just then */
    assert_int_equal(snapshot_of(stage, table_id), 512);
    restart(stage);
    assert_as_kept(stage, stage->tables, table_id);
    struct guest guest =
        change(stage, stage->tables, table_id, row_of(ROW_REDO, stage->ada, "1"), "", -1);
    if (guest.result != CHANGE_DONE)
        guest = change(stage, stage->tables, table_id, row_of(ROW_UNDO, stage->ada, "1"), "", -1);
    assert_int_equal(guest.result, CHANGE_DONE);
    assert_as_kept(stage, stage->tables, table_id);
}

/* A snapshot is a shortcut, nothing else. */
TABLES_TEST(test_wrong_snapshots)
{
    struct stage *stage = *state;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    fill_table(stage, table_id, 260);
    raw("UPDATE snapshots SET row_count = 255");
    restart(stage);
    assert_as_kept(stage, stage->tables, table_id);
    /* One that another program wrote in its own way: its hash is fine. */
    struct store_write write = {.table = table_id,
                                .expected = 260,
                                .snapshot = "orrery room 9\n",
                                .snapshot_size = strlen("orrery room 9\n")};
    assert_int_equal(write_one(stage->store, write), STORE_DONE);
    restart(stage);
    assert_as_kept(stage, stage->tables, table_id);
    /* One of another moment. */
    struct table *table = kept_table(stage, table_id);
    struct text text = {0};
    table_save(table, &text);
    table_close(table);
    move(stage, stage->tables, table_id, stage->ada, "1 mark b2");
    write.expected = 261;
    write.snapshot = text_string(&text);
    write.snapshot_size = text.length;
    assert_int_equal(write_one(stage->store, write), STORE_DONE);
    restart(stage);
    assert_int_equal(look(stage, stage->tables, table_id)->rows, 261);
    assert_as_kept(stage, stage->tables, table_id);
    text_free(&text);
}

/* ---- cards ----------------------------------------------------------------------------------- */

static void keep_text(void *context, const char *text)
{
    text_add(context, text);
}

/* The cards of all games are kept when a server opens. */
TABLES_TEST(test_cards_are_kept)
{
    struct stage *stage = *state;
    for (int i = 0; games[i] != NULL; i++) {
        struct setup setup = setup_standard(games[i]);
        struct problem problem = {0};
        struct text document = {0};
        char name[CARD_SET_NAME_SIZE];
        struct ruleset *rules = ruleset_open(games[i], &setup, NULL, &problem);
        card_set_name(games[i], rules->fingerprint, name);
        assert_int_equal(store_kept(stage->store, name, keep_text, &document), STORE_DONE);
        struct ruleset *kept = card_document_open(games[i], &setup, text_span(&document), &problem);
        assert_told(&problem, "");
        assert_true(kept->fingerprint == rules->fingerprint);
        ruleset_close(kept);
        ruleset_close(rules);
        text_free(&document);
    }
}

/* A table of a program with another line: the bottom row does not win. Its cards are kept. */
static void make_with_other_cards(struct stage *stage, const char *id)
{
    struct problem problem = {0};
    struct table_plan plan = noughts(stage);
    struct card_texts texts;
    struct text changed = {0}, document = {0}, head = {0};
    char name[CARD_SET_NAME_SIZE];
    assert_true(card_texts_find(&texts, plan.game, NULL, &problem));
    text_add_span(&changed, texts.files[0].text);
    memcpy(strstr(changed.at, "a1 b1 c1"), "a1 b1 c2", 8);
    texts.files[0].text = text_span(&changed);
    card_document_write(plan.game, &texts, &document);
    struct ruleset *rules =
        card_document_open(plan.game, &plan.setup, text_span(&document), &problem);
    assert_non_null(rules);
    card_set_name(plan.game, rules->fingerprint, name);
    assert_int_equal(store_keep(stage->store, name, text_string(&document)), STORE_DONE);
    table_write_head(&plan, rules, &head);
    struct store_table stored = table_named(id);
    stored.head = text_string(&head);
    stored.phase = TABLE_OPEN;
    assert_int_equal(write_one(stage->store, (struct store_write){.make = &stored}), STORE_DONE);
    ruleset_close(rules);
    card_texts_free(&texts);
    text_free(&changed);
    text_free(&document);
    text_free(&head);
}

TABLES_TEST(test_a_table_with_other_cards)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    make_with_other_cards(stage, "old");
    watch(stage, stage->tables, "old", &onlooker);
    for (int seat = 1; seat <= 2; seat++)
        change(stage, stage->tables, "old",
               row_of(ROW_COMPUTER, stage->ada, seat == 1 ? "1 random" : "2 random"), "", -1);
    change(stage, stage->tables, "old", row_of(ROW_START, stage->ada, ""), "", -1);
    wait_until(stage, &onlooker.over); /* computer players use the same cards */
    tables_unwatch(&onlooker.watcher);
    restart(stage);
    struct table *table = look(stage, stage->tables, "old");
    assert_non_null(table);
    assert_int_equal(table->phase, TABLE_OVER);
    raw("DELETE FROM documents");
    restart(stage); /* keeps its own cards again, but not these */
    struct guest guest = look_up_with(stage, stage->tables, "old", NULL, "", -1);
    assert_null(guest.table);
    assert_string_equal(guest.problem.sentence,
                        "this needs the card set {0}, but the current one is {1}");
}

/* ---- how long opening takes ------------------------------------------------------------------ */

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The best of five openings by a server that has just started. */
static double opening(struct stage *stage, const char *table_id)
{
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        restart(stage);
        wait_for(stage, 50); /* it looks for running games first, and does not open them yet */
        double start = milliseconds();
        assert_non_null(look(stage, stage->tables, table_id));
        double took = milliseconds() - start;
        best = took < best ? took : best;
    }
    return best;
}

static void measure_table(struct stage *stage, const char *table_id, const char *what)
{
    const struct table *table = look(stage, stage->tables, table_id);
    uint32_t rows = table->rows, moves = session_move_count(table->session);
    double quick = opening(stage, table_id);
    raw("DELETE FROM snapshots");
    printf("# %s: %s, %u rows, %u moves: opened in %.1f ms, without snapshots in %.1f ms\n",
           place.postgres ? "PostgreSQL" : "SQLite", what, rows, moves, quick,
           opening(stage, table_id));
}

TABLES_TEST(test_measure)
{
    struct stage *stage = *state;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    fill_table(stage, table_id, 20000 + 255);
    measure_table(stage, table_id, "noughts");
    for (int i = 0; i < 2; i++) {
        struct onlooker onlooker;
        const struct game *game = game_find(span_of(i == 0 ? "beyond-the-sun" : "pulsar-2849"));
        players_of_tables = game->players_max;
        snprintf(table_id, sizeof table_id, "%s", make_for_computers(stage, game->name, "random"));
        watch(stage, stage->tables, table_id, &onlooker);
        onlooker.store = NULL;
        wait_until(stage, &onlooker.over);
        tables_unwatch(&onlooker.watcher);
        measure_table(stage, table_id, game->name);
    }
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
