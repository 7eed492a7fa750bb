/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what a seat can pay with. Silver dice, bonus dice from all sources, tokens that
 * change a die, tolerances of technologies. */

#include "pulsar.h"

/* ---- dice as numbers ------------------------------------------------------------------------- */

/* The number of the first value of each source, and that value: links can be 0. */
static const struct {
    uint8_t number, value;
} first_die[DIE_SOURCES + 1] = {
    [DIE_SILVER] = {1, 1}, [DIE_LINK] = {7, 0}, [DIE_PLANET] = {14, 1},
    [DIE_COPY] = {20, 1},  [DIE_RED] = {26, 1}, [DIE_SOURCES] = {DICE_NUMBERS, 0},
};

int pulsar_die_of(enum pulsar_die_source source, int value)
{
    assert(source > DIE_NONE && source < DIE_SOURCES && value >= first_die[source].value &&
           value <= DIE_SIDES);
    return first_die[source].number + value - first_die[source].value;
}

enum pulsar_die_source pulsar_die_source(int die)
{
    assert(die > 0 && die < DICE_NUMBERS);
    enum pulsar_die_source source = DIE_NONE;
    while (source + 1 < DIE_SOURCES && die >= first_die[source + 1].number)
        source++;
    return source;
}

int pulsar_die_value(int die)
{
    enum pulsar_die_source source = pulsar_die_source(die);
    return die - first_die[source].number + first_die[source].value;
}

const int8_t pulsar_change_amount[CHANGES] = {0, -1, 1, 2};

/* ---- the purse ------------------------------------------------------------------------------- */

int pulsar_copy_price(const struct pulsar_view *v, int seat)
{
    int price = v->cards->copy_price, cheaper = 0;
    if (pulsar_own_techs_with_op(v, seat, OP_COPY, &cheaper) != 0 && cheaper < price)
        price = cheaper;
    assert(price > 0 && price <= v->cards->copy_price);
    return price;
}

unsigned pulsar_silver_values(const struct pulsar_view *v, int seat)
{
    const uint8_t *dice = seat_of(v, seat)->dice;
    return (1u << dice[0] | 1u << dice[1]) & ~1u;
}

unsigned pulsar_board_values(const struct pulsar_view *v)
{
    unsigned values = 0;
    for (int value = 1; value <= DIE_SIDES; value++)
        if (v->s->dice[value - 1] > 0)
            values |= 1u << value;
    return values;
}

/* Copied dice among them, if the cubes are there. */
unsigned pulsar_copy_values(const struct pulsar_view *v, int seat)
{
    int cubes = seat_of(v, seat)->cubes;
    if (v->s->bonus != BONUS_FREE || cubes == 0 || cubes < pulsar_copy_price(v, seat))
        return 0;
    return pulsar_board_values(v);
}

uint16_t pulsar_bonus_values(const struct pulsar_view *v, int seat)
{
    if (v->s->bonus == BONUS_USED)
        return 0;
    if (v->s->bonus == BONUS_RESERVED) {
        assert(v->s->red >= 1 && v->s->red <= DIE_SIDES);
        return (uint16_t)(1u << v->s->red);
    }
    return (uint16_t)(v->s->link_dice | v->s->planet_dice | pulsar_copy_values(v, seat));
}

/* The values that these can become with one token. */
static unsigned with_token(const struct pulsar_seat *me, unsigned values)
{
    unsigned all = values;
    if (me->tokens[PLUS_MINUS] > 0)
        all |= values << 1 | values >> 1;
    if (me->tokens[PLUS_TWO] > 0)
        all |= values << 2;
    return all;
}

unsigned pulsar_own_scopes(const struct pulsar_view *v, int seat)
{
    uint64_t patents = seat_of(v, seat)->patents & TECHS_WITH(v, op_techs, OP_TOLERANCE);
    unsigned scopes = 0;
    while (patents != 0)
        scopes |= tech_at(v, (int)bits_pop(&patents))->scopes;
    return scopes;
}

uint16_t pulsar_scopes_left(const struct pulsar_view *v, int seat)
{
    unsigned scopes = pulsar_own_scopes(v, seat);
    return (uint16_t)(v->s->tolerance_used ? scopes & ~(1u << SCOPE_ONCE) : scopes);
}

struct pulsar_purse pulsar_purse_of(const struct pulsar_view *v, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    unsigned silver = pulsar_silver_values(v, seat);
    unsigned plain = silver | pulsar_bonus_values(v, seat);
    return (struct pulsar_purse){.silver = (uint16_t)with_token(me, silver),
                                 .all = (uint16_t)with_token(me, plain),
                                 .plain = (uint16_t)plain,
                                 .scopes = pulsar_scopes_left(v, seat)};
}

uint16_t pulsar_purse_reach(const struct pulsar_purse *purse, unsigned scopes, bool silver_alone)
{
    unsigned values = silver_alone ? purse->silver : purse->all;
    if (purse->scopes & scopes)
        values |= values << 1 | values >> 1;
    return (uint16_t)values;
}
