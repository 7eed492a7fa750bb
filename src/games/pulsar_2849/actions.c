/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: what can be done in a turn, and how it can be paid. Changes nothing. */

#include "pulsar.h"

enum { ONCE = 1 << SCOPE_ONCE };

/* ---- prices ---------------------------------------------------------------------------------- */

/* Does it bring a red die that must be used? Then the bonus die must be free, and only a silver die
 * pays. */
static bool reserves(const struct table *t, struct program program)
{
    return program_uses(t, program, OP_DOUBLE) || program_uses(t, program, OP_BUY_RED);
}

static uint32_t reserving_techs(const struct table *t)
{
    return TECHS_WITH(t, op_techs, OP_DOUBLE) | TECHS_WITH(t, op_techs, OP_BUY_RED);
}

struct price price_of(const struct table *t, enum action action, int a, int b)
{
    const struct pulsar_gyrodyne *gyrodynes = t->cards->gyrodynes;
    switch (action) {
    case ACTION_FLY:
        return (struct price){
            0, ONCE | 1 << SCOPE_GREEN | 1 << SCOPE_MAGENTA | 1 << SCOPE_ORANGE | 1 << SCOPE_CLAIM,
            false};
    case ACTION_GYRODYNE:
        return (struct price){1u << gyrodynes[a].take, ONCE, false};
    case ACTION_COMPLETE: {
        int ring = t->s->gyrodynes[node_of(t, a)->number - 1];
        return (struct price){1u << gyrodynes[ring - RING_UNFINISHED].complete,
                              ONCE | 1 << SCOPE_COMPLETION, false};
    }
    case ACTION_TRANSMITTER:
    case ACTION_PAYMENT:
        return (struct price){1u << b, ONCE | 1 << SCOPE_PAYMENT, false};
    case ACTION_PROJECT: {
        const struct pulsar_project *project = &t->cards->projects[a];
        return (struct price){1u << project->die, ONCE | 1 << SCOPE_PROJECT,
                              reserves(t, project->benefit)};
    }
    case ACTION_PATENT:
        return (struct price){1u << tech_at(t, a)->cost, ONCE | 1 << SCOPE_PATENT,
                              reserving_techs(t) >> a & 1};
    default:
        assert(action == ACTION_MODIFIER);
        return (struct price){t->cards->modifiers[a].dice, ONCE, false};
    }
}

/* ---- patents --------------------------------------------------------------------------------- */

/* The technologies of the rows up to a round, as bits of their index. */
static const uint32_t rows_open[ROUNDS + 1] = {0,     0x7,    0x3f,   0xff,   0x3ff,
                                               0xfff, 0x3fff, 0xffff, 0x1ffff};

/* The technologies that have an owner, and those that have two. */
static void owners(const struct table *t, uint32_t *once, uint32_t *twice)
{
    *once = *twice = 0;
    for (int seat = 0; seat < players_of(t); seat++) {
        uint32_t patents = seat_of(t, seat)->patents;
        *twice |= *once & patents;
        *once |= patents;
    }
}

uint32_t open_patents(const struct table *t, int seat)
{
    const struct pulsar_seat *me = seat_of(t, seat);
    uint32_t once, twice, lock = TECHS_WITH(t, icon_techs, 1);
    owners(t, &once, &twice);
    uint32_t open = rows_open[t->s->round] & ~me->patents & ~twice & ~(lock & t->s->fresh);
    if (players_of(t) == 2)
        open &= ~(lock & once);
    if (t->s->bonus != BONUS_FREE)
        open &= ~reserving_techs(t);
    for (uint64_t bought = open & TECHS_WITH(t, op_techs, OP_BUY_RED); bought != 0;) {
        unsigned index = bits_pop(&bought);
        if (me->cubes < row_with(t, tech_at(t, (int)index)->effect, OP_BUY_RED)->a)
            open &= ~(1u << index);
    }
    return open;
}

/* The first thing that is wrong, in the order of what can be mended least. */
enum patent_refusal patent_refusal(const struct table *t, int seat, int index)
{
    const struct pulsar_seat *me = seat_of(t, seat);
    uint32_t once, twice, tech = 1u << index;
    bool lock = tech_at(t, index)->icons == 1;
    owners(t, &once, &twice);
    if (open_patents(t, seat) & tech)
        return PATENT_FINE;
    if (!(rows_open[t->s->round] & tech))
        return PATENT_ROW;
    if (me->patents & tech)
        return PATENT_OWN;
    if (twice & tech)
        return PATENT_FULL;
    if (lock && players_of(t) == 2 && (once & tech))
        return PATENT_LOCK;
    if (lock && (t->s->fresh & tech))
        return PATENT_FRESH;
    return t->s->bonus != BONUS_FREE ? PATENT_BONUS : PATENT_CUBES;
}

static int offer_patents(const struct table *t, int seat, const struct purse *purse,
                         struct move *moves, int count)
{
    uint32_t open = open_patents(t, seat), special = reserving_techs(t), payable = 0;
    unsigned all = purse_reach(purse, ONCE | 1 << SCOPE_PATENT, false);
    unsigned silver = purse_reach(purse, ONCE | 1 << SCOPE_PATENT, true);
    for (int cost = 1; cost <= DIE_SIDES; cost++) {
        if (!(all >> cost & 1))
            continue;
        uint32_t techs = TECHS_WITH(t, cost_techs, cost);
        payable |= silver >> cost & 1 ? techs : techs & ~special;
    }
    for (uint64_t techs = open & payable; techs != 0;)
        count = offer(moves, count, MOVE_PATENT, tech_id(t, (int)bits_pop(&techs)), 0, 0);
    return count;
}

/* ---- projects -------------------------------------------------------------------------------- */

int project_id(const struct table *t, int seat, int place)
{
    return 1 + (seat_of(t, seat)->side - 1) * PROJECTS_OF_SIDE + place;
}

enum project_refusal project_refusal(const struct table *t, int seat, int place)
{
    const struct pulsar_seat *me = seat_of(t, seat);
    if (me->projects >> place & 1)
        return PROJECT_DONE;
    if (pulsar_project_needs[place] & ~me->projects)
        return PROJECT_NEEDS;
    if (t->s->bonus != BONUS_FREE &&
        reserves(t, t->cards->projects[project_id(t, seat, place)].benefit))
        return PROJECT_BONUS;
    return PROJECT_FINE;
}

static int offer_projects(const struct table *t, int seat, const struct purse *purse,
                          struct move *moves, int count)
{
    if (seat_of(t, seat)->side == 0)
        return count;
    for (int place = 0; place < PROJECTS_OF_SIDE; place++) {
        if (project_refusal(t, seat, place) != PROJECT_FINE)
            continue;
        int id = project_id(t, seat, place);
        struct price price = price_of(t, ACTION_PROJECT, id, 0);
        if (purse_reach(purse, price.scopes, price.silver_alone) & price.costs)
            count = offer(moves, count, MOVE_PROJECT, id, 0, 0);
    }
    return count;
}

/* ---- transmitters ---------------------------------------------------------------------------- */

unsigned open_costs(const struct table *t, int transmitter)
{
    const struct pulsar_transmitter *card = &t->cards->transmitters[transmitter];
    return (unsigned)bits_below(card->dice_count) & ~(unsigned)t->s->paid[transmitter - 1];
}

/* Costs of a transmitter that the values can pay: each value once. */
static int offer_costs(const struct table *t, int transmitter, unsigned values, int kind,
                       struct move *moves, int count)
{
    const struct pulsar_transmitter *card = &t->cards->transmitters[transmitter];
    unsigned costs = 0;
    for (uint64_t open = open_costs(t, transmitter); open != 0;)
        costs |= 1u << card->dice[bits_pop(&open)];
    for (uint64_t payable = costs & values; payable != 0;)
        count = offer(moves, count, kind, transmitter, (int)bits_pop(&payable), 0);
    return count;
}

static int offer_transmitters(const struct table *t, int seat, const struct purse *purse,
                              struct move *moves, int count)
{
    const struct pulsar_seat *me = seat_of(t, seat);
    unsigned values = purse_reach(purse, ONCE | 1 << SCOPE_PAYMENT, false);
    for (int i = 0; i < ON_OFFER; i++)
        if (t->s->offer[i] != 0)
            count = offer_costs(t, t->s->offer[i], values, MOVE_TRANSMITTER, moves, count);
    for (uint64_t own = me->transmitters & ~me->online; own != 0;)
        count = offer_costs(t, 1 + (int)bits_pop(&own), values, MOVE_PAY_TRANSMITTER, moves, count);
    return count;
}

/* ---- gyrodynes and modifiers ----------------------------------------------------------------- */

static int offer_gyrodynes(const struct table *t, int seat, const struct purse *purse,
                           struct move *moves, int count)
{
    unsigned taking = purse_reach(purse, ONCE, false);
    unsigned completing = purse_reach(purse, ONCE | 1 << SCOPE_COMPLETION, false);
    for (int size = 0; size < SIZES; size++)
        if ((taking >> t->cards->gyrodynes[size].take & 1) && gyrodyne_stock(t, size) > 0)
            count = offer(moves, count, MOVE_GYRODYNE, size, 0, 0);
    for (uint64_t own = seat_of(t, seat)->claims; own != 0;) {
        unsigned pulsar = bits_pop(&own);
        int size = t->s->gyrodynes[pulsar] - RING_UNFINISHED;
        if (size >= 0 && size < SIZES && (completing >> t->cards->gyrodynes[size].complete & 1))
            count = offer(moves, count, MOVE_COMPLETE, map_of(t)->pulsars[pulsar + 1], 0, 0);
    }
    return count;
}

static int offer_modifiers(const struct table *t, const struct purse *purse, struct move *moves,
                           int count)
{
    unsigned values = purse_reach(purse, ONCE, false);
    for (int modifier = 0; modifier < MODIFIERS; modifier++)
        if (t->cards->modifiers[modifier].dice & values)
            count = offer(moves, count, MOVE_MODIFIER, modifier, 0, 0);
    return count;
}

int offer_constructions(const struct table *t, int seat, struct move *moves, int count)
{
    const struct pulsar_seat *me = seat_of(t, seat);
    for (int size = 0; size < SIZES; size++) {
        if (me->hand[size] == 0)
            continue;
        for (uint64_t own = me->claims; own != 0;) {
            unsigned pulsar = bits_pop(&own);
            if (t->s->gyrodynes[pulsar] == RING_NONE)
                count = offer(moves, count, MOVE_BUILD, size, map_of(t)->pulsars[pulsar + 1], 0);
        }
    }
    return count;
}

/* ---- the turn -------------------------------------------------------------------------------- */

struct errand errand_of(const struct table *t, int seat, int scope)
{
    if (scope >= SCOPE_GREEN && scope <= SCOPE_ORANGE)
        return (struct errand){.colour = (uint8_t)(scope - SCOPE_GREEN + GREEN)};
    if (scope != SCOPE_CLAIM)
        return (struct errand){0};
    unsigned open = (unsigned)bits_below(ROUTE_PULSARS) & ~claimed_pulsars(t);
    return (struct errand){.claims = true, .pulsars = rings_left(t, seat) > 0 ? open : 0};
}

static bool flight_exists(const struct table *t, int seat, int length, int scope)
{
    return length <= FLIGHT_MAX && trail_exists(map_of(t), seat_of(t, seat)->ship, length,
                                                (struct segments){{0}}, errand_of(t, seat, scope));
}

/* A flight of every length exists everywhere (read_boards.c makes sure); only a lone 0 needs a
 * tolerance and what it asks for. */
bool can_fly(const struct table *t, int seat, const struct purse *purse)
{
    if (purse->all & ~1u)
        return true;
    for (int scope = 1; (purse->all & 1) && scope < SCOPE_COUNT; scope++)
        if ((purse->scopes & price_of(t, ACTION_FLY, 0, 0).scopes) >> scope & 1 &&
            flight_exists(t, seat, 1, scope))
            return true;
    return false;
}

bool may_end_turn(const struct table *t)
{
    return t->s->bonus != BONUS_RESERVED;
}

int offer_actions(const struct table *t, int seat, struct move *moves)
{
    struct purse purse = purse_of(t, seat);
    int count = 0;
    if (purse.all != 0) {
        if (can_fly(t, seat, &purse))
            count = offer(moves, count, MOVE_FLY, 0, 0, 0);
        count = offer_gyrodynes(t, seat, &purse, moves, count);
        count = offer_transmitters(t, seat, &purse, moves, count);
        count = offer_projects(t, seat, &purse, moves, count);
        count = offer_patents(t, seat, &purse, moves, count);
        count = offer_modifiers(t, &purse, moves, count);
    }
    return offer_constructions(t, seat, moves, count);
}

/* ---- payments -------------------------------------------------------------------------------- */

/* The ways to pay being listed. */
struct ways {
    const struct table *t;
    int seat;
    struct price price;
    uint16_t scopes; /* tolerances that the seat has for it */
    struct move *moves;
    int count;
};

static bool is_payment(const struct ways *ways, int value, int scope)
{
    if (value < 1 || value > FLIGHT_MAX)
        return false;
    if (ways->price.costs != 0)
        return ways->price.costs >> value & 1;
    return scope == SCOPE_NONE || scope == SCOPE_ONCE ||
           flight_exists(ways->t, ways->seat, value, scope);
}

/* The die with this token, as it is and with each tolerance; where it pays a cost as it is a
 * tolerance would bring nothing. */
static void add_ways(struct ways *ways, int die, int change)
{
    int value = die_value(die) + change_amount[change];
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

static void add_dice(struct ways *ways, enum die_source source, unsigned values)
{
    const uint8_t *tokens = seat_of(ways->t, ways->seat)->tokens;
    for (uint64_t rest = values; rest != 0;) {
        int die = die_of(source, (int)bits_pop(&rest));
        add_ways(ways, die, CHANGE_NONE);
        if (tokens[PLUS_MINUS] > 0) {
            add_ways(ways, die, CHANGE_LESS);
            add_ways(ways, die, CHANGE_MORE);
        }
        if (tokens[PLUS_TWO] > 0)
            add_ways(ways, die, CHANGE_TWO);
    }
}

int offer_payments(const struct table *t, const struct frame *frame, struct move *moves)
{
    int seat = frame->seat;
    struct purse purse = purse_of(t, seat);
    struct ways ways = {.t = t, .seat = seat, .moves = moves};
    ways.price = price_of(t, frame->args[0], frame->args[1], frame->args[2]);
    ways.scopes = ways.price.scopes & purse.scopes;
    add_dice(&ways, DIE_SILVER, silver_values(t, seat));
    if (ways.price.silver_alone)
        return ways.count;
    if (t->s->bonus == BONUS_RESERVED)
        add_dice(&ways, DIE_RED, bonus_values(t, seat));
    if (t->s->bonus != BONUS_FREE)
        return ways.count;
    add_dice(&ways, DIE_LINK, t->s->link_dice);
    add_dice(&ways, DIE_PLANET, t->s->planet_dice);
    add_dice(&ways, DIE_COPY, copy_values(t, seat));
    return ways.count;
}
