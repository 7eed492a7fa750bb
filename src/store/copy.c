/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Copies the whole database, into a file or into another database. */

#include "copying.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 256, BATCH_BYTES = 1024 * 1024 };

enum store_result copying_run(struct copying *copying)
{
    for (int i = 0; i < copying->batch.count; i++)
        for (int j = 0; j < VALUES_MAX; j++) {
            struct value *value = &copying->batch.at[i].values[j];
            if (value->kind != VALUE_TEXT && value->kind != VALUE_BYTES)
                continue;
            assert(value->number >= 0 &&
                   (size_t)value->number + value->size <= copying->memory.length);
            value->at = text_string(&copying->memory) + value->number;
        }
    if (copying->result == STORE_DONE && copying->batch.count > 0)
        copying->result = store_run(copying->to, copying->batch.at, copying->batch.count);
    copying->batch.count = 0;
    text_clear(&copying->memory);
    return copying->result;
}

void copying_add(struct copying *copying, enum store_statement statement,
                 const struct value *values, int count)
{
    struct request request = {.statement = statement};
    assert(count <= VALUES_MAX && (int)statement < STATEMENT_COUNT);
    for (int i = 0; i < count && i < VALUES_MAX; i++) {
        request.values[i] = values[i];
        if (values[i].kind == VALUE_NONE) /* no column of ours may be empty */
            copying->result = STORE_DAMAGED;
        if (values[i].kind == VALUE_TEXT || values[i].kind == VALUE_BYTES) {
            request.values[i].number = (int64_t)copying->memory.length;
            text_add_span(&copying->memory, (struct span){values[i].at, values[i].size});
        }
    }
    requests_add(&copying->batch, request);
    if (copying->batch.count == BATCH || copying->memory.length > BATCH_BYTES)
        copying_run(copying);
}

void copying_free(struct copying *copying)
{
    free(copying->batch.at);
    text_free(&copying->memory);
}

void copied_row_seen(void *context, const struct value *values, int count)
{
    const struct copied_table *table = context;
    copying_add(table->copying, table->into, values, count);
}

bool copying_failed(const struct store *from, const struct store *to, struct problem *problem)
{
    const char *error = store_error(from)[0] != '\0' ? store_error(from) : store_error(to);
    return problem_set(problem, _("The store cannot be copied: {0}."),
                       error[0] != '\0' ? error : _("it is damaged"), NULL, NULL);
}

/* Everything as of one moment, in one transaction of each. */
static enum store_result copy_all(struct store *from, struct copying *copying)
{
    struct copied_table tables[COPIED];
    struct request requests[COPIED + 2] = {{.statement = BEGIN_READING}};
    for (int i = 0; i < COPIED; i++) {
        tables[i] = (struct copied_table){copying, (enum store_statement)(COPY_IN + i)};
        requests[i + 1] = (struct request){.statement = (enum store_statement)(COPY_OUT + i),
                                           .seen = copied_row_seen,
                                           .context = &tables[i]};
    }
    requests[COPIED + 1] = (struct request){.statement = COMMIT};
    struct request finish[] = {
        {.statement = SET_USER_NUMBER},
        {.statement = SET_NOTIFICATION_NUMBER},
        {.statement = SET_JOB_NUMBER},
        {.statement = COMMIT},
    };

    assert(from != copying->to && copying->batch.count == 0);
    copying->result = store_run_one(copying->to, (struct request){.statement = BEGIN_WRITING});
    if (copying->result != STORE_DONE)
        return copying->result;
    enum store_result result = store_run(from, requests, COPIED + 2);
    copying_run(copying);
    if (result != STORE_DONE)
        return result;
    return copying->result == STORE_DONE ? store_run(copying->to, finish, 4) : copying->result;
}

/* Things that people have made: users, tables, notifications. */
static enum store_result count_all(struct store *store, int64_t *things)
{
    return store_run_one(
        store, (struct request){.statement = COUNT_ALL, .seen = count_seen, .context = things});
}

void store_discard(struct store *store)
{
    int64_t things = 0;
    if (store->kind->discard != NULL && count_all(store, &things) == STORE_DONE && things == 0)
        store->kind->discard(store);
}

static bool copy_into(struct store *from, struct store *to, struct problem *problem)
{
    int64_t things = 0;
    struct copying copying = {.to = to};
    enum store_result result = count_all(to, &things);
    if (result == STORE_DONE && things > 0)
        return problem_set(problem, _("The store to copy to is not empty."), NULL, NULL, NULL);
    if (result == STORE_DONE)
        result = copy_all(from, &copying);
    copying_free(&copying);
    return result == STORE_DONE || copying_failed(from, to, problem);
}

bool store_copy(struct store *store, const char *address, struct problem *problem)
{
    struct store *to = store_open(address, problem);
    bool done = to != NULL && copy_into(store, to, problem);
    struct problem ignored = {0};
    if (to != NULL && !done && store_lock(to, &ignored)) /* what was made for nothing */
        store_discard(to);
    store_close(to);
    return done;
}

/* ---- backups --------------------------------------------------------------------------------- */

/* A log of another database beside the file would be taken for its own. */
static bool is_free(const char *file)
{
    struct text log = {0};
    text_addf(&log, "%s-wal", file);
    bool taken = access(file, F_OK) == 0 || access(log.at, F_OK) == 0;
    text_free(&log);
    return !taken;
}

/* The copy is made under another name, so that the file is there whole or not at all. */
bool store_backup(struct store *store, const char *file, struct problem *problem)
{
    if (!is_free(file))
        return problem_set(problem, _("{0} already exists."), file, NULL, NULL);
    struct text beside = {0};
    text_addf(&beside, "%s.XXXXXX", file);
    int descriptor = mkstemp(beside.at);
    if (descriptor < 0) {
        text_free(&beside);
        return problem_set(problem, _("{0} cannot be written: {1}."), file, strerror(errno), NULL);
    }
    close(descriptor);
    bool done = store->kind->backup(store, beside.at, problem);
    if (done && (rename(beside.at, file) != 0 || !sync_folder_of(file)))
        done = problem_set(problem, _("{0} cannot be written: {1}."), file, strerror(errno), NULL);
    if (!done)
        unlink(beside.at);
    text_free(&beside);
    return done;
}
