/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: what is counted, the conditions of achievements, points by source, places. Works
 * at any time in the game. */

#include "bts.h"

#include "sources.h"

#include "kit/scoring.h"

/* ---- counting -------------------------------------------------------------------------------- */

int bts_noun_count(const struct bts_view *v, int seat, int noun)
{
    int systems = bits_count(seat_of(v, seat)->systems);
    switch ((enum bts_noun)noun) {
    case NOUN_NONE:
        break;
    case NOUN_CONTROLLED:
        return bits_count(bts_own_places(v, seat));
    case NOUN_SYSTEM:
        return systems;
    case NOUN_TWO_SYSTEMS:
        return systems / 2;
    case NOUN_TAKEN:
        return v->s->taken;
    case NOUN_TWO_TECHS:
        return (bits_count(bts_techs_of(v, seat)) - 1) / 2;
    }
    return 0;
}

int bts_measure_of(const struct bts_view *v, int seat, int measure)
{
    const struct bts_seat *me = seat_of(v, seat);
    switch ((enum bts_measure)measure) {
    case MEASURE_NONE:
        break;
    case MEASURE_ORE:
        return me->ore;
    case MEASURE_AUTOMATION:
        return bts_automation_level(me);
    case MEASURE_DEEP_POWER:
        return bts_power_at(v, seat, DEEP);
    case MEASURE_LEVEL_II:
        return bts_techs_of_level(v, bts_techs_of(v, seat), 2);
    case MEASURE_SYSTEMS:
        return bits_count(me->systems);
    }
    return 0;
}

/* ---- conditions ------------------------------------------------------------------------------ */

static int fleet_levels(const struct bts_view *v, int seat)
{
    int levels = 0;
    for (int place = 0; place < PLACES; place++)
        levels += bts_power_at(v, seat, place);
    return levels;
}

/* Printed icons of the more frequent kind on own and controlled systems and shipyards. */
static int specialty_icons(const struct bts_view *v, int seat)
{
    unsigned icons[2] = {0};
    for (uint64_t own = bts_own_places(v, seat); own != 0;) {
        unsigned specialty = bts_specialty_of(v, (int)bits_pop(&own));
        icons[0] += specialty & 1;
        icons[1] += specialty >> 1 & 1;
    }
    for (uint64_t systems = seat_of(v, seat)->systems; systems != 0;) {
        unsigned specialty = v->cards->systems[id_pop(&systems)].specialty;
        icons[0] += specialty & 1;
        icons[1] += specialty >> 1 & 1;
    }
    return (int)(icons[0] > icons[1] ? icons[0] : icons[1]);
}

/* How many are still missing when the level IIII cards fill gaps, each one of its left types? As
 * many as the worst off types lack together after all cards that have one of them: Hall's theorem.
 */
static int fill_types(const struct bts_view *v, const int *missing, uint64_t cards)
{
    int most = missing[0] + missing[1] + missing[2] + missing[3];
    if (most == 0 || cards == 0)
        return most;
    most = 0;
    for (unsigned types = 1; types < 1u << TYPES; types++) {
        uint64_t fitting = 0;
        int gaps = 0;
        for (int type = 0; type < TYPES; type++) {
            gaps += types >> type & 1 ? missing[type] : 0;
            fitting |= types >> type & 1 ? v->cards->left_techs[type] : 0;
        }
        gaps -= bits_count(cards & fitting);
        most = gaps > most ? gaps : most;
    }
    return most;
}

/* How many are missing to this many of each of three types, and of the fourth? Kept out of the way
 * of the other conditions: its lists would cost them time. */
__attribute__((noinline)) static int types_missing(const struct bts_view *v, uint64_t techs,
                                                   const struct bts_achievement *about)
{
    int counts[TYPES], best = INT16_MAX;
    uint64_t top_level = techs & techs_of_level(v, 4);
    for (int type = 0; type < TYPES; type++)
        counts[type] = bits_count(techs & v->cards->type_techs[type]);
    for (int single = 0; single < TYPES; single++) {
        int missing[TYPES];
        for (int type = 0; type < TYPES; type++) {
            int need = type == single ? about->second : about->number;
            missing[type] = counts[type] < need ? need - counts[type] : 0;
        }
        int then = fill_types(v, missing, top_level);
        best = then < best ? then : best;
    }
    return best;
}

/* How much the seat has of what the condition counts. */
static int condition_count(const struct bts_view *v, int seat, uint64_t techs,
                           enum bts_condition condition)
{
    const struct bts_seat *me = seat_of(v, seat);
    switch (condition) {
    case CONDITION_LEVEL_IIII:
        return bts_techs_of_level(v, techs, 4);
    case CONDITION_SYSTEMS:
        return bits_count(me->systems);
    case CONDITION_FLEET:
        return fleet_levels(v, seat);
    case CONDITION_CONTROLLED:
        return bits_count(bts_own_places(v, seat));
    case CONDITION_AUTOMATION:
        return bts_automation_level(me);
    case CONDITION_RICHES:
        return me->ore;
    case CONDITION_LEVEL_III:
        return bts_techs_of_level(v, techs, 3);
    case CONDITION_SPECIALTY:
        return specialty_icons(v, seat);
    case CONDITION_SYMBOLS:
        return bts_food_symbols(v, seat) + bts_ore_symbols(v, seat);
    case CONDITION_TYPES:
    case CONDITION_NONE:
        break;
    }
    return 0;
}

int bts_condition_missing(const struct bts_view *v, int seat, uint64_t techs, int achievement,
                          int *population)
{
    const struct bts_achievement *about = &v->cards->achievements[achievement];
    *population = 0;
    if (about->condition == CONDITION_TYPES)
        return types_missing(v, techs, about);
    int have = condition_count(v, seat, techs, (enum bts_condition)about->condition);
    if (about->condition == CONDITION_RICHES && seat_of(v, seat)->population < about->second)
        *population = about->second - seat_of(v, seat)->population;
    return have < about->number ? about->number - have : 0;
}

bool bts_condition_met(const struct bts_view *v, int seat, uint64_t techs, int achievement)
{
    int population = 0;
    return bts_condition_missing(v, seat, techs, achievement, &population) == 0 && population == 0;
}

/* ---- points ------------------------------------------------------------------------------------
 * Players that search ask for nothing as often as for this: what depends on others is compared once
 * for all seats. */

static void add(struct score *score, int seat, int source, int points)
{
    score->parts[seat][source] = (int16_t)(score->parts[seat][source] + points);
}

/* No technology, on a slot that is being discovered, has no points. */
static void score_tech(const struct bts_view *v, int seat, int id, struct score *score)
{
    static const uint8_t by_level[] = {SOURCE_LEVEL_I, SOURCE_LEVEL_I, SOURCE_LEVEL_II,
                                       SOURCE_LEVEL_III, SOURCE_LEVEL_IIII};
    const struct bts_tech *tech = &v->cards->techs[id];
    int points = tech->points;
    if (tech->points_noun != NOUN_NONE) {
        int more = bts_noun_count(v, seat, tech->points_noun);
        points += more < tech->points_max ? more : tech->points_max;
    }
    add(score, seat, by_level[tech->level], points);
}

static void score_techs(const struct bts_view *v, int seat, struct score *score)
{
    for (uint64_t slots = seat_of(v, seat)->slots; slots != 0;)
        score_tech(v, seat, v->s->slots[bits_pop(&slots)], score);
    for (uint64_t techs = seat_of(v, seat)->private_techs; techs != 0;)
        score_tech(v, seat, id_pop(&techs), score);
}

static int automation_points(const struct bts_view *v, int seat)
{
    int level = bts_automation_level(seat_of(v, seat)), points = 0;
    for (int i = 0; i < level; i++)
        points +=
            i < AUTOMATION_LEVELS ? v->cards->automation_points[i] : v->cards->automation_further;
    return points;
}

static int system_points(const struct bts_view *v, int seat)
{
    int points = 0;
    for (uint64_t systems = seat_of(v, seat)->systems; systems != 0;)
        points += v->cards->systems[id_pop(&systems)].points;
    return points;
}

static int banked_points(const struct bts_seat *seat, const struct bts_event *event)
{
    int points = 0;
    for (int level = 0; level < SHIP_LEVELS; level++)
        points += seat->banked[level] * event->bank_points[level];
    return points;
}

/* Points for who has the most: this many for one alone, this many for each of those who are level.
 * Who has nothing gets nothing. */
static void score_most(struct score *score, int source, const int *values, int players, int alone,
                       int level)
{
    int most = 0, holders = 0;
    for (int seat = 0; seat < players; seat++)
        most = values[seat] > most ? values[seat] : most;
    for (int seat = 0; seat < players; seat++)
        holders += values[seat] == most;
    for (int seat = 0; seat < players && most > 0; seat++)
        if (values[seat] == most)
            add(score, seat, source, holders > 1 ? level : alone);
}

/* One point for the most power there; all who are level get it. */
static void score_presence(const struct bts_view *v, int place, int source, struct score *score)
{
    int power[SEATS_MAX];
    for (int seat = 0; seat < players_of(v); seat++)
        power[seat] = bts_power_at(v, seat, place);
    score_most(score, source, power, players_of(v), 1, 1);
}

static void score_award(const struct bts_view *v, const struct bts_event *event,
                        struct score *score)
{
    int values[SEATS_MAX];
    for (int seat = 0; seat < players_of(v); seat++)
        values[seat] = bts_measure_of(v, seat, event->award);
    score_most(score, SOURCE_EVENTS, values, players_of(v), event->award_first, event->award_tied);
}

static void score_events(const struct bts_view *v, struct score *score)
{
    int fortress = v->s->fortress != 0 ? v->s->outposts[v->s->fortress - 1] : 0;
    for (uint64_t kept = v->s->events_kept; kept != 0;) {
        const struct bts_event *event = &v->cards->events[id_pop(&kept)];
        if (event->award != MEASURE_NONE)
            score_award(v, event, score);
        for (int seat = 0; seat < players_of(v); seat++)
            add(score, seat, SOURCE_EVENTS, banked_points(seat_of(v, seat), event));
        /* Attached to a location or to a faction. */
        if (fortress != 0 && program_has(v->cards, event->resolve, OP_FORTIFY))
            add(score, fortress - 1, SOURCE_EVENTS, event->points);
        if (v->s->relieved != 0 && program_has(v->cards, event->resolve, OP_RELIEVE))
            add(score, v->s->relieved - 1, SOURCE_EVENTS, event->points);
    }
}

static void score_achievements(const struct bts_view *v, struct score *score)
{
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        const struct bts_achievement *about = &v->cards->achievements[v->s->achievements[row]];
        for (int i = 0; i < CLAIM_SLOTS; i++)
            if (v->s->claims[row][i] != 0)
                add(score, v->s->claims[row][i] - 1, SOURCE_ACHIEVEMENTS, about->slots[i]);
    }
}

void bts_score(const struct ruleset *rules, const void *state, struct score *score)
{
    struct bts_view v = bts_view_of(rules, state);
    int ties[SEATS_MAX][TIES_MAX] = {0};
    *score = (struct score){0};
    for (int seat = 0; seat < players_of(&v); seat++) {
        score_techs(&v, seat, score);
        add(score, seat, SOURCE_AUTOMATION, automation_points(&v, seat));
        add(score, seat, SOURCE_SYSTEMS, system_points(&v, seat));
        add(score, seat, SOURCE_OUTPOSTS, bits_count(bts_own_places(&v, seat)));
        /* Fewest discs on the tracks, most population, most ore. */
        const struct bts_seat *me = seat_of(&v, seat);
        ties[seat][0] = -(me->food + me->ore_discs);
        ties[seat][1] = me->population;
        ties[seat][2] = me->ore;
    }
    score_presence(&v, SOL, SOURCE_SOL, score);
    score_presence(&v, DEEP, SOURCE_DEEP, score);
    score_events(&v, score);
    score_achievements(&v, score);
    score_add_up(score, players_of(&v));
    score_places(score, players_of(&v), ties);
}
