/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the two boards in plain text. No rules: it draws what is there. */

#include "picture.h"

#include "brief.h"
#include "card_words.h"
#include "things.h"

#include "kit/pile.h"

#include <string.h>

/* ---- action spaces --------------------------------------------------------------------------- */

/* The end of the notation of a space, ".2", with its pawn: ".2[ ]". */
static void add_space(const struct bts_view *v, struct sheet *sheet, int space)
{
    const char *end = strrchr(v->cards->space_ids[space], '.');
    sheet_thing(sheet, BTS_SPACE, space);
    sheet_add(sheet, end != NULL ? end : "");
    bts_add_pawns(v, sheet, space);
    sheet_off(sheet);
}

static void draw_basic_row(const struct bts_view *v, struct sheet *sheet, int row)
{
    static const uint8_t first[] = {SPACE_BASIC_1, SPACE_BASIC_2, SPACE_BASIC_3, SPACE_BASIC_4,
                                    SPACE_GUILD};
    text_addf(&sheet->line, " %s ", v->cards->basics[row].token);
    for (int space = first[row]; space < first[row + 1]; space++) {
        if (bts_space_program(v, space).count == 0)
            continue;
        add_space(v, sheet, space);
        if (bts_space_surcharge(v, space) > 0)
            sheet_add_phrase(sheet, _("+{0} ore"), bts_space_surcharge(v, space), 0);
        sheet_add(sheet, " ");
    }
    sheet_to(sheet, sheet_at(sheet, 47));
    bts_add_program(v, sheet, v->cards->basics[row].action);
    sheet_end(sheet);
}

static void draw_guild(const struct bts_view *v, struct sheet *sheet, int guild)
{
    const struct bts_guild *about = &v->cards->guilds[guild];
    bool open = v->s->guilds >> (guild - 1) & 1;
    sheet_add(sheet, " ");
    sheet_thing(sheet, BTS_SPACE, SPACE_GUILD + guild - 1);
    sheet_add(sheet, about->face.id);
    if (open)
        bts_add_pawns(v, sheet, SPACE_GUILD + guild - 1);
    sheet_to(sheet, 11);
    sheet_add(sheet, sheet_name(sheet, &about->face));
    sheet_off(sheet);
    if (!open)
        text_addf(&sheet->line, " (%s)", sheet_word(sheet, _("covered")));
    sheet_to(sheet, sheet_at(sheet, 47));
    bts_add_program(v, sheet, about->action);
    sheet_end(sheet);
}

void bts_draw_basics(const struct bts_view *v, struct sheet *sheet)
{
    sheet->hang = sheet_at(sheet, 49);
    sheet_add_title(sheet, _("BASIC SPACEFARING AND GUILDS"));
    sheet_end(sheet);
    for (int row = 0; row < BASIC_ROWS; row++)
        draw_basic_row(v, sheet, row);
    for (int guild = 1; guild <= GUILDS; guild++)
        draw_guild(v, sheet, guild);
}

/* ---- technologies ---------------------------------------------------------------------------- */

enum { ID_COLUMN = 12, NAME_COLUMN = 19 };

/* Where the parts of a technology's line stand. */
static size_t type_column(const struct sheet *sheet)
{
    return NAME_COLUMN + sheet->widths[NAME_WIDTH] + 1;
}

static size_t cube_column(const struct sheet *sheet)
{
    return type_column(sheet) + sheet->widths[TYPE_WIDTH] + 1;
}

static size_t text_column(const struct bts_view *v, const struct sheet *sheet)
{
    return cube_column(sheet) + (size_t)players_of(v) + 1;
}

static void add_type(struct sheet *sheet, const char *between, int type)
{
    static const enum hue hues[TYPES] = {HUE_BLUE, HUE_GREEN, HUE_RED, HUE_YELLOW};
    sheet_add(sheet, between);
    sheet_thing(sheet, BTS_TYPE, type);
    sheet_add_hued(sheet, hues[type], bts_brief_type(type, sheet->language));
    sheet_off(sheet);
}

/* The type handed on first, then the others that it matches. */
static void add_types(struct sheet *sheet, const struct bts_tech *tech, bool all)
{
    uint64_t others = tech->left;
    const char *between = "";
    if (tech->right != TYPES) {
        add_type(sheet, "", tech->right);
        others &= all ? ~bit(tech->right) : 0;
        between = "/";
    }
    for (; others != 0; between = "/")
        add_type(sheet, between, (int)bits_pop(&others));
}

static bool same_program(const struct bts_cards *cards, struct program one, struct program other)
{
    return one.count == other.count && memcmp(&cards->rows[one.start], &cards->rows[other.start],
                                              one.count * sizeof cards->rows[0]) == 0;
}

static void add_tech_spaces(const struct bts_view *v, struct sheet *sheet, int tech,
                            const char *between)
{
    const struct bts_tech *about = &v->cards->techs[tech];
    int space = SPACE_TECH + 2 * (tech - 1);
    bool twice =
        about->space_count == 2 && same_program(v->cards, about->spaces[0], about->spaces[1]);
    for (int i = 0; i < about->space_count; i++) {
        sheet_add(sheet, i == 0 ? between : twice ? " " : " | ");
        add_space(v, sheet, space + i);
        if (twice && i == 0)
            continue;
        sheet_add(sheet, " ");
        bts_add_program(v, sheet, about->spaces[i]);
    }
}

/* What a technology gives at once, its actions, its power. */
static void add_tech_text(const struct bts_view *v, struct sheet *sheet, int tech)
{
    const struct bts_tech *about = &v->cards->techs[tech];
    const char *between = "";
    if (about->immediate.count > 0) {
        bts_add_program(v, sheet, about->immediate);
        between = " | ";
    }
    add_tech_spaces(v, sheet, tech, between);
    if (about->power != POWER_NONE)
        text_addf(&sheet->line, "%s%s: %s", between, sheet_word(sheet, _("power")),
                  sheet_name(sheet, &v->cards->powers[about->power].face));
}

/* A technology from its id on; the beginning of the line is there. */
void bts_draw_tech(const struct bts_view *v, struct sheet *sheet, int tech, bool all_types,
                   unsigned seats)
{
    const struct bts_tech *about = &v->cards->techs[tech];
    sheet_to(sheet, ID_COLUMN);
    sheet_thing(sheet, BTS_TECH, tech);
    sheet_add(sheet, about->face.id);
    sheet_to(sheet, NAME_COLUMN);
    sheet_add(sheet, sheet_name(sheet, &about->face));
    sheet_off(sheet);
    sheet_to(sheet, type_column(sheet));
    add_types(sheet, about, all_types);
    sheet_to(sheet, cube_column(sheet));
    if (seats != 0)
        sheet_add_seats(sheet, seats);
    sheet_to(sheet, text_column(v, sheet));
    add_tech_text(v, sheet, tech);
    sheet->hang = text_column(v, sheet);
    sheet_end(sheet);
}

/* "B <- 1 2", "J <- 2:BCD" where two of three are needed. */
static void add_slot(const struct bts_view *v, struct sheet *sheet, int slot)
{
    const struct bts_slot *about = &v->cards->slots[slot];
    bool some = about->need < bits_count(about->prerequisites);
    sheet_thing(sheet, BTS_SLOT, slot);
    sheet_add(sheet, about->face.id);
    if (slot >= FIRST_EVENT_SLOT && slot < FIRST_EVENT_SLOT + EVENT_SLOTS &&
        (v->s->facedown >> (slot - FIRST_EVENT_SLOT) & 1))
        sheet_add(sheet, "?");
    sheet_off(sheet);
    if (about->prerequisites == 0)
        return;
    sheet_add(sheet, " <-");
    if (some)
        text_addf(&sheet->line, " %d:", about->need);
    for (uint64_t before = about->prerequisites; before != 0;)
        text_addf(&sheet->line, "%s%s", some ? "" : " ",
                  v->cards->slots[bits_pop(&before)].face.id);
}

static unsigned seats_with_slot(const struct bts_view *v, int slot)
{
    unsigned seats = 0;
    for (int seat = 0; seat < players_of(v); seat++)
        if (seat_of(v, seat)->slots >> slot & 1)
            seats |= 1u << seat;
    return seats;
}

/* The level with its pile and the slots where nothing lies yet; cubes may already be there. */
static void draw_level(const struct bts_view *v, struct sheet *sheet, int level)
{
    const char *before = "  ";
    sheet_hue(sheet, HUE_HEADING);
    phrase_write_with(&sheet->line, sheet->language, _("LEVEL {0}"), bts_level_words[level], NULL,
                      NULL);
    sheet_off(sheet);
    if (level > 1)
        sheet_add_phrase(sheet, _(" (pile {0})"), pile_count(tech_pile(v, level), DECK_MAX), 0);
    for (uint64_t slots = v->cards->level_slots[level]; slots != 0;) {
        int slot = (int)bits_pop(&slots);
        if (v->s->slots[slot] != 0)
            continue;
        if (before[0] == ' ')
            text_addf(&sheet->line, "  %s:", sheet_word(sheet, _("undiscovered")));
        text_addf(&sheet->line, "%s ", before[0] == ' ' ? "" : ",");
        before = ",";
        add_slot(v, sheet, slot);
        if (seats_with_slot(v, slot) != 0) {
            sheet_add(sheet, " ");
            sheet_add_seats(sheet, seats_with_slot(v, slot));
        }
    }
    sheet->hang = ID_COLUMN;
    sheet_end(sheet);
}

void bts_draw_technologies(const struct bts_view *v, struct sheet *sheet)
{
    sheet_add_title(sheet, _("TECHNOLOGIES"));
    sheet_add(sheet, " ");
    sheet_add_word(sheet, _("(?: face-down event)"));
    sheet_to(sheet, type_column(sheet));
    sheet_add_word(sheet, _("type cubes at once | .1[pawn] action"));
    sheet_end(sheet);
    for (int level = 1; level <= 4; level++) {
        draw_level(v, sheet, level);
        for (uint64_t slots = v->cards->level_slots[level]; slots != 0;) {
            int slot = (int)bits_pop(&slots);
            if (v->s->slots[slot] == 0)
                continue;
            sheet_add(sheet, " ");
            add_slot(v, sheet, slot);
            bts_draw_tech(v, sheet, v->s->slots[slot], false, seats_with_slot(v, slot));
        }
    }
}

void bts_draw_tableau(const struct bts_view *v, struct sheet *sheet)
{
    bool first = true;
    for (int i = 0; i < TABLEAU; i++) {
        int tech = v->s->tableau[i];
        if (tech == 0)
            continue;
        if (first) {
            sheet_add_title(sheet, _("TABLEAU"));
            sheet_end(sheet);
        }
        first = false;
        text_addf(&sheet->line, " %s %s", bts_level_words[2 + i / TYPES],
                  bts_brief_type(i % TYPES, sheet->language));
        bts_draw_tech(v, sheet, tech, true, 0);
    }
}

/* Technologies whose names are in the picture. */
static uint64_t techs_shown(const struct bts_view *v)
{
    uint64_t techs = v->s->revealed;
    for (int slot = 0; slot < SLOTS; slot++)
        techs |= id_bit_if_any(v->s->slots[slot]);
    for (int i = 0; i < TABLEAU; i++)
        techs |= id_bit_if_any(v->s->tableau[i]);
    for (int seat = 0; seat < players_of(v); seat++)
        techs |= seat_of(v, seat)->private_techs;
    return techs;
}

void bts_measure_technologies(const struct bts_view *v, struct sheet *sheet)
{
    uint64_t techs = techs_shown(v);
    bool pairs = has_tableau(v) || v->s->revealed != 0;
    sheet->widths[NAME_WIDTH] = 12;
    for (uint64_t rest = techs; rest != 0;) {
        const struct bts_tech *tech = &v->cards->techs[id_pop(&rest)];
        size_t width = text_width(span_of(sheet_name(sheet, &tech->face)));
        pairs = pairs || tech->right == TYPES;
        if (width > sheet->widths[NAME_WIDTH])
            sheet->widths[NAME_WIDTH] = width < sheet_at(sheet, 30) ? width : sheet_at(sheet, 30);
    }
    sheet->widths[TYPE_WIDTH] = pairs ? 7 : 3;
}

/* ---- the Exploration board ------------------------------------------------------------------- */

enum { NEED_COLUMN = 31, OUTPOST_COLUMN = 43, SHIPS_COLUMN = 50 };

static void add_specialty(struct sheet *sheet, unsigned specialty)
{
    sheet_add(sheet, specialty & 1 ? bts_disc_sign(sheet, DISC_FOOD) : "");
    sheet_add(sheet, specialty == 3 ? "/" : "");
    sheet_add(sheet, specialty & 2 ? bts_disc_sign(sheet, DISC_ORE) : "");
}

/* The column of a seat's ships, and behind them what the place is next to. */
static size_t ships_column(const struct sheet *sheet, int seat)
{
    return sheet_at(sheet, SHIPS_COLUMN + SHIPS_WIDTH * (size_t)seat);
}

/* What gaining control and colonizing give, on a line of its own. */
static void draw_bonuses(const struct bts_view *v, struct sheet *sheet,
                         const struct bts_system *system)
{
    const char *between = "";
    sheet_to(sheet, 5);
    if (system->gain.count > 0) {
        text_addf(&sheet->line, "%s: ", sheet_word(sheet, _("control")));
        bts_add_program(v, sheet, system->gain);
        between = "; ";
    }
    if (system->bonus.count > 0) {
        text_addf(&sheet->line, "%s%s: ", between, sheet_word(sheet, _("colony")));
        bts_add_program(v, sheet, system->bonus);
        between = "; ";
    }
    if (system->power != POWER_NONE)
        text_addf(&sheet->line, "%s%s: %s", between, sheet_word(sheet, _("power")),
                  sheet_name(sheet, &v->cards->powers[system->power].face));
    sheet->hang = 7;
    sheet_end(sheet);
}

/* Power needed, specialty and points of a system. */
static void add_system_numbers(struct sheet *sheet, const struct bts_system *system)
{
    sheet_to(sheet, sheet_at(sheet, NEED_COLUMN));
    sheet_add_number(sheet, system->strength);
    sheet_to(sheet, sheet_at(sheet, NEED_COLUMN + 4));
    add_specialty(sheet, system->specialty);
    sheet_to(sheet, sheet_at(sheet, NEED_COLUMN + 8));
    sheet_add_number(sheet, system->points);
}

static void add_place(const struct bts_view *v, struct sheet *sheet, int place, const char *token)
{
    sheet_add(sheet, " ");
    sheet_thing(sheet, BTS_PLACE, place);
    sheet_add(sheet, token);
    sheet_to(sheet, 5);
    if (v->s->cards[place] != 0) {
        const struct bts_system *system = &v->cards->systems[v->s->cards[place]];
        sheet_add_card(sheet, &system->face);
        sheet_off(sheet);
        add_system_numbers(sheet, system);
        return;
    }
    sheet_add(sheet, sheet_name(sheet, &map_of(v)[place].face));
    sheet_off(sheet);
    if (v->s->fortress == place + 1)
        text_addf(&sheet->line, " (%s)", sheet_word(sheet, _("fortress")));
    sheet_to(sheet, sheet_at(sheet, NEED_COLUMN + 4));
    add_specialty(sheet, map_of(v)[place].specialty);
}

static void draw_place(const struct bts_view *v, struct sheet *sheet, int place)
{
    const struct thing *places = &bts_words.things[BTS_PLACE - THING_GAME];
    add_place(v, sheet, place, places->token(v->rules, place));
    sheet_to(sheet, sheet_at(sheet, OUTPOST_COLUMN));
    if (v->s->outposts[place] != 0)
        text_addf(&sheet->line, "%d %s", v->s->outposts[place],
                  bts_disc_sign(sheet, v->s->outpost_discs[place]));
    for (int seat = 0; seat < players_of(v); seat++) {
        sheet_to(sheet, ships_column(sheet, seat));
        sheet_hue(sheet, (enum hue)(HUE_SEAT + seat));
        bts_add_ships(sheet, seat_of(v, seat)->ships[place]);
        sheet_off(sheet);
    }
    sheet_to(sheet, ships_column(sheet, players_of(v)));
    for (uint64_t next = bts_neighbours(v, place); next != 0;)
        text_addf(&sheet->line, "%s ", places->token(v->rules, (int)bits_pop(&next)));
    sheet->hang = sheet_at(sheet, SHIPS_COLUMN);
    sheet_end(sheet);
    if (v->s->cards[place] != 0)
        draw_bonuses(v, sheet, &v->cards->systems[v->s->cards[place]]);
}

static void draw_galaxy_heading(const struct bts_view *v, struct sheet *sheet)
{
    sheet_add_title(sheet, _("GALAXY"));
    sheet_add_phrase(sheet, _(" (piles A {0}, B {1})"), pile_count(v->s->system_piles[0], DECK_MAX),
                     pile_count(v->s->system_piles[1], DECK_MAX));
    sheet_to(sheet, sheet_at(sheet, NEED_COLUMN - 2));
    sheet_add_word(sheet, _("needs disc pts"));
    sheet_to(sheet, sheet_at(sheet, OUTPOST_COLUMN + 1));
    sheet_add_word(sheet, _("held"));
    for (int seat = 0; seat < players_of(v); seat++) {
        sheet_to(sheet, ships_column(sheet, seat));
        sheet_hue(sheet, (enum hue)(HUE_SEAT + seat));
        sheet_add_phrase(sheet, _("ships {0}"), seat + 1, 0);
        sheet_off(sheet);
    }
    sheet_to(sheet, ships_column(sheet, players_of(v)));
    sheet_add_word(sheet, _("next to"));
    sheet->hang = 5;
    sheet_end(sheet);
}

void bts_draw_galaxy(const struct bts_view *v, struct sheet *sheet)
{
    draw_galaxy_heading(v, sheet);
    for (int place = 0; place < PLACES; place++) {
        bool there = place == ROGUE ? v->s->cards[ROGUE] != 0 : map_of(v)[place].kind != KIND_NONE;
        if (there)
            draw_place(v, sheet, place);
    }
}

void bts_draw_system(const struct bts_view *v, struct sheet *sheet, const struct bts_system *system)
{
    sheet_to(sheet, 5);
    sheet_thing(sheet, BTS_SYSTEM, (int)(system - v->cards->systems));
    sheet_add_card(sheet, &system->face);
    sheet_off(sheet);
    add_system_numbers(sheet, system);
    sheet_end(sheet);
    draw_bonuses(v, sheet, system);
}
