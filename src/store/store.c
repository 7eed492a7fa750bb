/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What both databases share: which one an address means, how requests are run, and the checks of
 * what goes in and comes out. */

#include "kinds.h"

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- opening --------------------------------------------------------------------------------- */

/* The first row whose prefix fits decides. */
static const struct {
    const char *prefix;
    const struct store_kind *kind;
} kinds[] = {
    {"postgres://", &postgres_kind},
    {"postgresql://", &postgres_kind},
    {"", &sqlite_kind},
};

static const struct store_kind *kind_of(const char *address)
{
    size_t i = 0;
    while (strncmp(address, kinds[i].prefix, strlen(kinds[i].prefix)) != 0) {
        i++;
        assert(i < sizeof kinds / sizeof kinds[0]); /* the last row fits everything */
    }
    return kinds[i].kind;
}

static uint8_t process_random[12];

static void start_process(void)
{
    if (sodium_init() < 0) {
        fputs("orrery: the system gives no random numbers\n", stderr);
        abort();
    }
    randombytes_buf(process_random, sizeof process_random);
}

/* All stores of a process have one node; a child that it forks has another. */
static void name_store(struct store *store)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_process);
    struct text node = {0};
    text_addf(&node, "%08x", (unsigned)getpid());
    text_add_hex(&node, process_random, sizeof process_random);
    span_copy(text_span(&node), store->node, sizeof store->node);
    text_free(&node);
    assert(strlen(store->node) == NODE_SIZE - 1);
    uint8_t random[(NODE_SIZE - 1) / 2];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(store->writer, sizeof store->writer, random, sizeof random);
}

struct store *store_open(const char *address, struct problem *problem)
{
    struct store *store = memory_new(1, sizeof *store);
    name_store(store);
    store->kind = kind_of(address);
    if (store->kind->open(store, address, problem) && store_fill_skeletons(store, problem)) {
        assert(store->database != NULL);
        return store;
    }
    assert(problem_is_set(problem));
    store_close(store);
    return NULL;
}

bool store_is_there(const char *address)
{
    return kind_of(address) != &sqlite_kind || access(address, F_OK) == 0;
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    if (store->database != NULL)
        store->kind->close(store);
    text_free(&store->error);
    free(store);
}

bool store_is_shared(const struct store *store)
{
    return store->kind->shared;
}

bool store_lock(struct store *store, struct problem *problem)
{
    return store->kind->lock(store, problem);
}

const char *store_error(const struct store *store)
{
    return text_string(&store->error);
}

void store_checkpoint(struct store *store)
{
    if (store->kind->checkpoint != NULL)
        store->kind->checkpoint(store);
}

bool store_news(struct store *store, int milliseconds, char table[STORE_ID_SIZE])
{
    table[0] = '\0';
    return store->kind->news(store, milliseconds, table);
}

void store_other_server(struct store *store)
{
    memcpy(store->node, store->writer, sizeof store->node);
}

/* ---- requests -------------------------------------------------------------------------------- */

struct request *requests_add(struct requests *list, struct request request)
{
    assert(request.statement < STATEMENT_COUNT);
    assert(list->count >= 0 && list->count <= list->capacity);
    if (list->count == list->capacity) {
        list->capacity = list->capacity > 0 ? 2 * list->capacity : 16;
        list->at = memory_grow(list->at, (size_t)list->capacity, sizeof *list->at);
    }
    list->at[list->count] = request;
    return &list->at[list->count++];
}

enum store_result store_note(struct store *store, enum store_result result, const char *error)
{
    text_clear(&store->error);
    text_add_span(&store->error, span_trim(span_of(error)));
    return result;
}

enum store_result store_run(struct store *store, struct request *requests, int count)
{
    assert(count > 0);
    if (store->busy)
        return store_note(store, STORE_FAILED, "a callback of the store uses the same store");
    text_clear(&store->error);
    store->busy = true;
    enum store_result result = store->kind->run(store, requests, count);
    store->busy = false;
    /* These are found out here, not in a database. */
    assert(result != STORE_CONFLICT && result != STORE_DOUBLED && result != STORE_FULL &&
           result != STORE_REFUSED);
    return result;
}

enum store_result store_run_one(struct store *store, struct request request)
{
    return store_run(store, &request, 1);
}

enum store_result store_run_waiting(struct store *store, struct request request, struct wait *wait)
{
    assert(request.seen != NULL && !wait->damaged);
    request.context = wait;
    enum store_result result = store_run(store, &request, 1);
    return result == STORE_DONE && wait->damaged ? STORE_DAMAGED : result;
}

enum store_result store_write_one(struct store *store, struct request *request)
{
    struct request requests[] = {{.statement = BEGIN_WRITING}, *request, {.statement = COMMIT}};
    enum store_result result = store_run(store, requests, 3);
    request->changed = requests[1].changed;
    return result;
}

enum store_result store_change(struct store *store, struct request request)
{
    enum store_result result = store_write_one(store, &request);
    return result == STORE_DONE && request.changed == 0 ? STORE_MISSING : result;
}

struct request news_request(const struct store *store, const char *table, char payload[NEWS_SIZE])
{
    snprintf(payload, NEWS_SIZE, "%s %s", table, store->node);
    return (struct request){.statement = TELL_NEWS, .values = {value_text(payload)}};
}

/* Longer than the longest time for a turn. */
enum { OUTAGES_KEPT_DAYS = 180 };

enum store_result store_tidy(struct store *store, int64_t now)
{
    int64_t kept;
    enum store_result result = days_before_now(store, now, OUTAGES_KEPT_DAYS, &kept);
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = DROP_OLD_TOKENS, .values = {value_number(now)}},
        {.statement = DROP_OLD_WRITERS},
        {.statement = DROP_OLD_OUTAGES, .values = {value_number(kept)}},
        {.statement = DROP_OLD_JOBS, .values = {value_number(now)}},
        {.statement = COMMIT},
    };
    return result == STORE_DONE ? store_run(store, requests, 6) : result;
}

/* ---- values ---------------------------------------------------------------------------------- */

struct value value_number(int64_t number)
{
    return (struct value){.kind = VALUE_NUMBER, .number = number};
}

struct value value_text(const char *text)
{
    assert(text != NULL);
    return (struct value){.kind = VALUE_TEXT, .at = text, .size = strlen(text)};
}

struct value value_bytes(const void *bytes, size_t size)
{
    assert(bytes != NULL || size == 0);
    return (struct value){.kind = VALUE_BYTES, .at = bytes, .size = size};
}

/* The next value if it is of that kind. */
static const struct value *next_value(struct reader *reader, enum value_kind kind)
{
    assert(reader->left >= 0 && kind != VALUE_NONE);
    if (reader->left == 0 || reader->values->kind != kind) {
        reader->damaged = true;
        reader->left = 0;
        return NULL;
    }
    reader->left--;
    return reader->values++;
}

int64_t read_number(struct reader *reader, int64_t min, int64_t max)
{
    assert(min <= max);
    const struct value *value = next_value(reader, VALUE_NUMBER);
    if (value != NULL && value->number >= min && value->number <= max)
        return value->number;
    reader->damaged = true;
    return 0;
}

int64_t read_time(struct reader *reader)
{
    return read_number(reader, INT64_MIN, INT64_MAX);
}

const char *read_text(struct reader *reader, size_t size)
{
    const struct value *value = next_value(reader, VALUE_TEXT);
    if (value != NULL && value->size < size && span_is_utf8((struct span){value->at, value->size}))
        return value->at;
    reader->damaged = true;
    return "";
}

void read_text_into(struct reader *reader, char *out, size_t size)
{
    span_copy(span_of(read_text(reader, size)), out, size);
}

void read_bytes_into(struct reader *reader, uint8_t *out, size_t size)
{
    const struct value *value = next_value(reader, VALUE_BYTES);
    bool fits = value != NULL && value->size == size;
    if (fits)
        memcpy(out, value->at, size);
    else
        memset(out, 0, size);
    reader->damaged = reader->damaged || !fits;
}

bool read_nothing(struct reader *reader)
{
    if (reader->left == 0)
        return true;
    reader->left--;
    return reader->values++->kind == VALUE_NONE;
}

void count_seen(void *context, const struct value *values, int count)
{
    struct reader reader = {values, count, false};
    *(int64_t *)context = read_number(&reader, 0, INT64_MAX);
}

bool text_fits(const char *text, size_t size, bool may_be_empty)
{
    assert(size > 0);
    size_t length = strnlen(text, size);
    return length < size && (length > 0 || may_be_empty) &&
           span_is_utf8((struct span){text, length});
}

bool id_fits(const char *id)
{
    return text_fits(id, STORE_ID_SIZE, false) && strchr(id, ' ') == NULL;
}

/* ---- the chain of hashes --------------------------------------------------------------------- */

/* docs/store.md describes the hashes byte by byte: who changes one here makes every store damaged.
 * Each begins with its own words, numbers have eight bytes, and texts begin with their length, so
 * that no two things are hashed from the same bytes. */

typedef crypto_generichash_state hash_state;

static void hash_start(hash_state *state, const char *domain)
{
    crypto_generichash_init(state, NULL, 0, STORE_HASH_SIZE);
    crypto_generichash_update(state, (const uint8_t *)domain, strlen(domain));
}

static void hash_fixed(hash_state *state, const uint8_t *bytes, size_t size)
{
    crypto_generichash_update(state, bytes, size);
}

static void hash_number(hash_state *state, uint64_t number)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
    hash_fixed(state, bytes, sizeof bytes);
}

static void hash_sized(hash_state *state, const void *bytes, size_t size)
{
    hash_number(state, size);
    hash_fixed(state, bytes, size);
}

static void hash_text(hash_state *state, const char *text)
{
    hash_sized(state, text, strlen(text));
}

void store_table_hash(const struct store_table *table, uint8_t hash[STORE_HASH_SIZE])
{
    hash_state state;
    hash_start(&state, "orrery store table 1");
    hash_text(&state, table->id);
    hash_text(&state, table->head);
    hash_fixed(&state, table->seed, sizeof table->seed);
    hash_number(&state, (uint64_t)table->made);
    crypto_generichash_final(&state, hash, STORE_HASH_SIZE);
    sodium_memzero(&state, sizeof state); /* it has seen the seed */
}

void store_hash(const uint8_t before[STORE_HASH_SIZE], const char *table,
                const struct store_row *row, uint8_t hash[STORE_HASH_SIZE])
{
    hash_state state;
    assert(row->number > 0);
    hash_start(&state, "orrery store row 1");
    hash_fixed(&state, before, STORE_HASH_SIZE);
    hash_text(&state, table);
    hash_number(&state, row->number);
    hash_number(&state, (uint64_t)row->time);
    hash_number(&state, (uint64_t)row->user);
    hash_text(&state, row->key);
    hash_text(&state, row->kind);
    hash_text(&state, row->body);
    crypto_generichash_final(&state, hash, STORE_HASH_SIZE);
}

void snapshot_hash(const uint8_t row_hash[STORE_HASH_SIZE], const void *body, size_t size,
                   uint8_t hash[STORE_HASH_SIZE])
{
    hash_state state;
    hash_start(&state, "orrery store snapshot 1");
    hash_fixed(&state, row_hash, STORE_HASH_SIZE);
    hash_sized(&state, body, size);
    crypto_generichash_final(&state, hash, STORE_HASH_SIZE);
}

void document_hash(const char *name, const char *text, uint8_t hash[STORE_HASH_SIZE])
{
    hash_state state;
    hash_start(&state, "orrery store document 1");
    hash_text(&state, name);
    hash_text(&state, text);
    crypto_generichash_final(&state, hash, STORE_HASH_SIZE);
}

/* ---- time and files
 * ----------------------------------------------------------------------------------- */

int64_t milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool sync_folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    struct text folder = {0};
    text_add_span(&folder, (struct span){file, slash != NULL ? (size_t)(slash - file) + 1 : 0});
    if (folder.length == 0)
        text_add(&folder, ".");
    int descriptor = open(folder.at, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    text_free(&folder);
    bool done = descriptor >= 0 && fsync(descriptor) == 0;
    if (descriptor >= 0)
        close(descriptor);
    return done;
}
