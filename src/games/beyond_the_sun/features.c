/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: a state as small numbers for a learner. First a block for each seat in turn
 * order, beginning with the one that looks (zeros for seats that are not there), then what only
 * that one needs, then the table. No allocation, no search. */

#include "bts.h"

#include "sources.h"

#include "kit/features.h"
#include "kit/pile.h"

enum {
    OWN_BLOCK = 58,
    TABLE_BLOCK = 80,
};
_Static_assert(BTS_FEATURES == SEATS_MAX * BTS_SEAT_FEATURES + OWN_BLOCK + TABLE_BLOCK,
               "the blocks are all there is");
_Static_assert((int)BTS_FEATURES <= (int)FEATURES_MAX, "the contract allows no more");

/* ---- a seat ---------------------------------------------------------------------------------- */

static void put_mat(struct features *features, int seat)
{
    const struct bts_seat *me = seat_of(features->table, seat);
    put(features, me->ore);
    put(features, me->population);
    for (int i = 0; i < COLUMNS; i++)
        put(features, me->columns[i]);
    put(features, me->food);
    put(features, me->ore_discs);
    put(features, food_symbols(features->table, seat));
    put(features, ore_symbols(features->table, seat));
    put(features, automation_level(me));
}

/* Power and outpost at each place, own systems. */
static void put_presence(struct features *features, int seat)
{
    const struct table *g = features->table;
    int icons[2] = {0};
    for (int place = 0; place < PLACES; place++)
        put(features, power_at(g, seat, place));
    put(features, ship_count(g, seat));
    for (int place = 0; place < PLACES; place++)
        put(features, g->s->outposts[place] == seat + 1 ? g->s->outpost_discs[place] : 0);
    for (uint64_t systems = seat_of(g, seat)->systems; systems != 0;) {
        unsigned specialty = g->cards->systems[bits_pop(&systems)].specialty;
        icons[0] += (int)(specialty & 1);
        icons[1] += (int)(specialty >> 1 & 1);
    }
    put(features, bits_count(seat_of(g, seat)->systems));
    put(features, icons[0]);
    put(features, icons[1]);
}

static void put_research(struct features *features, int seat)
{
    const struct table *g = features->table;
    int types[TYPES + 1] = {0}; /* level IIII hands none on */
    put_set(features, seat_of(g, seat)->slots, SLOTS);
    for (int level = 1; level <= 4; level++)
        put(features, tech_count(g, seat, level));
    for (uint64_t techs = techs_of(g, seat); techs != 0;)
        types[g->cards->techs[bits_pop(&techs)].right]++;
    for (int type = 0; type < TYPES; type++)
        put(features, types[type]);
    for (int power = POWER_NONE + 1; power < POWER_COUNT; power++)
        put(features, has_power(g, seat, (enum power)power));
}

/* The kind of space that a pawn stands on: beside the board 0, rows 1 … 4, guilds 5, the event 6,
 * technologies 7 … 10 by level. */
static int pawn_kind(const struct table *g, int space)
{
    if (space >= SPACE_TECH)
        return 6 + g->cards->techs[space_tech(space)].level;
    if (space >= SPACE_DYSON)
        return 6;
    if (space >= SPACE_GUILD)
        return 5;
    static const uint8_t rows[SPACE_GUILD] = {0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4};
    return rows[space];
}

/* Of each achievement: points claimed, and what is missing. */
static void put_goals(struct features *features, int seat)
{
    const struct table *g = features->table;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        const struct bts_achievement *about = &g->cards->achievements[g->s->achievements[row]];
        int claimed = 0, population = 0;
        for (int i = 0; i < about->slot_count; i++)
            claimed += g->s->claims[row][i] == seat + 1 ? about->slots[i] : 0;
        int missing = condition_missing(g, seat, g->s->achievements[row], &population);
        put(features, claimed);
        put(features, missing + population);
    }
}

static void put_extras(struct features *features, int seat)
{
    const struct table *g = features->table;
    const struct bts_seat *me = seat_of(g, seat);
    put_set(features, me->innovations, 2);
    for (int i = 0; i < 2; i++)
        put(features, has_innovation(g, seat, (enum innovation)mat_of(g, seat)->innovations[i]));
    put(features, me->banked[0] + 2 * me->banked[1] + 3 * me->banked[2] + 4 * me->banked[3]);
    put(features, g->s->relieved == seat + 1);
    put_set(features, (uint64_t)1 << pawn_kind(g, me->pawn) >> 1, 10);
}

/* Whose turn and decision it is, and how many seats of the round come before. */
static void put_course(struct features *features, int seat)
{
    const struct table *g = features->table;
    int players = players_of(g), first = g->s->first > 0 ? g->s->first - 1 : 0;
    put(features, turn_seat(g) == seat);
    put(features, g->rules->game->node(g->rules, g->s).actor == seat);
    put(features, (seat - first + players) % players);
}

static void put_seat(struct features *features, int seat)
{
    put_mat(features, seat);
    put_presence(features, seat);
    put_research(features, seat);
    put_goals(features, seat);
    put_extras(features, seat);
    put_course(features, seat);
    put_points(features, seat, SOURCES);
}

/* ---- what only the one that looks needs ------------------------------------------------------ */

static bool is_free(const struct table *g, int space)
{
    for (int seat = 0; seat < players_of(g); seat++)
        if (seat_of(g, seat)->pawn == space)
            return false;
    return space_program(g, space).count > 0;
}

/* Spaces without a pawn: of the rows, the guilds, own technologies by level. */
static void put_free_spaces(struct features *features, int seat)
{
    const struct table *g = features->table;
    int rows[5] = {0}, levels[5] = {0};
    for (int space = SPACE_BASIC_1; space < SPACE_GUILD; space++)
        rows[pawn_kind(g, space)] += space == SPACE_BASIC_4 || is_free(g, space);
    for (int row = 1; row <= BASIC_ROWS; row++)
        put(features, rows[row]);
    for (int guild = 0; guild < GUILDS; guild++)
        put(features, (g->s->guilds >> guild & 1) && is_free(g, SPACE_GUILD + guild));
    for (uint64_t techs = techs_of(g, seat); techs != 0;) {
        int tech = (int)bits_pop(&techs), space = SPACE_TECH + 2 * (tech - 1);
        levels[g->cards->techs[tech].level] += is_free(g, space) + is_free(g, space + 1);
    }
    for (int level = 1; level <= 4; level++)
        put(features, levels[level]);
}

static void put_own(struct features *features, int seat)
{
    const struct table *g = features->table;
    for (int place = 0; place < PLACES; place++)
        for (int level = 0; level < SHIP_LEVELS; level++)
            put(features, seat_of(g, seat)->ships[place][level]);
    put_free_spaces(features, seat);
    put_set(features, g->s->round > 0 ? claimable(g, seat) : 0, ACHIEVEMENTS_IN_PLAY);
    put(features, g->s->round > 0 ? bits_count(usable_powers(g, seat)) : 0);
    put(features, trade_price(g, seat));
}

/* ---- the table ------------------------------------------------------------------------------- */

static void put_boards(struct features *features)
{
    const struct table *g = features->table;
    for (int place = 0; place < PLACES; place++) {
        int system = g->s->cards[place];
        unsigned specialty = place == ROGUE && system == 0 ? 0 : specialty_of(g, place);
        put(features, g->cards->systems[system].strength);
        put(features, g->cards->systems[system].points);
        put_set(features, specialty, 2);
    }
    for (int slot = 0; slot < SLOTS; slot++) {
        int tech = g->s->slots[slot];
        put(features, tech == 0 ? 0 : g->cards->techs[tech].right + 1);
    }
    put(features, bits_count(g->s->facedown & 0x3f)); /* level II, then III */
    put(features, bits_count(g->s->facedown >> 6));
    put_set(features, g->s->guilds, GUILDS);
    for (int level = 2; level <= 4; level++)
        put(features, bits_count(pile_things(tech_pile(g, level), tech_size(level))));
    for (int deck = 0; deck < 2; deck++)
        put(features, bits_count(pile_things(g->s->system_piles[deck], SYSTEMS / 2)));
}

static void put_table(struct features *features)
{
    const struct table *g = features->table;
    const struct bts_state *s = g->s;
    struct frame none = {0};
    const struct frame *frame = agenda_is_empty(&s->agenda) ? &none : agenda_top(&s->agenda);
    int claims = 0;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        for (int i = 0; i < 4; i++)
            claims += s->claims[row][i] != 0;
    put_boards(features);
    put(features, players_of(g));
    put(features, s->round);
    put(features, s->last_round == 0 ? 0 : 1 + s->last_round - s->round);
    put(features, claims);
    put(features, bits_count(s->events_kept));
    put(features, s->traded);
    put(features, frame->work);
    put(features, frame->args[0]);
    put(features, frame->args[1]);
}

void bts_features(const struct ruleset *rules, const void *state, int seat, int16_t *out)
{
    struct table g = bts_view(rules, state);
    struct features features = {.table = &g, .next = out};
    bts_score(rules, state, &features.score);
    put_seats(&features, players_of(&g), seat, BTS_SEAT_FEATURES, put_seat);
    put_own(&features, seat);
    put_table(&features);
    assert(features.next == out + BTS_FEATURES);
}
