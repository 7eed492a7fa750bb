/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The tree of a search that judges. See search.h for what the search does. */

#include "search_tree.h"

#include "one_turn.h"
#include "root.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    NONE,             /* the node that is not there: it has no children and no visits */
    ROOT,             /* the first node of a new tree */
    DEPTH_MAX = 256,  /* nodes of a path in the tree */
    STEPS_MAX = 1000, /* moves of a play-out before the judge is asked all the same */
    WIDTH_MIN = 8,    /* moves of a node that may be tried from the start */
    WIDTH_FACTOR = 3, /* and this many more for each square root of its visits */
    KNOWN = 8,        /* visits after which a node's best move is trusted */
};

bool search_takes_best(const struct search_settings *settings)
{
    return settings->turns == 1;
}

bool search_is_timed(const struct search_settings *settings)
{
    return settings->ms > 0 || settings->turn_ms > 0;
}

uint32_t search_worth(const struct search_task *task, const struct estimate *expected, int seat)
{
    return judge_value(expected, task->rules->setup.players, seat);
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

/* The likelier ones first: of many moves only the first few are tried at the beginning. */
static void order_by_likelihood(const struct tree *tree, struct tree_node *children, int count,
                                const struct move *moves, const void *state)
{
    uint32_t likely[MOVES_MAX];
    tree->judge.prefer(&tree->judge, tree->task->rules, state, moves, count, likely);
    for (int i = 1; i < count; i++) {
        struct tree_node one = children[i];
        int at = i;
        for (; at > 0 && likely[children[at - 1].order] < likely[one.order]; at--)
            children[at] = children[at - 1];
        children[at] = one;
    }
}

/* Gives the node its children. False if the game is over there or the pool is used up. */
static bool grow(struct tree *tree, uint32_t at, const void *state)
{
    const struct ruleset *rules = tree->task->rules;
    struct tree_node *node = &tree->pool[at];
    struct chance options;
    assert(node->count == 0);
    node->actor = (int8_t)rules->game->node(rules, state).actor;
    if (node->actor == NOBODY || tree->used + MOVES_MAX > tree->size)
        return false;
    if (node->actor == DEALER)
        chance_list(rules, state, &options);
    else
        options.count = rules->game->legal(rules, state, options.moves);
    assert(options.count > 0 && options.count <= MOVES_MAX && MOVES_MAX <= UINT8_MAX);
    node->children = tree->used;
    node->count = (uint8_t)options.count;
    tree->used += (uint32_t)options.count;
    for (int i = 0; i < options.count; i++)
        tree->pool[node->children + (uint32_t)i] =
            (struct tree_node){.weight = node->actor == DEALER ? options.weights[i] : 0,
                               .move = options.moves[i],
                               .order = (uint8_t)i};
    if (node->actor != DEALER && tree->judge.prefer == NULL)
        shuffle(tree, &tree->pool[node->children], options.count);
    else if (node->actor != DEALER && options.count > 1)
        order_by_likelihood(tree, &tree->pool[node->children], options.count, options.moves, state);
    return true;
}

static uint32_t draw_child(struct tree *tree, const struct tree_node *node)
{
    uint32_t total = 0, child = node->children;
    for (int i = 0; i < node->count; i++)
        total += tree->pool[child + (uint32_t)i].weight;
    assert(total > 0);
    uint32_t ticket = random_below(&tree->random, total);
    for (; ticket >= tree->pool[child].weight; child++)
        ticket -= tree->pool[child].weight;
    return child;
}

/* How many moves of a node may have been tried after this many visits. */
static int width_of(const struct tree_node *node)
{
    int width = WIDTH_MIN + WIDTH_FACTOR * (int)square_root(node->visits);
    return width < node->count ? width : node->count;
}

/* The upper bound of a move: its worth, and more the less it is known. */
static uint64_t bound_of(const struct tree *tree, const struct tree_node *node,
                         const struct tree_node *child)
{
    assert(child->visits > 0);
    uint64_t open = square_root(((uint64_t)node->visits << 2 * JUDGE_BITS) /
                                ((uint64_t)child->visits * child->visits));
    return child->worth + open * (uint64_t)tree->task->settings.explore / 100;
}

static uint32_t best_child(const struct tree *tree, const struct tree_node *node)
{
    uint32_t best = node->children;
    uint64_t most = 0;
    assert(node->tried > 0);
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

/* By likely moves, or at random, to the horizon. */
static void play_on(struct tree *tree, struct horizon *horizon)
{
    const struct ruleset *rules = tree->task->rules;
    for (int i = 0; i < STEPS_MAX && goes_on(horizon, rules->game->node(rules, &tree->state)); i++)
        judge_play(&tree->judge, rules, &tree->state, &tree->random);
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

/* The child that is best for the seat that decides; at least one has been visited. */
static const struct tree_node *best_tried(const struct tree *tree, const struct tree_node *node)
{
    const struct tree_node *best = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < node->tried; i++) {
        const struct tree_node *child = &tree->pool[node->children + i];
        if (child->visits > 0 && (best == NULL || child->worth > most)) {
            best = child;
            most = child->worth;
        }
    }
    assert(best != NULL);
    return best;
}

/* Notes what the node at this place of a path is worth to the seat that chose to go there, once for
 * all the times that its parent compares its children. */
static void note_worth(struct tree *tree, const uint32_t *path, int at)
{
    int chooser = at > 0 ? tree->pool[path[at - 1]].actor : NOBODY;
    struct tree_node *node = &tree->pool[path[at]];
    if (chooser >= 0)
        node->worth = search_worth(tree->task, &node->expected, chooser);
}

/* Carries the best of what was seen up the path; `seat` had the turn behind its end. */
static void carry_best(struct tree *tree, const uint32_t *path, int depth,
                       const struct estimate *estimate, int seat)
{
    const struct search_task *task = tree->task;
    struct tree_node *leaf = &tree->pool[path[depth - 1]];
    if (leaf->visits++ == 0 ||
        search_worth(task, estimate, seat) > search_worth(task, &leaf->expected, seat))
        leaf->expected = *estimate;
    note_worth(tree, path, depth - 1);
    for (int i = depth - 2; i >= 0; i--) {
        struct tree_node *node = &tree->pool[path[i]];
        node->visits++;
        node->expected =
            node->actor == DEALER ? mean_of(tree, node) : best_tried(tree, node)->expected;
        note_worth(tree, path, i);
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
        note_worth(tree, path, i);
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
    const struct ruleset *rules = tree->task->rules;
    uint32_t at = tree->root;
    int depth = 0;
    path[depth++] = at;
    while (depth < DEPTH_MAX && goes_on(horizon, rules->game->node(rules, &tree->state)) &&
           has_children(tree, at)) {
        at = pick_child(tree, &tree->pool[at]);
        rules->game->apply(rules, &tree->state, tree->pool[at].move, NULL);
        path[depth++] = at;
    }
    assert(depth <= DEPTH_MAX && tree->used <= tree->size);
    return depth;
}

void tree_iterate(struct tree *tree)
{
    const struct search_task *task = tree->task;
    const struct ruleset *rules = task->rules;
    uint32_t path[DEPTH_MAX];
    struct estimate estimate = {0}; /* seats that are not there stay zero */
    memcpy(&tree->state, &tree->root_state, rules->game->state_size);
    struct horizon horizon = {.left = task->settings.turns,
                              .turn = rules->game->node(rules, &tree->state).turn,
                              .seat = task->actor < 0 ? 0 : task->actor};
    int depth = descend(tree, path, &horizon);
    play_on(tree, &horizon);
    tree->judge.estimate(&tree->judge, rules, &tree->state, &estimate);
    if (search_takes_best(&task->settings))
        carry_best(tree, path, depth, &estimate, horizon.seat);
    else
        carry_mean(tree, path, depth, &estimate);
}

/* ---- a second look --------------------------------------------------------------------------- */

/* The child of a node that a move leads to; 0 if it has none yet. */
static uint32_t child_by(const struct tree *tree, uint32_t at, struct move move)
{
    const struct tree_node *node = &tree->pool[at];
    for (uint32_t i = 0; i < node->count; i++)
        if (move_equal(tree->pool[node->children + i].move, move))
            return node->children + i;
    return 0;
}

/* The child of the root with this place in the list of moves. */
static const struct tree_node *root_child(const struct tree *tree, int order)
{
    const struct tree_node *root = &tree->pool[tree->root];
    const struct tree_node *child = &tree->pool[root->children];
    assert(order >= 0 && order < root->count);
    while (child->order != order)
        child++;
    assert(child < &tree->pool[root->children + root->count]);
    return child;
}

/* A move of whoever decides when everyone plays on: a likely one, or one turn ahead. */
static struct move any_move(struct tree *tree)
{
    const struct one_turn one_turn = {judge_worth, &tree->judge, NULL, 1, 0};
    const struct ruleset *rules = tree->task->rules;
    if (rules->game->node(rules, &tree->state).actor == DEALER)
        return chance_random(rules, &tree->state, &tree->luck);
    return tree->judge.prefer != NULL
               ? judge_draw(&tree->judge, rules, &tree->state, DRAW_SHARPLY, &tree->random)
               : one_turn_choose(&one_turn, rules, &tree->state, &tree->random);
}

/* The best move of a node that is known well enough, else any. */
static struct move own_move(struct tree *tree, uint32_t at)
{
    const struct tree_node *node = &tree->pool[at];
    if (node->visits >= KNOWN && node->tried > 0 && node->actor != DEALER)
        return best_tried(tree, node)->move;
    return any_move(tree);
}

/* The rest of the own turn as the tree thinks best, from a move of the root on. */
static void end_own_turn(struct tree *tree, struct move move)
{
    const struct ruleset *rules = tree->task->rules;
    int turn = rules->game->node(rules, &tree->root_state).turn;
    uint32_t at = tree->root;
    memcpy(&tree->state, &tree->root_state, rules->game->state_size);
    for (int i = 0; i < STEPS_MAX; i++) {
        at = child_by(tree, at, move);
        rules->game->apply(rules, &tree->state, move, NULL);
        struct node node = rules->game->node(rules, &tree->state);
        if (node.actor == NOBODY || node.turn != turn)
            return;
        move = own_move(tree, at);
    }
}

/* Between two turns chance decides. False if no one has a turn any more. */
static bool reach_turn(struct tree *tree)
{
    const struct ruleset *rules = tree->task->rules;
    struct node node = rules->game->node(rules, &tree->state);
    for (int i = 0; i < STEPS_MAX && node.actor != NOBODY && node.turn < 0; i++) {
        rules->game->apply(rules, &tree->state, any_move(tree), NULL);
        node = rules->game->node(rules, &tree->state);
    }
    return node.actor != NOBODY && node.turn >= 0;
}

/* Whoever has the turn plays it to its end. */
static void play_turn(struct tree *tree)
{
    const struct ruleset *rules = tree->task->rules;
    struct node node = rules->game->node(rules, &tree->state);
    int turn = node.turn;
    for (int i = 0; i < STEPS_MAX && node.actor != NOBODY && node.turn == turn; i++) {
        rules->game->apply(rules, &tree->state, any_move(tree), NULL);
        node = rules->game->node(rules, &tree->state);
    }
}

/* What the state is worth to a seat. */
static uint32_t worth_to(struct tree *tree, int seat)
{
    struct estimate estimate = {0};
    tree->judge.estimate(&tree->judge, tree->task->rules, &tree->state, &estimate);
    return search_worth(tree->task, &estimate, seat);
}

/* The same several times, with the same luck: the end that its player likes best counts. */
static void play_best_turn(struct tree *tree, int tries)
{
    const struct ruleset *rules = tree->task->rules;
    size_t size = rules->game->state_size;
    int seat = rules->game->node(rules, &tree->state).turn;
    const struct random luck = tree->luck;
    struct random best_luck = luck;
    union any_state start, best;
    uint32_t most = 0;
    assert(seat >= 0 && tries > 1);
    memcpy(&start, &tree->state, size);
    for (int i = 0; i < tries; i++) {
        memcpy(&tree->state, &start, size);
        tree->luck = luck;
        play_turn(tree);
        uint32_t worth = worth_to(tree, seat);
        if (i > 0 && worth <= most)
            continue;
        most = worth;
        best_luck = tree->luck;
        memcpy(&best, &tree->state, size);
    }
    memcpy(&tree->state, &best, size);
    tree->luck = best_luck;
}

struct estimate tree_play_on(struct tree *tree, int order, int turns, uint64_t seed)
{
    const struct search_task *task = tree->task;
    struct estimate estimate = {0};
    tree->random = random_stream(seed, 0);
    tree->luck = random_stream(seed, 1);
    end_own_turn(tree, root_child(tree, order)->move);
    for (int i = 0; i < turns && reach_turn(tree); i++) {
        if (task->tries > 1)
            play_best_turn(tree, task->tries);
        else
            play_turn(tree);
    }
    tree->judge.estimate(&tree->judge, task->rules, &tree->state, &estimate);
    return estimate;
}

int tree_line(struct tree *tree, struct move first, struct move *line, int max)
{
    const struct ruleset *rules = tree->task->rules;
    uint32_t at = tree->root;
    struct move move = first;
    int count = 0;
    memcpy(&tree->state, &tree->root_state, rules->game->state_size);
    while (count < max) {
        line[count++] = move;
        at = child_by(tree, at, move);
        rules->game->apply(rules, &tree->state, move, NULL);
        struct node node = rules->game->node(rules, &tree->state);
        if (node.actor != tree->task->actor || play_begins_action(rules, node))
            break;
        move = own_move(tree, at);
    }
    return count;
}

/* ---- a tree for each search ------------------------------------------------------------------ */

/* Where a child of the root leads to the state, with moves that were forced after it; NONE: it does
 * not. */
static uint32_t child_with(const struct tree *tree, uint32_t child, const void *state)
{
    const struct ruleset *rules = tree->task->rules;
    union any_state after;
    memcpy(&after, &tree->root_state, rules->game->state_size);
    for (;;) {
        const struct tree_node *node = &tree->pool[child];
        if (node->visits == 0 || node->count == 0)
            return NONE;
        rules->game->apply(rules, &after, node->move, NULL);
        if (memcmp(&after, state, rules->game->state_size) == 0)
            return child;
        if (node->count > 1 || node->actor < 0)
            return NONE;
        child = node->children;
    }
}

/* Is the state one that the last search's tree continues from? Then that part of it is kept: where
 * one move of its root leads, or forced ones after it. Not with a limit in nodes: then a move
 * depends on the state alone. */
static bool find_root(struct tree *tree, const void *state)
{
    const struct search_task *task = tree->task;
    const struct tree_node *root = &tree->pool[tree->root];
    if (!tree->planted || !search_is_timed(&task->settings) ||
        tree->used + tree->size / 4 > tree->size)
        return false;
    for (uint32_t i = 0; i < root->count; i++) {
        uint32_t child = child_with(tree, root->children + i, state);
        if (child != NONE) {
            tree->root = child;
            return true;
        }
    }
    return false;
}

void tree_plant(struct tree *tree, const void *state, uint64_t seed)
{
    const struct ruleset *rules = tree->task->rules;
    bool kept = find_root(tree, state);
    judge_cache_take_rules(&tree->cache, rules);
    tree->random = random_stream(seed, state_hash(rules, state));
    memcpy(&tree->root_state, state, rules->game->state_size);
    tree->planted = true;
    if (kept)
        return;
    tree->root = ROOT;
    tree->used = ROOT + 1;
    tree->pool[NONE] = tree->pool[ROOT] = (struct tree_node){0};
    grow(tree, ROOT, state);
}

int64_t tree_memory(const struct search_settings *settings)
{
    size_t node = sizeof(struct tree_node);
    if (!search_takes_best(settings))
        node += sizeof(struct estimate_sum);
    return settings->tree * (int64_t)node + judge_cache_memory();
}

/* Where likely moves are made, the same positions come again and again. By rule of thumb a position
 * is judged almost as soon as it would be found. */
static bool open_cache(struct tree *tree)
{
    bool is_open = judge_cache_open(&tree->cache, &tree->judge);
    tree->judge = judge_from_cache(&tree->cache);
    return is_open;
}

bool tree_open(struct tree *tree, const struct search_task *task)
{
    size_t size = (size_t)task->settings.tree;
    assert(size > ROOT + MOVES_MAX && size <= UINT32_MAX);
    bool needs_sums = !search_takes_best(&task->settings);
    *tree = (struct tree){.task = task, .judge = *task->judge, .size = (uint32_t)size};
    tree->judge.notes = &tree->notes;
    bool has_cache = task->judge->prefer == NULL || open_cache(tree);
    tree->pool = memory_try_new(size, sizeof *tree->pool);
    if (needs_sums)
        tree->sums = memory_try_new(size, sizeof *tree->sums);
    return has_cache && tree->pool != NULL && (tree->sums != NULL || !needs_sums);
}

void tree_close(struct tree *tree)
{
    free(tree->pool);
    free(tree->sums);
    judge_cache_close(&tree->cache);
}
