/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: operations of effects. Those that ask something are works of their own. */

#include "pulsar.h"

#include "kit/run.h"

/* ---- operations that ask nothing ------------------------------------------------------------- */

/* Points of a row that counts something. */
int pulsar_row_points(const struct pulsar_view *v, int seat, const struct effect *row)
{
    int number = pulsar_noun_count(v, seat, row->a);
    switch (row->op) {
    case OP_PER:
        return number * row->b;
    case OP_SHARE:
        return number / row->b;
    default:
        assert(row->op == OP_TABLE);
        return number == 0 ? 0 : row[number < row->body ? number : row->body].b;
    }
}

/* The bonus die of this turn is this one and no other. */
static void reserve_bonus(struct pulsar_table *t, int value)
{
    assert(t->s->bonus == BONUS_FREE);
    assert(value >= 1 && value <= DIE_SIDES);
    t->s->bonus = BONUS_RESERVED;
    t->s->red = (uint8_t)value;
    t->s->link_dice = t->s->planet_dice = 0;
}

static void double_die(struct pulsar_table *t, int seat, const struct effect *row)
{
    uint8_t *dice = seat_at(t, seat)->dice;
    assert(dice[0] == 0 || dice[1] == 0);
    dice[dice[0] == 0 ? 0 : 1] = (uint8_t)row->a;
    reserve_bonus(t, row->b);
    tell(t, LOG_DOUBLED, seat, row->a, row->b, 0);
}

static void buy_red(struct pulsar_table *t, int seat, const struct effect *row)
{
    pulsar_pay_cubes(t, seat, row->a);
    reserve_bonus(t, row->b);
    tell(t, LOG_CUBES_PAID, seat, row->a, 0, 0);
    tell(t, LOG_RED, seat, row->b, 0, 0);
}

static void offer_red(struct pulsar_table *t, int seat, int value)
{
    if (t->s->bonus != BONUS_FREE)
        return;
    t->s->planet_dice |= (uint8_t)(1u << value);
    tell(t, LOG_PLANET_DIE, seat, value, 0, 0);
}

/* Does the row if it needs no choice; false if it does. */
bool pulsar_run_row_now(struct pulsar_table *t, int seat, const struct effect *row,
                        enum pulsar_source source)
{
    switch (row->op) {
    case OP_POINTS:
        pulsar_gain_points(t, seat, row->a, source);
        return true;
    case OP_CUBES:
        pulsar_gain_cubes(t, seat, row->a);
        return true;
    case OP_PLUS_MINUS:
        pulsar_gain_tokens(t, seat, PLUS_MINUS, row->a);
        return true;
    case OP_PLUS_TWO:
        pulsar_gain_tokens(t, seat, PLUS_TWO, row->a);
        return true;
    case OP_PER:
    case OP_SHARE:
    case OP_TABLE:
        pulsar_gain_points(t, seat, pulsar_row_points(&t->view, seat, row), source);
        return true;
    case OP_STATIONS:
        seat_at(t, seat)->extra_stations =
            (uint8_t)(seat_of(&t->view, seat)->extra_stations + row->a);
        return true;
    case OP_RED:
        offer_red(t, seat, row->a);
        return true;
    case OP_DOUBLE:
        double_die(t, seat, row);
        return true;
    case OP_BUY_RED:
        buy_red(t, seat, row);
        return true;
    case OP_RUN: /* waits for a flight */
        return true;
    default:
        return false;
    }
}

/* ---- programs -------------------------------------------------------------------------------- */

static void push_choice(struct pulsar_table *t, int seat, const struct effect *row)
{
    switch (row->op) {
    case OP_GYRODYNE:
        push_work(t, WORK_SIZE, seat, row->a, 1, 0, 0);
        break;
    case OP_GYRODYNES:
        push_work(t, WORK_SIZE, seat, bits_below(SIZES), 2, 0, 0);
        break;
    case OP_EXPLORE:
        push_work(t, WORK_TILE, seat, row->a, 0, 0, 0);
        break;
    case OP_ISOLATED:
        push_work(t, WORK_ISOLATED, seat, 0, 0, 0, 0);
        break;
    case OP_TELEPORT:
        push_work(t, WORK_TELEPORT, seat, row->a, 0, 0, 0);
        break;
    default:
        assert(row->op == OP_SPIN);
        push_work(t, WORK_SPIN, seat, row->a, 0, 0, 0);
        break;
    }
}

/* WORK_RUN: rows one after the other, each in full before the next. */
static bool step_run(struct pulsar_table *t)
{
    struct frame *frame = work_top(t);
    int seat = frame->seat;
    enum pulsar_source source = frame->args[4];
    while (frame_start(frame) < frame_end(frame)) {
        const struct effect *row = &t->view.cards->rows[frame_next_row(frame, t->view.cards->rows)];
        if (pulsar_run_row_now(t, seat, row, source))
            continue;
        if (frame_start(frame) == frame_end(frame))
            work_done(t);
        push_choice(t, seat, row);
        return true;
    }
    work_done(t);
    return true;
}

const struct pulsar_work_kind pulsar_work_run = {.step = step_run};

void pulsar_run_program(struct pulsar_table *t, int seat, struct program program,
                        enum pulsar_source source)
{
    push_rows(t, WORK_RUN, seat, program.start, program.start + program.count, source);
}

/* ---- choices inside effects ------------------------------------------------------------------ */

/* WORK_SIZE: args 0 sizes, 1 how many, 2 those taken; two are of different sizes. */
static bool step_size(struct pulsar_table *t)
{
    const struct frame *frame = work_top(t);
    if (frame->args[1] > 0 && (frame->args[0] & pulsar_sizes_in_stock(&t->view)) != 0)
        return false;
    work_done(t);
    return true;
}

static int options_size(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (uint64_t sizes = frame->args[0] & pulsar_sizes_in_stock(v); sizes != 0;)
        count = offer(moves, count, MOVE_SIZE, (int)bits_pop(&sizes), 0, 0);
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static void take_size(struct pulsar_table *t, struct move move)
{
    struct frame *frame = work_top(t);
    if (move.kind == MOVE_PASS) {
        work_done(t);
        return;
    }
    assert(frame->args[1] > 0 && (frame->args[0] >> move.a & 1));
    frame->args[0] &= (uint8_t) ~(1u << move.a);
    frame->args[1]--;
    frame->args[2] |= (uint8_t)(1u << move.a);
    pulsar_gain_gyrodyne(t, frame->seat, move.a);
}

const struct pulsar_work_kind pulsar_work_size = {
    .step = step_size, .options = options_size, .take = take_size};

/* Isolated pulsars that nobody has claimed. */
unsigned pulsar_free_isolated(const struct pulsar_view *v)
{
    unsigned isolated = (unsigned)(bits_below(NODE_PULSARS) & ~bits_below(ROUTE_PULSARS));
    return isolated & ~pulsar_claimed_pulsars(v);
}

static bool step_isolated(struct pulsar_table *t)
{
    if (pulsar_free_isolated(&t->view) != 0 && pulsar_rings_left(&t->view, work_top(t)->seat) > 0)
        return false;
    work_done(t);
    return true;
}

static int options_isolated(const struct pulsar_view *v, const struct frame *frame,
                            struct move *moves)
{
    int count = 0;
    (void)frame;
    for (uint64_t open = pulsar_free_isolated(v); open != 0;)
        count = offer(moves, count, MOVE_CLAIM, map_of(v)->pulsars[bits_pop(&open) + 1], 0, 0);
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static void take_isolated(struct pulsar_table *t, struct move move)
{
    int seat = work_top(t)->seat;
    work_done(t);
    if (move.kind == MOVE_CLAIM)
        pulsar_claim_pulsar(t, seat, move.a);
}

const struct pulsar_work_kind pulsar_work_isolated = {
    .step = step_isolated, .options = options_isolated, .take = take_isolated};

/* WORK_TELEPORT: args 0 enum pulsar_destination. */
static int options_teleport(const struct pulsar_view *v, const struct frame *frame,
                            struct move *moves)
{
    const struct pulsar_map *map = map_of(v);
    int count = 0, to = frame->args[0];
    for (int location = 1; location <= map->node_count; location++) {
        int kind = map->nodes[location].kind;
        if ((kind == NODE_SYSTEM && to != TO_PULSAR) || (kind == NODE_PULSAR && to != TO_SYSTEM) ||
            (kind == NODE_GATE && to == TO_ANY))
            count = offer(moves, count, MOVE_TELEPORT, location, 0, 0);
    }
    return count;
}

static void take_teleport(struct pulsar_table *t, struct move move)
{
    int seat = work_top(t)->seat;
    work_done(t);
    pulsar_begin_teleport(t, seat, move.a);
}

const struct pulsar_work_kind pulsar_work_teleport = {.options = options_teleport,
                                                      .take = take_teleport};

/* WORK_SPIN: args 0 how many at the most. */
static int offer_spins(const struct pulsar_view *v, int seat, struct move *moves)
{
    int count = 0;
    for (uint64_t own = seat_of(v, seat)->claims; own != 0;) {
        unsigned pulsar = bits_pop(&own);
        int ring = v->s->gyrodynes[pulsar];
        if (ring >= RING_UNFINISHED && ring < RING_SPINNING)
            count = offer(moves, count, MOVE_SPIN, map_of(v)->pulsars[pulsar + 1], 0, 0);
    }
    return count;
}

static bool step_spin(struct pulsar_table *t)
{
    struct move moves[MOVES_MAX];
    const struct frame *frame = work_top(t);
    if (frame->args[0] > 0 && offer_spins(&t->view, frame->seat, moves) > 0)
        return false;
    work_done(t);
    return true;
}

static int options_spin(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    return offer(moves, offer_spins(v, frame->seat, moves), MOVE_PASS, 0, 0, 0);
}

static void take_spin(struct pulsar_table *t, struct move move)
{
    struct frame *frame = work_top(t);
    if (move.kind == MOVE_PASS) {
        work_done(t);
        return;
    }
    assert(frame->args[0] > 0);
    frame->args[0]--;
    pulsar_complete_gyrodyne(t, frame->seat, move.a);
}

const struct pulsar_work_kind pulsar_work_spin = {
    .step = step_spin, .options = options_spin, .take = take_spin};
