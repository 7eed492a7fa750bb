/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the table in plain text for a terminal. Things stand with the notation that is
 * typed for them; seats are the digits 1 to 4. No rules: it draws what is there. */

#include "bts.h"

#include "brief.h"
#include "card_words.h"
#include "things.h"

#include "kit/pile.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 100 };

/* ---- lines -------------------------------------------------------------------------------------
 * A line is collected, then written; what does not fit goes on below, at the column `hang`. */

struct sheet {
    struct bts g;
    enum language language;
    struct text *out;
    struct text line;
    size_t hang;
    size_t name_width; /* of the technologies in the picture */
    size_t type_width;
};

static const char *word(const struct sheet *sheet, const char *english)
{
    return phrase(sheet->language, english);
}

static const char *name_of(const struct sheet *sheet, const struct card_face *face)
{
    return face->name[sheet->language];
}

static size_t name_columns(const struct sheet *sheet, const struct card_face *face)
{
    return text_width(span_of(name_of(sheet, face)));
}

/* Goes on at this column, at least one blank further. */
static void column(struct sheet *sheet, size_t at)
{
    if (text_width(text_span(&sheet->line)) >= at)
        text_add_char(&sheet->line, ' ');
    text_pad_to(&sheet->line, at);
}

/* How many bytes of the span go into a line of so many columns: up to a blank if there is one. */
static size_t fitting(struct span span, size_t room)
{
    size_t columns = 0, at = 0, blank = 0;
    for (; at < span.length && columns <= room; at++) {
        if (span.at[at] == ' ')
            blank = at;
        columns += ((unsigned char)span.at[at] & 0xc0) != 0x80;
    }
    if (columns <= room)
        return span.length;
    return blank > 0 ? blank : at - 1;
}

/* Writes the line. An empty one is not written. */
static void end_line(struct sheet *sheet)
{
    struct span line = text_span(&sheet->line), rest = span_trim(line);
    size_t indent = line.length > 0 ? (size_t)(rest.at - line.at) : 0;
    while (rest.length > 0) {
        size_t length = fitting(rest, WIDTH - indent);
        text_pad_to(sheet->out, indent);
        text_add_span(sheet->out, span_trim((struct span){rest.at, length}));
        text_add_char(sheet->out, '\n');
        rest = span_trim((struct span){rest.at + length, rest.length - length});
        indent = sheet->hang;
    }
    text_clear(&sheet->line);
}

static void add(struct sheet *sheet, const char *text)
{
    text_add(&sheet->line, text);
}

static void add_number(struct sheet *sheet, int number)
{
    text_add_number(&sheet->line, number);
}

/* Adds a phrase with up to two numbers in its slots {0} and {1}. */
static void add_phrase(struct sheet *sheet, const char *english, int first, int second)
{
    char numbers[2][16];
    snprintf(numbers[0], sizeof numbers[0], "%d", first);
    snprintf(numbers[1], sizeof numbers[1], "%d", second);
    phrase_write_with(&sheet->line, sheet->language, english, numbers[0], numbers[1], NULL);
}

static void add_program(struct sheet *sheet, struct program program)
{
    brief_write(sheet->g.cards, program, sheet->language, &sheet->line);
}

static void add_card(struct sheet *sheet, const struct card_face *face)
{
    text_addf(&sheet->line, "%s %s", face->id, name_of(sheet, face));
}

/* A digit for each seat of the set, a dot for the others. */
static void add_seats(struct sheet *sheet, unsigned seats)
{
    for (int seat = 0; seat < players_of(&sheet->g); seat++)
        text_add_char(&sheet->line, (char)(seats >> seat & 1 ? '1' + seat : '.'));
}

/* ---- action spaces --------------------------------------------------------------------------- */

/* "[2]": the pawns on the space. */
static void add_pawns(struct sheet *sheet, int space)
{
    bool any = false;
    text_add_char(&sheet->line, '[');
    for (int seat = 0; seat < players_of(&sheet->g); seat++) {
        if (seat_of(&sheet->g, seat)->pawn == space) {
            text_add_char(&sheet->line, (char)('1' + seat));
            any = true;
        }
    }
    add(sheet, any ? "]" : " ]");
}

/* The end of the notation of a space, ".2", with its pawn: ".2[ ]". */
static void add_space(struct sheet *sheet, int space)
{
    const char *end = strrchr(sheet->g.cards->space_ids[space], '.');
    add(sheet, end != NULL ? end : "");
    add_pawns(sheet, space);
}

static void draw_basic_row(struct sheet *sheet, int row)
{
    static const uint8_t first[] = {SPACE_BASIC_1, SPACE_BASIC_2, SPACE_BASIC_3, SPACE_BASIC_4,
                                    SPACE_GUILD};
    const struct bts *g = &sheet->g;
    const char *id = g->cards->space_ids[first[row]];
    text_addf(&sheet->line, " %.*s ", (int)strcspn(id, "."), id);
    for (int space = first[row]; space < first[row + 1]; space++) {
        if (space_program(g, space).count == 0)
            continue;
        add_space(sheet, space);
        if (space_surcharge(g, space) > 0)
            add_phrase(sheet, _("+{0} ore"), space_surcharge(g, space), 0);
        add(sheet, " ");
    }
    column(sheet, 45);
    add_program(sheet, g->cards->basics[row].action);
    end_line(sheet);
}

static void draw_guild(struct sheet *sheet, int guild)
{
    const struct bts_guild *about = &sheet->g.cards->guilds[guild];
    bool open = sheet->g.s->guilds >> (guild - 1) & 1;
    text_addf(&sheet->line, " %s", about->face.id);
    if (open)
        add_pawns(sheet, SPACE_GUILD + guild - 1);
    column(sheet, 11);
    add(sheet, name_of(sheet, &about->face));
    if (!open)
        text_addf(&sheet->line, " (%s)", word(sheet, _("covered")));
    column(sheet, 45);
    add_program(sheet, about->action);
    end_line(sheet);
}

static void draw_basics(struct sheet *sheet)
{
    sheet->hang = 47;
    add(sheet, word(sheet, _("BASIC SPACEFARING AND GUILDS")));
    end_line(sheet);
    for (int row = 0; row < BASIC_ROWS; row++)
        draw_basic_row(sheet, row);
    for (int guild = 1; guild <= GUILDS; guild++)
        draw_guild(sheet, guild);
}

/* ---- technologies ---------------------------------------------------------------------------- */

enum { ID_COLUMN = 12, NAME_COLUMN = 19 };

/* Where the parts of a technology's line stand. */
static size_t type_column(const struct sheet *sheet)
{
    return NAME_COLUMN + sheet->name_width + 1;
}

static size_t cube_column(const struct sheet *sheet)
{
    return type_column(sheet) + sheet->type_width + 1;
}

static size_t text_column(const struct sheet *sheet)
{
    return cube_column(sheet) + (size_t)players_of(&sheet->g) + 1;
}

/* The type handed on first, then the others that it matches. */
static void add_types(struct sheet *sheet, const struct bts_tech *tech, bool all)
{
    uint64_t others = tech->left;
    const char *between = "";
    if (tech->right != TYPES) {
        add(sheet, brief_type(tech->right, sheet->language));
        others &= all ? ~bit(tech->right) : 0;
        between = "/";
    }
    for (; others != 0; between = "/")
        text_addf(&sheet->line, "%s%s", between,
                  brief_type((int)bits_pop(&others), sheet->language));
}

static bool same_program(struct program one, struct program other)
{
    return one.start == other.start && one.count == other.count;
}

static void add_tech_spaces(struct sheet *sheet, int tech, const char *between)
{
    const struct bts_tech *about = &sheet->g.cards->techs[tech];
    int space = SPACE_TECH + 2 * (tech - 1);
    bool twice = about->space_count == 2 && same_program(about->spaces[0], about->spaces[1]);
    for (int i = 0; i < about->space_count; i++) {
        add(sheet, i == 0 ? between : " ");
        add_space(sheet, space + i);
        if (twice && i == 0)
            continue;
        add(sheet, " ");
        add_program(sheet, about->spaces[i]);
    }
}

/* What a technology gives at once, its actions, its power. */
static void add_tech_text(struct sheet *sheet, int tech)
{
    const struct bts_tech *about = &sheet->g.cards->techs[tech];
    const char *between = "";
    if (about->immediate.count > 0) {
        add_program(sheet, about->immediate);
        between = " | ";
    }
    add_tech_spaces(sheet, tech, between);
    if (about->power != POWER_NONE)
        text_addf(&sheet->line, "%s%s: %s", between, word(sheet, _("power")),
                  name_of(sheet, &sheet->g.cards->powers[about->power].face));
}

/* A technology from its id on; the beginning of the line is there. */
static void end_tech(struct sheet *sheet, int tech, bool all_types, unsigned seats)
{
    const struct bts_tech *about = &sheet->g.cards->techs[tech];
    column(sheet, ID_COLUMN);
    add(sheet, about->face.id);
    column(sheet, NAME_COLUMN);
    add(sheet, name_of(sheet, &about->face));
    column(sheet, type_column(sheet));
    add_types(sheet, about, all_types);
    column(sheet, cube_column(sheet));
    if (seats != 0)
        add_seats(sheet, seats);
    column(sheet, text_column(sheet));
    add_tech_text(sheet, tech);
    sheet->hang = text_column(sheet);
    end_line(sheet);
}

/* "B <- 1 2", "J <- 2:BCD" where two of three are needed. */
static void add_slot(struct sheet *sheet, int slot)
{
    const struct bts *g = &sheet->g;
    const struct bts_slot *about = &g->cards->slots[slot];
    bool some = about->need < bits_count(about->prerequisites);
    add(sheet, about->face.id);
    if (slot >= 4 && slot < 16 && (g->s->facedown >> (slot - 4) & 1))
        add(sheet, "?");
    if (about->prerequisites == 0)
        return;
    add(sheet, " <-");
    if (some)
        text_addf(&sheet->line, " %d:", about->need);
    for (uint64_t before = about->prerequisites; before != 0;)
        text_addf(&sheet->line, "%s%s", some ? "" : " ",
                  g->cards->slots[bits_pop(&before)].face.id);
}

static unsigned seats_with_slot(const struct bts *g, int slot)
{
    unsigned seats = 0;
    for (int seat = 0; seat < players_of(g); seat++)
        if (seat_of(g, seat)->slots >> slot & 1)
            seats |= 1u << seat;
    return seats;
}

/* The level with its pile and the slots where nothing lies yet; cubes may already be there. */
static void draw_level(struct sheet *sheet, int level)
{
    const struct bts *g = &sheet->g;
    const char *before = "  ";
    phrase_write_with(&sheet->line, sheet->language, _("LEVEL {0}"), bts_level_words[level], NULL,
                      NULL);
    if (level > 1)
        add_phrase(sheet, _(" (pile {0})"),
                   bits_count(pile_things(tech_pile(g, level), tech_size(level))), 0);
    for (uint64_t slots = g->cards->level_slots[level]; slots != 0;) {
        int slot = (int)bits_pop(&slots);
        if (g->s->slots[slot] != 0)
            continue;
        if (before[0] == ' ')
            text_addf(&sheet->line, "  %s:", word(sheet, _("undiscovered")));
        text_addf(&sheet->line, "%s ", before[0] == ' ' ? "" : ",");
        before = ",";
        add_slot(sheet, slot);
        if (seats_with_slot(g, slot) != 0) {
            add(sheet, " ");
            add_seats(sheet, seats_with_slot(g, slot));
        }
    }
    sheet->hang = ID_COLUMN;
    end_line(sheet);
}

static void draw_technologies(struct sheet *sheet)
{
    const struct bts *g = &sheet->g;
    add(sheet, word(sheet, _("TECHNOLOGIES")));
    add(sheet, word(sheet, _("  slot <- those before it; type; cubes; at once | .1[pawn] action")));
    end_line(sheet);
    for (int level = 1; level <= 4; level++) {
        draw_level(sheet, level);
        for (uint64_t slots = g->cards->level_slots[level]; slots != 0;) {
            int slot = (int)bits_pop(&slots);
            if (g->s->slots[slot] == 0)
                continue;
            add(sheet, " ");
            add_slot(sheet, slot);
            end_tech(sheet, g->s->slots[slot], false, seats_with_slot(g, slot));
        }
    }
}

static void draw_tableau(struct sheet *sheet)
{
    bool first = true;
    for (int i = 0; i < TABLEAU; i++) {
        int tech = sheet->g.s->tableau[i];
        if (tech == 0)
            continue;
        if (first) {
            add(sheet, word(sheet, _("TABLEAU")));
            end_line(sheet);
        }
        first = false;
        text_addf(&sheet->line, " %s %s", bts_level_words[2 + i / TYPES],
                  brief_type(i % TYPES, sheet->language));
        end_tech(sheet, tech, true, 0);
    }
}

/* Technologies whose names are in the picture. */
static uint64_t techs_shown(const struct bts *g)
{
    uint64_t techs = g->s->revealed;
    for (int slot = 0; slot < SLOTS; slot++)
        techs |= bit(g->s->slots[slot]);
    for (int i = 0; i < TABLEAU; i++)
        techs |= bit(g->s->tableau[i]);
    for (int seat = 0; seat < players_of(g); seat++)
        techs |= seat_of(g, seat)->private_techs;
    return techs & ~bit(0);
}

static void measure_technologies(struct sheet *sheet)
{
    uint64_t techs = techs_shown(&sheet->g);
    bool pairs = has_tableau(&sheet->g) || sheet->g.s->revealed != 0;
    sheet->name_width = 12;
    for (uint64_t rest = techs; rest != 0;) {
        const struct bts_tech *tech = &sheet->g.cards->techs[bits_pop(&rest)];
        size_t width = name_columns(sheet, &tech->face);
        pairs = pairs || tech->right == TYPES;
        if (width > sheet->name_width)
            sheet->name_width = width < 30 ? width : 30;
    }
    sheet->type_width = pairs ? 7 : 3;
}

/* ---- the Exploration board ------------------------------------------------------------------- */

enum { NEED_COLUMN = 31, OUTPOST_COLUMN = 43, SHIPS_COLUMN = 50, SHIPS_WIDTH = 9 };

static const char *disc_letter(const struct sheet *sheet, int kind)
{
    static const char *const letters[] = {"", _("F"), _("O"), "*"};
    return word(sheet, letters[kind]);
}

static void add_specialty(struct sheet *sheet, unsigned specialty)
{
    add(sheet, specialty & 1 ? disc_letter(sheet, DISC_FOOD) : "");
    add(sheet, specialty == 3 ? "/" : "");
    add(sheet, specialty & 2 ? disc_letter(sheet, DISC_ORE) : "");
}

/* The levels of the ships one by one, "1124"; "9x1" where they are many. */
static void add_ships(struct sheet *sheet, const uint8_t *ships)
{
    bool many = ships[0] + ships[1] + ships[2] + ships[3] > SHIPS_WIDTH - 2;
    const char *between = "";
    for (int level = 1; level <= SHIP_LEVELS; level++) {
        for (int n = ships[level - 1]; !many && n > 0; n--)
            add_number(sheet, level);
        if (!many || ships[level - 1] == 0)
            continue;
        text_addf(&sheet->line, "%s%dx%d", between, ships[level - 1], level);
        between = ",";
    }
    if (ships[0] + ships[1] + ships[2] + ships[3] == 0)
        add(sheet, "-");
}

/* What gaining control and colonizing give, on a line of its own. */
static void draw_bonuses(struct sheet *sheet, const struct bts_system *system)
{
    const char *between = "";
    column(sheet, 5);
    if (system->gain.count > 0) {
        text_addf(&sheet->line, "%s: ", word(sheet, _("control")));
        add_program(sheet, system->gain);
        between = "; ";
    }
    if (system->bonus.count > 0) {
        text_addf(&sheet->line, "%s%s: ", between, word(sheet, _("colony")));
        add_program(sheet, system->bonus);
        between = "; ";
    }
    if (system->power != POWER_NONE)
        text_addf(&sheet->line, "%s%s: %s", between, word(sheet, _("power")),
                  name_of(sheet, &sheet->g.cards->powers[system->power].face));
    sheet->hang = 7;
    end_line(sheet);
}

/* Name, power needed, specialty and points of a system. */
static void add_system(struct sheet *sheet, const struct bts_system *system)
{
    add_card(sheet, &system->face);
    column(sheet, NEED_COLUMN);
    add_number(sheet, system->strength);
    column(sheet, NEED_COLUMN + 4);
    add_specialty(sheet, system->specialty);
    column(sheet, NEED_COLUMN + 8);
    add_number(sheet, system->points);
}

static void add_place(struct sheet *sheet, int place, const char *token)
{
    const struct bts *g = &sheet->g;
    text_addf(&sheet->line, " %s", token);
    column(sheet, 5);
    if (g->s->cards[place] != 0) {
        add_system(sheet, &g->cards->systems[g->s->cards[place]]);
        return;
    }
    add(sheet, name_of(sheet, &map_of(g)[place].face));
    if (g->s->fortress == place + 1)
        text_addf(&sheet->line, " (%s)", word(sheet, _("fortress")));
    column(sheet, NEED_COLUMN + 4);
    add_specialty(sheet, map_of(g)[place].specialty);
}

static void draw_place(struct sheet *sheet, int place)
{
    const struct bts *g = &sheet->g;
    const struct thing *places = &bts_words.things[BTS_PLACE - THING_GAME];
    size_t at = SHIPS_COLUMN;
    add_place(sheet, place, places->token(g->rules, place));
    column(sheet, OUTPOST_COLUMN);
    if (g->s->outposts[place] != 0)
        text_addf(&sheet->line, "%d %s", g->s->outposts[place],
                  disc_letter(sheet, g->s->outpost_discs[place]));
    for (int seat = 0; seat < players_of(g); seat++, at += SHIPS_WIDTH) {
        column(sheet, at);
        add_ships(sheet, seat_of(g, seat)->ships[place]);
    }
    column(sheet, at);
    for (uint64_t next = neighbours(g, place); next != 0;)
        text_addf(&sheet->line, "%s ", places->token(g->rules, (int)bits_pop(&next)));
    sheet->hang = SHIPS_COLUMN;
    end_line(sheet);
    if (g->s->cards[place] != 0)
        draw_bonuses(sheet, &g->cards->systems[g->s->cards[place]]);
}

static void draw_galaxy_heading(struct sheet *sheet)
{
    const struct bts *g = &sheet->g;
    size_t at = SHIPS_COLUMN;
    add(sheet, word(sheet, _("GALAXY")));
    add_phrase(sheet, _(" (piles A {0}, B {1})"),
               bits_count(pile_things(g->s->system_piles[0], SYSTEMS / 2)),
               bits_count(pile_things(g->s->system_piles[1], SYSTEMS / 2)));
    column(sheet, NEED_COLUMN - 2);
    add(sheet, word(sheet, _("needs disc pts")));
    column(sheet, OUTPOST_COLUMN + 1);
    add(sheet, word(sheet, _("held")));
    for (int seat = 0; seat < players_of(g); seat++, at += SHIPS_WIDTH) {
        column(sheet, at);
        add_phrase(sheet, _("ships {0}"), seat + 1, 0);
    }
    column(sheet, at);
    add(sheet, word(sheet, _("next to")));
    sheet->hang = 5;
    end_line(sheet);
}

static void draw_galaxy(struct sheet *sheet)
{
    draw_galaxy_heading(sheet);
    for (int place = 0; place < PLACES; place++) {
        bool there = place == ROGUE ? sheet->g.s->cards[ROGUE] != 0
                                    : map_of(&sheet->g)[place].kind != KIND_NONE;
        if (there)
            draw_place(sheet, place);
    }
}

/* ---- events that stay ------------------------------------------------------------------------ */

/* The ships of a seat on the museum card. */
static void add_banked(struct sheet *sheet)
{
    for (int seat = 0; seat < players_of(&sheet->g); seat++) {
        const uint8_t *banked = seat_of(&sheet->g, seat)->banked;
        if (banked[0] + banked[1] + banked[2] + banked[3] == 0)
            continue;
        text_addf(&sheet->line, " %d:", seat + 1);
        add_ships(sheet, banked);
    }
}

static void add_event_text(struct sheet *sheet, const struct bts_event *event)
{
    const struct bts *g = &sheet->g;
    if (event->award != MEASURE_NONE) {
        add_phrase(sheet, _(" {0} points ({1} if tied) for "), event->award_first,
                   event->award_tied);
        add(sheet, word(sheet, bts_most_texts[event->award]));
    }
    if (event->action.count > 0 && g->s->dyson != 0) {
        text_addf(&sheet->line, " %s", g->cards->space_ids[SPACE_DYSON]);
        add_pawns(sheet, SPACE_DYSON);
        add(sheet, " ");
        add_program(sheet, event->action);
        add(sheet, ", ");
        add_card(sheet, &g->cards->systems[g->s->dyson].face);
        add_phrase(sheet, _(" ({0} points)"), g->cards->systems[g->s->dyson].points, 0);
    }
    if (program_has(g->cards, event->resolve, OP_BANK))
        add_banked(sheet);
    if (event->points > 0)
        add_phrase(sheet, _(" {0} points"), event->points, 0);
    if (program_has(g->cards, event->resolve, OP_RELIEVE) && g->s->relieved != 0)
        add_phrase(sheet, _(" for player {0}"), g->s->relieved, 0);
}

static void draw_events(struct sheet *sheet)
{
    const struct bts *g = &sheet->g;
    if (g->s->events_kept == 0)
        return;
    add(sheet, word(sheet, _("EVENTS IN PLAY")));
    end_line(sheet);
    sheet->hang = 7;
    for (uint64_t kept = g->s->events_kept; kept != 0;) {
        const struct bts_event *event = &g->cards->events[bits_pop(&kept)];
        add(sheet, " ");
        add_card(sheet, &event->face);
        add(sheet, ":");
        add_event_text(sheet, event);
        end_line(sheet);
    }
}

/* ---- achievements ---------------------------------------------------------------------------- */

enum { CLAIM_COLUMN = 26, LACK_COLUMN = 44 };

/* "4[1] 3[ ]": points and who claimed; a closed slot is "2[-]". */
static void add_claims(struct sheet *sheet, int row)
{
    const struct bts *g = &sheet->g;
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
    const struct bts *g = &sheet->g;
    for (int seat = 0; g->s->round > 0 && seat < players_of(g); seat++) {
        int population = 0;
        int missing = condition_missing(g, seat, achievement, &population);
        column(sheet, LACK_COLUMN + 5 * (size_t)seat);
        if (missing + population == 0)
            add(sheet, "ok");
        else if (population > 0)
            text_addf(&sheet->line, "%d+%d", missing, population);
        else
            add_number(sheet, missing);
    }
}

static void draw_achievements(struct sheet *sheet)
{
    const struct bts *g = &sheet->g;
    size_t text_at = LACK_COLUMN + 5 * (size_t)players_of(g) + 1;
    if (g->s->achievements[0] == 0)
        return;
    add(sheet, word(sheet, _("ACHIEVEMENTS")));
    column(sheet, CLAIM_COLUMN);
    add(sheet, word(sheet, _("points[seat]")));
    column(sheet, LACK_COLUMN - 1);
    add(sheet, word(sheet, _("what each lacks")));
    column(sheet, text_at);
    add(sheet, word(sheet, _("what it takes")));
    end_line(sheet);
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY && g->s->achievements[row] != 0; row++) {
        const struct bts_achievement *about = &g->cards->achievements[g->s->achievements[row]];
        add(sheet, " ");
        add_card(sheet, &about->face);
        column(sheet, CLAIM_COLUMN);
        add_claims(sheet, row);
        add_lacks(sheet, g->s->achievements[row]);
        column(sheet, text_at);
        brief_condition(about, sheet->language, &sheet->line);
        sheet->hang = text_at;
        end_line(sheet);
    }
}

/* ---- mats ------------------------------------------------------------------------------------ */

enum { ORE_COLUMN = 47, SUPPLY_COLUMN = 55, FOOD_COLUMN = 71, TRACK_WIDTH = 8 };

/* The visible symbols of a track and the discs left on it. */
static void add_track(struct sheet *sheet, const char *symbols, int visible, int discs)
{
    for (int i = 0; i < 5; i++)
        text_add_char(&sheet->line, i < visible ? symbols[i] : '.');
    text_addf(&sheet->line, " %d", discs);
}

static void add_mat(struct sheet *sheet, int seat)
{
    const struct bts *g = &sheet->g;
    const struct bts_seat *me = seat_of(g, seat);
    struct score score;
    bts_score(g->rules, g->s, &score);
    column(sheet, ORE_COLUMN);
    text_addf(&sheet->line, "%2d", me->ore);
    column(sheet, ORE_COLUMN + 4);
    text_addf(&sheet->line, "%2d", me->population);
    for (int i = 0; i < COLUMNS; i++) {
        column(sheet, SUPPLY_COLUMN + 3 * (size_t)i);
        add_number(sheet, me->columns[i]);
    }
    column(sheet, FOOD_COLUMN);
    add_track(sheet, "ABCDE", food_symbols(g, seat), me->food);
    column(sheet, FOOD_COLUMN + TRACK_WIDTH);
    add_track(sheet, "OOOOO", ore_symbols(g, seat), me->ore_discs);
    column(sheet, FOOD_COLUMN + 2 * TRACK_WIDTH);
    text_addf(&sheet->line, "%3d", automation_level(me));
    column(sheet, FOOD_COLUMN + 2 * TRACK_WIDTH + 7);
    text_addf(&sheet->line, "%3d", score.total[seat]);
}

/* Own systems with the discs on them. */
static void add_systems(struct sheet *sheet, int seat)
{
    const struct bts *g = &sheet->g;
    const char *between = " ";
    if (seat_of(g, seat)->systems == 0)
        return;
    text_addf(&sheet->line, "%s:", word(sheet, _("systems")));
    for (uint64_t systems = seat_of(g, seat)->systems; systems != 0; between = ", ") {
        unsigned system = bits_pop(&systems);
        int discs = g->s->colony_discs[system];
        add(sheet, between);
        add_card(sheet, &g->cards->systems[system].face);
        if (discs != 0)
            text_addf(&sheet->line, " %s%s", disc_letter(sheet, discs & 3),
                      disc_letter(sheet, discs >> 2 & 3));
    }
    add(sheet, "; ");
}

static void add_innovations(struct sheet *sheet, int seat)
{
    const struct bts *g = &sheet->g;
    for (int i = 0; is_advanced(g) && i < 2; i++) {
        int innovation = mat_of(g, seat)->innovations[i];
        const struct bts_innovation *about = &g->cards->innovations[innovation];
        bool once = about->program.count > 0;
        bool used = seat_of(g, seat)->innovations >> i & 1;
        add_card(sheet, &about->face);
        if (once && used)
            text_addf(&sheet->line, " (%s)", word(sheet, _("used")));
        else if (!once && has_innovation(g, seat, (enum innovation)innovation))
            text_addf(&sheet->line, " (%s)", word(sheet, _("works")));
        add(sheet, "; ");
    }
}

/* Leaves the end of a list, "; ", away. */
static void end_list(struct sheet *sheet)
{
    struct text *line = &sheet->line;
    if (line->length >= 2 && strcmp(line->at + line->length - 2, "; ") == 0)
        line->at[line->length -= 2] = '\0';
    end_line(sheet);
}

static void draw_belongings(struct sheet *sheet, int seat)
{
    column(sheet, 4);
    add_systems(sheet, seat);
    add_innovations(sheet, seat);
    sheet->hang = 6;
    end_list(sheet);
    for (uint64_t techs = seat_of(&sheet->g, seat)->private_techs; techs != 0;) {
        text_addf(&sheet->line, "    %s", word(sheet, _("private")));
        end_tech(sheet, (int)bits_pop(&techs), false, 1u << seat);
    }
}

static void draw_seat(struct sheet *sheet, int seat)
{
    const struct bts *g = &sheet->g;
    int faction = seat_of(g, seat)->faction;
    text_addf(&sheet->line, "%c %d ", turn_seat(g) == seat ? '>' : ' ', seat + 1);
    if (faction != 0)
        add_card(sheet, &mat_of(g, seat)->face);
    else
        add(sheet, word(sheet, _("no faction yet")));
    if (g->s->round > 0)
        add_mat(sheet, seat);
    sheet->hang = 6;
    end_line(sheet);
    if (g->s->round > 0)
        draw_belongings(sheet, seat);
}

static void draw_mats(struct sheet *sheet)
{
    static const struct {
        const char *text;
        size_t at;
    } heads[] = {{_("ore"), ORE_COLUMN},
                 {_("pop"), ORE_COLUMN + 4},
                 {"A  B  C  D  E", SUPPLY_COLUMN},
                 {_("food"), FOOD_COLUMN},
                 {_("ore"), FOOD_COLUMN + TRACK_WIDTH},
                 {_("autom."), FOOD_COLUMN + 2 * TRACK_WIDTH},
                 {_("pts"), FOOD_COLUMN + 2 * TRACK_WIDTH + 7}};
    add(sheet, word(sheet, _("PLAYERS")));
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        column(sheet, heads[i].at);
        add(sheet, word(sheet, heads[i].text));
    }
    end_line(sheet);
    for (int seat = 0; seat < players_of(&sheet->g); seat++)
        draw_seat(sheet, seat);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Cards that lie open for a moment: somebody is about to choose one. */
static void draw_open_cards(struct sheet *sheet)
{
    const struct bts *g = &sheet->g;
    if (g->s->revealed == 0 && g->s->drawn == 0)
        return;
    add(sheet, word(sheet, _("LYING OPEN")));
    end_line(sheet);
    for (uint64_t techs = g->s->revealed; techs != 0;)
        end_tech(sheet, (int)bits_pop(&techs), true, 0);
    for (uint64_t systems = g->s->drawn; systems != 0;) {
        const struct bts_system *system = &g->cards->systems[bits_pop(&systems)];
        column(sheet, 5);
        add_system(sheet, system);
        end_line(sheet);
        draw_bonuses(sheet, system);
    }
}

static void draw_heading(struct sheet *sheet)
{
    const struct bts_state *s = sheet->g.s;
    add(sheet, word(sheet, _("Beyond the Sun")));
    add(sheet, ". ");
    if (s->round == 0)
        add(sheet, word(sheet, _("The table is set up.")));
    else
        add_phrase(sheet, _("Round {0}."), s->round, 0);
    if (s->turn != 0)
        add_phrase(sheet, _(" Player {0} has the turn."), s->turn, 0);
    if (s->first != 0)
        add_phrase(sheet, _(" Player {0} began."), s->first, 0);
    if (s->last_round != 0)
        add_phrase(sheet, _(" Round {0} is the last one."), s->last_round, 0);
    end_line(sheet);
}

void bts_draw(const struct ruleset *rules, const void *state, enum language language,
              struct text *out)
{
    struct sheet sheet = {.g = bts_view(rules, state), .language = language, .out = out};
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
    text_free(&sheet.line);
}
