/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the round. Dice are rolled and taken, then everyone has a turn (pay.c), then all
 * produce (production.c). */

#include "pulsar.h"

/* ---- the roll -------------------------------------------------------------------------------- */

int pulsar_median_of(const uint8_t dice[DIE_SIDES])
{
    int total = 0, below = 0, value = 0;
    for (int i = 0; i < DIE_SIDES; i++)
        total += dice[i];
    while (below + dice[value] <= total / 2)
        below += dice[value++];
    int above = total - below - dice[value];
    assert(value < DIE_SIDES && above >= 0);
    return 2 * (value + 1) + (above > below) - (below > above);
}

/* With an even start some dice of the first round are set. */
static void begin_roll(struct pulsar_table *t)
{
    const struct pulsar_players *card = players_card(&t->view);
    int rolled = card->silver;
    bool even = t->view.rules->setup.options[OPTION_START] == START_EVEN && t->s->round == 1;
    for (int i = 0; i < DIE_SIDES; i++)
        t->s->dice[i] = 0;
    for (int i = 0; even && i < card->even_count; i++, rolled--) {
        t->s->dice[card->even_dice[i] - 1]++;
        tell(t, LOG_ROLLED, NOBODY, card->even_dice[i], 0, 0);
    }
    assert(rolled >= 0);
    t->s->median = 0;
    push_task(t, roll, 0, .dice_left = rolled);
}

static bool step_roll(struct pulsar_table *t)
{
    if (top_roll(t)->dice_left > 0)
        return false;
    task_done(t);
    assert(pulsar_dice_on_board(&t->view) == players_card(&t->view)->silver);
    t->s->median = (uint8_t)pulsar_median_of(t->s->dice);
    tell(t, LOG_MEDIAN, NOBODY, t->s->median, 0, 0);
    return true;
}

static int options_roll(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    (void)v;
    (void)frame;
    for (int value = 1; value <= DIE_SIDES; value++)
        count = offer(moves, count, MOVE_ROLL, value, 0, 0);
    return count;
}

static void take_roll(struct pulsar_table *t, struct move move)
{
    assert(top_roll(t)->dice_left > 0 && move.a >= 1 && move.a <= DIE_SIDES);
    top_roll(t)->dice_left--;
    t->s->dice[move.a - 1]++;
    tell(t, LOG_ROLLED, NOBODY, move.a, 0, 0);
}

int pulsar_dice_on_board(const struct pulsar_view *v)
{
    int dice = 0;
    for (int i = 0; i < DIE_SIDES; i++)
        dice += v->s->dice[i];
    return dice;
}

static bool roll_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return pulsar_dice_on_board(v) + as_roll(frame)->dice_left == players_card(v)->silver;
}

const struct pulsar_task_kind pulsar_task_roll = {.step = step_roll,
                                                  .options = options_roll,
                                                  .take = take_roll,
                                                  .is_dealers = true,
                                                  .is_valid = roll_is_valid};

/* ---- taking dice ----------------------------------------------------------------------------- */

int pulsar_steps_to(int median, int value)
{
    assert(median >= 2 && median <= 2 * DIE_SIDES && value >= 1 && value <= DIE_SIDES);
    int distance = 2 * value - median;
    return distance >= 0 ? (distance + 1) / 2 : -((1 - distance) / 2);
}

/* The own counters on each track, and how many there are. */
struct own_counters {
    int count[TRACKS];
    uint8_t number[TRACKS][2];
};

/* Taking this die with each own counter; with `forced`, beyond the right end too. */
static int offer_die(const struct pulsar_view *v, const struct own_counters *own, int value,
                     bool forced, struct move *moves, int count)
{
    int steps = pulsar_steps_to(v->s->median, value);
    if (steps == 0)
        return offer(moves, count, MOVE_TAKE_DIE, value, 0, 0);
    for (int track = 0; track < TRACKS; track++) {
        int kind = own->count[track] == 1 ? MOVE_TAKE_FOR : MOVE_TAKE_WITH;
        for (int i = 0; i < own->count[track]; i++)
            if (forced || v->s->tracks[track].space[own->number[track][i]] + steps <= TRACK_SPACES)
                count = offer(moves, count, kind, value, track, i);
    }
    return count;
}

static int offer_dice(const struct pulsar_view *v, int seat, bool forced, struct move *moves)
{
    struct own_counters own;
    int count = 0;
    for (int track = 0; track < TRACKS; track++)
        own.count[track] = pulsar_counters_in_order(v, seat, track, own.number[track]);
    for (int value = 1; value <= DIE_SIDES; value++)
        if (v->s->dice[value - 1] > 0)
            count = offer_die(v, &own, value, forced, moves, count);
    return count;
}

/* A die below the median moves a counter back, on whichever track one likes. */
static bool has_choice_take(const struct pulsar_view *v, const struct frame *frame)
{
    (void)frame;
    int lowest = 1;
    while (lowest < DIE_SIDES && v->s->dice[lowest - 1] == 0)
        lowest++;
    return v->s->dice[lowest - 1] > 0 && pulsar_steps_to(v->s->median, lowest) < 0;
}

static int options_take(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = offer_dice(v, frame->seat, false, moves);
    return count > 0 ? count : offer_dice(v, frame->seat, true, moves);
}

int pulsar_landing(int from, int steps)
{
    assert(from >= 1 && from <= TRACK_SPACES);
    int to = from + steps;
    return to < 1 ? 1 : to > TRACK_SPACES ? TRACK_SPACES : to;
}

static void move_counter(struct pulsar_table *t, int seat, int track, int counter, int steps)
{
    struct track *on = &t->s->tracks[track];
    int from = on->space[counter], to = pulsar_landing(from, steps);
    if (from + steps > TRACK_SPACES) /* forced: under all others */
        track_put_under(on, counter, to);
    else
        track_put_on_top(on, counter, to);
    if (from == to)
        tell(t, LOG_COUNTER_STAYS, seat, track, to, 0);
    else
        tell(t, LOG_COUNTER, seat, track, from, to);
}

static void take_take(struct pulsar_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    struct pulsar_seat *me = seat_at(t, seat);
    task_done(t);
    t->s->turn = 0;
    assert(t->s->dice[move.a - 1] > 0 && me->dice[1] == 0);
    t->s->dice[move.a - 1]--;
    me->dice[me->dice[0] == 0 ? 0 : 1] = move.a;
    tell(t, LOG_TOOK, seat, move.a, 0, 0);
    if (move.kind == MOVE_TAKE_DIE)
        return;
    uint8_t counters[2];
    int own = pulsar_counters_in_order(&t->view, seat, move.b, counters);
    (void)own;
    assert(move.b < TRACKS && move.c < own);
    move_counter(t, seat, move.b, counters[move.c], pulsar_steps_to(t->s->median, move.a));
}

static bool take_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return pulsar_dice_on_board(v) > players_card(v)->leftover &&
           seat_of(v, frame->seat)->dice[1] == 0;
}

const struct pulsar_task_kind pulsar_task_take = {.options = options_take,
                                                  .take = take_take,
                                                  .is_obvious = true,
                                                  .has_choice = has_choice_take,
                                                  .is_valid = take_is_valid};

/* ---- the round ------------------------------------------------------------------------------- */

/* In play order and back, with two players by the four spaces. */
int pulsar_seat_of_pick(const struct pulsar_view *v, int pick)
{
    assert(pick >= 0 && pick < DICE_OF_SEAT * players_of(v));
    int players = players_of(v);
    if (pulsar_counters_of_seat(v) == 2)
        return v->s->order[pick] - 1;
    return v->s->order[pick < players ? pick : 2 * players - 1 - pick] - 1;
}

static void begin_turn(struct pulsar_table *t, int seat)
{
    assert(t->s->turn == 0 && t->s->bonus == BONUS_FREE);
    t->s->turn = (uint8_t)(seat + 1);
    tell(t, LOG_TURN, seat, 0, 0, 0);
    push_task(t, act, seat);
}

static bool step_round(struct pulsar_table *t)
{
    struct pulsar_round_task *round = top_round(t);
    int players = players_of(&t->view);
    switch ((enum pulsar_round_step)round->step) {
    case ROUND_ROLL:
        round->step++;
        tell(t, LOG_ROUND, NOBODY, t->s->round, 0, 0);
        begin_roll(t);
        return true;
    case ROUND_DICE:
        if (round->done < DICE_OF_SEAT * players) {
            int seat = pulsar_seat_of_pick(&t->view, round->done++);
            t->s->turn = (uint8_t)(seat + 1);
            push_task(t, take, seat);
            return true;
        }
        break;
    case ROUND_TURNS:
        if (round->done < players) {
            begin_turn(t, pulsar_seat_in_order(&t->view, round->done++));
            return true;
        }
        break;
    case ROUND_END:
        task_done(t);
        push_task(t, production, 0);
        return true;
    }
    round->step++;
    round->done = 0;
    return true;
}

const struct pulsar_task_kind pulsar_task_round = {.step = step_round};
