/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Learning: gradients are slopes, samples are learned, a training is the same again with any number
 * of threads and after a break, and what was learned plays better than chance. */

#include "helpers.h"

#include "base/random.h"
#include "contract/play.h"
#include "players/training_data.h"
#include "players/train.h"

#include <math.h>
#include <stdlib.h>

static const struct game *noughts(void)
{
    return game_find(span_of("noughts"));
}

/* A few samples in which the first input tells who wins. */
static struct samples made_up(int inputs, int count)
{
    struct samples samples = {.inputs = inputs};
    struct random random = random_stream(2, 2);
    for (int i = 0; i < count; i++) {
        bool won = random_below(&random, 2) == 1;
        struct learning_target target = {
            .players = 2, .win = {won, !won}, .points = {won ? 60 : 20, 40}};
        int8_t *values = samples_add(&samples, &target);
        values[0] = won ? 3 : -3;
        for (int k = 1; k < inputs; k++)
            values[k] = (int8_t)((int)random_below(&random, 7) - 3);
    }
    return samples;
}

static double loss_of(const struct learner *learner, const struct samples *samples)
{
    struct loss loss = {0};
    for (uint32_t i = 0; i < samples->count; i++)
        learner_gradient(learner, samples, &i, 1, NULL, &loss);
    assert_int_equal(loss.count, samples->count);
    return loss.win;
}

/* In bits; the gradient is in natural units and has a part for points, which is left out by giving
 * parameters of the first output only. */
TEST(test_gradient_is_the_slope)
{
    struct learner learner;
    struct samples samples = made_up(6, 20);
    uint32_t numbers[20];
    for (uint32_t i = 0; i < 20; i++)
        numbers[i] = i;
    learner_open(&learner, 6, 32, 0, 9);
    float *gradient = memory_new(learner.count, sizeof *gradient);
    struct loss loss = {0};
    learner_gradient(&learner, &samples, numbers, 20, gradient, &loss);
    size_t out = 6 * 32 + 32;
    for (size_t i = out; i < out + 32; i++) { /* weights of the first output */
        float before = learner.values[i], step = 0.01f;
        learner.values[i] = before + step;
        double above = loss_of(&learner, &samples);
        learner.values[i] = before - step;
        double below = loss_of(&learner, &samples);
        learner.values[i] = before;
        double slope = (above - below) / (2.0 * (double)step) * log(2);
        assert_true(fabs(slope - (double)gradient[i]) < 0.02 + 0.02 * fabs(slope));
    }
    free(gradient);
    learner_free(&learner);
    samples_free(&samples);
}

/* Decisions between three moves of which the one that the first input names was made. */
static struct samples made_up_choices(int inputs, int count)
{
    struct samples samples = {.inputs = inputs};
    struct random random = random_stream(3, 3);
    static const struct learning_option options[3] = {{{0, 3, TRAIT_NONE, TRAIT_NONE}},
                                                      {{0, 4, 1, TRAIT_NONE}},
                                                      {{2, 4, TRAIT_NONE, TRAIT_NONE}}};
    for (int i = 0; i < count; i++) {
        int made = (int)random_below(&random, 3);
        int8_t *values = samples_add_choice(&samples, options, 3, made);
        values[0] = (int8_t)(made - 1);
        for (int k = 1; k < inputs; k++)
            values[k] = (int8_t)((int)random_below(&random, 7) - 3);
    }
    return samples;
}

static double choice_loss(const struct learner *learner, const struct samples *samples)
{
    struct loss loss = {0};
    for (uint32_t i = 0; i < samples->count; i++)
        learner_gradient(learner, samples, &i, 1, NULL, &loss);
    assert_int_equal(loss.choice_count, samples->count);
    assert_int_equal(loss.count, 0);
    return loss.choices;
}

/* For all parameters: half of the loss in natural units, as decisions count half. */
TEST(test_gradient_of_choices_is_the_slope)
{
    struct learner learner;
    struct samples samples = made_up_choices(6, 20);
    uint32_t numbers[20];
    for (uint32_t i = 0; i < 20; i++)
        numbers[i] = i;
    learner_open(&learner, 6, 32, 5, 9);
    struct random random = random_stream(4, 4);
    for (size_t i = 6 * 32 + 32 + NETWORK_OUTPUTS * 33; i < learner.count; i++)
        learner.values[i] = (float)random_below(&random, 100) / 200.0f - 0.25f;
    float *gradient = memory_new(learner.count, sizeof *gradient);
    struct loss loss = {0};
    learner_gradient(&learner, &samples, numbers, 20, gradient, &loss);
    for (size_t i = 0; i < learner.count; i++) {
        float before = learner.values[i], step = 0.002f;
        learner.values[i] = before + step;
        double above = choice_loss(&learner, &samples);
        learner.values[i] = before - step;
        double below = choice_loss(&learner, &samples);
        learner.values[i] = before;
        double slope = (above - below) / (2.0 * (double)step) * log(2) / 2;
        assert_true(fabs(slope - (double)gradient[i]) < 0.05 + 0.05 * fabs(slope));
    }
    free(gradient);
    learner_free(&learner);
    samples_free(&samples);
}

TEST(test_choices_are_learned)
{
    struct learner learner;
    struct samples samples = made_up_choices(6, 64);
    uint32_t numbers[64];
    for (uint32_t i = 0; i < 64; i++)
        numbers[i] = i;
    learner_open(&learner, 6, 32, 5, 9);
    float *gradient = memory_new(learner.count, sizeof *gradient);
    double before = choice_loss(&learner, &samples);
    for (int step = 0; step < 300; step++) {
        struct loss loss = {0};
        memset(gradient, 0, learner.count * sizeof *gradient);
        learner_gradient(&learner, &samples, numbers, 64, gradient, &loss);
        learner_step(&learner, gradient, 64, 0.01f);
    }
    assert_true(choice_loss(&learner, &samples) < before / 10);
    free(gradient);
    learner_free(&learner);
    samples_free(&samples);
}

/* Joined lists keep their options. */
TEST(test_choices_are_joined)
{
    struct samples all = {0}, targets = made_up(6, 5), one = made_up_choices(6, 7),
                   other = made_up_choices(6, 9);
    samples_move(&all, &targets);
    samples_move(&all, &one);
    samples_move(&all, &other);
    assert_int_equal(all.count, 21);
    assert_int_equal(all.option_count, 48);
    assert_int_equal(all.choices[4].count, 0);
    assert_int_equal(all.choices[5].first, 0);
    assert_int_equal(all.choices[12].first, 21);
    assert_int_equal(all.options[all.choices[20].first + 2].traits[0], 2);
    samples_free(&all);
}

TEST(test_samples_are_learned)
{
    struct learner learner;
    struct samples samples = made_up(6, 64);
    uint32_t numbers[64];
    for (uint32_t i = 0; i < 64; i++)
        numbers[i] = i;
    learner_open(&learner, 6, 32, 0, 9);
    learner_scale(&learner, &samples);
    float *gradient = memory_new(learner.count, sizeof *gradient);
    double before = loss_of(&learner, &samples);
    for (int step = 0; step < 200; step++) {
        struct loss loss = {0};
        memset(gradient, 0, learner.count * sizeof *gradient);
        learner_gradient(&learner, &samples, numbers, 64, gradient, &loss);
        learner_step(&learner, gradient, 64, 0.01f);
    }
    assert_true(loss_of(&learner, &samples) < before / 10);
    free(gradient);
    learner_free(&learner);
    samples_free(&samples);
}

static struct train_settings small(int threads)
{
    return (struct train_settings){.game = noughts(),
                                   .games = 120,
                                   .window = 2,
                                   .generations = 3,
                                   .passes = 2,
                                   .hidden = 32,
                                   .samples = 2,
                                   .trust = 20,
                                   .threads = threads,
                                   .seed = 5,
                                   .rate = 3000};
}

/* All of a training as text. */
static void train_whole(int threads, int nodes, int break_after, struct text *out)
{
    static struct training training, later;
    struct train_settings settings = small(threads);
    struct problem problem = {0};
    settings.nodes = nodes;
    train_begin(&training, &settings, process_group_join());
    while (training.done < settings.generations) {
        train_generation(&training);
        if (training.done == break_after) {
            struct text kept = {0};
            train_write(&training, &kept);
            train_end(&training);
            train_begin(&later, &settings, process_group_join());
            assert_true(train_read(&later, "t", text_span(&kept), &problem));
            training = later;
            text_free(&kept);
        }
    }
    train_write(&training, out);
    train_end(&training);
}

TEST(test_the_same_again)
{
    struct text once = {0}, threads = {0}, after_break = {0};
    train_whole(1, 0, 0, &once);
    train_whole(3, 0, 0, &threads);
    train_whole(2, 0, 2, &after_break);
    assert_string_equal(text_string(&once), text_string(&threads));
    assert_string_equal(text_string(&once), text_string(&after_break));
    text_free(&once);
    text_free(&threads);
    text_free(&after_break);
}

/* Searches make other games than players that look one turn ahead, and each again the same. */
TEST(test_games_of_searches)
{
    struct text without = {0}, once = {0}, threads = {0};
    train_whole(2, 0, 0, &without);
    train_whole(1, 40, 0, &once);
    train_whole(3, 40, 0, &threads);
    assert_string_equal(text_string(&once), text_string(&threads));
    assert_string_not_equal(text_string(&once), text_string(&without));
    text_free(&without);
    text_free(&once);
    text_free(&threads);
}

/* Each beginning of a training is refused, and none with a word changed is taken for a good one. */
TEST(test_bad_text_is_refused)
{
    static struct training training;
    struct train_settings settings = small(1);
    struct text text = {0}, changed = {0};
    struct problem problem = {0};
    train_begin(&training, &settings, process_group_join());
    train_write(&training, &text);
    for (size_t length = 0; length + 30 < text_span(&text).length; length += 211) {
        struct problem short_of = {0};
        struct span part = {text_string(&text), length};
        assert_false(train_read(&training, "t", part, &short_of));
        assert_true(problem_is_set(&short_of));
    }
    add_replaced(&changed, text_string(&text), "scales 0x1p+0",
                 "game 7 2\nplaces 0909\nscales 0x1p+0");
    assert_false(train_read(&training, "t", text_span(&changed), &problem));
    assert_told(&problem, "t: its games were not played with these settings.");
    text_free(&changed);
    problem = (struct problem){0};
    add_replaced(&changed, text_string(&text), "scales 0x1p+0",
                 "game 7 2\nplaces 090\nscales 0x1p+0");
    assert_false(train_read(&training, "t", text_span(&changed), &problem));
    assert_told(&problem, "t:7:8: found \"090\", expected moves");
    text_free(&changed);
    problem = (struct problem){0};
    add_replaced(&changed, text_string(&text), "scales 0x1p+0", "scales nan");
    assert_false(train_read(&training, "t", text_span(&changed), &problem));
    assert_told(&problem, "t:6:8: found \"nan\", expected a number");
    train_end(&training);
    text_free(&text);
    text_free(&changed);
}

static void know_nothing(const struct judge *judge, const struct ruleset *rules, const void *state,
                         struct estimate *estimate)
{
    (void)judge, (void)state;
    for (int i = 0; i < rules->setup.players; i++) {
        estimate->win[i] = JUDGE_ONE / rules->setup.players;
        estimate->points[i] = 0;
    }
}

TEST(test_it_has_learned_something)
{
    static struct training training;
    struct train_settings settings = small(2);
    struct network network;
    settings.games = 1500;
    train_begin(&training, &settings, process_group_join());
    while (training.done < settings.generations)
        train_generation(&training);
    learner_network(&training.learner, noughts(), &network);
    const struct judge learned = network_judge(&network), clueless = {.estimate = know_nothing};
    struct ruleset *rules = open_standard_rules(noughts());
    double share = training_data_contest(rules, &learned, &clueless, 200, 1, 4, 2);
    ruleset_close(rules);
    assert_true(share > 0.7);
    assert_true(training.history[2].win < 1.0); /* bits: less than a guess between two costs */
    network_free(&network);
    train_end(&training);
}

/* Two networks say the same of the positions of a game, but for so much of JUDGE_ONE. */
static void assert_say_the_same(const struct network *one, const struct network *other, int margin)
{
    struct ruleset *rules = open_standard_rules(noughts());
    struct random random = random_stream(6, 6);
    const struct judge judges[] = {network_judge(one), network_judge(other)};
    union any_state state;
    play_start(rules, &state);
    do {
        struct estimate says[2] = {0};
        for (int i = 0; i < 2; i++)
            judges[i].estimate(&judges[i], rules, &state, &says[i]);
        for (int i = 0; i < 2; i++)
            assert_in_range(says[0].win[i] + (uint32_t)margin - says[1].win[i], 0, 2 * margin);
    } while (play_random(rules, &state, &random));
    ruleset_close(rules);
}

/* A training that begins with a network goes on from what it knows, also with more hidden units. */
TEST(test_it_begins_with_a_network)
{
    static struct training training, wider;
    struct train_settings settings = small(1);
    struct network network, taken;
    train_begin(&training, &settings, process_group_join());
    train_generation(&training);
    learner_network(&training.learner, noughts(), &network);
    settings.hidden = 64;
    settings.from = &network;
    train_begin(&wider, &settings, process_group_join());
    memcpy(wider.learner.scales, training.learner.scales,
           (size_t)training.learner.inputs * sizeof(float));
    learner_take(&wider.learner, &network);
    learner_network(&wider.learner, noughts(), &taken);
    assert_say_the_same(&network, &taken, 0);
    network_free(&taken);
    train_end(&wider);

    settings.rate = 1; /* it learns almost nothing */
    train_begin(&wider, &settings, process_group_join());
    train_generation(&wider);
    learner_network(&wider.learner, noughts(), &taken);
    assert_say_the_same(&network, &taken, JUDGE_ONE / 100);
    network_free(&taken);
    train_end(&wider);
    train_end(&training);
    network_free(&network);
}

/* The share of wins against a network that was to be beaten, and the training as text. */
static double train_against(const struct network *against, int64_t games_each, int threads,
                            struct text *out)
{
    static struct training training;
    struct train_settings settings = small(threads);
    settings.games = games_each;
    settings.passes = 8; /* of one seat there are few samples */
    settings.rate = 10000;
    settings.against = against;
    train_begin(&training, &settings, process_group_join());
    while (training.done < settings.generations)
        train_generation(&training);
    train_write(&training, out);
    double share = training.history[training.done - 1].strength;
    train_end(&training);
    return share;
}

TEST(test_an_opponent_is_beaten)
{
    struct text beaten = {0}, once = {0}, threads = {0};
    struct network clueless; /* to which all positions are the same */
    network_make(&clueless, network_input_count(noughts()), NETWORK_HIDDEN_STEP);
    assert_true(train_against(&clueless, 3000, 2, &beaten) > 0.7);
    train_against(&clueless, 150, 1, &once); /* needs no strength to be the same */
    train_against(&clueless, 150, 3, &threads);
    assert_string_equal(text_string(&once), text_string(&threads));
    text_free(&beaten);
    text_free(&once);
    text_free(&threads);
    network_free(&clueless);
}

static void play_and_study(const struct training_data *data, struct samples *out)
{
    struct past_games played = {0};
    training_data_play(data, &played);
    assert_int_equal(played.count, data->games);
    training_data_study(data, &played, out);
    past_games_free(&played);
}

/* A game is studied again later; one that is cut off or has a move too many is none. */
TEST(test_games_are_known_by_their_moves)
{
    struct training_data data = {.game = noughts(),
                                 .judge = &judge_by_thumb,
                                 .seed = 4,
                                 .games = 30,
                                 .step = 1,
                                 .samples = 1,
                                 .threads = 2};
    struct samples once = {.inputs = network_input_count(noughts())}, again = once;
    struct past_games played = {0};
    training_data_play(&data, &played);
    training_data_study(&data, &played, &once);
    training_data_study(&data, &played, &again);
    assert_true(once.count > 30);
    assert_int_equal(once.count, again.count);
    assert_memory_equal(once.values, again.values, once.count * (size_t)once.inputs);
    for (size_t i = 0; i < played.count; i++) {
        struct past_game other = played.list[i];
        assert_true(training_data_knows(&data, &other));
        other.count--;
        assert_false(training_data_knows(&data, &other));
        other.count++;
        other.places[1] = UINT8_MAX;
        assert_false(training_data_knows(&data, &other));
    }
    samples_free(&once);
    samples_free(&again);
    past_games_free(&played);
}

/* With past networks about, other games are played, and what they do is not learned from. */
TEST(test_past_networks_have_seats)
{
    struct training_data data = {.game = noughts(),
                                 .judge = &judge_by_thumb,
                                 .seed = 4,
                                 .games = 200,
                                 .step = 1,
                                 .samples = 1,
                                 .threads = 2};
    const struct judge clueless = {.estimate = know_nothing};
    struct samples without = {.inputs = network_input_count(noughts())}, with = without;
    play_and_study(&data, &without);
    data.past = &clueless;
    data.past_count = 1;
    play_and_study(&data, &with);
    assert_true(with.option_count > 0 && with.option_count < without.option_count);
    assert_int_not_equal(with.count, without.count);
    samples_free(&without);
    samples_free(&with);
}

/* Of a game against an opponent only what its one learner did is learned from. */
TEST(test_one_seat_learns_against_an_opponent)
{
    struct training_data data = {.game = noughts(),
                                 .judge = &judge_by_thumb,
                                 .seed = 3,
                                 .games = 40,
                                 .step = 1,
                                 .samples = 1,
                                 .threads = 1};
    struct samples all = {.inputs = network_input_count(noughts())}, some = all;
    play_and_study(&data, &all);
    data.opponent = &judge_by_thumb;
    play_and_study(&data, &some);
    assert_true(some.count > 0 && 2 * some.count < all.count);
    samples_free(&all);
    samples_free(&some);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
