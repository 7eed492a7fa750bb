/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The library: many games at once, in threads. Legal moves are listed once, after a step; the next
 * step looks its actions up in that list. */

#include "library.h"

#include "players/threads.h"

#include <assert.h>
#include <stdlib.h>

_Static_assert((int)ORRERY_THREADS_MAX == (int)THREADS_MAX, "the players and the library agree");

/* What a batch keeps of a game apart from its state. */
struct game_of_batch {
    struct random random;
    int16_t actor;
    int16_t count;  /* of the legal moves */
    int16_t chosen; /* of them, in the present step; -1: none */
    bool ended;     /* with the present step */
    struct move legal[MOVES_MAX];
    int16_t points[SEATS_MAX]; /* of the game that ended, */
    uint8_t places[SEATS_MAX]; /* else 0 */
};

struct orrery_batch {
    struct orrery_rules *rules;
    int count, threads, flags;
    size_t stride; /* bytes from one state to the next; each begins at a cache line */
    unsigned char *states;
    struct game_of_batch *games;
};

static void *state_of(const struct orrery_batch *batch, int number)
{
    assert(number >= 0 && number < batch->count);
    return batch->states + (size_t)number * batch->stride;
}

/* ---- one game -------------------------------------------------------------------------------- */

static void note_end(const struct ruleset *rules, struct game_of_batch *game, const void *state)
{
    struct score score = {0};
    assert(game->actor == NOBODY);
    rules->game->score(rules, state, &score);
    memcpy(game->points, score.total, sizeof game->points);
    memcpy(game->places, score.place, sizeof game->places);
    game->ended = true;
}

/* Runs on to the next decision that the caller makes, and lists what is legal there. */
static void run_on(const struct orrery_batch *batch, int number)
{
    const struct ruleset *rules = batch->rules->rules;
    struct game_of_batch *game = &batch->games[number];
    void *state = state_of(batch, number);
    for (;;) {
        game->actor = (int16_t)rules->game->node(rules, state).actor;
        if (game->actor == DEALER && (batch->flags & ORRERY_SHOW_CHANCE) == 0)
            play_random(rules, state, &game->random);
        else
            break;
    }
    game->count = (int16_t)rules->game->legal(rules, state, game->legal);
    assert((game->count == 0) == (game->actor == NOBODY));
}

/* The same after a move; a game that is over starts again. */
static void go_on(const struct orrery_batch *batch, int number)
{
    const struct ruleset *rules = batch->rules->rules;
    struct game_of_batch *game = &batch->games[number];
    run_on(batch, number);
    if (game->actor != NOBODY)
        return;
    note_end(rules, game, state_of(batch, number));
    if ((batch->flags & ORRERY_KEEP_ENDED) == 0) {
        play_start(rules, state_of(batch, number));
        run_on(batch, number);
    }
}

/* Looks the action up; false if it is not legal. */
static bool choose(const struct orrery_batch *batch, int number, int32_t action)
{
    struct game_of_batch *game = &batch->games[number];
    struct move move;
    game->chosen = -1;
    if (action < 0)
        return true;
    if (!action_move(&batch->rules->actions, action, &move))
        return false;
    for (int i = 0; i < game->count; i++)
        if (move_equal(game->legal[i], move))
            game->chosen = (int16_t)i;
    return game->chosen >= 0;
}

static void make_move(const struct orrery_batch *batch, int number)
{
    const struct ruleset *rules = batch->rules->rules;
    struct game_of_batch *game = &batch->games[number];
    game->ended = false;
    memset(game->points, 0, sizeof game->points);
    memset(game->places, 0, sizeof game->places);
    assert(game->chosen < game->count);
    if (game->chosen < 0)
        return;
    rules->game->apply(rules, state_of(batch, number), game->legal[game->chosen], NULL);
    go_on(batch, number);
}

/* ---- what the caller sees -------------------------------------------------------------------- */

static void put_mask(const struct orrery_batch *batch, int number, uint8_t *masks)
{
    const struct actions *actions = &batch->rules->actions;
    const struct game_of_batch *game = &batch->games[number];
    uint8_t *mask = masks + (size_t)number * (size_t)actions->count;
    memset(mask, 0, (size_t)actions->count);
    for (int i = 0; i < game->count; i++)
        mask[action_of(actions, game->legal[i])] = 1;
}

static void put_legal(const struct orrery_batch *batch, int number, int32_t *legal)
{
    const struct game_of_batch *game = &batch->games[number];
    int32_t *row = legal + (size_t)number * ORRERY_MOVES_MAX;
    for (int i = 0; i < game->count; i++)
        row[i] = action_of(&batch->rules->actions, game->legal[i]);
}

static void put_features(const struct orrery_batch *batch, int number, int16_t *features)
{
    const struct ruleset *rules = batch->rules->rules;
    const void *state = state_of(batch, number);
    int seat = batch->games[number].actor >= 0 ? batch->games[number].actor : 0;
    struct score score;
    rules->game->score(rules, state, &score);
    rules->game->features(rules, state, &score, seat,
                          features + (size_t)number * rules->game->feature_count);
}

static void put_all(const struct orrery_batch *batch, int number,
                    const struct orrery_batch_out *out)
{
    const struct game_of_batch *game = &batch->games[number];
    if (out->actors != NULL)
        out->actors[number] = (int8_t)game->actor;
    if (out->ended != NULL)
        out->ended[number] = game->ended;
    if (out->points != NULL)
        memcpy(out->points + number * SEATS_MAX, game->points, sizeof game->points);
    if (out->places != NULL)
        memcpy(out->places + number * SEATS_MAX, game->places, sizeof game->places);
    if (out->counts != NULL)
        out->counts[number] = game->count;
    if (out->legal != NULL)
        put_legal(batch, number, out->legal);
    if (out->masks != NULL)
        put_mask(batch, number, out->masks);
    if (out->features != NULL)
        put_features(batch, number, out->features);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Threads take the games in blocks of this many, so that one that gets less of a core does less. */
enum { BLOCK = 32 };

/* Something that is done with every game. */
struct round_of_work {
    const struct orrery_batch *batch;
    void (*work)(const struct orrery_batch *batch, int number, const struct orrery_batch_out *out);
    const struct orrery_batch_out *out;
    atomic_int next; /* the first game that no thread has taken */
};

static void work_blocks(void *context, int thread)
{
    struct round_of_work *round = context;
    int count = round->batch->count;
    (void)thread;
    for (int first; (first = atomic_fetch_add(&round->next, BLOCK)) < count;) {
        int last = first + BLOCK < count ? first + BLOCK : count;
        for (int i = first; i < last; i++)
            round->work(round->batch, i, round->out);
    }
}

static void work_on_all(const struct orrery_batch *batch,
                        void (*work)(const struct orrery_batch *batch, int number,
                                     const struct orrery_batch_out *out),
                        const struct orrery_batch_out *out)
{
    struct round_of_work round = {.batch = batch, .work = work, .out = out};
    int blocks = (batch->count + BLOCK - 1) / BLOCK;
    atomic_init(&round.next, 0);
    in_threads(batch->threads < blocks ? batch->threads : blocks, work_blocks, &round);
}

static void step_one(const struct orrery_batch *batch, int number,
                     const struct orrery_batch_out *out)
{
    make_move(batch, number);
    if (out != NULL)
        put_all(batch, number, out);
}

static void show_one(const struct orrery_batch *batch, int number,
                     const struct orrery_batch_out *out)
{
    put_all(batch, number, out);
}

int orrery_batch_step(struct orrery_batch *batch, const int32_t *actions,
                      const struct orrery_batch_out *out, int32_t *wrong)
{
    if (batch == NULL)
        return ORRERY_WRONG_ARGUMENT;
    /* All are looked up first: what is not legal must not find the others made. */
    for (int i = 0; actions != NULL && i < batch->count; i++) {
        if (choose(batch, i, actions[i]))
            continue;
        if (wrong != NULL)
            *wrong = i;
        return ORRERY_NOT_LEGAL;
    }
    if (actions != NULL)
        work_on_all(batch, step_one, out);
    else if (out != NULL)
        work_on_all(batch, show_one, out);
    return ORRERY_FINE;
}

/* ---- batches --------------------------------------------------------------------------------- */

static void start_one(const struct orrery_batch *batch, int number,
                      const struct orrery_batch_out *out)
{
    (void)out;
    play_start(batch->rules->rules, state_of(batch, number));
    run_on(batch, number);
}

/* Room for the games; false if there is no memory. */
static bool take_memory(struct orrery_batch *batch)
{
    size_t lines = (batch->rules->rules->game->state_size - 1u) / CACHE_LINE + 1;
    batch->stride = lines * CACHE_LINE;
    batch->states = aligned_alloc(CACHE_LINE, batch->stride * (size_t)batch->count);
    batch->games = memory_try_new((size_t)batch->count, sizeof *batch->games);
    return batch->states != NULL && batch->games != NULL;
}

static bool can_open(const struct orrery_rules *rules, int count, int threads, int flags,
                     struct problem *problem)
{
    if (rules == NULL || flags < 0 || flags > (ORRERY_SHOW_CHANCE | ORRERY_KEEP_ENDED))
        return problem_set(problem, "there are no such rules or flags", NULL, NULL, NULL);
    if (count < 1 || count > ORRERY_BATCH_MAX)
        return problem_set(problem, "a batch has 1 to 65536 games", NULL, NULL, NULL);
    return (threads >= 1 && threads <= ORRERY_THREADS_MAX) ||
           problem_set(problem, "there can be 1 to 64 threads", NULL, NULL, NULL);
}

struct orrery_batch *orrery_batch_open(const struct orrery_rules *rules, int count, int threads,
                                       uint64_t seed, int flags, struct orrery_problem *problem)
{
    struct problem noted = {0};
    struct orrery_batch *batch = NULL;
    if (can_open(rules, count, threads, flags, &noted) && has_memory_or(&noted)) {
        batch = memory_new(1, sizeof *batch);
        *batch = (struct orrery_batch){.rules = rules_keep(rules), .count = count, .flags = flags};
        batch->threads = threads;
        if (take_memory(batch)) {
            for (int i = 0; i < count; i++)
                batch->games[i].random = random_stream(seed, (uint64_t)i);
            work_on_all(batch, start_one, NULL);
        } else {
            problem_no_memory(&noted);
            orrery_batch_close(batch);
            batch = NULL;
        }
    }
    problem_hand_out(&noted, problem);
    return batch;
}

void orrery_batch_close(struct orrery_batch *batch)
{
    if (batch == NULL)
        return;
    free(batch->states);
    free(batch->games);
    orrery_rules_close(batch->rules);
    free(batch);
}

int orrery_batch_get(const struct orrery_batch *batch, int number, void *state)
{
    if (batch == NULL || number < 0 || number >= batch->count || !is_at_word(state))
        return ORRERY_WRONG_ARGUMENT;
    memcpy(inside(state), state_of(batch, number), batch->rules->rules->game->state_size);
    seal(batch->rules, state);
    return ORRERY_FINE;
}

int orrery_batch_set(struct orrery_batch *batch, int number, const void *state)
{
    if (batch == NULL || number < 0 || number >= batch->count)
        return ORRERY_WRONG_ARGUMENT;
    int result = state != NULL ? look_at_seal(batch->rules, state) : ORRERY_FINE;
    if (result != ORRERY_FINE)
        return result;
    const struct ruleset *rules = batch->rules->rules;
    struct game_of_batch *game = &batch->games[number];
    if (state != NULL)
        memcpy(state_of(batch, number), inside_const(state), rules->game->state_size);
    else
        play_start(rules, state_of(batch, number));
    game->ended = false;
    memset(game->points, 0, sizeof game->points);
    memset(game->places, 0, sizeof game->places);
    run_on(batch, number);
    return ORRERY_FINE;
}
