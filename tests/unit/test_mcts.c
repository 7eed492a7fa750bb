/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The tree search: the same move whenever it is asked, the true odds of chance, and how well it
 * plays. It is shown on noughts, where every line can be tried, and on a race of three with dice.
 */

#include "../registered_tests.h"

#include "race.h"

#include "base/hash.h"
#include "contract/games.h"
#include "contract/notation.h"
#include "contract/ruleset.h"
#include "players/mcts.h"
#include "players/selfplay.h"

#include <string.h>

static struct ruleset *open_noughts(const char *goal)
{
    const struct game *game = game_find(span_of("noughts"));
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    assert_true(setup_option(game, &setup, span_of("goal"), span_of(goal), &problem));
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_non_null(rules);
    return rules;
}

static struct player *open_player(const struct ruleset *rules, const char *description)
{
    struct problem problem = {0};
    struct player *player = player_open(rules, span_of(description), 0, &problem);
    assert_non_null(player);
    return player;
}

/* ---- values and chance ----------------------------------------------------------------------- */

static void expect_values(int players, const uint8_t *places, const int *values)
{
    struct score score = {0};
    memcpy(score.place, places, (size_t)players);
    for (int seat = 0; seat < players; seat++)
        assert_int_equal(mcts_value(&score, players, seat), values[seat]);
}

TEST(values_are_shares_of_the_rivals_left_behind)
{
    expect_values(1, (const uint8_t[]){1}, (const int[]){0});
    expect_values(2, (const uint8_t[]){2, 1}, (const int[]){0, 12});
    expect_values(2, (const uint8_t[]){1, 1}, (const int[]){6, 6});
    expect_values(3, (const uint8_t[]){2, 1, 3}, (const int[]){6, 12, 0});
    expect_values(3, (const uint8_t[]){1, 1, 3}, (const int[]){9, 9, 0});
    expect_values(4, (const uint8_t[]){4, 3, 2, 1}, (const int[]){0, 4, 8, 12});
    expect_values(4, (const uint8_t[]){1, 2, 2, 4}, (const int[]){12, 6, 6, 0});
    expect_values(4, (const uint8_t[]){1, 1, 1, 1}, (const int[]){6, 6, 6, 6});
}

/* Visits of the two outcomes of a roll with these odds. */
static void search_roll(uint8_t variant, struct mcts_move *moves)
{
    struct ruleset rules = race_rules(3, variant);
    struct race_state state = {.riding = 1};
    struct mcts_settings settings = {.nodes = 6000, .explore = 100, .tree = 100000};
    struct mcts *mcts = mcts_open(&settings);
    mcts_begin(mcts, 1);
    mcts_search(mcts, &rules, &state);
    assert_int_equal(mcts_moves(mcts, moves), 2);
    assert_int_equal(moves[0].move.a, 0);
    assert_int_equal(moves[1].move.a, 3);
    assert_int_equal(moves[0].visits + moves[1].visits, 6000);
    mcts_close(mcts);
}

TEST(chance_in_the_tree_has_its_true_odds)
{
    struct mcts_move moves[MOVES_MAX];
    search_roll(RACE_FAST, moves); /* 1 : 5 */
    assert_in_range(moves[0].visits, 920, 1080);
    assert_int_equal(moves[0].visits, 993); /* exactly, under this seed */
    search_roll(RACE_RISKY, moves);         /* 5 : 1 */
    assert_in_range(moves[1].visits, 920, 1080);
    assert_int_equal(moves[1].visits, 981);
}

/* The second round; the seats before this one have advanced by so much. */
static int choose_in_race(uint8_t variant, uint8_t seat, uint8_t advance)
{
    struct ruleset rules = race_rules(3, variant);
    struct race_state state = {.at = {2, 2, 2}, .seat = seat, .round = 1};
    struct player *player = open_player(&rules, "mcts:nodes=3000");
    for (int i = 0; i < seat; i++)
        state.at[i] = (uint8_t)(state.at[i] + advance);
    int kind = player_choose(player, &rules, &state).kind;
    player_close(player);
    return kind;
}

/* In both variants even odds would make the other move look better. */
TEST(odds_decide_its_choice)
{
    for (uint8_t seat = 0; seat < 3; seat++) {
        assert_int_equal(choose_in_race(RACE_FAST, seat, 3), RACE_RIDE);
        assert_int_equal(choose_in_race(RACE_RISKY, seat, 1), RACE_WALK);
    }
}

/* ---- determinism ----------------------------------------------------------------------------- */

enum { POSITIONS = 400 };

/* Positions of random games with more than one legal move. */
static void gather(const struct ruleset *rules, union any_state *positions)
{
    struct random random = random_stream(5, 5);
    struct move moves[MOVES_MAX];
    union any_state state;
    play_start(rules, state.bytes);
    for (int found = 0; found < POSITIONS;) {
        int count = rules->game->legal(rules, state.bytes, moves);
        if (count == 0) {
            play_start(rules, state.bytes);
            continue;
        }
        if (count > 1 && rules->game->node(rules, state.bytes).actor >= 0)
            memcpy(&positions[found++], &state, sizeof state);
        struct move move = moves[random_below(&random, (uint32_t)count)];
        rules->game->apply(rules, state.bytes, move, NULL);
    }
}

/* The moves chosen, asking from the first to the last position or the other way. */
static uint64_t choose_all(const struct ruleset *rules, const char *description,
                           const union any_state *positions, bool backwards)
{
    struct player *player = open_player(rules, description);
    struct move chosen[POSITIONS];
    for (int i = 0; i < POSITIONS; i++) {
        int at = backwards ? POSITIONS - 1 - i : i;
        chosen[at] = player_choose(player, rules, positions[at].bytes);
    }
    player_close(player);
    return hash_bytes(0, chosen, sizeof chosen);
}

static void expect_moves(const struct ruleset *rules, uint64_t expected)
{
    static union any_state positions[POSITIONS];
    memset(positions, 0, sizeof positions);
    gather(rules, positions);
    uint64_t forwards = choose_all(rules, "mcts:nodes=300,seed=1", positions, false);
    uint64_t backwards = choose_all(rules, "mcts:nodes=300,seed=1", positions, true);
    assert_true(forwards == backwards);
    assert_true(forwards != choose_all(rules, "mcts:nodes=300,seed=2", positions, false));
    assert_true(forwards == choose_all(rules, "mcts:nodes=300,seed=1,ms=600000", positions, true));
    /* The same on every machine and with every compiler. It is another number only if the search
     * or the bytes of a state of this game have changed. */
    assert_int_equal(forwards, expected);
}

TEST(same_state_same_settings_same_move)
{
    struct ruleset rules = race_rules(4, RACE_RISKY);
    expect_moves(&rules, UINT64_C(0xd5a12cc81f3478e7));
    struct ruleset *noughts = open_noughts("line");
    expect_moves(noughts, UINT64_C(0x4f2f7ff124824a5b));
    ruleset_close(noughts);
}

/* ---- limits ---------------------------------------------------------------------------------- */

TEST(the_search_does_as_many_iterations_as_told)
{
    static const int64_t nodes[] = {1, 2, 9, 10, 5000};
    struct ruleset rules = race_rules(2, RACE_FAST);
    struct race_state state = {0};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        struct mcts_settings settings = {.nodes = nodes[i], .explore = 100, .tree = 1000};
        struct mcts *mcts = mcts_open(&settings);
        struct mcts_move moves[MOVES_MAX];
        mcts_search(mcts, &rules, &state);
        assert_int_equal(mcts_moves(mcts, moves), 2);
        assert_int_equal(moves[0].visits + moves[1].visits, nodes[i]);
        assert_true(moves[0].sum <= moves[0].visits * MCTS_WIN);
        mcts_close(mcts);
    }
}

TEST(a_full_tree_and_odd_settings_do_no_harm)
{
    static const char *const descriptions[] = {
        "mcts:nodes=20000,tree=1000",   "mcts:nodes=1",      "mcts:nodes=500,explore=0",
        "mcts:nodes=500,explore=10000", "mcts:ms=2,nodes=0", "mcts:ms=0,nodes=0",
    };
    struct ruleset *rules = open_noughts("line");
    union any_state state;
    play_start(rules, state.bytes);
    rules->game->apply(rules, state.bytes, (struct move){0}, NULL); /* who begins */
    for (size_t i = 0; i < sizeof descriptions / sizeof *descriptions; i++) {
        struct player *player = open_player(rules, descriptions[i]);
        struct move move = player_choose(player, rules, state.bytes);
        assert_true(play_find(rules, state.bytes, move) >= 0);
        player_close(player);
    }
    ruleset_close(rules);
}

/* It would never come back from an hour's search. */
TEST(an_only_move_is_made_at_once)
{
    struct ruleset rules = race_rules(3, RACE_SURE);
    struct race_state state = {0};
    struct player *player = open_player(&rules, "mcts:ms=3600000");
    assert_int_equal(player_choose(player, &rules, &state).kind, RACE_WALK);
    player_close(player);
}

/* ---- strength -------------------------------------------------------------------------------- */

/* Tries every move of everyone else; returns how many lines the seat loses. */
static int count_losses(const struct ruleset *rules, struct player *player, int seat,
                        const void *state, int *lines)
{
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves);
    if (count == 0) {
        struct score score;
        rules->game->score(rules, state, &score);
        ++*lines;
        return score.place[seat] != 1;
    }
    if (rules->game->node(rules, state).actor == seat) {
        moves[0] = player_choose(player, rules, state);
        count = 1;
    }
    int losses = 0;
    for (int i = 0; i < count; i++) {
        union any_state next;
        memcpy(next.bytes, state, rules->game->state_size);
        rules->game->apply(rules, next.bytes, moves[i], NULL);
        losses += count_losses(rules, player, seat, next.bytes, lines);
    }
    return losses;
}

/* The dealer's draw is one of the moves tried, so each seat is both first and second. */
TEST(it_never_loses_at_noughts)
{
    struct ruleset *rules = open_noughts("line");
    struct player *player = open_player(rules, "mcts");
    union any_state state;
    play_start(rules, state.bytes);
    for (int seat = 0; seat < 2; seat++) {
        int lines = 0;
        assert_int_equal(count_losses(rules, player, seat, state.bytes, &lines), 0);
        assert_true(lines > 300);
    }
    player_close(player);
    ruleset_close(rules);
}

/* Where a line loses, only the centre saves the one who begins, and random games advise against
 * it: it takes a deep look to see that. */
TEST(it_finds_a_move_that_looks_bad)
{
    struct ruleset *rules = open_noughts("avoid");
    struct player *player = open_player(rules, "mcts:nodes=150000");
    struct problem problem = {0};
    struct move centre;
    union any_state state;
    assert_true(move_from_text(rules, span_of("mark b2"), &centre, &problem));
    play_start(rules, state.bytes);
    rules->game->apply(rules, state.bytes, (struct move){0}, NULL); /* who begins */
    assert_true(move_equal(player_choose(player, rules, state.bytes), centre));
    player_close(player);
    ruleset_close(rules);
}

static struct selfplay_result play(const struct ruleset *rules, const char *list, uint64_t count)
{
    struct span rest = span_of(list), players[SEATS_MAX];
    struct selfplay task = {.rules = rules, .players = players, .games = count, .seed = 1};
    struct selfplay_result result;
    struct problem problem = {0};
    while (rest.length > 0)
        players[task.player_count++] = player_cut(&rest);
    assert_true(selfplay_run(&task, &result, &problem));
    assert_int_equal(result.errors, 0);
    return result;
}

TEST(it_beats_random)
{
    struct ruleset *noughts = open_noughts("line");
    struct selfplay_result result = play(noughts, "mcts:nodes=200,seed=1,random", 300);
    assert_true(result.wins[0] > 300 * SELFPLAY_WIN * 90 / 100);
    result = play(noughts, "random,mcts:nodes=200", 300);
    assert_true(result.wins[1] > 300 * SELFPLAY_WIN * 90 / 100);
    ruleset_close(noughts);
    for (int seat = 0; seat < 3; seat++) { /* of three in a race of luck; a fair share is 33 % */
        static const char *const lists[] = {"mcts:nodes=200,random,random",
                                            "random,mcts:nodes=200,random",
                                            "random,random,mcts:nodes=200"};
        struct ruleset race3 = race_rules(3, RACE_RISKY);
        result = play(&race3, lists[seat], 400);
        assert_true(result.wins[seat] > 400 * SELFPLAY_WIN * 45 / 100);
    }
}

TEST(more_iterations_play_better)
{
    struct ruleset *noughts = open_noughts("line");
    struct selfplay_result result = play(noughts, "mcts:nodes=1000,mcts:nodes=20", 300);
    assert_true(result.wins[0] > 300 * SELFPLAY_WIN * 60 / 100);
    ruleset_close(noughts);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
