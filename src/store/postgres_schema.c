/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A connection to PostgreSQL, and what is in a database when it is ours. */

#include "postgres.h"
#include "schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    PGconn *connection = PQconnectdbParams(keywords, values, 1);
    PQsetNoticeProcessor(connection, ignore_notice, NULL);
    return connection; /* without memory NULL, which libpq takes for one that is broken */
}

/* Runs commands that give nothing back. */
static bool command(PGconn *connection, const char *text)
{
    PGresult *result = PQexec(connection, text);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
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
static long ask_number(PGconn *connection, const char *question)
{
    PGresult *result = PQexec(connection, question);
    bool found = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0 &&
                 !PQgetisnull(result, 0, 0);
    long number = found ? strtol(PQgetvalue(result, 0, 0), NULL, 10) : -1;
    PQclear(result);
    return number;
}

static bool begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* What is wrong with an address is quoted by libpq, and there may be a password in it. */
static void add_reason(PGconn *connection, struct text *out)
{
    const char *error = PQerrorMessage(connection);
    struct span line = {error, strcspn(error, "\n")};
    const char *first = memchr(line.at, '"', line.length);
    const char *last = memrchr(line.at, '"', line.length);
    if (first == NULL || PQstatus(connection) == CONNECTION_OK ||
        begins(error, "connection to server") || begins(error, "could not translate host name")) {
        text_add_span(out, line);
        return;
    }
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
 * does not answer. */
static long version_of(PGconn *connection)
{
    long ours = ask_number(connection, "SELECT (to_regclass('orrery_store') IS NOT NULL)::int");
    long foreign = ask_number(connection,
                              "SELECT (to_regclass('tables') IS NOT NULL OR "
                              "to_regclass('rows') IS NOT NULL OR "
                              "to_regclass('users') IS NOT NULL)::int");
    if (ours < 0 || foreign < 0)
        return -2;
    if (ours == 0)
        return foreign > 0 ? -1 : 0;
    long version = ask_number(connection, "SELECT version FROM orrery_store");
    return version > 0 ? version : -1;
}

static bool take_steps(PGconn *connection, long version)
{
    char mark[60];
    bool done = true;
    snprintf(mark, sizeof mark,
             version == 0 ? "INSERT INTO orrery_store VALUES (%d)"
                          : "UPDATE orrery_store SET version = %d",
             SCHEMA_VERSION);
    for (; done && version < SCHEMA_VERSION; version++)
        done = command(connection, schema_steps[version]->postgres);
    return done && command(connection, mark);
}

/* Inside the lock: what is there, and what is missing. */
static bool check_schema(PGconn *connection, struct problem *problem)
{
    long version = version_of(connection);
    if (version == -1)
        return problem_set(problem, _("{0} is no store of Orrery."), PQdb(connection), NULL, NULL);
    if (version > SCHEMA_VERSION)
        return problem_set(problem, _("{0} was made by a newer version of Orrery."),
                           PQdb(connection), NULL, NULL);
    bool fine = version >= 0 && (version == SCHEMA_VERSION || take_steps(connection, version));
    return fine || cannot_be_used(connection, problem);
}

bool postgres_make_schema(PGconn *connection, struct problem *problem)
{
    if (PQstatus(connection) != CONNECTION_OK)
        return cannot_be_used(connection, problem);
    const char *encoding = PQparameterStatus(connection, "server_encoding");
    if (encoding == NULL || strcmp(encoding, "UTF8") != 0)
        return problem_set(problem, _("The database {0} must have the encoding UTF8."),
                           PQdb(connection), NULL, NULL);
    /* Two servers may start at the same moment: the number of the lock is "Orry". */
    if (!command(connection, "BEGIN; SELECT pg_advisory_xact_lock(1332900473)"))
        return cannot_be_used(connection, problem);
    return check_schema(connection, problem) &&
           (command(connection, "COMMIT") || cannot_be_used(connection, problem));
}
