/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The tree search with a judge. See search.h for what it does, search_tree.c for the trees; mcts.c
 * is their plain relative.
 *
 * Why it is built so. Turns of these games are long, up to twenty decisions of one seat: the tree
 * only has to reach the end of the turn, where a judge who has seen many games says more than
 * random games to the end would. What a seat can still choose itself counts with its best line, not
 * with the mean; that makes the tree optimistic, most of all about moves that were looked at often.
 * So the best few moves get a second look that pays no attention to the tree's numbers: everyone
 * plays on for a round, and only what comes out there decides between them.
 *
 * Threads have a tree each and meet at the end. One tree that all share would need locks on its way
 * down and make a search with a limit in nodes depend on who was first: the same seed must give the
 * same move, for that is what tests and matches rest on. */

#include "search_tree.h"

#include "clock.h"
#include "evaluate.h"
#include "threads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES_STANDARD = 2000,
    NODES_MAX = 100000000,
    TREE_MIN = 1000,
    TREE_MAX = 20000000,
    TREE_STANDARD = 400000,
    ITERATIONS_PER_CLOCK = 8,
    TURNS_STANDARD = 1, /* with a rule of thumb */
    TURNS_MAX = 1000,   /* to the end of the game */
    ROUNDS_MAX = 100,
    ROUNDS_STANDARD = 1,
    TREES_MAX = 16,            /* one for each thread */
    CANDIDATES = 4,            /* moves that get a second look */
    GAP = JUDGE_ONE / 20,      /* but none that is so much worse than the best */
    TREE_PERCENT = 40,         /* of a budget if there is a second look */
    NODES_PER_TURN = 30,       /* what a turn that is played on costs, in nodes */
    NODES_PER_LIKELY_TURN = 8, /* the same if the judge knows which moves are likely */
};

struct search {
    struct search_task task;
    struct player_limit bound;
    uint64_t seed;
    int64_t start, limit; /* of the present search, in milliseconds; no limit: 0 */
    int64_t spent;        /* in the current turn, before it */
    struct node turn;     /* where the last search began */
    struct tree trees[TREES_MAX];
    struct search_move moves[MOVES_MAX]; /* by all trees together, in the order of the legal list */
    int count;
    /* The second look: which moves, the best first, and what each thread saw of them. */
    int candidates[CANDIDATES], candidate_count;
    struct estimate_sum looks[TREES_MAX][CANDIDATES];
};

/* To the seat that decides. */
static uint32_t worth_of(const struct search *search, const struct estimate *expected)
{
    return search_worth(&search->task, expected, search->task.actor);
}

static int64_t nodes_of_thread(const struct search *search)
{
    return search->task.settings.nodes / search->task.settings.threads;
}

/* Puts what two trees say of a move together: the better of both, or the mean of all visits. */
static void join(const struct search *search, struct search_move *move,
                 const struct tree_node *child)
{
    struct estimate_sum sum = {0};
    if (child->visits == 0)
        return;
    if (move->visits == 0) {
        move->expected = child->expected;
    } else if (!search_takes_best(&search->task.settings) || search->task.actor < 0) {
        estimate_add(&sum, &move->expected, move->visits);
        estimate_add(&sum, &child->expected, child->visits);
        move->expected = estimate_mean(&sum);
    } else if (worth_of(search, &child->expected) > worth_of(search, &move->expected)) {
        move->expected = child->expected;
    }
    move->visits += child->visits;
}

/* Adds what a tree found. */
static void collect(struct search *search, const struct tree *tree)
{
    const struct tree_node *root = &tree->pool[tree->root];
    search->count = root->count;
    for (uint32_t i = 0; i < root->count; i++) {
        const struct tree_node *child = &tree->pool[root->children + i];
        assert(child->order < root->count);
        search->moves[child->order].move = child->move;
        join(search, &search->moves[child->order], child);
    }
}

/* ---- a first look: the trees ----------------------------------------------------------------- */

static bool has_second_look(const struct search *search)
{
    return search->task.settings.rounds > 0 && search_takes_best(&search->task.settings) &&
           search->task.actor >= 0;
}

/* Is that much of the time gone, or all that anyone allows? */
static bool is_late(const struct search *search, int percent)
{
    if (player_limit_reached(&search->bound))
        return true;
    return search->limit > 0 && clock_ms() - search->start >= search->limit * percent / 100;
}

static void run_tree(void *context, int number)
{
    struct search *search = context;
    int percent = has_second_look(search) ? TREE_PERCENT : 100;
    int64_t nodes = nodes_of_thread(search) * percent / 100;
    for (int64_t done = 0; done < nodes; done++) {
        if (done % ITERATIONS_PER_CLOCK == ITERATIONS_PER_CLOCK - 1 && is_late(search, percent))
            break;
        tree_iterate(&search->trees[number]);
    }
}

/* ---- a second look: what comes of the best moves when everyone plays on --------------------- */

/* The best moves, the best first, as long as they are not much worse. */
static void find_candidates(struct search *search)
{
    int *list = search->candidates, count = 0;
    assert(search->count > 0);
    for (int i = 0; i < search->count; i++) {
        if (count == CANDIDATES &&
            !search_prefers(search, &search->moves[i], &search->moves[list[count - 1]]))
            continue;
        int at = count < CANDIDATES ? count++ : count - 1;
        for (; at > 0 && search_prefers(search, &search->moves[i], &search->moves[list[at - 1]]);
             at--)
            list[at] = list[at - 1];
        list[at] = i;
    }
    uint32_t best = worth_of(search, &search->moves[list[0]].expected);
    while (worth_of(search, &search->moves[list[count - 1]].expected) + GAP < best)
        count--;
    assert(count > 0 && count <= CANDIDATES); /* the best is never worse than itself */
    search->candidate_count = count;
}

static void look_again(void *context, int number)
{
    struct search *search = context;
    assert(search->candidate_count > 1 && number < TREES_MAX);
    int turns = (int)search->task.settings.rounds * search->task.rules->setup.players;
    int nodes = search->task.judge->prefer != NULL ? NODES_PER_LIKELY_TURN : NODES_PER_TURN;
    int64_t cost = (int64_t)nodes * (turns + 1) * search->candidate_count;
    int64_t passes = nodes_of_thread(search) * (100 - TREE_PERCENT) / 100 / cost;
    for (int64_t i = 0; i < passes && !is_late(search, 100); i++)
        for (int k = 0; k < search->candidate_count; k++)
            tree_play_on(&search->trees[number], search->candidates[k], turns,
                         &search->looks[number][k]);
}

/* What all threads saw of a candidate. */
static struct estimate seen_of(const struct search *search, int candidate, uint32_t *count)
{
    struct estimate_sum sum = {0};
    for (int i = 0; i < search->task.settings.threads; i++) {
        struct estimate mean = estimate_mean(&search->looks[i][candidate]);
        estimate_add(&sum, &mean, (uint32_t)search->looks[i][candidate].weight);
    }
    *count = (uint32_t)sum.weight;
    return estimate_mean(&sum);
}

static uint32_t shifted(uint32_t chance, int64_t by)
{
    int64_t sum = chance + by;
    return (uint32_t)(sum < 0 ? 0 : sum > JUDGE_ONE ? JUDGE_ONE : sum);
}

/* Of the moves without a second look it says as much more or less as it does of the others. */
static void correct_others(struct search *search, const struct estimate *first,
                           const struct estimate *second)
{
    for (int i = 0; i < search->count; i++) {
        struct search_move *move = &search->moves[i];
        for (int seat = 0; move->visits > 0 && move->looks == 0 && seat < SEATS_MAX; seat++) {
            move->expected.win[seat] =
                shifted(move->expected.win[seat], (int64_t)second->win[seat] - first->win[seat]);
            move->expected.points[seat] += second->points[seat] - first->points[seat];
        }
    }
}

static void take_second_look(struct search *search)
{
    struct estimate_sum firsts = {0}, seconds = {0};
    find_candidates(search);
    if (search->candidate_count < 2)
        return;
    memset(search->looks, 0, sizeof search->looks);
    in_threads(search->task.settings.threads, look_again, search);
    for (int i = 0; i < search->candidate_count; i++) {
        struct search_move *move = &search->moves[search->candidates[i]];
        struct estimate seen = seen_of(search, i, &move->looks);
        if (move->looks == 0)
            return;
        estimate_add(&firsts, &move->expected, 1);
        estimate_add(&seconds, &seen, 1);
        move->expected = seen;
    }
    struct estimate first = estimate_mean(&firsts), second = estimate_mean(&seconds);
    correct_others(search, &first, &second);
}

/* ---- a search -------------------------------------------------------------------------------- */

/* How long the search may take that begins now. */
static void start_clock(struct search *search, struct node node)
{
    enum { PARTS = 3 }; /* of what is left of a turn, a decision takes one */
    const struct search_settings *settings = &search->task.settings;
    search->start = search_is_timed(settings) ? clock_ms() : 0;
    search->limit = settings->ms;
    if (node.round != search->turn.round || node.turn != search->turn.turn)
        search->spent = 0;
    search->turn = node;
    if (settings->turn_ms == 0)
        return;
    int64_t left = settings->turn_ms - search->spent;
    int64_t share = left > PARTS ? left / PARTS : 1;
    if (search->limit == 0 || share < search->limit)
        search->limit = share;
}

static void stop_clock(struct search *search)
{
    if (search->start > 0)
        search->spent += clock_ms() - search->start;
}

void search_run(struct search *search, const struct ruleset *rules, const void *state)
{
    int count = search->task.settings.threads;
    struct node node = rules->game->node(rules, state);
    search->task.rules = rules;
    search->task.actor = node.actor;
    start_clock(search, node);
    for (int i = 0; i < count; i++)
        tree_plant(&search->trees[i], state, search->seed + (uint64_t)i);
    in_threads(count, run_tree, search);
    memset(search->moves, 0, sizeof search->moves);
    for (int i = 0; i < count; i++)
        collect(search, &search->trees[i]);
    if (has_second_look(search))
        take_second_look(search);
    stop_clock(search);
}

int search_moves(const struct search *search, struct search_move moves[MOVES_MAX])
{
    memcpy(moves, search->moves, (size_t)search->count * sizeof *moves);
    return search->count;
}

bool search_prefers(const struct search *search, const struct search_move *move,
                    const struct search_move *other)
{
    if (move->visits == 0 || other->visits == 0)
        return move->visits > other->visits;
    if ((move->looks > 0) != (other->looks > 0))
        return move->looks > 0;
    if (!search_takes_best(&search->task.settings) && move->visits != other->visits)
        return move->visits > other->visits;
    return worth_of(search, &move->expected) > worth_of(search, &other->expected);
}

struct move search_best(const struct search *search)
{
    const struct search_move *best = &search->moves[0];
    assert(search->count > 0);
    for (int i = 1; i < search->count; i++)
        if (search_prefers(search, &search->moves[i], best))
            best = &search->moves[i];
    return best->move;
}

int search_line(struct search *search, struct move first, struct move *line, int max)
{
    return tree_line(&search->trees[0], first, line, max);
}

struct search *search_open(const struct search_settings *settings, const struct judge *judge)
{
    struct search *search = memory_new_at_line(sizeof *search);
    assert(settings->threads >= 1 && settings->threads <= TREES_MAX);
    assert(settings->tree >= TREE_MIN && settings->tree <= TREE_MAX);
    search->task = (struct search_task){.settings = *settings, .judge = judge};
    if (settings->nodes == 0)
        search->task.settings.nodes = search_is_timed(settings) ? NODES_MAX : NODES_STANDARD;
    for (int i = 0; i < settings->threads; i++)
        if (!tree_open(&search->trees[i], &search->task)) {
            search_close(search);
            return NULL;
        }
    return search;
}

void search_begin(struct search *search, uint64_t seed)
{
    search->seed = seed;
    search->spent = 0;
    for (int i = 0; i < search->task.settings.threads; i++)
        search->trees[i].planted = false;
}

void search_resume(struct search *search, const struct ruleset *rules, const void *state,
                   int64_t spent_ms)
{
    search->turn = rules->game->node(rules, state);
    search->spent = spent_ms;
}

void search_bound(struct search *search, struct player_limit limit)
{
    search->bound = limit;
}

void search_close(struct search *search)
{
    if (search == NULL)
        return;
    for (int i = 0; i < search->task.settings.threads; i++)
        tree_close(&search->trees[i]);
    free(search);
}

/* ---- the player ------------------------------------------------------------------------------ */

/* A game without a rule of thumb is played to its end: what is judged before that says nothing. */
static int64_t turns_for(const struct game *game)
{
    return has_evaluation(game) ? TURNS_STANDARD : TURNS_MAX;
}

static struct search_settings settings_of(const struct game *game, const int64_t *values)
{
    return (struct search_settings){.nodes = values[0],
                                    .ms = values[1],
                                    .turn_ms = values[2],
                                    .explore = values[3],
                                    .tree = values[4],
                                    .turns = values[5] > 0 ? values[5] : turns_for(game),
                                    .rounds = values[6],
                                    .threads = (int)values[7]};
}

/* Where the description leaves `turns` to the game, it is taken for the greedier case. */
static int64_t memory_of(const int64_t *values)
{
    struct search_settings settings = {.tree = values[4], .turns = values[5]};
    return (int64_t)sizeof(struct search) + values[7] * tree_memory(&settings);
}

static void *open_with(const struct ruleset *rules, const int64_t *values,
                       const struct judge *judge)
{
    struct search_settings settings = settings_of(rules->game, values);
    return search_open(&settings, judge);
}

static void *open_player(const struct ruleset *rules, const int64_t *values)
{
    return open_with(rules, values, &judge_by_thumb);
}

static void *open_expert(const struct ruleset *rules, const int64_t *values)
{
    return open_with(rules, values, judge_of(rules->game));
}

static void begin_player(void *self, uint64_t seed)
{
    search_begin(self, seed);
}

static void resume_player(void *self, const struct ruleset *rules, const void *state,
                          int64_t spent_ms)
{
    search_resume(self, rules, state, spent_ms);
}

static void bound_player(void *self, struct player_limit limit)
{
    search_bound(self, limit);
}

static struct move choose(void *self, const struct ruleset *rules, const void *state)
{
    struct move moves[MOVES_MAX];
    if (rules->game->legal(rules, state, moves) == 1)
        return moves[0];
    search_run(self, rules, state);
    return search_best(self);
}

static void close_player(void *self)
{
    search_close(self);
}

#define SETTINGS                                                                                   \
    {                                                                                              \
        {"nodes", _("positions for each decision; 0: only ms counts"), 0, NODES_MAX, 0},           \
            {"ms", _("milliseconds for each decision; 0: only nodes counts"), 0, 3600000, 0},      \
            {"turn", _("milliseconds for all decisions of a turn; 0: no such limit"), 0, 3600000,  \
             0},                                                                                   \
            {"explore", _("percent: how much it explores moves that seem weaker"), 0, 10000, 15},  \
            {"tree", _("nodes of the tree in memory"), TREE_MIN, TREE_MAX, TREE_STANDARD},         \
            {"turns", _("how many turns ahead positions are judged; 0: as suits the game"), 0,     \
             TURNS_MAX, 0},                                                                        \
            {"rounds", _("rounds played out after the best moves; 0: none"), 0, ROUNDS_MAX,        \
             ROUNDS_STANDARD},                                                                     \
            {"threads", _("threads that search at the same time"), 1, TREES_MAX, 1},               \
        {                                                                                          \
            "seed", _("a different number chooses differently among equal moves"), 0, INT64_MAX, 0 \
        }                                                                                          \
    }

extern const struct player_kind search_player, expert_player;

const struct player_kind search_player = {
    .name = "search",
    .about = _("searches a tree of moves and judges the outcomes by rule of thumb"),
    .settings = SETTINGS,
    .memory = memory_of,
    .open = open_player,
    .begin = begin_player,
    .resume = resume_player,
    .bound = bound_player,
    .choose = choose,
    .close = close_player,
};

const struct player_kind expert_player = {
    .name = "expert",
    .about = _("searches a tree of moves and judges the outcomes by experience"),
    .settings = SETTINGS,
    .memory = memory_of,
    .open = open_expert,
    .open_with = open_with,
    .begin = begin_player,
    .resume = resume_player,
    .bound = bound_player,
    .choose = choose,
    .close = close_player,
};

struct search_settings search_standard(const struct game *game)
{
    int64_t values[PLAYER_SETTINGS_MAX];
    for (int i = 0; i < PLAYER_SETTINGS_MAX; i++)
        values[i] = expert_player.settings[i].standard;
    return settings_of(game, values);
}
