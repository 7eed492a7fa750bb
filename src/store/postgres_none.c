/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* In the place of PostgreSQL in a program that was built without it (the option `postgres` in
 * meson.build): it says so. */

#include "kinds.h"

#include <assert.h>

static bool none_open(struct store *store, const char *address, struct problem *problem)
{
    (void)store, (void)address;
    return problem_set(problem, _("this program was built without PostgreSQL"), NULL, NULL, NULL);
}

static void none_close(struct store *store)
{
    assert(store->database == NULL);
    (void)store;
}

/* Nothing else is asked of a store that cannot be opened. */
const struct store_kind postgres_kind = {
    .shared = true,
    .open = none_open,
    .close = none_close,
};
