/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the production phase in its seven steps. */

#include "pulsar.h"

static int owner_of(const struct pulsar_view *v, int counter)
{
    return pulsar_counter_seat(players_of(v), counter);
}

/* ---- the dice board -------------------------------------------------------------------------- */

void pulsar_set_play_order(struct pulsar_table *t)
{
    uint8_t order[TRACK_COUNTERS];
    int count = track_order(&t->s->tracks[INITIATIVE], order);
    assert(count == players_of(&t->view) * pulsar_counters_of_seat(&t->view));
    for (int i = 0; i < count; i++) {
        int seat = owner_of(&t->view, order[i]);
        t->s->order[i] = (uint8_t)(seat + 1);
        tell(t, LOG_PLACE, seat, i + 1, 0, 0);
    }
}

static void reward_engineering(struct pulsar_table *t)
{
    uint8_t order[TRACK_COUNTERS];
    int count = track_order(&t->s->tracks[ENGINEERING], order);
    for (int i = 0; i < count; i++) {
        int seat = owner_of(&t->view, order[i]);
        pulsar_gain_cubes(t, seat, players_card(&t->view)->cubes[i]);
        pulsar_gain_points(t, seat, players_card(&t->view)->points[i], SOURCE_TRACKS);
    }
}

/* A score never falls below zero. */
static void lose_points(struct pulsar_table *t, int seat, int amount)
{
    assert(amount >= 0);
    if (amount == 0)
        return;
    int points = pulsar_points_of(seat_of(&t->view, seat));
    int loss = amount < points ? amount : points;
    pulsar_add_points(t, seat, -loss, SOURCE_TRACKS);
    assert(pulsar_points_of(seat_of(&t->view, seat)) >= 0);
    tell(t, LOG_PENALTY, seat, loss, 0, 0);
}

static void take_penalties(struct pulsar_table *t, int seat)
{
    for (int track = 0; track < TRACKS; track++)
        for (int i = 0; i < pulsar_counters_of_seat(&t->view); i++) {
            int space = t->s->tracks[track].space[pulsar_counter_of(&t->view, seat, i)];
            lose_points(t, seat, t->view.cards->track_loss[space]);
        }
}

/* ---- transmitters ---------------------------------------------------------------------------- */

/* The purchase that a transmitter offers in production, or NULL. */
static const struct effect *purchase_of(const struct pulsar_view *v, int transmitter)
{
    return row_with(v, v->cards->transmitters[transmitter].production, OP_BUY);
}

/* Six bytes of the frame are as many bits as there may be transmitters, the last one its step. */
_Static_assert(TRANSMITTERS_MAX <= 6 * 8, "each transmitter has a bit");

static void push_purchases(struct pulsar_table *t, int seat, uint64_t left)
{
    push_task(t, buy, seat, .left_1 = left & 255, .left_2 = left >> 8 & 255,
              .left_3 = left >> 16 & 255, .left_4 = left >> 24 & 255, .left_5 = left >> 32 & 255,
              .step = (int)(left >> 40));
}

uint64_t pulsar_purchases_left(const struct pulsar_buy_task *buy)
{
    return (uint64_t)buy->step << 40 | (uint64_t)buy->left_5 << 32 | (uint64_t)buy->left_4 << 24 |
           (uint64_t)buy->left_3 << 16 | (uint64_t)buy->left_2 << 8 | buy->left_1;
}

/* All that come by themselves first: the cubes may be spent on purchases. */
static void run_transmitters(struct pulsar_table *t, int seat)
{
    uint64_t purchases = 0;
    for (uint64_t online = seat_of(&t->view, seat)->online; online != 0;) {
        unsigned i = bits_pop(&online);
        struct program production = t->view.cards->transmitters[i + 1].production;
        bool sells = purchase_of(&t->view, (int)i + 1) != NULL;
        if (production.count > (sells ? 1 : 0))
            tell(t, LOG_PRODUCES, seat, i + 1, 0, 0);
        pulsar_run_at_once(t, seat, production, SOURCE_TRANSMITTERS);
        if (sells)
            purchases |= bit(i);
    }
    if (purchases != 0)
        push_purchases(t, seat, purchases);
}

static int options_buy(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (uint64_t left = pulsar_purchases_left(as_buy(frame)); left != 0;) {
        int transmitter = 1 + (int)bits_pop(&left);
        if (seat_of(v, frame->seat)->cubes >= purchase_of(v, transmitter)->a)
            count = offer(moves, count, MOVE_BUY, transmitter, 0, 0);
    }
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static bool step_buy(struct pulsar_table *t)
{
    struct move moves[MOVES_MAX];
    if (options_buy(&t->view, task_top(t), moves) > 1)
        return false;
    task_done(t);
    return true;
}

static void take_buy(struct pulsar_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    uint64_t left = pulsar_purchases_left(top_buy(t));
    task_done(t);
    if (move.kind == MOVE_PASS)
        return;
    const struct effect *purchase = purchase_of(&t->view, move.a);
    assert(bits_have(left, move.a - 1u));
    push_purchases(t, seat, left & ~bit(move.a - 1u));
    pulsar_pay_cubes(t, seat, purchase->a);
    pulsar_add_points(t, seat, purchase->b, SOURCE_TRANSMITTERS);
    tell(t, LOG_BOUGHT, seat, move.a, purchase->b, purchase->a);
}

/* The purchases that are left are those of own transmitters that sell something. */
static bool buy_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    uint64_t left = pulsar_purchases_left(as_buy(frame));
    if (left & ~seat_of(v, frame->seat)->online)
        return false;
    for (uint64_t rest = left; rest != 0;)
        if (purchase_of(v, 1 + (int)bits_pop(&rest)) == NULL)
            return false;
    return true;
}

const struct pulsar_task_kind pulsar_task_buy = {
    .step = step_buy, .options = options_buy, .take = take_buy, .is_valid = buy_is_valid};

/* ---- gyrodynes and technologies -------------------------------------------------------------- */

int pulsar_row_bonus(const struct pulsar_view *v)
{
    assert(v->s->round >= 1 && v->s->round <= ROUNDS);
    int category = 0;
    while (v->s->round >= pulsar_first_row[category + 1])
        category++;
    const struct pulsar_board *board = &v->cards->boards[v->s->boards[category]];
    int bonus = board->bonus[v->s->round - pulsar_first_row[category]];
    return bonus == BONUS_MEDIAN ? (v->s->median + 1) / 2 : bonus;
}

static void spin(struct pulsar_table *t, int seat)
{
    int counts[SIZES], points = 0;
    pulsar_spinning_counts(&t->view, seat, counts);
    for (int size = 0; size < SIZES; size++)
        points +=
            counts[size] * (t->view.cards->gyrodynes[size].produces + pulsar_row_bonus(&t->view));
    if (points == 0)
        return;
    assert(points > 0);
    pulsar_add_points(t, seat, points, SOURCE_GYRODYNES);
    tell(t, LOG_SPINS, seat, points, 0, 0);
}

static void run_technologies(struct pulsar_table *t, int seat)
{
    uint64_t techs =
        seat_of(&t->view, seat)->patents & TECHS_WITH(&t->view, type_techs, TYPE_PRODUCTION);
    while (techs != 0) {
        int index = (int)bits_pop(&techs);
        tell(t, LOG_EFFECT, seat, pulsar_tech_id(&t->view, index), 0, 0);
        pulsar_run_at_once(t, seat, tech_at(&t->view, index)->effect, SOURCE_ROUNDS);
    }
}

/* ---- the next round -------------------------------------------------------------------------- */

static void prepare_round(struct pulsar_table *t)
{
    for (int i = 0; i < ON_OFFER; i++) {
        if (t->s->offer[i] != 0)
            tell(t, LOG_REMOVED, NOBODY, t->s->offer[i], 0, 0);
        t->s->offer[i] = 0;
    }
    t->s->fresh = 0;
    assert(t->s->round < ROUNDS);
    t->s->round++;
    push_task(t, round, 0);
    push_task(t, deal_offer, 0);
}

static void end_round(struct pulsar_table *t)
{
    if (t->s->round == ROUNDS)
        push_task(t, final, 0);
    else
        prepare_round(t);
}

/* Goes on with a step that is done for each seat in turn: the seat that is next. */
static int next_producer(struct pulsar_table *t, struct pulsar_production_task *production)
{
    assert(production->place < players_of(&t->view));
    int seat = pulsar_seat_in_order(&t->view, production->place++);
    if (production->place == players_of(&t->view)) {
        production->place = 0;
        production->step++;
    }
    return seat;
}

static bool step_production(struct pulsar_table *t)
{
    struct pulsar_production_task *production = top_production(t);
    enum pulsar_production_step step = production->step;
    if (production->place == 0 && (step < PRODUCTION_NEXT_ROUND || t->s->round < ROUNDS))
        tell(t, LOG_STEP, NOBODY, step, 0, 0);
    switch (step) {
    case PRODUCTION_ORDER:
        production->step++;
        pulsar_set_play_order(t);
        break;
    case PRODUCTION_ENGINEERING:
        production->step++;
        reward_engineering(t);
        break;
    case PRODUCTION_PENALTIES:
        take_penalties(t, next_producer(t, production));
        break;
    case PRODUCTION_TRANSMITTERS:
        run_transmitters(t, next_producer(t, production));
        break;
    case PRODUCTION_GYRODYNES:
        spin(t, next_producer(t, production));
        break;
    case PRODUCTION_TECHNOLOGIES:
        run_technologies(t, next_producer(t, production));
        break;
    case PRODUCTION_NEXT_ROUND:
        task_done(t);
        end_round(t);
        break;
    }
    return true;
}

static bool production_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return as_production(frame)->place < players_of(v);
}

const struct pulsar_task_kind pulsar_task_production = {.step = step_production,
                                                        .is_valid = production_is_valid};
