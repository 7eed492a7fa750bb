/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: whole actions for front ends. Where the ship can be at the end of a flight, by which
 * ways and with which dice; what else each die can pay for. Everything comes as the moves it takes,
 * those that nobody is asked about left out. No rules of its own: it asks those of payments and
 * routes. docs/protocol.md describes what it writes. */

#include "pulsar.h"
#include "things.h"

#include "contract/notation.h"

#include <string.h>

enum { WAYS_MAX = 6, FLIGHTS_MAX = 5 * FLIGHT_MAX };

/* How a die pays, the cheapest first: as it is; a technology that costs nothing; a token; cubes. */
enum price { PRICE_EXACT, PRICE_TOLERANCE, PRICE_TOKEN, PRICE_COPY };
static const char *const price_words[] = {"exact", "tolerance", "token", "copy"};

/* What the seat that decides can plan. */
struct planning {
    const struct pulsar_view *v;
    int seat;
    struct json *json;
    /* The path that a flight continues, and which flights payments are for. */
    uint8_t path[PATH_MAX];
    int at;
    int flight_count;
    struct flight {
        uint8_t length, scope;
    } flights[FLIGHTS_MAX];
};

static const char *id_of(const struct planning *p, int location)
{
    return node_of(p->v, location)->face.id;
}

static void put_move(const struct planning *p, const char *key, struct move move)
{
    struct text text = {0};
    move_write(p->v->rules, move, &text);
    json_put_string(p->json, key, text_string(&text));
    text_free(&text);
}

/* ---- payments -------------------------------------------------------------------------------- */

static enum price price_of(const struct pulsar_payment *by)
{
    if (pulsar_die_source(by->die) == DIE_COPY)
        return PRICE_COPY;
    if (by->change != CHANGE_NONE)
        return PRICE_TOKEN;
    return by->off != OFF_NONE ? PRICE_TOLERANCE : PRICE_EXACT;
}

static void put_payment(const struct planning *p, const struct pulsar_payment *by)
{
    const struct ruleset *rules = p->v->rules;
    json_put_string(p->json, "price", price_words[price_of(by)]);
    json_put_string(p->json, "die", thing_token(rules, PUL_DIE, by->die));
    json_put_number(p->json, "value", by->value);
    if (by->change != CHANGE_NONE)
        json_put_string(p->json, "change", thing_token(rules, PUL_CHANGE, by->change));
    if (by->off != OFF_NONE)
        json_put_string(p->json, "off", thing_token(rules, PUL_OFF, by->off));
    if (pulsar_die_source(by->die) == DIE_COPY)
        json_put_number(p->json, "cubes", pulsar_copy_price(p->v, p->seat));
}

/* Of the ways to pay, the cheapest with this die; -1: none uses it. */
static int cheapest_with(const struct move *ways, int count, int die)
{
    int best = -1;
    for (int i = 0; i < count; i++) {
        struct pulsar_payment by = pulsar_payment_of(ways[i]);
        if (by.die != die)
            continue;
        if (best >= 0) {
            struct pulsar_payment before = pulsar_payment_of(ways[best]);
            if (price_of(&before) <= price_of(&by))
                continue;
        }
        best = i;
    }
    return best;
}

/* An action with the cheapest way to pay for it with each die. */
static void put_action(const struct planning *p, struct move action)
{
    struct move ways[MOVES_MAX];
    int count = pulsar_payments_for(p->v, p->seat, action, ways);
    for (int die = 1; die < DICE_NUMBERS; die++) {
        int best = cheapest_with(ways, count, die);
        if (best < 0)
            continue;
        struct pulsar_payment by = pulsar_payment_of(ways[best]);
        json_open(p->json, NULL, '{');
        json_open(p->json, "moves", '[');
        put_move(p, NULL, action);
        if (!pulsar_pays_unasked(ways, count))
            put_move(p, NULL, ways[best]);
        json_close(p->json, ']');
        put_payment(p, &by);
        json_close(p->json, '}');
    }
}

static void put_actions(const struct planning *p)
{
    struct move actions[MOVES_MAX];
    int count = pulsar_offer_actions(p->v, p->seat, actions);
    json_open(p->json, "actions", '[');
    for (int i = 0; i < count; i++)
        if (actions[i].kind > MOVE_FLY && actions[i].kind <= MOVE_MODIFIER)
            put_action(p, actions[i]);
    json_close(p->json, ']');
}

/* ---- flights --------------------------------------------------------------------------------- */

/* The number of a flight; a new one is noted. */
static int flight_number(struct planning *p, int length, int scope)
{
    if (scope == SCOPE_ONCE)
        scope = SCOPE_NONE;
    int i = 0;
    while (i < p->flight_count && (p->flights[i].length != length || p->flights[i].scope != scope))
        i++;
    assert(i < FLIGHTS_MAX);
    if (i == p->flight_count)
        p->flights[p->flight_count++] = (struct flight){(uint8_t)length, (uint8_t)scope};
    return i;
}

/* A way to fly that is paid like this. `before`: the move of flying, if it is still to be made. */
static void put_start(struct planning *p, const struct move *before, struct move way, bool asked)
{
    struct pulsar_payment by = pulsar_payment_of(way);
    assert(by.value >= 1 && by.value <= FLIGHT_MAX);
    json_open(p->json, NULL, '{');
    json_open(p->json, "moves", '[');
    if (before != NULL)
        put_move(p, NULL, *before);
    if (asked)
        put_move(p, NULL, way);
    json_close(p->json, ']');
    put_payment(p, &by);
    json_put_number(p->json, "flight", flight_number(p, by.value, off_scope(by.off)));
    json_close(p->json, '}');
}

static void put_starts_of_turn(struct planning *p)
{
    const struct move fly = {.kind = MOVE_FLY};
    struct pulsar_purse purse = pulsar_purse_of(p->v, p->seat);
    struct move ways[MOVES_MAX];
    if (purse.all == 0 || !pulsar_can_fly(p->v, p->seat, &purse))
        return;
    int count = pulsar_payments_for(p->v, p->seat, fly, ways);
    for (int i = 0; i < count; i++)
        put_start(p, &fly, ways[i], !pulsar_pays_unasked(ways, count));
}

static void put_starts_of_payment(struct planning *p, const struct frame *frame)
{
    struct move ways[MOVES_MAX];
    int count = pulsar_offer_payments(p->v, frame, ways);
    for (int i = 0; i < count; i++)
        put_start(p, NULL, ways[i], true);
}

/* What dice on the board would be good for, if the seat had taken them. */
static void put_starts_of_draft(struct planning *p)
{
    const struct pulsar_view *v = p->v;
    struct pulsar_state with = *v->s;
    struct pulsar_view hypothetical = {v->rules, v->cards, &with};
    struct move ways[MOVES_MAX];
    with.bonus = BONUS_USED;
    with.seats[p->seat].dice[1] = 0;
    for (uint64_t values = pulsar_board_values(v); values != 0;) {
        with.seats[p->seat].dice[0] = (uint8_t)bits_pop(&values);
        int count =
            pulsar_payments_for(&hypothetical, p->seat, (struct move){.kind = MOVE_FLY}, ways);
        for (int i = 0; i < count; i++)
            put_start(p, NULL, ways[i], false);
    }
}

/* The flight under way. */
static void put_start_of_flight(struct planning *p)
{
    const struct pulsar_state *s = p->v->s;
    json_open(p->json, NULL, '{');
    json_open(p->json, "moves", '[');
    json_close(p->json, ']');
    json_put_string(p->json, "price", price_words[PRICE_EXACT]);
    json_put_number(p->json, "value", s->flight_length);
    json_put_number(p->json, "flight", flight_number(p, s->flight_length, s->flight_scope));
    json_close(p->json, '}');
}

/* ---- gate runs ------------------------------------------------------------------------------- */

static void put_run(const struct planning *p, struct move move)
{
    json_open(p->json, NULL, '{');
    json_open(p->json, "moves", '[');
    put_move(p, NULL, move);
    json_close(p->json, ']');
    if (move.kind == MOVE_GATE_RUN) {
        int place = (move.a - 1) % PROJECTS_OF_SIDE;
        json_put_string(p->json, "project", p->v->cards->projects[move.a].face.id);
        json_put_string(p->json, "colour", thing_token(p->v->rules, PUL_COLOUR, move.b));
        json_put_number(p->json, "points", pulsar_gate_run_of(p->v, p->seat, place)->b);
    }
    json_close(p->json, '}');
}

/* The answers to the question of gate runs, if it will be asked. */
static void put_runs(const struct planning *p)
{
    struct move moves[MOVES_MAX];
    const struct frame frame = {.task = TASK_GATE_RUN, .seat = (uint8_t)p->seat};
    bool asked = pulsar_unused_runs(p->v, p->seat) != 0;
    int count = asked ? pulsar_task_gate_run.options(p->v, &frame, moves) : 0;
    json_open(p->json, "runs", '[');
    for (int i = 0; i < count; i++)
        put_run(p, moves[i]);
    json_close(p->json, ']');
}

/* ---- where flights end ----------------------------------------------------------------------- */

/* A way, and what is done on it before its end. */
struct flight_way {
    uint8_t path[FLIGHT_MAX + 1];
    uint16_t stations, hidden; /* systems that get a station, or are turned up, as bits from 0 */
    uint8_t gates[COLOUR_ANY]; /* of each colour, where it matters */
};

/* All ways of a flight that do something different, by their ends. */
struct flight_ways {
    const struct planning *p;
    struct flight flight;
    struct pulsar_errand errand;
    bool has_runs;
    uint8_t path[FLIGHT_MAX + 1];
    int count[NODES + 1];
    struct flight_way list[NODES + 1][WAYS_MAX];
};

static bool is_hidden(const struct pulsar_view *v, int system)
{
    return v->s->systems[system] == 0;
}

static bool gets_station(const struct pulsar_view *v, int seat, int system)
{
    return !is_hidden(v, system) && !pulsar_has_station(v, seat, system) &&
           pulsar_free_planets(v, system) != 0;
}

static bool is_first_visit(const uint8_t *path, int i)
{
    for (int before = 1; before < i; before++)
        if (path[before] == path[i])
            return false;
    return true;
}

static struct flight_way describe(const struct flight_ways *ways)
{
    const struct pulsar_view *v = ways->p->v;
    struct flight_way way = {.stations = 0};
    int end = ways->flight.length;
    memcpy(way.path, ways->path, sizeof way.path);
    for (int i = 1; i <= end; i++) {
        const struct pulsar_node *node = node_of(v, way.path[i]);
        if (ways->has_runs && node->colour != COLOUR_NONE && is_first_visit(way.path, i))
            way.gates[node->colour]++;
        if (node->kind != NODE_SYSTEM || way.path[i] == way.path[end])
            continue;
        unsigned system = bit(node->number - 1u) & UINT16_MAX;
        if (is_hidden(v, node->number - 1))
            way.hidden |= (uint16_t)system;
        else if (gets_station(v, ways->p->seat, node->number - 1))
            way.stations |= (uint16_t)system;
    }
    return way;
}

/* Is the errand done by the whole path? */
static bool is_fulfilled(const struct flight_ways *ways)
{
    const struct pulsar_view *v = ways->p->v;
    const struct pulsar_node *end = node_of(v, ways->path[ways->flight.length]);
    bool met = ways->errand.colour == COLOUR_NONE;
    for (int i = 1; i <= ways->flight.length; i++)
        met = met || node_of(v, ways->path[i])->colour == ways->errand.colour;
    if (!met || !ways->errand.claims)
        return met;
    return end->kind == NODE_PULSAR && (ways->errand.pulsars >> (end->number - 1) & 1);
}

/* Keeps the way that has come to its end, unless another one does the same. */
static void keep_way(struct flight_ways *ways)
{
    int end = ways->path[ways->flight.length];
    assert(end >= 1 && end <= NODES && ways->count[end] <= WAYS_MAX);
    if (!is_fulfilled(ways) || ways->count[end] == WAYS_MAX)
        return;
    struct flight_way way = describe(ways);
    for (int i = 0; i < ways->count[end]; i++) {
        const struct flight_way *other = &ways->list[end][i];
        if (other->stations == way.stations && other->hidden == way.hidden &&
            memcmp(other->gates, way.gates, sizeof way.gates) == 0)
            return;
    }
    ways->list[end][ways->count[end]++] = way;
}

static void find_ways(struct flight_ways *ways, int at, struct pulsar_segments used)
{
    const struct pulsar_map *map = map_of(ways->p->v);
    const struct pulsar_node *node = &map->nodes[ways->path[at]];
    assert(at <= ways->flight.length && ways->flight.length <= FLIGHT_MAX);
    if (at == ways->flight.length) {
        keep_way(ways);
        return;
    }
    for (int i = 0; i < node->link_count; i++) {
        struct pulsar_link link = node->links[i];
        struct pulsar_segments more = used;
        bool is_twin = i > 0 && node->links[i - 1].to == link.to &&
                       !segment_is_used(&used, node->links[i - 1].segment);
        if (segment_is_used(&used, link.segment) || is_twin ||
            map->nodes[link.to].kind == NODE_ENTRY)
            continue;
        toggle_segment(&more, link.segment);
        ways->path[at + 1] = link.to;
        find_ways(ways, at + 1, more);
    }
}

/* What the end of a flight gives. */
static const char *gift_of(const struct planning *p, int location)
{
    const struct pulsar_view *v = p->v;
    const struct pulsar_node *node = node_of(v, location);
    int number = node->number - 1;
    if (node->kind == NODE_PULSAR) {
        bool is_free = !(pulsar_claimed_pulsars(v) >> number & 1);
        return is_free && pulsar_rings_left(v, p->seat) > 0 ? "claim" : "nothing";
    }
    if (node->kind != NODE_SYSTEM)
        return "nothing";
    if (is_hidden(v, number))
        return "discovery";
    if (!gets_station(v, p->seat, number))
        return "nothing";
    unsigned blue = v->cards->systems[v->s->systems[number]].blue;
    return pulsar_free_planets(v, number) & blue ? "bonus" : "station";
}

static void put_systems(const struct planning *p, const char *key, uint16_t systems)
{
    if (systems == 0)
        return;
    json_open(p->json, key, '[');
    for (uint64_t left = systems; left != 0;)
        json_put_string(p->json, NULL, id_of(p, map_of(p->v)->systems[bits_pop(&left) + 1]));
    json_close(p->json, ']');
}

/* A step is asked for where the flight can go on in two ways. */
static void put_way(const struct flight_ways *ways, const struct flight_way *way)
{
    const struct planning *p = ways->p;
    int length = ways->flight.length;
    json_open(p->json, NULL, '{');
    json_open(p->json, "path", '[');
    for (int i = p->at + 1; i <= length; i++)
        json_put_string(p->json, NULL, id_of(p, way->path[i]));
    json_close(p->json, ']');
    json_open(p->json, "moves", '[');
    for (int i = p->at; i < length; i++)
        if (pulsar_way_forks(map_of(p->v), way->path, i, length, ways->errand))
            put_move(p, NULL, (struct move){.kind = MOVE_STEP, .a = way->path[i + 1]});
    json_close(p->json, ']');
    put_systems(p, "stations", way->stations);
    put_systems(p, "discoveries", way->hidden);
    json_close(p->json, '}');
}

static void put_flight(const struct planning *p, struct flight flight)
{
    assert(p->at <= flight.length && flight.length <= FLIGHT_MAX);
    struct flight_ways ways = {.p = p, .flight = flight};
    ways.errand = pulsar_errand_of(p->v, p->seat, flight.scope);
    ways.has_runs = p->v->s->flight_run != 0 || pulsar_unused_runs(p->v, p->seat) != 0;
    struct pulsar_segments used = {{0}};
    memcpy(ways.path, p->path, sizeof ways.path);
    for (int i = 1; i <= p->at; i++)
        toggle_segment(&used,
                       pulsar_segment_between(map_of(p->v), p->path[i - 1], p->path[i], &used));
    find_ways(&ways, p->at, used);
    json_open(p->json, NULL, '{');
    json_put_number(p->json, "length", flight.length);
    json_open(p->json, "ends", '[');
    for (int end = 1; end <= map_of(p->v)->node_count; end++) {
        if (ways.count[end] == 0)
            continue;
        json_open(p->json, NULL, '{');
        json_put_string(p->json, "at", id_of(p, end));
        json_put_string(p->json, "gives", gift_of(p, end));
        json_open(p->json, "ways", '[');
        for (int i = 0; i < ways.count[end]; i++)
            put_way(&ways, &ways.list[end][i]);
        json_close(p->json, ']');
        json_close(p->json, '}');
    }
    json_close(p->json, ']');
    json_close(p->json, '}');
}

/* ---- all together ---------------------------------------------------------------------------- */

/* Is it a question that begins, continues or foresees a flight? */
static bool can_plan(const struct pulsar_view *v, const struct frame *frame)
{
    switch ((enum pulsar_task)frame->task) {
    case TASK_TAKE:
    case TASK_ACT:
    case TASK_GATE_RUN:
    case TASK_FLIGHT:
        return seat_of(v, frame->seat)->ship != 0;
    case TASK_PAY:
        return as_pay(frame)->action == ACTION_FLY;
    default: /* whatever else is asked, no ship flies for it */
        return false;
    }
}

static void put_starts(struct planning *p, const struct frame *frame)
{
    json_open(p->json, "starts", '[');
    if (frame->task == TASK_ACT)
        put_starts_of_turn(p);
    else if (frame->task == TASK_PAY)
        put_starts_of_payment(p, frame);
    else if (frame->task == TASK_TAKE)
        put_starts_of_draft(p);
    else
        put_start_of_flight(p);
    json_close(p->json, ']');
}

void pulsar_plans(const struct ruleset *rules, const void *state, struct json *json,
                  const char *key)
{
    const struct pulsar_view v = pulsar_view_of(rules, state);
    const struct frame *frame = agenda_top(&v.s->agenda);
    if (!can_plan(&v, frame)) {
        json_put_null(json, key);
        return;
    }
    struct planning p = {.v = &v, .seat = frame->seat, .json = json, .at = v.s->flight_at};
    bool is_flying = v.s->flight_length != 0;
    memcpy(p.path, v.s->path, sizeof p.path);
    if (!is_flying)
        p.path[0] = seat_of(&v, p.seat)->ship;
    json_open(json, key, '{');
    json_put_string(json, "rule", rules->game->words->moves[MOVE_FLY].rule);
    json_put_string(json, "from", id_of(&p, p.path[p.at]));
    put_starts(&p, frame);
    if (frame->task == TASK_FLIGHT || frame->task == TASK_TAKE) {
        json_open(json, "runs", '[');
        json_close(json, ']');
    } else {
        put_runs(&p);
    }
    json_open(json, "flights", '[');
    for (int i = 0; i < p.flight_count; i++)
        put_flight(&p, p.flights[i]);
    json_close(json, ']');
    if (frame->task == TASK_ACT)
        put_actions(&p);
    json_close(json, '}');
}
