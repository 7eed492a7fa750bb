/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* New tables; and those that go on after the server was started. */

#include "hall_parts.h"

#include "contract/ruleset.h"

#include "base/container_of.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- new tables ------------------------------------------------------------------------------ */

static void new_id(char id[STORE_ID_SIZE])
{
    static const char letters[] = "abcdefghijkmnopqrstuvwxyz23456789";
    uint8_t bytes[STORE_ID_SIZE - 1];
    randombytes_buf(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        id[i] = letters[bytes[i] % (sizeof letters - 1)];
    id[STORE_ID_SIZE - 1] = '\0';
}

static void release(struct making *making)
{
    room_close(making->room);
    text_free(&making->head);
    text_free(&making->snapshot);
    for (int i = 0; i < MAKING_ROWS; i++)
        text_free(&making->bodies[i]);
}

static bool make_rows(struct making *making, const struct room_row *rows, int count,
                      struct problem *problem)
{
    for (int i = 0; i < count; i++) {
        struct room_row row = rows[i];
        row.time = room_time(making->room, row.time);
        if (!room_apply(making->room, &row, &making->bodies[i], problem))
            return false;
        making->rows[i] = (struct store_row){.time = row.time,
                                             .user = rows[i].user,
                                             .key = "",
                                             .kind = row_kinds[rows[i].kind],
                                             .body = text_string(&making->bodies[i])};
    }
    return true;
}

/* Those who belong to the table: who made it, and who sits there. */
static void add_members(struct making *making)
{
    const struct room *room = making->room;
    making->joins[0] = room->plan.owner;
    making->join_count = room->plan.owner != 0;
    for (int i = 0; i < room->rules->setup.players; i++)
        if (room->seats[i].user != 0)
            making->joins[making->join_count++] = room->seats[i].user;
}

static void fill_write(struct making *making, int row_count)
{
    const struct room *room = making->room;
    bool for_computers = room_is_for_computers(room);
    making->table.phase = (uint8_t)room->phase;
    making->table.company = for_computers ? COMPANY_COMPUTERS : COMPANY_PEOPLE;
    add_members(making);
    if (room->import != NULL) /* it is played once more each time that it is read from the rows */
        room_save(room, &making->snapshot);
    making->writing.write = (struct store_write){
        .make = &making->table,
        .table = making->table.id,
        .rows = making->rows,
        .row_count = row_count,
        .phase = (int)room->phase,
        .joins = making->joins,
        .join_count = making->join_count,
        .snapshot = making->snapshot.length > 0 ? text_string(&making->snapshot) : NULL,
        .snapshot_size = making->snapshot.length};
}

bool making_prepare(struct making *making, const struct room_plan *plan,
                    const struct ruleset *cards, const uint8_t seed[SEED_SIZE],
                    const struct room_row *rows, int row_count, struct problem *problem)
{
    assert(row_count <= MAKING_ROWS);
    making->head = making->snapshot = (struct text){0};
    memset(making->bodies, 0, sizeof making->bodies);
    making->room = NULL;
    making->table =
        (struct store_table){.made = loop_time(), .listed = plan->listed, .owner = plan->owner};
    new_id(making->table.id);
    memcpy(making->table.seed, seed, SEED_SIZE);
    room_write_head(plan, cards, &making->head);
    making->table.head = text_string(&making->head);
    making->room = room_open_rules(&making->table, cards, problem);
    if (making->room == NULL || !make_rows(making, rows, row_count, problem)) {
        release(making);
        return false;
    }
    fill_write(making, row_count);
    return true;
}

static void made(struct writing *writing)
{
    struct making *making = container_of(writing, struct making, writing);
    struct problem problem = {0};
    enum store_result result = writing->write.result;
    char id[STORE_ID_SIZE];
    memcpy(id, making->table.id, sizeof id);
    if (result == STORE_DONE) {
        quotas_note_made(&making->hall->quotas, making->guest);
        hall_take_room(making->hall, making->room);
        making->room = NULL;
    } else if (result == STORE_FULL)
        quotas_tell(&making->quota, &problem);
    release(making);
    making->done(making,
                 result == STORE_DONE   ? CHANGE_DONE
                 : result == STORE_FULL ? CHANGE_FULL
                                        : CHANGE_FAILED,
                 id, &problem);
}

static size_t size_of(const struct making *making)
{
    size_t size = QUOTA_TABLE_BYTES + making->head.length + making->snapshot.length;
    for (int i = 0; i < MAKING_ROWS; i++)
        size += making->bodies[i].length;
    return size;
}

/* May there be such a table, and who made it make it? The store counts it once more. */
static bool is_within_quotas(struct hall *hall, struct making *making, struct problem *problem)
{
    const struct room *room = making->room;
    int64_t owner = room->plan.owner, now = making->table.made;
    if (owner == 0)
        return true;
    quotas_for_table(&hall->quotas, owner, making->guest, room_is_for_computers(room), now,
                     &making->quota);
    making->writing.write.quota = &making->quota;
    return quotas_have_room(&hall->quotas, making->guest, problem) &&
           quotas_take_table(&hall->quotas, owner, making->guest, now, problem) &&
           quotas_spend(&hall->quotas, owner, making->guest, size_of(making), now, problem);
}

void hall_make_prepared(struct hall *hall, struct making *making)
{
    struct problem problem = {0};
    making->hall = hall;
    if (!is_within_quotas(hall, making, &problem)) {
        release(making);
        making->done(making, CHANGE_FULL, "", &problem);
        return;
    }
    making->writing.done = made;
    writer_add(hall->writer, &making->writing);
}

void hall_make(struct hall *hall, const struct room_plan *plan, const uint8_t seed[SEED_SIZE],
               const struct room_row *rows, int row_count, struct making *making)
{
    struct problem problem = {0};
    struct ruleset *cards = stock_rules(hall->stock, plan->game, &plan->setup, &problem);
    bool prepared =
        cards != NULL && making_prepare(making, plan, cards, seed, rows, row_count, &problem);
    ruleset_close(cards);
    if (prepared)
        hall_make_prepared(hall, making);
    else
        making->done(making, CHANGE_REFUSED, "", &problem);
}

/* ---- after a start --------------------------------------------------------------------------- */

enum { WAKE_MS = 200 };

struct resumption {
    struct job job;
    struct alarm alarm;
    struct hall *hall;
    struct waking {
        struct visit visit;
        char table[STORE_ID_SIZE];
    } * list;
    int count, capacity, next;
};

static void see_running(void *context, const struct store_table *table)
{
    struct resumption *resumption = context;
    if (table->phase != ROOM_RUNNING || table->company == COMPANY_COMPUTERS)
        return; /* computers alone wait until somebody watches */
    if (resumption->count == resumption->capacity) {
        resumption->capacity = resumption->capacity * 2 + 64;
        resumption->list =
            memory_grow(resumption->list, (size_t)resumption->capacity, sizeof resumption->list[0]);
    }
    memcpy(resumption->list[resumption->count++].table, table->id, sizeof table->id);
}

static void list_running(struct job *job)
{
    struct resumption *resumption = (struct resumption *)job;
    store_all_tables(resumption->hall->clerk_store, see_running, resumption);
}

static void woken(struct visit *visit, struct room *room, const struct problem *problem)
{
    (void)visit;
    (void)room;
    (void)problem; /* the hall thinks by itself */
}

/* Some at a time. */
static void wake_some(struct alarm *alarm)
{
    struct resumption *resumption = container_of(alarm, struct resumption, alarm);
    int most = memory_is_low() ? 0 : VISITS_AT_ONCE;
    for (int i = 0; i < most && resumption->next < resumption->count; i++) {
        struct waking *waking = &resumption->list[resumption->next++];
        waking->visit = (struct visit){.call = woken};
        hall_visit(resumption->hall, waking->table, &waking->visit);
    }
    if (resumption->next < resumption->count)
        loop_set_alarm(resumption->hall->loop, alarm, WAKE_MS);
}

static void running_listed(struct job *job)
{
    struct resumption *resumption = (struct resumption *)job;
    resumption->alarm.ring = wake_some;
    if (!resumption->hall->closing)
        loop_set_alarm(resumption->hall->loop, &resumption->alarm, WAKE_MS);
}

void hall_resume(struct hall *hall)
{
    hall->resumption = memory_new(1, sizeof *hall->resumption);
    hall->resumption->hall = hall;
    hall->resumption->job.work = list_running;
    hall->resumption->job.done = running_listed;
    workers_add(hall->clerk, &hall->resumption->job, false);
}

void hall_drop_resumption(struct hall *hall)
{
    if (hall->resumption == NULL)
        return;
    loop_stop_alarm(hall->loop, &hall->resumption->alarm);
    free(hall->resumption->list);
    free(hall->resumption);
    hall->resumption = NULL;
}
