/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what the operations of effects do, and what they need for it. operations.h lists
 * them. What they ask is in choices.c; those that act at another time are looked for there: gate
 * runs by flights, tolerances and cheaper copies by payments, purchases by production, events by
 * what happens, the others by the final scoring. */

#include "pulsar.h"

/* ---- what a row needs ------------------------------------------------------------------------ */

static bool always_ready(const struct pulsar_view *v, int seat, const struct effect *row)
{
    (void)v;
    (void)seat;
    (void)row;
    return true;
}

static bool never_ready(const struct pulsar_view *v, int seat, const struct effect *row)
{
    (void)v;
    (void)seat;
    (void)row;
    return false;
}

/* The die that paid has been used, so there is room for it. */
static bool ready_to_double(const struct pulsar_view *v, int seat, const struct effect *row)
{
    const uint8_t *dice = seat_of(v, seat)->dice;
    (void)row;
    return v->s->bonus == BONUS_FREE && (dice[0] == 0 || dice[1] == 0);
}

static bool ready_to_buy_red(const struct pulsar_view *v, int seat, const struct effect *row)
{
    return v->s->bonus == BONUS_FREE && seat_of(v, seat)->cubes >= row->a;
}

/* ---- whether it would change anything -------------------------------------------------------- */

static bool changes_always(const struct pulsar_view *v, const struct effect *row)
{
    (void)v;
    (void)row;
    return true;
}

static bool changes_with_size(const struct pulsar_view *v, const struct effect *row)
{
    return (pulsar_sizes_in_stock(v) & (unsigned)row->a) != 0;
}

static bool changes_with_stock(const struct pulsar_view *v, const struct effect *row)
{
    (void)row;
    return pulsar_sizes_in_stock(v) != 0;
}

static bool changes_with_bonus(const struct pulsar_view *v, const struct effect *row)
{
    (void)row;
    return v->s->bonus == BONUS_FREE;
}

/* ---- points ---------------------------------------------------------------------------------- */

static int points_printed(const struct pulsar_view *v, int seat, const struct effect *row)
{
    (void)v;
    (void)seat;
    return row->a;
}

static int points_per(const struct pulsar_view *v, int seat, const struct effect *row)
{
    return pulsar_noun_count(v, seat, row->a) * row->b;
}

static int points_share(const struct pulsar_view *v, int seat, const struct effect *row)
{
    assert(row->b > 0);
    return pulsar_noun_count(v, seat, row->a) / row->b;
}

/* More than the table has count as its last step. */
static int points_table(const struct pulsar_view *v, int seat, const struct effect *row)
{
    int number = pulsar_noun_count(v, seat, row->a);
    assert(row->body > 0 && row[1].op == OP_STEP);
    return number == 0 ? 0 : row[number < row->body ? number : row->body].b;
}

/* ---- gains ----------------------------------------------------------------------------------- */

static void run_points(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    int points = pulsar_operations[row->op].points(&t->view, seat, row);
    pulsar_gain_points(t, seat, points, (enum pulsar_source)source);
}

static void run_cubes(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)source;
    pulsar_gain_cubes(t, seat, row->a);
}

static void run_plus_minus(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)source;
    pulsar_gain_tokens(t, seat, PLUS_MINUS, row->a);
}

static void run_plus_two(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)source;
    pulsar_gain_tokens(t, seat, PLUS_TWO, row->a);
}

static void run_stations(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    struct pulsar_seat *me = seat_at(t, seat);
    (void)source;
    assert(row->a > 0 && me->extra_stations + row->a <= UINT8_MAX);
    me->extra_stations = (uint8_t)(me->extra_stations + row->a);
}

/* ---- dice ------------------------------------------------------------------------------------ */

/* The bonus die of this turn is this one and no other. */
static void reserve_bonus(struct pulsar_table *t, int value)
{
    assert(t->s->bonus == BONUS_FREE);
    assert(value >= 1 && value <= DIE_SIDES);
    t->s->bonus = BONUS_RESERVED;
    t->s->red = (uint8_t)value;
    t->s->link_dice = t->s->planet_dice = 0;
}

static void run_double(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    uint8_t *dice = seat_at(t, seat)->dice;
    (void)source;
    assert(dice[0] == 0 || dice[1] == 0);
    dice[dice[0] == 0 ? 0 : 1] = (uint8_t)row->a;
    reserve_bonus(t, row->b);
    tell(t, LOG_DOUBLED, seat, row->a, row->b, 0);
}

static void run_buy_red(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)source;
    pulsar_pay_cubes(t, seat, row->a);
    reserve_bonus(t, row->b);
    tell(t, LOG_CUBES_PAID, seat, row->a, 0, 0);
    tell(t, LOG_RED, seat, row->b, 0, 0);
}

/* It is of no use once the bonus die of the turn is used or reserved. */
static void run_red(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)source;
    assert(row->a >= 1 && row->a <= DIE_SIDES);
    if (t->s->bonus != BONUS_FREE)
        return;
    t->s->planet_dice |= (uint8_t)(1u << row->a);
    tell(t, LOG_PLANET_DIE, seat, row->a, 0, 0);
}

/* ---- operations that ask --------------------------------------------------------------------- */

static void run_gyrodyne(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)source;
    push_task(t, size, seat, .sizes = row->a, .takes_left = 1);
}

static void run_gyrodynes(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)row;
    (void)source;
    push_task(t, size, seat, .sizes = (1 << SIZES) - 1, .takes_left = 2);
}

static void run_explore(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)source;
    push_task(t, tile, seat, .draws_left = row->a);
}

static void run_isolated(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)row;
    (void)source;
    push_task(t, isolated, seat);
}

static void run_teleport(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)source;
    assert(row->a != TO_NONE);
    push_task(t, teleport, seat, .destination = row->a);
}

static void run_spin(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)source;
    push_task(t, spin, seat, .most = row->a);
}

/* ---- operations that act at another time ----------------------------------------------------- */

static void run_later(struct pulsar_table *t, int seat, const struct effect *row, int source)
{
    (void)t;
    (void)seat;
    (void)row;
    (void)source;
}

/* ---- the table ------------------------------------------------------------------------------- */

/* [OP_CUBES] = {ON_GAIN | ON_PHASE | IN_EVENT, always_ready, changes_always, NULL, run_cubes}, */
#define OPERATION(name, NAME, word, allowed_in, ready, changes, points, run)                       \
    [OP_##NAME] = {allowed_in, ready, changes, points, run},
const struct pulsar_operation pulsar_operations[OP_COUNT] = {PULSAR_OPERATIONS(OPERATION)};
#undef OPERATION
