/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the fields of the state by name. Every byte is in exactly one row. */

#include "pulsar.h"

#include "things.h"

#include "kit/field_rows.h"

#define STATE struct pulsar_state
#define SEAT  struct pulsar_seat

const struct field pulsar_fields[] = {
    /* seats */
    {.name = "points",
     .about = "points of a seat by source",
     .holds = THING_NUMBER,
     .size = 2,
     .is_signed = true,
     .offset = offsetof(STATE, seats[0].points),
     .index = {{THING_SEAT, SEATS_MAX, sizeof(SEAT)}, {PUL_SOURCE, SOURCES, 2}}},
    SEAT_SET("patents", patents, PUL_TECH_AT, "patented technologies of a seat"),
    SEAT_SET("transmitters", transmitters, PUL_TRANSMITTER_AT, "transmitters of a seat"),
    SEAT_SET("online", online, PUL_TRANSMITTER_AT, "those that are online"),
    SEAT_SET("claims", claims, PUL_PULSAR_AT, "claimed pulsars of a seat"),
    SEAT_VALUE("cubes", cubes, THING_NUMBER, "engineering cubes of a seat"),
    SEAT_MANY("tokens", tokens, THING_NUMBER, "modifier tokens of a seat", PUL_MODIFIER, MODIFIERS),
    SEAT_MANY("hand", hand, THING_NUMBER, "gyrodynes not placed yet", PUL_SIZE, SIZES),
    SEAT_VALUE("ship", ship, PUL_LOCATION, "where the ship of a seat is"),
    SEAT_VALUE("headquarters", board, PUL_HEADQUARTERS, "headquarters board of a seat"),
    SEAT_VALUE("side", side, PUL_SIDE, "the side in use"),
    SEAT_SET("projects", projects, PUL_PROJECT_AT, "completed projects"),
    SEAT_SET("runs", runs, PUL_PROJECT_AT, "projects whose gate run was used"),
    SEAT_VALUE("extra-stations", extra_stations, THING_NUMBER, "by exploration tiles"),
    SEAT_MANY("silver", dice, THING_NUMBER, "silver dice of a seat; 0 none", THING_NUMBER,
              DICE_OF_SEAT),
    SEAT_SET("achieved", goals, THING_NUMBER, "goals achieved in the final scoring, from 0"),
    SEAT_SPARE(spare),
    /* the dice board */
    {.name = "space",
     .about = "where a counter stands on a track",
     .holds = THING_NUMBER,
     .size = 1,
     .offset = offsetof(STATE, tracks[0].space),
     .index = {{PUL_TRACK, TRACKS, sizeof(struct track)}, {PUL_COUNTER_AT, TRACK_COUNTERS, 1}}},
    {.name = "height",
     .about = "its height in the stack on that space, 1 at the bottom",
     .holds = THING_NUMBER,
     .size = 1,
     .offset = offsetof(STATE, tracks[0].height),
     .index = {{PUL_TRACK, TRACKS, sizeof(struct track)}, {PUL_COUNTER_AT, TRACK_COUNTERS, 1}}},
    MANY("order", order, PUL_OWNER, "spaces of the play order, from 0", THING_NUMBER, ORDER_SPACES),
    MANY("dice", dice, THING_NUMBER, "silver dice on the board", PUL_VALUE_AT, DIE_SIDES),
    ONE("median", median, PUL_MEDIAN, "the median marker"),
    ONE("round", round, THING_NUMBER, "round"),
    ONE("turn", turn, PUL_OWNER, "whose turn it is"),
    /* the star cluster */
    MANY("system", systems, PUL_SYSTEM, "the system at a location; none: face down", PUL_SYSTEM_AT,
         NODE_SYSTEMS),
    GRID("station", planets, PUL_OWNER, "whose station is on a planet of a system, from 0",
         PUL_SYSTEM_AT, NODE_SYSTEMS, THING_NUMBER, PLANETS),
    MANY("gyrodyne", gyrodynes, PUL_RING, "the gyrodyne on a pulsar", PUL_PULSAR_AT, NODE_PULSARS),
    MANY("tiles", tiles, THING_NUMBER, "exploration tiles in the stack", PUL_TILE_AT,
         TILE_KINDS_MAX),
    MANY("discards", discards, THING_NUMBER, "discarded exploration tiles", PUL_TILE_AT,
         TILE_KINDS_MAX),
    /* boards and tiles */
    MANY("board", boards, PUL_BOARD, "technology boards, from 0", THING_NUMBER, CATEGORIES),
    MANY("goal", goals, PUL_GOAL, "goals in play, from 0", THING_NUMBER, GOALS_IN_PLAY),
    GRID("award", awards, PUL_OWNER, "who has the first and second award for a size", PUL_SIZE,
         SIZES, THING_NUMBER, 2),
    MANY("offer", offer, PUL_TRANSMITTER, "transmitters on offer, from 0", THING_NUMBER, ON_OFFER),
    PILE("transmitter-stack", transmitter_pile, TRANSMITTERS_MAX, PUL_TRANSMITTER_AT,
         "transmitters still to come"),
    SETS("covered", paid, THING_NUMBER, "covered costs of an unfinished transmitter, from 0",
         PUL_TRANSMITTER_AT, TRANSMITTERS_MAX),
    GRID("joined", joined, PUL_TRANSMITTER, "what is linked to an end of a transmitter",
         PUL_TRANSMITTER_AT, TRANSMITTERS_MAX, PUL_END, 2),
    SPARE(offsetof(STATE, spare_1), 4),
    SET("fresh", fresh, PUL_TECH_AT, "technologies patented in this round"),
    /* the turn */
    ONE("bonus-die", bonus, PUL_BONUS, "the bonus die of this turn"),
    ONE("red-die", red, THING_NUMBER, "the red die that must be used"),
    SET("link-dice", link_dice, THING_NUMBER, "values of link dice on offer"),
    SET("planet-dice", planet_dice, THING_NUMBER, "values of red dice of systems on offer"),
    ONE("tolerance-used", tolerance_used, THING_NUMBER, "the tolerance of once a turn was used"),
    /* the flight */
    ONE("flight-length", flight_length, THING_NUMBER, "segments of the flight"),
    ONE("flight-at", flight_at, THING_NUMBER, "segments flown so far"),
    ONE("flight-scope", flight_scope, PUL_SCOPE, "what the tolerance asks of the flight"),
    ONE("flight-run", flight_run, THING_NUMBER, "place of the project of the gate run, from 1"),
    ONE("flight-colour", flight_colour, PUL_COLOUR, "its colour"),
    MANY("path", path, PUL_LOCATION, "locations of the flight, the start first", THING_NUMBER,
         PATH_MAX),
    AGENDA_FIELDS(struct pulsar_state, agenda, AGENDA_FRAMES_MAX, PUL_TASK),
    {0},
};
