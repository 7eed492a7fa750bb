/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what is done with system cards. The six steps of colonizing, and drawing systems.
 * */

#include "bts.h"

#include "kit/pile.h"

/* ---- colonizing ------------------------------------------------------------------------------ */

static int options_colonize(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_colonize_task *f = as_colonize(frame);
    unsigned places = f->in_stealth ? bts_stealth_targets(v, f->seat) : bts_colonizable(v, f->seat);
    return offer_set(moves, 0, MOVE_COLONIZE, 0, places);
}

static void take_colonize(struct bts_table *t, struct move move)
{
    assert(t->s->cards[move.a] != 0);
    struct bts_colonize_task f = *top_colonize(t);
    task_done(t);
    t->s->changed = 1;
    push_task(t, settle, f.seat, .place = move.a, .in_stealth = f.in_stealth);
    if (f.in_stealth)
        bts_control_check(t, move.a); /* all other locations; the target is skipped */
}

const struct bts_task_kind bts_task_colonize = {
    .options = options_colonize, .take = take_colonize, .is_obvious = true};

static int options_settle(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_settle_task *f = as_settle(frame);
    int place = f->place, count = 0;
    int strength = v->cards->systems[v->s->cards[place]].strength;
    for (int level = 1; level <= SHIP_LEVELS; level++)
        if (seat_of(v, f->seat)->ships[place][level - 1] > 0)
            count = offer(moves, count, MOVE_SETTLE, level, place, 0);
    if (f->levels_settled >= strength)
        count = offer(moves, count, MOVE_DONE, 0, 0, 0);
    return count;
}

/* All ships that are left go to Deep Space. */
static void exile(struct bts_table *t, int place)
{
    assert(place != DEEP);
    for (int seat = 0; seat < players_of(&t->view); seat++) {
        for (int level = 1; level <= SHIP_LEVELS; level++) {
            while (seat_of(&t->view, seat)->ships[place][level - 1] > 0) {
                bts_ship_move(t, seat, level, place, DEEP);
                tell(t, EVENT_EXILED, seat, level, told_place(&t->view, place), 0);
            }
        }
    }
}

/* The card of the added system lies on an event, which goes with it. */
static void drop_rogue(struct bts_table *t)
{
    t->s->rogue_parent = 0;
    for (int event = 1; event <= t->view.cards->event_count; event++)
        if (program_has(t->view.cards, t->view.cards->events[event].resolve, OP_ADD_SYSTEM))
            t->s->events_kept &= ~(uint32_t)id_bit(event);
}

/* The card goes to the player with the outpost on it. Another's outpost, which can only have come
 * in this turn, goes back. */
static void take_card(struct bts_table *t, int seat, int place)
{
    int system = t->s->cards[place];
    assert(system != 0 && t->s->colony_discs[system] == 0);
    if (t->s->outposts[place] != 0 && t->s->outposts[place] != seat + 1)
        bts_lose_control(t, place);
    seat_at(t, seat)->systems |= (uint32_t)id_bit(system);
    t->s->colony_discs[system] = t->s->outpost_discs[place];
    t->s->outposts[place] = 0;
    t->s->outpost_discs[place] = DISC_NONE;
    t->s->cards[place] = 0;
    if (place == ROGUE)
        drop_rogue(t);
    tell(t, EVENT_COLONIZED, seat, system, place, 0);
}

static void take_settle(struct bts_table *t, struct move move)
{
    struct bts_settle_task *f = top_settle(t);
    int seat = f->seat, place = f->place;
    if (move.kind == MOVE_SETTLE) {
        f->levels_settled = (uint8_t)(f->levels_settled + move.a);
        bts_ship_remove(t, seat, move.a, place);
        bts_supply_return(t, seat);
        tell(t, EVENT_SETTLED, seat, move.a, place, 0);
        return;
    }
    int system = t->s->cards[place], discs = t->s->outposts[place] == seat + 1 ? 1 : 2;
    task_done(t);
    exile(t, place);
    take_card(t, seat, place);
    push_task(t, take_system, seat, .system = system, .discs_left = discs);
    if (place != ROGUE)
        push_task(t, draw_system, seat, .purpose = DRAW_REFILL,
                  .deck = map_of(&t->view)[place].kind == KIND_B, .cards_left = 1, .place = place);
}

/* In a made-up position the system or the ships may be gone by now. */
static bool step_settle(struct bts_table *t)
{
    struct move moves[MOVES_MAX];
    const struct bts_settle_task *f = top_settle(t);
    if (t->s->cards[f->place] != 0 && options_settle(&t->view, task_top(t), moves) > 0)
        return false;
    task_done(t);
    return true;
}

static bool settle_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_settle_task *f = as_settle(frame);
    int card = v->s->cards[f->place];
    return card != 0 && bts_power_at(v, f->seat, f->place) + f->levels_settled >=
                            v->cards->systems[card].strength;
}

const struct bts_task_kind bts_task_settle = {.step = step_settle,
                                              .options = options_settle,
                                              .take = take_settle,
                                              .is_obvious = true,
                                              .is_valid = settle_is_valid};

/* TAKE_SYSTEM: the discs, then the bonus. */
static bool step_take_system(struct bts_table *t)
{
    struct bts_take_system_task *f = top_take_system(t);
    int seat = f->seat, system = f->system;
    if (f->discs_left > 0) {
        f->discs_left--;
        bts_place_disc(t, seat, DISC_FOR_COLONY, system, t->view.cards->systems[system].specialty);
        return true;
    }
    task_done(t);
    bts_run_program(t, seat, t->view.cards->systems[system].bonus, RUN_BONUS);
    return true;
}

/* All discs of a colony are on it or still to come. */
static bool take_system_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_take_system_task *f = as_take_system(frame);
    const struct frame *top = task_top(v);
    int discs = v->s->colony_discs[f->system];
    int there = ((discs & 3) != 0) + (discs >> 2 != 0) + f->discs_left;
    return id_in(seat_of(v, f->seat)->systems, f->system) &&
           there + (top->task == TASK_DISC && top == frame + 1) == 2;
}

const struct bts_task_kind bts_task_take_system = {.step = step_take_system,
                                                   .is_valid = take_system_is_valid};

/* Takes a system as an own one without discs, with its colonization bonus. */
void bts_own_system(struct bts_table *t, int seat, int system)
{
    assert(system >= 1 && system <= t->view.cards->system_count);
    assert(!id_in(seat_of(&t->view, seat)->systems, system));
    seat_at(t, seat)->systems |= (uint32_t)id_bit(system);
    t->s->changed = 1;
    tell(t, EVENT_OWNED, seat, system, 0, 0);
    bts_run_program(t, seat, t->view.cards->systems[system].bonus, 0);
}

/* ---- drawing systems ------------------------------------------------------------------------- */

/* The pile that is drawn from: the deck named, else the other; NULL if both are empty. */
static const uint8_t *draw_pile(const struct bts_view *v, int deck, int *drawn_from)
{
    for (int i = 0; i < 2; i++) {
        *drawn_from = i == 0 ? deck : 1 - deck;
        if (pile_top(v->s->system_piles[*drawn_from], DECK_MAX) != 0)
            return v->s->system_piles[*drawn_from];
    }
    return NULL;
}

static bool step_draw_system(struct bts_table *t)
{
    struct bts_draw_system_task *f = top_draw_system(t);
    int deck = 0;
    if (f->cards_left > 0 && draw_pile(&t->view, f->deck, &deck) != NULL)
        return false;
    task_done(t);
    return true;
}

static int options_draw_system(const struct bts_view *v, const struct frame *frame,
                               struct move *moves)
{
    const struct bts_draw_system_task *f = as_draw_system(frame);
    int deck = 0;
    const uint8_t *pile = draw_pile(v, f->deck, &deck);
    return offer_set(moves, 0, MOVE_DRAW, system_first(v, deck), pile_top(pile, DECK_MAX));
}

static void take_draw_system(struct bts_table *t, struct move move)
{
    struct bts_draw_system_task *f = top_draw_system(t);
    int system = move.a, deck = t->view.cards->systems[system].deck, seat = f->seat;
    int place = f->place;
    pile_take(t->s->system_piles[deck], DECK_MAX, system - system_first(&t->view, deck));
    assert(f->cards_left > 0);
    f->cards_left--;
    tell(t, EVENT_DRAWN, NOBODY, system, 0, 0);
    switch ((enum bts_draw_purpose)f->purpose) {
    case DRAW_REFILL:
        assert(t->s->cards[place] == 0);
        t->s->cards[place] = (uint8_t)system;
        tell(t, EVENT_LAID_SYSTEM, NOBODY, system, place, 0);
        break;
    case DRAW_DYSON:
        t->s->dyson = (uint8_t)system;
        break;
    case DRAW_ROGUE:
        task_done(t);
        push_task(t, hang, seat, .system = system);
        break;
    case DRAW_ANNEX:
        t->s->drawn |= (uint32_t)id_bit(system);
        break;
    }
}

/* What is drawn has a place to go to. */
static bool draw_system_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_draw_system_task *f = as_draw_system(frame);
    switch ((enum bts_draw_purpose)f->purpose) {
    case DRAW_REFILL:
        return f->cards_left == 1 && f->place < ROGUE && v->s->cards[f->place] == 0 &&
               map_of(v)[f->place].kind == (f->deck ? KIND_B : KIND_A);
    case DRAW_DYSON:
        return f->cards_left == 1 && f->place == 0 && v->s->dyson == 0;
    case DRAW_ROGUE:
        return f->cards_left == 1 && f->place == 0 && v->s->cards[ROGUE] == 0;
    case DRAW_ANNEX:
        return f->place == 0;
    }
    return false;
}

const struct bts_task_kind bts_task_draw_system = {.step = step_draw_system,
                                                   .options = options_draw_system,
                                                   .take = take_draw_system,
                                                   .is_dealers = true,
                                                   .is_obvious = true,
                                                   .is_valid = draw_system_is_valid};

/* ANNEX: one of the systems drawn is taken, the others go under their decks. */
static bool step_annex(struct bts_table *t)
{
    if (t->s->drawn != 0)
        return false;
    task_done(t);
    return true;
}

static int options_annex(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    (void)frame;
    return offer_set(moves, 0, MOVE_SYSTEM, 1, v->s->drawn);
}

static void take_annex(struct bts_table *t, struct move move)
{
    assert(id_in(t->s->drawn, move.a));
    int seat = task_top(t)->seat;
    uint64_t rest = t->s->drawn & ~id_bit(move.a);
    int in_a = system_size(&t->view, 0);
    task_done(t);
    t->s->drawn = 0;
    pile_put_under(t->s->system_piles[0], DECK_MAX, rest & bits_below((unsigned)in_a));
    pile_put_under(t->s->system_piles[1], DECK_MAX, rest >> in_a);
    bts_own_system(t, seat, move.a);
}

const struct bts_task_kind bts_task_annex = {
    .step = step_annex, .options = options_annex, .take = take_annex, .is_obvious = true};

/* HANG: the system becomes a new location beside a system slot. */
static int options_hang(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    (void)frame;
    int count = 0;
    for (int place = 0; place < ROGUE; place++)
        if (map_of(v)[place].kind == KIND_A || map_of(v)[place].kind == KIND_B)
            count = offer(moves, count, MOVE_HANG, place, 0, 0);
    return count;
}

static void take_hang(struct bts_table *t, struct move move)
{
    struct bts_hang_task f = *top_hang(t);
    task_done(t);
    assert(t->s->cards[ROGUE] == 0 && f.system != 0);
    t->s->cards[ROGUE] = f.system;
    t->s->rogue_parent = move.a;
    tell(t, EVENT_ADDED, f.seat, f.system, move.a, 0);
}

static bool hang_is_valid(const struct bts_view *v, const struct frame *frame)
{
    (void)frame;
    return v->s->cards[ROGUE] == 0;
}

const struct bts_task_kind bts_task_hang = {
    .options = options_hang, .take = take_hang, .is_valid = hang_is_valid};
