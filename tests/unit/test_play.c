/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Checked moves, odds of chance moves with and without weights, and random playouts. */

#include "helpers.h"
#include "toy.h"

#include "contract/play.h"

static const struct ruleset toy_rules = {.game = &toy, .setup = {.players = 2}};

TEST(test_start_zeroes_the_state)
{
    struct toy_state toys;
    memset(&toys, 0xff, sizeof toys);
    play_start(&toy_rules, &toys);
    const struct toy_state expected = {.count = 1};
    assert_memory_equal(&toys, &expected, sizeof toys);
}

TEST(test_checked_moves)
{
    struct ruleset *rules = open_noughts("first");
    union any_state table, before;
    static struct events events;
    play_start(rules, &table);
    assert_int_equal(play_find(rules, &table, (struct move){1, 4, 0, 0}), 4);
    assert_true(play_move(rules, &table, (struct move){1, 4, 0, 0}, &events));
    assert_int_equal(events.count, 1);
    before = table;
    static const struct move wrong[] = {{1, 4, 0, 0}, {0, 0, 0, 0}, {1, 9, 0, 0},
                                        {1, 3, 1, 0}, {1, 3, 0, 1}, {200, 3, 0, 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(play_find(rules, &table, wrong[i]), -1);
        assert_false(play_move(rules, &table, wrong[i], &events));
        assert_memory_equal(&table, &before, rules->game->state_size);
        assert_int_equal(events.count, 1);
    }
    ruleset_close(rules);
}

/* As the toy, but everything is the turn of seat 1, and there are two moves of the dealer in a
 * round. */
static struct node node_in_turns(const struct ruleset *rules, const void *state)
{
    struct node node = toy_node(rules, state);
    node.turn = 0;
    node.round = ((const struct toy_state *)state)->byte / 4;
    return node;
}

TEST(test_moves_that_reveal)
{
    const struct move load = {TOY_LOAD, 0, 1, 1};
    struct game turns = toy;
    turns.node = node_in_turns;
    const struct ruleset rules = {.game = &turns, .setup = {.players = 2}};
    struct toy_state toys = {.byte = 1}, before = toys;
    struct node after;
    assert_true(play_reveals(&rules, &toys, load, &after));
    assert_int_equal(after.actor, DEALER);
    assert_memory_equal(&toys, &before, sizeof toys);
    assert_false(play_reveals(&toy_rules, &toys, load, &after)); /* there are no turns */
    toys.byte = 3;
    assert_false(play_reveals(&rules, &toys, load, &after)); /* a new round begins */
    toys.byte = 7;
    assert_false(play_reveals(&rules, &toys, load, &after)); /* the game is over */
}

/* What finds no room in the list is counted, and nothing that is there changes. */
TEST(test_events_beyond_the_list)
{
    static struct events events;
    for (int i = 0; i < EVENTS_MAX + 3; i++)
        event_add(&events, (struct message){.kind = 1, .a = (int16_t)i});
    assert_int_equal(events.count, EVENTS_MAX);
    assert_int_equal(events.dropped, 3);
    for (int i = 0; i < EVENTS_MAX; i++)
        assert_int_equal(events.list[i].a, i);
    events_clear(&events);
    assert_int_equal(events.count, 0);
    assert_int_equal(events.dropped, 0);
    event_add(NULL, (struct message){.kind = 1}); /* a search asks for none */
}

TEST(test_odds_without_weights)
{
    struct ruleset *rules = open_noughts("drawn");
    union any_state table;
    struct chance chance;
    play_start(rules, &table);
    chance_list(rules, &table, &chance);
    assert_int_equal(chance.count, 2);
    assert_int_equal(chance.total, 2);
    for (uint32_t ticket = 0; ticket < 2; ticket++)
        assert_int_equal(chance_draw(&chance, ticket).a, ticket);
    ruleset_close(rules);
}

/* Red has one ticket, green two, blue three. */
TEST(test_odds_with_weights)
{
    struct toy_state toys;
    struct chance chance;
    play_start(&toy_rules, &toys);
    chance_list(&toy_rules, &toys, &chance);
    assert_int_equal(chance.count, 3);
    assert_int_equal(chance.total, 6);
    static const uint8_t colours[] = {0, 1, 1, 2, 2, 2};
    for (uint32_t ticket = 0; ticket < 6; ticket++)
        assert_int_equal(chance_draw(&chance, ticket).a, colours[ticket]);
}

TEST(test_random_draws_keep_the_odds)
{
    enum { DRAWS = 60000 };
    struct toy_state toys;
    struct random random = random_stream(3, 0);
    int counts[COLOURS] = {0};
    play_start(&toy_rules, &toys);
    for (int i = 0; i < DRAWS; i++)
        counts[chance_random(&toy_rules, &toys, &random).a]++;
    for (int i = 0; i < COLOURS; i++)
        assert_in_range(counts[i], DRAWS / 6 * (i + 1) - 700, DRAWS / 6 * (i + 1) + 700);
}

/* Chance inside a playout keeps its weights; the moves of seats are uniform. */
TEST(test_playouts)
{
    enum { GAMES = 6000 };
    struct random random = random_stream(4, 0);
    int last[COLOURS] = {0}, loads[COLOURS] = {0};
    for (int i = 0; i < GAMES; i++) {
        struct toy_state toys;
        play_start(&toy_rules, &toys);
        assert_int_equal(play_out(&toy_rules, &toys, &random), 8);
        assert_int_equal(toys.byte, 8);
        last[toys.ships[0].colour]++;
        for (int colour = 0; colour < COLOURS; colour++)
            loads[colour] += toys.cargo[0][colour];
    }
    for (int i = 0; i < COLOURS; i++) {
        assert_in_range(last[i], GAMES / 6 * (i + 1) - 230, GAMES / 6 * (i + 1) + 230);
        assert_in_range(loads[i], GAMES * 4 / 3 - 440, GAMES * 4 / 3 + 440);
    }
}

TEST(test_a_playout_depends_on_its_seed_alone)
{
    struct ruleset *rules = open_noughts("drawn");
    for (uint64_t seed = 0; seed < 50; seed++) {
        union any_state once, twice;
        struct random first = random_stream(seed, 0), second = first;
        play_start(rules, &once);
        play_start(rules, &twice);
        assert_int_equal(play_out(rules, &once, &first), play_out(rules, &twice, &second));
        assert_true(state_hash(rules, &once) == state_hash(rules, &twice));
        assert_int_equal(rules->game->node(rules, &once).actor, NOBODY);
        assert_int_equal(play_out(rules, &once, &first), 0); /* it is over */
    }
    ruleset_close(rules);
}

TEST(test_hash_is_the_identity)
{
    struct toy_state toys = {0}, other = {0};
    assert_true(state_hash(&toy_rules, &toys) == state_hash(&toy_rules, &other));
    other.spare[5] = 1; /* the last byte */
    assert_true(state_hash(&toy_rules, &toys) != state_hash(&toy_rules, &other));
}

int main(void)
{
    return run_registered(NULL, NULL);
}
