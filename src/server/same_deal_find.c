/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Seeds of older tables, compared. */

#include "same_deal_find.h"

#include <assert.h>
#include <string.h>

struct comparing {
    const uint8_t *seed;
    bool same;
};

static void compare_seeds(void *context, const struct store_table *before)
{
    struct comparing *comparing = context;
    assert(comparing->seed != NULL);
    comparing->same = memcmp(before->seed, comparing->seed, SEED_SIZE) == 0;
}

bool same_deal_find(struct store *store, const struct store_table *stored, struct table_plan *plan)
{
    struct comparing comparing = {.seed = stored->seed};
    assert(store != NULL && plan->game != NULL);
    if (plan->rematch[0] == '\0' || same_deal_is_set(&plan->same_deal))
        return true;
    if (store_table(store, plan->rematch, compare_seeds, NULL, &comparing) == STORE_FAILED)
        return false;
    if (comparing.same) { /* nobody is known to have sat there: everyone is asked */
        memcpy(plan->same_deal.table_id, plan->rematch, sizeof plan->same_deal.table_id);
        plan->listed = false;
    }
    return true;
}
