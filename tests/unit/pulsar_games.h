/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Whole games of Pulsar 2849 for tests: played at random on every setup, with a watcher that looks
 * at each move and what it did. */

#ifndef TESTS_UNIT_PULSAR_GAMES_H
#define TESTS_UNIT_PULSAR_GAMES_H

#include "games/pulsar_2849/pulsar.h"

#include "helpers.h"

#include "contract/play.h"

enum { GAMES_OF_SETUP = 12, SETUPS = 9, ALL_GAMES = SETUPS * GAMES_OF_SETUP };

static inline const struct game *the_game(void)
{
    const struct game *game = game_find(span_of("pulsar-2849"));
    assert_non_null(game);
    return game;
}

static inline struct ruleset *open_table(int players, int game, int cluster)
{
    struct setup setup = setup_standard(the_game());
    struct problem problem = {0};
    setup.players = (uint8_t)players;
    setup.options[OPTION_GAME] = (uint8_t)game;
    setup.options[OPTION_CLUSTER] = (uint8_t)cluster;
    struct ruleset *rules = ruleset_open(the_game(), &setup, NULL, &problem);
    assert_told(&problem, NULL);
    assert_non_null(rules);
    return rules;
}

/* A game under way: the position before the last move and after it, and what the move did. */
struct sitting {
    const struct ruleset *rules;
    struct pulsar_state before, state;
    struct node node; /* before the move */
    struct events events;
    struct random random;
    int seen; /* for the watcher: how often what it looks for came up in all games */
};

/* Called after every move; `made` is 0 after the set-up was begun. */
typedef void watcher(struct sitting *table, uint32_t made);

/* Plays at random; a turn is ended early only now and then. */
static inline struct move any_move(struct sitting *table)
{
    struct move moves[MOVES_MAX];
    int count = the_game()->legal(table->rules, &table->state, moves);
    if (table->node.actor == DEALER)
        return chance_random(table->rules, &table->state, &table->random);
    int chosen = (int)random_below(&table->random, (uint32_t)count);
    if (moves[chosen].kind == MOVE_END && random_below(&table->random, 4) > 0)
        chosen = (int)random_below(&table->random, (uint32_t)count);
    return moves[chosen];
}

static inline void play(struct sitting *table, uint64_t seed, watcher *watch)
{
    table->random = random_stream(seed, 1);
    table->events.count = 0;
    play_start(table->rules, &table->state);
    table->before = table->state;
    watch(table, 0);
    for (uint32_t made = 1;; made++) {
        table->node = the_game()->node(table->rules, &table->state);
        if (table->node.actor == NOBODY)
            return;
        struct move move = any_move(table);
        table->before = table->state;
        table->events.count = 0;
        the_game()->apply(table->rules, &table->state, move, &table->events);
        assert_true(table->events.count < EVENTS_MAX);
        watch(table, made);
    }
}

/* Games on every setup; returns how often the watcher saw what it looks for. */
static inline int play_all(watcher *watch)
{
    struct sitting table = {0};
    for (int players = 2; players <= 4; players++)
        for (int game = GAME_STANDARD; game <= GAME_FIRST; game++) {
            int cluster = game == GAME_STANDARD ? players % 2 : SIDE_PLAIN;
            struct ruleset *rules = open_table(players, game, cluster);
            table.rules = rules;
            for (uint64_t seed = 0; seed < GAMES_OF_SETUP; seed++)
                play(&table, seed * 10 + (uint64_t)players, watch);
            ruleset_close(rules);
        }
    return table.seen;
}

static inline struct pulsar_view view_now(const struct sitting *table)
{
    return pulsar_view_of(table->rules, &table->state);
}

static inline bool is_over(const struct sitting *table)
{
    return the_game()->node(table->rules, &table->state).actor == NOBODY;
}

/* Is there such an event among those of the last move? */
static inline bool has_event(const struct sitting *table, int kind)
{
    for (int i = 0; i < table->events.count; i++)
        if (table->events.list[i].kind == kind)
            return true;
    return false;
}

#endif
