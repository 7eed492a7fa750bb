/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The clocks of a table: real time, correspondence, paused, late. */

#include "table_fixture.h"

enum { SECOND = 1000, DAY = 86400000 };

static struct table_plan live(void)
{
    struct table_plan plan = first_begins();
    plan.clock = CLOCK_LIVE;
    plan.time = 60 * SECOND;
    plan.increment = 5 * SECOND;
    return plan;
}

static struct table_plan days(void)
{
    struct table_plan plan = first_begins();
    plan.clock = CLOCK_DAYS;
    plan.time = 3 * DAY;
    return plan;
}

/* What the clock of a seat shows now, as a client would see it. */
static int64_t left(const struct bench *bench, int seat)
{
    const struct table_seat *at = &bench->table->seats[seat];
    return at->deadline != 0 ? at->deadline - bench->now : at->left;
}

static void assert_clocks(const struct bench *bench, int64_t ada, int64_t bob, int running)
{
    assert_int_equal(left(bench, 0), ada);
    assert_int_equal(left(bench, 1), bob);
    for (int i = 0; i < 2; i++)
        assert_int_equal(bench->table->seats[i].deadline != 0, i == running);
}

TEST(test_no_clock)
{
    struct bench bench;
    bench_of_two(&bench, first_begins());
    bench.now += DAY;
    assert_clocks(&bench, 0, 0, NOBODY);
    assert_false(table_is_late(bench.table, 0, bench.now));
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    assert_clocks(&bench, 0, 0, NOBODY);
    bench_close(&bench);
}

TEST(test_live)
{
    struct bench bench;
    bench_of_two(&bench, live());
    assert_clocks(&bench, 60 * SECOND, 60 * SECOND, 0);
    bench.now += 10 * SECOND;
    assert_clocks(&bench, 50 * SECOND, 60 * SECOND, 0);
    refused(&bench, ROW_MOVE, ADA, "1 first 1",
            "this move is not possible now"); /* costs nothing */
    refused(&bench, ROW_MOVE, BOB, "2 mark a1", "Ada has to decide now");
    assert_clocks(&bench, 50 * SECOND, 60 * SECOND, 0);
    done(&bench, ROW_MOVE, ADA, "1 mark a1"); /* the increment is for a whole turn */
    assert_clocks(&bench, 55 * SECOND, 60 * SECOND, 1);
    bench.now += 70 * SECOND;
    assert_clocks(&bench, 55 * SECOND, -10 * SECOND, 1);
    done(&bench, ROW_MOVE, BOB, "2 mark b1"); /* late, but nobody has done anything about it */
    assert_clocks(&bench, 55 * SECOND, -5 * SECOND, 0);
    bench.now += SECOND;
    done(&bench, ROW_CONFIRMS, BOB, "2 on"); /* rows of others cost nothing either */
    done(&bench, ROW_PAUSE, BOB, "2 on");
    assert_clocks(&bench, 54 * SECOND, -5 * SECOND, 0);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* Until it is confirmed a turn is its seat's. */
TEST(test_live_with_confirmation)
{
    struct bench bench;
    bench_of_two(&bench, live());
    done(&bench, ROW_CONFIRMS, ADA, "1 on");
    bench.now += SECOND;
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    bench.now += SECOND;
    assert_clocks(&bench, 58 * SECOND, 60 * SECOND, 0);
    done(&bench, ROW_UNDO, ADA, "1");
    bench.now += SECOND;
    done(&bench, ROW_REDO, ADA, "1");
    assert_clocks(&bench, 57 * SECOND, 60 * SECOND, 0);
    done(&bench, ROW_CONFIRM, ADA, "1");
    assert_clocks(&bench, 62 * SECOND, 60 * SECOND, 1);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

TEST(test_clocks_stop_at_the_end)
{
    struct bench bench;
    bench_of_two(&bench, live());
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    done(&bench, ROW_MOVE, BOB, "2 mark a2");
    done(&bench, ROW_MOVE, ADA, "1 mark b1");
    done(&bench, ROW_MOVE, BOB, "2 mark b2");
    done(&bench, ROW_MOVE, ADA, "1 mark c1");
    assert_int_equal(bench.table->phase, TABLE_OVER);
    bench.now += DAY;
    assert_clocks(&bench, 75 * SECOND, 70 * SECOND, NOBODY);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

TEST(test_days)
{
    struct bench bench;
    bench_of_two(&bench, days());
    bench.now += 2 * DAY;
    assert_clocks(&bench, DAY, 3 * DAY, 0);
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    assert_clocks(&bench, DAY, 3 * DAY, 1);
    bench.now += DAY;
    done(&bench, ROW_MOVE, BOB, "2 mark b1");
    assert_clocks(&bench, 3 * DAY, 2 * DAY, 0); /* Ada has all of it again */
    bench.now += 3 * DAY;
    assert_false(table_is_late(bench.table, 0, bench.now));
    bench.now += 1;
    assert_true(table_is_late(bench.table, 0, bench.now));
    assert_false(table_is_late(bench.table, 1, bench.now));
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* Taking back and making again gives no new time. */
TEST(test_days_are_for_a_turn)
{
    struct bench bench;
    bench_of_two(&bench, days());
    done(&bench, ROW_CONFIRMS, ADA, "1 on");
    for (int i = 0; i < 4; i++) {
        bench.now += DAY;
        done(&bench, i % 2 == 0 ? ROW_MOVE : ROW_UNDO, ADA, i % 2 == 0 ? "1 mark a1" : "1");
    }
    assert_clocks(&bench, -DAY, 3 * DAY, 0);
    assert_true(table_is_late(bench.table, 0, bench.now));
    bench_close(&bench);
}

TEST(test_pause_stops_clocks)
{
    struct bench bench;
    bench_of_two(&bench, live());
    bench.now += 10 * SECOND;
    done(&bench, ROW_PAUSE, ADA, "1 on");
    bench.now += 10 * SECOND; /* one alone cannot stop them */
    assert_clocks(&bench, 40 * SECOND, 60 * SECOND, 0);
    done(&bench, ROW_PAUSE, BOB, "2 on");
    bench.now += DAY;
    assert_clocks(&bench, 40 * SECOND, 60 * SECOND, NOBODY);
    assert_false(table_is_late(bench.table, 0, bench.now));
    refused(&bench, ROW_HAND_OVER, BOB, "1 random",
            "another player's seat can be handed over only when its time is up");
    assert_can_be_built_again(&bench);
    done(&bench, ROW_PAUSE, BOB, "2 off");
    assert_clocks(&bench, 40 * SECOND, 60 * SECOND, 0);
    bench.now += SECOND;
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    assert_clocks(&bench, 44 * SECOND, 60 * SECOND, 1);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

TEST(test_computers_have_no_clock)
{
    struct bench bench;
    bench_open(&bench, live());
    done(&bench, ROW_SIT, ADA, "1 1 \"Ada\"");
    done(&bench, ROW_CONFIRMS, ADA, "1 off");
    done(&bench, ROW_COMPUTER, ADA, "2 random");
    assert_clocks(&bench, 60 * SECOND, 60 * SECOND, NOBODY); /* before the start nobody's runs */
    done(&bench, ROW_START, ADA, "");
    bench.now += SECOND;
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    bench.now += DAY;
    assert_clocks(&bench, 64 * SECOND, 60 * SECOND, NOBODY);
    assert_false(table_is_late(bench.table, 1, bench.now));
    done(&bench, ROW_MOVE, SERVER, "2 mark b1");
    assert_clocks(&bench, 64 * SECOND, 60 * SECOND, 0);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* When the time of someone is up, those who play may put a computer player there. */
TEST(test_handing_over_who_is_late)
{
    struct bench bench;
    bench_of_two(&bench, live());
    bench.now += 60 * SECOND;
    refused(&bench, ROW_HAND_OVER, BOB, "1 random",
            "another player's seat can be handed over only when its time is up");
    bench.now += 1;
    refused(&bench, ROW_HAND_OVER, CAT, "1 random", /* who only watches cannot */
            "another player's seat can be handed over only when its time is up");
    done(&bench, ROW_HAND_OVER, BOB, "1 random");
    assert_clocks(&bench, -1, 60 * SECOND, NOBODY);
    done(&bench, ROW_MOVE, SERVER, "1 mark a1");
    assert_clocks(&bench, -1, 60 * SECOND, 1);
    done(&bench, ROW_MOVE, BOB, "2 mark b1");
    done(&bench, ROW_TAKE_BACK, ADA, "1"); /* has time for a turn at least */
    assert_clocks(&bench, 5 * SECOND, 65 * SECOND, 0);
    bench.now += SECOND;
    done(&bench, ROW_MOVE, ADA, "1 mark c1");
    assert_clocks(&bench, 9 * SECOND, 65 * SECOND, 1);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* Leaving and coming back is no way to new time. */
TEST(test_coming_back_gives_no_time)
{
    struct bench bench;
    bench_of_two(&bench, live());
    bench.now += 40 * SECOND;
    done(&bench, ROW_HAND_OVER, ADA, "1 random");
    done(&bench, ROW_TAKE_BACK, ADA, "1");
    assert_clocks(&bench, 20 * SECOND, 60 * SECOND, 0);
    bench_close(&bench);

    bench_of_two(&bench, days());
    bench.now += 4 * DAY;
    done(&bench, ROW_HAND_OVER, BOB, "1 random");
    done(&bench, ROW_TAKE_BACK, ADA, "1"); /* by days everyone is patient */
    assert_clocks(&bench, 3 * DAY, 3 * DAY, 0);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* ---- times without a server ------------------------------------------------------------------ */

static int64_t credit(const struct bench *bench, const struct store_outage *outages, int count)
{
    return table_clock_credit(bench->table, outages, count, bench->now);
}

static void give_back(struct bench *bench, const struct store_outage *outages, int count)
{
    char body[32];
    snprintf(body, sizeof body, "%lld", (long long)credit(bench, outages, count));
    done(bench, ROW_OUTAGE, SERVER, body);
    assert_int_equal(credit(bench, outages, count), 0); /* not twice */
}

TEST(test_time_without_a_server_is_given_back)
{
    struct bench bench;
    bench_of_two(&bench, live());
    int64_t start = bench.now;
    const struct store_outage outages[] = {
        {start - 50 * SECOND, start - 40 * SECOND}, /* before the clock ran */
        {start - 5 * SECOND, start + 5 * SECOND},   /* five seconds of it count */
        {start + 10 * SECOND, start + 100 * SECOND},
    };
    bench.now += 110 * SECOND;
    assert_clocks(&bench, -50 * SECOND, 60 * SECOND, 0);
    assert_true(table_is_late(bench.table, 0, bench.now));
    assert_int_equal(credit(&bench, outages, 1), 0);
    assert_int_equal(credit(&bench, outages, 2), 5 * SECOND);
    assert_int_equal(credit(&bench, outages, 3), 95 * SECOND);
    give_back(&bench, outages, 3);
    assert_clocks(&bench, 45 * SECOND, 60 * SECOND, 0);
    assert_false(table_is_late(bench.table, 0, bench.now));
    refused(&bench, ROW_HAND_OVER, BOB, "1 random",
            "another player's seat can be handed over only when its time is up");
    bench.now += 5 * SECOND;
    done(&bench, ROW_MOVE, ADA, "1 mark a1"); /* and the increment as ever */
    assert_clocks(&bench, 45 * SECOND, 60 * SECOND, 1);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

TEST(test_what_is_not_given_back)
{
    struct bench bench;
    const char *no = "no clock can have run that long without a server";
    bench_of_two(&bench, live());
    bench.now += 10 * SECOND;
    refused(&bench, ROW_OUTAGE, ADA, "5000", no); /* nobody but the server */
    refused(&bench, ROW_OUTAGE, SERVER, "10001", no);
    refused(&bench, ROW_OUTAGE, SERVER, "0", "found \"0\", expected a number");
    refused(&bench, ROW_OUTAGE, SERVER, "-5", "found \"-5\", expected a number");
    refused(&bench, ROW_OUTAGE, SERVER, "5000 6", "found \"6\", expected the end of the line");
    done(&bench, ROW_OUTAGE, SERVER, "10000");
    refused(&bench, ROW_OUTAGE, SERVER, "1", no);
    done(&bench, ROW_CONFIRMS, ADA, "1 off");
    bench.now += 10 * SECOND;
    const struct store_outage twice[] = {{bench.now - 9 * SECOND, bench.now - SECOND},
                                         {bench.now - 8 * SECOND, bench.now}};
    assert_int_equal(credit(&bench, twice, 2), 9 * SECOND); /* what lies in both counts once */
    const struct store_outage longer[] = {{bench.now - 5 * SECOND, bench.now - 4 * SECOND},
                                          {bench.now - 20 * SECOND, bench.now - SECOND}};
    assert_int_equal(credit(&bench, longer, 2), 9 * SECOND); /* since the last row */
    done(&bench, ROW_PAUSE, ADA, "1 on");
    done(&bench, ROW_PAUSE, BOB, "2 on");
    bench.now += 10 * SECOND;
    assert_int_equal(credit(&bench, twice, 2), 0);
    refused(&bench, ROW_OUTAGE, SERVER, "5000", no); /* the clocks stand still */
    bench_close(&bench);

    bench_of_two(&bench, first_begins());
    bench.now += DAY;
    const struct store_outage day = {bench.now - DAY, bench.now};
    assert_int_equal(credit(&bench, &day, 1), 0); /* no clock at all */
    refused(&bench, ROW_OUTAGE, SERVER, "5000", no);
    bench_close(&bench);
}

/* A clock was ahead and is set back: what has not ended is not an outage, however far it reaches
 * back. */
TEST(test_an_outage_in_the_future)
{
    struct bench bench;
    bench_of_two(&bench, live());
    const struct store_outage outages[] = {{bench.now + SECOND, bench.now + 3 * SECOND},
                                           {bench.now - SECOND, bench.now + 3600 * SECOND}};
    for (int i = 0; i < 10; i++) {
        bench.now += SECOND;
        assert_int_equal(credit(&bench, outages, 2), i < 2 ? 0 : 2 * SECOND);
    }
    bench_close(&bench);
}

/* After one row that gives time back there is none to be given, until something else happens. But
 * tables have such rows in succession that older programs have written: they are read forever. */
TEST(test_not_twice_in_succession)
{
    struct bench bench;
    struct problem problem = {0};
    bench_of_two(&bench, live());
    bench.now += 10 * SECOND;
    done(&bench, ROW_OUTAGE, SERVER, "3000");
    bench.now += 10 * SECOND;
    const struct store_outage outage = {bench.now - 5 * SECOND, bench.now};
    assert_int_equal(credit(&bench, &outage, 1), 0);
    refused(&bench, ROW_OUTAGE, SERVER, "5000", "no clock can have run that long without a server");
    assert_clocks(&bench, 43 * SECOND, 60 * SECOND, 0);
    const struct store_row old = {.time = bench.now, .key = "", .kind = "outage", .body = "5000"};
    uint32_t rows = bench.table->rows;
    assert_true(table_replay(bench.table, &old, &problem));
    assert_int_equal(bench.table->rows, rows + 1);
    assert_clocks(&bench, 48 * SECOND, 60 * SECOND, 0);
    done(&bench, ROW_CONFIRMS, ADA, "1 on");
    bench.now += 10 * SECOND;
    const struct store_outage later = {bench.now - 5 * SECOND, bench.now};
    give_back(&bench, &later, 1);
    bench_close(&bench);
}

/* Time is given back together with what happens next, or not at all. */
TEST(test_given_back_with_the_next_row)
{
    struct bench bench;
    struct text full = {0}, before = {0}, after = {0};
    struct problem problem = {0};
    bench_of_two(&bench, live());
    bench.now += 70 * SECOND; /* Ada's time would be up */
    uint32_t rows = bench.table->rows;
    struct table_row outage = {.kind = ROW_OUTAGE, .time = bench.now, .body = span_of("65000")};
    struct table_row row = {
        .kind = ROW_HAND_OVER, .user = BOB, .time = bench.now, .body = span_of("1 random")};
    table_save(bench.table, &before);
    assert_false(table_apply_after(bench.table, &outage, &row, &full, &problem));
    table_save(bench.table, &after);
    assert_string_equal(text_string(&after), text_string(&before));
    assert_false(bench.table->after_outage);
    text_clear(&full);
    problem = (struct problem){0};
    row = (struct table_row){
        .kind = ROW_MOVE, .user = ADA, .time = bench.now, .body = span_of("1 mark a1")};
    assert_true(table_apply_after(bench.table, &outage, &row, &full, &problem));
    assert_string_equal(text_string(&full), "1 mark a1");
    assert_int_equal(bench.table->rows, rows + 2);
    assert_clocks(&bench, 60 * SECOND, 60 * SECOND, 1);
    text_free(&full);
    text_free(&before);
    text_free(&after);
    bench_close(&bench);
}

TEST(test_rows_do_not_go_back_in_time)
{
    struct bench bench;
    bench_of_two(&bench, live());
    assert_int_equal(table_time(bench.table, bench.now - 3600 * SECOND), bench.now);
    assert_int_equal(table_time(bench.table, bench.now), bench.now);
    assert_int_equal(table_time(bench.table, bench.now + SECOND), bench.now + SECOND);
    bench_close(&bench);
}

TEST(test_days_forgive_minutes)
{
    struct bench bench;
    bench_of_two(&bench, days());
    bench.now += DAY;
    const struct store_outage minutes = {bench.now - 290 * SECOND, bench.now};
    const struct store_outage hours = {bench.now - 7200 * SECOND, bench.now};
    assert_int_equal(credit(&bench, &minutes, 1), 0);
    assert_int_equal(credit(&bench, &hours, 1), 7200 * SECOND);
    give_back(&bench, &hours, 1);
    assert_clocks(&bench, 2 * DAY + 7200 * SECOND, 3 * DAY, 0);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
