/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Inside the store: the steps from nothing to the present schema, in both databases. */

#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

enum { SCHEMA_VERSION = 7 }; /* the present one; older ones are brought up to it at opening */

struct schema_step {
    const char *sqlite, *postgres; /* statements that follow each other */
};

/* schema_steps[v] makes version v + 1 of version v; 0 is an empty database. */
extern const struct schema_step *const schema_steps[SCHEMA_VERSION];

#endif
