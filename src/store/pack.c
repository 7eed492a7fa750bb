/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Packs: their text, and the operation that makes them.
 *
 *     1700000000000 0 move:8:4 slot 2     time, user, kind; bytes of the body; body
 *     120:15:4 jump 1 SOL Y3              milliseconds since the row before; the rest as there
 *
 * without line breaks between the rows. */

#include "pack.h"
#include "kinds.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the text -------------------------------------------------------------------------------- */

void packing_add(struct packing *packing, const struct store_row *row)
{
    bool same =
        packing->count > 0 && packing->user == row->user && strcmp(packing->kind, row->kind) == 0;
    assert(row->key[0] == '\0');
    text_addf(&packing->body, "%" PRId64, row->time - packing->time);
    if (!same)
        text_addf(&packing->body, " %" PRId64 " %s", row->user, row->kind);
    text_addf(&packing->body, ":%zu:%s", strlen(row->body), row->body);
    packing->count++;
    packing->time = row->time;
    packing->user = row->user;
    span_copy(span_of(row->kind), packing->kind, sizeof packing->kind);
}

/* Cuts off what stands before the character, and the character; false if it is not there. */
static bool cut_at(struct span *rest, char character, struct span *out)
{
    const char *found = memchr(rest->at, character, rest->length);
    if (found == NULL)
        return false;
    *out = (struct span){rest->at, (size_t)(found - rest->at)};
    rest->length -= out->length + 1;
    rest->at = found + 1;
    return true;
}

static bool read_about(struct unpacking *unpacking, struct span about)
{
    struct span passed = about, user;
    int64_t time;
    if (memchr(about.at, ' ', about.length) != NULL) {
        if (!cut_at(&about, ' ', &passed) || !cut_at(&about, ' ', &user) ||
            !span_number(user, 0, INT64_MAX, &unpacking->user) || about.length == 0 ||
            about.length >= sizeof unpacking->kind)
            return false;
        span_copy(about, unpacking->kind, sizeof unpacking->kind);
    }
    bool back = passed.length > 0 && passed.at[0] == '-';
    if (back)
        passed = (struct span){passed.at + 1, passed.length - 1};
    if (!span_number(passed, 0, INT64_MAX / 4, &time))
        return false;
    unpacking->time += back ? -time : time;
    return unpacking->kind[0] != '\0' && unpacking->time > -INT64_MAX / 4 &&
           unpacking->time < INT64_MAX / 4;
}

bool unpacking_next(struct unpacking *unpacking, struct store_row *row)
{
    struct span about, size;
    int64_t length;
    if (unpacking->rest.length == 0 || unpacking->damaged)
        return false;
    unpacking->damaged = !cut_at(&unpacking->rest, ':', &about) ||
                         !cut_at(&unpacking->rest, ':', &size) || !read_about(unpacking, about) ||
                         !span_number(size, 0, (int64_t)unpacking->rest.length, &length);
    if (unpacking->damaged)
        return false;
    text_clear(&unpacking->body);
    text_add_span(&unpacking->body, (struct span){unpacking->rest.at, (size_t)length});
    unpacking->rest.at += length;
    unpacking->rest.length -= (size_t)length;
    *row = (struct store_row){.time = unpacking->time,
                              .user = unpacking->user,
                              .key = "",
                              .kind = unpacking->kind,
                              .body = text_string(&unpacking->body)};
    return true;
}

/* ---- packing a table ------------------------------------------------------------------------- */

/* As much as SQLite keeps with one page of its own and little else; fewer rows are not worth it.
 */
enum { PACK_BYTES = 4300, PACK_ROWS_MIN = 4 };

/* A table that continues is packed often: however many of its rows cannot be packed, no more of the
 * last ones are looked at. */
enum { PACK_LOOK_BACK = 4096 };

/* Rows of the table that can become a pack, one after another. */
struct row_run {
    struct packing packing;
    uint32_t first, last;
    uint8_t hash[STORE_HASH_SIZE]; /* of the last one */
    struct row_run *next;
};

struct packer {
    const char *table;
    bool whole;        /* also what does not fill a pack */
    uint32_t snapshot; /* rows that the snapshot has seen: its last one keeps its hash */
    uint32_t start;    /* the row to begin with, if there are too many; else 0 */
    uint32_t at;       /* the last row */
    uint8_t hash[STORE_HASH_SIZE]; /* and its hash */
    struct row_run *open;          /* rows still go in */
    struct row_run *runs;          /* to be written */
    bool damaged;
};

static void drop_run(struct row_run *run)
{
    text_free(&run->packing.body);
    free(run);
}

/* The open run comes to its end; it is kept if it is worth it. */
static void close_run(struct packer *packer, bool full)
{
    struct row_run *run = packer->open;
    packer->open = NULL;
    if (run == NULL)
        return;
    assert((uint32_t)run->packing.count == run->last - run->first + 1); /* without gaps */
    if (run->packing.count < PACK_ROWS_MIN || (!full && !packer->whole)) {
        drop_run(run);
        return;
    }
    run->next = packer->runs;
    packer->runs = run;
}

static void loose_row_seen(void *context, const struct value *values, int count)
{
    struct packer *packer = context;
    struct reader reader = {values, count, false};
    struct store_row row;
    uint8_t computed[STORE_HASH_SIZE];
    read_row(&reader, &row);
    bool is_pack = !reader.damaged && strcmp(row.kind, PACK_KIND) == 0;
    bool is_start = packer->at == 0 && row.number > 0 && row.number == packer->start;
    if (!is_pack && !is_start && !reader.damaged && !packer->damaged) {
        store_hash(packer->hash, packer->table, &row, computed);
        packer->damaged =
            row.number != packer->at + 1 || memcmp(computed, row.hash, sizeof computed) != 0;
    }
    packer->damaged = packer->damaged || reader.damaged;
    if (packer->damaged)
        return;
    packer->at = row.number;
    memcpy(packer->hash, row.hash, sizeof packer->hash);
    if (row.key[0] != '\0' || is_pack || is_start) {
        close_run(packer, true);
        return;
    }
    if (packer->open == NULL) {
        packer->open = memory_new(1, sizeof *packer->open);
        packer->open->first = row.number;
    }
    struct row_run *run = packer->open;
    assert(run->packing.count == 0 || row.number == run->last + 1);
    packing_add(&run->packing, &row);
    run->last = row.number;
    memcpy(run->hash, row.hash, sizeof run->hash);
    if (run->packing.body.length >= PACK_BYTES || row.number == packer->snapshot)
        close_run(packer, true);
}

static void snapshot_rows_seen(void *context, const struct value *values, int count)
{
    struct packer *packer = context;
    struct reader reader = {values, count, false};
    packer->snapshot = (uint32_t)read_number(&reader, 0, UINT32_MAX);
}

/* GET_CHAIN: where the chain begins. */
static void chain_seen(void *context, const struct value *values, int count)
{
    struct packer *packer = context;
    struct reader reader = {values, count, false};
    uint8_t last[STORE_HASH_SIZE];
    uint32_t rows = (uint32_t)read_number(&reader, 0, UINT32_MAX);
    packer->start = !packer->whole && rows > PACK_LOOK_BACK ? rows - PACK_LOOK_BACK : 0;
    read_bytes_into(&reader, last, sizeof last);
    read_bytes_into(&reader, packer->hash, sizeof packer->hash);
    packer->damaged = reader.damaged;
}

static enum store_result find_runs(struct store *store, struct packer *packer)
{
    struct request requests[] = {
        {.statement = BEGIN_READING},
        {.statement = GET_CHAIN,
         .values = {value_text(packer->table)},
         .seen = chain_seen,
         .context = packer},
        {.statement = GET_SNAPSHOT_ROWS,
         .values = {value_text(packer->table)},
         .seen = snapshot_rows_seen,
         .context = packer},
        {.statement = GET_ROWS_TO_PACK,
         .values = {value_text(packer->table),
                    value_number(packer->whole ? UINT32_MAX : PACK_LOOK_BACK)},
         .seen = loose_row_seen,
         .context = packer},
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 5);
    close_run(packer, false);
    assert(packer->open == NULL);
    return result;
}

static void ask_pack(struct requests *requests, struct value table, const struct row_run *run)
{
    assert(run->packing.count >= PACK_ROWS_MIN);
    assert(run->next == NULL || run->next->last < run->first); /* they do not overlap */
    requests_add(
        requests,
        (struct request){.statement = ADD_ROW,
                         .values = {table, value_number(run->last), value_number(run->packing.time),
                                    value_number(0), value_text(""), value_text(PACK_KIND),
                                    value_text(text_string(&run->packing.body)),
                                    value_bytes(run->hash, sizeof run->hash)}});
}

/* Removes the rows of all runs. A row never changes; but another server may have packed some, and
 * then there are fewer than were read: a conflict. */
static enum store_result remove_runs(struct store *store, const struct packer *packer)
{
    struct requests requests = {0};
    struct value table = value_text(packer->table);
    assert(!packer->damaged && (packer->runs != NULL || packer->whole));
    requests_add(&requests, (struct request){.statement = BEGIN_WRITING});
    requests_add(&requests, (struct request){.statement = LOCK_TABLE, .values = {table}});
    int at = requests.count;
    for (const struct row_run *run = packer->runs; run != NULL; run = run->next)
        requests_add(&requests, (struct request){.statement = REMOVE_ROWS,
                                                 .values = {table, value_number(run->first),
                                                            value_number(run->last)}});
    enum store_result result = store_run(store, requests.at, requests.count);
    for (const struct row_run *run = packer->runs; result == STORE_DONE && run != NULL;
         run = run->next)
        if (requests.at[at++].changed != (int64_t)run->last - run->first + 1)
            result = STORE_CONFLICT;
    if (result == STORE_CONFLICT)
        store_run_one(store, (struct request){.statement = ROLLBACK});
    free(requests.at);
    return result;
}

static enum store_result write_runs(struct store *store, const struct packer *packer)
{
    struct requests requests = {0};
    struct value table = value_text(packer->table);
    enum store_result result = remove_runs(store, packer);
    if (result != STORE_DONE)
        return result;
    for (const struct row_run *run = packer->runs; run != NULL; run = run->next)
        ask_pack(&requests, table, run);
    if (packer->whole)
        requests_add(&requests, (struct request){.statement = DROP_SNAPSHOT, .values = {table}});
    requests_add(&requests, (struct request){.statement = COMMIT});
    result = store_run(store, requests.at, requests.count);
    free(requests.at);
    return result;
}

enum store_result store_pack(struct store *store, const char *table, bool whole)
{
    struct packer packer = {.table = table, .whole = whole};
    if (!id_fits(table))
        return STORE_MISSING;
    enum store_result result = find_runs(store, &packer);
    if (result == STORE_DONE && !packer.damaged && (packer.runs != NULL || whole))
        result = write_runs(store, &packer);
    for (struct row_run *run = packer.runs, *next; run != NULL; run = next) {
        next = run->next;
        drop_run(run);
    }
    return result == STORE_DONE && packer.damaged ? STORE_DAMAGED : result;
}
