/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card sets in tests: the one in the program, one whose values stay as they are, and one with
 * something changed in it. */

#ifndef TESTS_UNIT_CARD_SETS_H
#define TESTS_UNIT_CARD_SETS_H

#include "helpers.h"

#include "kit/effect.h"

#include <stdlib.h>

/* What a game has for its cards. */
struct card_set {
    const char *game;
    const char *const *names; /* of its files; ends with NULL */
    void *(*read)(const struct card_text *files, int count, struct problem *problem);
    bool (*component)(const struct ruleset *rules, int index, enum language language,
                      struct component *component);
    const struct effect_grammar *grammar;
    uint64_t fixed; /* the default set that tests of values rest on; 0: the present one */
};

/* The rules with a default set that stays as it is, whatever the default is by now. */
static inline struct ruleset *open_fixed(const struct card_set *set)
{
    struct problem problem = {0};
    const struct game *game = game_find(span_of(set->game));
    assert_non_null(game);
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open_default(game, &setup, set->fixed, &problem);
    assert_told(&problem, NULL);
    assert_int_equal(rules->fingerprint, set->fixed);
    return rules;
}

static inline struct span embedded(const struct card_set *set, const char *file)
{
    for (const struct embedded_file *row = embedded_files; row->game != NULL; row++)
        if (strcmp(row->game, set->game) == 0 && strcmp(row->file, file) == 0)
            return (struct span){row->text, row->length};
    fail_msg("%s is not in the program", file);
    return (struct span){0};
}

static inline int embedded_set(const struct card_set *set, struct card_text *files)
{
    int count = 0;
    for (; set->names[count] != NULL; count++)
        files[count] = (struct card_text){set->names[count], embedded(set, set->names[count])};
    assert_in_range(count, 1, CARD_FILES_MAX);
    return count;
}

static inline void *read_embedded(const struct card_set *set)
{
    struct card_text files[CARD_FILES_MAX];
    struct problem problem = {0};
    int count = embedded_set(set, files);
    void *cards = set->read(files, count, &problem);
    assert_told(&problem, NULL);
    assert_non_null(cards);
    return cards;
}

/* The set with the first `old` in one file replaced. The text must live as long as it is read. */
static inline void *read_changed(const struct card_set *set, const char *file, const char *old,
                                 const char *new, struct text *changed, struct problem *problem)
{
    struct card_texts texts = {0};
    struct ruleset *fixed = set->fixed != 0 ? open_fixed(set) : NULL;
    if (fixed != NULL)
        ruleset_texts(fixed, &texts);
    else
        texts.count = embedded_set(set, texts.files);
    for (int i = 0; i < texts.count; i++) {
        if (strcmp(texts.files[i].file, file) != 0)
            continue;
        add_replaced(changed, texts.files[i].text.at, old, new);
        texts.files[i].text = text_span(changed);
    }
    void *cards = set->read(texts.files, texts.count, problem);
    ruleset_close(fixed);
    return cards;
}

/* ---- effects and texts ----------------------------------------------------------------------- */

/* Every effect behind one of these keys is written back as it stands there. Returns how many there
 * are in the file. */
static inline int write_back(const struct card_set *set, const char *file, const char *const *keys)
{
    struct problem problem = {0};
    struct effect rows[EFFECT_ROWS_MAX];
    struct text written = {0};
    struct scan scan;
    int effects = 0;
    assert_true(scan_open(&scan, file, embedded(set, file), &problem));
    while (scan_line(&scan)) {
        bool is_effect = false;
        struct span word = scan_word(&scan);
        for (int i = 0; keys[i] != NULL; i++)
            is_effect |= span_is(word, keys[i]) && scan.text.at != scan.start;
        if (!is_effect)
            continue;
        struct scan copy = scan;
        struct text line = {0};
        text_add_span(&line, scan_rest(&copy));
        int count = effect_read(set->grammar, &scan, rows);
        assert_told(&problem, NULL);
        effect_write(set->grammar, rows, count, &written);
        assert_text(&written, text_string(&line));
        text_free(&line);
        effects++;
    }
    text_free(&written);
    return effects;
}

/* Every component has a name and whole sentences. Returns how many there are. */
static inline int count_told(const struct card_set *set, const void *cards, enum language language)
{
    struct ruleset rules = {.cards = cards};
    struct component component = {0};
    int count = 0;
    for (; set->component(&rules, count, language, &component); ++count) {
        const char *text = text_string(&component.text);
        assert_true(component.text.length > 10);
        assert_null(strpbrk(text, "{}|"));
        assert_null(strstr(text, "  "));
        assert_int_equal(text[component.text.length - 1], '.');
        assert_true(component.name[0] != '\0' && component.id[0] != '\0');
        text_clear(&component.text);
    }
    text_free(&component.text);
    return count;
}

static inline void assert_component(const struct card_set *set, const void *cards, const char *kind,
                                    const char *id, enum language language, const char *expected)
{
    struct ruleset rules = {.cards = cards};
    struct component component = {0};
    for (int i = 0; set->component(&rules, i, language, &component); i++) {
        if (strcmp(component.kind, kind) == 0 && strcmp(component.id, id) == 0) {
            assert_text(&component.text, expected);
            text_free(&component.text);
            return;
        }
        text_clear(&component.text);
    }
    fail_msg("there is no %s %s", kind, id);
}

/* How many components of that kind this setup uses. */
static inline int count_in_play(const struct card_set *set, const void *cards, struct setup setup,
                                const char *kind)
{
    struct ruleset rules = {.cards = cards, .setup = setup};
    struct component component = {0};
    int count = 0;
    for (int i = 0; set->component(&rules, i, ENGLISH, &component); i++) {
        count += component.in_play && strcmp(component.kind, kind) == 0;
        text_clear(&component.text);
    }
    text_free(&component.text);
    return count;
}

/* The number from 1 of the card with this id; `first` is the face of number 1, and the cards are so
 * many bytes apart. `what` is told if there is none. */
static inline int number_of_card(const struct card_face *first, size_t size, int count,
                                 const char *what, const char *id)
{
    for (int i = 0; i < count; i++) {
        const struct card_face *face = (const void *)((const char *)first + size * (size_t)i);
        if (strcmp(face->id, id) == 0)
            return i + 1;
    }
    fail_msg("there is no %s %s", what, id);
    return 0;
}

/* A card of a list that begins with number 1. */
#define card_with_id(list, count, what, id)                                                        \
    (&(list)[number_of_card(&(list)[1].face, sizeof(list)[1], count, what, id)])

/* Releases the cards that a group of tests has read. */
static inline int close_cards(void **state)
{
    free(*state);
    return 0;
}

/* ---- wrong sets ------------------------------------------------------------------------------ */

/* What is changed in a file, and the message after the file and the line of `at` in the changed
 * file; without `at` it is a problem with the file as a whole. */
struct wrong {
    const char *file, *old, *new, *at, *message;
};

static inline int line_of(const char *text, const char *at)
{
    const char *found = strstr(text, at);
    assert_non_null(found);
    int line = 1;
    for (const char *c = text; c < found; c++)
        line += *c == '\n';
    return line;
}

static inline void assert_refused(const struct card_set *set, const struct wrong *wrong)
{
    struct problem problem = {0};
    struct text changed = {0}, told = {0};
    if (read_changed(set, wrong->file, wrong->old, wrong->new, &changed, &problem) != NULL)
        fail_msg("%s was read with \"%s\"", wrong->file, wrong->new);
    text_addf(&told, "%s:", wrong->file);
    if (wrong->at != NULL)
        text_addf(&told, "%d:", line_of(text_string(&changed), wrong->at));
    text_addf(&told, "%s", wrong->message);
    assert_told(&problem, text_string(&told));
    text_free(&told);
    text_free(&changed);
}

/* The rows of a program are written so in a card file. */
static inline void assert_rows(const struct effect_grammar *grammar, const struct effect *rows,
                               struct program program, const char *expected)
{
    struct text text = {0};
    effect_write(grammar, &rows[program.start], program.count, &text);
    assert_text(&text, expected);
    text_free(&text);
}

#endif
