/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What programs outside get of Pulsar 2849: the layout is JSON with every place and card, the rules
 * count how far seats are with goals, the features say the same of the same and turn with the seat,
 * and the table of where flights can end agrees with a search. */

#include "pulsar_front.h"
#include "pulsar_printed.h"

#include "card_sets.h"

/* ---- the layout ------------------------------------------------------------------------------ */

static json_t *layout_of(const struct sitting *table)
{
    struct text text = {0};
    pulsar_layout(table->rules, &(struct json){.out = &text});
    return read_back(&text);
}

static size_t size_of(const json_t *layout, const char *key)
{
    return json_object_size(json_object_get(layout, key));
}

static void assert_point(const json_t *thing)
{
    static const char *const keys[] = {"x", "y"};
    for (int i = 0; i < 2; i++) {
        double value = json_number_value(json_object_get(thing, keys[i]));
        assert_true(value > 0 && value < 100);
    }
}

static void assert_cluster(const struct sitting *table, const json_t *cluster)
{
    const char *id;
    json_t *location, *segment;
    size_t index, doubles = 0;
    json_t *locations = json_object_get(cluster, "locations");
    json_t *segments = json_object_get(cluster, "segments");
    assert_int_equal(json_object_size(locations), map_in(table)->node_count);
    assert_int_equal(json_array_size(segments), map_in(table)->segment_count);
    json_object_foreach(locations, id, location)
    {
        bool gate = strcmp(json_string_value(json_object_get(location, "kind")), "gate") == 0;
        assert_point(location);
        assert_int_equal(json_is_string(json_object_get(location, "colour")), gate);
    }
    json_array_foreach(segments, index, segment)
    {
        const char *from = json_string_value(json_object_get(segment, "from"));
        const char *to = json_string_value(json_object_get(segment, "to"));
        assert_non_null(json_object_get(locations, from));
        assert_non_null(json_object_get(locations, to));
        doubles += json_is_true(json_object_get(segment, "double"));
    }
    assert_int_equal(doubles, json_is_true(json_object_get(cluster, "dead_ends")) ? 12 : 0);
}

/* Each technology of a row is there, in that row. */
static size_t technologies_in(const json_t *layout, const json_t *board)
{
    size_t index, k, count = 0;
    json_t *row, *name;
    json_array_foreach(json_object_get(board, "rows"), index, row)
        json_array_foreach(json_object_get(row, "technologies"), k, name)
    {
        const json_t *tech =
            json_object_get(json_object_get(layout, "technologies"), json_string_value(name));
        assert_int_equal(json_integer_value(json_object_get(tech, "row")),
                         json_integer_value(json_object_get(row, "row")));
        count++;
    }
    return count;
}

static void check_layout(int players, int kind, int cluster)
{
    struct sitting table;
    const char *id;
    json_t *item;
    size_t count = 0, letters = kind == GAME_STANDARD ? LETTERS : 1;
    open_table(&table, players, kind, cluster, START_ROLLED);
    json_t *layout = layout_of(&table);
    assert_cluster(&table, json_object_get(layout, "star_cluster"));
    json_object_foreach(json_object_get(layout, "technology_boards"), id, item) count +=
        technologies_in(layout, item);
    assert_int_equal(count, letters * TECHS_IN_PLAY);
    assert_int_equal(size_of(layout, "technologies"), letters * TECHS_IN_PLAY);
    assert_int_equal(size_of(layout, "headquarters"), kind == GAME_STANDARD ? HEADQUARTERS : 0);
    json_object_foreach(json_object_get(layout, "headquarters"), id, item)
        assert_int_equal(size_of(item, "projects"), PROJECTS_OF_SIDE);
    json_object_foreach(json_object_get(layout, "pyramid"), id, item) assert_point(item);
    assert_int_equal(size_of(layout, "pyramid"), PROJECTS_OF_SIDE);
    assert_int_equal(size_of(layout, "systems"), SYSTEMS);
    assert_int_equal(size_of(layout, "transmitters"), TRANSMITTERS);
    assert_int_equal(size_of(layout, "goals"), GOALS);
    assert_int_equal(size_of(layout, "gyrodynes"), SIZES);
    assert_int_equal(size_of(layout, "modifiers"), MODIFIERS);
    assert_int_equal(size_of(json_object_get(layout, "dice_board"), "tracks"), TRACKS);
    json_decref(layout);
    close_table(&table);
}

TEST(test_layout)
{
    for (int players = 2; players <= 4; players++) {
        check_layout(players, GAME_STANDARD, SIDE_PLAIN);
        check_layout(players, GAME_STANDARD, SIDE_DEAD_ENDS);
        check_layout(players, GAME_FIRST, SIDE_PLAIN);
    }
}

TEST(test_layout_details)
{
    struct sitting table;
    const char *text = NULL, *first = NULL, *second = NULL, *op = NULL;
    json_int_t six = 0, loss = 0, half = 0;
    int open = 1;
    open_standard(&table, 2);
    json_t *layout = layout_of(&table);
    assert_int_equal(json_unpack(layout, "{s:{s:{s:{s:{s:s}, s:[{s:s}]}, s:[i,I], s:[I,n]}}}",
                                 "transmitters", "T-A6", "production", "brief", "en", &text, "rows",
                                 "op", &op, "dice", &open, &six, "ends", &half),
                     0);
    assert_string_equal(text, "2 cubes");
    assert_string_equal(op, "cubes");
    assert_int_equal(six, 5);
    assert_int_equal(half, 2);
    assert_int_equal(
        json_unpack(layout, "{s:{s:{s:[s,s]}}}", "pyramid", "s2", "needs", &first, &second), 0);
    assert_string_equal(first, "b2");
    assert_string_equal(second, "b3");
    json_t *losses = json_object_get(json_object_get(layout, "dice_board"), "loss");
    loss = json_integer_value(json_array_get(losses, TRACK_SPACES - 1));
    assert_int_equal(loss, 2);
    assert_int_equal(json_unpack(layout, "{s:{s:{s:[{s:b},{s:b},{s:b}]}}}", "systems", "S2",
                                 "planets", "open", &open, "open", &open, "open", &open),
                     0);
    assert_int_equal(open, 0); /* the third is closed with two players */
    json_decref(layout);
    close_table(&table);
}

/* ---- how far seats are ----------------------------------------------------------------------- */

static json_t *progress_of(const struct sitting *table)
{
    struct text text = {0};
    pulsar_progress(table->rules, &table->state, &(struct json){.out = &text}, NULL);
    return read_back(&text);
}

/* Number `which` of the goals in play becomes this one. */
static void put_goal(struct sitting *table, int which, const char *id)
{
    const struct pulsar_cards *cards = table->rules->cards;
    const struct pulsar_goal *goal = card_with_id(cards->goals, GOALS, "goal", id);
    table->state.goals[which] = (uint8_t)(goal - cards->goals);
}

TEST(test_progress)
{
    struct sitting table;
    int mine = -1, other = -1;
    open_standard(&table, 2);
    json_t *progress = progress_of(&table);
    assert_int_equal(size_of(progress, "goals"), 0); /* none is dealt yet */
    assert_int_equal(json_integer_value(json_object_get(progress, "to_come")), 24);
    json_decref(progress);

    play_to_round(&table, 1);
    put_goal(&table, 0, "G5a");
    put_goal(&table, 1, "G3a");
    put_goal(&table, 2, "G6b");
    table.state.seats[0].patents = 1u << 2 | 1u << 5;
    table.state.seats[1].patents = 1u << 7;
    table.state.seats[1].online = 1u << 1 | 1u << 3 | 1u << 4;
    progress = progress_of(&table);
    assert_int_equal(size_of(progress, "goals"), GOALS_IN_PLAY);
    assert_int_equal(json_unpack(progress, "{s:{s:[i,i!]}}", "goals", "G5a", &mine, &other), 0);
    assert_int_equal(mine, 2);
    assert_int_equal(other, 1);
    assert_int_equal(json_unpack(progress, "{s:{s:[i,i!]}}", "goals", "G3a", &mine, &other), 0);
    assert_int_equal(mine, 0);
    assert_int_equal(other, 3);
    json_decref(progress);
    close_table(&table);
}

TEST(test_landings)
{
    struct sitting table;
    int to[6];
    open_standard(&table, 3);
    play_to_round(&table, 1);
    table.state.median = 6; /* 3 */
    table.state.tracks[0].space[0] = 2;
    table.state.tracks[1].space[2] = 14;
    json_t *progress = progress_of(&table);
    assert_int_equal(size_of(json_object_get(progress, "landings"), "initiative"), 3);
    assert_int_equal(json_unpack(progress, "{s:{s:{s:[i,i,i,i,i,i!]}}}", "landings", "initiative",
                                 "1", &to[0], &to[1], &to[2], &to[3], &to[4], &to[5]),
                     0);
    assert_memory_equal(to, ((int[]){1, 1, 2, 3, 4, 5}), sizeof to); /* not beyond the left end */
    assert_int_equal(json_unpack(progress, "{s:{s:{s:[i,i,i,i,i,i!]}}}", "landings", "engineering",
                                 "3", &to[0], &to[1], &to[2], &to[3], &to[4], &to[5]),
                     0);
    assert_memory_equal(to, ((int[]){12, 13, 14, 15, 15, 15}), sizeof to);
    json_decref(progress);
    close_table(&table);
}

/* ---- features -------------------------------------------------------------------------------- */

enum { BOUND = 99 };

static void features_of(const struct sitting *table, int seat, int16_t *features)
{
    struct score score;
    pulsar_score(table->rules, &table->state, &score);
    pulsar_features(table->rules, &table->state, &score, seat, features);
    for (int i = 0; i < PULSAR_FEATURES; i++)
        assert_in_range(features[i] + BOUND, 0, 2 * BOUND);
}

/* The block of a seat is the same from every view; only its place changes. So is the table. */
static void assert_turns(const struct sitting *table)
{
    enum {
        OWN = 107,
        TABLE = 156,
        TABLE_FROM = SEATS_MAX * PULSAR_SEAT_FEATURES + OWN,
        TILES_FROM = TABLE_FROM + TABLE
    };
    int16_t views[SEATS_MAX][PULSAR_FEATURES];
    const size_t size = PULSAR_SEAT_FEATURES * sizeof views[0][0];
    int players = table->rules->setup.players;
    for (int seat = 0; seat < players; seat++)
        features_of(table, seat, views[seat]);
    for (int seat = 0; seat < players; seat++) {
        for (int i = 0; i < players; i++) {
            const int16_t *other = views[(seat + i) % players];
            assert_memory_equal(views[seat] + i * PULSAR_SEAT_FEATURES, other, size);
            assert_memory_equal(views[seat] + TILES_FROM + i * PULSAR_SEAT_TILES,
                                other + TILES_FROM, PULSAR_SEAT_TILES * sizeof other[0]);
        }
        assert_memory_equal(views[seat] + TABLE_FROM, views[0] + TABLE_FROM,
                            TABLE * sizeof views[0][0]);
    }
    for (int i = players * PULSAR_SEAT_FEATURES; i < SEATS_MAX * PULSAR_SEAT_FEATURES; i++)
        assert_int_equal(views[0][i], 0);
}

TEST(test_features_turn)
{
    for (int players = 2; players <= 4; players++) {
        struct sitting table;
        open_table(&table, players, players == 3 ? GAME_NO_HEADQUARTERS : GAME_STANDARD,
                   players == 2 ? SIDE_DEAD_ENDS : SIDE_PLAIN, START_ROLLED);
        do
            assert_turns(&table);
        while (step(&table));
        close_table(&table);
    }
}

/* How many features a change of the state changes, from the view of seat 0. */
static int differences(const struct sitting *before, const struct sitting *after)
{
    int16_t one[PULSAR_FEATURES], other[PULSAR_FEATURES];
    int count = 0;
    features_of(before, 0, one);
    features_of(after, 0, other);
    for (int i = 0; i < PULSAR_FEATURES; i++)
        count += one[i] != other[i];
    return count;
}

/* What is told of a state: each of these changes shows, small ones in few numbers. */
TEST(test_features_differ)
{
    struct sitting table, other;
    open_standard(&table, 3);
    play_to_round(&table, 4);
    struct pulsar_state *s = &other.state;
#define ASSERT_SHOWS(change, least, most)                                                          \
    do {                                                                                           \
        other = table;                                                                             \
        change;                                                                                    \
        assert_in_range(differences(&table, &other), least, most);                                 \
    } while (0)
    ASSERT_SHOWS((void)0, 0, 0);
    ASSERT_SHOWS(s->seats[1].cubes++, 1, 1);
    ASSERT_SHOWS(s->seats[2].tokens[PLUS_TWO]++, 1, 1);
    ASSERT_SHOWS(s->seats[0].hand[LARGE]++, 2, 2); /* and the stock */
    ASSERT_SHOWS(s->seats[1].points[SOURCE_RUNS] += 3, 2, 5);
    ASSERT_SHOWS(s->seats[0].patents ^= 1u << 9, 3, 14);
    ASSERT_SHOWS(s->seats[1].extra_stations += 2, 1, 2);
    ASSERT_SHOWS(s->seats[2].runs ^= 1 << TOP, 2, 4);
    ASSERT_SHOWS(s->seats[0].goals ^= 4, 1, 1);
    ASSERT_SHOWS(s->offer[0] = 0, 2, 12);
    ASSERT_SHOWS(s->awards[MEDIUM][0] = s->awards[MEDIUM][0] == 2 ? 1 : 2, 1, 3);
    ASSERT_SHOWS(track_put_on_top(&s->tracks[INITIATIVE], 0, 15), 1, 6);
    ASSERT_SHOWS(s->fresh ^= 2, 1, 2);
    ASSERT_SHOWS(s->round++, 1, 40);
    ASSERT_SHOWS(s->seats[1].ship = s->seats[1].ship == 30 ? 31 : 30, 1, 24);
#undef ASSERT_SHOWS
    close_table(&table);
}

/* ---- where flights can end ------------------------------------------------------------------- */

/* The table of pulsars agrees with the search for a flight that ends at one of them. */
TEST(test_reach)
{
    struct sitting table;
    open_standard(&table, 2);
    const struct pulsar_cards *cards = table.rules->cards;
    for (int side = 0; side < SIDES; side++) {
        const struct pulsar_map *map = &cards->maps[side];
        for (int from = 1; from <= map->node_count; from++)
            for (int length = 1; length <= FLIGHT_MAX; length++)
                for (int pulsar = 0; pulsar < NODE_PULSARS; pulsar++) {
                    struct pulsar_errand errand = {.claims = true, .pulsars = 1u << pulsar};
                    bool there = pulsar_trail_exists(map, from, length,
                                                     (struct pulsar_segments){{0}}, errand);
                    assert_int_equal(map->pulsar_ends[from][length] >> pulsar & 1, there);
                }
    }
    close_table(&table);
}

/* From N29 a 1 or a 4 ends at N30, a 1 or a 2 at N28: PUL-FLY-08 to PUL-FLY-10. */
TEST(test_reach_of_example)
{
    struct sitting table;
    open_standard(&table, 2);
    const struct pulsar_map *map = map_in(&table);
    int system = map->nodes[30].number - 1, pulsar = map->nodes[28].number - 1;
    assert_string_equal(map->nodes[29].face.id, "N29");
    for (int length = 1; length <= 5; length++) {
        assert_int_equal(map->pulsar_ends[29][length] >> pulsar & 1, length == 1 || length == 2);
        if (length <= 4)
            assert_int_equal(map->system_ends[29][length] >> system & 1,
                             length == 1 || length == 4);
    }
    struct pulsar_flight_ends ends = pulsar_ends_of_path(map, (uint8_t[]){29, 28, 27}, 2);
    assert_true(ends.systems[4] >> system & 1);
    assert_int_equal(ends.pulsars[3] >> pulsar & 1, 0);
    close_table(&table);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
