/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The reader of card files. It is strict: an owner who mistypes a key or forgets a value is told
 * where and what is allowed there, instead of playing with a wrong card. Knows no game; the game
 * that reads a value knows what it means. */

#include "cards.h"

#include "base/bits.h"
#include "contract/notation.h"

#include <assert.h>
#include <string.h>

/* The keys of the face. A key is counted through these first and then through those of its kind. */
enum face_key { KEY_NAME, KEY_NAME_DE, KEY_SOURCE, FACE_KEYS };

static const char source_prefix[] = "source.";

static const struct card_key face_keys[FACE_KEYS + 1] = {
    [KEY_NAME] = {"name", true, false},
    [KEY_NAME_DE] = {"name.de", true, false},
    [KEY_SOURCE] = {"source", true, false},
};

const struct card_key *const card_face_keys = face_keys;
const char *const card_source_key = "source";

bool cards_open(struct card_reader *reader, const struct card_text *file,
                const struct card_kind *kinds, struct problem *problem)
{
    *reader = (struct card_reader){.kinds = kinds};
    if (!scan_open(&reader->scan, file->file, file->text, problem))
        return false;
    if (file->text.length < 3 || memcmp(file->text.at, "\xef\xbb\xbf", 3) != 0)
        return true;
    problem_set(problem, _("the file begins with a byte order mark; save it as UTF-8 without one"),
                NULL, NULL, NULL);
    problem_place(problem, file->file, 1, 1);
    return false;
}

/* ---- problems -------------------------------------------------------------------------------- */

/* What is possible, as "a, b, c" for a message. */
struct id_list {
    struct text text;
    bool is_full; /* nothing more fits into a problem; it ends with … */
};

static void list_add(struct id_list *list, const char *name)
{
    enum { LIST_MAX = sizeof((struct problem *)0)->details[0] - 8 };
    if (list->is_full)
        return;
    list->is_full = list->text.length + strlen(name) > LIST_MAX;
    text_addf(&list->text, "%s%s", list->text.length > 0 ? ", " : "", list->is_full ? "…" : name);
}

/* Notes a sentence with the word found and the list, and releases the list. */
static bool not_in_list(struct scan *scan, struct span word, const char *sentence,
                        struct id_list *list)
{
    char found[80];
    assert(!problem_is_set(scan->problem));
    span_copy(word, found, sizeof found);
    scan->problem->found = 1;
    scan->problem->listed = 2;
    scan_problem(scan, word, sentence, found, text_string(&list->text));
    text_free(&list->text);
    return false;
}

static bool unknown_kind(struct scan *scan, struct span word, const struct card_kind *kinds)
{
    struct id_list list = {0};
    for (; kinds->name != NULL; kinds++)
        list_add(&list, kinds->name);
    return not_in_list(scan, word,
                       _("found \"{0}\", expected a kind of card ({1}) or a blank before a key"),
                       &list);
}

static const char not_a_key[] = _("found \"{0}\", expected a key of this card ({1})"),
                  not_a_source[] =
                      _("found \"{0}\", expected \"source.\" and a key of this card ({1})");

/* `count` is how many of the keys of every card it may be, besides those of this kind. */
static bool unknown_key(struct scan *scan, struct span word, const struct card_key *keys, int count,
                        const char *sentence)
{
    struct id_list list = {0};
    assert(count <= FACE_KEYS);
    for (int i = 0; i < count; i++)
        list_add(&list, face_keys[i].name);
    for (; keys->name != NULL; keys++)
        list_add(&list, keys->name);
    return not_in_list(scan, word, sentence, &list);
}

static bool unknown_word(struct scan *scan, struct span word, const char *const *words)
{
    struct id_list list = {0};
    for (; *words != NULL; words++)
        list_add(&list, *words);
    scan_expected_one_of(scan, word, text_string(&list.text));
    text_free(&list.text);
    return false;
}

/* Notes a sentence with a number in it. */
static bool number_problem(struct scan *scan, struct span word, const char *sentence, int number)
{
    struct text digits = {0};
    text_add_number(&digits, number);
    scan_problem(scan, word, sentence, text_string(&digits), NULL);
    text_free(&digits);
    return false;
}

static bool has_already(struct scan *scan, struct span key)
{
    char name[80];
    span_copy(key, name, sizeof name);
    return scan_problem(scan, key, _("this card already has the key \"{0}\""), name, NULL);
}

bool card_problem(struct card *card, const char *sentence, const char *first, const char *second)
{
    return scan_problem(&card->heading, card->heading.text, sentence, first, second);
}

/* ---- headings -------------------------------------------------------------------------------- */

static int find_kind(const struct card_kind *kinds, struct span word)
{
    for (int i = 0; kinds[i].name != NULL; i++)
        if (span_is(word, kinds[i].name))
            return i;
    return -1;
}

static bool is_id(struct span word)
{
    for (size_t i = 0; i < word.length; i++) {
        char byte = word.at[i];
        bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        if (!is_letter && !(byte >= '0' && byte <= '9') && byte != '-' && byte != '.')
            return false;
    }
    return word.length > 0 && word.length < CARD_ID_SIZE;
}

/* Notes the card in the list of those read; its id must be a new one of its kind. */
static bool mark_seen(struct card_reader *reader, int kind, struct span id)
{
    struct scan *scan = &reader->scan;
    for (int i = 0; i < reader->count; i++) {
        const struct card_mark *mark = &reader->seen[i];
        if (mark->kind == kind && span_equal(mark->id, id))
            return number_problem(
                scan, id, _("a card of this kind already has this id, on line {0}"), mark->line);
    }
    if (reader->count == CARDS_MAX)
        return number_problem(scan, scan->text,
                              _("this file has too many cards: at most {0} are allowed"),
                              CARDS_MAX);
    reader->seen[reader->count++] = (struct card_mark){kind, scan->line, id};
    return true;
}

static bool is_entry(const struct scan *scan)
{
    return scan->text.at != scan->start;
}

static bool read_heading(struct card_reader *reader, struct card *card)
{
    struct scan *scan = &reader->scan;
    card->heading = *scan;
    struct span kind = scan_word(scan);
    if (is_entry(scan))
        return scan_problem(scan, kind, _("a key and its value belong under a card, not before it"),
                            NULL, NULL);
    card->kind = find_kind(reader->kinds, kind);
    if (card->kind < 0)
        return unknown_kind(scan, kind, reader->kinds);
    struct span id = scan_word(scan);
    if (!is_id(id))
        return scan_expected(scan, id, _("an id of at most 31 letters, digits, - and ."));
    span_copy(id, card->face.id, sizeof card->face.id);
    return scan_done(scan) && mark_seen(reader, card->kind, id);
}

/* ---- entries --------------------------------------------------------------------------------- */

static bool check_name(struct scan *scan, struct span word, struct span name, int size)
{
    if (span_trim(name).length == 0)
        return scan_expected(scan, word, _("a name"));
    if (span_has_control(name))
        return scan_problem(scan, word, _("this name contains a tab or another control character"),
                            NULL, NULL);
    if (name.length >= (size_t)size)
        return number_problem(scan, word,
                              _("this name is too long: at most {0} bytes, and an ä takes two"),
                              size - 1);
    return true;
}

/* A name goes to the end of the line, or is one word in quotes (for a name with a # in it). `size`
 * is that of `out`. */
static bool read_name(struct scan *scan, char *out, int size)
{
    struct span word = scan_peek(scan);
    struct text name = {0};
    bool fine = true;
    if (word.length > 0 && word.at[0] == '"')
        fine = scan_unquote(scan, scan_word(scan), &name) && scan_done(scan);
    else
        text_add_span(&name, scan_rest(scan));
    fine = fine && check_name(scan, word, text_span(&name), size);
    if (fine)
        span_copy(text_span(&name), out, (size_t)size);
    text_free(&name);
    return fine;
}

static bool read_source(struct scan *scan, enum provenance *out)
{
    int number = 0;
    if (!card_word_in(scan, provenance_words, &number))
        return false;
    *out = (enum provenance)number;
    return scan_done(scan);
}

static bool read_face(struct scan *scan, int key, struct card_face *face)
{
    if (key == KEY_SOURCE)
        return read_source(scan, &face->provenance);
    return read_name(scan, face->name[key == KEY_NAME ? ENGLISH : LANGUAGE_DE], CARD_NAME_SIZE);
}

const char *card_face_name(const struct card_face *face, enum language language)
{
    assert(language < LANGUAGE_COUNT && face->name[ENGLISH][0] != '\0');
    const char *own = face->name[language];
    return own[0] != '\0' ? own : phrase_name(language, face->name[ENGLISH]);
}

static bool too_many_entries(struct scan *scan, int most)
{
    return number_problem(scan, scan->text,
                          _("this card has too many entries: at most {0} are allowed"), most);
}

static bool add_entry(struct scan *scan, int key, struct card *card)
{
    if (card->count == CARD_ENTRIES_MAX)
        return too_many_entries(scan, CARD_ENTRIES_MAX);
    card->entries[card->count++] = (struct card_entry){key, *scan};
    return true;
}

/* The row of a key of the kind, or of the face. */
static const struct card_key *key_row(const struct card_key *keys, int key)
{
    return key < FACE_KEYS ? &face_keys[key] : &keys[key - FACE_KEYS];
}

static int find_key(const struct card_key *keys, struct span word)
{
    for (int key = 0; key < FACE_KEYS || key_row(keys, key)->name != NULL; key++) {
        assert(key < FACE_KEYS + CARD_KEYS_MAX);
        if (span_is(word, key_row(keys, key)->name))
            return key;
    }
    return -1;
}

/* ---- names in further languages ---------------------------------------------------------------
 */

static bool is_between(char byte, char least, char most)
{
    return byte >= least && byte <= most;
}

/* "name." and the name of a language: fr, ast, pt-BR. */
static bool is_further_name(struct span word)
{
    static const char prefix[] = "name.";
    size_t at = sizeof prefix - 1, letters = 0;
    if (word.length <= at || memcmp(word.at, prefix, at) != 0)
        return false;
    for (; at < word.length && is_between(word.at[at], 'a', 'z'); at++)
        letters++;
    if (letters < 2 || letters > 3)
        return false;
    return at == word.length ||
           (word.length == at + 3 && word.at[at] == '-' && is_between(word.at[at + 1], 'A', 'Z') &&
            is_between(word.at[at + 2], 'A', 'Z'));
}

/* The language of such a key; LANGUAGE_COUNT if the program does not have it. */
static int language_of_key(struct span word)
{
    int language = 0;
    while (language < LANGUAGE_COUNT && !span_is(word, languages[language].card_key))
        language++;
    return language;
}

/* Reads such an entry, whose first word is read. */
static bool read_further_name(struct scan *scan, struct card *card, struct span word)
{
    char unknown[CARD_NAME_SIZE];
    int language = language_of_key(word);
    for (int i = 0; i < card->name_count; i++)
        if (span_equal(card->names[i], word))
            return has_already(scan, word);
    if (card->name_count == CARD_NAMES_MAX)
        return too_many_entries(scan, CARD_NAMES_MAX);
    card->names[card->name_count++] = word;
    return read_name(scan, language < LANGUAGE_COUNT ? card->face.name[language] : unknown,
                     CARD_NAME_SIZE);
}

/* ---- sources of single values ---------------------------------------------------------------- */

/* The key of a value in `source.KEY`, or -1. Repeated keys may be followed by a number: KEY.2. */
static int find_valued_key(const struct card_key *keys, struct span word, uint8_t *number)
{
    int key = find_key(keys, word);
    *number = 0;
    if (key >= 0)
        return key == KEY_SOURCE ? -1 : key;
    size_t dot = word.length;
    while (dot > 0 && word.at[dot - 1] != '.')
        dot--;
    struct span digits = {word.at + dot, word.length - dot};
    int64_t value = 0;
    if (dot == 0 || !span_number(digits, 1, CARD_ENTRIES_MAX, &value) || digits.at[0] == '0')
        return -1;
    *number = (uint8_t)value;
    key = find_key(keys, (struct span){word.at, dot - 1});
    return key >= 0 && key_row(keys, key)->repeated ? key : -1;
}

/* Reads what follows the key: a status, and who says so. */
static bool read_value_source(struct scan *scan, struct value_source *source)
{
    int status = 0;
    if (!card_word_in(scan, provenance_words, &status))
        return false;
    source->status = (uint8_t)status;
    if (!span_is(scan_peek(scan), "by"))
        return scan_done(scan);
    scan_word(scan);
    struct span name = scan_peek(scan);
    if (!read_name(scan, source->by, SOURCE_NAME_SIZE))
        return false;
    return !span_has_hidden(span_of(source->by)) ||
           scan_problem(scan, name, _("a text contains invisible characters"), NULL, NULL);
}

static bool is_value_source(struct span word)
{
    return word.length > sizeof source_prefix - 1 &&
           memcmp(word.at, source_prefix, sizeof source_prefix - 1) == 0;
}

/* Reads what follows the key of a source, and keeps it. */
static bool keep_source(struct scan *scan, struct card *card, struct card_source source)
{
    for (int i = 0; i < card->source_count; i++)
        if (span_equal(card->sources[i].word, source.word))
            return has_already(scan, source.word);
    if (card->source_count == CARD_SOURCES_MAX)
        return too_many_entries(scan, CARD_SOURCES_MAX);
    if (!read_value_source(scan, &source.value))
        return false;
    card->sources[card->source_count++] = source;
    return true;
}

/* The same for a name in a further language; one that the program does not have is only checked. */
static bool add_name_source(struct scan *scan, struct card *card, struct card_source source)
{
    const size_t prefix = sizeof source_prefix - 1;
    int language =
        language_of_key((struct span){source.word.at + prefix, source.word.length - prefix});
    if (language == LANGUAGE_COUNT)
        return read_value_source(scan, &source.value);
    source.key = KEY_NAME;
    source.value.key = languages[language].card_key;
    return keep_source(scan, card, source);
}

/* Reads the entry `source.KEY` on the current line, whose first word is read. */
static bool add_source(struct card_reader *reader, struct card *card, struct span word)
{
    struct scan *scan = &reader->scan;
    const struct card_key *keys = reader->kinds[card->kind].keys;
    const size_t prefix = sizeof source_prefix - 1;
    const struct span valued = {word.at + prefix, word.length - prefix};
    struct card_source source = {.line = *scan, .word = word};
    source.key = find_valued_key(keys, valued, &source.value.number);
    if (source.key < 0 && is_further_name(valued))
        return add_name_source(scan, card, source);
    if (source.key < 0)
        return unknown_key(scan, word, keys, KEY_SOURCE, not_a_source);
    source.value.key = key_row(keys, source.key)->name;
    return keep_source(scan, card, source);
}

static int count_entries(const struct card *card, int key)
{
    int count = 0;
    for (int i = 0; i < card->count; i++)
        count += card->entries[i].key == key - FACE_KEYS;
    return count;
}

/* No source is about an entry that is not there. Of an optional key without an entry it says where
 * it is known from that the card has none. */
static bool check_sources(struct card *card)
{
    for (int i = 0; i < card->source_count; i++) {
        struct card_source *source = &card->sources[i];
        if (source->value.number <= count_entries(card, source->key))
            continue;
        return scan_problem(&source->line, source->word,
                            _("this card has fewer entries with the key \"{0}\""),
                            source->value.key, NULL);
    }
    return true;
}

bool card_keep_sources(struct card *card, struct card_sources *sources)
{
    assert(card->source_count <= CARD_SOURCES_MAX && sources->count <= SET_SOURCES_MAX);
    if (sources->count + card->source_count > SET_SOURCES_MAX)
        return number_problem(&card->heading, card->heading.text,
                              _("this card set has too many sources of values: at most {0}"),
                              SET_SOURCES_MAX);
    card->face.first_source = (uint16_t)sources->count;
    card->face.source_count = (uint16_t)card->source_count;
    for (int i = 0; i < card->source_count; i++)
        sources->list[sources->count++] = card->sources[i].value;
    return true;
}

void card_face_tell(const struct card_face *face, const struct card_sources *sources,
                    enum language language, struct component *component)
{
    assert(face->first_source + face->source_count <= sources->count);
    component->id = face->id;
    component->name = card_face_name(face, language);
    component->provenance = face->provenance;
    component->sources = &sources->list[face->first_source];
    component->source_count = face->source_count;
}

/* ---- entries ----------------------------------------------------------------------------------
 */

/* Reads the entry on the current line. `seen` has a bit for every key that the card has. */
static bool read_entry(struct card_reader *reader, struct card *card, uint64_t *seen)
{
    struct scan *scan = &reader->scan;
    const struct card_key *keys = reader->kinds[card->kind].keys;
    struct span word = scan_word(scan);
    if (is_value_source(word))
        return add_source(reader, card, word);
    int key = find_key(keys, word);
    if (key < 0 && is_further_name(word))
        return scan_peek(scan).length > 0 ? read_further_name(scan, card, word)
                                          : scan_expected(scan, scan_peek(scan), _("a value"));
    if (key < 0)
        return unknown_key(scan, word, keys, FACE_KEYS, not_a_key);
    if (bits_have(*seen, (unsigned)key) && !key_row(keys, key)->repeated)
        return has_already(scan, word);
    *seen |= bit((unsigned)key);
    if (scan_peek(scan).length == 0)
        return scan_expected(scan, scan_peek(scan), _("a value"));
    return key < FACE_KEYS ? read_face(scan, key, &card->face)
                           : add_entry(scan, key - FACE_KEYS, card);
}

/* Reads the entries up to the next heading, on which the scan then waits. */
static bool read_entries(struct card_reader *reader, struct card *card, uint64_t *seen)
{
    while (scan_line(&reader->scan)) {
        if (!is_entry(&reader->scan)) {
            reader->line_waits = true;
            return true;
        }
        if (!read_entry(reader, card, seen))
            return false;
    }
    return !problem_is_set(reader->scan.problem);
}

static bool check_complete(struct card *card, const struct card_key *keys, uint64_t seen)
{
    for (int key = 0; key < FACE_KEYS || key_row(keys, key)->name != NULL; key++) {
        const struct card_key *row = key_row(keys, key);
        if (row->required && !bits_have(seen, (unsigned)key))
            return card_problem(card, _("the card \"{0}\" lacks the key \"{1}\""), card->face.id,
                                row->name);
    }
    return true;
}

/* ---- cards and values ------------------------------------------------------------------------ */

bool cards_next(struct card_reader *reader, struct card *card)
{
    if (problem_is_set(reader->scan.problem))
        return false;
    if (!reader->line_waits && !scan_line(&reader->scan))
        return false;
    reader->line_waits = false;
    *card = (struct card){0};
    uint64_t seen = 0;
    return read_heading(reader, card) && read_entries(reader, card, &seen) &&
           check_complete(card, reader->kinds[card->kind].keys, seen) && check_sources(card);
}

struct scan *card_value(struct card *card, int key)
{
    for (int i = 0; i < card->count; i++)
        if (card->entries[i].key == key)
            return &card->entries[i].value;
    return NULL;
}

bool card_word_in(struct scan *value, const char *const *words, int *out)
{
    struct span word = scan_word(value);
    for (int i = 0; words[i] != NULL; i++) {
        if (span_is(word, words[i])) {
            *out = i;
            return true;
        }
    }
    return unknown_word(value, word, words);
}
