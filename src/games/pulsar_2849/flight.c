/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: flights and teleports, and what they bring. Gate runs, systems turned up, stations,
 * claims, exploration bonuses and tiles. */

#include "pulsar.h"

/* ---- the flight ------------------------------------------------------------------------------ */

void pulsar_begin_flight(struct pulsar_table *t, int seat, int length, int scope)
{
    assert(length >= 1 && length <= FLIGHT_MAX && seat_of(&t->view, seat)->ship != 0);
    assert(t->s->flight_length == 0); /* one at a time */
    struct pulsar_state *s = t->s;
    s->flight_length = (uint8_t)length;
    s->flight_at = 0;
    s->flight_scope = (uint8_t)scope;
    s->path[0] = seat_of(&t->view, seat)->ship;
    push_task(t, arrive, seat);
    push_task(t, flight, seat, .segments_left = length);
    if (pulsar_unused_runs(&t->view, seat) != 0)
        push_task(t, gate_run, seat);
}

void pulsar_begin_teleport(struct pulsar_table *t, int seat, int location)
{
    assert(t->s->flight_length == 0); /* one at a time */
    struct pulsar_state *s = t->s;
    s->path[0] = seat_of(&t->view, seat)->ship;
    s->path[1] = (uint8_t)location;
    s->flight_length = s->flight_at = 1;
    seat_at(t, seat)->ship = (uint8_t)location;
    tell(t, LOG_TELEPORTS, seat, location, 0, 0);
    push_task(t, arrive, seat);
}

static int options_flight(const struct pulsar_view *v, const struct frame *frame,
                          struct move *moves)
{
    const struct pulsar_state *s = v->s;
    uint8_t next[LINKS_MAX];
    struct pulsar_errand errand = pulsar_errand_of(v, frame->seat, s->flight_scope);
    int found =
            pulsar_next_locations(map_of(v), s->path, s->flight_at, s->flight_length, errand, next),
        count = 0;
    for (int i = 0; i < found; i++)
        count = offer(moves, count, MOVE_STEP, next[i], 0, 0);
    return count;
}

static bool has_choice_flight(const struct pulsar_view *v, const struct frame *frame)
{
    const struct pulsar_state *s = v->s;
    return pulsar_way_forks(map_of(v), s->path, s->flight_at, s->flight_length,
                            pulsar_errand_of(v, frame->seat, s->flight_scope));
}

static void take_flight(struct pulsar_table *t, struct move move)
{
    struct pulsar_state *s = t->s;
    int seat = task_top(t)->seat;
    assert(s->flight_at < s->flight_length && s->flight_length <= FLIGHT_MAX);
    s->path[++s->flight_at] = move.a;
    assert(top_flight(t)->segments_left > 0);
    if (--top_flight(t)->segments_left > 0)
        return;
    task_done(t);
    seat_at(t, seat)->ship = move.a;
    tell(t, LOG_FLIES, seat, s->flight_length, s->path[0], move.a);
}

static bool flight_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return as_flight(frame)->segments_left == v->s->flight_length - v->s->flight_at;
}

const struct pulsar_task_kind pulsar_task_flight = {.options = options_flight,
                                                    .take = take_flight,
                                                    .is_obvious = true,
                                                    .has_choice = has_choice_flight,
                                                    .is_valid = flight_is_valid};

/* ---- gate runs ------------------------------------------------------------------------------- */

const struct effect *pulsar_gate_run_of(const struct pulsar_view *v, int seat, int place)
{
    if (seat_of(v, seat)->side == 0)
        return NULL;
    return row_with(v, v->cards->projects[pulsar_project_id(v, seat, place)].benefit, OP_RUN);
}

unsigned pulsar_unused_runs(const struct pulsar_view *v, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    return me->projects & ~(unsigned)me->runs & v->cards->sides[me->side].runs;
}

static int options_gate_run(const struct pulsar_view *v, const struct frame *frame,
                            struct move *moves)
{
    int seat = frame->seat, count = offer(moves, 0, MOVE_NO_RUN, 0, 0, 0);
    for (uint64_t runs = pulsar_unused_runs(v, seat); runs != 0;) {
        int place = (int)bits_pop(&runs), colour = pulsar_gate_run_of(v, seat, place)->a;
        for (int each = GREEN; each <= ORANGE; each++)
            if (colour == each || colour == COLOUR_ANY)
                count =
                    offer(moves, count, MOVE_GATE_RUN, pulsar_project_id(v, seat, place), each, 0);
    }
    return count;
}

static void take_gate_run(struct pulsar_table *t, struct move move)
{
    task_done(t);
    if (move.kind == MOVE_NO_RUN)
        return;
    assert(move.b >= GREEN && move.b <= ORANGE);
    t->s->flight_run = (uint8_t)((move.a - 1) % PROJECTS_OF_SIDE + 1);
    t->s->flight_colour = move.b;
}

const struct pulsar_task_kind pulsar_task_gate_run = {.options = options_gate_run,
                                                      .take = take_gate_run};

/* Different gates of a colour on the flight; the start counts only if it was entered again. */
static int gates_visited(const struct pulsar_view *v, int colour)
{
    uint64_t seen[2] = {0};
    int count = 0;
    for (int i = 1; i <= v->s->flight_length; i++) {
        unsigned location = v->s->path[i];
        if (node_of(v, (int)location)->colour != colour ||
            bits_have(seen[location / 64], location % 64))
            continue;
        seen[location / 64] |= bit(location % 64);
        count++;
    }
    return count;
}

static void score_run(struct pulsar_table *t, int seat)
{
    int place = t->s->flight_run - 1;
    assert(place >= 0 && !(seat_of(&t->view, seat)->runs >> place & 1));
    int gates = gates_visited(&t->view, t->s->flight_colour);
    int points = gates * pulsar_gate_run_of(&t->view, seat, place)->b;
    seat_at(t, seat)->runs |= (uint8_t)(1u << place);
    tell(t, LOG_GATE_RUN, seat, pulsar_project_id(&t->view, seat, place), gates, points);
    pulsar_gain_points(t, seat, points, SOURCE_RUNS);
    pulsar_fire(t, seat, EVENT_RUN);
}

/* ---- stations and claims --------------------------------------------------------------------- */

/* Puts a station on the planet. */
static void settle(struct pulsar_table *t, int seat, int location, unsigned planet)
{
    int system = node_of(&t->view, location)->number - 1;
    const struct pulsar_system *card = &t->view.cards->systems[t->s->systems[system]];
    assert(planet < PLANETS && t->s->planets[system][planet] == 0);
    t->s->planets[system][planet] = (uint8_t)(seat + 1);
    tell(t, LOG_STATION, seat, t->s->systems[system], location, card->blue >> planet & 1);
    pulsar_fire(t, seat, EVENT_STATION);
    if (node_of(&t->view, location)->dead_end)
        push_task(t, tile, seat, .draws_left = 1);
}

/* Passing takes a lifeless planet if there is one, ending a blue one, which brings a bonus. */
static void visit_system(struct pulsar_table *t, int seat, int location, bool ends)
{
    int system = node_of(&t->view, location)->number - 1;
    if (pulsar_has_station(&t->view, seat, system))
        return;
    unsigned blue = t->view.cards->systems[t->s->systems[system]].blue;
    unsigned open = pulsar_free_planets(&t->view, system);
    unsigned wanted = ends ? open & blue : open & ~blue;
    if (open == 0)
        return;
    if (ends && wanted != 0)
        push_task(t, bonus, seat, .location = location);
    settle(t, seat, location, bits_first(wanted != 0 ? wanted : open));
    if (ends && wanted != 0)
        pulsar_fire(t, seat, EVENT_BONUS);
}

void pulsar_claim_pulsar(struct pulsar_table *t, int seat, int location)
{
    assert(pulsar_rings_left(&t->view, seat) > 0);
    assert(!(pulsar_claimed_pulsars(&t->view) >> (node_of(&t->view, location)->number - 1) & 1));
    seat_at(t, seat)->claims |= (uint16_t)(1u << (node_of(&t->view, location)->number - 1));
    tell(t, LOG_CLAIMED, seat, location, 0, 0);
}

static void end_at_pulsar(struct pulsar_table *t, int seat, int location)
{
    if ((pulsar_claimed_pulsars(&t->view) >> (node_of(&t->view, location)->number - 1) & 1) ||
        pulsar_rings_left(&t->view, seat) == 0)
        return;
    pulsar_claim_pulsar(t, seat, location);
    pulsar_fire(t, seat, EVENT_CLAIM);
    if (node_of(&t->view, location)->dead_end)
        push_task(t, tile, seat, .draws_left = 1);
}

/* What number `i` on the path brings. A system that the flight ends at counts as its end alone. */
static void visit(struct pulsar_table *t, int seat, int i)
{
    int location = t->s->path[i], end = t->s->flight_length;
    assert(i >= 1 && i <= end && t->s->flight_at == end);
    int kind = node_of(&t->view, location)->kind;
    if (kind == NODE_SYSTEM && (i == end || location != t->s->path[end]))
        visit_system(t, seat, location, i == end);
    else if (kind == NODE_PULSAR && i == end)
        end_at_pulsar(t, seat, location);
}

/* The first system on the path that is face down, or 0. */
static int facedown_on_path(const struct pulsar_view *v)
{
    for (int i = 1; i <= v->s->flight_length; i++) {
        const struct pulsar_node *node = node_of(v, v->s->path[i]);
        if (node->kind == NODE_SYSTEM && v->s->systems[node->number - 1] == 0)
            return v->s->path[i];
    }
    return 0;
}

static void clear_flight(struct pulsar_table *t)
{
    assert(t->s->flight_at == t->s->flight_length);
    struct pulsar_state *s = t->s;
    s->flight_length = s->flight_at = s->flight_scope = s->flight_run = s->flight_colour = 0;
    for (int i = 0; i < PATH_MAX; i++)
        s->path[i] = 0;
}

/* Everything is turned up first, then settled in the order of travel. */
static bool step_arrive(struct pulsar_table *t)
{
    struct pulsar_arrive_task *arrive = top_arrive(t);
    int seat = arrive->seat;
    if (arrive->step == ARRIVE_REVEALS) {
        int location = facedown_on_path(&t->view);
        if (location != 0) {
            push_task(t, reveal, seat, .location = location);
            return true;
        }
        arrive->step = ARRIVE_VISITS;
        if (t->s->flight_run != 0)
            score_run(t, seat);
    } else if (arrive->visited < t->s->flight_length) {
        visit(t, seat, ++arrive->visited);
    } else {
        clear_flight(t);
        task_done(t);
    }
    return true;
}

const struct pulsar_task_kind pulsar_task_arrive = {.step = step_arrive};

static int options_reveal(const struct pulsar_view *v, const struct frame *frame,
                          struct move *moves)
{
    int count = 0, location = as_reveal(frame)->location;
    for (uint64_t unseen = pulsar_unseen_systems(v); unseen != 0;)
        count = offer(moves, count, MOVE_REVEAL, (int)bits_pop(&unseen), location, 0);
    return count;
}

static void take_reveal(struct pulsar_table *t, struct move move)
{
    task_done(t);
    assert(t->s->systems[node_of(&t->view, move.b)->number - 1] == 0);
    assert(pulsar_unseen_systems(&t->view) >> move.a & 1);
    t->s->systems[node_of(&t->view, move.b)->number - 1] = move.a;
    tell(t, LOG_REVEALED, NOBODY, move.a, move.b, 0);
}

static bool is_system(const struct pulsar_view *v, int location, bool facedown)
{
    if (location < 1 || location > map_of(v)->node_count)
        return false;
    const struct pulsar_node *node = node_of(v, location);
    return node->kind == NODE_SYSTEM && (v->s->systems[node->number - 1] == 0) == facedown;
}

static bool reveal_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return is_system(v, as_reveal(frame)->location, true);
}

const struct pulsar_task_kind pulsar_task_reveal = {.options = options_reveal,
                                                    .take = take_reveal,
                                                    .is_dealers = true,
                                                    .is_valid = reveal_is_valid};

/* ---- exploration ----------------------------------------------------------------------------- */

static int tile_total(const uint8_t tiles[TILE_KINDS_MAX])
{
    uint8_t total = 0; /* as wide as a count, so that many are looked at together */
    for (int kind = 0; kind < TILE_KINDS_MAX; kind++)
        total = (uint8_t)(total + tiles[kind]);
    return total;
}

bool pulsar_tiles_left(const struct pulsar_view *v)
{
    return tile_total(v->s->tiles) + tile_total(v->s->discards) > 0;
}

bool pulsar_bonus_yields(const struct pulsar_view *v, int system)
{
    struct program bonus = v->cards->systems[system].bonus;
    for (int i = 0; i < bonus.count; i++)
        if (pulsar_row_changes(v, &v->cards->rows[bonus.start + i]))
            return true;
    return false;
}

/* A pick that yields nothing is not offered. */
static int options_bonus(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int location = as_bonus(frame)->location, count = 0;
    int system = v->s->systems[node_of(v, location)->number - 1];
    if (pulsar_bonus_yields(v, system))
        count = offer(moves, count, MOVE_BONUS, system, 0, 0);
    return pulsar_tiles_left(v) ? offer(moves, count, MOVE_EXPLORE, 0, 0, 0) : count;
}

static bool step_bonus(struct pulsar_table *t)
{
    struct move moves[MOVES_MAX];
    if (options_bonus(&t->view, task_top(t), moves) > 0)
        return false;
    task_done(t);
    return true;
}

static void take_bonus(struct pulsar_table *t, struct move move)
{
    int seat = task_top(t)->seat;
    task_done(t);
    if (move.kind == MOVE_EXPLORE)
        push_task(t, tile, seat, .draws_left = 1);
    else
        pulsar_run_program(t, seat, t->view.cards->systems[move.a].bonus, SOURCE_EXPLORATION);
}

static bool bonus_is_valid(const struct pulsar_view *v, const struct frame *frame)
{
    return is_system(v, as_bonus(frame)->location, false);
}

const struct pulsar_task_kind pulsar_task_bonus = {.step = step_bonus,
                                                   .options = options_bonus,
                                                   .take = take_bonus,
                                                   .is_obvious = true,
                                                   .is_valid = bonus_is_valid};

/* An empty stack is made of the discards. */
static bool step_tile(struct pulsar_table *t)
{
    const struct pulsar_tile_task *tile = top_tile(t);
    if (tile->draws_left > 0 && tile_total(t->s->tiles) == 0)
        for (int kind = 0; kind < TILE_KINDS_MAX; kind++) {
            t->s->tiles[kind] = t->s->discards[kind];
            t->s->discards[kind] = 0;
        }
    if (tile->draws_left > 0 && tile_total(t->s->tiles) > 0)
        return false;
    if (tile->draws_left > 0)
        tell(t, LOG_NO_TILE, tile->seat, 0, 0, 0);
    task_done(t);
    return true;
}

static int options_tile(const struct pulsar_view *v, const struct frame *frame, struct move *moves)
{
    int count = 0;
    (void)frame;
    for (int kind = 0; kind < TILE_KINDS_MAX; kind++)
        if (v->s->tiles[kind] > 0)
            count = offer(moves, count, MOVE_TILE, kind + 1, 0, 0);
    return count;
}

/* Each tile of the stack is as likely as any other, so a kind is as likely as it has tiles. */
static void odds_tile(const struct pulsar_view *v, const struct frame *frame,
                      const struct move *moves, int count, uint16_t *odds)
{
    (void)frame;
    for (int i = 0; i < count; i++) {
        assert(moves[i].kind == MOVE_TILE && v->s->tiles[moves[i].a - 1] > 0);
        odds[i] = v->s->tiles[moves[i].a - 1];
    }
}

/* A tile with extra stations is kept, the others are discarded. */
static void take_tile(struct pulsar_table *t, struct move move)
{
    struct pulsar_tile_task *tile = top_tile(t);
    struct program effect = t->view.cards->tiles[move.a].effect;
    int seat = tile->seat;
    assert(tile->draws_left > 0 && t->s->tiles[move.a - 1] > 0);
    tile->draws_left--;
    t->s->tiles[move.a - 1]--;
    if (!program_uses(&t->view, effect, OP_STATIONS))
        t->s->discards[move.a - 1]++;
    tell(t, LOG_TILE, seat, move.a, 0, 0);
    pulsar_fire(t, seat, EVENT_TILE);
    pulsar_run_program(t, seat, effect, SOURCE_EXPLORATION);
}

const struct pulsar_task_kind pulsar_task_tile = {.step = step_tile,
                                                  .options = options_tile,
                                                  .odds = odds_tile,
                                                  .take = take_tile,
                                                  .is_dealers = true};
