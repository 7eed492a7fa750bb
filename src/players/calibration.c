/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Games are played again, move by move, to ask the judge between turns. */

#include "calibration.h"

#include "network.h"
#include "selfplay.h"

#include "contract/play.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { FINE = 400 }; /* chances are counted so finely to find the sharpness */

struct observer {
    const struct calibration *task;
    struct judge judge;
    struct judge_notes notes;
    struct share shares[CALIBRATION_BINS];
    double said[CALIBRATION_BINS];
    uint64_t counts[CALIBRATION_BINS];
    double fine_count[FINE], fine_won[FINE];
};

/* What happened in one game. */
struct sums {
    double won[CALIBRATION_BINS], positions[CALIBRATION_BINS];
};

static int part_of(uint32_t chance, int parts)
{
    int64_t part = (int64_t)chance * parts / JUDGE_ONE;
    return (int)(part < parts ? part : parts - 1);
}

static void note(struct observer *observer, struct sums *sums, uint32_t chance, double won)
{
    int bin = part_of(chance, CALIBRATION_BINS), fine = part_of(chance, FINE);
    assert(won >= 0 && won <= 1);
    sums->won[bin] += won;
    sums->positions[bin] += 1;
    observer->said[bin] += (double)chance / JUDGE_ONE;
    observer->counts[bin]++;
    observer->fine_count[fine] += 1;
    observer->fine_won[fine] += won;
}

/* The share of the win that a seat has in the end. */
static double win_of(const struct score *score, int players, int seat)
{
    int winners = 0;
    for (int i = 0; i < players; i++)
        winners += score->place[i] == 1;
    return score->place[seat] == 1 ? 1.0 / winners : 0;
}

static void observe(void *context, const struct selfplay_game *game)
{
    struct observer *observer = context;
    const struct ruleset *rules = observer->task->rules;
    struct sums sums = {0};
    union any_state state;
    if (game->error != NULL)
        return;
    play_start(rules, &state);
    for (uint32_t i = 0; i < game->move_count; i++) {
        struct node before = rules->game->node(rules, &state);
        rules->game->apply(rules, &state, game->moves[i], NULL);
        struct node node = rules->game->node(rules, &state);
        bool begins = node.turn >= 0 && (node.turn != before.turn || node.round != before.round);
        if (!begins || node.actor == NOBODY)
            continue;
        struct estimate estimate = {0};
        observer->judge.estimate(&observer->judge, rules, &state, &estimate);
        note(observer, &sums, estimate.win[node.turn],
             win_of(&game->score, rules->setup.players, node.turn));
    }
    for (int i = 0; i < CALIBRATION_BINS; i++)
        if (sums.positions[i] > 0)
            share_add(&observer->shares[i], sums.won[i], sums.positions[i]);
}

static void show_progress(void *context, uint64_t done)
{
    const struct calibration *task = ((struct observer *)context)->task;
    if (task->progress != NULL)
        task->progress(task->context, done);
}

/* ---- what comes out -------------------------------------------------------------------------- */

/* The surprise if the logarithms of all odds were so many times as large. */
static double surprise_with(const struct observer *observer, double sharpness)
{
    double sum = 0, count = 0;
    for (int i = 0; i < FINE; i++) {
        double chance = (i + 0.5) / FINE;
        double odds = exp(sharpness * log(chance / (1 - chance)));
        double sharp = odds / (1 + odds), won = observer->fine_won[i];
        sum -= won * log(sharp) + (observer->fine_count[i] - won) * log(1 - sharp);
        count += observer->fine_count[i];
    }
    return count > 0 ? sum / count : 0;
}

/* Where it is least; it has one valley. */
static double find_sharpness(const struct observer *observer)
{
    double low = 0.2, high = 5;
    while (high - low > 1e-4) {
        double third = (high - low) / 3;
        if (surprise_with(observer, low + third) < surprise_with(observer, high - third))
            high -= third;
        else
            low += third;
    }
    return (low + high) / 2;
}

static void sum_up(const struct observer *observer, struct calibration_result *result)
{
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        struct calibration_bin *bin = &result->bins[i];
        uint64_t count = observer->counts[i];
        bin->positions = count;
        bin->said = count > 0 ? observer->said[i] / (double)count : (i + 0.5) / CALIBRATION_BINS;
        bin->won = share_mean(&observer->shares[i]);
        bin->interval = share_interval(&observer->shares[i]);
        result->positions += count;
    }
    result->surprise = surprise_with(observer, 1);
    result->sharpness = find_sharpness(observer);
}

bool calibration_run(const struct calibration *task, struct calibration_result *result,
                     struct problem *problem)
{
    struct observer *observer = memory_new(1, sizeof *observer);
    *observer = (struct observer){.task = task, .judge = *task->judge};
    observer->judge.notes = &observer->notes;
    judge_notes_begin(&observer->notes);
    struct selfplay games = {.rules = task->rules,
                             .players = &task->player,
                             .player_count = 1,
                             .games = task->games,
                             .seed = task->seed,
                             .stop = task->stop,
                             .progress = show_progress,
                             .observe = observe,
                             .context = observer};
    struct selfplay_result played;
    bool fine = selfplay_run(&games, &played, problem);
    *result = (struct calibration_result){0};
    if (fine) {
        result->games = played.games;
        result->errors = played.errors;
        sum_up(observer, result);
    }
    free(observer);
    return fine;
}
