/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what is blocked at the choices outside the turn: flights and what they bring, links,
 * effects, purchases in production, goals in the final scoring. */

#include "reasons.h"

/* ---- flights --------------------------------------------------------------------------------- */

/* Blocks the gate run of a project in its colour, or in all three if it has none of its own. */
static void block_run(struct pulsar_refusals *r, int project, int colour, struct message why)
{
    for (int each = GREEN; each <= ORANGE; each++)
        if (colour == each || colour == COLOUR_ANY)
            refuse(r, move_of(MOVE_GATE_RUN, project, each, 0), why);
}

void pulsar_block_runs(struct pulsar_refusals *r)
{
    const struct pulsar_view *v = r->v;
    const struct pulsar_seat *me = seat_of(v, r->seat);
    for (int place = 0; place < PROJECTS_OF_SIDE; place++) {
        const struct effect *run = pulsar_gate_run_of(v, r->seat, place);
        if (run == NULL)
            continue;
        int project = pulsar_project_id(v, r->seat, place);
        if (!(me->projects >> place & 1))
            block_run(r, project, run->a, reason_of(REASON_RUN_UNDONE, r->seat, project, 0));
        else if (me->runs >> place & 1)
            block_run(r, project, run->a, reason_of(REASON_RUN_USED, r->seat, project, 0));
        else
            block_run(r, project, COLOUR_ANY,
                      reason_of(REASON_RUN_COLOUR, NOBODY, project, run->a));
    }
}

/* Could the flight go there next, if it had this length and errand? */
static bool can_step(const struct pulsar_view *v, int to, int length, struct pulsar_errand errand)
{
    uint8_t next[LINKS_MAX];
    int count = pulsar_next_locations(map_of(v), v->s->path, v->s->flight_at, length, errand, next);
    for (int i = 0; i < count; i++)
        if (next[i] == to)
            return true;
    return false;
}

/* Why the flight cannot continue to a neighbour. */
static struct message step_reason(const struct pulsar_view *v, int to)
{
    const struct pulsar_state *s = v->s;
    const struct pulsar_errand none = {0};
    int rest = s->flight_length - s->flight_at - 1;
    if (node_of(v, to)->kind == NODE_ENTRY)
        return reason_of(REASON_STEP_ENTRY, NOBODY, 0, 0);
    if (!can_step(v, to, s->flight_at + 1, none))
        return reason_of(REASON_STEP_USED, NOBODY, to, 0);
    if (!can_step(v, to, s->flight_length, none))
        return reason_of(REASON_STEP_LENGTH, NOBODY, to, rest);
    if (s->flight_scope == SCOPE_CLAIM)
        return reason_of(REASON_STEP_CLAIM, NOBODY, to, 0);
    return reason_of(REASON_STEP_GATE, NOBODY, to, s->flight_scope - SCOPE_GREEN + GREEN);
}

/* Neighbours, then what lies behind them and seems near. */
void pulsar_block_steps(struct pulsar_refusals *r)
{
    const struct pulsar_view *v = r->v;
    int here = v->s->path[v->s->flight_at];
    const struct pulsar_node *node = node_of(v, here);
    for (int i = 0; i < node->link_count; i++)
        refuse(r, move_of(MOVE_STEP, node->links[i].to, 0, 0), step_reason(v, node->links[i].to));
    for (int i = 0; i < node->link_count; i++) {
        const struct pulsar_node *behind = node_of(v, node->links[i].to);
        for (int k = 0; k < behind->link_count; k++)
            if (behind->links[k].to != here)
                refuse(r, move_of(MOVE_STEP, behind->links[k].to, 0, 0),
                       reason_of(REASON_STEP_FAR, NOBODY, here, behind->links[k].to));
    }
    for (int pulsar = ROUTE_PULSARS; pulsar < NODE_PULSARS; pulsar++)
        refuse(r, move_of(MOVE_STEP, map_of(v)->pulsars[pulsar + 1], 0, 0),
               reason_of(REASON_STEP_ISOLATED, NOBODY, 0, 0));
    refuse(r, move_of(MOVE_PASS, 0, 0, 0),
           reason_of(REASON_STEP_EXACT, NOBODY, as_flight(r->frame)->segments_left, 0));
}

void pulsar_block_bonus(struct pulsar_refusals *r)
{
    refuse(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_BONUS_PICK, r->seat, 0, 0));
}

/* ---- links ----------------------------------------------------------------------------------- */

static bool is_free_end(const struct pulsar_view *v, int transmitter, int end)
{
    return v->cards->transmitters[transmitter].ends[end] != END_NONE &&
           v->s->joined[transmitter - 1][end] == 0;
}

static struct message end_reason(const struct pulsar_view *v, int transmitter, int end)
{
    return v->cards->transmitters[transmitter].ends[end] == END_NONE
               ? reason_of(REASON_END_NONE, NOBODY, transmitter, end)
               : reason_with(REASON_END_JOINED, NOBODY, transmitter, end,
                             v->s->joined[transmitter - 1][end]);
}

/* All pairs of ends with an own transmitter. */
static void block_own_ends(struct pulsar_refusals *r, int new, int other)
{
    for (int end = 0; end < 2; end++)
        for (int new_end = 0; new_end < 2; new_end++)
            refuse(r, move_of(MOVE_LINK, other, end, new_end),
                   is_free_end(r->v, other, end) ? end_reason(r->v, new, new_end)
                                                 : end_reason(r->v, other, end));
}

/* The free ends of another seat, with the first end that could be linked. */
static void block_others_ends(struct pulsar_refusals *r, int new, int owner)
{
    int new_end = is_free_end(r->v, new, 0) ? 0 : 1;
    for (uint64_t theirs = seat_of(r->v, owner)->transmitters; theirs != 0;) {
        int other = 1 + (int)bits_pop(&theirs);
        for (int end = 0; end < 2; end++)
            if (is_free_end(r->v, other, end))
                refuse(r, move_of(MOVE_LINK, other, end, new_end),
                       reason_of(REASON_LINK_OTHER, owner, other, 0));
    }
}

void pulsar_block_links(struct pulsar_refusals *r)
{
    int new = as_link(r->frame)->transmitter;
    for (uint64_t own = seat_of(r->v, r->seat)->transmitters; own != 0;) {
        int other = 1 + (int)bits_pop(&own);
        if (other != new)
            block_own_ends(r, new, other);
    }
    for (int seat = 0; seat < players_of(r->v); seat++)
        if (seat != r->seat)
            block_others_ends(r, new, seat);
}

/* ---- effects --------------------------------------------------------------------------------- */

/* Why a gyrodyne of a size that is in stock cannot be taken. */
static struct message size_reason(const struct pulsar_refusals *r, int size)
{
    const struct pulsar_size_task *task = as_size(r->frame);
    uint64_t sizes = task->sizes;
    if (task->taken >> size & 1)
        return reason_of(REASON_SIZE_SAME, NOBODY, size, 0);
    int first = (int)bits_pop(&sizes);
    return sizes == 0 ? reason_of(REASON_SIZE_ONE, NOBODY, first, 0)
                      : reason_of(REASON_SIZE_TWO, NOBODY, first, bits_first(sizes));
}

void pulsar_block_sizes(struct pulsar_refusals *r)
{
    for (int size = 0; size < SIZES; size++)
        refuse(r, move_of(MOVE_SIZE, size, 0, 0),
               (as_size(r->frame)->sizes >> size & 1) ? reason_of(REASON_SOLD_OUT, NOBODY, size, 0)
                                                      : size_reason(r, size));
}

/* Isolated pulsars of others, and those on routes that a ship could claim. */
void pulsar_block_isolated(struct pulsar_refusals *r)
{
    for (int pulsar = 0; pulsar < NODE_PULSARS; pulsar++) {
        int location = map_of(r->v)->pulsars[pulsar + 1];
        int owner = pulsar_claimer_of(r->v, location);
        if (owner == NOBODY)
            refuse(r, move_of(MOVE_CLAIM, location, 0, 0),
                   reason_of(REASON_NOT_ISOLATED, NOBODY, location, 0));
        else if (pulsar >= ROUTE_PULSARS)
            refuse(r, move_of(MOVE_CLAIM, location, 0, 0),
                   reason_of(REASON_CLAIMED, owner, location, 0));
    }
}

/* Of the gates only the one where the ship is, which would change nothing. */
void pulsar_block_teleport(struct pulsar_refusals *r)
{
    const struct pulsar_map *map = map_of(r->v);
    enum pulsar_reason other = as_teleport(r->frame)->destination == TO_SYSTEM
                                   ? REASON_TELEPORT_SYSTEM
                                   : REASON_TELEPORT_PULSAR;
    for (int location = 1; location <= map->node_count; location++) {
        int kind = map->nodes[location].kind;
        if (kind == NODE_GATE && location != seat_of(r->v, r->seat)->ship)
            continue;
        refuse(r, move_of(MOVE_TELEPORT, location, 0, 0),
               reason_of(kind == NODE_ENTRY      ? REASON_TELEPORT_ENTRY
                         : kind == NODE_ISOLATED ? REASON_TELEPORT_ISOLATED
                                                 : other,
                         NOBODY, 0, 0));
    }
    refuse(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_TELEPORT_MUST, NOBODY, 0, 0));
}

/* ---- production ------------------------------------------------------------------------------ */

void pulsar_block_purchases(struct pulsar_refusals *r)
{
    const struct pulsar_view *v = r->v;
    const struct pulsar_seat *me = seat_of(v, r->seat);
    uint64_t left = pulsar_purchases_left(as_buy(r->frame));
    for (uint64_t own = me->transmitters; own != 0;) {
        unsigned i = bits_pop(&own);
        int transmitter = (int)i + 1;
        const struct effect *row =
            row_with(v, v->cards->transmitters[transmitter].production, OP_BUY);
        if (row == NULL)
            continue;
        refuse(r, move_of(MOVE_BUY, transmitter, 0, 0),
               !(me->online >> i & 1) ? reason_of(REASON_BUY_OFFLINE, NOBODY, transmitter, 0)
               : !(left >> i & 1)     ? reason_of(REASON_BOUGHT, r->seat, transmitter, 0)
                                  : reason_of(REASON_BUY_CUBES, r->seat, row->a - me->cubes, 0));
    }
}

/* ---- goals ----------------------------------------------------------------------------------- */

void pulsar_block_split(struct pulsar_refusals *r)
{
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        const struct pulsar_goal *goal = &r->v->cards->goals[r->v->s->goals[i]];
        int number = r->v->s->goals[i];
        int missing = goal->number - pulsar_noun_count(r->v, r->seat, goal->noun);
        bool about =
            goal->noun == NOUN_SPINNING || goal->noun == NOUN_TYPES || goal->noun == NOUN_SAME;
        refuse(r, move_of(MOVE_GOAL, number, 0, 0),
               !about        ? reason_of(REASON_SPLIT_OTHER, NOBODY, number, 0)
               : missing > 0 ? reason_of(REASON_GOAL_UNMET, r->seat, number, missing)
                             : reason_of(REASON_GOAL_SPLIT, NOBODY, number, 0));
    }
    refuse(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_SPLIT_PICK, r->seat, 0, 0));
}

void pulsar_block_wild(struct pulsar_refusals *r)
{
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        refuse(r, move_of(MOVE_GOAL, r->v->s->goals[i], 0, 0),
               reason_of(REASON_WILD_ACHIEVED, r->seat, r->v->s->goals[i], 0));
}

/* Why the next bonus of goal `number`, which the seat has achieved, cannot be bought. */
static struct message bonus_reason(const struct pulsar_refusals *r, int number)
{
    int id = r->v->s->goals[number], cubes = seat_of(r->v, r->seat)->cubes;
    const struct pulsar_goal *goal = &r->v->cards->goals[id];
    int bought = pulsar_bonuses_bought(as_goal_bonus(r->frame), number);
    if (bought >= goal->bonus_count)
        return reason_of(REASON_GOAL_BONUSES, r->seat, id, 0);
    int missing = goal->bonus[bought] - cubes;
    if (bought > 0)
        return reason_of(REASON_GOAL_SECOND, r->seat, missing, 0);
    bool second = goal->bonus_count > 1 && goal->bonus[1] <= cubes;
    return reason_of(second ? REASON_GOAL_FIRST : REASON_GOAL_CUBES, r->seat, missing, 0);
}

static struct message goal_reason(const struct pulsar_refusals *r, int number)
{
    const struct pulsar_view *v = r->v;
    int id = v->s->goals[number];
    const struct pulsar_goal *goal = &v->cards->goals[id];
    if (seat_of(v, r->seat)->goals >> number & 1)
        return bonus_reason(r, number);
    int missing = goal->number - pulsar_noun_count(v, r->seat, goal->noun);
    return missing > 0 ? reason_of(REASON_GOAL_UNMET, r->seat, id, missing)
                       : reason_of(REASON_GOAL_SPLIT, NOBODY, id, 0);
}

void pulsar_block_goal_bonuses(struct pulsar_refusals *r)
{
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        refuse(r, move_of(MOVE_GOAL_BONUS, r->v->s->goals[i], 0, 0), goal_reason(r, i));
}
