/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: transmitters. Taking and linking them, paying their costs, going online. */

#include "pulsar.h"

/* ---- links ----------------------------------------------------------------------------------- */

static int half_die(const struct pulsar_view *v, int transmitter, int end)
{
    assert(transmitter >= 1 && transmitter <= v->cards->transmitter_count &&
           (end == 0 || end == 1));
    return v->cards->transmitters[transmitter].ends[end];
}

/* The sum of the two halves at a joined end. */
int pulsar_link_die(const struct pulsar_view *v, int transmitter, int end)
{
    int other = v->s->joined[transmitter - 1][end];
    assert(other != 0);
    int other_end = v->s->joined[other - 1][1] == transmitter;
    assert(v->s->joined[other - 1][other_end] == transmitter);
    return half_die(v, transmitter, end) + half_die(v, other, other_end);
}

static bool end_is_free(const struct pulsar_view *v, int transmitter, int end)
{
    return half_die(v, transmitter, end) != END_NONE && v->s->joined[transmitter - 1][end] == 0;
}

/* The new transmitter goes to a free end of an own one, or is a new array. */
static int options_link(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int new = as_link(frame)->transmitter, count = offer(moves, 0, MOVE_ARRAY, 0, 0, 0);
    for (uint64_t own = seat_of(v, frame->seat)->transmitters; own != 0;) {
        int other = 1 + (int)bits_pop(&own);
        for (int end = 0; other != new &&end < 2; end++)
            for (int new_end = 0; end_is_free(v, other, end) && new_end < 2; new_end++)
                if (end_is_free(v, new, new_end))
                    count = offer(moves, count, MOVE_LINK, other, end, new_end);
    }
    return count;
}

static void take_link(struct pulsar_table *t, struct move move)
{
    const struct pulsar_link_task link = *top_link(t);
    int new = link.transmitter;
    task_done(t);
    if (move.kind == MOVE_LINK) {
        assert(end_is_free(&t->view, move.a, move.b) && end_is_free(&t->view, new, move.c));
        t->s->joined[move.a - 1][move.b] = (uint8_t) new;
        t->s->joined[new - 1][move.c] = move.a;
        tell(t, LOG_LINKED, link.seat, new, move.a, pulsar_link_die(&t->view, new, move.c));
    }
    pulsar_pay_cost(t, link.seat, new, link.die);
}

static bool is_own_unfinished(const struct pulsar_view *v, int seat, int transmitter)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    return transmitter >= 1 && (me->transmitters & ~me->online) >> (transmitter - 1) & 1;
}

/* The new transmitter is not linked yet, and the die is one of its costs. */
static bool link_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    const struct pulsar_link_task *link = as_link(frame);
    int transmitter = link->transmitter;
    if (!is_own_unfinished(v, link->seat, transmitter) || v->s->paid[transmitter - 1] != 0 ||
        v->s->joined[transmitter - 1][0] != 0 || v->s->joined[transmitter - 1][1] != 0)
        return false;
    const struct pulsar_transmitter *card = &v->cards->transmitters[transmitter];
    for (int i = 0; i < card->dice_count; i++)
        if (card->dice[i] == link->die)
            return true;
    return false;
}

const struct pulsar_task_kind pulsar_task_link = {
    .options = options_link, .take = take_link, .is_obvious = true, .is_valid = link_is_valid};

/* ---- costs ----------------------------------------------------------------------------------- */

void pulsar_take_transmitter(struct pulsar_table *t, int seat, int transmitter, int die)
{
    for (int i = 0; i < ON_OFFER; i++)
        if (t->s->offer[i] == transmitter)
            t->s->offer[i] = 0;
    assert(!(seat_of(&t->view, seat)->transmitters >> (transmitter - 1) & 1));
    seat_at(t, seat)->transmitters |= bit((unsigned)transmitter - 1);
    assert(t->s->joined[transmitter - 1][0] == 0 && t->s->joined[transmitter - 1][1] == 0);
    tell(t, LOG_TRANSMITTER, seat, transmitter, 0, 0);
    push_task(t, link, seat, .transmitter = transmitter, .die = die);
}

/* They are of no use once the bonus die of the turn is used or reserved. */
void pulsar_offer_link_dice(struct pulsar_table *t, int seat, int transmitter)
{
    for (int end = 0; t->s->bonus == BONUS_FREE && end < 2; end++) {
        unsigned other = t->s->joined[transmitter - 1][end];
        if (other == 0 || !(seat_of(&t->view, seat)->online >> (other - 1) & 1))
            continue;
        int die = pulsar_link_die(&t->view, transmitter, end);
        t->s->link_dice |= (uint8_t)(1u << die);
        tell(t, LOG_LINK_DIE, seat, die, 0, 0);
    }
}

/* The benefit comes first, then the tile is turned over and its link dice are there. */
static void go_online(struct pulsar_table *t, int seat, int transmitter)
{
    pulsar_fire(t, seat, EVENT_ONLINE);
    push_task(t, online, seat, .transmitter = transmitter);
    pulsar_run_program(t, seat, t->view.cards->transmitters[transmitter].immediate,
                       SOURCE_TRANSMITTERS);
}

static bool step_online(struct pulsar_table *t)
{
    int seat = task_top(t)->seat, transmitter = top_online(t)->transmitter;
    task_done(t);
    assert((seat_of(&t->view, seat)->transmitters & ~seat_of(&t->view, seat)->online) >>
               (transmitter - 1) &
           1);
    seat_at(t, seat)->online |= bit((unsigned)transmitter - 1);
    assert(pulsar_open_costs(&t->view, transmitter) == 0);
    t->s->paid[transmitter - 1] = 0;
    tell(t, LOG_ONLINE, seat, transmitter, 0, 0);
    pulsar_offer_link_dice(t, seat, transmitter);
    return true;
}

static bool online_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return is_own_unfinished(v, frame->seat, as_online(frame)->transmitter);
}

const struct pulsar_task_kind pulsar_task_online = {.step = step_online,
                                                    .is_valid = online_is_valid};

void pulsar_pay_cost(struct pulsar_table *t, int seat, int transmitter, int die)
{
    const struct pulsar_transmitter *card = &t->view.cards->transmitters[transmitter];
    uint8_t *paid = &t->s->paid[transmitter - 1];
    int cost = 0;
    while (cost < card->dice_count && (card->dice[cost] != die || (*paid >> cost & 1)))
        cost++;
    assert(cost < card->dice_count);
    *paid |= (uint8_t)(1u << cost);
    tell(t, LOG_PAID_TRANSMITTER, seat, transmitter, die, 0);
    pulsar_fire(t, seat, EVENT_PAYMENT);
    if (pulsar_open_costs(&t->view, transmitter) == 0)
        go_online(t, seat, transmitter);
}
