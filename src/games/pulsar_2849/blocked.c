/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what the seat that decides might want to do and cannot, and why. This file has the
 * set-up, the taking of dice and the turn with its actions; payments are in blocked_pay.c, all
 * other choices in blocked_choices.c, the texts in reasons.c. */

#include "reasons.h"

/* ---- set-up ---------------------------------------------------------------------------------- */

void pulsar_block_entries(struct pulsar_refusals *r)
{
    for (int seat = 0; seat < players_of(r->v); seat++) {
        int location = seat_of(r->v, seat)->ship;
        if (location != 0)
            refuse(r, move_of(MOVE_ENTRY, location, 0, 0),
                   reason_of(REASON_ENTRY_TAKEN, seat, 0, 0));
    }
}

/* The headquarters of others. */
void pulsar_block_sides(struct pulsar_refusals *r)
{
    const struct pulsar_view *v = r->v;
    for (int seat = 0; seat < players_of(v); seat++)
        for (int side = 1; side <= HEADQUARTERS; side++)
            if (seat != r->seat && v->cards->sides[side].board == seat_of(v, seat)->board - 1)
                refuse(r, move_of(MOVE_SIDE, side, 0, 0),
                       reason_of(REASON_SIDE_OTHER, seat, seat_of(v, seat)->board, 0));
}

/* ---- taking dice ----------------------------------------------------------------------------- */

/* Each own counter with a die: the move, and how far it would pass the right end. */
struct taking {
    struct move move;
    int over;
};

static int takings(const struct pulsar_refusals *r, int value, struct taking list[2 * TRACKS])
{
    const struct pulsar_view *v = r->v;
    int count = 0, steps = pulsar_steps_to(v->s->median, value);
    uint8_t counters[2];
    for (int track = 0; track < TRACKS; track++) {
        int own = pulsar_counters_in_order(v, r->seat, track, counters);
        for (int i = 0; i < own; i++) {
            int to = v->s->tracks[track].space[counters[i]] + steps;
            int kind = own == 1 ? MOVE_TAKE_FOR : MOVE_TAKE_WITH;
            assert(count < 2 * TRACKS);
            list[count++] = (struct taking){move_of(kind, value, track, i),
                                            to > TRACK_SPACES ? to - TRACK_SPACES : 0};
        }
    }
    return count;
}

static void block_die(struct pulsar_refusals *r, int value)
{
    struct taking list[2 * TRACKS];
    int count = takings(r, value, list), steps = pulsar_steps_to(r->v->s->median, value);
    bool there = r->v->s->dice[value - 1] > 0, room = false;
    for (int i = 0; i < count; i++)
        room = room || list[i].over == 0;
    for (int i = 0; i < count && (there || steps != 0); i++)
        refuse(r, list[i].move,
               !there       ? reason_of(REASON_DIE_GONE, NOBODY, value, 0)
               : steps == 0 ? reason_of(REASON_TAKE_STAYS, NOBODY, value, 0)
               : room       ? reason_of(REASON_NO_ROOM, NOBODY, list[i].over, 0)
                            : reason_of(REASON_DIE_NO_ROOM, r->seat, value, 0));
    if (there)
        refuse(r, move_of(MOVE_TAKE_DIE, value, 0, 0),
               reason_of(REASON_TAKE_MOVES, NOBODY, steps < 0 ? -steps : steps, 0));
    else if (steps == 0)
        refuse(r, move_of(MOVE_TAKE_DIE, value, 0, 0),
               reason_of(REASON_DIE_GONE, NOBODY, value, 0));
}

void pulsar_block_taking(struct pulsar_refusals *r)
{
    for (int value = 1; value <= DIE_SIDES; value++)
        block_die(r, value);
    refuse(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_TAKE_MUST, r->seat, 0, 0));
    refuse(r, move_of(MOVE_FLY, 0, 0, 0), reason_of(REASON_DICE_FIRST, NOBODY, 0, 0));
    refuse(r, move_of(MOVE_END, 0, 0, 0), reason_of(REASON_DICE_FIRST, NOBODY, 0, 0));
}

/* ---- gyrodynes ------------------------------------------------------------------------------- */

int pulsar_claimer_of(const struct pulsar_view *v, int location)
{
    int pulsar = node_of(v, location)->number - 1;
    for (int seat = 0; seat < players_of(v); seat++)
        if (seat_of(v, seat)->claims >> pulsar & 1)
            return seat;
    return NOBODY;
}

static bool has_tile(const struct pulsar_seat *me)
{
    return me->hand[SMALL] + me->hand[MEDIUM] + me->hand[LARGE] > 0;
}

static void block_completions(struct pulsar_refusals *r, int kind)
{
    const struct pulsar_view *v = r->v;
    for (int pulsar = 0; pulsar < NODE_PULSARS; pulsar++) {
        int location = map_of(v)->pulsars[pulsar + 1], owner = pulsar_claimer_of(v, location);
        int ring = v->s->gyrodynes[pulsar];
        bool unfinished = ring >= RING_UNFINISHED && ring < RING_SPINNING;
        struct move move = move_of(kind, location, 0, 0);
        if (owner == r->seat && ring >= RING_SPINNING)
            refuse(r, move, reason_of(REASON_SPINNING, r->seat, location, 0));
        else if (owner == r->seat && ring == RING_NONE)
            refuse(r, move,
                   reason_of(has_tile(seat_of(v, owner)) ? REASON_NOT_PLACED : REASON_NO_GYRODYNE,
                             r->seat, location, 0));
        else if (owner == r->seat && kind == MOVE_COMPLETE)
            refuse(r, move, pulsar_price_reason(r, ACTION_COMPLETE, location, 0));
        else if (owner != r->seat && unfinished)
            refuse(r, move, reason_of(REASON_PULSAR_OTHER, owner, location, 0));
    }
}

void pulsar_block_spinning(struct pulsar_refusals *r)
{
    block_completions(r, MOVE_SPIN);
}

/* Why this tile, which the seat has, cannot be placed there. */
static struct message build_reason(const struct pulsar_refusals *r, int location)
{
    int owner = pulsar_claimer_of(r->v, location);
    if (owner == NOBODY)
        return reason_of(pulsar_rings_left(r->v, r->seat) > 0 ? REASON_UNCLAIMED : REASON_NO_RING,
                         r->seat, location, 0);
    return owner != r->seat ? reason_of(REASON_PULSAR_OTHER, owner, location, 0)
                            : reason_of(REASON_PULSAR_FULL, r->seat, location, 0);
}

static bool is_own_empty(const struct pulsar_refusals *r, int pulsar)
{
    return (seat_of(r->v, r->seat)->claims >> pulsar & 1) &&
           r->v->s->gyrodynes[pulsar] == RING_NONE;
}

/* Tiles in hand where something is in the way, or anywhere if there is no place for them; tiles
 * that are missing where there is room. */
static void block_constructions(struct pulsar_refusals *r)
{
    const struct pulsar_view *v = r->v;
    bool room = false;
    for (int pulsar = 0; pulsar < NODE_PULSARS; pulsar++)
        room = room || is_own_empty(r, pulsar);
    for (int size = 0; size < SIZES; size++)
        for (int pulsar = 0; pulsar < NODE_PULSARS; pulsar++) {
            int location = map_of(v)->pulsars[pulsar + 1];
            bool in_hand = seat_of(v, r->seat)->hand[size] > 0;
            struct move move = move_of(MOVE_BUILD, size, location, 0);
            if (in_hand && (!room || pulsar_claimer_of(v, location) != NOBODY))
                refuse(r, move, build_reason(r, location));
            else if (!in_hand && is_own_empty(r, pulsar))
                refuse(r, move, reason_of(REASON_NOT_IN_HAND, r->seat, size, 0));
        }
}

/* What could be placed in a turn, at any other decision of a round. */
static void block_late_constructions(struct pulsar_refusals *r)
{
    const struct pulsar_view *v = r->v;
    int bottom = v->s->agenda.frames[0].task;
    if (r->frame->task == TASK_ACT || (bottom != TASK_ROUND && bottom != TASK_PRODUCTION))
        return;
    for (int size = 0; size < SIZES; size++)
        for (int pulsar = 0; pulsar < NODE_PULSARS; pulsar++)
            if (seat_of(v, r->seat)->hand[size] > 0 && is_own_empty(r, pulsar))
                refuse(r, move_of(MOVE_BUILD, size, map_of(v)->pulsars[pulsar + 1], 0),
                       reason_of(REASON_BUILD_TURN, NOBODY, 0, 0));
}

static void block_gyrodynes(struct pulsar_refusals *r)
{
    for (int size = 0; size < SIZES; size++)
        refuse(r, move_of(MOVE_GYRODYNE, size, 0, 0),
               pulsar_gyrodyne_stock(r->v, size) == 0
                   ? reason_of(REASON_SOLD_OUT, NOBODY, size, 0)
                   : pulsar_price_reason(r, ACTION_GYRODYNE, size, 0));
    block_completions(r, MOVE_COMPLETE);
    block_constructions(r);
}

/* ---- transmitters ---------------------------------------------------------------------------- */

/* Blocks every cost of a transmitter for the same reason. */
static void block_costs(struct pulsar_refusals *r, int kind, int transmitter, struct message why)
{
    const struct pulsar_transmitter *card = &r->v->cards->transmitters[transmitter];
    for (int i = 0; i < card->dice_count; i++)
        refuse(r, move_of(kind, transmitter, card->dice[i], 0), why);
}

/* Those that the seat may pay: on offer, or its own. */
static void block_own_costs(struct pulsar_refusals *r, int kind, int transmitter)
{
    const struct pulsar_transmitter *card = &r->v->cards->transmitters[transmitter];
    enum pulsar_action action = kind == MOVE_TRANSMITTER ? ACTION_TRANSMITTER : ACTION_PAYMENT;
    for (uint64_t open = pulsar_open_costs(r->v, transmitter); open != 0;) {
        int die = card->dice[bits_pop(&open)];
        refuse(r, move_of(kind, transmitter, die, 0),
               pulsar_price_reason(r, action, transmitter, die));
    }
    for (int i = 0; i < card->dice_count; i++)
        refuse(r, move_of(kind, transmitter, card->dice[i], 0),
               reason_of(REASON_COST_COVERED, r->seat, transmitter, card->dice[i]));
}

/* Is it of a letter that was laid out in this round, and has someone taken one of those? */
static bool may_be_fresh(const struct pulsar_view *v, int transmitter)
{
    int first = ON_OFFER * (v->s->round - 1) / TRANSMITTERS_OF_LETTER;
    int last = (ON_OFFER * v->s->round - 1) / TRANSMITTERS_OF_LETTER;
    int letter = v->cards->transmitters[transmitter].letter;
    bool taken = v->s->offer[0] == 0 || v->s->offer[1] == 0 || v->s->offer[2] == 0;
    return taken && letter >= first && letter <= last;
}

static void block_others_transmitters(struct pulsar_refusals *r, int owner)
{
    const struct pulsar_seat *other = seat_of(r->v, owner);
    for (uint64_t theirs = other->transmitters; theirs != 0;) {
        int transmitter = 1 + (int)bits_pop(&theirs);
        if (may_be_fresh(r->v, transmitter))
            block_costs(r, MOVE_TRANSMITTER, transmitter,
                        reason_of(REASON_TRANSMITTER_TAKEN, owner, transmitter, 0));
        if (!(other->online >> (transmitter - 1) & 1))
            block_costs(r, MOVE_PAY_TRANSMITTER, transmitter,
                        reason_of(REASON_TRANSMITTER_OTHER, owner, transmitter, 0));
    }
}

static void block_transmitters(struct pulsar_refusals *r)
{
    const struct pulsar_view *v = r->v;
    const struct pulsar_seat *me = seat_of(v, r->seat);
    for (int i = 0; i < ON_OFFER; i++)
        if (v->s->offer[i] != 0)
            block_own_costs(r, MOVE_TRANSMITTER, v->s->offer[i]);
    for (uint64_t own = me->transmitters & ~me->online; own != 0;)
        block_own_costs(r, MOVE_PAY_TRANSMITTER, 1 + (int)bits_pop(&own));
    for (int seat = 0; seat < players_of(v); seat++)
        if (seat != r->seat)
            block_others_transmitters(r, seat);
    for (uint64_t online = me->online; online != 0;) {
        int transmitter = 1 + (int)bits_pop(&online);
        if (row_with(v, v->cards->transmitters[transmitter].production, OP_BUY) != NULL)
            refuse(r, move_of(MOVE_BUY, transmitter, 0, 0),
                   reason_of(REASON_BUY_LATER, NOBODY, 0, 0));
    }
}

/* ---- projects and patents -------------------------------------------------------------------- */

static struct message needs_reason(const struct pulsar_refusals *r, int place)
{
    int have = seat_of(r->v, r->seat)->projects;
    uint64_t missing = (uint64_t)(pulsar_project_needs[place] & ~have);
    int count = bits_count(missing);
    assert(count > 0);
    int first = pulsar_project_id(r->v, r->seat, (int)bits_pop(&missing));
    if (place == TOP)
        return reason_of(REASON_PROJECT_TOP, r->seat, count, first);
    if (place == THIRD_1 || place == THIRD_2)
        return reason_of(REASON_PROJECT_UNDER, r->seat, first, 0);
    if (missing == 0)
        return reason_of(REASON_PROJECT_BELOW, r->seat, first, 0);
    return reason_of(REASON_PROJECT_BELOW_TWO, r->seat, first,
                     pulsar_project_id(r->v, r->seat, (int)bits_first(missing)));
}

/* It brings a red die, and the bonus die of the turn is not free. */
static struct message doubler_reason(const struct pulsar_refusals *r)
{
    return r->v->s->bonus == BONUS_USED
               ? reason_of(REASON_DOUBLER_USED, r->seat, 0, 0)
               : reason_of(REASON_DOUBLER_RESERVED, r->seat, r->v->s->red, 0);
}

static struct message project_reason(const struct pulsar_refusals *r, int place)
{
    int id = pulsar_project_id(r->v, r->seat, place);
    switch (pulsar_project_refusal(r->v, r->seat, place)) {
    case PROJECT_DONE:
        return reason_of(REASON_PROJECT_DONE, r->seat, id, 0);
    case PROJECT_NEEDS:
        return needs_reason(r, place);
    case PROJECT_BONUS:
        return doubler_reason(r);
    case PROJECT_FINE:
        break;
    }
    return pulsar_price_reason(r, ACTION_PROJECT, id, 0);
}

/* The seats that have patented it; NOBODY where there are fewer. */
static void patentees(const struct pulsar_view *v, int index, int seats[2])
{
    int count = 0;
    seats[0] = seats[1] = NOBODY;
    for (int seat = 0; seat < players_of(v) && count < 2; seat++)
        if (seat_of(v, seat)->patents >> index & 1)
            seats[count++] = seat;
}

static struct message patent_reason(const struct pulsar_refusals *r, int index)
{
    const struct pulsar_view *v = r->v;
    const struct pulsar_tech *tech = tech_at(v, index);
    const struct effect *bought = row_with(v, tech->effect, OP_BUY_RED);
    int seats[2], id = pulsar_tech_id(v, index);
    patentees(v, index, seats);
    switch (pulsar_patent_refusal(v, r->seat, index)) {
    case PATENT_ROW:
        return reason_of(REASON_PATENT_ROW, NOBODY, tech->row, 0);
    case PATENT_OWN:
        return reason_of(REASON_PATENT_OWN, r->seat, id, 0);
    case PATENT_FULL:
        return reason_of(REASON_PATENT_FULL, NOBODY, seats[0], seats[1]);
    case PATENT_FRESH:
        return reason_of(REASON_PATENT_FRESH, seats[0], id, 0);
    case PATENT_LOCK:
        return reason_of(REASON_PATENT_LOCK, seats[0], id, 0);
    case PATENT_BONUS:
        return bought != NULL ? reason_of(REASON_PATENT_RED, r->seat, 0, 0) : doubler_reason(r);
    case PATENT_CUBES:
        assert(bought != NULL && bought->a > seat_of(v, r->seat)->cubes);
        return reason_of(REASON_PATENT_CUBES, r->seat, bought->a - seat_of(v, r->seat)->cubes, 0);
    case PATENT_FINE:
        break;
    }
    return pulsar_price_reason(r, ACTION_PATENT, index, 0);
}

static void block_boards(struct pulsar_refusals *r)
{
    const struct pulsar_view *v = r->v;
    for (int place = 0; seat_of(v, r->seat)->side != 0 && place < PROJECTS_OF_SIDE; place++)
        refuse(r, move_of(MOVE_PROJECT, pulsar_project_id(v, r->seat, place), 0, 0),
               project_reason(r, place));
    for (int index = 0; index < TECHS_IN_PLAY; index++) {
        const struct pulsar_tech *tech = tech_at(v, index);
        refuse(r, move_of(MOVE_PATENT, pulsar_tech_id(v, index), 0, 0), patent_reason(r, index));
        if ((seat_of(v, r->seat)->patents >> index & 1) && tech->type == TYPE_FINAL &&
            row_with(v, tech->effect, OP_BUY) != NULL)
            refuse(r, move_of(MOVE_DEAL, pulsar_tech_id(v, index), 0, 0),
                   reason_of(REASON_DEAL_LATER, NOBODY, 0, 0));
    }
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        refuse(r, move_of(MOVE_GOAL_BONUS, v->s->goals[i], 0, 0),
               reason_of(REASON_GOAL_LATER, NOBODY, 0, 0));
}

/* ---- the turn -------------------------------------------------------------------------------- */

static struct message fly_reason(const struct pulsar_refusals *r)
{
    struct pulsar_purse purse = pulsar_purse_of(r->v, r->seat);
    struct pulsar_price price = pulsar_price_of(r->v, ACTION_FLY, 0, 0);
    if (purse.all == 0)
        return reason_of(REASON_NO_DICE, r->seat, 0, 0);
    return purse.scopes & price.scopes ? reason_of(REASON_FLY_ERRAND, r->seat, 0, 0)
                                       : reason_of(REASON_FLY_ZERO, NOBODY, 0, 0);
}

void pulsar_block_turn(struct pulsar_refusals *r)
{
    refuse(r, move_of(MOVE_FLY, 0, 0, 0), fly_reason(r));
    block_gyrodynes(r);
    block_transmitters(r);
    block_boards(r);
    for (int modifier = 0; modifier < MODIFIERS; modifier++)
        refuse(r, move_of(MOVE_MODIFIER, modifier, 0, 0),
               pulsar_price_reason(r, ACTION_MODIFIER, modifier, 0));
    refuse(r, move_of(MOVE_END, 0, 0, 0), reason_of(REASON_RED_UNSPENT, r->seat, r->v->s->red, 0));
}

int pulsar_blocked(const struct ruleset *rules, const void *state, struct blocked *blocked)
{
    struct pulsar_view v = pulsar_view_of(rules, state);
    struct pulsar_refusals r = {.v = &v, .list = {.list = blocked}};
    if (block_task(&r))
        block_late_constructions(&r);
    return r.list.count;
}
