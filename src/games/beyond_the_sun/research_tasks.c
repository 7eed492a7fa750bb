/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the steps of research. Slot, cube, event, type, cards, immediate bonus; private
 * technologies; the tableau. */

#include "bts.h"

#include "kit/pile.h"

/* ---- the slot -------------------------------------------------------------------------------- */

static int options_slot(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_slot_task *f = as_slot(frame);
    return offer_set(moves, 0, MOVE_SLOT, 0, bts_open_slots(v, f->seat, f->levels, f->flags));
}

static void take_slot(struct bts_table *t, struct move move)
{
    struct bts_slot_task f = *top_slot(t);
    struct bts_seat *me = seat_at(t, f.seat);
    int slot = move.a, level = t->view.cards->slots[slot].level;
    bool known = t->s->slots[slot] != 0;
    task_done(t);
    if (f.in_action)
        t->s->must_research = 0;
    t->s->changed = 1;
    assert(me->population > 0 && !(me->slots >> slot & 1));
    me->population--;
    me->slots |= 1u << slot;
    if (bts_agenda_has(&t->view, TASK_ACTION))
        t->s->fresh |= 1u << slot;
    tell(t, EVENT_CUBE, f.seat, slot, 0, 0);
    push_task(t, learn, f.seat, .slot = slot, .flags = f.flags);
    if (known)
        return;
    push_task(t, type, f.seat, .slot = slot);
    if (level == 2 || level == 3)
        push_task(t, event, f.seat, .slot = slot);
}

static bool slot_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_slot_task *f = as_slot(frame);
    return seat_of(v, f->seat)->population > 0 &&
           bts_open_slots(v, f->seat, f->levels, f->flags) != 0;
}

const struct bts_task_kind bts_task_slot = {
    .options = options_slot, .take = take_slot, .is_valid = slot_is_valid};

/* LEARN: the immediate bonus. */
static bool step_learn(struct bts_table *t)
{
    struct bts_learn_task f = *top_learn(t);
    int tech = t->s->slots[f.slot];
    task_done(t);
    assert(tech != 0);
    tell(t, EVENT_LEARNED, f.seat, tech, 0, 0);
    if (f.flags & RESEARCH_SILENT)
        return true;
    t->s->source = (uint8_t)tech;
    bts_run_program(t, f.seat, t->view.cards->techs[tech].immediate, 0);
    return true;
}

static bool learn_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_learn_task *f = as_learn(frame);
    return seat_of(v, f->seat)->slots >> f->slot & 1;
}

const struct bts_task_kind bts_task_learn = {.step = step_learn, .is_valid = learn_is_valid};

/* ---- the event ------------------------------------------------------------------------------- */

/* The slots that have an event at first: those of levels II and III. Their events lie face down,
 * one on each, as bits from the first slot on. */
static bool event_is_facedown(const struct bts_view *v, int slot)
{
    assert(slot >= FIRST_EVENT_SLOT && slot < FIRST_EVENT_SLOT + EVENT_SLOTS);
    return v->s->facedown >> (slot - FIRST_EVENT_SLOT) & 1;
}

/* The events of a level that are still to come. Some are always in play (light), the others fill
 * the slots that are left: they are drawn from more than there is room for. */
struct bts_event_odds {
    uint32_t light, others; /* not seen yet */
    int facedown;           /* slots that have not been revealed */
};

static struct bts_event_odds event_odds(const struct bts_view *v, int level)
{
    uint32_t to_come = v->cards->level_events[level] & ~v->s->events;
    uint32_t facedown = (uint32_t)v->s->facedown << FIRST_EVENT_SLOT;
    return (struct bts_event_odds){to_come & v->cards->light_events,
                                   to_come & ~v->cards->light_events,
                                   bits_count(facedown & v->cards->level_slots[level])};
}

/* For events that are not light. */
static bool has_room(const struct bts_event_odds *odds)
{
    return odds->facedown > bits_count(odds->light);
}

static int options_event(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    struct bts_event_odds odds = event_odds(v, v->cards->slots[as_event(frame)->slot].level);
    return offer_set(moves, 0, MOVE_EVENT, 1, odds.light | (has_room(&odds) ? odds.others : 0));
}

/* As if those of the level had been shuffled face down before the game: with r slots face down, and
 * f light events and m others still to come, each light one has weight m and each other r - f. */
static void odds_of_event(const struct bts_view *v, const struct frame *frame,
                          const struct move *moves, int count, uint16_t *weights)
{
    struct bts_event_odds odds = event_odds(v, v->cards->slots[as_event(frame)->slot].level);
    int light = bits_count(odds.light), others = bits_count(odds.others);
    bool all_alike = !has_room(&odds) || others == 0;
    for (int i = 0; i < count; i++) {
        bool is_light = id_in(odds.light, moves[i].a);
        assert(is_light || !all_alike);
        weights[i] = (uint16_t)(all_alike ? 1 : is_light ? others : odds.facedown - light);
    }
}

static void take_event(struct bts_table *t, struct move move)
{
    struct bts_event_task f = *top_event(t);
    const struct bts_event *event = &t->view.cards->events[move.a];
    task_done(t);
    assert(!id_in(t->s->events, move.a) && event_is_facedown(&t->view, f.slot));
    t->s->facedown &= (uint16_t) ~(1u << (f.slot - FIRST_EVENT_SLOT));
    t->s->events |= (uint32_t)id_bit(move.a);
    if (event->stays)
        t->s->events_kept |= (uint32_t)id_bit(move.a);
    tell(t, EVENT_EVENT, f.seat, move.a, 0, 0);
    bts_run_program(t, f.seat, event->resolve, 0);
}

static bool event_is_valid(const struct bts_view *v, const struct frame *frame)
{
    return event_is_facedown(v, as_event(frame)->slot);
}

const struct bts_task_kind bts_task_event = {.odds = odds_of_event,
                                             .options = options_event,
                                             .take = take_event,
                                             .is_dealers = true,
                                             .is_obvious = true,
                                             .is_valid = event_is_valid};

/* ---- the cards ------------------------------------------------------------------------------- */

/* For positions from outside: there is no technology yet, and there are some to choose from, in the
 * deck or lying open. */
static bool can_be_discovered(const struct bts_view *v, int slot)
{
    int level = v->cards->slots[slot].level;
    uint64_t open = v->s->revealed & techs_of_level(v, level);
    return v->s->slots[slot] == 0 && (open != 0 || bts_deck_has_cards(v, level));
}

/* TYPE: it is named before any card
 * is revealed. */
static unsigned deck_top(const struct bts_view *v, int level)
{
    assert(level >= 2 && level <= 4);
    return (unsigned)pile_top(tech_pile(v, level), DECK_MAX);
}

static bool step_type(struct bts_table *t)
{
    struct bts_type_task *f = top_type(t);
    int seat = f->seat, slot = f->slot;
    unsigned types = bts_slot_types(&t->view, seat, slot);
    if (types == 0)
        types = (1u << TYPES) - 1; /* nothing to the left decides it */
    if (has_tableau(&t->view) && !f->is_blind) {
        task_done(t);
        push_task(t, card, seat, .slot = slot, .types = (int)types, .from_tableau = 1);
        return true;
    }
    if ((types & (types - 1)) != 0 && types != (1u << TYPES) - 1)
        return false;
    bool blind = f->is_blind != 0;
    task_done(t);
    push_task(t, card, seat, .slot = slot, .types = (int)types);
    push_task(t, reveal, seat, .slot = slot, .types = (int)types, .wanted = blind ? 1 : 2);
    return true;
}

static int options_type(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_type_task *f = as_type(frame);
    return offer_set(moves, 0, MOVE_TYPE, 0, bts_slot_types(v, f->seat, f->slot));
}

static void take_type(struct bts_table *t, struct move move)
{
    assert(move.a < TYPES);
    struct bts_type_task f = *top_type(t);
    task_done(t);
    push_task(t, card, f.seat, .slot = f.slot, .types = 1 << move.a);
    push_task(t, reveal, f.seat, .slot = f.slot, .types = 1 << move.a,
              .wanted = f.is_blind ? 1 : 2);
}

static bool type_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_type_task *f = as_type(frame);
    return can_be_discovered(v, f->slot) && (!f->is_blind || has_tableau(v));
}

const struct bts_task_kind bts_task_type = {
    .step = step_type, .options = options_type, .take = take_type, .is_valid = type_is_valid};

/* Cards lying open that have one of these types on the left, as bits. */
static uint64_t matches(const struct bts_view *v, unsigned types)
{
    uint64_t fitting = 0;
    for (int type = 0; type < TYPES; type++)
        fitting |= types >> type & 1 ? v->cards->left_techs[type] : 0;
    return v->s->revealed & fitting;
}

/* REVEAL: continues until enough cards match. If the
 * whole deck has none, it is turned over and the top 2 of any type are revealed. */
static bool step_reveal(struct bts_table *t)
{
    struct bts_reveal_task *f = top_reveal(t);
    int level = t->view.cards->slots[f->slot].level;
    int found = bits_count(matches(&t->view, f->types));
    if (found < f->wanted && deck_top(&t->view, level) != 0)
        return false;
    if (found == 0 && t->s->revealed != 0) {
        pile_put_under(tech_pile_at(t, level), DECK_MAX,
                       t->s->revealed >> (tech_first(&t->view, level) - 1));
        t->s->revealed = 0;
        f->types = (1u << TYPES) - 1;
        card_in(task_top(t) - 1)->types = f->types;
        return true;
    }
    task_done(t);
    return true;
}

static int options_reveal(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_reveal_task *f = as_reveal(frame);
    int level = v->cards->slots[f->slot].level;
    return offer_set(moves, 0, MOVE_REVEAL, tech_first(v, level), deck_top(v, level));
}

static void reveal(struct bts_table *t, int tech)
{
    assert(!id_in(t->s->revealed, tech));
    int level = t->view.cards->techs[tech].level;
    pile_take(tech_pile_at(t, level), DECK_MAX, tech - tech_first(&t->view, level));
    t->s->revealed |= id_bit(tech);
    tell(t, EVENT_REVEALED, NOBODY, tech, 0, 0);
}

static void take_reveal(struct bts_table *t, struct move move)
{
    reveal(t, move.a);
}

static bool reveal_is_valid(const struct bts_view *v, const struct frame *frame)
{
    return can_be_discovered(v, as_reveal(frame)->slot);
}

const struct bts_task_kind bts_task_reveal = {.step = step_reveal,
                                              .options = options_reveal,
                                              .take = take_reveal,
                                              .is_dealers = true,
                                              .is_obvious = true,
                                              .is_valid = reveal_is_valid};

/* Puts what lies open and was not chosen under the deck. */
static void put_back(struct bts_table *t, int level)
{
    pile_put_under(tech_pile_at(t, level), DECK_MAX,
                   t->s->revealed >> (tech_first(&t->view, level) - 1));
    t->s->revealed = 0;
}

static int options_card(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_card_task *f = as_card(frame);
    int level = v->cards->slots[f->slot].level, count = 0;
    if (!f->from_tableau)
        return offer_set(moves, count, MOVE_CARD, 1, matches(v, f->types));
    for (int type = 0; type < TYPES; type++) {
        int tech = v->s->tableau[(level - 2) * TYPES + type];
        if (tech != 0 && (v->cards->techs[tech].left & f->types))
            count = offer(moves, count, MOVE_CARD, tech, 0, 0);
    }
    if (deck_top(v, level) != 0)
        count = offer(moves, count, MOVE_BLIND, 0, 0, 0);
    return count;
}

/* No card of the level is left, because an effect in between took the last one: the cube goes back,
 * and the slot is as it was. */
static void give_up_discovery(struct bts_table *t, int seat, int slot)
{
    assert(t->s->slots[slot] == 0 && t->s->revealed == 0);
    struct bts_seat *me = seat_at(t, seat);
    task_done(t); /* TASK_CARD, and TASK_LEARN below it */
    assert(top_learn(t)->slot == slot);
    task_done(t);
    me->slots &= ~(1u << slot);
    me->population++;
    if (slot >= FIRST_EVENT_SLOT && slot < FIRST_EVENT_SLOT + EVENT_SLOTS)
        t->s->facedown |= (uint16_t)(1u << (slot - FIRST_EVENT_SLOT));
}

/* In the tableau variant with an empty deck and no fitting card any card of the row will do. */
static bool step_card(struct bts_table *t)
{
    struct bts_card_task *f = top_card(t);
    struct move moves[MOVES_MAX];
    if (options_card(&t->view, task_top(t), moves) > 0)
        return false;
    f->types = (1u << TYPES) - 1;
    if (options_card(&t->view, task_top(t), moves) > 0)
        return false;
    give_up_discovery(t, f->seat, f->slot);
    return true;
}

static bool level_is_full(const struct bts_view *v, int level)
{
    assert(level >= 2 && level <= 4);
    for (int slot = 0; slot < SLOTS; slot++)
        if (v->cards->slots[slot].level == level && v->s->slots[slot] == 0)
            return false;
    return true;
}

/* A row of the tableau is cleared when every slot of its level has a technology. */
static void clear_full_level(struct bts_table *t, int level)
{
    uint64_t cards = 0;
    if (!level_is_full(&t->view, level))
        return;
    for (int type = 0; type < TYPES; type++) {
        uint8_t *cell = &t->s->tableau[(level - 2) * TYPES + type];
        if (*cell != 0)
            cards |= bit((unsigned)(*cell - tech_first(&t->view, level)));
        *cell = 0;
    }
    pile_shuffle_in(tech_pile_at(t, level), DECK_MAX, cards);
    t->s->rows_open &= (uint8_t) ~(1u << level);
    tell(t, EVENT_CLEARED, NOBODY, level, 0, 0);
}

static void take_card(struct bts_table *t, struct move move)
{
    struct bts_card_task f = *top_card(t);
    int slot = f.slot, level = t->view.cards->slots[slot].level, tech = move.a;
    task_done(t);
    if (move.kind == MOVE_BLIND) {
        push_task(t, type, f.seat, .slot = slot, .is_blind = 1);
        return;
    }
    for (int i = 0; i < TABLEAU; i++)
        if (t->s->tableau[i] == tech)
            t->s->tableau[i] = 0;
    t->s->revealed &= ~id_bit(tech);
    put_back(t, level);
    assert(t->s->slots[slot] == 0 && t->view.cards->techs[tech].level == level);
    t->s->slots[slot] = (uint8_t)tech;
    tell(t, EVENT_DISCOVERED, f.seat, tech, slot, 0);
    if (!has_tableau(&t->view))
        return;
    for (int i = 0; i < 2; i++)
        bts_open_row_if_unlocked(t, t->view.cards->techs[tech].spaces[i]);
    clear_full_level(t, level);
}

static bool card_is_valid(const struct bts_view *v, const struct frame *frame)
{
    const struct bts_card_task *f = as_card(frame);
    return can_be_discovered(v, f->slot) && (!f->from_tableau || has_tableau(v));
}

const struct bts_task_kind bts_task_card = {.step = step_card,
                                            .options = options_card,
                                            .take = take_card,
                                            .is_obvious = true,
                                            .is_valid = card_is_valid};

/* PRIVATE: cards are revealed, then the seat keeps one. */
static bool step_private(struct bts_table *t)
{
    struct bts_private_task *f = top_private(t);
    if (f->cards_left > 0 && deck_top(&t->view, f->level) == 0)
        f->cards_left = 0;
    if (f->cards_left > 0 || t->s->revealed != 0)
        return false;
    task_done(t);
    return true;
}

static int options_private(const struct bts_view *v, const struct frame *frame, struct move *moves)
{
    const struct bts_private_task *f = as_private(frame);
    int level = f->level;
    if (f->cards_left > 0)
        return offer_set(moves, 0, MOVE_REVEAL, tech_first(v, level), deck_top(v, level));
    return offer_set(moves, 0, MOVE_CARD, 1, v->s->revealed);
}

static void take_private(struct bts_table *t, struct move move)
{
    struct bts_private_task *f = top_private(t);
    int seat = f->seat, tech = move.a;
    if (move.kind == MOVE_REVEAL) {
        f->cards_left--;
        reveal(t, tech);
        return;
    }
    task_done(t);
    assert(id_in(t->s->revealed, tech));
    t->s->revealed &= ~id_bit(tech);
    put_back(t, t->view.cards->techs[tech].level);
    seat_at(t, seat)->private_techs |= id_bit(tech);
    t->s->changed = 1;
    t->s->source = (uint8_t)tech;
    tell(t, EVENT_PRIVATE, seat, tech, 0, 0);
    bts_run_program(t, seat, t->view.cards->techs[tech].immediate, 0);
    for (int i = 0; i < 2; i++)
        bts_open_row_if_unlocked(t, t->view.cards->techs[tech].spaces[i]);
}

/* Cards are revealed before one is chosen. */
static bool private_is_dealers(const struct frame *frame)
{
    const struct bts_private_task *f = as_private(frame);
    return f->cards_left > 0;
}

static bool private_is_valid(const struct bts_view *v, const struct frame *frame)
{
    (void)v;
    return as_private(frame)->level >= 2;
}

const struct bts_task_kind bts_task_private = {.step = step_private,
                                               .options = options_private,
                                               .take = take_private,
                                               .is_dealers_now = private_is_dealers,
                                               .is_obvious = true,
                                               .is_valid = private_is_valid};

/* ---- the tableau --------------------------------------------------------------------------------
 * TABLEAU_FILL: column by column. Cards are revealed until one has the type of the column; those
 * rejected go under the deck; if the deck has none any card will do. */

void bts_open_row(struct bts_table *t, int level)
{
    if (!has_tableau(&t->view) || level < 2 || (t->s->rows_open >> level & 1) ||
        level_is_full(&t->view, level))
        return;
    t->s->rows_open |= (uint8_t)(1u << level);
    push_task(t, tableau_fill, 0, .level = level);
}

/* Actions that research level III or IIII, discovered or not, open their row. */
void bts_open_row_if_unlocked(struct bts_table *t, struct program program)
{
    for (int i = 0; i < program.count; i++) {
        const struct effect *row = &t->view.cards->rows[program.start + i];
        if (row->op == OP_RESEARCH && (row->a == 3 || row->a == 4) &&
            !(row->b & RESEARCH_DISCOVERED))
            bts_open_row(t, row->a);
    }
}

/* Puts the card found into the column and the others under the deck. */
static void fill_column(struct bts_table *t, int tech)
{
    assert(id_in(t->s->revealed, tech));
    const struct bts_tableau_fill_task *f = top_tableau_fill(t);
    int level = f->level;
    t->s->revealed &= ~id_bit(tech);
    put_back(t, level);
    t->s->tableau[(level - 2) * TYPES + f->column] = (uint8_t)tech;
    tell(t, EVENT_TABLEAU, NOBODY, tech, 0, 0);
}

static bool step_tableau_fill(struct bts_table *t)
{
    struct bts_tableau_fill_task *f = top_tableau_fill(t);
    int level = f->level, column = f->column;
    if (column == TYPES) {
        task_done(t);
        return true;
    }
    if (t->s->tableau[(level - 2) * TYPES + column] != 0) {
        f->column++;
        return true;
    }
    uint64_t found = matches(&t->view, 1u << column);
    if (found != 0 || (deck_top(&t->view, level) == 0 && bits_count(t->s->revealed) == 1)) {
        fill_column(t, 1 + (int)bits_first(found != 0 ? found : t->s->revealed));
        return true;
    }
    if (deck_top(&t->view, level) != 0)
        return false;
    if (t->s->revealed == 0) {
        f->column++; /* the deck is used up */
        return true;
    }
    /* No card of the type is left: the revealed ones are turned over, and the next is taken. */
    put_back(t, level);
    f->takes_any = 1;
    return true;
}

static int options_tableau_fill(const struct bts_view *v, const struct frame *frame,
                                struct move *moves)
{
    const struct bts_tableau_fill_task *f = as_tableau_fill(frame);
    int level = f->level;
    return offer_set(moves, 0, MOVE_REVEAL, tech_first(v, level), deck_top(v, level));
}

static void take_tableau_fill(struct bts_table *t, struct move move)
{
    struct bts_tableau_fill_task *f = top_tableau_fill(t);
    reveal(t, move.a);
    if (f->takes_any) {
        f->takes_any = 0;
        fill_column(t, move.a);
    }
}

static bool tableau_fill_is_valid(const struct bts_view *v, const struct frame *frame)
{
    int level = as_tableau_fill(frame)->level;
    return level >= 2 && (v->s->rows_open >> level & 1);
}

const struct bts_task_kind bts_task_tableau_fill = {.step = step_tableau_fill,
                                                    .options = options_tableau_fill,
                                                    .take = take_tableau_fill,
                                                    .is_dealers = true,
                                                    .is_obvious = true,
                                                    .is_valid = tableau_fill_is_valid};
