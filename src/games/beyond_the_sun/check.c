/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: is this state valid? Nothing is lost and nothing is in two places: cubes, discs,
 * cards. Withstands any bytes that a position can express. */

#include "bts.h"

#include "kit/pile.h"

#include <string.h>

/* ---- seats ----------------------------------------------------------------------------------- */

static int cubes_of(const struct bts_view *v, int seat)
{
    const struct bts_seat *me = seat_of(v, seat);
    int cubes =
        me->population + bts_supply_of(me) + bits_count(me->slots) + bts_ship_count(v, seat);
    for (int level = 0; level < SHIP_LEVELS; level++)
        cubes += me->banked[level];
    return cubes;
}

/* Cubes that an operation under way holds in its hand. */
static int cubes_in_hand(const struct bts_view *v, int seat)
{
    int cubes = 0;
    for (int i = 0; i < v->s->agenda.depth; i++)
        cubes += v->s->agenda.frames[i].task == TASK_BUILD && v->s->agenda.frames[i].seat == seat;
    return cubes;
}

/* Discs of one kind on the track, automated, as outposts, on own systems and on achievements. */
static int discs_of(const struct bts_view *v, int seat, int kind)
{
    const struct bts_seat *me = seat_of(v, seat);
    int discs = kind == DISC_FOOD ? me->food : me->ore_discs;
    discs += me->automated[kind - 1];
    for (uint64_t own = bts_own_places(v, seat); own != 0;)
        discs += v->s->outpost_discs[bits_pop(&own)] == kind;
    for (uint64_t systems = me->systems & bits_below(SYSTEMS + 1); systems != 0;) {
        int colony = v->s->colony_discs[bits_pop(&systems)];
        discs += (colony & 3) == kind;
        discs += (colony >> 2 & 3) == kind;
    }
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        discs += me->claim_discs[row] == kind;
    return discs;
}

static const char *check_seat(const struct bts_view *v, int seat)
{
    const struct bts_seat *me = seat_of(v, seat);
    if (me->faction == 0 || me->faction > FACTIONS || me->pawn >= SPACES)
        return "a faction or a pawn is unknown";
    if (me->slots >> SLOTS != 0 || me->systems >> (SYSTEMS + 1) != 0 || (me->systems & 1))
        return "a slot or system of a seat does not exist";
    /* Those of level I lie on the board, all of them. */
    if (me->private_techs >> (TECHS + 1) != 0 ||
        (me->private_techs & bits_below((unsigned)bts_tech_first(2))) != 0)
        return "a private technology does not exist";
    if (me->innovations > 3 || me->population > CUBES || me->ore > ORE_MAX)
        return "a seat has too much of something";
    if (cubes_of(v, seat) + cubes_in_hand(v, seat) != CUBES)
        return "a faction does not have 20 cubes";
    if (discs_of(v, seat, DISC_FOOD) != DISCS || discs_of(v, seat, DISC_ORE) != DISCS)
        return "a faction does not have 8 Food and 8 Ore discs";
    for (int other = 0; other < seat; other++)
        if (seat_of(v, other)->faction == me->faction)
            return "two seats have the same faction";
    if (players_of(v) == 2 && !v->cards->factions[me->faction].with_two)
        return "this faction is not used with two players";
    return NULL;
}

/* ---- cards in one place each ----------------------------------------------------------------- */

static const char *check_techs(const struct bts_view *v)
{
    uint64_t seen = 0;
    bool apart = bits_add(&seen, v->s->revealed);
    for (int slot = 0; slot < SLOTS; slot++) {
        int tech = v->s->slots[slot];
        if (tech > TECHS ||
            (tech != 0 && v->cards->techs[tech].level != v->cards->slots[slot].level))
            return "a technology lies on a slot of another level";
        apart = apart && (tech == 0 || bits_add(&seen, bit((unsigned)tech)));
    }
    for (int i = 0; i < TABLEAU; i++) {
        int tech = v->s->tableau[i];
        if (tech > TECHS || (tech != 0 && v->cards->techs[tech].level != 2 + i / TYPES))
            return "a technology lies in the wrong row of the tableau";
        apart = apart && (tech == 0 || bits_add(&seen, bit((unsigned)tech)));
    }
    for (int level = 2; level <= 4; level++) {
        const char *wrong = pile_check(tech_pile(v, level), bts_tech_size(level));
        if (wrong != NULL)
            return wrong;
        apart = apart && bits_add(&seen, pile_things(tech_pile(v, level), bts_tech_size(level))
                                             << bts_tech_first(level));
    }
    for (int seat = 0; seat < players_of(v); seat++)
        apart = apart && bits_add(&seen, seat_of(v, seat)->private_techs);
    if (!apart)
        return "a technology is in two places";
    /* Those of level I are laid out one after another. */
    uint64_t first = bits_below((unsigned)bts_tech_first(2)), all = bits_below(TECHS + 1);
    if (v->s->round == 0)
        seen |= first;
    return (seen | 1) != all ? "a technology is missing" : NULL;
}

static const char *check_systems(const struct bts_view *v)
{
    uint64_t seen = 0;
    bool apart = bits_add(&seen, v->s->drawn);
    for (int place = 0; place < PLACES; place++) {
        int system = v->s->cards[place];
        int kind = place == ROGUE ? KIND_B : map_of(v)[place].kind;
        if (system > SYSTEMS || (system != 0 && kind != KIND_A && kind != KIND_B))
            return "a system lies where there is no place for one";
        apart = apart && (system == 0 || bits_add(&seen, bit((unsigned)system)));
    }
    for (int deck = 0; deck < 2; deck++) {
        const char *wrong = pile_check(v->s->system_piles[deck], SYSTEMS / 2);
        if (wrong != NULL)
            return wrong;
        apart = apart && bits_add(&seen, pile_things(v->s->system_piles[deck], SYSTEMS / 2)
                                             << (1 + deck * (SYSTEMS / 2)));
    }
    for (int seat = 0; seat < players_of(v); seat++)
        apart = apart && bits_add(&seen, seat_of(v, seat)->systems);
    if (v->s->dyson > SYSTEMS || v->s->rogue_parent >= ROGUE)
        return "a system is unknown";
    apart = apart && (v->s->dyson == 0 || bits_add(&seen, bit(v->s->dyson)));
    for (int i = 0; i < v->s->agenda.depth; i++) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->task == TASK_HANG && as_hang(frame)->system <= SYSTEMS) /* in hand */
            apart = apart && bits_add(&seen, bit(as_hang(frame)->system));
    }
    if (!apart)
        return "a system is in two places";
    /* A puzzle may do without some systems, but the set-up needs them all. */
    return v->s->round == 0 && (seen | 1) != bits_below(SYSTEMS + 1) ? "a system is missing" : NULL;
}

/* ---- the boards ------------------------------------------------------------------------------ */

static const char *check_places(const struct bts_view *v)
{
    for (int place = 0; place < PLACES; place++) {
        bool owned = v->s->outposts[place] != 0;
        if (v->s->outposts[place] > players_of(v) || v->s->outpost_discs[place] > DISC_STAR)
            return "an outpost belongs to nobody";
        if (owned && !bts_can_be_controlled(v, place))
            return "an outpost stands where there is nothing to control";
        if (owned != (v->s->outpost_discs[place] != DISC_NONE))
            return "an outpost has no disc";
        if (place != ROGUE && map_of(v)[place].kind != KIND_NONE)
            continue;
        for (int seat = 0; seat < players_of(v); seat++)
            if (bts_power_at(v, seat, place) > 0 && !(place == ROGUE && v->s->cards[ROGUE] != 0))
                return "ships stand where there is no location";
    }
    int rogue_beside = v->s->rogue_parent, kind = map_of(v)[rogue_beside].kind;
    if (v->s->cards[ROGUE] == 0 ? rogue_beside != 0 : kind != KIND_A && kind != KIND_B)
        return "the added system hangs on nothing";
    bool fortified = v->s->fortress == 0 ||
                     (v->s->fortress <= ROGUE && map_of(v)[v->s->fortress - 1].kind == KIND_YARD);
    return !fortified || v->s->relieved > players_of(v) ? "an event is attached to nothing" : NULL;
}

/* Discs lie on own systems alone, the first before the second. */
static const char *check_colonies(const struct bts_view *v)
{
    uint32_t own = 0;
    for (int seat = 0; seat < players_of(v); seat++)
        own |= seat_of(v, seat)->systems;
    for (int system = 0; system <= SYSTEMS; system++) {
        int discs = v->s->colony_discs[system];
        if (discs >> 4 != 0 || (discs != 0 && ((discs & 3) == 0 || !(own >> system & 1))))
            return "discs lie on a system where none can be";
    }
    return NULL;
}

/* Who does not sit at the table has nothing. */
static const char *check_absent(const struct bts_view *v)
{
    static const struct bts_seat nobody;
    for (int seat = players_of(v); seat < SEATS_MAX; seat++)
        if (memcmp(seat_of(v, seat), &nobody, sizeof nobody) != 0 || v->s->gained[seat] != 0)
            return "a seat has something that is not at the table";
    return NULL;
}

static const char *check_claims(const struct bts_view *v)
{
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
        int achievement = v->s->achievements[row];
        if (achievement > ACHIEVEMENTS || (achievement == 0 && v->s->round > 0))
            return "an achievement is missing or unknown";
        for (int other = 0; other < row; other++)
            if (achievement != 0 && v->s->achievements[other] == achievement)
                return "an achievement is in play twice";
        for (int i = 0; i < 4; i++) {
            if (v->s->claims[row][i] != 0 && i >= v->cards->achievements[achievement].slot_count)
                return "a disc lies on an achievement where there is no slot";
            if (v->s->claims[row][i] > players_of(v))
                return "an achievement is claimed by nobody";
            for (int k = 0; k < i; k++)
                if (v->s->claims[row][i] != 0 && v->s->claims[row][i] == v->s->claims[row][k])
                    return "an achievement is claimed twice by one seat";
        }
    }
    return NULL;
}

/* A disc takes the place of a star where the seat has claimed, and is one of a track. */
static const char *check_claim_discs(const struct bts_view *v)
{
    for (int seat = 0; seat < players_of(v); seat++)
        for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++) {
            int kind = seat_of(v, seat)->claim_discs[row];
            bool claimed = memchr(v->s->claims[row], seat + 1, CLAIM_SLOTS) != NULL;
            if (kind >= DISC_STAR || (kind != DISC_NONE && !claimed))
                return "a disc lies on an achievement that was not claimed with one";
        }
    return NULL;
}

/* ---- the course of the game ------------------------------------------------------------------ */

static const char *check_course(const struct bts_view *v)
{
    const struct bts_state *s = v->s;
    if (s->agenda.depth > AGENDA_FRAMES_MAX)
        return "the agenda is too deep";
    if (s->first > players_of(v) || s->turn > players_of(v) || (s->round > 0 && s->first == 0))
        return "a turn belongs to nobody";
    if (s->last_round > ROUNDS_MAX + 1 ||
        s->round > (s->last_round != 0 ? s->last_round : ROUNDS_MAX))
        return "no game has so many rounds";
    if (s->source > TECHS || s->rival > players_of(v) || s->facedown >> 12 != 0 ||
        s->fresh >> SLOTS != 0 || s->guilds >> GUILDS != 0)
        return "a technology, seat, slot or guild is unknown";
    if (s->before != 0 && !bts_agenda_has(v, TASK_END_ACTION))
        return "no action has begun";
    if (s->changed > 1 || s->better_used > 1 || s->must_research > 1 || s->copied > 3 ||
        s->taken > PLACES)
        return "something was done more often in this turn than it can be";
    if ((s->events | s->events_kept) & ~(uint32_t)(bits_below(EVENTS + 1) & ~UINT64_C(1)))
        return "an event is unknown";
    return (s->events_kept & ~s->events) != 0 ? "an event is in play that was never revealed"
                                              : NULL;
}

/* There are as many events of a level left as slots that wait for one. */
static const char *check_events(const struct bts_view *v)
{
    int left[5] = {0};
    for (int event = 1; event <= EVENTS; event++)
        left[v->cards->events[event].level] += !(v->s->events >> event & 1);
    for (int i = 0; i < EVENT_SLOTS; i++)
        left[v->cards->slots[FIRST_EVENT_SLOT + i].level] -= v->s->facedown >> i & 1;
    return left[2] < 0 || left[3] < 0 ? "there are more slots with an event than events" : NULL;
}

/* Rows of the tableau that are not laid out have no cards. */
static const char *check_tableau(const struct bts_view *v)
{
    for (int i = 0; i < TABLEAU; i++)
        if (v->s->tableau[i] != 0 && !(v->s->rows_open >> (2 + i / TYPES) & 1))
            return "a technology lies in a row of the tableau that is not laid out";
    return (v->s->rows_open & ~0x1cu) != 0 || (v->s->rows_open != 0 && !has_tableau(v))
               ? "a row of the tableau is laid out that does not exist"
               : NULL;
}

const char *bts_check(const struct ruleset *rules, const void *state)
{
    struct bts_view v = bts_view_of(rules, state);
    const char *wrong = check_course(&v);
    static const char *(*const parts[])(const struct bts_view *) = {
        check_absent, check_techs,    check_tableau, check_events,     check_systems,
        check_places, check_colonies, check_claims,  check_claim_discs};
    for (size_t i = 0; wrong == NULL && i < sizeof parts / sizeof parts[0]; i++)
        wrong = parts[i](&v);
    for (int seat = 0; wrong == NULL && v.s->round > 0 && seat < players_of(&v); seat++)
        wrong = check_seat(&v, seat);
    return wrong != NULL ? wrong : bts_check_agenda(&v);
}
