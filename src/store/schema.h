/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Inside the store: the steps from nothing to the current schema, in both databases. */

#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

enum { SCHEMA_VERSION = 9 }; /* the present one; older ones are brought up to it at opening */

struct schema_step {
    const char *sqlite, *postgres; /* statements that follow each other */
    /* The oldest program, by its SCHEMA_VERSION, that can continue with a store after this step: it
     * neither misses what the step takes away nor leaves out what it asks for. Several servers on
     * one database are then updated one after another; else all stop first. */
    int least;
};

/* schema_steps[v] makes version v + 1 of version v; 0 is an empty database. */
extern const struct schema_step *const schema_steps[SCHEMA_VERSION];

/* The oldest program that can use a store of the present version: the latest of all steps'. */
int schema_least(void);

#endif
