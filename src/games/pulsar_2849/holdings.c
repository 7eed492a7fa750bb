/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what seats have, counted and gained. Points, cubes, tokens, pulsars, gyrodynes,
 * stations, and technologies that wait for something to happen. */

#include "pulsar.h"

#include "kit/pile.h"

#include <string.h>

/* ---- technologies ---------------------------------------------------------------------------- */

static int category_of(int index)
{
    assert(index >= 0 && index < TECHS_IN_PLAY);
    return index < 6 ? 0 : index < 12 ? 1 : 2;
}

int pulsar_tech_id(const struct pulsar_view *v, int index)
{
    return 1 + pulsar_board_letter[v->s->boards[category_of(index)]] * TECHS_IN_PLAY + index;
}

/* Own technologies with an operation; `amount` is the argument of the last one. */
uint32_t pulsar_own_techs_with_op(const struct pulsar_view *v, int seat, enum pulsar_op op,
                                  int *amount)
{
    uint32_t own = seat_of(v, seat)->patents & TECHS_WITH(v, op_techs, op);
    for (uint64_t rest = own; rest != 0;)
        *amount = row_with(v, tech_at(v, (int)bits_pop(&rest))->effect, op)->a;
    return own;
}

/* ---- pulsars --------------------------------------------------------------------------------- */

unsigned pulsar_claimed_pulsars(const struct pulsar_view *v)
{
    unsigned claimed = 0;
    for (int seat = 0; seat < players_of(v); seat++)
        claimed |= seat_of(v, seat)->claims;
    return claimed;
}

int pulsar_rings_left(const struct pulsar_view *v, int seat)
{
    return v->cards->rings - bits_count(seat_of(v, seat)->claims);
}

/* How many pulsars have each ring, in one number: a byte for each of them. */
static uint64_t count_rings(const struct pulsar_view *v)
{
    uint64_t counts = 0;
    _Static_assert(RINGS <= sizeof counts && NODE_PULSARS <= UINT8_MAX, "the bytes are enough");
    for (int i = 0; i < NODE_PULSARS; i++) {
        assert(v->s->gyrodynes[i] < RINGS);
        counts += bit(8u * v->s->gyrodynes[i]);
    }
    return counts;
}

void pulsar_gyrodyne_stocks(const struct pulsar_view *v, int stocks[SIZES])
{
    uint64_t rings = count_rings(v);
    for (int size = 0; size < SIZES; size++) {
        stocks[size] = v->cards->gyrodynes[size].tiles;
        stocks[size] -= (uint8_t)(rings >> 8 * (RING_UNFINISHED + size));
        stocks[size] -= (uint8_t)(rings >> 8 * (RING_SPINNING + size));
        for (int seat = 0; seat < players_of(v); seat++)
            stocks[size] -= seat_of(v, seat)->hand[size];
    }
}

int pulsar_gyrodyne_stock(const struct pulsar_view *v, int size)
{
    int stocks[SIZES];
    assert(size >= 0 && size < SIZES);
    pulsar_gyrodyne_stocks(v, stocks);
    return stocks[size];
}

unsigned pulsar_sizes_in_stock(const struct pulsar_view *v)
{
    int stocks[SIZES];
    unsigned sizes = 0;
    pulsar_gyrodyne_stocks(v, stocks);
    for (int size = 0; size < SIZES; size++)
        if (stocks[size] > 0)
            sizes |= 1u << size;
    return sizes;
}

void pulsar_spinning_counts(const struct pulsar_view *v, int seat, int counts[SIZES])
{
    for (int size = 0; size < SIZES; size++)
        counts[size] = 0;
    for (uint64_t own = seat_of(v, seat)->claims; own != 0;) {
        int ring = v->s->gyrodynes[bits_pop(&own)];
        if (ring >= RING_SPINNING)
            counts[ring - RING_SPINNING]++;
    }
}

int pulsar_noun_in(const int counts[SIZES], int noun)
{
    assert(noun == NOUN_SPINNING || noun == NOUN_TYPES || noun == NOUN_SAME);
    int all = 0, types = 0, most = 0;
    for (int size = 0; size < SIZES; size++) {
        all += counts[size];
        types += counts[size] > 0;
        most = counts[size] > most ? counts[size] : most;
    }
    return noun == NOUN_SPINNING ? all : noun == NOUN_TYPES ? types : most;
}

/* ---- systems --------------------------------------------------------------------------------- */

/* All planets are looked at together: is one of the four bytes that of the seat? */
static inline bool has_station(const struct pulsar_view *v, int seat, int system)
{
    const uint32_t ones = 0x01010101;
    uint32_t planets;
    _Static_assert(sizeof v->s->planets[system] == sizeof planets, "a byte for each planet");
    memcpy(&planets, v->s->planets[system], sizeof planets);
    planets ^= (uint32_t)(seat + 1) * ones; /* bytes of the seat are zero now */
    return ((planets - ones) & ~planets & 0x80 * ones) != 0;
}

bool pulsar_has_station(const struct pulsar_view *v, int seat, int system)
{
    return has_station(v, seat, system);
}

unsigned pulsar_free_planets(const struct pulsar_view *v, int system)
{
    assert(system >= 0 && system < NODE_SYSTEMS && v->s->systems[system] != 0);
    unsigned planets = v->cards->systems[v->s->systems[system]].open[players_of(v) - 2];
    for (int planet = 0; planet < PLANETS; planet++)
        if (v->s->planets[system][planet] != 0)
            planets &= ~(1u << planet);
    return planets;
}

uint64_t pulsar_unseen_systems(const struct pulsar_view *v)
{
    uint64_t seen = 1;
    for (int i = 0; i < NODE_SYSTEMS; i++)
        seen |= bit(v->s->systems[i]);
    return bits_below((unsigned)v->cards->system_count + 1) & ~seen;
}

int pulsar_station_count(const struct pulsar_view *v, int seat)
{
    int count = 0;
    for (int system = 0; system < NODE_SYSTEMS; system++)
        count += has_station(v, seat, system);
    return count;
}

/* ---- transmitters ---------------------------------------------------------------------------- */

uint64_t pulsar_transmitters_of(const struct pulsar_view *v, int letter)
{
    assert(letter >= 0 && letter < TRANSMITTER_LETTERS);
    int first = v->cards->letter_first[letter], count = v->cards->letter_first[letter + 1] - first;
    return bits_below((unsigned)count) << (first - 1);
}

/* Of a letter with more than a game uses, those that will stay in the box are not counted. */
int pulsar_stack_size(const struct pulsar_view *v)
{
    const uint8_t *pile = v->s->transmitter_pile;
    int size = pile_count(pile, TRANSMITTERS_MAX);
    for (int letter = 0; letter < TRANSMITTER_LETTERS; letter++) {
        int first = v->cards->letter_first[letter];
        int all = v->cards->letter_first[letter + 1] - first, spare = all - TRANSMITTERS_OF_LETTER;
        if (spare == 0)
            continue;
        int left = pile_count(pile + first - 1, all);
        size -= left < spare ? left : spare;
    }
    return size;
}

/* ---- counting -------------------------------------------------------------------------------- */

static int online_links(const struct pulsar_view *v, int seat)
{
    uint64_t online = seat_of(v, seat)->online;
    int ends = 0;
    for (uint64_t rest = online; rest != 0;) {
        unsigned i = bits_pop(&rest);
        for (int end = 0; end < 2; end++) {
            unsigned other = v->s->joined[i][end];
            ends += other != 0 && (online >> (other - 1) & 1) != 0;
        }
    }
    assert(ends % 2 == 0); /* a link has two ends */
    return ends / 2;
}

static int award_count(const struct pulsar_view *v, int seat)
{
    int count = 0;
    for (int size = 0; size < SIZES; size++)
        count += (v->s->awards[size][0] == seat + 1) + (v->s->awards[size][1] == seat + 1);
    return count;
}

/* Kept out of the way of nouns that need no list. */
__attribute__((noinline)) static int spinning_count(const struct pulsar_view *v, int seat, int noun)
{
    int counts[SIZES];
    pulsar_spinning_counts(v, seat, counts);
    return pulsar_noun_in(counts, noun);
}

int pulsar_noun_count(const struct pulsar_view *v, int seat, int noun)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    switch ((enum pulsar_noun)noun) {
    case NOUN_STATIONS:
        return pulsar_station_count(v, seat);
    case NOUN_PULSARS:
        return bits_count(me->claims);
    case NOUN_SPINNING:
    case NOUN_TYPES:
    case NOUN_SAME:
        return spinning_count(v, seat, noun);
    case NOUN_ONLINE:
        return bits_count(me->online);
    case NOUN_LINKS:
        return online_links(v, seat);
    case NOUN_PATENTS:
        return bits_count(me->patents);
    case NOUN_PROJECTS:
        return bits_count(me->projects);
    case NOUN_BASE:
        return bits_count(me->projects & bits_below(SECOND_1));
    case NOUN_RUNS:
        return bits_count(me->runs);
    case NOUN_AWARDS:
        return award_count(v, seat);
    case NOUN_GOALS:
        return bits_count(me->goals);
    case NOUN_NONE:
    case NOUN_COUNT:
        break;
    }
    assert(!"something is counted");
    return 0;
}

/* ---- play order and counters ----------------------------------------------------------------- */

int pulsar_first_space(const struct pulsar_view *v, int seat)
{
    for (int i = 0; i < ORDER_SPACES; i++)
        if (v->s->order[i] == seat + 1)
            return i + 1;
    return 0;
}

int pulsar_seat_in_order(const struct pulsar_view *v, int place)
{
    unsigned seen = 0;
    for (int i = 0; i < ORDER_SPACES; i++) {
        int owner = v->s->order[i];
        if (owner == 0 || (seen >> owner & 1))
            continue;
        if (place-- == 0)
            return owner - 1;
        seen |= 1u << owner;
    }
    assert(!"every seat has a space of the play order");
    return 0;
}

int pulsar_counters_of_seat(const struct pulsar_view *v)
{
    return players_card(v)->counters;
}

int pulsar_counter_of(const struct pulsar_view *v, int seat, int number)
{
    assert(number >= 0 && number < 2 && seat + number * players_of(v) < TRACK_COUNTERS);
    return seat + number * players_of(v);
}

int pulsar_counters_in_order(const struct pulsar_view *v, int seat, int track, uint8_t counters[2])
{
    const struct track *on = &v->s->tracks[track];
    int first = pulsar_counter_of(v, seat, 0), second = pulsar_counter_of(v, seat, 1);
    counters[0] = (uint8_t)first;
    if (pulsar_counters_of_seat(v) == 1)
        return 1;
    bool swapped = on->space[second] < on->space[first] || (on->space[second] == on->space[first] &&
                                                            on->height[second] > on->height[first]);
    counters[0] = (uint8_t)(swapped ? second : first);
    counters[1] = (uint8_t)(swapped ? first : second);
    return 2;
}

/* ---- gains ----------------------------------------------------------------------------------- */

int pulsar_points_of(const struct pulsar_seat *seat)
{
    int points = 0;
    for (int i = 0; i < SOURCES; i++)
        points += seat->points[i];
    return points;
}

void pulsar_add_points(struct pulsar_table *t, int seat, int amount, enum pulsar_source source)
{
    assert(source < SOURCES);
    int16_t *points = &seat_at(t, seat)->points[source];
    int sum = *points + amount;
    *points = (int16_t)(sum > POINTS_MAX ? POINTS_MAX : sum < -POINTS_MAX ? -POINTS_MAX : sum);
}

void pulsar_pay_cubes(struct pulsar_table *t, int seat, int amount)
{
    uint16_t *cubes = &seat_at(t, seat)->cubes;
    assert(amount >= 0 && *cubes >= amount);
    *cubes = (uint16_t)(*cubes - amount);
}

void pulsar_gain_points(struct pulsar_table *t, int seat, int amount, enum pulsar_source source)
{
    if (amount == 0)
        return;
    pulsar_add_points(t, seat, amount, source);
    tell(t, LOG_POINTS, seat, amount, source, 0);
}

void pulsar_gain_cubes(struct pulsar_table *t, int seat, int amount)
{
    if (amount == 0)
        return;
    assert(amount > 0);
    int sum = seat_of(&t->view, seat)->cubes + amount;
    seat_at(t, seat)->cubes = (uint16_t)(sum < CUBES_MAX ? sum : CUBES_MAX);
    tell(t, LOG_CUBES, seat, amount, 0, 0);
}

void pulsar_gain_tokens(struct pulsar_table *t, int seat, int modifier, int amount)
{
    assert(modifier >= 0 && modifier < MODIFIERS && amount >= 0);
    uint8_t *tokens = &seat_at(t, seat)->tokens[modifier];
    *tokens = (uint8_t)(*tokens + amount < TOKENS_MAX ? *tokens + amount : TOKENS_MAX);
    tell(t, LOG_TOKENS, seat, amount, modifier, 0);
}

void pulsar_gain_gyrodyne(struct pulsar_table *t, int seat, int size)
{
    assert(size >= 0 && size < SIZES && pulsar_gyrodyne_stock(&t->view, size) > 0);
    seat_at(t, seat)->hand[size]++;
    tell(t, LOG_GYRODYNE, seat, size, 0, 0);
}

void pulsar_fire(struct pulsar_table *t, int seat, enum pulsar_event_kind event)
{
    uint64_t techs = seat_of(&t->view, seat)->patents;
    if (techs != 0)
        techs &= TECHS_WITH(&t->view, event_techs, event);
    while (techs != 0) {
        int index = (int)bits_pop(&techs);
        struct program effect = tech_at(&t->view, index)->effect;
        tell(t, LOG_EFFECT, seat, pulsar_tech_id(&t->view, index), 0, 0);
        for (int i = 0; i < effect.count; i += 1 + t->view.cards->rows[effect.start + i].body) {
            const struct effect *row = &t->view.cards->rows[effect.start + i];
            if (row->op == OP_WHEN && row->a == (int)event)
                pulsar_run_row(t, seat, row + 1, SOURCE_TECHNOLOGIES);
        }
    }
}
