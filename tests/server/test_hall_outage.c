/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Clocks are not charged for times in which no server lived, or none could reach the store. */

#include "halls.h"

enum { BEAT = 200, TIME = 600000 };

static int open_beating_stage(void **state)
{
    if (open_stage(state) != 0)
        return -1;
    struct stage *stage = *state;
    stage->beat_ms = BEAT;
    restart(stage);
    return 0;
}

#define outage_test(function)                                                                      \
    cmocka_unit_test_setup_teardown(function, open_beating_stage, close_stage)

/* A table of Ada and Bob with a clock; Ada is awaited. */
static void make_with_clock(struct stage *stage, uint8_t clock, char table[STORE_ID_SIZE])
{
    struct made made;
    struct room_plan plan = noughts(stage);
    char ada[64], bob[64];
    plan.clock = clock;
    plan.time = TIME;
    snprintf(ada, sizeof ada, "1 %d \"Ada\"", (int)stage->ada);
    snprintf(bob, sizeof bob, "2 %d \"Bob\"", (int)stage->bob);
    struct room_row rows[] = {row_of(ROW_SIT, stage->ada, ada), row_of(ROW_SIT, stage->bob, bob),
                              row_of(ROW_CONFIRMS, stage->ada, "1 off"),
                              row_of(ROW_START, stage->ada, "")};
    make(stage, &plan, rows, 4, &made);
    assert_int_equal(made.result, CHANGE_DONE);
    span_copy(span_of(made.table), table, STORE_ID_SIZE);
}

static int64_t left_of(const struct room *room, int seat)
{
    int64_t deadline = room->seats[seat].deadline;
    return deadline != 0 ? deadline - loop_time() : room->seats[seat].left;
}

/* Is the time about that? The last sign of life may be a beat old. */
static void assert_left(const struct room *room, int64_t wanted)
{
    int64_t left = left_of(room, 0);
    if (left < wanted - 300 || left > wanted + BEAT + 300)
        print_error("%lld left, not about %lld\n", (long long)left, (long long)wanted);
    assert_in_range(left, wanted - 300, wanted + BEAT + 300);
}

static void pass_time(int milliseconds)
{
    poll(NULL, 0, milliseconds);
}

/* ---- a server that was down ------------------------------------------------------------------ */

static void test_after_a_restart(void **state)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE], days[STORE_ID_SIZE], none[STORE_ID_SIZE];
    make_with_clock(stage, CLOCK_LIVE, live);
    make_with_clock(stage, CLOCK_DAYS, days);
    make_with_clock(stage, CLOCK_NONE, none);
    wait_for(stage, 1000); /* costs a second */
    struct problem problem = {0};
    hall_close(stage->hall);
    loop_close(stage->loop);
    pass_time(2000); /* costs nothing */
    stage->loop = loop_open(&problem);
    stage->hall = open_hall(stage);
    struct room *room = look(stage, stage->hall, live);
    assert_int_equal(room->rows, 5);
    assert_left(room, TIME - 1000);
    assert_as_kept(stage, stage->hall, live);
    assert_int_equal(look(stage, stage->hall, days)->rows, 4); /* a few seconds of days */
    assert_int_equal(look(stage, stage->hall, none)->rows, 4);
    restart(stage); /* now that is known, and not given again */
    room = look(stage, stage->hall, live);
    assert_left(room, TIME - 1000);
    move(stage, stage->hall, live, stage->ada, "1 mark a1");
    assert_as_kept(stage, stage->hall, live);
}

/* What began after the last sign of life gets back all that it has run, and no more. */
static void test_a_long_outage(void **state)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE], days[STORE_ID_SIZE];
    make_with_clock(stage, CLOCK_LIVE, live);
    make_with_clock(stage, CLOCK_DAYS, days);
    hall_close(stage->hall);
    raw("UPDATE pulse SET time = time - 3600000");
    stage->hall = open_hall(stage);
    const char *const tables[] = {live, days};
    for (int i = 0; i < 2; i++) {
        struct room *room = look(stage, stage->hall, tables[i]);
        assert_int_equal(room->rows, 5);
        assert_left(room, TIME);
        assert_as_kept(stage, stage->hall, tables[i]);
    }
}

/* ---- a store that was away ------------------------------------------------------------------- */

static void break_store(void)
{
    if (place.postgres)
        tell_server("stop");
    else
        raw("ALTER TABLE rows RENAME TO rows_away; ALTER TABLE pulse RENAME TO pulse_away");
}

static void mend_store(void)
{
    if (place.postgres)
        tell_server("start");
    else
        raw("ALTER TABLE rows_away RENAME TO rows; ALTER TABLE pulse_away RENAME TO pulse");
}

static void test_after_the_store_was_away(void **state)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    char live[STORE_ID_SIZE];
    make_with_clock(stage, CLOCK_LIVE, live);
    watch(stage, stage->hall, live, &onlooker);
    onlooker.store = NULL;
    wait_for(stage, 500);
    int64_t before = loop_now();
    break_store();
    wait_for(stage, 2000);
    struct room_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    struct guest guest = change(stage, stage->hall, live, row, "k", -1);
    assert_int_equal(guest.result, CHANGE_FAILED);
    mend_store();
    int64_t after = loop_now(), end = after + PATIENCE_MS;
    while (onlooker.version < 5 && loop_now() < end)
        loop_round(stage->loop, 50);
    assert_int_equal(onlooker.version, 5); /* without a visitor */
    assert_true(after - before >= 2000);
    struct room *room = look(stage, stage->hall, live);
    assert_left(room, TIME - 500);
    assert_as_kept(stage, stage->hall, live);
    row.time = loop_time();
    guest = change(stage, stage->hall, live, row, "k", -1); /* the client tries again */
    assert_int_equal(guest.result, CHANGE_DONE);
    hall_unwatch(&onlooker.watcher);
}

/* A server that has not beaten for long does not know what has been: nobody moves before it does.
 * It stands still here, as a machine does that was put to sleep. */
static void test_a_server_that_slept(void **state)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE];
    make_with_clock(stage, CLOCK_LIVE, live);
    wait_for(stage, 2 * BEAT);
    pass_time(2000);
    struct guest guest;
    struct room_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    begin_change(stage->hall, live, &guest, &row, "k", -1);
    wait_until(stage, &guest.done);
    assert_int_equal(guest.result, CHANGE_FAILED);
    wait_for(stage, 3 * BEAT);
    struct room *room = look(stage, stage->hall, live);
    assert_int_equal(room->rows, 5);
    assert_left(room, TIME - 5 * BEAT);
    row.time = loop_time();
    assert_int_equal(change(stage, stage->hall, live, row, "k", -1).result, CHANGE_DONE);
    assert_as_kept(stage, stage->hall, live);
}

/* ---- several servers ------------------------------------------------------------------------- */

static void test_while_another_server_lives(void **state)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE];
    if (!place.postgres)
        return;
    make_with_clock(stage, CLOCK_LIVE, live);
    stage->other = open_hall(stage);
    hall_close(stage->hall);
    wait_for(stage, 1500);
    assert_int_equal(look(stage, stage->other, live)->rows, 4);
    stage->hall = open_hall(stage);
    assert_int_equal(look(stage, stage->hall, live)->rows, 4);
    assert_left(look(stage, stage->hall, live), TIME - 1500);
    hall_close(stage->hall);
    stage->hall = NULL;
}

/* Both find the table owed; it gets its time once. */
static void test_two_servers_come_back(void **state)
{
    struct stage *stage = *state;
    char live[STORE_ID_SIZE];
    if (!place.postgres)
        return;
    make_with_clock(stage, CLOCK_LIVE, live);
    hall_close(stage->hall);
    pass_time(1500);
    stage->hall = open_hall(stage);
    stage->other = open_hall(stage);
    wait_for(stage, 1000);
    assert_int_equal(look_freshly(stage, stage->other, live)->rows, 5);
    assert_int_equal(look_freshly(stage, stage->hall, live)->rows, 5);
    assert_left(look(stage, stage->hall, live), TIME - 1000);
    assert_as_kept(stage, stage->hall, live);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        outage_test(test_after_a_restart),
        outage_test(test_a_long_outage),
        outage_test(test_after_the_store_was_away),
        outage_test(test_a_server_that_slept),
        outage_test(test_while_another_server_lives),
        outage_test(test_two_servers_come_back),
    };
    if (!choose_kind(count, arguments))
        return 2;
    return cmocka_run_group_tests(tests, begin, end);
}
