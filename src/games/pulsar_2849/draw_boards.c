/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the dice board, the technology boards, goals and stocks in plain text. No rules: it
 * draws what is there. */

#include "picture.h"

#include "brief.h"
#include "things.h"

#include <stdlib.h>

/* ---- dice ------------------------------------------------------------------------------------ */

enum { DICE_COLUMN = 14, DICE_WIDTH = 6, TRACK_WIDTH = 4 };

static void draw_row_name(struct sheet *sheet, const char *english)
{
    sheet_add(sheet, " ");
    sheet_add_word(sheet, english);
}

static size_t die_column(int value)
{
    return DICE_COLUMN + DICE_WIDTH * (size_t)(value - 1);
}

/* Which dice lie there, where the marker is, and how far a counter goes for each. */
static void draw_dice(const struct pulsar_view *v, struct sheet *sheet)
{
    const struct pulsar_state *s = v->s;
    draw_row_name(sheet, _("die"));
    for (int value = 1; value <= DIE_SIDES; value++) {
        sheet_to(sheet, die_column(value));
        sheet_thing(sheet, THING_NUMBER, value);
        sheet_add_number(sheet, value);
        sheet_off(sheet);
    }
    sheet_end(sheet);
    draw_row_name(sheet, _("on the board"));
    for (int value = 1; value <= DIE_SIDES; value++) {
        sheet_to(sheet, die_column(value));
        sheet_thing(sheet, THING_NUMBER, value);
        text_addf(&sheet->line, s->dice[value - 1] > 0 ? "x%d" : "-", s->dice[value - 1]);
        sheet_off(sheet);
    }
    sheet_end(sheet);
    if (s->median == 0)
        return;
    draw_row_name(sheet, _("median"));
    sheet_to(sheet, DICE_COLUMN + DICE_WIDTH / 2 * (size_t)(s->median - 2));
    sheet_add(sheet, "^");
    sheet_end(sheet);
    draw_row_name(sheet, _("counter"));
    for (int value = 1; value <= DIE_SIDES; value++) {
        int steps = pulsar_steps_to(s->median, value);
        sheet_to(sheet, die_column(value));
        text_addf(&sheet->line, steps < 0 ? "<%d" : steps > 0 ? "%d>" : "0", abs(steps));
    }
    sheet_end(sheet);
}

/* ---- tracks ---------------------------------------------------------------------------------- */

/* Where a space of the tracks stands, and the ranks behind them. */
static size_t space_column(const struct sheet *sheet, int space)
{
    return DICE_COLUMN + (size_t)(space - 1) * (sheet_is_narrow(sheet) ? 3 : TRACK_WIDTH);
}

/* The counters on a space, the topmost first. */
static void add_stack(const struct pulsar_view *v, struct sheet *sheet, const struct track *track,
                      int space)
{
    uint8_t order[TRACK_COUNTERS];
    int count = track_order(track, order);
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (track->space[order[i]] != space)
            continue;
        sheet_add_seat(sheet, pulsar_counter_seat(players_of(v), order[i]));
        any = true;
    }
    if (!any)
        sheet_add_hued(sheet, HUE_FAINT, ".");
}

static void draw_track(const struct pulsar_view *v, struct sheet *sheet, int which)
{
    const struct track *track = &v->s->tracks[which];
    uint8_t order[TRACK_COUNTERS];
    int count = track_order(track, order);
    const struct thing *tracks = &pulsar_words.things[PUL_TRACK - THING_GAME];
    sheet_add(sheet, " ");
    sheet_thing(sheet, PUL_TRACK, which);
    sheet_add(sheet, tracks->title(v->rules, which, sheet->language));
    sheet_off(sheet);
    for (int space = 1; space <= TRACK_SPACES; space++) {
        sheet_to(sheet, space_column(sheet, space));
        add_stack(v, sheet, track, space);
    }
    sheet_to(sheet, space_column(sheet, TRACK_SPACES + 1) + (sheet_is_narrow(sheet) ? 0 : 2));
    for (int i = 0; i < count; i++) {
        const struct pulsar_players *card = players_card(v);
        sheet_add(sheet, i > 0 ? " " : "");
        sheet_add_seat(sheet, pulsar_counter_seat(players_of(v), order[i]));
        if (which == ENGINEERING && card->cubes[i] > 0)
            sheet_add_phrase(sheet, _(":{0}c"), card->cubes[i], 0);
        if (which == ENGINEERING && card->points[i] > 0)
            sheet_add_phrase(sheet, _(":{0}p"), card->points[i], 0);
    }
    sheet_end(sheet);
}

static void draw_tracks(const struct pulsar_view *v, struct sheet *sheet)
{
    const struct pulsar_cards *cards = v->cards;
    draw_row_name(sheet, _("space"));
    for (int space = 1; space <= TRACK_SPACES; space++) {
        sheet_to(sheet, space_column(sheet, space));
        sheet_add_number(sheet, space);
    }
    sheet_to(sheet, space_column(sheet, TRACK_SPACES + 1) + (sheet_is_narrow(sheet) ? 0 : 2));
    sheet_add_word(sheet, _("ranks"));
    for (int space = 1; space <= TRACK_SPACES; space++)
        if (cards->track_loss[space] > 0)
            text_addf(&sheet->line, "; %d: -%d", space, cards->track_loss[space]);
    sheet_end(sheet);
    draw_track(v, sheet, INITIATIVE);
    draw_track(v, sheet, ENGINEERING);
}

void pulsar_draw_dice_board(const struct pulsar_view *v, struct sheet *sheet)
{
    const struct pulsar_state *s = v->s;
    sheet->hang = 1;
    if (s->order[0] == 0)
        return;
    sheet_add_title(sheet, _("DICE BOARD"));
    sheet_add(sheet, "  ");
    sheet_add_word(sheet, _("play order:"));
    for (int i = 0; i < ORDER_SPACES && s->order[i] != 0; i++) {
        sheet_add(sheet, " ");
        sheet_add_seat(sheet, s->order[i] - 1);
    }
    sheet_add(sheet, "; ");
    sheet_add_word(sheet, _("left is better; in a stack, first (on top); c cubes, p points"));
    sheet_end(sheet);
    if (s->round > 0)
        draw_dice(v, sheet);
    draw_tracks(v, sheet);
}

/* ---- technologies ---------------------------------------------------------------------------- */

enum { ROW_WIDTH = 8, ID_WIDTH = 8 };

static size_t name_width(const struct pulsar_view *v, const struct sheet *sheet)
{
    size_t widest = 12;
    for (int i = 0; i < TECHS_IN_PLAY; i++) {
        size_t width = text_width(span_of(sheet_name(sheet, &tech_at(v, i)->face)));
        widest = width > widest ? width : widest;
    }
    size_t most = sheet_at(sheet, 26);
    return widest < most ? widest : most;
}

/* "row 2 +1": its bonus for spinning gyrodynes. */
static void add_row(const struct pulsar_view *v, struct sheet *sheet, int index)
{
    const struct pulsar_tech *tech = tech_at(v, index);
    if (index > 0 && tech_at(v, index - 1)->row == tech->row)
        return;
    const struct pulsar_board *board = &v->cards->boards[v->s->boards[tech->category]];
    int bonus = board->bonus[tech->row - pulsar_first_row[tech->category]];
    text_addf(&sheet->line, "%c%d ", tech->row == v->s->round ? '*' : ' ', tech->row);
    if (bonus == BONUS_MEDIAN)
        sheet_add_word(sheet, _("+med"));
    else
        text_addf(&sheet->line, "+%d", bonus);
}

static void draw_tech(const struct pulsar_view *v, struct sheet *sheet, int index)
{
    const struct pulsar_tech *tech = tech_at(v, index);
    size_t at = ROW_WIDTH + ID_WIDTH + sheet->widths[0] + 1;
    unsigned seats = 0;
    for (int seat = 0; seat < players_of(v); seat++)
        seats |= (seat_of(v, seat)->patents >> index & 1) << seat;
    add_row(v, sheet, index);
    sheet_to(sheet, ROW_WIDTH);
    sheet_thing(sheet, PUL_TECH, (int)(tech - v->cards->techs));
    sheet_add(sheet, tech->face.id);
    sheet_to(sheet, ROW_WIDTH + ID_WIDTH);
    sheet_add(sheet, sheet_name(sheet, &tech->face));
    sheet_off(sheet);
    sheet_to(sheet, at);
    text_addf(&sheet->line, "%d%s", tech->cost, tech->icons == 2 ? "=" : "");
    sheet_to(sheet, at + 4);
    sheet_add_seats(sheet, seats);
    sheet_add(sheet, v->s->fresh >> index & 1 ? "!" : "");
    sheet_to(sheet, at + 6 + (size_t)players_of(v));
    text_addf(&sheet->line, "%s: ", pulsar_brief_type(tech->type, sheet->language));
    pulsar_add_program(v, sheet, tech->effect);
    sheet->hang = at + 8 + (size_t)players_of(v);
    sheet_end(sheet);
}

void pulsar_draw_technologies(const struct pulsar_view *v, struct sheet *sheet)
{
    if (v->s->boards[CATEGORIES - 1] == 0)
        return;
    sheet->widths[0] = name_width(v, sheet);
    sheet_add_title(sheet, _("TECHNOLOGIES"));
    sheet_add(sheet, " ");
    sheet_add_word(sheet, _("(row: pts per spinning gyrodyne)"));
    sheet_to(sheet, ROW_WIDTH + ID_WIDTH + sheet->widths[0] + 1);
    sheet_add_word(sheet, _("die, = two in a round; owners, ! new; when: what"));
    sheet->hang = 1;
    sheet_end(sheet);
    for (int index = 0; index < TECHS_IN_PLAY; index++)
        draw_tech(v, sheet, index);
}

/* ---- goals ----------------------------------------------------------------------------------- */

enum { GOAL_COLUMN = 26, GOAL_POINTS = 61, GOAL_SEATS = 84, SEAT_WIDTH = 4 };

/* How many each seat has of what is counted; a star once it is enough. */
static void add_progress(const struct pulsar_view *v, struct sheet *sheet,
                         const struct pulsar_goal *goal)
{
    for (int seat = 0; seat < players_of(v); seat++) {
        int count = pulsar_noun_count(v, seat, goal->noun);
        sheet_to(sheet, sheet_at(sheet, GOAL_SEATS + SEAT_WIDTH * (size_t)seat));
        text_addf(&sheet->line, "%d%s", count, count >= goal->number ? "*" : "");
    }
}

static void draw_goal(const struct pulsar_view *v, struct sheet *sheet,
                      const struct pulsar_goal *goal)
{
    sheet_add(sheet, " ");
    sheet_thing(sheet, PUL_GOAL, (int)(goal - v->cards->goals));
    sheet_add_card(sheet, &goal->face);
    sheet_off(sheet);
    sheet_to(sheet, sheet_at(sheet, GOAL_COLUMN));
    pulsar_brief_goal(goal, sheet->language, &sheet->line);
    sheet_to(sheet, sheet_at(sheet, GOAL_POINTS));
    sheet_add_number(sheet, goal->points);
    for (int i = 0; i < goal->bonus_count; i++)
        sheet_add_phrase(sheet, _(" +{0} for {1}c"), goal->points, goal->bonus[i]);
    add_progress(v, sheet, goal);
    sheet->hang = sheet_at(sheet, GOAL_COLUMN);
    sheet_end(sheet);
}

void pulsar_draw_goals(const struct pulsar_view *v, struct sheet *sheet)
{
    if (v->s->goals[0] == 0)
        return;
    sheet_add_title(sheet, _("GOALS"));
    sheet_to(sheet, sheet_at(sheet, GOAL_COLUMN));
    sheet_add_word(sheet, _("what it takes at the end"));
    sheet_to(sheet, sheet_at(sheet, GOAL_POINTS));
    sheet_add_word(sheet, _("points"));
    for (int seat = 0; seat < players_of(v); seat++) {
        sheet_to(sheet, sheet_at(sheet, GOAL_SEATS + SEAT_WIDTH * (size_t)seat));
        sheet_add_seat(sheet, seat);
    }
    sheet->hang = sheet_at(sheet, GOAL_COLUMN);
    sheet_end(sheet);
    for (int i = 0; i < GOALS_IN_PLAY && v->s->goals[i] != 0; i++)
        draw_goal(v, sheet, &v->cards->goals[v->s->goals[i]]);
}

/* What else scores at the end. */
void pulsar_draw_end(const struct pulsar_view *v, struct sheet *sheet)
{
    const struct pulsar_cards *cards = v->cards;
    sheet_add_title(sheet, _("AT THE END"));
    sheet_add(sheet, "  ");
    sheet_add_word(sheet, _("stations:"));
    for (int i = 2; i < STATION_STEPS; i++)
        text_addf(&sheet->line, " %d=%d", i, cards->station_points[i]);
    sheet_add_phrase(sheet, _(", then +{0}"), cards->station_further, 0);
    sheet_add(sheet, "; ");
    sheet_add_word(sheet, _("initiative:"));
    for (int i = 0; i < players_card(v)->ranks; i++)
        text_addf(&sheet->line, " %d", players_card(v)->initiative[i]);
    sheet_add_phrase(sheet,
                     _("; {0} per pulsar without a spinning gyrodyne; {1} per gyrodyne that "
                       "does not spin"),
                     cards->idle_points, cards->tile_points);
    sheet_add_phrase(sheet, _("; 1 per {0} {0|cube|cubes}"), cards->cubes_per_point, 0);
    sheet->hang = 1;
    sheet_end(sheet);
}

/* ---- stocks ---------------------------------------------------------------------------------- */

/* "7[1] 4[ ]": awards and who has them. */
static void add_awards(const struct pulsar_view *v, struct sheet *sheet, int size)
{
    for (int i = 0; i < 2; i++) {
        int owner = v->s->awards[size][i];
        text_addf(&sheet->line, " %d[", v->cards->gyrodynes[size].awards[i]);
        if (owner != 0)
            sheet_add_seat(sheet, owner - 1);
        sheet_add(sheet, owner != 0 ? "]" : " ]");
    }
}

static void draw_gyrodyne(const struct pulsar_view *v, struct sheet *sheet, int size)
{
    const struct pulsar_gyrodyne *card = &v->cards->gyrodynes[size];
    sheet_add(sheet, " ");
    sheet_thing(sheet, PUL_SIZE, size);
    sheet_add_card(sheet, &card->face);
    sheet_off(sheet);
    sheet_to(sheet, sheet_at(sheet, GOAL_COLUMN));
    sheet_add_phrase(sheet, _("take with {0}, complete with {1};"), card->take, card->complete);
    sheet_add_phrase(sheet, _(" makes {0}; {1} left;"), card->produces,
                     pulsar_gyrodyne_stock(v, size));
    sheet_to(sheet, GOAL_POINTS + 11);
    sheet_add_word(sheet, _("2 placed:"));
    add_awards(v, sheet, size);
    sheet->hang = sheet_at(sheet, GOAL_COLUMN);
    sheet_end(sheet);
}

/* The dice that buy modifier tokens. */
static void draw_modifiers(const struct pulsar_view *v, struct sheet *sheet)
{
    static const char *const signs[MODIFIERS] = {"[±]", "[+2]"};
    for (int i = 0; i < MODIFIERS; i++) {
        const struct pulsar_modifier *card = &v->cards->modifiers[i];
        sheet_add(sheet, i > 0 ? "; " : " ");
        sheet_thing(sheet, PUL_MODIFIER, i);
        text_addf(&sheet->line, "%s %s ", signs[i], sheet_name(sheet, &card->face));
        sheet_off(sheet);
        sheet_add_word(sheet, _("token: buy with"));
        for (uint64_t dice = card->dice; dice != 0;)
            text_addf(&sheet->line, " %d", (int)bits_pop(&dice));
    }
    sheet_end(sheet);
}

static void draw_tiles(const struct pulsar_view *v, struct sheet *sheet)
{
    sheet_add(sheet, " ");
    sheet_add_word(sheet, _("exploration tiles in the stack:"));
    sheet_add(sheet, " ");
    for (int kind = 0; kind < v->cards->tile_count; kind++) {
        if (v->s->tiles[kind] == 0)
            continue;
        text_addf(&sheet->line, "%dx ", v->s->tiles[kind]);
        pulsar_add_program(v, sheet, v->cards->tiles[kind + 1].effect);
        sheet_add(sheet, "; ");
    }
    sheet->hang = 3;
    sheet_end_list(sheet);
}

void pulsar_draw_stocks(const struct pulsar_view *v, struct sheet *sheet)
{
    sheet_add_title(sheet, _("STOCKS"));
    sheet_end(sheet);
    for (int size = 0; size < SIZES; size++)
        draw_gyrodyne(v, sheet, size);
    draw_modifiers(v, sheet);
    draw_tiles(v, sheet);
}
