/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: operations of effects. Those that ask something are tasks of their own. */

#include "pulsar.h"

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
        push_task(t, size, seat, .sizes = row->a, .takes_left = 1);
        break;
    case OP_GYRODYNES:
        push_task(t, size, seat, .sizes = (1 << SIZES) - 1, .takes_left = 2);
        break;
    case OP_EXPLORE:
        push_task(t, tile, seat, .draws_left = row->a);
        break;
    case OP_ISOLATED:
        push_task(t, isolated, seat);
        break;
    case OP_TELEPORT:
        push_task(t, teleport, seat, .destination = row->a);
        break;
    default:
        assert(row->op == OP_SPIN);
        push_task(t, spin, seat, .most = row->a);
        break;
    }
}

/* Takes the next row, with its body, off the program. */
static const struct effect *next_row(const struct pulsar_cards *cards, struct pulsar_run_task *run)
{
    int at = row_number(run->next);
    assert(at < row_number(run->end));
    run->next = task_row(at + 1 + cards->rows[at].body);
    return &cards->rows[at];
}

/* Rows one after the other, each in full before the next. */
static bool step_run(struct pulsar_table *t)
{
    struct pulsar_run_task *run = top_run(t);
    int seat = run->seat, end = row_number(run->end);
    enum pulsar_source source = run->source;
    while (row_number(run->next) < end) {
        const struct effect *row = next_row(t->view.cards, run);
        if (pulsar_run_row_now(t, seat, row, source))
            continue;
        if (row_number(run->next) == end)
            task_done(t);
        push_choice(t, seat, row);
        return true;
    }
    task_done(t);
    return true;
}

const struct pulsar_task_kind pulsar_task_run = {.step = step_run};

void pulsar_run_program(struct pulsar_table *t, int seat, struct program program,
                        enum pulsar_source source)
{
    if (program.count > 0)
        push_task(t, run, seat, .next = program.start, .end = program.start + program.count,
                  .source = source);
}

/* ---- choices inside effects ------------------------------------------------------------------ */

/* Gyrodynes from the stock; two are of different sizes. */
static bool step_size(struct pulsar_table *t)
{
    const struct pulsar_size_task *task = top_size(t);
    if (task->takes_left > 0 && (task->sizes & pulsar_sizes_in_stock(&t->view)) != 0)
        return false;
    task_done(t);
    return true;
}

static int options_size(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (uint64_t sizes = as_size(frame)->sizes & pulsar_sizes_in_stock(v); sizes != 0;)
        count = offer(moves, count, MOVE_SIZE, (int)bits_pop(&sizes), 0, 0);
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static void take_size(struct pulsar_table *t, struct move move)
{
    struct pulsar_size_task *task = top_size(t);
    if (move.kind == MOVE_PASS) {
        task_done(t);
        return;
    }
    assert(task->takes_left > 0 && (task->sizes >> move.a & 1));
    task->sizes &= (uint8_t) ~(1u << move.a);
    task->takes_left--;
    task->taken |= (uint8_t)(1u << move.a);
    pulsar_gain_gyrodyne(t, task->seat, move.a);
}

const struct pulsar_task_kind pulsar_task_size = {
    .step = step_size, .options = options_size, .take = take_size};

/* Isolated pulsars that nobody has claimed. */
unsigned pulsar_free_isolated(const struct pulsar_view *v)
{
    unsigned isolated = (unsigned)(bits_below(NODE_PULSARS) & ~bits_below(ROUTE_PULSARS));
    return isolated & ~pulsar_claimed_pulsars(v);
}

static bool step_isolated(struct pulsar_table *t)
{
    if (pulsar_free_isolated(&t->view) != 0 && pulsar_rings_left(&t->view, task_top(t)->seat) > 0)
        return false;
    task_done(t);
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
    int seat = task_top(t)->seat;
    task_done(t);
    if (move.kind == MOVE_CLAIM)
        pulsar_claim_pulsar(t, seat, move.a);
}

const struct pulsar_task_kind pulsar_task_isolated = {
    .step = step_isolated, .options = options_isolated, .take = take_isolated};

static int options_teleport(const struct pulsar_view *v, const struct frame *frame,
                            struct move *moves)
{
    const struct pulsar_map *map = map_of(v);
    int count = 0, to = as_teleport(frame)->destination;
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
    int seat = task_top(t)->seat;
    task_done(t);
    pulsar_begin_teleport(t, seat, move.a);
}

static bool teleport_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    (void)v;
    return as_teleport(frame)->destination != TO_NONE;
}

const struct pulsar_task_kind pulsar_task_teleport = {
    .options = options_teleport, .take = take_teleport, .is_valid = teleport_is_valid};

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
    const struct pulsar_spin_task *task = top_spin(t);
    if (task->most > 0 && offer_spins(&t->view, task->seat, moves) > 0)
        return false;
    task_done(t);
    return true;
}

static int options_spin(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    return offer(moves, offer_spins(v, frame->seat, moves), MOVE_PASS, 0, 0, 0);
}

static void take_spin(struct pulsar_table *t, struct move move)
{
    struct pulsar_spin_task *task = top_spin(t);
    if (move.kind == MOVE_PASS) {
        task_done(t);
        return;
    }
    assert(task->most > 0);
    task->most--;
    pulsar_complete_gyrodyne(t, task->seat, move.a);
}

const struct pulsar_task_kind pulsar_task_spin = {
    .step = step_spin, .options = options_spin, .take = take_spin};
