/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the table in plain text for a terminal. Things stand with the notation that is
 * typed for them; seats are the digits 1 to 4. The boards are in draw_boards.c. No rules: it draws
 * what is there. */

#include "picture.h"

#include "brief.h"
#include "card_words.h"

#include <stdio.h>

/* ---- events that stay ------------------------------------------------------------------------ */

/* The ships on the museum card. */
static void add_banked(struct sheet *sheet)
{
    const char *between = ": ";
    for (int seat = 0; seat < players_of(sheet->table); seat++) {
        const uint8_t *banked = seat_of(sheet->table, seat)->banked;
        if (banked[0] + banked[1] + banked[2] + banked[3] == 0)
            continue;
        sheet_add(sheet, between);
        sheet_add_phrase(sheet, _("player {0} "), seat + 1, 0);
        add_ships(sheet, banked);
        between = ", ";
    }
}

/* "3 points (1 if tied) for the most systems" */
static void add_award(struct sheet *sheet, const struct bts_event *event)
{
    char points[2][8];
    snprintf(points[0], sizeof points[0], "%d", event->award_first);
    snprintf(points[1], sizeof points[1], "%d", event->award_tied);
    sheet_add(sheet, ": ");
    phrase_write_with(&sheet->line, sheet->language, _("{0} points ({1} if tied) for {2}"),
                      points[0], points[1], sheet_word(sheet, bts_most_texts[event->award]));
}

static void add_event_text(struct sheet *sheet, const struct bts_event *event)
{
    const struct table *g = sheet->table;
    if (event->award != MEASURE_NONE)
        add_award(sheet, event);
    if (event->action.count > 0 && g->s->dyson != 0) {
        text_addf(&sheet->line, ": %s", g->cards->space_ids[SPACE_DYSON]);
        add_pawns(sheet, SPACE_DYSON);
        sheet_add(sheet, " ");
        bts_add_program(sheet, event->action);
        sheet_add(sheet, ", ");
        sheet_add_card(sheet, &g->cards->systems[g->s->dyson].face);
        sheet_add_phrase(sheet, _(" ({0} {0|point|points})"), g->cards->systems[g->s->dyson].points,
                         0);
    }
    if (program_has(g->cards, event->resolve, OP_BANK))
        add_banked(sheet);
    if (event->points > 0)
        sheet_add_phrase(sheet, _(": {0} {0|point|points}"), event->points, 0);
    if (program_has(g->cards, event->resolve, OP_RELIEVE) && g->s->relieved != 0)
        sheet_add_phrase(sheet, _(" for player {0}"), g->s->relieved, 0);
}

static void draw_events(struct sheet *sheet)
{
    const struct table *g = sheet->table;
    if (g->s->events_kept == 0)
        return;
    sheet_add_word(sheet, _("EVENTS IN PLAY"));
    sheet_end(sheet);
    sheet->hang = 7;
    for (uint64_t kept = g->s->events_kept; kept != 0;) {
        const struct bts_event *event = &g->cards->events[bits_pop(&kept)];
        sheet_add(sheet, " ");
        sheet_add_card(sheet, &event->face);
        add_event_text(sheet, event);
        sheet_end(sheet);
    }
}

/* ---- achievements ---------------------------------------------------------------------------- */

enum { TAKES_COLUMN = 26, CLAIM_COLUMN = 58, LACK_COLUMN = 80, LACK_WIDTH = 5 };

/* "4[1] 3[ ]": points and who claimed; a closed slot is "2[-]". */
static void add_claims(struct sheet *sheet, int row)
{
    const struct table *g = sheet->table;
    const struct bts_achievement *about = &g->cards->achievements[g->s->achievements[row]];
    int open = about->slot_count - (players_of(g) < 4 ? about->closed : 0);
    for (int i = 0; i < about->slot_count; i++) {
        int claim = g->s->claims[row][i];
        char sign = (char)(claim != 0 ? '0' + claim : i < open ? ' ' : '-');
        text_addf(&sheet->line, "%d[%c] ", about->slots[i], sign);
    }
}

/* How much each seat still lacks; "ok" for nothing. */
static void add_lacks(struct sheet *sheet, int achievement)
{
    const struct table *g = sheet->table;
    for (int seat = 0; g->s->round > 0 && seat < players_of(g); seat++) {
        int population = 0;
        int missing = condition_missing(g, seat, achievement, &population);
        sheet_to(sheet, LACK_COLUMN + LACK_WIDTH * (size_t)seat);
        if (missing + population == 0)
            sheet_add(sheet, "ok");
        else if (population > 0)
            text_addf(&sheet->line, "%d+%d", missing, population);
        else
            sheet_add_number(sheet, missing);
    }
}

static void draw_achievement(struct sheet *sheet, int row)
{
    int achievement = sheet->table->s->achievements[row];
    const struct bts_achievement *about = &sheet->table->cards->achievements[achievement];
    sheet_add(sheet, " ");
    sheet_add_card(sheet, &about->face);
    sheet_to(sheet, TAKES_COLUMN);
    brief_condition(about, sheet->language, &sheet->line);
    sheet_to(sheet, CLAIM_COLUMN);
    add_claims(sheet, row);
    add_lacks(sheet, achievement);
    sheet->hang = TAKES_COLUMN;
    sheet_end(sheet);
}

static void draw_achievements(struct sheet *sheet)
{
    const struct table *g = sheet->table;
    if (g->s->achievements[0] == 0)
        return;
    sheet_add_word(sheet, _("ACHIEVEMENTS"));
    sheet_to(sheet, TAKES_COLUMN);
    sheet_add_word(sheet, _("what it takes"));
    sheet_to(sheet, CLAIM_COLUMN);
    sheet_add_word(sheet, _("points[seat]"));
    sheet_to(sheet, LACK_COLUMN - 6);
    sheet_add_word(sheet, _("lacks"));
    for (int seat = 0; seat < players_of(g); seat++) {
        sheet_to(sheet, LACK_COLUMN + LACK_WIDTH * (size_t)seat);
        sheet_add_number(sheet, seat + 1);
    }
    sheet->hang = CLAIM_COLUMN;
    sheet_end(sheet);
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY && g->s->achievements[row] != 0; row++)
        draw_achievement(sheet, row);
}

/* ---- mats ------------------------------------------------------------------------------------ */

enum { ORE_COLUMN = 45, SUPPLY_COLUMN = 53, SUPPLY_WIDTH = 4, FOOD_COLUMN = 74, TRACK_WIDTH = 8 };

/* The visible symbols of a track (the letters of columns, or one for all) and the discs left. */
static void add_track(struct sheet *sheet, const char *symbol, int visible, int discs)
{
    static const char *const letters[] = {"A", "B", "C", "D", "E"};
    for (int i = 0; i < 5; i++)
        sheet_add(sheet, i >= visible ? "." : symbol != NULL ? symbol : letters[i]);
    text_addf(&sheet->line, " %d", discs);
}

static void add_mat(struct sheet *sheet, int seat)
{
    const struct table *g = sheet->table;
    const struct bts_seat *me = seat_of(g, seat);
    sheet_to(sheet, ORE_COLUMN);
    text_addf(&sheet->line, "%2d", me->ore);
    sheet_to(sheet, ORE_COLUMN + 4);
    text_addf(&sheet->line, "%2d", me->population);
    for (int i = 0; i < COLUMNS; i++) {
        sheet_to(sheet, SUPPLY_COLUMN + SUPPLY_WIDTH * (size_t)i);
        text_addf(&sheet->line, "%d/%d", me->columns[i], mat_of(g, seat)->columns[i]);
    }
    sheet_to(sheet, FOOD_COLUMN);
    add_track(sheet, NULL, food_symbols(g, seat), me->food);
    sheet_to(sheet, FOOD_COLUMN + TRACK_WIDTH);
    add_track(sheet, disc_sign(sheet, DISC_ORE), ore_symbols(g, seat), me->ore_discs);
    sheet_to(sheet, FOOD_COLUMN + 2 * TRACK_WIDTH);
    text_addf(&sheet->line, "%3d", automation_level(me));
    sheet_to(sheet, FOOD_COLUMN + 2 * TRACK_WIDTH + 6);
    text_addf(&sheet->line, "%3d", sheet->score.total[seat]);
}

/* Own systems with the discs on them. */
static void add_systems(struct sheet *sheet, int seat)
{
    const struct table *g = sheet->table;
    const char *between = " ";
    if (seat_of(g, seat)->systems == 0)
        return;
    text_addf(&sheet->line, "%s:", sheet_word(sheet, _("systems")));
    for (uint64_t systems = seat_of(g, seat)->systems; systems != 0; between = ", ") {
        unsigned system = bits_pop(&systems);
        int discs = g->s->colony_discs[system];
        sheet_add(sheet, between);
        sheet_add_card(sheet, &g->cards->systems[system].face);
        if (discs != 0)
            text_addf(&sheet->line, " (%s%s)", disc_sign(sheet, discs & 3),
                      disc_sign(sheet, discs >> 2 & 3));
    }
    sheet_add(sheet, "; ");
}

static void add_innovations(struct sheet *sheet, int seat)
{
    const struct table *g = sheet->table;
    for (int i = 0; is_advanced(g) && i < 2; i++) {
        int innovation = mat_of(g, seat)->innovations[i];
        const struct bts_innovation *about = &g->cards->innovations[innovation];
        bool once = about->program.count > 0;
        bool used = seat_of(g, seat)->innovations >> i & 1;
        sheet_add_card(sheet, &about->face);
        if (once && used)
            text_addf(&sheet->line, " (%s)", sheet_word(sheet, _("used")));
        else if (!once && has_innovation(g, seat, (enum innovation)innovation))
            text_addf(&sheet->line, " (%s)", sheet_word(sheet, _("works")));
        sheet_add(sheet, "; ");
    }
}

static void draw_belongings(struct sheet *sheet, int seat)
{
    sheet_to(sheet, 4);
    add_systems(sheet, seat);
    add_innovations(sheet, seat);
    sheet->hang = 6;
    sheet_end_list(sheet);
    for (uint64_t techs = seat_of(sheet->table, seat)->private_techs; techs != 0;) {
        text_addf(&sheet->line, "    %s", sheet_word(sheet, _("private")));
        draw_tech(sheet, (int)bits_pop(&techs), false, 1u << seat);
    }
}

static void draw_seat(struct sheet *sheet, int seat)
{
    const struct table *g = sheet->table;
    int faction = seat_of(g, seat)->faction;
    text_addf(&sheet->line, "%c %d ", turn_seat(g) == seat ? '>' : ' ', seat + 1);
    if (faction != 0)
        sheet_add_card(sheet, &mat_of(g, seat)->face);
    else
        sheet_add_word(sheet, _("no faction yet"));
    if (g->s->round > 0)
        add_mat(sheet, seat);
    sheet->hang = 6;
    sheet_end(sheet);
    if (g->s->round > 0)
        draw_belongings(sheet, seat);
}

static void draw_mats(struct sheet *sheet)
{
    static const struct sheet_heading headings[] = {{_("ore"), ORE_COLUMN},
                                                    {_("pop"), ORE_COLUMN + 4},
                                                    {"A   B   C   D   E", SUPPLY_COLUMN},
                                                    {_("food"), FOOD_COLUMN},
                                                    {_("ore"), FOOD_COLUMN + TRACK_WIDTH},
                                                    {_("auto"), FOOD_COLUMN + 2 * TRACK_WIDTH},
                                                    {_("pts"), FOOD_COLUMN + 2 * TRACK_WIDTH + 6},
                                                    {NULL, 0}};
    sheet_add_word(sheet, _("PLAYERS"));
    sheet_add_headings(sheet, headings);
    sheet_end(sheet);
    for (int seat = 0; seat < players_of(sheet->table); seat++)
        draw_seat(sheet, seat);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Cards that lie open for a moment: somebody is about to choose one. */
static void draw_open_cards(struct sheet *sheet)
{
    const struct table *g = sheet->table;
    if (g->s->revealed == 0 && g->s->drawn == 0)
        return;
    sheet_add_word(sheet, _("LYING OPEN"));
    sheet_end(sheet);
    for (uint64_t techs = g->s->revealed; techs != 0;)
        draw_tech(sheet, (int)bits_pop(&techs), true, 0);
    for (uint64_t systems = g->s->drawn; systems != 0;) {
        const struct bts_system *system = &g->cards->systems[bits_pop(&systems)];
        draw_system(sheet, system);
    }
}

static void draw_heading(struct sheet *sheet)
{
    const struct bts_state *s = sheet->table->s;
    sheet_add_word(sheet, _("Beyond the Sun"));
    sheet_add(sheet, ". ");
    if (s->round == 0)
        sheet_add_word(sheet, _("The table is set up."));
    else
        sheet_add_phrase(sheet, _("Round {0}."), s->round, 0);
    if (s->turn != 0)
        sheet_add_phrase(sheet, _(" Player {0} has the turn."), s->turn, 0);
    if (s->first != 0)
        sheet_add_phrase(sheet, _(" Player {0} began."), s->first, 0);
    if (s->last_round != 0)
        sheet_add_phrase(sheet, _(" Round {0} is the last one."), s->last_round, 0);
    if (agenda_is_empty(&s->agenda))
        text_addf(&sheet->line, " %s", sheet_word(sheet, _("The game is over.")));
    sheet_end(sheet);
}

void bts_draw(const struct ruleset *rules, const void *state, enum language language,
              struct text *out)
{
    struct table g = bts_view(rules, state);
    struct sheet sheet = sheet_open(rules, state, &g, language, out);
    measure_technologies(&sheet);
    draw_heading(&sheet);
    draw_technologies(&sheet);
    draw_tableau(&sheet);
    draw_basics(&sheet);
    draw_galaxy(&sheet);
    draw_events(&sheet);
    draw_achievements(&sheet);
    draw_mats(&sheet);
    draw_open_cards(&sheet);
    sheet_close(&sheet);
}
