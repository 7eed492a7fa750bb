/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A connection to PostgreSQL, and what a database of ours contains. */

#include "postgres.h"
#include "schema.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOCK_TRIES = 15, LOCK_PAUSE_MS = 1000 };

/* ---- connecting ------------------------------------------------------------------------------ */

static void ignore_notice(void *context, const char *message)
{
    (void)context, (void)message;
}

PGconn *postgres_connect(const char *address, const char *name)
{
    /* The address may say otherwise where it comes later. A dead host is noticed in about the time
     * that a player is willing to wait. */
    static const char *const keywords[] = {
        "connect_timeout",     "keepalives_idle",  "keepalives_count",
        "keepalives_interval", "tcp_user_timeout", "dbname",
        "application_name",    "client_encoding",  NULL};
    const char *const values[] = {"5", "10", "3", "3", "10000", address, name, "UTF8", NULL};
    PGconn *connection = libpq.connectdbParams(keywords, values, 1);
    libpq.setNoticeProcessor(connection, ignore_notice, NULL);
    return connection; /* without memory NULL, which libpq takes for one that is broken */
}

/* Runs commands that give nothing back. `late` is set if others did not give way in time. */
static bool command_or_late(PGconn *connection, const char *text, bool *late)
{
    PGresult *result = libpq.exec(connection, text);
    ExecStatusType status = libpq.resultStatus(result);
    const char *state = libpq.resultErrorField(result, PG_DIAG_SQLSTATE);
    *late = *late || (state != NULL && strcmp(state, "55P03") == 0);
    libpq.clear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static bool command(PGconn *connection, const char *text)
{
    bool late = false;
    return command_or_late(connection, text, &late);
}

bool postgres_settings(PGconn *connection)
{
    /* A server that stands still in a transaction must not stop the others for long. */
    return command(connection,
                   "SET synchronous_commit = on;"
                   "SET lock_timeout = '10s';"
                   "SET idle_in_transaction_session_timeout = '20s';"
                   "SET default_transaction_isolation = 'read committed'");
}

/* ---- the schema ------------------------------------------------------------------------------ */

/* The first value of the first row as a number, or -1. */
static int64_t ask_number(PGconn *connection, const char *question)
{
    PGresult *result = libpq.exec(connection, question);
    bool found = libpq.resultStatus(result) == PGRES_TUPLES_OK && libpq.ntuples(result) > 0 &&
                 !libpq.getisnull(result, 0, 0);
    int64_t number;
    if (!found || !span_number(span_of(libpq.getvalue(result, 0, 0)), 0, INT64_MAX, &number))
        number = -1;
    libpq.clear(result);
    return number;
}

static bool begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* What is wrong with an address is quoted by libpq, and there may be a password in it. */
static void add_reason(PGconn *connection, struct text *out)
{
    const char *error = libpq.errorMessage(connection);
    struct span line = {error, strcspn(error, "\n")};
    const char *first = memchr(line.at, '"', line.length);
    const char *last = memrchr(line.at, '"', line.length);
    if (first == NULL || libpq.status(connection) == CONNECTION_OK ||
        begins(error, "connection to server") || begins(error, "could not translate host name")) {
        text_add_span(out, line);
        return;
    }
    assert(last != NULL && last >= first);
    text_add_span(out, (struct span){error, (size_t)(first + 1 - error)});
    text_add(out, "…");
    text_add_span(out, (struct span){last, line.length - (size_t)(last - error)});
}

static bool cannot_be_used(PGconn *connection, struct problem *problem)
{
    struct text reason = {0};
    add_reason(connection, &reason);
    problem_set(problem, _("The database cannot be used: {0}."), text_string(&reason), NULL, NULL);
    text_free(&reason);
    return false;
}

/* The version of the schema: 0 for an empty database, -1 for one that is none of ours, -2 if it
 * does not answer. Someone else may be making it just now, all in one transaction: who has seen
 * tables sees afterwards whose they are. */
static int64_t version_of(PGconn *connection)
{
    int64_t foreign = ask_number(connection,
                                 "SELECT (to_regclass('tables') IS NOT NULL OR "
                                 "to_regclass('rows') IS NOT NULL OR "
                                 "to_regclass('users') IS NOT NULL)::int");
    int64_t ours = ask_number(connection, "SELECT (to_regclass('orrery_store') IS NOT NULL)::int");
    if (ours < 0 || foreign < 0)
        return -2;
    if (ours == 0)
        return foreign > 0 ? -1 : 0;
    int64_t version = ask_number(connection, "SELECT version FROM orrery_store");
    return version > 0 ? version : -1;
}

static bool take_steps(PGconn *connection, int64_t version, bool *late)
{
    char mark[100];
    bool done = true;
    assert(version >= 0 && version < SCHEMA_VERSION);
    snprintf(mark, sizeof mark,
             version == 0 ? "INSERT INTO orrery_store (version, least) VALUES (%d, %d)"
                          : "UPDATE orrery_store SET version = %d, least = %d",
             SCHEMA_VERSION, schema_least());
    for (; done && version < SCHEMA_VERSION; version++)
        done = command_or_late(connection, schema_steps[version]->postgres, late);
    return done && command_or_late(connection, mark, late);
}

enum schema_state { SCHEMA_FINE, SCHEMA_OLD, SCHEMA_UNUSABLE };

/* What is there? A database of a newer program may be fine for this one. */
static enum schema_state look_at_schema(PGconn *connection, int64_t *version,
                                        struct problem *problem)
{
    *version = version_of(connection);
    int64_t least =
        *version > SCHEMA_VERSION ? ask_number(connection, "SELECT least FROM orrery_store") : 0;
    if (*version == -2)
        cannot_be_used(connection, problem);
    else if (*version == -1)
        problem_set(problem, _("{0} is not an Orrery store."), libpq.db(connection), NULL, NULL);
    else if (*version <= SCHEMA_VERSION)
        return *version == SCHEMA_VERSION ? SCHEMA_FINE : SCHEMA_OLD;
    else if (least > 0 && least <= SCHEMA_VERSION)
        return SCHEMA_FINE;
    else
        problem_set(problem, _("{0} was created by a newer version of Orrery."),
                    libpq.db(connection), NULL, NULL);
    assert(problem_is_set(problem));
    return SCHEMA_UNUSABLE;
}

/* Inside the lock, as a whole or not at all. */
static bool take_missing_steps(PGconn *connection, bool *late, struct problem *problem)
{
    int64_t version;
    bool done = command(connection, "BEGIN");
    if (done) {
        enum schema_state state = look_at_schema(connection, &version, problem);
        done =
            state == SCHEMA_FINE || (state == SCHEMA_OLD && take_steps(connection, version, late));
    }
    done = done && command(connection, "COMMIT");
    if (!done && !problem_is_set(problem) && !*late)
        cannot_be_used(connection, problem);
    if (!done)
        command(connection, "ROLLBACK");
    return done;
}

/* One attempt; false with a problem noted, or without one if others have to be waited for. Who
 * waits for a lock keeps everyone waiting who comes later, so it does not wait long. Two servers
 * may start at the same moment: the number of the lock is "Orry". It is taken before the
 * transaction, which would not see what others have made while it waited. */
static bool bring_up_to_date(PGconn *connection, struct problem *problem)
{
    bool late = false;
    bool locked = command(connection, "SET lock_timeout = '2s'") &&
                  command_or_late(connection, "SELECT pg_advisory_lock(1332900473)", &late);
    if (!locked && !late)
        cannot_be_used(connection, problem);
    bool done = locked && take_missing_steps(connection, &late, problem);
    if (locked)
        command(connection, "SELECT pg_advisory_unlock(1332900473)");
    return done;
}

bool postgres_make_schema(PGconn *connection, struct problem *problem)
{
    int64_t version;
    if (libpq.status(connection) != CONNECTION_OK)
        return cannot_be_used(connection, problem);
    const char *encoding = libpq.parameterStatus(connection, "server_encoding");
    if (encoding == NULL || strcmp(encoding, "UTF8") != 0)
        return problem_set(problem, _("The database {0} must have the encoding UTF8."),
                           libpq.db(connection), NULL, NULL);
    enum schema_state state = look_at_schema(connection, &version, problem);
    bool done = state == SCHEMA_FINE;
    for (int i = 0; state == SCHEMA_OLD && !done && !problem_is_set(problem); i++) {
        done = bring_up_to_date(connection, problem);
        if (!done && i >= LOCK_TRIES)
            problem_set(problem, _("The database cannot be used: {0}."),
                        _("others keep it busy, so it cannot be upgraded"), NULL, NULL);
        else if (!done && !problem_is_set(problem))
            poll(NULL, 0, LOCK_PAUSE_MS); /* those who waited for us come first */
    }
    assert(done != problem_is_set(problem));
    return done;
}
