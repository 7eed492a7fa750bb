/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The registry: tables made, changed and told; two servers at one table; computer players; a server
 * that stops and starts again. */

#include "tables_fixture.h"

/* ---- making ---------------------------------------------------------------------------------- */

TABLES_TEST(test_making)
{
    struct stage *stage = *state;
    const char *table_id = make_noughts(stage);
    struct text ids = {0};
    assert_int_equal(strlen(table_id), STORE_ID_SIZE - 1);
    assert_int_equal(count_rows(stage->store, table_id), 5);
    assert_tables_of(stage->store, stage->ada, table_id);
    assert_tables_of(stage->store, stage->bob, table_id);
    assert_int_equal(look(stage, stage->tables, table_id)->phase, TABLE_RUNNING);
    assert_int_equal(store_listed(stage->store, TABLE_RUNNING, 9, add_id, &ids), STORE_DONE);
    assert_string_equal(text_string(&ids), ""); /* it is not listed */
    assert_as_kept(stage, stage->tables, table_id);
    text_free(&ids);
}

TABLES_TEST(test_refused_tables)
{
    struct stage *stage = *state;
    struct made made;
    struct table_plan plan = noughts(stage);
    struct table_row start = row_of(ROW_START, stage->ada, "");
    make(stage, &plan, &start, 1, &made);
    assert_int_equal(made.result, CHANGE_REFUSED);
    assert_told(&made.problem, "a seat is still free");
    plan.setup.players = 7;
    make(stage, &plan, NULL, 0, &made);
    assert_int_equal(made.result, CHANGE_REFUSED);
    assert_told(&made.problem, "noughts takes 2 players");
    plan = noughts(stage);
    plan.owner = 4711; /* nobody: the table is not made without its member */
    make(stage, &plan, NULL, 0, &made);
    assert_int_equal(made.result, CHANGE_FAILED);
    assert_tables_of(stage->store, stage->ada, "");
}

TABLES_TEST(test_no_such_table)
{
    struct stage *stage = *state;
    struct guest guest = look_up_with(stage, stage->tables, "nowhere", NULL, "", -1);
    assert_null(guest.table);
    assert_told(&guest.problem, "there is no such table");
}

/* ---- changes --------------------------------------------------------------------------------- */

TABLES_TEST(test_members)
{
    struct stage *stage = *state;
    struct made made;
    char sit[64];
    struct table_plan plan = noughts(stage);
    make(stage, &plan, NULL, 0, &made);
    assert_tables_of(stage->store, stage->ada, made.table_id); /* who made it */
    assert_tables_of(stage->store, stage->bob, "");
    for (int seat = 1; seat <= 2; seat++) {
        snprintf(sit, sizeof sit, "%d %d \"Bob\"", seat, (int)stage->bob);
        change(stage, stage->tables, made.table_id, row_of(ROW_SIT, stage->bob, sit), "", -1);
    }
    assert_tables_of(stage->store, stage->bob, made.table_id);
    change(stage, stage->tables, made.table_id, row_of(ROW_STAND, stage->bob, "1"), "", -1);
    assert_tables_of(stage->store, stage->bob, made.table_id); /* is still on the other seat */
    change(stage, stage->tables, made.table_id, row_of(ROW_STAND, stage->bob, "2"), "", -1);
    assert_tables_of(stage->store, stage->bob, "");
    snprintf(sit, sizeof sit, "1 %d \"Ada\"", (int)stage->ada);
    change(stage, stage->tables, made.table_id, row_of(ROW_SIT, stage->ada, sit), "", -1);
    change(stage, stage->tables, made.table_id, row_of(ROW_STAND, stage->ada, "1"), "", -1);
    assert_tables_of(stage->store, stage->ada, made.table_id);
}

TABLES_TEST(test_changes_are_told_in_order)
{
    struct stage *stage = *state;
    const char *table_id = make_noughts(stage);
    struct onlooker first, second;
    watch(stage, stage->tables, table_id, &first);
    watch(stage, stage->tables, table_id, &second);
    move(stage, stage->tables, table_id, stage->ada, "1 mark a1");
    assert_int_equal(first.told, 1);
    assert_int_equal(first.version, 6);
    tables_unwatch(&second.watcher);
    /* Three at once: each waits for the one before it. */
    struct guest guests[3];
    struct table_row rows[] = {row_of(ROW_MOVE, stage->bob, "2 mark b1"),
                               row_of(ROW_MOVE, stage->ada, "1 mark b2"),
                               row_of(ROW_MOVE, stage->bob, "2 mark b1")};
    for (int i = 0; i < 3; i++)
        begin_change(stage->tables, table_id, &guests[i], &rows[i], "", -1);
    for (int i = 0; i < 3; i++)
        wait_until(stage, &guests[i].done);
    assert_int_equal(guests[0].result, CHANGE_DONE);
    assert_int_equal(guests[0].version, 7);
    assert_int_equal(guests[1].result, CHANGE_DONE);
    assert_int_equal(guests[2].result, CHANGE_REFUSED);
    assert_told(&guests[2].problem, "this move is not possible now");
    assert_int_equal(first.told, 3);
    assert_int_equal(second.told, 1);
    assert_int_equal(first.backwards + first.uncommitted, 0);
    assert_as_kept(stage, stage->tables, table_id);
    tables_unwatch(&first.watcher);
}

TABLES_TEST(test_stale_changes)
{
    struct stage *stage = *state;
    const char *table_id = make_noughts(stage);
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    assert_int_equal(change(stage, stage->tables, table_id, row, "", 4).result, CHANGE_STALE);
    assert_int_equal(change(stage, stage->tables, table_id, row, "", 6).result, CHANGE_STALE);
    assert_int_equal(change(stage, stage->tables, table_id, row, "", 5).result, CHANGE_DONE);
    assert_int_equal(count_rows(stage->store, table_id), 6);
}

TABLES_TEST(test_doubled_keys)
{
    struct stage *stage = *state;
    const char *table_id = make_noughts(stage);
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    assert_int_equal(change(stage, stage->tables, table_id, row, "k", 5).result, CHANGE_DONE);
    struct guest again = change(stage, stage->tables, table_id, row, "k", 5);
    assert_int_equal(again.result, CHANGE_AGAIN);
    assert_int_equal(again.version, 6);
    /* The same key for something else is the same thing. */
    row = row_of(ROW_MOVE, stage->bob, "2 mark b1");
    assert_int_equal(change(stage, stage->tables, table_id, row, "k", -1).result, CHANGE_AGAIN);
    assert_int_equal(count_rows(stage->store, table_id), 6);
    assert_int_equal(change(stage, stage->tables, table_id, row, "l", 6).result, CHANGE_DONE);
}

/* Keys that the registry has forgotten are still known to the store. */
TABLES_TEST(test_keys_of_long_ago)
{
    struct stage *stage = *state;
    const char *table_id = make_noughts(stage);
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    assert_int_equal(change(stage, stage->tables, table_id, row, "first", 5).result, CHANGE_DONE);
    for (int i = 0; i < 40; i++) {
        char key[8];
        snprintf(key, sizeof key, "k%d", i);
        struct table_row other = row_of(ROW_CONFIRMS, stage->bob, i % 2 == 0 ? "2 on" : "2 off");
        change(stage, stage->tables, table_id, other, key, -1);
    }
    for (int round = 0; round < 2; round++) { /* the second time after a restart */
        struct guest again = change(stage, stage->tables, table_id, row, "first", 5);
        assert_int_equal(again.result, CHANGE_AGAIN); /* not stale */
        assert_int_equal(again.version, 46);
        again = change(stage, stage->tables, table_id, row, "first", -1);
        assert_int_equal(again.result, CHANGE_AGAIN); /* not refused */
        again = change(stage, stage->tables, table_id, row, "never", 5);
        assert_int_equal(again.result, CHANGE_STALE);
        again = change(stage, stage->tables, table_id, row, "never", -1);
        assert_int_equal(again.result, CHANGE_REFUSED);
        assert_told(&again.problem, "Bob has to decide now");
        restart(stage);
    }
    assert_int_equal(count_rows(stage->store, table_id), 46);
}

/* ---- two servers ----------------------------------------------------------------------------- */

TABLES_TEST(test_conflicts)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    stage->other = open_tables(stage);
    watch(stage, stage->other, table_id, &onlooker);
    move(stage, stage->tables, table_id, stage->ada, "1 mark a1");
    /* The other has not heard of it. Its move would be fine by what it knows. */
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark b2");
    struct guest guest = change(stage, stage->other, table_id, row, "x", 5);
    assert_int_equal(guest.result, CHANGE_STALE);
    assert_int_equal(guest.version, 6); /* it has caught up, and knows nothing of its own row */
    assert_int_equal(onlooker.version, 6);
    assert_int_equal(onlooker.told, 1);
    assert_int_equal(onlooker.uncommitted, 0);
    assert_as_kept(stage, stage->other, table_id);
    move(stage, stage->other, table_id, stage->bob, "2 mark b2");
    /* Now the first one is behind: a change that does not care which version it answers. */
    guest = change(stage, stage->tables, table_id, row_of(ROW_PAUSE, stage->bob, "2 on"), "", -1);
    assert_int_equal(guest.result, CHANGE_STALE);
    guest = change(stage, stage->tables, table_id, row_of(ROW_PAUSE, stage->bob, "2 on"), "", -1);
    assert_int_equal(guest.result, CHANGE_DONE);
    assert_int_equal(count_rows(stage->store, table_id), 8);
    struct tables_counts counts;
    tables_counts(stage->other, &counts);
    assert_int_equal(counts.conflicts, 1);
    tables_unwatch(&onlooker.watcher);
}

/* The same request to two servers: it is done once. */
TABLES_TEST(test_doubled_keys_on_two_servers)
{
    struct stage *stage = *state;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    stage->other = open_tables(stage);
    look(stage, stage->other, table_id);
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    assert_int_equal(change(stage, stage->tables, table_id, row, "k", 5).result, CHANGE_DONE);
    struct guest again = change(stage, stage->other, table_id, row, "k", 5);
    assert_int_equal(again.result, CHANGE_AGAIN);
    assert_int_equal(again.version, 6);
    assert_as_kept(stage, stage->other, table_id);
    assert_int_equal(count_rows(stage->store, table_id), 6);
}

TABLES_TEST(test_news)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    stage->other = open_tables(stage);
    watch(stage, stage->other, table_id, &onlooker);
    move(stage, stage->tables, table_id, stage->ada, "1 mark a1");
    move(stage, stage->tables, table_id, stage->bob, "2 mark b1");
    tables_refresh(stage->other, "another");
    tables_refresh(stage->other, table_id);
    tables_refresh(stage->other, table_id); /* while it is being read */
    assert_int_equal(look(stage, stage->other, table_id)->rows, 7);
    assert_int_equal(onlooker.told, 2); /* of each */
    move(stage, stage->tables, table_id, stage->ada, "1 mark c1");
    tables_refresh(stage->other, ""); /* any may have changed */
    assert_int_equal(look(stage, stage->other, table_id)->rows, 8);
    assert_int_equal(onlooker.told, 3);
    assert_int_equal(onlooker.backwards, 0);
    assert_as_kept(stage, stage->other, table_id);
    tables_unwatch(&onlooker.watcher);
}

/* Who moves to another server finds there what the first one has acknowledged, at once. */
TABLES_TEST(test_another_server_knows_at_once)
{
    struct stage *stage = *state;
    char table_id[STORE_ID_SIZE];
    struct guest guest;
    if (!place.postgres)
        return; /* there is only one server */
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    stage->other = open_tables(stage);
    look(stage, stage->other, table_id);
    move(stage, stage->tables, table_id, stage->ada, "1 mark a1");
    assert_int_equal(look(stage, stage->other, table_id)->rows, 5); /* in no hurry */
    assert_int_equal(look_freshly(stage, stage->other, table_id)->rows, 6);
    /* A move that the other one would refuse by what it knows. */
    move(stage, stage->other, table_id, stage->bob, "2 mark b1");
    guest =
        change(stage, stage->tables, table_id, row_of(ROW_MOVE, stage->ada, "1 mark c1"), "k", 7);
    assert_int_equal(guest.result, CHANGE_DONE);
    assert_int_equal(guest.version, 8);
    guest = change(stage, stage->other, table_id, row_of(ROW_MOVE, stage->bob, "2 mark c1"), "", 8);
    assert_int_equal(guest.result, CHANGE_REFUSED); /* but not without reason */
    guest = change(stage, stage->other, table_id, row_of(ROW_MOVE, stage->bob, "2 mark c2"), "", 7);
    assert_int_equal(guest.result, CHANGE_STALE);
    assert_as_kept(stage, stage->other, table_id);
}

/* ---- computer players ------------------------------------------------------------------------ */

static void play_to_the_end(struct stage *stage, struct tables *tables, const char *table_id)
{
    struct onlooker onlooker;
    watch(stage, tables, table_id, &onlooker);
    onlooker.store = NULL; /* looking at every row of every move takes too long */
    if (look(stage, tables, table_id)->phase != TABLE_OVER)
        wait_until(stage, &onlooker.over);
    assert_int_equal(onlooker.backwards, 0);
    tables_unwatch(&onlooker.watcher);
    assert_as_kept(stage, tables, table_id);
}

TABLES_TEST(test_computers_play_whole_games)
{
    struct stage *stage = *state;
    for (int i = 0; games[i] != NULL; i++) {
        char table_id[STORE_ID_SIZE];
        snprintf(table_id, sizeof table_id, "%s",
                 make_for_computers(stage, games[i]->name, "random"));
        play_to_the_end(stage, stage->tables, table_id);
    }
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s",
             make_for_computers(stage, "noughts", "mcts:nodes=50"));
    play_to_the_end(stage, stage->tables, table_id);
}

/* A person and a computer player: it answers by itself. */
TABLES_TEST(test_a_computer_answers)
{
    struct stage *stage = *state;
    char table_id[STORE_ID_SIZE];
    struct onlooker onlooker;
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    watch(stage, stage->tables, table_id, &onlooker);
    change(stage, stage->tables, table_id, row_of(ROW_HAND_OVER, stage->bob, "2 random"), "", -1);
    move(stage, stage->tables, table_id, stage->ada, "1 mark a1");
    while (onlooker.version < 8) {
        onlooker.changed = false;
        wait_until(stage, &onlooker.changed);
    }
    assert_int_equal(table_awaited(look(stage, stage->tables, table_id)), 0);
    assert_int_equal(onlooker.uncommitted, 0);
    tables_unwatch(&onlooker.watcher);
}

/* A server that hears of a move leaves the game to the one that made it, but not forever. */
TABLES_TEST(test_the_other_server_goes_on)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    stage->other = open_tables(stage);
    watch(stage, stage->other, table_id, &onlooker);
    /* The first server hands the seat over, and ends before the computer player has moved. */
    change(stage, stage->tables, table_id, row_of(ROW_HAND_OVER, stage->bob, "2 random"), "", -1);
    struct store_row row = {.time = 9, .user = stage->ada, .key = "", .kind = "move"};
    row.body = "1 mark a1";
    struct store_write write = {.table = table_id, .expected = 6, .rows = &row, .row_count = 1};
    assert_int_equal(write_one(stage->store, write), STORE_DONE);
    tables_refresh(stage->other, table_id);
    wait_for(stage, 1500);
    assert_int_equal(onlooker.version, 7);
    while (onlooker.version < 8) {
        onlooker.changed = false;
        wait_until(stage, &onlooker.changed);
    }
    assert_as_kept(stage, stage->other, table_id);
    tables_unwatch(&onlooker.watcher);
}

/* Two servers think about the same move; it is made once. */
TABLES_TEST(test_computers_on_two_servers)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    char table_id[STORE_ID_SIZE];
    stage->other = open_tables(stage);
    snprintf(table_id, sizeof table_id, "%s", make_for_computers(stage, "noughts", "random"));
    watch(stage, stage->other, table_id, &onlooker);
    look(stage, stage->tables, table_id);
    while (!onlooker.over) {
        onlooker.changed = false;
        tables_refresh(stage->tables, table_id);
        tables_refresh(stage->other, table_id);
        wait_until(stage, &onlooker.changed);
    }
    tables_unwatch(&onlooker.watcher);
    tables_refresh(stage->tables, table_id);
    assert_as_kept(stage, stage->tables, table_id);
    assert_as_kept(stage, stage->other, table_id);
}

/* ---- coming and going ------------------------------------------------------------------------ */

TABLES_TEST(test_put_away_and_fetched_again)
{
    struct stage *stage = *state;
    struct tables_counts counts;
    struct onlooker onlooker;
    char watched[STORE_ID_SIZE], table[STORE_ID_SIZE];
    stage->most_loaded = 0;
    restart(stage);
    snprintf(watched, sizeof watched, "%s", make_noughts(stage));
    snprintf(table, sizeof table, "%s", make_noughts(stage));
    watch(stage, stage->tables, watched, &onlooker);
    move(stage, stage->tables, table, stage->ada, "1 mark a1");
    tables_counts(stage->tables, &counts);
    assert_int_equal(counts.loaded, 2);
    wait_for(stage, 6000); /* someone tidies up */
    tables_counts(stage->tables, &counts);
    assert_int_equal(counts.loaded, 1);
    assert_as_kept(stage, stage->tables, table);
    move(stage, stage->tables, table, stage->bob, "2 mark b1");
    move(stage, stage->tables, watched, stage->ada, "1 mark a1");
    assert_int_equal(onlooker.told, 1);
    tables_unwatch(&onlooker.watcher);
}

/* Ada against computer players, who begin. */
static const char *make_against_computers(struct stage *stage, const char *game)
{
    static struct made made;
    struct table_plan plan = plan_of(stage, game);
    char ada[64];
    if (strcmp(game, "noughts") == 0)
        plan = noughts(stage);
    snprintf(ada, sizeof ada, "2 %d \"Ada\"", (int)stage->ada);
    struct table_row rows[] = {row_of(ROW_COMPUTER, stage->ada, "1 random"),
                               row_of(ROW_SIT, stage->ada, ada), row_of(ROW_START, stage->ada, "")};
    make(stage, &plan, rows, 3, &made);
    assert_int_equal(made.result, CHANGE_DONE);
    return made.table_id;
}

/* A server that was stopped in the middle of games continues with them by itself, if a person plays
 * there; computers alone wait for someone who wants to see it. */
TABLES_TEST(test_resumption)
{
    struct stage *stage = *state;
    struct onlooker onlooker;
    char tables[3][STORE_ID_SIZE], alone[STORE_ID_SIZE];
    for (int i = 0; i < 3; i++)
        snprintf(tables[i], sizeof tables[i], "%s",
                 make_against_computers(stage, i == 0 ? "pulsar-2849" : "noughts"));
    snprintf(alone, sizeof alone, "%s", make_for_computers(stage, "noughts", "random"));
    uint32_t begun = look(stage, stage->tables, alone)->rows;
    restart(stage);
    for (int left = 3, tries = 0; left > 0; tries++) {
        left = 0;
        wait_for(stage, 100);
        for (int i = 0; i < 3; i++) {
            struct table *table = kept_table(stage, tables[i]);
            left += table_awaited(table) != 1;
            table_close(table);
        }
        assert_true(tries < 600);
    }
    for (int i = 0; i < 3; i++)
        assert_as_kept(stage, stage->tables, tables[i]);
    assert_int_equal(look(stage, stage->tables, alone)->rows, begun);
    watch(stage, stage->tables, alone, &onlooker);
    wait_until(stage, &onlooker.over);
    tables_unwatch(&onlooker.watcher);
}

/* Computers alone play while someone watches: they stop when the last one goes, with one decision
 * under way at most, and continue when someone comes. */
TABLES_TEST(test_computers_alone_wait_for_watchers)
{
    struct stage *stage = *state;
    struct onlooker first, second;
    struct tables_counts counts;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_for_computers(stage, "pulsar-2849", "random"));
    uint32_t begun = look(stage, stage->tables, table_id)->rows;
    wait_for(stage, 200);
    assert_int_equal(look(stage, stage->tables, table_id)->rows, begun);
    watch(stage, stage->tables, table_id, &first);
    watch(stage, stage->tables, table_id, &second);
    wait_until(stage, &first.changed);
    tables_unwatch(&first.watcher);
    second.changed = false;
    wait_until(stage, &second.changed);
    tables_unwatch(&second.watcher);
    uint32_t left = look(stage, stage->tables, table_id)->rows;
    wait_for(stage, 200);
    uint32_t rests = look(stage, stage->tables, table_id)->rows;
    assert_true(rests <= left + 1);
    tables_counts(stage->tables, &counts);
    assert_int_equal(counts.computers_waiting, 0);
    wait_for(stage, 200);
    assert_int_equal(look(stage, stage->tables, table_id)->rows, rests);
    watch(stage, stage->tables, table_id, &first);
    wait_until(stage, &first.over);
    tables_unwatch(&first.watcher);
}

/* A person who plays is not awaited to watch. */
TABLES_TEST(test_computers_play_on_for_a_person)
{
    struct stage *stage = *state;
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_against_computers(stage, "noughts"));
    for (int tries = 0; table_awaited(look(stage, stage->tables, table_id)) != 1; tries++) {
        wait_for(stage, 50);
        assert_true(tries < 1000);
    }
}

/* ---- cleaning -------------------------------------------------------------------------------- */

/* A table that nobody has touched for long is gone, also for those who look at it; one with an
 * account at it stays. */
TABLES_TEST(test_old_tables_of_guests_go)
{
    struct stage *stage = *state;
    struct onlooker onlooker, other;
    struct store_user account;
    char old[STORE_ID_SIZE], kept[STORE_ID_SIZE];
    snprintf(old, sizeof old, "%s", make_against_computers(stage, "noughts"));
    snprintf(kept, sizeof kept, "%s", make_noughts(stage));
    assert_int_equal(store_user(stage->store, stage->bob, &account), STORE_DONE);
    span_copy(span_of("hash"), account.password, sizeof account.password);
    assert_int_equal(store_make_account(stage->store, &account), STORE_DONE);
    for (int tries = 0; table_awaited(look(stage, stage->tables, old)) != 1; tries++) {
        wait_for(stage, 20);
        assert_true(tries < 1000);
    }
    raw("UPDATE tables SET changed = 1000");
    stage->keep_guest_days = 30;
    stage->beat_ms = 1000;
    restart(stage);
    watch(stage, stage->tables, old, &onlooker);
    watch(stage, stage->tables, kept, &other);
    wait_until(stage, &onlooker.lost);
    assert_null(look(stage, stage->tables, old));
    struct guest late =
        change(stage, stage->tables, old, row_of(ROW_MOVE, stage->ada, "2 mark a1"), "", -1);
    assert_told(&late.problem, "there is no such table");
    move(stage, stage->tables, kept, stage->ada, "1 mark a1");
    assert_false(other.lost);
    tables_unwatch(&other.watcher);
}

/* ---- quotas ---------------------------------------------------------------------------------- */

/* A table of Ada and a computer player, begun. */
static void make_against_computer(struct stage *stage, char table_id[STORE_ID_SIZE])
{
    struct made made;
    struct table_plan plan = noughts(stage);
    char ada[64];
    snprintf(ada, sizeof ada, "1 %d \"Ada\"", (int)stage->ada);
    struct table_row rows[] = {row_of(ROW_SIT, stage->ada, ada),
                               row_of(ROW_COMPUTER, stage->ada, "2 random"),
                               row_of(ROW_START, stage->ada, "")};
    make(stage, &plan, rows, 3, &made);
    assert_int_equal(made.result, CHANGE_DONE);
    memcpy(table_id, made.table_id, STORE_ID_SIZE);
}

/* Who hands the last seat over has a game of computers more. */
TABLES_TEST(test_handed_over_games_are_of_computers)
{
    struct stage *stage = *state;
    struct made made;
    char first[STORE_ID_SIZE], second[STORE_ID_SIZE];
    struct table_row hand_over = row_of(ROW_HAND_OVER, stage->ada, "1 random");
    struct table_plan plan = noughts(stage);
    struct table_row computers[] = {row_of(ROW_COMPUTER, stage->ada, "1 random"),
                                    row_of(ROW_COMPUTER, stage->ada, "2 random")};
    stage->quotas = (struct quota_settings){.computer_games = 1};
    restart(stage);
    make_against_computer(stage, first);
    make_against_computer(stage, second);
    struct guest guest = change(stage, stage->tables, first, hand_over, "", -1);
    assert_int_equal(guest.result, CHANGE_DONE);
    guest = change(stage, stage->tables, second, hand_over, "", -1);
    assert_int_equal(guest.result, CHANGE_FULL);
    make(stage, &plan, computers, 2, &made);
    assert_int_equal(made.result, CHANGE_FULL);
    guest = change(stage, stage->tables, first, row_of(ROW_TAKE_BACK, stage->ada, "1"), "", -1);
    assert_int_equal(guest.result, CHANGE_DONE);
    make(stage, &plan, computers, 2, &made);
    assert_int_equal(made.result, CHANGE_DONE);
}

/* What is not written is not counted. */
TABLES_TEST(test_refused_changes_cost_nothing)
{
    struct stage *stage = *state;
    char table_id[STORE_ID_SIZE];
    span_copy(span_of(make_noughts(stage)), table_id, sizeof table_id);
    stage->quotas = (struct quota_settings){.bytes = 3 * QUOTA_ROW_BYTES};
    restart(stage);
    struct table_row on = row_of(ROW_CONFIRMS, stage->bob, "2 on");
    for (int i = 0; i < 5; i++) {
        assert_int_equal(change(stage, stage->tables, table_id, on, "", 0).result, CHANGE_STALE);
        struct table_row wrong = row_of(ROW_MOVE, stage->bob, "2 mark a1");
        assert_int_equal(change(stage, stage->tables, table_id, wrong, "", -1).result,
                         CHANGE_REFUSED);
    }
    assert_int_equal(change(stage, stage->tables, table_id, on, "", -1).result, CHANGE_DONE);
    assert_int_equal(change(stage, stage->tables, table_id, on, "", -1).result, CHANGE_DONE);
    assert_int_equal(change(stage, stage->tables, table_id, on, "", -1).result, CHANGE_FULL);
}

/* Bots have their own number of tables, the other quotas of guests, and share nothing with the
 * guests of their address. */
TEST(test_quotas_of_bots)
{
    const uint8_t here[ADDRESS_KEY_SIZE] = {1};
    struct quotas quotas;
    struct store_quota quota;
    struct problem problem = {0};
    quotas_open(&quotas, &(struct quota_settings){.tables = 12,
                                                  .computer_games = 6,
                                                  .all_tables = 2,
                                                  .bytes = 4000,
                                                  .card_sets = 3,
                                                  .bot_tables = 7});
    quotas_for_table(&quotas, 9, PERSON_BOT, true, 1, &quota);
    assert_true(quota.tables == 7 && quota.made == 7 && quota.computers == 2);
    quotas_for_table(&quotas, 9, PERSON_ACCOUNT, true, 1, &quota);
    assert_true(quota.tables == 12 && quota.made == 12 && quota.computers == 6);
    for (int i = 0; i < 40; i++) { /* a house of guests would be full */
        quotas_note_person(&quotas, 100 + i, PERSON_BOT, here, 1);
        assert_true(quotas_take_table(&quotas, 100 + i, PERSON_BOT, 1, &problem));
        assert_true(quotas_spend(&quotas, 100 + i, PERSON_BOT, 1000, 1, &problem));
    }
    assert_false(quotas_allow(&quotas, 100, PERSON_BOT, 1, 1, &problem));
    assert_true(quotas_take_card_set(&quotas, 9, PERSON_BOT, 1, &problem));
    assert_false(quotas_take_card_set(&quotas, 9, PERSON_BOT, 1, &problem));
    quotas_note_made(&quotas, PERSON_BOT);
    assert_false(quotas_have_room(&quotas, PERSON_BOT, &problem));
    assert_true(quotas_have_room(&quotas, PERSON_ACCOUNT, &problem));
    quotas_close(&quotas);
}

/* However many tables guests have, accounts find room; and the other way round. */
TEST(test_guests_take_half_of_all_tables)
{
    struct quotas quotas;
    struct problem problem = {0};
    quotas_open(&quotas, &(struct quota_settings){.all_tables = 5});
    for (int i = 0; i < 3; i++) {
        assert_true(quotas_have_room(&quotas, PERSON_GUEST, &problem));
        quotas_note_made(&quotas, PERSON_GUEST);
    }
    assert_false(quotas_have_room(&quotas, PERSON_GUEST, &problem));
    assert_told(&problem, "this server has no room for another table now");
    for (int i = 0; i < 2; i++) {
        assert_true(quotas_have_room(&quotas, PERSON_ACCOUNT, &problem));
        quotas_note_made(&quotas, PERSON_ACCOUNT);
    }
    assert_false(quotas_have_room(&quotas, PERSON_ACCOUNT, &problem));
    quotas.counted = (struct store_table_count){.all = 4, .of_guests = 0};
    assert_true(quotas_have_room(&quotas, PERSON_GUEST, &problem));
    quotas_close(&quotas);
}

/* Computers at the table of someone who does nothing write as much as those of an account may. */
TEST(test_charged_people_are_no_guests)
{
    struct quotas quotas;
    struct problem problem = {0};
    quotas_open(&quotas, &(struct quota_settings){.bytes = 4000});
    quotas_charge(&quotas, 7, 2000, 1);
    assert_false(quotas_are_spent(&quotas, 7, 1));
    quotas_charge(&quotas, 7, 2000, 1);
    assert_true(quotas_are_spent(&quotas, 7, 1));
    quotas_charge(&quotas, 8, 500, 1);
    assert_true(quotas_spend(&quotas, 8, PERSON_GUEST, 500, 1, &problem));
    assert_true(quotas_are_spent(&quotas, 8, 1));
    assert_false(quotas_allow(&quotas, 8, PERSON_GUEST, 1, 1, &problem));
    quotas_close(&quotas);
}

/* Sixteen guests' worth for all of an address, and no more for being called anything else. */
TEST(test_guests_of_an_address_share)
{
    static const uint8_t here[ADDRESS_KEY_SIZE] = {1}, there[ADDRESS_KEY_SIZE] = {2};
    const int64_t day = INT64_C(86400000);
    struct quotas quotas;
    struct problem problem = {0};
    quotas_open(&quotas, &(struct quota_settings){.tables = 6, .bytes = 4000});
    for (int64_t user = 1; user <= 20; user++) {
        quotas_note_person(&quotas, user, PERSON_GUEST, here, 1);
        assert_int_equal(quotas_spend(&quotas, user, PERSON_GUEST, 1000, 1, &problem), user <= 16);
        assert_int_equal(quotas_take_table(&quotas, user, PERSON_GUEST, 1, &problem), user <= 16);
    }
    assert_true(quotas_are_spent(&quotas, 20, 1)); /* also for computers at their tables */
    assert_int_equal(quotas_house(&quotas, 1), quotas_house(&quotas, 20));
    assert_true(quotas_house(&quotas, 1) < 0);
    quotas_note_person(&quotas, 21, PERSON_GUEST, there, 1);
    assert_true(quotas_house(&quotas, 21) != quotas_house(&quotas, 1));
    assert_true(quotas_spend(&quotas, 21, PERSON_GUEST, 1000, 1, &problem));
    quotas_note_person(&quotas, 20, PERSON_ACCOUNT, here, 1); /* an account by now */
    assert_true(quotas_spend(&quotas, 20, PERSON_ACCOUNT, 4000, 1, &problem));
    assert_true(quotas_take_table(&quotas, 20, PERSON_ACCOUNT, 1, &problem));
    quotas_charge(&quotas, 19, 0, day); /* the next day; who was there is still known */
    assert_true(quotas_spend(&quotas, 19, PERSON_GUEST, 1000, day, &problem));
    assert_int_equal(quotas_house(&quotas, 1), quotas_house(&quotas, 19));
    quotas_charge(&quotas, 19, 0, 2 * day);
    assert_int_equal(quotas_house(&quotas, 1), 0); /* nothing was heard of them for a day */
    assert_true(quotas_house(&quotas, 19) < 0);
    quotas_close(&quotas);
}

/* ---- closing --------------------------------------------------------------------------------- */

enum { CLOSING_TABLES = 12 };

/* Everyone who waits is told, what was reported as done is kept, and nothing stays behind (the
 * sanitizers look). The loop does not run between the requests and the end. */
static void close_in_the_middle(struct stage *stage, int rounds)
{
    static char tables[CLOSING_TABLES][STORE_ID_SIZE];
    static struct guest movers[CLOSING_TABLES], others[CLOSING_TABLES], visitors[4];
    static struct onlooker onlooker;
    static struct made made;
    struct problem problem = {0};
    uint8_t seed[SEED_SIZE] = {1};
    for (int i = 0; i < CLOSING_TABLES; i++)
        snprintf(tables[i], sizeof tables[i], "%s", make_noughts(stage));
    restart(stage); /* nothing is in memory */
    look(stage, stage->tables, tables[0]);
    watch(stage, stage->tables, tables[1], &onlooker);
    make_for_computers(stage, "pulsar-2849", "mcts:ms=300");
    make_for_computers(stage, "pulsar-2849", "mcts:ms=300");
    struct table_row move = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    struct table_row no = row_of(ROW_MOVE, stage->bob, "2 mark b1");
    for (int i = 0; i < CLOSING_TABLES; i++) {
        begin_change(stage->tables, tables[i], &movers[i], &move, "k", -1);
        begin_change(stage->tables, tables[i], &others[i], i % 2 == 0 ? &no : &move, "l", i % 3);
    }
    for (int i = 0; i < 4; i++) {
        visitors[i] =
            (struct guest){.tables = stage->tables, .lookup = {.ready = come_in, .fresh = true}};
        tables_look_up(stage->tables, i < 2 ? tables[i] : "nowhere", &visitors[i].lookup);
    }
    struct table_plan plan = noughts(stage);
    made = (struct made){.creation.done = note_made};
    tables_create(stage->tables, &plan, NULL, seed, NULL, 0, &made.creation);
    for (int i = 0; i < rounds; i++)
        loop_round(stage->loop, 5);
    tables_close(stage->tables);
    stage->tables = NULL;
    assert_true(made.done);
    for (int i = 0; i < 4; i++)
        assert_true(visitors[i].done);
    for (int i = 0; i < CLOSING_TABLES; i++) {
        assert_true(movers[i].done && others[i].done);
        uint32_t kept = count_rows(stage->store, tables[i]);
        assert_in_range(kept, 5, 7);
        if (movers[i].result == CHANGE_DONE)
            assert_true(kept >= 6);
    }
    loop_close(stage->loop);
    stage->loop = loop_open(&problem);
    stage->tables = open_tables(stage);
}

TABLES_TEST(test_closing_in_the_middle)
{
    for (int rounds = 0; rounds < 6; rounds++)
        close_in_the_middle(*state, rounds);
}

/* The store does not answer, and the registry closes nevertheless. */
TABLES_TEST(test_closing_without_a_store)
{
    struct stage *stage = *state;
    static struct guest guest;
    struct problem problem = {0};
    char table_id[STORE_ID_SIZE];
    snprintf(table_id, sizeof table_id, "%s", make_noughts(stage));
    raw("ALTER TABLE rows RENAME TO rows_away");
    struct table_row row = row_of(ROW_MOVE, stage->ada, "1 mark a1");
    begin_change(stage->tables, table_id, &guest, &row, "k", -1);
    tables_close(stage->tables);
    assert_true(guest.done);
    assert_int_equal(guest.result, CHANGE_FAILED);
    raw("ALTER TABLE rows_away RENAME TO rows");
    loop_close(stage->loop);
    stage->loop = loop_open(&problem);
    stage->tables = open_tables(stage);
    assert_int_equal(look(stage, stage->tables, table_id)->rows, 5);
}

/* ---- the same deal again --------------------------------------------------------------------- */

/* Makes a table with that seed, as older programs did: it says nothing of the deal. */
static void make_follower(struct stage *stage, const char *before, const uint8_t seed[SEED_SIZE],
                          struct made *made)
{
    char body[64];
    struct table_plan plan = noughts(stage);
    span_copy(span_of(before), plan.rematch, sizeof plan.rematch);
    plan.listed = true;
    snprintf(body, sizeof body, "1 %d \"Ada\"", (int)stage->ada);
    struct table_row sit = row_of(ROW_SIT, stage->ada, body);
    *made = (struct made){.creation.done = note_made};
    tables_create(stage->tables, &plan, NULL, seed, &sit, 1, &made->creation);
    wait_until(stage, &made->done);
    assert_int_equal(made->result, CHANGE_DONE);
}

/* What heads of older programs do not say is seen by the seeds. */
TABLES_TEST(test_the_same_deal_of_old)
{
    struct stage *stage = *state;
    struct made same, fresh;
    uint8_t seed[SEED_SIZE], other[SEED_SIZE];
    char first[STORE_ID_SIZE], body[64];
    span_copy(span_of(make_noughts(stage)), first, sizeof first);
    memcpy(seed, look(stage, stage->tables, first)->seed, sizeof seed);
    dealer_new_seed(other);
    make_follower(stage, first, seed, &same);
    make_follower(stage, first, other, &fresh);
    restart(stage);
    struct table *table = look(stage, stage->tables, same.table_id);
    assert_non_null(table); /* Ada, who was never asked, still sits there */
    assert_string_equal(table->plan.same_deal.table_id, first);
    assert_false(table->plan.listed);
    assert_false(same_deal_is_set(&look(stage, stage->tables, fresh.table_id)->plan.same_deal));
    snprintf(body, sizeof body, "2 %d \"Bob\"", (int)stage->bob);
    struct table_row sit = row_of(ROW_SIT, stage->bob, body);
    struct guest guest = change(stage, stage->tables, same.table_id, sit, "", -1);
    assert_int_equal(guest.result, CHANGE_REFUSED);
    snprintf(body, sizeof body, "2 %d \"Bob\" same-deal", (int)stage->bob);
    sit = row_of(ROW_SIT, stage->bob, body);
    guest = change(stage, stage->tables, same.table_id, sit, "", -1);
    assert_int_equal(guest.result, CHANGE_DONE);
    restart(stage);
    assert_int_equal(look(stage, stage->tables, same.table_id)->rows, 2);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
