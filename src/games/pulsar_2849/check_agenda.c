/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: can the work on the agenda be gone on with? The arguments of every frame are held
 * against what its work can have, each frame against the one below it, what it speaks of against
 * the table, and the top against a decision. */

#include "pulsar.h"

#include "kit/frame_check.h"
#include "kit/run.h"

/* ---- arguments ------------------------------------------------------------------------------- */

enum { ANY = LIMIT_GAME };

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

static bool fits(const struct table *t, int limit, int value)
{
    (void)t;
    (void)value;
    return limit == ANY;
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

static bool order_fits(const struct table *t)
{
    const struct frame *frames = t->s->agenda.frames;
    int depth = t->s->agenda.depth, tiles = 0, arrivals = 0;
    if (depth == 0)
        return t->s->round == ROUNDS;
    int bottom = frames[0].work;
    bool is_bottom = t->s->round == 0 ? bottom == WORK_SETUP
                                      : bottom == WORK_ROUND || bottom == WORK_PRODUCTION ||
                                            (bottom == WORK_FINAL && t->s->round == ROUNDS);
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
static bool row_fits(const struct table *t, int seat, const struct effect *row, bool gains_alone)
{
    const struct pulsar_seat *me = seat_of(t, seat);
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
        return !gains_alone && t->s->bonus == BONUS_FREE && (me->dice[0] == 0 || me->dice[1] == 0);
    case OP_BUY_RED:
        return !gains_alone && t->s->bonus == BONUS_FREE && me->cubes >= row->a;
    default:
        return false;
    }
}

static bool rows_fit(const struct table *t, const struct frame *frame, bool gains_alone)
{
    int at = frame_start(frame), end = frame_end(frame);
    if (end > t->cards->row_count || at >= end || t->cards->row_ends[at] < end)
        return false;
    while (at < end) {
        if (!row_fits(t, frame->seat, &t->cards->rows[at], gains_alone))
            return false;
        at += 1 + t->cards->rows[at].body;
    }
    return at == end;
}

/* The action that is being paid is one that the seat can choose. */
static bool payment_fits(const struct table *t, const struct frame *frame)
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
    int action = frame->args[0], count = offer_actions(t, frame->seat, moves);
    if (action == ACTION_NONE || (action == ACTION_PATENT && frame->args[1] >= TECHS_IN_PLAY))
        return false;
    int a = action == ACTION_PATENT ? tech_id(t, frame->args[1]) : frame->args[1];
    for (int i = 0; i < count; i++)
        if (moves[i].kind == kinds[action] && moves[i].a == a && moves[i].b == frame->args[2])
            return true;
    return false;
}

static bool is_own_unfinished(const struct table *t, const struct frame *frame)
{
    const struct pulsar_seat *me = seat_of(t, frame->seat);
    return frame->args[0] >= 1 && (me->transmitters & ~me->online) >> (frame->args[0] - 1) & 1;
}

/* The new transmitter is not linked yet, and the die is one of its costs. */
static bool link_fits(const struct table *t, const struct frame *frame)
{
    int transmitter = frame->args[0];
    if (!is_own_unfinished(t, frame) || t->s->paid[transmitter - 1] != 0 ||
        t->s->joined[transmitter - 1][0] != 0 || t->s->joined[transmitter - 1][1] != 0)
        return false;
    const struct pulsar_transmitter *card = &t->cards->transmitters[transmitter];
    for (int i = 0; i < card->dice_count; i++)
        if (card->dice[i] == frame->args[1])
            return true;
    return false;
}

static bool is_system(const struct table *t, int location, bool facedown)
{
    if (location < 1 || location > map_of(t)->node_count)
        return false;
    const struct pulsar_node *node = node_of(t, location);
    return node->kind == NODE_SYSTEM && (t->s->systems[node->number - 1] == 0) == facedown;
}

static bool purchases_fit(const struct table *t, const struct frame *frame)
{
    uint32_t left = purchases_left(frame);
    if (left & ~seat_of(t, frame->seat)->online)
        return false;
    for (uint64_t rest = left; rest != 0;)
        if (!program_uses(t, t->cards->transmitters[1 + bits_pop(&rest)].production, OP_BUY))
            return false;
    return true;
}

static bool bonuses_fit(const struct table *t, const struct frame *frame)
{
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        int bought = frame->args[0] >> 2 * i & 3;
        if (bought > t->cards->goals[t->s->goals[i]].bonus_count ||
            (bought > 0 && !(seat_of(t, frame->seat)->goals >> i & 1)))
            return false;
    }
    return true;
}

static int dice_on_board(const struct table *t)
{
    int dice = 0;
    for (int i = 0; i < DIE_SIDES; i++)
        dice += t->s->dice[i];
    return dice;
}

static bool final_deal_fits(const struct table *t, const struct frame *frame)
{
    const struct pulsar_tech *tech = tech_at(t, frame->args[0]);
    return (seat_of(t, frame->seat)->patents >> frame->args[0] & 1) && tech->type == TYPE_FINAL &&
           program_uses(t, tech->effect, OP_BUY);
}

/* So many transmitters of the offer are laid out, and the others are not there yet. */
static bool offer_fits(const struct table *t, const struct frame *frame)
{
    for (int i = 0; i < ON_OFFER; i++)
        if ((t->s->offer[i] != 0) != (i < frame->args[0]))
            return false;
    return true;
}

static bool things_fit(const struct table *t, const struct frame *frame)
{
    const struct pulsar_seat *me = seat_of(t, frame->seat);
    switch (frame->work) {
    case WORK_DEAL_BOARD:
        return t->s->boards[frame->args[0]] == 0;
    case WORK_DEAL_GOAL:
        return t->s->goals[frame->args[0]] == 0;
    case WORK_DEAL_OFFER:
        return offer_fits(t, frame);
    case WORK_DEAL_HEADQUARTERS:
        return me->board == 0 && has_headquarters(t);
    case WORK_ENTRY:
        return me->ship == 0;
    case WORK_SIDE:
        return me->board != 0 && me->side == 0;
    case WORK_ROLL:
        return dice_on_board(t) + frame->args[0] == players_card(t)->silver;
    case WORK_TAKE:
        return dice_on_board(t) > players_card(t)->leftover && me->dice[1] == 0;
    case WORK_PAY:
        return payment_fits(t, frame);
    case WORK_REVEAL:
        return is_system(t, frame->args[0], true);
    case WORK_BONUS:
        return is_system(t, frame->args[0], false);
    case WORK_FLIGHT:
        return frame->args[0] == t->s->flight_length - t->s->flight_at;
    case WORK_LINK:
        return link_fits(t, frame);
    case WORK_ONLINE:
        return is_own_unfinished(t, frame);
    case WORK_PRODUCTION:
    case WORK_FINAL:
        return frame->args[0] < players_of(t);
    case WORK_BUY:
        return purchases_fit(t, frame);
    case WORK_DEAL:
        return final_deal_fits(t, frame);
    case WORK_SPLIT:
        return goals_together(t, frame->seat, frame->args[0]);
    case WORK_GOAL_BONUS:
        return bonuses_fit(t, frame);
    case WORK_TELEPORT:
        return frame->args[0] != TO_NONE;
    default:
        return true;
    }
}

static const char *check_frame(const struct table *t, const struct frame *frame)
{
    return things_fit(t, frame) ? NULL : "the agenda speaks of something that is not there";
}

static bool programs_fit(const struct table *t)
{
    const struct frame *frames = t->s->agenda.frames;
    bool gains_alone = false;
    for (int i = 0; i < t->s->agenda.depth; i++) {
        gains_alone = gains_alone || frames[i].work == WORK_TILE || frames[i].work == WORK_ARRIVE;
        if (frames[i].work == WORK_RUN && !rows_fit(t, &frames[i], gains_alone))
            return false;
    }
    return true;
}

/* ---- the round ------------------------------------------------------------------------------- */

/* Whose turn it is agrees with how far the round is. */
static bool round_fits(const struct table *t)
{
    const struct frame *frames = t->s->agenda.frames;
    if (frames[0].work != WORK_ROUND)
        return true;
    int top = t->s->agenda.depth > 1 ? frames[1].work : WORK_NONE, players = players_of(t);
    switch (frames[0].step) {
    case 0:
        return top == WORK_DEAL_OFFER && frames[0].args[0] == 0;
    case 1:
        if (top == WORK_ROLL)
            return frames[0].args[0] == 0;
        return top == WORK_TAKE && t->s->median != 0 && frames[0].args[0] >= 1 &&
               frames[0].args[0] <= DICE_OF_SEAT * players &&
               seat_of_pick(t, frames[0].args[0] - 1) == frames[1].seat &&
               dice_on_board(t) ==
                   players_card(t)->silver - (frames[0].args[0] - 1) /* one by one */;
    case 2:
        return top == WORK_ACT && t->s->median != 0 && frames[0].args[0] >= 1 &&
               frames[0].args[0] <= players && t->s->turn == frames[1].seat + 1 &&
               dice_on_board(t) == players_card(t)->leftover &&
               seat_in_order(t, frames[0].args[0] - 1) == frames[1].seat;
    default:
        return false;
    }
}

/* The seat whose step of production or scoring this is, or NOBODY; the frame is one seat further,
 * and with the last one at the next step. */
static int seat_of_step(const struct table *t, int step)
{
    const struct frame *bottom = &t->s->agenda.frames[0];
    if (bottom->step == step && bottom->args[0] > 0)
        return seat_in_order(t, bottom->args[0] - 1);
    return bottom->step == step + 1 && bottom->args[0] == 0 ? seat_in_order(t, players_of(t) - 1)
                                                            : NOBODY;
}

/* Production and scoring are at the step that asks, with the seat that is asked. */
static bool steps_fit(const struct table *t)
{
    const struct frame *frames = t->s->agenda.frames;
    enum { TRANSMITTERS_PRODUCE = 3, PATENTS_SCORE = 0, GOALS_SCORE = 1 };
    if (t->s->agenda.depth < 2)
        return t->s->agenda.depth == 0;
    switch (frames[1].work) {
    case WORK_BUY:
        return frames[1].seat == seat_of_step(t, TRANSMITTERS_PRODUCE);
    case WORK_DEAL:
        return frames[1].seat == seat_of_step(t, PATENTS_SCORE);
    case WORK_GOALS:
        return frames[1].seat == seat_of_step(t, GOALS_SCORE) && t->s->agenda.depth == 3 &&
               frames[1].step == (frames[2].work == WORK_SPLIT  ? 1
                                  : frames[2].work == WORK_WILD ? 2
                                                                : 3);
    default:
        return true;
    }
}

/* A deal of the final scoring is offered once. */
static bool deals_fit(const struct table *t)
{
    uint32_t deals = 0;
    for (int i = 1; i < t->s->agenda.depth; i++) {
        const struct frame *frame = &t->s->agenda.frames[i];
        if (frame->work == WORK_DEAL && (deals >> frame->args[0] & 1))
            return false;
        deals |= frame->work == WORK_DEAL ? 1u << frame->args[0] : 0;
    }
    return true;
}

/* It is the turn of whoever takes a die or acts, and nobody's otherwise. */
static bool turn_fits(const struct table *t)
{
    const struct frame *on_round = &t->s->agenda.frames[1];
    bool is_turn = on_round->work == WORK_TAKE || on_round->work == WORK_ACT;
    return t->s->turn == (is_turn ? on_round->seat + 1 : 0);
}

/* Seats have the silver dice that they took, to the end of their turns. */
static bool silver_dice_fit(const struct table *t)
{
    const struct frame *frames = t->s->agenda.frames;
    int most[SEATS_MAX] = {0};
    bool taking = frames[1].work == WORK_TAKE, acting = frames[1].work == WORK_ACT;
    for (int pick = 0; taking && pick < frames[0].args[0] - 1; pick++)
        most[seat_of_pick(t, pick)]++;
    for (int place = frames[0].args[0] - 1; acting && place < players_of(t); place++)
        most[seat_in_order(t, place)] = DICE_OF_SEAT;
    for (int seat = 0; seat < players_of(t); seat++) {
        int dice = (seat_of(t, seat)->dice[0] != 0) + (seat_of(t, seat)->dice[1] != 0);
        if (dice > most[seat] || (taking && dice < most[seat]))
            return false;
    }
    return true;
}

/* The bonus die belongs to a turn. Each silver die of the seat brings three red ones at the most:
 * two links and a system. */
static bool bonus_fits(const struct table *t)
{
    const struct pulsar_state *s = t->s;
    if (s->agenda.depth > 1 && s->agenda.frames[1].work == WORK_ACT)
        return bits_count(s->link_dice) + bits_count(s->planet_dice) <= 3 * DICE_OF_SEAT;
    return s->bonus == BONUS_FREE && s->link_dice == 0 && s->planet_dice == 0 &&
           s->tolerance_used == 0;
}

/* ---- all of it ------------------------------------------------------------------------------- */

const char *pulsar_check_agenda(const struct table *t)
{
    static const struct frame_rules rules = {limits, WORKS, AGENDA_FRAMES_MAX,
                                             6,      fits,  check_frame};
    const char *wrong =
        frames_check(&rules, t, t->s->agenda.frames, t->s->agenda.depth, players_of(t));
    if (wrong != NULL)
        return wrong;
    if (!order_fits(t) || !programs_fit(t))
        return "the work on the agenda does not lie in this order";
    if ((t->s->round == 0 ? !pulsar_setup_fits(t) : !round_fits(t)) || !silver_dice_fit(t) ||
        !bonus_fits(t) || !steps_fit(t) || !deals_fit(t) || !turn_fits(t))
        return "the agenda does not agree with the table";
    if (!pulsar_flight_fits(t))
        return "the flight under way cannot be";
    return pulsar_at_rest(t) ? NULL : "nobody has a decision to make";
}
