/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A text that grows as it is written, and a span: a piece of another text. Everything that prints
 * (notation, positions, JSON, log lines) writes into a struct text; everything that parses hands
 * out spans. Knows nothing about games. */

#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "memory.h"

#include <stdint.h>

/* A growing text. Zeroed is a valid empty one; text_free releases it. */
struct text {
    char *at; /* always ends in a zero byte once something was added; NULL while empty */
    size_t length;
    size_t capacity;
};

/* A piece of a longer text, not ended by a zero byte. The owner of the text keeps it. */
struct span {
    const char *at;
    size_t length;
};

void text_add(struct text *text, const char *string);
void text_add_span(struct text *text, struct span span);
void text_add_char(struct text *text, char byte);
void text_add_number(struct text *text, int64_t number);
void text_addf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for what an outsider sends: false, with nothing changed, if there is no memory. */
bool text_try_add_span(struct text *text, struct span span);

/* Adds the span as a quoted string: "…" with \" \\ \n and \u00XX for other control bytes. This is
 * also valid JSON as long as the span is valid UTF-8. */
void text_add_quoted(struct text *text, struct span span);

/* Adds the span, which is UTF-8, without what span_has_hidden finds. */
void text_add_visible(struct text *text, struct span span);

/* Adds spaces until the current line is `column` wide (characters, not bytes). */
void text_pad_to(struct text *text, size_t column);

void text_clear(struct text *text); /* empties it but keeps the memory */
void text_free(struct text *text);
const char *text_string(const struct text *text); /* never NULL; valid until the next change */
struct span text_span(const struct text *text);

/* Number of characters (not bytes) in UTF-8 text. */
size_t text_width(struct span span);

struct span span_of(const char *string);
bool span_is(struct span span, const char *string);
bool span_equal(struct span a, struct span b);
struct span span_trim(struct span span); /* without blanks at both ends */
/* Splits at the first such byte: returns what stands before it and leaves what stands after it. */
struct span span_cut(struct span *rest, char at);
bool span_is_utf8(struct span span);     /* valid UTF-8 without zero bytes */
bool span_has_control(struct span span); /* of UTF-8: is there a control character in it? */

/* Of UTF-8: is there a character in it that nobody sees, or that turns the text around? Is there a
 * blank that is not the plain one? With either, two texts can look the same. */
bool span_has_hidden(struct span span);
bool span_has_odd_blank(struct span span);

/* How many bytes must be changed, added, left out or swapped with the next one to make one of the
 * other: for words that are nearly right. Words of more than 63 bytes are far from everything. */
int span_distance(struct span a, struct span b);

/* The word of the list, NULL at its end, that is nearest to what was written; NULL if none is near.
 */
const char *nearest_word(struct span written, const char *const *words);

/* Copies at most size - 1 bytes, never cutting a UTF-8 character, and ends them with a zero. */
void span_copy(struct span span, char *out, size_t size);

/* Reads a whole decimal number (optional sign). False if it is none or does not fit min..max. */
bool span_number(struct span span, int64_t min, int64_t max, int64_t *out);

/* Reads exactly 2 * size hexadecimal digits; and writes them. */
bool span_hex(struct span span, uint8_t *out, size_t size);
void text_add_hex(struct text *text, const uint8_t *bytes, size_t size);

#endif
