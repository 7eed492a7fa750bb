/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Looks phrases up and fills their slots. */

#include "phrase.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int compare_row(const void *english, const void *row)
{
    return strcmp(english, ((const struct phrase_row *)row)->english);
}

const char *phrase(enum language language, const char *english)
{
    if (language == ENGLISH)
        return english;
    const struct phrase_row *row = bsearch(english, phrases_german, phrases_german_count,
                                           sizeof phrases_german[0], compare_row);
    return row != NULL ? row->translated : english;
}

static void write_filled(struct text *out, struct span text, const struct phrase_slots *slots);

/* Splits "slot|one|many" at its bars, not at those of slots inside. Returns how many parts there
 * are, at most 3. */
static int split_slot(struct span inside, struct span parts[3])
{
    int count = 0, depth = 0;
    const char *start = inside.at;
    const char *end = inside.at + inside.length;
    for (const char *at = start; at <= end; at++) {
        depth += at < end ? (*at == '{') - (*at == '}') : 0;
        if ((at == end || (*at == '|' && depth == 0 && count < 2)) && count < 3) {
            parts[count++] = (struct span){start, (size_t)(at - start)};
            start = at + 1;
        }
    }
    return count;
}

static void write_slot(struct text *out, struct span inside, const struct phrase_slots *slots)
{
    struct span parts[3];
    if (split_slot(inside, parts) == 3) {
        int64_t number = slots->number(slots->context, parts[0]);
        write_filled(out, number == 1 || number == -1 ? parts[1] : parts[2], slots);
    } else {
        slots->write(slots->context, inside, out);
    }
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

static void write_filled(struct text *out, struct span text, const struct phrase_slots *slots)
{
    const char *end = text.at + text.length;
    for (const char *at = text.at; at < end; at++) {
        bool is_brace = *at == '{' && at + 1 < end && at[1] == '{';
        const char *close = *at == '{' && !is_brace ? slot_end(at, end) : NULL;
        if (close != NULL) {
            write_slot(out, (struct span){at + 1, (size_t)(close - at - 1)}, slots);
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
    write_filled(out, span_of(phrase(language, english)), slots);
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

static int64_t number_ready(const void *context, struct span slot)
{
    int64_t number = 0;
    return span_number(span_of(ready_text(context, slot)), INT32_MIN, INT32_MAX, &number) ? number
                                                                                          : 0;
}

void phrase_write_with(struct text *out, enum language language, const char *english,
                       const char *first, const char *second, const char *third)
{
    const char *texts[3] = {first, second, third};
    phrase_write(out, language, english, &(struct phrase_slots){write_ready, number_ready, texts});
}

bool language_from_name(const char *name, enum language *out)
{
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        const char *known = language_name((enum language)i);
        size_t length = strlen(known);
        char after = strncmp(name, known, length) == 0 ? name[length] : 'x';
        if (after == '\0' || after == '_' || after == '-' || after == '.') {
            *out = (enum language)i;
            return true;
        }
    }
    return false;
}

const char *language_name(enum language language)
{
    return language == GERMAN ? "de" : "en";
}
