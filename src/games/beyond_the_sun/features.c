/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: a state as small numbers for a learner. First a block for each seat in turn
 * order, beginning with the one that looks (zeros for seats that are not there), then what only
 * that one needs, then the table; then which cards they are, again seat by seat and of the table.
 * No allocation, no search. */

#include "bts.h"

#include "sources.h"
#include "things.h"

#include "kit/features.h"
#include "kit/pile.h"

enum {
    OWN_BLOCK = 58,
    TABLE_BLOCK = 80,
    SEAT_CARDS = TECHS_MAX + SYSTEMS_MAX + PLACES,
    TABLE_CARDS = TECHS_MAX + SYSTEMS_MAX + EVENT_CARDS_MAX + ACHIEVEMENTS_MAX,
};
_Static_assert(BTS_FEATURES == SEATS_MAX * (BTS_SEAT_FEATURES + SEAT_CARDS) + OWN_BLOCK +
                                   TABLE_BLOCK + TABLE_CARDS,
               "the blocks are all there is");
_Static_assert((int)BTS_FEATURES <= (int)FEATURES_MAX, "the contract allows no more");

/* ---- a seat ---------------------------------------------------------------------------------- */

static void put_mat(const struct bts_view *v, struct features *features, int seat)
{
    const struct bts_seat *me = seat_of(v, seat);
    put(features, "ore: ore on the mat", me->ore);
    put(features, "population: free population cubes", me->population);
    named_by(features, BTS_COLUMN, 0);
    put_bytes(features, "supply: cubes left in each column of the supply", me->columns, COLUMNS);
    put(features, "food_discs: discs left on the food track", me->food);
    put(features, "ore_discs: discs left on the ore track", me->ore_discs);
    put(features, "food_symbols: growth in the next production", bts_food_symbols(v, seat));
    put(features, "ore_symbols: ore in the next production", bts_ore_symbols(v, seat));
    put(features, "automation: the automation level", bts_automation_level(me));
}

/* Power and outpost at each place, own systems. */
static void put_presence(const struct bts_view *v, struct features *features, int seat)
{
    int icons[2] = {0};
    for (int place = 0; place < PLACES; place++) {
        named_by(features, BTS_PLACE, 0);
        put(features, "strength: of its ships at each location", bts_power_at(v, seat, place));
    }
    put(features, "ships: on the exploration board", bts_ship_count(v, seat));
    for (int place = 0; place < PLACES; place++) {
        named_by(features, BTS_PLACE, 0);
        put(features, "outpost: kind of its disc at each location, 0 for none",
            v->s->outposts[place] == seat + 1 ? v->s->outpost_discs[place] : 0);
    }
    for (uint64_t systems = seat_of(v, seat)->systems; systems != 0;) {
        unsigned specialty = v->cards->systems[id_pop(&systems)].specialty;
        icons[0] += (int)(specialty & 1);
        icons[1] += (int)(specialty >> 1 & 1);
    }
    put(features, "colonies: systems it has colonized", bits_count(seat_of(v, seat)->systems));
    put(features, "first_specialty: icons of the first kind on them", icons[0]);
    put(features, "second_specialty: icons of the second kind", icons[1]);
}

static void put_research(const struct bts_view *v, struct features *features, int seat,
                         uint64_t techs)
{
    named_by(features, BTS_SLOT, 0);
    put_set(features, "researched: slots of the technology board, 0 or 1", seat_of(v, seat)->slots,
            SLOTS);
    for (int level = 1; level <= 4; level++)
        put(features, "techs_of_level: technologies of levels I to IIII",
            bts_techs_of_level(v, techs, level));
    for (int type = 0; type < TYPES; type++) {
        named_by(features, BTS_TYPE, 0);
        put(features, "techs_of_type: technologies of each type",
            bits_count(techs & v->cards->type_techs[type]));
    }
    for (int power = POWER_NONE + 1; power < POWER_COUNT; power++)
        put(features, "power: each permanent power, 0 or 1",
            (techs & v->cards->power_techs[power]) != 0 ||
                (seat_of(v, seat)->systems & v->cards->power_systems[power]) != 0);
}

/* The kind of space that a pawn stands on: beside the board 0, rows 1 … 4, guilds 5, the event 6,
 * technologies 7 … 10 by level. */
static int pawn_kind(const struct bts_view *v, int space)
{
    assert(space >= 0 && space < SPACES_MAX);
    if (space >= SPACE_TECH)
        return 6 + v->cards->techs[bts_space_tech(space)].level;
    if (space >= SPACE_DYSON)
        return 6;
    if (space >= SPACE_GUILD)
        return 5;
    static const uint8_t rows[SPACE_GUILD] = {0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4};
    return rows[space];
}

/* Of each achievement: points claimed, and what is missing. Returns those of which nothing is. */
static unsigned put_goals(const struct bts_view *v, struct features *features, int seat,
                          uint64_t techs)
{
    unsigned met = 0;
    assert(seat >= 0 && seat < players_of(v));
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        const struct bts_achievement *about = &v->cards->achievements[v->s->achievements[row]];
        int claimed = 0, population = 0;
        for (int i = 0; i < about->slot_count; i++)
            claimed += v->s->claims[row][i] == seat + 1 ? about->slots[i] : 0;
        int missing = bts_condition_missing(v, seat, techs, v->s->achievements[row], &population);
        put(features, "claimed: points claimed from each achievement", claimed);
        put(features, "missing: what each achievement still needs", missing + population);
        met |= missing + population == 0 ? 1u << row : 0;
    }
    return met;
}

static void put_extras(const struct bts_view *v, struct features *features, int seat)
{
    const struct bts_seat *me = seat_of(v, seat);
    put_set(features, "innovation_used: one-time innovations, 0 or 1", me->innovations, 2);
    for (int i = 0; i < 2; i++)
        put(features, "innovation: in force, 0 or 1",
            bts_has_innovation(v, seat,
                               (enum bts_innovation_kind)bts_mat_of(v, seat)->innovations[i]));
    put(features, "banked: strength of ships kept on a card",
        me->banked[0] + 2 * me->banked[1] + 3 * me->banked[2] + 4 * me->banked[3]);
    put(features, "relieved: has the Relief Mandate, 0 or 1", v->s->relieved == seat + 1);
    put_set(features, "pawn: where it is: rows 1 to 4, guild, event, technology by level",
            (uint64_t)1 << pawn_kind(v, me->pawn) >> 1, 10);
}

/* Whose turn and decision it is, and how many seats of the round come before. */
static void put_course(const struct bts_view *v, struct features *features, int seat, int actor)
{
    int players = players_of(v), first = v->s->first > 0 ? v->s->first - 1 : 0;
    put(features, "turn: it is its turn, 0 or 1", turn_seat(v) == seat);
    put(features, "decides: 0 or 1", actor == seat);
    put(features, "seats_before: this many seats play before it in a round",
        (seat - first + players) % players);
}

/* What the block of a seat has found out and what else needs. */
struct seat_facts {
    uint64_t techs;
    unsigned met; /* achievements, as bits of their row */
};

static struct seat_facts put_seat(const struct bts_view *v, struct features *features, int seat,
                                  int actor)
{
    struct seat_facts facts = {.techs = bts_techs_of(v, seat)};
    put_mat(v, features, seat);
    put_presence(v, features, seat);
    put_research(v, features, seat, facts.techs);
    facts.met = put_goals(v, features, seat, facts.techs);
    put_extras(v, features, seat);
    put_course(v, features, seat, actor);
    put_points(features, seat, SOURCES);
    return facts;
}

/* ---- what only the one that looks needs ------------------------------------------------------ */

/* Where pawns stand, as bits. */
struct pawns {
    uint64_t on[SPACES_MAX / 64 + 1];
};

static struct pawns find_pawns(const struct bts_view *v)
{
    struct pawns pawns = {0};
    for (int seat = 0; seat < players_of(v); seat++) {
        unsigned space = seat_of(v, seat)->pawn;
        assert(space < SPACES_MAX);
        pawns.on[space / 64] |= bit(space % 64);
    }
    return pawns;
}

/* Is there such a space, other than on an event, and no pawn on it? */
static bool is_free(const struct bts_view *v, const struct pawns *pawns, unsigned space)
{
    assert(space < SPACES_MAX && space != SPACE_DYSON);
    return v->cards->space_programs[players_of(v) - 2][space].count > 0 &&
           !bits_have(pawns->on[space / 64], space % 64);
}

/* Spaces without a pawn: of the rows, the guilds, own technologies by level. */
static void put_free_spaces(const struct bts_view *v, struct features *features, uint64_t techs)
{
    struct pawns pawns = find_pawns(v);
    int rows[5] = {0}, levels[5] = {0};
    for (unsigned space = SPACE_BASIC_1; space < SPACE_GUILD; space++)
        rows[pawn_kind(v, (int)space)] += space == SPACE_BASIC_4 || is_free(v, &pawns, space);
    for (int row = 1; row <= BASIC_ROWS; row++)
        put(features, "free_basic: free spaces in each row of basic actions", rows[row]);
    for (unsigned guild = 0; guild < GUILDS; guild++)
        put(features, "free_guild: each guild, 0 or 1",
            (v->s->guilds >> guild & 1) && is_free(v, &pawns, SPACE_GUILD + guild));
    while (techs != 0) {
        int tech = id_pop(&techs);
        unsigned space = SPACE_TECH + 2 * (unsigned)(tech - 1);
        levels[v->cards->techs[tech].level] +=
            is_free(v, &pawns, space) + is_free(v, &pawns, space + 1);
    }
    for (int level = 1; level <= 4; level++)
        put(features, "free_tech: free spaces on its technologies by level", levels[level]);
}

static void put_own(const struct bts_view *v, struct features *features, int seat,
                    struct seat_facts facts)
{
    for (int place = 0; place < PLACES; place++)
        put_bytes(features, "ships_at: by location, then by level", seat_of(v, seat)->ships[place],
                  SHIP_LEVELS);
    put_free_spaces(v, features, facts.techs);
    put_set(features, "claimable: achievements, 0 or 1",
            v->s->round > 0 ? bts_unclaimed(v, seat) & facts.met : 0, ACHIEVEMENTS_IN_PLAY);
    put(features, "usable_powers: how many can be used now",
        v->s->round > 0 ? bits_count(bts_usable_powers(v, seat)) : 0);
    put(features, "trade_price: of the next trade", bts_trade_price(v, seat));
}

/* ---- the table ------------------------------------------------------------------------------- */

static void put_boards(const struct bts_view *v, struct features *features)
{
    for (int place = 0; place < PLACES; place++) {
        int system = v->s->cards[place];
        unsigned specialty = place == ROGUE && system == 0 ? 0 : bts_specialty_of(v, place);
        named_by(features, BTS_PLACE, 0);
        put(features, "system_strength: that the card at each location demands",
            v->cards->systems[system].strength);
        named_by(features, BTS_PLACE, 0);
        put(features, "system_points: of the card at each location",
            v->cards->systems[system].points);
        put_set(features, "specialty: both icons of each location, 0 or 1", specialty, 2);
    }
    for (int slot = 0; slot < SLOTS; slot++) {
        int tech = v->s->slots[slot];
        named_by(features, BTS_SLOT, 0);
        put(features, "slot_type: type handed on by the technology in each slot, from 1; 0: none",
            tech == 0 ? 0 : v->cards->techs[tech].right + 1);
    }
    put(features, "facedown: events of level II, then III", bits_count(v->s->facedown & 0x3f));
    put(features, "facedown: events of level II, then III", bits_count(v->s->facedown >> 6));
    put_set(features, "guild: in play, 0 or 1", v->s->guilds, GUILDS);
    for (int level = 2; level <= 4; level++)
        put(features, "tech_pile: cards in the piles of levels II to IIII",
            pile_count(tech_pile(v, level), DECK_MAX));
    for (int deck = 0; deck < 2; deck++)
        put(features, "system_pile: cards in piles A and B",
            pile_count(v->s->system_piles[deck], DECK_MAX));
}

static void put_table(const struct bts_view *v, struct features *features)
{
    const struct bts_state *s = v->s;
    struct frame none = {0};
    const struct frame *frame = agenda_is_empty(&s->agenda) ? &none : agenda_top(&s->agenda);
    int claims = 0;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        for (int i = 0; i < 4; i++)
            claims += s->claims[row][i] != 0;
    put_boards(v, features);
    put(features, "players: at the table", players_of(v));
    put(features, "round: 0 during the set-up", s->round);
    put(features, "rounds_left: once the end is known, else 0",
        s->last_round == 0 ? 0 : 1 + s->last_round - s->round);
    put(features, "claims: on achievements, by all", claims);
    put(features, "events_in_force: how many", bits_count(s->events_kept));
    put(features, "traded: exchanges in this trade phase", s->traded);
    put(features, "task: kind of the question", frame->task);
    put(features, "argument: first two of the question", frame_about(frame, 0));
    put(features, "argument: first two of the question", frame_about(frame, 1));
}

/* ---- which cards ----------------------------------------------------------------------------- */

/* What the seat has, and how much strength it lacks for each system that lies open. */
static void put_seat_cards(const struct bts_view *v, struct features *features, int seat,
                           uint64_t techs)
{
    named_by(features, BTS_TECH, 1);
    put_set(features, "technology: each card, 0 or 1", techs, TECHS_MAX);
    named_by(features, BTS_SYSTEM, 1);
    put_set(features, "system: each card colonized, 0 or 1", seat_of(v, seat)->systems,
            SYSTEMS_MAX);
    for (int place = 0; place < PLACES; place++) {
        int lacking = v->cards->systems[v->s->cards[place]].strength - bts_power_at(v, seat, place);
        named_by(features, BTS_PLACE, 0);
        put(features, "lacking: strength that it lacks at each location",
            lacking > 0 ? lacking : 0);
    }
}

static void put_table_cards(const struct bts_view *v, struct features *features)
{
    uint64_t techs = 0, systems = 0, achievements = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        techs |= id_bit_if_any(v->s->slots[slot]);
    for (int place = 0; place < PLACES; place++)
        systems |= id_bit_if_any(v->s->cards[place]);
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        achievements |= id_bit_if_any(v->s->achievements[row]);
    named_by(features, BTS_TECH, 1);
    put_set(features, "technology: each card on the board, 0 or 1", techs, TECHS_MAX);
    named_by(features, BTS_SYSTEM, 1);
    put_set(features, "system: each card on the board, 0 or 1", systems, SYSTEMS_MAX);
    named_by(features, BTS_EVENT, 1);
    put_set(features, "event: each card in force, 0 or 1", v->s->events_kept, EVENT_CARDS_MAX);
    named_by(features, BTS_ACHIEVEMENT, 1);
    put_set(features, "achievement: each card in play, 0 or 1", achievements, ACHIEVEMENTS_MAX);
}

void FEATURES_FUNCTION(bts)(const struct ruleset *rules, const void *state, FEATURES_ARGUMENTS)
{
    struct bts_view v = bts_view_of(rules, state);
    struct features features = FEATURES_START;
    int players = players_of(&v), actor = rules->game->node(rules, state).actor;
    struct seat_facts facts[SEATS_MAX]; /* in turn order, as the blocks */
    for (int i = 0; i < players; i++) {
        name_block(&features, "seat", i);
        facts[i] = put_seat(&v, &features, (seat + i) % players, actor);
    }
    for (int i = players; i < SEATS_MAX; i++)
        put_zeros(&features, "absent: 0", BTS_SEAT_FEATURES);
    assert(features.next == out + SEATS_MAX * BTS_SEAT_FEATURES);
    name_block(&features, "own", -1);
    put_own(&v, &features, seat, facts[0]);
    name_block(&features, "table", -1);
    put_table(&v, &features);
    for (int i = 0; i < players; i++) {
        name_block(&features, "seat", i);
        put_seat_cards(&v, &features, (seat + i) % players, facts[i].techs);
    }
    put_zeros(&features, "absent: 0", (SEATS_MAX - players) * SEAT_CARDS);
    name_block(&features, "table", -1);
    put_table_cards(&v, &features);
    assert(features.next == out + BTS_FEATURES);
}
