/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what the seat that decides might want to do and cannot, and why. This file has
 * the turn with its phases, action spaces, trade, achievements and powers; choices inside effects
 * are in blocked_choices.c, the texts in reasons.c. The sums are those that legality uses. */

#include "reasons.h"

/* ---- what rows lack -------------------------------------------------------------------------- */

/* Why nothing can be colonized without moving: the controlled system that lacks least power. */
static struct message colony_reason(const struct table *g, int seat)
{
    int best = 0, system = 0;
    for (uint64_t own = own_places(g, seat); own != 0;) {
        int place = (int)bits_pop(&own), card = g->s->cards[place];
        int missing = card != 0 ? g->cards->systems[card].strength - power_at(g, seat, place) : 0;
        if (card != 0 && (system == 0 || missing < best)) {
            best = missing;
            system = card;
        }
    }
    return system != 0 ? reason_of(REASON_COLONY_POWER, seat, system, best)
                       : reason_of(REASON_NO_COLONY, seat, 0, 0);
}

static struct message part_reason(const struct table *g, int seat, struct lack lack)
{
    switch (lack.part) {
    case SPACE_NO_SLOT:
        return lack.number != 0 ? reason_of(REASON_NO_SLOT, seat, lack.number, 0)
                                : reason_of(REASON_IMPOSSIBLE, seat, 0, 0);
    case SPACE_NO_COLONY:
        return lack.number > 0 ? reason_of(REASON_COLONY_REACH, seat, lack.number, 0)
                               : colony_reason(g, seat);
    case SPACE_NO_COPY:
        return reason_of(REASON_NO_COPY, seat, 0, 0);
    case SPACE_NO_RIVAL:
        return reason_of(REASON_NO_RIVAL, seat, 0, 0);
    case SPACE_FINE:
        return reason_of(REASON_NULL, seat, 0, 0);
    default:
        return reason_of(REASON_IMPOSSIBLE, seat, 0, 0);
    }
}

/* Population is returned, used, or both; each has its rule. */
static enum reason population_reason(const struct table *g, struct program rows)
{
    bool returns = program_has(g->cards, rows, OP_RETURN);
    bool uses = is_research_action(g->cards, rows) || program_has(g->cards, rows, OP_POP_SHIP);
    if (returns && uses)
        return REASON_ADDS_POPULATION;
    return returns ? REASON_RETURNS_POPULATION : REASON_USES_POPULATION;
}

struct message lack_reason(const struct table *g, int seat, struct lack lack, struct program rows,
                           bool option)
{
    if (lack.ore > 0 && lack.population > 0)
        return reason_of(REASON_ORE_POPULATION, seat, lack.ore, lack.population);
    if (lack.ore > 0)
        return reason_of(option ? REASON_OPTION_ORE : REASON_ORE, seat, lack.ore, 0);
    if (lack.population > 0)
        return reason_of(population_reason(g, rows), seat, lack.population, 0);
    return part_reason(g, seat, lack);
}

/* ---- action spaces --------------------------------------------------------------------------- */

/* Technologies that lie on the board or beside a mat, as bits. */
static uint64_t visible_techs(const struct table *g)
{
    uint64_t techs = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        techs |= g->s->slots[slot] != 0 ? bit(g->s->slots[slot]) : 0;
    for (int seat = 0; seat < players_of(g); seat++)
        techs |= seat_of(g, seat)->private_techs;
    return techs;
}

/* Whose pawn stands there. */
static int occupant(const struct table *g, int space)
{
    for (int seat = 0; seat < players_of(g); seat++)
        if (seat_of(g, seat)->pawn == space)
            return seat;
    return NOBODY;
}

/* Why the seat cannot choose this space, which it would if the reason is nothing else. */
static struct message space_reason(const struct table *g, int seat, int space)
{
    int tech = space_tech(space), missing = 0;
    switch (space_refusal(g, seat, space, &missing)) {
    case SPACE_COVERED:
        return reason_of(REASON_COVERED, NOBODY, space - SPACE_GUILD + 1, 0);
    case SPACE_UNKNOWN:
        return reason_of(REASON_UNKNOWN, seat, tech, 0);
    case SPACE_PRIVATE:
        return reason_of(REASON_PRIVATE, private_owner(g, tech), tech, 0);
    case SPACE_SAME:
        return reason_of(REASON_SAME_SPACE, seat, 0, 0);
    case SPACE_OCCUPIED:
        return reason_of(REASON_OCCUPIED, occupant(g, space), 0, 0);
    case SPACE_NULL:
        return reason_of(REASON_NULL, seat, 0, 0);
    default:
        return lack_reason(g, seat, space_lack(g, seat, space), space_program(g, space), false);
    }
}

/* Calls it with every action space that can be seen; a technology without one counts once. */
static void for_each_space(struct refusals *r, void (*call)(struct refusals *r, int space))
{
    const struct table *g = r->table;
    for (int space = SPACE_BASIC_1; space < SPACE_DYSON; space++)
        if (space_program(g, space).count > 0)
            call(r, space);
    if (g->s->dyson != 0)
        call(r, SPACE_DYSON);
    for (uint64_t techs = visible_techs(g); techs != 0;) {
        int tech = (int)bits_pop(&techs), first = SPACE_TECH + 2 * (tech - 1);
        int count = g->cards->techs[tech].space_count;
        for (int i = 0; i < (count > 0 ? count : 1); i++)
            call(r, first + i);
    }
}

static void block_space(struct refusals *r, int space)
{
    struct move move = move_of(MOVE_ACT, space, 0, 0);
    if (space_program(r->table, space).count == 0)
        block(r, move, reason_of(REASON_NO_SPACE, NOBODY, space_tech(space), 0));
    else
        block(r, move, space_reason(r->table, r->seat, space));
}

/* Outside the choice of an action. */
static void block_late_space(struct refusals *r, int space)
{
    int turn = turn_seat(r->table);
    if (space_program(r->table, space).count > 0)
        block(r, move_of(MOVE_ACT, space, 0, 0),
              reason_of(turn == r->seat ? REASON_ACTED : REASON_TURN, turn, 0, 0));
}

/* ---- achievements ---------------------------------------------------------------------------- */

static struct message condition_reason(const struct table *g, int seat, int achievement)
{
    static const enum reason reasons[] = {
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
    int missing = condition_missing(g, seat, achievement, &population);
    if (missing == 0 && population == 0)
        return reason_of(REASON_CLAIM_LATER, seat, achievement, 0);
    return reason_of(reasons[g->cards->achievements[achievement].condition], seat, missing,
                     population);
}

static struct message claim_reason(const struct table *g, int seat, int row)
{
    int achievement = g->s->achievements[row], used = 0;
    for (int i = 0; i < 4; i++) {
        used += g->s->claims[row][i] != 0;
        if (g->s->claims[row][i] == seat + 1)
            return reason_of(REASON_CLAIMED, seat, achievement, 0);
    }
    if (used >= g->cards->achievements[achievement].slot_count)
        return reason_of(REASON_CLAIM_FULL, NOBODY, achievement, 0);
    if (used >= open_claim_slots(g, achievement))
        return reason_of(REASON_CLAIM_CLOSED, NOBODY, achievement, 0);
    if (turn_seat(g) != seat)
        return reason_of(REASON_CLAIM_TURN, turn_seat(g), 0, 0);
    return condition_reason(g, seat, achievement);
}

/* ---- powers ---------------------------------------------------------------------------------- */

/* Can the power be seen on a technology, or on a system that is not the seat's? */
static struct message foreign_power(const struct table *g, int seat, enum power power)
{
    return g->cards->power_techs[power] != 0 ? reason_of(REASON_POWER_UNKNOWN, seat, (int)power, 0)
                                             : reason_of(REASON_POWER_SYSTEM, seat, (int)power, 0);
}

static bool power_is_visible(const struct table *g, enum power power)
{
    uint32_t systems = 0;
    for (int place = 0; place < PLACES; place++)
        systems |= 1u << g->s->cards[place];
    for (int seat = 0; seat < players_of(g); seat++)
        systems |= seat_of(g, seat)->systems;
    return (visible_techs(g) & g->cards->power_techs[power]) != 0 ||
           (systems & g->cards->power_systems[power]) != 0;
}

/* How often the power has been used in this turn, if it may not be used again; else 0. */
static int times_used_up(const struct table *g, enum power power)
{
    int used = power == POWER_BLACK_MARKET   ? g->s->market_used
               : power == POWER_ASSIMILATION ? g->s->assimilation_used
               : power == POWER_HEADQUARTERS ? g->s->headquarters_used
                                             : 0;
    int times = g->cards->powers[power].times;
    return times > 0 && used >= times ? used : 0;
}

/* Why a power that the seat has does not work now. */
static struct message power_reason(const struct table *g, int seat, enum power power)
{
    int used = times_used_up(g, power);
    if (used > 0)
        return reason_of(REASON_POWER_USED, seat, (int)power, used);
    if (power == POWER_ASSIMILATION)
        return reason_of(REASON_POWER_SUPPLY, seat, 0, 0);
    if (power == POWER_BLACK_MARKET)
        return seat_of(g, seat)->population == 0 ? reason_of(REASON_RETURNS_POPULATION, seat, 1, 0)
                                                 : reason_of(REASON_POWER_REST, seat, 0, 0);
    enum reason no_ships = power == POWER_FREE_RETIRE ? REASON_NO_SHIPS : REASON_POWER_SHIPS;
    return ship_count(g, seat) == 0 ? reason_of(no_ships, seat, 0, 0)
                                    : reason_of(REASON_POWER_COLONY, seat, 0, 0);
}

/* Outposts of the seat that cannot be replaced by a star. */
static void block_replacing(struct refusals *r)
{
    const struct table *g = r->table;
    bool has = has_power(g, r->seat, POWER_REPLACE_OUTPOSTS);
    if (!has && !power_is_visible(g, POWER_REPLACE_OUTPOSTS))
        return;
    for (uint64_t own = own_places(g, r->seat); own != 0;) {
        int place = (int)bits_pop(&own);
        block(r, move_of(MOVE_REPLACE, place, 0, 0),
              has ? reason_of(REASON_REPLACE_STAR, r->seat, place, 0)
                  : foreign_power(g, r->seat, POWER_REPLACE_OUTPOSTS));
    }
}

static void block_powers(struct refusals *r)
{
    static const enum power any_time[] = {POWER_BLACK_MARKET, POWER_ASSIMILATION,
                                          POWER_HEADQUARTERS, POWER_FREE_RETIRE};
    for (size_t i = 0; i < sizeof any_time / sizeof any_time[0]; i++) {
        enum power power = any_time[i];
        if (has_power(r->table, r->seat, power))
            block(r, move_of(MOVE_POWER, (int)power, 0, 0), power_reason(r->table, r->seat, power));
        else if (power_is_visible(r->table, power))
            block(r, move_of(MOVE_POWER, (int)power, 0, 0),
                  foreign_power(r->table, r->seat, power));
    }
    block_replacing(r);
}

/* ---- the phases of a turn -------------------------------------------------------------------- */

static void block_action(struct refusals *r)
{
    block(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_MUST_ACT, r->seat, 0, 0));
    for_each_space(r, block_space);
    block(r, move_of(MOVE_BUY, 0, 0, 0), reason_of(REASON_TRADE_LATER, r->seat, 0, 0));
    block(r, move_of(MOVE_SELL, 0, 0, 0), reason_of(REASON_TRADE_LATER, r->seat, 0, 0));
    block_powers(r);
}

static void block_production(struct refusals *r)
{
    block(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_MUST_PRODUCE, r->seat, 0, 0));
    block(r, move_of(MOVE_BUY, 0, 0, 0), reason_of(REASON_TRADE_FIRST, r->seat, 0, 0));
    block(r, move_of(MOVE_SELL, 0, 0, 0), reason_of(REASON_TRADE_FIRST, r->seat, 0, 0));
    block_powers(r);
}

/* Ships that cannot be retired: there is no ore, or they are others'. */
static void block_retiring(struct refusals *r)
{
    const struct table *g = r->table;
    bool none = ship_count(g, r->seat) == 0;
    for (int other = 0; other < players_of(g); other++)
        for (int place = 0; place < PLACES; place++)
            for (int level = 1; level <= SHIP_LEVELS; level++) {
                if (seat_of(g, other)->ships[place][level - 1] == 0)
                    continue;
                bool own = seat_of(g, r->seat)->ships[place][level - 1] > 0;
                block(r, move_of(MOVE_RETIRE, level, place, 0),
                      none  ? reason_of(REASON_NO_SHIPS, r->seat, 0, 0)
                      : own ? reason_of(REASON_RETIRE_ORE, r->seat, 1, 0)
                            : reason_of(REASON_RETIRE_RIVAL, r->seat, level, place));
            }
    if (none)
        block(r, move_of(MOVE_RETIRE, 1, SOL, 0), reason_of(REASON_NO_SHIPS, r->seat, 0, 0));
}

static void block_trade(struct refusals *r)
{
    const struct bts_seat *me = seat_of(r->table, r->seat);
    int missing = trade_price(r->table, r->seat) - me->ore;
    block(r, move_of(MOVE_BUY, 0, 0, 0),
          supply_of(me) == 0 ? reason_of(REASON_BUY_SUPPLY, r->seat, 0, 0)
                             : reason_of(REASON_BUY_ORE, r->seat, missing, 0));
    block(r, move_of(MOVE_SELL, 0, 0, 0), reason_of(REASON_SELL, r->seat, 1, 0));
    block_retiring(r);
    if (r->seat == turn_seat(r->table))
        block_powers(r);
}

/* What belongs to another phase, or to another's turn. */
static void block_phases(struct refusals *r)
{
    const struct table *g = r->table;
    int turn = turn_seat(g);
    if (turn == NOBODY)
        return;
    bool acting = g->s->agenda.frames[0].step <= 1; /* of the turn */
    enum reason produce = turn != r->seat ? REASON_TURN
                          : acting        ? REASON_ACTION_FIRST
                                          : REASON_PRODUCED;
    for (int kind = DISC_FOOD; kind <= PRODUCE_TRADE; kind++)
        block(r, move_of(MOVE_PRODUCE, kind, 0, 0), reason_of(produce, turn, 0, 0));
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        block(r, move_of(MOVE_CLAIM, g->s->achievements[row], 0, 0), claim_reason(g, r->seat, row));
    if (r->frame->work != WORK_ACTION)
        for_each_space(r, block_late_space);
}

static void block_factions(struct refusals *r)
{
    const struct table *g = r->table;
    for (int seat = 0; seat < players_of(g); seat++)
        if (seat_of(g, seat)->faction != 0)
            block(r, move_of(MOVE_FACTION, seat_of(g, seat)->faction, 0, 0),
                  reason_of(REASON_FACTION_TAKEN, seat, seat_of(g, seat)->faction, 0));
    for (int faction = 1; faction <= FACTIONS; faction++)
        block(r, move_of(MOVE_FACTION, faction, 0, 0),
              reason_of(REASON_FACTION_TWO, NOBODY, faction, 0));
}

static void block_now(struct refusals *r)
{
    switch (r->frame->work) {
    case WORK_PICK_FACTION:
        block_factions(r);
        break;
    case WORK_ACTION:
        block_action(r);
        break;
    case WORK_PRODUCTION:
        block_production(r);
        break;
    case WORK_TRADE:
        block_trade(r);
        break;
    case WORK_ACHIEVEMENT:
        block(r, move_of(MOVE_PASS, 0, 0, 0), reason_of(REASON_MUST_CLAIM, r->seat, 0, 0));
        break;
    case WORK_WINDOW:
        block_powers(r);
        break;
    default:
        block_choice(r);
        break;
    }
}

int bts_blocked(const struct ruleset *rules, const void *state, struct blocked *blocked)
{
    struct table g = bts_view(rules, state);
    struct refusals r = {.table = &g, .list = blocked};
    if (!refusals_open(&r, rules, state))
        return 0;
    r.frame = work_top(&g);
    block_now(&r);
    block_phases(&r);
    return r.count;
}
