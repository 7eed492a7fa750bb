/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables from the store, row by row.
 *
 * A snapshot only saves time: the rows say the same. So if anything is wrong with one (a hash,
 * another program's format, no memory for it), that is not an error, and the table is read from its
 * rows. The store must not be called while it reports what it has found, so the head is copied
 * before the table's cards are requested. */

#include "table_load.h"

#include <assert.h>

/* What is only needed while a table is read. */
struct load_step {
    struct table_load *load;
    struct text head, snapshot;
    uint32_t snapshot_rows;
    bool store_failed; /* when it was asked for the cards */
};

static void see_table(void *context, const struct store_table *stored)
{
    struct load_step *step = context;
    step->load->stored = *stored;
    text_clear(&step->head);
    text_add(&step->head, stored->head);
}

static void see_snapshot(void *context, uint32_t rows, const void *body, size_t size)
{
    struct load_step *step = context;
    step->snapshot_rows = rows;
    if (!text_try_add_span(&step->snapshot, (struct span){body, size}))
        text_clear(&step->snapshot);
}

static void see_document(void *context, const char *text)
{
    text_add(context, text);
}

static bool find_cards(void *context, const char *name, struct text *out)
{
    struct load_step *step = context;
    enum store_result result = store_kept(step->load->store, name, see_document, out);
    step->store_failed = step->store_failed || result == STORE_FAILED;
    return result == STORE_DONE;
}

static void see_row(void *context, const struct store_row *row)
{
    struct table_load *load = context;
    assert(row->number == load->rows + 1); /* the store sees to it */
    load->rows = row->number;
    if (load->row_read != NULL)
        load->row_read(load, row);
    if (load->table == NULL || problem_is_set(&load->problem) || row->number <= load->table->rows ||
        (load->most > 0 && row->number > load->most))
        return;
    if (!table_replay(load->table, row, &load->problem))
        load->wrong_row = row->number;
}

/* The head, and the snapshot if there is one that is intact. */
static enum store_result read_head(struct load_step *step, const char *table_id)
{
    struct table_load *load = step->load;
    enum store_result result = STORE_DAMAGED;
    if (load->from_snapshot)
        result = store_table(load->store, table_id, see_table, see_snapshot, step);
    if (result == STORE_DAMAGED) {
        text_clear(&step->snapshot);
        result = store_table(load->store, table_id, see_table, NULL, step);
    }
    span_copy(span_of(table_id), load->stored.id, sizeof load->stored.id);
    load->head_damaged = result == STORE_DAMAGED;
    return load->head_damaged && load->whole_chain ? STORE_DONE : result;
}

/* The table before its first row. */
static void open_table(struct load_step *step)
{
    struct table_load *load = step->load;
    const struct table_cards cards = {find_cards, step};
    load->problem = (struct problem){0};
    load->wrong_row = 0;
    table_close(load->table);
    load->stored.head = text_string(&step->head);
    load->table =
        load->head_damaged ? NULL : table_open_with(&load->stored, &cards, &load->problem);
}

/* Does what the snapshot says; false if it is of no use. */
static bool restore(struct load_step *step)
{
    struct table_load *load = step->load;
    assert(step->snapshot.length > 0);
    if (load->table != NULL &&
        table_restore(load->table, text_span(&step->snapshot), &load->problem) &&
        load->table->rows == step->snapshot_rows)
        return true;
    return problem_set(&load->problem, _("the saved state of the table is wrong"), NULL, NULL,
                       NULL);
}

static enum store_result read_rows(struct table_load *load, const char *table_id)
{
    assert(load->table != NULL || load->whole_chain);
    uint32_t there = load->table != NULL ? load->table->rows : 0;
    load->told_after = there > load->overlap ? there - load->overlap : 0;
    load->rows = load->told_after;
    return store_rows(load->store, table_id, load->told_after, see_row, load);
}

static enum store_result read_from(struct load_step *step, const char *table_id, bool snapshot)
{
    struct table_load *load = step->load;
    open_table(step);
    if (step->store_failed)
        return STORE_FAILED;
    if ((snapshot && !restore(step)) || (load->table == NULL && !load->whole_chain))
        return STORE_DONE; /* with a problem */
    return read_rows(load, table_id);
}

static enum store_result read_all(struct load_step *step, const char *table_id)
{
    enum store_result result = read_head(step, table_id);
    if (result != STORE_DONE)
        return result;
    if (step->snapshot.length > 0) {
        result = read_from(step, table_id, true);
        if (result == STORE_FAILED ||
            (result == STORE_DONE && !problem_is_set(&step->load->problem)))
            return result;
    }
    return read_from(step, table_id, false);
}

enum store_result table_load(struct table_load *load, const char *table_id)
{
    struct load_step step = {.load = load};
    enum store_result result = read_all(&step, table_id);
    assert(result != STORE_DONE || load->table != NULL || problem_is_set(&load->problem) ||
           load->head_damaged);
    load->stored.head = "";
    text_free(&step.head);
    text_free(&step.snapshot);
    return result;
}
