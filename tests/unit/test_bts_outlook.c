/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What Beyond the Sun says about the next production, compared with what producing then brings. */

#include "games/beyond_the_sun/bts.h"

#define SITTING_STATE struct bts_state
#include "sitting.h"

#include <string.h>

static void produce(const struct sitting *table, int seat, struct move move)
{
    struct bts_view v = bts_view_of(table->rules, &table->state);
    struct bts_state after = table->state;
    const struct bts_seat *before = &table->state.seats[seat], *then = &after.seats[seat];
    table->rules->game->apply(table->rules, &after, move, NULL);
    if (move.a == DISC_FOOD)
        assert_int_equal(then->population - before->population, bts_growth(&v, seat));
    else if (move.a == DISC_ORE)
        assert_int_equal(then->ore - before->ore, bts_ore_income(&v, seat));
}

/* Tries each production that can be chosen; returns how many. */
static int try_productions(const struct sitting *table)
{
    struct move moves[MOVES_MAX];
    int count = table->rules->game->legal(table->rules, &table->state, moves), tried = 0;
    for (int i = 0; i < count; i++)
        if (moves[i].kind == MOVE_PRODUCE) {
            produce(table, actor_of(table), moves[i]);
            tried++;
        }
    return tried;
}

TEST(test_production_is_foretold) /* BTS-PROD-01 */
{
    struct setup setup = setup_standard(game_find(span_of("beyond-the-sun")));
    int tried = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct sitting table;
        open_sitting(&table, &setup, "beyond-the-sun", seed);
        do
            tried += actor_of(&table) >= 0 ? try_productions(&table) : 0;
        while (step(&table));
        close_table(&table);
    }
    assert_true(tried > 100);
}

/* A client is told: a number of each kind for every seat, none before the factions are dealt. */
TEST(test_production_is_told)
{
    struct setup setup = setup_standard(game_find(span_of("beyond-the-sun")));
    struct sitting table;
    struct text told = {0};
    setup.players = 2;
    open_sitting(&table, &setup, "beyond-the-sun", 1);
    table.rules->game->progress(table.rules, &table.state, &(struct json){.out = &told}, NULL);
    assert_string_equal(text_string(&told),
                        "{\"production\":[{\"population\":0,\"ore\":0},"
                        "{\"population\":0,\"ore\":0}]}");
    text_free(&told);
    close_table(&table);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
