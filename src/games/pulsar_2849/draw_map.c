/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the star cluster in plain text. Locations stand where they are on the board, with
 * lines along the segments; below it what a flight can reach, and the systems. No rules: it draws
 * what is there. */

#include "picture.h"

#include "things.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAP_ROWS = 38, /* at most; */
    MAP_ROWS_MIN = 18,
    LABEL_SIZE = 24, /* bytes; "S103:b1xl@1234" */
    NUMBER_SIZE = 7, /* of an id that are shown */
};

struct label {
    uint8_t location;
    uint8_t length;
    uint8_t row;
    int16_t at;
    char text[LABEL_SIZE];
};

/* A character of the map, and the location that it is part of, or 0. */
struct map_cell {
    char sign;
    uint8_t location;
};

struct canvas {
    struct map_cell cells[MAP_ROWS][DRAWING_WIDTH_MAX];
    int width, rows;
    int left, right, top, bottom; /* of the locations on the board */
    struct label labels[NODES + 1];
};

/* ---- labels ---------------------------------------------------------------------------------- */

static char kind_sign(const struct pulsar_node *node)
{
    static const char kinds[NODE_KINDS] = {' ', 'E', 'S', 'P', '*', '?'};
    static const char colours[] = {' ', 'g', 'm', 'o'};
    return node->kind == NODE_GATE ? colours[node->colour] : kinds[node->kind];
}

/* "g29" for N29, "S103" for D103, "S104!" for a dead end. */
static void write_place(const struct pulsar_node *node, char out[LABEL_SIZE])
{
    const char *number = node->face.id;
    while (isalpha((unsigned char)*number))
        number++;
    snprintf(out, LABEL_SIZE, "%c%.*s%s", kind_sign(node), NUMBER_SIZE,
             *number != '\0' ? number : node->face.id, node->dead_end ? "!" : "");
}

/* The planets of a system that is turned up: 1 a station, b free and blue, l lifeless, x closed. */
static void add_planets(const struct pulsar_view *v, int system, char *out)
{
    const struct pulsar_system *card = &v->cards->systems[v->s->systems[system]];
    unsigned open = card->open[players_of(v) - 2];
    char *end = out + strlen(out);
    for (int planet = 0; planet < card->planet_count; planet++) {
        int station = v->s->planets[system][planet];
        char empty = card->blue >> planet & 1 ? 'b' : 'l';
        *end++ = (char)(station != 0 ? '0' + station : open >> planet & 1 ? empty : 'x');
    }
    *end = '\0';
}

/* Who claimed a pulsar, 0 nobody. */
static int claimant(const struct pulsar_view *v, int pulsar)
{
    for (int seat = 0; seat < players_of(v); seat++)
        if (seat_of(v, seat)->claims >> pulsar & 1)
            return seat + 1;
    return 0;
}

/* "2", "2s" with a gyrodyne under construction, "2S" with a spinning one. */
static void add_ring(const struct pulsar_view *v, int pulsar, char *out)
{
    static const char rings[RINGS + 1] = " smlSML";
    char *end = out + strlen(out);
    *end++ = (char)('0' + claimant(v, pulsar));
    if (v->s->gyrodynes[pulsar] != RING_NONE)
        *end++ = rings[v->s->gyrodynes[pulsar]];
    *end = '\0';
}

static void add_ships(const struct pulsar_view *v, int location, char *out)
{
    const char *before = "@";
    for (int seat = 0; seat < players_of(v); seat++) {
        if (seat_of(v, seat)->ship != location)
            continue;
        sprintf(out + strlen(out), "%s%d", before, seat + 1);
        before = "";
    }
}

static void write_label(const struct pulsar_view *v, int location, char out[LABEL_SIZE])
{
    const struct pulsar_node *node = node_of(v, location);
    write_place(node, out);
    if (node->kind == NODE_SYSTEM && v->s->systems[node->number - 1] != 0) {
        strcat(out, ":");
        add_planets(v, node->number - 1, out);
    }
    bool is_pulsar = node->kind == NODE_PULSAR || node->kind == NODE_ISOLATED;
    if (is_pulsar && claimant(v, node->number - 1) != 0) {
        strcat(out, ":");
        add_ring(v, node->number - 1, out);
    }
    add_ships(v, location, out);
    assert(strlen(out) < LABEL_SIZE);
}

/* ---- the map --------------------------------------------------------------------------------- */

/* A map as wide as the sheet, and in its proportion unless it is to be lower. */
static void size_up(struct canvas *canvas, const struct drawing *drawing)
{
    int rows = MAP_ROWS;
    if (drawing->height > 0 && drawing->height < rows)
        rows = drawing->height > MAP_ROWS_MIN ? drawing->height : MAP_ROWS_MIN;
    canvas->width = drawing->width < SHEET_WIDTH + SHEET_WIDTH / 4 ? drawing->width
                                                                   : SHEET_WIDTH + SHEET_WIDTH / 4;
    canvas->rows = rows;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < canvas->width; column++)
            canvas->cells[row][column] = (struct map_cell){' ', 0};
}

static void measure(struct canvas *canvas, const struct pulsar_map *map)
{
    canvas->left = canvas->right = map->nodes[1].x;
    canvas->top = canvas->bottom = map->nodes[1].y;
    for (int i = 2; i <= map->node_count; i++) {
        int x = map->nodes[i].x, y = map->nodes[i].y;
        canvas->left = x < canvas->left ? x : canvas->left;
        canvas->right = x > canvas->right ? x : canvas->right;
        canvas->top = y < canvas->top ? y : canvas->top;
        canvas->bottom = y > canvas->bottom ? y : canvas->bottom;
    }
}

/* `value` of `whole`, on a scale from 0 to `last`. */
static int scaled(int value, int whole, int last)
{
    assert(value >= 0 && value <= whole);
    return whole == 0 ? 0 : (2 * value * last + whole) / (2 * whole);
}

static int column_of(const struct canvas *canvas, const struct pulsar_node *node)
{
    return 1 + scaled(node->x - canvas->left, canvas->right - canvas->left, canvas->width - 6);
}

static int row_of(const struct canvas *canvas, const struct pulsar_node *node)
{
    return scaled(node->y - canvas->top, canvas->bottom - canvas->top, canvas->rows - 1);
}

/* The sign for a line of that slope; double segments have their own. */
static char line_sign(int across, int down, bool twin)
{
    if (twin)
        return '=';
    if (3 * abs(down) < abs(across))
        return '-';
    if (2 * abs(across) < abs(down))
        return '|';
    return (across < 0) == (down < 0) ? '\\' : '/';
}

static void draw_segment(struct canvas *canvas, const struct pulsar_map *map,
                         const struct pulsar_segment *segment)
{
    const struct pulsar_node *from = &map->nodes[segment->from], *to = &map->nodes[segment->to];
    int x = column_of(canvas, from), y = row_of(canvas, from);
    int across = column_of(canvas, to) - x, down = row_of(canvas, to) - y;
    int steps = abs(across) > abs(down) ? abs(across) : abs(down);
    char sign = line_sign(across, down, segment->twin != 0);
    for (int i = 1; i < steps; i++) {
        int right = across < 0 ? -scaled(i, steps, -across) : scaled(i, steps, across);
        int lower = down < 0 ? -scaled(i, steps, -down) : scaled(i, steps, down);
        assert(y + lower >= 0 && y + lower < canvas->rows);
        assert(x + right >= 0 && x + right < canvas->width);
        canvas->cells[y + lower][x + right].sign = sign;
    }
}

/* Labels of a row stand apart: each is pushed to the right of the one before, and all back from the
 * right edge. */
static void spread_row(struct canvas *canvas, struct label **labels, int count)
{
    int edge = 0;
    for (int i = 0; i < count; i++) {
        labels[i]->at = (int16_t)(labels[i]->at > edge ? labels[i]->at : edge);
        edge = labels[i]->at + labels[i]->length + 1;
    }
    edge = canvas->width;
    for (int i = count - 1; i >= 0; i--) {
        int last = edge - labels[i]->length;
        labels[i]->at = (int16_t)(labels[i]->at < last ? labels[i]->at : last > 0 ? last : 0);
        edge = labels[i]->at - 1;
    }
    for (int i = 0; i < count; i++) {
        struct map_cell *cells = &canvas->cells[labels[i]->row][labels[i]->at];
        assert(labels[i]->at >= 0 && labels[i]->at + labels[i]->length <= canvas->width);
        for (int k = 0; k < labels[i]->length; k++)
            cells[k] = (struct map_cell){labels[i]->text[k], labels[i]->location};
    }
}

/* The labels of a row from left to right; returns their number. */
static int labels_of_row(struct canvas *canvas, int nodes, int row, struct label **found)
{
    int count = 0;
    for (int i = 1; i <= nodes; i++) {
        struct label *label = &canvas->labels[i];
        int at = count;
        if (label->row != row)
            continue;
        for (; at > 0 && found[at - 1]->at > label->at; at--)
            found[at] = found[at - 1];
        found[at] = label;
        count++;
    }
    return count;
}

/* Labels that do not fit into their row say less. */
static void shorten_row(const struct canvas *canvas, const struct pulsar_view *v,
                        struct label **labels, int count)
{
    int room = canvas->width;
    for (int i = 0; i < count; i++)
        room -= labels[i]->length + 1;
    for (int i = 0; room < 0 && i < count; i++) {
        write_place(node_of(v, labels[i]->location), labels[i]->text);
        labels[i]->length = (uint8_t)strlen(labels[i]->text);
    }
}

static void draw_labels(struct canvas *canvas, const struct pulsar_view *v)
{
    struct label *found[NODES];
    const struct pulsar_map *map = map_of(v);
    for (int i = 1; i <= map->node_count; i++) {
        struct label *label = &canvas->labels[i];
        write_label(v, i, label->text);
        label->location = (uint8_t)i;
        label->length = (uint8_t)strlen(label->text);
        label->row = (uint8_t)row_of(canvas, &map->nodes[i]);
        label->at = (int16_t)(column_of(canvas, &map->nodes[i]) - 1);
    }
    for (int row = 0; row < canvas->rows; row++) {
        int count = labels_of_row(canvas, map->node_count, row, found);
        shorten_row(canvas, v, found, count);
        spread_row(canvas, found, count);
    }
}

/* ---- the map on the sheet -------------------------------------------------------------------- */

static enum hue hue_of_location(const struct pulsar_node *node)
{
    static const enum hue gates[] = {HUE_NONE, HUE_GREEN, HUE_MAGENTA, HUE_ORANGE};
    static const enum hue kinds[NODE_KINDS] = {
        [NODE_SYSTEM] = HUE_BLUE, [NODE_PULSAR] = HUE_YELLOW, [NODE_ISOLATED] = HUE_YELLOW};
    return node->kind == NODE_GATE ? gates[node->colour] : kinds[node->kind];
}

/* A connecting line, in Unicode where that is possible. */
static void add_line(struct sheet *sheet, char sign)
{
    static const char signs[] = "-|/\\=";
    static const char *const lines[] = {"─", "│", "╱", "╲", "═"};
    const char *at = sign != '\0' ? strchr(signs, sign) : NULL;
    char text[2] = {sign, '\0'};
    if (sign == ' ')
        sheet_add(sheet, " ");
    else
        sheet_add_hued(sheet, HUE_FAINT,
                       at != NULL && sheet->drawing->unicode ? lines[at - signs] : text);
}

/* A label: its location, then its planets, its owner, the ships that are there. */
static void add_label(const struct pulsar_view *v, struct sheet *sheet,
                      const struct map_cell *cells, int length)
{
    bool ships = false, details = false;
    sheet_thing(sheet, PUL_LOCATION, cells[0].location);
    sheet_hue(sheet, hue_of_location(node_of(v, cells[0].location)));
    for (int i = 0; i < length; i++) {
        char text[2] = {cells[i].sign, '\0'};
        details = details || text[0] == ':';
        ships = ships || text[0] == '@';
        if ((ships || details) && text[0] >= '1' && text[0] <= '4')
            sheet_add_seat(sheet, text[0] - '1');
        else if (ships && sheet->drawing->unicode && i + 1 < length)
            sheet_add_hued(sheet, (enum hue)(HUE_SEAT + (cells[i + 1].sign - '1') % SEATS_MAX),
                           seat_shapes[(cells[i + 1].sign - '1') % SEATS_MAX]);
        else
            sheet_add(sheet, text);
    }
    sheet_off(sheet);
    sheet_off(sheet);
}

static void add_map_row(const struct pulsar_view *v, struct sheet *sheet,
                        const struct map_cell *cells, int width)
{
    for (int column = 0; column < width;) {
        int end = column + 1;
        while (end < width && cells[end].location == cells[column].location)
            end++;
        if (cells[column].location != 0)
            add_label(v, sheet, &cells[column], end - column);
        for (int i = column; cells[column].location == 0 && i < end; i++)
            add_line(sheet, cells[i].sign);
        column = end;
    }
    sheet_end(sheet);
}

static void draw_legend(const struct pulsar_view *v, struct sheet *sheet)
{
    const struct pulsar_node *first = node_of(v, 1);
    char place[LABEL_SIZE];
    write_place(first, place);
    sheet->hang = 1;
    sheet_add_title(sheet, _("STAR CLUSTER"));
    sheet_add(sheet, "  ");
    phrase_write_with(&sheet->line, sheet->language,
                      _("g m o gates (green, magenta, orange), S system, P pulsar, * isolated "
                        "pulsar, E entry; {0}1 ship of player 1"),
                      sheet->drawing->unicode ? seat_shapes[0] : "@", NULL, NULL);
    sheet_add(sheet, "; ");
    sheet_add_word(sheet, _("S3:b1x planets: b free and blue, l free and lifeless, 1 station of "
                            "player 1, x closed; P5:2s claimed by 2, with a gyrodyne s m l under "
                            "construction, S M L spinning"));
    if (sheet->rules->setup.options[OPTION_CLUSTER] == SIDE_DEAD_ENDS)
        text_addf(
            &sheet->line, "; %s",
            sheet_word(sheet, _("= double segment, ! dead end: explore for a station or claim")));
    sheet_add(sheet, "; ");
    phrase_write_with(&sheet->line, sheet->language, _("type {0} for {1}"), first->face.id, place,
                      NULL);
    sheet_end(sheet);
}

void pulsar_draw_cluster(const struct pulsar_view *v, struct sheet *sheet)
{
    const struct pulsar_map *map = map_of(v);
    struct canvas canvas;
    size_up(&canvas, sheet->drawing);
    measure(&canvas, map);
    for (int i = 1; i <= map->segment_count; i++)
        draw_segment(&canvas, map, &map->segments[i]);
    draw_labels(&canvas, v);
    for (int row = 0; row < canvas.rows; row++)
        add_map_row(v, sheet, canvas.cells[row], canvas.width);
    draw_legend(v, sheet);
}

/* ---- flights --------------------------------------------------------------------------------- */

static void add_place(const struct pulsar_view *v, struct sheet *sheet, const char *before,
                      int location)
{
    char place[LABEL_SIZE];
    write_place(node_of(v, location), place);
    sheet_add(sheet, before);
    sheet_thing(sheet, PUL_LOCATION, location);
    sheet_add_hued(sheet, hue_of_location(node_of(v, location)), place);
    sheet_off(sheet);
}

/* "S30?" face down, "S30+" with a free blue planet, "S30" with a free lifeless one. */
static void add_system_target(const struct pulsar_view *v, struct sheet *sheet, int seat,
                              int system)
{
    bool hidden = v->s->systems[system] == 0;
    unsigned blue = v->cards->systems[v->s->systems[system]].blue;
    unsigned open = hidden ? 1 : pulsar_free_planets(v, system);
    if (open == 0 || pulsar_has_station(v, seat, system))
        return;
    add_place(v, sheet, " ", map_of(v)->systems[system + 1]);
    sheet_add(sheet, hidden ? "?" : open & blue ? "+" : "");
}

/* Where a flight is of some use if it ends there. */
static void add_targets(const struct pulsar_view *v, struct sheet *sheet, int seat,
                        uint64_t systems, uint64_t pulsars)
{
    while (systems != 0)
        add_system_target(v, sheet, seat, (int)bits_pop(&systems));
    pulsars &= pulsar_rings_left(v, seat) > 0 ? ~(uint64_t)pulsar_claimed_pulsars(v) : 0;
    while (pulsars != 0)
        add_place(v, sheet, " ", map_of(v)->pulsars[bits_pop(&pulsars) + 1]);
}

/* Where the flight can go next, and where it can then end. */
static void draw_ways(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    const struct pulsar_state *s = v->s;
    uint8_t next[LINKS_MAX], path[PATH_MAX];
    struct pulsar_errand errand = pulsar_errand_of(v, seat, s->flight_scope);
    int count =
        pulsar_next_locations(map_of(v), s->path, s->flight_at, s->flight_length, errand, next);
    memcpy(path, s->path, sizeof path);
    for (int i = 0; i < count; i++) {
        path[s->flight_at + 1] = next[i];
        struct pulsar_flight_ends ends = pulsar_ends_of_path(map_of(v), path, s->flight_at + 1);
        add_place(v, sheet, " ", next[i]);
        sheet_add(sheet, ":");
        add_targets(v, sheet, seat, ends.systems[s->flight_length], ends.pulsars[s->flight_length]);
        sheet->hang = 4;
        sheet_end(sheet);
    }
}

/* What the flight must do or is paid for. */
static void add_errands(const struct pulsar_view *v, struct sheet *sheet)
{
    static const char *const colours[] = {"", _("green"), _("magenta"), _("orange")};
    static const char *const scopes[] = {
        [SCOPE_NONE] = "",
        [SCOPE_GREEN] = _("it must visit a green gate"),
        [SCOPE_MAGENTA] = _("it must visit a magenta gate"),
        [SCOPE_ORANGE] = _("it must visit an orange gate"),
        [SCOPE_CLAIM] = _("it must claim a pulsar"),
    };
    const struct pulsar_state *s = v->s;
    if (s->flight_run != 0)
        text_addf(&sheet->line, "; %s: %s", sheet_word(sheet, _("gate run")),
                  sheet_word(sheet, colours[s->flight_colour]));
    if (s->flight_scope != SCOPE_NONE)
        text_addf(&sheet->line, "; %s", sheet_word(sheet, scopes[s->flight_scope]));
}

/* The flight under way: where it led so far, and where it can lead. */
static void draw_path(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    const struct pulsar_state *s = v->s;
    sheet->hang = 1;
    sheet_add_phrase(sheet, _("FLIGHT of {0} {0|segment|segments}: "), s->flight_length, 0);
    for (int i = 0; i <= s->flight_at; i++)
        add_place(v, sheet, i > 0 ? " > " : "", s->path[i]);
    sheet_add_phrase(sheet, _("; {0} left"), s->flight_length - s->flight_at, 0);
    add_errands(v, sheet);
    if (s->flight_at < s->flight_length)
        text_addf(&sheet->line, "; %s", sheet_word(sheet, _("next, and where it can then end:")));
    sheet_end(sheet);
    if (s->flight_at < s->flight_length)
        draw_ways(v, sheet, seat);
}

/* Where flights of each length can end. */
static void draw_reach(const struct pulsar_view *v, struct sheet *sheet, int seat)
{
    const struct pulsar_map *map = map_of(v);
    int ship = seat_of(v, seat)->ship;
    sheet->hang = 1;
    sheet_add_phrase(sheet, _("WITHIN REACH of player {0}"), seat + 1, 0);
    add_place(v, sheet, " (", ship);
    sheet_add(sheet, "; ");
    sheet_add_word(sheet, _("? face down, + with a free blue planet"));
    sheet_add(sheet, ")");
    sheet_end(sheet);
    for (int length = 1; length < FLIGHT_MAX; length++) {
        text_addf(&sheet->line, " %d:", length);
        sheet->hang = 4;
        add_targets(v, sheet, seat, map->system_ends[ship][length], map->pulsar_ends[ship][length]);
        sheet_end(sheet);
    }
}

void pulsar_draw_flight(const struct pulsar_view *v, struct sheet *sheet)
{
    int seat = pulsar_looking_seat(v, sheet);
    if (seat == NOBODY || v->s->round == 0)
        return;
    if (v->s->flight_length != 0)
        draw_path(v, sheet, seat);
    else
        draw_reach(v, sheet, seat);
}

/* ---- systems --------------------------------------------------------------------------------- */

/* "N30 Delphi b1: gyrodyne S, 1[±]" */
static void add_system(const struct pulsar_view *v, struct sheet *sheet, int system)
{
    const struct pulsar_system *card = &v->cards->systems[v->s->systems[system]];
    char planets[LABEL_SIZE] = "";
    add_planets(v, system, planets);
    sheet_thing(sheet, PUL_LOCATION, map_of(v)->systems[system + 1]);
    sheet_thing(sheet, PUL_SYSTEM, v->s->systems[system]);
    text_addf(&sheet->line, "%s %s", node_of(v, map_of(v)->systems[system + 1])->face.id,
              sheet_name(sheet, &card->face));
    sheet_off(sheet);
    sheet_off(sheet);
    text_addf(&sheet->line, " %s: ", planets);
    pulsar_add_program(v, sheet, card->bonus);
}

static void draw_facedown(const struct pulsar_view *v, struct sheet *sheet)
{
    sheet_add(sheet, " ");
    sheet_add_word(sheet, _("face down:"));
    for (int system = 0; system < NODE_SYSTEMS; system++)
        if (v->s->systems[system] == 0)
            text_addf(&sheet->line, " %s", node_of(v, map_of(v)->systems[system + 1])->face.id);
    sheet->hang = 3;
    sheet_end(sheet);
}

void pulsar_draw_systems(const struct pulsar_view *v, struct sheet *sheet)
{
    int up = 0;
    sheet_add_title(sheet, _("SYSTEMS"));
    sheet_add(sheet, " ");
    sheet_add_word(sheet, _("(location, name, planets: bonus for ending on a blue planet)"));
    sheet->hang = 1;
    sheet_end(sheet);
    for (int system = 0; system < NODE_SYSTEMS; system++) {
        if (v->s->systems[system] == 0)
            continue;
        sheet_to(sheet, up % 2 == 0 ? 1 : sheet->drawing->width / 2u);
        add_system(v, sheet, system);
        sheet->hang = 3;
        if (up++ % 2 == 1)
            sheet_end(sheet);
    }
    sheet_end(sheet);
    if (up < NODE_SYSTEMS)
        draw_facedown(v, sheet);
}
