/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: work on the Exploration board. Building, moving, upgrading ships; control and its
 * bonuses. Colonizing is in works_systems.c. */

#include "bts.h"

#include <string.h>

/* After the operation that used it, so that equal situations are equal bytes. */
static void clear_scratch(struct table *g)
{
    memset(g->s->scratch, 0, sizeof g->s->scratch);
}

/* Offers every kind of ship of the seat that `allowed` allows. */
static int offer_ships(const struct table *g, int seat, int kind, int max_level,
                       const uint8_t used[PLACES][SHIP_LEVELS], struct move *moves, int count)
{
    const struct bts_seat *me = seat_of(g, seat);
    for (int place = 0; place < PLACES; place++)
        for (int level = 1; level <= max_level; level++)
            if (me->ships[place][level - 1] > (used != NULL ? used[place][level - 1] : 0))
                count = offer(moves, count, kind, level, place, 0);
    return count;
}

/* ---- building -------------------------------------------------------------------------------- */

/* WORK_SUPPLY: args 0 level, 1 ships still to come, 2 in Deep Space, 3 something was built. */
static bool step_supply(struct table *g)
{
    struct frame *frame = work_top(g);
    struct bts_seat *me = seat_of(g, frame->seat);
    if (frame->args[1] == 0) {
        bool built = frame->args[3] != 0;
        work_done(g);
        if (built)
            control_check(g, -1);
        return true;
    }
    if (supply_of(me) > 0) {
        supply_take(me);
    } else if (me->population > 0 && plan_rest(g, frame->seat, 0, 1, 0)) {
        return false; /* population instead, or do without? */
    } else {
        frame->args[1] = 0;
        return true;
    }
    frame->args[1]--;
    frame->args[3] = 1;
    push_work(g, WORK_BUILD, frame->seat, frame->args[0], frame->args[2], 0, 0);
    return true;
}

static int options_supply(const struct table *g, const struct frame *frame, struct move *moves)
{
    (void)g, (void)frame;
    int count = offer(moves, 0, MOVE_TAKE, 0, 0, 0);
    return offer(moves, count, MOVE_PASS, 0, 0, 0);
}

static void take_supply(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    frame->args[1]--;
    if (move.kind == MOVE_PASS)
        return;
    assert(seat_of(g, frame->seat)->population > 0);
    seat_of(g, frame->seat)->population--;
    frame->args[3] = 1;
    push_work(g, WORK_BUILD, frame->seat, frame->args[0], frame->args[2], 0, 0);
}

const struct work_kind work_supply = {
    .step = step_supply, .options = options_supply, .take = take_supply};

/* WORK_BUILD: args 0 level, 1 in Deep Space. */
static int options_build(const struct table *g, const struct frame *frame, struct move *moves)
{
    unsigned places = frame->args[1] ? 1u << DEEP : build_places(g, frame->seat);
    return offer_set(moves, 0, MOVE_BUILD, 0, places);
}

static void take_build(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    work_done(g);
    ship_add(g, frame.seat, frame.args[0], move.a);
    tell(g, EVENT_BUILT, frame.seat, frame.args[0], move.a, 0);
    if (frame.args[0] < SHIP_LEVELS && !g->s->better_used &&
        has_innovation(g, frame.seat, INNOVATION_BETTER_SHIP))
        push_work(g, WORK_BETTER, frame.seat, frame.args[0], move.a, 0, 0);
}

const struct work_kind work_build = {.options = options_build, .take = take_build, .obvious = true};

/* WORK_BETTER: args 0 level, 1 place of the ship just built. */
static int options_better(const struct table *g, const struct frame *frame, struct move *moves)
{
    return options_supply(g, frame, moves);
}

static void take_better(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    work_done(g);
    if (move.kind == MOVE_PASS)
        return;
    int level = frame.args[0] + g->cards->innovations[INNOVATION_BETTER_SHIP].second;
    if (level > SHIP_LEVELS)
        level = SHIP_LEVELS;
    assert(level > frame.args[0]);
    g->s->better_used = 1;
    ship_remove(g, frame.seat, frame.args[0], frame.args[1]);
    ship_add(g, frame.seat, level, frame.args[1]);
    tell(g, EVENT_UPGRADED, frame.seat, frame.args[0], level, told_place(g, frame.args[1]));
}

const struct work_kind work_better = {.options = options_better, .take = take_better};

/* ---- retiring, upgrading, banking ------------------------------------------------------------ */

/* WORK_RETIRE: a ship becomes population. */
int offer_retires(const struct table *g, int seat, struct move *moves)
{
    struct move ships[MOVES_MAX];
    int count = 0, all = offer_ships(g, seat, MOVE_RETIRE, SHIP_LEVELS, NULL, ships, 0);
    for (int i = 0; i < all; i++)
        if (ship_is_free(g, seat, ships[i].a, ships[i].b, -1))
            moves[count++] = ships[i];
    return count;
}

static int options_retire(const struct table *g, const struct frame *frame, struct move *moves)
{
    return offer_retires(g, frame->seat, moves);
}

static void take_retire(struct table *g, struct move move)
{
    int seat = work_top(g)->seat;
    work_done(g);
    ship_remove(g, seat, move.a, move.b);
    seat_of(g, seat)->population++;
    tell(g, EVENT_RETIRED, seat, move.a, told_place(g, move.b), 0);
    control_check(g, -1);
}

const struct work_kind work_retire = {
    .options = options_retire, .take = take_retire, .obvious = true};

/* WORK_UPGRADE: args 0 times left, 1 levels each time, 2 levels are split over ships, 3 times in
 * all. Ships already raised are kept in scratch, so that each rises once; where levels are split a
 * ship may rise again. A single upgrade must be made, several are "up to". */
static int options_upgrade(const struct table *g, const struct frame *frame, struct move *moves)
{
    bool split = frame->args[2] != 0;
    int count = offer_ships(g, frame->seat, MOVE_UPGRADE, SHIP_LEVELS - 1,
                            split ? NULL : g->s->scratch, moves, 0);
    bool may_stop = !split && frame->args[3] > 1 &&
                    (g->s->changed || frame->args[0] < frame->args[3] || later_can_change(g));
    return may_stop ? offer(moves, count, MOVE_DONE, 0, 0, 0) : count;
}

static bool step_upgrade(struct table *g)
{
    struct move moves[MOVES_MAX];
    struct frame *frame = work_top(g);
    bool split = frame->args[2] != 0;
    if (frame->args[0] > 0 && offer_ships(g, frame->seat, MOVE_UPGRADE, SHIP_LEVELS - 1,
                                          split ? NULL : g->s->scratch, moves, 0) > 0)
        return false;
    work_done(g);
    clear_scratch(g);
    control_check(g, -1);
    return true;
}

static void take_upgrade(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    if (move.kind == MOVE_DONE) {
        frame->args[0] = 0;
        return;
    }
    int level = move.a + frame->args[1] < SHIP_LEVELS ? move.a + frame->args[1] : SHIP_LEVELS;
    frame->args[0]--;
    ship_remove(g, frame->seat, move.a, move.b);
    ship_add(g, frame->seat, level, move.b);
    g->s->scratch[move.b][level - 1]++;
    tell(g, EVENT_UPGRADED, frame->seat, move.a, level, told_place(g, move.b));
}

const struct work_kind work_upgrade = {
    .step = step_upgrade, .options = options_upgrade, .take = take_upgrade, .obvious = true};

/* WORK_BANK: args 0 ships that may still go onto the card. */
static bool step_bank(struct table *g)
{
    struct frame *frame = work_top(g);
    if (frame->args[0] > 0 && ship_count(g, frame->seat) > 0)
        return false;
    work_done(g);
    control_check(g, -1);
    return true;
}

static int options_bank(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = offer_ships(g, frame->seat, MOVE_BANK, SHIP_LEVELS, NULL, moves, 0);
    return offer(moves, count, MOVE_DONE, 0, 0, 0);
}

static void take_bank(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    if (move.kind == MOVE_DONE) {
        frame->args[0] = 0;
        return;
    }
    frame->args[0]--;
    ship_remove(g, frame->seat, move.a, move.b);
    seat_of(g, frame->seat)->banked[move.a - 1]++;
    tell(g, EVENT_BANKED, frame->seat, move.a, told_place(g, move.b), 0);
}

const struct work_kind work_bank = {.step = step_bank, .options = options_bank, .take = take_bank};

/* ---- moving ---------------------------------------------------------------------------------- */

/* WORK_JUMP: args 0 points left, 1 a colonization follows (1 in the open, 2 in stealth), 2 part of
 * an action. All moves count as one: control is settled after the last. scratch holds where the
 * ships were. */
static bool nothing_moved(const struct table *g, int seat)
{
    return memcmp(seat_of(g, seat)->ships, g->s->scratch, sizeof g->s->scratch) == 0;
}

/* Would the action change nothing if the movement ended as it is now? */
static bool would_be_null(const struct table *g, const struct frame *frame)
{
    return !g->s->changed && nothing_moved(g, frame->seat) && !later_can_change(g);
}

/* Is a colonization that must follow still possible with so many points? */
static bool colony_possible(const struct table *g, const struct frame *frame, int points)
{
    return frame->args[1] == 0 || can_reach_colony(g, frame->seat, points, frame->args[1] == 2);
}

/* May this step be made? It is tried on a copy of what it changes. */
static bool step_allowed(const struct table *g, const struct frame *frame, int level, int from,
                         int to)
{
    bool last = frame->args[0] == 1;
    if (frame->args[1] == 0 && !(last && !g->s->changed))
        return true;
    struct bts_state trial = *g->s;
    struct table h = {g->rules, g->cards, &trial, NULL};
    ship_move(&h, frame->seat, level, from, to);
    if (!colony_possible(&h, frame, frame->args[0] - 1))
        return false;
    return !last || !would_be_null(&h, frame);
}

static int options_jump(const struct table *g, const struct frame *frame, struct move *moves)
{
    const struct bts_seat *me = seat_of(g, frame->seat);
    int count = 0;
    for (int from = 0; from < PLACES; from++) {
        const uint8_t *ships = me->ships[from];
        if ((ships[0] | ships[1] | ships[2] | ships[3]) == 0)
            continue;
        uint64_t targets = jump_targets(g, frame->seat, from);
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            if (ships[level - 1] == 0)
                continue;
            for (uint64_t left = targets; left != 0;) {
                int to = (int)bits_pop(&left);
                if (step_allowed(g, frame, level, from, to))
                    count = offer(moves, count, MOVE_JUMP, level, from, to);
            }
        }
    }
    if (colony_possible(g, frame, 0) && !would_be_null(g, frame))
        count = offer(moves, count, MOVE_DONE, 0, 0, 0);
    return count;
}

static bool step_jump(struct table *g)
{
    struct frame frame = *work_top(g);
    if (frame.args[0] > 0)
        return false;
    bool moved = !nothing_moved(g, frame.seat);
    work_done(g);
    clear_scratch(g);
    if (moved)
        g->s->changed = 1;
    if (!moved || frame.args[1] == 2) /* in stealth the target is named first */
        return true;
    int taken = control_check(g, -1);
    if (frame.args[2])
        g->s->taken = (uint8_t)taken;
    return true;
}

static void take_jump(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    if (move.kind == MOVE_DONE) {
        frame->args[0] = 0;
        return;
    }
    frame->args[0]--;
    ship_move(g, frame->seat, move.a, move.b, move.c);
    tell(g, EVENT_MOVED, frame->seat, move.a, told_place(g, move.b), told_place(g, move.c));
}

const struct work_kind work_jump = {.step = step_jump, .options = options_jump, .take = take_jump};

/* WORK_WARP: args 0 ships that may still move. scratch counts those that have, where they are now.
 */
static bool step_warp(struct table *g)
{
    struct move moves[MOVES_MAX];
    struct frame *frame = work_top(g);
    if (frame->args[0] > 0 &&
        offer_ships(g, frame->seat, MOVE_JUMP, SHIP_LEVELS, g->s->scratch, moves, 0) > 0)
        return false;
    work_done(g);
    clear_scratch(g);
    g->s->changed = 1;
    control_check(g, -1);
    return true;
}

static int options_warp(const struct table *g, const struct frame *frame, struct move *moves)
{
    const struct bts_seat *me = seat_of(g, frame->seat);
    int count = offer(moves, 0, MOVE_DONE, 0, 0, 0);
    for (int from = 0; from < PLACES; from++)
        for (int level = 1; level <= SHIP_LEVELS; level++)
            for (int to = 0; to < PLACES; to++)
                if (to != from &&
                    (to == ROGUE ? g->s->cards[ROGUE] != 0 : map_of(g)[to].kind != KIND_NONE) &&
                    me->ships[from][level - 1] > g->s->scratch[from][level - 1])
                    count = offer(moves, count, MOVE_JUMP, level, from, to);
    return count;
}

static void take_warp(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    if (move.kind == MOVE_DONE) {
        frame->args[0] = 0;
        return;
    }
    frame->args[0]--;
    ship_move(g, frame->seat, move.a, move.b, move.c);
    g->s->scratch[move.c][move.a - 1]++;
    tell(g, EVENT_MOVED, frame->seat, move.a, told_place(g, move.b), told_place(g, move.c));
}

const struct work_kind work_warp = {.step = step_warp, .options = options_warp, .take = take_warp};

/* WORK_SEND: one ship from anywhere to Sol, Deep Space or a controlled location. */
int offer_sends(const struct table *g, int seat, struct move *moves)
{
    unsigned targets = own_places(g, seat) | 1u << SOL | 1u << DEEP;
    struct move ships[MOVES_MAX];
    int count = 0, all = offer_ships(g, seat, MOVE_SEND, SHIP_LEVELS, NULL, ships, 0);
    for (int i = 0; i < all; i++) {
        int level = ships[i].a, from = ships[i].b;
        for (uint64_t left = targets & ~(1u << from); left != 0;) {
            int to = (int)bits_pop(&left);
            if (ship_is_free(g, seat, level, from, to))
                count = offer(moves, count, MOVE_SEND, level, from, to);
        }
    }
    return count;
}

static int options_send(const struct table *g, const struct frame *frame, struct move *moves)
{
    return offer_sends(g, frame->seat, moves);
}

static void take_send(struct table *g, struct move move)
{
    int seat = work_top(g)->seat;
    work_done(g);
    ship_move(g, seat, move.a, move.b, move.c);
    g->s->changed = 1;
    tell(g, EVENT_MOVED, seat, move.a, told_place(g, move.b), told_place(g, move.c));
    control_check(g, -1);
}

const struct work_kind work_send = {.options = options_send, .take = take_send, .obvious = true};

/* WORK_KEEP: one ship stays in Sol, all others of the seat go to Deep Space. */
static int options_keep(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (int level = 1; level <= SHIP_LEVELS; level++)
        if (seat_of(g, frame->seat)->ships[SOL][level - 1] > 0)
            count = offer(moves, count, MOVE_KEEP, level, 0, 0);
    return count;
}

static void take_keep(struct table *g, struct move move)
{
    int seat = work_top(g)->seat;
    const struct bts_seat *me = seat_of(g, seat);
    work_done(g);
    for (int level = 1; level <= SHIP_LEVELS; level++) {
        for (int n = me->ships[SOL][level - 1] - (level == move.a); n > 0; n--) {
            ship_move(g, seat, level, SOL, DEEP);
            tell(g, EVENT_MOVED, seat, level, SOL, DEEP);
        }
    }
    g->s->changed = 1;
    control_check(g, -1);
}

const struct work_kind work_keep = {.options = options_keep, .take = take_keep, .obvious = true};

/* WORK_FORTIFY: the Customs Fortress goes to a shipyard. */
static int options_fortify(const struct table *g, const struct frame *frame, struct move *moves)
{
    (void)frame;
    int count = 0;
    for (int place = 0; place < ROGUE; place++)
        if (map_of(g)[place].kind == KIND_YARD)
            count = offer(moves, count, MOVE_YARD, place, 0, 0);
    return count;
}

static void take_fortify(struct table *g, struct move move)
{
    int seat = work_top(g)->seat;
    work_done(g);
    assert(map_of(g)[move.a].kind == KIND_YARD);
    g->s->fortress = (uint8_t)(move.a + 1);
    tell(g, EVENT_FORTRESS, seat, move.a, 0, 0);
}

const struct work_kind work_fortify = {.options = options_fortify, .take = take_fortify};

/* ---- control ------------------------------------------------------------------------------------
 * WORK_CONTROL: control_check has returned the discs that were lost; now those who gained control
 * place theirs, then come the bonuses: the active player first, then clockwise. */

/* The seats in that order. */
static int seat_in_order(const struct table *g, int index)
{
    int first = turn_seat(g) == NOBODY ? 0 : turn_seat(g);
    return (first + index) % players_of(g);
}

/* Does gaining control there give something? */
static bool has_gain_bonus(const struct table *g, int place)
{
    int card = g->s->cards[place];
    return (card != 0 && g->cards->systems[card].gain.count > 0) || g->s->fortress == place + 1;
}

/* The ore that the fortress gives, from the event that set it up. */
static int fortress_ore(const struct table *g)
{
    for (uint64_t kept = g->s->events_kept; kept != 0;) {
        struct program program = g->cards->events[bits_pop(&kept)].resolve;
        for (int i = 0; i < program.count; i++)
            if (g->cards->rows[program.start + i].op == OP_FORTIFY)
                return g->cards->rows[program.start + i].a;
    }
    return 0;
}

static void run_gain(struct table *g, int seat, int place)
{
    int card = g->s->cards[place];
    assert(g->s->gained[seat] >> place & 1);
    g->s->gained[seat] &= (uint16_t) ~(1u << place);
    if (g->s->fortress == place + 1)
        gain_ore(g, seat, fortress_ore(g));
    if (card != 0)
        bts_run_program(g, seat, g->cards->systems[card].gain, 0);
}

/* Places one outstanding outpost; false if there is none. */
static bool place_next_outpost(struct table *g)
{
    for (int i = 0; i < players_of(g); i++) {
        int seat = seat_in_order(g, i);
        for (uint64_t places = g->s->gained[seat]; places != 0;) {
            int place = (int)bits_pop(&places);
            if (g->s->outposts[place] != 0)
                continue;
            if (!can_be_controlled(g, place)) { /* gone; in made-up positions alone */
                g->s->gained[seat] &= (uint16_t) ~(1u << place);
                continue;
            }
            place_disc(g, seat, DISC_FOR_OUTPOST, place, specialty_of(g, place));
            return true;
        }
    }
    return false;
}

static bool step_control(struct table *g)
{
    if (place_next_outpost(g))
        return true;
    for (int i = 0; i < players_of(g); i++) {
        int seat = seat_in_order(g, i);
        for (uint64_t places = g->s->gained[seat]; places != 0;) {
            int place = (int)bits_pop(&places);
            if (!has_gain_bonus(g, place))
                g->s->gained[seat] &= (uint16_t) ~(1u << place);
        }
        if (g->s->gained[seat] != 0) {
            push_work(g, WORK_GAIN, seat, 0, 0, 0, 0);
            return true;
        }
    }
    work_done(g);
    return true;
}

const struct work_kind work_control = {.step = step_control};

/* WORK_GAIN: the seat says which of its bonuses comes next. */
static int options_gain(const struct table *g, const struct frame *frame, struct move *moves)
{
    return offer_set(moves, 0, MOVE_BONUS, 0, g->s->gained[frame->seat]);
}

static void take_gain(struct table *g, struct move move)
{
    int seat = work_top(g)->seat;
    work_done(g);
    run_gain(g, seat, move.a);
}

const struct work_kind work_gain = {.options = options_gain, .take = take_gain, .obvious = true};
