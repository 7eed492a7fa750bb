/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The loop: alarms in their order, files, posts of other threads. Nothing waits for real time but
 * for some milliseconds. */

#include "../unit/helpers.h"

#include "base/random.h"
#include "server/lingering_close.h"
#include "server/loop.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static struct loop *loop;

static int begin(void **state)
{
    struct problem problem = {0};
    (void)state;
    loop = loop_open(&problem);
    return loop != NULL ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    loop_close(loop);
    return 0;
}

/* ---- alarms ---------------------------------------------------------------------------------- */

enum { ALARMS = 1000 };

struct clock {
    struct alarm alarm;
    int rung;
};

static struct clock clocks[ALARMS];
static int64_t last_at;
static int rung_count, wrong_count;

static void ring(struct alarm *alarm)
{
    struct clock *clock = (struct clock *)alarm;
    clock->rung++;
    rung_count++;
}

/* Alarms set to known times; sets, moves and stops at random, then all must ring in order. */
static int64_t planned[ALARMS];

static void ring_in_order(struct alarm *alarm)
{
    int64_t at = planned[(struct clock *)alarm - clocks];
    if (at < last_at || alarm->at != 0)
        wrong_count++;
    last_at = at;
    ring(alarm);
}

TEST_WITH(test_alarms_in_order, begin, end)
{
    struct random random = random_stream(7, 0);
    int set = 0;
    memset(clocks, 0, sizeof clocks);
    rung_count = wrong_count = 0;
    last_at = 0;
    for (int i = 0; i < 20000; i++) {
        struct clock *clock = &clocks[random_below(&random, ALARMS)];
        clock->alarm.ring = ring_in_order;
        if (random_below(&random, 3) == 0)
            loop_stop_alarm(loop, &clock->alarm);
        else
            loop_set_alarm(loop, &clock->alarm, 10 + random_below(&random, 40));
    }
    for (int i = 0; i < ALARMS; i++) {
        set += clocks[i].alarm.at != 0;
        planned[i] = clocks[i].alarm.at;
    }
    int64_t limit = loop_now() + 20000;
    while (rung_count < set && loop_now() < limit)
        loop_round(loop, 100);
    assert_int_equal(rung_count, set);
    assert_int_equal(wrong_count, 0);
    for (int i = 0; i < ALARMS; i++)
        assert_int_equal(clocks[i].rung, planned[i] != 0);
}

TEST_WITH(test_alarm_at_once, begin, end)
{
    struct clock clock = {.alarm.ring = ring};
    loop_set_alarm(loop, &clock.alarm, 0);
    assert_int_equal(clock.rung, 0); /* not in the call */
    loop_round(loop, 1000);
    assert_int_equal(clock.rung, 1);
    loop_round(loop, 0);
    assert_int_equal(clock.rung, 1); /* once */
    loop_stop_alarm(loop, &clock.alarm);
    loop_set_alarm(loop, &clock.alarm, 60000);
    loop_stop_alarm(loop, &clock.alarm);
    loop_round(loop, 0);
    assert_int_equal(clock.rung, 1);
}

/* ---- files ----------------------------------------------------------------------------------- */

struct watched_table {
    struct watch watch;
    unsigned events;
    int calls;
    struct watch *other; /* that is unwatched */
};

static void look(struct watch *watch, unsigned events)
{
    struct watched_table *watched = (struct watched_table *)watch;
    watched->events = events;
    watched->calls++;
    if (watched->other != NULL)
        loop_unwatch(loop, watched->other);
}

TEST_WITH(test_files, begin, end)
{
    int files[2];
    struct watched_table watched = {.watch.ready = look};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, files), 0);
    assert_true(loop_watch(loop, &watched.watch, files[0], WATCH_READ));
    loop_round(loop, 0);
    assert_int_equal(watched.calls, 0);
    assert_int_equal(write(files[1], "x", 1), 1);
    loop_round(loop, 1000);
    assert_int_equal(watched.events, WATCH_READ);
    loop_change(loop, &watched.watch, WATCH_READ | WATCH_WRITE);
    loop_round(loop, 1000);
    assert_int_equal(watched.events, WATCH_READ | WATCH_WRITE);
    loop_change(loop, &watched.watch, WATCH_GONE); /* what can be read is not of interest */
    watched.calls = 0;
    loop_round(loop, 10);
    assert_int_equal(watched.calls, 0);
    shutdown(files[1], SHUT_WR);
    loop_round(loop, 1000);
    assert_int_equal(watched.events, WATCH_GONE);
    close(files[1]);
    loop_change(loop, &watched.watch, WATCH_WRITE); /* a broken file is always told */
    loop_round(loop, 1000);
    assert_int_equal(watched.events, WATCH_WRITE);
    loop_unwatch(loop, &watched.watch);
    close(files[0]);
}

/* Two have something in the same round; the first takes the second away. */
TEST_WITH(test_unwatch_each_other, begin, end)
{
    int files[2];
    struct watched_table first = {.watch.ready = look}, second = {.watch.ready = look};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, files), 0);
    first.other = &second.watch;
    second.other = &first.watch;
    assert_true(loop_watch(loop, &first.watch, files[0], WATCH_WRITE));
    assert_true(loop_watch(loop, &second.watch, files[1], WATCH_WRITE));
    loop_round(loop, 1000);
    assert_int_equal(first.calls + second.calls, 1);
    loop_unwatch(loop, first.calls > 0 ? &first.watch : &second.watch);
    close(files[0]);
    close(files[1]);
}

/* ---- posts ----------------------------------------------------------------------------------- */

enum { THREADS = 4, POSTS = 500 };

struct numbered_post {
    struct post post;
    int number;
};

static struct numbered_post all_posts[THREADS][POSTS];
static int taken[THREADS];

static void take(struct post *post)
{
    struct numbered_post *numbered = (struct numbered_post *)post;
    int thread = (int)((numbered - &all_posts[0][0]) / POSTS);
    if (numbered->number != taken[thread]++)
        wrong_count++;
}

static void *post_all(void *own)
{
    struct numbered_post *mine = own;
    for (int i = 0; i < POSTS; i++) {
        mine[i] = (struct numbered_post){.post.run = take, .number = i};
        loop_post(loop, &mine[i].post);
    }
    return NULL;
}

TEST_WITH(test_posts, begin, end)
{
    pthread_t threads[THREADS];
    int all = 0;
    wrong_count = 0;
    memset(taken, 0, sizeof taken);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, post_all, all_posts[i]), 0);
    int64_t limit = loop_now() + 20000;
    while (all < THREADS * POSTS && loop_now() < limit) {
        loop_round(loop, 100);
        all = taken[0] + taken[1] + taken[2] + taken[3];
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(all, THREADS * POSTS);
    assert_int_equal(wrong_count, 0);
}

/* ---- drains ---------------------------------------------------------------------------------- */

static void note_release(void *context)
{
    ++*(int *)context;
}

TEST_WITH(test_lingering_closes, begin, end)
{
    int files[2], other[2], released = 0;
    struct lingering_closes *lingering_closes = lingering_closes_open(loop);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, files), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, other), 0);
    lingering_closes_add(lingering_closes, files[0], note_release, &released);
    lingering_closes_add(lingering_closes, other[0], note_release, &released);
    char much[4096] = {0};
    for (int i = 0; i < 100; i++) {
        assert_int_equal(write(files[1], much, sizeof much), sizeof much);
        loop_round(loop, 1000);
    }
    assert_int_equal(released, 0);
    close(files[1]);
    loop_round(loop, 1000);
    assert_int_equal(released, 1);
    lingering_closes_close(lingering_closes);
    assert_int_equal(released, 2);
    assert_int_equal(read(other[1], much, 1), 0);
    close(other[1]);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
