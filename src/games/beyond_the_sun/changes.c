/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: can the rows of a program change anything? An action that would leave everything
 * as it was may not be chosen. Each operation has a function changes_… (operations.h); what a row
 * needs is in plan.c. */

#include "bts.h"

#include "base/hash.h"

#include <string.h>

/* Who would do it: the seat, and the technology that the program stands on. */
struct bts_doer {
    const struct bts_view *v;
    int seat;
    int tech;
};

static bool rows_can_change(const struct bts_doer *by, int start, int end);

static bool changes_always(const struct bts_doer *by, const struct effect *row)
{
    (void)by, (void)row;
    return true;
}

static bool changes_by_grow(const struct bts_doer *by, const struct effect *row)
{
    (void)row;
    return bts_supply_of(seat_of(by->v, by->seat)) > 0;
}

static bool changes_by_ship(const struct bts_doer *by, const struct effect *row)
{
    (void)row;
    const struct bts_seat *me = seat_of(by->v, by->seat);
    return bts_supply_of(me) > 0 || me->population > 0;
}

static bool changes_by_pop_ship(const struct bts_doer *by, const struct effect *row)
{
    (void)row;
    return seat_of(by->v, by->seat)->population > 0;
}

static bool changes_by_shift(const struct bts_doer *by, const struct effect *row)
{
    const struct bts_seat *me = seat_of(by->v, by->seat);
    return row->b == 0 ? bts_shift_source(me) > 0 : bts_supply_of(me) > 0;
}

static bool changes_by_upgrade(const struct bts_doer *by, const struct effect *row)
{
    (void)row;
    const struct bts_seat *me = seat_of(by->v, by->seat);
    for (int place = 0; place < PLACES; place++)
        if (me->ships[place][0] | me->ships[place][1] | me->ships[place][2])
            return true;
    return false;
}

static bool changes_by_move(const struct bts_doer *by, const struct effect *row)
{
    (void)row;
    return bts_has_ships(by->v, by->seat);
}

/* The rows in the brackets of a row, if they can be done. */
static bool body_can_change(const struct bts_doer *by, const struct effect *row)
{
    int start = (int)(row - by->v->cards->rows) + 1, end = start + row->body;
    return bts_plan_possible(by->v, by->seat, start, end, RUN_ACTION) &&
           rows_can_change(by, start, end);
}

static bool changes_by_may(const struct bts_doer *by, const struct effect *row)
{
    return body_can_change(by, row);
}

static bool changes_by_per(const struct bts_doer *by, const struct effect *row)
{
    int start = (int)(row - by->v->cards->rows) + 1;
    return bts_noun_count(by->v, by->seat, row->a) > 0 &&
           rows_can_change(by, start, start + row->body);
}

static bool changes_by_again(const struct bts_doer *by, const struct effect *row)
{
    struct program again = by->v->cards->techs[by->tech].immediate;
    return row->a > 0 || rows_can_change(by, again.start, again.start + again.count);
}

static bool changes_by_choose(const struct bts_doer *by, const struct effect *row)
{
    for (const struct effect *option = row + 1; option <= row + row->body;
         option += 1 + option->body)
        if (body_can_change(by, option))
            return true;
    return false;
}

/* One row, by its operation:
 *     case OP_GROW: return changes_by_grow(by, row); */
#define OPERATION_CHANGES(name, NAME, word, allowed, plan, changes, run)                           \
    case OP_##NAME:                                                                                \
        return changes(by, row);
static bool row_can_change(const struct bts_doer *by, const struct effect *row)
{
    switch ((enum bts_op)row->op) {
        BTS_OPERATIONS(OPERATION_CHANGES)
    case OP_COUNT:
        break;
    }
    assert(!"cards have known operations alone");
    return true;
}
#undef OPERATION_CHANGES

static bool rows_can_change(const struct bts_doer *by, int start, int end)
{
    const struct effect *rows = by->v->cards->rows;
    for (int at = start; at < end; at += 1 + rows[at].body)
        if (row_can_change(by, &rows[at]))
            return true;
    return false;
}

bool bts_rows_can_change(const struct bts_view *v, int seat, int start, int end, int tech)
{
    assert(tech >= 0 && tech <= v->cards->tech_count);
    return rows_can_change(&(struct bts_doer){v, seat, tech}, start, end);
}

/* Without what is only kept for this turn, and without pawns: a pawn that moved does not count. */
uint64_t bts_digest_of_table(const struct bts_view *v)
{
    struct bts_state s = *v->s;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        s.seats[seat].pawn = 0;
    s.market_used = s.assimilation_used = s.headquarters_used = s.better_used = 0;
    s.changed = s.copied = s.must_research = s.rival = s.taken = s.traded = s.source = 0;
    s.before = 0;
    s.fresh = 0;
    s.outposts_before = 0;
    memset(s.gained, 0, sizeof s.gained);
    memset(s.scratch, 0, sizeof s.scratch);
    memset(&s.agenda, 0, sizeof s.agenda);
    return hash_bytes(0, &s, sizeof s) >> 2 | 1; /* a number that a field can hold, and not 0 */
}

bool bts_later_can_change(const struct bts_view *v)
{
    for (int i = v->s->agenda.depth - 2; i >= 0; i--) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->task == TASK_END_ACTION)
            return false;
        if (frame->task == TASK_CHOOSE && as_choose(frame)->choices_left > 0)
            return true;
        if (frame->task == TASK_RUN &&
            bts_rows_can_change(v, frame->seat, row_number(as_run(frame)->start),
                                row_number(as_run(frame)->end), v->s->source))
            return true;
    }
    return true; /* not in an action: nothing has to change */
}
