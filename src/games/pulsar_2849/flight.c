/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: flights and teleports, and what they bring. Gate runs, systems turned up, stations,
 * claims, exploration bonuses and tiles. */

#include "pulsar.h"

/* ---- the flight ------------------------------------------------------------------------------ */

void begin_flight(struct table *t, int seat, int length, int scope)
{
    struct pulsar_state *s = t->s;
    s->flight_length = (uint8_t)length;
    s->flight_at = 0;
    s->flight_scope = (uint8_t)scope;
    s->path[0] = seat_of(t, seat)->ship;
    push_work(t, WORK_ARRIVE, seat, 0, 0, 0, 0);
    push_work(t, WORK_FLIGHT, seat, length, 0, 0, 0);
    if (unused_runs(t, seat) != 0)
        push_work(t, WORK_GATE_RUN, seat, 0, 0, 0, 0);
}

void begin_teleport(struct table *t, int seat, int location)
{
    struct pulsar_state *s = t->s;
    s->path[0] = seat_of(t, seat)->ship;
    s->path[1] = (uint8_t)location;
    s->flight_length = s->flight_at = 1;
    seat_of(t, seat)->ship = (uint8_t)location;
    tell(t, LOG_TELEPORTS, seat, location, 0, 0);
    push_work(t, WORK_ARRIVE, seat, 0, 0, 0, 0);
}

static int options_flight(const struct table *t, const struct frame *frame, struct move *moves)
{
    const struct pulsar_state *s = t->s;
    uint8_t next[LINKS_MAX];
    struct errand errand = errand_of(t, frame->seat, s->flight_scope);
    int found = next_locations(map_of(t), s->path, s->flight_at, s->flight_length, errand, next),
        count = 0;
    for (int i = 0; i < found; i++)
        count = offer(moves, count, MOVE_STEP, next[i], 0, 0);
    return count;
}

static void take_flight(struct table *t, struct move move)
{
    struct pulsar_state *s = t->s;
    int seat = work_top(t)->seat;
    assert(s->flight_at < s->flight_length && s->flight_length <= FLIGHT_MAX);
    s->path[++s->flight_at] = move.a;
    if (--work_top(t)->args[0] > 0)
        return;
    work_done(t);
    seat_of(t, seat)->ship = move.a;
    tell(t, LOG_FLIES, seat, s->flight_length, s->path[0], move.a);
}

const struct work_kind pulsar_work_flight = {
    .options = options_flight, .take = take_flight, .obvious = true};

/* ---- gate runs ------------------------------------------------------------------------------- */

const struct effect *run_row(const struct table *t, int seat, int place)
{
    if (seat_of(t, seat)->side == 0)
        return NULL;
    return row_with(t, t->cards->projects[project_id(t, seat, place)].benefit, OP_RUN);
}

unsigned unused_runs(const struct table *t, int seat)
{
    unsigned unused = 0;
    for (uint64_t rest = seat_of(t, seat)->projects & ~seat_of(t, seat)->runs; rest != 0;) {
        unsigned place = bits_pop(&rest);
        if (run_row(t, seat, (int)place) != NULL)
            unused |= 1u << place;
    }
    return unused;
}

static int options_gate_run(const struct table *t, const struct frame *frame, struct move *moves)
{
    int seat = frame->seat, count = offer(moves, 0, MOVE_NO_RUN, 0, 0, 0);
    for (uint64_t runs = unused_runs(t, seat); runs != 0;) {
        int place = (int)bits_pop(&runs), colour = run_row(t, seat, place)->a;
        for (int each = GREEN; each <= ORANGE; each++)
            if (colour == each || colour == COLOUR_ANY)
                count = offer(moves, count, MOVE_GATE_RUN, project_id(t, seat, place), each, 0);
    }
    return count;
}

static void take_gate_run(struct table *t, struct move move)
{
    work_done(t);
    if (move.kind == MOVE_NO_RUN)
        return;
    t->s->flight_run = (uint8_t)((move.a - 1) % PROJECTS_OF_SIDE + 1);
    t->s->flight_colour = move.b;
}

const struct work_kind pulsar_work_gate_run = {.options = options_gate_run, .take = take_gate_run};

/* Different gates of a colour on the flight; the start counts only if it was entered again. */
static int gates_visited(const struct table *t, int colour)
{
    uint64_t seen[2] = {0};
    int count = 0;
    for (int i = 1; i <= t->s->flight_length; i++) {
        unsigned location = t->s->path[i];
        if (node_of(t, (int)location)->colour != colour ||
            bits_have(seen[location / 64], location % 64))
            continue;
        seen[location / 64] |= bit(location % 64);
        count++;
    }
    return count;
}

static void score_run(struct table *t, int seat)
{
    int place = t->s->flight_run - 1;
    assert(place >= 0 && !(seat_of(t, seat)->runs >> place & 1));
    int gates = gates_visited(t, t->s->flight_colour);
    int points = gates * run_row(t, seat, place)->b;
    seat_of(t, seat)->runs |= (uint8_t)(1u << place);
    tell(t, LOG_GATE_RUN, seat, project_id(t, seat, place), gates, points);
    gain_points(t, seat, points, SOURCE_RUNS);
    fire(t, seat, EVENT_RUN);
}

/* ---- stations and claims --------------------------------------------------------------------- */

/* Puts a station on the planet. */
static void settle(struct table *t, int seat, int location, unsigned planet)
{
    int system = node_of(t, location)->number - 1;
    const struct pulsar_system *card = &t->cards->systems[t->s->systems[system]];
    assert(planet < PLANETS && t->s->planets[system][planet] == 0);
    t->s->planets[system][planet] = (uint8_t)(seat + 1);
    tell(t, LOG_STATION, seat, t->s->systems[system], location, card->blue >> planet & 1);
    fire(t, seat, EVENT_STATION);
    if (node_of(t, location)->dead_end)
        push_work(t, WORK_TILE, seat, 1, 0, 0, 0);
}

/* Passing takes a lifeless planet if there is one, ending a blue one, which brings a bonus. */
static void visit_system(struct table *t, int seat, int location, bool ends)
{
    int system = node_of(t, location)->number - 1;
    if (has_station(t, seat, system))
        return;
    unsigned blue = t->cards->systems[t->s->systems[system]].blue;
    unsigned open = free_planets(t, system);
    unsigned wanted = ends ? open & blue : open & ~blue;
    if (open == 0)
        return;
    if (ends && wanted != 0)
        push_work(t, WORK_BONUS, seat, location, 0, 0, 0);
    settle(t, seat, location, bits_first(wanted != 0 ? wanted : open));
    if (ends && wanted != 0)
        fire(t, seat, EVENT_BONUS);
}

void claim_pulsar(struct table *t, int seat, int location)
{
    assert(rings_left(t, seat) > 0);
    assert(!(claimed_pulsars(t) >> (node_of(t, location)->number - 1) & 1));
    seat_of(t, seat)->claims |= (uint16_t)(1u << (node_of(t, location)->number - 1));
    tell(t, LOG_CLAIMED, seat, location, 0, 0);
}

static void end_at_pulsar(struct table *t, int seat, int location)
{
    if ((claimed_pulsars(t) >> (node_of(t, location)->number - 1) & 1) || rings_left(t, seat) == 0)
        return;
    claim_pulsar(t, seat, location);
    fire(t, seat, EVENT_CLAIM);
    if (node_of(t, location)->dead_end)
        push_work(t, WORK_TILE, seat, 1, 0, 0, 0);
}

/* What number `i` on the path brings. A system that the flight ends at counts as its end alone. */
static void visit(struct table *t, int seat, int i)
{
    int location = t->s->path[i], end = t->s->flight_length;
    int kind = node_of(t, location)->kind;
    if (kind == NODE_SYSTEM && (i == end || location != t->s->path[end]))
        visit_system(t, seat, location, i == end);
    else if (kind == NODE_PULSAR && i == end)
        end_at_pulsar(t, seat, location);
}

/* The first system on the path that is face down, or 0. */
static int facedown_on_path(const struct table *t)
{
    for (int i = 1; i <= t->s->flight_length; i++) {
        const struct pulsar_node *node = node_of(t, t->s->path[i]);
        if (node->kind == NODE_SYSTEM && t->s->systems[node->number - 1] == 0)
            return t->s->path[i];
    }
    return 0;
}

static void clear_flight(struct table *t)
{
    struct pulsar_state *s = t->s;
    s->flight_length = s->flight_at = s->flight_scope = s->flight_run = s->flight_colour = 0;
    for (int i = 0; i < PATH_MAX; i++)
        s->path[i] = 0;
}

/* Everything is turned up first, then settled in the order of travel. */
static bool step_arrive(struct table *t)
{
    struct frame *frame = work_top(t);
    int seat = frame->seat;
    if (frame->step == 0) {
        int location = facedown_on_path(t);
        if (location != 0) {
            push_work(t, WORK_REVEAL, seat, location, 0, 0, 0);
            return true;
        }
        frame->step = 1;
        if (t->s->flight_run != 0)
            score_run(t, seat);
    } else if (frame->args[0] < t->s->flight_length) {
        visit(t, seat, ++frame->args[0]);
    } else {
        clear_flight(t);
        work_done(t);
    }
    return true;
}

const struct work_kind pulsar_work_arrive = {.step = step_arrive};

static int options_reveal(const struct table *t, const struct frame *frame, struct move *moves)
{
    int count = 0;
    for (uint64_t unseen = unseen_systems(t); unseen != 0;)
        count = offer(moves, count, MOVE_REVEAL, (int)bits_pop(&unseen), frame->args[0], 0);
    return count;
}

static void take_reveal(struct table *t, struct move move)
{
    work_done(t);
    assert(t->s->systems[node_of(t, move.b)->number - 1] == 0);
    t->s->systems[node_of(t, move.b)->number - 1] = move.a;
    tell(t, LOG_REVEALED, NOBODY, move.a, move.b, 0);
}

const struct work_kind pulsar_work_reveal = {
    .options = options_reveal, .take = take_reveal, .dealer = true};

/* ---- exploration ----------------------------------------------------------------------------- */

static int tile_total(const uint8_t tiles[TILE_KINDS])
{
    int total = 0;
    for (int kind = 0; kind < TILE_KINDS; kind++)
        total += tiles[kind];
    return total;
}

bool tiles_left(const struct table *t)
{
    return tile_total(t->s->tiles) + tile_total(t->s->discards) > 0;
}

static bool row_yields(const struct table *t, const struct effect *row)
{
    switch (row->op) {
    case OP_GYRODYNE:
        return (sizes_in_stock(t) & (unsigned)row->a) != 0;
    case OP_GYRODYNES:
        return sizes_in_stock(t) != 0;
    case OP_RED:
        return t->s->bonus == BONUS_FREE;
    default:
        return true;
    }
}

bool bonus_yields(const struct table *t, int system)
{
    struct program bonus = t->cards->systems[system].bonus;
    for (int i = 0; i < bonus.count; i++)
        if (row_yields(t, &t->cards->rows[bonus.start + i]))
            return true;
    return false;
}

/* WORK_BONUS: a pick that yields nothing is not offered. */
static int options_bonus(const struct table *t, const struct frame *frame, struct move *moves)
{
    int system = t->s->systems[node_of(t, frame->args[0])->number - 1], count = 0;
    if (bonus_yields(t, system))
        count = offer(moves, count, MOVE_BONUS, system, 0, 0);
    return tiles_left(t) ? offer(moves, count, MOVE_EXPLORE, 0, 0, 0) : count;
}

static bool step_bonus(struct table *t)
{
    struct move moves[MOVES_MAX];
    if (options_bonus(t, work_top(t), moves) > 0)
        return false;
    work_done(t);
    return true;
}

static void take_bonus(struct table *t, struct move move)
{
    int seat = work_top(t)->seat;
    work_done(t);
    if (move.kind == MOVE_EXPLORE)
        push_work(t, WORK_TILE, seat, 1, 0, 0, 0);
    else
        run_program(t, seat, t->cards->systems[move.a].bonus, SOURCE_EXPLORATION);
}

const struct work_kind pulsar_work_bonus = {
    .step = step_bonus, .options = options_bonus, .take = take_bonus, .obvious = true};

/* WORK_TILE: an empty stack is made of the discards. */
static bool step_tile(struct table *t)
{
    struct frame *frame = work_top(t);
    if (frame->args[0] > 0 && tile_total(t->s->tiles) == 0)
        for (int kind = 0; kind < TILE_KINDS; kind++) {
            t->s->tiles[kind] = t->s->discards[kind];
            t->s->discards[kind] = 0;
        }
    if (frame->args[0] > 0 && tile_total(t->s->tiles) > 0)
        return false;
    if (frame->args[0] > 0)
        tell(t, LOG_NO_TILE, frame->seat, 0, 0, 0);
    work_done(t);
    return true;
}

static int options_tile(const struct table *t, const struct frame *frame, struct move *moves)
{
    int count = 0;
    (void)frame;
    for (int kind = 0; kind < TILE_KINDS; kind++)
        if (t->s->tiles[kind] > 0)
            count = offer(moves, count, MOVE_TILE, kind + 1, 0, 0);
    return count;
}

/* A tile with extra stations is kept, the others are discarded. */
static void take_tile(struct table *t, struct move move)
{
    struct frame *frame = work_top(t);
    struct program effect = t->cards->tiles[move.a].effect;
    int seat = frame->seat;
    assert(frame->args[0] > 0 && t->s->tiles[move.a - 1] > 0);
    frame->args[0]--;
    t->s->tiles[move.a - 1]--;
    if (!program_uses(t, effect, OP_STATIONS))
        t->s->discards[move.a - 1]++;
    tell(t, LOG_TILE, seat, move.a, 0, 0);
    fire(t, seat, EVENT_TILE);
    run_program(t, seat, effect, SOURCE_EXPLORATION);
}

const struct work_kind pulsar_work_tile = {
    .step = step_tile, .options = options_tile, .take = take_tile, .dealer = true};
