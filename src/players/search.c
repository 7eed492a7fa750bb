/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The tree search with a judge. See search.h for what it does; mcts.c is its plain relative. */

#include "search.h"

#include "clock.h"
#include "evaluate.h"
#include "root.h"
#include "threads.h"

#include "contract/play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOT = 1, /* the first node of a new tree; 0 is none */
    NODES_STANDARD = 2000,
    NODES_MAX = 100000000,
    TREE_MIN = 1000,
    TREE_MAX = 20000000,
    TREE_STANDARD = 400000,
    ITERATIONS_PER_CLOCK = 8,
    DEPTH_MAX = 256,    /* nodes of a path in the tree */
    STEPS_MAX = 1000,   /* moves of a play-out before the judge is asked all the same */
    TURNS_STANDARD = 1, /* with a rule of thumb */
    TURNS_MAX = 1000,   /* to the end of the game */
    WIDTH_MIN = 8,      /* moves of a node that may be tried from the start */
    WIDTH_FACTOR = 3,   /* and so many more for each square root of its visits */
    TREES_MAX = 16,     /* one for each thread */
};

/* A node and the move that leads to it; its children stand side by side. */
struct tree_node {
    uint32_t children, visits;
    struct estimate expected;
    uint32_t weight; /* below the dealer: the odds of this outcome */
    struct move move;
    int8_t actor;
    uint8_t count, tried, order;
};

/* One tree; every thread has its own. */
struct tree {
    struct search *search;
    struct random random;
    union any_state state;
    uint32_t size, used, root;
    struct tree_node *pool;
    struct estimate_sum *sums; /* of all that was seen below each node; NULL if the best counts */
    int64_t nodes;             /* iterations to do */
    union any_state root_state;
};

struct search {
    struct search_settings settings;
    const struct judge *judge;
    const struct ruleset *rules;
    uint64_t seed;
    int64_t start; /* of the present search, in milliseconds */
    bool has_tree; /* the trees are those of the last search */
    struct tree trees[TREES_MAX];
    struct search_move moves[MOVES_MAX]; /* by all trees together, in the order of the legal list */
    int count, actor;                    /* of the root */
};

/* Within one turn all choices are those of one seat: the best end that was seen counts. Behind it
 * others answer, and play-outs are as good as their mean. */
static bool is_best_of(const struct search_settings *settings)
{
    return settings->turns == 1;
}

static uint32_t worth_to(const struct search *search, const struct estimate *expected, int seat)
{
    return judge_value(expected, search->rules->setup.players, seat);
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* In a random order, so that none is preferred for its place in the list. */
static void shuffle(struct tree *tree, struct tree_node *children, int count)
{
    for (int i = count - 1; i > 0; i--) {
        uint32_t k = random_below(&tree->random, (uint32_t)i + 1);
        struct tree_node other = children[i];
        children[i] = children[k];
        children[k] = other;
    }
}

/* Gives the node its children. False if the game is over there or the pool is used up. */
static bool grow(struct tree *tree, uint32_t at, const void *state)
{
    const struct ruleset *rules = tree->search->rules;
    struct tree_node *node = &tree->pool[at];
    struct chance options;
    node->actor = rules->game->node(rules, state).actor;
    if (node->actor == NOBODY || tree->used + MOVES_MAX > tree->size)
        return false;
    if (node->actor == DEALER)
        chance_list(rules, state, &options);
    else
        options.count = rules->game->legal(rules, state, options.moves);
    node->children = tree->used;
    node->count = (uint8_t)options.count;
    tree->used += (uint32_t)options.count;
    for (int i = 0; i < options.count; i++)
        tree->pool[node->children + (uint32_t)i] =
            (struct tree_node){.weight = node->actor == DEALER ? options.weights[i] : 0,
                               .move = options.moves[i],
                               .order = (uint8_t)i};
    if (node->actor != DEALER)
        shuffle(tree, &tree->pool[node->children], options.count);
    return true;
}

static uint32_t draw_child(struct tree *tree, const struct tree_node *node)
{
    uint32_t total = 0, child = node->children;
    for (int i = 0; i < node->count; i++)
        total += tree->pool[child + (uint32_t)i].weight;
    uint32_t ticket = random_below(&tree->random, total);
    for (; ticket >= tree->pool[child].weight; child++)
        ticket -= tree->pool[child].weight;
    return child;
}

/* How many moves of a node may have been tried after so many visits. */
static int width_of(const struct tree_node *node)
{
    int width = WIDTH_MIN + WIDTH_FACTOR * (int)square_root(node->visits);
    return width < node->count ? width : node->count;
}

/* The upper bound of a move: its worth, and more the less it is known. */
static uint64_t bound_of(const struct tree *tree, const struct tree_node *node,
                         const struct tree_node *child)
{
    uint64_t worth = worth_to(tree->search, &child->expected, node->actor);
    uint64_t open = square_root(((uint64_t)node->visits << 2 * JUDGE_BITS) /
                                ((uint64_t)child->visits * child->visits));
    return worth + open * (uint64_t)tree->search->settings.explore / 100;
}

static uint32_t best_child(const struct tree *tree, const struct tree_node *node)
{
    uint32_t best = node->children;
    uint64_t most = 0;
    for (uint32_t i = 0; i < node->tried; i++) {
        uint64_t bound = bound_of(tree, node, &tree->pool[node->children + i]);
        if (bound > most) {
            most = bound;
            best = node->children + i;
        }
    }
    return best;
}

static uint32_t pick_child(struct tree *tree, struct tree_node *node)
{
    if (node->actor == DEALER)
        return draw_child(tree, node);
    if (node->tried < width_of(node))
        return node->children + node->tried++;
    return best_child(tree, node);
}

/* ---- one iteration --------------------------------------------------------------------------- */

/* How far an iteration is from where all positions are judged: positions after different numbers of
 * turns cannot be compared, for who has just had a turn looks better for it. */
struct horizon {
    int64_t left; /* turns that have to end before it is reached */
    int turn;     /* whose turn it was */
    int seat;     /* who had the last one */
};

/* Notes where the state stands now; false if it is at the horizon or at the end of the game. */
static bool goes_on(struct horizon *horizon, struct node node)
{
    horizon->left -= horizon->turn >= 0 && node.turn != horizon->turn;
    horizon->turn = node.turn;
    if (node.turn >= 0 && horizon->left > 0)
        horizon->seat = node.turn;
    return horizon->left > 0 && node.actor != NOBODY;
}

/* At random to the horizon. */
static void play_on(struct tree *tree, struct horizon *horizon)
{
    const struct ruleset *rules = tree->search->rules;
    for (int i = 0; i < STEPS_MAX && goes_on(horizon, rules->game->node(rules, &tree->state)); i++)
        play_random(rules, &tree->state, &tree->random);
}

/* The mean of the outcomes that were seen, by their odds. */
static struct estimate mean_of(const struct tree *tree, const struct tree_node *node)
{
    struct estimate_sum sum = {0};
    for (uint32_t i = 0; i < node->count; i++) {
        const struct tree_node *child = &tree->pool[node->children + i];
        if (child->visits > 0)
            estimate_add(&sum, &child->expected, child->weight);
    }
    return estimate_mean(&sum);
}

/* What comes of the best child for the seat that decides. */
static struct estimate best_of(const struct tree *tree, const struct tree_node *node)
{
    const struct tree_node *best = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < node->tried; i++) {
        const struct tree_node *child = &tree->pool[node->children + i];
        uint32_t worth = worth_to(tree->search, &child->expected, node->actor);
        if (child->visits > 0 && (best == NULL || worth > most)) {
            best = child;
            most = worth;
        }
    }
    return best->expected;
}

/* Carries the best of what was seen up the path; `seat` had the turn behind its end. */
static void carry_best(struct tree *tree, const uint32_t *path, int depth,
                       const struct estimate *estimate, int seat)
{
    const struct search *search = tree->search;
    struct tree_node *leaf = &tree->pool[path[depth - 1]];
    if (leaf->visits++ == 0 ||
        worth_to(search, estimate, seat) > worth_to(search, &leaf->expected, seat))
        leaf->expected = *estimate;
    for (int i = depth - 2; i >= 0; i--) {
        struct tree_node *node = &tree->pool[path[i]];
        node->visits++;
        node->expected = node->actor == DEALER ? mean_of(tree, node) : best_of(tree, node);
    }
}

/* Carries the mean of all that was seen up the path. */
static void carry_mean(struct tree *tree, const uint32_t *path, int depth,
                       const struct estimate *estimate)
{
    for (int i = 0; i < depth; i++) {
        struct tree_node *node = &tree->pool[path[i]];
        struct estimate_sum *sum = &tree->sums[path[i]];
        if (node->visits++ == 0)
            *sum = (struct estimate_sum){0};
        estimate_add(sum, estimate, 1);
        node->expected = estimate_mean(sum);
    }
}

/* Has the node children, now or from now on? One that was not visited yet has to wait. */
static bool has_children(struct tree *tree, uint32_t at)
{
    const struct tree_node *node = &tree->pool[at];
    return node->count > 0 || (node->visits > 0 && grow(tree, at, &tree->state));
}

/* Walks down the tree, moving the state along; returns how many nodes the path has. */
static int descend(struct tree *tree, uint32_t path[DEPTH_MAX], struct horizon *horizon)
{
    const struct ruleset *rules = tree->search->rules;
    uint32_t at = tree->root;
    int depth = 0;
    path[depth++] = at;
    while (depth < DEPTH_MAX && goes_on(horizon, rules->game->node(rules, &tree->state)) &&
           has_children(tree, at)) {
        at = pick_child(tree, &tree->pool[at]);
        rules->game->apply(rules, &tree->state, tree->pool[at].move, NULL);
        path[depth++] = at;
    }
    return depth;
}

static void iterate(struct tree *tree)
{
    struct search *search = tree->search;
    const struct ruleset *rules = search->rules;
    uint32_t path[DEPTH_MAX];
    struct estimate estimate = {0}; /* seats that are not there stay zero */
    memcpy(&tree->state, &tree->root_state, rules->game->state_size);
    struct horizon horizon = {.left = search->settings.turns,
                              .turn = rules->game->node(rules, &tree->state).turn,
                              .seat = search->actor < 0 ? 0 : search->actor};
    int depth = descend(tree, path, &horizon);
    play_on(tree, &horizon);
    search->judge->estimate(search->judge, rules, &tree->state, &estimate);
    if (is_best_of(&search->settings))
        carry_best(tree, path, depth, &estimate, horizon.seat);
    else
        carry_mean(tree, path, depth, &estimate);
}

static void run_tree(void *context, int number)
{
    struct tree *tree = (struct tree *)context + number;
    const struct search_settings *settings = &tree->search->settings;
    for (int64_t done = 0; done < tree->nodes; done++) {
        if (settings->ms > 0 && done % ITERATIONS_PER_CLOCK == ITERATIONS_PER_CLOCK - 1 &&
            clock_ms() - tree->search->start >= settings->ms)
            break;
        iterate(tree);
    }
}

/* ---- a search -------------------------------------------------------------------------------- */

/* Is the state one that the last search's tree goes on from? Then that part of it is kept: where
 * one move of its root leads. Not with a limit in nodes: then a move depends on the state alone. */
static bool find_root(struct tree *tree, const void *state)
{
    const struct search *search = tree->search;
    const struct ruleset *rules = search->rules;
    const struct tree_node *root = &tree->pool[tree->root];
    if (!search->has_tree || search->settings.ms == 0 || tree->used + tree->size / 4 > tree->size)
        return false;
    for (uint32_t i = 0; i < root->count; i++) {
        union any_state after;
        uint32_t child = root->children + i;
        if (tree->pool[child].visits == 0 || tree->pool[child].count == 0)
            continue;
        memcpy(&after, &tree->root_state, rules->game->state_size);
        rules->game->apply(rules, &after, tree->pool[child].move, NULL);
        if (memcmp(&after, state, rules->game->state_size) == 0) {
            tree->root = child;
            return true;
        }
    }
    return false;
}

static void set_root(struct tree *tree, const void *state, int number)
{
    struct search *search = tree->search;
    bool kept = find_root(tree, state);
    tree->random = random_stream(search->seed + (uint64_t)number, state_hash(search->rules, state));
    memcpy(&tree->root_state, state, search->rules->game->state_size);
    if (kept)
        return;
    tree->root = ROOT;
    tree->used = ROOT + 1;
    tree->pool[ROOT] = (struct tree_node){0};
    grow(tree, ROOT, state);
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
    } else if (!is_best_of(&search->settings) || search->actor < 0) {
        estimate_add(&sum, &move->expected, move->visits);
        estimate_add(&sum, &child->expected, child->visits);
        move->expected = estimate_mean(&sum);
    } else if (worth_to(search, &child->expected, search->actor) >
               worth_to(search, &move->expected, search->actor)) {
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
        search->moves[child->order].move = child->move;
        join(search, &search->moves[child->order], child);
    }
}

void search_run(struct search *search, const struct ruleset *rules, const void *state)
{
    int count = search->settings.threads;
    search->rules = rules;
    search->actor = rules->game->node(rules, state).actor;
    search->start = search->settings.ms > 0 ? clock_ms() : 0;
    for (int i = 0; i < count; i++) {
        set_root(&search->trees[i], state, i);
        search->trees[i].nodes = search->settings.nodes / count;
    }
    search->has_tree = true;
    in_threads(count, run_tree, search->trees);
    memset(search->moves, 0, sizeof search->moves);
    for (int i = 0; i < count; i++)
        collect(search, &search->trees[i]);
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
    if (!is_best_of(&search->settings) && move->visits != other->visits)
        return move->visits > other->visits;
    return worth_to(search, &move->expected, search->actor) >
           worth_to(search, &other->expected, search->actor);
}

struct move search_best(const struct search *search)
{
    const struct search_move *best = &search->moves[0];
    for (int i = 1; i < search->count; i++)
        if (search_prefers(search, &search->moves[i], best))
            best = &search->moves[i];
    return best->move;
}

struct search *search_open(const struct search_settings *settings, const struct judge *judge)
{
    struct search *search = memory_new(1, sizeof *search);
    search->settings = *settings;
    search->judge = judge;
    if (settings->nodes == 0)
        search->settings.nodes = settings->ms > 0 ? NODES_MAX : NODES_STANDARD;
    assert(settings->threads >= 1 && settings->threads <= TREES_MAX);
    for (int i = 0; i < settings->threads; i++) {
        search->trees[i].search = search;
        search->trees[i].size = (uint32_t)settings->tree;
        search->trees[i].pool = memory_new((size_t)settings->tree, sizeof(struct tree_node));
        if (!is_best_of(settings))
            search->trees[i].sums = memory_new((size_t)settings->tree, sizeof(struct estimate_sum));
    }
    return search;
}

void search_begin(struct search *search, uint64_t seed)
{
    search->seed = seed;
    search->has_tree = false;
}

void search_close(struct search *search)
{
    for (int i = 0; i < search->settings.threads; i++) {
        free(search->trees[i].pool);
        free(search->trees[i].sums);
    }
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
                                    .explore = values[2],
                                    .tree = values[3],
                                    .turns = values[4] > 0 ? values[4] : turns_for(game),
                                    .threads = (int)values[5]};
}

static void *open_with(const struct judge *judge, const struct ruleset *rules,
                       const int64_t *values)
{
    struct search_settings settings = settings_of(rules->game, values);
    return search_open(&settings, judge);
}

static void *open_player(const struct ruleset *rules, const int64_t *values)
{
    return open_with(&judge_by_thumb, rules, values);
}

static void *open_expert(const struct ruleset *rules, const int64_t *values)
{
    return open_with(judge_of(rules->game), rules, values);
}

static void begin_player(void *self, uint64_t seed)
{
    search_begin(self, seed);
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
            {"explore", _("percent: how much it looks at moves that seem weaker"), 0, 10000, 15},  \
            {"tree", _("nodes of the tree in memory"), TREE_MIN, TREE_MAX, TREE_STANDARD},         \
            {"turns", _("turns ahead at which positions are judged; 0: as suits the game"), 0,     \
             TURNS_MAX, 0},                                                                        \
            {"threads", _("threads that search at the same time"), 1, TREES_MAX, 1},               \
        {                                                                                          \
            "seed", _("another number, another choice among equals"), 0, INT64_MAX, 0              \
        }                                                                                          \
    }

extern const struct player_kind search_player, expert_player;

const struct player_kind search_player = {
    .name = "search",
    .about = _("looks ahead with a tree of moves and judges what comes of them by rule of thumb"),
    .settings = SETTINGS,
    .open = open_player,
    .begin = begin_player,
    .choose = choose,
    .close = close_player,
};

const struct player_kind expert_player = {
    .name = "expert",
    .about = _("looks ahead with a tree of moves and judges what comes of them by experience"),
    .settings = SETTINGS,
    .open = open_expert,
    .begin = begin_player,
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
