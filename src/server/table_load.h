/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A table read from the store: the one way from head, snapshot and rows to a struct table, for the
 * registry, for jobs and for the host's tools. Blocks, so it is for threads with a store of their
 * own. Knows no registry and no queue. */

#ifndef SERVER_TABLE_LOAD_H
#define SERVER_TABLE_LOAD_H

#include "store/store.h"
#include "table/table.h"

struct table_load {
    /* What is wanted. */
    struct store *store;
    bool from_snapshot; /* begins with the latest snapshot if that is of any use */
    bool whole_chain;   /* reads on behind what does not fit: the store checks all hashes */
    uint32_t overlap;   /* rows before the snapshot that are told all the same */
    uint32_t most;      /* rows that are done at the table; 0: all */
    /* Hears of each row before it is done; NULL is fine. If a snapshot turns out to be useless, it
     * starts over with row number `told_after` + 1, which is always the first one told. */
    void (*row_read)(struct table_load *load, const struct store_row *row);
    /* What has come of it. */
    struct store_table stored; /* its head is gone */
    struct table *table;    /* after the last row that fits, the caller's; NULL if there is none */
    uint32_t told_after;    /* rows that were not told */
    uint32_t rows;          /* number of the last one that was read */
    bool head_damaged;      /* only with whole_chain: else that is STORE_DAMAGED */
    uint32_t wrong_row;     /* that the problem is about; 0: the head, or nothing */
    struct problem problem; /* what does not fit */
};

/* STORE_DONE also if something does not fit by the rules: then there is a problem. What the store
 * itself says is returned: STORE_MISSING, STORE_DAMAGED (a hash is wrong), STORE_FAILED. */
enum store_result table_load(struct table_load *load, const char *table_id);

#endif
