/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Counts components: self-play in threads, every game replayed with its events, then the sums. */

#include "balance.h"

#include "rating.h"
#include "threads.h"

#include "contract/notation.h"
#include "contract/play.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* What one thread works with: it counts for itself. */
struct counter {
    struct shared *shared;
    struct selfplay task;
    struct balance_result sums;
    /* Of the present game: */
    bool *shown;
    uint8_t *takers; /* seats, as bits */
    int order[SEATS_MAX];
    int ordered; /* seats that have had their first decision */
    bool fine;
    struct problem problem;
};

struct shared {
    const struct balance *task;
    pthread_mutex_t lock;
    uint64_t done;
};

/* ---- components in events -------------------------------------------------------------------- */

/* Is the component meant by this notation? struct component_use says when. */
static bool is_meant(const char *id, const char *token)
{
    size_t id_length = strlen(id), length = strlen(token);
    if (strncmp(id, token, id_length < length ? id_length : length) != 0)
        return false;
    return id_length == length || (id_length < length && token[id_length] == '.') ||
           (id_length > length && id[length] == '-');
}

static void note_component(struct counter *counter, int index, int what, int seat)
{
    struct balance_component *component = &counter->sums.components[index];
    counter->shown[index] = true;
    component->announced |= what == COMPONENT_SHOWN;
    if (what == COMPONENT_TAKEN && seat >= 0) {
        counter->takers[index] |= (uint8_t)(1u << seat);
        component->taken++;
    }
    component->used += what == COMPONENT_USED;
}

static void note_use(struct counter *counter, const struct component_use *use, struct message event,
                     int turn)
{
    const struct ruleset *rules = counter->task.rules;
    int values[] = {event.a, event.b, event.c};
    int kind = rules->game->words->events[event.kind].slots[use->argument];
    const char *token = thing_token(rules, kind, values[use->argument]);
    int seat = event.seat >= 0 ? event.seat : turn;
    for (int i = 0; token != NULL && i < counter->sums.count; i++)
        if (strcmp(counter->sums.components[i].kind, use->kind) == 0 &&
            is_meant(counter->sums.components[i].id, token))
            note_component(counter, i, use->what, seat);
}

static void note_events(struct counter *counter, const struct events *events, int turn)
{
    const struct ruleset *rules = counter->task.rules;
    for (int i = 0; i < events->count; i++)
        for (const struct component_use *use = rules->game->words->component_uses;
             use->kind != NULL; use++)
            if (use->event == events->list[i].kind && (use->applies == NULL || use->applies(rules)))
                note_use(counter, use, events->list[i], turn);
}

/* The first decisions of the first round tell who plays in which place. */
static void note_order(struct counter *counter, const struct node *node)
{
    if (node->round == 0 || node->actor < 0 || (node->turn >= 0 && node->turn != node->actor))
        return;
    for (int i = 0; i < counter->ordered; i++)
        if (counter->order[i] == node->actor)
            return;
    assert(counter->ordered < SEATS_MAX);
    counter->order[counter->ordered++] = node->actor;
}

static void replay(struct counter *counter, const struct selfplay_game *game)
{
    const struct ruleset *rules = counter->task.rules;
    union any_state state;
    struct events events;
    play_start(rules, state.bytes);
    for (uint32_t i = 0; i < game->move_count; i++) {
        struct node node = rules->game->node(rules, state.bytes);
        note_order(counter, &node);
        events_clear(&events);
        rules->game->apply(rules, state.bytes, game->moves[i], &events);
        note_events(counter, &events, node.turn);
    }
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* How the seats of a table ended. */
struct ending {
    int players;
    unsigned won[SEATS_MAX]; /* times SELFPLAY_WIN */
    int ahead[SEATS_MAX];    /* as in struct fared */
};

static struct ending ending_of(const struct score *score, int players)
{
    struct ending ending = {.players = players};
    unsigned winners = 0;
    int sum = 0;
    for (int seat = 0; seat < players; seat++) {
        winners += score->place[seat] == 1;
        sum += score->total[seat];
    }
    assert(winners > 0);
    for (int seat = 0; seat < players; seat++) {
        ending.won[seat] = score->place[seat] == 1 ? SELFPLAY_WIN / winners : 0;
        ending.ahead[seat] = players * score->total[seat] - sum;
    }
    return ending;
}

/* Adds the game of these seats, given as bits. */
static void fared_add(struct fared *fared, const struct ending *ending, unsigned seats)
{
    unsigned won = 0, count = 0;
    for (int seat = 0; seat < ending->players; seat++)
        if (seats >> seat & 1) {
            won += ending->won[seat];
            count++;
            fared->ahead += ending->ahead[seat];
        }
    fared->seats += count;
    fared->won += won;
    fared->won_squared += won * won;
    fared->won_seats += won * count;
    fared->seats_squared += count * count;
}

static void fared_join(struct fared *fared, const struct fared *other)
{
    fared->seats += other->seats;
    fared->won += other->won;
    fared->won_squared += other->won_squared;
    fared->won_seats += other->won_seats;
    fared->seats_squared += other->seats_squared;
    fared->ahead += other->ahead;
}

static void note_scores(struct balance_result *sums, const struct score *score,
                        const struct ending *ending)
{
    for (int seat = 0; seat < ending->players; seat++) {
        spread_add(&sums->score, score->total[seat]);
        if (ending->won[seat] > 0)
            spread_add(&sums->best, score->total[seat]);
        for (int i = 0; i < SOURCES_MAX; i++) {
            sums->parts[i] += score->parts[seat][i];
            sums->parts_of_best[i] += (int64_t)ending->won[seat] * score->parts[seat][i];
        }
    }
}

/* Adds what the seats took of one kind in a game. */
static void note_kind(struct counter *counter, struct balance_kind *kind)
{
    int taken[SEATS_MAX] = {0}, all = 0, best = 0;
    for (int i = 0; i < counter->sums.count; i++)
        for (int seat = 0; seat < counter->sums.players; seat++)
            if (strcmp(counter->sums.components[i].kind, kind->kind) == 0)
                taken[seat] += counter->takers[i] >> seat & 1;
    for (int seat = 0; seat < counter->sums.players; seat++) {
        all += taken[seat];
        best = taken[seat] > best ? taken[seat] : best;
    }
    spread_add(&kind->all, all);
    spread_add(&kind->best, best);
    kind->games[best < BALANCE_MOST ? best : BALANCE_MOST]++;
}

static void note_components(struct counter *counter, const struct ending *ending)
{
    struct balance_result *sums = &counter->sums;
    for (int i = 0; i < sums->count; i++) {
        sums->components[i].shown += counter->shown[i];
        sums->components[i].games_taken += counter->takers[i] != 0;
        fared_add(&sums->components[i].takers, ending, counter->takers[i]);
    }
    for (int i = 0; i < sums->kind_count; i++)
        note_kind(counter, &sums->kinds[i]);
}

/* A game that is over: self-play hands it here. */
static void observe(void *context, const struct selfplay_game *game)
{
    struct counter *counter = context;
    struct balance_result *sums = &counter->sums;
    if (game->error != NULL)
        return;
    memset(counter->shown, 0, (size_t)sums->count * sizeof *counter->shown);
    memset(counter->takers, 0, (size_t)sums->count * sizeof *counter->takers);
    counter->ordered = 0;
    replay(counter, game);
    struct ending ending = ending_of(&game->score, sums->players);
    sums->games++;
    spread_add(&sums->rounds, game->rounds);
    note_scores(sums, &game->score, &ending);
    for (int place = 0; place < counter->ordered; place++)
        fared_add(&sums->order[place], &ending, 1u << counter->order[place]);
    note_components(counter, &ending);
}

static void join_kinds(struct balance_result *all, const struct balance_result *part)
{
    assert(all->kind_count == part->kind_count);
    for (int i = 0; i < all->kind_count; i++) {
        struct balance_kind *kind = &all->kinds[i];
        spread_join(&kind->all, &part->kinds[i].all);
        spread_join(&kind->best, &part->kinds[i].best);
        for (int k = 0; k <= BALANCE_MOST; k++)
            kind->games[k] += part->kinds[i].games[k];
    }
}

static void join(struct balance_result *all, const struct balance_result *part)
{
    assert(all->count == part->count && all->players == part->players);
    all->games += part->games;
    spread_join(&all->rounds, &part->rounds);
    spread_join(&all->score, &part->score);
    spread_join(&all->best, &part->best);
    for (int place = 0; place < SEATS_MAX; place++)
        fared_join(&all->order[place], &part->order[place]);
    for (int i = 0; i < SOURCES_MAX; i++) {
        all->parts[i] += part->parts[i];
        all->parts_of_best[i] += part->parts_of_best[i];
    }
    for (int i = 0; i < all->count; i++) {
        struct balance_component *component = &all->components[i];
        component->shown += part->components[i].shown;
        component->announced |= part->components[i].announced;
        component->taken += part->components[i].taken;
        component->used += part->components[i].used;
        component->games_taken += part->components[i].games_taken;
        fared_join(&component->takers, &part->components[i].takers);
    }
    join_kinds(all, part);
}

/* ---- threads --------------------------------------------------------------------------------- */

static void list_kind(const char *name, struct balance_result *result)
{
    for (int i = 0; i < result->kind_count; i++)
        if (strcmp(result->kinds[i].kind, name) == 0)
            return;
    size_t count = (size_t)result->kind_count + 1;
    result->kinds = memory_grow(result->kinds, count, sizeof *result->kinds);
    result->kinds[result->kind_count++] = (struct balance_kind){.kind = name};
}

/* All components of the game and their kinds, with nothing counted yet. */
static void list_components(const struct ruleset *rules, struct balance_result *result)
{
    struct component component = {0};
    *result = (struct balance_result){.players = rules->setup.players};
    while (rules->game->component(rules, result->count, ENGLISH, &component)) {
        size_t count = (size_t)result->count + 1;
        result->components = memory_grow(result->components, count, sizeof *result->components);
        result->components[result->count++] =
            (struct balance_component){.kind = component.kind,
                                       .id = component.id,
                                       .level = component.level,
                                       .provenance = component.provenance};
        list_kind(component.kind, result);
        text_clear(&component.text);
    }
    text_free(&component.text);
}

static void show_progress(void *context, uint64_t done)
{
    struct shared *shared = ((struct counter *)context)->shared;
    (void)done; /* by this thread */
    pthread_mutex_lock(&shared->lock);
    shared->done++;
    if (shared->task->progress != NULL)
        shared->task->progress(shared->task->context, shared->done);
    pthread_mutex_unlock(&shared->lock);
}

static void count_games(void *context, int thread)
{
    struct counter *counter = (struct counter *)context + thread;
    struct selfplay_result result;
    counter->fine = selfplay_run(&counter->task, &result, &counter->problem);
    counter->sums.errors = result.errors;
    memcpy(counter->sums.error, result.error, sizeof result.error);
}

/* The games are dealt to the threads in equal parts, one after another. */
static void open_counter(struct counter *counter, struct shared *shared, int number)
{
    const struct balance *task = shared->task;
    uint64_t threads = (uint64_t)task->threads, n = (uint64_t)number;
    uint64_t first = task->games * n / threads, end = task->games * (n + 1) / threads;
    list_components(task->rules, &counter->sums);
    counter->shared = shared;
    counter->shown = memory_new((size_t)counter->sums.count + 1, sizeof *counter->shown);
    counter->takers = memory_new((size_t)counter->sums.count + 1, sizeof *counter->takers);
    counter->task = (struct selfplay){.rules = task->rules,
                                      .players = &task->player,
                                      .player_count = 1,
                                      .games = end - first,
                                      .skip = first,
                                      .seed = task->seed,
                                      .progress = show_progress,
                                      .observe = observe,
                                      .context = counter};
}

static void close_counter(struct counter *counter)
{
    balance_free(&counter->sums);
    free(counter->shown);
    free(counter->takers);
}

/* What was taken though nobody saw it come has been there all the time. */
static void find_standing(struct balance_result *result)
{
    for (int i = 0; i < result->count; i++) {
        struct balance_component *component = &result->components[i];
        if (!component->announced && component->shown > 0)
            component->shown = result->games;
    }
}

/* Takes over what a thread has found. */
static bool collect(struct balance_result *result, const struct counter *counter,
                    struct problem *problem)
{
    if (!counter->fine) {
        *problem = counter->problem;
        return false;
    }
    if (result->errors == 0)
        memcpy(result->error, counter->sums.error, sizeof result->error);
    result->errors += counter->sums.errors;
    join(result, &counter->sums);
    return true;
}

bool balance_run(const struct balance *task, struct balance_result *result, struct problem *problem)
{
    assert(task->threads > 0 && task->threads <= THREADS_MAX);
    struct shared shared = {.task = task};
    struct counter *counters = memory_new((size_t)task->threads, sizeof *counters);
    bool fine = true;
    list_components(task->rules, result);
    pthread_mutex_init(&shared.lock, NULL);
    for (int i = 0; i < task->threads; i++)
        open_counter(&counters[i], &shared, i);
    in_threads(task->threads, count_games, counters);
    for (int i = 0; i < task->threads; i++) {
        fine = fine && collect(result, &counters[i], problem);
        close_counter(&counters[i]);
    }
    find_standing(result);
    pthread_mutex_destroy(&shared.lock);
    free(counters);
    return fine;
}

void balance_free(struct balance_result *result)
{
    free(result->components);
    free(result->kinds);
    result->components = NULL;
    result->kinds = NULL;
    result->count = result->kind_count = 0;
}

/* ---- reading it ------------------------------------------------------------------------------ */

struct figures fared_figures(const struct balance_result *result, const struct fared *fared)
{
    const double win = SELFPLAY_WIN;
    struct share share = {.won = (double)fared->won / win,
                          .games = (double)fared->seats,
                          .won_squared = (double)fared->won_squared / (win * win),
                          .won_games = (double)fared->won_seats / win,
                          .games_squared = (double)fared->seats_squared};
    struct interval interval = share_interval(&share);
    struct figures figures = {share_mean(&share), interval.low, interval.high, 0};
    if (fared->seats > 0 && result->players > 1)
        figures.ahead = (double)fared->ahead / (double)fared->seats / (result->players - 1);
    return figures;
}

static bool are_peers(const struct balance_component *one, const struct balance_component *other)
{
    return one != other && strcmp(one->kind, other->kind) == 0 && one->level == other->level;
}

struct fared balance_peers(const struct balance_result *result, int component)
{
    struct fared peers = {0};
    assert(component >= 0 && component < result->count);
    for (int i = 0; i < result->count; i++)
        if (are_peers(&result->components[i], &result->components[component]))
            fared_join(&peers, &result->components[i].takers);
    return peers;
}

double balance_rate(const struct balance_component *component)
{
    return component->shown > 0 ? (double)component->takers.seats / (double)component->shown : 0;
}

/* The rate of all peers together. */
static double rate_of_peers(const struct balance_result *result, int component)
{
    struct balance_component peers = {.takers = balance_peers(result, component)};
    for (int i = 0; i < result->count; i++)
        if (are_peers(&result->components[i], &result->components[component]))
            peers.shown += result->components[i].shown;
    return balance_rate(&peers);
}

enum { CASES_LEAST = 100 };            /* seats, or games in play, below which nothing is said */
static const double far_away = 0.03;   /* from the share of the peers to the interval */
static const double hardly_ever = 0.2; /* of the rate of the peers */

static int step_for(double points)
{
    long step = lround(fabs(points) / 2);
    return step < 1 ? 1 : step > 3 ? 3 : (int)step;
}

struct finding balance_judge(const struct balance_result *result, int component)
{
    const struct balance_component *it = &result->components[component];
    struct fared peers = balance_peers(result, component);
    struct figures own = fared_figures(result, &it->takers);
    struct figures others = fared_figures(result, &peers);
    struct finding finding = {.verdict = BALANCED};
    if (it->provenance != RECONSTRUCTED || peers.seats < CASES_LEAST)
        return finding;
    finding.reference = others.win;
    finding.step = step_for(own.ahead - others.ahead);
    if (it->takers.seats >= CASES_LEAST) {
        if (own.low > others.win + far_away)
            finding.verdict = TOO_STRONG;
        else if (own.high < others.win - far_away)
            finding.verdict = TOO_WEAK;
    } else if (it->shown >= CASES_LEAST) {
        double rate = rate_of_peers(result, component);
        if (balance_rate(it) < hardly_ever * rate)
            finding = (struct finding){SHUNNED, rate, 1};
    }
    return finding;
}
