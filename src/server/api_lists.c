/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Lists of tables. The store says which there are; anything unknown about a table is asked of the
 * table. */

#include "api_call.h"

#include "base/container_of.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 100 }; /* of a phase, or of a user */

/* A list on its way. */
struct table_list {
    struct api_call *call;
    struct work work;
    struct table_lookup lookup;
    struct {
        char table_id[STORE_ID_SIZE];
        uint32_t rows;
    } items[2 * LIST_MAX];
    int count, at;
    bool waits;   /* for the table of the present item */
    bool writing; /* go_on is being called */
    enum store_result result;
    struct json json;
};

static void note_table(void *context, const struct store_table *stored)
{
    struct table_list *list = context;
    if (list->count == 2 * LIST_MAX)
        return;
    memcpy(list->items[list->count].table_id, stored->id, sizeof stored->id);
    list->items[list->count++].rows = stored->rows;
}

static bool is_own_list(const struct api_call *call)
{
    return strcmp(call->route->path, "/api/my/tables") == 0;
}

/* In the store thread. */
static void find_tables(struct work *work)
{
    struct table_list *list = container_of(work, struct table_list, work);
    const struct api_call *call = list->call;
    struct store *store = tables_store(call->api->tables);
    if (is_own_list(call))
        list->result = store_tables_of(store, call->user.id, LIST_MAX, note_table, list);
    else {
        list->result = store_listed(store, TABLE_OPEN, LIST_MAX, note_table, list);
        if (list->result == STORE_DONE || list->result == STORE_DAMAGED)
            list->result = store_listed(store, TABLE_RUNNING, LIST_MAX, note_table, list);
    }
    if (list->result == STORE_DAMAGED)
        list->result = STORE_DONE; /* the others are there */
}

static void end_list(struct table_list *list)
{
    struct api_call *call = list->call;
    bool found = list->result == STORE_DONE;
    free(list);
    if (found)
        api_answer_json(call, 200);
    else
        api_fail(call, 503, ERROR_UNAVAILABLE, _("the store is not responding"));
}

/* A table that older programs have listed though someone may know its deal is not for all. */
static void put_entry(struct table_list *list, const struct summary *summary)
{
    if (!summary->same_deal || is_own_list(list->call))
        summary_json(summary, list->call->user.id, &list->json);
}

/* Writes entries up to the first one whose table is not there yet. */
static void go_on(struct table_list *list)
{
    struct api *api = list->call->api;
    assert(list->at <= list->count && list->count <= 2 * LIST_MAX);
    list->writing = true;
    while (list->result == STORE_DONE && list->at < list->count) {
        const char *table_id = list->items[list->at].table_id;
        const struct summary *summary =
            summaries_find(api->summaries, table_id, list->items[list->at].rows);
        if (summary != NULL) {
            put_entry(list, summary);
            list->at++;
            continue;
        }
        list->waits = true;
        tables_look_up(api->tables, table_id, &list->lookup);
        if (list->waits) {
            list->writing = false; /* table_seen continues */
            return;
        }
    }
    json_close(&list->json, ']');
    json_close(&list->json, '}');
    end_list(list);
}

/* A table that cannot be read is left out. */
static void table_seen(struct table_lookup *lookup, struct table *table,
                       const struct problem *problem)
{
    struct table_list *list = container_of(lookup, struct table_list, lookup);
    struct api *api = list->call->api;
    if (table != NULL)
        put_entry(list, summaries_keep(api->summaries, table));
    else if (tables_may_try_again(problem))
        list->result = STORE_FAILED;
    list->waits = false;
    list->at++;
    if (!list->writing)
        go_on(list);
}

static void tables_found(struct work *work)
{
    struct table_list *list = container_of(work, struct table_list, work);
    list->json = (struct json){.out = &list->call->text};
    json_open(&list->json, NULL, '{');
    json_open(&list->json, "tables", '[');
    go_on(list);
}

static void handle_list(struct api_call *call)
{
    struct table_list *list = memory_new(1, sizeof *list);
    list->call = call;
    list->work.run = find_tables;
    list->work.done = tables_found;
    list->lookup.ready = table_seen;
    list->lookup.fresh = true;
    workers_add(tables_store_thread(call->api->tables), &list->work, false);
}

const struct route list_routes[] = {
    {"GET", "/api/tables", ANYBODY, handle_list, RATE_LIST, false, NULL},
    {"GET", "/api/my/tables", GUESTS, handle_list, RATE_LIST, false, NULL},
    {0},
};
