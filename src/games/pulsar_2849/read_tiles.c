/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the kinds of tiles: technologies, systems, exploration tiles, transmitters, projects
 * of headquarters, goals. Each has its table of keys; the comments at the beginning of the files in
 * data/pulsar_2849 say what they mean. */

#include "card_reading.h"
#include "card_words.h"

#include "base/bits.h"

#include <string.h>

static const char *const letter_words[] = {"A", "B", "C", "D", NULL};
_Static_assert(sizeof letter_words / sizeof letter_words[0] == LETTERS + 1, "one for each letter");

/* ---- technologies -------------------------------------------------------------------------- */

static const char *const board_ids[] = {"AI",  "AII",  "AIII", "BI",  "BII",  "BIII", "CI",
                                        "CII", "CIII", "DI",   "DII", "DIII", NULL};
static const char *const type_words[] = {"immediate", "permanent", "production", "final", NULL};
_Static_assert(ON_IMMEDIATE == 1 << TYPE_IMMEDIATE && ON_FINAL == 1 << TYPE_FINAL, "by the type");

/* Where the technologies of each category begin. */
static const uint8_t first_tech[CATEGORIES] = {0, 6, 12};

static bool read_bonus(struct table_reading *base, struct scan *value, const struct table_key *key,
                       void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    struct pulsar_board *board = at;
    int category = (int)(board - &reading->cards->boards[1]) % CATEGORIES;
    for (int i = 0; i < pulsar_first_row[category + 1] - pulsar_first_row[category]; i++) {
        bool is_median = span_is(scan_peek(value), "median");
        if (is_median)
            scan_word(value);
        else if (!table_need_number(value, key->min, key->max, &board->bonus[i]))
            return false;
        if (is_median)
            board->bonus[i] = BONUS_MEDIAN;
    }
    return true;
}

/* What may stand there depends on the type, which may come later. */
static bool keep_effect(struct table_reading *base, struct scan *value, const struct table_key *key,
                        void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    (void)key, (void)at;
    reading->effect = *value;
    scan_rest(value);
    return true;
}

static const struct table_key board_keys[] = {
    {"bonus", REQUIRED, read_bonus, .max = 9, .value = VALUE_TEXT,
     .hint = _("for each row of the board a number from 0 to 9, or median")},
    {0},
};

#define AT(field) offsetof(struct pulsar_tech, field)
static const struct table_key tech_keys[] = {
    {"row", REQUIRED, table_number, .offset = AT(row), .min = 1, .max = ROWS},
    {"cost", REQUIRED, table_number, .offset = AT(cost), .min = 1, .max = 6},
    {"icons", REQUIRED, table_number, .offset = AT(icons), .min = 1, .max = 2},
    {"type", REQUIRED, table_word, .offset = AT(type), .words = type_words},
    {"effect", REQUIRED, keep_effect, .offset = 0, .value = VALUE_EFFECT},
    {0},
};
#undef AT

static void *place_board(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int board = table_known_id(card, board_ids);
    if (board < 0)
        return NULL;
    reading->board = board;
    return &reading->cards->boards[board + 1];
}

/* Technologies stand one after another, all of a board below it. */
static void *place_tech(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int number = table_next(card, &reading->tech_count, TECHS);
    if (number < 0)
        return NULL;
    struct pulsar_tech *tech = &reading->cards->techs[number + 1];
    tech->letter = (uint8_t)(number / TECHS_IN_PLAY);
    tech->index = (uint8_t)(number % TECHS_IN_PLAY);
    tech->category = (uint8_t)((tech->index >= first_tech[1]) + (tech->index >= first_tech[2]));
    int board = tech->letter * CATEGORIES + tech->category;
    if (reading->cards->boards[board + 1].face.id[0] != '\0' && reading->board == board)
        return tech;
    card_problem(card, _("this technology belongs to board {0} and must be listed below it"),
                 board_ids[board], NULL);
    return NULL;
}

/* Rows of three, of two, and one alone. */
static bool check_tech(struct table_reading *base, struct card *card, void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    static const uint8_t rows[TECHS_IN_PLAY] = {1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8};
    struct pulsar_tech *tech = at;
    if (tech->row != rows[tech->index])
        return card_problem(card,
                            _("rows 1 and 2 have 3 technologies, rows 3 to 7 have 2, row 8 has 1"),
                            NULL, NULL);
    return pulsar_read_program_on(reading, &reading->effect, (enum pulsar_context)(1 << tech->type),
                                  &tech->effect);
}

const struct table_kind pulsar_tech_kinds[] = {
    {"board", board_keys, place_board, 0, NULL},
    {"technology", tech_keys, place_tech, 0, check_tech},
    {0},
};

bool pulsar_check_techs(struct table_reading *base, const char *file)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    return table_check_count(base->problem, file, _("technologies"), reading->tech_count, TECHS);
}

/* ---- systems ------------------------------------------------------------------------------- */

/* Which planets are closed with how many players. */
static const char *const planet_words[] = {"blue",        "blue-3+",    "blue-4", "lifeless",
                                           "lifeless-3+", "lifeless-4", NULL};
enum { FIRST_LIFELESS = 3 };

static bool read_planets(struct table_reading *base, struct scan *value,
                         const struct table_key *key, void *at)
{
    struct pulsar_system *system = at;
    (void)base;
    do {
        int word = 0;
        unsigned planet = 1u << system->planet_count;
        if (system->planet_count == key->most)
            return scan_done(value);
        if (!card_word_in(value, key->words, &word))
            return false;
        if (word < FIRST_LIFELESS)
            system->blue |= (uint8_t)planet;
        for (int i = word % FIRST_LIFELESS; i < 3; i++) /* from 2, 3 or 4 players on */
            system->open[i] |= (uint8_t)planet;
        system->planet_count++;
    } while (scan_peek(value).length > 0);
    return true;
}

static const struct table_key system_keys[] = {
    {"planets", REQUIRED, read_planets, .words = planet_words, .most = PLANETS,
     .value = VALUE_WORDS},
    {"bonus", REQUIRED, pulsar_read_program, .offset = offsetof(struct pulsar_system, bonus),
     .max = ON_SYSTEM},
    {0},
};

static void *place_system(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int number = table_next(card, &reading->cards->system_count, SYSTEMS_MAX);
    return number < 0 ? NULL : &reading->cards->systems[number + 1];
}

static bool check_system(struct table_reading *base, struct card *card, void *at)
{
    (void)base;
    const struct pulsar_system *system = at;
    return (system->open[0] & system->blue) != 0 ||
           card_problem(card, _("a blue planet must be open with any number of players"), NULL,
                        NULL);
}

const struct table_kind pulsar_system_kinds[] = {
    {"system", system_keys, place_system, 0, check_system},
    {0},
};

/* There is one for each system of the star cluster at least. */
bool pulsar_check_systems(struct table_reading *base, const char *file)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    return table_check_range(base->problem, file, _("planetary systems"),
                             reading->cards->system_count, NODE_SYSTEMS, SYSTEMS_MAX);
}

/* ---- exploration tiles --------------------------------------------------------------------- */

#define AT(field) offsetof(struct pulsar_tile, field)
static const struct table_key tile_keys[] = {
    {"count", REQUIRED, table_number, .offset = AT(count), .min = 1, .max = TILES_MAX},
    {"effect", REQUIRED, pulsar_read_program, .offset = AT(effect), .max = ON_TILE},
    {0},
};
#undef AT

static void *place_tile(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int number = table_next(card, &reading->cards->tile_count, TILE_KINDS_MAX);
    return number < 0 ? NULL : &reading->cards->tiles[number + 1];
}

const struct table_kind pulsar_tile_kinds[] = {
    {"tile", tile_keys, place_tile, 0, NULL},
    {0},
};

/* One seat may have all tiles with extra stations. */
bool pulsar_check_tiles(struct table_reading *base, const char *file)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    const struct pulsar_cards *cards = reading->cards;
    int count = 0, stations = 0;
    for (int i = 1; i <= cards->tile_count; i++) {
        const struct pulsar_tile *tile = &cards->tiles[i];
        const struct effect *row = effect_find(cards->rows, tile->effect, OP_STATIONS);
        count += tile->count;
        stations += row != NULL ? tile->count * row->a : 0;
    }
    return table_check_range(base->problem, file, _("exploration tiles"), count, 1, TILES_MAX) &&
           table_check_range(base->problem, file, _("extra stations of all exploration tiles"),
                             stations, 0, UINT8_MAX);
}

/* ---- transmitters -------------------------------------------------------------------------- */

static const char *const part_words[] = {"A", "B", "C", NULL};

/* Half dice at an end; the word before "0" is worth one less. */
static const char *const end_words[] = {"none", "0", "1", "2", "3", NULL};
_Static_assert((uint8_t)-1 == END_NONE, "none is the value before 0");

static bool read_dice(struct table_reading *base, struct scan *value, const struct table_key *key,
                      void *at)
{
    struct pulsar_transmitter *transmitter = at;
    (void)base;
    return pulsar_read_list(value, key, transmitter->dice, &transmitter->dice_count);
}

#define AT(field) offsetof(struct pulsar_transmitter, field)
static const struct table_key transmitter_keys[] = {
    {"letter", REQUIRED, table_word, .offset = AT(letter), .words = part_words},
    {"dice", REQUIRED, read_dice, .min = 1, .max = 6, .most = TRANSMITTER_DICE,
     .value = VALUE_NUMBERS},
    {"left", REQUIRED, table_word, .offset = AT(ends[0]), .words = end_words, .min = -1},
    {"right", REQUIRED, table_word, .offset = AT(ends[1]), .words = end_words, .min = -1},
    {"immediate", OPTIONAL, pulsar_read_program, .offset = AT(immediate), .max = ON_ONLINE},
    {"production", OPTIONAL, pulsar_read_program, .offset = AT(production), .max = ON_EVERY_ROUND},
    {0},
};
#undef AT

static void *place_transmitter(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int number = table_next(card, &reading->cards->transmitter_count, TRANSMITTERS_MAX);
    return number < 0 ? NULL : &reading->cards->transmitters[number + 1];
}

static bool check_transmitter(struct table_reading *base, struct card *card, void *at)
{
    (void)base;
    const struct pulsar_transmitter *transmitter = at;
    if (transmitter->ends[0] == END_NONE && transmitter->ends[1] == END_NONE)
        return card_problem(card, _("a transmitter can link at one end at least"), NULL, NULL);
    return table_check_order(card, transmitter[-1].letter, transmitter->letter);
}

const struct table_kind pulsar_transmitter_kinds[] = {
    {"transmitter", transmitter_keys, place_transmitter, 0, check_transmitter},
    {0},
};

/* As many of each letter as a game needs at least. */
bool pulsar_check_transmitters(struct table_reading *base, const char *file)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    static const char *const what[] = {
        _("transmitters of letter A"),
        _("transmitters of letter B"),
        _("transmitters of letter C"),
    };
    int found[TRANSMITTER_LETTERS] = {0};
    for (int i = 1; i <= reading->cards->transmitter_count; i++)
        found[reading->cards->transmitters[i].letter]++;
    for (int letter = 0; letter < TRANSMITTER_LETTERS; letter++)
        if (!table_check_range(base->problem, file, what[letter], found[letter],
                               TRANSMITTERS_OF_LETTER, TRANSMITTERS_MAX))
            return false;
    return true;
}

/* ---- headquarters -------------------------------------------------------------------------- */

static const char *const side_ids[] = {"A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", NULL};
static const char *const place_words[PROJECTS_OF_SIDE] = {"b1", "b2", "b3", "s1",
                                                          "s2", "t1", "t2", "top"};

static const struct table_key side_keys[] = {
    {"board", REQUIRED, table_word, .offset = offsetof(struct pulsar_side, board),
     .words = letter_words},
    {0},
};

#define AT(field) offsetof(struct pulsar_project, field)
static const struct table_key project_keys[] = {
    {"die", REQUIRED, table_number, .offset = AT(die), .min = 1, .max = 6},
    {"benefit", REQUIRED, pulsar_read_program, .offset = AT(benefit), .max = ON_PROJECT},
    {0},
};
#undef AT

static void *place_side(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int side = table_known_id(card, side_ids);
    return side < 0 ? NULL : &reading->cards->sides[side + 1];
}

static bool check_side(struct table_reading *base, struct card *card, void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    const struct pulsar_side *side = at;
    int board = (int)(side - &reading->cards->sides[1]) / 2;
    return side->board == board ||
           card_problem(card, _("side {0} is on board {1}"), card->face.id, letter_words[board]);
}

/* Projects stand in the order of their sides and places, so their number says which they are. */
static void *place_project(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int number = table_next(card, &reading->project_count, PROJECTS);
    if (number < 0)
        return NULL;
    struct text id = {0};
    text_addf(&id, "%s-%s", side_ids[number / PROJECTS_OF_SIDE],
              place_words[number % PROJECTS_OF_SIDE]);
    bool is_next = strcmp(card->face.id, text_string(&id)) == 0;
    if (!is_next)
        card_problem(card, _("project {0} must be here"), text_string(&id), NULL);
    text_free(&id);
    return is_next ? &reading->cards->projects[number + 1] : NULL;
}

const struct table_kind pulsar_headquarters_kinds[] = {
    {"headquarters", side_keys, place_side, 0, check_side},
    {"project", project_keys, place_project, 0, NULL},
    {0},
};

bool pulsar_check_headquarters(struct table_reading *base, const char *file)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int sides = 0;
    for (int i = 1; i <= HEADQUARTERS; i++)
        sides += reading->cards->sides[i].face.id[0] != '\0';
    return table_check_count(base->problem, file, _("sides of headquarters"), sides,
                             HEADQUARTERS) &&
           table_check_count(base->problem, file, _("projects of headquarters"),
                             reading->project_count, PROJECTS);
}

/* ---- goals and the final scoring ------------------------------------------------------------ */

/* "stations 9". */
static bool read_condition(struct table_reading *base, struct scan *value,
                           const struct table_key *key, void *at)
{
    struct pulsar_goal *goal = at;
    return table_word(base, value, key, &goal->noun) &&
           table_need_number(value, 1, 20, &goal->number);
}

static bool read_bonuses(struct table_reading *base, struct scan *value,
                         const struct table_key *key, void *at)
{
    struct pulsar_goal *goal = at;
    (void)base;
    return pulsar_read_list(value, key, goal->bonus, &goal->bonus_count);
}

#define AT(field) offsetof(struct pulsar_goal, field)
static const struct table_key goal_keys[] = {
    {"tile", REQUIRED, table_number, .offset = AT(tile), .min = 1, .max = GOAL_TILES_MAX},
    {"first-game", OPTIONAL, table_flag, .offset = AT(first_game)},
    {"condition", REQUIRED, read_condition, .words = pulsar_noun_words + 1, .min = 1,
     .value = VALUE_TEXT, .hint = _("what is counted, and how many are needed: stations 9")},
    {"points", REQUIRED, table_number, .offset = AT(points), .min = 1, .max = 30},
    {"bonus", REQUIRED, read_bonuses, .min = 1, .max = 20, .most = 2, .value = VALUE_NUMBERS},
    {0},
};
#undef AT

#define AT(field) offsetof(struct pulsar_cards, field)
static const struct table_key station_keys[] = {
    {"points", REQUIRED, table_numbers, .offset = AT(station_points), .max = 200,
     .count = STATION_STEPS},
    {"further", REQUIRED, table_number, .offset = AT(station_further), .max = 20},
    {0},
};

static const struct table_key leftover_keys[] = {
    {"pulsar", REQUIRED, table_number, .offset = AT(idle_points), .max = 20},
    {"gyrodyne", REQUIRED, table_number, .offset = AT(tile_points), .max = 20},
    {"cubes", REQUIRED, table_number, .offset = AT(cubes_per_point), .min = 1, .max = 20},
    {0},
};

static void *place_goal(struct table_reading *base, struct card *card)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    int number = table_next(card, &reading->cards->goal_count, GOALS_MAX);
    return number < 0 ? NULL : &reading->cards->goals[number + 1];
}

/* Two sides for each tile, one after another. A goal cannot be about goals. */
static bool check_goal(struct table_reading *base, struct card *card, void *at)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    const struct pulsar_goal *goal = at;
    if (goal->noun == NOUN_GOALS)
        return card_problem(card, _("a goal cannot count goals"), NULL, NULL);
    return goal->tile == 1 + (reading->cards->goal_count - 1) / 2 ||
           card_problem(card, _("each goal tile has two sides, listed one after the other"), NULL,
                        NULL);
}

const struct table_kind pulsar_goal_kinds[] = {
    {"goal", goal_keys, place_goal, 0, check_goal},
    {"stations", station_keys, pulsar_place_shared, AT(stations_face), NULL},
    {"leftovers", leftover_keys, pulsar_place_shared, AT(leftovers_face), NULL},
    {0},
};
#undef AT

/* The tiles with a goal that needs headquarters, as bits. */
static uint64_t tiles_about_projects(const struct pulsar_cards *cards)
{
    uint64_t tiles = 0;
    for (int i = 1; i <= cards->goal_count; i++)
        if (pulsar_is_about_projects(cards->goals[i].noun))
            tiles |= bit(cards->goals[i].tile);
    return tiles;
}

bool pulsar_check_goals(struct table_reading *base, const char *file)
{
    struct pulsar_reading *reading = pulsar_reading_of(base);
    const struct pulsar_cards *cards = reading->cards;
    int first = 0, tiles = 0;
    for (int i = 1; i <= reading->cards->goal_count; i++) {
        first += cards->goals[i].first_game;
        tiles |= cards->goals[i].first_game << cards->goals[i].tile;
    }
    int shared = (cards->stations_face.id[0] != '\0') + (cards->leftovers_face.id[0] != '\0');
    int last = cards->goals[cards->goal_count].tile;
    return table_check_count(base->problem, file, _("sides of goal tiles"), cards->goal_count,
                             2 * last) &&
           table_check_range(base->problem, file, _("goal tiles for a game without headquarters"),
                             last - bits_count(tiles_about_projects(cards)), 3, GOAL_TILES_MAX) &&
           table_check_count(base->problem, file, _("goals for a first game"), first, 3) &&
           table_check_count(base->problem, file, _("tiles of the goals for a first game"),
                             bits_count((uint64_t)tiles), 3) &&
           table_check_count(base->problem, file, _("tables of the final scoring"), shared, 2);
}
