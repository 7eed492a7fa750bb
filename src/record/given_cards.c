/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card texts with some values put in. The lines are found by the scanner that reads cards, so that
 * both see the same keys; all else of a file stays as it is, and a card set that says the same
 * already keeps its fingerprint and is shared. */

#include "given_cards.h"

#include <assert.h>
#include <string.h>

static bool read_value(struct scan *scan, struct given_card *value)
{
    scan_word(scan); /* given */
    value->line = scan->line;
    if (!scan_need(scan, _("the kind of a card"), &value->kind) ||
        !scan_need(scan, _("the id of a card"), &value->id) ||
        !scan_need(scan, _("a key of this card"), &value->key))
        return false;
    struct span sign = scan_word(scan);
    if (!span_is(sign, "="))
        return scan_expected(scan, sign, "=");
    value->value = scan_rest(scan);
    return value->value.length > 0 || scan_expected(scan, value->value, _("a value"));
}

bool given_cards_read(struct scan *scan, struct given_cards *given)
{
    given->count = 0;
    while (!scan_at_end(scan) && span_is(scan_peek(scan), "given")) {
        if (given->count == GIVEN_CARDS_MAX)
            return scan_problem(scan, scan->text, _("this scenario is too long"), NULL, NULL);
        struct given_card *value = &given->values[given->count++];
        *value = (struct given_card){0};
        if (!read_value(scan, value))
            return false;
        scan_line(scan);
    }
    return !problem_is_set(scan->problem);
}

static void add_word(struct text *out, struct span word)
{
    text_add_span(out, word);
    text_add_char(out, ' ');
}

void given_cards_write(const struct given_cards *given, struct text *out)
{
    for (int i = 0; i < given->count; i++) {
        const struct given_card *value = &given->values[i];
        text_add(out, "given ");
        add_word(out, value->kind);
        add_word(out, value->id);
        add_word(out, value->key);
        text_add(out, "= ");
        text_add_span(out, value->value);
        text_add_char(out, '\n');
    }
}

/* What is given for a line with this key of this card, if it was not for an earlier one. */
static struct given_card *find(struct given_cards *given, struct span kind, struct span id,
                               struct span key)
{
    for (int i = 0; i < given->count; i++) {
        struct given_card *value = &given->values[i];
        if (!value->found && span_equal(value->kind, kind) && span_equal(value->id, id) &&
            span_equal(value->key, key))
            return value;
    }
    return NULL;
}

/* Copies the text of a card file with the given values in it. */
static void put_in(struct given_cards *given, const struct card_text *file, struct text *out)
{
    struct span text = file->text;
    struct problem ignored = {0}; /* whoever reads the cards complains */
    struct span kind = {0}, id = {0};
    const char *copied = text.at, *end = text.at + text.length;
    struct scan scan;
    scan_open(&scan, "", text, &ignored);
    while (scan_line(&scan)) {
        struct span first = scan_word(&scan), rest;
        if (scan.text.at == scan.start) { /* a card begins without blanks before it */
            kind = first;
            id = scan_word(&scan);
            continue;
        }
        struct given_card *value = find(given, kind, id, first);
        if (value == NULL || (rest = scan_rest(&scan)).length == 0)
            continue;
        assert(rest.at >= copied && rest.at + rest.length <= end);
        text_add_span(out, (struct span){copied, (size_t)(rest.at - copied)});
        text_add_span(out, value->value);
        copied = rest.at + rest.length;
        value->found = true;
        value->card_file = file->file;
        value->card_line = scan.line;
    }
    text_add_span(out, (struct span){copied, (size_t)(end - copied)});
}

static bool all_found(const struct given_cards *given, struct scan *scan)
{
    for (int i = 0; i < given->count; i++) {
        const struct given_card *value = &given->values[i];
        if (value->found)
            continue;
        problem_set_spans(scan->problem, _("no card {0} has a line {1}"), value->id, value->key);
        problem_place(scan->problem, scan->file, value->line, 0);
        return false;
    }
    return true;
}

/* What is wrong with the cards stands in the scenario: in the line of the value that was put in
 * there, else (the cards do not fit together) in the first one that was given. */
static void place_in_scenario(const struct given_cards *given, struct scan *scan)
{
    struct problem *problem = scan->problem;
    assert(given->count > 0 && problem_is_set(problem));
    int line = given->values[0].line;
    for (int i = 0; i < given->count; i++) {
        const struct given_card *value = &given->values[i];
        if (value->card_line == problem->line && strcmp(value->card_file, problem->file) == 0)
            line = value->line;
    }
    problem_forget_place(problem);
    problem_place(problem, scan->file, line, 0);
}

struct ruleset *given_cards_open(struct given_cards *given, const struct heading *heading,
                                 const char *folder, struct scan *scan)
{
    struct card_texts texts;
    struct ruleset *rules = NULL;
    if (given->count == 0)
        return heading_open(heading, folder, scan->problem);
    if (!card_texts_find(&texts, heading->game, folder, scan->problem))
        return NULL;
    for (int i = 0; i < texts.count; i++) {
        struct text changed = {0};
        put_in(given, &texts.files[i], &changed);
        text_free(&texts.read[i]);
        texts.read[i] = changed;
        texts.files[i].text = text_span(&changed);
    }
    if (all_found(given, scan)) {
        rules = ruleset_open_texts(heading->game, &heading->setup, texts.files, texts.count,
                                   scan->problem);
        if (rules == NULL)
            place_in_scenario(given, scan);
    }
    card_texts_free(&texts);
    return rules;
}
