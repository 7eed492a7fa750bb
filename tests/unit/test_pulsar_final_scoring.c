/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The final scoring of Pulsar 2849, counted a second time from what lies on the table: the points
 * of random games, the table of stations, how gyrodynes are split between two goals; and how a
 * score is shown. Single rules are in tests/scenarios. */

#include "pulsar_games.h"

#include "contract/drawing.h"

#include <stdlib.h>

/* ---- points ---------------------------------------------------------------------------------- */

/* Does the seat have a final technology with this operation? Its argument, else `otherwise`. */
static int own_final(const struct pulsar_view *v, int seat, int op, int otherwise)
{
    for (int index = 0; index < TECHS_IN_PLAY; index++) {
        struct program effect = tech_at(v, index)->effect;
        if ((seat_of(v, seat)->patents >> index & 1) && effect.count > 0 &&
            v->cards->rows[effect.start].op == op)
            return v->cards->rows[effect.start].a;
    }
    return otherwise;
}

static int pulsar_points(const struct pulsar_view *v, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    int idle = 0, tiles = me->hand[SMALL] + me->hand[MEDIUM] + me->hand[LARGE];
    for (int i = 0; i < NODE_PULSARS; i++) {
        if (!(me->claims >> i & 1))
            continue;
        int ring = v->s->gyrodynes[i];
        idle += ring == RING_NONE || ring < RING_SPINNING;
        tiles += ring != RING_NONE && ring < RING_SPINNING;
    }
    return idle * own_final(v, seat, OP_IDLE, 1) + tiles;
}

static int expected_stations(int stations)
{
    static const int table[] = {0, 0, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 50};
    return stations <= 13 ? table[stations] : 50 + 3 * (stations - 13);
}

static int tokens_on_planets(const struct pulsar_view *v, int seat)
{
    int count = 0;
    for (int system = 0; system < NODE_SYSTEMS; system++)
        for (int planet = 0; planet < PLANETS; planet++)
            count += v->s->planets[system][planet] == seat + 1;
    return count;
}

static int initiative_points(const struct pulsar_view *v, int seat)
{
    static const int of_two_and_four[] = {7, 4, 2, 0}, of_three[] = {7, 4, 0, 0};
    int points = 0;
    for (int i = 0; i < ORDER_SPACES; i++)
        if (v->s->order[i] == seat + 1)
            points += players_of(v) == 3 ? of_three[i] : of_two_and_four[i];
    return points * own_final(v, seat, OP_INITIATIVE, 1);
}

static void check_final_points(const struct pulsar_view *v, int seat)
{
    const struct pulsar_seat *me = seat_of(v, seat);
    int pairs = own_final(v, seat, OP_EVERY_CUBE, -1) >= 0 ? me->cubes : me->cubes / 2;
    int stations = tokens_on_planets(v, seat) + me->extra_stations;
    assert_int_equal(me->points[SOURCE_PULSARS], pulsar_points(v, seat));
    assert_int_equal(me->points[SOURCE_CUBES], pairs);
    assert_int_equal(me->points[SOURCE_INITIATIVE], initiative_points(v, seat));
    assert_int_equal(me->points[SOURCE_STATIONS],
                     expected_stations(stations + own_final(v, seat, OP_STATIONS, 0)));
}

static void check_places(const struct sitting *table, const struct pulsar_view *v)
{
    struct score score;
    the_game()->score(table->rules, &table->state, &score);
    for (int seat = 0; seat < players_of(v); seat++) {
        int place = 1, first = 0;
        while (v->s->order[first] != seat + 1)
            first++;
        for (int other = 0; other < players_of(v); other++) {
            int ahead = 0;
            while (v->s->order[ahead] != other + 1)
                ahead++;
            place += score.total[other] > score.total[seat] ||
                     (score.total[other] == score.total[seat] && ahead < first);
        }
        assert_int_equal(score.place[seat], place);
    }
}

static void watch_end(struct sitting *table, uint32_t made)
{
    (void)made;
    struct pulsar_view v = view_now(table);
    if (!is_over(table))
        return;
    for (int seat = 0; seat < players_of(&v); seat++)
        check_final_points(&v, seat);
    check_places(table, &v);
    table->seen++;
}

/* PUL-FINAL-04 PUL-FINAL-05 PUL-FINAL-06 PUL-FINAL-07 PUL-FINAL-08 PUL-FINAL-10 PUL-FINAL-11
 * PUL-WIN-01 PUL-WIN-02 */
TEST(test_final_points)
{
    assert_int_equal(play_all(watch_end), ALL_GAMES);
}

TEST(test_station_table) /* PUL-FINAL-08 PUL-FINAL-09 PUL-FINAL-10 */
{
    struct ruleset *rules = open_table(2, GAME_FIRST, SIDE_PLAIN);
    struct pulsar_state position = {0};
    struct pulsar_view v = pulsar_view_of(rules, &position);
    static const int points[] = {0, 0, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 50, 53, 56, 59};
    for (int stations = 0; stations <= 16; stations++)
        assert_int_equal(pulsar_station_points(&v, stations), points[stations]);
    ruleset_close(rules);
}

/* ---- goals about gyrodynes ------------------------------------------------------------------- */

/* Puts spinning gyrodynes of seat 1 on the first pulsars. */
static void lay_gyrodynes(struct pulsar_state *s, const int counts[SIZES])
{
    int at = 0;
    memset(s->gyrodynes, 0, sizeof s->gyrodynes);
    for (int size = 0; size < SIZES; size++)
        for (int i = 0; i < counts[size]; i++)
            s->gyrodynes[at++] = (uint8_t)(RING_SPINNING + size);
    s->seats[0].claims = (uint16_t)bits_below((unsigned)at);
}

static bool meets(const struct pulsar_goal *goal, const int counts[SIZES])
{
    int all = counts[0] + counts[1] + counts[2];
    int types = (counts[0] > 0) + (counts[1] > 0) + (counts[2] > 0);
    int most = counts[0] > counts[1] ? counts[0] : counts[1];
    most = counts[2] > most ? counts[2] : most;
    int number = goal->noun == NOUN_SPINNING ? all : goal->noun == NOUN_TYPES ? types : most;
    return number >= goal->number;
}

/* Every gyrodyne goes to one goal or to the other, in all ways. */
static bool both_can(const struct pulsar_state *s, int tiles, const struct pulsar_goal *goals[2])
{
    for (unsigned way = 0; way < 1u << tiles; way++) {
        int counts[2][SIZES] = {{0}};
        for (int i = 0; i < tiles; i++)
            counts[way >> i & 1][s->gyrodynes[i] - RING_SPINNING]++;
        if (meets(goals[0], counts[0]) && meets(goals[1], counts[1]))
            return true;
    }
    return false;
}

static void check_splits(const struct ruleset *rules, const int counts[SIZES])
{
    struct pulsar_state position = {0};
    struct pulsar_view v = pulsar_view_of(rules, &position);
    int tiles = counts[0] + counts[1] + counts[2];
    lay_gyrodynes(&position, counts);
    for (int first = 1; first <= 2; first++) /* the sides of tile 1, then of tile 2 */
        for (int second = 3; second <= 4; second++) {
            const struct pulsar_goal *goals[2] = {&v.cards->goals[first], &v.cards->goals[second]};
            position.goals[0] = (uint8_t)first;
            position.goals[1] = (uint8_t)second;
            assert_int_equal(pulsar_goals_met(&v, 0, 3),
                             meets(goals[0], counts) | meets(goals[1], counts) << 1);
            assert_int_equal(pulsar_goals_together(&v, 0, 3), both_can(&position, tiles, goals));
        }
}

/* PUL-GOAL-05 PUL-GOAL-06 PUL-GOAL-07 PUL-GOAL-13 PUL-GOAL-14: the engine finds a split exactly
 * where there is one, for every set of gyrodynes that a player can have. */
TEST(test_splits)
{
    struct ruleset *rules = open_table(2, GAME_FIRST, SIDE_PLAIN);
    int counts[SIZES];
    for (counts[0] = 0; counts[0] <= 6; counts[0]++)
        for (counts[1] = 0; counts[0] + counts[1] <= 6; counts[1]++)
            for (counts[2] = 0; counts[0] + counts[1] + counts[2] <= 6; counts[2]++)
                check_splits(rules, counts);
    ruleset_close(rules);
}

/* ---- the score track ------------------------------------------------------------------------- */

static void draw_scores(const struct sitting *table, struct text *picture)
{
    const struct drawing drawing = {.language = ENGLISH, .width = DRAWING_WIDTH};
    text_clear(picture);
    draw_table(table->rules, &table->state, &drawing, picture);
}

/* People read the score in full, hundreds and all. */
TEST(test_drawn_score) /* PUL-SCORE-02 */
{
    struct ruleset *rules = open_table(2, GAME_FIRST, SIDE_PLAIN);
    struct sitting table = {.rules = rules, .random = random_stream(1, 1)};
    struct text picture = {0};
    play_start(rules, &table.state);
    while (table.state.turn == 0) {
        table.node = the_game()->node(rules, &table.state);
        the_game()->apply(rules, &table.state, any_move(&table), NULL);
    }
    draw_scores(&table, &picture);
    assert_null(strstr(text_string(&picture), " 104 "));
    assert_null(strstr(text_string(&picture), " 205 "));
    table.state.seats[0].points[SOURCE_START] = 104;
    table.state.seats[1].points[SOURCE_START] = 205;
    draw_scores(&table, &picture);
    assert_non_null(strstr(text_string(&picture), " 104 "));
    assert_non_null(strstr(text_string(&picture), " 205 "));
    text_free(&picture);
    ruleset_close(rules);
}

/* Who draws the track learns how many spaces it has: 104 stands on 4 with the tile 100, and 205 on
 * 5 with the tile 200. */
TEST(test_score_track_wraps) /* PUL-SCORE-02 */
{
    struct ruleset *rules = open_table(2, GAME_FIRST, SIDE_PLAIN);
    struct text layout = {0};
    struct json json = {.out = &layout};
    the_game()->layout(rules, &json);
    const char *found = strstr(text_string(&layout), "\"score_spaces\":");
    assert_non_null(found);
    int spaces = atoi(strchr(found, ':') + 1);
    assert_true(spaces > 0);
    assert_int_equal(104 % spaces, 4);
    assert_int_equal(104 / spaces * spaces, 100);
    assert_int_equal(205 % spaces, 5);
    assert_int_equal(205 / spaces * spaces, 200);
    text_free(&layout);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
