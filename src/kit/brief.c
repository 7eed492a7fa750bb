/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Writes effects in few words. Knows no operation. */

#include "brief.h"

#include <assert.h>
#include <string.h>

/* What the slots of a text are filled from. */
struct brief_telling {
    const struct brief_book *book;
    const struct effect *row;
    const char *text;
    enum language language;
};

static void write_rows(const struct brief_book *book, const struct effect *rows, int count,
                       enum language language, struct text *out);

static bool has_choices(const struct brief_book *book, const struct effect *row)
{
    return effect_shape_of(book->grammar->effects, row) == EFFECT_CHOICES;
}

static const char *text_of(const struct brief_grammar *grammar, const struct effect *row)
{
    const char *special = grammar->special != NULL ? grammar->special(row) : NULL;
    if (special != NULL)
        return special;
    const struct operation_texts *about = grammar->effects->operations[row->op].texts;
    assert(about->brief != NULL && (about->brief_other == NULL || about->other_from > 0));
    return about->brief_other != NULL && row->b >= about->other_from ? about->brief_other
                                                                     : about->brief;
}

/* A body of several steps that stands before other words is told in brackets. */
static void write_body(const struct brief_telling *telling, struct text *out)
{
    const struct effect *row = telling->row;
    bool in_brackets = strncmp(telling->text, "{body}", 6) == 0 && row->body > 1 + row[1].body;
    text_add(out, in_brackets ? "(" : "");
    write_rows(telling->book, row + 1, row->body, telling->language, out);
    text_add(out, in_brackets ? ")" : "");
}

static void write_choices(const struct brief_telling *telling, struct text *out)
{
    char letter = 'A';
    const struct effect *row = telling->row;
    for (const struct effect *at = row + 1; at <= row + row->body; at += 1 + at->body) {
        text_addf(out, "%s%c) ", letter > 'A' ? "; " : "", letter);
        write_rows(telling->book, at + 1, at->body, telling->language, out);
        letter++;
    }
}

static void fill_slot(const void *context, struct span slot, struct text *out)
{
    const struct brief_telling *telling = context;
    const struct brief_grammar *grammar = telling->book->grammar;
    if (span_is(slot, "a")) {
        text_add_number(out, telling->row->a);
    } else if (span_is(slot, "b")) {
        text_add_number(out, telling->row->b);
    } else if (!span_is(slot, "body")) {
        assert(grammar->fill != NULL);
        grammar->fill(telling->book->cards, telling->row, slot, telling->language, out);
    } else if (has_choices(telling->book, telling->row)) {
        write_choices(telling, out);
    } else {
        write_body(telling, out);
    }
}

static int64_t count_slot(const void *context, struct span slot)
{
    const struct brief_telling *telling = context;
    return slot.at[0] == 'a' ? telling->row->a : telling->row->b;
}

static void write_rows(const struct brief_book *book, const struct effect *rows, int count,
                       enum language language, struct text *out)
{
    bool after_cost = false;
    for (int i = 0; i < count; i += 1 + rows[i].body) {
        struct brief_telling telling = {book, &rows[i], text_of(book->grammar, &rows[i]), language};
        bool is_cost = effect_is_cost(book->grammar->effects, &rows[i]);
        bool in_brackets = has_choices(book, &rows[i]) && i + 1 + rows[i].body < count;
        if (i > 0)
            text_add(out, after_cost && !is_cost ? ": " : ", ");
        text_add(out, in_brackets ? "(" : "");
        phrase_write(out, language, telling.text,
                     &(struct phrase_slots){fill_slot, count_slot, &telling});
        text_add(out, in_brackets ? ")" : "");
        after_cost = is_cost;
    }
}

void brief_program(const struct brief_book *book, struct program program, enum language language,
                   struct text *out)
{
    write_rows(book, &book->rows[program.start], program.count, language, out);
}
