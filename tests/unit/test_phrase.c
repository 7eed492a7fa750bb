/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Phrases with their slots, the tables of languages, and problems as sentences. */

#include "helpers.h"

/* ---- phrases --------------------------------------------------------------------------------- */

static void assert_filled(const char *english, const char *first, const char *second,
                          const char *third, const char *expected)
{
    struct text text = {0};
    phrase_write_with(&text, ENGLISH, english, first, second, third);
    assert_text(&text, expected);
    text_free(&text);
}

TEST(test_slots)
{
    assert_filled("nothing", NULL, NULL, NULL, "nothing");
    assert_filled("{0}", "a", NULL, NULL, "a");
    assert_filled("{2}{1}{0}{2}", "a", "b", "c", "cbac");
    assert_filled("<{0}>", NULL, NULL, NULL, "<>");
    assert_filled("{{0} and {{", "a", NULL, NULL, "{0} and {");
    assert_filled("}{", NULL, NULL, NULL, "}{");
    assert_filled("{0}", "{1}", "b", NULL, "{1}"); /* what fills a slot is not looked into */
}

TEST(test_one_and_many)
{
    const char *english = "{0} {0|cube|cubes}";
    assert_filled(english, "1", NULL, NULL, "1 cube");
    assert_filled(english, "-1", NULL, NULL, "-1 cube");
    assert_filled(english, "0", NULL, NULL, "0 cubes");
    assert_filled(english, "2", NULL, NULL, "2 cubes");
    assert_filled(english, "11", NULL, NULL, "11 cubes");
    assert_filled(english, "some", NULL, NULL, "some cubes");
    assert_filled("{0|only}", "2", NULL, NULL, "only");
    assert_filled("{0||s}{0|a|b|c}", "1", NULL, NULL, "a");
    assert_filled("{0||s}{0|a|b|c}", "2", NULL, NULL, "sb|c");
}

/* Both words of a choice may hold slots, also such as choose in turn. */
TEST(test_slots_in_slots)
{
    const char *english = "{0|You need|{1} needs} {2} {2|cube|{0|of your|of all} cubes}.";
    assert_filled(english, "1", "Ada", "1", "You need 1 cube.");
    assert_filled(english, "1", "Ada", "3", "You need 3 of your cubes.");
    assert_filled(english, "0", "Ada", "3", "Ada needs 3 of all cubes.");
    assert_filled("{0|{1}", "a", "b", NULL, "{0|b"); /* never closed: written as it is */
}

/* Writes each slot as <name>; the number of a slot is the length of its name. */
static void write_name(const void *context, struct span slot, struct text *out)
{
    text_addf(out, "%s%.*s>", (const char *)context, (int)slot.length, slot.at);
}

static int64_t length_of_name(const void *context, struct span slot)
{
    (void)context;
    return (int64_t)slot.length;
}

TEST(test_slots_of_the_caller)
{
    const struct phrase_slots slots = {write_name, length_of_name, "<"};
    struct text text = {0};
    phrase_write(&text, ENGLISH, "{seat} pays {a} {a|coin|coins} to {b|him|} {bb|him|them}",
                 &slots);
    assert_text(&text, "<seat> pays <a> coin to him them");
    text_free(&text);
}

/* One who reads and others: two forms, whatever the language has for numbers. */
static void write_kepler(const void *context, struct span slot, struct text *out)
{
    (void)context;
    (void)slot;
    text_add(out, "Kepler");
}

static int64_t is_reader(const void *context, struct span slot)
{
    (void)slot;
    return *(const bool *)context ? PHRASE_READER : PHRASE_OTHER;
}

TEST(test_slots_that_are_someone)
{
    for (int reads = 0; reads < 2; reads++) {
        bool is = reads == 1;
        struct text text = {0};
        phrase_write(&text, ENGLISH, "{seat|You have|{seat} has} won.",
                     &(struct phrase_slots){write_kepler, is_reader, &is});
        assert_text(&text, is ? "You have won." : "Kepler has won.");
        text_free(&text);
    }
}

TEST(test_unknown_phrases_stay_english)
{
    const char *unknown = "a text that nobody has translated";
    assert_ptr_equal(phrase(LANGUAGE_DE, unknown), unknown);
    assert_ptr_equal(phrase(ENGLISH, unknown), unknown);
}

/* The build sorts the tables; the search relies on it. */
TEST(test_tables)
{
    assert_true(phrases_count > 1000);
    for (size_t i = 1; i < phrases_count; i++)
        assert_true(strcmp(phrases_english[i - 1], phrases_english[i]) < 0);
    for (int k = 0; k < LANGUAGE_COUNT; k++) {
        const struct language_row *row = &languages[k];
        for (size_t i = 0; i < phrases_count; i++) {
            const char *text = row->texts != NULL ? row->texts[i] : NULL;
            assert_ptr_equal(phrase((enum language)k, phrases_english[i]),
                             text != NULL ? text : phrases_english[i]);
        }
        for (size_t i = 1; i < row->name_count; i++)
            assert_true(strcmp(row->names[i - 1].english, row->names[i].english) < 0);
        for (size_t i = 0; i < row->name_count; i++)
            assert_ptr_equal(phrase_name((enum language)k, row->names[i].english),
                             row->names[i].translated);
    }
}

TEST(test_languages)
{
    for (int k = 0; k < LANGUAGE_COUNT; k++) {
        enum language found = LANGUAGE_COUNT;
        assert_true(language_from_name(language_name((enum language)k), &found));
        assert_int_equal(found, k);
        assert_true(strlen(language_native((enum language)k)) > 1);
        for (unsigned long n = 0; n < 1000; n++)
            assert_true(languages[k].plural(n) < languages[k].forms);
    }
    struct text list = {0};
    language_list(&list);
    assert_non_null(strstr(text_string(&list), "en, de"));
    text_free(&list);
}

/* What is not translated is told in English, with the forms of English. */
TEST(test_plural_of_texts_that_are_not_translated)
{
    for (int k = 0; k < LANGUAGE_COUNT; k++) {
        struct text text = {0};
        phrase_write_with(&text, (enum language)k, "{0} {0|thing|things} of no language", "0", NULL,
                          NULL);
        assert_text(&text, "0 things of no language");
        text_free(&text);
    }
}

/* ---- which language -------------------------------------------------------------------------- */

static void assert_header(const char *header, const char *expected)
{
    enum language language = LANGUAGE_COUNT;
    bool found = language_from_header(header, &language);
    assert_int_equal(found, expected != NULL);
    if (expected != NULL)
        assert_string_equal(language_name(language), expected);
    else
        assert_int_equal(language, LANGUAGE_COUNT);
}

TEST(test_languages_of_browsers)
{
    assert_header("de", "de");
    assert_header("de-AT,de;q=0.9,en;q=0.8", "de");
    assert_header("en-GB, de;q=0.9", "en");
    assert_header("xx, de;q=0.2 , en;q=0.1", "de");
    assert_header("en;q=0.5,de;q=0.7", "de");
    assert_header("en ; q=0.5 , de ; q=1", "de");
    assert_header("de;q=0,en;q=0.001", "en");
    assert_header("de;q=zero,en;q=0.1", "en");
    assert_header("de;q=99,en;q=0.1", "en");
    assert_header("de;q=0.12345", "de");
    assert_header(",,;,;q=,de", "de");
    static const char *const others[] = {"", "*", "xx-YY", "de;q=0", ";", "d", "german"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_header(others[i], NULL);
    struct text many = {0};
    for (int i = 0; i < 10000; i++)
        text_add(&many, "xx,");
    text_add(&many, "de");
    assert_header(text_string(&many), NULL); /* nobody speaks so many */
    text_free(&many);
}

TEST(test_languages_by_name)
{
    enum language language = ENGLISH;
    assert_true(language_from_name("de", &language));
    assert_int_equal(language, LANGUAGE_DE);
    assert_true(language_from_name("en_GB.UTF-8", &language));
    assert_int_equal(language, ENGLISH);
    assert_true(language_from_name("de-AT", &language));
    assert_int_equal(language, LANGUAGE_DE);
    assert_true(language_from_name("en.UTF-8", &language));
    static const char *const others[] = {"", "C", "d", "xx", "english", "deu", "DE"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(language_from_name(others[i], &language));
    assert_string_equal(language_name(ENGLISH), "en");
    assert_string_equal(language_name(LANGUAGE_DE), "de");
}

/* ---- problems -------------------------------------------------------------------------------- */

TEST(test_no_problem)
{
    struct problem problem = {0};
    assert_false(problem_is_set(&problem));
    problem_place(&problem, "file", 3, 4);
    assert_false(problem_is_set(&problem));
}

TEST(test_sentence_and_details)
{
    struct problem problem = {0};
    assert_false(problem_set(&problem, "{0}, {1} and {2}", "a", "b", "c"));
    assert_true(problem_is_set(&problem));
    assert_told(&problem, "a, b and c");
}

TEST(test_first_problem_stays)
{
    struct problem problem = {0};
    problem_set(&problem, "the first", NULL, NULL, NULL);
    problem_set(&problem, "the second {0}", "x", NULL, NULL);
    problem_set_spans(&problem, "the third {0}", span_of("x"), span_of("y"));
    assert_told(&problem, "the first");
}

TEST(test_places)
{
    static const struct {
        const char *file;
        int line, column;
        const char *message;
    } rows[] = {
        {NULL, 0, 0, "wrong"},
        {"a.txt", 0, 0, "a.txt: wrong"},
        {"a.txt", 0, 7, "a.txt: wrong"}, /* a column needs a line */
        {"a.txt", 12, 0, "a.txt:12: wrong"},
        {"a.txt", 12, 7, "a.txt:12:7: wrong"},
        {NULL, 1, 7, "1:7: wrong"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct problem problem = {0};
        problem_set(&problem, "wrong", NULL, NULL, NULL);
        problem_place(&problem, rows[i].file, rows[i].line, rows[i].column);
        assert_told(&problem, rows[i].message);
    }
}

TEST(test_first_place_stays)
{
    struct problem problem = {0};
    problem_set(&problem, "wrong", NULL, NULL, NULL);
    problem_place(&problem, "a.txt", 0, 0);
    problem_place(&problem, "b.txt", 3, 4);
    problem_place(&problem, "c.txt", 5, 6);
    assert_told(&problem, "a.txt:3:4: wrong");
}

/* What comes from outside cannot upset a terminal. */
TEST(test_details_are_clean)
{
    struct problem problem = {0};
    problem_set(&problem, "{0} {1} {2}", "\x1b[2J\t\x7f", "a\xc2\x9b b", "\xff\xe4z");
    problem_place(&problem, "a\nb", 1, 0);
    assert_told(&problem, "a?b:1: ?[2J?? a?? b ??z");
}

TEST(test_details_are_cut)
{
    struct text text = {0};
    for (int i = 0; i < 100; i++)
        text_add(&text, "€");
    struct problem problem = {0};
    problem_set_spans(&problem, "{0}", text_span(&text), span_of(""));
    assert_int_equal(strlen(problem.details[0]), 159);
    assert_true(span_is_utf8(span_of(problem.details[0])));
    text_free(&text);
}

/* A detail of several words is a phrase of ours and is told in the same language. */
TEST(test_details_are_translated)
{
    for (size_t i = 0; i < phrases_count; i++) {
        const char *english = phrases_english[i], *german = languages[LANGUAGE_DE].texts[i];
        assert_non_null(
            german); /* tools/phrases update drops what only other languages still have */
        if (strlen(english) >= 160 || strlen(german) >= 160 || strpbrk(english, "\n") != NULL)
            continue;
        struct problem problem = {0};
        struct text text = {0};
        problem_set(&problem, "{0}", english, NULL, NULL);
        problem_write(&problem, LANGUAGE_DE, &text);
        assert_text(&text, strchr(english, ' ') != NULL ? german : english);
        text_free(&text);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
