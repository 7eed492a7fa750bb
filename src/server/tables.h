/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* All tables of this server. They are loaded from the store when someone comes, changed one change
 * at a time, and no one sees a change before it is on disk. Unused tables are unloaded again.
 * Computer players are asked to move here: always where a person plays, otherwise while someone
 * watches. Knows no socket and no JSON. */

#ifndef SERVER_TABLES_H
#define SERVER_TABLES_H

#include "card_sets.h"
#include "quotas.h"
#include "table/table.h"
#include "workers.h"
#include "writer.h"

struct tables;

struct tables_settings {
    const char *store;        /* address */
    int workers;              /* threads for computer players */
    int most_loaded;          /* kept in memory at most, while nobody is there */
    const char *const *cards; /* folders with card sets for new tables (card_sets.h) */
    int card_count;
    struct quota_settings quotas; /* zeroed: no limits */
    int keep_guest_days;          /* tables of guests are removed afterwards; 0: never */
    int beat_ms;                  /* between signs of life in the store; 0: the standard */
};

struct tables *tables_open(struct loop *loop, const struct tables_settings *settings,
                           struct problem *problem);

/* Writes what was asked for, tells everyone who waits, and forgets all tables. Runs the loop until
 * nothing is under way any more; NULL is fine. */
void tables_close(struct tables *tables);

/* The server stops: what comes now is not counted as time in which it lived, and computer players
 * are not waited for. */
void tables_stop(struct tables *tables);

/* From now on people are served, by the loop that is about to run: what a start has taken is
 * charged to nobody. */
void tables_serve(struct tables *tables);

/* The thread for everything that asks the store and is not a change to a table: what
 * is run there may use this store, nobody else may. */
struct workers *tables_store_thread(struct tables *tables);
struct store *tables_store(struct tables *tables);

/* The cards that new tables are made with. */
const struct card_sets *tables_card_sets(const struct tables *tables);

/* Threads for what takes long: computer players, recorded games. */
struct workers *tables_workers(struct tables *tables);

/* ---- lookups --------------------------------------------------------------------------------- */

/* Someone who wants to see a table. `ready` comes in the loop when the table is there and nothing
 * of it is on the way to the disk; `table` is NULL, with the reason in `problem`, if there is none.
 * Embedded in the owner's own struct. */
struct table_lookup {
    void (*ready)(struct table_lookup *lookup, struct table *table, const struct problem *problem);
    bool fresh;                /* wants to see what other servers have done until now, too */
    struct table_lookup *next; /* the registry's own, as all below */
    uint64_t needs;
};
void tables_look_up(struct tables *tables, const char *table_id, struct table_lookup *lookup);

/* Is there no table only because the store does not answer now? */
bool tables_may_try_again(const struct problem *problem);

/* ---- changes --------------------------------------------------------------------------------- */

enum change_result {
    CHANGE_DONE,    /* it is on the disk */
    CHANGE_AGAIN,   /* it was done before, with the same key: nothing has happened now */
    CHANGE_STALE,   /* the table has changed meanwhile */
    CHANGE_REFUSED, /* the rules of the table forbid it */
    CHANGE_FULL,    /* the person has as much as one may have; the problem tells */
    CHANGE_FAILED,  /* the store does not answer now */
};

/* A change under way; embedded in the owner's own struct. `done` comes in the loop, once. */
struct table_change {
    void (*done)(struct table_change *change, enum change_result result, struct table *table,
                 const struct problem *problem);
    char key[STORE_KEY_SIZE]; /* the client's, or "" */
    int64_t expected;         /* rows that the client has seen, or -1: any */
    enum person_kind person;  /* for whom it is done: guests may do less than accounts */
};

/* Does the row in a table, inside `ready` of a lookup of it. What its body is in stays where it is
 * until the change is done. Its time is not before that of the last row; if a clock has run while
 * no server lived, a row that gives that back goes before it. */
void tables_apply(struct tables *tables, struct table *table, const struct table_row *row,
                  struct table_change *change);

/* What time it is for the clocks of a table, which do not count what will be given back to them. */
int64_t tables_clock_time(struct tables *tables, const struct table *table);

/* Makes a new table with these rows done already. */
enum { CREATION_ROWS = SEATS_MAX + 2 }; /* someone on each seat, a recorded game, the start */
struct table_creation {
    void (*done)(struct table_creation *creation, enum change_result result, const char *table_id,
                 const struct problem *problem);
    enum person_kind person;    /* as in struct table_change */
    struct queued_write queued; /* the registry's own, as all below */
    struct tables *tables;
    struct store_quota quota;
    struct store_table stored;
    struct text head, snapshot, cards;
    struct table *table;
    struct store_row rows[CREATION_ROWS];
    struct text bodies[CREATION_ROWS];
    int64_t joins[SEATS_MAX + 1];
    int join_count;
};
void tables_create(struct tables *tables, const struct table_plan *plan,
                   const struct ruleset *cards, /* NULL: those of new tables */
                   const uint8_t seed[SEED_SIZE], const struct table_row *rows, int row_count,
                   struct table_creation *creation);

/* The same in two steps. If the plan has a title for cards, the table keeps them. The first may
 * take long and can be done in any thread; false with a problem noted if it is refused. After the
 * second one `done` comes. */
bool table_creation_prepare(struct table_creation *creation, const struct table_plan *plan,
                            const struct ruleset *cards, const uint8_t seed[SEED_SIZE],
                            const struct table_row *rows, int row_count, struct problem *problem);
void tables_create_prepared(struct tables *tables, struct table_creation *creation);

/* The person is at that address now (quotas.h). */
void tables_note_person(struct tables *tables, int64_t user, enum person_kind person,
                        const uint8_t address[ADDRESS_KEY_SIZE]);
int64_t tables_house(const struct tables *tables, int64_t user);

/* Counts bytes that a person wants to keep, apart from changes and new tables. False with a problem
 * noted if they are too many for one day. */
bool tables_spend_quota(struct tables *tables, int64_t user, enum person_kind person, size_t bytes,
                        struct problem *problem);

/* May the user bring a card set of so many bytes, and one more today? Counted if it may. */
bool tables_take_card_set(struct tables *tables, int64_t user, enum person_kind person,
                          size_t bytes, struct problem *problem);

/* How many card sets an account may bring in a day; 0: any number. */
int64_t tables_quota_sets(const struct tables *tables);

/* ---- watching -------------------------------------------------------------------------------- */

/* Someone who hears of every change of a table, in order, after it is on the disk. */
struct table_watcher {
    void (*changed)(struct table_watcher *watcher, struct table *table);
    /* Others came or went: these seats' people are there, as bits. May be NULL. */
    void (*presence)(struct table_watcher *watcher, struct table *table, unsigned online);
    void (*lost)(struct table_watcher *watcher); /* the table was put away; the watcher is free */
    int64_t user;
    struct table_watcher *next, *before; /* the registry's own, as all below */
    struct table_entry *entry;
};
void tables_watch(struct tables *tables, struct table *table, struct table_watcher *watcher);
void tables_unwatch(struct table_watcher *watcher); /* fine if it watches nothing */

/* Seats whose people watch the table, as bits. */
unsigned tables_online(struct tables *tables, const struct table *table);

/* Another server changed a table; "" stands for any of them. In the loop. */
void tables_refresh(struct tables *tables, const char *table_id);

/* Puts away every table that nobody needs now. In the loop, but not inside `ready`. */
void tables_unload(struct tables *tables);
int tables_count(const struct tables *tables);

struct tables_counts {
    int loaded, computers_waiting;
    uint64_t changes, conflicts, loads, failures;
    uint64_t transactions, writes;
};
void tables_counts(struct tables *tables, struct tables_counts *counts);

/* Does the store fail now, and why? */
struct writer_trouble tables_store_trouble(struct tables *tables);

#endif
