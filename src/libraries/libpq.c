/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Where the functions of libpq are. */

#include "libpq.h"

#include "loading.h"

struct libpq libpq;

#define NAME(name) "PQ" #name,
static const char *const names[] = {LIBPQ_FUNCTIONS(NAME)};

bool libpq_load(struct problem *problem)
{
    static bool loaded;
    static const struct loading loading = {.file = "libpq.so.5",
                                           .purpose = "PostgreSQL",
                                           .package = "libpq5",
                                           .names = names,
                                           .count = sizeof names / sizeof names[0],
                                           .functions = &libpq};
    _Static_assert(sizeof libpq == sizeof names, "a pointer for each name");
    return load_library(&loading, &loaded, problem);
}
