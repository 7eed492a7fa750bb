/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The dealer's hashes. docs/fairness.md describes them byte by byte: changing one here breaks every
 * published commitment. */

#include "dealer.h"

#include "dealer_hash.h"

#include "contract/play.h"
#include "record/shares.h"

#include <assert.h>
#include <string.h>

_Static_assert((int)COMMITMENT_SIZE == (int)DEALER_HASH_SIZE &&
                   (int)SEED_SIZE == (int)DEALER_KEY_SIZE,
               "as docs/fairness.md says");

/* Each use of the hash has its own first words, so that no result can pass for another one. */
static const char COMMIT_DOMAIN[] = "orrery dealer commitment 1";
static const char SHARE_DOMAIN[] = "orrery dealer share 1";
static const char DRAW_DOMAIN[] = "orrery dealer draw 1";

enum {
    COMMIT_DOMAIN_SIZE = sizeof COMMIT_DOMAIN - 1,
    SHARE_DOMAIN_SIZE = sizeof SHARE_DOMAIN - 1,
    DRAW_DOMAIN_SIZE = sizeof DRAW_DOMAIN - 1,
    DRAW_INPUT_SIZE = DRAW_DOMAIN_SIZE + 8 + 4,
};

void dealer_new_seed(uint8_t seed[SEED_SIZE])
{
    dealer_random(seed, SEED_SIZE);
}

void dealer_commit(const uint8_t seed[SEED_SIZE], uint8_t commitment[COMMITMENT_SIZE])
{
    uint8_t input[COMMIT_DOMAIN_SIZE + SEED_SIZE];
    memcpy(input, COMMIT_DOMAIN, COMMIT_DOMAIN_SIZE);
    memcpy(input + COMMIT_DOMAIN_SIZE, seed, SEED_SIZE);
    dealer_hash(commitment, input, sizeof input, NULL);
    explicit_bzero(input, sizeof input);
}

bool dealer_check(const uint8_t commitment[COMMITMENT_SIZE], const uint8_t seed[SEED_SIZE])
{
    uint8_t expected[COMMITMENT_SIZE];
    dealer_commit(seed, expected);
    return memcmp(expected, commitment, COMMITMENT_SIZE) == 0;
}

void dealer_join(const uint8_t seed[SEED_SIZE], const uint8_t *share, uint8_t joint[SEED_SIZE])
{
    uint8_t input[SHARE_DOMAIN_SIZE + SHARE_SIZE];
    assert(joint != seed);
    if (share == NULL) {
        memcpy(joint, seed, SEED_SIZE);
        return;
    }
    memcpy(input, SHARE_DOMAIN, SHARE_DOMAIN_SIZE);
    memcpy(input + SHARE_DOMAIN_SIZE, share, SHARE_SIZE);
    dealer_hash(joint, input, sizeof input, seed);
}

/* Writes a number as bytes, the lowest first, on every machine. */
static void put_number(uint8_t *out, int size, uint64_t number)
{
    for (int i = 0; i < size; i++)
        out[i] = (uint8_t)(number >> (8 * i));
}

/* A 32-bit number that nobody can foretell without the seed. */
static uint32_t keyed_number(const uint8_t seed[SEED_SIZE], uint64_t number, uint32_t attempt)
{
    uint8_t input[DRAW_INPUT_SIZE], output[DEALER_HASH_SIZE];
    memcpy(input, DRAW_DOMAIN, DRAW_DOMAIN_SIZE);
    put_number(input + DRAW_DOMAIN_SIZE, 8, number);
    put_number(input + DRAW_DOMAIN_SIZE + 8, 4, attempt);
    dealer_hash(output, input, sizeof input, seed);
    return (uint32_t)output[0] | (uint32_t)output[1] << 8 | (uint32_t)output[2] << 16 |
           (uint32_t)output[3] << 24;
}

uint32_t dealer_ticket(const uint8_t seed[SEED_SIZE], uint64_t number, uint32_t total)
{
    assert(total > 0);
    /* 2^32 is rarely a multiple of the total. Numbers in the incomplete last block would favour
     * the low tickets, so they are thrown away and the next attempt decides. */
    uint64_t limit = (UINT64_C(1) << 32) - (UINT64_C(1) << 32) % total;
    for (uint32_t attempt = 0;; attempt++) {
        uint32_t value = keyed_number(seed, number, attempt);
        if (value < limit)
            return value % total;
    }
}

struct move dealer_draw(const struct ruleset *rules, const void *state,
                        const uint8_t seed[SEED_SIZE], uint64_t number)
{
    assert(rules->game->node(rules, state).actor == DEALER);
    struct chance chance;
    chance_list(rules, state, &chance);
    assert(chance.count > 0);
    return chance_draw(&chance, dealer_ticket(seed, number, chance.total));
}
