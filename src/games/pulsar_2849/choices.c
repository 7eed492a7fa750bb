/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the choices inside effects. Sizes of gyrodynes, isolated pulsars, teleports,
 * gyrodynes that spin without a die. */

#include "pulsar.h"

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
    assert(node_of(&t->view, move.a)->kind != NODE_ENTRY);
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
