/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses: on noughts, where right and wrong are plain, and on the race, where costs and
 * luck can be computed by hand. */

#include "helpers.h"
#include "race.h"

#include "contract/notation.h"
#include "players/analysis_json.h"
#include "terminal/analysis_report.h"

enum { A1, B1, C1, A2, B2, C2, A3, B3, C3 };
enum { MARK = 1 }; /* a kind of move of noughts */

static struct move mark(int cell)
{
    return (struct move){.kind = MARK, .a = (uint8_t)cell};
}

static const struct budget small = {.nodes = 400, .threads = 1};

static struct ruleset *noughts;

static int open_all(void **unused)
{
    (void)unused;
    noughts = open_noughts("first");
    return 0;
}

static int close_all(void **unused)
{
    (void)unused;
    ruleset_close(noughts);
    return 0;
}

/* ---- hints ----------------------------------------------------------------------------------- */

static void play_cells(union any_state *state, const int *cells, int count)
{
    play_start(noughts, state);
    for (int i = 0; i < count; i++)
        assert_true(play_move(noughts, state, mark(cells[i]), NULL));
}

static void expect_first(const int *cells, int count, int cell, uint32_t least, uint32_t most)
{
    union any_state state;
    struct hint hint;
    struct problem problem = {0};
    play_cells(&state, cells, count);
    assert_true(hint_find(noughts, &state, &small, &hint, &problem));
    assert_int_equal(hint.actor, count % 2);
    assert_int_equal(hint.count, 9 - count);
    assert_true(move_equal(hint.moves[0].move, mark(cell)));
    assert_in_range(hint.moves[0].expected.win[hint.actor], least, most);
}

TEST(a_hint_wins_and_blocks)
{
    expect_first((const int[]){A1, A2, B1, B2}, 4, C1, JUDGE_ONE, JUDGE_ONE);
    expect_first((const int[]){A1, A2, C3, B2, B3}, 5, C2, JUDGE_ONE, JUDGE_ONE);
    expect_first((const int[]){A1, B2, B1}, 3, C1, JUDGE_ONE / 4, JUDGE_ONE * 3 / 4);
}

TEST(a_hint_lists_every_move_in_order)
{
    union any_state state;
    struct hint hint, again;
    struct problem problem = {0};
    play_cells(&state, (const int[]){A1, B2}, 2);
    assert_true(hint_find(noughts, &state, &small, &hint, &problem));
    for (int i = 0; i < hint.count; i++) {
        const struct estimate *expected = &hint.moves[i].expected;
        assert_true(play_find(noughts, &state, hint.moves[i].move) >= 0);
        assert_true(i == 0 || hint.moves[i - 1].visits >= hint.moves[i].visits);
        assert_in_range(expected->win[0] + expected->win[1], JUDGE_ONE - 2, JUDGE_ONE);
        for (int k = 0; k < i; k++)
            assert_false(move_equal(hint.moves[i].move, hint.moves[k].move));
    }
    assert_true(hint_find(noughts, &state, &small, &again, &problem));
    assert_memory_equal(hint.moves, again.moves, (size_t)hint.count * sizeof hint.moves[0]);
}

/* A mean of chances errs at most as much as a coin; what is certain does not. */
TEST(a_hint_tells_its_standard_error)
{
    union any_state state;
    struct hint hint;
    struct problem problem = {0};
    play_cells(&state, (const int[]){A1, A2, B1, B2}, 4);
    assert_true(hint_find(noughts, &state, &small, &hint, &problem));
    assert_int_equal(hint.moves[0].error[0], 0); /* it wins */
    play_cells(&state, (const int[]){A1, B2}, 2);
    assert_true(hint_find(noughts, &state, &small, &hint, &problem));
    for (int i = 0; i < hint.count; i++) {
        const struct search_move *move = &hint.moves[i];
        uint64_t win = move->expected.win[0], error = move->error[0];
        if (move->visits == 0)
            assert_true(error == SEARCH_ERROR_UNKNOWN);
        else
            assert_true(error * error <= win * (JUDGE_ONE - win) / move->visits);
    }
}

TEST(no_hint_where_nobody_decides)
{
    union any_state state;
    struct hint hint;
    struct problem over = {0}, chance = {0};
    play_cells(&state, (const int[]){A1, A2, B1, B2, C1}, 5);
    assert_false(hint_find(noughts, &state, &small, &hint, &over));
    assert_told(&over, "the game is over: there is nothing to decide.");
    struct ruleset *drawn = open_noughts("drawn");
    play_start(drawn, &state);
    assert_false(hint_find(drawn, &state, &small, &hint, &chance));
    assert_told(&chance, "chance decides here: there is nothing to choose.");
    ruleset_close(drawn);
}

/* ---- costs ----------------------------------------------------------------------------------- */

static struct analysis_task task_of(const struct ruleset *rules, const struct move *moves,
                                    uint32_t count)
{
    return (struct analysis_task){.rules = rules, .moves = moves, .count = count, .budget = small};
}

static void run(const struct analysis_task *task, struct analysis *analysis)
{
    struct problem problem = {0};
    assert_true(analysis_run(task, analysis, &problem));
    assert_told(&problem, NULL);
}

/* Seat 2 does not block. */
static const struct move blunder[] = {
    {MARK, A1, 0, 0}, {MARK, B2, 0, 0}, {MARK, B1, 0, 0}, {MARK, A3, 0, 0}, {MARK, C1, 0, 0}};

TEST(a_missed_block_is_the_costliest_decision)
{
    struct analysis analysis;
    struct analysis_task task = task_of(noughts, blunder, 5);
    uint32_t costliest[5];
    run(&task, &analysis);
    assert_true(analysis.over);
    assert_true(analysis_costliest(&analysis, MISTAKE, costliest, 5) >= 1);
    const struct moment *moment = &analysis.moments[3];
    assert_int_equal(costliest[0], 3);
    assert_int_equal(moment->node.actor, 1);
    assert_true(move_equal(moment->best, mark(C1)));
    assert_int_equal(moment->cost, moment->expected.win[1] - moment[1].now.win[1]);
    assert_true(moment->cost > JUDGE_ONE / 4);
    assert_int_equal(analysis.moments[4].cost, 0);
    assert_int_equal(analysis.moments[5].now.win[0], JUDGE_ONE);
    assert_int_equal(analysis.moments[5].choices, 0);
    assert_true(analysis.seats[1].mistakes >= 1);
    assert_int_equal(analysis.seats[0].decisions, 3);
    assert_int_equal(analysis.seats[1].decisions, 2);
    analysis_free(&analysis);
}

TEST(a_list_is_in_order_and_not_too_long)
{
    struct moment moments[6] = {{.cost = 30}, {.cost = 50}, {.cost = 0},
                                {.cost = 50}, {.cost = 90}, {.cost = 99}};
    struct analysis analysis = {.moves = 5, .moments = moments}; /* the last moment has no move */
    uint32_t found[4];
    assert_int_equal(analysis_costliest(&analysis, 1, found, 4), 4);
    assert_memory_equal(found, ((uint32_t[]){4, 1, 3, 0}), sizeof found);
    assert_int_equal(analysis_costliest(&analysis, 50, found, 2), 2);
    assert_memory_equal(found, ((uint32_t[]){4, 1}), 2 * sizeof *found);
    assert_int_equal(analysis_costliest(&analysis, 91, found, 4), 0);
    moments[2].luck[1] = -70;
    moments[0].luck[0] = 40;
    assert_int_equal(analysis_luckiest(&analysis, 1, found, 4), 2);
    assert_memory_equal(found, ((uint32_t[]){2, 0}), 2 * sizeof *found);
}

TEST(an_unfinished_game_is_analysed_up_to_its_last_moment)
{
    struct analysis analysis;
    struct analysis_task task = task_of(noughts, blunder, 4), none = task_of(noughts, NULL, 0);
    run(&task, &analysis);
    assert_false(analysis.over);
    assert_int_equal(analysis.moments[4].now.win[0], JUDGE_ONE); /* it only has to mark c1 */
    analysis_free(&analysis);
    run(&none, &analysis);
    assert_int_equal(analysis.moves, 0);
    assert_in_range(analysis.moments[0].now.win[0], JUDGE_ONE / 3, JUDGE_ONE);
    analysis_free(&analysis);
}

/* ---- luck ------------------------------------------------------------------------------------ */

/* Seat 1 walks 2 and 2; seat 2 rides 3, and then walking would win for sure. */
static const struct move ride[] = {{.kind = RACE_WALK},         {.kind = RACE_RIDE},
                                   {.kind = RACE_ROLL, .a = 3}, {.kind = RACE_WALK},
                                   {.kind = RACE_RIDE},         {.kind = RACE_ROLL, .a = 3}};

TEST(costs_and_luck_are_exact_where_the_end_is_near)
{
    const struct ruleset rules = race_rules(2, RACE_FAST);
    struct analysis analysis;
    struct analysis_task task = task_of(&rules, ride, 6);
    const int32_t sixth = JUDGE_ONE - JUDGE_ONE * 5 / 6;
    run(&task, &analysis);
    const struct moment *decision = &analysis.moments[4], *roll = &analysis.moments[5];
    assert_int_equal(decision->best.kind, RACE_WALK);
    assert_int_equal(decision->cost, sixth);
    assert_int_equal(decision->cost_points, 500 - (600 * 5 + 300) / 6);
    assert_int_equal(roll->now.win[1], JUDGE_ONE * 5 / 6);
    assert_int_equal(roll->luck[1], sixth);
    assert_int_equal(roll->luck[0], -(JUDGE_ONE / 6));
    assert_int_equal(roll->luck_points[1], 600 - (600 * 5 + 300) / 6);
    assert_int_equal(roll->luck_points[0], 0);
    assert_int_equal(roll->luck_error[1], 0); /* what is certain does not scatter */
    assert_int_equal(analysis.seats[0].luck_error, analysis.moments[2].luck_error[0]);
    assert_int_equal(analysis.seats[1].luck, analysis.moments[2].luck[1] + sixth);
    assert_int_equal(analysis.seats[1].cost, analysis.moments[1].cost + sixth);
    analysis_free(&analysis);
}

TEST(forced_moves_cost_nothing)
{
    const struct ruleset rules = race_rules(3, RACE_SURE);
    const struct move walks[6] = {{.kind = RACE_WALK}};
    struct analysis analysis;
    struct analysis_task task = task_of(&rules, walks, 6);
    run(&task, &analysis);
    for (int i = 0; i <= 6; i++) {
        assert_int_equal(analysis.moments[i].now.win[2], JUDGE_ONE);
        assert_int_equal(analysis.moments[i].now.points[1], 200);
        assert_int_equal(analysis.moments[i].cost, 0);
    }
    assert_int_equal(analysis.seats[0].decisions, 0);
    analysis_free(&analysis);
}

/* ---- the same again, and refusals ------------------------------------------------------------ */

TEST(threads_make_no_difference)
{
    const struct ruleset rules = race_rules(2, RACE_FAST);
    struct analysis one, three;
    struct analysis_task task = task_of(&rules, ride, 6);
    run(&task, &one);
    task.budget.threads = 3;
    run(&task, &three);
    assert_memory_equal(one.seats, three.seats, sizeof one.seats);
    for (int i = 0; i <= 6; i++) {
        assert_memory_equal(&one.moments[i].now, &three.moments[i].now, sizeof one.moments[i].now);
        assert_int_equal(one.moments[i].cost, three.moments[i].cost);
    }
    analysis_free(&one);
    analysis_free(&three);
}

static bool stop_after(void *context, uint32_t done, uint32_t total)
{
    assert_int_equal(total, 6);
    return done < *(uint32_t *)context;
}

TEST(what_is_no_game_is_refused)
{
    const struct move twice[] = {{MARK, A1, 0, 0}, {MARK, A1, 0, 0}};
    struct move many[100] = {{MARK, A1, 0, 0}};
    struct analysis analysis;
    struct problem illegal = {0}, long_game = {0}, stopped = {0};
    struct analysis_task task = task_of(noughts, twice, 2);
    uint32_t last = 3;
    assert_false(analysis_run(&task, &analysis, &illegal));
    assert_told(&illegal, "move 2 is not legal.");
    assert_null(analysis.moments);
    task = task_of(noughts, many, 100);
    assert_false(analysis_run(&task, &analysis, &long_game));
    assert_told(&long_game, "these are more moves than a game can have.");
    task = task_of(noughts, blunder, 5);
    task.progress = stop_after;
    task.context = &last;
    assert_false(analysis_run(&task, &analysis, &stopped));
    assert_told(&stopped, "the analysis was stopped.");
    assert_null(analysis.moments);
}

/* What is left of a search that was cut off is not an answer. */
TEST(a_flag_stops_hints_and_analyses)
{
    const atomic_bool stop = true;
    const struct budget budget = {.nodes = BUDGET_NODES_MAX, .threads = 2, .stop = &stop};
    union any_state state;
    struct hint hint;
    struct analysis analysis;
    struct problem no_hint = {0}, no_analysis = {0};
    struct analysis_task task = task_of(noughts, blunder, 5);
    play_start(noughts, &state);
    assert_false(hint_find(noughts, &state, &budget, &hint, &no_hint));
    assert_told(&no_hint, "the search was stopped.");
    task.budget = budget;
    assert_false(analysis_run(&task, &analysis, &no_analysis));
    assert_told(&no_analysis, "the analysis was stopped.");
    assert_null(analysis.moments);
}

/* ---- as text --------------------------------------------------------------------------------- */

TEST(json_has_the_languages_and_whole_numbers)
{
    union any_state state;
    struct hint hint;
    struct problem problem = {0};
    struct text out = {0};
    struct json json = {.out = &out, .languages = UINT32_C(1) << LANGUAGE_DE};
    const struct budget one = {.nodes = 1, .threads = 1};
    play_cells(&state, (const int[]){A1, A2, B1, B2, A3, B3, C2, C3}, 8);
    assert_true(hint_find(noughts, &state, &one, &hint, &problem));
    hint_json(noughts, &state, &hint, NULL, 5, &json, NULL);
    assert_text(&out,
                "{\"seat\":1,\"choices\":1,\"moves\":[{\"move\":\"mark c1\","
                "\"text\":{\"en\":\"mark c1\",\"de\":\"c1 markieren\"},"
                "\"more\":{\"en\":\"\",\"de\":\"\"},\"kind\":\"mark\",\"things\":[\"cell:c1\"],"
                "\"win\":[10000,0],\"points\":[100,0],\"win_error\":[0,0],\"visits\":1}]}");
    text_clear(&out);
    json = (struct json){.out = &out}; /* all of them */
    hint_json(noughts, &state, &hint, NULL, 5, &json, NULL);
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        struct text key = {0};
        text_addf(&key, "\"%s\":", language_name((enum language)i));
        assert_non_null(strstr(text_string(&out), text_string(&key)));
        text_free(&key);
    }
    text_free(&out);
}

TEST(names_in_the_picture_are_only_text)
{
    static const char *const names[] = {"<script>&", "a name that is much too long to be shown"};
    struct teller teller = {.language = ENGLISH, .names = names};
    struct text out = {0};
    struct analysis analysis;
    struct analysis_task task = task_of(noughts, blunder, 5);
    run(&task, &analysis);
    analysis_plot(&task, &analysis, 8, &teller, &out);
    assert_null(strstr(text_string(&out), "<script"));
    assert_non_null(strstr(text_string(&out), "&lt;script>&amp;"));
    assert_non_null(strstr(text_string(&out), "a name that is much t…"));
    text_free(&out);
    analysis_free(&analysis);
}

int main(void)
{
    return run_registered(open_all, close_all);
}
