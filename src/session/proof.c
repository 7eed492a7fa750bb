/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Plays a record again beside its dealer. */

#include "proof.h"

#include "dealer_hash.h"

#include "contract/notation.h"
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

void proof_hash(const struct ruleset *rules, const struct record_move *moves, int count,
                uint8_t hash[HISTORY_HASH_SIZE])
{
    struct text text = {0};
    assert(count == 0 || moves != NULL);
    for (int i = 0; i < count; i++) {
        text_addf(&text, "%d ", moves[i].actor);
        move_write(rules, moves[i].move, &text);
        text_add_char(&text, '\n');
    }
    dealer_hash(hash, (const uint8_t *)text_string(&text), text.length, NULL);
    text_free(&text);
}

int proof_place(const struct record *record, uint32_t number)
{
    for (int i = 0; i < record->count; i++)
        if (record->moves[i].actor == DEALER && number-- == 0)
            return i;
    return -1;
}

bool proof_is_shared(const struct record *record)
{
    const struct shares *shares = &record->shares;
    uint32_t number = 0, next = 0;
    bool fine = true;
    for (int i = 0; i < record->count; i++) {
        if (record->moves[i].actor != DEALER)
            continue;
        bool has_own = next < shares->count && shares->list[next].from == number;
        bool begins = i == 0 || record->moves[i - 1].actor != DEALER;
        fine = fine && (has_own || !begins);
        next += has_own;
        number++;
    }
    return fine && next == shares->count;
}
