/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How a new table is filled: who sits where, and the rows that say so. Knows no request: who asks
 * for a table, in whatever form, fills in a seating. */

#ifndef TABLE_SEATING_H
#define TABLE_SEATING_H

#include "table.h"

/* Each seat's player: "me", NULL or "open", or a computer player. */
struct seating {
    const char *who[SEATS_MAX];
    const char *name[SEATS_MAX]; /* of someone who sits at the same screen; NULL: one's own */
};
extern const char seating_own_word[];

bool seating_is_open(const char *who);
bool seating_is_own(const char *who);

/* Are all computer players allowed? */
bool seating_has_allowed_players(const struct seating *seating, int players,
                                 struct problem *problem);

/* Hints are there for one who plays alone; where several people play, whoever makes the table has
 * to want them. A bot that makes one cannot be helped; on an open seat a person may sit. */
bool seating_has_hints(const struct seating *seating, int players, enum person_kind founder);

/* Without a wish for seats the computer players of a recorded game are there again, as far as they
 * are allowed. */
struct seating seating_of_record(const struct record *record);

/* Reads and checks a record that a table shall continue; the cards are those in `folder`, NULL: in
 * the program. `over` tells whether the game is. The record is the caller's, also if it is false
 * with a problem noted. */
bool seating_read_record(struct span text, const char *folder, struct record *record, bool *over,
                         struct problem *problem);

/* The same with the cards of a document (contract/card_document.h). */
bool seating_read_record_with(struct span text, struct span document, struct record *record,
                              bool *over, struct problem *problem);

/* The rows that a table is made with. */
enum { FIRST_ROWS_MAX = SEATS_MAX + 2 }; /* a recorded game, the seats, the start */
struct first_rows {
    struct table_row rows[FIRST_ROWS_MAX];
    struct text bodies[FIRST_ROWS_MAX];
    int count;
    int64_t user, time; /* of all of them */
};

/* Adds a row; its body is filled in by the caller before the next one. */
struct text *first_rows_add(struct first_rows *first, enum row_kind kind);

/* Who makes the table. */
struct founder {
    const char *name;
    enum person_kind person;
};

/* Rows that fill the seats, and the start if it is wanted and no one is missing. */
void first_rows_seat(struct first_rows *first, const struct seating *seating, int players,
                     const struct founder *founder, bool start);

/* The texts do not move any more: the rows can be used. */
void first_rows_close(struct first_rows *first);
void first_rows_free(struct first_rows *first);

#endif
