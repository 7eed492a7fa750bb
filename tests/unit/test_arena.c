/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Contests: every deal is played by all on all seats, the sums are right, and neither threads nor
 * the order of the players change what comes out. */

#include "helpers.h"

#include "base/hash.h"
#include "players/arena.h"

#include <math.h>

enum { NAMES_MAX = 17 };

/* A contest between the players of a list. */
struct bout {
    const char *with;
    uint64_t games;
    int threads, seats;
    const char *game;
    bool ladder;
};

static bool hold(const struct bout *bout, struct arena_result *result, struct problem *problem)
{
    const struct game *game = game_find(span_of(bout->game));
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)bout->seats;
    struct ruleset *rules = ruleset_open(game, &setup, NULL, problem);
    assert_non_null(rules);
    struct span players[NAMES_MAX], rest = span_of(bout->with);
    struct arena task = {.rules = rules,
                         .players = players,
                         .games = bout->games,
                         .seed = 7,
                         .threads = bout->threads,
                         .ladder = bout->ladder};
    while (rest.length > 0)
        players[task.player_count++] = player_cut(&rest);
    bool fine = arena_run(&task, result, problem);
    ruleset_close(rules);
    return fine;
}

static struct arena_result result_of(struct bout bout)
{
    struct arena_result result;
    struct problem problem = {0};
    bout.game = bout.game != NULL ? bout.game : "noughts";
    bout.seats = bout.seats > 0 ? bout.seats : 2;
    bout.threads = bout.threads > 0 ? bout.threads : 1;
    assert_true(hold(&bout, &result, &problem));
    assert_int_equal(result.errors, 0);
    return result;
}

/* What those who watch see of the games: a hash of the moves of each, by number. */
struct watched {
    uint64_t hashes[100];
    int count;
};

static void note_game(void *context, const struct arena_game *game)
{
    struct watched *watched = context;
    size_t numbers = 0;
    assert_true(game->number < 100 && game->move_count > 0 && game->visits != NULL);
    for (uint32_t i = 0; i < game->move_count; i++)
        numbers += 1 + game->visits[numbers];
    watched->hashes[game->number] =
        hash_bytes(hash_bytes(numbers, game->moves, game->move_count * sizeof *game->moves),
                   game->players[0].at, game->players[0].length);
    watched->count++;
}

static void hold_watched(uint64_t skip, uint64_t count, struct watched *watched)
{
    struct arena_result result;
    struct problem problem = {0};
    struct ruleset *rules = open_noughts("drawn");
    struct span players[] = {span_of("mcts:nodes=20"), span_of("random"), span_of("heuristic")};
    struct arena task = {.rules = rules,
                         .players = players,
                         .player_count = 3,
                         .games = count,
                         .skip = skip,
                         .visits = true,
                         .seed = 7,
                         .threads = 1,
                         .observe = note_game,
                         .context = watched};
    *watched = (struct watched){0};
    assert_int_equal(arena_games_of_deal(&task), 3 * 2);
    assert_true(arena_run(&task, &result, &problem));
    ruleset_close(rules);
}

static void assert_near(double found, double expected)
{
    if (fabs(found - expected) > 1e-9)
        fail_msg("%.9f is not %.9f", found, expected);
}

/* ---- who meets whom -------------------------------------------------------------------------- */

TEST(games_are_full_rotations)
{
    struct arena_result result =
        result_of((struct bout){.with = "random,mcts:nodes=5", .games = 7});
    assert_int_equal(result.games, 8);
    assert_int_equal(result.deals, 4);
    assert_int_equal(result.count, 2);
    assert_int_equal(result.players[0].seats, 8);
    assert_int_equal(result.players[1].seats, 8);
    assert_near(result.met[0][1], 8);
    assert_near(result.players[0].win + result.players[1].win, 1);
    assert_near(result.players[0].fair, 0.5);
}

TEST(of_more_players_than_seats_all_choices_meet)
{
    struct arena_result result = result_of(
        (struct bout){.with = "random,random:seed=1,mcts:nodes=5,mcts:nodes=40", .games = 24});
    assert_int_equal(result.count, 4);
    assert_int_equal(result.games, 24); /* six pairs, both ways, two deals */
    assert_int_equal(result.deals, 2);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(result.players[i].seats, 12);
        assert_near(result.players[i].fair, 0.5);
        for (int k = 0; k < 4; k++) {
            assert_near(result.met[i][k], i == k ? 0 : 4);
            assert_near(result.ahead[i][k] + result.ahead[k][i], i == k ? 0 : 4);
        }
    }
}

TEST(in_a_ladder_neighbours_meet)
{
    struct arena_result result = result_of((struct bout){
        .with = "random,random:seed=1,mcts:nodes=5,mcts:nodes=40", .games = 12, .ladder = true});
    assert_true(result.ladder);
    assert_int_equal(result.games, 12); /* three pairs, both ways, two deals */
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            assert_near(result.met[i][k], i - k == 1 || k - i == 1 ? 4 : 0);
    result = result_of((struct bout){.with = "random,greedy:samples=1,random:seed=1,random:seed=2",
                                     .games = 6,
                                     .seats = 3,
                                     .game = "pulsar-2849",
                                     .ladder = true});
    assert_int_equal(result.games, 6); /* three of four in a row, twice, in three rotations */
    assert_near(result.met[0][3], 0);
    assert_near(result.met[1][2], 6);
}

TEST(fewer_players_than_seats_are_taken_in_turn)
{
    struct bout bout = {
        .with = "greedy:samples=1,random,random", .games = 6, .seats = 3, .game = "pulsar-2849"};
    struct arena_result result = result_of(bout);
    assert_int_equal(result.count, 2);
    assert_int_equal(result.players[0].seats, 6);
    assert_int_equal(result.players[1].seats, 12);
    assert_near(result.players[0].fair, 1.0 / 3);
    assert_near(result.players[1].fair, 2.0 / 3);
    assert_near(result.players[0].win + result.players[1].win, 1);
    assert_near(result.met[0][1], 12);
}

/* A player against itself: the same seeds or not, nobody is better. */
TEST(one_player_wins_all_its_games)
{
    struct arena_result result = result_of((struct bout){.with = "random", .games = 20});
    assert_int_equal(result.count, 1);
    assert_near(result.players[0].win, 1); /* one of its seats always does */
    assert_near(result.players[0].fair, 1);
    assert_near(result.players[0].margin, 0);
}

/* ---- what comes out -------------------------------------------------------------------------- */

static void assert_same(const struct arena_result *one, const struct arena_result *other)
{
    assert_int_equal(one->count, other->count);
    assert_memory_equal(one->ahead, other->ahead, sizeof one->ahead);
    assert_memory_equal(one->met, other->met, sizeof one->met);
    for (int i = 0; i < one->count; i++) {
        assert_near(one->players[i].win, other->players[i].win);
        assert_near(one->players[i].win_low, other->players[i].win_low);
        assert_near(one->players[i].score, other->players[i].score);
        assert_near(one->players[i].margin, other->players[i].margin);
        assert_near(one->players[i].rating, other->players[i].rating);
        assert_int_equal(one->players[i].decisions, other->players[i].decisions);
    }
}

TEST(threads_change_nothing)
{
    struct bout bout = {.with = "random,heuristic:samples=1,search:nodes=20",
                        .games = 12,
                        .threads = 1,
                        .game = "beyond-the-sun"};
    struct arena_result one = result_of(bout);
    bout.threads = 3;
    struct arena_result three = result_of(bout);
    assert_same(&one, &three);
    assert_true(one.players[0].decisions > 0);
}

TEST(the_stronger_one_is_found)
{
    struct arena_result result =
        result_of((struct bout){.with = "random,mcts:nodes=300", .games = 100});
    const struct arena_player *weak = &result.players[0], *strong = &result.players[1];
    assert_string_equal(strong->description, "mcts:nodes=300");
    assert_true(strong->win_low > 0.8 && strong->win_high <= 1);
    assert_true(strong->win_low < strong->win && strong->win < strong->win_high);
    assert_true(strong->rating > 200 && weak->rating == 0);
    assert_near(strong->margin, -weak->margin);
    assert_near(strong->ms > weak->ms, 1);
}

/* Twins that differ in a setting without effect play the same games from both seats. */
TEST(twins_are_even)
{
    struct arena_result result = result_of(
        (struct bout){.with = "mcts:nodes=2000,tree=90000,mcts:nodes=2000,tree=90001", .games = 8});
    assert_near(result.players[0].win, 0.5);
    assert_near(result.players[0].rating, result.players[1].rating);
}

struct heard {
    uint64_t calls, games;
};

static void listen(void *context, uint64_t done, uint64_t games_in_all)
{
    struct heard *heard = context;
    assert_int_equal(done, ++heard->calls);
    heard->games = games_in_all;
}

TEST(progress_is_told_game_by_game)
{
    struct ruleset *rules = open_noughts("first");
    const struct span players[] = {span_of("random"), span_of("random:seed=2"),
                                   span_of("random:seed=3")};
    struct heard heard = {0};
    struct arena_result result;
    struct problem problem = {0};
    struct arena task = {.rules = rules,
                         .players = players,
                         .player_count = 3,
                         .games = 1,
                         .threads = 2,
                         .progress = listen,
                         .context = &heard};
    assert_true(arena_run(&task, &result, &problem));
    assert_int_equal(heard.calls, 6);
    assert_int_equal(heard.games, 6);
    ruleset_close(rules);
}

TEST(wrong_players_are_refused)
{
    static const struct {
        const char *with, *message;
    } cases[] = {
        {"random,chess", "there is no player \"chess\"; there are: "},
        {"random,mcts:depth=2", "the player mcts has no setting \"depth\"; it has: "},
        {"random,mcts,random", "with more players than seats, each can be named only once"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bout bout = {
            .with = cases[i].with, .games = 2, .threads = 1, .seats = 2, .game = "noughts"};
        struct arena_result result;
        struct problem problem = {0};
        struct text told = {0};
        assert_false(hold(&bout, &result, &problem));
        problem_write(&problem, ENGLISH, &told);
        assert_non_null(strstr(text_string(&told), cases[i].message));
        text_free(&told);
    }
}

TEST(a_game_is_the_same_whichever_others_are_played)
{
    struct watched all, some;
    hold_watched(0, 18, &all);
    hold_watched(8, 1, &some); /* the deal with games 7 to 12 */
    assert_int_equal(all.count, 18);
    assert_int_equal(some.count, 6);
    assert_memory_equal(&all.hashes[7], &some.hashes[7], 6 * sizeof all.hashes[0]);
    assert_true(all.hashes[7] != all.hashes[13]);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
