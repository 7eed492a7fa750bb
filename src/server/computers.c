/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Moves of computer players, made by workers. */

#include "tables_parts.h"

#include "table/player_limits.h"

#include "contract/notation.h"
#include "contract/ruleset.h"

#include "base/container_of.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* No move takes longer, whatever its description allows. */
enum { COMPUTER_MS = 3000 };

/* What the trees of all tables may take that wait for the next decision of a turn. Without a limit
 * a server with many tables would keep hundreds of them. */
#define KEPT_BYTES_MAX (INT64_C(256) << 20)

static bool same_turn(struct node one, struct node other)
{
    return one.round == other.round && one.turn == other.turn;
}

/* The player of the seat; one without a tree if there is no memory for it. */
static struct player *open_player(const struct computer *computer)
{
    struct player_spec spec = player_of_seat(span_of(computer->player));
    struct player_spec small = player_without_tree();
    struct problem problem = {0};
    uint64_t seed; /* that nobody knows: what a careless player does next is not for reckoning */
    randombytes_buf(&seed, sizeof seed);
    struct player *player = player_make(computer->rules, &spec, seed, &problem);
    return player != NULL ? player : player_make(computer->rules, &small, seed, &problem);
}

/* Is it still the same turn after the move? Then the player decides again, sooner or later. */
static bool turn_goes_on(const struct computer *computer)
{
    const struct ruleset *rules = computer->rules;
    union any_state after;
    memcpy(&after, &computer->state, rules->game->state_size);
    rules->game->apply(rules, &after, computer->move, NULL);
    return same_turn(rules->game->node(rules, &after), computer->turn);
}

static void computer_run(struct work *work)
{
    struct computer *computer = (struct computer *)work;
    if (computer->kept == NULL)
        computer->kept = open_player(computer);
    struct player *player = computer->kept;
    int64_t start = loop_now();
    assert(player != NULL); /* the small one is always there */
    player_bound(player, (struct player_limit){&computer->tables->stopping, start + COMPUTER_MS});
    player_resume(player, computer->rules, &computer->state, computer->spent_ms);
    computer->move = player_choose(player, computer->rules, &computer->state);
    computer->spent_ms += loop_now() - start;
    if (computer->kept_bytes > 0 && turn_goes_on(computer))
        return;
    player_close(player); /* here, not in the loop: a large tree takes its time */
    computer->kept = NULL;
}

static void move_made(struct table_change *change, enum change_result result, struct table *table,
                      const struct problem *problem)
{
    struct computer *computer = container_of(change, struct computer, change);
    (void)result;
    (void)table;
    (void)problem;
    computer->runs = false; /* the registry asks again if someone is still awaited */
}

static void make_move(struct table_lookup *lookup, struct table *table,
                      const struct problem *problem)
{
    struct computer *computer = container_of(lookup, struct computer, lookup);
    assert(computer->runs);
    (void)problem;
    if (table == NULL || table->rows != computer->rows) {
        computer->runs = false;
        return;
    }
    struct table_row row = {.kind = ROW_MOVE, .time = loop_time()};
    text_clear(&computer->body);
    text_addf(&computer->body, "%d ", computer->seat + 1);
    move_write(table->rules, computer->move, &computer->body);
    row.body = text_span(&computer->body);
    computer->change = (struct table_change){.done = move_made, .expected = computer->rows};
    tables_apply(computer->tables, table, &row, &computer->change);
}

/* What was reserved for what is kept. */
static void give_room_back(struct computer *computer)
{
    assert(computer->kept == NULL && computer->tables->kept_bytes >= computer->kept_bytes);
    computer->tables->kept_bytes -= computer->kept_bytes;
    computer->kept_bytes = 0;
    ruleset_close(computer->kept_rules);
    computer->kept_rules = NULL;
}

void computer_release(struct computer *computer)
{
    if (computer->runs || computer->tables == NULL)
        return;
    player_close(computer->kept);
    computer->kept = NULL;
    give_room_back(computer);
}

/* Reserves room to keep the player until its turn is over, if there is some. */
static void reserve_room(struct computer *computer)
{
    struct player_spec spec = player_of_seat(span_of(computer->player));
    int64_t bytes = player_memory(&spec);
    if (bytes == 0 || computer->tables->kept_bytes + bytes > KEPT_BYTES_MAX)
        return;
    computer->tables->kept_bytes += bytes;
    computer->kept_bytes = bytes;
    computer->kept_rules = ruleset_open_again(computer->rules);
}

static void computer_decided(struct work *work)
{
    struct computer *computer = (struct computer *)work;
    assert(computer->runs && computer->rules != NULL);
    ruleset_close(computer->rules);
    computer->rules = NULL;
    if (computer->kept == NULL)
        give_room_back(computer);
    if (computer->tables->stopping) { /* it may have been cut off: the next server thinks again */
        computer->runs = false;
        return;
    }
    computer->lookup.ready = make_move;
    tables_look_up(computer->tables, computer->table_id, &computer->lookup);
}

/* Each table has one computer at work at most, so this many of them is a server that is far too
 * small.
 */
enum { BOTS_WAITING_MAX = 4096 };

bool computers_are_too_many(const struct tables *tables)
{
    return workers_waiting(tables->workers) >= BOTS_WAITING_MAX;
}

void computer_play(struct tables *tables, struct table *table, struct computer *computer)
{
    int awaited = table_awaited(table);
    if (computer->runs || tables->stopping || awaited < 0 || table->paused ||
        table->seats[awaited].player[0] == '\0' ||
        session_awaits_confirm(table->session) == awaited)
        return;
    struct node node = table->rules->game->node(table->rules, session_state(table->session));
    bool continues = same_turn(computer->turn, node) && computer->seat == awaited &&
                     strcmp(computer->player, table->seats[awaited].player) == 0;
    if (!continues)
        computer_release(computer);
    *computer =
        (struct computer){.tables = tables,
                          .rows = table->rows,
                          .seat = awaited,
                          .rules = ruleset_open_again(table->rules),
                          .body = computer->body,
                          .turn = node,
                          .spent_ms = same_turn(computer->turn, node) ? computer->spent_ms : 0,
                          .kept = computer->kept,
                          .kept_rules = computer->kept_rules,
                          .kept_bytes = computer->kept_bytes,
                          .runs = true};
    memcpy(computer->table_id, table->id, sizeof computer->table_id);
    memcpy(computer->player, table->seats[awaited].player, sizeof computer->player);
    memcpy(&computer->state, session_state(table->session), table->rules->game->state_size);
    if (computer->kept_bytes == 0)
        reserve_room(computer);
    computer->work.run = computer_run;
    computer->work.done = computer_decided;
    computer->work.person = table->plan.owner;
    computer->work.house = quotas_house(&tables->quotas, table->plan.owner);
    workers_add(tables_workers(tables), &computer->work, false);
}

void computer_drop(struct computer *computer)
{
    assert(!computer->runs);
    computer_release(computer);
    ruleset_close(computer->rules);
    text_free(&computer->body);
    *computer = (struct computer){0};
}
