/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: a state as small numbers for a learner. First a block for each seat in turn
 * order, beginning with the one that looks (zeros for seats that are not there), then what only
 * that one needs, then the table. No allocation, no search. */

#include "bts.h"

#include "sources.h"

#include "kit/pile.h"

enum {
    OWN_BLOCK = 58,
    TABLE_BLOCK = 80,
    FEATURE_LIMIT = 99, /* no number is larger */
};
_Static_assert(BTS_FEATURES == SEATS_MAX * BTS_SEAT_FEATURES + OWN_BLOCK + TABLE_BLOCK,
               "the blocks are all there is");
_Static_assert((int)BTS_FEATURES <= (int)FEATURES_MAX, "the contract allows no more");

/* Where the next number goes. */
struct writer {
    struct bts g;
    int16_t *next;
};

static void put(struct writer *writer, int value)
{
    int bounded = value < FEATURE_LIMIT ? value : FEATURE_LIMIT;
    *writer->next++ = (int16_t)(bounded > -FEATURE_LIMIT ? bounded : -FEATURE_LIMIT);
}

/* The members of a set as zeros and ones. */
static void put_set(struct writer *writer, uint64_t set, int count)
{
    for (int i = 0; i < count; i++)
        put(writer, (int)(set >> i & 1));
}

/* ---- a seat ---------------------------------------------------------------------------------- */

static void put_mat(struct writer *writer, int seat)
{
    const struct bts_seat *me = seat_of(&writer->g, seat);
    put(writer, me->ore);
    put(writer, me->population);
    for (int i = 0; i < COLUMNS; i++)
        put(writer, me->columns[i]);
    put(writer, me->food);
    put(writer, me->ore_discs);
    put(writer, food_symbols(&writer->g, seat));
    put(writer, ore_symbols(&writer->g, seat));
    put(writer, automation_level(me));
}

/* Power and outpost at each place, own systems. */
static void put_presence(struct writer *writer, int seat)
{
    const struct bts *g = &writer->g;
    int icons[2] = {0};
    for (int place = 0; place < PLACES; place++)
        put(writer, power_at(g, seat, place));
    put(writer, ship_count(g, seat));
    for (int place = 0; place < PLACES; place++)
        put(writer, g->s->outposts[place] == seat + 1 ? g->s->outpost_discs[place] : 0);
    for (uint64_t systems = seat_of(g, seat)->systems; systems != 0;) {
        unsigned specialty = g->cards->systems[bits_pop(&systems)].specialty;
        icons[0] += (int)(specialty & 1);
        icons[1] += (int)(specialty >> 1 & 1);
    }
    put(writer, bits_count(seat_of(g, seat)->systems));
    put(writer, icons[0]);
    put(writer, icons[1]);
}

static void put_research(struct writer *writer, int seat)
{
    const struct bts *g = &writer->g;
    int types[TYPES + 1] = {0}; /* level IIII hands none on */
    put_set(writer, seat_of(g, seat)->slots, SLOTS);
    for (int level = 1; level <= 4; level++)
        put(writer, tech_count(g, seat, level));
    for (uint64_t techs = techs_of(g, seat); techs != 0;)
        types[g->cards->techs[bits_pop(&techs)].right]++;
    for (int type = 0; type < TYPES; type++)
        put(writer, types[type]);
    for (int power = POWER_NONE + 1; power < POWER_COUNT; power++)
        put(writer, has_power(g, seat, (enum power)power));
}

/* The kind of space that a pawn stands on: beside the board 0, rows 1 … 4, guilds 5, the event 6,
 * technologies 7 … 10 by level. */
static int pawn_kind(const struct bts *g, int space)
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
static void put_goals(struct writer *writer, int seat)
{
    const struct bts *g = &writer->g;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        const struct bts_achievement *about = &g->cards->achievements[g->s->achievements[row]];
        int claimed = 0, population = 0;
        for (int i = 0; i < about->slot_count; i++)
            claimed += g->s->claims[row][i] == seat + 1 ? about->slots[i] : 0;
        int missing = condition_missing(g, seat, g->s->achievements[row], &population);
        put(writer, claimed);
        put(writer, missing + population);
    }
}

static void put_extras(struct writer *writer, int seat)
{
    const struct bts *g = &writer->g;
    const struct bts_seat *me = seat_of(g, seat);
    put_set(writer, me->innovations, 2);
    for (int i = 0; i < 2; i++)
        put(writer, has_innovation(g, seat, (enum innovation)mat_of(g, seat)->innovations[i]));
    put(writer, me->banked[0] + 2 * me->banked[1] + 3 * me->banked[2] + 4 * me->banked[3]);
    put(writer, g->s->relieved == seat + 1);
    put_set(writer, (uint64_t)1 << pawn_kind(g, me->pawn) >> 1, 10);
}

/* Whose turn and decision it is, and how many seats of the round come before. */
static void put_course(struct writer *writer, int seat)
{
    const struct bts *g = &writer->g;
    int players = players_of(g), first = g->s->first > 0 ? g->s->first - 1 : 0;
    put(writer, turn_seat(g) == seat);
    put(writer, g->rules->game->node(g->rules, g->s).actor == seat);
    put(writer, (seat - first + players) % players);
}

static void put_points(struct writer *writer, const struct score *score, int seat)
{
    for (int source = 0; source < SOURCES; source++)
        put(writer, score->parts[seat][source]);
    put(writer, score->total[seat]);
    put(writer, score->place[seat]);
}

static void put_seat(struct writer *writer, const struct score *score, int seat)
{
    put_mat(writer, seat);
    put_presence(writer, seat);
    put_research(writer, seat);
    put_goals(writer, seat);
    put_extras(writer, seat);
    put_course(writer, seat);
    put_points(writer, score, seat);
}

/* ---- what only the one that looks needs ------------------------------------------------------ */

static bool is_free(const struct bts *g, int space)
{
    for (int seat = 0; seat < players_of(g); seat++)
        if (seat_of(g, seat)->pawn == space)
            return false;
    return space_program(g, space).count > 0;
}

/* Spaces without a pawn: of the rows, the guilds, own technologies by level. */
static void put_free_spaces(struct writer *writer, int seat)
{
    const struct bts *g = &writer->g;
    int rows[5] = {0}, levels[5] = {0};
    for (int space = SPACE_BASIC_1; space < SPACE_GUILD; space++)
        rows[pawn_kind(g, space)] += space == SPACE_BASIC_4 || is_free(g, space);
    for (int row = 1; row <= BASIC_ROWS; row++)
        put(writer, rows[row]);
    for (int guild = 0; guild < GUILDS; guild++)
        put(writer, (g->s->guilds >> guild & 1) && is_free(g, SPACE_GUILD + guild));
    for (uint64_t techs = techs_of(g, seat); techs != 0;) {
        int tech = (int)bits_pop(&techs), space = SPACE_TECH + 2 * (tech - 1);
        levels[g->cards->techs[tech].level] += is_free(g, space) + is_free(g, space + 1);
    }
    for (int level = 1; level <= 4; level++)
        put(writer, levels[level]);
}

static void put_own(struct writer *writer, int seat)
{
    const struct bts *g = &writer->g;
    for (int place = 0; place < PLACES; place++)
        for (int level = 0; level < SHIP_LEVELS; level++)
            put(writer, seat_of(g, seat)->ships[place][level]);
    put_free_spaces(writer, seat);
    put_set(writer, g->s->round > 0 ? claimable(g, seat) : 0, ACHIEVEMENTS_IN_PLAY);
    put(writer, g->s->round > 0 ? bits_count(usable_powers(g, seat)) : 0);
    put(writer, trade_price(g, seat));
}

/* ---- the table ------------------------------------------------------------------------------- */

static void put_boards(struct writer *writer)
{
    const struct bts *g = &writer->g;
    for (int place = 0; place < PLACES; place++) {
        int system = g->s->cards[place];
        unsigned specialty = place == ROGUE && system == 0 ? 0 : specialty_of(g, place);
        put(writer, g->cards->systems[system].strength);
        put(writer, g->cards->systems[system].points);
        put_set(writer, specialty, 2);
    }
    for (int slot = 0; slot < SLOTS; slot++) {
        int tech = g->s->slots[slot];
        put(writer, tech == 0 ? 0 : g->cards->techs[tech].right + 1);
    }
    put(writer, bits_count(g->s->facedown & 0x3f)); /* level II, then III */
    put(writer, bits_count(g->s->facedown >> 6));
    put_set(writer, g->s->guilds, GUILDS);
    for (int level = 2; level <= 4; level++)
        put(writer, bits_count(pile_things(tech_pile(g, level), tech_size(level))));
    for (int deck = 0; deck < 2; deck++)
        put(writer, bits_count(pile_things(g->s->system_piles[deck], SYSTEMS / 2)));
}

static void put_table(struct writer *writer)
{
    const struct bts *g = &writer->g;
    const struct bts_state *s = g->s;
    struct frame none = {0};
    const struct frame *frame = agenda_is_empty(&s->agenda) ? &none : agenda_top(&s->agenda);
    int claims = 0;
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        for (int i = 0; i < 4; i++)
            claims += s->claims[row][i] != 0;
    put_boards(writer);
    put(writer, players_of(g));
    put(writer, s->round);
    put(writer, s->last_round == 0 ? 0 : 1 + s->last_round - s->round);
    put(writer, claims);
    put(writer, bits_count(s->events_kept));
    put(writer, s->traded);
    put(writer, frame->work);
    put(writer, frame->args[0]);
    put(writer, frame->args[1]);
}

void bts_features(const struct ruleset *rules, const void *state, int seat, int16_t *features)
{
    struct writer writer = {bts_view(rules, state), features};
    struct score score;
    bts_score(rules, state, &score);
    for (int i = 0, other = seat; i < SEATS_MAX; i++, other = next_seat(&writer.g, other)) {
        int16_t *block = features + i * BTS_SEAT_FEATURES;
        assert(writer.next == block);
        if (i < rules->setup.players)
            put_seat(&writer, &score, other);
        else
            while (writer.next < block + BTS_SEAT_FEATURES)
                put(&writer, 0);
    }
    put_own(&writer, seat);
    put_table(&writer);
    assert(writer.next == features + BTS_FEATURES);
}
