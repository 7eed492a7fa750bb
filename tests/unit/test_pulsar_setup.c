/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: the set-up over many games. What is drawn and how evenly, that nothing still to be
 * drawn shows, and what the number of players changes. Single rules are in tests/scenarios. */

#include "pulsar_games.h"
#include "pulsar_printed.h"

#include "contract/fields.h"

/* Deals, and lets ships and sides be chosen at random, until the first roll. */
static void set_up(struct sitting *table, const struct ruleset *rules, uint64_t seed)
{
    *table = (struct sitting){.rules = rules, .random = random_stream(21, seed)};
    play_start(rules, &table->state);
    while (table->state.round == 0) {
        table->node = the_game()->node(rules, &table->state);
        the_game()->apply(rules, &table->state, any_move(table), NULL);
    }
    assert_int_equal(table->state.agenda.frames[1].task, TASK_ROLL);
}

/* ---- players --------------------------------------------------------------------------------- */

TEST(test_two_to_four_players) /* PUL-ROUND-05 */
{
    static const int wrong[] = {0, 1, 5};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_players_refused(the_game(), wrong[i], "pulsar-2849 takes 2 to 4 players");
    for (int players = 2; players <= 4; players++)
        ruleset_close(open_table(players, GAME_STANDARD, SIDE_PLAIN));
}

TEST(test_dice_boards) /* PUL-SETUP-01, PUL-TRACK-01 */
{
    static const struct pulsar_players boards[] = {
        {.silver = 7, .cubes = {2, 1}, .points = {0, 0, 1}, .initiative = {7, 4, 2}},
        {.silver = 7, .cubes = {3, 2}, .initiative = {7, 4}},
        {.silver = 9, .cubes = {3, 2, 1}, .initiative = {7, 4, 2}},
    };
    for (int players = 2; players <= 4; players++) {
        struct ruleset *rules = open_table(players, GAME_STANDARD, SIDE_PLAIN);
        const struct pulsar_cards *cards = rules->cards;
        const struct pulsar_players *board = &cards->players[players - 2];
        struct sitting table;
        set_up(&table, rules, 1);
        assert_int_equal(as_roll(&table.state.agenda.frames[1])->dice_left,
                         boards[players - 2].silver);
        assert_int_equal(table.state.red, 0);
        assert_memory_equal(board->cubes, boards[players - 2].cubes, 4);
        assert_memory_equal(board->points, boards[players - 2].points, 4);
        assert_memory_equal(board->initiative, boards[players - 2].initiative, 4);
        assert_int_equal(cards->track_start, 8);
        for (int space = 1; space <= 15; space++)
            assert_int_equal(cards->track_loss[space], space < 14 ? 0 : space - 13);
        ruleset_close(rules);
    }
}

/* The dice board apart, three players have what four have, and the planets that are not labelled 4.
 */
TEST(test_three_and_four_players) /* PUL-THREE-01 */
{
    struct ruleset *rules[2];
    struct sitting tables[2];
    int open[2] = {0};
    for (int i = 0; i < 2; i++) {
        rules[i] = open_table(3 + i, GAME_STANDARD, SIDE_PLAIN);
        set_up(&tables[i], rules[i], 4);
    }
    const struct pulsar_cards *cards = rules[0]->cards;
    const struct pulsar_players *three = &cards->players[1], *four = &cards->players[2];
    assert_int_equal(three->leftover, four->leftover);
    assert_int_equal(three->counters, four->counters);
    assert_memory_equal(three->start_points, four->start_points, 3);
    assert_memory_equal(three->points, four->points, 4);
    assert_memory_equal(three->initiative, four->initiative, 2);
    assert_memory_equal(three->cubes, four->cubes, 2);
    assert_int_equal(three->cubes[2], 0);
    assert_int_equal(three->initiative[2], 0);
    for (int system = 1; system <= SYSTEMS; system++) {
        const struct pulsar_system *card = &cards->systems[system];
        assert_int_equal(card->open[1] & ~card->open[2], 0);
        open[0] += bits_count(card->open[1]);
        open[1] += bits_count(card->open[2]);
    }
    assert_int_equal(open[0], 41);
    assert_int_equal(open[1], 50);
    const struct pulsar_state *a = &tables[0].state, *b = &tables[1].state;
    assert_memory_equal(a->tiles, b->tiles, sizeof a->tiles);
    assert_memory_equal(a->seats[0].tokens, b->seats[0].tokens, sizeof a->seats[0].tokens);
    assert_int_equal(a->tracks[INITIATIVE].space[0], b->tracks[INITIATIVE].space[0]);
    ruleset_close(rules[0]);
    ruleset_close(rules[1]);
}

/* ---- boards and goals ------------------------------------------------------------------------ */

TEST(test_dead_ends) /* PUL-SETUP-02 */
{
    for (int side = SIDE_PLAIN; side <= SIDE_DEAD_ENDS; side++) {
        struct ruleset *rules = open_table(3, GAME_STANDARD, side);
        const struct pulsar_cards *cards = rules->cards;
        const struct pulsar_map *map = &cards->maps[side];
        struct sitting table;
        int dead_ends = 0;
        set_up(&table, rules, 1);
        struct pulsar_view v = view_now(&table);
        assert_ptr_equal(map_of(&v), map);
        for (int i = 1; i <= map->node_count; i++)
            dead_ends += map->nodes[i].dead_end;
        assert_int_equal(dead_ends, side == SIDE_DEAD_ENDS ? 3 : 0);
        ruleset_close(rules);
    }
}

TEST(test_no_dead_ends_in_the_first_game) /* PUL-SETUP-03 */
{
    struct setup setup = setup_standard(the_game());
    struct problem problem = {0};
    setup.options[OPTION_GAME] = GAME_FIRST;
    setup.options[OPTION_CLUSTER] = SIDE_DEAD_ENDS;
    assert_null(ruleset_open(the_game(), &setup, NULL, &problem));
    assert_true(problem_is_set(&problem));
}

/* The tiles of the goals in play as bits; no two are the same. */
static unsigned tiles_in_play(const struct sitting *table)
{
    const struct pulsar_cards *cards = table->rules->cards;
    unsigned tiles = 0;
    for (int i = 0; i < GOALS_IN_PLAY; i++) {
        assert_in_range(table->state.goals[i], 1, GOALS);
        tiles |= 1u << cards->goals[table->state.goals[i]].tile;
    }
    assert_int_equal(bits_count(tiles), GOALS_IN_PLAY);
    return tiles;
}

TEST(test_no_headquarters) /* PUL-SETUP-04 */
{
    unsigned seen = 0;
    for (int players = 2; players <= 4; players++) {
        struct ruleset *rules = open_table(players, GAME_NO_HEADQUARTERS, SIDE_PLAIN);
        for (uint64_t seed = 0; seed < 500; seed++) {
            struct sitting table;
            set_up(&table, rules, seed);
            for (int category = 0; category < CATEGORIES; category++)
                assert_int_equal(table.state.boards[category], 1 + category);
            for (int seat = 0; seat < players; seat++)
                assert_int_equal(table.state.seats[seat].board | table.state.seats[seat].side, 0);
            seen |= tiles_in_play(&table);
        }
        ruleset_close(rules);
    }
    assert_int_equal(seen, 0x3e); /* tiles 1 to 5 */
}

TEST(test_goals_are_drawn) /* PUL-SETUP-05 */
{
    struct ruleset *rules = open_table(3, GAME_STANDARD, SIDE_PLAIN);
    int seen[GOALS + 1] = {0};
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct sitting table;
        set_up(&table, rules, seed);
        tiles_in_play(&table);
        for (int i = 0; i < GOALS_IN_PLAY; i++)
            seen[table.state.goals[i]]++;
    }
    for (int goal = 1; goal <= GOALS; goal++)
        assert_in_range(seen[goal], 90, 160);
    ruleset_close(rules);
}

/* All 17 technologies of the boards in play, by their index. */
static void check_technologies(struct sitting *table)
{
    struct pulsar_view v = view_now(table);
    for (int index = 0; index < TECHS_IN_PLAY; index++) {
        const struct pulsar_tech *tech = tech_at(&v, index);
        assert_int_equal(tech->index, index);
        assert_int_equal(1 + tech->letter * CATEGORIES + tech->category,
                         table->state.boards[tech->category]);
    }
}

TEST(test_boards_are_drawn) /* PUL-SETUP-06 */
{
    struct ruleset *rules = open_table(3, GAME_STANDARD, SIDE_PLAIN);
    int seen[LETTERS * CATEGORIES + 1] = {0};
    uint64_t mixtures = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        struct sitting table;
        unsigned mixture = 0;
        set_up(&table, rules, seed);
        for (int category = 0; category < CATEGORIES; category++) {
            int board = table.state.boards[category];
            assert_int_equal((board - 1) % CATEGORIES, category);
            mixture = mixture * LETTERS + (unsigned)(board - 1) / CATEGORIES;
            seen[board]++;
        }
        mixtures |= bit(mixture);
        check_technologies(&table);
    }
    for (int board = 1; board <= LETTERS * CATEGORIES; board++)
        assert_in_range(seen[board], 205, 295);
    assert_true(mixtures == UINT64_MAX); /* 4 x 4 x 4 */
    ruleset_close(rules);
}

/* ---- what lies face down --------------------------------------------------------------------- */

/* Turns up all systems in some order; returns the tile that was removed. */
static int turn_up_all(struct sitting *table, int first, int where[SYSTEMS + 1][NODE_SYSTEMS])
{
    struct pulsar_table t = pulsar_table_of(table->rules, &table->state, NULL);
    for (int i = 0; i < NODE_SYSTEMS; i++) {
        int at = (first + 5 * i) % NODE_SYSTEMS;
        assert_int_equal(table->state.systems[at], 0);
        push_task(&t, reveal, 0, .location = map_of(&t.view)->systems[at + 1]);
        struct move move = chance_random(table->rules, &table->state, &table->random);
        agenda_pop(&table->state.agenda);
        table->state.systems[at] = move.a;
        where[move.a][at]++;
    }
    return (int)bits_first(pulsar_unseen_systems(&t.view));
}

/* Systems are drawn only when they are turned up, and yet it is as if 16 of the 17 had been laid
 * out before: each is equally often in each place, and equally often the one that was removed. */
TEST(test_systems_as_if_laid_out_before) /* PUL-SETUP-08 */
{
    struct ruleset *rules = open_table(3, GAME_FIRST, SIDE_PLAIN);
    int where[SYSTEMS + 1][NODE_SYSTEMS] = {{0}}, removed[SYSTEMS + 1] = {0};
    for (uint64_t seed = 0; seed < 1700; seed++) {
        struct sitting table;
        set_up(&table, rules, seed);
        struct pulsar_view v = view_now(&table);
        assert_int_equal(bits_count(pulsar_unseen_systems(&v)), SYSTEMS);
        removed[turn_up_all(&table, (int)(seed % NODE_SYSTEMS), where)]++;
        assert_int_equal(bits_count(pulsar_unseen_systems(&v)), 1);
    }
    for (int system = 1; system <= SYSTEMS; system++) {
        assert_in_range(removed[system], 60, 140);
        for (int at = 0; at < NODE_SYSTEMS; at++)
            assert_in_range(where[system][at], 60, 140);
    }
    ruleset_close(rules);
}

TEST(test_transmitters_by_letter) /* PUL-SETUP-11 */
{
    struct ruleset *rules = open_table(4, GAME_FIRST, SIDE_PLAIN);
    int seen[TRANSMITTERS + 1] = {0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct sitting table;
        set_up(&table, rules, seed);
        for (int i = 0; i < TRANSMITTERS; i++) {
            bool on_offer = false;
            for (int k = 0; k < ON_OFFER; k++)
                on_offer = on_offer || table.state.offer[k] == i + 1;
            assert_int_equal(table.state.transmitter_pile[i],
                             on_offer ? 0 : 1 + i / TRANSMITTERS_OF_LETTER);
            seen[i + 1] += on_offer;
        }
    }
    for (int i = 1; i <= TRANSMITTERS; i++)
        assert_in_range(seen[i], i <= TRANSMITTERS_OF_LETTER ? 115 : 0,
                        i <= TRANSMITTERS_OF_LETTER ? 185 : 0);
    ruleset_close(rules);
}

/* A tile of the stack is as likely as any other one. */
TEST(test_exploration_tiles) /* PUL-SETUP-12 */
{
    struct ruleset *rules = open_table(3, GAME_FIRST, SIDE_PLAIN);
    const struct pulsar_cards *cards = rules->cards;
    struct sitting table;
    struct chance chance;
    set_up(&table, rules, 1);
    struct pulsar_table t = pulsar_table_of(rules, &table.state, NULL);
    push_task(&t, tile, 0, .draws_left = 1);
    chance_list(rules, &table.state, &chance);
    assert_int_equal(chance.total, 12);
    for (int i = 0; i < chance.count; i++) {
        assert_int_equal(chance.moves[i].kind, MOVE_TILE);
        assert_int_equal(chance.weights[i], cards->tiles[chance.moves[i].a].count);
    }
    ruleset_close(rules);
}

/* Makes the same moves again up to a draw: the text of the state is the same whatever is drawn
 * then, and every outcome is still possible. */
static void assert_draw_does_not_show(const struct ruleset *rules, const struct pulsar_state *now,
                                      const struct move *made, int count)
{
    struct pulsar_state again;
    struct move moves[MOVES_MAX];
    struct text text = {0}, other_text = {0};
    play_start(rules, &again);
    for (int i = 0; i < count; i++)
        the_game()->apply(rules, &again, made[i], NULL);
    state_write(rules, now, &text);
    state_write(rules, &again, &other_text);
    assert_string_equal(text_string(&text), text_string(&other_text));
    int outcomes = the_game()->legal(rules, now, moves);
    for (int i = 0; i < outcomes; i++) {
        struct pulsar_state branch = again;
        assert_true(play_move(rules, &branch, moves[i], NULL));
    }
    text_free(&text);
    text_free(&other_text);
}

/* PUL-SETUP-08, PUL-SETUP-12 */
TEST(test_the_state_tells_nothing_of_draws_to_come)
{
    enum { LONGEST = 250 };
    for (int players = 2; players <= 4; players++) {
        struct ruleset *rules = open_table(players, GAME_STANDARD, players % 2);
        struct sitting table = {.rules = rules, .random = random_stream(5, (uint64_t)players)};
        struct move made[LONGEST];
        int draws = 0;
        play_start(rules, &table.state);
        for (int i = 0; i < LONGEST && !is_over(&table); i++) {
            table.node = the_game()->node(rules, &table.state);
            if (table.node.actor == DEALER && draws++ % 3 == 0)
                assert_draw_does_not_show(rules, &table.state, made, i);
            made[i] = any_move(&table);
            the_game()->apply(rules, &table.state, made[i], NULL);
        }
        assert_true(draws > 40);
        ruleset_close(rules);
    }
}

/* ---- seats ----------------------------------------------------------------------------------- */

TEST(test_holdings_at_the_start) /* PUL-SETUP-10, PUL-SETUP-09, PUL-SETUP-14 */
{
    for (int players = 2; players <= 4; players++) {
        struct ruleset *rules = open_table(players, GAME_STANDARD, SIDE_DEAD_ENDS);
        struct sitting table;
        set_up(&table, rules, 2);
        struct pulsar_view v = view_now(&table);
        for (int place = 0; place < players; place++) {
            struct pulsar_seat me = *seat_of(&v, pulsar_seat_in_order(&v, place));
            struct pulsar_seat expected = {.ship = me.ship, .board = me.board, .side = me.side};
            expected.points[SOURCE_START] = (int16_t)(5 + place);
            expected.tokens[PLUS_MINUS] = 1;
            assert_memory_equal(&me, &expected, sizeof me);
            assert_int_equal(pulsar_rings_left(&v, pulsar_seat_in_order(&v, place)), 6);
        }
        for (int size = 0; size < SIZES; size++) {
            assert_int_equal(pulsar_gyrodyne_stock(&v, size), 10);
            assert_int_equal(v.cards->gyrodynes[size].awards[0], 7);
            assert_int_equal(v.cards->gyrodynes[size].awards[1], 4);
        }
        ruleset_close(rules);
    }
}

TEST(test_who_begins) /* PUL-SETUP-13 */
{
    for (int players = 2; players <= 4; players++) {
        struct ruleset *rules = open_table(players, GAME_FIRST, SIDE_PLAIN);
        int first[SEATS_MAX + 1] = {0}, last[SEATS_MAX + 1] = {0}, mean = 1000 / players;
        for (uint64_t seed = 0; seed < 1000; seed++) {
            struct sitting table;
            set_up(&table, rules, seed);
            first[table.state.order[0]]++;
            last[table.state.order[players - 1]]++;
        }
        for (int seat = 1; seat <= players; seat++) {
            assert_in_range(first[seat], mean - 50, mean + 50);
            assert_in_range(last[seat], mean - 50, mean + 50);
        }
        ruleset_close(rules);
    }
}

/* Which seats share an entry gate or a headquarters board: none. */
TEST(test_headquarters_and_ships_differ) /* PUL-SETUP-17, PUL-SETUP-16 */
{
    struct ruleset *rules = open_table(4, GAME_STANDARD, SIDE_PLAIN);
    const struct pulsar_cards *cards = rules->cards;
    int seen[LETTERS + 1] = {0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct sitting table;
        unsigned boards = 0, gates = 0;
        set_up(&table, rules, seed);
        for (int seat = 0; seat < 4; seat++) {
            const struct pulsar_seat *me = &table.state.seats[seat];
            boards |= 1u << me->board;
            gates |= 1u << cards->maps[SIDE_PLAIN].nodes[me->ship].number;
            assert_int_equal(cards->maps[SIDE_PLAIN].nodes[me->ship].kind, NODE_ENTRY);
            assert_int_equal(cards->sides[me->side].board, me->board - 1); /* PUL-SETUP-18 */
        }
        assert_int_equal(boards, 0x1e);
        assert_int_equal(gates, 0x1e);
        seen[table.state.seats[0].board]++;
    }
    for (int board = 1; board <= LETTERS; board++)
        assert_in_range(seen[board], 65, 135);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
