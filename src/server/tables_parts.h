/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files tables*.c share: entries, which are tables that this server knows. */

#ifndef SERVER_TABLES_PARTS_H
#define SERVER_TABLES_PARTS_H

#include "computers.h"
#include "tables.h"

#include <stdatomic.h>

enum {
    BUCKETS = 4096,      /* of the hash table of entries */
    KEYS_KEPT = 32,      /* of each table, for resends */
    SNAPSHOT_ROWS = 256, /* a snapshot is written after as many rows */
    LEAVE_TO_OTHERS_MS =
        5000,             /* a server that continues with a game thinks for its computer players */
    LOOKUPS_AT_ONCE = 50, /* entries that the registry itself looks after in one go */
    WORKERS_NICENESS = 3, /* people go first, then computer players, then analyses */
    BOT_LATER_MS = 1000,  /* when too many of them wait */
};

/* The latest keys of a table's rows. */
struct recent_keys {
    char keys[KEYS_KEPT][STORE_KEY_SIZE];
    unsigned count;  /* that were ever put in */
    bool incomplete; /* rows before the first one were not seen */
};
void recent_keys_add(struct recent_keys *recent, const char *key); /* "" is none */
bool recent_keys_has(const struct recent_keys *recent, const char *key);
bool recent_keys_may_have_had(const struct recent_keys *recent, const char *key);

/* A change on its way to the disk. */
struct pending_change {
    struct table_change *change;
    bool ends;                 /* the game is over with it, and was not before */
    enum change_result result; /* told when the table has been read again */
    struct queued_write queued;
    struct store_row rows[2]; /* time given back, if there is any; what happened */
    char credit[24];          /* the body of the first one */
    struct text body, notification, snapshot;
    struct store_notification notifications[1];
    struct store_quota quota;
    struct problem problem; /* for CHANGE_FULL */
    int64_t joins[1], leaves[1];
};

/* What an entry is at. Only one thing happens to a table at a time:
 *
 *      EMPTY ---- look up ----> LOADING ---- not there, damaged ----> EMPTY
 *      LOST ------ later -----> LOADING ---- the store failed ------> LOST
 *                                | ^
 *            here, or up to date | | rows of other servers
 *                                v |
 *      EMPTY ----- created ----> READY <--- on the disk --- WRITING --- failed ---> EMPTY
 *                                | ^ ^                         ^
 *                         called | | +--- answered --- CHECKING |
 *                                v |                       ^   |
 *                               SERVING ---- old key? -----+   |
 *                                  +------- a row is done -----+
 *
 * SERVING is the call of one lookup; if that begins nothing, the entry is again what it was before.
 * Lookups of an entry without a table (EMPTY, LOST) are served with the reason why there is none.
 * After a write that has failed the table in memory is wrong, so it is loaded again. */
enum entry_state {
    ENTRY_EMPTY,    /* no table; the problem says why once it has been looked for */
    ENTRY_LOST,     /* no table because the store did not answer: it is tried again soon */
    ENTRY_LOADING,  /* the store thread reads the table, or the rows of other servers */
    ENTRY_READY,    /* the table is as it is on the disk */
    ENTRY_SERVING,  /* a lookup is being called */
    ENTRY_WRITING,  /* the pending change is on its way to the disk; nobody may see it yet */
    ENTRY_CHECKING, /* the store is asked whether a change was made long ago */
    ENTRY_STATES,
};

/* A table that this server knows by its id, and the table itself once it is loaded. */
struct table_entry {
    struct tables *tables;
    char id[STORE_ID_SIZE];
    struct table_entry *next; /* in the bucket */
    enum entry_state state;
    struct table *table;
    struct problem problem; /* why there is no table */
    struct table_lookup *first, *last;
    struct table_watcher *watchers;
    struct entry_loading *loading; /* while it is LOADING; else NULL */
    uint64_t loads;  /* begun so far; a lookup waits until it has seen as many as it needs */
    bool stale;      /* another server has changed it while it was busy */
    bool packing;    /* its rows, once at a time */
    bool pack_whole; /* once more when that is done: the game has ended meanwhile */
    int64_t idle_since;
    int64_t computer_plays_at; /* by loop_now; another server continues with the game until then */
    int write_failures;        /* writes that failed, one after another */
    struct computer computer;
    struct recent_keys keys;
    struct pending_change pending;
};

struct tables {
    struct loop *loop;
    struct writer *writer;
    struct workers *store_thread, *workers;
    struct store *store;
    struct table_entry *buckets[BUCKETS];
    int count, most_loaded;
    bool shared; /* other servers may use the same store */
    bool closing;
    atomic_bool stopping; /* the server stops: nobody thinks any more */
    struct alarm tidy, retry;
    struct tables_counts counts;
    struct quotas quotas;
    struct resumption *resumption;
    struct heartbeat *heartbeat;
    struct card_sets *card_sets;
    int64_t kept_bytes; /* for the trees of computer players whose turn goes on */
};

/* Is something on its way, so that nobody may see the table now? */
static inline bool entry_is_busy(const struct table_entry *entry)
{
    return entry->state == ENTRY_LOADING || entry->state == ENTRY_WRITING ||
           entry->state == ENTRY_CHECKING;
}

/* ---- tables.c -------------------------------------------------------------------------------- */

/* The entry of a table that is loaded. */
struct table_entry *entry_of(struct tables *tables, const struct table *table);

/* Leads on to another state; a way that is not in the diagram is a bug. */
void entry_enter(struct table_entry *entry, enum entry_state state);

/* Something has ended: takes the rows of other servers if there were any meanwhile, then calls
 * those who wait. */
void entry_settle(struct table_entry *entry);

/* Calls those who wait, as long as nothing is on the way. */
void entry_serve_lookups(struct table_entry *entry);
void entry_tell_watchers(struct table_entry *entry);
void entry_forget_watchers(struct table_entry *entry); /* there is nothing to see any more */

/* Puts a table on a bucket that is new, and as it is on the disk. Its computer players begin. */
void tables_add(struct tables *tables, struct table *table);

/* Tells those who wait that there is no room for them any more. */
void entry_dismiss_lookups(struct table_entry *entry);

/* ---- tables_change.c ------------------------------------------------------------------------- */

/* Ends the pending change, if there is one. */
void entry_finish_change(struct table_entry *entry, enum change_result result);

/* ---- tables_refresh.c ------------------------------------------------------------------------ */

/* The sentence of tables_may_try_again. */
void tables_note_no_answer(struct problem *problem);

/* Now and then, and once when the game `ends`, its rows are packed (store_pack). */
void entry_pack(struct table_entry *entry, bool ends);

/* Reads the table, or only the rows after the first `after` ones if it is there. */
void entry_load(struct table_entry *entry, uint32_t after); /* not while the registry closes */
void entry_drop_loading(struct table_entry *entry);         /* when the registry closes */

/* ---- tables_create.c ------------------------------------------------------------------------- */

/* Games in which a computer player is awaited continue though nobody comes: looks up all running
 * tables once. */
void tables_resume(struct tables *tables);
void tables_drop_resumption(struct tables *tables);

#endif
