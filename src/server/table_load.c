/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables from the store, row by row. */

#include "table_load.h"

struct table_loading {
    struct store *store;
    struct store_table stored;
    struct text head;
    struct table *table;
    uint32_t rows; /* that are wanted */
    bool failed;   /* the store did not answer */
    struct problem *problem;
};

static void see_table(void *context, const struct store_table *stored)
{
    struct table_loading *loading = context;
    loading->stored = *stored;
    text_add(&loading->head, stored->head);
    loading->stored.head = text_string(&loading->head);
}

static void see_document(void *context, const char *text)
{
    text_add(context, text);
}

static bool find_cards(void *context, const char *name, struct text *out)
{
    struct table_loading *loading = context;
    enum store_result result = store_kept(loading->store, name, see_document, out);
    loading->failed = loading->failed || result == STORE_FAILED;
    return result == STORE_DONE;
}

static void see_row(void *context, const struct store_row *row)
{
    struct table_loading *loading = context;
    if (row->number <= loading->rows && !problem_is_set(loading->problem))
        table_replay(loading->table, row, loading->problem);
}

static enum store_result load(struct table_loading *loading, const char *table_id)
{
    const struct table_cards cards = {find_cards, loading};
    enum store_result result = store_table(loading->store, table_id, see_table, NULL, loading);
    if (result != STORE_DONE)
        return result;
    loading->table = table_open_with(&loading->stored, &cards, loading->problem);
    if (loading->table == NULL)
        return loading->failed ? STORE_FAILED : STORE_DONE;
    return store_rows(loading->store, table_id, 0, see_row, loading);
}

enum store_result table_load(struct store *store, const char *table_id, uint32_t rows,
                             struct table **out, struct problem *problem)
{
    struct table_loading loading = {.store = store, .rows = rows, .problem = problem};
    enum store_result result = load(&loading, table_id);
    text_free(&loading.head);
    bool whole = result == STORE_DONE && loading.table != NULL && !problem_is_set(problem) &&
                 loading.table->rows == rows;
    *out = whole ? loading.table : NULL;
    if (whole)
        return STORE_DONE;
    table_close(loading.table);
    problem_set(problem, _("the table cannot be read"), NULL, NULL, NULL);
    return result;
}
