/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The store in PostgreSQL, for several servers at once. Requests of one run travel together
 * (pipeline mode), numbers and bytes as they are (binary format). A connection that is gone is made
 * again at the next request; what was under way then has failed. postgres_schema.c sets a
 * connection up.
 *
 * Why so: the database may be a millisecond away, and a write has dozens of requests; one by one
 * they would keep everyone waiting who is in the same transaction. The price of the pipeline is
 * that an error is only heard of when everything has been sent; so results are always read up to
 * the end of the run, else the next run would take them for its own. A connection that is out of
 * step is given up, which is cheap, and never mended.
 *
 *     away ──is_ready──> idle ──BEGIN──> in_transaction ──COMMIT, ROLLBACK, error──> idle
 *       ^                 │                    │
 *       └── disconnect ───┴────── lost ────────┘   (what was under way has failed)
 */

#include "postgres.h"
#include "schema.h"

#include <assert.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RETRY_MILLISECONDS = 200,    /* between two attempts to connect */
    SETTLE_MILLISECONDS = 10000, /* for finding out whether a commit was done */
};

/* Types of values by their numbers in every PostgreSQL. */
enum { TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_TEXT = 25 };

/* ---- the connection -------------------------------------------------------------------------- */

static void disconnect(struct postgres *postgres)
{
    libpq.finish(postgres->connection);
    postgres->connection = NULL;
    postgres->listening = false;
}

static bool prepare_all(PGconn *connection)
{
    char name[16];
    bool done = true;
    assert(libpq.pipelineStatus(connection) == PQ_PIPELINE_ON);
    for (int i = 0; done && i < STATEMENT_COUNT; i++) {
        const char *text = statement_texts[i].postgres;
        snprintf(name, sizeof name, "s%d", i);
        done = text == NULL || libpq.sendPrepare(connection, name, text, 0, NULL) == 1;
    }
    done = done && libpq.pipelineSync(connection) == 1;
    for (int i = 0; done && i < STATEMENT_COUNT; i++) {
        if (statement_texts[i].postgres == NULL)
            continue;
        PGresult *result = libpq.getResult(connection);
        done = libpq.resultStatus(result) == PGRES_COMMAND_OK;
        libpq.clear(result);
        libpq.clear(libpq.getResult(connection)); /* NULL: the end of this one */
    }
    if (done)
        libpq.clear(libpq.getResult(connection)); /* the end of all */
    return done;
}

/* Makes a new connection ours. */
static bool use_connection(struct store *store, PGconn *connection)
{
    struct postgres *postgres = store->database;
    assert(postgres->connection == NULL);
    if (libpq.status(connection) == CONNECTION_OK && postgres_settings(connection) &&
        libpq.enterPipelineMode(connection) == 1 && prepare_all(connection)) {
        postgres->connection = connection;
        return true;
    }
    store_note(store, STORE_FAILED, libpq.errorMessage(connection));
    span_copy(span_of(store_error(store)), postgres->reason, sizeof postgres->reason);
    libpq.finish(connection);
    postgres->next_try = milliseconds_now() + RETRY_MILLISECONDS;
    return false;
}

static bool connect_again(struct store *store)
{
    struct postgres *postgres = store->database;
    assert(!postgres->in_transaction);
    disconnect(postgres);
    if (milliseconds_now() >= postgres->next_try)
        return use_connection(store, postgres_connect(postgres->address, postgres->name));
    store_note(store, STORE_FAILED, postgres->reason); /* a moment ago */
    return false;
}

/* A database that goes away says so before it hangs up: one must read on to see the end. */
static bool is_alive(PGconn *connection)
{
    struct pollfd input = {.fd = libpq.socket(connection), .events = POLLIN};
    do {
        if (libpq.consumeInput(connection) != 1 || libpq.status(connection) != CONNECTION_OK)
            return false;
    } while (poll(&input, 1, 0) > 0);
    return true;
}

/* Is there a connection, as far as one can see without asking? In the middle of a transaction a new
 * one is of no use. */
static bool is_ready(struct store *store)
{
    struct postgres *postgres = store->database;
    bool inside = postgres->in_transaction;
    assert(!inside || postgres->connection != NULL);
    if (postgres->connection != NULL && is_alive(postgres->connection))
        return true;
    postgres->in_transaction = false;
    if (inside) {
        postgres->lost = true;
        store_note(store, STORE_FAILED, "the connection to the database was lost");
        return false;
    }
    return connect_again(store);
}

static bool postgres_open(struct store *store, const char *address, struct problem *problem)
{
    if (!libpq_load(problem))
        return false;
    struct postgres *postgres = memory_new(1, sizeof *postgres);
    size_t size = strlen(address) + 1;
    store->database = postgres;
    postgres->address = memory_new(1, size);
    memcpy(postgres->address, address, size);
    snprintf(postgres->name, sizeof postgres->name, "orrery %s", store->writer);
    PGconn *connection = postgres_connect(address, postgres->name);
    if (!postgres_make_schema(connection, problem)) {
        libpq.finish(connection);
        return false;
    }
    return use_connection(store, connection) ||
           problem_set(problem, _("The database cannot be used: {0}."), store_error(store), NULL,
                       NULL);
}

static void postgres_close(struct store *store)
{
    struct postgres *postgres = store->database;
    if (postgres == NULL) /* there is no libpq */
        return;
    if (libpq.status(postgres->connection) == CONNECTION_OK && !store->busy)
        store_run_one(store, (struct request){.statement = DROP_CLAIM,
                                              .values = {value_text(store->writer)}});
    disconnect(postgres);
    free(postgres->address);
    free(postgres);
}

/* ---- sending --------------------------------------------------------------------------------- */

/* The highest byte first. */
static void put_number(uint8_t out[8], int64_t number)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)((uint64_t)number >> (56 - 8 * i));
}

static int64_t get_number(const uint8_t in[8])
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | in[i];
    return (int64_t)number;
}

static bool send_request(PGconn *connection, const struct request *request)
{
    const char *values[VALUES_MAX];
    int sizes[VALUES_MAX], formats[VALUES_MAX], count = 0;
    uint8_t numbers[VALUES_MAX][8];
    assert(statement_texts[request->statement].postgres != NULL);
    for (; count < VALUES_MAX && request->values[count].kind != VALUE_NONE; count++) {
        const struct value *value = &request->values[count];
        bool number = value->kind == VALUE_NUMBER;
        assert(value->size <= INT_MAX);
        if (number)
            put_number(numbers[count], value->number);
        values[count] = number ? (const char *)numbers[count] : value->at;
        sizes[count] = number ? 8 : (int)value->size;
        formats[count] = 1;
    }
    char name[16];
    snprintf(name, sizeof name, "s%d", request->statement);
    return libpq.sendQueryPrepared(connection, name, count, values, sizes, formats, 1) == 1;
}

/* May this program write to the database? Asked in each transaction that does. */
enum { SCHEMA_CHECKS = 2 };

static void make_schema_checks(struct request checks[SCHEMA_CHECKS])
{
    checks[0] = (struct request){.statement = LOCK_SCHEMA};
    checks[1] =
        (struct request){.statement = CHECK_SCHEMA, .values = {value_number(SCHEMA_VERSION)}};
}

static bool send_all(PGconn *connection, const struct request *requests, int count)
{
    struct request checks[SCHEMA_CHECKS];
    make_schema_checks(checks);
    for (int i = 0; i < count; i++) {
        if (statement_texts[requests[i].statement].postgres != NULL &&
            !send_request(connection, &requests[i]))
            return false;
        for (int j = 0; requests[i].statement == BEGIN_WRITING && j < SCHEMA_CHECKS; j++)
            if (!send_request(connection, &checks[j]))
                return false;
    }
    return libpq.pipelineSync(connection) == 1;
}

/* ---- receiving ------------------------------------------------------------------------------- */

static enum store_result result_of(const PGresult *result)
{
    static const struct {
        const char *state; /* how the code of the error begins */
        enum store_result result;
    } rows[] = {
        {"23505", STORE_TAKEN},   /* unique */
        {"23503", STORE_MISSING}, /* foreign key */
        {"23", STORE_DAMAGED},    /* other constraints */
        {"22", STORE_DAMAGED},    /* a value that cannot be */
        {"XX00", STORE_DAMAGED},  /* the data or an index is corrupted */
    };
    const char *state = libpq.resultErrorField(result, PG_DIAG_SQLSTATE);
    for (size_t i = 0; state != NULL && i < sizeof rows / sizeof rows[0]; i++)
        if (strncmp(state, rows[i].state, strlen(rows[i].state)) == 0)
            return rows[i].result;
    return STORE_FAILED;
}

static struct value field(const PGresult *result, int row, int i)
{
    const char *at = libpq.getvalue(result, row, i);
    size_t size = (size_t)libpq.getlength(result, row, i);
    if (libpq.getisnull(result, row, i) || libpq.fformat(result, i) != 1)
        return (struct value){0};
    switch (libpq.ftype(result, i)) {
    case TYPE_INT8:
        return size == 8 ? value_number(get_number((const uint8_t *)at)) : (struct value){0};
    case TYPE_TEXT:
        return (struct value){.kind = VALUE_TEXT, .at = at, .size = size};
    case TYPE_BYTEA:
        return value_bytes(at, size);
    default:
        return (struct value){0};
    }
}

static void see_rows(const PGresult *result, const struct request *request)
{
    struct value values[COLUMNS_MAX];
    int count = libpq.nfields(result) < COLUMNS_MAX ? libpq.nfields(result) : COLUMNS_MAX;
    for (int row = 0; request->seen != NULL && row < libpq.ntuples(result); row++) {
        for (int i = 0; i < count; i++)
            values[i] = field(result, row, i);
        request->seen(request->context, values, count);
    }
}

/* "" if it cannot change any. */
static int64_t changed_rows(PGresult *result)
{
    int64_t rows;
    return span_number(span_of(libpq.cmdTuples(result)), 0, INT64_MAX, &rows) ? rows : 0;
}

/* The results of one request: rows one by one, then the end. Only the first error counts; what
 * follows it was not even tried. */
static void receive_request(struct store *store, PGconn *connection, struct request *request,
                            enum store_result *total)
{
    if (request->seen != NULL)
        libpq.setSingleRowMode(connection);
    for (PGresult *result; (result = libpq.getResult(connection)) != NULL; libpq.clear(result)) {
        switch (libpq.resultStatus(result)) {
        case PGRES_SINGLE_TUPLE:
        case PGRES_TUPLES_OK:
        case PGRES_COMMAND_OK:
            see_rows(result, request);
            request->changed = changed_rows(result);
            break;
        default:
            if (*total == STORE_DONE)
                *total = store_note(store, result_of(result), libpq.resultErrorMessage(result));
        }
        if (libpq.status(connection) != CONNECTION_OK) {
            libpq.clear(result);
            break;
        }
    }
}

static void receive_schema_checks(struct store *store, PGconn *connection, enum store_result *total)
{
    struct request checks[SCHEMA_CHECKS];
    bool fine = *total == STORE_DONE;
    make_schema_checks(checks);
    for (int i = 0; i < SCHEMA_CHECKS && libpq.status(connection) == CONNECTION_OK; i++)
        receive_request(store, connection, &checks[i], total);
    if (fine && *total == STORE_DAMAGED) /* the division by zero */
        *total = store_note(store, STORE_FAILED, schema_too_new);
}

static enum store_result receive_all(struct store *store, PGconn *connection,
                                     struct request *requests, int count)
{
    enum store_result total = STORE_DONE;
    for (int i = 0; i < count && libpq.status(connection) == CONNECTION_OK; i++) {
        requests[i].changed = 0;
        if (statement_texts[requests[i].statement].postgres != NULL)
            receive_request(store, connection, &requests[i], &total);
        if (requests[i].statement == BEGIN_WRITING)
            receive_schema_checks(store, connection, &total);
    }
    PGresult *end = libpq.status(connection) == CONNECTION_OK ? libpq.getResult(connection) : NULL;
    if (libpq.resultStatus(end) != PGRES_PIPELINE_SYNC && total == STORE_DONE)
        total = store_note(store, STORE_FAILED, libpq.errorMessage(connection));
    libpq.clear(end);
    return total;
}

static enum store_result exchange(struct store *store, PGconn *connection, struct request *requests,
                                  int count)
{
    if (!send_all(connection, requests, count))
        return store_note(store, STORE_FAILED, libpq.errorMessage(connection));
    return receive_all(store, connection, requests, count);
}

/* After a failure: no transaction stays open, and a connection that is out of step is given up. */
static void clean_up(struct postgres *postgres)
{
    struct request rollback = {.statement = ROLLBACK};
    PGconn *connection = postgres->connection;
    bool open = libpq.status(connection) == CONNECTION_OK &&
                libpq.transactionStatus(connection) != PQTRANS_IDLE;
    if (open && send_all(connection, &rollback, 1)) {
        bool end = false;
        for (int i = 0; i < 8 && !end && libpq.status(connection) == CONNECTION_OK; i++) {
            PGresult *result = libpq.getResult(connection);
            end = libpq.resultStatus(result) == PGRES_PIPELINE_SYNC;
            libpq.clear(result);
        }
        open = libpq.transactionStatus(connection) != PQTRANS_IDLE;
    }
    postgres->lost = open || libpq.status(connection) != CONNECTION_OK;
    if (postgres->lost)
        disconnect(postgres);
    assert(postgres->lost == (postgres->connection == NULL));
}

static enum store_result postgres_run(struct store *store, struct request *requests, int count)
{
    struct postgres *postgres = store->database;
    if (!is_ready(store))
        return STORE_FAILED;
    postgres->lost = false;
    enum store_result result = exchange(store, postgres->connection, requests, count);
    if (result != STORE_DONE)
        clean_up(postgres);
    postgres->in_transaction = postgres->connection != NULL &&
                               libpq.transactionStatus(postgres->connection) == PQTRANS_INTRANS;
    assert(result == STORE_DONE || !postgres->in_transaction);
    return result;
}

/* ---- a commit without an answer -------------------------------------------------------------- */

struct claim_wait {
    const uint8_t *claim;
    bool found;
};

static void claim_seen(void *context, const struct value *values, int count)
{
    struct claim_wait *wait = context;
    struct reader reader = {values, count, false};
    uint8_t claim[CLAIM_SIZE];
    read_bytes_into(&reader, claim, sizeof claim);
    wait->found = !reader.damaged && memcmp(claim, wait->claim, sizeof claim) == 0;
}

/* The connection was lost on the way. The claim was written in the same transaction, so it is there
 * if the rest is. The old connection may still be at work on the other side: it is ended first, and
 * asking for the claim waits until it is. */
static bool postgres_was_done(struct store *store, const uint8_t claim[CLAIM_SIZE])
{
    struct postgres *postgres = store->database;
    struct claim_wait wait = {claim, false};
    assert(!postgres->in_transaction);
    struct request requests[] = {
        {.statement = END_OTHERS, .values = {value_text(postgres->name)}},
        {.statement = GET_CLAIM,
         .values = {value_text(store->writer)},
         .seen = claim_seen,
         .context = &wait},
    };
    if (!postgres->lost)
        return false;
    int64_t end = milliseconds_now() + SETTLE_MILLISECONDS;
    while (store_run(store, requests, 1) != STORE_DONE ||
           store_run(store, requests + 1, 1) != STORE_DONE) {
        if (milliseconds_now() > end)
            return false;
        poll(NULL, 0, RETRY_MILLISECONDS / 2);
    }
    return wait.found;
}

/* ---- news ------------------------------------------------------------------------------------ */

/* "table node": what another server has changed. */
static bool is_news(const struct store *store, const char *payload, char table[STORE_ID_SIZE])
{
    const char *blank = strchr(payload, ' ');
    if (blank == NULL || strcmp(blank + 1, store->node) == 0 || blank - payload >= STORE_ID_SIZE)
        return false;
    span_copy((struct span){payload, (size_t)(blank - payload)}, table, STORE_ID_SIZE);
    return id_fits(table);
}

static bool next_news(struct store *store, PGconn *connection, char table[STORE_ID_SIZE])
{
    bool found = false;
    for (PGnotify *notify; !found && (notify = libpq.notifies(connection)) != NULL;) {
        found = is_news(store, notify->extra, table);
        libpq.freemem(notify);
    }
    return found;
}

/* Waits for something from the database. */
static void wait_for_input(PGconn *connection, int64_t milliseconds)
{
    struct pollfd input = {.fd = connection != NULL ? libpq.socket(connection) : -1,
                           .events = POLLIN};
    bool connected = input.fd >= 0;
    assert(milliseconds <= INT_MAX);
    if (!connected && milliseconds > RETRY_MILLISECONDS)
        milliseconds = RETRY_MILLISECONDS;
    if (milliseconds > 0)
        poll(&input, connected ? 1 : 0, (int)milliseconds);
}

static bool postgres_news(struct store *store, int milliseconds, char table[STORE_ID_SIZE])
{
    struct postgres *postgres = store->database;
    int64_t end = milliseconds_now() + milliseconds;
    for (;;) {
        if (is_ready(store) && !postgres->listening) {
            postgres->listening =
                store_run_one(store, (struct request){.statement = LISTEN}) == STORE_DONE;
            if (postgres->listening)
                return true;
        }
        if (postgres->connection != NULL && next_news(store, postgres->connection, table))
            return true;
        int64_t left = end - milliseconds_now();
        if (left <= 0)
            return false;
        wait_for_input(postgres->connection, left);
    }
}

/* ---- the database as a whole ----------------------------------------------------------------- */

/* Many servers may use it. */
static bool postgres_lock(struct store *store, struct problem *problem)
{
    (void)store, (void)problem;
    return true;
}

const struct store_kind postgres_kind = {
    .shared = true,
    .open = postgres_open,
    .close = postgres_close,
    .run = postgres_run,
    .was_done = postgres_was_done,
    .lock = postgres_lock,
    .backup = store_copy,
    .news = postgres_news,
};
