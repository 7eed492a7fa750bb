/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The line and word scanner of our text formats. */

#include "scan.h"

#include <assert.h>
#include <string.h>

/* The first line that is not UTF-8. A newline is never part of a longer character, so a text is
 * UTF-8 if each of its lines is. */
static int first_bad_line(struct span text)
{
    int line = 1;
    while (text.length > 0) {
        const char *newline = memchr(text.at, '\n', text.length);
        size_t length = newline ? (size_t)(newline - text.at) : text.length;
        if (newline == NULL || !span_is_utf8((struct span){text.at, length}))
            return line;
        text.at += length + 1;
        text.length -= length + 1;
        line++;
    }
    return line;
}

bool scan_open(struct scan *scan, const char *file, struct span text, struct problem *problem)
{
    *scan = (struct scan){.file = file, .rest = text, .problem = problem};
    if (text.at == NULL)
        scan->rest = span_of(""); /* so that every place in the text is a place in memory */
    if (!span_is_utf8(text)) {
        problem_set(problem, _("this is not a UTF-8 text"), NULL, NULL, NULL);
        problem_place(problem, file, first_bad_line(text), 0);
        return false;
    }
    return true;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Where the word that begins at `at` ends. */
static const char *word_end(const char *at, const char *end)
{
    if (at < end && *at == '"') {
        for (at++; at < end && *at != '"'; at++)
            if (*at == '\\' && at + 1 < end)
                at++;
        return at < end ? at + 1 : end;
    }
    while (at < end && !is_blank(*at))
        at++;
    return at;
}

bool scan_is_plain_word(struct span text)
{
    const char *end = text.at + text.length;
    return text.length > 0 && text.at[0] != '"' && text.at[0] != '#' && !span_has_control(text) &&
           word_end(text.at, end) == end;
}

/* The line up to its comment: a # where a word would begin. */
static struct span without_comment(struct span line)
{
    const char *at = line.at;
    const char *end = line.at + line.length;
    while (at < end) {
        if (*at == '#')
            return (struct span){line.at, (size_t)(at - line.at)};
        at = is_blank(*at) ? at + 1 : word_end(at, end);
    }
    return line;
}

bool scan_line(struct scan *scan)
{
    while (scan->rest.length > 0 && !problem_is_set(scan->problem)) {
        const char *newline = memchr(scan->rest.at, '\n', scan->rest.length);
        size_t length = newline ? (size_t)(newline - scan->rest.at) : scan->rest.length;
        struct span line = {scan->rest.at, length};
        scan->rest.at += length + (newline != NULL);
        scan->rest.length -= length + (newline != NULL);
        scan->line++;
        scan->start = line.at;
        scan->text = span_trim(without_comment(line));
        scan->at = scan->text.at;
        if (length > SCAN_LINE_MAX)
            return scan_problem(scan, (struct span){0}, _("this line is too long"), NULL, NULL);
        if (scan->text.length > 0)
            return true;
    }
    scan->text = (struct span){scan->rest.at, 0};
    scan->start = scan->rest.at;
    scan->at = scan->rest.at;
    return false;
}

static struct span find_word(const struct scan *scan)
{
    const char *at = scan->at;
    const char *end = scan->text.at + scan->text.length;
    while (at < end && is_blank(*at))
        at++;
    return (struct span){at, (size_t)(word_end(at, end) - at)};
}

struct span scan_peek(const struct scan *scan)
{
    return find_word(scan);
}

struct span scan_word(struct scan *scan)
{
    struct span word = find_word(scan);
    scan->at = word.at + word.length;
    return word;
}

struct span scan_rest(struct scan *scan)
{
    const char *end = scan->text.at + scan->text.length;
    struct span rest = span_trim((struct span){scan->at, (size_t)(end - scan->at)});
    scan->at = end;
    return rest;
}

bool scan_problem(struct scan *scan, struct span word, const char *sentence, const char *first,
                  const char *second)
{
    problem_set(scan->problem, sentence, first, second, NULL);
    int column = 0;
    if (word.at != NULL && word.at >= scan->start)
        column = 1 + (int)text_width((struct span){scan->start, (size_t)(word.at - scan->start)});
    problem_place(scan->problem, scan->file, scan->line, column);
    return false;
}

bool scan_expected(struct scan *scan, struct span found, const char *expected)
{
    char copy[80];
    bool is_first = !problem_is_set(scan->problem);
    span_copy(found, copy, sizeof copy);
    if (scan_at_end(scan))
        return scan_problem(scan, (struct span){0}, _("the text ends here, expected {0}"), expected,
                            NULL);
    if (found.length == 0)
        return scan_problem(scan, found, _("the line ends here, expected {0}"), expected, NULL);
    if (is_first)
        scan->problem->found = 1;
    return scan_problem(scan, found, _("found \"{0}\", expected {1}"), copy, expected);
}

bool scan_expected_one_of(struct scan *scan, struct span found, const char *list)
{
    assert(list[0] != '\0');
    if (!problem_is_set(scan->problem))
        scan->problem->listed = found.length > 0 && !scan_at_end(scan) ? 2 : 1;
    return scan_expected(scan, found, list);
}

bool scan_need(struct scan *scan, const char *expected, struct span *out)
{
    *out = scan_word(scan);
    return out->length > 0 || scan_expected(scan, *out, expected);
}

bool scan_number(struct scan *scan, int64_t min, int64_t max, const char *expected, int64_t *out)
{
    struct span word = scan_word(scan);
    return span_number(word, min, max, out) || scan_expected(scan, word, expected);
}

bool scan_key(struct scan *scan, const char *key)
{
    if (!scan_line(scan) && problem_is_set(scan->problem))
        return false;
    struct span word = scan_word(scan);
    return span_is(word, key) || scan_expected(scan, word, key);
}

bool scan_done(struct scan *scan)
{
    struct span word = scan_peek(scan);
    return word.length == 0 || scan_expected(scan, word, _("the end of the line"));
}

bool scan_unquote(struct scan *scan, struct span word, struct text *out)
{
    if (word.length < 2 || word.at[0] != '"' || word.at[word.length - 1] != '"')
        return scan_expected(scan, word, _("a text in \"quotes\""));
    for (size_t i = 1; i + 1 < word.length; i++) {
        char byte = word.at[i];
        if (byte == '\\') {
            byte = word.at[++i];
            if (i + 1 >= word.length || (byte != '"' && byte != '\\' && byte != 'n'))
                return scan_expected(scan, word, _("only \\\", \\\\ or \\n after a backslash"));
            byte = byte == 'n' ? '\n' : byte;
        }
        text_add_char(out, byte);
    }
    return true;
}

bool scan_quoted(struct scan *scan, char *out, size_t size)
{
    struct text text = {0};
    assert(size > 0);
    bool fine = scan_unquote(scan, scan_word(scan), &text);
    span_copy(text_span(&text), out, size);
    text_free(&text);
    return fine;
}
