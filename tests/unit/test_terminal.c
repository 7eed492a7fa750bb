/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The terminal without one: marked text as cells, pressing things, where things go on a screen,
 * wrapped lines, and what a server may say. */

#include "helpers.h"

#include "contract/fields.h"
#include "contract/play.h"
#include "terminal/choice.h"
#include "terminal/output.h"
#include "terminal/remote_parts.h"
#include "terminal/rule_texts.h"
#include "terminal/screen_parts.h"
#include "terminal/telling.h"

#include <locale.h>
#include <stdlib.h>

enum { CELL = THING_GAME };

/* Noughts after some moves; seat 1 begins. */
static void play_noughts(const struct ruleset *rules, union any_state *state, const char *moves)
{
    struct move list[9];
    struct problem problem = {0};
    int count = moves[0] != '\0' ? moves_from_text(rules, span_of(moves), list, 9, &problem) : 0;
    play_start(rules, state);
    for (int i = 0; i < count; i++)
        assert_true(play_move(rules, state, list[i], NULL));
}

/* ---- grids ----------------------------------------------------------------------------------- */

TEST(test_grid)
{
    struct grid grid = {0};
    struct text text = {0};
    grid_clear(&grid, 6);
    text_add(&text, "a\n\n");
    mark_thing(&text, CELL, 7);
    mark_hue(&text, HUE_RED);
    text_add(&text, "bä");
    mark_end(&text);
    text_add(&text, "c\n  d");
    mark_end(&text);
    text_add(&text, " too wide\n");
    grid_add(&grid, text_span(&text));
    assert_int_equal(grid.lines, 4);
    assert_string_equal(grid_at(&grid, 0, 0)->text, "a");
    assert_int_equal(grid_at(&grid, 0, 0)->thing_count, 0);
    assert_string_equal(grid_at(&grid, 2, 1)->text, "ä");
    assert_int_equal(grid_at(&grid, 2, 1)->hue, HUE_RED);
    assert_int_equal(grid_at(&grid, 2, 2)->hue, HUE_NONE);
    assert_int_equal(grid_at(&grid, 2, 2)->things[0].value, 7);
    assert_int_equal(grid_at(&grid, 3, 0)->thing_count, 0); /* an indent belongs to nothing */
    assert_int_equal(grid_at(&grid, 3, 2)->things[0].kind, CELL);
    assert_string_equal(grid_at(&grid, 3, 5)->text, "o");
    assert_null(grid_at(&grid, 3, 6));
    assert_null(grid_at(&grid, 4, 0));
    assert_null(grid_at(&grid, -1, 0));
    grid_free(&grid);
    text_free(&text);
}

/* Bytes that no drawing has: escapes, marks that are not whole, too many of them. */
TEST(test_grid_withstands_anything)
{
    struct grid grid = {0};
    struct text text = {0};
    grid_clear(&grid, 10);
    grid_add(&grid, span_of("\033[2J\a\x7f"));
    for (int i = 0; i < 6; i++)
        assert_true(grid_at(&grid, 0, i)->text[0] >= ' ' && grid_at(&grid, 0, i)->text[0] != 0x7f);
    grid_clear(&grid, 10);
    for (int i = 0; i < 100; i++)
        mark_thing(&text, CELL, i);
    text_add(&text, "x\3\3\3\1@zz\2y\1\2\1");
    grid_add(&grid, text_span(&text));
    assert_string_equal(grid_at(&grid, 0, 0)->text, "x");
    assert_string_equal(grid_at(&grid, 0, 1)->text, "y");
    text_clear(&text);
    for (int i = 0; i < 2 * GRID_LINES_MAX; i++)
        text_add(&text, "\n");
    grid_clear(&grid, 1);
    grid_add(&grid, text_span(&text));
    assert_int_equal(grid.lines, GRID_LINES_MAX);
    grid_free(&grid);
    text_free(&text);
}

/* ---- choices --------------------------------------------------------------------------------- */

TEST(test_choice)
{
    struct ruleset *rules = open_noughts("first");
    union any_state state;
    struct choice *choice = memory_new(1, sizeof *choice);
    struct mark free_cell = {CELL, 0}, taken = {CELL, 4};
    struct move move;
    play_noughts(rules, &state, "mark b2");
    choice_open(choice, rules, &state);
    assert_int_equal(choice->offered_count, 8);
    assert_int_equal(choice_status(choice, free_cell), THING_CHOSEN); /* the cursor is there */
    choice_step(choice, 1);
    assert_int_equal(choice_status(choice, free_cell), THING_LEGAL);
    assert_int_equal(choice_status(choice, taken), THING_BLOCKED);
    assert_int_equal(choice_status(choice, (struct mark){THING_SEAT, 0}), THING_IDLE);
    assert_false(choice_press(choice, taken));
    assert_non_null(choice_blocked(choice, taken));
    assert_true(choice_press(choice, free_cell));
    assert_int_equal(choice->offered_count, 1);
    assert_true(choice_move(choice, &move));
    assert_int_equal(move.a, 0);
    choice_release(choice);
    choice_release(choice);
    assert_int_equal(choice->offered_count, 8);
    choice_step(choice, -5);
    assert_int_equal(choice->cursor, 0);
    choice_step(choice, 500);
    assert_int_equal(choice->cursor, 7);
    play_noughts(rules, &state, "mark a1 ; mark a2 ; mark b1 ; mark b2 ; mark c1");
    choice_open(choice, rules, &state); /* the game is over */
    assert_false(choice_move(choice, &move));
    assert_int_equal(choice_status(choice, free_cell), THING_IDLE);
    free(choice);
    ruleset_close(rules);
}

/* ---- the layout ------------------------------------------------------------------------------ */

static void assert_inside(const struct screen_layout *layout, struct area area)
{
    assert_true(area.top >= 0 && area.left >= 0 && area.height >= 0 && area.width >= 0);
    assert_true(area.top + area.height <= layout->message.top);
    assert_true(area.left + area.width <= layout->columns);
}

static void assert_layout(int rows, int columns, int moves, int message)
{
    struct screen_layout layout =
        screen_lay_out(rows, columns, moves, moves / 4, message, moves % 2 == 1);
    assert_inside(&layout, layout.table);
    assert_inside(&layout, layout.lead);
    assert_inside(&layout, layout.question);
    assert_inside(&layout, layout.moves);
    assert_inside(&layout, layout.log);
    assert_int_equal(layout.message.top + message, layout.keys.top);
    assert_int_equal(layout.keys.top, rows - 1);
    assert_true(layout.table.width >= DRAWING_WIDTH_MIN);
    assert_true(layout.table.height >= (message == 1 ? 3 : 2));
    assert_true(layout.moves.height >= 1);
    assert_true(!layout.wide || layout.question.width >= DRAWING_WIDTH_MIN);
}

TEST(test_layout)
{
    for (int rows = SCREEN_ROWS; rows < 90; rows += 3)
        for (int columns = SCREEN_COLUMNS; columns < 320; columns += 7)
            for (int moves = 0; moves <= MOVES_MAX; moves += 51)
                for (int message = 1; message <= MESSAGE_ROWS; message++)
                    assert_layout(rows, columns, moves, message);
    assert_false(screen_lay_out(24, 80, 6, 0, 1, false).wide);
    assert_true(screen_lay_out(50, 160, 6, 8, 1, false).wide);
}

/* ---- lines ----------------------------------------------------------------------------------- */

TEST(test_wrapping)
{
    struct output output = {.width = 20};
    struct text out = {0};
    output_wrap(&output, span_of("short\n\n  one two three four five six\n"), 4, &out);
    assert_text(&out, "short\n\n  one two three four\n    five six\n");
    output_wrap(&output, span_of("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), 40, &out);
    assert_text(&out, "aaaaaaaaaaaaaaaaaaaa\n          aaaaaaaaaa\n");
    output_add_shown(&out, span_of("a\033[31mb\n\tc\x7f\xc2\x9b"
                                   "1\1@0102\2x"));
    assert_null(strpbrk(text_string(&out), "\033\n\t\x7f\1\2\3"));
    assert_null(strstr(text_string(&out), "\xc2\x9b"));
    text_free(&out);
}

TEST(test_sections)
{
    struct ruleset *rules = open_noughts("first");
    assert_int_equal(section_count(rules), 1);
    assert_int_equal(section_find(rules, LANGUAGE_DE, span_of("BRETT")), 0);
    assert_int_equal(section_find(rules, LANGUAGE_DE, span_of("board")), 0);
    assert_int_equal(section_find(rules, ENGLISH, span_of("boards")), -1);
    ruleset_close(rules);
}

TEST(test_rule_texts)
{
    struct text out = {0};
    assert_non_null(rule_text_find(span_of("ngt-mark-02")));
    assert_null(rule_text_find(span_of("NGT-MARK")));
    assert_int_equal(rule_text_search("NGT-MARK-01", span_of("MARK-02"), ENGLISH, 5, &out), 1);
    assert_int_equal(strncmp(text_string(&out), "NGT-MARK-02  ", 13), 0);
    assert_true(rule_text_search("NGT-MARK-01", span_of("NGT"), ENGLISH, 0, &out) > 5);
    text_free(&out);
    for (const struct game *const *game = games; *game != NULL; game++)
        for (const struct wording *reason = (*game)->words->reasons; reason->name != NULL; reason++)
            if (reason->rule[0] != '\0' && rule_text_find(span_of(reason->rule)) == NULL)
                fail_msg("%s is not among the texts of rules", reason->rule);
}

/* Moves that are blocked for the same reason are told together. */
TEST(test_grouped_reasons)
{
    struct ruleset *rules = open_noughts("first");
    union any_state state;
    struct text out = {0};
    struct teller teller = {.reader = 1};
    play_noughts(rules, &state, "mark b2 ; mark a1");
    assert_int_equal(show_blocked(rules, &state, &teller, 0, &out), 2);
    assert_non_null(strstr(text_string(&out), "   1  "));
    assert_non_null(strstr(text_string(&out), "]: mark b2\n"));
    text_clear(&out);
    assert_int_equal(show_blocked(rules, &state, &teller, 2, &out), 2);
    assert_non_null(strstr(text_string(&out), "      NGT-MARK-02  "));
    assert_null(strstr(text_string(&out), "   1  "));
    text_free(&out);
    ruleset_close(rules);
}

/* ---- what a server may say ------------------------------------------------------------------- */

/* A view of a table with noughts where b2 is marked, with one piece replaced. */
static bool take(struct remote_connection *remote, const char *old, const char *new)
{
    static const char view[] =
        "{\"table\":\"T\",\"version\":7,\"phase\":\"running\",\"moves\":2,\"final\":1,"
        "\"hints\":true,\"yours\":false,\"confirming\":null,"
        "\"can\":{\"undo\":[2],\"redo\":[]},\"awaited\":2,"
        "\"seats\":[{\"kind\":\"computer\",\"name\":\"Kepler\",\"yours\":false},"
        "{\"kind\":\"person\",\"name\":\"Ada\",\"yours\":true}],\"state\":STATE}";
    struct text text = {0}, whole = {0}, state_text = {0};
    struct json state_writer = {.out = &state_text};
    struct problem problem = {0};
    union any_state state;
    play_noughts(remote->rules, &state, "mark b2");
    state_json(remote->rules, &state, &state_writer, NULL);
    add_replaced(&whole, view, "STATE", text_string(&state_text));
    if (old != NULL)
        add_replaced(&text, text_string(&whole), old, new);
    else
        text_add_span(&text, text_span(&whole));
    json_t *json = json_loads(text_string(&text), 0, NULL);
    assert_non_null(json);
    bool fine = remote_take_view(remote, json, &problem);
    assert_true(fine || problem_is_set(&problem));
    json_decref(json);
    text_free(&text);
    text_free(&whole);
    text_free(&state_text);
    return fine;
}

static struct remote_connection *open_remote(void)
{
    struct remote_connection *remote = memory_new_at_line(sizeof *remote);
    remote->rules = open_noughts("first");
    remote->base = (struct game_connection){.rules = remote->rules, .state = &remote->state};
    strcpy(remote->table, "T");
    return remote;
}

static void close_remote(struct remote_connection *remote)
{
    ruleset_close(remote->rules);
    for (size_t i = 0; i < remote->base.log.count; i++)
        free(remote->base.log.lines[i]);
    free(remote->base.log.lines);
    free(remote);
}

TEST(test_view)
{
    struct remote_connection *remote = open_remote();
    assert_true(take(remote, NULL, NULL));
    assert_int_equal(remote->base.awaited, 1);
    assert_true(remote->base.mine && remote->base.can_undo && !remote->base.can_redo);
    assert_true(remote->base.hints && !remote->base.confirms && remote->base.seated);
    assert_string_equal(remote->name_list[0], "Kepler");
    assert_int_equal(play_find(remote->rules, &remote->state, (struct move){1, 4, 0, 0}), -1);
    assert_true(take(remote, "\"confirming\":null", "\"confirming\":2"));
    assert_true(remote->base.confirms);
    assert_true(take(remote, "\"phase\":\"running\"", "\"phase\":\"over\""));
    assert_int_equal(remote->base.awaited, NOBODY);
    assert_true(take(remote, "\"kind\":\"computer\"", "\"kind\":\"person\""));
    assert_false(remote->base.hints); /* others would not see it */
    close_remote(remote);
}

TEST(test_hostile_view)
{
    static const char *const refused[][2] = {
        {"\"version\":7", "\"version\":-1"},
        {"\"version\":7", "\"version\":99999999999"},
        {"\"phase\":\"running\"", "\"phase\":3"},
        {"\"state\":{", "\"state\":{\"more\":1,"},
        {"\"state\":{", "\"else\":{"},
        {"\"awaited\":2", "\"awaited\":1,\"x\":0"}, /* fine, but see below */
    };
    struct remote_connection *remote = open_remote();
    for (int i = 0; i < 5; i++)
        assert_false(take(remote, refused[i][0], refused[i][1]));
    assert_true(take(remote, refused[5][0], refused[5][1]));
    assert_false(remote->base.mine); /* it is not our seat */
    assert_true(take(remote, "\"awaited\":2", "\"awaited\":77"));
    assert_int_equal(remote->base.awaited, DEALER);
    /* Our seat is awaited, but the state says otherwise. */
    assert_false(
        take(remote,
             "\"awaited\":2,\"seats\":[{\"kind\":\"computer\",\"name\":\"Kepler\",\"yours\":false",
             "\"awaited\":1,\"seats\":[{\"kind\":\"person\",\"name\":\"Kepler\",\"yours\":true"));
    assert_true(take(remote, "\"name\":\"Ada\"", "\"name\":\"A\\u001b[2Jd\\na\\u009b\""));
    assert_null(strpbrk(remote->name_list[1], "\033\n"));
    assert_true(take(remote, "\"table\":\"T\",\"version\":7", "\"table\":\"U\",\"version\":8"));
    assert_int_equal(remote->version, 7); /* another table */
    close_remote(remote);
}

TEST(test_hostile_log)
{
    struct remote_connection *remote = open_remote();
    json_t *log = json_loads(
        "[{\"number\":1,\"events\":[{\"text\":\"a\\u001b]0;x\\u0007b\"},{\"text\":5},7]},"
        "{\"number\":-3,\"events\":[{\"text\":\"never\"}]},"
        "{\"number\":1,\"events\":[{\"text\":\"again\"}]},9,null]",
        0, NULL);
    assert_non_null(log);
    assert_true(take(remote, NULL, NULL));
    remote_take_log(remote, log);
    remote_take_log(remote, log);
    remote_take_log(remote, NULL);
    assert_int_equal(remote->base.log.count, 1);
    assert_string_equal(remote->base.log.lines[0], "a]0;xb");
    for (int i = 0; i < 2 * LOG_LINES_MAX; i++)
        connection_log(&remote->base, span_of("line"));
    assert_true(remote->base.log.count <= LOG_LINES_MAX);
    json_decref(log);
    close_remote(remote);
}

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    return run_registered(NULL, NULL);
}
