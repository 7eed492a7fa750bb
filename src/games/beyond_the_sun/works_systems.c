/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: work with system cards. The six steps of colonizing, and systems that are drawn.
 */

#include "bts.h"

#include "kit/pile.h"

/* ---- colonizing ------------------------------------------------------------------------------ */

/* WORK_COLONIZE: args 0 in stealth. */
static int options_colonize(const struct table *g, const struct frame *frame, struct move *moves)
{
    unsigned places =
        frame->args[0] ? stealth_targets(g, frame->seat) : colonizable(g, frame->seat);
    return offer_set(moves, 0, MOVE_COLONIZE, 0, places);
}

static void take_colonize(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    work_done(g);
    g->s->changed = 1;
    push_work(g, WORK_SETTLE, frame.seat, move.a, frame.args[0], 0, 0);
    if (frame.args[0])
        control_check(g, move.a); /* all other locations; the target is skipped */
}

const struct work_kind work_colonize = {
    .options = options_colonize, .take = take_colonize, .obvious = true};

/* WORK_SETTLE: args 0 place, 1 in stealth, 2 levels settled so far. */
static int options_settle(const struct table *g, const struct frame *frame, struct move *moves)
{
    int place = frame->args[0], count = 0;
    int strength = g->cards->systems[g->s->cards[place]].strength;
    for (int level = 1; level <= SHIP_LEVELS; level++)
        if (seat_of(g, frame->seat)->ships[place][level - 1] > 0)
            count = offer(moves, count, MOVE_SETTLE, level, place, 0);
    if (frame->args[2] >= strength)
        count = offer(moves, count, MOVE_DONE, 0, 0, 0);
    return count;
}

/* All ships that are left go to Deep Space. */
static void exile(struct table *g, int place)
{
    for (int seat = 0; seat < players_of(g); seat++) {
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            while (seat_of(g, seat)->ships[place][level - 1] > 0) {
                ship_move(g, seat, level, place, DEEP);
                tell(g, EVENT_EXILED, seat, level, told_place(g, place), 0);
            }
        }
    }
}

/* The card of the added system lies on an event, which goes with it. */
static void drop_rogue(struct table *g)
{
    g->s->rogue_parent = 0;
    for (int event = 1; event <= EVENTS; event++)
        if (program_has(g->cards, g->cards->events[event].resolve, OP_ADD_SYSTEM))
            g->s->events_kept &= ~(1u << event);
}

/* The card goes to the player with the outpost on it. Another's outpost, which can only have come
 * in this turn, goes back. */
static void take_card(struct table *g, int seat, int place)
{
    int system = g->s->cards[place];
    assert(system != 0 && g->s->colony_discs[system] == 0);
    if (g->s->outposts[place] != 0 && g->s->outposts[place] != seat + 1)
        lose_control(g, place);
    seat_of(g, seat)->systems |= 1u << system;
    g->s->colony_discs[system] = g->s->outpost_discs[place];
    g->s->outposts[place] = 0;
    g->s->outpost_discs[place] = DISC_NONE;
    g->s->cards[place] = 0;
    if (place == ROGUE)
        drop_rogue(g);
    tell(g, EVENT_COLONIZED, seat, system, place, 0);
}

static void take_settle(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    int seat = frame->seat, place = frame->args[0];
    if (move.kind == MOVE_SETTLE) {
        frame->args[2] = (uint8_t)(frame->args[2] + move.a);
        ship_remove(g, seat, move.a, place);
        supply_return(g, seat);
        tell(g, EVENT_SETTLED, seat, move.a, place, 0);
        return;
    }
    int system = g->s->cards[place], discs = g->s->outposts[place] == seat + 1 ? 1 : 2;
    work_done(g);
    exile(g, place);
    take_card(g, seat, place);
    push_work(g, WORK_TAKE_SYSTEM, seat, system, discs, 0, 0);
    if (place != ROGUE)
        push_work(g, WORK_DRAW_SYSTEM, seat, DRAW_REFILL, map_of(g)[place].kind == KIND_B, 1,
                  place);
}

/* In a made-up position the system or the ships may be gone by now. */
static bool step_settle(struct table *g)
{
    struct move moves[MOVES_MAX];
    const struct frame *frame = work_top(g);
    if (g->s->cards[frame->args[0]] != 0 && options_settle(g, frame, moves) > 0)
        return false;
    work_done(g);
    return true;
}

const struct work_kind work_settle = {
    .step = step_settle, .options = options_settle, .take = take_settle, .obvious = true};

/* WORK_TAKE_SYSTEM: args 0 system, 1 discs still to place; then the bonus. */
static bool step_take_system(struct table *g)
{
    struct frame *frame = work_top(g);
    int seat = frame->seat, system = frame->args[0];
    if (frame->args[1] > 0) {
        frame->args[1]--;
        place_disc(g, seat, DISC_FOR_COLONY, system, g->cards->systems[system].specialty);
        return true;
    }
    work_done(g);
    bts_run_program(g, seat, g->cards->systems[system].bonus, RUN_BONUS);
    return true;
}

const struct work_kind work_take_system = {.step = step_take_system};

/* ---- discs and columns ----------------------------------------------------------------------- */

/* WORK_DISC: args 0 purpose, 1 where, 2 kinds. */
static int options_disc(const struct table *g, const struct frame *frame, struct move *moves)
{
    (void)g, (void)frame;
    int count = offer(moves, 0, MOVE_DISC, DISC_FOOD, 0, 0);
    return offer(moves, count, MOVE_DISC, DISC_ORE, 0, 0);
}

static void take_disc(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    work_done(g);
    put_disc(g, frame.seat, frame.args[0], frame.args[1], move.a);
}

const struct work_kind work_disc = {.options = options_disc, .take = take_disc};

/* WORK_SHIFT: args 0 cubes still to move, from the rightmost column to one of choice. */
static bool step_shift(struct table *g)
{
    struct frame *frame = work_top(g);
    if (frame->args[0] > 0 && supply_of(seat_of(g, frame->seat)) > 0)
        return false;
    work_done(g);
    return true;
}

static int options_shift(const struct table *g, const struct frame *frame, struct move *moves)
{
    (void)g, (void)frame;
    int count = 0;
    for (int column = 0; column < COLUMNS; column++)
        count = offer(moves, count, MOVE_COLUMN, column, 0, 0);
    return count;
}

static void take_shift(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    frame->args[0]--;
    shift_cube(g, frame->seat, move.a);
}

const struct work_kind work_shift = {
    .step = step_shift, .options = options_shift, .take = take_shift};

/* ---- drawing systems ------------------------------------------------------------------------- */

/* WORK_DRAW_SYSTEM: args 0 what for, 1 deck, 2 cards still to draw, 3 place. */
/* The pile that is drawn from: the deck named, else the other; NULL if both are empty. */
static uint8_t *draw_pile(const struct table *g, int deck, int *drawn_from)
{
    for (int i = 0; i < 2; i++) {
        *drawn_from = i == 0 ? deck : 1 - deck;
        if (pile_top(g->s->system_piles[*drawn_from], SYSTEMS / 2) != 0)
            return g->s->system_piles[*drawn_from];
    }
    return NULL;
}

static bool step_draw_system(struct table *g)
{
    struct frame *frame = work_top(g);
    int deck = 0;
    if (frame->args[2] > 0 && draw_pile(g, frame->args[1], &deck) != NULL)
        return false;
    work_done(g);
    return true;
}

static int options_draw_system(const struct table *g, const struct frame *frame, struct move *moves)
{
    int deck = 0;
    const uint8_t *pile = draw_pile(g, frame->args[1], &deck);
    return offer_set(moves, 0, MOVE_DRAW, 1 + deck * (SYSTEMS / 2), pile_top(pile, SYSTEMS / 2));
}

static void take_draw_system(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    int system = move.a, deck = (system - 1) / (SYSTEMS / 2), seat = frame->seat;
    int place = frame->args[3];
    pile_take(g->s->system_piles[deck], SYSTEMS / 2, (system - 1) % (SYSTEMS / 2));
    assert(frame->args[2] > 0);
    frame->args[2]--;
    tell(g, EVENT_DRAWN, NOBODY, system, 0, 0);
    switch (frame->args[0]) {
    case DRAW_REFILL:
        assert(g->s->cards[place] == 0);
        g->s->cards[place] = (uint8_t)system;
        tell(g, EVENT_LAID_SYSTEM, NOBODY, system, place, 0);
        break;
    case DRAW_DYSON:
        g->s->dyson = (uint8_t)system;
        break;
    case DRAW_ROGUE:
        work_done(g);
        push_work(g, WORK_HANG, seat, system, 0, 0, 0);
        break;
    default:
        g->s->drawn |= 1u << system;
        break;
    }
}

const struct work_kind work_draw_system = {.step = step_draw_system,
                                           .options = options_draw_system,
                                           .take = take_draw_system,
                                           .dealer = true,
                                           .obvious = true};

/* WORK_ANNEX: one of the systems drawn is taken, the others go under their decks. */
static bool step_annex(struct table *g)
{
    if (g->s->drawn != 0)
        return false;
    work_done(g);
    return true;
}

static int options_annex(const struct table *g, const struct frame *frame, struct move *moves)
{
    (void)frame;
    return offer_set(moves, 0, MOVE_SYSTEM, 0, g->s->drawn);
}

static void take_annex(struct table *g, struct move move)
{
    int seat = work_top(g)->seat;
    uint64_t rest = (g->s->drawn & ~(1u << move.a)) >> 1;
    work_done(g);
    g->s->drawn = 0;
    pile_put_under(g->s->system_piles[0], SYSTEMS / 2, rest & bits_below(SYSTEMS / 2));
    pile_put_under(g->s->system_piles[1], SYSTEMS / 2, rest >> (SYSTEMS / 2));
    own_system(g, seat, move.a);
}

const struct work_kind work_annex = {
    .step = step_annex, .options = options_annex, .take = take_annex, .obvious = true};

/* WORK_HANG: args 0 the system that becomes a new location; it hangs on a system slot. */
static int options_hang(const struct table *g, const struct frame *frame, struct move *moves)
{
    (void)frame;
    int count = 0;
    for (int place = 0; place < ROGUE; place++)
        if (map_of(g)[place].kind == KIND_A || map_of(g)[place].kind == KIND_B)
            count = offer(moves, count, MOVE_HANG, place, 0, 0);
    return count;
}

static void take_hang(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    work_done(g);
    assert(g->s->cards[ROGUE] == 0 && frame.args[0] != 0);
    g->s->cards[ROGUE] = frame.args[0];
    g->s->rogue_parent = move.a;
    tell(g, EVENT_ADDED, frame.seat, frame.args[0], move.a, 0);
}

const struct work_kind work_hang = {.options = options_hang, .take = take_hang};
