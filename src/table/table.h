/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A table on the server, in memory: who sits there, the game, its clocks.
 *
 * A table is its head and its rows (store.h), nothing else: the same rows give the same table on
 * every server. Everything that happens is a row that table_apply accepts; what it refuses has not
 * happened. So loading, catching up with another server and a player's request are one and the same
 * thing. The table knows no socket, no store, and no time but that of its rows. */

#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "person_kind.h"
#include "same_deal.h"

#include "session/session.h"

/* How far a table is; store_table.phase. */
enum table_phase { TABLE_OPEN, TABLE_RUNNING, TABLE_OVER, TABLE_PHASES };

/* What the rows of a table are, by their kinds; the body in brackets. Chance moves that followed
 * stand on further lines of the body ("* MOVE"), behind the share that they were drawn with, if
 * someone gave one ("+ HEX"). */
enum row_kind {
    ROW_SIT,      /* a person takes a seat ("SEAT USER NAME", and "same-deal" if it agrees) */
    ROW_STAND,    /* leaves it ("SEAT") */
    ROW_COMPUTER, /* a computer player is put on a free seat ("SEAT PLAYER") */
    ROW_START,    /* the game begins */
    ROW_MOVE,     /* one, or several as one action ("SEAT MOVE", "SEAT MOVE ; MOVE") */
    ROW_UNDO,     /* of that many moves ("SEAT", "SEAT COUNT"); who asks leaves out the count */
    ROW_REDO,     /* the same */
    ROW_CONFIRM,
    ROW_CONFIRMS,  /* a preference: whether turns are confirmed ("SEAT on|off") */
    ROW_HAND_OVER, /* a computer player takes over a person's seat ("SEAT PLAYER", and "stays") */
    ROW_TAKE_BACK, /* the person is back ("SEAT") */
    ROW_PAUSE,     /* a person wants the clocks to stop, or to run again ("SEAT on|off") */
    ROW_IMPORT,    /* the table continues a recorded game (a record without its heading) */
    ROW_HINT,      /* a person gets a hint that others at the table hear of ("SEAT") */
    ROW_OUTAGE,    /* who is awaited gets back milliseconds in which no server lived ("MS"); never
                      twice in succession */
    ROW_KINDS,
};
extern const char *const row_kinds[ROW_KINDS + 1];
extern const char table_stays_word[];

enum clock_kind { CLOCK_NONE, CLOCK_LIVE, CLOCK_DAYS, CLOCKS };

/* Their words, in heads, views and commands. */
extern const char *const table_phase_words[TABLE_PHASES + 1]; /* ends with NULL */
extern const char *const table_clock_words[CLOCKS];

/* How a table is made. */
struct table_plan {
    const struct game *game;
    struct setup setup;
    char title[STORE_NAME_SIZE];
    bool listed, chat, hints;
    uint8_t clock;     /* enum clock_kind */
    int64_t time;      /* live: milliseconds at the start; days: milliseconds for each move */
    int64_t increment; /* live: milliseconds added for each turn */
    int64_t owner;     /* user */
    char rematch[STORE_ID_SIZE]; /* the table that this one follows, or "" */
    struct same_deal same_deal;
    char cards_title[STORE_NAME_SIZE]; /* of a card set of its own, kept with it; "": it has none */
};

struct table_seat {
    int64_t user;                /* the person it belongs to, or 0 */
    enum person_kind person;     /* what that person was when they sat down */
    char name[SEAT_NAME_SIZE];   /* of the person, or of the computer player */
    char player[SEAT_NAME_SIZE]; /* the computer player that decides now, or "" */
    bool confirm;
    bool wants_pause;
    bool agreed;         /* to a deal that others may know (same_deal.h) */
    uint16_t hints;      /* that it got, if others sit at the table */
    uint64_t hinted;     /* the last one: state_hash of its position */
    uint16_t back_round; /* its person cannot take it back before that round */
    int64_t left;        /* milliseconds on its clock when it last ran */
    int64_t deadline;    /* time at which the running clock is used up, 0 while it does not run */
};

struct table {
    char id[STORE_ID_SIZE];
    struct table_plan plan;
    struct ruleset *rules;
    uint8_t seed[SEED_SIZE];
    uint32_t rows; /* applied so far */
    enum table_phase phase;
    struct table_seat seats[SEATS_MAX];
    struct session *session; /* NULL until the game begins */
    struct record *import;   /* the game that it continues, its rules the table's; or NULL */
    bool paused;
    bool after_outage; /* the last row was ROW_OUTAGE; not known after a snapshot */
    int64_t changed;   /* time of the last row */
};

/* ---- making and loading ---------------------------------------------------------------------- */

/* Where card sets come from that are not in this program any more: finds the text with that name
 * (contract/card_document.h). */
struct table_cards {
    bool (*find)(void *context, const char *name, struct text *out);
    void *context;
};

/* Writes the head of a new table, and reads one. A table keeps the cards that it was made with;
 * without `cards` they must be those in the program. */
void table_write_head(const struct table_plan *plan, const struct ruleset *rules, struct text *out);
struct table *table_open(const struct store_table *stored, struct problem *problem);
struct table *table_open_rules(const struct store_table *stored, const struct ruleset *rules,
                               struct problem *problem); /* whose cards and setup it has */
struct table *table_open_with(const struct store_table *stored, const struct table_cards *cards,
                              struct problem *problem);
void table_close(struct table *table); /* NULL is fine */

/* How a table was made, without opening its game: for lists. */
bool table_read_plan(const struct store_table *stored, struct table_plan *plan,
                     struct problem *problem);

/* The table as a text, and back: what a server may begin with instead of all rows. Restored is a
 * table that was just opened; false means that it is of no use any more. Everything is checked, so
 * a wrong text gives no wrong table. */
void table_save(const struct table *table, struct text *out);
bool table_restore(struct table *table, struct span text, struct problem *problem);

/* ---- rows ------------------------------------------------------------------------------------ */

/* A request or a row of the store. The body is what the kind needs. */
struct table_row {
    enum row_kind kind;
    int64_t user; /* who asks; 0: the server */
    int64_t time;
    struct span body;
    const uint8_t *share; /* of a player, for the chance moves that follow (record/shares.h); or
                             NULL */
};

/* Does it, if it may be done. Else nothing has changed and the problem says why. `full`, if not
 * NULL, gets the body that is to be stored (with the chance moves that followed). */
bool table_apply(struct table *table, const struct table_row *row, struct text *full,
                 struct problem *problem);

/* The same after a row that gives time back: both are done, or neither is. */
bool table_apply_after(struct table *table, const struct table_row *outage,
                       const struct table_row *row, struct text *full, struct problem *problem);

/* Applies a row of the store; false if it does not fit, which means that the table is damaged or
 * was made by other rules. */
bool table_replay(struct table *table, const struct store_row *row, struct problem *problem);

/* ---- questions ------------------------------------------------------------------------------- */

/* The seat that everyone waits for, or NOBODY. */
int table_awaited(const struct table *table);

/* Do computer players decide on all seats, those that people have handed over included? */
bool table_is_for_computers(const struct table *table);

/* Does a person decide on any seat? */
bool table_has_people(const struct table *table);

/* How many seats belong to people, whoever decides there now. */
int table_people(const struct table *table);

/* Is a hint for the seat to be told to all at the table, and has that not been done yet for this
 * position? The game has begun. */
bool table_hint_is_news(const struct table *table, int seat);

/* Seats of a user, as bits; do others sit there too? */
unsigned table_seats_of(const struct table *table, int64_t user);
bool table_has_others(const struct table *table, int64_t user);

/* Now, as a time for the next row: rows never go back in time, whatever the clocks of servers do.
 */
int64_t table_time(const struct table *table, int64_t now);

/* Milliseconds in which a clock ran though no server lived, since the last row: ROW_OUTAGE gives
 * them back, and then there are none. Outages are in the order of their ends; one that has not
 * ended is none, and what lies in two of them counts once. Clocks by days do not mind a few
 * minutes. */
int64_t table_clock_credit(const struct table *table, const struct store_outage *outages, int count,
                           int64_t now);

/* Does a clock run? */
bool table_clock_runs(const struct table *table);

/* Has the seat used up its time? */
bool table_is_late(const struct table *table, int seat, int64_t now);

#endif
