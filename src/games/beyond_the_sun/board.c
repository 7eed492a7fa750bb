/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the Exploration board. Where ships may go, who controls what, what can be
 * colonized. Control is settled for all locations at once, after an operation that changed ships
 * and never in the middle of one. */

#include "bts.h"

#include <string.h>

/* ---- ships ----------------------------------------------------------------------------------- */

int power_at(const struct table *g, int seat, int place)
{
    assert(place >= 0 && place < PLACES);
    const uint8_t *ships = seat_of(g, seat)->ships[place];
    return ships[0] + 2 * ships[1] + 3 * ships[2] + 4 * ships[3];
}

int ship_count(const struct table *g, int seat)
{
    int count = 0;
    const struct bts_seat *me = seat_of(g, seat);
    for (int place = 0; place < PLACES; place++)
        for (int level = 0; level < SHIP_LEVELS; level++)
            count += me->ships[place][level];
    return count;
}

void ship_add(struct table *g, int seat, int level, int place)
{
    assert(level >= 1 && level <= SHIP_LEVELS && place_exists(g, place));
    seat_of(g, seat)->ships[place][level - 1]++;
    g->s->changed = 1;
}

void ship_remove(struct table *g, int seat, int level, int place)
{
    uint8_t *ships = &seat_of(g, seat)->ships[place][level - 1];
    assert(*ships > 0);
    --*ships;
    g->s->changed = 1;
}

/* Moving alone is no change yet: a ship may come back. Who ends the movement says so. */
void ship_move(struct table *g, int seat, int level, int from, int to)
{
    struct bts_seat *me = seat_of(g, seat);
    assert(me->ships[from][level - 1] > 0);
    assert(from != to && place_exists(g, to));
    me->ships[from][level - 1]--;
    me->ships[to][level - 1]++;
}

/* ---- places ---------------------------------------------------------------------------------- */

bool place_exists(const struct table *g, int place)
{
    return place == ROGUE ? g->s->cards[ROGUE] != 0 : map_of(g)[place].kind != KIND_NONE;
}

unsigned neighbours(const struct table *g, int place)
{
    unsigned edges = place == ROGUE ? 1u << g->s->rogue_parent : map_of(g)[place].edges;
    if (g->s->cards[ROGUE] != 0 && place == g->s->rogue_parent)
        edges |= 1u << ROGUE;
    return edges;
}

unsigned jump_targets(const struct table *g, int seat, int from)
{
    if (from == SOL || from == DEEP || !has_power(g, seat, POWER_WORMHOLES))
        return neighbours(g, from);
    unsigned all = 0;
    for (int place = 0; place < PLACES; place++)
        if (place != from && place_exists(g, place))
            all |= 1u << place;
    return all;
}

bool can_be_controlled(const struct table *g, int place)
{
    return g->s->cards[place] != 0 || (place != ROGUE && map_of(g)[place].kind == KIND_YARD);
}

unsigned own_places(const struct table *g, int seat)
{
    unsigned places = 0;
    for (int place = 0; place < PLACES; place++)
        if (g->s->outposts[place] == seat + 1)
            places |= 1u << place;
    return places;
}

unsigned specialty_of(const struct table *g, int place)
{
    int card = g->s->cards[place];
    return card != 0 ? g->cards->systems[card].specialty : map_of(g)[place].specialty;
}

bool is_shipyard(const struct table *g, int seat, int place)
{
    if (g->s->outposts[place] != seat + 1)
        return false;
    int card = g->s->cards[place];
    return card != 0 ? g->cards->systems[card].power == POWER_IS_SHIPYARD
                     : map_of(g)[place].kind == KIND_YARD;
}

unsigned build_places(const struct table *g, int seat)
{
    unsigned places = 1u << SOL;
    for (int place = 0; place < PLACES; place++)
        if (is_shipyard(g, seat, place))
            places |= 1u << place;
    if (has_innovation(g, seat, INNOVATION_BUILD_DEEP))
        places |= 1u << DEEP;
    return places;
}

/* ---- colonizing ------------------------------------------------------------------------------ */

unsigned colonizable(const struct table *g, int seat)
{
    unsigned places = 0;
    for (uint64_t own = own_places(g, seat); own != 0;) {
        unsigned place = bits_pop(&own);
        int card = g->s->cards[place];
        if (card != 0 && power_at(g, seat, (int)place) >= g->cards->systems[card].strength)
            places |= 1u << place;
    }
    return places;
}

/* Systems that had no outpost when the turn began, with enough own power now. */
unsigned stealth_targets(const struct table *g, int seat)
{
    unsigned places = 0;
    for (int place = 0; place < PLACES; place++) {
        int card = g->s->cards[place];
        if (card != 0 && !(g->s->outposts_before >> place & 1) &&
            power_at(g, seat, place) >= g->cards->systems[card].strength)
            places |= 1u << place;
    }
    return places;
}

/* Steps from each place to the target, as far as `points`; more than points where it is further. */
static void distances_to(const struct table *g, int seat, int target, int points, int *steps)
{
    for (int place = 0; place < PLACES; place++)
        steps[place] = place == target ? 0 : points + 1;
    for (int round = 1; round <= points; round++)
        for (int place = 0; place < PLACES; place++)
            if (steps[place] > round && place_exists(g, place))
                for (uint64_t to = jump_targets(g, seat, place); to != 0;)
                    if (steps[bits_pop(&to)] == round - 1)
                        steps[place] = round;
}

/* The most power that can stand at the target after a movement of so many points. */
static int best_power(const struct table *g, int seat, int target, int points)
{
    int steps[PLACES], best[8] = {0};
    const struct bts_seat *me = seat_of(g, seat);
    assert(points < 8);
    distances_to(g, seat, target, points, steps);
    for (int place = 0; place < PLACES; place++) {
        if (place == target || steps[place] > points)
            continue;
        for (int level = 1; level <= SHIP_LEVELS; level++)
            for (int n = me->ships[place][level - 1]; n > 0; n--)
                for (int budget = points; budget >= steps[place]; budget--)
                    if (best[budget - steps[place]] + level > best[budget])
                        best[budget] = best[budget - steps[place]] + level;
    }
    return power_at(g, seat, target) + best[points];
}

/* The power that the seat needs at the place to control it after a check. */
static int power_to_control(const struct table *g, int seat, int place)
{
    int most = 0;
    for (int other = 0; other < players_of(g); other++)
        if (other != seat && power_at(g, other, place) > most)
            most = power_at(g, other, place);
    return g->s->outposts[place] == seat + 1 ? most : most + 1;
}

bool can_reach_colony(const struct table *g, int seat, int points, bool stealth)
{
    int fleet = 0;
    for (int place = 0; place < PLACES; place++)
        fleet += power_at(g, seat, place);
    for (int place = 0; place < PLACES; place++) {
        int card = g->s->cards[place];
        if (card == 0 || (stealth && (g->s->outposts_before >> place & 1)))
            continue;
        int need = g->cards->systems[card].strength;
        int control = stealth ? 0 : power_to_control(g, seat, place);
        if (need < control)
            need = control;
        if (fleet >= need && best_power(g, seat, place, points) >= need)
            return true;
    }
    return false;
}

/* ---- control --------------------------------------------------------------------------------- */

/* Who controls the place after a check: a seat or NOBODY. */
static int controller_after(const struct table *g, int place)
{
    int now = g->s->outposts[place] - 1, best = 0, holders = 0, strongest = NOBODY;
    for (int seat = 0; seat < players_of(g); seat++) {
        int power = power_at(g, seat, place);
        if (power > best) {
            best = power;
            holders = 0;
        }
        if (power == best && power > 0) {
            holders++;
            strongest = seat;
        }
    }
    if (now >= 0 && power_at(g, now, place) == best)
        return now; /* also with no ships at all, and in a tie */
    return holders == 1 ? strongest : NOBODY;
}

/* Tried on a copy, in which who controls what is settled, and the discs of the seat go back. */
bool ship_is_free(const struct table *g, int seat, int level, int from, int to)
{
    if (!rest_has(g, OP_COLONIZE))
        return true;
    struct bts_state copy = *g->s;
    struct table trial = {g->rules, g->cards, &copy, NULL};
    copy.seats[seat].ships[from][level - 1]--;
    if (to >= 0)
        copy.seats[seat].ships[to][level - 1]++;
    for (int place = 0; place < PLACES; place++) {
        int holder = can_be_controlled(&trial, place) ? controller_after(&trial, place) : NOBODY;
        if (copy.outposts[place] == seat + 1 && holder != seat)
            disc_return(&trial, seat, copy.outpost_discs[place]);
        copy.outposts[place] = (uint8_t)(holder == NOBODY ? 0 : holder + 1);
    }
    return plan_rest(&trial, seat, 0, 0, 0);
}

void lose_control(struct table *g, int place)
{
    int seat = g->s->outposts[place] - 1;
    assert(seat >= 0 && seat < players_of(g));
    disc_return(g, seat, g->s->outpost_discs[place]);
    g->s->outposts[place] = 0;
    g->s->outpost_discs[place] = DISC_NONE;
    g->s->changed = 1;
    tell(g, EVENT_LOST, seat, told_place(g, place), 0, 0);
}

int control_check(struct table *g, int skip)
{
    unsigned gained[SEATS_MAX] = {0}, any = 0;
    int taken = 0;
    for (int place = 0; place < PLACES; place++) {
        if (place == skip || !can_be_controlled(g, place))
            continue;
        int before = g->s->outposts[place] - 1;
        int after = controller_after(g, place);
        if (after == before || (after == NOBODY && before < 0))
            continue;
        if (before >= 0)
            lose_control(g, place);
        if (after == NOBODY)
            continue;
        gained[after] |= 1u << place;
        any = 1;
        if (before >= 0 && after == turn_seat(g))
            taken++;
    }
    if (!any)
        return 0;
    for (int seat = 0; seat < players_of(g); seat++)
        g->s->gained[seat] = (uint16_t)gained[seat];
    agenda_push(&g->s->agenda, .work = WORK_CONTROL);
    return taken;
}
