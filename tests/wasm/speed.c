/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How fast random decisions and judgements of positions are, on one core. The same file is built
 * for this machine and as WebAssembly; tests/wasm/speed.mjs compares them in one run.
 *
 *     speed GAME MILLISECONDS     prints "decisions N", "leaves N", "nodes N" (a second), twice:
 * the second time counts */

#include "contract/games.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "players/clock.h"
#include "players/judge.h"
#include "players/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 64, GAMES = 32, MOVES_BEFORE = 60, SEARCH_NODES = 400 };

static uint64_t decisions(const struct ruleset *rules, struct random *random)
{
    union any_state state;
    play_start(rules, &state);
    return play_out(rules, &state, random);
}

static volatile uint64_t sink; /* keeps results from being left out */

static void find_states(const struct ruleset *rules, struct random *random,
                        union any_state states[STATES])
{
    for (int i = 0; i < STATES; i++) {
        struct move move;
        play_start(rules, &states[i]);
        for (int k = 0; k < MOVES_BEFORE + i && play_pick(rules, &states[i], random, &move); k++)
            rules->game->apply(rules, &states[i], move, NULL);
    }
}

static void print_rate(const char *name, uint64_t count, int64_t ms)
{
    printf("%s %llu\n", name, (unsigned long long)(count * 1000 / (uint64_t)(ms > 0 ? ms : 1)));
}

static void measure_decisions(const struct ruleset *rules, struct random *random, int64_t most)
{
    int64_t began = clock_ms(), now = began;
    uint64_t count = 0;
    for (; now - began < most; now = clock_ms())
        for (int i = 0; i < GAMES; i++) /* between two looks at the clock, which take long */
            count += decisions(rules, random);
    print_rate("decisions", count, now - began);
}

static void measure_leaves(const struct ruleset *rules, const union any_state states[STATES],
                           int64_t most)
{
    const struct judge *judge = judge_of(rules->game);
    int64_t began = clock_ms(), now = began;
    struct estimate estimate;
    uint64_t count = 0;
    for (; now - began < most; now = clock_ms())
        for (int i = 0; i < STATES; i++, count++) {
            judge->estimate(judge, rules, &states[i], &estimate);
            sink += estimate.win[0];
        }
    print_rate("leaves", count, now - began);
}

static void measure_nodes(const struct ruleset *rules, const union any_state states[STATES],
                          int64_t most)
{
    struct problem problem = {0};
    struct player *player = player_open(rules, span_of("expert:nodes=400"), 1, &problem);
    uint64_t count = 0;
    int64_t began = clock_ms(), now = began;
    for (int i = 0; player != NULL && now - began < most; i = (i + 1) % STATES, now = clock_ms())
        if (rules->game->node(rules, &states[i]).actor >= 0) {
            sink += player_choose(player, rules, &states[i]).kind;
            count += SEARCH_NODES;
        }
    print_rate("nodes", count, now - began);
    player_close(player);
}

int main(int argc, char **argv)
{
    static union any_state states[STATES];
    const struct game *game = argc == 3 ? game_find(span_of(argv[1])) : NULL;
    struct random random = random_stream(1, 0);
    struct problem problem = {0};
    if (game == NULL) {
        fputs("usage: speed GAME MILLISECONDS\n", stderr);
        return 2;
    }
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    int64_t most = atoll(argv[2]);
    find_states(rules, &random, states);
    for (int round = 0; round < 2; round++) { /* code may be made faster while it runs */
        measure_decisions(rules, &random, most);
        measure_leaves(rules, states, most);
        measure_nodes(rules, states, most);
    }
    ruleset_close(rules);
    return 0;
}
