/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Growing texts and spans. */

#include "helpers.h"

#include <stdlib.h>

/* ---- growing texts --------------------------------------------------------------------------- */

TEST(test_starts_empty)
{
    struct text text = {0};
    assert_string_equal(text_string(&text), "");
    assert_int_equal(text_span(&text).length, 0);
    text_clear(&text);
    text_add(&text, "");
    text_add_span(&text, (struct span){NULL, 0});
    assert_null(text.at);
    text_free(&text);
}

TEST(test_adds_one_after_the_other)
{
    struct text text = {0};
    text_add(&text, "ab");
    text_add_span(&text, (struct span){"cdef", 2});
    text_add_char(&text, 'E');
    text_add_number(&text, -12);
    text_addf(&text, "%s-%d", "f", 7);
    assert_int_equal(text.length, 11);
    assert_text(&text, "abcdE-12f-7");
    assert_int_equal(text.length, 0);
    text_add(&text, "again");
    assert_text(&text, "again");
    text_free(&text);
    assert_null(text.at);
}

TEST(test_grows_over_every_length)
{
    struct text text = {0};
    for (int i = 0; i < 5000; i++) {
        assert_int_equal(text.length, i);
        text_addf(&text, "%c", 'a' + i % 26);
        assert_int_equal(strlen(text.at), text.length);
    }
    for (size_t i = 0; i < text.length; i++)
        assert_int_equal(text.at[i], 'a' + (int)i % 26);
    text_free(&text);
}

/* What does not fit into the room that is there is printed all the same. */
TEST(test_prints_longer_than_its_room)
{
    struct text text = {0};
    text_addf(&text, "%0500d|%s", 7, "x");
    assert_int_equal(text.length, 502);
    assert_string_equal(text.at + 498, "07|x");
    text_free(&text);
}

TEST(test_numbers)
{
    struct text text = {0};
    const int64_t numbers[] = {0, 9, -1, 10, -100, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        text_add_char(&text, ' ');
        text_add_number(&text, numbers[i]);
    }
    assert_text(&text, " 0 9 -1 10 -100 9223372036854775807 -9223372036854775808");
    text_free(&text);
}

TEST(test_quoted)
{
    struct text text = {0};
    text_add_quoted(&text, span_of("say \"hä\" \\ or\n\t\x01\x7f"));
    assert_text(&text, "\"say \\\"hä\\\" \\\\ or\\n\\u0009\\u0001\\u007f\"");
    text_add_quoted(&text, span_of(""));
    assert_text(&text, "\"\"");
    text_free(&text);
}

TEST(test_pads_by_characters)
{
    struct text text = {0};
    text_pad_to(&text, 2);
    assert_text(&text, "  ");
    text_add(&text, "a long line\näöü");
    text_pad_to(&text, 5);
    text_add_char(&text, '|');
    text_pad_to(&text, 3);
    assert_text(&text, "a long line\näöü  |");
    text_free(&text);
}

TEST(test_hex)
{
    struct text text = {0};
    const uint8_t bytes[] = {0x00, 0x0f, 0xa5, 0xff};
    uint8_t back[4] = {0};
    text_add_hex(&text, bytes, sizeof bytes);
    assert_true(span_hex(text_span(&text), back, sizeof back));
    assert_memory_equal(back, bytes, sizeof bytes);
    assert_text(&text, "000fa5ff");
    assert_false(span_hex(span_of("000fa5f"), back, 4));
    assert_false(span_hex(span_of("000fa5ff0"), back, 4));
    assert_false(span_hex(span_of("000FA5FF"), back, 4)); /* one way to write it, not two */
    assert_false(span_hex(span_of("000fa5fg"), back, 4));
    assert_false(span_hex(span_of("000fa5 f"), back, 4));
    assert_true(span_hex(span_of(""), back, 0));
    text_free(&text);
}

/* ---- spans ----------------------------------------------------------------------------------- */

TEST(test_compares)
{
    assert_true(span_is(span_of("mark"), "mark"));
    assert_false(span_is(span_of("mark"), "marks"));
    assert_false(span_is(span_of("marks"), "mark"));
    assert_false(span_is(span_of("mark"), "mork"));
    assert_true(span_is((struct span){NULL, 0}, ""));
    assert_true(span_equal((struct span){"abc", 2}, (struct span){"abd", 2}));
}

TEST(test_trims)
{
    assert_true(span_is(span_trim(span_of(" \t\r a b \t\r")), "a b"));
    assert_int_equal(span_trim(span_of(" \t ")).length, 0);
    assert_true(span_is(span_trim(span_of("\na\n")), "\na\n")); /* a newline is not a blank */
    assert_int_equal(span_trim((struct span){NULL, 0}).length, 0);
}

TEST(test_utf8)
{
    static const char *const good[] = {
        "",
        "a\n",
        "\x7f",
        "ä€𝄞",
        "\xc2\x80",
        "\xdf\xbf",
        "\xe0\xa0\x80",
        "\xed\x9f\xbf",
        "\xee\x80\x80",
        "\xef\xbf\xbf",
        "\xf0\x90\x80\x80",
        "\xf4\x8f\xbf\xbf",
    };
    static const char *const bad[] = {
        "\x80",
        "a\xbf",
        "\xc1\xbf",
        "\xc2",
        "\xc2 ",
        "\xe0\x9f\xbf",
        "\xed\xa0\x80",
        "\xe2\x82",
        "\xf0\x9f\xbf",
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xff",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(span_is_utf8(span_of(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(span_is_utf8(span_of(bad[i])));
    assert_false(span_is_utf8((struct span){"a\0b", 3}));
    assert_true(span_is_utf8((struct span){NULL, 0}));
    assert_int_equal(text_width(span_of("ä€𝄞x")), 4);
}

TEST(test_control_characters)
{
    assert_false(span_has_control(span_of("Zoë Ångström £ 𝄞")));
    assert_false(span_has_control(span_of("\xc2\xa0")));
    assert_false(span_has_control((struct span){"\xc2\x80", 1})); /* never looks past the end */
    assert_true(span_has_control(span_of("a\tb")));
    assert_true(span_has_control(span_of("\x7f")));
    assert_true(span_has_control(span_of("a\xc2\x9b")));
}

TEST(test_hidden_characters)
{
    static const char *const fine[] = {"",     "Ada", "Zoë Ångström £ 𝄞", "עדה", "آدا",
                                       "艾達", "A b", "\xff\xe2\x80",     "😀"};
    static const char *const wrong[] = {"a\u00adb",  "\u200b",    "Ada\u200d", "\u200fAda",
                                        "\u202eadA", "\u2066Ada", "Ada\u2069", "\ufeffAda",
                                        "A\u2028b",  "\u3164",    "\u2800",    "\U000e0041"};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        struct text clean = {0};
        assert_false(span_has_hidden(span_of(fine[i])));
        assert_false(span_has_odd_blank(span_of(fine[i])));
        text_add_visible(&clean, span_of(fine[i]));
        assert_string_equal(text_string(&clean), fine[i]);
        text_free(&clean);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct text clean = {0};
        assert_true(span_has_hidden(span_of(wrong[i])));
        text_add_visible(&clean, span_of(wrong[i]));
        assert_false(span_has_hidden(text_span(&clean)));
        text_free(&clean);
    }
    assert_true(span_has_odd_blank(span_of("A\u00a0b")));
    assert_true(span_has_odd_blank(span_of("A\u2003b")));
    assert_true(span_has_odd_blank(span_of("A\u3000b")));
    assert_false(span_has_hidden(span_of("A\u00a0b")));
    struct text clean = {0};
    text_add_visible(&clean, span_of("to\u202edo\u200b, b\u00adoth"));
    assert_string_equal(text_string(&clean), "todo, both");
    text_free(&clean);
}

TEST(test_copies_whole_characters)
{
    char room[5];
    span_copy(span_of("abcd"), room, sizeof room);
    assert_string_equal(room, "abcd");
    span_copy(span_of("abcde"), room, sizeof room);
    assert_string_equal(room, "abcd");
    span_copy(span_of("abcä"), room, sizeof room);
    assert_string_equal(room, "abc");
    span_copy(span_of("€€"), room, sizeof room);
    assert_string_equal(room, "€");
    span_copy(span_of("𝄞"), room, 4);
    assert_string_equal(room, "");
    span_copy((struct span){NULL, 0}, room, sizeof room);
    assert_string_equal(room, "");
}

static void assert_number(const char *text, int64_t expected)
{
    int64_t number = 77;
    assert_true(span_number(span_of(text), INT64_MIN, INT64_MAX, &number));
    assert_true(number == expected);
}

TEST(test_reads_numbers)
{
    assert_number("0", 0);
    assert_number("-0", 0);
    assert_number("007", 7);
    assert_number("-12", -12);
    assert_number("9223372036854775807", INT64_MAX);
    assert_number("-9223372036854775808", INT64_MIN);
    assert_number("000000000000000000000000000000000001", 1);
}

TEST(test_refuses_what_is_no_number)
{
    static const char *const bad[] = {
        "",
        "-",
        "+1",
        " 1",
        "1 ",
        "1.0",
        "--1",
        "1-",
        "0x1",
        "a",
        "9223372036854775808",
        "/",
        ":",
        "-9223372036854775809",
        "99999999999999999999999",
        "١",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int64_t number = 77;
        assert_false(span_number(span_of(bad[i]), INT64_MIN, INT64_MAX, &number));
        assert_int_equal(number, 77);
    }
}

TEST(test_numbers_within_bounds)
{
    int64_t number = 0;
    assert_true(span_number(span_of("-3"), -3, 5, &number));
    assert_true(span_number(span_of("5"), -3, 5, &number));
    assert_false(span_number(span_of("-4"), -3, 5, &number));
    assert_false(span_number(span_of("6"), -3, 5, &number));
    assert_int_equal(number, 5);
}

TEST(test_memory_is_zeroed)
{
    uint8_t *bytes = memory_new(3, 100);
    for (int i = 0; i < 300; i++)
        assert_int_equal(bytes[i], 0);
    bytes[299] = 9;
    bytes = memory_grow(bytes, 1000, 1);
    assert_int_equal(bytes[299], 9);
    free(bytes);
    free(memory_new(0, 0));
}

TEST(test_distance_of_words)
{
    assert_int_equal(span_distance(span_of("games"), span_of("games")), 0);
    assert_int_equal(span_distance(span_of("gams"), span_of("games")), 1);
    assert_int_equal(span_distance(span_of("gmaes"), span_of("games")), 1);
    assert_int_equal(span_distance(span_of("agmes"), span_of("games")), 1);
    assert_int_equal(span_distance(span_of("gamse"), span_of("games")), 1);
    assert_int_equal(span_distance(span_of("gmase"), span_of("games")), 2);
    assert_int_equal(span_distance(span_of("sate"), span_of("seat")), 2);
    assert_int_equal(span_distance(span_of(""), span_of("seed")), 4);
    assert_int_equal(span_distance(span_of("seed"), span_of("")), 4);
    char longer[80];
    memset(longer, 'x', sizeof longer);
    assert_true(span_distance((struct span){longer, sizeof longer}, span_of("x")) > 100);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
