/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A copy that follows a store. Each round looks through the store: every thing by its key and by a
 * digest of what can change in it. What differs from the round before is fetched and written, and
 * rows and lines of tables, which only grow, from where the copy ends. */

#include "ship.h"

#include "copying.h"
#include "schema.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Documents: the name of a store, which its copies have too; and, in a copy alone, the last sign of
 * life that was written there: with another one in the database someone has served it. */
static const char name_document[] = "store name", mark_document[] = "shipped", new_mark[] = "new";

enum { DIGEST_SIZE = 16, KEYS_MAX = 2, USERS = 0, TABLES = 1, ROWS = 2, LINES = 7 };

/* How many values of SHIP_LOOK are the key; 0: these come with their tables. */
static const int key_sizes[] = {1, 1, 0, 1, 2, 1, 1, 0, 1, 1, 2, 1};
_Static_assert(sizeof key_sizes / sizeof key_sizes[0] == COPIED, "one for each copied table");
_Static_assert(SHIP_LOOK_LAST - SHIP_LOOK + 1 == COPIED, "so that nothing is forgotten");

/* A thing in the store as it was seen. */
struct ship_thing {
    uint8_t key[DIGEST_SIZE];
    uint8_t digest[DIGEST_SIZE]; /* of all that was looked at */
    size_t at;                   /* its key in the memory of the list */
};

struct things {
    struct ship_thing *list;
    size_t count, capacity;
    struct text memory;
};

struct ship {
    struct store *from, *to;
    struct things known[COPIED]; /* what is in the copy */
    bool is_known;
    int64_t heartbeat; /* of the copy */
};

/* A round under way. */
struct round {
    struct ship *ship;
    struct things seen[COPIED];
    struct copying copying;
    struct ship_round *told;
    char conflict_id[STORE_ID_SIZE]; /* a table whose copy has other rows */
};

/* ---- looking --------------------------------------------------------------------------------- */

static void digest_values(const struct value *values, int count, uint8_t out[DIGEST_SIZE])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, DIGEST_SIZE);
    for (int i = 0; i < count; i++) {
        const struct value *value = &values[i];
        bool number = value->kind == VALUE_NUMBER;
        uint64_t head[2] = {(uint64_t)value->kind,
                            number ? (uint64_t)value->number : (uint64_t)value->size};
        crypto_generichash_update(&state, (const uint8_t *)head, sizeof head);
        if (!number)
            crypto_generichash_update(&state, value->at, value->size);
    }
    crypto_generichash_final(&state, out, DIGEST_SIZE);
}

/* A key in memory: each value as it is, and the bytes behind it. */
static size_t keep_key(struct text *memory, const struct value *values, int count)
{
    size_t at = memory->length;
    for (int i = 0; i < count; i++) {
        text_add_span(memory, (struct span){(const char *)&values[i], sizeof values[i]});
        if (values[i].kind != VALUE_NUMBER)
            text_add_span(memory, (struct span){values[i].at, values[i].size});
    }
    return at;
}

static void read_key(const struct things *things, const struct ship_thing *thing, int count,
                     struct value out[KEYS_MAX])
{
    const char *at = things->memory.at + thing->at;
    assert(count > 0 && count <= KEYS_MAX && thing->at < things->memory.length);
    for (int i = 0; i < count; i++) {
        memcpy(&out[i], at, sizeof out[i]);
        at += sizeof out[i];
        if (out[i].kind == VALUE_NUMBER)
            continue;
        out[i].at = at;
        at += out[i].size;
    }
}

struct looking {
    struct things *things;
    int keys;
};

static void thing_seen(void *context, const struct value *values, int count)
{
    const struct looking *looking = context;
    struct things *things = looking->things;
    assert(looking->keys > 0 && looking->keys <= count);
    if (things->count == things->capacity) {
        things->capacity = 2 * things->capacity + 64;
        things->list = memory_grow(things->list, things->capacity, sizeof things->list[0]);
    }
    struct ship_thing *thing = &things->list[things->count++];
    digest_values(values, looking->keys, thing->key);
    digest_values(values, count, thing->digest);
    thing->at = keep_key(&things->memory, values, looking->keys);
}

static int compare_keys(const void *first, const void *second)
{
    const struct ship_thing *a = first, *b = second;
    return memcmp(a->key, b->key, DIGEST_SIZE);
}

/* Looks through a store; a transaction is open. */
static enum store_result look_through(struct store *store, struct things lists[COPIED])
{
    enum store_result result = STORE_DONE;
    for (int i = 0; i < COPIED && result == STORE_DONE; i++) {
        struct looking looking = {&lists[i], key_sizes[i]};
        struct request look = {.statement = (enum store_statement)(SHIP_LOOK + i),
                               .seen = thing_seen,
                               .context = &looking};
        lists[i].count = 0;
        text_clear(&lists[i].memory);
        if (key_sizes[i] == 0)
            continue;
        result = store_run_one(store, look);
        if (lists[i].count > 0)
            qsort(lists[i].list, lists[i].count, sizeof lists[i].list[0], compare_keys);
    }
    return result;
}

static void things_free(struct things lists[COPIED])
{
    for (int i = 0; i < COPIED; i++) {
        free(lists[i].list);
        text_free(&lists[i].memory);
    }
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* How far a table goes. */
struct extent {
    bool there;
    int64_t rows, lines;
    uint8_t hash[STORE_HASH_SIZE]; /* of the last row */
};

static void extent_seen(void *context, const struct value *values, int count)
{
    struct extent *extent = context;
    struct reader reader = {values, count, false};
    extent->rows = read_number(&reader, 0, UINT32_MAX);
    read_bytes_into(&reader, extent->hash, sizeof extent->hash);
    extent->lines = read_number(&reader, 0, INT64_MAX);
    extent->there = !reader.damaged;
}

static void hash_seen(void *context, const struct value *values, int count)
{
    struct extent *extent = context;
    struct reader reader = {values, count, false};
    read_bytes_into(&reader, extent->hash, sizeof extent->hash);
    extent->there = !reader.damaged;
}

static enum store_result ask_extent(struct store *store, struct value id, struct extent *extent)
{
    return store_run_one(store, (struct request){.statement = SHIP_COUNTS,
                                                 .values = {id},
                                                 .seen = extent_seen,
                                                 .context = extent});
}

static void end_seen(void *context, const struct value *values, int count)
{
    struct extent *extent = context;
    struct reader reader = {values, count, false};
    extent->rows = read_number(&reader, 1, UINT32_MAX);
    read_bytes_into(&reader, extent->hash, sizeof extent->hash);
    extent->there = !reader.damaged;
}

/* The last row that both have, and whether it is the same. The store may have packed rows since
 * (pack.h) that the copy has one by one, its last ones among them: these are taken away, to come
 * again as they are now. */
static enum store_result find_common_end(struct round *round, struct value id, struct extent *copy)
{
    struct extent own = {0}, end = {0}, kept = {0};
    assert(copy->rows > 0);
    struct request ask_end = {.statement = SHIP_END,
                              .values = {id, value_number(copy->rows)},
                              .seen = end_seen,
                              .context = &end};
    enum store_result result = ask_extent(round->ship->from, id, &own);
    if (result == STORE_DONE)
        result = store_run_one(round->ship->from, ask_end);
    struct request ask_kept = {.statement = SHIP_HASH,
                               .values = {id, value_number(end.rows)},
                               .seen = hash_seen,
                               .context = &kept};
    if (result == STORE_DONE && end.there)
        result = store_run_one(round->ship->to, ask_kept);
    bool same = own.rows >= copy->rows && end.there == kept.there &&
                memcmp(end.hash, kept.hash, sizeof end.hash) == 0;
    if (result != STORE_DONE)
        return result;
    if (!same) {
        span_copy((struct span){id.at, id.size}, round->conflict_id, sizeof round->conflict_id);
        return STORE_CONFLICT;
    }
    if (end.rows < copy->rows)
        copying_add(&round->copying, SHIP_CUT, (struct value[]){id, value_number(end.rows)}, 2);
    copy->rows = end.rows;
    return STORE_DONE;
}

/* Rows and lines that the copy does not have yet. */
static enum store_result ship_growth(struct round *round, struct value id, bool is_new)
{
    struct extent copy = {0};
    enum store_result result = is_new ? STORE_DONE : ask_extent(round->ship->to, id, &copy);
    if (result == STORE_DONE && copy.rows > 0)
        result = find_common_end(round, id, &copy);
    if (result != STORE_DONE)
        return result;
    struct copied_table rows = {&round->copying, (enum store_statement)(COPY_IN + ROWS)};
    struct copied_table lines = {&round->copying, (enum store_statement)(COPY_IN + LINES)};
    struct request requests[] = {
        {.statement = SHIP_ROWS,
         .values = {id, value_number(copy.rows)},
         .seen = copied_row_seen,
         .context = &rows},
        {.statement = SHIP_LINES,
         .values = {id, value_number(copy.lines)},
         .seen = copied_row_seen,
         .context = &lines},
    };
    return store_run(round->ship->from, requests, 2);
}

/* ---- things ---------------------------------------------------------------------------------- */

static const struct ship_thing *find_thing(const struct things *things,
                                           const struct ship_thing *thing)
{
    if (things->count == 0)
        return NULL;
    return bsearch(thing, things->list, things->count, sizeof things->list[0], compare_keys);
}

/* Brings one thing into the copy that is new there, or different. */
static enum store_result ship_thing(struct round *round, int kind, const struct ship_thing *thing,
                                    bool is_new)
{
    struct value key[KEYS_MAX] = {0};
    struct copied_table into = {&round->copying,
                                (enum store_statement)((is_new ? COPY_IN : SHIP_CHANGE) + kind)};
    struct request get = {.statement = (enum store_statement)(SHIP_GET + kind),
                          .seen = copied_row_seen,
                          .context = &into};
    assert(statement_texts[into.into].sqlite != NULL); /* else it would be left out in silence */
    read_key(&round->seen[kind], thing, key_sizes[kind], key);
    memcpy(get.values, key, sizeof key);
    if (kind != TABLES)
        return store_run_one(round->ship->from, get);
    /* The copy is asked for its rows before the table says that it has more. */
    enum store_result result = is_new ? store_run_one(round->ship->from, get) : STORE_DONE;
    if (result == STORE_DONE)
        result = ship_growth(round, key[0], is_new);
    return result != STORE_DONE || is_new ? result : store_run_one(round->ship->from, get);
}

static enum store_result ship_kind(struct round *round, int kind)
{
    const struct things *seen = &round->seen[kind], *known = &round->ship->known[kind];
    enum store_result result = STORE_DONE;
    for (size_t i = 0; i < seen->count && result == STORE_DONE; i++) {
        const struct ship_thing *old = find_thing(known, &seen->list[i]);
        if (old != NULL && memcmp(old->digest, seen->list[i].digest, DIGEST_SIZE) == 0)
            continue;
        round->told->changed++;
        result = ship_thing(round, kind, &seen->list[i], old == NULL);
    }
    return result;
}

/* What is not there any more goes first: its name may be another's now. */
static void drop_things(struct round *round, int kind)
{
    const struct things *seen = &round->seen[kind], *known = &round->ship->known[kind];
    for (size_t i = 0; i < known->count; i++) {
        struct value key[KEYS_MAX] = {0};
        if (find_thing(seen, &known->list[i]) != NULL)
            continue;
        round->told->removed++;
        read_key(known, &known->list[i], key_sizes[kind], key);
        copying_add(&round->copying, (enum store_statement)(SHIP_DROP + kind), key,
                    key_sizes[kind]);
    }
}

static enum store_result ship_all(struct round *round)
{
    enum store_result result = STORE_DONE;
    for (int i = 0; i < COPIED; i++)
        drop_things(round, i);
    for (int i = 0; i < COPIED && result == STORE_DONE; i++)
        result = ship_kind(round, i);
    return result == STORE_DONE ? copying_run(&round->copying) : result;
}

/* ---- is it the right copy? ------------------------------------------------------------------- */

static void number_seen(void *context, const struct value *values, int count)
{
    struct reader reader = {values, count, false};
    *(int64_t *)context = read_number(&reader, INT64_MIN, INT64_MAX);
}

static enum store_result ask_number(struct store *store, enum store_statement statement,
                                    int64_t *number)
{
    *number = 0;
    return store_run_one(
        store, (struct request){.statement = statement, .seen = number_seen, .context = number});
}

static void text_seen(void *context, const char *text)
{
    text_clear(context);
    text_add(context, text);
}

/* The name of the store; it gets one if it has none. */
static enum store_result name_store(struct store *store, struct text *out)
{
    uint8_t random[DIGEST_SIZE];
    struct text name = {0};
    randombytes_buf(random, sizeof random);
    text_add_hex(&name, random, sizeof random);
    enum store_result result = store_keep(store, name_document, text_string(&name));
    text_free(&name);
    return result == STORE_DONE ? store_kept(store, name_document, text_seen, out) : result;
}

static bool was_served(struct problem *problem)
{
    return problem_set(problem,
                       _("This copy has been used as a store since; choose another target."), NULL,
                       NULL, NULL);
}

static bool is_marked(const struct text *mark, int64_t heartbeat)
{
    int64_t number;
    return strcmp(text_string(mark), new_mark) == 0 ||
           (span_number(text_span(mark), INT64_MIN, INT64_MAX, &number) && number == heartbeat);
}

/* Is it a copy of this store, and as it was left? */
static bool check_copy(struct ship *ship, struct problem *problem)
{
    struct text own = {0}, name = {0}, mark = {0};
    int64_t own_heartbeat = 0;
    bool answered = name_store(ship->from, &own) == STORE_DONE &&
                    ask_number(ship->from, SHIP_HEARTBEAT, &own_heartbeat) == STORE_DONE &&
                    ask_number(ship->to, SHIP_HEARTBEAT, &ship->heartbeat) == STORE_DONE;
    enum store_result named = store_kept(ship->to, name_document, text_seen, &name);
    enum store_result marked = store_kept(ship->to, mark_document, text_seen, &mark);
    if (!answered || named == STORE_FAILED || marked == STORE_FAILED)
        copying_failed(ship->from, ship->to, problem);
    else if (marked != STORE_DONE || strcmp(text_string(&own), text_string(&name)) != 0)
        problem_set(problem, _("This is not a copy of that store, and would be overwritten."), NULL,
                    NULL, NULL);
    else if (!is_marked(&mark, ship->heartbeat))
        was_served(problem);
    else if (own_heartbeat < ship->heartbeat)
        problem_set(problem, _("The store is older than its copy; choose another target."), NULL,
                    NULL, NULL);
    text_free(&own);
    text_free(&name);
    text_free(&mark);
    return !problem_is_set(problem);
}

/* What the copy says of itself, in the transaction of a round. */
static void add_mark(struct copying *copying, int64_t heartbeat)
{
    char text[24];
    uint8_t hash[STORE_HASH_SIZE];
    snprintf(text, sizeof text, "%" PRId64, heartbeat);
    document_hash(mark_document, text, hash);
    struct value values[] = {value_text(mark_document), value_text(text),
                             value_bytes(hash, sizeof hash)};
    copying_add(copying, DROP_DOCUMENT, values, 1);
    copying_add(copying, KEEP_DOCUMENT, values, 3);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Both transactions are open. */
static enum store_result run_round(struct round *round, int64_t *heartbeat, struct problem *problem)
{
    struct ship *ship = round->ship;
    int64_t version = 0, copy_heartbeat = 0;
    enum store_result result = ask_number(ship->from, GET_VERSION, &version);
    if (result == STORE_DONE && version != SCHEMA_VERSION) /* it would not know what to copy */
        return store_note(ship->from, STORE_CONFLICT, schema_too_new);
    if (result == STORE_DONE)
        result = ask_number(ship->to, SHIP_HEARTBEAT, &copy_heartbeat);
    if (result == STORE_DONE && copy_heartbeat != ship->heartbeat) {
        was_served(problem);
        return STORE_CONFLICT;
    }
    if (result == STORE_DONE && !ship->is_known)
        result = look_through(ship->to, ship->known);
    if (result == STORE_DONE)
        result = look_through(ship->from, round->seen);
    if (result == STORE_DONE)
        result = ask_number(ship->from, SHIP_HEARTBEAT, heartbeat);
    if (result == STORE_DONE)
        result = ship_all(round);
    if (result != STORE_DONE)
        return result;
    add_mark(&round->copying, *heartbeat);
    copying_add(&round->copying, SET_USER_NUMBER, NULL, 0);
    copying_add(&round->copying, SET_NOTIFICATION_NUMBER, NULL, 0);
    copying_add(&round->copying, SET_JOB_NUMBER, NULL, 0);
    copying_add(&round->copying, COMMIT, NULL, 0);
    return copying_run(&round->copying);
}

/* Now the copy is as it was seen. */
static void take_seen(struct ship *ship, struct round *round, int64_t heartbeat)
{
    struct things known[COPIED];
    assert(round->copying.result == STORE_DONE && round->copying.batch.count == 0);
    memcpy(known, ship->known, sizeof known);
    memcpy(ship->known, round->seen, sizeof known);
    memcpy(round->seen, known, sizeof known);
    ship->is_known = true;
    ship->heartbeat = heartbeat;
}

bool ship_follow(struct ship *ship, struct ship_round *told, struct problem *problem)
{
    struct round round = {.ship = ship, .copying = {.to = ship->to}, .told = told};
    int64_t heartbeat = 0;
    *told = (struct ship_round){0};
    enum store_result result =
        store_run_one(ship->to, (struct request){.statement = BEGIN_WRITING});
    if (result == STORE_DONE)
        result = store_run_one(ship->from, (struct request){.statement = BEGIN_READING});
    if (result == STORE_DONE)
        result = run_round(&round, &heartbeat, problem);
    if (result == STORE_DONE)
        take_seen(ship, &round, heartbeat);
    else {
        ship->is_known = false; /* it is looked through again */
        told->may_try_again = result == STORE_FAILED;
        if (round.conflict_id[0] != '\0')
            problem_set(problem,
                        _("Table {0} has different rows in the copy; choose another target."),
                        round.conflict_id, NULL, NULL);
        else if (!problem_is_set(problem))
            copying_failed(ship->from, ship->to, problem);
        store_run_one(ship->to, (struct request){.statement = ROLLBACK});
    }
    assert((result == STORE_DONE) == ship->is_known);
    store_run_one(ship->from, (struct request){.statement = ROLLBACK});
    things_free(round.seen);
    copying_free(&round.copying);
    return result == STORE_DONE;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Is there anything? */
static bool is_empty(struct store *store, struct problem *problem)
{
    int64_t things = 0;
    if (ask_number(store, COUNT_ALL, &things) == STORE_DONE)
        return things == 0;
    copying_failed(store, store, problem);
    return false;
}

/* A new copy: all of it at once. It is marked before, so that one that was not finished is known as
 * one. */
static bool make_copy(struct ship *ship, const char *address, struct problem *problem)
{
    struct text name = {0};
    bool done = name_store(ship->from, &name) == STORE_DONE &&
                store_keep(ship->to, mark_document, new_mark) == STORE_DONE;
    text_free(&name);
    return done ? store_copy(ship->from, address, problem)
                : copying_failed(ship->from, ship->to, problem);
}

struct ship *ship_open(struct store *from, const char *address, struct problem *problem)
{
    struct ship *ship = memory_new(1, sizeof *ship);
    ship->from = from;
    ship->to = store_open(address, problem);
    bool locked = ship->to != NULL && store_lock(ship->to, problem);
    bool there = locked && (!is_empty(ship->to, problem) || make_copy(ship, address, problem)) &&
                 !problem_is_set(problem);
    if (there && check_copy(ship, problem))
        return ship;
    if (locked)
        store_discard(ship->to);
    ship_close(ship);
    return NULL;
}

void ship_close(struct ship *ship)
{
    if (ship == NULL)
        return;
    store_close(ship->to);
    things_free(ship->known);
    free(ship);
}
