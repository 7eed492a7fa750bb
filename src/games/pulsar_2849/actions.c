/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what can be done in a turn, and how it can be paid. Changes nothing. */

#include "pulsar.h"

enum { ONCE = 1 << SCOPE_ONCE };

/* ---- prices ---------------------------------------------------------------------------------- */

/* Those that bring a red die that must be used: the bonus die must be free, and only a silver die
 * pays. */
static uint32_t reserving_techs(const struct pulsar_view *v)
{
    return TECHS_WITH(v, op_techs, OP_DOUBLE) | TECHS_WITH(v, op_techs, OP_BUY_RED);
}

struct pulsar_price pulsar_price_of(const struct pulsar_view *v, enum pulsar_action action, int a,
                                    int b)
{
    const struct pulsar_gyrodyne *gyrodynes = v->cards->gyrodynes;
    switch (action) {
    case ACTION_FLY:
        return (struct pulsar_price){
            0, ONCE | 1 << SCOPE_GREEN | 1 << SCOPE_MAGENTA | 1 << SCOPE_ORANGE | 1 << SCOPE_CLAIM,
            false};
    case ACTION_GYRODYNE:
        assert(a >= 0 && a < SIZES);
        return (struct pulsar_price){1u << gyrodynes[a].take, ONCE, false};
    case ACTION_COMPLETE: {
        int ring = v->s->gyrodynes[node_of(v, a)->number - 1];
        assert(ring >= RING_UNFINISHED && ring < RING_SPINNING);
        return (struct pulsar_price){1u << gyrodynes[ring - RING_UNFINISHED].complete,
                                     ONCE | 1 << SCOPE_COMPLETION, false};
    }
    case ACTION_TRANSMITTER:
    case ACTION_PAYMENT:
        assert(b >= 1 && b <= DIE_SIDES);
        return (struct pulsar_price){1u << b, ONCE | 1 << SCOPE_PAYMENT, false};
    case ACTION_PROJECT: {
        const struct pulsar_project *project = &v->cards->projects[a];
        return (struct pulsar_price){1u << project->die, ONCE | 1 << SCOPE_PROJECT,
                                     project->reserves};
    }
    case ACTION_PATENT:
        return (struct pulsar_price){1u << tech_at(v, a)->cost, ONCE | 1 << SCOPE_PATENT,
                                     reserving_techs(v) >> a & 1};
    case ACTION_MODIFIER:
        assert(a >= 0 && a < MODIFIERS);
        return (struct pulsar_price){v->cards->modifiers[a].dice, ONCE, false};
    case ACTION_NONE:
    case ACTIONS:
        break;
    }
    assert(!"nothing else is paid for");
    return (struct pulsar_price){0};
}

/* ---- patents --------------------------------------------------------------------------------- */

/* The technologies of the rows up to a round, as bits of their index. */
static const uint32_t rows_open[ROUNDS + 1] = {0,     0x7,    0x3f,   0xff,   0x3ff,
                                               0xfff, 0x3fff, 0xffff, 0x1ffff};

/* The technologies that have an owner, and those that have two. */
static void owners(const struct pulsar_view *v, uint32_t *once, uint32_t *twice)
{
    *once = *twice = 0;
    for (int seat = 0; seat < players_of(v); seat++) {
        uint32_t patents = seat_of(v, seat)->patents;
        *twice |= *once & patents;
        *once |= patents;
    }
}

uint32_t pulsar_open_patents(const struct pulsar_view *v, int seat)
{
    assert(v->s->round <= ROUNDS);
    const struct pulsar_seat *me = seat_of(v, seat);
    uint32_t once, twice, lock = TECHS_WITH(v, icon_techs, 1);
    owners(v, &once, &twice);
    uint32_t open = rows_open[v->s->round] & ~me->patents & ~twice & ~(lock & v->s->fresh);
    if (players_of(v) == 2)
        open &= ~(lock & once);
    if (v->s->bonus != BONUS_FREE)
        open &= ~reserving_techs(v);
    for (uint64_t bought = open & TECHS_WITH(v, op_techs, OP_BUY_RED); bought != 0;) {
        unsigned index = bits_pop(&bought);
        if (me->cubes < row_with(v, tech_at(v, (int)index)->effect, OP_BUY_RED)->a)
            open &= ~(1u << index);
    }
    return open;
}

/* The first thing that is wrong, in the order of what can be mended least. */
enum pulsar_patent_refusal pulsar_patent_refusal(const struct pulsar_view *v, int seat, int index)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    uint32_t once, twice, tech = 1u << index;
    bool lock = tech_at(v, index)->icons == 1;
    owners(v, &once, &twice);
    if (pulsar_open_patents(v, seat) & tech)
        return PATENT_FINE;
    if (!(rows_open[v->s->round] & tech))
        return PATENT_ROW;
    if (me->patents & tech)
        return PATENT_OWN;
    if (twice & tech)
        return PATENT_FULL;
    if (lock && players_of(v) == 2 && (once & tech))
        return PATENT_LOCK;
    if (lock && (v->s->fresh & tech))
        return PATENT_FRESH;
    assert(reserving_techs(v) & tech);
    return v->s->bonus != BONUS_FREE ? PATENT_BONUS : PATENT_CUBES;
}

static int offer_patents(const struct pulsar_view *v, int seat, const struct pulsar_purse *purse,
                         struct move *moves, int count)
{
    uint32_t open = pulsar_open_patents(v, seat), special = reserving_techs(v), payable = 0;
    unsigned all = pulsar_purse_reach(purse, ONCE | 1 << SCOPE_PATENT, false);
    unsigned silver = pulsar_purse_reach(purse, ONCE | 1 << SCOPE_PATENT, true);
    for (int cost = 1; cost <= DIE_SIDES; cost++) {
        if (!(all >> cost & 1))
            continue;
        uint32_t techs = TECHS_WITH(v, cost_techs, cost);
        payable |= silver >> cost & 1 ? techs : techs & ~special;
    }
    for (uint64_t techs = open & payable; techs != 0;)
        count = offer(moves, count, MOVE_PATENT, pulsar_tech_id(v, (int)bits_pop(&techs)), 0, 0);
    return count;
}

/* ---- projects -------------------------------------------------------------------------------- */

int pulsar_project_id(const struct pulsar_view *v, int seat, int place)
{
    assert(seat_of(v, seat)->side != 0 && place >= 0 && place < PROJECTS_OF_SIDE);
    return 1 + (seat_of(v, seat)->side - 1) * PROJECTS_OF_SIDE + place;
}

enum pulsar_project_refusal pulsar_project_refusal(const struct pulsar_view *v, int seat, int place)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    if (me->projects >> place & 1)
        return PROJECT_DONE;
    if (pulsar_project_needs[place] & ~me->projects)
        return PROJECT_NEEDS;
    if (v->s->bonus != BONUS_FREE && v->cards->projects[pulsar_project_id(v, seat, place)].reserves)
        return PROJECT_BONUS;
    return PROJECT_FINE;
}

unsigned pulsar_open_projects(const struct pulsar_view *v, int seat)
{
    unsigned open = 0;
    for (int place = 0; seat_of(v, seat)->side != 0 && place < PROJECTS_OF_SIDE; place++)
        if (pulsar_project_refusal(v, seat, place) == PROJECT_FINE)
            open |= 1u << place;
    return open;
}

static int offer_projects(const struct pulsar_view *v, int seat, const struct pulsar_purse *purse,
                          struct move *moves, int count)
{
    for (uint64_t open = pulsar_open_projects(v, seat); open != 0;) {
        int id = pulsar_project_id(v, seat, (int)bits_pop(&open));
        struct pulsar_price price = pulsar_price_of(v, ACTION_PROJECT, id, 0);
        if (pulsar_purse_reach(purse, price.scopes, price.silver_alone) & price.costs)
            count = offer(moves, count, MOVE_PROJECT, id, 0, 0);
    }
    return count;
}

/* ---- transmitters ---------------------------------------------------------------------------- */

unsigned pulsar_open_costs(const struct pulsar_view *v, int transmitter)
{
    assert(transmitter >= 1 && transmitter <= v->cards->transmitter_count);
    const struct pulsar_transmitter *card = &v->cards->transmitters[transmitter];
    return (unsigned)bits_below(card->dice_count) & ~(unsigned)v->s->paid[transmitter - 1];
}

/* Costs of a transmitter that the values can pay: each value once. */
static int offer_costs(const struct pulsar_view *v, int transmitter, unsigned values, int kind,
                       struct move *moves, int count)
{
    const struct pulsar_transmitter *card = &v->cards->transmitters[transmitter];
    unsigned costs = 0;
    for (uint64_t open = pulsar_open_costs(v, transmitter); open != 0;)
        costs |= 1u << card->dice[bits_pop(&open)];
    for (uint64_t payable = costs & values; payable != 0;)
        count = offer(moves, count, kind, transmitter, (int)bits_pop(&payable), 0);
    return count;
}

static int offer_transmitters(const struct pulsar_view *v, int seat,
                              const struct pulsar_purse *purse, struct move *moves, int count)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    unsigned values = pulsar_purse_reach(purse, ONCE | 1 << SCOPE_PAYMENT, false);
    for (int i = 0; i < ON_OFFER; i++)
        if (v->s->offer[i] != 0)
            count = offer_costs(v, v->s->offer[i], values, MOVE_TRANSMITTER, moves, count);
    for (uint64_t own = me->transmitters & ~me->online; own != 0;)
        count = offer_costs(v, 1 + (int)bits_pop(&own), values, MOVE_PAY_TRANSMITTER, moves, count);
    return count;
}

/* ---- gyrodynes and modifiers ----------------------------------------------------------------- */

static int offer_gyrodynes(const struct pulsar_view *v, int seat, const struct pulsar_purse *purse,
                           struct move *moves, int count)
{
    unsigned taking = pulsar_purse_reach(purse, ONCE, false);
    unsigned completing = pulsar_purse_reach(purse, ONCE | 1 << SCOPE_COMPLETION, false);
    unsigned in_stock = pulsar_sizes_in_stock(v);
    for (int size = 0; size < SIZES; size++)
        if ((taking >> v->cards->gyrodynes[size].take & 1) && (in_stock >> size & 1))
            count = offer(moves, count, MOVE_GYRODYNE, size, 0, 0);
    for (uint64_t own = seat_of(v, seat)->claims; own != 0;) {
        unsigned pulsar = bits_pop(&own);
        int size = v->s->gyrodynes[pulsar] - RING_UNFINISHED;
        if (size >= 0 && size < SIZES && (completing >> v->cards->gyrodynes[size].complete & 1))
            count = offer(moves, count, MOVE_COMPLETE, map_of(v)->pulsars[pulsar + 1], 0, 0);
    }
    return count;
}

static int offer_modifiers(const struct pulsar_view *v, const struct pulsar_purse *purse,
                           struct move *moves, int count)
{
    unsigned values = pulsar_purse_reach(purse, ONCE, false);
    for (int modifier = 0; modifier < MODIFIERS; modifier++)
        if (v->cards->modifiers[modifier].dice & values)
            count = offer(moves, count, MOVE_MODIFIER, modifier, 0, 0);
    return count;
}

int pulsar_offer_constructions(const struct pulsar_view *v, int seat, struct move *moves, int count)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    for (int size = 0; size < SIZES; size++) {
        if (me->hand[size] == 0)
            continue;
        for (uint64_t own = me->claims; own != 0;) {
            unsigned pulsar = bits_pop(&own);
            if (v->s->gyrodynes[pulsar] == RING_NONE)
                count = offer(moves, count, MOVE_BUILD, size, map_of(v)->pulsars[pulsar + 1], 0);
        }
    }
    return count;
}

/* ---- the turn -------------------------------------------------------------------------------- */

struct pulsar_errand pulsar_errand_of(const struct pulsar_view *v, int seat, int scope)
{
    if (scope >= SCOPE_GREEN && scope <= SCOPE_ORANGE)
        return (struct pulsar_errand){.colour = (uint8_t)(scope - SCOPE_GREEN + GREEN)};
    if (scope != SCOPE_CLAIM)
        return (struct pulsar_errand){0};
    unsigned open = (unsigned)bits_below(ROUTE_PULSARS) & ~pulsar_claimed_pulsars(v);
    return (struct pulsar_errand){.claims = true,
                                  .pulsars = pulsar_rings_left(v, seat) > 0 ? open : 0};
}

static bool flight_exists(const struct pulsar_view *v, int seat, int length, int scope)
{
    return length <= FLIGHT_MAX &&
           pulsar_trail_exists(map_of(v), seat_of(v, seat)->ship, length,
                               (struct pulsar_segments){{0}}, pulsar_errand_of(v, seat, scope));
}

/* A flight of every length exists everywhere (read_boards.c makes sure); only a lone 0 needs a
 * tolerance and what it asks for. */
bool pulsar_can_fly(const struct pulsar_view *v, int seat, const struct pulsar_purse *purse)
{
    if (purse->all & ~1u)
        return true;
    for (int scope = 1; (purse->all & 1) && scope < SCOPE_COUNT; scope++)
        if ((purse->scopes & pulsar_price_of(v, ACTION_FLY, 0, 0).scopes) >> scope & 1 &&
            flight_exists(v, seat, 1, scope))
            return true;
    return false;
}

bool pulsar_may_end_turn(const struct pulsar_view *v)
{
    return v->s->bonus != BONUS_RESERVED;
}

int pulsar_offer_actions(const struct pulsar_view *v, int seat, struct move *moves)
{
    struct pulsar_purse purse = pulsar_purse_of(v, seat);
    int count = 0;
    if (purse.all != 0) {
        if (pulsar_can_fly(v, seat, &purse))
            count = offer(moves, count, MOVE_FLY, 0, 0, 0);
        count = offer_gyrodynes(v, seat, &purse, moves, count);
        count = offer_transmitters(v, seat, &purse, moves, count);
        count = offer_projects(v, seat, &purse, moves, count);
        count = offer_patents(v, seat, &purse, moves, count);
        count = offer_modifiers(v, &purse, moves, count);
    }
    return pulsar_offer_constructions(v, seat, moves, count);
}

/* ---- payments -------------------------------------------------------------------------------- */

/* The ways to pay being listed. */
struct ways {
    const struct pulsar_view *v;
    int seat;
    struct pulsar_price price;
    uint16_t scopes; /* tolerances that the seat has for it */
    struct move *moves;
    int count, enough; /* this many are listed, or a few more */
};

static bool is_payment(const struct ways *ways, int value, int scope)
{
    if (value < 1 || value > FLIGHT_MAX)
        return false;
    if (ways->price.costs != 0)
        return ways->price.costs >> value & 1;
    return scope == SCOPE_NONE || scope == SCOPE_ONCE ||
           flight_exists(ways->v, ways->seat, value, scope);
}

/* The die with this token, as it is and with each tolerance; where it pays a cost as it is a
 * tolerance would bring nothing. */
static void add_ways(struct ways *ways, int die, int change)
{
    int value = pulsar_die_value(die) + pulsar_change_amount[change];
    if (value < 0)
        return;
    bool pays = is_payment(ways, value, SCOPE_NONE);
    if (pays)
        ways->count = change == CHANGE_NONE
                          ? offer(ways->moves, ways->count, MOVE_PAY, die, 0, 0)
                          : offer(ways->moves, ways->count, MOVE_PAY_TOKEN, die, change, 0);
    if (pays && ways->price.costs != 0)
        return;
    for (uint64_t scopes = ways->scopes; scopes != 0;) {
        int scope = (int)bits_pop(&scopes);
        for (int less = 0; less < 2; less++) {
            int off = off_of(scope, less);
            if (!is_payment(ways, value + off_amount(off), scope))
                continue;
            ways->count = change == CHANGE_NONE
                              ? offer(ways->moves, ways->count, MOVE_PAY_OFF, die, off, 0)
                              : offer(ways->moves, ways->count, MOVE_PAY_BOTH, die, change, off);
        }
    }
}

static void add_dice(struct ways *ways, enum pulsar_die_source source, unsigned values)
{
    const uint8_t *tokens = seat_of(ways->v, ways->seat)->tokens;
    for (uint64_t rest = values; rest != 0 && ways->count < ways->enough;) {
        int die = pulsar_die_of(source, (int)bits_pop(&rest));
        add_ways(ways, die, CHANGE_NONE);
        if (tokens[PLUS_MINUS] > 0) {
            add_ways(ways, die, CHANGE_LESS);
            add_ways(ways, die, CHANGE_MORE);
        }
        if (tokens[PLUS_TWO] > 0)
            add_ways(ways, die, CHANGE_TWO);
    }
}

int pulsar_offer_payments(const struct pulsar_view *v, const struct frame *frame,
                          struct move *moves)
{
    return pulsar_offer_first_payments(v, frame, moves, MOVES_MAX);
}

int pulsar_offer_first_payments(const struct pulsar_view *v, const struct frame *frame,
                                struct move *moves, int enough)
{
    const struct pulsar_pay_task *pay = as_pay(frame);
    int seat = pay->seat;
    struct ways ways = {.v = v, .seat = seat, .moves = moves, .enough = enough};
    ways.price = pulsar_price_of(v, pay->action, pay->about, pay->die);
    ways.scopes = ways.price.scopes & pulsar_scopes_left(v, seat);
    add_dice(&ways, DIE_SILVER, pulsar_silver_values(v, seat));
    if (ways.price.silver_alone)
        return ways.count;
    if (v->s->bonus == BONUS_RESERVED)
        add_dice(&ways, DIE_RED, pulsar_bonus_values(v, seat));
    if (v->s->bonus != BONUS_FREE)
        return ways.count;
    add_dice(&ways, DIE_LINK, v->s->link_dice);
    add_dice(&ways, DIE_PLANET, v->s->planet_dice);
    add_dice(&ways, DIE_COPY, pulsar_copy_values(v, seat));
    return ways.count;
}
