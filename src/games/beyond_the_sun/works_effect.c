/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the choices inside effects. Options, optional parts, repetitions, costs with a
 * choice, copied actions, effects on several factions. */

#include "bts.h"

static int row_in(const struct frame *frame)
{
    return frame->args[0] | frame->args[1] << 8;
}

/* ---- options ------------------------------------------------------------------------------------
 * WORK_CHOOSE: args 0-1 row, 2 choices left, 3 options taken as bits, 4 flags. */

/* May this option be chosen now? */
static bool option_possible(const struct table *g, const struct frame *frame, int option,
                            int number)
{
    const struct effect *row = &g->cards->rows[row_in(frame)];
    int start = option + 1, end = option + 1 + g->cards->rows[option].body;
    struct program program = {(uint16_t)start, (uint8_t)(end - start)};
    bool repeats = row->b != 0;
    if (!repeats && (frame->args[3] >> number & 1))
        return false;
    if (g->s->must_research && !is_research_action(g->cards, program) &&
        !leaves_research(g, frame, start, end))
        return false;
    if (!plan_possible(g, frame->seat, start, end, frame->args[4]))
        return false;
    /* The last choice of an action must not leave everything as it was. */
    bool last = frame->args[2] == 1 && (frame->args[4] & RUN_ACTION);
    return !last || g->s->changed || rows_can_change(g, frame->seat, start, end, g->s->source) ||
           later_can_change(g);
}

static int options_choose(const struct table *g, const struct frame *frame, struct move *moves)
{
    int at = row_in(frame), count = 0, number = 0;
    int end = at + 1 + g->cards->rows[at].body;
    for (int option = at + 1; option < end; option += 1 + g->cards->rows[option].body, number++)
        if (option_possible(g, frame, option, number))
            count = offer(moves, count, MOVE_OPTION, number, 0, 0);
    return count;
}

static bool step_choose(struct table *g)
{
    struct move moves[MOVES_MAX];
    struct frame *frame = work_top(g);
    if (frame->args[2] > 0 && options_choose(g, frame, moves) > 0)
        return false;
    work_done(g);
    return true;
}

static void take_choose(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    int option = row_in(frame) + 1;
    for (int i = 0; i < move.a; i++)
        option += 1 + g->cards->rows[option].body;
    assert(frame->args[2] > 0);
    frame->args[2]--;
    frame->args[3] |= (uint8_t)(1u << move.a);
    bts_run_rows(g, frame->seat, option + 1, option + 1 + g->cards->rows[option].body,
                 frame->args[4] | RUN_CHOSEN);
}

const struct work_kind work_choose = {
    .step = step_choose, .options = options_choose, .take = take_choose, .obvious = true};

/* WORK_MAY: args 0-1 row, 4 flags. Declining is possible unless the action would change nothing. */
static int options_may(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = offer(moves, 0, MOVE_TAKE, 0, 0, 0);
    bool may_pass = !(frame->args[4] & RUN_ACTION) || g->s->changed || later_can_change(g);
    return may_pass ? offer(moves, count, MOVE_PASS, 0, 0, 0) : count;
}

static void take_may(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    int at = row_in(&frame);
    work_done(g);
    if (move.kind == MOVE_TAKE)
        bts_run_rows(g, frame.seat, at + 1, at + 1 + g->cards->rows[at].body,
                     frame.args[4] | RUN_CHOSEN);
}

const struct work_kind work_may = {.options = options_may, .take = take_may, .obvious = true};

/* WORK_PER: step times left, args 0-1 row. */
static bool step_per(struct table *g)
{
    struct frame *frame = work_top(g);
    int at = row_in(frame), seat = frame->seat;
    if (frame->step == 0) {
        work_done(g);
        return true;
    }
    frame->step--;
    bts_run_rows(g, seat, at + 1, at + 1 + g->cards->rows[at].body, 0);
    return true;
}

const struct work_kind work_per = {.step = step_per};

/* WORK_FACTIONS: args 0-1 row, 2 seats still to come as bits. The seat of the frame first, then
 * clockwise. */
static bool step_factions(struct table *g)
{
    struct frame *frame = work_top(g);
    int at = row_in(frame), seat = frame->seat;
    if (frame->args[2] == 0) {
        work_done(g);
        return true;
    }
    while (!(frame->args[2] >> seat & 1))
        seat = next_seat(g, seat);
    frame->args[2] &= (uint8_t) ~(1u << seat);
    bts_run_rows(g, seat, at + 1, at + 1 + g->cards->rows[at].body, 0);
    return true;
}

const struct work_kind work_factions = {.step = step_factions};

/* ---- costs ----------------------------------------------------------------------------------- */

/* Works of costs and copies are put on the agenda where they are possible; in a made-up position
 * they may not be, and are then left out. */
static bool is_left_out(struct table *g, int options)
{
    if (options == 0)
        work_done(g);
    return options == 0;
}

/* WORK_PAY: args 0 population to return, one of which may be paid as 1 ore. */
static int options_pay(const struct table *g, const struct frame *frame, struct move *moves)
{
    const struct bts_seat *me = seat_of(g, frame->seat);
    int amount = frame->args[0], count = 0;
    if (me->population >= amount && plan_rest(g, frame->seat, 0, amount, amount))
        count = offer(moves, count, MOVE_PAY, DISC_FOOD, 0, 0);
    if (me->population >= amount - 1 && me->ore > 0 &&
        plan_rest(g, frame->seat, 1, amount - 1, amount - 1))
        count = offer(moves, count, MOVE_PAY, DISC_ORE, 0, 0);
    return count;
}

static void take_pay(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    work_done(g);
    if (move.a == DISC_ORE)
        pay_for_population(g, frame.seat, 1);
    return_population(g, frame.seat, frame.args[0] - (move.a == DISC_ORE));
}

static bool step_pay(struct table *g)
{
    struct move moves[MOVES_MAX];
    return is_left_out(g, options_pay(g, work_top(g), moves));
}

const struct work_kind work_pay = {
    .step = step_pay, .options = options_pay, .take = take_pay, .obvious = true};

/* WORK_RIVAL: args 0 ore. Only who has a technology that could be researched now. */
static int options_rival(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = 0;
    if (seat_of(g, frame->seat)->ore < frame->args[0])
        return 0;
    unsigned levels = levels_of(g, frame->seat, LEVEL_II_OR_III);
    uint32_t slots = open_slots(g, frame->seat, levels, RESEARCH_DISCOVERED);
    for (int other = 0; other < players_of(g); other++)
        if (other != frame->seat && (seat_of(g, other)->slots & slots) != 0)
            count = offer(moves, count, MOVE_RIVAL, other, 0, 0);
    return count;
}

static void take_rival(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    struct bts_seat *me = seat_of(g, frame.seat), *rival = seat_of(g, move.a);
    work_done(g);
    assert(me->ore >= frame.args[0]);
    me->ore = (uint16_t)(me->ore - frame.args[0]);
    rival->ore = (uint16_t)ore_after(rival, frame.args[0]);
    g->s->rival = (uint8_t)(move.a + 1);
    g->s->changed = 1;
    tell(g, EVENT_PAID_RIVAL, frame.seat, frame.args[0], move.a, 0);
}

static bool step_rival(struct table *g)
{
    struct move moves[MOVES_MAX];
    return is_left_out(g, options_rival(g, work_top(g), moves));
}

const struct work_kind work_rival = {
    .step = step_rival, .options = options_rival, .take = take_rival, .obvious = true};

/* ---- repeated and copied --------------------------------------------------------------------- */

/* WORK_AGAIN: args 0 times left, 1 the technology that says so, 2-3 those taken already (two at the
 * most). */
static uint64_t repeatable(const struct table *g, const struct frame *frame)
{
    uint64_t techs = techs_of(g, frame->seat) & bits_below((unsigned)tech_first(4));
    uint64_t found = 0;
    while (techs != 0) {
        unsigned tech = bits_pop(&techs);
        bool taken = tech == frame->args[1] || tech == frame->args[2] || tech == frame->args[3];
        if (!taken && g->cards->techs[tech].immediate.count > 0)
            found |= bit(tech);
    }
    return found;
}

static bool step_again(struct table *g)
{
    struct frame *frame = work_top(g);
    if (frame->args[0] > 0 && repeatable(g, frame) != 0)
        return false;
    work_done(g);
    return true;
}

static int options_again(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    return offer_set(moves, count, MOVE_CARD, 0, repeatable(g, frame));
}

static void take_again(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    if (move.kind == MOVE_DONE) {
        frame->args[0] = 0;
        return;
    }
    assert(frame->args[0] > 0 && has_tech(g, frame->seat, move.a));
    frame->args[0]--;
    frame->args[frame->args[2] == 0 ? 2 : 3] = move.a;
    g->s->source = move.a;
    bts_run_program(g, frame->seat, g->cards->techs[move.a].immediate, 0);
}

const struct work_kind work_again = {
    .step = step_again, .options = options_again, .take = take_again};

/* WORK_COPY: args 0 whose actions. The copied action is paid and done as an action; no pawn moves.
 */
static int options_copy(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (const uint8_t *space = g->cards->research_spaces; *space != 0; space++)
        if (can_copy(g, frame->seat, *space, frame->args[0]))
            count = offer(moves, count, MOVE_COPY, *space, 0, 0);
    return count;
}

static void take_copy(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    work_done(g);
    g->s->source = (uint8_t)space_tech(move.a);
    tell(g, EVENT_COPIED, frame.seat, move.a, 0, 0);
    bts_run_program(g, frame.seat, space_program(g, move.a), RUN_ACTION);
}

static bool step_copy(struct table *g)
{
    struct move moves[MOVES_MAX];
    return is_left_out(g, options_copy(g, work_top(g), moves));
}

const struct work_kind work_copy = {
    .step = step_copy, .options = options_copy, .take = take_copy, .obvious = true};
