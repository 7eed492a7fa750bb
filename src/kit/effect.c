/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads, writes and tells effects from a game's table of forms. Knows no operation. */

#include "effect.h"

#include <assert.h>
#include <string.h>

/* ---- tokens ---------------------------------------------------------------------------------- */

/* A place in the text of an effect. */
struct cursor {
    const struct effect_grammar *grammar;
    struct scan *scan;
    const char *at, *end;
    struct effect *rows;
    int count;
};

static bool is_sign(char byte)
{
    return strchr(",:;(){}", byte) != NULL && byte != '\0';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* The token at `at`: a sign or a word; empty at the end. */
static struct span token_at(const char *at, const char *end)
{
    at = skip_blanks(at, end);
    const char *stop = at;
    if (at < end && is_sign(*at))
        stop = at + 1;
    else
        while (stop < end && *stop != ' ' && *stop != '\t' && !is_sign(*stop))
            stop++;
    return (struct span){at, (size_t)(stop - at)};
}

static struct span peek(const struct cursor *cursor)
{
    return token_at(cursor->at, cursor->end);
}

static bool take_sign(struct cursor *cursor, const char *sign)
{
    struct span token = peek(cursor);
    if (!span_is(token, sign))
        return false;
    cursor->at = token.at + token.length;
    return true;
}

static bool need_sign(struct cursor *cursor, const char *sign)
{
    return take_sign(cursor, sign) || scan_expected_one_of(cursor->scan, peek(cursor), sign);
}

/* ---- forms ----------------------------------------------------------------------------------- */

/* A walk over all forms, operation by operation: form_next gives one after another. */
struct form_walk {
    const struct effect_grammar *grammar;
    int op;                         /* -1 before the first */
    const struct effect_form *form; /* NULL before the first */
};

static bool form_next(struct form_walk *walk)
{
    const struct effect_grammar *grammar = walk->grammar;
    if (walk->form != NULL)
        walk->form++;
    while (walk->form == NULL || walk->form->pattern == NULL) {
        if (++walk->op >= grammar->operation_count)
            return false;
        walk->form = grammar->operations[walk->op].texts->forms;
    }
    return true;
}

/* ---- one step -------------------------------------------------------------------------------- */

int effect_largest(int most)
{
    assert(most >= 0 && most <= 99);
    return most > 0 ? most : 99;
}

/* The value that a token has for an argument. */
static bool argument_value(const struct effect_words *words, int most, struct span token,
                           int8_t *out)
{
    int64_t number = 0;
    if (token.length == 0)
        return false;
    if (words->words == NULL) {
        if (!span_number(token, 1, effect_largest(most), &number))
            return false;
        *out = (int8_t)number;
        return true;
    }
    for (int8_t i = 0; words->words[i] != NULL; i++) {
        if (span_is(token, words->words[i])) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* How far a pattern fits. */
struct reach {
    const char *at; /* the token that is not the one wanted; where all fits, the end of the step */
    struct span word; /* of the pattern, that was wanted there; empty behind its last one */
};

/* Compares the text at the cursor with a pattern, word by word. */
static bool fits(const struct cursor *cursor, const struct form_walk *walk, struct effect *row,
                 struct reach *reach)
{
    const struct effect_form *form = walk->form;
    const char *at = cursor->at;
    const char *pattern = form->pattern;
    const char *pattern_end = pattern + strlen(pattern);
    *row = (struct effect){(uint8_t)walk->op, form->fixed_a, form->fixed_b, 0};
    while (pattern < pattern_end) {
        size_t length = strcspn(pattern, " ");
        struct span word = {pattern, length};
        struct span token = token_at(at, cursor->end);
        *reach = (struct reach){token.at, word};
        bool same = span_is(word, "{a}")   ? argument_value(&form->a, form->most_a, token, &row->a)
                    : span_is(word, "{b}") ? argument_value(&form->b, form->most_b, token, &row->b)
                                           : span_equal(word, token);
        if (!same)
            return false;
        at = token.at + token.length;
        pattern += length + (pattern[length] == ' ');
    }
    /* The pattern must end where the step ends, else a longer form is meant. */
    struct span next = token_at(at, cursor->end);
    *reach = (struct reach){next.at, {pattern_end, 0}};
    return next.length == 0 || is_sign(next.at[0]);
}

static bool read_program(struct cursor *cursor, int depth);

static struct effect *add_row(struct cursor *cursor, struct effect row)
{
    assert(cursor->count < EFFECT_ROWS_MAX);
    cursor->rows[cursor->count] = row;
    return &cursor->rows[cursor->count++];
}

static bool has_room(struct cursor *cursor)
{
    return cursor->count < EFFECT_ROWS_MAX ||
           scan_problem(cursor->scan, peek(cursor), _("this effect is too long"), NULL, NULL);
}

/* A program whose rows belong to the row at `owner`. */
static bool read_body(struct cursor *cursor, int owner, int depth)
{
    if (!read_program(cursor, depth + 1))
        return false;
    cursor->rows[owner].body = (uint8_t)(cursor->count - owner - 1);
    return true;
}

static bool read_choices(struct cursor *cursor, int owner, int depth)
{
    if (!need_sign(cursor, "{"))
        return false;
    do {
        if (!has_room(cursor))
            return false;
        int option = cursor->count;
        add_row(cursor, (struct effect){.op = cursor->grammar->option});
        if (!read_body(cursor, option, depth))
            return false;
    } while (take_sign(cursor, ";"));
    cursor->rows[owner].body = (uint8_t)(cursor->count - owner - 1);
    return need_sign(cursor, "}");
}

/* What was possible, as "a, b, c" for a message. */
struct form_list {
    struct text text;
    bool is_full; /* nothing more fits into a problem; it ends with … */
};

static bool list_has(const struct form_list *list, struct span word)
{
    for (const char *at = text_string(&list->text); *at != '\0';) {
        size_t length = strcspn(at, ",");
        if (span_equal((struct span){at, length}, word))
            return true;
        at += length + strspn(at + length, ", ");
    }
    return false;
}

static void list_add(struct form_list *list, struct span word)
{
    enum { LIST_MAX = sizeof((struct problem *)0)->details[0] - 8 };
    if (list->is_full || list_has(list, word))
        return;
    list->is_full = list->text.length + word.length > LIST_MAX;
    text_add(&list->text, list->text.length > 0 ? ", " : "");
    text_add_span(&list->text, list->is_full ? span_of("…") : word);
}

static void list_argument(struct form_list *list, const struct effect_words *words, int most)
{
    struct text range = {0};
    text_addf(&range, "1…%d", effect_largest(most));
    if (words->words == NULL)
        list_add(list, text_span(&range));
    text_free(&range);
    for (int i = 0; words->words != NULL && words->words[i] != NULL; i++)
        if (words->words[i][0] != '\0')
            list_add(list, span_of(words->words[i]));
}

/* Says what was possible at the token that the best patterns reached. */
static void no_form(struct cursor *cursor, const char *furthest)
{
    struct form_list list = {0};
    for (struct form_walk walk = {.grammar = cursor->grammar, .op = -1}; form_next(&walk);) {
        struct effect row;
        struct reach reach;
        if (fits(cursor, &walk, &row, &reach) || reach.at != furthest)
            continue;
        if (span_is(reach.word, "{a}"))
            list_argument(&list, &walk.form->a, walk.form->most_a);
        else if (span_is(reach.word, "{b}"))
            list_argument(&list, &walk.form->b, walk.form->most_b);
        else if (reach.word.length > 0)
            list_add(&list, reach.word);
    }
    struct span token = token_at(furthest, cursor->end);
    if (list.text.length > 0)
        scan_expected_one_of(cursor->scan, token, text_string(&list.text));
    else
        scan_expected(cursor->scan, token, _("a comma or the end of the line"));
    text_free(&list.text);
}

/* Finds the form that fits. */
static const struct effect_form *match(struct cursor *cursor, struct effect *row)
{
    const char *furthest = peek(cursor).at;
    for (struct form_walk walk = {.grammar = cursor->grammar, .op = -1}; form_next(&walk);) {
        struct reach reach;
        if (fits(cursor, &walk, row, &reach)) {
            cursor->at = reach.at;
            return walk.form;
        }
        if (reach.at > furthest)
            furthest = reach.at;
    }
    no_form(cursor, furthest);
    return NULL;
}

static bool read_step(struct cursor *cursor, int depth, bool *is_cost)
{
    struct effect row;
    const struct effect_form *form = match(cursor, &row);
    if (form == NULL || !has_room(cursor))
        return false;
    int owner = cursor->count;
    add_row(cursor, row);
    *is_cost = form->shape == EFFECT_COST;
    if (form->shape == EFFECT_BODY)
        return need_sign(cursor, "(") && read_body(cursor, owner, depth) && need_sign(cursor, ")");
    return form->shape != EFFECT_CHOICES || read_choices(cursor, owner, depth);
}

/* Steps between commas: costs, a colon, then the rest; or costs alone; or no costs at all. */
static bool read_program(struct cursor *cursor, int depth)
{
    enum { ANY, COSTS, NO_COSTS } allowed = ANY;
    bool is_cost = false;
    if (depth > EFFECT_DEPTH_MAX)
        return scan_problem(cursor->scan, peek(cursor), _("brackets are nested too deeply"), NULL,
                            NULL);
    for (;;) {
        struct span start = peek(cursor);
        if (!read_step(cursor, depth, &is_cost))
            return false;
        if (allowed == (is_cost ? NO_COSTS : COSTS))
            return scan_expected(cursor->scan, start, _("costs, then a colon, then the rest"));
        if (is_cost && take_sign(cursor, ":"))
            allowed = NO_COSTS;
        else if (take_sign(cursor, ","))
            allowed = is_cost ? COSTS : NO_COSTS;
        else
            return true;
    }
}

int effect_read(const struct effect_grammar *grammar, struct scan *scan, struct effect *out)
{
    struct span text = scan_rest(scan);
    struct cursor cursor = {grammar, scan, text.at, text.at + text.length, out, 0};
    if (!read_program(&cursor, 0))
        return -1;
    struct span rest = peek(&cursor);
    if (rest.length > 0) {
        scan_expected(scan, rest, _("a comma or the end of the line"));
        return -1;
    }
    return cursor.count;
}

/* ---- writing --------------------------------------------------------------------------------- */

const struct effect_form *effect_form_of(const struct effect_grammar *grammar,
                                         const struct effect *row)
{
    assert(row->op < grammar->operation_count);
    const struct effect_form *form = grammar->operations[row->op].texts->forms;
    for (; form != NULL && form->pattern != NULL; form++) {
        bool a_fits = form->fixed_a == row->a || strstr(form->pattern, "{a}") != NULL;
        bool b_fits = form->fixed_b == row->b || strstr(form->pattern, "{b}") != NULL;
        if (a_fits && b_fits)
            return form;
    }
    assert(!"every row has a form");
    return NULL;
}

enum effect_shape effect_shape_of(const struct effect_grammar *grammar, const struct effect *row)
{
    return effect_form_of(grammar, row)->shape;
}

bool effect_is_cost(const struct effect_grammar *grammar, const struct effect *row)
{
    return row->op != grammar->option && effect_form_of(grammar, row)->shape == EFFECT_COST;
}

const struct effect *effect_find(const struct effect *rows, struct program program, uint8_t op)
{
    for (int i = program.start; i < program.start + program.count; i++)
        if (rows[i].op == op)
            return &rows[i];
    return NULL;
}

bool effect_uses(const struct effect *rows, struct program program, uint8_t op)
{
    return effect_find(rows, program, op) != NULL;
}

static void write_argument(const struct effect_words *words, int value, struct text *out)
{
    if (words->words == NULL)
        text_add_number(out, value);
    else
        text_add(out, words->words[value]);
}

static void write_step(const struct effect_grammar *grammar, const struct effect *row,
                       struct text *out)
{
    const struct effect_form *form = effect_form_of(grammar, row);
    for (const char *at = form->pattern; *at != '\0'; at++) {
        if (at[0] == '{' && at[2] == '}') {
            write_argument(at[1] == 'a' ? &form->a : &form->b, at[1] == 'a' ? row->a : row->b, out);
            at += 2;
        } else {
            text_add_char(out, *at);
        }
    }
    if (form->shape == EFFECT_BODY) {
        text_add(out, " (");
        effect_write(grammar, row + 1, row->body, out);
        text_add_char(out, ')');
    } else if (form->shape == EFFECT_CHOICES) {
        text_add(out, " {");
        for (const struct effect *at = row + 1; at <= row + row->body; at += 1 + at->body) {
            text_add(out, at > row + 1 ? "; " : "");
            effect_write(grammar, at + 1, at->body, out);
        }
        text_add_char(out, '}');
    }
}

void effect_write(const struct effect_grammar *grammar, const struct effect *rows, int count,
                  struct text *out)
{
    bool after_cost = false;
    for (int i = 0; i < count; i += 1 + rows[i].body) {
        bool is_cost = effect_is_cost(grammar, &rows[i]);
        if (i > 0)
            text_add(out, after_cost && !is_cost ? ": " : ", ");
        write_step(grammar, &rows[i], out);
        after_cost = is_cost;
    }
}

/* ---- telling --------------------------------------------------------------------------------- */

/* What the slots of a form's text are filled from. */
struct effect_telling {
    const struct effect_grammar *grammar;
    const struct effect_form *form;
    const struct effect *row;
    enum language language;
};

static void tell_choices(const struct effect_telling *telling, struct text *out)
{
    char letter = 'A';
    const struct effect *row = telling->row;
    for (const struct effect *at = row + 1; at <= row + row->body; at += 1 + at->body) {
        text_addf(out, "%s%c) ", letter > 'A' ? "; " : "", letter);
        effect_tell(telling->grammar, at + 1, at->body, telling->language, out);
        letter++;
    }
}

/* A body of several steps, or with options, is told in brackets, so that nobody takes the steps
 * after it for a part of it. */
static void tell_body(const struct effect_telling *telling, struct text *out)
{
    const struct effect *row = telling->row;
    int steps = 0;
    bool has_options = false;
    for (const struct effect *at = row + 1; at <= row + row->body; at += 1 + at->body) {
        enum effect_shape shape = effect_form_of(telling->grammar, at)->shape;
        steps += shape != EFFECT_COST;
        has_options |= shape == EFFECT_CHOICES;
    }
    bool in_brackets = steps > 1 || has_options;
    text_add(out, in_brackets ? "(" : "");
    effect_tell(telling->grammar, row + 1, row->body, telling->language, out);
    text_add(out, in_brackets ? ")" : "");
}

static void tell_argument(const struct effect_telling *telling, const struct effect_words *words,
                          int value, struct text *out)
{
    if (words->name != NULL)
        text_add(out, words->name(telling->grammar->context, value, telling->language));
    else if (words->texts != NULL)
        text_add(out, phrase(telling->language, words->texts[value]));
    else
        write_argument(words, value, out);
}

static void tell_slot(const void *context, struct span slot, struct text *out)
{
    const struct effect_telling *telling = context;
    const struct effect_form *form = telling->form;
    if (span_is(slot, "a"))
        tell_argument(telling, &form->a, telling->row->a, out);
    else if (span_is(slot, "b"))
        tell_argument(telling, &form->b, telling->row->b, out);
    else if (form->shape == EFFECT_CHOICES)
        tell_choices(telling, out);
    else
        tell_body(telling, out);
}

static int64_t count_slot(const void *context, struct span slot)
{
    const struct effect_telling *telling = context;
    return slot.at[0] == 'a' ? telling->row->a : telling->row->b;
}

void effect_tell(const struct effect_grammar *grammar, const struct effect *rows, int count,
                 enum language language, struct text *out)
{
    bool after_cost = false;
    for (int i = 0; i < count; i += 1 + rows[i].body) {
        struct effect_telling telling = {grammar, effect_form_of(grammar, &rows[i]), &rows[i],
                                         language};
        bool is_cost = telling.form->shape == EFFECT_COST;
        if (i > 0)
            text_add(out, !after_cost ? phrase(language, _(", then "))
                          : is_cost   ? phrase(language, _(" and "))
                                      : ": ");
        bool in_brackets = telling.form->shape == EFFECT_CHOICES && i + 1 + rows[i].body < count;
        text_add(out, in_brackets ? "(" : "");
        phrase_write(out, language, telling.form->text,
                     &(struct phrase_slots){tell_slot, count_slot, &telling});
        text_add(out, in_brackets ? ")" : "");
        after_cost = is_cost;
    }
}
