/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How fast liborrery is to a program in C: random decisions of seats and games by the second, first
 * one game after another, then many at once. library_speed.py runs it and shows the figures beside
 * others. Measures wall time: threads are to be seen.
 *     library_speed GAME PLAYERS THREADS SECONDS */

#include "orrery.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCH = 2048 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Legal list, pick and apply, as a caller does it; chance moves are drawn by the library. */
static void measure_single(const struct orrery_rules *rules, double limit)
{
    static uint64_t state[ORRERY_STATE_MAX / 8];
    int32_t legal[ORRERY_MOVES_MAX];
    struct orrery_node node;
    uint64_t random = 1, decisions = 0, games = 0;
    double start = seconds();
    while (seconds() - start < limit) {
        orrery_start(rules, state);
        for (;;) {
            orrery_node(rules, state, &node);
            if (node.actor == ORRERY_NOBODY)
                break;
            if (node.actor == ORRERY_DEALER) {
                orrery_random_action(rules, state, &random);
                continue;
            }
            int count = orrery_legal(rules, state, legal, ORRERY_MOVES_MAX);
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            orrery_apply(rules, state, legal[(random >> 33) % (uint64_t)count]);
            decisions++;
        }
        games++;
    }
    double took = seconds() - start;
    printf("single %.0f %.0f\n", (double)decisions / took, (double)games / took);
}

static void measure_batch(const struct orrery_rules *rules, int threads, double limit)
{
    static int16_t counts[BATCH];
    static int32_t legal[BATCH][ORRERY_MOVES_MAX], actions[BATCH];
    static uint8_t ended[BATCH];
    struct orrery_batch_out out = {.counts = counts, .legal = legal[0], .ended = ended};
    struct orrery_batch *batch = orrery_batch_open(rules, BATCH, threads, 1, 0, NULL);
    uint64_t random = 1, decisions = 0, games = 0;
    orrery_batch_step(batch, NULL, &out, NULL);
    double start = seconds();
    while (seconds() - start < limit) {
        for (int i = 0; i < BATCH; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            actions[i] = legal[i][(random >> 33) % (uint64_t)counts[i]];
        }
        orrery_batch_step(batch, actions, &out, NULL);
        decisions += BATCH;
        for (int i = 0; i < BATCH; i++)
            games += ended[i];
    }
    double took = seconds() - start;
    printf("batch %.0f %.0f\n", (double)decisions / took, (double)games / took);
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
