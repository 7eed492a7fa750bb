/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The scanner of our text formats: lines, words, comments, quotes, and the place of problems. */

#include "helpers.h"

#include "base/scan.h"

/* Opens a scan of a text that is UTF-8, with a problem of its own. */
static struct scan scan_of(const char *text)
{
    static struct problem problem;
    struct scan scan;
    problem = (struct problem){0};
    assert_true(scan_open(&scan, "file", span_of(text), &problem));
    return scan;
}

TEST(test_lines)
{
    struct scan scan = scan_of("\n  one \r\n# nothing\n\t\n two # comment\nthree");
    assert_true(scan_line(&scan));
    assert_true(span_is(scan.text, "one"));
    assert_int_equal(scan.line, 2);
    assert_true(scan_line(&scan));
    assert_true(span_is(scan.text, "two"));
    assert_int_equal(scan.line, 5);
    assert_true(scan_line(&scan));
    assert_true(span_is(scan.text, "three"));
    assert_false(scan_at_end(&scan));
    for (int i = 0; i < 2; i++) { /* the end stays the end */
        assert_false(scan_line(&scan));
        assert_true(scan_at_end(&scan));
        assert_int_equal(scan_word(&scan).length, 0);
        assert_int_equal(scan_rest(&scan).length, 0);
    }
    assert_told(scan.problem, NULL);
}

TEST(test_no_text_at_all)
{
    struct problem problem = {0};
    struct scan scan;
    assert_true(scan_open(&scan, "file", (struct span){NULL, 0}, &problem));
    assert_false(scan_line(&scan));
    assert_true(scan_at_end(&scan));
    assert_int_equal(scan_word(&scan).length, 0);
    assert_int_equal(scan_rest(&scan).length, 0);
    assert_true(scan_done(&scan));
    assert_false(scan_expected(&scan, scan.text, "game"));
    assert_told(&problem, "file: the text ends here, expected game");
}

static void assert_words(const char *line, const char *const *words)
{
    struct scan scan = scan_of(line);
    scan_line(&scan);
    for (; *words != NULL; words++) {
        assert_true(span_is(scan_peek(&scan), *words));
        assert_true(span_is(scan_word(&scan), *words));
    }
    assert_int_equal(scan_peek(&scan).length, 0);
    assert_true(scan_done(&scan));
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

TEST(test_words)
{
    assert_words("  one\ttwo \r three", WORDS("one", "two", "three"));
    assert_words("a \"b  c\" d", WORDS("a", "\"b  c\"", "d"));
    assert_words("\"a \\\" b\" c", WORDS("\"a \\\" b\"", "c"));
    assert_words("\"a \\\\\" b", WORDS("\"a \\\\\"", "b"));
    assert_words("\"a\"b", WORDS("\"a\"", "b"));
    assert_words("a\"b c", WORDS("a\"b", "c")); /* quotes count where a word begins */
    assert_words("\"open # end", WORDS("\"open # end"));
    assert_words("\"open \\", WORDS("\"open \\"));
}

TEST(test_comments)
{
    assert_words("a # b", WORDS("a"));
    assert_words("a#b c", WORDS("a#b", "c"));
    assert_words("\"a # b\" # c", WORDS("\"a # b\""));
    assert_words("\"a\"# b", WORDS("\"a\""));
    assert_words("a #", WORDS("a"));
}

TEST(test_rest)
{
    struct scan scan = scan_of("title  three  marks in \"a # row\"  # why");
    scan_line(&scan);
    scan_word(&scan);
    assert_true(span_is(scan_rest(&scan), "three  marks in \"a # row\""));
    assert_int_equal(scan_rest(&scan).length, 0);
    assert_true(scan_done(&scan));
}

TEST(test_numbers)
{
    struct scan scan = scan_of("12 -3 4x");
    int64_t number = 0;
    scan_line(&scan);
    assert_true(scan_number(&scan, 0, 12, "a number", &number));
    assert_int_equal(number, 12);
    assert_true(scan_number(&scan, -3, 0, "a number", &number));
    assert_int_equal(number, -3);
    assert_false(scan_number(&scan, 0, 9, "a number", &number));
    assert_told(scan.problem, "file:1:7: found \"4x\", expected a number");
    assert_false(scan_line(&scan)); /* nothing is read after a problem */
}

TEST(test_needed_words)
{
    struct scan scan = scan_of("\n one");
    struct span word;
    scan_line(&scan);
    assert_true(scan_need(&scan, "a word", &word));
    assert_true(span_is(word, "one"));
    assert_false(scan_need(&scan, "a word", &word));
    assert_told(scan.problem, "file:2:5: the line ends here, expected a word");
}

TEST(test_nothing_more)
{
    struct scan scan = scan_of("one  two");
    scan_line(&scan);
    scan_word(&scan);
    assert_false(scan_done(&scan));
    assert_told(scan.problem, "file:1:6: found \"two\", expected the end of the line");
}

TEST(test_columns_count_characters)
{
    struct scan scan = scan_of("\tä \"€ ü\" x");
    scan_line(&scan);
    scan_word(&scan);
    scan_word(&scan);
    assert_false(scan_expected(&scan, scan_peek(&scan), "y"));
    assert_told(scan.problem, "file:1:10: found \"x\", expected y");
}

TEST(test_end_of_the_text)
{
    struct scan scan = scan_of("one\n\n# two\n");
    scan_line(&scan);
    scan_line(&scan);
    assert_false(scan_expected(&scan, scan.text, "end"));
    assert_told(scan.problem, "file:3: the text ends here, expected end");
}

TEST(test_a_problem_of_the_line)
{
    struct scan scan = scan_of("one");
    scan_line(&scan);
    assert_false(scan_problem(&scan, (struct span){0}, "{0} before {1}", "a", "b"));
    assert_told(scan.problem, "file:1: a before b");
}

TEST(test_long_words_are_cut_in_messages)
{
    struct text text = {0};
    for (int i = 0; i < 60; i++)
        text_add(&text, "ä");
    struct scan scan = scan_of(text_string(&text));
    scan_line(&scan);
    assert_false(scan_expected(&scan, scan_word(&scan), "x"));
    assert_int_equal(strlen(scan.problem->details[0]), 78);
    assert_true(span_is_utf8(span_of(scan.problem->details[0])));
    text_free(&text);
}

TEST(test_long_lines)
{
    struct text text = {0};
    text_add(&text, "one\n");
    for (int i = 0; i < SCAN_LINE_MAX; i++)
        text_add_char(&text, 'x');
    struct scan scan = scan_of(text_string(&text));
    assert_true(scan_line(&scan));
    assert_true(scan_line(&scan));
    assert_int_equal(scan_word(&scan).length, SCAN_LINE_MAX);
    text_add(&text, "x\n");
    scan = scan_of(text_string(&text));
    assert_true(scan_line(&scan));
    assert_false(scan_line(&scan));
    assert_told(scan.problem, "file:2: this line is too long");
    text_free(&text);
}

static void assert_not_text(struct span text, const char *message)
{
    struct problem problem = {0};
    struct scan scan;
    assert_false(scan_open(&scan, "file", text, &problem));
    assert_told(&problem, message);
}

TEST(test_only_utf8)
{
    assert_not_text(span_of("\xff"), "file:1: this is not a UTF-8 text");
    assert_not_text(span_of("ä\nb\n\nc \xe4 d\ne"), "file:4: this is not a UTF-8 text");
    assert_not_text(span_of("a\n\xe2\x82"), "file:2: this is not a UTF-8 text");
    assert_not_text(span_of("a\n\xe2\x82\nb"), "file:2: this is not a UTF-8 text");
    assert_not_text((struct span){"a\n\0", 3}, "file:2: this is not a UTF-8 text");
}

/* ---- quotes ---------------------------------------------------------------------------------- */

static void assert_unquoted(const char *line, const char *expected, const char *message)
{
    struct scan scan = scan_of(line);
    struct text text = {0};
    scan_line(&scan);
    bool fine = scan_unquote(&scan, scan_word(&scan), &text);
    assert_int_equal(fine, message == NULL);
    assert_told(scan.problem, message);
    if (fine)
        assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

TEST(test_unquotes)
{
    assert_unquoted("\"\"", "", NULL);
    assert_unquoted("\"Ada\"", "Ada", NULL);
    assert_unquoted("\"a \\\"b\\\" \\\\ c\\nd\"", "a \"b\" \\ c\nd", NULL);
}

TEST(test_bad_quotes)
{
    assert_unquoted("Ada", NULL, "file:1:1: found \"Ada\", expected a text in \"quotes\"");
    assert_unquoted("\"Ada", NULL, "file:1:1: found \"\"Ada\", expected a text in \"quotes\"");
    assert_unquoted("\"", NULL, "file:1:1: found \"\"\", expected a text in \"quotes\"");
    assert_unquoted("", NULL, "file: the text ends here, expected a text in \"quotes\"");
    assert_unquoted("  \"a\\tb\"", NULL,
                    "file:1:3: found \"\"a\\tb\"\", expected only \\\", \\\\ or \\n after a "
                    "backslash");
    assert_unquoted("\"a\\\"", NULL,
                    "file:1:1: found \"\"a\\\"\", expected only \\\", \\\\ or \\n after a "
                    "backslash");
}

/* Whatever the writer quotes and the scanner takes as one word comes back. */
TEST(test_quotes_round_trip)
{
    static const char *const texts[] = {"",  "a b", "# no comment", "\"",   "\\", "\\\\\"",
                                        "n", "\\n", "line\nline",   "ä\"€", " "};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct text line = {0};
        text_add_quoted(&line, span_of(texts[i]));
        assert_unquoted(text_string(&line), texts[i], NULL);
        text_free(&line);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
