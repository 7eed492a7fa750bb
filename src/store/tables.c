/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables and their rows, as they are read: nothing leaves here whose hashes do not agree. */

#include "kinds.h"
#include "pack.h"

#include <assert.h>
#include <string.h>

/* ---- one table ------------------------------------------------------------------------------- */

/* Reads TABLE_COLUMNS. The hash of the head is wanted by snapshots. */
static void read_table(struct reader *reader, struct store_table *table,
                       uint8_t head_hash[STORE_HASH_SIZE])
{
    uint8_t computed[STORE_HASH_SIZE];
    read_text_into(reader, table->id, sizeof table->id);
    table->head = read_text(reader, STORE_TEXT_SIZE);
    read_bytes_into(reader, table->seed, sizeof table->seed);
    read_bytes_into(reader, head_hash, STORE_HASH_SIZE);
    table->rows = (uint32_t)read_number(reader, 0, UINT32_MAX);
    table->made = read_time(reader);
    table->changed = read_time(reader);
    table->phase = (uint8_t)read_number(reader, 0, UINT8_MAX);
    table->listed = read_number(reader, 0, 1) == 1;
    table->owner = read_number(reader, 0, INT64_MAX);
    table->company = (uint8_t)read_number(reader, COMPANY_PEOPLE, COMPANY_COMPUTERS);
    if (reader->damaged)
        return;
    store_table_hash(table, computed);
    reader->damaged = memcmp(computed, head_hash, sizeof computed) != 0;
}

/* Someone waits for tables. */
struct table_wait {
    store_seen_table *seen;
    store_seen_snapshot *snapshot;
    void *context;
    bool found, damaged;
};

/* Reads what GET_TABLE has after the table: snapshot, its hash, and the hash of the row it is for.
 * False if the snapshot is not what it was. */
static bool read_snapshot(struct reader *reader, const struct store_table *table,
                          const uint8_t head_hash[STORE_HASH_SIZE], const struct table_wait *wait)
{
    uint8_t kept[STORE_HASH_SIZE], computed[STORE_HASH_SIZE], row_hash[STORE_HASH_SIZE];
    uint32_t rows = (uint32_t)read_number(reader, 0, table->rows);
    const struct value *body = reader->values;
    assert(wait->snapshot != NULL);
    if (read_nothing(reader) || body->kind != VALUE_BYTES || body->size > STORE_SNAPSHOT_MAX)
        return false;
    read_bytes_into(reader, kept, sizeof kept);
    if (rows > 0)
        read_bytes_into(reader, row_hash, sizeof row_hash);
    else
        memcpy(row_hash, head_hash, sizeof row_hash);
    if (reader->damaged)
        return false;
    snapshot_hash(row_hash, body->at, body->size, computed);
    if (memcmp(kept, computed, sizeof kept) != 0)
        return false;
    wait->snapshot(wait->context, rows, body->at, body->size);
    return true;
}

static void table_seen(void *context, const struct value *values, int count)
{
    struct table_wait *wait = context;
    struct reader reader = {values, count, false};
    struct store_table table;
    uint8_t head_hash[STORE_HASH_SIZE];
    read_table(&reader, &table, head_hash);
    wait->found = true;
    wait->damaged = wait->damaged || reader.damaged;
    if (reader.damaged)
        return;
    wait->seen(wait->context, &table);
    bool has_snapshot = reader.left > 0 && reader.values->kind != VALUE_NONE;
    if (has_snapshot && wait->snapshot != NULL)
        wait->damaged = !read_snapshot(&reader, &table, head_hash, wait);
}

static enum store_result tables(struct store *store, struct request request,
                                struct table_wait *wait)
{
    request.seen = table_seen;
    request.context = wait;
    enum store_result result = store_run(store, &request, 1);
    return result == STORE_DONE && wait->damaged ? STORE_DAMAGED : result;
}

enum store_result store_table(struct store *store, const char *id, store_seen_table *table,
                              store_seen_snapshot *snapshot, void *context)
{
    struct table_wait wait = {table, snapshot, context, false, false};
    if (!id_fits(id))
        return STORE_MISSING;
    enum store_result result =
        tables(store, (struct request){.statement = GET_TABLE, .values = {value_text(id)}}, &wait);
    return result == STORE_DONE && !wait.found ? STORE_MISSING : result;
}

enum store_result store_listed(struct store *store, int phase, int limit, store_seen_table *seen,
                               void *context)
{
    struct table_wait wait = {seen, NULL, context, false, false};
    return tables(store,
                  (struct request){.statement = LIST_OPEN,
                                   .values = {value_number(phase), value_number(limit)}},
                  &wait);
}

enum store_result store_tables_of(struct store *store, int64_t user, int limit,
                                  store_seen_table *seen, void *context)
{
    struct table_wait wait = {seen, NULL, context, false, false};
    return tables(store,
                  (struct request){.statement = LIST_OF_USER,
                                   .values = {value_number(user), value_number(limit)}},
                  &wait);
}

enum store_result store_all_tables(struct store *store, store_seen_table *seen, void *context)
{
    struct table_wait wait = {seen, NULL, context, false, false};
    return tables(store, (struct request){.statement = LIST_ALL}, &wait);
}

static void id_seen(void *context, const struct value *values, int count)
{
    struct wait *wait = context;
    struct reader reader = {values, count, false};
    const char *id = read_text(&reader, STORE_ID_SIZE);
    wait->damaged = wait->damaged || reader.damaged;
    if (!reader.damaged)
        wait->seen.id(wait->context, id);
}

enum store_result store_all_ids(struct store *store, store_seen_id *seen, void *context)
{
    struct wait wait = {.seen.id = seen, .context = context};
    return store_run_waiting(store, (struct request){.statement = LIST_IDS, .seen = id_seen},
                             &wait);
}

/* ---- how many -------------------------------------------------------------------------------- */

static void usage_seen(void *context, const struct value *values, int count)
{
    struct store_usage *usage = context;
    struct reader reader = {values, count, false};
    usage->tables = read_number(&reader, 0, INT64_MAX);
    usage->computers = read_number(&reader, 0, INT64_MAX);
    usage->made = read_number(&reader, 0, INT64_MAX);
}

static void table_count_seen(void *context, const struct value *values, int count)
{
    struct store_table_count *tables = context;
    struct reader reader = {values, count, false};
    tables->all = read_number(&reader, 0, INT64_MAX);
    tables->of_guests = read_number(&reader, 0, INT64_MAX);
}

struct request usage_request(int64_t user, struct store_usage *usage)
{
    return (struct request){.statement = COUNT_TABLES_OF,
                            .values = {value_number(user), value_number(usage->tables_after),
                                       value_number(usage->computers_after),
                                       value_number(usage->made_after)},
                            .seen = usage_seen,
                            .context = usage};
}

enum store_result store_count_tables(struct store *store, struct store_table_count *count)
{
    return store_run_one(
        store,
        (struct request){.statement = COUNT_TABLES, .seen = table_count_seen, .context = count});
}

/* ---- rows ------------------------------------------------------------------------------------ */

void read_row(struct reader *reader, struct store_row *row)
{
    row->number = (uint32_t)read_number(reader, 1, UINT32_MAX);
    row->time = read_time(reader);
    row->user = read_time(reader);
    row->key = read_text(reader, STORE_KEY_SIZE);
    row->kind = read_text(reader, STORE_KIND_SIZE);
    row->body = read_text(reader, STORE_TEXT_SIZE);
    read_bytes_into(reader, row->hash, sizeof row->hash);
}

/* Does the row follow one with the hash `before`? */
static bool row_follows(const uint8_t before[STORE_HASH_SIZE], const char *table,
                        const struct store_row *row)
{
    uint8_t computed[STORE_HASH_SIZE];
    store_hash(before, table, row, computed);
    return memcmp(computed, row->hash, sizeof computed) == 0;
}

/* Someone waits for the rows of a table. */
struct row_wait {
    const char *table;
    uint32_t after;
    store_seen_row *seen;
    void *context;

    uint32_t rows;                 /* that the table has */
    uint8_t last[STORE_HASH_SIZE]; /* the hash of its last row */
    bool begun;
    uint32_t at;                   /* number of the last row seen */
    uint8_t hash[STORE_HASH_SIZE]; /* and its hash */
    enum store_result result;
};

/* GET_CHAIN: where the chain begins and ends. */
static void chain_seen(void *context, const struct value *values, int count)
{
    struct row_wait *wait = context;
    struct reader reader = {values, count, false};
    wait->rows = (uint32_t)read_number(&reader, 0, UINT32_MAX);
    read_bytes_into(&reader, wait->last, sizeof wait->last);
    read_bytes_into(&reader, wait->hash, sizeof wait->hash);
    wait->result = reader.damaged             ? STORE_DAMAGED
                   : wait->after > wait->rows ? STORE_CONFLICT
                                              : STORE_DONE;
}

static bool take_row(struct row_wait *wait, const struct store_row *row)
{
    assert(wait->begun && wait->result == STORE_DONE);
    if (row->number != wait->at + 1 || !row_follows(wait->hash, wait->table, row))
        return false;
    wait->at = row->number;
    memcpy(wait->hash, row->hash, sizeof wait->hash);
    if (row->number > wait->after)
        wait->seen(wait->context, row);
    return true;
}

/* Goes through the rows of a pack, whose hashes follow from the chain; are they those that were
 * packed? */
static bool read_pack(struct row_wait *wait, const struct store_row *pack, bool tells)
{
    struct unpacking unpacking = {.rest = span_of(pack->body)};
    assert(strcmp(pack->kind, PACK_KIND) == 0);
    struct store_row row;
    while (wait->at < pack->number && unpacking_next(&unpacking, &row)) {
        row.number = ++wait->at;
        store_hash(wait->hash, wait->table, &row, row.hash);
        memcpy(wait->hash, row.hash, sizeof wait->hash);
        if (tells && row.number > wait->after)
            wait->seen(wait->context, &row);
    }
    text_free(&unpacking.body);
    return unpacking.rest.length == 0 && !unpacking.damaged && wait->at == pack->number &&
           memcmp(wait->hash, pack->hash, sizeof wait->hash) == 0;
}

/* Nothing of it is told before all of it is known to be good. */
static bool take_pack(struct row_wait *wait, const struct store_row *pack)
{
    struct row_wait trial = *wait;
    if (!read_pack(&trial, pack, false))
        return false;
    bool same = read_pack(wait, pack, true);
    assert(same && wait->at == trial.at);
    return same;
}

/* GET_ROWS begins with the last row, or pack, up to the one that the reader knows: only its hash is
 * of interest. */
static void row_seen(void *context, const struct value *values, int count)
{
    struct row_wait *wait = context;
    if (wait->result != STORE_DONE)
        return;
    struct reader reader = {values, count, false};
    struct store_row row;
    read_row(&reader, &row);
    bool known = !wait->begun && wait->after > 0 && row.number <= wait->after;
    wait->begun = true;
    if (known && !reader.damaged) {
        wait->at = row.number;
        memcpy(wait->hash, row.hash, sizeof wait->hash);
        return;
    }
    bool is_pack = !reader.damaged && strcmp(row.kind, PACK_KIND) == 0;
    if (reader.damaged || !(is_pack ? take_pack(wait, &row) : take_row(wait, &row)))
        wait->result = STORE_DAMAGED;
}

enum store_result store_rows(struct store *store, const char *id, uint32_t after,
                             store_seen_row *seen, void *context)
{
    struct row_wait wait = {
        .table = id, .after = after, .seen = seen, .context = context, .result = STORE_MISSING};
    struct request requests[] = {
        {.statement = BEGIN_READING},
        {.statement = GET_CHAIN, .values = {value_text(id)}, .seen = chain_seen, .context = &wait},
        {.statement = GET_ROWS,
         .values = {value_text(id), value_number(after)},
         .seen = row_seen,
         .context = &wait},
        {.statement = COMMIT},
    };
    if (!id_fits(id))
        return STORE_MISSING;
    enum store_result result = store_run(store, requests, 4);
    if (result != STORE_DONE || wait.result != STORE_DONE)
        return result != STORE_DONE ? result : wait.result;
    assert(after <= wait.rows); /* else it is a conflict */
    bool complete = wait.at == wait.rows && memcmp(wait.hash, wait.last, sizeof wait.hash) == 0;
    return complete ? STORE_DONE : STORE_DAMAGED;
}

/* GET_ROW_WITH_KEY: the table's number of rows and hash of the head, the hash of the row before,
 * and the row. */
static void keyed_row_seen(void *context, const struct value *values, int count)
{
    struct row_wait *wait = context;
    struct reader reader = {values, count, false};
    struct store_row row;
    int64_t rows = read_number(&reader, 1, UINT32_MAX);
    read_bytes_into(&reader, wait->hash, sizeof wait->hash);
    if (reader.left > 0 && reader.values->kind != VALUE_NONE)
        read_bytes_into(&reader, wait->hash, sizeof wait->hash);
    else
        read_nothing(&reader);
    read_row(&reader, &row);
    bool fits = !reader.damaged && row.number <= rows && row_follows(wait->hash, wait->table, &row);
    wait->result = fits ? STORE_DONE : STORE_DAMAGED;
    if (fits)
        wait->seen(wait->context, &row);
}

enum store_result store_row_with_key(struct store *store, const char *id, const char *key,
                                     store_seen_row *seen, void *context)
{
    struct row_wait wait = {.table = id, .seen = seen, .context = context, .result = STORE_MISSING};
    if (!id_fits(id) || !text_fits(key, STORE_KEY_SIZE, false))
        return STORE_MISSING;
    enum store_result result =
        store_run_one(store, (struct request){.statement = GET_ROW_WITH_KEY,
                                              .values = {value_text(id), value_text(key)},
                                              .seen = keyed_row_seen,
                                              .context = &wait});
    return result == STORE_DONE ? wait.result : result;
}

/* ---- members --------------------------------------------------------------------------------- */

/* A change of a table that other servers want to know of. STORE_MISSING if there was nothing to
 * change and there had to be. */
static enum store_result change_table(struct store *store, struct request change, const char *table,
                                      bool must_change)
{
    char payload[NEWS_SIZE];
    assert(id_fits(table) && change.seen == NULL);
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        change,
        news_request(store, table, payload),
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 4);
    bool nothing = must_change && requests[1].changed == 0;
    return result == STORE_DONE && nothing ? STORE_MISSING : result;
}

enum store_result store_join(struct store *store, const char *table, int64_t user)
{
    struct request join = {.statement = JOIN_TABLE,
                           .values = {value_text(table), value_number(user)}};
    return id_fits(table) ? change_table(store, join, table, false) : STORE_MISSING;
}

enum store_result store_leave(struct store *store, const char *table, int64_t user)
{
    struct request leave = {.statement = LEAVE_TABLE,
                            .values = {value_text(table), value_number(user)}};
    return id_fits(table) ? change_table(store, leave, table, true) : STORE_MISSING;
}

enum store_result store_remove(struct store *store, const char *table)
{
    char payload[NEWS_SIZE], cards[STORE_DOCUMENT_NAME_SIZE];
    if (!id_fits(table))
        return STORE_MISSING;
    store_cards_name(table, cards);
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = REMOVE_TABLE, .values = {value_text(table)}},
        {.statement = DROP_CARDS_OF_NO_TABLE, .values = {value_text(cards), value_text(table)}},
        news_request(store, table, payload),
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 5);
    return result == STORE_DONE && requests[1].changed == 0 ? STORE_MISSING : result;
}
