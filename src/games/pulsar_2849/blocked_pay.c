/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: why no die pays for an action, and which dice, tokens and tolerances do not pay for
 * the one that was chosen. */

#include "reasons.h"

/* No reason: the die will do as far as was looked. */
static const struct message fine = {.kind = REASONS};

static bool is_fine(struct message why)
{
    return why.kind == REASONS;
}

static bool has_two(unsigned costs)
{
    return (costs & (costs - 1)) != 0;
}

static int highest(unsigned costs)
{
    assert(costs != 0 && costs < 1u << (DIE_SIDES + 1));
    int value = 0;
    while (costs >> (value + 1) != 0)
        value++;
    return value;
}

/* Only silver dice pay for this action. */
static struct message silver_reason(const struct pulsar_view *v, enum pulsar_action action, int a)
{
    bool bought = action == ACTION_PATENT && row_with(v, tech_at(v, a)->effect, OP_BUY_RED) != NULL;
    return reason_of(bought ? REASON_SILVER_RED : REASON_SILVER, NOBODY, 0, 0);
}

/* ---- before an action ------------------------------------------------------------------------ */

/* A leftover die that would pay if it could be copied. */
static struct message leftover_reason(const struct pulsar_refusals *r, unsigned costs)
{
    const struct pulsar_view *v = r->v;
    int missing = pulsar_copy_price(v, r->seat) - seat_of(v, r->seat)->cubes;
    for (uint64_t rest = costs; rest != 0;) {
        int value = (int)bits_pop(&rest);
        if (value < 1 || value > DIE_SIDES || v->s->dice[value - 1] == 0)
            continue;
        if (v->s->bonus == BONUS_FREE)
            return reason_of(REASON_COPY_CUBES, r->seat, value, missing);
        if (missing <= 0)
            return v->s->bonus == BONUS_USED
                       ? reason_of(REASON_COPY_USED, r->seat, value, 0)
                       : reason_of(REASON_COPY_RESERVED, r->seat, value, v->s->red);
    }
    return fine;
}

/* The values that dice could have if two tokens combined. */
static unsigned combined(const struct pulsar_seat *me, unsigned values)
{
    unsigned all = 0;
    if (me->tokens[PLUS_MINUS] > 1)
        all |= values << 2 | values >> 2;
    if (me->tokens[PLUS_MINUS] > 0 && me->tokens[PLUS_TWO] > 0)
        all |= values << 3;
    if (me->tokens[PLUS_TWO] > 1)
        all |= values << 4;
    return all;
}

/* How far the nearest value is from the nearest cost. */
static int distance(unsigned values, unsigned costs)
{
    for (int off = 0;; off++) {
        assert(off <= FLIGHT_MAX + DIE_SIDES);
        if ((values << off | values >> off) & costs)
            return off;
    }
}

static struct message value_reason(const struct pulsar_refusals *r,
                                   const struct pulsar_purse *purse,
                                   const struct pulsar_price *price)
{
    const struct pulsar_seat *me = seat_of(r->v, r->seat);
    unsigned reach = pulsar_purse_reach(purse, price->scopes, price->silver_alone);
    unsigned plain = price->silver_alone ? pulsar_silver_values(r->v, r->seat) : purse->plain;
    int cost = (int)bits_first(price->costs), off = distance(reach, price->costs);
    if (has_two(price->costs))
        return reason_with(REASON_VALUES, r->seat, cost, highest(price->costs), off);
    if (combined(me, plain) & price->costs)
        return reason_of(REASON_VALUE_COMBINE, r->seat, cost, 0);
    if (purse->scopes & price->scopes)
        return reason_of(REASON_VALUE_TOLERANCE, r->seat, cost, off);
    bool tokens = me->tokens[PLUS_MINUS] > 0 || me->tokens[PLUS_TWO] > 0;
    return reason_of(tokens ? REASON_VALUE_TOKEN : REASON_VALUE, r->seat, cost, off);
}

/* Would the tolerance that was used in this turn have done it? */
static bool wants_tolerance(const struct pulsar_refusals *r, const struct pulsar_purse *purse,
                            const struct pulsar_price *price)
{
    unsigned reach = pulsar_purse_reach(purse, 0, price->silver_alone);
    return r->v->s->tolerance_used && !(purse->scopes & price->scopes) &&
           (pulsar_own_scopes(r->v, r->seat) >> SCOPE_ONCE & 1) &&
           ((reach << 1 | reach >> 1) & price->costs);
}

struct message pulsar_price_reason(const struct pulsar_refusals *r, enum pulsar_action action,
                                   int a, int b)
{
    struct pulsar_purse purse = pulsar_purse_of(r->v, r->seat);
    struct pulsar_price price = pulsar_price_of(r->v, action, a, b);
    if (price.silver_alone && (pulsar_purse_reach(&purse, price.scopes, false) & price.costs))
        return silver_reason(r->v, action, a);
    if (wants_tolerance(r, &purse, &price))
        return reason_of(REASON_TOLERANCE_USED, r->seat, 0, 0);
    struct message why = price.silver_alone ? fine : leftover_reason(r, price.costs);
    if (!is_fine(why))
        return why;
    if (pulsar_purse_reach(&purse, price.scopes, price.silver_alone) == 0)
        return reason_of(REASON_NO_DICE, r->seat, 0, 0);
    return value_reason(r, &purse, &price);
}

/* ---- at the payment -------------------------------------------------------------------------- */

/* What is being paid. */
struct bill {
    struct pulsar_refusals *r;
    enum pulsar_action action;
    int about;
    struct pulsar_price price;
    unsigned scopes; /* tolerances that the seat has */
};

/* A die as it would be spent. */
struct way {
    int die;
    enum pulsar_change change;
    int off;
};

static int way_value(struct way way)
{
    return pulsar_die_value(way.die) + pulsar_change_amount[way.change] + off_amount(way.off);
}

static int modifier_of(enum pulsar_change change)
{
    return change == CHANGE_TWO ? PLUS_TWO : PLUS_MINUS;
}

static bool has_token(const struct bill *bill, enum pulsar_change change)
{
    return seat_of(bill->r->v, bill->r->seat)->tokens[modifier_of(change)] > 0;
}

/* By its number; a tolerance may ask for more. */
static bool fits(const struct bill *bill, int value)
{
    if (value < 1 || value > FLIGHT_MAX)
        return false;
    return bill->price.costs == 0 || (bill->price.costs >> value & 1);
}

/* Why this bonus die cannot be spent, whatever it counts as. */
static struct message die_reason(const struct bill *bill, int die)
{
    const struct pulsar_view *v = bill->r->v;
    int seat = bill->r->seat, missing = pulsar_copy_price(v, seat) - seat_of(v, seat)->cubes;
    if (pulsar_die_source(die) == DIE_SILVER)
        return fine;
    if (bill->price.silver_alone)
        return silver_reason(v, bill->action, bill->about);
    if (pulsar_die_source(die) != DIE_COPY)
        return fine;
    if (v->s->bonus == BONUS_USED)
        return reason_of(REASON_BONUS_USED, seat, 0, 0);
    if (v->s->bonus == BONUS_RESERVED)
        return reason_of(REASON_BONUS_RESERVED, seat, v->s->red, 0);
    return missing > 0 ? reason_of(REASON_PAY_COPY_CUBES, seat, missing, 0) : fine;
}

/* Would another token on the same die do it? */
static bool wants_two_tokens(const struct bill *bill, struct way way)
{
    const uint8_t *tokens = seat_of(bill->r->v, bill->r->seat)->tokens;
    if (fits(bill, pulsar_die_value(way.die)))
        return false;
    for (int change = CHANGE_LESS; change < CHANGES; change++) {
        int modifier = modifier_of((enum pulsar_change)change);
        int left = tokens[modifier] - (modifier == modifier_of(way.change));
        if (left > 0 && fits(bill, way_value(way) + pulsar_change_amount[change]))
            return true;
    }
    return false;
}

/* The die counts as something else than the cost. */
static struct message mismatch_reason(const struct bill *bill, struct way way)
{
    unsigned costs = bill->price.costs;
    assert(costs != 0); /* flights have none: every length can be flown */
    int cost = (int)bits_first(costs), value = way_value(way);
    if (has_two(costs))
        return reason_with(REASON_PAY_VALUES, NOBODY, cost, highest(costs), value);
    enum pulsar_reason why = way.off != OFF_NONE           ? REASON_PAY_OFF
                             : way.change == CHANGE_NONE   ? REASON_PAY_VALUE
                             : wants_two_tokens(bill, way) ? REASON_PAY_COMBINE
                             : way.change == CHANGE_TWO    ? REASON_PAY_PLUS_TWO
                                                           : REASON_PAY_TOKEN;
    return reason_of(why, NOBODY, cost, value);
}

static struct message errand_reason(int length, int scope)
{
    if (scope == SCOPE_CLAIM)
        return reason_of(REASON_ERRAND_CLAIM, NOBODY, length, 0);
    return reason_of(REASON_ERRAND_GATE, NOBODY, length, scope - SCOPE_GREEN + GREEN);
}

static struct message way_reason(const struct bill *bill, struct way way)
{
    const struct pulsar_refusals *r = bill->r;
    int value = way_value(way), scope = off_scope(way.off);
    if (way.change != CHANGE_NONE && !has_token(bill, way.change))
        return reason_of(REASON_NO_TOKEN, r->seat, modifier_of(way.change), 0);
    if (scope != SCOPE_NONE && !(bill->price.scopes >> scope & 1))
        return reason_of(REASON_SCOPE, NOBODY, 0, 0);
    if (scope == SCOPE_ONCE && r->v->s->tolerance_used)
        return reason_of(REASON_TOLERANCE_USED, r->seat, 0, 0);
    if (value < 0 || pulsar_die_value(way.die) + pulsar_change_amount[way.change] < 0)
        return reason_of(REASON_BELOW_ZERO, NOBODY, 0, 0);
    if (value == 0)
        return reason_of(bill->price.costs == 0 ? REASON_FLY_ZERO : REASON_PAY_ZERO, NOBODY, 0, 0);
    return fits(bill, value) ? errand_reason(value, scope) : mismatch_reason(bill, way);
}

static void block_way(const struct bill *bill, struct way way)
{
    int kind = way.change != CHANGE_NONE ? (way.off != OFF_NONE ? MOVE_PAY_BOTH : MOVE_PAY_TOKEN)
               : way.off != OFF_NONE     ? MOVE_PAY_OFF
                                         : MOVE_PAY;
    int b = way.change != CHANGE_NONE ? (int)way.change : way.off;
    int c = kind == MOVE_PAY_BOTH ? way.off : 0;
    refuse(bill->r, move_of(kind, way.die, b, c), way_reason(bill, way));
}

/* Is this a way that someone may have in mind? Either the number is right, or one thing is done to
 * a die that can be. */
static bool is_worth_telling(const struct bill *bill, struct way way)
{
    bool token = way.change == CHANGE_NONE || has_token(bill, way.change);
    if (way.off != OFF_NONE && bill->price.costs != 0 &&
        fits(bill, way_value(way) - off_amount(way.off)))
        return false; /* nobody needs the tolerance */
    if (way.change != CHANGE_NONE && way.off != OFF_NONE)
        return token && fits(bill, way_value(way));
    bool scope = way.off == OFF_NONE || (bill->price.scopes >> off_scope(way.off) & 1);
    return fits(bill, way_value(way)) || (token && scope);
}

static void block_die(const struct bill *bill, int die)
{
    struct message why = die_reason(bill, die);
    if (!is_fine(why)) {
        if (fits(bill, pulsar_die_value(die)))
            refuse(bill->r, move_of(MOVE_PAY, die, 0, 0), why);
        return;
    }
    for (int change = CHANGE_NONE; change < CHANGES; change++)
        for (int off = OFF_NONE; off < OFFS; off++) {
            struct way way = {die, (enum pulsar_change)change, off};
            if ((off == OFF_NONE || (bill->scopes >> off_scope(off) & 1)) &&
                is_worth_telling(bill, way))
                block_way(bill, way);
        }
}

static void block_dice(const struct bill *bill, enum pulsar_die_source source, unsigned values)
{
    for (uint64_t rest = values; rest != 0;)
        block_die(bill, pulsar_die_of(source, (int)bits_pop(&rest)));
}

void pulsar_block_payments(struct pulsar_refusals *r)
{
    const struct pulsar_view *v = r->v;
    const struct pulsar_pay_task *pay = as_pay(r->frame);
    struct bill bill = {.r = r,
                        .action = pay->action,
                        .about = pay->about,
                        .price = pulsar_price_of(v, pay->action, pay->about, pay->die),
                        .scopes = pulsar_own_scopes(v, r->seat)};
    unsigned silver = pulsar_silver_values(v, r->seat);
    block_dice(&bill, DIE_SILVER, silver);
    for (uint64_t gone = bill.price.costs & ~silver; gone != 0;) {
        int value = (int)bits_pop(&gone);
        refuse(r, move_of(MOVE_PAY, pulsar_die_of(DIE_SILVER, value), 0, 0),
               reason_of(REASON_NO_SILVER, r->seat, value, 0));
    }
    block_dice(&bill, DIE_LINK, v->s->link_dice);
    block_dice(&bill, DIE_PLANET, v->s->planet_dice);
    block_dice(&bill, DIE_RED, v->s->bonus == BONUS_RESERVED ? 1u << v->s->red : 0);
    block_dice(&bill, DIE_COPY, pulsar_board_values(v));
}
