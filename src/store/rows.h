/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What is stored of a table, as plain structs: its head and its rows. Whoever has them has the
 * table, wherever they are kept; so this is all that src/table knows of a store. */

#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Sizes with the closing zero. What does not fit is refused on its way in, and is damage if it
 * comes out. */
enum {
    STORE_HASH_SIZE = 32,
    STORE_SEED_SIZE = 32,
    STORE_ID_SIZE = 24,  /* of a table; an id has no blanks */
    STORE_KEY_SIZE = 40, /* of a client's key */
    STORE_KIND_SIZE = 16,
    STORE_NAME_SIZE = 64,
    STORE_DOCUMENT_NAME_SIZE = 96,
    STORE_JOB_KEY_SIZE = 96,
    STORE_WORKER_SIZE = 64,
    STORE_ROWS_MAX = 256,                /* in one append */
    STORE_TEXT_SIZE = 1024 * 1024,       /* of a head, a body, a line */
    STORE_SNAPSHOT_MAX = 8 * 1024 * 1024 /* bytes */
};

struct store_row {
    uint32_t number;  /* from 1, without gaps */
    int64_t time;     /* milliseconds since 1970, by the server that wrote it */
    int64_t user;     /* who, or 0 */
    const char *key;  /* the client's, or "" */
    const char *kind; /* "move" */
    const char *body; /* UTF-8 */
    uint8_t hash[STORE_HASH_SIZE];
};

/* What can be known of a table without its rows. */
struct store_table {
    char id[STORE_ID_SIZE];
    const char *head; /* how it was made: a text that the server reads; never changes */
    uint8_t seed[STORE_SEED_SIZE]; /* the dealer's secret; never changes */
    uint32_t rows;
    int64_t made, changed; /* times; changed is that of the last row */
    uint8_t phase;         /* the server's, in their order; STORE_OVER is the last */
    bool listed;           /* to be found by everyone */
    int64_t owner;         /* the user who made it, or 0; never changes */
    uint8_t company;       /* enum store_company */
};
enum { STORE_OVER = 2 }; /* the phase of a table at which nothing is going to happen */

/* Who sits at a table, as far as it has to be known without its rows. */
enum store_company { COMPANY_AS_IT_WAS, COMPANY_PEOPLE, COMPANY_COMPUTERS };

/* A time in which no server lived, or none could reach the database. */
struct store_outage {
    int64_t from, to; /* milliseconds since 1970 */
};

/* The name under which a table's own card set is kept: it comes and goes with the table. */
static inline void store_cards_name(const char *table, char name[STORE_DOCUMENT_NAME_SIZE])
{
    snprintf(name, STORE_DOCUMENT_NAME_SIZE, "cards of %s", table);
}

#endif
