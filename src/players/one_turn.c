/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See one_turn.h. The best try counts, not the mean: what follows in a turn is the seat's own
 * choice.
 */

#include "one_turn.h"

#include <assert.h>
#include <string.h>

enum { STEPS_MAX = 100 }; /* moves of a try before the state is judged all the same */

/* Random or likely moves until the turn passes on. */
static void finish_turn(const struct one_turn *one_turn, const struct ruleset *rules,
                        union any_state *state, int turn, struct random *random)
{
    for (int i = 0; i < STEPS_MAX && rules->game->node(rules, state).turn == turn; i++)
        if (!(one_turn->guide != NULL ? judge_play(one_turn->guide, rules, state, random)
                                      : play_random(rules, state, random)))
            return;
}

static int64_t try_move(const struct one_turn *one_turn, const struct ruleset *rules,
                        const void *state, struct move move, struct random *random)
{
    struct node node = rules->game->node(rules, state);
    int64_t best = INT64_MIN;
    for (int i = 0; i < one_turn->samples; i++) {
        union any_state trial;
        memcpy(&trial, state, rules->game->state_size);
        rules->game->apply(rules, &trial, move, NULL);
        finish_turn(one_turn, rules, &trial, node.turn, random);
        int64_t worth = one_turn->worth(one_turn->data, rules, &trial, node.actor);
        best = worth > best ? worth : best;
    }
    return best;
}

/* A plausible one if there is someone to ask what is, as people err; else any. */
static struct move blunder(const struct one_turn *one_turn, const struct ruleset *rules,
                           const void *state, const struct move *moves, int count,
                           struct random *random)
{
    if (one_turn->guide != NULL && one_turn->guide->prefer != NULL)
        return judge_draw(one_turn->guide, rules, state, DRAW_FREELY, random);
    return moves[random_below(random, (uint32_t)count)];
}

struct move one_turn_choose(const struct one_turn *one_turn, const struct ruleset *rules,
                            const void *state, struct random *random)
{
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves), best = 0;
    int64_t most = INT64_MIN;
    uint32_t equals = 0; /* moves as good as the best so far */
    assert(count > 0 && one_turn->samples > 0);
    if (one_turn->blunders > 0 && random_below(random, 100) < (uint32_t)one_turn->blunders)
        return blunder(one_turn, rules, state, moves, count, random);
    for (int i = 0; i < count && count > 1; i++) {
        int64_t worth = try_move(one_turn, rules, state, moves[i], random);
        if (worth < most)
            continue;
        equals = worth > most ? 1 : equals + 1;
        most = worth;
        if (random_below(random, equals) == 0)
            best = i;
    }
    return moves[best];
}
