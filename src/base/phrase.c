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

/* Splits "slot|one|many" at its bars. Returns how many parts there are, at most 3. */
static int split_slot(struct span inside, struct span parts[3])
{
    int count = 0;
    const char *start = inside.at;
    const char *end = inside.at + inside.length;
    for (const char *at = start; at <= end; at++) {
        if ((at == end || (*at == '|' && count < 2)) && count < 3) {
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
        text_add_span(out, number == 1 || number == -1 ? parts[1] : parts[2]);
    } else {
        slots->write(slots->context, inside, out);
    }
}

void phrase_write(struct text *out, enum language language, const char *english,
                  const struct phrase_slots *slots)
{
    const char *at = phrase(language, english);
    while (*at != '\0') {
        const char *close = *at == '{' && at[1] != '{' ? strchr(at, '}') : NULL;
        if (close != NULL) {
            write_slot(out, (struct span){at + 1, (size_t)(close - at - 1)}, slots);
            at = close + 1;
        } else {
            at += *at == '{' && at[1] == '{';
            text_add_char(out, *at++);
        }
    }
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
