/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what an action needs and what it can do. An action may be chosen only if its cost
 * can be paid and each mandatory part can then be done, and never if it would change nothing.
 *
 * Trying an action on a copy of the state would need answers to every question it asks. So its rows
 * are walked over instead, with a purse: what the seat would have at this point. Each operation has
 * a function plan_… that takes its cost from the purse and adds what it brings, or refuses
 * (operations.h); whether it can change anything is in changes.c. Nothing here touches the state.
 *
 * What cannot be known in advance is taken as it is for the seat at best: a supply that runs short
 * brings fewer ships, a choice is possible if one of its options is, and the purse is not followed
 * beyond it. So a plan may promise more than can be done in the end; the tasks ask for the rest of
 * the plan again before they offer a choice that could make it impossible (bts_plan_rest).
 *
 * The same walk gives the reasons for a "no": with `shortfall` set, it does not stop at what is
 * missing, but notes it and continues as if it were there. */

#include "bts.h"

/* What the seat would have at this point of the program. */
struct bts_purse {
    const struct bts_view *v;
    int seat; /* who would do it */
    int tech; /* the technology that the program stands on */
    int ore, population, supply;
    int jump;                        /* movement points used so far */
    bool may_grow;                   /* control gained by them may bring one population (R76) */
    int discount;                    /* on the next ore payment */
    unsigned copied;                 /* copying actions in this chain, as bits */
    bool replace;                    /* one population of a return is paid in ore */
    bool must_research;              /* a copied action has to research */
    struct bts_shortfall *shortfall; /* collect all that is missing here, instead of stopping */
    enum bts_space_refusal refusal;  /* why not, */
    int missing;                     /* and how much is missing */
};

static bool plan_rows(struct bts_purse *purse, int start, int end);
static bool plan_either(struct bts_purse *purse, int start, int end);
static uint64_t copyable_techs(const struct bts_view *v, int seat, int whose);
static bool may_copy(const struct bts_view *v, int space, uint64_t techs, unsigned used);

static struct bts_purse purse_of(const struct bts_view *v, int seat, int tech)
{
    const struct bts_seat *me = seat_of(v, seat);
    assert(tech >= 0 && tech <= TECHS_MAX);
    return (struct bts_purse){.v = v,
                              .seat = seat,
                              .tech = tech,
                              .ore = me->ore,
                              .population = me->population,
                              .supply = bts_supply_of(me),
                              .copied = v->s->copied,
                              .must_research = v->s->must_research};
}

/* For a new action, which copies nothing yet. */
static struct bts_purse new_purse(const struct bts_view *v, int seat)
{
    const struct bts_seat *me = seat_of(v, seat);
    return (struct bts_purse){.v = v,
                              .seat = seat,
                              .ore = me->ore,
                              .population = me->population,
                              .supply = bts_supply_of(me),
                              .may_grow = true};
}

/* Notes what is missing, and continues as if it were there. */
static bool note_shortfall(struct bts_shortfall *shortfall, enum bts_space_refusal refusal,
                           int missing)
{
    if (refusal == SPACE_ORE)
        shortfall->ore = shortfall->ore > missing ? shortfall->ore : missing;
    else if (refusal == SPACE_POPULATION)
        shortfall->population = shortfall->population > missing ? shortfall->population : missing;
    else if (shortfall->part == SPACE_FINE) {
        shortfall->part = refusal;
        shortfall->number = missing;
    }
    return true;
}

static bool refuse(struct bts_purse *purse, enum bts_space_refusal refusal, int missing)
{
    if (purse->shortfall != NULL)
        return note_shortfall(purse->shortfall, refusal, missing);
    purse->refusal = refusal;
    purse->missing = missing;
    return false;
}

/* ---- parts of programs ----------------------------------------------------------------------- */

static bool rows_have(const struct bts_cards *cards, int start, int end, enum bts_op op)
{
    struct program rows = {(uint16_t)start, (uint8_t)(end - start)};
    return program_has(cards, rows, op);
}

int bts_colony_discount(const struct bts_view *v, int seat, struct program program)
{
    bool cheaper = bts_has_innovation(v, seat, INNOVATION_CHEAP_COLONY) &&
                   program_has(v->cards, program, OP_COLONIZE);
    return cheaper ? v->cards->innovations[INNOVATION_CHEAP_COLONY].second : 0;
}

int bts_space_tech(int space)
{
    assert(space >= 0 && space < SPACES_MAX);
    return space >= SPACE_TECH ? (space - SPACE_TECH) / 2 + 1 : 0;
}

/* ---- what each operation needs --------------------------------------------------------------- */

/* Done as far as possible, or optional. */
static bool plan_nothing(struct bts_purse *purse, const struct effect *row)
{
    (void)purse, (void)row;
    return true;
}

static bool pay_from(struct bts_purse *purse, int amount)
{
    int discount = purse->discount < amount ? purse->discount : amount;
    assert(amount >= 0 && discount >= 0);
    purse->discount -= discount;
    purse->ore -= amount - discount;
    return purse->ore >= 0 || refuse(purse, SPACE_ORE, -purse->ore);
}

static bool plan_pay(struct bts_purse *purse, const struct effect *row)
{
    return pay_from(purse, row->a);
}

static bool plan_return(struct bts_purse *purse, const struct effect *row)
{
    int amount = row->a;
    if (purse->replace && amount > 0) {
        purse->replace = false;
        purse->discount = 0; /* that was on the ore part of the cost */
        amount--;
        if (!pay_from(purse, 1))
            return false;
    }
    purse->population -= amount;
    purse->supply += amount;
    return purse->population >= 0 || refuse(purse, SPACE_POPULATION, -purse->population);
}

/* The one cube that is missing may come from a system that the movement brings under control. */
static void grow_by_jump(struct bts_purse *purse)
{
    if (purse->population != -1 || !purse->may_grow || purse->jump == 0 ||
        !bts_plays_rules(purse->v, RULES_OF_RULINGS) ||
        !bts_can_reach(purse->v, purse->seat, purse->jump, AIM_GROWTH))
        return;
    purse->may_grow = false;
    purse->population = 0;
    purse->supply--;
}

static bool use_population(struct bts_purse *purse)
{
    purse->population--;
    grow_by_jump(purse);
    return purse->population >= 0 || refuse(purse, SPACE_POPULATION, -purse->population);
}

/* Is there an opponent who has a technology that the seat could research now? */
static bool plan_pay_rival(struct bts_purse *purse, const struct effect *row)
{
    const struct bts_view *v = purse->v;
    int seat = purse->seat;
    if (!pay_from(purse, row->a))
        return false;
    unsigned levels = bts_levels_of(v, seat, LEVEL_II_OR_III);
    uint32_t slots = bts_open_slots(v, seat, levels, RESEARCH_DISCOVERED);
    for (int other = 0; other < players_of(v); other++)
        if (other != seat && (seat_of(v, other)->slots & slots) != 0)
            return true;
    return refuse(purse, SPACE_NO_RIVAL, 0);
}

static bool plan_ore(struct bts_purse *purse, const struct effect *row)
{
    purse->ore += row->a;
    return true;
}

static bool plan_grow(struct bts_purse *purse, const struct effect *row)
{
    int grown = row->a < purse->supply ? row->a : purse->supply;
    purse->population += grown;
    purse->supply -= grown;
    return true;
}

static bool plan_ship(struct bts_purse *purse, const struct effect *row)
{
    purse->supply -= row->b < purse->supply ? row->b : purse->supply;
    return true;
}

static bool plan_ship_deep(struct bts_purse *purse, const struct effect *row)
{
    (void)row;
    purse->supply -= purse->supply > 0;
    return true;
}

static bool plan_pop_ship(struct bts_purse *purse, const struct effect *row)
{
    (void)row;
    return use_population(purse);
}

static bool plan_jump(struct bts_purse *purse, const struct effect *row)
{
    purse->jump += row->a;
    return true;
}

static bool plan_colonize(struct bts_purse *purse, const struct effect *row)
{
    const struct bts_view *v = purse->v;
    int seat = purse->seat;
    bool stealth = row->b != 0;
    return (purse->jump == 0 && !stealth && bts_colonizable(v, seat) != 0) ||
           bts_can_reach_colony(v, seat, purse->jump, stealth) ||
           refuse(purse, SPACE_NO_COLONY, purse->jump);
}

static bool plan_research(struct bts_purse *purse, const struct effect *row)
{
    if (!use_population(purse))
        return false;
    unsigned levels = bts_levels_of(purse->v, purse->seat, row->a);
    bool single = (levels & (levels - 1)) == 0;
    return bts_open_slots(purse->v, purse->seat, levels, row->b) != 0 ||
           refuse(purse, SPACE_NO_SLOT, single ? (int)bits_first(levels) : 0);
}

/* Kept out of the way of the other operations, which need no further purse: that would cost them
 * time. So are choices. */
__attribute__((noinline)) static bool plan_copy(struct bts_purse *purse, const struct effect *row)
{
    const struct bts_view *v = purse->v;
    int seat = purse->seat, whose = row->a;
    uint64_t techs = copyable_techs(v, seat, whose);
    for (const uint8_t *space = v->cards->research_spaces; *space != 0; space++) {
        struct program program = bts_space_program(v, *space);
        unsigned copied = purse->copied | 1u << whose;
        if (!may_copy(v, *space, techs, copied))
            continue;
        struct bts_purse trial = *purse;
        trial.copied = copied;
        trial.must_research = true;
        trial.shortfall = NULL;
        trial.tech = bts_space_tech(*space);
        trial.discount = bts_colony_discount(v, seat, program);
        if (plan_either(&trial, program.start, program.start + program.count))
            return true;
    }
    return refuse(purse, SPACE_NO_COPY, 0);
}

/* ---- choices --------------------------------------------------------------------------------- */

static int shortfall_sum(const struct bts_shortfall *shortfall)
{
    return shortfall->ore + shortfall->population + (shortfall->part != SPACE_FINE ? 100 : 0);
}

/* Notes what the option lacks that lacks least. */
static bool shortfall_of_choice(struct bts_purse *purse, int at)
{
    const struct bts_cards *cards = purse->v->cards;
    struct bts_shortfall best = {.part = SPACE_IMPOSSIBLE};
    bool found = false;
    for (int option = at + 1; option <= at + cards->rows[at].body;) {
        int end = option + 1 + cards->rows[option].body;
        struct bts_shortfall shortfall = *purse->shortfall;
        struct bts_purse trial = *purse;
        trial.shortfall = &shortfall;
        bool researches = rows_have(cards, option + 1, end, OP_RESEARCH);
        if (!purse->must_research || researches) {
            plan_rows(&trial, option + 1, end);
            if (!found || shortfall_sum(&shortfall) < shortfall_sum(&best))
                best = shortfall;
            found = true;
        }
        option = end;
    }
    *purse->shortfall = best;
    return true;
}

/* Can the option that researches be among this many choices, perhaps after others? `taken` are the
 * options that are used up. */
static bool plan_research_option(const struct bts_purse *purse, int at, int choices, unsigned taken)
{
    const struct bts_cards *cards = purse->v->cards;
    const struct effect *row = &cards->rows[at];
    int number = 0;
    for (int option = at + 1; choices > 0 && option <= at + row->body; number++) {
        int start = option + 1, end = option + 1 + cards->rows[option].body;
        struct bts_purse trial = *purse;
        trial.may_grow = false; /* only whole actions plan for what a Jump brings */
        option = end;
        if ((taken >> number & 1) || !plan_rows(&trial, start, end))
            continue;
        unsigned used = taken | (row->b == 0 ? 1u << number : 0);
        if (rows_have(cards, start, end, OP_RESEARCH) ||
            plan_research_option(&trial, at, choices - 1, used))
            return true;
    }
    return false;
}

bool bts_leaves_research(const struct bts_view *v, const struct frame *frame, int start, int end)
{
    const struct bts_choose_task *f = as_choose(frame);
    struct bts_purse purse = purse_of(v, f->seat, v->s->source);
    assert(f->choices_left > 0);
    return plan_rows(&purse, start, end) &&
           plan_research_option(&purse, row_number(f->row), f->choices_left - 1, f->taken);
}

/* At least one option must be possible; the purse is not followed beyond the choice. */
__attribute__((noinline)) static bool plan_choose(struct bts_purse *purse, const struct effect *row)
{
    const struct bts_cards *cards = purse->v->cards;
    int at = (int)(row - cards->rows);
    if (purse->shortfall != NULL)
        return shortfall_of_choice(purse, at);
    struct bts_purse last = *purse;
    if (purse->must_research && plan_research_option(purse, at, row->a, 0))
        return true;
    for (int option = at + 1; option <= at + row->body;) {
        int end = option + 1 + cards->rows[option].body;
        struct bts_purse trial = *purse;
        trial.may_grow = false; /* only whole actions plan for what a Jump brings */
        bool researches = rows_have(cards, option + 1, end, OP_RESEARCH);
        if ((!purse->must_research || researches) && plan_rows(&trial, option + 1, end))
            return true;
        last = trial;
        option = end;
    }
    return refuse(purse, last.refusal != SPACE_FINE ? last.refusal : SPACE_IMPOSSIBLE,
                  last.missing);
}

/* ---- programs -------------------------------------------------------------------------------- */

/* One row, by its operation:
 *     case OP_PAY: return plan_pay(purse, row); */
#define OPERATION_PLAN(name, NAME, word, allowed, plan, changes, run)                              \
    case OP_##NAME:                                                                                \
        return plan(purse, row);
static bool plan_row(struct bts_purse *purse, const struct effect *row)
{
    switch ((enum bts_op)row->op) {
        BTS_OPERATIONS(OPERATION_PLAN)
    case OP_COUNT:
        break;
    }
    assert(!"cards have known operations alone");
    return true;
}
#undef OPERATION_PLAN

static bool plan_rows(struct bts_purse *purse, int start, int end)
{
    const struct effect *rows = purse->v->cards->rows;
    assert(start >= 0 && start <= end && end <= purse->v->cards->row_count);
    for (int at = start; at < end; at += 1 + rows[at].body)
        if (!plan_row(purse, &rows[at]))
            return false;
    return true;
}

/* Could one returned population be paid in ore? */
static bool may_replace(const struct bts_purse *purse, int start, int end)
{
    return rows_have(purse->v->cards, start, end, OP_RETURN) &&
           bts_has_power(purse->v, purse->seat, POWER_ORE_FOR_POPULATION);
}

/* As it is, or else with one returned population paid in ore. The purse is used up: a copy of one
 * that was only just filled takes longer than most plans. */
static bool plan_either(struct bts_purse *purse, int start, int end)
{
    if (!may_replace(purse, start, end))
        return plan_rows(purse, start, end);
    struct bts_purse replacing = *purse;
    replacing.replace = true;
    return plan_rows(purse, start, end) || plan_rows(&replacing, start, end);
}

/* The same with the purse as it is afterwards; ore stands in for population in the cost of an
 * action alone, and only an action is made cheaper. */
static bool plan_on(struct bts_purse *purse, int start, int end, int flags)
{
    assert(start <= end);
    bool action = (flags & RUN_ACTION) != 0;
    struct program rows = {(uint16_t)start, (uint8_t)(end - start)};
    purse->discount = action ? bts_colony_discount(purse->v, purse->seat, rows) : 0;
    purse->may_grow = action;
    struct bts_purse before = *purse;
    if (plan_rows(purse, start, end))
        return true;
    *purse = before;
    purse->replace = action && may_replace(purse, start, end);
    return purse->replace && plan_rows(purse, start, end);
}

bool bts_plan_possible(const struct bts_view *v, int seat, int start, int end, int flags)
{
    assert(start <= end && flags <= (RUN_ACTION | RUN_BONUS | RUN_QUIET | RUN_CHOSEN));
    struct bts_purse purse = purse_of(v, seat, v->s->source);
    return plan_on(&purse, start, end, flags);
}

/* Can what this frame still has to do be done? `researches`: what came before it does, or it need
 * not. */
static bool plan_frame(struct bts_purse *purse, const struct frame *frame, bool *researches)
{
    if (frame->task == TASK_RUN && (as_run(frame)->flags & (RUN_ACTION | RUN_CHOSEN))) {
        const struct bts_run_task *f = as_run(frame);
        int start = row_number(f->start), end = row_number(f->end);
        *researches = *researches || rows_have(purse->v->cards, start, end, OP_RESEARCH);
        return plan_on(purse, start, end, f->flags);
    }
    if (frame->task == TASK_CHOOSE && !*researches) {
        const struct bts_choose_task *f = as_choose(frame);
        return f->choices_left == 0 ||
               plan_research_option(purse, row_number(f->row), f->choices_left, f->taken);
    }
    return true;
}

/* Can all that the seat still has to do in this action be done? Those are the rows of the action,
 * of options once they are chosen, and the research of a copied action with options. */
static bool plan_agenda(struct bts_purse *purse)
{
    const struct bts_view *v = purse->v;
    bool researches = !purse->must_research;
    for (int i = v->s->agenda.depth - 1; i >= 0; i--) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->task == TASK_END_ACTION)
            break;
        if (frame->seat == purse->seat && !plan_frame(purse, frame, &researches))
            return false;
    }
    return purse->population >= 0 && purse->ore >= 0;
}

bool bts_plan_rest(const struct bts_view *v, int seat, int ore_less, int population_less,
                   int supply_more)
{
    struct bts_purse purse = purse_of(v, seat, v->s->source);
    purse.ore -= ore_less;
    purse.population -= population_less;
    purse.supply += supply_more;
    return plan_agenda(&purse);
}

bool bts_plan_with_rest(const struct bts_view *v, int seat, int start, int end, int flags)
{
    struct bts_purse purse = purse_of(v, seat, v->s->source);
    return plan_on(&purse, start, end, flags) && plan_agenda(&purse);
}

bool bts_rest_has(const struct bts_view *v, enum bts_op op)
{
    for (int i = v->s->agenda.depth - 1; i >= 0; i--) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->task == TASK_END_ACTION)
            break;
        if (frame->task == TASK_RUN && rows_have(v->cards, row_number(as_run(frame)->start),
                                                 row_number(as_run(frame)->end), op))
            return true;
    }
    return false;
}

/* ---- spaces ---------------------------------------------------------------------------------- */

static bool is_on_board(const struct bts_view *v, int tech)
{
    for (int slot = 0; slot < SLOTS; slot++)
        if (v->s->slots[slot] == tech)
            return true;
    return false;
}

int bts_private_owner(const struct bts_view *v, int tech)
{
    assert(tech >= 1 && tech <= v->cards->tech_count);
    for (int seat = 0; seat < players_of(v); seat++)
        if (id_in(seat_of(v, seat)->private_techs, tech))
            return seat;
    return NOBODY;
}

struct program bts_space_program(const struct bts_view *v, int space)
{
    assert(space >= 0 && space < SPACES_MAX);
    if (space != SPACE_DYSON)
        return v->cards->space_programs[players_of(v) - 2][space];
    for (uint64_t kept = v->s->dyson != 0 ? v->s->events_kept : 0; kept != 0;) {
        const struct bts_event *event = &v->cards->events[id_pop(&kept)];
        if (event->action.count > 0)
            return event->action;
    }
    return (struct program){0};
}

int bts_space_surcharge(const struct bts_view *v, int space)
{
    assert(space >= 0 && space < SPACES_MAX);
    return v->cards->space_surcharges[players_of(v) - 2][space];
}

/* The technologies that the seat has researched in this turn. Their spaces wait for the next one.
 */
static uint64_t fresh_techs(const struct bts_view *v, int seat)
{
    uint64_t techs = 0;
    for (uint64_t slots = seat == turn_seat(v) ? v->s->fresh : 0; slots != 0;)
        techs |= id_bit_if_any(v->s->slots[bits_pop(&slots)]);
    return techs;
}

/* Is there such a space, and may the seat use it at all? */
enum bts_space_refusal bts_access_refusal(const struct bts_view *v, int seat, int space)
{
    int tech = bts_space_tech(space);
    if (bts_space_program(v, space).count == 0)
        return SPACE_ABSENT;
    if (tech > 0) {
        if (bts_has_tech(v, seat, tech))
            return id_in(fresh_techs(v, seat), tech) ? SPACE_UNKNOWN : SPACE_FINE;
        if (bts_private_owner(v, tech) != NOBODY)
            return SPACE_PRIVATE;
        return is_on_board(v, tech) ? SPACE_UNKNOWN : SPACE_ABSENT;
    }
    if (space >= SPACE_GUILD && space < SPACE_DYSON && !(v->s->guilds >> (space - SPACE_GUILD) & 1))
        return SPACE_COVERED;
    return SPACE_FINE;
}

static enum bts_space_refusal pawn_refusal(const struct bts_view *v, int seat, int space)
{
    if (space == SPACE_BASIC_4)
        return SPACE_FINE;
    if (seat_of(v, seat)->pawn == space)
        return SPACE_SAME;
    for (int other = 0; other < players_of(v); other++)
        if (seat_of(v, other)->pawn == space && !bts_has_power(v, seat, POWER_PUSH_PAWN))
            return SPACE_OCCUPIED;
    return SPACE_FINE;
}

/* Why the action of a space cannot be done, whoever stands there. The purse is what the seat has;
 * it is used up and says what is missing. */
static enum bts_space_refusal action_refusal(struct bts_purse *purse, int space,
                                             struct program program)
{
    int end = program.start + program.count;
    purse->tech = bts_space_tech(space);
    purse->ore -= bts_space_surcharge(purse->v, space);
    purse->discount = bts_colony_discount(purse->v, purse->seat, program);
    if (purse->ore < 0)
        refuse(purse, SPACE_ORE, -purse->ore);
    else if (plan_either(purse, program.start, end))
        return bts_rows_can_change(purse->v, purse->seat, program.start, end, purse->tech)
                   ? SPACE_FINE
                   : SPACE_NULL;
    assert(purse->refusal != SPACE_FINE);
    return purse->refusal;
}

enum bts_space_refusal bts_space_refusal(const struct bts_view *v, int seat, int space,
                                         int *missing)
{
    struct bts_purse purse = new_purse(v, seat);
    enum bts_space_refusal refusal = bts_access_refusal(v, seat, space);
    if (refusal == SPACE_FINE)
        refusal = pawn_refusal(v, seat, space);
    if (refusal == SPACE_FINE)
        refusal = action_refusal(&purse, space, bts_space_program(v, space));
    *missing = purse.missing;
    return refusal;
}

/* Actions being offered to a seat. Neighbouring spaces often have the same action, so what was
 * found out last is kept. */
struct bts_offering {
    struct bts_purse purse; /* what the seat has */
    int start, surcharge;
    bool possible; /* the action that starts at that row, with that surcharge */
};

/* Most actions that cannot be done cost too much ore, or somebody stands there; that is seen at a
 * glance. */
static bool is_plainly_closed(const struct bts_view *v, int seat, int space, struct program program)
{
    assert(program.start + program.count <= v->cards->row_count);
    const struct effect *first = &v->cards->rows[program.start];
    int most_off = v->cards->innovations[INNOVATION_CHEAP_COLONY].second;
    return program.count == 0 ||
           (first->op == OP_PAY && first->a > seat_of(v, seat)->ore + most_off) ||
           pawn_refusal(v, seat, space) != SPACE_FINE;
}

/* Can a space that the seat has access to be used? */
static bool is_offered(struct bts_offering *offering, int space)
{
    const struct bts_view *v = offering->purse.v;
    struct program program = bts_space_program(v, space);
    int surcharge = bts_space_surcharge(v, space);
    if (is_plainly_closed(v, offering->purse.seat, space, program))
        return false;
    if (program.start != offering->start || surcharge != offering->surcharge) {
        struct bts_purse trial = offering->purse;
        offering->start = program.start;
        offering->surcharge = surcharge;
        offering->possible = action_refusal(&trial, space, program) == SPACE_FINE;
    }
    return offering->possible;
}

int bts_accessible_spaces(const struct bts_view *v, int seat, struct move *moves)
{
    int count = 0;
    for (int space = SPACE_BASIC_1; space < SPACE_GUILD; space++)
        count = offer(moves, count, MOVE_ACT, space, 0, 0);
    count = offer_set(moves, count, MOVE_ACT, SPACE_GUILD, v->s->guilds);
    if (v->s->dyson != 0)
        count = offer(moves, count, MOVE_ACT, SPACE_DYSON, 0, 0);
    for (uint64_t techs = bts_techs_of(v, seat) & ~fresh_techs(v, seat); techs != 0;) {
        int tech = id_pop(&techs), first = SPACE_TECH + 2 * (tech - 1);
        for (int i = 0; i < v->cards->techs[tech].space_count; i++)
            count = offer(moves, count, MOVE_ACT, first + i, 0, 0);
    }
    return count;
}

bool bts_can_act(const struct bts_view *v, int seat, int space)
{
    struct program program = bts_space_program(v, space);
    if (is_plainly_closed(v, seat, space, program))
        return false;
    struct bts_purse purse = new_purse(v, seat);
    return action_refusal(&purse, space, program) == SPACE_FINE;
}

int bts_offer_actions(const struct bts_view *v, int seat, struct move *moves)
{
    struct bts_findings findings;
    struct bts_view remembering = bts_remembering(v, seat, &findings);
    struct bts_offering offering = {.purse = new_purse(&remembering, seat), .start = -1};
    int all = bts_accessible_spaces(v, seat, moves), count = 0;
    for (int i = 0; i < all; i++)
        if (is_offered(&offering, moves[i].a))
            moves[count++] = moves[i];
    return count;
}

/* The technologies whose actions a copying action of that kind may take. */
static uint64_t copyable_techs(const struct bts_view *v, int seat, int whose)
{
    uint64_t techs = bts_techs_of(v, seat);
    for (int slot = 0; whose == 0 && slot < SLOTS; slot++)
        techs |= id_bit_if_any(v->s->slots[slot]);
    return techs;
}

/* May the action of this space, which researches, be copied after those used? */
static bool may_copy(const struct bts_view *v, int space, uint64_t techs, unsigned used)
{
    int tech = bts_space_tech(space);
    if (tech > 0 ? !id_in(techs, tech)
                 : space >= SPACE_GUILD && !(v->s->guilds >> (space - SPACE_GUILD) & 1))
        return false;
    return (v->cards->space_copies[space] & used) == 0 && bts_space_program(v, space).count > 0;
}

int bts_offer_copies(const struct bts_view *v, int seat, int whose, struct move *moves, int most)
{
    assert(whose == 0 || whose == 1);
    struct bts_findings findings;
    struct bts_view remembering = bts_remembering(v, seat, &findings);
    struct bts_purse purse = purse_of(&remembering, seat, 0);
    uint64_t techs = copyable_techs(v, seat, whose);
    int count = 0;
    purse.must_research = purse.may_grow = true;
    for (const uint8_t *space = v->cards->research_spaces; *space != 0 && count < most; space++) {
        struct program program = bts_space_program(v, *space);
        if (!may_copy(v, *space, techs, v->s->copied))
            continue;
        struct bts_purse trial = purse;
        trial.tech = bts_space_tech(*space);
        trial.discount = bts_colony_discount(v, seat, program);
        if (plan_either(&trial, program.start, program.start + program.count))
            count = offer(moves, count, MOVE_COPY, *space, 0, 0);
    }
    return count;
}

/* ---- what is missing ------------------------------------------------------------------------- */

/* The rows are walked over as far as they go, without stopping at what is missing. */
static struct bts_shortfall shortfall_of(struct bts_purse purse, int start, int end)
{
    struct bts_shortfall plain = {0}, replaced = {0};
    struct bts_purse trial = purse;
    trial.shortfall = &plain;
    if (purse.ore < 0)
        note_shortfall(&plain, SPACE_ORE, -purse.ore);
    plan_rows(&trial, start, end);
    if (!may_replace(&purse, start, end))
        return plain;
    trial = purse;
    trial.shortfall = &replaced;
    trial.replace = true;
    plan_rows(&trial, start, end);
    return shortfall_sum(&replaced) < shortfall_sum(&plain) ? replaced : plain;
}

struct bts_shortfall bts_rows_shortfall(const struct bts_view *v, int seat, int start, int end,
                                        int flags)
{
    struct bts_shortfall plain = {0};
    struct bts_purse purse = purse_of(v, seat, v->s->source);
    if (flags & RUN_ACTION)
        return shortfall_of(purse, start, end);
    purse.shortfall = &plain;
    plan_rows(&purse, start, end);
    return plain;
}

struct bts_shortfall bts_space_shortfall(const struct bts_view *v, int seat, int space)
{
    struct program program = bts_space_program(v, space);
    struct bts_purse purse = purse_of(v, seat, bts_space_tech(space));
    purse.ore -= bts_space_surcharge(v, space);
    purse.discount = bts_colony_discount(v, seat, program);
    return shortfall_of(purse, program.start, program.start + program.count);
}

struct bts_shortfall bts_copy_shortfall(const struct bts_view *v, int seat, int space)
{
    struct program program = bts_space_program(v, space);
    struct bts_purse purse = purse_of(v, seat, bts_space_tech(space));
    purse.must_research = true;
    purse.discount = bts_colony_discount(v, seat, program);
    return shortfall_of(purse, program.start, program.start + program.count);
}
