/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The search with a judge: the same move for the same nodes whatever came before and however many
 * threads, forced wins found, a second look at the best moves, a tree that is kept between two
 * decisions. */

#include "helpers.h"

#include "contract/notation.h"
#include "contract/play.h"
#include "players/arena.h"
#include "players/search.h"

static const struct search_settings STANDARD = {
    .nodes = 2000, .explore = 6, .tree = 100000, .turns = 1000, .threads = 1};

static struct move move_named(const struct ruleset *rules, const char *notation)
{
    struct move move;
    struct problem problem = {0};
    assert_true(move_from_text(rules, span_of(notation), &move, &problem));
    return move;
}

/* Noughts after these marks, seat 1 first. */
static void set_up(const struct ruleset *rules, const char *const *marks, union any_state *state)
{
    play_start(rules, state);
    for (; *marks != NULL; marks++)
        assert_true(play_move(rules, state, move_named(rules, *marks), NULL));
}

static struct move found_by(const struct ruleset *rules, const struct search_settings *settings,
                            uint64_t seed, const void *state)
{
    struct search *search = search_open(settings, &judge_by_thumb);
    search_begin(search, seed);
    search_run(search, rules, state);
    struct move best = search_best(search);
    search_close(search);
    return best;
}

/* ---- strength -------------------------------------------------------------------------------- */

TEST(forced_wins_and_blocks_are_found)
{
    static const struct {
        const char *marks[8], *best;
    } cases[] = {
        {{"mark a1", "mark b2", "mark b1", "mark c3"}, "mark c1"}, /* wins at once */
        {{"mark a1", "mark b2", "mark c3", "mark b1"}, "mark b3"}, /* must block */
        {{"mark a1", "mark a2", "mark c3", "mark b2"}, "mark c2"}, /* must block */
        {{"mark b2", "mark a1", "mark c3", "mark a2"}, "mark a3"}, /* blocks and forks */
    };
    struct ruleset *rules = open_noughts("first");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        union any_state state;
        set_up(rules, cases[i].marks, &state);
        for (uint64_t seed = 0; seed < 5; seed++)
            assert_true(move_equal(found_by(rules, &STANDARD, seed, &state),
                                   move_named(rules, cases[i].best)));
    }
    ruleset_close(rules);
}

TEST(a_sure_win_is_expected_to_be_won)
{
    static const char *const marks[] = {"mark a1", "mark b2", "mark b1", "mark c3", NULL};
    struct ruleset *rules = open_noughts("first");
    union any_state state;
    struct search_move moves[MOVES_MAX];
    set_up(rules, marks, &state);
    struct search *search = search_open(&STANDARD, &judge_by_thumb);
    search_run(search, rules, &state);
    int count = search_moves(search, moves),
        winning = play_find(rules, &state, search_best(search));
    assert_int_equal(count, 5);
    assert_int_equal(moves[winning].expected.win[0], JUDGE_ONE);
    assert_int_equal(moves[winning].expected.win[1], 0);
    uint32_t visits = 0;
    for (int i = 0; i < count; i++)
        visits += moves[i].visits;
    assert_int_equal(visits, STANDARD.nodes);
    search_close(search);
    ruleset_close(rules);
}

static double win_share(const char *game, const char *first, const char *second, uint64_t count)
{
    struct problem problem = {0};
    struct ruleset *rules = open_standard_rules(game_find(span_of(game)));
    const struct span players[] = {span_of(first), span_of(second)};
    struct arena task = {.rules = rules,
                         .players = players,
                         .player_count = 2,
                         .games = count,
                         .seed = 3,
                         .threads = 1};
    struct arena_result result;
    assert_true(arena_run(&task, &result, &problem));
    assert_int_equal(result.errors, 0);
    ruleset_close(rules);
    return result.players[0].win;
}

TEST(it_beats_weaker_players)
{
    assert_true(win_share("noughts", "search:nodes=1000", "random", 40) > 0.85);
    assert_true(win_share("beyond-the-sun", "search:nodes=60", "random", 6) == 1);
    assert_true(win_share("pulsar-2849", "search:nodes=60", "greedy:samples=1", 6) > 0.6);
}

/* ---- determinism ----------------------------------------------------------------------------- */

/* Positions from a random game, and what `test` says of them: in the short run fewer, farther
 * apart. */
static void for_positions_of(const struct game *game,
                             void (*test)(const struct ruleset *rules, const void *state))
{
    struct ruleset *rules = open_standard_rules(game);
    struct random random = random_stream(11, 0);
    union any_state state;
    struct move moves[MOVES_MAX];
    play_start(rules, &state);
    for (int step = 0, tests = 0; tests < short_or_long(4, 12); step++) {
        int count = game->legal(rules, &state, moves);
        if (count == 0)
            break;
        if (count > 1 && game->node(rules, &state).actor >= 0 && step % short_or_long(9, 3) == 0) {
            test(rules, &state);
            tests++;
        }
        game->apply(rules, &state, moves[random_below(&random, (uint32_t)count)], NULL);
    }
    ruleset_close(rules);
}

static void for_positions(void (*test)(const struct ruleset *rules, const void *state))
{
    for (int i = 0; games[i] != NULL; i++)
        for_positions_of(games[i], test);
}

static struct search *asked, *twin; /* by the tests below */

static void find_the_same(const struct ruleset *rules, const void *state)
{
    struct search_move one[MOVES_MAX], other[MOVES_MAX];
    search_run(asked, rules, state);
    int count = search_moves(asked, one);
    search_run(asked, rules, state); /* again, with a tree there */
    assert_true(
        move_equal(search_best(asked), (search_run(twin, rules, state), search_best(twin))));
    assert_int_equal(search_moves(twin, other), count);
    for (int i = 0; i < count; i++) {
        assert_true(move_equal(one[i].move, other[i].move));
        assert_int_equal(one[i].visits, other[i].visits);
        assert_int_equal(one[i].looks, other[i].looks);
        assert_memory_equal(&one[i].expected, &other[i].expected, sizeof one[i].expected);
    }
}

static void same_nodes_same_move(struct search_settings settings)
{
    asked = search_open(&settings, &judge_by_thumb);
    twin = search_open(&settings, &judge_by_thumb);
    search_begin(asked, 9);
    search_begin(twin, 9);
    for_positions(find_the_same);
    search_close(asked);
    search_close(twin);
}

TEST(a_move_depends_on_state_nodes_and_seed_alone)
{
    struct search_settings settings = STANDARD;
    settings.nodes = 150;
    settings.turns = 3;
    same_nodes_same_move(settings);
}

TEST(two_threads_find_the_same_twice)
{
    struct search_settings settings = STANDARD;
    settings.nodes = 150;
    settings.turns = 3;
    settings.threads = 2;
    same_nodes_same_move(settings);
}

/* A search that has seen the game so far knows no more of a position than one that begins there. */
static void remember_nothing(const struct ruleset *rules, const void *state)
{
    struct search_settings settings = search_standard(rules->game);
    const struct judge *judge = judge_of(rules->game);
    struct search_move one[MOVES_MAX], other[MOVES_MAX];
    settings.nodes = 1000;
    if (asked == NULL)
        asked = search_open(&settings, judge);
    twin = search_open(&settings, judge);
    search_begin(asked, 5);
    search_begin(twin, 5);
    search_run(asked, rules, state);
    search_run(twin, rules, state);
    int count = search_moves(asked, one);
    assert_int_equal(search_moves(twin, other), count);
    assert_true(move_equal(search_best(asked), search_best(twin)));
    for (int i = 0; i < count; i++) {
        assert_int_equal(one[i].visits, other[i].visits);
        assert_int_equal(one[i].looks, other[i].looks);
        assert_memory_equal(&one[i].expected, &other[i].expected, sizeof one[i].expected);
    }
    search_close(twin);
}

TEST(what_the_judge_said_before_changes_nothing)
{
    for (int i = 0; games[i] != NULL; i++) {
        asked = NULL;
        for_positions_of(games[i], remember_nothing);
        search_close(asked);
    }
}

/* ---- the second look ------------------------------------------------------------------------- */

static const struct search_settings LOOKING = {
    .nodes = 4000, .explore = 15, .tree = 20000, .turns = 1, .rounds = 1, .threads = 1};

TEST(a_second_look_sees_the_same_twice)
{
    struct search_settings settings = LOOKING;
    same_nodes_same_move(settings);
    settings.threads = 2;
    same_nodes_same_move(settings);
}

static int looked_at; /* positions with a second look */

/* The best few moves get it, the last two of them most often, and all together not more often than
 * the budget allows; the move that is made is one of these two, and of no other more is expected.
 */
static void look_at_the_best(const struct ruleset *rules, const void *state)
{
    struct search_move moves[MOVES_MAX];
    search_run(asked, rules, state);
    int count = search_moves(asked, moves), seen = 0, to_the_end = 0;
    int64_t looks = 0;
    int actor = rules->game->node(rules, state).actor, players = rules->setup.players;
    const struct search_move *best = &moves[play_find(rules, state, search_best(asked))];
    for (int i = 0; i < count; i++) {
        seen += moves[i].looks > 0;
        looks += moves[i].looks;
        to_the_end += moves[i].looks > 0 && moves[i].looks == best->looks;
        assert_true(moves[i].looks <= best->looks);
        assert_true(judge_value(&moves[i].expected, players, actor) <=
                    judge_value(&best->expected, players, actor));
        assert_true(moves[i].looks == 0 || moves[i].visits > 0);
        uint64_t sum = 0;
        for (int seat = 0; seat < SEATS_MAX; seat++)
            sum += moves[i].expected.win[seat];
        assert_true(moves[i].visits == 0 || (sum > JUDGE_ONE * 98 / 100 && sum <= JUDGE_ONE + 4));
    }
    assert_true(seen == 0 || (seen >= 2 && to_the_end == 2));
    assert_true(looks * 10 < LOOKING.nodes);
    looked_at += seen > 0;
}

TEST(the_best_moves_get_a_second_look)
{
    asked = search_open(&LOOKING, &judge_by_thumb);
    search_begin(asked, 3);
    for_positions(look_at_the_best);
    search_close(asked);
    assert_true(looked_at > 5);
}

static void look_once(const struct ruleset *rules, const void *state)
{
    struct search_move moves[MOVES_MAX];
    search_run(asked, rules, state);
    for (int i = search_moves(asked, moves) - 1; i >= 0; i--)
        assert_int_equal(moves[i].looks, 0);
}

TEST(without_rounds_there_is_none)
{
    struct search_settings settings = LOOKING;
    settings.rounds = 0;
    asked = search_open(&settings, &judge_by_thumb);
    for_positions(look_once);
    search_close(asked);
}

static struct search *trying; /* to compare with */

static int64_t looks_in(const struct search *search)
{
    struct search_move moves[MOVES_MAX];
    int64_t looks = 0;
    for (int i = search_moves(search, moves) - 1; i >= 0; i--)
        looks += moves[i].looks;
    return looks;
}

/* A turn that is tried several times costs as much, so there are fewer looks. */
static void look_less_often(const struct ruleset *rules, const void *state)
{
    search_run(asked, rules, state);
    search_run(trying, rules, state);
    int64_t once = looks_in(asked), several = looks_in(trying);
    assert_true(once == 0 ? several == 0 : several > 0 && several * 2 < once);
}

TEST(tries_cost_looks)
{
    struct search_settings settings = LOOKING;
    settings.tries = 1;
    asked = search_open(&settings, &judge_by_thumb);
    settings.tries = 4;
    trying = search_open(&settings, &judge_by_thumb);
    for_positions(look_less_often);
    search_close(asked);
    search_close(trying);
    same_nodes_same_move(settings);
}

static void say_the_same(const struct ruleset *rules, const void *state)
{
    struct search_move moves[MOVES_MAX], same[MOVES_MAX];
    search_run(asked, rules, state);
    search_run(trying, rules, state);
    int count = search_moves(asked, moves);
    assert_int_equal(search_moves(trying, same), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(moves[i].looks, same[i].looks);
        assert_memory_equal(&moves[i].expected, &same[i].expected, sizeof same[i].expected);
    }
}

static void expect_the_same(const struct search_settings *one, const struct search_settings *other)
{
    asked = search_open(one, &judge_by_thumb);
    trying = search_open(other, &judge_by_thumb);
    for_positions(say_the_same);
    search_close(asked);
    search_close(trying);
}

/* With time enough a turn is tried several times where nothing is said, and more than one round is
 * played on. */
TEST(second_looks_suit_the_time)
{
    static const struct {
        int64_t nodes, tries, rounds;
    } cases[] = {{4900, 1, 1}, {5000, 4, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct search_settings settings = LOOKING, same;
        settings.nodes = cases[i].nodes;
        same = settings;
        same.tries = cases[i].tries;
        expect_the_same(&settings, &same);
        settings.rounds = 2;
        settings.tries = 1;
        same = settings;
        same.rounds = cases[i].rounds;
        expect_the_same(&settings, &same);
    }
}

/* Counts what it is asked, and at some number of answers sets the flag that ends a search. */
struct counting {
    int64_t asked, stop_at;
    atomic_bool stop;
};

static void count_estimate(const struct judge *judge, const struct ruleset *rules,
                           const void *state, struct estimate *estimate)
{
    struct counting *counting = (struct counting *)judge->data;
    if (++counting->asked == counting->stop_at)
        counting->stop = true;
    judge_by_thumb.estimate(&judge_by_thumb, rules, state, estimate);
}

/* All moves alike. */
static void prefer_none(const struct judge *judge, const struct ruleset *rules, const void *state,
                        const struct move *moves, int count, uint32_t *likely)
{
    (void)judge, (void)rules, (void)state, (void)moves;
    for (int i = 0; i < count; i++)
        likely[i] = JUDGE_ONE / (uint32_t)count;
}

static const struct search_settings THOROUGH = {
    .nodes = 8000, .explore = 15, .tree = 20000, .turns = 1, .rounds = 3, .tries = 8, .threads = 1};
static struct counting counting;
static int stopped; /* positions in which the flag was set during a second look */

static void run_counted(struct search *search, const struct ruleset *rules, const void *state,
                        int64_t stop_at)
{
    counting.asked = 0;
    counting.stop_at = stop_at;
    counting.stop = false;
    search_begin(search, 1);
    search_run(search, rules, state);
}

/* A look asks once after every try of every turn, and in the end. */
static void stop_in_a_look(const struct ruleset *rules, const void *state)
{
    int64_t of_a_look = THOROUGH.rounds * rules->setup.players * THOROUGH.tries + 1;
    run_counted(twin, rules, state, 0);
    run_counted(asked, rules, state, counting.asked + 5);
    assert_true(counting.asked < counting.stop_at + of_a_look);
    stopped += counting.stop;
}

/* However thorough its looks are: it ends after the one that it is at. */
TEST(a_search_ends_between_two_looks)
{
    const struct judge judge = {
        .estimate = count_estimate, .prefer = prefer_none, .data = &counting};
    struct search_settings first_look = THOROUGH;
    first_look.nodes = THOROUGH.nodes * 2 / 5;
    first_look.rounds = 0;
    asked = search_open(&THOROUGH, &judge);
    twin = search_open(&first_look, &judge);
    search_bound(asked, (struct player_limit){.stop = &counting.stop});
    for_positions(stop_in_a_look);
    search_close(asked);
    search_close(twin);
    assert_true(stopped > 1);
}

/* ---- the tree that is kept ------------------------------------------------------------------- */

/* What is expected of the best move after a search. */
static uint32_t hope_of(const struct search *search, const struct ruleset *rules, const void *state)
{
    struct search_move moves[MOVES_MAX];
    search_moves(search, moves);
    const struct search_move *best = &moves[play_find(rules, state, search_best(search))];
    assert_true(best->visits > 0);
    return best->expected.win[rules->game->node(rules, state).actor];
}

/* With a limit in time the tree continues after a move of its root; it comes to the same move as a
 * new one, and expects about the same of it. */
TEST(a_kept_tree_says_what_a_new_one_says)
{
    static const char *const marks[] = {"mark a1", "mark b2", "mark b1", NULL};
    struct ruleset *rules = open_noughts("first");
    struct search_settings settings = STANDARD;
    union any_state state;
    set_up(rules, marks, &state);
    settings.ms = 600000; /* never reached: the nodes are */
    struct search *kept = search_open(&settings, &judge_by_thumb);
    struct search *fresh = search_open(&STANDARD, &judge_by_thumb);
    search_begin(kept, 4);
    search_begin(fresh, 4);
    search_run(kept, rules, &state);
    struct move block = search_best(kept);
    assert_true(move_equal(block, move_named(rules, "mark c1")));
    rules->game->apply(rules, &state, block, NULL);
    search_run(kept, rules, &state);
    search_run(fresh, rules, &state);
    assert_true(move_equal(search_best(kept), search_best(fresh)));
    assert_in_range(hope_of(kept, rules, &state) + JUDGE_ONE / 10 - hope_of(fresh, rules, &state),
                    0, JUDGE_ONE / 5);
    search_close(kept);
    search_close(fresh);
    ruleset_close(rules);
}

/* A state that does not follow from the last one, and a new game, begin a new tree. */
TEST(another_game_begins_a_new_tree)
{
    static const char *const marks[] = {"mark a1", "mark b2", "mark c3", "mark b1", NULL};
    struct ruleset *rules = open_noughts("first");
    struct search_settings settings = STANDARD;
    union any_state start, later;
    settings.ms = 600000;
    play_start(rules, &start);
    set_up(rules, marks, &later);
    struct search *search = search_open(&settings, &judge_by_thumb);
    search_begin(search, 1);
    search_run(search, rules, &start);
    search_run(search, rules, &later);
    assert_true(move_equal(search_best(search), move_named(rules, "mark b3")));
    search_begin(search, 1);
    search_run(search, rules, &later);
    assert_true(move_equal(search_best(search), found_by(rules, &STANDARD, 1, &later)));
    search_close(search);
    ruleset_close(rules);
}

static uint32_t visits_of(const struct search *search)
{
    struct search_move moves[MOVES_MAX];
    uint32_t visits = 0;
    for (int i = search_moves(search, moves) - 1; i >= 0; i--)
        visits += moves[i].visits;
    return visits;
}

/* However many decisions a turn has, all of them together end; the next turn has its own time. */
TEST(a_turn_has_a_limit_of_its_own)
{
    static const char *const marks[] = {"mark a1", NULL};
    struct ruleset *rules = open_noughts("first");
    struct search_settings settings = STANDARD;
    union any_state state, next;
    settings.nodes = 0;
    settings.turn_ms = 3000;
    play_start(rules, &state);
    set_up(rules, marks, &next);
    struct search *search = search_open(&settings, &judge_by_thumb);
    search_begin(search, 1);
    search_run(search, rules, &state);
    uint32_t first = visits_of(search), last = first;
    for (int i = 0; i < 12; i++) {
        search_run(search, rules, &state);
        last = visits_of(search);
    }
    search_run(search, rules, &next);
    assert_true(last > 0 && last < first / 10);
    assert_true(visits_of(search) > 10 * last);
    search_begin(search, 1);
    search_resume(search, rules, &state, settings.turn_ms - 6); /* someone else has thought */
    search_run(search, rules, &state);
    assert_true(visits_of(search) < first / 10);
    search_close(search);
    ruleset_close(rules);
}

/* With a tree that is full at once it continues with what there is. */
TEST(a_full_tree_grows_no_more)
{
    struct ruleset *rules = open_noughts("first");
    struct search_settings settings = STANDARD;
    union any_state state;
    settings.tree = 1000;
    settings.nodes = 20000;
    play_start(rules, &state);
    struct move move = found_by(rules, &settings, 2, &state);
    assert_true(play_find(rules, &state, move) >= 0);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
