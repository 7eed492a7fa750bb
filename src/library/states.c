/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The library: states, and what can be done with them. */

#include "library.h"

#include "record/position.h"

#include <assert.h>

int orrery_start(const struct orrery_rules *rules, void *state)
{
    if (rules == NULL || !is_at_word(state))
        return ORRERY_WRONG_ARGUMENT;
    play_start(rules->rules, inside(state));
    seal(rules, state);
    return ORRERY_FINE;
}

/* A possible state comes back from a text as it was: its fields can express it, and what can be
 * read is checked by the game. */
static bool comes_back(const struct ruleset *rules, const void *state, struct problem *problem)
{
    union any_state back = {0};
    struct text text = {0};
    struct scan scan;
    state_block_write(rules, state, &text);
    bool fine = scan_open(&scan, NULL, text_span(&text), problem) && scan_line(&scan) &&
                state_block_read(rules, &scan, &back);
    if (fine && memcmp(&back, state, rules->game->state_size) != 0)
        fine = problem_set(problem, "these bytes are not a state", NULL, NULL, NULL);
    problem_forget_place(problem);
    text_free(&text);
    return fine;
}

int orrery_state_check(const struct orrery_rules *rules, const void *state,
                       struct orrery_problem *problem)
{
    struct problem noted = {0};
    int result = look_at_seal(rules, state);
    if (result == ORRERY_FINE && !has_memory_or(&noted))
        result = ORRERY_NO_MEMORY;
    if (result == ORRERY_FINE && !comes_back(rules->rules, inside_const(state), &noted))
        result = ORRERY_WRONG_STATE;
    problem_hand_out(&noted, problem);
    return result;
}

/* ---- looking --------------------------------------------------------------------------------- */

/* ORRERY_FINE, or what is wrong with a question about a state; `answer` is where the answer goes.
 */
static int check_question(const struct orrery_rules *rules, const void *state, const void *answer)
{
    int result = look_at_seal(rules, state);
    return result == ORRERY_FINE && answer == NULL ? ORRERY_WRONG_ARGUMENT : result;
}

int orrery_node(const struct orrery_rules *rules, const void *state, struct orrery_node *node)
{
    int result = check_question(rules, state, node);
    if (result != ORRERY_FINE)
        return result;
    struct node found = rules->rules->game->node(rules->rules, inside_const(state));
    *node = (struct orrery_node){found.actor, found.turn, found.round};
    return ORRERY_FINE;
}

int orrery_legal(const struct orrery_rules *rules, const void *state, int32_t *actions, int room)
{
    int result = check_question(rules, state, actions);
    struct move moves[MOVES_MAX];
    if (result != ORRERY_FINE)
        return result;
    int count = rules->rules->game->legal(rules->rules, inside_const(state), moves);
    if (count > room)
        return ORRERY_NO_ROOM;
    for (int i = 0; i < count; i++)
        actions[i] = action_of(&rules->actions, moves[i]);
    return count;
}

int orrery_mask(const struct orrery_rules *rules, const void *state, uint8_t *mask, size_t room)
{
    int result = check_question(rules, state, mask);
    struct move moves[MOVES_MAX];
    if (result != ORRERY_FINE)
        return result;
    if (room < (size_t)rules->actions.count)
        return ORRERY_NO_ROOM;
    int count = rules->rules->game->legal(rules->rules, inside_const(state), moves);
    memset(mask, 0, (size_t)rules->actions.count);
    for (int i = 0; i < count; i++)
        mask[action_of(&rules->actions, moves[i])] = 1;
    return count;
}

int orrery_odds(const struct orrery_rules *rules, const void *state, uint32_t *weights, int room)
{
    int result = check_question(rules, state, weights);
    struct chance chance;
    if (result != ORRERY_FINE)
        return result;
    if (rules->rules->game->node(rules->rules, inside_const(state)).actor != DEALER)
        return ORRERY_NOT_NOW;
    chance_list(rules->rules, inside_const(state), &chance);
    if (chance.count > room)
        return ORRERY_NO_ROOM;
    for (int i = 0; i < chance.count; i++)
        weights[i] = chance.weights[i];
    return chance.count;
}

static void copy_score(const struct score *score, struct orrery_score *out)
{
    memcpy(out->total, score->total, sizeof out->total);
    memcpy(out->parts, score->parts, sizeof out->parts);
    memcpy(out->place, score->place, sizeof out->place);
}

int orrery_score(const struct orrery_rules *rules, const void *state, struct orrery_score *score)
{
    int result = check_question(rules, state, score);
    struct score found = {0};
    if (result != ORRERY_FINE)
        return result;
    rules->rules->game->score(rules->rules, inside_const(state), &found);
    copy_score(&found, score);
    return ORRERY_FINE;
}

int orrery_projected(const struct orrery_rules *rules, const void *state,
                     struct orrery_score *score)
{
    int result = check_question(rules, state, score);
    struct score found = {0};
    if (result != ORRERY_FINE)
        return result;
    const struct game *game = rules->rules->game;
    (game->projected != NULL ? game->projected : game->score)(rules->rules, inside_const(state),
                                                              &found);
    copy_score(&found, score);
    return ORRERY_FINE;
}

int orrery_features(const struct orrery_rules *rules, const void *state, int seat,
                    int16_t *features, int room)
{
    int result = look_at_seal(rules, state);
    struct score score;
    if (result != ORRERY_FINE)
        return result;
    if (features == NULL || seat < 0 || seat >= rules->rules->setup.players)
        return ORRERY_WRONG_ARGUMENT;
    const struct game *game = rules->rules->game;
    if (room < game->feature_count)
        return ORRERY_NO_ROOM;
    game->score(rules->rules, inside_const(state), &score);
    game->features(rules->rules, inside_const(state), &score, seat, features);
    return game->feature_count;
}

/* ---- moving ---------------------------------------------------------------------------------- */

int orrery_apply(const struct orrery_rules *rules, void *state, int32_t action)
{
    int result = look_at_seal(rules, state);
    struct move move;
    if (result != ORRERY_FINE)
        return result;
    if (!action_move(&rules->actions, action, &move))
        return ORRERY_NOT_LEGAL;
    return play_move(rules->rules, inside(state), move, NULL) ? ORRERY_FINE : ORRERY_NOT_LEGAL;
}

int orrery_random_action(const struct orrery_rules *rules, void *state, uint64_t *random)
{
    int result = check_question(rules, state, random);
    struct move move;
    if (result != ORRERY_FINE)
        return result;
    struct random generator = {*random};
    if (!play_pick(rules->rules, inside(state), &generator, &move))
        return ORRERY_NOT_NOW;
    rules->rules->game->apply(rules->rules, inside(state), move, NULL);
    *random = generator.counter;
    return action_of(&rules->actions, move);
}

int orrery_play_out(const struct orrery_rules *rules, void *state, uint64_t *random)
{
    int result = check_question(rules, state, random);
    if (result != ORRERY_FINE)
        return result;
    struct random generator = {*random};
    uint32_t made = play_out(rules->rules, inside(state), &generator);
    *random = generator.counter;
    assert(made <= rules->rules->game->moves_bound);
    return (int)made;
}
