/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: dice over all rolls and many games. The median, the phases of every round, what can
 * be taken and where the counters go, each checked against a plain reading of its rules. Paying is
 * in test_pulsar_pay.c, single rules are in tests/scenarios. */

#include "pulsar_games.h"

/* ---- the median ------------------------------------------------------------------------------ */

/* The marker for dice in sorted order: the middle one, and half a step to where more dice are. */
static int marker_of(const int *dice, int count)
{
    int median = dice[count / 2], below = 0, above = 0;
    for (int i = 0; i < count; i++) {
        below += dice[i] < median;
        above += dice[i] > median;
    }
    return below == above ? 2 * median : below > above ? 2 * median - 1 : 2 * median + 1;
}

/* Goes to the next roll in sorted order; false after the last. */
static bool next_roll(int *dice, int count)
{
    int i = count - 1;
    while (i >= 0 && dice[i] == DIE_SIDES)
        i--;
    if (i < 0)
        return false;
    for (int value = dice[i] + 1; i < count; i++)
        dice[i] = value;
    return true;
}

/* PUL-MED-02, PUL-MED-03, PUL-MED-04, PUL-MED-05, PUL-MED-06 */
TEST(test_the_median_of_every_roll)
{
    unsigned places = 0;
    for (int count = 7; count <= 9; count += 2) {
        int dice[9], rolls = 0;
        for (int i = 0; i < count; i++)
            dice[i] = 1;
        do {
            uint8_t on_board[DIE_SIDES] = {0};
            for (int i = 0; i < count; i++)
                on_board[dice[i] - 1]++;
            assert_int_equal(pulsar_median_of(on_board), marker_of(dice, count));
            places |= 1u << pulsar_median_of(on_board);
            rolls++;
        } while (next_roll(dice, count));
        assert_int_equal(rolls, count == 7 ? 792 : 2002);
    }
    assert_int_equal(places, 0x1ffc); /* 11 places, from 1 to 6 */
}

/* Spaces from the marker to the die, counted one by one; below 0 to the left. */
static int distance(int marker, int value)
{
    int spaces = 0;
    for (int at = 1; at <= DIE_SIDES; at++) {
        spaces += 2 * at > marker && at <= value;
        spaces -= 2 * at < marker && at >= value;
    }
    return spaces;
}

TEST(test_the_way_to_every_die) /* PUL-TAKE-04, PUL-TAKE-05, PUL-TAKE-06 */
{
    for (int marker = 2; marker <= 2 * DIE_SIDES; marker++)
        for (int value = 1; value <= DIE_SIDES; value++)
            assert_int_equal(pulsar_steps_to(marker, value), distance(marker, value));
    assert_int_equal(pulsar_steps_to(7, 3), -1);
    assert_int_equal(pulsar_steps_to(7, 4), 1);
    assert_int_equal(pulsar_steps_to(7, 6), 3);
    assert_int_equal(pulsar_steps_to(8, 2), -2);
    assert_int_equal(pulsar_steps_to(8, 4), 0);
}

/* ---- phases ---------------------------------------------------------------------------------- */

/* What has happened in this round. */
struct phases {
    int rounds, rolled, medians, taken, turns, actor, steps;
    uint8_t order[ORDER_SPACES];
};

static int expected_taker(const struct phases *seen, int players)
{
    int pick = seen->taken;
    if (players > 2 && pick >= players)
        pick = 2 * players - 1 - pick;
    return seen->order[pick] - 1;
}

/* The owner of the first space has the first turn, and so on, each seat once. */
static int expected_actor(const struct phases *seen, int players)
{
    if (players > 2)
        return seen->order[seen->turns] - 1;
    return seen->turns == 0 ? seen->order[0] - 1 : 2 - seen->order[0];
}

static void begin_round(struct phases *seen, struct message event, const struct sitting *table)
{
    assert_int_equal(event.a, seen->rounds + 1);
    *seen = (struct phases){.rounds = event.a};
    for (int i = 0; i < ORDER_SPACES; i++)
        seen->order[i] = table->state.order[i];
}

static void check_phase(struct phases *seen, struct message event, const struct sitting *table)
{
    int players = table->rules->setup.players, silver = players == 4 ? 9 : 7;
    switch (event.kind) {
    case LOG_ROUND:
        begin_round(seen, event, table);
        break;
    case LOG_ROLLED:
        assert_true(++seen->rolled <= silver && seen->taken == 0);
        break;
    case LOG_MEDIAN:
        assert_true(seen->rolled == silver && seen->medians++ == 0);
        break;
    case LOG_TOOK:
        assert_true(seen->medians == 1 && seen->turns == 0);
        assert_int_equal(event.seat, expected_taker(seen, players));
        seen->taken++;
        break;
    case LOG_TURN:
        assert_true(seen->taken == 2 * players && seen->steps == 0);
        seen->actor = expected_actor(seen, players);
        assert_int_equal(event.seat, seen->actor);
        seen->turns++;
        break;
    case LOG_PAID:
        assert_true(seen->turns > 0 && seen->steps == 0);
        assert_int_equal(event.seat, seen->actor);
        break;
    case LOG_STEP:
        assert_int_equal(seen->turns, players);
        seen->steps++;
        break;
    default:
        break;
    }
}

static void watch_phases(struct sitting *table, uint32_t made)
{
    static struct phases seen;
    if (made == 0)
        seen = (struct phases){0};
    for (int i = 0; i < table->events.count; i++)
        check_phase(&seen, table->events.list[i], table);
    int left = 0, leftover = table->rules->setup.players == 2 ? 3 : 1;
    for (int i = 0; i < DIE_SIDES; i++)
        left += table->state.dice[i];
    if (seen.turns > 0) /* until production is over */
        assert_int_equal(left, leftover);
    if (is_over(table)) {
        assert_int_equal(seen.rounds, 8);
        table->seen++;
    }
}

/* PUL-ROUND-01, PUL-ROUND-02, PUL-ROUND-03, PUL-MED-01, PUL-SETUP-01, PUL-TAKE-01, PUL-TAKE-02,
 * PUL-TAKE-08, PUL-TWO-04, PUL-TWO-08 */
TEST(test_phases_of_every_round)
{
    assert_int_equal(play_all(watch_phases), ALL_GAMES);
}

/* ---- taking dice ----------------------------------------------------------------------------- */

static bool is_own(const struct pulsar_view *v, int seat, int counter)
{
    return counter < players_of(v) * pulsar_counters_of_seat(v) && counter % players_of(v) == seat;
}

/* Is this die taken with this counter among the legal moves? The leading counter is the one further
 * to the left, or higher in the same stack. */
static bool is_offered(const struct sitting *table, int value, int track, int counter)
{
    struct pulsar_view v = pulsar_view_of(table->rules, &table->state);
    const struct track *on = &v.s->tracks[track];
    int seat = counter % players_of(&v), rank = 0;
    for (int other = 0; other < TRACK_COUNTERS; other++)
        if (other != counter && is_own(&v, seat, other))
            rank +=
                on->space[other] < on->space[counter] ||
                (on->space[other] == on->space[counter] && on->height[other] > on->height[counter]);
    bool two = players_of(&v) == 2;
    struct move move = move_of(two ? MOVE_TAKE_WITH : MOVE_TAKE_FOR, value, track, rank);
    return play_find(table->rules, &table->state, move) >= 0;
}

/* Holds the legal moves against the rules; returns whether the right end forces one. */
static bool check_takes(const struct sitting *table, int seat)
{
    struct pulsar_view v = pulsar_view_of(table->rules, &table->state);
    struct move moves[MOVES_MAX];
    for (int forced = 0;; forced++) {
        int count = 0, fits[7][TRACKS][TRACK_COUNTERS] = {{{0}}};
        for (int value = 1; value <= DIE_SIDES; value++) {
            int way = distance(v.s->median, value);
            if (v.s->dice[value - 1] == 0)
                continue;
            count += way == 0;
            for (int i = 0; way != 0 && i < TRACKS * TRACK_COUNTERS; i++)
                if (is_own(&v, seat, i / TRACKS) &&
                    (forced || v.s->tracks[i % TRACKS].space[i / TRACKS] + way <= 15))
                    count += fits[value][i % TRACKS][i / TRACKS] = 1;
        }
        if (count == 0)
            continue;
        assert_int_equal(the_game()->legal(table->rules, &table->state, moves), count);
        for (int i = 0; i < 7 * TRACKS * TRACK_COUNTERS; i++) {
            int value = i / (TRACKS * TRACK_COUNTERS), counter = i / TRACKS % TRACK_COUNTERS;
            if (fits[value][i % TRACKS][counter])
                assert_true(is_offered(table, value, i % TRACKS, counter));
        }
        return forced > 0;
    }
}

/* The counters of a track in stacks, one space after the other, each from bottom to top. */
struct stacks {
    int height[TRACK_SPACES + 1], counter[TRACK_SPACES + 1][TRACK_COUNTERS];
};

static struct stacks stacks_of(const struct track *track)
{
    struct stacks stacks = {0};
    for (int i = 0; i < TRACK_COUNTERS; i++)
        if (track->space[i] != 0) {
            stacks.counter[track->space[i]][track->height[i] - 1] = i + 1;
            stacks.height[track->space[i]]++;
        }
    return stacks;
}

/* Takes the counter out of its stack and puts it on another one, or under it. */
static void shift(struct stacks *stacks, int from, int to, int counter, bool under)
{
    int at = 0, *old = stacks->counter[from], *new = stacks->counter[to];
    while (old[at] != counter + 1)
        at++;
    for (stacks->height[from]--; at < stacks->height[from]; at++)
        old[at] = old[at + 1];
    old[at] = 0;
    at = stacks->height[to]++;
    for (; under && at > 0; at--)
        new[at] = new[at - 1];
    new[at] = counter + 1;
}

/* Where the counters are after a move that was not followed by others. */
static void check_counters(const struct sitting *table, struct move move, int seat)
{
    struct pulsar_view v = pulsar_view_of(table->rules, &table->before);
    int took = 0;
    for (int i = 0; i < table->events.count; i++)
        took += table->events.list[i].kind == LOG_TOOK;
    for (int track = 0; took == 1 && track < TRACKS; track++) {
        struct stacks expected = stacks_of(&v.s->tracks[track]);
        struct stacks actual = stacks_of(&table->state.tracks[track]);
        if (move.kind != MOVE_TAKE_DIE && move.b == track) {
            uint8_t own[2];
            pulsar_counters_in_order(&v, seat, track, own);
            int from = v.s->tracks[track].space[own[move.c]];
            int to = from + distance(v.s->median, move.a);
            shift(&expected, from, to > 15 ? 15 : to < 1 ? 1 : to, own[move.c], to > 15);
        }
        assert_memory_equal(&actual, &expected, sizeof actual);
    }
}

/* Takes the highest die, the lowest, or any; everything else at random. */
static struct move edge_move(struct sitting *table, int policy)
{
    struct move moves[MOVES_MAX];
    int count = the_game()->legal(table->rules, &table->state, moves);
    struct move move = any_move(table);
    bool taking = table->node.ask.kind == TASK_TAKE && table->node.actor != DEALER;
    for (int i = 0; taking && policy > 0 && i < count; i++)
        if (policy == 1 ? moves[i].a > move.a : moves[i].a < move.a)
            move = moves[i];
    return move;
}

/* Puts the counters somewhere else, most of them near the ends, in any order. */
static void scatter(struct sitting *table)
{
    static const uint8_t spaces[] = {1, 1, 2, 4, 8, 13, 14, 14, 15, 15, 15};
    struct pulsar_view v = view_now(table);
    for (int track = 0; track < TRACKS; track++)
        for (int i = 0; i < 3 * TRACK_COUNTERS; i++) {
            int counter = (int)random_below(&table->random, TRACK_COUNTERS);
            if (counter < players_of(&v) * pulsar_counters_of_seat(&v))
                track_put_on_top(&table->state.tracks[track], counter,
                                 spaces[random_below(&table->random, sizeof spaces)]);
        }
}

/* PUL-TAKE-03, PUL-TRACK-02, PUL-TRACK-03, PUL-TRACK-04, PUL-TRACK-05, PUL-TRACK-06, PUL-TRACK-07,
 * PUL-TRACK-08, PUL-TRACK-09, PUL-TWO-05, PUL-TWO-06 */
TEST(test_takes_and_counters)
{
    int forced = 0, taken = 0, games_wanted = short_or_long(90, 180);
    for (int game = 0; game < games_wanted; game++) {
        struct ruleset *rules = open_table(2 + game % 3, GAME_FIRST, SIDE_PLAIN);
        struct sitting table = {.rules = rules, .random = random_stream(8, (uint64_t)game)};
        for (play_start(rules, &table.state); !is_over(&table);) {
            table.node = the_game()->node(rules, &table.state);
            bool taking = table.node.ask.kind == TASK_TAKE && table.node.actor != DEALER;
            if (taking && random_below(&table.random, 3) == 0)
                scatter(&table);
            forced += taking && check_takes(&table, table.node.actor);
            struct move move = edge_move(&table, game / 3 % 3);
            table.before = table.state;
            events_clear(&table.events);
            the_game()->apply(rules, &table.state, move, &table.events);
            if (taking)
                check_counters(&table, move, table.node.actor);
            taken += taking;
        }
        ruleset_close(rules);
    }
    assert_true(forced > games_wanted / 9 && taken > games_wanted * 28);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
