/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Plays a record again beside its dealer. */

#include "proof.h"

#include "dealer.h"

#include "contract/play.h"

#include <assert.h>
#include <stdio.h>

static bool has_proof(const struct record *record, struct problem *problem)
{
    if (!record->has_commitment)
        return problem_set(problem,
                           _("the record has no commitment, so its chance moves prove nothing."),
                           NULL, NULL, NULL);
    if (!record->has_seed)
        return problem_set(problem, _("the record has no seed; it is shown when the game is over."),
                           NULL, NULL, NULL);
    return dealer_check(record->commitment, record->seed) ||
           problem_set(problem, _("the seed is not the one that the dealer committed to."), NULL,
                       NULL, NULL);
}

/* The chance move that the seed and the share that holds there give. */
static struct move draw(const struct record *record, const void *state, uint32_t number)
{
    uint8_t seed[SEED_SIZE];
    assert(number >= record->covers_from);
    dealer_join(record->seed, shares_at(&record->shares, number), seed);
    return dealer_draw(record->rules, state, seed, number);
}

/* Compares the chance moves with what the seed gives; counts those that it answers for. */
static bool compare(const struct record *record, uint32_t *checked, struct problem *problem)
{
    const struct ruleset *rules = record->rules;
    union any_state state;
    uint32_t number = 0;
    play_start(rules, &state);
    for (int i = 0; i < record->count; i++) {
        struct record_move made = record->moves[i];
        if (made.actor == DEALER && number++ >= record->covers_from) {
            ++*checked;
            if (!move_equal(draw(record, &state, number - 1), made.move)) {
                char digits[16];
                snprintf(digits, sizeof digits, "%d", i + 1);
                return problem_set(problem, _("move {0} is not what the dealer's seed gives."),
                                   digits, NULL, NULL);
            }
        }
        rules->game->apply(rules, &state, made.move, NULL);
    }
    return true;
}

bool proof_check(const struct record *record, uint32_t *checked, struct problem *problem)
{
    union any_state state;
    assert(record->rules != NULL && checked != NULL);
    return record_replay(record, &state, NULL, NULL, problem) && has_proof(record, problem) &&
           compare(record, checked, problem);
}
