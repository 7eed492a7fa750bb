/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: flights in both star clusters. What the game offers is checked against a search that
 * knows the list of segments alone, step by step and with every errand; what is said about all
 * starts or all systems is looked at everywhere. Single flights are in tests/scenarios. */

#include "games/pulsar_2849/routes.h"

#include "card_sets.h"
#include "pulsar_printed.h"

#include "base/bits.h"

static const struct card_set set = {
    .game = "pulsar-2849",
    .names = pulsar_card_files,
    .read = pulsar_read_cards,
    .component = pulsar_component,
    .grammar = &pulsar_grammar,
};

static int open_cards(void **state)
{
    *state = read_embedded(&set);
    return 0;
}

static int location(const struct pulsar_map *map, const char *id)
{
    return number_of_card(&map->nodes[1].face, sizeof map->nodes[1], map->node_count, "location",
                          id);
}

/* ---- the other search ------------------------------------------------------------------------ */

/* A flight under way, with the segments that it has used. */
struct trial {
    const struct pulsar_map *map;
    struct pulsar_errand errand;
    int length;
    uint8_t path[FLIGHT_MAX + 1];
    bool used[SEGMENTS + 1];
    int checked; /* decisions compared */
};

/* Looks at the whole flight when it is over. */
static bool is_fulfilled(const struct trial *trial)
{
    bool met = trial->errand.colour == COLOUR_NONE;
    for (int i = 1; i <= trial->length; i++)
        met = met || trial->map->nodes[trial->path[i]].colour == trial->errand.colour;
    if (!trial->errand.claims)
        return met;
    for (int i = 0; i < ROUTE_PULSARS; i++)
        if (trial->map->pulsars[i + 1] == trial->path[trial->length])
            return met && (trial->errand.pulsars >> i & 1);
    return false;
}

/* The locations, at every decision on the way, that the game offers must be exactly those from
 * which the flight can be completed. Returns whether it can be. */
static bool compare_from(struct trial *trial, int at)
{
    bool possible[NODES + 1] = {false}, any = false;
    uint8_t next[LINKS_MAX];
    if (at == trial->length)
        return is_fulfilled(trial);
    for (int i = 1; i <= trial->map->segment_count; i++) {
        struct pulsar_segment segment = trial->map->segments[i];
        int here = trial->path[at], to = segment.from + segment.to - here;
        if (trial->used[i] || (segment.from != here && segment.to != here) ||
            trial->map->nodes[to].kind == NODE_ENTRY)
            continue;
        trial->used[i] = true;
        trial->path[at + 1] = (uint8_t)to;
        if (compare_from(trial, at + 1))
            possible[to] = any = true;
        trial->used[i] = false;
    }
    int count =
        pulsar_next_locations(trial->map, trial->path, at, trial->length, trial->errand, next);
    for (int i = 0; i < count; i++) {
        assert_true(possible[next[i]]); /* and none twice */
        possible[next[i]] = false;
    }
    for (int i = 1; i <= trial->map->node_count; i++)
        assert_false(possible[i]);
    trial->checked++;
    return any;
}

static int compare(const struct pulsar_map *map, int start, int length, struct pulsar_errand errand)
{
    struct trial trial = {.map = map, .errand = errand, .length = length};
    trial.path[0] = (uint8_t)start;
    bool found = compare_from(&trial, 0);
    assert_int_equal(pulsar_trail_exists(map, start, length, (struct pulsar_segments){{0}}, errand),
                     found);
    return trial.checked;
}

/* Without a pulsar there is nothing to claim; 0x1111 are some of them, without the dead end. */
static const struct pulsar_errand errands[] = {
    {.colour = GREEN},
    {.colour = MAGENTA},
    {.colour = ORANGE},
    {.claims = true, .pulsars = 0x1fff},
    {.claims = true, .pulsars = 0x1111},
    {.claims = true, .pulsars = 0},
};

/* From every location, isolated pulsars included: from there nothing is offered. */
static void compare_side(const struct pulsar_map *map)
{
    int checked = 0;
    for (int start = 1; start <= map->node_count; start++)
        for (int length = 1; length <= FLIGHT_MAX; length++) {
            checked += compare(map, start, length, (struct pulsar_errand){0});
            for (unsigned i = 0; i < sizeof errands / sizeof errands[0]; i++)
                checked += compare(map, start, length, errands[i]);
        }
    assert_true(checked > 100000);
}

/* PUL-FLY-01 PUL-FLY-02 PUL-FLY-03 PUL-FLY-06 PUL-FLY-07 PUL-VISIT-02 PUL-VISIT-03 */
TEST_OF_GROUP(test_steps_without_dead_ends)
{
    const struct pulsar_cards *cards = *state;
    compare_side(&cards->maps[SIDE_PLAIN]);
}

/* PUL-FLY-01 PUL-FLY-02 PUL-FLY-03 PUL-FLY-06 PUL-FLY-07 PUL-DEAD-01 */
TEST_OF_GROUP(test_steps_with_dead_ends)
{
    const struct pulsar_cards *cards = *state;
    compare_side(&cards->maps[SIDE_DEAD_ENDS]);
}

/* Segments that are used already are not used again, nor are both of a double one if one is. */
TEST_OF_GROUP(test_used_segments)
{
    const struct pulsar_cards *cards = *state;
    const struct pulsar_map *map = &cards->maps[SIDE_DEAD_ENDS];
    const struct pulsar_node *end = &map->nodes[location(map, "D104")];
    struct pulsar_segments used = {{0}};
    assert_int_equal(end->link_count, 2);
    for (int i = 0; i < 2; i++) {
        unsigned segment = end->links[i].segment;
        assert_true(
            pulsar_trail_exists(map, location(map, "D104"), 1, used, (struct pulsar_errand){0}));
        used.bits[segment / 64] |= bit(segment % 64);
    }
    assert_false(
        pulsar_trail_exists(map, location(map, "D104"), 1, used, (struct pulsar_errand){0}));
}

/* ---- all flights that are offered ------------------------------------------------------------ */

/* Called with every flight. */
typedef void looker(const struct pulsar_map *map, const uint8_t *path, int length);

static void offered_from(const struct pulsar_map *map, uint8_t *path, int at, int length,
                         looker *look)
{
    uint8_t next[LINKS_MAX];
    if (at == length) {
        look(map, path, length);
        return;
    }
    int count = pulsar_next_locations(map, path, at, length, (struct pulsar_errand){0}, next);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        path[at + 1] = next[i];
        offered_from(map, path, at + 1, length, look);
    }
}

static void look_at_offered(const struct pulsar_map *map, int start, int length, looker *look)
{
    uint8_t path[FLIGHT_MAX + 1] = {(uint8_t)start};
    offered_from(map, path, 0, length, look);
}

static void look_at_kinds(const struct pulsar_map *map, const uint8_t *path, int length)
{
    for (int i = 1; i <= length; i++) {
        assert_int_not_equal(map->nodes[path[i]].kind, NODE_ISOLATED);
        assert_int_not_equal(map->nodes[path[i]].kind, NODE_ENTRY);
    }
}

/* PUL-FLY-06 PUL-FLY-07 */
TEST_OF_GROUP(test_no_flight_comes_to_an_isolated_pulsar_or_an_entry)
{
    const struct pulsar_cards *cards = *state;
    const struct pulsar_map *plain = &cards->maps[SIDE_PLAIN];
    assert_int_equal(plain->nodes[location(plain, "N70")].kind, NODE_ISOLATED);
    assert_int_equal(plain->nodes[location(plain, "N71")].kind, NODE_ISOLATED);
    assert_int_equal(plain->nodes[location(plain, "N76")].kind, NODE_ISOLATED);
    for (int side = 0; side < SIDES; side++)
        for (int start = 1; start <= cards->maps[side].node_count; start++)
            for (int length = 1; length <= 8; length++)
                if (cards->maps[side].nodes[start].kind != NODE_ISOLATED)
                    look_at_offered(&cards->maps[side], start, length, look_at_kinds);
}

static int ends_at, ended; /* how many flights end at that location */

static void look_at_end(const struct pulsar_map *map, const uint8_t *path, int length)
{
    (void)map;
    ended += path[length] == ends_at;
}

/* PUL-FLY-08 PUL-FLY-09 PUL-FLY-10: from N29 to the pulsar N28 and to the system N30 */
TEST_OF_GROUP(test_flights_of_the_worked_example)
{
    static const int to_pulsar[] = {0, 1, 1, 0, 0, 0}, to_system[] = {0, 1, 0, 0, 2};
    const struct pulsar_cards *cards = *state;
    const struct pulsar_map *map = &cards->maps[SIDE_PLAIN];
    for (int length = 1; length <= 5; length++) {
        ended = 0;
        ends_at = location(map, "N28");
        look_at_offered(map, location(map, "N29"), length, look_at_end);
        assert_int_equal(ended, to_pulsar[length]);
    }
    for (int length = 1; length <= 4; length++) {
        ended = 0;
        ends_at = location(map, "N30");
        look_at_offered(map, location(map, "N29"), length, look_at_end);
        assert_int_equal(ended, to_system[length]);
    }
}

/* ---- gate runs ------------------------------------------------------------------------------- */

static int best[COLOUR_ANY]; /* different gates of a colour on one flight */

static void look_at_gates(const struct pulsar_map *map, const uint8_t *path, int length)
{
    int gates[COLOUR_ANY] = {0};
    for (int i = 1; i <= length; i++) {
        bool again = false;
        for (int k = 1; k < i; k++)
            again = again || path[k] == path[i];
        gates[map->nodes[path[i]].colour] += !again;
    }
    for (int colour = GREEN; colour <= ORANGE; colour++)
        best[colour] = gates[colour] > best[colour] ? gates[colour] : best[colour];
}

/* PUL-RUN-04 PUL-RUN-05: the most gates that a die from 1 to 8 can bring, from the best start */
TEST_OF_GROUP(test_best_gate_runs)
{
    static const char *const expected[SIDES][COLOUR_ANY] = {
        {[GREEN] = "12344566", [MAGENTA] = "12344455", [ORANGE] = "12344445"},
        {[GREEN] = "12334455", [MAGENTA] = "12334456", [ORANGE] = "12344555"},
    };
    const struct pulsar_cards *cards = *state;
    for (int side = 0; side < SIDES; side++)
        for (int length = 1; length <= 8; length++) {
            const struct pulsar_map *map = &cards->maps[side];
            memset(best, 0, sizeof best);
            for (int start = 1; start <= map->node_count; start++)
                if (map->nodes[start].kind != NODE_ISOLATED)
                    look_at_offered(map, start, length, look_at_gates);
            for (int colour = GREEN; colour <= ORANGE; colour++)
                assert_int_equal(best[colour], expected[side][colour][length - 1] - '0');
        }
}

/* ---- systems --------------------------------------------------------------------------------- */

/* PUL-PLANET-12 PUL-PLANET-13 */
TEST_OF_GROUP(test_every_system_keeps_an_open_blue_planet)
{
    const struct pulsar_cards *cards = *state;
    for (int system = 1; system <= SYSTEMS; system++)
        for (int players = 2; players <= 4; players++) {
            unsigned open = cards->systems[system].open[players - 2];
            assert_true((open & cards->systems[system].blue) != 0);
            assert_int_equal(open & ~cards->systems[system].open[2], 0);
        }
}

int main(void)
{
    return run_registered(open_cards, close_cards);
}
