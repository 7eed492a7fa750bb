/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: a state as small numbers for a learner. First a block for each seat in turn order,
 * beginning with the one that looks (zeros for seats that are not there), then what only that one
 * needs, then the table; then which tiles and places they are, again seat by seat, for the one that
 * looks and of the table. No allocation, no search: where flights can end is read off a table. */

#include "pulsar.h"

#include "things.h"

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
    unsigned blue, lifeless;   /* with such a planet free; face down ones have a blue one */
    uint32_t letters[LETTERS]; /* technologies in play on boards with that letter */
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

static void find_letters(struct common *common)
{
    for (int category = 0; category < CATEGORIES; category++) {
        int board = common->v.s->boards[category];
        if (board != 0)
            common->letters[pulsar_board_letter[board]] |= pulsar_category_techs[category];
    }
}

static void find_common(const struct ruleset *rules, const void *state, struct common *common)
{
    *common = (struct common){.v = pulsar_view_of(rules, state)};
    common->actor = pulsar_actor(&common->v);
    common->row_bonus = common->v.s->round > 0 ? pulsar_row_bonus(&common->v) : 0;
    common->claimed = pulsar_claimed_pulsars(&common->v);
    find_stations(common);
    find_letters(common);
}

/* ---- a seat: what it pays with --------------------------------------------------------------- */

static void put_purse(const struct pulsar_view *v, struct features *features, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    int high = me->dice[0] > me->dice[1] ? me->dice[0] : me->dice[1];
    assert(high <= DIE_SIDES);
    put(features, "cubes: technology cubes", me->cubes);
    put(features, "plus_minus: tokens that change a die by 1", me->tokens[PLUS_MINUS]);
    put(features, "plus_two: tokens that add 2 to a die", me->tokens[PLUS_TWO]);
    put(features, "copy_price: cubes for a copied die", pulsar_copy_price(v, seat));
    put_small(features, "high_die: the higher of its silver dice, 0 for none", high);
    put_small(features, "low_die: the other one", me->dice[0] + me->dice[1] - high);
}

/* Space and rank of its counters, the leading one first; zeros for one that is not there. */
static void put_tracks(const struct pulsar_view *v, struct features *features, int seat)
{
    for (int which = 0; which < TRACKS; which++) {
        const struct track *track = &v->s->tracks[which];
        uint8_t counters[2];
        int16_t *numbers = features->next;
        int count = pulsar_counters_in_order(v, seat, which, counters);
        put_zeros(
            features,
            "counter: space and rank of each of its counters, the leading one first; track by track",
            2 * 2);
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
    put_set(features, "ship_at: entry, system, pulsar, isolated pulsar or gate, 0 or 1",
            bit(map->nodes[ship].kind) >> NODE_ENTRY, NODE_KINDS - NODE_ENTRY);
    for (int length = 1; length <= REACH; length++) {
        put_small(features, "pulsars_in_reach: free ones at the end of a flight of each length",
                  bits_count(map->pulsar_ends[ship][length] & pulsars));
        put_small(features, "blue_in_reach: systems with a free blue planet, by length",
                  bits_count(map->system_ends[ship][length] & targets->blue));
        put_small(features, "lifeless_in_reach: systems with lifeless planets alone, by length",
                  bits_count(map->system_ends[ship][length] & targets->lifeless));
    }
}

static void put_stations(const struct pulsar_view *v, struct features *features, int seat,
                         const struct targets *targets)
{
    int stations = bits_count(targets->own), extra = seat_of(v, seat)->extra_stations;
    put_small(features, "stations: on planets", stations);
    put(features, "extra_stations: that count besides", extra);
    put(features, "station_points: for all of them", pulsar_station_points(v, stations + extra));
}

/* Rings and gyrodynes by size: in hand, under construction, spinning; what they make now. */
static void put_gyrodynes(const struct common *common, struct features *features, int seat)
{
    const struct pulsar_view *v = &common->v;
    const struct pulsar_seat *me = seat_of(v, seat);
    int rings[RINGS] = {0}, points = 0;
    for (uint64_t own = me->claims; own != 0;)
        rings[v->s->gyrodynes[bits_pop(&own)]]++;
    put(features, "rings_left: to claim pulsars with", pulsar_rings_left(v, seat));
    put_small(features, "rings_bare: on pulsars without a gyrodyne", rings[RING_NONE]);
    for (int size = 0; size < SIZES; size++) {
        named_by(features, PUL_SIZE, 0);
        put(features, "in_hand: gyrodynes by size", me->hand[size]);
        named_by(features, PUL_SIZE, 0);
        put_small(features, "unfinished: gyrodynes by size", rings[RING_UNFINISHED + size]);
        named_by(features, PUL_SIZE, 0);
        put_small(features, "spinning: gyrodynes by size", rings[RING_SPINNING + size]);
        named_by(features, PUL_SIZE, 0);
        put_small(features, "first_award: of each size, 0 or 1", v->s->awards[size][0] == seat + 1);
        named_by(features, PUL_SIZE, 0);
        put_small(features, "second_award: of each size, 0 or 1",
                  v->s->awards[size][1] == seat + 1);
        points +=
            rings[RING_SPINNING + size] * (v->cards->gyrodynes[size].produces + common->row_bonus);
    }
    put(features, "gyrodyne_points: each round, as they are now", points);
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
    put_small(features, "online: transmitters", bits_count(me->online));
    put_small(features, "offline: transmitters that are not paid yet",
              bits_count(me->transmitters & ~me->online));
    put_bytes(features, "dice_missing: of each value, for transmitters", missing + 1, DIE_SIDES);
    put_small(features, "links: between transmitters online",
              pulsar_noun_count(v, seat, NOUN_LINKS));
    put_small(features, "free_ends: of transmitters", ends);
    put(features, "transmitter_points: each round", points);
    put(features, "transmitter_cubes: each round", cubes);
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
    put_set(features, "patent: technologies in play, 0 or 1", patents, TECHS_IN_PLAY);
    put_small(features, "patents: how many", bits_count(patents));
    named_by(features, PUL_SCOPE, 1);
    put_set(features, "tolerance: what a die may be off for, 0 or 1", scopes >> 1, SCOPE_COUNT - 1);
    put_set(features, "triggered_by: what its patents react to, 0 or 1", events >> 1,
            EVENT_COUNT - 1);
    for (int type = 0; type < TYPES; type++)
        put_small(features, "patents_of_type: immediate, permanent, production, final",
                  types[type]);
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
    put_set(features, "headquarters: which side, 0 or 1", bit(me->side) >> 1, HEADQUARTERS);
    put_set(features, "project: completed ones by their place, 0 or 1", me->projects,
            PROJECTS_OF_SIDE);
    put_set(features, "run: used gate runs by their place, 0 or 1", me->runs, PROJECTS_OF_SIDE);
    put_small(features, "projects: how many", bits_count(me->projects));
    put_small(features, "runs: how many", bits_count(me->runs));
    for (int colour = GREEN; colour <= COLOUR_ANY; colour++) {
        named_by(features, PUL_COLOUR, 1);
        put(features, "run_points: for a gate of each colour in unused gate runs; the last for any",
            runs[colour]);
    }
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
        put_small(features, "goal_count: what it has for each goal", count);
        put(features, "goal_missing: what each goal still needs",
            count < goal->number ? goal->number - count : 0);
    }
    put_set(features, "goal_achieved: in the final scoring, 0 or 1", seat_of(v, seat)->goals,
            GOALS_IN_PLAY);
}

static void put_course(const struct common *common, struct features *features, int seat)
{
    put_small(features, "order: place in the order of play", pulsar_first_space(&common->v, seat));
    put_small(features, "turn: it is its turn, 0 or 1", common->v.s->turn == seat + 1);
    put_small(features, "decides: 0 or 1", common->actor == seat);
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
    put_set(features, "silver: values of silver dice it can have, with tokens, 0 or 1",
            purse.silver, VALUES);
    put_set(features, "any_die: values of all dice in its turn, 0 or 1",
            v->s->turn == seat + 1 ? purse.all : 0, VALUES);
}

/* Technologies that are open to it; the dice of the projects that are. */
static void put_openings(const struct pulsar_view *v, struct features *features, int seat)
{
    unsigned projects = pulsar_open_projects(v, seat);
    put_set(features, "open: technologies open to it, 0 or 1", pulsar_open_patents(v, seat),
            TECHS_IN_PLAY);
    for (int place = 0; place < PROJECTS_OF_SIDE; place++) {
        bool open = projects >> place & 1;
        put_small(features, "project_die: of open projects, by place",
                  open ? v->cards->projects[pulsar_project_id(v, seat, place)].die : 0);
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
    named_by(features, PUL_SYSTEM_AT, 0);
    put_set(features, "own_station: at each system, 0 or 1", targets.own, NODE_SYSTEMS);
    named_by(features, PUL_SYSTEM_AT, 0);
    put_two_bits(features,
                 "system: 3 face down, 2 with a free blue planet, 1 with lifeless ones alone",
                 targets.lifeless | common->face_down, targets.blue, NODE_SYSTEMS);
    for (int pulsar = 0; pulsar < NODE_PULSARS; pulsar++) {
        named_by(features, PUL_PULSAR_AT, 0);
        put_small(features, "pulsar: 1 its own, -1 another's",
                  (int)(own >> pulsar & 1) - (int)(others >> pulsar & 1));
        named_by(features, PUL_PULSAR_AT, 0);
        put_small(features,
                  "gyrodyne: on each pulsar; 0 none, then unfinished and spinning by size",
                  v->s->gyrodynes[pulsar]);
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
    put_small(features, "median: of the dice", s->median);
    for (int value = 1; value <= DIE_SIDES; value++) {
        put_small(features, "dice: left of each value", s->dice[value - 1]);
        put_small(features, "steps: to each value from the median",
                  s->median == 0 ? 0 : pulsar_steps_to(s->median, value));
    }
    put_small(features, "bonus_die: its value", s->bonus);
    put_small(features, "red_die: its value", s->red);
    put_set(features, "link_die: values brought by links, from 0, 0 or 1", s->link_dice,
            DIE_SIDES + 1);
    put_set(features, "planet_die: values brought by planets, from 0, 0 or 1", s->planet_dice,
            DIE_SIDES + 1);
    put_small(features, "tolerance_used: in this turn", s->tolerance_used);
}

/* The letters in play, bonuses of the rows, and what was patented in this round. */
static void put_boards(const struct pulsar_view *v, struct features *features)
{
    static const uint8_t rows[CATEGORIES] = {2, 3, 3};
    for (int category = 0; category < CATEGORIES; category++) {
        int board = v->s->boards[category];
        put_set(features, "board: letters A to D of the technology boards I, II, III, 0 or 1",
                board == 0 ? 0 : bit(pulsar_board_letter[board]), LETTERS);
        for (int row = 0; row < rows[category]; row++) {
            int bonus = v->cards->boards[board].bonus[row];
            put(features, "row_bonus: of the rows, board by board",
                bonus == BONUS_MEDIAN ? (v->s->median + 1) / 2 : bonus);
        }
    }
    put_set(features, "fresh: technologies patented in this round, 0 or 1", v->s->fresh,
            TECHS_IN_PLAY);
}

/* Of each transmitter on offer: its dice by value, its ends, what it gives. */
static void put_offer(const struct pulsar_view *v, struct features *features)
{
    for (int i = 0; i < ON_OFFER; i++) {
        const struct pulsar_transmitter *card = &v->cards->transmitters[v->s->offer[i]];
        for (int die = 1; die <= DIE_SIDES; die++)
            put_small(features, "offer_dice: of each value, transmitter by transmitter",
                      card->dice_of_value[die]);
        for (int end = 0; end < 2; end++)
            put_small(features, "offer_ends: of transmitters on offer, from 1; 0: none",
                      card->dice_count == 0 || card->ends[end] == END_NONE ? 0
                                                                           : card->ends[end] + 1);
        put(features, "offer_at_once: points of each transmitter on offer",
            card->gives_at_once.points);
        put(features, "offer_points: each round", card->gives_each_round.points);
        put(features, "offer_cubes: each round", card->gives_each_round.cubes);
    }
}

static void put_goals_in_play(const struct pulsar_view *v, struct features *features)
{
    uint64_t in_play = 0;
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        const struct pulsar_goal *goal = &v->cards->goals[v->s->goals[i]];
        in_play |= bit(v->s->goals[i]);
        put(features, "goal_points: of each goal", goal->points);
        put(features, "goal_first_bonus: of each goal", goal->bonus[0]);
        put(features, "goal_second_bonus: of each goal", goal->bonus[1]);
    }
    named_by(features, PUL_GOAL, 1);
    put_set(features, "goal: each one in play, 0 or 1", in_play >> 1, KNOWN_GOALS);
}

static void put_stocks(const struct common *common, struct features *features)
{
    const struct pulsar_view *v = &common->v;
    int stocks[SIZES];
    pulsar_gyrodyne_stocks(v, stocks);
    for (int size = 0; size < SIZES; size++) {
        named_by(features, PUL_SIZE, 0);
        put(features, "gyrodyne_stock: by size", stocks[size]);
        named_by(features, PUL_SIZE, 0);
        put_small(features, "awards_left: by size",
                  (v->s->awards[size][0] == 0) + (v->s->awards[size][1] == 0));
    }
    for (int kind = 0; kind < KNOWN_TILE_KINDS; kind++) {
        named_by(features, PUL_TILE_AT, 0);
        put_small(features, "tile: exploration tiles left of each kind", v->s->tiles[kind]);
    }
    put_small(features, "unseen_systems: how many", bits_count(pulsar_unseen_systems(v)));
    put_small(features, "free_pulsars: how many", NODE_PULSARS - bits_count(common->claimed));
    put_small(features, "free_isolated: isolated pulsars", bits_count(pulsar_free_isolated(v)));
    put(features, "stack: exploration tiles in all", pulsar_stack_size(v));
}

static void put_table(const struct common *common, struct features *features)
{
    const struct pulsar_view *v = &common->v;
    const struct pulsar_state *s = v->s;
    struct frame none = {0};
    const struct frame *frame = agenda_is_empty(&s->agenda) ? &none : agenda_top(&s->agenda);
    put_small(features, "players: at the table", players_of(v));
    put_small(features, "cluster: side of the star cluster",
              v->rules->setup.options[OPTION_CLUSTER]);
    put_small(features, "headquarters: in play, 0 or 1", has_headquarters(v));
    put_small(features, "round: 0 during the set-up", s->round);
    put(features, "spinning_bonus: of every spinning gyrodyne", common->row_bonus);
    put_dice(v, features);
    put_boards(v, features);
    put_offer(v, features);
    put_goals_in_play(v, features);
    put_stocks(common, features);
    put_small(features, "flight_length: left to fly", s->flight_length);
    put_small(features, "flight_at: location", s->flight_at);
    put_small(features, "flight_scope: what the die may be off for", s->flight_scope);
    put_small(features, "flight_run: gate run in use", s->flight_run);
    put_small(features, "flight_colour: of gates passed", s->flight_colour);
    put_small(features, "task: kind of the question",
              frame->task); /* and what it is about, as it is told to front ends */
    put(features, "argument: first two of the question", frame_about(frame, 0));
    put(features, "argument: first two of the question", frame_about(frame, 1));
}

/* ---- which tiles and places ------------------------------------------------------------------ */

/* Technologies in play by the letter of their board: what one does depends on it. */
static void put_techs(const struct common *common, struct features *features, const char *label,
                      uint32_t techs)
{
    for (int letter = 0; letter < LETTERS; letter++)
        put_set(features, label, techs & common->letters[letter], TECHS_IN_PLAY);
}

static void put_projects_by_side(struct features *features, const struct pulsar_seat *me)
{
    assert(me->side <= HEADQUARTERS);
    for (int side = 1; side <= HEADQUARTERS; side++)
        put_set(features, "project_at: completed ones by side, then by place, 0 or 1",
                me->side == side ? me->projects : 0, PROJECTS_OF_SIDE);
}

static void put_seat_tiles(const struct common *common, struct features *features, int seat)
{
    const struct pulsar_seat *me = seat_of(&common->v, seat);
    put_techs(common, features, "patent_at: by letter of the board, then by place, 0 or 1",
              me->patents);
    put_projects_by_side(features, me);
    named_by(features, PUL_TRANSMITTER_AT, 0);
    put_set(features, "transmitter: each one, 0 or 1", me->transmitters, KNOWN_TRANSMITTERS);
    named_by(features, PUL_TRANSMITTER_AT, 0);
    put_set(features, "transmitter_online: each one, 0 or 1", me->online, KNOWN_TRANSMITTERS);
    named_by(features, PUL_SYSTEM_AT, 0);
    put_set(features, "station: at each system, 0 or 1", common->stations[seat], NODE_SYSTEMS);
    named_by(features, PUL_PULSAR_AT, 0);
    put_set(features, "claim: on each pulsar, 0 or 1", me->claims, NODE_PULSARS);
}

static void put_offered(const struct pulsar_view *v, struct features *features)
{
    uint64_t offered = 0;
    for (int i = 0; i < ON_OFFER; i++)
        offered |= bit(v->s->offer[i]);
    named_by(features, PUL_TRANSMITTER_AT, 0);
    put_set(features, "offered: each transmitter, 0 or 1", offered >> 1, KNOWN_TRANSMITTERS);
}

void FEATURES_FUNCTION(pulsar)(const struct ruleset *rules, const void *state, FEATURES_ARGUMENTS)
{
    assert(seat >= 0 && seat < rules->setup.players);
    struct common common;
    struct features features = FEATURES_START;
    int players = rules->setup.players;
    find_common(rules, state, &common);
    for (int i = seat; i < seat + players; i++) {
        name_block(&features, "seat", i - seat);
        put_seat(&common, &features, i < players ? i : i - players);
    }
    put_zeros(&features, "absent: 0", (SEATS_MAX - players) * PULSAR_SEAT_FEATURES);
    assert(features.next == out + SEATS_MAX * PULSAR_SEAT_FEATURES);
    name_block(&features, "own", -1);
    put_own(&common, &features, seat);
    name_block(&features, "table", -1);
    put_table(&common, &features);
    for (int i = seat; i < seat + players; i++) {
        name_block(&features, "seat", i - seat);
        put_seat_tiles(&common, &features, i < players ? i : i - players);
    }
    put_zeros(&features, "absent: 0", (SEATS_MAX - players) * PULSAR_SEAT_TILES);
    name_block(&features, "own", -1);
    put_techs(&common, &features, "open_at: as patent_at, open to it, 0 or 1",
              pulsar_open_patents(&common.v, seat));
    name_block(&features, "table", -1);
    put_offered(&common.v, &features);
    assert(features.next == out + PULSAR_FEATURES);
}
