/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Lines of a picture in plain text. Knows no game. */

#include "sheet.h"

#include <stdio.h>
#include <string.h>

struct sheet sheet_open(const struct ruleset *rules, const void *state, enum language language,
                        struct text *out)
{
    struct sheet sheet = {.rules = rules, .language = language, .out = out};
    rules->game->score(rules, state, &sheet.score);
    return sheet;
}

void sheet_close(struct sheet *sheet)
{
    text_free(&sheet->line);
}

/* ---- lines ----------------------------------------------------------------------------------- */

void sheet_to(struct sheet *sheet, size_t at)
{
    if (text_width(text_span(&sheet->line)) >= at)
        text_add_char(&sheet->line, ' ');
    text_pad_to(&sheet->line, at);
}

/* How good it is to continue below after this byte: behind a bar, behind a part of a list,
 * anywhere. */
static int break_rank(char before)
{
    return before == '|' ? 3 : strchr(",;", before) != NULL ? 2 : 1;
}

/* How many bytes of the span go into a line of this many columns: up to the best blank. */
static size_t fitting(struct span span, size_t room)
{
    size_t columns = 0, at = 0, best = 0;
    int rank = 0;
    if (text_width(span) <= room)
        return span.length;
    for (; columns <= room; at++) {
        if (at > 0 && span.at[at] == ' ' && break_rank(span.at[at - 1]) >= rank) {
            best = at;
            rank = break_rank(span.at[at - 1]);
        }
        columns += ((unsigned char)span.at[at] & 0xc0) != 0x80;
    }
    return best > 0 ? best : at - 1;
}

void sheet_end(struct sheet *sheet)
{
    struct span line = text_span(&sheet->line), rest = span_trim(line);
    size_t indent = line.length > 0 ? (size_t)(rest.at - line.at) : 0;
    while (rest.length > 0) {
        size_t length = fitting(rest, SHEET_WIDTH - indent);
        struct span piece = {rest.at, length};
        rest = span_trim((struct span){rest.at + length, rest.length - length});
        if (rest.length > 0 && piece.at[piece.length - 1] == '|')
            piece.length--;
        text_pad_to(sheet->out, indent);
        text_add_span(sheet->out, span_trim(piece));
        text_add_char(sheet->out, '\n');
        indent = sheet->hang;
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
    return face->name[sheet->language];
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
    for (int seat = 0; seat < sheet->rules->setup.players; seat++)
        text_add_char(&sheet->line, (char)(seats >> seat & 1 ? '1' + seat : '.'));
}

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
        sheet_to(sheet, headings->at);
        sheet_add_word(sheet, headings->text);
    }
}
