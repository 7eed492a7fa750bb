/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: runs effects. One function for each operation; it acts at once or puts work on
 * the agenda, and never waits. A WORK_RUN goes on with its next row when everything above it is
 * done. */

#include "bts.h"

#include "kit/pile.h"

#include <string.h>

/* ---- running rows ---------------------------------------------------------------------------- */

void bts_run_rows(struct table *g, int seat, int start, int end, int flags)
{
    push_rows(g, WORK_RUN, seat, start, end, flags);
}

void bts_run_program(struct table *g, int seat, struct program program, int flags)
{
    bts_run_rows(g, seat, program.start, program.start + program.count, flags);
}

/* ---- discs ----------------------------------------------------------------------------------- */

/* Takes a system as an own one without discs, with its colonization bonus. */
void own_system(struct table *g, int seat, int system)
{
    assert(system >= 1 && system <= SYSTEMS && !(seat_of(g, seat)->systems >> system & 1));
    seat_of(g, seat)->systems |= 1u << system;
    g->s->changed = 1;
    tell(g, EVENT_OWNED, seat, system, 0, 0);
    bts_run_program(g, seat, g->cards->systems[system].bonus, 0);
}

void put_disc(struct table *g, int seat, int purpose, int where, int kind)
{
    if (purpose == DISC_FOR_AUTOMATION) {
        automate(g, seat, kind);
        return;
    }
    disc_take(g, seat, kind);
    if (purpose == DISC_FOR_OUTPOST) {
        assert(g->s->outposts[where] == 0 && can_be_controlled(g, where));
        g->s->outposts[where] = (uint8_t)(seat + 1);
        g->s->outpost_discs[where] = (uint8_t)kind;
        tell(g, EVENT_CONTROL, seat, told_place(g, where), kind, 0);
    } else {
        uint8_t *discs = &g->s->colony_discs[where];
        assert(*discs >> 2 == 0 && (seat_of(g, seat)->systems >> where & 1));
        *discs |= (uint8_t)(*discs == 0 ? kind : kind << 2);
        tell(g, EVENT_SECOND_DISC, seat, kind, where, 0);
    }
}

void place_disc(struct table *g, int seat, int purpose, int where, unsigned specialty)
{
    unsigned kinds = discs_available(g, seat, specialty);
    if (kinds == 3)
        push_work(g, WORK_DISC, seat, purpose, where, (int)kinds, 0);
    else
        put_disc(g, seat, purpose, where, kinds == 0 ? DISC_STAR : (int)kinds);
}

/* ---- operations ------------------------------------------------------------------------------ */

/* What an operation gets: the row, its number, whether it is part of an action, and where the rows
 * of its program end. */
struct call {
    const struct effect *row;
    int at, end, flags;
};

static void op_pay(struct table *g, int seat, const struct call *call)
{
    struct program rest = {(uint16_t)call->at, (uint8_t)(call->end - call->at)};
    int discount = call->flags & RUN_ACTION ? colony_discount(g, seat, rest) : 0;
    int price = call->row->a - discount, ore = seat_of(g, seat)->ore;
    /* The discount can be lost to a rival after the pawn has moved: then its price holds. */
    pay_ore(g, seat, price < ore ? price : ore);
}

static void op_return(struct table *g, int seat, const struct call *call)
{
    int amount = call->row->a;
    const struct bts_seat *me = seat_of(g, seat);
    bool may_replace =
        (call->flags & RUN_ACTION) && me->ore > 0 && has_power(g, seat, POWER_ORE_FOR_POPULATION);
    if (may_replace)
        push_work(g, WORK_PAY, seat, amount, 0, 0, 0);
    else if (me->population >= amount)
        return_population(g, seat, amount);
}

static void op_pay_rival(struct table *g, int seat, const struct call *call)
{
    push_work(g, WORK_RIVAL, seat, call->row->a, 0, 0, 0);
}

static void op_ore(struct table *g, int seat, const struct call *call)
{
    gain_ore(g, seat, call->row->a);
}

static void op_grow(struct table *g, int seat, const struct call *call)
{
    grow(g, seat, call->row->a);
}

static void op_ship(struct table *g, int seat, const struct call *call)
{
    bool deep = call->row->op == OP_SHIP_DEEP;
    push_work(g, WORK_SUPPLY, seat, call->row->a, deep ? 1 : call->row->b, deep, 0);
}

static void op_pop_ship(struct table *g, int seat, const struct call *call)
{
    struct bts_seat *me = seat_of(g, seat);
    if (me->population == 0)
        return;
    me->population--;
    push_work(g, WORK_SUPPLY, seat, call->row->a, 0, 0, 1);
    push_work(g, WORK_BUILD, seat, call->row->a, 0, 0, 0);
}

static void op_automate(struct table *g, int seat, const struct call *call)
{
    place_disc(g, seat, DISC_FOR_AUTOMATION, 0, (unsigned)call->row->a);
}

static void op_shift(struct table *g, int seat, const struct call *call)
{
    if (call->row->b != 0) {
        push_work(g, WORK_SHIFT, seat, call->row->a, 0, 0, 0);
        return;
    }
    for (int i = 0; i < call->row->a && shift_source(seat_of(g, seat)) > 0; i++)
        shift_cube(g, seat, 0);
}

static void op_produce(struct table *g, int seat, const struct call *call)
{
    produce(g, seat, call->row->a);
}

static void op_trade(struct table *g, int seat, const struct call *call)
{
    (void)call;
    push_work(g, WORK_TRADE, seat, 0, 0, 0, 0);
}

static void op_upgrade(struct table *g, int seat, const struct call *call)
{
    bool sum = call->row->op == OP_UPGRADE_SUM;
    memset(g->s->scratch, 0, sizeof g->s->scratch);
    push_work(g, WORK_UPGRADE, seat, call->row->a, sum ? 1 : call->row->b, sum, call->row->a);
}

/* Is the next step that decides anything a colonization? Then the movement must leave one possible.
 */
static int colony_ahead(struct table *g, const struct call *call)
{
    for (int at = call->at + 1; at < call->end; at += 1 + g->cards->rows[at].body)
        if (g->cards->rows[at].op == OP_COLONIZE)
            return 1 + g->cards->rows[at].b;
    return 0;
}

/* The same for a movement that comes into the middle of an action: is a colonization its next step,
 * and possible? */
static int colony_pending(const struct table *g, int seat, int points)
{
    for (int i = g->s->agenda.depth - 2; i >= 0; i--) {
        const struct frame *frame = &g->s->agenda.frames[i];
        if (frame->work == WORK_END_ACTION)
            break;
        if (frame->work != WORK_RUN || frame->seat != seat || !(frame->args[4] & RUN_ACTION) ||
            frame_start(frame) >= frame_end(frame))
            continue;
        const struct effect *row = &g->cards->rows[frame_start(frame)];
        if (row->op == OP_COLONIZE)
            return can_reach_colony(g, seat, points, row->b != 0) ? 1 + row->b : 0;
    }
    return 0;
}

static void op_jump(struct table *g, int seat, const struct call *call)
{
    bool action = (call->flags & RUN_ACTION) != 0;
    if (action)
        g->s->taken = 0;
    if (ship_count(g, seat) == 0)
        return;
    memcpy(g->s->scratch, seat_of(g, seat)->ships, sizeof g->s->scratch);
    int colony = action ? colony_ahead(g, call) : colony_pending(g, seat, call->row->a);
    if (colony != 0 && !can_reach_colony(g, seat, call->row->a, colony == 2))
        colony = 0; /* only a made-up position gets here with none in reach */
    push_work(g, WORK_JUMP, seat, call->row->a, colony, action, 0);
}

static void op_warp(struct table *g, int seat, const struct call *call)
{
    memset(g->s->scratch, 0, sizeof g->s->scratch);
    push_work(g, WORK_WARP, seat, call->row->a, 0, 0, 0);
}

static void op_research(struct table *g, int seat, const struct call *call)
{
    unsigned levels = levels_of(g, seat, call->row->a);
    if (seat_of(g, seat)->population == 0)
        return;
    if (open_slots(g, seat, levels, call->row->b) != 0)
        push_work(g, WORK_SLOT, seat, (int)levels, call->row->b, call->flags & RUN_ACTION, 0);
    if (call->row->a == LEVEL_OWN_SYSTEMS)
        open_row(g, (int)bits_first(levels)); /* it is laid out before the slot is chosen */
}

static void op_private(struct table *g, int seat, const struct call *call)
{
    push_work(g, WORK_PRIVATE, seat, call->row->a, 3, 0, 0);
}

static void op_colonize(struct table *g, int seat, const struct call *call)
{
    bool stealth = call->row->b != 0;
    unsigned places = stealth ? stealth_targets(g, seat) : colonizable(g, seat);
    if (places != 0)
        push_work(g, WORK_COLONIZE, seat, stealth, 0, 0, 0);
}

static void op_annex(struct table *g, int seat, const struct call *call)
{
    push_work(g, WORK_ANNEX, seat, 0, 0, 0, 0);
    push_work(g, WORK_DRAW_SYSTEM, seat, DRAW_ANNEX, call->row->b, call->row->a, 0);
}

static void op_add_system(struct table *g, int seat, const struct call *call)
{
    if (g->s->cards[ROGUE] == 0)
        push_work(g, WORK_DRAW_SYSTEM, seat, DRAW_ROGUE, call->row->b, 1, 0);
}

static void op_dyson(struct table *g, int seat, const struct call *call)
{
    if (g->s->dyson == 0)
        push_work(g, WORK_DRAW_SYSTEM, seat, DRAW_DYSON, call->row->b, 1, 0);
}

static void op_choose(struct table *g, int seat, const struct call *call)
{
    agenda_push(&g->s->agenda, .work = WORK_CHOOSE, .seat = (uint8_t)seat,
                .args = {PAIR(call->at), (uint8_t)call->row->a, 0, (uint8_t)call->flags});
}

static void op_may(struct table *g, int seat, const struct call *call)
{
    int end = call->at + 1 + call->row->body;
    if (plan_with_rest(g, seat, call->at + 1, end, call->flags) &&
        rows_can_change(g, seat, call->at + 1, end, g->s->source))
        agenda_push(&g->s->agenda, .work = WORK_MAY, .seat = (uint8_t)seat,
                    .args = {PAIR(call->at), 0, 0, (uint8_t)call->flags});
}

static void op_per(struct table *g, int seat, const struct call *call)
{
    int count = bts_noun_count(g, seat, call->row->a);
    if (call->row->b > 0 && count > call->row->b)
        count = call->row->b;
    if (count > 0)
        agenda_push(&g->s->agenda, .work = WORK_PER, .seat = (uint8_t)seat, .step = (uint8_t)count,
                    .args = {PAIR(call->at)});
}

/* The technology with this row beside one of its spaces; a power used before it may have brought
 * another one in between. */
static int tech_of_row(const struct table *g, int at)
{
    for (int tech = 1; tech <= TECHS; tech++)
        for (int i = 0; i < g->cards->techs[tech].space_count; i++) {
            struct program space = g->cards->techs[tech].spaces[i];
            if (at >= space.start && at < space.start + space.count)
                return tech;
        }
    return 0;
}

static void op_again(struct table *g, int seat, const struct call *call)
{
    if (call->row->a == 0)
        bts_run_program(g, seat, g->cards->techs[tech_of_row(g, call->at)].immediate, call->flags);
    else
        push_work(g, WORK_AGAIN, seat, call->row->a, g->s->source, 0, 0);
}

static void op_copy(struct table *g, int seat, const struct call *call)
{
    g->s->copied |= (uint8_t)(1u << call->row->a);
    g->s->must_research = 1;
    push_work(g, WORK_COPY, seat, call->row->a, 0, 0, 0);
}

/* A body for several factions, the seat first, then clockwise. */
static void push_factions(struct table *g, int seat, const struct call *call, unsigned seats)
{
    agenda_push(&g->s->agenda, .work = WORK_FACTIONS, .seat = (uint8_t)seat,
                .args = {PAIR(call->at), (uint8_t)seats});
}

static void op_each(struct table *g, int seat, const struct call *call)
{
    push_factions(g, seat, call, (1u << players_of(g)) - 1);
}

static void op_least(struct table *g, int seat, const struct call *call)
{
    int least = INT16_MAX;
    unsigned seats = 0;
    for (int i = 0; i < players_of(g); i++) {
        int value = measure_of(g, i, call->row->a);
        if (value < least) {
            least = value;
            seats = 0;
        }
        if (value == least)
            seats |= 1u << i;
    }
    push_factions(g, seat, call, seats);
}

static void op_researcher(struct table *g, int seat, const struct call *call)
{
    bts_run_rows(g, seat, call->at + 1, call->at + 1 + call->row->body, 0);
}

static void op_open(struct table *g, int seat, const struct call *call)
{
    (void)seat;
    if (g->s->guilds >> (call->row->a - 1) & 1)
        return;
    g->s->guilds |= (uint8_t)(1u << (call->row->a - 1));
    tell(g, EVENT_GUILD, NOBODY, call->row->a, 0, 0);
    open_row_if_unlocked(g, g->cards->guilds[call->row->a].action);
}

static void op_bank(struct table *g, int seat, const struct call *call)
{
    if (ship_count(g, seat) > 0)
        push_work(g, WORK_BANK, seat, call->row->a, 0, 0, 0);
}

static void op_superflare(struct table *g, int seat, const struct call *call)
{
    (void)call;
    const uint8_t *ships = seat_of(g, seat)->ships[SOL];
    if (ships[0] + ships[1] + ships[2] + ships[3] > 1)
        push_work(g, WORK_KEEP, seat, 0, 0, 0, 0);
}

static void op_fortify(struct table *g, int seat, const struct call *call)
{
    (void)call;
    push_work(g, WORK_FORTIFY, seat, 0, 0, 0, 0);
}

static void op_take_laid(struct table *g, int seat, const struct call *call)
{
    (void)call;
    int system = g->s->dyson;
    if (system == 0) /* a made-up position may want it twice */
        return;
    g->s->dyson = 0;
    own_system(g, seat, system);
}

/* Fewest systems and controlled locations, then fewest technologies, then the first of them
 * clockwise from the left of the researcher. */
static void op_relieve(struct table *g, int seat, const struct call *call)
{
    int best = 0, weakest = seat;
    for (int i = 0, other = next_seat(g, seat); i < players_of(g);
         i++, other = next_seat(g, other)) {
        int holds = bits_count(seat_of(g, other)->systems) + bits_count(own_places(g, other));
        int value = 100 * holds + bits_count(techs_of(g, other));
        if (i == 0 || value < best) {
            best = value;
            weakest = other;
        }
    }
    g->s->relieved = (uint8_t)(weakest + 1);
    tell(g, EVENT_RELIEVED, weakest, 0, 0, 0);
    bts_run_rows(g, weakest, call->at + 1, call->at + 1 + call->row->body, 0);
}

static void (*const operations[OP_COUNT])(struct table *, int, const struct call *) = {
    [OP_PAY] = op_pay,
    [OP_RETURN] = op_return,
    [OP_PAY_RIVAL] = op_pay_rival,
    [OP_ORE] = op_ore,
    [OP_GROW] = op_grow,
    [OP_SHIP] = op_ship,
    [OP_SHIP_DEEP] = op_ship,
    [OP_POP_SHIP] = op_pop_ship,
    [OP_AUTOMATE] = op_automate,
    [OP_SHIFT] = op_shift,
    [OP_PRODUCE] = op_produce,
    [OP_TRADE] = op_trade,
    [OP_UPGRADE] = op_upgrade,
    [OP_UPGRADE_SUM] = op_upgrade,
    [OP_JUMP] = op_jump,
    [OP_WARP] = op_warp,
    [OP_RESEARCH] = op_research,
    [OP_PRIVATE] = op_private,
    [OP_COLONIZE] = op_colonize,
    [OP_ANNEX] = op_annex,
    [OP_ADD_SYSTEM] = op_add_system,
    [OP_CHOOSE] = op_choose,
    [OP_MAY] = op_may,
    [OP_PER] = op_per,
    [OP_AGAIN] = op_again,
    [OP_COPY] = op_copy,
    [OP_EACH] = op_each,
    [OP_LEAST] = op_least,
    [OP_RESEARCHER] = op_researcher,
    [OP_OPEN] = op_open,
    [OP_BANK] = op_bank,
    [OP_DYSON] = op_dyson,
    [OP_SUPERFLARE] = op_superflare,
    [OP_FORTIFY] = op_fortify,
    [OP_RELIEVE] = op_relieve,
    [OP_TAKE_LAID] = op_take_laid,
};

/* ---- steps ----------------------------------------------------------------------------------- */

bool agenda_has(const struct table *g, enum work work)
{
    for (int i = 0; i < g->s->agenda.depth; i++)
        if (g->s->agenda.frames[i].work == work)
            return true;
    return false;
}

static bool step_run(struct table *g)
{
    struct frame *frame = work_top(g);
    int seat = frame->seat;
    if (g->s->agenda.depth > RUN_DEPTH_MAX) { /* only a made-up position can have got here */
        work_done(g);
        return true;
    }
    if (innovations_due(g))
        return true;
    if (frame_start(frame) >= frame_end(frame)) {
        work_done(g);
        return true;
    }
    /* Between two operations the powers that work at any time may be used. */
    if (frame->step == 0 && seat == turn_seat(g) && !(frame->args[4] & RUN_QUIET) &&
        usable_powers(g, seat) != 0 && !agenda_has(g, WORK_CONTROL)) {
        frame->step = 1;
        push_work(g, WORK_WINDOW, seat, 0, 0, 0, 0);
        return true;
    }
    frame->step = 0;
    int at = frame_next_row(frame, g->cards->rows);
    struct call call = {&g->cards->rows[at], at, frame_end(frame), frame->args[4]};
    assert(call.row->op < OP_COUNT && operations[call.row->op] != NULL);
    operations[call.row->op](g, seat, &call);
    return true;
}

const struct work_kind work_run = {.step = step_run};

/* An outpost of the seat that is a production disc. */
static bool has_replaceable_outpost(const struct table *g, int seat)
{
    for (uint64_t own = own_places(g, seat); own != 0;)
        if (g->s->outpost_discs[bits_pop(&own)] != DISC_STAR)
            return true;
    return false;
}

/* Has the power been used as often as it may be in a turn? */
static bool is_spent(const struct table *g, enum power power, int used)
{
    int times = g->cards->powers[power].times;
    return times > 0 && used >= times;
}

/* Can the program of a power be done, and the rest of the action after it? */
static bool can_run_power(const struct table *g, int seat, enum power power)
{
    struct program program = g->cards->powers[power].program;
    int end = program.start + program.count, ore = 0, population = 0;
    for (int at = program.start; at < end; at++) {
        const struct effect *row = &g->cards->rows[at];
        ore += row->op == OP_PAY ? row->a : row->op == OP_ORE ? -row->a : 0;
        population += row->op == OP_RETURN ? row->a : 0;
    }
    return plan_possible(g, seat, program.start, end, 0) &&
           plan_rest(g, seat, ore, population, population) &&
           rows_can_change(g, seat, program.start, end, 0);
}

/* Could this power, which the seat has, do something now and leave the rest of the action possible?
 */
static bool is_usable(const struct table *g, int seat, enum power power)
{
    struct move moves[MOVES_MAX];
    switch (power) {
    case POWER_BLACK_MARKET:
        return !is_spent(g, power, g->s->market_used) && can_run_power(g, seat, power);
    case POWER_ASSIMILATION:
        return !is_spent(g, power, g->s->assimilation_used) && can_run_power(g, seat, power);
    case POWER_HEADQUARTERS:
        return !is_spent(g, power, g->s->headquarters_used) && offer_sends(g, seat, moves) > 0;
    case POWER_REPLACE_OUTPOSTS:
        return has_replaceable_outpost(g, seat);
    default:
        return offer_retires(g, seat, moves) > 0;
    }
}

/* Has the seat any power that is used at any time? Asked all the time, so only slots of the levels
 * that have one are looked at. */
static bool has_any_time_power(const struct table *g, int seat)
{
    const struct bts_seat *me = seat_of(g, seat);
    if ((me->systems & g->cards->any_time_systems) != 0 ||
        (me->private_techs & g->cards->any_time_techs) != 0)
        return true;
    for (uint64_t slots = me->slots & g->cards->any_time_slots; slots != 0;)
        if (bits_have(g->cards->any_time_techs, g->s->slots[bits_pop(&slots)]))
            return true;
    return false;
}

unsigned usable_powers(const struct table *g, int seat)
{
    static const enum power any_time[] = {POWER_BLACK_MARKET, POWER_ASSIMILATION,
                                          POWER_HEADQUARTERS, POWER_REPLACE_OUTPOSTS,
                                          POWER_FREE_RETIRE};
    unsigned powers = 0;
    if (!has_any_time_power(g, seat))
        return 0;
    for (size_t i = 0; i < sizeof any_time / sizeof any_time[0]; i++)
        if (has_power(g, seat, any_time[i]) && is_usable(g, seat, any_time[i]))
            powers |= 1u << any_time[i];
    return powers;
}
