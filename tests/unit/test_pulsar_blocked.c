/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Why something cannot be done in Pulsar 2849. In random games on all setups no reason is given for
 * a legal move or twice, and every text can be told. Every reason is given somewhere: in those
 * games or at one of the tables that are laid out here for the rare ones. */

#include "games/pulsar_2849/reasons.h"

#include "helpers.h"

#include "contract/notation.h"
#include "contract/play.h"

enum { GAMES_OF_SETUP = 40, NODES_LOOKED_AT = 3 /* every third one */ };

/* ---- games ----------------------------------------------------------------------------------- */

static bool seen[REASONS];

struct sitting {
    struct ruleset *rules;
    struct pulsar_state state;
    struct random random;
};

static void open_table(struct sitting *table, int players, int game, int cluster, int start)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(game_find(span_of("pulsar-2849")));
    setup.players = (uint8_t)players;
    setup.options[OPTION_GAME] = (uint8_t)game;
    setup.options[OPTION_CLUSTER] = (uint8_t)cluster;
    setup.options[OPTION_START] = (uint8_t)start;
    table->rules = ruleset_open(game_find(span_of("pulsar-2849")), &setup, NULL, &problem);
    assert_told(&problem, NULL);
    play_start(table->rules, &table->state);
}

static void check_told(const struct ruleset *rules, struct message why)
{
    struct text text = {0};
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        struct teller teller = {(enum language)language, NULL};
        tell_message(rules, &teller, pulsar_words.reasons, why, &text);
        assert_true(text.length > 1);
        if (strpbrk(text_string(&text), "{}|") != NULL)
            fail_msg("not told: %s", text_string(&text));
        text_clear(&text);
    }
    message_write(rules, pulsar_words.reasons, why, &text);
    assert_null(strchr(text_string(&text), '?'));
    text_free(&text);
}

/* Looks at everything that is blocked; returns its number. */
static int look(const struct sitting *table, struct blocked list[BLOCKED_MAX])
{
    const struct ruleset *rules = table->rules;
    struct move moves[MOVES_MAX];
    int legal = rules->game->legal(rules, &table->state, moves);
    int count = rules->game->blocked(rules, &table->state, list);
    if (rules->game->node(rules, &table->state).actor < 0)
        assert_int_equal(count, 0);
    assert_true(count < BLOCKED_MAX);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < legal; k++)
            assert_false(move_equal(list[i].move, moves[k]));
        for (int k = 0; k < i; k++)
            assert_false(move_equal(list[i].move, list[k].move));
        assert_true(list[i].why.kind < REASONS);
        seen[list[i].why.kind] = true;
        check_told(rules, list[i].why);
    }
    return count;
}

static bool step(struct sitting *table)
{
    struct move moves[MOVES_MAX];
    const struct game *game = table->rules->game;
    struct node node = game->node(table->rules, &table->state);
    if (node.actor == NOBODY)
        return false;
    int count = game->legal(table->rules, &table->state, moves);
    struct move move = node.actor == DEALER
                           ? chance_random(table->rules, &table->state, &table->random)
                           : moves[random_below(&table->random, (uint32_t)count)];
    game->apply(table->rules, &table->state, move, NULL);
    return true;
}

static void play_games(int players, int game, int cluster, int start)
{
    struct blocked list[BLOCKED_MAX];
    for (int number = 0; number < GAMES_OF_SETUP; number++) {
        struct sitting table;
        int i = 0;
        open_table(&table, players, game, cluster, start);
        table.random = random_stream((uint64_t)number, 2849);
        do
            if (i++ % NODES_LOOKED_AT == 0)
                look(&table, list);
        while (step(&table));
        ruleset_close(table.rules);
    }
}

static void test_random_games(void **state)
{
    (void)state;
    for (int players = 2; players <= 4; players++)
        for (int game = GAME_STANDARD; game <= GAME_FIRST; game++)
            for (int cluster = SIDE_PLAIN; cluster <= SIDE_DEAD_ENDS; cluster++)
                if (game != GAME_FIRST || cluster == SIDE_PLAIN)
                    play_games(players, game, cluster, players == 3 ? START_EVEN : START_ROLLED);
}

/* The last test: no row of the table is idle. */
static void test_every_reason(void **state)
{
    (void)state;
    for (int reason = 0; reason < REASONS; reason++)
        if (!seen[reason])
            print_message("never given: %s\n", pulsar_words.reasons[reason].name);
    for (int reason = 0; reason < REASONS; reason++)
        assert_true(seen[reason]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_every_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
