/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Many games in a row, and their statistics. */

#include "selfplay.h"

#include "root.h"

#include "contract/play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What one run works with. */
struct selfplay_run {
    const struct selfplay *task;
    struct player *players[SEATS_MAX];
    union any_state state;
    struct move *moves; /* of the present game */
    struct visit_log visits;
};

/* ---- numbers --------------------------------------------------------------------------------- */

void spread_add(struct spread *spread, int64_t value)
{
    assert(value >= INT32_MIN && value <= INT32_MAX);
    if (spread->count == 0 || value < spread->min)
        spread->min = value;
    if (spread->count == 0 || value > spread->max)
        spread->max = value;
    spread->count++;
    spread->sum += value;
    spread->squares += (uint64_t)(value * value);
}

void spread_join(struct spread *spread, const struct spread *other)
{
    if (other->count == 0)
        return;
    if (spread->count == 0 || other->min < spread->min)
        spread->min = other->min;
    if (spread->count == 0 || other->max > spread->max)
        spread->max = other->max;
    spread->count += other->count;
    spread->sum += other->sum;
    spread->squares += other->squares;
}

double spread_mean(const struct spread *spread)
{
    return spread->count == 0 ? 0.0 : (double)spread->sum / (double)spread->count;
}

double spread_deviation(const struct spread *spread)
{
    if (spread->min == spread->max)
        return 0.0;
    double mean = spread_mean(spread);
    double variance = (double)spread->squares / (double)spread->count - mean * mean;
    return variance <= 0.0 ? 0.0 : square_root((uint64_t)(variance * 1e6)) / 1e3;
}

/* ---- visits ---------------------------------------------------------------------------------- */

void visit_log_add(struct visit_log *log, const struct player *player)
{
    uint32_t visits[MOVES_MAX];
    int count = player != NULL ? player_visits(player, visits) : 0;
    assert(count >= 0 && count <= MOVES_MAX && log->used <= log->room);
    if (log->room - log->used < MOVES_MAX + 1) {
        log->room = 2 * log->room + 16 * (MOVES_MAX + 1);
        log->list = memory_grow(log->list, log->room, sizeof *log->list);
    }
    log->list[log->used++] = (uint32_t)count;
    memcpy(log->list + log->used, visits, (size_t)count * sizeof *visits);
    log->used += (size_t)count;
}

void visit_log_free(struct visit_log *log)
{
    free(log->list);
    *log = (struct visit_log){0};
}

/* ---- one game -------------------------------------------------------------------------------- */

/* What is wrong at a node where play stops, or NULL. */
static const char *check_end(const struct ruleset *rules, const void *state, int actor, int legal)
{
    if (actor != NOBODY)
        return _("no one can move, but the game is not over");
    if (legal > 0)
        return _("the game is over, but there are legal moves");
    return rules->game->check(rules, state);
}

static struct move next_move(struct selfplay_run *run, int actor, int choices,
                             struct random *chance)
{
    const struct ruleset *rules = run->task->rules;
    struct player *player = actor == DEALER ? NULL : run->players[actor];
    struct move move = player == NULL ? chance_random(rules, run->state.bytes, chance)
                                      : player_choose(player, rules, run->state.bytes);
    if (run->task->visits)
        visit_log_add(&run->visits, choices > 1 ? player : NULL);
    return move;
}

/* Plays to the end or to an error, which is returned. */
static const char *play_game(struct selfplay_run *run, struct selfplay_game *game,
                             struct random *chance)
{
    const struct ruleset *rules = run->task->rules;
    void *state = run->state.bytes;
    struct move legal[MOVES_MAX];
    play_start(rules, state);
    for (;;) {
        struct node node = rules->game->node(rules, state);
        int count = rules->game->legal(rules, state, legal);
        if (node.round > game->rounds)
            game->rounds = (uint16_t)node.round;
        if (node.actor == NOBODY || count == 0)
            return check_end(rules, state, node.actor, count);
        if (game->move_count == rules->game->moves_bound)
            return _("the game has more moves than allowed");
        if (node.actor != DEALER)
            game->decisions[node.actor]++;
        struct move move = next_move(run, node.actor, count, chance);
        run->moves[game->move_count++] = move;
        rules->game->apply(rules, state, move, NULL);
    }
}

/* ---- statistics ------------------------------------------------------------------------------ */

static void note_wins(struct selfplay_result *result, const struct score *score, int players)
{
    unsigned winners = 0;
    for (int seat = 0; seat < players; seat++)
        winners += score->place[seat] == 1;
    for (int seat = 0; seat < players; seat++)
        if (score->place[seat] == 1)
            result->wins[seat] += SELFPLAY_WIN / winners;
}

static void note_game(struct selfplay_result *result, const struct selfplay_game *game, int players)
{
    uint32_t decisions = 0;
    for (int seat = 0; seat < players; seat++) {
        decisions += game->decisions[seat];
        result->decisions[seat] += game->decisions[seat];
        spread_add(&result->score[seat], game->score.total[seat]);
    }
    result->games++;
    result->moves += game->move_count;
    spread_add(&result->decisions_each, decisions);
    spread_add(&result->rounds, game->rounds);
    note_wins(result, &game->score, players);
}

static void note_error(struct selfplay_result *result, const struct selfplay_game *game)
{
    if (result->errors++ > 0)
        return;
    result->error_game = game->number;
    span_copy(span_of(game->error), result->error, sizeof result->error);
}

/* ---- the run --------------------------------------------------------------------------------- */

/* A stream for each seat of each game that has nothing to do with the dealer's. */
static uint64_t player_seed(uint64_t seed, uint64_t number, int seat)
{
    struct random source = random_stream(~seed, number * SEATS_MAX + (uint64_t)seat);
    return random_next(&source);
}

static void run_game(struct selfplay_run *run, uint64_t number, struct selfplay_result *result)
{
    const struct selfplay *task = run->task;
    const struct ruleset *rules = task->rules;
    struct selfplay_game game = {.number = number, .moves = run->moves, .state = run->state.bytes};
    struct random chance = random_stream(task->seed, number);
    for (int seat = 0; seat < rules->setup.players; seat++)
        player_begin(run->players[seat], player_seed(task->seed, number, seat));
    run->visits.used = 0;
    game.error = play_game(run, &game, &chance);
    game.visits = task->visits ? run->visits.list : NULL;
    if (game.error == NULL) {
        rules->game->score(rules, run->state.bytes, &game.score);
        note_game(result, &game, rules->setup.players);
    } else {
        note_error(result, &game);
    }
    if (task->observe != NULL)
        task->observe(task->context, &game);
}

static bool open_players(struct selfplay_run *run, struct problem *problem)
{
    const struct selfplay *task = run->task;
    for (int seat = 0; seat < task->rules->setup.players; seat++) {
        struct span description = task->players[seat % task->player_count];
        run->players[seat] = player_open(task->rules, description, 0, problem);
        if (run->players[seat] == NULL)
            return false;
    }
    return true;
}

bool selfplay_run(const struct selfplay *task, struct selfplay_result *result,
                  struct problem *problem)
{
    assert(task->player_count > 0 && task->rules->setup.players <= SEATS_MAX);
    struct selfplay_run run = {.task = task};
    *result = (struct selfplay_result){0};
    run.moves = memory_new(task->rules->game->moves_bound, sizeof *run.moves);
    bool fine = open_players(&run, problem);
    const atomic_bool *stop = task->stop;
    for (uint64_t done = 0; fine && done < task->games; done++) {
        if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed))
            break;
        run_game(&run, task->skip + done + 1, result);
        if (task->progress != NULL)
            task->progress(task->context, done + 1);
    }
    for (int seat = 0; seat < SEATS_MAX; seat++)
        player_close(run.players[seat]);
    free(run.moves);
    visit_log_free(&run.visits);
    return fine;
}
