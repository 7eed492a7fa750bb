/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Networks: the text says all and bad text is refused, what they expect and which moves they find
 * likely adds up and agrees with plain arithmetic, and those in the program fit their games. */

#include "helpers.h"

#include "contract/play.h"
#include "players/network.h"

#include <stdlib.h>

static const struct game *noughts(void)
{
    return game_find(span_of("noughts"));
}

/* Weights without meaning, but not zero. */
static struct network any_network(const struct game *game, int hidden, uint64_t seed)
{
    struct network network;
    struct random random = random_stream(seed, 1);
    network_make(&network, network_input_count(game), hidden);
    for (int i = 0; i < network.inputs; i++)
        for (int k = 0; k < hidden; k++)
            *network_weight(&network, i, k) = (int16_t)((int)random_below(&random, 801) - 400);
    for (int k = 0; k < hidden; k++)
        network.biases[k] = (int32_t)random_below(&random, 8001) - 4000;
    for (int i = 0; i < NETWORK_OUTPUTS; i++) {
        network.out_biases[i] = (int64_t)random_below(&random, 80001) - 40000;
        for (int k = 0; k < hidden; k++)
            network.out[i][k] = (int32_t)random_below(&random, 801) - 400;
    }
    return network;
}

/* The same with what it makes of moves. */
static struct network any_with_moves(const struct game *game, int hidden, uint64_t seed)
{
    struct network network = any_network(game, hidden, seed);
    struct random random = random_stream(seed, 2);
    network_make_moves(&network, game);
    for (int i = 0; i < network.traits.count; i++) {
        network.trait_biases[i] = (int32_t)random_below(&random, 80001) - 40000;
        for (int k = 0; k < hidden; k++)
            network.trait_weights[i * hidden + k] =
                (int16_t)((int)random_below(&random, 801) - 400);
    }
    return network;
}

static bool has_same_moves(const struct network *a, const struct network *b)
{
    size_t count = (size_t)a->traits.count;
    if ((a->trait_weights == NULL) != (b->trait_weights == NULL))
        return false;
    return a->trait_weights == NULL ||
           (a->traits.count == b->traits.count &&
            memcmp(a->trait_biases, b->trait_biases, count * sizeof *a->trait_biases) == 0 &&
            memcmp(a->trait_weights, b->trait_weights,
                   count * (size_t)a->hidden * sizeof *a->trait_weights) == 0);
}

static bool is_same(const struct network *a, const struct network *b)
{
    bool same = a->inputs == b->inputs && a->hidden == b->hidden && has_same_moves(a, b) &&
                memcmp(a->biases, b->biases, sizeof a->biases) == 0 &&
                memcmp(a->out, b->out, sizeof a->out) == 0 &&
                memcmp(a->out_biases, b->out_biases, sizeof a->out_biases) == 0;
    for (int i = 0; same && i < a->inputs; i++)
        for (int k = 0; k < a->hidden; k++)
            same = same && *network_weight(a, i, k) == *network_weight(b, i, k);
    return same;
}

/* Written, read and released. */
static void expect_text_says_all(struct network network, const struct game *game)
{
    struct network again;
    struct problem problem = {0};
    struct text text = {0};
    network_write(&network, game, "made for a test", &text);
    assert_true(network_read(&again, game, "n", text_span(&text), &problem));
    assert_true(is_same(&network, &again));
    network_free(&network);
    network_free(&again);
    text_free(&text);
}

TEST(test_text_says_all)
{
    for (int i = 0; games[i] != NULL; i++) {
        expect_text_says_all(any_network(games[i], 64, 7), games[i]);
        expect_text_says_all(any_with_moves(games[i], 64, 7), games[i]);
    }
}

/* The text of a small network with one thing changed must be refused. */
static void refuse(const char *old, const char *new, const char *message)
{
    struct network network = any_network(noughts(), 32, 1), read;
    struct problem problem = {0};
    struct text text = {0}, changed = {0};
    network_write(&network, noughts(), "made for a test", &text);
    add_replaced(&changed, text_string(&text), old, new);
    assert_false(network_read(&read, noughts(), "n", text_span(&changed), &problem));
    assert_told(&problem, message);
    assert_null(read.weights);
    network_free(&network);
    text_free(&text);
    text_free(&changed);
}

TEST(test_bad_text_is_refused)
{
    refuse("orrery-network 1", "orrery-network 3", "n:1:16: found \"3\", expected a number");
    refuse("orrery-network 1", "orrery-network 2", "n:37: the text ends here, expected trait");
    refuse("game noughts", "game chess", "n:3:6: found \"chess\", expected noughts");
    refuse("hidden 32", "hidden 33", "n:5: the number is not a multiple of 32");
    refuse("hidden 32", "hidden 64", "n:6:144: the line ends here, expected a weight");
    refuse("biases ", "biases 0 ", "n:29:171: found \"-2659\", expected the end of the line");
    refuse("\nout ", "\nin ", "n:30:1: found \"in\", expected out");
    refuse("\nout ", "\nout 99999999999 ", "n:30:5: found \"99999999999\", expected a weight");
}

/* Every byte may be wrong; nothing breaks, and nothing is leaked. */
TEST(test_torn_text)
{
    struct network network = any_network(noughts(), 32, 1), read;
    struct text text = {0};
    network_write(&network, noughts(), "made for a test", &text);
    for (size_t length = 0; length + 2 < text_span(&text).length; length += 97) {
        struct problem problem = {0};
        struct span part = {text_string(&text), length};
        assert_false(network_read(&read, noughts(), "n", part, &problem));
        assert_true(problem_is_set(&problem));
    }
    network_free(&network);
    text_free(&text);
}

/* What a hidden unit says, added one by one. */
static int64_t unit_by_hand(const struct network *network, const int16_t *inputs, int unit)
{
    int64_t sum = network->biases[unit];
    for (int i = 0; i < network->inputs; i++)
        if (inputs[i] != 0)
            sum += (int64_t)*network_weight(network, i, unit) * inputs[i];
    return sum > 0 ? sum >> (NETWORK_WEIGHT_BITS - NETWORK_UNIT_BITS) : 0;
}

static int64_t points_by_hand(const struct network *network, const int64_t *units, int number)
{
    int64_t sum = network->out_biases[SEATS_MAX + number];
    for (int k = 0; k < network->hidden; k++)
        sum += network->out[SEATS_MAX + number][k] * units[k];
    return (sum * JUDGE_POINT) >> (NETWORK_UNIT_BITS + NETWORK_OUT_BITS);
}

static void check_estimate(const struct network *network, const struct ruleset *rules,
                           const void *state, struct network_notes *notes)
{
    int players = rules->setup.players;
    int16_t inputs[NETWORK_INPUTS_ROOM];
    int64_t units[NETWORK_HIDDEN_MAX];
    for (int seat = 0; seat < players; seat++) {
        struct estimate estimate;
        uint32_t all = 0;
        network_estimate(network, rules, state, seat, notes, &estimate);
        network_inputs(rules, state, seat, network_input_count(rules->game), inputs);
        for (int k = 0; k < network->hidden; k++)
            units[k] = unit_by_hand(network, inputs, k);
        for (int i = 0; i < players; i++) {
            all += estimate.win[i];
            assert_int_equal(estimate.points[(seat + i) % players],
                             points_by_hand(network, units, i));
        }
        assert_in_range(all, JUDGE_ONE - SEATS_MAX, JUDGE_ONE);
    }
}

/* Two networks take turns with one set of notes; each has its own beside it. */
TEST(test_arithmetic)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct setup setup = setup_standard(games[i]);
        struct problem problem = {0};
        setup.players = games[i]->players_max;
        struct ruleset *rules = ruleset_open(games[i], &setup, NULL, &problem);
        struct network network = any_network(games[i], 64, 3), other = any_network(games[i], 96, 4);
        struct network_notes notes = {0}, own = {0}, shared = {0};
        struct random random = random_stream(5, 5);
        union any_state state;
        struct move moves[MOVES_MAX];
        play_start(rules, &state);
        for (int k = 0; rules->game->node(rules, &state).actor != NOBODY; k++) {
            if (k % 16 == 0) {
                check_estimate(&network, rules, &state, &notes);
                check_estimate(&other, rules, &state, &own);
                check_estimate(k % 32 == 0 ? &network : &other, rules, &state, &shared);
            }
            int count = rules->game->legal(rules, &state, moves);
            rules->game->apply(rules, &state, moves[random_below(&random, (uint32_t)count)], NULL);
        }
        network_free(&network);
        network_free(&other);
        ruleset_close(rules);
    }
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* What speaks for a move, added one by one. */
static int64_t move_by_hand(const struct network *network, const struct ruleset *rules, int seat,
                            const int64_t *units, struct move move)
{
    uint16_t traits[TRAITS_OF_MOVE];
    int64_t sum = 0;
    move_traits_of(&network->traits, move, seat, rules->setup.players, traits);
    for (int i = 0; i < TRAITS_OF_MOVE; i++) {
        if (traits[i] == TRAIT_NONE)
            continue;
        assert_in_range(traits[i], 0, network->traits.count - 1);
        sum += network->trait_biases[traits[i]];
        for (int k = 0; k < network->hidden; k++) {
            int64_t unit = units[k] < NETWORK_UNIT_MAX ? units[k] : NETWORK_UNIT_MAX;
            sum += network->trait_weights[traits[i] * network->hidden + k] * unit;
        }
    }
    return sum;
}

/* Shares add up, and what speaks more for a move makes it likelier. */
static void check_moves(const struct network *network, const struct ruleset *rules,
                        const void *state, struct network_notes *notes)
{
    struct move moves[MOVES_MAX];
    uint32_t likely[MOVES_MAX], all = 0;
    int64_t spoken[MOVES_MAX], units[NETWORK_HIDDEN_MAX];
    int16_t inputs[NETWORK_INPUTS_ROOM];
    int seat = rules->game->node(rules, state).actor;
    int count = rules->game->legal(rules, state, moves);
    network_inputs(rules, state, seat, network->inputs, inputs);
    for (int k = 0; k < network->hidden; k++)
        units[k] = unit_by_hand(network, inputs, k);
    network_prefer(network, rules, state, seat, notes, moves, count, likely);
    for (int i = 0; i < count; i++) {
        all += likely[i];
        spoken[i] = move_by_hand(network, rules, seat, units, moves[i]);
        for (int k = 0; k < i; k++)
            assert_true(spoken[k] < spoken[i] ? likely[k] <= likely[i] : likely[k] >= likely[i]);
    }
    assert_in_range(all, JUDGE_ONE - count, JUDGE_ONE);
}

TEST(test_likely_moves)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_standard_rules(games[i]);
        struct network network = any_with_moves(games[i], 64, 3);
        struct network_notes notes = {0};
        struct random random = random_stream(5, 5);
        union any_state state;
        play_start(rules, &state);
        for (int k = 0; games[i]->node(rules, &state).actor != NOBODY; k++) {
            if (k % 16 == 0 && games[i]->node(rules, &state).actor >= 0)
                check_moves(&network, rules, &state, &notes);
            play_random(rules, &state, &random);
        }
        network_free(&network);
        ruleset_close(rules);
    }
}

/* One that was taught with fewer features: those that came later do not count. */
TEST(test_features_to_come)
{
    const struct game *game = game_find(span_of("pulsar-2849"));
    struct ruleset *rules = open_standard_rules(game);
    struct network all = any_network(game, 32, 3), less;
    struct network_notes notes = {0}, others = {0};
    struct estimate expected, estimate;
    union any_state state;
    const int later = 100, known = all.inputs - SEATS_MAX - later;
    network_make(&less, all.inputs - later, 32);
    for (int i = 0; i < all.inputs; i++)
        for (int k = 0; k < 32; k++) {
            bool is_later = i >= known && i < known + later;
            if (is_later)
                *network_weight(&all, i, k) = 0;
            else
                *network_weight(&less, i < known ? i : i - later, k) = *network_weight(&all, i, k);
        }
    memcpy(less.biases, all.biases, sizeof less.biases);
    memcpy(less.out, all.out, sizeof less.out);
    memcpy(less.out_biases, all.out_biases, sizeof less.out_biases);
    play_start(rules, &state);
    network_estimate(&all, rules, &state, 0, &notes, &expected);
    network_estimate(&less, rules, &state, 0, &others, &estimate);
    assert_int_equal(estimate.win[0], expected.win[0]);
    assert_int_equal(estimate.points[1], expected.points[1]);
    network_free(&all);
    network_free(&less);
    ruleset_close(rules);
}

/* What a judge says of a position is the mean of what every seat sees, with notes and without. */
TEST(test_judge_asks_every_seat)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct setup setup = setup_standard(games[i]);
        struct problem problem = {0};
        setup.players = games[i]->players_max;
        struct ruleset *rules = ruleset_open(games[i], &setup, NULL, &problem);
        struct network network = any_network(games[i], 32, 9);
        struct judge_notes notes;
        struct judge plain = network_judge(&network), noting = network_judge(&network);
        struct random random = random_stream(5, 6);
        union any_state state;
        judge_notes_begin(&notes);
        noting.notes = &notes;
        play_start(rules, &state);
        for (int k = 0; k < 60; k++) {
            struct estimate said, noted, seen;
            int64_t win = 0, points = 0;
            for (int seat = 0; seat < rules->setup.players; seat++) {
                struct network_notes own = {0};
                network_estimate(&network, rules, &state, seat, &own, &seen);
                win += seen.win[1];
                points += seen.points[1];
            }
            plain.estimate(&plain, rules, &state, &said);
            noting.estimate(&noting, rules, &state, &noted);
            assert_int_equal(said.win[1], win / rules->setup.players);
            assert_int_equal(said.points[1], points / rules->setup.players);
            assert_memory_equal(&noted, &said, sizeof said);
            if (!judge_play(&plain, rules, &state, &random) ||
                rules->game->node(rules, &state).actor == NOBODY)
                break;
        }
        network_free(&network);
        ruleset_close(rules);
    }
}

/* Two outputs that differ by one whole speak for chances of e to 1. */
TEST(test_chances)
{
    struct ruleset *rules = NULL;
    struct problem problem = {0};
    struct setup setup = setup_standard(noughts());
    union any_state state;
    struct estimate estimate;
    struct network network;
    struct network_notes notes = {0};
    rules = ruleset_open(noughts(), &setup, NULL, &problem);
    play_start(rules, &state);
    network_make(&network, network_input_count(noughts()), 32);
    network_estimate(&network, rules, &state, 0, &notes, &estimate);
    assert_int_equal(estimate.win[0], JUDGE_ONE / 2);
    network.out_biases[0] = 1 << (NETWORK_UNIT_BITS + NETWORK_OUT_BITS);
    network_estimate(&network, rules, &state, 0, &notes, &estimate);
    assert_in_range(estimate.win[0], (int)(0.729 * JUDGE_ONE), (int)(0.733 * JUDGE_ONE));
    network.out_biases[0] = INT32_MAX;
    network_estimate(&network, rules, &state, 1, &notes, &estimate); /* seen from the other seat */
    assert_int_equal(estimate.win[0], 0);
    assert_int_equal(estimate.win[1], JUDGE_ONE);
    network_free(&network);
    ruleset_close(rules);
}

/* The networks under data/ are for the features that the games have now. */
TEST(test_networks_of_the_program)
{
    for (const struct embedded_file *file = embedded_files; file->game != NULL; file++)
        if (strcmp(file->file, "network.weights") == 0) {
            const struct game *game = game_find(span_of(file->game));
            assert_non_null(game);
            assert_non_null(network_of(game));
            assert_ptr_not_equal(judge_of(game), &judge_by_thumb);
        }
    assert_ptr_equal(judge_of(noughts()), &judge_by_thumb);
    assert_non_null(network_of(game_find(span_of("beyond-the-sun"))));
    assert_non_null(network_of(game_find(span_of("pulsar-2849"))));
}

/* One that the program does not carry may come later; what is there stays. */
TEST(test_network_that_is_given)
{
    const struct game *game = noughts(), *other = game_find(span_of("pulsar-2849"));
    const struct network *carried = network_of(other);
    struct network network = any_network(game, NETWORK_HIDDEN_STEP, 3);
    struct problem problem = {0};
    struct text text = {0};
    network_write(&network, game, "a test", &text);
    struct span whole = text_span(&text), half = {whole.at, whole.length / 2};
    assert_false(network_give(game, half, &problem));
    assert_true(problem_is_set(&problem));
    problem = (struct problem){0};
    assert_null(network_of(game));
    assert_ptr_equal(judge_of(game), &judge_by_thumb);
    assert_true(network_give(game, whole, &problem));
    assert_non_null(network_of(game));
    assert_ptr_not_equal(judge_of(game), &judge_by_thumb);
    assert_true(network_give(other, half, &problem));
    assert_ptr_equal(network_of(other), carried);
    network_free(&network);
    text_free(&text);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
