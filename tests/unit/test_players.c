/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The interface of the computer players: descriptions, the random and the scripted player, and many
 * games in a row with their statistics. */

#include "helpers.h"

#include "race.h"

#include "base/file.h"
#include "base/hash.h"
#include "contract/play.h"
#include "players/balance.h"
#include "players/network.h"
#include "players/player.h"
#include "players/root.h"
#include "players/scripted.h"
#include "players/selfplay.h"
#include "players/taste.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- descriptions ---------------------------------------------------------------------------- */

static void expect_problem(const char *description, const char *sentence)
{
    struct ruleset rules = race_rules(3, RACE_FAST);
    struct problem problem = {0};
    struct text text = {0};
    assert_null(player_open(&rules, span_of(description), 0, &problem));
    problem_write(&problem, ENGLISH, &text);
    assert_string_equal(text_string(&text), sentence);
    text_free(&text);
}

TEST(wrong_descriptions_are_explained)
{
    expect_problem(
        "",
        "there is no player \"\"; there are: random, greedy, heuristic, flat, mcts, search, "
        "learned, expert");
    expect_problem(
        "chess:level=3",
        "there is no player \"chess\"; there are: random, greedy, heuristic, flat, mcts, search, "
        "learned, expert");
    expect_problem("random:nodes=3", "the player random has no setting \"nodes\"; it has: seed");
    expect_problem("mcts:depth=3",
                   "the player mcts has no setting \"depth\"; it has: nodes, ms, "
                   "explore, tree, seed");
    expect_problem("mcts:node=3", "there is no setting \"node\"; did you mean \"nodes\"?");
    expect_problem("expert:netwrok=f",
                   "there is no setting \"netwrok\"; did you mean \"network\"?");
    expect_problem("randmo", "there is no player \"randmo\"; did you mean \"random\"?");
    expect_problem("Piolt", "there is no player \"Piolt\"; did you mean \"Pilot\"?");
    expect_problem("mcts:,",
                   "the player mcts has no setting \"\"; it has: nodes, ms, explore, "
                   "tree, seed");
    expect_problem("mcts:nodes", "the setting nodes is a whole number from 0 to 100000000");
    expect_problem("mcts:nodes=", "the setting nodes is a whole number from 0 to 100000000");
    expect_problem("mcts:nodes=1.5", "the setting nodes is a whole number from 0 to 100000000");
    expect_problem("mcts:nodes=-1", "the setting nodes is a whole number from 0 to 100000000");
    expect_problem("mcts:tree=999", "the setting tree is a whole number from 1000 to 20000000");
    expect_problem("mcts:seed=99999999999999999999",
                   "the setting seed is a whole number from 0 to 9223372036854775807");
    expect_problem("mcts:ms=1,nodes=2,ms=1", "the setting ms is given twice");
}

TEST(hostile_descriptions_are_refused)
{
    char longer[PLAYER_DESCRIPTION_MAX + 2];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    expect_problem(longer, "the description of a player is too long");
    expect_problem(
        "\x1b[2J\xff",
        "there is no player \"?[2J?\"; there are: random, greedy, heuristic, flat, mcts, search, "
        "learned, expert");
    struct ruleset rules = race_rules(3, RACE_FAST);
    struct problem problem = {0};
    assert_null(player_open(&rules, (struct span){0}, 0, &problem));
    assert_true(problem_is_set(&problem));
}

TEST(good_descriptions_make_players)
{
    static const char *const good[] = {
        "random",
        "random:seed=5",
        " mcts : nodes = 7 , seed = 0 ",
        "mcts:ms=20,explore=0",
    };
    struct ruleset rules = race_rules(3, RACE_FAST);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct problem problem = {0};
        struct player *player = player_open(&rules, span_of(good[i]), 0, &problem);
        assert_non_null(player);
        assert_string_equal(player_name(player), i < 2 ? "random" : "mcts");
        player_close(player);
    }
    player_close(NULL);
}

/* Whatever is asked for, it stays within bounds, and no sum of it overflows. */
TEST(all_settings_together_are_bounded)
{
    uint64_t before = player_count_made();
    for (int i = 0; player_kinds[i] != NULL; i++) {
        struct text description = {0};
        struct player_spec spec;
        struct problem problem = {0};
        text_addf(&description, "%s:", player_kinds[i]->name);
        const struct player_setting *setting = player_kinds[i]->settings;
        for (; setting->name != NULL; setting++) {
            assert_true(setting->min <= setting->standard && setting->standard <= setting->max);
            assert_true(setting->max <= 100000000 || strcmp(setting->name, "seed") == 0);
            text_addf(&description, "%s=%lld,", setting->name, (long long)setting->max);
        }
        bool fits = player_read(text_span(&description), &spec, &problem);
        assert_true(fits ? player_memory(&spec) <= PLAYER_MEMORY_MAX : problem_is_set(&problem));
        text_free(&description);
    }
    expect_problem("expert:tree=20000000,threads=16",
                   "the player expert would take more than 4 GiB of memory");
    expect_problem("search:tree=20000000,threads=16,turns=1",
                   "the player search would take more than 4 GiB of memory");
    assert_int_equal(player_count_made(), before);
}

TEST(a_description_becomes_numbers)
{
    struct problem problem = {0};
    struct player_spec spec;
    assert_true(player_read(span_of("expert:ms=250,turn=2700,threads=2"), &spec, &problem));
    assert_string_equal(spec.kind->name, "expert");
    assert_int_equal(*player_value(&spec, "ms"), 250);
    assert_int_equal(*player_value(&spec, "turn"), 2700);
    assert_int_equal(*player_value(&spec, "threads"), 2);
    assert_int_equal(*player_value(&spec, "tree"), 400000);
    assert_null(player_value(&spec, "depth"));
    assert_true(player_memory(&spec) > 20 << 20 && player_memory(&spec) < 200 << 20);
    assert_true(player_read(span_of("mcts:nodes=10"), &spec, &problem));
    assert_true(player_memory(&spec) < 1 << 20);
    assert_true(player_read(span_of("random"), &spec, &problem));
    assert_int_equal(player_memory(&spec), 0);
}

/* ---- networks in files ----------------------------------------------------------------------- */

TEST(strangers_name_no_files)
{
    struct problem problem = {0}, second = {0}, third = {0};
    struct player_spec spec;
    assert_false(player_read(span_of("learned:network=/etc/passwd"), &spec, &problem));
    assert_told(&problem, "only the command line can name the file of a network");
    assert_true(player_read_own(span_of("expert:network=a.weights,ms=5"), &spec, &problem));
    assert_string_equal(spec.network, "a.weights");
    assert_int_equal(*player_value(&spec, "ms"), 5);
    assert_false(player_read_own(span_of("learned:network=a,network=b"), &spec, &second));
    assert_told(&second, "the setting network is given twice");
    assert_false(player_read_own(span_of("learned:network="), &spec, &third));
    assert_told(&third, "the setting network is the name of a file");
    expect_problem("mcts:network=a",
                   "the player mcts has no setting \"network\"; it has: nodes, ms, "
                   "explore, tree, seed");
}

TEST(a_network_comes_from_a_file)
{
    struct ruleset *rules = open_noughts("first");
    struct problem problem = {0}, missing = {0};
    struct network network;
    struct text text = {0};
    union any_state state;
    char path[] = "/tmp/orrery-network-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    network_make(&network, network_input_count(rules->game), 32);
    network_write(&network, rules->game, "made for a test", &text);
    assert_true(file_write(path, text_span(&text), &problem));
    text_clear(&text);
    text_addf(&text, "learned:network=%s", path);
    struct player *player = player_open(rules, text_span(&text), 1, &problem);
    assert_non_null(player);
    play_start(rules, &state);
    assert_true(play_find(rules, &state, player_choose(player, rules, &state)) >= 0);
    player_close(player);
    unlink(path);
    assert_null(player_open(rules, text_span(&text), 1, &missing));
    assert_true(problem_is_set(&missing));
    network_free(&network);
    text_free(&text);
    ruleset_close(rules);
}

/* ---- a taste --------------------------------------------------------------------------------- */

TEST(strangers_give_no_taste)
{
    struct problem problem = {0}, second = {0}, third = {0};
    struct player_spec spec;
    assert_false(player_read(span_of("learned:taste=lines"), &spec, &problem));
    assert_told(&problem, "only the command line can give a player a taste");
    assert_true(player_read_own(span_of("learned:taste=a+b,bias=5"), &spec, &problem));
    assert_string_equal(spec.taste, "a+b");
    assert_int_equal(*player_value(&spec, "bias"), 5);
    assert_false(player_read_own(span_of("learned:taste=a,taste=a"), &spec, &second));
    assert_told(&second, "the setting taste is given twice");
    assert_false(player_read_own(span_of("learned:taste="), &spec, &third));
    assert_told(&third, "the setting taste names sources of points, such as a+b");
    expect_problem("greedy:taste=a",
                   "the player greedy has no setting \"taste\"; it has: samples, "
                   "careless, seed");
    expect_problem("learned:tast=a", "there is no setting \"tast\"; did you mean \"taste\"?");
}

/* Points from systems that players with this description have in some games, all seats together. */
static int64_t points_from_systems(const struct ruleset *rules, const char *description)
{
    enum { SYSTEMS = 5 };
    struct problem problem = {0};
    struct balance_result result;
    struct balance task = {.rules = rules,
                           .player = span_of(description),
                           .games = (uint64_t)short_or_long(4, 8),
                           .seed = 1,
                           .threads = 2};
    assert_string_equal(rules->game->words->sources[SYSTEMS].name, "systems");
    assert_true(balance_run(&task, &result, &problem));
    int64_t points = result.parts[SYSTEMS];
    balance_free(&result);
    return points;
}

/* Level I and III in a game that has begun: their points, at three percent of a win each. */
TEST(points_to_a_taste_are_worth_more)
{
    struct ruleset *rules = open_standard_rules(game_find(span_of("beyond-the-sun")));
    struct judge judge = judge_by_thumb;
    struct taste taste = {&judge, 1u << 0 | 1u << 2, 3};
    struct random random = random_stream(1, 1);
    union any_state state;
    struct score score;
    play_start(rules, &state);
    for (int i = 0; i < 400 && play_random(rules, &state, &random); i++)
        ;
    rules->game->score(rules, &state, &score);
    int points = score.parts[1][0] + score.parts[1][2];
    assert_true(points > 0);
    assert_int_equal(taste_worth(&taste, rules, &state, 1) - judge_worth(&judge, rules, &state, 1),
                     (int64_t)JUDGE_ONE * 3 * points / 100);
    taste.percent = 0;
    assert_int_equal(taste_worth(&taste, rules, &state, 1), judge_worth(&judge, rules, &state, 1));
    ruleset_close(rules);
}

TEST(a_taste_changes_where_points_come_from)
{
    struct problem problem = {0};
    struct ruleset *rules = open_standard_rules(game_find(span_of("beyond-the-sun")));
    int64_t plain = points_from_systems(rules, "learned:samples=2");
    assert_int_equal(points_from_systems(rules, "learned:samples=2,bias=50"), plain);
    assert_true(points_from_systems(rules, "learned:samples=2,taste=systems+outposts,bias=30") >
                plain);
    assert_null(player_open(rules, span_of("learned:taste=systems+gold"), 1, &problem));
    assert_told(&problem,
                "there is no source of points called \"gold\"; the sources are: level-I, level-II, "
                "level-III, level-IIII, automation, systems, outposts, sol, deep-space, "
                "events, achievements");
    ruleset_close(rules);
}

TEST(a_list_is_cut_into_descriptions)
{
    static const char *const parts[] = {
        "random", "mcts:nodes=50,seed=7", "mcts:ms=1", "random:seed=1", "", "random",
    };
    struct span list = span_of("random,mcts:nodes=50,seed=7,mcts:ms=1,random:seed=1,,random");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        assert_true(list.length > 0);
        assert_true(span_is(player_cut(&list), parts[i]));
    }
    assert_int_equal(list.length, 0);
    assert_int_equal(player_cut(&list).length, 0);
}

/* ---- the random and the scripted player ------------------------------------------------------ */

/* Asks 1000 times and returns how often it rode. */
static int count_rides(uint64_t own, uint64_t seed, uint64_t *hash)
{
    struct ruleset rules = race_rules(3, RACE_FAST);
    struct race_state state = {0};
    struct problem problem = {0};
    struct text description = {0};
    text_addf(&description, "random:seed=%d", (int)own);
    struct player *player = player_open(&rules, text_span(&description), seed, &problem);
    int rides = 0;
    for (int i = 0; i < 1000; i++) {
        struct move move = player_choose(player, &rules, &state);
        rides += move.kind == RACE_RIDE;
        *hash = hash_bytes(*hash, &move, sizeof move);
    }
    text_free(&description);
    player_close(player);
    return rides;
}

TEST(random_is_uniform_and_follows_its_seed)
{
    uint64_t first = 0, again = 0, sum = 0, other = 0;
    assert_in_range(count_rides(3, 4, &first), 450, 550);
    count_rides(3, 4, &again);
    count_rides(7, 0, &sum);
    count_rides(3, 5, &other);
    assert_true(first == again);
    assert_true(first == sum); /* the two seeds are added */
    assert_true(first != other);
}

TEST(scripted_makes_its_moves_and_then_the_first)
{
    struct ruleset rules = race_rules(3, RACE_FAST);
    struct race_state state = {0};
    struct move script[] = {{.kind = RACE_RIDE}, {.kind = RACE_WALK}, {.kind = RACE_RIDE}};
    struct player *player = player_open_scripted(script, 3);
    memset(script, 0, sizeof script); /* it has a copy */
    for (int round = 0; round < 2; round++) {
        assert_int_equal(player_scripted_left(player), 3);
        assert_int_equal(player_choose(player, &rules, &state).kind, RACE_RIDE);
        assert_int_equal(player_choose(player, &rules, &state).kind, RACE_WALK);
        assert_int_equal(player_choose(player, &rules, &state).kind, RACE_RIDE);
        assert_int_equal(player_scripted_left(player), 0);
        assert_int_equal(player_choose(player, &rules, &state).kind, RACE_WALK);
        player_begin(player, 0);
    }
    assert_string_equal(player_name(player), "scripted");
    player_close(player);
}

TEST(an_empty_script_is_fine)
{
    struct ruleset rules = race_rules(2, RACE_FAST);
    struct race_state state = {0};
    struct player *player = player_open_scripted(NULL, 0);
    assert_int_equal(player_choose(player, &rules, &state).kind, RACE_WALK);
    player_close(player);
}

/* ---- numbers --------------------------------------------------------------------------------- */

TEST(square_roots_are_exact)
{
    for (uint64_t root = 0; root < 70000; root += root < 300 ? 1 : 97) {
        assert_int_equal(square_root(root * root), root);
        assert_int_equal(square_root(root * root + 2 * root), root);
    }
    assert_int_equal(square_root(UINT64_MAX), UINT32_MAX);
    assert_int_equal(square_root((uint64_t)UINT32_MAX * UINT32_MAX - 1), UINT32_MAX - 1);
}

TEST(spreads_are_right)
{
    static const int values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct spread spread = {0}, below = {0}, none = {0};
    for (int i = 0; i < 8; i++) {
        spread_add(&spread, values[i]);
        spread_add(&below, -values[i]);
    }
    assert_int_equal(spread.min, 2);
    assert_int_equal(spread.max, 9);
    assert_true(spread_mean(&spread) == 5.0 && spread_deviation(&spread) == 2.0);
    assert_int_equal(below.min, -9);
    assert_int_equal(below.max, -2);
    assert_true(spread_mean(&below) == -5.0 && spread_deviation(&below) == 2.0);
    assert_true(spread_mean(&none) == 0.0 && spread_deviation(&none) == 0.0);
}

/* ---- self-play ------------------------------------------------------------------------------- */

static struct selfplay_result run(const struct ruleset *rules, struct selfplay task)
{
    static const struct span random_only[] = {{"random", 6}};
    struct selfplay_result result;
    struct problem problem = {0};
    task.rules = rules;
    if (task.players == NULL) {
        task.players = random_only;
        task.player_count = 1;
    }
    assert_true(selfplay_run(&task, &result, &problem));
    return result;
}

static void expect_spread(const struct spread *spread, int64_t count, int64_t value)
{
    assert_int_equal(spread->count, count);
    assert_int_equal(spread->min, value);
    assert_int_equal(spread->max, value);
    assert_int_equal(spread->sum, count * value);
    assert_true(spread_deviation(spread) == 0.0);
}

TEST(statistics_of_a_sure_game)
{
    struct ruleset rules = race_rules(3, RACE_SURE);
    struct selfplay_result result = run(&rules, (struct selfplay){.games = 10});
    assert_int_equal(result.games, 10);
    assert_int_equal(result.moves, 60);
    assert_int_equal(result.errors, 0);
    expect_spread(&result.decisions_each, 10, 6);
    expect_spread(&result.rounds, 10, RACE_ROUNDS);
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(result.decisions[seat], 20);
        expect_spread(&result.score[seat], 10, 2 * seat);
        assert_int_equal(result.wins[seat], seat == 2 ? 10 * SELFPLAY_WIN : 0);
    }
    assert_int_equal(result.score[3].count, 0);
}

TEST(shared_wins_are_exact)
{
    for (uint8_t players = 2; players <= SEATS_MAX; players++) {
        struct ruleset rules = race_rules(players, RACE_LEVEL);
        struct selfplay_result result = run(&rules, (struct selfplay){.games = 5});
        for (int seat = 0; seat < players; seat++)
            assert_int_equal(result.wins[seat], 5 * SELFPLAY_WIN / players);
    }
}

/* What a watcher gathers. */
struct watched {
    uint64_t hashes[200];
    uint64_t games, done, errors, first_error;
    int rolls, threes;
};

static void watch(void *context, const struct selfplay_game *game)
{
    struct watched *watched = context;
    watched->hashes[watched->games++] =
        hash_bytes(0, game->moves, game->move_count * sizeof *game->moves);
    for (uint32_t i = 0; i < game->move_count; i++) {
        watched->rolls += game->moves[i].kind == RACE_ROLL;
        watched->threes += game->moves[i].kind == RACE_ROLL && game->moves[i].a == 3;
    }
    if (game->error != NULL && watched->errors++ == 0)
        watched->first_error = game->number;
}

static void count_progress(void *context, uint64_t done)
{
    struct watched *watched = context;
    assert_int_equal(done, ++watched->done);
}

TEST(statistics_of_a_game_of_chance)
{
    struct ruleset rules = race_rules(3, RACE_FAST);
    struct watched watched = {0};
    struct selfplay task = {
        .games = 200, .seed = 1, .observe = watch, .progress = count_progress, .context = &watched};
    struct selfplay_result result = run(&rules, task);
    assert_int_equal(watched.games, 200);
    assert_int_equal(watched.done, 200);
    expect_spread(&result.decisions_each, 200, 6);
    assert_int_equal(result.moves, 200 * 6 + watched.rolls);
    assert_in_range(watched.rolls, 500, 700); /* half of 1200 decisions */
    assert_in_range(watched.threes * 6, watched.rolls * 19 / 4, watched.rolls * 21 / 4);
    assert_int_equal(result.wins[0] + result.wins[1] + result.wins[2], 200 * SELFPLAY_WIN);
    assert_true(result.score[0].min < result.score[0].max);
    assert_true(spread_deviation(&result.score[0]) > 1.0);
}

TEST(one_game_of_many_can_be_played_again)
{
    static const struct span players[] = {{"random", 6}, {"mcts:nodes=20", 13}};
    struct ruleset rules = race_rules(3, RACE_FAST);
    struct watched all = {0}, one = {0}, other = {0};
    struct selfplay task = {.players = players,
                            .player_count = 2,
                            .games = 20,
                            .seed = 9,
                            .observe = watch,
                            .context = &all};
    run(&rules, task);
    task.skip = 12;
    task.games = 1;
    task.context = &one;
    run(&rules, task);
    task.seed = 10;
    task.games = 20;
    task.context = &other;
    run(&rules, task);
    assert_true(one.hashes[0] == all.hashes[12]);
    assert_memory_not_equal(other.hashes, all.hashes, 20 * sizeof all.hashes[0]);
    assert_true(all.hashes[0] != all.hashes[1] || all.hashes[1] != all.hashes[2]);
}

TEST(games_that_go_wrong_are_counted)
{
    struct ruleset stuck = race_rules(3, RACE_STUCK), endless = race_rules(3, RACE_ENDLESS);
    struct selfplay_result result = run(&stuck, (struct selfplay){.games = 7, .skip = 3});
    assert_int_equal(result.errors, 7);
    assert_int_equal(result.games, 0);
    assert_int_equal(result.error_game, 4);
    assert_string_equal(result.error, "no one can move, but the game is not over");
    result = run(&endless, (struct selfplay){.games = 7});
    assert_int_equal(result.errors, 7);
    assert_int_equal(result.error_game, 1);
    assert_string_equal(result.error, "the game has more moves than allowed");
}

TEST(the_run_goes_on_after_an_error)
{
    struct ruleset broken = race_rules(2, RACE_BROKEN);
    struct watched watched = {0};
    struct selfplay task = {.games = 100, .seed = 3, .observe = watch, .context = &watched};
    struct selfplay_result result = run(&broken, task);
    assert_in_range(result.errors, 5, 40); /* one in six or so */
    assert_int_equal(result.errors, watched.errors);
    assert_int_equal(result.games + result.errors, 100);
    assert_int_equal(result.error_game, watched.first_error);
    assert_string_equal(result.error, "seat 0 went too far");
    assert_int_equal(result.score[0].max, 5);
}

TEST(a_wrong_player_stops_the_run)
{
    static const struct span players[] = {{"random", 6}, {"nobody", 6}};
    struct ruleset rules = race_rules(3, RACE_FAST);
    struct watched watched = {0};
    struct selfplay task = {.rules = &rules,
                            .players = players,
                            .player_count = 2,
                            .games = 5,
                            .observe = watch,
                            .context = &watched};
    struct selfplay_result result;
    struct problem problem = {0};
    assert_false(selfplay_run(&task, &result, &problem));
    assert_true(problem_is_set(&problem));
    assert_int_equal(watched.games, 0);
}

/* A limit ends a choice that would take days, and the move is a legal one. */
TEST(limits_end_choices)
{
    static const char *const players[] = {"mcts:nodes=10000000", "flat:nodes=100000000",
                                          "search:nodes=100000000", "expert:nodes=100000000",
                                          "expert:nodes=100000000,threads=2"};
    const atomic_bool stop = true;
    struct ruleset rules = race_rules(3, RACE_FAST);
    union any_state state;
    play_start(&rules, &state);
    for (size_t i = 0; i < 2 * sizeof players / sizeof *players; i++) {
        struct problem problem = {0};
        struct player *player = player_open(&rules, span_of(players[i / 2]), 1, &problem);
        assert_non_null(player);
        player_bound(player, i % 2 == 0 ? (struct player_limit){.stop = &stop}
                                        : (struct player_limit){.until = 1});
        assert_true(play_find(&rules, &state, player_choose(player, &rules, &state)) >= 0);
        player_close(player);
    }
}

int main(void)
{
    return run_registered(NULL, NULL);
}
