/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables being loaded from the store: whole ones, from the latest snapshot on, and what other
 * servers have added to those already here. */

#include "log.h"
#include "same_deal_find.h"
#include "table_load.h"
#include "tables_parts.h"

#include "base/container_of.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys ------------------------------------------------------------------------------------ */

void recent_keys_add(struct recent_keys *recent, const char *key)
{
    if (key[0] == '\0')
        return;
    span_copy(span_of(key), recent->keys[recent->count % KEYS_KEPT], STORE_KEY_SIZE);
    recent->count++;
}

bool recent_keys_has(const struct recent_keys *recent, const char *key)
{
    for (int i = 0; key[0] != '\0' && i < KEYS_KEPT; i++)
        if (strcmp(recent->keys[i], key) == 0)
            return true;
    return false;
}

bool recent_keys_may_have_had(const struct recent_keys *recent, const char *key)
{
    return key[0] != '\0' && (recent->incomplete || recent->count > KEYS_KEPT);
}

/* ---- reading, in the store thread ------------------------------------------------------------ */

/* A row that the table does not have yet. */
struct added_row {
    struct added_row *next;
    struct store_row row;
    char texts[]; /* key, kind and body, each with its closing zero */
};

/* A table being read by the store thread, or what has been added to it. */
struct entry_loading {
    struct work work;
    struct table_entry *entry;
    bool was_lost;
    uint32_t after;         /* rows that the table has already; 0: all of it is read */
    struct table_load load; /* all of it */
    struct recent_keys keys;
    struct added_row *added, **last; /* what was added */
    enum store_result result;
    struct problem problem;
};

/* Rows that the snapshot covers are of interest for their keys only. */
static void see_key(struct table_load *load, const struct store_row *row)
{
    struct entry_loading *loading = container_of(load, struct entry_loading, load);
    if (row->number == load->told_after + 1)
        loading->keys = (struct recent_keys){.incomplete = load->told_after > 0};
    recent_keys_add(&loading->keys, row->key);
}

static const char *const no_answer = _("the store is not responding");

bool tables_may_try_again(const struct problem *problem)
{
    return problem->sentence == no_answer;
}

void tables_note_no_answer(struct problem *problem)
{
    problem_set(problem, no_answer, NULL, NULL, NULL);
}

static void note_result(struct entry_loading *loading)
{
    loading->problem = loading->load.problem;
    if (loading->result == STORE_DONE)
        return;
    loading->problem = (struct problem){0};
    problem_set(&loading->problem,
                loading->result == STORE_MISSING   ? _("there is no such table")
                : loading->result == STORE_DAMAGED ? _("the rows of this table were changed")
                                                   : no_answer,
                NULL, NULL, NULL);
}

/* All of it. */
static void read_table(struct entry_loading *loading)
{
    struct table_load *load = &loading->load;
    *load = (struct table_load){.store = loading->entry->tables->store,
                                .from_snapshot = true,
                                .overlap = KEYS_KEPT,
                                .row_read = see_key};
    loading->result = table_load(load, loading->entry->id);
    /* After the rows: those who sat down before this was asked have not agreed. */
    if (loading->result == STORE_DONE && !problem_is_set(&load->problem) &&
        !same_deal_find(load->store, &load->stored, &load->table->plan))
        loading->result = STORE_FAILED;
    note_result(loading);
    if (problem_is_set(&loading->problem)) {
        table_close(load->table);
        load->table = NULL;
    }
}

static char *add_string(char *at, const char *string, const char **where)
{
    size_t size = strlen(string) + 1;
    memcpy(at, string, size);
    *where = at;
    return at + size;
}

/* Keeps a row that the table does not have yet. */
static void see_added(void *context, const struct store_row *row)
{
    struct entry_loading *loading = context;
    struct added_row *added =
        memory_new(1, sizeof *added + strlen(row->key) + strlen(row->kind) + strlen(row->body) + 3);
    added->row = *row;
    char *at = add_string(added->texts, row->key, &added->row.key);
    at = add_string(at, row->kind, &added->row.kind);
    add_string(at, row->body, &added->row.body);
    *loading->last = added;
    loading->last = &added->next;
}

static void load_run(struct work *work)
{
    struct entry_loading *loading = (struct entry_loading *)work;
    if (loading->after == 0)
        read_table(loading);
    else
        loading->result = store_rows(loading->entry->tables->store, loading->entry->id,
                                     loading->after, see_added, loading);
}

/* ---- taking, in the loop --------------------------------------------------------------------- */

void entry_drop_loading(struct table_entry *entry)
{
    struct entry_loading *loading = entry->loading;
    if (loading == NULL)
        return;
    entry->loading = NULL;
    table_close(loading->load.table);
    for (struct added_row *added = loading->added, *next; added != NULL; added = next) {
        next = added->next;
        free(added);
    }
    free(loading);
}

/* Adds what another server has done. False if it does not fit: then all is read again. */
static bool take_added(struct table_entry *entry, struct entry_loading *loading)
{
    assert(loading->after > 0 && loading->load.table == NULL);
    bool fine = loading->result == STORE_DONE && entry->table != NULL &&
                entry->table->rows == loading->after;
    for (struct added_row *added = loading->added; fine && added != NULL; added = added->next) {
        struct problem problem = {0};
        fine = table_replay(entry->table, &added->row, &problem);
        if (fine) {
            entry->computer_plays_at = loop_now() + LEAVE_TO_OTHERS_MS;
            recent_keys_add(&entry->keys, added->row.key);
            entry_tell_watchers(entry);
        }
    }
    return fine;
}

/* A store that does not answer is asked every second, but told once; if it fails altogether the
 * writer has told it. */
static void log_unread(const struct table_entry *entry, const struct entry_loading *loading)
{
    struct text why = {0};
    if (!problem_is_set(&loading->problem) || loading->result == STORE_MISSING ||
        entry->tables->closing ||
        (loading->result == STORE_FAILED &&
         (loading->was_lost || writer_is_failing(entry->tables->writer))))
        return;
    problem_write(&loading->problem, ENGLISH, &why);
    log_line(LOG_ERROR, "table not read", log_text("table", entry->id),
             log_text("why", text_string(&why)));
    text_free(&why);
}

static void take_table(struct table_entry *entry, struct entry_loading *loading)
{
    assert(loading->after == 0);
    assert((loading->load.table == NULL) == problem_is_set(&loading->problem));
    log_unread(entry, loading);
    entry->problem = loading->problem;
    table_close(entry->table);
    entry->table = loading->load.table;
    loading->load.table = NULL;
    entry->keys = loading->keys;
    if (loading->result == STORE_FAILED) {
        entry->tables->counts.failures++;
        writer_check_store(entry->tables->writer);
    }
    if (entry->table != NULL)
        entry_tell_watchers(entry);
    else if (loading->result == STORE_MISSING)
        entry_forget_watchers(entry);
}

static void load_done(struct work *work)
{
    struct entry_loading *loading = (struct entry_loading *)work;
    struct table_entry *entry = loading->entry;
    enum store_result result = loading->result;
    bool again = false;
    assert(entry->loading == loading && entry->state == ENTRY_LOADING);
    entry->tables->counts.loads++;
    if (loading->after > 0)
        again = !take_added(entry, loading);
    else
        take_table(entry, loading);
    entry_drop_loading(entry);
    entry_enter(entry, entry->table != NULL     ? ENTRY_READY
                       : result == STORE_FAILED ? ENTRY_LOST
                                                : ENTRY_EMPTY);
    if (again && !entry->tables->closing) {
        entry_load(entry, 0);
        return;
    }
    /* A change that was not written: now there is a table that knows nothing of it. */
    entry_finish_change(entry, entry->table != NULL ? entry->pending.result : CHANGE_FAILED);
    entry_settle(entry);
}

void entry_load(struct table_entry *entry, uint32_t after)
{
    assert(!entry_is_busy(entry) && (after == 0 || entry->table != NULL));
    if (entry->tables->closing)
        return;
    struct entry_loading *loading = memory_new(1, sizeof *loading);
    loading->was_lost = entry->state == ENTRY_LOST;
    entry->loading = loading;
    entry_enter(entry, ENTRY_LOADING);
    entry->loads++;
    loading->entry = entry;
    loading->after = after;
    loading->result = STORE_FAILED; /* until it is read */
    tables_note_no_answer(&loading->problem);
    loading->last = &loading->added;
    loading->work.run = load_run;
    loading->work.done = load_done;
    workers_add(entry->tables->store_thread, &loading->work, false);
}

/* ---- packing --------------------------------------------------------------------------------- */

/* The entry stays until it is done. */
struct pack_work {
    struct work work;
    struct table_entry *entry;
    bool whole;
    enum store_result result;
};

static void pack_run(struct work *work)
{
    struct pack_work *pack = (struct pack_work *)work;
    pack->result = store_pack(pack->entry->tables->store, pack->entry->id, pack->whole);
}

static void add_pack(struct table_entry *entry, bool whole);

/* If it was not done, the rows take more space, and that is all. */
static void pack_done(struct work *work)
{
    struct pack_work *pack = (struct pack_work *)work;
    struct table_entry *entry = pack->entry;
    assert(entry->packing);
    if (pack->result == STORE_FAILED || pack->result == STORE_DAMAGED)
        log_line(LOG_ERROR, "table not packed", log_text("table", entry->id));
    free(pack);
    entry->packing = false;
    if (entry->pack_whole)
        add_pack(entry, true);
}

static void add_pack(struct table_entry *entry, bool whole)
{
    if (entry->tables->closing)
        return;
    assert(!entry->packing);
    struct pack_work *pack = memory_new(1, sizeof *pack);
    *pack = (struct pack_work){
        .entry = entry, .whole = whole, .work = {.run = pack_run, .done = pack_done}};
    entry->packing = true;
    entry->pack_whole = false;
    workers_add(entry->tables->store_thread, &pack->work, false);
}

/* What work that waits has not seen is packed with the next rows; the end has no next ones. */
void entry_pack(struct table_entry *entry, bool ends)
{
    if (entry->packing)
        entry->pack_whole = entry->pack_whole || ends;
    else if (ends || entry->table->rows % SNAPSHOT_ROWS == 0)
        add_pack(entry, ends);
}
