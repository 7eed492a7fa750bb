/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the table in plain text for a terminal. Things are shown with the notation that is
 * typed for them; seats are the digits 1 to 4. The map is in draw_map.c, boards in draw_boards.c,
 * players in draw_seats.c. No rules: it draws what is there. */

#include "picture.h"

#include "brief.h"

int pulsar_looking_seat(const struct pulsar_view *v, const struct sheet *sheet)
{
    int actor = sheet->rules->game->node(sheet->rules, v->s).actor;
    return actor >= 0 ? actor : v->s->turn > 0 ? v->s->turn - 1 : NOBODY;
}

void pulsar_add_program(const struct pulsar_view *v, struct sheet *sheet, struct program program)
{
    struct brief_book book = pulsar_brief_book(v->cards);
    brief_program(&book, program, sheet->language, &sheet->line);
}

static void draw_heading(const struct pulsar_view *v, struct sheet *sheet)
{
    const struct pulsar_state *s = v->s;
    sheet_add_word(sheet, _("Pulsar 2849"));
    sheet_add(sheet, ". ");
    if (s->round == 0)
        sheet_add_word(sheet, _("The table is set up."));
    else
        sheet_add_phrase(sheet, _("Round {0} of {1}."), s->round, ROUNDS);
    if (s->median > 0 && !agenda_is_empty(&s->agenda))
        sheet_add_phrase(sheet, _(" A spinning gyrodyne makes {0} more."), pulsar_row_bonus(v), 0);
    if (s->turn != 0)
        sheet_add_phrase(sheet, _(" Player {0}'s turn."), s->turn, 0);
    if (agenda_is_empty(&s->agenda))
        text_addf(&sheet->line, " %s", sheet_word(sheet, _("The game is over.")));
    sheet_end(sheet);
}

/* ---- the turn -------------------------------------------------------------------------------- */

static void add_dice_set(struct sheet *sheet, const char *english, unsigned values)
{
    if (values == 0)
        return;
    text_addf(&sheet->line, "; %s", sheet_word(sheet, english));
    for (uint64_t rest = values; rest != 0;)
        text_addf(&sheet->line, " %d", (int)bits_pop(&rest));
}

/* What the seat can pay with in its turn besides its silver dice. */
static void draw_turn(const struct pulsar_view *v, struct sheet *sheet)
{
    const struct pulsar_state *s = v->s;
    bool acting = false;
    for (int i = 0; i < s->agenda.depth; i++)
        acting = acting || s->agenda.frames[i].task == TASK_ACT;
    if (!acting || s->turn == 0)
        return;
    int seat = s->turn - 1;
    sheet->hang = 1;
    sheet_add_phrase(sheet, _("TURN of player {0}: "), s->turn, 0);
    if (s->bonus == BONUS_RESERVED)
        sheet_add_phrase(sheet, _("red die {0}, which must be used"), s->red, 0);
    else if (s->bonus == BONUS_USED)
        sheet_add_word(sheet, _("the bonus die is used"));
    else
        sheet_add_word(sheet, _("one bonus die is possible"));
    add_dice_set(sheet, _("link dice"), s->link_dice);
    add_dice_set(sheet, _("red dice of systems"), s->planet_dice);
    if (s->bonus == BONUS_FREE) {
        unsigned left = 0;
        for (int value = 1; value <= DIE_SIDES; value++)
            left |= s->dice[value - 1] > 0 ? 1u << value : 0;
        add_dice_set(sheet, _("a copy of"), left);
        sheet_add_phrase(sheet, _(" for {0} {0|cube|cubes}"), pulsar_copy_price(v, seat), 0);
    }
    sheet_end(sheet);
}

void pulsar_draw(const struct ruleset *rules, const void *state, enum language language,
                 struct text *out)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    struct sheet sheet = sheet_open(rules, state, language, out);
    draw_heading(&v, &sheet);
    pulsar_draw_technologies(&v, &sheet);
    pulsar_draw_goals(&v, &sheet);
    pulsar_draw_end(&v, &sheet);
    pulsar_draw_stocks(&v, &sheet);
    pulsar_draw_offer(&v, &sheet);
    pulsar_draw_cluster(&v, &sheet);
    pulsar_draw_systems(&v, &sheet);
    pulsar_draw_dice_board(&v, &sheet);
    pulsar_draw_players(&v, &sheet);
    draw_turn(&v, &sheet);
    pulsar_draw_flight(&v, &sheet);
    sheet_close(&sheet);
}
