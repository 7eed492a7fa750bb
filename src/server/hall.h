/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* All rooms of this server. It fetches them from the store when somebody comes, lets one change at
 * a time happen in each, and nobody sees a change before it is on the disk. Rooms that nobody needs
 * are put away again. Computer players are asked here: always where a person plays, else while
 * somebody watches. Knows no socket and no JSON. */

#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "quotas.h"
#include "room.h"
#include "stock.h"
#include "workers.h"
#include "writer.h"

struct hall;

struct hall_settings {
    const char *store;        /* address */
    int workers;              /* threads for computer players */
    int rooms;                /* kept in memory at the most, while nobody is there */
    const char *const *cards; /* folders with card sets for new tables (stock.h) */
    int card_count;
    struct quota_settings quotas; /* zeroed: no limits */
    int keep_guest_days;          /* tables of guests are removed afterwards; 0: never */
    int beat_ms;                  /* between signs of life in the store; 0: the standard */
};

struct hall *hall_open(struct loop *loop, const struct hall_settings *settings,
                       struct problem *problem);

/* Writes what was asked for, tells everybody who waits, and forgets all rooms. Runs the loop until
 * nothing is under way any more; NULL is fine. */
void hall_close(struct hall *hall);

/* The server stops: what comes now is not counted as time in which it lived, and computer players
 * are not waited for. */
void hall_rest(struct hall *hall);

/* From now on people are served, by the loop that is about to run: what a start has taken is
 * charged to nobody. */
void hall_serve(struct hall *hall);

/* The thread for everything that asks the store and is no change of a room: its jobs may use this
 * store, nobody else may. */
struct workers *hall_clerk(struct hall *hall);
struct store *hall_clerk_store(struct hall *hall);

/* The cards that new tables are made with. */
const struct stock *hall_stock(const struct hall *hall);

/* Threads for long thoughts. */
struct workers *hall_thinkers(struct hall *hall);

/* ---- visits ---------------------------------------------------------------------------------- */

/* Somebody who wants to see a room. `call` comes in the loop when the room is there and nothing of
 * it is on the way to the disk; `room` is NULL, with the reason in `problem`, if there is none.
 * Embedded in the owner's own struct. */
struct visit {
    void (*call)(struct visit *visit, struct room *room, const struct problem *problem);
    bool fresh;         /* wants to see what other servers have done until now, too */
    struct visit *next; /* the hall's own, as all below */
    uint64_t needs;
};
void hall_visit(struct hall *hall, const char *table, struct visit *visit);

/* Is there no room only because the store does not answer now? */
bool hall_may_try_again(const struct problem *problem);

/* ---- changes --------------------------------------------------------------------------------- */

enum change_result {
    CHANGE_DONE,    /* it is on the disk */
    CHANGE_AGAIN,   /* it was done before, with the same key: nothing has happened now */
    CHANGE_STALE,   /* the room has changed meanwhile */
    CHANGE_REFUSED, /* the rules of the room forbid it */
    CHANGE_FULL,    /* the person has as much as one may have; the problem tells */
    CHANGE_FAILED,  /* the store does not answer now */
};

/* A change under way; embedded in the owner's own struct. `done` comes in the loop, once. */
struct change {
    void (*done)(struct change *change, enum change_result result, struct room *room,
                 const struct problem *problem);
    char key[STORE_KEY_SIZE]; /* the client's, or "" */
    int64_t expected;         /* rows that the client has seen, or -1: any */
    bool guest;               /* is it done for a guest, who may do less than an account? */
};

/* Does the row in a room, inside the call of a visit to it. What its body is in stays where it is
 * until the change is done. Its time is not before that of the last row; if a clock has run while
 * no server lived, a row that gives that back goes before it. */
void hall_apply(struct hall *hall, struct room *room, const struct room_row *row,
                struct change *change);

/* What time it is for the clocks of a room, which do not count what will be given back to them. */
int64_t hall_clock_time(struct hall *hall, const struct room *room);

/* Makes a new table with these rows done already. */
enum { MAKING_ROWS = SEATS_MAX + 2 }; /* somebody on each seat, a recorded game, the start */
struct making {
    void (*done)(struct making *making, enum change_result result, const char *table,
                 const struct problem *problem);
    bool guest;             /* as in struct change */
    struct writing writing; /* the hall's own, as all below */
    struct hall *hall;
    struct store_quota quota;
    struct store_table table;
    struct text head, snapshot;
    struct room *room;
    struct store_row rows[MAKING_ROWS];
    struct text bodies[MAKING_ROWS];
    int64_t joins[SEATS_MAX + 1];
    int join_count;
};
void hall_make(struct hall *hall, const struct room_plan *plan, const uint8_t seed[SEED_SIZE],
               const struct room_row *rows, int row_count, struct making *making);

/* The same in two steps, with a ruleset that the caller has. The first may take long and can be
 * done in any thread; false with a problem noted if it is refused. After the second one `done`
 * comes. */
bool making_prepare(struct making *making, const struct room_plan *plan,
                    const struct ruleset *cards, const uint8_t seed[SEED_SIZE],
                    const struct room_row *rows, int row_count, struct problem *problem);
void hall_make_prepared(struct hall *hall, struct making *making);

/* The person is at that address now (quotas.h). */
void hall_note_person(struct hall *hall, int64_t user, bool guest,
                      const uint8_t address[ADDRESS_KEY_SIZE]);
int64_t hall_house(const struct hall *hall, int64_t user);

/* Counts bytes that a person wants to keep, apart from changes and new tables. False with a problem
 * noted if they are too many for one day. */
bool hall_spend(struct hall *hall, int64_t user, bool guest, size_t bytes, struct problem *problem);

/* ---- watching -------------------------------------------------------------------------------- */

/* Somebody who hears of every change of a room, in order, after it is on the disk. */
struct watcher {
    void (*changed)(struct watcher *watcher, struct room *room);
    void (*lost)(struct watcher *watcher); /* the room was put away; the watcher is free */
    int64_t user;
    struct watcher *next, *before; /* the hall's own, as all below */
    struct place *place;
};
void hall_watch(struct hall *hall, struct room *room, struct watcher *watcher);
void hall_unwatch(struct watcher *watcher); /* fine if it watches nothing */

/* Seats whose people watch the room, as bits. */
unsigned hall_online(struct hall *hall, const struct room *room);

/* Another server changed a table; "" stands for any of them. In the loop. */
void hall_news(struct hall *hall, const char *table);

/* Puts away every room that nobody needs now. In the loop, but in no call of a room. */
void hall_put_away(struct hall *hall);
int hall_room_count(const struct hall *hall);

struct hall_counts {
    int rooms, thinking;
    uint64_t changes, conflicts, loads, failures;
    uint64_t transactions, writes;
};
void hall_counts(struct hall *hall, struct hall_counts *counts);

/* Does the store fail now, and why? */
struct writer_trouble hall_trouble(struct hall *hall);

#endif
