/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* New tables; and games that are resumed when the server starts. */

#include "tables_parts.h"

#include "contract/card_document.h"
#include "contract/ruleset.h"

#include "base/container_of.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- new tables ------------------------------------------------------------------------------ */

static void new_id(char id[STORE_ID_SIZE])
{
    static const char notifications[] = "abcdefghijkmnopqrstuvwxyz23456789";
    uint8_t bytes[STORE_ID_SIZE - 1];
    randombytes_buf(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        id[i] = notifications[bytes[i] % (sizeof notifications - 1)];
    id[STORE_ID_SIZE - 1] = '\0';
}

static void release(struct table_creation *creation)
{
    table_close(creation->table);
    text_free(&creation->head);
    text_free(&creation->snapshot);
    text_free(&creation->cards);
    for (int i = 0; i < CREATION_ROWS; i++)
        text_free(&creation->bodies[i]);
}

static bool make_rows(struct table_creation *creation, const struct table_row *rows, int count,
                      struct problem *problem)
{
    for (int i = 0; i < count; i++) {
        struct table_row row = rows[i];
        row.time = table_time(creation->table, row.time);
        if (!table_apply(creation->table, &row, &creation->bodies[i], problem))
            return false;
        creation->rows[i] = (struct store_row){.time = row.time,
                                               .user = rows[i].user,
                                               .key = "",
                                               .kind = row_kinds[rows[i].kind],
                                               .body = text_string(&creation->bodies[i])};
    }
    return true;
}

/* Those who belong to the table: who made it, and who sits there. */
static void add_members(struct table_creation *creation)
{
    const struct table *table = creation->table;
    creation->joins[0] = table->plan.owner;
    creation->join_count = table->plan.owner != 0;
    for (int i = 0; i < table->rules->setup.players; i++)
        if (table->seats[i].user != 0)
            creation->joins[creation->join_count++] = table->seats[i].user;
    assert(creation->join_count <= (int)(sizeof creation->joins / sizeof creation->joins[0]));
}

static void fill_write(struct table_creation *creation, int row_count)
{
    const struct table *table = creation->table;
    bool for_computers = table_is_for_computers(table);
    creation->stored.phase = (uint8_t)table->phase;
    creation->stored.company = for_computers ? COMPANY_COMPUTERS : COMPANY_PEOPLE;
    add_members(creation);
    if (table->import != NULL) /* it is played once more each time that it is read from the rows */
        table_save(table, &creation->snapshot);
    creation->queued.write = (struct store_write){
        .make = &creation->stored,
        .table = creation->stored.id,
        .rows = creation->rows,
        .row_count = row_count,
        .phase = (int)table->phase,
        .joins = creation->joins,
        .join_count = creation->join_count,
        .snapshot = creation->snapshot.length > 0 ? text_string(&creation->snapshot) : NULL,
        .snapshot_size = creation->snapshot.length,
        .cards = creation->cards.length > 0 ? text_string(&creation->cards) : NULL};
}

/* The whole set, whatever the host's is by the time that it is read again. */
static void write_cards(struct table_creation *creation, const struct ruleset *cards)
{
    struct card_texts texts;
    ruleset_texts(cards, &texts);
    card_document_write(cards->game, &texts, &creation->cards);
}

bool table_creation_prepare(struct table_creation *creation, const struct table_plan *plan,
                            const struct ruleset *cards, const uint8_t seed[SEED_SIZE],
                            const struct table_row *rows, int row_count, struct problem *problem)
{
    assert(row_count <= CREATION_ROWS);
    creation->head = creation->snapshot = creation->cards = (struct text){0};
    memset(creation->bodies, 0, sizeof creation->bodies);
    creation->table = NULL;
    if (plan->cards_title[0] != '\0')
        write_cards(creation, cards);
    creation->stored =
        (struct store_table){.made = loop_time(), .listed = plan->listed, .owner = plan->owner};
    new_id(creation->stored.id);
    memcpy(creation->stored.seed, seed, SEED_SIZE);
    table_write_head(plan, cards, &creation->head);
    creation->stored.head = text_string(&creation->head);
    creation->table = table_open_rules(&creation->stored, cards, problem);
    if (creation->table == NULL || !make_rows(creation, rows, row_count, problem)) {
        release(creation);
        return false;
    }
    fill_write(creation, row_count);
    return true;
}

static void made(struct queued_write *queued)
{
    struct table_creation *creation = container_of(queued, struct table_creation, queued);
    struct problem problem = {0};
    enum store_result result = queued->write.result;
    char id[STORE_ID_SIZE];
    assert(creation->table != NULL && creation->done != NULL);
    memcpy(id, creation->stored.id, sizeof id);
    if (result == STORE_DONE) {
        quotas_note_made(&creation->tables->quotas, creation->person);
        tables_add(creation->tables, creation->table);
        creation->table = NULL;
    } else if (result == STORE_FULL)
        quotas_tell(&creation->quota, &problem);
    release(creation);
    creation->done(creation,
                   result == STORE_DONE   ? CHANGE_DONE
                   : result == STORE_FULL ? CHANGE_FULL
                                          : CHANGE_FAILED,
                   id, &problem);
}

static size_t size_of(const struct table_creation *creation)
{
    size_t size = QUOTA_TABLE_BYTES + creation->head.length + creation->snapshot.length +
                  creation->cards.length;
    for (int i = 0; i < CREATION_ROWS; i++)
        size += creation->bodies[i].length;
    return size;
}

/* May there be such a table, and who made it make it? The store counts it once more. */
static bool is_within_quotas(struct tables *tables, struct table_creation *creation,
                             struct problem *problem)
{
    const struct table *table = creation->table;
    int64_t owner = table->plan.owner, now = creation->stored.made;
    if (owner == 0)
        return true;
    quotas_for_table(&tables->quotas, owner, creation->person, table_is_for_computers(table), now,
                     &creation->quota);
    creation->queued.write.quota = &creation->quota;
    return quotas_have_room(&tables->quotas, creation->person, problem) &&
           quotas_take_table(&tables->quotas, owner, creation->person, now, problem) &&
           quotas_spend(&tables->quotas, owner, creation->person, size_of(creation), now, problem);
}

void tables_create_prepared(struct tables *tables, struct table_creation *creation)
{
    struct problem problem = {0};
    assert(creation->table != NULL && creation->done != NULL);
    creation->tables = tables;
    if (!is_within_quotas(tables, creation, &problem)) {
        release(creation);
        creation->done(creation, CHANGE_FULL, "", &problem);
        return;
    }
    creation->queued.done = made;
    writer_add(tables->writer, &creation->queued);
}

void tables_create(struct tables *tables, const struct table_plan *plan,
                   const struct ruleset *cards, const uint8_t seed[SEED_SIZE],
                   const struct table_row *rows, int row_count, struct table_creation *creation)
{
    struct problem problem = {0};
    struct ruleset *rules =
        cards != NULL ? ruleset_open_again(cards)
                      : card_sets_rules(tables->card_sets, plan->game, &plan->setup, &problem);
    bool prepared = rules != NULL &&
                    table_creation_prepare(creation, plan, rules, seed, rows, row_count, &problem);
    ruleset_close(rules);
    if (prepared)
        tables_create_prepared(tables, creation);
    else
        creation->done(creation, CHANGE_REFUSED, "", &problem);
}

/* ---- after a start --------------------------------------------------------------------------- */

enum { WAKE_MS = 200 };

struct resumption {
    struct work work;
    struct alarm alarm;
    struct tables *tables;
    struct waking {
        struct table_lookup lookup;
        char table_id[STORE_ID_SIZE];
    } * list;
    int count, capacity, next;
};

static void see_running(void *context, const struct store_table *stored)
{
    struct resumption *resumption = context;
    if (stored->phase != TABLE_RUNNING || stored->company == COMPANY_COMPUTERS)
        return; /* computers alone wait until someone watches */
    if (resumption->count == resumption->capacity) {
        resumption->capacity = resumption->capacity * 2 + 64;
        resumption->list =
            memory_grow(resumption->list, (size_t)resumption->capacity, sizeof resumption->list[0]);
    }
    memcpy(resumption->list[resumption->count++].table_id, stored->id, sizeof stored->id);
}

static void list_running(struct work *work)
{
    struct resumption *resumption = (struct resumption *)work;
    store_all_tables(resumption->tables->store, see_running, resumption);
}

static void woken(struct table_lookup *lookup, struct table *table, const struct problem *problem)
{
    (void)lookup;
    (void)table;
    (void)problem; /* the registry thinks by itself */
}

/* Some at a time. */
static void wake_some(struct alarm *alarm)
{
    struct resumption *resumption = container_of(alarm, struct resumption, alarm);
    int most = memory_is_low() ? 0 : LOOKUPS_AT_ONCE;
    assert(resumption->next <= resumption->count);
    for (int i = 0; i < most && resumption->next < resumption->count; i++) {
        struct waking *waking = &resumption->list[resumption->next++];
        waking->lookup = (struct table_lookup){.ready = woken};
        tables_look_up(resumption->tables, waking->table_id, &waking->lookup);
    }
    if (resumption->next < resumption->count)
        loop_set_alarm(resumption->tables->loop, alarm, WAKE_MS);
}

static void running_listed(struct work *work)
{
    struct resumption *resumption = (struct resumption *)work;
    resumption->alarm.ring = wake_some;
    if (!resumption->tables->closing)
        loop_set_alarm(resumption->tables->loop, &resumption->alarm, WAKE_MS);
}

void tables_resume(struct tables *tables)
{
    assert(tables->resumption == NULL);
    tables->resumption = memory_new(1, sizeof *tables->resumption);
    tables->resumption->tables = tables;
    tables->resumption->work.run = list_running;
    tables->resumption->work.done = running_listed;
    workers_add(tables->store_thread, &tables->resumption->work, false);
}

void tables_drop_resumption(struct tables *tables)
{
    if (tables->resumption == NULL)
        return;
    loop_stop_alarm(tables->loop, &tables->resumption->alarm);
    free(tables->resumption->list);
    free(tables->resumption);
    tables->resumption = NULL;
}
