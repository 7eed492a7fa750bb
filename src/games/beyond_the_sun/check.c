/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: is this a state that can be? Nothing is lost and nothing stands in two places:
 * cubes, discs, cards. Stands any bytes that a position can express. */

#include "bts.h"

#include "kit/pile.h"

#include <string.h>

/* ---- seats ----------------------------------------------------------------------------------- */

static int cubes_of(const struct table *g, int seat)
{
    const struct bts_seat *me = seat_of(g, seat);
    int cubes = me->population + supply_of(me) + bits_count(me->slots) + ship_count(g, seat);
    for (int level = 0; level < SHIP_LEVELS; level++)
        cubes += me->banked[level];
    return cubes;
}

/* Cubes that an operation under way holds in its hand. */
static int cubes_in_hand(const struct table *g, int seat)
{
    int cubes = 0;
    for (int i = 0; i < g->s->agenda.depth; i++)
        cubes += g->s->agenda.frames[i].work == WORK_BUILD && g->s->agenda.frames[i].seat == seat;
    return cubes;
}

/* Discs of one kind on the track, automated, as outposts and on own systems. */
static int discs_of(const struct table *g, int seat, int kind)
{
    const struct bts_seat *me = seat_of(g, seat);
    int discs = kind == DISC_FOOD ? me->food : me->ore_discs;
    discs += me->automated[kind - 1];
    for (uint64_t own = own_places(g, seat); own != 0;)
        discs += g->s->outpost_discs[bits_pop(&own)] == kind;
    for (uint64_t systems = me->systems & bits_below(SYSTEMS + 1); systems != 0;) {
        int colony = g->s->colony_discs[bits_pop(&systems)];
        discs += (colony & 3) == kind;
        discs += (colony >> 2 & 3) == kind;
    }
    return discs;
}

static const char *check_seat(const struct table *g, int seat)
{
    const struct bts_seat *me = seat_of(g, seat);
    if (me->faction == 0 || me->faction > FACTIONS || me->pawn >= SPACES)
        return "a faction or a pawn is unknown";
    if (me->slots >> SLOTS != 0 || me->systems >> (SYSTEMS + 1) != 0 || (me->systems & 1))
        return "a slot or system of a seat does not exist";
    if (me->private_techs >> (TECHS + 1) != 0 || (me->private_techs & 1))
        return "a private technology does not exist";
    if (me->innovations > 3 || me->population > CUBES || me->ore > ORE_MAX)
        return "a seat has too much of something";
    if (cubes_of(g, seat) + cubes_in_hand(g, seat) != CUBES)
        return "a faction does not have 20 cubes";
    if (discs_of(g, seat, DISC_FOOD) != DISCS || discs_of(g, seat, DISC_ORE) != DISCS)
        return "a faction does not have 8 Food and 8 Ore discs";
    for (int other = 0; other < seat; other++)
        if (seat_of(g, other)->faction == me->faction)
            return "two seats have the same faction";
    if (players_of(g) == 2 && !g->cards->factions[me->faction].with_two)
        return "this faction is not used with two players";
    return NULL;
}

/* ---- cards in one place each ----------------------------------------------------------------- */

static const char *check_techs(const struct table *g)
{
    uint64_t seen = 0;
    bool apart = bits_add(&seen, g->s->revealed);
    for (int slot = 0; slot < SLOTS; slot++) {
        int tech = g->s->slots[slot];
        if (tech > TECHS ||
            (tech != 0 && g->cards->techs[tech].level != g->cards->slots[slot].level))
            return "a technology lies on a slot of another level";
        apart = apart && (tech == 0 || bits_add(&seen, bit((unsigned)tech)));
    }
    for (int i = 0; i < TABLEAU; i++) {
        int tech = g->s->tableau[i];
        if (tech > TECHS || (tech != 0 && g->cards->techs[tech].level != 2 + i / TYPES))
            return "a technology lies in the wrong row of the tableau";
        apart = apart && (tech == 0 || bits_add(&seen, bit((unsigned)tech)));
    }
    for (int level = 2; level <= 4; level++) {
        const char *wrong = pile_check(tech_pile(g, level), tech_size(level));
        if (wrong != NULL)
            return wrong;
        apart = apart && bits_add(&seen, pile_things(tech_pile(g, level), tech_size(level))
                                             << tech_first(level));
    }
    for (int seat = 0; seat < players_of(g); seat++)
        apart = apart && bits_add(&seen, seat_of(g, seat)->private_techs);
    if (!apart)
        return "a technology is in two places";
    /* Those of level I are laid out one after the other. */
    uint64_t first = bits_below((unsigned)tech_first(2)), all = bits_below(TECHS + 1);
    if (g->s->round == 0)
        seen |= first;
    return (seen | 1) != all ? "a technology is missing" : NULL;
}

static const char *check_systems(const struct table *g)
{
    uint64_t seen = 0;
    bool apart = bits_add(&seen, g->s->drawn);
    for (int place = 0; place < PLACES; place++) {
        int system = g->s->cards[place];
        int kind = place == ROGUE ? KIND_B : map_of(g)[place].kind;
        if (system > SYSTEMS || (system != 0 && kind != KIND_A && kind != KIND_B))
            return "a system lies where there is no place for one";
        apart = apart && (system == 0 || bits_add(&seen, bit((unsigned)system)));
    }
    for (int deck = 0; deck < 2; deck++) {
        const char *wrong = pile_check(g->s->system_piles[deck], SYSTEMS / 2);
        if (wrong != NULL)
            return wrong;
        apart = apart && bits_add(&seen, pile_things(g->s->system_piles[deck], SYSTEMS / 2)
                                             << (1 + deck * (SYSTEMS / 2)));
    }
    for (int seat = 0; seat < players_of(g); seat++)
        apart = apart && bits_add(&seen, seat_of(g, seat)->systems);
    if (g->s->dyson > SYSTEMS || g->s->rogue_parent >= ROGUE)
        return "a system is unknown";
    apart = apart && (g->s->dyson == 0 || bits_add(&seen, bit(g->s->dyson)));
    for (int i = 0; i < g->s->agenda.depth; i++) {
        const struct frame *frame = &g->s->agenda.frames[i];
        if (frame->work == WORK_HANG && frame->args[0] <= SYSTEMS) /* in hand */
            apart = apart && bits_add(&seen, bit(frame->args[0]));
    }
    if (!apart)
        return "a system is in two places";
    /* A puzzle may do without some systems, but the set-up needs them all. */
    return g->s->round == 0 && (seen | 1) != bits_below(SYSTEMS + 1) ? "a system is missing" : NULL;
}

/* ---- the boards ------------------------------------------------------------------------------ */

static const char *check_places(const struct table *g)
{
    for (int place = 0; place < PLACES; place++) {
        bool owned = g->s->outposts[place] != 0;
        if (g->s->outposts[place] > players_of(g) || g->s->outpost_discs[place] > DISC_STAR)
            return "an outpost belongs to nobody";
        if (owned && !can_be_controlled(g, place))
            return "an outpost stands where there is nothing to control";
        if (owned != (g->s->outpost_discs[place] != DISC_NONE))
            return "an outpost has no disc";
        if (place != ROGUE && map_of(g)[place].kind != KIND_NONE)
            continue;
        for (int seat = 0; seat < players_of(g); seat++)
            if (power_at(g, seat, place) > 0 && !(place == ROGUE && g->s->cards[ROGUE] != 0))
                return "ships stand where there is no location";
    }
    int rogue_beside = g->s->rogue_parent, kind = map_of(g)[rogue_beside].kind;
    if (g->s->cards[ROGUE] == 0 ? rogue_beside != 0 : kind != KIND_A && kind != KIND_B)
        return "the added system hangs on nothing";
    bool fortified = g->s->fortress == 0 ||
                     (g->s->fortress <= ROGUE && map_of(g)[g->s->fortress - 1].kind == KIND_YARD);
    return !fortified || g->s->relieved > players_of(g) ? "an event is attached to nothing" : NULL;
}

/* Discs lie on own systems alone, the first before the second. */
static const char *check_colonies(const struct table *g)
{
    uint32_t own = 0;
    for (int seat = 0; seat < players_of(g); seat++)
        own |= seat_of(g, seat)->systems;
    for (int system = 0; system <= SYSTEMS; system++) {
        int discs = g->s->colony_discs[system];
        if (discs >> 4 != 0 || (discs != 0 && ((discs & 3) == 0 || !(own >> system & 1))))
            return "discs lie on a system where none can be";
    }
    return NULL;
}

/* Who does not sit at the table has nothing. */
static const char *check_absent(const struct table *g)
{
    static const struct bts_seat nobody;
    for (int seat = players_of(g); seat < SEATS_MAX; seat++)
        if (memcmp(seat_of(g, seat), &nobody, sizeof nobody) != 0 || g->s->gained[seat] != 0)
            return "a seat has something that is not at the table";
    return NULL;
}

static const char *check_claims(const struct table *g)
{
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        int achievement = g->s->achievements[row];
        if (achievement > ACHIEVEMENTS || (achievement == 0 && g->s->round > 0))
            return "an achievement is missing or unknown";
        for (int other = 0; other < row; other++)
            if (achievement != 0 && g->s->achievements[other] == achievement)
                return "an achievement is in play twice";
        for (int i = 0; i < 4; i++) {
            if (g->s->claims[row][i] != 0 && i >= g->cards->achievements[achievement].slot_count)
                return "a disc lies on an achievement where there is no slot";
            if (g->s->claims[row][i] > players_of(g))
                return "an achievement is claimed by nobody";
            for (int k = 0; k < i; k++)
                if (g->s->claims[row][i] != 0 && g->s->claims[row][i] == g->s->claims[row][k])
                    return "an achievement is claimed twice by one seat";
        }
    }
    return NULL;
}

/* ---- the course of the game ------------------------------------------------------------------ */

static const char *check_course(const struct table *g)
{
    const struct bts_state *s = g->s;
    if (s->agenda.depth > AGENDA_FRAMES_MAX)
        return "the agenda is too deep";
    if (s->first > players_of(g) || s->turn > players_of(g) || (s->round > 0 && s->first == 0))
        return "a turn belongs to nobody";
    if (s->last_round > ROUNDS_MAX + 1 ||
        s->round > (s->last_round != 0 ? s->last_round : ROUNDS_MAX))
        return "no game has so many rounds";
    if (s->source > TECHS || s->rival > players_of(g) || s->facedown >> 12 != 0 ||
        s->fresh >> SLOTS != 0 || s->guilds >> GUILDS != 0)
        return "a technology, seat, slot or guild is unknown";
    if (s->changed > 1 || s->better_used > 1 || s->must_research > 1 || s->copied > 3 ||
        s->taken > PLACES)
        return "something was done more often in this turn than it can be";
    if ((s->events | s->events_kept) & ~(uint32_t)(bits_below(EVENTS + 1) & ~UINT64_C(1)))
        return "an event is unknown";
    return (s->events_kept & ~s->events) != 0 ? "an event is in play that was never revealed"
                                              : NULL;
}

/* There are as many events of a level left as slots that wait for one. */
static const char *check_events(const struct table *g)
{
    int left[5] = {0};
    for (int event = 1; event <= EVENTS; event++)
        left[g->cards->events[event].level] += !(g->s->events >> event & 1);
    for (int slot = 4; slot < 16; slot++)
        left[g->cards->slots[slot].level] -= g->s->facedown >> (slot - 4) & 1;
    return left[2] < 0 || left[3] < 0 ? "there are more slots with an event than events" : NULL;
}

/* Rows of the tableau that are not laid out have no cards. */
static const char *check_tableau(const struct table *g)
{
    for (int i = 0; i < TABLEAU; i++)
        if (g->s->tableau[i] != 0 && !(g->s->rows_open >> (2 + i / TYPES) & 1))
            return "a technology lies in a row of the tableau that is not laid out";
    return (g->s->rows_open & ~0x1cu) != 0 || (g->s->rows_open != 0 && !has_tableau(g))
               ? "a row of the tableau is laid out that does not exist"
               : NULL;
}

const char *bts_check(const struct ruleset *rules, const void *state)
{
    struct table g = bts_view(rules, state);
    const char *wrong = check_course(&g);
    static const char *(*const parts[])(const struct table *) = {
        check_absent,  check_techs,  check_tableau,  check_events,
        check_systems, check_places, check_colonies, check_claims};
    for (size_t i = 0; wrong == NULL && i < sizeof parts / sizeof parts[0]; i++)
        wrong = parts[i](&g);
    for (int seat = 0; wrong == NULL && g.s->round > 0 && seat < players_of(&g); seat++)
        wrong = check_seat(&g, seat);
    return wrong != NULL ? wrong : bts_check_agenda(&g);
}
