/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: can the work on the agenda be gone on with? The arguments of every frame are held
 * against what its work can have, each frame against the one below it, what it speaks of against
 * the table, and the top against a decision. */

#include "pulsar.h"

#include "kit/run.h"

#include <string.h>

/* ---- arguments ------------------------------------------------------------------------------- */

enum { ANY = 200 };
struct frame_limits {
    uint8_t step, args[5];
};

static const struct frame_limits limits[WORKS] = {
    [WORK_SETUP] = {8, {0}},
    [WORK_DEAL_BOARD] = {0, {CATEGORIES - 1}},
    [WORK_DEAL_GOAL] = {0, {GOALS_IN_PLAY - 1}},
    [WORK_DEAL_ORDER] = {0, {SEATS_MAX - 2}},
    [WORK_DEAL_OFFER] = {0, {ON_OFFER - 1}},
    [WORK_ROUND] = {3, {DICE_OF_SEAT * SEATS_MAX}},
    [WORK_ROLL] = {0, {9}},
    [WORK_PAY] = {0, {ACTIONS - 1, ANY, ANY}},
    [WORK_FLIGHT] = {0, {FLIGHT_MAX}},
    [WORK_ARRIVE] = {1, {FLIGHT_MAX}},
    [WORK_REVEAL] = {0, {NODES}},
    [WORK_BONUS] = {0, {NODES}},
    [WORK_TILE] = {0, {99}},
    [WORK_LINK] = {0, {TRANSMITTERS, DIE_SIDES}},
    [WORK_ONLINE] = {0, {TRANSMITTERS}},
    [WORK_RUN] = {0, {ANY, ANY, ANY, ANY, SOURCES - 1}},
    [WORK_SIZE] = {0, {(1 << SIZES) - 1, 2, (1 << SIZES) - 1}},
    [WORK_TELEPORT] = {0, {TO_ANY}},
    [WORK_SPIN] = {0, {99}},
    [WORK_PRODUCTION] = {6, {SEATS_MAX - 1}},
    [WORK_BUY] = {0, {ANY, ANY, ANY}},
    [WORK_FINAL] = {7, {SEATS_MAX - 1}},
    [WORK_DEAL] = {0, {TECHS_IN_PLAY - 1}},
    [WORK_GOALS] = {3, {(1 << GOALS_IN_PLAY) - 1}},
    [WORK_SPLIT] = {0, {(1 << GOALS_IN_PLAY) - 1}},
    [WORK_GOAL_BONUS] = {0, {(1 << 2 * GOALS_IN_PLAY) - 1}},
};

static bool numbers_fit(const struct frame *frame)
{
    const struct frame_limits *most = &limits[frame->work];
    for (int i = 0; i < 5; i++)
        if (most->args[i] != ANY && frame->args[i] > most->args[i])
            return false;
    return frame->step <= most->step;
}

/* ---- one frame above another ----------------------------------------------------------------- */

#define ON(work) (UINT64_C(1) << (work))

/* What a program may lie on; what effects of actions that ask something may lie on. */
#define PROGRAM_PARENTS (ON(WORK_ACT) | ON(WORK_ONLINE) | ON(WORK_TILE) | ON(WORK_ARRIVE))
#define ACTION_PARENTS  (ON(WORK_ACT) | ON(WORK_RUN) | ON(WORK_ONLINE))

/* The works that each work may lie on; those of the course lie at the bottom. */
static const uint64_t parents[WORKS] = {
    [WORK_DEAL_BOARD] = ON(WORK_SETUP) | ON(WORK_DEAL_BOARD),
    [WORK_DEAL_GOAL] = ON(WORK_SETUP) | ON(WORK_DEAL_GOAL),
    [WORK_DEAL_HEADQUARTERS] = ON(WORK_SETUP) | ON(WORK_DEAL_HEADQUARTERS),
    [WORK_DEAL_ORDER] = ON(WORK_SETUP) | ON(WORK_DEAL_ORDER),
    [WORK_DEAL_OFFER] = ON(WORK_SETUP) | ON(WORK_ROUND),
    [WORK_ENTRY] = ON(WORK_SETUP) | ON(WORK_ENTRY),
    [WORK_SIDE] = ON(WORK_SETUP) | ON(WORK_SIDE),
    [WORK_ROLL] = ON(WORK_ROUND),
    [WORK_TAKE] = ON(WORK_ROUND),
    [WORK_ACT] = ON(WORK_ROUND),
    [WORK_PAY] = ON(WORK_ACT),
    [WORK_LINK] = ON(WORK_ACT),
    [WORK_ONLINE] = ON(WORK_ACT),
    [WORK_RUN] = PROGRAM_PARENTS,
    [WORK_SIZE] = PROGRAM_PARENTS | ON(WORK_RUN),
    [WORK_TILE] = PROGRAM_PARENTS | ON(WORK_RUN) | ON(WORK_BONUS),
    [WORK_ISOLATED] = ACTION_PARENTS,
    [WORK_TELEPORT] = ACTION_PARENTS,
    [WORK_SPIN] = ACTION_PARENTS,
    [WORK_ARRIVE] = ACTION_PARENTS,
    [WORK_FLIGHT] = ON(WORK_ARRIVE),
    [WORK_GATE_RUN] = ON(WORK_FLIGHT),
    [WORK_REVEAL] = ON(WORK_ARRIVE),
    [WORK_BONUS] = ON(WORK_ARRIVE),
    [WORK_BUY] = ON(WORK_PRODUCTION),
    [WORK_DEAL] = ON(WORK_FINAL) | ON(WORK_DEAL),
    [WORK_GOALS] = ON(WORK_FINAL),
    [WORK_SPLIT] = ON(WORK_GOALS),
    [WORK_WILD] = ON(WORK_GOALS),
    [WORK_GOAL_BONUS] = ON(WORK_GOALS),
};

static bool order_fits(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    int depth = v->s->agenda.depth, tiles = 0, arrivals = 0;
    if (depth == 0)
        return v->s->round == ROUNDS;
    int bottom = frames[0].work;
    bool is_bottom = v->s->round == 0 ? bottom == WORK_SETUP
                                      : bottom == WORK_ROUND || bottom == WORK_PRODUCTION ||
                                            (bottom == WORK_FINAL && v->s->round == ROUNDS);
    for (int i = 1; i < depth; i++) {
        if (!(parents[frames[i].work] & ON(frames[i - 1].work)))
            return false;
        if (i > 1 && bottom != WORK_SETUP && frames[i].seat != frames[1].seat)
            return false;
        tiles += frames[i].work == WORK_TILE;
        arrivals += frames[i].work == WORK_ARRIVE;
    }
    return is_bottom && tiles <= 1 && arrivals <= 1;
}

/* ---- what a frame speaks of ------------------------------------------------------------------ */

/* May this row still be run from here? Drawn tiles and bonuses of systems bring gains alone. */
static bool row_fits(const struct pulsar_view *v, int seat, const struct effect *row,
                     bool gains_alone)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    switch (row->op) {
    case OP_POINTS:
    case OP_CUBES:
    case OP_PLUS_MINUS:
    case OP_PLUS_TWO:
    case OP_GYRODYNE:
    case OP_GYRODYNES:
    case OP_RED:
        return true;
    case OP_PER:
    case OP_SHARE:
    case OP_TABLE:
    case OP_EXPLORE:
    case OP_ISOLATED:
    case OP_TELEPORT:
    case OP_SPIN:
    case OP_RUN:
        return !gains_alone;
    case OP_DOUBLE:
        return !gains_alone && v->s->bonus == BONUS_FREE && (me->dice[0] == 0 || me->dice[1] == 0);
    case OP_BUY_RED:
        return !gains_alone && v->s->bonus == BONUS_FREE && me->cubes >= row->a;
    default:
        return false;
    }
}

static bool rows_fit(const struct pulsar_view *v, const struct frame *frame, bool gains_alone)
{
    int at = frame_start(frame), end = frame_end(frame);
    if (end > v->cards->row_count || at >= end || v->cards->row_ends[at] < end)
        return false;
    while (at < end) {
        if (!row_fits(v, frame->seat, &v->cards->rows[at], gains_alone))
            return false;
        at += 1 + v->cards->rows[at].body;
    }
    return at == end;
}

/* The action that is being paid is one that the seat can choose. */
static bool payment_fits(const struct pulsar_view *v, const struct frame *frame)
{
    static const uint8_t kinds[ACTIONS] = {
        0,
        MOVE_FLY,
        MOVE_GYRODYNE,
        MOVE_COMPLETE,
        MOVE_TRANSMITTER,
        MOVE_PAY_TRANSMITTER,
        MOVE_PROJECT,
        MOVE_PATENT,
        MOVE_MODIFIER,
    };
    struct move moves[MOVES_MAX];
    int action = frame->args[0], count = pulsar_offer_actions(v, frame->seat, moves);
    if (action == ACTION_NONE || (action == ACTION_PATENT && frame->args[1] >= TECHS_IN_PLAY))
        return false;
    int a = action == ACTION_PATENT ? pulsar_tech_id(v, frame->args[1]) : frame->args[1];
    for (int i = 0; i < count; i++)
        if (moves[i].kind == kinds[action] && moves[i].a == a && moves[i].b == frame->args[2])
            return true;
    return false;
}

static bool is_own_unfinished(const struct pulsar_view *v, const struct frame *frame)
{
    const struct pulsar_seat *me = seat_of(v, frame->seat);
    return frame->args[0] >= 1 && (me->transmitters & ~me->online) >> (frame->args[0] - 1) & 1;
}

/* The new transmitter is not linked yet, and the die is one of its costs. */
static bool link_fits(const struct pulsar_view *v, const struct frame *frame)
{
    int transmitter = frame->args[0];
    if (!is_own_unfinished(v, frame) || v->s->paid[transmitter - 1] != 0 ||
        v->s->joined[transmitter - 1][0] != 0 || v->s->joined[transmitter - 1][1] != 0)
        return false;
    const struct pulsar_transmitter *card = &v->cards->transmitters[transmitter];
    for (int i = 0; i < card->dice_count; i++)
        if (card->dice[i] == frame->args[1])
            return true;
    return false;
}

static bool is_system(const struct pulsar_view *v, int location, bool facedown)
{
    if (location < 1 || location > map_of(v)->node_count)
        return false;
    const struct pulsar_node *node = node_of(v, location);
    return node->kind == NODE_SYSTEM && (v->s->systems[node->number - 1] == 0) == facedown;
}

static bool purchases_fit(const struct pulsar_view *v, const struct frame *frame)
{
    uint32_t left = pulsar_purchases_left(frame);
    if (left & ~seat_of(v, frame->seat)->online)
        return false;
    for (uint64_t rest = left; rest != 0;)
        if (!program_uses(v, v->cards->transmitters[1 + bits_pop(&rest)].production, OP_BUY))
            return false;
    return true;
}

static bool bonuses_fit(const struct pulsar_view *v, const struct frame *frame)
{
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        int bought = frame->args[0] >> 2 * i & 3;
        if (bought > v->cards->goals[v->s->goals[i]].bonus_count ||
            (bought > 0 && !(seat_of(v, frame->seat)->goals >> i & 1)))
            return false;
    }
    return true;
}

static int dice_on_board(const struct pulsar_view *v)
{
    int dice = 0;
    for (int i = 0; i < DIE_SIDES; i++)
        dice += v->s->dice[i];
    return dice;
}

static bool final_deal_fits(const struct pulsar_view *v, const struct frame *frame)
{
    const struct pulsar_tech *tech = tech_at(v, frame->args[0]);
    return (seat_of(v, frame->seat)->patents >> frame->args[0] & 1) && tech->type == TYPE_FINAL &&
           program_uses(v, tech->effect, OP_BUY);
}

/* So many transmitters of the offer are laid out, and the others are not there yet. */
static bool offer_fits(const struct pulsar_view *v, const struct frame *frame)
{
    for (int i = 0; i < ON_OFFER; i++)
        if ((v->s->offer[i] != 0) != (i < frame->args[0]))
            return false;
    return true;
}

static bool things_fit(const struct pulsar_view *v, const struct frame *frame)
{
    const struct pulsar_seat *me = seat_of(v, frame->seat);
    switch (frame->work) {
    case WORK_DEAL_BOARD:
        return v->s->boards[frame->args[0]] == 0;
    case WORK_DEAL_GOAL:
        return v->s->goals[frame->args[0]] == 0;
    case WORK_DEAL_OFFER:
        return offer_fits(v, frame);
    case WORK_DEAL_HEADQUARTERS:
        return me->board == 0 && has_headquarters(v);
    case WORK_ENTRY:
        return me->ship == 0;
    case WORK_SIDE:
        return me->board != 0 && me->side == 0;
    case WORK_ROLL:
        return dice_on_board(v) + frame->args[0] == players_card(v)->silver;
    case WORK_TAKE:
        return dice_on_board(v) > players_card(v)->leftover && me->dice[1] == 0;
    case WORK_PAY:
        return payment_fits(v, frame);
    case WORK_REVEAL:
        return is_system(v, frame->args[0], true);
    case WORK_BONUS:
        return is_system(v, frame->args[0], false);
    case WORK_FLIGHT:
        return frame->args[0] == v->s->flight_length - v->s->flight_at;
    case WORK_LINK:
        return link_fits(v, frame);
    case WORK_ONLINE:
        return is_own_unfinished(v, frame);
    case WORK_PRODUCTION:
    case WORK_FINAL:
        return frame->args[0] < players_of(v);
    case WORK_BUY:
        return purchases_fit(v, frame);
    case WORK_DEAL:
        return final_deal_fits(v, frame);
    case WORK_SPLIT:
        return pulsar_goals_together(v, frame->seat, frame->args[0]);
    case WORK_GOAL_BONUS:
        return bonuses_fit(v, frame);
    case WORK_TELEPORT:
        return frame->args[0] != TO_NONE;
    default:
        return true;
    }
}

static const char *check_frame(const struct pulsar_view *v, const struct frame *frame)
{
    if (frame->work == 0 || frame->work >= WORKS || frame->seat >= players_of(v))
        return "the agenda has work that nobody can do";
    if (!numbers_fit(frame))
        return "the agenda has work with arguments that cannot be";
    return things_fit(v, frame) ? NULL : "the agenda speaks of something that is not there";
}

static const char *check_frames(const struct pulsar_view *v)
{
    static const struct frame none;
    const struct frame *frames = v->s->agenda.frames;
    if (v->s->agenda.depth > AGENDA_FRAMES_MAX - 6)
        return "the agenda is too deep";
    for (int i = 0; i < v->s->agenda.depth; i++) {
        const char *wrong = check_frame(v, &frames[i]);
        if (wrong != NULL)
            return wrong;
    }
    for (int i = v->s->agenda.depth; i < AGENDA_FRAMES_MAX; i++)
        if (memcmp(&frames[i], &none, sizeof none) != 0)
            return "a frame above the top of the agenda is not empty";
    return NULL;
}

static bool programs_fit(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    bool gains_alone = false;
    for (int i = 0; i < v->s->agenda.depth; i++) {
        gains_alone = gains_alone || frames[i].work == WORK_TILE || frames[i].work == WORK_ARRIVE;
        if (frames[i].work == WORK_RUN && !rows_fit(v, &frames[i], gains_alone))
            return false;
    }
    return true;
}

/* ---- the round ------------------------------------------------------------------------------- */

/* Whose turn it is agrees with how far the round is. */
static bool round_fits(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    if (frames[0].work != WORK_ROUND)
        return true;
    int top = v->s->agenda.depth > 1 ? frames[1].work : WORK_NONE, players = players_of(v);
    switch (frames[0].step) {
    case 0:
        return top == WORK_DEAL_OFFER && frames[0].args[0] == 0;
    case 1:
        if (top == WORK_ROLL)
            return frames[0].args[0] == 0;
        return top == WORK_TAKE && v->s->median != 0 && frames[0].args[0] >= 1 &&
               frames[0].args[0] <= DICE_OF_SEAT * players &&
               pulsar_seat_of_pick(v, frames[0].args[0] - 1) == frames[1].seat &&
               dice_on_board(v) ==
                   players_card(v)->silver - (frames[0].args[0] - 1) /* one by one */;
    case 2:
        return top == WORK_ACT && v->s->median != 0 && frames[0].args[0] >= 1 &&
               frames[0].args[0] <= players && v->s->turn == frames[1].seat + 1 &&
               dice_on_board(v) == players_card(v)->leftover &&
               pulsar_seat_in_order(v, frames[0].args[0] - 1) == frames[1].seat;
    default:
        return false;
    }
}

/* The seat whose step of production or scoring this is, or NOBODY; the frame is one seat further,
 * and with the last one at the next step. */
static int seat_of_step(const struct pulsar_view *v, int step)
{
    const struct frame *bottom = &v->s->agenda.frames[0];
    if (bottom->step == step && bottom->args[0] > 0)
        return pulsar_seat_in_order(v, bottom->args[0] - 1);
    return bottom->step == step + 1 && bottom->args[0] == 0
               ? pulsar_seat_in_order(v, players_of(v) - 1)
               : NOBODY;
}

/* Production and scoring are at the step that asks, with the seat that is asked. */
static bool steps_fit(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    enum { TRANSMITTERS_PRODUCE = 3, PATENTS_SCORE = 0, GOALS_SCORE = 1 };
    if (v->s->agenda.depth < 2)
        return v->s->agenda.depth == 0;
    switch (frames[1].work) {
    case WORK_BUY:
        return frames[1].seat == seat_of_step(v, TRANSMITTERS_PRODUCE);
    case WORK_DEAL:
        return frames[1].seat == seat_of_step(v, PATENTS_SCORE);
    case WORK_GOALS:
        return frames[1].seat == seat_of_step(v, GOALS_SCORE) && v->s->agenda.depth == 3 &&
               frames[1].step == (frames[2].work == WORK_SPLIT  ? 1
                                  : frames[2].work == WORK_WILD ? 2
                                                                : 3);
    default:
        return true;
    }
}

/* A deal of the final scoring is offered once. */
static bool deals_fit(const struct pulsar_view *v)
{
    uint32_t deals = 0;
    for (int i = 1; i < v->s->agenda.depth; i++) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->work == WORK_DEAL && (deals >> frame->args[0] & 1))
            return false;
        deals |= frame->work == WORK_DEAL ? 1u << frame->args[0] : 0;
    }
    return true;
}

/* It is the turn of whoever takes a die or acts, and nobody's otherwise. */
static bool turn_fits(const struct pulsar_view *v)
{
    const struct frame *on_round = &v->s->agenda.frames[1];
    bool is_turn = on_round->work == WORK_TAKE || on_round->work == WORK_ACT;
    return v->s->turn == (is_turn ? on_round->seat + 1 : 0);
}

/* Seats have the silver dice that they took, to the end of their turns. */
static bool silver_dice_fit(const struct pulsar_view *v)
{
    const struct frame *frames = v->s->agenda.frames;
    int most[SEATS_MAX] = {0};
    bool taking = frames[1].work == WORK_TAKE, acting = frames[1].work == WORK_ACT;
    for (int pick = 0; taking && pick < frames[0].args[0] - 1; pick++)
        most[pulsar_seat_of_pick(v, pick)]++;
    for (int place = frames[0].args[0] - 1; acting && place < players_of(v); place++)
        most[pulsar_seat_in_order(v, place)] = DICE_OF_SEAT;
    for (int seat = 0; seat < players_of(v); seat++) {
        int dice = (seat_of(v, seat)->dice[0] != 0) + (seat_of(v, seat)->dice[1] != 0);
        if (dice > most[seat] || (taking && dice < most[seat]))
            return false;
    }
    return true;
}

/* The bonus die belongs to a turn. Each silver die of the seat brings three red ones at the most:
 * two links and a system. */
static bool bonus_fits(const struct pulsar_view *v)
{
    const struct pulsar_state *s = v->s;
    if (s->agenda.depth > 1 && s->agenda.frames[1].work == WORK_ACT)
        return bits_count(s->link_dice) + bits_count(s->planet_dice) <= 3 * DICE_OF_SEAT;
    return s->bonus == BONUS_FREE && s->link_dice == 0 && s->planet_dice == 0 &&
           s->tolerance_used == 0;
}

/* ---- all of it ------------------------------------------------------------------------------- */

const char *pulsar_check_agenda(const struct pulsar_view *v)
{
    const char *wrong = check_frames(v);
    if (wrong != NULL)
        return wrong;
    if (!order_fits(v) || !programs_fit(v))
        return "the work on the agenda does not lie in this order";
    if ((v->s->round == 0 ? !pulsar_setup_fits(v) : !round_fits(v)) || !silver_dice_fit(v) ||
        !bonus_fits(v) || !steps_fit(v) || !deals_fit(v) || !turn_fits(v))
        return "the agenda does not agree with the table";
    if (!pulsar_flight_fits(v))
        return "the flight under way cannot be";
    return pulsar_at_rest(v) ? NULL : "nobody has a decision to make";
}
