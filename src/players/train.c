/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A generation: play, learn, measure how good it has become. */

#include "train.h"

#include "threads.h"

#include "base/random.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 1024,   /* samples of one step, in each process */
    SHARDS = 4,     /* parts of a batch, always as many: sums do not depend on the threads */
    HELD_PART = 12, /* one sample in this many is not learned from */
    CONTEST_GAMES = 400,
};

void train_begin(struct training *training, const struct train_settings *settings,
                 struct process_group group)
{
    struct move_traits traits;
    *training = (struct training){.settings = *settings, .group = group};
    move_traits_open(&traits, settings->game);
    learner_open(&training->learner, network_input_count(settings->game), (int)settings->hidden,
                 traits.count, (uint64_t)settings->seed);
}

void train_end(struct training *training)
{
    learner_free(&training->learner);
    past_games_free(&training->window);
}

/* ---- a batch --------------------------------------------------------------------------------- */

/* A batch, which the threads share. */
struct batch {
    const struct training *training;
    const struct samples *samples;
    const uint32_t *numbers;
    size_t count;
    float *gradients; /* [SHARDS][parameters] */
};

static void work_shard(const struct batch *batch, size_t shard)
{
    const struct learner *learner = &batch->training->learner;
    size_t part = (batch->count + SHARDS - 1) / SHARDS;
    size_t from = shard * part < batch->count ? shard * part : batch->count;
    size_t count = batch->count - from < part ? batch->count - from : part;
    float *gradient = batch->gradients + shard * learner->count;
    struct loss loss = {0};
    memset(gradient, 0, learner->count * sizeof *gradient);
    learner_gradient(learner, batch->samples, batch->numbers + from, count, gradient, &loss);
}

static int threads_of(const struct training *training)
{
    return training->settings.threads < SHARDS ? (int)training->settings.threads : SHARDS;
}

static void work_shards(void *context, int thread)
{
    const struct batch *batch = context;
    for (int shard = thread; shard < SHARDS; shard += threads_of(batch->training))
        work_shard(batch, (size_t)shard);
}

static void learn_batch(struct training *training, struct batch *batch, float rate)
{
    size_t parameters = training->learner.count;
    assert(batch->count > 0 && batch->count <= BATCH);
    float *gradients = batch->gradients;
    in_threads(threads_of(training), work_shards, batch);
    for (size_t i = 1; i < SHARDS; i++)
        for (size_t k = 0; k < parameters; k++)
            gradients[k] += gradients[i * parameters + k];
    process_group_sum(gradients, parameters);
    learner_step(&training->learner, gradients, batch->count * (size_t)training->group.size, rate);
}

/* ---- all samples ----------------------------------------------------------------------------- */

static void shuffle(uint32_t *numbers, size_t count, struct random *random)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = random_below(random, (uint32_t)i);
        uint32_t other = numbers[i - 1];
        numbers[i - 1] = numbers[k];
        numbers[k] = other;
    }
}

static void tell(const struct training *training, const char *label, uint64_t done, uint64_t all)
{
    if (training->progress != NULL)
        training->progress(training->context, label, done, all);
}

/* Falls in a straight line to a tenth over all generations. */
static float rate_at(const struct training *training, double part)
{
    double all = (double)training->settings.generations;
    double way = (training->done + part) / (all > 0 ? all : 1);
    return (float)((double)training->settings.rate * 1e-6 * (1.0 - 0.9 * (way < 1 ? way : 1)));
}

static void learn(struct training *training, const struct samples *samples, size_t count)
{
    uint32_t *numbers = memory_new(count, sizeof *numbers);
    struct batch batch = {.training = training, .samples = samples};
    struct random random = random_stream((uint64_t)training->settings.seed,
                                         ~(uint64_t)(training->done * 4096 + training->group.rank));
    uint64_t batches = process_group_least(count / BATCH + (count % BATCH > 0));
    uint64_t all = batches * (uint64_t)training->settings.passes, steps = 0;
    batch.gradients = memory_new(SHARDS * training->learner.count, sizeof *batch.gradients);
    for (size_t i = 0; i < count; i++)
        numbers[i] = (uint32_t)i;
    for (int64_t pass = 0; pass < training->settings.passes; pass++) {
        shuffle(numbers, count, &random);
        for (uint64_t i = 0; i < batches; i++, steps++) {
            assert(i * BATCH < count);
            size_t left = count - i * BATCH;
            batch.numbers = numbers + i * BATCH;
            batch.count = left < BATCH ? left : BATCH;
            learn_batch(training, &batch, rate_at(training, (double)steps / (double)all));
            tell(training, _("learning"), steps + 1, all);
        }
    }
    free(batch.gradients);
    free(numbers);
}

/* What it makes of samples that it has not learned from. */
static void examine(struct training *training, const struct samples *samples, size_t from)
{
    struct generation *generation = &training->history[training->done];
    struct loss loss = {0};
    for (uint32_t i = (uint32_t)from; i < samples->count; i++)
        learner_gradient(&training->learner, samples, &i, 1, NULL, &loss);
    double sums[] = {loss.win, loss.points, (double)loss.count, loss.choices,
                     (double)loss.choice_count};
    process_group_sum_exactly(sums, 5);
    generation->win = sums[2] > 0 ? sums[0] / sums[2] : 0;
    generation->points = sums[2] > 0 ? sqrt(sums[1] / sums[2]) : 0;
    generation->choices = sums[4] > 0 ? sums[3] / sums[4] : 0;
}

/* ---- a generation ---------------------------------------------------------------------------- */

static void tell_games(void *context, uint64_t done)
{
    const struct training *training = context;
    tell(training, _("playing"), done, (uint64_t)(training->settings.games / training->group.size));
}

/* By whom strength is measured. */
static struct judge opponent_of(const struct train_settings *settings)
{
    return settings->against != NULL ? network_judge(settings->against) : judge_by_thumb;
}

/* What is asked for opponents and what is known so far. */
struct knowledge {
    struct network network;
    struct judge learned, opponent, pasts[TRAIN_PASTS_MAX];
};

static bool knows_nothing(const struct training *training)
{
    return training->done == 0 && training->settings.from == NULL;
}

static struct training_data data_of(const struct training *training, struct knowledge *knowledge)
{
    const struct train_settings *settings = &training->settings;
    bool is_first = training->done == 0;
    struct training_data data = {
        .game = settings->game,
        .rules = settings->rules,
        .opponent = settings->against != NULL ? &knowledge->opponent : NULL,
        .past = knowledge->pasts,
        .seed = (uint64_t)settings->seed,
        .first = (uint64_t)(training->done * settings->games + training->group.rank),
        .games = (uint64_t)settings->games,
        .step = training->group.size,
        .samples = (int)settings->samples,
        .nodes = knows_nothing(training) ? 0 : (int)settings->nodes,
        .trust = knows_nothing(training) ? 0 : (int)settings->trust,
        .threads = (int)settings->threads,
    };
    learner_network(&training->learner, settings->game, &knowledge->network);
    knowledge->learned =
        network_judge(is_first && settings->from != NULL ? settings->from : &knowledge->network);
    knowledge->opponent = opponent_of(settings);
    data.judge = knows_nothing(training) ? &judge_by_thumb : &knowledge->learned;
    for (; data.past_count < TRAIN_PASTS_MAX && settings->pasts[data.past_count] != NULL;
         data.past_count++)
        knowledge->pasts[data.past_count] = network_judge(settings->pasts[data.past_count]);
    return data;
}

/* Plays the games of a generation, and takes them and the last ones before as samples. */
static void play(struct training *training, struct samples *samples)
{
    const struct train_settings *settings = &training->settings;
    struct knowledge knowledge;
    struct training_data data = data_of(training, &knowledge);
    size_t before = training->window.count;
    data.progress = tell_games;
    data.context = training;
    training_data_play(&data, &training->window);
    size_t room = (training->window.count - before) * (size_t)settings->window;
    if (training->window.count > room)
        past_games_drop(&training->window, training->window.count - room);
    data.progress = NULL;
    training_data_study(&data, &training->window, samples);
    network_free(&knowledge.network);
}

bool train_knows_its_games(const struct training *training)
{
    struct knowledge knowledge;
    struct training_data data = data_of(training, &knowledge);
    bool all_known = true;
    for (size_t i = 0; all_known && i < training->window.count; i++)
        all_known = training_data_knows(&data, &training->window.list[i]);
    network_free(&knowledge.network);
    return all_known;
}

/* As few seats as the game takes. */
static struct ruleset *open_contest(const struct train_settings *settings)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(settings->game);
    struct ruleset *rules = settings->rules != NULL
                                ? ruleset_open_setup(settings->rules, &setup, &problem)
                                : ruleset_open(settings->game, &setup, NULL, &problem);
    assert(rules != NULL);
    return rules;
}

/* All processes hold the same network, so each may play all of it; the first one's word counts. */
static double strength(const struct training *training)
{
    struct network network;
    learner_network(&training->learner, training->settings.game, &network);
    struct judge judge = network_judge(&network), opponent = opponent_of(&training->settings);
    struct ruleset *rules = open_contest(&training->settings);
    double share = training_data_contest(
        rules, &judge, &opponent, CONTEST_GAMES, ~(uint64_t)training->settings.seed,
        (int)training->settings.samples, (int)training->settings.threads);
    ruleset_close(rules);
    network_free(&network);
    return share;
}

/* The same on all processes. */
static void agree_on_scales(struct training *training, const struct samples *samples)
{
    struct learner *learner = &training->learner;
    learner_scale(learner, samples);
    process_group_sum(learner->scales, (size_t)learner->inputs);
    for (int i = 0; i < learner->inputs; i++)
        learner->scales[i] /= (float)training->group.size;
}

/* Games that were not learned from yet are the last ones; some of them are kept for examining. */
static size_t held_of(const struct training *training, const struct samples *samples)
{
    size_t games = training->window.count;
    size_t last = (size_t)(training->settings.games / training->group.size);
    assert(games > 0);
    return samples->count / games * (last < games ? last : games) / HELD_PART;
}

void train_generation(struct training *training)
{
    struct samples samples = {.inputs = training->learner.inputs};
    assert(training->done >= 0 && training->done < TRAIN_GENERATIONS_MAX);
    play(training, &samples);
    size_t held = held_of(training, &samples);
    if (training->done == 0)
        agree_on_scales(training, &samples);
    if (training->done == 0 && training->settings.from != NULL)
        learner_take(&training->learner, training->settings.from);
    learn(training, &samples, samples.count - held);
    examine(training, &samples, samples.count - held);
    training->history[training->done].samples = samples.count;
    training->history[training->done].strength = strength(training);
    training->done++;
    samples_free(&samples);
}
