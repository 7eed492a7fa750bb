/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Clocks are not charged for times when no server was alive, or none could reach the store. */

#include "tables_fixture.h"

enum { BEAT = 200, TIME = 600000, SLACK = 100 /* clocks are drawn to one another */ };

static int open_beating_stage(void **state)
{
    if (open_stage(state) != 0)
        return -1;
    struct stage *stage = *state;
    stage->beat_ms = BEAT;
    restart(stage);
    return 0;
}

/* A table of Ada and Bob with a clock; Ada is awaited. */
static void make_with_clock(struct stage *stage, uint8_t clock, char table_id[STORE_ID_SIZE])
{
    struct made made;
    struct table_plan plan = noughts(stage);
    char ada[64], bob[64];
    plan.clock = clock;
    plan.time = TIME;
    snprintf(ada, sizeof ada, "1 %d \"Ada\"", (int)stage->ada);
    snprintf(bob, sizeof bob, "2 %d \"Bob\"", (int)stage->bob);
    struct table_row rows[] = {row_of(ROW_SIT, stage->ada, ada), row_of(ROW_SIT, stage->bob, bob),
                               row_of(ROW_CONFIRMS, stage->ada, "1 off"),
                               row_of(ROW_START, stage->ada, "")};
    make(stage, &plan, rows, 4, &made);
    assert_int_equal(made.result, CHANGE_DONE);
    span_copy(span_of(made.table_id), table_id, STORE_ID_SIZE);
}

/* What everyone sees. */
static int64_t left_of(struct tables *tables, const struct table *table, int seat)
{
    int64_t deadline = table->seats[seat].deadline;
    return deadline != 0 ? deadline - tables_clock_time(tables, table) : table->seats[seat].left;
}

/* Clocks ran since `began` (by loop_now), and for `down` of that nobody can be charged. */
static void assert_charged(struct tables *tables, const struct table *table, int64_t began,
                           int64_t down)
{
    int64_t most = loop_now() - began - down, charged = TIME - left_of(tables, table, 0);
    if (charged > most + SLACK)
        print_error("%lld charged, %lld at most\n", (long long)charged, (long long)most);
    assert_true(charged <= most + SLACK);
    assert_true(charged >= 0);
}

/* Waits until the server has left its next sign and so knows that it slept; a slow database takes
 * its time for that, and until then nobody can move. */
static void wait_for_credit(struct stage *stage, const char *table_id, int64_t began, int64_t down)
{
    int64_t end = loop_now() + PATIENCE_MS, charged, most;
    do {
        wait_for(stage, 2 * BEAT);
        charged = TIME - left_of(stage->tables, look(stage, stage->tables, table_id), 0);
        most = loop_now() - began - down;
    } while (charged > most + SLACK && loop_now() < end);
}

static void pass_time(int milliseconds)
{
    poll(NULL, 0, milliseconds);
}

/* ---- a server that was down ------------------------------------------------------------------ */

TEST_WITH(test_after_a_restart, open_beating_stage, close_stage)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE], days[STORE_ID_SIZE], none[STORE_ID_SIZE];
    struct problem problem = {0};
    int64_t began = loop_now();
    make_with_clock(stage, CLOCK_LIVE, live);
    make_with_clock(stage, CLOCK_DAYS, days);
    make_with_clock(stage, CLOCK_NONE, none);
    wait_for(stage, 1000); /* costs a second */
    int64_t down = loop_now();
    tables_close(stage->tables);
    loop_close(stage->loop);
    pass_time(2000); /* costs nothing */
    stage->loop = loop_open(&problem);
    down = loop_now() - down;
    stage->tables = open_tables(stage);
    struct table *table = look(stage, stage->tables, live);
    assert_int_equal(table->rows, 4); /* nobody has done anything */
    assert_charged(stage->tables, table, began, down);
    assert_as_kept(stage, stage->tables, live);
    assert_true(left_of(stage->tables, look(stage, stage->tables, days), 0) <= TIME - 2000);
    restart(stage); /* now that is known, and not given again */
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
    const char *const tables[] = {live, days, none};
    for (int i = 0; i < 3; i++) {
        move(stage, stage->tables, tables[i], stage->ada, "1 mark a1");
        assert_int_equal(look(stage, stage->tables, tables[i])->rows, i == 0 ? 6 : 5);
        assert_as_kept(stage, stage->tables, tables[i]);
    }
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
}

/* Nobody is served before the whole server is there. */
TEST_WITH(test_a_start_that_takes_long, open_beating_stage, close_stage)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE];
    int64_t began = loop_now();
    make_with_clock(stage, CLOCK_LIVE, live);
    wait_for(stage, 500);
    tables_close(stage->tables);
    stage->tables = open_tables(stage);
    int64_t down = loop_now();
    pass_time(1500);
    tables_serve(stage->tables);
    down = loop_now() - down;
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
    move(stage, stage->tables, live, stage->ada, "1 mark a1");
    assert_int_equal(look(stage, stage->tables, live)->rows, 6);
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
    assert_as_kept(stage, stage->tables, live);
}

/* What began after the last sign of life gets back all that it has run, and no more. */
TEST_WITH(test_a_long_outage, open_beating_stage, close_stage)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE], days[STORE_ID_SIZE];
    int64_t began = loop_now();
    make_with_clock(stage, CLOCK_LIVE, live);
    make_with_clock(stage, CLOCK_DAYS, days);
    wait_for(stage, 500);
    tables_close(stage->tables);
    raw("UPDATE pulse SET time = time - 3600000");
    int64_t down = loop_now() - began;
    stage->tables = open_tables(stage);
    const char *const tables[] = {live, days};
    for (int i = 0; i < 2; i++) {
        assert_charged(stage->tables, look(stage, stage->tables, tables[i]), began, down);
        move(stage, stage->tables, tables[i], stage->ada, "1 mark a1");
        struct table *table = look(stage, stage->tables, tables[i]);
        assert_int_equal(table->rows, 6);
        assert_charged(stage->tables, table, began, down);
        assert_as_kept(stage, stage->tables, tables[i]);
    }
}

/* ---- a store that was away ------------------------------------------------------------------- */

TEST_WITH(test_after_the_store_was_away, open_beating_stage, close_stage)
{
    struct stage *stage = *state;
    static struct onlooker onlooker;
    char live[STORE_ID_SIZE];
    int64_t began = loop_now();
    make_with_clock(stage, CLOCK_LIVE, live);
    watch(stage, stage->tables, live, &onlooker);
    onlooker.store = NULL;
    wait_for(stage, 500);
    break_store();
    int64_t down = loop_now(); /* by then */
    wait_for(stage, 2000);
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    struct guest guest = change(stage, stage->tables, live, row, "k", -1);
    assert_int_equal(guest.result, CHANGE_FAILED);
    down = loop_now() - down;
    mend_store();
    int64_t end = loop_now() + PATIENCE_MS;
    while (onlooker.told == 0 && loop_now() < end)
        loop_round(stage->loop, 50);
    assert_int_equal(onlooker.told, 1); /* without a visitor */
    assert_int_equal(onlooker.version, 4);
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
    assert_as_kept(stage, stage->tables, live);
    row.time = loop_time();
    /* The client tries again, also if the writer has not heard yet that the store is back. */
    do {
        loop_round(stage->loop, 50);
        guest = change(stage, stage->tables, live, row, "k", 4);
    } while (guest.result == CHANGE_FAILED && loop_now() < end);
    assert_int_equal(guest.result, CHANGE_DONE);
    assert_int_equal(guest.version, 6);
    tables_unwatch(&onlooker.watcher);
}

/* A server that has not beaten for long does not know what has been: nobody moves before it does.
 * It stands still here, as a machine does that was put to sleep. */
TEST_WITH(test_a_server_that_slept, open_beating_stage, close_stage)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE];
    int64_t began = loop_now();
    make_with_clock(stage, CLOCK_LIVE, live);
    wait_for(stage, 2 * BEAT);
    int64_t down = loop_now();
    pass_time(2000);
    down = loop_now() - down;
    static struct guest guest;
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    begin_change(stage->tables, live, &guest, &row, "k", -1);
    wait_until(stage, &guest.done);
    assert_int_equal(guest.result, CHANGE_FAILED);
    wait_for_credit(stage, live, began, down);
    assert_int_equal(look(stage, stage->tables, live)->rows, 4);
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
    struct guest again = {.result = CHANGE_FAILED}; /* slow machines sleep more often */
    for (int64_t end = loop_now() + PATIENCE_MS;
         again.result == CHANGE_FAILED && loop_now() < end;) {
        row.time = loop_time();
        again = change(stage, stage->tables, live, row, "k", 4);
    }
    assert_int_equal(again.result, CHANGE_DONE);
    assert_int_equal(again.version, 6);
    assert_as_kept(stage, stage->tables, live);
}

/* ---- what older programs have left ------------------------------------------------------------
 */

/* A clock was ahead and was set back: there are an outage and a sign of life in the future. Nothing
 * is written while nobody does anything, nobody gains, and all can move. */
TEST_WITH(test_signs_in_the_future, open_beating_stage, close_stage)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE];
    make_with_clock(stage, CLOCK_LIVE, live);
    for (int step = 0; step < 3; step++) {
        tables_close(stage->tables);
        raw("INSERT INTO outages SELECT time - 1000, time + 3600000 FROM pulse");
        if (step == 1)
            raw("UPDATE pulse SET time = time + 3600000");
        stage->tables = open_tables(stage);
        int64_t before = left_of(stage->tables, look(stage, stage->tables, live), 0);
        uint32_t rows = look(stage, stage->tables, live)->rows;
        int64_t passed = loop_now();
        for (int i = 0; i < 20; i++) {
            look(stage, stage->tables, live);
            wait_for(stage, 20);
        }
        struct table *table = look(stage, stage->tables, live);
        assert_int_equal(table->rows, rows);
        int64_t left = left_of(stage->tables, table, 0);
        assert_true(left <= before && left >= before - (loop_now() - passed) - SLACK &&
                    left <= TIME);
        char body[16];
        snprintf(body, sizeof body, "1 %s", step % 2 == 0 ? "on" : "off");
        struct table_row row = row_of(ROW_CONFIRMS, stage->ada, body);
        assert_int_equal(change(stage, stage->tables, live, row, "", rows).result, CHANGE_DONE);
    }
    assert_as_kept(stage, stage->tables, live);
}

/* However often servers come and go: a row for it comes with the next one, and one is enough. */
TEST_WITH(test_many_restarts, open_beating_stage, close_stage)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE];
    int64_t began = loop_now(), down = 0;
    make_with_clock(stage, CLOCK_LIVE, live);
    for (int i = 0; i < 4; i++) {
        int64_t ended = loop_now();
        tables_close(stage->tables);
        pass_time(300);
        down += loop_now() - ended;
        stage->tables = open_tables(stage);
        assert_int_equal(look(stage, stage->tables, live)->rows, 4);
    }
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    assert_int_equal(change(stage, stage->tables, live, row, "", 4).result, CHANGE_DONE);
    assert_int_equal(look(stage, stage->tables, live)->rows, 6);
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
    assert_as_kept(stage, stage->tables, live);
}

/* ---- several servers ------------------------------------------------------------------------- */

TEST_WITH(test_while_another_server_lives, open_beating_stage, close_stage)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE];
    if (!place.postgres)
        return;
    stage->beat_ms = 1500; /* slow machines may be late with a beat */
    restart(stage);
    make_with_clock(stage, CLOCK_LIVE, live);
    stage->other = open_tables(stage);
    tables_close(stage->tables);
    stage->tables = NULL;
    wait_for(stage, 5000);
    assert_int_equal(look(stage, stage->other, live)->rows, 4);
    stage->tables = open_tables(stage);
    struct table *table = look(stage, stage->tables, live);
    assert_int_equal(table->rows, 4);
    assert_true(left_of(stage->tables, table, 0) <= TIME - 5000);
}

/* Both find the table owed; it gets its time once. */
TEST_WITH(test_two_servers_come_back, open_beating_stage, close_stage)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE];
    if (!place.postgres)
        return;
    stage->beat_ms = 1500;
    restart(stage);
    int64_t began = loop_now();
    make_with_clock(stage, CLOCK_LIVE, live);
    tables_close(stage->tables);
    int64_t down = loop_now();
    pass_time(4000);
    down = loop_now() - down;
    stage->tables = open_tables(stage);
    stage->other = open_tables(stage);
    wait_for(stage, 1000);
    assert_int_equal(look_freshly(stage, stage->tables, live)->rows, 4);
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
    assert_charged(stage->other, look(stage, stage->other, live), began, down);
    move(stage, stage->other, live, stage->ada, "1 mark a1");
    assert_int_equal(look_freshly(stage, stage->other, live)->rows, 6);
    assert_int_equal(look_freshly(stage, stage->tables, live)->rows, 6);
    assert_charged(stage->tables, look(stage, stage->tables, live), began, down);
    assert_as_kept(stage, stage->tables, live);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
