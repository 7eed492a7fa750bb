/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the course of the game. Turns with their three phases, and the end. The set-up is
 * in setup.c, interruptions are in powers.c. */

#include "bts.h"

/* ---- the turn -------------------------------------------------------------------------------- */

static void begin_turn(struct bts_table *t, int seat)
{
    assert(t->s->turn == 0 && t->s->agenda.depth == 1);
    struct bts_state *s = t->s;
    s->turn = (uint8_t)(seat + 1);
    s->market_used = s->assimilation_used = s->headquarters_used = s->better_used = 0;
    s->changed = s->traded = s->source = s->taken = 0;
    s->outposts_before = 0;
    for (int place = 0; place < PLACES; place++)
        if (s->outposts[place] != 0)
            s->outposts_before |= (uint16_t)(1u << place);
    tell(t, EVENT_TURN, seat, s->round, 0, 0);
    push_task(t, end_action, seat);
    push_task(t, action, seat);
}

static void finish_game(struct bts_table *t)
{
    for (int seat = 0; seat < players_of(&t->view); seat++)
        if (bts_has_power(&t->view, seat, POWER_REPLACE_DISCS))
            bts_replace_all_discs(t, seat);
    t->s->turn = 0;
    assert(task_top(t)->task == TASK_TURN && t->s->agenda.depth == 1);
    task_done(t);
    tell(t, EVENT_OVER, NOBODY, 0, 0, 0);
}

bool bts_is_last_round(const struct bts_view *v)
{
    return v->s->round == (v->s->last_round != 0 ? v->s->last_round : ROUNDS_MAX);
}

static void end_turn(struct bts_table *t)
{
    assert(t->s->agenda.depth == 1 && t->s->turn == task_top(t)->seat + 1);
    struct frame *frame = task_top(t);
    int next = next_seat(&t->view, frame->seat);
    t->s->turn = 0;
    if (next == t->s->first - 1) {
        if (bts_is_last_round(&t->view)) {
            finish_game(t);
            return;
        }
        t->s->round++;
    }
    frame->seat = (uint8_t)next;
    frame->step = 0;
}

/* An exchange phase with three exchanges or more. */
static void reward_trade(struct bts_table *t, int seat)
{
    struct bts_seat *me = seat_at(t, seat);
    const struct bts_innovation *about = &t->view.cards->innovations[INNOVATION_TRADE];
    if (!bts_has_innovation(&t->view, seat, INNOVATION_TRADE) || t->s->traded < about->number ||
        (me->innovations & 1))
        return;
    me->innovations |= 1;
    tell(t, EVENT_INNOVATION, seat, INNOVATION_TRADE, 0, 0);
    bts_run_program(t, seat, about->program, 0);
}

static void go_on_with_turn(struct bts_table *t)
{
    struct frame *frame = task_top(t);
    int seat = frame->seat;
    switch ((enum bts_turn_step)frame->step++) {
    case TURN_ACTION:
        begin_turn(t, seat);
        break;
    case TURN_PRODUCTION:
        push_task(t, production, seat);
        break;
    case TURN_INNOVATION:
        reward_trade(t, seat);
        break;
    case TURN_WINDOW:
        if (bts_has_any_time_power(&t->view, seat))
            push_task(t, window, seat);
        break;
    case TURN_ACHIEVEMENT:
        if (bts_claimable(&t->view, seat) != 0)
            push_task(t, achievement, seat);
        break;
    case TURN_TABLEAU: /* its gaps */
        for (int level = 4; level >= 2; level--)
            if (t->s->rows_open >> level & 1)
                push_task(t, tableau_fill, seat, .level = level);
        break;
    case TURN_END:
        end_turn(t);
        break;
    }
}

/* One part after the other, until one puts something on the agenda. */
static bool step_turn(struct bts_table *t)
{
    while (t->s->agenda.depth == 1 && !bts_innovations_due(t))
        go_on_with_turn(t);
    return true;
}

const struct bts_task_kind bts_task_turn = {.step = step_turn};

/* ---- the action ------------------------------------------------------------------------------ */

static int options_action(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    int count = bts_offer_actions(v, frame->seat, moves);
    return bts_offer_powers(v, frame->seat, moves, count);
}

/* A seat that can do nothing at all passes (R77). As the last row is printed, that cannot be. */
static bool step_action(struct bts_table *t)
{
    struct move moves[MOVES_MAX];
    if (bts_innovations_due(t))
        return true;
    if (t->view.cards->last_row_always_works || options_action(&t->view, task_top(t), moves) > 0)
        return false;
    tell(t, EVENT_PASSED, task_top(t)->seat, 0, 0, 0);
    task_done(t);
    return true;
}

static struct move pick_action(const struct bts_view *v, const struct frame *frame,
                               struct random *random)
{
    struct move moves[MOVES_MAX];
    int count = bts_accessible_spaces(v, frame->seat, moves);
    return bts_pick_with_powers(v, frame->seat, moves, count, random);
}

/* A ship that is built can become population again by a power, and by nothing else. */
static bool can_be_undone(const struct bts_view *v, int seat)
{
    return bts_plays_rules(v, RULES_OF_RULINGS) && bts_has_power(v, seat, POWER_FREE_RETIRE);
}

static void take_action(struct bts_table *t, struct move move)
{
    int seat = task_top(t)->seat, space = move.a;
    if (bts_take_power(t, seat, move))
        return;
    task_done(t);
    if (space != SPACE_BASIC_4)
        for (int other = 0; other < players_of(&t->view); other++)
            if (seat_of(&t->view, other)->pawn == space)
                seat_at(t, other)->pawn = SPACE_NONE; /* moved aside */
    seat_at(t, seat)->pawn = (uint8_t)space;
    t->s->changed = t->s->copied = t->s->must_research = t->s->rival = 0;
    t->s->before = can_be_undone(&t->view, seat) ? bts_digest_of_table(&t->view) : 0;
    t->s->source = (uint8_t)bts_space_tech(space);
    t->s->fresh = 0;
    tell(t, EVENT_ACT, seat, space, 0, 0);
    bts_pay_surcharge(t, seat, bts_space_surcharge(&t->view, space));
    bts_run_program(t, seat, bts_space_program(&t->view, space), RUN_ACTION);
}

const struct bts_task_kind bts_task_action = {
    .step = step_action, .options = options_action, .take = take_action, .pick = pick_action};

/* The event with an action space is discarded once its system is taken; the pawn goes off the
 * board. */
static bool step_end_action(struct bts_table *t)
{
    struct bts_seat *me = seat_at(t, task_top(t)->seat);
    task_done(t);
    t->s->copied = t->s->must_research = t->s->rival = t->s->source = 0;
    t->s->before = 0;
    if (me->pawn != SPACE_DYSON)
        return true;
    me->pawn = SPACE_NONE;
    for (int event = 1; event <= t->view.cards->event_count; event++)
        if (t->view.cards->events[event].action.count > 0)
            t->s->events_kept &= ~(uint32_t)id_bit(event);
    return true;
}

const struct bts_task_kind bts_task_end_action = {.step = step_end_action};

/* ---- production and trade -------------------------------------------------------------------- */

static int offer_production(struct move *moves)
{
    int count = 0;
    for (int kind = DISC_FOOD; kind <= PRODUCE_TRADE; kind++)
        count = offer(moves, count, MOVE_PRODUCE, kind, 0, 0);
    return count;
}

static int options_production(const struct bts_view *v, const struct frame *frame,
                              struct move *moves)
{
    return bts_offer_powers(v, frame->seat, moves, offer_production(moves));
}

static struct move pick_production(const struct bts_view *v, const struct frame *frame,
                                   struct random *random)
{
    struct move moves[MOVES_MAX];
    return bts_pick_with_powers(v, frame->seat, moves, offer_production(moves), random);
}

static void take_production(struct bts_table *t, struct move move)
{
    assert(move.kind != MOVE_PRODUCE || move.a <= PRODUCE_TRADE);
    int seat = task_top(t)->seat;
    if (bts_take_power(t, seat, move))
        return;
    task_done(t);
    tell(t, EVENT_PRODUCED, seat, move.a, 0, 0);
    if (move.a == PRODUCE_TRADE)
        push_task(t, trade, seat, .in_production = 1);
    else
        bts_produce(t, seat, move.a);
}

const struct bts_task_kind bts_task_production = {.step = bts_innovations_due,
                                                  .options = options_production,
                                                  .take = take_production,
                                                  .pick = pick_production};

int bts_trade_price(const struct bts_view *v, int seat)
{
    return bts_has_innovation(v, seat, INNOVATION_CHEAP_TRADE)
               ? v->cards->innovations[INNOVATION_CHEAP_TRADE].second
               : v->cards->trade_price;
}

static int offer_trades(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_seat *me = seat_of(v, frame->seat);
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    if (me->ore >= bts_trade_price(v, frame->seat) && bts_supply_of(me) > 0)
        count = offer(moves, count, MOVE_BUY, 0, 0, 0);
    if (me->population > 0)
        count = offer(moves, count, MOVE_SELL, 0, 0, 0);
    return me->ore > 0
               ? bts_offer_ships(v, frame->seat, MOVE_RETIRE, SHIP_LEVELS, NULL, moves, count)
               : count;
}

static int options_trade(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    int count = offer_trades(v, frame, moves);
    return frame->seat == turn_seat(v) ? bts_offer_powers(v, frame->seat, moves, count) : count;
}

static struct move pick_trade(const struct bts_view *v, const struct frame *frame,
                              struct random *random)
{
    struct move moves[MOVES_MAX];
    int count = offer_trades(v, frame, moves);
    return frame->seat == turn_seat(v) ? bts_pick_with_powers(v, frame->seat, moves, count, random)
                                       : draw_out(moves, &count, random);
}

static void take_trade(struct bts_table *t, struct move move)
{
    struct bts_trade_task *f = top_trade(t);
    int seat = f->seat;
    if (bts_take_power(t, seat, move))
        return;
    if (move.kind == MOVE_DONE) {
        task_done(t);
        return;
    }
    if (f->in_production && t->s->traded < UINT8_MAX)
        t->s->traded++;
    if (move.kind == MOVE_BUY) {
        bts_pay_ore(t, seat, bts_trade_price(&t->view, seat));
        bts_grow(t, seat, 1);
    } else if (move.kind == MOVE_SELL) {
        bts_return_population(t, seat, 1);
        bts_gain_ore(t, seat, 1);
    } else {
        bts_pay_ore(t, seat, 1);
        bts_ship_remove(t, seat, move.a, move.b);
        seat_at(t, seat)->population++;
        tell(t, EVENT_RETIRED, seat, move.a, told_place(&t->view, move.b), 0);
        bts_control_check(t, -1);
    }
}

const struct bts_task_kind bts_task_trade = {
    .step = bts_innovations_due, .options = options_trade, .take = take_trade, .pick = pick_trade};

/* ---- achievements ---------------------------------------------------------------------------- */

int bts_open_claim_slots(const struct bts_view *v, int achievement)
{
    assert(achievement >= 1 && achievement <= v->cards->achievement_count);
    const struct bts_achievement *about = &v->cards->achievements[achievement];
    return about->slot_count - (players_of(v) < 4 ? about->closed : 0);
}

/* How many of the slots are the seat's, or nobody's (NOBODY). A seat fills less than a byte, so the
 * carry out of seven bits tells which bytes are not zero, and all are looked at together. */
static int claim_slots_of(const uint8_t claims[CLAIM_SLOTS], int seat)
{
    uint32_t slots;
    _Static_assert(sizeof slots == CLAIM_SLOTS, "all slots are one number");
    memcpy(&slots, claims, sizeof slots);
    slots ^= UINT32_C(0x01010101) * (seat == NOBODY ? 0u : (unsigned)seat + 1);
    return CLAIM_SLOTS - bits_count((slots + UINT32_C(0x7f7f7f7f)) & UINT32_C(0x80808080));
}

unsigned bts_unclaimed(const struct bts_view *v, int seat)
{
    unsigned rows = 0;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        int own = claim_slots_of(v->s->claims[row], seat);
        int used = CLAIM_SLOTS - claim_slots_of(v->s->claims[row], NOBODY);
        assert(own <= used && own <= 1);
        if (own == 0 && used < bts_open_claim_slots(v, v->s->achievements[row]))
            rows |= 1u << row;
    }
    return rows;
}

unsigned bts_claimable(const struct bts_view *v, int seat)
{
    unsigned rows = 0;
    uint64_t techs = bts_techs_of(v, seat);
    for (uint64_t left = bts_unclaimed(v, seat); left != 0;) {
        unsigned row = bits_pop(&left);
        if (bts_condition_met(v, seat, techs, v->s->achievements[row]))
            rows |= 1u << row;
    }
    return rows;
}

static int options_achievement(const struct bts_view *v, const struct frame *frame,
                               struct move *moves)
{
    int count = 0;
    for (uint64_t rows = bts_claimable(v, frame->seat); rows != 0;)
        count = offer(moves, count, MOVE_CLAIM, v->s->achievements[bits_pop(&rows)], 0, 0);
    return count;
}

int bts_claims_to_end(const struct bts_view *v)
{
    return players_of(v) == 4 ? 4 : 3;
}

/* The last round that the program plays is the last, whatever happens in it (R60). */
static bool can_go_on(const struct bts_view *v)
{
    return v->s->round < ROUNDS_MAX || !bts_plays_rules(v, RULES_OF_RULINGS);
}

/* The end is triggered by the number of claims alone. */
static void check_end(struct bts_table *t)
{
    int claims = 0;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        claims += CLAIM_SLOTS - claim_slots_of(t->s->claims[row], NOBODY);
    if (t->s->last_round == 0 && claims >= bts_claims_to_end(&t->view)) {
        t->s->last_round = (uint16_t)(t->s->round + (can_go_on(&t->view) ? 1 : 0));
        tell(t, EVENT_LAST_ROUND, NOBODY, t->s->last_round, 0, 0);
    }
}

static void take_achievement(struct bts_table *t, struct move move)
{
    int seat = task_top(t)->seat, row = 0, slot = 0;
    task_done(t);
    while (row < ACHIEVEMENTS_IN_PLAY - 1 && t->s->achievements[row] != move.a)
        row++;
    while (slot < CLAIM_SLOTS - 1 && t->s->claims[row][slot] != 0)
        slot++;
    assert(t->s->achievements[row] == move.a && t->s->claims[row][slot] == 0);
    assert(slot < bts_open_claim_slots(&t->view, move.a));
    t->s->claims[row][slot] = (uint8_t)(seat + 1);
    tell(t, EVENT_CLAIMED, seat, move.a, t->view.cards->achievements[move.a].slots[slot], 0);
    check_end(t);
}

const struct bts_task_kind bts_task_achievement = {
    .options = options_achievement, .take = take_achievement, .is_obvious = true};
