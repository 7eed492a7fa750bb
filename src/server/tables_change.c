/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Changes to tables, one at a time in each: checked, made in memory, written, answered. tables.c
 * says why a change is made before it is written. */

#include "heartbeat.h"
#include "log.h"
#include "tables_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WRITE_WAIT_MS = 250,
    WRITE_WAIT_MAX_MS = 10000,
};

/* ---- changes: what goes with a row ----------------------------------------------------------- */

/* What a table was like before the row that is written. */
struct table_before {
    int awaited;
    enum table_phase phase;
    int64_t users[SEATS_MAX];
};

static struct table_before before_change(const struct table *table)
{
    struct table_before before = {.awaited = table_awaited(table), .phase = table->phase};
    for (int i = 0; i < SEATS_MAX; i++)
        before.users[i] = table->seats[i].user;
    return before;
}

/* A person who is not here and whose turn it becomes gets a notification. */
static int add_notification(struct table_entry *entry, int awaited_before, int64_t now)
{
    struct table *table = entry->table;
    struct text *notification = &entry->pending.notification;
    int awaited = table_awaited(table);
    if (awaited < 0 || awaited == awaited_before || table->seats[awaited].user == 0 ||
        table->seats[awaited].player[0] != '\0' ||
        (tables_online(entry->tables, table) >> awaited & 1))
        return 0;
    text_clear(notification);
    text_addf(notification, "{\"table\":\"%s\",\"seat\":%d,\"game\":\"%s\",\"title\":", table->id,
              awaited + 1, table->plan.game->name);
    text_add_quoted(notification, span_of(table->plan.title));
    text_add(notification, "}");
    entry->pending.notifications[0] =
        (struct store_notification){.user = table->seats[awaited].user,
                                    .kind = "turn",
                                    .body = text_string(notification),
                                    .due = now,
                                    .table = table->id};
    return 1;
}

/* Who belongs to the table from now on, and who does not any more; a row changes one seat at the
 * most. */
static void add_members(struct table_entry *entry, const int64_t before[SEATS_MAX],
                        struct store_write *write)
{
    const struct table *table = entry->table;
    write->joins = entry->pending.joins;
    write->leaves = entry->pending.leaves;
    for (int i = 0; i < table->rules->setup.players; i++) {
        int64_t now = table->seats[i].user;
        if (now == before[i])
            continue;
        assert(write->join_count + write->leave_count == 0); /* there is room for one */
        if (now != 0)
            entry->pending.joins[write->join_count++] = now;
        else if (before[i] != table->plan.owner && table_seats_of(table, before[i]) == 0)
            entry->pending.leaves[write->leave_count++] = before[i];
    }
}

static void add_snapshot(struct table_entry *entry, struct store_write *write)
{
    assert(entry->table->rows > write->expected);
    if (entry->table->rows / SNAPSHOT_ROWS == write->expected / SNAPSHOT_ROWS)
        return;
    text_clear(&entry->pending.snapshot);
    table_save(entry->table, &entry->pending.snapshot);
    if (entry->pending.snapshot.length > STORE_SNAPSHOT_MAX)
        return;
    write->snapshot = text_string(&entry->pending.snapshot);
    write->snapshot_size = entry->pending.snapshot.length;
}

/* Who made a table answers for what happens there without a person: a new table of computers, and
 * what they write. Bytes are counted here, once a row is going to be written. */
static void add_quota(struct table_entry *entry, const struct table_row *row,
                      struct store_write *write)
{
    const struct table *table = entry->table;
    bool for_computers = table_is_for_computers(table);
    write->company = for_computers ? COMPANY_COMPUTERS : COMPANY_PEOPLE;
    bool becomes = for_computers && (row->kind == ROW_COMPUTER || row->kind == ROW_HAND_OVER);
    if (becomes && row->user != 0) {
        bool own = row->user == table->plan.owner;
        enum person_kind owner = own ? entry->pending.change->person : PERSON_UNKNOWN;
        quotas_for_computers(&entry->tables->quotas, table->plan.owner, owner, row->time,
                             &entry->pending.quota);
        write->quota = &entry->pending.quota;
    }
    quotas_charge(&entry->tables->quotas, row->user != 0 ? row->user : table->plan.owner,
                  entry->pending.body.length + QUOTA_ROW_BYTES, loop_time());
}

/* ---- changes --------------------------------------------------------------------------------- */

void entry_finish_change(struct table_entry *entry, enum change_result result)
{
    struct table_change *change = entry->pending.change;
    entry->pending.change = NULL;
    if (change != NULL)
        change->done(change, result, entry->table, &entry->pending.problem);
}

/* What someone wanted to do is not done. Two servers at one table are an everyday matter, and a
 * store that fails is told by the writer, once. */
static void log_change(const struct table_entry *entry, enum store_result result)
{
    static const char *const words[] = {
        [STORE_CONFLICT] = "conflict", [STORE_DOUBLED] = "doubled", [STORE_MISSING] = "missing",
        [STORE_TAKEN] = "taken",       [STORE_FULL] = "full",       [STORE_REFUSED] = "refused",
        [STORE_DAMAGED] = "damaged",   [STORE_FAILED] = "failed",
    };
    bool usual = result == STORE_CONFLICT || result == STORE_DOUBLED || result == STORE_FULL ||
                 result == STORE_FAILED;
    assert(words[result] != NULL);
    log_line(usual ? LOG_INFO : LOG_ERROR, "change failed", log_text("table", entry->id),
             log_number("user", entry->pending.rows[1].user),
             log_text("kind", entry->pending.rows[1].kind), log_text("result", words[result]));
}

/* What failed is not tried again at once by the registry itself, and less and less often: with a
 * row that the store never takes a computer player would do nothing else. */
static void note_write_result(struct table_entry *entry, enum store_result result)
{
    int64_t now = loop_now();
    bool fails = result != STORE_DONE && result != STORE_CONFLICT && result != STORE_DOUBLED;
    int64_t wait = (int64_t)WRITE_WAIT_MS
                   << (entry->write_failures < 8 ? entry->write_failures : 8);
    entry->write_failures = fails ? entry->write_failures + 1 : 0;
    entry->computer_plays_at = fails ? now + (wait < WRITE_WAIT_MAX_MS ? wait : WRITE_WAIT_MAX_MS)
                               : result == STORE_CONFLICT ? now + LEAVE_TO_OTHERS_MS
                                                          : 0;
}

static void written(struct queued_write *queued)
{
    struct table_entry *entry =
        (struct table_entry *)((char *)queued - offsetof(struct table_entry, pending.queued));
    struct tables *tables = entry->tables;
    enum store_result result = queued->write.result;
    bool ends = entry->pending.ends; /* those who are told may begin the next change */
    assert(entry->state == ENTRY_WRITING);
    note_write_result(entry, result);
    if (result == STORE_DONE) {
        entry_enter(entry, ENTRY_READY);
        tables->counts.changes++;
        recent_keys_add(&entry->keys, entry->pending.rows[1].key);
        entry_finish_change(entry, CHANGE_DONE);
        entry_tell_watchers(entry);
        entry_pack(entry, ends);
        entry_settle(entry);
        return;
    }
    /* What is in memory has not happened. What has is read again, and then the change is answered:
     * nobody sees this table any more. */
    log_change(entry, result);
    tables->counts.conflicts += result == STORE_CONFLICT;
    tables->counts.failures += result == STORE_FAILED;
    entry->pending.result = result == STORE_DOUBLED    ? CHANGE_AGAIN
                            : result == STORE_CONFLICT ? CHANGE_STALE
                            : result == STORE_FULL     ? CHANGE_FULL
                                                       : CHANGE_FAILED;
    if (result == STORE_FULL)
        quotas_tell(&entry->pending.quota, &entry->pending.problem);
    table_close(entry->table);
    entry->table = NULL;
    entry_enter(entry, ENTRY_EMPTY);
    if (tables->closing)
        entry_finish_change(entry, CHANGE_FAILED);
    else
        entry_load(entry, 0);
}

/* The row has been done in the table, after giving back what was `credit`: both are written. */
static void write_change(struct table_entry *entry, const struct table_row *row, int64_t credit,
                         struct table_change *change, const struct table_before *before)
{
    struct pending_change *pending = &entry->pending;
    struct table *table = entry->table;
    int first = credit > 0 ? 0 : 1;
    assert(!entry_is_busy(entry) && pending->change == NULL && change->done != NULL);
    assert(table->rows >= (uint32_t)(2 - first));
    pending->change = change;
    pending->ends = table->phase == TABLE_OVER && before->phase != TABLE_OVER;
    pending->problem = (struct problem){0};
    pending->rows[0] = (struct store_row){
        .time = row->time, .key = "", .kind = row_kinds[ROW_OUTAGE], .body = pending->credit};
    pending->rows[1] = (struct store_row){.time = row->time,
                                          .user = row->user,
                                          .key = change->key,
                                          .kind = row_kinds[row->kind],
                                          .body = text_string(&pending->body)};
    pending->queued.write = (struct store_write){
        .table = entry->id,
        .expected = table->rows - (uint32_t)(2 - first),
        .rows = pending->rows + first,
        .row_count = 2 - first,
        .phase = (int)table->phase,
        .notifications = pending->notifications,
        .notification_count = add_notification(entry, before->awaited, loop_time())};
    add_members(entry, before->users, &pending->queued.write);
    add_snapshot(entry, &pending->queued.write);
    add_quota(entry, row, &pending->queued.write);
    pending->queued.done = written;
    entry_enter(entry, ENTRY_WRITING);
    writer_add(entry->tables->writer, &pending->queued);
}

/* Does the row in the table, giving back what is owed before it. */
static bool apply_row(struct table_entry *entry, const struct table_row *row, int64_t credit,
                      struct problem *problem)
{
    struct pending_change *pending = &entry->pending;
    text_clear(&pending->body);
    if (credit == 0)
        return table_apply(entry->table, row, &pending->body, problem);
    snprintf(pending->credit, sizeof pending->credit, "%" PRId64, credit);
    struct table_row outage = {
        .kind = ROW_OUTAGE, .time = row->time, .body = span_of(pending->credit)};
    return table_apply_after(entry->table, &outage, row, &pending->body, problem);
}

/* ---- changes that were made long ago --------------------------------------------------------- */

/* A change with a key cannot be made. The store is asked whether that is because it was made
 * already, longer ago than the registry remembers. */
struct resend_check {
    struct work work;
    struct table_entry *entry;
    struct table_change *change;
    enum change_result otherwise;
    struct problem problem;
    bool found;
};

static void ignore_row(void *context, const struct store_row *row)
{
    (void)context;
    (void)row;
}

static void ask_run(struct work *work)
{
    struct resend_check *check = (struct resend_check *)work;
    check->found = store_row_with_key(check->entry->tables->store, check->entry->id,
                                      check->change->key, ignore_row, NULL) == STORE_DONE;
}

static void ask_done(struct work *work)
{
    struct resend_check *check = (struct resend_check *)work;
    struct table_entry *entry = check->entry;
    assert(entry->state == ENTRY_CHECKING);
    entry_enter(entry, ENTRY_READY);
    check->change->done(check->change, check->found ? CHANGE_AGAIN : check->otherwise, entry->table,
                        &check->problem);
    free(check);
    entry_settle(entry);
}

/* ---- changes that may be possible by now ----------------------------------------------------- */

/* Another server may have done what makes a change possible: it is tried once more when that is
 * known here. */
struct second_try {
    struct table_lookup lookup;
    struct tables *tables;
    struct table_row row;
    struct table_change *change;
};

static void apply(struct table_entry *entry, const struct table_row *row,
                  struct table_change *change, bool is_last);

static void try_again(struct table_lookup *lookup, struct table *table,
                      const struct problem *problem)
{
    struct second_try *again = (struct second_try *)lookup;
    struct second_try copy = *again;
    free(again);
    if (table != NULL)
        apply(entry_of(copy.tables, table), &copy.row, copy.change, true);
    else
        copy.change->done(copy.change, CHANGE_FAILED, NULL, problem);
}

static void try_later(struct table_entry *entry, const struct table_row *row,
                      struct table_change *change)
{
    struct second_try *again = memory_new(1, sizeof *again);
    *again = (struct second_try){.lookup = {.ready = try_again, .fresh = true},
                                 .tables = entry->tables,
                                 .row = *row,
                                 .change = change};
    tables_look_up(entry->tables, entry->id, &again->lookup);
}

static void not_possible(struct table_entry *entry, struct table_change *change,
                         enum change_result result, const struct problem *problem)
{
    assert(!entry_is_busy(entry) && (result == CHANGE_STALE || result == CHANGE_REFUSED));
    if (!recent_keys_may_have_had(&entry->keys, change->key)) {
        change->done(change, result, entry->table, problem);
        return;
    }
    struct resend_check *check = memory_new(1, sizeof *check);
    *check = (struct resend_check){.entry = entry,
                                   .change = change,
                                   .otherwise = result,
                                   .problem = *problem,
                                   .work = {.run = ask_run, .done = ask_done}};
    entry_enter(entry, ENTRY_CHECKING);
    workers_add(entry->tables->store_thread, &check->work, true);
}

static void apply(struct table_entry *entry, const struct table_row *row,
                  struct table_change *change, bool is_last)
{
    struct table *table = entry->table;
    struct problem problem = {0};
    struct table_before before = before_change(table);
    assert(entry->state == ENTRY_SERVING && table != NULL);
    if (recent_keys_has(&entry->keys, change->key)) {
        change->done(change, CHANGE_AGAIN, table, &problem);
        return;
    }
    if (table_clock_runs(table) && heartbeat_is_late(entry->tables->heartbeat)) {
        change->done(change, CHANGE_FAILED, table, &problem);
        return;
    }
    if (writer_is_failing(entry->tables->writer)) {
        writer_note_refused(entry->tables->writer);
        change->done(change, CHANGE_FAILED, table, &problem);
        return;
    }
    bool stale = change->expected >= 0 && change->expected != table->rows;
    if (!stale && row->user != 0 &&
        !quotas_allow(&entry->tables->quotas, row->user, change->person,
                      row->body.length + QUOTA_ROW_BYTES, loop_time(), &problem)) {
        change->done(change, CHANGE_FULL, table, &problem);
        return;
    }
    struct table_row timed = *row;
    timed.time = table_time(table, row->time);
    int64_t credit = entry_clock_credit(entry, timed.time);
    if (!stale && apply_row(entry, &timed, credit, &problem))
        write_change(entry, &timed, credit, change, &before);
    else if (!is_last && entry->tables->shared)
        try_later(entry, row, change);
    else
        not_possible(entry, change, stale ? CHANGE_STALE : CHANGE_REFUSED, &problem);
}

void tables_apply(struct tables *tables, struct table *table, const struct table_row *row,
                  struct table_change *change)
{
    apply(entry_of(tables, table), row, change, false);
}
