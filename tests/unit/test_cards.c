/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The reader of card files: a good file in every dress, and a table of bad ones, each with the
 * exact message that its owner reads. */

#include "../registered_tests.h"

#include "contract/notation.h"
#include "kit/cards.h"

#include <string.h>

enum { KIND_LINE, KIND_MAT };
enum { LINE_CELLS, LINE_NOTE, LINE_COST };

static const struct card_kind kinds[] = {
    [KIND_LINE] = {"line",
                   (const struct card_key[]){
                       [LINE_CELLS] = {.name = "cells", .required = true},
                       [LINE_NOTE] = {.name = "note", .repeated = true},
                       [LINE_COST] = {.name = "cost"},
                       {0},
                   }},
    [KIND_MAT] = {"mat", (const struct card_key[]){{0}}},
    {0},
};

/* The three entries that every card has. */
#define FACE "  name Row\n  name.de Reihe\n  source printed\n"

static struct card_text file_of(const char *text)
{
    return (struct card_text){"lines.cards", span_of(text)};
}

/* Reads the first card of a text that must be fine so far. The text must outlive the card. */
static void read_first(const char *text, struct card *card)
{
    static struct problem problem; /* the values of the card keep using it */
    struct card_text file = file_of(text);
    struct card_reader reader;
    assert_true(cards_open(&reader, &file, kinds, &problem));
    assert_true(cards_next(&reader, card));
    assert_false(problem_is_set(&problem));
}

/* Reads all cards; they must be fine. Returns their number. */
static int count_cards(struct card_text file)
{
    struct problem problem = {0};
    struct card_reader reader;
    struct card card;
    int count = 0;
    assert_true(cards_open(&reader, &file, kinds, &problem));
    while (cards_next(&reader, &card))
        count++;
    assert_false(problem_is_set(&problem));
    assert_false(cards_next(&reader, &card)); /* the end stays the end */
    return count;
}

/* Reads all cards of a bad text; the message must be this one. */
static void assert_refused(struct span text, const char *message)
{
    struct problem problem = {0};
    struct card_text file = {"lines.cards", text};
    struct card_reader reader;
    struct card card;
    if (cards_open(&reader, &file, kinds, &problem))
        while (cards_next(&reader, &card))
            continue;
    assert_true(problem_is_set(&problem));
    assert_false(cards_next(&reader, &card)); /* nothing comes after a problem */
    struct text written = {0};
    problem_write(&problem, ENGLISH, &written);
    assert_string_equal(text_string(&written), message);
    text_free(&written);
}

/* ---- good files ------------------------------------------------------------------------------ */

static const char good[] =
    "# Two lines and a mat.\n"
    "line row-1\n"
    "    name     bottom row     # what people read\n"
    "    name.de  untere Reihe\n"
    "    source   printed\n"
    "    cells    a1 b1  c1\n"
    "\n"
    "line row-2\n"
    "    source   reconstructed\n"
    "    note     the first\n"
    "    cells    a2 b2 c2\n"
    "    note     the second\n"
    "    cost     3\n"
    "    name.de  mittlere Reihe\n"
    "    name     middle row\n"
    "mat row-1   # ids are counted for each kind\n"
    "    name     mat\n"
    "    name.de  Matte\n"
    "    source   printed\n";

static void assert_first_line(struct card *card)
{
    assert_int_equal(card->kind, KIND_LINE);
    assert_string_equal(card->face.id, "row-1");
    assert_string_equal(card->face.name[ENGLISH], "bottom row");
    assert_string_equal(card->face.name[LANGUAGE_DE], "untere Reihe");
    assert_int_equal(card->face.provenance, PRINTED);
    assert_int_equal(card->count, 1);
    assert_null(card_value(card, LINE_COST));
    struct scan *cells = card_value(card, LINE_CELLS);
    assert_non_null(cells);
    assert_true(span_is(scan_word(cells), "a1"));
    assert_true(span_is(scan_rest(cells), "b1  c1"));
    assert_true(scan_done(cells));
}

static void assert_second_line(struct card *card)
{
    assert_string_equal(card->face.name[ENGLISH], "middle row");
    assert_string_equal(card->face.name[LANGUAGE_DE], "mittlere Reihe");
    assert_int_equal(card->face.provenance, RECONSTRUCTED);
    assert_int_equal(card->count, 4);
    const int keys[4] = {LINE_NOTE, LINE_CELLS, LINE_NOTE, LINE_COST};
    for (int i = 0; i < 4; i++)
        assert_int_equal(card->entries[i].key, keys[i]);
    assert_true(span_is(scan_rest(&card->entries[0].value), "the first"));
    assert_true(span_is(scan_rest(&card->entries[2].value), "the second"));
    int64_t cost = 0;
    assert_true(scan_number(card_value(card, LINE_COST), 0, 9, "a cost", &cost));
    assert_int_equal(cost, 3);
}

TEST(test_reads_a_good_file)
{
    struct problem problem = {0};
    struct card_text file = file_of(good);
    struct card_reader reader;
    struct card card;
    assert_true(cards_open(&reader, &file, kinds, &problem));
    assert_true(cards_next(&reader, &card));
    assert_first_line(&card);
    assert_true(cards_next(&reader, &card));
    assert_second_line(&card);
    assert_true(cards_next(&reader, &card));
    assert_int_equal(card.kind, KIND_MAT);
    assert_string_equal(card.face.id, "row-1");
    assert_int_equal(card.count, 0);
    assert_false(cards_next(&reader, &card));
    assert_false(problem_is_set(&problem));
}

TEST(test_windows_lines_and_tabs)
{
    struct card card;
    read_first(
        "line\trow-1 \t\r\n\tname\tbottom row\t# tab\r\n\tname.de\tuntere Reihe \r\n"
        "\r\n \tsource\tprinted\r\n\tcells\ta1 b1  c1\r\n",
        &card);
    assert_first_line(&card);
}

TEST(test_empty_files_have_no_cards)
{
    assert_int_equal(count_cards(file_of("")), 0);
    assert_int_equal(count_cards((struct card_text){"lines.cards", {NULL, 0}}), 0);
    assert_int_equal(count_cards(file_of("\n  \n\t\r\n# only a comment\n   # another")), 0);
}

TEST(test_last_line_needs_no_newline)
{
    assert_int_equal(count_cards(file_of("mat a\n" FACE "mat b\n name B\n name.de B\n"
                                         " source printed")),
                     2);
}

TEST(test_name_in_quotes)
{
    struct card card;
    read_first(
        "mat a\n  name \"Sector #7, \\\"old\\\"\" # comment\n  name.de Sektor#7\n"
        "  source printed\n",
        &card);
    assert_string_equal(card.face.name[ENGLISH], "Sector #7, \"old\"");
    assert_string_equal(card.face.name[LANGUAGE_DE], "Sektor#7");
}

TEST(test_longest_id_and_name)
{
    struct text text = {0};
    text_add(&text, "mat abcdefghijklmnopqrstuvwxyz-.Z09\n  name ");
    for (int i = 0; i < CARD_NAME_SIZE - 1; i++)
        text_add_char(&text, 'x');
    text_add(&text, "\n  name.de ä\n  source printed\n");
    struct card card;
    read_first(text_string(&text), &card);
    assert_int_equal(strlen(card.face.id), CARD_ID_SIZE - 1);
    assert_int_equal(strlen(card.face.name[ENGLISH]), CARD_NAME_SIZE - 1);
    assert_string_equal(card.face.name[LANGUAGE_DE], "ä");
    text_free(&text);
}

/* ---- sources of single values ---------------------------------------------------------------- */

static void assert_source(const struct value_source *source, const char *value, int status,
                          const char *by)
{
    struct text written = {0};
    value_source_write(source, &written);
    assert_string_equal(text_string(&written), value);
    assert_int_equal(source->status, status);
    assert_string_equal(source->by, by);
    text_free(&written);
}

/* Names in languages that the program does not have are read and left out; those that it has are
 * told; without one it is the English name. */
TEST(test_names_in_further_languages)
{
    struct card card;
    struct component component = {0};
    struct card_sources sources = {0};
    read_first("mat a\n" FACE
               "  name.xx Xe\n  name.pt-BR \"Linha #1\"\n  source.name.xx confirmed by Xu\n",
               &card);
    assert_int_equal(card.source_count, 0);
    assert_string_equal(card_face_name(&card.face, ENGLISH), "Row");
    assert_string_equal(card_face_name(&card.face, LANGUAGE_DE), "Reihe");
    for (int i = LANGUAGE_DE + 1; i < LANGUAGE_COUNT; i++) {
        struct text text = {0};
        assert_string_equal(card_face_name(&card.face, (enum language)i), "Row");
        text_addf(&text, "mat a\n" FACE "  %s Rang\n  source.%s corrected by Ada\n",
                  languages[i].card_key, languages[i].card_key);
        read_first(text_string(&text), &card);
        assert_true(card_keep_sources(&card, &sources));
        card_face_tell(&card.face, &sources, (enum language)i, &component);
        assert_string_equal(component.name, "Rang");
        assert_source(&component.sources[0], languages[i].card_key, CORRECTED, "Ada");
        text_free(&text);
    }
}

TEST(test_sources_of_values)
{
    static struct card_sources sources;
    struct component component = {0};
    struct card card;
    sources.count = 3; /* of cards before */
    read_first("line a\n  source.note.2 corrected by Ada Lovelace # she has it\n" FACE
               "  source.name.de reconstructed\n  cells a1\n  note x\n  note y\n"
               "  source.note confirmed by \"#1\"\n  source.cost printed\n",
               &card);
    assert_int_equal(card.count, 3);
    assert_true(card_keep_sources(&card, &sources));
    card_face_tell(&card.face, &sources, LANGUAGE_DE, &component);
    assert_string_equal(component.id, "a");
    assert_string_equal(component.name, "Reihe");
    assert_int_equal(component.provenance, PRINTED);
    assert_int_equal(component.source_count, 4);
    assert_ptr_equal(component.sources, &sources.list[3]);
    assert_source(&component.sources[0], "note.2", CORRECTED, "Ada Lovelace");
    assert_source(&component.sources[1], "name.de", RECONSTRUCTED, "");
    assert_source(&component.sources[2], "note", CONFIRMED, "#1");
    assert_source(&component.sources[3], "cost", PRINTED, ""); /* that there is none */
}

TEST(test_a_card_as_a_whole_confirmed_or_corrected)
{
    struct card card;
    read_first("mat a\n  name Mat\n  name.de Matte\n  source confirmed\n", &card);
    assert_int_equal(card.face.provenance, CONFIRMED);
    read_first("mat a\n  name Mat\n  name.de Matte\n  source corrected\n", &card);
    assert_int_equal(card.face.provenance, CORRECTED);
}

TEST(test_too_many_sources_in_a_set)
{
    static struct card_sources sources;
    static struct problem problem;
    struct card_text file = file_of("mat a\n" FACE "  source.name printed\n");
    struct card_reader reader;
    struct card card;
    assert_true(cards_open(&reader, &file, kinds, &problem));
    assert_true(cards_next(&reader, &card));
    sources.count = SET_SOURCES_MAX - 1;
    assert_true(card_keep_sources(&card, &sources));
    assert_int_equal(sources.count, SET_SOURCES_MAX);
    assert_false(card_keep_sources(&card, &sources));
    struct text written = {0};
    problem_write(&problem, ENGLISH, &written);
    assert_string_equal(
        text_string(&written),
        "lines.cards:1:1: this card set has too many sources of values: at most 4096");
    text_free(&written);
}

/* ---- values ---------------------------------------------------------------------------------- */

static const char *const colours[] = {"red", "green", "blue", NULL};

TEST(test_word_in_a_list)
{
    struct card card;
    read_first("line a\n" FACE "  cells blue pink\n", &card);
    struct scan *value = card_value(&card, LINE_CELLS);
    int colour = -1;
    assert_true(card_word_in(value, colours, &colour));
    assert_int_equal(colour, 2);
}

/* Reads words of the first value until one is not a colour, and gives the message. */
static void assert_not_a_colour(const char *text, const char *message)
{
    struct problem problem = {0};
    struct card_text file = file_of(text);
    struct card_reader reader;
    struct card card;
    assert_true(cards_open(&reader, &file, kinds, &problem));
    assert_true(cards_next(&reader, &card));
    int colour = -1;
    while (card_word_in(card_value(&card, LINE_CELLS), colours, &colour))
        assert_in_range(colour, 0, 2);
    struct text written = {0};
    problem_write(&problem, ENGLISH, &written);
    assert_string_equal(text_string(&written), message);
    text_free(&written);
    assert_false(cards_next(&reader, &card)); /* the game's problem ends the reading too */
}

TEST(test_word_not_in_a_list)
{
    assert_not_a_colour("line a\n" FACE "  cells  red  pink\nmat a\n" FACE,
                        "lines.cards:5:15: found \"pink\", expected red, green, blue");
    assert_not_a_colour("line a\n" FACE "  cells  red\nmat a\n" FACE,
                        "lines.cards:5:13: the line ends here, expected red, green, blue");
}

TEST(test_problem_with_the_whole_card)
{
    struct problem problem = {0};
    struct card_text file = file_of("# two cards\nmat a\n" FACE "mat b\n" FACE);
    struct card_reader reader;
    struct card card;
    assert_true(cards_open(&reader, &file, kinds, &problem));
    assert_true(cards_next(&reader, &card));
    assert_false(card_problem(&card, "{0} and {1} do not fit", "this", "that"));
    assert_string_equal(problem.file, "lines.cards");
    assert_int_equal(problem.line, 2);
    assert_int_equal(problem.column, 1);
}

/* ---- bad files ------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    const char *message;
} bad[] = {
    /* names in further languages */
    {"mat a\n" FACE "  name.xx\n", "lines.cards:5:10: the line ends here, expected a value"},
    {"mat a\n" FACE "  name.xx A\n  name.xx A\n",
     "lines.cards:6:3: this card already has the key \"name.xx\""},
    {"mat a\n" FACE "  name.x A\n",
     "lines.cards:5:3: found \"name.x\", expected a key of this card (name, name.de, source)"},
    {"mat a\n" FACE "  name.xx-yy A\n",
     "lines.cards:5:3: found \"name.xx-yy\", expected a key of this card (name, name.de, source)"},
    {"mat a\n" FACE "  source.name.xx perhaps\n",
     "lines.cards:5:18: found \"perhaps\", expected printed, reconstructed, confirmed, corrected"},

    /* headings */
    {"lien row-1\n",
     "lines.cards:1:1: found \"lien\", expected a kind of card (line, mat) or a "
     "blank before a key"},
    {"mat a\n" FACE "name Row\n",
     "lines.cards:5:1: found \"name\", expected a kind of card (line, "
     "mat) or a blank before a key"},
    {"line\n",
     "lines.cards:1:5: the line ends here, expected an id of at most 31 letters, digits, "
     "- and ."},
    {"line # row-1\n",
     "lines.cards:1:5: the line ends here, expected an id of at most 31 letters, "
     "digits, - and ."},
    {"line row_1\n",
     "lines.cards:1:6: found \"row_1\", expected an id of at most 31 letters, "
     "digits, - and ."},
    {"line größe\n",
     "lines.cards:1:6: found \"größe\", expected an id of at most 31 letters, "
     "digits, - and ."},
    {"line abcdefghijklmnopqrstuvwxyz123456\n",
     "lines.cards:1:6: found \"abcdefghijklmnopqrstuvwxyz123456\", expected an id of at most 31 "
     "letters, digits, - and ."},
    {"line \xc2\x9b\x1b\n",
     "lines.cards:1:6: found \"???\", expected an id of at most 31 letters, digits, - and ."},
    {"line row 1\n", "lines.cards:1:10: found \"1\", expected the end of the line"},
    {"mat a\n" FACE "\nmat b\n" FACE "\nmat a\n" FACE,
     "lines.cards:11:5: a card of this kind already has this id, on line 1"},
    {"\n  name Row\nline a\n",
     "lines.cards:2:3: a key and its value belong under a card, not before it"},
    /* keys */
    {"line a\n  cels a1\n",
     "lines.cards:2:3: found \"cels\", expected a key of this card (name, "
     "name.de, source, cells, note, cost)"},
    {"mat a\n  cells a1\n",
     "lines.cards:2:3: found \"cells\", expected a key of this card (name, name.de, source)"},
    {"mat a\n  Name Row\n",
     "lines.cards:2:3: found \"Name\", expected a key of this card (name, name.de, source)"},
    {"mat a\n" FACE "  name Row\n", "lines.cards:5:3: this card already has the key \"name\""},
    {"line a\n  cells a1\n  note x\n  note y\n\tcells b1\n",
     "lines.cards:5:2: this card already has the key \"cells\""},
    {"mat a\n  name Row\n  name.de Reihe\nmat b\n",
     "lines.cards:1:1: the card \"a\" lacks the key \"source\""},
    {"mat a\n  name Row\n  source printed\n",
     "lines.cards:1:1: the card \"a\" lacks the key \"name.de\""},
    {"mat a\n", "lines.cards:1:1: the card \"a\" lacks the key \"name\""},
    {"mat a\n" FACE "line row-1\n" FACE "  note x\n",
     "lines.cards:5:1: the card \"row-1\" lacks the key \"cells\""},
    /* values */
    {"line a\n  cells\n", "lines.cards:2:8: the line ends here, expected a value"},
    {"mat a\n  name   # nothing\n", "lines.cards:2:7: the line ends here, expected a value"},
    {"mat a\n  name \"\"\n", "lines.cards:2:8: found \"\"\"\", expected a name"},
    {"mat a\n  name \"  \"\n", "lines.cards:2:8: found \"\"  \"\", expected a name"},
    {"mat a\n  name \"Row\n", "lines.cards:2:8: found \"\"Row\", expected a text in \"quotes\""},
    {"mat a\n  name \"Row\" one\n",
     "lines.cards:2:14: found \"one\", expected the end of the line"},
    {"mat a\n  name Row\tone\n",
     "lines.cards:2:8: this name contains a tab or another control character"},
    {"mat a\n  name.de \"Row\\none\"\n",
     "lines.cards:2:11: this name contains a tab or another control character"},
    {"mat a\n  name Row\x1b[2J\n",
     "lines.cards:2:8: this name contains a tab or another control character"},
    {"mat a\n  name Row\xc2\x9b\n",
     "lines.cards:2:8: this name contains a tab or another control character"},
    {"mat a\n  name a2345678901234567890123456789012345678901234567890123456789012345678901234567"
     "89012345678901234ä\n",
     "lines.cards:2:8: this name is too long: at most 95 bytes, and an ä takes two"},
    {"mat a\n  source print\n",
     "lines.cards:2:10: found \"print\", expected printed, reconstructed, confirmed, corrected"},
    {"mat a\n  source printed by us\n",
     "lines.cards:2:18: found \"by\", expected the end of the line"},
    /* sources of single values */
    {"line a\n  source.cels printed\n",
     "lines.cards:2:3: found \"source.cels\", expected \"source.\" and a key of this card (name, "
     "name.de, cells, note, cost)"},
    {"mat a\n  source.source printed\n",
     "lines.cards:2:3: found \"source.source\", expected \"source.\" and a key of this card (name, "
     "name.de)"},
    {"mat a\n  source.name.french printed\n",
     "lines.cards:2:3: found \"source.name.french\", expected \"source.\" and a key of this card (name, "
     "name.de)"},
    {"mat a\n  source. printed\n",
     "lines.cards:2:3: found \"source.\", expected a key of this card (name, name.de, source)"},
    {"mat a\n  source.name.1 printed\n",
     "lines.cards:2:3: found \"source.name.1\", expected \"source.\" and a key of this card (name, "
     "name.de)"},
    {"line a\n" FACE "  cells a1\n  note x\n  source.note.01 printed\n",
     "lines.cards:7:3: found \"source.note.01\", expected \"source.\" and a key of this card (name, "
     "name.de, cells, note, cost)"},
    {"line a\n" FACE "  note x\n  source.note.0 printed\n",
     "lines.cards:6:3: found \"source.note.0\", expected \"source.\" and a key of this card (name, "
     "name.de, cells, note, cost)"},
    {"line a\n" FACE "  note x\n  source.note.33 printed\n",
     "lines.cards:6:3: found \"source.note.33\", expected \"source.\" and a key of this card (name, "
     "name.de, cells, note, cost)"},
    {"line a\n" FACE "  cells a1\n  source.note.2 printed\n  note x\nmat a\n" FACE,
     "lines.cards:6:3: this card has fewer entries with the key \"note\""},
    {"mat a\n" FACE "  source.name printed\n  source.name confirmed\n",
     "lines.cards:6:3: this card already has the key \"source.name\""},
    {"mat a\n  source.name\n",
     "lines.cards:2:14: the line ends here, expected printed, reconstructed, confirmed, corrected"},
    {"mat a\n  source.name known\n",
     "lines.cards:2:15: found \"known\", expected printed, reconstructed, confirmed, corrected"},
    {"mat a\n  source.name printed on it\n",
     "lines.cards:2:23: found \"on\", expected the end of the line"},
    {"mat a\n  source.name confirmed by\n",
     "lines.cards:2:27: the line ends here, expected a name"},
    {"mat a\n  source.name confirmed by \"\"\n",
     "lines.cards:2:28: found \"\"\"\", expected a name"},
    {"mat a\n  source.name confirmed by A\tB\n",
     "lines.cards:2:28: this name contains a tab or another control character"},
    {"mat a\n  source.name confirmed by A\xe2\x80\xae"
     "B\n",
     "lines.cards:2:28: a text contains invisible characters"},
    {"mat a\n  source.name confirmed by a23456789012345678901234567890123456789012345678901234567890"
     "1234\n",
     "lines.cards:2:28: this name is too long: at most 63 bytes, and an ä takes two"},
    /* columns count characters, and lines count all lines */
    {"# ä\r\n\r\nmat a\r\n\tname ä\r\n\tname.de ö\r\n  source ä printed\r\n",
     "lines.cards:6:10: found \"ä\", expected printed, reconstructed, confirmed, corrected"},
    /* files */
    {"\xef\xbb\xbfmat a\n",
     "lines.cards:1:1: the file begins with a byte order mark; save it as "
     "UTF-8 without one"},
    {"mat a\n  name Row\n  name.de f\xfcnfte Reihe\n", "lines.cards:3: this is not a UTF-8 text"},
    {"\xff\xfem", "lines.cards:1: this is not a UTF-8 text"},
};

TEST(test_bad_files)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_refused(span_of(bad[i].text), bad[i].message);
}

TEST(test_zero_bytes_are_refused)
{
    assert_refused((struct span){"mat a\n  name R\0w\n", 17},
                   "lines.cards:2: this is not a UTF-8 text");
}

TEST(test_too_long_a_line)
{
    struct text text = {0};
    text_add(&text, "mat a\n  name ");
    while (text.length < SCAN_LINE_MAX + 10)
        text_add_char(&text, 'x');
    assert_refused(text_span(&text), "lines.cards:2: this line is too long");
    text_free(&text);
}

TEST(test_too_many_entries)
{
    struct text text = {0};
    text_add(&text, "line a\n" FACE "  cells a1\n");
    for (int i = 0; i < CARD_ENTRIES_MAX - 1; i++)
        text_add(&text, "  note x\n");
    assert_int_equal(count_cards((struct card_text){"lines.cards", text_span(&text)}), 1);
    text_add(&text, "  note x\n");
    assert_refused(text_span(&text),
                   "lines.cards:37:3: this card has too many entries: at most 32 are allowed");
    text_free(&text);
}

TEST(test_too_many_cards)
{
    struct text text = {0};
    for (int i = 0; i < CARDS_MAX; i++)
        text_addf(&text, "mat m%d\n" FACE, i);
    assert_int_equal(count_cards((struct card_text){"lines.cards", text_span(&text)}), CARDS_MAX);
    text_add(&text, "mat one-more\n" FACE);
    assert_refused(text_span(&text),
                   "lines.cards:2049:1: this file has too many cards: at most 512 are allowed");
    text_free(&text);
}

TEST(test_a_long_list_of_keys_is_cut)
{
    static struct card_key keys[CARD_KEYS_MAX + 1];
    for (int i = 0; i < CARD_KEYS_MAX; i++)
        keys[i].name = "another-key";
    const struct card_kind wide[] = {{"mat", keys}, {0}};
    struct problem problem = {0};
    struct card_text file = file_of("mat a\n  x y\n");
    struct card_reader reader;
    struct card card;
    assert_true(cards_open(&reader, &file, wide, &problem));
    assert_false(cards_next(&reader, &card));
    assert_non_null(strstr(problem.details[1], "another-key, …"));
    assert_string_equal(problem.details[1] + strlen(problem.details[1]) - strlen("…"), "…");
}

int main(void)
{
    return run_registered(NULL, NULL);
}
