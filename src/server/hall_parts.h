/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files hall*.c share: places, which are tables that this server knows. */

#ifndef SERVER_HALL_PARTS_H
#define SERVER_HALL_PARTS_H

#include "hall.h"
#include "thinking.h"

#include <stdatomic.h>

enum {
    SHELVES = 4096,      /* of the table of places */
    KEYS_KEPT = 32,      /* of each room, for resends */
    SNAPSHOT_ROWS = 256, /* a snapshot is written after as many rows */
    LEAVE_TO_OTHERS_MS =
        5000,              /* a server that goes on with a game thinks for its computer players */
    VISITS_AT_ONCE = 50,   /* places that the hall itself looks after in one go */
    THINKERS_NICENESS = 3, /* people go first, then computer players, then studies */
    THINK_LATER_MS = 1000, /* when too many thoughts wait */
};

/* The latest keys of a table's rows. */
struct key_ring {
    char keys[KEYS_KEPT][STORE_KEY_SIZE];
    unsigned count;  /* that were ever put in */
    bool incomplete; /* rows before the first one were not seen */
};
void key_ring_add(struct key_ring *ring, const char *key); /* "" is none */
bool key_ring_has(const struct key_ring *ring, const char *key);
bool key_ring_may_have_had(const struct key_ring *ring, const char *key);

/* A change on its way to the disk. */
struct pending {
    struct change *change;
    bool ends;                 /* the game is over with it, and was not before */
    enum change_result result; /* told when the room has been read again */
    struct writing writing;
    struct store_row rows[2]; /* time given back, if there is any; what happened */
    char owed[24];            /* the body of the first one */
    struct text body, letter, snapshot;
    struct store_letter letters[1];
    struct store_quota quota;
    struct problem problem; /* for CHANGE_FULL */
    int64_t joins[1], leaves[1];
};

/* A table that this server knows, and its room once it is there. */
struct place {
    struct hall *hall;
    char id[STORE_ID_SIZE];
    struct place *next; /* on the shelf */
    struct room *room;
    struct problem problem; /* why there is no room */
    struct visit *first, *last;
    struct watcher *watchers;
    struct loading *loading; /* NULL: nobody reads it */
    uint64_t loads;          /* begun so far; a visit waits until it has seen as many as it needs */
    bool writing;            /* its pending change */
    bool asking;             /* the store, whether a change was made before */
    bool running;            /* a visit is being called */
    bool stale;              /* another server has changed it meanwhile */
    bool lost;               /* the store did not answer: to be read again */
    bool packing;            /* its rows, one job at a time */
    bool pack_whole;         /* once more when that is done: the game has ended meanwhile */
    int64_t idle_since;
    int64_t think_at; /* by loop_now; another server goes on with the game until then */
    int setbacks;     /* writes that failed, one after the other */
    struct thought thought;
    struct key_ring keys;
    struct pending pending;
};

struct hall {
    struct loop *loop;
    struct writer *writer;
    struct workers *clerk, *thinkers;
    struct store *clerk_store;
    struct place *shelves[SHELVES];
    int rooms, rooms_max;
    bool shared; /* other servers may use the same store */
    bool closing;
    atomic_bool resting; /* the server stops: nobody thinks any more */
    struct alarm tidy, retry;
    struct hall_counts counts;
    struct quotas quotas;
    struct resumption *resumption;
    struct pulse *pulse;
    struct stock *stock;
};

/* Is something on its way, so that nobody may see the room now? */
static inline bool place_is_closed(const struct place *place)
{
    return place->loading != NULL || place->writing || place->asking;
}

/* ---- hall.c ---------------------------------------------------------------------------------- */

/* Calls those who wait, as long as nothing is on the way. */
void place_serve_visits(struct place *place);
void place_tell_watchers(struct place *place);
void place_forget_watchers(struct place *place); /* there is nothing to see any more */

/* Puts a room on a shelf that is new, and as it is on the disk. Its computer players begin. */
void hall_take_room(struct hall *hall, struct room *room);

/* Tells those who wait that there is no room for them any more. */
void place_dismiss_visits(struct place *place);

/* Ends the pending change, if there is one. */
void place_finish_change(struct place *place, enum change_result result);

/* ---- hall_load.c ----------------------------------------------------------------------------- */

/* The sentence of hall_may_try_again. */
void hall_note_no_answer(struct problem *problem);

/* Now and then, and once when the game `ends`, its rows are packed (store_pack). */
void place_pack(struct place *place, bool ends);

/* Reads the room, or only the rows after the first `after` ones if it is there. */
void place_load(struct place *place, uint32_t after); /* not while the hall closes */
void place_drop_loading(struct place *place);         /* when the hall closes */

/* ---- hall_pulse.c ---------------------------------------------------------------------------- */

/* The first sign of life is in the store when it is open. NULL with a problem noted. */
struct pulse *pulse_open(struct hall *hall, const struct hall_settings *settings,
                         struct problem *problem);
void pulse_serve(struct pulse *pulse); /* see hall_serve */
void pulse_rest(struct pulse *pulse);  /* no more signs */
void pulse_close(struct pulse *pulse); /* NULL is fine */

/* Has this server not left a sign for so long that there may be an outage nobody knows of yet? */
bool pulse_is_weak(const struct pulse *pulse);

/* What its clock ran in outages, and is to be given back. */
int64_t place_owed(const struct place *place, int64_t now);

/* ---- hall_make.c ----------------------------------------------------------------------------- */

/* Games in which a computer player is awaited go on without a visitor: visits all running tables
 * once. */
void hall_resume(struct hall *hall);
void hall_drop_resumption(struct hall *hall);

#endif
