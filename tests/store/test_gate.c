/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The queue of threads that write to one file. */

#include "../registered_tests.h"

#include "store/sqlite_gate.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LINE = 8 };

static char file[] = "/tmp/orrery_gate_XXXXXX";
static int order[LINE], entered; /* written inside the gate only */

static int make_file(void **state)
{
    (void)state;
    int descriptor = mkstemp(file);
    return descriptor >= 0 ? close(descriptor) : -1;
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(file);
}

struct visitor {
    pthread_t thread;
    struct gate *gate;
    int number;
};

static void *enter(void *context)
{
    struct visitor *visitor = context;
    gate_enter(visitor->gate);
    order[entered++] = visitor->number;
    gate_leave(visitor->gate);
    return NULL;
}

TEST(test_in_the_order_of_coming)
{
    struct gate *gate = gate_open(file);
    struct visitor visitors[LINE];
    assert_non_null(gate);
    gate_enter(gate);
    for (int i = 0; i < LINE; i++) {
        visitors[i] = (struct visitor){.gate = gate, .number = i};
        assert_int_equal(pthread_create(&visitors[i].thread, NULL, enter, &visitors[i]), 0);
        while (gate_waiting(gate) <= i)
            sched_yield();
    }
    assert_int_equal(entered, 0);
    gate_leave(gate);
    for (int i = 0; i < LINE; i++)
        pthread_join(visitors[i].thread, NULL);
    for (int i = 0; i < LINE; i++)
        assert_int_equal(order[i], i);
    assert_int_equal(gate_waiting(gate), 0);
    gate_close(gate);
}

TEST(test_one_gate_for_each_file)
{
    char other[] = "/tmp/orrery_gate_XXXXXX";
    int descriptor = mkstemp(other);
    struct gate *first = gate_open(file), *same = gate_open(file), *second = gate_open(other);
    assert_ptr_equal(first, same);
    assert_ptr_not_equal(first, second);
    gate_enter(first);
    gate_enter(second); /* nobody is there */
    gate_leave(second);
    gate_close(same);
    gate_leave(first);
    gate_close(first);
    gate_close(second);
    assert_null(gate_open("/no/such/file"));
    close(descriptor);
    unlink(other);
}

int main(void)
{
    return run_registered(make_file, remove_file);
}
