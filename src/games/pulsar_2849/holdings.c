/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what seats have, counted and gained. Points, cubes, tokens, pulsars, gyrodynes,
 * stations, and technologies that wait for something to happen. */

#include "pulsar.h"

/* ---- technologies ---------------------------------------------------------------------------- */

static int category_of(int index)
{
    return index < 6 ? 0 : index < 12 ? 1 : 2;
}

int tech_id(const struct table *t, int index)
{
    assert(index >= 0 && index < TECHS_IN_PLAY);
    return 1 + pulsar_board_letter[t->s->boards[category_of(index)]] * TECHS_IN_PLAY + index;
}

/* Own technologies with an operation; `amount` is the argument of the last one. */
uint32_t own_techs_with_op(const struct table *t, int seat, enum op op, int *amount)
{
    uint32_t own = seat_of(t, seat)->patents & TECHS_WITH(t, op_techs, op);
    for (uint64_t rest = own; rest != 0;)
        *amount = row_with(t, tech_at(t, (int)bits_pop(&rest))->effect, op)->a;
    return own;
}

/* ---- pulsars --------------------------------------------------------------------------------- */

unsigned claimed_pulsars(const struct table *t)
{
    unsigned claimed = 0;
    for (int seat = 0; seat < players_of(t); seat++)
        claimed |= seat_of(t, seat)->claims;
    return claimed;
}

int rings_left(const struct table *t, int seat)
{
    return t->cards->rings - bits_count(seat_of(t, seat)->claims);
}

int gyrodyne_stock(const struct table *t, int size)
{
    int stock = t->cards->gyrodynes[size].tiles;
    for (int seat = 0; seat < players_of(t); seat++)
        stock -= seat_of(t, seat)->hand[size];
    for (int i = 0; i < NODE_PULSARS; i++)
        stock -= t->s->gyrodynes[i] == RING_UNFINISHED + size ||
                 t->s->gyrodynes[i] == RING_SPINNING + size;
    return stock;
}

unsigned sizes_in_stock(const struct table *t)
{
    unsigned sizes = 0;
    for (int size = 0; size < SIZES; size++)
        if (gyrodyne_stock(t, size) > 0)
            sizes |= 1u << size;
    return sizes;
}

void spinning_counts(const struct table *t, int seat, int counts[SIZES])
{
    for (int size = 0; size < SIZES; size++)
        counts[size] = 0;
    for (uint64_t own = seat_of(t, seat)->claims; own != 0;) {
        int ring = t->s->gyrodynes[bits_pop(&own)];
        if (ring >= RING_SPINNING)
            counts[ring - RING_SPINNING]++;
    }
}

int noun_in(const int counts[SIZES], int noun)
{
    int all = 0, types = 0, most = 0;
    for (int size = 0; size < SIZES; size++) {
        all += counts[size];
        types += counts[size] > 0;
        most = counts[size] > most ? counts[size] : most;
    }
    return noun == NOUN_SPINNING ? all : noun == NOUN_TYPES ? types : most;
}

/* ---- systems --------------------------------------------------------------------------------- */

bool has_station(const struct table *t, int seat, int system)
{
    for (int planet = 0; planet < PLANETS; planet++)
        if (t->s->planets[system][planet] == seat + 1)
            return true;
    return false;
}

unsigned free_planets(const struct table *t, int system)
{
    unsigned planets = t->cards->systems[t->s->systems[system]].open[players_of(t) - 2];
    for (int planet = 0; planet < PLANETS; planet++)
        if (t->s->planets[system][planet] != 0)
            planets &= ~(1u << planet);
    return planets;
}

uint32_t unseen_systems(const struct table *t)
{
    uint32_t seen = 1;
    for (int i = 0; i < NODE_SYSTEMS; i++)
        seen |= 1u << t->s->systems[i];
    return (uint32_t)bits_below(SYSTEMS + 1) & ~seen;
}

int station_count(const struct table *t, int seat)
{
    int count = 0;
    for (int system = 0; system < NODE_SYSTEMS; system++)
        count += has_station(t, seat, system);
    return count;
}

/* ---- counting -------------------------------------------------------------------------------- */

static int online_links(const struct table *t, int seat)
{
    uint32_t online = seat_of(t, seat)->online;
    int ends = 0;
    for (uint64_t rest = online; rest != 0;) {
        unsigned i = bits_pop(&rest);
        for (int end = 0; end < 2; end++) {
            unsigned other = t->s->joined[i][end];
            ends += other != 0 && (online >> (other - 1) & 1) != 0;
        }
    }
    return ends / 2;
}

static int award_count(const struct table *t, int seat)
{
    int count = 0;
    for (int size = 0; size < SIZES; size++)
        count += (t->s->awards[size][0] == seat + 1) + (t->s->awards[size][1] == seat + 1);
    return count;
}

int noun_count(const struct table *t, int seat, int noun)
{
    const struct pulsar_seat *me = seat_of(t, seat);
    int counts[SIZES];
    switch (noun) {
    case NOUN_STATIONS:
        return station_count(t, seat);
    case NOUN_PULSARS:
        return bits_count(me->claims);
    case NOUN_SPINNING:
    case NOUN_TYPES:
    case NOUN_SAME:
        spinning_counts(t, seat, counts);
        return noun_in(counts, noun);
    case NOUN_ONLINE:
        return bits_count(me->online);
    case NOUN_LINKS:
        return online_links(t, seat);
    case NOUN_PATENTS:
        return bits_count(me->patents);
    case NOUN_PROJECTS:
        return bits_count(me->projects);
    case NOUN_BASE:
        return bits_count(me->projects & bits_below(SECOND_1));
    case NOUN_RUNS:
        return bits_count(me->runs);
    case NOUN_AWARDS:
        return award_count(t, seat);
    default:
        assert(noun == NOUN_GOALS);
        return bits_count(me->goals);
    }
}

/* ---- play order and counters ----------------------------------------------------------------- */

int first_space(const struct table *t, int seat)
{
    for (int i = 0; i < ORDER_SPACES; i++)
        if (t->s->order[i] == seat + 1)
            return i + 1;
    return 0;
}

int seat_in_order(const struct table *t, int place)
{
    unsigned seen = 0;
    for (int i = 0; i < ORDER_SPACES; i++) {
        int owner = t->s->order[i];
        if (owner == 0 || (seen >> owner & 1))
            continue;
        if (place-- == 0)
            return owner - 1;
        seen |= 1u << owner;
    }
    assert(!"every seat has a space of the play order");
    return 0;
}

int counters_of_seat(const struct table *t)
{
    return players_card(t)->counters;
}

int counter_of(const struct table *t, int seat, int number)
{
    return seat + number * players_of(t);
}

int counters_in_order(const struct table *t, int seat, int track, uint8_t counters[2])
{
    const struct track *on = &t->s->tracks[track];
    int first = counter_of(t, seat, 0), second = counter_of(t, seat, 1);
    counters[0] = (uint8_t)first;
    if (counters_of_seat(t) == 1)
        return 1;
    bool swapped = on->space[second] < on->space[first] || (on->space[second] == on->space[first] &&
                                                            on->height[second] > on->height[first]);
    counters[0] = (uint8_t)(swapped ? second : first);
    counters[1] = (uint8_t)(swapped ? first : second);
    return 2;
}

/* ---- gains ----------------------------------------------------------------------------------- */

int points_of(const struct pulsar_seat *seat)
{
    int points = 0;
    for (int i = 0; i < SOURCES; i++)
        points += seat->points[i];
    return points;
}

void add_points(struct table *t, int seat, int amount, enum source source)
{
    assert(source < SOURCES);
    int16_t *points = &seat_of(t, seat)->points[source];
    int sum = *points + amount;
    *points = (int16_t)(sum > POINTS_MAX ? POINTS_MAX : sum < -POINTS_MAX ? -POINTS_MAX : sum);
}

void pay_cubes(struct table *t, int seat, int amount)
{
    uint16_t *cubes = &seat_of(t, seat)->cubes;
    assert(amount >= 0 && *cubes >= amount);
    *cubes = (uint16_t)(*cubes - amount);
}

void gain_points(struct table *t, int seat, int amount, enum source source)
{
    if (amount == 0)
        return;
    add_points(t, seat, amount, source);
    tell(t, LOG_POINTS, seat, amount, source, 0);
}

void gain_cubes(struct table *t, int seat, int amount)
{
    if (amount == 0)
        return;
    assert(amount > 0);
    int sum = seat_of(t, seat)->cubes + amount;
    seat_of(t, seat)->cubes = (uint16_t)(sum < CUBES_MAX ? sum : CUBES_MAX);
    tell(t, LOG_CUBES, seat, amount, 0, 0);
}

void gain_tokens(struct table *t, int seat, int modifier, int amount)
{
    assert(modifier >= 0 && modifier < MODIFIERS && amount >= 0);
    uint8_t *tokens = &seat_of(t, seat)->tokens[modifier];
    *tokens = (uint8_t)(*tokens + amount < TOKENS_MAX ? *tokens + amount : TOKENS_MAX);
    tell(t, LOG_TOKENS, seat, amount, modifier, 0);
}

void gain_gyrodyne(struct table *t, int seat, int size)
{
    assert(size >= 0 && size < SIZES && gyrodyne_stock(t, size) > 0);
    seat_of(t, seat)->hand[size]++;
    tell(t, LOG_GYRODYNE, seat, size, 0, 0);
}

void fire(struct table *t, int seat, enum event_kind event)
{
    uint64_t techs = seat_of(t, seat)->patents;
    if (techs != 0)
        techs &= TECHS_WITH(t, event_techs, event);
    while (techs != 0) {
        int index = (int)bits_pop(&techs);
        struct program effect = tech_at(t, index)->effect;
        tell(t, LOG_EFFECT, seat, tech_id(t, index), 0, 0);
        for (int i = 0; i < effect.count; i += 1 + t->cards->rows[effect.start + i].body) {
            const struct effect *row = &t->cards->rows[effect.start + i];
            if (row->op == OP_WHEN && row->a == (int)event)
                run_row_now(t, seat, row + 1, SOURCE_TECHNOLOGIES);
        }
    }
}
