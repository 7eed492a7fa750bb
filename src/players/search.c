/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The tree search with a judge. See search.h for what it does, search_tree.c for the trees; mcts.c
 * is their plain relative.
 *
 * Why it is built so. Turns of these games are long, up to twenty decisions of one seat: the tree
 * only has to reach the end of the turn, where a judge who has seen many games says more than
 * random games to the end would. What a seat can still choose itself counts with its best line, not
 * with the mean; that makes the tree optimistic, most of all about moves that were looked at often.
 * So the best few moves get a second look, in which everyone plays on for a round, with time enough
 * for two. A few such looks scatter more than the moves differ: what the tree says keeps its weight
 * until there are many, all moves get the same luck, and in stages the worse half of them is left
 * out, so that those that are hard to tell apart get most of the looks.
 *
 * Threads have a tree each and meet at the end. One tree that all share would need locks on its way
 * down and make a search with a limit in nodes depend on who was first: the same seed must give the
 * same move, for that is what tests and matches rest on. */

#include "search_tree.h"

#include "clock.h"
#include "evaluate.h"
#include "root.h"
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
    ROUNDS_STANDARD = 2,
    TRIES_MAX = 8,
    TRIES = 4,               /* of a turn in a second look */
    KNOWN_TREE = 2000,       /* positions that a tree has judged by then; else one try, one round */
    TREES_MAX = 16,          /* one for each thread */
    CANDIDATES = 8,          /* moves that get a second look at most, */
    LOOKS_PER_CANDIDATE = 6, /* fewer if they would get fewer looks than this on average */
    GAP = JUDGE_ONE / 20,    /* but none that is so much worse than the best */
    TREE_PERCENT = 40,       /* of a budget if there is a second look */
    NODES_PER_TURN = 30,     /* what a turn that is played on costs, in nodes */
    NODES_PER_LIKELY_TURN = 2, /* the same if the judge knows which moves are likely */
    TREE_LOOKS = 16,           /* so many looks weigh as much as what the trees say */
};

/* What was seen of a move in the second look. */
struct look_sum {
    struct estimate_sum sum;
    int64_t squares[SEATS_MAX]; /* of the chances to win */
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
    int ranks[CANDIDATES], ranked; /* candidates that are still looked at, the best first */
    int stage, stages;
    struct look_sum looks[TREES_MAX][CANDIDATES];
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

/* What the first look says of errors. The best end of a turn is not a mean, so it has none to tell.
 * Of a mean of chances from 0 to 1 the error is at most that of a coin with the same mean. */
static void find_errors(struct search *search)
{
    bool is_mean = !search_takes_best(&search->task.settings) || search->task.actor < 0;
    for (int i = 0; i < search->count; i++) {
        struct search_move *move = &search->moves[i];
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            uint64_t win = move->expected.win[seat];
            move->error[seat] = is_mean && move->visits > 0
                                    ? square_root(win * (JUDGE_ONE - win) / move->visits)
                                    : SEARCH_ERROR_UNKNOWN;
        }
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

/* Is there time for thorough looks? */
static bool has_time(const struct search *search)
{
    const struct tree *tree = &search->trees[0];
    return tree->pool[tree->root].visits >= KNOWN_TREE;
}

/* A turn that is tried several times is played better, but there is time for fewer looks. */
static int tries_of(const struct search *search)
{
    if (search->task.settings.tries > 0)
        return (int)search->task.settings.tries;
    return has_time(search) ? TRIES : 1;
}

/* Turns that are played on in a second look: the same holds for further rounds. */
static int turns_behind(const struct search *search)
{
    int rounds = has_time(search) ? (int)search->task.settings.rounds : 1;
    return rounds * search->task.rules->setup.players;
}

/* How many looks a thread can afford in all. */
static int64_t looks_of_thread(const struct search *search)
{
    int nodes = search->task.judge->prefer != NULL ? NODES_PER_LIKELY_TURN : NODES_PER_TURN;
    int64_t cost = (int64_t)nodes * (turns_behind(search) * search->task.tries + 1);
    return nodes_of_thread(search) * (100 - TREE_PERCENT) / 100 / cost;
}

static int most_candidates(const struct search *search)
{
    int64_t looks = looks_of_thread(search) * search->task.settings.threads;
    int64_t most = looks / LOOKS_PER_CANDIDATE;
    return (int)(most < 2 ? 2 : most > CANDIDATES ? CANDIDATES : most);
}

/* The best moves, the best first, as long as they are not much worse. */
static void find_candidates(struct search *search)
{
    int *list = search->candidates, count = 0, room = most_candidates(search);
    assert(search->count > 0);
    for (int i = 0; i < search->count; i++) {
        if (count == room &&
            !search_prefers(search, &search->moves[i], &search->moves[list[count - 1]]))
            continue;
        int at = count < room ? count++ : count - 1;
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

static void add_look(struct look_sum *look, struct estimate seen)
{
    estimate_add(&look->sum, &seen, 1);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        look->squares[seat] += (int64_t)seen.win[seat] * seen.win[seat];
}

/* Looks at all candidates once, with the same luck. False if time is up: then none of it counts,
 * for who was looked at more often would be preferred. */
static bool look_at_each(struct search *search, int number, uint64_t seed)
{
    struct estimate seen[CANDIDATES];
    for (int k = 0; k < search->ranked; k++) {
        if (is_late(search, 100))
            return false;
        seen[k] = tree_play_on(&search->trees[number], search->candidates[search->ranks[k]],
                               turns_behind(search), seed);
    }
    for (int k = 0; k < search->ranked; k++)
        add_look(&search->looks[number][search->ranks[k]], seen[k]);
    return true;
}

/* The part of a thread in one stage. */
static void look_again(void *context, int number)
{
    struct search *search = context;
    struct tree *tree = &search->trees[number];
    assert(search->ranked > 0 && number < TREES_MAX);
    int64_t passes = looks_of_thread(search) / search->stages / search->ranked;
    int until = TREE_PERCENT + (100 - TREE_PERCENT) * (search->stage + 1) / search->stages;
    for (int64_t i = 0; i < passes && !is_late(search, until); i++) {
        uint64_t seed = random_next(&tree->random);
        if (!look_at_each(search, number, seed))
            return;
        tree->random = random_stream(seed, 2);
    }
}

/* What all threads saw of a candidate. */
static struct estimate seen_of(const struct search *search, int candidate, uint32_t *count)
{
    struct estimate_sum sum = {0};
    for (int i = 0; i < search->task.settings.threads; i++) {
        const struct estimate_sum *look = &search->looks[i][candidate].sum;
        struct estimate mean = estimate_mean(look);
        estimate_add(&sum, &mean, (uint32_t)look->weight);
    }
    *count = (uint32_t)sum.weight;
    return estimate_mean(&sum);
}

/* The standard error of the mean of all looks: from their squared distances to it. */
static uint32_t look_error(const struct search *search, int candidate, int seat)
{
    int64_t count = 0, sum = 0, squares = 0;
    for (int i = 0; i < search->task.settings.threads; i++) {
        count += search->looks[i][candidate].sum.weight;
        sum += search->looks[i][candidate].sum.win[seat];
        squares += search->looks[i][candidate].squares[seat];
    }
    if (count < 2)
        return SEARCH_ERROR_UNKNOWN;
    int64_t mean = sum / count;
    int64_t distances = squares - 2 * mean * sum + count * mean * mean;
    assert(distances >= 0);
    return square_root((uint64_t)(distances / count / (count - 1)));
}

static uint32_t shifted(uint32_t chance, int64_t by)
{
    int64_t sum = chance + by;
    return (uint32_t)(sum < 0 ? 0 : sum > JUDGE_ONE ? JUDGE_ONE : sum);
}

/* Of all moves the trees would have said as much more or less as the second look did in the mean.
 */
static void correct_trees(struct search *search, const struct estimate *first,
                          const struct estimate *second)
{
    for (int i = 0; i < search->count; i++) {
        struct search_move *move = &search->moves[i];
        for (int seat = 0; move->visits > 0 && seat < SEATS_MAX; seat++) {
            move->expected.win[seat] =
                shifted(move->expected.win[seat], (int64_t)second->win[seat] - first->win[seat]);
            move->expected.points[seat] += second->points[seat] - first->points[seat];
        }
    }
}

/* Puts both looks at a candidate together. */
static void join_looks(struct search *search, int candidate, const struct estimate *seen)
{
    struct search_move *move = &search->moves[search->candidates[candidate]];
    struct estimate_sum sum = {0};
    estimate_add(&sum, &move->expected, TREE_LOOKS);
    estimate_add(&sum, seen, move->looks);
    move->expected = estimate_mean(&sum);
}

/* What both looks at a candidate say so far; before the trees are corrected, which changes all
 * alike. */
static uint32_t rank_worth(const struct search *search, int candidate)
{
    struct estimate_sum sum = {0};
    uint32_t looks;
    struct estimate seen = seen_of(search, candidate, &looks);
    estimate_add(&sum, &search->moves[search->candidates[candidate]].expected, TREE_LOOKS);
    estimate_add(&sum, &seen, looks);
    struct estimate both = estimate_mean(&sum);
    return worth_of(search, &both);
}

/* Leaves the worse half of the candidates out. */
static void halve(struct search *search)
{
    for (int i = 1; i < search->ranked; i++) {
        int one = search->ranks[i], at = i;
        for (; at > 0 && rank_worth(search, search->ranks[at - 1]) < rank_worth(search, one); at--)
            search->ranks[at] = search->ranks[at - 1];
        search->ranks[at] = one;
    }
    search->ranked = (search->ranked + 1) / 2;
}

static void look_in_stages(struct search *search)
{
    memset(search->looks, 0, sizeof search->looks);
    search->ranked = search->candidate_count;
    search->stages = 1;
    for (int i = 0; i < search->candidate_count; i++)
        search->ranks[i] = i;
    for (int left = search->ranked; left > 2; left = (left + 1) / 2)
        search->stages++;
    for (search->stage = 0; search->stage < search->stages; search->stage++) {
        if (search->stage > 0)
            halve(search);
        in_threads(search->task.settings.threads, look_again, search);
    }
}

/* What was left out is not expected to be better than the best of what was looked at to the end. */
static void bound_others(struct search *search)
{
    const struct search_move *best = &search->moves[0];
    for (int i = 1; i < search->count; i++)
        if (search_prefers(search, &search->moves[i], best))
            best = &search->moves[i];
    uint32_t most = worth_of(search, &best->expected);
    for (int i = 0; i < search->count; i++)
        if (worth_of(search, &search->moves[i].expected) > most)
            search->moves[i].expected = best->expected;
}

static void take_second_look(struct search *search)
{
    struct estimate seen[CANDIDATES];
    struct estimate_sum firsts = {0}, seconds = {0};
    search->task.tries = tries_of(search);
    find_candidates(search);
    if (search->candidate_count < 2 && !search->task.settings.always_look)
        return;
    look_in_stages(search);
    for (int i = 0; i < search->candidate_count; i++) {
        struct search_move *move = &search->moves[search->candidates[i]];
        seen[i] = seen_of(search, i, &move->looks);
        if (move->looks == 0)
            return;
        estimate_add(&firsts, &move->expected, 1);
        estimate_add(&seconds, &seen[i], 1);
        for (int seat = 0; seat < SEATS_MAX; seat++)
            move->error[seat] = look_error(search, i, seat);
    }
    struct estimate first = estimate_mean(&firsts), second = estimate_mean(&seconds);
    correct_trees(search, &first, &second);
    for (int i = 0; i < search->candidate_count; i++)
        join_looks(search, i, &seen[i]);
    bound_others(search);
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
    find_errors(search);
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
    if (move->looks != other->looks)
        return move->looks > other->looks;
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
                                    .tries = values[7],
                                    .threads = (int)values[8]};
}

/* Where the description leaves `turns` to the game, it is taken for the greedier case. */
static int64_t memory_of(const int64_t *values)
{
    struct search_settings settings = {.tree = values[4], .turns = values[5]};
    return (int64_t)sizeof(struct search) + values[8] * tree_memory(&settings);
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

static int visits_of(const void *self, uint32_t visits[MOVES_MAX])
{
    const struct search *search = self;
    for (int i = 0; i < search->count; i++)
        visits[i] = search->moves[i].visits;
    return search->count;
}

/* Where the mean of all visits counts, each of them is a look. */
static int opinions_of(const void *self, struct opinion opinions[MOVES_MAX])
{
    const struct search *search = self;
    bool is_mean = !search_takes_best(&search->task.settings);
    for (int i = 0; i < search->count; i++) {
        const struct search_move *move = &search->moves[i];
        opinions[i] = (struct opinion){move->visits, is_mean ? move->visits : move->looks,
                                       worth_of(search, &move->expected)};
        assert(opinions[i].worth <= OPINION_WORTH_MAX);
    }
    return search->count;
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
            {"rounds",                                                                             \
             _("rounds played out after the best moves, only one if time is short; 0: none"), 0,   \
             ROUNDS_MAX, ROUNDS_STANDARD},                                                         \
            {"tries", _("how often each turn behind them is tried; 0: as suits the time"), 0,      \
             TRIES_MAX, 0},                                                                        \
            {"threads", _("threads that search at the same time"), 1, TREES_MAX, 1},               \
        {                                                                                          \
            "seed", _("a different number chooses differently among equal moves"), 0, INT64_MAX, 0 \
        }                                                                                          \
    }

/* What they have in common. */
#define SEARCHES                                                                                   \
    .settings = SETTINGS, .memory = memory_of, .begin = begin_player, .resume = resume_player,     \
    .bound = bound_player, .choose = choose, .visits = visits_of, .opinions = opinions_of,         \
    .close = close_player

extern const struct player_kind search_player, expert_player;

const struct player_kind search_player = {
    .name = "search",
    .about = _("searches a tree of moves and judges the outcomes by rule of thumb"),
    .open = open_player,
    SEARCHES,
};

const struct player_kind expert_player = {
    .name = "expert",
    .about = _("searches a tree of moves and judges the outcomes by experience"),
    .open = open_expert,
    .open_with = open_with,
    SEARCHES,
};

struct search_settings search_standard(const struct game *game)
{
    int64_t values[PLAYER_SETTINGS_MAX];
    for (int i = 0; i < PLAYER_SETTINGS_MAX; i++)
        values[i] = expert_player.settings[i].standard;
    return settings_of(game, values);
}
