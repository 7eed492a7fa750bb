/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: work on the Exploration board. Building, moving, upgrading ships; control and its
 * bonuses. Colonizing is in works_systems.c. */

#include "bts.h"

#include <string.h>

/* After the operation that used it, so that equal situations are equal bytes. */
static void clear_scratch(struct bts_table *t)
{
    memset(t->s->scratch, 0, sizeof t->s->scratch);
}

/* Offers every kind of ship of the seat that `allowed` allows. */
static int offer_ships(const struct bts_view *v, int seat, int kind, int max_level,
                       const uint8_t used[PLACES][SHIP_LEVELS], struct move *moves, int count)
{
    const struct bts_seat *me = seat_of(v, seat);
    for (int place = 0; place < PLACES; place++)
        for (int level = 1; level <= max_level; level++)
            if (me->ships[place][level - 1] > (used != NULL ? used[place][level - 1] : 0))
                count = offer(moves, count, kind, level, place, 0);
    return count;
}

/* ---- building -------------------------------------------------------------------------------- */

/* TASK_SUPPLY: args 0 level, 1 ships still to come, 2 in Deep Space, 3 something was built. */
static bool step_supply(struct bts_table *t)
{
    struct bts_supply_task *f = top_supply(t);
    struct bts_seat *me = seat_at(t, f->seat);
    if (f->ships_left == 0) {
        bool built = f->has_built != 0;
        task_done(t);
        if (built)
            bts_control_check(t, -1);
        return true;
    }
    if (bts_supply_of(me) > 0) {
        bts_supply_take(me);
    } else if (me->population > 0 && bts_plan_rest(&t->view, f->seat, 0, 1, 0)) {
        return false; /* population instead, or do without? */
    } else {
        f->ships_left = 0;
        return true;
    }
    f->ships_left--;
    f->has_built = 1;
    push_task(t, build, f->seat, .level = f->level, .in_deep_space = f->in_deep_space);
    return true;
}

static int options_supply(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    (void)v, (void)frame;
    int count = offer(moves, 0, MOVE_TAKE, 0, 0, 0);
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static void take_supply(struct bts_table *t, struct move move)
{
    struct bts_supply_task *f = top_supply(t);
    f->ships_left--;
    if (move.kind == MOVE_PASS)
        return;
    assert(seat_of(&t->view, f->seat)->population > 0);
    seat_at(t, f->seat)->population--;
    f->has_built = 1;
    push_task(t, build, f->seat, .level = f->level, .in_deep_space = f->in_deep_space);
}

const struct bts_task_kind bts_task_supply = {
    .step = step_supply, .options = options_supply, .take = take_supply};

/* TASK_BUILD: args 0 level, 1 in Deep Space. */
static int options_build(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_build_task *f = as_build(frame);
    unsigned places = f->in_deep_space ? 1u << DEEP : bts_build_places(v, f->seat);
    return offer_set(moves, 0, MOVE_BUILD, 0, places);
}

static void take_build(struct bts_table *t, struct move move)
{
    struct bts_build_task f = *top_build(t);
    task_done(t);
    bts_ship_add(t, f.seat, f.level, move.a);
    tell(t, EVENT_BUILT, f.seat, f.level, move.a, 0);
    if (f.level < SHIP_LEVELS && !t->s->better_used &&
        bts_has_innovation(&t->view, f.seat, INNOVATION_BETTER_SHIP))
        push_task(t, better, f.seat, .level = f.level, .place = move.a);
}

const struct bts_task_kind bts_task_build = {
    .options = options_build, .take = take_build, .is_obvious = true};

/* TASK_BETTER: args 0 level, 1 place of the ship just built. */
static int options_better(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return options_supply(v, frame, moves);
}

static void take_better(struct bts_table *t, struct move move)
{
    struct bts_better_task f = *top_better(t);
    task_done(t);
    if (move.kind == MOVE_PASS)
        return;
    int level = f.level + t->view.cards->innovations[INNOVATION_BETTER_SHIP].second;
    if (level > SHIP_LEVELS)
        level = SHIP_LEVELS;
    assert(level > f.level);
    t->s->better_used = 1;
    bts_ship_remove(t, f.seat, f.level, f.place);
    bts_ship_add(t, f.seat, level, f.place);
    tell(t, EVENT_UPGRADED, f.seat, f.level, level, told_place(&t->view, f.place));
}

static bool better_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_better_task *f = as_better(frame);
    return f->level < SHIP_LEVELS && seat_of(v, f->seat)->ships[f->place][f->level - 1] > 0;
}

const struct bts_task_kind bts_task_better = {
    .options = options_better, .take = take_better, .is_valid = better_is_valid};

/* ---- retiring, upgrading, banking ------------------------------------------------------------ */

/* TASK_RETIRE: a ship becomes population. */
int bts_offer_retires(const struct bts_view *v, int seat, struct move *moves)
{
    struct move ships[MOVES_MAX];
    int count = 0, all = offer_ships(v, seat, MOVE_RETIRE, SHIP_LEVELS, NULL, ships, 0);
    for (int i = 0; i < all; i++)
        if (bts_ship_is_free(v, seat, ships[i].a, ships[i].b, -1))
            moves[count++] = ships[i];
    return count;
}

static int options_retire(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return bts_offer_retires(v, frame->seat, moves);
}

static void take_retire(struct bts_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    bts_ship_remove(t, seat, move.a, move.b);
    seat_at(t, seat)->population++;
    tell(t, EVENT_RETIRED, seat, move.a, told_place(&t->view, move.b), 0);
    bts_control_check(t, -1);
}

const struct bts_task_kind bts_task_retire = {
    .options = options_retire, .take = take_retire, .is_obvious = true};

/* TASK_UPGRADE: args 0 times left, 1 levels each time, 2 levels are split over ships, 3 times in
 * all. Ships already raised are kept in scratch, so that each rises once; where levels are split a
 * ship may rise again. A single upgrade must be made, several are "up to". */
static int options_upgrade(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_upgrade_task *f = as_upgrade(frame);
    bool split = f->is_split != 0;
    int count = offer_ships(v, f->seat, MOVE_UPGRADE, SHIP_LEVELS - 1, split ? NULL : v->s->scratch,
                            moves, 0);
    bool may_stop = !split && f->times > 1 &&
                    (v->s->changed || f->times_left < f->times || bts_later_can_change(v));
    return may_stop ? offer(moves, count, MOVE_DONE, 0, 0, 0) : count;
}

static bool step_upgrade(struct bts_table *t)
{
    struct move moves[MOVES_MAX];
    struct bts_upgrade_task *f = top_upgrade(t);
    bool split = f->is_split != 0;
    if (f->times_left > 0 && offer_ships(&t->view, f->seat, MOVE_UPGRADE, SHIP_LEVELS - 1,
                                         split ? NULL : t->s->scratch, moves, 0) > 0)
        return false;
    task_done(t);
    clear_scratch(t);
    bts_control_check(t, -1);
    return true;
}

static void take_upgrade(struct bts_table *t, struct move move)
{
    struct bts_upgrade_task *f = top_upgrade(t);
    if (move.kind == MOVE_DONE) {
        f->times_left = 0;
        return;
    }
    int level = move.a + f->levels < SHIP_LEVELS ? move.a + f->levels : SHIP_LEVELS;
    f->times_left--;
    bts_ship_remove(t, f->seat, move.a, move.b);
    bts_ship_add(t, f->seat, level, move.b);
    t->s->scratch[move.b][level - 1]++;
    tell(t, EVENT_UPGRADED, f->seat, move.a, level, told_place(&t->view, move.b));
}

const struct bts_task_kind bts_task_upgrade = {
    .step = step_upgrade, .options = options_upgrade, .take = take_upgrade, .is_obvious = true};

/* TASK_BANK: args 0 ships that may still go onto the card. */
static bool step_bank(struct bts_table *t)
{
    struct bts_bank_task *f = top_bank(t);
    if (f->ships_left > 0 && bts_ship_count(&t->view, f->seat) > 0)
        return false;
    task_done(t);
    bts_control_check(t, -1);
    return true;
}

static int options_bank(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    int count = offer_ships(v, frame->seat, MOVE_BANK, SHIP_LEVELS, NULL, moves, 0);
    return offer(moves, count, MOVE_DONE, 0, 0, 0);
}

static void take_bank(struct bts_table *t, struct move move)
{
    struct bts_bank_task *f = top_bank(t);
    if (move.kind == MOVE_DONE) {
        f->ships_left = 0;
        return;
    }
    f->ships_left--;
    bts_ship_remove(t, f->seat, move.a, move.b);
    seat_at(t, f->seat)->banked[move.a - 1]++;
    tell(t, EVENT_BANKED, f->seat, move.a, told_place(&t->view, move.b), 0);
}

const struct bts_task_kind bts_task_bank = {
    .step = step_bank, .options = options_bank, .take = take_bank};

/* ---- moving ---------------------------------------------------------------------------------- */

/* TASK_JUMP: args 0 points left, 1 a colonization follows (1 in the open, 2 in stealth), 2 part of
 * an action. All moves count as one: control is settled after the last. scratch holds where the
 * ships were. */
static bool nothing_moved(const struct bts_view *v, int seat)
{
    return memcmp(seat_of(v, seat)->ships, v->s->scratch, sizeof v->s->scratch) == 0;
}

/* Would the action change nothing if the movement ended as it is now? */
static bool would_be_null(const struct bts_view *v, const struct frame *frame)
{
    return !v->s->changed && nothing_moved(v, frame->seat) && !bts_later_can_change(v);
}

/* Is a colonization that must follow still possible with so many points? */
static bool colony_possible(const struct bts_view *v, const struct frame *frame, int points)
{
    const struct bts_jump_task *f = as_jump(frame);
    return f->colony_ahead == 0 || bts_can_reach_colony(v, f->seat, points, f->colony_ahead == 2);
}

/* May this step be made? It is tried on a copy of what it changes. */
static bool step_allowed(const struct bts_view *v, const struct frame *frame, int level, int from,
                         int to)
{
    const struct bts_jump_task *f = as_jump(frame);
    bool last = f->points_left == 1;
    if (f->colony_ahead == 0 && !(last && !v->s->changed))
        return true;
    struct bts_state copy;
    struct bts_table trial = bts_trial(v, &copy);
    bts_ship_move(&trial, f->seat, level, from, to);
    if (!colony_possible(&trial.view, frame, f->points_left - 1))
        return false;
    return !last || !would_be_null(&trial.view, frame);
}

static int options_jump(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_seat *me = seat_of(v, frame->seat);
    int count = 0;
    for (int from = 0; from < PLACES; from++) {
        const uint8_t *ships = me->ships[from];
        if ((ships[0] | ships[1] | ships[2] | ships[3]) == 0)
            continue;
        uint64_t targets = bts_jump_targets(v, frame->seat, from);
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            if (ships[level - 1] == 0)
                continue;
            for (uint64_t left = targets; left != 0;) {
                int to = (int)bits_pop(&left);
                if (step_allowed(v, frame, level, from, to))
                    count = offer(moves, count, MOVE_JUMP, level, from, to);
            }
        }
    }
    if (colony_possible(v, frame, 0) && !would_be_null(v, frame))
        count = offer(moves, count, MOVE_DONE, 0, 0, 0);
    return count;
}

static bool step_jump(struct bts_table *t)
{
    struct bts_jump_task f = *top_jump(t);
    if (f.points_left > 0)
        return false;
    bool moved = !nothing_moved(&t->view, f.seat);
    task_done(t);
    clear_scratch(t);
    if (moved)
        t->s->changed = 1;
    if (!moved || f.colony_ahead == 2) /* in stealth the target is named first */
        return true;
    int taken = bts_control_check(t, -1);
    if (f.in_action)
        t->s->taken = (uint8_t)taken;
    return true;
}

static void take_jump(struct bts_table *t, struct move move)
{
    struct bts_jump_task *f = top_jump(t);
    if (move.kind == MOVE_DONE) {
        f->points_left = 0;
        return;
    }
    f->points_left--;
    bts_ship_move(t, f->seat, move.a, move.b, move.c);
    tell(t, EVENT_MOVED, f->seat, move.a, told_place(&t->view, move.b),
         told_place(&t->view, move.c));
}

const struct bts_task_kind bts_task_jump = {
    .step = step_jump, .options = options_jump, .take = take_jump};

/* TASK_WARP: args 0 ships that may still move. scratch counts those that have, where they are now.
 */
static bool step_warp(struct bts_table *t)
{
    struct move moves[MOVES_MAX];
    struct bts_warp_task *f = top_warp(t);
    if (f->ships_left > 0 &&
        offer_ships(&t->view, f->seat, MOVE_JUMP, SHIP_LEVELS, t->s->scratch, moves, 0) > 0)
        return false;
    task_done(t);
    clear_scratch(t);
    t->s->changed = 1;
    bts_control_check(t, -1);
    return true;
}

static int options_warp(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_seat *me = seat_of(v, frame->seat);
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    for (int from = 0; from < PLACES; from++)
        for (int level = 1; level <= SHIP_LEVELS; level++)
            for (int to = 0; to < PLACES; to++)
                if (to != from &&
                    (to == ROGUE ? v->s->cards[ROGUE] != 0 : map_of(v)[to].kind != KIND_NONE) &&
                    me->ships[from][level - 1] > v->s->scratch[from][level - 1])
                    count = offer(moves, count, MOVE_JUMP, level, from, to);
    return count;
}

static void take_warp(struct bts_table *t, struct move move)
{
    struct bts_warp_task *f = top_warp(t);
    if (move.kind == MOVE_DONE) {
        f->ships_left = 0;
        return;
    }
    f->ships_left--;
    bts_ship_move(t, f->seat, move.a, move.b, move.c);
    t->s->scratch[move.c][move.a - 1]++;
    tell(t, EVENT_MOVED, f->seat, move.a, told_place(&t->view, move.b),
         told_place(&t->view, move.c));
}

const struct bts_task_kind bts_task_warp = {
    .step = step_warp, .options = options_warp, .take = take_warp};

/* TASK_SEND: one ship from anywhere to Sol, Deep Space or a controlled location. */
int bts_offer_sends(const struct bts_view *v, int seat, struct move *moves)
{
    unsigned targets = bts_own_places(v, seat) | 1u << SOL | 1u << DEEP;
    struct move ships[MOVES_MAX];
    int count = 0, all = offer_ships(v, seat, MOVE_SEND, SHIP_LEVELS, NULL, ships, 0);
    for (int i = 0; i < all; i++) {
        int level = ships[i].a, from = ships[i].b;
        for (uint64_t left = targets & ~(1u << from); left != 0;) {
            int to = (int)bits_pop(&left);
            if (bts_ship_is_free(v, seat, level, from, to))
                count = offer(moves, count, MOVE_SEND, level, from, to);
        }
    }
    return count;
}

static int options_send(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return bts_offer_sends(v, frame->seat, moves);
}

static void take_send(struct bts_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    bts_ship_move(t, seat, move.a, move.b, move.c);
    t->s->changed = 1;
    tell(t, EVENT_MOVED, seat, move.a, told_place(&t->view, move.b), told_place(&t->view, move.c));
    bts_control_check(t, -1);
}

const struct bts_task_kind bts_task_send = {
    .options = options_send, .take = take_send, .is_obvious = true};

/* TASK_KEEP: one ship stays in Sol, all others of the seat go to Deep Space. */
static int options_keep(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (int level = 1; level <= SHIP_LEVELS; level++)
        if (seat_of(v, frame->seat)->ships[SOL][level - 1] > 0)
            count = offer(moves, count, MOVE_KEEP, level, 0, 0);
    return count;
}

static void take_keep(struct bts_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    const struct bts_seat *me = seat_of(&t->view, seat);
    task_done(t);
    for (int level = 1; level <= SHIP_LEVELS; level++) {
        for (int n = me->ships[SOL][level - 1] - (level == move.a); n > 0; n--) {
            bts_ship_move(t, seat, level, SOL, DEEP);
            tell(t, EVENT_MOVED, seat, level, SOL, DEEP);
        }
    }
    t->s->changed = 1;
    bts_control_check(t, -1);
}

const struct bts_task_kind bts_task_keep = {
    .options = options_keep, .take = take_keep, .is_obvious = true};

/* TASK_FORTIFY: the Customs Fortress goes to a shipyard. */
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
 * TASK_CONTROL: control_check has returned the discs that were lost; now those who gained control
 * place theirs, then come the bonuses: the active player first, then clockwise. */

/* The seats in that order. */
static int seat_in_order(const struct bts_view *v, int index)
{
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

/* Places one outstanding outpost; false if there is none. */
static bool place_next_outpost(struct bts_table *t)
{
    for (int i = 0; i < players_of(&t->view); i++) {
        int seat = seat_in_order(&t->view, i);
        for (uint64_t places = t->s->gained[seat]; places != 0;) {
            int place = (int)bits_pop(&places);
            if (t->s->outposts[place] != 0)
                continue;
            if (!bts_can_be_controlled(&t->view, place)) { /* gone; in made-up positions alone */
                t->s->gained[seat] &= (uint16_t) ~(1u << place);
                continue;
            }
            bts_place_disc(t, seat, DISC_FOR_OUTPOST, place, bts_specialty_of(&t->view, place));
            return true;
        }
    }
    return false;
}

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

/* TASK_GAIN: the seat says which of its bonuses comes next. */
static int options_gain(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    return offer_set(moves, 0, MOVE_BONUS, 0, v->s->gained[frame->seat]);
}

static void take_gain(struct bts_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    run_gain(t, seat, move.a);
}

const struct bts_task_kind bts_task_gain = {
    .options = options_gain, .take = take_gain, .is_obvious = true};
