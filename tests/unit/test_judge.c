/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The evaluation of positions: chances that add up, exact values at the end of a game, and a value
 * that grows with the chance to win and with the lead. */

#include "helpers.h"

#include "contract/play.h"
#include "players/judge.h"

enum { ROUNDING = 2 * SEATS_MAX }; /* in what each seat sees, and in the mean of that */

static struct ruleset *open_game(const struct game *game, int players)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)players;
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_non_null(rules);
    return rules;
}

static void check_chances(const struct judge *judge, const struct ruleset *rules, const void *state)
{
    struct estimate estimate;
    uint32_t all = 0;
    judge->estimate(judge, rules, state, &estimate);
    for (int seat = 0; seat < rules->setup.players; seat++) {
        assert_in_range(estimate.win[seat], 0, JUDGE_ONE);
        assert_in_range(judge_value(&estimate, rules->setup.players, seat), 0, JUDGE_ONE);
        all += estimate.win[seat];
    }
    assert_in_range(all, JUDGE_ONE - ROUNDING, JUDGE_ONE);
}

/* At every node of a random game, by rule of thumb and by the best judge. */
TEST(chances_add_up_all_through_a_game)
{
    for (int i = 0; games[i] != NULL; i++)
        for (int players = games[i]->players_min; players <= games[i]->players_max; players++) {
            struct ruleset *rules = open_game(games[i], players);
            struct random random = random_stream(2, (uint64_t)players);
            struct move moves[MOVES_MAX];
            union any_state state;
            play_start(rules, &state);
            for (int count; (count = games[i]->legal(rules, &state, moves)) > 0;) {
                check_chances(&judge_by_thumb, rules, &state);
                check_chances(judge_of(games[i]), rules, &state);
                games[i]->apply(rules, &state, moves[random_below(&random, (uint32_t)count)], NULL);
            }
            check_chances(&judge_by_thumb, rules, &state);
            check_chances(judge_of(games[i]), rules, &state);
            ruleset_close(rules);
        }
}

TEST(ends_are_told_exactly)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_game(games[i], games[i]->players_max);
        struct random random = random_stream(8, 0);
        struct estimate estimate;
        struct score score;
        union any_state state;
        play_start(rules, &state);
        play_out(rules, &state, &random);
        games[i]->score(rules, &state, &score);
        judge_of(games[i])->estimate(judge_of(games[i]), rules, &state, &estimate);
        for (int seat = 0; seat < rules->setup.players; seat++) {
            assert_int_equal(estimate.points[seat], score.total[seat] * JUDGE_POINT);
            assert_true((estimate.win[seat] > 0) == (score.place[seat] == 1));
        }
        ruleset_close(rules);
    }
}

TEST(a_draw_is_half_a_win)
{
    struct ruleset *rules = open_noughts("first");
    union any_state state;
    struct estimate estimate;
    struct move moves[MOVES_MAX];
    struct random random = random_stream(1, 0);
    struct score score;
    do { /* until a random game is drawn */
        play_start(rules, &state);
        play_out(rules, &state, &random);
        rules->game->score(rules, &state, &score);
    } while (score.place[0] != score.place[1]);
    assert_int_equal(rules->game->legal(rules, &state, moves), 0);
    judge_end(rules, &state, &estimate);
    assert_int_equal(estimate.win[0], JUDGE_ONE / 2);
    assert_int_equal(estimate.win[1], JUDGE_ONE / 2);
    ruleset_close(rules);
}

static uint32_t value_of(uint32_t win, int32_t mine, int32_t theirs)
{
    struct estimate estimate = {.win = {win, JUDGE_ONE - win}, .points = {mine, theirs}};
    return judge_value(&estimate, 2, 0);
}

TEST(chances_count_more_than_points)
{
    assert_int_equal(value_of(JUDGE_ONE / 2, 500, 500), JUDGE_ONE / 2);
    assert_true(value_of(JUDGE_ONE / 2, 600, 500) > value_of(JUDGE_ONE / 2, 500, 500));
    assert_true(value_of(JUDGE_ONE, 600, 500) > value_of(JUDGE_ONE / 2, 90000, 500));
    assert_true(value_of(0, 0, 100) > value_of(0, 0, 200)); /* plays on when it is lost */
}

/* ---- moves ----------------------------------------------------------------------------------- */

enum { DRAWN = 4000 };

/* A judge that finds the first legal move nine times as likely as all others together. */
static void prefer_first(const struct judge *judge, const struct ruleset *rules, const void *state,
                         const struct move *moves, int count, uint32_t *likely)
{
    (void)judge;
    (void)rules;
    (void)state;
    (void)moves;
    for (int i = 0; i < count; i++)
        likely[i] = i == 0 ? JUDGE_ONE * 9 / 10 : JUDGE_ONE / 10 / (uint32_t)(count - 1);
}

/* How often of DRAWN the likeliest move is drawn. */
static int drawn_first(const struct ruleset *rules, const void *state, enum draw draw)
{
    const struct judge judge = {.estimate = judge_by_thumb.estimate, .prefer = prefer_first};
    struct random random = random_stream(5, draw);
    int firsts = 0;
    for (int i = 0; i < DRAWN; i++)
        firsts += play_find(rules, state, judge_draw(&judge, rules, state, draw, &random)) == 0;
    return firsts;
}

/* Of nine marks: by likelihood 90 %; by its square nearly always; by its square root
 * √0.9 / (√0.9 + 8 · √(0.1 / 8)) = 51 %. */
TEST(moves_are_drawn_likely_sharply_and_freely)
{
    struct ruleset *rules = open_noughts("first");
    union any_state state;
    play_start(rules, &state);
    assert_in_range(drawn_first(rules, &state, DRAW_LIKELY), DRAWN * 88 / 100, DRAWN * 92 / 100);
    assert_in_range(drawn_first(rules, &state, DRAW_SHARPLY), DRAWN * 99 / 100, DRAWN);
    assert_in_range(drawn_first(rules, &state, DRAW_FREELY), DRAWN * 48 / 100, DRAWN * 55 / 100);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
