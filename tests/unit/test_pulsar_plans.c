/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: whole actions that front ends offer. In random games of every kind each plan is
 * played out: its moves are legal one after another, nobody else is asked in between, the ship is
 * where the plan says (PUL-FLY-01 to PUL-FLY-03) and there are stations where it says
 * (PUL-PLANET-05, PUL-PLANET-06, PUL-PLANET-11). And no end of a flight is missing: the table of
 * all ends is the yardstick. */

#include "pulsar_front.h"

#include "games/pulsar_2849/things.h"

#include "contract/notation.h"

enum { LIMIT = 16 };

static json_t *plans_of(const struct sitting *table)
{
    struct text text = {0};
    json_t *plans;
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    table->rules->game->plans(table->rules, &table->state, &json, "plans");
    json_close(&json, '}');
    json_t *all = read_back(&text);
    plans = json_incref(json_object_get(all, "plans"));
    json_decref(all);
    return plans;
}

static const char *word(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* What a plan leads to: the state after it, and what happened. */
struct trial {
    const struct sitting *table;
    struct pulsar_state state;
    struct events events;
    int seat, made;
};

static void begin(struct trial *trial, const struct sitting *table)
{
    trial->table = table;
    trial->state = table->state;
    trial->seat = actor_of(table);
    trial->made = 0;
    events_clear(&trial->events);
}

static void make_all(struct trial *trial, const json_t *moves)
{
    const struct ruleset *rules = trial->table->rules;
    json_t *text;
    size_t i;
    json_array_foreach(moves, i, text)
    {
        struct problem problem = {0};
        struct move move;
        assert_true(move_from_text(rules, span_of(json_string_value(text)), &move, &problem));
        assert_int_equal(rules->game->node(rules, &trial->state).actor, trial->seat);
        assert_true(play_move(rules, &trial->state, move, &trial->events));
        trial->made++;
    }
    assert_true(trial->made <= LIMIT); /* what a session takes as one action */
}

static bool has_event(const struct trial *trial, int kind, int location)
{
    for (int i = 0; i < trial->events.count; i++)
        if (trial->events.list[i].kind == kind && trial->events.list[i].b == location)
            return true;
    return false;
}

static int location_of(const struct sitting *table, const char *id)
{
    const struct pulsar_map *map = map_in(table);
    int location = 1;
    while (location < map->node_count && strcmp(map->nodes[location].face.id, id) != 0)
        location++;
    assert_string_equal(map->nodes[location].face.id, id);
    return location;
}

/* Stations on the way are there, unless the dealer has to turn something up before. */
static void assert_way(const struct trial *trial, const json_t *end, const json_t *way)
{
    json_t *station;
    size_t i;
    int at = location_of(trial->table, word(end, "at"));
    bool waits = json_array_size(json_object_get(way, "discoveries")) > 0 ||
                 strcmp(word(end, "gives"), "discovery") == 0;
    assert_int_equal(trial->state.seats[trial->seat].ship, at);
    const json_t *path = json_object_get(way, "path");
    size_t length = json_array_size(path);
    assert_string_equal(json_string_value(json_array_get(path, length - 1)), word(end, "at"));
    if (waits) {
        assert_int_equal(trial->table->rules->game->node(trial->table->rules, &trial->state).actor,
                         DEALER);
        return;
    }
    int dead_end = -1; /* a station there draws a tile before what follows */
    json_array_foreach(json_object_get(way, "stations"), i, station)
    {
        int location = location_of(trial->table, json_string_value(station));
        if (map_in(trial->table)->nodes[location].dead_end)
            dead_end = location;
        if (dead_end < 0)
            assert_true(has_event(trial, LOG_STATION, location));
    }
}

/* Starts that differ only in the die lead to the same flights: one of each is flown. */
static int fly_everywhere(const struct sitting *table, const json_t *plans, struct random *random)
{
    json_t *start, *end, *way;
    size_t i, k, n;
    int flown = 0;
    const json_t *runs = json_object_get(plans, "runs");
    json_array_foreach(json_object_get(plans, "starts"), i, start)
    {
        size_t number = (size_t)json_integer_value(json_object_get(start, "flight"));
        const json_t *flight = json_array_get(json_object_get(plans, "flights"), number);
        json_array_foreach(json_object_get(flight, "ends"), k, end)
        {
            json_array_foreach(json_object_get(end, "ways"), n, way)
            {
                struct trial trial;
                if (random_below(random, 8) > 0)
                    continue;
                begin(&trial, table);
                make_all(&trial, json_object_get(start, "moves"));
                if (json_array_size(runs) > 0) {
                    size_t run = random_below(random, (uint32_t)json_array_size(runs));
                    make_all(&trial, json_object_get(json_array_get(runs, run), "moves"));
                }
                make_all(&trial, json_object_get(way, "moves"));
                assert_way(&trial, end, way);
                flown++;
            }
        }
    }
    return flown;
}

/* Systems and pulsars at the ends of a flight without an errand: as many as the table of all. */
static void assert_all_ends(const struct sitting *table, const json_t *plans, int seat)
{
    const struct pulsar_map *map = map_in(table);
    json_t *start, *end;
    size_t i, k;
    int ship = table->state.seats[seat].ship;
    json_array_foreach(json_object_get(plans, "starts"), i, start)
    {
        size_t number = (size_t)json_integer_value(json_object_get(start, "flight"));
        const json_t *flight = json_array_get(json_object_get(plans, "flights"), number);
        int length = (int)json_integer_value(json_object_get(flight, "length"));
        unsigned systems = 0, pulsars = 0;
        assert_int_equal(length, json_integer_value(json_object_get(start, "value")));
        if (strcmp(word(start, "price"), "exact") != 0)
            continue;
        json_array_foreach(json_object_get(flight, "ends"), k, end)
        {
            const struct pulsar_node *node = &map->nodes[location_of(table, word(end, "at"))];
            assert_true(node->kind != NODE_ENTRY);
            if (node->kind == NODE_SYSTEM)
                systems |= 1u << (node->number - 1);
            if (node->kind == NODE_PULSAR)
                pulsars |= 1u << (node->number - 1);
        }
        assert_int_equal(systems, map->system_ends[ship][length]);
        assert_int_equal(pulsars, map->pulsar_ends[ship][length]);
    }
}

/* The cheapest payment with a die; afterwards the die is gone. */
static int pay_for_all(const struct sitting *table, const json_t *plans)
{
    json_t *action;
    size_t i;
    int paid = 0;
    json_array_foreach(json_object_get(plans, "actions"), i, action)
    {
        struct trial trial;
        begin(&trial, table);
        make_all(&trial, json_object_get(action, "moves"));
        bool found = false;
        for (int k = 0; k < trial.events.count; k++) {
            const struct message *event = &trial.events.list[k];
            found = found || (event->kind == LOG_PAID &&
                              strcmp(thing_token(table->rules, PUL_DIE, event->a),
                                     word(action, "die")) == 0 &&
                              event->b == json_integer_value(json_object_get(action, "value")));
        }
        assert_true(found);
        paid++;
    }
    return paid;
}

/* Drafting, plans cannot be made yet; but they say where each die would lead. */
static void assert_draft(const struct sitting *table, const json_t *plans)
{
    json_t *start;
    size_t i;
    assert_true(json_array_size(json_object_get(plans, "starts")) > 0);
    json_array_foreach(json_object_get(plans, "starts"), i, start)
    {
        assert_int_equal(json_array_size(json_object_get(start, "moves")), 0);
        const char *die = word(start, "die");
        assert_int_equal(strncmp(die, "silver-", 7), 0);
        assert_true(table->state.dice[die[7] - '1'] > 0);
    }
}

/* What was seen in all games. */
static struct {
    int flown, paid, drafts, steps;
} seen;

static void look_at(const struct sitting *table, struct random *random)
{
    const struct frame *frame = agenda_top(&table->state.agenda);
    json_t *plans = plans_of(table);
    if (!json_is_null(plans))
        assert_string_equal(word(plans, "rule"), "PUL-FLY-01");
    if (frame->task == TASK_TAKE && !json_is_null(plans)) {
        assert_draft(table, plans);
        seen.drafts++;
    } else if (!json_is_null(plans)) {
        seen.flown += fly_everywhere(table, plans, random);
        seen.paid += pay_for_all(table, plans);
        seen.steps += frame->task == TASK_FLIGHT;
        if (table->state.flight_length == 0)
            assert_all_ends(table, plans, frame->seat);
    }
    json_decref(plans);
}

static void play_game(int players, int kind, int cluster)
{
    struct sitting table;
    open_table(&table, players, kind, cluster, START_ROLLED);
    struct random random = random_stream((uint64_t)players, 3);
    do {
        if (actor_of(&table) >= 0)
            look_at(&table, &random);
    } while (step(&table));
    close_table(&table);
}

TEST(test_every_plan_can_be_made)
{
    for (int players = 2; players <= 4; players++) {
        play_game(players, GAME_STANDARD, SIDE_PLAIN);
        play_game(players, GAME_STANDARD, SIDE_DEAD_ENDS);
        play_game(players, GAME_FIRST, SIDE_PLAIN);
    }
    assert_true(seen.flown > 2000 && seen.paid > 1000 && seen.drafts > 100 && seen.steps > 20);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
