/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses, each a row of one table. */

#include "analysis_job.h"

#include "table_load.h"

#include "contract/play.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUR_MS = 3600 * 1000 };

/* ---- the kinds ------------------------------------------------------------------------------- */

/* How each kind is done, with a table that is as it was asked about. */
static const struct {
    struct analysis_kind_info about;
    bool (*run)(const struct table *table, const struct analysis_effort *effort,
                struct analysis_control *control, struct text *result, struct problem *problem);
} kinds[ANALYSIS_KINDS] = {
    [ANALYSIS_HINT] = {{.name = "hint",
                        .rank = 0,
                        .most = 400, /* so that analyses never keep them out */
                        .keep_ms = 24 * HOUR_MS,
                        .longest_ms = 30 * 1000},
                       table_find_hint},
    [ANALYSIS_GAME] = {{.name = "analysis", .rank = 1, .most = 200, .longest_ms = HOUR_MS / 4},
                       table_analyse},
};

const struct analysis_kind_info *analysis_kind_info(enum analysis_kind kind)
{
    assert((unsigned)kind < ANALYSIS_KINDS);
    return &kinds[kind].about;
}

/* ---- what is asked --------------------------------------------------------------------------- */

static void name_job(const struct table *table, enum analysis_kind kind, struct analysis_job *job)
{
    *job = (struct analysis_job){.kind = kind, .rows = table->rows};
    memcpy(job->table_id, table->id, sizeof job->table_id);
    snprintf(job->key, sizeof job->key, "%s %s", kinds[kind].about.name, table->id);
    assert(table->rows > 0 && table->session != NULL);
}

/* A position that comes again, after an undo, has the same hint. */
bool analysis_job_for_hint(const struct table *table, int64_t user, int seat,
                           struct analysis_job *job, struct problem *problem)
{
    const char *why = table_why_no_hint(table, user, seat);
    if (why != NULL)
        return problem_set(problem, why, NULL, NULL, NULL);
    name_job(table, ANALYSIS_HINT, job);
    size_t length = strlen(job->key);
    snprintf(job->key + length, sizeof job->key - length, " %016" PRIx64,
             state_hash(table->rules, session_state(table->session)));
    return true;
}

bool analysis_job_for_game(const struct table *table, struct analysis_job *job,
                           struct problem *problem)
{
    if (table->phase != TABLE_OVER)
        return problem_set(problem, _("the game is not over yet"), NULL, NULL, NULL);
    name_job(table, ANALYSIS_GAME, job);
    return true;
}

void analysis_job_write(const struct analysis_job *job, struct text *body)
{
    text_addf(body, "%" PRIu32, job->rows);
}

bool analysis_job_read(const struct store_job *stored, struct analysis_job *job)
{
    int kind = 0;
    while (kind < ANALYSIS_KINDS && strcmp(kinds[kind].about.name, stored->kind) != 0)
        kind++;
    int64_t rows = 0;
    bool known = kind < ANALYSIS_KINDS && span_number(span_of(stored->body), 1, UINT32_MAX, &rows);
    *job = (struct analysis_job){.kind = known ? (enum analysis_kind)kind : ANALYSIS_HINT,
                                 .rows = (uint32_t)rows};
    span_copy(span_of(stored->table), job->table_id, sizeof job->table_id);
    span_copy(span_of(stored->key), job->key, sizeof job->key);
    return known;
}

/* ---- doing it -------------------------------------------------------------------------------- */

enum analysis_outcome analysis_job_run(const struct analysis_job *job,
                                       const struct analysis_effort *effort, struct store *store,
                                       struct analysis_control *control, struct text *result,
                                       struct problem *problem)
{
    struct table_load load = {.store = store, .most = job->rows};
    enum store_result read = table_load(&load, job->table_id);
    struct table *table = load.table;
    if (read != STORE_DONE || table == NULL || problem_is_set(&load.problem) ||
        table->rows != job->rows) {
        table_close(table);
        problem_set(problem, _("the table cannot be read"), NULL, NULL, NULL);
        return read == STORE_FAILED ? ANALYSIS_UNREAD : ANALYSIS_IMPOSSIBLE;
    }
    bool done =
        table->session != NULL && kinds[job->kind].run(table, effort, control, result, problem);
    table_close(table);
    if (!done && problem_is_no_memory(problem))
        return ANALYSIS_UNREAD;
    if (!done)
        return control->stop ? ANALYSIS_STOPPED : ANALYSIS_IMPOSSIBLE;
    return ANALYSIS_FOUND;
}
