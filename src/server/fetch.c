/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Rooms from the store, row by row. */

#include "fetch.h"

struct fetching {
    struct store *store;
    struct store_table table;
    struct text head;
    struct room *room;
    uint32_t rows; /* that are wanted */
    bool failed;   /* the store did not answer */
    struct problem *problem;
};

static void see_table(void *context, const struct store_table *table)
{
    struct fetching *fetching = context;
    fetching->table = *table;
    text_add(&fetching->head, table->head);
    fetching->table.head = text_string(&fetching->head);
}

static void see_document(void *context, const char *text)
{
    text_add(context, text);
}

static bool find_cards(void *context, const char *name, struct text *out)
{
    struct fetching *fetching = context;
    enum store_result result = store_kept(fetching->store, name, see_document, out);
    fetching->failed = fetching->failed || result == STORE_FAILED;
    return result == STORE_DONE;
}

static void see_row(void *context, const struct store_row *row)
{
    struct fetching *fetching = context;
    if (row->number <= fetching->rows && !problem_is_set(fetching->problem))
        room_replay(fetching->room, row, fetching->problem);
}

static enum store_result fetch(struct fetching *fetching, const char *table)
{
    const struct room_cards cards = {find_cards, fetching};
    enum store_result result = store_table(fetching->store, table, see_table, NULL, fetching);
    if (result != STORE_DONE)
        return result;
    fetching->room = room_open_with(&fetching->table, &cards, fetching->problem);
    if (fetching->room == NULL)
        return fetching->failed ? STORE_FAILED : STORE_DONE;
    return store_rows(fetching->store, table, 0, see_row, fetching);
}

enum store_result room_fetch(struct store *store, const char *table, uint32_t rows,
                             struct room **out, struct problem *problem)
{
    struct fetching fetching = {.store = store, .rows = rows, .problem = problem};
    enum store_result result = fetch(&fetching, table);
    text_free(&fetching.head);
    bool whole = result == STORE_DONE && fetching.room != NULL && !problem_is_set(problem) &&
                 fetching.room->rows == rows;
    *out = whole ? fetching.room : NULL;
    if (whole)
        return STORE_DONE;
    room_close(fetching.room);
    problem_set(problem, _("the table cannot be read"), NULL, NULL, NULL);
    return result;
}
