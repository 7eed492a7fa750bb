/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: ships move. Jumps along the edges of the Exploration board, and the few ways to
 * go anywhere. Control is resolved when a movement is over. */

#include "bts.h"

#include <string.h>

/* JUMP: all moves count as one: control is settled after the last. scratch holds where the ships
 * were. */
static bool nothing_moved(const struct bts_view *v, int seat)
{
    return memcmp(seat_of(v, seat)->ships, v->s->scratch, sizeof v->s->scratch) == 0;
}

/* Would the action change nothing if the movement ended as it is now? */
static bool would_be_null(const struct bts_view *v, const struct frame *frame)
{
    bool same = v->s->changed ? !bts_has_changed(v) : nothing_moved(v, frame->seat);
    return same && !bts_later_can_change(v);
}

/* Is what must follow still possible with this many points? */
static bool aim_possible(const struct bts_view *v, const struct frame *frame, int points)
{
    const struct bts_jump_task *f = as_jump(frame);
    return bts_can_reach(v, f->seat, points, (enum bts_aim)f->aim);
}

/* May this step be made? It is tried on a copy of what it changes. */
static bool step_allowed(const struct bts_view *v, const struct frame *frame, int level, int from,
                         int to)
{
    assert(as_jump(frame)->points_left > 0);
    const struct bts_jump_task *f = as_jump(frame);
    bool last = f->points_left == 1;
    bool surely_changed = v->s->changed && v->s->before == 0;
    if (f->aim == AIM_NONE && !(last && !surely_changed))
        return true;
    struct bts_state copy;
    struct bts_table trial = bts_trial(v, &copy);
    bts_ship_move(&trial, f->seat, level, from, to);
    if (!aim_possible(&trial.view, frame, f->points_left - 1))
        return false;
    return !last || !would_be_null(&trial.view, frame);
}

/* All steps along the edges, and the end of the movement; some may not be allowed. */
static int offer_steps(const struct bts_view *v, int seat, struct move *moves)
{
    const struct bts_seat *me = seat_of(v, seat);
    int count = 0;
    for (int from = 0; from < PLACES; from++) {
        const uint8_t *ships = me->ships[from];
        if (bts_power_at(v, seat, from) == 0)
            continue;
        uint64_t targets = bts_jump_targets(v, seat, from);
        for (int level = 1; level <= SHIP_LEVELS; level++)
            for (uint64_t left = ships[level - 1] > 0 ? targets : 0; left != 0;)
                count = offer(moves, count, MOVE_JUMP, level, from, (int)bits_pop(&left));
    }
    return offer(moves, count, MOVE_DONE, 0, 0, 0);
}

static bool jump_allowed(const struct bts_view *v, const struct frame *frame, struct move move)
{
    return move.kind == MOVE_JUMP ? step_allowed(v, frame, move.a, move.b, move.c)
                                  : aim_possible(v, frame, 0) && !would_be_null(v, frame);
}

static int options_jump(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    int all = offer_steps(v, frame->seat, moves), count = 0;
    for (int i = 0; i < all; i++)
        if (jump_allowed(v, frame, moves[i]))
            moves[count++] = moves[i];
    return count > 0 ? count : offer(moves, 0, MOVE_DONE, 0, 0, 0); /* undone by several powers */
}

static struct move pick_jump(const struct bts_view *v, const struct frame *frame,
                             struct random *random)
{
    struct move moves[MOVES_MAX];
    int count = offer_steps(v, frame->seat, moves);
    while (count > 0) {
        struct move drawn = draw_out(moves, &count, random);
        if (jump_allowed(v, frame, drawn))
            return drawn;
    }
    return (struct move){.kind = MOVE_DONE};
}

static bool step_jump(struct bts_table *t)
{
    struct bts_jump_task f = *top_jump(t);
    if (f.points_left > 0)
        return false;
    bool moved = !nothing_moved(&t->view, f.seat);
    task_done(t);
    bts_clear_scratch(t);
    if (moved)
        t->s->changed = 1;
    if (!moved || f.aim == AIM_STEALTH) /* in stealth the target is named first */
        return true;
    int taken = bts_control_check(t, -1);
    if (f.in_action)
        t->s->taken = (uint8_t)taken;
    return true;
}

static void move_ship(struct bts_table *t, int seat, struct move move)
{
    bts_ship_move(t, seat, move.a, move.b, move.c);
    tell(t, EVENT_MOVED, seat, move.a, told_place(&t->view, move.b), told_place(&t->view, move.c));
}

static void take_jump(struct bts_table *t, struct move move)
{
    struct bts_jump_task *f = top_jump(t);
    if (move.kind == MOVE_DONE) {
        f->points_left = 0;
        return;
    }
    assert(move.kind == MOVE_JUMP && f->points_left > 0);
    f->points_left--;
    move_ship(t, f->seat, move);
}

const struct bts_task_kind bts_task_jump = {
    .step = step_jump, .options = options_jump, .take = take_jump, .pick = pick_jump};

/* WARP: scratch counts the ships that have moved, where they are now. */
static bool step_warp(struct bts_table *t)
{
    struct move moves[MOVES_MAX];
    struct bts_warp_task *f = top_warp(t);
    if (f->ships_left > 0 &&
        bts_offer_ships(&t->view, f->seat, MOVE_JUMP, SHIP_LEVELS, t->s->scratch, moves, 0) > 0)
        return false;
    task_done(t);
    bts_clear_scratch(t);
    t->s->changed = 1;
    bts_control_check(t, -1);
    return true;
}

static int options_warp(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    struct move ships[MOVES_MAX];
    int all = bts_offer_ships(v, frame->seat, MOVE_JUMP, SHIP_LEVELS, v->s->scratch, ships, 0);
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    for (int i = 0; i < all; i++)
        for (int to = 0; to < PLACES; to++)
            if (to != ships[i].b && bts_place_exists(v, to))
                count = offer(moves, count, MOVE_JUMP, ships[i].a, ships[i].b, to);
    return count;
}

static void take_warp(struct bts_table *t, struct move move)
{
    struct bts_warp_task *f = top_warp(t);
    if (move.kind == MOVE_DONE) {
        f->ships_left = 0;
        return;
    }
    assert(move.kind == MOVE_JUMP && f->ships_left > 0);
    f->ships_left--;
    move_ship(t, f->seat, move);
    t->s->scratch[move.c][move.a - 1]++;
}

const struct bts_task_kind bts_task_warp = {
    .step = step_warp, .options = options_warp, .take = take_warp};

/* SEND: one ship from anywhere to Sol, Deep Space or a controlled location. */
int bts_offer_sends(const struct bts_view *v, int seat, struct move *moves, int most)
{
    unsigned targets = bts_own_places(v, seat) | 1u << SOL | 1u << DEEP;
    struct move ships[MOVES_MAX];
    int count = 0, all = bts_offer_ships(v, seat, MOVE_SEND, SHIP_LEVELS, NULL, ships, 0);
    for (int i = 0; i < all; i++) {
        int level = ships[i].a, from = ships[i].b;
        for (uint64_t left = targets & ~(1u << from); left != 0 && count < most;) {
            int to = (int)bits_pop(&left);
            if (bts_ship_is_free(v, seat, level, from, to))
                count = offer(moves, count, MOVE_SEND, level, from, to);
        }
    }
    return count;
}

static int options_send(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return bts_offer_sends(v, frame->seat, moves, MOVES_MAX);
}

static void take_send(struct bts_table *t, struct move move)
{
    assert(move.kind == MOVE_SEND &&
           bts_ship_is_free(&t->view, task_top(t)->seat, move.a, move.b, move.c));
    int seat = task_top(t)->seat;
    task_done(t);
    bts_ship_move(t, seat, move.a, move.b, move.c);
    t->s->changed = 1;
    tell(t, EVENT_MOVED, seat, move.a, told_place(&t->view, move.b), told_place(&t->view, move.c));
    bts_control_check(t, -1);
}

const struct bts_task_kind bts_task_send = {
    .options = options_send, .take = take_send, .is_obvious = true};

/* KEEP: one ship stays in Sol, all others of the seat go to Deep Space. */
static int options_keep(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (int level = 1; level <= SHIP_LEVELS; level++)
        if (seat_of(v, frame->seat)->ships[SOL][level - 1] > 0)
            count = offer(moves, count, MOVE_KEEP, level, 0, 0);
    return count;
}

static void take_keep(struct bts_table *t, struct move move)
{
    assert(move.kind == MOVE_KEEP &&
           seat_of(&t->view, task_top(t)->seat)->ships[SOL][move.a - 1] > 0);
    int seat = task_top(t)->seat;
    const struct bts_seat *me = seat_of(&t->view, seat);
    task_done(t);
    for (int level = 1; level <= SHIP_LEVELS; level++) {
        for (int n = me->ships[SOL][level - 1] - (level == move.a); n > 0; n--) {
            bts_ship_move(t, seat, level, SOL, DEEP);
            tell(t, EVENT_MOVED, seat, level, SOL, DEEP);
        }
    }
    t->s->changed = 1;
    bts_control_check(t, -1);
}

const struct bts_task_kind bts_task_keep = {
    .options = options_keep, .take = take_keep, .is_obvious = true};
