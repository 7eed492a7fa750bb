/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A toy whose state has every form of field: numbers of every size with and without a sign, things,
 * sets, piles, one and two indices, and values that some setups do not have. The dealer draws a
 * colour, not all equally likely; then a seat loads; four times in all. */

#ifndef TESTS_UNIT_TOY_H
#define TESTS_UNIT_TOY_H

#include "base/bits.h"
#include "base/random.h"
#include "contract/fields.h"
#include "contract/game.h"

#include <stdlib.h>
#include <string.h>

enum { STARS = 64, COLOURS = 3, HEAP = 5, HEAPS = 2, SHIPS = 3, MOONS = 2, TOY_PLAYERS = 3 };

struct toy_state {
    int64_t huge;
    uint64_t total;
    uint64_t stars; /* set of stars */
    int32_t large;
    uint32_t count;
    uint32_t dice; /* set of numbers */
    int16_t medium;
    uint16_t word;
    uint16_t ports[SEATS_MAX];         /* by seat: set of numbers */
    int16_t cargo[SEATS_MAX][COLOURS]; /* by seat and colour */
    uint8_t sky[STARS];                /* pile of stars */
    uint8_t heaps[HEAPS][HEAP];        /* by number: pile of stars */
    int8_t small;
    uint8_t byte;
    struct {
        uint8_t colour;
        int8_t fuel;
    } ships[SHIPS];                /* by number */
    uint8_t owner;                 /* seat */
    uint8_t flags;                 /* set of colours */
    uint8_t moons[COLOURS][MOONS]; /* by colour and moon */
    uint8_t spare[6];
};
_Static_assert(sizeof(struct toy_state) == 168, "every byte is in the table of fields");

/* ---- words ----------------------------------------------------------------------------------- */

enum { TOY_STAR = THING_GAME, TOY_COLOUR, TOY_MOON };
enum { TOY_DRAW, TOY_LOAD, TOY_PASS };
enum { TOY_WITHOUT_MOONS, TOY_WITH_MOONS, TOY_FORBIDDEN }; /* choices of the only option */

/* Every name has 31 bytes, the most that the id of a card may have. */
static inline const char *toy_star(const struct ruleset *rules, int value)
{
    static char names[STARS][32];
    (void)rules;
    if (value >= STARS)
        return NULL;
    memcpy(names[value], "star-00-in-a-far-constellation.", 32);
    names[value][5] = (char)('0' + value / 10);
    names[value][6] = (char)('0' + value % 10);
    return names[value];
}

static inline const char *toy_colour(const struct ruleset *rules, int value)
{
    static const char *const names[] = {"red", "green", "blue"};
    (void)rules;
    return value < COLOURS ? names[value] : NULL;
}

static inline const char *toy_colour_title(const struct ruleset *rules, int value,
                                           enum language language)
{
    static const char *const titles[][COLOURS] = {{"crimson", "emerald", "azure"},
                                                  {"Karmin", "Smaragd", "Azur"}};
    (void)rules;
    return titles[language][value];
}

static inline const char *toy_moon(const struct ruleset *rules, int value)
{
    static const char *const names[] = {"io", "europa"};
    bool has_moons = rules->setup.options[0] == TOY_WITH_MOONS;
    return has_moons && value < MOONS ? names[value] : NULL;
}

static const struct thing toy_things[] = {
    {"star", "star", toy_star, NULL},
    {"colour", "colour", toy_colour, toy_colour_title},
    {"moon", "moon", toy_moon, NULL},
    {0},
};

static const struct wording toy_moves[] = {
    [TOY_DRAW] = {"draw", "", {TOY_COLOUR}, "draws {a}"},
    [TOY_LOAD] = {"load", "", {THING_SEAT, TOY_COLOUR, THING_NUMBER}, "loads {c} {b} for {a}"},
    [TOY_PASS] = {"pass", "", {0}, "passes"},
    {0},
};

static const struct wording toy_events[] = {
    {"drawn", "", {TOY_COLOUR}, "{seat} gets {a}."},
    {"paid",
     "",
     {THING_NUMBER, THING_NUMBER, THING_SEAT},
     "{seat} pays {a} {a|coin|coins} to {c}."},
    {"calm", "", {0}, "Nothing happens."},
    {0},
};

static const struct wording toy_rows[] = {{"over", "", {0}, "over"}, {0}};

static const char *const toy_choices[] = {"without", "with", "forbidden", NULL};
static const struct option toy_options[] = {
    {"moons", "moons", toy_choices, toy_choices, TOY_WITHOUT_MOONS},
    {0},
};

/* ---- fields ---------------------------------------------------------------------------------- */

#define TOY_FIELD(member, shape, thing, bytes, ...)                                                \
    {                                                                                              \
        .form = shape, .holds = thing, .size = bytes,                                              \
        .offset = offsetof(struct toy_state, member), __VA_ARGS__                                  \
    }
#define TOY_NUMBER(member, bytes, ...)                                                             \
    TOY_FIELD(member, FIELD_VALUE, THING_NUMBER, bytes, __VA_ARGS__)

static const struct field toy_fields[] = {
    TOY_NUMBER(huge, 8, .name = "huge", .is_signed = true),
    TOY_NUMBER(total, 8, .name = "total"),
    TOY_FIELD(stars, FIELD_SET, TOY_STAR, 8, .name = "stars"),
    TOY_NUMBER(large, 4, .name = "large", .is_signed = true),
    TOY_NUMBER(count, 4, .name = "count"),
    TOY_FIELD(dice, FIELD_SET, THING_NUMBER, 4, .name = "dice"),
    TOY_NUMBER(medium, 2, .name = "medium", .is_signed = true),
    TOY_NUMBER(word, 2, .name = "word"),
    TOY_FIELD(ports, FIELD_SET, THING_NUMBER, 2, .name = "ports",
              .index = {{THING_SEAT, SEATS_MAX, 2}}),
    TOY_NUMBER(cargo, 2, .name = "cargo", .is_signed = true,
               .index = {{THING_SEAT, SEATS_MAX, 2 * COLOURS}, {TOY_COLOUR, COLOURS, 2}}),
    TOY_FIELD(sky, FIELD_PILE, TOY_STAR, STARS, .name = "sky"),
    TOY_FIELD(heaps, FIELD_PILE, TOY_STAR, HEAP, .name = "heaps",
              .index = {{THING_NUMBER, HEAPS, HEAP}}),
    TOY_NUMBER(small, 1, .name = "small", .is_signed = true),
    TOY_NUMBER(byte, 1, .name = "byte"),
    TOY_FIELD(ships[0].colour, FIELD_VALUE, TOY_COLOUR, 1, .name = "paint",
              .index = {{THING_NUMBER, SHIPS, 2}}),
    TOY_NUMBER(ships[0].fuel, 1, .name = "fuel", .is_signed = true,
               .index = {{THING_NUMBER, SHIPS, 2}}),
    TOY_FIELD(owner, FIELD_VALUE, THING_SEAT, 1, .name = "owner"),
    TOY_FIELD(flags, FIELD_SET, TOY_COLOUR, 1, .name = "flags"),
    TOY_NUMBER(moons, 1, .name = "moons",
               .index = {{TOY_COLOUR, COLOURS, MOONS}, {TOY_MOON, MOONS, 1}}),
    TOY_FIELD(spare, FIELD_SPARE, THING_NONE, 6, .name = ""),
    {0},
};

/* ---- rules ----------------------------------------------------------------------------------- */

static const struct component_use toy_deeds[] = {{0}};

static const struct words toy_words = {
    .things = toy_things,
    .moves = toy_moves,
    .events = toy_events,
    .reasons = toy_rows,
    .questions = toy_rows,
    .sources = toy_rows,
    .options = toy_options,
    .fields = toy_fields,
    .component_uses = toy_deeds,
};

static inline void *toy_read_cards(const struct card_text *files, int count,
                                   struct problem *problem)
{
    (void)files, (void)count, (void)problem;
    return calloc(1, 1);
}

static inline const char *toy_check_setup(const struct ruleset *rules)
{
    return rules->setup.options[0] == TOY_FORBIDDEN ? "moons are forbidden" : NULL;
}

static inline void toy_start(const struct ruleset *rules, void *state)
{
    (void)rules;
    ((struct toy_state *)state)->count = 1;
}

/* Dealer and seat 1 in turn, four times. */
static inline struct node toy_node(const struct ruleset *rules, const void *state)
{
    (void)rules;
    const struct toy_state *s = state;
    int actor = s->byte >= 8 ? NOBODY : s->byte % 2 == 0 ? DEALER : 0;
    return (struct node){actor, NOBODY, 0, {.seat = NOBODY}};
}

static inline int toy_legal(const struct ruleset *rules, const void *state, struct move *moves)
{
    int actor = toy_node(rules, state).actor;
    for (uint8_t i = 0; i < COLOURS; i++)
        moves[i] =
            actor == DEALER ? (struct move){TOY_DRAW, i, 0, 0} : (struct move){TOY_LOAD, 0, i, 1};
    return actor == NOBODY ? 0 : COLOURS;
}

/* Red 1, green 2, blue 3. */
static inline void toy_weights(const struct ruleset *rules, const void *state,
                               const struct move *moves, int count, uint16_t *weights)
{
    (void)rules, (void)state;
    for (int i = 0; i < count; i++)
        weights[i] = (uint16_t)(1 + moves[i].a);
}

static inline void toy_apply(const struct ruleset *rules, void *state, struct move move,
                             struct events *events)
{
    (void)rules;
    struct toy_state *s = state;
    s->byte++;
    if (move.kind == TOY_DRAW)
        s->ships[0].colour = move.a;
    else
        s->cargo[0][move.b]++;
    event_add(events, (struct message){.kind = 2, .seat = NOBODY});
}

static inline const char *toy_check(const struct ruleset *rules, const void *state)
{
    (void)rules;
    return ((const struct toy_state *)state)->byte > 8 ? "the game is longer than that" : NULL;
}

static const char *const toy_card_files[] = {NULL};
static const struct game toy = {
    .name = "toy",
    .rules_version = 1,
    .players_min = 2,
    .players_max = SEATS_MAX,
    .state_size = sizeof(struct toy_state),
    .words = &toy_words,
    .card_files = toy_card_files,
    .read_cards = toy_read_cards,
    .check_setup = toy_check_setup,
    .start = toy_start,
    .node = toy_node,
    .legal = toy_legal,
    .weights = toy_weights,
    .apply = toy_apply,
    .check = toy_check,
};

/* ---- any state that the fields can express --------------------------------------------------- */

static inline uint64_t toy_random_bits(struct random *random)
{
    /* Few bits, half of them, or nearly all: the ends are where faults are. */
    uint64_t bits = random_next(random);
    uint32_t how = random_below(random, 4);
    return how == 0   ? bits & random_next(random) & random_next(random)
           : how == 1 ? bits | random_next(random) | random_next(random)
           : how == 2 ? ~UINT64_C(0) << (bits & 63)
                      : bits;
}

/* How many things of that kind there are, `most` at most. */
static inline unsigned toy_things_of(const struct ruleset *rules, int kind, unsigned most)
{
    static const unsigned counts[] = {
        [TOY_STAR] = STARS, [TOY_COLOUR] = COLOURS, [TOY_MOON] = MOONS};
    unsigned count = kind == THING_NUMBER ? most
                     : kind == THING_SEAT ? rules->setup.players
                                          : counts[kind];
    return count < most ? count : most;
}

/* Group numbers without gaps. */
static inline void toy_fill_pile(uint8_t *groups, unsigned size, struct random *random)
{
    uint32_t most = 1 + random_below(random, size);
    uint8_t number[65] = {0}, last = 0;
    for (unsigned i = 0; i < size; i++) {
        uint32_t group = random_below(random, most + 1);
        if (group > 0 && number[group] == 0)
            number[group] = ++last;
        groups[i] = number[group];
    }
}

static inline void toy_fill_value(const struct ruleset *rules, void *state, struct cell cell,
                                  struct random *random)
{
    const struct field *field = cell.field;
    uint64_t bits = toy_random_bits(random);
    if (field->form == FIELD_PILE)
        toy_fill_pile((uint8_t *)state + cell.offset, field->size, random);
    else if (field->form == FIELD_SET)
        value_set(
            state, cell,
            (int64_t)(bits & bits_below(toy_things_of(rules, field->holds, 8u * field->size))));
    else if (field->holds == THING_NUMBER)
        value_set(state, cell, (int64_t)(field->is_signed ? bits : bits & INT64_MAX));
    else
        value_set(state, cell, random_below(random, toy_things_of(rules, field->holds, UINT8_MAX)));
}

/* Fills every value of the state; those that the setup does not have stay zero. */
static inline void toy_fill(const struct ruleset *rules, struct toy_state *state,
                            struct random *random)
{
    memset(state, 0, sizeof *state);
    for (struct cell p = cell_first(rules); p.field != NULL; p = cell_next(rules, p))
        toy_fill_value(rules, state, p, random);
    state->byte = (uint8_t)(state->byte % 9); /* what toy_check allows */
}

#endif
