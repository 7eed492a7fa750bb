/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Each kind of row: what it does, who may, what is refused. */

#include "table_fixture.h"

#include "server/analysis_job.h"

/* ---- before the game ------------------------------------------------------------------------- */

TEST(test_sitting_down)
{
    struct bench bench;
    bench_open(&bench, plan_of("noughts"));
    done(&bench, ROW_SIT, ADA, "1 1 \"Ada # \\\"B\\\"\"");
    assert_string_equal(bench.table->seats[0].name, "Ada # \"B\"");
    assert_true(bench.table->seats[0].user == ADA);
    assert_true(bench.table->seats[0].confirm);
    refused(&bench, ROW_SIT, BOB, "1 2 \"Bob\"", "this seat is not free");
    refused(&bench, ROW_SIT, BOB, "2 3 \"Cat\"", "you cannot seat someone else");
    refused(&bench, ROW_SIT, BOB, "3 2 \"Bob\"", "found \"3\", expected a seat");
    refused(&bench, ROW_SIT, BOB, "0 2 \"Bob\"", "found \"0\", expected a seat");
    refused(&bench, ROW_SIT, BOB, "", "the text ends here, expected a seat");
    refused(&bench, ROW_SIT, BOB, "2 0 \"Bob\"", "found \"0\", expected a user");
    refused(&bench, ROW_SIT, BOB, "2 2 \"\"", "a name is missing");
    refused(&bench, ROW_SIT, BOB, "2 2 Bob", "found \"Bob\", expected a text in \"quotes\"");
    refused(&bench, ROW_SIT, BOB, "2 2 \"Bob\" too", "found \"too\", expected the end of the line");
    done(&bench, ROW_SIT, SERVER, "2 2 \"Bob\"");
    assert_int_equal(table_seats_of(bench.table, ADA), 1);
    assert_int_equal(table_seats_of(bench.table, BOB), 2);
    assert_int_equal(table_seats_of(bench.table, SERVER), 0);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* Whoever played the game before knows the deal; others must agree, and the row says that they did.
 */
TEST(test_the_same_deal)
{
    static const char analysis_query[] =
        "this table has the same deal as an earlier game, and others may know what comes next: "
        "you must agree before you sit down";
    struct bench bench;
    struct table_plan plan = plan_of("noughts");
    plan.same_deal = (struct same_deal){.table_id = "before", .people = {ADA, CAT}};
    bench_open(&bench, plan);
    assert_true(same_deal_asks(&bench.table->plan.same_deal, BOB));
    assert_true(same_deal_asks(&bench.table->plan.same_deal, 0));
    assert_false(same_deal_asks(&bench.table->plan.same_deal, CAT));
    done(&bench, ROW_SIT, ADA, "1 1 \"Ada\"");
    refused(&bench, ROW_SIT, BOB, "2 2 \"Bob\"", analysis_query);
    refused(&bench, ROW_SIT, SERVER, "2 2 \"Bob\"", analysis_query);
    refused(&bench, ROW_SIT, BOB, "2 2 \"Bob\" same-deal too",
            "found \"too\", expected the end of the line");
    done(&bench, ROW_SIT, BOB, "2 2 \"Bob\" same-deal");
    assert_string_equal(last_body(&bench), "2 2 \"Bob\" same-deal");
    assert_true(bench.table->seats[1].agreed);
    assert_false(bench.table->seats[0].agreed);
    assert_can_be_built_again(&bench);
    done(&bench, ROW_STAND, BOB, "2");
    assert_false(bench.table->seats[1].agreed); /* who comes next is asked again */
    done(&bench, ROW_SIT, CAT, "2 3 \"Cat\"");
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

TEST(test_one_person_on_two_seats)
{
    struct bench bench;
    bench_open(&bench, first_begins());
    done(&bench, ROW_SIT, ADA, "1 1 \"Ada\"");
    done(&bench, ROW_SIT, ADA, "2 1 \"Bob\"");
    assert_int_equal(table_seats_of(bench.table, ADA), 3);
    done(&bench, ROW_START, ADA, "");
    done(&bench, ROW_MOVE, ADA, "1 mark b2");
    done(&bench, ROW_CONFIRM, ADA, "1");
    done(&bench, ROW_MOVE, ADA, "2 mark a1");
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

TEST(test_standing_up)
{
    struct bench bench;
    bench_open(&bench, plan_of("noughts"));
    refused(&bench, ROW_STAND, ADA, "1", "you cannot leave this seat now");
    done(&bench, ROW_SIT, ADA, "1 1 \"Ada\"");
    done(&bench, ROW_SIT, BOB, "2 2 \"Bob\"");
    done(&bench, ROW_CONFIRMS, BOB, "2 off");
    refused(&bench, ROW_STAND, BOB, "1", "this is not your seat");
    refused(&bench, ROW_STAND, BOB, "2 2", "found \"2\", expected the end of the line");
    done(&bench, ROW_STAND, BOB, "2");
    assert_string_equal(bench.table->seats[1].name, "");
    assert_true(bench.table->seats[1].confirm); /* nothing of Bob is left */
    done(&bench, ROW_SIT, CAT, "2 3 \"Cat\"");
    done(&bench, ROW_STAND, ADA, "2"); /* who made the table may free a seat */
    done(&bench, ROW_COMPUTER, ADA, "2 random");
    done(&bench, ROW_STAND, SERVER, "2");
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

TEST(test_computer_players)
{
    struct bench bench;
    bench_open(&bench, plan_of("noughts"));
    refused(&bench, ROW_COMPUTER, BOB, "1 random", "only the table's owner can do that");
    refused(&bench, ROW_COMPUTER, ADA, "1", "a name is missing");
    refused(&bench, ROW_COMPUTER, ADA, "1 random too",
            "found \"too\", expected the end of the line");
    done(&bench, ROW_COMPUTER, ADA, "1 mcts:nodes=10");
    assert_string_equal(bench.table->seats[0].name, "Hypatia");
    assert_string_equal(bench.table->seats[0].player, "mcts:nodes=10");
    assert_true(bench.table->seats[0].user == 0);
    refused(&bench, ROW_COMPUTER, ADA, "1 random", "this seat is not free");
    refused(&bench, ROW_SIT, BOB, "1 2 \"Bob\"", "this seat is not free");
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

TEST(test_starting)
{
    struct bench bench;
    bench_open(&bench, plan_of("noughts"));
    done(&bench, ROW_SIT, BOB, "1 2 \"Bob\"");
    refused(&bench, ROW_START, ADA, "", "a seat is still free");
    done(&bench, ROW_SIT, CAT, "2 3 \"Cat\"");
    refused(&bench, ROW_START, BOB, "", "only the table's owner can do that");
    refused(&bench, ROW_START, ADA, "now", "found \"now\", expected the end of the line");
    refused(&bench, ROW_MOVE, BOB, "1 mark a1", "the game has not begun");
    refused(&bench, ROW_UNDO, BOB, "1", "the game has not begun");
    refused(&bench, ROW_REDO, BOB, "1", "the game has not begun");
    refused(&bench, ROW_CONFIRM, BOB, "1", "the game has not begun");
    refused(&bench, ROW_PAUSE, BOB, "1 on", "the game has not begun");
    refused(&bench, ROW_TAKE_BACK, BOB, "1", "the game has not begun");
    refused(&bench, ROW_HAND_OVER, BOB, "1 random", "there is no one to replace in this seat");
    assert_int_equal(table_awaited(bench.table), NOBODY);
    done(&bench, ROW_START, ADA, "");
    assert_int_equal(bench.table->phase, TABLE_RUNNING);
    /* Who begins was drawn, and is kept with the row. */
    assert_int_equal(strncmp(last_body(&bench), "\n* first ", 9), 0);
    refused(&bench, ROW_START, ADA, "", "the game has begun");
    refused(&bench, ROW_SIT, ADA, "1 1 \"Ada\"", "this seat is not free");
    refused(&bench, ROW_STAND, BOB, "1", "you cannot leave this seat now");
    refused(&bench, ROW_COMPUTER, ADA, "1 random", "this seat is not free");
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* ---- the game -------------------------------------------------------------------------------- */

TEST(test_moves)
{
    struct bench bench;
    bench_of_two(&bench, first_begins());
    refused(&bench, ROW_MOVE, BOB, "1 mark a1", "this is not your seat");
    refused(&bench, ROW_MOVE, SERVER, "1 mark a1", "this is not your seat");
    refused(&bench, ROW_MOVE, BOB, "2 mark a1", "Ada has to decide now");
    refused(&bench, ROW_MOVE, ADA, "1 mark d4", "found \"d4\", expected a cell");
    refused(&bench, ROW_MOVE, ADA, "1 mark a1 a2", "found \"a2\", expected the end of the line");
    refused(&bench, ROW_MOVE, ADA, "1 first 1", "this move is not possible now");
    done(&bench, ROW_MOVE, ADA, "1   mark\ta1 # a comment");
    assert_string_equal(last_body(&bench), "1 mark a1");
    refused(&bench, ROW_MOVE, BOB, "2 mark a1", "this move is not possible now");
    done(&bench, ROW_MOVE, BOB, "2 mark a2");
    done(&bench, ROW_MOVE, ADA, "1 mark b1");
    done(&bench, ROW_MOVE, BOB, "2 mark b2");
    done(&bench, ROW_MOVE, ADA, "1 mark c1");
    assert_int_equal(bench.table->phase, TABLE_OVER);
    assert_int_equal(table_awaited(bench.table), NOBODY);
    refused(&bench, ROW_MOVE, BOB, "2 mark c2", "the game is over");
    refused(&bench, ROW_UNDO, ADA, "1", "the last move is final: the game has moved on");
    refused(&bench, ROW_PAUSE, ADA, "1 on", "the game is over");
    refused(&bench, ROW_HAND_OVER, ADA, "1 random", "there is no one to replace in this seat");
    refused(&bench, ROW_TAKE_BACK, ADA, "1", "the game is over");
    refused(&bench, ROW_CONFIRMS, ADA, "1 on", "the game is over");
    refused(&bench, ROW_CONFIRMS, BOB, "2 off", "the game is over");
    assert_can_be_built_again(&bench);
    /* Tables of older programs have such rows. */
    struct problem problem = {0};
    struct store_row old = {.number = bench.table->rows + 1,
                            .time = bench.now,
                            .user = ADA,
                            .key = "",
                            .kind = row_kinds[ROW_CONFIRMS],
                            .body = "1 on"};
    assert_true(table_replay(bench.table, &old, &problem));
    assert_int_equal(bench.table->phase, TABLE_OVER);
    bench_close(&bench);
}

TEST(test_undo_and_redo)
{
    struct bench bench;
    bench_of_two(&bench, first_begins());
    refused(&bench, ROW_UNDO, ADA, "1", "there is nothing to undo");
    done(&bench, ROW_CONFIRMS, ADA, "1 on");
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    assert_int_equal(session_awaits_confirm(bench.table->session), 0);
    refused(&bench, ROW_UNDO, BOB, "1", "this is not your seat");
    refused(&bench, ROW_UNDO, BOB, "2", "there is nothing to undo since another player's decision");
    refused(&bench, ROW_MOVE, BOB, "2 mark b1", "Ada still has to confirm the turn");
    refused(&bench, ROW_REDO, ADA, "1", "there is nothing to redo");
    refused(&bench, ROW_CONFIRM, BOB, "2", "there is no turn to confirm");
    done(&bench, ROW_UNDO, ADA, "1");
    assert_int_equal(session_move_count(bench.table->session), 0);
    assert_can_be_built_again(&bench);
    refused(&bench, ROW_REDO, BOB, "2", "there is nothing to redo");
    refused(&bench, ROW_REDO, ADA, "1 mark a1", "found \"mark\", expected the end of the line");
    done(&bench, ROW_REDO, ADA, "1");
    done(&bench, ROW_CONFIRM, ADA, "1");
    refused(&bench, ROW_UNDO, ADA, "1", "the last move is final: the game has moved on");
    refused(&bench, ROW_CONFIRM, ADA, "1", "there is no turn to confirm");
    assert_int_equal(table_awaited(bench.table), 1);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* The first moves of Pulsar 2849 that can be made in a row: a flight. */
static void add_flight(const struct table *table, struct text *body, int *count)
{
    const struct ruleset *rules = table->rules;
    union any_state state;
    int seat = table_awaited(table);
    memcpy(&state, session_state(table->session), rules->game->state_size);
    text_addf(body, "%d fly", seat + 1);
    struct move move;
    struct problem problem = {0};
    assert_true(move_from_text(rules, span_of("fly"), &move, &problem));
    for (*count = 1;; ++*count) {
        struct move moves[MOVES_MAX];
        assert_true(play_move(rules, &state, move, NULL));
        const char *kind;
        if (rules->game->node(rules, &state).actor != seat || *count == ACTION_MOVES_MAX)
            return;
        rules->game->legal(rules, &state, moves);
        move = moves[0];
        kind = rules->game->words->moves[move.kind].name;
        if (strcmp(kind, "to") != 0 && strcmp(kind, "pay") != 0)
            return;
        text_add(body, " ; ");
        move_write(rules, move, body);
    }
}

static bool can_fly(const struct table *table)
{
    struct move fly;
    struct problem problem = {0};
    return move_from_text(table->rules, span_of("fly"), &fly, &problem) &&
           play_find(table->rules, session_state(table->session), fly) >= 0;
}

/* Several moves in one row are undone by one; the row says how many, so that it means the same on a
 * server that has forgotten which moves were made together. */
TEST(test_several_moves_in_one_row)
{
    struct bench bench;
    struct random random = {1};
    int flights = 0;
    bench_of_two(&bench, plan_of("pulsar-2849"));
    done(&bench, ROW_CONFIRMS, ADA, "1 on");
    done(&bench, ROW_CONFIRMS, BOB, "2 on");
    for (int k = 0; k < 400 && flights < 3 && bench.table->phase == TABLE_RUNNING; k++) {
        struct text body = {0}, undone = {0};
        int seat = table_awaited(bench.table), count = 0;
        int64_t user = seat == 0 ? ADA : BOB;
        char number[12];
        snprintf(number, sizeof number, "%d", seat + 1);
        if (session_awaits_confirm(bench.table->session) >= 0) {
            done(&bench, ROW_CONFIRM, user, number);
        } else if (can_fly(bench.table)) {
            uint32_t before = session_move_count(bench.table->session);
            add_flight(bench.table, &body, &count);
            done(&bench, ROW_MOVE, user, text_string(&body));
            if (count > 1 && session_can_undo(bench.table->session, seat)) {
                flights++;
                assert_string_equal(last_body(&bench), text_string(&body));
                assert_can_be_built_again(&bench); /* from its rows, and as a text */
                done(&bench, ROW_UNDO, user, number);
                text_addf(&undone, "%d %d", seat + 1, count);
                assert_string_equal(last_body(&bench), text_string(&undone));
                assert_int_equal(session_move_count(bench.table->session), before);
                done(&bench, ROW_REDO, user, number);
                assert_string_equal(last_body(&bench), text_string(&undone));
                assert_can_be_built_again(&bench);
            }
        } else {
            add_some_move(bench.table, &random, &body);
            done(&bench, ROW_MOVE, user, text_string(&body));
        }
        text_free(&body);
        text_free(&undone);
    }
    assert_int_equal(flights, 3);
    bench_close(&bench);
}

TEST(test_too_many_moves_in_one_row)
{
    struct bench bench;
    struct text body = {0};
    bench_of_two(&bench, first_begins());
    refused(&bench, ROW_MOVE, ADA, "1 mark a1 ;", "the line ends here, expected a kind of move");
    refused(&bench, ROW_MOVE, ADA, "1 mark a1 ; mark a2", "this move is not possible now");
    text_add(&body, "1 mark a1");
    for (int i = 0; i < ACTION_MOVES_MAX; i++)
        text_add(&body, " ; mark a1");
    refused(&bench, ROW_MOVE, ADA, text_string(&body), "these are too many moves at once");
    refused(&bench, ROW_UNDO, ADA, "1 2", "found \"2\", expected the end of the line");
    assert_int_equal(session_move_count(bench.table->session), 0);
    text_free(&body);
    bench_close(&bench);
}

TEST(test_confirming)
{
    struct bench bench;
    bench_of_two(&bench, first_begins());
    refused(&bench, ROW_CONFIRMS, BOB, "1 on", "this is not your seat");
    refused(&bench, ROW_CONFIRMS, SERVER, "1 on", "this is not your seat");
    refused(&bench, ROW_CONFIRMS, ADA, "1 maybe", "found \"maybe\", expected on or off");
    refused(&bench, ROW_CONFIRMS, ADA, "1", "the line ends here, expected on or off");
    refused(&bench, ROW_CONFIRMS, ADA, "1 on off", "found \"off\", expected the end of the line");
    done(&bench, ROW_CONFIRMS, BOB, "2 on");
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    done(&bench, ROW_MOVE, BOB, "2 mark b1");
    done(&bench, ROW_CONFIRMS, BOB, "2 off"); /* the turn that waits keeps waiting */
    assert_int_equal(session_awaits_confirm(bench.table->session), 1);
    done(&bench, ROW_CONFIRM, BOB, "2");
    assert_int_equal(table_awaited(bench.table), 0);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* A turn that is not confirmed but made final by the redo of its last move: chance continues. */
TEST(test_chance_is_kept_with_its_row)
{
    static const char *const games_with_dice[] = {"pulsar-2849", "beyond-the-sun"};
    struct random random = {1};
    for (size_t i = 0; i < 2; i++) {
        struct bench bench;
        int with_chance = 0;
        bench_of_two(&bench, plan_of(games_with_dice[i]));
        for (int k = 0; k < 150 && bench.table->phase == TABLE_RUNNING; k++) {
            struct text body = {0};
            add_some_move(bench.table, &random, &body);
            int64_t user = table_awaited(bench.table) == 0 ? ADA : BOB;
            done(&bench, ROW_MOVE, user, text_string(&body));
            with_chance += strchr(last_body(&bench), '\n') != NULL;
            text_free(&body);
        }
        assert_true(with_chance > 0);
        assert_can_be_built_again(&bench);
        bench_close(&bench);
    }
}

/* ---- handing over ---------------------------------------------------------------------------- */

TEST(test_handing_over)
{
    struct bench bench;
    bench_of_two(&bench, first_begins());
    refused(&bench, ROW_HAND_OVER, BOB, "1 random",
            "another player's seat can be handed over only when its time is up");
    refused(&bench, ROW_HAND_OVER, CAT, "1 random",
            "another player's seat can be handed over only when its time is up");
    refused(&bench, ROW_HAND_OVER, ADA, "1", "a name is missing");
    refused(&bench, ROW_TAKE_BACK, ADA, "1", "this is already your seat");
    done(&bench, ROW_HAND_OVER, ADA, "1 random");
    assert_string_equal(bench.table->seats[0].name, "Ada");
    assert_string_equal(bench.table->seats[0].player, "random");
    assert_true(bench.table->seats[0].user == ADA);
    refused(&bench, ROW_HAND_OVER, ADA, "1 random", "there is no one to replace in this seat");
    refused(&bench, ROW_MOVE, ADA, "1 mark a1", "this is not your seat");
    done(&bench, ROW_MOVE, SERVER, "1 mark a1");
    done(&bench, ROW_MOVE, BOB, "2 mark b1");
    refused(&bench, ROW_TAKE_BACK, BOB, "1", "this is not your seat");
    refused(&bench, ROW_TAKE_BACK, SERVER, "1", "this is not your seat");
    done(&bench, ROW_TAKE_BACK, ADA, "1");
    refused(&bench, ROW_MOVE, SERVER, "1 mark c1", "this is not your seat");
    done(&bench, ROW_MOVE, ADA, "1 mark c1");
    done(&bench, ROW_HAND_OVER, SERVER, "2 mcts:nodes=10");
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* Where there are no hints, a computer player that was called stays for a while. */
TEST(test_handing_over_for_long)
{
    struct bench bench;
    char sentence[120];
    bench_of_two(&bench, first_begins());
    int round = session_node(bench.table->session).round;
    done(&bench, ROW_HAND_OVER, ADA, "1 random stays");
    assert_string_equal(bench.table->seats[0].player, "random");
    assert_string_equal(last_body(&bench), "1 random stays");
    snprintf(sentence, sizeof sentence,
             "this table has no hints: the computer player keeps your seat until "
             "round %d",
             round + 2);
    refused(&bench, ROW_TAKE_BACK, ADA, "1", sentence);
    assert_can_be_built_again(&bench);
    static const char *const moves[] = {"1 mark a1", "2 mark b1", "1 mark a2", "2 mark b2"};
    for (int i = 0; i < 4 && session_node(bench.table->session).round < round + 2; i++)
        done(&bench, ROW_MOVE, i % 2 == 0 ? SERVER : BOB, moves[i]);
    done(&bench, ROW_TAKE_BACK, ADA, "1");
    assert_int_equal(bench.table->seats[0].back_round, 0);
    refused(&bench, ROW_HAND_OVER, ADA, "1 random stay",
            "found \"stay\", expected the end of the line");
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* A computer player does not confirm: it is done for the person who left. */
TEST(test_handing_over_an_unconfirmed_turn)
{
    struct bench bench;
    bench_of_two(&bench, first_begins());
    done(&bench, ROW_CONFIRMS, ADA, "1 on");
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    done(&bench, ROW_HAND_OVER, ADA, "1 random");
    assert_int_equal(table_awaited(bench.table), 1);
    assert_int_equal(session_awaits_confirm(bench.table->session), NOBODY);
    done(&bench, ROW_MOVE, BOB, "2 mark b1");
    done(&bench, ROW_TAKE_BACK, ADA, "1");
    done(&bench, ROW_MOVE, ADA, "1 mark c1"); /* the preference is as it was */
    assert_int_equal(session_awaits_confirm(bench.table->session), 0);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* ---- pausing --------------------------------------------------------------------------------- */

TEST(test_pausing)
{
    struct bench bench;
    bench_of_two(&bench, first_begins());
    refused(&bench, ROW_PAUSE, BOB, "1 on", "this is not your seat");
    refused(&bench, ROW_PAUSE, CAT, "1 on", "this is not your seat");
    refused(&bench, ROW_PAUSE, ADA, "1 perhaps", "found \"perhaps\", expected on or off");
    done(&bench, ROW_PAUSE, ADA, "1 on");
    assert_false(bench.table->paused);
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    done(&bench, ROW_PAUSE, BOB, "2 on");
    assert_true(bench.table->paused);
    refused(&bench, ROW_MOVE, BOB, "2 mark b1", "the game is paused");
    refused(&bench, ROW_UNDO, ADA, "1", "the game is paused");
    assert_can_be_built_again(&bench);
    done(&bench, ROW_PAUSE, ADA, "1 off");
    assert_false(bench.table->paused);
    done(&bench, ROW_MOVE, BOB, "2 mark b1");
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* Only people are asked, and a game of computer players alone is never paused. */
TEST(test_pausing_with_computers)
{
    struct bench bench;
    bench_of_two(&bench, first_begins());
    done(&bench, ROW_PAUSE, ADA, "1 on");
    done(&bench, ROW_HAND_OVER, BOB, "2 random");
    assert_true(bench.table->paused); /* Ada is the only person left */
    done(&bench, ROW_TAKE_BACK, BOB, "2");
    assert_false(bench.table->paused);
    done(&bench, ROW_HAND_OVER, ADA, "1 random");
    done(&bench, ROW_HAND_OVER, BOB, "2 random");
    assert_false(bench.table->paused);
    done(&bench, ROW_MOVE, SERVER, "1 mark a1");
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* Bots are not asked either, unless nobody else is there. */
TEST(test_pausing_with_bots)
{
    struct bench bench;
    bench_open(&bench, first_begins());
    done(&bench, ROW_SIT, ADA, "1 1 \"Ada\" account");
    done(&bench, ROW_SIT, BOB, "2 2 \"Robby\" bot");
    done(&bench, ROW_START, ADA, "");
    assert_int_equal(bench.table->seats[1].person, PERSON_BOT);
    done(&bench, ROW_PAUSE, BOB, "2 on");
    assert_false(bench.table->paused); /* it cannot keep a person from playing */
    done(&bench, ROW_PAUSE, ADA, "1 on");
    assert_true(bench.table->paused);
    done(&bench, ROW_PAUSE, BOB, "2 off");
    assert_true(bench.table->paused);
    done(&bench, ROW_HAND_OVER, ADA, "1 random");
    assert_false(bench.table->paused);
    done(&bench, ROW_PAUSE, BOB, "2 on");
    assert_true(bench.table->paused);
    assert_can_be_built_again(&bench);
    bench_close(&bench);
}

/* Everyone sees that a seat is a bot's, also when it was handed over; it gets no hints. */
TEST(test_bots_are_marked)
{
    struct bench bench;
    struct problem problem = {0};
    struct analysis_job job;
    struct text view = {0};
    struct table_plan plan = first_begins();
    plan.hints = true;
    bench_open(&bench, plan);
    done(&bench, ROW_SIT, ADA, "1 1 \"Robby\" bot");
    done(&bench, ROW_SIT, BOB, "2 2 \"Bob\" guest");
    done(&bench, ROW_START, ADA, "");
    add_view(bench.table, 1000, &view);
    assert_non_null(strstr(text_string(&view), "\"name\":\"Robby\",\"guest\":false,\"bot\":true"));
    assert_null(strstr(text_string(&view), "\"guest\":true,\"bot\""));
    assert_false(analysis_job_for_hint(bench.table, ADA, 0, &job, &problem));
    assert_string_equal(problem.sentence, "bots get no hints");
    done(&bench, ROW_HAND_OVER, ADA, "1 random");
    text_clear(&view);
    add_view(bench.table, 1000, &view);
    assert_non_null(strstr(text_string(&view), "\"bot\":true"));
    assert_can_be_built_again(&bench);
    text_free(&view);
    bench_close(&bench);
}

/* ---- rows that cannot be --------------------------------------------------------------------- */

TEST(test_damaged_rows)
{
    static const struct {
        const char *kind, *body, *message;
    } wrong[] = {
        {"", "", "a row of the table is of an unknown kind: "},
        {"Move", "1 mark b2", "a row of the table is of an unknown kind: Move"},
        {"move", "1 mark b2", "this is not your seat"},
        {"move", "2 mark a1", "this move is not possible now"},
        {"move", "2 mark b2\n* first 1", "a row of the table does not replay to the same result"},
        {"move", "2 mark b2 ", "a row of the table does not replay to the same result"},
        {"move", "2 mark  b2", "a row of the table does not replay to the same result"},
        {"move", "7 mark b2", "t:1:1: found \"7\", expected a seat"},
        {"move", "\xff", "t:1: this is not a UTF-8 text"},
        {"undo", "2\n* first 2", "there is nothing to undo since another player's decision"},
        {"start", "", "the game has begun"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct bench bench;
        struct problem problem = {0};
        bench_of_two(&bench, first_begins());
        done(&bench, ROW_MOVE, ADA, "1 mark a1");
        struct store_row row = {.number = (uint32_t)bench.count + 1,
                                .time = 2000,
                                .user = BOB,
                                .key = "",
                                .kind = wrong[i].kind,
                                .body = wrong[i].body};
        assert_false(table_replay(bench.table, &row, &problem));
        assert_told(&problem, wrong[i].message);
        bench_close(&bench);
    }
}

/* The dealer's moves are kept so that other rules or another seed are noticed. */
TEST(test_another_seed)
{
    struct bench bench;
    int noticed = 0;
    bench_of_two(&bench, plan_of("noughts"));
    for (uint8_t i = 1; i < 20; i++) {
        struct problem problem = {0};
        bench.stored.seed[0] = i;
        struct table *table = open_table(&bench);
        for (int k = 0; k < bench.count && !problem_is_set(&problem); k++) {
            struct store_row row = stored(&bench, k);
            table_replay(table, &row, &problem);
        }
        if (problem_is_set(&problem)) {
            assert_told(&problem, "a row of the table does not replay to the same result");
            noticed++;
        }
        table_close(table);
    }
    assert_true(noticed > 3);
    bench_close(&bench);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
