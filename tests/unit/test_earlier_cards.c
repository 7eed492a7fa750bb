/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Default card sets of earlier versions. The program of this test has other cards (those of the
 * golden games), so that the present ones of the big games are earlier ones to it, and the records
 * of tests/old_files were played with them. */

#include "helpers.h"

#include "base/file.h"
#include "contract/card_document.h"
#include "library/orrery.h"
#include "record/position.h"
#include "record/record.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct game *game_of(const struct embedded_set *set)
{
    const struct game *game = game_find(span_of(set->game));
    assert_non_null(game);
    return game;
}

static struct ruleset *open_default(const struct game *game, uint64_t fingerprint)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open_default(game, &setup, fingerprint, &problem);
    assert_told(&problem, NULL);
    assert_non_null(rules);
    return rules;
}

/* A file of tests/old_files. */
static void read_file(const struct embedded_set *set, const char *ending, struct text *out)
{
    struct problem problem = {0};
    struct text path = {0};
    const char *source = getenv("ORRERY_SOURCE");
    text_addf(&path, "%s/tests/old_files/0.1/%s.%s", source != NULL ? source : ".", set->game,
              ending);
    text_clear(out);
    assert_true(file_read(text_string(&path), out, &problem));
    text_free(&path);
}

static bool names_set(const struct text *text, const struct embedded_set *set)
{
    char line[64];
    snprintf(line, sizeof line, "\ncards %016" PRIx64 "\n", set->fingerprint);
    return strstr(text_string(text), line) != NULL;
}

/* The first set from this one on that the old files were made with, or the end. */
static const struct embedded_set *old_from(const struct embedded_set *set)
{
    struct text record = {0};
    for (; set->game != NULL; set++) {
        read_file(set, "record", &record);
        if (names_set(&record, set))
            break;
    }
    text_free(&record);
    return set;
}

static const struct embedded_set *first_old(void)
{
    const struct embedded_set *set = old_from(embedded_sets);
    assert_non_null(set->game);
    return set;
}

/* A file of tests/old_files, whose cards are those of that set. */
static void read_old(const struct embedded_set *set, const char *ending, struct text *out)
{
    read_file(set, ending, out);
    if (strcmp(ending, "cards") != 0)
        assert_true(names_set(out, set));
}

/* The same text with another fingerprint in it. */
static void with_fingerprint(const struct text *text, uint64_t fingerprint, struct text *out)
{
    const char *line = strstr(text_string(text), "\ncards ");
    assert_non_null(line);
    text_clear(out);
    text_add_span(out, (struct span){text_string(text), (size_t)(line - text_string(text))});
    text_addf(out, "\ncards %016" PRIx64 "%s", fingerprint, line + strlen("\ncards ") + 16);
}

/* ---- card sets ------------------------------------------------------------------------------- */

TEST(test_there_are_earlier_sets_of_two_games)
{
    int count = 0;
    for (const struct embedded_set *set = embedded_sets; set->game != NULL; set++)
        count += strcmp(set->game, "beyond-the-sun") == 0 || strcmp(set->game, "pulsar-2849") == 0;
    assert_true(count >= 2);
}

TEST(test_each_has_its_fingerprint)
{
    for (const struct embedded_set *set = embedded_sets; set->game != NULL; set++) {
        struct ruleset *present = open_standard_rules(game_of(set));
        struct ruleset *rules = open_default(game_of(set), set->fingerprint);
        assert_int_equal(rules->fingerprint, set->fingerprint);
        assert_int_not_equal(present->fingerprint, set->fingerprint);
        assert_ptr_not_equal(present->cards, rules->cards);
        ruleset_close(present);
        ruleset_close(rules);
    }
}

TEST(test_one_that_is_open_is_shared)
{
    for (const struct embedded_set *set = embedded_sets; set->game != NULL; set++) {
        struct ruleset *one = open_default(game_of(set), set->fingerprint);
        struct ruleset *other = open_default(game_of(set), set->fingerprint);
        struct ruleset *present = open_standard_rules(game_of(set));
        assert_ptr_equal(one->cards, other->cards);
        assert_ptr_not_equal(one->cards, present->cards);
        ruleset_close(one);
        ruleset_close(present);
        ruleset_close(other);
    }
}

TEST(test_its_texts_are_a_document)
{
    const struct embedded_set *set = embedded_sets;
    struct problem problem = {0};
    struct text document = {0};
    struct card_texts texts;
    struct ruleset *rules = open_default(game_of(set), set->fingerprint);
    ruleset_texts(rules, &texts);
    card_document_write(rules->game, &texts, &document);
    struct ruleset *again =
        card_document_open(rules->game, &rules->setup, text_span(&document), &problem);
    assert_non_null(again);
    assert_int_equal(again->fingerprint, set->fingerprint);
    ruleset_close(rules);
    ruleset_close(again);
    text_free(&document);
}

/* Also what is an earlier set of another game. */
TEST(test_without_such_a_set_it_is_the_present_one)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *present = open_standard_rules(games[i]);
        uint64_t unknown[] = {0, UINT64_MAX, present->fingerprint, embedded_sets[0].fingerprint};
        bool own = strcmp(embedded_sets[0].game, games[i]->name) == 0;
        for (size_t k = 0; k < sizeof unknown / sizeof unknown[0] - own; k++) {
            struct ruleset *rules = open_default(games[i], unknown[k]);
            assert_ptr_equal(rules->cards, present->cards);
            ruleset_close(rules);
        }
        ruleset_close(present);
    }
}

TEST(test_the_setup_is_checked)
{
    struct problem problem = {0};
    const struct setup setup = {.players = 9};
    assert_null(ruleset_open_default(game_of(embedded_sets), &setup, embedded_sets[0].fingerprint,
                                     &problem));
    assert_true(problem_is_set(&problem));
}

/* ---- what was played with them --------------------------------------------------------------- */

TEST(test_records_are_replayed)
{
    struct text text = {0};
    for (const struct embedded_set *set = first_old(); set->game != NULL; set = old_from(set + 1)) {
        struct record record = {0};
        struct problem problem = {0};
        union any_state state;
        read_old(set, "record", &text);
        assert_true(record_read(&record, "old", text_span(&text), NULL, &problem));
        assert_int_equal(record.rules->fingerprint, set->fingerprint);
        assert_true(record_replay(&record, state.bytes, NULL, NULL, &problem));
        record_free(&record);
    }
    text_free(&text);
}

TEST(test_positions_are_read)
{
    struct text text = {0};
    for (const struct embedded_set *set = first_old(); set->game != NULL; set = old_from(set + 1)) {
        struct problem problem = {0};
        union any_state state;
        read_old(set, "position", &text);
        struct ruleset *rules = position_read("old", text_span(&text), NULL, state.bytes, &problem);
        assert_told(&problem, NULL);
        assert_int_equal(rules->fingerprint, set->fingerprint);
        ruleset_close(rules);
    }
    text_free(&text);
}

/* As before there were earlier sets: the sentence names both. */
TEST(test_other_fingerprints_are_refused)
{
    const struct embedded_set *set = first_old();
    struct text text = {0}, changed = {0}, message = {0};
    struct record record = {0};
    struct problem problem = {0};
    struct ruleset *present = open_standard_rules(game_of(set));
    read_old(set, "record", &text);
    with_fingerprint(&text, set->fingerprint ^ 1, &changed);
    assert_false(record_read(&record, "old", text_span(&changed), NULL, &problem));
    text_addf(&message,
              "old:4: this needs the card set %016" PRIx64 ", but the current one is %016" PRIx64,
              set->fingerprint ^ 1, present->fingerprint);
    assert_told(&problem, text_string(&message));
    ruleset_close(present);
    text_free(&text);
    text_free(&changed);
    text_free(&message);
}

TEST(test_the_library_reads_records)
{
    struct text text = {0}, cards = {0};
    for (const struct embedded_set *set = first_old(); set->game != NULL; set = old_from(set + 1)) {
        struct orrery_problem problem = {0};
        struct orrery_sizes sizes;
        read_old(set, "record", &text);
        read_old(set, "cards", &cards);
        for (int given = 0; given < 2; given++) {
            struct orrery_record *record = orrery_record_open(text_string(&text), text.length,
                                                              given ? text_string(&cards) : NULL,
                                                              given ? cards.length : 0, &problem);
            assert_non_null(record);
            struct orrery_rules *rules = orrery_record_rules(record);
            assert_int_equal(orrery_rules_sizes(rules, &sizes), ORRERY_FINE);
            assert_int_equal(sizes.cards, set->fingerprint);
            orrery_rules_close(rules);
            orrery_record_close(record);
        }
    }
    text_free(&text);
    text_free(&cards);
}

/* A table needs no one who has its cards. */
TEST(test_tables_continue)
{
    for (const struct embedded_set *set = embedded_sets; set->game != NULL; set++) {
        struct problem problem = {0};
        struct text head = {0};
        struct ruleset *rules = open_default(game_of(set), set->fingerprint);
        const struct table_plan plan = {.game = rules->game, .setup = rules->setup, .owner = 1};
        table_write_head(&plan, rules, &head);
        ruleset_close(rules);
        const struct store_table stored = {.id = "old", .head = text_string(&head)};
        struct table *table = table_open(&stored, &problem);
        assert_told(&problem, NULL);
        assert_int_equal(table->rules->fingerprint, set->fingerprint);
        table_close(table);
        text_free(&head);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
