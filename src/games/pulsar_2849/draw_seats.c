/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: transmitters and what belongs to the players, in plain text. No rules: it draws what
 * is there. */

#include "picture.h"

#include "things.h"

#include "contract/notation.h"
#include "kit/pile.h"

/* ---- transmitters ---------------------------------------------------------------------------- */

/* What it gives when it goes online, and in every round. */
static void add_benefit(const struct pulsar_view *v, struct sheet *sheet,
                        const struct pulsar_transmitter *card)
{
    const char *between = "";
    if (card->immediate.count > 0) {
        text_addf(&sheet->line, "%s: ", sheet_word(sheet, _("once")));
        pulsar_add_program(v, sheet, card->immediate);
        between = "; ";
    }
    if (card->production.count > 0) {
        text_addf(&sheet->line, "%s%s: ", between, sheet_word(sheet, _("round")));
        pulsar_add_program(v, sheet, card->production);
    }
}

static void add_half(struct sheet *sheet, const struct pulsar_transmitter *card, int end)
{
    if (card->ends[end] == END_NONE)
        sheet_add(sheet, "-");
    else
        sheet_add_number(sheet, card->ends[end]);
}

void pulsar_draw_offer(const struct pulsar_view *v, struct sheet *sheet)
{
    int left = pulsar_stack_size(v);
    sheet_add_title(sheet, _("TRANSMITTERS ON OFFER"));
    sheet_to(sheet, sheet_at(sheet, 30));
    sheet_add_word(sheet, _("costs"));
    sheet_to(sheet, sheet_at(sheet, 38));
    sheet_add_word(sheet, _("half dice at its ends; once: when it goes online"));
    sheet_add_phrase(sheet, _(" (stack {0})"), left, 0);
    sheet->hang = 1;
    sheet_end(sheet);
    for (int i = 0; i < ON_OFFER; i++) {
        const struct pulsar_transmitter *card = &v->cards->transmitters[v->s->offer[i]];
        if (v->s->offer[i] == 0)
            continue;
        sheet_add(sheet, " ");
        sheet_thing(sheet, PUL_TRANSMITTER, v->s->offer[i]);
        sheet_add_card(sheet, &card->face);
        sheet_off(sheet);
        sheet_to(sheet, sheet_at(sheet, 30));
        for (int k = 0; k < card->dice_count; k++)
            text_addf(&sheet->line, "%s%d", k > 0 ? " " : "", card->dice[k]);
        sheet_to(sheet, sheet_at(sheet, 38));
        add_half(sheet, card, 0);
        sheet_add(sheet, "|");
        add_half(sheet, card, 1);
        sheet_to(sheet, sheet_at(sheet, 44));
        add_benefit(v, sheet, card);
        sheet->hang = sheet_at(sheet, 46);
        sheet_end(sheet);
    }
}

/* "T-A1[1 (2) 6]" with the covered costs in brackets, or "T-A1[online]". */
static void add_transmitter(const struct pulsar_view *v, struct sheet *sheet, int seat,
                            int transmitter)
{
    const struct pulsar_transmitter *card = &v->cards->transmitters[transmitter];
    sheet_thing(sheet, PUL_TRANSMITTER, transmitter);
    text_addf(&sheet->line, "%s[", card->face.id);
    if (seat_of(v, seat)->online >> (transmitter - 1) & 1)
        sheet_add_word(sheet, _("online"));
    for (int i = 0; i < card->dice_count && !(seat_of(v, seat)->online >> (transmitter - 1) & 1);
         i++) {
        bool covered = v->s->paid[transmitter - 1] >> i & 1;
        text_addf(&sheet->line, covered ? "%s(%d)" : "%s%d", i > 0 ? " " : "", card->dice[i]);
    }
    sheet_add(sheet, "]");
    sheet_off(sheet);
}

/* The end by which one is joined to the one before; of the first, the free one. */
static int end_towards(const struct pulsar_view *v, int transmitter, int before)
{
    assert(before == 0 || v->s->joined[transmitter - 1][0] == before ||
           v->s->joined[transmitter - 1][1] == before);
    return v->s->joined[transmitter - 1][1] == before;
}

/* From one end of an array to the other: "3-T-A1[online]=3=T-A5[4 (5)]-0". Returns its members. */
static uint64_t add_array(const struct pulsar_view *v, struct sheet *sheet, int seat, int first)
{
    uint64_t members = 0;
    int before = 0, transmitter = first;
    int end = end_towards(v, first, 0);
    if (v->s->joined[first - 1][0] == 0 && v->s->joined[first - 1][1] == 0)
        end = 0;
    while (true) {
        const uint8_t *ends = v->cards->transmitters[transmitter].ends;
        assert(!(members >> (transmitter - 1) & 1)); /* it began at an end, so there is another */
        members |= bit((unsigned)transmitter - 1);
        if (before == 0 && ends[end] != END_NONE)
            text_addf(&sheet->line, "%d-", ends[end]);
        add_transmitter(v, sheet, seat, transmitter);
        int next = v->s->joined[transmitter - 1][1 - end];
        if (next == 0) {
            if (ends[1 - end] != END_NONE)
                text_addf(&sheet->line, "-%d", ends[1 - end]);
            return members;
        }
        text_addf(&sheet->line, "=%d=", pulsar_link_die(v, transmitter, 1 - end));
        before = transmitter;
        transmitter = next;
        end = end_towards(v, transmitter, before);
    }
}

static void draw_arrays(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    uint64_t left = seat_of(v, seat)->transmitters;
    if (left == 0)
        return;
    text_addf(&sheet->line, "    %s: ", sheet_word(sheet, _("arrays")));
    for (uint64_t rest = left; rest != 0;) {
        unsigned i = bits_pop(&rest);
        bool inside = v->s->joined[i][0] != 0 && v->s->joined[i][1] != 0;
        if (inside || !(left >> i & 1))
            continue;
        left &= ~add_array(v, sheet, seat, (int)i + 1);
        sheet_add(sheet, "; ");
    }
    sheet->hang = 6;
    sheet_end_list(sheet);
}

/* ---- headquarters ---------------------------------------------------------------------------- */

/* "[ ]" open, "[-]" not yet, "[x]" done; with a gate run "[r]" not used, "[x]" used. */
static char project_sign(const struct pulsar_view *v, int seat, int place)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    unsigned needs = pulsar_project_needs[place];
    if (me->projects >> place & 1)
        return pulsar_unused_runs(v, seat) >> place & 1 ? 'r' : 'x';
    return (me->projects & needs) == needs ? ' ' : '-';
}

/* "b1[ ] 2 Calibration: 2[±]" */
static void add_project(const struct pulsar_view *v, struct sheet *sheet, int seat, int side,
                        int place)
{
    int id = 1 + (side - 1) * PROJECTS_OF_SIDE + place;
    const struct pulsar_project *project = &v->cards->projects[id];
    char sign = project_sign(v, seat, place);
    sheet_thing(sheet, PUL_PROJECT, id);
    sheet_hue(sheet, sign == 'x' || sign == 'r' ? HUE_GREEN : sign == '-' ? HUE_FAINT : HUE_NONE);
    text_addf(&sheet->line, "%s[%c] %d %s:", thing_token(v->rules, PUL_PROJECT_AT, place), sign,
              project->die, sheet_name(sheet, &project->face));
    sheet_off(sheet);
    sheet_off(sheet);
    sheet_add(sheet, " ");
    pulsar_add_program(v, sheet, project->benefit);
}

/* The rows of the pyramid, the bottom one first. */
static void draw_side(const struct pulsar_view *v, struct sheet *sheet, int seat, int side)
{
    static const uint8_t rows[] = {BASE_1, SECOND_1, THIRD_1, TOP, PROJECTS_OF_SIDE};
    sheet_add(sheet, "    ");
    sheet_thing(sheet, PUL_SIDE, side);
    sheet_add(sheet, v->cards->sides[side].face.id);
    sheet_off(sheet);
    for (int row = 0; row < 4; row++) {
        sheet_to(sheet, 8);
        for (int place = rows[row]; place < rows[row + 1]; place++) {
            sheet_add(sheet, place > rows[row] ? " | " : "");
            add_project(v, sheet, seat, side, place);
        }
        sheet->hang = 8;
        sheet_end(sheet);
    }
}

/* The side in use; while it is still to be chosen, both. */
static void draw_projects(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    for (int side = 1; side <= HEADQUARTERS; side++) {
        bool possible = me->board > 0 && v->cards->sides[side].board == me->board - 1;
        if (side == me->side || (me->side == 0 && possible))
            draw_side(v, sheet, seat, side);
    }
}

/* ---- patents and pulsars --------------------------------------------------------------------- */

static void add_patents(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    uint64_t patents = seat_of(v, seat)->patents;
    if (patents == 0)
        return;
    text_addf(&sheet->line, "%s: ", sheet_word(sheet, _("patents")));
    for (const char *between = ""; patents != 0; between = ", ")
        text_addf(&sheet->line, "%s%s", between, tech_at(v, (int)bits_pop(&patents))->face.id);
    sheet_add(sheet, "; ");
}

/* "N28 S spinning, N5 M, N70" */
static void add_pulsars(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    uint64_t claims = seat_of(v, seat)->claims;
    if (claims == 0)
        return;
    text_addf(&sheet->line, "%s: ", sheet_word(sheet, _("pulsars")));
    for (const char *between = ""; claims != 0; between = ", ") {
        unsigned pulsar = bits_pop(&claims);
        int ring = v->s->gyrodynes[pulsar];
        sheet_add(sheet, between);
        sheet_thing(sheet, PUL_LOCATION, map_of(v)->pulsars[pulsar + 1]);
        sheet_add(sheet, node_of(v, map_of(v)->pulsars[pulsar + 1])->face.id);
        sheet_off(sheet);
        if (ring >= RING_SPINNING)
            text_addf(&sheet->line, " %s %s", v->cards->gyrodynes[ring - RING_SPINNING].face.id,
                      sheet_word(sheet, _("spinning")));
        else if (ring != RING_NONE)
            text_addf(&sheet->line, " %s %s", v->cards->gyrodynes[ring - RING_UNFINISHED].face.id,
                      sheet_word(sheet, _("building")));
    }
    sheet_add(sheet, "; ");
}

static void draw_belongings(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    sheet_add(sheet, "  ");
    sheet_add_seat(sheet, seat);
    sheet_to(sheet, 4);
    add_pulsars(v, sheet, seat);
    add_patents(v, sheet, seat);
    sheet->hang = 6;
    sheet_end_list(sheet);
    draw_arrays(v, sheet, seat);
    draw_projects(v, sheet, seat);
}

/* ---- players --------------------------------------------------------------------------------- */

/* Columns of the table of players. */
enum {
    AT_POINTS = 6,
    AT_DICE = 11,
    AT_CUBES = 18,
    AT_TOKENS = 25,
    AT_RINGS = 36,
    AT_HAND = 43,
    AT_BUILDING = 54,
    AT_SPINNING = 65,
    AT_STATIONS = 77,
    AT_SHIP = 88,
};

/* The sizes one by one, "SSL"; "-" for none. */
static void add_sizes(const struct pulsar_view *v, struct sheet *sheet, const int counts[SIZES])
{
    bool any = false;
    for (int size = 0; size < SIZES; size++)
        for (int i = 0; i < counts[size]; i++) {
            sheet_add(sheet, v->cards->gyrodynes[size].face.id);
            any = true;
        }
    sheet_add(sheet, any ? "" : "-");
}

static void add_gyrodynes(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    int hand[SIZES], building[SIZES] = {0}, spinning[SIZES];
    pulsar_spinning_counts(v, seat, spinning);
    for (int size = 0; size < SIZES; size++)
        hand[size] = seat_of(v, seat)->hand[size];
    for (uint64_t claims = seat_of(v, seat)->claims; claims != 0;) {
        int ring = v->s->gyrodynes[bits_pop(&claims)];
        if (ring != RING_NONE && ring < RING_SPINNING)
            building[ring - RING_UNFINISHED]++;
    }
    sheet_to(sheet, sheet_at(sheet, AT_HAND));
    add_sizes(v, sheet, hand);
    sheet_to(sheet, sheet_at(sheet, AT_BUILDING));
    add_sizes(v, sheet, building);
    sheet_to(sheet, sheet_at(sheet, AT_SPINNING));
    add_sizes(v, sheet, spinning);
}

static void add_dice(struct sheet *sheet, const uint8_t dice[DICE_OF_SEAT])
{
    const char *between = "";
    for (int i = 0; i < DICE_OF_SEAT; i++) {
        if (dice[i] == 0)
            continue;
        sheet_add(sheet, between);
        sheet_thing(sheet, PUL_DIE, pulsar_die_of(DIE_SILVER, dice[i]));
        sheet_add_number(sheet, dice[i]);
        sheet_off(sheet);
        between = " ";
    }
    sheet_add(sheet, between[0] == '\0' ? "-" : "");
}

static void draw_seat(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    text_addf(&sheet->line, "%c ", v->s->turn == seat + 1 ? '*' : ' ');
    sheet_thing(sheet, THING_SEAT, seat);
    sheet_add_piece(sheet, seat);
    sheet_off(sheet);
    sheet_to(sheet, sheet_at(sheet, AT_POINTS));
    sheet_add_number(sheet, sheet->score.total[seat]);
    sheet_to(sheet, sheet_at(sheet, AT_DICE));
    add_dice(sheet, me->dice);
    sheet_to(sheet, sheet_at(sheet, AT_CUBES));
    sheet_add_number(sheet, me->cubes);
    sheet_to(sheet, sheet_at(sheet, AT_TOKENS));
    text_addf(&sheet->line, "%d   %d", me->tokens[PLUS_MINUS], me->tokens[PLUS_TWO]);
    sheet_to(sheet, sheet_at(sheet, AT_RINGS));
    sheet_add_number(sheet, pulsar_rings_left(v, seat));
    add_gyrodynes(v, sheet, seat);
    sheet_to(sheet, sheet_at(sheet, AT_STATIONS));
    sheet_add_number(sheet, pulsar_station_count(v, seat));
    if (me->extra_stations > 0)
        text_addf(&sheet->line, "+%d", me->extra_stations);
    sheet_to(sheet, sheet_at(sheet, AT_SHIP));
    if (me->ship != 0)
        sheet_add(sheet, node_of(v, me->ship)->face.id);
    sheet->hang = 6;
    sheet_end(sheet);
}

void pulsar_draw_players(const struct pulsar_view *v, struct sheet *sheet)
{
    static const struct sheet_heading headings[] = {{_("pts"), AT_POINTS},
                                                    {_("dice"), AT_DICE},
                                                    {_("cubes"), AT_CUBES},
                                                    {"[±] [+2]", AT_TOKENS},
                                                    {_("rings"), AT_RINGS},
                                                    {_("in hand"), AT_HAND},
                                                    {_("building"), AT_BUILDING},
                                                    {_("spinning"), AT_SPINNING},
                                                    {_("stations"), AT_STATIONS},
                                                    {_("ship"), AT_SHIP},
                                                    {NULL, 0}};
    sheet_add_title(sheet, _("PLAYERS"));
    sheet_end(sheet);
    sheet_add_headings(sheet, headings);
    sheet_end(sheet);
    for (int seat = 0; seat < players_of(v); seat++)
        draw_seat(v, sheet, seat);
}

void pulsar_draw_headquarters(const struct pulsar_view *v, struct sheet *sheet)
{
    sheet->hang = 1;
    sheet_add_title(sheet, _("HEADQUARTERS"));
    sheet_add(sheet, " ");
    sheet_add_word(sheet, _("(arrays: =5= link with its die, -2 free end, (2) covered cost; "
                            "projects: [ ] open, [-] not yet, [x] done, [r] gate run not used)"));
    sheet_end(sheet);
    for (int seat = 0; seat < players_of(v); seat++)
        draw_belongings(v, sheet, seat);
}
