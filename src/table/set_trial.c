/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Random games that try a card set. */

#include "set_trial.h"

#include "contract/play.h"

#include <assert.h>
#include <stdio.h>
#include <time.h>

enum { MOVES_BETWEEN_CHECKS = 64 };

/* Of this thread's own work: others on the machine do not make a set look slow. */
static int64_t milliseconds_used(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void set_trial_begin(struct set_trial *trial, struct ruleset *rules, int games)
{
    assert(games >= 1 && games <= TRIAL_GAMES_MAX);
    *trial = (struct set_trial){.rules = rules, .wanted = games};
}

void set_trial_end(struct set_trial *trial)
{
    ruleset_close(trial->rules);
    trial->rules = NULL;
}

/* ---- setups ---------------------------------------------------------------------------------- */

/* The setup of a game: one after another, through all numbers of players and all choices. */
static struct setup setup_of(const struct game *game, int number)
{
    struct setup setup = setup_standard(game);
    int players = game->players_max - game->players_min + 1;
    setup.players = (uint8_t)(game->players_min + number % players);
    number /= players;
    for (int i = 0; i < option_count(game); i++) {
        int choices = choice_count(&game->words->options[i]);
        setup.options[i] = (uint8_t)(number % choices);
        number /= choices;
    }
    return setup;
}

/* ---- one game -------------------------------------------------------------------------------- */

static bool fail(struct set_trial *trial, const struct ruleset *rules, const char *sentence,
                 const char *detail)
{
    char players[12];
    snprintf(players, sizeof players, "%d", rules->setup.players);
    return problem_set(&trial->problem, sentence, players, detail, NULL);
}

static bool fail_number(struct set_trial *trial, const struct ruleset *rules, const char *sentence,
                        uint32_t number)
{
    char digits[12];
    snprintf(digits, sizeof digits, "%u", number);
    return fail(trial, rules, sentence, digits);
}

static bool check_state(struct set_trial *trial, const struct ruleset *rules, const void *state)
{
    const char *wrong = rules->game->check(rules, state);
    return wrong == NULL ||
           fail(trial, rules, _("a random game with {0} players went wrong: {1}"), wrong);
}

static bool play_game(struct set_trial *trial, const struct ruleset *rules)
{
    const struct game *game = rules->game;
    struct random random = random_stream(0, (uint64_t)trial->played);
    union any_state state;
    struct events events;
    struct move move;
    uint32_t moves = 0;
    play_start(rules, state.bytes);
    while (play_pick(rules, state.bytes, &random, &move)) {
        if (++moves > game->moves_bound)
            return fail_number(trial, rules,
                               _("a random game with {0} players was not over after {1} moves"),
                               game->moves_bound);
        events_clear(&events);
        game->apply(rules, state.bytes, move, &events);
        if (events.dropped > 0)
            return fail_number(trial, rules,
                               _("in a random game with {0} players one move caused more than {1} "
                                 "events"),
                               EVENTS_MAX);
        if (moves % MOVES_BETWEEN_CHECKS == 0 && !check_state(trial, rules, state.bytes))
            return false;
    }
    return check_state(trial, rules, state.bytes) &&
           (game->node(rules, state.bytes).actor == NOBODY ||
            fail(trial, rules, _("a random game with {0} players got stuck"), NULL));
}

/* A combination of options that the game does not allow is none that could fail. */
static void play_next(struct set_trial *trial)
{
    struct setup setup = setup_of(trial->rules->game, trial->played);
    struct problem not_allowed = {0};
    struct ruleset *rules = ruleset_open_setup(trial->rules, &setup, &not_allowed);
    if (rules != NULL)
        play_game(trial, rules);
    ruleset_close(rules);
    trial->played++;
}

bool set_trial_continue(struct set_trial *trial)
{
    int64_t began = milliseconds_used(), used = 0;
    assert(trial->rules != NULL);
    while (trial->played < trial->wanted && !problem_is_set(&trial->problem) &&
           used < TRIAL_SLICE_MS) {
        play_next(trial);
        used = milliseconds_used() - began;
    }
    trial->used_ms += used;
    return trial->played < trial->wanted && !problem_is_set(&trial->problem) &&
           trial->used_ms < TRIAL_MS_MAX;
}
