/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Summaries by table, each in the slot its id leads to; the latest one stays. */

#include "summaries.h"

#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1024 };

struct summaries {
    struct summary slots[SLOTS];
};

static size_t slot_of(const char *table_id)
{
    return hash_bytes(0, table_id, strlen(table_id)) % SLOTS;
}

const struct summary *summaries_find(const struct summaries *summaries, const char *table_id,
                                     uint32_t rows)
{
    const struct summary *summary = &summaries->slots[slot_of(table_id)];
    return summary->rows == rows && strcmp(summary->table_id, table_id) == 0 ? summary : NULL;
}

const struct summary *summaries_keep(struct summaries *summaries, const struct table *table)
{
    struct summary *summary = &summaries->slots[slot_of(table->id)];
    *summary = summary_of(table);
    assert(summary->rows == table->rows && summary->players <= SEATS_MAX);
    return summary;
}

struct summaries *summaries_open(void)
{
    return memory_new(1, sizeof(struct summaries));
}

void summaries_close(struct summaries *summaries)
{
    free(summaries);
}
