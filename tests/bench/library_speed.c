/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How fast liborrery is to a program in C: random decisions of seats and games by the second, first
 * one game after another, then many at once. library_speed.py runs it and shows the figures beside
 * others. It tells decisions and games by the second of wall time, then games by the second of
 * processor time: what is left of them on a busy machine. library_speed GAME PLAYERS THREADS
 * SECONDS */

#include "orrery.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCH = 1024 };

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* What is counted from a moment on. */
struct count {
    uint64_t decisions, games;
    double start, used; /* by the wall clock; of the processors */
};

static struct count count_from_now(void)
{
    return (struct count){0, 0, seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID)};
}

static double passed(const struct count *count)
{
    return seconds(CLOCK_MONOTONIC) - count->start;
}

static void tell(const char *what, const struct count *count)
{
    double used = seconds(CLOCK_PROCESS_CPUTIME_ID) - count->used, took = passed(count);
    printf("%s %.0f %.0f %.0f\n", what, (double)count->decisions / took,
           (double)count->games / took, (double)count->games / used);
}

/* Legal list, pick and apply, as a caller does it; chance moves are drawn by the library. */
static void measure_single(const struct orrery_rules *rules, double limit)
{
    static uint64_t state[ORRERY_STATE_MAX / 8];
    int32_t legal[ORRERY_MOVES_MAX];
    struct orrery_node node;
    uint64_t random = 1;
    struct count count = count_from_now();
    while (passed(&count) < limit) {
        orrery_start(rules, state);
        for (;;) {
            orrery_node(rules, state, &node);
            if (node.actor == ORRERY_NOBODY)
                break;
            if (node.actor == ORRERY_DEALER) {
                orrery_random_action(rules, state, &random);
                continue;
            }
            int legal_count = orrery_legal(rules, state, legal, ORRERY_MOVES_MAX);
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            orrery_apply(rules, state, legal[(random >> 33) % (uint64_t)legal_count]);
            count.decisions++;
        }
        count.games++;
    }
    tell("single", &count);
}

/* All begin together, so that they are counted once as many have ended as there are. */
static void measure_batch(const struct orrery_rules *rules, int threads, double limit)
{
    static int16_t counts[BATCH];
    static int32_t legal[BATCH][ORRERY_MOVES_MAX], actions[BATCH];
    static uint8_t ended[BATCH];
    struct orrery_batch_out out = {.counts = counts, .legal = legal[0], .ended = ended};
    struct orrery_batch *batch = orrery_batch_open(rules, BATCH, threads, 1, 0, NULL);
    uint64_t random = 1, warmed_up = 0;
    struct count count = count_from_now();
    orrery_batch_step(batch, NULL, &out, NULL);
    while (warmed_up < BATCH || passed(&count) < limit) {
        for (int i = 0; i < BATCH; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            actions[i] = legal[i][(random >> 33) % (uint64_t)counts[i]];
        }
        orrery_batch_step(batch, actions, &out, NULL);
        count.decisions += BATCH;
        for (int i = 0; i < BATCH; i++)
            count.games += ended[i];
        if (warmed_up < BATCH && (warmed_up = count.games) >= BATCH)
            count = count_from_now();
    }
    tell("batch", &count);
    orrery_batch_close(batch);
}

int main(int argc, char **argv)
{
    struct orrery_problem problem;
    if (argc != 5)
        return 2;
    struct orrery_rules *rules = orrery_rules_open(argv[1], atoi(argv[2]), NULL, NULL, 0, &problem);
    if (rules == NULL)
        return fprintf(stderr, "%s\n", problem.sentence), 2;
    measure_single(rules, atof(argv[4]));
    measure_batch(rules, atoi(argv[3]), atof(argv[4]));
    orrery_rules_close(rules);
    return 0;
}
