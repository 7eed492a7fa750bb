/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what every component says, made from its data in the language asked for. Nothing
 * here is written on a card a second time: a changed value changes the text. */

#include "card_words.h"
#include "cards.h"
#include "state.h"

#include "base/bits.h"
#include "kit/card_telling.h"

#include <assert.h>
#include <string.h>

void bts_tell_program(const struct bts_cards *cards, struct program program, enum language language,
                      struct text *out)
{
    struct effect_grammar grammar = bts_grammar;
    grammar.context = cards;
    effect_tell(&grammar, &cards->rows[program.start], program.count, language, out);
}

static const struct bts_cards *cards_of(const struct card_telling *telling)
{
    return telling->cards;
}

static const char *level_of(int level)
{
    assert(level >= 1 && level <= 4);
    return bts_level_words[level];
}

static const char *disc_text(unsigned specialty)
{
    static const char *const texts[] = {"", _("food"), _("ore"), _("food and ore")};
    return texts[specialty & 3];
}

/* Of which track an outpost can be. */
static const char *outpost_text(unsigned specialty)
{
    return (specialty & 3) == 3 ? _("food or ore") : disc_text(specialty);
}

/* ---- powers -------------------------------------------------------------------------------- */

static const char *const power_texts[POWER_COUNT] = {
    [POWER_MISSING_PREREQUISITE] =
        _("Where a discovered technology needs 2 prerequisites, you may research it with 1 of them "
          "missing."),
    [POWER_ORE_FOR_POPULATION] =
        _("When an action costs population, you may pay 1 ore in place of 1 of the cubes."),
    [POWER_EITHER_TRACK] = _("A disc that leaves a track of yours may come from either track."),
    [POWER_WORMHOLES] =
        _("For your jumps any two locations are 1 move apart; only a ship in Sol or "
          "Deep Space must follow the lines."),
    [POWER_BLACK_MARKET] = _("At any time (at most {a} {a|time|times} in your turn) {program}."),
    [POWER_ASSIMILATION] = _("At any time (at most {a} {a|time|times} in your turn) {program}."),
    [POWER_HEADQUARTERS] =
        _("At any time (at most {a} {a|time|times} in your turn) send one of your ships to Sol, to "
          "Deep Space or to a location you control."),
    [POWER_REPLACE_DISCS] =
        _("At any time in your turn: replace one of your outpost discs with a star disc and "
          "automate it. At the end of the game this happens to all of them."),
    [POWER_FREE_RETIRE] =
        _("At any time in your turn: turn one of your ships into population without paying."),
    [POWER_PUSH_PAWN] = _("Each turn your pawn may take a space that another pawn occupies."),
    [POWER_IS_SHIPYARD] = _("Whoever controls this system may build ships here."),
};

static const char *power_text(const struct bts_power *power, int number)
{
    if (power->program.count > 0)
        return power_texts[POWER_ASSIMILATION];
    if (number == POWER_REPLACE_DISCS && power->replaces == REPLACES_ACHIEVEMENTS)
        return _(
            "At any time in your turn: put the next disc of a production track in place of "
            "one of your star discs on achievements; the star becomes your next automation "
            "level. At the end of the game this happens to all of them while discs are left.");
    return power_texts[number];
}

static void tell_power_rule(const struct card_telling *telling, int number)
{
    assert(number > POWER_NONE && number < POWER_COUNT);
    const struct bts_power *power = &cards_of(telling)->powers[number];
    SAY(telling, power_text(power, number), .a = power->times, .program = power->program);
}

static void tell_power(const struct card_telling *telling, const void *item)
{
    const struct bts_power *power = item;
    tell_power_rule(telling, (int)(power - cards_of(telling)->powers));
}

/* The power that a card gives. */
static void tell_lasting(const struct card_telling *telling, int number)
{
    if (number == POWER_NONE)
        return;
    SAY(telling, _("Lasting power:"), 0);
    tell_power_rule(telling, number);
}

/* ---- technologies -------------------------------------------------------------------------- */

static const char *const type_texts[TYPES] = {
    [SCIENTIFIC] = _("Scientific"),
    [ECONOMIC] = _("Economic"),
    [MILITARY] = _("Military"),
    [COMMERCIAL] = _("Commercial"),
};

static bool same_program(const struct bts_cards *cards, struct program one, struct program other)
{
    return one.count == other.count && memcmp(&cards->rows[one.start], &cards->rows[other.start],
                                              one.count * sizeof cards->rows[0]) == 0;
}

static void tell_spaces(const struct card_telling *telling, const struct bts_tech *tech)
{
    bool is_double =
        tech->space_count == 2 && same_program(cards_of(telling), tech->spaces[0], tech->spaces[1]);
    if (is_double)
        card_say_program(telling, _("Action with 2 spaces: {program}."), tech->spaces[0]);
    for (int i = 0; !is_double && i < tech->space_count; i++)
        card_say_program(telling, _("Action: {program}."), tech->spaces[i]);
}

/* The type that is handed on is the first one on the left. */
static void list_types(const struct card_telling *telling, const struct bts_tech *tech,
                       struct text *out)
{
    uint64_t left = tech->left;
    if (tech->right != TYPES) {
        text_add(out, phrase(telling->language, type_texts[tech->right]));
        left &= ~bit(tech->right);
    }
    while (left != 0)
        text_addf(out, "%s%s", out->length > 0 ? "/" : "",
                  phrase(telling->language, type_texts[bits_pop(&left)]));
}

static void tell_tech(const struct card_telling *telling, const void *item)
{
    const struct bts_tech *tech = item;
    struct text types = {0};
    list_types(telling, tech, &types);
    SAY(telling, _("Technology of level {text}, {list}."), .text = level_of(tech->level),
        .list = &types);
    text_free(&types);
    if (tech->right != TYPES)
        SAY(telling, _("Passes on: {text}."), .text = type_texts[tech->right]);
    card_say_program(telling, _("Immediately: {program}."), tech->immediate);
    tell_spaces(telling, tech);
    tell_lasting(telling, tech->power);
    SAY(telling, _("{a} {a|point|points} at the end."), .a = tech->points);
    if (tech->points_noun != NOUN_NONE)
        SAY(telling, _("1 more point for {text}, at most {a}."), .a = tech->points_max,
            .text = bts_noun_texts[tech->points_noun]);
}

/* ---- events -------------------------------------------------------------------------------- */

static void tell_event(const struct card_telling *telling, const void *item)
{
    const struct bts_event *event = item;
    SAY(telling, _("Event of level {text}."), .text = level_of(event->level));
    if (event->light)
        SAY(telling, _("It is part of every game."), 0);
    card_say_program(telling, _("When revealed: {program}."), event->resolve);
    if (event->stays)
        SAY(telling, _("It stays in play."), 0);
    card_say_program(telling, _("Action for everyone: {program}."), event->action);
    if (event->award != MEASURE_NONE)
        SAY(telling,
            _("At the end whoever has {text} scores {a} {a|point|points}; if tied, {b} each."),
            .a = event->award_first, .b = event->award_tied, .text = bts_most_texts[event->award]);
    if (event->points > 0)
        SAY(telling,
            effect_uses(telling->rows, event->resolve, OP_FORTIFY)
                ? _("At the end whoever controls that shipyard scores {a} {a|point|points}.")
                : _("At the end whoever has this card scores {a} {a|point|points}."),
            .a = event->points);
    if (event->bank_points[3] > 0)
        card_say_numbers(telling, _("At the end a ship on it scores by its level 1 to 4: {list}."),
                         event->bank_points, 4);
}

/* ---- systems, achievements, guilds ----------------------------------------------------------- */

static void tell_system(const struct card_telling *telling, const void *item)
{
    const struct bts_system *system = item;
    SAY(telling, _("System of deck {text}."), .text = system->deck == 0 ? "A" : "B");
    if (system->start)
        SAY(telling, _("A starting system."), 0);
    SAY(telling, _("Needs power {a}. Specialty: {text}. {b} {b|point|points}."),
        .a = system->strength, .b = system->points, .text = disc_text(system->specialty));
    card_say_program(telling, _("Gaining control: {program}."), system->gain);
    card_say_program(telling, _("Colonizing: {program}."), system->bonus);
    tell_lasting(telling, system->power);
}

static const char *const condition_texts[] = {
    [CONDITION_LEVEL_IIII] = _("Have {a} {a|technology|technologies} of level IIII."),
    [CONDITION_SYSTEMS] = _("Have {a} {a|system|systems} of your own."),
    [CONDITION_FLEET] = _("The levels of all your ships on the board add up to {a} or more."),
    [CONDITION_CONTROLLED] = _("Control {a} or more locations."),
    [CONDITION_AUTOMATION] = _("Have {a} or more automation levels."),
    [CONDITION_RICHES] = _("Have {a} or more ore and {b} or more population."),
    [CONDITION_LEVEL_III] = _("Have {a} {a|technology|technologies} of level III."),
    [CONDITION_SPECIALTY] =
        _("Have {a} or more specialty icons of one kind on your systems and on the systems and "
          "shipyards you control."),
    [CONDITION_TYPES] = _("Have {a} or more technologies of each of three types and {b} or more of "
                          "the fourth."),
    [CONDITION_SYMBOLS] =
        _("See {a} or more symbols on your food and ore tracks together, open circles included."),
};

static void tell_achievement(const struct card_telling *telling, const void *item)
{
    static const char *const decks[] = {
        _("Basic achievement."),
        _("Achievement of deck A."),
        _("Achievement of deck B."),
    };
    const struct bts_achievement *achievement = item;
    SAY(telling, decks[achievement->deck], 0);
    SAY(telling, condition_texts[achievement->condition], .a = achievement->number,
        .b = achievement->second);
    card_say_numbers(telling, _("Points of its slots: {list}."), achievement->slots,
                     achievement->slot_count);
    if (achievement->closed > 0)
        SAY(telling, _("Slots closed with 2 or 3 players, from the right: {a}."),
            .a = achievement->closed);
    if (achievement->first_game)
        SAY(telling, _("Recommended for a first game."), 0);
}

static void tell_guild(const struct card_telling *telling, const void *item)
{
    const struct bts_guild *guild = item;
    SAY(telling, _("Guild space, closed until an event opens it."), 0);
    card_say_program(telling, _("Action: {program}."), guild->action);
}

static void tell_row(const struct card_telling *telling, const void *item)
{
    const struct bts_basic *row = item;
    SAY(telling, _("Basic Spacefaring."), 0);
    card_say_program(telling, _("Action: {program}."), row->action);
    if (row->spaces[0] == 0) {
        SAY(telling, _("Any number of pawns may be here, turn after turn."), 0);
        return;
    }
    card_say_numbers(telling, _("Spaces with 2, 3, 4 players: {list}."), row->spaces, 3);
    if (row->surcharge[0] + row->surcharge[1] + row->surcharge[2] > 0)
        card_say_numbers(telling, _("Of these, {list} cost 1 more ore."), row->surcharge, 3);
}

/* ---- factions ------------------------------------------------------------------------------ */

static const char *const innovation_texts[] = {
    [INNOVATION_TRADE] =
        _("Once, after a production phase in which you traded {a} or more times: {program}."),
    [INNOVATION_CHEAP_TRADE] =
        _("While you see {a} or more food symbols, a population cube costs {b} ore in a trade."),
    [INNOVATION_BETTER_SHIP] =
        _("While you see {a} or more ore symbols, once in a turn a ship that "
          "you have just built rises by {b} {b|level|levels}."),
    [INNOVATION_LAST_DISC] = _("Once, when the last disc leaves one of your tracks: {program}."),
    [INNOVATION_LEVEL_THREE] = _("Once, when you reach automation level {a}: {program}."),
    [INNOVATION_BUILD_DEEP] =
        _("While you see {a} or more food symbols, you may build ships in Deep Space."),
    [INNOVATION_EMPTY_COLUMN] = _("Once, when your column {text} is empty: {program}."),
    [INNOVATION_CHEAP_COLONY] =
        _("While you see {a} or more ore symbols, actions that colonize cost you {b} less ore."),
};

static void tell_innovation(const struct card_telling *telling, const void *item)
{
    const struct bts_innovation *innovation = item;
    const char column[] = {(char)('A' + innovation->number - 1), '\0'};
    SAY(telling, innovation_texts[innovation - cards_of(telling)->innovations],
        .a = innovation->number, .b = innovation->second, .text = column,
        .program = innovation->program);
}

static void tell_mat(const struct card_telling *telling, const struct bts_mat *mat)
{
    card_say_numbers(telling, _("Columns A to E: {list} cubes."), mat->columns, COLUMNS);
    card_say_numbers(telling, _("Food symbols show after {list} discs."), mat->food_symbols, 5);
    card_say_numbers(telling, _("Ore symbols show after {list} discs."), mat->ore_symbols, 5);
}

static void tell_basic(const struct card_telling *telling, const void *item)
{
    const struct bts_faction *faction = item;
    SAY(telling, _("Basic faction mat."), 0);
    tell_mat(telling, &faction->basic);
    if (faction->extra_shift > 0)
        SAY(telling, _("Set-up: {a} {a|cube|cubes} of column E {a|goes|go} to column A."),
            .a = faction->extra_shift);
    if (faction->extra_ore > 0)
        SAY(telling, _("Set-up: {a} more ore."), .a = faction->extra_ore);
    if (faction->ship_level > 1)
        SAY(telling, _("Set-up: the ship in Sol has level {a}."), .a = faction->ship_level);
    if (faction->deep_ship)
        SAY(telling, _("Set-up: a cube of the columns becomes a ship of level 1 in Deep Space."),
            0);
    if (!faction->with_two)
        SAY(telling, _("Not with 2 players."), 0);
}

static void tell_advanced(const struct card_telling *telling, const void *item)
{
    const struct bts_faction *faction = item;
    SAY(telling, _("Advanced faction mat."), 0);
    tell_mat(telling, &faction->advanced);
    for (int i = 0; i < 2; i++) {
        const struct bts_innovation *innovation =
            &cards_of(telling)->innovations[faction->advanced.innovations[i]];
        SAY(telling, _("Innovation {text}:"),
            .text = card_face_name(&innovation->face, telling->language));
        tell_innovation(telling, innovation);
    }
}

static void tell_automation(const struct card_telling *telling, const void *item)
{
    const struct bts_cards *cards = item;
    card_say_numbers(telling, _("Points of the automation levels at the end: {list}."),
                     cards->automation_points, AUTOMATION_LEVELS);
    SAY(telling, _("Every further level: {a}."), .a = cards->automation_further);
}

static void tell_start_ore(const struct card_telling *telling, const void *item)
{
    static const char *const texts[] = {
        _("Starting ore with 2 players, from the starting player on: {list}."),
        _("With 3 players: {list}."),
        _("With 4 players: {list}."),
    };
    const struct bts_cards *cards = item;
    for (int i = 0; i < 3; i++)
        card_say_numbers(telling, texts[i], cards->start_ore[i], 2 + i);
}

static void tell_trade(const struct card_telling *telling, const void *item)
{
    const struct bts_cards *cards = item;
    SAY(telling,
        _("Exchanges: {a} ore to turn a supply cube into population; 1 ore to turn a ship into "
          "population; a population cube returned for 1 ore."),
        .a = cards->trade_price);
}

/* ---- boards -------------------------------------------------------------------------------- */

static void tell_slot(const struct card_telling *telling, const void *item)
{
    const struct bts_slot *slot = item;
    struct text list = {0};
    for (uint64_t before = slot->prerequisites; before != 0;)
        text_addf(&list, "%s%s", list.length > 0 ? ", " : "",
                  cards_of(telling)->slots[bits_pop(&before)].face.id);
    SAY(telling, _("Slot for a technology of level {text}."), .text = level_of(slot->level));
    if (slot->need == 0)
        SAY(telling, _("Needs no other slot."), 0);
    else if (slot->need < bits_count(slot->prerequisites))
        SAY(telling, _("Needs {a} of the slots {list}."), .a = slot->need, .list = &list);
    else if (slot->need == 1)
        SAY(telling, _("Needs slot {list}."), .list = &list);
    else
        SAY(telling, _("Needs the slots {list}."), .list = &list);
    text_free(&list);
}

static void tell_place(const struct card_telling *telling, const void *item)
{
    static const char *const kinds[] = {
        [KIND_SOL] = _("Ships are built here. No one can control it."),
        [KIND_DEEP] = _("Displaced ships go here. No one can control it."),
        [KIND_YARD] = _("Shipyard: whoever controls it can build ships here. The outpost is a disc "
                        "of the {text} track."),
        [KIND_A] = _("Place for a system of deck A."),
        [KIND_B] = _("Place for a system of deck B."),
    };
    const struct bts_place *place = item;
    const struct bts_place *map = cards_of(telling)->maps[1];
    bool is_many = place >= map && place < map + PLACES;
    struct text list = {0};
    if (!is_many)
        map = cards_of(telling)->maps[0];
    for (uint64_t edges = place->edges; edges != 0;)
        text_addf(&list, "%s%s", list.length > 0 ? ", " : "",
                  card_face_name(&map[bits_pop(&edges)].face, telling->language));
    SAY(telling, is_many ? _("Side for 3 and 4 players.") : _("Side for 2 players."), 0);
    SAY(telling, kinds[place->kind], .text = outpost_text(place->specialty));
    SAY(telling, _("Next to: {list}."), .list = &list);
    text_free(&list);
}

/* ---- all components -------------------------------------------------------------------------- */

static int level_of_tech(const struct card_telling *telling, const void *item)
{
    (void)telling;
    return ((const struct bts_tech *)item)->level;
}

static int level_of_event(const struct card_telling *telling, const void *item)
{
    (void)telling;
    return ((const struct bts_event *)item)->level;
}

static int level_of_slot(const struct card_telling *telling, const void *item)
{
    (void)telling;
    return ((const struct bts_slot *)item)->level;
}

/* The basic ones, then the decks A and B. */
static int level_of_achievement(const struct card_telling *telling, const void *item)
{
    (void)telling;
    return 1 + ((const struct bts_achievement *)item)->deck;
}

/* The decks A and B. */
static int level_of_system(const struct card_telling *telling, const void *item)
{
    (void)telling;
    return 1 + ((const struct bts_system *)item)->deck;
}

static const char *token_of_row(const void *item)
{
    return ((const struct bts_basic *)item)->token;
}

bool bts_has_basic_mats(const struct ruleset *rules)
{
    return rules->setup.options[OPTION_MATS] == MATS_BASIC;
}

bool bts_has_advanced_mats(const struct ruleset *rules)
{
    return rules->setup.options[OPTION_MATS] == MATS_ADVANCED;
}

static bool is_for_two(const struct ruleset *rules)
{
    return rules->setup.players == 2;
}

static bool is_for_more(const struct ruleset *rules)
{
    return rules->setup.players > 2;
}

#define ITEMS(list, from, number) SHELF_OF(struct bts_cards, list, from, number)
#define SHARED(face)              SHELF_OF_ONE(struct bts_cards, face)
#define MATS(side)                ITEMS(factions, 1, FACTIONS), .face = offsetof(struct bts_faction, side.face)

static const struct card_shelf shelves[] = {
    {"technology", "technologies.cards", ITEMS(techs, 1, TECHS_MAX), .tell = tell_tech,
     .level = level_of_tech},
    {"event", "events.cards", ITEMS(events, 1, EVENT_CARDS_MAX), .tell = tell_event,
     .level = level_of_event},
    {"system", "systems.cards", ITEMS(systems, 1, SYSTEMS_MAX), .tell = tell_system,
     .level = level_of_system},
    {"achievement", "achievements.cards", ITEMS(achievements, 1, ACHIEVEMENTS_MAX),
     .tell = tell_achievement, .level = level_of_achievement},
    {"guild", "guilds.cards", ITEMS(guilds, 1, GUILDS), .tell = tell_guild},
    {"row", "technology_board.cards", ITEMS(basics, 0, BASIC_ROWS), .tell = tell_row,
     .token = token_of_row},
    {"basic", "factions.cards", MATS(basic), .tell = tell_basic, .in_play = bts_has_basic_mats},
    {"advanced", "factions.cards", MATS(advanced), .tell = tell_advanced,
     .in_play = bts_has_advanced_mats},
    {"innovation", "factions.cards", ITEMS(innovations, 1, INNOVATION_CHEAP_COLONY),
     .tell = tell_innovation, .in_play = bts_has_advanced_mats},
    {"power", "powers.cards", ITEMS(powers, 1, POWER_COUNT - 1), .tell = tell_power},
    {"automation", "factions.cards", SHARED(automation_face), .tell = tell_automation},
    {"start-ore", "factions.cards", SHARED(ore_face), .tell = tell_start_ore},
    {"trade", "factions.cards", SHARED(trade_face), .tell = tell_trade},
    {"slot", "technology_board.cards", ITEMS(slots, 0, SLOTS), .tell = tell_slot,
     .level = level_of_slot},
    {"place-two", "exploration_two.cards", ITEMS(maps[0], 0, PLACES), .tell = tell_place,
     .in_play = is_for_two},
    {"place", "exploration_many.cards", ITEMS(maps[1], 0, PLACES), .tell = tell_place,
     .in_play = is_for_more},
    {0},
};

bool bts_component(const struct ruleset *rules, int index, enum language language,
                   struct component *component)
{
    const struct bts_cards *cards = rules->cards;
    struct effect_grammar grammar = bts_grammar;
    grammar.context = cards;
    struct card_telling telling = {cards,       &cards->sources, &grammar,
                                   cards->rows, language,        &component->text};
    return card_component(shelves, rules, &telling, index, component);
}
