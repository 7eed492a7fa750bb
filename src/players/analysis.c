/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The analysis of a game. Every moment is evaluated by itself, so threads may share them; what
 * needs two neighbours (the cost of a move) is put together afterwards. What seems to be a mistake
 * then gets a second, longer look. */

#include "analysis.h"

#include "root.h"
#include "threads.h"

#include "contract/play.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUTCOMES_MAX = 16,  /* of a chance move that are looked at; of more a fixed sample */
    OUTCOME_PART = 4,   /* an outcome gets this part of the budget */
    OUTCOMES_TWICE = 4, /* outcomes that are searched once more, to know how searches scatter */
};

/* What a thread appraises positions with. */
struct appraiser {
    const struct ruleset *rules;
    struct search *whole; /* with the budget of a position */
    struct search *part;  /* with that of an outcome of chance */
};

static struct search *open_search(const struct ruleset *rules, const struct budget *budget,
                                  int64_t part)
{
    struct search_settings settings = search_standard(rules->game);
    settings.nodes = (budget->nodes + part - 1) / part;
    settings.ms = (budget->ms + part - 1) / part;
    settings.rounds = 0; /* a mean of few looks would be noise in what a move cost */
    settings.threads = 1;
    struct search *search = search_open(&settings, budget_judge(budget, rules->game));
    if (search != NULL)
        search_bound(search, (struct player_limit){.stop = budget->stop});
    return search;
}

static void close_appraiser(struct appraiser *appraiser)
{
    search_close(appraiser->whole);
    search_close(appraiser->part);
}

/* ---- one position ---------------------------------------------------------------------------- */

/* Makes moves as long as a seat has no choice; returns who acts then. */
static int skip_forced(const struct ruleset *rules, void *state)
{
    struct move moves[MOVES_MAX];
    int actor = rules->game->node(rules, state).actor;
    while (actor >= 0 && rules->game->legal(rules, state, moves) == 1) {
        rules->game->apply(rules, state, moves[0], NULL);
        actor = rules->game->node(rules, state).actor;
    }
    return actor;
}

/* By one search: what the best move promises, or the mean of what chance may bring. */
static struct estimate search_position(struct search *search, const struct ruleset *rules,
                                       const void *position, uint64_t seed)
{
    union any_state state;
    struct search_move moves[MOVES_MAX];
    struct estimate end = {0};
    struct estimate_sum sum = {0};
    memcpy(&state, position, rules->game->state_size);
    int actor = skip_forced(rules, &state);
    if (actor == NOBODY) {
        judge_end(rules, &state, &end);
        return end;
    }
    search_begin(search, seed);
    search_run(search, rules, &state);
    int count = search_moves(search, moves);
    struct move best = actor == DEALER ? moves[0].move : search_best(search); /* chance has none */
    for (int i = 0; i < count; i++)
        if (actor == DEALER || move_equal(moves[i].move, best))
            estimate_add(&sum, &moves[i].expected, moves[i].visits);
    return estimate_mean(&sum);
}

static struct estimate after_outcome(const struct appraiser *appraiser, const void *state,
                                     struct move outcome, uint64_t seed)
{
    const struct ruleset *rules = appraiser->rules;
    union any_state after;
    memcpy(&after, state, rules->game->state_size);
    rules->game->apply(rules, &after, outcome, NULL);
    return search_position(appraiser->part, rules, &after, seed);
}

/* How far what is said of a chance move may be off, as variances of the chance to win. */
struct chance_errors {
    double search[SEATS_MAX]; /* of one search of an outcome, by those that were searched twice */
    double mean[SEATS_MAX];   /* of the mean over the outcomes */
    bool all;                 /* all outcomes were looked at, not a sample */
};

/* Looks at an outcome again: half of the squared distance is what one search scatters. */
static void note_search(const struct appraiser *appraiser, const void *state, struct move outcome,
                        const struct estimate *first, struct chance_errors *errors)
{
    struct estimate again = after_outcome(appraiser, state, outcome, 1);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        double distance = (double)again.win[seat] - (double)first->win[seat];
        errors->search[seat] += distance * distance / 2;
    }
}

/* The variances, from the outcomes that were looked at and their shares of all tickets. */
static void find_errors(const struct estimate *seen, const double *shares, int count,
                        struct chance_errors *errors)
{
    int twice = count < OUTCOMES_TWICE ? count : OUTCOMES_TWICE;
    double squares = 0;
    assert(count > 0 && count <= OUTCOMES_MAX);
    for (int i = 0; i < count; i++)
        squares += shares[i] * shares[i];
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        double mean = 0, distances = 0;
        errors->search[seat] /= twice;
        for (int i = 0; i < count; i++)
            mean += seen[i].win[seat] * shares[i];
        for (int i = 0; i < count; i++)
            distances += (seen[i].win[seat] - mean) * (seen[i].win[seat] - mean);
        /* Of all outcomes the searches alone can err, of a sample also its choice. */
        errors->mean[seat] =
            errors->all ? errors->search[seat] * squares : distances / (count * (count - 1.0));
    }
}

/* What is to be expected before a chance move: the mean over all outcomes, or over a sample of
 * them that is spread evenly over the tickets and depends on the state alone. `errors` may be NULL:
 * then no outcome is looked at twice. */
static struct estimate before_chance(const struct appraiser *appraiser, const void *state,
                                     struct chance_errors *errors)
{
    struct chance chance;
    struct estimate_sum sum = {0};
    struct estimate seen[OUTCOMES_MAX];
    double shares[OUTCOMES_MAX];
    chance_list(appraiser->rules, state, &chance);
    struct random random = random_stream(0, state_hash(appraiser->rules, state));
    uint32_t first = random_below(&random, chance.total);
    bool all = chance.count <= OUTCOMES_MAX;
    int count = all ? chance.count : OUTCOMES_MAX;
    for (int i = 0; i < count; i++) {
        uint64_t ticket = (first + (uint64_t)i * chance.total) / OUTCOMES_MAX;
        struct move outcome = all ? chance.moves[i] : chance_draw(&chance, (uint32_t)ticket);
        uint32_t weight = all ? chance.weights[i] : 1;
        seen[i] = after_outcome(appraiser, state, outcome, 0);
        shares[i] = (double)weight / (all ? chance.total : OUTCOMES_MAX);
        estimate_add(&sum, &seen[i], weight);
        if (errors != NULL && i < OUTCOMES_TWICE)
            note_search(appraiser, state, outcome, &seen[i], errors);
    }
    if (errors != NULL) {
        errors->all = all;
        find_errors(seen, shares, count, errors);
    }
    return estimate_mean(&sum);
}

static struct estimate appraise(const struct appraiser *appraiser, const void *position)
{
    const struct ruleset *rules = appraiser->rules;
    union any_state state;
    memcpy(&state, position, rules->game->state_size);
    if (skip_forced(rules, &state) == DEALER)
        return before_chance(appraiser, &state, NULL);
    return search_position(appraiser->whole, rules, &state, 0);
}

/* ---- one moment ------------------------------------------------------------------------------ */

/* The standard error of a seat's luck: what happened, less the mean. If that was over all outcomes,
 * what happened is one of them, and errs as much in the mean. */
static int32_t luck_error(const struct chance_errors *errors, int seat, double share)
{
    double variance = errors->search[seat] + errors->mean[seat];
    if (errors->all)
        variance -= 2 * share * errors->search[seat];
    return (int32_t)square_root(variance > 0 ? (uint64_t)variance : 0);
}

/* The share of all tickets that an outcome has. */
static double share_of(const struct ruleset *rules, const void *state, struct move outcome)
{
    struct chance chance;
    chance_list(rules, state, &chance);
    for (int i = 0; i < chance.count; i++)
        if (move_equal(chance.moves[i], outcome))
            return (double)chance.weights[i] / chance.total;
    assert(!"an outcome that is possible");
    return 0;
}

static void look_at_chance(const struct appraiser *appraiser, const void *state,
                           struct moment *moment, bool is_last)
{
    struct chance_errors errors = {0};
    const struct ruleset *rules = appraiser->rules;
    moment->now = before_chance(appraiser, state, is_last ? NULL : &errors);
    if (is_last)
        return;
    struct estimate after = after_outcome(appraiser, state, moment->played, 0);
    double share = share_of(rules, state, moment->played);
    for (int i = 0; i < rules->setup.players; i++) {
        moment->luck[i] = (int32_t)after.win[i] - (int32_t)moment->now.win[i];
        moment->luck_points[i] = after.points[i] - moment->now.points[i];
        moment->luck_error[i] = luck_error(&errors, i, share);
    }
}

/* The best move and what is to be expected after it. If it is the one that was made, that is what
 * the next moment says. */
static void look_at_decision(const struct appraiser *appraiser, const void *state,
                             struct moment *moment, bool is_last)
{
    const struct ruleset *rules = appraiser->rules;
    union any_state after;
    moment->now = search_position(appraiser->whole, rules, state, 0);
    moment->best = search_best(appraiser->whole);
    if (is_last || move_equal(moment->best, moment->played))
        return;
    memcpy(&after, state, rules->game->state_size);
    rules->game->apply(rules, &after, moment->best, NULL);
    moment->expected = appraise(appraiser, &after);
}

static void look_at(const struct appraiser *appraiser, const void *state, struct moment *moment,
                    bool is_last)
{
    if (moment->node.actor == DEALER)
        look_at_chance(appraiser, state, moment, is_last);
    else if (moment->node.actor >= 0 && moment->choices > 1)
        look_at_decision(appraiser, state, moment, is_last);
    else
        moment->now = appraise(appraiser, state);
}

/* ---- all moments ----------------------------------------------------------------------------- */

/* What the threads share. */
struct appraisal_work {
    const struct analysis_task *task;
    struct analysis *analysis;
    unsigned char *states; /* of the moments */
    uint32_t *doubtful;    /* moments that are looked at again, in the second pass */
    uint32_t doubtful_count;
    bool second_pass;
    atomic_uint next, done; /* of this pass */
    atomic_bool stopped;
    atomic_bool short_of_memory; /* then it has stopped, too */
};

static const void *state_of(const struct appraisal_work *work, uint32_t moment)
{
    return work->states + (size_t)moment * work->task->rules->game->state_size;
}

/* How much of the work is done, counted in moments; each of two passes is half of it. */
static uint32_t share_done(const struct appraisal_work *work, uint32_t done)
{
    uint32_t total = work->task->count + 1, half = total / 2;
    if (work->task->hint_nodes == 0)
        return done;
    if (!work->second_pass)
        return done / 2;
    return half + (uint32_t)((uint64_t)(total - half) * done / work->doubtful_count);
}

/* The next of `total` pieces of this pass; false if there is none, or no more time. */
static bool next_piece(struct appraisal_work *work, uint32_t total, uint32_t *number)
{
    return !work->stopped && !budget_stopped(&work->task->budget) &&
           (*number = atomic_fetch_add(&work->next, 1)) < total;
}

/* The thread that called the analysis also tells how far it is. */
static void piece_done(struct appraisal_work *work, int thread)
{
    const struct analysis_task *task = work->task;
    uint32_t done = atomic_fetch_add(&work->done, 1) + 1;
    if (thread == 0 && task->progress != NULL &&
        !task->progress(task->context, share_done(work, done), task->count + 1))
        work->stopped = true;
}

/* Takes one moment after the other. */
static void look_at_all(struct appraisal_work *work, const struct appraiser *appraiser, int thread)
{
    uint32_t last = work->task->count;
    for (uint32_t number; next_piece(work, last + 1, &number); piece_done(work, thread))
        look_at(appraiser, state_of(work, number), &work->analysis->moments[number],
                number == last);
}

static void work_off(void *context, int thread)
{
    struct appraisal_work *work = context;
    const struct analysis_task *task = work->task;
    struct appraiser appraiser = {task->rules, open_search(task->rules, &task->budget, 1),
                                  open_search(task->rules, &task->budget, OUTCOME_PART)};
    if (appraiser.whole != NULL && appraiser.part != NULL)
        look_at_all(work, &appraiser, thread);
    else
        work->short_of_memory = work->stopped = true;
    close_appraiser(&appraiser);
}

/* Plays the game and keeps the state of every moment. */
static bool set_up_moments(const struct analysis_task *task, struct appraisal_work *work,
                           struct problem *problem)
{
    const struct ruleset *rules = task->rules;
    size_t size = rules->game->state_size;
    struct move moves[MOVES_MAX];
    union any_state state;
    play_start(rules, &state);
    for (uint32_t i = 0;; i++) {
        struct moment *moment = &work->analysis->moments[i];
        moment->node = rules->game->node(rules, &state);
        moment->choices = rules->game->legal(rules, &state, moves);
        memcpy(work->states + i * size, &state, size);
        if (i == task->count)
            return true;
        moment->played = task->moves[i];
        if (!play_move(rules, &state, moment->played, NULL)) {
            char number[16];
            snprintf(number, sizeof number, "%" PRIu32, i + 1);
            return problem_set(problem, _("move {0} is not legal."), number, NULL, NULL);
        }
    }
}

/* ---- what the moments say together ----------------------------------------------------------- */

static bool is_decision(const struct moment *moment)
{
    return moment->node.actor >= 0 && moment->choices > 1;
}

/* What the move cost that was made, if `best` and `made` are known. */
static void weigh(struct moment *moment)
{
    int actor = moment->node.actor;
    int32_t cost = (int32_t)moment->expected.win[actor] - (int32_t)moment->made.win[actor];
    if (move_equal(moment->best, moment->played) || cost <= 0) {
        moment->best = moment->played;
        moment->expected = moment->made;
        moment->cost = moment->cost_points = 0;
    } else {
        moment->cost = cost;
        moment->cost_points = moment->expected.points[actor] - moment->made.points[actor];
    }
}

static void weigh_all(struct analysis *analysis)
{
    for (uint32_t i = 0; i < analysis->moves; i++)
        if (is_decision(&analysis->moments[i])) {
            analysis->moments[i].made = analysis->moments[i + 1].now;
            weigh(&analysis->moments[i]);
        }
}

static void add_decision(const struct moment *moment, struct analysis_seat *seat)
{
    seat->decisions++;
    seat->mistakes += moment->cost >= MISTAKE;
    seat->cost += moment->cost;
    seat->cost_points += moment->cost_points;
}

static void add_luck(const struct moment *moment, struct analysis *analysis, int players)
{
    for (int i = 0; i < players; i++) {
        analysis->seats[i].luck += moment->luck[i];
        analysis->seats[i].luck_points += moment->luck_points[i];
    }
}

/* Errors of different moments have nothing to do with each other: their squares add up. */
static void add_luck_errors(struct analysis *analysis, int players)
{
    for (int seat = 0; seat < players; seat++) {
        uint64_t squares = 0;
        for (uint32_t i = 0; i < analysis->moves; i++) {
            int64_t error = analysis->moments[i].luck_error[seat];
            squares += (uint64_t)(error * error);
        }
        analysis->seats[seat].luck_error = (int32_t)square_root(squares);
    }
}

static void put_together(const struct ruleset *rules, struct analysis *analysis)
{
    for (uint32_t i = 0; i < analysis->moves; i++) {
        const struct moment *moment = &analysis->moments[i];
        int actor = moment->node.actor;
        if (actor == DEALER)
            add_luck(moment, analysis, rules->setup.players);
        else if (is_decision(moment))
            add_decision(moment, &analysis->seats[actor]);
    }
    add_luck_errors(analysis, rules->setup.players);
    analysis->over = analysis->moments[analysis->moves].node.actor == NOBODY;
}

/* ---- what seems to be a mistake ----------------------------------------------------------------
 * The search of the first pass is quick: it may err by more than a mistake is worth. So these
 * decisions are looked at as a hint would be found, and what that says counts. */

static const struct search_move *find_move(const struct hint *hint, struct move move)
{
    int at = 0;
    while (at < hint->count - 1 && !move_equal(hint->moves[at].move, move))
        at++;
    assert(move_equal(hint->moves[at].move, move));
    return &hint->moves[at];
}

/* A move that the hint knows nothing of keeps what the first pass said of it. */
static void weigh_by_hint(struct moment *moment, const struct hint *hint)
{
    const struct search_move *made = find_move(hint, moment->played);
    if (made->visits == 0)
        return;
    moment->best = hint->moves[0].move;
    moment->expected = hint->moves[0].expected;
    moment->made = made->expected;
    weigh(moment);
}

static void look_again(void *context, int thread)
{
    struct appraisal_work *work = context;
    const struct analysis_task *task = work->task;
    const struct budget budget = {.nodes = task->hint_nodes,
                                  .threads = 1,
                                  .stop = task->budget.stop,
                                  .judge = task->budget.judge};
    struct problem problem = {0};
    struct hint hint;
    for (uint32_t i; next_piece(work, work->doubtful_count, &i); piece_done(work, thread)) {
        uint32_t number = work->doubtful[i];
        if (hint_find(task->rules, state_of(work, number), &budget, &hint, &problem)) {
            weigh_by_hint(&work->analysis->moments[number], &hint);
        } else {
            work->short_of_memory = problem_is_no_memory(&problem);
            work->stopped = true;
        }
    }
}

static bool run_second_pass(struct appraisal_work *work)
{
    const struct analysis *analysis = work->analysis;
    work->doubtful = memory_try_new((size_t)analysis->moves + 1, sizeof *work->doubtful);
    if (work->doubtful == NULL)
        return false;
    for (uint32_t i = 0; i < analysis->moves; i++)
        if (is_decision(&analysis->moments[i]) && analysis->moments[i].cost >= MISTAKE)
            work->doubtful[work->doubtful_count++] = i;
    work->second_pass = true;
    work->next = work->done = 0;
    in_threads(work->task->budget.threads, look_again, work);
    free(work->doubtful);
    return !work->short_of_memory;
}

/* Both passes, and their ends. */
static bool run_passes(struct appraisal_work *work, struct problem *problem)
{
    const struct analysis_task *task = work->task;
    in_threads(task->budget.threads, work_off, work);
    bool fine = !work->short_of_memory;
    if (fine && !work->stopped && !budget_stopped(&task->budget)) {
        weigh_all(work->analysis);
        fine = task->hint_nodes == 0 || run_second_pass(work);
    }
    if (!fine)
        return problem_no_memory(problem);
    if (work->stopped || budget_stopped(&task->budget))
        return problem_set(problem, _("the analysis was stopped."), NULL, NULL, NULL);
    return true;
}

bool analysis_run(const struct analysis_task *task, struct analysis *analysis,
                  struct problem *problem)
{
    size_t count = (size_t)task->count + 1;
    assert(task->budget.nodes > 0 || task->budget.ms > 0);
    assert(task->budget.threads >= 1 && task->budget.threads <= BUDGET_THREADS_MAX);
    *analysis = (struct analysis){.moves = task->count};
    if (task->count > task->rules->game->moves_bound)
        return problem_set(problem, _("these are more moves than a game can have."), NULL, NULL,
                           NULL);
    struct appraisal_work work = {.task = task, .analysis = analysis};
    analysis->moments = memory_try_new(count, sizeof *analysis->moments);
    work.states = memory_try_new(count, task->rules->game->state_size);
    bool fine = (analysis->moments != NULL && work.states != NULL) || problem_no_memory(problem);
    fine = fine && set_up_moments(task, &work, problem);
    fine = fine && run_passes(&work, problem);
    if (fine)
        put_together(task->rules, analysis);
    else
        analysis_free(analysis);
    free(work.states);
    return fine;
}

void analysis_free(struct analysis *analysis)
{
    free(analysis->moments);
    *analysis = (struct analysis){0};
}

void analysis_state(const struct analysis_task *task, uint32_t moment, void *state)
{
    play_start(task->rules, state);
    for (uint32_t i = 0; i < moment; i++)
        task->rules->game->apply(task->rules, state, task->moves[i], NULL);
}

/* ---- what stands out ------------------------------------------------------------------------- */

static int32_t weight_of_cost(const struct moment *moment)
{
    return moment->cost;
}

static int32_t weight_of_luck(const struct moment *moment)
{
    int32_t most = 0;
    for (int i = 0; i < SEATS_MAX; i++)
        most = abs(moment->luck[i]) > most ? abs(moment->luck[i]) : most;
    return most;
}

/* The heaviest moments, in order; what is found too light falls out at the end of the list. */
static int heaviest(const struct analysis *analysis, int32_t (*weight)(const struct moment *),
                    int32_t least, uint32_t *found, int max)
{
    int count = 0;
    for (uint32_t i = 0; i < analysis->moves; i++) {
        int32_t heavy = weight(&analysis->moments[i]);
        int at = count;
        if (heavy < least || heavy <= 0)
            continue;
        while (at > 0 && weight(&analysis->moments[found[at - 1]]) < heavy)
            at--;
        if (at == max)
            continue;
        count += count < max;
        memmove(&found[at + 1], &found[at], (size_t)(count - 1 - at) * sizeof *found);
        found[at] = i;
    }
    return count;
}

int analysis_costliest(const struct analysis *analysis, int32_t least, uint32_t *moments, int max)
{
    return heaviest(analysis, weight_of_cost, least, moments, max);
}

int analysis_luckiest(const struct analysis *analysis, int32_t least, uint32_t *moments, int max)
{
    return heaviest(analysis, weight_of_luck, least, moments, max);
}
