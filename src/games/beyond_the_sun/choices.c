/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the choices inside effects. Options, optional parts, repetitions, costs with a
 * choice, copied actions, effects on several factions. */

#include "bts.h"

/* Is there such a row among the cards? */
static bool is_row(const struct bts_view *v, struct task_row row, enum bts_op op)
{
    return row_number(row) < v->cards->row_count && v->cards->rows[row_number(row)].op == op;
}

/* ---- options ------------------------------------------------------------------------------------
 * CHOOSE: the options of a row, one after another; `taken` are those chosen so far, as bits. */

/* May this option be chosen now? */
static bool option_possible(const struct bts_view *v, const struct frame *frame, int option,
                            int number)
{
    const struct bts_choose_task *f = as_choose(frame);
    const struct effect *row = &v->cards->rows[row_number(f->row)];
    int start = option + 1, end = option + 1 + v->cards->rows[option].body;
    struct program program = {(uint16_t)start, (uint8_t)(end - start)};
    bool repeats = row->b != 0;
    if (!repeats && (f->taken >> number & 1))
        return false;
    if (v->s->must_research && !bts_is_research_action(v->cards, program) &&
        !bts_leaves_research(v, frame, start, end))
        return false;
    if (!bts_plan_possible(v, f->seat, start, end, f->flags))
        return false;
    /* The last choice of an action must not leave everything as it was. */
    bool last = f->choices_left == 1 && (f->flags & RUN_ACTION);
    return !last || bts_has_changed(v) ||
           bts_rows_can_change(v, f->seat, start, end, v->s->source) || bts_later_can_change(v);
}

/* The first `most` of them. */
static int offer_options(const struct bts_view *v, const struct frame *frame, struct move *moves,
                         int most)
{
    const struct bts_choose_task *f = as_choose(frame);
    int at = row_number(f->row), count = 0, number = 0;
    int end = at + 1 + v->cards->rows[at].body;
    for (int option = at + 1; option < end && count < most; number++) {
        if (option_possible(v, frame, option, number))
            count = offer(moves, count, MOVE_OPTION, number, 0, 0);
        option += 1 + v->cards->rows[option].body;
    }
    return count;
}

static int options_choose(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return offer_options(v, frame, moves, MOVES_MAX);
}

static bool step_choose(struct bts_table *t)
{
    struct move first;
    struct bts_choose_task *f = top_choose(t);
    if (f->choices_left > 0 && offer_options(&t->view, task_top(t), &first, 1) > 0)
        return false;
    task_done(t);
    return true;
}

static void take_choose(struct bts_table *t, struct move move)
{
    struct bts_choose_task *f = top_choose(t);
    int option = row_number(f->row) + 1;
    for (int i = 0; i < move.a; i++)
        option += 1 + t->view.cards->rows[option].body;
    assert(f->choices_left > 0);
    f->choices_left--;
    f->taken |= (uint8_t)(1u << move.a);
    bts_run_rows(t, f->seat, option + 1, option + 1 + t->view.cards->rows[option].body,
                 f->flags | RUN_CHOSEN);
}

static bool choose_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_choose_task *f = as_choose(frame);
    return is_row(v, f->row, OP_CHOOSE) && f->choices_left <= v->cards->rows[row_number(f->row)].a;
}

const struct bts_task_kind bts_task_choose = {.step = step_choose,
                                              .options = options_choose,
                                              .take = take_choose,
                                              .is_obvious = true,
                                              .is_valid = choose_is_valid};

/* MAY: declining is possible unless the action would change nothing. */
static int options_may(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_may_task *f = as_may(frame);
    int count = offer(moves, 0, MOVE_TAKE, 0, 0, 0);
    bool may_pass = !(f->flags & RUN_ACTION) || bts_has_changed(v) || bts_later_can_change(v);
    return may_pass ? offer(moves, count, MOVE_PASS, 0, 0, 0) : count;
}

static void take_may(struct bts_table *t, struct move move)
{
    struct bts_may_task f = *top_may(t);
    int at = row_number(f.row);
    task_done(t);
    if (move.kind == MOVE_TAKE)
        bts_run_rows(t, f.seat, at + 1, at + 1 + t->view.cards->rows[at].body,
                     f.flags | RUN_CHOSEN);
}

static bool may_is_valid(const struct bts_view *v, const struct frame *frame)
{
    return is_row(v, as_may(frame)->row, OP_MAY);
}

const struct bts_task_kind bts_task_may = {
    .options = options_may, .take = take_may, .is_obvious = true, .is_valid = may_is_valid};

/* PER: the body of the row, as many more times as the step says. */
static bool step_per(struct bts_table *t)
{
    struct bts_per_task *f = top_per(t);
    int at = row_number(f->row), seat = f->seat;
    if (f->step == 0) {
        task_done(t);
        return true;
    }
    f->step--;
    bts_run_rows(t, seat, at + 1, at + 1 + t->view.cards->rows[at].body, 0);
    return true;
}

static bool per_is_valid(const struct bts_view *v, const struct frame *frame)
{
    return is_row(v, as_per(frame)->row, OP_PER);
}

const struct bts_task_kind bts_task_per = {.step = step_per, .is_valid = per_is_valid};

/* FACTIONS: a body for several seats, that of the frame first, then clockwise. */
static bool step_factions(struct bts_table *t)
{
    struct bts_factions_task *f = top_factions(t);
    int at = row_number(f->row), seat = f->seat;
    if (f->seats_left == 0) {
        task_done(t);
        return true;
    }
    assert(f->seats_left < 1 << players_of(&t->view));
    while (!(f->seats_left >> seat & 1))
        seat = next_seat(&t->view, seat);
    f->seats_left &= (uint8_t) ~(1u << seat);
    bts_run_rows(t, seat, at + 1, at + 1 + t->view.cards->rows[at].body, 0);
    return true;
}

static bool factions_is_valid(const struct bts_view *v, const struct frame *frame)
{
    struct task_row row = as_factions(frame)->row;
    return is_row(v, row, OP_EACH) || is_row(v, row, OP_LEAST);
}

const struct bts_task_kind bts_task_factions = {.step = step_factions,
                                                .is_valid = factions_is_valid};

/* ---- costs ----------------------------------------------------------------------------------- */

/* Tasks of costs and copies are put on the agenda where they are possible; in a made-up position
 * they may not be, and are then left out. */
static bool is_left_out(struct bts_table *t, int options)
{
    if (options == 0)
        task_done(t);
    return options == 0;
}

/* PAY: one of the population to return may be paid as 1 ore. */
static int options_pay(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_pay_task *f = as_pay(frame);
    const struct bts_seat *me = seat_of(v, f->seat);
    int amount = f->population, count = 0;
    if (me->population >= amount && bts_plan_rest(v, f->seat, 0, amount, amount))
        count = offer(moves, count, MOVE_PAY, DISC_FOOD, 0, 0);
    if (me->population >= amount - 1 && me->ore > 0 &&
        bts_plan_rest(v, f->seat, 1, amount - 1, amount - 1))
        count = offer(moves, count, MOVE_PAY, DISC_ORE, 0, 0);
    return count;
}

static void take_pay(struct bts_table *t, struct move move)
{
    assert(move.kind == MOVE_PAY && top_pay(t)->population > 0);
    struct bts_pay_task f = *top_pay(t);
    task_done(t);
    if (move.a == DISC_ORE)
        bts_pay_for_population(t, f.seat, 1);
    bts_return_population(t, f.seat, f.population - (move.a == DISC_ORE));
}

static bool step_pay(struct bts_table *t)
{
    struct move moves[MOVES_MAX];
    return is_left_out(t, options_pay(&t->view, task_top(t), moves));
}

static bool pay_is_valid(const struct bts_view *v, const struct frame *frame)
{
    (void)v;
    return as_pay(frame)->population >= 1;
}

const struct bts_task_kind bts_task_pay = {.step = step_pay,
                                           .options = options_pay,
                                           .take = take_pay,
                                           .is_obvious = true,
                                           .is_valid = pay_is_valid};

/* RIVAL: only who has a technology that could be researched now. */
static int options_rival(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_rival_task *f = as_rival(frame);
    int count = 0;
    if (seat_of(v, f->seat)->ore < f->ore)
        return 0;
    unsigned levels = bts_levels_of(v, f->seat, LEVEL_II_OR_III);
    uint32_t slots = bts_open_slots(v, f->seat, levels, RESEARCH_DISCOVERED);
    for (int other = 0; other < players_of(v); other++)
        if (other != f->seat && (seat_of(v, other)->slots & slots) != 0)
            count = offer(moves, count, MOVE_RIVAL, other, 0, 0);
    return count;
}

static void take_rival(struct bts_table *t, struct move move)
{
    struct bts_rival_task f = *top_rival(t);
    struct bts_seat *me = seat_at(t, f.seat), *rival = seat_at(t, move.a);
    assert(me != rival);
    task_done(t);
    assert(me->ore >= f.ore);
    me->ore = (uint16_t)(me->ore - f.ore);
    rival->ore = (uint16_t)bts_ore_after(rival, f.ore);
    t->s->rival = (uint8_t)(move.a + 1);
    t->s->changed = 1;
    tell(t, EVENT_PAID_RIVAL, f.seat, f.ore, move.a, 0);
}

static bool step_rival(struct bts_table *t)
{
    struct move moves[MOVES_MAX];
    return is_left_out(t, options_rival(&t->view, task_top(t), moves));
}

static bool rival_is_valid(const struct bts_view *v, const struct frame *frame)
{
    return seat_of(v, frame->seat)->ore >= as_rival(frame)->ore;
}

const struct bts_task_kind bts_task_rival = {.step = step_rival,
                                             .options = options_rival,
                                             .take = take_rival,
                                             .is_obvious = true,
                                             .is_valid = rival_is_valid};

/* ---- repeated and copied --------------------------------------------------------------------- */

/* AGAIN: immediate bonuses of up to two other technologies than the source. */
static uint64_t repeatable(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_again_task *f = as_again(frame);
    uint64_t techs = bts_techs_of(v, f->seat) & bits_below((unsigned)bts_tech_first(4));
    uint64_t found = 0;
    while (techs != 0) {
        unsigned tech = bits_pop(&techs);
        bool taken = tech == f->source || tech == f->repeated_1 || tech == f->repeated_2;
        if (!taken && v->cards->techs[tech].immediate.count > 0)
            found |= bit(tech);
    }
    return found;
}

static bool step_again(struct bts_table *t)
{
    struct bts_again_task *f = top_again(t);
    if (f->times_left > 0 && repeatable(&t->view, task_top(t)) != 0)
        return false;
    task_done(t);
    return true;
}

static int options_again(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    return offer_set(moves, count, MOVE_CARD, 0, repeatable(v, frame));
}

static void take_again(struct bts_table *t, struct move move)
{
    struct bts_again_task *f = top_again(t);
    if (move.kind == MOVE_DONE) {
        f->times_left = 0;
        return;
    }
    assert(f->times_left > 0 && bts_has_tech(&t->view, f->seat, move.a));
    f->times_left--;
    *(f->repeated_1 == 0 ? &f->repeated_1 : &f->repeated_2) = move.a;
    t->s->source = move.a;
    bts_run_program(t, f->seat, t->view.cards->techs[move.a].immediate, 0);
}

const struct bts_task_kind bts_task_again = {
    .step = step_again, .options = options_again, .take = take_again};

/* COPY: the copied action is paid and done as an action; no pawn moves. */
static int options_copy(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return bts_offer_copies(v, frame->seat, as_copy(frame)->whose, moves, MOVES_MAX);
}

static void take_copy(struct bts_table *t, struct move move)
{
    assert(move.kind == MOVE_COPY);
    struct frame frame = *task_top(t);
    task_done(t);
    t->s->source = (uint8_t)bts_space_tech(move.a);
    tell(t, EVENT_COPIED, frame.seat, move.a, 0, 0);
    bts_run_program(t, frame.seat, bts_space_program(&t->view, move.a), RUN_ACTION);
}

static bool step_copy(struct bts_table *t)
{
    struct move first;
    return is_left_out(
        t, bts_offer_copies(&t->view, task_top(t)->seat, top_copy(t)->whose, &first, 1));
}

const struct bts_task_kind bts_task_copy = {
    .step = step_copy, .options = options_copy, .take = take_copy, .is_obvious = true};
