/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Marks in drawings, and whole drawings. Knows no game. */

#include "drawing.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

enum { MARK_OPEN = 1, MARK_TEXT = 2, MARK_CLOSE = 3 };

const char *const seat_shapes[SEATS_MAX] = {"●", "■", "▲", "◆"};

/* ---- sections -------------------------------------------------------------------------------- */

int section_count(const struct ruleset *rules)
{
    const struct section *sections = rules->game->words->sections;
    int count = 0;
    while (sections[count].name != NULL)
        count++;
    return count;
}

void draw_table(const struct ruleset *rules, const void *state, const struct drawing *drawing,
                struct text *out)
{
    assert(drawing->width >= DRAWING_WIDTH_MIN && drawing->width <= DRAWING_WIDTH_MAX);
    for (int i = 0; rules->game->words->sections[i].name != NULL; i++)
        rules->game->draw(rules, state, i, drawing, out);
}

static bool is_word(struct span word, const char *name)
{
    return strlen(name) == word.length && strncasecmp(name, word.at, word.length) == 0;
}

int section_find(const struct ruleset *rules, enum language language, struct span name)
{
    const struct section *sections = rules->game->words->sections;
    for (int i = 0; sections[i].name != NULL; i++)
        if (is_word(name, sections[i].name) || is_word(name, phrase(language, sections[i].name)))
            return i;
    return -1;
}

/* ---- writing --------------------------------------------------------------------------------- */

void mark_thing(struct text *out, int kind, int value)
{
    assert(kind > THING_NONE && kind <= UINT8_MAX && value >= 0 && value <= UINT8_MAX);
    text_addf(out, "%c@%02x%02x%c", MARK_OPEN, (unsigned)kind, (unsigned)value, MARK_TEXT);
}

void mark_hue(struct text *out, enum hue hue)
{
    assert(hue < HUE_COUNT);
    text_addf(out, "%c#%c%c", MARK_OPEN, 'a' + (int)hue, MARK_TEXT);
}

void mark_end(struct text *out)
{
    text_add_char(out, MARK_CLOSE);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void skip(struct span *text, size_t length)
{
    assert(length <= text->length);
    *text = (struct span){text->at + length, text->length - length};
}

/* Reads the head of a mark, without its frame. A head that is none is a hue that says nothing. */
static struct mark read_head(struct span head)
{
    uint8_t bytes[2];
    struct mark mark = {THING_NONE, HUE_NONE};
    if (head.length == 5 && head.at[0] == '@' &&
        span_hex((struct span){head.at + 1, 4}, bytes, sizeof bytes) && bytes[0] != THING_NONE)
        mark = (struct mark){bytes[0], bytes[1]};
    else if (head.length == 2 && head.at[0] == '#' && head.at[1] >= 'a' &&
             head.at[1] < 'a' + HUE_COUNT)
        mark.value = (uint8_t)(head.at[1] - 'a');
    return mark;
}

/* Goes into a mark; those that are too deep count, but say nothing. */
static void open_mark(struct drawing_reader *reader)
{
    const char *end = memchr(reader->rest.at, MARK_TEXT, reader->rest.length);
    size_t length = end != NULL ? (size_t)(end - reader->rest.at) : reader->rest.length;
    if (reader->depth < MARKS_MAX)
        reader->marks[reader->depth] = read_head((struct span){reader->rest.at + 1, length - 1});
    reader->depth++;
    skip(&reader->rest, length + (end != NULL));
}

/* Bytes of the character at the beginning of the text. */
static size_t character_length(struct span text)
{
    size_t length = 1;
    while (length < text.length && ((unsigned char)text.at[length] & 0xc0) == 0x80)
        length++;
    return length;
}

bool drawing_next(struct drawing_reader *reader, struct span *character)
{
    while (reader->rest.length > 0) {
        char first = reader->rest.at[0];
        if (first == MARK_OPEN) {
            open_mark(reader);
        } else if (first == MARK_CLOSE || first == MARK_TEXT) {
            reader->depth -= first == MARK_CLOSE && reader->depth > 0;
            skip(&reader->rest, 1);
        } else {
            *character = (struct span){reader->rest.at, character_length(reader->rest)};
            skip(&reader->rest, character->length);
            return true;
        }
    }
    return false;
}

enum hue drawing_hue(const struct drawing_reader *reader)
{
    int depth = reader->depth < MARKS_MAX ? reader->depth : MARKS_MAX;
    for (int i = depth - 1; i >= 0; i--)
        if (reader->marks[i].kind == THING_NONE)
            return (enum hue)reader->marks[i].value;
    return HUE_NONE;
}

size_t drawing_width(struct span text)
{
    struct drawing_reader reader = {.rest = text};
    struct span character;
    size_t width = 0;
    while (drawing_next(&reader, &character))
        width++;
    return width;
}

void drawing_plain(struct span text, struct text *out)
{
    struct drawing_reader reader = {.rest = text};
    struct span character;
    while (drawing_next(&reader, &character))
        text_add_span(out, character);
}

/* How good it is to continue below after this byte: behind a bar, behind a part of a list,
 * anywhere. A list is not worth a line that is more than half empty. */
static int break_rank(char before)
{
    return before == '|' ? 3 : before == ',' || before == ';' ? 2 : 1;
}

size_t drawing_fit(struct span line, size_t room)
{
    struct drawing_reader reader = {.rest = line};
    struct span character;
    size_t columns = 0, best = 0, last = 0;
    int rank = 0;
    char before = '\0';
    if (drawing_width(line) <= room)
        return line.length;
    while (columns <= room && drawing_next(&reader, &character)) {
        size_t at = (size_t)(character.at - line.at);
        int worth = 2 * columns < room && before != '|' ? 1 : break_rank(before);
        if (columns > 0 && character.at[0] == ' ' && worth >= rank) {
            best = at;
            rank = worth;
        }
        before = character.at[0];
        columns++;
        last = at;
    }
    return best > 0 ? best : last;
}
