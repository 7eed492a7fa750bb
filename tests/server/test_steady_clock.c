/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The time of the store with made-up clocks: steps, sleep, starts, several servers. */

#include "../unit/helpers.h"

#include "server/loop.h"
#include "server/steady_clock.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND, DAY = 24 * HOUR, BEAT = 2 * SECOND, LATE = 3 * BEAT };
#define START INT64_C(1700000000000)

static const int64_t steps[] = {SECOND, -SECOND, 5 * SECOND, -5 * SECOND,        HOUR,
                                -HOUR,  DAY,     -DAY,       1000 * (int64_t)DAY};
enum { STEPS = sizeof steps / sizeof steps[0] };

/* What is in the store, the wall clock, and what players' clocks have been charged. */
struct world {
    int64_t passed; /* in truth */
    int64_t step;   /* of the wall clock until now */
    bool found;
    int64_t last, lead;
    int64_t outages; /* in all */
    int count;
};

/* A server, and the time of the store that it has. */
struct machine {
    struct world *world;
    bool starts, failing, shared;
    int64_t at, time, wall; /* of its last sign */
    int64_t late;           /* the wall clock was so long on its way */
};

static struct machine machine_of(struct world *world, bool shared)
{
    return (struct machine){.world = world, .starts = true, .failing = true, .shared = shared};
}

static int64_t time_of(const struct machine *node)
{
    return node->time + node->world->passed - node->at;
}

static void beat(struct machine *node)
{
    struct world *world = node->world;
    int64_t longest = !node->failing ? LATE : node->shared ? BEAT * 3 / 2 : 0;
    int64_t passed = node->starts ? 0 : world->passed - node->at;
    struct clock_sources sources = {.wall = START + world->passed + world->step - node->late,
                                    .wall_before = node->wall,
                                    .doubtful = node->late > SECOND / 5,
                                    .starts = node->starts,
                                    .mine = time_of(node),
                                    .passed = passed,
                                    .lived = !node->failing && passed <= longest,
                                    .found = world->found,
                                    .last = world->last,
                                    .lead = world->lead,
                                    .longest = longest};
    struct clock_reading reading = steady_clock_read(&sources);
    assert_true(!world->found || reading.now >= world->last); /* never back */
    assert_true(reading.began <= reading.now);
    world->outages += reading.now - reading.began;
    world->count += reading.began < reading.now;
    world->found = true;
    world->last = reading.now;
    world->lead = reading.lead;
    node->wall = sources.doubtful ? 0 : sources.wall;
    node->time = reading.now;
    node->at = world->passed;
    node->starts = node->failing = false;
}

static void live_for(struct machine *node, int64_t milliseconds)
{
    for (int64_t end = node->world->passed + milliseconds; node->world->passed < end;) {
        node->world->passed += BEAT;
        beat(node);
    }
}

/* What clocks were charged that ran since the start: the time of the store without outages. */
static int64_t charged(const struct machine *node)
{
    return time_of(node) - START - node->world->outages;
}

static void assert_near(int64_t found, int64_t expected, int64_t bound)
{
    if (found < expected - bound || found > expected + bound)
        print_error("%lld, expected %lld\n", (long long)found, (long long)expected);
    assert_true(found >= expected - bound && found <= expected + bound);
}

TEST(test_without_steps)
{
    struct world world = {0};
    struct machine node = machine_of(&world, false);
    beat(&node);
    assert_int_equal(node.time, START);
    live_for(&node, HOUR);
    assert_int_equal(node.time, START + HOUR);
    assert_int_equal(world.count, 0);
}

/* Nobody is charged more or less than has passed, but for a hundredth. */
TEST(test_steps_while_running)
{
    for (int i = 0; i < STEPS; i++) {
        struct world world = {0};
        struct machine node = machine_of(&world, false);
        beat(&node);
        live_for(&node, 100 * SECOND);
        world.step = steps[i];
        live_for(&node, 100 * SECOND);
        assert_near(charged(&node), 200 * SECOND, SECOND);
        assert_int_equal(world.count, steps[i] > LATE); /* jumped over once, or not at all */
        world.step = 0;
        live_for(&node, 100 * SECOND);
        assert_near(charged(&node), 300 * SECOND, 3 * SECOND);
    }
}

/* Small differences go away, and large ones that are ahead do at once. */
TEST(test_the_wall_clock_is_followed)
{
    for (int i = 0; i < STEPS; i++) {
        struct world world = {0};
        struct machine node = machine_of(&world, false);
        beat(&node);
        world.step = steps[i];
        live_for(&node, 600 * SECOND);
        int64_t wall = START + world.passed + world.step;
        bool far_back = steps[i] < -5 * SECOND;
        assert_near(node.time, far_back ? wall - steps[i] - 6 * SECOND : wall, 0);
    }
}

/* Stopped, the clock set, started: the time without a server costs nothing, whatever it is. */
TEST(test_steps_at_start)
{
    for (int i = 0; i < STEPS; i++)
        for (int shared = 0; shared < 2; shared++) {
            struct world world = {0};
            struct machine node = machine_of(&world, shared);
            beat(&node);
            live_for(&node, 100 * SECOND);
            world.passed += 30 * SECOND;
            world.step = steps[i];
            node = machine_of(&world, shared);
            beat(&node);
            assert_int_equal(charged(&node), 100 * SECOND);
            live_for(&node, 100 * SECOND);
            assert_near(charged(&node), 200 * SECOND, SECOND);
            assert_true(world.count <= 1);
        }
}

/* A clock that is set back and forth leads to no ever growing lead. */
TEST(test_there_and_back)
{
    struct world world = {0};
    struct machine node = machine_of(&world, false);
    for (int i = 0; i < 20; i++) {
        node = machine_of(&world, false);
        beat(&node);
        live_for(&node, 10 * SECOND);
        world.step = i % 2 == 0 ? -HOUR : 0;
    }
    assert_near(charged(&node), 200 * SECOND, 3 * SECOND);
    assert_true(world.lead <= HOUR + SECOND);
}

/* The clock that never steps does not count while a machine sleeps, or counts and then nothing was
 * heard of the server: neither is charged. */
TEST(test_sleep)
{
    struct world world = {0};
    struct machine node = machine_of(&world, false);
    beat(&node);
    live_for(&node, 100 * SECOND);
    world.step += HOUR;
    live_for(&node, 10 * SECOND);
    assert_int_equal(charged(&node), 110 * SECOND);
    assert_int_equal(world.count, 1);
    world.passed += HOUR;
    beat(&node);
    assert_int_equal(charged(&node), 110 * SECOND);
    assert_int_equal(world.count, 2);
}

TEST(test_a_store_that_was_away)
{
    for (int shared = 0; shared < 2; shared++) {
        struct world world = {0};
        struct machine one = machine_of(&world, shared);
        beat(&one);
        live_for(&one, 10 * SECOND);
        world.passed += 20 * SECOND;
        one.failing = true;
        beat(&one);
        assert_int_equal(charged(&one), 10 * SECOND);
        world.passed += shared ? BEAT : 0; /* another one that was cut off as well */
        struct machine two = one;
        two.failing = true;
        beat(&two);
        assert_int_equal(world.count, 1);
    }
}

/* Both beat in turn; the wall clock is the database's, so theirs do not matter. */
TEST(test_two_servers)
{
    for (int i = 0; i < STEPS; i++) {
        struct world world = {0};
        struct machine one = machine_of(&world, true), two = machine_of(&world, true);
        beat(&one);
        world.passed += 700;
        beat(&two);
        for (int k = 0; k < 300; k++) {
            world.step = k < 50 ? 0 : steps[i];
            if (k == 150) /* started while the time of the store is not that of the wall clock */
                two = machine_of(&world, true);
            world.passed += 1300;
            beat(&one);
            if (!two.starts && k != 50) /* when the clock is set one hears of it first */
                assert_near(time_of(&two), time_of(&one), 50);
            world.passed += 700;
            beat(&two);
            assert_near(time_of(&two), time_of(&one), 50);
        }
        assert_near(charged(&one), world.passed, 7 * SECOND);
        assert_true(world.count <= 2);
    }
}

/* A clock of the database that was long on its way misleads nobody for long. */
TEST(test_slow_answers)
{
    struct world world = {0};
    struct machine one = machine_of(&world, true), two = machine_of(&world, true);
    beat(&one);
    world.passed += 300;
    two.late = 290; /* it starts with a wrong clock */
    beat(&two);
    two.late = 0;
    assert_near(time_of(&two), time_of(&one), 300);
    for (int k = 0; k < 50; k++) {
        one.late = k % 7 == 3 ? 2 * SECOND : k % 5 * 10;
        two.late = k % 11 == 5 ? 3 * SECOND : 0;
        world.passed += 1700;
        beat(&one);
        world.passed += 300;
        beat(&two);
        if (k >= 2) /* then it knows */
            assert_near(time_of(&two), time_of(&one), 60);
    }
    assert_near(charged(&one), world.passed, SECOND / 10);
    assert_int_equal(world.count, 0);
}

/* ---- the clock of the process -----------------------------------------------------------------
 */

TEST(test_time_is_set)
{
    int64_t wall = loop_wall_time();
    assert_near(loop_time(), wall, 10 * SECOND);
    int64_t at = loop_now();
    loop_set_time(START, at, true);
    int64_t first = loop_time();
    assert_true(first >= START && first <= START + loop_now() - at);
    loop_set_time(START - 50, at, false); /* stands still until then */
    int64_t second = loop_time();
    assert_true(second >= first);
    while (loop_now() < at + 100)
        assert_true(loop_time() >= second);
    assert_near(loop_time(), START + loop_now() - at - 50, 40);
    loop_set_time(START + HOUR, loop_now(), false);
    assert_true(loop_time() >= START + HOUR);
    loop_set_time(START, loop_now(), true); /* another server */
    assert_near(loop_time(), START, SECOND);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
