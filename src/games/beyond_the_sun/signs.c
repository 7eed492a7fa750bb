/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the small signs in the plain-text drawing. */

#include "picture.h"

#include "brief.h"

void bts_add_program(const struct bts_view *v, struct sheet *sheet, struct program program)
{
    struct brief_book book = bts_brief_book(v->cards);
    brief_program(&book, program, sheet->language, &sheet->line);
}

const char *bts_disc_sign(const struct sheet *sheet, int kind)
{
    static const char *const letters[] = {"", _("F"), _("O"), "*"};
    return sheet_word(sheet, letters[kind]);
}

/* "[2]": the pawns on the space. */
void bts_add_pawns(const struct bts_view *v, struct sheet *sheet, int space)
{
    bool any = false;
    text_add_char(&sheet->line, '[');
    for (int seat = 0; seat < players_of(v); seat++) {
        if (seat_of(v, seat)->pawn == space) {
            sheet_add_seat(sheet, seat);
            any = true;
        }
    }
    sheet_add(sheet, any ? "]" : " ]");
}

/* The levels of the ships one by one, "1124"; "9x1" where they are many. */
void bts_add_ships(struct sheet *sheet, const uint8_t *ships)
{
    bool many = ships[0] + ships[1] + ships[2] + ships[3] > SHIPS_WIDTH - 2;
    const char *between = "";
    for (int level = 1; level <= SHIP_LEVELS; level++) {
        for (int n = ships[level - 1]; !many && n > 0; n--)
            sheet_add_number(sheet, level);
        if (!many || ships[level - 1] == 0)
            continue;
        text_addf(&sheet->line, "%s%dx%d", between, ships[level - 1], level);
        between = ",";
    }
    if (ships[0] + ships[1] + ships[2] + ships[3] == 0)
        sheet_add(sheet, "-");
}
