/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what an action needs and what it can do. An action may be chosen only if its cost
 * can be paid and each mandatory part can then be done, and never if it would change nothing. This
 * is found out by walking over its rows with a purse, without touching the state; `legal` and the
 * reasons for a "no" share it. */

#include "bts.h"

/* What the seat would have at this point of the program. */
struct purse {
    int ore, population, supply;
    int jump;                   /* movement points used so far */
    int discount;               /* on the next ore payment */
    int tech;                   /* the technology that the program stands on */
    unsigned copied;            /* copying actions in this chain, as bits */
    bool replace;               /* one population of a return is paid in ore */
    bool must_research;         /* a copied action has to research */
    struct lack *lack;          /* collect all that is missing here, instead of stopping */
    enum space_refusal refusal; /* why not, */
    int missing;                /* and how much is missing */
};

static bool plan_rows(const struct table *g, int seat, int start, int end, struct purse *purse);
static bool plan_either(const struct table *g, int seat, int start, int end, struct purse *purse);
static uint64_t copyable_techs(const struct table *g, int seat, int whose);
static bool may_copy(const struct table *g, int space, uint64_t techs, unsigned used);

static struct purse purse_of(const struct table *g, int seat, int tech)
{
    const struct bts_seat *me = seat_of(g, seat);
    return (struct purse){.ore = me->ore,
                          .population = me->population,
                          .supply = supply_of(me),
                          .tech = tech,
                          .copied = g->s->copied,
                          .must_research = g->s->must_research};
}

/* For a new action, which copies nothing yet. */
static struct purse new_purse(const struct table *g, int seat)
{
    struct purse purse = purse_of(g, seat, 0);
    purse.copied = 0;
    purse.must_research = false;
    return purse;
}

/* Notes what is missing, and goes on as if it were there. */
static bool note_lack(struct lack *lack, enum space_refusal refusal, int missing)
{
    if (refusal == SPACE_ORE)
        lack->ore = lack->ore > missing ? lack->ore : missing;
    else if (refusal == SPACE_POPULATION)
        lack->population = lack->population > missing ? lack->population : missing;
    else if (lack->part == SPACE_FINE) {
        lack->part = refusal;
        lack->number = missing;
    }
    return true;
}

static bool refuse(struct purse *purse, enum space_refusal refusal, int missing)
{
    if (purse->lack != NULL)
        return note_lack(purse->lack, refusal, missing);
    purse->refusal = refusal;
    purse->missing = missing;
    return false;
}

/* ---- parts of programs ----------------------------------------------------------------------- */

static bool rows_have(const struct bts_cards *cards, int start, int end, enum op op)
{
    struct program rows = {(uint16_t)start, (uint8_t)(end - start)};
    return program_has(cards, rows, op);
}

int colony_discount(const struct table *g, int seat, struct program program)
{
    bool cheaper = has_innovation(g, seat, INNOVATION_CHEAP_COLONY) &&
                   program_has(g->cards, program, OP_COLONIZE);
    return cheaper ? g->cards->innovations[INNOVATION_CHEAP_COLONY].second : 0;
}

int space_tech(int space)
{
    return space >= SPACE_TECH ? (space - SPACE_TECH) / 2 + 1 : 0;
}

/* ---- single rows ----------------------------------------------------------------------------- */

static bool plan_pay(struct purse *purse, int amount)
{
    int discount = purse->discount < amount ? purse->discount : amount;
    purse->discount -= discount;
    purse->ore -= amount - discount;
    return purse->ore >= 0 || refuse(purse, SPACE_ORE, -purse->ore);
}

static bool plan_return(struct purse *purse, int amount)
{
    if (purse->replace && amount > 0) {
        purse->replace = false;
        purse->discount = 0; /* that was on the ore part of the cost */
        amount--;
        if (!plan_pay(purse, 1))
            return false;
    }
    purse->population -= amount;
    purse->supply += amount;
    return purse->population >= 0 || refuse(purse, SPACE_POPULATION, -purse->population);
}

static bool plan_use_population(struct purse *purse)
{
    purse->population--;
    return purse->population >= 0 || refuse(purse, SPACE_POPULATION, -purse->population);
}

/* Is there an opponent who has a technology that the seat could research now? */
static bool plan_rival(const struct table *g, int seat, struct purse *purse)
{
    uint32_t slots = open_slots(g, seat, levels_of(g, seat, LEVEL_II_OR_III), RESEARCH_DISCOVERED);
    for (int other = 0; other < players_of(g); other++)
        if (other != seat && (seat_of(g, other)->slots & slots) != 0)
            return true;
    return refuse(purse, SPACE_NO_RIVAL, 0);
}

static bool plan_research(const struct table *g, int seat, const struct effect *row,
                          struct purse *purse)
{
    if (!plan_use_population(purse))
        return false;
    unsigned levels = levels_of(g, seat, row->a);
    bool single = (levels & (levels - 1)) == 0;
    return open_slots(g, seat, levels, row->b) != 0 ||
           refuse(purse, SPACE_NO_SLOT, single ? (int)bits_first(levels) : 0);
}

static bool plan_copy(const struct table *g, int seat, int whose, const struct purse *purse)
{
    uint64_t techs = copyable_techs(g, seat, whose);
    for (const uint8_t *space = g->cards->research_spaces; *space != 0; space++) {
        struct program program = space_program(g, *space);
        struct purse trial = *purse;
        trial.copied |= 1u << whose;
        trial.must_research = true;
        trial.lack = NULL;
        trial.tech = space_tech(*space);
        trial.discount = colony_discount(g, seat, program);
        if (may_copy(g, *space, techs, trial.copied) &&
            plan_either(g, seat, program.start, program.start + program.count, &trial))
            return true;
    }
    return false;
}

static int lack_sum(const struct lack *lack)
{
    return lack->ore + lack->population + (lack->part != SPACE_FINE ? 100 : 0);
}

/* Notes what the option lacks that lacks least. */
static bool lack_choose(const struct table *g, int seat, int at, struct purse *purse)
{
    struct lack best = {.part = SPACE_IMPOSSIBLE};
    bool found = false;
    for (int option = at + 1; option <= at + g->cards->rows[at].body;) {
        int end = option + 1 + g->cards->rows[option].body;
        struct lack lack = *purse->lack;
        struct purse trial = *purse;
        trial.lack = &lack;
        bool researches = rows_have(g->cards, option + 1, end, OP_RESEARCH);
        if (!purse->must_research || researches) {
            plan_rows(g, seat, option + 1, end, &trial);
            if (!found || lack_sum(&lack) < lack_sum(&best))
                best = lack;
            found = true;
        }
        option = end;
    }
    *purse->lack = best;
    return true;
}

/* Can the option that researches be among so many choices, perhaps after others? `taken` are the
 * options that are used up. */
static bool plan_research_option(const struct table *g, int seat, int at, int choices,
                                 unsigned taken, const struct purse *purse)
{
    const struct effect *row = &g->cards->rows[at];
    int number = 0;
    for (int option = at + 1; choices > 0 && option <= at + row->body; number++) {
        int start = option + 1, end = option + 1 + g->cards->rows[option].body;
        struct purse trial = *purse;
        option = end;
        if ((taken >> number & 1) || !plan_rows(g, seat, start, end, &trial))
            continue;
        unsigned used = taken | (row->b == 0 ? 1u << number : 0);
        if (rows_have(g->cards, start, end, OP_RESEARCH) ||
            plan_research_option(g, seat, at, choices - 1, used, &trial))
            return true;
    }
    return false;
}

bool leaves_research(const struct table *g, const struct frame *frame, int start, int end)
{
    struct purse purse = purse_of(g, frame->seat, g->s->source);
    return plan_rows(g, frame->seat, start, end, &purse) &&
           plan_research_option(g, frame->seat, frame_start(frame), frame->args[2] - 1,
                                frame->args[3], &purse);
}

/* At least one option must be possible; the purse is not followed beyond the choice. */
static bool plan_choose(const struct table *g, int seat, int at, struct purse *purse)
{
    if (purse->lack != NULL)
        return lack_choose(g, seat, at, purse);
    const struct effect *row = &g->cards->rows[at];
    struct purse last = *purse;
    if (purse->must_research && plan_research_option(g, seat, at, row->a, 0, purse))
        return true;
    for (int option = at + 1; option <= at + row->body;) {
        int end = option + 1 + g->cards->rows[option].body;
        struct purse trial = *purse;
        bool researches = rows_have(g->cards, option + 1, end, OP_RESEARCH);
        if ((!purse->must_research || researches) && plan_rows(g, seat, option + 1, end, &trial))
            return true;
        last = trial;
        option = end;
    }
    return refuse(purse, last.refusal != SPACE_FINE ? last.refusal : SPACE_IMPOSSIBLE,
                  last.missing);
}

static bool plan_row(const struct table *g, int seat, int at, struct purse *purse)
{
    const struct effect *row = &g->cards->rows[at];
    int grown = row->a < purse->supply ? row->a : purse->supply;
    switch ((enum op)row->op) {
    case OP_PAY:
        return plan_pay(purse, row->a);
    case OP_PAY_RIVAL:
        return plan_pay(purse, row->a) && plan_rival(g, seat, purse);
    case OP_RETURN:
        return plan_return(purse, row->a);
    case OP_ORE:
        purse->ore += row->a;
        return true;
    case OP_GROW:
        purse->population += grown;
        purse->supply -= grown;
        return true;
    case OP_SHIP:
        purse->supply -= row->b < purse->supply ? row->b : purse->supply;
        return true;
    case OP_SHIP_DEEP:
        purse->supply -= purse->supply > 0;
        return true;
    case OP_POP_SHIP:
        return plan_use_population(purse);
    case OP_JUMP:
        purse->jump += row->a;
        return true;
    case OP_RESEARCH:
        return plan_research(g, seat, row, purse);
    case OP_COLONIZE:
        return (purse->jump == 0 && row->b == 0 && colonizable(g, seat) != 0) ||
               can_reach_colony(g, seat, purse->jump, row->b != 0) ||
               refuse(purse, SPACE_NO_COLONY, purse->jump);
    case OP_COPY:
        return plan_copy(g, seat, row->a, purse) || refuse(purse, SPACE_NO_COPY, 0);
    case OP_CHOOSE:
        return plan_choose(g, seat, at, purse);
    default:
        return true; /* done as far as possible, or optional */
    }
}

static bool plan_rows(const struct table *g, int seat, int start, int end, struct purse *purse)
{
    for (int at = start; at < end; at += 1 + g->cards->rows[at].body)
        if (!plan_row(g, seat, at, purse))
            return false;
    return true;
}

/* As it is, or else with one returned population paid in ore. */
static bool plan_either(const struct table *g, int seat, int start, int end, struct purse *purse)
{
    struct purse trial = *purse;
    if (plan_rows(g, seat, start, end, &trial))
        return true;
    purse->refusal = trial.refusal;
    purse->missing = trial.missing;
    if (!rows_have(g->cards, start, end, OP_RETURN) ||
        !has_power(g, seat, POWER_ORE_FOR_POPULATION))
        return false;
    trial = *purse;
    trial.replace = true;
    return plan_rows(g, seat, start, end, &trial);
}

/* The same with the purse as it is afterwards; ore stands in for population in the cost of an
 * action alone, and only an action is made cheaper. */
static bool plan_on(const struct table *g, int seat, int start, int end, int flags,
                    struct purse *purse)
{
    bool action = (flags & RUN_ACTION) != 0;
    struct program rows = {(uint16_t)start, (uint8_t)(end - start)};
    purse->discount = action ? colony_discount(g, seat, rows) : 0;
    struct purse before = *purse;
    if (plan_rows(g, seat, start, end, purse))
        return true;
    *purse = before;
    purse->replace = action && program_has(g->cards, rows, OP_RETURN) &&
                     has_power(g, seat, POWER_ORE_FOR_POPULATION);
    return purse->replace && plan_rows(g, seat, start, end, purse);
}

bool plan_possible(const struct table *g, int seat, int start, int end, int flags)
{
    struct purse purse = purse_of(g, seat, g->s->source);
    return plan_on(g, seat, start, end, flags, &purse);
}

/* Can all that the seat still has to do in this action be done? Those are the rows of the action,
 * of options once they are chosen, and the research of a copied action with options. */
static bool plan_agenda(const struct table *g, int seat, struct purse *purse)
{
    bool researches = !purse->must_research;
    for (int i = g->s->agenda.depth - 1; i >= 0; i--) {
        const struct frame *frame = &g->s->agenda.frames[i];
        int start = frame_start(frame), end = frame_end(frame);
        if (frame->work == WORK_END_ACTION)
            break;
        if (frame->seat != seat)
            continue;
        if (frame->work == WORK_RUN && (frame->args[4] & (RUN_ACTION | RUN_CHOSEN))) {
            researches = researches || rows_have(g->cards, start, end, OP_RESEARCH);
            if (!plan_on(g, seat, start, end, frame->args[4], purse))
                return false;
        }
        if (frame->work == WORK_CHOOSE && !researches && frame->args[2] > 0 &&
            !plan_research_option(g, seat, start, frame->args[2], frame->args[3], purse))
            return false;
    }
    return purse->population >= 0 && purse->ore >= 0;
}

bool plan_rest(const struct table *g, int seat, int ore_less, int population_less, int supply_more)
{
    struct purse purse = purse_of(g, seat, g->s->source);
    purse.ore -= ore_less;
    purse.population -= population_less;
    purse.supply += supply_more;
    return plan_agenda(g, seat, &purse);
}

bool plan_with_rest(const struct table *g, int seat, int start, int end, int flags)
{
    struct purse purse = purse_of(g, seat, g->s->source);
    return plan_on(g, seat, start, end, flags, &purse) && plan_agenda(g, seat, &purse);
}

bool rest_has(const struct table *g, enum op op)
{
    for (int i = g->s->agenda.depth - 1; i >= 0; i--) {
        const struct frame *frame = &g->s->agenda.frames[i];
        if (frame->work == WORK_END_ACTION)
            break;
        if (frame->work == WORK_RUN &&
            rows_have(g->cards, frame_start(frame), frame_end(frame), op))
            return true;
    }
    return false;
}

/* ---- change ---------------------------------------------------------------------------------- */

static bool has_ship_below_four(const struct table *g, int seat)
{
    const struct bts_seat *me = seat_of(g, seat);
    for (int place = 0; place < PLACES; place++)
        if (me->ships[place][0] | me->ships[place][1] | me->ships[place][2])
            return true;
    return false;
}

static bool row_can_change(const struct table *g, int seat, int at, int tech)
{
    const struct effect *row = &g->cards->rows[at];
    const struct bts_seat *me = seat_of(g, seat);
    int end = at + 1 + row->body;
    struct program again;
    switch ((enum op)row->op) {
    case OP_GROW:
        return supply_of(me) > 0;
    case OP_SHIP:
    case OP_SHIP_DEEP:
        return supply_of(me) > 0 || me->population > 0;
    case OP_POP_SHIP:
        return me->population > 0;
    case OP_SHIFT:
        return row->b == 0 ? shift_source(me) > 0 : supply_of(me) > 0;
    case OP_UPGRADE:
    case OP_UPGRADE_SUM:
        return has_ship_below_four(g, seat);
    case OP_JUMP:
    case OP_WARP:
        return ship_count(g, seat) > 0;
    case OP_MAY:
        return plan_possible(g, seat, at + 1, end, RUN_ACTION) &&
               rows_can_change(g, seat, at + 1, end, tech);
    case OP_PER:
        return bts_noun_count(g, seat, row->a) > 0 && rows_can_change(g, seat, at + 1, end, tech);
    case OP_AGAIN:
        again = g->cards->techs[tech].immediate;
        return row->a > 0 || rows_can_change(g, seat, again.start, again.start + again.count, tech);
    case OP_CHOOSE:
        for (int option = at + 1; option < end;) {
            int stop = option + 1 + g->cards->rows[option].body;
            if (plan_possible(g, seat, option + 1, stop, RUN_ACTION) &&
                rows_can_change(g, seat, option + 1, stop, tech))
                return true;
            option = stop;
        }
        return false;
    default:
        return true;
    }
}

bool rows_can_change(const struct table *g, int seat, int start, int end, int tech)
{
    for (int at = start; at < end; at += 1 + g->cards->rows[at].body)
        if (row_can_change(g, seat, at, tech))
            return true;
    return false;
}

bool later_can_change(const struct table *g)
{
    for (int i = g->s->agenda.depth - 2; i >= 0; i--) {
        const struct frame *frame = &g->s->agenda.frames[i];
        if (frame->work == WORK_END_ACTION)
            return false;
        if (frame->work == WORK_CHOOSE && frame->args[2] > 0)
            return true;
        if (frame->work == WORK_RUN &&
            rows_can_change(g, frame->seat, frame_start(frame), frame_end(frame), g->s->source))
            return true;
    }
    return true; /* not in an action: nothing has to change */
}

/* ---- spaces ---------------------------------------------------------------------------------- */

static bool is_on_board(const struct table *g, int tech)
{
    for (int slot = 0; slot < SLOTS; slot++)
        if (g->s->slots[slot] == tech)
            return true;
    return false;
}

int private_owner(const struct table *g, int tech)
{
    for (int seat = 0; seat < players_of(g); seat++)
        if (bits_have(seat_of(g, seat)->private_techs, (unsigned)tech))
            return seat;
    return NOBODY;
}

struct program space_program(const struct table *g, int space)
{
    if (space != SPACE_DYSON)
        return g->cards->space_programs[players_of(g) - 2][space];
    for (uint64_t kept = g->s->dyson != 0 ? g->s->events_kept : 0; kept != 0;) {
        const struct bts_event *event = &g->cards->events[bits_pop(&kept)];
        if (event->action.count > 0)
            return event->action;
    }
    return (struct program){0};
}

int space_surcharge(const struct table *g, int space)
{
    return g->cards->space_surcharges[players_of(g) - 2][space];
}

/* Was the technology researched in this turn? Its spaces wait for the next one. */
static bool is_fresh(const struct table *g, int seat, int tech)
{
    for (uint64_t slots = seat == turn_seat(g) ? g->s->fresh : 0; slots != 0;)
        if (g->s->slots[bits_pop(&slots)] == tech)
            return true;
    return false;
}

/* Is there such a space, and may the seat use it at all? */
enum space_refusal access_refusal(const struct table *g, int seat, int space)
{
    int tech = space_tech(space);
    if (space_program(g, space).count == 0)
        return SPACE_ABSENT;
    if (tech > 0) {
        if (has_tech(g, seat, tech))
            return is_fresh(g, seat, tech) ? SPACE_UNKNOWN : SPACE_FINE;
        if (private_owner(g, tech) != NOBODY)
            return SPACE_PRIVATE;
        return is_on_board(g, tech) ? SPACE_UNKNOWN : SPACE_ABSENT;
    }
    if (space >= SPACE_GUILD && space < SPACE_DYSON && !(g->s->guilds >> (space - SPACE_GUILD) & 1))
        return SPACE_COVERED;
    return SPACE_FINE;
}

static enum space_refusal pawn_refusal(const struct table *g, int seat, int space)
{
    if (space == SPACE_BASIC_4)
        return SPACE_FINE;
    if (seat_of(g, seat)->pawn == space)
        return SPACE_SAME;
    for (int other = 0; other < players_of(g); other++)
        if (seat_of(g, other)->pawn == space && !has_power(g, seat, POWER_PUSH_PAWN))
            return SPACE_OCCUPIED;
    return SPACE_FINE;
}

/* Why the action of a space cannot be done, whoever stands there. The purse is what the seat has;
 * it comes back with what is missing. */
static enum space_refusal action_refusal(const struct table *g, int seat, int space,
                                         struct program program, struct purse *purse)
{
    int end = program.start + program.count, tech = space_tech(space);
    purse->tech = tech;
    purse->ore -= space_surcharge(g, space);
    purse->discount = colony_discount(g, seat, program);
    if (purse->ore < 0)
        refuse(purse, SPACE_ORE, -purse->ore);
    else if (plan_either(g, seat, program.start, end, purse))
        return rows_can_change(g, seat, program.start, end, tech) ? SPACE_FINE : SPACE_NULL;
    return purse->refusal;
}

enum space_refusal space_refusal(const struct table *g, int seat, int space, int *missing)
{
    struct purse purse = new_purse(g, seat);
    enum space_refusal refusal = access_refusal(g, seat, space);
    if (refusal == SPACE_FINE)
        refusal = pawn_refusal(g, seat, space);
    if (refusal == SPACE_FINE)
        refusal = action_refusal(g, seat, space, space_program(g, space), &purse);
    *missing = purse.missing;
    return refusal;
}

/* Actions being offered to a seat. Neighbouring spaces often have the same action, so what was
 * found out last is kept. */
struct offering {
    const struct table *g;
    int seat;
    struct purse purse; /* what the seat has */
    int start, surcharge;
    bool possible; /* the action that starts at that row, with that surcharge */
    struct move *moves;
    int count;
};

/* Most actions that cannot be done cost too much ore; that is seen at a glance. */
static bool is_too_dear(const struct offering *offering, struct program program)
{
    const struct bts_cards *cards = offering->g->cards;
    const struct effect *first = &cards->rows[program.start];
    int most_off = cards->innovations[INNOVATION_CHEAP_COLONY].second;
    return first->op == OP_PAY && first->a > offering->purse.ore + most_off;
}

/* Offers a space that the seat has access to, if it can be used. */
static void offer_space(struct offering *offering, int space)
{
    const struct table *g = offering->g;
    struct program program = space_program(g, space);
    int surcharge = space_surcharge(g, space);
    if (program.count == 0 || is_too_dear(offering, program) ||
        pawn_refusal(g, offering->seat, space) != SPACE_FINE)
        return;
    if (program.start != offering->start || surcharge != offering->surcharge) {
        struct purse trial = offering->purse;
        offering->start = program.start;
        offering->surcharge = surcharge;
        offering->possible =
            action_refusal(g, offering->seat, space, program, &trial) == SPACE_FINE;
    }
    if (offering->possible)
        offering->count = offer(offering->moves, offering->count, MOVE_ACT, space, 0, 0);
}

int bts_offer_actions(const struct table *g, int seat, struct move *moves)
{
    struct offering offering = {
        .g = g, .seat = seat, .purse = new_purse(g, seat), .start = -1, .moves = moves};
    for (int space = SPACE_BASIC_1; space < SPACE_GUILD; space++)
        offer_space(&offering, space);
    for (uint64_t guilds = g->s->guilds; guilds != 0;)
        offer_space(&offering, SPACE_GUILD + (int)bits_pop(&guilds));
    if (g->s->dyson != 0)
        offer_space(&offering, SPACE_DYSON);
    for (uint64_t techs = techs_of(g, seat); techs != 0;) {
        int tech = (int)bits_pop(&techs), first = SPACE_TECH + 2 * (tech - 1);
        for (int i = 0; i < g->cards->techs[tech].space_count && !is_fresh(g, seat, tech); i++)
            offer_space(&offering, first + i);
    }
    return offering.count;
}

/* The technologies whose actions a copying action of that kind may take. */
static uint64_t copyable_techs(const struct table *g, int seat, int whose)
{
    uint64_t techs = techs_of(g, seat);
    for (int slot = 0; whose == 0 && slot < SLOTS; slot++)
        if (g->s->slots[slot] != 0)
            techs |= bit(g->s->slots[slot]);
    return techs;
}

/* May the action of this space, which researches, be copied after those used? */
static bool may_copy(const struct table *g, int space, uint64_t techs, unsigned used)
{
    struct program program = space_program(g, space);
    int tech = space_tech(space);
    if (tech > 0 ? !bits_have(techs, (unsigned)tech)
                 : space >= SPACE_GUILD && !(g->s->guilds >> (space - SPACE_GUILD) & 1))
        return false;
    for (int i = 0; i < program.count; i++) {
        const struct effect *row = &g->cards->rows[program.start + i];
        if (row->op == OP_COPY && (used >> row->a & 1))
            return false;
    }
    return program.count > 0;
}

bool can_copy(const struct table *g, int seat, int space, int whose)
{
    struct program program = space_program(g, space);
    struct purse purse = purse_of(g, seat, space_tech(space));
    purse.must_research = true;
    purse.discount = colony_discount(g, seat, program);
    return may_copy(g, space, copyable_techs(g, seat, whose), g->s->copied) &&
           plan_either(g, seat, program.start, program.start + program.count, &purse);
}

/* ---- what is missing ------------------------------------------------------------------------- */

/* The rows are walked over as far as they go, without stopping at what is missing. */
static struct lack lack_of(const struct table *g, int seat, int start, int end, struct purse purse)
{
    struct lack plain = {0}, replaced = {0};
    struct purse trial = purse;
    trial.lack = &plain;
    if (purse.ore < 0)
        note_lack(&plain, SPACE_ORE, -purse.ore);
    plan_rows(g, seat, start, end, &trial);
    if (!rows_have(g->cards, start, end, OP_RETURN) ||
        !has_power(g, seat, POWER_ORE_FOR_POPULATION))
        return plain;
    trial = purse;
    trial.lack = &replaced;
    trial.replace = true;
    plan_rows(g, seat, start, end, &trial);
    return lack_sum(&replaced) < lack_sum(&plain) ? replaced : plain;
}

struct lack rows_lack(const struct table *g, int seat, int start, int end, int flags)
{
    struct lack plain = {0};
    struct purse purse = purse_of(g, seat, g->s->source);
    if (flags & RUN_ACTION)
        return lack_of(g, seat, start, end, purse);
    purse.lack = &plain;
    plan_rows(g, seat, start, end, &purse);
    return plain;
}

struct lack space_lack(const struct table *g, int seat, int space)
{
    struct program program = space_program(g, space);
    struct purse purse = purse_of(g, seat, space_tech(space));
    purse.ore -= space_surcharge(g, space);
    purse.discount = colony_discount(g, seat, program);
    return lack_of(g, seat, program.start, program.start + program.count, purse);
}

struct lack copy_lack(const struct table *g, int seat, int space)
{
    struct program program = space_program(g, space);
    struct purse purse = purse_of(g, seat, space_tech(space));
    purse.must_research = true;
    purse.discount = colony_discount(g, seat, program);
    return lack_of(g, seat, program.start, program.start + program.count, purse);
}
