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

int die_of(enum die_source source, int value)
{
    assert(source > DIE_NONE && source < DIE_SOURCES && value >= first_die[source].value &&
           value <= DIE_SIDES);
    return first_die[source].number + value - first_die[source].value;
}

enum die_source die_source(int die)
{
    enum die_source source = DIE_NONE;
    while (source + 1 < DIE_SOURCES && die >= first_die[source + 1].number)
        source++;
    return source;
}

int die_value(int die)
{
    enum die_source source = die_source(die);
    return die - first_die[source].number + first_die[source].value;
}

const int8_t change_amount[CHANGES] = {0, -1, 1, 2};

/* ---- the purse ------------------------------------------------------------------------------- */

int copy_price(const struct table *t, int seat)
{
    int price = t->cards->copy_price, cheaper = 0;
    if (own_techs_with_op(t, seat, OP_COPY, &cheaper) != 0 && cheaper < price)
        price = cheaper;
    return price;
}

unsigned silver_values(const struct table *t, int seat)
{
    const uint8_t *dice = seat_of(t, seat)->dice;
    return (1u << dice[0] | 1u << dice[1]) & ~1u;
}

unsigned board_values(const struct table *t)
{
    unsigned values = 0;
    for (int value = 1; value <= DIE_SIDES; value++)
        if (t->s->dice[value - 1] > 0)
            values |= 1u << value;
    return values;
}

/* Copied dice among them, if the cubes are there. */
unsigned copy_values(const struct table *t, int seat)
{
    int cubes = seat_of(t, seat)->cubes;
    if (t->s->bonus != BONUS_FREE || cubes == 0 || cubes < copy_price(t, seat))
        return 0;
    return board_values(t);
}

uint16_t bonus_values(const struct table *t, int seat)
{
    if (t->s->bonus == BONUS_USED)
        return 0;
    if (t->s->bonus == BONUS_RESERVED)
        return (uint16_t)(1u << t->s->red);
    return (uint16_t)(t->s->link_dice | t->s->planet_dice | copy_values(t, seat));
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

unsigned own_scopes(const struct table *t, int seat)
{
    uint32_t patents = seat_of(t, seat)->patents & TECHS_WITH(t, op_techs, OP_TOLERANCE);
    unsigned scopes = 0;
    for (int scope = 1; patents != 0 && scope < SCOPE_COUNT; scope++)
        if (patents & TECHS_WITH(t, scope_techs, scope))
            scopes |= 1u << scope;
    return scopes;
}

struct purse purse_of(const struct table *t, int seat)
{
    const struct pulsar_seat *me = seat_of(t, seat);
    unsigned silver = silver_values(t, seat);
    unsigned plain = silver | bonus_values(t, seat);
    struct purse purse = {.silver = (uint16_t)with_token(me, silver),
                          .all = (uint16_t)with_token(me, plain),
                          .plain = (uint16_t)plain,
                          .scopes = (uint16_t)own_scopes(t, seat)};
    if (t->s->tolerance_used)
        purse.scopes &= (uint16_t) ~(1u << SCOPE_ONCE);
    return purse;
}

uint16_t purse_reach(const struct purse *purse, unsigned scopes, bool silver_alone)
{
    unsigned values = silver_alone ? purse->silver : purse->all;
    if (purse->scopes & scopes)
        values |= values << 1 | values >> 1;
    return (uint16_t)values;
}
