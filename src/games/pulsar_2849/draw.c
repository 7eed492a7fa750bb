/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the table in plain text for a terminal. Things are shown with the notation that is
 * typed for them; seats are the digits 1 to 4. The map is in draw_map.c, boards in draw_boards.c,
 * players in draw_seats.c. No rules: it draws what is there. */

#include "picture.h"

#include "brief.h"
#include "things.h"

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
    sheet_add_title(sheet, _("Pulsar 2849"));
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

static void add_dice_set(struct sheet *sheet, const char *english, enum pulsar_die_source source,
                         unsigned values)
{
    if (values == 0)
        return;
    text_addf(&sheet->line, "; %s", sheet_word(sheet, english));
    for (uint64_t rest = values; rest != 0;) {
        int value = (int)bits_pop(&rest);
        sheet_add(sheet, " ");
        sheet_thing(sheet, PUL_DIE, pulsar_die_of(source, value));
        sheet_add_number(sheet, value);
        sheet_off(sheet);
    }
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
    add_dice_set(sheet, _("link dice"), DIE_LINK, s->link_dice);
    add_dice_set(sheet, _("red dice of systems"), DIE_PLANET, s->planet_dice);
    if (s->bonus == BONUS_FREE) {
        unsigned left = 0;
        for (int value = 1; value <= DIE_SIDES; value++)
            left |= s->dice[value - 1] > 0 ? 1u << value : 0;
        add_dice_set(sheet, _("a copy of"), DIE_COPY, left);
        sheet_add_phrase(sheet, _(" for {0} {0|cube|cubes}"), pulsar_copy_price(v, seat), 0);
    }
    sheet_end(sheet);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void draw_status(const struct pulsar_view *v, struct sheet *sheet)
{
    draw_heading(v, sheet);
    draw_turn(v, sheet);
}

static void draw_goals(const struct pulsar_view *v, struct sheet *sheet)
{
    pulsar_draw_goals(v, sheet);
    pulsar_draw_end(v, sheet);
}

/* In the order in which a whole table is drawn, so that what matters most stands last. */
enum {
    SECTION_TECH,
    SECTION_GOALS,
    SECTION_STOCK,
    SECTION_OFFER,
    SECTION_MAP,
    SECTION_SYSTEMS,
    SECTION_DICE,
    SECTION_PROJECTS,
    SECTION_REACH,
    SECTION_STATUS,
    SECTION_PLAYERS
};

const struct section pulsar_sections[] = {
    [SECTION_TECH] = {_("tech"), _("Technologies"), false},
    [SECTION_GOALS] = {_("goals"), _("Goals and final scoring"), false},
    [SECTION_STOCK] = {_("stock"), _("Gyrodynes, tokens, exploration tiles"), false},
    [SECTION_OFFER] = {_("transmitters"), _("Transmitters on offer"), false},
    [SECTION_MAP] = {_("map"), _("Star cluster"), false},
    [SECTION_SYSTEMS] = {_("systems"), _("Systems"), false},
    [SECTION_DICE] = {_("dice"), _("Dice board"), true},
    [SECTION_PROJECTS] = {_("headquarters"), _("Headquarters, arrays and patents"), false},
    [SECTION_REACH] = {_("flight"), _("Where your ship can fly"), false},
    [SECTION_STATUS] = {_("status"), _("Round and turn"), true},
    [SECTION_PLAYERS] = {_("players"), _("Players"), true},
    {0},
};

void pulsar_draw(const struct ruleset *rules, const void *state, int section,
                 const struct drawing *drawing, struct text *out)
{
    static void (*const draw[])(const struct pulsar_view *v, struct sheet *sheet) = {
        [SECTION_TECH] = pulsar_draw_technologies, [SECTION_GOALS] = draw_goals,
        [SECTION_STOCK] = pulsar_draw_stocks,      [SECTION_OFFER] = pulsar_draw_offer,
        [SECTION_MAP] = pulsar_draw_cluster,       [SECTION_SYSTEMS] = pulsar_draw_systems,
        [SECTION_DICE] = pulsar_draw_dice_board,   [SECTION_PROJECTS] = pulsar_draw_headquarters,
        [SECTION_REACH] = pulsar_draw_flight,      [SECTION_STATUS] = draw_status,
        [SECTION_PLAYERS] = pulsar_draw_players,
    };
    struct pulsar_view v = pulsar_view_of(rules, state);
    struct sheet sheet = sheet_open(rules, state, drawing, out);
    assert(section >= 0 && section < (int)(sizeof draw / sizeof draw[0]));
    draw[section](&v, &sheet);
    sheet_close(&sheet);
}
