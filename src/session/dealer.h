/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The dealer, who makes the chance moves so that everyone can check them afterwards.
 *
 * A secret seed of 32 random bytes decides all chance moves of a game. Its commitment (a hash) is
 * published before the first move, the seed itself after the last one. Chance move number i depends
 * only on the seed and on i, so the dealer cannot react to what the players do, and any chance move
 * can be recomputed without the ones before it. docs/fairness.md gives the exact construction and a
 * verifier in Python. Knows no session and keeps nothing between calls. */

#ifndef SESSION_DEALER_H
#define SESSION_DEALER_H

#include "contract/game.h"

enum { SEED_SIZE = 32, COMMITMENT_SIZE = 32 };

/* A new seed from the randomness of the system. */
void dealer_new_seed(uint8_t seed[SEED_SIZE]);

/* The commitment to a seed. It tells nothing about the seed. */
void dealer_commit(const uint8_t seed[SEED_SIZE], uint8_t commitment[COMMITMENT_SIZE]);

/* The seed that draws together with a player's share: neither is enough to foretell it. Without a
 * share (NULL) it is the dealer's own. */
void dealer_join(const uint8_t seed[SEED_SIZE], const uint8_t *share, uint8_t joint[SEED_SIZE]);

/* Is this the commitment to that seed? */
bool dealer_check(const uint8_t commitment[COMMITMENT_SIZE], const uint8_t seed[SEED_SIZE]);

/* The ticket of chance move `number`: 0 … total - 1, all exactly equally likely. */
uint32_t dealer_ticket(const uint8_t seed[SEED_SIZE], uint64_t number, uint32_t total);

/* The chance move that the dealer makes in this state, which must be at a node of the dealer.
 * `number` counts the chance moves of the game from 0. */
struct move dealer_draw(const struct ruleset *rules, const void *state,
                        const uint8_t seed[SEED_SIZE], uint64_t number);

#endif
