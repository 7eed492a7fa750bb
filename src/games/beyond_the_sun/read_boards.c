/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: faction mats, the Technology board and both sides of the Exploration board. */

#include "card_reading.h"
#include "card_words.h"

#include "base/bits.h"

#include <assert.h>
#include <string.h>

/* ---- factions ------------------------------------------------------------------------------ */

enum { SUPPLY = 17 }; /* cubes in the columns at the start */

static const char *const innovation_ids[] = {
    [INNOVATION_NONE] = "",
    [INNOVATION_TRADE] = "UN-A",
    [INNOVATION_CHEAP_TRADE] = "UN-B",
    [INNOVATION_BETTER_SHIP] = "NO-A",
    [INNOVATION_LAST_DISC] = "NO-B",
    [INNOVATION_LEVEL_THREE] = "DC-A",
    [INNOVATION_BUILD_DEEP] = "DC-B",
    [INNOVATION_EMPTY_COLUMN] = "MR-A",
    [INNOVATION_CHEAP_COLONY] = "MR-B",
    NULL,
};

static bool read_innovations(struct table_reading *base, struct scan *value,
                             const struct table_key *key, void *at)
{
    uint8_t *innovations = at;
    return table_word(base, value, key, &innovations[0]) &&
           table_word(base, value, key, &innovations[1]);
}

#define AT(field) offsetof(struct bts_faction, field)
#define MAT(side)                                                                                  \
    {"columns", REQUIRED, table_numbers,   .offset = AT(side.columns),                             \
     .min = 1,  .max = 9, .count = COLUMNS},                                                       \
        {"food",       REQUIRED,  table_numbers, .offset = AT(side.food_symbols),                  \
         .max = DISCS, .count = 5},                                                                \
    {                                                                                              \
        "ore", REQUIRED, table_numbers, .offset = AT(side.ore_symbols), .max = DISCS, .count = 5   \
    }

static const struct table_key basic_entries[] = {
    MAT(basic),
    {"two-players", REQUIRED, table_flag, .offset = AT(with_two)},
    {"shift", OPTIONAL, table_number, .offset = AT(extra_shift), .min = 1, .max = SUPPLY},
    {"more-ore", OPTIONAL, table_number, .offset = AT(extra_ore), .min = 1, .max = 20},
    {"ship-level", OPTIONAL, table_number, .offset = AT(ship_level), .min = 1, .max = 4},
    {"deep-ship", OPTIONAL, table_flag, .offset = AT(deep_ship)},
    {0},
};

static const struct table_key advanced_entries[] = {
    MAT(advanced),
    {"innovations", REQUIRED, read_innovations, .offset = AT(advanced.innovations),
     .words = innovation_ids + 1, .ids_of = "innovation", .min = 1, .count = 2,
     .value = VALUE_WORDS},
    {0},
};
#undef AT

static void *place_basic(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int number = table_next(card, &reading->faction_count, FACTIONS);
    if (number < 0)
        return NULL;
    struct bts_faction *faction = &reading->cards->factions[number + 1];
    faction->ship_level = 1;
    return faction;
}

static void *place_advanced(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    for (int i = 1; i <= reading->faction_count; i++)
        if (strcmp(reading->cards->factions[i].basic.face.id, card->face.id) == 0)
            return &reading->cards->factions[i];
    card_problem(card, _("there is no basic mat \"{0}\" before this one"), card->face.id, NULL);
    return NULL;
}

static bool symbols_rise(const uint8_t symbols[5])
{
    bool rise = symbols[0] == 0;
    for (int i = 1; i < 5; i++)
        rise = rise && symbols[i] > symbols[i - 1];
    return rise;
}

static bool check_mat(struct card *card, const struct bts_mat *mat)
{
    int cubes = 0;
    for (int i = 0; i < COLUMNS; i++)
        cubes += mat->columns[i];
    if (cubes != SUPPLY)
        return card_problem(card, _("the columns must hold 17 cubes together"), NULL, NULL);
    return (symbols_rise(mat->food_symbols) && symbols_rise(mat->ore_symbols)) ||
           card_problem(card, _("the symbols of a track begin at 0 and rise"), NULL, NULL);
}

static bool check_basic_mat(struct table_reading *base, struct card *card, void *at)
{
    (void)base;
    return check_mat(card, &((const struct bts_faction *)at)->basic);
}

static bool check_advanced_mat(struct table_reading *base, struct card *card, void *at)
{
    (void)base;
    return check_mat(card, &((const struct bts_faction *)at)->advanced);
}

/* ---- innovations --------------------------------------------------------------------------- */

#define AT(field) offsetof(struct bts_innovation, field)
static const struct table_key innovation_entries[] = {
    {"number", OPTIONAL, table_number, .offset = AT(number), .min = 1, .max = 20},
    {"second", OPTIONAL, table_number, .offset = AT(second), .min = 1, .max = 20},
    {"effect", OPTIONAL, bts_read_program, .offset = AT(program), .max = ON_BONUS},
    {0},
};
#undef AT

/* What an innovation must have: a number for its condition, a second one, an effect. */
static const struct needs {
    bool number, second, effect;
} needs[] = {
    [INNOVATION_TRADE] = {true, false, true},
    [INNOVATION_CHEAP_TRADE] = {true, true, false},
    [INNOVATION_BETTER_SHIP] = {true, true, false},
    [INNOVATION_LAST_DISC] = {false, false, true},
    [INNOVATION_LEVEL_THREE] = {true, false, true},
    [INNOVATION_BUILD_DEEP] = {true, false, false},
    [INNOVATION_EMPTY_COLUMN] = {true, false, true},
    [INNOVATION_CHEAP_COLONY] = {true, true, false},
};

static void *place_innovation(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int innovation = table_known_id(card, innovation_ids + 1);
    return innovation < 0 ? NULL : &reading->cards->innovations[innovation + 1];
}

static bool check_innovation(struct table_reading *base, struct card *card, void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    const struct bts_innovation *innovation = at;
    const struct needs *need = &needs[innovation - reading->cards->innovations];
    const struct {
        const char *key;
        bool needed, there;
    } keys[] = {
        {"number", need->number, innovation->number > 0},
        {"second", need->second, innovation->second > 0},
        {"effect", need->effect, innovation->program.count > 0},
    };
    for (int i = 0; i < 3; i++) {
        if (keys[i].needed && !keys[i].there)
            return table_lacks(card, keys[i].key);
        if (!keys[i].needed && keys[i].there)
            return card_problem(card, _("the card \"{0}\" cannot have the key \"{1}\""),
                                card->face.id, keys[i].key);
    }
    return true;
}

/* ---- what all mats share ------------------------------------------------------------------- */

#define AT(field) offsetof(struct bts_cards, field)
static const struct table_key automation_entries[] = {
    {"points", REQUIRED, table_numbers, .offset = AT(automation_points), .max = 20,
     .count = AUTOMATION_LEVELS},
    {"further", REQUIRED, table_number, .offset = AT(automation_further), .max = 20},
    {0},
};

static const struct table_key ore_entries[] = {
    {"players-2", REQUIRED, table_numbers, .offset = AT(start_ore[0]), .max = 20, .count = 2},
    {"players-3", REQUIRED, table_numbers, .offset = AT(start_ore[1]), .max = 20, .count = 3},
    {"players-4", REQUIRED, table_numbers, .offset = AT(start_ore[2]), .max = 20, .count = 4},
    {0},
};

static const struct table_key trade_entries[] = {
    {"ore", REQUIRED, table_number, .offset = AT(trade_price), .min = 1, .max = 20},
    {0},
};

static void *place_shared(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    (void)card;
    return reading->cards;
}

const struct table_kind bts_faction_kinds[] = {
    {"basic", basic_entries, place_basic, offsetof(struct bts_faction, basic.face),
     check_basic_mat},
    {"advanced", advanced_entries, place_advanced, offsetof(struct bts_faction, advanced.face),
     check_advanced_mat},
    {"innovation", innovation_entries, place_innovation, 0, check_innovation},
    {"automation", automation_entries, place_shared, AT(automation_face), NULL},
    {"start-ore", ore_entries, place_shared, AT(ore_face), NULL},
    {"trade", trade_entries, place_shared, AT(trade_face), NULL},
    {0},
};
#undef AT

bool bts_check_factions(struct table_reading *base, const char *file)
{
    struct bts_reading *reading = bts_reading_of(base);
    const struct bts_cards *cards = reading->cards;
    int advanced = 0, innovations = 0, with_two = 0;
    for (int i = 1; i <= FACTIONS; i++) {
        advanced += cards->factions[i].advanced.face.id[0] != '\0';
        with_two += cards->factions[i].with_two;
    }
    for (int i = 1; i <= INNOVATION_CHEAP_COLONY; i++)
        innovations += cards->innovations[i].face.id[0] != '\0';
    int shared = (cards->automation_face.id[0] != '\0') + (cards->ore_face.id[0] != '\0') +
                 (cards->trade_face.id[0] != '\0');
    return table_check_count(base->problem, file, _("basic mats of factions"),
                             reading->faction_count, FACTIONS) &&
           table_check_count(base->problem, file, _("advanced mats of factions"), advanced,
                             FACTIONS) &&
           table_check_count(base->problem, file, _("innovations UN-A to MR-B"), innovations,
                             INNOVATION_CHEAP_COLONY) &&
           table_check_count(base->problem, file,
                             _("cards for all mats: automation, start-ore, trade"), shared, 3) &&
           (with_two >= 2 ||
            table_check_count(base->problem, file, _("factions for two players"), with_two, 2));
}

/* ---- the Technology board ------------------------------------------------------------------ */

/* Slots of the level below, which stand before this one. */
static bool read_prerequisites(struct table_reading *base, struct scan *value,
                               const struct table_key *key, void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    struct bts_slot *slot = at;
    (void)key;
    do {
        struct span word = scan_word(value);
        int found = -1;
        for (int i = 0; i < reading->slot_count - 1; i++)
            if (span_is(word, reading->cards->slots[i].face.id))
                found = i;
        if (found < 0)
            return scan_expected(value, word, _("the id of a slot above"));
        if (slot->prerequisites >> found & 1)
            return scan_problem(value, word, _("this appears twice"), NULL, NULL);
        slot->prerequisites |= (uint32_t)1 << found;
    } while (scan_peek(value).length > 0);
    return true;
}

/* "2 2 3" with 2, 3 and 4 players, or "unlimited". */
static bool read_row_spaces(struct table_reading *base, struct scan *value,
                            const struct table_key *key, void *at)
{
    if (!span_is(scan_peek(value), "unlimited"))
        return table_numbers(base, value, key, at);
    scan_word(value);
    return true;
}

#define AT(field) offsetof(struct bts_slot, field)
static const struct table_key slot_entries[] = {
    {"level", REQUIRED, table_word, .offset = AT(level), .words = bts_level_words + 1, .min = 1},
    {"after", OPTIONAL, read_prerequisites, .offset = 0, .value = VALUE_TEXT,
     .hint = _("ids of slots that are listed above this one")},
    {"need", OPTIONAL, table_number, .offset = AT(need), .min = 1, .max = 4},
    {"x", REQUIRED, table_number, .offset = AT(x), .max = 100},
    {"y", REQUIRED, table_number, .offset = AT(y), .max = 100},
    {0},
};
#undef AT

#define AT(field) offsetof(struct bts_basic, field)
static const struct table_key row_entries[] = {
    {"action", REQUIRED, bts_read_program, .offset = AT(action), .max = ON_ACTION},
    {"spaces", REQUIRED, read_row_spaces, .offset = AT(spaces), .min = 1, .max = 4, .count = 3,
     .value = VALUE_TEXT,
     .hint = _("the spaces with 2, 3 and 4 players, for example 2 2 3; or unlimited")},
    {"dearer", OPTIONAL, table_numbers, .offset = AT(surcharge), .max = 4, .count = 3},
    {"x", REQUIRED, table_number, .offset = AT(x), .max = 100},
    {"y", REQUIRED, table_number, .offset = AT(y), .max = 100},
    {0},
};
#undef AT

static void *place_slot(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int number = table_next(card, &reading->slot_count, SLOTS);
    return number < 0 ? NULL : &reading->cards->slots[number];
}

static void *place_row(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int number = table_next(card, &reading->basic_count, BASIC_ROWS);
    return number < 0 ? NULL : &reading->cards->basics[number];
}

static bool check_slot(struct table_reading *base, struct card *card, void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    const struct bts_slot *slot = at;
    if (slot != reading->cards->slots && !table_check_order(card, slot[-1].level, slot->level))
        return false;
    int count = bits_count(slot->prerequisites);
    if ((slot->level == 1) != (count == 0))
        return card_problem(card, _("slots of level I come after none, all others after some"),
                            NULL, NULL);
    if (slot->need > count || (slot->need == 0 && count > 0))
        return card_problem(card, _("the slot needs between one and all of those before it"), NULL,
                            NULL);
    for (uint64_t before = slot->prerequisites; before != 0;)
        if (reading->cards->slots[bits_pop(&before)].level != slot->level - 1)
            return card_problem(card, _("a slot comes after slots of the level below"), NULL, NULL);
    return true;
}

/* Can everybody take the action at any time? It asks for nothing, and ore always changes something.
 */
static bool is_always_possible(const struct bts_cards *cards, struct program action)
{
    bool brings_ore = false;
    for (int i = action.start; i < action.start + action.count; i++) {
        if (cards->rows[i].op != OP_ORE && cards->rows[i].op != OP_GROW)
            return false;
        brings_ore = brings_ore || cards->rows[i].op == OP_ORE;
    }
    return brings_ore;
}

/* The rules know this many spaces of each row at most; only the last row has no limit. */
static bool check_row(struct table_reading *base, struct card *card, void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    static const uint8_t most[BASIC_ROWS] = {3, 4, 2, 0};
    const struct bts_basic *row = at;
    int number = (int)(row - reading->cards->basics);
    for (int i = 0; i < 3; i++) {
        if (row->spaces[i] > most[number] || (row->spaces[i] == 0) != (most[number] == 0))
            return card_problem(
                card, _("the rows have at most 3, 4, 2 spaces; the last is unlimited"), NULL, NULL);
        if (row->surcharge[i] > row->spaces[i])
            return card_problem(card, _("more spaces cost extra than there are"), NULL, NULL);
    }
    if (number == BASIC_ROWS - 1)
        reading->cards->last_row_always_works = is_always_possible(reading->cards, row->action);
    return true;
}

const struct table_kind bts_slot_kinds[] = {
    {"slot", slot_entries, place_slot, 0, check_slot},
    {"row", row_entries, place_row, 0, check_row},
    {0},
};

bool bts_check_slots(struct table_reading *base, const char *file)
{
    struct bts_reading *reading = bts_reading_of(base);
    static const char *const what[] = {
        "",
        _("slots of level I"),
        _("slots of level II"),
        _("slots of level III"),
        _("slots of level IIII"),
    };
    static const int wanted[] = {0, 4, 6, 6, 4};
    int found[5] = {0};
    for (int i = 0; i < reading->slot_count; i++)
        found[reading->cards->slots[i].level]++;
    for (int level = 1; level <= 4; level++)
        if (!table_check_count(base->problem, file, what[level], found[level], wanted[level]))
            return false;
    return table_check_count(base->problem, file, _("rows of Basic Spacefaring"),
                             reading->basic_count, BASIC_ROWS);
}

/* ---- the Exploration board ----------------------------------------------------------------- */

const char *const bts_place_ids[] = {
    [SOL] = "SOL", [A1] = "A1", [A2] = "A2", [Y1] = "Y1",   [Y2] = "Y2",
    [Y3] = "Y3",   [B1] = "B1", [B2] = "B2", [DEEP] = "DS", NULL,
};

/* What kind a place is, by its letter. */
static const uint8_t place_kinds[] = {
    [SOL] = KIND_SOL, [A1] = KIND_A, [A2] = KIND_A, [Y1] = KIND_YARD,   [Y2] = KIND_YARD,
    [Y3] = KIND_YARD, [B1] = KIND_B, [B2] = KIND_B, [DEEP] = KIND_DEEP,
};

static const char *const kind_words[] = {
    [KIND_NONE] = "",
    [KIND_SOL] = "sol",
    [KIND_DEEP] = "deep-space",
    [KIND_YARD] = "shipyard",
    [KIND_A] = "A",
    [KIND_B] = "B",
    NULL,
};

static bool read_edges(struct table_reading *base, struct scan *value, const struct table_key *key,
                       void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    struct bts_place *place = at;
    reading->edges[place - reading->cards->maps[reading->map]] = *value;
    do {
        struct span word = scan_peek(value);
        int next = 0;
        if (!card_word_in(value, key->words, &next))
            return false;
        if (place->edges >> next & 1)
            return scan_problem(value, word, _("this appears twice"), NULL, NULL);
        place->edges |= (uint16_t)(1u << next);
    } while (scan_peek(value).length > 0);
    return true;
}

#define AT(field) offsetof(struct bts_place, field)
static const struct table_key place_entries[] = {
    {"kind", REQUIRED, table_word, .offset = AT(kind), .words = kind_words + 1, .min = 1},
    {"specialty", OPTIONAL, table_set, .offset = AT(specialty), .words = bts_specialty_words},
    {"x", REQUIRED, table_number, .offset = AT(x), .max = 100},
    {"y", REQUIRED, table_number, .offset = AT(y), .max = 100},
    {"edges", REQUIRED, read_edges, .words = bts_place_ids, .ids_of = "place", .value = VALUE_SET},
    {0},
};
#undef AT

static void *place_place(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int place = table_known_id(card, bts_place_ids);
    return place < 0 ? NULL : &reading->cards->maps[reading->map][place];
}

static bool check_place(struct table_reading *base, struct card *card, void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    const struct bts_place *place = at;
    long number = place - reading->cards->maps[reading->map];
    if (place->kind != place_kinds[number])
        return card_problem(card, _("the place {0} is of the kind {1}"), card->face.id,
                            kind_words[place_kinds[number]]);
    if (place->edges >> number & 1)
        return card_problem(card, _("a place cannot have an edge to itself"), NULL, NULL);
    return (place->kind == KIND_YARD) == (place->specialty != 0) ||
           card_problem(card, _("a shipyard has a specialty, other places have none"), NULL, NULL);
}

const struct table_kind bts_place_kinds[] = {
    {"place", place_entries, place_place, 0, check_place},
    {0},
};

/* An edge leads both ways. */
static bool check_edges(struct bts_reading *reading)
{
    const struct bts_place *places = reading->cards->maps[reading->map];
    for (int from = 0; from < ROGUE; from++) {
        for (uint64_t edges = places[from].edges; edges != 0;) {
            int to = (int)bits_pop(&edges);
            struct scan *value = &reading->edges[from];
            if (places[to].kind == KIND_NONE)
                return scan_problem(value, value->text, _("there is no place {0} on this side"),
                                    bts_place_ids[to], NULL);
            if ((places[to].edges >> from & 1) == 0)
                return scan_problem(value, value->text,
                                    _("{0} has an edge to {1}, but {1} has none to {0}"),
                                    bts_place_ids[from], bts_place_ids[to]);
        }
    }
    return true;
}

/* Can a ship get from Sol to every place? */
static bool is_connected(const struct bts_place *places)
{
    unsigned reached = 1u << SOL, before = 0, all = 0;
    for (int i = 0; i < ROGUE; i++)
        all |= (unsigned)(places[i].kind != KIND_NONE) << i;
    while (reached != before) {
        before = reached;
        for (int i = 0; i < ROGUE; i++)
            if (reached >> i & 1)
                reached |= places[i].edges;
    }
    return reached == all;
}

bool bts_check_places(struct table_reading *base, const char *file)
{
    struct bts_reading *reading = bts_reading_of(base);
    const struct bts_place *places = reading->cards->maps[reading->map];
    int kinds[KIND_B + 1] = {0};
    for (int i = 0; i < ROGUE; i++)
        kinds[places[i].kind]++;
    if (!check_edges(reading))
        return false;
    bool fine =
        table_check_count(base->problem, file, _("places: Sol"), kinds[KIND_SOL], 1) &&
        table_check_count(base->problem, file, _("places: Deep Space"), kinds[KIND_DEEP], 1) &&
        table_check_count(base->problem, file, _("places for systems of deck A"), kinds[KIND_A],
                          reading->map == 0 ? 1 : 2) &&
        table_check_count(base->problem, file, _("places for systems of deck B"), kinds[KIND_B], 2);
    if (fine && kinds[KIND_YARD] == 0)
        return table_check_count(base->problem, file, _("places: shipyards"), 0, 1);
    if (!fine || is_connected(places))
        return fine;
    problem_set(base->problem, _("not every place can be reached from Sol"), NULL, NULL, NULL);
    problem_place(base->problem, file, 0, 0);
    return false;
}
