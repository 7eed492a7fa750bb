/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The cache of a judge says what the judge says, whatever was asked before and by which rules, and
 * it asks the judge only once about a position that comes again soon. */

#include "helpers.h"

#include "contract/play.h"
#include "players/judge_cache.h"

static int asked_estimates, asked_choices;

/* Depends on all bytes of the state. */
static void estimate(const struct judge *judge, const struct ruleset *rules, const void *state,
                     struct estimate *out)
{
    (void)judge;
    asked_estimates++;
    out->win[0] = (uint32_t)state_hash(rules, state);
    out->points[1] = rules->setup.players;
}

static void prefer(const struct judge *judge, const struct ruleset *rules, const void *state,
                   const struct move *moves, int count, uint32_t *likely)
{
    (void)judge;
    asked_choices++;
    for (int i = 0; i < count; i++)
        likely[i] = (uint32_t)state_hash(rules, state) + moves[i].a + (uint32_t)i;
}

static const struct judge stranger = {.estimate = estimate, .prefer = prefer};

/* Both are asked about the state, the cache twice. */
static void compare(const struct judge *cached, const struct judge *judge,
                    const struct ruleset *rules, const void *state)
{
    struct move moves[MOVES_MAX];
    uint32_t expected[MOVES_MAX], likely[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves);
    bool decides = rules->game->node(rules, state).actor >= 0;
    for (int i = 0; i < 2; i++) {
        struct estimate first = {0}, second = {0};
        judge->estimate(judge, rules, state, &first);
        cached->estimate(cached, rules, state, &second);
        assert_memory_equal(&first, &second, sizeof first);
        if (!decides || judge->prefer == NULL)
            continue;
        judge->prefer(judge, rules, state, moves, count, expected);
        cached->prefer(cached, rules, state, moves, count, likely);
        assert_memory_equal(expected, likely, (size_t)count * sizeof *likely);
    }
}

static int walk(struct judge_cache *cache, const struct judge *judge, const struct ruleset *rules,
                uint64_t seed)
{
    const struct judge cached = judge_from_cache(cache);
    struct random random = random_stream(seed, 0);
    union any_state state;
    int states = 0;
    play_start(rules, &state);
    judge_cache_take_rules(cache, rules);
    do {
        compare(&cached, judge, rules, &state);
        states++;
    } while (play_random(rules, &state, &random));
    return states;
}

TEST(it_says_what_the_judge_says)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_standard_rules(games[i]);
        struct judge_cache cache;
        assert_true(judge_cache_open(&cache, judge_of(games[i])));
        for (uint64_t seed = 0; seed < 3; seed++)
            walk(&cache, judge_of(games[i]), rules, seed % 2);
        judge_cache_close(&cache);
        ruleset_close(rules);
    }
}

/* The slots are used again and again. */
TEST(more_positions_than_it_holds_are_no_harm)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    struct ruleset *rules = open_standard_rules(game);
    struct judge_cache cache;
    int states = 0;
    assert_true(judge_cache_open(&cache, &stranger));
    for (uint64_t seed = 0; states < short_or_long(30000, 100000); seed++)
        states += walk(&cache, &stranger, rules, seed);
    judge_cache_close(&cache);
    ruleset_close(rules);
}

TEST(the_same_position_is_judged_once)
{
    struct ruleset *rules = open_noughts("first");
    struct judge_cache cache;
    union any_state state;
    play_start(rules, &state);
    assert_true(judge_cache_open(&cache, &stranger));
    judge_cache_take_rules(&cache, rules);
    const struct judge cached = judge_from_cache(&cache);
    asked_estimates = asked_choices = 0;
    for (int i = 0; i < 5; i++)
        compare(&cached, &stranger, rules, &state);
    assert_int_equal(asked_estimates, 10 + 1); /* by the test itself, and by the cache */
    assert_int_equal(asked_choices, 10 + 1);
    judge_cache_close(&cache);
    ruleset_close(rules);
}

/* The same bytes with other players are another position. */
TEST(other_rules_are_not_confused)
{
    const struct game *game = game_find(span_of("pulsar-2849"));
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    struct judge_cache cache;
    struct estimate seen[2] = {0};
    union any_state state;
    assert_true(judge_cache_open(&cache, &stranger));
    for (int i = 0; i < 2; i++) {
        setup.players = (uint8_t)(2 + i);
        struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
        assert_non_null(rules);
        if (i == 0)
            play_start(rules, &state);
        judge_cache_take_rules(&cache, rules);
        const struct judge cached = judge_from_cache(&cache);
        cached.estimate(&cached, rules, &state, &seen[i]);
        assert_int_equal(seen[i].points[1], 2 + i);
        ruleset_close(rules);
    }
    judge_cache_close(&cache);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
