/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The components of Beyond the Sun: the card set in the program is complete (BTS-COMP-01,
 * BTS-COMP-02, BTS-COMP-03, BTS-COMP-04, BTS-COMP-09) and tells itself in both languages, the first
 * default set is read as it is written, and a wrong set is refused with the place and what is wrong
 * there. */

#include "games/beyond_the_sun/state.h"

#include "card_sets.h"
#include "bts_printed.h"
#include "effect_lines.h"

#include "base/bits.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the set in the program --------------------------------------------------------------------
 */

static const struct card_set set = {
    .game = "beyond-the-sun",
    .names = bts_card_files,
    .read = bts_read_cards,
    .component = bts_component,
    .grammar = &bts_grammar,
    .fixed = UINT64_C(0x4e58bc4ce4e73936),
};

/* The one whose values are tested. Those in data/ may become others. */
static struct ruleset *fixed;

static int open_cards(void **state)
{
    *state = read_embedded(&set);
    fixed = open_fixed(&set);
    return 0;
}

static int close_all(void **state)
{
    ruleset_close(fixed);
    return close_cards(state);
}

static void assert_program(const struct bts_cards *cards, struct program program,
                           const char *expected)
{
    assert_rows(&bts_grammar, cards->rows, program, expected);
}

static const struct bts_tech *tech(const struct bts_cards *cards, const char *id)
{
    return card_with_id(cards->techs, TECHS, "technology", id);
}

static const struct bts_system *system_of(const struct bts_cards *cards, const char *id)
{
    return card_with_id(cards->systems, SYSTEMS, "system", id);
}

static const struct bts_event *event(const struct bts_cards *cards, const char *id)
{
    return card_with_id(cards->events, EVENTS, "event", id);
}

/* ---- numbers of components ---------------------------------------------------------------------
 */

TEST_OF_GROUP(test_technologies_by_level) /* BTS-COMP-01, BTS-COMP-09 */
{
    const struct bts_cards *cards = *state;
    int levels[5] = {0}, hybrids = 0;
    for (int i = 1; i <= TECHS; i++) {
        const struct bts_tech *card = &cards->techs[i];
        levels[card->level]++;
        int types = bits_count(card->left);
        assert_in_range(types, 1, 2);
        hybrids += types == 2;
        if (card->level == 4) {
            assert_int_equal(card->right, TYPES);
        } else {
            assert_true(card->left >> card->right & 1);
            assert_int_equal(card->points, card->level);
        }
    }
    assert_int_equal(levels[1], 4);
    assert_int_equal(levels[2], 16);
    assert_int_equal(levels[3], 16);
    assert_int_equal(levels[4], 10);
    assert_int_equal(hybrids, 12 + 12 + 6);
}

/* At levels II and III every pair of types is there once, and every type alone. */
TEST_OF_GROUP(test_types_are_spread_evenly)
{
    const struct bts_cards *cards = *state;
    for (int level = 2; level <= 3; level++) {
        int seen[TYPES][16] = {{0}};
        for (int i = 1; i <= TECHS; i++)
            if (cards->techs[i].level == level)
                seen[cards->techs[i].right][cards->techs[i].left]++;
        for (int right = 0; right < TYPES; right++)
            for (int other = 0; other < TYPES; other++)
                assert_int_equal(seen[right][1 << right | 1 << other], 1);
    }
}

TEST_OF_GROUP(test_events_by_level) /* BTS-COMP-02 */
{
    const struct bts_cards *cards = *state;
    int levels[5] = {0}, light[5] = {0};
    for (int i = 1; i <= EVENTS; i++) {
        levels[cards->events[i].level]++;
        light[cards->events[i].level] += cards->events[i].light;
    }
    assert_int_equal(levels[2], 10);
    assert_int_equal(levels[3], 10);
    assert_int_equal(light[2], 2);
    assert_int_equal(light[3], 2);
}

TEST_OF_GROUP(test_systems_by_deck) /* BTS-COMP-03 */
{
    const struct bts_cards *cards = *state;
    int decks[2] = {0}, start[2] = {0};
    for (int i = 1; i <= SYSTEMS; i++) {
        decks[cards->systems[i].deck]++;
        start[cards->systems[i].deck] += cards->systems[i].start;
    }
    assert_int_equal(decks[0], 12);
    assert_int_equal(decks[1], 12);
    assert_int_equal(start[0], 4);
    assert_int_equal(start[1], 0);
}

TEST_OF_GROUP(test_achievements_by_deck) /* BTS-COMP-04 */
{
    const struct bts_cards *cards = *state;
    int decks[3] = {0};
    for (int i = 1; i <= ACHIEVEMENTS; i++)
        decks[cards->achievements[i].deck]++;
    assert_int_equal(decks[0], 2);
    assert_int_equal(decks[1], 4);
    assert_int_equal(decks[2], 4);
}

/* Each guild is opened by one light event. */
TEST_OF_GROUP(test_guilds_are_opened)
{
    const struct bts_cards *cards = *state;
    int opened[GUILDS + 1] = {0};
    for (int i = 1; i <= EVENTS; i++) {
        struct program resolve = cards->events[i].resolve;
        for (int k = 0; k < resolve.count; k++) {
            if (cards->rows[resolve.start + k].op != OP_OPEN)
                continue;
            assert_true(cards->events[i].light);
            opened[cards->rows[resolve.start + k].a]++;
        }
    }
    for (int i = 1; i <= GUILDS; i++)
        assert_int_equal(opened[i], 1);
}

/* ---- values ------------------------------------------------------------------------------------
 */

#define B (1 << SCIENTIFIC)
#define G (1 << ECONOMIC)
#define R (1 << MILITARY)
#define Y (1 << COMMERCIAL)

/* The technologies of level III, all of which are printed. */
static const struct {
    const char *id, *name;
    int left, right, power;
    const char *immediate, *spaces[2];
} level_iii[] = {
    {"III-0",
     "Transdimensional AI",
     B,
     SCIENTIFIC,
     POWER_MISSING_PREREQUISITE,
     "grow 1, may (research I/II discovered without prerequisites or bonus)",
     {"", ""}},
    {"III-1",
     "Planetary-scale Research",
     B | R,
     SCIENTIFIC,
     0,
     "ship of level 2 from supply, jump 2",
     {"pay 4 ore: research systems+1", ""}},
    {"III-2",
     "Metahuman Chambers",
     B | G,
     SCIENTIFIC,
     0,
     "automate food, grow 1",
     {"pay 4 ore, return 2 population: research IIII",
      "pay 4 ore, return 2 population: research IIII"}},
    {"III-3",
     "Hivemind Computing",
     B | Y,
     SCIENTIFIC,
     0,
     "automate ore, jump 1",
     {"pay 7 ore: research IIII", "pay 7 ore: research IIII"}},
    {"III-4",
     "Deep Space Megastructures",
     R | B,
     MILITARY,
     0,
     "ship of level 3 from supply in deep space, jump 1",
     {"pay 4 ore: ship of level 2 from supply in deep space, research III", ""}},
    {"III-5",
     "Capital Ship",
     R,
     MILITARY,
     0,
     "ship of level 4 from supply, jump 1",
     {"pay 3 ore: ship of level 4 from population, may (pay 2 ore: ship of level 2 from "
      "population), jump 3",
      ""}},
    {"III-6",
     "Android Armada",
     R | G,
     MILITARY,
     0,
     "choose 2 with repeats of {ship of level 2 from supply; grow 1}",
     {"pay 4 ore: ship of level 4 from supply, jump 3", ""}},
    {"III-7",
     "Mercenary Fleet",
     R | Y,
     MILITARY,
     0,
     "",
     {"pay 3 ore: colonize",
      "pay 1 ore, return 1 population: ship of level 4 from population, jump 2"}},
    {"III-8",
     "Cerebral Implants",
     G | B,
     ECONOMIC,
     0,
     "",
     {"grow 1, choose 1 of {pay 3 ore: research II; pay 5 ore: research III}", ""}},
    {"III-9",
     "Manufacturing Orbitals",
     G | R,
     ECONOMIC,
     0,
     "per controlled-location up to 3 (gain 1 ore), per two-own-systems (grow 1), may (ship of "
     "level 2 from population), jump 2",
     {"repeat the immediate effect", ""}},
    {"III-10",
     "Android Rights Movement",
     G,
     ECONOMIC,
     POWER_ORE_FOR_POPULATION,
     "automate food, shift 2 to any column",
     {"", ""}},
    {"III-11",
     "Subatomic Fabrication",
     G | Y,
     ECONOMIC,
     POWER_EITHER_TRACK,
     "automate either, grow 1, gain 1 ore, jump 1",
     {"", ""}},
    {"III-12",
     "Quantum Data Exchange",
     Y | B,
     COMMERCIAL,
     0,
     "automate ore, gain 2 ore",
     {"copy any research action", ""}},
    {"III-13",
     "Hyperdrive Boosters",
     Y | R,
     COMMERCIAL,
     0,
     "upgrade ships by 3 in all",
     {"upgrade up to 2 ships by 1, jump 4", ""}},
    {"III-14",
     "Wormhole Technology",
     Y | G,
     COMMERCIAL,
     POWER_WORMHOLES,
     "ship of level 2 from supply, gain 1 ore, warp 2",
     {"", ""}},
    {"III-15",
     "Stealth Terraformers",
     Y,
     COMMERCIAL,
     0,
     "",
     {"pay 5 ore, return 1 population: jump 2, colonize in stealth", ""}},
};

TEST(test_all_of_level_iii)
{
    const struct bts_cards *cards = fixed->cards;
    for (size_t i = 0; i < sizeof level_iii / sizeof level_iii[0]; i++) {
        const struct bts_tech *card = &cards->techs[4 + 16 + 1 + i];
        assert_string_equal(card->face.id, level_iii[i].id);
        assert_string_equal(card->face.name[ENGLISH], level_iii[i].name);
        assert_int_equal(card->face.provenance, PRINTED);
        assert_int_equal(card->level, 3);
        assert_int_equal(card->left, level_iii[i].left);
        assert_int_equal(card->right, level_iii[i].right);
        assert_int_equal(card->power, level_iii[i].power);
        assert_int_equal(card->points, 3);
        assert_program(cards, card->immediate, level_iii[i].immediate);
        int spaces = (level_iii[i].spaces[0][0] != '\0') + (level_iii[i].spaces[1][0] != '\0');
        assert_int_equal(card->space_count, spaces);
        for (int k = 0; k < 2; k++)
            assert_program(cards, card->spaces[k], level_iii[i].spaces[k]);
    }
}

TEST(test_other_technologies)
{
    const struct bts_cards *cards = fixed->cards;
    const struct bts_tech *card = tech(cards, "I-Y");
    assert_string_equal(card->face.name[ENGLISH], "Terraforming");
    assert_int_equal(card->face.provenance, RECONSTRUCTED);
    assert_int_equal(card->space_count, 2);
    assert_program(cards, card->spaces[1], "pay 3 ore: colonize");
    assert_int_equal(tech(cards, "I-G")->space_count, 0);

    card = tech(cards, "II-BY");
    assert_int_equal(card->left, B | Y);
    assert_program(cards, card->spaces[0],
                   "pay 3 ore to an opponent: research II/III that this opponent has");
    assert_int_equal(cards->rows[card->spaces[0].start + 1].b, RESEARCH_DISCOVERED | RESEARCH_PAID);
    assert_int_equal(tech(cards, "II-YG")->power, POWER_BLACK_MARKET);
    assert_program(cards, tech(cards, "II-RY")->spaces[0],
                   "may (ship of level 1 from population), jump 3, per location-taken up to 2 "
                   "(gain 2 ore)");
    assert_program(cards, tech(cards, "II-GB")->spaces[0],
                   "choose 1 of {grow 2; pay 1 ore: 2 ships of level 1 from supply, jump 1; pay 2 "
                   "ore: research II, grow 1}");

    card = tech(cards, "IV-RR");
    assert_int_equal(card->points, 6);
    assert_int_equal(card->points_noun, NOUN_CONTROLLED);
    assert_int_equal(card->points_max, 4);
    card = tech(cards, "IV-BY");
    assert_int_equal(card->points, 5);
    assert_int_equal(card->points_noun, NOUN_TWO_TECHS);
    assert_int_equal(card->points_max, 5);
    assert_int_equal(tech(cards, "IV-BB")->points, 9);
    assert_int_equal(tech(cards, "IV-GY")->power, POWER_REPLACE_DISCS);
    assert_int_equal(cards->powers[POWER_REPLACE_DISCS].replaces, REPLACES_ACHIEVEMENTS);
    assert_program(cards, cards->powers[POWER_HEADQUARTERS].program, "upgrade a ship by 1");
    assert_program(cards, tech(cards, "IV-GR")->immediate,
                   "2 ships of level 3 from supply, jump 2");
    assert_string_equal(tech(cards, "IV-RY")->face.name[LANGUAGE_DE], "Galaktisches Hauptquartier");
}

TEST(test_events)
{
    const struct bts_cards *cards = fixed->cards;
    assert_string_equal(cards->events[1].face.id, "E2-01");
    assert_string_equal(cards->events[20].face.id, "E3-10");
    assert_program(cards, event(cards, "E2-06")->resolve,
                   "each faction (choose 1 of {return 1 population; pay 2 ore}), the researcher "
                   "(grow 1)");
    const struct bts_event *card = event(cards, "E2-08");
    assert_int_equal(card->award, MEASURE_DEEP_POWER);
    assert_int_equal(card->award_first, 3);
    assert_int_equal(card->award_tied, 1);
    assert_true(card->stays);
    assert_int_equal(card->resolve.count, 0);
    card = event(cards, "E3-08");
    assert_int_equal(card->award, MEASURE_SYSTEMS);
    assert_int_equal(card->award_first, 4);
    assert_int_equal(card->award_tied, 2);
    card = event(cards, "E3-03");
    assert_memory_equal(card->bank_points, ((uint8_t[]){1, 1, 2, 3}), 4);
    card = event(cards, "E3-04");
    assert_program(cards, card->resolve, "lay a system from deck B on this card");
    assert_program(cards, card->action,
                   "pay 6 ore, return 2 population: take the system on this card");
    assert_int_equal(event(cards, "E3-09")->points, 2);
    assert_int_equal(event(cards, "E3-10")->points, 2);
    assert_false(event(cards, "E3-05")->stays);
}

TEST(test_systems)
{
    const struct bts_cards *cards = fixed->cards;
    const struct bts_system *card = system_of(cards, "SA-03");
    assert_string_equal(card->face.name[ENGLISH], "Sirius");
    assert_true(card->start);
    assert_int_equal(card->strength, 3);
    assert_int_equal(card->specialty, DISC_FOOD | DISC_ORE);
    assert_int_equal(card->points, 4);
    assert_program(cards, card->gain, "gain 1 ore");
    assert_program(cards, card->bonus, "gain 3 ore");
    assert_int_equal(system_of(cards, "SA-12")->power, POWER_IS_SHIPYARD);
    assert_program(cards, system_of(cards, "SA-05")->bonus,
                   "produce population, produce ore, trade");
    card = system_of(cards, "SB-08");
    assert_string_equal(card->face.name[LANGUAGE_DE], "Wega");
    assert_int_equal(card->strength, 7);
    assert_int_equal(card->points, 11);
    assert_int_equal(system_of(cards, "SB-05")->power, POWER_FREE_RETIRE);
    assert_int_equal(system_of(cards, "SB-04")->power, POWER_PUSH_PAWN);
    assert_program(cards, system_of(cards, "SB-02")->gain, "shift 1 to column A");
    assert_int_equal(system_of(cards, "SB-10")->specialty, DISC_ORE);
}

TEST(test_achievements_and_guilds)
{
    const struct bts_cards *cards = fixed->cards;
    const struct bts_achievement *card = &cards->achievements[1];
    assert_string_equal(card->face.id, "AC-01");
    assert_int_equal(card->condition, CONDITION_LEVEL_IIII);
    assert_int_equal(card->slot_count, 4);
    assert_memory_equal(card->slots, ((uint8_t[]){4, 3, 2, 2}), 4);
    assert_int_equal(card->closed, 0);
    card = &cards->achievements[6];
    assert_string_equal(card->face.id, "AC-A4");
    assert_int_equal(card->condition, CONDITION_RICHES);
    assert_int_equal(card->number, 12);
    assert_int_equal(card->second, 4);
    assert_int_equal(card->slot_count, 2);
    assert_int_equal(card->closed, 1);
    int first = 0;
    for (int i = 1; i <= ACHIEVEMENTS; i++)
        first = 10 * first + cards->achievements[i].first_game;
    assert_int_equal(first, 1110001000); /* Transcendence, Empire, Warlord, Technologist */
    assert_program(cards, cards->guilds[1].action, "pay 4 ore: colonize");
    assert_program(cards, cards->guilds[3].action, "pay 1 ore: copy an own research action");
    assert_program(cards, cards->guilds[4].action, "pay 8 ore, return 1 population: research IIII");
    assert_int_equal(cards->guilds[2].y, 72);
}

TEST(test_factions)
{
    const struct bts_cards *cards = fixed->cards;
    const struct bts_faction *faction = &cards->factions[3];
    assert_string_equal(faction->basic.face.id, "FA-DC");
    assert_string_equal(faction->advanced.face.id, "FA-DC");
    assert_false(faction->with_two);
    assert_true(faction->deep_ship);
    assert_memory_equal(faction->basic.columns, ((uint8_t[]){3, 3, 3, 4, 4}), COLUMNS);
    assert_memory_equal(faction->advanced.columns, ((uint8_t[]){3, 4, 4, 3, 3}), COLUMNS);
    assert_memory_equal(faction->advanced.ore_symbols, ((uint8_t[]){0, 3, 4, 6, 7}), 5);
    assert_memory_equal(faction->advanced.food_symbols, ((uint8_t[]){0, 2, 4, 6, 8}), 5);
    assert_int_equal(faction->advanced.innovations[0], INNOVATION_LEVEL_THREE);
    assert_int_equal(faction->advanced.innovations[1], INNOVATION_BUILD_DEEP);
    assert_int_equal(cards->factions[1].extra_shift, 2);
    assert_int_equal(cards->factions[2].ship_level, 2);
    assert_int_equal(cards->factions[4].ship_level, 1);
    assert_int_equal(cards->factions[4].extra_ore, 2);
    assert_int_equal(cards->innovations[INNOVATION_CHEAP_TRADE].number, 4);
    assert_int_equal(cards->innovations[INNOVATION_CHEAP_TRADE].second, 2);
    assert_int_equal(cards->innovations[INNOVATION_EMPTY_COLUMN].number, 2);
    assert_program(cards, cards->innovations[INNOVATION_LAST_DISC].program,
                   "ship of level 3 from supply, jump 3");
    assert_program(cards, cards->powers[POWER_BLACK_MARKET].program,
                   "return 1 population: gain 2 ore");
    assert_int_equal(cards->powers[POWER_BLACK_MARKET].times, 2);
    assert_memory_equal(cards->automation_points, ((uint8_t[]){0, 1, 1, 1, 2, 2, 2}), 7);
    assert_int_equal(cards->automation_further, 1);
    assert_memory_equal(cards->start_ore[2], ((uint8_t[]){1, 1, 2, 2}), 4);
    assert_memory_equal(cards->start_ore[0], ((uint8_t[]){1, 1, 0, 0}), 4);
    assert_int_equal(cards->trade_price, 3);
}

static int edge_count(const struct bts_place *map)
{
    int count = 0;
    for (int i = 0; i < PLACES; i++)
        count += bits_count(map[i].edges);
    return count / 2;
}

TEST_OF_GROUP(test_boards)
{
    const struct bts_cards *cards = *state;
    const struct bts_place *two = cards->maps[0], *many = cards->maps[1];
    assert_int_equal(edge_count(two), 10);
    assert_int_equal(edge_count(many), 12);
    assert_int_equal(two[A2].kind, KIND_NONE);
    assert_int_equal(two[Y3].kind, KIND_NONE);
    assert_int_equal(many[Y3].specialty, DISC_FOOD | DISC_ORE);
    assert_int_equal(many[Y1].specialty, DISC_ORE);
    assert_int_equal(many[SOL].edges, 1 << A1 | 1 << A2 | 1 << Y3);
    assert_int_equal(two[A1].edges, 1 << SOL | 1 << Y1 | 1 << Y2 | 1 << DEEP);
    assert_int_equal(many[B2].x, 74);
    assert_string_equal(cards->slots[5].face.id, "B");
    assert_int_equal(cards->slots[5].prerequisites, 3);
    assert_int_equal(cards->slots[5].need, 2);
    assert_string_equal(cards->slots[12].face.id, "J"); /* 2 of B C D */
    assert_int_equal(cards->slots[12].prerequisites, 7 << 5);
    assert_int_equal(cards->slots[12].need, 2);
    assert_string_equal(cards->slots[19].face.id, "R");
    assert_int_equal(cards->slots[19].y, 82);
    assert_memory_equal(cards->basics[1].spaces, ((uint8_t[]){2, 3, 4}), 3);
    assert_memory_equal(cards->basics[1].surcharge, ((uint8_t[]){1, 1, 2}), 3);
    assert_memory_equal(cards->basics[3].spaces, ((uint8_t[]){0, 0, 0}), 3);
    assert_program(cards, cards->basics[2].action, "may (ship of level 1 from population), jump 2");
}

/* ---- effects ------------------------------------------------------------------------------------
 */

TEST(test_effects_are_written_back)
{
    static const char *const keys[] = {"immediate", "space", "resolve", "action",
                                       "gain",      "bonus", "effect",  NULL};
    int effects = 0;
    for (int i = 0; bts_card_files[i] != NULL; i++)
        effects += write_back(&set, bts_card_files[i], keys);
    /* immediate, space, resolve, action, gain, bonus, effect */
    assert_int_equal(effects, 43 + 36 + 17 + 9 + 7 + 24 + 7);
}

TEST_OF_GROUP(test_every_operation_is_used)
{
    const struct bts_cards *cards = *state;
    bool used[OP_COUNT] = {false};
    for (int i = 0; i < cards->row_count; i++)
        used[cards->rows[i].op] = true;
    for (int op = 0; op < OP_COUNT; op++)
        assert_true(used[op]);
}

/* ---- texts --------------------------------------------------------------------------------------
 */

TEST_OF_GROUP(test_every_component_tells_itself)
{
    int all = TECHS + EVENTS + SYSTEMS + ACHIEVEMENTS + GUILDS + BASIC_ROWS + 2 * FACTIONS + 8 +
              (POWER_COUNT - 1) + 3 + SLOTS + 7 + 9;
    assert_int_equal(count_told(&set, *state, ENGLISH), all);
    assert_int_equal(count_told(&set, *state, LANGUAGE_DE), all);
}

/* The mats of one kind, and the side of the Exploration board for the number of players. */
TEST_OF_GROUP(test_what_a_setup_uses)
{
    struct setup basic = {.players = 2}, advanced = {.players = 4};
    advanced.options[OPTION_MATS] = MATS_ADVANCED;
    assert_int_equal(count_in_play(&set, *state, basic, "basic"), FACTIONS);
    assert_int_equal(count_in_play(&set, *state, basic, "advanced"), 0);
    assert_int_equal(count_in_play(&set, *state, basic, "innovation"), 0);
    assert_int_equal(count_in_play(&set, *state, basic, "place-two"), 7);
    assert_int_equal(count_in_play(&set, *state, basic, "place"), 0);
    assert_int_equal(count_in_play(&set, *state, basic, "technology"), TECHS);
    assert_int_equal(count_in_play(&set, *state, advanced, "basic"), 0);
    assert_int_equal(count_in_play(&set, *state, advanced, "advanced"), FACTIONS);
    assert_int_equal(count_in_play(&set, *state, advanced, "innovation"), 8);
    assert_int_equal(count_in_play(&set, *state, advanced, "place-two"), 0);
    assert_int_equal(count_in_play(&set, *state, advanced, "place"), 9);
}

TEST(test_texts_in_english)
{
    const struct bts_cards *cards = fixed->cards;
    assert_component(
        &set, cards, "technology", "III-7", ENGLISH,
        "Technology of level III, Military/Commercial. Passes on: Military. Action: pay 3 "
        "ore: colonize a system. Action: pay 1 ore and return 1 population cube to the "
        "supply: build a ship of level 4 from population, then jump with up to 2 moves. 3 "
        "points at the end.");
    assert_component(
        &set, cards, "technology", "IV-RR", ENGLISH,
        "Technology of level IIII, Military. Immediately: build a ship of level 4 from "
        "the supply, then jump with up to 3 moves. Action: pay 2 ore: jump with up to 2 "
        "moves, then colonize a system. 6 points at the end. 1 more point for each "
        "location you control, at most 4.");
    assert_component(
        &set, cards, "event", "E2-01", ENGLISH,
        "Event of level II. It is part of every game. When revealed: open the Terraforming "
        "Guild, then everyone: gain 1 ore.");
    assert_component(
        &set, cards, "system", "SA-03", ENGLISH,
        "System of deck A. A starting system. Needs power 3. Specialty: food and ore. 4 "
        "points. Gaining control: gain 1 ore. Colonizing: gain 3 ore.");
    assert_component(&set, cards, "slot", "J", ENGLISH,
                     "Slot for a technology of level III. Needs 2 of the slots B, C, D.");
}

TEST(test_texts_in_german)
{
    const struct bts_cards *cards = fixed->cards;
    assert_component(
        &set, cards, "technology", "III-2", LANGUAGE_DE,
        "Technologie der Stufe III, Wissenschaft/Wirtschaft. Gibt weiter: Wissenschaft. "
        "Sofort: Nahrung automatisieren, dann 1 Vorratswürfel zu Bevölkerung machen. "
        "Aktion mit 2 Feldern: 4 Erz zahlen und 2 Bevölkerungswürfel in den Vorrat "
        "zurücklegen: eine Technologie der Stufe IIII erforschen. 3 Punkte am Ende.");
    assert_component(
        &set, cards, "system", "SA-03", LANGUAGE_DE,
        "System von Stapel A. Ein Startsystem. Braucht Stärke 3. Spezialisierung: Nahrung "
        "und Erz. 4 Punkte. Bei Übernahme der Kontrolle: 1 Erz erhalten. Beim "
        "Kolonisieren: 3 Erz erhalten.");
}

/* A changed value changes the text. */
TEST(test_a_changed_card_says_so)
{
    struct problem problem = {0};
    struct text changed = {0};
    struct bts_cards *cards = read_changed(&set, "guilds.cards", "pay 4 ore: colonize",
                                           "pay 6 ore: colonize", &changed, &problem);
    assert_told(&problem, NULL);
    assert_component(&set, cards, "guild", "GU-1", ENGLISH,
                     "Guild space, closed until an event opens it. Action: pay 6 ore: colonize a "
                     "system.");
    free(cards);
    text_free(&changed);
}

/* ---- wrong sets --------------------------------------------------------------------------------
 */

static const struct wrong wrong_sets[] = {
    /* numbers of components: BTS-COMP-01, BTS-COMP-02, BTS-COMP-03, BTS-COMP-04 */
    {"technologies.cards", "level      I\n    types      scientific",
     "level      II\n    types      scientific", NULL,
     " found 3, but at least 4 are needed: technologies of level I"},
    {"technologies.cards", "level      I\n", "level      II\n", "technology I-Y",
     "1: these cards are ordered by level or deck; this one comes too late"},
    {"systems.cards", "deck       B\n", "deck       B\n    start      yes\n", "system SB-01",
     "1: a starting system is one of deck A"},
    {"achievements.cards", "deck        basic\n", "deck        A\n", "achievement AC-02",
     "1: these cards are ordered by level or deck; this one comes too late"},
    {"achievements.cards", "    first-game  yes\n", "", NULL,
     " found 1 instead of 2: basic achievements for a first game"},
    {"factions.cards", "basic FA-MR", "basic FA-MX", "advanced FA-MR",
     "1: there is no basic mat \"FA-MR\" before this one"},
    {"technology_board.cards",
     "slot R\n    name       slot R\n    name.de    Platz R\n    source     reconstructed\n"
     "    level      IIII\n    after      L M\n    need       2\n    x          90\n"
     "    y          82\n",
     "", NULL, " found 3 instead of 4: slots of level IIII"},

    /* references */
    {"technologies.cards", "power      W1\n", "power      W12\n", "power      W12",
     "16: found \"W12\", expected W1, W2, W3, W4, W5, W6, W7, W8, W9, W10, W11"},
    {"guilds.cards", "guild GU-4", "guild GU-5", "guild GU-5",
     "7: found \"GU-5\", expected GU-1, GU-2, GU-3, GU-4"},
    {"events.cards", "open GU-4", "open GU-5", "open GU-5",
     "21: found \"GU-5\", expected GU-1, GU-2, GU-3, GU-4"},
    {"powers.cards", "power W11", "power W0", "power W0",
     "7: found \"W0\", expected W1, W2, W3, W4, W5, W6, W7, W8, W9, W10, W11"},
    {"factions.cards", "UN-A UN-B", "UN-A UN-C", "UN-A UN-C",
     "23: found \"UN-C\", expected UN-A, UN-B, NO-A, NO-B, DC-A, DC-B, MR-A, MR-B"},
    {"technology_board.cards", "after      1 2", "after      1 Z", "after      1 Z",
     "18: found \"Z\", expected the id of a slot above"},
    {"technology_board.cards", "after      1 2", "after      2 2", "after      2 2",
     "18: this appears twice"},
    {"technology_board.cards", "after      A B\n", "after      1 B\n", "slot H",
     "1: a slot comes after slots of the level below"},
    {"exploration_many.cards", "edges      SOL Y1 Y3", "edges      SOL Y1 Y9",
     "edges      SOL Y1 Y9", "23: found \"Y9\", expected SOL, A1, A2, Y1, Y2, Y3, B1, B2, DS"},

    /* edges */
    {"exploration_many.cards", "edges      SOL Y1 Y3", "edges      SOL Y1",
     "edges      SOL A1 A2 DS", "5: Y3 has an edge to A1, but A1 has none to Y3"},
    {"exploration_two.cards", "edges      A1 Y1 Y2", "edges      A1 A2 Y1 Y2",
     "edges      A1 A2 Y1 Y2", "5: there is no place A2 on this side"},
    {"exploration_two.cards", "edges      A1 Y1 Y2", "edges      SOL A1 Y1 Y2", "place SOL",
     "1: a place cannot have an edge to itself"},
    {"exploration_two.cards", "kind       A", "kind       B", "place A1",
     "1: the place A1 is of the kind A"},
    {"exploration_two.cards", "    specialty  ore\n", "", "place Y1",
     "1: a shipyard has a specialty, other places have none"},

    /* effects */
    {"technologies.cards", "immediate  gain 1 ore, jump 1", "immediate  gain 1 ore, colonize",
     "gain 1 ore, colonize", "16: this is not allowed here: colonize"},
    {"technologies.cards", "immediate  automate ore\n", "immediate  repeat the immediate effect\n",
     "immediate  repeat the immediate effect\n",
     "16: this is not allowed here: repeat the immediate effect"},
    {"technologies.cards", "space      pay 3 ore: colonize", "space      each faction (grow 1)",
     "space      each faction (grow 1)", "16: this is not allowed here: each faction (grow 1)"},
    {"technologies.cards", "choose 2 of {gain 2 ore", "choose 5 of {gain 2 ore",
     "choose 5 of {gain 2 ore", "16: there are fewer options than are to be chosen"},
    {"technologies.cards", "pay 3 ore to an opponent: research", "pay 3 ore: research",
     "pay 3 ore: research II/III",
     "16: ore for an opponent and a technology of this opponent go together"},
    {"technologies.cards", "automate food, grow 1", "automate foot, grow 1", "automate foot",
     "25: found \"foot\", expected food, ore, either"},
    {"technologies.cards", "immediate  automate food, grow 1",
     "immediate  pay 1 ore: automate food", "immediate  pay 1 ore",
     "16: this is not allowed here: pay 1 ore"},
    {"systems.cards", "gain       gain 1 ore", "gain       jump 1", "gain       jump 1",
     "16: this is not allowed here: jump 1"},
    {"powers.cards", "    effect     grow 1\n", "", "power W6",
     "1: the card \"W6\" lacks the key \"effect\""},
    {"powers.cards", "power W11\n", "power W11\n    effect     grow 1\n", "power W11",
     "1: this power is a rule in itself, without an effect"},
    {"powers.cards", "power W11\n", "power W11\n    replaces   achievements\n", "power W11",
     "1: only the power W8 replaces discs"},

    /* values */
    {"systems.cards", "strength   3", "strength   0", "strength   0",
     "16: found \"0\", expected 1…20"},
    {"systems.cards", "specialty  food ore", "specialty  food food", "specialty  food food",
     "21: this appears twice"},
    {"technologies.cards", "types      scientific military",
     "types      scientific military economic", "types      scientific military economic",
     "36: found \"economic\", expected the end of the line"},
    {"technologies.cards", "    points     9\n", "", "technology IV-BB",
     "1: the card \"IV-BB\" lacks the key \"points\""},
    {"technologies.cards", "    hands-on   military\n", "", "technology I-R",
     "1: the card \"I-R\" lacks the key \"hands-on\""},
    {"technologies.cards", "level      I\n", "level      I\n    points     2\n", "technology I-R",
     "1: below level IIII a technology has the key hands-on, at level IIII the key points"},
    {"technologies.cards", "points     6 + 1 per", "points     6 + 2 per", "points     6 + 2 per",
     "20: found \"2\", expected 1"},
    {"events.cards", "    stays      yes\n", "", "event E2-08", "1: this event must stay in play"},
    {"events.cards", "    resolve    each faction (grow 1)\n",
     "    resolve    each faction (grow 1)\n    stays      yes\n", "event E2-04",
     "1: this event cannot stay"},
    {"achievements.cards", "closed      1", "closed      2", "achievement AC-A1",
     "1: at least one slot must stay open"},
    {"factions.cards", "columns      3 3 3 4 4", "columns      3 3 3 4 5", "basic FA-UN",
     "1: the columns must hold 17 cubes together"},
    {"factions.cards", "food         0 2 4 6 8", "food         0 2 2 6 8", "basic FA-UN",
     "1: the symbols of a track begin at 0 and rise"},
    {"factions.cards", "    second     2\n", "", "innovation UN-B",
     "1: the card \"UN-B\" lacks the key \"second\""},
    {"technologies.cards", "upgrade a ship by 1, jump 1", "upgrade a ship by 1, jump 8", "jump 8",
     "42: found \"8\", expected 1…7"},
    {"technology_board.cards", "spaces     2 2 3", "spaces     2 2 4", "row BS-1",
     "1: the rows have at most 3, 4, 2 spaces; the last is unlimited"},
    {"technology_board.cards", "dearer     1 1 2", "dearer     3 1 2", "row BS-2",
     "1: more spaces cost extra than there are"},
};

TEST(test_wrong_sets)
{
    for (size_t i = 0; i < sizeof wrong_sets / sizeof wrong_sets[0]; i++)
        assert_refused(&set, &wrong_sets[i]);
}

/* What the state and the tasks have room for. */
static const struct bounded_number bounded[] = {
    {"return ", 9, " population: grow 1"},
    {"upgrade a ship by ", 3, ""},
    {"upgrade up to ", 9, " ships by 1"},
    {"upgrade up to 2 ships by ", 3, ""},
    {"upgrade ships by ", 9, " in all"},
    {"jump ", 7, ""},
    {"warp ", 9, ""},
    {"repeat the immediate effects of ", 2, " other technologies"},
    {"annex 1 of ", 4, " systems from deck A"},
    {"choose ", 8, " of {grow 1; grow 2}"},
    {"choose ", 8, " with repeats of {grow 1; grow 2}"},
    {"bank up to ", 9, " ships"},
};

/* Where other effects can begin in this place, or with the same words and a larger number. */
static const struct wrong_effect beyond[] = {
    {"pay 10 ore to an opponent: grow 1",
     "1:16: found \"to\", expected a comma or the end of the line"},
    {"5 ships of level 1 from supply",
     "1:5: found \"5\", expected pay, return, gain, grow, automate, shift, produce, trade, ship, "
     "1…4, upgrade, jump, warp, research, private, repeat, copy, colonize, annex, add, lay, …"},
    {"shift 10 to any column", "1:17: found \"any\", expected column"},
};

TEST(test_bounded_numbers)
{
    for (size_t i = 0; i < sizeof bounded / sizeof bounded[0]; i++)
        assert_bounded(&bts_grammar, &bounded[i]);
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
        assert_effect_refused(&bts_grammar, &beyond[i]);
}

int main(void)
{
    return run_registered(open_cards, close_all);
}
