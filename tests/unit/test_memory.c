/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Memory that runs out. What needs a limit runs in a process of its own, which a sanitizer would
 * not let have one. */

#include "../registered_tests.h"

#include "base/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MIB = 1 << 20, RESERVE = 16 * MIB, BLOCKS = 256 };

static int times_low;

static void note_low(void *context)
{
    times_low++;
    *(int *)context += 1;
}

#ifndef SANITIZED

/* ---- with a limit ---------------------------------------------------------------------------- */

static size_t addresses_in_use(void)
{
    size_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%zu", &pages) != 1)
        return 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Runs it in another process, which has so many bytes more than this one; how that ended. */
static int run_with(size_t bytes, void (*action)(void))
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        size_t most = addresses_in_use() + bytes;
        setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        action();
        _exit(0);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* In the child: nobody would see a failed assertion of cmocka. */
static void must(bool holds, int code)
{
    if (!holds)
        _exit(code);
}

/* Takes memory until it is low. */
static int fill(void *blocks[BLOCKS])
{
    int count = 0;
    while (count < BLOCKS && !memory_is_low())
        blocks[count++] = memory_new(1, MIB);
    return count;
}

static void live_on(void)
{
    static void *blocks[BLOCKS];
    int told = 0;
    must(memory_keep_reserve(RESERVE, note_low, &told), 1);
    must(!memory_is_low() && memory_recover(RESERVE) && memory_reserve() == RESERVE, 2);
    int count = fill(blocks);
    must(count > 0 && count < BLOCKS && memory_is_low() && told == 1, 3);
    must(memory_try_new(RESERVE, 2) == NULL, 4);
    must(!memory_recover(2 * RESERVE) && memory_is_low() && memory_reserve() == 0, 5);
    for (int i = 0; i < 2; i++) /* what is under way comes to its end */
        must(memory_grow(NULL, 1, MIB) != NULL && memory_new_at_line(MIB) != NULL, 6);
    must(told == 1, 7);
    for (int i = 0; i < count; i++)
        free(blocks[i]);
    must(memory_recover(2 * RESERVE) && !memory_is_low() && memory_reserve() == RESERVE, 8);
    must(fill(blocks) > 0 && told == 2, 9); /* and once more */
}

static void use_it_up(void)
{
    int told = 0;
    must(freopen("/dev/null", "w", stderr) != NULL, 1);
    must(memory_keep_reserve(RESERVE, note_low, &told), 2);
    for (int i = 0; i < BLOCKS; i++)
        memory_new(1, MIB);
}

static void use_it_up_by_lines(void)
{
    must(freopen("/dev/null", "w", stderr) != NULL, 1);
    must(memory_keep_reserve(RESERVE, NULL, NULL), 2);
    for (int i = 0; i < BLOCKS; i++)
        memory_new_at_line(MIB);
}

static void try_and_fail(void)
{
    struct text text = {0};
    struct text large = {0};
    must(memory_keep_reserve(RESERVE, NULL, NULL), 1);
    text_add(&text, "kept");
    while (text_try_add_span(&large, span_of("what a stranger sends, over and over again. ")))
        continue;
    must(!memory_is_low(), 2); /* the reserve is not for strangers */
    must(large.length > MIB && strcmp(large.at + large.length - 7, "again. ") == 0, 3);
    must(memory_try_grow(text.at, SIZE_MAX / 4, 8) == NULL && strcmp(text.at, "kept") == 0, 4);
    must(memory_try_new(SIZE_MAX / 2, 4) == NULL && memory_try_new(1, PTRDIFF_MAX) == NULL, 5);
}

TEST(a_program_with_a_reserve_lives_on)
{
    assert_int_equal(run_with(64 * MIB, live_on), 0);
}

TEST(it_ends_when_the_reserve_is_used_up)
{
    void (*const ways[])(void) = {use_it_up, use_it_up_by_lines};
    for (int i = 0; i < 2; i++) {
        int status = run_with(64 * MIB, ways[i]);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    }
}

TEST(what_strangers_send_may_fail)
{
    assert_int_equal(run_with(64 * MIB, try_and_fail), 0);
}

#endif

/* ---- without a limit ------------------------------------------------------------------------- */

TEST(a_reserve_is_used_once)
{
    int told = 0;
    assert_false(memory_use_reserve()); /* there is none */
    assert_true(memory_keep_reserve(RESERVE, note_low, &told));
    assert_true(memory_use_reserve());
    assert_true(memory_is_low());
    assert_true(memory_use_reserve()); /* what is left of it is for all */
    assert_int_equal(told, 1);
    assert_true(memory_recover(MIB));
    assert_false(memory_is_low());
    assert_int_equal(memory_reserve(), MIB); /* a small one */
    assert_true(memory_fill_reserve());
    assert_int_equal(memory_reserve(), RESERVE);
    assert_true(memory_use_reserve());
    assert_int_equal(told, 2);
    assert_true(memory_keep_reserve(0, NULL, NULL));
    assert_false(memory_is_low());
    assert_false(memory_use_reserve());
}

TEST(it_begins_at_a_cache_line_and_is_zero)
{
    for (size_t size = 1; size <= 4 * CACHE_LINE; size++) {
        unsigned char *memory = memory_new_at_line(size);
        assert_int_equal((uintptr_t)memory % CACHE_LINE, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 0xff, size); /* the next one may lie here */
        free(memory);
    }
}

TEST(the_problem_is_known_again)
{
    struct problem problem = {0}, other = {0};
    assert_false(problem_no_memory(&problem));
    assert_true(problem_is_no_memory(&problem));
    problem_set(&other, _("there is no such table"), NULL, NULL, NULL);
    assert_false(problem_is_no_memory(&other));
    assert_false(problem_is_no_memory(&(struct problem){0}));
}

int main(void)
{
    return run_registered(NULL, NULL);
}
