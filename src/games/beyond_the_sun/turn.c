/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the course of the game. Turns with their three phases, powers used at any time,
 * innovations, the end. The set-up is in setup.c. */

#include "bts.h"

/* ---- the turn -------------------------------------------------------------------------------- */

static void begin_turn(struct table *g, int seat)
{
    struct bts_state *s = g->s;
    s->turn = (uint8_t)(seat + 1);
    s->market_used = s->assimilation_used = s->headquarters_used = s->better_used = 0;
    s->changed = s->traded = s->source = s->taken = 0;
    s->outposts_before = 0;
    for (int place = 0; place < PLACES; place++)
        if (s->outposts[place] != 0)
            s->outposts_before |= (uint16_t)(1u << place);
    tell(g, EVENT_TURN, seat, s->round, 0, 0);
    push_work(g, WORK_END_ACTION, seat, 0, 0, 0, 0);
    push_work(g, WORK_ACTION, seat, 0, 0, 0, 0);
}

/* At the end every outpost that can be replaced is. */
static void replace_outpost(struct table *g, int seat, int place)
{
    int kind = g->s->outpost_discs[place];
    assert(g->s->outposts[place] == seat + 1 && kind != DISC_NONE && kind != DISC_STAR);
    g->s->outpost_discs[place] = DISC_STAR;
    disc_return(g, seat, kind);
    automate(g, seat, kind);
    tell(g, EVENT_REPLACED, seat, told_place(g, place), 0, 0);
}

static void finish_game(struct table *g)
{
    for (int seat = 0; seat < players_of(g); seat++)
        if (has_power(g, seat, POWER_REPLACE_OUTPOSTS))
            for (uint64_t own = own_places(g, seat); own != 0;) {
                int place = (int)bits_pop(&own);
                if (g->s->outpost_discs[place] != DISC_STAR)
                    replace_outpost(g, seat, place);
            }
    g->s->turn = 0;
    assert(work_top(g)->work == WORK_TURN && g->s->agenda.depth == 1);
    work_done(g);
    tell(g, EVENT_OVER, NOBODY, 0, 0, 0);
}

bool is_last_round(const struct table *g)
{
    return g->s->round == (g->s->last_round != 0 ? g->s->last_round : ROUNDS_MAX);
}

static void end_turn(struct table *g)
{
    struct frame *frame = work_top(g);
    int next = next_seat(g, frame->seat);
    g->s->turn = 0;
    if (next == g->s->first - 1) {
        if (is_last_round(g)) {
            finish_game(g);
            return;
        }
        g->s->round++;
    }
    frame->seat = (uint8_t)next;
    frame->step = 0;
}

/* An exchange phase with three exchanges or more. */
static void reward_trade(struct table *g, int seat)
{
    struct bts_seat *me = seat_of(g, seat);
    const struct bts_innovation *about = &g->cards->innovations[INNOVATION_TRADE];
    if (!has_innovation(g, seat, INNOVATION_TRADE) || g->s->traded < about->number ||
        (me->innovations & 1))
        return;
    me->innovations |= 1;
    tell(g, EVENT_INNOVATION, seat, INNOVATION_TRADE, 0, 0);
    bts_run_program(g, seat, about->program, 0);
}

static bool step_turn(struct table *g)
{
    struct frame *frame = work_top(g);
    int seat = frame->seat;
    if (innovations_due(g))
        return true;
    switch (frame->step++) {
    case 0:
        begin_turn(g, seat);
        break;
    case 1:
        push_work(g, WORK_PRODUCTION, seat, 0, 0, 0, 0);
        break;
    case 2:
        reward_trade(g, seat);
        break;
    case 3:
        if (usable_powers(g, seat) != 0)
            push_work(g, WORK_WINDOW, seat, 0, 0, 0, 0);
        break;
    case 4:
        if (claimable(g, seat) != 0)
            push_work(g, WORK_ACHIEVEMENT, seat, 0, 0, 0, 0);
        break;
    case 5: /* gaps in the tableau */
        for (int level = 4; level >= 2; level--)
            if (g->s->rows_open >> level & 1)
                push_work(g, WORK_TABLEAU_FILL, seat, level, 0, 0, 0);
        break;
    default:
        end_turn(g);
        break;
    }
    return true;
}

const struct work_kind work_turn = {.step = step_turn};

/* ---- the action ------------------------------------------------------------------------------ */

static int options_action(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = bts_offer_actions(g, frame->seat, moves);
    return offer_powers(g, frame->seat, moves, count);
}

static void take_action(struct table *g, struct move move)
{
    int seat = work_top(g)->seat, space = move.a;
    if (take_power(g, seat, move))
        return;
    work_done(g);
    if (space != SPACE_BASIC_4)
        for (int other = 0; other < players_of(g); other++)
            if (seat_of(g, other)->pawn == space)
                seat_of(g, other)->pawn = SPACE_NONE; /* moved aside */
    seat_of(g, seat)->pawn = (uint8_t)space;
    g->s->changed = g->s->copied = g->s->must_research = g->s->rival = 0;
    g->s->source = (uint8_t)space_tech(space);
    g->s->fresh = 0;
    tell(g, EVENT_ACT, seat, space, 0, 0);
    pay_surcharge(g, seat, space_surcharge(g, space));
    bts_run_program(g, seat, space_program(g, space), RUN_ACTION);
}

const struct work_kind work_action = {
    .step = innovations_due, .options = options_action, .take = take_action};

/* The event with an action space is discarded once its system is taken; the pawn goes off the
 * board. */
static bool step_end_action(struct table *g)
{
    struct bts_seat *me = seat_of(g, work_top(g)->seat);
    work_done(g);
    g->s->copied = g->s->must_research = g->s->rival = g->s->source = 0;
    if (me->pawn != SPACE_DYSON)
        return true;
    me->pawn = SPACE_NONE;
    for (int event = 1; event <= EVENTS; event++)
        if (g->cards->events[event].action.count > 0)
            g->s->events_kept &= ~(1u << event);
    return true;
}

const struct work_kind work_end_action = {.step = step_end_action};

/* ---- production and trade -------------------------------------------------------------------- */

static int options_production(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (int kind = DISC_FOOD; kind <= PRODUCE_TRADE; kind++)
        count = offer(moves, count, MOVE_PRODUCE, kind, 0, 0);
    return offer_powers(g, frame->seat, moves, count);
}

static void take_production(struct table *g, struct move move)
{
    int seat = work_top(g)->seat;
    if (take_power(g, seat, move))
        return;
    work_done(g);
    tell(g, EVENT_PRODUCED, seat, move.a, 0, 0);
    if (move.a == PRODUCE_TRADE)
        push_work(g, WORK_TRADE, seat, 1, 0, 0, 0);
    else
        produce(g, seat, move.a);
}

const struct work_kind work_production = {
    .step = innovations_due, .options = options_production, .take = take_production};

int trade_price(const struct table *g, int seat)
{
    return has_innovation(g, seat, INNOVATION_CHEAP_TRADE)
               ? g->cards->innovations[INNOVATION_CHEAP_TRADE].second
               : g->cards->trade_price;
}

/* WORK_TRADE: args 0 it is the production phase. */
static int options_trade(const struct table *g, const struct frame *frame, struct move *moves)
{
    const struct bts_seat *me = seat_of(g, frame->seat);
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    if (me->ore >= trade_price(g, frame->seat) && supply_of(me) > 0)
        count = offer(moves, count, MOVE_BUY, 0, 0, 0);
    if (me->population > 0)
        count = offer(moves, count, MOVE_SELL, 0, 0, 0);
    for (int place = 0; me->ore > 0 && place < PLACES; place++)
        for (int level = 1; level <= SHIP_LEVELS; level++)
            if (me->ships[place][level - 1] > 0)
                count = offer(moves, count, MOVE_RETIRE, level, place, 0);
    return frame->seat == turn_seat(g) ? offer_powers(g, frame->seat, moves, count) : count;
}

static void take_trade(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    int seat = frame->seat;
    if (take_power(g, seat, move))
        return;
    if (move.kind == MOVE_DONE) {
        work_done(g);
        return;
    }
    if (frame->args[0] && g->s->traded < UINT8_MAX)
        g->s->traded++;
    if (move.kind == MOVE_BUY) {
        pay_ore(g, seat, trade_price(g, seat));
        grow(g, seat, 1);
    } else if (move.kind == MOVE_SELL) {
        return_population(g, seat, 1);
        gain_ore(g, seat, 1);
    } else {
        pay_ore(g, seat, 1);
        ship_remove(g, seat, move.a, move.b);
        seat_of(g, seat)->population++;
        tell(g, EVENT_RETIRED, seat, move.a, told_place(g, move.b), 0);
        control_check(g, -1);
    }
}

const struct work_kind work_trade = {
    .step = innovations_due, .options = options_trade, .take = take_trade};

/* ---- achievements ---------------------------------------------------------------------------- */

int open_claim_slots(const struct table *g, int achievement)
{
    const struct bts_achievement *about = &g->cards->achievements[achievement];
    return about->slot_count - (players_of(g) < 4 ? about->closed : 0);
}

unsigned claimable(const struct table *g, int seat)
{
    unsigned rows = 0;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        int achievement = g->s->achievements[row], used = 0;
        bool claimed = false;
        for (int i = 0; i < 4; i++) {
            used += g->s->claims[row][i] != 0;
            claimed = claimed || g->s->claims[row][i] == seat + 1;
        }
        if (!claimed && used < open_claim_slots(g, achievement) &&
            condition_met(g, seat, achievement))
            rows |= 1u << row;
    }
    return rows;
}

static int options_achievement(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (uint64_t rows = claimable(g, frame->seat); rows != 0;)
        count = offer(moves, count, MOVE_CLAIM, g->s->achievements[bits_pop(&rows)], 0, 0);
    return count;
}

int claims_to_end(const struct table *g)
{
    return players_of(g) == 4 ? 4 : 3;
}

/* The end is triggered by the number of claims alone. */
static void check_end(struct table *g)
{
    int claims = 0;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        for (int i = 0; i < 4; i++)
            claims += g->s->claims[row][i] != 0;
    if (g->s->last_round == 0 && claims >= claims_to_end(g)) {
        g->s->last_round = (uint16_t)(g->s->round + 1);
        tell(g, EVENT_LAST_ROUND, NOBODY, g->s->last_round, 0, 0);
    }
}

static void take_achievement(struct table *g, struct move move)
{
    int seat = work_top(g)->seat, row = 0, slot = 0;
    work_done(g);
    while (g->s->achievements[row] != move.a)
        row++;
    while (g->s->claims[row][slot] != 0)
        slot++;
    assert(row < ACHIEVEMENTS_IN_PLAY && slot < open_claim_slots(g, move.a));
    g->s->claims[row][slot] = (uint8_t)(seat + 1);
    tell(g, EVENT_CLAIMED, seat, move.a, g->cards->achievements[move.a].slots[slot], 0);
    check_end(g);
}

const struct work_kind work_achievement = {
    .options = options_achievement, .take = take_achievement, .obvious = true};

/* ---- powers used at any time ----------------------------------------------------------------- */

int offer_powers(const struct table *g, int seat, struct move *moves, int count)
{
    uint64_t powers = usable_powers(g, seat);
    if (powers == 0)
        return count;
    if (powers >> POWER_REPLACE_OUTPOSTS & 1)
        for (uint64_t own = own_places(g, seat); own != 0;) {
            int place = (int)bits_pop(&own);
            if (g->s->outpost_discs[place] != DISC_STAR)
                count = offer(moves, count, MOVE_REPLACE, place, 0, 0);
        }
    powers &= ~(1u << POWER_REPLACE_OUTPOSTS);
    return offer_set(moves, count, MOVE_POWER, 0, powers);
}

bool take_power(struct table *g, int seat, struct move move)
{
    if (move.kind == MOVE_REPLACE) {
        replace_outpost(g, seat, move.a);
        return true;
    }
    if (move.kind != MOVE_POWER)
        return false;
    tell(g, EVENT_POWER, seat, move.a, 0, 0);
    switch (move.a) {
    case POWER_BLACK_MARKET:
        g->s->market_used++;
        bts_run_program(g, seat, g->cards->powers[move.a].program, RUN_QUIET);
        break;
    case POWER_ASSIMILATION:
        g->s->assimilation_used++;
        bts_run_program(g, seat, g->cards->powers[move.a].program, RUN_QUIET);
        break;
    case POWER_HEADQUARTERS:
        g->s->headquarters_used++;
        push_work(g, WORK_SEND, seat, 0, 0, 0, 0);
        break;
    default:
        assert(move.a == POWER_FREE_RETIRE);
        push_work(g, WORK_RETIRE, seat, 0, 0, 0, 0);
        break;
    }
    return true;
}

/* WORK_WINDOW: use a power, or go on. */
static bool step_window(struct table *g)
{
    if (innovations_due(g))
        return true;
    if (usable_powers(g, work_top(g)->seat) != 0)
        return false;
    work_done(g);
    return true;
}

static int options_window(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    return offer_powers(g, frame->seat, moves, count);
}

static void take_window(struct table *g, struct move move)
{
    if (!take_power(g, work_top(g)->seat, move))
        work_done(g);
}

const struct work_kind work_window = {
    .step = step_window, .options = options_window, .take = take_window};

/* ---- innovations ----------------------------------------------------------------------------- */

static bool innovation_met(const struct table *g, int seat, int innovation)
{
    const struct bts_seat *me = seat_of(g, seat);
    switch (innovation) {
    case INNOVATION_LAST_DISC:
        return me->food == 0 || me->ore_discs == 0;
    case INNOVATION_LEVEL_THREE:
        return automation_level(me) >= g->cards->innovations[innovation].number;
    case INNOVATION_EMPTY_COLUMN:
        return me->columns[g->cards->innovations[innovation].number - 1] == 0;
    default:
        return false; /* lasting ones, and the one for trading */
    }
}

/* Are bonuses of systems still to come or under way? The last disc waits for them. */
static bool bonuses_pending(const struct table *g)
{
    for (int i = 0; i < g->s->agenda.depth; i++) {
        const struct frame *frame = &g->s->agenda.frames[i];
        if (frame->work == WORK_CONTROL ||
            (frame->work == WORK_RUN && (frame->args[4] & RUN_BONUS)))
            return true;
    }
    return false;
}

bool innovations_due(struct table *g)
{
    if (!is_advanced(g))
        return false;
    for (int k = 0; k < players_of(g); k++) {
        int seat = (g->s->turn + players_of(g) - 1 + k) % players_of(g); /* the active one first */
        struct bts_seat *me = seat_of(g, seat);
        for (int i = 0; i < 2; i++) {
            int innovation = mat_of(g, seat)->innovations[i];
            if ((me->innovations >> i & 1) || !innovation_met(g, seat, innovation) ||
                (innovation == INNOVATION_LAST_DISC && bonuses_pending(g)))
                continue;
            me->innovations |= (uint8_t)(1u << i);
            tell(g, EVENT_INNOVATION, seat, innovation, 0, 0);
            bts_run_program(g, seat, g->cards->innovations[innovation].program, 0);
            return true;
        }
    }
    return false;
}
