/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The one hard operation: appends that are done or not, many in one transaction.
 *
 * It takes two round trips. The first locks the tables and asks what stands in the way: their rows,
 * and rows with the same keys. Then every write is decided here, and the second trip writes those
 * that are accepted and commits.
 *
 * Why so: waiting for the disk costs far more than all the rest, so everyone who wants to write
 * shares one commit, however many they are. Deciding here and not in SQL makes both databases give
 * the same answers, and lets one write be refused without ending the transaction of the others. A
 * write that comes after another one for the same table must see what that one is going to do; so
 * a target is moved on in memory with each write that is accepted, and the table in the database
 * once, at the end. Nothing is retried: what the database did not expect fails the whole group, and
 * then each write is tried alone, to find the one at fault. */

#include "kinds.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* A table that is written to, as it is after the writes decided so far. */
struct write_target {
    const char *id;
    bool there, damaged;
    uint32_t rows;
    uint8_t hash[STORE_HASH_SIZE];
    int64_t changed;
    int phase, company;
};

/* A write that passed the first look. */
struct write_job {
    struct store_write *write;
    int order;                   /* its place among the writes */
    struct write_target *target; /* NULL: it has notifications only */
    int make;                    /* the request that makes its table */
    uint8_t head_hash[STORE_HASH_SIZE];
    uint8_t snapshot_hash[STORE_HASH_SIZE];
    char cards_name[STORE_DOCUMENT_NAME_SIZE];
    uint8_t cards_hash[STORE_HASH_SIZE];
    char news[NEWS_SIZE];
    bool doubled;  /* a row with one of its keys is in the database */
    bool accepted; /* it is going to be written */
};

struct group {
    struct store *store;
    struct write_job *jobs; /* in the order of their tables */
    int count;
    struct write_target *targets;
    int target_count;
    struct requests requests;
    uint8_t claim[CLAIM_SIZE];
};

static const char *table_of(const struct store_write *write)
{
    return write->make != NULL ? write->make->id : write->table;
}

/* ---- the first look: what is wrong whatever the database holds --------------------------------
 */

static bool row_fits(const struct store_row *row)
{
    return text_fits(row->key, STORE_KEY_SIZE, true) &&
           text_fits(row->kind, STORE_KIND_SIZE, false) &&
           text_fits(row->body, STORE_TEXT_SIZE, true);
}

static bool notification_fits(const struct store_notification *notification)
{
    return text_fits(notification->kind, STORE_KIND_SIZE, false) &&
           text_fits(notification->body, STORE_TEXT_SIZE, true) &&
           (notification->table == NULL || text_fits(notification->table, STORE_ID_SIZE, true));
}

static bool table_fits(const struct store_write *write)
{
    const struct store_table *make = write->make;
    if (make == NULL)
        return id_fits(write->table);
    return id_fits(make->id) && text_fits(make->head, STORE_TEXT_SIZE, true) &&
           (write->table == NULL || strcmp(write->table, make->id) == 0) && write->expected == 0;
}

static bool write_fits(const struct store_write *write)
{
    bool about_table = write->make != NULL || write->table != NULL;
    bool empty = write->row_count == 0 && write->phase == 0 && write->snapshot == NULL &&
                 write->join_count == 0 && write->leave_count == 0;
    bool fits = (about_table ? table_fits(write) : empty) && write->row_count >= 0 &&
                write->row_count <= STORE_ROWS_MAX &&
                (write->cards == NULL ||
                 (write->make != NULL && text_fits(write->cards, STORE_TEXT_SIZE, false))) &&
                (uint32_t)write->row_count <= UINT32_MAX - write->expected && write->phase >= 0 &&
                write->phase <= UINT8_MAX && write->company >= COMPANY_AS_IT_WAS &&
                write->company <= COMPANY_COMPUTERS && write->snapshot_size <= STORE_SNAPSHOT_MAX;
    for (int i = 0; fits && i < write->row_count; i++)
        fits = row_fits(&write->rows[i]);
    for (int i = 0; fits && i < write->notification_count; i++)
        fits = notification_fits(&write->notifications[i]);
    return fits;
}

/* Is one of these keys among the first `count` rows? */
static bool has_key(const struct store_row *rows, int count, const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].key, key) == 0)
            return true;
    return false;
}

static bool doubles_itself(const struct store_write *write)
{
    for (int i = 1; i < write->row_count; i++)
        if (write->rows[i].key[0] != '\0' && has_key(write->rows, i, write->rows[i].key))
            return true;
    return false;
}

/* By table, because servers that lock in different orders would wait for each other forever; a
 * table is made before it is used. */
static int compare_jobs(const void *first, const void *second)
{
    const struct write_job *a = first, *b = second;
    const char *a_table = table_of(a->write), *b_table = table_of(b->write);
    int by_table = strcmp(a_table != NULL ? a_table : "", b_table != NULL ? b_table : "");
    int by_make = (a->write->make == NULL) - (b->write->make == NULL);
    return by_table != 0 ? by_table : by_make != 0 ? by_make : a->order - b->order;
}

static void collect(struct group *group, struct store_write *writes, int count)
{
    assert(group->count == 0 && group->jobs == NULL);
    group->jobs = memory_new((size_t)count, sizeof *group->jobs);
    group->targets = memory_new((size_t)count, sizeof *group->targets);
    for (int i = 0; i < count; i++) {
        writes[i].result = !write_fits(&writes[i])      ? STORE_REFUSED
                           : doubles_itself(&writes[i]) ? STORE_DOUBLED
                                                        : STORE_DONE;
        if (writes[i].result == STORE_DONE)
            group->jobs[group->count++] = (struct write_job){.write = &writes[i], .order = i};
    }
    qsort(group->jobs, (size_t)group->count, sizeof *group->jobs, compare_jobs);
}

/* ---- the first trip: what is there ------------------------------------------------------------
 */

static void target_seen(void *context, const struct value *values, int count)
{
    struct write_target *target = context;
    struct reader reader = {values, count, false};
    target->there = true;
    target->rows = (uint32_t)read_number(&reader, 0, UINT32_MAX);
    read_bytes_into(&reader, target->hash, sizeof target->hash);
    target->changed = read_time(&reader);
    target->phase = (int)read_number(&reader, 0, UINT8_MAX);
    target->company = (int)read_number(&reader, COMPANY_PEOPLE, COMPANY_COMPUTERS);
    target->damaged = reader.damaged;
}

static void key_seen(void *context, const struct value *values, int count)
{
    (void)values, (void)count;
    *(bool *)context = true;
}

static int company_of(const struct store_table *make)
{
    return make->company != COMPANY_AS_IT_WAS ? make->company : COMPANY_PEOPLE;
}

/* Counted before the table is there; those made in the same group are seen. */
static void ask_quota(struct group *group, struct write_job *job)
{
    struct store_quota *quota = job->write->quota;
    requests_add(&group->requests, usage_request(quota->user, &quota->usage));
}

static void ask_make(struct group *group, struct write_job *job)
{
    const struct store_table *make = job->write->make;
    assert(group->requests.count > 0); /* inside the transaction */
    store_table_hash(make, job->head_hash);
    job->make = group->requests.count;
    requests_add(&group->requests,
                 (struct request){.statement = MAKE_TABLE,
                                  .values = {value_text(make->id), value_text(make->head),
                                             value_bytes(make->seed, sizeof make->seed),
                                             value_bytes(job->head_hash, sizeof job->head_hash),
                                             value_number(make->made), value_number(make->phase),
                                             value_number(make->listed), value_number(make->owner),
                                             value_number(company_of(make))}});
}

/* One target for all jobs of a table; it is locked when the table has been made. */
static void ask_target(struct group *group, struct write_job *job)
{
    const char *id = table_of(job->write);
    struct write_target *last = group->targets + group->target_count - 1;
    assert(group->target_count == 0 || strcmp(last->id, id) <= 0); /* the order of all servers */
    bool same = group->target_count > 0 && strcmp(last->id, id) == 0;
    if (!same) {
        assert(group->target_count < group->count);
        last = &group->targets[group->target_count++];
        last->id = id;
    }
    job->target = last;
    if (job->write->quota != NULL)
        ask_quota(group, job);
    if (job->write->make != NULL)
        ask_make(group, job);
    if (!same)
        requests_add(&group->requests, (struct request){.statement = LOCK_TABLE,
                                                        .values = {value_text(id)},
                                                        .seen = target_seen,
                                                        .context = last});
}

static void ask_keys(struct group *group, struct write_job *job)
{
    for (int i = 0; i < job->write->row_count; i++)
        if (job->write->rows[i].key[0] != '\0')
            requests_add(&group->requests,
                         (struct request){.statement = FIND_KEY,
                                          .values = {value_text(table_of(job->write)),
                                                     value_text(job->write->rows[i].key)},
                                          .seen = key_seen,
                                          .context = &job->doubled});
}

static enum store_result first_trip(struct group *group)
{
    randombytes_buf(group->claim, sizeof group->claim);
    requests_add(&group->requests, (struct request){.statement = BEGIN_WRITING});
    requests_add(&group->requests,
                 (struct request){.statement = CLAIM,
                                  .values = {value_text(group->store->writer),
                                             value_bytes(group->claim, sizeof group->claim)}});
    for (int i = 0; i < group->count; i++) {
        struct write_job *job = &group->jobs[i];
        if (table_of(job->write) != NULL)
            ask_target(group, job);
        ask_keys(group, job);
    }
    return store_run(group->store, group->requests.at, group->requests.count);
}

/* ---- the decision ---------------------------------------------------------------------------- */

/* Has a job before this one, for the same table, one of its keys? */
static bool doubles_others(const struct group *group, const struct write_job *job)
{
    for (const struct write_job *other = group->jobs; other < job; other++) {
        if (other->target != job->target || !other->accepted)
            continue;
        for (int i = 0; i < job->write->row_count; i++) {
            const char *key = job->write->rows[i].key;
            if (key[0] != '\0' && has_key(other->write->rows, other->write->row_count, key))
                return true;
        }
    }
    return false;
}

/* The count of a job was made between the tables of its group: those that were refused before it
 * are not there, and those that become tables of computers by their rows were not seen. */
static void correct_usage(const struct group *group, const struct write_job *job)
{
    struct store_quota *quota = job->write->quota;
    assert(job >= group->jobs && job < group->jobs + group->count);
    for (const struct write_job *other = group->jobs; other < job; other++) {
        const struct store_write *write = other->write;
        if (write->quota == NULL || write->quota->user != quota->user)
            continue;
        if (write->make == NULL && other->accepted)
            quota->usage.computers++;
        if (write->make == NULL || write->result != STORE_FULL)
            continue;
        quota->usage.tables--;
        quota->usage.made--;
        quota->usage.computers -= write->make->company == COMPANY_COMPUTERS;
    }
}

static bool is_within(int64_t used, int64_t most)
{
    return most == 0 || used < most;
}

static bool quota_allows(const struct group *group, const struct write_job *job)
{
    const struct store_quota *quota = job->write->quota;
    if (quota == NULL)
        return true;
    correct_usage(group, job);
    return is_within(quota->usage.tables, quota->tables) &&
           is_within(quota->usage.made, quota->made) &&
           is_within(quota->usage.computers, quota->computers);
}

static enum store_result decide(const struct group *group, const struct write_job *job)
{
    const struct write_target *target = job->target;
    if (target == NULL)
        return STORE_DONE;
    assert(job->write->make == NULL || group->requests.at[job->make].statement == MAKE_TABLE);
    if (job->write->make != NULL && group->requests.at[job->make].changed == 0)
        return STORE_TAKEN;
    if (!target->there)
        return STORE_MISSING;
    if (target->damaged)
        return STORE_DAMAGED;
    bool makes = job->write->make != NULL; /* a quota is asked once: that corrects its numbers */
    if (makes && !quota_allows(group, job))
        return STORE_FULL;
    if (job->doubled || doubles_others(group, job))
        return STORE_DOUBLED;
    if (target->rows != job->write->expected)
        return STORE_CONFLICT;
    return makes || quota_allows(group, job) ? STORE_DONE : STORE_FULL;
}

/* Fills in numbers and hashes, and moves the target on. */
static void accept(struct write_job *job)
{
    struct store_write *write = job->write;
    struct write_target *target = job->target;
    assert(!job->accepted);
    job->accepted = true;
    if (target == NULL)
        return;
    assert(target->there && !target->damaged && target->rows == write->expected);
    for (int i = 0; i < write->row_count; i++) {
        struct store_row *row = &write->rows[i];
        row->number = ++target->rows;
        store_hash(target->hash, target->id, row, row->hash);
        memcpy(target->hash, row->hash, sizeof target->hash);
        target->changed = row->time;
    }
    assert(target->rows - write->expected == (uint32_t)write->row_count);
    if (write->phase != 0)
        target->phase = write->phase;
    if (write->company != COMPANY_AS_IT_WAS)
        target->company = write->company;
    if (write->snapshot != NULL)
        snapshot_hash(target->hash, write->snapshot, write->snapshot_size, job->snapshot_hash);
}

/* ---- the second trip: writing ---------------------------------------------------------------- */

static void ask_row(struct group *group, const char *table, const struct store_row *row)
{
    requests_add(&group->requests,
                 (struct request){.statement = ADD_ROW,
                                  .values = {value_text(table), value_number(row->number),
                                             value_number(row->time), value_number(row->user),
                                             value_text(row->key), value_text(row->kind),
                                             value_text(row->body),
                                             value_bytes(row->hash, sizeof row->hash)}});
}

static void ask_notification(struct group *group, const struct store_notification *notification)
{
    requests_add(
        &group->requests,
        (struct request){
            .statement = ADD_NOTIFICATION,
            .values = {value_number(notification->user), value_text(notification->kind),
                       value_text(notification->body), value_number(notification->due),
                       value_text(notification->table != NULL ? notification->table : "")}});
}

/* Who does something at a table has been there. */
static void ask_read(struct group *group, const char *table, int64_t user)
{
    if (user != 0)
        requests_add(&group->requests,
                     (struct request){.statement = READ_NOTIFICATION,
                                      .values = {value_number(user), value_text(table)}});
}

static void ask_member(struct group *group, enum store_statement statement, const char *table,
                       int64_t user)
{
    requests_add(&group->requests,
                 (struct request){.statement = statement,
                                  .values = {value_text(table), value_number(user)}});
}

static void ask_snapshot(struct group *group, const struct write_job *job)
{
    const struct store_write *write = job->write;
    int64_t rows = (int64_t)write->expected + write->row_count;
    assert(rows <= job->target->rows);
    requests_add(
        &group->requests,
        (struct request){.statement = PUT_SNAPSHOT,
                         .values = {value_text(job->target->id), value_number(rows),
                                    value_bytes(write->snapshot, write->snapshot_size),
                                    value_bytes(job->snapshot_hash, sizeof job->snapshot_hash)}});
}

static void ask_cards(struct group *group, struct write_job *job)
{
    const char *cards = job->write->cards;
    assert(job->write->make != NULL);
    store_cards_name(job->target->id, job->cards_name);
    document_hash(job->cards_name, cards, job->cards_hash);
    requests_add(
        &group->requests,
        (struct request){.statement = KEEP_DOCUMENT,
                         .values = {value_text(job->cards_name), value_text(cards),
                                    value_bytes(job->cards_hash, sizeof job->cards_hash)}});
}

static void ask_write(struct group *group, struct write_job *job)
{
    const struct store_write *write = job->write;
    assert(job->accepted && write->result == STORE_DONE);
    if (write->cards != NULL)
        ask_cards(group, job);
    for (int i = 0; i < write->row_count; i++)
        ask_row(group, job->target->id, &write->rows[i]);
    if (write->row_count > 0)
        ask_read(group, job->target->id, write->rows[0].user);
    if (write->snapshot != NULL)
        ask_snapshot(group, job);
    for (int i = 0; i < write->notification_count; i++)
        ask_notification(group, &write->notifications[i]);
    for (int i = 0; i < write->join_count; i++)
        ask_member(group, JOIN_TABLE, job->target->id, write->joins[i]);
    for (int i = 0; i < write->leave_count; i++)
        ask_member(group, LEAVE_TABLE, job->target->id, write->leaves[i]);
}

/* A table moves on once, with the last job that was accepted for it. */
static void ask_advance(struct group *group, struct write_job *job, uint32_t before)
{
    const struct write_target *target = job->target;
    assert(target->there && target->rows >= before);
    requests_add(
        &group->requests,
        (struct request){.statement = ADVANCE_TABLE,
                         .values = {value_text(target->id), value_number(before),
                                    value_number(target->rows),
                                    value_bytes(target->hash, sizeof target->hash),
                                    value_number(target->changed), value_number(target->phase),
                                    value_number(target->company)}});
    requests_add(&group->requests, news_request(group->store, target->id, job->news));
}

static enum store_result second_trip(struct group *group)
{
    struct write_job *last =
        NULL; /* the last job of a table; `before` are the rows before its first */
    uint32_t before = 0;
    group->requests.count = 0;
    for (int i = 0; i < group->count; i++) {
        struct write_job *job = &group->jobs[i];
        if (job->write->make != NULL && job->write->result == STORE_FULL)
            requests_add(&group->requests,
                         (struct request){.statement = REMOVE_TABLE,
                                          .values = {value_text(job->write->make->id)}});
        if (!job->accepted)
            continue;
        bool other_table = last == NULL || last->target != job->target;
        if (last != NULL && last->target != NULL && other_table)
            ask_advance(group, last, before);
        if (other_table)
            before = job->write->expected;
        ask_write(group, job);
        last = job;
    }
    if (last != NULL && last->target != NULL)
        ask_advance(group, last, before);
    requests_add(&group->requests, (struct request){.statement = COMMIT});
    return store_run(group->store, group->requests.at, group->requests.count);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static enum store_result run_group(struct group *group)
{
    assert(group->count > 0);
    enum store_result result = first_trip(group);
    if (result != STORE_DONE)
        return result;
    for (int i = 0; i < group->count; i++) {
        struct write_job *job = &group->jobs[i];
        job->write->result = decide(group, job);
        if (job->write->result == STORE_DONE)
            accept(job);
    }
    result = second_trip(group);
    bool lost = result == STORE_FAILED;
    return lost && group->store->kind->was_done(group->store, group->claim) ? STORE_DONE : result;
}

static enum store_result write_group(struct store *store, struct store_write *writes, int count)
{
    struct group group = {.store = store};
    collect(&group, writes, count);
    enum store_result result = group.count > 0 ? run_group(&group) : STORE_DONE;
    for (int i = 0; result != STORE_DONE && i < group.count; i++)
        group.jobs[i].write->result = result;
    free(group.jobs);
    free(group.targets);
    free(group.requests.at);
    return result;
}

/* The database found something that the first trip did not show, such as a row that its table does
 * not count. */
static enum store_result write_alone(struct store *store, struct store_write *write)
{
    enum store_result result = write_group(store, write, 1);
    bool unknown_user = result == STORE_MISSING && write->join_count > 0;
    bool broken = result == STORE_TAKEN || (result == STORE_MISSING && !unknown_user);
    if (broken)
        write->result = STORE_DAMAGED;
    return result;
}

bool store_write(struct store *store, struct store_write *writes, int count)
{
    assert(count >= 0);
    enum store_result result =
        count == 1 ? write_alone(store, writes) : write_group(store, writes, count);
    if (count <= 1 || result == STORE_DONE || result == STORE_FAILED)
        return result != STORE_FAILED;
    /* One of them is at fault. The others shall not suffer for it. */
    bool answered = true;
    for (int i = 0; i < count; i++)
        answered = write_alone(store, &writes[i]) != STORE_FAILED && answered;
    return answered;
}
