/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the table in plain text for a terminal. Things are shown with the notation that
 * is typed for them; seats are the digits 1 to 4. The boards are in draw_boards.c. No rules: it
 * draws what is there. */

#include "picture.h"

#include "brief.h"
#include "card_words.h"
#include "things.h"

#include <stdio.h>

/* ---- events that stay ------------------------------------------------------------------------ */

/* The ships on the museum card. */
static void add_banked(const struct bts_view *v, struct sheet *sheet)
{
    const char *between = ": ";
    for (int seat = 0; seat < players_of(v); seat++) {
        const uint8_t *banked = seat_of(v, seat)->banked;
        if (banked[0] + banked[1] + banked[2] + banked[3] == 0)
            continue;
        sheet_add(sheet, between);
        sheet_add_phrase(sheet, _("player {0} "), seat + 1, 0);
        bts_add_ships(sheet, banked);
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
    phrase_write_with(&sheet->line, sheet->language,
                      _("{0} {0|point|points} ({1} if tied) for {2}"), points[0], points[1],
                      sheet_word(sheet, bts_most_texts[event->award]));
}

static void add_event_text(const struct bts_view *v, struct sheet *sheet,
                           const struct bts_event *event)
{
    if (event->award != MEASURE_NONE)
        add_award(sheet, event);
    if (event->action.count > 0 && v->s->dyson != 0) {
        sheet_add(sheet, ": ");
        sheet_thing(sheet, BTS_SPACE, SPACE_DYSON);
        sheet_add(sheet, v->cards->space_ids[SPACE_DYSON]);
        bts_add_pawns(v, sheet, SPACE_DYSON);
        sheet_off(sheet);
        sheet_add(sheet, " ");
        bts_add_program(v, sheet, event->action);
        sheet_add(sheet, ", ");
        sheet_add_card(sheet, &v->cards->systems[v->s->dyson].face);
        sheet_add_phrase(sheet, _(" ({0} {0|point|points})"), v->cards->systems[v->s->dyson].points,
                         0);
    }
    if (program_has(v->cards, event->resolve, OP_BANK))
        add_banked(v, sheet);
    if (event->points > 0)
        sheet_add_phrase(sheet, _(": {0} {0|point|points}"), event->points, 0);
    if (program_has(v->cards, event->resolve, OP_RELIEVE) && v->s->relieved != 0)
        sheet_add_phrase(sheet, _(" for player {0}"), v->s->relieved, 0);
}

static void draw_events(const struct bts_view *v, struct sheet *sheet)
{
    if (v->s->events_kept == 0)
        return;
    sheet_add_title(sheet, _("EVENTS IN PLAY"));
    sheet_end(sheet);
    sheet->hang = 7;
    for (uint64_t kept = v->s->events_kept; kept != 0;) {
        const struct bts_event *event = &v->cards->events[id_pop(&kept)];
        sheet_add(sheet, " ");
        sheet_thing(sheet, BTS_EVENT, (int)(event - v->cards->events));
        sheet_add_card(sheet, &event->face);
        sheet_off(sheet);
        add_event_text(v, sheet, event);
        sheet_end(sheet);
    }
}

/* ---- achievements ---------------------------------------------------------------------------- */

enum { TAKES_COLUMN = 26, CLAIM_COLUMN = 58, LACK_COLUMN = 80, LACK_WIDTH = 5 };

/* "4[1] 3[ ]": points and who claimed; a closed slot is "2[-]"; "4[1f]": a food disc lies there in
 * place of the star. */
static void add_claims(const struct bts_view *v, struct sheet *sheet, int row)
{
    const struct bts_achievement *about = &v->cards->achievements[v->s->achievements[row]];
    int open = about->slot_count - (players_of(v) < 4 ? about->closed : 0);
    for (int i = 0; i < about->slot_count; i++) {
        int claim = v->s->claims[row][i];
        int disc = claim != 0 ? seat_of(v, claim - 1)->claim_discs[row] : DISC_NONE;
        text_addf(&sheet->line, "%d[", about->slots[i]);
        if (claim != 0)
            sheet_add_seat(sheet, claim - 1);
        else
            sheet_add(sheet, i < open ? " " : "-");
        text_addf(&sheet->line, "%s] ", bts_disc_sign(sheet, disc));
    }
}

/* How much each seat still lacks; "ok" for nothing. */
static void add_lacks(const struct bts_view *v, struct sheet *sheet, int achievement)
{
    for (int seat = 0; v->s->round > 0 && seat < players_of(v); seat++) {
        int population = 0;
        int missing =
            bts_condition_missing(v, seat, bts_techs_of(v, seat), achievement, &population);
        sheet_to(sheet, sheet_at(sheet, LACK_COLUMN + LACK_WIDTH * (size_t)seat));
        if (missing + population == 0)
            sheet_add_hued(sheet, HUE_GREEN, "ok");
        else if (population > 0)
            text_addf(&sheet->line, "%d+%d", missing, population);
        else
            sheet_add_number(sheet, missing);
    }
}

static void draw_achievement(const struct bts_view *v, struct sheet *sheet, int row)
{
    int achievement = v->s->achievements[row];
    const struct bts_achievement *about = &v->cards->achievements[achievement];
    sheet_add(sheet, " ");
    sheet_thing(sheet, BTS_ACHIEVEMENT, achievement);
    sheet_add_card(sheet, &about->face);
    sheet_off(sheet);
    sheet_to(sheet, sheet_at(sheet, TAKES_COLUMN));
    bts_brief_condition(about, sheet->language, &sheet->line);
    sheet_to(sheet, sheet_at(sheet, CLAIM_COLUMN));
    add_claims(v, sheet, row);
    add_lacks(v, sheet, achievement);
    sheet->hang = sheet_at(sheet, TAKES_COLUMN);
    sheet_end(sheet);
}

static void draw_achievements(const struct bts_view *v, struct sheet *sheet)
{
    if (v->s->achievements[0] == 0)
        return;
    sheet_add_title(sheet, _("ACHIEVEMENTS"));
    sheet_to(sheet, sheet_at(sheet, TAKES_COLUMN));
    sheet_add_word(sheet, _("what it takes"));
    sheet_to(sheet, sheet_at(sheet, CLAIM_COLUMN));
    sheet_add_word(sheet, _("points[seat]"));
    sheet_to(sheet, sheet_at(sheet, LACK_COLUMN - 6));
    sheet_add_word(sheet, _("lacks"));
    for (int seat = 0; seat < players_of(v); seat++) {
        sheet_to(sheet, sheet_at(sheet, LACK_COLUMN + LACK_WIDTH * (size_t)seat));
        sheet_add_seat(sheet, seat);
    }
    sheet->hang = sheet_at(sheet, CLAIM_COLUMN);
    sheet_end(sheet);
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY && v->s->achievements[row] != 0; row++)
        draw_achievement(v, sheet, row);
}

/* ---- mats ------------------------------------------------------------------------------------ */

enum { ORE_COLUMN = 45, SUPPLY_COLUMN = 53, SUPPLY_WIDTH = 4, FOOD_COLUMN = 74, TRACK_WIDTH = 8 };

/* On a narrow sheet the numbers of a mat stand below its name. */
static size_t mat_at(const struct sheet *sheet, size_t at)
{
    assert(at >= ORE_COLUMN);
    return sheet_is_narrow(sheet) ? at - ORE_COLUMN + 4 : at;
}

/* The visible symbols of a track (the letters of columns, or one for all) and the discs left. */
static void add_track(struct sheet *sheet, const char *symbol, int visible, int discs)
{
    static const char *const letters[] = {"A", "B", "C", "D", "E"};
    for (int i = 0; i < 5; i++)
        sheet_add(sheet, i >= visible ? "." : symbol != NULL ? symbol : letters[i]);
    text_addf(&sheet->line, " %d", discs);
}

static void add_mat(const struct bts_view *v, struct sheet *sheet, int seat)
{
    const struct bts_seat *me = seat_of(v, seat);
    sheet_to(sheet, mat_at(sheet, ORE_COLUMN));
    text_addf(&sheet->line, "%2d", me->ore);
    sheet_to(sheet, mat_at(sheet, ORE_COLUMN + 4));
    text_addf(&sheet->line, "%2d", me->population);
    for (int i = 0; i < COLUMNS; i++) {
        sheet_to(sheet, mat_at(sheet, SUPPLY_COLUMN + SUPPLY_WIDTH * (size_t)i));
        sheet_thing(sheet, BTS_COLUMN, i);
        text_addf(&sheet->line, "%d/%d", me->columns[i], bts_mat_of(v, seat)->columns[i]);
        sheet_off(sheet);
    }
    sheet_to(sheet, mat_at(sheet, FOOD_COLUMN));
    add_track(sheet, NULL, bts_food_symbols(v, seat), me->food);
    sheet_to(sheet, mat_at(sheet, FOOD_COLUMN + TRACK_WIDTH));
    add_track(sheet, bts_disc_sign(sheet, DISC_ORE), bts_ore_symbols(v, seat), me->ore_discs);
    sheet_to(sheet, mat_at(sheet, FOOD_COLUMN + 2 * TRACK_WIDTH));
    text_addf(&sheet->line, "%3d", bts_automation_level(me));
    sheet_to(sheet, mat_at(sheet, FOOD_COLUMN + 2 * TRACK_WIDTH + 6));
    text_addf(&sheet->line, "%3d", sheet->score.total[seat]);
}

/* Own systems with the discs on them. */
static void add_systems(const struct bts_view *v, struct sheet *sheet, int seat)
{
    const char *between = " ";
    if (seat_of(v, seat)->systems == 0)
        return;
    text_addf(&sheet->line, "%s:", sheet_word(sheet, _("systems")));
    for (uint64_t systems = seat_of(v, seat)->systems; systems != 0; between = ", ") {
        int system = id_pop(&systems);
        int discs = v->s->colony_discs[system];
        sheet_add(sheet, between);
        sheet_thing(sheet, BTS_SYSTEM, system);
        sheet_add_card(sheet, &v->cards->systems[system].face);
        sheet_off(sheet);
        if (discs != 0)
            text_addf(&sheet->line, " (%s%s)", bts_disc_sign(sheet, discs & 3),
                      bts_disc_sign(sheet, discs >> 2 & 3));
    }
    sheet_add(sheet, "; ");
}

static void add_innovations(const struct bts_view *v, struct sheet *sheet, int seat)
{
    for (int i = 0; is_advanced(v) && i < 2; i++) {
        int innovation = bts_mat_of(v, seat)->innovations[i];
        const struct bts_innovation *about = &v->cards->innovations[innovation];
        bool once = about->program.count > 0;
        bool used = seat_of(v, seat)->innovations >> i & 1;
        sheet_add_card(sheet, &about->face);
        if (once && used)
            text_addf(&sheet->line, " (%s)", sheet_word(sheet, _("used")));
        else if (!once && bts_has_innovation(v, seat, (enum bts_innovation_kind)innovation))
            text_addf(&sheet->line, " (%s)", sheet_word(sheet, _("works")));
        sheet_add(sheet, "; ");
    }
}

static void draw_belongings(const struct bts_view *v, struct sheet *sheet, int seat)
{
    sheet_to(sheet, 4);
    add_systems(v, sheet, seat);
    add_innovations(v, sheet, seat);
    sheet->hang = 6;
    sheet_end_list(sheet);
    for (uint64_t techs = seat_of(v, seat)->private_techs; techs != 0;) {
        text_addf(&sheet->line, "    %s", sheet_word(sheet, _("private")));
        bts_draw_tech(v, sheet, id_pop(&techs), false, 1u << seat);
    }
}

static void draw_seat(const struct bts_view *v, struct sheet *sheet, int seat)
{
    int faction = seat_of(v, seat)->faction;
    text_addf(&sheet->line, "%c ", turn_seat(v) == seat ? '>' : ' ');
    sheet_thing(sheet, THING_SEAT, seat);
    sheet_add_piece(sheet, seat);
    sheet_add(sheet, " ");
    sheet_off(sheet);
    if (faction != 0)
        sheet_add_card(sheet, &bts_mat_of(v, seat)->face);
    else
        sheet_add_word(sheet, _("no faction yet"));
    if (v->s->round > 0 && sheet_is_narrow(sheet))
        sheet_end(sheet);
    if (v->s->round > 0)
        add_mat(v, sheet, seat);
    sheet->hang = 6;
    sheet_end(sheet);
    if (v->s->round > 0)
        draw_belongings(v, sheet, seat);
}

static void draw_mats(const struct bts_view *v, struct sheet *sheet)
{
    static const struct sheet_heading headings[] = {{_("ore"), ORE_COLUMN},
                                                    {_("pop"), ORE_COLUMN + 4},
                                                    {"A   B   C   D   E", SUPPLY_COLUMN},
                                                    {_("food"), FOOD_COLUMN},
                                                    {_("ore"), FOOD_COLUMN + TRACK_WIDTH},
                                                    {_("auto"), FOOD_COLUMN + 2 * TRACK_WIDTH},
                                                    {_("pts"), FOOD_COLUMN + 2 * TRACK_WIDTH + 6},
                                                    {NULL, 0}};
    sheet_add_title(sheet, _("PLAYERS"));
    if (sheet_is_narrow(sheet))
        sheet_end(sheet);
    for (int i = 0; headings[i].text != NULL; i++) {
        sheet_to(sheet, mat_at(sheet, headings[i].at));
        sheet_add_word(sheet, headings[i].text);
    }
    sheet_end(sheet);
    for (int seat = 0; seat < players_of(v); seat++)
        draw_seat(v, sheet, seat);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Cards that lie open for a moment: someone is about to choose one. */
static void draw_open_cards(const struct bts_view *v, struct sheet *sheet)
{
    if (v->s->revealed == 0 && v->s->drawn == 0)
        return;
    sheet_add_title(sheet, _("FACE UP"));
    sheet_end(sheet);
    for (uint64_t techs = v->s->revealed; techs != 0;)
        bts_draw_tech(v, sheet, id_pop(&techs), true, 0);
    for (uint64_t systems = v->s->drawn; systems != 0;) {
        const struct bts_system *system = &v->cards->systems[id_pop(&systems)];
        bts_draw_system(v, sheet, system);
    }
}

static void draw_heading(const struct bts_view *v, struct sheet *sheet)
{
    const struct bts_state *s = v->s;
    sheet_add_title(sheet, _("Beyond the Sun"));
    sheet_add(sheet, ". ");
    if (s->round == 0)
        sheet_add_word(sheet, _("The table is set up."));
    else
        sheet_add_phrase(sheet, _("Round {0}."), s->round, 0);
    if (s->turn != 0)
        sheet_add_phrase(sheet, _(" Player {0}'s turn."), s->turn, 0);
    if (s->first != 0)
        sheet_add_phrase(sheet, _(" Player {0} began."), s->first, 0);
    if (s->last_round != 0)
        sheet_add_phrase(sheet, _(" Round {0} is the last one."), s->last_round, 0);
    if (agenda_is_empty(&s->agenda))
        text_addf(&sheet->line, " %s", sheet_word(sheet, _("The game is over.")));
    sheet_end(sheet);
}

static void draw_technologies(const struct bts_view *v, struct sheet *sheet)
{
    bts_draw_technologies(v, sheet);
    bts_draw_tableau(v, sheet);
}

/* In the order in which a whole table is drawn, so that what matters most stands last. */
enum {
    SECTION_TECH,
    SECTION_ACTIONS,
    SECTION_MAP,
    SECTION_EVENTS,
    SECTION_GOALS,
    SECTION_STATUS,
    SECTION_PLAYERS,
    SECTION_OPEN
};

const struct section bts_sections[] = {
    [SECTION_TECH] = {_("tech"), _("Technologies"), false},
    [SECTION_ACTIONS] = {_("actions"), _("Basic spacefaring and guilds"), false},
    [SECTION_MAP] = {_("map"), _("Galaxy"), false},
    [SECTION_EVENTS] = {_("events"), _("Events in play"), false},
    [SECTION_GOALS] = {_("goals"), _("Achievements"), false},
    [SECTION_STATUS] = {_("status"), _("Round and turn"), true},
    [SECTION_PLAYERS] = {_("players"), _("Players"), true},
    [SECTION_OPEN] = {_("cards"), _("Face-up cards"), true},
    {0},
};

void bts_draw(const struct ruleset *rules, const void *state, int section,
              const struct drawing *drawing, struct text *out)
{
    static void (*const draw[])(const struct bts_view *v, struct sheet *sheet) = {
        [SECTION_TECH] = draw_technologies,  [SECTION_ACTIONS] = bts_draw_basics,
        [SECTION_MAP] = bts_draw_galaxy,     [SECTION_EVENTS] = draw_events,
        [SECTION_GOALS] = draw_achievements, [SECTION_STATUS] = draw_heading,
        [SECTION_PLAYERS] = draw_mats,       [SECTION_OPEN] = draw_open_cards,
    };
    struct bts_view v = bts_view_of(rules, state);
    struct sheet sheet = sheet_open(rules, state, drawing, out);
    assert(section >= 0 && section < (int)(sizeof draw / sizeof draw[0]));
    bts_measure_technologies(&v, &sheet);
    draw[section](&v, &sheet);
    sheet_close(&sheet);
}
