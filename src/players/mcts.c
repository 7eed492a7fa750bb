/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Monte Carlo tree search: UCT with one value per seat (max^n) and sampled chance. The reference
 * that all later players are measured against, so it stays plain and must not know any game.
 *
 * One iteration: walk down the tree, each seat taking the move with the best upper bound for
 * itself and the dealer drawing by the true odds; add one node; play at random to the end; note
 * the result on the way back. All numbers are whole, so every compiler finds the same move. */

#include "mcts.h"

#include "clock.h"
#include "root.h"

#include "contract/play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOT = 1,                /* the first node of the tree; 0 is none */
    ONE = 1 << 20,           /* 1.0 as a fixed-point number */
    ONE_BITS = 20,           /* its bits after the point */
    NODES_STANDARD = 3000,   /* iterations where the description sets no limit */
    NODES_MAX = 100000000,   /* so that a sum of values fits 32 bits */
    TREE_MIN = 1000,         /* enough for the moves of any first node */
    TREE_MAX = 20000000,     /* 640 MB */
    TREE_STANDARD = 1000000, /* 32 MB */
    ITERATIONS_PER_CLOCK = 8,
    ROWS_PER_DOUBLE = 64, /* of the tables of roots */
    ROWS = 22 * ROWS_PER_DOUBLE,
};

_Static_assert(TREE_MIN > MOVES_MAX + ROOT, "the first node can always grow");
_Static_assert(NODES_MAX < 128 << (ROWS / ROWS_PER_DOUBLE - 2), "the tables reach far enough");
_Static_assert(MCTS_WIN <= UINT32_MAX / NODES_MAX, "a sum of values fits");

/* A node of the tree and the move that leads to it. Its children stand side by side in the pool,
 * those of a seat with the ones that have been tried in front. */
struct mcts_node {
    uint32_t parent;
    uint32_t children; /* where they begin; 0: it has not grown yet */
    uint32_t visits;
    union {
        uint32_t sum;    /* below a seat: of the values for that seat */
        uint32_t weight; /* below the dealer: the odds of this outcome */
    };
    uint32_t mean; /* of the values, 0 … ONE */
    uint32_t open; /* ONE / square root of the visits: how little is known of it */
    struct move move;
    int8_t actor;  /* who decides here; known once it has grown */
    uint8_t order; /* of the move in the legal list */
    uint8_t count; /* of children */
    uint8_t tried; /* of them, for a seat */
};

_Static_assert(sizeof(struct mcts_node) == 32, "two nodes to a cache line");

struct mcts {
    struct mcts_settings settings;
    struct player_limit bound;
    uint64_t seed;
    const struct ruleset *rules; /* during a search */
    struct random random;
    union any_state state; /* where the present iteration stands */
    uint32_t widths[ROWS], opens[ROWS];
    uint32_t size, used; /* of the pool */
    struct mcts_node *pool;
};

/* ---- values ---------------------------------------------------------------------------------- */

int mcts_value(const struct score *score, int players, int seat)
{
    int points = 0; /* two for each rival behind, one for each rival level */
    for (int i = 0; i < players; i++) {
        if (score->place[i] > score->place[seat])
            points += 2;
        else if (i != seat && score->place[i] == score->place[seat])
            points++;
    }
    int rivals = players > 1 ? players - 1 : 1;
    return points * MCTS_WIN / 2 / rivals;
}

/* The natural logarithm, straight between the powers of two. */
static uint64_t logarithm(uint32_t number)
{
    enum { LOG_OF_2 = 726817 }; /* 0.693147 * ONE */
    assert(number > 0);
    unsigned power = 31u - (unsigned)__builtin_clz(number);
    uint64_t part = ((uint64_t)number << ONE_BITS >> power) - ONE;
    return (((uint64_t)power << ONE_BITS) + part) * LOG_OF_2 >> ONE_BITS;
}

/* The bound of a move is its mean + explore * square root of (log N / n), for n of the N visits.
 * The second part is the product of a width, known from N, and of how open the move still is, known
 * from n. Both come from tables. Up to 127 visits each number has its row, above that 64 rows serve
 * until the number has doubled. */
static unsigned row_of(uint32_t visits)
{
    unsigned bits = 32u - (unsigned)__builtin_clz(visits);
    unsigned shift = bits > 7 ? bits - 7 : 0;
    return shift * ROWS_PER_DOUBLE + (visits >> shift);
}

static void fill_tables(struct mcts *mcts)
{
    for (uint32_t row = 1; row < ROWS; row++) {
        uint32_t shift = row < 2 * ROWS_PER_DOUBLE ? 0 : row / ROWS_PER_DOUBLE - 1;
        uint32_t visits = (row - shift * ROWS_PER_DOUBLE) << shift;
        uint64_t root = square_root(logarithm(visits) << ONE_BITS);
        assert(row_of(visits) == row);
        mcts->widths[row] = (uint32_t)(root * (uint64_t)mcts->settings.explore / 100);
        mcts->opens[row] = square_root((UINT64_C(1) << 2 * ONE_BITS) / visits);
    }
}

/* Notes one more value for the seat above the node. */
static void add_value(const struct mcts *mcts, struct mcts_node *node, uint32_t value)
{
    node->sum += value;
    node->mean = (uint32_t)(((uint64_t)node->sum << ONE_BITS) / (node->visits * MCTS_WIN));
    node->open = mcts->opens[row_of(node->visits)];
}

/* ---- the tree -------------------------------------------------------------------------------- */

static void add_children(struct mcts *mcts, struct mcts_node *node, const struct chance *options)
{
    uint32_t parent = (uint32_t)(node - mcts->pool);
    node->children = mcts->used;
    node->count = (uint8_t)options->count;
    node->tried = 0;
    mcts->used += (uint32_t)options->count;
    for (int i = 0; i < options->count; i++)
        mcts->pool[node->children + (uint32_t)i] = (struct mcts_node){
            .parent = parent,
            .weight = node->actor == DEALER ? options->weights[i] : 0,
            .move = options->moves[i],
            .order = (uint8_t)i,
        };
}

/* Gives the node its children. False if the game is over there or the pool is used up. */
static bool grow(struct mcts *mcts, struct mcts_node *node, const void *state)
{
    const struct ruleset *rules = mcts->rules;
    if (mcts->used + MOVES_MAX > mcts->size)
        return false;
    node->actor = (int8_t)rules->game->node(rules, state).actor;
    if (node->actor == NOBODY)
        return false;
    struct chance options;
    if (node->actor == DEALER)
        chance_list(rules, state, &options);
    else
        options.count = rules->game->legal(rules, state, options.moves);
    assert(options.count > 0 && options.count <= MOVES_MAX);
    add_children(mcts, node, &options);
    return true;
}

/* An outcome of a chance node, by the odds. */
static struct mcts_node *draw_child(struct mcts *mcts, const struct mcts_node *node)
{
    struct mcts_node *child = &mcts->pool[node->children];
    uint32_t total = 0;
    for (int i = 0; i < node->count; i++)
        total += child[i].weight;
    uint32_t ticket = random_below(&mcts->random, total);
    for (; ticket >= child->weight; child++)
        ticket -= child->weight;
    return child;
}

/* One of the children that have not been tried, at random; it joins those in front. */
static struct mcts_node *try_child(struct mcts *mcts, struct mcts_node *node)
{
    struct mcts_node *front = &mcts->pool[node->children + node->tried];
    struct mcts_node *child = front + random_below(&mcts->random, node->count - node->tried);
    struct mcts_node chosen = *child;
    *child = *front;
    *front = chosen;
    node->tried++;
    return front;
}

/* The child with the best upper bound. */
static struct mcts_node *best_child(struct mcts *mcts, const struct mcts_node *node)
{
    uint64_t width = mcts->widths[row_of(node->visits)];
    struct mcts_node *child = &mcts->pool[node->children];
    struct mcts_node *best = child;
    uint64_t most = 0;
    for (int i = 0; i < node->count; i++, child++) {
        uint64_t bound = ((uint64_t)child->mean << ONE_BITS) + width * child->open;
        if (bound > most) {
            most = bound;
            best = child;
        }
    }
    return best;
}

static struct mcts_node *pick_child(struct mcts *mcts, struct mcts_node *node)
{
    if (node->actor == DEALER)
        return draw_child(mcts, node);
    return node->tried < node->count ? try_child(mcts, node) : best_child(mcts, node);
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Walks down from the root, moving the state along, to a node that is new or cannot grow. */
static struct mcts_node *descend(struct mcts *mcts)
{
    const struct ruleset *rules = mcts->rules;
    struct mcts_node *node = &mcts->pool[ROOT];
    while (node->count > 0 || (node->visits > 0 && grow(mcts, node, mcts->state.bytes))) {
        node = pick_child(mcts, node);
        rules->game->apply(rules, mcts->state.bytes, node->move, NULL);
    }
    return node;
}

/* Notes the final score on the way from the node back to the root. */
static void back_up(struct mcts *mcts, struct mcts_node *node, const struct score *score)
{
    uint32_t values[SEATS_MAX];
    int players = mcts->rules->setup.players;
    for (int seat = 0; seat < players; seat++)
        values[seat] = (uint32_t)mcts_value(score, players, seat);
    node->visits++;
    while (node != &mcts->pool[ROOT]) {
        struct mcts_node *parent = &mcts->pool[node->parent];
        if (parent->actor != DEALER)
            add_value(mcts, node, values[parent->actor]);
        node = parent;
        node->visits++;
    }
}

static void iterate(struct mcts *mcts, const void *state)
{
    const struct ruleset *rules = mcts->rules;
    struct score score;
    memcpy(mcts->state.bytes, state, rules->game->state_size);
    struct mcts_node *leaf = descend(mcts);
    play_out(rules, mcts->state.bytes, &mcts->random);
    rules->game->score(rules, mcts->state.bytes, &score);
    back_up(mcts, leaf, &score);
}

/* Is the time gone, its own or all that anyone allows? */
static bool is_over(const struct mcts *mcts, int64_t start)
{
    return player_limit_reached(&mcts->bound) ||
           (mcts->settings.ms > 0 && clock_ms() - start >= mcts->settings.ms);
}

void mcts_search(struct mcts *mcts, const struct ruleset *rules, const void *state)
{
    const struct mcts_settings *settings = &mcts->settings;
    int64_t start = settings->ms > 0 ? clock_ms() : 0;
    mcts->rules = rules;
    mcts->random = random_stream(mcts->seed, state_hash(rules, state));
    mcts->used = ROOT + 1;
    mcts->pool[ROOT] = (struct mcts_node){0};
    grow(mcts, &mcts->pool[ROOT], state);
    assert(mcts->pool[ROOT].count > 0);
    for (int64_t done = 0; done < settings->nodes; done++) {
        if (done % ITERATIONS_PER_CLOCK == ITERATIONS_PER_CLOCK - 1 && is_over(mcts, start))
            return;
        iterate(mcts, state);
    }
}

int mcts_moves(const struct mcts *mcts, struct mcts_move moves[MOVES_MAX])
{
    const struct mcts_node *root = &mcts->pool[ROOT];
    for (int i = 0; i < root->count; i++) {
        const struct mcts_node *child = &mcts->pool[root->children + (uint32_t)i];
        moves[child->order] = (struct mcts_move){
            .move = child->move,
            .visits = child->visits,
            .sum = root->actor == DEALER ? 0 : child->sum,
        };
    }
    return root->count;
}

/* With as many visits the larger sum is the larger mean. */
struct move mcts_best(const struct mcts *mcts)
{
    struct mcts_move moves[MOVES_MAX];
    int count = mcts_moves(mcts, moves);
    int best = 0;
    for (int i = 1; i < count; i++)
        if (moves[i].visits > moves[best].visits ||
            (moves[i].visits == moves[best].visits && moves[i].sum > moves[best].sum))
            best = i;
    return moves[best].move;
}

/* ---- the player ------------------------------------------------------------------------------ */

static int64_t iterations_of(const struct mcts_settings *settings)
{
    if (settings->nodes > 0)
        return settings->nodes;
    return settings->ms > 0 ? NODES_MAX : NODES_STANDARD;
}

/* A search of few iterations cannot fill a large tree. */
static int64_t size_of(const struct mcts_settings *settings)
{
    int64_t most = (iterations_of(settings) + 2) * MOVES_MAX;
    int64_t size = most < settings->tree ? most : settings->tree;
    return size < TREE_MIN ? TREE_MIN : size;
}

struct mcts *mcts_open(const struct mcts_settings *settings)
{
    struct mcts *mcts = memory_new_at_line(sizeof *mcts);
    mcts->settings = *settings;
    mcts->settings.nodes = iterations_of(settings);
    assert(mcts->settings.nodes <= NODES_MAX && settings->tree <= TREE_MAX);
    mcts->size = (uint32_t)size_of(settings);
    mcts->pool = memory_try_new(mcts->size, sizeof *mcts->pool);
    if (mcts->pool == NULL) {
        mcts_close(mcts);
        return NULL;
    }
    fill_tables(mcts);
    return mcts;
}

void mcts_begin(struct mcts *mcts, uint64_t seed)
{
    mcts->seed = seed;
}

void mcts_bound(struct mcts *mcts, struct player_limit limit)
{
    mcts->bound = limit;
}

void mcts_close(struct mcts *mcts)
{
    free(mcts->pool);
    free(mcts);
}

static struct mcts_settings settings_of(const int64_t *values)
{
    return (struct mcts_settings){
        .nodes = values[0], .ms = values[1], .explore = values[2], .tree = values[3]};
}

static int64_t player_mcts_memory(const int64_t *values)
{
    struct mcts_settings settings = settings_of(values);
    return (int64_t)sizeof(struct mcts) + size_of(&settings) * (int64_t)sizeof(struct mcts_node);
}

static void *player_mcts_open(const struct ruleset *rules, const int64_t *values)
{
    (void)rules;
    struct mcts_settings settings = settings_of(values);
    return mcts_open(&settings);
}

static void player_mcts_begin(void *self, uint64_t seed)
{
    mcts_begin(self, seed);
}

static void player_mcts_bound(void *self, struct player_limit limit)
{
    mcts_bound(self, limit);
}

static struct move player_mcts_choose(void *self, const struct ruleset *rules, const void *state)
{
    struct move moves[MOVES_MAX];
    if (rules->game->legal(rules, state, moves) == 1)
        return moves[0];
    mcts_search(self, rules, state);
    return mcts_best(self);
}

static int player_mcts_visits(const void *self, uint32_t visits[MOVES_MAX])
{
    struct mcts_move moves[MOVES_MAX];
    int count = mcts_moves(self, moves);
    for (int i = 0; i < count; i++)
        visits[i] = moves[i].visits;
    return count;
}

static void player_mcts_close(void *self)
{
    mcts_close(self);
}

extern const struct player_kind mcts_player;
const struct player_kind mcts_player = {
    .name = "mcts",
    .about = _("looks ahead with a tree of moves and random games; knows nothing about the game"),
    .settings =
        {
            {"nodes", _("random games for each decision; 0: only ms counts"), 0, NODES_MAX, 0},
            {"ms", _("milliseconds for each decision; 0: only nodes counts"), 0, 3600000, 0},
            {"explore", _("percent: how much it explores moves that seem weaker"), 0, 10000, 100},
            {"tree", _("nodes of the tree in memory"), TREE_MIN, TREE_MAX, TREE_STANDARD},
            {"seed", _("a different number chooses differently among equal moves"), 0, INT64_MAX,
             0},
        },
    .memory = player_mcts_memory,
    .open = player_mcts_open,
    .begin = player_mcts_begin,
    .bound = player_mcts_bound,
    .choose = player_mcts_choose,
    .visits = player_mcts_visits,
    .close = player_mcts_close,
};
