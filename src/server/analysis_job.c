/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses, each a row of one table. */

#include "analysis_job.h"

#include "table_load.h"

#include "contract/play.h"
#include "players/analysis_json.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUR_MS = 3600 * 1000 };

/* ---- the kinds ------------------------------------------------------------------------------- */

/* Names of the seats, for telling moves. */
struct names {
    const char *list[SEATS_MAX];
};

static struct names names_of(const struct table *table)
{
    struct names names = {0};
    for (int i = 0; i < SEATS_MAX; i++)
        names.list[i] = table->seats[i].name;
    return names;
}

static bool run_hint(const struct table *table, const struct analysis_effort *effort,
                     struct analysis_control *control, struct text *result, struct problem *problem)
{
    const struct budget budget = {
        .nodes = effort->hint_nodes, .threads = 1, .stop = &control->stop};
    const void *state = session_state(table->session);
    struct names names = names_of(table);
    struct json json = {.out = result};
    struct hint hint;
    if (!hint_find(table->rules, state, &budget, &hint, problem))
        return false;
    hint_json(table->rules, state, &hint, names.list, HINT_LINES, &json, NULL);
    return true;
}

static bool note_progress(void *context, uint32_t done, uint32_t total)
{
    struct analysis_control *control = context;
    assert(total > 0 && done <= total);
    control->done = (int)((uint64_t)done * 1000 / total);
    return true;
}

static bool run_analysis(const struct table *table, const struct analysis_effort *effort,
                         struct analysis_control *control, struct text *result,
                         struct problem *problem)
{
    uint32_t count = session_move_count(table->session);
    struct move *moves = memory_try_new((size_t)count + 1, sizeof *moves);
    if (moves == NULL)
        return problem_no_memory(problem);
    struct names names = names_of(table);
    struct json json = {.out = result};
    struct analysis analysis;
    struct analysis_task task = {
        .rules = table->rules,
        .moves = moves,
        .count = count,
        .budget = {.nodes = effort->analysis_nodes, .threads = 1, .stop = &control->stop},
        .hint_nodes = effort->hint_nodes,
        .progress = note_progress,
        .context = control};
    for (uint32_t i = 0; i < count; i++)
        moves[i] = session_entry(table->session, i).move;
    bool done = analysis_run(&task, &analysis, problem);
    if (done) {
        analysis_json(&task, &analysis, names.list, &json, NULL);
        analysis_free(&analysis);
    }
    free(moves);
    return done;
}

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
                       run_hint},
    [ANALYSIS_GAME] = {{.name = "analysis", .rank = 1, .most = 200, .longest_ms = HOUR_MS / 4},
                       run_analysis},
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

/* Why a seat of that user can have no hint now; NULL if it can. */
static const char *why_no_hint(const struct table *table, int64_t user, int seat)
{
    if (!table->plan.hints)
        return _("there are no hints at this table");
    if (table->session == NULL)
        return _("the game has not begun");
    if (table->phase == TABLE_OVER)
        return _("the game is over");
    if (seat < 0 || seat >= table->rules->setup.players || user == 0 ||
        table->seats[seat].user != user)
        return _("this is not your seat");
    if (table->seats[seat].player[0] != '\0' || session_node(table->session).actor != seat ||
        session_awaits_confirm(table->session) >= 0)
        return _("this seat has nothing to decide now");
    return NULL;
}

/* A position that comes again, after an undo, has the same hint. */
bool analysis_job_for_hint(const struct table *table, int64_t user, int seat,
                           struct analysis_job *job, struct problem *problem)
{
    const char *why = why_no_hint(table, user, seat);
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
