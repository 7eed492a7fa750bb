/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The components of Pulsar 2849: the card set in the program is complete, has the values of the
 * game, tells itself in both languages, both star clusters are what flights need, and a wrong set
 * is refused with the place and what is wrong there. A note such as PUL-FLY-08 names the rule of
 * the game that needs this value or route. */

#include "games/pulsar_2849/state.h"

#include "card_sets.h"
#include "pulsar_printed.h"
#include "effect_lines.h"

#include "base/bits.h"

static const struct card_set set = {
    .game = "pulsar-2849",
    .names = pulsar_card_files,
    .read = pulsar_read_cards,
    .component = pulsar_component,
    .grammar = &pulsar_grammar,
    .fixed = UINT64_C(0xd9e3b765c308010a),
};

/* The one whose values are tested. Those in data/ may become others. */
static struct ruleset *fixed;

static int open_cards(void **state)
{
    *state = read_embedded(&set);
    fixed = open_fixed(&set);
    return 0;
}

static int close_all(void **state)
{
    ruleset_close(fixed);
    return close_cards(state);
}

static void assert_program(const struct pulsar_cards *cards, struct program program,
                           const char *expected)
{
    assert_rows(&pulsar_grammar, cards->rows, program, expected);
}

static const struct pulsar_tech *tech(const struct pulsar_cards *cards, const char *id)
{
    return card_with_id(cards->techs, TECHS, "technology", id);
}

static const struct pulsar_transmitter *transmitter(const struct pulsar_cards *cards,
                                                    const char *id)
{
    return card_with_id(cards->transmitters, TRANSMITTERS, "transmitter", id);
}

static const struct pulsar_project *project(const struct pulsar_cards *cards, const char *id)
{
    return card_with_id(cards->projects, PROJECTS, "project", id);
}

static const struct pulsar_goal *goal(const struct pulsar_cards *cards, const char *id)
{
    return card_with_id(cards->goals, GOALS, "goal", id);
}

/* ---- technologies ------------------------------------------------------------------------------
 */

TEST_OF_GROUP(test_technology_ids)
{
    const struct pulsar_cards *cards = *state;
    static const char *const categories[] = {"I", "II", "III"};
    struct text id = {0};
    for (int i = 1; i <= TECHS; i++) {
        const struct pulsar_tech *card = &cards->techs[i];
        assert_int_equal(i, 1 + card->letter * TECHS_IN_PLAY + card->index);
        assert_true(pulsar_category_techs[card->category] >> card->index & 1);
        text_addf(&id, "%c%s-%d", 'A' + card->letter, categories[card->category], card->index);
        assert_text(&id, card->face.id);
        /* Two icons on the inner and the outer row. */
        assert_int_equal(card->icons, card->row == 1 || card->row == 8 ? 2 : 1);
    }
    text_free(&id);
}

TEST(test_technologies)
{
    const struct pulsar_cards *cards = fixed->cards;
    static const struct {
        const char *id;
        int row, cost, type, source;
        const char *effect;
    } expected[] = {
        {"AI-0", 1, 1, TYPE_PERMANENT, RECONSTRUCTED, "tolerance flight-green"},
        {"AI-1", 1, 3, TYPE_PERMANENT, PRINTED, "when patent (points 2)"},
        {"AI-3", 2, 2, TYPE_PERMANENT, PRINTED, "tolerance completion, when completion (points 3)"},
        {"AI-4", 2, 5, TYPE_IMMEDIATE, PRINTED, "claim an isolated pulsar, gyrodyne any"},
        {"AII-6", 3, 3, TYPE_IMMEDIATE, PRINTED, "silver die 2 and red die 2"},
        {"AII-7", 3, 4, TYPE_PRODUCTION, PRINTED, "points 1 per spinning"},
        {"AII-9", 4, 4, TYPE_IMMEDIATE, PRINTED, "teleport to system"},
        {"AII-11", 5, 5, TYPE_IMMEDIATE, PRINTED, "exploration 2, plus-minus 1, plus-two 1"},
        {"AIII-13", 6, 6, TYPE_FINAL, PRINTED, "points 3 per links"},
        {"AIII-14", 7, 3, TYPE_FINAL, PRINTED,
         "points by types (1 gives 4, 2 gives 8, 3 gives 16)"},
        {"AIII-15", 7, 5, TYPE_FINAL, PRINTED, "one goal counts as achieved"},
        {"AIII-16", 8, 3, TYPE_FINAL, PRINTED, "buy 9 points for 2 cubes"},
        {"BI-2", 1, 6, TYPE_PERMANENT, RECONSTRUCTED, "tolerance project, when project (points 2)"},
        {"BI-3", 2, 2, TYPE_IMMEDIATE, RECONSTRUCTED, "two gyrodynes"},
        {"BII-6", 3, 1, TYPE_PRODUCTION, RECONSTRUCTED, "points 1 per 2 projects"},
        {"BIII-14", 7, 3, TYPE_FINAL, RECONSTRUCTED, "initiative times 2"},
        {"BIII-15", 7, 4, TYPE_FINAL, RECONSTRUCTED, "extra stations 2"},
        {"CI-3", 2, 1, TYPE_PERMANENT, RECONSTRUCTED, "copy a die for 3 cubes"},
        {"CII-6", 3, 2, TYPE_PRODUCTION, RECONSTRUCTED,
         "points by base-projects (1 gives 1, 2 gives 2, 3 gives 3)"},
        {"CIII-13", 6, 6, TYPE_FINAL, RECONSTRUCTED,
         "points by same-type (1 gives 2, 2 gives 7, 3 gives 13, 4 gives 18)"},
        {"CIII-14", 7, 2, TYPE_FINAL, RECONSTRUCTED, "idle pulsars count 3"},
        {"CIII-16", 8, 6, TYPE_IMMEDIATE, RECONSTRUCTED, "spin up to 2 gyrodynes, points 3"},
        {"DI-1", 1, 3, TYPE_PERMANENT, RECONSTRUCTED,
         "when plus-minus-spent (points 1), when plus-two-spent (points 2)"},
        {"DI-3", 2, 1, TYPE_PERMANENT, RECONSTRUCTED, "when patent (cubes 1)"},
        {"DI-5", 2, 6, TYPE_PERMANENT, RECONSTRUCTED, "tolerance once-a-turn"},
        {"DIII-14", 7, 2, TYPE_FINAL, RECONSTRUCTED, "every cube counts"},
        {"DIII-16", 8, 1, TYPE_IMMEDIATE, RECONSTRUCTED, "pay 1 cubes for red die 6"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct pulsar_tech *card = tech(cards, expected[i].id);
        assert_int_equal(card->row, expected[i].row);
        assert_int_equal(card->cost, expected[i].cost);
        assert_int_equal(card->type, expected[i].type);
        assert_int_equal(card->face.provenance, expected[i].source);
        assert_program(cards, card->effect, expected[i].effect);
    }
    assert_string_equal(tech(cards, "AIII-13")->face.name[LANGUAGE_DE], "Kopplungsdividende");
}

TEST(test_rows_of_boards)
{
    const struct pulsar_cards *cards = fixed->cards;
    static const uint8_t expected[LETTERS * CATEGORIES][CATEGORIES] = {
        {0, 2},    {1, 0, 2},
        {0, 2, 4}, {0, 1},
        {2, 0, 1}, {2, 1, BONUS_MEDIAN},
        {0, 2},    {0, BONUS_MEDIAN, 0},
        {1, 3, 4}, {0, 1},
        {1, 2, 0}, {BONUS_MEDIAN, 0, 4},
    };
    for (int i = 0; i < LETTERS * CATEGORIES; i++)
        assert_memory_equal(cards->boards[i + 1].bonus, expected[i], CATEGORIES);
    assert_string_equal(cards->boards[9].face.id, "CIII");
    assert_int_equal(cards->boards[3].face.provenance, PRINTED);
    assert_int_equal(cards->boards[4].face.provenance, RECONSTRUCTED);
}

static int scopes_of(const struct pulsar_cards *cards, int letter, int index)
{
    return cards->techs[1 + letter * TECHS_IN_PLAY + index].scopes;
}

/* The tables by event and type, and tolerances. */
TEST(test_technologies_by_what_they_do)
{
    const struct pulsar_cards *cards = fixed->cards;
    assert_int_equal(cards->event_techs[0][EVENT_PATENT], 1 << 1);
    assert_int_equal(cards->event_techs[3][EVENT_PATENT], 1 << 3);
    assert_int_equal(cards->event_techs[3][EVENT_CLAIM], 1 << 0 | 1 << 11);
    assert_int_equal(cards->event_techs[2][EVENT_COMPLETION], 1 << 7);
    assert_int_equal(scopes_of(cards, 0, 0), 1 << SCOPE_GREEN);
    assert_int_equal(scopes_of(cards, 1, 0), 1 << SCOPE_ORANGE);
    assert_int_equal(scopes_of(cards, 2, 1), 1 << SCOPE_PATENT);
    assert_int_equal(scopes_of(cards, 3, 5), 1 << SCOPE_ONCE);
    assert_int_equal(scopes_of(cards, 3, 4), 0);
    assert_int_equal(cards->type_techs[0][TYPE_PRODUCTION], 1 << 7);
    for (int letter = 0; letter < LETTERS; letter++) {
        uint32_t all = 0;
        for (int type = 0; type < TYPES; type++)
            all |= cards->type_techs[letter][type];
        assert_int_equal(all, (1 << TECHS_IN_PLAY) - 1);
    }
}

/* ---- tiles -------------------------------------------------------------------------------------
 */

TEST_OF_GROUP(test_systems) /* PUL-PLANET-12, PUL-PLANET-13 */
{
    const struct pulsar_cards *cards = *state;
    int open[3] = {0};
    for (int i = 1; i <= SYSTEMS; i++) {
        const struct pulsar_system *system = &cards->systems[i];
        assert_int_equal(system->face.provenance, PRINTED);
        for (int k = 0; k < 3; k++) {
            open[k] += bits_count(system->open[k]);
            assert_true(system->open[k] & system->blue);
        }
        assert_int_equal(system->open[2], (1 << system->planet_count) - 1);
    }
    assert_int_equal(open[0], 37);
    assert_int_equal(open[1], 41);
    assert_int_equal(open[2], 50);
    assert_program(cards, cards->systems[1].bonus, "red die 1");
    assert_program(cards, cards->systems[5].bonus, "gyrodyne M, plus-minus 1");
    assert_program(cards, cards->systems[9].bonus, "gyrodyne SL");
    assert_int_equal(cards->rows[cards->systems[9].bonus.start].a, 1 << SMALL | 1 << LARGE);
    assert_program(cards, cards->systems[17].bonus, "cubes 2");
    assert_int_equal(cards->systems[15].planet_count, 4); /* b b(4) l(3+) l(4) */
    assert_int_equal(cards->systems[15].blue, 3);
    assert_int_equal(cards->systems[15].open[0], 1);
    assert_int_equal(cards->systems[15].open[1], 1 | 4);
}

TEST(test_exploration)
{
    const struct pulsar_cards *cards = fixed->cards;
    static const uint8_t counts[] = {4, 3, 2, 1, 2};
    assert_int_equal(cards->tile_count, sizeof counts);
    for (int i = 0; i < cards->tile_count; i++)
        assert_int_equal(cards->tiles[i + 1].count, counts[i]);
    assert_program(cards, cards->tiles[1].effect, "points 4");
    assert_program(cards, cards->tiles[2].effect, "points 5");
    assert_program(cards, cards->tiles[3].effect, "cubes 3");
    assert_program(cards, cards->tiles[4].effect, "plus-minus 1, plus-two 1");
    assert_program(cards, cards->tiles[5].effect, "extra stations 1");
}

TEST(test_transmitters)
{
    const struct pulsar_cards *cards = fixed->cards;
    for (int i = 1; i <= TRANSMITTERS; i++)
        assert_int_equal(cards->transmitters[i].letter, (i - 1) / TRANSMITTERS_OF_LETTER);
    const struct pulsar_transmitter *card = transmitter(cards, "T-A1");
    assert_int_equal(card->dice_count, 3);
    assert_memory_equal(card->dice, ((uint8_t[]){1, 2, 6}), 3);
    assert_memory_equal(card->ends, ((uint8_t[]){3, 1}), 2);
    assert_program(cards, card->immediate, "points 8");
    assert_program(cards, card->production, "points 2, cubes 1");
    assert_int_equal(card->face.provenance, PRINTED);
    card = transmitter(cards, "T-A8");
    assert_memory_equal(card->ends, ((uint8_t[]){END_NONE, 2}), 2);
    assert_program(cards, card->immediate, "points 3");
    assert_program(cards, card->production, "points 1");
    card = transmitter(cards, "T-A3");
    assert_memory_equal(card->ends, ((uint8_t[]){0, END_NONE}), 2);
    assert_memory_equal(card->dice, ((uint8_t[]){3, 3, 0}), 3);
    assert_int_equal(card->dice_count, 2);
    assert_int_equal(card->immediate.count, 0);
    assert_program(cards, transmitter(cards, "T-B6")->production, "buy 4 points for 1 cubes");
    assert_program(cards, transmitter(cards, "T-A2")->immediate,
                   "points 3, claim an isolated pulsar");
    assert_program(cards, transmitter(cards, "T-B3")->immediate, "teleport to pulsar");
    assert_program(cards, transmitter(cards, "T-C6")->immediate, "points 3, teleport to any");
    assert_int_equal(transmitter(cards, "T-C7")->face.provenance, RECONSTRUCTED);
}

TEST(test_headquarters)
{
    const struct pulsar_cards *cards = fixed->cards;
    for (int side = 1; side <= HEADQUARTERS; side++) {
        int runs = 0;
        for (int i = 0; i < PROJECTS_OF_SIDE; i++) {
            int number = 1 + (side - 1) * PROJECTS_OF_SIDE + i;
            assert_memory_equal(cards->projects[number].face.id, cards->sides[side].face.id, 2);
            runs += effect_uses(cards->rows, cards->projects[number].benefit, OP_RUN);
        }
        assert_int_equal(runs, side % 2 == 1 ? 4 : 5);
        int top = cards->projects[side * PROJECTS_OF_SIDE].die;
        assert_int_equal(top, strcmp(cards->sides[side].face.id, "C1") == 0 ? 3 : 5);
    }
    assert_int_equal(cards->sides[2].face.provenance, PRINTED);
    assert_int_equal(cards->sides[5].face.provenance, PRINTED);
    assert_int_equal(cards->sides[6].face.provenance, PRINTED);
    assert_int_equal(cards->sides[5].board, 2);
    assert_program(cards, project(cards, "A2-b1")->benefit, "gyrodyne any, gate run orange 2");
    assert_program(cards, project(cards, "A2-s2")->benefit,
                   "silver die 2 and red die 1, plus-minus 1");
    assert_program(cards, project(cards, "C2-top")->benefit,
                   "points 2, exploration 1, gate run any 4");
    assert_int_equal(project(cards, "C2-t1")->die, 6);
    assert_program(cards, project(cards, "B2-t1")->benefit, "points 4, gate run orange 2");
    assert_string_equal(project(cards, "D1-top")->face.name[LANGUAGE_DE], "Ringmetropole");
    assert_int_equal(pulsar_project_needs[TOP], 127);
    assert_int_equal(pulsar_project_needs[SECOND_2], 1 << BASE_2 | 1 << BASE_3);
}

TEST(test_goals)
{
    const struct pulsar_cards *cards = fixed->cards;
    const struct pulsar_goal *card = goal(cards, "G3b");
    assert_int_equal(card->noun, NOUN_ONLINE);
    assert_int_equal(card->number, 4);
    assert_int_equal(card->points, 7);
    assert_int_equal(card->bonus_count, 1);
    assert_int_equal(card->bonus[0], 3);
    assert_int_equal(card->face.provenance, PRINTED);
    card = goal(cards, "G5a"); /* PUL-GOAL-04 */
    assert_int_equal(card->noun, NOUN_PATENTS);
    assert_int_equal(card->points, 6);
    assert_memory_equal(card->bonus, ((uint8_t[]){4, 1}), 2);
    assert_true(card->first_game && goal(cards, "G2a")->first_game &&
                goal(cards, "G4a")->first_game);
    assert_int_equal(goal(cards, "G1b")->noun, NOUN_SAME);
    assert_int_equal(goal(cards, "G6b")->noun, NOUN_RUNS);
    assert_int_equal(goal(cards, "G4b")->number, 11);
    assert_memory_equal(cards->station_points,
                        ((uint8_t[]){0, 0, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 50}),
                        STATION_STEPS); /* PUL-FINAL-08, PUL-FINAL-10 */
    assert_int_equal(cards->station_further, 3);
    assert_int_equal(cards->idle_points, 1);
    assert_int_equal(cards->tile_points, 1);
    assert_int_equal(cards->cubes_per_point, 2);
}

TEST_OF_GROUP(test_dice_board_and_gyrodynes)
{
    const struct pulsar_cards *cards = *state;
    static const uint8_t loss[TRACK_SPACES + 1] = {[14] = 1, [15] = 2};
    assert_int_equal(cards->track_start, 8);
    assert_memory_equal(cards->track_loss, loss, sizeof loss);
    const struct pulsar_players *two = &cards->players[0], *four = &cards->players[2];
    assert_int_equal(two->silver, 7);
    assert_int_equal(two->leftover, 3);
    assert_int_equal(two->counters, 2);
    assert_int_equal(two->ranks, 4);
    assert_memory_equal(two->cubes, ((uint8_t[]){2, 1, 0, 0}), 4);
    assert_memory_equal(two->points, ((uint8_t[]){0, 0, 1, 0}), 4);
    assert_memory_equal(cards->players[1].initiative, ((uint8_t[]){7, 4, 0, 0}), 4);
    assert_int_equal(cards->players[1].ranks, 3);
    assert_int_equal(four->silver, 9);
    assert_memory_equal(four->start_points, ((uint8_t[]){5, 6, 7, 8}), 4);
    assert_memory_equal(four->even_dice, ((uint8_t[]){1, 2, 3, 4, 5, 6}), 6);
    assert_int_equal(two->even_count, 4);
    assert_int_equal(cards->copy_price, 4);
    assert_int_equal(cards->rings, 6);
    assert_int_equal(cards->gyrodynes[MEDIUM].complete, 5);
    assert_int_equal(cards->gyrodynes[LARGE].take, 4);
    assert_int_equal(cards->gyrodynes[SMALL].produces, 1);
    assert_int_equal(cards->gyrodynes[LARGE].tiles, 10);
    assert_memory_equal(cards->gyrodynes[SMALL].awards, ((uint8_t[]){7, 4}), 2);
    assert_int_equal(cards->modifiers[PLUS_MINUS].dice, 1 << 1 | 1 << 2);
    assert_int_equal(cards->modifiers[PLUS_TWO].dice, 1 << 2);
    assert_int_equal(cards->modifiers[PLUS_MINUS].start, 1);
}

/* ---- the star cluster --------------------------------------------------------------------------
 */

static int node_of(const struct pulsar_map *map, struct span id)
{
    for (int i = 1; i <= map->node_count; i++)
        if (span_is(id, map->nodes[i].face.id))
            return i;
    fail_msg("there is no location %.*s", (int)id.length, id.at);
    return 0;
}

TEST_OF_GROUP(test_locations) /* PUL-SETUP-02 */
{
    const struct pulsar_cards *cards = *state;
    static const int gates[SIDES] = {17, 16}, nodes[SIDES] = {87, 84}, segments[SIDES] = {105, 106};
    for (int side = 0; side < SIDES; side++) {
        const struct pulsar_map *map = &cards->maps[side];
        int kinds[NODE_KINDS] = {0}, colours[4] = {0}, doubles = 0;
        assert_int_equal(map->node_count, nodes[side]);
        assert_int_equal(map->segment_count, segments[side]);
        for (int i = 1; i <= map->node_count; i++) {
            kinds[map->nodes[i].kind]++;
            colours[map->nodes[i].colour]++;
        }
        for (int i = 1; i <= map->segment_count; i++)
            doubles += map->segments[i].twin != 0;
        assert_int_equal(doubles, side == SIDE_PLAIN ? 0 : 12);
        assert_int_equal(kinds[NODE_ENTRY], 4);
        assert_int_equal(kinds[NODE_SYSTEM], 16);
        assert_int_equal(kinds[NODE_PULSAR], 13);
        assert_int_equal(kinds[NODE_ISOLATED], 3);
        for (int colour = GREEN; colour <= ORANGE; colour++)
            assert_int_equal(colours[colour], gates[side]);
    }
    const struct pulsar_map *plain = &cards->maps[SIDE_PLAIN];
    assert_int_equal(plain->nodes[node_of(plain, span_of("N34"))].x, 4483);
    assert_int_equal(plain->nodes[node_of(plain, span_of("N73"))].y, 3337);
    assert_int_equal(plain->nodes[node_of(plain, span_of("N7"))].y, 1010);
    assert_string_equal(plain->nodes[plain->entries[4]].face.id, "N37");
    assert_string_equal(plain->nodes[plain->pulsars[14]].face.id, "N70");
    assert_string_equal(plain->nodes[plain->systems[16]].face.id, "N84");
}

TEST_OF_GROUP(test_links)
{
    const struct pulsar_cards *cards = *state;
    for (int side = 0; side < SIDES; side++) {
        const struct pulsar_map *map = &cards->maps[side];
        int ends[SEGMENTS + 1] = {0};
        for (int i = 1; i <= map->node_count; i++) {
            const struct pulsar_node *node = &map->nodes[i];
            if (node->kind == NODE_PULSAR)
                assert_int_equal(node->link_count, 2);
            else if (node->kind == NODE_ENTRY)
                assert_int_equal(node->link_count, 1);
            else if (node->kind == NODE_ISOLATED)
                assert_int_equal(node->link_count, 0);
            else
                assert_in_range(node->link_count, 2, 5);
            for (int k = 0; k < node->link_count; k++) {
                struct pulsar_link link = node->links[k];
                assert_in_range(link.segment, 1, map->segment_count);
                const struct pulsar_segment *segment = &map->segments[link.segment];
                assert_true(segment->from < segment->to);
                assert_int_equal(segment->from + segment->to, i + link.to);
                assert_true(segment->from == i || segment->to == i);
                ends[link.segment]++;
            }
        }
        for (int i = 1; i <= map->segment_count; i++)
            assert_int_equal(ends[i], 2);
    }
}

/* A search through all flights of a length. */
struct flights {
    const struct pulsar_map *map;
    int to; /* counts those that end there, 0: all */
    int found;
    int colour, best; /* most different gates of a colour */
    bool used[SEGMENTS + 1];
    uint8_t visits[NODES + 1];
};

static void fly(struct flights *flights, int at, int left)
{
    const struct pulsar_node *node = &flights->map->nodes[at];
    if (left == 0) {
        int gates = 0;
        for (int i = 1; i <= flights->map->node_count; i++)
            gates += flights->visits[i] > 0 && flights->map->nodes[i].colour == flights->colour;
        flights->best = gates > flights->best ? gates : flights->best;
        flights->found += flights->to == 0 || flights->to == at;
        return;
    }
    for (int i = 0; i < node->link_count; i++) {
        struct pulsar_link link = node->links[i];
        if (flights->used[link.segment] || flights->map->nodes[link.to].kind == NODE_ENTRY)
            continue;
        flights->used[link.segment] = true;
        flights->visits[link.to]++;
        fly(flights, link.to, left - 1);
        flights->visits[link.to]--;
        flights->used[link.segment] = false;
    }
}

static int count_flights(const struct pulsar_map *map, const char *from, const char *to, int length)
{
    struct flights flights = {.map = map, .to = to != NULL ? node_of(map, span_of(to)) : 0};
    fly(&flights, node_of(map, span_of(from)), length);
    return flights.found;
}

/* Can a flight go through these locations, each segment used once? */
static bool is_flight(const struct pulsar_map *map, const char *route)
{
    bool used[SEGMENTS + 1] = {false};
    int at = 0;
    for (const char *word = route; *word != '\0';) {
        size_t length = strcspn(word, " ");
        int to = node_of(map, (struct span){word, length}), found = 0;
        const struct pulsar_node *node = &map->nodes[at];
        for (int i = 0; at != 0 && i < node->link_count; i++)
            if (node->links[i].to == to && !used[node->links[i].segment])
                found = node->links[i].segment;
        if (at != 0 && found == 0)
            return false;
        used[found] = true;
        at = to;
        word += length + strspn(word + length, " ");
    }
    return true;
}

TEST_OF_GROUP(test_worked_flights)
{
    const struct pulsar_cards *cards = *state;
    const struct pulsar_map *plain = &cards->maps[SIDE_PLAIN];
    const struct pulsar_map *dead_ends = &cards->maps[SIDE_DEAD_ENDS];
    assert_true(is_flight(plain, "N29 N28")); /* PUL-FLY-08 */
    assert_true(is_flight(plain, "N29 N27 N28"));
    assert_true(is_flight(plain, "N29 N30")); /* PUL-FLY-09 */
    assert_true(is_flight(plain, "N29 N28 N27 N29 N30"));
    assert_int_equal(count_flights(plain, "N29", "N28", 3), 0); /* PUL-FLY-10 */
    assert_int_equal(count_flights(plain, "N29", "N28", 5), 0);
    assert_false(is_flight(plain, "N29 N31"));                          /* PUL-FLY-02 */
    assert_false(is_flight(plain, "N29 N30 N29"));                      /* PUL-FLY-03 */
    assert_true(is_flight(plain, "N67 N62 N63 N66 N65 N64 N63"));       /* PUL-RUN-07 */
    assert_true(is_flight(plain, "N13 N10 N11 N12 N13"));               /* PUL-RUN-05 */
    assert_true(is_flight(dead_ends, "D501 D103 D304 D104 D304 D103")); /* PUL-DEAD-07 */
    assert_false(is_flight(dead_ends, "D103 D304 D103 D304"));          /* PUL-DEAD-01 */
    assert_true(is_flight(dead_ends, "D506 D507 D110 D507 D506"));
}

/* From every location there is a flight of each length 1 to 9. */
TEST_OF_GROUP(test_flights_of_every_length) /* PUL-BONUS-07 */
{
    const struct pulsar_cards *cards = *state;
    for (int side = 0; side < SIDES; side++) {
        const struct pulsar_map *map = &cards->maps[side];
        for (int i = 1; i <= map->node_count; i++)
            for (int length = 1; map->nodes[i].kind != NODE_ISOLATED && length <= 9; length++)
                assert_true(count_flights(map, map->nodes[i].face.id, NULL, length) > 0);
    }
}

TEST_OF_GROUP(test_best_gate_runs)
{
    const struct pulsar_cards *cards = *state;
    static const uint8_t expected[SIDES][3][6] = {
        {{1, 2, 3, 4, 4, 5}, {1, 2, 3, 4, 4, 4}, {1, 2, 3, 4, 4, 4}},
        {{1, 2, 3, 3, 4, 4}, {1, 2, 3, 3, 4, 4}, {1, 2, 3, 4, 4, 5}},
    };
    for (int side = 0; side < SIDES; side++) {
        const struct pulsar_map *map = &cards->maps[side];
        for (int colour = GREEN; colour <= ORANGE; colour++) {
            for (int length = 1; length <= 6; length++) {
                struct flights flights = {.map = map, .colour = colour};
                for (int i = 1; i <= map->node_count; i++)
                    fly(&flights, i, length);
                assert_int_equal(flights.best, expected[side][colour - GREEN][length - 1]);
            }
        }
    }
}

/* ---- effects -----------------------------------------------------------------------------------
 */

TEST(test_effects_are_written_back)
{
    static const char *const effects[] = {"effect", "immediate", "production", "benefit", NULL};
    static const char *const bonuses[] = {"bonus", NULL};
    assert_int_equal(write_back(&set, "technologies.cards", effects), TECHS);
    assert_int_equal(write_back(&set, "systems.cards", bonuses), SYSTEMS);
    assert_int_equal(write_back(&set, "exploration.cards", effects), 5);
    assert_int_equal(write_back(&set, "transmitters.cards", effects), 21 + 16);
    assert_int_equal(write_back(&set, "headquarters.cards", effects), PROJECTS);
}

TEST_OF_GROUP(test_every_word_is_used)
{
    const struct pulsar_cards *cards = *state;
    bool ops[OP_COUNT] = {false}, events[EVENT_COUNT] = {false}, scopes[SCOPE_COUNT] = {false};
    bool nouns[NOUN_COUNT] = {false};
    for (int i = 0; i < cards->row_count; i++) {
        const struct effect *row = &cards->rows[i];
        ops[row->op] = true;
        if (row->op == OP_WHEN)
            events[row->a] = true;
        else if (row->op == OP_TOLERANCE)
            scopes[row->a] = true;
        else if (row->op == OP_PER || row->op == OP_SHARE || row->op == OP_TABLE)
            nouns[row->a] = true;
    }
    for (int i = 1; i < OP_COUNT; i++)
        assert_true(ops[i]);
    for (int i = 1; i < EVENT_COUNT; i++)
        assert_true(events[i]);
    for (int i = 1; i < SCOPE_COUNT; i++)
        assert_true(scopes[i]);
    for (int i = 1; i < NOUN_COUNT; i++)
        assert_true(nouns[i]);
}

/* ---- texts -------------------------------------------------------------------------------------
 */

TEST_OF_GROUP(test_every_component_tells_itself)
{
    int all = TECHS + LETTERS * CATEGORIES + 87 + 84 + SYSTEMS + 5 + TRANSMITTERS + HEADQUARTERS +
              PROJECTS + SIZES + MODIFIERS + 1 + 1 + 3 + 1 + GOALS + 2;
    assert_int_equal(count_told(&set, *state, ENGLISH), all);
    assert_int_equal(count_told(&set, *state, LANGUAGE_DE), all);
}

/* One side of the star cluster. */
TEST_OF_GROUP(test_what_a_setup_uses)
{
    struct setup plain = {.players = 2}, dead_ends = {.players = 2};
    dead_ends.options[OPTION_CLUSTER] = SIDE_DEAD_ENDS;
    assert_int_equal(count_in_play(&set, *state, plain, "location"), 87);
    assert_int_equal(count_in_play(&set, *state, dead_ends, "location"), 84);
    assert_int_equal(count_in_play(&set, *state, dead_ends, "goal"), GOALS);
}

TEST_OF_GROUP(test_texts_in_english)
{
    const void *cards = *state;
    assert_component(&set, cards, "technology", "AI-3", ENGLISH,
                     "Technology of board AI, row 2. Costs a 2. One player may patent it in "
                     "each round. From then on: your die may count as 1 more or 1 less for "
                     "completing a gyrodyne. Also: each time a gyrodyne of yours begins to spin: "
                     "score 3 points.");
    assert_component(&set, cards, "technology", "AIII-14", ENGLISH,
                     "Technology of board AIII, row 7. Costs a 3. One player may patent it in "
                     "each round. At the end: score for the different types of your spinning "
                     "gyrodynes (4 points for 1, then 8 points for 2, then 16 points for 3).");
    assert_component(&set, cards, "location", "D304", ENGLISH,
                     "Side with dead ends. A gate. Its colour: green. Segments lead to "
                     "System 103 (2), Dead-End System 104 (2).");
    assert_component(&set, cards, "system", "S7", ENGLISH,
                     "Planetary system. Planets: blue, blue (closed with 2 players), lifeless. "
                     "Exploration bonus: take a gyrodyne of any size.");
    assert_component(
        &set, cards, "transmitter", "T-A4", ENGLISH,
        "Transmitter, letter A. Its costs, one die each: 2, 5. Half dice: 2 on the left, no link "
        "on the right. When it goes online: score 15 points.");
    assert_component(&set, cards, "project", "A2-t2", ENGLISH,
                     "Headquarters project. Costs a 6. Needs Split Shift. When completed: "
                     "score 8 points, then a gate run: on one later flight 2 points for each "
                     "different magenta gate.");
    assert_component(&set, cards, "goal", "G5a", ENGLISH,
                     "Goal, tile 5. Counted: your patents. Needed: 5 or more. 6 points. The same "
                     "again for 4 cubes, and once more for 1 more. Recommended for a first game.");
}

TEST_OF_GROUP(test_texts_in_german)
{
    const void *cards = *state;
    assert_component(&set, cards, "technology", "AI-3", LANGUAGE_DE,
                     "Technologie der Tafel AI, Reihe 2. Kosten: eine 2. In jeder Runde kann "
                     "ein Spieler sie patentieren. Von da an: dein Würfel darf für das "
                     "Fertigstellen einer Gyrodyne 1 mehr oder 1 weniger zählen. Außerdem: "
                     "jedes Mal, wenn eine Gyrodyne von dir zu rotieren beginnt: 3 Punkte "
                     "erhalten.");
    assert_component(&set, cards, "system", "S7", LANGUAGE_DE,
                     "Planetensystem. Planeten: blau, blau (zu zweit gesperrt), leblos. "
                     "Erkundungsbonus: eine Gyrodyne beliebiger Größe nehmen.");
    assert_component(&set, cards, "project", "A2-t2", LANGUAGE_DE,
                     "Projekt der Zentrale. Kosten: eine 6. Braucht Geteilte Schicht. Bei "
                     "Abschluss: 8 Punkte erhalten, dann ein Torlauf: auf einem späteren Flug 2 "
                     "Punkte für jedes magenta Tor (jedes zählt einmal).");
}

/* A changed value changes the text. */
TEST(test_a_changed_card_says_so)
{
    struct problem problem = {0};
    struct text changed = {0};
    void *cards =
        read_changed(&set, "exploration.cards", "points 4", "points 6", &changed, &problem);
    assert_told(&problem, NULL);
    assert_component(&set, cards, "tile", "X1", ENGLISH,
                     "Exploration tile, 4 of 12. It gives: score 6 points.");
    free(cards);
    text_free(&changed);
}

/* ---- wrong sets --------------------------------------------------------------------------------
 */

static const struct wrong wrong_sets[] = {
    /* numbers of components */
    {"transmitters.cards", "letter      A\n", "letter      B\n", "transmitter T-A2",
     "1: these cards are ordered by level or deck; this one comes too late"},
    {"transmitters.cards", "letter      B\n", "letter      A\n", NULL,
     " found 7, but at least 8 are needed: transmitters of letter B"},
    {"goals.cards", "    first-game  yes\n", "", NULL,
     " found 2 instead of 3: goals for a first game"},
    {"star_cluster_plain.cards", "kind      entry\n", "kind      system\n", NULL,
     " found 3 instead of 4: entry gates"},
    {"star_cluster_dead_ends.cards", "    dead-end  yes\n", "", NULL,
     " found 2 instead of 3: dead ends"},

    /* order */
    {"technologies.cards", "board AII\n", "board CII\n", "technology AII-6",
     "1: this technology belongs to board AII and must be listed below it"},
    {"technologies.cards", "board AI\n", "board EI\n", "board EI",
     "7: found \"EI\", expected AI, AII, AIII, BI, BII, BIII, CI, CII, CIII, DI, DII, DIII"},
    {"technologies.cards", "row      1", "row      2", "technology AI-0",
     "1: rows 1 and 2 have 3 technologies, rows 3 to 7 have 2, row 8 has 1"},
    {"headquarters.cards", "project A1-b2", "project A1-b4", "project A1-b4",
     "1: project A1-b2 must be here"},
    {"headquarters.cards", "board    B", "board    A", "headquarters B1",
     "1: side B1 is on board B"},
    {"goals.cards", "tile        1\n", "tile        2\n", "goal G1a",
     "1: each goal tile has two sides, listed one after the other"},

    /* effects */
    {"technologies.cards", "effect   tolerance flight-green", "effect   points 2",
     "effect   points 2", "14: this is not allowed here: points 2"},
    {"technologies.cards", "effect   when patent (points 2)",
     "effect   when patent (teleport to any)", "effect   when patent (teleport to any)",
     "14: this is not allowed here: teleport to any"},
    {"technologies.cards", "effect   when patent (points 2)",
     "effect   when patent (points 2, cubes 1)", "effect   when patent (points 2, cubes 1)",
     "14: an event causes only one step"},
    {"technologies.cards", "effect   when patent (points 2)", "effect   when patents (points 2)",
     "effect   when patents (points 2)",
     "19: found \"patents\", expected patent, claim, construction, completion, "
     "transmitter-payment, transmitter-online, project, gate-run, bonus-die, exploration-bonus, "
     "station, …"},
    {"technologies.cards", "(1 gives 4, 2 gives 8,", "(1 gives 4, 3 gives 8,", "1 gives 4, 3",
     "14: the steps of a table are 1, 2, 3 and so on"},
    {"systems.cards", "bonus    red die 1", "bonus    red die 7", "bonus    red die 7",
     "22: found \"7\", expected 1, 2, 3, 4, 5, 6"},
    {"systems.cards", "bonus    gyrodyne SM", "bonus    gyrodyne MS", "bonus    gyrodyne MS",
     "23: found \"MS\", expected S, M, SM, L, SL, ML, any"},
    {"exploration.cards", "effect   points 4", "effect   exploration 1", "effect   exploration 1",
     "14: this is not allowed here: exploration 1"},
    {"transmitters.cards", "production  points 2, cubes 1", "production  teleport to system",
     "production  teleport to system", "17: this is not allowed here: teleport to system"},

    /* values */
    {"technologies.cards", "bonus    0 2", "bonus    0 medium", "bonus    0 medium",
     "16: found \"medium\", expected 0…9"},
    {"systems.cards", "planets  blue blue blue blue", "planets  lifeless blue-3+", "system S1",
     "1: a blue planet must be open with any number of players"},
    {"systems.cards", "planets  blue blue blue-4", "planets  blue green", "planets  blue green",
     "19: found \"green\", expected blue, blue-3+, blue-4, lifeless, lifeless-3+, lifeless-4"},
    {"transmitters.cards", "dice        1 2 6", "dice        1 2 6 6", "dice        1 2 6 6",
     "23: found \"6\", expected the end of the line"},
    {"transmitters.cards", "left        0\n    right       none",
     "left        none\n    right       none", "transmitter T-A3",
     "1: a transmitter can link at one end at least"},
    {"dice_board.cards", "cubes         3 2 0\n", "cubes         3 2 0 0\n",
     "cubes         3 2 0 0\n", "25: found \"0\", expected the end of the line"},
    {"dice_board.cards", "leftover      3", "leftover      1", "players 2",
     "1: every player takes 2 of the silver dice, the others are left"},
    {"gyrodynes.cards", "gyrodyne L", "gyrodyne XL", "gyrodyne XL",
     "10: found \"XL\", expected S, M, L"},
    {"goals.cards", "condition   same-type 2", "condition   goals 2", "goal G1a",
     "1: a goal cannot count goals"},

    /* the star cluster */
    {"star_cluster_plain.cards", "segments  N1 N3 N48", "segments  N1 N48", "segments  N2 N4",
     "5: N3 has more segments to N2 than N2 has to N3"},
    {"star_cluster_dead_ends.cards", "segments  D304 D304", "segments  D304",
     "segments  D103 D103 D104 D104", "5: D304 has more segments to D104 than D104 has to D304"},
    {"star_cluster_plain.cards", "segments  N1 N3 N48", "segments  N1 N3 N99",
     "segments  N1 N3 N99", "21: found \"N99\", expected the id of a location"},
    {"star_cluster_plain.cards", "segments  N1 N3 N48", "segments  N2 N1 N3 N48",
     "segments  N2 N1 N3 N48", "15: a segment leads to another location"},
    {"star_cluster_plain.cards", "    colour    magenta\n", "", "location N2",
     "1: a gate has a colour, other locations have none"},
    {"exploration.cards", "extra stations 1", "extra stations 21", "extra stations 21",
     "29: found \"21\", expected 1…20"},
    {"star_cluster_plain.cards", "x         7.36", "x         7.361", "x         7.361",
     "15: found \"7.361\", expected 0.00…100.00"},
    {"star_cluster_plain.cards", "x         7.36", "x         107.36", "x         107.36",
     "15: found \"107.36\", expected 0.00…100.00"},
    {"star_cluster_plain.cards", "kind      isolated\n", "kind      isolated\n    segments  N69\n",
     "location N70", "1: an isolated pulsar has no segments, other locations have some"},
};

TEST(test_wrong_sets)
{
    for (size_t i = 0; i < sizeof wrong_sets / sizeof wrong_sets[0]; i++)
        assert_refused(&set, &wrong_sets[i]);
}

/* The extra stations of all tiles together fit the state. */
TEST(test_bounded_numbers)
{
    assert_bounded(&pulsar_grammar,
                   &(struct bounded_number){"extra stations ", EXTRA_STATIONS_MAX, ""});
}

int main(void)
{
    return run_registered(open_cards, close_all);
}
