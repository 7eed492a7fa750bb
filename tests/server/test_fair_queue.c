/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Whose job is done next: the queue alone, and threads that take from it. */

#include "../registered_tests.h"

#include "base/container_of.h"
#include "server/workers.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

enum { ITEMS = 400 };

static struct fair_queue queue;
static struct fair_item items[ITEMS];
static int used;

static int reset(void **state)
{
    (void)state;
    memset(&queue, 0, sizeof queue);
    used = 0;
    return 0;
}

static void add_of(int64_t house, int64_t person)
{
    items[used].house = house;
    items[used].person = person;
    fair_queue_add(&queue, &items[used++]);
}

static void add(int64_t person)
{
    add_of(0, person);
}

/* Takes one; whose it is, or -1. */
static int64_t taken(void)
{
    struct fair_item *item = fair_queue_take(&queue);
    return item != NULL ? item->person : -1;
}

/* A queue holds memory while something waits. */
static int empty(void **state)
{
    (void)state;
    while (fair_queue_take(&queue) != NULL) {
    }
    return 0;
}

TEST_WITH(test_in_turn, reset, empty)
{
    static const int64_t expected[] = {7, 8, 9, 7, 8, 7, 7};
    for (int i = 0; i < 4; i++)
        add(7);
    add(8);
    add(8);
    add(9);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(taken(), expected[i]);
    assert_int_equal(taken(), -1);
    assert_int_equal(queue.count, 0);
}

/* One person has 200 things and three others one each; someone new waits for four. */
TEST_WITH(test_newcomer_waits_for_one_round, reset, empty)
{
    for (int i = 0; i < 200; i++)
        add(1);
    for (int64_t person = 2; person <= 4; person++)
        add(person);
    assert_int_equal(taken(), 1);
    assert_int_equal(taken(), 2);
    add(5);
    int waits = 0;
    while (taken() != 5)
        waits++;
    assert_true(waits <= 3);
}

/* Who comes back with the next thing at once does not overtake those who wait. */
TEST_WITH(test_coming_back_goes_to_the_end, reset, empty)
{
    add(1);
    add(2);
    for (int i = 0; i < 50; i++) {
        int64_t first = taken();
        assert_int_equal(first, i % 2 + 1);
        add(first);
    }
}

TEST_WITH(test_own_order, reset, empty)
{
    for (int i = 0; i < 10; i++)
        add(i % 2);
    for (int i = 0; i < 10; i++)
        assert_ptr_equal(fair_queue_take(&queue), &items[i]);
}

TEST_WITH(test_many_people, reset, empty)
{
    for (int i = 0; i < ITEMS; i++)
        add(i * INT64_C(1000003));
    for (int i = 0; i < ITEMS; i++)
        assert_int_equal(taken(), i * INT64_C(1000003));
    assert_null(queue.first);
    for (int i = 0; i < FAIR_BUCKETS; i++)
        assert_null(queue.buckets[i]);
}

/* A hundred people of one house are one house to all others, and take turns among themselves. */
TEST_WITH(test_houses_in_turn, reset, empty)
{
    for (int64_t person = 1; person <= 100; person++) {
        add_of(-5, person);
        add_of(-5, person);
    }
    add_of(-6, 200);
    add(300);
    assert_int_equal(taken(), 1);
    assert_int_equal(taken(), 200);
    assert_int_equal(taken(), 300);
    for (int64_t i = 1; i < 200; i++) {
        int64_t person = taken();
        assert_int_equal(person, i % 100 + 1);
    }
    assert_int_equal(taken(), -1);
    assert_int_equal(queue.count, 0);
}

/* Who has moved waits in both houses, and in each in its turn. */
TEST_WITH(test_one_person_in_two_houses, reset, empty)
{
    static const int64_t expected[] = {1, 1, 2, 1};
    add_of(-5, 1);
    add_of(-5, 2);
    add_of(-6, 1);
    add_of(-6, 1);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(taken(), expected[i]);
    assert_null(queue.first);
    for (int i = 0; i < FAIR_BUCKETS; i++)
        assert_true(queue.buckets[i] == NULL && queue.houses[i] == NULL);
}

/* ---- threads --------------------------------------------------------------------------------- */

/* One thread, held by its first job until all others wait: then the order is certain. */
struct task {
    struct work work;
    int niceness;
};

static struct task tasks[ITEMS];
static int order[ITEMS], done_count;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void hold(struct work *work)
{
    (void)work;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}

static void work(struct work *work)
{
    struct task *task = container_of(work, struct task, work);
    order[done_count++] = (int)(task - tasks);
    task->niceness = getpriority(PRIO_PROCESS, 0);
}

static void done(struct work *work)
{
    (void)work;
}

static struct workers *begin(struct loop *loop, int niceness)
{
    struct problem problem = {0};
    struct workers *workers = workers_open_nice(loop, 1, niceness, &problem);
    assert_non_null(workers);
    memset(tasks, 0, sizeof tasks);
    done_count = 0;
    pthread_mutex_lock(&gate);
    tasks[0].work = (struct work){.run = hold, .done = done};
    workers_add(workers, &tasks[0].work, false);
    while (workers_waiting(workers) > 0)
        loop_round(loop, 1);
    return workers;
}

static void put(struct workers *workers, int number, int64_t person, bool urgent)
{
    tasks[number].work = (struct work){.run = work, .done = done, .person = person};
    workers_add(workers, &tasks[number].work, urgent);
}

static void let_run(struct loop *loop, struct workers *workers)
{
    pthread_mutex_unlock(&gate);
    while (workers_pending(workers) > 0)
        loop_round(loop, 10);
    workers_close(workers);
}

/* The tables of one guest and one of someone else, as when computer players think. */
TEST(test_threads_take_in_turn)
{
    struct problem problem = {0};
    struct loop *loop = loop_open(&problem);
    struct workers *workers = begin(loop, 0);
    for (int i = 1; i <= 50; i++)
        put(workers, i, 7, false);
    put(workers, 51, 8, false);
    let_run(loop, workers);
    assert_int_equal(done_count, 51);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 51);
    assert_int_equal(order[50], 50);
    loop_close(loop);
}

TEST(test_urgent_ones_do_not_starve_others)
{
    static const int expected[] = {10, 1, 11, 2, 12, 13};
    struct problem problem = {0};
    struct loop *loop = loop_open(&problem);
    struct workers *workers = begin(loop, 0);
    put(workers, 1, 7, false);
    put(workers, 2, 7, false);
    for (int i = 10; i < 14; i++)
        put(workers, i, 8, true);
    let_run(loop, workers);
    assert_int_equal(done_count, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(order[i], expected[i]);
    loop_close(loop);
}

TEST(test_threads_are_nice)
{
    struct problem problem = {0};
    int own = getpriority(PRIO_PROCESS, 0);
    struct loop *loop = loop_open(&problem);
    struct workers *workers = begin(loop, 3);
    put(workers, 1, 0, false);
    let_run(loop, workers);
    assert_int_equal(tasks[1].niceness, own < 16 ? own + 3 : 19);
    assert_int_equal(getpriority(PRIO_PROCESS, 0), own);
    loop_close(loop);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
