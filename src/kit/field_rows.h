/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Shorthand for the rows of a game's table of fields (struct field). A game defines STATE, the type
 * of its state, and SEAT, the type of the seats in its member `seats`, before it uses them. */

#ifndef KIT_FIELD_ROWS_H
#define KIT_FIELD_ROWS_H

#include "contract/game.h"

#include <stddef.h>

#define STATE_MEMBER_SIZE(member) sizeof(((STATE *)0)->member)
#define SEAT_MEMBER_SIZE(member)  sizeof(((SEAT *)0)->member)

/* A single value; a set. */
#define ONE(word, member, thing, text)                                                             \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_VALUE, .holds = thing,                          \
        .size = STATE_MEMBER_SIZE(member), .offset = offsetof(STATE, member)                       \
    }
#define SET(word, member, thing, text)                                                             \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_SET, .holds = thing,                            \
        .size = STATE_MEMBER_SIZE(member), .offset = offsetof(STATE, member)                       \
    }

/* A pile of `length` things. */
#define PILE(word, member, length, thing, text)                                                    \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_PILE, .holds = thing, .size = length,           \
        .offset = offsetof(STATE, member)                                                          \
    }

/* One value or set for each thing of a kind; one value for each pair of things. */
#define MANY(word, member, thing, text, by, number)                                                \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_VALUE, .holds = thing,                          \
        .size = STATE_MEMBER_SIZE(member[0]), .offset = offsetof(STATE, member), .index = {        \
            {by, number, STATE_MEMBER_SIZE(member[0])}                                             \
        }                                                                                          \
    }
#define SETS(word, member, thing, text, by, number)                                                \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_SET, .holds = thing,                            \
        .size = STATE_MEMBER_SIZE(member[0]), .offset = offsetof(STATE, member), .index = {        \
            {by, number, STATE_MEMBER_SIZE(member[0])}                                             \
        }                                                                                          \
    }
#define GRID(word, member, thing, text, by, number, by_2, number_2)                                \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_VALUE, .holds = thing,                          \
        .size = STATE_MEMBER_SIZE(member[0][0]), .offset = offsetof(STATE, member), .index = {     \
            {by, number, STATE_MEMBER_SIZE(member[0])},                                            \
            {by_2, number_2, STATE_MEMBER_SIZE(member[0][0])}                                      \
        }                                                                                          \
    }

/* One value or set for each seat; one for each seat and thing of a kind. */
#define SEAT_VALUE(word, member, thing, text)                                                      \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_VALUE, .holds = thing,                          \
        .size = SEAT_MEMBER_SIZE(member), .offset = offsetof(STATE, seats[0].member), .index = {   \
            {THING_SEAT, SEATS_MAX, sizeof(SEAT)}                                                  \
        }                                                                                          \
    }
#define SEAT_SET(word, member, thing, text)                                                        \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_SET, .holds = thing,                            \
        .size = SEAT_MEMBER_SIZE(member), .offset = offsetof(STATE, seats[0].member), .index = {   \
            {THING_SEAT, SEATS_MAX, sizeof(SEAT)}                                                  \
        }                                                                                          \
    }
#define SEAT_MANY(word, member, thing, text, by, number)                                           \
    {                                                                                              \
        .name = word, .about = text, .form = FIELD_VALUE, .holds = thing,                          \
        .size = SEAT_MEMBER_SIZE(member[0]), .offset = offsetof(STATE, seats[0].member),           \
        .index = {                                                                                 \
            {THING_SEAT, SEATS_MAX, sizeof(SEAT)},                                                 \
            {by, number, SEAT_MEMBER_SIZE(member[0])}                                              \
        }                                                                                          \
    }

/* Bytes that are always zero: somewhere, and in each seat. */
#define SPARE(first, length)                                                                       \
    {                                                                                              \
        .name = "", .form = FIELD_SPARE, .size = length, .offset = (uint16_t)(first)               \
    }
#define SEAT_SPARE(member)                                                                         \
    {                                                                                              \
        .name = "", .form = FIELD_SPARE, .size = SEAT_MEMBER_SIZE(member),                         \
        .offset = offsetof(STATE, seats[0].member), .index = {                                     \
            {THING_NUMBER, SEATS_MAX, sizeof(SEAT)}                                                \
        }                                                                                          \
    }

#endif
