/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the set-up. Everything that is drawn is a chance move. */

#include "bts.h"

#include "kit/pile.h"

#include <string.h>

/* ---- what is dealt --------------------------------------------------------------------------- */

static int options_deal_first(const struct table *g, const struct frame *frame, struct move *moves)
{
    (void)frame;
    int count = 0;
    for (int seat = 0; seat < players_of(g); seat++)
        count = offer(moves, count, MOVE_FIRST, seat, 0, 0);
    return count;
}

static void take_deal_first(struct table *g, struct move move)
{
    work_done(g);
    g->s->first = (uint8_t)(move.a + 1);
    tell(g, EVENT_FIRST, move.a, 0, 0, 0);
}

const struct work_kind work_deal_first = {
    .options = options_deal_first, .take = take_deal_first, .dealer = true};

/* WORK_DEAL_TECH: args 0 slot; level I technologies, one on each of the first four. */
static int options_deal_tech(const struct table *g, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (int tech = 1; tech <= 4; tech++)
        if (memchr(g->s->slots, tech, 4) == NULL)
            count = offer(moves, count, MOVE_LAY_TECH, tech, frame->args[0], 0);
    return count;
}

static void take_deal_tech(struct table *g, struct move move)
{
    assert(move.b < 4 && g->s->slots[move.b] == 0);
    g->s->slots[move.b] = move.a;
    tell(g, EVENT_LAID_TECH, NOBODY, move.a, move.b, 0);
    if (++work_top(g)->args[0] == 4)
        work_done(g);
}

const struct work_kind work_deal_tech = {
    .options = options_deal_tech, .take = take_deal_tech, .dealer = true, .obvious = true};

/* WORK_DEAL_SYSTEM: args 0 place. A places get starting systems, B places the top of deck B. */
static bool step_deal_system(struct table *g)
{
    struct frame *frame = work_top(g);
    const struct bts_place *map = map_of(g);
    while (frame->args[0] < ROGUE && map[frame->args[0]].kind != KIND_A &&
           map[frame->args[0]].kind != KIND_B)
        frame->args[0]++;
    if (frame->args[0] < ROGUE)
        return false;
    work_done(g);
    return true;
}

static bool on_table(const struct table *g, int system)
{
    return memchr(g->s->cards, system, PLACES) != NULL;
}

static int options_deal_system(const struct table *g, const struct frame *frame, struct move *moves)
{
    int place = frame->args[0], count = 0;
    bool starting = map_of(g)[place].kind == KIND_A;
    for (int system = 1; system <= SYSTEMS; system++) {
        const struct bts_system *about = &g->cards->systems[system];
        if ((starting ? about->start : about->deck == 1) && !on_table(g, system))
            count = offer(moves, count, MOVE_LAY_SYSTEM, system, place, 0);
    }
    return count;
}

static void take_deal_system(struct table *g, struct move move)
{
    int deck = g->cards->systems[move.a].deck;
    pile_take(g->s->system_piles[deck], SYSTEMS / 2, (move.a - 1) % (SYSTEMS / 2));
    assert(g->s->cards[move.b] == 0);
    g->s->cards[move.b] = move.a;
    work_top(g)->args[0]++;
    tell(g, EVENT_LAID_SYSTEM, NOBODY, move.a, move.b, 0);
}

const struct work_kind work_deal_system = {.step = step_deal_system,
                                           .options = options_deal_system,
                                           .take = take_deal_system,
                                           .dealer = true,
                                           .obvious = true};

/* WORK_DEAL_ACHIEVEMENT: args 0 row of those in play; rows 2 and 3 are drawn from A and B. */
static int options_deal_achievement(const struct table *g, const struct frame *frame,
                                    struct move *moves)
{
    int count = 0, deck = frame->args[0] - 1;
    for (int i = 1; i <= ACHIEVEMENTS; i++)
        if (g->cards->achievements[i].deck == deck)
            count = offer(moves, count, MOVE_LAY_ACHIEVEMENT, i, 0, 0);
    return count;
}

static void take_deal_achievement(struct table *g, struct move move)
{
    int row = work_top(g)->args[0];
    work_done(g);
    assert(row < ACHIEVEMENTS_IN_PLAY && g->s->achievements[row] == 0);
    g->s->achievements[row] = move.a;
    tell(g, EVENT_LAID_ACHIEVEMENT, NOBODY, move.a, 0, 0);
}

const struct work_kind work_deal_achievement = {
    .options = options_deal_achievement, .take = take_deal_achievement, .dealer = true};

/* ---- factions -------------------------------------------------------------------------------- */

static bool faction_free(const struct table *g, int faction)
{
    for (int seat = 0; seat < players_of(g); seat++)
        if (seat_of(g, seat)->faction == faction)
            return false;
    return players_of(g) > 2 || g->cards->factions[faction].with_two;
}

static int offer_factions(const struct table *g, int kind, struct move *moves)
{
    int count = 0;
    for (int faction = 1; faction <= FACTIONS; faction++)
        if (faction_free(g, faction))
            count = offer(moves, count, kind, faction, 0, 0);
    return count;
}

static int options_deal_faction(const struct table *g, const struct frame *frame,
                                struct move *moves)
{
    (void)frame;
    return offer_factions(g, MOVE_DEAL_FACTION, moves);
}

static int options_pick_faction(const struct table *g, const struct frame *frame,
                                struct move *moves)
{
    (void)frame;
    return offer_factions(g, MOVE_FACTION, moves);
}

static void take_faction(struct table *g, struct move move)
{
    int seat = work_top(g)->seat;
    work_done(g);
    assert(seat_of(g, seat)->faction == 0);
    seat_of(g, seat)->faction = move.a;
    tell(g, EVENT_FACTION, seat, move.a, 0, 0);
}

const struct work_kind work_deal_faction = {
    .options = options_deal_faction, .take = take_faction, .dealer = true, .obvious = true};
const struct work_kind work_pick_faction = {.options = options_pick_faction, .take = take_faction};

/* Seats pick in reverse order of play: the last player first. */
static void push_factions(struct table *g)
{
    bool picked = g->rules->setup.options[OPTION_FACTIONS] == FACTIONS_PICKED;
    int seat = g->s->first - 1;
    for (int i = 0; i < players_of(g); i++, seat = next_seat(g, seat))
        push_work(g, picked ? WORK_PICK_FACTION : WORK_DEAL_FACTION, seat, 0, 0, 0, 0);
}

/* Cubes, discs, ship and ore of a seat, then what its mat says besides. */
static void fill_mat(struct table *g, int seat, int order)
{
    struct bts_seat *me = seat_of(g, seat);
    const struct bts_faction *faction = &g->cards->factions[me->faction];
    bool basic = !is_advanced(g);
    assert(me->faction != 0 && supply_of(me) == 0);
    memcpy(me->columns, mat_of(g, seat)->columns, COLUMNS);
    me->food = me->ore_discs = DISCS;
    me->population = 2;
    me->ships[SOL][basic ? faction->ship_level - 1 : 0] = 1;
    me->ore = g->cards->start_ore[players_of(g) - 2][order];
    if (!basic)
        return;
    me->ore = (uint16_t)(me->ore + faction->extra_ore);
    for (int i = 0; i < faction->extra_shift; i++) {
        me->columns[shift_source(me)]--;
        me->columns[0]++;
    }
    if (faction->deep_ship) {
        supply_take(me);
        me->ships[DEEP][0]++;
    }
}

/* ---- the order of it all --------------------------------------------------------------------- */

static void lay_out_piles(struct table *g)
{
    for (int level = 2; level <= 4; level++)
        pile_shuffle_in(tech_pile(g, level), tech_size(level),
                        bits_below((unsigned)tech_size(level)));
    for (int deck = 0; deck < 2; deck++)
        pile_shuffle_in(g->s->system_piles[deck], SYSTEMS / 2, bits_below(SYSTEMS / 2));
    g->s->facedown = (uint16_t)bits_below(12);
}

static void lay_out_achievements(struct table *g)
{
    bool first_game = g->rules->setup.options[OPTION_ACHIEVEMENTS] == ACHIEVEMENTS_FIRST;
    int row = 0;
    for (int i = 1; i <= ACHIEVEMENTS; i++) {
        const struct bts_achievement *about = &g->cards->achievements[i];
        if (about->deck == 0 || (first_game && about->first_game))
            g->s->achievements[row++] = (uint8_t)i;
    }
    for (int drawn = ACHIEVEMENTS_IN_PLAY - 1; drawn >= row; drawn--)
        push_work(g, WORK_DEAL_ACHIEVEMENT, 0, drawn, 0, 0, 0);
}

static void begin_game(struct table *g)
{
    int seat = g->s->first - 1;
    for (int i = 0; i < players_of(g); i++, seat = next_seat(g, seat))
        fill_mat(g, seat, i);
    work_done(g);
    g->s->round = 1;
    push_work(g, WORK_TURN, g->s->first - 1, 0, 0, 0, 0);
}

static bool step_setup(struct table *g)
{
    switch (work_top(g)->step++) {
    case 0:
        lay_out_piles(g);
        push_work(g, WORK_DEAL_TECH, 0, 0, 0, 0, 0);
        break;
    case 1:
        push_work(g, WORK_DEAL_SYSTEM, 0, 0, 0, 0, 0);
        break;
    case 2:
        lay_out_achievements(g);
        break;
    case 3:
        open_row(g, 2);
        break;
    case 4:
        push_work(g, WORK_DEAL_FIRST, 0, 0, 0, 0, 0);
        break;
    case 5:
        push_factions(g);
        break;
    default:
        begin_game(g);
        break;
    }
    return true;
}

const struct work_kind work_setup = {.step = step_setup};
