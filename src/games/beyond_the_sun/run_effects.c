/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: runs effects. One function for each operation; it acts at once or puts a task on
 * the agenda, and never waits. A TASK_RUN continues with its next row when everything above it is
 * done. */

#include "bts.h"

#include "kit/pile.h"

#include <string.h>

/* ---- running rows ---------------------------------------------------------------------------- */

void bts_run_rows(struct bts_table *t, int seat, int start, int end, int flags)
{
    assert(flags >= 0 && flags <= (RUN_ACTION | RUN_BONUS | RUN_QUIET | RUN_CHOSEN));
    assert(start >= 0 && end <= t->view.cards->row_count);
    if (start < end)
        push_task(t, run, seat, .start = start, .end = end, .flags = flags);
}

void bts_run_program(struct bts_table *t, int seat, struct program program, int flags)
{
    bts_run_rows(t, seat, program.start, program.start + program.count, flags);
}

/* ---- operations ------------------------------------------------------------------------------ */

/* What an operation gets: the row, its number, whether it is part of an action, and where the rows
 * of its program end. */
struct bts_call {
    const struct effect *row;
    int at, end, flags;
};

static void run_pay(struct bts_table *t, int seat, const struct bts_call *call)
{
    struct program rest = {(uint16_t)call->at, (uint8_t)(call->end - call->at)};
    int discount = call->flags & RUN_ACTION ? bts_colony_discount(&t->view, seat, rest) : 0;
    int price = call->row->a - discount, ore = seat_of(&t->view, seat)->ore;
    /* The discount can be lost to a rival after the pawn has moved: then its price holds. */
    bts_pay_ore(t, seat, price < ore ? price : ore);
}

static void run_return(struct bts_table *t, int seat, const struct bts_call *call)
{
    int amount = call->row->a;
    const struct bts_seat *me = seat_of(&t->view, seat);
    bool may_replace = (call->flags & RUN_ACTION) && me->ore > 0 &&
                       bts_has_power(&t->view, seat, POWER_ORE_FOR_POPULATION);
    if (may_replace)
        push_task(t, pay, seat, .population = amount);
    else if (me->population >= amount)
        bts_return_population(t, seat, amount);
}

static void run_pay_rival(struct bts_table *t, int seat, const struct bts_call *call)
{
    push_task(t, rival, seat, .ore = call->row->a);
}

static void run_ore(struct bts_table *t, int seat, const struct bts_call *call)
{
    bts_gain_ore(t, seat, call->row->a);
}

static void run_grow(struct bts_table *t, int seat, const struct bts_call *call)
{
    bts_grow(t, seat, call->row->a);
}

static void run_ship(struct bts_table *t, int seat, const struct bts_call *call)
{
    bool deep = call->row->op == OP_SHIP_DEEP;
    push_task(t, supply, seat, .level = call->row->a, .ships_left = deep ? 1 : call->row->b,
              .in_deep_space = deep);
}

static void run_pop_ship(struct bts_table *t, int seat, const struct bts_call *call)
{
    struct bts_seat *me = seat_at(t, seat);
    if (me->population == 0)
        return;
    me->population--;
    push_task(t, supply, seat, .level = call->row->a, .has_built = 1);
    push_task(t, build, seat, .level = call->row->a);
}

static void run_automate(struct bts_table *t, int seat, const struct bts_call *call)
{
    assert(call->row->a >= DISC_FOOD && call->row->a <= AUTOMATE_EITHER);
    bts_place_disc(t, seat, DISC_FOR_AUTOMATION, 0, (unsigned)call->row->a);
}

static void run_shift(struct bts_table *t, int seat, const struct bts_call *call)
{
    if (call->row->b != 0) {
        push_task(t, shift, seat, .cubes_left = call->row->a);
        return;
    }
    for (int i = 0; i < call->row->a && bts_shift_source(seat_of(&t->view, seat)) > 0; i++)
        bts_shift_cube(t, seat, 0);
}

static void run_produce(struct bts_table *t, int seat, const struct bts_call *call)
{
    bts_produce(t, seat, call->row->a);
}

static void run_trade(struct bts_table *t, int seat, const struct bts_call *call)
{
    (void)call;
    push_task(t, trade, seat);
}

static void run_upgrade(struct bts_table *t, int seat, const struct bts_call *call)
{
    bool sum = call->row->op == OP_UPGRADE_SUM;
    memset(t->s->scratch, 0, sizeof t->s->scratch);
    push_task(t, upgrade, seat, .times_left = call->row->a, .levels = sum ? 1 : call->row->b,
              .is_split = sum, .times = call->row->a);
}

static enum bts_aim aim_of_colony(const struct effect *row)
{
    assert(row->op == OP_COLONIZE);
    return row->b != 0 ? AIM_STEALTH : AIM_COLONY;
}

/* Is the next step that decides anything a colonization, or will there be one population cube too
 * few? Then the movement must leave it possible, or bring the cube. */
static enum bts_aim aim_of_action(const struct bts_view *v, int seat, const struct bts_call *call)
{
    const struct effect *rows = v->cards->rows;
    int next = call->at + 1 + call->row->body;
    for (int at = next; at < call->end; at += 1 + rows[at].body)
        if (rows[at].op == OP_COLONIZE)
            return aim_of_colony(&rows[at]);
    struct bts_shortfall lacking = bts_rows_shortfall(v, seat, next, call->end, 0);
    return bts_plays_rules(v, RULES_OF_RULINGS) && lacking.population == 1 ? AIM_GROWTH : AIM_NONE;
}

/* The same for a movement that comes into the middle of an action: is a colonization its next step,
 * and possible? */
static enum bts_aim pending_colony(const struct bts_view *v, int seat, int points)
{
    for (int i = v->s->agenda.depth - 2; i >= 0; i--) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->task == TASK_END_ACTION)
            break;
        if (frame->task != TASK_RUN || frame->seat != seat)
            continue;
        const struct bts_run_task *f = as_run(frame);
        if (!(f->flags & RUN_ACTION) || row_number(f->start) >= row_number(f->end))
            continue;
        const struct effect *row = &v->cards->rows[row_number(f->start)];
        if (row->op == OP_COLONIZE)
            return bts_can_reach_colony(v, seat, points, row->b != 0) ? aim_of_colony(row)
                                                                      : AIM_NONE;
    }
    return AIM_NONE;
}

static void run_jump(struct bts_table *t, int seat, const struct bts_call *call)
{
    bool action = (call->flags & RUN_ACTION) != 0;
    if (action)
        t->s->taken = 0;
    if (!bts_has_ships(&t->view, seat))
        return;
    memcpy(t->s->scratch, seat_of(&t->view, seat)->ships, sizeof t->s->scratch);
    enum bts_aim aim =
        action ? aim_of_action(&t->view, seat, call) : pending_colony(&t->view, seat, call->row->a);
    if (!bts_can_reach(&t->view, seat, call->row->a, aim))
        aim = AIM_NONE; /* only a made-up position gets here with nothing in reach */
    push_task(t, jump, seat, .points_left = call->row->a, .aim = (int)aim, .in_action = action);
}

static void run_warp(struct bts_table *t, int seat, const struct bts_call *call)
{
    memset(t->s->scratch, 0, sizeof t->s->scratch);
    push_task(t, warp, seat, .ships_left = call->row->a);
}

static void run_research(struct bts_table *t, int seat, const struct bts_call *call)
{
    unsigned levels = bts_levels_of(&t->view, seat, call->row->a);
    if (seat_of(&t->view, seat)->population == 0)
        return;
    if (bts_open_slots(&t->view, seat, levels, call->row->b) != 0)
        push_task(t, slot, seat, .levels = (int)levels, .flags = call->row->b,
                  .in_action = call->flags & RUN_ACTION);
    if (call->row->a == LEVEL_OWN_SYSTEMS)
        bts_open_row(t, (int)bits_first(levels)); /* it is laid out before the slot is chosen */
}

static void run_private(struct bts_table *t, int seat, const struct bts_call *call)
{
    push_task(t, private, seat, .level = call->row->a, .cards_left = 3);
}

static void run_colonize(struct bts_table *t, int seat, const struct bts_call *call)
{
    bool stealth = call->row->b != 0;
    unsigned places =
        stealth ? bts_stealth_targets(&t->view, seat) : bts_colonizable(&t->view, seat);
    if (places != 0)
        push_task(t, colonize, seat, .in_stealth = stealth);
}

static void run_annex(struct bts_table *t, int seat, const struct bts_call *call)
{
    push_task(t, annex, seat);
    push_task(t, draw_system, seat, .purpose = DRAW_ANNEX, .deck = call->row->b,
              .cards_left = call->row->a);
}

static void run_add_system(struct bts_table *t, int seat, const struct bts_call *call)
{
    if (t->s->cards[ROGUE] == 0)
        push_task(t, draw_system, seat, .purpose = DRAW_ROGUE, .deck = call->row->b,
                  .cards_left = 1);
}

static void run_dyson(struct bts_table *t, int seat, const struct bts_call *call)
{
    if (t->s->dyson == 0)
        push_task(t, draw_system, seat, .purpose = DRAW_DYSON, .deck = call->row->b,
                  .cards_left = 1);
}

static void run_choose(struct bts_table *t, int seat, const struct bts_call *call)
{
    push_task(t, choose, seat, .row = call->at, .choices_left = call->row->a, .flags = call->flags);
}

static void run_may(struct bts_table *t, int seat, const struct bts_call *call)
{
    int end = call->at + 1 + call->row->body;
    if (bts_plan_with_rest(&t->view, seat, call->at + 1, end, call->flags) &&
        bts_rows_can_change(&t->view, seat, call->at + 1, end, t->s->source))
        push_task(t, may, seat, .row = call->at, .flags = call->flags);
}

static void run_per(struct bts_table *t, int seat, const struct bts_call *call)
{
    int count = bts_noun_count(&t->view, seat, call->row->a);
    if (call->row->b > 0 && count > call->row->b)
        count = call->row->b;
    if (count > 0)
        push_task(t, per, seat, .step = count, .row = call->at);
}

/* The technology with this row beside one of its spaces; a power used before it may have brought
 * another one in between. */
static int tech_of_row(const struct bts_view *v, int at)
{
    for (int tech = 1; tech <= v->cards->tech_count; tech++)
        for (int i = 0; i < v->cards->techs[tech].space_count; i++) {
            struct program space = v->cards->techs[tech].spaces[i];
            if (at >= space.start && at < space.start + space.count)
                return tech;
        }
    return 0;
}

static void run_again(struct bts_table *t, int seat, const struct bts_call *call)
{
    if (call->row->a == 0)
        bts_run_program(t, seat, t->view.cards->techs[tech_of_row(&t->view, call->at)].immediate,
                        call->flags);
    else
        push_task(t, again, seat, .times_left = call->row->a, .source = t->s->source);
}

/* An action of an owner's card may copy twice: the second time those that copy are out again. */
static void run_copy(struct bts_table *t, int seat, const struct bts_call *call)
{
    assert(call->row->a == 0 || call->row->a == 1);
    t->s->copied |= (uint8_t)(1u << call->row->a);
    t->s->must_research = 1;
    push_task(t, copy, seat, .whose = call->row->a);
}

static void run_each(struct bts_table *t, int seat, const struct bts_call *call)
{
    push_task(t, factions, seat, .row = call->at, .seats_left = (1 << players_of(&t->view)) - 1);
}

static void run_least(struct bts_table *t, int seat, const struct bts_call *call)
{
    int least = INT16_MAX;
    unsigned seats = 0;
    for (int i = 0; i < players_of(&t->view); i++) {
        int value = bts_measure_of(&t->view, i, call->row->a);
        if (value < least) {
            least = value;
            seats = 0;
        }
        if (value == least)
            seats |= 1u << i;
    }
    push_task(t, factions, seat, .row = call->at, .seats_left = (int)seats);
}

static void run_researcher(struct bts_table *t, int seat, const struct bts_call *call)
{
    bts_run_rows(t, seat, call->at + 1, call->at + 1 + call->row->body, 0);
}

static void run_open(struct bts_table *t, int seat, const struct bts_call *call)
{
    assert(call->row->a >= 1 && call->row->a <= GUILDS);
    (void)seat;
    if (t->s->guilds >> (call->row->a - 1) & 1)
        return;
    t->s->guilds |= (uint8_t)(1u << (call->row->a - 1));
    tell(t, EVENT_GUILD, NOBODY, call->row->a, 0, 0);
    bts_open_row_if_unlocked(t, t->view.cards->guilds[call->row->a].action);
}

static void run_bank(struct bts_table *t, int seat, const struct bts_call *call)
{
    if (bts_has_ships(&t->view, seat))
        push_task(t, bank, seat, .ships_left = call->row->a);
}

static void run_superflare(struct bts_table *t, int seat, const struct bts_call *call)
{
    (void)call;
    const uint8_t *ships = seat_of(&t->view, seat)->ships[SOL];
    if (ships[0] + ships[1] + ships[2] + ships[3] > 1)
        push_task(t, keep, seat);
}

static void run_fortify(struct bts_table *t, int seat, const struct bts_call *call)
{
    (void)call;
    push_task(t, fortify, seat);
}

static void run_take_laid(struct bts_table *t, int seat, const struct bts_call *call)
{
    (void)call;
    int system = t->s->dyson;
    if (system == 0) /* a made-up position may want it twice */
        return;
    t->s->dyson = 0;
    bts_own_system(t, seat, system);
}

/* Fewest systems and controlled locations, then fewest technologies, then the first of them
 * clockwise from the left of the researcher. */
static void run_relieve(struct bts_table *t, int seat, const struct bts_call *call)
{
    int best = 0, weakest = seat;
    for (int i = 0, other = next_seat(&t->view, seat); i < players_of(&t->view);
         i++, other = next_seat(&t->view, other)) {
        int holds = bits_count(seat_of(&t->view, other)->systems) +
                    bits_count(bts_own_places(&t->view, other));
        int value = 100 * holds + bits_count(bts_techs_of(&t->view, other));
        if (i == 0 || value < best) {
            best = value;
            weakest = other;
        }
    }
    t->s->relieved = (uint8_t)(weakest + 1);
    tell(t, EVENT_RELIEVED, weakest, 0, 0, 0);
    bts_run_rows(t, weakest, call->at + 1, call->at + 1 + call->row->body, 0);
}

/* An option is run by the choice that it belongs to. */
static void run_nothing(struct bts_table *t, int seat, const struct bts_call *call)
{
    (void)t, (void)seat, (void)call;
    assert(!"an option is no step of a program");
}

/* By operation: [OP_PAY] = run_pay, */
#define OPERATION_RUN(name, NAME, word, allowed, plan, changes, run) [OP_##NAME] = run,
static void (*const operations[OP_COUNT])(struct bts_table *, int, const struct bts_call *) = {
    BTS_OPERATIONS(OPERATION_RUN)};
#undef OPERATION_RUN

/* ---- the task ----------------------------------------------------------------------------------
 */

bool bts_agenda_has(const struct bts_view *v, enum bts_task task)
{
    for (int i = 0; i < v->s->agenda.depth; i++)
        if (v->s->agenda.frames[i].task == task)
            return true;
    return false;
}

/* Between two operations the powers that work at any time may be used. */
static bool opens_window(const struct bts_view *v, const struct bts_run_task *f)
{
    return f->step == 0 && f->seat == turn_seat(v) && !(f->flags & RUN_QUIET) &&
           bts_has_any_time_power(v, f->seat) && !bts_agenda_has(v, TASK_CONTROL);
}

static void run_next_row(struct bts_table *t, struct bts_run_task *f)
{
    assert(f == top_run(t) && row_number(f->start) < row_number(f->end));
    int at = row_number(f->start);
    struct bts_call call = {&t->view.cards->rows[at], at, row_number(f->end), f->flags};
    f->step = 0;
    f->start = task_row(at + 1 + call.row->body);
    assert(call.row->op < OP_COUNT && row_number(f->start) <= call.end);
    operations[call.row->op](t, f->seat, &call);
}

/* One row after the other, until one puts something on the agenda. */
static bool step_run(struct bts_table *t)
{
    struct bts_run_task *f = top_run(t);
    int depth = t->s->agenda.depth;
    if (depth > RUN_DEPTH_MAX) { /* only a made-up position can have got here */
        task_done(t);
        return true;
    }
    while (t->s->agenda.depth == depth && !bts_innovations_due(t)) {
        if (row_number(f->start) >= row_number(f->end)) {
            task_done(t);
        } else if (opens_window(&t->view, f)) {
            f->step = 1;
            push_task(t, window, f->seat);
        } else {
            run_next_row(t, f);
        }
    }
    return true;
}

/* The steps that are left end exactly at the end, in the same program, with no lone option among
 * them. */
static bool run_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_cards *cards = v->cards;
    int at = row_number(as_run(frame)->start), end = row_number(as_run(frame)->end);
    if (at > end || end > cards->row_count || (at < end && cards->row_ends[at] < end))
        return false;
    while (at < end) {
        if (cards->rows[at].op == OP_OPTION)
            return false;
        at += 1 + cards->rows[at].body;
    }
    return at == end;
}

const struct bts_task_kind bts_task_run = {.step = step_run, .is_valid = run_is_valid};
