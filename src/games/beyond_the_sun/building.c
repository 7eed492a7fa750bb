/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: ships are built, raised and given away. How they move is in movement.c, who
 * controls what in control.c. */

#include "bts.h"

#include <string.h>

/* ---- building -------------------------------------------------------------------------------- */

/* SUPPLY: ships of a level, one after another; each is built at a place of choice. */
static bool step_supply(struct bts_table *t)
{
    struct bts_supply_task *f = top_supply(t);
    struct bts_seat *me = seat_at(t, f->seat);
    if (f->ships_left == 0) {
        bool built = f->has_built != 0;
        task_done(t);
        if (built)
            bts_control_check(t, -1);
        return true;
    }
    if (bts_supply_of(me) > 0) {
        bts_supply_take(me);
    } else if (me->population > 0 && bts_plan_rest(&t->view, f->seat, 0, 1, 0)) {
        return false; /* population instead, or do without? */
    } else {
        f->ships_left = 0;
        return true;
    }
    f->ships_left--;
    f->has_built = 1;
    push_task(t, build, f->seat, .level = f->level, .in_deep_space = f->in_deep_space);
    return true;
}

static int options_supply(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    (void)v, (void)frame;
    int count = offer(moves, 0, MOVE_TAKE, 0, 0, 0);
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static void take_supply(struct bts_table *t, struct move move)
{
    struct bts_supply_task *f = top_supply(t);
    f->ships_left--;
    if (move.kind == MOVE_PASS)
        return;
    assert(move.kind == MOVE_TAKE);
    assert(seat_of(&t->view, f->seat)->population > 0);
    seat_at(t, f->seat)->population--;
    f->has_built = 1;
    push_task(t, build, f->seat, .level = f->level, .in_deep_space = f->in_deep_space);
}

const struct bts_task_kind bts_task_supply = {
    .step = step_supply, .options = options_supply, .take = take_supply};

static int options_build(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_build_task *f = as_build(frame);
    unsigned places = f->in_deep_space ? 1u << DEEP : bts_build_places(v, f->seat);
    return offer_set(moves, 0, MOVE_BUILD, 0, places);
}

static void take_build(struct bts_table *t, struct move move)
{
    assert(move.kind == MOVE_BUILD && bts_place_exists(&t->view, move.a));
    struct bts_build_task f = *top_build(t);
    task_done(t);
    bts_ship_add(t, f.seat, f.level, move.a);
    tell(t, EVENT_BUILT, f.seat, f.level, move.a, 0);
    if (f.level < SHIP_LEVELS && !t->s->better_used &&
        bts_has_innovation(&t->view, f.seat, INNOVATION_BETTER_SHIP))
        push_task(t, better, f.seat, .level = f.level, .place = move.a);
}

const struct bts_task_kind bts_task_build = {
    .options = options_build, .take = take_build, .is_obvious = true};

static int options_better(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return options_supply(v, frame, moves);
}

static void take_better(struct bts_table *t, struct move move)
{
    struct bts_better_task f = *top_better(t);
    task_done(t);
    if (move.kind == MOVE_PASS)
        return;
    int level = f.level + t->view.cards->innovations[INNOVATION_BETTER_SHIP].second;
    if (level > SHIP_LEVELS)
        level = SHIP_LEVELS;
    assert(level > f.level);
    t->s->better_used = 1;
    bts_ship_remove(t, f.seat, f.level, f.place);
    bts_ship_add(t, f.seat, level, f.place);
    tell(t, EVENT_UPGRADED, f.seat, f.level, level, told_place(&t->view, f.place));
}

static bool better_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_better_task *f = as_better(frame);
    return f->level < SHIP_LEVELS && seat_of(v, f->seat)->ships[f->place][f->level - 1] > 0;
}

const struct bts_task_kind bts_task_better = {
    .options = options_better, .take = take_better, .is_valid = better_is_valid};

/* ---- retiring, upgrading, banking ------------------------------------------------------------ */

/* Would the action then end as it began? That is seen before it is too late to do something else.
 */
static bool retiring_undoes(const struct bts_view *v, int seat, int level, int place)
{
    if (v->s->before == 0)
        return false;
    struct bts_state copy;
    struct bts_table trial = bts_trial(v, &copy);
    bts_ship_remove(&trial, seat, level, place);
    copy.seats[seat].population++;
    return !bts_has_changed(&trial.view) && !bts_later_can_change(&trial.view);
}

/* RETIRE: a ship becomes population. */
int bts_offer_retires(const struct bts_view *v, int seat, struct move *moves, int most)
{
    struct move ships[MOVES_MAX];
    int count = 0, all = bts_offer_ships(v, seat, MOVE_RETIRE, SHIP_LEVELS, NULL, ships, 0);
    for (int i = 0; i < all && count < most; i++)
        if (bts_ship_is_free(v, seat, ships[i].a, ships[i].b, -1) &&
            !retiring_undoes(v, seat, ships[i].a, ships[i].b))
            moves[count++] = ships[i];
    return count;
}

static int options_retire(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return bts_offer_retires(v, frame->seat, moves, MOVES_MAX);
}

static void take_retire(struct bts_table *t, struct move move)
{
    assert(move.kind == MOVE_RETIRE);
    int seat = task_top(t)->seat;
    task_done(t);
    bts_ship_remove(t, seat, move.a, move.b);
    seat_at(t, seat)->population++;
    tell(t, EVENT_RETIRED, seat, move.a, told_place(&t->view, move.b), 0);
    bts_control_check(t, -1);
}

const struct bts_task_kind bts_task_retire = {
    .options = options_retire, .take = take_retire, .is_obvious = true};

/* UPGRADE: ships already raised are kept in scratch, so that each rises once; where levels are
 * split a ship may rise again. A single upgrade must be made, several are "up to". */
static int options_upgrade(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_upgrade_task *f = as_upgrade(frame);
    bool split = f->is_split != 0;
    int count = bts_offer_ships(v, f->seat, MOVE_UPGRADE, SHIP_LEVELS - 1,
                                split ? NULL : v->s->scratch, moves, 0);
    bool may_stop = !split && f->times > 1 &&
                    (bts_has_changed(v) || f->times_left < f->times || bts_later_can_change(v));
    return may_stop ? offer(moves, count, MOVE_DONE, 0, 0, 0) : count;
}

static bool step_upgrade(struct bts_table *t)
{
    struct move moves[MOVES_MAX];
    struct bts_upgrade_task *f = top_upgrade(t);
    bool split = f->is_split != 0;
    if (f->times_left > 0 && bts_offer_ships(&t->view, f->seat, MOVE_UPGRADE, SHIP_LEVELS - 1,
                                             split ? NULL : t->s->scratch, moves, 0) > 0)
        return false;
    task_done(t);
    bts_clear_scratch(t);
    bts_control_check(t, -1);
    return true;
}

static void take_upgrade(struct bts_table *t, struct move move)
{
    struct bts_upgrade_task *f = top_upgrade(t);
    if (move.kind == MOVE_DONE) {
        f->times_left = 0;
        return;
    }
    assert(move.kind == MOVE_UPGRADE && f->times_left > 0 && move.a < SHIP_LEVELS);
    int level = move.a + f->levels < SHIP_LEVELS ? move.a + f->levels : SHIP_LEVELS;
    f->times_left--;
    bts_ship_remove(t, f->seat, move.a, move.b);
    bts_ship_add(t, f->seat, level, move.b);
    t->s->scratch[move.b][level - 1]++;
    tell(t, EVENT_UPGRADED, f->seat, move.a, level, told_place(&t->view, move.b));
}

const struct bts_task_kind bts_task_upgrade = {
    .step = step_upgrade, .options = options_upgrade, .take = take_upgrade, .is_obvious = true};

static bool step_bank(struct bts_table *t)
{
    struct bts_bank_task *f = top_bank(t);
    if (f->ships_left > 0 && bts_has_ships(&t->view, f->seat))
        return false;
    task_done(t);
    bts_control_check(t, -1);
    return true;
}

static int options_bank(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    int count = bts_offer_ships(v, frame->seat, MOVE_BANK, SHIP_LEVELS, NULL, moves, 0);
    return offer(moves, count, MOVE_DONE, 0, 0, 0);
}

static void take_bank(struct bts_table *t, struct move move)
{
    struct bts_bank_task *f = top_bank(t);
    if (move.kind == MOVE_DONE) {
        f->ships_left = 0;
        return;
    }
    f->ships_left--;
    bts_ship_remove(t, f->seat, move.a, move.b);
    assert(move.kind == MOVE_BANK);
    seat_at(t, f->seat)->banked[move.a - 1]++;
    tell(t, EVENT_BANKED, f->seat, move.a, told_place(&t->view, move.b), 0);
}

const struct bts_task_kind bts_task_bank = {
    .step = step_bank, .options = options_bank, .take = take_bank};
