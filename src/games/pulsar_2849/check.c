/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: is this a state that can be? Nothing is lost and nothing stands in two places: dice,
 * rings, gyrodynes, stations, transmitters, tiles. Stands any bytes that a position can express. */

#include "pulsar.h"

#include "kit/pile.h"

/* ---- the table ------------------------------------------------------------------------------- */

static const char *check_boards(const struct table *t)
{
    for (int i = 0; i < CATEGORIES; i++) {
        int board = t->s->boards[i];
        if (board > LETTERS * CATEGORIES || (board != 0 && (board - 1) % CATEGORIES != i))
            return "a technology board lies in the wrong place";
        if (board == 0 && (t->s->round > 0 || !has_headquarters(t)))
            return "a technology board is missing";
        if (board > CATEGORIES && !has_headquarters(t))
            return "without headquarters only the technology boards A are used";
    }
    return NULL;
}

static const char *check_goals(const struct table *t)
{
    unsigned tiles = 0;
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        int goal = t->s->goals[i];
        if (goal > GOALS || (goal == 0 && t->s->round > 0))
            return "a goal is missing or unknown";
        unsigned tile = goal == 0 ? 0 : 1u << t->cards->goals[goal].tile;
        if (tiles & tile)
            return "both sides of a goal tile are in play";
        tiles |= tile;
    }
    return NULL;
}

/* Every seat has its spaces of the play order, and its counters on both tracks. */
static const char *check_order(const struct table *t)
{
    int players = players_of(t), spaces = players * counters_of_seat(t);
    int found[SEATS_MAX + 1] = {0};
    for (int i = 0; i < ORDER_SPACES; i++) {
        int owner = t->s->order[i];
        if (owner > players || (i >= spaces && owner != 0))
            return "a space of the play order is taken by nobody at the table";
        if (owner != 0 && ++found[owner] > counters_of_seat(t))
            return "a seat has too many spaces of the play order";
        if (owner == 0 && t->s->round > 0 && i < spaces)
            return "a space of the play order is empty";
    }
    for (int track = 0; track < TRACKS; track++) {
        const struct track *on = &t->s->tracks[track];
        const char *wrong = track_check(on, TRACK_SPACES);
        if (wrong != NULL)
            return wrong;
        for (int i = 0; i < TRACK_COUNTERS; i++)
            if ((i >= spaces && on->space[i] != 0) ||
                (i < spaces && on->space[i] == 0 && t->s->round > 0))
                return "a counter is missing or does not belong to anybody";
    }
    return NULL;
}

static const char *check_dice(const struct table *t)
{
    int dice = 0;
    for (int i = 0; i < DIE_SIDES; i++)
        dice += t->s->dice[i];
    for (int seat = 0; seat < players_of(t); seat++)
        for (int i = 0; i < DICE_OF_SEAT; i++) {
            if (seat_of(t, seat)->dice[i] > DIE_SIDES)
                return "a silver die shows more than 6";
            dice += seat_of(t, seat)->dice[i] != 0;
        }
    if (dice > players_card(t)->silver)
        return "there are too many silver dice";
    if (t->s->median == 1 || t->s->median > 2 * DIE_SIDES || (t->s->median > 0 && t->s->round == 0))
        return "the median marker is where it cannot be";
    return NULL;
}

/* ---- the star cluster ------------------------------------------------------------------------ */

static const char *check_system(const struct table *t, int at)
{
    int system = t->s->systems[at];
    unsigned seats = 0;
    if (system > SYSTEMS)
        return "a system is unknown";
    for (int other = 0; other < at; other++)
        if (system != 0 && t->s->systems[other] == system)
            return "a system lies in two places";
    unsigned open = system == 0 ? 0 : t->cards->systems[system].open[players_of(t) - 2];
    for (int planet = 0; planet < PLANETS; planet++) {
        int owner = t->s->planets[at][planet];
        if (owner == 0)
            continue;
        if (owner > players_of(t) || !(open >> planet & 1))
            return "a station stands where none can be";
        if (seats >> owner & 1)
            return "a seat has two stations in one system";
        seats |= 1u << owner;
    }
    return NULL;
}

static const char *check_pulsars(const struct table *t)
{
    unsigned claimed = 0;
    for (int seat = 0; seat < players_of(t); seat++) {
        unsigned claims = seat_of(t, seat)->claims;
        if (claims & claimed)
            return "a pulsar is claimed by two seats";
        if (rings_left(t, seat) < 0)
            return "a seat has claimed more pulsars than it has rings";
        claimed |= claims;
    }
    for (int i = 0; i < NODE_PULSARS; i++) {
        if (t->s->gyrodynes[i] >= RINGS)
            return "a gyrodyne is unknown";
        if (t->s->gyrodynes[i] != RING_NONE && !(claimed >> i & 1))
            return "a gyrodyne lies on a pulsar that nobody has claimed";
    }
    for (int size = 0; size < SIZES; size++)
        if (gyrodyne_stock(t, size) < 0)
            return "there are too many gyrodynes of a size";
    return NULL;
}

/* Extra stations that a kind of tile brings. */
static int stations_of_tile(const struct table *t, int kind)
{
    const struct effect *row = row_with(t, t->cards->tiles[kind].effect, OP_STATIONS);
    return row != NULL ? row->a : 0;
}

/* Tiles are in the stack or discarded; those with extra stations may be with the seats. */
static const char *check_tiles(const struct table *t)
{
    int extra = 0;
    for (int seat = 0; seat < players_of(t); seat++)
        extra += seat_of(t, seat)->extra_stations;
    for (int kind = 1; kind <= TILE_KINDS; kind++) {
        int away = t->cards->tiles[kind].count - t->s->tiles[kind - 1] - t->s->discards[kind - 1];
        int stations = stations_of_tile(t, kind);
        if (away < 0 || (away > 0 && stations == 0))
            return "exploration tiles are missing or too many";
        extra -= away * stations;
    }
    return extra == 0 ? NULL : "extra stations and exploration tiles do not agree";
}

static const char *check_cluster(const struct table *t)
{
    for (int at = 0; at < NODE_SYSTEMS; at++) {
        const char *wrong = check_system(t, at);
        if (wrong != NULL)
            return wrong;
    }
    const char *wrong = check_pulsars(t);
    return wrong != NULL ? wrong : check_tiles(t);
}

/* ---- transmitters ---------------------------------------------------------------------------- */

static int owner_of(const struct table *t, int transmitter)
{
    for (int seat = 0; seat < players_of(t); seat++)
        if (seat_of(t, seat)->transmitters >> (transmitter - 1) & 1)
            return seat;
    return NOBODY;
}

static const char *check_links(const struct table *t, int transmitter)
{
    const uint8_t *joined = t->s->joined[transmitter - 1];
    int owner = owner_of(t, transmitter);
    for (int end = 0; end < 2; end++) {
        int other = joined[end];
        if (other == 0)
            continue;
        if (other > TRANSMITTERS || owner == NOBODY || owner_of(t, other) != owner ||
            joined[0] == joined[1] || other == transmitter ||
            t->cards->transmitters[transmitter].ends[end] == END_NONE)
            return "transmitters are linked that cannot be";
        const uint8_t *back = t->s->joined[other - 1];
        if ((back[0] == transmitter) == (back[1] == transmitter))
            return "a link has one end alone";
    }
    return NULL;
}

static bool is_going_online(const struct table *t, int transmitter)
{
    for (int i = 0; i < t->s->agenda.depth; i++)
        if (t->s->agenda.frames[i].work == WORK_ONLINE &&
            t->s->agenda.frames[i].args[0] == transmitter)
            return true;
    return false;
}

static const char *check_transmitter(const struct table *t, int transmitter)
{
    uint32_t bit = 1u << (transmitter - 1);
    int places = (int)(pile_things(t->s->transmitter_pile, TRANSMITTERS) >> (transmitter - 1) & 1);
    bool online = false;
    for (int i = 0; i < ON_OFFER; i++)
        places += t->s->offer[i] == transmitter;
    for (int seat = 0; seat < players_of(t); seat++) {
        places += (seat_of(t, seat)->transmitters & bit) != 0;
        online = online || (seat_of(t, seat)->online & bit);
        if (seat_of(t, seat)->online & bit & ~seat_of(t, seat)->transmitters)
            return "a transmitter is online that its seat does not have";
    }
    if (places > 1)
        return "a transmitter is in two places";
    unsigned paid = t->s->paid[transmitter - 1];
    if (paid != 0 && open_costs(t, transmitter) == 0 && !is_going_online(t, transmitter))
        return "all costs of a transmitter are covered, but it is not online";
    if (paid != 0 && (online || owner_of(t, transmitter) == NOBODY ||
                      paid >> t->cards->transmitters[transmitter].dice_count != 0))
        return "costs of a transmitter are covered that are not there";
    return check_links(t, transmitter);
}

static const char *check_transmitters(const struct table *t)
{
    const char *wrong = pile_check(t->s->transmitter_pile, TRANSMITTERS);
    for (int i = 0; i < ON_OFFER; i++)
        if (t->s->offer[i] > TRANSMITTERS)
            return "a transmitter on offer is unknown";
    for (int i = 1; wrong == NULL && i <= TRANSMITTERS; i++)
        wrong = check_transmitter(t, i);
    return wrong;
}

/* ---- seats ----------------------------------------------------------------------------------- */

static const char *check_headquarters(const struct table *t, int seat)
{
    const struct pulsar_seat *me = seat_of(t, seat);
    if (me->board > LETTERS || me->side > HEADQUARTERS || (me->board != 0 && !has_headquarters(t)))
        return "a headquarters board is unknown or not used";
    if (me->side != 0 && t->cards->sides[me->side].board != me->board - 1)
        return "a side of headquarters is not that of the board";
    if (t->s->round > 0 && has_headquarters(t) && me->side == 0)
        return "a seat has not chosen a side of its headquarters";
    for (int other = 0; other < seat; other++)
        if (me->board != 0 && seat_of(t, other)->board == me->board)
            return "two seats have the same headquarters";
    if (me->side == 0 && me->projects != 0)
        return "projects are completed without headquarters";
    for (int place = 0; place < PROJECTS_OF_SIDE; place++) {
        if ((me->projects >> place & 1) && (pulsar_project_needs[place] & ~me->projects))
            return "a project is completed before those that it needs";
        if ((me->runs >> place & 1) &&
            (!(me->projects >> place & 1) || run_row(t, seat, place) == NULL))
            return "a gate run was used that the seat does not have";
    }
    return NULL;
}

static const char *check_patents(const struct table *t)
{
    uint32_t once = 0, twice = 0;
    for (int seat = 0; seat < players_of(t); seat++) {
        uint32_t patents = seat_of(t, seat)->patents;
        if (patents >> TECHS_IN_PLAY != 0 || (patents != 0 && t->s->round == 0))
            return "a patented technology does not exist";
        if (patents & twice)
            return "a technology is patented by three seats";
        twice |= patents & once;
        once |= patents;
    }
    if (t->s->fresh & ~once)
        return "a technology was patented in this round by nobody";
    for (uint64_t rest = once; rest != 0;)
        if (tech_at(t, (int)bits_pop(&rest))->row > t->s->round)
            return "a technology is patented before its round";
    uint32_t lock = t->s->round > 0 ? TECHS_WITH(t, icon_techs, 1) : 0;
    return players_of(t) == 2 && (twice & lock) ? "a technology with one icon is patented twice"
                                                : NULL;
}

/* Goals are achieved in the final scoring. */
static bool is_being_scored(const struct table *t)
{
    return agenda_is_empty(&t->s->agenda) || t->s->agenda.frames[0].work == WORK_FINAL;
}

static const char *check_seat(const struct table *t, int seat)
{
    const struct pulsar_seat *me = seat_of(t, seat);
    for (int i = 0; i < SOURCES; i++)
        if (me->points[i] > POINTS_MAX || me->points[i] < (i == SOURCE_TRACKS ? -POINTS_MAX : 0))
            return "a seat has points that it cannot have";
    if (points_of(me) < 0 || me->cubes > CUBES_MAX)
        return "a seat has points or cubes that it cannot have";
    for (int i = 0; i < MODIFIERS; i++)
        if (me->tokens[i] > TOKENS_MAX)
            return "a seat has too many tokens";
    if (me->transmitters >> TRANSMITTERS != 0 || me->online >> TRANSMITTERS != 0)
        return "a transmitter does not exist";
    if (me->goals >> GOALS_IN_PLAY != 0 || (me->goals != 0 && !is_being_scored(t)))
        return "a goal is achieved that does not exist, or before the final scoring";
    if (me->ship > map_of(t)->node_count || (me->ship == 0 && t->s->round > 0) ||
        (me->ship != 0 && node_of(t, me->ship)->kind == NODE_ISOLATED))
        return "a ship is where none can be";
    return check_headquarters(t, seat);
}

static const char *check_awards(const struct table *t)
{
    for (int size = 0; size < SIZES; size++) {
        const uint8_t *awards = t->s->awards[size];
        if (awards[0] > players_of(t) || awards[1] > players_of(t) ||
            (awards[1] != 0 && awards[0] == 0))
            return "an award is held by nobody at the table, or the second before the first";
    }
    return NULL;
}

/* ---- the turn -------------------------------------------------------------------------------- */

static const char *check_turn(const struct table *t)
{
    const struct pulsar_state *s = t->s;
    if (s->agenda.depth > AGENDA_FRAMES_MAX)
        return "the agenda is too deep";
    if (s->round > ROUNDS || s->turn > players_of(t))
        return "the round or the turn does not exist";
    if (s->bonus > BONUS_USED || s->red > DIE_SIDES ||
        (s->red != 0) != (s->bonus == BONUS_RESERVED))
        return "the bonus die is neither free nor reserved nor used";
    if (s->link_dice >> (DIE_SIDES + 1) != 0 || s->planet_dice >> (DIE_SIDES + 1) != 0 ||
        (s->planet_dice & 1) || (s->bonus != BONUS_FREE && (s->link_dice || s->planet_dice)))
        return "a red die is offered that cannot be";
    return s->tolerance_used > 1 ? "a tolerance was used more than once" : NULL;
}

const char *pulsar_check(const struct ruleset *rules, const void *state)
{
    struct table t = pulsar_view(rules, state);
    static const char *(*const checks[])(const struct table *t) = {
        check_turn,    check_boards,       check_goals,  check_order,  check_dice,
        check_cluster, check_transmitters, check_awards, check_patents};
    for (unsigned i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const char *wrong = checks[i](&t);
        if (wrong != NULL)
            return wrong;
    }
    for (int seat = 0; seat < players_of(&t); seat++) {
        const char *wrong = check_seat(&t, seat);
        if (wrong != NULL)
            return wrong;
    }
    return pulsar_check_agenda(&t);
}
