/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: a state as small numbers for a learner. First a block for each seat in turn order,
 * beginning with the one that looks (zeros for seats that are not there), then what only that one
 * needs, then the table; then which tiles and places they are, again seat by seat, for the one that
 * looks and of the table. No allocation, no search: where flights can end is read off a table. */

#include "pulsar.h"

#include "kit/features.h"
#include "kit/pile.h"

enum {
    OWN_BLOCK = 107,
    TABLE_BLOCK = 156,
    REACH = FLIGHT_MAX - 1, /* lengths that tokens can make of a die */
    VALUES = DIE_SIDES + 3, /* of a die, from 0, after a token */
    /* Tiles that have a number of their own: those of the printed game, which networks have been
     * taught with. Of others a network knows what they are worth, not which they are. */
    KNOWN_GOALS = 12,
    KNOWN_TILE_KINDS = 12,
    KNOWN_TRANSMITTERS = 24,
};
_Static_assert(PULSAR_SEAT_TILES ==
                   TECHS + PROJECTS + 2 * KNOWN_TRANSMITTERS + NODE_SYSTEMS + NODE_PULSARS,
               "the tiles and places of a seat");
_Static_assert(PULSAR_FEATURES == SEATS_MAX * (PULSAR_SEAT_FEATURES + PULSAR_SEAT_TILES) +
                                      OWN_BLOCK + TABLE_BLOCK + TECHS + KNOWN_TRANSMITTERS,
               "the blocks are all there is");
_Static_assert((int)PULSAR_FEATURES <= (int)FEATURES_MAX, "the contract allows no more");

/* ---- what is found once for all seats -------------------------------------------------------- */

/* Systems are bits from 0. */
struct common {
    struct pulsar_view v;
    int actor;                    /* who decides */
    int row_bonus;                /* of a spinning gyrodyne */
    unsigned claimed;             /* pulsars that someone has */
    unsigned stations[SEATS_MAX]; /* systems with one of the seat */
    unsigned face_down;
    unsigned blue, lifeless; /* with such a planet free; face down ones have a blue one */
};

static unsigned face_down_systems(const struct pulsar_view *v)
{
    unsigned systems = 0;
    for (int system = 0; system < NODE_SYSTEMS; system++)
        systems |= (unsigned)(v->s->systems[system] == 0) << system;
    return systems;
}

static void find_stations(struct common *common)
{
    const struct pulsar_view *v = &common->v;
    common->blue = common->face_down = face_down_systems(v);
    for (uint64_t turned_up = bits_below(NODE_SYSTEMS) & ~common->face_down; turned_up != 0;) {
        int system = (int)bits_pop(&turned_up);
        unsigned here = 1u << system, open = pulsar_free_planets(v, system);
        if (open & v->cards->systems[v->s->systems[system]].blue)
            common->blue |= here;
        else if (open != 0)
            common->lifeless |= here;
        for (int planet = 0; planet < PLANETS; planet++)
            if (v->s->planets[system][planet] != 0)
                common->stations[v->s->planets[system][planet] - 1] |= here;
    }
}

static void find_common(const struct ruleset *rules, const void *state, struct common *common)
{
    *common = (struct common){.v = pulsar_view_of(rules, state)};
    common->actor = pulsar_actor(&common->v);
    common->row_bonus = common->v.s->round > 0 ? pulsar_row_bonus(&common->v) : 0;
    common->claimed = pulsar_claimed_pulsars(&common->v);
    find_stations(common);
}

/* ---- a seat: what it pays with --------------------------------------------------------------- */

static void put_purse(const struct pulsar_view *v, struct features *features, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    int high = me->dice[0] > me->dice[1] ? me->dice[0] : me->dice[1];
    put(features, me->cubes);
    put(features, me->tokens[PLUS_MINUS]);
    put(features, me->tokens[PLUS_TWO]);
    put(features, pulsar_copy_price(v, seat));
    put_small(features, high);
    put_small(features, me->dice[0] + me->dice[1] - high);
}

/* Space and rank of its counters, the leading one first; zeros for one that is not there. */
static void put_tracks(const struct pulsar_view *v, struct features *features, int seat)
{
    for (int which = 0; which < TRACKS; which++) {
        const struct track *track = &v->s->tracks[which];
        uint8_t counters[2];
        int16_t *numbers = features->next;
        int count = pulsar_counters_in_order(v, seat, which, counters);
        put_zeros(features, 2 * 2);
        for (int i = 0; i < count; i++) {
            if (track->space[counters[i]] == 0)
                continue;
            *numbers++ = track->space[counters[i]];
            *numbers++ = (int16_t)(track_rank(track, counters[i]) + 1);
        }
    }
}

/* ---- a seat: the star cluster ---------------------------------------------------------------- */

/* Systems as bits from 0: those with an own station, and of the others those where a flight can end
 * on a blue planet, or on a lifeless one alone. */
struct targets {
    unsigned own, blue, lifeless;
};

static struct targets targets_of(const struct common *common, int seat)
{
    unsigned own = common->stations[seat];
    return (struct targets){own, common->blue & ~own, common->lifeless & ~own};
}

/* Where the ship is, and how many useful ends a flight of each length has. */
static void put_ship(const struct common *common, struct features *features, int seat,
                     const struct targets *targets)
{
    const struct pulsar_view *v = &common->v;
    const struct pulsar_map *map = map_of(v);
    int ship = seat_of(v, seat)->ship;
    unsigned pulsars = pulsar_rings_left(v, seat) > 0 ? ~common->claimed : 0;
    put_set(features, bit(map->nodes[ship].kind) >> NODE_ENTRY, NODE_KINDS - NODE_ENTRY);
    for (int length = 1; length <= REACH; length++) {
        put_small(features, bits_count(map->pulsar_ends[ship][length] & pulsars));
        put_small(features, bits_count(map->system_ends[ship][length] & targets->blue));
        put_small(features, bits_count(map->system_ends[ship][length] & targets->lifeless));
    }
}

static void put_stations(const struct pulsar_view *v, struct features *features, int seat,
                         const struct targets *targets)
{
    int stations = bits_count(targets->own), extra = seat_of(v, seat)->extra_stations;
    put_small(features, stations);
    put(features, extra);
    put(features, pulsar_station_points(v, stations + extra));
}

/* Rings and gyrodynes by size: in hand, under construction, spinning; what they make now. */
static void put_gyrodynes(const struct common *common, struct features *features, int seat)
{
    const struct pulsar_view *v = &common->v;
    const struct pulsar_seat *me = seat_of(v, seat);
    int rings[RINGS] = {0}, points = 0;
    for (uint64_t own = me->claims; own != 0;)
        rings[v->s->gyrodynes[bits_pop(&own)]]++;
    put(features, pulsar_rings_left(v, seat));
    put_small(features, rings[RING_NONE]);
    for (int size = 0; size < SIZES; size++) {
        put(features, me->hand[size]);
        put_small(features, rings[RING_UNFINISHED + size]);
        put_small(features, rings[RING_SPINNING + size]);
        put_small(features, v->s->awards[size][0] == seat + 1);
        put_small(features, v->s->awards[size][1] == seat + 1);
        points +=
            rings[RING_SPINNING + size] * (v->cards->gyrodynes[size].produces + common->row_bonus);
    }
    put(features, points);
}

/* ---- a seat: transmitters -------------------------------------------------------------------- */

/* Of those online what they give, of the others the dice that are missing. */
static void put_transmitters(const struct pulsar_view *v, struct features *features, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    uint8_t missing[DIE_SIDES + 1] = {0};
    int points = 0, cubes = 0, ends = 0;
    for (uint64_t own = me->transmitters; own != 0;) {
        unsigned i = bits_pop(&own);
        const struct pulsar_transmitter *card = &v->cards->transmitters[i + 1];
        for (int end = 0; end < 2; end++)
            ends += card->ends[end] != END_NONE && v->s->joined[i][end] == 0;
        if (me->online >> i & 1) {
            points += card->gives_each_round.points;
            cubes += card->gives_each_round.cubes;
            continue;
        }
        for (int k = 0; k < card->dice_count; k++)
            missing[card->dice[k]] = (uint8_t)(missing[card->dice[k]] + !(v->s->paid[i] >> k & 1));
    }
    put_small(features, bits_count(me->online));
    put_small(features, bits_count(me->transmitters & ~me->online));
    put_bytes(features, missing + 1, DIE_SIDES);
    put_small(features, pulsar_noun_count(v, seat, NOUN_LINKS));
    put_small(features, ends);
    put(features, points);
    put(features, cubes);
}

/* ---- a seat: technologies and projects ------------------------------------------------------- */

/* Which ones, and what they do whatever board they are on: tolerances, events, types. */
static void put_patents(const struct pulsar_view *v, struct features *features, int seat)
{
    uint32_t patents = seat_of(v, seat)->patents, scopes = 0, events = 0;
    int types[TYPES] = {0};
    for (uint64_t rest = patents; rest != 0;) {
        const struct pulsar_tech *tech = tech_at(v, (int)bits_pop(&rest));
        types[tech->type]++;
        scopes |= tech->scopes;
        events |= tech->events;
    }
    put_set(features, patents, TECHS_IN_PLAY);
    put_small(features, bits_count(patents));
    put_set(features, scopes >> 1, SCOPE_COUNT - 1);
    put_set(features, events >> 1, EVENT_COUNT - 1);
    for (int type = 0; type < TYPES; type++)
        put_small(features, types[type]);
}

/* Projects, used gate runs, and the points for a gate of each colour in those not used. */
static void put_projects(const struct pulsar_view *v, struct features *features, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    int runs[COLOUR_ANY + 1] = {0};
    for (uint64_t unused = pulsar_unused_runs(v, seat); unused != 0;) {
        const struct effect *run = pulsar_gate_run_of(v, seat, (int)bits_pop(&unused));
        runs[run->a] += run->b;
    }
    put_set(features, bit(me->side) >> 1, HEADQUARTERS);
    put_set(features, me->projects, PROJECTS_OF_SIDE);
    put_set(features, me->runs, PROJECTS_OF_SIDE);
    put_small(features, bits_count(me->projects));
    put_small(features, bits_count(me->runs));
    for (int colour = GREEN; colour <= COLOUR_ANY; colour++)
        put(features, runs[colour]);
}

/* ---- a seat: goals and the course of the game ------------------------------------------------ */

/* How much the seat has of what the goal counts. */
static int goal_count(const struct common *common, int seat, const struct pulsar_goal *goal)
{
    return goal->noun == NOUN_STATIONS ? bits_count(common->stations[seat])
                                       : pulsar_noun_count(&common->v, seat, goal->noun);
}

/* Of each goal what is there and what is missing; what counts as achieved in the end. */
static void put_goals(const struct common *common, struct features *features, int seat)
{
    const struct pulsar_view *v = &common->v;
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        const struct pulsar_goal *goal = &v->cards->goals[v->s->goals[i]];
        int count = v->s->goals[i] == 0 ? 0 : goal_count(common, seat, goal);
        put_small(features, count);
        put(features, count < goal->number ? goal->number - count : 0);
    }
    put_set(features, seat_of(v, seat)->goals, GOALS_IN_PLAY);
}

static void put_course(const struct common *common, struct features *features, int seat)
{
    put_small(features, pulsar_first_space(&common->v, seat));
    put_small(features, common->v.s->turn == seat + 1);
    put_small(features, common->actor == seat);
}

static void put_seat(const struct common *common, struct features *features, int seat)
{
    const struct pulsar_view *v = &common->v;
    struct targets targets = targets_of(common, seat);
    put_purse(v, features, seat);
    put_tracks(v, features, seat);
    put_ship(common, features, seat, &targets);
    put_stations(v, features, seat, &targets);
    put_gyrodynes(common, features, seat);
    put_transmitters(v, features, seat);
    put_patents(v, features, seat);
    put_projects(v, features, seat);
    put_goals(common, features, seat);
    put_course(common, features, seat);
    put_points(features, seat, SOURCES);
}

/* ---- what only the one that looks needs ------------------------------------------------------ */

/* Values of dice that it can have now, with tokens: of silver ones, and of all in its turn. */
static void put_values(const struct pulsar_view *v, struct features *features, int seat)
{
    struct pulsar_purse purse = pulsar_purse_of(v, seat);
    put_set(features, purse.silver, VALUES);
    put_set(features, v->s->turn == seat + 1 ? purse.all : 0, VALUES);
}

/* Technologies that are open to it; the dice of the projects that are. */
static void put_openings(const struct pulsar_view *v, struct features *features, int seat)
{
    unsigned projects = pulsar_open_projects(v, seat);
    put_set(features, pulsar_open_patents(v, seat), TECHS_IN_PLAY);
    for (int place = 0; place < PROJECTS_OF_SIDE; place++) {
        bool open = projects >> place & 1;
        put_small(features, open ? v->cards->projects[pulsar_project_id(v, seat, place)].die : 0);
    }
}

/* Every system and pulsar as it is for this seat: a system is 3 face down, 2 with a free blue
 * planet, 1 with lifeless ones alone; a pulsar is 1 if it is the seat's, -1 if it is another's. */
static void put_cluster(const struct common *common, struct features *features, int seat)
{
    const struct pulsar_view *v = &common->v;
    struct targets targets = targets_of(common, seat);
    unsigned own = seat_of(v, seat)->claims, others = common->claimed & ~own;
    assert((common->face_down & ~targets.blue) == 0); /* they count as blue, and nobody is there */
    put_set(features, targets.own, NODE_SYSTEMS);
    put_two_bits(features, targets.lifeless | common->face_down, targets.blue, NODE_SYSTEMS);
    for (int pulsar = 0; pulsar < NODE_PULSARS; pulsar++) {
        put_small(features, (int)(own >> pulsar & 1) - (int)(others >> pulsar & 1));
        put_small(features, v->s->gyrodynes[pulsar]);
    }
}

static void put_own(const struct common *common, struct features *features, int seat)
{
    put_values(&common->v, features, seat);
    put_openings(&common->v, features, seat);
    put_cluster(common, features, seat);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void put_dice(const struct pulsar_view *v, struct features *features)
{
    const struct pulsar_state *s = v->s;
    put_small(features, s->median);
    for (int value = 1; value <= DIE_SIDES; value++) {
        put_small(features, s->dice[value - 1]);
        put_small(features, s->median == 0 ? 0 : pulsar_steps_to(s->median, value));
    }
    put_small(features, s->bonus);
    put_small(features, s->red);
    put_set(features, s->link_dice, DIE_SIDES + 1);
    put_set(features, s->planet_dice, DIE_SIDES + 1);
    put_small(features, s->tolerance_used);
}

/* The letters in play, bonuses of the rows, and what was patented in this round. */
static void put_boards(const struct pulsar_view *v, struct features *features)
{
    static const uint8_t rows[CATEGORIES] = {2, 3, 3};
    for (int category = 0; category < CATEGORIES; category++) {
        int board = v->s->boards[category];
        put_set(features, board == 0 ? 0 : bit(pulsar_board_letter[board]), LETTERS);
        for (int row = 0; row < rows[category]; row++) {
            int bonus = v->cards->boards[board].bonus[row];
            put(features, bonus == BONUS_MEDIAN ? (v->s->median + 1) / 2 : bonus);
        }
    }
    put_set(features, v->s->fresh, TECHS_IN_PLAY);
}

/* Of each transmitter on offer: its dice by value, its ends, what it gives. */
static void put_offer(const struct pulsar_view *v, struct features *features)
{
    for (int i = 0; i < ON_OFFER; i++) {
        const struct pulsar_transmitter *card = &v->cards->transmitters[v->s->offer[i]];
        for (int die = 1; die <= DIE_SIDES; die++)
            put_small(features, card->dice_of_value[die]);
        for (int end = 0; end < 2; end++)
            put_small(features, card->dice_count == 0 || card->ends[end] == END_NONE
                                    ? 0
                                    : card->ends[end] + 1);
        put(features, card->gives_at_once.points);
        put(features, card->gives_each_round.points);
        put(features, card->gives_each_round.cubes);
    }
}

static void put_goals_in_play(const struct pulsar_view *v, struct features *features)
{
    uint64_t in_play = 0;
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        const struct pulsar_goal *goal = &v->cards->goals[v->s->goals[i]];
        in_play |= bit(v->s->goals[i]);
        put(features, goal->points);
        put(features, goal->bonus[0]);
        put(features, goal->bonus[1]);
    }
    put_set(features, in_play >> 1, KNOWN_GOALS);
}

static void put_stocks(const struct common *common, struct features *features)
{
    const struct pulsar_view *v = &common->v;
    int stocks[SIZES];
    pulsar_gyrodyne_stocks(v, stocks);
    for (int size = 0; size < SIZES; size++) {
        put(features, stocks[size]);
        put_small(features, (v->s->awards[size][0] == 0) + (v->s->awards[size][1] == 0));
    }
    for (int kind = 0; kind < KNOWN_TILE_KINDS; kind++)
        put_small(features, v->s->tiles[kind]);
    put_small(features, bits_count(pulsar_unseen_systems(v)));
    put_small(features, NODE_PULSARS - bits_count(common->claimed));
    put_small(features, bits_count(pulsar_free_isolated(v)));
    put(features, pulsar_stack_size(v));
}

static void put_table(const struct common *common, struct features *features)
{
    const struct pulsar_view *v = &common->v;
    const struct pulsar_state *s = v->s;
    struct frame none = {0};
    const struct frame *frame = agenda_is_empty(&s->agenda) ? &none : agenda_top(&s->agenda);
    put_small(features, players_of(v));
    put_small(features, v->rules->setup.options[OPTION_CLUSTER]);
    put_small(features, has_headquarters(v));
    put_small(features, s->round);
    put(features, common->row_bonus);
    put_dice(v, features);
    put_boards(v, features);
    put_offer(v, features);
    put_goals_in_play(v, features);
    put_stocks(common, features);
    put_small(features, s->flight_length);
    put_small(features, s->flight_at);
    put_small(features, s->flight_scope);
    put_small(features, s->flight_run);
    put_small(features, s->flight_colour);
    put_small(features, frame->task); /* and what it is about, as it is told to front ends */
    put(features, frame->args[0]);
    put(features, frame->args[1]);
}

/* ---- which tiles and places ------------------------------------------------------------------ */

/* Technologies in play by the letter of their board: what one does depends on it. */
static void put_techs(const struct pulsar_view *v, struct features *features, uint32_t techs)
{
    for (int letter = 0; letter < LETTERS; letter++) {
        uint32_t here = 0;
        for (int category = 0; category < CATEGORIES; category++) {
            int board = v->s->boards[category];
            if (board != 0 && pulsar_board_letter[board] == letter)
                here |= pulsar_category_techs[category];
        }
        put_set(features, techs & here, TECHS_IN_PLAY);
    }
}

static void put_projects_by_side(struct features *features, const struct pulsar_seat *me)
{
    assert(me->side <= HEADQUARTERS);
    for (int side = 1; side <= HEADQUARTERS; side++)
        put_set(features, me->side == side ? me->projects : 0, PROJECTS_OF_SIDE);
}

static void put_seat_tiles(const struct common *common, struct features *features, int seat)
{
    const struct pulsar_seat *me = seat_of(&common->v, seat);
    put_techs(&common->v, features, me->patents);
    put_projects_by_side(features, me);
    put_set(features, me->transmitters, KNOWN_TRANSMITTERS);
    put_set(features, me->online, KNOWN_TRANSMITTERS);
    put_set(features, common->stations[seat], NODE_SYSTEMS);
    put_set(features, me->claims, NODE_PULSARS);
}

static void put_offered(const struct pulsar_view *v, struct features *features)
{
    uint64_t offered = 0;
    for (int i = 0; i < ON_OFFER; i++)
        offered |= bit(v->s->offer[i]);
    put_set(features, offered >> 1, KNOWN_TRANSMITTERS);
}

void pulsar_features(const struct ruleset *rules, const void *state, const struct score *score,
                     int seat, int16_t *out)
{
    assert(seat >= 0 && seat < rules->setup.players);
    struct common common;
    struct features features = {score, out};
    int players = rules->setup.players;
    find_common(rules, state, &common);
    for (int i = seat; i < seat + players; i++)
        put_seat(&common, &features, i < players ? i : i - players);
    put_zeros(&features, (SEATS_MAX - players) * PULSAR_SEAT_FEATURES);
    assert(features.next == out + SEATS_MAX * PULSAR_SEAT_FEATURES);
    put_own(&common, &features, seat);
    put_table(&common, &features);
    for (int i = seat; i < seat + players; i++)
        put_seat_tiles(&common, &features, i < players ? i : i - players);
    put_zeros(&features, (SEATS_MAX - players) * PULSAR_SEAT_TILES);
    put_techs(&common.v, &features, pulsar_open_patents(&common.v, seat));
    put_offered(&common.v, &features);
    assert(features.next == out + PULSAR_FEATURES);
}
