/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Lines of a drawing. Knows no game. */

#include "sheet.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct sheet sheet_open(const struct ruleset *rules, const void *state,
                        const struct drawing *drawing, struct text *out)
{
    struct sheet sheet = {
        .rules = rules, .drawing = drawing, .language = drawing->language, .out = out};
    assert(drawing->width >= DRAWING_WIDTH_MIN && drawing->width <= DRAWING_WIDTH_MAX);
    rules->game->score(rules, state, &sheet.score);
    return sheet;
}

void sheet_close(struct sheet *sheet)
{
    text_free(&sheet->line);
}

bool sheet_is_narrow(const struct sheet *sheet)
{
    return sheet->drawing->width < SHEET_WIDTH;
}

size_t sheet_at(const struct sheet *sheet, size_t at)
{
    return sheet_is_narrow(sheet) ? at * sheet->drawing->width / SHEET_WIDTH : at;
}

/* ---- lines ----------------------------------------------------------------------------------- */

void sheet_to(struct sheet *sheet, size_t at)
{
    size_t width = drawing_width(text_span(&sheet->line));
    if (width >= at)
        at = width + 1;
    for (; width < at; width++)
        text_add_char(&sheet->line, ' ');
}

void sheet_end(struct sheet *sheet)
{
    struct span line = text_span(&sheet->line), rest = span_trim(line);
    size_t indent = line.length > 0 ? (size_t)(rest.at - line.at) : 0;
    size_t hang =
        sheet->hang < sheet->drawing->width / 2u ? sheet->hang : sheet->drawing->width / 2u;
    while (drawing_width(rest) > 0) {
        size_t length = drawing_fit(rest, sheet->drawing->width - indent);
        struct span piece = {rest.at, length};
        rest = span_trim((struct span){rest.at + length, rest.length - length});
        if (rest.length > 0 && piece.at[piece.length - 1] == '|')
            piece.length--;
        text_pad_to(sheet->out, indent);
        text_add_span(sheet->out, span_trim(piece));
        if (drawing_width(rest) == 0)
            text_add_span(sheet->out, rest); /* the ends of marks */
        text_add_char(sheet->out, '\n');
        indent = hang;
    }
    text_clear(&sheet->line);
}

void sheet_end_list(struct sheet *sheet)
{
    struct text *line = &sheet->line;
    if (line->length >= 2 && strcmp(line->at + line->length - 2, "; ") == 0)
        line->at[line->length -= 2] = '\0';
    sheet_end(sheet);
}

/* ---- what stands in them --------------------------------------------------------------------- */

const char *sheet_word(const struct sheet *sheet, const char *english)
{
    return phrase(sheet->language, english);
}

const char *sheet_name(const struct sheet *sheet, const struct card_face *face)
{
    return card_face_name(face, sheet->language);
}

void sheet_add(struct sheet *sheet, const char *text)
{
    text_add(&sheet->line, text);
}

void sheet_add_word(struct sheet *sheet, const char *english)
{
    text_add(&sheet->line, phrase(sheet->language, english));
}

void sheet_add_number(struct sheet *sheet, int number)
{
    text_add_number(&sheet->line, number);
}

void sheet_add_card(struct sheet *sheet, const struct card_face *face)
{
    text_addf(&sheet->line, "%s %s", face->id, sheet_name(sheet, face));
}

/* A digit for each seat of the set, a dot for the others. */
void sheet_add_seats(struct sheet *sheet, unsigned seats)
{
    for (int seat = 0; seat < sheet->rules->setup.players; seat++) {
        if (seats >> seat & 1)
            sheet_add_seat(sheet, seat);
        else
            sheet_add_hued(sheet, HUE_FAINT, ".");
    }
}

/* ---- marks ----------------------------------------------------------------------------------- */

void sheet_thing(struct sheet *sheet, int kind, int value)
{
    if (sheet->drawing->marked)
        mark_thing(&sheet->line, kind, value);
}

void sheet_hue(struct sheet *sheet, enum hue hue)
{
    if (sheet->drawing->marked)
        mark_hue(&sheet->line, hue);
}

void sheet_off(struct sheet *sheet)
{
    if (sheet->drawing->marked)
        mark_end(&sheet->line);
}

void sheet_add_hued(struct sheet *sheet, enum hue hue, const char *text)
{
    sheet_hue(sheet, hue);
    sheet_add(sheet, text);
    sheet_off(sheet);
}

void sheet_add_title(struct sheet *sheet, const char *english)
{
    sheet_add_hued(sheet, HUE_HEADING, sheet_word(sheet, english));
}

void sheet_add_seat(struct sheet *sheet, int seat)
{
    assert(seat >= 0 && seat < SEATS_MAX);
    sheet_hue(sheet, (enum hue)(HUE_SEAT + seat));
    text_add_char(&sheet->line, (char)('1' + seat));
    sheet_off(sheet);
}

void sheet_add_piece(struct sheet *sheet, int seat)
{
    if (sheet->drawing->unicode)
        sheet_add_hued(sheet, (enum hue)(HUE_SEAT + seat), seat_shapes[seat]);
    sheet_add_seat(sheet, seat);
}

/* ---- phrases --------------------------------------------------------------------------------- */

void sheet_add_phrase(struct sheet *sheet, const char *english, int first, int second)
{
    char numbers[2][16];
    snprintf(numbers[0], sizeof numbers[0], "%d", first);
    snprintf(numbers[1], sizeof numbers[1], "%d", second);
    phrase_write_with(&sheet->line, sheet->language, english, numbers[0], numbers[1], NULL);
}

void sheet_add_headings(struct sheet *sheet, const struct sheet_heading *headings)
{
    for (; headings->text != NULL; headings++) {
        sheet_to(sheet, sheet_at(sheet, headings->at));
        sheet_add_word(sheet, headings->text);
    }
}
