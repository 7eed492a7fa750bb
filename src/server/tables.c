/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The registry: lookups, watchers, unloading. Changes are in tables_change.c.
 *
 * Why it is built like this:
 *
 * - One thread, the loop, owns every entry, so nothing here is locked. Slow work is done by
 *   others (the store thread reads, the writer writes, workers think) and comes back as a call
 *   in the loop. Meanwhile the entry is busy, which is a state (enum entry_state), not a lock.
 * - A change is made in memory first and written afterwards. That is allowed because no one can
 *   see a busy entry: lookups wait in its queue. If the write fails, the table in memory has
 *   seen something that never happened; it is discarded and read again, which is simpler than
 *   undoing anything and cannot leave half of it.
 * - Several servers may write to one table. The store accepts a row only if the table still
 *   has as many rows as this server has seen, so the registry may be behind, but never wrong: an
 *   impossible change is tried once more with all rows of the others before it is refused.
 * - A client that got no answer sends its change again, with the same key. The latest keys are
 *   here (struct recent_keys); for older ones the store is asked.
 * - Moves of computer players are changes like any other. An entry without lookups
 *   and watchers is unloaded after a while. */

#include "heartbeat.h"
#include "log.h"
#include "tables_parts.h"

#include "base/container_of.h"
#include "base/list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    IDLE_MS = 120000, /* a table that nobody needs is put away after this */
    TIDY_MS = 5000,
    RETRY_MS = 1000, /* tables that could not be read are tried again */
};

/* ---- buckets --------------------------------------------------------------------------------- */

static struct table_entry **bucket_of(struct tables *tables, const char *table_id)
{
    uint32_t hash = 2166136261u;
    for (const char *at = table_id; *at != '\0'; at++)
        hash = (hash ^ (uint8_t)*at) * 16777619u;
    return &tables->buckets[hash % BUCKETS];
}

static struct table_entry *find_entry(struct tables *tables, const char *table_id)
{
    struct table_entry *entry = *bucket_of(tables, table_id);
    while (entry != NULL && strcmp(entry->id, table_id) != 0)
        entry = entry->next;
    return entry;
}

struct table_entry *entry_of(struct tables *tables, const struct table *table)
{
    struct table_entry *entry = find_entry(tables, table->id);
    assert(entry != NULL && entry->table == table);
    return entry;
}

static struct table_entry *new_entry(struct tables *tables, const char *table_id)
{
    struct table_entry **bucket = bucket_of(tables, table_id);
    assert(find_entry(tables, table_id) == NULL);
    struct table_entry *entry = memory_new_at_line(sizeof *entry);
    entry->tables = tables;
    span_copy(span_of(table_id), entry->id, sizeof entry->id);
    entry->next = *bucket;
    *bucket = entry;
    tables->count++;
    return entry;
}

static void drop_entry(struct table_entry *entry)
{
    struct table_entry **at = bucket_of(entry->tables, entry->id);
    assert(entry->tables->count > 0 && entry->watchers == NULL && entry->pending.change == NULL);
    assert(!entry_is_busy(entry) && entry->state != ENTRY_SERVING && !entry->packing);
    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
    entry->tables->count--;
    entry_drop_loading(entry);
    computer_drop(&entry->computer);
    table_close(entry->table);
    text_free(&entry->pending.body);
    text_free(&entry->pending.notification);
    text_free(&entry->pending.snapshot);
    free(entry);
}

void entry_enter(struct table_entry *entry, enum entry_state state)
{
    static const unsigned next[ENTRY_STATES] = {
        [ENTRY_EMPTY] = 1u << ENTRY_LOADING | 1u << ENTRY_SERVING | 1u << ENTRY_READY,
        [ENTRY_LOST] = 1u << ENTRY_LOADING | 1u << ENTRY_SERVING,
        [ENTRY_LOADING] = 1u << ENTRY_EMPTY | 1u << ENTRY_LOST | 1u << ENTRY_READY,
        [ENTRY_READY] = 1u << ENTRY_LOADING | 1u << ENTRY_SERVING,
        [ENTRY_SERVING] = 1u << ENTRY_EMPTY | 1u << ENTRY_LOST | 1u << ENTRY_READY |
                          1u << ENTRY_LOADING | 1u << ENTRY_WRITING | 1u << ENTRY_CHECKING,
        [ENTRY_WRITING] = 1u << ENTRY_READY | 1u << ENTRY_EMPTY,
        [ENTRY_CHECKING] = 1u << ENTRY_READY,
    };
    assert(next[entry->state] >> state & 1);
    (void)next;
    entry->state = state;
    assert((state == ENTRY_LOADING) == (entry->loading != NULL));
    assert(entry->table != NULL || (state != ENTRY_READY && state != ENTRY_WRITING));
    assert(entry->table == NULL || (state != ENTRY_EMPTY && state != ENTRY_LOST));
}

static bool is_needed(const struct table_entry *entry)
{
    return entry_is_busy(entry) || computer_is_thinking(&entry->computer) || entry->first != NULL ||
           entry->watchers != NULL || entry->state == ENTRY_LOST || entry->packing ||
           entry->computer_plays_at != 0;
}

/* Those that nobody has needed for so long; where there is no table, there is nothing to keep. */
static void unload(struct tables *tables, int64_t idle_ms)
{
    int64_t now = loop_now();
    for (int i = 0; i < BUCKETS; i++)
        for (struct table_entry *entry = tables->buckets[i], *next; entry != NULL; entry = next) {
            next = entry->next;
            if (is_needed(entry))
                entry->idle_since = now;
            else if (entry->table == NULL || now - entry->idle_since > idle_ms ||
                     tables->count > tables->most_loaded)
                drop_entry(entry);
        }
}

void tables_unload(struct tables *tables)
{
    unload(tables, -1);
}

static void unload_idle(struct alarm *alarm)
{
    struct tables *tables = container_of(alarm, struct tables, tidy);
    unload(tables, IDLE_MS);
    loop_set_alarm(tables->loop, &tables->tidy, TIDY_MS);
}

/* Watchers and computer players shall not wait for a lookup when the store did not answer, or when
 * a server has left a game to another one that does not continue. */
static void look_after(struct alarm *alarm)
{
    struct tables *tables = container_of(alarm, struct tables, retry);
    int tried = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct table_entry *entry = tables->buckets[i]; entry != NULL; entry = entry->next) {
            if (entry->state == ENTRY_LOST && tried++ < LOOKUPS_AT_ONCE)
                entry_load(entry, 0);
            if (entry->computer_plays_at != 0 && loop_now() >= entry->computer_plays_at) {
                entry->computer_plays_at = 0;
                entry_serve_lookups(entry);
            }
        }
    loop_set_alarm(tables->loop, &tables->retry, RETRY_MS);
}

/* ---- lookups --------------------------------------------------------------------------------- */

static struct table_lookup *take_lookup(struct table_entry *entry)
{
    struct table_lookup *lookup = entry->first;
    entry->first = lookup->next;
    if (entry->first == NULL)
        entry->last = NULL;
    return lookup;
}

void entry_dismiss_lookups(struct table_entry *entry)
{
    struct problem problem = {0};
    tables_note_no_answer(&problem);
    while (entry->first != NULL) {
        struct table_lookup *lookup = take_lookup(entry);
        lookup->ready(lookup, NULL, &problem);
    }
}

/* A game that only computer players play continues while someone watches it. */
static bool computers_may_play(const struct table_entry *entry)
{
    struct quotas *quotas = &entry->tables->quotas;
    return table_has_people(entry->table) ||
           (entry->watchers != NULL &&
            !quotas_are_spent(quotas, entry->table->plan.owner, loop_time()));
}

/* When memory is low there is no room for trees; a store that fails is tried by the writer, once
 * for all. */
static void let_computer_play(struct table_entry *entry)
{
    struct tables *tables = entry->tables;
    if (entry->state != ENTRY_READY || loop_now() < entry->computer_plays_at ||
        !computers_may_play(entry))
        return;
    if (memory_is_low() || writer_is_failing(tables->writer)) {
        computer_release(&entry->computer);
        entry->computer_plays_at = loop_now() + RETRY_MS;
    } else if (computers_are_too_many(tables)) {
        entry->computer_plays_at = loop_now() + BOT_LATER_MS;
    } else {
        computer_play(entry->tables, entry->table, &entry->computer);
    }
}

/* What is asked for in the call may begin something, and the entry is busy then. */
static void serve(struct table_entry *entry)
{
    struct table_lookup *lookup = take_lookup(entry);
    enum entry_state before = entry->state;
    entry_enter(entry, ENTRY_SERVING);
    lookup->ready(lookup, entry->table, &entry->problem);
    if (entry->state == ENTRY_SERVING)
        entry_enter(entry, before);
}

void entry_serve_lookups(struct table_entry *entry)
{
    if (entry->state == ENTRY_SERVING)
        return; /* `ready` of a lookup led here */
    if (entry->tables->closing) {
        entry_dismiss_lookups(entry);
        return;
    }
    while (entry->first != NULL && !entry_is_busy(entry)) {
        if (entry->first->needs > entry->loads) {
            entry_load(entry, entry->table != NULL ? entry->table->rows : 0);
            break;
        }
        serve(entry);
    }
    assert((entry->first == NULL) == (entry->last == NULL));
    let_computer_play(entry);
}

void tables_look_up(struct tables *tables, const char *table_id, struct table_lookup *lookup)
{
    assert(lookup->ready != NULL);
    struct table_entry *entry = find_entry(tables, table_id);
    if (entry == NULL)
        entry = new_entry(tables, table_id);
    entry->idle_since = loop_now();
    lookup->next = NULL;
    lookup->needs = 0;
    if (entry->last != NULL)
        entry->last->next = lookup;
    else
        entry->first = lookup;
    entry->last = lookup;
    if ((entry->table == NULL && entry->state != ENTRY_LOADING) ||
        (lookup->fresh && tables->shared))
        lookup->needs = entry->loads + 1;
    entry_serve_lookups(entry);
}

void tables_add(struct tables *tables, struct table *table)
{
    if (find_entry(tables, table->id) != NULL) { /* someone was here before it was made */
        table_close(table);
        return;
    }
    struct table_entry *entry = new_entry(tables, table->id);
    entry->table = table;
    entry->idle_since = loop_now();
    entry_enter(entry, ENTRY_READY);
    entry_serve_lookups(entry);
}

/* ---- watching -------------------------------------------------------------------------------- */

/* Somebody has come or gone: the others are told if that changes who is there. */
static void tell_presence(struct table_entry *entry, const struct table_watcher *about,
                          unsigned before)
{
    assert(entry->table != NULL && (about->entry == NULL || about->entry == entry));
    unsigned online = tables_online(entry->tables, entry->table);
    for (struct table_watcher *watcher = entry->watchers, *next;
         online != before && watcher != NULL; watcher = next) {
        next = watcher->next;
        if (watcher != about && watcher->presence != NULL)
            watcher->presence(watcher, entry->table, online);
    }
}

void tables_watch(struct tables *tables, struct table *table, struct table_watcher *watcher)
{
    struct table_entry *entry = entry_of(tables, table);
    assert(watcher->changed != NULL && watcher->lost != NULL);
    if (watcher->entry == entry)
        return;
    tables_unwatch(watcher);
    unsigned before = tables_online(tables, table);
    watcher->entry = entry;
    list_add(entry->watchers, watcher);
    tell_presence(entry, watcher, before);
    let_computer_play(entry); /* if the entry is READY; else whoever is at it looks afterwards */
}

void tables_unwatch(struct table_watcher *watcher)
{
    struct table_entry *entry = watcher->entry;
    if (entry == NULL)
        return;
    unsigned before = entry->table != NULL ? tables_online(entry->tables, entry->table) : 0;
    list_remove(entry->watchers, watcher);
    entry->idle_since = loop_now();
    watcher->entry = NULL;
    if (entry->table != NULL && !entry->tables->closing)
        tell_presence(entry, watcher, before);
}

void entry_tell_watchers(struct table_entry *entry)
{
    for (struct table_watcher *watcher = entry->watchers, *next; watcher != NULL; watcher = next) {
        next = watcher->next;
        watcher->changed(watcher, entry->table);
    }
}

unsigned tables_online(struct tables *tables, const struct table *table)
{
    unsigned seats = 0;
    for (const struct table_watcher *watcher = entry_of(tables, table)->watchers; watcher != NULL;
         watcher = watcher->next)
        seats |= table_seats_of(table, watcher->user);
    return seats;
}

/* ---- rows of other servers ------------------------------------------------------------------- */

static void take_rows_of_others(struct table_entry *entry)
{
    if (entry->table == NULL)
        return;
    if (entry_is_busy(entry))
        entry->stale = true;
    else
        entry_load(entry, entry->table->rows);
}

void entry_settle(struct table_entry *entry)
{
    bool stale = entry->stale;
    entry->stale = false;
    if (stale)
        take_rows_of_others(entry);
    entry_serve_lookups(entry);
}

void tables_refresh(struct tables *tables, const char *table_id)
{
    struct table_entry *entry = find_entry(tables, table_id);
    if (entry != NULL)
        take_rows_of_others(entry);
    for (int i = 0; table_id[0] == '\0' && i < BUCKETS; i++)
        for (entry = tables->buckets[i]; entry != NULL; entry = entry->next)
            take_rows_of_others(entry);
}

/* ---- the registry ---------------------------------------------------------------------------- */

struct tables *tables_open(struct loop *loop, const struct tables_settings *settings,
                           struct problem *problem)
{
    struct tables *tables = memory_new(1, sizeof *tables);
    tables->loop = loop;
    tables->most_loaded = settings->most_loaded;
    quotas_open(&tables->quotas, &settings->quotas);
    tables->tidy.ring = unload_idle;
    tables->retry.ring = look_after;
    tables->store = store_open(settings->store, problem);
    if (tables->store != NULL)
        tables->card_sets = card_sets_open(settings->cards, settings->card_count, problem);
    if (tables->card_sets != NULL && card_sets_keep(tables->card_sets, tables->store, problem)) {
        tables->shared = store_is_shared(tables->store);
        tables->heartbeat = heartbeat_open(tables, settings, problem);
    }
    if (tables->heartbeat != NULL)
        tables->writer = writer_open(loop, settings->store, problem);
    if (tables->writer != NULL)
        tables->store_thread = workers_open(loop, 1, problem);
    if (tables->store_thread != NULL)
        tables->workers = workers_open_nice(loop, settings->workers, WORKERS_NICENESS, problem);
    if (tables->workers == NULL) {
        tables_close(tables);
        return NULL;
    }
    loop_set_alarm(loop, &tables->tidy, TIDY_MS);
    loop_set_alarm(loop, &tables->retry, RETRY_MS);
    tables_resume(tables);
    return tables;
}

/* Everything that is under way comes to its end: threads first, then what they report. Nobody sees
 * a table any more. */
static void finish_all(struct tables *tables)
{
    tables->closing = true;
    tables->stopping = true;
    for (int i = 0; i < BUCKETS; i++)
        for (struct table_entry *entry = tables->buckets[i]; entry != NULL; entry = entry->next)
            entry_dismiss_lookups(entry);
    workers_end(tables->workers);
    workers_end(tables->store_thread);
    writer_end(tables->writer);
    do
        loop_round(tables->loop, 0);
    while (workers_pending(tables->workers) > 0 || workers_pending(tables->store_thread) > 0 ||
           writer_pending(tables->writer) > 0);
}

void entry_forget_watchers(struct table_entry *entry)
{
    while (entry->watchers != NULL) {
        struct table_watcher *watcher = entry->watchers;
        tables_unwatch(watcher);
        watcher->lost(watcher);
    }
}

void tables_close(struct tables *tables)
{
    if (tables == NULL)
        return;
    loop_stop_alarm(tables->loop, &tables->tidy);
    loop_stop_alarm(tables->loop, &tables->retry);
    if (tables->heartbeat != NULL)
        heartbeat_stop(tables->heartbeat);
    finish_all(tables);
    heartbeat_close(tables->heartbeat);
    workers_close(tables->workers);
    workers_close(tables->store_thread);
    writer_close(tables->writer);
    for (int i = 0; i < BUCKETS; i++)
        while (tables->buckets[i] != NULL) {
            entry_forget_watchers(tables->buckets[i]);
            drop_entry(tables->buckets[i]);
        }
    assert(tables->count == 0);
    store_close(tables->store);
    tables_drop_resumption(tables);
    card_sets_close(tables->card_sets);
    quotas_close(&tables->quotas);
    free(tables);
}

void tables_serve(struct tables *tables)
{
    heartbeat_serve(tables->heartbeat);
}

void tables_stop(struct tables *tables)
{
    tables->stopping = true;
    heartbeat_stop(tables->heartbeat);
}

void tables_note_person(struct tables *tables, int64_t user, enum person_kind person,
                        const uint8_t address[ADDRESS_KEY_SIZE])
{
    quotas_note_person(&tables->quotas, user, person, address, loop_time());
}

int64_t tables_house(const struct tables *tables, int64_t user)
{
    return quotas_house(&tables->quotas, user);
}

bool tables_take_card_set(struct tables *tables, int64_t user, enum person_kind person,
                          size_t bytes, struct problem *problem)
{
    int64_t now = loop_time();
    return quotas_allow(&tables->quotas, user, person, bytes, now, problem) &&
           quotas_take_card_set(&tables->quotas, user, person, now, problem);
}

int64_t tables_quota_sets(const struct tables *tables)
{
    return tables->quotas.settings.card_sets;
}

bool tables_spend_quota(struct tables *tables, int64_t user, enum person_kind person, size_t bytes,
                        struct problem *problem)
{
    return quotas_spend(&tables->quotas, user, person, bytes, loop_time(), problem);
}

struct workers *tables_store_thread(struct tables *tables)
{
    return tables->store_thread;
}

struct store *tables_store(struct tables *tables)
{
    return tables->store;
}

const struct card_sets *tables_card_sets(const struct tables *tables)
{
    return tables->card_sets;
}

struct workers *tables_workers(struct tables *tables)
{
    return tables->workers;
}

int tables_count(const struct tables *tables)
{
    return tables->count;
}

void tables_counts(struct tables *tables, struct tables_counts *counts)
{
    *counts = tables->counts;
    counts->loaded = tables->count;
    counts->computers_waiting = workers_waiting(tables->workers);
    writer_counts(tables->writer, &counts->transactions, &counts->writes);
}

struct writer_trouble tables_store_trouble(struct tables *tables)
{
    return writer_trouble(tables->writer);
}
