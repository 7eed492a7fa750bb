/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the steps of research. Slot, cube, event, type, cards, immediate bonus; private
 * technologies; the tableau. */

#include "bts.h"

#include "kit/pile.h"

/* ---- the slot -------------------------------------------------------------------------------- */

/* WORK_SLOT: args 0 levels as bits, 1 flags of the research, 2 it is part of an action. */
static int options_slot(const struct table *g, const struct frame *frame, struct move *moves)
{
    return offer_set(moves, 0, MOVE_SLOT, 0,
                     open_slots(g, frame->seat, frame->args[0], frame->args[1]));
}

static void take_slot(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    struct bts_seat *me = seat_of(g, frame.seat);
    int slot = move.a, level = g->cards->slots[slot].level;
    bool known = g->s->slots[slot] != 0;
    work_done(g);
    if (frame.args[2])
        g->s->must_research = 0;
    g->s->changed = 1;
    assert(me->population > 0 && !(me->slots >> slot & 1));
    me->population--;
    me->slots |= 1u << slot;
    if (agenda_has(g, WORK_ACTION))
        g->s->fresh |= 1u << slot;
    tell(g, EVENT_CUBE, frame.seat, slot, 0, 0);
    push_work(g, WORK_LEARN, frame.seat, slot, frame.args[1], 0, 0);
    if (known)
        return;
    push_work(g, WORK_TYPE, frame.seat, slot, 0, 0, 0);
    if (level == 2 || level == 3)
        push_work(g, WORK_EVENT, frame.seat, slot, 0, 0, 0);
}

const struct work_kind work_slot = {.options = options_slot, .take = take_slot};

/* WORK_LEARN: args 0 slot, 1 flags. The immediate bonus, and a row of the tableau that it unlocks.
 */
static bool step_learn(struct table *g)
{
    struct frame frame = *work_top(g);
    int tech = g->s->slots[frame.args[0]];
    work_done(g);
    tell(g, EVENT_LEARNED, frame.seat, tech, 0, 0);
    if (frame.args[1] & RESEARCH_SILENT)
        return true;
    g->s->source = (uint8_t)tech;
    bts_run_program(g, frame.seat, g->cards->techs[tech].immediate, 0);
    return true;
}

const struct work_kind work_learn = {.step = step_learn};

/* ---- the event ------------------------------------------------------------------------------- */

/* WORK_EVENT: args 0 slot. With r slots of the level face down, f fixed events and m others not yet
 * seen, each fixed one has weight m and each other r - f: as if they had been shuffled before. */
static int options_event(const struct table *g, const struct frame *frame, struct move *moves)
{
    int level = g->cards->slots[frame->args[0]].level, count = 0;
    int fixed = 0, facedown = 0;
    for (int i = 1; i <= EVENTS; i++)
        fixed += g->cards->events[i].level == level && g->cards->events[i].light &&
                 !(g->s->events >> i & 1);
    for (int slot = 4; slot < 16; slot++)
        facedown += g->cards->slots[slot].level == level && (g->s->facedown >> (slot - 4) & 1);
    for (int i = 1; i <= EVENTS; i++) {
        const struct bts_event *event = &g->cards->events[i];
        if (event->level == level && !(g->s->events >> i & 1) && (event->light || facedown > fixed))
            count = offer(moves, count, MOVE_EVENT, i, 0, 0);
    }
    return count;
}

static void take_event(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    const struct bts_event *event = &g->cards->events[move.a];
    work_done(g);
    assert(!(g->s->events >> move.a & 1) && (g->s->facedown >> (frame.args[0] - 4) & 1));
    g->s->facedown &= (uint16_t) ~(1u << (frame.args[0] - 4));
    g->s->events |= 1u << move.a;
    if (event->stays)
        g->s->events_kept |= 1u << move.a;
    tell(g, EVENT_EVENT, frame.seat, move.a, 0, 0);
    bts_run_program(g, frame.seat, event->resolve, 0);
}

const struct work_kind work_event = {
    .options = options_event, .take = take_event, .dealer = true, .obvious = true};

/* ---- the cards ------------------------------------------------------------------------------- */

/* WORK_TYPE: args 0 slot, 1 a blind draw in the tableau variant. The type is named before any card
 * is revealed. */
static unsigned deck_top(const struct table *g, int level)
{
    return (unsigned)pile_top(tech_pile(g, level), tech_size(level));
}

static bool step_type(struct table *g)
{
    struct frame *frame = work_top(g);
    int seat = frame->seat, slot = frame->args[0];
    unsigned types = slot_types(g, seat, slot);
    if (types == 0)
        types = (1u << TYPES) - 1; /* nothing to the left decides it */
    if (has_tableau(g) && !frame->args[1]) {
        work_done(g);
        push_work(g, WORK_CARD, seat, slot, (int)types, 1, 0);
        return true;
    }
    if ((types & (types - 1)) != 0 && types != (1u << TYPES) - 1)
        return false;
    bool blind = frame->args[1] != 0;
    work_done(g);
    push_work(g, WORK_CARD, seat, slot, (int)types, 0, 0);
    push_work(g, WORK_REVEAL, seat, slot, (int)types, blind ? 1 : 2, 0);
    return true;
}

static int options_type(const struct table *g, const struct frame *frame, struct move *moves)
{
    return offer_set(moves, 0, MOVE_TYPE, 0, slot_types(g, frame->seat, frame->args[0]));
}

static void take_type(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    work_done(g);
    push_work(g, WORK_CARD, frame.seat, frame.args[0], 1 << move.a, 0, 0);
    push_work(g, WORK_REVEAL, frame.seat, frame.args[0], 1 << move.a, frame.args[1] ? 1 : 2, 0);
}

const struct work_kind work_type = {.step = step_type, .options = options_type, .take = take_type};

/* Cards lying open that have one of these types on the left, as bits. */
static uint64_t matches(const struct table *g, unsigned types)
{
    uint64_t found = 0;
    for (uint64_t cards = g->s->revealed; cards != 0;) {
        unsigned tech = bits_pop(&cards);
        if (g->cards->techs[tech].left & types)
            found |= bit(tech);
    }
    return found;
}

/* WORK_REVEAL: args 0 slot, 1 types, 2 matches wanted. Reveals until enough cards match. If the
 * whole deck has none, it is turned over and the top 2 of any type are revealed. */
static bool step_reveal(struct table *g)
{
    struct frame *frame = work_top(g);
    int level = g->cards->slots[frame->args[0]].level;
    int found = bits_count(matches(g, frame->args[1]));
    if (found < frame->args[2] && deck_top(g, level) != 0)
        return false;
    if (found == 0 && g->s->revealed != 0) {
        pile_put_under(tech_pile(g, level), tech_size(level), g->s->revealed >> tech_first(level));
        g->s->revealed = 0;
        frame->args[1] = (1u << TYPES) - 1;
        assert(frame[-1].work == WORK_CARD);
        g->s->agenda.frames[g->s->agenda.depth - 2].args[1] = frame->args[1];
        return true;
    }
    work_done(g);
    return true;
}

static int options_reveal(const struct table *g, const struct frame *frame, struct move *moves)
{
    int level = g->cards->slots[frame->args[0]].level;
    return offer_set(moves, 0, MOVE_REVEAL, tech_first(level), deck_top(g, level));
}

static void reveal(struct table *g, int tech)
{
    int level = g->cards->techs[tech].level;
    pile_take(tech_pile(g, level), tech_size(level), tech - tech_first(level));
    g->s->revealed |= bit((unsigned)tech);
    tell(g, EVENT_REVEALED, NOBODY, tech, 0, 0);
}

static void take_reveal(struct table *g, struct move move)
{
    reveal(g, move.a);
}

const struct work_kind work_reveal = {.step = step_reveal,
                                      .options = options_reveal,
                                      .take = take_reveal,
                                      .dealer = true,
                                      .obvious = true};

/* Puts what lies open and was not chosen under the deck. */
static void put_back(struct table *g, int level)
{
    pile_put_under(tech_pile(g, level), tech_size(level), g->s->revealed >> tech_first(level));
    g->s->revealed = 0;
}

/* WORK_CARD: args 0 slot, 1 types, 2 from the tableau. */
static int options_card(const struct table *g, const struct frame *frame, struct move *moves)
{
    int level = g->cards->slots[frame->args[0]].level, count = 0;
    if (!frame->args[2])
        return offer_set(moves, count, MOVE_CARD, 0, matches(g, frame->args[1]));
    for (int type = 0; type < TYPES; type++) {
        int tech = g->s->tableau[(level - 2) * TYPES + type];
        if (tech != 0 && (g->cards->techs[tech].left & frame->args[1]))
            count = offer(moves, count, MOVE_CARD, tech, 0, 0);
    }
    if (deck_top(g, level) != 0)
        count = offer(moves, count, MOVE_BLIND, 0, 0, 0);
    return count;
}

/* No card of the level is left, because an effect in between took the last one: the cube goes back,
 * and the slot is as it was. */
static void give_up_discovery(struct table *g, int seat, int slot)
{
    struct bts_seat *me = seat_of(g, seat);
    work_done(g); /* WORK_CARD, and WORK_LEARN below it */
    assert(work_top(g)->work == WORK_LEARN && work_top(g)->args[0] == slot);
    work_done(g);
    me->slots &= ~(1u << slot);
    me->population++;
    if (slot >= 4 && slot < 16)
        g->s->facedown |= (uint16_t)(1u << (slot - 4));
}

/* In the tableau variant with an empty deck and no fitting card any card of the row will do. */
static bool step_card(struct table *g)
{
    struct frame *frame = work_top(g);
    struct move moves[MOVES_MAX];
    if (options_card(g, frame, moves) > 0)
        return false;
    frame->args[1] = (1u << TYPES) - 1;
    if (options_card(g, frame, moves) > 0)
        return false;
    give_up_discovery(g, frame->seat, frame->args[0]);
    return true;
}

static bool level_is_full(const struct table *g, int level)
{
    for (int slot = 0; slot < SLOTS; slot++)
        if (g->cards->slots[slot].level == level && g->s->slots[slot] == 0)
            return false;
    return true;
}

/* A row of the tableau is cleared when every slot of its level has a technology. */
static void clear_full_level(struct table *g, int level)
{
    uint64_t cards = 0;
    if (!level_is_full(g, level))
        return;
    for (int type = 0; type < TYPES; type++) {
        uint8_t *cell = &g->s->tableau[(level - 2) * TYPES + type];
        if (*cell != 0)
            cards |= bit((unsigned)(*cell - tech_first(level)));
        *cell = 0;
    }
    pile_shuffle_in(tech_pile(g, level), tech_size(level), cards);
    g->s->rows_open &= (uint8_t) ~(1u << level);
    tell(g, EVENT_CLEARED, NOBODY, level, 0, 0);
}

static void take_card(struct table *g, struct move move)
{
    struct frame frame = *work_top(g);
    int slot = frame.args[0], level = g->cards->slots[slot].level, tech = move.a;
    work_done(g);
    if (move.kind == MOVE_BLIND) {
        push_work(g, WORK_TYPE, frame.seat, slot, 1, 0, 0);
        return;
    }
    for (int i = 0; i < TABLEAU; i++)
        if (g->s->tableau[i] == tech)
            g->s->tableau[i] = 0;
    g->s->revealed &= ~bit((unsigned)tech);
    put_back(g, level);
    assert(g->s->slots[slot] == 0 && g->cards->techs[tech].level == level);
    g->s->slots[slot] = (uint8_t)tech;
    tell(g, EVENT_DISCOVERED, frame.seat, tech, slot, 0);
    if (!has_tableau(g))
        return;
    for (int i = 0; i < 2; i++)
        open_row_if_unlocked(g, g->cards->techs[tech].spaces[i]);
    clear_full_level(g, level);
}

const struct work_kind work_card = {
    .step = step_card, .options = options_card, .take = take_card, .obvious = true};

/* WORK_PRIVATE: args 0 level, 1 cards still to reveal; then the seat keeps one. */
static bool step_private(struct table *g)
{
    struct frame *frame = work_top(g);
    if (frame->args[1] > 0 && deck_top(g, frame->args[0]) == 0)
        frame->args[1] = 0;
    if (frame->args[1] > 0 || g->s->revealed != 0)
        return false;
    work_done(g);
    return true;
}

static int options_private(const struct table *g, const struct frame *frame, struct move *moves)
{
    int level = frame->args[0];
    if (frame->args[1] > 0)
        return offer_set(moves, 0, MOVE_REVEAL, tech_first(level), deck_top(g, level));
    return offer_set(moves, 0, MOVE_CARD, 0, g->s->revealed);
}

static void take_private(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    int seat = frame->seat, tech = move.a;
    if (move.kind == MOVE_REVEAL) {
        frame->args[1]--;
        reveal(g, tech);
        return;
    }
    work_done(g);
    g->s->revealed &= ~bit((unsigned)tech);
    put_back(g, g->cards->techs[tech].level);
    seat_of(g, seat)->private_techs |= bit((unsigned)tech);
    g->s->changed = 1;
    g->s->source = (uint8_t)tech;
    tell(g, EVENT_PRIVATE, seat, tech, 0, 0);
    bts_run_program(g, seat, g->cards->techs[tech].immediate, 0);
    for (int i = 0; i < 2; i++)
        open_row_if_unlocked(g, g->cards->techs[tech].spaces[i]);
}

/* Cards are revealed before one is chosen. */
static bool private_is_dealers(const struct frame *frame)
{
    return frame->args[1] > 0;
}

const struct work_kind work_private = {.step = step_private,
                                       .options = options_private,
                                       .take = take_private,
                                       .is_dealers = private_is_dealers,
                                       .obvious = true};

/* ---- the tableau --------------------------------------------------------------------------------
 * WORK_TABLEAU_FILL: args 0 level, 1 the column (type) being filled. Cards are revealed until one
 * has the type of the column; those rejected go under the deck; if the deck has none any card will
 * do. */

void open_row(struct table *g, int level)
{
    if (!has_tableau(g) || level < 2 || (g->s->rows_open >> level & 1) || level_is_full(g, level))
        return;
    g->s->rows_open |= (uint8_t)(1u << level);
    push_work(g, WORK_TABLEAU_FILL, 0, level, 0, 0, 0);
}

/* Actions that research level III or IIII, discovered or not, open their row. */
void open_row_if_unlocked(struct table *g, struct program program)
{
    for (int i = 0; i < program.count; i++) {
        const struct effect *row = &g->cards->rows[program.start + i];
        if (row->op == OP_RESEARCH && (row->a == 3 || row->a == 4) &&
            !(row->b & RESEARCH_DISCOVERED))
            open_row(g, row->a);
    }
}

/* Puts the card found into the column and the others under the deck. */
static void fill_column(struct table *g, struct frame *frame, unsigned tech)
{
    int level = frame->args[0];
    g->s->revealed &= ~bit(tech);
    put_back(g, level);
    g->s->tableau[(level - 2) * TYPES + frame->args[1]] = (uint8_t)tech;
    tell(g, EVENT_TABLEAU, NOBODY, (int)tech, 0, 0);
}

static bool step_tableau_fill(struct table *g)
{
    struct frame *frame = work_top(g);
    int level = frame->args[0], column = frame->args[1];
    if (column == TYPES) {
        work_done(g);
        return true;
    }
    if (g->s->tableau[(level - 2) * TYPES + column] != 0) {
        frame->args[1]++;
        return true;
    }
    uint64_t found = matches(g, 1u << column);
    if (found != 0 || (deck_top(g, level) == 0 && bits_count(g->s->revealed) == 1)) {
        fill_column(g, frame, bits_first(found != 0 ? found : g->s->revealed));
        return true;
    }
    if (deck_top(g, level) != 0)
        return false;
    if (g->s->revealed == 0) {
        frame->args[1]++; /* the deck is used up */
        return true;
    }
    /* No card of the type is left: the revealed ones are turned over, and the next is taken. */
    put_back(g, level);
    frame->args[2] = 1;
    return true;
}

static int options_tableau_fill(const struct table *g, const struct frame *frame,
                                struct move *moves)
{
    int level = frame->args[0];
    return offer_set(moves, 0, MOVE_REVEAL, tech_first(level), deck_top(g, level));
}

static void take_tableau_fill(struct table *g, struct move move)
{
    struct frame *frame = work_top(g);
    reveal(g, move.a);
    if (frame->args[2]) {
        frame->args[2] = 0;
        fill_column(g, frame, move.a);
    }
}

const struct work_kind work_tableau_fill = {.step = step_tableau_fill,
                                            .options = options_tableau_fill,
                                            .take = take_tableau_fill,
                                            .dealer = true,
                                            .obvious = true};
