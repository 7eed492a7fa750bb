/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: can the tasks on the agenda be continued? The kit checks every frame by itself
 * (kit/task_check.h); here each is checked against those below it and against the table, and the
 * top against a decision. */

#include "pulsar.h"

#include "kit/task_check.h"

/* ---- one frame above another ----------------------------------------------------------------- */

static bool order_fits(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    int depth = v->s->agenda.depth, tiles = 0, arrivals = 0;
    if (depth == 0)
        return v->s->round == ROUNDS;
    int bottom = frames[0].task;
    bool is_bottom = v->s->round == 0 ? bottom == TASK_SETUP
                                      : bottom == TASK_ROUND || bottom == TASK_PRODUCTION ||
                                            (bottom == TASK_FINAL && v->s->round == ROUNDS);
    for (int i = 1; i < depth; i++) {
        if (!may_lie_on(&frames[i], &frames[i - 1]))
            return false;
        if (i > 1 && bottom != TASK_SETUP && frames[i].seat != frames[1].seat)
            return false;
        tiles += frames[i].task == TASK_TILE;
        arrivals += frames[i].task == TASK_ARRIVE;
    }
    return is_bottom && tiles <= 1 && arrivals <= 1;
}

/* ---- programs -------------------------------------------------------------------------------- */

/* May this row still be run from here? Drawn tiles and bonuses of systems bring gains alone. */
static bool row_fits(const struct pulsar_view *v, int seat, const struct effect *row,
                     bool gains_alone)
{
    const struct pulsar_operation *operation = &pulsar_operations[row->op];
    return (!gains_alone || (operation->allowed_in & ON_BONUS)) &&
           operation->is_ready(v, seat, row);
}

static bool rows_fit(const struct pulsar_view *v, const struct pulsar_run_task *run,
                     bool gains_alone)
{
    int at = row_number(run->next), end = row_number(run->end);
    if (end > v->cards->row_count || at >= end || v->cards->row_ends[at] < end)
        return false;
    while (at < end) {
        if (!row_fits(v, run->seat, &v->cards->rows[at], gains_alone))
            return false;
        at += 1 + v->cards->rows[at].body;
    }
    return at == end;
}

static bool programs_fit(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    bool gains_alone = false;
    for (int i = 0; i < v->s->agenda.depth; i++) {
        gains_alone = gains_alone || frames[i].task == TASK_TILE || frames[i].task == TASK_ARRIVE;
        if (frames[i].task == TASK_RUN && !rows_fit(v, as_run(&frames[i]), gains_alone))
            return false;
    }
    return true;
}

/* ---- the round ------------------------------------------------------------------------------- */

/* Whose turn it is agrees with how far the round is. */
static bool round_fits(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    if (frames[0].task != TASK_ROUND)
        return true;
    const struct pulsar_round_task *round = as_round(&frames[0]);
    int top = v->s->agenda.depth > 1 ? frames[1].task : TASK_NONE, players = players_of(v);
    int dice = pulsar_dice_on_board(v), done = round->done;
    switch ((enum pulsar_round_step)round->step) {
    case ROUND_ROLL:
        return top == TASK_DEAL_OFFER && done == 0;
    case ROUND_DICE:
        if (top == TASK_ROLL)
            return done == 0;
        return top == TASK_TAKE && v->s->median != 0 && done >= 1 &&
               done <= DICE_OF_SEAT * players &&
               pulsar_seat_of_pick(v, done - 1) == frames[1].seat &&
               dice == players_card(v)->silver - (done - 1) /* one by one */;
    case ROUND_TURNS:
        return top == TASK_ACT && v->s->median != 0 && done >= 1 && done <= players &&
               v->s->turn == frames[1].seat + 1 && dice == players_card(v)->leftover &&
               pulsar_seat_in_order(v, done - 1) == frames[1].seat;
    case ROUND_END:
        break;
    }
    return false;
}

/* The seat that has just been at this step of production or scoring, where the agenda has come to
 * `now` and the seat at `place` is next: with the last seat it is at the next step. NOBODY if none
 * has. */
static int seat_of_step(const struct pulsar_view *v, int step, int now, int place)
{
    if (now == step && place > 0)
        return pulsar_seat_in_order(v, place - 1);
    return now == step + 1 && place == 0 ? pulsar_seat_in_order(v, players_of(v) - 1) : NOBODY;
}

static int seat_of_production(const struct pulsar_view *v, int step)
{
    const struct pulsar_production_task *production = as_production(&v->s->agenda.frames[0]);
    return seat_of_step(v, step, production->step, production->place);
}

static int seat_of_final(const struct pulsar_view *v, int step)
{
    const struct pulsar_final_task *final = as_final(&v->s->agenda.frames[0]);
    return seat_of_step(v, step, final->step, final->place);
}

/* The goals of a seat are one step after the one that asks. */
static int step_after(int asking)
{
    return 1 + (asking == TASK_SPLIT  ? GOALS_SPLIT
                : asking == TASK_WILD ? GOALS_WILD
                                      : GOALS_BONUSES);
}

/* Production and scoring are at the step that asks, with the seat that is asked. */
static bool steps_fit(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    if (v->s->agenda.depth < 2)
        return v->s->agenda.depth == 0;
    switch (frames[1].task) {
    case TASK_BUY:
        return frames[1].seat == seat_of_production(v, PRODUCTION_TRANSMITTERS);
    case TASK_DEAL:
        return frames[1].seat == seat_of_final(v, FINAL_PATENTS);
    case TASK_GOALS:
        return frames[1].seat == seat_of_final(v, FINAL_GOALS) && v->s->agenda.depth == 3 &&
               frames[1].step == step_after(frames[2].task);
    default: /* no other task is asked by a step of these two */
        return true;
    }
}

/* A deal of the final scoring is offered once. */
static bool deals_fit(const struct pulsar_view *v)
{
    uint32_t deals = 0;
    for (int i = 1; i < v->s->agenda.depth; i++) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->task != TASK_DEAL)
            continue;
        uint32_t deal = 1u << as_deal(frame)->tech;
        if (deals & deal)
            return false;
        deals |= deal;
    }
    return true;
}

/* It is the turn of whoever takes a die or acts, and nobody's otherwise. */
static bool turn_fits(const struct pulsar_view *v)
{
    const struct frame *on_round = &v->s->agenda.frames[1];
    bool is_turn = on_round->task == TASK_TAKE || on_round->task == TASK_ACT;
    return v->s->turn == (is_turn ? on_round->seat + 1 : 0);
}

/* Seats have the silver dice that they took, to the end of their turns. */
static bool silver_dice_fit(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    int most[SEATS_MAX] = {0};
    bool taking = frames[1].task == TASK_TAKE, acting = frames[1].task == TASK_ACT;
    int done = taking || acting ? as_round(&frames[0])->done : 0;
    for (int pick = 0; taking && pick < done - 1; pick++)
        most[pulsar_seat_of_pick(v, pick)]++;
    for (int place = done - 1; acting && place < players_of(v); place++)
        most[pulsar_seat_in_order(v, place)] = DICE_OF_SEAT;
    for (int seat = 0; seat < players_of(v); seat++) {
        int dice = (seat_of(v, seat)->dice[0] != 0) + (seat_of(v, seat)->dice[1] != 0);
        if (dice > most[seat] || (taking && dice < most[seat]))
            return false;
    }
    return true;
}

/* The bonus die belongs to a turn. Each silver die of the seat brings three red ones at most:
 * two links and a system. */
static bool bonus_fits(const struct pulsar_view *v)
{
    const struct pulsar_state *s = v->s;
    if (s->agenda.depth > 1 && s->agenda.frames[1].task == TASK_ACT)
        return bits_count(s->link_dice) + bits_count(s->planet_dice) <= 3 * DICE_OF_SEAT;
    return s->bonus == BONUS_FREE && s->link_dice == 0 && s->planet_dice == 0 &&
           s->tolerance_used == 0;
}

/* ---- all of it ------------------------------------------------------------------------------- */

enum { FRAMES_FREE = 6 }; /* that a decision can need at most */

const char *pulsar_check_agenda(const struct pulsar_view *v)
{
    const char *wrong = check_frames(v, FRAMES_FREE);
    if (wrong != NULL)
        return wrong;
    if (!order_fits(v) || !programs_fit(v))
        return "the tasks on the agenda do not lie in this order";
    if ((v->s->round == 0 ? !pulsar_setup_fits(v) : !round_fits(v)) || !silver_dice_fit(v) ||
        !bonus_fits(v) || !steps_fit(v) || !deals_fit(v) || !turn_fits(v))
        return "the agenda does not agree with the table";
    if (!pulsar_flight_fits(v))
        return "the flight under way cannot be";
    return pulsar_at_rest(v) ? NULL : "nobody has a decision to make";
}
