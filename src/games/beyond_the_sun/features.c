/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: a state as small numbers for a learner. First a block for each seat in turn
 * order, beginning with the one that looks (zeros for seats that are not there), then what only
 * that one needs, then the table; then which cards they are, again seat by seat and of the table.
 * No allocation, no search. */

#include "bts.h"

#include "sources.h"

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
    put(features, me->ore);
    put(features, me->population);
    put_bytes(features, me->columns, COLUMNS);
    put(features, me->food);
    put(features, me->ore_discs);
    put(features, bts_food_symbols(v, seat));
    put(features, bts_ore_symbols(v, seat));
    put(features, bts_automation_level(me));
}

/* Power and outpost at each place, own systems. */
static void put_presence(const struct bts_view *v, struct features *features, int seat)
{
    int icons[2] = {0};
    for (int place = 0; place < PLACES; place++)
        put(features, bts_power_at(v, seat, place));
    put(features, bts_ship_count(v, seat));
    for (int place = 0; place < PLACES; place++)
        put(features, v->s->outposts[place] == seat + 1 ? v->s->outpost_discs[place] : 0);
    for (uint64_t systems = seat_of(v, seat)->systems; systems != 0;) {
        unsigned specialty = v->cards->systems[id_pop(&systems)].specialty;
        icons[0] += (int)(specialty & 1);
        icons[1] += (int)(specialty >> 1 & 1);
    }
    put(features, bits_count(seat_of(v, seat)->systems));
    put(features, icons[0]);
    put(features, icons[1]);
}

static void put_research(const struct bts_view *v, struct features *features, int seat,
                         uint64_t techs)
{
    put_set(features, seat_of(v, seat)->slots, SLOTS);
    for (int level = 1; level <= 4; level++)
        put(features, bts_techs_of_level(v, techs, level));
    for (int type = 0; type < TYPES; type++)
        put(features, bits_count(techs & v->cards->type_techs[type]));
    for (int power = POWER_NONE + 1; power < POWER_COUNT; power++)
        put(features, (techs & v->cards->power_techs[power]) != 0 ||
                          (seat_of(v, seat)->systems & v->cards->power_systems[power]) != 0);
}

/* The kind of space that a pawn stands on: beside the board 0, rows 1 … 4, guilds 5, the event 6,
 * technologies 7 … 10 by level. */
static int pawn_kind(const struct bts_view *v, int space)
{
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
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        const struct bts_achievement *about = &v->cards->achievements[v->s->achievements[row]];
        int claimed = 0, population = 0;
        for (int i = 0; i < about->slot_count; i++)
            claimed += v->s->claims[row][i] == seat + 1 ? about->slots[i] : 0;
        int missing = bts_condition_missing(v, seat, techs, v->s->achievements[row], &population);
        put(features, claimed);
        put(features, missing + population);
        met |= missing + population == 0 ? 1u << row : 0;
    }
    return met;
}

static void put_extras(const struct bts_view *v, struct features *features, int seat)
{
    const struct bts_seat *me = seat_of(v, seat);
    put_set(features, me->innovations, 2);
    for (int i = 0; i < 2; i++)
        put(features, bts_has_innovation(
                          v, seat, (enum bts_innovation_kind)bts_mat_of(v, seat)->innovations[i]));
    put(features, me->banked[0] + 2 * me->banked[1] + 3 * me->banked[2] + 4 * me->banked[3]);
    put(features, v->s->relieved == seat + 1);
    put_set(features, (uint64_t)1 << pawn_kind(v, me->pawn) >> 1, 10);
}

/* Whose turn and decision it is, and how many seats of the round come before. */
static void put_course(const struct bts_view *v, struct features *features, int seat, int actor)
{
    int players = players_of(v), first = v->s->first > 0 ? v->s->first - 1 : 0;
    put(features, turn_seat(v) == seat);
    put(features, actor == seat);
    put(features, (seat - first + players) % players);
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
        put(features, rows[row]);
    for (unsigned guild = 0; guild < GUILDS; guild++)
        put(features, (v->s->guilds >> guild & 1) && is_free(v, &pawns, SPACE_GUILD + guild));
    while (techs != 0) {
        int tech = id_pop(&techs);
        unsigned space = SPACE_TECH + 2 * (unsigned)(tech - 1);
        levels[v->cards->techs[tech].level] +=
            is_free(v, &pawns, space) + is_free(v, &pawns, space + 1);
    }
    for (int level = 1; level <= 4; level++)
        put(features, levels[level]);
}

static void put_own(const struct bts_view *v, struct features *features, int seat,
                    struct seat_facts facts)
{
    for (int place = 0; place < PLACES; place++)
        put_bytes(features, seat_of(v, seat)->ships[place], SHIP_LEVELS);
    put_free_spaces(v, features, facts.techs);
    put_set(features, v->s->round > 0 ? bts_unclaimed(v, seat) & facts.met : 0,
            ACHIEVEMENTS_IN_PLAY);
    put(features, v->s->round > 0 ? bits_count(bts_usable_powers(v, seat)) : 0);
    put(features, bts_trade_price(v, seat));
}

/* ---- the table ------------------------------------------------------------------------------- */

static void put_boards(const struct bts_view *v, struct features *features)
{
    for (int place = 0; place < PLACES; place++) {
        int system = v->s->cards[place];
        unsigned specialty = place == ROGUE && system == 0 ? 0 : bts_specialty_of(v, place);
        put(features, v->cards->systems[system].strength);
        put(features, v->cards->systems[system].points);
        put_set(features, specialty, 2);
    }
    for (int slot = 0; slot < SLOTS; slot++) {
        int tech = v->s->slots[slot];
        put(features, tech == 0 ? 0 : v->cards->techs[tech].right + 1);
    }
    put(features, bits_count(v->s->facedown & 0x3f)); /* level II, then III */
    put(features, bits_count(v->s->facedown >> 6));
    put_set(features, v->s->guilds, GUILDS);
    for (int level = 2; level <= 4; level++)
        put(features, pile_count(tech_pile(v, level), DECK_MAX));
    for (int deck = 0; deck < 2; deck++)
        put(features, pile_count(v->s->system_piles[deck], DECK_MAX));
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
    put(features, players_of(v));
    put(features, s->round);
    put(features, s->last_round == 0 ? 0 : 1 + s->last_round - s->round);
    put(features, claims);
    put(features, bits_count(s->events_kept));
    put(features, s->traded);
    put(features, frame->task);
    put(features, frame->args[0]);
    put(features, frame->args[1]);
}

/* ---- which cards ----------------------------------------------------------------------------- */

/* What the seat has, and how much strength it lacks for each system that lies open. */
static void put_seat_cards(const struct bts_view *v, struct features *features, int seat,
                           uint64_t techs)
{
    put_set(features, techs, TECHS_MAX);
    put_set(features, seat_of(v, seat)->systems, SYSTEMS_MAX);
    for (int place = 0; place < PLACES; place++) {
        int lacking = v->cards->systems[v->s->cards[place]].strength - bts_power_at(v, seat, place);
        put(features, lacking > 0 ? lacking : 0);
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
    put_set(features, techs, TECHS_MAX);
    put_set(features, systems, SYSTEMS_MAX);
    put_set(features, v->s->events_kept, EVENT_CARDS_MAX);
    put_set(features, achievements, ACHIEVEMENTS_MAX);
}

void bts_features(const struct ruleset *rules, const void *state, const struct score *score,
                  int seat, int16_t *out)
{
    struct bts_view v = bts_view_of(rules, state);
    struct features features = {score, out};
    int players = players_of(&v), actor = rules->game->node(rules, state).actor;
    struct seat_facts facts[SEATS_MAX]; /* in turn order, as the blocks */
    for (int i = 0; i < players; i++)
        facts[i] = put_seat(&v, &features, (seat + i) % players, actor);
    for (int i = players; i < SEATS_MAX; i++)
        put_zeros(&features, BTS_SEAT_FEATURES);
    assert(features.next == out + SEATS_MAX * BTS_SEAT_FEATURES);
    put_own(&v, &features, seat, facts[0]);
    put_table(&v, &features);
    for (int i = 0; i < players; i++)
        put_seat_cards(&v, &features, (seat + i) % players, facts[i].techs);
    put_zeros(&features, (SEATS_MAX - players) * SEAT_CARDS);
    put_table_cards(&v, &features);
    assert(features.next == out + BTS_FEATURES);
}
