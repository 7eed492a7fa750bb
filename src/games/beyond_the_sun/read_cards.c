/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the kinds of cards: powers, guilds, technologies, events, systems, achievements.
 * Each has its table of keys; the comments at the beginning of the files in data/beyond_the_sun say
 * what they mean. */

#include "card_reading.h"
#include "card_words.h"

#include "base/bits.h"

#include <assert.h>
#include <string.h>

static const char *const power_ids[] = {"W1", "W2", "W3", "W4",  "W5",  "W6",
                                        "W7", "W8", "W9", "W10", "W11", NULL};
_Static_assert(sizeof power_ids / sizeof power_ids[0] == POWER_COUNT, "one for each power");

static const char *const deck_words[] = {"A", "B", NULL};
static const char *const type_words[] = {"scientific", "economic", "military", "commercial", NULL};
const char *const bts_specialty_words[] = {"food", "ore", NULL};

/* Specialties are bits 1 and 2, so a set of them is what table_set makes. */
_Static_assert(1 << 0 == DISC_FOOD && 1 << 1 == DISC_ORE, "a specialty is a set of discs");

/* ---- powers -------------------------------------------------------------------------------- */

static const char *const replaced_words[] = {
    [REPLACES_OUTPOSTS] = "outposts", [REPLACES_ACHIEVEMENTS] = "achievements", NULL};

#define AT(field) offsetof(struct bts_power, field)
static const struct table_key power_entries[] = {
    {"effect", OPTIONAL, bts_read_program, .offset = AT(program), .max = ON_ANYTIME},
    {"times", OPTIONAL, table_number, .offset = AT(times), .min = 1, .max = 20},
    {"replaces", OPTIONAL, table_word, .offset = AT(replaces), .words = replaced_words},
    {0},
};
#undef AT

static void *place_power(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int power = table_known_id(card, power_ids);
    return power < 0 ? NULL : &reading->cards->powers[power + 1];
}

/* Two powers are always written as effects, and W7 may be; the others are rules of their own. */
static bool check_power(struct table_reading *base, struct card *card, void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    const struct bts_power *power = at;
    long number = power - reading->cards->powers;
    bool runs = number == POWER_BLACK_MARKET || number == POWER_ASSIMILATION;
    if (runs && power->program.count == 0)
        return table_lacks(card, "effect");
    if (power->replaces != REPLACES_OUTPOSTS && number != POWER_REPLACE_DISCS)
        return card_problem(card, _("only the power W8 replaces discs"), NULL, NULL);
    return runs || number == POWER_HEADQUARTERS || power->program.count == 0 ||
           card_problem(card, _("this power is a rule in itself, without an effect"), NULL, NULL);
}

const struct table_kind bts_power_kinds[] = {
    {"power", power_entries, place_power, 0, check_power},
    {0},
};

bool bts_check_powers(struct table_reading *base, const char *file)
{
    struct bts_reading *reading = bts_reading_of(base);
    int count = 0;
    for (int i = 1; i < POWER_COUNT; i++)
        count += reading->cards->powers[i].face.id[0] != '\0';
    return table_check_count(base->problem, file, _("powers W1 to W11"), count, POWER_COUNT - 1);
}

/* ---- guilds -------------------------------------------------------------------------------- */

#define AT(field) offsetof(struct bts_guild, field)
static const struct table_key guild_entries[] = {
    {"action", REQUIRED, bts_read_program, .offset = AT(action), .max = ON_ACTION},
    {"x", REQUIRED, table_number, .offset = AT(x), .min = 0, .max = 100},
    {"y", REQUIRED, table_number, .offset = AT(y), .min = 0, .max = 100},
    {0},
};
#undef AT

static void *place_guild(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int guild = table_known_id(card, bts_guild_ids + 1);
    return guild < 0 ? NULL : &reading->cards->guilds[guild + 1];
}

const struct table_kind bts_guild_kinds[] = {
    {"guild", guild_entries, place_guild, 0, NULL},
    {0},
};

bool bts_check_guilds(struct table_reading *base, const char *file)
{
    struct bts_reading *reading = bts_reading_of(base);
    int count = 0;
    for (int i = 1; i <= GUILDS; i++)
        count += reading->cards->guilds[i].face.id[0] != '\0';
    return table_check_count(base->problem, file, _("guilds GU-1 to GU-4"), count, GUILDS);
}

/* ---- technologies -------------------------------------------------------------------------- */

static bool same_rows(const struct bts_cards *cards, struct program one, struct program other)
{
    const struct effect *rows = cards->rows;
    return one.count == other.count &&
           memcmp(&rows[one.start], &rows[other.start], one.count * sizeof rows[0]) == 0;
}

/* Two spaces with the same action share its rows. */
static bool read_space(struct table_reading *base, struct scan *value, const struct table_key *key,
                       void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    struct bts_tech *tech = at;
    if (tech->space_count == 2)
        return scan_problem(value, scan_peek(value), _("a technology has at most 2 action spaces"),
                            NULL, NULL);
    if (!bts_read_program(base, value, key, &tech->spaces[tech->space_count++]))
        return false;
    if (tech->space_count == 2 && same_rows(reading->cards, tech->spaces[0], tech->spaces[1]))
        tech->spaces[1] = tech->spaces[0];
    return true;
}

/* "6" or "6 + 1 per controlled-location up to 4". */
static bool read_points(struct table_reading *base, struct scan *value, const struct table_key *key,
                        void *at)
{
    struct bts_tech *tech = at;
    int noun = 0;
    (void)base;
    if (!table_need_number(value, key->min, key->max, &tech->points))
        return false;
    if (scan_peek(value).length == 0)
        return true;
    if (!table_need_word(value, "+") || !table_need_word(value, "1") ||
        !table_need_word(value, "per") || !card_word_in(value, key->words, &noun))
        return false;
    tech->points_noun = (uint8_t)(noun + 1);
    return table_need_word(value, "up") && table_need_word(value, "to") &&
           table_need_number(value, 1, 20, &tech->points_max);
}

#define AT(field) offsetof(struct bts_tech, field)
static const struct table_key tech_entries[] = {
    {"level", REQUIRED, table_word, .offset = AT(level), .words = bts_level_words + 1, .min = 1},
    {"types", REQUIRED, table_set, .offset = AT(left), .words = type_words, .most = 2},
    {"hands-on", OPTIONAL, table_word, .offset = AT(right), .words = type_words},
    {"immediate", OPTIONAL, bts_read_program, .offset = AT(immediate), .max = ON_IMMEDIATE},
    {"space", REPEATED, read_space, .max = ON_SPACE, .value = VALUE_EFFECT},
    {"power", OPTIONAL, table_word, .offset = AT(power), .words = power_ids, .ids_of = "power",
     .min = 1},
    {"points", OPTIONAL, read_points, .min = 1, .max = 20, .words = bts_noun_words + 1,
     .value = VALUE_TEXT,
     .hint = _("a number from 1 to 20, for example 6; or 6 + 1 per controlled-location up to 4")},
    {0},
};
#undef AT

static void *place_tech(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int number = table_next(card, &reading->cards->tech_count, TECHS_MAX);
    if (number < 0)
        return NULL;
    reading->cards->techs[number + 1].right = TYPES;
    return &reading->cards->techs[number + 1];
}

/* A type to hand on below level IIII, points of its own there. */
static bool check_tech(struct table_reading *base, struct card *card, void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    struct bts_tech *tech = at;
    bool is_last = tech->level == 4;
    if (!table_check_order(card, tech[-1].level, tech->level))
        return false;
    if (is_last && tech->points == 0)
        return table_lacks(card, "points");
    if (!is_last && tech->right == TYPES)
        return table_lacks(card, "hands-on");
    if (is_last ? tech->right != TYPES : tech->points != 0)
        return card_problem(card,
                            _("below level IIII a technology has the key hands-on, at level IIII "
                              "the key points"),
                            NULL, NULL);
    if (!is_last && program_has(reading->cards, tech->immediate, OP_AGAIN))
        return card_problem(card, _("only a technology of level IIII may repeat others"), NULL,
                            NULL);
    if (!is_last)
        tech->points = tech->level;
    return true;
}

const struct table_kind bts_tech_kinds[] = {
    {"technology", tech_entries, place_tech, 0, check_tech},
    {0},
};

/* There is one for each slot at least. */
bool bts_check_techs(struct table_reading *base, const char *file)
{
    struct bts_reading *reading = bts_reading_of(base);
    static const char *const what[] = {
        "",
        _("technologies of level I"),
        _("technologies of level II"),
        _("technologies of level III"),
        _("technologies of level IIII"),
    };
    static const int slots[] = {0, 4, 6, 6, 4};
    int found[5] = {0};
    for (int i = 1; i <= reading->cards->tech_count; i++)
        found[reading->cards->techs[i].level]++;
    for (int level = 1; level <= 4; level++)
        if (!table_check_range(base->problem, file, what[level], found[level], slots[level],
                               DECK_MAX))
            return false;
    return true;
}

/* ---- events -------------------------------------------------------------------------------- */

/* "deep-space-power 3 1": who has most scores 3, several who are tied 1 each. */
static bool read_award(struct table_reading *base, struct scan *value, const struct table_key *key,
                       void *at)
{
    struct bts_event *event = at;
    return table_word(base, value, key, &event->award) &&
           table_need_number(value, 1, 20, &event->award_first) &&
           table_need_number(value, 0, 20, &event->award_tied);
}

static const char *const event_levels[] = {"II", "III", NULL};

#define AT(field) offsetof(struct bts_event, field)
static const struct table_key event_entries[] = {
    {"level", REQUIRED, table_word, .offset = AT(level), .words = event_levels, .min = 2},
    {"light", OPTIONAL, table_flag, .offset = AT(light)},
    {"resolve", OPTIONAL, bts_read_program, .offset = AT(resolve), .max = ON_EVENT},
    {"stays", OPTIONAL, table_flag, .offset = AT(stays)},
    {"award", OPTIONAL, read_award, .words = bts_measure_words + 1, .min = 1, .value = VALUE_TEXT,
     .hint = _("what is compared, the points for most of it, and the points for each player tied "
               "for most: deep-space-power 3 1")},
    {"points", OPTIONAL, table_number, .offset = AT(points), .min = 1, .max = 20},
    {"ship-points", OPTIONAL, table_numbers, .offset = AT(bank_points), .max = 20, .count = 4},
    {"action", OPTIONAL, bts_read_program, .offset = AT(action), .max = ON_LAID_CARD},
    {0},
};
#undef AT

static void *place_event(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int number = table_next(card, &reading->cards->event_count, EVENT_CARDS_MAX);
    return number < 0 ? NULL : &reading->cards->events[number + 1];
}

/* What has a part in the final scoring or an action space must stay in play. */
static bool check_event(struct table_reading *base, struct card *card, void *at)
{
    struct bts_reading *reading = bts_reading_of(base);
    struct bts_event *event = at;
    if (!table_check_order(card, event[-1].level, event->level))
        return false;
    if (event->resolve.count == 0 && event->award == MEASURE_NONE)
        return table_lacks(card, "resolve");
    bool banks = program_has(reading->cards, event->resolve, OP_BANK);
    bool lays = program_has(reading->cards, event->resolve, OP_DYSON);
    bool is_held = program_has(reading->cards, event->resolve, OP_FORTIFY) ||
                   program_has(reading->cards, event->resolve, OP_RELIEVE);
    if (lays != (event->action.count > 0))
        return card_problem(card, _("a system on the event and an action on it go together"), NULL,
                            NULL);
    if (banks != (event->bank_points[3] > 0))
        return card_problem(card, _("ships on the event and points for them go together"), NULL,
                            NULL);
    if (event->points > 0 && !is_held)
        return card_problem(card, _("no one holds this event, so no one can score its points"),
                            NULL, NULL);
    bool lasts = banks || lays || is_held || event->award != MEASURE_NONE ||
                 program_has(reading->cards, event->resolve, OP_ADD_SYSTEM);
    return event->stays == lasts ||
           card_problem(card,
                        lasts ? _("this event must stay in play") : _("this event cannot stay"),
                        NULL, NULL);
}

const struct table_kind bts_event_kinds[] = {
    {"event", event_entries, place_event, 0, check_event},
    {0},
};

/* Each slot has one at least, and one is left over: a discovery that finds no card uses up an event
 * more. */
bool bts_check_events(struct table_reading *base, const char *file)
{
    enum { SLOTS_OF_LEVEL = EVENT_SLOTS / 2 };
    struct bts_reading *reading = bts_reading_of(base);
    int level[2] = {0}, light[2] = {0};
    for (int i = 1; i <= reading->cards->event_count; i++) {
        const struct bts_event *event = &reading->cards->events[i];
        level[event->level - 2]++;
        light[event->level - 2] += event->light;
    }
    return table_check_range(base->problem, file, _("events of level II"), level[0],
                             SLOTS_OF_LEVEL + 1, EVENT_CARDS_MAX) &&
           table_check_range(base->problem, file, _("events of level III"), level[1],
                             SLOTS_OF_LEVEL + 1, EVENT_CARDS_MAX) &&
           table_check_range(base->problem, file, _("light events of level II"), light[0], 0,
                             SLOTS_OF_LEVEL) &&
           table_check_range(base->problem, file, _("light events of level III"), light[1], 0,
                             SLOTS_OF_LEVEL);
}

/* ---- systems ------------------------------------------------------------------------------- */

#define AT(field) offsetof(struct bts_system, field)
static const struct table_key system_entries[] = {
    {"deck", REQUIRED, table_word, .offset = AT(deck), .words = deck_words},
    {"start", OPTIONAL, table_flag, .offset = AT(start)},
    {"strength", REQUIRED, table_number, .offset = AT(strength), .min = 1, .max = 20},
    {"specialty", REQUIRED, table_set, .offset = AT(specialty), .words = bts_specialty_words},
    {"points", REQUIRED, table_number, .offset = AT(points), .min = 0, .max = 30},
    {"gain", OPTIONAL, bts_read_program, .offset = AT(gain), .max = ON_CONTROL},
    {"bonus", OPTIONAL, bts_read_program, .offset = AT(bonus), .max = ON_BONUS},
    {"power", OPTIONAL, table_word, .offset = AT(power), .words = power_ids, .ids_of = "power",
     .min = 1},
    {0},
};
#undef AT

static void *place_system(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int number = table_next(card, &reading->cards->system_count, SYSTEMS_MAX);
    return number < 0 ? NULL : &reading->cards->systems[number + 1];
}

static bool check_system(struct table_reading *base, struct card *card, void *at)
{
    (void)base;
    const struct bts_system *system = at;
    if (system->start && system->deck != 0)
        return card_problem(card, _("a starting system is one of deck A"), NULL, NULL);
    return table_check_order(card, system[-1].deck, system->deck);
}

const struct table_kind bts_system_kinds[] = {
    {"system", system_entries, place_system, 0, check_system},
    {0},
};

/* There is one for each place of the larger map at least. */
bool bts_check_systems(struct table_reading *base, const char *file)
{
    struct bts_reading *reading = bts_reading_of(base);
    int deck[2] = {0}, start = 0;
    for (int i = 1; i <= reading->cards->system_count; i++) {
        deck[reading->cards->systems[i].deck]++;
        start += reading->cards->systems[i].start;
    }
    return table_check_range(base->problem, file, _("systems of deck A"), deck[0], 2, DECK_MAX) &&
           table_check_range(base->problem, file, _("systems of deck B"), deck[1], 2, DECK_MAX) &&
           table_check_range(base->problem, file, _("starting systems of deck A"), start, 2,
                             DECK_MAX);
}

/* ---- achievements -------------------------------------------------------------------------- */

static const char *const achievement_decks[] = {"basic", "A", "B", NULL};

static const char *const condition_words[] = {
    [CONDITION_NONE] = "",
    [CONDITION_LEVEL_IIII] = "level-IIII-technologies",
    [CONDITION_SYSTEMS] = "systems",
    [CONDITION_FLEET] = "ship-levels",
    [CONDITION_CONTROLLED] = "controlled-locations",
    [CONDITION_AUTOMATION] = "automation-levels",
    [CONDITION_RICHES] = "ore-and-population",
    [CONDITION_LEVEL_III] = "level-III-technologies",
    [CONDITION_SPECIALTY] = "icons-of-one-kind",
    [CONDITION_TYPES] = "three-types-and-fourth",
    [CONDITION_SYMBOLS] = "track-symbols",
    NULL,
};

/* "systems 4", or two numbers: "ore-and-population 12 4". */
static bool read_condition(struct table_reading *base, struct scan *value,
                           const struct table_key *key, void *at)
{
    struct bts_achievement *achievement = at;
    if (!table_word(base, value, key, &achievement->condition) ||
        !table_need_number(value, 1, 60, &achievement->number))
        return false;
    bool has_second =
        achievement->condition == CONDITION_RICHES || achievement->condition == CONDITION_TYPES;
    return !has_second || table_need_number(value, 1, 20, &achievement->second);
}

/* The points of the slots from left to right. */
static bool read_slots(struct table_reading *base, struct scan *value, const struct table_key *key,
                       void *at)
{
    struct bts_achievement *achievement = at;
    (void)base;
    do {
        if (achievement->slot_count == key->most)
            return scan_done(value);
        if (!table_need_number(value, key->min, key->max,
                               &achievement->slots[achievement->slot_count++]))
            return false;
    } while (scan_peek(value).length > 0);
    return true;
}

#define AT(field) offsetof(struct bts_achievement, field)
static const struct table_key achievement_entries[] = {
    {"deck", REQUIRED, table_word, .offset = AT(deck), .words = achievement_decks},
    {"first-game", OPTIONAL, table_flag, .offset = AT(first_game)},
    {"condition", REQUIRED, read_condition, .words = condition_words + 1, .min = 1,
     .value = VALUE_TEXT,
     .hint = _("what is counted, and how much of it is needed: systems 4; some have two numbers: "
               "ore-and-population 12 4")},
    {"slots", REQUIRED, read_slots, .min = 1, .max = 20, .most = 4, .value = VALUE_NUMBERS},
    {"closed", OPTIONAL, table_number, .offset = AT(closed), .min = 1, .max = 3},
    {0},
};
#undef AT

static void *place_achievement(struct table_reading *base, struct card *card)
{
    struct bts_reading *reading = bts_reading_of(base);
    int number = table_next(card, &reading->cards->achievement_count, ACHIEVEMENTS_MAX);
    return number < 0 ? NULL : &reading->cards->achievements[number + 1];
}

static bool check_achievement(struct table_reading *base, struct card *card, void *at)
{
    (void)base;
    const struct bts_achievement *achievement = at;
    if (achievement->closed >= achievement->slot_count)
        return card_problem(card, _("at least one slot must stay open"), NULL, NULL);
    return table_check_order(card, achievement[-1].deck, achievement->deck);
}

const struct table_kind bts_achievement_kinds[] = {
    {"achievement", achievement_entries, place_achievement, 0, check_achievement},
    {0},
};

/* Both basic ones are always in play, with one of each deck. */
bool bts_check_achievements(struct table_reading *base, const char *file)
{
    struct bts_reading *reading = bts_reading_of(base);
    int deck[3] = {0}, first[3] = {0};
    for (int i = 1; i <= reading->cards->achievement_count; i++) {
        const struct bts_achievement *achievement = &reading->cards->achievements[i];
        deck[achievement->deck]++;
        first[achievement->deck] += achievement->first_game;
    }
    return table_check_count(base->problem, file, _("basic achievements"), deck[0], 2) &&
           table_check_range(base->problem, file, _("achievements of deck A"), deck[1], 1,
                             ACHIEVEMENTS_MAX) &&
           table_check_range(base->problem, file, _("achievements of deck B"), deck[2], 1,
                             ACHIEVEMENTS_MAX) &&
           table_check_count(base->problem, file, _("basic achievements for a first game"),
                             first[0], 2) &&
           table_check_count(base->problem, file, _("achievements of deck A for a first game"),
                             first[1], 1) &&
           table_check_count(base->problem, file, _("achievements of deck B for a first game"),
                             first[2], 1);
}
