/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: is this state valid? Nothing is lost and nothing is in two places: dice, rings,
 * gyrodynes, stations, transmitters, tiles. Withstands any bytes that a position can express. */

#include "pulsar.h"

#include "kit/pile.h"

/* ---- the table ------------------------------------------------------------------------------- */

static const char *check_boards(const struct pulsar_view *v)
{
    for (int i = 0; i < CATEGORIES; i++) {
        int board = v->s->boards[i];
        if (board > LETTERS * CATEGORIES || (board != 0 && (board - 1) % CATEGORIES != i))
            return "a technology board lies in the wrong place";
        if (board == 0 && (v->s->round > 0 || !has_headquarters(v)))
            return "a technology board is missing";
        if (board > CATEGORIES && !has_headquarters(v))
            return "without headquarters only the technology boards A are used";
    }
    return NULL;
}

static const char *check_goals(const struct pulsar_view *v)
{
    unsigned tiles = 0;
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        int goal = v->s->goals[i];
        if (goal > v->cards->goal_count || (goal == 0 && v->s->round > 0))
            return "a goal is missing or unknown";
        unsigned tile = goal == 0 ? 0 : 1u << v->cards->goals[goal].tile;
        if (tiles & tile)
            return "both sides of a goal tile are in play";
        tiles |= tile;
    }
    return NULL;
}

/* Every seat has its spaces of the play order, and its counters on both tracks. */
static const char *check_order(const struct pulsar_view *v)
{
    int players = players_of(v), spaces = players * pulsar_counters_of_seat(v);
    int found[SEATS_MAX + 1] = {0};
    for (int i = 0; i < ORDER_SPACES; i++) {
        int owner = v->s->order[i];
        if (owner > players || (i >= spaces && owner != 0))
            return "a space of the play order is taken by nobody at the table";
        if (owner != 0 && ++found[owner] > pulsar_counters_of_seat(v))
            return "a seat has too many spaces of the play order";
        if (owner == 0 && v->s->round > 0 && i < spaces)
            return "a space of the play order is empty";
    }
    for (int track = 0; track < TRACKS; track++) {
        const struct track *on = &v->s->tracks[track];
        const char *wrong = track_check(on, TRACK_SPACES);
        if (wrong != NULL)
            return wrong;
        for (int i = 0; i < TRACK_COUNTERS; i++)
            if ((i >= spaces && on->space[i] != 0) ||
                (i < spaces && on->space[i] == 0 && v->s->round > 0))
                return "a counter is missing or does not belong to anybody";
    }
    return NULL;
}

static const char *check_dice(const struct pulsar_view *v)
{
    int dice = 0;
    for (int i = 0; i < DIE_SIDES; i++)
        dice += v->s->dice[i];
    for (int seat = 0; seat < players_of(v); seat++)
        for (int i = 0; i < DICE_OF_SEAT; i++) {
            if (seat_of(v, seat)->dice[i] > DIE_SIDES)
                return "a silver die shows more than 6";
            dice += seat_of(v, seat)->dice[i] != 0;
        }
    if (dice > players_card(v)->silver)
        return "there are too many silver dice";
    if (v->s->median == 1 || v->s->median > 2 * DIE_SIDES || (v->s->median > 0 && v->s->round == 0))
        return "the median marker is where it cannot be";
    return NULL;
}

/* ---- the star cluster ------------------------------------------------------------------------ */

static const char *check_system(const struct pulsar_view *v, int at)
{
    int system = v->s->systems[at];
    unsigned seats = 0;
    if (system > v->cards->system_count)
        return "a system is unknown";
    for (int other = 0; other < at; other++)
        if (system != 0 && v->s->systems[other] == system)
            return "a system lies in two places";
    unsigned open = system == 0 ? 0 : v->cards->systems[system].open[players_of(v) - 2];
    for (int planet = 0; planet < PLANETS; planet++) {
        int owner = v->s->planets[at][planet];
        if (owner == 0)
            continue;
        if (owner > players_of(v) || !(open >> planet & 1))
            return "a station stands where none can be";
        if (seats >> owner & 1)
            return "a seat has two stations in one system";
        seats |= 1u << owner;
    }
    return NULL;
}

static const char *check_pulsars(const struct pulsar_view *v)
{
    unsigned claimed = 0;
    for (int seat = 0; seat < players_of(v); seat++) {
        unsigned claims = seat_of(v, seat)->claims;
        if (claims & claimed)
            return "a pulsar is claimed by two seats";
        if (pulsar_rings_left(v, seat) < 0)
            return "a seat has claimed more pulsars than it has rings";
        claimed |= claims;
    }
    for (int i = 0; i < NODE_PULSARS; i++) {
        if (v->s->gyrodynes[i] >= RINGS)
            return "a gyrodyne is unknown";
        if (v->s->gyrodynes[i] != RING_NONE && !(claimed >> i & 1))
            return "a gyrodyne lies on a pulsar that nobody has claimed";
    }
    for (int size = 0; size < SIZES; size++)
        if (pulsar_gyrodyne_stock(v, size) < 0)
            return "there are too many gyrodynes of a size";
    return NULL;
}

/* Extra stations that a kind of tile brings. */
static int stations_of_tile(const struct pulsar_view *v, int kind)
{
    const struct effect *row = row_with(v, v->cards->tiles[kind].effect, OP_STATIONS);
    return row != NULL ? row->a : 0;
}

/* Tiles are in the stack or discarded; those with extra stations may be with the seats. */
static const char *check_tiles(const struct pulsar_view *v)
{
    int extra = 0;
    for (int seat = 0; seat < players_of(v); seat++)
        extra += seat_of(v, seat)->extra_stations;
    for (int kind = 1; kind <= v->cards->tile_count; kind++) {
        int away = v->cards->tiles[kind].count - v->s->tiles[kind - 1] - v->s->discards[kind - 1];
        int stations = stations_of_tile(v, kind);
        if (away < 0 || (away > 0 && stations == 0))
            return "exploration tiles are missing or too many";
        extra -= away * stations;
    }
    return extra == 0 ? NULL : "extra stations and exploration tiles do not agree";
}

static const char *check_cluster(const struct pulsar_view *v)
{
    for (int at = 0; at < NODE_SYSTEMS; at++) {
        const char *wrong = check_system(v, at);
        if (wrong != NULL)
            return wrong;
    }
    const char *wrong = check_pulsars(v);
    return wrong != NULL ? wrong : check_tiles(v);
}

/* ---- transmitters ---------------------------------------------------------------------------- */

static int owner_of(const struct pulsar_view *v, int transmitter)
{
    for (int seat = 0; seat < players_of(v); seat++)
        if (seat_of(v, seat)->transmitters >> (transmitter - 1) & 1)
            return seat;
    return NOBODY;
}

static const char *check_links(const struct pulsar_view *v, int transmitter)
{
    const uint8_t *joined = v->s->joined[transmitter - 1];
    int owner = owner_of(v, transmitter);
    for (int end = 0; end < 2; end++) {
        int other = joined[end];
        if (other == 0)
            continue;
        if (other > v->cards->transmitter_count || owner == NOBODY || owner_of(v, other) != owner ||
            joined[0] == joined[1] || other == transmitter ||
            v->cards->transmitters[transmitter].ends[end] == END_NONE)
            return "transmitters are linked that cannot be";
        const uint8_t *back = v->s->joined[other - 1];
        if ((back[0] == transmitter) == (back[1] == transmitter))
            return "a link has one end alone";
    }
    return NULL;
}

static bool is_going_online(const struct pulsar_view *v, int transmitter)
{
    for (int i = 0; i < v->s->agenda.depth; i++) {
        const struct frame *frame = &v->s->agenda.frames[i];
        if (frame->task == TASK_ONLINE && as_online(frame)->transmitter == transmitter)
            return true;
    }
    return false;
}

static const char *check_transmitter(const struct pulsar_view *v, int transmitter)
{
    uint64_t own = bit((unsigned)transmitter - 1);
    int places = v->s->transmitter_pile[transmitter - 1] != 0;
    bool online = false;
    for (int i = 0; i < ON_OFFER; i++)
        places += v->s->offer[i] == transmitter;
    for (int seat = 0; seat < players_of(v); seat++) {
        places += (seat_of(v, seat)->transmitters & own) != 0;
        online = online || (seat_of(v, seat)->online & own);
        if (seat_of(v, seat)->online & own & ~seat_of(v, seat)->transmitters)
            return "a transmitter is online that its seat does not have";
    }
    if (places > 1)
        return "a transmitter is in two places";
    unsigned paid = v->s->paid[transmitter - 1];
    if (paid != 0 && pulsar_open_costs(v, transmitter) == 0 && !is_going_online(v, transmitter))
        return "all costs of a transmitter are covered, but it is not online";
    if (paid != 0 && (online || owner_of(v, transmitter) == NOBODY ||
                      paid >> v->cards->transmitters[transmitter].dice_count != 0))
        return "costs of a transmitter are covered that are not there";
    return check_links(v, transmitter);
}

static const char *check_transmitters(const struct pulsar_view *v)
{
    const char *wrong = pile_check(v->s->transmitter_pile, v->cards->transmitter_count);
    for (int i = 0; i < ON_OFFER; i++)
        if (v->s->offer[i] > v->cards->transmitter_count)
            return "a transmitter on offer is unknown";
    for (int i = 1; wrong == NULL && i <= v->cards->transmitter_count; i++)
        wrong = check_transmitter(v, i);
    return wrong;
}

/* ---- seats ----------------------------------------------------------------------------------- */

static const char *check_headquarters(const struct pulsar_view *v, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    if (me->board > LETTERS || me->side > HEADQUARTERS || (me->board != 0 && !has_headquarters(v)))
        return "a headquarters board is unknown or not used";
    if (me->side != 0 && v->cards->sides[me->side].board != me->board - 1)
        return "a side of headquarters is not that of the board";
    if (v->s->round > 0 && has_headquarters(v) && me->side == 0)
        return "a seat has not chosen a side of its headquarters";
    for (int other = 0; other < seat; other++)
        if (me->board != 0 && seat_of(v, other)->board == me->board)
            return "two seats have the same headquarters";
    if (me->side == 0 && me->projects != 0)
        return "projects are completed without headquarters";
    for (int place = 0; place < PROJECTS_OF_SIDE; place++) {
        if ((me->projects >> place & 1) && (pulsar_project_needs[place] & ~me->projects))
            return "a project is completed before those that it needs";
        if ((me->runs >> place & 1) &&
            (!(me->projects >> place & 1) || pulsar_gate_run_of(v, seat, place) == NULL))
            return "a gate run was used that the seat does not have";
    }
    return NULL;
}

static const char *check_patents(const struct pulsar_view *v)
{
    uint32_t once = 0, twice = 0;
    for (int seat = 0; seat < players_of(v); seat++) {
        uint32_t patents = seat_of(v, seat)->patents;
        if (patents >> TECHS_IN_PLAY != 0 || (patents != 0 && v->s->round == 0))
            return "a patented technology does not exist";
        if (patents & twice)
            return "a technology is patented by three seats";
        twice |= patents & once;
        once |= patents;
    }
    if (v->s->fresh & ~once)
        return "a technology was patented in this round by nobody";
    for (uint64_t rest = once; rest != 0;)
        if (tech_at(v, (int)bits_pop(&rest))->row > v->s->round)
            return "a technology is patented before its round";
    uint32_t lock = v->s->round > 0 ? TECHS_WITH(v, icon_techs, 1) : 0;
    return players_of(v) == 2 && (twice & lock) ? "a technology with one icon is patented twice"
                                                : NULL;
}

/* Goals are achieved in the final scoring. */
static bool is_being_scored(const struct pulsar_view *v)
{
    return agenda_is_empty(&v->s->agenda) || v->s->agenda.frames[0].task == TASK_FINAL;
}

static const char *check_seat(const struct pulsar_view *v, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    for (int i = 0; i < SOURCES; i++)
        if (me->points[i] > POINTS_MAX || me->points[i] < (i == SOURCE_TRACKS ? -POINTS_MAX : 0))
            return "a seat has points that it cannot have";
    if (pulsar_points_of(me) < 0 || me->cubes > CUBES_MAX)
        return "a seat has points or cubes that it cannot have";
    for (int i = 0; i < MODIFIERS; i++)
        if (me->tokens[i] > TOKENS_MAX)
            return "a seat has too many tokens";
    if ((me->transmitters | me->online) & ~bits_below((unsigned)v->cards->transmitter_count))
        return "a transmitter does not exist";
    if (me->goals >> GOALS_IN_PLAY != 0 || (me->goals != 0 && !is_being_scored(v)))
        return "a goal is achieved that does not exist, or before the final scoring";
    if (me->ship > map_of(v)->node_count || (me->ship == 0 && v->s->round > 0) ||
        (me->ship != 0 && node_of(v, me->ship)->kind == NODE_ISOLATED))
        return "a ship is where none can be";
    return check_headquarters(v, seat);
}

static const char *check_awards(const struct pulsar_view *v)
{
    for (int size = 0; size < SIZES; size++) {
        const uint8_t *awards = v->s->awards[size];
        if (awards[0] > players_of(v) || awards[1] > players_of(v) ||
            (awards[1] != 0 && awards[0] == 0))
            return "an award is held by nobody at the table, or the second before the first";
    }
    return NULL;
}

/* ---- the turn -------------------------------------------------------------------------------- */

static const char *check_turn(const struct pulsar_view *v)
{
    const struct pulsar_state *s = v->s;
    if (s->agenda.depth > AGENDA_FRAMES_MAX)
        return "the agenda is too deep";
    if (s->round > ROUNDS || s->turn > players_of(v))
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
    struct pulsar_view v = pulsar_view_of(rules, state);
    static const char *(*const checks[])(const struct pulsar_view *v) = {
        check_turn,    check_boards,       check_goals,  check_order,  check_dice,
        check_cluster, check_transmitters, check_awards, check_patents};
    for (unsigned i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const char *wrong = checks[i](&v);
        if (wrong != NULL)
            return wrong;
    }
    for (int seat = 0; seat < players_of(&v); seat++) {
        const char *wrong = check_seat(&v, seat);
        if (wrong != NULL)
            return wrong;
    }
    return pulsar_check_agenda(&v);
}
