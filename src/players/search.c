/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The tree search with a judge. See search.h for what it does; mcts.c is its plain relative. */

#include "search.h"

#include "clock.h"
#include "evaluate.h"
#include "root.h"

#include "contract/play.h"

#include <assert.h>
#include <pthread.h>
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
    THREADS_MAX = 16,
};

/* A node and the move that leads to it; its children stand side by side. */
struct tree_node {
    uint32_t children, visits;
    uint64_t sums[SEATS_MAX]; /* of what each seat strives for */
    struct estimate expected; /* if the turn goes on as well as was seen */
    uint32_t weight;          /* below the dealer: the odds of this outcome */
    struct move move;
    int8_t actor;
    uint8_t count, tried, order;
};

/* What was expected after a move of the root. */
struct tally {
    uint32_t visits;
    uint64_t win[SEATS_MAX];
    int64_t points[SEATS_MAX];
};

/* One tree; every thread has its own. */
struct tree {
    struct search *search;
    struct random random;
    union any_state state;
    uint32_t size, used, root;
    struct tree_node *pool;
    int seat;                        /* the one that decides at the root */
    int64_t nodes;                   /* iterations to do */
    struct tally tallies[MOVES_MAX]; /* by place in the list of legal moves */
    /* What the root stands for, to find it again after the move: */
    union any_state root_state;
};

/* What was found out about a move of the root. */
struct found {
    struct move move;
    uint32_t visits;
    uint64_t value; /* sum of what the seat that moves strives for */
    struct tally tally;
    struct estimate expected;
};

struct search {
    struct search_settings settings;
    const struct judge *judge;
    const struct ruleset *rules;
    uint64_t seed;
    int64_t start; /* of the present search, in milliseconds */
    bool has_tree; /* the trees are those of the last search */
    struct tree trees[THREADS_MAX];
    struct found found[MOVES_MAX]; /* by all trees together, in the order of the legal list */
    int count;
};

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

/* Within one turn all choices are those of one seat: the best end that was seen counts. Behind it
 * others answer, and play-outs are as good as their mean. */
static bool is_best_of(const struct search *search)
{
    return search->settings.turns == 1;
}

/* What a move is worth to a seat. It was visited. */
static uint64_t worth_of(const struct search *search, const struct tree_node *child, int seat)
{
    return is_best_of(search) ? judge_value(&child->expected, search->rules->setup.players, seat)
                              : child->sums[seat] / child->visits;
}

/* The upper bound of a move: its worth, and more the less it is known. */
static uint64_t bound_of(const struct tree *tree, const struct tree_node *node,
                         const struct tree_node *child)
{
    uint64_t mean = worth_of(tree->search, child, node->actor);
    uint64_t open = square_root(((uint64_t)node->visits << 2 * JUDGE_BITS) /
                                ((uint64_t)child->visits * child->visits));
    return mean + open * (uint64_t)tree->search->settings.explore / 100;
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
};

/* Notes where the state stands now; false if it is at the horizon or at the end of the game. */
static bool goes_on(struct horizon *horizon, struct node node)
{
    horizon->left -= horizon->turn >= 0 && node.turn != horizon->turn;
    horizon->turn = node.turn;
    return horizon->left > 0 && node.actor != NOBODY;
}

/* At random to the horizon. */
static void play_on(struct tree *tree, struct horizon *horizon)
{
    const struct ruleset *rules = tree->search->rules;
    struct move moves[MOVES_MAX];
    for (int i = 0; i < STEPS_MAX; i++) {
        struct node node = rules->game->node(rules, &tree->state);
        if (!goes_on(horizon, node))
            return;
        struct move move;
        if (node.actor == DEALER) {
            move = chance_random(rules, &tree->state, &tree->random);
        } else {
            int count = rules->game->legal(rules, &tree->state, moves);
            move = moves[random_below(&tree->random, (uint32_t)count)];
        }
        rules->game->apply(rules, &tree->state, move, NULL);
    }
}

static void note(struct tree_node *node, const uint32_t *values, int players)
{
    node->visits++;
    for (int i = 0; i < players; i++)
        node->sums[i] += values[i];
}

static void note_first_move(struct tally *tally, const struct estimate *estimate, int players)
{
    tally->visits++;
    for (int i = 0; i < players; i++) {
        tally->win[i] += estimate->win[i];
        tally->points[i] += estimate->points[i];
    }
}

/* Is one estimate better for a seat than another? */
static bool is_better(const struct tree *tree, const struct estimate *estimate,
                      const struct estimate *other, int seat)
{
    int players = tree->search->rules->setup.players;
    return judge_value(estimate, players, seat) > judge_value(other, players, seat);
}

/* The mean of the outcomes that were seen, by their odds. */
static struct estimate mean_of(const struct tree *tree, const struct tree_node *node)
{
    struct estimate mean = {0};
    uint64_t total = 0, win[SEATS_MAX] = {0};
    int64_t points[SEATS_MAX] = {0};
    for (uint32_t i = 0; i < node->count; i++) {
        const struct tree_node *child = &tree->pool[node->children + i];
        uint32_t weight = child->visits > 0 ? child->weight : 0;
        total += weight;
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            win[seat] += (uint64_t)weight * child->expected.win[seat];
            points[seat] += (int64_t)weight * child->expected.points[seat];
        }
    }
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        mean.win[seat] = (uint32_t)(win[seat] / total);
        mean.points[seat] = (int32_t)(points[seat] / (int64_t)total);
    }
    return mean;
}

/* What comes of the best child for the seat that decides. */
static struct estimate best_of(const struct tree *tree, const struct tree_node *node)
{
    const struct tree_node *best = NULL;
    for (uint32_t i = 0; i < node->tried; i++) {
        const struct tree_node *child = &tree->pool[node->children + i];
        if (child->visits > 0 &&
            (best == NULL || is_better(tree, &child->expected, &best->expected, node->actor)))
            best = child;
    }
    return best->expected;
}

/* Carries what was seen at the end of the path up to the root. */
static void carry_up(struct tree *tree, const uint32_t *path, int depth,
                     const struct estimate *estimate)
{
    struct tree_node *leaf = &tree->pool[path[depth - 1]];
    if (leaf->visits == 0 || is_better(tree, estimate, &leaf->expected, tree->seat))
        leaf->expected = *estimate;
    leaf->visits++;
    for (int i = depth - 2; i >= 0; i--) {
        struct tree_node *node = &tree->pool[path[i]];
        node->expected = node->actor == DEALER ? mean_of(tree, node) : best_of(tree, node);
        node->visits++;
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
    uint32_t path[DEPTH_MAX], values[SEATS_MAX];
    int players = rules->setup.players;
    struct estimate estimate;
    memcpy(&tree->state, &tree->root_state, rules->game->state_size);
    struct horizon horizon = {search->settings.turns, rules->game->node(rules, &tree->state).turn};
    int depth = descend(tree, path, &horizon);
    play_on(tree, &horizon);
    search->judge->estimate(search->judge, rules, &tree->state, &estimate);
    if (is_best_of(search)) {
        carry_up(tree, path, depth, &estimate);
        return;
    }
    for (int i = 0; i < players; i++)
        values[i] = judge_value(&estimate, players, i);
    if (depth > 1)
        note_first_move(&tree->tallies[tree->pool[path[1]].order], &estimate, players);
    while (depth > 0)
        note(&tree->pool[path[--depth]], values, players);
}

static void *run_tree(void *context)
{
    struct tree *tree = context;
    const struct search_settings *settings = &tree->search->settings;
    for (int64_t done = 0; done < tree->nodes; done++) {
        if (settings->ms > 0 && done % ITERATIONS_PER_CLOCK == ITERATIONS_PER_CLOCK - 1 &&
            clock_ms() - tree->search->start >= settings->ms)
            break;
        iterate(tree);
    }
    return NULL;
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
    memset(tree->tallies, 0, sizeof tree->tallies);
    tree->seat = search->rules->game->node(search->rules, state).actor;
    tree->seat = tree->seat < 0 ? 0 : tree->seat;
    if (kept)
        return;
    tree->root = ROOT;
    tree->used = ROOT + 1;
    tree->pool[ROOT] = (struct tree_node){0};
    grow(tree, ROOT, state);
}

/* Adds what a tree found. */
static void collect(struct search *search, const struct tree *tree)
{
    const struct tree_node *root = &tree->pool[tree->root];
    search->count = root->count;
    for (uint32_t i = 0; i < root->count; i++) {
        const struct tree_node *child = &tree->pool[root->children + i];
        const struct tally *tally = &tree->tallies[child->order];
        struct found *found = &search->found[child->order];
        found->move = child->move;
        if (child->visits > 0 &&
            (found->visits == 0 || is_better(tree, &child->expected, &found->expected, tree->seat)))
            found->expected = child->expected;
        found->visits += child->visits;
        found->value += child->sums[root->actor < 0 ? 0 : root->actor];
        found->tally.visits += tally->visits;
        for (int seat = 0; seat < search->rules->setup.players; seat++) {
            found->tally.win[seat] += tally->win[seat];
            found->tally.points[seat] += tally->points[seat];
        }
    }
}

void search_run(struct search *search, const struct ruleset *rules, const void *state)
{
    pthread_t threads[THREADS_MAX];
    int begun = 0, count = search->settings.threads;
    search->rules = rules;
    search->start = search->settings.ms > 0 ? clock_ms() : 0;
    for (int i = 0; i < count; i++) {
        set_root(&search->trees[i], state, i);
        search->trees[i].nodes = search->settings.nodes / count;
    }
    search->has_tree = true;
    for (int i = 1; i < count; i++)
        if (pthread_create(&threads[begun], NULL, run_tree, &search->trees[i]) == 0)
            begun++;
        else
            run_tree(&search->trees[i]);
    run_tree(&search->trees[0]);
    for (int i = 0; i < begun; i++)
        pthread_join(threads[i], NULL);
    memset(search->found, 0, sizeof search->found);
    for (int i = 0; i < count; i++)
        collect(search, &search->trees[i]);
}

int search_moves(const struct search *search, struct search_move moves[MOVES_MAX])
{
    for (int i = 0; i < search->count; i++) {
        const struct found *found = &search->found[i];
        const struct tally *tally = &found->tally;
        moves[i] = (struct search_move){
            .move = found->move, .visits = found->visits, .expected = found->expected};
        if (is_best_of(search))
            continue;
        moves[i].visits = tally->visits;
        for (int seat = 0; seat < search->rules->setup.players && tally->visits > 0; seat++) {
            moves[i].expected.win[seat] = (uint32_t)(tally->win[seat] / tally->visits);
            moves[i].expected.points[seat] = (int32_t)(tally->points[seat] / tally->visits);
        }
    }
    return search->count;
}

/* Should a move be made rather than another? */
static bool is_preferred(const struct search *search, const struct found *move,
                         const struct found *other)
{
    if (move->visits == 0 || other->visits == 0)
        return move->visits > 0;
    if (is_best_of(search))
        return is_better(&search->trees[0], &move->expected, &other->expected,
                         search->trees[0].seat);
    return move->visits > other->visits ||
           (move->visits == other->visits &&
            move->value / move->visits > other->value / other->visits);
}

struct move search_best(const struct search *search)
{
    const struct found *best = &search->found[0];
    for (int i = 1; i < search->count; i++)
        if (is_preferred(search, &search->found[i], best))
            best = &search->found[i];
    return best->move;
}

struct search *search_open(const struct search_settings *settings, const struct judge *judge)
{
    struct search *search = memory_new(1, sizeof *search);
    search->settings = *settings;
    search->judge = judge;
    if (settings->nodes == 0)
        search->settings.nodes = settings->ms > 0 ? NODES_MAX : NODES_STANDARD;
    assert(settings->threads >= 1 && settings->threads <= THREADS_MAX);
    for (int i = 0; i < settings->threads; i++) {
        search->trees[i].search = search;
        search->trees[i].size = (uint32_t)settings->tree;
        search->trees[i].pool = memory_new((size_t)settings->tree, sizeof(struct tree_node));
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
    for (int i = 0; i < search->settings.threads; i++)
        free(search->trees[i].pool);
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
            {"threads", _("threads that search at the same time"), 1, THREADS_MAX, 1},             \
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
