/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The sheet that tables are drawn on: columns, long lines, small things in a line. */

#include "kit/sheet.h"

#include "helpers.h"

#include "contract/play.h"

/* A sheet for the first position of noughts. */
static struct sheet open_sheet(const struct ruleset *rules, struct text *out)
{
    union any_state state;
    play_start(rules, &state);
    static const struct drawing drawing = {.width = DRAWING_WIDTH};
    return sheet_open(rules, &state, &drawing, out);
}

TEST(test_lines)
{
    struct ruleset *rules = open_noughts("first");
    struct text out = {0};
    struct sheet sheet = open_sheet(rules, &out);
    sheet_add(&sheet, "a");
    sheet_to(&sheet, 4);
    sheet_add_number(&sheet, 12);
    sheet_to(&sheet, 5); /* already there: one blank */
    sheet_add_seats(&sheet, 2);
    sheet_end(&sheet);
    assert_text(&out, "a   12 .2\n");
    sheet_end(&sheet);
    assert_text(&out, "");
    sheet_add(&sheet, "  one; two; ");
    sheet_end_list(&sheet);
    assert_text(&out, "  one; two\n");
    sheet_add_phrase(&sheet, "{0} of {1}", 3, 4);
    sheet_add_headings(&sheet, (struct sheet_heading[]){{"left", 10}, {"right", 16}, {NULL, 0}});
    sheet_end(&sheet);
    assert_text(&out, "3 of 4    left  right\n");
    assert_int_equal(sheet.score.place[1], 1);
    sheet_close(&sheet);
    text_free(&out);
    ruleset_close(rules);
}

/* Adds `count` words of five bytes with a blank before each. */
static void add_words(struct sheet *sheet, int count)
{
    for (int i = 0; i < count; i++)
        sheet_add(sheet, " word.");
}

TEST(test_long_lines)
{
    struct ruleset *rules = open_noughts("first");
    struct text out = {0};
    struct sheet sheet = open_sheet(rules, &out);
    sheet.hang = 3;
    add_words(&sheet, 15);
    sheet_add(&sheet, " |"); /* the best place to continue below; the bar is left out */
    add_words(&sheet, 3);
    sheet_end(&sheet);
    const char *end = strchr(text_string(&out), '\n');
    assert_int_equal(end - out.at, 15 * 6);
    assert_string_equal(end + 1, "   word. word. word.\n");
    text_clear(&out);
    add_words(&sheet, 40);
    sheet_end(&sheet);
    for (const char *at = text_string(&out); *at != '\0'; at = strchr(at, '\n') + 1)
        assert_true(strcspn(at, "\n") <= SHEET_WIDTH);
    sheet_close(&sheet);
    text_free(&out);
    ruleset_close(rules);
}

/* On a narrow sheet columns move together and lines are shorter. */
TEST(test_narrow)
{
    struct ruleset *rules = open_noughts("first");
    struct drawing drawing = {.width = DRAWING_WIDTH_MIN};
    union any_state state;
    struct text out = {0};
    play_start(rules, &state);
    struct sheet sheet = sheet_open(rules, &state, &drawing, &out);
    assert_true(sheet_is_narrow(&sheet));
    assert_int_equal(sheet_at(&sheet, 50), 30);
    sheet_add(&sheet, "a");
    sheet_to(&sheet, sheet_at(&sheet, 10));
    sheet_add(&sheet, "b");
    sheet_end(&sheet);
    assert_text(&out, "a     b\n");
    add_words(&sheet, 40);
    sheet_end(&sheet);
    for (const char *at = text_string(&out); *at != '\0'; at = strchr(at, '\n') + 1)
        assert_true(strcspn(at, "\n") <= DRAWING_WIDTH_MIN);
    sheet_close(&sheet);
    text_free(&out);
    ruleset_close(rules);
}

/* Marks take no room, and are closed on the last line that they reach. */
TEST(test_marks)
{
    struct ruleset *rules = open_noughts("first");
    struct drawing drawing = {.width = DRAWING_WIDTH_MIN, .marked = true, .unicode = true};
    union any_state state;
    struct text out = {0}, plain = {0};
    play_start(rules, &state);
    struct sheet sheet = sheet_open(rules, &state, &drawing, &out);
    sheet_thing(&sheet, THING_GAME, 4);
    sheet_add_piece(&sheet, 1);
    sheet_off(&sheet);
    sheet_to(&sheet, 4);
    sheet_add_hued(&sheet, HUE_RED, "x");
    sheet_end(&sheet);
    drawing_plain(text_span(&out), &plain);
    assert_text(&plain, "■2  x\n");
    text_clear(&out);
    sheet_hue(&sheet, HUE_GREEN);
    add_words(&sheet, 20);
    sheet_off(&sheet);
    sheet_end(&sheet);
    struct drawing_reader reader = {.rest = text_span(&out)};
    struct span character;
    while (drawing_next(&reader, &character))
        assert_true(character.at[0] == '\n' || drawing_hue(&reader) == HUE_GREEN ||
                    character.at[0] == ' ');
    assert_int_equal(reader.depth, 0);
    sheet_close(&sheet);
    text_free(&plain);
    text_free(&out);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
