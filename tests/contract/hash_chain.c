/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Prints, for every setup of every game, one number made of all states of 1,000 random games, and
 * for every kind of computer player one of a game among its like. The same program from another
 * compiler, or with other options, must print the same: promise 2.
 *
 *     hash_chain [PART]     e.g. 10: only a tenth of the random games
 *
 * The engine for browsers has no main: it carries this as one more function (src/wasm/meson.build),
 * so what is compared is the very module that people get. */

#include "setups.h"

#include "base/hash.h"
#include "contract/play.h"
#include "players/player.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __wasm__
#include "wasm/wasm.h"
EXPORT("hash_chain") int orrery_hash_chain(int part);
#endif

enum { CHAIN_GAMES = 1000 };

/* Without a player moves are random. */
static uint64_t chain_game(const struct ruleset *rules, struct player *player,
                           struct random *random, uint64_t chain)
{
    const struct game *game = rules->game;
    union any_state state;
    struct move moves[MOVES_MAX];
    play_start(rules, &state);
    for (int count; (count = game->legal(rules, &state, moves)) > 0;) {
        struct move move = game->node(rules, &state).actor == DEALER
                               ? chance_random(rules, &state, random)
                           : player != NULL ? player_choose(player, rules, &state)
                                            : moves[random_below(random, (uint32_t)count)];
        game->apply(rules, &state, move, NULL);
        chain = hash_bytes(chain, &state, game->state_size);
    }
    return chain;
}

/* False if this setup is not a possible one. */
static bool chain_setup(const struct game *game, const struct setup *setup, int count,
                        struct text *out)
{
    struct problem problem = {0};
    struct ruleset *rules = ruleset_open(game, setup, NULL, &problem);
    if (rules == NULL)
        return false;
    uint64_t chain = 0;
    for (uint64_t i = 0; i < (uint64_t)count; i++) {
        struct random random = random_stream(1, i);
        chain = chain_game(rules, NULL, &random, chain);
    }
    text_addf(out, "%016" PRIx64 " ", chain);
    setup_write(game, setup, out);
    text_add(out, "\n");
    ruleset_close(rules);
    return true;
}

/* One game of each kind of player, with limits that are quickly reached. */
static bool chain_players(const struct game *game, struct text *out)
{
    static const char *const players[] = {
        "random",       "greedy:samples=1", "heuristic:samples=1", "flat:nodes=2",
        "mcts:nodes=2", "search:nodes=400", "learned:samples=1",   "expert:nodes=400",
    };
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        struct random random = random_stream(2, 0);
        struct player *player = player_open(rules, span_of(players[i]), 1, &problem);
        if (player == NULL)
            return false;
        text_addf(out, "%016" PRIx64 " %s %s\n", chain_game(rules, player, &random, 0), game->name,
                  players[i]);
        player_close(player);
    }
    ruleset_close(rules);
    return true;
}

/* How many setups a game has, possible or not. */
static int count_setups(const struct game *game)
{
    struct setup setup = setup_first(game);
    int count = 1;
    while (setup_next(game, &setup))
        count++;
    return count;
}

/* How many random games of each setup there are to be. */
static int games_of_setup(int setups, int part)
{
    return (CHAIN_GAMES + setups * part - 1) / (setups * part);
}

/* The lines of all games; false if one of them cannot be played. */
static bool chain_all(int part, struct text *out)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct setup setup = setup_first(games[i]);
        int setups = count_setups(games[i]), possible = 0;
        do
            possible += chain_setup(games[i], &setup, games_of_setup(setups, part), out);
        while (setup_next(games[i], &setup));
        if (possible == 0 || !chain_players(games[i], out))
            return false;
    }
    return true;
}

#ifdef __wasm__

/* The answer is what the program prints. */
int orrery_hash_chain(int part)
{
    text_clear(&answer);
    return part >= 1 && part <= CHAIN_GAMES && chain_all(part, &answer);
}

#else

int main(int argc, char **argv)
{
    struct text out = {0};
    int part = argc == 2 ? atoi(argv[1]) : 1;
    if (argc > 2 || part < 1 || part > CHAIN_GAMES) {
        fputs("hash_chain [PART]\n", stderr);
        return 2;
    }
    bool fine = chain_all(part, &out);
    fputs(text_string(&out), stdout);
    text_free(&out);
    return fine ? 0 : 1;
}

#endif
