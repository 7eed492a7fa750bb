/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: both sides of the star cluster, the gyrodynes and tokens, the dice board. */

#include "card_reading.h"
#include "routes.h"

#include <assert.h>

/* ---- locations ----------------------------------------------------------------------------- */

static const char *const kind_words[] = {"entry", "system", "pulsar", "isolated", "gate", NULL};
static const char *const colour_words[] = {"green", "magenta", "orange", NULL};

/* A percentage with up to two digits behind the point, in hundredths. */
static bool read_percent(struct table_reading *base, struct scan *value,
                         const struct table_key *key, void *at)
{
    struct span word = scan_word(value);
    int number = 0, digits = 0, after = -1;
    (void)base, (void)key;
    for (size_t i = 0; i < word.length && digits <= 5; i++) {
        char byte = word.at[i];
        if (byte == '.' && after < 0 && digits > 0) {
            after = 0;
            continue;
        }
        if (byte < '0' || byte > '9' || after == 2)
            return scan_expected(value, word, "0.00…100.00");
        number = 10 * number + (byte - '0');
        digits++;
        after += after >= 0;
    }
    if (digits == 0 || digits > 5 || after == 0)
        return scan_expected(value, word, "0.00…100.00");
    for (int i = after < 0 ? 0 : after; i < 2; i++)
        number *= 10;
    *(uint16_t *)at = (uint16_t)number;
    return number <= 10000 || scan_expected(value, word, "0.00…100.00");
}

/* The locations at the other ends may come later, so they are looked up in the end. */
static bool keep_segments(struct table_reading *base, struct scan *value,
                          const struct table_key *key, void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    const struct pulsar_node *node = at;
    (void)key;
    reading->segments[node - reading->cards->maps[reading->side].nodes] = *value;
    scan_rest(value);
    return true;
}

static const char percent_hint[] =
    _("a percentage from 0 to 100 with at most 2 digits after the point, for example 12.5");

#define AT(field) offsetof(struct pulsar_node, field)
static const struct table_key node_keys[] = {
    {"kind", REQUIRED, table_word, .offset = AT(kind), .words = kind_words, .min = NODE_ENTRY},
    {"colour", OPTIONAL, table_word, .offset = AT(colour), .words = colour_words, .min = GREEN},
    {"dead-end", OPTIONAL, table_flag, .offset = AT(dead_end)},
    {"x", REQUIRED, read_percent, .offset = AT(x), .value = VALUE_TEXT, .hint = percent_hint},
    {"y", REQUIRED, read_percent, .offset = AT(y), .value = VALUE_TEXT, .hint = percent_hint},
    {"segments", OPTIONAL, keep_segments, .offset = 0, .value = VALUE_TEXT,
     .hint = _("ids of the locations at the other ends")},
    {0},
};
#undef AT

static void *place_node(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    struct pulsar_map *map = &reading->cards->maps[reading->side];
    int number = table_next(card, &map->node_count, NODES);
    if (number < 0)
        return NULL;
    reading->segments[number + 1] = (struct scan){0};
    return &map->nodes[number + 1];
}

static bool check_node(struct table_reading *base, struct card *card, void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    const struct pulsar_node *node = at;
    const struct scan *segments =
        &reading->segments[node - reading->cards->maps[reading->side].nodes];
    if ((node->kind == NODE_GATE) != (node->colour != COLOUR_NONE))
        return card_problem(card, _("a gate has a colour, other locations have none"), NULL, NULL);
    if ((node->kind == NODE_ISOLATED) != (segments->problem == NULL))
        return card_problem(
            card, _("an isolated pulsar has no segments, other locations have some"), NULL, NULL);
    return !node->dead_end || node->kind == NODE_SYSTEM || node->kind == NODE_PULSAR ||
           card_problem(card, _("a dead end is a system or a pulsar on a route"), NULL, NULL);
}

const struct table_kind pulsar_node_kinds[] = {
    {"location", node_keys, place_node, 0, check_node},
    {0},
};

/* ---- segments ------------------------------------------------------------------------------ */

/* How many segments lead from one location to another, as they stand in the file. */
struct ends {
    uint8_t count[NODES + 1][NODES + 1];
};

static int find_node(const struct pulsar_map *map, struct span id)
{
    for (int i = 1; i <= map->node_count; i++)
        if (span_is(id, map->nodes[i].face.id))
            return i;
    return 0;
}

static bool read_ends(struct pulsar_reading *reading, int from, struct ends *ends)
{
    const struct pulsar_map *map = &reading->cards->maps[reading->side];
    struct scan value = reading->segments[from];
    int links = 0;
    do {
        struct span word = scan_word(&value);
        int to = find_node(map, word);
        if (to == 0)
            return scan_expected(&value, word, _("the id of a location"));
        if (to == from)
            return scan_problem(&value, word, _("a segment leads to another location"), NULL, NULL);
        if (++ends->count[from][to] > 2 || ++links > LINKS_MAX)
            return scan_problem(&value, word, _("there are too many segments here"), NULL, NULL);
    } while (scan_peek(&value).length > 0);
    return true;
}

/* A segment stands with both its ends. */
static bool check_ends(struct pulsar_reading *reading, const struct ends *ends)
{
    const struct pulsar_map *map = &reading->cards->maps[reading->side];
    for (int from = 1; from <= map->node_count; from++) {
        for (int to = 1; to <= map->node_count; to++) {
            struct scan *value = &reading->segments[from];
            if (ends->count[from][to] > ends->count[to][from])
                return scan_problem(value, value->text,
                                    _("{0} has more segments to {1} than {1} has to {0}"),
                                    map->nodes[from].face.id, map->nodes[to].face.id);
        }
    }
    return true;
}

static void add_link(struct pulsar_node *node, int to, int segment)
{
    assert(node->link_count < LINKS_MAX);
    node->links[node->link_count++] = (struct pulsar_link){(uint8_t)to, (uint8_t)segment};
}

/* Numbers the segments, the two of a double one next to each other. False if there are too many. */
static bool add_segments(struct pulsar_map *map, const struct ends *ends)
{
    for (int from = 1; from <= map->node_count; from++) {
        for (int to = from + 1; to <= map->node_count; to++) {
            int count = ends->count[from][to];
            if (map->segment_count + count > SEGMENTS)
                return false;
            for (int i = 0; i < count; i++) {
                int segment = ++map->segment_count;
                int twin = count == 2 ? segment + 1 - 2 * i : 0;
                map->segments[segment] =
                    (struct pulsar_segment){(uint8_t)from, (uint8_t)to, (uint8_t)twin};
                add_link(&map->nodes[from], to, segment);
                add_link(&map->nodes[to], from, segment);
            }
        }
    }
    return true;
}

static bool make_segments(struct pulsar_reading *reading, const char *file)
{
    struct pulsar_map *map = &reading->cards->maps[reading->side];
    struct ends ends = {0};
    for (int from = 1; from <= map->node_count; from++)
        if (map->nodes[from].kind != NODE_ISOLATED && !read_ends(reading, from, &ends))
            return false;
    return check_ends(reading, &ends) &&
           (add_segments(map, &ends) ||
            table_check_count(reading->base.problem, file, _("segments, at most"), SEGMENTS + 1,
                              SEGMENTS));
}

/* ---- the star cluster as a whole ------------------------------------------------------------- */

/* Systems, entries and pulsars get their numbers; isolated pulsars come after the others. */
static void number_nodes(struct pulsar_map *map)
{
    uint8_t systems = 0, entries = 0, pulsars = 0, isolated = ROUTE_PULSARS;
    for (uint8_t i = 1; i <= map->node_count; i++) {
        struct pulsar_node *node = &map->nodes[i];
        switch ((enum pulsar_node_kind)node->kind) {
        case NODE_SYSTEM:
            map->systems[node->number = ++systems] = i;
            break;
        case NODE_ENTRY:
            map->entries[node->number = ++entries] = i;
            break;
        case NODE_PULSAR:
            map->pulsars[node->number = ++pulsars] = i;
            break;
        case NODE_ISOLATED:
            map->pulsars[node->number = ++isolated] = i;
            break;
        case NODE_GATE: /* known by its location alone */
        case NODE_NONE:
        case NODE_KINDS:
            break;
        }
    }
}

/* Can a ship get from one entry to every location but entries and isolated pulsars? */
static bool is_connected(const struct pulsar_map *map)
{
    bool reached[NODES + 1] = {false};
    uint8_t waiting[NODES + 1];
    int count = 0;
    waiting[count++] = map->entries[1];
    while (count > 0) {
        const struct pulsar_node *node = &map->nodes[waiting[--count]];
        for (int i = 0; i < node->link_count; i++) {
            int to = node->links[i].to;
            if (reached[to])
                continue;
            reached[to] = true;
            waiting[count++] = (uint8_t)to;
        }
    }
    for (int i = 1; i <= map->node_count; i++)
        if (!reached[i] && map->nodes[i].kind != NODE_ISOLATED)
            return false;
    return true;
}

/* An entry is left by one segment; a ship never comes back to it. */
static bool check_entries(struct pulsar_reading *reading)
{
    const struct pulsar_map *map = &reading->cards->maps[reading->side];
    for (int i = 1; i <= NODE_ENTRIES; i++) {
        struct scan *value = &reading->segments[map->entries[i]];
        if (map->nodes[map->entries[i]].link_count != 1)
            return scan_problem(value, value->text, _("an entry has one segment"), NULL, NULL);
    }
    return true;
}

/* A location from which a die could not be flown, or NULL: the rules rely on a flight of every
 * length from everywhere. */
static const char *stuck_location(const struct pulsar_map *map)
{
    for (int i = 1; i <= map->node_count; i++)
        for (int length = 1; map->nodes[i].kind != NODE_ISOLATED && length <= FLIGHT_MAX; length++)
            if (!pulsar_trail_exists(map, i, length, (struct pulsar_segments){{0}},
                                     (struct pulsar_errand){0}))
                return map->nodes[i].face.id;
    return NULL;
}

bool pulsar_check_map(struct table_reading *base, const char *file)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    struct pulsar_map *map = &reading->cards->maps[reading->side];
    int kinds[NODE_KINDS] = {0}, dead_ends = 0;
    for (int i = 1; i <= map->node_count; i++) {
        kinds[map->nodes[i].kind]++;
        dead_ends += map->nodes[i].dead_end;
    }
    struct problem *problem = base->problem;
    if (!table_check_count(problem, file, _("entry gates"), kinds[NODE_ENTRY], NODE_ENTRIES) ||
        !table_check_count(problem, file, _("places for systems"), kinds[NODE_SYSTEM],
                           NODE_SYSTEMS) ||
        !table_check_count(problem, file, _("pulsars on routes"), kinds[NODE_PULSAR],
                           ROUTE_PULSARS) ||
        !table_check_count(problem, file, _("isolated pulsars"), kinds[NODE_ISOLATED],
                           NODE_PULSARS - ROUTE_PULSARS) ||
        !table_check_count(problem, file, _("dead ends"), dead_ends,
                           reading->side == SIDE_DEAD_ENDS ? 3 : 0) ||
        !make_segments(reading, file))
        return false;
    number_nodes(map);
    if (!check_entries(reading))
        return false;
    const char *wrong = NULL, *where = NULL;
    if (!is_connected(map))
        wrong = _("not every location can be reached from the entries");
    else if ((where = stuck_location(map)) != NULL)
        wrong = _("from {0} no flight of one of the lengths 1 to 9 is possible");
    if (wrong == NULL)
        return true;
    problem_set(problem, wrong, where, NULL, NULL);
    problem_place(problem, file, 0, 0);
    return false;
}

/* ---- gyrodynes, modifiers, rings ------------------------------------------------------------ */

static const char *const size_ids[] = {"S", "M", "L", NULL};
static const char *const modifier_ids[] = {"plus-minus", "plus-two", NULL};
static const char *const die_words[] = {"1", "2", "3", "4", "5", "6", NULL};

/* Die n is bit n. */
static bool read_dice(struct table_reading *base, struct scan *value, const struct table_key *key,
                      void *at)
{
    uint8_t *dice = at;
    if (!table_set(base, value, key, dice))
        return false;
    *dice = (uint8_t)(*dice << 1);
    return true;
}

#define AT(field) offsetof(struct pulsar_gyrodyne, field)
static const struct table_key gyrodyne_keys[] = {
    {"tiles", REQUIRED, table_number, .offset = AT(tiles), .min = 1, .max = 20},
    {"take", REQUIRED, table_number, .offset = AT(take), .min = 1, .max = 6},
    {"complete", REQUIRED, table_number, .offset = AT(complete), .min = 1, .max = 6},
    {"produces", REQUIRED, table_number, .offset = AT(produces), .max = 20},
    {"awards", REQUIRED, table_numbers, .offset = AT(awards), .min = 1, .max = 20, .count = 2},
    {0},
};
#undef AT

#define AT(field) offsetof(struct pulsar_modifier, field)
static const struct table_key modifier_keys[] = {
    {"dice", REQUIRED, read_dice, .offset = AT(dice), .words = die_words, .value = VALUE_SET},
    {"start", REQUIRED, table_number, .offset = AT(start), .max = 9},
    {0},
};
#undef AT

static const struct table_key ring_keys[] = {
    {"count", REQUIRED, table_number, .offset = offsetof(struct pulsar_cards, rings), .min = 1,
     .max = 6},
    {0},
};

static void *place_gyrodyne(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int size = table_known_id(card, size_ids);
    return size < 0 ? NULL : &reading->cards->gyrodynes[size];
}

static void *place_modifier(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int modifier = table_known_id(card, modifier_ids);
    return modifier < 0 ? NULL : &reading->cards->modifiers[modifier];
}

const struct table_kind pulsar_gyrodyne_kinds[] = {
    {"gyrodyne", gyrodyne_keys, place_gyrodyne, 0, NULL},
    {"modifier", modifier_keys, place_modifier, 0, NULL},
    {"rings", ring_keys, pulsar_place_shared, offsetof(struct pulsar_cards, rings_face), NULL},
    {0},
};

bool pulsar_check_gyrodynes(struct table_reading *base, const char *file)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    const struct pulsar_cards *cards = reading->cards;
    int gyrodynes = 0, tokens = 0;
    for (int i = 0; i < SIZES; i++)
        gyrodynes += cards->gyrodynes[i].face.id[0] != '\0';
    for (int i = 0; i < MODIFIERS; i++)
        tokens += cards->modifiers[i].face.id[0] != '\0';
    return table_check_count(base->problem, file, _("gyrodynes S, M, L"), gyrodynes, SIZES) &&
           table_check_count(base->problem, file, _("modifiers plus-minus, plus-two"), tokens,
                             MODIFIERS) &&
           table_check_count(base->problem, file, _("rings"), cards->rings > 0, 1);
}

/* ---- the dice board ------------------------------------------------------------------------- */

static const char *const player_ids[] = {"2", "3", "4", NULL};

/* A number for each counter on a track. */
static bool read_ranks(struct table_reading *base, struct scan *value, const struct table_key *key,
                       void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    struct table_key list = *key;
    list.count = reading->ranks;
    return table_numbers(base, value, &list, at);
}

static bool read_seats(struct table_reading *base, struct scan *value, const struct table_key *key,
                       void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    struct table_key list = *key;
    list.count = reading->seats;
    return table_numbers(base, value, &list, at);
}

static bool read_even(struct table_reading *base, struct scan *value, const struct table_key *key,
                      void *at)
{
    struct pulsar_players *players = at;
    (void)base;
    return pulsar_read_list(value, key, players->even_dice, &players->even_count);
}

#define AT(field) offsetof(struct pulsar_players, field)
static const struct table_key player_keys[] = {
    {"silver", REQUIRED, table_number, .offset = AT(silver), .min = 1, .max = SILVER_MAX},
    {"leftover", REQUIRED, table_number, .offset = AT(leftover), .min = 1, .max = 9},
    {"counters", REQUIRED, table_number, .offset = AT(counters), .min = 1, .max = 2},
    {"cubes", REQUIRED, read_ranks, .offset = AT(cubes), .max = 20, .value = VALUE_NUMBERS},
    {"points", OPTIONAL, read_ranks, .offset = AT(points), .max = 20, .value = VALUE_NUMBERS},
    {"initiative", REQUIRED, read_ranks, .offset = AT(initiative), .max = 20,
     .value = VALUE_NUMBERS},
    {"start-points", REQUIRED, read_seats, .offset = AT(start_points), .max = 20,
     .value = VALUE_NUMBERS},
    {"even-start", REQUIRED, read_even, .min = 1, .max = 6, .most = 6, .value = VALUE_NUMBERS},
    {0},
};
#undef AT

#define AT(field) offsetof(struct pulsar_cards, field)
static const struct table_key track_keys[] = {
    {"start", REQUIRED, table_number, .offset = AT(track_start), .min = 1, .max = TRACK_SPACES},
    {"loss", REQUIRED, table_numbers, .offset = AT(track_loss[1]), .max = 20,
     .count = TRACK_SPACES},
    {0},
};

static const struct table_key copy_keys[] = {
    {"cubes", REQUIRED, table_number, .offset = AT(copy_price), .min = 1, .max = 20},
    {0},
};

/* Two players have two counters on each track, more players have one. */
static void *place_players(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int number = table_known_id(card, player_ids);
    if (number < 0)
        return NULL;
    struct pulsar_players *players = &reading->cards->players[number];
    reading->seats = number + 2;
    reading->ranks = number == 0 ? 4 : reading->seats;
    players->ranks = (uint8_t)reading->ranks;
    return players;
}

static bool check_players(struct table_reading *base, struct card *card, void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    const struct pulsar_players *players = at;
    if (players->counters * reading->seats != players->ranks)
        return card_problem(card, _("2 players have 2 counters on each track, more players have 1"),
                            NULL, NULL);
    if (players->leftover + 2 * reading->seats != players->silver)
        return card_problem(card, _("every player takes 2 of the silver dice, the others are left"),
                            NULL, NULL);
    return players->even_count <= players->silver ||
           card_problem(card, _("more dice are set than there are"), NULL, NULL);
}

const struct table_kind pulsar_dice_board_kinds[] = {
    {"tracks", track_keys, pulsar_place_shared, AT(track_face), NULL},
    {"players", player_keys, place_players, 0, check_players},
    {"copy", copy_keys, pulsar_place_shared, AT(copy_face), NULL},
    {0},
};
#undef AT

bool pulsar_check_dice_board(struct table_reading *base, const char *file)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    const struct pulsar_cards *cards = reading->cards;
    int players = 0;
    for (int i = 0; i < 3; i++)
        players += cards->players[i].face.id[0] != '\0';
    return table_check_count(base->problem, file, _("sides of the dice board for 2, 3, 4"), players,
                             3) &&
           table_check_count(base->problem, file, _("tracks"), cards->track_start > 0, 1) &&
           table_check_count(base->problem, file, _("prices of a copied die"),
                             cards->copy_price > 0, 1);
}
