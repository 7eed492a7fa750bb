/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the Exploration board. Where ships may go, who controls what, what can be
 * colonized. Control is settled for all locations at once, after an operation that changed ships
 * and never in the middle of one. */

#include "bts.h"

#include <string.h>

/* ---- ships ----------------------------------------------------------------------------------- */

int bts_ship_count(const struct bts_view *v, int seat)
{
    int count = 0;
    const struct bts_seat *me = seat_of(v, seat);
    for (int place = 0; place < PLACES; place++)
        for (int level = 0; level < SHIP_LEVELS; level++)
            count += me->ships[place][level];
    return count;
}

/* Two places at a time, as asked all the time. */
bool bts_has_ships(const struct bts_view *v, int seat)
{
    uint64_t pairs[PLACES / 2], any = 0;
    _Static_assert(sizeof pairs == sizeof v->s->seats[0].ships, "places come in pairs");
    memcpy(pairs, seat_of(v, seat)->ships, sizeof pairs);
    for (int i = 0; i < PLACES / 2; i++)
        any |= pairs[i];
    return any != 0;
}

void bts_ship_add(struct bts_table *t, int seat, int level, int place)
{
    assert(level >= 1 && level <= SHIP_LEVELS && bts_place_exists(&t->view, place));
    seat_at(t, seat)->ships[place][level - 1]++;
    assert(bts_ship_count(&t->view, seat) <= CUBES);
    t->s->changed = 1;
}

void bts_ship_remove(struct bts_table *t, int seat, int level, int place)
{
    assert(level >= 1 && level <= SHIP_LEVELS && place >= 0 && place < PLACES);
    uint8_t *ships = &seat_at(t, seat)->ships[place][level - 1];
    assert(*ships > 0);
    --*ships;
    t->s->changed = 1;
}

/* Moving alone is not a change yet: a ship may come back. Who ends the movement says so. */
void bts_ship_move(struct bts_table *t, int seat, int level, int from, int to)
{
    struct bts_seat *me = seat_at(t, seat);
    assert(level >= 1 && level <= SHIP_LEVELS && from >= 0 && from < PLACES);
    assert(me->ships[from][level - 1] > 0);
    assert(from != to && bts_place_exists(&t->view, to));
    me->ships[from][level - 1]--;
    me->ships[to][level - 1]++;
}

/* After the operation that used it, so that equal situations are equal bytes. */
void bts_clear_scratch(struct bts_table *t)
{
    memset(t->s->scratch, 0, sizeof t->s->scratch);
}

/* Offers every kind of ship of the seat up to that level, beyond those already used (NULL: none).
 */
int bts_offer_ships(const struct bts_view *v, int seat, int kind, int max_level,
                    const uint8_t used[PLACES][SHIP_LEVELS], struct move *moves, int count)
{
    assert(max_level >= 1 && max_level <= SHIP_LEVELS && count >= 0);
    const struct bts_seat *me = seat_of(v, seat);
    for (int place = 0; place < PLACES; place++)
        for (int level = 1; bts_power_at(v, seat, place) > 0 && level <= max_level; level++)
            if (me->ships[place][level - 1] > (used != NULL ? used[place][level - 1] : 0))
                count = offer(moves, count, kind, level, place, 0);
    return count;
}

/* ---- places ---------------------------------------------------------------------------------- */

bool bts_place_exists(const struct bts_view *v, int place)
{
    assert(place >= 0 && place < PLACES);
    return place == ROGUE ? v->s->cards[ROGUE] != 0 : map_of(v)[place].kind != KIND_NONE;
}

unsigned bts_neighbours(const struct bts_view *v, int place)
{
    assert(bts_place_exists(v, place));
    unsigned edges = place == ROGUE ? 1u << v->s->rogue_parent : map_of(v)[place].edges;
    if (v->s->cards[ROGUE] != 0 && place == v->s->rogue_parent)
        edges |= 1u << ROGUE;
    return edges;
}

unsigned bts_jump_targets(const struct bts_view *v, int seat, int from)
{
    if (from == SOL || from == DEEP || !bts_has_power(v, seat, POWER_WORMHOLES))
        return bts_neighbours(v, from);
    unsigned all = 0;
    for (int place = 0; place < PLACES; place++)
        if (place != from && bts_place_exists(v, place))
            all |= 1u << place;
    return all;
}

bool bts_can_be_controlled(const struct bts_view *v, int place)
{
    assert(place >= 0 && place < PLACES);
    return v->s->cards[place] != 0 || (place != ROGUE && map_of(v)[place].kind == KIND_YARD);
}

unsigned bts_own_places(const struct bts_view *v, int seat)
{
    unsigned places = 0;
    for (int place = 0; place < PLACES; place++)
        if (v->s->outposts[place] == seat + 1)
            places |= 1u << place;
    return places;
}

unsigned bts_specialty_of(const struct bts_view *v, int place)
{
    int card = v->s->cards[place];
    return card != 0 ? v->cards->systems[card].specialty : map_of(v)[place].specialty;
}

bool bts_is_shipyard(const struct bts_view *v, int seat, int place)
{
    assert(place >= 0 && place < PLACES);
    if (v->s->outposts[place] != seat + 1)
        return false;
    int card = v->s->cards[place];
    return card != 0 ? v->cards->systems[card].power == POWER_IS_SHIPYARD
                     : map_of(v)[place].kind == KIND_YARD;
}

unsigned bts_build_places(const struct bts_view *v, int seat)
{
    unsigned places = 1u << SOL;
    for (int place = 0; place < PLACES; place++)
        if (bts_is_shipyard(v, seat, place))
            places |= 1u << place;
    if (bts_has_innovation(v, seat, INNOVATION_BUILD_DEEP))
        places |= 1u << DEEP;
    return places;
}

/* ---- colonizing ------------------------------------------------------------------------------ */

unsigned bts_colonizable(const struct bts_view *v, int seat)
{
    unsigned places = 0;
    for (uint64_t own = bts_own_places(v, seat); own != 0;) {
        unsigned place = bits_pop(&own);
        int card = v->s->cards[place];
        if (card != 0 && bts_power_at(v, seat, (int)place) >= v->cards->systems[card].strength)
            places |= 1u << place;
    }
    return places;
}

/* Systems that had no outpost when the turn began, with enough own power now. */
unsigned bts_stealth_targets(const struct bts_view *v, int seat)
{
    unsigned places = 0;
    for (int place = 0; place < PLACES; place++) {
        int card = v->s->cards[place];
        if (card != 0 && !(v->s->outposts_before >> place & 1) &&
            bts_power_at(v, seat, place) >= v->cards->systems[card].strength)
            places |= 1u << place;
    }
    return places;
}

/* Movement points of one jump; several in one action may come to more, by their cards. */
enum { POINTS_MAX = 7 };

/* The most power that ships can bring with this many points is filled in, one place more: each of
 * its ships needs `steps` of them. */
static void add_ships(const uint8_t ships[SHIP_LEVELS], int steps, int points, int *best)
{
    for (int level = 1; level <= SHIP_LEVELS; level++)
        for (int n = ships[level - 1]; n > 0; n--)
            for (int budget = points; budget >= steps; budget--)
                if (best[budget - steps] + level > best[budget])
                    best[budget] = best[budget - steps] + level;
}

/* The most power that can stand at the target after a movement of this many points. Ships jump from
 * each place to its `targets`; what is found first is nearest. */
static int best_power(const struct bts_view *v, int seat, int target, int points,
                      const unsigned targets[PLACES])
{
    int best[POINTS_MAX + 1] = {0};
    unsigned reached = 1u << target, frontier = reached;
    assert(points >= 0 && points <= POINTS_MAX);
    for (int steps = 1; steps <= points && frontier != 0; steps++) {
        unsigned next = 0;
        for (int place = 0; place < PLACES; place++)
            if (!(reached >> place & 1) && (targets[place] & frontier) != 0) {
                next |= 1u << place;
                add_ships(seat_of(v, seat)->ships[place], steps, points, best);
            }
        reached |= frontier = next;
    }
    return bts_power_at(v, seat, target) + best[points];
}

/* The power that the seat needs at the place to control it after a check. */
static int power_to_control(const struct bts_view *v, int seat, int place)
{
    int most = 0;
    for (int other = 0; other < players_of(v); other++)
        if (other != seat && bts_power_at(v, other, place) > most)
            most = bts_power_at(v, other, place);
    return v->s->outposts[place] == seat + 1 ? most : most + 1;
}

/* The power that the seat needs at the place to colonize it; 0 where there is nothing to colonize.
 */
static int power_to_colonize(const struct bts_view *v, int seat, int place, bool stealth)
{
    int card = v->s->cards[place];
    if (card == 0 || (stealth && (v->s->outposts_before >> place & 1)))
        return 0;
    int need = v->cards->systems[card].strength;
    int control = stealth ? 0 : power_to_control(v, seat, place);
    return need > control ? need : control;
}

/* The power that the seat needs at the place to gain population there; 0 where it gains none. */
static int power_to_grow(const struct bts_view *v, int seat, int place)
{
    int card = v->s->cards[place];
    bool grows = card != 0 && program_has(v->cards, v->cards->systems[card].gain, OP_GROW) &&
                 v->s->outposts[place] != seat + 1 && bts_supply_of(seat_of(v, seat)) > 0;
    return grows ? power_to_control(v, seat, place) : 0;
}

static int power_for_aim(const struct bts_view *v, int seat, int place, enum bts_aim aim)
{
    return aim == AIM_GROWTH ? power_to_grow(v, seat, place)
                             : power_to_colonize(v, seat, place, aim == AIM_STEALTH);
}

/* Systems without movement first: most that can be reached are found there. */
static bool can_reach(const struct bts_view *v, int seat, int points, enum bts_aim aim)
{
    unsigned targets[PLACES] = {0};
    int fleet = 0, power[PLACES], needs[PLACES];
    for (int place = 0; place < PLACES; place++) {
        power[place] = bts_power_at(v, seat, place);
        fleet += power[place];
    }
    for (int place = 0; place < PLACES; place++) {
        needs[place] = power_for_aim(v, seat, place, aim);
        if (needs[place] > 0 && power[place] >= needs[place])
            return true;
    }
    if (points == 0 || fleet == 0)
        return false;
    for (int place = 0; place < PLACES; place++)
        if (bts_place_exists(v, place))
            targets[place] = bts_jump_targets(v, seat, place);
    for (int place = 0; place < PLACES; place++)
        if (needs[place] > 0 && fleet >= needs[place] &&
            best_power(v, seat, place, points, targets) >= needs[place])
            return true;
    return false;
}

bool bts_can_reach_colony(const struct bts_view *v, int seat, int points, bool stealth)
{
    assert(points >= 0);
    struct bts_findings *found = findings_about(v, seat);
    if (points > POINTS_MAX)
        points = POINTS_MAX;
    enum bts_aim aim = stealth ? AIM_STEALTH : AIM_COLONY;
    if (found == NULL)
        return can_reach(v, seat, points, aim);
    uint32_t question = 1u << points;
    if (!(found->colonies[stealth].asked & question)) {
        found->colonies[stealth].asked |= question;
        if (can_reach(v, seat, points, aim))
            found->colonies[stealth].within |= question;
    }
    return (found->colonies[stealth].within & question) != 0;
}

bool bts_can_reach(const struct bts_view *v, int seat, int points, enum bts_aim aim)
{
    if (aim == AIM_GROWTH)
        return can_reach(v, seat, points > POINTS_MAX ? POINTS_MAX : points, aim);
    return aim == AIM_NONE || bts_can_reach_colony(v, seat, points, aim == AIM_STEALTH);
}

/* ---- control --------------------------------------------------------------------------------- */

/* Who controls the place after a check: a seat or NOBODY. Whoever has the most power there, alone;
 * in a tie, and with no ships at all, it stays with whoever is among the strongest and controls it
 * now.
 */
static int controller_after(const struct bts_view *v, int place)
{
    int now = v->s->outposts[place] - 1, best = 0, strongest = NOBODY, kept = 0;
    for (int seat = 0; seat < players_of(v); seat++) {
        int power = bts_power_at(v, seat, place);
        if (power == 0)
            continue;
        if (seat == now)
            kept = power;
        if (power > best)
            strongest = seat;
        else if (power == best)
            strongest = NOBODY;
        best = power > best ? power : best;
    }
    return now >= 0 && kept == best ? now : strongest;
}

/* Has a seat more power there than whoever controls the place, or any where nobody does? Nothing
 * changes where none has, and that is seen at a glance: empty seats have no ships, so they are not
 * told apart. */
static bool is_challenged(const struct bts_view *v, int place)
{
    int now = v->s->outposts[place] - 1, most = 0;
    int held = now >= 0 ? bts_power_at(v, now, place) : 0;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int power = bts_power_at(v, seat, place);
        most = power > most ? power : most;
    }
    return most > held;
}

/* Tried on a copy, in which who controls what is settled, and the discs of the seat go back. */
bool bts_ship_is_free(const struct bts_view *v, int seat, int level, int from, int to)
{
    assert(seat_of(v, seat)->ships[from][level - 1] > 0 && to >= -1 && to < PLACES);
    if (!bts_rest_has(v, OP_COLONIZE))
        return true;
    struct bts_state copy;
    struct bts_table trial = bts_trial(v, &copy);
    copy.seats[seat].ships[from][level - 1]--;
    if (to >= 0)
        copy.seats[seat].ships[to][level - 1]++;
    for (int place = 0; place < PLACES; place++) {
        int holder = bts_can_be_controlled(&trial.view, place)
                         ? controller_after(&trial.view, place)
                         : NOBODY;
        if (copy.outposts[place] == seat + 1 && holder != seat)
            bts_disc_return(&trial, seat, copy.outpost_discs[place]);
        copy.outposts[place] = (uint8_t)(holder == NOBODY ? 0 : holder + 1);
    }
    return bts_plan_rest(&trial.view, seat, 0, 0, 0);
}

void bts_lose_control(struct bts_table *t, int place)
{
    int seat = t->s->outposts[place] - 1;
    assert(seat >= 0 && seat < players_of(&t->view));
    bts_disc_return(t, seat, t->s->outpost_discs[place]);
    t->s->outposts[place] = 0;
    t->s->outpost_discs[place] = DISC_NONE;
    t->s->changed = 1;
    tell(t, EVENT_LOST, seat, told_place(&t->view, place), 0, 0);
}

int bts_control_check(struct bts_table *t, int skip)
{
    assert(skip >= -1 && skip < PLACES);
    unsigned gained[SEATS_MAX] = {0}, any = 0;
    int taken = 0;
    for (int place = 0; place < PLACES; place++) {
        if (place == skip || !bts_can_be_controlled(&t->view, place) ||
            !is_challenged(&t->view, place))
            continue;
        int before = t->s->outposts[place] - 1, after = controller_after(&t->view, place);
        if (before >= 0)
            bts_lose_control(t, place);
        if (after == NOBODY)
            continue;
        assert(t->s->outposts[place] == 0);
        gained[after] |= 1u << place;
        any = 1;
        if (before >= 0 && after == turn_seat(&t->view))
            taken++;
    }
    if (!any)
        return 0;
    for (int seat = 0; seat < players_of(&t->view); seat++)
        t->s->gained[seat] = (uint16_t)gained[seat];
    agenda_push(&t->s->agenda, .task = TASK_CONTROL);
    return taken;
}
