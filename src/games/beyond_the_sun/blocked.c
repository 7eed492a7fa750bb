/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what the seat that decides might want to do and cannot, and why. This file has
 * the turn with its phases, action spaces, trade, achievements and powers; choices inside effects
 * are in blocked_choices.c, the texts in reasons.c. The sums are those that legality uses. */

#include "reasons.h"

/* ---- what rows lack -------------------------------------------------------------------------- */

/* Why nothing can be colonized without moving: the controlled system that lacks least power. */
static struct message colony_reason(const struct bts_view *v, int seat)
{
    int best = 0, system = 0;
    for (uint64_t own = bts_own_places(v, seat); own != 0;) {
        int place = (int)bits_pop(&own), card = v->s->cards[place];
        int missing =
            card != 0 ? v->cards->systems[card].strength - bts_power_at(v, seat, place) : 0;
        if (card != 0 && (system == 0 || missing < best)) {
            best = missing;
            system = card;
        }
    }
    return system != 0 ? reason_of(REASON_COLONY_POWER, seat, system, best)
                       : reason_of(REASON_NO_COLONY, seat, 0, 0);
}

static struct message part_reason(const struct bts_view *v, int seat,
                                  struct bts_shortfall shortfall)
{
    switch (shortfall.part) {
    case SPACE_NO_SLOT:
        return shortfall.number != 0 ? reason_of(REASON_NO_SLOT, seat, shortfall.number, 0)
                                     : reason_of(REASON_IMPOSSIBLE, seat, 0, 0);
    case SPACE_NO_COLONY:
        return shortfall.number > 0 ? reason_of(REASON_COLONY_REACH, seat, shortfall.number, 0)
                                    : colony_reason(v, seat);
    case SPACE_NO_COPY:
        return reason_of(REASON_NO_COPY, seat, 0, 0);
    case SPACE_NO_RIVAL:
        return reason_of(REASON_NO_RIVAL, seat, 0, 0);
    case SPACE_FINE:
        return reason_of(REASON_NULL, seat, 0, 0);
    case SPACE_IMPOSSIBLE:
    case SPACE_NULL:
    case SPACE_ORE:
    case SPACE_POPULATION:
        break;
    case SPACE_ABSENT:
    case SPACE_COVERED:
    case SPACE_UNKNOWN:
    case SPACE_PRIVATE:
    case SPACE_SAME:
    case SPACE_OCCUPIED:
        assert(!"a part of an action does not depend on who stands where");
        break;
    }
    return reason_of(REASON_IMPOSSIBLE, seat, 0, 0);
}

/* Population is returned, used, or both; each has its rule. */
static enum bts_reason population_reason(const struct bts_view *v, struct program rows)
{
    bool returns = program_has(v->cards, rows, OP_RETURN);
    bool uses = bts_is_research_action(v->cards, rows) || program_has(v->cards, rows, OP_POP_SHIP);
    if (returns && uses)
        return REASON_ADDS_POPULATION;
    return returns ? REASON_RETURNS_POPULATION : REASON_USES_POPULATION;
}

struct message bts_shortfall_reason(const struct bts_view *v, int seat,
                                    struct bts_shortfall shortfall, struct program rows,
                                    bool option)
{
    if (shortfall.ore > 0 && shortfall.population > 0)
        return reason_of(REASON_ORE_POPULATION, seat, shortfall.ore, shortfall.population);
    if (shortfall.ore > 0)
        return reason_of(option ? REASON_OPTION_ORE : REASON_ORE, seat, shortfall.ore, 0);
    if (shortfall.population > 0)
        return reason_of(population_reason(v, rows), seat, shortfall.population, 0);
    return part_reason(v, seat, shortfall);
}

/* ---- action spaces --------------------------------------------------------------------------- */

/* Technologies that lie on the board or beside a mat. */
static uint64_t visible_techs(const struct bts_view *v)
{
    uint64_t techs = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        techs |= id_bit_if_any(v->s->slots[slot]);
    for (int seat = 0; seat < players_of(v); seat++)
        techs |= seat_of(v, seat)->private_techs;
    return techs;
}

/* Whose pawn stands there. */
static int occupant(const struct bts_view *v, int space)
{
    for (int seat = 0; seat < players_of(v); seat++)
        if (seat_of(v, seat)->pawn == space)
            return seat;
    return NOBODY;
}

/* Why the seat cannot choose this space, which it would if the reason is nothing else. */
static struct message space_reason(const struct bts_view *v, int seat, int space)
{
    int tech = bts_space_tech(space), missing = 0;
    switch (bts_space_refusal(v, seat, space, &missing)) {
    case SPACE_COVERED:
        return reason_of(REASON_COVERED, NOBODY, space - SPACE_GUILD + 1, 0);
    case SPACE_UNKNOWN:
        return reason_of(REASON_UNKNOWN, seat, tech, 0);
    case SPACE_PRIVATE:
        return reason_of(REASON_PRIVATE, bts_private_owner(v, tech), tech, 0);
    case SPACE_SAME:
        return reason_of(REASON_SAME_SPACE, seat, 0, 0);
    case SPACE_OCCUPIED:
        return reason_of(REASON_OCCUPIED, occupant(v, space), 0, 0);
    case SPACE_NULL:
        return reason_of(REASON_NULL, seat, 0, 0);
    case SPACE_FINE:
    case SPACE_ABSENT:
    case SPACE_ORE:
    case SPACE_POPULATION:
    case SPACE_IMPOSSIBLE:
    case SPACE_NO_SLOT:
    case SPACE_NO_COLONY:
    case SPACE_NO_COPY:
    case SPACE_NO_RIVAL:
        break;
    }
    return bts_shortfall_reason(v, seat, bts_space_shortfall(v, seat, space),
                                bts_space_program(v, space), false);
}

/* Calls it with every action space that can be seen; a technology without one counts once. */
static void for_each_space(struct bts_refusals *r, void (*call)(struct bts_refusals *r, int space))
{
    const struct bts_view *v = r->v;
    for (int space = SPACE_BASIC_1; space < SPACE_DYSON; space++)
        if (bts_space_program(v, space).count > 0)
            call(r, space);
    if (v->s->dyson != 0)
        call(r, SPACE_DYSON);
    for (uint64_t techs = visible_techs(v); techs != 0;) {
        int tech = id_pop(&techs), first = SPACE_TECH + 2 * (tech - 1);
        int count = v->cards->techs[tech].space_count;
        for (int i = 0; i < (count > 0 ? count : 1); i++)
            call(r, first + i);
    }
}

static void block_space(struct bts_refusals *r, int space)
{
    struct move move = move_of(MOVE_ACT, space, 0, 0);
    if (bts_space_program(r->v, space).count == 0)
        refuse(r, move, reason_of(REASON_NO_SPACE, NOBODY, bts_space_tech(space), 0));
    else
        refuse(r, move, space_reason(r->v, r->seat, space));
}

/* Outside the choice of an action. */
static void block_late_space(struct bts_refusals *r, int space)
{
    int turn = turn_seat(r->v);
    if (bts_space_program(r->v, space).count > 0)
        refuse(r, move_of(MOVE_ACT, space, 0, 0),
               reason_of(turn == r->seat ? REASON_ACTED : REASON_TURN, turn, 0, 0));
}

/* ---- achievements ---------------------------------------------------------------------------- */

static struct message condition_reason(const struct bts_view *v, int seat, int achievement)
{
    static const enum bts_reason reasons[] = {
        [CONDITION_NONE] = REASON_CLAIM_LATER,
        [CONDITION_LEVEL_IIII] = REASON_NEEDS_IIII,
        [CONDITION_SYSTEMS] = REASON_NEEDS_SYSTEMS,
        [CONDITION_FLEET] = REASON_NEEDS_FLEET,
        [CONDITION_CONTROLLED] = REASON_NEEDS_LOCATIONS,
        [CONDITION_AUTOMATION] = REASON_NEEDS_AUTOMATION,
        [CONDITION_RICHES] = REASON_NEEDS_RICHES,
        [CONDITION_LEVEL_III] = REASON_NEEDS_III,
        [CONDITION_SPECIALTY] = REASON_NEEDS_ICONS,
        [CONDITION_TYPES] = REASON_NEEDS_TYPES,
        [CONDITION_SYMBOLS] = REASON_NEEDS_SYMBOLS,
    };
    int population = 0;
    int missing = bts_condition_missing(v, seat, bts_techs_of(v, seat), achievement, &population);
    if (missing == 0 && population == 0)
        return reason_of(REASON_CLAIM_LATER, seat, achievement, 0);
    int condition = v->cards->achievements[achievement].condition;
    if (condition == CONDITION_RICHES && population == 0) /* a part that is there is left out */
        return reason_of(REASON_NEEDS_ORE, seat, missing, 0);
    if (condition == CONDITION_RICHES && missing == 0)
        return reason_of(REASON_NEEDS_POPULATION, seat, population, 0);
    return reason_of(reasons[condition], seat, missing, population);
}

static struct message claim_reason(const struct bts_view *v, int seat, int row)
{
    int achievement = v->s->achievements[row], used = 0;
    for (int i = 0; i < 4; i++) {
        used += v->s->claims[row][i] != 0;
        if (v->s->claims[row][i] == seat + 1)
            return reason_of(REASON_CLAIMED, seat, achievement, 0);
    }
    if (used >= v->cards->achievements[achievement].slot_count)
        return reason_of(REASON_CLAIM_FULL, NOBODY, achievement, 0);
    if (used >= bts_open_claim_slots(v, achievement))
        return reason_of(REASON_CLAIM_CLOSED, NOBODY, achievement, 0);
    if (turn_seat(v) != seat)
        return reason_of(REASON_CLAIM_TURN, turn_seat(v), 0, 0);
    return condition_reason(v, seat, achievement);
}

/* ---- powers ---------------------------------------------------------------------------------- */

/* Can the power be seen on a technology, or on a system that is not the seat's? */
static struct message foreign_power(const struct bts_view *v, int seat, enum bts_power_kind power)
{
    return v->cards->power_techs[power] != 0 ? reason_of(REASON_POWER_UNKNOWN, seat, (int)power, 0)
                                             : reason_of(REASON_POWER_SYSTEM, seat, (int)power, 0);
}

static bool power_is_visible(const struct bts_view *v, enum bts_power_kind power)
{
    uint64_t systems = 0;
    for (int place = 0; place < PLACES; place++)
        systems |= id_bit_if_any(v->s->cards[place]);
    for (int seat = 0; seat < players_of(v); seat++)
        systems |= seat_of(v, seat)->systems;
    return (visible_techs(v) & v->cards->power_techs[power]) != 0 ||
           (systems & v->cards->power_systems[power]) != 0;
}

/* How often the power has been used in this turn, if it may not be used again; else 0. */
static int times_used_up(const struct bts_view *v, enum bts_power_kind power)
{
    int used = power == POWER_BLACK_MARKET   ? v->s->market_used
               : power == POWER_ASSIMILATION ? v->s->assimilation_used
               : power == POWER_HEADQUARTERS ? v->s->headquarters_used
                                             : 0;
    int times = v->cards->powers[power].times;
    return times > 0 && used >= times ? used : 0;
}

/* Why a power that the seat has does not work now. */
static struct message power_reason(const struct bts_view *v, int seat, enum bts_power_kind power)
{
    int used = times_used_up(v, power);
    if (used > 0)
        return reason_of(REASON_POWER_USED, seat, (int)power, used);
    if (power == POWER_ASSIMILATION)
        return reason_of(REASON_POWER_SUPPLY, seat, 0, 0);
    if (power == POWER_HEADQUARTERS && v->cards->powers[power].program.count > 0)
        return bts_ship_count(v, seat) == 0 ? reason_of(REASON_POWER_SHIPS, seat, 0, 0)
                                            : reason_of(REASON_UPGRADE_TOP, NOBODY, 0, 0);
    if (power == POWER_BLACK_MARKET)
        return seat_of(v, seat)->population == 0 ? reason_of(REASON_RETURNS_POPULATION, seat, 1, 0)
                                                 : reason_of(REASON_POWER_REST, seat, 0, 0);
    enum bts_reason no_ships = power == POWER_FREE_RETIRE ? REASON_NO_SHIPS : REASON_POWER_SHIPS;
    enum bts_reason needed = bts_rest_has(v, OP_COLONIZE) ? REASON_POWER_COLONY : REASON_NULL;
    return reason_of(bts_ship_count(v, seat) == 0 ? no_ships : needed, seat, 0, 0);
}

/* Stars of the seat on achievements that cannot be replaced, by one kind of disc or by both. */
static void block_swaps(struct bts_refusals *r, bool has)
{
    const struct bts_view *v = r->v;
    unsigned stars = bts_starred_rows(v, r->seat);
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        if (memchr(v->s->claims[row], r->seat + 1, CLAIM_SLOTS) == NULL)
            continue;
        for (int kind = DISC_FOOD; kind <= DISC_ORE; kind++) {
            int achievement = v->s->achievements[row];
            refuse(r, move_of(MOVE_SWAP, achievement, kind, 0),
                   !has                ? foreign_power(v, r->seat, POWER_REPLACE_DISCS)
                   : stars >> row & 1u ? reason_of(REASON_SWAP_TRACK, r->seat, kind, 0)
                                       : reason_of(REASON_SWAP_DONE, NOBODY, achievement, 0));
        }
    }
}

/* Discs of the seat that cannot be replaced. */
static void block_replacing(struct bts_refusals *r)
{
    const struct bts_view *v = r->v;
    bool has = bts_has_power(v, r->seat, POWER_REPLACE_DISCS);
    if (!has && !power_is_visible(v, POWER_REPLACE_DISCS))
        return;
    if (v->cards->powers[POWER_REPLACE_DISCS].replaces == REPLACES_ACHIEVEMENTS) {
        block_swaps(r, has);
        return;
    }
    for (uint64_t own = bts_own_places(v, r->seat); own != 0;) {
        int place = (int)bits_pop(&own);
        refuse(r, move_of(MOVE_REPLACE, place, 0, 0),
               has ? reason_of(REASON_REPLACE_STAR, r->seat, place, 0)
                   : foreign_power(v, r->seat, POWER_REPLACE_DISCS));
    }
}

void bts_block_powers(struct bts_refusals *r)
{
    static const enum bts_power_kind any_time[] = {POWER_BLACK_MARKET, POWER_ASSIMILATION,
                                                   POWER_HEADQUARTERS, POWER_FREE_RETIRE};
    for (size_t i = 0; i < sizeof any_time / sizeof any_time[0]; i++) {
        enum bts_power_kind power = any_time[i];
        if (bts_has_power(r->v, r->seat, power))
            refuse(r, move_of(MOVE_POWER, (int)power, 0, 0), power_reason(r->v, r->seat, power));
        else if (power_is_visible(r->v, power))
            refuse(r, move_of(MOVE_POWER, (int)power, 0, 0), foreign_power(r->v, r->seat, power));
    }
    block_replacing(r);
}

/* ---- the phases of a turn -------------------------------------------------------------------- */

void bts_block_action(struct bts_refusals *r)
{
    refuse(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_MUST_ACT, r->seat, 0, 0));
    for_each_space(r, block_space);
    refuse(r, move_of(MOVE_BUY, 0, 0, 0), reason_of(REASON_TRADE_LATER, r->seat, 0, 0));
    refuse(r, move_of(MOVE_SELL, 0, 0, 0), reason_of(REASON_TRADE_LATER, r->seat, 0, 0));
    bts_block_powers(r);
}

void bts_block_production(struct bts_refusals *r)
{
    refuse(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_MUST_PRODUCE, r->seat, 0, 0));
    refuse(r, move_of(MOVE_BUY, 0, 0, 0), reason_of(REASON_TRADE_FIRST, r->seat, 0, 0));
    refuse(r, move_of(MOVE_SELL, 0, 0, 0), reason_of(REASON_TRADE_FIRST, r->seat, 0, 0));
    bts_block_powers(r);
}

/* Ships that cannot be retired: there is no ore, or they are others'. */
static void block_retiring(struct bts_refusals *r)
{
    const struct bts_view *v = r->v;
    bool none = bts_ship_count(v, r->seat) == 0;
    for (int other = 0; other < players_of(v); other++)
        for (int place = 0; place < PLACES; place++)
            for (int level = 1; level <= SHIP_LEVELS; level++) {
                if (seat_of(v, other)->ships[place][level - 1] == 0)
                    continue;
                bool own = seat_of(v, r->seat)->ships[place][level - 1] > 0;
                refuse(r, move_of(MOVE_RETIRE, level, place, 0),
                       none  ? reason_of(REASON_NO_SHIPS, r->seat, 0, 0)
                       : own ? reason_of(REASON_RETIRE_ORE, r->seat, 1, 0)
                             : reason_of(REASON_RETIRE_RIVAL, r->seat, level, place));
            }
    if (none)
        refuse(r, move_of(MOVE_RETIRE, 1, SOL, 0), reason_of(REASON_NO_SHIPS, r->seat, 0, 0));
}

void bts_block_trade(struct bts_refusals *r)
{
    const struct bts_seat *me = seat_of(r->v, r->seat);
    int missing = bts_trade_price(r->v, r->seat) - me->ore;
    refuse(r, move_of(MOVE_BUY, 0, 0, 0),
           bts_supply_of(me) == 0 ? reason_of(REASON_BUY_SUPPLY, r->seat, 0, 0)
                                  : reason_of(REASON_BUY_ORE, r->seat, missing, 0));
    refuse(r, move_of(MOVE_SELL, 0, 0, 0), reason_of(REASON_SELL, r->seat, 1, 0));
    block_retiring(r);
    if (r->seat == turn_seat(r->v))
        bts_block_powers(r);
}

/* What belongs to another phase, or to another's turn. */
static void block_phases(struct bts_refusals *r)
{
    const struct bts_view *v = r->v;
    int turn = turn_seat(v);
    if (turn == NOBODY)
        return;
    bool acting = v->s->agenda.frames[0].step <= 1; /* of the turn */
    enum bts_reason produce = turn != r->seat ? REASON_TURN
                              : acting        ? REASON_ACTION_FIRST
                                              : REASON_PRODUCED;
    for (int kind = DISC_FOOD; kind <= PRODUCE_TRADE; kind++)
        refuse(r, move_of(MOVE_PRODUCE, kind, 0, 0), reason_of(produce, turn, 0, 0));
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        refuse(r, move_of(MOVE_CLAIM, v->s->achievements[row], 0, 0),
               claim_reason(v, r->seat, row));
    if (r->frame->task != TASK_ACTION)
        for_each_space(r, block_late_space);
}

void bts_block_factions(struct bts_refusals *r)
{
    const struct bts_view *v = r->v;
    for (int seat = 0; seat < players_of(v); seat++)
        if (seat_of(v, seat)->faction != 0)
            refuse(r, move_of(MOVE_FACTION, seat_of(v, seat)->faction, 0, 0),
                   reason_of(REASON_FACTION_TAKEN, seat, seat_of(v, seat)->faction, 0));
    for (int faction = 1; faction <= FACTIONS; faction++)
        refuse(r, move_of(MOVE_FACTION, faction, 0, 0),
               reason_of(REASON_FACTION_TWO, NOBODY, faction, 0));
}

void bts_block_achievement(struct bts_refusals *r)
{
    refuse(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_MUST_CLAIM, r->seat, 0, 0));
}

int bts_blocked(const struct ruleset *rules, const void *state, struct blocked *blocked)
{
    struct bts_view v = bts_view_of(rules, state);
    struct bts_refusals r = {.v = &v, .list = {.list = blocked}};
    if (block_task(&r))
        block_phases(&r);
    return r.list.count;
}
