/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: interruptions. Powers that can be used at any time in a turn, and innovations,
 * which happen by themselves as soon as they are due. */

#include "bts.h"

/* ---- which powers can be used ---------------------------------------------------------------- */

/* Outposts of the seat that are production discs, as bits. */
static unsigned replaceable_outposts(const struct bts_view *v, int seat)
{
    unsigned places = 0;
    for (uint64_t own = bts_own_places(v, seat); own != 0;) {
        unsigned place = bits_pop(&own);
        if (v->s->outpost_discs[place] != DISC_STAR)
            places |= 1u << place;
    }
    return places;
}

unsigned bts_starred_rows(const struct bts_view *v, int seat)
{
    unsigned rows = 0;
    for (unsigned row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        for (int slot = 0; slot < CLAIM_SLOTS; slot++)
            if (v->s->claims[row][slot] == seat + 1 &&
                seat_of(v, seat)->claim_discs[row] == DISC_NONE)
                rows |= 1u << row;
    return rows;
}

/* The tracks of the seat that still have discs, as a set of kinds. */
static unsigned tracks_left(const struct bts_view *v, int seat)
{
    const struct bts_seat *me = seat_of(v, seat);
    return (me->food > 0 ? 1u : 0) | (me->ore_discs > 0 ? 2u : 0);
}

static bool replaces_outposts(const struct bts_view *v)
{
    return v->cards->powers[POWER_REPLACE_DISCS].replaces == REPLACES_OUTPOSTS;
}

static bool can_replace(const struct bts_view *v, int seat)
{
    return replaces_outposts(v) ? replaceable_outposts(v, seat) != 0
                                : tracks_left(v, seat) != 0 && bts_starred_rows(v, seat) != 0;
}

static bool can_send(const struct bts_view *v, int seat)
{
    struct move first;
    return bts_offer_sends(v, seat, &first, 1) > 0;
}

/* Has the power been used as often as it may be in a turn? */
static bool is_spent(const struct bts_view *v, enum bts_power_kind power, int used)
{
    int times = v->cards->powers[power].times;
    return times > 0 && used >= times;
}

/* Can the program of a power be done, and the rest of the action after it? */
static bool can_run_power(const struct bts_view *v, int seat, enum bts_power_kind power)
{
    assert(v->cards->powers[power].program.count > 0);
    struct program program = v->cards->powers[power].program;
    int end = program.start + program.count, ore = 0, population = 0;
    for (int at = program.start; at < end; at++) {
        const struct effect *row = &v->cards->rows[at];
        ore += row->op == OP_PAY ? row->a : row->op == OP_ORE ? -row->a : 0;
        population += row->op == OP_RETURN ? row->a : 0;
    }
    return bts_plan_possible(v, seat, program.start, end, 0) &&
           bts_rows_can_change(v, seat, program.start, end, 0) &&
           bts_plan_rest(v, seat, ore, population, population);
}

/* Could this power, which the seat has, do something now and leave the rest of the action possible?
 */
static bool is_usable(const struct bts_view *v, int seat, enum bts_power_kind power)
{
    struct move first;
    switch (power) {
    case POWER_BLACK_MARKET:
        return !is_spent(v, power, v->s->market_used) && can_run_power(v, seat, power);
    case POWER_ASSIMILATION:
        return !is_spent(v, power, v->s->assimilation_used) && can_run_power(v, seat, power);
    case POWER_HEADQUARTERS:
        return !is_spent(v, power, v->s->headquarters_used) &&
               (v->cards->powers[power].program.count > 0 ? can_run_power(v, seat, power)
                                                          : can_send(v, seat));
    case POWER_REPLACE_DISCS:
        return can_replace(v, seat);
    case POWER_FREE_RETIRE:
        return bts_offer_retires(v, seat, &first, 1) > 0;
    case POWER_NONE:
    case POWER_MISSING_PREREQUISITE:
    case POWER_ORE_FOR_POPULATION:
    case POWER_EITHER_TRACK:
    case POWER_WORMHOLES:
    case POWER_PUSH_PAWN:
    case POWER_IS_SHIPYARD:
    case POWER_COUNT:
        break;
    }
    assert(!"this power is not one that is used at any time");
    return false;
}

/* The powers used at any time that the seat has, usable now or not, as bits. Asked all the time. */
static unsigned any_time_powers(const struct bts_view *v, int seat)
{
    const struct bts_cards *cards = v->cards;
    const struct bts_seat *me = seat_of(v, seat);
    unsigned powers = 0;
    for (uint64_t slots = me->slots & cards->any_time_slots; slots != 0;)
        powers |= cards->any_time_powers[v->s->slots[bits_pop(&slots)]];
    for (uint64_t techs = me->private_techs & cards->any_time_techs; techs != 0;)
        powers |= cards->any_time_powers[id_pop(&techs)];
    for (uint64_t systems = me->systems & cards->any_time_systems; systems != 0;)
        powers |= 1u << cards->systems[id_pop(&systems)].power;
    return powers;
}

unsigned bts_usable_powers(const struct bts_view *v, int seat)
{
    unsigned usable = 0;
    for (uint64_t powers = any_time_powers(v, seat); powers != 0;) {
        unsigned power = bits_pop(&powers);
        if (is_usable(v, seat, (enum bts_power_kind)power))
            usable |= 1u << power;
    }
    return usable;
}

static bool has_usable_power(const struct bts_view *v, int seat)
{
    for (uint64_t powers = any_time_powers(v, seat); powers != 0;)
        if (is_usable(v, seat, (enum bts_power_kind)bits_pop(&powers)))
            return true;
    return false;
}

/* ---- using them ------------------------------------------------------------------------------ */

/* An outpost becomes a star: its disc goes back to the track and is used for automation. */
static void replace_outpost(struct bts_table *t, int seat, int place)
{
    int kind = t->s->outpost_discs[place];
    assert(t->s->outposts[place] == seat + 1 && kind != DISC_NONE && kind != DISC_STAR);
    t->s->outpost_discs[place] = DISC_STAR;
    bts_disc_return(t, seat, kind);
    bts_automate(t, seat, kind);
    tell(t, EVENT_REPLACED, seat, told_place(&t->view, place), 0, 0);
}

/* A disc of a track takes the place of the star on an achievement, and the star is automated. */
static void swap_star(struct bts_table *t, int seat, int row, int kind)
{
    assert(bts_starred_rows(&t->view, seat) >> row & 1);
    assert(tracks_left(&t->view, seat) & (unsigned)kind);
    bts_disc_take(t, seat, kind);
    seat_at(t, seat)->claim_discs[row] = (uint8_t)kind;
    bts_automate(t, seat, DISC_STAR);
    tell(t, EVENT_SWAPPED, seat, t->s->achievements[row], kind, 0);
}

/* At the end the kind of a disc is of no matter any more. */
void bts_replace_all_discs(struct bts_table *t, int seat)
{
    if (replaces_outposts(&t->view)) {
        for (uint64_t places = replaceable_outposts(&t->view, seat); places != 0;)
            replace_outpost(t, seat, (int)bits_pop(&places));
        return;
    }
    for (uint64_t rows = bts_starred_rows(&t->view, seat); rows != 0;) {
        int row = (int)bits_pop(&rows);
        unsigned tracks = tracks_left(&t->view, seat);
        if (tracks != 0)
            swap_star(t, seat, row, tracks & DISC_FOOD ? DISC_FOOD : DISC_ORE);
    }
}

static int row_of_achievement(const struct bts_view *v, int achievement)
{
    int row = 0;
    while (row < ACHIEVEMENTS_IN_PLAY - 1 && v->s->achievements[row] != achievement)
        row++;
    assert(v->s->achievements[row] == achievement);
    return row;
}

/* A move for each disc that can be replaced. */
static int offer_replacing(const struct bts_view *v, int seat, struct move *moves, int count)
{
    if (replaces_outposts(v))
        return offer_set(moves, count, MOVE_REPLACE, 0, replaceable_outposts(v, seat));
    unsigned tracks = tracks_left(v, seat);
    for (uint64_t rows = bts_starred_rows(v, seat); rows != 0;) {
        int achievement = v->s->achievements[bits_pop(&rows)];
        for (int kind = DISC_FOOD; kind <= DISC_ORE; kind++)
            if (tracks & (unsigned)kind)
                count = offer(moves, count, MOVE_SWAP, achievement, kind, 0);
    }
    return count;
}

/* Offers these powers; one of them has a move for each disc that it can replace. */
static int offer_powers(const struct bts_view *v, int seat, uint64_t powers, struct move *moves,
                        int count)
{
    if (powers >> POWER_REPLACE_DISCS & 1)
        count = offer_replacing(v, seat, moves, count);
    powers &= ~bit(POWER_REPLACE_DISCS);
    return offer_set(moves, count, MOVE_POWER, 0, powers);
}

int bts_offer_powers(const struct bts_view *v, int seat, struct move *moves, int count)
{
    uint64_t powers = bts_usable_powers(v, seat);
    return powers != 0 ? offer_powers(v, seat, powers, moves, count) : count;
}

/* Whether it can be used now is asked only of a power, or the action of a space, that is drawn. */
struct move bts_pick_with_powers(const struct bts_view *v, int seat, struct move *moves, int count,
                                 struct random *random)
{
    uint64_t powers = any_time_powers(v, seat);
    if (powers != 0)
        count = offer_powers(v, seat, powers, moves, count);
    for (;;) {
        struct move drawn = draw_out(moves, &count, random);
        if (drawn.kind == MOVE_ACT     ? bts_can_act(v, seat, drawn.a)
            : drawn.kind == MOVE_POWER ? is_usable(v, seat, (enum bts_power_kind)drawn.a)
                                       : true)
            return drawn;
    }
}

bool bts_take_power(struct bts_table *t, int seat, struct move move)
{
    assert(move.kind != MOVE_POWER || move.a < POWER_COUNT);
    if (move.kind == MOVE_REPLACE) {
        replace_outpost(t, seat, move.a);
        return true;
    }
    if (move.kind == MOVE_SWAP) {
        swap_star(t, seat, row_of_achievement(&t->view, move.a), move.b);
        return true;
    }
    if (move.kind != MOVE_POWER)
        return false;
    tell(t, EVENT_POWER, seat, move.a, 0, 0);
    struct program program = t->view.cards->powers[move.a].program;
    if (move.a == POWER_BLACK_MARKET)
        t->s->market_used++;
    else if (move.a == POWER_ASSIMILATION)
        t->s->assimilation_used++;
    else if (move.a == POWER_HEADQUARTERS)
        t->s->headquarters_used++;
    else
        assert(move.a == POWER_FREE_RETIRE);
    if (move.a == POWER_FREE_RETIRE)
        push_task(t, retire, seat);
    else if (move.a == POWER_HEADQUARTERS && program.count == 0)
        push_task(t, send, seat);
    else
        bts_run_program(t, seat, program, RUN_QUIET);
    return true;
}

/* WINDOW: use a power, or continue. It is opened for whoever has such a power, and closes by itself
 * if none can be used. */
static bool step_window(struct bts_table *t)
{
    if (bts_innovations_due(t))
        return true;
    if (has_usable_power(&t->view, task_top(t)->seat))
        return false;
    task_done(t);
    return true;
}

static int options_window(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    return bts_offer_powers(v, frame->seat, moves, count);
}

static struct move pick_window(const struct bts_view *v, const struct frame *frame,
                               struct random *random)
{
    struct move moves[MOVES_MAX];
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    return bts_pick_with_powers(v, frame->seat, moves, count, random);
}

static void take_window(struct bts_table *t, struct move move)
{
    if (!bts_take_power(t, task_top(t)->seat, move))
        task_done(t);
}

const struct bts_task_kind bts_task_window = {
    .step = step_window, .options = options_window, .take = take_window, .pick = pick_window};

/* ---- innovations ----------------------------------------------------------------------------- */

static bool innovation_met(const struct bts_view *v, int seat, enum bts_innovation_kind innovation)
{
    const struct bts_seat *me = seat_of(v, seat);
    switch (innovation) {
    case INNOVATION_LAST_DISC:
        return me->food == 0 || me->ore_discs == 0;
    case INNOVATION_LEVEL_THREE:
        return bts_automation_level(me) >= v->cards->innovations[innovation].number;
    case INNOVATION_EMPTY_COLUMN:
        return me->columns[v->cards->innovations[innovation].number - 1] == 0;
    case INNOVATION_TRADE: /* when the trade phase ends */
    case INNOVATION_NONE:
    case INNOVATION_CHEAP_TRADE: /* lasting ones */
    case INNOVATION_BETTER_SHIP:
    case INNOVATION_BUILD_DEEP:
    case INNOVATION_CHEAP_COLONY:
        break;
    }
    return false;
}

/* Are bonuses of systems still to come or under way? The last disc waits for them. */
static bool bonuses_pending(const struct bts_view *v)
{
    for (int i = 0; i < v->s->agenda.depth; i++) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->task == TASK_CONTROL ||
            (frame->task == TASK_RUN && (as_run(frame)->flags & RUN_BONUS)))
            return true;
    }
    return false;
}

bool bts_run_innovations(struct bts_table *t)
{
    assert(is_advanced(&t->view));
    for (int k = 0; k < players_of(&t->view); k++) {
        int seat = (t->s->turn + players_of(&t->view) - 1 + k) %
                   players_of(&t->view); /* the active one first */
        struct bts_seat *me = seat_at(t, seat);
        for (int i = 0; i < 2; i++) {
            enum bts_innovation_kind innovation = bts_mat_of(&t->view, seat)->innovations[i];
            if ((me->innovations >> i & 1) || !innovation_met(&t->view, seat, innovation) ||
                (innovation == INNOVATION_LAST_DISC && bonuses_pending(&t->view)))
                continue;
            me->innovations |= (uint8_t)(1u << i);
            tell(t, EVENT_INNOVATION, seat, innovation, 0, 0);
            bts_run_program(t, seat, t->view.cards->innovations[innovation].program, 0);
            return true;
        }
    }
    return false;
}
