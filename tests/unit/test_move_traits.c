/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Traits of moves: within their number, different for different moves, and the same for a seat
 * wherever it sits. */

#include "helpers.h"

#include "contract/play.h"
#include "players/move_traits.h"

#include <string.h>

static bool are_equal(const uint16_t *a, const uint16_t *b)
{
    return memcmp(a, b, TRAITS_OF_MOVE * sizeof *a) == 0;
}

/* Legal moves side by side: no two look alike to a learner. */
static void check_moves(const struct move_traits *traits, const struct ruleset *rules,
                        const void *state)
{
    struct move moves[MOVES_MAX];
    static uint16_t of[MOVES_MAX][TRAITS_OF_MOVE];
    int seat = rules->game->node(rules, state).actor;
    int count = rules->game->legal(rules, state, moves);
    for (int i = 0; i < count; i++) {
        move_traits_of(traits, moves[i], seat, rules->setup.players, of[i]);
        assert_in_range(of[i][0], 0, traits->count - 1); /* its kind is always known */
        for (int k = 1; k < TRAITS_OF_MOVE; k++)
            assert_true(of[i][k] == TRAIT_NONE || of[i][k] < traits->count);
        for (int k = 0; k < i; k++)
            assert_false(are_equal(of[i], of[k]));
    }
}

TEST(test_moves_differ)
{
    for (int i = 0; games[i] != NULL; i++) {
        struct ruleset *rules = open_standard_rules(games[i]);
        struct move_traits traits;
        struct random random = random_stream(5, 5);
        union any_state state;
        move_traits_open(&traits, games[i]);
        assert_in_range(traits.count, 1, TRAITS_MAX);
        play_start(rules, &state);
        while (games[i]->node(rules, &state).actor != NOBODY) {
            if (games[i]->node(rules, &state).actor >= 0)
                check_moves(&traits, rules, &state);
            play_random(rules, &state, &random);
        }
        ruleset_close(rules);
    }
}

/* The row of moves with that name. */
static uint8_t kind_named(const struct game *game, const char *name)
{
    uint8_t kind = 0;
    while (strcmp(game->words->moves[kind].name, name) != 0)
        kind++;
    return kind;
}

/* Whom a move is about counts from the one that looks. */
TEST(test_seats_are_relative)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    struct move_traits traits;
    uint16_t one[TRAITS_OF_MOVE], other[TRAITS_OF_MOVE];
    struct move rival = {.kind = kind_named(game, "pay-to"), .a = 1};
    move_traits_open(&traits, game);
    move_traits_of(&traits, rival, 0, 4, one);
    rival.a = 3;
    move_traits_of(&traits, rival, 2, 4, other);
    assert_true(are_equal(one, other));
    move_traits_of(&traits, rival, 0, 4, other);
    assert_false(are_equal(one, other));
}

/* What no table knows has no trait, and nothing breaks. */
TEST(test_unknown_moves)
{
    struct move_traits traits;
    uint16_t of[TRAITS_OF_MOVE];
    move_traits_open(&traits, game_find(span_of("pulsar-2849")));
    move_traits_of(&traits, (struct move){255, 255, 255, 255}, 0, 2, of);
    for (int i = 0; i < TRAITS_OF_MOVE; i++)
        assert_int_equal(of[i], TRAIT_NONE);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
