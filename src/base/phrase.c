/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Looks phrases up and fills their slots. */

#include "phrase.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Texts that were loaded: in browsers, where few people read more than one language. */
static struct loaded {
    const char **texts;
    struct phrase_name *names;
    size_t name_count;
} loaded[LANGUAGE_COUNT];

static int compare_text(const void *english, const void *row)
{
    return strcmp(english, *(const char *const *)row);
}

static int compare_name(const void *english, const void *row)
{
    return strcmp(english, ((const struct phrase_name *)row)->english);
}

/* NULL if they are not here. */
static const char *const *texts_of(enum language language)
{
    return loaded[language].texts != NULL ? loaded[language].texts : languages[language].texts;
}

bool phrases_are_here(enum language language)
{
    assert(language < LANGUAGE_COUNT);
    return language == ENGLISH || texts_of(language) != NULL;
}

/* NULL if there is none. */
static const char *translation(enum language language, const char *english)
{
    const char *const *texts = texts_of(language);
    if (texts == NULL)
        return NULL;
    const char *const *found =
        bsearch(english, phrases_english, phrases_count, sizeof phrases_english[0], compare_text);
    return found != NULL ? texts[found - phrases_english] : NULL;
}

const char *phrase(enum language language, const char *english)
{
    assert(english != NULL && language < LANGUAGE_COUNT);
    const char *translated = translation(language, english);
    return translated != NULL ? translated : english;
}

const char *phrase_name(enum language language, const char *english)
{
    assert(english != NULL && language < LANGUAGE_COUNT);
    const struct language_row *row = &languages[language];
    const struct loaded *own = &loaded[language];
    const struct phrase_name *names = own->names != NULL ? own->names : row->names;
    size_t count = own->names != NULL ? own->name_count : row->name_count;
    const struct phrase_name *found =
        count > 0 ? bsearch(english, names, count, sizeof names[0], compare_name) : NULL;
    return found != NULL ? found->translated : english;
}

/* ---- texts that are loaded ------------------------------------------------------------------- */

static size_t count_zeros(struct span texts)
{
    size_t count = 0;
    for (size_t i = 0; i < texts.length; i++)
        count += texts.at[i] == '\0';
    return count;
}

bool phrases_load(enum language language, struct span texts)
{
    struct loaded *own = &loaded[language];
    size_t count = count_zeros(texts);
    assert(language < LANGUAGE_COUNT);
    if (language == ENGLISH || own->texts != NULL)
        return true;
    if (count < phrases_count || (count - phrases_count) % 2 != 0 || texts.length == 0 ||
        texts.at[texts.length - 1] != '\0')
        return false;
    char *copy = memory_new(texts.length, 1);
    const char *at = memcpy(copy, texts.at, texts.length);
    own->texts = memory_new(phrases_count + 1, sizeof own->texts[0]);
    for (size_t i = 0; i < phrases_count; i++, at += strlen(at) + 1)
        own->texts[i] = at[0] != '\0' ? at : NULL;
    own->name_count = (count - phrases_count) / 2;
    own->names = memory_new(own->name_count + 1, sizeof own->names[0]);
    for (size_t i = 0; i < own->name_count; i++) {
        own->names[i].english = at;
        at += strlen(at) + 1;
        own->names[i].translated = at;
        at += strlen(at) + 1;
    }
    assert(at == copy + texts.length);
    return true;
}

/* ---- slots ----------------------------------------------------------------------------------- */

/* A phrase on its way out: the slots, and the language that it is in, which is English if it is not
 * translated. */
struct phrase_filling {
    const struct phrase_slots *slots;
    enum language language;
};

static void write_filled(struct text *out, struct span text, const struct phrase_filling *filling);

enum { PARTS_MAX = 1 + PLURAL_FORMS_MAX };

/* Splits "slot|one|many" at its bars, not at those of slots inside. Returns how many parts there
 * are; more than `most` are left in the last one. */
static int split_slot(struct span inside, struct span parts[PARTS_MAX], int most)
{
    int count = 0, depth = 0;
    const char *start = inside.at;
    const char *end = inside.at + inside.length;
    for (const char *at = start; at <= end; at++) {
        depth += at < end ? (*at == '{') - (*at == '}') : 0;
        if (at == end || (*at == '|' && depth == 0 && count < most - 1)) {
            parts[count++] = (struct span){start, (size_t)(at - start)};
            start = at + 1;
        }
    }
    assert(count >= 1 && count <= most); /* a slot without bars is one part */
    return count;
}

/* Which of the forms of a language stands with a number. */
static unsigned plural_form(enum language language, int64_t number)
{
    const struct language_row *row = &languages[language];
    unsigned form = row->plural((unsigned long)(number < 0 ? -number : number));
    assert(row->forms >= 1 && row->forms <= PLURAL_FORMS_MAX && form < row->forms);
    return form;
}

static void write_slot(struct text *out, struct span inside, const struct phrase_filling *filling)
{
    const struct phrase_slots *slots = filling->slots;
    struct span parts[PARTS_MAX];
    if (split_slot(inside, parts, 2) == 1) {
        slots->write(slots->context, inside, out);
        return;
    }
    int64_t number = slots->number(slots->context, parts[0]);
    bool is_someone = number == PHRASE_READER || number == PHRASE_OTHER;
    int forms = is_someone ? 2 : (int)languages[filling->language].forms;
    int form = is_someone ? number == PHRASE_OTHER : (int)plural_form(filling->language, number);
    int count = split_slot(inside, parts, 1 + forms);
    write_filled(out, parts[form + 1 < count ? form + 1 : count - 1], filling);
}

/* The brace that closes the slot which begins at `open`; NULL if there is none. */
static const char *slot_end(const char *open, const char *end)
{
    int depth = 0;
    for (const char *at = open; at < end; at++) {
        depth += (*at == '{') - (*at == '}');
        if (depth == 0)
            return at;
    }
    return NULL;
}

static void write_filled(struct text *out, struct span text, const struct phrase_filling *filling)
{
    const char *end = text.at + text.length;
    for (const char *at = text.at; at < end; at++) {
        bool is_brace = *at == '{' && at + 1 < end && at[1] == '{';
        const char *close = *at == '{' && !is_brace ? slot_end(at, end) : NULL;
        if (close != NULL) {
            write_slot(out, (struct span){at + 1, (size_t)(close - at - 1)}, filling);
            at = close;
        } else {
            at += is_brace;
            text_add_char(out, *at);
        }
    }
}

void phrase_write(struct text *out, enum language language, const char *english,
                  const struct phrase_slots *slots)
{
    const char *translated = translation(language, english);
    struct phrase_filling filling = {slots, translated != NULL ? language : ENGLISH};
    write_filled(out, span_of(translated != NULL ? translated : english), &filling);
}

/* Slots {0} {1} {2} from an array of three strings. */
static const char *ready_text(const void *context, struct span slot)
{
    const char *const *texts = context;
    int64_t index = 0;
    bool known = span_number(slot, 0, 2, &index);
    assert(known);
    return known && texts[index] != NULL ? texts[index] : "";
}

static void write_ready(const void *context, struct span slot, struct text *out)
{
    text_add(out, ready_text(context, slot));
}

/* A text that is not a number stands for many. */
static int64_t number_ready(const void *context, struct span slot)
{
    enum { MANY = 100 };
    int64_t number = MANY;
    span_number(span_of(ready_text(context, slot)), INT32_MIN, INT32_MAX, &number);
    return number;
}

void phrase_write_with(struct text *out, enum language language, const char *english,
                       const char *first, const char *second, const char *third)
{
    const char *texts[3] = {first, second, third};
    phrase_write(out, language, english, &(struct phrase_slots){write_ready, number_ready, texts});
}

/* ---- languages ------------------------------------------------------------------------------- */

static char separated(char byte)
{
    return byte == '_' ? '-' : byte;
}

/* Does the name begin with that of the language, and end or go on with a part of its own? */
static bool is_named(struct span name, const char *language)
{
    size_t length = strlen(language);
    if (name.length < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (separated(name.at[i]) != language[i])
            return false;
    char after = name.length > length ? separated(name.at[length]) : '-';
    return after == '-' || after == '.' || after == '@';
}

static bool find_language(struct span name, enum language *out)
{
    size_t longest = 0;
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (is_named(name, languages[i].name) && strlen(languages[i].name) > longest) {
            longest = strlen(languages[i].name);
            *out = (enum language)i;
        }
    return longest > 0;
}

bool language_from_name(const char *name, enum language *out)
{
    return find_language(span_of(name), out);
}

/* "0.8" as 800; what is not such a number counts least. */
static int read_weight(struct span text)
{
    int weight = 0, digits = 0;
    for (size_t i = 0; i < text.length && digits < 4; i++)
        if (text.at[i] >= '0' && text.at[i] <= '9') {
            weight = 10 * weight + (text.at[i] - '0');
            digits++;
        } else if (text.at[i] != '.' || i != 1)
            return 0;
    for (; digits > 0 && digits < 4; digits++)
        weight *= 10;
    return weight > 1000 ? 0 : weight;
}

/* How much a language is wanted, in thousandths; `item` becomes its name alone. */
static int take_weight(struct span *item)
{
    const char *at = memchr(item->at, ';', item->length);
    if (at == NULL)
        return 1000;
    struct span rest = span_trim((struct span){at + 1, (size_t)(item->at + item->length - at - 1)});
    item->length = (size_t)(at - item->at);
    *item = span_trim(*item);
    if (rest.length < 2 || rest.at[0] != 'q' || rest.at[1] != '=')
        return 1000;
    return read_weight((struct span){rest.at + 2, rest.length - 2});
}

bool language_from_header(const char *header, enum language *out)
{
    enum { LANGUAGES_READ = 32 }; /* nobody speaks more */
    int best = 0;
    for (int i = 0; i < LANGUAGES_READ && *header != '\0'; i++) {
        size_t length = strcspn(header, ",");
        struct span item = span_trim((struct span){header, length});
        enum language found;
        int weight = take_weight(&item);
        if (weight > best && find_language(item, &found)) {
            best = weight;
            *out = found;
        }
        header += length + (header[length] == ',');
    }
    return best > 0;
}

const char *language_name(enum language language)
{
    assert(language < LANGUAGE_COUNT);
    return languages[language].name;
}

const char *language_native(enum language language)
{
    assert(language < LANGUAGE_COUNT);
    return languages[language].native;
}

void language_list(struct text *out)
{
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        text_addf(out, "%s%s", i > 0 ? ", " : "", languages[i].name);
}
