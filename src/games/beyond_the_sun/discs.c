/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: discs that leave their tracks, for automation, outposts and colonies, and supply
 * cubes that change columns. Where there is a choice of the kind of disc or the column, the player
 * is asked. */

#include "bts.h"

/* ---- discs ----------------------------------------------------------------------------------- */

void bts_put_disc(struct bts_table *t, int seat, int purpose, int where, int kind)
{
    assert(kind >= DISC_FOOD && kind <= DISC_STAR && purpose >= DISC_FOR_AUTOMATION);
    if (purpose == DISC_FOR_AUTOMATION) {
        bts_automate(t, seat, kind);
        return;
    }
    bts_disc_take(t, seat, kind);
    if (purpose == DISC_FOR_OUTPOST) {
        assert(t->s->outposts[where] == 0 && bts_can_be_controlled(&t->view, where));
        t->s->outposts[where] = (uint8_t)(seat + 1);
        t->s->outpost_discs[where] = (uint8_t)kind;
        tell(t, EVENT_CONTROL, seat, told_place(&t->view, where), kind, 0);
    } else {
        uint8_t *discs = &t->s->colony_discs[where];
        assert(*discs >> 2 == 0 && id_in(seat_of(&t->view, seat)->systems, where));
        *discs |= (uint8_t)(*discs == 0 ? kind : kind << 2);
        tell(t, EVENT_SECOND_DISC, seat, kind, where, 0);
    }
}

void bts_place_disc(struct bts_table *t, int seat, int purpose, int where, unsigned specialty)
{
    assert(purpose >= DISC_FOR_AUTOMATION && purpose <= DISC_FOR_COLONY);
    unsigned kinds = bts_discs_available(&t->view, seat, specialty);
    if (kinds == 3)
        push_task(t, disc, seat, .purpose = purpose, .where = where, .kinds = (int)kinds);
    else
        bts_put_disc(t, seat, purpose, where, kinds == 0 ? DISC_STAR : (int)kinds);
}

static int options_disc(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    (void)v, (void)frame;
    int count = offer(moves, 0, MOVE_DISC, DISC_FOOD, 0, 0);
    return offer(moves, count, MOVE_DISC, DISC_ORE, 0, 0);
}

static void take_disc(struct bts_table *t, struct move move)
{
    assert(move.a == DISC_FOOD || move.a == DISC_ORE);
    struct bts_disc_task f = *top_disc(t);
    task_done(t);
    bts_put_disc(t, f.seat, f.purpose, f.where, move.a);
}

/* There is a choice, and a place for the disc. */
static bool disc_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_disc_task *f = as_disc(frame);
    const struct bts_seat *me = seat_of(v, f->seat);
    if (me->food == 0 || me->ore_discs == 0)
        return false;
    if (f->purpose == DISC_FOR_OUTPOST)
        return f->where < PLACES && v->s->outposts[f->where] == 0 &&
               (v->s->gained[f->seat] >> f->where & 1) && bts_can_be_controlled(v, f->where);
    return f->where <= (f->purpose == DISC_FOR_AUTOMATION ? 0 : v->cards->system_count);
}

const struct bts_task_kind bts_task_disc = {
    .options = options_disc, .take = take_disc, .is_valid = disc_is_valid};

/* SHIFT: cubes from the rightmost column to one of choice. */
static bool step_shift(struct bts_table *t)
{
    struct bts_shift_task *f = top_shift(t);
    if (f->cubes_left > 0 && bts_supply_of(seat_of(&t->view, f->seat)) > 0)
        return false;
    task_done(t);
    return true;
}

static int options_shift(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    (void)v, (void)frame;
    int count = 0;
    for (int column = 0; column < COLUMNS; column++)
        count = offer(moves, count, MOVE_COLUMN, column, 0, 0);
    return count;
}

static void take_shift(struct bts_table *t, struct move move)
{
    assert(top_shift(t)->cubes_left > 0 && move.a < COLUMNS);
    struct bts_shift_task *f = top_shift(t);
    f->cubes_left--;
    bts_shift_cube(t, f->seat, move.a);
}

const struct bts_task_kind bts_task_shift = {
    .step = step_shift, .options = options_shift, .take = take_shift};
