/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Moves of computer players, made by workers. */

#include "tables_parts.h"

#include "player_limits.h"

#include "contract/notation.h"
#include "contract/ruleset.h"

#include "base/container_of.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* No move takes longer, whatever its description allows. */
enum { BOT_MS = 3000 };

/* The player of the seat; one without a tree if there is no memory for it. */
static struct player *open_player(const struct bot *bot)
{
    struct player_spec spec = player_of_seat(span_of(bot->player));
    struct player_spec small = player_without_tree();
    struct problem problem = {0};
    uint64_t seed; /* that nobody knows: what a careless player does next is not for reckoning */
    randombytes_buf(&seed, sizeof seed);
    struct player *player = player_make(bot->rules, &spec, seed, &problem);
    return player != NULL ? player : player_make(bot->rules, &small, seed, &problem);
}

static void bot_run(struct work *work)
{
    struct bot *bot = (struct bot *)work;
    struct player *player = open_player(bot);
    int64_t start = loop_now();
    assert(player != NULL); /* the small one is always there */
    player_bound(player, (struct player_limit){&bot->tables->stopping, start + BOT_MS});
    player_resume(player, bot->rules, &bot->state, bot->spent_ms);
    bot->move = player_choose(player, bot->rules, &bot->state);
    bot->spent_ms += loop_now() - start;
    player_close(player);
}

static void move_made(struct table_change *change, enum change_result result, struct table *table,
                      const struct problem *problem)
{
    struct bot *bot = container_of(change, struct bot, change);
    (void)result;
    (void)table;
    (void)problem;
    bot->runs = false; /* the registry asks again if someone is still awaited */
}

static void make_move(struct table_lookup *lookup, struct table *table,
                      const struct problem *problem)
{
    struct bot *bot = container_of(lookup, struct bot, lookup);
    assert(bot->runs);
    (void)problem;
    if (table == NULL || table->rows != bot->rows) {
        bot->runs = false;
        return;
    }
    struct table_row row = {.kind = ROW_MOVE, .time = loop_time()};
    text_clear(&bot->body);
    text_addf(&bot->body, "%d ", bot->seat + 1);
    move_write(table->rules, bot->move, &bot->body);
    row.body = text_span(&bot->body);
    bot->change = (struct table_change){.done = move_made, .expected = bot->rows};
    tables_apply(bot->tables, table, &row, &bot->change);
}

static void bot_decided(struct work *work)
{
    struct bot *bot = (struct bot *)work;
    assert(bot->runs && bot->rules != NULL);
    ruleset_close(bot->rules);
    bot->rules = NULL;
    if (bot->tables->stopping) { /* it may have been cut off: the next server thinks again */
        bot->runs = false;
        return;
    }
    bot->lookup.ready = make_move;
    tables_look_up(bot->tables, bot->table_id, &bot->lookup);
}

static bool same_turn(struct node one, struct node other)
{
    return one.round == other.round && one.turn == other.turn;
}

/* Each table has one bot at work at most, so this many of them is a server that is far too
 * small.
 */
enum { BOTS_WAITING_MAX = 4096 };

bool bots_are_too_many(const struct tables *tables)
{
    return workers_waiting(tables->workers) >= BOTS_WAITING_MAX;
}

void bot_play(struct tables *tables, struct table *table, struct bot *bot)
{
    int awaited = table_awaited(table);
    if (bot->runs || tables->stopping || awaited < 0 || table->paused ||
        table->seats[awaited].player[0] == '\0' ||
        session_awaits_confirm(table->session) == awaited)
        return;
    struct node node = table->rules->game->node(table->rules, session_state(table->session));
    *bot = (struct bot){.tables = tables,
                        .rows = table->rows,
                        .seat = awaited,
                        .rules = ruleset_open_again(table->rules),
                        .body = bot->body,
                        .turn = node,
                        .spent_ms = same_turn(bot->turn, node) ? bot->spent_ms : 0,
                        .runs = true};
    memcpy(bot->table_id, table->id, sizeof bot->table_id);
    memcpy(bot->player, table->seats[awaited].player, sizeof bot->player);
    memcpy(&bot->state, session_state(table->session), table->rules->game->state_size);
    bot->work.run = bot_run;
    bot->work.done = bot_decided;
    bot->work.person = table->plan.owner;
    bot->work.house = quotas_house(&tables->quotas, table->plan.owner);
    workers_add(tables_workers(tables), &bot->work, false);
}

void bot_drop(struct bot *bot)
{
    assert(!bot->runs);
    ruleset_close(bot->rules);
    text_free(&bot->body);
    *bot = (struct bot){0};
}
