/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables that continue a recorded game, or show one that is over. */

#include "table_fixture.h"

#include "session/session_save.h"

/* The lines of the record of a table's game, without the heading. */
static void add_lines(const struct bench *bench, struct text *out)
{
    session_write_lines(bench->table->session, out);
}

/* The record of a game of noughts after these moves, Ada first. */
static void record_noughts(const char *const *moves, int count, struct text *out)
{
    struct bench bench;
    bench_of_two(&bench, first_begins());
    for (int i = 0; i < count; i++)
        done(&bench, ROW_MOVE, i % 2 == 0 ? ADA : BOB, moves[i]);
    add_lines(&bench, out);
    bench_close(&bench);
}

static const char *const won[] = {"1 mark a1", "2 mark a2", "1 mark b1", "2 mark b2", "1 mark c1"};

TEST(test_a_game_that_is_over)
{
    struct bench bench;
    struct text lines = {0}, view = {0};
    record_noughts(won, 5, &lines);
    bench_open(&bench, first_begins());
    done(&bench, ROW_IMPORT, ADA, text_string(&lines));
    assert_int_equal(bench.table->phase, TABLE_OVER);
    add_view(bench.table, 0, &view);
    assert_non_null(strstr(text_string(&view), "\"imported\":5"));
    assert_non_null(strstr(text_string(&view), "\"kind\":\"person\",\"name\":\"Ada\""));
    assert_non_null(strstr(text_string(&view), "\"seed\":\"00010203")); /* as in the record */
    refused(&bench, ROW_SIT, BOB, "1 2 \"Bob\"", "this seat is not free");
    refused(&bench, ROW_START, ADA, "", "the game has begun");
    refused(&bench, ROW_MOVE, ADA, "1 mark c3", "this is not your seat");
    assert_can_be_built_again(&bench);

    struct text again = {0};
    add_lines(&bench, &again);
    assert_string_equal(text_string(&again), text_string(&lines));
    text_free(&again);
    text_free(&lines);
    text_free(&view);
    bench_close(&bench);
}

/* Without its seed nobody says anything about the dealer. */
TEST(test_over_without_a_seed)
{
    struct bench bench;
    struct text lines = {0}, view = {0};
    record_noughts(won, 5, &lines);
    char *seed = strstr(lines.at, "seed");
    *seed = '\0';
    bench_open(&bench, first_begins());
    done(&bench, ROW_IMPORT, SERVER, lines.at);
    assert_int_equal(bench.table->phase, TABLE_OVER);
    add_view(bench.table, 0, &view);
    assert_null(strstr(text_string(&view), "\"seed\""));
    assert_null(strstr(text_string(&view), "\"commitment\""));
    assert_can_be_built_again(&bench);
    text_free(&lines);
    text_free(&view);
    bench_close(&bench);
}

TEST(test_going_on)
{
    struct bench bench;
    struct text lines = {0}, view = {0};
    record_noughts(won, 4, &lines);
    bench_open(&bench, first_begins());
    done(&bench, ROW_IMPORT, ADA, text_string(&lines));
    assert_int_equal(bench.table->phase, TABLE_OPEN);
    add_view(bench.table, 0, &view);
    assert_non_null(strstr(text_string(&view), "\"kind\":\"open\",\"name\":\"Ada\""));
    assert_can_be_built_again(&bench);
    refused(&bench, ROW_START, ADA, "", "a seat is still free");
    done(&bench, ROW_SIT, CAT, "1 3 \"Cat\"");
    done(&bench, ROW_COMPUTER, ADA, "2 random");
    assert_can_be_built_again(&bench);
    done(&bench, ROW_START, ADA, "");
    assert_int_equal(bench.table->phase, TABLE_RUNNING);
    assert_int_equal(session_move_count(bench.table->session), 4);
    assert_int_equal(table_awaited(bench.table), 0);
    assert_string_equal(session_seat(bench.table->session, 0)->name, "Cat");
    refused(&bench, ROW_UNDO, CAT, "1", "there is nothing to undo since another player's decision");
    done(&bench, ROW_MOVE, CAT, "1 mark c1");
    assert_can_be_built_again(&bench);
    done(&bench, ROW_UNDO, CAT, "1");
    assert_can_be_built_again(&bench);
    done(&bench, ROW_REDO, CAT, "1");
    done(&bench, ROW_CONFIRM, CAT, "1");
    assert_int_equal(bench.table->phase, TABLE_OVER);
    assert_can_be_built_again(&bench);
    text_free(&lines);
    text_free(&view);
    bench_close(&bench);
}

/* A new dealer makes the chance moves to come; the old ones are as they were. */
TEST(test_a_new_dealer)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct bench old, bench;
        struct random random = {7};
        struct text lines = {0};
        bench_of_two(&old, plan_of(games[i]->name));
        for (int k = 0; k < 40 && old.table->phase == TABLE_RUNNING; k++) {
            struct text body = {0};
            add_some_move(old.table, &random, &body);
            done(&old, ROW_MOVE, table_awaited(old.table) == 0 ? ADA : BOB, text_string(&body));
            text_free(&body);
        }
        add_lines(&old, &lines);
        uint32_t count = session_move_count(old.table->session);
        bool over = old.table->phase == TABLE_OVER;
        bench_open(&bench, plan_of(games[i]->name));
        memset(bench.stored.seed, 9, SEED_SIZE);
        table_close(bench.table);
        bench.table = open_table(&bench);
        done(&bench, ROW_IMPORT, ADA, text_string(&lines));
        if (!over) {
            done(&bench, ROW_COMPUTER, ADA, "1 random");
            done(&bench, ROW_COMPUTER, ADA, "2 random");
            done(&bench, ROW_START, ADA, "");
        }
        for (uint32_t k = 0; k < count; k++) {
            struct record_move was = session_entry(old.table->session, k);
            assert_true(move_equal(was.move, session_entry(bench.table->session, k).move));
        }
        for (int k = 0; k < 200 && bench.table->phase == TABLE_RUNNING; k++) {
            struct text body = {0};
            add_some_move(bench.table, &random, &body);
            done(&bench, ROW_MOVE, SERVER, text_string(&body));
            text_free(&body);
        }
        if (!over)
            assert_int_equal(session_seed_from(bench.table->session),
                             session_chance_count(old.table->session));
        assert_can_be_built_again(&bench);
        text_free(&lines);
        bench_close(&old);
        bench_close(&bench);
    }
}

TEST(test_refused_records)
{
    static const struct {
        const char *old, *new, *sentence;
    } wrong[] = {
        {"2 mark a2", "2 mark a1", "move 2 of the game is not possible there"},
        {"2 mark a2", "1 mark a2",
         "move 2 of the game is not made by the player who decides there"},
        {"1 mark c1", "1 mark c2", "the last state is not the one the record names"},
        {"score 1", "score 0", "the score is not the one the record names"},
        {"1 mark c1\n", "", "the last state is not the one the record names"},
        {"seat 2", "seat 3", "found \"3\", expected the number of the next seat"},
        {"seed 00", "more\nseed 00", "found \"more\", expected the end of the text"},
    };
    struct bench bench;
    struct text lines = {0}, changed = {0};
    record_noughts(won, 5, &lines);
    bench_open(&bench, first_begins());
    refused(&bench, ROW_IMPORT, BOB, text_string(&lines), "only the table's owner can do that");
    refused(&bench, ROW_IMPORT, ADA, "", "the text ends here, expected seat");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        add_replaced(&changed, text_string(&lines), wrong[i].old, wrong[i].new);
        refused(&bench, ROW_IMPORT, ADA, text_string(&changed), wrong[i].sentence);
        text_clear(&changed);
    }
    done(&bench, ROW_SIT, BOB, "1 2 \"Bob\"");
    refused(&bench, ROW_IMPORT, ADA, text_string(&lines),
            "only a new table can continue a recorded game");
    text_free(&lines);
    text_free(&changed);
    bench_close(&bench);
}

/* Who knows the seed knows the future. */
TEST(test_a_seed_before_the_end)
{
    struct bench bench;
    struct text lines = {0};
    record_noughts(won, 4, &lines);
    text_add(&lines, "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n");
    bench_open(&bench, first_begins());
    refused(&bench, ROW_IMPORT, ADA, text_string(&lines),
            "the dealer's seed is shown when the game is over");
    text_free(&lines);
    bench_close(&bench);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
