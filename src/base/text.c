/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Growing texts and spans. Knows nothing about games. */

#include "text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t capacity_for(const struct text *text, size_t needed)
{
    size_t doubled = text->capacity > 0 ? text->capacity * 2 : 128;
    return doubled < needed ? needed : doubled;
}

/* Makes room for `more` bytes and the closing zero. */
static void reserve(struct text *text, size_t more)
{
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return;
    size_t capacity = capacity_for(text, needed);
    text->at = memory_grow(text->at, capacity, 1);
    text->capacity = capacity;
}

void text_add_span(struct text *text, struct span span)
{
    if (span.length == 0)
        return;
    reserve(text, span.length);
    memcpy(text->at + text->length, span.at, span.length);
    text->length += span.length;
    text->at[text->length] = '\0';
}

bool text_try_add_span(struct text *text, struct span span)
{
    size_t needed = text->length + span.length + 1;
    if (needed > text->capacity) {
        size_t capacity = capacity_for(text, needed);
        char *grown = memory_try_grow(text->at, capacity, 1);
        if (grown == NULL)
            return false;
        text->at = grown;
        text->capacity = capacity;
    }
    text_add_span(text, span);
    return true;
}

void text_add(struct text *text, const char *string)
{
    text_add_span(text, span_of(string));
}

void text_add_char(struct text *text, char byte)
{
    reserve(text, 1);
    text->at[text->length++] = byte;
    text->at[text->length] = '\0';
}

void text_add_number(struct text *text, int64_t number)
{
    char digits[24];
    char *end = digits + sizeof digits;
    char *at = end;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        *--at = '-';
    text_add_span(text, (struct span){at, (size_t)(end - at)});
}

/* What is printed mostly fits into the room that is there; if not, it is printed once more. */
void text_addf(struct text *text, const char *format, ...)
{
    assert(format != NULL);
    va_list first, again;
    reserve(text, 64);
    size_t room = text->capacity - text->length;
    va_start(first, format);
    va_copy(again, first);
    int length = vsnprintf(text->at + text->length, room, format, first);
    va_end(first);
    assert(length >= 0);
    if ((size_t)length >= room) {
        reserve(text, (size_t)length);
        vsnprintf(text->at + text->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    text->length += (size_t)length;
}

static bool needs_escape(unsigned char byte)
{
    return byte < 0x20 || byte == 0x7f || byte == '"' || byte == '\\';
}

static void add_escape(struct text *text, unsigned char byte)
{
    if (byte == '"' || byte == '\\') {
        text_add_char(text, '\\');
        text_add_char(text, (char)byte);
    } else if (byte == '\n') {
        text_add(text, "\\n");
    } else {
        text_addf(text, "\\u%04x", byte);
    }
}

/* Copies while there is nothing to escape: in most texts there is nothing at all. */
void text_add_quoted(struct text *text, struct span span)
{
    reserve(text, span.length + 2);
    char *to = text->at + text->length;
    size_t i = 0;
    *to++ = '"';
    for (; i < span.length && !needs_escape((unsigned char)span.at[i]); i++)
        to[i] = span.at[i];
    text->length += i + 1;
    for (; i < span.length; i++) {
        unsigned char byte = (unsigned char)span.at[i];
        if (needs_escape(byte))
            add_escape(text, byte);
        else
            text_add_char(text, (char)byte);
    }
    text_add_char(text, '"');
}

void text_pad_to(struct text *text, size_t column)
{
    size_t start = text->length;
    while (start > 0 && text->at[start - 1] != '\n')
        start--;
    size_t width =
        text->length ? text_width((struct span){text->at + start, text->length - start}) : 0;
    for (; width < column; width++)
        text_add_char(text, ' ');
}

void text_clear(struct text *text)
{
    text->length = 0;
    if (text->at != NULL)
        text->at[0] = '\0';
}

void text_free(struct text *text)
{
    free(text->at);
    *text = (struct text){0};
}

const char *text_string(const struct text *text)
{
    return text->at != NULL ? text->at : "";
}

struct span text_span(const struct text *text)
{
    return (struct span){text_string(text), text->length};
}

size_t text_width(struct span span)
{
    size_t width = 0;
    for (size_t i = 0; i < span.length; i++)
        width += ((unsigned char)span.at[i] & 0xc0) != 0x80;
    return width;
}

struct span span_of(const char *string)
{
    return (struct span){string, strlen(string)};
}

bool span_is(struct span span, const char *string)
{
    return span_equal(span, span_of(string));
}

bool span_equal(struct span a, struct span b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

struct span span_cut(struct span *rest, char at)
{
    if (rest->length == 0)
        return *rest;
    const char *found = memchr(rest->at, at, rest->length);
    size_t length = found != NULL ? (size_t)(found - rest->at) : rest->length;
    struct span head = {rest->at, length};
    size_t used = found != NULL ? length + 1 : length;
    *rest = (struct span){rest->at + used, rest->length - used};
    return head;
}

struct span span_trim(struct span span)
{
    while (span.length > 0 && is_blank(span.at[0])) {
        span.at++;
        span.length--;
    }
    while (span.length > 0 && is_blank(span.at[span.length - 1]))
        span.length--;
    return span;
}

/* Length of the valid UTF-8 character at the start of the span, 0 if there is none. */
static size_t utf8_length(const unsigned char *at, size_t left)
{
    size_t length = at[0] < 0x80   ? 1
                    : at[0] < 0xc2 ? 0
                    : at[0] < 0xe0 ? 2
                    : at[0] < 0xf0 ? 3
                    : at[0] < 0xf5 ? 4
                                   : 0;
    if (length == 0 || length > left || at[0] == 0)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    bool outside = (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf4 && at[1] > 0x8f);
    return overlong || outside ? 0 : length;
}

bool span_is_utf8(struct span span)
{
    const unsigned char *at = (const unsigned char *)span.at;
    for (size_t i = 0; i < span.length;) {
        size_t length = utf8_length(at + i, span.length - i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

/* UTF-8 puts the control characters 80 … 9f after a byte c2. */
bool span_has_control(struct span span)
{
    for (size_t i = 0; i < span.length; i++) {
        unsigned char byte = (unsigned char)span.at[i];
        bool has_next = i + 1 < span.length;
        if (byte < 0x20 || byte == 0x7f ||
            (byte == 0xc2 && has_next && (unsigned char)span.at[i + 1] < 0xa0))
            return true;
    }
    return false;
}

/* ---- what cannot be seen --------------------------------------------------------------------- */

struct range {
    uint32_t first, last;
};

/* Unicode's default ignorable characters, its marks for directions and lines, and letters that look
 * like nothing. */
static const struct range hidden[] = {
    {0x00ad, 0x00ad},
    {0x034f, 0x034f},
    {0x061c, 0x061c},
    {0x115f, 0x1160},
    {0x17b4, 0x17b5},
    {0x180b, 0x180f},
    {0x200b, 0x200f},
    {0x2028, 0x202e},
    {0x2060, 0x206f},
    {0x2800, 0x2800},
    {0x3164, 0x3164},
    {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},
    {0xfff0, 0xfffb},
    {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff},
    {0},
};
static const struct range odd_blanks[] = {
    {0x00a0, 0x00a0},
    {0x1680, 0x1680},
    {0x2000, 0x200a},
    {0x202f, 0x202f},
    {0x205f, 0x205f},
    {0x3000, 0x3000},
    {0},
};

/* The character at the start of the span, and its length; of what is not UTF-8, one byte. */
static uint32_t first_character(struct span span, size_t *length)
{
    const unsigned char *at = (const unsigned char *)span.at;
    *length = utf8_length(at, span.length);
    if (*length < 2) {
        *length = 1;
        return at[0];
    }
    uint32_t character = at[0] & (0x7fu >> *length);
    for (size_t i = 1; i < *length; i++)
        character = character << 6 | (at[i] & 0x3f);
    return character;
}

/* Is the first character one of these? Its length in any case. */
static bool begins_with(struct span span, const struct range *ranges, size_t *length)
{
    uint32_t character = first_character(span, length);
    while (ranges->last != 0 && (character < ranges->first || character > ranges->last))
        ranges++;
    return ranges->last != 0;
}

static bool has_any(struct span span, const struct range *ranges)
{
    size_t length;
    for (size_t i = 0; i < span.length; i += length)
        if (begins_with((struct span){span.at + i, span.length - i}, ranges, &length))
            return true;
    return false;
}

bool span_has_hidden(struct span span)
{
    return has_any(span, hidden);
}

bool span_has_odd_blank(struct span span)
{
    return has_any(span, odd_blanks);
}

void text_add_visible(struct text *text, struct span span)
{
    size_t length;
    for (size_t i = 0; i < span.length; i += length)
        if (!begins_with((struct span){span.at + i, span.length - i}, hidden, &length))
            text_add_span(text, (struct span){span.at + i, length});
}

void span_copy(struct span span, char *out, size_t size)
{
    assert(size > 0);
    size_t length = span.length < size - 1 ? span.length : size - 1;
    if (length < span.length)
        while (length > 0 && ((unsigned char)span.at[length] & 0xc0) == 0x80)
            length--;
    if (length > 0)
        memcpy(out, span.at, length);
    out[length] = '\0';
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* The rows of the table of distances that are still needed: of one byte less, of two. */
int span_distance(struct span a, struct span b)
{
    enum { LONGEST = 63, FAR = 1000 };
    int rows[3][LONGEST + 1];
    if (a.length > LONGEST || b.length > LONGEST)
        return FAR;
    for (int i = 0; i <= (int)a.length; i++) {
        int *row = rows[i % 3], *before = rows[(i + 2) % 3], *twice_before = rows[(i + 1) % 3];
        row[0] = i;
        for (int k = 1; k <= (int)b.length; k++) {
            row[k] = row[k - 1] + 1;
            if (i > 0)
                row[k] = least_of(
                    row[k], least_of(before[k] + 1, before[k - 1] + (a.at[i - 1] != b.at[k - 1])));
            if (i > 1 && k > 1 && a.at[i - 1] == b.at[k - 2] && a.at[i - 2] == b.at[k - 1])
                row[k] = least_of(row[k], twice_before[k - 2] + 1);
        }
    }
    return rows[a.length % 3][b.length];
}

const char *nearest_word(struct span written, const char *const *words)
{
    assert(words != NULL);
    const char *nearest = NULL;
    int least = 3; /* letters that are wrong, at most two; and less than half of the word */
    for (; *words != NULL; words++) {
        int distance = span_distance(written, span_of(*words));
        if (distance < least && 2 * distance < (int)strlen(*words)) {
            nearest = *words;
            least = distance;
        }
    }
    return nearest;
}

bool span_number(struct span span, int64_t min, int64_t max, int64_t *out)
{
    bool negative = span.length > 0 && span.at[0] == '-';
    size_t i = negative ? 1 : 0;
    if (i == span.length)
        return false;
    int64_t number = 0;
    for (; i < span.length; i++) {
        int digit = span.at[i] - '0';
        if (digit < 0 || digit > 9 || __builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, negative ? -digit : digit, &number))
            return false;
    }
    if (number < min || number > max)
        return false;
    *out = number;
    return true;
}

static int hex_digit(char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    return -1;
}

bool span_hex(struct span span, uint8_t *out, size_t size)
{
    if (span.length != 2 * size)
        return false;
    for (size_t i = 0; i < size; i++) {
        int high = hex_digit(span.at[2 * i]);
        int low = hex_digit(span.at[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

void text_add_hex(struct text *text, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    reserve(text, 2 * size);
    for (size_t i = 0; i < size; i++) {
        text_add_char(text, digits[bytes[i] >> 4]);
        text_add_char(text, digits[bytes[i] & 15]);
    }
}
