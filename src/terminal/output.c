/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Lines on a terminal: width, colour, wrapping. */

#include "output.h"

#include <assert.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static uint16_t within(int value, int least, int most)
{
    assert(least <= most && least > 0 && most <= UINT16_MAX);
    return (uint16_t)(value < least ? least : value > most ? most : value);
}

struct output output_look(void)
{
    struct output output = {.width = DRAWING_WIDTH};
    struct winsize size = {0};
    const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (!isatty(STDOUT_FILENO))
        return output;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        output.width = within(size.ws_col, DRAWING_WIDTH_MIN, DRAWING_WIDTH_MAX);
        output.height = within(size.ws_row, 10, 200);
    }
    output.colour = (none == NULL || none[0] == '\0') && kind != NULL && strcmp(kind, "dumb") != 0;
    output.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return output;
}

struct drawing output_drawing(const struct output *output, enum language language)
{
    assert(output->width >= DRAWING_WIDTH_MIN && output->width <= DRAWING_WIDTH_MAX);
    return (struct drawing){.language = language,
                            .width = output->width,
                            .unicode = output->unicode,
                            .marked = output->colour};
}

static void wrap_line(const struct output *output, struct span line, size_t hang, struct text *out)
{
    struct span rest = line;
    size_t indent = 0;
    assert(output->width > 1);
    do {
        size_t length = drawing_fit(rest, output->width - indent);
        struct span piece = {rest.at, length};
        rest = (struct span){rest.at + length, rest.length - length};
        for (size_t i = 0; i < indent; i++)
            text_add_char(out, ' ');
        text_add_span(out, piece);
        text_add_char(out, '\n');
        rest = span_trim(rest);
        indent = hang < output->width / 2u ? hang : output->width / 2u;
    } while (drawing_width(rest) > 0);
}

void output_wrap(const struct output *output, struct span text, size_t hang, struct text *out)
{
    while (text.length > 0) {
        const char *end = memchr(text.at, '\n', text.length);
        size_t length = end != NULL ? (size_t)(end - text.at) : text.length;
        wrap_line(output, (struct span){text.at, length}, hang, out);
        length += end != NULL;
        text = (struct span){text.at + length, text.length - length};
    }
}

/* What the terminal is told for a hue. */
static const char *const colours[HUE_COUNT] = {
    [HUE_SEAT] = "1;36",     [HUE_SEAT + 1] = "1;33", [HUE_SEAT + 2] = "1;35",
    [HUE_SEAT + 3] = "1;32", [HUE_HEADING] = "1",     [HUE_FAINT] = "2",
    [HUE_RED] = "31",        [HUE_GREEN] = "32",      [HUE_YELLOW] = "33",
    [HUE_BLUE] = "34",       [HUE_MAGENTA] = "35",    [HUE_ORANGE] = "38;5;208",
};

static void change_colour(enum hue hue, struct text *out)
{
    assert(hue < HUE_COUNT);
    text_add(out, "\033[0");
    if (colours[hue] != NULL)
        text_addf(out, ";%s", colours[hue]);
    text_add(out, "m");
}

static bool is_control(struct span character)
{
    assert(character.length > 0);
    unsigned char first = (unsigned char)character.at[0];
    return (first < 0x20 && first != '\n') || first == 0x7f ||
           (first == 0xc2 && character.length > 1 && (unsigned char)character.at[1] < 0xa0);
}

void output_add_shown(struct text *out, struct span text)
{
    struct text visible = {0};
    struct drawing_reader reader = {0};
    struct span character;
    text_add_visible(&visible, text);
    reader.rest = text_span(&visible);
    while (drawing_next(&reader, &character))
        if (!is_control(character) && character.at[0] != '\n')
            text_add_span(out, character);
    text_free(&visible);
}

void output_print(const struct output *output, struct text *text)
{
    struct text out = {0};
    struct drawing_reader reader = {.rest = text_span(text)};
    struct span character;
    enum hue hue = HUE_NONE;
    while (drawing_next(&reader, &character)) {
        if (output->colour && drawing_hue(&reader) != hue && character.at[0] != ' ') {
            hue = drawing_hue(&reader);
            change_colour(hue, &out);
        }
        if (!is_control(character))
            text_add_span(&out, character);
    }
    if (hue != HUE_NONE)
        change_colour(HUE_NONE, &out);
    fwrite(text_string(&out), 1, out.length, stdout);
    text_free(&out);
    text_free(text);
}
