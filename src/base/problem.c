/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Problems with input from outside. */

#include "problem.h"

#include <assert.h>
#include <string.h>

/* Details come from hostile input: control bytes and wrong UTF-8 become question marks. */
static void copy_clean(struct span span, char *out, size_t size)
{
    span_copy(span, out, size);
    bool valid = span_is_utf8(span_of(out));
    for (char *at = out; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        bool two_bytes = valid && byte == 0xc2 && (unsigned char)at[1] < 0xa0; /* U+0080 … 9F */
        if (two_bytes)
            *at++ = '?';
        if (two_bytes || byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !valid))
            *at = '?';
    }
}

bool problem_set_spans(struct problem *problem, const char *sentence, struct span first,
                       struct span second)
{
    if (!problem_is_set(problem)) {
        problem->sentence = sentence;
        copy_clean(first, problem->details[0], sizeof problem->details[0]);
        copy_clean(second, problem->details[1], sizeof problem->details[1]);
        problem->details[2][0] = '\0';
    }
    return false;
}

bool problem_set(struct problem *problem, const char *sentence, const char *first,
                 const char *second, const char *third)
{
    if (problem_is_set(problem))
        return false;
    problem_set_spans(problem, sentence, span_of(first ? first : ""),
                      span_of(second ? second : ""));
    copy_clean(span_of(third ? third : ""), problem->details[2], sizeof problem->details[2]);
    return false;
}

static const char *const no_memory =
    _("there is not enough memory at the moment; please try again later");

bool problem_no_memory(struct problem *problem)
{
    return problem_set(problem, no_memory, NULL, NULL, NULL);
}

bool problem_is_no_memory(const struct problem *problem)
{
    return problem->sentence == no_memory;
}

void problem_place(struct problem *problem, const char *file, int line, int column)
{
    if (problem->file[0] == '\0' && file != NULL)
        copy_clean(span_of(file), problem->file, sizeof problem->file);
    if (problem->line == 0) {
        problem->line = line;
        problem->column = column;
    }
}

void problem_forget_place(struct problem *problem)
{
    problem->file[0] = '\0';
    problem->line = problem->column = 0;
}

/* A detail may itself be a phrase ("a number") and is then written in the same language. Single
 * words are notation or came from outside; they stay as they are. */
static const char *detail(const struct problem *problem, int which, enum language language)
{
    const char *text = problem->details[which];
    return strchr(text, ' ') != NULL ? phrase(language, text) : text;
}

bool problem_next_listed(const struct problem *problem, size_t *at, struct span *word)
{
    if (problem->listed == 0)
        return false;
    assert(problem->listed <= 3);
    const char *list = problem->details[problem->listed - 1];
    *word = (struct span){list + *at, strcspn(list + *at, ",")};
    *at += word->length + strspn(list + *at + word->length, ", ");
    return word->length > 0 && !span_is(*word, "…");
}

void problem_write_sentence(const struct problem *problem, enum language language, struct text *out)
{
    phrase_write_with(out, language, problem->sentence, detail(problem, 0, language),
                      detail(problem, 1, language), detail(problem, 2, language));
}

void problem_write(const struct problem *problem, enum language language, struct text *out)
{
    if (problem->file[0] != '\0')
        text_addf(out, "%s:", problem->file);
    if (problem->line > 0)
        text_addf(out, "%d:", problem->line);
    if (problem->line > 0 && problem->column > 0)
        text_addf(out, "%d:", problem->column);
    if (problem->file[0] != '\0' || problem->line > 0)
        text_add_char(out, ' ');
    problem_write_sentence(problem, language, out);
}
