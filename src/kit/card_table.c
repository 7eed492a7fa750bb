/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads card files by a game's tables of kinds and keys. Knows no game. */

#include "card_table.h"

#include "base/bits.h"

#include <assert.h>
#include <string.h>

/* ---- files --------------------------------------------------------------------------------- */

/* The kinds of a file as the reader of cards wants them. */
struct reader_kinds {
    struct card_kind kinds[TABLE_KINDS_MAX + 1];
    struct card_key keys[TABLE_KINDS_MAX][TABLE_KEYS_MAX + 1];
};

static void fill_kinds(const struct table_kind *kinds, struct reader_kinds *out)
{
    for (int i = 0; kinds[i].name != NULL; i++) {
        assert(i < TABLE_KINDS_MAX);
        out->kinds[i] = (struct card_kind){kinds[i].name, out->keys[i]};
        for (int k = 0; kinds[i].keys[k].name != NULL; k++) {
            const struct table_key *key = &kinds[i].keys[k];
            assert(k < TABLE_KEYS_MAX);
            out->keys[i][k] =
                (struct card_key){key->name, key->presence == REQUIRED, key->presence == REPEATED};
        }
    }
}

static bool read_card(struct table_reading *reading, const struct table_kind *kind,
                      struct card *card)
{
    char *at = kind->place(reading, card);
    if (at == NULL || !card_keep_sources(card, reading->sources))
        return false;
    memcpy(at + kind->face, &card->face, sizeof card->face);
    for (int i = 0; i < card->count; i++) {
        const struct table_key *key = &kind->keys[card->entries[i].key];
        struct scan *value = &card->entries[i].value;
        if (!key->read(reading, value, key, at + key->offset) || !scan_done(value))
            return false;
    }
    return kind->check == NULL || kind->check(reading, card, at);
}

bool table_read(struct table_reading *reading, const struct table_file *file,
                const struct card_text *text)
{
    struct problem *problem = reading->problem;
    struct reader_kinds kinds = {0};
    struct card_reader reader;
    struct card card;
    fill_kinds(file->kinds, &kinds);
    if (!cards_open(&reader, text, kinds.kinds, problem))
        return false;
    while (cards_next(&reader, &card))
        if (!read_card(reading, &file->kinds[card.kind], &card))
            return false;
    return !problem_is_set(problem) && (file->check == NULL || file->check(reading, text->file));
}

/* ---- numbers and words --------------------------------------------------------------------- */

bool table_need_number(struct scan *value, int min, int max, uint8_t *out)
{
    struct text range = {0};
    int64_t number = 0;
    text_addf(&range, "%d…%d", min, max);
    bool fine = scan_number(value, min, max, text_string(&range), &number);
    text_free(&range);
    *out = (uint8_t)number;
    return fine;
}

bool table_need_word(struct scan *value, const char *word)
{
    struct span found = scan_word(value);
    return span_is(found, word) || scan_expected_one_of(value, found, word);
}

bool table_number(struct table_reading *reading, struct scan *value, const struct table_key *key,
                  void *at)
{
    (void)reading;
    return table_need_number(value, key->min, key->max, at);
}

bool table_numbers(struct table_reading *reading, struct scan *value, const struct table_key *key,
                   void *at)
{
    (void)reading;
    uint8_t *numbers = at;
    for (int i = 0; i < key->count; i++)
        if (!table_need_number(value, key->min, key->max, &numbers[i]))
            return false;
    return true;
}

bool table_word(struct table_reading *reading, struct scan *value, const struct table_key *key,
                void *at)
{
    (void)reading;
    int number = 0;
    if (!card_word_in(value, key->words, &number))
        return false;
    *(uint8_t *)at = (uint8_t)(number + key->min);
    return true;
}

bool table_flag(struct table_reading *reading, struct scan *value, const struct table_key *key,
                void *at)
{
    static const char *const words[] = {"no", "yes", NULL};
    (void)reading, (void)key;
    int number = 0;
    if (!card_word_in(value, words, &number))
        return false;
    *(bool *)at = number == 1;
    return true;
}

bool table_set(struct table_reading *reading, struct scan *value, const struct table_key *key,
               void *at)
{
    (void)reading;
    uint8_t *set = at;
    do {
        struct span word = scan_peek(value);
        int number = 0;
        if (key->most > 0 && bits_count(*set) == key->most)
            return scan_done(value);
        if (!card_word_in(value, key->words, &number))
            return false;
        if (*set >> number & 1)
            return scan_problem(value, word, _("this appears twice"), NULL, NULL);
        *set |= (uint8_t)(1u << number);
    } while (scan_peek(value).length > 0);
    return true;
}

/* ---- programs ------------------------------------------------------------------------------ */

bool table_cannot_stand(const struct effect_grammar *grammar, struct scan *value, struct span word,
                        const struct effect *row)
{
    struct text step = {0};
    effect_write(grammar, row, 1 + row->body, &step);
    scan_problem(value, word, _("this is not allowed here: {0}"), text_string(&step), NULL);
    text_free(&step);
    return false;
}

bool table_program(const struct table_programs *programs, struct scan *value,
                   table_check_rows *check, unsigned context, struct program *out)
{
    struct effect rows[EFFECT_ROWS_MAX];
    struct span word = scan_peek(value);
    int count = effect_read(programs->grammar, value, rows);
    if (count < 0 || !check(value, word, rows, count, context))
        return false;
    if (*programs->count + count > programs->most)
        return scan_problem(value, word, _("there are too many effects in this card set"), NULL,
                            NULL);
    *out = (struct program){(uint16_t)*programs->count, (uint8_t)count};
    memcpy(&programs->rows[*programs->count], rows, (size_t)count * sizeof rows[0]);
    for (int i = 0; i < count; i++)
        programs->ends[*programs->count + i] = (uint16_t)(*programs->count + count);
    *programs->count += count;
    return true;
}

/* ---- cards as a whole ---------------------------------------------------------------------- */

int table_next(struct card *card, int *count, int most)
{
    if (*count == most) {
        struct text number = {0};
        text_add_number(&number, most);
        card_problem(card, _("there are more than {0} {0|card|cards} of this kind"),
                     text_string(&number), NULL);
        text_free(&number);
        return -1;
    }
    return (*count)++;
}

int table_known_id(struct card *card, const char *const *ids)
{
    for (int i = 0; ids[i] != NULL; i++)
        if (strcmp(card->face.id, ids[i]) == 0)
            return i;
    struct scan heading = card->heading;
    scan_word(&heading);
    int unused = 0;
    card_word_in(&heading, ids, &unused);
    assert(problem_is_set(heading.problem));
    return -1;
}

bool table_lacks(struct card *card, const char *key)
{
    return card_problem(card, _("the card \"{0}\" lacks the key \"{1}\""), card->face.id, key);
}

bool table_check_order(struct card *card, int before, int now)
{
    return now >= before ||
           card_problem(card,
                        _("these cards are ordered by level or deck; this one comes too late"),
                        NULL, NULL);
}

/* Notes a sentence about two numbers and what they count. Returns false. */
static bool count_problem(struct problem *problem, const char *file, const char *sentence,
                          int found, int wanted, const char *what)
{
    char numbers[2][12];
    struct text digits = {0};
    for (int i = 0; i < 2; i++) {
        text_clear(&digits);
        text_add_number(&digits, i == 0 ? found : wanted);
        span_copy(text_span(&digits), numbers[i], sizeof numbers[i]);
    }
    text_free(&digits);
    problem_set(problem, sentence, numbers[0], numbers[1], what);
    problem_place(problem, file, 0, 0);
    return false;
}

bool table_check_count(struct problem *problem, const char *file, const char *what, int found,
                       int wanted)
{
    return found == wanted ||
           count_problem(problem, file, _("found {0} instead of {1}: {2}"), found, wanted, what);
}

bool table_check_range(struct problem *problem, const char *file, const char *what, int found,
                       int least, int most)
{
    assert(least <= most);
    if (found < least)
        return count_problem(problem, file, _("found {0}, but at least {1} are needed: {2}"), found,
                             least, what);
    return found <= most ||
           count_problem(problem, file, _("found {0}, but at most {1} are allowed: {2}"), found,
                         most, what);
}
