/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Inside the people: people.c is in the loop, people_steps.c and people_bots.c in the two threads.
 */

#ifndef SERVER_PEOPLE_PARTS_H
#define SERVER_PEOPLE_PARTS_H

#include "people.h"

/* The steps of a question: what the store knows, in its thread; the hash of a password, in the
 * other one; what the store has to keep, in the first again. */
enum { STEP_FIND, STEP_HASH, STEP_KEEP, STEPS };

enum { KNOWN_TOKENS = 4096 };

/* Tokens asked for lately. */
struct known_token {
    uint8_t hash[STORE_HASH_SIZE];
    struct store_user user;
    int64_t until; /* by loop_now */
};

/* What the thread of the store has, and nobody else. */
struct records {
    struct store *store;
    struct known_token known[KNOWN_TOKENS];
};
struct records *records_open(const char *store, struct problem *problem);
void records_close(struct records *records); /* NULL is fine */

/* NULL: a question of that kind has no such step. */
typedef enum people_result step(struct records *records, struct people_query *query);
extern step *const steps[PEOPLE_QUERY_KINDS][STEPS];

/* ---- what the steps share -------------------------------------------------------------------- */

/* Notes what is wrong with a text. */
enum people_result people_refuse(struct people_query *query, const char *sentence);

enum people_result people_result_of(enum store_result result);

/* Brings the name into the form in which it is kept; false with a problem noted if it cannot be. */
bool people_take_name(struct people_query *query);

/* A new token of that user for so many days, to `token` and `hash` of the query. */
enum people_result people_give_token(struct records *records, struct people_query *query,
                                     int64_t user, int days);

/* All other tokens of the user than that with this hash are void. */
enum people_result people_drop_tokens(struct records *records, int64_t user,
                                      const uint8_t hash[STORE_HASH_SIZE]);

/* ---- people_bots.c --------------------------------------------------------------------------- */

step people_list_bots, people_make_bot, people_renew_bot, people_revoke_bot, people_remove_bot;

#endif
