/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Halls for tests, on either database: everything that a client does, done at once. The loop runs
 * in the test's own thread. */

#ifndef TESTS_SERVER_HALLS_H
#define TESTS_SERVER_HALLS_H

#include "../store/fixture.h"

#include "contract/games.h"
#include "contract/ruleset.h"
#include "server/hall.h"
#include "server/view.h"

enum { PATIENCE_MS = 120000 }; /* much more than anything needs, for slow machines */

/* A loop, a hall or two, and the store behind them. */
struct stage {
    int rooms;           /* that a hall keeps in memory without need */
    int beat_ms;         /* 0: the standard */
    int keep_guest_days; /* 0: for ever */
    struct quota_settings quotas;
    struct store *store; /* the test's own */
    struct loop *loop;
    struct hall *hall, *other; /* on the same database */
    int64_t ada, bob;
};

/* ---- opening --------------------------------------------------------------------------------- */

static inline struct hall *open_hall(struct stage *stage)
{
    struct problem problem = {0};
    struct hall_settings settings = {.store = place.address,
                                     .workers = 1,
                                     .rooms = stage->rooms,
                                     .beat_ms = stage->beat_ms,
                                     .keep_guest_days = stage->keep_guest_days,
                                     .quotas = stage->quotas};
    struct hall *hall = hall_open(stage->loop, &settings, &problem);
    assert_told(&problem, "");
    assert_non_null(hall);
    return hall;
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
    stage = (struct stage){.rooms = 1000};
    if (open_empty((void **)&stage.store) != 0)
        return -1;
    stage.loop = loop_open(&problem);
    stage.ada = new_user(stage.store, "Ada");
    stage.bob = new_user(stage.store, "Bob");
    stage.hall = open_hall(&stage);
    *state = &stage;
    return 0;
}

static inline int close_stage(void **state)
{
    struct stage *stage = *state;
    hall_close(stage->hall);
    hall_close(stage->other);
    loop_close(stage->loop);
    store_close(stage->store);
    return 0;
}

/* The server ends and another one starts, with a loop of its own. */
static inline void restart(struct stage *stage)
{
    struct problem problem = {0};
    hall_close(stage->hall);
    loop_close(stage->loop);
    stage->loop = loop_open(&problem);
    stage->hall = open_hall(stage);
}

#define hall_test(function) cmocka_unit_test_setup_teardown(function, open_stage, close_stage)

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
    struct making making;
    bool done;
    enum change_result result;
    char table[STORE_ID_SIZE];
    struct problem problem;
};

static inline void note_made(struct making *making, enum change_result result, const char *table,
                             const struct problem *problem)
{
    struct made *made = (struct made *)making;
    made->done = true;
    made->result = result;
    made->problem = *problem;
    span_copy(span_of(table), made->table, sizeof made->table);
}

static inline struct room_plan plan_of(const struct stage *stage, const char *game)
{
    struct room_plan plan = {.game = game_find(span_of(game)), .owner = stage->ada};
    plan.setup = setup_standard(plan.game);
    return plan;
}

/* Noughts in which seat 1 begins. */
static inline struct room_plan noughts(const struct stage *stage)
{
    struct problem problem = {0};
    struct room_plan plan = plan_of(stage, "noughts");
    setup_option(plan.game, &plan.setup, span_of("start"), span_of("first"), &problem);
    return plan;
}

static inline struct room_row row_of(enum row_kind kind, int64_t user, const char *body)
{
    return (struct room_row){
        .kind = kind, .user = user, .time = loop_time(), .body = span_of(body)};
}

static inline void make(struct stage *stage, const struct room_plan *plan,
                        const struct room_row *rows, int count, struct made *made)
{
    uint8_t seed[SEED_SIZE];
    dealer_new_seed(seed);
    *made = (struct made){.making.done = note_made};
    hall_make(stage->hall, plan, seed, rows, count, &made->making);
    wait_until(stage, &made->done);
}

/* A table between Ada and Bob, who do not confirm their turns; begun. Returns its id. */
static inline const char *make_noughts(struct stage *stage)
{
    static struct made made;
    struct room_plan plan = noughts(stage);
    char ada[64], bob[64];
    snprintf(ada, sizeof ada, "1 %d \"Ada\"", (int)stage->ada);
    snprintf(bob, sizeof bob, "2 %d \"Bob\"", (int)stage->bob);
    struct room_row rows[] = {row_of(ROW_SIT, stage->ada, ada), row_of(ROW_SIT, stage->bob, bob),
                              row_of(ROW_CONFIRMS, stage->ada, "1 off"),
                              row_of(ROW_CONFIRMS, stage->bob, "2 off"),
                              row_of(ROW_START, stage->ada, "")};
    make(stage, &plan, rows, 5, &made);
    assert_int_equal(made.result, CHANGE_DONE);
    return made.table;
}

static int players_of_tables; /* 0: as few as the game takes */

/* A table where computer players play each other. */
static inline const char *make_for_computers(struct stage *stage, const char *game,
                                             const char *player)
{
    static struct made made;
    struct room_plan plan = plan_of(stage, game);
    struct room_row rows[SEATS_MAX + 1];
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
    return made.table;
}

/* ---- visits and changes ---------------------------------------------------------------------- */

/* Somebody who comes, does a row if there is one, and notes what happened. */
struct guest {
    struct visit visit;
    struct change change;
    struct hall *hall;
    const struct room_row *row;
    bool done;
    enum change_result result;
    struct room *room; /* as it was when the answer came */
    uint32_t version;
    struct problem problem;
};

static inline void note_change(struct change *change, enum change_result result, struct room *room,
                               const struct problem *problem)
{
    struct guest *guest = (struct guest *)((char *)change - offsetof(struct guest, change));
    guest->done = true;
    guest->result = result;
    guest->room = room;
    guest->version = room != NULL ? room->rows : 0;
    guest->problem = *problem;
}

static inline void come_in(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct guest *guest = (struct guest *)visit;
    if (room != NULL && guest->row != NULL) {
        hall_apply(guest->hall, room, guest->row, &guest->change);
        return;
    }
    guest->done = true;
    guest->room = room;
    guest->version = room != NULL ? room->rows : 0;
    guest->problem = *problem;
    guest->result = CHANGE_FAILED;
}

/* Begins a change; the guest and the row must stay. */
static inline void begin_change(struct hall *hall, const char *table, struct guest *guest,
                                const struct room_row *row, const char *key, int64_t expected)
{
    *guest = (struct guest){.hall = hall, .row = row};
    guest->visit.call = come_in;
    guest->change.done = note_change;
    guest->change.expected = expected;
    span_copy(span_of(key), guest->change.key, sizeof guest->change.key);
    hall_visit(hall, table, &guest->visit);
}

static inline struct guest visit_with(struct stage *stage, struct hall *hall, const char *table,
                                      const struct room_row *row, const char *key, int64_t expected)
{
    static struct guest guest;
    begin_change(hall, table, &guest, row, key, expected);
    wait_until(stage, &guest.done);
    return guest;
}

/* The room, or NULL; it is only good until the loop runs again. */
static inline struct room *look(struct stage *stage, struct hall *hall, const char *table)
{
    return visit_with(stage, hall, table, NULL, "", -1).room;
}

/* The same, with all that other servers have done. */
static inline struct room *look_freshly(struct stage *stage, struct hall *hall, const char *table)
{
    struct guest guest = {.hall = hall, .visit = {.call = come_in, .fresh = true}};
    hall_visit(hall, table, &guest.visit);
    wait_until(stage, &guest.done);
    return guest.room;
}

static inline struct guest change(struct stage *stage, struct hall *hall, const char *table,
                                  struct room_row row, const char *key, int64_t expected)
{
    return visit_with(stage, hall, table, &row, key, expected);
}

/* A move that must be done. */
static inline void move(struct stage *stage, struct hall *hall, const char *table, int64_t user,
                        const char *body)
{
    struct guest guest = change(stage, hall, table, row_of(ROW_MOVE, user, body), "", -1);
    assert_told(&guest.problem, "");
    assert_int_equal(guest.result, CHANGE_DONE);
}

/* ---- watching -------------------------------------------------------------------------------- */

/* Somebody who watches, and is suspicious: what is shown must be on the disk. */
struct onlooker {
    struct watcher watcher;
    struct store *store;
    char table[STORE_ID_SIZE];
    int told, backwards, uncommitted;
    uint32_t version;
    bool over, changed, lost;
};

static inline void see_change(struct watcher *watcher, struct room *room)
{
    struct onlooker *onlooker = (struct onlooker *)watcher;
    uint32_t kept = 0;
    onlooker->told++;
    onlooker->changed = true;
    onlooker->backwards += room->rows < onlooker->version;
    onlooker->version = room->rows;
    onlooker->over = room->phase == ROOM_OVER;
    if (onlooker->store != NULL &&
        store_rows(onlooker->store, onlooker->table, 0, count_row, &kept) == STORE_DONE)
        onlooker->uncommitted += room->rows > kept;
}

static inline void see_lost(struct watcher *watcher)
{
    ((struct onlooker *)watcher)->lost = true;
}

static inline void watch(struct stage *stage, struct hall *hall, const char *table,
                         struct onlooker *onlooker)
{
    *onlooker = (struct onlooker){.store = stage->store};
    span_copy(span_of(table), onlooker->table, sizeof onlooker->table);
    onlooker->watcher.changed = see_change;
    onlooker->watcher.lost = see_lost;
    struct room *room = look(stage, hall, table);
    assert_non_null(room);
    hall_watch(hall, room, &onlooker->watcher);
}

/* ---- what is kept ---------------------------------------------------------------------------- */

static inline void open_kept_room(void *context, const struct store_table *table)
{
    struct problem problem = {0};
    *(struct room **)context = room_open(table, &problem);
}

static inline void replay_kept_row(void *context, const struct store_row *row)
{
    struct problem problem = {0};
    assert_true(room_replay(context, row, &problem));
}

/* The room by its rows in the store alone. */
static inline struct room *kept_room(struct stage *stage, const char *table)
{
    struct room *room = NULL;
    assert_int_equal(store_table(stage->store, table, open_kept_room, NULL, &room), STORE_DONE);
    assert_non_null(room);
    assert_int_equal(store_rows(stage->store, table, 0, replay_kept_row, room), STORE_DONE);
    return room;
}

/* The room of the hall is that of the store. */
static inline void assert_as_kept(struct stage *stage, struct hall *hall, const char *table)
{
    struct text ours = {0}, kept = {0};
    struct room *room = kept_room(stage, table);
    room_save(room, &kept);
    room_close(room);
    room_save(look(stage, hall, table), &ours);
    assert_string_equal(text_string(&ours), text_string(&kept));
    text_free(&ours);
    text_free(&kept);
}

#endif
