/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Random games that try a card set: with good ones, and with games that break their promises. */

#include "../registered_tests.h"
#include "../unit/helpers.h"

#include "table/set_trial.h"

#include "contract/games.h"

static struct ruleset *open_set(const struct game *game)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_non_null(rules);
    return rules;
}

/* Plays to the end; returns the slices that it took. */
static int try_out(struct set_trial *trial)
{
    int slices = 1;
    while (set_trial_continue(trial))
        slices++;
    return slices;
}

TEST(test_our_sets_can_be_played)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct set_trial trial;
        set_trial_begin(&trial, open_set(games[i]), 40);
        try_out(&trial);
        assert_false(problem_is_set(&trial.problem));
        assert_int_equal(trial.played, 40);
        set_trial_end(&trial);
        set_trial_end(&trial); /* is fine */
    }
}

/* ---- games that break their promises --------------------------------------------------------- */

static bool never_over(const struct ruleset *rules, const void *state, struct random *random,
                       struct move *move)
{
    (void)rules, (void)state, (void)random;
    *move = (struct move){0};
    return true;
}

static bool stuck(const struct ruleset *rules, const void *state, struct random *random,
                  struct move *move)
{
    (void)rules, (void)state, (void)random, (void)move;
    return false;
}

static void do_nothing(const struct ruleset *rules, void *state, struct move move,
                       struct events *events)
{
    (void)rules, (void)state, (void)move, (void)events;
}

static void tell_much(const struct ruleset *rules, void *state, struct move move,
                      struct events *events)
{
    (void)rules, (void)state, (void)move;
    for (int i = 0; i <= EVENTS_MAX; i++)
        event_add(events, (struct message){0});
}

static const char *all_wrong(const struct ruleset *rules, const void *state)
{
    (void)rules, (void)state;
    return "nothing is right";
}

static void assert_fails(struct game broken, const char *told)
{
    struct set_trial trial;
    set_trial_begin(&trial, open_set(&broken), 5);
    try_out(&trial);
    assert_told(&trial.problem, told);
    assert_int_equal(trial.played, 1);
    set_trial_end(&trial);
}

TEST(test_broken_games)
{
    struct game noughts = *game_find(span_of("noughts"));
    noughts.play_out = NULL;
    struct game broken = noughts;
    broken.pick = never_over;
    broken.apply = do_nothing;
    assert_fails(broken, "a random game with 2 players was not over after 10 moves");
    broken.apply = tell_much;
    assert_fails(broken, "in a random game with 2 players one move caused more than 256 events");
    broken = noughts;
    broken.pick = stuck;
    assert_fails(broken, "a random game with 2 players got stuck");
    broken = noughts;
    broken.check = all_wrong;
    assert_fails(broken, "a random game with 2 players went wrong: nothing is right");
}

/* A game that takes long is cut off between slices, and all of them after a time. */
TEST(test_time)
{
    struct game slow = *game_find(span_of("noughts"));
    slow.pick = never_over;
    slow.apply = do_nothing;
    slow.moves_bound = 40000000;
    struct set_trial trial;
    set_trial_begin(&trial, open_set(&slow), TRIAL_GAMES_MAX);
    trial.used_ms = TRIAL_MS_MAX - 1;
    assert_false(set_trial_continue(&trial));
    assert_int_equal(trial.played, 1);
    set_trial_end(&trial);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
