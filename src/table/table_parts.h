/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the files table*.c share. */

#ifndef TABLE_TABLE_PARTS_H
#define TABLE_TABLE_PARTS_H

#include "table.h"

#include "base/scan.h"

/* The seat as a session knows it. */
bool table_session_seat(const struct table_seat *from, struct seat *to, struct problem *problem);

/* Reads a recorded game (its lines behind the heading) that the table shall continue. The session
 * has played it, without a dealer for what is to come. NULL with a problem noted. */
struct session *table_read_import(struct table *table, struct scan *scan);

/* Forgets it again. */
void table_drop_import(struct table *table);

/* Takes a word that says what a person is, if it comes next. */
enum person_kind table_read_person_kind(struct scan *scan);

#endif
