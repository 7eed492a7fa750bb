/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Registries of tables for tests, on either database: everything that a client does, done at once.
 * The loop runs in the test's own thread. */

#ifndef TESTS_SERVER_TABLES_FIXTURE_H
#define TESTS_SERVER_TABLES_FIXTURE_H

#include "../store/fixture.h"

#include "contract/games.h"
#include "contract/ruleset.h"
#include "server/tables.h"
#include "table/view.h"

enum { PATIENCE_MS = 120000 }; /* much more than anything needs, for slow machines */

/* A loop, a registry or two, and the store behind them. */
struct stage {
    int most_loaded;     /* that a registry keeps in memory without need */
    int beat_ms;         /* 0: the standard */
    int keep_guest_days; /* 0: forever */
    struct quota_settings quotas;
    struct store *store; /* the test's own */
    struct loop *loop;
    struct tables *tables, *other; /* on the same database */
    int64_t ada, bob;
};

/* ---- opening --------------------------------------------------------------------------------- */

static inline struct tables *open_tables(struct stage *stage)
{
    struct problem problem = {0};
    struct tables_settings settings = {.store = place.address,
                                       .workers = 1,
                                       .most_loaded = stage->most_loaded,
                                       .beat_ms = stage->beat_ms,
                                       .keep_guest_days = stage->keep_guest_days,
                                       .quotas = stage->quotas};
    struct tables *tables = tables_open(stage->loop, &settings, &problem);
    assert_told(&problem, "");
    assert_non_null(tables);
    return tables;
}

static inline int64_t new_user(struct store *store, const char *name)
{
    struct store_user user = {0};
    span_copy(span_of(name), user.name, sizeof user.name);
    assert_int_equal(store_make_user(store, &user, 1), STORE_DONE);
    return user.id;
}

static inline int open_stage(void **state)
{
    static struct stage stage;
    struct problem problem = {0};
    stage = (struct stage){.most_loaded = 1000};
    if (open_empty((void **)&stage.store) != 0)
        return -1;
    stage.loop = loop_open(&problem);
    stage.ada = new_user(stage.store, "Ada");
    stage.bob = new_user(stage.store, "Bob");
    stage.tables = open_tables(&stage);
    *state = &stage;
    return 0;
}

static inline int close_stage(void **state)
{
    struct stage *stage = *state;
    tables_close(stage->tables);
    tables_close(stage->other);
    loop_close(stage->loop);
    store_close(stage->store);
    return 0;
}

/* The server ends and another one starts, with a loop of its own. */
static inline void restart(struct stage *stage)
{
    struct problem problem = {0};
    tables_close(stage->tables);
    loop_close(stage->loop);
    stage->loop = loop_open(&problem);
    stage->tables = open_tables(stage);
}

/* From now on the store does not answer. */
static inline void break_store(void)
{
    if (place.postgres)
        tell_server("stop");
    else
        raw("ALTER TABLE rows RENAME TO rows_away; ALTER TABLE pulse RENAME TO pulse_away");
}

static inline void mend_store(void)
{
    if (place.postgres)
        tell_server("start");
    else
        raw("ALTER TABLE rows_away RENAME TO rows; ALTER TABLE pulse_away RENAME TO pulse");
}

#define TABLES_TEST(test) TEST_WITH(test, open_stage, close_stage)

/* Runs the loop until the flag is set. */
static inline void wait_until(struct stage *stage, const volatile bool *flag)
{
    int64_t end = loop_now() + PATIENCE_MS;
    while (!*flag && loop_now() < end)
        loop_round(stage->loop, 50);
    assert_true(*flag);
}

static inline void wait_for(struct stage *stage, int milliseconds)
{
    int64_t end = loop_now() + milliseconds;
    while (loop_now() < end)
        loop_round(stage->loop, 20);
}

/* ---- making tables --------------------------------------------------------------------------- */

struct made {
    struct table_creation creation;
    bool done;
    enum change_result result;
    char table_id[STORE_ID_SIZE];
    struct problem problem;
};

static inline void note_made(struct table_creation *creation, enum change_result result,
                             const char *table_id, const struct problem *problem)
{
    struct made *made = (struct made *)creation;
    made->done = true;
    made->result = result;
    made->problem = *problem;
    span_copy(span_of(table_id), made->table_id, sizeof made->table_id);
}

static inline struct table_plan plan_of(const struct stage *stage, const char *game)
{
    struct table_plan plan = {.game = game_find(span_of(game)), .owner = stage->ada};
    plan.setup = setup_standard(plan.game);
    return plan;
}

/* Noughts in which seat 1 begins. */
static inline struct table_plan noughts(const struct stage *stage)
{
    struct problem problem = {0};
    struct table_plan plan = plan_of(stage, "noughts");
    setup_option(plan.game, &plan.setup, span_of("start"), span_of("first"), &problem);
    return plan;
}

static inline struct table_row row_of(enum row_kind kind, int64_t user, const char *body)
{
    return (struct table_row){
        .kind = kind, .user = user, .time = loop_time(), .body = span_of(body)};
}

static inline void make(struct stage *stage, const struct table_plan *plan,
                        const struct table_row *rows, int count, struct made *made)
{
    uint8_t seed[SEED_SIZE];
    dealer_new_seed(seed);
    *made = (struct made){.creation.done = note_made};
    tables_create(stage->tables, plan, NULL, seed, rows, count, &made->creation);
    wait_until(stage, &made->done);
}

/* A table between Ada and Bob, who do not confirm their turns; begun. Returns its id. */
static inline const char *make_noughts(struct stage *stage)
{
    static struct made made;
    struct table_plan plan = noughts(stage);
    char ada[64], bob[64];
    snprintf(ada, sizeof ada, "1 %d \"Ada\"", (int)stage->ada);
    snprintf(bob, sizeof bob, "2 %d \"Bob\"", (int)stage->bob);
    struct table_row rows[] = {row_of(ROW_SIT, stage->ada, ada), row_of(ROW_SIT, stage->bob, bob),
                               row_of(ROW_CONFIRMS, stage->ada, "1 off"),
                               row_of(ROW_CONFIRMS, stage->bob, "2 off"),
                               row_of(ROW_START, stage->ada, "")};
    make(stage, &plan, rows, 5, &made);
    assert_int_equal(made.result, CHANGE_DONE);
    return made.table_id;
}

static int players_of_tables; /* 0: as few as the game takes */

/* A table where computer players play each other. */
static inline const char *make_for_computers(struct stage *stage, const char *game,
                                             const char *player)
{
    static struct made made;
    struct table_plan plan = plan_of(stage, game);
    struct table_row rows[SEATS_MAX + 1];
    char bodies[SEATS_MAX][64];
    int count = 0;
    if (players_of_tables != 0)
        plan.setup.players = (uint8_t)players_of_tables;
    for (; count < plan.setup.players; count++) {
        snprintf(bodies[count], sizeof bodies[count], "%d %s", count + 1, player);
        rows[count] = row_of(ROW_COMPUTER, stage->ada, bodies[count]);
    }
    rows[count++] = row_of(ROW_START, stage->ada, "");
    make(stage, &plan, rows, count, &made);
    assert_int_equal(made.result, CHANGE_DONE);
    return made.table_id;
}

/* ---- lookups and changes --------------------------------------------------------------------- */

/* Someone who comes, does a row if there is one, and notes what happened. */
struct guest {
    struct table_lookup lookup;
    struct table_change change;
    struct tables *tables;
    const struct table_row *row;
    bool done;
    enum change_result result;
    struct table *table; /* as it was when the answer came */
    uint32_t version;
    struct problem problem;
};

static inline void note_change(struct table_change *change, enum change_result result,
                               struct table *table, const struct problem *problem)
{
    struct guest *guest = (struct guest *)((char *)change - offsetof(struct guest, change));
    guest->done = true;
    guest->result = result;
    guest->table = table;
    guest->version = table != NULL ? table->rows : 0;
    guest->problem = *problem;
}

static inline void come_in(struct table_lookup *lookup, struct table *table,
                           const struct problem *problem)
{
    struct guest *guest = (struct guest *)lookup;
    if (table != NULL && guest->row != NULL) {
        tables_apply(guest->tables, table, guest->row, &guest->change);
        return;
    }
    guest->done = true;
    guest->table = table;
    guest->version = table != NULL ? table->rows : 0;
    guest->problem = *problem;
    guest->result = CHANGE_FAILED;
}

/* Begins a change; the guest and the row must stay. */
static inline void begin_change(struct tables *tables, const char *table_id, struct guest *guest,
                                const struct table_row *row, const char *key, int64_t expected)
{
    *guest = (struct guest){.tables = tables, .row = row};
    guest->lookup.ready = come_in;
    guest->change.done = note_change;
    guest->change.expected = expected;
    span_copy(span_of(key), guest->change.key, sizeof guest->change.key);
    tables_look_up(tables, table_id, &guest->lookup);
}

static inline struct guest look_up_with(struct stage *stage, struct tables *tables,
                                        const char *table_id, const struct table_row *row,
                                        const char *key, int64_t expected)
{
    static struct guest guest;
    begin_change(tables, table_id, &guest, row, key, expected);
    wait_until(stage, &guest.done);
    return guest;
}

/* The table, or NULL; it is only good until the loop runs again. */
static inline struct table *look(struct stage *stage, struct tables *tables, const char *table_id)
{
    return look_up_with(stage, tables, table_id, NULL, "", -1).table;
}

/* The same, with all that other servers have done. */
static inline struct table *look_freshly(struct stage *stage, struct tables *tables,
                                         const char *table_id)
{
    struct guest guest = {.tables = tables, .lookup = {.ready = come_in, .fresh = true}};
    tables_look_up(tables, table_id, &guest.lookup);
    wait_until(stage, &guest.done);
    return guest.table;
}

static inline struct guest change(struct stage *stage, struct tables *tables, const char *table_id,
                                  struct table_row row, const char *key, int64_t expected)
{
    return look_up_with(stage, tables, table_id, &row, key, expected);
}

/* A move that must be done. */
static inline void move(struct stage *stage, struct tables *tables, const char *table_id,
                        int64_t user, const char *body)
{
    struct guest guest = change(stage, tables, table_id, row_of(ROW_MOVE, user, body), "", -1);
    assert_told(&guest.problem, "");
    assert_int_equal(guest.result, CHANGE_DONE);
}

/* ---- watching -------------------------------------------------------------------------------- */

/* Someone who watches, and is suspicious: what is shown must be on the disk. */
struct onlooker {
    struct table_watcher watcher;
    struct store *store;
    char table_id[STORE_ID_SIZE];
    int told, backwards, uncommitted;
    uint32_t version;
    bool over, changed, lost;
};

static inline void see_change(struct table_watcher *watcher, struct table *table)
{
    struct onlooker *onlooker = (struct onlooker *)watcher;
    uint32_t kept = 0;
    onlooker->told++;
    onlooker->changed = true;
    onlooker->backwards += table->rows < onlooker->version;
    onlooker->version = table->rows;
    onlooker->over = table->phase == TABLE_OVER;
    if (onlooker->store != NULL &&
        store_rows(onlooker->store, onlooker->table_id, 0, count_row, &kept) == STORE_DONE)
        onlooker->uncommitted += table->rows > kept;
}

static inline void see_lost(struct table_watcher *watcher)
{
    ((struct onlooker *)watcher)->lost = true;
}

static inline void watch(struct stage *stage, struct tables *tables, const char *table_id,
                         struct onlooker *onlooker)
{
    *onlooker = (struct onlooker){.store = stage->store};
    span_copy(span_of(table_id), onlooker->table_id, sizeof onlooker->table_id);
    onlooker->watcher.changed = see_change;
    onlooker->watcher.lost = see_lost;
    struct table *table = look(stage, tables, table_id);
    assert_non_null(table);
    tables_watch(tables, table, &onlooker->watcher);
}

/* ---- what is kept ---------------------------------------------------------------------------- */

static inline void open_kept_table(void *context, const struct store_table *stored)
{
    struct problem problem = {0};
    *(struct table **)context = table_open(stored, &problem);
}

static inline void replay_kept_row(void *context, const struct store_row *row)
{
    struct problem problem = {0};
    assert_true(table_replay(context, row, &problem));
}

/* The table by its rows in the store alone. */
static inline struct table *kept_table(struct stage *stage, const char *table_id)
{
    struct table *table = NULL;
    assert_int_equal(store_table(stage->store, table_id, open_kept_table, NULL, &table),
                     STORE_DONE);
    assert_non_null(table);
    assert_int_equal(store_rows(stage->store, table_id, 0, replay_kept_row, table), STORE_DONE);
    return table;
}

/* The table of the registry is that of the store. */
static inline void assert_as_kept(struct stage *stage, struct tables *tables, const char *table_id)
{
    struct text ours = {0}, kept = {0};
    struct table *table = kept_table(stage, table_id);
    table_save(table, &kept);
    table_close(table);
    table_save(look(stage, tables, table_id), &ours);
    assert_string_equal(text_string(&ours), text_string(&kept));
    text_free(&ours);
    text_free(&kept);
}

#endif
