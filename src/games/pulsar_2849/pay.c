/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the turn of a seat. Actions are chosen, paid with a die, and done; constructions are
 * free. */

#include "pulsar.h"

/* ---- the turn -------------------------------------------------------------------------------- */

static int options_act(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = pulsar_offer_actions(v, frame->seat, moves);
    return pulsar_may_end_turn(v) ? offer(moves, count, MOVE_END, 0, 0, 0) : count;
}

/* With a die left one may fly, or end the turn. */
static bool has_choice_act(const struct pulsar_view *v, const struct frame *frame)
{
    unsigned dice = pulsar_silver_values(v, frame->seat) | pulsar_bonus_values(v, frame->seat);
    return (dice & ~1u) != 0 && pulsar_may_end_turn(v);
}

static void end_turn(struct pulsar_table *t, int seat)
{
    struct pulsar_seat *me = seat_at(t, seat);
    int unused = (me->dice[0] != 0) + (me->dice[1] != 0);
    assert(t->s->bonus != BONUS_RESERVED);
    if (unused > 0)
        tell(t, LOG_LOST_DICE, seat, unused, 0, 0);
    me->dice[0] = me->dice[1] = 0;
    t->s->bonus = t->s->red = t->s->link_dice = t->s->planet_dice = t->s->tolerance_used = 0;
    t->s->turn = 0;
    task_done(t);
}

/* Actions are moves in the same order. */
_Static_assert(MOVE_MODIFIER - MOVE_FLY == ACTION_MODIFIER - ACTION_FLY, "each action has a move");

static enum pulsar_action action_of(struct move move)
{
    assert(move.kind >= MOVE_FLY && move.kind <= MOVE_MODIFIER);
    return (enum pulsar_action)(move.kind - MOVE_FLY + ACTION_FLY);
}

/* What the action of a move is about, as the task of paying for it has it. */
static int about_of(const struct pulsar_view *v, struct move move)
{
    return move.kind == MOVE_PATENT ? v->cards->techs[move.a].index : move.a;
}

static void take_act(struct pulsar_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    if (move.kind == MOVE_END)
        end_turn(t, seat);
    else if (move.kind == MOVE_BUILD)
        pulsar_start_construction(t, seat, move.a, move.b);
    else
        push_task(t, pay, seat, .action = (int)action_of(move), .about = about_of(&t->view, move),
                  .die = move.b);
}

const struct pulsar_task_kind pulsar_task_act = {
    .options = options_act, .take = take_act, .is_obvious = true, .has_choice = has_choice_act};

/* ---- payments -------------------------------------------------------------------------------- */

static void spend_silver(struct pulsar_seat *me, int value)
{
    uint8_t *die = me->dice[0] == value ? &me->dice[0] : &me->dice[1];
    assert(*die == value);
    *die = 0;
}

static void spend_bonus(struct pulsar_table *t, int seat, enum pulsar_die_source source)
{
    if (source == DIE_COPY) {
        int price = pulsar_copy_price(&t->view, seat);
        pulsar_pay_cubes(t, seat, price);
        tell(t, LOG_CUBES_PAID, seat, price, 0, 0);
    }
    assert(t->s->bonus != BONUS_USED);
    t->s->bonus = BONUS_USED;
    t->s->red = t->s->link_dice = t->s->planet_dice = 0;
    pulsar_fire(t, seat, EVENT_BONUS_DIE);
}

static void spend_token(struct pulsar_table *t, int seat, int change)
{
    int modifier = change == CHANGE_TWO ? PLUS_TWO : PLUS_MINUS;
    assert(seat_of(&t->view, seat)->tokens[modifier] > 0);
    seat_at(t, seat)->tokens[modifier]--;
    tell(t, LOG_TOKEN_SPENT, seat, modifier, 0, 0);
    pulsar_fire(t, seat, modifier == PLUS_TWO ? EVENT_PLUS_TWO : EVENT_PLUS_MINUS);
}

static void do_action(struct pulsar_table *t, const struct pulsar_pay_task *pay, int value,
                      int scope)
{
    int seat = pay->seat;
    switch ((enum pulsar_action)pay->action) {
    case ACTION_FLY:
        pulsar_begin_flight(t, seat, value, scope == SCOPE_ONCE ? SCOPE_NONE : scope);
        break;
    case ACTION_GYRODYNE:
        pulsar_gain_gyrodyne(t, seat, pay->about);
        break;
    case ACTION_COMPLETE:
        pulsar_complete_gyrodyne(t, seat, pay->about);
        break;
    case ACTION_TRANSMITTER:
        pulsar_take_transmitter(t, seat, pay->about, pay->die);
        break;
    case ACTION_PAYMENT:
        pulsar_pay_cost(t, seat, pay->about, pay->die);
        break;
    case ACTION_PROJECT:
        pulsar_complete_project(t, seat, pay->about);
        break;
    case ACTION_PATENT:
        pulsar_take_patent(t, seat, pay->about);
        break;
    case ACTION_MODIFIER:
        pulsar_gain_tokens(t, seat, pay->about, 1);
        break;
    case ACTION_NONE:
    case ACTIONS:
        assert(!"an action is paid");
    }
}

struct pulsar_payment pulsar_payment_of(struct move way)
{
    assert(way.kind >= MOVE_PAY && way.kind <= MOVE_PAY_BOTH);
    bool has_change = way.kind == MOVE_PAY_TOKEN || way.kind == MOVE_PAY_BOTH;
    int change = has_change ? way.b : CHANGE_NONE;
    int off = way.kind == MOVE_PAY_OFF ? way.b : way.kind == MOVE_PAY_BOTH ? way.c : OFF_NONE;
    int value = pulsar_die_value(way.a) + pulsar_change_amount[change] + off_amount(off);
    return (struct pulsar_payment){way.a, change, off, value};
}

static void take_pay(struct pulsar_table *t, struct move move)
{
    const struct pulsar_pay_task pay = *top_pay(t);
    const struct pulsar_payment by = pulsar_payment_of(move);
    int seat = pay.seat;
    task_done(t);
    tell(t, LOG_PAID, seat, by.die, by.value, 0);
    if (pulsar_die_source(by.die) == DIE_SILVER)
        spend_silver(seat_at(t, seat), pulsar_die_value(by.die));
    else
        spend_bonus(t, seat, pulsar_die_source(by.die));
    if (by.change != CHANGE_NONE)
        spend_token(t, seat, by.change);
    if (off_scope(by.off) == SCOPE_ONCE)
        t->s->tolerance_used = 1;
    do_action(t, &pay, by.value, off_scope(by.off));
}

/* Does this way use up something besides the die: a token, cubes, the tolerance of the turn? */
static bool costs_more(struct move way)
{
    return way.kind == MOVE_PAY_TOKEN || way.kind == MOVE_PAY_BOTH ||
           (way.kind == MOVE_PAY_OFF && off_scope(way.b) == SCOPE_ONCE) ||
           pulsar_die_source(way.a) == DIE_COPY;
}

/* A single way is taken without asking, unless it costs more than the die. */
bool pulsar_pays_unasked(const struct move *ways, int count)
{
    assert(count > 0);
    return count == 1 && !costs_more(ways[0]);
}

int pulsar_payments_for(const struct pulsar_view *v, int seat, struct move action,
                        struct move *moves)
{
    const struct frame frame = {
        .task = TASK_PAY,
        .seat = (uint8_t)seat,
        .args = {(uint8_t)action_of(action), (uint8_t)about_of(v, action), action.b}};
    return pulsar_offer_payments(v, &frame, moves);
}

static bool step_pay(struct pulsar_table *t)
{
    struct move moves[MOVES_MAX];
    int count = pulsar_offer_first_payments(&t->view, task_top(t), moves, 2);
    if (!pulsar_pays_unasked(moves, count))
        return false;
    take_pay(t, moves[0]);
    return true;
}

/* The action that is being paid is one that the seat can choose. */
static bool pay_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    struct move moves[MOVES_MAX];
    const struct pulsar_pay_task *pay = as_pay(frame);
    int count = pulsar_offer_actions(v, pay->seat, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].kind >= MOVE_FLY && moves[i].kind <= MOVE_MODIFIER &&
            action_of(moves[i]) == pay->action && about_of(v, moves[i]) == pay->about &&
            moves[i].b == pay->die)
            return true;
    return false;
}

const struct pulsar_task_kind pulsar_task_pay = {
    .step = step_pay, .options = pulsar_offer_payments, .take = take_pay, .is_valid = pay_is_valid};

/* ---- gyrodynes ------------------------------------------------------------------------------- */

/* Gyrodynes of a size that the seat has on pulsars. */
static int placed_count(const struct pulsar_view *v, int seat, int size)
{
    int count = 0;
    for (uint64_t own = seat_of(v, seat)->claims; own != 0;) {
        int ring = v->s->gyrodynes[bits_pop(&own)];
        count += ring == RING_UNFINISHED + size || ring == RING_SPINNING + size;
    }
    return count;
}

/* The first award at two of a size, the second for the second player or for four. */
static void check_awards(struct pulsar_table *t, int seat, int size)
{
    uint8_t *awards = t->s->awards[size];
    int count = placed_count(&t->view, seat, size);
    bool has_first = awards[0] == seat + 1;
    int which = awards[0] == 0 ? 0 : 1;
    if (awards[which] != 0 || count < (has_first ? 4 : 2))
        return;
    assert(which == 0 || awards[0] != 0);
    awards[which] = (uint8_t)(seat + 1);
    int points = t->view.cards->gyrodynes[size].awards[which];
    tell(t, LOG_AWARD, seat, size, points, 0);
    pulsar_gain_points(t, seat, points, SOURCE_AWARDS);
}

void pulsar_start_construction(struct pulsar_table *t, int seat, int size, int location)
{
    uint8_t *ring = &t->s->gyrodynes[node_of(&t->view, location)->number - 1];
    assert(seat_of(&t->view, seat)->hand[size] > 0 && *ring == RING_NONE);
    seat_at(t, seat)->hand[size]--;
    *ring = (uint8_t)(RING_UNFINISHED + size);
    tell(t, LOG_CONSTRUCTION, seat, size, location, 0);
    pulsar_fire(t, seat, EVENT_CONSTRUCTION);
    check_awards(t, seat, size);
}

void pulsar_complete_gyrodyne(struct pulsar_table *t, int seat, int location)
{
    uint8_t *ring = &t->s->gyrodynes[node_of(&t->view, location)->number - 1];
    int size = *ring - RING_UNFINISHED;
    assert(size >= 0 && size < SIZES);
    *ring = (uint8_t)(RING_SPINNING + size);
    tell(t, LOG_COMPLETED, seat, size, location, 0);
    pulsar_fire(t, seat, EVENT_COMPLETION);
}

/* ---- projects and patents -------------------------------------------------------------------- */

void pulsar_complete_project(struct pulsar_table *t, int seat, int project)
{
    int place = (project - 1) % PROJECTS_OF_SIDE;
    assert((pulsar_project_needs[place] & ~seat_of(&t->view, seat)->projects) == 0);
    assert(project == pulsar_project_id(&t->view, seat, place) &&
           !(seat_of(&t->view, seat)->projects >> place & 1));
    tell(t, LOG_PROJECT, seat, project, 0, 0);
    seat_at(t, seat)->projects |= (uint8_t)(1u << place);
    pulsar_fire(t, seat, EVENT_PROJECT);
    pulsar_run_program(t, seat, t->view.cards->projects[project].benefit, SOURCE_HEADQUARTERS);
}

void pulsar_take_patent(struct pulsar_table *t, int seat, int index)
{
    const struct pulsar_tech *tech = tech_at(&t->view, index);
    assert(!(seat_of(&t->view, seat)->patents >> index & 1));
    tell(t, LOG_PATENT, seat, pulsar_tech_id(&t->view, index), 0, 0);
    pulsar_fire(t, seat, EVENT_PATENT);
    seat_at(t, seat)->patents |= 1u << index;
    t->s->fresh |= 1u << index;
    if (tech->type == TYPE_IMMEDIATE)
        pulsar_run_program(t, seat, tech->effect, SOURCE_TECHNOLOGIES);
}
