/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the fields of the state by name. Every byte is in exactly one row. */

#include "bts.h"

#include "things.h"

/* A single value; one for each seat; one for each thing of a kind. */
#define ONE(word, member, thing, text)                                                             \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_VALUE, .holds = thing,                          \
        .size = sizeof(((struct bts_state *)0)->member),                                           \
        .offset = offsetof(struct bts_state, member)                                               \
    }
#define SEAT_VALUE(word, shape, member, thing, text, ...)                                          \
    {                                                                                              \
        .name = word, .about = text, .form = shape, .holds = thing,                                \
        .size = sizeof(((struct bts_seat *)0)->member),                                            \
        .offset = offsetof(struct bts_state, seats[0].member), .index = {                          \
            {THING_SEAT, SEATS_MAX, sizeof(struct bts_seat)},                                      \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define SET(word, member, thing, text)                                                             \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_SET, .holds = thing,                            \
        .size = sizeof(((struct bts_state *)0)->member),                                           \
        .offset = offsetof(struct bts_state, member)                                               \
    }
#define MANY(word, member, thing, text, by, count)                                                 \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_VALUE, .holds = thing,                          \
        .size = sizeof(((struct bts_state *)0)->member[0]),                                        \
        .offset = offsetof(struct bts_state, member), .index = {                                   \
            {by, count, sizeof(((struct bts_state *)0)->member[0])}                                \
        }                                                                                          \
    }
#define PILE(word, member, length, thing, text)                                                    \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_PILE, .holds = thing, .size = length,           \
        .offset = offsetof(struct bts_state, member)                                               \
    }
#define SPARE(first, length)                                                                       \
    {                                                                                              \
        .name = "", .form = FIELD_SPARE, .size = length, .offset = (uint16_t)(first)               \
    }

#define SEAT_SPARE_OFFSET offsetof(struct bts_state, seats[0].spare)

const struct field bts_fields[] = {
    SEAT_VALUE("private", FIELD_SET, private_techs, BTS_TECH, "private technologies of a seat",
               {0}),
    SEAT_VALUE("researched", FIELD_SET, slots, BTS_SLOT, "slots with a cube of the seat", {0}),
    SEAT_VALUE("systems", FIELD_SET, systems, BTS_SYSTEM, "own systems of a seat", {0}),
    SEAT_VALUE("ore", FIELD_VALUE, ore, THING_NUMBER, "ore of a seat", {0}),
    SEAT_VALUE("faction", FIELD_VALUE, faction, BTS_FACTION, "faction of a seat", {0}),
    SEAT_VALUE("population", FIELD_VALUE, population, THING_NUMBER, "population on the mat", {0}),
    {.name = "column",
     .about = "supply cubes in a column of a seat",
     .holds = THING_NUMBER,
     .size = 1,
     .offset = offsetof(struct bts_state, seats[0].columns),
     .index = {{THING_SEAT, SEATS_MAX, sizeof(struct bts_seat)}, {BTS_COLUMN, COLUMNS, 1}}},
    SEAT_VALUE("food-discs", FIELD_VALUE, food, THING_NUMBER, "Food discs on the track", {0}),
    SEAT_VALUE("ore-discs", FIELD_VALUE, ore_discs, THING_NUMBER, "Ore discs on the track", {0}),
    {.name = "automated",
     .about = "discs on the Automation track: food, ore, star as 0, 1, 2",
     .holds = THING_NUMBER,
     .size = 1,
     .offset = offsetof(struct bts_state, seats[0].automated),
     .index = {{THING_SEAT, SEATS_MAX, sizeof(struct bts_seat)}, {THING_NUMBER, 3, 1}}},
    SEAT_VALUE("pawn", FIELD_VALUE, pawn, BTS_SPACE, "where the action pawn stands", {0}),
    SEAT_VALUE("innovations", FIELD_VALUE, innovations, THING_NUMBER,
               "one-time innovations used: 1 the first, 2 the second, 3 both", {0}),
    {.name = "banked",
     .about = "ships of each level on the museum card",
     .holds = THING_NUMBER,
     .size = 1,
     .offset = offsetof(struct bts_state, seats[0].banked),
     .index = {{THING_SEAT, SEATS_MAX, sizeof(struct bts_seat)}, {BTS_HULL, SHIP_LEVELS, 1}}},
/* Ships are three-dimensional: a field for each seat, by place and level. */
#define SHIPS(number)                                                                              \
    {                                                                                              \
        .name = "ships-" #number, .about = "ships of seat " #number " by location and level",      \
        .holds = THING_NUMBER, .size = 1,                                                          \
        .offset = offsetof(struct bts_state, seats[number - 1].ships), .index = {                  \
            {BTS_PLACE, PLACES, SHIP_LEVELS},                                                      \
            {BTS_HULL, SHIP_LEVELS, 1}                                                             \
        }                                                                                          \
    }
    SHIPS(1),
    SHIPS(2),
    SHIPS(3),
    SHIPS(4),
    {.name = "",
     .form = FIELD_SPARE,
     .size = 4,
     .offset = SEAT_SPARE_OFFSET,
     .index = {{THING_NUMBER, SEATS_MAX, sizeof(struct bts_seat)}}},
    MANY("card", cards, BTS_SYSTEM, "system at a location", BTS_PLACE, PLACES),
    MANY("outpost", outposts, BTS_OWNER, "whose outpost stands at a location", BTS_PLACE, PLACES),
    MANY("outpost-disc", outpost_discs, BTS_DISC, "its kind of disc", BTS_PLACE, PLACES),
    MANY("colony-discs", colony_discs, THING_NUMBER,
         "discs on an own system: first + 4 x second; 1 food, 2 ore, 3 star", BTS_SYSTEM,
         SYSTEMS + 1),
    PILE("deck-A", system_piles[0], SYSTEMS / 2, BTS_SYSTEM_A, "system deck A"),
    PILE("deck-B", system_piles[1], SYSTEMS / 2, BTS_SYSTEM_B, "system deck B"),
    ONE("dyson", dyson, BTS_SYSTEM, "system on the Dyson Sphere"),
    ONE("rogue-beside", rogue_parent, BTS_PLACE, "what the added system hangs on"),
    ONE("fortress", fortress, THING_NUMBER, "location of the Customs Fortress, from 1"),
    ONE("relieved", relieved, BTS_OWNER, "who has the Relief Mandate"),
    MANY("slot", slots, BTS_TECH, "technology on a slot", BTS_SLOT, SLOTS),
    PILE("deck-II", tech_piles[0], 16, BTS_TECH_2, "technology deck II"),
    PILE("deck-III", tech_piles[1], 16, BTS_TECH_3, "technology deck III"),
    PILE("deck-IIII", tech_piles[2], 10, BTS_TECH_4, "technology deck IIII"),
    SPARE(offsetof(struct bts_state, tech_piles[2]) + 10, 6),
    MANY("tableau", tableau, BTS_TECH, "technology in the tableau", BTS_CELL, TABLEAU),
    SET("rows-open", rows_open, BTS_LEVEL, "rows of the tableau laid out"),
    SET("guilds", guilds, THING_NUMBER, "open guilds, from 0"),
    SET("facedown", facedown, BTS_FACEDOWN, "slots that still have their event"),
    SET("events-seen", events, BTS_EVENT, "events revealed so far"),
    SET("events-kept", events_kept, BTS_EVENT, "events still in play"),
    MANY("achievement", achievements, BTS_ACHIEVEMENT, "achievements in play", THING_NUMBER,
         ACHIEVEMENTS_IN_PLAY),
    {.name = "claim",
     .about = "whose disc lies on a slot of an achievement",
     .holds = BTS_OWNER,
     .size = 1,
     .offset = offsetof(struct bts_state, claims),
     .index = {{THING_NUMBER, ACHIEVEMENTS_IN_PLAY, 4}, {THING_NUMBER, 4, 1}}},
    SET("revealed", revealed, BTS_TECH, "technologies lying open in a search"),
    SET("drawn", drawn, BTS_SYSTEM, "systems lying open"),
    ONE("round", round, THING_NUMBER, "round"),
    ONE("last-round", last_round, THING_NUMBER, "last round, 0 until the end is triggered"),
    ONE("first", first, BTS_OWNER, "who began"),
    ONE("turn", turn, BTS_OWNER, "whose turn it is"),
    SET("fresh", fresh, BTS_SLOT, "slots researched in this turn before the action"),
    SET("outposts-before", outposts_before, BTS_PLACE, "outposts when the turn began"),
    ONE("market-used", market_used, THING_NUMBER, "Black Market uses in this turn"),
    ONE("assimilation-used", assimilation_used, THING_NUMBER, "Assimilation used in this turn"),
    ONE("headquarters-used", headquarters_used, THING_NUMBER, "Galactic HQ used in this turn"),
    ONE("better-used", better_used, THING_NUMBER, "a better ship was built in this turn"),
    ONE("changed", changed, THING_NUMBER, "this action has changed something"),
    ONE("copied", copied, THING_NUMBER, "copying actions used in this chain"),
    ONE("must-research", must_research, THING_NUMBER, "the copied action has to research"),
    ONE("rival", rival, BTS_OWNER, "who was paid"),
    ONE("taken", taken, THING_NUMBER, "locations taken from others by this Jump"),
    ONE("traded", traded, THING_NUMBER, "exchanges in this trade phase"),
    SPARE(offsetof(struct bts_state, spare_1), 1),
    SPARE(offsetof(struct bts_state, spare_3), 1),
    ONE("source", source, BTS_TECH, "technology whose effect runs"),
    {.name = "gained",
     .about = "locations whose gain-control bonus is due",
     .form = FIELD_SET,
     .holds = BTS_PLACE,
     .size = 2,
     .offset = offsetof(struct bts_state, gained),
     .index = {{THING_SEAT, SEATS_MAX, 2}}},
    {.name = "scratch",
     .about = "ships used by the present operation, or where they were",
     .holds = THING_NUMBER,
     .size = 1,
     .offset = offsetof(struct bts_state, scratch),
     .index = {{BTS_PLACE, PLACES, SHIP_LEVELS}, {BTS_HULL, SHIP_LEVELS, 1}}},
    AGENDA_FIELDS(struct bts_state, agenda, AGENDA_FRAMES_MAX, BTS_WORK),
    {0},
};
