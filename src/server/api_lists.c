/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Lists of tables. The store says which there are; what is not known of one is asked of its room.
 */

#include "call.h"

#include "base/container_of.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 100 }; /* of a phase, or of a user */

/* A list on its way. */
struct list {
    struct call *call;
    struct job job;
    struct visit visit;
    struct {
        char table[STORE_ID_SIZE];
        uint32_t rows;
    } items[2 * LIST_MAX];
    int count, at;
    bool waits;   /* for the room of the present item */
    bool writing; /* go_on is being called */
    enum store_result result;
    struct json json;
};

static void note_table(void *context, const struct store_table *table)
{
    struct list *list = context;
    if (list->count == 2 * LIST_MAX)
        return;
    memcpy(list->items[list->count].table, table->id, sizeof table->id);
    list->items[list->count++].rows = table->rows;
}

static bool is_own_list(const struct call *call)
{
    return strcmp(call->route->path, "/api/my/tables") == 0;
}

/* In the clerk's thread. */
static void find_tables(struct job *job)
{
    struct list *list = container_of(job, struct list, job);
    const struct call *call = list->call;
    struct store *store = hall_clerk_store(call->api->hall);
    if (is_own_list(call))
        list->result = store_tables_of(store, call->user.id, LIST_MAX, note_table, list);
    else {
        list->result = store_listed(store, ROOM_OPEN, LIST_MAX, note_table, list);
        if (list->result == STORE_DONE || list->result == STORE_DAMAGED)
            list->result = store_listed(store, ROOM_RUNNING, LIST_MAX, note_table, list);
    }
    if (list->result == STORE_DAMAGED)
        list->result = STORE_DONE; /* the others are there */
}

static void end_list(struct list *list)
{
    struct call *call = list->call;
    bool found = list->result == STORE_DONE;
    free(list);
    if (found)
        call_answer_json(call, 200);
    else
        call_fail(call, 503, ERROR_UNAVAILABLE, _("the store does not answer"));
}

/* A table that older programs have listed though somebody may know its deal is not for all. */
static void put_entry(struct list *list, const struct summary *summary)
{
    if (!summary->same_deal || is_own_list(list->call))
        summary_json(summary, list->call->user.id, &list->json);
}

/* Writes entries up to the first one whose room is not there yet. */
static void go_on(struct list *list)
{
    struct api *api = list->call->api;
    list->writing = true;
    while (list->result == STORE_DONE && list->at < list->count) {
        const char *table = list->items[list->at].table;
        const struct summary *summary =
            summaries_find(api->summaries, table, list->items[list->at].rows);
        if (summary != NULL) {
            put_entry(list, summary);
            list->at++;
            continue;
        }
        list->waits = true;
        hall_visit(api->hall, table, &list->visit);
        if (list->waits) {
            list->writing = false; /* room_seen goes on */
            return;
        }
    }
    json_close(&list->json, ']');
    json_close(&list->json, '}');
    end_list(list);
}

/* A table that cannot be read is left out. */
static void room_seen(struct visit *visit, struct room *room, const struct problem *problem)
{
    struct list *list = container_of(visit, struct list, visit);
    struct api *api = list->call->api;
    if (room != NULL)
        put_entry(list, summaries_keep(api->summaries, room));
    else if (hall_may_try_again(problem))
        list->result = STORE_FAILED;
    list->waits = false;
    list->at++;
    if (!list->writing)
        go_on(list);
}

static void tables_found(struct job *job)
{
    struct list *list = container_of(job, struct list, job);
    list->json = (struct json){.out = &list->call->text};
    json_open(&list->json, NULL, '{');
    json_open(&list->json, "tables", '[');
    go_on(list);
}

static void handle_list(struct call *call)
{
    struct list *list = memory_new(1, sizeof *list);
    list->call = call;
    list->job.work = find_tables;
    list->job.done = tables_found;
    list->visit.call = room_seen;
    list->visit.fresh = true;
    workers_add(hall_clerk(call->api->hall), &list->job, false);
}

const struct route list_routes[] = {
    {"GET", "/api/tables", ANYBODY, handle_list, RATE_LIST, false},
    {"GET", "/api/my/tables", GUESTS, handle_list, RATE_LIST, false},
    {0},
};
