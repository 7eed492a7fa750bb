/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Inside the people: people.c is in the loop, people_steps.c in the two threads. */

#ifndef SERVER_PEOPLE_PARTS_H
#define SERVER_PEOPLE_PARTS_H

#include "people.h"

/* The steps of a question: what the store knows, in its thread; the hash of a password, in the
 * other one; what the store has to keep, in the first again. */
enum { STEP_FIND, STEP_HASH, STEP_KEEP, STEPS };

/* What the thread of the store has, and nobody else. */
struct records;
struct records *records_open(const char *store, struct problem *problem);
void records_close(struct records *records); /* NULL is fine */

/* NULL: a question of that kind has no such step. */
typedef enum people_result step(struct records *records, struct people_query *query);
extern step *const steps[PEOPLE_QUERY_KINDS][STEPS];

#endif
