/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Setups, options, card sets and their fingerprints, and the list of games. */

#include "helpers.h"
#include "toy.h"

#include "base/file.h"
#include "contract/card_document.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct game *noughts_game(void)
{
    return game_find(span_of("noughts"));
}

TEST(test_finds_games_by_name)
{
    assert_non_null(noughts_game());
    assert_string_equal(noughts_game()->name, "noughts");
    for (int i = 0; games[i] != NULL; i++)
        assert_ptr_equal(game_find(span_of(games[i]->name)), games[i]);
    assert_null(game_find(span_of("nought")));
    assert_null(game_find(span_of("Noughts")));
    assert_null(game_find(span_of("")));
}

/* ---- setups ---------------------------------------------------------------------------------- */

TEST(test_standard_setup)
{
    struct setup setup = setup_standard(noughts_game());
    assert_int_equal(setup.players, 2);
    assert_int_equal(setup.options[0], 0);
    assert_int_equal(setup.options[1], 0);
    assert_int_equal(option_count(noughts_game()), 2);
    assert_int_equal(choice_count(&noughts_game()->words->options[0]), 2);
    assert_int_equal(setup_standard(&toy).players, 2);
    assert_int_equal(choice_count(&toy_options[0]), 3);
}

TEST(test_options_by_name)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(noughts_game());
    assert_true(setup_option(noughts_game(), &setup, span_of("goal"), span_of("avoid"), &problem));
    assert_int_equal(setup.options[0], 1);
    assert_true(setup_option(noughts_game(), &setup, span_of("start"), span_of("first"), &problem));
    assert_int_equal(setup.options[1], 1);
    assert_true(setup_option(noughts_game(), &setup, span_of("goal"), span_of("line"), &problem));
    assert_int_equal(setup.options[0], 0);
    assert_told(&problem, NULL);
}

static void assert_no_option(const char *name, const char *choice, const char *message)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(noughts_game());
    const struct setup before = setup;
    assert_false(setup_option(noughts_game(), &setup, span_of(name), span_of(choice), &problem));
    assert_told(&problem, message);
    assert_memory_equal(&setup, &before, sizeof setup);
}

TEST(test_wrong_options)
{
    assert_no_option("goal", "win", "the option goal has these choices: line, avoid");
    assert_no_option("goal", "", "the option goal has these choices: line, avoid");
    assert_no_option("goals", "line", "there is no option \"goals\"; did you mean \"goal\"?");
    assert_no_option("goal", "lien",
                     "the option goal has no choice \"lien\"; did you mean \"line\"?");
    assert_no_option("board", "line", "there is no option \"board\" in the game noughts");
    assert_no_option("", "line", "there is no option \"\" in the game noughts");
}

static void assert_no_ruleset(const struct game *game, struct setup setup, const char *message)
{
    struct problem problem = {0};
    assert_null(ruleset_open(game, &setup, NULL, &problem));
    assert_told(&problem, message);
}

TEST(test_number_of_players)
{
    assert_no_ruleset(noughts_game(), (struct setup){.players = 1}, "noughts takes 2 players");
    assert_no_ruleset(noughts_game(), (struct setup){.players = 3}, "noughts takes 2 players");
    assert_no_ruleset(&toy, (struct setup){.players = 255}, "toy takes 2 to 4 players");
    assert_no_ruleset(&toy, (struct setup){0}, "toy takes 2 to 4 players");
}

TEST(test_the_game_checks_its_setup)
{
    assert_no_ruleset(&toy, (struct setup){2, {TOY_FORBIDDEN}, 0}, "moons are forbidden");
    struct problem problem = {0};
    const struct setup setup = {3, {TOY_WITH_MOONS}, (uint8_t)toy.rules_version};
    struct ruleset *rules = ruleset_open(&toy, &setup, NULL, &problem);
    assert_non_null(rules);
    assert_ptr_equal(rules->game, &toy);
    assert_memory_equal(&rules->setup, &setup, sizeof setup);
    ruleset_close(rules);
    ruleset_close(NULL);
}

/* ---- card sets ------------------------------------------------------------------------------- */

static const char row[] =
    "line row-1\n  name row\n  name.de Reihe\n  source printed\n"
    "  cells a1 b1 c1\n";

static struct ruleset *open_cards(const char *text, struct problem *problem)
{
    const struct card_text file = {"lines.cards", span_of(text)};
    const struct setup setup = setup_standard(noughts_game());
    return ruleset_open_texts(noughts_game(), &setup, &file, 1, problem);
}

static uint64_t fingerprint_of(const char *text)
{
    struct problem problem = {0};
    struct ruleset *rules = open_cards(text, &problem);
    assert_non_null(rules);
    uint64_t fingerprint = rules->fingerprint;
    ruleset_close(rules);
    return fingerprint;
}

static void assert_same_set(const char *old, const char *new, bool same)
{
    struct text text = {0};
    add_replaced(&text, row, old, new);
    assert_int_equal(fingerprint_of(text_string(&text)) == fingerprint_of(row), same);
    text_free(&text);
}

TEST(test_fingerprints)
{
    assert_same_set("printed", "printed   # as in the book", true);
    assert_same_set("line", "# The first line.\n\nline", true);
    assert_same_set("\n  name", "\n\t name", true);
    assert_same_set("row\n", "row  \r\n", true);
    assert_same_set("a1", "a2", false);
    assert_same_set("name row", "name Row", false);
    assert_same_set("row-1", "row-2", false);
    assert_same_set("printed", "confirmed", false);
}

/* Who only says where a value comes from does not change the game. */
TEST(test_sources_of_values_have_no_part_in_the_fingerprint)
{
    assert_same_set("  cells", "  source.cells confirmed by Ada\n  cells", true);
    assert_same_set("b1 c1\n", "b1 c1\n\tsource.name.de\tcorrected\n", true);
    assert_same_set("  cells a1", "  source.cells confirmed by Ada\n  cells a2", false);
}

/* Who only translates a card does not change the game either; German has been part of it all along,
 * and records know their cards by it. */
TEST(test_names_in_further_languages_have_no_part_in_the_fingerprint)
{
    assert_same_set("  cells", "  name.fr rang\n  cells", true);
    assert_same_set("  cells", "\tname.pt-BR\tlinha\n\tsource.name.pt-BR confirmed\n  cells", true);
    assert_same_set("Reihe", "Zeile", false);
    struct problem problem = {0};
    struct ruleset *rules = ruleset_open_largest(noughts_game());
    assert_int_equal(rules->fingerprint, UINT64_C(0xc2bcc7203fb70a73)); /* of docs/record.md */
    ruleset_close(rules);
    assert_null(open_cards("line row-1\n  name row\n  name.fr rang\n", &problem));
    assert_told(&problem, "lines.cards:1:1: the card \"row-1\" lacks the key \"name.de\"");
}

/* Sets with one fingerprint and different sources do not get each other's, and what is wrong with
 * a source is told even while a set with that fingerprint is in use. */
TEST(test_sources_of_values_are_those_of_the_text)
{
    struct problem problem = {0};
    struct text texts[3] = {{0}, {0}, {0}};
    struct ruleset *plain = open_cards(row, &problem);
    add_replaced(&texts[0], row, "  cells", "  source.cells confirmed by Ada\n  cells");
    add_replaced(&texts[1], row, "  cells", "  source.cells corrected\n  cells");
    add_replaced(&texts[2], row, "  cells", "  source.sells corrected\n  cells");
    struct ruleset *confirmed = open_cards(text_string(&texts[0]), &problem);
    struct ruleset *corrected = open_cards(text_string(&texts[1]), &problem);
    struct component component = {0};
    assert_true(noughts_game()->component(plain, 0, ENGLISH, &component));
    assert_int_equal(component.source_count, 0);
    assert_true(noughts_game()->component(confirmed, 0, ENGLISH, &component));
    assert_int_equal(component.source_count, 1);
    assert_string_equal(component.sources[0].key, "cells");
    assert_string_equal(component.sources[0].by, "Ada");
    assert_true(noughts_game()->component(corrected, 0, ENGLISH, &component));
    assert_int_equal(component.sources[0].status, CORRECTED);
    assert_null(open_cards(text_string(&texts[2]), &problem));
    assert_told(&problem,
                "lines.cards:5:3: found \"source.sells\", expected \"source.\" and a key of this "
                "card (name, name.de, cells)");
    text_free(&component.text);
    ruleset_close(plain);
    ruleset_close(confirmed);
    ruleset_close(corrected);
    for (int i = 0; i < 3; i++)
        text_free(&texts[i]);
}

/* The toy takes any text as its cards. */
static uint64_t toy_fingerprint(const char *text)
{
    struct problem problem = {0};
    const struct card_text file = {"toy.cards", span_of(text)};
    const struct setup setup = setup_standard(&toy);
    struct ruleset *rules = ruleset_open_texts(&toy, &setup, &file, 1, &problem);
    assert_non_null(rules);
    uint64_t fingerprint = rules->fingerprint;
    ruleset_close(rules);
    return fingerprint;
}

/* How far a line is indented is of no matter, but whether it is tells a card from its entries. */
TEST(test_indentation_counts)
{
    assert_true(toy_fingerprint("a\n b\n") == toy_fingerprint("a\n\t  b\n"));
    assert_true(toy_fingerprint("a\n b\n") != toy_fingerprint("a\nb\n"));
    assert_true(toy_fingerprint("a\n b\n") != toy_fingerprint("a\n b\n b\n"));
    assert_true(toy_fingerprint("a\nb\n") != toy_fingerprint("b\na\n"));
}

TEST(test_wrong_cards)
{
    struct problem problem = {0};
    struct text text = {0};
    add_replaced(&text, row, "b1", "b4");
    assert_null(open_cards(text_string(&text), &problem));
    assert_told(&problem,
                "lines.cards:5:12: found \"b4\", expected a1, b1, c1, a2, b2, c2, a3, "
                "b3, c3");
    text_free(&text);
}

TEST(test_cards_from_a_folder)
{
    struct problem problem = {0};
    const struct setup setup = setup_standard(noughts_game());
    char folder[] = "/tmp/orrery_test_ruleset.XXXXXX";
    char file[64], message[160];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/lines.cards", folder);
    assert_null(ruleset_open(noughts_game(), &setup, folder, &problem));
    snprintf(message, sizeof message, "%s cannot be opened: No such file or directory.", file);
    assert_told(&problem, message);

    problem = (struct problem){0};
    assert_true(file_write(file, span_of(row), &problem));
    struct ruleset *rules = ruleset_open(noughts_game(), &setup, folder, &problem);
    unlink(file);
    rmdir(folder);
    assert_non_null(rules);
    assert_true(rules->fingerprint == fingerprint_of(row));
    ruleset_close(rules);
}

TEST(test_cards_of_the_program)
{
    struct ruleset *drawn = open_noughts("drawn");
    struct ruleset *first = open_noughts("first");
    assert_true(drawn->fingerprint == first->fingerprint); /* of the cards, not the options */
    assert_true(drawn->fingerprint != fingerprint_of(row));
    assert_int_equal(drawn->setup.options[1], 0);
    assert_int_equal(first->setup.options[1], 1);
    ruleset_close(drawn);
    ruleset_close(first);
}

/* Sets are read once as long as someone uses them, wherever they come from. */
TEST(test_shared_cards)
{
    struct problem problem = {0};
    struct card_texts texts;
    struct ruleset *own = open_noughts("drawn"), *other = open_noughts("first");
    assert_true(card_texts_find(&texts, noughts_game(), NULL, &problem));
    struct ruleset *from_texts =
        ruleset_open_texts(noughts_game(), &own->setup, texts.files, texts.count, &problem);
    struct ruleset *changed = open_cards(row, &problem), *again = ruleset_open_again(changed);
    assert_ptr_equal(own->cards, other->cards);
    assert_ptr_equal(own->cards, from_texts->cards);
    assert_ptr_not_equal(own->cards, changed->cards);
    assert_ptr_equal(changed->cards, again->cards);
    ruleset_close(changed);
    assert_true(again->fingerprint == fingerprint_of(row));
    assert_memory_equal(&again->setup, &own->setup, sizeof own->setup);
    ruleset_close(again);
    ruleset_close(own);
    ruleset_close(other);
    ruleset_close(from_texts);
    card_texts_free(&texts);
}

/* A ruleset knows what its cards were read from. */
TEST(test_texts_of_a_ruleset)
{
    struct problem problem = {0};
    struct card_texts texts;
    struct ruleset *rules = open_cards(row, &problem);
    ruleset_texts(rules, &texts);
    assert_int_equal(texts.count, 1);
    assert_string_equal(texts.files[0].file, "lines.cards");
    assert_true(span_is(texts.files[0].text, row));
    ruleset_close(rules);
}

TEST(test_another_setup_with_the_same_cards)
{
    struct problem problem = {0};
    struct ruleset *rules = open_cards(row, &problem);
    struct setup setup = rules->setup;
    setup.options[0] = 1;
    struct ruleset *other = ruleset_open_setup(rules, &setup, &problem);
    assert_ptr_equal(other->cards, rules->cards);
    assert_int_equal(other->setup.options[0], 1);
    setup.players = 3;
    assert_null(ruleset_open_setup(rules, &setup, &problem));
    assert_told(&problem, "noughts takes 2 players");
    ruleset_close(rules);
    assert_true(other->fingerprint == fingerprint_of(row));
    ruleset_close(other);
}

/* Sets that differ in a comment alone are the same game, but not the same text. */
TEST(test_sets_are_shared_by_their_texts)
{
    struct problem problem = {0};
    struct text commented = {0};
    text_addf(&commented, "# ours\n%s", row);
    struct ruleset *one = open_cards(row, &problem), *same = open_cards(row, &problem);
    struct ruleset *other = open_cards(text_string(&commented), &problem);
    assert_ptr_equal(one->cards, same->cards);
    assert_ptr_not_equal(one->cards, other->cards);
    assert_true(one->fingerprint == other->fingerprint);
    ruleset_close(one);
    ruleset_close(same);
    ruleset_close(other);
    text_free(&commented);
}

/* ---- a whole set in one file ----------------------------------------------------------------- */

static const char *write_set(const char *text)
{
    static char path[] = "/tmp/orrery-set-XXXXXX";
    if (strchr(path, 'X') != NULL)
        close(mkstemp(path));
    struct problem problem = {0};
    assert_true(file_write(path, span_of(text), &problem));
    return path;
}

TEST(test_a_set_in_one_file)
{
    struct problem problem = {0};
    struct text document = {0};
    struct card_texts texts;
    struct ruleset *rules = open_cards(row, &problem);
    ruleset_texts(rules, &texts);
    card_document_write(noughts_game(), &texts, &document);
    const char *path = write_set(text_string(&document));
    struct ruleset *read = ruleset_open(noughts_game(), &rules->setup, path, &problem);
    assert_ptr_equal(read->cards, rules->cards);
    ruleset_close(read);
    assert_ptr_equal(card_document_game(text_span(&document)), noughts_game());
    static const char *const wrong[] = {"", "orrery cards 2\n", "orrery cards 1\ngame chess\n",
                                        "orrery cards 1\ngame noughts\nfile lines.cards 999\n",
                                        "orrery cards 1\ngame noughts\nfile lines.cards -1\nx\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        problem = (struct problem){0};
        assert_null(ruleset_open(noughts_game(), &rules->setup, write_set(wrong[i]), &problem));
        assert_true(problem_is_set(&problem));
        assert_string_equal(problem.file, path);
    }
    assert_null(card_document_game(span_of("orrery cards 1\ngame chess\n")));
    assert_null(card_document_game(span_of("")));
    unlink(path);
    problem = (struct problem){0};
    assert_null(ruleset_open(noughts_game(), &rules->setup, path, &problem));
    ruleset_close(rules);
    text_free(&document);
}

/* A text that ends in something unreadable is not taken for the set before it. */
TEST(test_unreadable_cards_are_not_shared)
{
    struct problem problem = {0};
    struct text text = {0};
    struct ruleset *rules = open_cards(row, &problem);
    text_add(&text, row);
    for (int i = 0; i < 5000; i++)
        text_add_char(&text, 'x');
    assert_null(open_cards(text_string(&text), &problem));
    assert_told(&problem, "lines.cards:6: this line is too long");
    problem = (struct problem){0};
    assert_null(open_cards("\xff", &problem));
    ruleset_close(rules);
    text_free(&text);
}

/* Of the sets that this program has (test_earlier_cards.c looks at another one, which has some). */
TEST(test_earlier_sets_have_their_fingerprints)
{
    struct problem problem = {0};
    for (const struct embedded_set *set = embedded_sets; set->game != NULL; set++) {
        const struct game *game = game_find(span_of(set->game));
        assert_non_null(game);
        struct setup setup = setup_standard(game);
        struct ruleset *rules = ruleset_open_default(game, &setup, set->fingerprint, &problem);
        assert_told(&problem, NULL);
        assert_int_equal(rules->fingerprint, set->fingerprint);
        ruleset_close(rules);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
