/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the set-up. Everything that is drawn is a chance move. */

#include "bts.h"

#include "kit/pile.h"

#include <string.h>

/* ---- what is dealt --------------------------------------------------------------------------- */

static int options_deal_first(const struct bts_view *v, const struct frame *frame,
                              struct move *moves)
{
    (void)frame;
    int count = 0;
    for (int seat = 0; seat < players_of(v); seat++)
        count = offer(moves, count, MOVE_FIRST, seat, 0, 0);
    return count;
}

static void take_deal_first(struct bts_table *t, struct move move)
{
    assert(t->s->first == 0 && move.a < players_of(&t->view));
    task_done(t);
    t->s->first = (uint8_t)(move.a + 1);
    tell(t, EVENT_FIRST, move.a, 0, 0, 0);
}

const struct bts_task_kind bts_task_deal_first = {
    .options = options_deal_first, .take = take_deal_first, .is_dealers = true};

/* DEAL_TECH: level I technologies, one on each of the first four slots. */
static int options_deal_tech(const struct bts_view *v, const struct frame *frame,
                             struct move *moves)
{
    const struct bts_deal_tech_task *f = as_deal_tech(frame);
    int count = 0;
    for (int tech = 1; tech <= tech_size(v, 1); tech++)
        if (memchr(v->s->slots, tech, FIRST_EVENT_SLOT) == NULL)
            count = offer(moves, count, MOVE_LAY_TECH, tech, f->slot, 0);
    return count;
}

static void take_deal_tech(struct bts_table *t, struct move move)
{
    assert(move.b < FIRST_EVENT_SLOT && t->s->slots[move.b] == 0);
    t->s->slots[move.b] = move.a;
    tell(t, EVENT_LAID_TECH, NOBODY, move.a, move.b, 0);
    if (++top_deal_tech(t)->slot == FIRST_EVENT_SLOT)
        task_done(t);
}

const struct bts_task_kind bts_task_deal_tech = {
    .options = options_deal_tech, .take = take_deal_tech, .is_dealers = true, .is_obvious = true};

/* DEAL_SYSTEM: A places get starting systems, B places the top of deck B. */
static bool step_deal_system(struct bts_table *t)
{
    struct bts_deal_system_task *f = top_deal_system(t);
    const struct bts_place *map = map_of(&t->view);
    while (f->place < ROGUE && map[f->place].kind != KIND_A && map[f->place].kind != KIND_B)
        f->place++;
    if (f->place < ROGUE)
        return false;
    task_done(t);
    return true;
}

static bool on_table(const struct bts_view *v, int system)
{
    return memchr(v->s->cards, system, PLACES) != NULL;
}

static int options_deal_system(const struct bts_view *v, const struct frame *frame,
                               struct move *moves)
{
    const struct bts_deal_system_task *f = as_deal_system(frame);
    int place = f->place, count = 0;
    bool starting = map_of(v)[place].kind == KIND_A;
    for (int system = 1; system <= v->cards->system_count; system++) {
        const struct bts_system *about = &v->cards->systems[system];
        if ((starting ? about->start : about->deck == 1) && !on_table(v, system))
            count = offer(moves, count, MOVE_LAY_SYSTEM, system, place, 0);
    }
    return count;
}

static void take_deal_system(struct bts_table *t, struct move move)
{
    int deck = t->view.cards->systems[move.a].deck;
    pile_take(t->s->system_piles[deck], DECK_MAX, move.a - system_first(&t->view, deck));
    assert(t->s->cards[move.b] == 0);
    t->s->cards[move.b] = move.a;
    top_deal_system(t)->place++;
    tell(t, EVENT_LAID_SYSTEM, NOBODY, move.a, move.b, 0);
}

const struct bts_task_kind bts_task_deal_system = {.step = step_deal_system,
                                                   .options = options_deal_system,
                                                   .take = take_deal_system,
                                                   .is_dealers = true,
                                                   .is_obvious = true};

/* DEAL_ACHIEVEMENT: rows 2 and 3 are drawn from A and B. */
static int options_deal_achievement(const struct bts_view *v, const struct frame *frame,
                                    struct move *moves)
{
    const struct bts_deal_achievement_task *f = as_deal_achievement(frame);
    int count = 0, deck = f->row - 1;
    for (int i = 1; i <= v->cards->achievement_count; i++)
        if (v->cards->achievements[i].deck == deck)
            count = offer(moves, count, MOVE_LAY_ACHIEVEMENT, i, 0, 0);
    return count;
}

static void take_deal_achievement(struct bts_table *t, struct move move)
{
    int row = top_deal_achievement(t)->row;
    task_done(t);
    assert(row < ACHIEVEMENTS_IN_PLAY && t->s->achievements[row] == 0);
    t->s->achievements[row] = move.a;
    tell(t, EVENT_LAID_ACHIEVEMENT, NOBODY, move.a, 0, 0);
}

static bool deal_achievement_is_valid(const struct bts_view *v, const struct frame *frame)
{
    (void)v;
    return as_deal_achievement(frame)->row >= 2;
}

const struct bts_task_kind bts_task_deal_achievement = {.options = options_deal_achievement,
                                                        .take = take_deal_achievement,
                                                        .is_dealers = true,
                                                        .is_valid = deal_achievement_is_valid};

/* ---- factions -------------------------------------------------------------------------------- */

static bool faction_free(const struct bts_view *v, int faction)
{
    for (int seat = 0; seat < players_of(v); seat++)
        if (seat_of(v, seat)->faction == faction)
            return false;
    return players_of(v) > 2 || v->cards->factions[faction].with_two;
}

static int offer_factions(const struct bts_view *v, int kind, struct move *moves)
{
    int count = 0;
    for (int faction = 1; faction <= FACTIONS; faction++)
        if (faction_free(v, faction))
            count = offer(moves, count, kind, faction, 0, 0);
    return count;
}

static int options_deal_faction(const struct bts_view *v, const struct frame *frame,
                                struct move *moves)
{
    (void)frame;
    return offer_factions(v, MOVE_DEAL_FACTION, moves);
}

static int options_pick_faction(const struct bts_view *v, const struct frame *frame,
                                struct move *moves)
{
    (void)frame;
    return offer_factions(v, MOVE_FACTION, moves);
}

static void take_faction(struct bts_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    assert(seat_of(&t->view, seat)->faction == 0);
    seat_at(t, seat)->faction = move.a;
    tell(t, EVENT_FACTION, seat, move.a, 0, 0);
}

const struct bts_task_kind bts_task_deal_faction = {
    .options = options_deal_faction, .take = take_faction, .is_dealers = true, .is_obvious = true};
const struct bts_task_kind bts_task_pick_faction = {.options = options_pick_faction,
                                                    .take = take_faction};

/* Seats pick in reverse order of play: the last player first. */
static void push_choices_of_factions(struct bts_table *t)
{
    bool picked = t->view.rules->setup.options[OPTION_FACTIONS] == FACTIONS_PICKED;
    int seat = t->s->first - 1;
    for (int i = 0; i < players_of(&t->view); i++, seat = next_seat(&t->view, seat))
        if (picked)
            push_task(t, pick_faction, seat);
        else
            push_task(t, deal_faction, seat);
}

/* Cubes, discs, ship and ore of a seat, then what its mat says besides. */
static void fill_mat(struct bts_table *t, int seat, int order)
{
    struct bts_seat *me = seat_at(t, seat);
    const struct bts_faction *faction = &t->view.cards->factions[me->faction];
    bool basic = !is_advanced(&t->view);
    assert(me->faction != 0 && bts_supply_of(me) == 0);
    memcpy(me->columns, bts_mat_of(&t->view, seat)->columns, COLUMNS);
    me->food = me->ore_discs = DISCS;
    me->population = 2;
    me->ships[SOL][basic ? faction->ship_level - 1 : 0] = 1;
    me->ore = t->view.cards->start_ore[players_of(&t->view) - 2][order];
    if (!basic)
        return;
    me->ore = (uint16_t)(me->ore + faction->extra_ore);
    for (int i = 0; i < faction->extra_shift; i++) {
        me->columns[bts_shift_source(me)]--;
        me->columns[0]++;
    }
    if (faction->deep_ship) {
        bts_supply_take(me);
        me->ships[DEEP][0]++;
    }
    assert(bts_supply_of(me) + me->population + bts_ship_count(&t->view, seat) <= CUBES);
}

/* ---- the order of it all --------------------------------------------------------------------- */

static void lay_out_piles(struct bts_table *t)
{
    for (int level = 2; level <= 4; level++)
        pile_shuffle_in(tech_pile_at(t, level), DECK_MAX,
                        bits_below((unsigned)tech_size(&t->view, level)));
    for (int deck = 0; deck < 2; deck++)
        pile_shuffle_in(t->s->system_piles[deck], DECK_MAX,
                        bits_below((unsigned)system_size(&t->view, deck)));
    t->s->facedown = (uint16_t)bits_below(EVENT_SLOTS);
}

static void lay_out_achievements(struct bts_table *t)
{
    bool first_game = t->view.rules->setup.options[OPTION_ACHIEVEMENTS] == ACHIEVEMENTS_FIRST;
    int row = 0;
    for (int i = 1; i <= t->view.cards->achievement_count; i++) {
        const struct bts_achievement *about = &t->view.cards->achievements[i];
        if (row < ACHIEVEMENTS_IN_PLAY && (about->deck == 0 || (first_game && about->first_game)))
            t->s->achievements[row++] = (uint8_t)i;
    }
    for (int drawn = ACHIEVEMENTS_IN_PLAY - 1; drawn >= row; drawn--)
        push_task(t, deal_achievement, 0, .row = drawn);
}

static void begin_game(struct bts_table *t)
{
    assert(t->s->round == 0 && t->s->first > 0);
    int seat = t->s->first - 1;
    for (int i = 0; i < players_of(&t->view); i++, seat = next_seat(&t->view, seat))
        fill_mat(t, seat, i);
    task_done(t);
    t->s->round = 1;
    push_task(t, turn, t->s->first - 1);
}

static bool step_setup(struct bts_table *t)
{
    switch ((enum bts_setup_step)task_top(t)->step++) {
    case SETUP_TECHS:
        lay_out_piles(t);
        push_task(t, deal_tech, 0);
        break;
    case SETUP_SYSTEMS:
        push_task(t, deal_system, 0);
        break;
    case SETUP_ACHIEVEMENTS:
        lay_out_achievements(t);
        break;
    case SETUP_TABLEAU:
        bts_open_row(t, 2);
        break;
    case SETUP_FIRST:
        push_task(t, deal_first, 0);
        break;
    case SETUP_FACTIONS:
        push_choices_of_factions(t);
        break;
    case SETUP_END:
        begin_game(t);
        break;
    }
    return true;
}

const struct bts_task_kind bts_task_setup = {.step = step_setup};
