/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: outposts of factions that gained control, and what it brings them. Who gains
 * control is decided in board.c. */

#include "bts.h"

/* FORTIFY: the Customs Fortress goes to a shipyard. */
static int options_fortify(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    (void)frame;
    int count = 0;
    for (int place = 0; place < ROGUE; place++)
        if (map_of(v)[place].kind == KIND_YARD)
            count = offer(moves, count, MOVE_YARD, place, 0, 0);
    return count;
}

static void take_fortify(struct bts_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    assert(map_of(&t->view)[move.a].kind == KIND_YARD);
    t->s->fortress = (uint8_t)(move.a + 1);
    tell(t, EVENT_FORTRESS, seat, move.a, 0, 0);
}

const struct bts_task_kind bts_task_fortify = {.options = options_fortify, .take = take_fortify};

/* ---- control ------------------------------------------------------------------------------------
 * CONTROL: bts_control_check has returned the discs that were lost; now those who gained control
 * place theirs, then come the bonuses: the active player first, then clockwise. */

/* The seats in that order. */
static int seat_in_order(const struct bts_view *v, int index)
{
    assert(index >= 0 && index < players_of(v));
    int first = turn_seat(v) == NOBODY ? 0 : turn_seat(v);
    return (first + index) % players_of(v);
}

/* Does gaining control there give something? */
static bool has_gain_bonus(const struct bts_view *v, int place)
{
    int card = v->s->cards[place];
    return (card != 0 && v->cards->systems[card].gain.count > 0) || v->s->fortress == place + 1;
}

/* The ore that the fortress gives, from the event that set it up. */
static int fortress_ore(const struct bts_view *v)
{
    for (uint64_t kept = v->s->events_kept; kept != 0;) {
        struct program program = v->cards->events[bits_pop(&kept)].resolve;
        for (int i = 0; i < program.count; i++)
            if (v->cards->rows[program.start + i].op == OP_FORTIFY)
                return v->cards->rows[program.start + i].a;
    }
    return 0;
}

static void run_gain(struct bts_table *t, int seat, int place)
{
    int card = t->s->cards[place];
    assert(t->s->gained[seat] >> place & 1);
    t->s->gained[seat] &= (uint16_t) ~(1u << place);
    if (t->s->fortress == place + 1)
        bts_gain_ore(t, seat, fortress_ore(&t->view));
    if (card != 0)
        bts_run_program(t, seat, t->view.cards->systems[card].gain, 0);
}

/* The places that the seat has gained and where its outpost is still to come, as bits. */
static unsigned outstanding(const struct bts_view *v, int seat)
{
    unsigned places = 0;
    for (uint64_t gained = v->s->gained[seat]; gained != 0;) {
        unsigned place = bits_pop(&gained);
        if (v->s->outposts[place] == 0 && bts_can_be_controlled(v, (int)place))
            places |= 1u << place;
    }
    return places;
}

/* Are there discs of one kind left, and fewer than the places that could get one? Then it makes a
 * difference which outpost comes first. */
static bool order_matters(const struct bts_view *v, int seat, unsigned places)
{
    const struct bts_seat *me = seat_of(v, seat);
    int wanting[3] = {0};
    for (uint64_t left = places; left != 0;) {
        unsigned kinds = bts_discs_available(v, seat, bts_specialty_of(v, (int)bits_pop(&left)));
        wanting[DISC_FOOD] += (kinds & DISC_FOOD) != 0;
        wanting[DISC_ORE] += (kinds & DISC_ORE) != 0;
    }
    return bts_plays_rules(v, RULES_OF_RULINGS) &&
           (wanting[DISC_FOOD] > me->food || wanting[DISC_ORE] > me->ore_discs) &&
           bits_count(places) > 1;
}

static void place_outpost(struct bts_table *t, int seat, int place)
{
    bts_place_disc(t, seat, DISC_FOR_OUTPOST, place, bts_specialty_of(&t->view, place));
}

/* Places one outstanding outpost, or asks which; false if there is none. */
static bool place_next_outpost(struct bts_table *t)
{
    for (int i = 0; i < players_of(&t->view); i++) {
        int seat = seat_in_order(&t->view, i);
        for (uint64_t gained = t->s->gained[seat]; gained != 0;) {
            unsigned place = bits_pop(&gained);
            if (!bts_can_be_controlled(&t->view, (int)place)) /* gone; in made-up positions alone */
                t->s->gained[seat] &= (uint16_t) ~(1u << place);
        }
        unsigned places = outstanding(&t->view, seat);
        if (places == 0)
            continue;
        if (order_matters(&t->view, seat, places))
            push_task(t, outpost, seat);
        else
            place_outpost(t, seat, (int)bits_first(places));
        return true;
    }
    return false;
}

/* OUTPOST: the seat says where its next disc goes, when there are not enough for all. */
static int options_outpost(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return offer_set(moves, 0, MOVE_OUTPOST, 0, outstanding(v, frame->seat));
}

static void take_outpost(struct bts_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    assert(move.kind == MOVE_OUTPOST && (outstanding(&t->view, seat) >> move.a & 1));
    task_done(t);
    place_outpost(t, seat, move.a);
}

static bool outpost_is_valid(const struct bts_view *v, const struct frame *frame)
{
    return outstanding(v, frame->seat) != 0;
}

const struct bts_task_kind bts_task_outpost = {
    .options = options_outpost, .take = take_outpost, .is_valid = outpost_is_valid};

static bool step_control(struct bts_table *t)
{
    if (place_next_outpost(t))
        return true;
    for (int i = 0; i < players_of(&t->view); i++) {
        int seat = seat_in_order(&t->view, i);
        for (uint64_t places = t->s->gained[seat]; places != 0;) {
            int place = (int)bits_pop(&places);
            if (!has_gain_bonus(&t->view, place))
                t->s->gained[seat] &= (uint16_t) ~(1u << place);
        }
        if (t->s->gained[seat] != 0) {
            push_task(t, gain, seat);
            return true;
        }
    }
    task_done(t);
    return true;
}

const struct bts_task_kind bts_task_control = {.step = step_control};

/* GAIN: the seat says which of its bonuses comes next. */
static int options_gain(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return offer_set(moves, 0, MOVE_BONUS, 0, v->s->gained[frame->seat]);
}

static void take_gain(struct bts_table *t, struct move move)
{
    assert(move.kind == MOVE_BONUS && move.a < PLACES);
    int seat = task_top(t)->seat;
    task_done(t);
    run_gain(t, seat, move.a);
}

const struct bts_task_kind bts_task_gain = {
    .options = options_gain, .take = take_gain, .is_obvious = true};
